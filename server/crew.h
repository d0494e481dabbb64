/*
 * crew.h: threads that think together for one computer player, and a limit to how long they do.
 */
#ifndef MESTRE_CREW_H
#define MESTRE_CREW_H

#include "player.h"

#include <stdatomic.h>

enum { CREW_MOST = 8 };

struct thinkers_crew {
    struct crew   crew;              /* for struct thinking */
    int           threads;
    struct arena  arena[CREW_MOST];
    int64_t       until;             /* milliseconds on the monotonic clock */
    /* Of the run under way. */
    void        (*task)(void *context, int32_t task, struct arena *arena);
    void         *context;
    int32_t       count;
    atomic_int    next;
    atomic_bool   broken;            /* a task failed by a bug: whoever waits fails too */
};

/* So many threads, at most CREW_MOST, each with memory of its own; false: there is not enough. */
bool crew_open(struct thinkers_crew *crew, int threads, size_t memory);
void crew_close(struct thinkers_crew *crew);

/* From now on a search may last so many milliseconds. */
void crew_begin(struct thinkers_crew *crew, int64_t milliseconds);

#endif
