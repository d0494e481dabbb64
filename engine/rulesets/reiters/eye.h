/*
 * eye.h: what is seen of a position before it is judged: who stands where, who commands what, how far off the enemy is.
 *
 * A position that comes of another is seen quickest by what differs: what is said of the other stays, but for the zones that are told.
 */
#ifndef MESTRE_REITERS_EYE_H
#define MESTRE_REITERS_EYE_H

#include "rules.h"

enum { FAR = STEPS_FAR, GOALS = OBJECTIVES + EXITS + 8 };

/* What a unit would lose by each result, in its present state. */
struct stake { int disorder, one, two, quality; };

struct goal { const uint8_t *distance; int zone, points[2]; };           /* from each zone; [the seat that wants it] */

struct eye {
    const struct match *m;
    const struct state *s;
    struct lay          lay;
    uint64_t            firm[2];                         /* held by units that are in command: their zones count (FR-9.0-02) */
    uint64_t            control[2];                      /* where units with a zone of control stand */
    uint64_t            crowd[2];                        /* held, and no place for one alone */
    uint64_t            guns;                            /* where artillery stands */
    int8_t              first[ZONES], other[ZONES];      /* the units of a zone, and its commanders and baggage; NOBODY ends each list */
    int8_t              next[PIECES];
    uint8_t             away[2][ZONES];                  /* steps to the nearest unit of that side */
    uint64_t            general[2], area[COLUMNS];       /* within the radius of commanders */
    int                 placed[2], stirred[2];           /* pieces that have been set up, or moved in their step */
    int                 reacted[2];                      /* units on the map that have reacted */
    uint64_t            goal_zones;
    int                 goals;
    struct goal         goal[GOALS];
    /* What is judged of it (evaluate.c). */
    int                 care[2];                         /* hundredths: how a side minds its losses */
    seat_id             needy;                           /* who has to come on */
    struct stake        stake[PIECES];
    int32_t             force[PIECES];                   /* what a piece is worth */
    int32_t             post[PIECES][POSTS];             /* and what its place is */
    int32_t             lure[PIECES];                    /* what draws a unit on, but for the enemy */
    int32_t             sum[2][CONCERNS];                /* of both */
    int32_t             blow[ZONES];                     /* the best attack from there */
    int32_t             order[COLUMNS];                  /* how well its order fits the column */
};

_Static_assert(PIECES <= INT8_MAX, "a piece is a small number");
_Static_assert(sizeof(struct eye) <= REITERS_NOTES, "room for notes");

struct pieces { uint64_t word[2]; };

/* What is not as it was seen before. */
struct changes {
    bool          all;
    struct pieces pieces;            /* that are not what they were, or not where */
    uint64_t      touched;           /* zones where one of them stands or stood */
    uint64_t      held[2];           /* held by that seat, before or now */
    uint64_t      stale[2];          /* zones where what that seat has there may be worth something else */
    uint64_t      shaken[2];         /* those of them where more may differ than the way to the enemy and to what is to be won */
    bool          goals[2];          /* what draws that seat on is not what it was */
};

static inline bool among(const struct pieces *pieces, int piece) { return pieces->word[piece / 64] >> piece % 64 & 1; }

/* Look at a state; `before` has seen another of the same turn, or is NULL. */
void reiters_look(struct eye *eye, const struct match *m, const struct state *s, const struct eye *before, struct changes *changes);

#endif
