#include "arena.h"
#include "must.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ALIGNMENT = 16 };

struct arena arena_over(void *memory, size_t capacity)
{
    return (struct arena){ .base = memory, .capacity = capacity };
}

static bool told_to_fail(struct arena *arena)
{
    if (arena->fail_at > 1) arena->fail_at--;
    else if (arena->fail_at == 1) return true;
    return false;
}

void *arena_take_unset(struct arena *arena, size_t size)
{
    must(arena->used <= arena->capacity);
    if (told_to_fail(arena)) return NULL;

    size_t left    = arena->capacity - arena->used;
    size_t padding = (size_t)(-((uintptr_t)arena->base + arena->used) & (ALIGNMENT - 1));

    if (padding > left || size > left - padding) return NULL;

    char *piece = arena->base + arena->used + padding;

    arena->used += padding + size;
    return piece;
}

void *arena_take(struct arena *arena, size_t size)
{
    void *piece = arena_take_unset(arena, size);

    if (piece && size > 0) memset(piece, 0, size);
    return piece;
}

char *arena_text(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) return NULL;

    char *copy = arena_take(arena, length + 1);

    if (copy && length > 0) memcpy(copy, text, length);
    return copy;
}
