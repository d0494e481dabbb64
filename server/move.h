/*
 * move.h: one step of a game on the bench: its beginning, a list of decisions, an undo. Nothing of it counts until the lines
 * that it has written are in the store; only then are its messages sent.
 *
 * A list is taken as a whole or not at all, as far as its seat knows what it decides: behind a decision that throws dice, shows
 * something hidden or binds, the rest of the list is left out. Otherwise a list whose end is refused would be a
 * way to look at dice without throwing them.
 */
#ifndef MESTRE_MOVE_H
#define MESTRE_MOVE_H

#include "records.h"

/* A plan of some dozens of pieces, each told several things; as many fit into a message. */
enum { MOVE_DECISIONS = 512 };

enum move_kind { MOVE_BEGIN, MOVE_DECIDE, MOVE_UNDO };

enum move_end {
    MOVE_MADE,
    MOVE_REFUSED,        /* `at` and `why` say by what */
    MOVE_NEEDS_DICE,     /* typed dice: `missing` says which */
    MOVE_WRONG_DICE,
    MOVE_NO_UNDO,
    MOVE_NO_MEMORY,
    MOVE_BUG
};

/* A message for whoever looks at the game as that viewer: the text of an update behind its channel. */
struct note {
    struct note *next;
    seat_id      viewer;
    int32_t      n;
    size_t       length;
    char         text[];
};

struct move {
    /* What is wanted. */
    enum move_kind         kind;
    seat_id                seat;
    const struct player   *stand_in;     /* that decides for the seat's person, or NULL */
    const struct decision *list;
    int32_t                count;
    const uint8_t         *face;         /* typed dice so far */
    uint32_t               faces;
    uint8_t                viewers;      /* SEAT_BIT()s of those for whom messages are written */
    bool                   amidst;       /* the step under way is followed by many of the same list: their seat needs no state of it */

    /* Where the game stands, and where it stands afterwards. */
    const struct table    *table;
    char *const           *seeds;
    const struct rest     *before;       /* NULL for a beginning */
    struct rest           *after;
    struct witness         witness;
    uint64_t               rolls;
    bool                   over;
    seat_id                winner;

    /* What came of it. The lines are on the bench, until it is used again. */
    enum move_end          end;
    int32_t                at, taken;
    struct refusal         why;
    struct dice_request    missing;
    struct note           *notes, **notes_end;
};

/* Unless MOVE_MADE, there is nothing to keep. A bug is logged with the game's id. */
enum move_end move_make(struct move *move, struct bench *bench);
/* Free what move_make has made and nobody has taken. */
void move_free(struct move *move);

#endif
