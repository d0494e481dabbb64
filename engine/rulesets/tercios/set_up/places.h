/*
 * places.h: what zones, places and deployment say to each other.
 */
#ifndef MESTRE_TERCIOS_PLACES_H
#define MESTRE_TERCIOS_PLACES_H

#include "tercios.h"

bool tercios_in_box(const struct box *box, struct point point, int32_t tolerance);

/* The zone of a seat: its box, of which only what lies far enough off the table's diagonal belongs to it where it is cut (B4). */
struct zone {
    struct box box;
    bool       cut;
    int32_t    diagonal;             /* its length */
};

struct zone tercios_own_zone(const struct match *m, const struct state *s, seat_id seat);
/* Is a point in that zone of the seat? */
bool tercios_is_in(const struct zone *zone, const struct match *m, const struct state *s, seat_id seat, struct point point, int32_t tolerance);

/* A unit in hand, and what the table, its zone and its regiment say to it. */
struct site {
    const struct match *m;
    const struct state *s;
    struct ground       g;
    struct zone         zone;
    int                 unit;
    int                 anchors;             /* one of these must be near; none: coherency asks nothing */
    uint8_t             anchor[PIECES];
    bool                may_be_alone;        /* if one that still waits finds room beside it (BE-SETUP-07) */
    int                 strips;              /* it comes onto the table by one of these, not in a zone */
    struct arrival      strip[STRIPS];
};

void tercios_open_site(struct site *site, const struct match *m, const struct state *s, int unit);
/* A place where the unit may stand, another one for another shift. */
bool tercios_search_site(const struct site *site, uint32_t shift, struct pose *found);
/* Into a building, as its garrison. */
rule_id tercios_place_in_refused(const struct site *site, int32_t element, struct refusal *why);

/* Of units and commanders; the commander in chief has none, which is the number of regiments. */
int tercios_regiment_of(const struct match *m, int piece);
/* The commander in chief and the elite unit are placed with any regiment. */
bool tercios_is_loose(const struct match *m, int piece);
/* A commander attached to a unit as he is placed. */
rule_id tercios_place_with_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why);
bool tercios_find_commander_place(const struct match *m, const struct state *s, int commander, uint32_t shift, struct pose *pose);

#endif
