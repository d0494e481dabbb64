/*
 * test_armies.c: what is said about armies, and armies as codes, for every game that has lists.
 *
 * Reports are JSON of one form. Sentences are in the reader's language and call things by their words; somebody who writes documents by
 * hand hears the ids of entries and belligerents. Documents after a fix, codes and names keep to their bounds, and nothing that runs out
 * of memory does more than say so.
 *
 *   test_armies DATA-DIRECTORY
 */
#include "armies.h"
#include "documents.h"
#include "explain.h"
#include "random.h"
#include "registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 24 << 20, TEXT = 1 << 21, MANY = 1 << 20, SIZES = 40 };

static struct library       library;
static char                 memory[MEMORY], words[MEMORY], text[TEXT], other[TEXT];
static struct texts         texts;
static struct muster_report report;

static const struct ruleset *game(const char *id)
{
    struct arena arena = arena_over(words, sizeof words);
    struct fault fault = { .set = false };

    if (!texts_load(&texts, ruleset_named(id), &library, &arena, &fault)) fail_msg("%s", fault.text);
    return ruleset_named(id);
}

static struct document army_of(const char *document) { return (struct document){ "army", document, strlen(document) }; }

/* The report stays until the next one. */
static void check(const struct ruleset *ruleset, const char *document)
{
    struct arena    arena = arena_over(memory, sizeof memory);
    struct document army = army_of(document);
    struct fault    fault = { .set = false };

    if (!ruleset->muster->check(&library, &army, &report, &arena, &fault)) fail_msg("%d: %s", fault.line, fault.text);
}

#define FLAT(side, limit, regiments) \
    "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"" side "\",\"limit\":" limit ",\"name\":\"Alba\",\"regiments\":[" regiments "]}"
#define LISTED(chief, units) \
    "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"limit\":1000," chief "\"regiments\":[" \
    "{\"type\":\"infantry_regiment\",\"commander\":{\"rank\":1,\"virtues\":[],\"traits\":[\"alert\"]},\"units\":[" units "]},{\"type\":\"battery\",\"units\":[]}]}"
#define CHIEF "\"chief\":{\"rank\":3,\"virtues\":[\"presence\"],\"traits\":[\"bold\",\"alert\"]},"

static const char *say_problem(const struct army_reader *reader, int number)
{
    static char said[1024];
    struct out  out = out_over(said, sizeof said);

    army_say_problem(reader, &report, &report.problem[number], &out);
    return said;
}

static const char *say_fix(const struct army_reader *reader, int number)
{
    static char said[1024];
    struct out  out = out_over(said, sizeof said);

    army_say_fix(reader, &report.problem[number].fix, &out);
    return said;
}

static void entries_are_named_or_called_by_their_ids(void **unused)
{
    struct army_reader reader = { game("brevis"), &texts.catalogue[ENGLISH], true };

    (void)unused;
    check(reader.ruleset, FLAT("spain", "7", "\"I4\""));
    assert_string_equal(say_problem(&reader, 0), "I4 is not open to Spain");
    assert_string_equal(say_fix(&reader, 0), "exchange one I4 for I1 (3 points)");
    reader.writes = false;
    assert_string_equal(say_problem(&reader, 0), "I4 (Imperial great regiment) is not open to Spain");
    assert_string_equal(say_fix(&reader, 0), "exchange one I4 (Imperial great regiment) for I1 (Regiment of foot) (3 points)");
    reader.catalogue = &texts.catalogue[FRENCH];
    assert_string_equal(say_fix(&reader, 0), "échanger un I4 (Grand régiment impérial) contre I1 (Régiment d'infanterie) (3 points)");
    reader.catalogue = NULL;
    assert_string_equal(say_problem(&reader, 0), report.problem[0].text);
    assert_string_equal(say_fix(&reader, 0), report.problem[0].fix.text);
    check(reader.ruleset, FLAT("spian", "7", "\"I2\""));
    reader.catalogue = &texts.catalogue[ENGLISH];
    assert_string_equal(say_problem(&reader, 0), "\"spian\" is no belligerent; there are Spain, Sweden, France, Empire, England, Palatinate and Protestants");
    assert_string_equal(say_fix(&reader, 0), "make it an army of Spain");
    reader.writes = true;
    assert_string_equal(say_problem(&reader, 0), "\"spian\" is no belligerent; there are spain, sweden, france, empire, england, palatine");
    assert_string_equal(say_fix(&reader, 0), "make it an army of spain");
    check(reader.ruleset, FLAT("spain", "7", "\"C1\""));
    assert_string_equal(say_problem(&reader, 0), "0 of the kind infantry; at least 1");
}

static void parts_are_called_by_their_words(void **unused)
{
    struct army_reader reader = { game("liber"), &texts.catalogue[ENGLISH], true };

    (void)unused;
    check(reader.ruleset, LISTED(CHIEF, "{\"type\":\"tercio\",\"options\":[\"halberds\",\"halberds\"]},{\"type\":\"classic_battalion\"}"));
    for (int i = 0; i < report.count; i++) {
        const struct muster_problem *problem = &report.problem[i];
        const char                  *said = say_problem(&reader, i), *wanted = NULL;
        if (!strcmp(problem->name, "trait_twice")) wanted = "the trait Alert is there twice";
        if (!strcmp(problem->name, "option_twice")) wanted = "the option Halberds is taken twice";
        if (!strcmp(problem->name, "mixed_battalions")) wanted = "classic battalion is of another kind than the first battalion of its regiment";
        if (!strcmp(problem->name, "regiment_size")) wanted = "0 guns; there must be 1 to 1";
        if (!strcmp(problem->name, "unit_nation")) continue;
        if (!wanted) fail_msg("%s: %s", problem->name, said);
        assert_string_equal(said, wanted);
        if (!strcmp(problem->name, "option_twice")) assert_string_equal(say_fix(&reader, i), "take away the option Halberds");
    }
    assert_in_range(report.count, 4, 6);
}

/* Members that every report has, structured or not. */
static void see_report(const struct ruleset *ruleset)
{
    struct arena         arena = arena_over(memory, sizeof memory);
    struct out           out = out_over(text, sizeof text);
    struct json_writer   writer = json_writer_over(&out);
    struct army_reader   reader = { ruleset, &texts.catalogue[FRENCH], false };
    struct json_document document;
    struct fault         fault = { .set = false };

    arena.used = MEMORY / 2;                 /* the report itself is below */
    army_write_report(&reader, &report, &writer);
    if (!json_parse(&document, "report", text, out.used, &arena, &fault)) fail_msg("%s", fault.text);
    assert_int_equal(json_get(document.root, "legal")->type, report.count ? JSON_FALSE : JSON_TRUE);
    assert_int_equal(json_get(document.root, "structure") != NULL, report.structure != NULL);
    for (const struct json *problem = json_get(document.root, "problems")->as.child; problem; problem = problem->next) {
        static const char *const members[] = { "rule", "line", "problem", "what", "found", "low", "high", "text", "regiment", "unit", "fix" };
        static const char *const of_fix[] = { "change", "what", "with", "value", "left", "text", "part", "regiment", "unit", "army" };
        const struct json       *fix = json_get(problem, "fix");
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            if (!json_get(problem, members[i])) fail_msg("%s: no %s in a problem", ruleset->id, members[i]);
        for (size_t i = 0; i < sizeof of_fix / sizeof of_fix[0]; i++)
            if (!json_get(fix, of_fix[i])) fail_msg("%s: no %s in a fix", ruleset->id, of_fix[i]);
        assert_null(strstr(json_get(problem, "text")->as.string, "engine."));
        assert_null(strstr(json_get(fix, "text")->as.string, "engine."));
        if (json_get(fix, "army")->type != JSON_NULL) assert_string_equal(json_get(json_get(fix, "army"), "ruleset")->as.string, ruleset->id);
    }
}

static void reports_have_one_form(void **unused)
{
    const struct ruleset *brevis = game("brevis"), *liber;

    (void)unused;
    check(brevis, FLAT("spian", "2", "\"I1\",\"I1\",\"I1\",\"Z\\\"{what}\",\"I4\",\"K1\",\"K2\""));
    assert_true(report.count >= 5);
    see_report(brevis);
    check(brevis, FLAT("spain", "7", "\"I2\""));
    see_report(brevis);
    liber = game("liber");
    check(liber, LISTED("", "{\"type\":\"dragoons\",\"drilled\":true}"));
    assert_true(report.count >= 4);
    assert_int_equal(report.regiments, 2);
    assert_int_equal(report.regiment_points[1], 0);
    see_report(liber);
    assert_non_null(strstr(text, "\"regiment_points\":["));           /* an empty regiment has its place too */
}

static void the_muster_names_belligerents_and_options(void **unused)
{
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    (void)unused;
    army_write_muster(ruleset_named("brevis"), &writer);
    assert_non_null(strstr(text, "\"belligerents\":[\"spain\",\"sweden\","));
    assert_non_null(strstr(text, "\"belligerent_set\":\"belligerent\""));
    assert_non_null(strstr(text, "\"rules\":[],\"name_bytes\":120,\"codes\":true"));
    out = out_over(text, sizeof text);
    writer = json_writer_over(&out);
    army_write_muster(ruleset_named("liber"), &writer);
    assert_non_null(strstr(text, "{\"name\":\"kingdoms_rules\",\"rule\":\"LM-UNIT-08\",\"low\":0,\"high\":1,\"standard\":1}"));
    assert_null(strstr(text, "premeasure"));
}

static void lists_take_options_that_the_game_has(void **unused)
{
    static const struct { const char *game, *options; bool good; } cases[] = {
        { "brevis", "{}", true },  { "brevis", "{\"terrain_points\":1}", true },    { "brevis", "{\"magic\":1}", false },
        { "liber", "{}", true },   { "liber", "{\"kingdoms_extras\":1}", true },    { "liber", "{\"kingdoms_extras\":2}", false },
        { "liber", "[]", false },  { "brevis", "7", false },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct arena         arena = arena_over(memory, sizeof memory);
        struct out           out = out_over(text, sizeof text);
        struct json_writer   writer = json_writer_over(&out);
        struct json_document options;
        struct fault         fault = { .set = false };
        assert_true(json_parse(&options, "options", cases[i].options, strlen(cases[i].options), &arena, &fault));
        if (army_write_list(ruleset_named(cases[i].game), &library, "spain", &options, &writer, &arena, &fault) != cases[i].good)
            fail_msg("%s with %s: %s", cases[i].game, cases[i].options, fault.text);
        assert_int_equal(fault.set, !cases[i].good);
    }
}

/* Random lists, most of them illegal: what a fix makes of one has as many problems as it says, and what stays is as it was. */
static void flat_fixes_bring_the_document(void **unused)
{
    static const char *const entries[] = { "I1", "I2", "I4", "I8", "C1", "C5", "C7", "K1", "A1", "A3", "Z9" };
    static char              kept[MUSTER_PROBLEMS][1024];
    const struct ruleset    *brevis = game("brevis");

    (void)unused;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct random random = random_from(seed);
        struct out    out = out_over(text, sizeof text);
        int32_t       left[MUSTER_PROBLEMS], count;
        out_format(&out, "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"%s\",\"limit\":%d,\"name\":\"Alba\",\"regiments\":[",
                   random_below(&random, 5) ? "spain" : "swiden", (int)random_below(&random, 26));
        for (int i = (int)random_below(&random, 9); i > 0; i--)
            out_format(&out, "\"%s\"%s", entries[random_below(&random, sizeof entries / sizeof entries[0])], i > 1 ? "," : "");
        out_text(&out, "]}");
        check(brevis, text);
        count = report.count;
        for (int i = 0; i < count; i++) {
            assert_non_null(report.problem[i].fix.army);
            strcpy(kept[i], report.problem[i].fix.army);
            left[i] = report.problem[i].fix.left;
        }
        for (int i = 0; i < count; i++) {
            check(brevis, kept[i]);
            if (report.count != left[i]) fail_msg("%s: %d problems in %s", text, report.count, kept[i]);
            assert_string_equal(report.name, "Alba");
        }
    }
}

static bool encode(const struct ruleset *ruleset, const char *document, struct out *code, struct fault *fault)
{
    struct arena    arena = arena_over(memory, sizeof memory);
    struct document army = army_of(document);

    return ruleset->muster->encode(&library, &army, code, &arena, fault);
}

static void flat_armies_have_codes(void **unused)
{
    const struct ruleset *brevis = ruleset_named("brevis");
    struct out            code = out_over(other, sizeof other), back = out_over(text, sizeof text);
    struct arena          arena = arena_over(memory, sizeof memory);
    struct fault          fault = { .set = false };

    (void)unused;
    assert_true(encode(brevis, FLAT("spain", "-3", "\"I2\",\"C1\",\"I2\",\"A3\""), &code, &fault));
    assert_true(!strncmp(other, "B1-", 3) && strlen(other) < 24);
    assert_true(brevis->muster->decode(&library, other, &back, &arena, &fault));
    assert_string_equal(text, "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"spain\",\"limit\":-3,\"regiments\":[\"I2\",\"C1\",\"I2\",\"A3\"]}");
    assert_false(encode(brevis, FLAT("spain", "7", "\"Z9\""), &code, &fault));
    assert_non_null(strstr(fault.text, "not in the lists"));
    fault = (struct fault){ .set = false };
    assert_false(encode(brevis, FLAT("spian", "7", "\"I2\""), &code, &fault));
    assert_non_null(strstr(fault.text, "BE-ARMY-05"));
}

/* A name that is no text, or too long, is a fault; one that just fits is none. */
static void names_are_bounded(void **unused)
{
    static const char *const documents[] = {
        "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"spain\",\"name\":%,\"regiments\":[\"I2\"]}",
        "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"name\":%,\"regiments\":[]}",
        "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"regiments\":[{\"type\":\"battery\",\"name\":%,\"units\":[]}]}",
        "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"chief\":{\"name\":%,\"rank\":2},\"regiments\":[]}",
    };
    char name[2][MUSTER_NAME + 8];

    (void)unused;
    for (int i = 0; i < 2; i++) {
        memset(name[i], 'x', sizeof name[i]);
        name[i][0] = name[i][MUSTER_NAME + 1 + i] = '"';
        name[i][MUSTER_NAME + 2 + i] = 0;
    }
    for (size_t i = 0; i < 4; i++) {
        const char *const values[] = { name[0], name[1], "{}", "7", "[]" };
        for (size_t k = 0; k < 5; k++) {
            const char           *at = strchr(documents[i], '%');
            struct out            out = out_over(text, sizeof text);
            struct arena          arena = arena_over(memory, sizeof memory);
            struct fault          fault = { .set = false };
            struct document       army;
            const struct ruleset *ruleset = ruleset_named(i ? "liber" : "brevis");
            out_bytes(&out, documents[i], (size_t)(at - documents[i]));
            out_text(&out, values[k]);
            out_text(&out, at + 1);
            army = army_of(text);
            if (ruleset->muster->check(&library, &army, &report, &arena, &fault) != !k) fail_msg("%s: %s", text, fault.text);
        }
    }
}

/* Everything that a muster does with memory that fails at each take, and with too little of it. */

typedef bool operation(const struct ruleset *ruleset, const struct document *army, struct arena *arena, struct fault *fault);

static bool list_op(const struct ruleset *ruleset, const struct document *army, struct arena *arena, struct fault *fault)
{
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    (void)army;
    return army_write_list(ruleset, &library, "spain", NULL, &writer, arena, fault);
}

static bool check_op(const struct ruleset *ruleset, const struct document *army, struct arena *arena, struct fault *fault)
{
    return ruleset->muster->check(&library, army, &report, arena, fault);
}

static bool suggest_op(const struct ruleset *ruleset, const struct document *army, struct arena *arena, struct fault *fault)
{
    struct out out = out_over(text, sizeof text);

    (void)army;
    return ruleset->muster->suggest(&library, "spain", !strcmp(ruleset->id, "liber") ? 500 : 7, 1, &out, arena, fault);
}

static bool code_op(const struct ruleset *ruleset, const struct document *army, struct arena *arena, struct fault *fault)
{
    struct out code = out_over(other, sizeof other), back = out_over(text, sizeof text);

    return ruleset->muster->encode(&library, army, &code, arena, fault) && ruleset->muster->decode(&library, other, &back, arena, fault);
}

static void want_of_memory_is_a_fault(void **unused)
{
    static operation *const operations[] = { list_op, check_op, suggest_op, code_op };
    static const struct { const char *game, *army; } armies[] = {
        { "brevis", FLAT("spain", "3", "\"I2\",\"C1\",\"I4\"") },
        { "liber", "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"rules\":{\"kingdoms_extras\":1},\"regiments\":[]}" },
    };

    (void)unused;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++) {
            const struct ruleset *ruleset = ruleset_named(armies[i].game);
            struct document       army = army_of(armies[i].army);
            struct arena          arena = arena_over(memory, sizeof memory);
            struct fault          fault = { .set = false };
            size_t                takes, room;
            bool                  worked;
            arena.fail_at = MANY;
            if (!operations[k](ruleset, &army, &arena, &fault)) fail_msg("%s: %s", armies[i].game, fault.text);
            takes = MANY - arena.fail_at;
            room = arena.used;
            for (size_t n = 1; n <= takes + SIZES; n++) {
                arena = arena_over(memory, n <= takes ? sizeof memory : room * (n - takes) / SIZES);
                arena.fail_at = n <= takes ? n : 0;
                fault = (struct fault){ .set = false };
                worked = operations[k](ruleset, &army, &arena, &fault);
                if (worked == fault.set)
                    fail_msg("%s: operation %d, take %d of %d: %s", ruleset->id, (int)k, (int)n, (int)takes, fault.text);
            }
        }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_named_or_called_by_their_ids), cmocka_unit_test(parts_are_called_by_their_words),
        cmocka_unit_test(reports_have_one_form), cmocka_unit_test(the_muster_names_belligerents_and_options),
        cmocka_unit_test(lists_take_options_that_the_game_has), cmocka_unit_test(flat_fixes_bring_the_document),
        cmocka_unit_test(flat_armies_have_codes), cmocka_unit_test(names_are_bounded), cmocka_unit_test(want_of_memory_is_a_fault),
    };
    int failed;

    if (argc != 2) return EXIT_FAILURE;
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
