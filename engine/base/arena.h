/*
 * arena.h: memory that the caller owns and hands in.
 *
 * The engine never calls malloc: a host gives it a block, the engine takes pieces of it in order, and the host
 * resets or frees the whole. A taken piece is zeroed and aligned for any type up to 16 bytes. Setting `used` back
 * to an earlier value releases all that was taken since.
 */
#ifndef MESTRE_ARENA_H
#define MESTRE_ARENA_H

#include <stddef.h>

struct arena {
    char  *base;
    size_t used;
    size_t capacity;
    size_t fail_at;      /* for tests: counted down, the take that finds it at 1 and all later ones fail; 0: no limit */
};

/* An arena over memory[0..capacity), which needs no alignment. */
struct arena arena_over(void *memory, size_t capacity);

/* size zeroed bytes, or NULL when the arena is exhausted: the caller reports a fault, never a bug. */
void *arena_take(struct arena *arena, size_t size);

/* The same without the zeroing, for large scratch that is written before it is read. */
void *arena_take_unset(struct arena *arena, size_t size);

/* A copy of text[0..length) with a terminating NUL, or NULL. */
char *arena_text(struct arena *arena, const char *text, size_t length);

#endif
