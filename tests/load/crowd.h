/*
 * crowd.h: many players at the tables of a running host, in one thread: they create games, open both seats, and move.
 *
 * They know the rules from the engine alone: the bytes of an update are a seat's view, and a random legal decision of that view
 * is the next move. docs/table-protocol.md is the language.
 */
#ifndef MESTRE_LOAD_CROWD_H
#define MESTRE_LOAD_CROWD_H

#include "match.h"

#include <stdbool.h>
#include <stdint.h>

struct crowd_options {
    int                 port;
    const char         *ruleset, *scenario;
    const struct match *match;
    int32_t             games;
    int32_t             games_a_pair;      /* how many games share one pair of connections: 1 to 16 */
};

/* How a stretch of play went. Times are of a decision until it was answered, in nanoseconds. */
struct crowd_figures {
    int64_t moves, refused, stale, errors, finished;
    double  seconds;
    int64_t p50, p90, p99, most;
};

struct crowd;

/* Connect. Ends the program with a message when that is not possible. */
struct crowd *crowd_connect(const struct crowd_options *options);

/* Create the games and open both seats of each; returns when all have begun. */
void crowd_sit_down(struct crowd *crowd);

/*
 * Play for so many seconds: each game makes a move every `interval` nanoseconds, or, with 0, as soon as it can. A game that
 * ends is followed by a new one at the same seats.
 */
struct crowd_figures crowd_play(struct crowd *crowd, int seconds, int64_t interval);

int32_t crowd_connections(const struct crowd *crowd);

void crowd_leave(struct crowd *crowd);

#endif
