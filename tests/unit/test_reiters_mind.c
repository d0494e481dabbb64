/*
 * test_reiters_mind.c: what a computer player of The Fate of Reiters finds quickly is what he would find slowly.
 *
 * Over random games of every battle, by the book and with all that may be added to it: a position is appraised by the notes of another, some
 * decisions before it, as without them; samples that are drawn together are those that are drawn one by one, and legal.
 *
 *   test_reiters_mind DATA-DIRECTORY
 */
#include "documents.h"
#include "registry.h"
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, STEPS = 600, GAMES = 6, TRIES = 20, SAMPLES = 6 };

static const char *const scenarios[] = { "teach", "cognat", "dormans", "auneau", "vimory", "metrieux" };
static const char        additions[] = "{\"advanced_orders\":1,\"opt_caracole\":1,\"opt_wavering\":1,\"opt_gold\":1,\"opt_forlorn\":1}";

static struct library      library;
static char                memory[MEMORY], notes[REITERS_NOTES];
static struct offer        offered[OFFERS_MAX];
static const struct match *m;
static struct state        s, noted;
static struct random       random_source;
static struct dice         dice;

static void begin(const char *scenario, bool adds, uint64_t seed)
{
    char                 name[96];
    struct out           out = out_over(name, sizeof name);
    struct fault         fault = { .set = false };
    struct arena         arena = arena_over(memory, sizeof memory);
    struct json_document options;
    struct play          play = { .state = &s, .dice = &dice };

    out_format(&out, "reiters/scenarios/%s.json", scenario);
    assert_true(json_parse(&options, "options", additions, sizeof additions - 1, &arena, &fault));
    m = match_load(ruleset_named("reiters"), &library, library_find(&library, name), adds ? &options : NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    random_source = random_from(seed);
    dice = dice_seeded(seed);
    play.match = m;
    play_begin(&play);
}

static bool draw(seat_id seat, struct decision *d)
{
    struct offers offers = { offered, 0, OFFERS_MAX };

    play_offer(m, &s, seat, &offers);
    for (int i = 0; i < TRIES; i++) {
        const struct offer *offer = &offered[random_below(&random_source, (uint32_t)offers.count)];
        *d = offer->decision;
        if (!offer->open || reiters_sample(m, &s, seat, offer, &random_source, d)) return true;
    }
    return false;
}

/* A decision at random; false when the game is over. */
static bool go_on(void)
{
    struct play     play = { .match = m, .state = &s, .dice = &dice };
    struct decision d;
    seat_id         seat;

    if (!play_asked(&s)) return false;
    seat = play_first_asked(&s);
    if (!draw(seat, &d)) return false;
    play_take(&play, seat, &d);
    play_advance(&play);
    return !s.flow.over;
}

static void over_random_games(void (*look)(int step))
{
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++)
        for (uint64_t game = 0; game < GAMES; game++) {
            begin(scenarios[i], game > 0, 10 * i + game);
            for (int step = 0; step < STEPS && go_on(); step++) look(step);
        }
}

static void compare(const struct state *world)
{
    struct appraisal by_notes = { .scale = 0 }, found = { .scale = 0 };

    reiters_appraise(m, world, notes, &by_notes);
    reiters_appraise(m, world, NULL, &found);
    assert_memory_equal(&by_notes, &found, sizeof found);
}

/* Also where somebody guesses what he does not know. */
static void look_by_notes(int step)
{
    enum { LASTING = 7 };
    seat_id      seat = step % 2 ? SEAT_B : SEAT_A;
    struct state world;

    if (step % LASTING == 0) {
        noted = s;
        reiters_take_notes(m, &noted, notes);
    }
    compare(&s);
    world = s;
    reiters_mask(m, &world, seat);
    reiters_guess(m, &world, seat, &random_source);
    compare(&world);
}

static void notes_say_what_is_found_without(void **state)
{
    (void)state;
    over_random_games(look_by_notes);
}

static void look_at_samples(int step)
{
    struct offers offers = { offered, 0, OFFERS_MAX };
    seat_id       seat = play_first_asked(&s);

    if (step % 5) return;
    play_offer(m, &s, seat, &offers);
    for (int32_t i = 0; i < offers.count; i++) {
        struct random   together = random_source, alone = random_source;
        struct decision list[SAMPLES], d;
        if (!offered[i].open) continue;
        assert_int_equal(reiters_samples(m, &s, seat, &offered[i], &together, list, SAMPLES), SAMPLES);
        for (int k = 0; k < SAMPLES; k++) {
            assert_true(reiters_sample(m, &s, seat, &offered[i], &alone, &d));
            assert_memory_equal(&d, &list[k], sizeof d);
            assert_int_equal(play_refuse(m, &s, seat, &d, NULL), 0);
        }
        assert_memory_equal(&together, &alone, sizeof alone);
    }
}

static void samples_are_those_drawn_one_by_one(void **state)
{
    (void)state;
    over_random_games(look_at_samples);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_say_what_is_found_without),
        cmocka_unit_test(samples_are_those_drawn_one_by_one),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
