/*
 * check.c: what a scenario says must be possible on the table: everybody has room where he begins, ranks stand on easy ground, loads are with
 * people who may carry them, whoever enters does so at an edge, and every goal counts something (AR-GEO, AR-BLD-01, AR-FORM, AR-OBJ, AR-MOVE-16).
 *
 * A fault names the figure or the thing, its place and the rule, at the line where it is written.
 */
#include "tables.h"

/* Which of the nodes of that list. */
static const struct json *node_of(struct source from, const char *list, int number)
{
    const struct json *node = json_get(from.document->root, list);

    for (node = node ? node->as.child : NULL; node && number > 0; number--) node = node->next;
    return node ? node : from.document->root;
}

const struct json *argad_figure_node(struct source from, int figure) { return node_of(from, "figures", figure); }
static const struct json *thing_node(struct source from, int thing) { return node_of(from, "things", thing); }

static const struct mover *mover_at_start(const struct match *m, int figure) { return &m->mover[m->figure[figure].mover[0]]; }
static struct base base_at_start(const struct match *m, int figure) { return table_base(mover_at_start(m, figure)->shape, m->start[figure]); }
static bool begins_here(const struct match *m, int figure) { return !m->figure[figure].entry; }
static bool is_off_table(const struct match *m, struct point at) { return !between(0, at.x, m->size.x) || !between(0, at.y, m->size.y); }

/* Nobody stands in a wall. */
static int wall_at(const struct match *m, struct point at)
{
    struct segment here = { at, at };

    for (int i = 0; i < m->walls; i++)
        if (table_at_most(table_segment_polyline(here, &m->wall[i]), SHORT_OF - 1, NULL)) return m->wall_of[i];
    return -1;
}

static bool check_ground(const struct match *m, struct source from, int figure)
{
    struct point       at = m->start[figure].at;
    const struct json *node = argad_figure_node(from, figure);
    const char        *id = m->piece[figure].id;
    struct spot        spot;
    int                wall;

    if (is_off_table(m, at)) return source_wrong(reading(from, AR_GEO_01), node, "the figure \"%s\" at (%d,%d) is not on the table", id, at.x, at.y);
    spot = argad_spot(m, mover_at_start(m, figure), at);
    wall = wall_at(m, at);
    if (wall >= 0) return source_wrong(reading(from, AR_BLD_01), node, "the figure \"%s\" at (%d,%d) stands in a wall of \"%s\"", id, at.x, at.y, m->element[wall].id);
    if (spot.class == IMPASSABLE && spot.indoors) return source_wrong(reading(from, AR_BLD_01), node, "the figure \"%s\" cannot stand at (%d,%d): mounted figures do not enter \"%s\"", id, at.x, at.y, m->element[spot.element].id);
    if (spot.class == IMPASSABLE) return source_wrong(reading(from, AR_MOVE_13), node, "the figure \"%s\" cannot stand at (%d,%d)", id, at.x, at.y);
    if (!m->figure[figure].formed) return true;
    if (spot.class != EASY)
        return source_wrong(reading(from, AR_FORM_15), node, "the figure \"%s\" at (%d,%d) stands on bad ground, not in the close order of \"%s\"", id, at.x, at.y, m->formed[m->figure[figure].formed - 1].id);
    return m->figure[figure].stance == UPRIGHT || source_wrong(reading(from, AR_FORM_01), node, "the figure \"%s\" is crouched, not in the close order of \"%s\"", id, m->formed[m->figure[figure].formed - 1].id);
}

/* AR-GEO-08: neither figures nor carts overlap. */
static bool check_room(const struct match *m, struct source from, int figure)
{
    struct base  base = base_at_start(m, figure);
    struct point at = m->start[figure].at;

    for (int i = 0; i < figure; i++) {
        struct base other = base_at_start(m, i);
        if (begins_here(m, i) && argad_overlaps(&base, &other))
            return source_wrong(reading(from, AR_GEO_08), argad_figure_node(from, figure), "the figures \"%s\" and \"%s\" overlap at (%d,%d)", m->piece[i].id, m->piece[figure].id, at.x, at.y);
    }
    for (int i = 0; i < m->things; i++) {
        struct base cart = table_base(m->thing[i].shape, m->start[thing_piece(m, i)]);
        if (m->thing[i].type == THING_CART && argad_overlaps(&base, &cart))
            return source_wrong(reading(from, AR_GEO_08), argad_figure_node(from, figure), "the figure \"%s\" at (%d,%d) overlaps \"%s\"", m->piece[figure].id, at.x, at.y, m->piece[thing_piece(m, i)].id);
    }
    return true;
}

/* What is in somebody's hands is in hands that may have it. */
static bool check_holder(const struct match *m, struct source from, int thing, int holder)
{
    const struct json *node = thing_node(from, thing);
    const char        *id = m->piece[thing_piece(m, thing)].id, *name = m->piece[holder].id;

    switch (m->thing[thing].type) {
    case THING_BARREL: case THING_PURSE: break;
    case THING_SACK: case THING_CHEST:
        if (mover_at_start(m, holder)->flags & MOVER_MOUNTED) return source_wrong(reading(from, AR_OBJ_05), node, "the figure \"%s\" rides and cannot carry \"%s\"", name, id);
        break;
    default:
        return source_wrong(reading(from, AR_OBJ_01), node, "nobody carries \"%s\": the figure \"%s\" may only begin beside it", id, name);
    }
    return !(m->figure[holder].traits & TRAIT_CIVILIAN) || source_wrong(reading(from, AR_FIG_02), node, "the figure \"%s\" is a civilian and carries nothing, not \"%s\"", name, id);
}

static bool check_thing(const struct match *m, struct source from, int thing)
{
    const struct json *node = thing_node(from, thing);
    int                piece = thing_piece(m, thing), holder = m->start_with[piece] - 1;
    bool               cart = m->thing[thing].type == THING_CART;
    struct point       at = m->start[piece].at;

    if (holder >= 0) return check_holder(m, from, thing, holder);
    if (m->thing[thing].in) {
        uint8_t other = m->thing[m->thing[thing].in - 1].type;
        return other == THING_CART || other == THING_BOAT || source_wrong(reading(from, AR_GEO_05), node, "\"%s\" lies in what is neither a cart nor a boat", m->piece[piece].id);
    }
    if (!cart && (json_get(node, "driver") || json_get(node, "path") || json_get(node, "immobile"))) return source_wrong(reading(from, AR_OBJ_07), node, "\"%s\" is no cart: it has no driver and no path", m->piece[piece].id);
    if (argad_spot(m, &m->mover[0], at).class == IMPASSABLE) return source_wrong(reading(from, AR_MOVE_13), node, "\"%s\" cannot stand at (%d,%d)", m->piece[piece].id, at.x, at.y);
    return true;
}

/* AR-OBJ-07: a driver stands beside his cart, on foot. */
static bool check_driver(const struct match *m, struct source from, int thing)
{
    const struct json *node = json_get(thing_node(from, thing), "driver");
    int                piece = thing_piece(m, thing), driver = node && node->type == JSON_STRING ? argad_piece_named(m, node->as.string) : NOBODY;
    struct base        man, cart;

    if (driver == NOBODY) return true;
    man = base_at_start(m, driver);
    cart = table_base(m->thing[thing].shape, m->start[piece]);
    if (!(mover_at_start(m, driver)->flags & MOVER_MOUNTED) && begins_here(m, driver) && table_floor(table_gap(&man, &cart)) <= CONTACT) return true;
    return source_wrong(reading(from, AR_OBJ_07), node, "the driver \"%s\" at (%d,%d) does not touch \"%s\" on foot", m->piece[driver].id, m->start[driver].at.x, m->start[driver].at.y, m->piece[piece].id);
}

/* AR-MOVE-16: along one edge of the table. */
static bool check_entry(const struct match *m, struct source from, int number)
{
    const struct entry *entry = &m->entry[number];
    const struct json  *node = node_of(from, "entries", number);
    const struct group *group = &m->group[entry->group];
    bool                upright = entry->from.x == entry->to.x && (entry->from.x == 0 || entry->from.x == m->size.x);
    bool                level = entry->from.y == entry->to.y && (entry->from.y == 0 || entry->from.y == m->size.y);

    if (!upright && !level)
        return source_wrong(reading(from, AR_MOVE_16), node, "the group \"%s\" enters from (%d,%d) to (%d,%d), which is no part of an edge", group->id, entry->from.x, entry->from.y, entry->to.x, entry->to.y);
    for (int i = 0; i < number; i++)
        if (m->entry[i].group == entry->group) return source_wrong(reading(from, AR_MOVE_16), node, "the group \"%s\" enters twice", group->id);
    for (int i = 0; i < group->count; i++) {
        int figure = group->member[i];
        if (json_get(argad_figure_node(from, figure), "at")) return source_wrong(reading(from, AR_MOVE_16), argad_figure_node(from, figure), "the figure \"%s\" enters later and has no place yet", m->piece[figure].id);
        if (m->figure[figure].formed) return source_wrong(reading(from, AR_FORM_01), argad_figure_node(from, figure), "the figure \"%s\" enters later and is not in ranks yet", m->piece[figure].id);
    }
    return true;
}

static bool check_goal(const struct match *m, struct source from, int number)
{
    const struct goal *goal = &m->goal[number];
    const struct json *node = node_of(from, "goals", number);

    from.rule = AR_WIN_01;
    switch (goal->kind) {
    case GOAL_AREA_HELD: return true;
    case GOAL_FIGURE_STATE:
        if (!goal->states) return source_wrong(from, node, "the goal names no state of its figures");
        return goal->figures || source_wrong(from, node, "the goal names no figure");
    case GOAL_FIGURE_EXIT:
        if (!goal->edges) return source_wrong(from, node, "the goal names no edge of the table");
        return goal->figures || source_wrong(from, node, "the goal names no figure");
    case GOAL_OBJECT_EXIT:
        if (!goal->edges) return source_wrong(from, node, "the goal names no edge of the table");
        return goal->things || source_wrong(from, node, "the goal names no thing");
    default: return goal->things || source_wrong(from, node, "the goal names no thing");
    }
}

static bool check_sides(const struct match *m, struct source from)
{
    bool has[2] = { false, false };

    for (int i = 0; i < m->figures; i++) has[side_of(m, i)] = true;
    if (!has[SEAT_A] || !has[SEAT_B]) return source_wrong(reading(from, AR_WIN_01), json_get(from.document->root, "figures"), "the side %s has no figure", has[SEAT_A] ? "B" : "A");
    for (int i = 1; i < m->sights; i++)
        if (m->sight[i].from <= m->sight[i - 1].to) return source_wrong(reading(from, AR_VIS_01), node_of(from, "sight", i), "turn %d has two limits of sight", m->sight[i].from);
    return true;
}

bool argad_check(const struct match *m, struct source from)
{
    int listed = (int)(json_get(from.document->root, "things") ? json_get(from.document->root, "things")->count : 0);      /* the others are horses of riders */

    if (!check_sides(m, from)) return false;
    for (int i = 0; i < m->entries; i++)
        if (!check_entry(m, from, i)) return false;
    for (int i = 0; i < listed; i++)
        if (!check_thing(m, from, i)) return false;
    for (int i = 0; i < m->figures; i++)
        if (begins_here(m, i) && (!check_ground(m, from, i) || !check_room(m, from, i))) return false;
    for (int i = 0; i < listed; i++)
        if (!check_driver(m, from, i)) return false;
    for (int i = 0; i < m->goals; i++)
        if (!check_goal(m, from, i)) return false;
    return true;
}
