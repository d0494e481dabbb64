/*
 * tally.h: the counts of many games, and the files in which parts of a simulation travel.
 *
 * All counts are whole numbers and the checksum is a sum over games, so that the total is the same however the games were
 * split. A file says exactly what was simulated; parts that differ in that, or that hold the same game twice, are
 * never added up.
 */
#ifndef MESTRE_TALLY_H
#define MESTRE_TALLY_H

#include "self_play.h"

struct span {
    int64_t from, to;             /* games from..to-1 */
};

struct tally {
    struct json_document what;    /* an object: engine, ruleset, scenario, options, seed, players, total number of games */
    struct span         *span;    /* in ascending order, apart from each other */
    int32_t              spans;
    int64_t              games, a_wins, b_wins, draws, seat_a_wins, steps;
    int64_t              trouble[TROUBLES];
    uint64_t             checksum;
    int64_t              milliseconds;      /* of work: threads count each */
};

/* Count one game. */
void tally_game(struct tally *tally, int64_t index, const struct played *played);

/* Add counts, without what and spans. */
void tally_add(struct tally *tally, const struct tally *part);

/* Add a whole part. False with a fault that says why the two do not belong together. */
bool tally_merge(struct tally *tally, const struct tally *part, struct arena *arena, struct fault *fault);

/* The file of a part, and back. */
void tally_write(const struct tally *tally, struct json_writer *writer);
bool tally_read(struct tally *tally, const char *name, const char *text, size_t length, struct arena *arena,
                struct fault *fault);

/* The games that were asked for in all. */
int64_t tally_total(const struct tally *tally);

/* How many games were in trouble of any kind. */
int64_t tally_troubles(const struct tally *tally);

/* The result for programs and for people; seconds is how long it took on the clock. */
void tally_write_report(const struct tally *tally, double seconds, struct json_writer *writer);
void tally_print_report(const struct tally *tally, double seconds);

#endif
