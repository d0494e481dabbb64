/*
 * board.c: the table, its ground with openings, the figures with what they carry, groups, things and goals as a host draws them.
 */
#include "tables.h"

#include "state.h"

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

static void write_point(struct json_writer *writer, struct point point)
{
    json_open(writer, '[');
    json_write_integer(writer, point.x);
    json_write_integer(writer, point.y);
    json_close(writer, ']');
}

static void write_points(struct json_writer *writer, const char *key, const struct point *point, int32_t count)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int32_t i = 0; i < count; i++) write_point(writer, point[i]);
    json_close(writer, ']');
}

static void write_names(struct json_writer *writer, const char *key, const char *const name[2])
{
    json_key(writer, key);
    json_open(writer, '{');
    write_word(writer, "en", name[0]);
    write_word(writer, "fr", name[1]);
    json_close(writer, '}');
}

static void write_opening(struct json_writer *writer, const struct match *m, const struct opening *opening)
{
    static const char *const kinds[] = { "door", "gate", "window", "loophole" };

    json_open(writer, '{');
    write_word(writer, "id", opening->id);
    write_word(writer, "kind", kinds[opening->kind]);
    json_key(writer, "from");
    write_point(writer, opening->end[0]);
    json_key(writer, "to");
    write_point(writer, opening->end[1]);
    if (opening->door != NOBODY) write_word(writer, "piece", m->piece[opening->door].id);
    json_close(writer, '}');
}

static void write_element(struct json_writer *writer, const struct match *m, int number)
{
    const struct element *element = &m->element[number];
    bool                  open = false;

    json_open(writer, '{');
    write_word(writer, "id", element->id);
    write_word(writer, "kind", m->terrain[element->terrain].id);
    if (element->area.count) write_points(writer, "polygon", element->area.vertex, element->area.count);
    else write_points(writer, "line", element->line.vertex, element->line.count);
    for (int i = 0; i < m->openings; i++) {
        if (m->opening[i].element != number) continue;
        if (!open) {
            json_key(writer, "openings");
            json_open(writer, '[');
            open = true;
        }
        write_opening(writer, m, &m->opening[i]);
    }
    if (open) json_close(writer, ']');
    json_close(writer, '}');
}

static void write_base(struct json_writer *writer, struct shape shape)
{
    json_key(writer, "base");
    json_open(writer, '{');
    write_word(writer, "shape", shape.kind == SHAPE_DISC ? "disc" : "rectangle");
    if (shape.kind == SHAPE_RECTANGLE) write_word(writer, "at", "middle");
    write_number(writer, "width", shape.width);
    write_number(writer, "depth", shape.depth);
    json_close(writer, '}');
}

static void write_arms(struct json_writer *writer, const struct match *m, int figure)
{
    json_key(writer, "firearms");
    json_open(writer, '[');
    for (int i = 0; i < m->figure[figure].firearms; i++) {
        const struct firearm *firearm = argad_firearm(m, figure, i);
        json_open(writer, '{');
        write_word(writer, "id", firearm->id);
        write_number(writer, "range", firearm->band[firearm->bands - 1].to);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "melee");
    json_open(writer, '[');
    for (int i = 0; i < m->figure[figure].weapons; i++) json_write_string(writer, argad_weapon(m, figure, i)->id);
    json_close(writer, ']');
}

static void write_figure(struct json_writer *writer, const struct match *m, int figure)
{
    const struct figure *it = &m->figure[figure];
    const struct mover  *mover = &m->mover[it->mover[0]];

    write_word(writer, "class", mover->flags & MOVER_MOUNTED ? "rider" : "figure");
    write_number(writer, "regiment", it->group);
    json_key(writer, "leader");
    json_write_boolean(writer, it->traits & TRAIT_LEADER);
    write_base(writer, mover->shape);
    if (it->mover[1] != UNKNOWN) {
        json_key(writer, "forms");
        json_open(writer, '[');
        for (int i = 0; i < 2; i++) {
            json_open(writer, '{');
            write_word(writer, "id", m->mover[it->mover[i]].id);
            write_base(writer, m->mover[it->mover[i]].shape);
            json_close(writer, '}');
        }
        json_close(writer, ']');
    }
    json_key(writer, "profile");
    json_open(writer, '{');
    write_number(writer, "class", it->class);
    write_number(writer, "armour", it->armour);
    write_number(writer, "rate", mover->rate);
    write_arms(writer, m, figure);
    json_close(writer, '}');
}

static void write_piece(struct json_writer *writer, const struct match *m, int piece)
{
    static const char *const classes[KINDS] = { "figure", "formed", "thing", "door" };

    json_open(writer, '{');
    write_word(writer, "id", m->piece[piece].id);
    write_word(writer, "type", m->piece[piece].type);
    write_word(writer, "seat", seat_name(m->piece[piece].seat));
    if (m->piece[piece].name[0]) write_names(writer, "names", m->piece[piece].name);
    switch (kind_of(m, piece)) {
    case KIND_FIGURE:
        write_figure(writer, m, piece);
        break;
    case KIND_THING:
        write_word(writer, "class", classes[KIND_THING]);
        write_base(writer, m->thing[piece - m->first[KIND_THING]].shape);
        break;
    case KIND_FORMED: {
        const struct formed *formed = &m->formed[piece - m->first[KIND_FORMED]];
        write_word(writer, "class", classes[KIND_FORMED]);
        write_number(writer, "regiment", m->figure[formed->member[0]].group);
        json_key(writer, "members");
        json_open(writer, '[');
        for (int i = 0; i < formed->count; i++) json_write_string(writer, m->piece[formed->member[i]].id);
        json_close(writer, ']');
        break;
    }
    default:
        write_word(writer, "class", classes[KIND_DOOR]);
    }
    json_close(writer, '}');
}

static void write_side(struct json_writer *writer, const struct match *m, seat_id seat)
{
    static const char *const edges[] = { [EDGE_NORTH] = "north", [EDGE_EAST] = "east", [EDGE_SOUTH] = "south", [EDGE_WEST] = "west" };

    json_open(writer, '{');
    write_word(writer, "seat", seat_name(seat));
    write_names(writer, "names", m->head.side[seat].name);
    write_word(writer, "exit", edges[m->exit_edge[seat]]);
    json_key(writer, "zones");
    json_open(writer, '[');
    for (int i = 0; i < m->zones[seat]; i++) {
        json_open(writer, '[');
        for (int32_t k = 0; k < m->zone[seat][i].count; k++) write_point(writer, m->zone[seat][i].vertex[k]);
        json_close(writer, ']');
    }
    json_close(writer, ']');
    json_close(writer, '}');
}

/* What others call regiments are groups here. */
static void write_groups(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < m->groups; i++) {
        const struct group *group = &m->group[i];
        json_open(writer, '{');
        write_word(writer, "id", group->id);
        if (group->name[0]) write_names(writer, "names", group->name);
        write_word(writer, "seat", seat_name(group->seat));
        if (group->leader != NOBODY) write_word(writer, "leader", m->piece[group->leader].id);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* Where and from which turn on a group comes in. */
static void write_entries(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "entries");
    json_open(writer, '[');
    for (int i = 0; i < m->entries; i++) {
        const struct entry *entry = &m->entry[i];
        json_open(writer, '{');
        write_word(writer, "seat", seat_name(m->group[entry->group].seat));
        write_number(writer, "regiment", entry->group);
        write_number(writer, "turn", entry->turn);
        json_key(writer, "from");
        write_point(writer, entry->from);
        json_key(writer, "to");
        write_point(writer, entry->to);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* A goal is a prize: of one of the pieces that it names, or of an element of the ground. */
static void write_goal(struct json_writer *writer, const struct match *m, const struct goal *goal)
{
    json_open(writer, '{');
    write_word(writer, "seat", seat_name(goal->seat));
    write_number(writer, "points", goal->points);
    write_names(writer, "names", goal->text);
    if (goal->element >= 0) write_word(writer, "element", m->element[goal->element].id);
    if (goal->things) {
        json_key(writer, "pieces");
        json_open(writer, '[');
        for (int piece = m->first[KIND_THING]; piece < m->first[KIND_DOOR]; piece++)
            if (goal->things >> (piece - m->first[KIND_THING]) & 1) json_write_string(writer, m->piece[piece].id);
        json_close(writer, ']');
    }
    json_close(writer, '}');
}

void argad_write_board(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '{');
    write_word(writer, "board", "table");
    write_number(writer, "width", m->size.x);
    write_number(writer, "depth", m->size.y);
    json_key(writer, "terrain");
    json_open(writer, '[');
    for (int i = 0; i < m->elements; i++) write_element(writer, m, i);
    json_close(writer, ']');
    json_key(writer, "sides");
    json_open(writer, '[');
    for (seat_id seat = 0; seat < 2; seat++) write_side(writer, m, seat);
    json_close(writer, ']');
    write_groups(writer, m);
    write_entries(writer, m);
    json_key(writer, "prizes");
    json_open(writer, '[');
    for (int i = 0; i < m->goals; i++) write_goal(writer, m, &m->goal[i]);
    json_close(writer, ']');
    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int i = 0; i < m->head.pieces; i++) write_piece(writer, m, i);
    json_close(writer, ']');
    json_close(writer, '}');
}
