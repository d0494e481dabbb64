/* thinkers.c: see thinkers.h. */
#include "thinkers.h"

#include "bench.h"
#include "crew.h"
#include "host.h"
#include "log.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* No decision takes longer than people like to wait for; what has been seen by then decides. */
enum { CREW = 2, CREW_MEMORY = 16 << 20, PATIENCE = 2500 };

struct call {
    struct thought      *thought;
    struct bench        *bench;
    struct thinkers_crew crew;
};

static void think(void *context)
{
    struct call    *call = context;
    struct thought *thought = call->thought;
    struct thinking thinking = { thought->match, random_from(thought->seed), call->bench->arena, .crew = &call->crew.crew };

    thought->found = player_choose(thought->player, &thinking, (const struct state *)(const void *)thought->view, thought->seat,
                                             &thought->decision);
}

static void run(struct work *work, struct bench *bench)
{
    struct thought *thought = (struct thought *)work;
    struct call     call = { .thought = thought, .bench = bench };
    struct fault    fault = { .set = false };

    bench_clear(bench);
    thought->found = false;
    if (!crew_open(&call.crew, CREW, CREW_MEMORY)) {
        log_event(LEVEL_ERROR, "thinker", "why", "there is not enough memory");
        return;
    }
    crew_begin(&call.crew, PATIENCE);
    if (!host_guard(think, &call, &fault)) {
        thought->found = false;
        log_event(LEVEL_ERROR, "thinker", "why", fault.text);
    }
    crew_close(&call.crew);
}

struct thought *thinkers_ask(struct workers *workers, struct matches *matches, const struct match *match, const struct player *player,
                             seat_id seat, const struct state *view, void (*deliver)(struct mail *mail), void *owner)
{
    size_t          size = ruleset_of(match)->state_size;
    struct thought *thought = calloc(1, sizeof *thought + size);

    if (!thought) return NULL;
    matches_hold_again(matches, match);
    thought->matches = matches;
    thought->match = match;
    thought->player = player;
    thought->seat = seat;
    thought->owner = owner;
    thought->work.run = run;
    thought->work.mail.deliver = deliver;
    randombytes_buf(&thought->seed, sizeof thought->seed);
    memcpy(thought->view, (const void *)view, size);
    workers_run(workers, &thought->work);
    return thought;
}

void thought_free(struct thought *thought)
{
    matches_release(thought->matches, thought->match);
    free(thought);
}
