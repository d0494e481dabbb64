/*
 * table_parts.h: what the files of the table share and nobody else sees: products of vectors, and outlines seen as
 * plain chains of vertices, so that one piece of code measures between points, segments, bases and terrain.
 */
#ifndef MESTRE_TABLE_PARTS_H
#define MESTRE_TABLE_PARTS_H

#include "table.h"

/*
 * A chain of vertices with a rounding about it. One vertex with a rounding is a disc, two vertices are a segment, a
 * closed chain encloses its interior. `convex` is set for closed chains whose vertices go clockwise round a convex
 * shape, as the corners of a rectangle do.
 */
struct core {
    const struct point *vertex;
    int32_t             count;
    int32_t             rounding;
    bool                closed;
    bool                convex;
};

static inline int64_t cross_of(int64_t ax, int64_t ay, int64_t bx, int64_t by) { return ax * by - ay * bx; }
static inline int64_t dot_of(int64_t ax, int64_t ay, int64_t bx, int64_t by) { return ax * bx + ay * by; }

/* Twice the signed area of the triangle (a, b, p): positive when p is to the left of the line from a to b. */
static inline int64_t turn_of(struct point a, struct point b, struct point p)
{
    return cross_of((int64_t)b.x - a.x, (int64_t)b.y - a.y, (int64_t)p.x - a.x, (int64_t)p.y - a.y);
}

/* (b - a) . (p - a) */
static inline int64_t advance_of(struct point a, struct point b, struct point p)
{
    return dot_of((int64_t)b.x - a.x, (int64_t)b.y - a.y, (int64_t)p.x - a.x, (int64_t)p.y - a.y);
}

static inline int64_t square_between(struct point a, struct point b)
{
    return dot_of((int64_t)b.x - a.x, (int64_t)b.y - a.y, (int64_t)b.x - a.x, (int64_t)b.y - a.y);
}

static inline bool same_point(struct point a, struct point b) { return a.x == b.x && a.y == b.y; }

static inline int sign64(int64_t a) { return (a > 0) - (a < 0); }

/* v / 2^shift rounded to the nearest, halves away from zero. */
static inline int64_t round_shift(int64_t v, int shift)
{
    return (v + ((int64_t)1 << (shift - 1)) - (v < 0 ? 1 : 0)) >> shift;
}

/* Negative, 0 or positive as a * b is less than, equal to or greater than c * d, in 192 bits. */
int long_products_compare(uint128 a, uint64_t b, uint128 c, uint64_t d);

/* The same; between things on one table a and c nearly always have 64 bits. */
static inline int products_compare(uint128 a, uint64_t b, uint128 c, uint64_t d)
{
    uint128 ab, cd;

    if ((a | c) >> 64) return long_products_compare(a, b, c, d);
    ab = (uint128)(uint64_t)a * b;
    cd = (uint128)(uint64_t)c * d;
    return ab < cd ? -1 : ab > cd;
}

/* a is shorter than b, their roundings left aside; and the root of a distance rounded up, its rounding left aside. */
static inline bool distance_shorter(struct distance a, struct distance b)
{
    if (a.under == b.under) return a.over < b.over;
    return products_compare(a.over, b.under, b.over, a.under) < 0;
}

uint64_t distance_ceiling(struct distance distance);

static inline struct distance whole_square(int64_t square)
{
    return (struct distance){ (uint128)square, 1, 0 };
}

/* table_point_segment(), for loops. */
static inline struct distance point_segment(struct point point, struct segment segment)
{
    int64_t advance = advance_of(segment.from, segment.to, point);
    int64_t square;
    int64_t turn;

    if (advance <= 0) return whole_square(square_between(segment.from, point));
    square = square_between(segment.from, segment.to);
    if (advance >= square) return whole_square(square_between(segment.to, point));
    turn = turn_of(segment.from, segment.to, point);
    return (struct distance){ (uint128)((int128)turn * turn), (uint64_t)square, 0 };
}

/* The point at `forward2` half ticks ahead of a pose and `right2` to its right, rounded to the tick. */
static inline struct point offset_point(struct point at, int32_t sine, int32_t cosine, int32_t forward2, int32_t right2)
{
    int64_t x = (int64_t)at.x * ((int64_t)SINE_ONE * 2) + (int64_t)sine * forward2 + (int64_t)cosine * right2;
    int64_t y = (int64_t)at.y * ((int64_t)SINE_ONE * 2) + (int64_t)cosine * forward2 - (int64_t)sine * right2;

    return (struct point){ (int32_t)round_shift(x, 31), (int32_t)round_shift(y, 31) };
}

struct core core_of_base(const struct base *base);
struct core core_of_obstacle(const struct obstacle *obstacle);
struct core core_of_segment(const struct point ends[2]);

/* The edges of a core; a single vertex counts as one edge of length 0. */
static inline int32_t core_edges(const struct core *core)
{
    return core->closed || core->count == 1 ? core->count : core->count - 1;
}

static inline struct segment core_edge(const struct core *core, int32_t i)
{
    return (struct segment){ core->vertex[i], core->vertex[i + 1 == core->count ? 0 : i + 1] };
}

bool segments_meet(struct segment a, struct segment b);

/* 1 inside, 0 on the outline, -1 outside a closed chain. */
int place_in(const struct point *vertex, int32_t count, struct point point);

/* The point (x, y) / 2^bits, which must not be on the outline, is in the area; bits <= 41. */
bool fine_inside(const struct area *area, int128 x, int128 y, int bits);

/* Any two places are nearer than this, so that a limit beyond it need not be squared. */
enum { FAR_AWAY = 1 << 27 };

/* The point is outside the box that lies `reach` about the edge, and so further from it than that. */
static inline bool beyond_reach(struct point p, struct segment edge, int64_t reach)
{
    return (p.x < edge.from.x - reach && p.x < edge.to.x - reach) ||
           (p.x > edge.from.x + reach && p.x > edge.to.x + reach) ||
           (p.y < edge.from.y - reach && p.y < edge.to.y - reach) ||
           (p.y > edge.from.y + reach && p.y > edge.to.y + reach);
}

/* True only if the gap of two bases is greater than `reach`: circles and side directions tell. */
bool surely_apart(const struct base *a, const struct base *b, int64_t reach);

/* The shortest distance between the closed shapes; 0 when they meet. */
struct distance core_distance(const struct core *a, const struct core *b);

/* The closed shapes have a point in common, their roundings left aside. */
bool cores_meet(const struct core *a, const struct core *b);

/* The same between outlines that do not meet, with the direction (nx, ny) of the shortest segment from a to b. */
struct distance core_nearest(const struct core *a, const struct core *b, int64_t *nx, int64_t *ny);

#endif
