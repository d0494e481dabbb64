#include "table.h"

#include "must.h"
#include "table_parts.h"

enum { QUARTER_TURN = FULL_TURN / 4 };

struct shape table_rectangle(int32_t width, int32_t depth, enum shape_reference reference)
{
    struct shape shape = { SHAPE_RECTANGLE, (uint8_t)reference, width, depth, 0 };

    must(between(TABLE_LEAST, width, TABLE_SIDE) && between(TABLE_LEAST, depth, TABLE_SIDE));
    /* Two ticks more than half the diagonal pay for the root and for the rounding of corners and middle. */
    shape.radius = (int32_t)root64((uint64_t)width * (uint64_t)width + (uint64_t)depth * (uint64_t)depth) / 2 + 3;
    return shape;
}

struct shape table_disc(int32_t diameter)
{
    must(between(TABLE_LEAST, diameter, TABLE_SIDE) && diameter % 2 == 0);
    return (struct shape){ SHAPE_DISC, REFERENCE_MIDDLE, diameter, diameter, diameter / 2 };
}

static struct point base_point(const struct base *base, int32_t forward2, int32_t right2)
{
    return offset_point(base->pose.at, base->sine, base->cosine, forward2 - base->behind, right2);
}

/*
 * Every field is written where it is to stand. Copying a base that has just been worked out takes longer than working
 * it out: processors are slow to read in large pieces what was written in small ones.
 */
static void place(struct base *base, struct shape shape, struct pose pose, int32_t behind)
{
    int32_t sine;
    int32_t cosine;

    must(between(-TABLE_LIMIT, pose.at.x, TABLE_LIMIT) && between(-TABLE_LIMIT, pose.at.y, TABLE_LIMIT));
    heading_sines(pose.heading, &sine, &cosine);
    base->shape  = shape;
    base->pose   = pose;
    base->sine   = sine;
    base->cosine = cosine;
    base->behind = behind;
    base->middle = behind == 0 ? pose.at : offset_point(pose.at, sine, cosine, -behind, 0);
    if (shape.kind == SHAPE_RECTANGLE) {
        int32_t front = shape.depth - behind;
        int32_t back  = -shape.depth - behind;

        base->corner[0] = offset_point(pose.at, sine, cosine, front, -shape.width);
        base->corner[1] = offset_point(pose.at, sine, cosine, front, shape.width);
        base->corner[2] = offset_point(pose.at, sine, cosine, back, shape.width);
        base->corner[3] = offset_point(pose.at, sine, cosine, back, -shape.width);
    } else {
        for (int i = 0; i < 4; i++) base->corner[i] = (struct point){ 0, 0 };
    }
}

void table_place(struct base *base, struct shape shape, struct pose pose)
{
    place(base, shape, pose, shape.reference == REFERENCE_FRONT ? shape.depth : 0);
}

struct base table_base(struct shape shape, struct pose pose)
{
    struct base base;

    table_place(&base, shape, pose);
    return base;
}

struct base table_base_inset(struct shape shape, struct pose pose, int32_t inset)
{
    int32_t      width = shape.width - 2 * inset;
    int32_t      depth = shape.depth - 2 * inset;
    struct shape shrunk;
    struct base  base;

    shrunk = shape.kind == SHAPE_DISC ? table_disc(width) : table_rectangle(width, depth, REFERENCE_MIDDLE);
    shrunk.reference = shape.reference;
    place(&base, shrunk, pose, shape.reference == REFERENCE_FRONT ? shape.depth : 0);
    return base;
}

struct point table_centre(const struct base *base, enum base_side side)
{
    switch (side) {
    case SIDE_FRONT: return base_point(base, base->shape.depth, 0);
    case SIDE_RIGHT: return base_point(base, 0, base->shape.width);
    case SIDE_BACK:  return base_point(base, -base->shape.depth, 0);
    case SIDE_LEFT:  break;
    }
    must(side == SIDE_LEFT);
    return base_point(base, 0, -base->shape.width);
}

struct distance table_nearest_centre(struct point from, const struct base *base, enum base_side *side)
{
    struct distance nearest = { 0, 1, 0 };

    for (enum base_side i = SIDE_FRONT; i <= SIDE_LEFT; i++) {
        struct distance distance = table_distance(from, table_centre(base, i));

        if (i == SIDE_FRONT || distance.over < nearest.over) {
            nearest = distance;
            if (side) *side = i;
        }
    }
    return nearest;
}

struct distance table_centres_apart(const struct base *a, const struct base *b)
{
    struct distance nearest = table_nearest_centre(table_centre(a, SIDE_FRONT), b, NULL);

    for (enum base_side i = SIDE_RIGHT; i <= SIDE_LEFT; i++) {
        struct distance distance = table_nearest_centre(table_centre(a, i), b, NULL);

        if (distance.over < nearest.over) nearest = distance;
    }
    return nearest;
}

bool table_on_table(const struct base *base, struct point size, int32_t tolerance, int32_t *margin)
{
    bool    disc  = base->shape.kind == SHAPE_DISC;
    int32_t room  = INT32_MAX;
    int32_t reach = disc ? base->shape.radius : 0;

    for (int i = 0; i < (disc ? 1 : 4); i++) {
        struct point point = disc ? base->middle : base->corner[i];

        room = min32(room, min32(point.x - reach, size.x - reach - point.x));
        room = min32(room, min32(point.y - reach, size.y - reach - point.y));
    }
    if (margin) *margin = room + tolerance;
    return room + tolerance >= 0;
}

void table_own(struct pose pose, struct point point, int64_t *forward, int64_t *right)
{
    int64_t sine   = heading_sine(pose.heading);
    int64_t cosine = heading_cosine(pose.heading);
    int64_t x      = (int64_t)point.x - pose.at.x;
    int64_t y      = (int64_t)point.y - pose.at.y;

    *forward = x * sine + y * cosine;
    *right   = x * cosine - y * sine;
}

bool table_ahead(struct pose pose, struct point point, int32_t tolerance, int32_t *margin)
{
    int64_t forward;
    int64_t right;
    int32_t room;

    table_own(pose, point, &forward, &right);
    room = (int32_t)divide_floor(forward, SINE_ONE) + tolerance;
    if (margin) *margin = room;
    return room >= 0;
}

int32_t table_bearing(struct point a, struct point b)
{
    return heading_of((int64_t)b.x - a.x, (int64_t)b.y - a.y);
}

struct pose table_pivot(struct pose pose, struct point to)
{
    if (!same_point(pose.at, to)) pose.heading = table_bearing(pose.at, to);
    return pose;
}

struct pose table_moved(struct pose pose, int32_t forward, int32_t right)
{
    pose.at = offset_point(pose.at, heading_sine(pose.heading), heading_cosine(pose.heading), 2 * forward, 2 * right);
    return pose;
}

struct pose table_faced(struct shape shape, struct pose pose, enum base_side side)
{
    static const int32_t turn[4] = { 0, QUARTER_TURN, 2 * QUARTER_TURN, 3 * QUARTER_TURN };

    if (shape.reference == REFERENCE_FRONT) {
        struct base base = table_base(shape, pose);

        pose.at = table_centre(&base, side);
    }
    pose.heading = heading_normal((int64_t)pose.heading + turn[side]);
    return pose;
}

/*
 * at + s * part / sqrt(square), rounded to the nearest. Twice the size of the step is the root of a fraction, so its
 * floor is exact. The step is never a half: if the root is whole, reducing the right triangle of the parts makes its
 * longest side odd.
 */
static int32_t step_along(int32_t at, int64_t part, int32_t s, uint64_t square)
{
    uint64_t twice  = 2 * (uint64_t)s * (uint64_t)abs64(part);
    uint128  over   = (uint128)twice * twice;
    int64_t  halves = (int64_t)root64(over >> 64 ? (uint64_t)(over / square) : (uint64_t)over / square);
    int64_t  step   = (halves + 1) / 2;

    return (int32_t)(part < 0 ? at - step : at + step);
}

struct point table_along(struct point a, struct point b, int32_t s)
{
    int64_t square = square_between(a, b);

    must(between(0, s, 2 * TABLE_LIMIT));
    if (square == 0 || s == 0) return a;
    return (struct point){ step_along(a.x, (int64_t)b.x - a.x, s, (uint64_t)square),
                           step_along(a.y, (int64_t)b.y - a.y, s, (uint64_t)square) };
}

struct point table_nearest_on(struct segment segment, struct point point, int32_t *s)
{
    int64_t      square  = square_between(segment.from, segment.to);
    int64_t      advance = advance_of(segment.from, segment.to, point);
    struct point from    = segment.from;
    struct point nearest;

    if (square == 0 || advance <= 0) {
        if (s) *s = 0;
        return from;
    }
    advance   = min64(advance, square);
    nearest.x = (int32_t)divide_round128((int128)from.x * square + (int128)(segment.to.x - from.x) * advance, square);
    nearest.y = (int32_t)divide_round128((int128)from.y * square + (int128)(segment.to.y - from.y) * advance, square);
    if (s) *s = (int32_t)root64((uint64_t)((uint128)advance * (uint128)advance / (uint128)square));
    return nearest;
}
