/*
 * self_play.h: one game between two computer players, through the referee.
 *
 * Each player gets only the view of the seat it plays. Game i depends on the seed and i alone, whatever was played before
 * it and on whatever thread, so that games can be spread over threads and machines.
 */
#ifndef MESTRE_SELF_PLAY_H
#define MESTRE_SELF_PLAY_H

#include "game.h"
#include "player.h"

#include <stdio.h>

/* What can go wrong in a game; none of it should ever happen. */
enum trouble {
    NO_TROUBLE,
    DEAD_END,            /* a seat is asked and has no legal decision */
    OFFER_REFUSED,       /* something offered or chosen is refused */
    UNSOUND,             /* the state is not possible by the ruleset's own account */
    UNBALANCED,          /* an explained number does not add up, or there were more events than fit */
    ENDLESS,             /* the game did not end within the limit of decisions */
    BUG,                 /* a must() failed */
    TROUBLES
};

extern const char *const trouble_name[TROUBLES];       /* "dead_ends": the key of its count */

struct self_play {
    const struct match    *match;
    const struct player   *player[2];      /* a and b */
    const struct match    *mind_of[2];     /* the same match with another mind, for a or b to think by; NULL: the match's own */
    uint64_t               seed;
    bool                   mirror;         /* games 2k and 2k+1 have the same dice and swapped seats */
    bool                   check;          /* look at every state, offer and account */
    int64_t                limit;          /* decisions in one game */
    const struct document *inlined;        /* for journals, or NULL */
    /* Shown every position where somebody is asked, as it truly is; NULL: nobody watches. */
    void                 (*watch)(void *watcher, const struct state *s);
    void                  *watcher;

    struct arena           memory, thoughts;
    struct events          events;
    struct offers          offers;
    struct out             line;
};

struct played {
    enum trouble trouble;
    seat_id      winner;          /* a seat, or NO_SEAT for a draw */
    int          winner_player;   /* 0 is a, 1 is b, -1 a draw */
    uint32_t     steps;
    uint64_t     hash;            /* of the final state */
    struct fault fault;           /* what the trouble was */
    bool         unwritten;       /* the journal could not be written */
};

/* Take memory; the members before `memory` are the caller's to set. */
void self_play_open(struct self_play *self);
void self_play_close(struct self_play *self);

/* Play game `index`; with a journal, write it there. */
void self_play_game(struct self_play *self, int64_t index, FILE *journal, struct played *played);

#endif
