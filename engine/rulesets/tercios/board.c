/*
 * board.c: the table, the units with their profiles and the sides as a host draws them; of the long edition also commanders, options,
 * second forms, prizes and what terrain may be bought.
 */
#include "state.h"
#include "load/tables.h"
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
    for (int i = 0; i < FIREARMS_MOST && type->shoot[i] && type->weapon[i] >= 0; i++) {
        json_open(writer, '{');
        write_word(writer, "id", m->weapon[type->weapon[i]].id);
        write_number(writer, "range", m->weapon[type->weapon[i]].range);
        write_number(writer, "dice", type->shoot[i]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_flag(struct json_writer *writer, const char *key, bool value)
{
    json_key(writer, key);
    json_write_boolean(writer, value);
}

static void write_names(struct json_writer *writer, const char *english, const char *french)
{
    json_key(writer, "names");
    json_open(writer, '{');
    write_word(writer, "en", english);
    write_word(writer, "fr", french);
    json_close(writer, '}');
}

static void write_profile(struct json_writer *writer, const struct match *m, const struct type *type, uint64_t special)
{
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
    write_bits(writer, "melee", tercios_special_names, SPECIALS, special & MELEE_WEAPONS);
    write_bits(writer, "special", tercios_special_names, SPECIALS, special & ~MELEE_WEAPONS);
    json_close(writer, '}');
}

static void write_base(struct json_writer *writer, const char *shape, const struct type *type)
{
    json_key(writer, "base");
    json_open(writer, '{');
    write_word(writer, "shape", shape);
    write_number(writer, "width", type->shape.width);
    write_number(writer, "depth", type->shape.depth);
    json_close(writer, '}');
}

/* What the long edition says of a unit: what was bought with it, and its other form (limbered, or on foot). */
static void write_choices(struct json_writer *writer, const struct match *m, int unit)
{
    const struct type *type = type_of(m, unit), *other = &m->type[m->other_type[unit]];

    write_number(writer, "points", type->cost);
    json_key(writer, "options");
    json_open(writer, '[');
    for (int i = 0; type->option[i]; i++) json_write_string(writer, type->option[i]);
    json_close(writer, ']');
    if (other == type) return;
    json_key(writer, "other");
    json_open(writer, '{');
    write_word(writer, "form", other->arm == type->arm ? "limbered" : "dismounted");
    write_profile(writer, m, other, m->other_special[unit]);
    json_close(writer, '}');
}

static void write_commander(struct json_writer *writer, const struct match *m, int piece)
{
    const struct commander *commander = &m->commander[piece - m->units];
    bool                    chief = commander->regiment == REGIMENTS;

    write_flag(writer, "chief", chief);
    if (!chief) write_number(writer, "regiment", commander->regiment);
    write_word(writer, "name", m->piece[piece].name[0]);
    write_names(writer, m->piece[piece].name[0], m->piece[piece].name[1]);
    write_base(writer, "disc", type_of(m, piece));
    write_number(writer, "rank", commander->rank);
    write_bits(writer, "virtues", liber_virtue_names, VIRTUES, commander->virtues);
    write_bits(writer, "traits", liber_trait_names, TRAITS, commander->traits);
}

static void write_piece(struct json_writer *writer, const struct match *m, int piece)
{
    const struct type *type = type_of(m, piece);

    json_open(writer, '{');
    write_word(writer, "id", m->piece[piece].id);
    write_word(writer, "seat", seat_name(m->piece[piece].seat));
    write_word(writer, "type", m->piece[piece].type);
    write_word(writer, "class", tercios_class_ids[type->class]);
    if (is_commander(m, piece)) {
        write_commander(writer, m, piece);
    } else {
        write_number(writer, "regiment", m->regiment_of[piece]);
        write_word(writer, "name", m->regiment[m->regiment_of[piece]].name);
        write_names(writer, m->regiment[m->regiment_of[piece]].name, m->regiment[m->regiment_of[piece]].french);
        write_base(writer, "rectangle", type);
        write_profile(writer, m, type, m->special[piece]);
        if (is_liber(m)) write_choices(writer, m, piece);
    }
    json_close(writer, '}');
}

static void write_side(struct json_writer *writer, const struct match *m, seat_id seat)
{
    struct point corner[2] = { m->zone[seat].low, m->zone[seat].high };

    json_open(writer, '{');
    write_word(writer, "seat", seat_name(seat));
    write_word(writer, "side", m->side[seat]);
    write_word(writer, "belligerent", m->belligerent[seat]);
    if (m->head.side[seat].name[0]) write_names(writer, m->head.side[seat].name[0], m->head.side[seat].name[1]);
    if (corner[1].x) write_points(writer, "zone", corner, 2);
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (m->piece[piece].seat == seat && m->commander[piece - m->units].regiment == REGIMENTS)
            write_word(writer, "chief", m->piece[piece].id);
    json_close(writer, '}');
}

static void write_regiment(struct json_writer *writer, const struct match *m, const struct regiment *regiment)
{
    json_open(writer, '{');
    write_word(writer, "type", regiment->type);
    write_word(writer, "name", regiment->name);
    write_names(writer, regiment->name, regiment->french);
    write_word(writer, "seat", seat_name(regiment->seat));
    if (is_liber(m)) {
        write_word(writer, "commander", regiment->commander == NOBODY ? NULL : m->piece[regiment->commander].id);
        write_flag(writer, "allied", regiment->allied);
        write_flag(writer, "elite", regiment->elite);
        write_number(writer, "points", regiment->points);
    }
    json_close(writer, '}');
}

/* Points beside those for destroyed units, and where they lie on the table. */
static void write_prize(struct json_writer *writer, const struct match *m, const struct prize *prize)
{
    json_open(writer, '{');
    write_word(writer, "id", prize->id);
    write_word(writer, "kind", liber_prize_kinds[prize->kind]);
    write_number(writer, "points", prize->points);
    if (prize->turn) write_number(writer, "turn", prize->turn);
    if (prize->seat != NO_SEAT) write_word(writer, "seat", seat_name(prize->seat));
    if (prize->type) write_word(writer, "type", prize->type);
    if (prize->kind == PRIZE_HOUSE || prize->kind == PRIZE_GROUND) write_word(writer, "element", m->element[prize->element].id);
    if (prize->radius) {
        write_points(writer, "at", &prize->at, 1);
        write_number(writer, "radius", prize->radius);
    }
    if (prize->kind == PRIZE_ACROSS) write_number(writer, "line", prize->at.y);
    json_close(writer, '}');
}

static void write_arrival(struct json_writer *writer, const struct arrival *arrival)
{
    static const char *const edges[] = { "north", "east", "south", "west" };

    json_open(writer, '{');
    write_number(writer, "regiment", arrival->regiment);
    write_number(writer, "turn", arrival->turn);
    write_number(writer, "need", arrival->need);
    write_number(writer, "sure", arrival->sure);
    write_word(writer, "edge", edges[arrival->edge]);
    write_number(writer, "from", arrival->low);
    write_number(writer, "to", arrival->high);
    json_close(writer, '}');
}

static void write_long_edition(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "prizes");
    json_open(writer, '[');
    for (int32_t i = 0; i < m->prizes; i++) write_prize(writer, m, &m->prize[i]);
    json_close(writer, ']');
    json_key(writer, "arrivals");
    json_open(writer, '[');
    for (int32_t i = 0; i < m->arrivals; i++) write_arrival(writer, &m->arrival[i]);
    json_close(writer, ']');
    if (!m->deploys) return;
    json_key(writer, "wares");
    tercios_write_wares(m, writer);
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
    for (int32_t i = 0; i < m->regiments; i++) write_regiment(writer, m, &m->regiment[i]);
    json_close(writer, ']');
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < m->head.pieces; i++) write_piece(writer, m, i);
    json_close(writer, ']');
    if (is_liber(m)) write_long_edition(writer, m);
    json_close(writer, '}');
}

bool tercios_plot(const struct match *m, int32_t number, struct plot *plot)
{
    if (!between(0, number, m->elements - 1)) return false;
    *plot = (struct plot){ m->element[number].id, m->element[number].kind };
    return true;
}
