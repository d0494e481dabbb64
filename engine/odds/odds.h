/*
 * odds.h: the exact distribution of what a decision leads to.
 *
 * The rules themselves are run, with enumerating dice, once for every distinct outcome of every roll; equal states are
 * merged after each phase, so that a long exchange stays small. Weights are exact fractions and sum to 1.
 *
 * A decision that only announces what comes to its dice later (ruleset.foretell) has the odds of what it announces.
 */
#ifndef MESTRE_ODDS_H
#define MESTRE_ODDS_H

#include "play.h"

/*
 * What to do when, before the decision is played out, a seat is asked again. A reaction is a decision of another seat in a
 * frame above the one where the decision was taken. A question that what is under way leaves to somebody (phase.settles) is answered by
 * the first offer, whoever is asked and wherever; where a member of it is open, with what the offer has there if that is legal, else
 * with a sample that is always the same. Every other question ends the enumeration.
 */
enum odds_policy {
    ODDS_STOP,               /* stop at the first question of anybody, and foretell nothing */
    ODDS_DECLINE,            /* reactions: take the offer that lets the chance pass */
    ODDS_REACT               /* reactions: take the first offer that does not */
};

struct outcome {
    struct weight weight;
    uint64_t      hash;
    uint32_t      state;     /* its place among the states */
    bool          ends;      /* a seat is asked or the game is over */
};

struct odds {
    const struct match *match;
    struct outcome     *list;
    int32_t             count;
    char               *states;
    int32_t             runs;         /* how often rule code was run */
};

/*
 * The odds of `d`, which play_refuse() must have let pass. Of an announcement they are those of the decision that it leads to, as far as
 * the decisions in between come without dice; those that are not legal by then are passed over. Memory comes from the arena, as much as it has; false with a
 * fault when that is too little or the numbers grow too large.
 */
bool odds_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
             enum odds_policy policy, struct arena *arena, struct odds *odds, struct fault *fault);

const struct state *odds_state(const struct odds *odds, int32_t outcome);

/* The policy of that name ("stop", "decline", "react"), or -1. */
int odds_policy_named(const char *name);

/* The chance that a unit's field, or with unit NOBODY a game field, has a value. */
struct weight odds_chance(const struct odds *odds, int unit, const struct field *field, int32_t value);

/* The chance that the game is over and won by a seat (NO_SEAT: drawn). */
struct weight odds_of_winner(const struct odds *odds, seat_id winner);

/* The value of evaluate() to expect, in thousandths of its unit, rounded towards zero term by term. */
int64_t odds_expected(const struct odds *odds, seat_id seat);

#endif
