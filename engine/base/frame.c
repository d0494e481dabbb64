/* frame.c: see frame.h. */
#include "frame.h"
#include "must.h"

#include <string.h>

void flow_push(struct flow *flow, uint8_t phase)
{
    must(flow->depth < FRAME_DEPTH);
    flow->stack[flow->depth] = (struct frame){ .phase = phase };
    flow->depth++;
}

void flow_pop(struct flow *flow)
{
    must(flow->depth > 0);
    flow->depth--;
    memset(&flow->stack[flow->depth], 0, sizeof flow->stack[0]);
}
