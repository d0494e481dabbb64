/*
 * property.h: seeded random tests that hold for every ruleset of the registry.
 *
 * A program hands in one trial, a function that checks something about one random game or position. The harness loads
 * every scenario of every ruleset, with the book's options and with random ones, and runs the trial with the seeds
 * SEED, SEED + 1 ... SEED + COUNT - 1, of large scenarios fewer in proportion to what they cost. With a SHARE only one in so many of
 * the battles that are larger still is played at all: for builds in which everything is slow. A failure prints the command that
 * repeats it.
 *
 *     property_NAME DATA_DIRECTORY [SEED [COUNT [SHARE]]]
 */
#ifndef MESTRE_PROPERTY_H
#define MESTRE_PROPERTY_H

#include "explain.h"
#include "game.h"
#include "mind.h"

#include <string.h>

enum { STEPS_MAX = 20000, EVENTS_MAX = 4096, STATE_BYTES = 16 * 1024, LATE = 400, LATER = 16, EARLIER = 9 };

/* Room for any ruleset's state, aligned for it. */
union any_state {
    uint64_t align;
    char     bytes[STATE_BYTES];
};

struct trial {
    const struct ruleset  *ruleset;
    const struct match    *match;
    const struct library  *library;
    const struct document *scenario;
    const struct texts    *texts;
    uint64_t               seed;
    struct random          random;          /* for the test's own choices */
    struct arena           arena;           /* scratch: empty when the trial starts */
    struct offers          offers;
    struct events          events;
    uint64_t               steps;           /* whatever the program counts; printed at the end */
    uint32_t               share;           /* 1, or more where programs are slow: one in so many of what is dear is done */
    uint32_t               weight;          /* how much dearer a game of this scenario is than the smallest; at least 1 */
};

/* Run the program's trial; the exit status of main. */
int property_run(int argc, char **argv, const char *name, int count, void (*run)(struct trial *trial));

/* Print what is wrong and how to repeat it, and end the program. */
_Noreturn void property_fail(struct trial *trial, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#define check(trial, condition, ...) ((condition) ? (void)0 : property_fail(trial, __FILE__, __LINE__, __VA_ARGS__))

static inline size_t state_size(const struct trial *trial)
{
    return trial->ruleset->state_size;
}

static inline struct state *as_state(union any_state *any)
{
    return (struct state *)(void *)any;
}

static inline void copy_state(const struct trial *trial, void *to, const void *from)
{
    memcpy(to, from, state_size(trial));
}

static inline bool same_state(const struct trial *trial, const void *a, const void *b)
{
    return !memcmp(a, b, state_size(trial));
}

static inline bool same_decision(const struct decision *a, const struct decision *b)
{
    return !memcmp(a, b, sizeof *a);
}

/* Memory from the trial's arena; a trial that needs more than there is fails. */
void *trial_take(struct trial *trial, size_t size);

/* A new game with seeded dice. */
void begin_game(struct trial *trial, struct game *game, uint64_t dice_seed);

/* One of the asked seats, at random. */
seat_id any_asked(struct trial *trial, const struct state *s);

/* A random legal decision; a seat without one is a failure. */
struct decision any_decision(struct trial *trial, const struct state *s, seat_id seat);

/* The same decision taken by a seat with these dice, events in trial->events; anything but DECIDED is a failure. */
void decide(struct trial *trial, struct game *game, seat_id seat, const struct decision *d, struct dice *dice);

/* A decision that may be anything: mostly almost legal, sometimes nonsense. */
struct decision any_nonsense(struct trial *trial, const struct state *s, seat_id seat);

/*
 * Play a random game to its end, and visit positions where somebody is asked: the first LATE with a small share all of them, with a large one
 * one in a ninth of it; after that one in LATER times the share.
 */
void walk(struct trial *trial, void (*visit)(struct trial *trial, struct game *game, seat_id seat));

/* A phase's name, for messages. */
const char *phase_of(const struct trial *trial, const struct state *s);

/* Seats and the spectator, one after another: for (v = SEAT_A; v != NO_SEAT; v = next_viewer(trial, v)). */
seat_id next_viewer(const struct trial *trial, seat_id viewer);

#endif
