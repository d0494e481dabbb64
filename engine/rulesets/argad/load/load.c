/*
 * load.c: a match from its scenario (AR-FIG, AR-GEO, AR-FORM-01, -02, AR-MOR-01, AR-BLD-01, AR-WIN-01).
 *
 * Everything that a scenario may get wrong is said here, with its line, the figure or place, and the rule.
 */
#include "tables.h"

#include <string.h>

static const char *const edges[] = { "north", "east", "south", "west" };
static const char *const seats[] = { "A", "B" };
static const char *const opening_kinds[] = { "door", "gate", "window", "loophole" };
static const char *const door_states[] = { "open", "half_open", "shut", "barred" };
static const char *const thing_types[THING_TYPES] = { "barrel", "sack", "chest", "purse", "cart", "animal", "boat", "horse", "mule" };
static const char *const goal_kinds[GOAL_KINDS] = { "object_exit", "object_held", "object_not_held", "object_in_area", "figure_state", "figure_exit", "area_held" };
static const char *const stances[] = { "upright", "crouched" };

/* Places. */

static bool read_point(const struct match *m, struct source from, const struct json *node, struct point *point)
{
    int32_t number[2] = { 0 };

    if (!source_numbers(reading(from, AR_GEO_01), node, 2, -TABLE_LIMIT / 4, TABLE_LIMIT / 4, number)) return false;
    *point = (struct point){ number[0], number[1] };
    return (between(0, point->x, m->size.x) && between(0, point->y, m->size.y)) ||
           source_wrong(reading(from, AR_GEO_01), node, "(%d,%d) is not on the table", point->x, point->y);
}

static bool read_place(const struct match *m, struct source from, const struct json *object, const char *key, struct point *point)
{
    const struct json *node = NULL;

    return source_branch(reading(from, AR_GEO_01), object, key, JSON_ARRAY, &node) && read_point(m, from, node, point);
}

static bool read_points(const struct match *m, struct loading *loading, struct source from, const struct json *list, struct point **points, int32_t *count)
{
    *count = 0;
    if (list->count < 2 || list->count > TABLE_VERTICES) return source_wrong(from, list, "2 to %d points, not %u", TABLE_VERTICES, list->count);
    *points = arena_take(loading->arena, list->count * sizeof **points);
    if (!*points) return source_wrong(from, list, "there is no room for it");
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_point(m, from, node, &(*points)[(*count)++])) return false;
    return true;
}

static int32_t line_of(struct source from, const struct json *node) { return json_line(from.document, node); }

/* The table and its sight. */

static bool read_table(struct match *m, struct source from)
{
    static const char *const allowed[] = { "width", "depth", NULL };
    const struct json       *table = NULL;
    int32_t                  turns = 0;

    from.rule = AR_GEO_01;
    if (!source_branch(from, from.document->root, "table", JSON_OBJECT, &table) || !source_keys(from, table, allowed) ||
        !source_whole(from, table, "width", 20 * CM, 400 * CM, &m->size.x) || !source_whole(from, table, "depth", 20 * CM, 400 * CM, &m->size.y) ||
        !source_whole(reading(from, AR_WIN_01), from.document->root, "turns", 1, 60, &turns))
        return false;
    m->turns = (uint8_t)turns;
    return true;
}

static bool read_sight(struct match *m, struct source from)
{
    static const char *const allowed[] = { "from", "to", "limit", NULL }, *const flash_keys[] = { "limit", "turns", NULL };
    const struct json       *list = NULL, *flash = NULL;
    int32_t                  turns = 0;

    from.rule = AR_VIS_01;
    if (!source_find_branch(from, from.document->root, "sight", JSON_ARRAY, &list) || !source_find_branch(from, from.document->root, "flash", JSON_OBJECT, &flash)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        struct sight *sight = &m->sight[m->sights];
        int32_t       first = 0, last = 0;
        if (m->sights == SIGHTS) return source_wrong(from, node, "there are more than %d rows of sight", SIGHTS);
        if (!source_keys(from, node, allowed) || !source_whole(from, node, "from", 1, m->turns, &first) || !source_whole(from, node, "to", first, m->turns, &last) ||
            !source_whole(from, node, "limit", CM, 400 * CM, &sight->limit))
            return false;
        sight->from = (uint8_t)first;
        sight->to = (uint8_t)last;
        m->sights++;
    }
    if (!flash) return true;
    if (!source_keys(from, flash, flash_keys) || !source_whole(from, flash, "limit", CM, 400 * CM, &m->flash_limit) || !source_whole(from, flash, "turns", 1, 9, &turns)) return false;
    m->flash_turns = (uint8_t)turns;
    return true;
}

/* Terrain, with buildings. */

static bool add_piece(struct match *m, struct source from, const struct json *node, const char *id, const char *type, seat_id seat)
{
    for (int i = 0; i < m->head.pieces; i++)
        if (!strcmp(m->piece[i].id, id)) return source_wrong(from, node, "\"%s\" is given twice", id);
    m->piece[m->head.pieces++] = (struct piece){ .id = id, .type = type, .seat = seat };
    return true;
}

/* The side on which both ends lie, or -1: a corner alone would belong to two. */
static int side_of_opening(const struct area *area, const struct point end[2])
{
    for (int32_t i = 0; i < area->count; i++) {
        struct segment side = { area->vertex[i], area->vertex[(i + 1) % area->count] };
        if (table_at_most(table_point_segment(end[0], side), 1, NULL) && table_at_most(table_point_segment(end[1], side), 1, NULL)) return i;
    }
    return -1;
}

/* So far the line of an opening reaches into the walls beside it, and a line into what it ends at: nobody passes between the two. */
enum { HAIR = 2 };

/* A hair beyond the end of an opening, still on the wall, which may go on round a corner. Returns how many points lead there. */
static int into_the_wall(const struct area *area, int side, struct point other, struct point end, struct point way[2])
{
    for (int i = 0; i < 2; i++) {
        int          corner = (side + i) % area->count;
        struct point at = area->vertex[corner], next = area->vertex[(corner + (i ? 1 : area->count - 1)) % area->count];
        if (!table_at_most(table_distance(end, at), HAIR, NULL)) continue;
        way[0] = at;
        way[1] = table_along(at, next, HAIR);
        return 2;
    }
    way[0] = table_moved((struct pose){ end, table_bearing(other, end) }, HAIR, 0).at;
    return 1;
}

/* The line that whoever passes the opening crosses. */
static bool draw_opening(struct loading *loading, struct source from, const struct json *node, const struct area *area, int side, struct opening *opening)
{
    struct point *line = arena_take(loading->arena, 4 * sizeof *line), way[2];
    int           count, more;

    if (!line) return source_wrong(from, node, "there is no room for it");
    count = into_the_wall(area, side, opening->end[1], opening->end[0], way);
    for (int i = 0; i < count; i++) line[i] = way[count - 1 - i];
    more = into_the_wall(area, side, opening->end[0], opening->end[1], way);
    for (int i = 0; i < more; i++) line[count + i] = way[i];
    return table_polyline(&opening->line, line, count + more, from.document->name, line_of(from, node), from.fault);
}

static bool read_opening(struct match *m, struct loading *loading, struct source from, const struct json *node, int element)
{
    static const char *const allowed[] = { "id", "kind", "name", "from", "to", "state", NULL };
    struct opening          *opening = &m->opening[m->openings];
    const struct area       *area = &m->element[element].area;
    int                      kind = 0, side;

    from.rule = AR_BLD_01;
    if (m->openings == OPENINGS) return source_wrong(from, node, "there are more than %d openings", OPENINGS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &opening->id) || !source_choice(from, node, "kind", opening_kinds, 4, &kind) ||
        !read_place(m, from, node, "from", &opening->end[0]) || !read_place(m, from, node, "to", &opening->end[1]))
        return false;
    side = side_of_opening(area, opening->end);
    if (side < 0) return source_wrong(from, node, "the opening \"%s\" does not lie on one wall of its building", opening->id);
    if (!draw_opening(loading, from, node, area, side, opening)) return false;
    opening->kind = (uint8_t)kind;
    opening->element = (uint8_t)element;
    opening->door = NOBODY;
    m->openings++;
    return true;
}

/* Where along a side of its building an opening begins and ends. */
struct cut { int32_t side, from, to; };

static bool add_wall(struct match *m, struct loading *loading, struct source from, const struct json *node, int element, const struct point *points, int32_t count)
{
    struct point *vertex;

    if (m->walls == WALLS) return source_wrong(from, node, "there are more than %d walls", WALLS);
    vertex = arena_take(loading->arena, (size_t)count * sizeof *vertex);
    if (!vertex) return source_wrong(from, node, "there is no room for it");
    memcpy(vertex, points, (size_t)count * sizeof *vertex);
    m->wall_of[m->walls] = (uint8_t)element;
    return table_polyline(&m->wall[m->walls++], vertex, count, from.document->name, line_of(from, node), from.fault);
}

/* The openings of a building as they follow each other along its outline. */
static int find_cuts(const struct match *m, int element, struct cut cut[OPENINGS])
{
    const struct area *area = &m->element[element].area;
    int                cuts = 0;

    for (int k = 0; k < m->openings; k++) {
        const struct opening *opening = &m->opening[k];
        struct cut            new;
        int32_t               one, other;
        int                   place;
        if (opening->element != element) continue;
        new.side = side_of_opening(area, opening->end);
        one = table_floor(table_distance(area->vertex[new.side], opening->end[0]));
        other = table_floor(table_distance(area->vertex[new.side], opening->end[1]));
        new.from = min32(one, other);
        new.to = max32(one, other);
        for (place = cuts++; place > 0 && (cut[place - 1].side > new.side || (cut[place - 1].side == new.side && cut[place - 1].from > new.from)); place--) cut[place] = cut[place - 1];
        cut[place] = new;
    }
    return cuts;
}

static struct point on_side(const struct area *area, int32_t side, int32_t along)
{
    struct point a = area->vertex[side], b = area->vertex[(side + 1) % area->count];

    return along < table_floor(table_distance(a, b)) ? table_along(a, b, along) : b;
}

static void lead_to(struct point *chain, int32_t *count, struct point to)
{
    if (*count && chain[*count - 1].x == to.x && chain[*count - 1].y == to.y) return;
    chain[(*count)++] = to;
}

/* The wall of a building from the end of one opening over `corners` corners to the beginning of the next. */
static bool build_wall(struct match *m, struct loading *loading, struct source from, const struct json *node, int element, struct cut one, struct cut next, int32_t corners)
{
    const struct area *area = &m->element[element].area;
    struct point       chain[TABLE_VERTICES + 2];
    int32_t            count = 0;

    lead_to(chain, &count, on_side(area, one.side, one.to));
    for (int32_t i = 1; i <= corners; i++) lead_to(chain, &count, area->vertex[(one.side + i) % area->count]);
    lead_to(chain, &count, on_side(area, next.side, next.from));
    return count < 2 || add_wall(m, loading, from, node, element, chain, count);
}

/* A building without openings: once round it and two corners on, so that each corner and each side lies within the chain. */
static bool build_round(struct match *m, struct loading *loading, struct source from, const struct json *node, int element)
{
    const struct area *area = &m->element[element].area;
    struct point       chain[TABLE_VERTICES + 3];

    for (int32_t i = 0; i < area->count + 3; i++) chain[i] = area->vertex[i % area->count];
    return add_wall(m, loading, from, node, element, chain, area->count + 3);
}

/*
 * AR-BLD-01: the outline without its openings. What lies between two openings is one wall, so that nobody passes where two sides meet, nor
 * runs along one side and then enters.
 */
static bool build_walls(struct match *m, struct loading *loading, struct source from, const struct json *node, int element)
{
    struct cut cut[OPENINGS];
    int        cuts = find_cuts(m, element, cut);

    if (!cuts) return build_round(m, loading, from, node, element);
    for (int k = 0; k < cuts; k++) {
        struct cut one = cut[k], next = cut[(k + 1) % cuts];
        int32_t    corners = next.side - one.side + (k + 1 == cuts ? m->element[element].area.count : 0);
        if (!corners && next.from < one.to) return source_wrong(reading(from, AR_BLD_01), node, "two openings of \"%s\" overlap", m->element[element].id);
        if (!build_wall(m, loading, from, node, element, one, next, corners)) return false;
    }
    return true;
}

static bool read_element(struct match *m, struct loading *loading, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "kind", "points", "uphill", "inner", "level", "foot", "mounted", "openings", NULL };
    static const char *const inner_sides[] = { "left", "right" }, *const classes[] = { "easy", "difficult", "very_difficult", "impassable" };
    struct element          *element = &m->element[m->elements];
    const struct json       *points = NULL, *openings = NULL;
    const char              *kind = NULL;
    struct point            *vertex = NULL;
    int32_t                  count = 0, level = 0;
    int                      terrain, inner = 0, class;

    from.rule = AR_GEO_10;
    if (m->elements == ELEMENTS) return source_wrong(from, node, "there are more than %d pieces of ground", ELEMENTS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &element->id) || !source_word(from, node, "kind", &kind) ||
        !source_branch(from, node, "points", JSON_ARRAY, &points) || !source_find_branch(from, node, "openings", JSON_ARRAY, &openings))
        return false;
    for (int i = 0; i < m->elements; i++)
        if (!strcmp(m->element[i].id, element->id)) return source_wrong(from, node, "\"%s\" is given twice", element->id);
    terrain = argad_terrain_named(m, kind);
    if (terrain < 0) return source_wrong(from, node, "there is no ground \"%s\"", kind);
    element->terrain = (uint8_t)terrain;
    element->class[0] = m->terrain[terrain].class[0];
    element->class[1] = m->terrain[terrain].class[1];
    if (!read_points(m, loading, from, points, &vertex, &count)) return false;
    if (m->terrain[terrain].flags & TERRAIN_LINE) {
        if (!table_polyline(&element->line, vertex, count, from.document->name, line_of(from, points), from.fault)) return false;
    } else if (!table_area(&element->area, vertex, count, from.document->name, line_of(from, points), from.fault)) {
        return false;
    }
    if (m->terrain[terrain].flags & TERRAIN_SLOPE && !source_whole(reading(from, AR_GEO_13), node, "uphill", 0, FULL_TURN - 1, &element->uphill)) return false;
    if (m->terrain[terrain].flags & TERRAIN_RAMPART && !source_choice(reading(from, AR_GEO_13), node, "inner", inner_sides, 2, &inner)) return false;
    element->inner_right = inner == 1;
    if (m->terrain[terrain].flags & TERRAIN_HILL) level = 1;
    if (json_get(node, "level") && !source_whole(reading(from, AR_GEO_13), node, "level", 0, 1, &level)) return false;
    element->level = (uint8_t)level;
    for (int i = 0; i < 2; i++) {
        const char *key = i ? "mounted" : "foot";
        if (!json_get(node, key)) continue;
        if (!source_choice(reading(from, AR_SLOW_11), node, key, classes, 4, &class)) return false;
        element->class[i] = (uint8_t)class;
    }
    m->elements++;
    if (openings && !(m->terrain[terrain].flags & TERRAIN_BUILDING)) return source_wrong(reading(from, AR_BLD_01), openings, "only a building has openings");
    for (const struct json *one = openings ? openings->as.child : NULL; one; one = one->next)
        if (!read_opening(m, loading, from, one, m->elements - 1)) return false;
    return !(m->terrain[terrain].flags & TERRAIN_BUILDING) || build_walls(m, loading, from, node, m->elements - 1);
}

static bool same_place(struct point a, struct point b) { return a.x == b.x && a.y == b.y; }
static struct point end_of(const struct polyline *line, bool last) { return line->vertex[last ? line->count - 1 : 0]; }
static struct point before_end(const struct polyline *line, bool last) { return line->vertex[last ? line->count - 2 : 1]; }

/* A hair along the next line, round the list and back to this one, that has an end where this one has. */
static bool leads_on(const struct match *m, int element, bool last, struct point *way)
{
    struct point here = end_of(&m->element[element].line, last);

    for (int k = 1; k <= m->elements; k++) {
        int                    i = (element + k) % m->elements;
        const struct polyline *line = &m->element[i].line;
        for (int side = 0; side < 2 && line->count; side++) {
            if (!same_place(end_of(line, side), here) || (i == element && side == last)) continue;
            *way = table_along(here, before_end(line, side), HAIR);
            return true;
        }
    }
    return false;
}

/* In the middle of another line, or at the edge of what nobody walks through. */
static bool ends_at_something(const struct match *m, int element, struct point here)
{
    for (int i = 0; i < m->elements; i++) {
        const struct element *it = &m->element[i];
        bool                  bars = it->class[0] == IMPASSABLE || it->class[1] == IMPASSABLE || m->terrain[it->terrain].flags & TERRAIN_BUILDING;
        if (i == element) continue;
        if (it->area.count ? bars && table_at_most(table_outline_distance(&it->area, here), 1, NULL)
                           : !same_place(here, end_of(&it->line, false)) && !same_place(here, end_of(&it->line, true)) &&
                                 table_at_most(table_segment_polyline((struct segment){ here, here }, &it->line), 1, NULL))
            return true;
    }
    return false;
}

/* What is added beyond an end of a line. */
static int32_t beyond_end(const struct match *m, int element, bool last, struct point way[3])
{
    const struct polyline *line = &m->element[element].line;
    struct point           here = end_of(line, last);
    int32_t                count = leads_on(m, element, last, &way[0]);

    if (!ends_at_something(m, element, here)) return count;
    if (count) way[count++] = here;
    way[count++] = table_moved((struct pose){ here, table_bearing(before_end(line, last), here) }, HAIR, 0).at;
    return count;
}

/* A line as it is crossed: where it meets another, or a wall, the two have no gap between them through which one could pass. */
static bool join_line(struct match *m, struct loading *loading, struct source from, const struct json *node, int number)
{
    struct element *element = &m->element[number];
    struct point    first[3], last[3], *vertex;
    int32_t         before = beyond_end(m, number, false, first), after = beyond_end(m, number, true, last), count = element->line.count;

    element->crossed = element->line;
    if (!before && !after) return true;
    vertex = arena_take(loading->arena, (size_t)(before + count + after) * sizeof *vertex);
    if (!vertex) return source_wrong(from, node, "there is no room for it");
    for (int32_t i = 0; i < before; i++) vertex[i] = first[before - 1 - i];
    memcpy(vertex + before, element->line.vertex, (size_t)count * sizeof *vertex);
    memcpy(vertex + before + count, last, (size_t)after * sizeof *vertex);
    return table_polyline(&element->crossed, vertex, before + count + after, from.document->name, line_of(from, node), from.fault);
}

static bool read_ground(struct match *m, struct loading *loading, struct source from)
{
    const struct json *list = NULL;
    int                number = 0;

    from.rule = AR_GEO_10;
    if (!source_branch(from, from.document->root, "terrain", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_element(m, loading, from, node)) return false;
    for (const struct json *node = list->as.child; node; node = node->next, number++)
        if (m->element[number].line.count && !join_line(m, loading, from, node, number)) return false;
    return true;
}

static int element_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->elements; i++)
        if (!strcmp(m->element[i].id, id)) return i;
    return -1;
}

/* Sides and groups. */

static bool read_side(struct match *m, struct loading *loading, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "seat", "name", "exit", "zones", NULL };
    const struct json       *zones = NULL;
    int                      seat = 0, edge = 0;

    if (!source_keys(from, node, allowed) || !source_choice(from, node, "seat", seats, 2, &seat) || !source_choice(reading(from, AR_MOR_07), node, "exit", edges, 4, &edge) ||
        !source_text(from, node, "name", &m->head.side[seat].name[0], &m->head.side[seat].name[1]) || !source_branch(from, node, "zones", JSON_ARRAY, &zones))
        return false;
    if (m->exit_edge[seat]) return source_wrong(from, node, "the side %s is given twice", seats[seat]);
    m->exit_edge[seat] = (uint8_t)(1 << edge);
    for (const struct json *zone = zones->as.child; zone; zone = zone->next) {
        struct point *vertex = NULL;
        int32_t       count = 0;
        if (m->zones[seat] == ZONES) return source_wrong(from, zone, "a side has at most %d zones", ZONES);
        if (zone->type != JSON_ARRAY) return source_wrong(from, zone, "a zone is a list of points");
        if (!read_points(m, loading, from, zone, &vertex, &count) ||
            !table_area(&m->zone[seat][m->zones[seat]], vertex, count, from.document->name, line_of(from, zone), from.fault))
            return false;
        m->zones[seat]++;
    }
    return true;
}

static bool read_sides(struct match *m, struct loading *loading, struct source from)
{
    const struct json *list = NULL;

    from.rule = AR_WIN_01;
    if (!source_branch(from, from.document->root, "sides", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_side(m, loading, from, node)) return false;
    return (m->exit_edge[0] && m->exit_edge[1]) || source_wrong(from, list, "there are two sides, A and B");
}

static int group_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->groups; i++)
        if (!strcmp(m->group[i].id, id)) return i;
    return -1;
}

/* One text for both languages, or one each. */
static bool read_name(struct source from, const struct json *object, const char *name[2])
{
    const struct json *node = json_get(object, "name");

    if (!node) return true;
    if (node->type != JSON_STRING) return source_text(from, object, "name", &name[0], &name[1]);
    name[0] = name[1] = node->as.string;
    return true;
}

static bool read_groups(struct match *m, struct source from)
{
    static const char *const allowed[] = { "id", "seat", "name", "leader", NULL };
    const struct json       *list = NULL;

    from.rule = AR_MOR_01;
    if (!source_branch(from, from.document->root, "groups", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct group *group = &m->group[m->groups];
        int           seat = 0;
        if (m->groups == GROUPS) return source_wrong(from, node, "there are more than %d groups", GROUPS);
        if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &group->id) || !source_choice(from, node, "seat", seats, 2, &seat) ||
            !read_name(from, node, group->name))
            return false;
        if (group_named(m, group->id) >= 0) return source_wrong(from, node, "the group \"%s\" is given twice", group->id);
        group->seat = (seat_id)seat;
        group->leader = NOBODY;
        m->groups++;
    }
    return true;
}

int argad_piece_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->head.pieces; i++)
        if (!strcmp(m->piece[i].id, id)) return i;
    return NOBODY;
}

/* A figure by its id; it must be there. */
static bool read_figure_name(const struct match *m, struct source from, const struct json *object, const char *key, int *figure)
{
    const char *id = NULL;

    if (!source_find_word(from, object, key, &id)) return false;
    *figure = id ? argad_piece_named(m, id) : NOBODY;
    if (!id) return true;
    return (*figure != NOBODY && is_figure(m, *figure)) || source_wrong(from, json_get(object, key), "there is no figure \"%s\"", id);
}

static bool read_leaders(struct match *m, struct source from)
{
    const struct json *list = json_get(from.document->root, "groups");
    int                i = 0;

    from.rule = AR_MOR_01;
    for (const struct json *node = list->as.child; node; node = node->next, i++) {
        int leader = NOBODY;
        if (!read_figure_name(m, from, node, "leader", &leader)) return false;
        if (leader != NOBODY && side_of(m, leader) != m->group[i].seat) return source_wrong(from, node, "the leader of \"%s\" is of the other side", m->group[i].id);
        m->group[i].leader = (int16_t)leader;
        if (leader != NOBODY) m->figure[leader].traits |= TRAIT_LEADER;
        if (!m->group[i].count) return source_wrong(from, node, "nobody belongs to \"%s\"", m->group[i].id);
    }
    return true;
}

/* Figures. */

static bool read_figure(struct match *m, struct source from, const struct json *node, const struct profiles *profiles)
{
    static const char *const allowed[] = { "id", "group", "profile", "name", "at", "heading", "stance", "hidden", "loaded", "traits", NULL };
    const char              *id = NULL, *group_id = NULL, *profile_id = NULL;
    const struct json       *traits = NULL;
    struct figure           *figure = &m->figure[m->figures];
    bool                     hidden = false, loaded = true;  /* hidden is said for readers: who is seen is judged by the places (ruling 96) */
    int                      group, profile = 0, stance = UPRIGHT;

    from.rule = AR_FIG_01;
    if (m->figures == FIGURES) return source_wrong(from, node, "there are more than %d figures", FIGURES);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &id) || !source_word(from, node, "group", &group_id) || !source_word(from, node, "profile", &profile_id) ||
        !source_find_branch(from, node, "traits", JSON_ARRAY, &traits) || !source_find_flag(from, node, "hidden", &hidden) || !source_find_flag(from, node, "loaded", &loaded))
        return false;
    if (json_get(node, "stance") && !source_choice(reading(from, AR_FIG_08), node, "stance", stances, 2, &stance)) return false;
    group = group_named(m, group_id);
    if (group < 0) return source_wrong(reading(from, AR_MOR_01), node, "the figure \"%s\" belongs to no group \"%s\"", id, group_id);
    while (profile < profiles->count && strcmp(profiles->list[profile].id, profile_id)) profile++;
    if (profile == profiles->count) return source_wrong(reading(from, AR_FIG_02), node, "the figure \"%s\" has no profile \"%s\"", id, profile_id);
    *figure = profiles->list[profile].figure;
    if (traits && !argad_read_traits(m, from, traits, figure)) return false;
    if (!loaded) figure->loaded = 0;
    if (stance == CROUCHED && m->mover[figure->mover[0]].flags & MOVER_MOUNTED) return source_wrong(reading(from, AR_FIG_08), node, "the figure \"%s\" is mounted and cannot crouch", id);
    figure->group = (uint8_t)group;
    figure->stance = (uint8_t)stance;
    if (!add_piece(m, from, node, id, profiles->list[profile].id, m->group[group].seat) || !read_name(from, node, m->piece[m->figures].name)) return false;
    if (json_get(node, "at")) {
        if (!read_place(m, from, node, "at", &m->start[m->figures].at) || !source_whole(reading(from, AR_GEO_02), node, "heading", 0, FULL_TURN - 1, &m->start[m->figures].heading)) return false;
    } else {
        m->start[m->figures] = (struct pose){ { UNKNOWN_PLACE, UNKNOWN_PLACE }, 0 };
    }
    m->group[group].member[m->group[group].count++] = (uint8_t)m->figures;
    m->figures++;
    return true;
}

static bool read_figures(struct match *m, struct source from, const struct profiles *profiles)
{
    const struct json *list = NULL;

    if (!source_branch(reading(from, AR_FIG_01), from.document->root, "figures", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_figure(m, from, node, profiles)) return false;
    return true;
}

static bool read_unit(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "seat", "name", "files", "at", "heading", "figures", NULL };
    struct formed           *formed = &m->formed[m->formeds];
    const struct json       *figures = NULL;
    struct pose              place[FIGURES];
    int32_t                  files = 0;
    int                      seat = 0;
    uint8_t                  flags;

    from.rule = AR_FORM_01;
    if (m->formeds == FORMED) return source_wrong(from, node, "there are more than %d formed units", FORMED);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &formed->id) || !source_choice(from, node, "seat", seats, 2, &seat) ||
        !source_branch(from, node, "figures", JSON_ARRAY, &figures) || !source_whole(from, node, "files", 1, FIGURES, &files) ||
        !read_place(m, from, node, "at", &formed->start.at) || !source_whole(reading(from, AR_GEO_02), node, "heading", 0, FULL_TURN - 1, &formed->start.heading))
        return false;
    if (figures->count < 4 || figures->count > FIGURES || files > (int32_t)figures->count) return source_wrong(from, node, "the unit \"%s\" has %u figures in %d files; at least 4 are needed", formed->id, figures->count, files);
    for (const struct json *one = figures->as.child; one; one = one->next) {
        int figure = one->type == JSON_STRING ? argad_piece_named(m, one->as.string) : NOBODY;
        if (figure == NOBODY || !is_figure(m, figure) || side_of(m, figure) != seat || m->figure[figure].formed) return source_wrong(from, one, "no figure of side %s that is free for \"%s\"", seats[seat], formed->id);
        flags = m->mover[m->figure[figure].mover[0]].flags;
        if (!(flags & MOVER_MAY_FORM)) return source_wrong(reading(from, AR_FORM_02), one, "\"%s\" never forms: the figure \"%s\" of the unit \"%s\"", m->mover[m->figure[figure].mover[0]].id, m->piece[figure].id, formed->id);
        if (formed->count && (flags ^ m->mover[formed->mover].flags) & MOVER_MOUNTED) return source_wrong(from, one, "the unit \"%s\" is not of one kind: the figure \"%s\"", formed->id, m->piece[figure].id);
        if (!formed->count) formed->mover = m->figure[figure].mover[0];
        m->figure[figure].formed = (uint8_t)(m->formeds + 1);
        formed->member[formed->count++] = (uint8_t)figure;
    }
    formed->files = (uint8_t)files;
    argad_places(m, &m->mover[formed->mover], formed->start, formed->count, files, place);
    for (int i = 0; i < formed->count; i++) m->start[formed->member[i]] = place[i];
    m->start[m->head.pieces] = formed->start;
    if (!add_piece(m, from, node, formed->id, m->mover[formed->mover].flags & MOVER_MOUNTED ? "squadron" : "company", (seat_id)seat)) return false;
    m->formeds++;
    return read_name(from, node, m->piece[m->head.pieces - 1].name);
}

static bool read_units(struct match *m, struct source from)
{
    const struct json *list = NULL;

    if (!source_find_branch(reading(from, AR_FORM_01), from.document->root, "units", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_unit(m, from, node)) return false;
    return true;
}

/* Things and doors. */

static bool read_thing(struct match *m, struct source from, const struct json *node, const struct shape base[BASES])
{
    static const char *const allowed[] = { "id", "type", "name", "at", "heading", "with", "driver", "in", "path", "immobile", NULL };
    struct thing            *thing = &m->thing[m->things];
    const char              *id = NULL, *in = NULL, *path = NULL;
    int                      type = 0, holder = NOBODY, driver = NOBODY, piece = m->head.pieces;

    from.rule = AR_GEO_05;
    if (m->things == THINGS) return source_wrong(from, node, "there are more than %d things", THINGS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &id) || !source_choice(from, node, "type", thing_types, THING_TYPES, &type) ||
        !read_figure_name(m, from, node, "with", &holder) || !read_figure_name(m, from, node, "driver", &driver) || !source_find_word(from, node, "in", &in) ||
        !source_find_word(from, node, "path", &path) || !source_find_flag(from, node, "immobile", &thing->immobile) || !add_piece(m, from, node, id, thing_types[type], NO_SEAT) || !read_name(from, node, m->piece[piece].name))
        return false;
    thing->type = (uint8_t)type;
    thing->shape = base[BASE_THINGS + type];
    if (path) {
        int element = element_named(m, path);
        for (int i = 0; element < 0 && i < m->elements; i++)
            if (!strcmp(m->terrain[m->element[i].terrain].id, path)) element = i;
        if (element < 0 || !m->element[element].area.count) return source_wrong(reading(from, AR_OBJ_07), node, "there is no ground \"%s\" for the cart", path);
        thing->path = (uint8_t)(element + 1);
    }
    if (in) {
        int other = argad_piece_named(m, in);
        if (other == NOBODY || kind_of(m, other) != KIND_THING || other == piece) return source_wrong(from, node, "\"%s\" lies in \"%s\", which is not there", id, in);
        thing->in = (uint8_t)(other - m->first[KIND_THING] + 1);
        m->start[piece] = m->start[other];
    } else if (holder != NOBODY) {
        m->start[piece] = m->start[holder];
        if (m->start_with[holder]) return source_wrong(reading(from, AR_OBJ_01), node, "the figure \"%s\" has its hands full", m->piece[holder].id);
        m->start_with[holder] = (uint8_t)(piece + 1);
        m->start_with[piece] = (uint8_t)(holder + 1);
    } else if (!read_place(m, from, node, "at", &m->start[piece].at)) {
        return false;
    }
    if (json_get(node, "heading") && !source_whole(reading(from, AR_GEO_02), node, "heading", 0, FULL_TURN - 1, &m->start[piece].heading)) return false;
    m->things++;
    m->first[KIND_DOOR] = m->head.pieces;
    return true;
}

static char *joined(struct loading *loading, const char *text, const char *tail)
{
    size_t length = strlen(text), more = strlen(tail) + 1;
    char  *all = arena_take(loading->arena, length + more);

    if (!all) return NULL;
    memcpy(all, text, length);
    memcpy(all + length, tail, more);
    return all;
}

/* A horse is called after its rider. */
static bool name_horse(struct match *m, struct loading *loading, int rider, int horse)
{
    static const char *const tails[2] = { "’s horse", " (cheval)" };

    for (int language = 0; language < 2 && m->piece[rider].name[language]; language++) {
        m->piece[horse].name[language] = joined(loading, m->piece[rider].name[language], tails[language]);
        if (!m->piece[horse].name[language]) return false;
    }
    return true;
}

/* AR-HORSE-02: a marker for the horse of everybody who may dismount. */
static bool add_horses(struct match *m, struct loading *loading, struct source from, const struct shape base[BASES])
{
    for (int i = 0; i < m->figures; i++) {
        char *id;
        if (!(m->mover[m->figure[i].mover[0]].flags & MOVER_MOUNTED) || m->figure[i].mover[1] == UNKNOWN) continue;
        if (m->things == THINGS) return source_wrong(reading(from, AR_HORSE_02), json_get(from.document->root, "figures"), "there are more than %d things and horses", THINGS);
        id = joined(loading, m->piece[i].id, "_horse");
        if (!id) return source_wrong(from, loading->scenario.root, "there is no room for it");
        m->start[m->head.pieces] = m->start[i];
        m->thing[m->things] = (struct thing){ .type = THING_HORSE, .shape = base[BASE_THINGS + THING_HORSE], .owner = (uint8_t)(i + 1) };
        if (!add_piece(m, from, json_get(from.document->root, "figures"), id, thing_types[THING_HORSE], NO_SEAT)) return false;
        if (!name_horse(m, loading, i, m->head.pieces - 1)) return source_wrong(from, loading->scenario.root, "there is no room for it");
        m->figure[i].horse = (uint8_t)++m->things;
    }
    return true;
}

static bool read_things(struct match *m, struct loading *loading, struct source from, const struct shape base[BASES])
{
    const struct json *list = NULL;

    if (!source_find_branch(reading(from, AR_GEO_05), from.document->root, "things", JSON_ARRAY, &list)) return false;
    m->first[KIND_THING] = m->first[KIND_DOOR] = m->head.pieces;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_thing(m, from, node, base)) return false;
    return add_horses(m, loading, from, base);
}

static bool add_doors(struct match *m, struct source from)
{
    const struct json *terrain = json_get(from.document->root, "terrain");
    int                number = 0;

    from.rule = AR_OBJ_10;
    m->first[KIND_DOOR] = m->head.pieces;
    for (const struct json *node = terrain->as.child; node; node = node->next) {
        const struct json *openings = json_get(node, "openings");
        for (const struct json *one = openings ? openings->as.child : NULL; one; one = one->next, number++) {
            struct opening *opening = &m->opening[number];
            int             state = 0;
            if (opening->kind != OPENING_DOOR) continue;
            if (m->doors == DOORS) return source_wrong(from, one, "there are more than %d doors", DOORS);
            if (json_get(one, "state") && !source_choice(from, one, "state", door_states, 4, &state)) return false;
            opening->door = (int16_t)m->head.pieces;
            m->start[m->head.pieces] = (struct pose){ { (opening->end[0].x + opening->end[1].x) / 2, (opening->end[0].y + opening->end[1].y) / 2 }, 0 };
            m->door_state[m->doors++] = (uint8_t)(DOOR_OPEN + state);
            if (!add_piece(m, from, one, opening->id, "door", NO_SEAT) || !read_name(from, one, m->piece[opening->door].name)) return false;
        }
    }
    m->first[KINDS] = m->head.pieces;
    return true;
}

/* Entries and goals. */

static bool read_entries(struct match *m, struct source from)
{
    static const char *const allowed[] = { "group", "turn", "from", "to", "die", NULL };
    const struct json       *list = NULL;

    from.rule = AR_MOVE_16;
    if (!source_find_branch(from, from.document->root, "entries", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        struct entry *entry = &m->entry[m->entries];
        const char   *id = NULL;
        int32_t       turn = 0, die = 0;
        int           group;
        if (m->entries == ENTRIES) return source_wrong(from, node, "there are more than %d entries", ENTRIES);
        if (!source_keys(from, node, allowed) || !source_word(from, node, "group", &id) || !source_whole(from, node, "turn", 2, m->turns, &turn) ||
            !read_place(m, from, node, "from", &entry->from) || !read_place(m, from, node, "to", &entry->to))
            return false;
        if (json_get(node, "die") && !source_whole(from, node, "die", 2, 6, &die)) return false;
        group = group_named(m, id);
        if (group < 0) return source_wrong(from, node, "there is no group \"%s\"", id);
        entry->group = (uint8_t)group;
        entry->turn = (uint8_t)turn;
        entry->die = (uint8_t)die;
        m->entries++;
        for (int i = 0; i < m->group[group].count; i++) m->figure[m->group[group].member[i]].entry = (uint8_t)m->entries;
    }
    return true;
}

static bool read_edges(struct source from, const struct json *node, uint8_t *bits)
{
    const struct json *list = NULL;

    if (!source_find_branch(from, node, "edges", JSON_ARRAY, &list)) return false;
    for (const struct json *one = list ? list->as.child : NULL; one; one = one->next) {
        int edge = one->type == JSON_STRING ? source_index(edges, 4, one->as.string) : -1;
        if (edge < 0) return source_wrong(from, one, "an edge is north, east, south or west");
        *bits |= (uint8_t)(1 << edge);
    }
    return true;
}

static bool read_states(struct source from, const struct json *node, uint8_t *bits)
{
    static const char *const names[] = { "waiting", "standing", "routed", "prisoner", "out", "left" };
    const struct json       *list = NULL;

    if (!source_find_branch(from, node, "states", JSON_ARRAY, &list)) return false;
    for (const struct json *one = list ? list->as.child : NULL; one; one = one->next) {
        int state = one->type == JSON_STRING ? source_index(names, 6, one->as.string) : -1;
        if (state < STATUS_PRISONER) return source_wrong(from, one, "a state is prisoner, out or left");
        *bits |= (uint8_t)(1 << state);
    }
    return true;
}

/* The figures of a goal by name, or all enemies of the class. */
static bool read_goal_figures(const struct match *m, struct source from, const struct json *node, struct goal *goal)
{
    const struct json *list = NULL, *range = NULL;
    int32_t            class[2] = { 1, 6 };

    if (!source_find_branch(from, node, "figures", JSON_ARRAY, &list) || !source_find_branch(from, node, "class", JSON_ARRAY, &range)) return false;
    if (range && !source_numbers(from, range, 2, 1, 6, class)) return false;
    for (const struct json *one = list ? list->as.child : NULL; one; one = one->next) {
        int figure = one->type == JSON_STRING ? argad_piece_named(m, one->as.string) : NOBODY;
        if (figure == NOBODY || !is_figure(m, figure)) return source_wrong(from, one, "there is no such figure");
        goal->figures |= UINT64_C(1) << figure;
    }
    for (int i = 0; i < m->figures && range; i++)
        if (side_of(m, i) != goal->seat && between(class[0], m->figure[i].class, class[1])) goal->figures |= UINT64_C(1) << i;
    return true;
}

static bool read_goal_things(const struct match *m, struct source from, const struct json *node, struct goal *goal)
{
    const struct json *list = NULL;

    if (!source_find_branch(from, node, "things", JSON_ARRAY, &list)) return false;
    for (const struct json *one = list ? list->as.child : NULL; one; one = one->next) {
        int piece = one->type == JSON_STRING ? argad_piece_named(m, one->as.string) : NOBODY;
        if (piece == NOBODY || kind_of(m, piece) != KIND_THING) return source_wrong(from, one, "there is no such thing");
        goal->things |= UINT64_C(1) << (piece - m->first[KIND_THING]);
    }
    return true;
}

static bool read_goal(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "kind", "seat", "points", "each", "things", "figures", "class", "edges", "states", "by", "area", "within", "text", NULL };
    struct goal             *goal = &m->goal[m->goals];
    const char              *area = NULL;
    int32_t                  points = 0;
    int                      kind = 0, seat = 0, by = -1;

    if (m->goals == GOALS) return source_wrong(from, node, "there are more than %d goals", GOALS);
    if (!source_keys(from, node, allowed) || !source_choice(from, node, "kind", goal_kinds, GOAL_KINDS, &kind) || !source_choice(from, node, "seat", seats, 2, &seat) ||
        !source_whole(from, node, "points", -20, 50, &points) || !source_find_flag(from, node, "each", &goal->each) || !source_find_word(from, node, "area", &area) ||
        !source_text(from, node, "text", &goal->text[0], &goal->text[1]))
        return false;
    if (json_get(node, "by") && !source_choice(from, node, "by", seats, 2, &by)) return false;
    if (json_get(node, "within") && !source_whole(from, node, "within", 0, 100 * CM, &goal->within)) return false;
    goal->kind = (uint8_t)kind;
    goal->seat = (seat_id)seat;
    goal->points = (int8_t)points;
    goal->by = (seat_id)(by < 0 ? seat : by);
    goal->element = area ? (int16_t)element_named(m, area) : -1;
    if ((kind == GOAL_AREA_HELD || kind == GOAL_OBJECT_IN_AREA) && (goal->element < 0 || !m->element[goal->element].area.count)) return source_wrong(from, node, "the goal names no area of the table");
    if (!read_goal_figures(m, from, node, goal) || !read_goal_things(m, from, node, goal) || !read_edges(from, node, &goal->edges) || !read_states(from, node, &goal->states)) return false;
    m->goals++;
    return true;
}

static bool read_goals(struct match *m, struct source from)
{
    static const char *const allowed[] = { "seat", "least", "ahead", "winner", NULL };
    const struct json       *list = NULL, *verdicts = NULL;
    int32_t                  margin = 1;

    from.rule = AR_WIN_01;
    if (!source_branch(from, from.document->root, "goals", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_goal(m, from, node)) return false;
    from.rule = AR_WIN_02;
    if (json_get(from.document->root, "clear_margin") && !source_whole(from, from.document->root, "clear_margin", 1, 99, &margin)) return false;
    m->clear_margin = (int16_t)margin;
    if (!source_find_branch(from, from.document->root, "verdicts", JSON_ARRAY, &verdicts)) return false;
    for (const struct json *node = verdicts ? verdicts->as.child : NULL; node; node = node->next) {
        struct verdict *verdict = &m->verdict[m->verdicts];
        int             seat = 0, winner = NO_SEAT;
        int32_t         least = 0;
        if (m->verdicts == VERDICTS) return source_wrong(from, node, "there are more than %d verdicts", VERDICTS);
        if (!source_keys(from, node, allowed) || !source_choice(from, node, "seat", seats, 2, &seat) || !source_whole(from, node, "least", -999, 999, &least) ||
            !source_find_flag(from, node, "ahead", &verdict->ahead))
            return false;
        if (json_get(node, "winner") && !source_choice(from, node, "winner", seats, 2, &winner)) return false;
        verdict->seat = (seat_id)seat;
        verdict->winner = (seat_id)winner;
        verdict->low = (int16_t)least;
        m->verdicts++;
    }
    return true;
}

/* Those who enter later have no place yet: it is that of their entry. */
static bool find_places(struct match *m, struct source from)
{
    for (int i = 0; i < m->figures; i++) {
        if (m->start[i].at.x != UNKNOWN_PLACE) continue;
        if (!m->figure[i].entry) return source_wrong(reading(from, AR_FIG_01), argad_figure_node(from, i), "the figure \"%s\" has no place", m->piece[i].id);
        m->start[i].at = m->entry[m->figure[i].entry - 1].from;
        if (m->figure[i].horse) m->start[thing_piece(m, m->figure[i].horse - 1)] = m->start[i];
    }
    return true;
}

bool argad_load(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = {
        "format", "ruleset", "id", "title", "provenance", "year", "date", "minutes", "intro", "turns", "table", "sight", "flash", "options", "terrain", "sides",
        "groups", "units", "figures", "things", "entries", "goals", "verdicts", "clear_margin", NULL
    };
    struct source  from = { &loading->scenario, loading->fault, AR_WIN_01, argad_rules };
    struct tables *tables = arena_take(loading->arena, sizeof *tables);
    const char    *english, *french;

    if (!tables) return source_wrong(from, loading->scenario.root, "there is no room for it");
    if (!source_keys(from, loading->scenario.root, allowed) || !source_text(from, loading->scenario.root, "title", &english, &french) || !argad_read_tables(m, loading, tables)) return false;
    m->head.seats = 2;
    if (!read_table(m, from) || !read_sight(m, from) || !read_ground(m, loading, from) || !read_sides(m, loading, from) || !read_groups(m, from) ||
        !read_figures(m, from, &tables->profiles))
        return false;
    m->first[KIND_FORMED] = m->figures;
    m->first[KIND_THING] = m->first[KIND_DOOR] = m->first[KINDS] = PIECES;
    if (!read_leaders(m, from) || !read_units(m, from) || !read_things(m, loading, from, tables->base) || !add_doors(m, from) || !read_entries(m, from) || !read_goals(m, from)) return false;
    m->head.piece = m->piece;
    argad_choose_elements(m);
    return find_places(m, from) && argad_check(m, from) && argad_make_corners(m, loading->fault);
}
