/*
 * liber_load.c: a match of the long edition from its scenario (LM-BASE, LM-CMD-01..06, LM-UNIT, LM-KING-01, LM-DEPLOY-05, -06).
 *
 * Units of both sides are read first, then their commanders, who are the pieces after them; then what needs both: guns that are part
 * of a battalion, regiments that come later, prizes. Each fault names its line and its rule.
 */
#include "armies/liber_army.h"
#include "scenario_reading.h"
#include "state.h"

#include <string.h>

enum { COMMANDER_ACROSS = 4 * CENTIMETRE, NEAR_HIS_UNITS = 6 * INCH };

/* What is needed while a scenario is read. */
struct reading {
    struct match              *m;
    struct loading            *loading;
    const struct liber_tables *tables;
    struct source              from;
    const struct json         *node[PIECES];         /* of each unit */
    const struct json         *regiment[REGIMENTS];
    bool                       arrives[REGIMENTS];
};

/* The options of a game as customs; what the book has no choice about is always on. */

static void take_customs(struct match *m)
{
    static const struct { uint8_t option, custom; } list[] = {
        { LIBER_KINGDOMS, CUSTOM_KINGDOMS }, { LIBER_WEARY_FROM_FIRST, CUSTOM_WEARY_FROM_FIRST }, { LIBER_RUN_AN_INCH, CUSTOM_RUN_AN_INCH },
        { LIBER_OPEN_ORDER_PASSES, CUSTOM_OPEN_ORDER_PASSES }, { LIBER_HIDDEN_STRICT, CUSTOM_HIDDEN_STRICT },
        { LIBER_OPEN_ORDER_MELEE, CUSTOM_OPEN_ORDER_MELEE }, { LIBER_TIE_CHARGED_YIELDS, CUSTOM_TIE_CHARGED_YIELDS },
        { LIBER_ANY_WINNER_ADVANCES, CUSTOM_ANY_WINNER_ADVANCES }, { LIBER_FLANK_FIXED, CUSTOM_FLANK_FIXED },
        { LIBER_MOUNTED_ELAN, CUSTOM_MOUNTED_ELAN }, { LIBER_ANY_CENTRE, CUSTOM_ANY_CENTRE },
    };
    static const uint8_t always[] = {
        CUSTOM_DISENGAGE_3IN, CUSTOM_SPLIT_SHOT, CUSTOM_CANNON_FIRE_ONLY, CUSTOM_PISTOL_NO_READY_MALUS, CUSTOM_FORD_DIFFICULT,
        CUSTOM_ANNIHILATION_END, CUSTOM_OVERLAP_BACKSTEP, CUSTOM_COMMAND, CUSTOM_DIRTY_WAR, CUSTOM_ADVANCE, CUSTOM_PIKES_ALWAYS,
        CUSTOM_WHEEL_WITH_MOVE, CUSTOM_TIE_STOPS_MOVER
    };

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) m->custom[list[i].custom] = m->head.option[list[i].option] != 0;
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) m->custom[always[i]] = true;
}

/* Units. */

/* LM-UNIT-02, -03: options of the row, each once, none beside one that it excludes. */
static bool read_options(struct source from, const struct json *node, const struct unit_row *row, uint32_t *options)
{
    const struct json *list = NULL;

    if (!json_find_branch(from.document, node, "options", JSON_ARRAY, &list, from.fault)) return false;
    for (const struct json *option = list ? list->as.child : NULL; option; option = option->next) {
        int index = option->type == JSON_STRING ? liber_option_named(row, option->as.string) : -1;
        if (index < 0)
            return tercios_wrong(from, option, LM_UNIT_01, "%s has no option \"%s\"", row->id,
                                 option->type == JSON_STRING ? option->as.string : "?");
        if (*options >> index & 1) return tercios_wrong(from, option, LM_UNIT_02, "%s has the option \"%s\" twice", row->id, option->as.string);
        if (row->option[index].not_with & *options)
            return tercios_wrong(from, option, LM_UNIT_03, "%s cannot have \"%s\" beside another of its options", row->id, option->as.string);
        *options |= 1u << index;
    }
    return true;
}

/* LM-ADAPT-04: with the adaptation dragoons are those that mount and dismount. */
static const struct unit_row *row_in_force(const struct reading *r, const char *id)
{
    bool adapted = r->m->head.option[LIBER_DRAGOONS] && r->m->head.option[LIBER_KINGDOMS];

    return liber_row(r->tables, adapted && !strcmp(id, "dragoons") ? "dragoons_adapted" : id);
}

/* LM-DEPLOY-07: limbered or not, mounted or not. */
static bool read_form(struct reading *r, const struct json *node, const struct unit_row *row, uint32_t options, int unit)
{
    const char *form = NULL;

    if (!json_find_string(r->from.document, node, "form", &form, r->from.fault)) return false;
    if (!form) return true;
    if (!liber_has_forms(row, options) || strcmp(form, row->dismounts ? "dismounted" : "limbered"))
        return tercios_wrong(r->from, node, LM_DEPLOY_07, "%s (%s) cannot begin \"%s\"", r->m->piece[unit].id, row->id, form);
    r->m->start_form[unit] = 1;
    return true;
}

static bool read_type(struct reading *r, const struct json *node, const struct unit_row *row, uint32_t options, unsigned elite, int unit)
{
    struct match *m = r->m;
    int           type = liber_type(m, r->tables, row, options, elite, 0), other = liber_type(m, r->tables, row, options, elite, 1);

    if (type < 0 || other < 0) return too_many(r->from, node, TYPES, "different units");
    m->type_of[unit] = (uint8_t)type;
    m->other_type[unit] = (uint8_t)other;
    m->special[unit] = m->type[type].special;
    m->other_special[unit] = m->type[other].special;
    m->piece[unit].type = row->id;
    return read_form(r, node, row, options, unit);
}

static bool read_unit(struct reading *r, const struct json *node, seat_id seat, int formation, unsigned elite, bool arrives)
{
    static const char *const allowed[] = { "id", "type", "options", "at", "heading", "house", "in", "form", "drilled", NULL };
    struct match            *m = r->m;
    const struct unit_row   *row;
    const char              *id = NULL;
    uint32_t                 options = 0;
    int                      unit = m->head.pieces;

    if (unit == PIECES - COMMANDERS) return too_many(r->from, node, PIECES - COMMANDERS, "units");
    if (!keys(r->from, node, allowed) || !word(r->from, node, "id", &m->piece[unit].id) || !word(r->from, node, "type", &id)) return false;
    row = row_in_force(r, id);
    if (!row) return tercios_wrong(r->from, node, LM_UNIT_01, "%s: there is no unit \"%s\"", m->piece[unit].id, id);
    if (!elite && json_get(node, "drilled"))
        return tercios_wrong(r->from, node, LM_ARMY_13, "%s is no elite unit and has no extra Discipline", m->piece[unit].id);
    if (elite ? !liber_may_be_elite(row) : !liber_fits(row, formation))
        return tercios_wrong(r->from, node, elite ? LM_ARMY_12 : LM_ARMY_08, "%s (%s) has no place in a formation of the type \"%s\"",
                             m->piece[unit].id, row->id, liber_formation_names[formation]);
    if (!read_options(r->from, node, row, &options) || !read_type(r, node, row, options, elite, unit)) return false;
    m->piece[unit].seat = seat;
    m->regiment_of[unit] = (uint8_t)m->regiments;
    r->node[unit] = node;
    m->head.pieces++;
    if (!arrives && !json_get(node, "in")) return tercios_read_place(m, r->from, node, unit);
    if (json_get(node, "at") || json_get(node, "heading") || json_get(node, "house"))
        return tercios_wrong(r->from, node, LM_DEPLOY_05, "%s is not on the table at first and has no place", m->piece[unit].id);
    return true;
}

/* LM-ARMY-21: shot in a regiment of horse is commanded shot. */
static void add_rules_of_regiment(struct match *m, const struct regiment *regiment, int formation)
{
    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++)
        if (formation == CAVALRY_REGIMENT && type_of(m, unit)->class == CLASS_COMPANY) m->special[unit] |= SR_COMMANDED_SHOT;
}

/* Regiments that come later. */
static bool read_arrival(struct reading *r, const struct json *node, int regiment)
{
    static const char *const allowed[] = { "turn", "need", "sure", "eases", "edge", "from", "to", "room", NULL };
    static const char *const edges[] = { "north", "east", "south", "west" };
    struct match            *m = r->m;
    struct arrival          *arrival = &m->arrival[m->arrivals];
    const char              *edge = NULL;
    int32_t                  eases = 0, room = INCH, along;
    int                      side = 0;

    if (m->arrivals == ARRIVALS) return too_many(r->from, node, ARRIVALS, "regiments that come later");
    arrival->regiment = (uint8_t)regiment;
    if (!keys(r->from, node, allowed) || !word(r->from, node, "edge", &edge) ||
        !tercios_read_number(r->from, node, "turn", 1, m->turns, LM_DEPLOY_04, LM_DEPLOY_04, &arrival->turn) ||
        !tercios_read_number(r->from, node, "need", 1, 7, LM_DEPLOY_04, LM_DEPLOY_04, &arrival->need) ||
        !tercios_read_number(r->from, node, "sure", arrival->turn, m->turns + 1, LM_DEPLOY_04, LM_DEPLOY_04, &arrival->sure) ||
        (json_get(node, "eases") && !whole(r->from, node, "eases", 0, 5, &eases)) ||
        (json_get(node, "room") && !whole(r->from, node, "room", INCH, 48 * INCH, &room)))
        return false;
    while (side < 4 && strcmp(edges[side], edge)) side++;
    if (side == 4) return tercios_wrong(r->from, node, LM_DEPLOY_04, "an edge is north, east, south or west, not \"%s\"", edge);
    along = side % 2 ? m->size.y : m->size.x;
    if (!whole(r->from, node, "from", 0, along, &arrival->low) || !whole(r->from, node, "to", arrival->low, along, &arrival->high)) return false;
    arrival->eases = (uint8_t)eases;
    arrival->edge = (uint8_t)side;
    arrival->room = room;
    m->arrivals++;
    return true;
}

/* LM-KING-01: drawn from another nation. */
static bool read_ally(struct reading *r, const struct json *node, seat_id seat, struct regiment *regiment)
{
    const char *ally = NULL;
    bool        known = false;

    if (!json_find_string(r->from.document, node, "ally", &ally, r->from.fault)) return false;
    if (!ally) return true;
    for (int i = 0; i < NATIONS; i++) known |= !strcmp(liber_nation_names[i], ally);
    if (!known || !strcmp(ally, r->m->belligerent[seat]))
        return tercios_wrong(r->from, node, LM_KING_01, "%s: an allied regiment is of another nation, not of \"%s\"", regiment->name, ally);
    regiment->allied = true;
    return true;
}

static bool read_formation(struct reading *r, const struct json *node, struct regiment *regiment, int *formation)
{
    if (!word(r->from, node, "type", &regiment->type)) return false;
    for (*formation = 0; *formation < ELITE_UNIT; ++*formation)
        if (!strcmp(liber_formation_names[*formation], regiment->type)) return true;
    return tercios_wrong(r->from, node, LM_ARMY_08, "%s: there is no formation \"%s\"", regiment->name, regiment->type);
}

static struct regiment *new_regiment(struct reading *r, const struct json *node, seat_id seat)
{
    struct match    *m = r->m;
    struct regiment *regiment = &m->regiment[m->regiments];

    if (m->regiments == REGIMENTS) return NULL;
    *regiment = (struct regiment){ .seat = seat, .first = (int16_t)m->head.pieces, .commander = NOBODY };
    r->regiment[m->regiments] = node;
    return regiment;
}

static bool read_regiment(struct reading *r, const struct json *node, seat_id seat)
{
    static const char *const allowed[] = { "type", "name", "ally", "arrives", "commander", "units", NULL };
    struct match            *m = r->m;
    struct regiment         *regiment = new_regiment(r, node, seat);
    const struct json       *list = NULL, *arrives = NULL;
    int                      formation = 0;

    if (!regiment) return too_many(r->from, node, REGIMENTS, "regiments");
    if (!keys(r->from, node, allowed) || !tercios_read_text(r->from, node, "name", &regiment->name, &regiment->french) ||
        !read_formation(r, node, regiment, &formation) || !read_ally(r, node, seat, regiment) ||
        !branch(r->from, node, "units", JSON_ARRAY, &list) ||
        !json_find_branch(r->from.document, node, "arrives", JSON_OBJECT, &arrives, r->from.fault))
        return false;
    if (arrives && m->deploys) return tercios_wrong(r->from, arrives, LM_DEPLOY_04, "%s is deployed in play", regiment->name);
    if (arrives && !read_arrival(r, arrives, m->regiments)) return false;
    if (!list->count) return tercios_wrong(r->from, list, LM_ARMY_08, "%s has no units", regiment->name);
    r->arrives[m->regiments] = arrives != NULL;
    for (const struct json *unit = list->as.child; unit; unit = unit->next)
        if (!read_unit(r, unit, seat, formation, 0, arrives != NULL)) return false;
    regiment->count = (int16_t)(m->head.pieces - regiment->first);
    for (int unit = regiment->first; unit < m->head.pieces; unit++) regiment->points += type_of(m, unit)->cost;
    add_rules_of_regiment(m, regiment, formation);
    m->regiments++;
    return true;
}

/* LM-ARMY-12, -13: a unit of its own, under the commander in chief. */
static bool read_elite(struct reading *r, const struct json *side, seat_id seat)
{
    struct match      *m = r->m;
    struct regiment   *regiment;
    const struct json *node = NULL;
    bool               drilled = false;

    if (!json_find_branch(r->from.document, side, "elite", JSON_OBJECT, &node, r->from.fault)) return false;
    if (!node) return true;
    regiment = new_regiment(r, node, seat);
    if (!regiment) return too_many(r->from, node, REGIMENTS, "regiments");
    regiment->type = liber_formation_names[ELITE_UNIT];
    regiment->name = r->tables->formation_name[ELITE_UNIT][0];
    regiment->french = r->tables->formation_name[ELITE_UNIT][1];
    regiment->elite = true;
    if (!json_find_boolean(r->from.document, node, "drilled", &drilled, r->from.fault) ||
        !read_unit(r, node, seat, ELITE_UNIT, ELITE | (drilled ? ELITE_DRILLED : 0), false))
        return false;
    regiment->count = 1;
    regiment->points = type_of(m, regiment->first)->cost;
    m->regiments++;
    return true;
}

static bool read_side(struct reading *r, const struct json *node, seat_id seat)
{
    static const char *const allowed[] = {
        "side", "name", "belligerent", "structure", "points", "zone", "chief", "regiments", "elite", NULL
    };
    struct match            *m = r->m;
    struct side_name        *called = &m->head.side[seat];
    const struct json       *list = NULL;
    bool                     known = false;

    if (!keys(r->from, node, allowed) || !word(r->from, node, "side", &m->side[seat]) ||
        !word(r->from, node, "belligerent", &m->belligerent[seat]) || !branch(r->from, node, "regiments", JSON_ARRAY, &list))
        return false;
    for (int i = 0; i < NATIONS; i++) known |= !strcmp(liber_nation_names[i], m->belligerent[seat]);
    if (!known) return tercios_wrong(r->from, node, LM_ARMY_03, "there is no nation \"%s\"", m->belligerent[seat]);
    if (!json_get(node, "name")) called->nation = m->belligerent[seat];
    else if (!tercios_read_text(r->from, node, "name", &called->name[0], &called->name[1])) return false;
    if (json_get(node, "zone")) {
        if (m->deploys) return tercios_wrong(r->from, node, LM_DEPLOY_03, "the zones are chosen in play");
        if (!tercios_read_box(r->from, node, "zone", m->size, &m->zone[seat])) return false;
    }
    if (!list->count) return tercios_wrong(r->from, node, LM_ARMY_08, "the side \"%s\" has no regiments", m->side[seat]);
    for (const struct json *regiment = list->as.child; regiment; regiment = regiment->next)
        if (!read_regiment(r, regiment, seat)) return false;
    return read_elite(r, node, seat);
}

/* Commanders. */

static int unit_named(const struct match *m, const char *id)
{
    for (int unit = 0; unit < m->units; unit++)
        if (!strcmp(m->piece[unit].id, id)) return unit;
    return NOBODY;
}

static bool is_built_in(const struct match *m, int gun)
{
    for (int unit = 0; unit < m->units; unit++)
        if (m->start_gun[unit] == gun + 1) return true;
    return false;
}

static bool begins_on_table(const struct reading *r, int unit)
{
    return !r->m->deploys && !r->arrives[r->m->regiment_of[unit]] && !is_built_in(r->m, unit);
}

static struct base base_at_start(const struct match *m, int unit)
{
    return table_base(type_of(m, unit)->shape, m->start[unit]);
}

/* LM-CMD-09, -10: no commander stands in a unit, on impassable ground or against an enemy. */
static bool check_stand(const struct reading *r, const struct json *node, int piece)
{
    const struct match *m = r->m;
    struct base         disc = base_at_start(m, piece);

    if (!table_on_table(&disc, m->size, TOLERANCE, NULL))
        return tercios_wrong(r->from, node, LM_GEO_11, "%s is not wholly on the table", m->piece[piece].id);
    for (int i = 0; i < m->elements; i++)
        if (m->element[i].traits & (T_IMPASSABLE | T_BUILDING) && !m->element[i].is_line &&
            table_overlap_area(&disc, &m->element[i].area, TOLERANCE))
            return tercios_wrong(r->from, node, LM_CMD_08, "%s stands on impassable ground", m->piece[piece].id);
    for (int unit = 0; unit < m->units; unit++) {
        struct base base = base_at_start(m, unit);
        if (!begins_on_table(r, unit) || m->start_house[unit]) continue;
        if (table_overlap(&disc, &base, TOLERANCE))
            return tercios_wrong(r->from, node, LM_CMD_09, "%s stands in %s; one who joins a unit is \"with\" it", m->piece[piece].id,
                                 m->piece[unit].id);
        if (are_enemies(m, unit, piece) && table_contact(&disc, &base, TOLERANCE))
            return tercios_wrong(r->from, node, LM_CMD_10, "%s touches %s", m->piece[piece].id, m->piece[unit].id);
    }
    return true;
}

/* LM-DEPLOY-06: he begins near one of his units; the commander in chief where he likes. */
static bool check_near(const struct reading *r, const struct json *node, int piece, int regiment)
{
    const struct match *m = r->m;
    struct base         disc = base_at_start(m, piece);

    if (regiment == REGIMENTS) return true;
    for (int unit = m->regiment[regiment].first; unit < m->regiment[regiment].first + m->regiment[regiment].count; unit++) {
        struct base     base = base_at_start(m, unit);
        struct segment  joining;
        struct obstacle obstacle = m->start_house[unit] ? table_obstacle_area(&m->element[m->start_house[unit] - 1].area) :
                                                          table_obstacle_base(&base);
        if (begins_on_table(r, unit) &&
            table_at_most(table_joining(table_obstacle_base(&disc), obstacle, 2, &joining), NEAR_HIS_UNITS + TOLERANCE, NULL))
            return true;
    }
    return tercios_wrong(r->from, node, LM_DEPLOY_06, "%s is more than 6 in from every unit of %s", m->piece[piece].id,
                         m->regiment[regiment].name);
}

/* LM-CMD-06, LM-ATT-01: with a unit that is his to command, and that nobody else is with. */
static bool read_with(struct reading *r, const struct json *node, int piece, int regiment)
{
    struct match *m = r->m;
    const char   *id = NULL;
    int           unit;

    if (!word(r->from, node, "with", &id)) return false;
    unit = unit_named(m, id);
    if (unit == NOBODY || are_enemies(m, unit, piece) || !begins_on_table(r, unit))
        return tercios_wrong(r->from, node, LM_ATT_01, "%s cannot be with \"%s\"", m->piece[piece].id, id);
    if (regiment != REGIMENTS ? m->regiment_of[unit] != regiment && !(m->commander[piece - m->units].virtues >> VIRTUE_FAME & 1) :
        m->regiment[m->regiment_of[unit]].allied)
        return tercios_wrong(r->from, node, LM_CMD_06, "%s has no say over %s", m->piece[piece].id, id);
    for (int other = m->units; other < piece; other++)
        if (m->start_with[other] == unit + 1) return tercios_wrong(r->from, node, LM_ATT_01, "%s has a commander with it already", id);
    m->start_with[piece] = (uint8_t)(unit + 1);
    m->start[piece] = m->start[unit];
    return true;
}

static bool read_his_place(struct reading *r, const struct json *node, int piece, int regiment)
{
    struct match      *m = r->m;
    const struct json *at = NULL;
    bool               absent = m->deploys || (regiment < REGIMENTS && r->arrives[regiment]);

    if (absent)
        return (!json_get(node, "at") && !json_get(node, "with")) ||
               tercios_wrong(r->from, node, LM_DEPLOY_06, "%s is not on the table at first and has no place", m->piece[piece].id);
    if (json_get(node, "with"))
        return json_get(node, "at") ? tercios_wrong(r->from, node, LM_ATT_01, "%s is at a place or with a unit, not both", m->piece[piece].id) :
                                      read_with(r, node, piece, regiment);
    return branch(r->from, node, "at", JSON_ARRAY, &at) && tercios_read_point(r->from, at, m->size, &m->start[piece].at) &&
           check_stand(r, node, piece) && check_near(r, node, piece, regiment);
}

static int rank_of_chief(const struct match *m, seat_id seat)
{
    for (int i = 0; i < m->commanders; i++)
        if (m->piece[m->units + i].seat == seat && m->commander[i].regiment == REGIMENTS) return m->commander[i].rank;
    return -1;
}

/* LM-CMD-02..05, LM-VIRT-04, LM-TRAITS-01..03: the rank, and what it may have. */
static bool read_gifts(struct reading *r, const struct json *node, int piece, struct commander *commander)
{
    struct match      *m = r->m;
    bool               chief = commander->regiment == REGIMENTS;
    const struct rank *rank;
    const struct json *virtues = NULL, *traits = NULL;
    uint64_t           bits = 0, others = 0;

    if (!tercios_read_number(r->from, node, "rank", chief ? 2 : 0, chief ? 5 : 4, LM_CMD_01, chief ? LM_CMD_03 : LM_CMD_04, &commander->rank) ||
        !branch(r->from, node, "virtues", JSON_ARRAY, &virtues) || !branch(r->from, node, "traits", JSON_ARRAY, &traits) ||
        !tercios_read_bits(r->from, node, "virtues", liber_virtue_names, VIRTUES, UINT64_MAX, LM_VIRT_04, &bits) ||
        !tercios_read_bits(r->from, node, "traits", liber_trait_names, TRAITS, ~(SPECIAL(TRAIT_FAST) | SPECIAL(TRAIT_INSPIRING)),
                           LM_TRAITS_01, &commander->traits))
        return false;
    rank = &r->tables->rank[commander->rank];
    commander->virtues = (uint16_t)bits;
    if (!chief && commander->rank > rank_of_chief(m, m->piece[piece].seat))
        return tercios_wrong(r->from, node, LM_CMD_05, "%s outranks his commander in chief", m->piece[piece].id);
    if ((uint32_t)__builtin_popcountll(bits) != virtues->count)
        return tercios_wrong(r->from, virtues, LM_VIRT_04, "%s has a virtue twice", m->piece[piece].id);
    if ((uint32_t)__builtin_popcountll(commander->traits) != traits->count)
        return tercios_wrong(r->from, traits, LM_TRAITS_03, "%s has a trait twice", m->piece[piece].id);
    if (virtues->count != rank->virtues)
        return tercios_wrong(r->from, virtues, LM_CMD_02, "%s of rank %d has %d different virtues", m->piece[piece].id, commander->rank, rank->virtues);
    if (traits->count != rank->traits)
        return tercios_wrong(r->from, traits, LM_CMD_02, "%s of rank %d has %d different traits", m->piece[piece].id, commander->rank, rank->traits);
    for (int i = 0; i < m->commanders; i++)
        if (m->piece[m->units + i].seat == m->piece[piece].seat) others |= m->commander[i].traits;
    if (others & commander->traits)
        return tercios_wrong(r->from, traits, LM_TRAITS_03, "%s has a trait that another commander of his side has", m->piece[piece].id);
    return true;
}

/* LM-TRAITS-04, LM-UNIT-09: traits of switched-off options do nothing. */
static uint64_t traits_in_force(const struct match *m, uint64_t traits)
{
    for (int trait = 0; trait < TRAITS; trait++) {
        bool off = (liber_trait_source(trait) == TRAIT_KINGDOMS && !m->head.option[LIBER_KINGDOMS]) ||
                   (liber_trait_source(trait) == TRAIT_EXTRA && !m->head.option[LIBER_EXTRAS]);
        if (off) traits &= ~SPECIAL(trait);
    }
    return traits;
}

static bool read_commander(struct reading *r, const struct json *node, seat_id seat, int regiment)
{
    static const char *const allowed[] = { "id", "name", "rank", "virtues", "traits", "at", "with", NULL };
    struct match            *m = r->m;
    int                      piece = m->head.pieces;
    struct commander        *commander = &m->commander[m->commanders];

    if (m->commanders == COMMANDERS) return too_many(r->from, node, COMMANDERS, "commanders");
    *commander = (struct commander){ .regiment = (uint8_t)regiment };
    m->piece[piece].seat = seat;
    m->piece[piece].type = regiment == REGIMENTS ? "chief" : "commander";
    m->regiment_of[piece] = (uint8_t)regiment;
    if (!keys(r->from, node, allowed) || !word(r->from, node, "id", &m->piece[piece].id) ||
        !tercios_read_text(r->from, node, "name", &m->piece[piece].name[0], &m->piece[piece].name[1]) ||
        !read_gifts(r, node, piece, commander))
        return false;
    commander->name = m->piece[piece].name[0];
    m->type_of[piece] = m->other_type[piece] = (uint8_t)(m->types - 1);
    m->head.pieces++;
    m->commanders++;
    if (regiment < REGIMENTS) {
        m->regiment[regiment].commander = (int16_t)piece;
        m->regiment[regiment].points += r->tables->rank[commander->rank].cost;
    }
    return read_his_place(r, node, piece, regiment);
}

/* LM-BASE-08: the disc of a commander is a type of its own, the last. */
static bool add_commander_type(struct match *m, struct source from)
{
    struct type type = { .id = "commander", .class = CLASS_COMMANDER, .shape = table_disc(COMMANDER_ACROSS) };

    memset(type.weapon, -1, sizeof type.weapon);
    if (m->types == TYPES) return too_many(from, from.document->root, TYPES - 1, "different units");
    m->type[m->types++] = type;
    return true;
}

/* LM-ARMY-06, -11: one commander in chief; one for each regiment and battle group, none for a battery. */
static bool read_commanders(struct reading *r, const struct json *side, seat_id seat)
{
    struct match      *m = r->m;
    const struct json *chief = NULL;

    if (!json_get(side, "chief")) return tercios_wrong(r->from, side, LM_ARMY_06, "the side \"%s\" has no commander in chief", m->side[seat]);
    if (!branch(r->from, side, "chief", JSON_OBJECT, &chief) || !read_commander(r, chief, seat, REGIMENTS)) return false;
    for (int i = 0; i < m->regiments; i++) {
        const struct json *node = NULL;
        bool               wants = !m->regiment[i].elite && strcmp(m->regiment[i].type, liber_formation_names[BATTERY]);
        if (m->regiment[i].seat != seat || m->regiment[i].elite) continue;
        if (!json_find_branch(r->from.document, r->regiment[i], "commander", JSON_OBJECT, &node, r->from.fault)) return false;
        if (wants != (node != NULL))
            return tercios_wrong(r->from, r->regiment[i], LM_ARMY_11, wants ? "%s has no commander" : "%s is a battery and has no commander",
                                 m->regiment[i].name);
        if (node && !read_commander(r, node, seat, i)) return false;
    }
    return true;
}

/* What is said of units when all of them are known. */

/* LM-ART-13: a light gun in a battalion of its side; one in each. */
static bool read_built_in(struct reading *r, int gun)
{
    struct match *m = r->m;
    const char   *id = NULL;
    int           unit;

    if (!word(r->from, r->node[gun], "in", &id)) return false;
    if (m->deploys) return tercios_wrong(r->from, r->node[gun], LM_DEPLOY_07, "%s is deployed in play and has no place yet", m->piece[gun].id);
    unit = unit_named(m, id);
    if (!(m->special[gun] & SR_REGIMENTAL_GUN) || unit == NOBODY || are_enemies(m, gun, unit) || type_of(m, unit)->class != CLASS_SQUADRON ||
        !(m->special[unit] & W_PIKE) || m->start_gun[unit])
        return tercios_wrong(r->from, r->node[gun], LM_ART_13, "%s cannot be part of \"%s\": a regimental gun, one in a battalion",
                             m->piece[gun].id, id);
    m->start_gun[unit] = (uint8_t)(gun + 1);
    return true;
}

static bool check_places(struct reading *r)
{
    const struct match *m = r->m;

    for (int unit = 0; unit < m->units; unit++) {
        const struct json *node = r->node[unit];
        if (!begins_on_table(r, unit)) continue;
        if (!tercios_check_dry(m, r->from, node, unit) || (m->zone[side_of(m, unit)].high.x && !tercios_check_zone(m, r->from, node, unit)))
            return false;
        for (int other = 0; other < unit; other++)
            if (begins_on_table(r, other) && !tercios_check_apart(m, r->from, node, other, unit)) return false;
    }
    for (int i = 0; i < m->regiments; i++)
        if (!r->arrives[i] && m->zone[m->regiment[i].seat].high.x && !is_built_in(m, m->regiment[i].first) &&
            !tercios_check_coherency(m, r->from, r->regiment[i], &m->regiment[i]))
            return false;
    return true;
}

/* Of a list that has been checked. */
static void note_structure(struct reading *r, const struct json *side, seat_id seat)
{
    const struct json *points = json_get(side, "points"), *structure = json_get(side, "structure");

    if (!liber_is_by_the_book(r->m) || !points || points->type == JSON_NULL || !structure || structure->type != JSON_STRING) return;
    for (int i = 0; i < STRUCTURES; i++)
        if (!strcmp(liber_structure_names[i], structure->as.string)) r->m->structure[seat] = (uint8_t)(i + 1);
}

static bool read_sides(struct reading *r)
{
    struct match      *m = r->m;
    const struct json *list = NULL;

    if (!branch(r->from, r->from.document->root, "sides", JSON_ARRAY, &list)) return false;
    if (list->count != 2) return json_fault(r->from.document, list, r->from.fault, "there are two sides; found %u", list->count);
    /* An army under a limit is judged as a list first: that tells all that is wrong with it, not only the first (LM-ARMY-27). */
    if (!liber_check_sides(m, r->tables, r->from, list, r->loading->arena)) return false;
    note_structure(r, list->as.child, SEAT_A);
    note_structure(r, list->as.child->next, SEAT_B);
    if (!read_side(r, list->as.child, SEAT_A) || !read_side(r, list->as.child->next, SEAT_B) || !add_commander_type(m, r->from)) return false;
    m->units = m->head.pieces;
    for (int unit = 0; unit < m->units; unit++)
        if (json_get(r->node[unit], "in") && !read_built_in(r, unit)) return false;
    if (!check_places(r) || !read_commanders(r, list->as.child, SEAT_A) || !read_commanders(r, list->as.child->next, SEAT_B)) return false;
    for (int i = 0; i < m->commanders; i++) m->commander[i].traits = traits_in_force(m, m->commander[i].traits);
    return true;
}

/* Points beside those for destroyed units. */

const char *const liber_prize_kinds[PRIZE_KINDS] = { "near", "house", "ground", "chief", "commander", "type", "across", "exit", "denied" };

static bool read_prize_details(struct reading *r, const struct json *node, struct prize *prize)
{
    struct match      *m = r->m;
    const struct json *at = NULL;
    const char        *element = NULL, *side = NULL;
    int                index = 0;

    if (json_get(node, "turn") && !tercios_read_number(r->from, node, "turn", 1, m->turns, LM_BATTLE_05, LM_BATTLE_05, &prize->turn)) return false;
    if (json_get(node, "radius") && !whole(r->from, node, "radius", 1, TABLE_SIDE, &prize->radius)) return false;
    if (!json_find_branch(r->from.document, node, "at", JSON_ARRAY, &at, r->from.fault) ||
        (at && !tercios_read_point(r->from, at, m->size, &prize->at)) ||
        !json_find_string(r->from.document, node, "element", &element, r->from.fault) ||
        !json_find_string(r->from.document, node, "side", &side, r->from.fault) ||
        !json_find_string(r->from.document, node, "type", &prize->type, r->from.fault))
        return false;
    if (element && (index = tercios_element_named(m, element)) < 0)
        return tercios_wrong(r->from, node, LM_BATTLE_05, "%s: there is no terrain \"%s\"", prize->id, element);
    prize->element = (uint8_t)index;
    prize->seat = side ? seat_named(side) : NO_SEAT;
    if (side && prize->seat != SEAT_A && prize->seat != SEAT_B)
        return tercios_wrong(r->from, node, LM_BATTLE_05, "%s is for \"A\" or \"B\", not for \"%s\"", prize->id, side);
    if (prize->type && !liber_row(r->tables, prize->type))
        return tercios_wrong(r->from, node, LM_BATTLE_05, "%s: there is no unit \"%s\"", prize->id, prize->type);
    return true;
}

/* Each kind has what it needs, and nothing else. */
static bool check_prize(struct reading *r, const struct json *node, const struct prize *prize)
{
    static const char *const members[] = { "turn", "radius", "at", "element", "side", "type" };
    static const uint8_t     needs[PRIZE_KINDS] = {
        [PRIZE_NEAR] = 2 | 4, [PRIZE_HOUSE] = 8, [PRIZE_GROUND] = 1 | 8, [PRIZE_TYPE] = 1 | 16 | 32, [PRIZE_ACROSS] = 4, [PRIZE_EXIT] = 16,
        [PRIZE_DENIED] = 2 | 4 | 16
    };

    for (int i = 0; i < 6; i++)
        if ((json_get(node, members[i]) != NULL) != (needs[prize->kind] >> i & 1))
            return tercios_wrong(r->from, node, LM_BATTLE_05, "%s: a prize \"%s\" %s \"%s\"", prize->id, liber_prize_kinds[prize->kind],
                                 json_get(node, members[i]) ? "has no" : "needs", members[i]);
    if ((prize->kind == PRIZE_HOUSE && !(r->m->element[prize->element].traits & T_BUILDING)) ||
        (prize->kind == PRIZE_GROUND && r->m->element[prize->element].is_line))
        return tercios_wrong(r->from, node, LM_BATTLE_05, "%s cannot be held", r->m->element[prize->element].id);
    return true;
}

static bool read_prize(struct reading *r, const struct json *node)
{
    static const char *const allowed[] = { "id", "kind", "points", "turn", "radius", "at", "element", "side", "type", NULL };
    struct match            *m = r->m;
    struct prize            *prize = &m->prize[m->prizes];
    const char              *kind = NULL;

    if (m->prizes == PRIZES) return too_many(r->from, node, PRIZES, "prizes");
    *prize = (struct prize){ .seat = NO_SEAT };
    if (!keys(r->from, node, allowed) || !word(r->from, node, "id", &prize->id) || !word(r->from, node, "kind", &kind) ||
        !tercios_read_number(r->from, node, "points", 1, 20, LM_BATTLE_05, LM_BATTLE_05, &prize->points))
        return false;
    while (prize->kind < PRIZE_KINDS && strcmp(liber_prize_kinds[prize->kind], kind)) prize->kind++;
    if (prize->kind == PRIZE_KINDS) return tercios_wrong(r->from, node, LM_BATTLE_05, "%s: there is no prize of the kind \"%s\"", prize->id, kind);
    m->prizes++;
    return read_prize_details(r, node, prize) && check_prize(r, node, prize);
}

static bool read_prizes(struct reading *r)
{
    const struct json *list = NULL;

    if (!json_find_branch(r->from.document, r->from.document->root, "prizes", JSON_ARRAY, &list, r->from.fault)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_prize(r, node)) return false;
    return true;
}

/* The envelope. */

/* LM-BATTLE-07: B1 to B6, or what a die says. */
static bool read_battle(struct match *m, struct source from, const struct json *root)
{
    const char *type = NULL;

    if (!json_find_string(from.document, root, "battle", &type, from.fault) ||
        !json_find_boolean(from.document, root, "buys_terrain", &m->buys_terrain, from.fault))
        return false;
    if (m->buys_terrain && !m->deploys) return tercios_wrong(from, root, LM_DECOR_08, "terrain is bought before the armies are deployed");
    if (!type) return true;
    if (!m->deploys) return tercios_wrong(from, root, LM_BATTLE_07, "only armies that are deployed in play fight a type of battle");
    if (!strcmp(type, "drawn")) m->battle_type = BATTLE_DRAWN;
    else if (type[0] == 'B' && between('1', type[1], '6') && !type[2]) m->battle_type = (uint8_t)(type[1] - '0');
    else return tercios_wrong(from, root, LM_BATTLE_07, "a battle is of the type B1 to B6, or \"drawn\", not \"%s\"", type);
    return true;
}

static bool read_envelope(struct match *m, struct source from)
{
    static const char *const allowed[] = {
        "format", "ruleset", "id", "title", "provenance", "year", "minutes", "intro", "table", "turns", "end", "deployment", "battle",
        "buys_terrain", "sides", "terrain", "prizes", NULL
    };
    const struct json       *root = from.document->root;
    const char              *provenance = NULL;
    int32_t                  year = 0, minutes = 0;

    return keys(from, root, allowed) && tercios_read_text(from, root, "title", NULL, NULL) &&
           tercios_read_text(from, root, "intro", NULL, NULL) && word(from, root, "provenance", &provenance) &&
           tercios_read_or_null(from, root, "year", 1400, 1800, &year) && tercios_read_or_null(from, root, "minutes", 1, 1440, &minutes) &&
           tercios_read_table(m, from, root) && tercios_read_end(m, from, root) && read_battle(m, from, root);
}

bool liber_load(struct match *m, struct loading *loading)
{
    struct liber_tables *tables = arena_take(loading->arena, sizeof *tables);
    struct reading      *r = arena_take(loading->arena, sizeof *r);

    if (!tables || !r) return fault_say(loading->fault, loading->scenario.name, 0, "there is not enough memory for the tables of this game");
    m->edition = EDITION_LIBER;
    take_customs(m);
    *r = (struct reading){ .m = m, .loading = loading, .tables = tables, .from = source_of(loading, &loading->scenario) };
    if (!read_envelope(m, r->from) || !liber_read_tables(m, loading, tables) || !tercios_read_terrain(m, loading, &tables->shared)) return false;
    if (m->buys_terrain && m->elements)
        return tercios_wrong(r->from, json_get(r->from.document->root, "terrain"), LM_DECOR_01, "terrain is bought or agreed, not both");
    if (!read_sides(r) || !read_prizes(r)) return false;
    m->head.seats = 2;
    m->head.piece = m->piece;
    tercios_muster(m);
    if (m->deploys) tercios_stock(m, &tables->shared);
    return true;
}
