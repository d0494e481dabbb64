/* load.c: a match of the practice game from its documents (SA-GEO-01, SA-GEO-02, SA-UNIT-01, SA-UNIT-03). */
#include "sample.h"
#include "state.h"

#include <string.h>

static const char *const type_ids[TYPES] = { "pike", "shot", "horse", "gun" };
const char *const sample_terrain_kinds[TERRAIN_KINDS] = { "wood", "water" };

static bool read_shape(const struct json_document *document, const struct json *type, struct shape *shape,
                       struct fault *fault)
{
    const struct json *base = NULL;
    int32_t            radius, width, depth;

    if (!json_branch(document, type, "base", JSON_OBJECT, &base, fault)) return false;
    if (json_get(base, "radius")) {
        if (!json_int32(document, base, "radius", 500, 10000, &radius, fault)) return false;
        *shape = table_disc(2 * radius);
        return true;
    }
    if (!json_int32(document, base, "width", 500, 20000, &width, fault) ||
        !json_int32(document, base, "depth", 500, 20000, &depth, fault))
        return false;
    *shape = table_rectangle(width, depth, REFERENCE_FRONT);
    return true;
}

static bool read_type(const struct json_document *document, const struct json *node, struct type *type, struct fault *fault)
{
    return read_shape(document, node, &type->shape, fault) &&
           json_int32(document, node, "speed", 0, 60000, &type->speed, fault) &&
           json_int32(document, node, "shoot", 0, 12, &type->shoot, fault) &&
           json_int32(document, node, "range", 0, 100000, &type->range, fault) &&
           json_int32(document, node, "fight", 1, 12, &type->fight, fault) &&
           json_int32(document, node, "nerve", 1, 12, &type->nerve, fault) &&
           json_int32(document, node, "endurance", 1, 12, &type->endurance, fault);
}

static int index_in(const char *const *list, int count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i], id)) return i;
    return -1;
}

/* SA-UNIT-01: every type of table T-1, once. */
static bool read_types(struct match *m, struct loading *loading)
{
    struct json_document document;
    const struct json   *types = NULL;

    if (!loading_open(loading, "sample/units.json", &document)) return false;
    if (!json_branch(&document, document.root, "types", JSON_ARRAY, &types, loading->fault)) return false;
    for (const struct json *node = types->as.child; node; node = node->next) {
        const char *id = NULL;
        int         type;
        if (!json_string(&document, node, "id", &id, loading->fault)) return false;
        type = index_in(type_ids, TYPES, id);
        if (type < 0) return json_fault(&document, node, loading->fault, "SA-UNIT-01: there is no unit type \"%s\"", id);
        if (m->type[type].id) return json_fault(&document, node, loading->fault, "SA-UNIT-01: type \"%s\" is given twice", id);
        m->type[type].id = id;
        if (!read_type(&document, node, &m->type[type], loading->fault)) return false;
    }
    for (int i = 0; i < TYPES; i++)
        if (!m->type[i].id)
            return json_fault(&document, types, loading->fault, "SA-UNIT-01: type \"%s\" is missing", type_ids[i]);
    return true;
}

/* SA-GEO-01: the size of the table, from 20 cm to 2 m. */
static bool read_table(struct match *m, struct loading *loading)
{
    const struct json_document *document = &loading->scenario;
    const struct json          *table = NULL;

    return json_branch(document, document->root, "table", JSON_OBJECT, &table, loading->fault) &&
           json_int32(document, table, "width", 20000, 200000, &m->size.x, loading->fault) &&
           json_int32(document, table, "depth", 20000, 200000, &m->size.y, loading->fault);
}

static bool read_point(const struct json_document *document, const struct json *node, struct point size,
                       struct point *point, struct fault *fault)
{
    const struct json *x = node->type == JSON_ARRAY && node->count == 2 ? node->as.child : NULL;

    if (!x || x->type != JSON_INTEGER || x->next->type != JSON_INTEGER || !between(0, x->as.integer, size.x) ||
        !between(0, x->next->as.integer, size.y))
        return json_fault(document, node, fault, "SA-GEO-01: a point on the table is two whole numbers from 0 to %d and from 0 to %d",
                          size.x, size.y);
    *point = (struct point){ (int32_t)x->as.integer, (int32_t)x->next->as.integer };
    return true;
}

static bool read_area(struct match *m, struct loading *loading, const struct json *node, struct terrain *terrain)
{
    const struct json_document *document = &loading->scenario;
    const struct json          *polygon = NULL;
    struct point               *vertex;
    int32_t                     count = 0;

    if (!json_branch(document, node, "polygon", JSON_ARRAY, &polygon, loading->fault)) return false;
    vertex = arena_take(loading->arena, (polygon->count + 1) * sizeof *vertex);
    if (!vertex) return json_fault(document, polygon, loading->fault, "the polygon is too large");
    for (const struct json *corner = polygon->as.child; corner; corner = corner->next)
        if (!read_point(document, corner, m->size, &vertex[count++], loading->fault)) return false;
    return table_area(&terrain->area, vertex, count, document->name, json_line(document, polygon), loading->fault);
}

static bool read_terrain(struct match *m, struct loading *loading)
{
    const struct json_document *document = &loading->scenario;
    const struct json          *list = NULL;

    if (!json_branch(document, document->root, "terrain", JSON_ARRAY, &list, loading->fault)) return false;
    if (list->count > TERRAINS) return json_fault(document, list, loading->fault, "there are more than %d pieces of terrain", TERRAINS);
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct terrain *terrain = &m->terrain[m->terrains++];
        const char     *kind = NULL;
        int             index;
        if (!json_string(document, node, "id", &terrain->id, loading->fault)) return false;
        if (!json_string(document, node, "kind", &kind, loading->fault)) return false;
        index = index_in(sample_terrain_kinds, 2, kind);
        if (index < 0) return json_fault(document, node, loading->fault, "terrain is \"wood\" or \"water\", not \"%s\"", kind);
        terrain->kind = (uint8_t)index;
        if (!read_area(m, loading, node, terrain)) return false;
    }
    return true;
}

static bool read_unit(struct match *m, struct loading *loading, const struct json *node, int unit)
{
    const struct json_document *document = &loading->scenario;
    const struct json          *at = NULL;
    const char                 *seat = NULL, *type = NULL;
    int                         index;

    if (!json_string(document, node, "id", &m->piece[unit].id, loading->fault) ||
        !json_string(document, node, "seat", &seat, loading->fault) ||
        !json_string(document, node, "type", &type, loading->fault) ||
        !json_branch(document, node, "at", JSON_ARRAY, &at, loading->fault) ||
        !json_int32(document, node, "heading", 0, FULL_TURN - 1, &m->start[unit].heading, loading->fault) ||
        !read_point(document, at, m->size, &m->start[unit].at, loading->fault))
        return false;
    index = index_in(type_ids, TYPES, type);
    if (index < 0) return json_fault(document, node, loading->fault, "SA-UNIT-01: there is no unit type \"%s\"", type);
    for (int i = 0; i < unit; i++)
        if (!strcmp(m->piece[i].id, m->piece[unit].id))
            return json_fault(document, node, loading->fault, "unit \"%s\" is given twice", m->piece[unit].id);
    m->type_of[unit] = (uint8_t)index;
    m->piece[unit].type = type_ids[index];
    m->piece[unit].seat = seat_named(seat);
    if (m->piece[unit].seat != SEAT_A && m->piece[unit].seat != SEAT_B)
        return json_fault(document, node, loading->fault, "a seat is \"A\" or \"B\", not \"%s\"", seat);
    return true;
}

/* SA-UNIT-03: three units a side, side A first. */
static bool read_units(struct match *m, struct loading *loading)
{
    const struct json_document *document = &loading->scenario;
    const struct json          *list = NULL;
    int                         unit = 0;

    if (!json_branch(document, document->root, "units", JSON_ARRAY, &list, loading->fault)) return false;
    if (list->count != UNITS)
        return json_fault(document, list, loading->fault, "SA-UNIT-03: each side has three units; found %u in all", list->count);
    for (const struct json *node = list->as.child; node; node = node->next, unit++) {
        if (!read_unit(m, loading, node, unit)) return false;
        if (m->piece[unit].seat != unit / UNITS_A_SIDE)
            return json_fault(document, node, loading->fault, "SA-UNIT-03: three units of side A are listed first, then three of side B");
    }
    return true;
}

bool sample_load(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = { "format", "ruleset", "id", "title", "provenance", "options", "table", "terrain", "units", NULL };

    if (!json_keys(&loading->scenario, loading->scenario.root, allowed, loading->fault)) return false;
    if (!read_types(m, loading) || !read_table(m, loading) || !read_terrain(m, loading) || !read_units(m, loading)) return false;
    m->head.seats = 2;
    m->head.pieces = UNITS;
    m->head.piece = m->piece;
    return true;
}

static void write_shape(struct json_writer *writer, const struct shape *shape)
{
    json_open(writer, '{');
    json_key(writer, "shape");
    json_write_string(writer, shape->kind == SHAPE_DISC ? "disc" : "rectangle");
    json_key(writer, "width");
    json_write_integer(writer, shape->width);
    json_key(writer, "depth");
    json_write_integer(writer, shape->depth);
    json_close(writer, '}');
}

static void write_area(struct json_writer *writer, const struct terrain *terrain)
{
    json_open(writer, '{');
    json_key(writer, "id");
    json_write_string(writer, terrain->id);
    json_key(writer, "kind");
    json_write_string(writer, sample_terrain_kinds[terrain->kind]);
    json_key(writer, "polygon");
    json_open(writer, '[');
    for (int32_t i = 0; i < terrain->area.count; i++) {
        json_open(writer, '[');
        json_write_integer(writer, terrain->area.vertex[i].x);
        json_write_integer(writer, terrain->area.vertex[i].y);
        json_close(writer, ']');
    }
    json_close(writer, ']');
    json_close(writer, '}');
}

void sample_write_board(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "board");
    json_write_string(writer, "table");
    json_key(writer, "width");
    json_write_integer(writer, m->size.x);
    json_key(writer, "depth");
    json_write_integer(writer, m->size.y);
    json_key(writer, "terrain");
    json_open(writer, '[');
    for (int32_t i = 0; i < m->terrains; i++) write_area(writer, &m->terrain[i]);
    json_close(writer, ']');
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < UNITS; i++) {
        json_open(writer, '{');
        json_key(writer, "id");
        json_write_string(writer, m->piece[i].id);
        json_key(writer, "seat");
        json_write_string(writer, seat_name(m->piece[i].seat));
        json_key(writer, "type");
        json_write_string(writer, m->piece[i].type);
        json_key(writer, "base");
        write_shape(writer, &type_of(m, i)->shape);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_close(writer, '}');
}
