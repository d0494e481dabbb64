/*
 * table_distance.c: exact distances, gaps and depth of overlap.
 */
#include "must.h"
#include "table.h"
#include "table_parts.h"

static int32_t clamp32(int64_t value)
{
    return (int32_t)max64(INT32_MIN, min64(value, INT32_MAX));
}

int long_products_compare(uint128 a, uint64_t b, uint128 c, uint64_t d)
{
    uint128 low_ab  = (uint128)(uint64_t)a * b;
    uint128 low_cd  = (uint128)(uint64_t)c * d;
    uint128 high_ab = (a >> 64) * b + (low_ab >> 64);
    uint128 high_cd = (c >> 64) * d + (low_cd >> 64);

    if (high_ab != high_cd) return high_ab < high_cd ? -1 : 1;
    if ((uint64_t)low_ab != (uint64_t)low_cd) return (uint64_t)low_ab < (uint64_t)low_cd ? -1 : 1;
    return 0;
}

static uint64_t root_floor(struct distance distance)
{
    if (distance.over >> 64 == 0) return root64((uint64_t)distance.over / distance.under);
    return root64((uint64_t)(distance.over / distance.under));
}

uint64_t distance_ceiling(struct distance distance)
{
    uint64_t root = root_floor(distance);

    return (uint128)root * root * distance.under == distance.over ? root : root + 1;
}

int32_t table_floor(struct distance distance)
{
    return clamp32(max64(0, (int64_t)root_floor(distance) - distance.less));
}

int32_t table_ceiling(struct distance distance)
{
    return clamp32(max64(0, (int64_t)distance_ceiling(distance) - distance.less));
}

/* sqrt(over / under) against reach: -1 shorter, 0 equal, 1 longer. */
static int against(struct distance distance, int64_t reach)
{
    uint128 square;

    if (reach < 0) return 1;
    if (reach > FAR_AWAY) return -1;
    square = (uint128)reach * (uint128)reach * distance.under;
    return distance.over < square ? -1 : distance.over > square;
}

bool table_at_most(struct distance distance, int64_t limit, int32_t *margin)
{
    if (margin) *margin = clamp32(limit - table_ceiling(distance));
    return limit >= 0 && against(distance, limit + distance.less) <= 0;
}

bool table_at_least(struct distance distance, int64_t limit, int32_t *margin)
{
    if (margin) *margin = clamp32(table_floor(distance) - limit);
    return limit <= 0 || against(distance, limit + distance.less) >= 0;
}

int table_compare(struct distance a, struct distance b)
{
    must(a.less == b.less);
    if (against(a, a.less) <= 0) return against(b, b.less) <= 0 ? 0 : -1;
    return products_compare(a.over, b.under, b.over, a.under);
}

struct distance table_distance(struct point a, struct point b)
{
    return whole_square(square_between(a, b));
}

struct distance table_point_segment(struct point point, struct segment segment)
{
    return point_segment(point, segment);
}

/* p, known to be on the line of the segment, is on the segment. */
static bool is_within(struct segment segment, struct point p)
{
    return between(min32(segment.from.x, segment.to.x), p.x, max32(segment.from.x, segment.to.x)) &&
           between(min32(segment.from.y, segment.to.y), p.y, max32(segment.from.y, segment.to.y));
}

bool segments_meet(struct segment a, struct segment b)
{
    int from_a = sign64(turn_of(b.from, b.to, a.from));
    int to_a   = sign64(turn_of(b.from, b.to, a.to));
    int from_b;
    int to_b;

    if (from_a * to_a > 0) return false;
    from_b = sign64(turn_of(a.from, a.to, b.from));
    to_b   = sign64(turn_of(a.from, a.to, b.to));
    if (from_b * to_b > 0) return false;
    if (from_a * to_a < 0 && from_b * to_b < 0) return true;
    return (from_a == 0 && is_within(b, a.from)) || (to_a == 0 && is_within(b, a.to)) ||
           (from_b == 0 && is_within(a, b.from)) || (to_b == 0 && is_within(a, b.to));
}

struct distance table_segment_segment(struct segment a, struct segment b)
{
    struct point first[2]  = { a.from, a.to };
    struct point second[2] = { b.from, b.to };
    struct core  core_a    = core_of_segment(first);
    struct core  core_b    = core_of_segment(second);

    return core_distance(&core_a, &core_b);
}

struct core core_of_base(const struct base *base)
{
    if (base->shape.kind == SHAPE_DISC) return (struct core){ &base->middle, 1, base->shape.radius, false, false };
    return (struct core){ base->corner, 4, 0, true, true };
}

struct core core_of_segment(const struct point ends[2])
{
    return (struct core){ ends, same_point(ends[0], ends[1]) ? 1 : 2, 0, false, false };
}

struct core core_of_obstacle(const struct obstacle *obstacle)
{
    must((obstacle->base != NULL) + (obstacle->area != NULL) + (obstacle->polyline != NULL) == 1);
    if (obstacle->base) return core_of_base(obstacle->base);
    if (obstacle->area) return (struct core){ obstacle->area->vertex, obstacle->area->count, 0, true, false };
    return (struct core){ obstacle->polyline->vertex, obstacle->polyline->count, 0, false, false };
}

int place_in(const struct point *vertex, int32_t count, struct point point)
{
    bool inside = false;

    for (int32_t i = 0, j = count - 1; i < count; j = i++) {
        struct point a = vertex[j];
        struct point b = vertex[i];
        int64_t      turn;

        if ((a.y < point.y && b.y < point.y) || (a.y > point.y && b.y > point.y)) continue;
        turn = turn_of(a, b, point);
        if (turn == 0 && is_within((struct segment){ a, b }, point)) return 0;
        if ((a.y > point.y) != (b.y > point.y) && (turn > 0) == (b.y > a.y)) inside = !inside;
    }
    return inside ? 1 : -1;
}

/* Some edge of the convex core `a` has the whole of b strictly outside it. */
static bool edge_parts(const struct core *a, const struct core *b)
{
    for (int32_t i = 0; i < a->count; i++) {
        struct segment edge    = core_edge(a, i);
        int32_t        outside = 0;

        while (outside < b->count && turn_of(edge.from, edge.to, b->vertex[outside]) > 0) outside++;
        if (outside == b->count) return true;
    }
    return false;
}

/* The core is strictly on one side of the line through two points. */
static bool segment_parts(struct point from, struct point to, const struct core *core)
{
    int side = sign64(turn_of(from, to, core->vertex[0]));

    for (int32_t i = 1; side != 0 && i < core->count; i++) {
        if (sign64(turn_of(from, to, core->vertex[i])) != side) return false;
    }
    return side != 0;
}

/* Two convex cores, at least one of them with an interior, have a point in common. */
static bool convex_meet(const struct core *a, const struct core *b)
{
    if (edge_parts(a, b)) return false;
    if (b->convex) return !edge_parts(b, a);
    if (b->count == 1) return true;
    return !segment_parts(b->vertex[0], b->vertex[1], a);
}

static bool is_convex(const struct core *core)
{
    return core->convex || (!core->closed && core->count <= 2);
}

bool cores_meet(const struct core *a, const struct core *b)
{
    if (a->count == 1 && b->count == 1) return false;
    if (a->convex && is_convex(b)) return convex_meet(a, b);
    if (b->convex && is_convex(a)) return convex_meet(b, a);
    if (a->closed && place_in(a->vertex, a->count, b->vertex[0]) >= 0) return true;
    if (b->closed && place_in(b->vertex, b->count, a->vertex[0]) >= 0) return true;
    for (int32_t i = 0; i < core_edges(a); i++) {
        for (int32_t j = 0; j < core_edges(b); j++) {
            if (segments_meet(core_edge(a, i), core_edge(b, j))) return true;
        }
    }
    return false;
}

/* The best so far, between which vertex and edge, and the box within which a vertex must lie to beat it. */
struct closest {
    struct distance distance;
    struct point    vertex;
    struct segment  edge;
    int32_t         sign;            /* 1 if the vertex is of core a, -1 if of core b */
    int32_t         reach;
};

/* The direction from a point to the nearest point of an edge that it is not on. */
static void direction_to_edge(struct point p, struct segment edge, int64_t *nx, int64_t *ny)
{
    int64_t advance = advance_of(edge.from, edge.to, p);

    *nx = (int64_t)edge.from.x - p.x;
    *ny = (int64_t)edge.from.y - p.y;
    if (advance > 0 && advance < square_between(edge.from, edge.to)) {
        int64_t turn = turn_of(edge.from, edge.to, p);

        *nx = ((int64_t)edge.to.y - edge.from.y) * sign64(turn);
        *ny = ((int64_t)edge.from.x - edge.to.x) * sign64(turn);
    } else if (advance > 0) {
        *nx = (int64_t)edge.to.x - p.x;
        *ny = (int64_t)edge.to.y - p.y;
    }
}

/*
 * Every vertex of a against every edge of b. A vertex on the inner side of an edge of a convex shape that it does not
 * meet is nearer to another edge.
 */
static void measure_vertices(const struct core *a, const struct core *b, int sign, struct closest *closest)
{
    int32_t edges  = core_edges(b);
    int32_t count  = a->count;
    bool    convex = b->convex;

    for (int32_t j = 0; j < edges; j++) {
        struct segment edge = core_edge(b, j);

        for (int32_t i = 0; i < count; i++) {
            struct distance distance;

            if (convex && turn_of(edge.from, edge.to, a->vertex[i]) <= 0) continue;
            if (closest->reach < FAR_AWAY && beyond_reach(a->vertex[i], edge, closest->reach)) continue;
            distance = point_segment(a->vertex[i], edge);
            if (!distance_shorter(distance, closest->distance)) continue;
            closest->distance = distance;
            closest->vertex = a->vertex[i];
            closest->edge = edge;
            closest->sign = sign;
            if (a->count > 4 || b->count > 4) closest->reach = (int32_t)distance_ceiling(distance);
        }
    }
}

static struct closest closest_of(const struct core *a, const struct core *b)
{
    struct closest closest = { .distance = { (uint128)1 << 60, 1, 0 }, .sign = 1, .reach = FAR_AWAY };

    if (b->count > 1 || a->count == 1) measure_vertices(a, b, 1, &closest);
    if (a->count > 1) measure_vertices(b, a, -1, &closest);
    closest.distance.less = a->rounding + b->rounding;
    return closest;
}

struct distance core_distance(const struct core *a, const struct core *b)
{
    if (a->count == 1 && b->count == 1) {
        return (struct distance){ (uint128)square_between(a->vertex[0], b->vertex[0]), 1, a->rounding + b->rounding };
    }
    if (cores_meet(a, b)) return (struct distance){ 0, 1, a->rounding + b->rounding };
    return closest_of(a, b).distance;
}

struct distance core_nearest(const struct core *a, const struct core *b, int64_t *nx, int64_t *ny)
{
    struct closest closest = closest_of(a, b);

    direction_to_edge(closest.vertex, closest.edge, nx, ny);
    *nx *= closest.sign;
    *ny *= closest.sign;
    return closest.distance;
}

struct distance table_gap(const struct base *a, const struct base *b)
{
    struct core core_a = core_of_base(a);
    struct core core_b = core_of_base(b);

    return core_distance(&core_a, &core_b);
}

struct distance table_gap_point(const struct base *base, struct point point)
{
    struct core core_a = core_of_base(base);
    struct core core_b = { &point, 1, 0, false, false };

    return core_distance(&core_a, &core_b);
}

struct distance table_gap_segment(const struct base *base, struct segment segment)
{
    struct point ends[2] = { segment.from, segment.to };
    struct core  core_a  = core_of_base(base);
    struct core  core_b  = core_of_segment(ends);

    return core_distance(&core_a, &core_b);
}

struct distance table_gap_obstacles(struct obstacle a, struct obstacle b)
{
    struct core core_a = core_of_obstacle(&a);
    struct core core_b = core_of_obstacle(&b);

    return core_distance(&core_a, &core_b);
}

struct distance table_gap_area(const struct base *base, const struct area *area)
{
    return table_gap_obstacles(table_obstacle_base(base), table_obstacle_area(area));
}

struct distance table_gap_polyline(const struct base *base, const struct polyline *polyline)
{
    return table_gap_obstacles(table_obstacle_base(base), table_obstacle_polyline(polyline));
}

static struct distance segment_to(struct segment segment, struct obstacle obstacle)
{
    struct point ends[2] = { segment.from, segment.to };
    struct core  core_a  = core_of_segment(ends);
    struct core  core_b  = core_of_obstacle(&obstacle);

    return core_distance(&core_a, &core_b);
}

struct distance table_segment_area(struct segment segment, const struct area *area)
{
    return segment_to(segment, table_obstacle_area(area));
}

struct distance table_segment_polyline(struct segment segment, const struct polyline *polyline)
{
    return segment_to(segment, table_obstacle_polyline(polyline));
}

static bool is_larger(const struct base *base, int32_t side)
{
    return base->shape.width > side && base->shape.depth > side;
}

/* Half of what a rectangle measures along a side direction of another, in units of 1/SINE_ONE tick. */
static int64_t half_extent(int64_t along, int64_t along_part, int64_t across, int64_t across_part)
{
    return (along * abs64(along_part) + across * abs64(across_part)) / 2;
}

enum { DOUBT = 8 };

/*
 * The least length that two rectangles share (see least_shared) as their middles and sides alone tell it: in each of
 * the four directions what the halves of both make together, less the distance of the middles. Corners and middles are
 * rounded, so that it is off by less than DOUBT ticks; where one base is inside the other in a direction it is too
 * much. It takes a fifth of the products.
 */
static int64_t roughly_shared(const struct base *a, const struct base *b)
{
    int64_t x        = (int64_t)b->middle.x - a->middle.x;
    int64_t y        = (int64_t)b->middle.y - a->middle.y;
    int64_t parallel = dot_of(a->sine, a->cosine, b->sine, b->cosine) >> 30;
    int64_t slanting = cross_of(a->sine, a->cosine, b->sine, b->cosine) >> 30;
    int64_t least;

    least = (int64_t)a->shape.depth * (SINE_ONE / 2) + half_extent(b->shape.depth, parallel, b->shape.width, slanting) -
            abs64(dot_of(x, y, a->sine, a->cosine));
    least = min64(least, (int64_t)a->shape.width * (SINE_ONE / 2) +
                             half_extent(b->shape.width, parallel, b->shape.depth, slanting) -
                             abs64(cross_of(x, y, a->sine, a->cosine)));
    least = min64(least, (int64_t)b->shape.depth * (SINE_ONE / 2) +
                             half_extent(a->shape.depth, parallel, a->shape.width, slanting) -
                             abs64(dot_of(x, y, b->sine, b->cosine)));
    return min64(least, (int64_t)b->shape.width * (SINE_ONE / 2) +
                            half_extent(a->shape.width, parallel, a->shape.depth, slanting) -
                            abs64(cross_of(x, y, b->sine, b->cosine)));
}

/* The circles about the two bases are further apart than `reach`. */
static bool far_apart(const struct base *a, const struct base *b, int64_t reach)
{
    int64_t sum = reach + a->shape.radius + b->shape.radius;

    return sum < 0 || (sum <= FAR_AWAY && square_between(a->middle, b->middle) > sum * sum);
}

bool surely_apart(const struct base *a, const struct base *b, int64_t reach)
{
    if (far_apart(a, b, reach)) return true;
    if (reach > FAR_AWAY || a->shape.kind == SHAPE_DISC || b->shape.kind == SHAPE_DISC) return false;
    return roughly_shared(a, b) < -(reach + DOUBT) * SINE_ONE;
}

bool table_near(const struct base *a, const struct base *b, int64_t limit, int32_t *margin)
{
    if (!margin && (limit < 0 || surely_apart(a, b, limit))) return false;
    return table_at_most(table_gap(a, b), limit, margin);
}

/* The length that the projections of two rectangles on (x, y) share, in units of 1/SINE_ONE tick; negative if none. */
static int64_t shared_length(const struct base *a, const struct base *b, int64_t x, int64_t y)
{
    int64_t low[2];
    int64_t high[2];

    for (int which = 0; which < 2; which++) {
        const struct point *corner = which == 0 ? a->corner : b->corner;
        int64_t             p0     = corner[0].x * x + corner[0].y * y;
        int64_t             p1     = corner[1].x * x + corner[1].y * y;
        int64_t             p2     = corner[2].x * x + corner[2].y * y;
        int64_t             p3     = corner[3].x * x + corner[3].y * y;

        low[which]  = min64(min64(p0, p1), min64(p2, p3));
        high[which] = max64(max64(p0, p1), max64(p2, p3));
    }
    return min64(high[0], high[1]) - max64(low[0], low[1]);
}

/* The least shared length over the four directions; stops early once it is at most `enough`. */
static int64_t least_shared(const struct base *a, const struct base *b, int64_t enough)
{
    int64_t least = shared_length(a, b, a->sine, a->cosine);

    if (least > enough) least = min64(least, shared_length(a, b, a->cosine, -(int64_t)a->sine));
    if (least > enough) least = min64(least, shared_length(a, b, b->sine, b->cosine));
    if (least > enough) least = min64(least, shared_length(a, b, b->cosine, -(int64_t)b->sine));
    return least;
}

static int32_t disc_penetration(const struct base *disc, const struct base *rectangle)
{
    struct distance depth = { 0, 1, 0 };

    if (place_in(rectangle->corner, 4, disc->middle) < 0) {
        struct distance outside = table_gap_point(rectangle, disc->middle);

        return disc->shape.radius - (int32_t)root_floor(outside);
    }
    for (int i = 0; i < 4; i++) {
        struct segment  edge     = { rectangle->corner[i], rectangle->corner[(i + 1) % 4] };
        struct distance distance = table_point_segment(disc->middle, edge);

        if (i == 0 || distance_shorter(distance, depth)) depth = distance;
    }
    return disc->shape.radius + (int32_t)distance_ceiling(depth);
}

int32_t table_penetration(const struct base *a, const struct base *b)
{
    bool disc_a = a->shape.kind == SHAPE_DISC;
    bool disc_b = b->shape.kind == SHAPE_DISC;

    if (disc_a && disc_b) {
        return a->shape.radius + b->shape.radius - (int32_t)root64((uint64_t)square_between(a->middle, b->middle));
    }
    if (disc_a) return disc_penetration(a, b);
    if (disc_b) return disc_penetration(b, a);
    return (int32_t)-divide_floor(-least_shared(a, b, INT64_MIN), SINE_ONE);
}

bool table_overlap(const struct base *a, const struct base *b, int32_t tolerance)
{
    if (far_apart(a, b, -(int64_t)tolerance)) return false;
    if (a->shape.kind == SHAPE_RECTANGLE && b->shape.kind == SHAPE_RECTANGLE) {
        int64_t enough = (int64_t)tolerance * SINE_ONE;
        int64_t rough  = roughly_shared(a, b);

        if (rough < enough - (int64_t)DOUBT * SINE_ONE) return false;
        if (rough > enough + (int64_t)DOUBT * SINE_ONE && is_larger(a, tolerance + DOUBT) && is_larger(b, tolerance + DOUBT))
            return true;
        return least_shared(a, b, enough) > enough;
    }
    return table_penetration(a, b) > tolerance;
}

bool table_contact(const struct base *a, const struct base *b, int32_t tolerance)
{
    return table_near(a, b, tolerance, NULL) && !table_overlap(a, b, tolerance);
}
