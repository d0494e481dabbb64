/*
 * zones_parts.h: what the files of the zones share and nobody else sees: products of vectors, corners and edges, and
 * the crossings that both movement and sight are made of.
 *
 * Coordinates are at most ZONE_EXTENT = 2^12, so a cross product is at most 2^25 and a place on a line, a fraction of
 * two of them, can be compared in 64 bits; only the length of a graze needs 128.
 */
#ifndef MESTRE_ZONES_PARTS_H
#define MESTRE_ZONES_PARTS_H

#include "zones.h"

struct vector { int64_t x, y; };

static inline struct vector toward(struct zone_point from, struct zone_point to)
{
    return (struct vector){ to.x - from.x, to.y - from.y };
}

static inline int64_t cross(struct vector a, struct vector b)
{
    return a.x * b.y - a.y * b.x;
}

static inline int64_t dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y;
}

static inline int64_t turn_of(struct zone_point a, struct zone_point b, struct zone_point c)
{
    return cross(toward(a, b), toward(a, c));
}

/* Whether p lies on the segment from a to b, ends included. */
static inline bool on_segment(struct zone_point a, struct zone_point b, struct zone_point p)
{
    return turn_of(a, b, p) == 0 && dot(toward(p, a), toward(p, b)) <= 0;
}

/* A corner of a zone by its place in the common list, and its neighbours in the polygon. */
static inline int32_t corner_after(const struct zone_map *map, int32_t zone, int32_t i)
{
    return i + 1 < map->first_corner[zone + 1] ? i + 1 : map->first_corner[zone];
}

static inline int32_t corner_before(const struct zone_map *map, int32_t zone, int32_t i)
{
    return i > map->first_corner[zone] ? i - 1 : map->first_corner[zone + 1] - 1;
}

static inline struct zone_point corner_point(const struct zone_map *map, int32_t i)
{
    return map->vertex[map->corner[i]];
}

static inline int32_t zones_at(const struct zone_map *map, int32_t vertex)
{
    return map->first_at_vertex[vertex + 1] - map->first_at_vertex[vertex];
}

static inline int32_t other_zone(const struct zone_edge *edge, int32_t zone)
{
    return edge->zone[0] == zone ? edge->zone[1] : edge->zone[0];
}

static inline bool can_pass(const struct zone_map *map, int32_t a, int32_t b, int32_t kind)
{
    return kind < map->impassable && !map->closed[a] && !map->closed[b];
}

/* Where a point lies with regard to a zone. */
enum inside { OUTSIDE, ON_EDGE, WITHIN };

enum inside zone_holds(const struct zone_map *map, int32_t zone, struct zone_point p);

/* Whether an edge lies on that side of the canvas. */
bool zone_on_rim(const struct zone_map *map, const struct zone_edge *edge, enum zone_side side);

/* A crossing from a to b by a given edge or vertex. */
struct zone_crossing zone_border_crossing(const struct zone_map *map, int32_t edge, int32_t a, int32_t b);
struct zone_crossing zone_junction_crossing(const struct zone_map *map, int32_t vertex, int32_t a, int32_t b);

/* The crossing between a and b with the lowest id above `after`. */
bool zone_next_crossing(const struct zone_map *map, int32_t a, int32_t b, int32_t after,
                        struct zone_crossing *crossing);

/* zone_trace() from the lower zone to the higher. False when the line enters more than ZONE_TRACE zones. */
bool zone_trace_upward(const struct zone_map *map, int32_t low, int32_t high, int32_t graze,
                       struct zone_trace *trace);

#endif
