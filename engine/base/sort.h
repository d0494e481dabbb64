/*
 * sort.h: one stable sort for the whole engine, so that every build orders equal keys alike (qsort does not).
 */
#ifndef MESTRE_SORT_H
#define MESTRE_SORT_H

#include <stddef.h>

/* Negative when a comes first, positive when b does, 0 for equal; `context` is handed through. */
typedef int sort_compare(const void *a, const void *b, const void *context);

/* Sorts count items of `size` bytes (at most 256) in place, stably, without allocating. */
void sort_stable(void *items, size_t count, size_t size, sort_compare *compare, const void *context);

#endif
