#include "sort.h"

#include "must.h"

#include <stdbool.h>
#include <string.h>

enum { RUN = 12, ITEM_LIMIT = 256 };

/* What is being sorted; positions below are item numbers, not bytes. */
struct sorting {
    char         *items;
    size_t        size;
    sort_compare *compare;
    const void   *context;
};

static char *item(const struct sorting *sorting, size_t position)
{
    return sorting->items + position * sorting->size;
}

static bool comes_before(const struct sorting *sorting, size_t a, size_t b)
{
    return sorting->compare(item(sorting, a), item(sorting, b), sorting->context) < 0;
}

static void swap(const struct sorting *sorting, size_t a, size_t b)
{
    char held[ITEM_LIMIT];

    memcpy(held, item(sorting, a), sorting->size);
    memcpy(item(sorting, a), item(sorting, b), sorting->size);
    memcpy(item(sorting, b), held, sorting->size);
}

static void insert_each(const struct sorting *sorting, size_t first, size_t end)
{
    for (size_t next = first + 1; next < end; next++) {
        char   held[ITEM_LIMIT];
        size_t place = next;

        memcpy(held, item(sorting, next), sorting->size);
        while (place > first && sorting->compare(held, item(sorting, place - 1), sorting->context) < 0) place--;
        memmove(item(sorting, place + 1), item(sorting, place), (next - place) * sorting->size);
        memcpy(item(sorting, place), held, sorting->size);
    }
}

static void swap_blocks(const struct sorting *sorting, size_t a, size_t b, size_t count)
{
    for (size_t i = 0; i < count; i++) swap(sorting, a + i, b + i);
}

/* [first, middle) and [middle, end) change places, each keeping its order: the Gries-Mills block swap. */
static void rotate(const struct sorting *sorting, size_t first, size_t middle, size_t end)
{
    size_t left  = middle - first;
    size_t right = end - middle;

    if (left == 0 || right == 0) return;
    while (left != right) {
        if (left > right) {
            swap_blocks(sorting, middle - left, middle, right);
            left -= right;
        } else {
            swap_blocks(sorting, middle - left, middle + right - left, left);
            right -= left;
        }
    }
    swap_blocks(sorting, middle - left, middle, left);
}

/* The first place in [first, end) whose item does not come before `key` (lower), or comes after it (upper). */
static size_t lower_place(const struct sorting *sorting, size_t first, size_t end, size_t key)
{
    while (first < end) {
        size_t half = first + (end - first) / 2;

        if (comes_before(sorting, half, key)) first = half + 1;
        else end = half;
    }
    return first;
}

static size_t upper_place(const struct sorting *sorting, size_t first, size_t end, size_t key)
{
    while (first < end) {
        size_t half = first + (end - first) / 2;

        if (comes_before(sorting, key, half)) end = half;
        else first = half + 1;
    }
    return first;
}

/*
 * Merges two sorted neighbours in place: cut the longer one in half, find where the cut item belongs in the other,
 * rotate the two inner pieces, and merge each side. The depth is logarithmic, so the recursion is safe.
 */
static void merge(const struct sorting *sorting, size_t first, size_t middle, size_t end)
{
    size_t cut_left;
    size_t cut_right;
    size_t joined;

    if (first == middle || middle == end || !comes_before(sorting, middle, middle - 1)) return;
    if (end - first == 2) {
        swap(sorting, first, middle);
        return;
    }
    if (middle - first > end - middle) {
        cut_left  = first + (middle - first) / 2;
        cut_right = lower_place(sorting, middle, end, cut_left);
    } else {
        cut_right = middle + (end - middle) / 2;
        cut_left  = upper_place(sorting, first, middle, cut_right);
    }
    joined = cut_left + (cut_right - middle);
    rotate(sorting, cut_left, middle, cut_right);
    merge(sorting, first, cut_left, joined);
    merge(sorting, joined, cut_right, end);
}

void sort_stable(void *items, size_t count, size_t size, sort_compare *compare, const void *context)
{
    struct sorting sorting = { items, size, compare, context };

    must(size > 0 && size <= ITEM_LIMIT);
    for (size_t first = 0; first < count; first += RUN) {
        insert_each(&sorting, first, count - first < RUN ? count : first + RUN);
    }
    for (size_t run = RUN; run < count; run *= 2) {
        for (size_t first = 0; count - first > run; first += 2 * run) {
            merge(&sorting, first, first + run, count - first < 2 * run ? count : first + 2 * run);
            if (count - first < 2 * run) break;
        }
    }
}
