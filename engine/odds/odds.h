/*
 * odds.h: the exact distribution of what a decision leads to.
 *
 * The rules themselves are run, with enumerating dice, once for every distinct outcome of every roll; equal states are
 * merged before and after each roll, so that a long exchange stays small. Weights are exact fractions and sum to 1.
 *
 * A decision that only announces what comes to its dice later (ruleset.foretell) has the odds of what it announces, and one whose dice fall
 * together with those of many others (ruleset.alone) has those of its own dice, as if nobody else threw.
 */
#ifndef MESTRE_ODDS_H
#define MESTRE_ODDS_H

#include "mind.h"
#include "play.h"

/*
 * What to do when, before the decision is played out, a seat is asked again. A reaction is a decision of another seat in a
 * frame above the one where the decision was taken. A question that what is under way leaves to somebody (phase.settles) is answered by
 * the first offer, whoever is asked and wherever; where a member of it is open, with what the offer has there if that is legal, else
 * with a sample that is always the same. Every other question ends the enumeration.
 */
enum odds_policy {
    ODDS_STOP,               /* stop at the first question of anybody, foretell nothing and set nothing apart */
    ODDS_DECLINE,            /* reactions: take the offer that lets the chance pass */
    ODDS_REACT               /* reactions: take the first offer that does not */
};

struct outcome {
    struct weight       weight;
    const struct state *state;
    bool                ends;      /* a seat is asked, the game is over, or a matter of its own begins (phase.aside) */
};

struct odds {
    const struct match *match;
    struct outcome     *list;
    int32_t             count;
    int32_t             runs;         /* how often rule code was run */
};

/*
 * The odds of `d`, which play_refuse() must have let pass. Of an announcement they are those of the decision that it leads to, as far as
 * the decisions in between come without dice; those that are not legal by then are passed over. Memory comes from the arena, as much as it has; false with a
 * fault when that is too little or the numbers grow too large.
 */
bool odds_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
             enum odds_policy policy, struct arena *arena, struct odds *odds, struct fault *fault);

/*
 * Several decisions of one position may come to the very same before their dice, and have the same odds then. What was come to so far; begin
 * with all zero.
 */
enum { ODDS_SEEN = 128 };

struct odds_seen {
    int32_t  count;
    uint64_t hash[ODDS_SEEN];
};

/* The odds of `d`, or none at all (count 0) where it comes to what another decision came to, whether that could be worked out or not. */
bool odds_of_new(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                 struct odds_seen *seen, struct arena *arena, struct odds *odds, struct fault *fault);

/*
 * Many decisions come, before any dice, to a question that the rules leave to another seat (phase.settles): who is the principal defender?
 * The odds above take its first offer. These tell what each answer would make of them.
 */
enum { ODDS_ANSWERS = 6 };

struct odds_question {
    seat_id         seat;                        /* who is asked; NO_SEAT: there is no such question */
    int32_t         count;
    struct decision answer[ODDS_ANSWERS];        /* the offers that are ready to be taken, the first of them */
};

/* The first such question on the way to the dice; policies answer what comes before it, and with ODDS_STOP there is none. */
bool odds_question(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                   struct arena *arena, struct odds_question *question, struct fault *fault);

/* The odds of `d` when that question is answered so. A fault too when there is no such question, or that is no answer to it. */
bool odds_given(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                const struct decision *answered, struct arena *arena, struct odds *odds, struct fault *fault);

/*
 * The rules by which the outcomes of `d` come about: those that a few throws of its dice cite before the seat, in the order in which they are
 * first cited, the rule of the phase first; how many, at most `capacity`. The arena is given back as it was.
 */
int32_t odds_rules(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                   struct arena *arena, rule_id *list, int32_t capacity);

const struct state *odds_state(const struct odds *odds, int32_t outcome);

/* The policy of that name ("stop", "decline", "react"), or -1. */
int odds_policy_named(const char *name);

/* The chance that a unit's field, or with unit NOBODY a game field, has a value. */
struct weight odds_chance(const struct odds *odds, int unit, const struct field *field, int32_t value);

/* The chance that the game is over and won by a seat (NO_SEAT: drawn). */
struct weight odds_of_winner(const struct odds *odds, seat_id winner);

/*
 * The value to expect (mind.h) by a temper, in thousandths, rounded towards zero term by term; notes: what ruleset.take_notes() has written of
 * the state before the decision, or NULL.
 */
int64_t odds_expected(const struct odds *odds, seat_id seat, const struct temper *temper, const void *notes);

/*
 * For whoever has no time for odds: what `d` comes to on the average of a few throws, in thousandths as odds_expected() says it. Two decisions
 * that are asked about with one seed are thrown for with the same dice; where nothing is thrown it is exact. The arena is given back as it was.
 * False: there is no room.
 */
bool odds_by_throws(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy, uint64_t seed,
                    int32_t throws, const struct temper *temper, const void *notes, struct arena *arena, int64_t *expected);

#endif
