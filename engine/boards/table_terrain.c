/*
 * table_terrain.c: areas and chains of terrain: checked at load, points and bases in them.
 */
#include "must.h"
#include "table.h"
#include "table_parts.h"

static bool find_box(const struct point *vertex, int32_t count, struct point *low, struct point *high)
{
    *low  = vertex[0];
    *high = vertex[0];
    for (int32_t i = 1; i < count; i++) {
        *low  = (struct point){ min32(low->x, vertex[i].x), min32(low->y, vertex[i].y) };
        *high = (struct point){ max32(high->x, vertex[i].x), max32(high->y, vertex[i].y) };
    }
    return low->x >= -TABLE_LIMIT && low->y >= -TABLE_LIMIT && high->x <= TABLE_LIMIT && high->y <= TABLE_LIMIT;
}

/* What is common to areas and chains: the number of vertices, their range, and edges that have a length. */
static bool check_vertices(const struct core *core, int32_t least, struct point *low, struct point *high,
                           const char *file, int32_t line, struct fault *fault)
{
    if (!between(least, core->count, TABLE_VERTICES)) {
        return fault_say(fault, file, line, "an outline has %d vertices, expected %d to %d", (int)core->count,
                         (int)least, (int)TABLE_VERTICES);
    }
    if (!find_box(core->vertex, core->count, low, high)) {
        return fault_say(fault, file, line, "an outline has a coordinate beyond %d ticks", (int)TABLE_LIMIT);
    }
    for (int32_t i = 0; i < core_edges(core); i++) {
        struct segment edge = core_edge(core, i);

        if (same_point(edge.from, edge.to)) {
            return fault_say(fault, file, line, "vertex %d of an outline, (%d, %d), is repeated by the next",
                             (int)i + 1, (int)edge.from.x, (int)edge.from.y);
        }
    }
    return true;
}

/* The edge from b back over the edge into b. */
static bool folds_back(struct point a, struct point b, struct point c)
{
    return turn_of(a, b, c) == 0 && advance_of(b, a, c) > 0;
}

static bool check_simple(const struct core *core, const char *file, int32_t line, struct fault *fault)
{
    int32_t count = core->count;

    for (int32_t i = 0; i < count; i++) {
        struct segment edge = core_edge(core, i);
        struct segment next = core_edge(core, (i + 1) % count);

        if (folds_back(edge.from, edge.to, next.to)) {
            return fault_say(fault, file, line, "an outline folds back on itself at (%d, %d)", (int)edge.to.x,
                             (int)edge.to.y);
        }
        for (int32_t j = i + 2; j < count; j++) {
            bool neighbours = i == 0 && j == count - 1;

            if (!neighbours && segments_meet(edge, core_edge(core, j))) {
                return fault_say(fault, file, line, "edges %d and %d of an outline meet", (int)i + 1, (int)j + 1);
            }
        }
    }
    return true;
}

bool table_area(struct area *area, const struct point *vertex, int32_t count,
                const char *file, int32_t line, struct fault *fault)
{
    struct core core = { vertex, count, 0, true, false };
    struct area made = { vertex, count, { 0, 0 }, { 0, 0 } };

    if (!check_vertices(&core, 3, &made.low, &made.high, file, line, fault)) return false;
    if (!check_simple(&core, file, line, fault)) return false;
    *area = made;
    return true;
}

bool table_polyline(struct polyline *polyline, const struct point *vertex, int32_t count,
                    const char *file, int32_t line, struct fault *fault)
{
    struct core     core = { vertex, count, 0, false, false };
    struct polyline made = { vertex, count, { 0, 0 }, { 0, 0 } };

    if (!check_vertices(&core, 2, &made.low, &made.high, file, line, fault)) return false;
    *polyline = made;
    return true;
}

void table_circle(struct point middle, int32_t radius, struct point vertex[TABLE_CIRCLE])
{
    for (int32_t i = 0; i < TABLE_CIRCLE; i++) {
        int32_t heading = i * (FULL_TURN / TABLE_CIRCLE);

        vertex[i] = offset_point(middle, heading_sine(heading), heading_cosine(heading), 2 * radius, 0);
    }
}

struct distance table_outline_distance(const struct area *area, struct point point)
{
    struct core outline = { area->vertex, area->count, 0, true, false };
    struct core at      = { &point, 1, 0, false, false };
    int64_t     nx;
    int64_t     ny;

    return core_nearest(&at, &outline, &nx, &ny);
}

struct point table_nearest_outline(const struct area *area, struct point point)
{
    struct core     outline = { area->vertex, area->count, 0, true, false };
    struct segment  nearest = core_edge(&outline, 0);
    struct distance least   = table_point_segment(point, nearest);

    for (int32_t i = 1; i < area->count; i++) {
        struct segment  edge     = core_edge(&outline, i);
        struct distance distance = table_point_segment(point, edge);

        if (table_compare(distance, least) < 0) {
            least   = distance;
            nearest = edge;
        }
    }
    return table_nearest_on(nearest, point, NULL);
}

/* Some edge comes at most tolerance near the point. */
static bool near_outline(const struct area *area, struct point point, int32_t tolerance)
{
    for (int32_t i = 0, j = area->count - 1; i < area->count; j = i++) {
        struct segment edge = { area->vertex[j], area->vertex[i] };

        if (max32(edge.from.x, edge.to.x) + tolerance < point.x) continue;
        if (min32(edge.from.x, edge.to.x) - tolerance > point.x) continue;
        if (max32(edge.from.y, edge.to.y) + tolerance < point.y) continue;
        if (min32(edge.from.y, edge.to.y) - tolerance > point.y) continue;
        if (table_at_most(table_point_segment(point, edge), tolerance, NULL)) return true;
    }
    return false;
}

static bool out_of_box(const struct area *area, struct point point, int32_t tolerance)
{
    return point.x < area->low.x - tolerance || point.x > area->high.x + tolerance ||
           point.y < area->low.y - tolerance || point.y > area->high.y + tolerance;
}

bool table_inside(const struct area *area, struct point point, int32_t tolerance)
{
    if (out_of_box(area, point, 0)) return false;
    return place_in(area->vertex, area->count, point) > 0 && !near_outline(area, point, tolerance);
}

bool table_covers(const struct area *area, struct point point, int32_t tolerance)
{
    if (out_of_box(area, point, tolerance)) return false;
    return place_in(area->vertex, area->count, point) >= 0 || near_outline(area, point, tolerance);
}

bool fine_inside(const struct area *area, int128 x, int128 y, int bits)
{
    int128 scale  = (int128)1 << bits;
    bool   inside = false;

    for (int32_t i = 0, j = area->count - 1; i < area->count; j = i++) {
        struct point a = area->vertex[j];
        struct point b = area->vertex[i];
        int128       turn;

        if ((a.y * scale > y) == (b.y * scale > y)) continue;
        turn = ((int128)b.x - a.x) * (y - a.y * scale) - ((int128)b.y - a.y) * (x - a.x * scale);
        if ((turn > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside;
}

/*
 * If no edge crosses the shrunk base then its interior is all inside or all outside, and its middle tells which: the
 * exact one, since the rounded middle may lie outside a base that has been shrunk to a sliver.
 */
bool table_overlap_area(const struct base *base, const struct area *area, int32_t tolerance)
{
    int128 x = base->pose.at.x * ((int128)SINE_ONE * 2) - (int64_t)base->behind * base->sine;
    int128 y = base->pose.at.y * ((int128)SINE_ONE * 2) - (int64_t)base->behind * base->cosine;

    if (min32(base->shape.width, base->shape.depth) - 2 * tolerance <= 0) return false;
    if (out_of_box(area, base->middle, base->shape.radius)) return false;
    for (int32_t i = 0, j = area->count - 1; i < area->count; j = i++) {
        if (table_crosses_base((struct segment){ area->vertex[j], area->vertex[i] }, base, tolerance)) return true;
    }
    return fine_inside(area, x, y, 31);
}
