/*
 * table_cross.c: what a segment crosses: bases, areas, chains; and the first of many.
 */
#include "must.h"
#include "table.h"
#include "table_parts.h"

/*
 * A place along a segment is a whole number out of WHOLE, from 0 at its start to WHOLE at its end. Roots are taken
 * with ROOT_BITS more bits than the numbers under them.
 */
enum { PLACE_BITS = 40, ROOT_BITS = 22 };
#define WHOLE ((int64_t)1 << PLACE_BITS)

/* The places from low to high; none when low > high. */
struct range { int64_t low, high; };

static const struct range nothing = { 1, 0 };
static const struct range everything = { INT64_MIN, INT64_MAX };

static struct range overlap_of(struct range a, struct range b)
{
    return (struct range){ max64(a.low, b.low), min64(a.high, b.high) };
}

static struct range hull_of(struct range a, struct range b)
{
    if (a.low > a.high) return b;
    if (b.low > b.high) return a;
    return (struct range){ min64(a.low, b.low), max64(a.high, b.high) };
}

/* floor(a * 2^shift / b) for b > 0, held within what any place along a segment can need. */
static int64_t scaled_floor(int128 a, int shift, int64_t b)
{
    int128 scaled   = a * ((int128)1 << shift);
    int128 quotient = scaled / b;

    if (quotient * b > scaled) quotient--;
    if (quotient > 2 * WHOLE) return 2 * WHOLE;
    if (quotient < -2 * WHOLE) return -2 * WHOLE;
    return (int64_t)quotient;
}

static int64_t scaled_ceiling(int128 a, int shift, int64_t b)
{
    return -scaled_floor(-a, shift, b);
}

/* The places t with low <= at + t * rate <= high, where all four carry `bits` fraction bits; rounded outwards. */
static struct range places_between(int128 low, int128 high, int128 at, int64_t rate, int bits)
{
    if (rate == 0) return low <= at && at <= high ? everything : nothing;
    if (rate < 0) return places_between(-high, -low, -at, -rate, bits);
    return (struct range){ scaled_floor(low - at, PLACE_BITS - bits, rate),
                           scaled_ceiling(high - at, PLACE_BITS - bits, rate) };
}

/* The places at most `tolerance` from a vertex, rounded outwards. */
static struct range places_near_vertex(struct segment s, struct point vertex, int64_t tolerance)
{
    int64_t square  = square_between(s.from, s.to);
    int64_t advance = advance_of(s.from, s.to, vertex);
    int64_t turn    = turn_of(s.from, s.to, vertex);
    int128  under   = (int128)square * tolerance * tolerance - (int128)turn * turn;
    int128  root;

    if (under < 0) return nothing;
    root = under == 0 ? 0 : (int128)root128((uint128)under << (2 * ROOT_BITS)) + 1;
    return places_between(-root, root, -(int128)advance * (1 << ROOT_BITS), square, ROOT_BITS);
}

/* The places whose foot on the edge's line is on the edge, at most `tolerance` from it, rounded outwards. */
static struct range places_beside_edge(struct segment s, struct segment edge, int64_t tolerance)
{
    int64_t      ex     = (int64_t)edge.to.x - edge.from.x;
    int64_t      ey     = (int64_t)edge.to.y - edge.from.y;
    int64_t      dx     = (int64_t)s.to.x - s.from.x;
    int64_t      dy     = (int64_t)s.to.y - s.from.y;
    int64_t      square = dot_of(ex, ey, ex, ey);
    int64_t      turn   = turn_of(edge.from, edge.to, s.from);
    uint128      width  = (uint128)square * (uint128)(tolerance * tolerance);
    int64_t      rate   = cross_of(ex, ey, dx, dy);
    int128       reach;
    struct range beside;

    /* A parallel segment is near enough or not: that is decided without a root. */
    if (rate == 0) {
        if ((uint128)((int128)turn * turn) > width) return nothing;
        beside = everything;
    } else {
        reach  = width == 0 ? 0 : (int128)root128(width << (2 * ROOT_BITS)) + 1;
        beside = places_between(-reach, reach, (int128)turn * (1 << ROOT_BITS), rate, ROOT_BITS);
    }
    return overlap_of(beside, places_between(0, square, advance_of(edge.from, edge.to, s.from),
                                             dot_of(ex, ey, dx, dy), 0));
}

/*
 * The places at most `tolerance` from the edge, but for those about its last vertex, which begins the next edge of the
 * outline: one range, because the band about it is convex.
 */
static struct range places_near_edge(struct segment s, struct segment edge, int64_t tolerance)
{
    struct range near = hull_of(places_beside_edge(s, edge, tolerance), places_near_vertex(s, edge.from, tolerance));

    near = overlap_of(near, (struct range){ 0, WHOLE });
    return near.low > near.high ? nothing : near;
}

static bool boxes_apart(struct segment a, struct point low, struct point high, int32_t tolerance)
{
    return max32(a.from.x, a.to.x) < low.x - tolerance || min32(a.from.x, a.to.x) > high.x + tolerance ||
           max32(a.from.y, a.to.y) < low.y - tolerance || min32(a.from.y, a.to.y) > high.y + tolerance;
}

static bool edge_apart(struct segment s, struct segment edge, int32_t tolerance)
{
    struct point low  = { min32(edge.from.x, edge.to.x), min32(edge.from.y, edge.to.y) };
    struct point high = { max32(edge.from.x, edge.to.x), max32(edge.from.y, edge.to.y) };

    return boxes_apart(s, low, high, tolerance);
}

/* The point at place twice / (2 WHOLE) of the segment, which is not on the outline, is in the area. */
static bool place_inside(struct segment s, int64_t twice, const struct area *area)
{
    int128 x = s.from.x * ((int128)2 * WHOLE) + ((int128)s.to.x - s.from.x) * twice;
    int128 y = s.from.y * ((int128)2 * WHOLE) + ((int128)s.to.y - s.from.y) * twice;

    return fine_inside(area, x, y, PLACE_BITS + 1);
}

/* The ranges of places near the outline, in order of their beginning. Returns how many. */
static int32_t outline_ranges(struct segment s, const struct area *area, int32_t tolerance, struct range *range)
{
    int32_t count = 0;

    for (int32_t i = 0, j = area->count - 1; i < area->count; j = i++) {
        struct segment edge = { area->vertex[j], area->vertex[i] };
        struct range   near;
        int32_t        place = count;

        if (edge_apart(s, edge, tolerance)) continue;
        near = places_near_edge(s, edge, tolerance);
        if (near.low > near.high) continue;
        while (place > 0 && range[place - 1].low > near.low) {
            range[place] = range[place - 1];
            place--;
        }
        range[place] = near;
        count++;
    }
    return count;
}

/* The whole area is strictly on one side of the segment's line. */
static bool lies_beside(struct segment s, const struct area *area)
{
    bool left = false, right = false;

    for (int32_t i = 0; i < area->count && !(left && right); i++) {
        int64_t turn = turn_of(s.from, s.to, area->vertex[i]);
        left = left || turn >= 0;
        right = right || turn <= 0;
    }
    return !(left && right);
}

/*
 * The parts of the segment inside the area: between the ranges near its outline every part is all inside or all
 * outside. Calls for each part inside; stops when `visit` says so.
 */
typedef bool visit_part(void *context, struct range part);

static void visit_inside(struct segment s, const struct area *area, int32_t tolerance, visit_part *visit, void *context)
{
    struct range range[TABLE_VERTICES + 1];
    int64_t      cursor = 0;
    int32_t      count;

    must(between(0, tolerance, TABLE_TOLERANCE) && area->count <= TABLE_VERTICES);
    if (boxes_apart(s, area->low, area->high, 0)) return;
    if (same_point(s.from, s.to)) {
        if (table_inside(area, s.from, tolerance)) visit(context, (struct range){ 0, WHOLE });
        return;
    }
    if (lies_beside(s, area)) return;
    count        = outline_ranges(s, area, tolerance, range);
    range[count] = (struct range){ WHOLE, WHOLE };
    for (int32_t i = 0; i <= count; i++) {
        if (range[i].low > cursor && place_inside(s, cursor + range[i].low, area)) {
            if (!visit(context, (struct range){ cursor, range[i].low })) return;
        }
        cursor = max64(cursor, range[i].high);
    }
}

/* Ticks along the segment, rounded down after 1/256 tick has been added. */
static int32_t ticks_at(struct segment s, int64_t place)
{
    uint64_t length = root128((uint128)square_between(s.from, s.to) << 40);

    return (int32_t)(((int64_t)(((uint128)length * (uint128)place) >> (PLACE_BITS + 12)) + 1) >> 8);
}

static struct point point_at(struct segment s, int64_t place)
{
    int128 x = (int128)s.from.x * WHOLE + ((int128)s.to.x - s.from.x) * place;
    int128 y = (int128)s.from.y * WHOLE + ((int128)s.to.y - s.from.y) * place;

    return (struct point){ (int32_t)divide_round128(x, WHOLE), (int32_t)divide_round128(y, WHOLE) };
}

static bool take_first(void *context, struct range part)
{
    *(struct range *)context = part;
    return false;
}

/* Where the segment first comes into the area, or -1. */
static int64_t place_entering_area(struct segment s, const struct area *area, int32_t tolerance)
{
    struct range first = nothing;

    visit_inside(s, area, tolerance, take_first, &first);
    return first.low > first.high ? -1 : first.low;
}

bool table_crosses_area(struct segment segment, const struct area *area, int32_t tolerance)
{
    if (table_inside(area, segment.from, tolerance) || table_inside(area, segment.to, tolerance)) return true;
    return place_entering_area(segment, area, tolerance) >= 0;
}

struct gathering {
    struct segment  segment;
    struct stretch *stretch;
    int32_t         capacity;
    int32_t         count;
    int64_t         sum;
};

static bool gather(void *context, struct range part)
{
    struct gathering *gathering = context;

    if (gathering->count < gathering->capacity) {
        struct segment s = gathering->segment;

        gathering->stretch[gathering->count] = (struct stretch){ point_at(s, part.low), point_at(s, part.high),
                                                                 ticks_at(s, part.low), ticks_at(s, part.high) };
    }
    gathering->count++;
    gathering->sum += part.high - part.low;
    return true;
}

int32_t table_stretches(struct segment segment, const struct area *area, int32_t tolerance,
                        struct stretch *stretch, int32_t capacity)
{
    struct gathering gathering = { segment, stretch, capacity, 0, 0 };

    visit_inside(segment, area, tolerance, gather, &gathering);
    return gathering.count;
}

int32_t table_thickness(struct segment segment, const struct area *area, int32_t tolerance)
{
    struct gathering gathering = { segment, NULL, 0, 0, 0 };

    visit_inside(segment, area, tolerance, gather, &gathering);
    return ticks_at(segment, gathering.sum);
}

/* A point in a rectangle's own coordinates from its middle: twice the ticks, in units of 1/SINE_ONE. */
struct own { int64_t right, back; };

static struct own own_of(const struct base *base, struct point point)
{
    int64_t x = (int64_t)point.x - base->pose.at.x;
    int64_t y = (int64_t)point.y - base->pose.at.y;

    return (struct own){ 2 * (x * base->cosine - y * base->sine),
                         -2 * (x * base->sine + y * base->cosine) - (int64_t)base->behind * SINE_ONE };
}

/* The segment and the open rectangle have a point in common: neither the sides nor the segment's own line part them. */
static bool crosses_rectangle(struct own from, struct own to, int64_t half_width, int64_t half_depth)
{
    int128 turn;
    int128 reach;

    if (half_width <= 0 || half_depth <= 0) return false;
    if (min64(from.right, to.right) >= half_width || max64(from.right, to.right) <= -half_width) return false;
    if (min64(from.back, to.back) >= half_depth || max64(from.back, to.back) <= -half_depth) return false;
    turn  = (int128)from.right * to.back - (int128)from.back * to.right;
    reach = (int128)abs64(to.right - from.right) * half_depth + (int128)abs64(to.back - from.back) * half_width;
    if (from.right == to.right && from.back == to.back) return true;
    return (turn < 0 ? -turn : turn) < reach;
}

bool table_crosses_base(struct segment segment, const struct base *base, int32_t tolerance)
{
    int32_t      radius = base->shape.radius;
    struct point low    = { base->middle.x - radius, base->middle.y - radius };
    struct point high   = { base->middle.x + radius, base->middle.y + radius };

    if (boxes_apart(segment, low, high, 0)) return false;
    if (base->shape.kind == SHAPE_DISC) {
        return !table_at_least(table_point_segment(base->middle, segment), radius - tolerance, NULL);
    }
    return crosses_rectangle(own_of(base, segment.from), own_of(base, segment.to),
                             (int64_t)(base->shape.width - 2 * tolerance) * SINE_ONE,
                             (int64_t)(base->shape.depth - 2 * tolerance) * SINE_ONE);
}

/* Where a segment that crosses the base comes into it. */
static int64_t place_entering_base(struct segment s, const struct base *base, int32_t tolerance)
{
    struct own   from = own_of(base, s.from);
    struct own   to   = own_of(base, s.to);
    int128       wide = (int128)(base->shape.width - 2 * tolerance) * SINE_ONE;
    int128       deep = (int128)(base->shape.depth - 2 * tolerance) * SINE_ONE;
    struct range range;

    if (base->shape.kind == SHAPE_DISC) {
        range = places_near_vertex(s, base->middle, base->shape.radius - tolerance);
    } else {
        range = overlap_of(places_between(-wide, wide, from.right, to.right - from.right, 0),
                           places_between(-deep, deep, from.back, to.back - from.back, 0));
    }
    return max64(0, range.low);
}

/* place (over / under of the segment, over >= 0) is more than tolerance from the segment's start. */
static bool beyond_start(struct segment s, int64_t over, int64_t under, int64_t tolerance)
{
    return over > 0 && products_compare((uint128)over * (uint128)over, (uint64_t)square_between(s.from, s.to),
                                        (uint128)under * (uint128)under, (uint64_t)(tolerance * tolerance)) > 0;
}

/* Where the segment meets the edge further than tolerance from its own ends, or -1. */
static int64_t place_crossing_edge(struct segment s, struct segment edge, int64_t tolerance)
{
    int64_t square = square_between(s.from, s.to);
    int64_t from   = turn_of(edge.from, edge.to, s.from);
    int64_t to     = turn_of(edge.from, edge.to, s.to);

    if (!segments_meet(s, edge) || square == 0) return -1;
    if (from != to) {
        int64_t under = abs64(from - to);

        if (!beyond_start(s, abs64(from), under, tolerance)) return -1;
        if (!beyond_start(s, under - abs64(from), under, tolerance)) return -1;
        return scaled_floor(abs64(from), PLACE_BITS, under);
    }
    /* They share a stretch of one line: its ends, as advances along the segment. */
    int64_t one  = advance_of(s.from, s.to, edge.from);
    int64_t two  = advance_of(s.from, s.to, edge.to);
    int64_t low  = max64(0, min64(one, two));
    int64_t high = min64(square, max64(one, two));

    if ((uint128)square <= (uint128)4 * (uint128)(tolerance * tolerance)) return -1;
    if (!beyond_start(s, high, square, tolerance) || !beyond_start(s, square - low, square, tolerance)) return -1;
    low = max64(low, (int64_t)root128((uint128)square * (uint128)(tolerance * tolerance)));
    return scaled_floor(low, PLACE_BITS, square);
}

static int64_t place_crossing_polyline(struct segment s, const struct polyline *polyline, int32_t tolerance)
{
    int64_t first = -1;

    if (boxes_apart(s, polyline->low, polyline->high, 0)) return -1;
    for (int32_t i = 0; i + 1 < polyline->count; i++) {
        struct segment edge = { polyline->vertex[i], polyline->vertex[i + 1] };
        int64_t        place;

        if (edge_apart(s, edge, 0)) continue;
        place = place_crossing_edge(s, edge, tolerance);
        if (place >= 0 && (first < 0 || place < first)) first = place;
    }
    return first;
}

bool table_crosses_polyline(struct segment segment, const struct polyline *polyline, int32_t tolerance)
{
    return place_crossing_polyline(segment, polyline, tolerance) >= 0;
}

/* The chain goes from side to side of the segment's line between vertices i and j; those between are on the line. */
static bool passes_between(struct segment s, const struct point *vertex, int32_t i, int32_t j)
{
    int64_t square = square_between(s.from, s.to);

    if (j == i + 1) {
        int from = sign64(turn_of(vertex[i], vertex[j], s.from));
        int to   = sign64(turn_of(vertex[i], vertex[j], s.to));

        return from * to < 0;
    }
    for (int32_t k = i + 1; k < j; k++) {
        int64_t advance = advance_of(s.from, s.to, vertex[k]);

        if (advance <= 0 || advance >= square) return false;
    }
    return true;
}

bool table_passes_polyline(struct segment segment, const struct polyline *polyline)
{
    int32_t last = -1;          /* the last vertex beside the line */
    int     side = 0;

    if (boxes_apart(segment, polyline->low, polyline->high, 0) || same_point(segment.from, segment.to)) return false;
    for (int32_t i = 0; i < polyline->count; i++) {
        int next = sign64(turn_of(segment.from, segment.to, polyline->vertex[i]));

        if (next == 0) continue;
        if (next * side < 0 && passes_between(segment, polyline->vertex, last, i)) return true;
        side = next;
        last = i;
    }
    return false;
}

struct obstacle table_obstacle_base(const struct base *base)
{
    return (struct obstacle){ base, NULL, NULL };
}

struct obstacle table_obstacle_area(const struct area *area)
{
    return (struct obstacle){ NULL, area, NULL };
}

struct obstacle table_obstacle_polyline(const struct polyline *polyline)
{
    return (struct obstacle){ NULL, NULL, polyline };
}

/* Where the segment first crosses the obstacle, or -1. */
static int64_t place_entering(struct segment s, const struct obstacle *obstacle, int32_t tolerance)
{
    if (obstacle->area) return place_entering_area(s, obstacle->area, tolerance);
    if (obstacle->polyline) return place_crossing_polyline(s, obstacle->polyline, tolerance);
    if (!table_crosses_base(s, obstacle->base, tolerance)) return -1;
    return same_point(s.from, s.to) ? 0 : place_entering_base(s, obstacle->base, tolerance);
}

int32_t table_first_crossed(struct segment segment, const struct obstacle *obstacle, int32_t count,
                            int32_t tolerance, int32_t *at)
{
    int32_t first = -1;
    int64_t place = -1;

    for (int32_t i = 0; i < count; i++) {
        int64_t entering = place_entering(segment, &obstacle[i], tolerance);

        if (entering >= 0 && (first < 0 || entering < place)) {
            first = i;
            place = entering;
        }
    }
    if (at && first >= 0) *at = ticks_at(segment, place);
    return first;
}
