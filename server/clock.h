/* clock.h: the time, for the hosts. */
#ifndef MESTRE_CLOCK_H
#define MESTRE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since 1970. */
static inline int64_t clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Milliseconds on a clock that only goes forward. */
static inline int64_t clock_steady(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
