/*
 * test_search.c: thinking ahead: the same answer however its tasks are shared out, nothing but the seat's view behind it, orders that cannot be
 * told beforehand; and the documents of minds.
 *
 *   test_search DATA-DIRECTORY
 */
#include "documents.h"
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

enum { MEMORY = 24 << 20 };

static uint64_t games = 2;               /* of each; one is enough where programs are slow */

static struct library library;
static char           match_memory[MEMORY], thoughts[MEMORY], other_thoughts[MEMORY];
static _Alignas(16) char true_bytes[16 << 10], view_bytes[16 << 10], world_bytes[16 << 10];

static struct state *as_state(char *bytes) { return (struct state *)(void *)bytes; }

/* Its mestre thinks as it does otherwise, but not for so long. */
static const struct match *load(const char *ruleset, const char *scenario)
{
    enum { SHORTER = 3, FEWER = 6 };
    const struct match *m = small_game(ruleset, scenario, &library, match_memory, sizeof match_memory);
    struct mind        *mind = (struct mind *)(uintptr_t)match_head(m)->mind;
    struct mind_level  *mestre = &mind->level[MIND_LEVELS - 1];

    if (!mestre->effort) return m;
    mestre->effort = SHORTER;
    mestre->worlds = FEWER;
    return m;
}

/* A game after so many random decisions; false: it was over before. */
static bool play_random(const struct match *m, struct state *s, uint64_t seed, int steps)
{
    static struct offer list[OFFERS_MAX];
    struct offers       offers = { list, 0, OFFERS_MAX };
    struct dice         dice = dice_seeded(seed);
    struct random       random = random_from(seed);
    struct play         play = { m, s, &dice, NULL, 0 };
    struct decision     d;

    play_begin(&play);
    for (int i = 0; i < steps && play_asked(s); i++) {
        seat_id seat = play_first_asked(s);
        assert_true(choose_any(m, s, seat, &offers, &random, &d));
        play_take(&play, seat, &d);
        play_advance(&play);
    }
    return play_asked(s);
}

static void see(const struct match *m, const struct state *s, seat_id seat, char *bytes)
{
    memcpy(bytes, (const void *)s, ruleset_of(m)->state_size);
    ruleset_of(m)->mask(m, as_state(bytes), seat);
}

/* The tasks the other way round, as a second thread might do them. */
static void run_backwards(struct crew *crew, void (*task)(void *context, int32_t task, struct arena *arena), void *context, int32_t count)
{
    struct arena arena = arena_over(other_thoughts, sizeof other_thoughts);

    (void)crew;
    while (count-- > 0) task(context, count, &arena);
}

static bool never(struct crew *crew)
{
    (void)crew;
    return false;
}

static bool at_once(struct crew *crew)
{
    (void)crew;
    return true;
}

static void do_nothing(struct crew *crew, void (*task)(void *context, int32_t task, struct arena *arena), void *context, int32_t count)
{
    (void)crew, (void)task, (void)context, (void)count;
}

static struct decision choice_of(const char *player, const struct match *m, const char *view, seat_id seat, uint64_t seed, struct crew *crew)
{
    struct thinking thinking = { m, random_from(seed), arena_over(thoughts, sizeof thoughts), .crew = crew };
    struct decision d = { .kind = 0 };

    assert_true(player_choose(player_named(player), &thinking, (const struct state *)(const void *)view, seat, &d));
    return d;
}

static void assert_same(const struct decision *a, const struct decision *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

static void the_order_of_tasks_does_not_matter(void **unused)
{
    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        for (uint64_t game = 1; game <= games; game++) {
            struct crew     backwards = { run_backwards, never };
            struct decision one, other;
            seat_id         seat;
            if (!play_random(m, as_state(true_bytes), game, (int)game * 7)) continue;
            seat = play_first_asked(as_state(true_bytes));
            see(m, as_state(true_bytes), seat, view_bytes);
            one = choice_of("mestre", m, view_bytes, seat, game, NULL);
            other = choice_of("mestre", m, view_bytes, seat, game, &backwards);
            assert_same(&one, &other);
            assert_int_equal(play_refuse(m, as_state(true_bytes), seat, &one, NULL), 0);
        }
    }
}

/* Whoever is stopped before it could try anything takes what promises most. */
static void a_search_may_be_stopped(void **unused)
{
    const struct match *m = load("reiters", "teach");
    struct crew         idle = { do_nothing, at_once };
    struct decision     stopped, greedy;
    seat_id             seat;

    (void)unused;
    assert_true(play_random(m, as_state(true_bytes), 3, 9));
    seat = play_first_asked(as_state(true_bytes));
    see(m, as_state(true_bytes), seat, view_bytes);
    stopped = choice_of("mestre", m, view_bytes, seat, 1, &idle);
    greedy = choice_of("greedy", m, view_bytes, seat, 1, NULL);
    assert_same(&stopped, &greedy);
}

/* Every task of every round; how many rounds. */
static int32_t search_to_the_end(struct search *search, struct arena *arena)
{
    int32_t rounds = 0;

    for (; search_tasks(search); rounds++) {
        for (int32_t task = 0; task < search_tasks(search); task++) search_run(search, task, arena);
        search_close_round(search, false);
    }
    return rounds;
}

/* What is weighed while playing on, of which each round spends its share, is about what the level allows, to the end of a game or not. */
static void an_effort_is_kept(void **unused)
{
    enum { THOUSANDS = 8 };

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match     *m = load(small[i].ruleset, small[i].scenario);
        const struct mind_level level = { .name = "limited", .width = 4, .worlds = 6, .tides = 200, .effort = THOUSANDS, .glance = 3, .throws = 1 };
        struct arena            arena = arena_over(thoughts, sizeof thoughts);
        struct random           random = random_from(1);
        struct search           search;
        seat_id                 seat;
        int32_t                 rounds;
        assert_true(play_random(m, as_state(true_bytes), 2, 12));
        seat = play_first_asked(as_state(true_bytes));
        see(m, as_state(true_bytes), seat, view_bytes);
        assert_true(search_open(&search, m, as_state(view_bytes), seat, &level, NULL, &random, &arena));
        rounds = search_to_the_end(&search, &arena);
        if (search.count < 2) continue;
        assert_true(rounds > 1 && search.tides >= 2 && search.steps > 0);
        assert_true(search.cost > 0);
        assert_in_range(THOUSANDS * 1000 - search.effort, 1, 3 * THOUSANDS * 1000);
    }
}

/* Dice that explain what came of a try are taken away from it, dice that have nothing to do with it are not. */
static void luck_counts_as_far_as_it_shows(void **unused)
{
    enum { TIMES = 64 };
    const struct match     *m = load("sample", "meadow");
    const struct mind_level level = { .name = "two", .width = 2, .worlds = TIMES, .tides = 1 };

    (void)unused;
    for (int shows = 0; shows < 2; shows++) {
        struct search search = { .match = m, .level = &level, .count = 2, .alive = 2, .rounds = 1, .now = TIMES };
        struct try    tries[2 * TIMES] = { { .value = 0 } };
        search.tries = tries;
        search.list[0].is_first = true;
        for (int i = 0; i < TIMES; i++) {
            int32_t luck = i % 2 ? MIND_WON / 5 : -MIND_WON / 5, other = i / 2 % 2 ? MIND_WON / 5 : -MIND_WON / 5;
            tries[2 * i] = (struct try){ .steps = 1 };
            tries[2 * i + 1] = (struct try){ .value = MIND_WON / 10 + (shows ? luck : other), .luck = luck, .steps = 1 };
        }
        search_close_round(&search, true);
        assert_in_range(search.share, shows ? 990 : 0, shows ? 1000 : 10);
        assert_in_range(search_value(&search, 0) - search_value(&search, 1), MIND_WON / 10 - 1000, MIND_WON / 10 + 1000);
    }
}

/* Under every assignment of the other side's secrets that the seat could not tell apart it chooses the same. */
static void secrets_of_others_do_not_matter(void **unused)
{
    enum { WORLDS = 2 };

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        for (uint64_t game = 1; game <= games; game++) {
            struct random   random = random_from(game);
            struct decision first, again;
            seat_id         seat;
            if (!play_random(m, as_state(true_bytes), game, (int)game * 9)) continue;
            seat = play_first_asked(as_state(true_bytes));
            see(m, as_state(true_bytes), seat, view_bytes);
            first = choice_of("mestre", m, view_bytes, seat, game, NULL);
            for (int world = 0; world < WORLDS; world++) {
                memcpy(world_bytes, view_bytes, ruleset_of(m)->state_size);
                ruleset_of(m)->guess(m, as_state(world_bytes), seat, &random);
                see(m, as_state(world_bytes), seat, true_bytes);
                again = choice_of("mestre", m, true_bytes, seat, game, NULL);
                assert_same(&first, &again);
            }
        }
    }
}

static bool is_weighed(const struct decision *d, const struct candidate *list, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!memcmp(&list[i].d, d, sizeof *d)) return true;
    return false;
}

/* Whoever notices next to nothing still knows that things may be let be, and looks at one thing more. */
static void letting_be_always_comes_to_mind(void **unused)
{
    static struct offer     list[OFFERS_MAX];
    static struct candidate candidates[CANDIDATES_MOST];
    int                     seen = 0, left = 0;

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match   *m = load(small[i].ruleset, small[i].scenario);
        const struct ruleset *ruleset = ruleset_of(m);
        for (int step = 1; step < 40; step++) {
            struct random  random = random_from((uint64_t)step);
            struct arena   arena = arena_over(thoughts, sizeof thoughts);
            struct offers  offers = { list, 0, OFFERS_MAX };
            struct weigher weigher = { m, NULL, &random, &arena, .notice = 1, .throws = 1 };
            seat_id        seat;
            int32_t        count;
            if (!play_random(m, as_state(true_bytes), 5, step)) break;
            seat = play_first_asked(as_state(true_bytes));
            if (ruleset->turn_of && ruleset->turn_of(m, as_state(true_bytes), seat, NULL) != ANYBODY) continue;
            play_offer(m, as_state(true_bytes), seat, &offers);
            count = weigh(&weigher, as_state(true_bytes), seat, candidates, CANDIDATES_MOST);
            assert_true(count > 0);
            for (int32_t k = 0; k < offers.count; k++) {
                const struct decision_kind *kind = &ruleset->kinds[list[k].decision.kind];
                bool                        weighed = !list[k].open && is_weighed(&list[k].decision, candidates, count);
                if (!list[k].open && !kind->yields && !kind->recalls && (kind->declines || !(kind->uses & USES_UNIT))) assert_true(weighed);
                seen += weighed;
                left += !list[k].open && !weighed;
            }
        }
    }
    assert_true(seen > 0 && left > seen);
}

static int32_t weigh_with_error(const struct match *m, int step, int32_t error, struct candidate *candidates)
{
    struct random  random = random_from((uint64_t)step);
    struct arena   arena = arena_over(thoughts, sizeof thoughts);
    struct weigher weigher = { m, NULL, &random, &arena, .error = error, .throws = 1 };

    return weigh(&weigher, as_state(true_bytes), play_first_asked(as_state(true_bytes)), candidates, CANDIDATES_MOST);
}

/* Whoever misjudges by no more than what the best is above the mean now and then takes another, but none that is below the mean. */
static void what_is_far_worse_is_not_taken_for_the_best(void **unused)
{
    static struct candidate truly[CANDIDATES_MOST], seeming[CANDIDATES_MOST];
    int                     others = 0;

    (void)unused;
    for (int i = 0; i < SMALL; i++) {
        const struct match *m = load(small[i].ruleset, small[i].scenario);
        for (int step = 1; step < 40; step++) {
            int64_t sum = 0;
            int32_t count, taken;
            if (!play_random(m, as_state(true_bytes), 5, step)) break;
            count = weigh_with_error(m, step, 0, truly);
            assert_int_equal(weigh_with_error(m, step, 100, seeming), count);
            taken = most_promising(seeming, count);
            for (int32_t k = 0; k < count; k++) sum += truly[k].promise;
            assert_true(truly[taken].promise >= sum / count);
            others += truly[taken].promise < truly[most_promising(truly, count)].promise;
        }
    }
    assert_true(others > 0);
}

/* A search to its end for whoever is asked. */
static void think_quickly(const struct match *m, struct random *random, struct arena *arena, struct search *search)
{
    static const struct mind_level level = { .name = "quick", .width = 4, .worlds = 4, .tides = 3, .glance = 3, .throws = 1 };
    seat_id                        seat = play_first_asked(as_state(true_bytes));

    see(m, as_state(true_bytes), seat, view_bytes);
    assert_true(search_open(search, m, as_state(view_bytes), seat, &level, NULL, random, arena));
    search_to_the_end(search, arena);
}

/* After one and the same search a card of which the other side does not learn is not the same each time, what everybody sees is. */
static void secret_orders_are_mixed(void **unused)
{
    enum { STEPS = 60, TIMES = 20 };
    const struct match *m = load("brevis", "two_colonels");
    int                 secrets = 0, others = 0;

    (void)unused;
    for (int step = 0; step < STEPS && play_random(m, as_state(true_bytes), 1, step); step++) {
        bool            is_secret = ruleset_of(m)->phases[flow_top_const(flow_of_const(as_state(true_bytes)))->phase]->gathered;
        struct arena    arena = arena_over(thoughts, sizeof thoughts);
        struct random   random = random_from(1);
        struct search   search;
        struct decision best, d;
        think_quickly(m, &random, &arena, &search);
        best = search.list[0].d;
        for (int i = 0; i < TIMES; i++) {
            search_answer(&search, &random, &arena, &d);
            if (!is_secret) assert_same(&d, &best);
            else assert_int_equal(d.unit, best.unit);
            others += d.choice != best.choice;
        }
        secrets += is_secret;
    }
    assert_true(secrets > 0 && others > 0);
}

/* Where all that may be done differs by little, what is worst of it is still not as good as the best. */
static void the_worst_is_not_drawn_though_all_is_near(void **unused)
{
    enum { TIMES = 200, LITTLE = MIND_WON / 1000 };
    const struct match *m = load("brevis", "two_colonels");
    struct arena        arena = arena_over(thoughts, sizeof thoughts);
    struct random       random = random_from(1);
    struct search       search;
    int                 drawn[2] = { 0 };

    (void)unused;
    assert_true(play_random(m, as_state(true_bytes), 1, 0));
    think_quickly(m, &random, &arena, &search);
    assert_true(search.count > 2);
    for (int32_t i = 0; i < search.count; i++)
        search.list[i] = (struct candidate){ .d = search.list[i].d, .by_odds = true, .count = 4, .promise = i < 2 ? 0 : -LITTLE * INT64_C(1000) };
    for (int i = 0; i < TIMES; i++) {
        struct decision d;
        bool            second;
        search_answer(&search, &random, &arena, &d);
        second = !memcmp(&d, &search.list[1].d, sizeof d);
        if (!second) assert_same(&d, &search.list[0].d);
        drawn[second]++;
    }
    assert_true(drawn[0] > TIMES / 4 && drawn[1] > TIMES / 4);
}

static void check_document(const char *text, const char *wanted)
{
    struct document document = { "sample/mind.json", text, strlen(text) };
    struct library  one = { &document, 1 };
    struct arena    arena = arena_over(thoughts, sizeof thoughts);
    struct fault    fault = { .set = false };
    struct mind     mind;
    bool            good = mind_read(ruleset_named("sample"), &one, &arena, &mind, &fault);

    assert_int_equal(good, !wanted);
    if (wanted && !strstr(fault.text, wanted)) fail_msg("\"%s\" says nothing of \"%s\"", fault.text, wanted);
}

#define LEVEL_PARTS "\"levels\":{\"recruit\":{},\"sergeant\":{},\"captain\":{\"width\":3},\"mestre\":{\"effort\":3},\"teacher\":{}}"
#define BEGINS "{\"format\":1,\"ruleset\":\"sample\",\"provenance\":\"own\","

static void minds_are_documents(void **unused)
{
    (void)unused;
    check_document(BEGINS "\"weights\":{\"points\":90},\"tempers\":{\"bold\":{\"own\":{\"points\":80},\"their\":{}}}," LEVEL_PARTS "}", NULL);
    check_document(BEGINS "\"weights\":{\"pints\":90},\"tempers\":{}," LEVEL_PARTS "}", "pints");
    check_document(BEGINS "\"weights\":{\"points\":-1},\"tempers\":{}," LEVEL_PARTS "}", "points");
    check_document(BEGINS "\"weights\":{},\"tempers\":{\"furious\":{\"own\":{},\"their\":{}}}," LEVEL_PARTS "}", "furious");
    check_document(BEGINS "\"weights\":{},\"tempers\":{},\"levels\":{\"recruit\":{}}}", "sergeant");
    check_document(BEGINS "\"weights\":{},\"tempers\":{},\"levels\":{\"recruit\":{\"width\":99},\"sergeant\":{},\"captain\":{},\"mestre\":{},\"teacher\":{}}}", "width");
    check_document("{\"format\":1,\"ruleset\":\"iron\",\"weights\":{},\"tempers\":{}," LEVEL_PARTS "}", "iron");
}

#define MESTRE_WITH(lean) \
    BEGINS "\"weights\":{},\"tempers\":{\"bold\":{\"own\":{\"points\":80},\"their\":{}}}," \
           "\"levels\":{\"recruit\":{},\"sergeant\":{},\"captain\":{},\"mestre\":{" lean "},\"teacher\":{}}}"

/* Its temper comes on top of that, and nobody else is touched by it. */
static void a_level_may_judge_in_a_way_of_its_own(void **unused)
{
    static const char text[] = MESTRE_WITH("\"own\":{\"points\":150},\"their\":{\"points\":70}");
    struct document   document = { "sample/mind.json", text, strlen(text) };
    struct library    one = { &document, 1 };
    struct arena      arena = arena_over(thoughts, sizeof thoughts);
    struct fault      fault = { .set = false };
    struct mind       mind;
    enum { CAPTAIN = 2, MESTRE, BALANCED = 0, BOLD = 2, POINTS = 0 };

    (void)unused;
    assert_string_equal(ruleset_named("sample")->concerns[POINTS], "points");
    assert_true(mind_read(ruleset_named("sample"), &one, &arena, &mind, &fault));
    assert_int_equal(mind.level[MESTRE].temper[BALANCED].own[POINTS], 150);
    assert_int_equal(mind.level[MESTRE].temper[BALANCED].their[POINTS], 70);
    assert_int_equal(mind.level[MESTRE].temper[BOLD].own[POINTS], 120);
    assert_int_equal(mind.level[CAPTAIN].temper[BOLD].own[POINTS], 80);
    assert_int_equal(mind.temper[BALANCED].own[POINTS], 100);
    check_document(MESTRE_WITH("\"own\":{\"pints\":150}"), "pints");
    check_document(MESTRE_WITH("\"their\":{\"points\":1001}"), "points");
    check_document(MESTRE_WITH("\"own\":7"), "own");
}

/* What the balanced temper does not mind nobody does but a level that names it, with its temper on top. */
static void a_level_may_mind_what_others_do_not(void **unused)
{
    static const char text[] = BEGINS "\"weights\":{},\"tempers\":{\"balanced\":{\"own\":{\"points\":0},\"their\":{}},"
                                      "\"bold\":{\"own\":{\"points\":80},\"their\":{}}},"
                                      "\"levels\":{\"recruit\":{},\"sergeant\":{},\"captain\":{},\"mestre\":{\"own\":{\"points\":50}},\"teacher\":{}}}";
    struct document   document = { "sample/mind.json", text, strlen(text) };
    struct library    one = { &document, 1 };
    struct arena      arena = arena_over(thoughts, sizeof thoughts);
    struct fault      fault = { .set = false };
    struct mind       mind;
    enum { CAPTAIN = 2, MESTRE, BALANCED = 0, BOLD = 2, POINTS = 0 };

    (void)unused;
    assert_true(mind_read(ruleset_named("sample"), &one, &arena, &mind, &fault));
    assert_int_equal(mind.temper[BALANCED].own[POINTS], 0);
    assert_int_equal(mind.temper[BOLD].own[POINTS], 0);
    assert_int_equal(mind.temper[BOLD].their[POINTS], 100);
    assert_int_equal(mind.level[CAPTAIN].temper[BOLD].own[POINTS], 0);
    assert_int_equal(mind.level[MESTRE].temper[BALANCED].own[POINTS], 50);
    assert_int_equal(mind.level[MESTRE].temper[BOLD].own[POINTS], 40);
    assert_int_equal(mind.level[MESTRE].temper[BOLD].their[POINTS], 100);
}

static void a_value_is_a_chance(void **unused)
{
    (void)unused;
    assert_int_equal(mind_chance(MIND_WON), 1000);
    assert_int_equal(mind_chance(-MIND_WON), 0);
    assert_int_equal(mind_chance(0), 500);
    assert_int_equal(mind_chance(MIND_WON / 2), 750);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_of_tasks_does_not_matter),
        cmocka_unit_test(a_search_may_be_stopped),
        cmocka_unit_test(an_effort_is_kept),
        cmocka_unit_test(luck_counts_as_far_as_it_shows),
        cmocka_unit_test(secrets_of_others_do_not_matter),
        cmocka_unit_test(letting_be_always_comes_to_mind),
        cmocka_unit_test(what_is_far_worse_is_not_taken_for_the_best),
        cmocka_unit_test(secret_orders_are_mixed),
        cmocka_unit_test(the_worst_is_not_drawn_though_all_is_near),
        cmocka_unit_test(minds_are_documents),
        cmocka_unit_test(a_level_may_judge_in_a_way_of_its_own),
        cmocka_unit_test(a_level_may_mind_what_others_do_not),
        cmocka_unit_test(a_value_is_a_chance),
    };
    int failed;

    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: test_search DATA-DIRECTORY [GAMES]\n");
        return 2;
    }
    if (argc == 3) games = strtoull(argv[2], NULL, 10);
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
