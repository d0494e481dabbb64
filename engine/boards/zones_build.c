/*
 * zones_build.c: checks a map that was given, and derives what follows from it; see zones.h.
 */
#include "zones_parts.h"

#include "maths.h"

#include <string.h>

/* Twice the area, positive when the polygon runs from x towards y. */
static int64_t double_area(const struct zone_map *map, int32_t zone)
{
    int64_t sum = 0;

    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        struct zone_point a = corner_point(map, i), b = corner_point(map, corner_after(map, zone, i));

        sum += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
    }
    return sum;
}

/* Records a fault; places that do not belong to it are ZONE_NONE. Always false. */
static bool refuse(struct zone_fault *fault, enum zone_trouble trouble, int32_t zone, int32_t edge, int32_t vertex)
{
    fault->trouble = trouble;
    fault->zone    = (int16_t)zone;
    fault->edge    = (int16_t)edge;
    fault->vertex  = (int16_t)vertex;
    return false;
}

static bool check_list(const int16_t *first, int32_t count, int32_t limit)
{
    if (first[0] != 0)
        return false;
    for (int32_t i = 0; i < count; i++)
        if (first[i + 1] < first[i] || first[i + 1] > limit)
            return false;
    return true;
}

static bool check_counts(const struct zone_map *map, struct zone_fault *fault)
{
    if (map->width < 1 || map->width > ZONE_EXTENT || map->height < 1 || map->height > ZONE_EXTENT)
        return refuse(fault, ZONE_BAD_CANVAS, ZONE_NONE, ZONE_NONE, ZONE_NONE);
    if (!between(3, map->vertex_count, ZONE_VERTICES) || !between(1, map->zone_count, ZONE_LIMIT) ||
        !between(3, map->edge_count, ZONE_EDGES) || !between(0, map->road_count, ZONE_ROADS) ||
        !check_list(map->first_corner, map->zone_count, ZONE_CORNERS) ||
        !check_list(map->first_of_road, map->road_count, ZONE_ROAD_ENTRIES))
        return refuse(fault, ZONE_BAD_COUNT, ZONE_NONE, ZONE_NONE, ZONE_NONE);
    return true;
}

static bool check_vertices(const struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t v = 0; v < map->vertex_count; v++) {
        struct zone_point p = map->vertex[v];

        if (!between(0, p.x, map->width) || !between(0, p.y, map->height))
            return refuse(fault, ZONE_VERTEX_OUTSIDE, ZONE_NONE, ZONE_NONE, v);
        for (int32_t u = 0; u < v; u++)
            if (map->vertex[u].x == p.x && map->vertex[u].y == p.y) {
                fault->other_vertex = (int16_t)v;
                return refuse(fault, ZONE_VERTEX_TWICE, ZONE_NONE, ZONE_NONE, u);
            }
    }
    return true;
}

/* Turns a polygon the other way round, its first corner kept. */
static void reverse_polygon(struct zone_map *map, int32_t zone)
{
    int32_t low = map->first_corner[zone] + 1, high = map->first_corner[zone + 1] - 1;

    for (; low < high; low++, high--) {
        int16_t kept = map->corner[low];

        map->corner[low]  = map->corner[high];
        map->corner[high] = kept;
    }
}

static bool check_polygon(struct zone_map *map, int32_t zone, struct zone_fault *fault)
{
    int32_t first = map->first_corner[zone], end = map->first_corner[zone + 1];
    int64_t area;

    if (end - first < 3)
        return refuse(fault, ZONE_FEW_CORNERS, zone, ZONE_NONE, ZONE_NONE);
    for (int32_t i = first; i < end; i++) {
        if (!between(0, map->corner[i], map->vertex_count - 1))
            return refuse(fault, ZONE_BAD_CORNER, zone, ZONE_NONE, map->corner[i]);
        for (int32_t j = first; j < i; j++)
            if (map->corner[i] == map->corner[j])
                return refuse(fault, ZONE_CORNER_TWICE, zone, ZONE_NONE, map->corner[i]);
    }
    area = double_area(map, zone);
    if (area == 0)
        return refuse(fault, ZONE_NO_AREA, zone, ZONE_NONE, ZONE_NONE);
    if (area < 0)
        reverse_polygon(map, zone);
    return true;
}

static bool check_polygons(struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t zone = 0; zone < map->zone_count; zone++)
        if (!check_polygon(map, zone, fault))
            return false;
    return true;
}

/* Lists the zones at each vertex, ascending because zones are counted in ascending order. */
static bool list_zones_at_vertices(struct zone_map *map, struct zone_fault *fault)
{
    int32_t corners = map->first_corner[map->zone_count], filled = 0;

    for (int32_t v = 0; v < map->vertex_count; v++) {
        map->first_at_vertex[v] = (int16_t)filled;
        for (int32_t zone = 0, i = 0; i < corners; i++) {
            while (i >= map->first_corner[zone + 1])
                zone++;
            if (map->corner[i] == v)
                map->zone_at_vertex[filled++] = (int16_t)zone;
        }
        if (filled == map->first_at_vertex[v])
            return refuse(fault, ZONE_VERTEX_UNUSED, ZONE_NONE, ZONE_NONE, v);
    }
    map->first_at_vertex[map->vertex_count] = (int16_t)filled;
    return true;
}

static bool same_ends(const struct zone_edge *edge, int32_t a, int32_t b)
{
    return (edge->a == a && edge->b == b) || (edge->a == b && edge->b == a);
}

static bool check_edges(const struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t e = 0; e < map->edge_count; e++) {
        const struct zone_edge *edge = &map->edge[e];

        if (!between(0, edge->a, map->vertex_count - 1) || !between(0, edge->b, map->vertex_count - 1) ||
            edge->a == edge->b)
            return refuse(fault, ZONE_BAD_EDGE, ZONE_NONE, e, ZONE_NONE);
        for (int32_t f = 0; f < e; f++)
            if (same_ends(&map->edge[f], edge->a, edge->b)) {
                fault->other_edge = (int16_t)e;
                return refuse(fault, ZONE_EDGE_TWICE, ZONE_NONE, f, ZONE_NONE);
            }
    }
    return true;
}

static int32_t edge_between(const struct zone_map *map, int32_t a, int32_t b)
{
    for (int32_t e = 0; e < map->edge_count; e++)
        if (same_ends(&map->edge[e], a, b))
            return e;
    return ZONE_NONE;
}

/* The zones found on the two sides of each edge: [0] where the polygon runs from a to b, [1] where it runs back. */
struct edge_users { int16_t zone[ZONE_EDGES][2]; };

static bool use_edge(const struct zone_map *map, struct edge_users *users, int32_t e, int32_t from, int32_t zone,
                     struct zone_fault *fault)
{
    int16_t *used = users->zone[e];
    int32_t  way  = map->edge[e].a == from ? 0 : 1;

    if (used[0] != ZONE_NONE && used[1] != ZONE_NONE)
        return refuse(fault, ZONE_EDGE_CROWDED, zone, e, ZONE_NONE);
    if (used[way] != ZONE_NONE) {
        fault->other_zone = (int16_t)zone;
        return refuse(fault, ZONE_SAME_SIDE, used[way], e, ZONE_NONE);
    }
    used[way] = (int16_t)zone;
    return true;
}

static bool join_polygon(struct zone_map *map, struct edge_users *users, int32_t zone, struct zone_fault *fault)
{
    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        int32_t from = map->corner[i], to = map->corner[corner_after(map, zone, i)];
        int32_t e    = edge_between(map, from, to);

        if (e == ZONE_NONE) {
            fault->other_vertex = (int16_t)to;
            return refuse(fault, ZONE_EDGE_MISSING, zone, ZONE_NONE, from);
        }
        map->corner_edge[i] = (int16_t)e;
        if (!use_edge(map, users, e, from, zone, fault))
            return false;
    }
    return true;
}

static bool settle_edge(struct zone_map *map, int32_t e, const int16_t used[2], struct zone_fault *fault)
{
    struct zone_edge *edge = &map->edge[e];
    int16_t           low = used[0], high = used[1];
    bool              stated;

    if (low == ZONE_NONE || (high != ZONE_NONE && high < low)) {
        low  = used[1];
        high = used[0];
    }
    if (low == ZONE_NONE)
        return refuse(fault, ZONE_EDGE_UNUSED, ZONE_NONE, e, ZONE_NONE);
    stated = (edge->zone[0] == low && edge->zone[1] == high) || (edge->zone[0] == high && edge->zone[1] == low);
    if (edge->zone[0] != ZONE_NONE && !stated) {
        fault->other_zone = high;
        return refuse(fault, ZONE_EDGE_ZONES, low, e, ZONE_NONE);
    }
    edge->zone[0] = low;
    edge->zone[1] = high;
    if (high == ZONE_NONE && !zone_on_rim(map, edge, ZONE_NORTH) && !zone_on_rim(map, edge, ZONE_EAST) &&
        !zone_on_rim(map, edge, ZONE_SOUTH) && !zone_on_rim(map, edge, ZONE_WEST))
        return refuse(fault, ZONE_EDGE_ALONE, low, e, ZONE_NONE);
    return true;
}

static bool join_edges(struct zone_map *map, struct zone_fault *fault)
{
    struct edge_users users;

    memset(&users, 0xff, sizeof users);                      /* every entry ZONE_NONE */
    for (int32_t zone = 0; zone < map->zone_count; zone++)
        if (!join_polygon(map, &users, zone, fault))
            return false;
    for (int32_t e = 0; e < map->edge_count; e++)
        if (!settle_edge(map, e, users.zone[e], fault))
            return false;
    return true;
}

static bool check_vertices_off_edges(const struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t e = 0; e < map->edge_count; e++)
        for (int32_t v = 0; v < map->vertex_count; v++)
            if (v != map->edge[e].a && v != map->edge[e].b &&
                on_segment(map->vertex[map->edge[e].a], map->vertex[map->edge[e].b], map->vertex[v]))
                return refuse(fault, ZONE_VERTEX_ON_EDGE, ZONE_NONE, e, v);
    return true;
}

/* Whether two edges cross inside both: no vertex lies within an edge any more, so that is the only way to meet. */
static bool edges_cross(const struct zone_map *map, const struct zone_edge *e, const struct zone_edge *f)
{
    struct zone_point a = map->vertex[e->a], b = map->vertex[e->b], c = map->vertex[f->a], d = map->vertex[f->b];

    if (e->a == f->a || e->a == f->b || e->b == f->a || e->b == f->b)
        return false;
    return (turn_of(a, b, c) > 0) != (turn_of(a, b, d) > 0) && (turn_of(c, d, a) > 0) != (turn_of(c, d, b) > 0);
}

static int32_t common_zone(const struct zone_edge *e, const struct zone_edge *f)
{
    for (int32_t i = 0; i < 2; i++)
        if (e->zone[i] != ZONE_NONE && (e->zone[i] == f->zone[0] || e->zone[i] == f->zone[1]))
            return e->zone[i];
    return ZONE_NONE;
}

static bool check_crossings(const struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t e = 0; e < map->edge_count; e++)
        for (int32_t f = 0; f < e; f++)
            if (edges_cross(map, &map->edge[e], &map->edge[f])) {
                fault->other_edge = (int16_t)e;
                return refuse(fault, ZONE_EDGES_CROSS, common_zone(&map->edge[e], &map->edge[f]), f, ZONE_NONE);
            }
    return true;
}

/*
 * Crossing an edge within the canvas leaves one zone and enters one, so every point is covered equally often, and next
 * to the rim once. The sum of the areas must therefore be right; it is checked all the same, as the one figure in
 * which a mistake in anything above would show.
 */
static bool check_area(const struct zone_map *map, struct zone_fault *fault)
{
    int64_t sum = 0;

    for (int32_t zone = 0; zone < map->zone_count; zone++)
        sum += double_area(map, zone);
    fault->found    = sum;
    fault->expected = 2 * (int64_t)map->width * map->height;
    if (fault->found != fault->expected)
        return refuse(fault, ZONE_AREA, ZONE_NONE, ZONE_NONE, ZONE_NONE);
    return true;
}

static void worsen_vertex(struct zone_map *map, int32_t vertex, const struct zone_edge *edge)
{
    if (edge->kind > map->junction_kind[vertex])
        map->junction_kind[vertex] = edge->kind;
    if (edge->sight > map->junction_sight[vertex])
        map->junction_sight[vertex] = edge->sight;
}

static void find_junctions(struct zone_map *map)
{
    memset(map->junction_kind, 0, sizeof map->junction_kind);
    memset(map->junction_sight, 0, sizeof map->junction_sight);
    for (int32_t e = 0; e < map->edge_count; e++)
        if (map->edge[e].zone[1] != ZONE_NONE) {
            worsen_vertex(map, map->edge[e].a, &map->edge[e]);
            worsen_vertex(map, map->edge[e].b, &map->edge[e]);
        }
    map->junction_count = 0;
    for (int32_t v = 0; v < map->vertex_count; v++)
        if (zones_at(map, v) >= 3)
            map->junction[map->junction_count++] = (int16_t)v;
}

static void link_zones(struct zone_set *sets, int32_t a, int32_t b)
{
    zone_add(&sets[a], b);
    zone_add(&sets[b], a);
}

static void link_by_borders(struct zone_map *map)
{
    for (int32_t e = 0; e < map->edge_count; e++) {
        int32_t a = map->edge[e].zone[0], b = map->edge[e].zone[1];

        if (b == ZONE_NONE)
            continue;
        link_zones(map->border, a, b);
        if (can_pass(map, a, b, map->edge[e].kind))
            link_zones(map->adjacent, a, b);
    }
}

static void link_at_junction(struct zone_map *map, int32_t vertex)
{
    for (int32_t i = map->first_at_vertex[vertex]; i < map->first_at_vertex[vertex + 1]; i++)
        for (int32_t j = map->first_at_vertex[vertex]; j < i; j++) {
            int32_t a = map->zone_at_vertex[j], b = map->zone_at_vertex[i];

            if (zone_in(&map->border[a], b))
                continue;
            link_zones(map->corner_only, a, b);
            if (can_pass(map, a, b, map->junction_kind[vertex]))
                link_zones(map->adjacent, a, b);
        }
}

static void link_all(struct zone_map *map)
{
    memset(map->border, 0, sizeof map->border);
    memset(map->corner_only, 0, sizeof map->corner_only);
    memset(map->adjacent, 0, sizeof map->adjacent);
    link_by_borders(map);
    for (int32_t i = 0; i < map->junction_count; i++)
        link_at_junction(map, map->junction[i]);
}

static struct zone_point centroid(const struct zone_map *map, int32_t zone)
{
    int64_t x = 0, y = 0, area = double_area(map, zone);

    for (int32_t i = map->first_corner[zone]; i < map->first_corner[zone + 1]; i++) {
        struct zone_point a = corner_point(map, i), b = corner_point(map, corner_after(map, zone, i));
        int64_t           part = (int64_t)a.x * b.y - (int64_t)b.x * a.y;

        x += (a.x + b.x) * part;
        y += (a.y + b.y) * part;
    }
    return (struct zone_point){ (int32_t)divide_round(x, 3 * area), (int32_t)divide_round(y, 3 * area) };
}

static bool set_anchors(struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t zone = 0; zone < map->zone_count; zone++) {
        struct zone_point *anchor = &map->anchor[zone];

        if (!map->anchor_given[zone])
            *anchor = centroid(map, zone);
        if (!between(0, anchor->x, map->width) || !between(0, anchor->y, map->height) ||
            zone_holds(map, zone, *anchor) != WITHIN)
            return refuse(fault, ZONE_ANCHOR_OUTSIDE, zone, ZONE_NONE, ZONE_NONE);
    }
    return true;
}

static bool check_roads(const struct zone_map *map, struct zone_fault *fault)
{
    for (int32_t road = 0; road < map->road_count; road++)
        for (int32_t i = map->first_of_road[road]; i < map->first_of_road[road + 1]; i++) {
            bool again = i > map->first_of_road[road] && map->road[i] == map->road[i - 1];

            fault->found = road;
            if (again || !between(0, map->road[i], map->zone_count - 1))
                return refuse(fault, ZONE_BAD_ROAD, map->road[i], ZONE_NONE, ZONE_NONE);
        }
    return true;
}

/* Without a graze a line is at its longest: if all those fit, every line does. */
static bool check_lines(const struct zone_map *map, struct zone_fault *fault)
{
    struct zone_trace trace;

    for (int32_t low = 0; low < map->zone_count; low++)
        for (int32_t high = low + 1; high < map->zone_count; high++)
            if (!zone_trace_upward(map, low, high, 0, &trace)) {
                fault->other_zone = (int16_t)high;
                return refuse(fault, ZONE_LONG_LINE, low, ZONE_NONE, ZONE_NONE);
            }
    return true;
}

static bool build_all(struct zone_map *map, struct zone_fault *fault)
{
    if (!check_counts(map, fault) || !check_vertices(map, fault) || !check_polygons(map, fault) ||
        !list_zones_at_vertices(map, fault) || !check_edges(map, fault) || !join_edges(map, fault) ||
        !check_vertices_off_edges(map, fault) || !check_crossings(map, fault) || !check_area(map, fault))
        return false;
    find_junctions(map);
    link_all(map);
    return set_anchors(map, fault) && check_roads(map, fault) && check_lines(map, fault);
}

bool zone_build(struct zone_map *map, struct zone_fault *fault)
{
    static const struct zone_fault none = { ZONE_SOUND, ZONE_NONE, ZONE_NONE, ZONE_NONE, ZONE_NONE, ZONE_NONE,
                                            ZONE_NONE, ZONE_NONE, ZONE_NONE };
    bool sound;

    *fault = none;
    sound  = build_all(map, fault);
    if (sound)
        *fault = none;
    return sound;
}
