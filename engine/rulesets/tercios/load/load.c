/* load.c: a match of the short edition from its scenario (BE-UNIT, BE-ARMY-01..08). */
#include "scenario_reading.h"
#include "state.h"

enum { POINTS_LEAST = 3, POINTS_MOST = 20 };

/* The armies of a scenario. */

static bool read_unit(struct match *m, struct source from, const struct json *node, seat_id seat, int unit)
{
    static const char *const allowed[] = { "id", "type", "at", "heading", "house", NULL };
    const char              *id = NULL;
    int                      type;

    if (json_get(node, "figures"))
        return tercios_wrong(from, node, BE_UNIT_03, "the number of figures has no effect and is not given");
    if (!keys(from, node, allowed) ||
        !word(from, node, "id", &m->piece[unit].id) ||
        !word(from, node, "type", &id))
        return false;
    type = tercios_type_named(m->type, m->types, id);
    if (type < 0)
        return tercios_wrong(from, node, BE_UNIT_01, "%s: there is no unit type \"%s\"", m->piece[unit].id, id);
    m->type_of[unit] = (uint8_t)type;
    m->special[unit] = m->type[type].special;
    m->piece[unit].type = m->type[type].id;
    m->piece[unit].seat = seat;
    return tercios_read_place(m, from, node, unit);
}

/* BE-ARMY-08: the units of a regiment are those of its row in T-4, in that order, and stay together. */
static bool check_row(struct match *m, struct source from, const struct json *node, const struct regiment *regiment,
                      const struct regiment_type *row)
{
    if (regiment->count != row->units)
        return tercios_wrong(from, node, BE_ARMY_08, "%s (%s) has %d units, not %d", regiment->name, row->id,
                             row->units, regiment->count);
    for (int i = 0; i < regiment->count; i++) {
        int unit = regiment->first + i;
        if (m->type_of[unit] != row->unit[i])
            return tercios_wrong(from, node, BE_ARMY_08, "%s of %s (%s) is %s, not %s", m->piece[unit].id,
                                 regiment->name, row->id, m->type[row->unit[i]].id, m->piece[unit].type);
        m->special[unit] |= row->extra[i];
    }
    return true;
}

static bool check_apart_from_all(const struct match *m, struct source from, const struct json *node, int unit)
{
    for (int other = 0; other < unit; other++)
        if (!tercios_check_apart(m, from, node, other, unit)) return false;
    return true;
}

static bool read_regiment(struct match *m, struct source from, const struct tables *tables, const struct json *node,
                          seat_id seat)
{
    static const char *const allowed[] = { "type", "name", "units", NULL };
    struct regiment         *regiment = &m->regiment[m->regiments];
    const struct json       *list = NULL, *type = json_get(node, "type");

    if (m->regiments == REGIMENTS) return too_many(from, node, REGIMENTS, "regiments");
    regiment->seat = seat;
    regiment->first = (int16_t)m->head.pieces;
    if (!keys(from, node, allowed) || !tercios_read_text(from, node, "name", &regiment->name, &regiment->french) ||
        !branch(from, node, "units", JSON_ARRAY, &list))
        return false;
    if (!(type && type->type == JSON_NULL) && !word(from, node, "type", &regiment->type)) return false;
    if (!list->count) return tercios_wrong(from, list, BE_ARMY_08, "%s has no units", regiment->name);
    for (const struct json *unit = list->as.child; unit; unit = unit->next, m->head.pieces++) {
        if (m->head.pieces == BREVIS_UNITS) return too_many(from, unit, BREVIS_UNITS, "units");
        m->regiment_of[m->head.pieces] = (uint8_t)m->regiments;
        if (!read_unit(m, from, unit, seat, m->head.pieces) || !check_apart_from_all(m, from, unit, m->head.pieces) ||
            !tercios_check_dry(m, from, unit, m->head.pieces) ||
            (m->zone[seat].high.x && !tercios_check_zone(m, from, unit, m->head.pieces)))
            return false;
    }
    regiment->count = (int16_t)(m->head.pieces - regiment->first);
    m->regiments++;
    if (regiment->type) {
        const struct regiment_type *row = tercios_regiment_named(tables->regiment, tables->regiments, regiment->type);
        if (!row)
            return tercios_wrong(from, node, BE_ARMY_08, "%s: there is no regiment \"%s\"", regiment->name,
                                 regiment->type);
        if (!check_row(m, from, node, regiment, row)) return false;
    }
    return !m->zone[seat].high.x || tercios_check_coherency(m, from, node, regiment);
}

/* BE-ARMY-01: an army under a limit is a list of whole regiments of T-4, and legal. */
static bool check_army(const struct match *m, struct source from, const struct tables *tables, const struct json *node,
                       seat_id seat, int32_t first, int32_t limit)
{
    const char *list[REGIMENTS];
    int         count = 0;

    if (!between(POINTS_LEAST, limit, POINTS_MOST))
        return tercios_wrong(from, node, BE_ARMY_02, "an army has a limit of %d to %d points, not %d", POINTS_LEAST,
                             POINTS_MOST, limit);
    for (int i = first; i < m->regiments; i++) {
        if (!m->regiment[i].type)
            return tercios_wrong(from, node, BE_ARMY_01, "%s is no regiment of T-4", m->regiment[i].name);
        list[count++] = m->regiment[i].type;
    }
    return tercios_check_side(tables->regiment, tables->regiments, tables->limits, m->belligerent[seat], limit, list, count, from.fault,
                              from.document->name, json_line(from.document, node));
}

static bool read_side(struct match *m, struct source from, const struct tables *tables, const struct json *node,
                      seat_id seat)
{
    static const char *const allowed[] = { "side", "belligerent", "points", "zone", "regiments", NULL };
    const struct json       *list = NULL;
    int32_t                  limit = -1, first = m->regiments;

    if (json_get(node, "commander")) return tercios_wrong(from, node, BE_UNIT_04, "there are no commanders");
    if (!keys(from, node, allowed) || !word(from, node, "side", &m->side[seat]) ||
        !word(from, node, "belligerent", &m->belligerent[seat]) ||
        !tercios_read_or_null(from, node, "points", 0, INT16_MAX, &limit) ||
        !branch(from, node, "regiments", JSON_ARRAY, &list))
        return false;
    m->head.side[seat].nation = m->belligerent[seat];
    if (tercios_belligerent(m->belligerent[seat]) < 0)
        return tercios_wrong(from, node, BE_ARMY_05, "there is no belligerent \"%s\"", m->belligerent[seat]);
    if (json_get(node, "zone")) {
        if (m->deploys) return tercios_wrong(from, node, BE_SETUP_04, "the zones are chosen in play");
        if (!tercios_read_box(from, node, "zone", m->size, &m->zone[seat])) return false;
    }
    if (!list->count) return tercios_wrong(from, node, BE_ARMY_01, "the side \"%s\" has no regiments", m->side[seat]);
    for (const struct json *regiment = list->as.child; regiment; regiment = regiment->next)
        if (!read_regiment(m, from, tables, regiment, seat)) return false;
    return limit < 0 || check_army(m, from, tables, node, seat, first, limit);
}

static bool read_sides(struct match *m, struct loading *loading, const struct tables *tables)
{
    struct source      from = source_of(loading, &loading->scenario);
    const struct json *list = NULL;

    if (!branch(from, from.document->root, "sides", JSON_ARRAY, &list)) return false;
    if (list->count != 2)
        return json_fault(from.document, list, from.fault, "there are two sides; found %u", list->count);
    return read_side(m, from, tables, list->as.child, SEAT_A) &&
           read_side(m, from, tables, list->as.child->next, SEAT_B);
}

static bool read_envelope(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = {
        "format", "ruleset", "id", "title", "provenance", "year", "minutes", "intro", "table", "turns", "end",
        "deployment", "sides", "terrain", "bases", "breakthrough", NULL
    };
    struct source            from = source_of(loading, &loading->scenario);
    const struct json       *root = from.document->root;
    const char              *provenance = NULL;
    int32_t                  year = 0, minutes = 0;

    return keys(from, root, allowed) && tercios_read_text(from, root, "title", NULL, NULL) &&
           tercios_read_text(from, root, "intro", NULL, NULL) && word(from, root, "provenance", &provenance) &&
           tercios_read_or_null(from, root, "year", 1400, 1800, &year) &&
           tercios_read_or_null(from, root, "minutes", 1, 1440, &minutes) && tercios_read_table(m, from, root) &&
           tercios_read_end(m, from, root);
}

bool tercios_load(struct match *m, struct loading *loading)
{
    struct tables tables = { 0 };

    if (!read_envelope(m, loading) || !tercios_read_tables(m, loading, &tables) ||
        !tercios_read_terrain(m, loading, &tables) || !read_sides(m, loading, &tables))
        return false;
    m->units = m->head.pieces;
    m->head.seats = 2;
    m->head.piece = m->piece;
    return true;
}
