/*
 * load.c: a match from its scenario: the sides and their columns with commanders and units, baggage, what counts for victory and the
 * rules of the single battle (chapters 1, 2 and SCN).
 *
 * Everything that a scenario may get wrong is said here or in map.c, with its line, its place and its rule; what a position of a game
 * under way may get wrong is said by reiters_sound().
 */
#include "reading.h"
#include "reiters.h"
#include "maths.h"

#include <string.h>

enum { QUALITY = 6, FACTOR = 12, MODIFIER = 9, POINTS = 99, TURNS = 60, HIGHEST_NUMBER = 99, FACES = 6 };

static const char *const sides[] = { "catholic", "protestant" };
static const char *const edges[] = { "N", "E", "S", "W" };               /* as enum zone_side has them */
const char *const reiters_level_ids[LEVEL_IDS] = { "draw", "minor", "victory", "major", "decisive" };

/* Names that the scenario uses. */

static bool read_seat(struct source from, const struct json *object, const char *key, seat_id *seat)
{
    int index = 0;

    if (!source_choice(from, object, key, sides, 2, &index)) return false;
    *seat = (seat_id)index;
    return true;
}

/* A zone that somebody may enter. */
static bool check_zone(const struct match *m, struct source from, const struct json *node, int32_t number, int *zone)
{
    *zone = m->index[number];
    if (*zone == NOWHERE) return source_wrong(from, node, "there is no zone %d", number);
    return in_set(m->every, *zone) ||
           source_wrong(reading(from, FR_4_1_1_04), node, "zone %d is of type X: nobody may be there", number);
}

static bool read_zone(const struct match *m, struct source from, const struct json *object, const char *key, int *zone)
{
    int32_t number = 0;

    return source_whole(from, object, key, 1, HIGHEST_NUMBER, &number) && check_zone(m, from, json_get(object, key), number, zone);
}

static bool read_zones(const struct match *m, struct source from, const struct json *object, uint64_t *zones)
{
    int32_t            number[ZONES] = { 0 };
    const struct json *list = json_get(object, "zones");
    int                count = 0;

    if (!source_list(from, object, "zones", 1, HIGHEST_NUMBER, ZONES, number, &count)) return false;
    for (int i = 0; i < count; i++) {
        int zone = 0;
        if (!check_zone(m, from, list, number[i], &zone)) return false;
        if (in_set(*zones, zone)) return source_wrong(from, list, "zone %d is given twice", number[i]);
        *zones |= zone_bit(zone);
    }
    return true;
}

static bool read_turn(const struct match *m, struct source from, const struct json *object, uint8_t *turn)
{
    int32_t number = 0;

    if (!source_whole(from, object, "turn", 1, m->turns, &number)) return false;
    *turn = (uint8_t)number;
    return true;
}

/* Pieces. */

static bool add_piece(struct match *m, struct source from, const struct json *node, const char *id, int type, seat_id seat, int column,
                      int *piece)
{
    if (m->head.pieces == PIECES) return source_wrong(from, node, "there are more than %d pieces", PIECES);
    for (int i = 0; i < m->head.pieces; i++)
        if (!strcmp(m->piece[i].id, id)) return source_wrong(from, node, "the piece \"%s\" is given twice", id);
    *piece = m->head.pieces++;
    m->piece[*piece] = (struct piece){ .id = id, .type = reiters_type_ids[type], .seat = seat };
    m->seat_of[*piece] = (int8_t)seat;
    m->type_of[*piece] = (uint8_t)type;
    m->column_of[*piece] = (uint8_t)column;
    m->mother_of[*piece] = NOBODY;
    return true;
}

/* FR-2.1-01, FR-4.5-01: within the zones of its column. */
static bool put_piece(struct match *m, struct source from, const struct json *node, int piece)
{
    const struct column *column = &m->column[m->column_of[piece]];
    int                  zone = 0;

    from.rule = column->turn > 1 ? FR_4_5_01 : FR_2_1_01;
    if (!read_zone(m, from, node, "at", &zone)) return false;
    if (!in_set(column->zones, zone))
        return source_wrong(from, json_get(node, "at"), "%s is in zone %d, which is not among the zones of column %s", m->piece[piece].id,
                             m->number[zone], column->id);
    m->start[piece].zone = m->number[zone];
    return true;
}

/* Units. */

/* FR-1.3.7-01: what a unit deviates in from its type. */
static bool read_factors(struct match *m, struct source from, const struct json *node, int unit)
{
    const struct type *type = &m->tables.type[m->type_of[unit]];
    const struct json *list = NULL;
    int32_t            quality = type->fq, factor[2] = { type->fc[0], type->fc[1] };

    if (json_get(node, "fq") && !source_whole(reading(from, FR_1_3_3_01), node, "fq", 1, QUALITY, &quality)) return false;
    from.rule = type->steps == 2 ? FR_1_3_7_01 : FR_1_3_7_02;
    if (!source_find_branch(from, node, "fc", JSON_ARRAY, &list) ||
        (list && !source_numbers(from, list, type->steps, 1, FACTOR, factor)))
        return false;
    if (list && type->steps == 1) factor[1] = factor[0];
    if (factor[1] > factor[0]) return source_wrong(from, list, "%s fights better when it is reduced", m->piece[unit].id);
    m->fq[unit] = (uint8_t)quality;
    for (int face = 0; face < 2; face++) m->fc[unit][face] = (uint8_t)factor[face];
    return true;
}

static bool read_unit(struct match *m, struct source from, const struct json *node, int column)
{
    static const char *const allowed[] = { "id", "type", "name", "at", "fq", "fc", "disordered", NULL };
    const char              *id = NULL;
    bool                     disordered = false;
    int                      type = 0, unit = 0;

    from.rule = FR_1_3_1_01;
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &id) ||
        !source_choice(reading(from, FR_1_3_2_01), node, "type", reiters_type_ids, UNIT_TYPES, &type))
        return false;
    if (type == TYPE_ENFANTS_PERDUS)
        return source_wrong(reading(from, FR_1_3_1_03), node, "%s: forlorn hopes have no column of their own; their mothers send them out", id);
    if (!add_piece(m, from, node, id, type, m->column[column].seat, column, &unit) ||
        !source_text(from, node, "name", &m->piece[unit].name[0], &m->piece[unit].name[1]) || !put_piece(m, from, node, unit) ||
        !source_find_flag(reading(from, FR_SCN_02), node, "disordered", &disordered))
        return false;
    if (m->tables.type[type].arm == ARM_ARTILLERY && m->column[column].turn > 1)
        return source_wrong(reading(from, FR_4_1_05), node, "%s never moves, and cannot arrive on turn %d", id, m->column[column].turn);
    m->start[unit].disordered = disordered;
    m->column[column].units++;
    return read_factors(m, from, node, unit);
}

/* Columns. */

static int column_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->columns; i++)
        if (!strcmp(m->column[i].id, id)) return i;
    return NOWHERE;
}

/* FR-1.3.1-04: a column has units. Its commander is read when all units are known. */
static bool read_column(struct match *m, struct source from, const struct json *node, seat_id seat)
{
    static const char *const allowed[] = { "id", "side", "name", "order", "turn", "zones", "commander", "units", NULL };
    struct column           *column = &m->column[m->columns];
    const struct json       *units = NULL;
    int                      order = 0;

    if (m->columns == COLUMNS) return source_wrong(from, node, "there are more than %d columns", COLUMNS);
    column->seat = seat;
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &column->id) ||
        !source_text(from, node, "name", &column->name, &column->french) ||
        !source_choice(reading(from, FR_10_1_01), node, "order", reiters_order_ids, ORDERS, &order) ||
        !read_turn(m, reading(from, FR_4_5_01), node, &column->turn) || !read_zones(m, reading(from, FR_2_1_01), node, &column->zones) ||
        !source_branch(from, node, "units", JSON_ARRAY, &units))
        return false;
    if (column_named(m, column->id) != NOWHERE) return source_wrong(from, node, "the column \"%s\" is given twice", column->id);
    if (!json_get(node, "commander")) return source_wrong(from, node, "the column \"%s\" has no commander", column->id);
    if (!units->count) return source_wrong(reading(from, FR_1_3_1_04), units, "the column \"%s\" has no units", column->id);
    column->order = (uint8_t)order;
    m->columns++;
    for (const struct json *unit = units->as.child; unit; unit = unit->next)
        if (!read_unit(m, from, unit, m->columns - 1)) return false;
    return true;
}

/* FR-7.4.2-01: what a commander adds, to which types and when they attack or defend. */
static bool read_bonus(struct match *m, struct source from, const struct json *node, int commander)
{
    static const char *const allowed[] = { "types", "roles", "amount", NULL };
    static const char *const roles[] = { "attacker", "defender" };
    struct bonus            *bonus = &m->bonus[commander][m->bonuses[commander]];
    const struct json       *types = NULL, *list = NULL;
    int32_t                  amount = 0;

    if (m->bonuses[commander] == BONUSES) return source_wrong(from, node, "a commander has %d bonuses at most", BONUSES);
    if (!source_keys(from, node, allowed) || !source_branch(from, node, "types", JSON_ARRAY, &types) ||
        !source_branch(from, node, "roles", JSON_ARRAY, &list) || !source_whole(from, node, "amount", -MODIFIER, MODIFIER, &amount))
        return false;
    for (const struct json *one = types->as.child; one; one = one->next) {
        int type = one->type == JSON_STRING ? source_index(reiters_type_ids, UNIT_TYPES, one->as.string) : NOWHERE;
        if (type == NOWHERE)
            return source_wrong(from, one, "there is no unit type \"%s\"", one->type == JSON_STRING ? one->as.string : "of this kind");
        bonus->types |= (uint16_t)(1u << type);
    }
    for (const struct json *one = list->as.child; one; one = one->next) {
        int role = one->type == JSON_STRING ? source_index(roles, 2, one->as.string) : NOWHERE;
        if (role == NOWHERE) return source_wrong(from, one, "a role is \"attacker\" or \"defender\"");
        bonus->roles |= (uint8_t)(1u << role);
    }
    if (!bonus->types || !bonus->roles) return source_wrong(from, node, "this bonus is for nobody");
    bonus->amount = (int8_t)amount;
    m->bonuses[commander]++;
    return true;
}

/* FR-1.4-01, FR-5.1-01, FR-7.6.2-02. His piece has the id of his column. */
static bool read_commander(struct match *m, struct source from, const struct json *node, int column)
{
    static const char *const allowed[] = { "name", "general", "fq", "replacement", "at", "bonus", NULL };
    const struct json       *commander = NULL, *bonuses = NULL;
    int32_t                  quality = 0, replacement = 0;
    int                      piece = 0;

    from.rule = FR_1_4_01;
    if (!source_branch(from, node, "commander", JSON_OBJECT, &commander) || !source_keys(from, commander, allowed) ||
        !add_piece(m, from, commander, m->column[column].id, TYPE_COMMANDER, m->column[column].seat, column, &piece) ||
        !source_text(from, commander, "name", &m->piece[piece].name[0], &m->piece[piece].name[1]) ||
        !source_flag(from, commander, "general", &m->general[piece]) || !source_whole(from, commander, "fq", 1, QUALITY, &quality) ||
        !source_whole(reading(from, FR_7_6_2_02), commander, "replacement", 1, quality, &replacement) ||
        !put_piece(m, from, commander, piece) ||
        !source_find_branch(reading(from, FR_7_4_2_01), commander, "bonus", JSON_ARRAY, &bonuses))
        return false;
    m->fq[piece] = (uint8_t)quality;
    m->fc[piece][0] = m->fc[piece][1] = (uint8_t)replacement;
    m->column[column].leader = (int16_t)piece;
    for (const struct json *bonus = bonuses ? bonuses->as.child : NULL; bonus; bonus = bonus->next)
        if (!read_bonus(m, reading(from, FR_7_4_2_01), bonus, piece)) return false;
    return true;
}

/* A forlorn hope is called by its mother's name and a letter. */
static bool name_forlorn_hope(struct match *m, int piece, int count, struct arena *arena)
{
    const char *const *name = m->piece[m->mother_of[piece]].name;

    for (int language = 0; language < 2 && name[language]; language++) {
        char       room[96];
        struct out out = out_over(room, sizeof room);
        out_format(&out, "%s %c", name[language], 'A' + count - 1);
        if (out.full) return true;
        m->piece[piece].name[language] = arena_text(arena, room, out.used);
        if (!m->piece[piece].name[language]) return false;
    }
    return true;
}

/* FR-11.4-01, FR-11.4-09: two forlorn hopes for each Protestant unit that may send them out; they wait with her. */
static bool add_forlorn_hopes(struct match *m, struct source from, struct arena *arena)
{
    int units = m->head.pieces;

    from.rule = FR_11_4_01;
    for (int mother = 0; mother < units; mother++) {
        if (!m->tables.type[m->type_of[mother]].makes_ep || side_of(m, mother) != SEAT_B) continue;
        for (int count = 1; count <= 2; count++) {
            char       name[ID_LENGTH + 1];
            struct out out = out_over(name, sizeof name);
            char      *id;
            int        piece = 0;
            out_format(&out, "%s-%d", m->piece[mother].id, count);
            if (out.full) return source_wrong(from, NULL, "the id \"%s\" is too long for its forlorn hopes", m->piece[mother].id);
            id = arena_text(arena, name, out.used);
            if (!id) return source_wrong(from, NULL, "there is not enough memory for the forlorn hopes");
            if (!add_piece(m, from, NULL, id, TYPE_ENFANTS_PERDUS, SEAT_B, m->column_of[mother], &piece)) return false;
            m->mother_of[piece] = (int16_t)mother;
            if (!name_forlorn_hope(m, piece, count, arena)) return source_wrong(from, NULL, "there is not enough memory for the forlorn hopes");
            m->fq[piece] = (uint8_t)min32(m->fq[mother] + m->tables.forlorn_above, m->tables.forlorn_most);
            memcpy(m->fc[piece], m->tables.type[TYPE_ENFANTS_PERDUS].fc, sizeof m->fc[piece]);
        }
    }
    return true;
}

/* FR-1.4-01: one lieutenant-general on each side. FR-2.1-01: somebody of each side is there from the start. */
static bool check_army(const struct match *m, struct source from, const struct json *columns, seat_id seat)
{
    int generals = 0, present = 0;

    for (int i = 0; i < m->columns; i++) {
        if (m->column[i].seat != seat) continue;
        generals += m->general[m->column[i].leader];
        present += m->column[i].turn == 1;
    }
    if (generals != 1)
        return source_wrong(reading(from, FR_1_4_01), columns, "the %s side has %d lieutenant-generals; an army has one", sides[seat],
                             generals);
    return present || source_wrong(reading(from, FR_2_1_01), columns, "the %s side has no column on turn 1", sides[seat]);
}

/* Units of the Catholic columns, of the Protestant ones, forlorn hopes, then the commanders. */
static bool read_columns(struct match *m, struct source from, struct arena *arena)
{
    const struct json *columns = NULL, *list[COLUMNS] = { NULL };

    from.rule = FR_5_1_01;
    if (!source_branch(from, from.document->root, "columns", JSON_ARRAY, &columns)) return false;
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++)
        for (const struct json *node = columns->as.child; node; node = node->next) {
            seat_id owner = NO_SEAT;
            if (!read_seat(from, node, "side", &owner)) return false;
            if (owner != seat) continue;
            if (m->columns < COLUMNS) list[m->columns] = node;
            if (!read_column(m, from, node, seat)) return false;
        }
    if (has_option(m, OPTION_OPT_FORLORN) && !add_forlorn_hopes(m, from, arena)) return false;
    m->units = m->head.pieces;
    for (int i = 0; i < m->columns; i++)
        if (!read_commander(m, from, list[i], i)) return false;
    return check_army(m, from, columns, SEAT_A) && check_army(m, from, columns, SEAT_B);
}

/* FR-1.5-01: baggage is of a side and of no column. */
static bool read_baggage(struct match *m, struct source from)
{
    static const char *const allowed[] = { "id", "side", "name", "at", NULL };
    const struct json       *list = NULL;

    from.rule = FR_1_5_01;
    if (!source_find_branch(from, from.document->root, "baggage", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        const char *id = NULL;
        seat_id     seat = NO_SEAT;
        int         piece = 0, zone = 0;
        if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &id) || !read_seat(from, node, "side", &seat) ||
            !add_piece(m, from, node, id, TYPE_BAGGAGE, seat, COLUMNS, &piece) || !read_zone(m, from, node, "at", &zone))
            return false;
        if (json_get(node, "name") && !source_text(from, node, "name", &m->piece[piece].name[0], &m->piece[piece].name[1])) return false;
        m->start[piece].zone = m->number[zone];
    }
    return true;
}

/* The set-up as a whole. */

/* Of the pieces that are there from the start. */
static bool begins(const struct match *m, int piece)
{
    return m->start[piece].zone && (m->column_of[piece] == COLUMNS || m->column[m->column_of[piece]].turn == 1);
}

static bool shares(const struct match *m, int piece, int other)
{
    return begins(m, other) && m->start[other].zone == m->start[piece].zone;
}

/* FR-2.1-02, FR-4.3-02: units and baggage count. */
static bool check_stacking(const struct match *m, struct source from, const struct json *node, int piece)
{
    int zone = m->index[m->start[piece].zone], limit = m->tables.stacking[m->ground[zone]], count = 0;

    for (int other = 0; other <= piece; other++) count += !is_commander(m, other) && shares(m, piece, other);
    return is_commander(m, piece) || count <= limit ||
           source_wrong(reading(from, FR_2_1_02), node, "%s is number %d in zone %d, where %d may be", m->piece[piece].id, count,
                         m->number[zone], limit);
}

/* FR-4.3-05, FR-4.1-08, FR-4.1-09: nobody begins in the hands of the enemy. */
static bool check_enemies(const struct match *m, struct source from, const struct json *node, int piece)
{
    from.rule = is_unit(m, piece) ? FR_4_3_05 : is_commander(m, piece) ? FR_4_1_09 : FR_4_1_08;
    for (int other = 0; other < m->units; other++)
        if (side_of(m, other) != side_of(m, piece) && shares(m, piece, other))
            return source_wrong(from, node, "%s is in zone %d with %s of the enemy", m->piece[piece].id, m->start[piece].zone,
                                 m->piece[other].id);
    return true;
}

static bool check_place(const struct match *m, struct source from, const struct json *node, int piece)
{
    return !begins(m, piece) || (check_stacking(m, from, node, piece) && check_enemies(m, from, node, piece));
}

/* Every piece of the document by its id, in whatever order it stands there. */
static bool check_places(const struct match *m, struct source from)
{
    const struct json *baggage = json_get(from.document->root, "baggage");
    const struct json *columns = json_get(from.document->root, "columns");

    for (int piece = 0; piece < m->head.pieces; piece++) {
        const struct json *found = NULL;
        for (const struct json *node = baggage ? baggage->as.child : NULL; node; node = node->next)
            if (!strcmp(json_get(node, "id")->as.string, m->piece[piece].id)) found = node;
        for (const struct json *column = columns->as.child; column; column = column->next) {
            if (!strcmp(json_get(column, "id")->as.string, m->piece[piece].id)) found = json_get(column, "commander");
            for (const struct json *node = json_get(column, "units")->as.child; node; node = node->next)
                if (!strcmp(json_get(node, "id")->as.string, m->piece[piece].id)) found = node;
        }
        if (!check_place(m, from, found, piece)) return false;
    }
    return true;
}

/* Victory. */

static bool read_objectives(struct match *m, struct source from)
{
    static const char *const allowed[] = { "zone", "points", NULL };
    const struct json       *list = NULL;
    uint64_t                 seen = 0;

    from.rule = FR_9_0_01;
    if (!source_branch(from, from.document->root, "objectives", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct objective  *objective = &m->objective[m->objectives];
        const struct json *points = NULL;
        int32_t            number[2] = { 0 };
        int                zone = 0;
        if (m->objectives == OBJECTIVES) return source_wrong(from, node, "there are more than %d objectives", OBJECTIVES);
        if (!source_keys(from, node, allowed) || !read_zone(m, from, node, "zone", &zone) ||
            !source_branch(from, node, "points", JSON_ARRAY, &points) || !source_numbers(from, points, 2, 0, POINTS, number))
            return false;
        if (in_set(seen, zone)) return source_wrong(from, node, "zone %d is an objective twice", m->number[zone]);
        seen |= zone_bit(zone);
        *objective = (struct objective){ (uint8_t)zone, { (uint8_t)number[SEAT_A], (uint8_t)number[SEAT_B] } };
        m->objectives++;
    }
    return true;
}

/* FR-SCN-01: zones at one edge of the map by which a side may leave it. */
static bool read_exit(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "side", "zones", "edge", "turn", "points", NULL };
    static const char *const arms[] = { "infantry", "cavalry", NULL };
    struct exit_rule        *way = &m->exit[m->exits];
    const struct json       *points = NULL;
    int                      edge = 0;

    if (m->exits == EXITS) return source_wrong(from, node, "there are more than %d exits", EXITS);
    if (!source_keys(from, node, allowed) || !read_seat(from, node, "side", &way->seat) || !read_zones(m, from, node, &way->zones) ||
        !source_choice(from, node, "edge", edges, 4, &edge) || !read_turn(m, from, node, &way->turn) ||
        !source_branch(from, node, "points", JSON_OBJECT, &points) || !source_keys(from, points, arms))
        return false;
    for (int arm = ARM_INFANTRY; arm < ARM_ARTILLERY; arm++) {
        int32_t number = 0;
        if (!source_whole(from, points, arms[arm], 0, POINTS, &number)) return false;
        way->points[arm] = (uint8_t)number;
    }
    way->side = (uint8_t)edge;
    for (uint64_t rest = way->zones; rest; rest &= rest - 1)
        if (!zone_touches(&m->map, lowest(rest), (enum zone_side)edge))
            return source_wrong(from, json_get(node, "zones"), "zone %d does not touch the edge %s", m->number[lowest(rest)], edges[edge]);
    for (int i = 0; i < m->exits; i++)
        if (m->exit[i].seat == way->seat && m->exit[i].zones & way->zones)
            return source_wrong(from, node, "zone %d is an exit of that side twice", m->number[lowest(m->exit[i].zones & way->zones)]);
    m->exits++;
    return true;
}

static bool read_exits(struct match *m, struct source from)
{
    const struct json *list = NULL;

    from.rule = FR_SCN_01;
    if (!source_find_branch(from, from.document->root, "exits", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_exit(m, from, node)) return false;
    return true;
}

/* FR-9.0-03: a level for each difference, the first from 0. */
static bool read_levels(struct match *m, struct source from)
{
    static const char *const allowed[] = { "from", "level", NULL };
    const struct json       *list = NULL;

    from.rule = FR_9_0_03;
    if (!source_branch(from, from.document->root, "levels", JSON_ARRAY, &list)) return false;
    if (!between(1, list->count, LEVELS)) return source_wrong(from, list, "there are 1 to %d levels of victory", LEVELS);
    for (const struct json *node = list->as.child; node; node = node->next) {
        int32_t least = 0;
        int     level = 0, before = m->levels ? m->level[m->levels - 1].from : -1;
        if (!source_keys(from, node, allowed) || !source_whole(from, node, "from", 0, POINTS, &least) ||
            !source_choice(from, node, "level", reiters_level_ids, LEVEL_IDS, &level))
            return false;
        if (m->levels ? least <= before : least != 0)
            return source_wrong(from, node, "the levels go up from 0; this one begins at %d", least);
        m->level[m->levels++] = (struct level){ (uint8_t)least, (uint8_t)level };
    }
    return true;
}

/* The rules of the single battle. */

/* FR-SCN-02 */
static bool read_surprise(struct match *m, struct source from)
{
    static const char *const allowed[] = { "side", "turn", NULL };
    const struct json       *list = NULL;

    from.rule = FR_SCN_02;
    if (!source_find_branch(from, from.document->root, "no_reaction", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        seat_id seat = NO_SEAT;
        uint8_t turn = 0;
        if (!source_keys(from, node, allowed) || !read_seat(from, node, "side", &seat) || !read_turn(m, from, node, &turn)) return false;
        if (m->no_reaction[seat]) return source_wrong(from, node, "the %s side is given twice", sides[seat]);
        m->no_reaction[seat] = turn;
    }
    return true;
}

/* FR-SCN-04 */
static bool read_storm(struct match *m, struct source from)
{
    static const char *const allowed[] = { "turn", "on", NULL };
    const struct json       *storm = NULL;
    int32_t                  face[FACES] = { 0 };
    int                      count = 0;

    from.rule = FR_SCN_04;
    if (!source_find_branch(from, from.document->root, "storm", JSON_OBJECT, &storm)) return false;
    if (!storm) return true;
    if (!source_keys(from, storm, allowed) || !read_turn(m, from, storm, &m->storm_from) ||
        !source_list(from, storm, "on", 1, FACES, FACES, face, &count))
        return false;
    for (int i = 0; i < count; i++) m->storm_on |= (uint8_t)(1u << face[i]);
    return true;
}

/* FR-SCN-06 */
static bool read_order_change(struct match *m, struct source from)
{
    static const char *const allowed[] = { "column", "amount", NULL };
    const struct json       *list = NULL;

    from.rule = FR_SCN_06;
    if (!source_find_branch(from, from.document->root, "order_change", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        const char *id = NULL;
        int32_t     amount = 0;
        int         column;
        if (!source_keys(from, node, allowed) || !source_word(from, node, "column", &id) ||
            !source_whole(from, node, "amount", -MODIFIER, MODIFIER, &amount))
            return false;
        column = column_named(m, id);
        if (column == NOWHERE) return source_wrong(from, node, "there is no column \"%s\"", id);
        m->column[column].change = (int8_t)amount;
    }
    return true;
}

/* What the scenario says of itself, for those who choose one. */
static bool read_envelope(struct match *m, struct source from)
{
    static const char *const allowed[] = {
        "format", "ruleset", "id", "title", "provenance", "year", "date", "minutes", "intro", "end", "turns", "initiative", "sides",
        "columns", "baggage", "objectives", "exits", "no_reaction", "night", "storm", "order_change", "levels", "map", NULL
    };
    static const char *const ends[] = { "turns", "lesson" };
    const struct json       *root = from.document->root;
    const char              *english = NULL, *french = NULL, *provenance = NULL;
    int32_t                  number = 0, turns = 0;
    int                      end = 0;

    if (!source_keys(from, root, allowed) || !source_text(from, root, "title", &english, &french) ||
        !source_text(from, root, "intro", &english, &french) || !source_text(from, root, "date", &english, &french) ||
        !source_word(from, root, "provenance", &provenance) || !source_whole(from, root, "year", 1400, 1700, &number) ||
        !source_whole(from, root, "minutes", 1, 1440, &number) || (json_get(root, "end") && !source_choice(from, root, "end", ends, 2, &end)) ||
        !source_whole(reading(from, FR_3_0_04), root, "turns", 1, TURNS, &turns) ||
        !read_seat(reading(from, FR_2_2_01), root, "initiative", &m->first) ||
        !source_find_flag(reading(from, FR_SCN_03), root, "night", &m->night))
        return false;
    m->turns = (uint8_t)turns;
    return true;
}

/* The Catholic side is the first, the Protestant the second. */
static bool read_sides(struct match *m, struct source from)
{
    static const char *const allowed[] = { "side", "name", "supply", NULL };
    const struct json       *list = NULL;
    seat_id                  seat = SEAT_A;

    if (!source_branch(from, from.document->root, "sides", JSON_ARRAY, &list)) return false;
    if (list->count != 2) return source_wrong(from, list, "there are two sides; found %u", list->count);
    for (const struct json *node = list->as.child; node; node = node->next, seat++) {
        seat_id named = NO_SEAT;
        int     edge = 0;
        if (!source_keys(from, node, allowed) || !read_seat(from, node, "side", &named) ||
            !source_text(from, node, "name", &m->head.side[seat].name[0], &m->head.side[seat].name[1]) ||
            !source_choice(reading(from, FR_MAP_10), node, "supply", edges, 4, &edge))
            return false;
        if (named != seat) return source_wrong(from, node, "the first side is \"catholic\", the second \"protestant\"");
        m->supply_side[seat] = (uint8_t)edge;
    }
    return true;
}

bool reiters_load(struct match *m, struct loading *loading)
{
    struct source      from = { &loading->scenario, loading->fault, FR_1_1_02, reiters_rules };
    const struct json *map = NULL;

    if (!read_envelope(m, from) || !reiters_read_tables(&m->tables, loading) || !read_sides(m, from) ||
        !source_branch(reading(from, FR_MAP_01), from.document->root, "map", JSON_OBJECT, &map) || !reiters_read_map(m, loading, map) ||
        !read_columns(m, from, loading->arena) || !read_baggage(m, from) || !check_places(m, from) || !read_objectives(m, from) ||
        !read_exits(m, from) || !read_levels(m, from) || !read_surprise(m, from) || !read_storm(m, from) || !read_order_change(m, from))
        return false;
    m->head.seats = 2;
    m->head.piece = m->piece;
    return true;
}
