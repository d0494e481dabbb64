/* state.c: see state.h. */
#include "state.h"
#include "event.h"
#include "maths.h"
#include "must.h"
#include "play.h"

#include <string.h>

int32_t field_low(const struct field *field)
{
    if (!field->is_signed) return 0;
    return field->size == 1 ? INT8_MIN : field->size == 2 ? INT16_MIN : INT32_MIN;
}

int32_t field_high(const struct field *field)
{
    if (field->names) return field->names->count - 1;
    if (field->size == 1) return field->is_signed ? INT8_MAX : UINT8_MAX;
    if (field->size == 2) return field->is_signed ? INT16_MAX : UINT16_MAX;
    return INT32_MAX;
}

int32_t field_get(const struct field *field, const void *base)
{
    const char *at = (const char *)base + field->offset;
    uint8_t     byte;
    uint16_t    half;
    int32_t     word;

    switch (field->size) {
    case 1:
        memcpy(&byte, at, 1);
        return field->is_signed ? (int8_t)byte : byte;
    case 2:
        memcpy(&half, at, 2);
        return field->is_signed ? (int16_t)half : half;
    default:
        memcpy(&word, at, 4);
        return word;
    }
}

/* The low bytes of a little-endian word are the value in any smaller size. */
void field_set(const struct field *field, void *base, int32_t value)
{
    must(field->size <= sizeof value);
    memcpy((char *)base + field->offset, &value, field->size);
}

const void *state_unit(const struct match *m, const struct state *s, int32_t piece)
{
    const struct ruleset *ruleset = ruleset_of(m);

    return (const char *)s + ruleset->unit_offset + (size_t)piece * ruleset->unit_size;
}

const char *seat_name(seat_id seat)
{
    static const char *const name[SEATS_MAX] = { "A", "B", "C", "D" };

    return seat >= 0 && seat < SEATS_MAX ? name[seat] : seat == SPECTATOR ? "spectator" : "nobody";
}

seat_id seat_named(const char *name)
{
    for (seat_id seat = 0; seat < SEATS_MAX; seat++)
        if (!strcmp(seat_name(seat), name)) return seat;
    return NO_SEAT;
}

int32_t name_index(const struct names *names, const char *name)
{
    for (int32_t i = 0; i < names->count; i++)
        if (!strcmp(names->list[i], name)) return i;
    return -1;
}

int32_t phase_named(const struct ruleset *ruleset, const char *name)
{
    for (int32_t i = 0; i < ruleset->phase_count; i++)
        if (!strcmp(ruleset->phases[i]->name, name)) return i;
    return -1;
}

int32_t kind_named(const struct ruleset *ruleset, const char *name)
{
    for (int32_t i = 0; i < ruleset->kind_count; i++)
        if (!strcmp(ruleset->kinds[i].name, name)) return i;
    return -1;
}

rule_id rule_named(const struct ruleset *ruleset, const char *id)
{
    for (int32_t i = 1; i <= ruleset->rule_count; i++)
        if (!strcmp(ruleset->rules[i], id)) return (rule_id)i;
    return 0;
}

static void write_fields(const struct field *fields, int count, const void *base, struct json_writer *writer)
{
    json_open(writer, '{');
    for (int i = 0; i < count; i++) {
        int32_t value = field_get(&fields[i], base);
        json_key(writer, fields[i].name);
        if (fields[i].names && between(0, value, fields[i].names->count - 1))
            json_write_string(writer, fields[i].names->list[value]);
        else
            json_write_integer(writer, value);
    }
    json_close(writer, '}');
}

int32_t state_step(const struct match *m, const struct state *s)
{
    const struct flow *flow = flow_of_const(s);
    int32_t            step = 0;

    for (int depth = flow->over ? 0 : flow->depth; depth > 0 && step == 0; depth--)
        step = ruleset_of(m)->phases[flow->stack[depth - 1].phase]->step;
    return step;
}

static void write_phase(const struct match *m, const struct state *s, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    const struct flow    *flow = flow_of_const(s);
    const struct phase   *phase = flow->over ? NULL : ruleset->phases[flow_top_const(flow)->phase];
    int32_t               step = state_step(m, s);

    json_key(writer, "phase");
    json_write_string(writer, phase ? phase->name : "over");
    json_key(writer, "step");
    if (step) json_write_string(writer, ruleset->sequence[step - 1].name);
    else json_write_null(writer);
    json_key(writer, "gathered");
    json_write_boolean(writer, phase && phase->gathered);
}

void state_write(const struct match *m, const struct state *s, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    const struct flow    *flow = flow_of_const(s);

    json_open(writer, '{');
    write_phase(m, s, writer);
    json_key(writer, "asked");
    json_open(writer, '[');
    for (seat_id seat = 0; seat < match_head(m)->seats; seat++)
        if (play_asked(s) & SEAT_BIT(seat)) json_write_string(writer, seat_name(seat));
    json_close(writer, ']');
    if (flow->over) {
        json_key(writer, "winner");
        json_write_string(writer, flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner));
    }
    json_key(writer, "game");
    write_fields(ruleset->game_fields, ruleset->game_field_count, s, writer);
    json_key(writer, "units");
    json_open(writer, '{');
    for (int32_t i = 0; i < match_head(m)->pieces; i++) {
        json_key(writer, match_head(m)->piece[i].id);
        write_fields(ruleset->unit_fields, ruleset->unit_field_count, state_unit(m, s, i), writer);
    }
    json_close(writer, '}');
    json_close(writer, '}');
}

/* A field's value as a person writes it: its name, or a number in range. */
static bool read_value(const struct json_document *document, const struct json *node, const struct field *field,
                       int32_t *value, struct fault *fault)
{
    if (field->names && node->type == JSON_STRING) {
        *value = name_index(field->names, node->as.string);
        return *value >= 0 || json_fault(document, node, fault, "\"%s\" is no %s", node->as.string, field->name);
    }
    if (node->type != JSON_INTEGER || !between(field_low(field), node->as.integer, field_high(field)))
        return json_fault(document, node, fault, "\"%s\" must be %s from %d to %d", field->name,
                          field->names ? "a name, or a number" : "a whole number", field_low(field), field_high(field));
    *value = (int32_t)node->as.integer;
    return true;
}

static bool read_fields(const struct json_document *document, const struct json *object, const struct field *fields,
                        int count, void *base, struct fault *fault)
{
    if (object->type != JSON_OBJECT) return json_fault(document, object, fault, "an object of values is expected here");
    for (const struct json *node = object->as.child; node; node = node->next) {
        int32_t value = 0;
        int     i = 0;
        while (i < count && strcmp(fields[i].name, node->key)) i++;
        if (i == count) return json_fault(document, node, fault, "there is no value \"%s\"", node->key);
        if (!read_value(document, node, &fields[i], &value, fault)) return false;
        field_set(&fields[i], base, value);
    }
    return true;
}

static bool read_units(const struct match *m, struct state *s, const struct json_document *document,
                       const struct json *units, struct fault *fault)
{
    const struct ruleset *ruleset = ruleset_of(m);

    if (units->type != JSON_OBJECT) return json_fault(document, units, fault, "\"units\" must be an object");
    for (const struct json *node = units->as.child; node; node = node->next) {
        int16_t piece = match_piece(m, node->key);
        void   *base;
        if (piece == NOBODY) return json_fault(document, node, fault, "there is no unit \"%s\"", node->key);
        base = (char *)s + ruleset->unit_offset + (size_t)piece * ruleset->unit_size;
        if (!read_fields(document, node, ruleset->unit_fields, ruleset->unit_field_count, base, fault)) return false;
    }
    return true;
}

static bool read_phase(const struct match *m, struct state *s, const struct json_document *document,
                       const struct json *position, struct fault *fault)
{
    const struct ruleset *ruleset = ruleset_of(m);
    const char           *name = NULL, *by = "A";
    int32_t               phase;

    if (!json_find_string(document, position, "phase", &name, fault)) return false;
    if (!json_find_string(document, position, "by", &by, fault)) return false;
    if (!name) return true;
    phase = phase_named(ruleset, name);
    if (phase < 0) return json_fault(document, json_get(position, "phase"), fault, "%s has no phase \"%s\"", ruleset->id, name);
    if (seat_named(by) == NO_SEAT || seat_named(by) >= match_head(m)->seats)
        return json_fault(document, json_get(position, "by"), fault, "there is no seat \"%s\"", by);
    return ruleset->place(m, s, (uint8_t)phase, seat_named(by), fault);
}

static bool is_possible(const struct match *m, const struct state *s, const struct json_document *document, const struct json *position, struct fault *fault)
{
    return ruleset_of(m)->sound(m, s, fault) || json_fault(document, position, fault, "this position is not possible");
}

bool state_read(const struct match *m, struct state *s, const struct json_document *document,
                const struct json *position, struct fault *fault)
{
    enum { STATE_MAX = 16 * 1024 };
    static const char *const allowed[] = { "game", "units", "phase", "by", NULL };
    const struct ruleset    *ruleset = ruleset_of(m);
    const struct json       *game = json_get(position, "game"), *units = json_get(position, "units");
    uint64_t                 memory[STATE_MAX / sizeof(uint64_t)];
    struct state            *next = (struct state *)(void *)memory;

    must(ruleset->state_size <= STATE_MAX);
    memcpy((void *)next, (const void *)s, ruleset->state_size);
    if (position->type != JSON_OBJECT) return json_fault(document, position, fault, "a position must be an object");
    if (!json_keys(document, position, allowed, fault)) return false;
    if (game && !read_fields(document, game, ruleset->game_fields, ruleset->game_field_count, next, fault)) return false;
    if (units && !read_units(m, next, document, units, fault)) return false;
    if (!is_possible(m, next, document, position, fault)) return false;              /* `place` looks at the board, and may rely on it */
    if (!read_phase(m, next, document, position, fault)) return false;
    if (!flow_of_const(next)->over) flow_top(flow_of(next))->asked = 0;
    if (!is_possible(m, next, document, position, fault)) return false;
    memcpy((void *)s, (const void *)next, ruleset->state_size);
    return true;
}

void decision_write(const struct match *m, const struct decision *d, struct json_writer *writer)
{
    const struct decision_kind *kind = &ruleset_of(m)->kinds[d->kind];
    const struct piece         *piece = match_head(m)->piece;

    json_key(writer, "do");
    json_write_string(writer, kind->name);
    if (kind->uses & USES_UNIT) {
        json_key(writer, "unit");
        json_write_string(writer, piece[d->unit].id);
    }
    if (kind->uses & USES_TARGET) {
        json_key(writer, "target");
        json_write_string(writer, piece[d->target].id);
    }
    if (kind->uses & USES_CHOICE) {
        json_key(writer, "choice");
        json_write_string(writer, kind->choices->list[d->choice]);
    }
    if (kind->uses & USES_VALUE) {
        json_key(writer, "value");
        json_write_integer(writer, d->value);
    }
    if (kind->uses & USES_AT) {
        json_key(writer, "at");
        json_open(writer, '[');
        json_write_integer(writer, d->at.x);
        json_write_integer(writer, d->at.y);
        json_close(writer, ']');
    }
    if (kind->uses & USES_HEADING) {
        json_key(writer, "heading");
        json_write_integer(writer, d->heading);
    }
}

static bool read_piece(const struct match *m, const struct json_document *document, const struct json *node,
                       const char *key, int16_t *piece, struct fault *fault)
{
    const char *id = NULL;

    if (!json_string(document, node, key, &id, fault)) return false;
    *piece = match_piece(m, id);
    return *piece != NOBODY || json_fault(document, json_get(node, key), fault, "there is no unit \"%s\"", id);
}

static bool read_at(const struct json_document *document, const struct json *node, struct point *at, struct fault *fault)
{
    const struct json *pair = NULL, *x, *y;

    if (!json_branch(document, node, "at", JSON_ARRAY, &pair, fault)) return false;
    x = pair->as.child;
    y = pair->count == 2 ? x->next : NULL;
    if (!y || x->type != JSON_INTEGER || y->type != JSON_INTEGER || !between(-TABLE_LIMIT, x->as.integer, TABLE_LIMIT) ||
        !between(-TABLE_LIMIT, y->as.integer, TABLE_LIMIT))
        return json_fault(document, pair, fault, "\"at\" must be two whole numbers");
    *at = (struct point){ (int32_t)x->as.integer, (int32_t)y->as.integer };
    return true;
}

static bool read_choice(const struct decision_kind *kind, const struct json_document *document, const struct json *node,
                        int16_t *choice, struct fault *fault)
{
    const char *name = NULL;
    int32_t     index;

    if (!json_string(document, node, "choice", &name, fault)) return false;
    index = name_index(kind->choices, name);
    *choice = (int16_t)index;
    return index >= 0 || json_fault(document, json_get(node, "choice"), fault, "\"%s\" is no choice of \"%s\"", name, kind->name);
}

bool decision_read(const struct match *m, const struct json_document *document, const struct json *node,
                   struct decision *d, struct fault *fault)
{
    const struct ruleset       *ruleset = ruleset_of(m);
    const struct decision_kind *kind;
    const char                 *name = NULL;
    int32_t                     index;

    memset(d, 0, sizeof *d);
    if (!json_string(document, node, "do", &name, fault)) return false;
    index = kind_named(ruleset, name);
    if (index < 0) return json_fault(document, json_get(node, "do"), fault, "%s has no decision \"%s\"", ruleset->id, name);
    kind = &ruleset->kinds[index];
    d->kind = (uint16_t)index;
    if (kind->uses & USES_UNIT && !read_piece(m, document, node, "unit", &d->unit, fault)) return false;
    if (kind->uses & USES_TARGET && !read_piece(m, document, node, "target", &d->target, fault)) return false;
    if (kind->uses & USES_CHOICE && !read_choice(kind, document, node, &d->choice, fault)) return false;
    if (kind->uses & USES_VALUE && !json_int32(document, node, "value", INT32_MIN, INT32_MAX, &d->value, fault)) return false;
    if (kind->uses & USES_AT && !read_at(document, node, &d->at, fault)) return false;
    return !(kind->uses & USES_HEADING) || json_int32(document, node, "heading", 0, FULL_TURN - 1, &d->heading, fault);
}
