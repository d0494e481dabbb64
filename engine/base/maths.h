/*
 * maths.h: whole numbers, exactly.
 *
 * Lengths are ticks of 0.01 mm in int32; products are int64 or int128. Headings are hundredths of a degree,
 * 0..35999, clockwise from north (+y); a sine is a whole number out of SINE_ONE, read from one committed table.
 */
#ifndef MESTRE_MATHS_H
#define MESTRE_MATHS_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef __int128          int128;
__extension__ typedef unsigned __int128 uint128;

enum { SINE_ONE = 1 << 30, FULL_TURN = 36000, INCH = 2540, CENTIMETRE = 1000, HEADING_EXACT = 1 << 24 };

static inline int32_t min32(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t max32(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline int64_t abs64(int64_t a) { return a < 0 ? -a : a; }
/* Of a set that is not empty; for (uint64_t rest = set; rest; rest &= rest - 1) { int i = lowest(rest); ... } */
static inline int lowest(uint64_t set) { return __builtin_ctzll(set); }
static inline bool between(int64_t low, int64_t x, int64_t high) { return low <= x && x <= high; }

/* The largest r with r*r <= n. */
uint32_t root64(uint64_t n);
uint64_t root128(uint128 n);

/* a/b rounded to the nearest, halves away from zero; b > 0. The quotient must fit. */
int64_t divide_round(int64_t a, int64_t b);
int64_t divide_round128(int128 a, int64_t b);
/* floor(a/b); b > 0. */
int64_t divide_floor(int64_t a, int64_t b);

/* Any heading brought into 0..35999. */
int32_t heading_normal(int64_t heading);
/* The unsigned angle between two headings, 0..18000. */
int32_t heading_apart(int32_t a, int32_t b);
/* Sine and cosine of a heading in units of 1/SINE_ONE: forward is (heading_sine, heading_cosine). */
int32_t heading_sine(int32_t heading);
int32_t heading_cosine(int32_t heading);
/* Both at once. */
void heading_sines(int32_t heading, int32_t *sine, int32_t *cosine);
/*
 * The heading of the vector (x, y), rounded to the nearest hundredth of a degree; (0,0) gives 0. Exact for parts up
 * to HEADING_EXACT in size (no whole vector lies on a boundary between two hundredths); a longer vector is halved
 * until it fits, which may turn it by less than a hundred-thousandth of a degree.
 */
int32_t heading_of(int64_t x, int64_t y);

#endif
