/* crew.c: see crew.h. */
#include "crew.h"

#include "host.h"
#include "must.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool is_late(struct crew *crew)
{
    return now() >= ((struct thinkers_crew *)crew)->until;
}

/* One thread of the crew, and its memory. */
struct hand {
    struct thinkers_crew *crew;
    struct arena         *arena;
};

static void do_tasks(void *context)
{
    struct hand          *hand = context;
    struct thinkers_crew *crew = hand->crew;
    int32_t               task;

    while (!is_late(&crew->crew) && (task = atomic_fetch_add(&crew->next, 1)) < crew->count) crew->task(crew->context, task, hand->arena);
}

static void *work(void *context)
{
    struct hand *hand = context;
    struct fault bug = { .set = false };

    if (!host_guard(do_tasks, hand, &bug)) atomic_store(&hand->crew->broken, true);
    return NULL;
}

static void run(struct crew *base, void (*task)(void *context, int32_t task, struct arena *arena), void *context, int32_t count)
{
    struct thinkers_crew *crew = (struct thinkers_crew *)base;
    struct hand           hand[CREW_MOST];
    pthread_t             thread[CREW_MOST];
    int                   begun = 0;

    crew->task = task;
    crew->context = context;
    crew->count = count;
    atomic_store(&crew->next, 0);
    atomic_store(&crew->broken, false);
    for (int i = 0; i < crew->threads; i++) {
        crew->arena[i].used = 0;
        hand[i] = (struct hand){ crew, &crew->arena[i] };
        if (pthread_create(&thread[begun], NULL, work, &hand[i])) break;
        begun++;
    }
    for (int i = 0; i < begun; i++) pthread_join(thread[i], NULL);
    if (begun == 0) do_tasks(&hand[0]);                  /* its own thread is guarded already */
    must(!atomic_load(&crew->broken));
}

bool crew_open(struct thinkers_crew *crew, int threads, size_t memory)
{
    *crew = (struct thinkers_crew){ .crew = { run, is_late } };
    for (; crew->threads < threads && crew->threads < CREW_MOST; crew->threads++) {
        char *base = malloc(memory);
        if (!base) break;
        crew->arena[crew->threads] = arena_over(base, memory);
    }
    return crew->threads > 0;
}

void crew_close(struct thinkers_crew *crew)
{
    for (int i = 0; i < crew->threads; i++) free(crew->arena[i].base);
}

void crew_begin(struct thinkers_crew *crew, int64_t milliseconds)
{
    crew->until = now() + milliseconds;
}
