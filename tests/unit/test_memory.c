/*
 * test_memory.c: memory that runs out at any moment is a fault, never a crash.
 *
 * Each operation is first run with enough, to count its takes; then again with the first take failing, the second,
     and so on,
 * and with arenas of all sizes that are too small. Usage: test_memory DATA_DIRECTORY.
 */
#include "documents.h"
#include "explain.h"
#include "journal.h"
#include "odds.h"
#include "player.h"
#include "registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK = 32 << 20, MANY = 1 << 20, SIZES = 64 };

static struct library library;
static char          *memory, *second;

/* What is tried: true when it worked; then there must be no fault, else there must be one. */
typedef bool operation(struct arena *arena, struct fault *fault);

static const struct ruleset  *ruleset;
static const struct document *scenario;
static const struct match    *match;           /* of that scenario, for what needs one */
static char                   journal[1 << 16];
static size_t                 journal_length;
static struct game            game;
static struct state          *before;          /* the position in which `decision` was taken */
static struct decision        decision;
static seat_id                decider;

static bool try_match(struct arena *arena, struct fault *fault)
{
    return match_load(ruleset, &library, scenario, NULL, arena, fault) != NULL;
}

static bool try_texts(struct arena *arena, struct fault *fault)
{
    struct texts texts;

    return texts_load(&texts, ruleset, &library, arena, fault);
}

static bool try_begin(struct arena *arena, struct fault *fault)
{
    struct dice  dice = dice_seeded(1);
    struct game  begun;
    enum verdict verdict = game_begin(&begun, match, &dice, NULL, arena, fault);

    assert_int_equal(verdict == DECIDED, !fault->set);
    return verdict == DECIDED;
}

static bool try_replay(struct arena *arena, struct fault *fault)
{
    struct journal_listener listener = { .line = NULL };
    struct game             replayed;
    int32_t                 lines;

    return journal_replay(&replayed, &library, "journal", journal, journal_length, &listener, arena, &lines, fault);
}

static bool try_odds(struct arena *arena, struct fault *fault)
{
    struct odds odds;

    return odds_of(match, before, decider, &decision, ODDS_DECLINE, arena, &odds, fault);
}

static bool try_catalogue(struct arena *arena, struct fault *fault)
{
    static const char    text[] = "{\"a\":\"1\",\"b\":\"2\"}";
    struct json_document document;
    struct catalogue     catalogue;

    return json_parse(&document, "text", text, sizeof text - 1, arena, fault) &&
           catalogue_make(&catalogue, ENGLISH, &document, 1, arena, fault);
}

/* The number of takes, and the room they need. */
static size_t count_takes(operation *run, size_t *room)
{
    struct arena arena = arena_over(memory, BLOCK);
    struct fault fault = { 0 };

    arena.fail_at = MANY;
    if (!run(&arena, &fault)) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    assert_false(fault.set);
    *room = arena.used;
    return MANY - arena.fail_at;
}

static void exhaust(operation *run)
{
    size_t room, takes = count_takes(run, &room);

    assert_true(takes > 0);
    for (size_t n = 1; n <= takes; n++) {
        struct arena arena = arena_over(memory, BLOCK);
        struct fault fault = { 0 };

        arena.fail_at = n;
        if (run(&arena, &fault)) fail_msg("take %d of %d failed and nobody noticed", (int)n, (int)takes);
        assert_true(fault.set && fault.text[0] && fault.file[0]);
    }
    for (int n = 0; n < SIZES; n++) {
        struct arena arena = arena_over(memory, room * (size_t)n / SIZES);
        struct fault fault = { 0 };
        bool         worked = run(&arena, &fault);

        assert_int_equal(worked, !fault.set);
    }
}

/* A short game: its journal, and a position of it with dice to come. */
static void record(void)
{
    struct arena    arena = arena_over(second, BLOCK);
    struct fault    fault = { 0 };
    struct offers   offers = { arena_take(&arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    struct dice     dice = dice_seeded(5);
    struct random   random = random_from(5);
    struct out      out = out_over(journal, sizeof journal);
    struct decision d;

    match = match_load(ruleset, &library, scenario, NULL, &arena, &fault);
    assert_non_null(match);
    assert_int_equal(game_begin(&game, match, &dice, NULL, &arena, &fault), DECIDED);
    before = arena_take(&arena, ruleset->state_size);
    assert_non_null(before);
    journal_header(&game, NULL, &out);
    for (int i = 0; i < 40 && play_asked(game.state); i++) {
        seat_id seat = 0;
        while (!(play_asked(game.state) & SEAT_BIT(seat))) seat++;
        memset(&d, 0, sizeof d);
        assert_true(choose_any(match, game.state, seat, &offers, &random, &d));
        decision = d;
        decider = seat;
        memcpy((void *)before, (const void *)game.state, ruleset->state_size);
        assert_int_equal(game_decide(&game, seat, &d, &dice, NULL, NULL), DECIDED);
        journal_decision(&game, seat, &d, &out);
    }
    assert_false(out.full);
    journal_length = out.used;
}

static void for_each_scenario(operation *run)
{
    for (int i = 0; rulesets[i]; i++)
        for (int32_t k = 0; k < library.count; k++) {
            if (!document_is_scenario(&library.list[k], rulesets[i]->id)) continue;
            ruleset = rulesets[i];
            scenario = &library.list[k];
            record();
            exhaust(run);
        }
}

static void a_match_without_memory_is_a_fault(void **unused) { (void)unused; for_each_scenario(try_match); }
static void texts_without_memory_are_a_fault(void **unused) { (void)unused; for_each_scenario(try_texts); }
static void a_game_without_memory_is_a_fault(void **unused) { (void)unused; for_each_scenario(try_begin); }
static void a_replay_without_memory_is_a_fault(void **unused) { (void)unused; for_each_scenario(try_replay); }
static void odds_without_memory_are_a_fault(void **unused) { (void)unused; for_each_scenario(try_odds); }
static void a_catalogue_without_memory_is_a_fault(void **unused) { (void)unused; exhaust(try_catalogue); }

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_without_memory_is_a_fault),
        cmocka_unit_test(texts_without_memory_are_a_fault),
        cmocka_unit_test(a_game_without_memory_is_a_fault),
        cmocka_unit_test(a_replay_without_memory_is_a_fault),
        cmocka_unit_test(odds_without_memory_are_a_fault),
        cmocka_unit_test(a_catalogue_without_memory_is_a_fault),
    };
    int failed;

    library = documents_load(argc > 1 ? argv[1] : "data");
    memory = malloc(BLOCK);
    second = malloc(BLOCK);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    free(second);
    documents_free(&library);
    return failed;
}
