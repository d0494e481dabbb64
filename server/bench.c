/* bench.c: see bench.h. */
#include "bench.h"

#include "must.h"

#include <stdlib.h>
#include <string.h>

bool bench_open(struct bench *bench, size_t arena)
{
    char         *memory = malloc(arena), *lines = malloc(BENCH_TEXT), *text = malloc(BENCH_TEXT);
    struct event *events = malloc(BENCH_EVENTS * sizeof *events);

    *bench = (struct bench){ .events = { events, 0, BENCH_EVENTS, false } };
    if (memory) bench->arena = arena_over(memory, arena);
    if (lines) bench->lines = out_over(lines, BENCH_TEXT);
    if (text) bench->text = out_over(text, BENCH_TEXT);
    return memory && lines && text && events;
}

void bench_close(struct bench *bench)
{
    free(bench->arena.base);
    free(bench->lines.text);
    free(bench->text.text);
    free(bench->events.list);
}

void bench_clear(struct bench *bench)
{
    bench->arena.used = 0;
    bench->events.count = 0;
    bench->events.full = false;
    bench->lines = out_over(bench->lines.text, bench->lines.capacity);
    bench->text = out_over(bench->text.text, bench->text.capacity);
}

static struct state *take_state(struct bench *bench, size_t size, const char *from)
{
    void *state = arena_take_unset(&bench->arena, size);

    must(state);
    if (from) memcpy(state, from, size);
    return state;
}

void bench_lay(struct bench *bench, const struct match *match, const struct rest *rest)
{
    size_t       size = ruleset_of(match)->state_size;
    struct game *game = &bench->game;

    *game = (struct game){ .match = match, .number = rest->number, .pasts = rest->pasts, .past_seat = rest->past_seat };
    memcpy(game->news, rest->news, sizeof game->news);
    game->state = take_state(bench, size, rest->states);
    game->trial = take_state(bench, size, NULL);
    game->seen[0] = take_state(bench, size, NULL);
    game->seen[1] = take_state(bench, size, NULL);
    for (int32_t i = 0; i < UNDO_DEPTH; i++)
        game->past[i] = take_state(bench, size, i < rest->pasts ? rest->states + (size_t)(1 + i) * size : NULL);
}

struct rest *bench_keep(const struct bench *bench)
{
    const struct game *game = &bench->game;
    size_t             size = ruleset_of(game->match)->state_size;
    size_t             bytes = sizeof(struct rest) + (size_t)(1 + game->pasts) * size;
    struct rest       *rest = malloc(bytes);

    if (!rest) return NULL;
    *rest = (struct rest){ .bytes = bytes, .number = game->number, .pasts = game->pasts, .past_seat = game->past_seat };
    memcpy(rest->news, game->news, sizeof rest->news);
    memcpy(rest->states, (const void *)game->state, size);
    for (int32_t i = 0; i < game->pasts; i++)
        memcpy(rest->states + (size_t)(1 + i) * size, (const void *)game->past[i], size);
    return rest;
}
