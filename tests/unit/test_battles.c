/*
 * test_battles.c DATA: two armies become a battle, whose match is shared only by those who have the same documents, and which a game's record keeps
 * whole.
 */
#include "battles.h"
#include "documents.h"
#include "records.h"

#include <sodium.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SPAIN "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"spain\",\"limit\":7,\"name\":\"Naples\",\"regiments\":[\"I1\",\"C1\",\"C1\"]}"
#define SWEDEN "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"sweden\",\"limit\":7,\"regiments\":[\"I10\",\"K2\",\"A1\",\"A2\"]}"

static struct library  library;
static struct bench    bench;
static struct matches *matches;
static struct arena    memory;

bool host_guard(void (*run)(void *context), void *context, struct fault *fault)
{
    run(context);
    return !fault->set;
}

/* A battle whose texts are the test's own, as those on the bench go with the next. */
static bool make(const char *armies, struct battle *battle, struct army_refusal *refusal, struct fault *fault)
{
    struct json_document message;

    *fault = (struct fault){ .set = false };
    assert_true(json_parse(&message, "message", armies, strlen(armies), &memory, fault));
    if (!battle_make(&library, "brevis", &message, message.root, NULL, &bench, battle, refusal, fault)) return false;
    battle->scenario.text = arena_text(&memory, battle->scenario.text, battle->scenario.length);
    battle->title = arena_text(&memory, battle->title, strlen(battle->title));
    battle->armies = arena_text(&memory, battle->armies, strlen(battle->armies));
    return true;
}

static struct battle made(const char *armies)
{
    struct battle       battle;
    struct army_refusal refusal;
    struct fault        fault;

    if (!make(armies, &battle, &refusal, &fault)) fail_msg("%s%s", refusal.text, fault.text);
    return battle;
}

static const struct match *hold(const struct battle *battle)
{
    struct fault        fault = { .set = false };
    const struct match *match = matches_hold_battle(matches, "brevis", battle, NULL, &fault);

    if (!match) fail_msg("%s", fault.text);
    return match;
}

static void equal_documents_share_a_match_and_no_others(void **unused)
{
    struct battle       one = made("[" SPAIN "," SWEDEN "]"), other = made("[" SPAIN "," SWEDEN "]"), third = one;
    const struct match *match = hold(&one), *again, *different;

    (void)unused;
    assert_string_not_equal(one.scenario.text, other.scenario.text);
    assert_string_equal(one.armies, "[" SPAIN "," SWEDEN "]");
    assert_string_equal(one.title, "{\"en\":\"Naples against Sweden\",\"fr\":\"Naples contre Suède\"}");
    again = hold(&one);
    assert_ptr_equal(again, match);
    assert_string_equal(matches_battle(matches, match)->scenario.text, one.scenario.text);
    assert_true(matches_battle(matches, match)->bytes > 0);
    different = hold(&other);
    assert_ptr_not_equal(different, match);
    matches_release(matches, different);
    third.armies = "[]";
    different = hold(&third);
    assert_ptr_not_equal(different, match);
    matches_release(matches, different);
    matches_release(matches, again);
    matches_release(matches, match);
}

/* A scenario of the library is another match than the same text that came with a battle. */
static void a_battle_is_no_scenario_of_the_library(void **unused)
{
    const struct document *document = library_find(&library, "brevis/scenarios/two_colonels.json");
    struct battle          battle = { .scenario = *document, .title = "null", .armies = "[]" };
    struct fault           fault = { .set = false };
    const struct match    *own = hold(&battle), *listed = matches_hold(matches, "brevis", "two_colonels", NULL, &fault);

    (void)unused;
    assert_non_null(listed);
    assert_ptr_not_equal(own, listed);
    assert_null(matches_battle(matches, listed));
    assert_non_null(matches_battle(matches, own));
    matches_release(matches, own);
    matches_release(matches, listed);
}

static void a_record_keeps_it_whole(void **unused)
{
    struct battle battle = made("[" SPAIN "," SWEDEN "]");
    struct table  table = { .game = "AAAAAAAAAAAAAAAA", .fair = true }, read;
    struct fault  fault = { .set = false };
    static char   text[64 * 1024], again[64 * 1024];
    struct out    out = out_over(text, sizeof text), twice = out_over(again, sizeof again);

    (void)unused;
    assert_true(table_take_match(&table, matches, hold(&battle)));
    record_table(&table, &out);
    assert_false(out.full);
    assert_true(record_read_table(matches, text, out.used, &memory, &read, &fault));
    assert_ptr_equal(read.match, table.match);
    assert_ptr_equal(read.battle, table.battle);
    assert_int_equal(table_seats(&read), 2);
    record_table(&read, &twice);
    assert_string_equal(again, text);
    table_drop_match(&read, matches);
    assert_int_equal(table_seats(&read), 2);
    table_drop_match(&table, matches);
    assert_null(table.battle);
}

/* Only damage of the store brings these about: each is a fault, and nothing is held. */
static void a_damaged_record_is_a_fault(void **unused)
{
    struct battle            battle = made("[" SPAIN "," SWEDEN "]");
    struct table             table = { .game = "AAAAAAAAAAAAAAAA" }, read;
    static const char *const damage[][2] = { { "\"armies\"", "\"armie_\"" }, { "\"scenario_text\":\"{", "\"scenario_text\":\"[" },
                                             { "\\\"sides\\\"", "\\\"side_\\\"" }, { "\"armies\":[", "\"armies\":7,\"x\":[" } };
    static char              text[64 * 1024], broken[64 * 1024];
    struct out               out = out_over(text, sizeof text);

    (void)unused;
    assert_true(table_take_match(&table, matches, hold(&battle)));
    record_table(&table, &out);
    table_drop_match(&table, matches);
    for (size_t i = 0; i < sizeof damage / sizeof damage[0]; i++) {
        const char  *at = strstr(text, damage[i][0]);
        struct out   other = out_over(broken, sizeof broken);
        struct fault fault = { .set = false };
        assert_non_null(at);
        out_bytes(&other, text, (size_t)(at - text));
        out_text(&other, damage[i][1]);
        out_text(&other, at + strlen(damage[i][0]));
        assert_false(record_read_table(matches, broken, other.used, &memory, &read, &fault));
        assert_true(fault.set);
        assert_null(read.match);
    }
}

static void a_refusal_says_whose_why_and_what_would_mend_it(void **unused)
{
    static const char empty[] = "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"sweden\",\"limit\":7,\"regiments\":[]}";
    static const char small[] = "{\"format\":1,\"ruleset\":\"brevis\",\"belligerent\":\"sweden\",\"limit\":20,\"regiments\":[\"I10\"]}";
    struct battle       battle;
    struct army_refusal refusal;
    struct fault        fault;
    char                armies[1024];
    struct out          out = out_over(armies, sizeof armies);

    (void)unused;
    out_format(&out, "[%s,%s]", SPAIN, empty);
    assert_false(make(armies, &battle, &refusal, &fault));
    assert_true(refusal.set && !fault.set);
    assert_int_equal(refusal.seat, 1);
    assert_string_equal(refusal.rule, "BE-ARMY-04");
    assert_true(strlen(refusal.text) > 10 && strlen(refusal.fix) > 5);
    out = out_over(armies, sizeof armies);
    out_format(&out, "[%s,%s]", SPAIN, small);
    assert_false(make(armies, &battle, &refusal, &fault));
    assert_int_equal(refusal.seat, NO_SEAT);
    assert_string_equal(refusal.rule, "BE-ARMY-01");
    assert_non_null(strstr(refusal.text, "7 and 20"));
    assert_false(make("[" SPAIN ",{}]", &battle, &refusal, &fault));
    assert_true(refusal.set && refusal.seat == 1 && !refusal.rule);
    assert_false(make("[" SPAIN "]", &battle, &refusal, &fault));
    assert_true(fault.set && !refusal.set);
    assert_false(make("[" SPAIN ",[]]", &battle, &refusal, &fault));
    assert_true(fault.set && !refusal.set);
}

static int open_all(void **unused)
{
    static char block[32 << 20];

    (void)unused;
    memory = arena_over(block, sizeof block);
    matches = matches_open(&library);
    return matches && bench_open(&bench, BENCH_ARENA) ? 0 : -1;
}

static int close_all(void **unused)
{
    (void)unused;
    matches_close(matches);
    bench_close(&bench);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(equal_documents_share_a_match_and_no_others, open_all, close_all),
        cmocka_unit_test_setup_teardown(a_battle_is_no_scenario_of_the_library, open_all, close_all),
        cmocka_unit_test_setup_teardown(a_record_keeps_it_whole, open_all, close_all),
        cmocka_unit_test_setup_teardown(a_damaged_record_is_a_fault, open_all, close_all),
        cmocka_unit_test_setup_teardown(a_refusal_says_whose_why_and_what_would_mend_it, open_all, close_all),
    };
    int failed;

    if (sodium_init() < 0) return 1;
    library = documents_load(argc > 1 ? argv[1] : "data");
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
