/*
 * test_contract.c: fields, decisions, options, positions and the one authority, with a toy ruleset that uses every part
 * of the tables.
 */
#include "maths.h"
#include "play.h"
#include "state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The toy: two pieces, one phase in which seat A may do anything that is well formed. */
struct unit {
    int8_t   small;
    uint8_t  byte;
    int16_t  half;
    uint16_t word;
    uint8_t  colour;
    uint8_t  spare;
    int32_t  large;
};

struct state {
    struct flow flow;
    uint8_t     turn, spare[3];
    struct unit unit[2];
};

struct match {
    struct match_head head;
};

enum { RULE_PLAY = 1, RULE_OVER, RULE_NINE };

static const char *const rules[] = { "", "TO-PLAY-01", "TO-OVER-01", "TO-NINE-01" };
static const char *const colour_list[] = { "red", "green", "blue" };
static const struct names colours = { "colour", colour_list, 3 };

static const struct field game_fields[] = { FIELD(struct state, turn, NULL) };
static const struct field unit_fields[] = {
    FIELD(struct unit, small, NULL), FIELD(struct unit, byte, NULL),       FIELD(struct unit, half, NULL),
    FIELD(struct unit, word, NULL),  FIELD(struct unit, colour, &colours), FIELD(struct unit, large, NULL),
};

static const struct decision_kind kinds[] = {
    { .name = "nothing", .declines = true },
    { .name = "paint", .uses = USES_UNIT | USES_CHOICE, .choices = &colours },
    { .name = "push", .uses = USES_UNIT | USES_TARGET | USES_VALUE },
    { .name = "go", .uses = USES_UNIT | USES_AT | USES_HEADING },
};
enum { DO_NOTHING, DO_PAINT, DO_PUSH, DO_GO };

static const struct option options[] = { { "length", RULE_PLAY, 1, 9, 5 }, { "wild", RULE_NINE, 0, 1, 0 } };
static const struct piece  pieces[] = {
    { .id = "A1", .type = "pawn", .seat = SEAT_A }, { .id = "B1", .type = "pawn", .seat = SEAT_B },
};

static void enter(struct play *p) { ask(p, SEAT_BIT(SEAT_A)); }

static void offer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)s, (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_NOTHING }, 0);
}

static rule_id refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                      struct refusal *why)
{
    (void)m, (void)s, (void)seat;
    return d->kind == DO_PUSH && d->value == 9 ? refuse_with(why, RULE_NINE, d->value, 8) : 0;
}

static void take(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_PAINT) p->state->unit[d->unit].colour = (uint8_t)d->choice;
    if (++p->state->turn == 3) finish(p, SEAT_B);
}

static const struct phase        phase = { "play", RULE_PLAY, enter, offer, refuse, take, .step = 1, .gathered = true };
static const struct phase *const phases[] = { &phase };
static const struct step         sequence[] = { { "turn", RULE_PLAY, 0 } };

static bool load(struct match *m, struct loading *loading)
{
    (void)loading;
    m->head.seats = 2;
    m->head.pieces = 2;
    m->head.piece = pieces;
    return true;
}

static void setup(const struct match *m, struct state *s)
{
    (void)m;
    flow_push(&s->flow, 0);
}

static bool place(const struct match *m, struct state *s, uint8_t wanted, seat_id seat, struct fault *fault)
{
    (void)m, (void)s, (void)wanted;
    return seat == SEAT_A || fault_say(fault, "position", 0, "only A plays");
}

static bool sound(const struct match *m, const struct state *s, struct fault *fault)
{
    (void)m;
    return s->unit[0].byte != 13 || fault_say(fault, "state", 0, "TO-NINE-01: thirteen is unlucky");
}

static const struct event_kind event_kinds[] = { { .name = "painted" }, { .name = "stands", .place = true } };

static const struct ruleset toy = {
    .events = event_kinds, .event_count = 2,
    .id = "toy", .version = 3, .rules = rules, .rule_count = 3, .over_rule = RULE_OVER,
    .phases = phases, .kinds = kinds, .options = options, .game_fields = game_fields, .unit_fields = unit_fields,
    .phase_count = 1, .kind_count = 4, .option_count = 2, .game_field_count = 1, .unit_field_count = 6,
    .match_size = sizeof(struct match), .state_size = sizeof(struct state),
    .unit_offset = offsetof(struct state, unit), .unit_size = sizeof(struct unit),
    .load = load, .setup = setup, .place = place, .sound = sound, .sequence = sequence, .step_count = 1,
};

static char                memory[1 << 16];
static struct arena        arena;
static const struct match *match;
static struct state        first;

static const struct match *load_with(const char *scenario, const char *chosen, struct fault *fault)
{
    static struct json_document parsed;
    struct document             document = { "toy.json", scenario, strlen(scenario) };
    struct library              library = { NULL, 0 };

    if (chosen) assert_true(json_parse(&parsed, "options", chosen, strlen(chosen), &arena, fault));
    return match_load(&toy, &library, &document, chosen ? &parsed : NULL, &arena, fault);
}

static const char good[] = "{\"format\":1,\"ruleset\":\"toy\",\"id\":\"box\"}";

static int begin(void **unused)
{
    struct fault fault = { 0 };
    struct dice  dice = dice_listed(NULL, 0);
    struct play  play = { NULL, &first, &dice, NULL, 0 };

    (void)unused;
    arena = arena_over(memory, sizeof memory);
    match = load_with(good, NULL, &fault);
    assert_non_null(match);
    play.match = match;
    play_begin(&play);
    return 0;
}

static void fields_hold_their_whole_range(void **unused)
{
    (void)unused;
    for (int i = 0; i < toy.unit_field_count; i++) {
        const struct field *field = &unit_fields[i];
        int32_t             low = field_low(field), high = field_high(field);
        struct unit         unit, other;

        for (int byte = 0; byte < 256; byte += 255) {
            memset(&unit, byte, sizeof unit);
            for (int32_t value = low; ; value = value == low ? (low + high) / 2 : high) {
                other = unit;
                field_set(field, &unit, value);
                assert_int_equal(field_get(field, &unit), value);
                /* Nothing beside the member is touched. */
                memcpy((char *)&other + field->offset, (char *)&unit + field->offset, field->size);
                assert_memory_equal(&unit, &other, sizeof unit);
                if (value == high) break;
            }
        }
    }
    assert_int_equal(field_low(&unit_fields[0]), INT8_MIN);
    assert_int_equal(field_high(&unit_fields[1]), UINT8_MAX);
    assert_int_equal(field_low(&unit_fields[2]), INT16_MIN);
    assert_int_equal(field_high(&unit_fields[3]), UINT16_MAX);
    assert_int_equal(field_high(&unit_fields[4]), 2);
    assert_int_equal(field_low(&unit_fields[5]), INT32_MIN);
    assert_int_equal(field_high(&unit_fields[5]), INT32_MAX);
}

static void names_are_found_or_not(void **unused)
{
    (void)unused;
    assert_int_equal(phase_named(&toy, "play"), 0);
    assert_int_equal(phase_named(&toy, "over"), -1);
    assert_int_equal(kind_named(&toy, "go"), DO_GO);
    assert_int_equal(kind_named(&toy, ""), -1);
    assert_int_equal(name_index(&colours, "blue"), 2);
    assert_int_equal(name_index(&colours, "Blue"), -1);
    assert_int_equal(rule_named(&toy, "TO-NINE-01"), RULE_NINE);
    assert_int_equal(rule_named(&toy, ""), 0);
    assert_int_equal(match_piece(match, "B1"), 1);
    assert_int_equal(match_piece(match, "C1"), -1);
    assert_int_equal(match_option(&toy, "wild"), 1);
    assert_int_equal(match_option(&toy, "tame"), -1);
    for (seat_id seat = 0; seat < SEATS_MAX; seat++) assert_int_equal(seat_named(seat_name(seat)), seat);
    assert_int_equal(seat_named("spectator"), NO_SEAT);
    assert_string_equal(seat_name(SPECTATOR), "spectator");
}

static void decisions_survive_json(void **unused)
{
    (void)unused;
    static const struct { struct decision d; const char *text; } rows[] = {
        { { .kind = DO_NOTHING }, "{\"do\":\"nothing\"}" },
        { { .kind = DO_PAINT, .unit = 1, .choice = 2 }, "{\"do\":\"paint\",\"unit\":\"B1\",\"choice\":\"blue\"}" },
        { { .kind = DO_PUSH, .unit = 1, .value = INT32_MIN },
          "{\"do\":\"push\",\"unit\":\"B1\",\"target\":\"A1\",\"value\":-2147483648}" },
        { { .kind = DO_GO, .at = { -5, TABLE_LIMIT }, .heading = 35999 },
          "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[-5,8388608],\"heading\":35999}" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char                 text[256];
        struct out           out = out_over(text, sizeof text);
        struct json_writer   writer = json_writer_over(&out);
        struct json_document document;
        struct fault         fault = { 0 };
        struct decision      read;

        json_open(&writer, '{');
        decision_write(match, &rows[i].d, &writer);
        json_close(&writer, '}');
        assert_string_equal(text, rows[i].text);
        assert_true(json_parse(&document, "message", text, out.used, &arena, &fault));
        memset(&read, 0xff, sizeof read);
        assert_true(decision_read(match, &document, document.root, &read, &fault));
        assert_memory_equal(&read, &rows[i].d, sizeof read);
    }
}

static void decisions_that_cannot_be_read_are_faults(void **unused)
{
    (void)unused;
    static const char *const rows[] = {
        "[]", "3", "{}", "{\"do\":3}", "{\"do\":\"fly\"}", "{\"do\":\"paint\"}",
            "{\"do\":\"paint\",\"unit\":\"C1\",\"choice\":\"red\"}",
        "{\"do\":\"paint\",\"unit\":\"A1\"}", "{\"do\":\"paint\",\"unit\":\"A1\",\"choice\":\"pink\"}",
            "{\"do\":\"paint\",\"unit\":0,\"choice\":\"red\"}",
        "{\"do\":\"push\",\"unit\":\"A1\",\"target\":\"B1\"}",
            "{\"do\":\"push\",\"unit\":\"A1\",\"target\":\"B1\",\"value\":2147483648}",
        "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[],\"heading\":0}",
            "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[1],\"heading\":0}",
        "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[1,2,3],\"heading\":0}",
            "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[1,\"2\"],\"heading\":0}",
        "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[1,8388609],\"heading\":0}",
            "{\"do\":\"go\",\"unit\":\"A1\",\"at\":[1,2],\"heading\":36000}",
        "{\"do\":\"go\",\"unit\":\"A1\",\"at\":{\"x\":1,\"y\":2},\"heading\":0}",
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct json_document document;
        struct fault         fault = { 0 };
        struct decision      read;

        assert_true(json_parse(&document, "message", rows[i], strlen(rows[i]), &arena, &fault));
        if (decision_read(match, &document, document.root, &read, &fault)) fail_msg("%s is read", rows[i]);
        assert_true(fault.set && fault.text[0] && fault.line == 1);
    }
}

static void options_are_the_books_unless_chosen(void **unused)
{
    (void)unused;
    struct fault fault = { 0 };

    assert_int_equal(match_head(match)->option[0], 5);
    assert_int_equal(match_head(match)->option[1], 0);
    match = load_with(good, "{\"wild\":1}", &fault);
    assert_non_null(match);
    assert_int_equal(match_head(match)->option[0], 5);
    assert_int_equal(match_head(match)->option[1], 1);
}

static void a_scenario_may_mean_other_options(void **unused)
{
    static const char meant[] = "{\"format\":1,\"ruleset\":\"toy\",\"id\":\"box\",\"options\":{\"length\":7,\"wild\":1}}";
    struct fault      fault = { 0 };

    (void)unused;
    match = load_with(meant, NULL, &fault);
    assert_non_null(match);
    assert_int_equal(match_head(match)->option[0], 7);
    assert_int_equal(match_head(match)->option[1], 1);
    match = load_with(meant, "{\"wild\":0}", &fault);        /* the host has the last word, also for the book's own */
    assert_non_null(match);
    assert_int_equal(match_head(match)->option[0], 7);
    assert_int_equal(match_head(match)->option[1], 0);
}

static void wrong_options_are_faults(void **unused)
{
    (void)unused;
    static const char *const rows[] = { "{\"tame\":1}", "{\"length\":0}", "{\"length\":10}", "{\"length\":\"5\"}",
                                        "{\"length\":null}",
                                        "[1,2]", "7", "{\"wild\":true}" };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fault fault = { 0 };

        assert_null(load_with(good, rows[i], &fault));
        assert_true(fault.set);
        assert_string_equal(fault.file, "options");
    }
}

static void wrong_scenarios_are_faults(void **unused)
{
    (void)unused;
    static const char *const rows[] = { "", "{", "[]", "{}", "{\"format\":1,\"ruleset\":\"other\",\"id\":\"box\"}",
                                        "{\"format\":2,\"ruleset\":\"toy\",\"id\":\"box\"}",
                                            "{\"format\":1,\"ruleset\":\"toy\"}",
                                        "{\"format\":1,\"ruleset\":\"toy\",\"id\":4}",
                                        "{\"format\":1,\"ruleset\":\"toy\",\"id\":\"box\",\"options\":7}",
                                        "{\"format\":1,\"ruleset\":\"toy\",\"id\":\"box\",\"options\":{\"tame\":1}}",
                                        "{\"format\":1,\"ruleset\":\"toy\",\"id\":\"box\",\"options\":{\"length\":10}}" };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fault fault = { 0 };

        assert_null(load_with(rows[i], NULL, &fault));
        assert_true(fault.set);
        assert_string_equal(fault.file, "toy.json");
    }
}

/* Pieces of a match that the toy's own load() does not make. */
static struct piece others[] = { { .id = "A1", .type = "pawn", .seat = SEAT_A }, { .id = "chest", .type = "chest", .seat = NO_SEAT } };

static bool load_others(struct match *m, struct loading *loading)
{
    (void)loading;
    m->head.seats = 2;
    m->head.pieces = 2;
    m->head.piece = others;
    return true;
}

static void pieces_are_a_sides_or_nobodys(void **unused)
{
    struct document document = { "toy.json", good, sizeof good - 1 };
    struct library  library = { NULL, 0 };
    struct ruleset  other = toy;
    struct fault    fault = { 0 };

    (void)unused;
    other.load = load_others;
    match = match_load(&other, &library, &document, NULL, &arena, &fault);
    assert_non_null(match);
    assert_string_equal(seat_name(match_head(match)->piece[match_piece(match, "chest")].seat), "nobody");
    others[1].seat = 2;                                      /* there are two sides */
    assert_null(match_load(&other, &library, &document, NULL, &arena, &fault));
    assert_non_null(strstr(fault.text, "chest"));
    others[1].seat = NO_SEAT;
}

static void a_place_of_a_film_is_told_with_its_time(void **unused)
{
    struct event  list[4];
    struct events told = { list, 0, 4, false };
    struct dice   dice = dice_listed(NULL, 0);
    struct play   play = { match, &first, &dice, &told, 0 };
    struct pose   pose = { { 1000, -2000 }, 9000 };

    (void)unused;
    tell_place(&play, SEAT_BIT(SEAT_B), EVENT_OWN + 1, RULE_PLAY, 1, pose, 0);
    tell_place(&play, SEEN_BY_ALL, EVENT_OWN + 1, RULE_PLAY, 1, pose, PLACE_TIMES);
    assert_int_equal(told.count, 2);
    assert_int_equal(list[0].seen, SEAT_BIT(SEAT_B));
    assert_int_equal(list[0].unit, 1);
    assert_int_equal(list[0].target, NOBODY);
    assert_int_equal(list[1].as.value[0], 1000);
    assert_int_equal(list[1].as.value[1], -2000);
    assert_int_equal(list[1].as.value[2], 9000);
    assert_int_equal(list[1].as.value[3], 1000);
    play.events = NULL;                                      /* nobody listens */
    tell_place(&play, SEEN_BY_ALL, EVENT_OWN + 1, RULE_PLAY, 1, pose, 500);
    assert_int_equal(told.count, 2);
}

static void the_scenario_hash_is_of_what_it_says(void **unused)
{
    (void)unused;
    struct fault        fault = { 0 };
    const struct match *same = load_with(" { \"format\" : 1,\n\"ruleset\":\"toy\", \"id\":\"b\\u006fx\" }\n", NULL, &fault);
    const struct match *other = load_with("{\"format\":1,\"ruleset\":\"toy\",\"id\":\"boy\"}", NULL, &fault);

    assert_true(match_head(same)->scenario_hash == match_head(match)->scenario_hash);
    assert_true(match_head(other)->scenario_hash != match_head(match)->scenario_hash);
}

static bool read_position(const char *text, struct state *s, struct fault *fault)
{
    struct json_document document;

    assert_true(json_parse(&document, "position", text, strlen(text), &arena, fault));
    return state_read(match, s, &document, document.root, fault);
}

static void positions_are_laid_over_a_state(void **unused)
{
    (void)unused;
    struct state s = first;
    struct fault fault = { 0 };

    assert_true(read_position("{\"game\":{\"turn\":2},\"units\":{\"B1\":{\"colour\":\"blue\",\"large\":-7},\"A1\":{\"colour\":1}},"
                              "\"phase\":\"play\",\"by\":\"A\"}", &s, &fault));
    assert_int_equal(s.turn, 2);
    assert_int_equal(s.unit[1].colour, 2);
    assert_int_equal(s.unit[1].large, -7);
    assert_int_equal(s.unit[0].colour, 1);
    assert_true(read_position("{}", &s, &fault));
}

static void wrong_positions_change_nothing(void **unused)
{
    (void)unused;
    static const char *const rows[] = {
        "[]", "4", "{\"game\":3}", "{\"units\":[]}", "{\"extra\":1}", "{\"game\":{\"tern\":1}}", "{\"game\":{\"turn\":256}}",
        "{\"game\":{\"turn\":1},\"units\":{\"C1\":{}}}", "{\"units\":{\"A1\":{\"colour\":\"pink\"}}}",
            "{\"units\":{\"A1\":{\"colour\":3}}}",
        "{\"units\":{\"A1\":{\"small\":128}}}", "{\"units\":{\"A1\":{\"word\":-1}}}",
            "{\"units\":{\"A1\":{\"half\":\"x\"}}}",
        "{\"units\":{\"A1\":3}}", "{\"units\":{\"A1\":{\"byte\":13}}}", "{\"phase\":\"fight\"}",
            "{\"phase\":\"play\",\"by\":\"C\"}",
        "{\"phase\":\"play\",\"by\":\"B\"}", "{\"phase\":1}", "{\"game\":{\"turn\":1},\"by\":7}",
            "{\"units\":{\"A1\":{\"large\":2147483648}}}",
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct state s = first;
        struct fault fault = { 0 };

        if (read_position(rows[i], &s, &fault)) fail_msg("%s is read", rows[i]);
        assert_true(fault.set && fault.text[0]);
        assert_memory_equal(&s, &first, sizeof s);
    }
}

static void states_are_written_with_names(void **unused)
{
    (void)unused;
    struct state       s = first;
    char               text[1024];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    s.unit[1].colour = 2;
    s.unit[1].small = -3;
    state_write(match, &s, &writer);
    assert_string_equal(text, "{\"phase\":\"play\",\"step\":\"turn\",\"gathered\":true,\"asked\":[\"A\"],\"game\":{\"turn\":0},\"units\":{"
                              "\"A1\":{\"small\":0,\"byte\":0,\"half\":0,\"word\":0,\"colour\":\"red\",\"large\":0},"
                              "\"B1\":{\"small\":-3,\"byte\":0,\"half\":0,\"word\":0,\"colour\":\"blue\",\"large\":0}}}");
    flow_of(&s)->over = 1;
    assert_int_equal(state_step(match, &s), 0);
    out = out_over(text, sizeof text);
    writer = json_writer_over(&out);
    state_write(match, &s, &writer);
    assert_non_null(strstr(text, "\"phase\":\"over\",\"step\":null,\"gathered\":false,"));
}

/* A refusal names one thing in the way: the last that was said. */
static void refusals_name_what_is_in_the_way(void **unused)
{
    struct refusal why = { .unit = NOBODY };

    (void)unused;
    assert_int_equal(refuse_for(&why, RULE_PLAY, 1), RULE_PLAY);
    assert_int_equal(refuse_by(&why, RULE_OVER, 4, "wood"), RULE_OVER);
    assert_int_equal(why.unit, NOBODY);
    assert_int_equal(why.element, 5);
    assert_string_equal(why.terrain, "wood");
    refuse_as(&why, RULE_PLAY);
    assert_int_equal(why.element, 5);
    refuse_for(&why, RULE_PLAY, 1);
    assert_int_equal(why.element, 0);
    assert_null(why.terrain);
    assert_int_equal(refuse_by(NULL, RULE_OVER, 0, "wood"), RULE_OVER);
}

/* Everything that is not well formed is refused by the rule of the phase, before the ruleset is asked. */
static void only_what_is_well_formed_reaches_the_rules(void **unused)
{
    (void)unused;
    static const struct { seat_id seat; struct decision d; rule_id rule; } rows[] = {
        { SEAT_A, { .kind = DO_NOTHING }, 0 },
        { SEAT_A, { .kind = DO_PAINT, .unit = 1, .choice = 2 }, 0 },
        { SEAT_A, { .kind = DO_PUSH, .unit = 1, .target = 1, .value = INT32_MIN }, 0 },
        { SEAT_A, { .kind = DO_GO, .unit = 1, .at = { TABLE_LIMIT, -TABLE_LIMIT }, .heading = 35999 }, 0 },
        { SEAT_A, { .kind = DO_PUSH, .value = 9 }, RULE_NINE },
        { SEAT_B, { .kind = DO_NOTHING }, RULE_PLAY },
        { NO_SEAT, { .kind = DO_NOTHING }, RULE_PLAY },
        { SPECTATOR, { .kind = DO_NOTHING }, RULE_PLAY },
        { INT8_MIN, { .kind = DO_NOTHING }, RULE_PLAY },
        { INT8_MAX, { .kind = DO_NOTHING }, RULE_PLAY },
        { SEAT_A, { .kind = 4 }, RULE_PLAY },
        { SEAT_A, { .kind = UINT16_MAX }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .unit = 1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .target = 1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .choice = 1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .value = 1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .at = { 0, 1 } }, RULE_PLAY },
        { SEAT_A, { .kind = DO_NOTHING, .heading = 1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_PAINT, .unit = -1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_PAINT, .unit = 2 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_PAINT, .choice = 3 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_PAINT, .choice = -1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_PUSH, .target = 2 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_GO, .heading = 36000 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_GO, .heading = -1 }, RULE_PLAY },
        { SEAT_A, { .kind = DO_GO, .at = { TABLE_LIMIT + 1, 0 } }, RULE_PLAY },
        { SEAT_A, { .kind = DO_GO, .at = { 0, INT32_MIN } }, RULE_PLAY },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct refusal why;

        memset(&why, 0xff, sizeof why);
        if (play_refuse(match, &first, rows[i].seat, &rows[i].d, &why) != rows[i].rule) fail_msg("row %d", (int)i);
        assert_int_equal(why.rule, rows[i].rule);
        assert_int_equal(why.unit, -1);
        assert_false(why.has_nearest);
        if (rows[i].rule == RULE_NINE) assert_int_equal(why.value[1], 8);
    }
}

static void nothing_is_decided_after_the_end(void **unused)
{
    (void)unused;
    struct state    s = first;
    struct dice     dice = dice_listed(NULL, 0);
    struct play     play = { match, &s, &dice, NULL, 0 };
    struct decision d = { .kind = DO_NOTHING };
    struct offer    list[8];
    struct offers   offers = { list, 0, 8 };

    for (int i = 0; i < 3; i++) {
        play_offer(match, &s, SEAT_A, &offers);
        assert_int_equal(offers.count, 1);
        play_take(&play, SEAT_A, &d);
        play_advance(&play);
    }
    assert_true(s.flow.over);
    assert_int_equal(s.flow.winner, SEAT_B);
    assert_int_equal(play_asked(&s), 0);
    play_offer(match, &s, SEAT_A, &offers);
    assert_int_equal(offers.count, 0);
    assert_int_equal(play_refuse(match, &s, SEAT_A, &d, NULL), RULE_OVER);
}

static void accounts_must_add_up(void **unused)
{
    (void)unused;
    struct state  s = first;
    struct dice   dice = dice_listed(NULL, 0);
    struct event  list[16];
    struct events events = { list, 0, 16, false };
    struct play   play = { match, &s, &dice, &events, 0 };
    int32_t       where;
    int           sum = account(&play, 1, 4);

    sum += because(&play, 1, -1);
    sum += because(&play, 1, 0);
    assert_false(events_add_up(&events, &where));
    total(&play, 1, sum);
    assert_int_equal(events.count, 3);
    assert_true(events_add_up(&events, &where));
    list[1].as.value[0] = 1;
    assert_false(events_add_up(&events, &where));
    assert_int_equal(where, 2);
}

static void a_full_list_of_events_says_so(void **unused)
{
    (void)unused;
    struct state  s = first;
    struct dice   dice = dice_listed(NULL, 0);
    struct event  list[2];
    struct events events = { list, 0, 2, false }, deaf = { NULL, 0, 0, false };
    struct play   play = { match, &s, &dice, &events, 0 };

    for (int i = 0; i < 3; i++) tell(&play, EVENT_OWN, 1, i, NOBODY, 0, 0, 0);
    assert_int_equal(events.count, 2);
    assert_true(events.full);
    play.events = &deaf;
    tell(&play, EVENT_OWN, 1, 0, NOBODY, 0, 0, 0);
    assert_false(deaf.full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(fields_hold_their_whole_range, begin),
        cmocka_unit_test_setup(names_are_found_or_not, begin),
        cmocka_unit_test_setup(decisions_survive_json, begin),
        cmocka_unit_test_setup(decisions_that_cannot_be_read_are_faults, begin),
        cmocka_unit_test_setup(options_are_the_books_unless_chosen, begin),
        cmocka_unit_test_setup(a_scenario_may_mean_other_options, begin),
        cmocka_unit_test_setup(wrong_options_are_faults, begin),
        cmocka_unit_test_setup(pieces_are_a_sides_or_nobodys, begin),
        cmocka_unit_test_setup(a_place_of_a_film_is_told_with_its_time, begin),
        cmocka_unit_test_setup(wrong_scenarios_are_faults, begin),
        cmocka_unit_test_setup(the_scenario_hash_is_of_what_it_says, begin),
        cmocka_unit_test_setup(positions_are_laid_over_a_state, begin),
        cmocka_unit_test_setup(wrong_positions_change_nothing, begin),
        cmocka_unit_test_setup(states_are_written_with_names, begin),
        cmocka_unit_test(refusals_name_what_is_in_the_way),
        cmocka_unit_test_setup(only_what_is_well_formed_reaches_the_rules, begin),
        cmocka_unit_test_setup(nothing_is_decided_after_the_end, begin),
        cmocka_unit_test_setup(accounts_must_add_up, begin),
        cmocka_unit_test_setup(a_full_list_of_events_says_so, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
