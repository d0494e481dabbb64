/* board.c: the map, the commands and the pieces as a host draws them. */
#include "iron.h"
#include "state.h"

#include <string.h>

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

static void write_pair(struct json_writer *writer, const char *key, int first, int second)
{
    json_key(writer, key);
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

/* One letter a hex, a text for each row. */
static void write_rows(struct json_writer *writer, const struct match *m, const char *key, const char *codes, const uint8_t *cells)
{
    char row[HEX_SIDE_LONGEST + 1];

    json_key(writer, key);
    json_open(writer, '[');
    for (int y = 0; y < m->map.rows; y++) {
        for (int x = 0; x < m->map.cols; x++) row[x] = codes[cells[cell_at(m, x, y)]];
        row[m->map.cols] = 0;
        json_write_string(writer, row);
    }
    json_close(writer, ']');
}

static void write_kinds(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "kinds");
    json_open(writer, '{');
    for (int i = 0; i < GROUNDS; i++) {
        char code[2] = { iron_ground_codes[i], 0 };
        write_word(writer, code, m->tables.ground[i].id);
    }
    json_close(writer, '}');
}

/* MI-GEO-09: each hexside once. */
static void write_edges(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "edges");
    json_open(writer, '[');
    for (int cell = 0; cell < m->cells; cell++)
        for (int direction = 1; direction <= 3; direction++) {
            if (m->edge[cell][direction] == EDGE_NONE) continue;
            json_open(writer, '{');
            write_number(writer, "col", point_of(m, cell).x);
            write_number(writer, "row", point_of(m, cell).y);
            write_number(writer, "direction", direction);
            write_word(writer, "kind", m->tables.edge[m->edge[cell][direction]].id);
            json_close(writer, '}');
        }
    json_close(writer, ']');
}

static void write_sides(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "sides");
    json_open(writer, '[');
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) {
        json_open(writer, '{');
        write_word(writer, "seat", seat_name(seat));
        write_word(writer, "side", m->side[seat].id);
        write_names(writer, m->side[seat].name, m->side[seat].french);
        write_number(writer, "flight", m->side[seat].flight_level);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* What others call regiments are commands here. */
static void write_commands(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < m->commands; i++) {
        const struct command *command = &m->command[i];
        json_open(writer, '{');
        write_word(writer, "id", command->id);
        write_word(writer, "name", command->name);
        write_names(writer, command->name, command->french);
        write_word(writer, "seat", seat_name(command->seat));
        write_word(writer, "leader", m->piece[command->leader].id);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_standard(struct json_writer *writer, const struct match *m, int index)
{
    const struct standard *standard = &m->standard[index];

    json_open(writer, '{');
    write_word(writer, "piece", m->piece[standard->piece].id);
    write_word(writer, "seat", seat_name(standard->seat));
    json_key(writer, "regiments");
    if (standard->army) {
        json_write_string(writer, "army");
    } else {
        json_open(writer, '[');
        for (int i = 0; i < m->commands; i++)
            if (m->command[i].standard == index + 1) json_write_integer(writer, i);
        json_close(writer, ']');
    }
    json_close(writer, '}');
}

static void write_standards(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "standards");
    json_open(writer, '[');
    for (int i = 0; i < m->standards; i++) write_standard(writer, m, i);
    json_close(writer, ']');
}

/* A standard of the whole army belongs to no command. */
static bool has_command(const struct match *m, int piece)
{
    for (int i = 0; i < m->standards; i++)
        if (m->standard[i].piece == piece) return !m->standard[i].army;
    return true;
}

static const char *class_of(const struct match *m, int piece)
{
    if (is_unit(m, piece)) return m->tables.type[m->type_of[piece]].mounted ? "mounted" : "foot";
    return iron_type_ids[m->type_of[piece]];
}

static void write_profile(struct json_writer *writer, const struct match *m, int piece)
{
    const struct profile *profile = &m->profile[piece];

    json_key(writer, "profile");
    json_open(writer, '{');
    if (is_unit(m, piece)) {
        write_pair(writer, "shock", profile->shock[0], profile->shock[1]);
        write_pair(writer, "move", profile->move[0], profile->move[1]);
    } else {
        write_number(writer, "activation", m->rating[piece]);
        write_number(writer, "range", m->range[piece]);
        write_number(writer, "move", m->allowance[piece]);
        json_key(writer, "king");
        json_write_boolean(writer, m->king[piece]);
    }
    json_close(writer, '}');
}

static void write_piece(struct json_writer *writer, const struct match *m, int piece)
{
    json_open(writer, '{');
    write_word(writer, "id", m->piece[piece].id);
    write_word(writer, "seat", seat_name(m->piece[piece].seat));
    write_word(writer, "type", m->piece[piece].type);
    write_word(writer, "class", class_of(m, piece));
    if (has_command(m, piece)) write_number(writer, "regiment", m->command_of[piece]);
    if (m->piece[piece].name[0]) {
        write_word(writer, "name", m->piece[piece].name[0]);
        write_names(writer, m->piece[piece].name[0], m->piece[piece].name[1]);
    }
    if (m->weapon_of[piece] != WEAPON_NONE) write_word(writer, "weapon", iron_weapon_ids[m->weapon_of[piece]]);
    if (m->type_of[piece] <= TYPE_LEADER) write_profile(writer, m, piece);
    json_close(writer, '}');
}

/* MI-GEN-17: the tables whose values are ours, as long as an owner has not laid those of his copy over them. */
static void write_reconstructed(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "reconstructed");
    json_open(writer, '[');
    for (int i = 0; i < TABLES; i++)
        if (m->tables.reconstructed & 1u << i) json_write_string(writer, iron_table_ids[i]);
    json_close(writer, ']');
}

void iron_write_board(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '{');
    write_word(writer, "board", "hexes");
    write_number(writer, "cols", m->map.cols);
    write_number(writer, "rows", m->map.rows);
    write_rows(writer, m, "ground", iron_ground_codes, m->ground);
    write_kinds(writer, m);
    write_rows(writer, m, "levels", "0123456789", m->level);
    write_edges(writer, m);
    write_sides(writer, m);
    write_commands(writer, m);
    write_standards(writer, m);
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < m->head.pieces; i++) write_piece(writer, m, i);
    json_close(writer, ']');
    write_reconstructed(writer, m);
    json_close(writer, '}');
}
