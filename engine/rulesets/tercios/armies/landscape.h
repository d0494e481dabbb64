/*
 * landscape.h: terrain for a generated battle, as battle.c writes it.
 */
#ifndef MESTRE_TERCIOS_LANDSCAPE_H
#define MESTRE_TERCIOS_LANDSCAPE_H

#include "load/tables.h"

enum { WIDTH = 180 * CENTIMETRE, DEPTH = 120 * CENTIMETRE, VERTICES = 12 };

struct feature {
    const char  *kind;
    bool         is_line, impassable, is_river, is_crossing;
    seat_id      by;                 /* who bought it, or NO_SEAT */
    int32_t      count;
    struct point middle, vertex[VERTICES];
};

enum axis { AXIS_X, AXIS_Y, AXES };

struct layout {
    struct feature list[ELEMENTS];
    int32_t        count;
    int64_t        impassable[AXES][2];      /* twice the area in each zone */
    int64_t        tilt[AXES];               /* twice the area by which one half has more than the other */
    struct point   slot[3];                  /* where the river can be crossed */
    int32_t        slots;
    int32_t        ford_half[AXES];
};

/* A table that is fair in both orientations. False when the random numbers make none, which is next to impossible. */
bool tercios_lay_fair(struct layout *layout, struct random *random);
/* A table by terrain points (BE-SETUP-02), with the prices of T-6. */
void tercios_lay_bought(struct layout *layout, const struct tables *tables, struct random *random);

#endif
