/*
 * thinkers.h: computer players at work, on threads of their own. A player gets the bytes of his seat's view and nothing else.
 */
#ifndef MESTRE_THINKERS_H
#define MESTRE_THINKERS_H

#include "matches.h"
#include "player.h"
#include "workers.h"

enum { THINKING_ARENA = 64 << 20 };

/* One decision being considered. Whoever asked owns it from its delivery on. */
struct thought {
    struct work          work;
    void                *owner;          /* of the network thread alone; NULL when nobody wants the answer any more */
    struct matches      *matches;
    const struct match  *match;          /* held */
    const struct player *player;
    seat_id              seat;
    uint64_t             seed;
    int32_t              n;              /* for the owner: what the seat had noticed when it was asked */
    bool                 found;          /* false: no decision, which is a bug of the rules */
    bool                 delivered;      /* for the owner, who may have to keep it for a while */
    struct decision      decision;
    _Alignas(16) char    view[];
};

/* Ask a player about a view of his seat. NULL when there is no memory. */
struct thought *thinkers_ask(struct workers *workers, struct matches *matches, const struct match *match, const struct player *player,
                             seat_id seat, const struct state *view, void (*deliver)(struct mail *mail), void *owner);
void thought_free(struct thought *thought);

#endif
