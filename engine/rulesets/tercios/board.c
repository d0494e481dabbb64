/* board.c: the table, the units with their profiles and the sides as a host draws them. */
#include "state.h"
#include "tables.h"
#include <string.h>

static void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static void write_word(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    if (text) json_write_string(writer, text);
    else json_write_null(writer);
}

static void write_bits(struct json_writer *writer, const char *key, const char *const *names, int count, uint64_t bits)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++)
        if (bits & SPECIAL(i)) json_write_string(writer, names[i]);
    json_close(writer, ']');
}

static void write_points(struct json_writer *writer, const char *key, const struct point *point, int32_t count)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int32_t i = 0; i < count; i++) {
        json_open(writer, '[');
        json_write_integer(writer, point[i].x);
        json_write_integer(writer, point[i].y);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

static void write_element(struct json_writer *writer, const struct element *element)
{
    json_open(writer, '{');
    write_word(writer, "id", element->id);
    write_word(writer, "kind", element->kind);
    write_bits(writer, "traits", tercios_terrain_names, FEATURES, element->traits);
    if (element->is_line) write_points(writer, "line", element->line.vertex, element->line.count);
    else write_points(writer, "polygon", element->area.vertex, element->area.count);
    json_close(writer, '}');
}

static void write_firearms(struct json_writer *writer, const struct match *m, const struct type *type)
{
    json_key(writer, "firearms");
    json_open(writer, '[');
    for (int i = 0; i < 2 && type->weapon[i] >= 0; i++) {
        json_open(writer, '{');
        write_word(writer, "id", m->weapon[type->weapon[i]].id);
        write_number(writer, "range", m->weapon[type->weapon[i]].range);
        write_number(writer, "dice", type->shoot[i]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_profile(struct json_writer *writer, const struct match *m, int unit)
{
    const struct type *type = type_of(m, unit);

    json_key(writer, "profile");
    json_open(writer, '{');
    write_number(writer, "speed", type->speed);
    write_number(writer, "combat", type->combat);
    write_firearms(writer, m, type);
    write_number(writer, "discipline", type->discipline);
    write_number(writer, "courage", type->courage);
    write_number(writer, "endurance", type->endurance);
    json_key(writer, "defence");
    json_open(writer, '{');
    for (int i = 0; i < DEFENCES; i++) write_number(writer, tercios_defence_ids[i], type->defence[i]);
    json_close(writer, '}');
    write_bits(writer, "melee", tercios_special_names, SPECIALS, m->special[unit] & MELEE_WEAPONS);
    write_bits(writer, "special", tercios_special_names, SPECIALS, m->special[unit] & ~MELEE_WEAPONS);
    json_close(writer, '}');
}

static void write_piece(struct json_writer *writer, const struct match *m, int unit)
{
    const struct type *type = type_of(m, unit);

    json_open(writer, '{');
    write_word(writer, "id", m->piece[unit].id);
    write_word(writer, "seat", seat_name(m->piece[unit].seat));
    write_word(writer, "type", m->piece[unit].type);
    write_word(writer, "class", tercios_class_ids[type->class]);
    write_number(writer, "regiment", m->regiment_of[unit]);
    write_word(writer, "name", m->regiment[m->regiment_of[unit]].name);
    json_key(writer, "base");
    json_open(writer, '{');
    write_word(writer, "shape", "rectangle");
    write_number(writer, "width", type->shape.width);
    write_number(writer, "depth", type->shape.depth);
    json_close(writer, '}');
    write_profile(writer, m, unit);
    json_close(writer, '}');
}

static void write_side(struct json_writer *writer, const struct match *m, seat_id seat)
{
    struct point corner[2] = { m->zone[seat].low, m->zone[seat].high };

    json_open(writer, '{');
    write_word(writer, "seat", seat_name(seat));
    write_word(writer, "side", m->side[seat]);
    write_word(writer, "belligerent", m->belligerent[seat]);
    if (corner[1].x) write_points(writer, "zone", corner, 2);
    json_close(writer, '}');
}

static void write_regiment(struct json_writer *writer, const struct regiment *regiment)
{
    json_open(writer, '{');
    write_word(writer, "type", regiment->type);
    write_word(writer, "name", regiment->name);
    json_key(writer, "names");
    json_open(writer, '{');
    write_word(writer, "en", regiment->name);
    write_word(writer, "fr", regiment->french);
    json_close(writer, '}');
    write_word(writer, "seat", seat_name(regiment->seat));
    json_close(writer, '}');
}

void tercios_write_board(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '{');
    write_word(writer, "board", "table");
    write_number(writer, "width", m->size.x);
    write_number(writer, "depth", m->size.y);
    json_key(writer, "terrain");
    json_open(writer, '[');
    for (int32_t i = 0; i < m->elements; i++) write_element(writer, &m->element[i]);
    json_close(writer, ']');
    json_key(writer, "sides");
    json_open(writer, '[');
    write_side(writer, m, SEAT_A);
    write_side(writer, m, SEAT_B);
    json_close(writer, ']');
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int32_t i = 0; i < m->regiments; i++) write_regiment(writer, &m->regiment[i]);
    json_close(writer, ']');
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < m->head.pieces; i++) write_piece(writer, m, i);
    json_close(writer, ']');
    json_close(writer, '}');
}
