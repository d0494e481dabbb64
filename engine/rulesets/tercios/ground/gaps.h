/*
 * gaps.h: straight lines among obstacles, for ground.c and sight.c: which things a line comes near to, and whether it
 * goes through a narrow gap between two of them (BE-GEO-13).
 */
#ifndef MESTRE_TERCIOS_GAPS_H
#define MESTRE_TERCIOS_GAPS_H

#include "tercios.h"

enum { GAP_WIDTH = 3 * INCH };

/* A line and its direction, worked out once for all that may lie beside it. */
struct lane {
    struct segment line;
    int64_t        x, y;             /* from its start to its end */
    int64_t        length;           /* rounded up */
};

struct lane tercios_lane(struct segment line);
/* False only if the thing is surely further than `reach` from the line. */
bool tercios_lane_near_base(const struct lane *lane, const struct base *base, int32_t reach);
bool tercios_lane_near_element(const struct lane *lane, const struct element *element, int32_t reach);

/* BE-GEO-12: does the line cross the element? */
bool tercios_crosses(struct segment line, const struct element *element);

/* What lies between two limits across the line (right of it is positive) and along it, in ticks times lane.length. */
struct spread { int64_t left, right, near, far; };

struct thing {
    struct obstacle       obstacle;
    const struct element *element;   /* NULL of a base */
    int                   unit;      /* NOBODY of an element */
    struct spread         spread;
};

/* The obstacles that may form a gap on the line. */
struct things {
    int          count;
    struct thing list[PIECES + GROUNDS];
};

void tercios_add_base(struct things *things, const struct lane *lane, int unit, const struct base *base);
void tercios_add_element(struct things *things, const struct lane *lane, const struct element *element);

/*
 * 0, or the rule given, with a unit at the gap and its width: the line goes through a narrow gap between two of the
 * things. The mouth of a bridge or ford is no bank: a gap that ends there does not count (BE-TERR-18).
 */
rule_id tercios_gap_refused(const struct ground *g, const struct lane *lane, const struct things *things, rule_id rule,
                            struct refusal *why);

#endif
