/*
 * map.c: the zones of a scenario (chapter MAP), and what follows from them once and for all: crossings, costs of steps, roads, supply
 * distances and lines of sight.
 *
 * The board of zones checks that the polygons tile the canvas; what it finds is said here in the words of the document. The tables, the
 * supply edges and the night must be known before.
 */
#include "reading.h"
#include "reiters.h"
#include "maths.h"

#include <string.h>

/* FR-MAP-14: a zone crossed for less than this is only grazed. */
enum { GRAZE = 16, ALTITUDE = 9, HIGHEST_NUMBER = 99, MAP_EDGE = BORDERS, BORDER_WORDS };

static const char *const romans[GROUNDS] = { "I", "II", "III", "X" };
static const char *const colours[] = { "yellow", "brown" };
static const char *const kinds[BORDER_WORDS] = { "dotted", "single", "double", "impassable", "mapedge" };
static const char *const sides[] = { "catholic", "protestant" };

/* A map being read: the places of its parts in the document, for faults. */
struct atlas {
    struct source      from;
    struct match      *m;
    const struct json *map, *vertices, *edges, *roads;
    const struct json *zone[ZONES];                      /* by index */
};

static const struct json *nth(const struct json *list, int32_t index)
{
    const struct json *node = list->as.child;

    while (node && index-- > 0) node = node->next;
    return node ? node : list;
}

/* The zone of a number of the document. */
static bool find_zone(const struct atlas *atlas, const struct json *node, int *zone)
{
    bool known = node->type == JSON_INTEGER && between(1, node->as.integer, HIGHEST_NUMBER);

    *zone = known ? atlas->m->index[node->as.integer] : NOWHERE;
    if (*zone != NOWHERE) return true;
    if (node->type != JSON_INTEGER) return source_wrong(atlas->from, node, "a zone is known by its number");
    return source_wrong(atlas->from, node, "there is no zone %lld", (long long)node->as.integer);
}

/* Vertices. */

static bool read_vertices(struct atlas *atlas)
{
    struct zone_map   *map = &atlas->m->map;
    const struct json *canvas = NULL;
    int32_t            size[2] = { 0 };

    if (!source_branch(atlas->from, atlas->map, "canvas", JSON_ARRAY, &canvas) ||
        !source_numbers(atlas->from, canvas, 2, 1, ZONE_EXTENT, size) ||
        !source_branch(atlas->from, atlas->map, "vertices", JSON_ARRAY, &atlas->vertices))
        return false;
    map->width = size[0];
    map->height = size[1];
    if (!between(3, atlas->vertices->count, ZONE_VERTICES))
        return source_wrong(atlas->from, atlas->vertices, "a map has 3 to %d vertices, not %u", ZONE_VERTICES, atlas->vertices->count);
    for (const struct json *node = atlas->vertices->as.child; node; node = node->next) {
        int32_t point[2] = { 0 };
        if (!source_numbers(atlas->from, node, 2, 0, ZONE_EXTENT, point)) return false;
        map->vertex[map->vertex_count++] = (struct zone_point){ point[0], point[1] };
    }
    return true;
}

/* Zones. */

/* The zones by ascending number, whatever their order in the document. */
static bool list_zones(struct atlas *atlas)
{
    struct match      *m = atlas->m;
    const struct json *list = NULL;
    int32_t            number = 0;

    memset(m->index, NOWHERE, sizeof m->index);
    if (!source_branch(atlas->from, atlas->map, "zones", JSON_ARRAY, &list)) return false;
    if (!between(2, list->count, ZONES)) return source_wrong(atlas->from, list, "a map has 2 to %d zones, not %u", ZONES, list->count);
    for (const struct json *node = list->as.child; node; node = node->next) {
        int place = m->zones;
        if (!source_whole(reading(atlas->from, FR_4_1_0_01), node, "number", 1, HIGHEST_NUMBER, &number)) return false;
        for (; place > 0 && m->number[place - 1] > number; place--) {
            m->number[place] = m->number[place - 1];
            atlas->zone[place] = atlas->zone[place - 1];
        }
        if (place > 0 && m->number[place - 1] == number) return source_wrong(atlas->from, node, "the zone %d is given twice", number);
        m->number[place] = (uint8_t)number;
        atlas->zone[place] = node;
        m->zones++;
    }
    for (int zone = 0; zone < m->zones; zone++) m->index[m->number[zone]] = (int8_t)zone;
    m->map.zone_count = m->zones;
    return true;
}

static bool read_polygon(struct atlas *atlas, const struct json *node, int zone)
{
    struct zone_map   *map = &atlas->m->map;
    const struct json *list = NULL;
    int32_t            corner[ZONE_VERTICES], end = map->first_corner[zone];

    if (!source_branch(atlas->from, node, "polygon", JSON_ARRAY, &list)) return false;
    if (!between(3, list->count, min32(ZONE_VERTICES, ZONE_CORNERS - end)))
        return source_wrong(atlas->from, list, "the polygon of zone %d must have 3 corners or more", atlas->m->number[zone]);
    if (!source_numbers(atlas->from, list, (int)list->count, 0, map->vertex_count - 1, corner)) return false;
    for (uint32_t i = 0; i < list->count; i++) map->corner[end++] = (int16_t)corner[i];
    map->first_corner[zone + 1] = (int16_t)end;
    return true;
}

static bool read_zone(struct atlas *atlas, int zone)
{
    static const char *const allowed[] = { "number", "type", "altitude", "sight", "name", "anchor", "polygon", NULL };
    struct match            *m = atlas->m;
    const struct json       *node = atlas->zone[zone], *anchor = NULL;
    int32_t                  altitude = 0, point[2] = { 0 };
    int                      ground = 0, colour = 0;

    if (!source_keys(atlas->from, node, allowed) || !source_choice(atlas->from, node, "type", romans, GROUNDS, &ground) ||
        !source_whole(reading(atlas->from, FR_4_1_0_01), node, "altitude", 0, ALTITUDE, &altitude) ||
        !source_choice(atlas->from, node, "sight", colours, 2, &colour) ||
        !source_text(atlas->from, node, "name", &m->zone_name[zone][0], &m->zone_name[zone][1]) || !read_polygon(atlas, node, zone) ||
        !source_find_branch(atlas->from, node, "anchor", JSON_ARRAY, &anchor) ||
        (anchor && !source_numbers(reading(atlas->from, FR_MAP_13), anchor, 2, 0, ZONE_EXTENT, point)))
        return false;
    m->ground[zone] = (uint8_t)ground;
    m->altitude[zone] = (uint8_t)altitude;
    m->brown[zone] = colour == SIGHT_BROWN;
    m->map.closed[zone] = ground == GROUND_FORBIDDEN;
    m->map.anchor[zone] = (struct zone_point){ point[0], point[1] };
    m->map.anchor_given[zone] = anchor != NULL;
    if (ground != GROUND_FORBIDDEN) m->every |= zone_bit(zone);
    return true;
}

static bool read_zones(struct atlas *atlas)
{
    if (!list_zones(atlas)) return false;
    for (int zone = 0; zone < atlas->m->zones; zone++)
        if (!read_zone(atlas, zone)) return false;
    return true;
}

/* Edges. */

/* FR-7.4.6-05: only a double border is a fortification that one side holds. */
static bool read_fort(struct atlas *atlas, const struct json *node, int edge, int kind)
{
    int seat = 0;

    atlas->m->fort[edge] = NO_SEAT;
    if (!json_get(node, "fort_side")) return true;
    if (!source_choice(reading(atlas->from, FR_7_4_6_05), node, "fort_side", sides, 2, &seat)) return false;
    if (kind != BORDER_DOUBLE) return source_wrong(reading(atlas->from, FR_7_4_6_05), node, "only a double border has a \"fort_side\"");
    atlas->m->fort[edge] = (int8_t)seat;
    return true;
}

/* FR-MAP-02: two zones have a border, one alone is at the rim. FR-MAP-06: nobody crosses into a forbidden zone. */
static bool read_edge_zones(struct atlas *atlas, const struct json *node, int kind, struct zone_edge *edge)
{
    const struct match *m = atlas->m;
    const struct json  *list = NULL;
    int                 count = 0;

    edge->zone[0] = edge->zone[1] = ZONE_NONE;
    if (!source_branch(atlas->from, node, "zones", JSON_ARRAY, &list)) return false;
    if (list->count != (kind == MAP_EDGE ? 1u : 2u))
        return source_wrong(atlas->from, node, "an edge has two zones, or one and the kind \"mapedge\"");
    for (const struct json *one = list->as.child; one; one = one->next) {
        int zone = 0;
        if (!find_zone(atlas, one, &zone)) return false;
        edge->zone[count++] = (int16_t)zone;
        if (m->ground[zone] == GROUND_FORBIDDEN && kind < BORDER_IMPASSABLE)
            return source_wrong(reading(atlas->from, FR_MAP_06), node, "zone %d is of type X: its borders are impassable, not %s",
                                 m->number[zone], kinds[kind]);
    }
    return true;
}

static bool read_edge(struct atlas *atlas, const struct json *node)
{
    static const char *const allowed[] = { "a", "b", "zones", "kind", "sight", "fort_side", NULL };
    struct zone_map         *map = &atlas->m->map;
    struct zone_edge        *edge = &map->edge[map->edge_count];
    int32_t                  a = 0, b = 0;
    int                      kind = 0, colour = 0;

    if (!source_keys(atlas->from, node, allowed) || !source_whole(atlas->from, node, "a", 0, map->vertex_count - 1, &a) ||
        !source_whole(atlas->from, node, "b", 0, map->vertex_count - 1, &b) ||
        !source_choice(atlas->from, node, "kind", kinds, BORDER_WORDS, &kind) ||
        !source_choice(atlas->from, node, "sight", colours, 2, &colour) || !read_edge_zones(atlas, node, kind, edge) ||
        !read_fort(atlas, node, map->edge_count, kind))
        return false;
    edge->a = (int16_t)a;
    edge->b = (int16_t)b;
    edge->kind = (uint8_t)(kind == MAP_EDGE ? BORDER_DOTTED : kind);
    edge->sight = (uint8_t)colour;
    map->edge_count++;
    return true;
}

static bool read_edges(struct atlas *atlas)
{
    atlas->from.rule = FR_MAP_02;
    if (!source_branch(atlas->from, atlas->map, "edges", JSON_ARRAY, &atlas->edges)) return false;
    if (!between(3, atlas->edges->count, ZONE_EDGES))
        return source_wrong(atlas->from, atlas->edges, "a map has 3 to %d edges, not %u", ZONE_EDGES, atlas->edges->count);
    for (const struct json *node = atlas->edges->as.child; node; node = node->next)
        if (!read_edge(atlas, node)) return false;
    return true;
}

/* Roads and paths. */

static bool read_roads(struct atlas *atlas)
{
    struct zone_map *map = &atlas->m->map;
    int              entries = 0;

    atlas->from.rule = FR_MAP_08;
    if (!source_branch(atlas->from, atlas->map, "roads", JSON_ARRAY, &atlas->roads)) return false;
    if (atlas->roads->count > ZONE_ROADS) return source_wrong(atlas->from, atlas->roads, "there are more than %d roads", ZONE_ROADS);
    for (const struct json *road = atlas->roads->as.child; road; road = road->next) {
        if (road->type != JSON_ARRAY || !between(2, road->count, ZONE_ROAD_ENTRIES - entries))
            return source_wrong(atlas->from, road, "a road is a list of zones, two at least");
        for (const struct json *node = road->as.child; node; node = node->next) {
            int zone = 0;
            if (!find_zone(atlas, node, &zone)) return false;
            map->road[entries++] = (int16_t)zone;
        }
        map->first_of_road[++map->road_count] = (int16_t)entries;
    }
    return true;
}

static bool check_step(const struct atlas *atlas, const struct json *node, const char *what, int a, int b)
{
    const struct match *m = atlas->m;

    return in_set(m->adjacent[a], b) ||
           source_wrong(atlas->from, node, "the %s goes from zone %d to zone %d, which do not touch", what, m->number[a], m->number[b]);
}

static bool check_roads(struct atlas *atlas)
{
    const struct zone_map *map = &atlas->m->map;

    atlas->from.rule = FR_MAP_08;
    for (int road = 0; road < map->road_count; road++)
        for (int i = map->first_of_road[road] + 1; i < map->first_of_road[road + 1]; i++)
            if (!check_step(atlas, nth(nth(atlas->roads, road), i - map->first_of_road[road]), "road", map->road[i - 1], map->road[i]))
                return false;
    return true;
}

/* FR-4.1.1-07: a path is drawn and gives nothing. */
static bool read_paths(struct atlas *atlas)
{
    struct match      *m = atlas->m;
    const struct json *list = NULL;
    int                entries = 0;

    atlas->from.rule = FR_4_1_1_07;
    if (!source_find_branch(atlas->from, atlas->map, "paths", JSON_ARRAY, &list)) return false;
    if (list && list->count > PATHS) return source_wrong(atlas->from, list, "there are more than %d paths", PATHS);
    for (const struct json *path = list ? list->as.child : NULL; path; path = path->next) {
        int before = NOWHERE;
        if (path->type != JSON_ARRAY || !between(2, path->count, PATH_ZONES - entries))
            return source_wrong(atlas->from, path, "a path is a list of zones, two at least and %d in all", PATH_ZONES);
        for (const struct json *node = path->as.child; node; node = node->next) {
            int zone = 0;
            if (!find_zone(atlas, node, &zone) || (before != NOWHERE && !check_step(atlas, node, "path", before, zone))) return false;
            m->path[entries++] = (uint8_t)zone;
            before = zone;
        }
        m->path_end[m->paths++] = (uint8_t)entries;
    }
    return true;
}

/* What the board of zones finds wrong, in the words of the document. Always false. */

static int number_of(const struct atlas *atlas, int zone)
{
    return between(0, zone, atlas->m->zones - 1) ? atlas->m->number[zone] : 0;
}

static bool wrong_vertex(const struct atlas *atlas, const struct zone_fault *found)
{
    const struct json *node = nth(atlas->vertices, found->vertex);

    switch (found->trouble) {
    case ZONE_VERTEX_OUTSIDE: return source_wrong(atlas->from, node, "vertex %d lies outside the canvas", found->vertex);
    case ZONE_VERTEX_TWICE:
        return source_wrong(atlas->from, nth(atlas->vertices, found->other_vertex), "vertices %d and %d are the same point", found->vertex,
                             found->other_vertex);
    case ZONE_VERTEX_UNUSED: return source_wrong(atlas->from, node, "vertex %d belongs to no zone", found->vertex);
    default: return source_wrong(atlas->from, node, "vertex %d lies within edge %d, which must end there", found->vertex, found->edge);
    }
}

static bool wrong_edge(const struct atlas *atlas, const struct zone_fault *found)
{
    const struct json *node = nth(atlas->edges, found->edge);
    struct source      from = reading(atlas->from, FR_MAP_02);
    int                zone = number_of(atlas, found->zone), other = number_of(atlas, found->other_zone);

    switch (found->trouble) {
    case ZONE_BAD_EDGE: return source_wrong(from, node, "this edge begins and ends at one vertex");
    case ZONE_EDGE_TWICE: return source_wrong(from, nth(atlas->edges, found->other_edge), "this edge is given twice");
    case ZONE_EDGE_UNUSED: return source_wrong(from, node, "this edge is a side of no zone");
    case ZONE_EDGE_CROWDED: return source_wrong(from, node, "zone %d is the third with this edge", zone);
    case ZONE_SAME_SIDE: return source_wrong(from, node, "zones %d and %d lie on the same side of this edge: they overlap", zone, other);
    case ZONE_EDGE_ZONES:
        return other ? source_wrong(from, node, "this edge is between zones %d and %d", zone, other)
                     : source_wrong(from, node, "this edge is of zone %d alone", zone);
    case ZONE_EDGE_ALONE: return source_wrong(from, node, "this edge has only zone %d, and is not at the rim of the canvas", zone);
    default:
        return source_wrong(reading(from, FR_MAP_01), nth(atlas->edges, found->other_edge), "edges %d and %d cross one another",
                             found->edge, found->other_edge);
    }
}

static bool wrong_map(const struct atlas *atlas, const struct zone_fault *found)
{
    const struct json *node = between(0, found->zone, atlas->m->zones - 1) ? atlas->zone[found->zone] : atlas->map;
    int                zone = number_of(atlas, found->zone), other = number_of(atlas, found->other_zone);

    switch (found->trouble) {
    case ZONE_VERTEX_OUTSIDE:
    case ZONE_VERTEX_TWICE:
    case ZONE_VERTEX_UNUSED:
    case ZONE_VERTEX_ON_EDGE: return wrong_vertex(atlas, found);
    case ZONE_BAD_EDGE:
    case ZONE_EDGE_TWICE:
    case ZONE_EDGE_UNUSED:
    case ZONE_EDGE_CROWDED:
    case ZONE_SAME_SIDE:
    case ZONE_EDGE_ZONES:
    case ZONE_EDGE_ALONE:
    case ZONE_EDGES_CROSS: return wrong_edge(atlas, found);
    case ZONE_CORNER_TWICE: return source_wrong(atlas->from, node, "zone %d has the vertex %d twice", zone, found->vertex);
    case ZONE_NO_AREA: return source_wrong(atlas->from, node, "zone %d has no area", zone);
    case ZONE_EDGE_MISSING:
        return source_wrong(reading(atlas->from, FR_MAP_02), node, "zone %d has a side from vertex %d to %d that is not among the edges",
                             zone, found->vertex, found->other_vertex);
    case ZONE_AREA:
        return source_wrong(atlas->from, node, "the zones do not fill the canvas: their area is %lld, not %lld",
                             (long long)found->found / 2, (long long)found->expected / 2);
    case ZONE_ANCHOR_OUTSIDE:
        return source_wrong(reading(atlas->from, FR_MAP_13), node, "the anchor of zone %d must be given, and lie within it", zone);
    case ZONE_BAD_ROAD:
        return source_wrong(reading(atlas->from, FR_MAP_08), nth(atlas->roads, (int32_t)found->found), "zone %d stands twice in a row",
                             zone);
    case ZONE_LONG_LINE:
        return source_wrong(reading(atlas->from, FR_MAP_13), node, "the line from zone %d to zone %d runs through too many zones", zone,
                             other);
    default: return source_wrong(atlas->from, node, "this is no map");
    }
}

/* What follows. */

/* FR-MAP-07, FR-7.4.6-02, FR-7.4.6-03, FR-7.4.6-05: the kind that protects a side best, of all that may be crossed. */
static int cover_for(const struct match *m, int a, int b, seat_id seat)
{
    const struct zone_map *map = &m->map;
    struct zone_crossing   list[ZONE_VERTICES];
    int                    count = min32(zone_crossings(map, a, b, list, ZONE_VERTICES), ZONE_VERTICES), best = BORDER_DOTTED;

    for (int i = 0; i < count; i++) {
        if (!list[i].passable) continue;
        for (int e = 0; e < map->edge_count; e++) {
            bool meets = list[i].by == ZONE_BY_BORDER ? e == list[i].id : map->edge[e].a == list[i].id || map->edge[e].b == list[i].id;
            if (meets && (m->fort[e] == NO_SEAT || m->fort[e] == seat)) best = max32(best, map->edge[e].kind);
        }
    }
    return best;
}

static void find_crossings(struct match *m, int a, int b)
{
    struct zone_crossing easiest, hardest;

    m->easiest[a][b] = m->hardest[a][b] = m->cover[SEAT_A][a][b] = m->cover[SEAT_B][a][b] = BORDER_IMPASSABLE;
    if (a == b || !zone_easiest(&m->map, a, b, &easiest) || !zone_hardest(&m->map, a, b, &hardest)) return;
    m->adjacent[a] |= zone_bit(b);
    m->easiest[a][b] = easiest.kind;
    m->hardest[a][b] = hardest.kind;
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) m->cover[seat][a][b] = (uint8_t)cover_for(m, a, b, seat);
    m->entry[a][b] = (uint8_t)(m->tables.zone_cost[m->ground[b]] + m->tables.border_cost[easiest.kind]);
    if (zone_road_step(&m->map, a, b) && max32(m->ground[a], m->ground[b]) <= GROUND_DIFFICULT) m->road[a] |= zone_bit(b);
}

void reiters_steps_to(const struct match *m, uint64_t set, uint8_t distance[ZONES])
{
    uint64_t seen = set, edge = set;

    memset(distance, STEPS_FAR, ZONES);
    for (int steps = 0; edge && steps < STEPS_FAR; steps++) {
        uint64_t next = 0;
        for (uint64_t rest = edge; rest; rest &= rest - 1) {
            distance[lowest(rest)] = (uint8_t)steps;
            next |= m->adjacent[lowest(rest)];
        }
        edge = next & ~seen;
        seen |= edge;
    }
}

/* The cheapest way to a goal from everywhere, as if nobody stood on the map. */
static void find_least_costs(struct match *m, int goal)
{
    uint8_t *least = m->least[goal];
    bool     found = true;

    memset(least, UINT8_MAX, ZONES);
    least[goal] = 0;
    while (found) {
        found = false;
        for (int from = 0; from < m->zones; from++)
            for (uint64_t rest = m->adjacent[from]; rest; rest &= rest - 1) {
                int to = lowest(rest), cost = least[to] + m->entry[from][to];
                if (cost >= least[from]) continue;
                least[from] = (uint8_t)cost;
                found = true;
            }
    }
}

/* FR-MAP-10 */
static bool find_supply(struct atlas *atlas, seat_id seat)
{
    static const char letters[] = "NESW";
    struct match     *m = atlas->m;
    enum zone_side    side = m->supply_side[seat];
    int16_t           distance[ZONE_LIMIT];

    for (int zone = 0; zone < m->zones; zone++)
        if (in_set(m->every, zone) && zone_touches(&m->map, zone, side)) m->supply_edge[seat] |= zone_bit(zone);
    if (!m->supply_edge[seat])
        return source_wrong(reading(atlas->from, FR_MAP_10), atlas->map, "no zone that may be entered touches the edge %c, the supply edge of the %s side",
                             letters[side], sides[seat]);
    zone_side_distances(&m->map, side, distance);
    for (int zone = 0; zone < m->zones; zone++) m->supply[seat][zone] = (uint8_t)(distance[zone] < 0 ? UINT8_MAX : distance[zone]);
    return true;
}

/* Lines of sight. */

/* FR-7.8-07: the border by which a line enters, and who has no cover behind it; at a junction the one there that protects best. */
static void find_gun_border(const struct match *m, const struct zone_crossing *crossing, struct sight *sight)
{
    const struct zone_map *map = &m->map;
    const int8_t          *row = m->tables.terrain[ROW_ARTILLERY].border;
    int                    best = NOWHERE;

    for (int e = 0; e < map->edge_count; e++) {
        bool meets = crossing->by == ZONE_BY_BORDER ? e == crossing->id : map->edge[e].a == crossing->id || map->edge[e].b == crossing->id;
        int  gain = best == NOWHERE ? 0 : row[map->edge[best].kind] - row[map->edge[e].kind];
        if (!meets || map->edge[e].zone[1] == ZONE_NONE) continue;
        if (best == NOWHERE || gain > 0 || (gain == 0 && m->fort[best] != NO_SEAT && m->fort[e] == NO_SEAT)) best = e;
    }
    must(best != NOWHERE);
    sight->border = map->edge[best].kind;
    if (m->fort[best] != NO_SEAT) sight->bare = SEAT_BIT(other_side(m->fort[best]));
}

static rule_id stopped_by_crossing(const struct zone_trace *trace)
{
    rule_id rule = 0;

    for (int i = trace->count - 2; i >= 0; i--) {
        if (trace->crossing[i].sight != SIGHT_BROWN) continue;
        if (trace->crossing[i].by == ZONE_BY_BORDER) return FR_4_1_5_02;
        rule = FR_4_1_5_03;
    }
    return rule;
}

/* The first zone on the way that is brown (FR-4.1.5-04), higher than `height` (-06) or as high as that (-09). The ends are not on the way. */
enum hindrance { IS_BROWN, IS_ABOVE, IS_LEVEL };

static int zone_in_the_way(const struct match *m, const struct zone_trace *trace, enum hindrance what, int height)
{
    int from = trace->zone[0], to = trace->zone[trace->count - 1];

    for (int i = 1; i < trace->count - 1; i++) {
        int zone = trace->zone[i];
        if (zone == from || zone == to) continue;
        if (what == IS_BROWN ? m->brown[zone] : what == IS_ABOVE ? m->altitude[zone] > height : m->altitude[zone] == height) return zone;
    }
    return NOWHERE;
}

static bool stop(struct sight *sight, rule_id rule, int zone)
{
    sight->rule = rule;
    sight->blocker = (uint8_t)(zone + 1);
    return true;
}

/* FR-4.1.5-02 to FR-4.1.5-09, FR-SCN-03: the first rule that stops a line, in the order of the book. */
static bool stopped(const struct match *m, const struct zone_trace *trace, struct sight *sight)
{
    int     from = m->altitude[trace->zone[0]], to = m->altitude[trace->zone[trace->count - 1]], zone;
    rule_id rule = stopped_by_crossing(trace);

    if (rule) return stop(sight, rule, NOWHERE);
    zone = zone_in_the_way(m, trace, IS_BROWN, 0);
    if (zone != NOWHERE) return stop(sight, FR_4_1_5_04, zone);
    zone = zone_in_the_way(m, trace, IS_ABOVE, max32(from, to));
    if (zone != NOWHERE) return stop(sight, FR_4_1_5_06, zone);
    if (from < to) return stop(sight, FR_4_1_5_07, NOWHERE);
    if (to < from && trace->count == 2) return stop(sight, FR_4_1_5_08, NOWHERE);
    zone = to < from ? zone_in_the_way(m, trace, IS_LEVEL, from) : NOWHERE;
    if (zone != NOWHERE) return stop(sight, FR_4_1_5_09, zone);
    return m->night && trace->count > 2 && stop(sight, FR_SCN_03, NOWHERE);
}

/* FR-4.1.5-10: where units would stop it, when all is level. */
static uint64_t level_between(const struct match *m, const struct zone_trace *trace)
{
    uint64_t set = 0;

    for (int i = 0; i < trace->count; i++) {
        if (m->altitude[trace->zone[i]] != m->altitude[trace->zone[0]]) return 0;
        set |= zone_bit(trace->zone[i]);
    }
    return set & ~zone_bit(trace->zone[0]) & ~zone_bit(trace->zone[trace->count - 1]);
}

static void find_sight(struct match *m, int from, int to)
{
    struct sight     *sight = &m->sight[from][to];
    struct zone_trace trace;

    zone_trace(&m->map, from, to, GRAZE, &trace);
    sight->range = (uint8_t)(trace.count - 1);
    sight->between = level_between(m, &trace);
    find_gun_border(m, &trace.crossing[trace.count - 2], sight);
    stopped(m, &trace, sight);
}

/* FR-MAP-17: a line that the scenario knows better. */
static bool read_override(struct atlas *atlas, const struct json *node)
{
    static const char *const allowed[] = { "from", "to", "range", "clear", NULL };
    const struct json       *ends[2] = { json_get(node, "from"), json_get(node, "to") };
    struct sight            *sight;
    int32_t                  range = 0;
    int                      zone[2] = { 0 };
    bool                     clear = false;

    if (!source_keys(atlas->from, node, allowed)) return false;
    for (int i = 0; i < 2; i++) {
        if (!ends[i]) return source_wrong(atlas->from, node, "a line of sight goes \"from\" a zone \"to\" another");
        if (!find_zone(atlas, ends[i], &zone[i])) return false;
    }
    if (zone[0] == zone[1]) return source_wrong(atlas->from, node, "a line of sight goes from a zone to another");
    sight = &atlas->m->sight[zone[0]][zone[1]];
    range = sight->range;
    clear = !sight->rule;
    if ((json_get(node, "range") && !source_whole(atlas->from, node, "range", 1, ZONES, &range)) ||
        !source_find_flag(atlas->from, node, "clear", &clear))
        return false;
    sight->range = (uint8_t)range;
    if (clear != !sight->rule) stop(sight, clear ? 0 : FR_MAP_17, NOWHERE);
    return true;
}

static bool find_sights(struct atlas *atlas)
{
    struct match      *m = atlas->m;
    const struct json *list = NULL;

    for (int from = 0; from < m->zones; from++)
        for (int to = 0; to < m->zones; to++)
            if (from != to) find_sight(m, from, to);
    atlas->from.rule = FR_MAP_17;
    if (!source_find_branch(atlas->from, atlas->map, "los_override", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_override(atlas, node)) return false;
    return true;
}

bool reiters_read_map(struct match *m, struct loading *loading, const struct json *map)
{
    static const char *const allowed[] = { "canvas", "vertices", "zones", "edges", "roads", "paths", "los_override", NULL };
    struct atlas             atlas = { .from = { &loading->scenario, loading->fault, FR_MAP_01, reiters_rules }, .m = m, .map = map };
    struct zone_fault        found = { .trouble = ZONE_SOUND };

    m->map.impassable = BORDER_IMPASSABLE;
    if (!source_keys(atlas.from, map, allowed) || !read_vertices(&atlas) || !read_zones(&atlas) || !read_edges(&atlas) ||
        !read_roads(&atlas))
        return false;
    atlas.from.rule = FR_MAP_01;
    if (!zone_build(&m->map, &found)) return wrong_map(&atlas, &found);
    for (int a = 0; a < m->zones; a++)
        for (int b = 0; b < m->zones; b++) find_crossings(m, a, b);
    for (int zone = 0; zone < m->zones; zone++) {
        reiters_steps_to(m, zone_bit(zone), m->steps[zone]);
        find_least_costs(m, zone);
    }
    return check_roads(&atlas) && read_paths(&atlas) && find_supply(&atlas, SEAT_A) && find_supply(&atlas, SEAT_B) && find_sights(&atlas);
}
