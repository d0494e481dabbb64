/*
 * load.c: a match from its scenario (MI-GEN-13): the map, the sides, their commands with leaders and units, standards, bombards and
 * the rules of the single battle.
 *
 * Everything that a scenario may get wrong is said here, with its line, its hex and its rule; what a position of a game under way may
 * get wrong is said by iron_sound().
 */
#include "iron.h"
#include "reading.h"

#include <string.h>

enum { RATING = 9, RANGE = 20, ALLOWANCE = 10, MODIFIER = 9, FLIGHT = 999 };

const char iron_ground_codes[GROUNDS + 1] = ".wvtcbmkropW";
static const char *const statuses[] = { "normal", "disordered", "retired" };
static const char *const formations[FORMATIONS] = { "none", "shield_wall", "schiltron" };

/* The rules of single battles, and what the scenario must say with them. */
enum { NEEDS_COMMANDS = 1, NEEDS_ONE_COMMAND = 2, NEEDS_WATCHED = 4, NEEDS_SIDE = 8, NEEDS_AREA = 16 };

const char *const iron_special_ids[SPECIALS] = {
    "MI-TEACH-01", "MI-FALK-01", "MI-FALK-02", "MI-FALK-03", "MI-FALK-04", "MI-COUR-01", "MI-COUR-02", "MI-COUR-03", "MI-COUR-04",
    "MI-COUR-05", "MI-BANN-01", "MI-BANN-02", "MI-BANN-03", "MI-BANN-04", "MI-BANN-05", "MI-CREC-01", "MI-CREC-02", "MI-CREC-03",
    "MI-CREC-04", "MI-CREC-05", "MI-CREC-06", "MI-CREC-07", "MI-POIT-01", "MI-POIT-02", "MI-POIT-03", "MI-POIT-04", "MI-POIT-05",
    "MI-POIT-06", "MI-NAJ-01", "MI-NAJ-02", "MI-NAJ-03", "MI-NAJ-04", "MI-NAJ-05"
};
static const struct { rule_id rule; uint8_t needs; } special_lines[SPECIALS] = {
    [SPECIAL_TEACH_01] = { MI_TEACH_01, 0 },
    [SPECIAL_FALK_01] = { MI_FALK_01, 0 },
    [SPECIAL_FALK_02] = { MI_FALK_02, NEEDS_COMMANDS },
    [SPECIAL_FALK_03] = { MI_FALK_03, NEEDS_ONE_COMMAND },
    [SPECIAL_FALK_04] = { MI_FALK_04, 0 },
    [SPECIAL_COUR_01] = { MI_COUR_01, 0 },
    [SPECIAL_COUR_02] = { MI_COUR_02, 0 },
    [SPECIAL_COUR_03] = { MI_COUR_03, NEEDS_SIDE },
    [SPECIAL_COUR_04] = { MI_COUR_04, NEEDS_SIDE },
    [SPECIAL_COUR_05] = { MI_COUR_05, NEEDS_ONE_COMMAND },
    [SPECIAL_BANN_01] = { MI_BANN_01, 0 },
    [SPECIAL_BANN_02] = { MI_BANN_02, 0 },
    [SPECIAL_BANN_03] = { MI_BANN_03, 0 },
    [SPECIAL_BANN_04] = { MI_BANN_04, NEEDS_SIDE },
    [SPECIAL_BANN_05] = { MI_BANN_05, NEEDS_SIDE | NEEDS_AREA },
    [SPECIAL_CREC_01] = { MI_CREC_01, NEEDS_COMMANDS },
    [SPECIAL_CREC_02] = { MI_CREC_02, 0 },
    [SPECIAL_CREC_03] = { MI_CREC_03, 0 },
    [SPECIAL_CREC_04] = { MI_CREC_04, 0 },
    [SPECIAL_CREC_05] = { MI_CREC_05, NEEDS_COMMANDS },
    [SPECIAL_CREC_06] = { MI_CREC_06, NEEDS_SIDE },
    [SPECIAL_CREC_07] = { MI_CREC_07, 0 },
    [SPECIAL_POIT_01] = { MI_POIT_01, 0 },
    [SPECIAL_POIT_02] = { MI_POIT_02, 0 },
    [SPECIAL_POIT_03] = { MI_POIT_03, NEEDS_COMMANDS },
    [SPECIAL_POIT_04] = { MI_POIT_04, NEEDS_ONE_COMMAND },
    [SPECIAL_POIT_05] = { MI_POIT_05, NEEDS_ONE_COMMAND | NEEDS_WATCHED },
    [SPECIAL_POIT_06] = { MI_POIT_06, 0 },
    [SPECIAL_NAJ_01] = { MI_NAJ_01, 0 },
    [SPECIAL_NAJ_02] = { MI_NAJ_02, 0 },
    [SPECIAL_NAJ_03] = { MI_NAJ_03, NEEDS_ONE_COMMAND },
    [SPECIAL_NAJ_04] = { MI_NAJ_04, NEEDS_COMMANDS },
    [SPECIAL_NAJ_05] = { MI_NAJ_05, NEEDS_SIDE }
};

/* Names that the scenario uses. */

static bool read_seat(const struct match *m, struct source from, const struct json *object, const char *key, seat_id *seat)
{
    const char *sides[2] = { m->side[SEAT_A].id, m->side[SEAT_B].id };
    int         index = 0;

    if (!source_choice(from, object, key, sides, 2, &index)) return false;
    *seat = (seat_id)index;
    return true;
}

static int command_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->commands; i++)
        if (!strcmp(m->command[i].id, id)) return i;
    return -1;
}

static bool read_command_name(const struct match *m, struct source from, const struct json *node, int *command)
{
    *command = node->type == JSON_STRING ? command_named(m, node->as.string) : -1;
    return *command >= 0 ||
           source_wrong(from, node, "there is no command \"%s\"", node->type == JSON_STRING ? node->as.string : "of this kind");
}

/* MI-GEO-01: a hex is column and row. */
static bool read_hex(const struct match *m, struct source from, const struct json *object, int32_t place[2])
{
    const struct json *at = NULL;

    from.rule = MI_GEO_01;
    if (!source_branch(from, object, "at", JSON_ARRAY, &at) || !source_numbers(from, at, 2, 0, HEX_SIDE_LONGEST, place)) return false;
    return (place[0] < m->map.cols && place[1] < m->map.rows) ||
           source_wrong(from, at, "the hex (%d,%d) is not on the map of %d by %d", place[0], place[1], m->map.cols, m->map.rows);
}

/* The map. */

/* The rows of the map as text: one letter a hex. */
static bool read_map_rows(const struct match *m, struct source from, const struct json *map, const char *key, const char *codes,
                          uint8_t *cells)
{
    const struct json *list = NULL;
    int                y = 0;

    if (!source_branch(from, map, key, JSON_ARRAY, &list)) return false;
    if (list->count != (uint32_t)m->map.rows)
        return source_wrong(from, list, "\"%s\" has %u rows; the map has %d", key, list->count, m->map.rows);
    for (const struct json *row = list->as.child; row; row = row->next, y++) {
        if (row->type != JSON_STRING || row->count != (uint32_t)m->map.cols)
            return source_wrong(from, row, "row %d of \"%s\" must be a text of %d letters", y, key, m->map.cols);
        for (int x = 0; x < m->map.cols; x++) {
            char        letter = row->as.string[x];
            const char *code = strchr(codes, letter);
            if (!code)
                return source_wrong(from, row, "the hex (%d,%d) of \"%s\" has the letter %c, not one of %s", x, y, key,
                                  (unsigned char)letter < 128 ? letter : '?', codes);
            cells[cell_at(m, x, y)] = (uint8_t)(code - codes);
        }
    }
    return true;
}

/* MI-GEO-09: a hexside stands once, by the hex that has it in direction 1, 2 or 3. */
static bool read_edge(struct match *m, struct source from, const struct json *node, int kind)
{
    int32_t place[3] = { 0 };
    int     cell, next;

    if (!source_numbers(from, node, 3, 0, HEX_SIDE_LONGEST, place)) return false;
    if (place[0] >= m->map.cols || place[1] >= m->map.rows)
        return source_wrong(from, node, "the hex (%d,%d) is not on the map of %d by %d", place[0], place[1], m->map.cols, m->map.rows);
    if (!between(1, place[2], 3))
        return source_wrong(from, node, "the hexside of (%d,%d) is named by direction 1, 2 or 3, not %d", place[0], place[1], place[2]);
    cell = cell_at(m, place[0], place[1]);
    if (m->edge[cell][place[2]] != EDGE_NONE)
        return source_wrong(from, node, "the hexside %d of (%d,%d) is given twice", place[2], place[0], place[1]);
    m->edge[cell][place[2]] = (uint8_t)kind;
    next = m->next[cell][place[2]];
    if (next != NOWHERE) m->edge[next][hex_opposite(place[2])] = (uint8_t)kind;
    return true;
}

static bool read_edges(struct match *m, struct source from, const struct json *map)
{
    const struct json *edges = NULL;

    from.rule = MI_GEO_09;
    if (!source_branch(from, map, "edges", JSON_OBJECT, &edges)) return false;
    for (const struct json *list = edges->as.child; list; list = list->next) {
        int kind = EDGE_STREAM;
        while (kind < EDGES && strcmp(m->tables.edge[kind].id, list->key)) kind++;
        if (kind == EDGES) return source_wrong(from, list, "there is no hexside \"%s\"", list->key);
        if (list->type != JSON_ARRAY) return source_wrong(from, list, "\"%s\" is a list of hexsides [column, row, direction]", list->key);
        for (const struct json *node = list->as.child; node; node = node->next)
            if (!read_edge(m, from, node, kind)) return false;
    }
    return true;
}

static void find_neighbours(struct match *m)
{
    for (int cell = 0; cell < m->cells; cell++) {
        m->at[cell] = hex_of_index(&m->map, cell);
        for (int direction = 0; direction < 6; direction++) {
            hex next = hex_neighbour(hex_of(m, cell), direction);
            m->next[cell][direction] = (int16_t)(hex_inside(&m->map, next) ? hex_index(&m->map, next) : NOWHERE);
        }
    }
}

/* MI-TERR-01: ground, hexside and climb; two levels at once are prohibited. Going down costs nothing. */
static int entry_cost(const struct match *m, int mounted, int cell, int direction)
{
    int next = m->next[cell][direction], ground, edge, climb;

    if (next == NOWHERE) return NOWHERE;
    ground = m->tables.ground[m->ground[next]].cost[mounted];
    edge = m->tables.edge[m->edge[cell][direction]].cost[mounted];
    climb = max32(m->level[next] - m->level[cell], 0);
    if (ground == NOWHERE || edge == NOWHERE || climb > 1) return NOWHERE;
    return ground + edge + climb * fixed_value(m, FIXED_CLIMB_MP);
}

static void reckon_entries(struct match *m)
{
    for (int mounted = 0; mounted < 2; mounted++)
        for (int cell = 0; cell < m->cells; cell++)
            for (int direction = 0; direction < 6; direction++)
                m->entry[mounted][cell][direction] = (int8_t)entry_cost(m, mounted, cell, direction);
}

static bool read_map(struct match *m, struct source from)
{
    static const char *const allowed[] = { "cols", "rows", "ground", "levels", "edges", NULL };
    const struct json       *map = NULL;
    int32_t                  cols = 0, rows = 0;

    from.rule = MI_GEO_01;
    if (!source_branch(from, from.document->root, "map", JSON_OBJECT, &map) || !source_keys(from, map, allowed) ||
        !source_whole(from, map, "cols", 2, HEX_SIDE_LONGEST, &cols) || !source_whole(from, map, "rows", 2, HEX_SIDE_LONGEST, &rows))
        return false;
    if (cols * rows > CELLS) return source_wrong(from, map, "a map has at most %d hexes, not %d", CELLS, cols * rows);
    m->map = (struct hex_map){ (int16_t)cols, (int16_t)rows };
    m->cells = cols * rows;
    memset(m->only_side, NO_SEAT, sizeof m->only_side);
    memset(m->only_command, NOWHERE, sizeof m->only_command);
    find_neighbours(m);
    if (!read_map_rows(m, reading(from, MI_TERR_01), map, "ground", iron_ground_codes, m->ground) ||
        !read_map_rows(m, reading(from, MI_TERR_01), map, "levels", "0123456789", m->level) || !read_edges(m, from, map))
        return false;
    reckon_entries(m);
    return true;
}

static bool is_named_only(int ground)
{
    return ground == GROUND_CASTLE || ground == GROUND_WAGONS;
}

static bool read_restriction(struct match *m, struct source from, const struct json *node, unsigned *named)
{
    static const char *const allowed[] = { "ground", "side", "command", NULL };
    const char              *id = NULL;
    const struct json       *name = json_get(node, "command");
    seat_id                  seat = NO_SEAT;
    int                      command = NOWHERE, ground = 0;

    if (!source_keys(from, node, allowed) || !source_word(from, node, "ground", &id) || !read_seat(m, from, node, "side", &seat)) return false;
    while (ground < GROUNDS && strcmp(m->tables.ground[ground].id, id)) ground++;
    if (!is_named_only(ground)) return source_wrong(from, node, "\"%s\" is open to all; only castle and wagons are kept for a side", id);
    if (*named & 1u << ground) return source_wrong(from, node, "\"%s\" is given twice", id);
    if (name && !read_command_name(m, from, name, &command)) return false;
    if (command != NOWHERE && m->command[command].seat != seat)
        return source_wrong(from, name, "the command \"%s\" is not of the side \"%s\"", m->command[command].id, m->side[seat].id);
    *named |= 1u << ground;
    for (int cell = 0; cell < m->cells; cell++)
        if (m->ground[cell] == ground) {
            m->only_side[cell] = seat;
            m->only_command[cell] = (int8_t)command;
        }
    return true;
}

/* MI-TERR-07: castles and wagons are for those whom the scenario names. */
static bool read_restrictions(struct match *m, struct source from)
{
    const struct json *list = NULL;
    unsigned           named = 0;

    from.rule = MI_TERR_07;
    if (!source_find_branch(from, from.document->root, "restricted", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next)
        if (!read_restriction(m, from, node, &named)) return false;
    for (int cell = 0; cell < m->cells; cell++)
        if (is_named_only(m->ground[cell]) && !(named & 1u << m->ground[cell]))
            return source_wrong(from, json_get(from.document->root, "map"), "the hex (%d,%d) is %s: \"restricted\" must say for which side",
                              point_of(m, cell).x, point_of(m, cell).y, m->tables.ground[m->ground[cell]].id);
    return true;
}

/* Pieces. */

static bool add_piece(struct match *m, struct source from, const struct json *node, int type, seat_id seat, int command, int *piece)
{
    const char *id = NULL;

    from.rule = MI_GEN_04;
    if (!source_word(from, node, "id", &id)) return false;
    if (m->head.pieces == PIECES) return source_wrong(from, node, "there are more than %d pieces", PIECES);
    for (int i = 0; i < m->head.pieces; i++)
        if (!strcmp(m->piece[i].id, id)) return source_wrong(from, node, "the piece \"%s\" is given twice", id);
    *piece = m->head.pieces++;
    m->piece[*piece] = (struct piece){ .id = id, .type = iron_type_ids[type], .seat = seat };
    m->type_of[*piece] = (uint8_t)type;
    m->command_of[*piece] = (uint8_t)command;
    return true;
}

static bool put_piece(struct match *m, struct source from, const struct json *node, int piece)
{
    int32_t place[2] = { 0 };

    if (!read_hex(m, from, node, place)) return false;
    m->start[piece].x = (uint8_t)place[0];
    m->start[piece].y = (uint8_t)place[1];
    return true;
}

static int start_cell(const struct match *m, int piece)
{
    return cell_at(m, m->start[piece].x, m->start[piece].y);
}

/* A fault of a piece in its hex. Always false. */
static bool wrong_at(const struct match *m, struct source from, rule_id rule, const struct json *node, int piece, const char *what)
{
    return source_wrong(reading(from, rule), node, "%s at (%d,%d) %s", m->piece[piece].id, m->start[piece].x, m->start[piece].y, what);
}

/* The unit that begins there, or NOBODY. */
static int unit_at_start(const struct match *m, int cell, int before)
{
    for (int i = 0; i < before && is_unit(m, i); i++)
        if (start_cell(m, i) == cell) return i;
    return NOBODY;
}

/* Leaders, standards and bombards do not begin in the hands of the enemy. */
static bool check_no_enemy(const struct match *m, struct source from, rule_id rule, const struct json *node, int piece)
{
    int other = unit_at_start(m, start_cell(m, piece), m->head.pieces);

    return other == NOBODY || !are_enemies(m, piece, other) || wrong_at(m, from, rule, node, piece, "is in the hex of an enemy unit");
}

/* Units. */

static bool read_pair(struct source from, const struct json *node, const char *key, int low, int high, int32_t pair[2])
{
    const struct json *list = NULL;

    return source_find_branch(from, node, key, JSON_ARRAY, &list) && (!list || source_numbers(from, list, 2, low, high, pair));
}

/* MI-GEN-06: the values of its type, unless the unit has its own; an elite unit is one better. */
static bool read_profile(struct match *m, struct source from, const struct json *node, int unit)
{
    struct profile *profile = &m->profile[unit];
    int32_t         shock[2], move[2];
    bool            elite = false;

    from.rule = MI_GEN_06;
    *profile = m->tables.type[m->type_of[unit]].profile;
    for (int side = 0; side < 2; side++) {
        shock[side] = profile->shock[side];
        move[side] = profile->move[side];
    }
    if (!source_find_flag(from, node, "elite", &elite) || !read_pair(from, node, "shock", -MODIFIER, MODIFIER, shock) ||
        !read_pair(from, node, "move", 1, ALLOWANCE, move))
        return false;
    if (elite && json_get(node, "shock"))
        return source_wrong(from, node, "%s is elite or has a \"shock\" of its own, not both", m->piece[unit].id);
    if (shock[1] < shock[0] || move[1] > move[0])
        return source_wrong(from, node, "%s: the second number is that of the Disordered side and cannot be the better one",
                          m->piece[unit].id);
    for (int side = 0; side < 2; side++) {
        profile->shock[side] = (int8_t)(shock[side] - elite);
        profile->move[side] = (uint8_t)move[side];
    }
    return true;
}

/* MI-HOB-02: a hobelar has a bow or a crossbow; what others carry is known by their type. */
static bool read_weapon(struct match *m, struct source from, const struct json *node, int unit)
{
    int weapon = m->tables.type[m->type_of[unit]].weapon;

    from.rule = MI_HOB_02;
    if (m->type_of[unit] == TYPE_HO) {
        if (!source_choice(from, node, "weapon", iron_weapon_ids, WEAPONS, &weapon)) return false;
        if (weapon != WEAPON_LONGBOW && weapon != WEAPON_CROSSBOW)
            return source_wrong(from, node, "%s carries a longbow or a crossbow, not \"%s\"", m->piece[unit].id, iron_weapon_ids[weapon]);
    } else if (json_get(node, "weapon")) {
        return source_wrong(from, node, "%s is no hobelar: its weapon is that of its type", m->piece[unit].id);
    }
    m->weapon_of[unit] = (uint8_t)weapon;
    return true;
}

static bool read_formation(struct match *m, struct source from, const struct json *node, int unit)
{
    const struct side *side = &m->side[side_of(m, unit)];
    int                formation = FORM_NONE, status = STATUS_NORMAL;

    from.rule = MI_GEN_14;
    if ((json_get(node, "status") && !source_choice(from, node, "status", statuses, 3, &status)) ||
        (json_get(node, "formation") && !source_choice(from, node, "formation", formations, FORMATIONS, &formation)))
        return false;
    if (formation == FORM_SHIELD_WALL && (!m->tables.type[m->type_of[unit]].walls || !side->shield_wall))
        return wrong_at(m, from, MI_SW_01, node, unit, "may not form a shield wall");
    if (formation == FORM_SCHILTRON && (m->type_of[unit] != TYPE_PK || !side->schiltron))
        return wrong_at(m, from, MI_SCH_01, node, unit, "may not form a schiltron");
    if (formation != FORM_NONE && status != STATUS_NORMAL)
        return wrong_at(m, from, MI_SW_07, node, unit, "is not Normal and may not be in formation");
    m->start[unit].formation = (uint8_t)formation;
    m->start[unit].status = (uint8_t)status;
    return true;
}

/* MI-STACK-01: nobody else there. */
static bool check_alone(const struct match *m, struct source from, const struct json *node, int unit)
{
    int other = unit_at_start(m, start_cell(m, unit), unit);

    return other == NOBODY || source_wrong(reading(from, MI_STACK_01), node, "%s is in the hex (%d,%d) of %s", m->piece[unit].id,
                                         m->start[unit].x, m->start[unit].y, m->piece[other].id);
}

static bool read_unit(struct match *m, struct source from, const struct json *node, int command)
{
    static const char *const allowed[] = {
        "id", "type", "at", "facing", "elite", "shock", "move", "weapon", "formation", "status", "name", NULL
    };
    int                      type = 0, unit = 0;
    int32_t                  facing = 0;

    if (!source_keys(reading(from, MI_GEN_06), node, allowed) ||
        !source_choice(reading(from, MI_GEN_05), node, "type", iron_type_ids, UNIT_TYPES, &type) ||
        !add_piece(m, from, node, type, m->command[command].seat, command, &unit) || !put_piece(m, from, node, unit) ||
        !source_whole(reading(from, MI_FACE_01), node, "facing", 0, 5, &facing) ||
        !source_find_word(reading(from, MI_GEN_06), node, "name", &m->piece[unit].name[0]))
        return false;
    m->piece[unit].name[1] = m->piece[unit].name[0];
    m->start[unit].heading = (uint8_t)facing;
    return check_alone(m, from, node, unit) && read_profile(m, from, node, unit) && read_weapon(m, from, node, unit) &&
           read_formation(m, from, node, unit);
}

/* MI-TERR-01, MI-TERR-07: nobody begins where he may not go. Castles and wagons are known only after the commands. */
static bool check_ground(const struct match *m, struct source from, const struct json *node, int piece, bool mounted)
{
    int  cell = start_cell(m, piece);
    bool closed = m->only_side[cell] != NO_SEAT && (m->only_side[cell] != side_of(m, piece) ||
                  (m->only_command[cell] != NOWHERE && m->only_command[cell] != m->command_of[piece]));

    if (!closed && m->tables.ground[m->ground[cell]].cost[mounted] != NOWHERE) return true;
    return source_wrong(reading(from, closed ? MI_TERR_07 : MI_TERR_01), node, "%s may not be in the hex (%d,%d): %s", m->piece[piece].id,
                      m->start[piece].x, m->start[piece].y, m->tables.ground[m->ground[cell]].id);
}

/* Sides and commands. */

static bool read_side(struct match *m, struct source from, const struct json *node, seat_id seat)
{
    static const char *const allowed[] = { "side", "name", "flight", "shield_wall", "schiltron", NULL };
    struct side             *side = &m->side[seat];
    int32_t                  flight = 0;

    if (!source_keys(from, node, allowed) || !source_word(from, node, "side", &side->id) ||
        !source_text(from, node, "name", &side->name, &side->french) ||
        !source_whole(reading(from, MI_VIC_02), node, "flight", 1, FLIGHT, &flight) ||
        !source_flag(reading(from, MI_SW_01), node, "shield_wall", &side->shield_wall) ||
        !source_flag(reading(from, MI_SCH_01), node, "schiltron", &side->schiltron))
        return false;
    side->flight_level = (int16_t)flight;
    m->head.side[seat] = (struct side_name){ .name = { side->name, side->french } };
    return seat == SEAT_A || strcmp(side->id, m->side[SEAT_A].id) || source_wrong(from, node, "the side \"%s\" is given twice", side->id);
}

static bool read_sides(struct match *m, struct source from)
{
    const struct json *list = NULL;

    from.rule = MI_GEN_13;
    if (!source_branch(from, from.document->root, "sides", JSON_ARRAY, &list)) return false;
    if (list->count != 2) return source_wrong(from, list, "there are two sides; found %u", list->count);
    return read_side(m, from, list->as.child, SEAT_A) && read_side(m, from, list->as.child->next, SEAT_B);
}

/* MI-GEN-08: a command has units, and one leader, who is read when all units are known. */
static bool read_command(struct match *m, struct source from, const struct json *node, seat_id seat)
{
    static const char *const allowed[] = { "id", "side", "name", "leader", "units", NULL };
    struct command          *command = &m->command[m->commands];
    const struct json       *units = NULL;

    if (m->commands == COMMANDS) return source_wrong(from, node, "there are more than %d commands", COMMANDS);
    command->seat = seat;
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &command->id) ||
        !source_text(from, node, "name", &command->name, &command->french) || !source_branch(from, node, "units", JSON_ARRAY, &units))
        return false;
    if (command_named(m, command->id) >= 0) return source_wrong(from, node, "the command \"%s\" is given twice", command->id);
    if (!json_get(node, "leader")) return source_wrong(from, node, "the command \"%s\" has no leader", command->id);
    if (!units->count) return source_wrong(from, units, "the command \"%s\" has no units", command->id);
    m->commands++;
    for (const struct json *unit = units->as.child; unit; unit = unit->next)
        if (!read_unit(m, from, unit, m->commands - 1)) return false;
    return true;
}

static bool read_leader(struct match *m, struct source from, const struct json *node, int command)
{
    static const char *const allowed[] = { "id", "name", "activation", "range", "move", "king", "at", NULL };
    const struct json       *leader = NULL;
    int32_t                  rating = 0, range = 0, move = 0;
    int                      piece = 0;

    from.rule = MI_GEN_07;
    if (!source_branch(from, node, "leader", JSON_OBJECT, &leader) || !source_keys(from, leader, allowed) ||
        !add_piece(m, from, leader, TYPE_LEADER, m->command[command].seat, command, &piece) || !put_piece(m, from, leader, piece) ||
        !source_text(from, leader, "name", &m->piece[piece].name[0], &m->piece[piece].name[1]) ||
        !source_whole(from, leader, "activation", 0, RATING, &rating) || !source_whole(from, leader, "range", 1, RANGE, &range) ||
        !source_whole(from, leader, "move", 1, ALLOWANCE, &move) || !source_find_flag(from, leader, "king", &m->king[piece]))
        return false;
    m->rating[piece] = (uint8_t)rating;
    m->range[piece] = (uint8_t)range;
    m->allowance[piece] = (uint8_t)move;
    m->command[command].leader = (int16_t)piece;
    return check_no_enemy(m, from, MI_LDR_08, leader, piece);
}

/* The commands of one side after the other, whatever their order in the document; `list` has them in that of the match. */
static bool read_commands(struct match *m, struct source from, const struct json *list[COMMANDS])
{
    const struct json *commands = NULL;

    from.rule = MI_GEN_08;
    if (json_get(from.document->root, "units"))
        return source_wrong(from, json_get(from.document->root, "units"), "every unit stands among the units of a command");
    if (!source_branch(from, from.document->root, "commands", JSON_ARRAY, &commands)) return false;
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) {
        int32_t first = m->commands;
        for (const struct json *node = commands->as.child; node; node = node->next) {
            seat_id owner = NO_SEAT;
            if (!read_seat(m, from, node, "side", &owner)) return false;
            if (owner != seat) continue;
            if (m->commands < COMMANDS) list[m->commands] = node;
            if (!read_command(m, from, node, seat)) return false;
        }
        if (m->commands == first) return source_wrong(from, commands, "the side \"%s\" has no command", m->side[seat].id);
    }
    for (int i = 0; i < m->commands; i++)
        if (!read_leader(m, from, list[i], i)) return false;
    return true;
}

static bool check_places(const struct match *m, struct source from, const struct json *const *list)
{
    int unit = 0;

    for (int i = 0; i < m->commands; i++) {
        const struct json *leader = json_get(list[i], "leader");
        for (const struct json *node = json_get(list[i], "units")->as.child; node; node = node->next, unit++)
            if (!check_ground(m, from, node, unit, m->tables.type[m->type_of[unit]].mounted)) return false;
        /* He rides, but may share the hex of a unit that does not. */
        if (unit_at_start(m, start_cell(m, m->command[i].leader), m->head.pieces) == NOBODY &&
            !check_ground(m, from, leader, m->command[i].leader, true))
            return false;
    }
    return true;
}

/* Standards and bombards. */

static bool serve(struct match *m, struct source from, const struct json *node, int command)
{
    const struct standard *standard = &m->standard[m->standards];
    const char            *id = m->piece[standard->piece].id;

    if (m->command[command].seat != standard->seat)
        return source_wrong(from, node, "%s cannot serve the enemy's command \"%s\"", id, m->command[command].id);
    if (m->command[command].standard)
        return source_wrong(from, node, "the command \"%s\" is served by %s already", m->command[command].id,
                          m->piece[m->standard[m->command[command].standard - 1].piece].id);
    m->command[command].standard = (uint8_t)(m->standards + 1);
    return true;
}

/* MI-STD-01: the commands that it serves, or "army" for all of its side. */
static bool read_served(struct match *m, struct source from, const struct json *node)
{
    struct standard   *standard = &m->standard[m->standards];
    const char        *id = m->piece[standard->piece].id;
    const struct json *served = json_get(node, "commands");
    int                command = 0;

    standard->army = served && served->type == JSON_STRING && !strcmp(served->as.string, "army");
    if (!standard->army && (!served || served->type != JSON_ARRAY || !served->count))
        return source_wrong(from, node, "%s serves nobody: \"commands\" is a list of commands, or \"army\"", id);
    for (int i = 0; standard->army && i < m->commands; i++)
        if (m->command[i].seat == standard->seat && !serve(m, from, node, i)) return false;
    for (const struct json *one = standard->army ? NULL : served->as.child; one; one = one->next)
        if (!read_command_name(m, from, one, &command) || !serve(m, from, one, command)) return false;
    return true;
}

static bool read_standard(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "side", "commands", "at", NULL };
    struct standard         *standard = &m->standard[m->standards];
    int                      piece = 0;

    if (m->standards == STANDARDS) return source_wrong(from, node, "there are more than %d standards", STANDARDS);
    if (!source_keys(from, node, allowed) || !read_seat(m, from, node, "side", &standard->seat) ||
        !add_piece(m, from, node, TYPE_STANDARD, standard->seat, 0, &piece) || !put_piece(m, from, node, piece))
        return false;
    standard->piece = (int16_t)piece;
    if (!read_served(m, from, node)) return false;
    for (int i = m->commands - 1; i >= 0; i--)
        if (m->command[i].standard == m->standards + 1) m->command_of[piece] = (uint8_t)i;
    m->standards++;
    if (m->tables.ground[m->ground[start_cell(m, piece)]].cost[0] == NOWHERE)
        return wrong_at(m, from, MI_TERR_01, node, piece, "cannot be reached by anybody");
    return check_no_enemy(m, from, MI_STD_06, node, piece);
}

static bool read_standards(struct match *m, struct source from)
{
    const struct json *list = NULL;

    from.rule = MI_STD_01;
    if (!source_branch(from, from.document->root, "standards", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_standard(m, from, node)) return false;
    return true;
}

/* MI-CREC-02: a bombard has the command in whose activations it fires. */
static bool read_bombards(struct match *m, struct source from)
{
    static const char *const allowed[] = { "id", "command", "at", NULL };
    const struct json       *list = NULL;

    from.rule = MI_CREC_02;
    if (!source_find_branch(from, from.document->root, "bombards", JSON_ARRAY, &list)) return false;
    if (list && list->count && !m->special[SPECIAL_CREC_02]) return source_wrong(from, list, "bombards need the special rule of that name");
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        const struct json *name = json_get(node, "command");
        int                command = 0, piece = 0;
        if (!source_keys(from, node, allowed)) return false;
        if (!name) return source_wrong(from, node, "the bombard has no \"command\"");
        if (!read_command_name(m, from, name, &command) ||
            !add_piece(m, from, node, TYPE_BOMBARD, m->command[command].seat, command, &piece) || !put_piece(m, from, node, piece))
            return false;
        m->weapon_of[piece] = WEAPON_BOMBARD;
        if (!check_no_enemy(m, from, MI_CREC_02, node, piece)) return false;
    }
    return true;
}

/* The rules of the single battle. */

static bool read_commands_of(const struct match *m, struct source from, const struct json *node, const char *key, int most,
                             uint16_t *commands)
{
    const struct json *list = NULL;
    int                command = 0;

    if (!source_branch(from, node, key, JSON_ARRAY, &list)) return false;
    if (!between(1, list->count, most))
        return source_wrong(from, list, "\"%s\" names %s", key, most == 1 ? "one command" : "one command or more");
    for (const struct json *one = list->as.child; one; one = one->next) {
        if (!read_command_name(m, from, one, &command)) return false;
        *commands = (uint16_t)(*commands | 1u << command);
    }
    return true;
}

static bool read_area(const struct match *m, struct source from, const struct json *node, struct concern *concern)
{
    const struct json *area = NULL;
    int32_t            side[4] = { 0 };

    if (!source_branch(from, node, "area", JSON_ARRAY, &area) || !source_numbers(from, area, 4, 0, HEX_SIDE_LONGEST, side)) return false;
    if (side[0] > side[2] || side[1] > side[3] || side[2] >= m->map.cols || side[3] >= m->map.rows)
        return source_wrong(from, area, "\"area\" is first column, first row, last column and last row, on the map");
    concern->low_x = (uint8_t)side[0];
    concern->low_y = (uint8_t)side[1];
    concern->high_x = (uint8_t)side[2];
    concern->high_y = (uint8_t)side[3];
    return true;
}

static bool read_concern(const struct match *m, struct source from, const struct json *node, unsigned needs, struct concern *concern)
{
    const char *allowed[6] = { "id" };
    int         count = 1;

    if (needs & (NEEDS_COMMANDS | NEEDS_ONE_COMMAND)) allowed[count++] = "commands";
    if (needs & NEEDS_WATCHED) allowed[count++] = "watched";
    if (needs & NEEDS_SIDE) allowed[count++] = "side";
    if (needs & NEEDS_AREA) allowed[count++] = "area";
    if (!source_keys(from, node, allowed)) return false;
    if (needs & (NEEDS_COMMANDS | NEEDS_ONE_COMMAND) &&
        !read_commands_of(m, from, node, "commands", needs & NEEDS_ONE_COMMAND ? 1 : COMMANDS, &concern->commands))
        return false;
    if (needs & NEEDS_WATCHED && !read_commands_of(m, from, node, "watched", 1, &concern->watched)) return false;
    if (needs & NEEDS_SIDE && !read_seat(m, from, node, "side", &concern->seat)) return false;
    return !(needs & NEEDS_AREA) || read_area(m, from, node, concern);
}

static void mark_commands(struct match *m)
{
    for (int i = 0; i < m->commands; i++) {
        struct command *command = &m->command[i];
        command->static_pikes = m->concern[SPECIAL_FALK_02].commands & 1u << i;
        command->wet = m->concern[SPECIAL_CREC_01].commands & 1u << i;
        command->tired = m->concern[SPECIAL_POIT_03].commands & 1u << i;
        command->levy = m->concern[SPECIAL_NAJ_04].commands & 1u << i;
        command->genoese = m->concern[SPECIAL_CREC_05].commands & 1u << i;
    }
}

static bool read_specials(struct match *m, struct source from)
{
    const struct json *list = NULL;

    from.rule = MI_GEN_13;
    for (int i = 0; i < SPECIALS; i++) m->concern[i].seat = NO_SEAT;
    if (!source_branch(from, from.document->root, "special", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        const char *id = NULL;
        int         special;
        if (!source_word(from, node, "id", &id)) return false;
        special = source_index(iron_special_ids, SPECIALS, id);
        if (special < 0) return source_wrong(from, node, "there is no special rule \"%s\"", id);
        if (m->special[special]) return source_wrong(from, node, "the special rule \"%s\" is given twice", id);
        m->special[special] = true;
        if (!read_concern(m, reading(from, special_lines[special].rule), node, special_lines[special].needs, &m->concern[special]))
            return false;
    }
    mark_commands(m);
    return true;
}

/* MI-ACT-01: the side that begins, or a die for it (MI-BANN-01). */
static bool read_first(struct match *m, struct source from)
{
    const struct json *root = from.document->root;
    const char        *first = NULL;

    from.rule = MI_ACT_01;
    m->first = NO_SEAT;
    if (!source_word(from, root, "first", &first)) return false;
    if (m->special[SPECIAL_BANN_01] != !strcmp(first, "die"))
        return source_wrong(reading(from, MI_BANN_01), json_get(root, "first"),
                          "with this special rule a \"die\" finds the first side, else none does");
    return m->special[SPECIAL_BANN_01] || read_seat(m, from, root, "first", &m->first);
}

/* What the scenario says of itself, for those who choose one. */
static bool read_envelope(struct source from)
{
    static const char *const allowed[] = {
        "format", "ruleset", "id", "title", "provenance", "year", "date", "minutes", "intro", "end", "first", "map", "sides", "standards",
        "commands", "units", "restricted", "bombards", "special", NULL
    };
    static const char *const ends[] = { "flight", "lesson" };
    const struct json       *root = from.document->root;
    const char              *english = NULL, *french = NULL, *provenance = NULL;
    int32_t                  number = 0;
    int                      end = 0;

    return source_keys(from, root, allowed) && source_text(from, root, "title", &english, &french) &&
           source_text(from, root, "intro", &english, &french) && source_text(from, root, "date", &english, &french) &&
           source_word(from, root, "provenance", &provenance) && source_whole(from, root, "year", 1000, 1600, &number) &&
           source_whole(from, root, "minutes", 1, 1440, &number) &&
           (!json_get(root, "end") || source_choice(from, root, "end", ends, 2, &end));
}

bool iron_load(struct match *m, struct loading *loading)
{
    struct source      from = { &loading->scenario, loading->fault, MI_GEN_13, iron_rules };
    const struct json *commands[COMMANDS] = { NULL };

    if (!read_envelope(from) || !iron_read_tables(&m->tables, loading) || !read_map(m, from) || !read_sides(m, from) ||
        !read_commands(m, from, commands) || !read_standards(m, from) || !read_specials(m, from) || !read_bombards(m, from) ||
        !read_restrictions(m, from) || !check_places(m, from, commands) || !read_first(m, from))
        return false;
    m->head.seats = 2;
    m->head.piece = m->piece;
    while (m->units < m->head.pieces && is_unit(m, m->units)) m->units++;
    return true;
}
