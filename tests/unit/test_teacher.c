/*
 * test_teacher.c: hints and analysis: luck and play add up to the result, luck is no more than what dice bring, nothing but the seat's view is behind
 * a hint and a cost, and everything is the same twice.
 *
 *   test_teacher DATA-DIRECTORY
 */
#include "analysis.h"
#include "documents.h"
#include "hint.h"
#include "maths.h"
#include "player.h"
#include "registry.h"
#include "small_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 24 << 20, DECISIONS = 24, STATE = 16 << 10, TEXT = 1 << 20 };

static struct library    library;
static char              match_memory[MEMORY], thoughts[MEMORY], told[TEXT], told_again[TEXT];
static _Alignas(16) char before_bytes[STATE], after_bytes[STATE], view_bytes[STATE], world_bytes[STATE];

static const struct mind_level quick = { .name = "quick", .width = 3, .worlds = 8, .tides = 1, .glance = 3 };
static const struct mind_level odds_alone = { .name = "odds" };

static struct state *as_state(char *bytes) { return (struct state *)(void *)bytes; }

static const struct match *load(const char *ruleset, const char *scenario)
{
    return small_game(ruleset, scenario, &library, match_memory, sizeof match_memory);
}

/* A game of random decisions from its beginning on, one step at a time; before_bytes and after_bytes are its last two positions. */
struct walk {
    const struct match *m;
    struct dice         dice;
    struct random       random;
    uint8_t             face[1024];
    seat_id             seat;
    struct decision     d;
    int32_t             faces;
};

static void walk_begin(struct walk *walk, const struct match *m, uint64_t seed)
{
    struct play play = { m, as_state(after_bytes), &walk->dice, NULL, 0 };

    *walk = (struct walk){ .m = m, .dice = dice_seeded(seed), .random = random_from(seed) };
    play_begin(&play);
}

static bool walk_on(struct walk *walk)
{
    static struct offer list[OFFERS_MAX];
    struct offers       offers = { list, 0, OFFERS_MAX };
    struct play         play = { walk->m, as_state(after_bytes), &walk->dice, NULL, 0 };

    memcpy(before_bytes, after_bytes, ruleset_of(walk->m)->state_size);
    if (!play_asked(as_state(before_bytes))) return false;
    walk->dice.record = walk->face;
    walk->dice.record_capacity = sizeof walk->face;
    walk->dice.recorded = 0;
    walk->seat = play_first_asked(as_state(before_bytes));
    assert_true(choose_any(walk->m, as_state(before_bytes), walk->seat, &offers, &walk->random, &walk->d));
    play_take(&play, walk->seat, &walk->d);
    play_advance(&play);
    walk->faces = (int32_t)walk->dice.recorded;
    return true;
}

static void judge(struct analysis *analysis, const struct walk *walk, int32_t line, struct arena *arena)
{
    assert_true(analysis_judge(analysis, line, as_state(before_bytes), walk->seat, &walk->d, as_state(after_bytes), walk->faces, arena));
}

/* A random game to its end, or as many decisions of it. */
static void judge_game(struct analysis *analysis, const struct match *m, const struct mind_level *level, int32_t decisions, struct arena *arena)
{
    struct walk walk;

    assert_true(analysis_open(analysis, m, level, decisions, arena));
    walk_begin(&walk, m, 5);
    for (int32_t i = 0; i < decisions && walk_on(&walk); i++) judge(analysis, &walk, i + 1, arena);
}

static void luck_and_play_add_up(void **unused)
{
    enum { WHOLE = 2000 };

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct arena        arena = arena_over(thoughts, sizeof thoughts);
        struct analysis     analysis;
        struct summary      summary;
        int32_t             rolled = 0, last;
        judge_game(&analysis, m, &odds_alone, WHOLE, &arena);
        last = analysis.count - 1;
        for (int32_t k = 0; k <= last; k++) {
            const struct judgement *judged = &analysis.list[k];
            if (k) assert_int_equal(judged->before, judged[-1].after);
            if (!judged->rolled) assert_int_equal(judged->expected, judged->after);
            rolled += judged->rolled;
        }
        assert_true(rolled > 0);
        analysis_sum(&analysis, NO_SEAT, &summary);
        assert_int_equal(summary.side[0].luck + summary.side[0].play, analysis.list[last].after - analysis.list[0].before);
        assert_int_equal(summary.side[0].own_luck - summary.side[1].own_luck, summary.side[0].luck);
        assert_int_equal(analysis.list[last].after, mind_value(m, as_state(after_bytes), SEAT_A, NULL, NULL));
    }
}

/* Thrown again and again, what a decision brings is on the average what was to be expected of it. */
static void luck_evens_out(void **unused)
{
    enum { THROWS = 1500, MOST = 6 };

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct arena        arena = arena_over(thoughts, sizeof thoughts);
        struct analysis     analysis;
        struct walk         walk;
        int                 tested = 0;
        assert_true(analysis_open(&analysis, m, &odds_alone, 400, &arena));
        walk_begin(&walk, m, 11);
        for (int32_t line = 1; line <= 400 && tested < MOST && walk_on(&walk); line++) {
            int64_t sum = 0, squares = 0, off;
            if (!walk.faces) continue;
            judge(&analysis, &walk, line, &arena);
            for (uint64_t seed = 1000; seed < 1000 + THROWS; seed++) {
                struct dice dice = dice_seeded(seed);
                struct play play = { m, as_state(world_bytes), &dice, NULL, 0 };
                int64_t     value;
                memcpy(world_bytes, before_bytes, ruleset_of(m)->state_size);
                play_take(&play, walk.seat, &walk.d);
                play_advance(&play);
                value = (mind_value(m, as_state(world_bytes), SEAT_A, NULL, NULL) - analysis.list[analysis.count - 1].expected) / 100;
                sum += value;
                squares += value * value;
            }
            /* Five times the error of the mean, and of the throws that stand in where outcomes cannot be counted, is no accident. */
            off = abs64(sum / THROWS) - 2;
            assert_true(off <= 0 || off * off * (analysis.list[analysis.count - 1].exact ? THROWS : 200) <= 25 * (squares / THROWS));
            tested++;
        }
        assert_true(tested > 0);
    }
}

static void see(const struct match *m, const char *from, seat_id seat, char *to)
{
    memcpy(to, from, ruleset_of(m)->state_size);
    ruleset_of(m)->mask(m, as_state(to), seat);
}

/* The hint, and as text for comparing. */
static void give(const struct match *m, const char *view, seat_id seat, struct hint *hint, char *text)
{
    struct arena       arena = arena_over(thoughts, sizeof thoughts);
    struct out         out = out_over(text, TEXT);
    struct json_writer writer = json_writer_over(&out);

    assert_true(hint_give(hint, m, (const struct state *)(const void *)view, seat, &quick, &arena));
    assert_int_equal(arena.used, 0);
    hint_write(hint, m, NULL, ENGLISH, &writer);
    for (int32_t i = 0; i < hint->count; i++) out_format(&out, " %lld", (long long)hint->list[i].value);
    assert_false(out.full);
}

/* In every world that the seat could not tell from the true one it gets the same hint, and every decision of it may be taken. */
static void secrets_are_not_behind_a_hint(void **unused)
{
    enum { WORLDS = 2 };

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct random       random = random_from(3);
        struct hint         first, again;
        struct walk         walk;
        seat_id             seat;
        walk_begin(&walk, m, 7);
        for (int step = 0; step < 9; step++) assert_true(walk_on(&walk));
        seat = play_first_asked(as_state(before_bytes));
        see(m, before_bytes, seat, view_bytes);
        give(m, view_bytes, seat, &first, told);
        assert_true(first.count > 0);
        for (int32_t k = 0; k < first.count; k++) {
            assert_int_equal(play_refuse(m, as_state(before_bytes), seat, &first.list[k].d, NULL), 0);
            assert_true(first.list[k].rules > 0);
            assert_true(k == 0 || first.list[k].value <= first.list[k - 1].value);
        }
        for (int world = 0; world < WORLDS; world++) {
            memcpy(world_bytes, view_bytes, ruleset_of(m)->state_size);
            ruleset_of(m)->guess(m, as_state(world_bytes), seat, &random);
            see(m, world_bytes, seat, after_bytes);
            give(m, after_bytes, seat, &again, told_again);
            assert_string_equal(told, told_again);
        }
    }
}

/* What others hide, and what was thrown, do not change what a decision cost. */
static void a_cost_knows_no_hindsight(void **unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct arena        arena = arena_over(thoughts, sizeof thoughts);
        struct random       random = random_from(3);
        struct analysis     analysis;
        struct walk         walk;
        assert_true(analysis_open(&analysis, m, &quick, 2, &arena));
        walk_begin(&walk, m, 7);
        for (int step = 0; step < 9; step++) assert_true(walk_on(&walk));
        judge(&analysis, &walk, 1, &arena);
        see(m, before_bytes, walk.seat, world_bytes);
        ruleset_of(m)->guess(m, as_state(world_bytes), walk.seat, &random);
        assert_true(analysis_judge(&analysis, 1, as_state(world_bytes), walk.seat, &walk.d, as_state(world_bytes), 0, &arena));
        assert_int_equal(analysis.list[0].cost, analysis.list[1].cost);
        assert_memory_equal(&analysis.list[0].better, &analysis.list[1].better, sizeof(struct decision));
    }
}

static void write_down(const struct analysis *analysis, char *text)
{
    struct out         out = out_over(text, TEXT);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    analysis_write(analysis, NO_SEAT, NULL, ENGLISH, &writer);
    json_close(&writer, '}');
    assert_false(out.full);
}

static void it_is_the_same_twice(void **unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct arena        arena = arena_over(thoughts, sizeof thoughts);
        struct analysis     analysis;
        judge_game(&analysis, m, &quick, DECISIONS, &arena);
        write_down(&analysis, told);
        memset(thoughts, 0x5a, sizeof thoughts);
        arena = arena_over(thoughts, sizeof thoughts);
        judge_game(&analysis, m, &quick, DECISIONS, &arena);
        write_down(&analysis, told_again);
        assert_string_equal(told, told_again);
    }
}

/* Whoever gives an even game up loses about half of it, and could have done better. */
static void a_blunder_is_found(void **unused)
{
    static struct offer list[OFFERS_MAX];
    struct offers       offers = { list, 0, OFFERS_MAX };
    int                 found = 0;

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        struct arena        arena = arena_over(thoughts, sizeof thoughts);
        struct analysis     analysis;
        struct summary      summary;
        struct walk         walk;
        struct decision     d;
        bool                may = false;
        walk_begin(&walk, m, 7);
        for (int step = 0; step < 60 && !may && walk_on(&walk); step++)
            may = choose_to_yield(m, as_state(before_bytes), walk.seat, &offers, &d);
        if (!may) continue;
        found++;
        assert_true(analysis_open(&analysis, m, &quick, 1, &arena));
        walk.d = d;
        memcpy(after_bytes, before_bytes, ruleset_of(m)->state_size);
        flow_of(as_state(after_bytes))->over = true;
        flow_of(as_state(after_bytes))->winner = (int8_t)!walk.seat;
        walk.faces = 0;
        judge(&analysis, &walk, 1, &arena);
        analysis_sum(&analysis, NO_SEAT, &summary);
        assert_int_equal(summary.costlies, 1);
        assert_true(analysis.list[0].cost > MIND_WON / 10);
        assert_false(ruleset_of(m)->kinds[analysis.list[0].better.kind].yields);
        assert_int_equal(analysis_cause(&analysis, &analysis.list[0]), CAUSE_END);
    }
    assert_true(found > 0);
}

static void what_is_undone_does_not_count(void **unused)
{
    const struct match *m = load("sample", "meadow");
    struct arena        arena = arena_over(thoughts, sizeof thoughts);
    struct analysis     analysis;

    (void)unused;
    judge_game(&analysis, m, &odds_alone, DECISIONS, &arena);
    analysis_take_back(&analysis);
    assert_int_equal(analysis.count, DECISIONS - 1);
}

static void little_memory_is_no_accident(void **unused)
{
    const struct match *m = load("brevis", "two_colonels");
    struct arena        arena = arena_over(thoughts, ANALYSIS_MEMORY / 2);
    struct analysis     analysis;
    struct walk         walk;
    struct hint         hint;

    (void)unused;
    assert_true(analysis_open(&analysis, m, &quick, 4, &arena));
    walk_begin(&walk, m, 7);
    assert_true(walk_on(&walk));
    assert_false(analysis_judge(&analysis, 1, as_state(before_bytes), walk.seat, &walk.d, as_state(after_bytes), walk.faces, &arena));
    assert_int_equal(analysis.count, 0);
    arena = arena_over(thoughts, 4096);
    see(m, before_bytes, walk.seat, view_bytes);
    assert_false(hint_give(&hint, m, as_state(view_bytes), walk.seat, &quick, &arena));
    assert_int_equal(arena.used, 0);
}

static void the_largest_come_first(void **unused)
{
    const struct match *m = load("sample", "meadow");
    struct judgement    list[8];
    struct analysis     analysis = { m, &quick, list, 8, 8 };
    struct summary      summary;

    (void)unused;
    for (int32_t i = 0; i < 8; i++)
        list[i] = (struct judgement){ .line = i + 1, .seat = (seat_id)(i % 2), .before = 0, .expected = 0, .after = 30000 * i, .cost = 30000 * (8 - i),
                                      .rolled = i % 2 };
    analysis_sum(&analysis, SEAT_B, &summary);
    assert_int_equal(summary.turnings, ANALYSIS_LISTED);
    for (int32_t i = 0; i < ANALYSIS_LISTED; i++) assert_int_equal(summary.turning[i], i + 3);
    assert_int_equal(summary.costlies, 4);
    for (int32_t i = 0; i < 4; i++) assert_int_equal(summary.costly[i], 2 * i + 1);
    assert_int_equal(analysis_cause(&analysis, &list[7]), CAUSE_LUCK);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(luck_and_play_add_up),
        cmocka_unit_test(luck_evens_out),
        cmocka_unit_test(secrets_are_not_behind_a_hint),
        cmocka_unit_test(a_cost_knows_no_hindsight),
        cmocka_unit_test(it_is_the_same_twice),
        cmocka_unit_test(a_blunder_is_found),
        cmocka_unit_test(what_is_undone_does_not_count),
        cmocka_unit_test(little_memory_is_no_accident),
        cmocka_unit_test(the_largest_come_first),
    };
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: test_teacher DATA-DIRECTORY\n");
        return 2;
    }
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
