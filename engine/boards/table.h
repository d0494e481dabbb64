/*
 * table.h: the free-measurement board: bases, terrain and measuring on a table, without any rule of a game.
 *
 * Lengths are ticks (maths.h), x runs east, y north, headings are clockwise from north. Every coordinate that is
 * handed in lies within -TABLE_LIMIT..TABLE_LIMIT (84 m), so that a difference has 25 bits, a product of two 50, and
 * all comparisons are made on whole numbers of 64 or 128 bits: squares are compared, roots are only reported.
 *
 * A base is measured in two ways, and each question uses one of them. Its *outline* joins the corners, which are
 * worked out from the pose and rounded to the tick: gaps, contact and overlap use it. Its *own coordinates* come
 * from the pose and the sine table without rounding: what crosses it uses them.
 *
 * Every tolerance is the caller's, in ticks, 0..TABLE_TOLERANCE, and each question says whether its boundary belongs
 * to it. A margin, where one can be asked for (the pointer may be NULL), is in whole ticks, rounded so that its sign
 * always agrees with the answer.
 */
#ifndef MESTRE_TABLE_H
#define MESTRE_TABLE_H

#include "fault.h"
#include "maths.h"

#include <stddef.h>

enum {
    TABLE_LIMIT     = 1 << 23,      /* coordinates */
    TABLE_SIDE      = 1 << 20,      /* longest side or diameter of a base */
    TABLE_LEAST     = 16,           /* shortest side or diameter of a base */
    TABLE_TOLERANCE = 1 << 16,
    TABLE_VERTICES  = 128,          /* of one area or line */
    TABLE_CIRCLE    = 24            /* vertices that stand for a circle */
};

struct point { int32_t x, y; };

/* Where a base stands: its reference point and the heading it faces (0..35999). */
struct pose {
    struct point at;
    int32_t      heading;
};

struct segment { struct point from, to; };

/* Exact distances. */

/* The length sqrt(over / under) - less, taken as 0 when negative. `less` is the rounding of discs, else 0. */
struct distance {
    uint128  over;
    uint64_t under;
    int32_t  less;
};

/* distance <= limit (closed); margin = limit - distance rounded down, so never negative when true. */
bool table_at_most(struct distance distance, int64_t limit, int32_t *margin);
/* distance >= limit (closed); margin = distance - limit rounded down. "Less than X" is !table_at_least(d, X). */
bool table_at_least(struct distance distance, int64_t limit, int32_t *margin);
/* The distance in whole ticks, rounded down, or up. */
int32_t table_floor(struct distance distance);
int32_t table_ceiling(struct distance distance);
/*
 * Negative, 0 or positive as a is shorter than, equal to or longer than b, exactly; both must have the same `less`
 * (bases of mixed shapes are ordered by table_floor).
 */
int table_compare(struct distance a, struct distance b);

struct distance table_distance(struct point a, struct point b);
struct distance table_point_segment(struct point point, struct segment segment);
struct distance table_segment_segment(struct segment a, struct segment b);

/* Bases. */

enum shape_kind { SHAPE_RECTANGLE, SHAPE_DISC };
enum shape_reference { REFERENCE_FRONT, REFERENCE_MIDDLE };      /* what a pose's `at` is: front centre, or middle */
enum base_side { SIDE_FRONT, SIDE_RIGHT, SIDE_BACK, SIDE_LEFT };

struct shape {
    uint8_t kind;
    uint8_t reference;
    int32_t width;          /* across the heading; of a disc: its diameter */
    int32_t depth;          /* along the heading; of a disc: its diameter */
    int32_t radius;         /* of a disc; of a rectangle: a circle about its middle that surely holds it */
};

/* Sides are TABLE_LEAST..TABLE_SIDE. A disc has an even diameter, and its pose is its middle. */
struct shape table_rectangle(int32_t width, int32_t depth, enum shape_reference reference);
struct shape table_disc(int32_t diameter);

/* A shape in a pose, with what every question needs worked out. The fields are read-only. */
struct base {
    struct shape shape;
    struct pose  pose;
    int32_t      sine, cosine;      /* of the heading */
    int32_t      behind;            /* twice the distance from pose.at back to the middle */
    struct point middle;            /* rounded to the tick */
    struct point corner[4];         /* rectangles: front left, front right, back right, back left */
};

struct base table_base(struct shape shape, struct pose pose);
/* The same put where the caller keeps it, which is quicker than to copy it there. */
void table_place(struct base *base, struct shape shape, struct pose pose);
/* The same shrunk by `inset` on every side (grown if negative) about its middle; it must stay a shape. */
struct base table_base_inset(struct shape shape, struct pose pose, int32_t inset);

/* The midpoint of a side, from the pose, rounded to the tick. Of a disc: the point of its edge in that direction. */
struct point table_centre(const struct base *base, enum base_side side);

/* The least of the 16 distances between the Centres of two rectangles. */
struct distance table_centres_apart(const struct base *a, const struct base *b);
/* From a point to the nearest Centre of a rectangle; `side`, if not NULL, tells which (the first of equals). */
struct distance table_nearest_centre(struct point from, const struct base *base, enum base_side *side);

/* The shortest distance between two closed outlines with what they enclose: 0 when they meet. */
struct distance table_gap(const struct base *a, const struct base *b);
struct distance table_gap_point(const struct base *base, struct point point);
struct distance table_gap_segment(const struct base *base, struct segment segment);

struct obstacle;
struct distance table_gap_obstacles(struct obstacle a, struct obstacle b);

/* gap <= limit (closed). The same as table_at_most(table_gap(a, b), limit, margin), but quick when far apart. */
bool table_near(const struct base *a, const struct base *b, int64_t limit, int32_t *margin);

/*
 * How deep two bases are in each other, rounded up to the tick; 0 or less when apart. Rectangles: the least, over the
 * four side directions of both, of the length that their projections share. With discs: the sum of radii less the
 * distance of the middles, or the radius less the distance to the rectangle (plus the depth if the middle is inside).
 */
int32_t table_penetration(const struct base *a, const struct base *b);

/*
 * penetration > tolerance (open). The same as table_penetration(a, b) > tolerance, but quick. The side directions are
 * those of the headings, the corners are rounded: of slanting bases that all but touch, a tolerance of 0 may find an
 * overlap of less than a tick where table_gap() finds a gap of less than a tick. Use a tolerance of 2 or more.
 */
bool table_overlap(const struct base *a, const struct base *b, int32_t tolerance);

/* Not overlapping, and gap <= tolerance (closed). */
bool table_contact(const struct base *a, const struct base *b, int32_t tolerance);

/* The whole outline within 0 - tolerance .. size + tolerance (closed) in x and y; margin = the least room left. */
bool table_on_table(const struct base *base, struct point size, int32_t tolerance, int32_t *margin);

/* The point is not behind the line through the pose's `at` across its heading by more than tolerance (closed). */
bool table_ahead(struct pose pose, struct point point, int32_t tolerance, int32_t *margin);

/* The exact own coordinates of a point: ahead of `at` and to its right, in units of 1/SINE_ONE tick. */
void table_own(struct pose pose, struct point point, int64_t *forward, int64_t *right);

/* Terrain. */

/* A simple polygon, possibly concave. The vertices are the caller's and must stay; the other fields are read-only. */
struct area {
    const struct point *vertex;
    int32_t             count;
    struct point        low, high;       /* corners of the box about it */
};

/* An open chain of at least one edge. */
struct polyline {
    const struct point *vertex;
    int32_t             count;
    struct point        low, high;
};

/*
 * Checks the vertices and fills the area, or says what is wrong: 3..TABLE_VERTICES vertices within the limit, no edge
 * of length 0, no two edges that meet except neighbours in their common vertex, and an area above 0. Either sense of
 * rotation will do. file and line go into the fault.
 */
bool table_area(struct area *area, const struct point *vertex, int32_t count,
                const char *file, int32_t line, struct fault *fault);
/* The same for a chain: 2..TABLE_VERTICES vertices, no edge of length 0; it may cross itself. */
bool table_polyline(struct polyline *polyline, const struct point *vertex, int32_t count,
                    const char *file, int32_t line, struct fault *fault);

/* The regular 24-gon inscribed in a circle, first vertex due north, then clockwise, rounded to the tick. */
void table_circle(struct point middle, int32_t radius, struct point vertex[TABLE_CIRCLE]);

/* In the polygon and more than tolerance from its outline (open: on the outline is outside). */
bool table_inside(const struct area *area, struct point point, int32_t tolerance);
/* In the polygon or at most tolerance from its outline (closed: on the outline counts). */
bool table_covers(const struct area *area, struct point point, int32_t tolerance);
/* From a point to the outline, wherever it is. */
struct distance table_outline_distance(const struct area *area, struct point point);
/* The point of the outline nearest to a point, rounded to the tick; of equals the one on the first edge. */
struct point table_nearest_outline(const struct area *area, struct point point);

/* The base, shrunk by tolerance on every side, meets the interior (both open). */
bool table_overlap_area(const struct base *base, const struct area *area, int32_t tolerance);
/* The shortest distance to the area with its interior, or to the chain: 0 when they meet. */
struct distance table_gap_area(const struct base *base, const struct area *area);
struct distance table_gap_polyline(const struct base *base, const struct polyline *polyline);
struct distance table_segment_area(struct segment segment, const struct area *area);
struct distance table_segment_polyline(struct segment segment, const struct polyline *polyline);

/* What a segment crosses. */

/*
 * Some point of the segment lies deeper than tolerance in the base: in its own coordinates more than tolerance from
 * every side (a disc: nearer to its middle than its radius less tolerance). Open: touching or sliding along is not
 * crossing. Exact.
 */
bool table_crosses_base(struct segment segment, const struct base *base, int32_t tolerance);

/*
 * Some point of the segment is inside the area as table_inside() says (open). The places where the segment comes in
 * and out are worked out to one part in 2^40 of its length, each rounded towards outside: what is inside for less
 * than 1/10000 tick may count as not crossed, and nothing outside ever counts as crossed.
 */
bool table_crosses_area(struct segment segment, const struct area *area, int32_t tolerance);

/* A part of a segment that is inside an area. */
struct stretch {
    struct point entry, leave;      /* rounded to the tick */
    int32_t      from, to;          /* ticks along the segment, rounded down, but up if 1/256 tick is enough for it */
};

/* The parts inside, in order; fills at most `capacity` of them and returns how many there are. */
int32_t table_stretches(struct segment segment, const struct area *area, int32_t tolerance,
                        struct stretch *stretch, int32_t capacity);
/* The sum of their lengths, rounded down with the same 1/256 tick of indulgence. */
int32_t table_thickness(struct segment segment, const struct area *area, int32_t tolerance);

/*
 * The segment has a point on the chain (closed) that is more than tolerance from both ends of the segment (open).
 * Exact. What "meets" the chain with its ends is table_at_most(table_segment_polyline(...), tolerance, NULL).
 */
bool table_crosses_polyline(struct segment segment, const struct polyline *polyline, int32_t tolerance);

/*
 * The segment goes from one side of the chain to the other, at a point that is an end neither of the segment nor of
 * the chain; touching a vertex from one side is not passing. Where it runs along edges of the chain it passes if it
 * starts before and ends beyond them and the chain goes on to different sides. Exact.
 */
bool table_passes_polyline(struct segment segment, const struct polyline *polyline);

/* A thing in the way: exactly one of the pointers is not NULL. */
struct obstacle {
    const struct base     *base;
    const struct area     *area;
    const struct polyline *polyline;
};

struct obstacle table_obstacle_base(const struct base *base);
struct obstacle table_obstacle_area(const struct area *area);
struct obstacle table_obstacle_polyline(const struct polyline *polyline);

/*
 * The first obstacle along the segment that it crosses (table_crosses_base, _area, _polyline with this tolerance), or
 * -1 when the line is clear. Of those entered at the same place the one listed first. The caller leaves out what a
 * rule exempts. `at`, if not NULL, gets the ticks along the segment, rounded down, where it is entered.
 */
int32_t table_first_crossed(struct segment segment, const struct obstacle *obstacle, int32_t count,
                            int32_t tolerance, int32_t *at);

/*
 * The shortest segment that joins two outlines. Where several are equally short (their lengths differ by at most
 * `same` ticks and a fraction: 2 forgive the rounding of corners) and fill a strip between two edges, the one in the
 * middle of the longest such strip; if they fill none, the one on the first edges. Its ends are rounded to the tick.
 * For two obstacles that touch it may have length 0: the middle of the stretch they share. Returns the exact gap.
 */
struct distance table_joining(struct obstacle a, struct obstacle b, int32_t same, struct segment *joining);

/*
 * A narrow gap: the obstacles are nearer to each other than `width` (open) and the line has a point within tolerance of
 * the joining segment (closed). The caller leaves out pairs that overlap.
 */
bool table_through_gap(struct segment line, struct obstacle a, struct obstacle b, int64_t width, int32_t same,
                       int32_t tolerance);

/* Poses. */

/* The bearing of b from a, rounded to the hundredth of a degree. */
int32_t table_bearing(struct point a, struct point b);
/* The same place, facing `to`; unchanged when `to` is the place itself. The angle turned: heading_apart(old, new). */
struct pose table_pivot(struct pose pose, struct point to);
/* Moved ahead and to the right in its own frame, heading kept, rounded to the tick. Negative is back and left. */
struct pose table_moved(struct pose pose, int32_t forward, int32_t right);
/*
 * The base turned so that the side becomes its front: left -90, right +90, back 180 degrees. A rectangle with
 * REFERENCE_FRONT takes that side's Centre as its new `at`; otherwise only the heading turns.
 */
struct pose table_faced(struct shape shape, struct pose pose, enum base_side side);
/* The point at length s on the line from a towards b (s may exceed their distance), rounded to the tick exactly. */
struct point table_along(struct point a, struct point b, int32_t s);
/* The point of the segment nearest to a point, rounded to the tick, and its ticks from the start, rounded down. */
struct point table_nearest_on(struct segment segment, struct point point, int32_t *s);

/* Searches. */

/*
 * The smallest whole s in 0..limit with gap(base at table_along(pose.at, towards, s), target) <= tolerance (closed),
 * the heading kept; -1 if there is none. Exactly the smallest: nothing is skipped that could satisfy it.
 */
int32_t table_first_contact(struct shape shape, struct pose pose, struct point towards, int32_t limit,
                            struct obstacle target, int32_t tolerance);
/* The least whole s in 0..limit with table_along(from, towards, s) at most `within` from the point (closed), or -1. */
int32_t table_first_within(struct point from, struct point towards, int32_t limit, struct point point, int32_t within);

/* What the caller allows; called with poses whose coordinates may lie off the table but within TABLE_LIMIT. */
typedef bool table_legal(const void *context, struct pose pose);

/*
 * Turns the pose on the spot by 0, +step, -step, +2 step... up to limit either way (clockwise first) until it is legal.
 * False when none is.
 */
bool table_corrected(struct pose wanted, int32_t step, int32_t limit, table_legal *legal, const void *context,
                     struct pose *found);

/*
 * The longest legal length: the pose moved straight along `bearing` (heading kept) by the full length, then by the
 * multiples of step below it, 0 last. Returns the length or -1.
 */
int32_t table_longest(struct pose pose, int32_t bearing, int32_t length, int32_t step, table_legal *legal,
                      const void *context);

/*
 * A legal pose near the wanted one, heading kept: the wanted pose itself; then the points of the line from it back to
 * `from` in steps, `from` excluded; then rings about it with radius 1, 2, 3... steps, each at 16 bearings clockwise
 * from north. The first that is legal is taken. At most `budget` calls are made, half of them for the line.
 */
bool table_nearest_legal(struct point from, struct pose wanted, int32_t step, int32_t budget, table_legal *legal,
                         const void *context, struct pose *found);

/*
 * The outline of what can be reached from a pose by a pivot of at most `pivot` and a straight move of at most `length`:
 * pose.at first, unless pivot is 18000, then one point on each of `rays` bearings, evenly spaced from left to right,
 * at the longest legal length (table_longest with the pose facing the bearing; everything is legal if `legal` is
 * NULL). Writes at most rays + 1 points, returns their number. rays >= 2; pivot 0..18000.
 */
int32_t table_reach(struct pose pose, int32_t pivot, int32_t length, int32_t step, int32_t rays, table_legal *legal,
                    const void *context, struct point *outline);

/*
 * The outline of what lies at most `distance` from a base or an area and, seen from pose.at, at most `arc` off the heading: points as
 * table_reach() has them, the ones on the bearings to the tick. pose.at is on or in the thing, which must not be so bent that a
 * bearing leaves the distance and comes back into it.
 */
int32_t table_around(struct obstacle thing, struct pose pose, int32_t arc, int32_t distance, int32_t rays, struct point *outline);

#endif
