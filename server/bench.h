/*
 * bench.h: where a thread works on games: scratch memory for the engine, with one game laid on it at a time.
 *
 * A game that nobody works on is at rest: its state and those that may be gone back to, in one small block. That is what
 * makes many games fit into memory.
 */
#ifndef MESTRE_BENCH_H
#define MESTRE_BENCH_H

#include "game.h"
#include "out.h"

#include <stddef.h>

enum { BENCH_EVENTS = 4096, BENCH_TEXT = 2 << 20, BENCH_ARENA = 8 << 20 };

struct bench {
    struct arena  arena;             /* of the game and whatever else one task needs */
    struct game   game;
    struct events events;
    struct out    lines;             /* journal lines being written */
    struct out    text;              /* a message being written */
};

/* A game at rest; freed with free(). */
struct rest {
    size_t  bytes;                   /* of all of it */
    int32_t number;
    int32_t news[SPECTATOR + 1];
    int32_t pasts;
    seat_id past_seat;
    _Alignas(16) char states[];      /* the state, then the pasts, oldest first */
};

/* False when there is no memory; bench_close is right in either case. */
bool bench_open(struct bench *bench, size_t arena);
void bench_close(struct bench *bench);

/* Begin a task: everything is empty again. */
void bench_clear(struct bench *bench);
/* Lay a game at rest on a cleared bench. */
void bench_lay(struct bench *bench, const struct match *match, const struct rest *rest);
/* Put the game on the bench to rest. NULL when there is no memory. */
struct rest *bench_keep(const struct bench *bench);

#endif
