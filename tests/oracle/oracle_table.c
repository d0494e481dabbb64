/*
 * oracle_table.c: the table's geometry against GEOS, which shares no code and no number format with it.
 *
 * Every question is put to GEOS twice, with the tolerance a little smaller and a little larger. Where both answers
 * agree they are firm and ours must be the same; where they differ the case lies on the boundary, which doubles
 * cannot decide, and is counted apart. A good part of the cases is degenerate on purpose: sides and corners that touch,
 * collinear edges, headings that are multiples of 90 degrees, concave areas.
 *
 * oracle_table [cases of each question, default 100000] [seed]
 */
#include "table.h"

#include <geos_c.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 60000, GRID = 500 };

static const double SLACK = 0.05;      /* ticks either side of a tolerance that doubles and drawn arcs cannot decide */

static GEOSContextHandle_t geos;
static uint64_t            random_state;

static uint32_t random_below(uint32_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) % n);
}

static int32_t random_between(int32_t low, int32_t high)
{
    return low + (int32_t)random_below((uint32_t)(high - low + 1));
}

static bool one_in(uint32_t n) { return random_below(n) == 0; }

struct tally {
    const char *name;
    long        cases, boundary, yes, disagreements;
};

static void report(const struct tally *tally)
{
    printf("%-22s cases %8ld  true %8ld  boundary %6ld  disagreements %ld\n", tally->name, tally->cases, tally->yes,
           tally->boundary, tally->disagreements);
}

/* Books one case: ours against the two answers of GEOS. */
static bool book(struct tally *tally, bool ours, bool smaller, bool larger)
{
    tally->cases++;
    tally->yes += ours;
    if (smaller != larger) {
        tally->boundary++;
        return true;
    }
    if (ours == smaller) return true;
    tally->disagreements++;
    return false;
}

/* ours against a number that must exceed (or fall below) a limit by more than the slack to be firm. */
static bool book_number(struct tally *tally, bool ours, double number, double limit, double slack)
{
    return book(tally, ours, number <= limit - slack, number <= limit + slack);
}

/* Shapes for GEOS. */

static GEOSGeometry *geometry_line(const double (*xy)[2], unsigned count)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count, 2);

    for (unsigned i = 0; i < count; i++) GEOSCoordSeq_setXY_r(geos, sequence, i, xy[i][0], xy[i][1]);
    return GEOSGeom_createLineString_r(geos, sequence);
}

static GEOSGeometry *geometry_polygon(const double (*xy)[2], unsigned count)
{
    GEOSCoordSequence *sequence = GEOSCoordSeq_create_r(geos, count + 1, 2);

    for (unsigned i = 0; i <= count; i++) GEOSCoordSeq_setXY_r(geos, sequence, i, xy[i % count][0], xy[i % count][1]);
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, sequence), NULL, 0);
}

static GEOSGeometry *geometry_point(struct point p)
{
    return GEOSGeom_createPointFromXY_r(geos, p.x, p.y);
}

static void to_doubles(const struct point *vertex, int32_t count, double (*xy)[2])
{
    for (int32_t i = 0; i < count; i++) {
        xy[i][0] = vertex[i].x;
        xy[i][1] = vertex[i].y;
    }
}

static GEOSGeometry *geometry_segment(struct segment s)
{
    double xy[2][2] = { { s.from.x, s.from.y }, { s.to.x, s.to.y } };

    return geometry_line((const double(*)[2])xy, 2);
}

static GEOSGeometry *geometry_area(const struct area *area)
{
    double xy[TABLE_VERTICES][2];

    to_doubles(area->vertex, area->count, xy);
    return geometry_polygon((const double(*)[2])xy, (unsigned)area->count);
}

static GEOSGeometry *geometry_chain(const struct polyline *polyline)
{
    double xy[TABLE_VERTICES][2];

    to_doubles(polyline->vertex, polyline->count, xy);
    return geometry_line((const double(*)[2])xy, (unsigned)polyline->count);
}

/* A base as its rounded corners, moved by (x, y); a disc as its middle. */
static GEOSGeometry *geometry_base(const struct base *base, double x, double y)
{
    double xy[4][2];

    if (base->shape.kind == SHAPE_DISC) return GEOSGeom_createPointFromXY_r(geos, base->middle.x + x, base->middle.y + y);
    for (int i = 0; i < 4; i++) {
        xy[i][0] = base->corner[i].x + x;
        xy[i][1] = base->corner[i].y + y;
    }
    return geometry_polygon((const double(*)[2])xy, 4);
}

/* A rectangle from its pose in doubles, shrunk by inset; a disc drawn round. NULL when nothing is left. */
static GEOSGeometry *geometry_shrunk(const struct base *base, double inset)
{
    double angle    = base->pose.heading * (M_PI / 18000.0);
    double forward[2] = { sin(angle), cos(angle) };
    double right[2]   = { cos(angle), -sin(angle) };
    double wide     = base->shape.width / 2.0 - inset;
    double deep     = base->shape.depth / 2.0 - inset;
    double back     = base->shape.reference == REFERENCE_FRONT ? base->shape.depth / 2.0 : 0;
    double xy[4][2];

    if (wide <= 0 || deep <= 0) return NULL;
    if (base->shape.kind == SHAPE_DISC) {
        GEOSGeometry *middle = geometry_point(base->middle);
        GEOSGeometry *disc   = GEOSBuffer_r(geos, middle, wide, 128);

        GEOSGeom_destroy_r(geos, middle);
        return disc;
    }
    for (int i = 0; i < 4; i++) {
        double across = (i == 0 || i == 3) ? -wide : wide;
        double ahead  = (i < 2 ? deep : -deep) - back;

        xy[i][0] = base->pose.at.x + forward[0] * ahead + right[0] * across;
        xy[i][1] = base->pose.at.y + forward[1] * ahead + right[1] * across;
    }
    return geometry_polygon((const double(*)[2])xy, 4);
}

static double distance_between(GEOSGeometry *a, GEOSGeometry *b)
{
    double distance = NAN;

    GEOSDistance_r(geos, a, b, &distance);
    return distance;
}

/* The interiors have a point in common. */
static bool interiors_meet(GEOSGeometry *a, GEOSGeometry *b)
{
    return a && b && GEOSRelatePattern_r(geos, a, b, "T********") == 1;
}

static void drop(GEOSGeometry *geometry)
{
    if (geometry) GEOSGeom_destroy_r(geos, geometry);
}

/* Random things. A `neat` thing lies on the grid. */

static struct point random_point(bool neat)
{
    struct point p = { random_between(0, ROOM), random_between(0, ROOM) };

    if (neat) p = (struct point){ p.x / GRID * GRID, p.y / GRID * GRID };
    return p;
}

static struct shape random_shape(bool neat)
{
    enum shape_reference reference = one_in(2) ? REFERENCE_FRONT : REFERENCE_MIDDLE;

    if (one_in(4)) return table_disc(neat ? 2 * GRID * random_between(1, 8) : 2 * random_between(200, 4000));
    if (neat) return table_rectangle(2 * GRID * random_between(1, 12), 2 * GRID * random_between(1, 8), reference);
    return table_rectangle(random_between(200, 12000), random_between(200, 8000), reference);
}

static int32_t random_heading(bool neat)
{
    return neat ? 9000 * random_between(0, 3) : random_between(0, FULL_TURN - 1);
}

static struct base random_base(bool neat, struct point about, int32_t spread)
{
    struct pose pose = { about, 0 };

    pose.at.x += random_between(-spread, spread);
    pose.at.y += random_between(-spread, spread);
    if (neat) pose.at = (struct point){ pose.at.x / GRID * GRID, pose.at.y / GRID * GRID };
    pose.heading = random_heading(neat);
    return table_base(random_shape(neat), pose);
}

static int32_t random_tolerance(void)
{
    return one_in(2) ? 25 : one_in(2) ? 0 : random_between(1, 100);
}

static const int8_t neat_outline[4][12][2] = {
    { { 0, 0 }, { 8, 0 }, { 8, 3 }, { 3, 3 }, { 3, 8 }, { 0, 8 } },
    { { 0, 0 }, { 9, 0 }, { 9, 8 }, { 6, 8 }, { 6, 3 }, { 3, 3 }, { 3, 8 }, { 0, 8 } },
    { { 0, 0 }, { 4, 3 }, { 8, 0 }, { 5, 4 }, { 8, 8 }, { 4, 5 }, { 0, 8 }, { 3, 4 } },
    { { 0, 0 }, { 6, 0 }, { 6, 4 }, { 0, 4 } },
};
static const int neat_count[4] = { 6, 8, 8, 4 };

/* A simple polygon: on the grid, a 24-gon, or a star with sharp inward corners. */
static int32_t random_outline(bool neat, struct point about, struct point *vertex)
{
    int32_t count = random_between(3, 14);

    if (neat) {
        int     which = (int)random_below(4);
        int32_t scale = GRID * random_between(1, 5);

        for (int i = 0; i < neat_count[which]; i++) {
            vertex[i] = (struct point){ about.x + neat_outline[which][i][0] * scale,
                                        about.y + neat_outline[which][i][1] * scale };
        }
        return neat_count[which];
    }
    if (one_in(5)) {
        table_circle(about, random_between(500, 10000), vertex);
        return TABLE_CIRCLE;
    }
    for (int32_t i = 0; i < count; i++) {
        double angle  = 2 * M_PI * (i + random_below(1000) / 1100.0) / count;
        double radius = random_between(800, 12000);

        vertex[i] = (struct point){ about.x + (int32_t)(radius * cos(angle)), about.y + (int32_t)(radius * sin(angle)) };
    }
    return count;
}

static struct area random_area(bool neat, struct point about, struct point *vertex)
{
    struct area  area;
    struct fault fault;

    do {
        memset(&fault, 0, sizeof fault);
    } while (!table_area(&area, vertex, random_outline(neat, about, vertex), "random", 0, &fault));
    return area;
}

/* A segment that likes to start, end or run at the given points. */
static struct segment random_segment(bool neat, const struct point *special, int32_t count)
{
    struct segment s;
    uint32_t       kind = random_below(8);
    int32_t        near = one_in(2) ? 0 : 30;

    s.from = kind == 0 ? special[random_below((uint32_t)count)] : random_point(neat);
    s.to   = kind <= 1 ? special[random_below((uint32_t)count)] : random_point(neat);
    if (kind == 2) {
        /* Along an edge, on it or beside it by about a tolerance, from beyond one end to beyond the other. */
        uint32_t     i = random_below((uint32_t)count);
        struct point a = special[i];
        struct point b = special[(i + 1) % (uint32_t)count];

        s = (struct segment){ { 2 * a.x - b.x, 2 * a.y - b.y }, { 2 * b.x - a.x, 2 * b.y - a.y } };
        a = (struct point){ random_between(-near, near), random_between(-near, near) };
        s = (struct segment){ { s.from.x + a.x, s.from.y + a.y }, { s.to.x + a.x, s.to.y + a.y } };
    } else if (kind != 0 && one_in(2)) {
        s.from = (struct point){ special[0].x + random_between(-9000, 9000), special[0].y + random_between(-9000, 9000) };
        if (neat) s.from = (struct point){ s.from.x / GRID * GRID, s.from.y / GRID * GRID };
    }
    if (s.from.x == s.to.x && s.from.y == s.to.y) s.to.x += GRID;
    return s;
}

/* The questions. */

/* Overlapping by more than t: moved apart by t along any side direction the interiors still meet. */
static bool geos_overlap(const struct base *a, const struct base *b, double t)
{
    GEOSGeometry *fixed;
    bool          overlap = true;

    if (a->shape.kind == SHAPE_DISC && b->shape.kind == SHAPE_DISC) {
        return a->shape.radius + b->shape.radius - hypot(a->middle.x - b->middle.x, a->middle.y - b->middle.y) > t;
    }
    if (b->shape.kind == SHAPE_DISC) return geos_overlap(b, a, t);
    if (a->shape.kind == SHAPE_DISC) {
        GEOSGeometry *rectangle = geometry_base(b, 0, 0);
        GEOSGeometry *middle    = geometry_base(a, 0, 0);
        GEOSGeometry *ring      = GEOSBoundary_r(geos, rectangle);
        double        depth     = distance_between(middle, ring);

        if (distance_between(middle, rectangle) > 0) depth = -depth;
        drop(rectangle);
        drop(middle);
        drop(ring);
        return a->shape.radius + depth > t;
    }
    fixed = geometry_base(a, 0, 0);
    for (int i = 0; i < 8 && overlap; i++) {
        double        angle = (i < 4 ? a : b)->pose.heading * (M_PI / 18000.0) + (i % 4) * (M_PI / 2);
        GEOSGeometry *moved = geometry_base(b, t * sin(angle), t * cos(angle));

        overlap = interiors_meet(fixed, moved);
        drop(moved);
    }
    drop(fixed);
    return overlap;
}

/* The same as the rule defines it, in doubles: the least length that the projections of the corners share. */
static double least_shared(const struct base *a, const struct base *b)
{
    double least = INFINITY;

    for (int axis = 0; axis < 4; axis++) {
        double angle   = (axis < 2 ? a : b)->pose.heading * (M_PI / 18000.0) + (axis % 2) * (M_PI / 2);
        double low[2]  = { INFINITY, INFINITY };
        double high[2] = { -INFINITY, -INFINITY };

        for (int i = 0; i < 8; i++) {
            struct point corner = (i < 4 ? a : b)->corner[i % 4];
            double       place  = corner.x * sin(angle) + corner.y * cos(angle);

            low[i / 4]  = fmin(low[i / 4], place);
            high[i / 4] = fmax(high[i / 4], place);
        }
        least = fmin(least, fmin(high[0], high[1]) - fmax(low[0], low[1]));
    }
    return least;
}

/* At most `distance` apart. */
static bool geos_near(const struct base *a, const struct base *b, double distance)
{
    GEOSGeometry *one  = geometry_base(a, 0, 0);
    GEOSGeometry *two  = geometry_base(b, 0, 0);
    bool          near = distance_between(one, two) <= distance;

    drop(one);
    drop(two);
    return near;
}

/*
 * The corners of a slanting rectangle are rounded, so that the outline GEOS moves is off the directions of the sides:
 * there its answer is only good to a tick, and the definition is checked closely by least_shared. Discs and upright
 * rectangles have no such excuse.
 */
static void check_overlap(struct tally *tally)
{
    bool        neat      = one_in(3);
    struct base a         = random_base(neat, (struct point){ ROOM / 2, ROOM / 2 }, 6000);
    struct base b         = random_base(neat, a.middle, 9000);
    int32_t     tolerance = random_tolerance();
    bool        ours;
    bool        slanting;
    double      slack;
    bool        tight;
    bool        loose;

    if (one_in(4)) b.pose.heading = a.pose.heading, b = table_base(b.shape, b.pose);
    slanting = a.shape.kind == SHAPE_RECTANGLE && b.shape.kind == SHAPE_RECTANGLE &&
               (a.pose.heading % 9000 || b.pose.heading % 9000);
    slack    = slanting ? 1 : SLACK;
    ours     = table_overlap(&a, &b, tolerance);
    tight    = geos_overlap(&a, &b, tolerance + slack);
    loose    = slanting && tolerance == 0 ? geos_near(&a, &b, slack) : geos_overlap(&a, &b, fmax(0, tolerance - slack));
    book(tally, ours, tight, loose);
    if (ours != (table_penetration(&a, &b) > tolerance) || ours != table_overlap(&b, &a, tolerance)) tally->disagreements++;
    if (slanting) {
        double shared = least_shared(&a, &b);

        if (fabs(shared - tolerance) > 1e-4 && ours != (shared > tolerance)) tally->disagreements++;
    }
}

static bool book_distance(struct tally *tally, struct distance ours, double theirs)
{
    int32_t low   = table_floor(ours);
    int32_t high  = table_ceiling(ours);
    int32_t limit = (int32_t)lround(theirs) + random_between(-1, 1);

    if (low > theirs + 1e-5 || high < theirs - 1e-5 || high - low > 1 || low <= theirs - 1.00001 ||
        high >= theirs + 1.00001) {
        tally->cases++;
        tally->disagreements++;
        return false;
    }
    if (limit < 0) limit = 0;
    return book_number(tally, table_at_most(ours, limit, NULL), theirs, limit, theirs == 0 ? 0 : 1e-6);
}

static void check_distance(struct tally *tally)
{
    struct point    vertex[TABLE_VERTICES];
    bool            neat = one_in(3);
    struct base     a    = random_base(neat, (struct point){ ROOM / 2, ROOM / 2 }, 6000);
    GEOSGeometry   *one  = geometry_base(&a, 0, 0);
    GEOSGeometry   *two  = NULL;
    double          less = a.shape.kind == SHAPE_DISC ? a.shape.radius : 0;
    struct distance ours;

    switch (random_below(6)) {
    case 0: case 1: {
        struct base b = random_base(neat, a.middle, 20000);

        if (b.shape.kind == SHAPE_DISC) less += b.shape.radius;
        ours = table_gap(&a, &b);
        two  = geometry_base(&b, 0, 0);
        break;
    }
    case 2: {
        struct area area = random_area(neat, random_point(neat), vertex);

        ours = table_gap_area(&a, &area);
        two  = geometry_area(&area);
        break;
    }
    case 3: {
        struct polyline polyline;
        struct fault    fault = { 0 };
        int32_t         count = random_outline(neat, random_point(neat), vertex);

        if (!table_polyline(&polyline, vertex, count, "random", 0, &fault)) goto done;
        ours = table_gap_polyline(&a, &polyline);
        two  = geometry_chain(&polyline);
        break;
    }
    case 4: {
        bool           disc = a.shape.kind == SHAPE_DISC;
        struct segment s    = random_segment(neat, disc ? &a.middle : a.corner, disc ? 1 : 4);

        ours = table_gap_segment(&a, s);
        two  = geometry_segment(s);
        break;
    }
    default: {
        struct segment s = { random_point(neat), random_point(neat) };
        struct segment t = { random_point(neat), random_point(neat) };

        drop(one);
        less = 0;
        one  = geometry_segment(s);
        two  = geometry_segment(t);
        ours = table_segment_segment(s, t);
    }
    }
    book_distance(tally, ours, fmax(0, distance_between(one, two) - less));
done:
    drop(one);
    drop(two);
}

static void check_crosses_base(struct tally *tally)
{
    bool           neat      = one_in(3);
    struct base    base      = random_base(neat, (struct point){ ROOM / 2, ROOM / 2 }, 12000);
    bool           disc      = base.shape.kind == SHAPE_DISC;
    struct segment s         = random_segment(neat, disc ? &base.middle : base.corner, disc ? 1 : 4);
    int32_t        tolerance = random_tolerance();
    GEOSGeometry  *line      = geometry_segment(s);
    bool           answer[2];

    for (int i = 0; i < 2; i++) {
        double inset = tolerance + (i == 0 ? SLACK : -SLACK);

        if (disc) {
            GEOSGeometry *middle = geometry_point(base.middle);

            answer[i] = distance_between(line, middle) < base.shape.radius - inset;
            drop(middle);
        } else {
            GEOSGeometry *shrunk = geometry_shrunk(&base, inset);

            answer[i] = interiors_meet(line, shrunk);
            drop(shrunk);
        }
    }
    book(tally, table_crosses_base(s, &base, tolerance), answer[0], answer[1]);
    drop(line);
}

static void check_inside(struct tally *tally)
{
    struct point  vertex[TABLE_VERTICES];
    bool          neat      = one_in(3);
    struct area   area      = random_area(neat, (struct point){ ROOM / 2, ROOM / 2 }, vertex);
    struct point  p         = { ROOM / 2 + random_between(-12000, 12000), ROOM / 2 + random_between(-12000, 12000) };
    int32_t       tolerance = random_tolerance();
    GEOSGeometry *polygon   = geometry_area(&area);
    GEOSGeometry *ring      = GEOSBoundary_r(geos, polygon);
    GEOSGeometry *at;
    double        depth;

    if (one_in(6)) p = vertex[random_below((uint32_t)area.count)];
    else if (neat) p = (struct point){ p.x / GRID * GRID, p.y / GRID * GRID };
    at    = geometry_point(p);
    depth = distance_between(at, ring);
    if (distance_between(at, polygon) > 0) depth = -depth;
    /* Distances of whole points from whole edges are either 0 or far above a millionth. */
    book(tally, table_inside(&area, p, tolerance), depth > tolerance + 1e-7, depth > tolerance - (depth == 0 ? 0 : 1e-7));
    if (table_covers(&area, p, tolerance) != (depth >= -tolerance) && fabs(depth + tolerance) > 1e-7) tally->disagreements++;
    drop(polygon);
    drop(ring);
    drop(at);
}

static void check_crosses_area(struct tally *tally)
{
    struct point   vertex[TABLE_VERTICES];
    bool           neat      = one_in(3);
    struct area    area      = random_area(neat, (struct point){ ROOM / 2, ROOM / 2 }, vertex);
    struct segment s         = random_segment(neat, vertex, area.count);
    int32_t        tolerance = random_tolerance();
    GEOSGeometry  *polygon   = geometry_area(&area);
    GEOSGeometry  *line      = geometry_segment(s);
    bool           ours      = table_crosses_area(s, &area, tolerance);

    if (tolerance == 0) {
        /* Without a tolerance the answer is exact on both sides, and so is the thickness but for its rounding. */
        GEOSGeometry *part   = GEOSIntersection_r(geos, line, polygon);
        GEOSGeometry *ring   = GEOSBoundary_r(geos, polygon);
        GEOSGeometry *along  = GEOSIntersection_r(geos, line, ring);
        double        length = 0;
        double        beside = 0;
        bool          meet   = interiors_meet(line, polygon);

        GEOSLength_r(geos, part, &length);
        GEOSLength_r(geos, along, &beside);
        book(tally, ours, meet && length - beside > 1e-3, meet);
        if (fabs(length - beside - table_thickness(s, &area, 0)) > 1.01) tally->disagreements++;
        drop(part);
        drop(ring);
        drop(along);
    } else {
        GEOSGeometry *tight = GEOSBuffer_r(geos, polygon, -(tolerance + SLACK), 64);
        GEOSGeometry *loose = GEOSBuffer_r(geos, polygon, -(tolerance - SLACK), 64);

        book(tally, ours, interiors_meet(line, tight), interiors_meet(line, loose));
        drop(tight);
        drop(loose);
    }
    drop(polygon);
    drop(line);
}

static void check_overlap_area(struct tally *tally)
{
    struct point  vertex[TABLE_VERTICES];
    bool          neat      = one_in(3);
    struct point  middle    = { ROOM / 2, ROOM / 2 };
    struct area   area      = random_area(neat, middle, vertex);
    struct base   base      = random_base(neat, middle, 14000);
    int32_t       tolerance = random_tolerance();
    GEOSGeometry *polygon   = geometry_area(&area);
    GEOSGeometry *tight     = geometry_shrunk(&base, tolerance + SLACK);
    GEOSGeometry *loose     = geometry_shrunk(&base, tolerance - SLACK);

    book(tally, table_overlap_area(&base, &area, tolerance), interiors_meet(tight, polygon), interiors_meet(loose, polygon));
    drop(polygon);
    drop(tight);
    drop(loose);
}

/* The segment without what is at most t from its ends meets the chain. */
static bool geos_crosses_chain(struct segment s, GEOSGeometry *chain, double t)
{
    double        dx     = s.to.x - s.from.x;
    double        dy     = s.to.y - s.from.y;
    double        length = hypot(dx, dy);
    double        xy[2][2];
    GEOSGeometry *line;
    bool          crosses;

    if (length <= 2 * t) return false;
    xy[0][0] = s.from.x + dx * t / length;
    xy[0][1] = s.from.y + dy * t / length;
    xy[1][0] = s.to.x - dx * t / length;
    xy[1][1] = s.to.y - dy * t / length;
    line     = geometry_line((const double(*)[2])xy, 2);
    crosses  = distance_between(line, chain) < 1e-7;
    drop(line);
    return crosses;
}

static void check_crosses_polyline(struct tally *tally)
{
    struct point    vertex[TABLE_VERTICES];
    bool            neat      = one_in(3);
    int32_t         count     = random_outline(neat, (struct point){ ROOM / 2, ROOM / 2 }, vertex);
    int32_t         tolerance = random_tolerance();
    struct polyline polyline;
    struct fault    fault = { 0 };
    struct segment  s;
    GEOSGeometry   *chain;

    if (!table_polyline(&polyline, vertex, count, "random", 0, &fault)) return;
    s     = random_segment(neat, vertex, count);
    chain = geometry_chain(&polyline);
    book(tally, table_crosses_polyline(s, &polyline, tolerance), geos_crosses_chain(s, chain, tolerance + SLACK),
         geos_crosses_chain(s, chain, fmax(1e-6, tolerance - SLACK)));
    drop(chain);
}

/* The rounded base at length s, placed by doubles of 64 bits mantissa; `unsure` when the rounding of s itself is a half. */
static struct base base_at(struct shape shape, struct pose pose, struct point towards, int32_t s, bool *unsure)
{
    long double dx     = towards.x - pose.at.x;
    long double dy     = towards.y - pose.at.y;
    long double length = sqrtl(dx * dx + dy * dy);
    long double x      = pose.at.x + s * dx / length;
    long double y      = pose.at.y + s * dy / length;

    if (fabsl(fabsl(x - floorl(x)) - 0.5L) < 1e-9L || fabsl(fabsl(y - floorl(y)) - 0.5L) < 1e-9L) *unsure = true;
    pose.at = (struct point){ (int32_t)roundl(x), (int32_t)roundl(y) };
    return table_base(shape, pose);
}

static double geos_gap(const struct base *a, GEOSGeometry *target, double less)
{
    GEOSGeometry *geometry = geometry_base(a, 0, 0);
    double        gap      = distance_between(geometry, target) - less;

    drop(geometry);
    return fmax(gap, 0);
}

/* Whether the whole way of the base up to the limit keeps more than `gap` from the target. */
static bool way_is_clear(const struct base *start, struct point towards, int32_t limit, GEOSGeometry *target, double gap)
{
    bool          unsure = false;
    struct base   end    = base_at(start->shape, start->pose, towards, limit, &unsure);
    GEOSGeometry *both[2] = { geometry_base(start, 0, 0), geometry_base(&end, 0, 0) };
    GEOSGeometry *pair    = GEOSGeom_createCollection_r(geos, GEOS_GEOMETRYCOLLECTION, both, 2);
    GEOSGeometry *swept   = GEOSConvexHull_r(geos, pair);
    bool          clear   = distance_between(swept, target) > gap;

    drop(pair);
    drop(swept);
    return clear;
}

/* No length before s brings the base within the tolerance, each tried in turn. */
static bool none_before(const struct base *mover, struct point towards, int32_t s, struct obstacle target, int32_t tolerance)
{
    while (--s >= 0) {
        struct pose     pose = { table_along(mover->pose.at, towards, s), mover->pose.heading };
        struct base     base = table_base(mover->shape, pose);
        struct distance gap  = target.base ? table_gap(&base, target.base) : table_gap_area(&base, target.area);

        if (table_at_most(gap, tolerance, NULL)) return false;
    }
    return true;
}

static void check_first_contact(struct tally *tally)
{
    struct point    vertex[TABLE_VERTICES];
    bool            neat      = one_in(3);
    struct base     mover     = random_base(neat, (struct point){ ROOM / 2, ROOM / 2 }, 15000);
    struct base     other     = random_base(neat, (struct point){ ROOM / 2, ROOM / 2 }, 10000);
    bool            on_area   = one_in(4);
    struct area     area      = random_area(neat, other.middle, vertex);
    struct obstacle target    = on_area ? table_obstacle_area(&area) : table_obstacle_base(&other);
    struct point    towards   = one_in(8) ? random_point(neat) : other.middle;
    int32_t         limit     = random_between(1, 40000);
    int32_t         tolerance = one_in(2) ? 0 : random_tolerance();
    double          less      = mover.shape.kind == SHAPE_DISC ? mover.shape.radius : 0;
    bool            unsure    = false;
    bool            right;
    int32_t         s;
    GEOSGeometry   *geometry;

    if (towards.x == mover.pose.at.x && towards.y == mover.pose.at.y) return;
    if (!on_area && other.shape.kind == SHAPE_DISC) less += other.shape.radius;
    geometry = on_area ? geometry_area(&area) : geometry_base(&other, 0, 0);
    s        = table_first_contact(mover.shape, mover.pose, towards, limit, target, tolerance);
    if (s < 0) {
        right = way_is_clear(&mover, towards, limit, geometry, tolerance + less - 3);
        if (limit < 3000 && one_in(8)) right = right && none_before(&mover, towards, limit + 1, target, tolerance);
    } else {
        struct base at  = base_at(mover.shape, mover.pose, towards, s, &unsure);
        double      gap = geos_gap(&at, geometry, less);

        right = gap <= tolerance + 1e-5;
        if (s < 3000 && one_in(8)) right = right && none_before(&mover, towards, s, target, tolerance);
        if (s > 0) {
            struct base before = base_at(mover.shape, mover.pose, towards, s - 1, &unsure);

            right = right && geos_gap(&before, geometry, less) > tolerance - 1e-5;
            /* Rounding may touch early; further back nothing may come within the tolerance less the rounding. */
            if (s > 40) right = right && way_is_clear(&mover, towards, s - 1, geometry, tolerance + less - 3);
        }
    }
    book(tally, right, true, !unsure || right);
    tally->yes += (s >= 0) - right;
    drop(geometry);
}

static void quiet(const char *format, ...) { (void)format; }

int main(int argc, char **argv)
{
    static struct {
        struct tally tally;
        void       (*check)(struct tally *);
    } question[] = {
        { { .name = "overlap" }, check_overlap },
        { { .name = "distance" }, check_distance },
        { { .name = "crosses base" }, check_crosses_base },
        { { .name = "inside area" }, check_inside },
        { { .name = "crosses area" }, check_crosses_area },
        { { .name = "overlaps area" }, check_overlap_area },
        { { .name = "crosses polyline" }, check_crosses_polyline },
        { { .name = "first contact" }, check_first_contact },
    };
    long cases         = argc > 1 ? atol(argv[1]) : 100000;
    long disagreements = 0;

    random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    random_state = random_state * 0x9e3779b97f4a7c15u | 1;
    geos         = GEOS_init_r();
    GEOSContext_setNoticeHandler_r(geos, quiet);
    GEOSContext_setErrorHandler_r(geos, quiet);
    for (size_t i = 0; i < sizeof question / sizeof question[0]; i++) {
        struct tally *tally = &question[i].tally;

        while (tally->cases < cases) {
            uint64_t seed   = random_state;
            long     before = tally->disagreements;

            question[i].check(tally);
            if (tally->disagreements != before && tally->disagreements <= 5) {
                printf("%s: disagreement in the case with generator state %llu\n", tally->name, (unsigned long long)seed);
            }
        }
        report(tally);
        disagreements += tally->disagreements;
    }
    GEOS_finish_r(geos);
    return disagreements ? 1 : 0;
}
