/* event.c: see event.h. */
#include "event.h"

#include <stddef.h>
#include <string.h>

struct event *event_add(struct events *events, uint16_t kind, rule_id rule, uint8_t seen)
{
    struct event *event;

    if (!events || events->count >= events->capacity) {
        if (events && events->capacity) events->full = true;
        return NULL;
    }
    event = &events->list[events->count++];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->rule = rule;
    event->seen = seen;
    event->unit = NOBODY;
    event->target = NOBODY;
    return event;
}

bool events_add_up(const struct events *events, int32_t *where)
{
    enum { NESTED = 8 };
    int32_t account[NESTED];
    int     open = 0;

    for (int32_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        *where = i;
        if (event->kind == EVENT_BASE) {
            if (open == NESTED) return false;
            account[open++] = event->as.value[0];
        } else if (event->kind == EVENT_REASON) {
            if (!open) return false;
            account[open - 1] += event->as.value[0];
        } else if (event->kind == EVENT_TOTAL) {
            if (!open || account[--open] != event->as.value[0]) return false;
        }
    }
    return open == 0;
}
