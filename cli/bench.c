/*
 * bench.c: `mestre bench`: how fast the engine is, as one line of JSON, with a signature that does not depend on speed.
 */
#include "bench_player.h"
#include "commands.h"
#include "crew.h"
#include "game.h"
#include "odds.h"
#include "player.h"
#include "print.h"
#include "setting.h"
#include "signature.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, BENCH_MEMORY = 512 << 20, SAMPLES = 2048, START_UPS = 5, COPIES = 64, REPORT = 64 << 10 };

struct bench {
    struct setting setting;
    int64_t        seconds, threads, decisions;
    const char    *player_name;                    /* its thinking is measured, or NULL: the engine */
    bool           json;
    const char    *kind_name;                      /* only the odds of this kind of decision are measured, unless NULL */
    int32_t        kind;
    struct arena   arena;
    struct state  *state;
    struct offers  offers;
    struct events  events;
    double         start_up;                       /* microseconds */
    double         steps_per_s, games_per_s, checked_steps_per_s, copy, dice_20;
    double         odds[SAMPLES];                  /* microseconds of each decision with more than one outcome */
    int            odds_count;
};

/* Random legal play as search sees it: no events, no checks, no undo. Returns the steps, or -1 at a dead end. */
static int64_t play_bare(struct bench *bench, uint64_t seed)
{
    const struct match *m = bench->setting.match;
    struct dice         dice = dice_seeded(seed);
    struct random       random = random_from(~seed);
    struct play         play = { m, bench->state, &dice, NULL, 0 };
    struct decision     d;
    int64_t             steps = 0;

    for (play_begin(&play); play_asked(bench->state); steps++) {
        seat_id seat = play_first_asked(bench->state);
        if (!choose_any(m, bench->state, seat, &bench->offers, &random, &d)) return -1;
        play_take(&play, seat, &d);
        play_advance(&play);
    }
    return steps;
}

/* The same through the referee: everything is checked, told and kept for undo. */
static int64_t play_checked(struct bench *bench, uint64_t seed)
{
    const struct match *m = bench->setting.match;
    struct dice         dice = dice_seeded(seed);
    struct random       random = random_from(~seed);
    struct fault        fault = { .set = false };
    size_t              mark = bench->arena.used;
    struct game         game;
    struct decision     d;
    struct refusal      why;
    bool                good = game_begin(&game, m, &dice, &bench->events, &bench->arena, &fault) == DECIDED;

    while (good && play_asked(game.state)) {
        seat_id seat = play_first_asked(game.state);
        bench->events.count = 0;
        good = choose_any(m, game.state, seat, &bench->offers, &random, &d) &&
               game_decide(&game, seat, &d, &dice, &bench->events, &why) == DECIDED;
    }
    bench->arena.used = mark;
    return good ? game.number : -1;
}

/* Play games for the time that was asked for; false at a dead end. */
static bool measure_play(struct bench *bench, int64_t (*play)(struct bench *bench, uint64_t seed), double *steps_per_s,
                         double *games_per_s)
{
    double  began = seconds_now(), passed;
    int64_t steps = 0, games = 0;

    do {
        int64_t played = play(bench, (uint64_t)++games);
        if (played < 0) {
            fprintf(stderr, "mestre bench: game %lld came to a dead end\n", (long long)games);
            return false;
        }
        steps += played;
        passed = seconds_now() - began;
    } while (passed < (double)bench->seconds);
    *steps_per_s = (double)steps / passed;
    if (games_per_s) *games_per_s = (double)games / passed;
    return true;
}

/* From nothing to the first offers, as the player waits for it. */
static double one_start_up(const struct bench *bench)
{
    struct setting setting = { .ruleset_name = bench->setting.ruleset_name, .scenario_name = bench->setting.scenario_name,
                               .option_text = bench->setting.option_text, .data = bench->setting.data };
    double         began = seconds_now(), passed;
    int            status = setting_open(&setting, "bench", SETTING_MATCH);

    if (!status) {
        struct dice   dice = dice_seeded(1);
        struct play   play = { setting.match, arena_take(&setting.host.arena, setting.ruleset->state_size), &dice, NULL, 0 };
        struct offers offers = { arena_take(&setting.host.arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
        play_begin(&play);
        if (play_asked(play.state)) play_offer(setting.match, play.state, play_first_asked(play.state), &offers);
    }
    passed = seconds_now() - began;
    setting_close(&setting);
    return status ? -1 : passed * 1e6;
}

static double measure_start_up(const struct bench *bench)
{
    double list[START_UPS];

    for (int i = 0; i < START_UPS; i++)
        if ((list[i] = one_start_up(bench)) < 0) return -1;
    return quantile(list, START_UPS, 0.5);
}

/* The barrier keeps the compiler from dropping copies that nobody reads. */
static double measure_copy(struct bench *bench)
{
    size_t size = bench->setting.ruleset->state_size, mark = bench->arena.used;
    char  *ring = arena_take(&bench->arena, size * COPIES);
    double began = seconds_now(), passed;
    long   copies = 0;

    if (!ring) return 0;
    do {
        for (int i = 0; i < 100000; i++, copies++) {
            memcpy(ring + (size_t)(copies % COPIES) * size, ring + (size_t)((copies + 7) % COPIES) * size, size);
            __asm__ volatile("" : : "r"(ring) : "memory");
        }
        passed = seconds_now() - began;
    } while (passed < 0.1);
    bench->arena.used = mark;
    return passed * 1e9 / (double)copies;
}

/* The whole distribution of the successes of twenty dice; false when it does not sum to 1. */
static bool enumerate_20_dice(void)
{
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct weight    chance[21], sum = weight_of(0, 1);

    for (int hits = 0; hits <= 20; hits++) chance[hits] = weight_of(0, 1);
    dice_first_path(&path);
    do {
        int hits;
        dice_rewind(&path);
        hits = dice_pool(&dice, 0, 20, 6, 4, NULL);
        chance[hits] = weight_plus(chance[hits], path.weight);
    } while (dice_next_path(&path));
    for (int hits = 0; hits <= 20; hits++) sum = weight_plus(sum, chance[hits]);
    return weight_equal(sum, weight_of(1, 1));
}

static bool measure_dice(double *microseconds)
{
    enum { TIMES = 201 };
    double list[TIMES];

    for (int i = 0; i < TIMES; i++) {
        double began = seconds_now();
        if (!enumerate_20_dice()) {
            fprintf(stderr, "mestre bench: the chances of twenty dice do not sum to 1: this is a bug, please report it\n");
            return false;
        }
        list[i] = (seconds_now() - began) * 1e6;
    }
    *microseconds = quantile(list, TIMES, 0.5);
    return true;
}

/* Time the odds of one decision; those with a single outcome are no matter of chance and do not count. */
static void time_odds(struct bench *bench, seat_id seat, const struct decision *d)
{
    struct fault fault = { .set = false };
    struct odds  odds;
    size_t       mark = bench->arena.used;
    double       began = seconds_now(), passed;
    bool         good = odds_of(bench->setting.match, bench->state, seat, d, ODDS_REACT, &bench->arena, &odds, &fault);

    passed = (seconds_now() - began) * 1e6;
    if (good && odds.count > 1) bench->odds[bench->odds_count++] = passed;
    bench->arena.used = mark;
}

/* The decisions are those of random games; the time is limited, since a large game may have costly ones. */
static void measure_odds(struct bench *bench)
{
    const struct match *m = bench->setting.match;
    double              began = seconds_now();

    for (uint64_t seed = 1; bench->odds_count < SAMPLES && seconds_now() - began < (double)bench->seconds; seed++) {
        struct dice     dice = dice_seeded(seed);
        struct random   random = random_from(~seed);
        struct play     play = { m, bench->state, &dice, NULL, 0 };
        struct decision d;
        for (play_begin(&play); play_asked(bench->state) && bench->odds_count < SAMPLES; play_advance(&play)) {
            seat_id seat = play_first_asked(bench->state);
            if (!choose_any(m, bench->state, seat, &bench->offers, &random, &d)) return;
            if (bench->kind < 0 || bench->kind == d.kind) time_odds(bench, seat, &d);
            play_take(&play, seat, &d);
        }
    }
}

static void write_number(struct json_writer *writer, const char *key, double value, int decimals)
{
    json_key(writer, key);
    json_write_decimal(writer, value, decimals);
}

static int print_result(struct bench *bench)
{
    const struct match *m = bench->setting.match;
    struct out          out = print_begin(REPORT);
    struct json_writer  writer = json_writer_over(&out);
    bool                good;

    json_open(&writer, '{');
    json_key(&writer, "engine");
    json_write_string(&writer, MESTRE_VERSION);
    json_write_game(&writer, m);
    write_number(&writer, "steps_per_s", bench->steps_per_s, 0);
    write_number(&writer, "games_per_s", bench->games_per_s, 1);
    write_number(&writer, "checked_steps_per_s", bench->checked_steps_per_s, 0);
    json_key(&writer, "state_bytes");
    json_write_integer(&writer, ruleset_of(m)->state_size);
    write_number(&writer, "state_copy_ns", bench->copy, 1);
    write_number(&writer, "odds_20_dice_us", bench->dice_20, 2);
    write_number(&writer, "odds_decision_us", quantile(bench->odds, bench->odds_count, 0.5), 2);
    write_number(&writer, "odds_decision_p95_us", quantile(bench->odds, bench->odds_count, 0.95), 2);
    write_number(&writer, "odds_decision_max_us", quantile(bench->odds, bench->odds_count, 1), 2);
    json_key(&writer, "odds_decisions");
    json_write_integer(&writer, bench->odds_count);
    write_number(&writer, "start_up_us", bench->start_up, 0);
    json_key(&writer, "signature");
    json_write_hash(&writer, signature_of(m, SIGNATURE_GAMES, SIGNATURE_SEED, &bench->arena));
    json_close(&writer, '}');
    good = print_line(&out);
    print_free(&out);
    return good ? 0 : 1;
}

static int measure(struct bench *bench)
{
    bench->arena = host_arena(BENCH_MEMORY);
    bench->state = arena_take(&bench->arena, bench->setting.ruleset->state_size);
    bench->offers = (struct offers){ arena_take(&bench->arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    bench->events = (struct events){ arena_take(&bench->arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    if (!measure_play(bench, play_bare, &bench->steps_per_s, &bench->games_per_s) ||
        !measure_play(bench, play_checked, &bench->checked_steps_per_s, NULL) || !measure_dice(&bench->dice_20))
        return 1;
    bench->copy = measure_copy(bench);
    measure_odds(bench);
    return print_result(bench);
}

int bench_command(int argc, char **argv)
{
    static struct bench bench = { .seconds = 1, .threads = 1, .decisions = 100 };
    const struct argument list[] = {
        SETTING_RULESET(&bench.setting),
        SETTING_SCENARIO(&bench.setting),
        SETTING_OPTIONS(&bench.setting),
        NUMBER_ARGUMENT("seconds", &bench.seconds, "N", 1, 3600, "how long each kind of play is measured (default 1)"),
        TEXT_ARGUMENT("do", &bench.kind_name, "KIND", "measure the odds of this kind of decision only: charge"),
        TEXT_ARGUMENT("player", &bench.player_name, "PLAYER", "measure how long this computer player thinks instead"),
        NUMBER_ARGUMENT("threads", &bench.threads, "T", 1, CREW_MOST, "threads that think together (default 1)"),
        NUMBER_ARGUMENT("decisions", &bench.decisions, "N", 1, 100000, "how many of its decisions are measured (default 100)"),
        FLAG_ARGUMENT("json", &bench.json, "print JSON, which is done in any case"),
        SETTING_DATA(&bench.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "bench", "--ruleset R [OPTIONS]",
        "Measure the engine on one core and print one line of JSON. Its \"signature\" depends on the rules and\n"
        "the scenario alone: it must be the same for every compiler and machine. With --player the signature is that of what\n"
        "the player decides, which does not depend on its threads.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    status = setting_open(&bench.setting, "bench", SETTING_MATCH);
    bench.kind = !status && bench.kind_name ? kind_named(bench.setting.ruleset, bench.kind_name) : -1;
    if (!status && bench.kind_name && bench.kind < 0)
        status = usage_error("bench", "--do: there is no kind of decision \"%s\"", bench.kind_name);
    if (!status && bench.player_name && !player_named(bench.player_name))
        status = usage_error("bench", "--player: there is no player \"%s\"", bench.player_name);
    if (!status && bench.player_name) {
        struct thoughts thoughts = { .player = player_named(bench.player_name), .threads = (int)bench.threads, .wanted = (int)bench.decisions };
        status = bench_player(&thoughts, bench.setting.match);
    } else if (!status) {
        bench.start_up = measure_start_up(&bench);
        status = measure(&bench);
        free(bench.arena.base);
    }
    setting_close(&bench.setting);
    return status;
}
