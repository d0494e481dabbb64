/*
 * property_state.c: a state as named values.
 *
 * Changing a visible field changes the hash. What state_write() writes of the fields, state_read() reads back to the same
 * bytes. Decisions survive JSON. A position with any field changed is either refused by a fault that leaves the state
 * alone, or is a position that can be played to its end.
 */
#include "property.h"
#include "hash.h"
#include "state.h"

enum { DOCUMENT = 1 << 18 };

static void *unit_bytes(struct trial *trial, union any_state *s, int32_t piece)
{
    return s->bytes + trial->ruleset->unit_offset + (size_t)piece * trial->ruleset->unit_size;
}

static void check_field(struct trial *trial, union any_state *s, const struct field *field, void *base)
{
    uint64_t hash = hash_bytes(s, state_size(trial));
    int32_t  value = field_get(field, base), other = value == field_low(field) ? value + 1 : value - 1;

    field_set(field, base, other);
    check(trial, field_get(field, base) == other, "\"%s\" was set to %d and is %d", field->name, other, field_get(field, base));
    check(trial, hash_bytes(s, state_size(trial)) != hash, "the hash does not see \"%s\"", field->name);
    field_set(field, base, value);
    check(trial, hash_bytes(s, state_size(trial)) == hash, "setting \"%s\" touches more than itself", field->name);
    trial->steps++;
}

static void check_fields(struct trial *trial, const struct state *s)
{
    static union any_state copy;
    const struct ruleset  *ruleset = trial->ruleset;

    copy_state(trial, &copy, s);
    for (int i = 0; i < ruleset->game_field_count; i++) check_field(trial, &copy, &ruleset->game_fields[i], &copy);
    for (int32_t piece = 0; piece < match_head(trial->match)->pieces; piece++)
        for (int i = 0; i < ruleset->unit_field_count; i++)
            check_field(trial, &copy, &ruleset->unit_fields[i], unit_bytes(trial, &copy, piece));
}

/* Parse a text that lives until the arena is reset. */
static const struct json *parse(struct trial *trial, struct json_document *document, const char *text, size_t length)
{
    struct fault fault = { 0 };

    check(trial, json_parse(document, "position", text, length, &trial->arena, &fault), "%s in %s", fault.text, text);
    return document->root;
}

/* The members "game" and "units" of what state_write() says, as a position. */
static const struct json *written_position(struct trial *trial, const struct state *s, struct json_document *document)
{
    static char        whole[DOCUMENT], text[DOCUMENT];
    struct out         out = out_over(whole, sizeof whole), part = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out), again = json_writer_over(&part);
    const struct json *root;

    state_write(trial->match, s, &writer);
    check(trial, !out.full, "a state is longer than %d bytes", DOCUMENT);
    root = parse(trial, document, whole, out.used);
    json_open(&again, '{');
    json_key(&again, "game");
    json_write(&again, json_get(root, "game"));
    json_key(&again, "units");
    json_write(&again, json_get(root, "units"));
    json_close(&again, '}');
    return parse(trial, document, text, part.used);
}

/* Over a state with the same flow whose fields are all those of the first one. A position that was read asks nobody yet. */
static void check_reading(struct trial *trial, const struct state *s, const struct state *first)
{
    static union any_state read, expected;
    const struct ruleset  *ruleset = trial->ruleset;
    struct json_document   document;
    struct fault           fault = { 0 };
    const struct json     *position = written_position(trial, s, &document);

    copy_state(trial, &expected, s);
    flow_top(flow_of(as_state(&expected)))->asked = 0;
    copy_state(trial, &read, s);
    for (int i = 0; i < ruleset->game_field_count; i++)
        field_set(&ruleset->game_fields[i], &read, field_get(&ruleset->game_fields[i], first));
    for (int32_t piece = 0; piece < match_head(trial->match)->pieces; piece++)
        for (int i = 0; i < ruleset->unit_field_count; i++)
            field_set(&ruleset->unit_fields[i], unit_bytes(trial, &read, piece),
                      field_get(&ruleset->unit_fields[i], state_unit(trial->match, first, piece)));
    check(trial, state_read(trial->match, as_state(&read), &document, position, &fault),
          "a written state is not read: %s", fault.text);
    check(trial, same_state(trial, &read, &expected), "a written state reads as another in phase %s", phase_of(trial, s));
    trial->steps++;
}

static void check_decision(struct trial *trial, const struct decision *d)
{
    char                 text[1024];
    struct out           out = out_over(text, sizeof text);
    struct json_writer   writer = json_writer_over(&out);
    struct json_document document;
    struct fault         fault = { 0 };
    struct decision      read;

    json_open(&writer, '{');
    decision_write(trial->match, d, &writer);
    json_close(&writer, '}');
    check(trial, !out.full, "a decision is longer than its room");
    parse(trial, &document, text, out.used);
    check(trial, decision_read(trial->match, &document, document.root, &read, &fault), "%s is not read: %s", text,
          fault.text);
    check(trial, same_decision(&read, d), "%s reads as another decision", text);
    trial->steps++;
}

static const struct state *first_state;

static void visit(struct trial *trial, struct game *game, seat_id seat)
{
    size_t          mark = trial->arena.used;
    struct decision d = any_decision(trial, game->state, seat);

    if (!first_state) {
        struct state *first = trial_take(trial, state_size(trial));
        copy_state(trial, first, game->state);
        first_state = first;
        mark = trial->arena.used;
    }
    check_decision(trial, &d);
    if (random_below(&trial->random, 4)) return;
    check_fields(trial, game->state);
    check_reading(trial, game->state, first_state);
    trial->arena.used = mark;
}

/* A value that a field can hold, as a position gives it: small numbers more often than wild ones. */
static int32_t any_value(struct trial *trial, const struct field *field)
{
    int64_t low = field_low(field), high = field_high(field);

    if (random_below(&trial->random,
                     2)) return (int32_t)(low + (int64_t)(random_next(&trial->random) % (uint64_t)(high - low + 1)));
    return (int32_t)random_below(&trial->random, (uint32_t)(high > 8 ? 8 : high + 1));
}

/* {"phase":..,"by":..,"game":{..},"units":{..}} with a few values changed. */
static void write_any_position(struct trial *trial, struct out *out)
{
    const struct ruleset *ruleset = trial->ruleset;
    struct json_writer    writer = json_writer_over(out);
    int32_t               pieces = match_head(trial->match)->pieces;

    json_open(&writer, '{');
    if (random_below(&trial->random, 2)) {
        json_key(&writer, "phase");
        json_write_string(&writer, ruleset->phases[random_below(&trial->random, ruleset->phase_count)]->name);
        json_key(&writer, "by");
        json_write_string(&writer, seat_name((seat_id)random_below(&trial->random,
                                                                   (uint32_t)match_head(trial->match)->seats)));
    }
    json_key(&writer, "units");
    json_open(&writer, '{');
    for (int32_t piece = 0; piece < pieces; piece++) {
        const struct field *field = &ruleset->unit_fields[random_below(&trial->random, ruleset->unit_field_count)];
        if (random_below(&trial->random, 3)) continue;
        json_key(&writer, match_head(trial->match)->piece[piece].id);
        json_open(&writer, '{');
        json_key(&writer, field->name);
        json_write_integer(&writer, any_value(trial, field));
        json_close(&writer, '}');
    }
    json_close(&writer, '}');
    if (ruleset->game_field_count && random_below(&trial->random, 2)) {
        const struct field *field = &ruleset->game_fields[random_below(&trial->random, ruleset->game_field_count)];
        json_key(&writer, "game");
        json_open(&writer, '{');
        json_key(&writer, field->name);
        json_write_integer(&writer, any_value(trial, field));
        json_close(&writer, '}');
    }
    json_close(&writer, '}');
}

/* From a position that was let in, a game goes on to its end like any other. */
static void play_on(struct trial *trial, struct game *game, const char *text)
{
    struct dice  dice = dice_seeded(trial->seed);
    struct play  play = { trial->match, game->state, &dice, NULL, 0 };
    struct fault fault = { 0 };

    play_advance(&play);
    for (int step = 0; play_asked(game->state); step++) {
        seat_id         seat = any_asked(trial, game->state);
        struct decision d = any_decision(trial, game->state, seat);
        decide(trial, game, seat, &d, &dice);
        check(trial, trial->ruleset->sound(trial->match, game->state, &fault), "after %s: %s", text, fault.text);
        check(trial, step < STEPS_MAX, "after %s the game does not end", text);
    }
}

static void check_any_position(struct trial *trial)
{
    static union any_state before;
    char                   text[8192];
    struct out             out = out_over(text, sizeof text);
    struct json_document   document;
    struct fault           fault = { 0 };
    struct game            game;

    begin_game(trial, &game, trial->seed);
    copy_state(trial, &before, game.state);
    write_any_position(trial, &out);
    parse(trial, &document, text, out.used);
    if (state_read(trial->match, game.state, &document, document.root, &fault)) {
        play_on(trial, &game, text);
    } else {
        check(trial, fault.set && fault.text[0], "a position is refused without a word: %s", text);
        check(trial, same_state(trial, &before, game.state), "a refused position changed the state: %s", text);
    }
    trial->steps++;
}

static void play_one(struct trial *trial)
{
    size_t mark = trial->arena.used;

    first_state = NULL;
    walk(trial, visit);
    for (int i = 0; i < 40; i++) {
        trial->arena.used = mark;
        check_any_position(trial);
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_state", 30, play_one);
}
