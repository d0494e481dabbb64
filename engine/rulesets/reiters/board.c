/* board.c: the zones, the columns and the pieces as a host draws them. */
#include "reiters.h"
#include "state.h"

static const char *const romans[GROUNDS] = { "I", "II", "III", "X" };
static const char *const side_letters[] = { "N", "E", "S", "W" };
static const char *const arm_ids[ARMS] = { "infantry", "cavalry", "artillery" };
static const char *const side_ids[] = { "catholic", "protestant" };

static void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static void write_word(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

static void write_flag(struct json_writer *writer, const char *key, bool value)
{
    json_key(writer, key);
    json_write_boolean(writer, value);
}

static void write_pair(struct json_writer *writer, int first, int second)
{
    json_open(writer, '[');
    json_write_integer(writer, first);
    json_write_integer(writer, second);
    json_close(writer, ']');
}

static void write_names(struct json_writer *writer, const char *english, const char *french)
{
    json_key(writer, "names");
    json_open(writer, '{');
    write_word(writer, "en", english);
    write_word(writer, "fr", french);
    json_close(writer, '}');
}

/* The map. */

static void write_vertices(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "vertices");
    json_open(writer, '[');
    for (int i = 0; i < m->map.vertex_count; i++) write_pair(writer, m->map.vertex[i].x, m->map.vertex[i].y);
    json_close(writer, ']');
}

/* FR-4.1.0-01: the altitude, then the number in two digits. */
static void write_code(struct json_writer *writer, const struct match *m, int zone)
{
    char code[] = { (char)('0' + m->altitude[zone]), (char)('0' + m->number[zone] / 10), (char)('0' + m->number[zone] % 10), 0 };

    write_word(writer, "code", code);
}

static void write_zone(struct json_writer *writer, const struct match *m, int zone)
{
    json_open(writer, '{');
    write_number(writer, "number", m->number[zone]);
    write_code(writer, m, zone);
    write_word(writer, "ground", reiters_ground_ids[m->ground[zone]]);
    write_word(writer, "roman", romans[m->ground[zone]]);
    write_number(writer, "altitude", m->altitude[zone]);
    write_flag(writer, "brown", m->brown[zone]);
    write_names(writer, m->zone_name[zone][0], m->zone_name[zone][1]);
    json_key(writer, "anchor");
    write_pair(writer, m->map.anchor[zone].x, m->map.anchor[zone].y);
    json_key(writer, "polygon");
    json_open(writer, '[');
    for (int i = m->map.first_corner[zone]; i < m->map.first_corner[zone + 1]; i++) json_write_integer(writer, m->map.corner[i]);
    json_close(writer, ']');
    json_close(writer, '}');
}

static void write_border(struct json_writer *writer, const struct match *m, int index)
{
    const struct zone_edge *edge = &m->map.edge[index];

    json_open(writer, '{');
    write_number(writer, "a", edge->a);
    write_number(writer, "b", edge->b);
    json_key(writer, "zones");
    json_open(writer, '[');
    for (int i = 0; i < 2; i++)
        if (edge->zone[i] != ZONE_NONE) json_write_integer(writer, m->number[edge->zone[i]]);
    json_close(writer, ']');
    write_word(writer, "kind", edge->zone[1] == ZONE_NONE ? "rim" : reiters_border_ids[edge->kind]);
    write_word(writer, "sight", edge->sight == SIGHT_BROWN ? "brown" : "yellow");
    if (m->fort[index] != NO_SEAT) write_word(writer, "fort", seat_name(m->fort[index]));
    json_close(writer, '}');
}

static void write_roads(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "roads");
    json_open(writer, '[');
    for (int road = 0; road < m->map.road_count; road++) {
        json_open(writer, '[');
        for (int i = m->map.first_of_road[road]; i < m->map.first_of_road[road + 1]; i++) json_write_integer(writer, m->number[m->map.road[i]]);
        json_close(writer, ']');
    }
    json_close(writer, ']');
    json_key(writer, "paths");
    json_open(writer, '[');
    for (int path = 0; path < m->paths; path++) {
        json_open(writer, '[');
        for (int i = path ? m->path_end[path - 1] : 0; i < m->path_end[path]; i++) json_write_integer(writer, m->number[m->path[i]]);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

static void write_map(struct json_writer *writer, const struct match *m)
{
    write_vertices(writer, m);
    json_key(writer, "zones");
    json_open(writer, '[');
    for (int zone = 0; zone < m->zones; zone++) write_zone(writer, m, zone);
    json_close(writer, ']');
    json_key(writer, "borders");
    json_open(writer, '[');
    for (int i = 0; i < m->map.edge_count; i++) write_border(writer, m, i);
    json_close(writer, ']');
    write_roads(writer, m);
}

/* What counts. */

static void write_exit(struct json_writer *writer, const struct match *m, const struct exit_rule *way)
{
    json_open(writer, '{');
    write_word(writer, "seat", seat_name(way->seat));
    json_key(writer, "zones");
    json_open(writer, '[');
    for (uint64_t rest = way->zones; rest; rest &= rest - 1) json_write_integer(writer, m->number[lowest(rest)]);
    json_close(writer, ']');
    write_word(writer, "edge", side_letters[way->side]);
    write_number(writer, "turn", way->turn);
    json_key(writer, "points");
    json_open(writer, '{');
    for (int arm = ARM_INFANTRY; arm < ARM_ARTILLERY; arm++) write_number(writer, arm_ids[arm], way->points[arm]);
    json_close(writer, '}');
    json_close(writer, '}');
}

static void write_goals(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "objectives");
    json_open(writer, '[');
    for (int i = 0; i < m->objectives; i++) {
        json_open(writer, '{');
        write_number(writer, "zone", m->number[m->objective[i].zone]);
        json_key(writer, "points");
        write_pair(writer, m->objective[i].points[SEAT_A], m->objective[i].points[SEAT_B]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "exits");
    json_open(writer, '[');
    for (int i = 0; i < m->exits; i++) write_exit(writer, m, &m->exit[i]);
    json_close(writer, ']');
    json_key(writer, "supply");
    json_open(writer, '[');
    for (int seat = 0; seat < 2; seat++) json_write_string(writer, side_letters[m->supply_side[seat]]);
    json_close(writer, ']');
}

/* The armies. */

static void write_sides(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "sides");
    json_open(writer, '[');
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) {
        json_open(writer, '{');
        write_word(writer, "seat", seat_name(seat));
        write_word(writer, "side", side_ids[seat]);
        write_names(writer, m->head.side[seat].name[0], m->head.side[seat].name[1]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* What others call regiments are columns here. */
static void write_columns(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < m->columns; i++) {
        const struct column *column = &m->column[i];
        json_open(writer, '{');
        write_word(writer, "id", column->id);
        write_word(writer, "name", column->name);
        write_names(writer, column->name, column->french);
        write_word(writer, "seat", seat_name(column->seat));
        write_word(writer, "leader", m->piece[column->leader].id);
        write_number(writer, "turn", column->turn);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* The figures of the type that a unit becomes in play: Argoulets on foot. */
static void write_other_face(struct json_writer *writer, const struct match *m, int unit)
{
    const struct type *type = &m->tables.type[TYPE_ARGOULETS_DISMOUNTED];

    if (m->type_of[unit] != TYPE_ARGOULETS) return;
    json_key(writer, "faces");
    json_open(writer, '{');
    json_key(writer, type->id);
    json_open(writer, '{');
    json_key(writer, "combat");
    write_pair(writer, type->fc[0], type->fc[1]);
    write_word(writer, "weapon", type->weapon == WEAPON_SHOCK ? "shock" : "fire");
    write_number(writer, "move", type->move);
    json_close(writer, '}');
    json_close(writer, '}');
}

static void write_unit_profile(struct json_writer *writer, const struct match *m, int unit)
{
    const struct type *type = &m->tables.type[m->type_of[unit]];
    char               letter[] = { (char)('A' + type->rank), 0 };

    json_key(writer, "combat");
    write_pair(writer, m->fc[unit][0], m->fc[unit][1]);
    write_word(writer, "weapon", type->weapon == WEAPON_SHOCK ? "shock" : "fire");
    write_word(writer, "class", letter);
    write_number(writer, "quality", m->fq[unit]);
    write_number(writer, "move", type->move);
    if (type->range) write_number(writer, "range", type->range);
    write_number(writer, "endurance", type->steps);
    write_other_face(writer, m, unit);
}

static void write_profile(struct json_writer *writer, const struct match *m, int piece)
{
    json_key(writer, "profile");
    json_open(writer, '{');
    if (is_unit(m, piece)) {
        write_unit_profile(writer, m, piece);
    } else {
        write_number(writer, "quality", m->fq[piece]);
        write_number(writer, "replacement", m->fc[piece][0]);
        write_number(writer, "move", m->tables.commander_move);
        write_flag(writer, "general", m->general[piece]);
    }
    json_close(writer, '}');
}

static void write_piece(struct json_writer *writer, const struct match *m, int piece)
{
    json_open(writer, '{');
    write_word(writer, "id", m->piece[piece].id);
    write_word(writer, "seat", seat_name(m->piece[piece].seat));
    write_word(writer, "type", m->piece[piece].type);
    write_word(writer, "kind", is_unit(m, piece) ? "unit" : is_commander(m, piece) ? "commander" : "baggage");
    if (is_unit(m, piece)) write_word(writer, "arm", arm_ids[m->tables.type[m->type_of[piece]].arm]);
    if (m->column_of[piece] < COLUMNS) write_number(writer, "regiment", m->column_of[piece]);
    if (m->mother_of[piece] != NOBODY) write_word(writer, "mother", m->piece[m->mother_of[piece]].id);
    if (m->piece[piece].name[0]) {
        write_word(writer, "name", m->piece[piece].name[0]);
        write_names(writer, m->piece[piece].name[0], m->piece[piece].name[1]);
    }
    if (m->type_of[piece] != TYPE_BAGGAGE) write_profile(writer, m, piece);
    json_close(writer, '}');
}

/* The tables whose values are ours, as long as an owner has not laid those of his copy over them. */
static void write_reconstructed(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "reconstructed");
    json_open(writer, '[');
    for (int i = 0; i < TABLES; i++)
        if (m->tables.reconstructed & 1u << i) json_write_string(writer, reiters_table_ids[i]);
    json_close(writer, ']');
}

void reiters_write_board(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '{');
    write_word(writer, "board", "zones");
    write_number(writer, "width", m->map.width);
    write_number(writer, "depth", m->map.height);
    write_reconstructed(writer, m);
    write_map(writer, m);
    write_goals(writer, m);
    write_sides(writer, m);
    write_columns(writer, m);
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < m->head.pieces; i++) write_piece(writer, m, i);
    json_close(writer, ']');
    json_close(writer, '}');
}
