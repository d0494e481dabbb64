/*
 * scenario_reading.h: what the loaders of both editions share (scenario_reading.c). Every reader answers false after saying the fault,
 * which names the rule of the edition at hand.
 */
#ifndef MESTRE_TERCIOS_SCENARIO_READING_H
#define MESTRE_TERCIOS_SCENARIO_READING_H

#include "tables.h"

/* A member that may be null, but must be there. */
bool tercios_read_or_null(struct source from, const struct json *object, const char *key, int32_t low, int32_t high, int32_t *value);
/* A place on a table of that size. */
bool tercios_read_point(struct source from, const struct json *node, struct point size, struct point *point);
/* A rectangle on it: west, south, east, north. */
bool tercios_read_box(struct source from, const struct json *object, const char *key, struct point size, struct box *box);

/* "table": its size. */
bool tercios_read_table(struct match *m, struct source from, const struct json *root);
/* "turns", "end", "deployment", "breakthrough". */
bool tercios_read_end(struct match *m, struct source from, const struct json *root);
/* "terrain", in the kinds of the tables. */
bool tercios_read_terrain(struct match *m, struct loading *loading, const struct tables *tables);
/* The element of that id, or -1. */
int tercios_element_named(const struct match *m, const char *id);

/* Where a unit begins, whose type is known: "at" and "heading", or "house"; nothing where it is deployed in play. */
bool tercios_read_place(struct match *m, struct source from, const struct json *node, int unit);
/* BE-SETUP-07: within 6 in of another unit of the regiment; a regiment of one unit is exempt. */
bool tercios_check_coherency(const struct match *m, struct source from, const struct json *node, const struct regiment *regiment);
/* BE-SETUP-08: the base, or the building it is in, lies wholly in the zone. */
bool tercios_check_zone(const struct match *m, struct source from, const struct json *node, int unit);
/* BE-SETUP-08, BE-SETUP-09: nobody begins in a river, except at a crossing. */
bool tercios_check_dry(const struct match *m, struct source from, const struct json *node, int unit);
/* BE-GEO-14: enemies begin at least an inch apart; the fault is said of `unit`, to which `node` belongs. */
bool tercios_check_apart(const struct match *m, struct source from, const struct json *node, int other, int unit);

#endif
