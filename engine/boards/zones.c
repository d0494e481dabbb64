/*
 * zones.c: questions to a built map, and searches over it; see zones.h.
 */
#include "zones_parts.h"

#include "maths.h"
#include "must.h"

#include <stddef.h>
#include <string.h>

bool zone_in(const struct zone_set *set, int32_t zone)
{
    must(zone >= 0 && zone < ZONE_LIMIT);
    return (set->bits[zone / 64] >> (zone % 64) & 1) != 0;
}

void zone_add(struct zone_set *set, int32_t zone)
{
    must(zone >= 0 && zone < ZONE_LIMIT);
    set->bits[zone / 64] |= (uint64_t)1 << (zone % 64);
}

int32_t zone_set_size(const struct zone_set *set)
{
    int32_t count = 0;

    for (int32_t zone = zone_next(set, -1); zone != ZONE_NONE; zone = zone_next(set, zone))
        count++;
    return count;
}

int32_t zone_next(const struct zone_set *set, int32_t after)
{
    for (int32_t zone = after + 1; zone < ZONE_LIMIT; zone++) {
        uint64_t rest = set->bits[zone / 64] >> (zone % 64);

        if (rest != 0)
            return zone + __builtin_ctzll(rest);
        zone |= 63;                                          /* nothing more in this word */
    }
    return ZONE_NONE;
}

enum inside zone_holds(const struct zone_map *map, int32_t zone, struct zone_point p)
{
    bool within = false;

    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        struct zone_point a = corner_point(map, i), b = corner_point(map, corner_after(map, zone, i));

        if (on_segment(a, b, p))
            return ON_EDGE;
        if ((a.y > p.y) != (b.y > p.y) && (turn_of(a, b, p) > 0) == (b.y > a.y))
            within = !within;
    }
    return within ? WITHIN : OUTSIDE;
}

bool zone_on_rim(const struct zone_map *map, const struct zone_edge *edge, enum zone_side side)
{
    struct zone_point a = map->vertex[edge->a], b = map->vertex[edge->b];

    switch (side) {
    case ZONE_NORTH: return a.y == 0 && b.y == 0;
    case ZONE_EAST:  return a.x == map->width && b.x == map->width;
    case ZONE_SOUTH: return a.y == map->height && b.y == map->height;
    case ZONE_WEST:  return a.x == 0 && b.x == 0;
    }
    return false;
}

int32_t zone_at(const struct zone_map *map, struct zone_point point)
{
    if (!between(0, point.x, map->width) || !between(0, point.y, map->height))
        return ZONE_NONE;
    for (int32_t zone = 0; zone < map->zone_count; zone++)
        if (zone_holds(map, zone, point) != OUTSIDE)
            return zone;
    return ZONE_NONE;
}

enum zone_link zone_link(const struct zone_map *map, int32_t a, int32_t b)
{
    if (zone_in(&map->border[a], b))
        return ZONE_BY_BORDER;
    return zone_in(&map->corner_only[a], b) ? ZONE_BY_JUNCTION : ZONE_APART;
}

bool zone_adjacent(const struct zone_map *map, int32_t a, int32_t b)
{
    return zone_in(&map->adjacent[a], b);
}

bool zone_touches(const struct zone_map *map, int32_t zone, enum zone_side side)
{
    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        const struct zone_edge *edge = &map->edge[map->corner_edge[i]];

        if (edge->zone[1] == ZONE_NONE && zone_on_rim(map, edge, side))
            return true;
    }
    return false;
}

bool zone_road_step(const struct zone_map *map, int32_t a, int32_t b)
{
    for (int32_t road = 0; road < map->road_count; road++)
        for (int32_t i = map->first_of_road[road]; i + 1 < map->first_of_road[road + 1]; i++)
            if ((map->road[i] == a && map->road[i + 1] == b) || (map->road[i] == b && map->road[i + 1] == a))
                return true;
    return false;
}

static bool zone_meets(const struct zone_map *map, int32_t vertex, int32_t zone)
{
    for (int32_t i = map->first_at_vertex[vertex]; i < map->first_at_vertex[vertex + 1]; i++)
        if (map->zone_at_vertex[i] == zone)
            return true;
    return false;
}

struct zone_crossing zone_border_crossing(const struct zone_map *map, int32_t edge, int32_t a, int32_t b)
{
    const struct zone_edge *e = &map->edge[edge];

    return (struct zone_crossing){ ZONE_BY_BORDER, (int16_t)edge, e->kind, e->sight, can_pass(map, a, b, e->kind) };
}

struct zone_crossing zone_junction_crossing(const struct zone_map *map, int32_t vertex, int32_t a, int32_t b)
{
    return (struct zone_crossing){ ZONE_BY_JUNCTION, (int16_t)vertex, map->junction_kind[vertex],
                                   map->junction_sight[vertex], can_pass(map, a, b, map->junction_kind[vertex]) };
}

bool zone_next_crossing(const struct zone_map *map, int32_t a, int32_t b, int32_t after,
                        struct zone_crossing *crossing)
{
    enum zone_link by   = zone_link(map, a, b);
    int32_t        best = ZONE_NONE;

    for (int32_t i = map->first_corner[a]; by != ZONE_APART && i < map->first_corner[a + 1]; i++) {
        int32_t id    = by == ZONE_BY_BORDER ? map->corner_edge[i] : map->corner[i];
        bool    leads = by == ZONE_BY_BORDER ? other_zone(&map->edge[id], a) == b : zone_meets(map, id, b);

        if (leads && id > after && (best == ZONE_NONE || id < best))
            best = id;
    }
    if (best == ZONE_NONE)
        return false;
    *crossing = by == ZONE_BY_BORDER ? zone_border_crossing(map, best, a, b) : zone_junction_crossing(map, best, a, b);
    return true;
}

int32_t zone_crossings(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *list, int32_t capacity)
{
    struct zone_crossing crossing = { .id = ZONE_NONE };
    int32_t              count    = 0;

    while (zone_next_crossing(map, a, b, crossing.id, &crossing)) {
        if (count < capacity)
            list[count] = crossing;
        count++;
    }
    return count;
}

bool zone_easiest(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *crossing)
{
    struct zone_crossing next  = { .id = ZONE_NONE };
    bool                 found = false;

    while (zone_next_crossing(map, a, b, next.id, &next))
        if (next.passable && (!found || next.kind < crossing->kind)) {
            *crossing = next;
            found     = true;
        }
    return found;
}

bool zone_hardest(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *crossing)
{
    struct zone_crossing next  = { .id = ZONE_NONE };
    bool                 found = false;

    while (zone_next_crossing(map, a, b, next.id, &next))
        if (next.passable && (!found || next.kind > crossing->kind)) {
            *crossing = next;
            found     = true;
        }
    return found;
}

void zone_distances(const struct zone_map *map, const struct zone_set *sources, zone_may_enter *enter,
                    const void *context, int16_t distance[ZONE_LIMIT])
{
    int16_t queue[ZONE_LIMIT];
    int32_t filled = 0;

    memset(distance, 0xff, ZONE_LIMIT * sizeof distance[0]);
    for (int32_t zone = zone_next(sources, -1); zone != ZONE_NONE; zone = zone_next(sources, zone)) {
        must(zone < map->zone_count);
        distance[zone]  = 0;
        queue[filled++] = (int16_t)zone;
    }
    for (int32_t i = 0; i < filled; i++) {
        const struct zone_set *around = &map->adjacent[queue[i]];

        for (int32_t to = zone_next(around, -1); to != ZONE_NONE; to = zone_next(around, to))
            if (distance[to] < 0 && (enter == NULL || enter(context, queue[i], to))) {
                distance[to]    = (int16_t)(distance[queue[i]] + 1);
                queue[filled++] = (int16_t)to;
            }
    }
}

void zone_side_distances(const struct zone_map *map, enum zone_side side, int16_t distance[ZONE_LIMIT])
{
    struct zone_set sources = { { 0 } };

    for (int32_t zone = 0; zone < map->zone_count; zone++)
        if (!map->closed[zone] && zone_touches(map, zone, side))
            zone_add(&sources, zone);
    zone_distances(map, &sources, NULL, NULL, distance);
}

static void reach_improve(struct zone_reach *reach, int32_t layer, int32_t zone, int32_t cost, int32_t steps,
                          int32_t previous)
{
    int32_t known = reach->cost[layer][zone];

    if (known >= 0 && (known < cost || (known == cost && reach->steps[layer][zone] < steps)))
        return;
    if (known == cost && reach->steps[layer][zone] == steps && reach->previous[layer][zone] <= previous)
        return;
    reach->cost[layer][zone]     = cost;
    reach->steps[layer][zone]    = (int16_t)steps;
    reach->previous[layer][zone] = (int16_t)previous;
}

/* The zone to go on from next: the cheapest, then fewest steps, then lowest, of those not done. */
static int32_t reach_next(const struct zone_reach *reach, const struct zone_map *map, const struct zone_set *done)
{
    int32_t best = ZONE_NONE;

    for (int32_t zone = 0; zone < map->zone_count; zone++) {
        int32_t cost = reach->cost[0][zone];

        if (cost < 0 || zone_in(done, zone))
            continue;
        if (best == ZONE_NONE || cost < reach->cost[0][best] ||
            (cost == reach->cost[0][best] && reach->steps[0][zone] < reach->steps[0][best]))
            best = zone;
    }
    return best;
}

void zone_reach(struct zone_reach *reach, const struct zone_map *map, int32_t start, int32_t budget,
                zone_step_cost *cost, const void *context)
{
    struct zone_set done = { { 0 } };

    must(between(0, start, map->zone_count - 1) && between(0, budget, ZONE_BUDGET));
    memset(reach, 0xff, sizeof *reach);
    reach->start           = start;
    reach->cost[0][start]  = 0;
    reach->steps[0][start] = 0;
    for (int32_t from = start; from != ZONE_NONE; from = reach_next(reach, map, &done)) {
        const struct zone_set *around = &map->adjacent[from];

        zone_add(&done, from);
        for (int32_t to = zone_next(around, -1); to != ZONE_NONE; to = zone_next(around, to)) {
            struct zone_entry entry = cost(context, from, to);

            if (entry.cost >= 0 && entry.cost <= budget - reach->cost[0][from])
                reach_improve(reach, entry.stop, to, reach->cost[0][from] + entry.cost, reach->steps[0][from] + 1,
                              from);
        }
    }
}

/* The better of the two journeys to a zone; the one that may go on when they are equal. */
static int32_t best_layer(const struct zone_reach *reach, int32_t to)
{
    int32_t on = reach->cost[0][to], stop = reach->cost[1][to];

    if (on < 0 || stop < 0)
        return on < 0 && stop >= 0;
    return stop < on || (stop == on && reach->steps[1][to] < reach->steps[0][to]);
}

int32_t zone_reach_cost(const struct zone_reach *reach, int32_t to)
{
    must(between(0, to, ZONE_LIMIT - 1));
    return reach->cost[best_layer(reach, to)][to];
}

int32_t zone_reach_path(const struct zone_reach *reach, int32_t to, int16_t *path, int32_t capacity)
{
    int32_t layer, count;

    must(between(0, to, ZONE_LIMIT - 1));
    layer = best_layer(reach, to);
    if (reach->cost[layer][to] < 0)
        return 0;
    count = reach->steps[layer][to] + 1;
    for (int32_t i = count - 1; i >= 0; i--) {
        if (i < capacity)
            path[i] = (int16_t)to;
        if (i > 0)
            to = reach->previous[layer][to];
        layer = 0;
    }
    return count;
}
