/*
 * weighing.h: what may be done in a position, and what each of it promises at once.
 *
 * A decision is worth what the position is worth to expect after it, by exact odds or in haste by a few throws, up to the next question that matters (odds.h); where a
 * plan is made piece by piece, what the game says of the piece (ruleset.promise). All other thinking begins with this.
 */
#ifndef MESTRE_WEIGHING_H
#define MESTRE_WEIGHING_H

#include "mind.h"
#include "play.h"

struct candidate {
    struct decision d;
    int64_t         promise;         /* comparable within one position alone */
    int64_t         sum;             /* of what playing on from it has shown, by search.h */
    int64_t         gain;            /* the sum of what it came to beyond the first choice in the same worlds */
    int64_t         luck;            /* and of what luck it had beyond that one's */
    int64_t         squares, luck_squares, products;     /* the sums of the squares of both and of their products, in thousandths of MIND_WON */
    int32_t         count;           /* and how often that was */
    bool            is_first;        /* it promised most of all */
    bool            by_odds;         /* the promise is the value to expect, not what a game says of a plan */
};

/* One who weighs. The arena is given back as it was. */
struct weigher {
    const struct match  *match;
    const struct temper *temper;     /* or NULL */
    struct random       *random;
    struct arena        *arena;
    void                *notes;      /* room for those of the world (ruleset.take_notes), which stand afterwards; or NULL */
    int32_t              notice;     /* so many offers come to mind, beside those that let things be; 0: all */
    int32_t              error;      /* misjudged by so much: see mind_level */
    int32_t              throws;     /* by so many throws instead of exact odds; 0: by odds */
    bool                 asked;      /* where a plan is made piece by piece: about the piece below, not the one whose turn it is */
    int16_t              piece;      /* or NOBODY: what is about no piece */
};

enum { CANDIDATES_MOST = 4096 };

/*
 * The candidates of a seat in a guessed world, in the order of the offers, each of another effect; how many. Offers that give the game up, and
 * those that take back what a piece was told, are left out unless there is nothing else. 0: nothing legal was found, or no room.
 */
int32_t weigh(const struct weigher *weigher, const struct state *world, seat_id seat, struct candidate *list, int32_t capacity);

/* The one that promises most; of equals the first. */
int32_t most_promising(const struct candidate *list, int32_t count);

/* Nobody gives the game up while there is anything else to do: those offers are struck off. */
void strike_off_yielding(const struct match *m, struct offers *offers);

/* Room for all offers. False: there is none. */
bool take_offers(struct arena *arena, struct offers *offers);

#endif
