/*
 * event.h: what happened, with every number and the rules that produced it.
 *
 * Events are a flat list in the order in which things happen. Between the events of the ruleset stand the engine's own
 * records: the dice that were thrown and the account of a number (a base, reasons, a total) come before the event that
 * tells their result, further rules that bear on it come after it. A number is changed by the same call that
 * records why, so that no explanation is ever written apart from the arithmetic.
 *
 * `seen` says which seats learn of it. A list without memory (capacity 0) takes nothing and costs nothing: search
 * and self-play run that way.
 */
#ifndef MESTRE_EVENT_H
#define MESTRE_EVENT_H

#include "rule.h"

#include <stdbool.h>
#include <stdint.h>

enum { EVENT_VALUES = 6, EVENT_FACES = 24, NOBODY = -1 };

/* The engine's own records; a ruleset's kinds begin at EVENT_OWN. */
enum { EVENT_ROLL = 1, EVENT_BASE, EVENT_REASON, EVENT_TOTAL, EVENT_CITE, EVENT_OWN = 16 };

struct event {
    uint16_t kind;
    rule_id  rule;
    int16_t  unit, target;            /* pieces, or NOBODY */
    uint8_t  seen;                    /* SEAT_BIT()s, and the SPECTATOR's */
    uint8_t  count;                   /* EVENT_ROLL: dice in face[] */
    uint8_t  sides, need;             /* EVENT_ROLL: need 0 when no score was asked */
    union {
        int32_t value[EVENT_VALUES];
        uint8_t face[EVENT_FACES];
    } as;
};

struct events {
    struct event *list;
    int32_t       count, capacity;
    bool          full;               /* some were dropped: the list is for display only and must not be kept */
};

/* Room for one more, or NULL when nobody is listening. */
struct event *event_add(struct events *events, uint16_t kind, rule_id rule, uint8_t seen);

/* Does every account in the list add up? False, and the index of the total that does not. */
bool events_add_up(const struct events *events, int32_t *where);

#endif
