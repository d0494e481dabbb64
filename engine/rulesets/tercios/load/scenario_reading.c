/*
 * scenario_reading.c: what the scenarios of both editions have in common: the table, its ground, how long the battle lasts, and where
 * units begin (BE-GEO-01, BE-GEO-14, BE-TERR-14..20, BE-SETUP-02, -07, -08).
 *
 * Each fault names its line and its rule. What can be judged from the first state (overlaps, the edge of the table) is left to
 * tercios_sound().
 */
#include "scenario_reading.h"
#include "state.h"

#include <string.h>

enum { LARGE_ACROSS = 12 * INCH, TABLE_LOW = 60 * CENTIMETRE, TABLE_HIGH = 300 * CENTIMETRE };
enum { TURNS_OF_THE_BOOK = 8, TURNS_MOST = 20 };

/* A member that may be null, but must be there. */
bool tercios_read_or_null(struct source from, const struct json *object, const char *key, int32_t low, int32_t high,
                         int32_t *value)
{
    const struct json *node = json_get(object, key);

    if (node && node->type == JSON_NULL) return true;
    return whole(from, object, key, low, high, value);
}

/* BE-GEO-01, BE-GEO-02: a place is two whole numbers of ticks. */
bool tercios_read_point(struct source from, const struct json *node, struct point size, struct point *point)
{
    const struct json *x = node->type == JSON_ARRAY && node->count == 2 ? node->as.child : NULL;

    if (!x || x->type != JSON_INTEGER || x->next->type != JSON_INTEGER || !between(0, x->as.integer, size.x) ||
        !between(0, x->next->as.integer, size.y))
        return tercios_wrong(from, node, BE_GEO_01,
                             "a point on the table is two whole numbers from 0 to %d and from 0 to %d", size.x, size.y);
    *point = (struct point){ (int32_t)x->as.integer, (int32_t)x->next->as.integer };
    return true;
}

bool tercios_read_box(struct source from, const struct json *object, const char *key, struct point size, struct box *box)
{
    const struct json *list = NULL;
    int64_t            side[4] = { 0 };
    int                count = 0;

    if (!branch(from, object, key, JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node && count < 4; node = node->next, count++)
        side[count] = node->type == JSON_INTEGER ? node->as.integer : -1;
    if (list->count != 4 || side[0] < 0 || side[1] < 0 || side[0] >= side[2] || side[1] >= side[3] ||
        side[2] > size.x || side[3] > size.y)
        return tercios_wrong(from, list, BE_GEO_01,
                             "\"%s\" is west, south, east and north side of a rectangle on the table", key);
    box->low = (struct point){ (int32_t)side[0], (int32_t)side[1] };
    box->high = (struct point){ (int32_t)side[2], (int32_t)side[3] };
    return true;
}

/* The terrain of a scenario. */

/* The centroid of a polygon, rounded to the tick; sums are taken from its first vertex, so that they stay small. */
static struct point centroid(const struct area *area)
{
    struct point origin = area->vertex[0];
    int128       x = 0, y = 0;
    int64_t      twice = 0;

    for (int32_t i = 1; i + 1 < area->count; i++) {
        int64_t ax = area->vertex[i].x - origin.x, ay = area->vertex[i].y - origin.y;
        int64_t bx = area->vertex[i + 1].x - origin.x, by = area->vertex[i + 1].y - origin.y;
        int64_t cross = ax * by - ay * bx;
        x += (int128)cross * (ax + bx);
        y += (int128)cross * (ay + by);
        twice += cross;
    }
    if (twice < 0) x = -x, y = -y, twice = -twice;
    return (struct point){ origin.x + (int32_t)divide_round128(x, 3 * twice),
                           origin.y + (int32_t)divide_round128(y, 3 * twice) };
}

static bool read_vertices(struct loading *loading, struct source from, const struct json *list, struct point size,
                          const struct point **vertices)
{
    struct point *vertex = arena_take(loading->arena, (list->count + 1) * sizeof *vertex);

    *vertices = vertex;
    if (!vertex) return json_fault(from.document, list, from.fault, "the outline is too large");
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!tercios_read_point(from, node, size, vertex++)) return false;
    return true;
}

/* BE-GEO-11: a circle is the regular 24-gon inscribed in it. */
static bool read_circle(struct loading *loading, struct source from, const struct json *circle, struct point size,
                        const struct point **vertices)
{
    static const char *const allowed[] = { "at", "radius", NULL };
    const struct json       *at = NULL;
    struct point             middle = { 0, 0 }, *vertex;
    int32_t                  radius = 0;

    if (!keys(from, circle, allowed) ||
        !branch(from, circle, "at", JSON_ARRAY, &at) ||
        !whole(from, circle, "radius", CENTIMETRE, max32(size.x, size.y), &radius) ||
        !tercios_read_point(from, at, size, &middle))
        return false;
    if (middle.x < radius || middle.y < radius || middle.x + radius > size.x || middle.y + radius > size.y)
        return tercios_wrong(from, circle, BE_GEO_01, "the circle about (%d, %d) is not wholly on the table", middle.x,
                             middle.y);
    *vertices = vertex = arena_take(loading->arena, TABLE_CIRCLE * sizeof *vertex);
    if (!vertex) return json_fault(from.document, circle, from.fault, "there is no room for the circle");
    table_circle(middle, radius, vertex);
    return true;
}

static bool read_rectangle(struct loading *loading, struct source from, const struct json *node, struct point size,
                           const struct point **vertices)
{
    struct point *vertex = arena_take(loading->arena, 4 * sizeof *vertex);
    struct box    box = { 0 };

    *vertices = vertex;
    if (!vertex) return json_fault(from.document, node, from.fault, "there is no room for the rectangle");
    if (!tercios_read_box(from, node, "rectangle", size, &box)) return false;
    vertex[0] = box.low;
    vertex[1] = (struct point){ box.high.x, box.low.y };
    vertex[2] = box.high;
    vertex[3] = (struct point){ box.low.x, box.high.y };
    return true;
}

/* Exactly one of the four keys, and the one that the kind wants. */
static bool read_outline(struct match *m, struct loading *loading, struct source from, const struct json *node,
                         struct element *element)
{
    const struct json  *polygon = json_get(node, "polygon"), *circle = json_get(node, "circle");
    const struct json  *rectangle = json_get(node, "rectangle"), *line = json_get(node, "line");
    const struct point *vertex = NULL;
    int32_t             at = json_line(from.document, node), count = TABLE_CIRCLE;

    if (!polygon + !circle + !rectangle + !line != 3 || element->is_line != (line != NULL))
        return tercios_wrong(from, node, BE_TERR_14, element->is_line ? "%s is a %s and has a \"line\" of points" :
                     "%s is a %s and has a \"polygon\", a \"circle\" or a \"rectangle\"", element->id, element->kind);
    if (circle) {
        if (!read_circle(loading, from, circle, m->size, &vertex)) return false;
    } else if (rectangle) {
        count = 4;
        if (!read_rectangle(loading, from, node, m->size, &vertex)) return false;
    } else {
        if (!branch(from, node, line ? "line" : "polygon", JSON_ARRAY, line ? &line : &polygon)) return false;
        count = (int32_t)(line ? line : polygon)->count;
        if (!read_vertices(loading, from, line ? line : polygon, m->size, &vertex)) return false;
    }
    if (line) return table_polyline(&element->line, vertex, count, from.document->name, at, from.fault);
    if (!table_area(&element->area, vertex, count, from.document->name, at, from.fault)) return false;
    element->middle = centroid(&element->area);
    return true;
}

static bool is_element_id(const char *id)
{
    size_t length = strlen(id);

    for (const char *c = id; *c; c++)
        if (!between('a', *c, 'z') && !between('0', *c, '9') && *c != '_' && *c != '-') return false;
    return between(1, (int64_t)length, ID_LENGTH);
}

int tercios_element_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->elements; i++)
        if (!strcmp(m->element[i].id, id)) return i;
    return -1;
}

/* BE-TERR-14: the properties are those of T-6, unless the players agreed on others for this element (BE-TERR-15). */
static bool read_traits(struct source from, const struct json *node, const struct kind *kind, struct element *element)
{
    uint64_t agreed = 0;

    element->traits = kind->traits;
    if (!json_get(node, "traits")) return true;
    if (!tercios_read_bits(from, node, "traits", tercios_terrain_names, FEATURES, properties_of(from), BE_TERR_15, &agreed))
        return false;
    element->traits = with_difficult((uint16_t)(agreed | (kind->traits & NATURE)));
    return true;
}

/* A river whose current is agreed is not rolled for (LM-DECOR-29). */
static bool read_current(struct match *m, struct source from, const struct json *node, struct element *element)
{
    static const char *const currents[] = { "difficult", "very_difficult", "impassable" };
    static const uint16_t    traits[] = { T_DIFFICULT, T_DIFFICULT | T_VERY_DIFFICULT, T_IMPASSABLE };
    const char              *current = NULL;

    if (!word(from, node, "current", &current)) return false;
    if (!is_liber(m) || !(element->traits & T_RIVER))
        return tercios_wrong(from, node, BE_TERR_17, "%s: a %s has no agreed current", element->id, element->kind);
    for (int i = 0; i < 3; i++) {
        if (strcmp(current, currents[i])) continue;
        element->traits |= traits[i];
        m->elements++;
        return true;
    }
    return tercios_wrong(from, node, BE_TERR_17, "%s: a current is \"difficult\", \"very_difficult\" or \"impassable\", not \"%s\"",
                         element->id, current);
}

static bool read_element(struct match *m, struct loading *loading, const struct tables *tables, const struct json *node)
{
    static const char *const allowed[] = {
        "id", "kind", "polygon", "circle", "rectangle", "line", "traits", "current", "by", NULL
    };
    struct source            from = source_of(loading, &loading->scenario);
    struct element          *element = &m->element[m->elements];
    const struct kind       *kind;

    element->river = -1;
    if (!keys(from, node, allowed) ||
        !word(from, node, "id", &element->id) ||
        !word(from, node, "kind", &element->kind))
        return false;
    if (!is_element_id(element->id))
        return json_fault(from.document, node, from.fault,
                          "the id of terrain is up to %d small letters, digits, - and _", ID_LENGTH);
    if (tercios_element_named(m, element->id) >= 0)
        return json_fault(from.document, node, from.fault, "%s is given twice", element->id);
    if (!is_liber(m) && !strcmp(element->kind, "field"))
        return tercios_wrong(from, node, BE_TERR_16, "%s: a field is field_low, field_high or field_mire", element->id);
    kind = tercios_terrain_named(tables, element->kind);
    if (!kind)
        return tercios_wrong(from, node, BE_TERR_14, "%s: there is no terrain \"%s\"", element->id, element->kind);
    element->is_line = kind->is_line;
    if (!read_traits(from, node, kind, element) || !read_outline(m, loading, from, node, element)) return false;
    if (kind->rolls && !json_get(node, "traits"))
        return tercios_wrong(from, node, BE_TERR_16, "%s: what a %s is must be agreed: \"traits\" is missing", element->id, kind->id);
    if (json_get(node, "current")) return read_current(m, from, node, element);
    if (element->traits & T_RIVER) {
        if (m->rivers == RIVERS) return tercios_wrong(from, node, BE_TERR_17, "there are more than %d rivers", RIVERS);
        element->river = (int8_t)m->rivers++;
    }
    m->elements++;
    return true;
}

static bool meets_river(const struct match *m, const struct element *crossing)
{
    const struct area *area = &crossing->area;

    for (int i = 0; i < m->elements; i++) {
        if (!(m->element[i].traits & T_RIVER)) continue;
        for (int32_t k = 0; k < area->count; k++) {
            struct segment edge = { area->vertex[k], area->vertex[(k + 1) % area->count] };
            if (table_at_most(table_segment_area(edge, &m->element[i].area), 0, NULL)) return true;
        }
    }
    return false;
}

static bool is_large(const struct element *element)
{
    const struct area *area = &element->area;

    for (int32_t i = 0; !element->is_line && i < area->count; i++)
        for (int32_t k = 0; k < i; k++)
            if (!table_at_most(table_distance(area->vertex[i], area->vertex[k]), LARGE_ACROSS + TOLERANCE, NULL))
                return true;
    return false;
}

static struct distance area_distance(const struct element *a, const struct element *b)
{
    const struct point *vertex = a->is_line ? a->line.vertex : a->area.vertex;
    int32_t             count = a->is_line ? a->line.count : a->area.count;
    struct distance     least = { 0 };

    for (int32_t i = 0; i < count - a->is_line; i++) {
        struct segment  edge = { vertex[i], vertex[(i + 1) % count] };
        struct distance gap = b->is_line ? table_segment_polyline(edge, &b->line) : table_segment_area(edge, &b->area);
        if (i == 0 || table_compare(gap, least) < 0) least = gap;
    }
    return least;
}

/* A new element touches another or stays 3 in from all that lie there; rivers and crossings do not count. */
static bool is_well_spaced(const struct match *m, int element)
{
    bool clear = true;

    for (int i = 0; i < element; i++) {
        struct distance gap;
        if (m->element[i].traits & (T_RIVER | T_CROSSING)) continue;
        gap = area_distance(&m->element[element], &m->element[i]);
        if (table_at_most(gap, TOLERANCE, NULL)) return true;
        clear &= table_at_least(gap, 3 * INCH - TOLERANCE, NULL);
    }
    return clear;
}

/* What a side has bought so far. */
struct purchases { int spent[2], free_crossings; };

/* Each element has a buyer, a river is its buyer's first, and one crossing comes free with each river. */
static bool check_bought(const struct match *m, struct source from, const struct json *node, int element, int price, const char *by,
                         struct purchases *all)
{
    uint16_t    traits = m->element[element].traits;
    const char *id = m->element[element].id;
    seat_id     seat = by ? seat_named(by) : NO_SEAT;

    if (!by && traits & T_CROSSING)
        return ++all->free_crossings <= m->rivers ||
               tercios_wrong(from, node, BE_SETUP_02, "%s must be bought: one crossing comes free with a river", id);
    if (!by) return tercios_wrong(from, node, BE_SETUP_02, "%s must say by which side it was bought", id);
    if (traits & T_RIVER && all->spent[seat])
        return tercios_wrong(from, node, BE_SETUP_02, "%s is a river, which must be the first purchase of side %s", id, by);
    all->spent[seat] += price;
    if (all->spent[seat] > TERRAIN_POINTS)
        return tercios_wrong(from, node, BE_SETUP_02, "with %s side %s has spent %d points on terrain; %d are the most", id, by,
                             all->spent[seat], TERRAIN_POINTS);
    if (!(traits & (T_RIVER | T_CROSSING)) && !is_well_spaced(m, element))
        return tercios_wrong(from, node, BE_SETUP_02, "%s neither touches other terrain nor is 3 in away from it", id);
    return true;
}

/* BE-SETUP-02: with the option terrain_points a map is checked as Liber's purchase would have made it, in the order of the list. */
static bool check_purchase(const struct match *m, struct source from, const struct tables *tables, const struct json *list)
{
    struct purchases all = { 0 };
    int32_t          i = 0;

    for (const struct json *node = list->as.child; node; node = node->next, i++) {
        const struct kind *kind = tercios_terrain_named(tables, m->element[i].kind);
        const char        *by = NULL;
        if (!json_find_string(from.document, node, "by", &by, from.fault)) return false;
        if (by && seat_named(by) != SEAT_A && seat_named(by) != SEAT_B)
            return tercios_wrong(from, node, BE_SETUP_02, "%s is bought by \"A\" or \"B\", not by \"%s\"", m->element[i].id, by);
        if (custom(m, CUSTOM_TERRAIN_POINTS) &&
            !check_bought(m, from, node, i, is_large(&m->element[i]) ? kind->large_price : kind->price, by, &all))
            return false;
    }
    return true;
}

bool tercios_read_terrain(struct match *m, struct loading *loading, const struct tables *tables)
{
    struct source      from = source_of(loading, &loading->scenario);
    const struct json *list = NULL, *node;

    if (!branch(from, from.document->root, "terrain", JSON_ARRAY, &list)) return false;
    if (list->count > ELEMENTS) return too_many(from, list, ELEMENTS, "pieces of terrain");
    for (node = list->as.child; node; node = node->next)
        if (!read_element(m, loading, tables, node)) return false;
    node = list->as.child;
    for (int i = 0; i < m->elements; i++, node = node->next)
        if (m->element[i].traits & T_CROSSING && !meets_river(m, &m->element[i]))
            return tercios_wrong(from, node, is_liber(m) && m->element[i].traits & T_FORD ? LM_DECOR_17 : BE_TERR_18,
                                 "%s does not lie on a river", m->element[i].id);
    return !m->deploys || check_purchase(m, from, tables, list);
}

static bool refuse_house(const struct match *m, int unit, const struct element *house, struct source from,
                         const struct json *node)
{
    const struct type *type = type_of(m, unit);

    return tercios_wrong(from, node, BE_TERR_20,
                         "%s (%s) cannot be in %s: a building holds one company, a large one also one %s",
                         m->piece[unit].id, type->id, house->id, is_liber(m) ? "battalion or corps" : "squadron");
}

/* BE-TERR-20: one company, in a large building also one squadron. The unit's place is the middle of the building. */
static bool read_house(struct match *m, struct source from, const struct json *node, int unit)
{
    const struct type    *type = type_of(m, unit);
    const struct element *house;
    const char           *id = NULL;
    int                   element;

    if (!word(from, node, "house", &id)) return false;
    element = tercios_element_named(m, id);
    if (element < 0)
        return tercios_wrong(from, node, BE_TERR_20, "%s: there is no building \"%s\"", m->piece[unit].id, id);
    house = &m->element[element];
    if (!(house->traits & T_BUILDING) ||
        (type->class != CLASS_COMPANY && (type->class != CLASS_SQUADRON || !(house->traits & T_LARGE))))
        return refuse_house(m, unit, house, from, node);
    for (int i = 0; i < unit; i++)
        if (m->start_house[i] == element + 1) return refuse_house(m, unit, house, from, node);
    if (json_get(node, "at") || json_get(node, "heading"))
        return tercios_wrong(from, node, BE_TERR_20, "%s is in %s and has no place of its own", m->piece[unit].id, id);
    m->start[unit] = (struct pose){ house->middle, 0 };
    m->start_house[unit] = (uint8_t)(element + 1);
    return true;
}

/* BE-SETUP-03: where the armies are deployed in play, units have no place yet. */
bool tercios_read_place(struct match *m, struct source from, const struct json *node, int unit)
{
    const struct json *at = NULL;

    if (m->deploys)
        return (!json_get(node, "at") && !json_get(node, "heading") && !json_get(node, "house")) ||
               tercios_wrong(from, node, BE_SETUP_03, "%s is deployed in play and has no place yet", m->piece[unit].id);
    if (json_get(node, "house")) return read_house(m, from, node, unit);
    return branch(from, node, "at", JSON_ARRAY, &at) && tercios_read_point(from, at, m->size, &m->start[unit].at) &&
           whole(from, node, "heading", 0, FULL_TURN - 1, &m->start[unit].heading);
}

/* The gap between two units of the first state, a building standing for the unit inside it. */
static struct distance gap_at_start(const struct match *m, int a, int b)
{
    const int       unit[2] = { a, b };
    struct base     base[2];
    struct obstacle obstacle[2];
    struct segment  joining;

    for (int i = 0; i < 2; i++) {
        int house = m->start_house[unit[i]];
        base[i] = table_base(type_of(m, unit[i])->shape, m->start[unit[i]]);
        obstacle[i] = house ? table_obstacle_area(&m->element[house - 1].area) : table_obstacle_base(&base[i]);
    }
    return table_joining(obstacle[0], obstacle[1], 2, &joining);
}

/* BE-SETUP-07: within 6 in of another unit of the regiment; a regiment of one unit is exempt. */
bool tercios_check_coherency(const struct match *m, struct source from, const struct json *node,
                            const struct regiment *regiment)
{
    for (int i = 0; regiment->count > 1 && i < regiment->count; i++) {
        int  unit = regiment->first + i;
        bool near = false;
        for (int k = 0; !near && k < regiment->count; k++)
            near = k != i && table_at_most(gap_at_start(m, unit, regiment->first + k), COHERENCY + TOLERANCE, NULL);
        if (!near)
            return tercios_wrong(from, node, BE_SETUP_07,
                                 "%s at (%d, %d) is more than 6 in from every other unit of %s", m->piece[unit].id,
                                 m->start[unit].at.x, m->start[unit].at.y, regiment->name);
    }
    return true;
}

static bool is_within(struct point low, struct point high, struct box box)
{
    return low.x >= box.low.x - TOLERANCE && low.y >= box.low.y - TOLERANCE && high.x <= box.high.x + TOLERANCE &&
           high.y <= box.high.y + TOLERANCE;
}

/* BE-SETUP-08: the base, or the building it is in, lies wholly in the zone. */
bool tercios_check_zone(const struct match *m, struct source from, const struct json *node, int unit)
{
    struct box zone = m->zone[side_of(m, unit)];
    int        house = m->start_house[unit];
    bool       inside = true;

    if (house) {
        inside = is_within(m->element[house - 1].area.low, m->element[house - 1].area.high, zone);
    } else {
        struct base base = table_base(type_of(m, unit)->shape, m->start[unit]);
        for (int i = 0; i < 4; i++) inside = inside && is_within(base.corner[i], base.corner[i], zone);
    }
    return inside || tercios_wrong(from, node, BE_SETUP_08, "%s at (%d, %d) is not wholly in the zone of its side",
                                   m->piece[unit].id, m->start[unit].at.x, m->start[unit].at.y);
}

/* BE-SETUP-08, BE-SETUP-09: a river may prove impassable: nobody begins in one, except at a crossing. */
bool tercios_check_dry(const struct match *m, struct source from, const struct json *node, int unit)
{
    static const struct state calm, flood = { .river = { 3, 3, 3, 3 } };
    struct ground             g = { .m = m, .s = &flood };

    if (m->deploys || !m->rivers || m->start_house[unit] || !tercios_overlap_refused(&g, unit, m->start[unit], NULL)) return true;
    g.s = &calm;
    return tercios_overlap_refused(&g, unit, m->start[unit], NULL) ||          /* that is said by tercios_sound() */
           tercios_wrong(from, node, BE_SETUP_08, "%s at (%d, %d) stands in a river that may prove impassable", m->piece[unit].id,
                         m->start[unit].at.x, m->start[unit].at.y);
}

/* BE-GEO-14: enemies begin at least an inch apart; nobody has a base in a building. */
bool tercios_check_apart(const struct match *m, struct source from, const struct json *node, int other, int unit)
{
    if (m->deploys || !are_enemies(m, other, unit) || m->start_house[unit] || m->start_house[other] ||
        table_at_least(gap_at_start(m, other, unit), INCH - TOLERANCE, NULL))
        return true;
    return tercios_wrong(from, node, BE_GEO_14, "%s at (%d, %d) is nearer than 1 in to %s", m->piece[unit].id, m->start[unit].at.x,
                         m->start[unit].at.y, m->piece[other].id);
}

/* BE-GEO-01: a scenario may set another size than 180 by 120 cm. */
bool tercios_read_table(struct match *m, struct source from, const struct json *root)
{
    static const char *const allowed[] = { "width", "depth", NULL };
    const struct json       *table = NULL;

    if (!branch(from, root, "table", JSON_OBJECT, &table) ||
        !keys(from, table, allowed) ||
        !whole(from, table, "width", 0, INT32_MAX, &m->size.x) ||
        !whole(from, table, "depth", 0, INT32_MAX, &m->size.y))
        return false;
    return (between(TABLE_LOW, m->size.x, TABLE_HIGH) && between(TABLE_LOW, m->size.y, TABLE_HIGH)) ||
           tercios_wrong(from, table, BE_GEO_01, "a table is from 60 to 300 cm wide and deep (%d to %d)", TABLE_LOW,
                         TABLE_HIGH);
}

/* BE-SCORE-03..06: the book's end needs its eight turns; a lesson has as many as it wants. */
bool tercios_read_end(struct match *m, struct source from, const struct json *root)
{
    const char *end = NULL, *deployment = NULL, *breakthrough = NULL;

    if (!json_find_string(from.document, root, "breakthrough", &breakthrough, from.fault)) return false;
    m->breakthrough = breakthrough ? seat_named(breakthrough) : NO_SEAT;
    if (breakthrough && m->breakthrough != SEAT_A && m->breakthrough != SEAT_B)
        return json_fault(from.document, root, from.fault, "the side that breaks through is \"A\" or \"B\", not \"%s\"",
                          breakthrough);
    if (!whole(from, root, "turns", 1, TURNS_MOST, &m->turns) ||
        !word(from, root, "end", &end) ||
        !word(from, root, "deployment", &deployment))
        return false;
    m->lesson = !strcmp(end, "lesson");
    m->deploys = !strcmp(deployment, "rolled");
    if (!m->lesson && strcmp(end, "book"))
        return json_fault(from.document, root, from.fault, "the end is \"book\" or \"lesson\", not \"%s\"", end);
    if (!m->deploys && strcmp(deployment, "fixed"))
        return json_fault(from.document, root, from.fault, "the deployment is \"fixed\" or \"rolled\", not \"%s\"",
                          deployment);
    if (!m->lesson && m->turns != TURNS_OF_THE_BOOK)
        return tercios_wrong(from, json_get(root, "turns"), BE_SCORE_06,
                             "a battle with the end of the book has %d turns", TURNS_OF_THE_BOOK);
    return true;
}

