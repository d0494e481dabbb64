/*
 * zones_trace.c: lines of sight from zone to zone; see zone_trace() in zones.h.
 */
#include "zones_parts.h"

#include "maths.h"
#include "must.h"

#include <string.h>

/* A place on the line, as a fraction of its length; bottom > 0. */
struct place { int64_t top, bottom; };

static int32_t place_order(struct place a, struct place b)
{
    int64_t difference = a.top * b.bottom - b.top * a.bottom;

    return (difference > 0) - (difference < 0);
}

/* A line from anchor to anchor being traced. */
struct tracing {
    const struct zone_map *map;
    struct zone_point      start;
    struct vector          along;
    int32_t                goal;
    int32_t                graze;
    struct zone_trace     *trace;
    struct place           entered[ZONE_TRACE];              /* where the line came out of crossing[i] */
};

/* Where the line meets an edge: at a vertex of it, or within it (vertex is ZONE_NONE). */
struct meeting { struct place place; int32_t edge, vertex; };

/* False for an edge that the line misses, or that lies along it: then its ends are met by other edges. */
static bool meet_edge(const struct tracing *line, int32_t e, struct meeting *meeting)
{
    const struct zone_edge *edge = &line->map->edge[e];
    struct zone_point       a = line->map->vertex[edge->a], b = line->map->vertex[edge->b];
    int64_t                 bottom = cross(line->along, toward(a, b));
    int64_t                 top    = cross(toward(line->start, a), toward(a, b));
    int64_t                 share  = cross(toward(line->start, a), line->along);       /* of the way from a to b */

    if (bottom < 0) {
        bottom = -bottom;
        top    = -top;
        share  = -share;
    }
    if (bottom == 0 || top <= 0 || top >= bottom || share < 0 || share > bottom)
        return false;
    meeting->place  = (struct place){ top, bottom };
    meeting->edge   = e;
    meeting->vertex = share == 0 ? edge->a : share == bottom ? edge->b : ZONE_NONE;
    return true;
}

/* The first meeting with the outline of a zone after a place. */
static bool meet_outline(const struct tracing *line, int32_t zone, struct place after, struct meeting *first)
{
    const struct zone_map *map   = line->map;
    bool                   found = false;

    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        struct meeting meeting;

        if (!meet_edge(line, map->corner_edge[i], &meeting) || place_order(meeting.place, after) <= 0)
            continue;
        if (!found || place_order(meeting.place, first->place) < 0)
            *first = meeting;
        found = true;
    }
    return found;
}

/* Whether a zone lies ahead of its corner i: the line's direction points strictly into its angle there. */
static bool corner_opens(const struct tracing *line, int32_t zone, int32_t i)
{
    const struct zone_map *map  = line->map;
    struct zone_point      here = corner_point(map, i);
    struct vector          next = toward(here, corner_point(map, corner_after(map, zone, i)));
    struct vector          back = toward(here, corner_point(map, corner_before(map, zone, i)));
    int64_t                bend = cross(next, back);

    if (bend > 0)
        return cross(next, line->along) > 0 && cross(line->along, back) > 0;
    if (bend < 0)
        return !(cross(back, line->along) >= 0 && cross(line->along, next) >= 0);
    return cross(next, line->along) > 0;
}

static int32_t corner_of(const struct zone_map *map, int32_t zone, int32_t vertex)
{
    int32_t i = map->first_corner[zone];

    while (map->corner[i] != vertex)
        i++;
    return i;
}

/* The zone that the line enters on passing a vertex, or ZONE_NONE with the edge it then runs along. */
static int32_t zone_beyond(const struct tracing *line, int32_t vertex, int32_t *edge)
{
    const struct zone_map *map = line->map;

    *edge = ZONE_NONE;
    for (int32_t k = map->first_at_vertex[vertex]; k < map->first_at_vertex[vertex + 1]; k++) {
        int32_t       zone = map->zone_at_vertex[k];
        int32_t       i    = corner_of(map, zone, vertex);
        struct vector side = toward(map->vertex[vertex], corner_point(map, corner_after(map, zone, i)));

        if (corner_opens(line, zone, i))
            return zone;
        if (cross(side, line->along) == 0 && dot(side, line->along) > 0)
            *edge = map->corner_edge[i];
    }
    must(*edge != ZONE_NONE);
    return ZONE_NONE;
}

static struct place place_of(const struct tracing *line, int32_t vertex)
{
    return (struct place){ dot(toward(line->start, line->map->vertex[vertex]), line->along),
                           dot(line->along, line->along) };
}

/* The lower of the borders of two zones that meet at a vertex where no third zone is. */
static int32_t lower_border(const struct zone_map *map, int32_t vertex, int32_t zone)
{
    int32_t i = corner_of(map, zone, vertex);

    return min32(map->corner_edge[i], map->corner_edge[corner_before(map, zone, i)]);
}

static bool worse_vertex(const struct zone_map *map, int32_t a, int32_t b)
{
    if (map->junction_sight[a] != map->junction_sight[b])
        return map->junction_sight[a] > map->junction_sight[b];
    return map->junction_kind[a] > map->junction_kind[b];
}

/*
 * Passes a vertex, and the borders beyond that the line runs along. Gives the zone behind, the place where it begins
 * and the crossing.
 */
static int32_t pass_vertex(const struct tracing *line, int32_t zone, int32_t vertex, struct place *place,
                           struct zone_crossing *crossing)
{
    const struct zone_map *map   = line->map;
    int32_t                worst = zones_at(map, vertex) >= 3 ? vertex : ZONE_NONE;
    int32_t                border = ZONE_NONE, edge, beyond;

    while ((beyond = zone_beyond(line, vertex, &edge)) == ZONE_NONE) {
        if (border == ZONE_NONE)
            border = edge;
        vertex = map->edge[edge].a == vertex ? map->edge[edge].b : map->edge[edge].a;
        if (zones_at(map, vertex) >= 3 && (worst == ZONE_NONE || worse_vertex(map, vertex, worst)))
            worst = vertex;
    }
    *place = place_of(line, vertex);
    if (border == ZONE_NONE)
        border = lower_border(map, vertex, zone);
    if (worst != ZONE_NONE)
        *crossing = zone_junction_crossing(map, worst, zone, beyond);
    else
        *crossing = zone_border_crossing(map, border, zone, beyond);
    return beyond;
}

/* Whether the way from one place to another is shorter than the graze. */
static bool shorter_than_graze(const struct tracing *line, struct place from, struct place to)
{
    int128 top    = (int128)to.top * from.bottom - (int128)from.top * to.bottom;
    int128 bottom = (int128)to.bottom * from.bottom;

    return top * top * dot(line->along, line->along) < bottom * bottom * line->graze * line->graze;
}

static bool crossing_has(const struct zone_map *map, const struct zone_crossing *crossing, int32_t vertex)
{
    if (crossing->by == ZONE_BY_JUNCTION)
        return crossing->id == vertex;
    return map->edge[crossing->id].a == vertex || map->edge[crossing->id].b == vertex;
}

static int32_t common_vertex(const struct zone_map *map, const struct zone_crossing *a, const struct zone_crossing *b)
{
    if (a->by == ZONE_BY_JUNCTION)
        return crossing_has(map, b, a->id) ? a->id : ZONE_NONE;
    if (crossing_has(map, b, map->edge[a->id].a))
        return map->edge[a->id].a;
    return crossing_has(map, b, map->edge[a->id].b) ? map->edge[a->id].b : ZONE_NONE;
}

/* The vertex round which the line grazes the zone it is in and now leaves, or ZONE_NONE. */
static int32_t grazed_at(const struct tracing *line, const struct zone_crossing *leaving, struct place from)
{
    const struct zone_trace *trace = line->trace;
    int32_t                  last  = trace->count - 2;       /* the crossing by which the zone was entered */

    if (last < 0 || trace->zone[trace->count - 1] == line->goal)
        return ZONE_NONE;
    if (!shorter_than_graze(line, line->entered[last], from))
        return ZONE_NONE;
    return common_vertex(line->map, &trace->crossing[last], leaving);
}

/* The line leaves its zone at `from` and is in `zone` from `to` on. False when the trace has no more room. */
static bool go_into(struct tracing *line, int32_t zone, struct zone_crossing crossing, struct place from,
                    struct place to)
{
    struct zone_trace *trace  = line->trace;
    int32_t            vertex = grazed_at(line, &crossing, from);

    if (vertex != ZONE_NONE) {
        int32_t before = trace->zone[--trace->count - 1];

        if (before == zone)
            return true;
        crossing = zone_junction_crossing(line->map, vertex, before, zone);
    }
    if (trace->count == ZONE_TRACE)
        return false;
    trace->crossing[trace->count - 1] = crossing;
    line->entered[trace->count - 1]   = to;
    trace->zone[trace->count++]       = (int16_t)zone;
    return true;
}

static bool trace_line(struct tracing *line)
{
    const struct zone_map *map   = line->map;
    struct zone_trace     *trace = line->trace;
    struct place           after = { 0, 1 };
    struct meeting         meeting = { { 0, 1 }, ZONE_NONE, ZONE_NONE };

    while (meet_outline(line, trace->zone[trace->count - 1], after, &meeting)) {
        int32_t              zone = trace->zone[trace->count - 1], next;
        struct zone_crossing crossing;

        after = meeting.place;
        if (meeting.vertex == ZONE_NONE) {
            next = other_zone(&map->edge[meeting.edge], zone);
            must(next != ZONE_NONE);
            crossing = zone_border_crossing(map, meeting.edge, zone, next);
        } else {
            next = pass_vertex(line, zone, meeting.vertex, &after, &crossing);
        }
        if (next != zone && !go_into(line, next, crossing, meeting.place, after))
            return false;
    }
    must(trace->zone[trace->count - 1] == line->goal);
    return true;
}

/* The shared border that the line cuts first, else the longest; the lowest of equals. */
static struct zone_crossing sight_border(const struct tracing *line, int32_t from)
{
    const struct zone_map *map  = line->map;
    struct zone_crossing   next = { .id = ZONE_NONE }, best = { .id = ZONE_NONE };
    struct meeting         meeting, first = { { 0, 1 }, ZONE_NONE, ZONE_NONE };
    int64_t                longest = 0;

    while (zone_next_crossing(map, from, line->goal, next.id, &next)) {
        struct vector way    = toward(map->vertex[map->edge[next.id].a], map->vertex[map->edge[next.id].b]);
        bool          cut    = meet_edge(line, next.id, &meeting);
        bool          better = first.edge == ZONE_NONE && dot(way, way) > longest;

        if (cut)
            better = first.edge == ZONE_NONE || place_order(meeting.place, first.place) < 0;
        if (cut && better)
            first = meeting;
        if (better) {
            longest = dot(way, way);
            best    = next;
        }
    }
    return best;
}

/* The shared junction of lowest sight, then lowest vertex. */
static struct zone_crossing sight_junction(const struct tracing *line, int32_t from)
{
    struct zone_crossing next = { .id = ZONE_NONE }, best = { .id = ZONE_NONE };

    while (zone_next_crossing(line->map, from, line->goal, next.id, &next))
        if (best.id == ZONE_NONE || next.sight < best.sight)
            best = next;
    return best;
}

bool zone_trace_upward(const struct zone_map *map, int32_t low, int32_t high, int32_t graze,
                       struct zone_trace *trace)
{
    struct tracing line;
    enum zone_link link = zone_link(map, low, high);

    line.map       = map;
    line.start     = map->anchor[low];
    line.along     = toward(map->anchor[low], map->anchor[high]);
    line.goal      = high;
    line.graze     = graze;
    line.trace     = trace;
    trace->count   = 1;
    trace->zone[0] = (int16_t)low;
    if (link == ZONE_APART)
        return trace_line(&line);
    trace->crossing[0] = link == ZONE_BY_BORDER ? sight_border(&line, low) : sight_junction(&line, low);
    trace->zone[1]     = (int16_t)high;
    trace->count       = 2;
    return true;
}

static void reverse_trace(struct zone_trace *trace)
{
    for (int32_t i = 0, j = trace->count - 1; i < j; i++, j--) {
        int16_t kept = trace->zone[i];

        trace->zone[i] = trace->zone[j];
        trace->zone[j] = kept;
    }
    for (int32_t i = 0, j = trace->count - 2; i < j; i++, j--) {
        struct zone_crossing kept = trace->crossing[i];

        trace->crossing[i] = trace->crossing[j];
        trace->crossing[j] = kept;
    }
}

void zone_trace(const struct zone_map *map, int32_t from, int32_t to, int32_t graze, struct zone_trace *trace)
{
    bool fits;

    must(between(0, from, map->zone_count - 1) && between(0, to, map->zone_count - 1) && from != to);
    must(between(0, graze, ZONE_EXTENT));
    memset(trace, 0, sizeof *trace);
    fits = zone_trace_upward(map, min32(from, to), max32(from, to), graze, trace);
    must(fits);
    if (from > to)
        reverse_trace(trace);
}
