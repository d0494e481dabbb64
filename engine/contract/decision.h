/*
 * decision.h: what a seat does, what it may do, and why it may not.
 *
 * A decision is small and plain: a kind, a few ids, perhaps a place and a heading. With the dice it is all that a
 * journal records. Every ruleset names its kinds in a table that says which members each kind uses; members that a
 * kind does not use are zero, so that equal decisions are equal bytes.
 */
#ifndef MESTRE_DECISION_H
#define MESTRE_DECISION_H

#include "must.h"
#include "rule.h"
#include "table.h"

#include <stdbool.h>
#include <stdint.h>

struct decision {
    uint16_t     kind;
    int16_t      unit;           /* the piece that acts */
    int16_t      target;         /* the piece it acts on */
    int16_t      choice;         /* one of the kind's named choices */
    int32_t      value;          /* a number: a length, a count, a rating */
    struct point at;             /* ticks on a table; column and row on hexes; x alone is the zone on zones */
    int32_t      heading;        /* hundredths of a degree on a table; a vertex on hexes */
};

enum { USES_UNIT = 1, USES_TARGET = 2, USES_CHOICE = 4, USES_VALUE = 8, USES_AT = 16, USES_HEADING = 32 };

/*
 * A set of named values: `set` is the first half of their keys in the catalogues ("order.fire"). In the sets "seat" and "winner" the name
 * of a seat is that of its side, and is told as the scenario calls that side (match.h).
 */
struct names {
    const char        *set;
    const char *const *list;
    int32_t            count;
};

struct decision_kind {
    const char         *name;
    uint8_t             uses;
    bool                declines;    /* taking it means letting a chance pass: the policies of odds look at this */
    const struct names *choices;
    bool                binding;     /* once taken it is never taken back, whatever it has brought to light */
    bool                grave;       /* it gives much away, such as a piece that leaves the map: a host asks again before it is given */
    /*
     * Where answers make one plan (phase.gathered) a piece may be told several things: an answer that adds goes behind what the piece was
     * told before, one that does not replaces all of it. One that recalls takes back what it was told: a host that gathers plans changes
     * the plan instead, and does not list it.
     */
    bool                adds, recalls;
    bool                yields;      /* it gives the whole game up: no computer player takes it while there is anything else to do */
};

/*
 * One thing a seat may do. Members named in `open` are for the seat to fill in: space is continuous and refuse() answers
 * for the exact place. With open == 0 the decision is ready to be taken.
 */
struct offer {
    struct decision decision;
    uint8_t         open;            /* USES_AT, USES_HEADING, USES_VALUE */
};

enum { OFFERS_MAX = 2048 };

struct offers {
    struct offer *list;
    int32_t       count, capacity;
};

/* Inline: the decision is written where it is to stay. */
static inline void offer_add(struct offers *offers, struct decision decision, uint8_t open)
{
    must(offers->count < offers->capacity);
    offers->list[offers->count++] = (struct offer){ decision, open };
}

enum { REFUSAL_VALUES = 4 };

/* The rule that forbids a decision, with the numbers behind it and, for a place, the nearest that would do. */
struct refusal {
    rule_id     rule;
    int16_t     unit;                        /* the piece in the way, or NOBODY */
    int16_t     element;                     /* 1 + the board's element in the way, as write_board() counts them; 0: none */
    const char *terrain;                     /* what that element is: its text is "terrain.<kind>"; NULL without one */
    int32_t     value[REFUSAL_VALUES];
    bool        has_nearest;
    struct pose nearest;
};

/*
 * Fill a refusal and return its rule, so that a check reads `return refuse_with(why, SA_MOVE_03, length, limit);`. Where only
 * the answer matters, as in offers, why is NULL: then nothing needs to be worked out to explain it.
 */
rule_id refuse_with(struct refusal *why, rule_id rule, int32_t value0, int32_t value1);
/* The same, naming the piece in the way. */
rule_id refuse_for(struct refusal *why, rule_id rule, int unit);
/* The same, naming the element of the board in the way (from 0) and what it is; `kind` lives as long as the match. */
rule_id refuse_by(struct refusal *why, rule_id rule, int element, const char *kind);
/* What another check has refused, under the rule that called for that check. */
rule_id refuse_as(struct refusal *why, rule_id rule);

#endif
