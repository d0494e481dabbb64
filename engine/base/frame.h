/*
 * frame.h: the flow of play as an explicit stack inside the state.
 *
 * A frame is a phase and a few integers. A charge that provokes a reaction that provokes a shot is three frames.
 * `struct flow` is the first member of every ruleset's state. Frames above the top are zero, so that equal
 * positions are equal bytes.
 */
#ifndef MESTRE_FRAME_H
#define MESTRE_FRAME_H

#include "must.h"
#include "rule.h"

#include <stdint.h>

enum { FRAME_DEPTH = 16, FRAME_VALUES = 6 };

struct frame {
    uint8_t phase;
    uint8_t step;                     /* where enter() goes on when the frame is on top again */
    uint8_t asked;                    /* SEAT_BIT()s of the seats whose decision is awaited */
    uint8_t spare;
    int32_t value[FRAME_VALUES];          /* pieces, places, counts: whatever the phase names them */
};

struct flow {
    struct frame stack[FRAME_DEPTH];
    uint8_t depth;
    uint8_t over;
    int8_t  winner;                   /* when over: a seat, or NO_SEAT for a draw */
    uint8_t spare;
};

static inline struct frame *flow_top(struct flow *flow)
{
    must(flow->depth > 0);
    return &flow->stack[flow->depth - 1];
}

static inline const struct frame *flow_top_const(const struct flow *flow)
{
    must(flow->depth > 0);
    return &flow->stack[flow->depth - 1];
}

void flow_push(struct flow *flow, uint8_t phase);
void flow_pop(struct flow *flow);

#endif
