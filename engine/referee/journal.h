/*
 * journal.h: a game as text: the save file, the record, the wire format, the replay and the bug report.
 *
 * JSON, one object a line (docs/journal.md). The first line is the header: ruleset and version, scenario, options, the dice
 * of the set-up. Each further line is a decision with its dice, or an undo. Every line ends with the hash of the
 * state after it (in the header: of the state and the options), so that a replay knows at once where it parts from the
 * original.
 */
#ifndef MESTRE_JOURNAL_H
#define MESTRE_JOURNAL_H

#include "game.h"

enum { JOURNAL_VERSION = 1, JOURNAL_LINE = 8192 };

/* The header of a game that has just begun; `scenario` is inlined when it is not one of the library's. */
void journal_header(const struct game *game, const struct document *inlined, struct out *out);
/* The line of the decision that was just decided, with the dice that the game has kept. */
void journal_decision(const struct game *game, seat_id seat, const struct decision *d, struct out *out);
void journal_undo(const struct game *game, seat_id seat, struct out *out);

/* Told after the header (seat NO_SEAT, d NULL) and after each line; false stops the replay there. */
struct journal_listener {
    bool (*line)(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events);
    void         *context;
    struct events events;             /* memory for the events of one line; may be without */
};

/*
 * Replay text[0..length). Everything is checked: version, hash of the scenario, that each decision was legal, that the dice
 * were neither too few nor too many, and every state hash. False with a fault that names the line; the game is then
 * as it was after the last good line, and `lines` says how many were good.
 */
bool journal_replay(struct game *game, const struct library *library, const char *name, const char *text, size_t length,
                    struct journal_listener *listener, struct arena *arena, int32_t *lines, struct fault *fault);

#endif
