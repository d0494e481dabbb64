/*
 * journal.h: a game as text: the save file, the record, the wire format, the replay and the bug report.
 *
 * JSON, one object a line (docs/journal.md). The first line is the header: ruleset and version, scenario, options, the dice
 * of the set-up. Each further line is a decision with its dice, or an undo. Every line ends with the hash of the
 * state after it (in the header: of the state and the options), so that a replay knows at once where it parts from the
 * original. Where the host has pledged its dice, the header says how and a last line reveals their seed.
 */
#ifndef MESTRE_JOURNAL_H
#define MESTRE_JOURNAL_H

#include "game.h"

enum { JOURNAL_VERSION = 1, JOURNAL_LINE = 8192, PLEDGE_DIGITS = 64, PLEDGE_TEXT = 128 };

/*
 * What the host pledged of its dice before the first roll (docs/verifiable-dice.md). The engine carries it and checks its
 * form; whether the dice keep it is for the hosts to work out, because the engine knows no cryptography.
 */
struct pledge {
    const char *scheme;                        /* NULL: nothing was pledged */
    const char *game;                          /* at most PLEDGE_TEXT bytes, as are the seeds */
    const char *commitment;                    /* PLEDGE_DIGITS lower-case hexadecimal digits */
    const char *seed[SEATS_MAX];               /* the players' own, in the order of the seats */
    char        revealed[PLEDGE_DIGITS + 1];   /* likewise digits; empty as long as the seed is a secret */
};

/* The header of a game that has just begun; `scenario` is inlined when it is not one of the library's. */
void journal_header(const struct game *game, const struct document *inlined, struct out *out);
/* The same with the pledge of its dice, all but what is revealed. */
void journal_pledged_header(const struct game *game, const struct document *inlined, const struct pledge *pledge,
                            struct out *out);
/* The line of the decision that was just decided, with the dice that the game has kept. */
void journal_decision(const struct game *game, seat_id seat, const struct decision *d, struct out *out);
/* The same when a computer player of that name decided for the person whose seat it is; with NULL, nobody did. */
void journal_decision_for(const struct game *game, seat_id seat, const char *player, const struct decision *d, struct out *out);
void journal_undo(const struct game *game, seat_id seat, struct out *out);
/* The last line of a journal whose header has a pledge: the seed, as digits. */
void journal_reveal(const char *digits, struct out *out);

/* Told after the header (seat NO_SEAT, d NULL) and after each line but a reveal; false stops the replay there. */
struct journal_listener {
    bool (*line)(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events);
    void         *context;
    struct events events;             /* memory for the events of one line; may be without */
    struct pledge pledge;             /* filled in by the replay; its texts are in the arena */
    const char   *player;             /* likewise, for the line that is told: the computer player that decided for a person, or NULL */
};

/*
 * Replay text[0..length). Everything is checked: version, hash of the scenario, that each decision was legal, that the dice
 * were neither too few nor too many, and every state hash. False with a fault that names the line; the game is then
 * as it was after the last good line, and `lines` says how many were good.
 */
bool journal_replay(struct game *game, const struct library *library, const char *name, const char *text, size_t length,
                    struct journal_listener *listener, struct arena *arena, int32_t *lines, struct fault *fault);

/* The same on a match that is there already, and which the header must be of: for a host that shares matches between games. */
bool journal_replay_onto(struct game *game, const struct match *match, const char *name, const char *text, size_t length,
                         struct journal_listener *listener, struct arena *arena, int32_t *lines, struct fault *fault);

#endif
