/*
 * bench_player.c: `mestre bench --player`: how long a computer player thinks. It plays a game against itself; its decisions do not depend on
 * how many threads share the work, which the signature shows.
 */
#include "bench_player.h"
#include "arguments.h"
#include "crew.h"
#include "hash.h"
#include "host.h"
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, NO_LIMIT = 1 << 30, REPORT = 4096 };

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

double quantile(double *list, int count, double p)
{
    if (!count) return 0;
    qsort(list, (size_t)count, sizeof *list, by_size);
    return list[(int)(p * (count - 1) + 0.5)];
}

/* Games one after the other, until so many decisions have been thought about; false where a player finds nothing. */
static bool think(struct thoughts *thoughts, const struct match *m, struct thinkers_crew *crew)
{
    const struct ruleset *ruleset = ruleset_of(m);
    struct arena          arena = host_arena(MEMORY), own = host_arena(MEMORY);
    struct state         *state = arena_take(&arena, ruleset->state_size), *view = arena_take(&arena, ruleset->state_size);
    bool                  good = true;

    for (uint64_t seed = 1; good && thoughts->count < thoughts->wanted; seed++) {
        struct dice     dice = dice_seeded(seed);
        struct thinking thinking = { m, random_from(~seed), own, .crew = &crew->crew };
        struct play     play = { m, state, &dice, NULL, 0 };
        struct decision d;
        for (play_begin(&play); good && play_asked(state) && thoughts->count < thoughts->wanted; play_advance(&play)) {
            seat_id seat = play_first_asked(state);
            double  began = seconds_now();
            memcpy((void *)view, (const void *)state, ruleset->state_size);
            ruleset->mask(m, view, seat);
            crew_begin(crew, NO_LIMIT);
            good = player_choose(thoughts->player, &thinking, view, seat, &d);
            if (!good) break;
            thoughts->ms[thoughts->count++] = 1000 * (seconds_now() - began);
            thoughts->hash = hash_more(thoughts->hash, &d, sizeof d);
            play_take(&play, seat, &d);
        }
        thoughts->steps += thinking.steps;
    }
    free(arena.base);
    free(own.base);
    return good;
}

static bool print_thoughts(const struct thoughts *thoughts, const struct match *m, double passed)
{
    const struct { const char *key; double share; } told[] = { { "decision_ms", 0.5 }, { "decision_p99_ms", 0.99 }, { "decision_max_ms", 1 } };
    struct out         out = print_begin(REPORT);
    struct json_writer writer = json_writer_over(&out);
    bool               good;

    json_open(&writer, '{');
    json_write_game(&writer, m);
    json_key(&writer, "player");
    json_write_string(&writer, thoughts->player->name);
    json_key(&writer, "threads");
    json_write_integer(&writer, thoughts->threads);
    json_key(&writer, "decisions");
    json_write_integer(&writer, thoughts->count);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        json_key(&writer, told[i].key);
        json_write_decimal(&writer, quantile(thoughts->ms, thoughts->count, told[i].share), 2);
    }
    json_key(&writer, "steps_per_s");
    json_write_decimal(&writer, (double)thoughts->steps / passed, 0);
    json_key(&writer, "signature");
    json_write_hash(&writer, thoughts->hash);
    json_close(&writer, '}');
    good = print_line(&out);
    print_free(&out);
    return good;
}

int bench_player(struct thoughts *thoughts, const struct match *m)
{
    struct thinkers_crew crew;
    double               began = seconds_now();
    bool                 good;

    thoughts->ms = calloc((size_t)thoughts->wanted, sizeof thoughts->ms[0]);
    if (!thoughts->ms || !crew_open(&crew, thoughts->threads, MEMORY)) {
        free(thoughts->ms);
        return usage_error("bench", "there is not enough memory");
    }
    good = think(thoughts, m, &crew);
    if (good) good = print_thoughts(thoughts, m, seconds_now() - began);
    else fprintf(stderr, "mestre bench: %s finds nothing to do: this is a bug, please report it\n", thoughts->player->name);
    crew_close(&crew);
    free(thoughts->ms);
    return good ? 0 : 1;
}
