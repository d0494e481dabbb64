/*
 * table_search.c: first contact along a line, and bounded searches for legal poses.
 */
#include "must.h"
#include "table.h"
#include "table_parts.h"

/*
 * A base moved along a line is its earlier self shifted, but for rounding: each of the two reference points is off by
 * at most half a tick in x and in y, and so may be the difference of two roundings of a corner: less than 3 ticks.
 */
enum { ROUNDING = 3 };

/*
 * How far the mover can surely go without touching. The shortest segment has the direction (nx, ny), and a line across
 * it parts the two convex shapes: going on along (dx, dy) brings them nearer by at most the cosine of the angle
 * between. Returns 0 when they never come near.
 */
static int64_t safe_step(int64_t spare, int64_t dx, int64_t dy, int64_t nx, int64_t ny)
{
    int64_t  approach = dot_of(dx, dy, nx, ny);
    uint128  product;
    int128   step;

    if (spare <= 0) return 1;
    if (approach <= 0) return 0;
    product = (uint128)dot_of(dx, dy, dx, dy) * (uint128)dot_of(nx, ny, nx, ny);
    step    = (int128)spare * (int128)root128(product) / approach;
    return step < 1 ? 1 : step > 4 * TABLE_LIMIT ? 4 * TABLE_LIMIT : (int64_t)step;
}

static bool meets(struct distance distance, int32_t tolerance)
{
    return table_at_most(distance, tolerance, NULL);
}

/* A base on its way from where it stands towards a point. */
struct slide {
    struct base  base;          /* at the start */
    struct point towards;
    int64_t      dx, dy;        /* from the start to that point */
    int64_t      length;        /* of which, rounded down */
    int32_t      tolerance;
    bool         is_rigid;      /* the corners move by the same whole ticks as the pose */
};

/*
 * A corner is rounded by itself, halves away from zero. The pose moves by whole ticks, so that all corners move by as
 * many unless one is on a half and comes from one side of zero to the other: not if all stay above zero. On the way to
 * its end every coordinate only grows or only falls.
 */
static bool moves_rigidly(const struct base *base, struct point end)
{
    int32_t x = min32(0, end.x - base->pose.at.x);
    int32_t y = min32(0, end.y - base->pose.at.y);

    if (base->shape.kind == SHAPE_DISC) return false;
    for (int i = 0; i < 4; i++)
        if (base->corner[i].x + x <= 0 || base->corner[i].y + y <= 0) return false;
    return true;
}

static struct slide slide_of(struct shape shape, struct pose pose, struct point towards, int32_t limit,
                             int32_t tolerance)
{
    struct slide slide;

    table_place(&slide.base, shape, pose);
    slide.towards   = towards;
    slide.dx        = (int64_t)towards.x - pose.at.x;
    slide.dy        = (int64_t)towards.y - pose.at.y;
    slide.length    = (int64_t)root64((uint64_t)square_between(pose.at, towards));
    slide.tolerance = tolerance;
    slide.is_rigid  = moves_rigidly(&slide.base, table_along(pose.at, towards, limit));
    return slide;
}

/*
 * An edge of one of two convex shapes, and how far outside it the nearest vertex of the other is, in ticks times the
 * length of the edge: `turn` at the start, and with the mover at (x, y) from there turn + nx * x + ny * y. The vertex
 * stays the same, since nothing turns. While that is above 0 the edge parts the two; if no edge does, they meet.
 */
struct parting { int64_t nx, ny, turn; };

enum { PARTINGS = 8 };

/* The edges of `of`, both sides of a segment, with the nearest vertex of the other. `sign` is -1 for the mover's own. */
static int add_partings(struct parting *parting, int count, const struct core *of, const struct core *other, int sign)
{
    for (int32_t i = 0; i < of->count; i++) {
        struct point from  = of->vertex[i];
        struct point to    = of->vertex[i + 1 == of->count ? 0 : i + 1];
        int64_t      least = turn_of(from, to, other->vertex[0]);

        for (int32_t j = 1; j < other->count; j++) least = min64(least, turn_of(from, to, other->vertex[j]));
        parting[count++] = (struct parting){ sign * ((int64_t)from.y - to.y), sign * ((int64_t)to.x - from.x), least };
    }
    return count;
}

/*
 * How far to go on until an edge may no longer part the two that now have `outside` between them, or 0 if it always
 * will. Both places on the way are rounded to the tick, half a tick in x and in y each: that much is spared.
 */
static int64_t parted_for(const struct slide *slide, const struct parting *parting, int64_t outside)
{
    int64_t closing = -dot_of(parting->nx, parting->ny, slide->dx, slide->dy);
    int64_t spare   = outside - abs64(parting->nx) - abs64(parting->ny);
    int128  steps;

    if (spare <= 0) return 1;
    if (closing <= 0) return 0;
    /* The length has at most 25 bits. */
    if (spare >> 38 == 0) return min64((spare * slide->length + closing - 1) / closing, 4 * TABLE_LIMIT);
    steps = ((int128)spare * slide->length + closing - 1) / closing;
    return steps > 4 * TABLE_LIMIT ? 4 * TABLE_LIMIT : (int64_t)steps;
}

/* The first contact, without tolerance, of a base that moves rigidly with a convex shape or a segment. */
static int32_t contact_rigid(const struct slide *slide, int32_t limit, const struct core *target)
{
    struct core    core = core_of_base(&slide->base);
    struct point   from = slide->base.pose.at;
    struct parting parting[PARTINGS];
    int            count = add_partings(parting, 0, target, &core, 1);

    count = add_partings(parting, count, &core, target, -1);
    for (int64_t s = 0; s <= limit;) {
        struct point at   = table_along(from, slide->towards, (int32_t)s);
        int64_t      step = 0;

        for (int i = 0; i < count; i++) {
            int64_t outside = parting[i].turn + dot_of(parting[i].nx, parting[i].ny, at.x - from.x, at.y - from.y);
            int64_t more;

            if (outside <= 0) continue;
            more = parted_for(slide, &parting[i], outside);
            if (more == 0 || slide->length == 0) return -1;
            step = max64(step, max64(1, more));
        }
        if (step == 0) return (int32_t)s;
        s += step;
    }
    return -1;
}

/* The first contact with one convex core, from the start on. */
static int32_t contact_convex(const struct slide *slide, int32_t limit, const struct core *target)
{
    struct point from = slide->base.pose.at;
    int64_t      s    = 0;

    if (slide->is_rigid && slide->tolerance == 0 && between(2, target->count, 4))
        return contact_rigid(slide, limit, target);
    while (s <= limit) {
        struct pose     there = { table_along(from, slide->towards, (int32_t)s), slide->base.pose.heading };
        struct base     base  = table_base(slide->base.shape, there);
        struct core     core  = core_of_base(&base);
        struct distance distance;
        int64_t         nx = 0, ny = 0;
        int64_t         step;

        if (cores_meet(&core, target)) return (int32_t)s;
        distance = core_nearest(&core, target, &nx, &ny);
        if (meets(distance, slide->tolerance)) return (int32_t)s;
        step = safe_step((int64_t)table_floor(distance) - slide->tolerance - ROUNDING, slide->dx, slide->dy, nx, ny);
        if (step == 0 || slide->length == 0) return -1;
        s += step;
    }
    return -1;
}

/* The first contact with any edge; the mover is not in the area at the start. */
static int32_t contact_edges(const struct slide *slide, int32_t limit, const struct core *target)
{
    int32_t first = -1;

    for (int32_t i = 0; i < core_edges(target) && limit >= 0; i++) {
        struct segment edge    = core_edge(target, i);
        struct point   ends[2] = { edge.from, edge.to };
        struct core    core    = core_of_segment(ends);
        int32_t        s       = contact_convex(slide, limit, &core);

        if (s >= 0) {
            first = s;
            limit = s - 1;
        }
    }
    return first;
}

int32_t table_first_contact(struct shape shape, struct pose pose, struct point towards, int32_t limit,
                            struct obstacle target, int32_t tolerance)
{
    struct core  core = core_of_obstacle(&target);
    struct slide slide;
    struct core  here;

    must(limit <= 2 * TABLE_LIMIT);
    if (limit < 0) return -1;
    slide = slide_of(shape, pose, towards, limit, tolerance);
    if (core.convex || core.count == 1) return contact_convex(&slide, limit, &core);
    here = core_of_base(&slide.base);
    if (meets(core_distance(&here, &core), tolerance)) return 0;
    return contact_edges(&slide, limit, &core);
}

int32_t table_first_within(struct point from, struct point towards, int32_t limit, struct point point, int32_t within)
{
    int64_t dx = (int64_t)towards.x - from.x;
    int64_t dy = (int64_t)towards.y - from.y;
    int64_t s  = 0;

    must(limit <= 2 * TABLE_LIMIT);
    while (s <= limit) {
        struct point    at       = table_along(from, towards, (int32_t)s);
        struct distance distance = table_distance(at, point);
        int64_t         step;

        if (table_at_most(distance, within, NULL)) return (int32_t)s;
        step = safe_step((int64_t)table_floor(distance) - within - ROUNDING, dx, dy,
                         (int64_t)point.x - at.x, (int64_t)point.y - at.y);
        if (step == 0 || (dx == 0 && dy == 0)) return -1;
        s += step;
    }
    return -1;
}

bool table_corrected(struct pose wanted, int32_t step, int32_t limit, table_legal *legal, const void *context,
                     struct pose *found)
{
    must(step > 0);
    for (int32_t turn = 0; turn <= limit; turn += step) {
        struct pose clockwise = { wanted.at, heading_normal((int64_t)wanted.heading + turn) };
        struct pose against   = { wanted.at, heading_normal((int64_t)wanted.heading - turn) };

        if (legal(context, clockwise)) {
            *found = clockwise;
            return true;
        }
        if (turn > 0 && legal(context, against)) {
            *found = against;
            return true;
        }
    }
    return false;
}

static struct pose shifted(struct pose pose, int32_t bearing, int32_t length)
{
    pose.at = offset_point(pose.at, heading_sine(bearing), heading_cosine(bearing), 2 * length, 0);
    return pose;
}

static bool on_board(struct point point)
{
    return between(-TABLE_LIMIT, point.x, TABLE_LIMIT) && between(-TABLE_LIMIT, point.y, TABLE_LIMIT);
}

static bool is_legal(struct pose pose, table_legal *legal, const void *context)
{
    return on_board(pose.at) && legal(context, pose);
}

int32_t table_longest(struct pose pose, int32_t bearing, int32_t length, int32_t step, table_legal *legal,
                      const void *context)
{
    must(step > 0 && between(0, length, 2 * TABLE_LIMIT));
    for (int32_t next = length; next >= 0; next = next % step ? next - next % step : next - step) {
        if (is_legal(shifted(pose, bearing, next), legal, context)) return next;
    }
    return -1;
}

/* The line from the wanted place back to `from`, in steps; uses at most `budget` calls and tells how many. */
static bool search_line(struct point from, struct pose wanted, int32_t step, int32_t budget, table_legal *legal,
                        const void *context, struct pose *found, int32_t *calls)
{
    int32_t length = table_floor(table_distance(wanted.at, from));

    for (int32_t back = 0; back <= length && *calls < budget; back += step) {
        struct pose pose = { table_along(wanted.at, from, back), wanted.heading };

        if (back > 0 && same_point(pose.at, from)) break;
        ++*calls;
        if (is_legal(pose, legal, context)) {
            *found = pose;
            return true;
        }
    }
    return false;
}

bool table_nearest_legal(struct point from, struct pose wanted, int32_t step, int32_t budget, table_legal *legal,
                         const void *context, struct pose *found)
{
    enum { BEARINGS = 16 };
    int32_t calls = 0;

    must(step > 0);
    if (search_line(from, wanted, step, (budget + 1) / 2, legal, context, found, &calls)) return true;
    for (int32_t ring = 1; calls < budget && ring <= 2 * TABLE_LIMIT / step; ring++) {
        for (int32_t i = 0; i < BEARINGS && calls < budget; i++, calls++) {
            struct pose pose = shifted(wanted, i * (FULL_TURN / BEARINGS), ring * step);

            if (is_legal(pose, legal, context)) {
                *found = pose;
                return true;
            }
        }
    }
    return false;
}

static bool is_round(int32_t pivot)
{
    return pivot >= FULL_TURN / 2;
}

/* The pose facing along ray i of so many, from left to right. */
static struct pose facing_ray(struct pose pose, int32_t pivot, int32_t i, int32_t rays)
{
    int32_t spaces = is_round(pivot) ? rays : rays - 1;

    return (struct pose){ pose.at, heading_normal((int64_t)pose.heading - pivot + (int64_t)2 * pivot * i / spaces) };
}

int32_t table_reach(struct pose pose, int32_t pivot, int32_t length, int32_t step, int32_t rays, table_legal *legal,
                    const void *context, struct point *outline)
{
    int32_t written = 0;

    must(rays >= 2 && between(0, pivot, FULL_TURN / 2));
    if (!is_round(pivot)) outline[written++] = pose.at;
    for (int32_t i = 0; i < rays; i++) {
        struct pose facing  = facing_ray(pose, pivot, i, rays);
        int32_t     reached = legal ? table_longest(facing, facing.heading, length, step, legal, context) : length;

        outline[written++] = shifted(facing, facing.heading, max32(0, reached)).at;
    }
    return written;
}

/* The base or area that is measured from, and how far. */
struct neighbourhood {
    struct obstacle thing;
    int32_t         distance;
};

static bool is_in_neighbourhood(const struct neighbourhood *near, struct point point)
{
    if (near->thing.base) return table_at_most(table_gap_point(near->thing.base, point), near->distance, NULL);
    return table_covers(near->thing.area, point, 0) ||
           table_at_most(table_outline_distance(near->thing.area, point), near->distance, NULL);
}

/* No point of the thing is further than this from another. */
static int32_t extent_of(struct obstacle thing)
{
    if (thing.base) return 2 * thing.base->shape.radius;
    return thing.area->high.x - thing.area->low.x + thing.area->high.y - thing.area->low.y;
}

/* Where a bearing leaves the neighbourhood, between what is surely in it and what is surely out of it. */
static struct point last_near(const struct neighbourhood *near, struct pose facing)
{
    int32_t low = near->distance, high = near->distance + extent_of(near->thing) + 1;

    while (low + 1 < high) {
        int32_t middle = low + (high - low) / 2;

        if (is_in_neighbourhood(near, shifted(facing, facing.heading, middle).at)) low = middle;
        else high = middle;
    }
    return shifted(facing, facing.heading, low).at;
}

int32_t table_around(struct obstacle thing, struct pose pose, int32_t arc, int32_t distance, int32_t rays, struct point *outline)
{
    struct neighbourhood near = { thing, distance };
    int32_t              written = 0;

    must(rays >= 2 && between(0, arc, FULL_TURN / 2) && !thing.polyline);
    if (!is_round(arc)) outline[written++] = pose.at;
    for (int32_t i = 0; i < rays; i++) outline[written++] = last_near(&near, facing_ray(pose, arc, i, rays));
    return written;
}
