/*
 * table_joining.c: the shortest segment between two outlines, and lines through narrow gaps.
 */
#include "table.h"
#include "table_parts.h"

/* One vertex of an edge set against the other edge, the foot within it. */
struct rung {
    struct point on_a, on_b;
    int64_t      along;        /* (foot - first vertex of a's edge) . edge */
};

/* Adds the rung from `vertex` to `edge` if its foot is on the edge and it is at most `limit` long. */
static int add_rung(struct rung *rung, int count, struct point vertex, struct segment edge, int64_t limit, bool is_of_a,
                    struct segment edge_a)
{
    int64_t      advance = advance_of(edge.from, edge.to, vertex);
    struct point foot;

    if (advance < 0 || advance > square_between(edge.from, edge.to)) return count;
    if (!table_at_most(point_segment(vertex, edge), limit, NULL)) return count;
    foot        = table_nearest_on(edge, vertex, NULL);
    rung[count] = (struct rung){ is_of_a ? vertex : foot, is_of_a ? foot : vertex,
                                 advance_of(edge_a.from, edge_a.to, vertex) };
    return count + 1;
}

static struct point midpoint(struct point a, struct point b)
{
    return (struct point){ (int32_t)divide_round((int64_t)a.x + b.x, 2), (int32_t)divide_round((int64_t)a.y + b.y, 2) };
}

static bool spans_apart(int32_t a, int32_t b, int32_t c, int32_t d, int64_t limit)
{
    return min32(a, b) - limit > max32(c, d) || min32(c, d) - limit > max32(a, b);
}

/* The boxes of two edges are further apart than the limit. */
static bool edges_apart(struct segment a, struct segment b, int64_t limit)
{
    return spans_apart(a.from.x, a.to.x, b.from.x, b.to.x, limit) || spans_apart(a.from.y, a.to.y, b.from.y, b.to.y, limit);
}

/* The strip between two edges where they are at most `limit` apart: its length in ticks, and its middle segment. */
static int64_t strip_between(struct segment a, struct segment b, int64_t limit, struct segment *middle)
{
    struct rung rung[4];
    int         count  = 0;
    int         first  = 0;
    int         last   = 0;
    int64_t     square = square_between(a.from, a.to);

    if (square == 0 || same_point(b.from, b.to) || edges_apart(a, b, limit)) return 0;
    count = add_rung(rung, count, a.from, b, limit, true, a);
    count = add_rung(rung, count, a.to, b, limit, true, a);
    count = add_rung(rung, count, b.from, a, limit, false, a);
    count = add_rung(rung, count, b.to, a, limit, false, a);
    if (count < 2) return 0;
    for (int i = 1; i < count; i++) {
        if (rung[i].along < rung[first].along) first = i;
        if (rung[i].along > rung[last].along) last = i;
    }
    middle->from = midpoint(rung[first].on_a, rung[last].on_a);
    middle->to   = midpoint(rung[first].on_b, rung[last].on_b);
    return (rung[last].along - rung[first].along) / (int64_t)root64((uint64_t)square);
}

struct link {
    struct distance length;
    struct segment  segment;      /* from outline a to outline b */
    int64_t         reach;        /* nothing further than this can be the shortest */
};

/* The shortest segments from the vertices of one outline to the edges of the other, if shorter than the link. */
static void shorten_link(struct link *link, const struct core *vertices, const struct core *edges, bool is_from_a)
{
    for (int32_t i = 0; i < vertices->count; i++) {
        for (int32_t j = 0; j < core_edges(edges); j++) {
            struct point    vertex = vertices->vertex[i];
            struct segment  edge   = core_edge(edges, j);
            struct distance length;
            struct point    foot;

            if (beyond_reach(vertex, edge, link->reach)) continue;
            length = point_segment(vertex, edge);
            if (!distance_shorter(length, link->length)) continue;
            foot = table_nearest_on(edge, vertex, NULL);
            link->length  = length;
            link->reach   = min64(link->reach, (int64_t)distance_ceiling(length));
            link->segment = (struct segment){ is_from_a ? vertex : foot, is_from_a ? foot : vertex };
        }
    }
}

static void pull_in(struct segment *joining, int32_t rounding_a, int32_t rounding_b)
{
    struct segment whole = *joining;

    if (rounding_a) joining->from = table_along(whole.from, whole.to, rounding_a);
    if (rounding_b) joining->to = table_along(whole.to, whole.from, rounding_b);
}

/* `gap` is that of the two. Where they are apart it is the length of the link, and all that is further is passed over. */
static void join(const struct core *core_a, const struct core *core_b, struct distance gap, int32_t same,
                 struct segment *joining)
{
    struct link link    = { { (uint128)1 << 60, 1, 0 }, { { 0, 0 }, { 0, 0 } }, FAR_AWAY };
    int64_t     longest = 0;
    int64_t     limit;

    if (gap.over > 0) link.reach = (int64_t)distance_ceiling(gap);
    shorten_link(&link, core_a, core_b, true);
    shorten_link(&link, core_b, core_a, false);
    limit    = (int64_t)distance_ceiling(link.length) + same;
    *joining = link.segment;
    for (int32_t i = 0; i < core_edges(core_a); i++) {
        for (int32_t j = 0; j < core_edges(core_b); j++) {
            struct segment middle;
            int64_t        length = strip_between(core_edge(core_a, i), core_edge(core_b, j), limit, &middle);

            if (length > longest) {
                longest  = length;
                *joining = middle;
            }
        }
    }
    pull_in(joining, core_a->rounding, core_b->rounding);
}

struct distance table_joining(struct obstacle a, struct obstacle b, int32_t same, struct segment *joining)
{
    struct core     core_a = core_of_obstacle(&a);
    struct core     core_b = core_of_obstacle(&b);
    struct distance gap    = core_distance(&core_a, &core_b);

    join(&core_a, &core_b, gap, same, joining);
    return gap;
}

/* A box that holds the obstacle. */
static void box_of(struct obstacle obstacle, struct point *low, struct point *high)
{
    if (obstacle.base) {
        int32_t      radius = obstacle.base->shape.radius;
        struct point middle = obstacle.base->middle;

        *low  = (struct point){ middle.x - radius, middle.y - radius };
        *high = (struct point){ middle.x + radius, middle.y + radius };
    } else {
        *low  = obstacle.area ? obstacle.area->low : obstacle.polyline->low;
        *high = obstacle.area ? obstacle.area->high : obstacle.polyline->high;
    }
}

/* The boxes of the two are at least `width` apart, or the line stays out of the box about both: no need to measure. */
static bool surely_clear(struct segment line, struct obstacle a, struct obstacle b, int64_t width, int32_t tolerance)
{
    struct point low[2];
    struct point high[2];
    int64_t      left, right, bottom, top;

    box_of(a, &low[0], &high[0]);
    box_of(b, &low[1], &high[1]);
    if (low[0].x - width >= high[1].x || low[1].x - width >= high[0].x) return true;
    if (low[0].y - width >= high[1].y || low[1].y - width >= high[0].y) return true;
    left   = min32(low[0].x, low[1].x) - tolerance;
    right  = max32(high[0].x, high[1].x) + tolerance;
    bottom = min32(low[0].y, low[1].y) - tolerance;
    top    = max32(high[0].y, high[1].y) + tolerance;
    return max32(line.from.x, line.to.x) < left || min32(line.from.x, line.to.x) > right ||
           max32(line.from.y, line.to.y) < bottom || min32(line.from.y, line.to.y) > top;
}

/* Some edge of the core may be within reach of the line: its box is, and it is not all on one side further off. */
static bool comes_near(struct segment line, const struct core *core, int64_t reach)
{
    int64_t room = reach * ((int64_t)root64((uint64_t)square_between(line.from, line.to)) + 1);

    for (int32_t i = 0; i < core_edges(core); i++) {
        struct segment edge = core_edge(core, i);
        int64_t        from, to;

        if (edges_apart(line, edge, reach)) continue;
        from = turn_of(line.from, line.to, edge.from);
        to   = turn_of(line.from, line.to, edge.to);
        if (min64(from, to) <= room && max64(from, to) >= -room) return true;
    }
    return false;
}

/*
 * Where the line meets the joining segment of two that are apart, it is no further from the outline of either than that
 * is long: their gap, and what is forgiven. ROUNDING pays for the ends of the joining segment. Not of discs: where they
 * overlap, the joining segment runs from the far side of one to that of the other.
 */
static bool passes_near(struct segment line, const struct core *a, const struct core *b, struct distance gap,
                        int32_t forgiven)
{
    enum { ROUNDING = 8 };
    int64_t reach = (int64_t)distance_ceiling(gap) + forgiven + ROUNDING;

    return comes_near(line, a, reach) && comes_near(line, b, reach);
}

bool table_through_gap(struct segment line, struct obstacle a, struct obstacle b, int64_t width, int32_t same,
                       int32_t tolerance)
{
    struct core     core_a = core_of_obstacle(&a);
    struct core     core_b = core_of_obstacle(&b);
    struct segment  joining;
    struct distance gap;

    if (surely_clear(line, a, b, width, tolerance)) return false;
    if (a.base && b.base && surely_apart(a.base, b.base, width)) return false;
    gap = core_distance(&core_a, &core_b);
    if (table_at_least(gap, width, NULL)) return false;
    if (gap.over > 0 && gap.less == 0 && !passes_near(line, &core_a, &core_b, gap, same + tolerance)) return false;
    join(&core_a, &core_b, gap, same, &joining);
    return table_at_most(table_segment_segment(line, joining), tolerance, NULL);
}
