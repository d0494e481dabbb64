/*
 * random.h: a small seeded generator (64 bits of state) for self-play, sampling and guesses. Never for dice that
 * people must trust: those come from the host.
 */
#ifndef MESTRE_RANDOM_H
#define MESTRE_RANDOM_H

#include <stdint.h>

struct random { uint64_t state; };

/* The seed is mixed first: the streams of neighbouring seeds must not be one stream, shifted. */
static inline struct random random_from(uint64_t seed)
{
    uint64_t z = seed ^ 0xd1b54a32d192ed03u;

    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
    return (struct random){ z ^ (z >> 32) };
}

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 0..bound-1; bound > 0. The bias is below bound / 2^32, too small for any test we could run. */
static inline uint32_t random_below(struct random *random, uint32_t bound)
{
    return (uint32_t)(((random_next(random) >> 32) * bound) >> 32);
}

#endif
