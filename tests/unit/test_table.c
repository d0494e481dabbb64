/* test_table.c: the table's questions at their boundaries, and the worked examples of the measuring rules. */
#include "table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TOL = 25, SAME = 2 };

static uint64_t random_state = 88172645463325252u;

static int32_t random_between(int32_t low, int32_t high)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return low + (int32_t)((random_state >> 32) % (uint64_t)(high - low + 1));
}

/* Thousandths of an inch, as the examples are printed, in ticks. */
static int32_t inches(double value) { return (int32_t)lround(value * INCH); }

static struct point at_inches(double x, double y) { return (struct point){ inches(x), inches(y) }; }

static struct base front_base(int32_t width, int32_t depth, struct point front, int32_t heading)
{
    return table_base(table_rectangle(width, depth, REFERENCE_FRONT), (struct pose){ front, heading });
}

/* An upright rectangle by its corners. */
static struct base box(int32_t left, int32_t bottom, int32_t right, int32_t top)
{
    return front_base(right - left, top - bottom, (struct point){ (left + right) / 2, top }, 0);
}

static struct area area_of(const struct point *vertex, int32_t count)
{
    struct fault fault = { 0 };
    struct area  area;

    assert_true(table_area(&area, vertex, count, "test", 1, &fault));
    return area;
}

static struct polyline polyline_of(const struct point *vertex, int32_t count)
{
    struct fault    fault = { 0 };
    struct polyline polyline;

    assert_true(table_polyline(&polyline, vertex, count, "test", 1, &fault));
    return polyline;
}

static void assert_point(struct point p, int32_t x, int32_t y)
{
    assert_int_equal(p.x, x);
    assert_int_equal(p.y, y);
}

static void assert_about(struct point p, double x, double y)
{
    assert_true(abs(p.x - inches(x)) <= TOL);
    assert_true(abs(p.y - inches(y)) <= TOL);
}

static struct segment line(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (struct segment){ { ax, ay }, { bx, by } };
}

static void corners_and_centres(void **unused)
{
    struct base base = front_base(12000, 6000, (struct point){ 50000, 40000 }, 0);

    (void)unused;
    assert_point(base.corner[0], 44000, 40000);
    assert_point(base.corner[1], 56000, 40000);
    assert_point(base.corner[2], 56000, 34000);
    assert_point(base.corner[3], 44000, 34000);
    assert_point(base.middle, 50000, 37000);
    assert_point(table_centre(&base, SIDE_FRONT), 50000, 40000);
    assert_point(table_centre(&base, SIDE_RIGHT), 56000, 37000);
    assert_point(table_centre(&base, SIDE_BACK), 50000, 34000);
    assert_point(table_centre(&base, SIDE_LEFT), 44000, 37000);
    base = front_base(12000, 6000, (struct point){ 50000, 40000 }, 9000);
    assert_point(base.corner[0], 50000, 46000);
    assert_point(base.corner[2], 44000, 34000);
}

static void halves_of_odd_sides_round_away_from_zero(void **unused)
{
    struct base base = front_base(25, 25, (struct point){ 100, 0 }, 0);

    (void)unused;
    assert_point(base.corner[0], 88, 0);
    assert_point(base.corner[1], 113, 0);
    assert_point(table_centre(&base, SIDE_LEFT), 88, -13);
}

static void corners_are_the_exact_ones_rounded(void **unused)
{
    (void)unused;
    for (int i = 0; i < 50000; i++) {
        int32_t      width = random_between(16, 20000);
        int32_t      depth = random_between(16, 20000);
        struct pose  pose  = { { random_between(-9000, 180000), random_between(-9000, 120000) }, random_between(0, 35999) };
        struct base  base  = table_base(table_rectangle(width, depth, REFERENCE_MIDDLE), pose);
        long double  angle = pose.heading * (acosl(-1) / 18000);
        long double  x     = pose.at.x + sinl(angle) * depth / 2 + cosl(angle) * width / 2;
        long double  y     = pose.at.y + cosl(angle) * depth / 2 - sinl(angle) * width / 2;

        assert_true(fabsl(base.corner[1].x - x) < 0.5001L);
        assert_true(fabsl(base.corner[1].y - y) < 0.5001L);
    }
}

static void an_inset_keeps_the_middle(void **unused)
{
    struct shape shape = table_rectangle(2500, 5000, REFERENCE_FRONT);
    struct base  base  = table_base_inset(shape, (struct pose){ { 10000, 10000 }, 0 }, 50);
    struct base  disc  = table_base_inset(table_disc(2000), (struct pose){ { 10000, 10000 }, 0 }, 50);

    (void)unused;
    assert_point(base.corner[0], 8800, 9950);
    assert_point(base.corner[2], 11200, 5050);
    assert_int_equal(disc.shape.radius, 950);
}

static void facing_change_of_the_examples(void **unused)
{
    struct shape shape = table_rectangle(12000, 6000, REFERENCE_FRONT);
    struct pose  pose  = { at_inches(30, 20), 0 };
    struct pose  left  = table_faced(shape, pose, SIDE_LEFT);
    struct pose  right = table_faced(shape, pose, SIDE_RIGHT);
    struct pose  rear  = table_faced(shape, pose, SIDE_BACK);
    struct base  base  = table_base(shape, left);

    (void)unused;
    assert_about(left.at, 27.638, 18.819);
    assert_int_equal(left.heading, 27000);
    assert_about(base.corner[0], 27.638, 16.457);
    assert_about(base.corner[2], 30.0, 21.181);
    assert_about(right.at, 32.362, 18.819);
    assert_int_equal(right.heading, 9000);
    assert_about(rear.at, 30, 17.638);
    assert_int_equal(rear.heading, 18000);
    assert_int_equal(table_faced(shape, left, SIDE_RIGHT).heading, 0);
    assert_int_equal(table_faced(table_rectangle(2500, 5000, REFERENCE_MIDDLE), pose, SIDE_LEFT).at.x, pose.at.x);
}

static void moves_and_bearings_of_the_examples(void **unused)
{
    struct pose pose = { at_inches(30, 11), 0 };
    struct pose back = { at_inches(21.924, 18.658), 1253 };

    (void)unused;
    assert_int_equal(table_pivot(pose, at_inches(32, 14)).heading, 3369);
    assert_int_equal(table_floor(table_distance(pose.at, at_inches(32, 14))), inches(3.6055));
    assert_int_equal(heading_apart(0, table_bearing(pose.at, at_inches(34, 11))), 9000);
    assert_int_equal(heading_apart(0, table_bearing(pose.at, at_inches(33.9, 10.5))), 9731);
    assert_int_equal(table_pivot(back, back.at).heading, 1253);
    assert_about(table_moved(back, -7 * INCH, 0).at, 20.406, 11.825);
    assert_point(table_moved((struct pose){ { 0, 0 }, 9000 }, 100, 30).at, 100, -30);
}

static void limits_are_closed(void **unused)
{
    struct point a = { 0, 0 };
    int32_t      margin;

    (void)unused;
    assert_true(table_at_most(table_distance(a, (struct point){ 3000, 4000 }), 5000, &margin));
    assert_int_equal(margin, 0);
    assert_true(table_at_least(table_distance(a, (struct point){ 3000, 4000 }), 5000, &margin));
    assert_int_equal(margin, 0);
    assert_false(table_at_most(table_distance(a, (struct point){ 3000, 4001 }), 5000, &margin));
    assert_int_equal(margin, -1);
    assert_false(table_at_least(table_distance(a, (struct point){ 3000, 3999 }), 5000, &margin));
    assert_int_equal(margin, -1);
    assert_false(table_at_most(table_distance(a, a), -1, NULL));
    assert_true(table_at_least(table_distance(a, a), 0, NULL));
    /* 8.009 in counts as 8 with the tolerance, 8.02 does not. */
    assert_true(table_at_most(table_distance(a, (struct point){ 20343, 0 }), 8 * INCH + TOL, NULL));
    assert_false(table_at_most(table_distance(a, (struct point){ 20371, 0 }), 8 * INCH + TOL, NULL));
}

static void gaps_of_figures(void **unused)
{
    struct shape foot = table_disc(2000);
    struct base  a    = table_base(foot, (struct pose){ { 0, 0 }, 0 });
    struct base  b    = table_base(foot, (struct pose){ { 12000, 0 }, 0 });
    struct base  c    = table_base(foot, (struct pose){ { 8500, 8500 }, 0 });
    struct base  d    = table_base(foot, (struct pose){ { 2050, 0 }, 0 });
    struct base  e    = table_base(foot, (struct pose){ { 2051, 0 }, 0 });

    (void)unused;
    assert_int_equal(table_floor(table_gap(&a, &b)), 10000);
    assert_int_equal(table_floor(table_gap(&a, &c)), 10020);
    assert_int_equal(table_ceiling(table_gap(&a, &c)), 10021);
    assert_true(table_contact(&a, &d, 50));
    assert_false(table_contact(&a, &e, 50));
    assert_int_equal(table_floor(table_gap(&a, &a)), 0);
    assert_int_equal(table_penetration(&a, &d), -50);
    /* Shrunk by half a millimetre each, foot figures 19.1 mm apart do not touch, 18.9 mm apart do. */
    b = table_base_inset(foot, (struct pose){ { 0, 0 }, 0 }, 50);
    c = table_base_inset(foot, (struct pose){ { 1910, 0 }, 0 }, 50);
    d = table_base_inset(foot, (struct pose){ { 1890, 0 }, 0 }, 50);
    assert_false(table_near(&b, &c, 0, NULL));
    assert_true(table_near(&b, &d, 0, NULL));
}

static void a_shared_side_is_contact_not_overlap(void **unused)
{
    struct base a = box(0, 0, 1000, 1000);

    (void)unused;
    for (int32_t depth = -30; depth <= 60; depth++) {
        struct base b = box(1000 - depth, 200, 2000 - depth, 900);

        assert_int_equal(table_penetration(&a, &b), depth);
        assert_int_equal(table_overlap(&a, &b, TOL), depth > TOL);
        assert_int_equal(table_contact(&a, &b, TOL), depth <= TOL && -depth <= TOL);
        assert_int_equal(table_floor(table_gap(&a, &b)), depth < 0 ? -depth : 0);
    }
    /* Corner to corner. */
    struct base c = box(1000, 1000, 2000, 2000);
    assert_true(table_contact(&a, &c, 0));
    assert_false(table_overlap(&a, &c, 0));
    assert_int_equal(table_penetration(&a, &c), 0);
}

static void a_disc_in_a_rectangle(void **unused)
{
    struct base rectangle = box(0, 0, 4000, 2000);
    struct base beside    = table_base(table_disc(1000), (struct pose){ { 4490, 1000 }, 0 });
    struct base corner    = table_base(table_disc(1000), (struct pose){ { 4300, 2400 }, 0 });
    struct base inside    = table_base(table_disc(1000), (struct pose){ { 2000, 700 }, 0 });

    (void)unused;
    assert_int_equal(table_penetration(&rectangle, &beside), 10);
    assert_true(table_overlap(&beside, &rectangle, 9));
    assert_false(table_overlap(&beside, &rectangle, 10));
    assert_int_equal(table_penetration(&rectangle, &corner), 0);
    assert_true(table_contact(&rectangle, &corner, 0));
    assert_int_equal(table_penetration(&inside, &rectangle), 1200);
}

static void the_table_edge(void **unused)
{
    struct point size = { 180000, 120000 };
    struct base  base = box(-25, 0, 12000, 6000);
    struct base  disc = table_base(table_disc(4000), (struct pose){ { 178001, 60000 }, 0 });
    int32_t      margin;

    (void)unused;
    assert_true(table_on_table(&base, size, 26, NULL));
    assert_true(table_on_table(&base, size, 25, &margin) == (margin >= 0));
    assert_false(table_on_table(&base, size, 24, &margin));
    assert_true(margin < 0);
    assert_false(table_on_table(&disc, size, 0, &margin));
    assert_int_equal(margin, -1);
    assert_true(table_on_table(&disc, size, 1, NULL));
}

static void the_front_line_counts_as_front(void **unused)
{
    struct pose pose = { { 1000, 1000 }, 0 };
    int32_t     margin;

    (void)unused;
    assert_true(table_ahead(pose, (struct point){ 90000, 1000 }, 0, &margin));
    assert_int_equal(margin, 0);
    assert_true(table_ahead(pose, (struct point){ 0, 975 }, TOL, NULL));
    assert_false(table_ahead(pose, (struct point){ 0, 974 }, TOL, &margin));
    assert_int_equal(margin, -1);
}

static void touching_a_base_is_not_crossing(void **unused)
{
    struct base base = box(1000, 1000, 5000, 3000);

    (void)unused;
    for (int32_t inward = -3; inward <= 30; inward++) {
        bool deep = inward > TOL;

        assert_int_equal(table_crosses_base(line(0, 1000 + inward, 9000, 1000 + inward), &base, TOL), deep);
        assert_int_equal(table_crosses_base(line(9000, 3000 - inward, 0, 3000 - inward), &base, TOL), deep);
        assert_int_equal(table_crosses_base(line(1000 + inward, 9000, 1000 + inward, 0), &base, TOL), deep);
        /* A segment that only reaches in. */
        assert_int_equal(table_crosses_base(line(2000, 0, 2000, 1000 + inward), &base, TOL), deep);
        assert_int_equal(table_crosses_base(line(5000 - inward, 2000, 7000, 2000), &base, TOL), deep);
    }
    /* Past a corner: the shrunk corner is (1025, 1025). */
    assert_false(table_crosses_base(line(0, 2050, 2050, 0), &base, TOL));
    assert_true(table_crosses_base(line(0, 2051, 2051, 0), &base, TOL));
    assert_true(table_crosses_base(line(2000, 2000, 2000, 2000), &base, TOL));
    assert_false(table_crosses_base(line(1025, 2000, 1025, 2000), &base, TOL));
    assert_false(table_crosses_base(line(0, 1000, 9000, 1000), &base, 0));
    assert_true(table_crosses_base(line(0, 1001, 9000, 1001), &base, 0));
}

static void a_unit_sees_its_front_half(void **unused)
{
    struct base base  = front_base(12000, 6000, (struct point){ 50000, 50000 }, 3369);
    struct point front = table_centre(&base, SIDE_FRONT);

    (void)unused;
    for (int32_t turn = -18000; turn <= 18000; turn += 10) {
        struct pose  ray  = { front, heading_normal((int64_t)base.pose.heading + turn) };
        struct point far  = table_moved(ray, 40000, 0).at;
        bool         back = abs(turn) > 9000;

        /* A ray only just behind the front line is within the tolerance of the side all along it. */
        if (between(9001, abs(turn), 9030)) continue;
        assert_int_equal(table_crosses_base((struct segment){ front, far }, &base, TOL), back);
    }
}

static const struct point notched[8] = { { 0, 0 },       { 9000, 0 },    { 9000, 8000 }, { 6000, 8000 },
                                         { 6000, 3000 }, { 3000, 3000 }, { 3000, 8000 }, { 0, 8000 } };

static void the_outline_is_outside(void **unused)
{
    struct area area = area_of(notched, 8);

    (void)unused;
    assert_false(table_inside(&area, (struct point){ 0, 4000 }, 0));
    assert_true(table_inside(&area, (struct point){ 1, 4000 }, 0));
    assert_false(table_inside(&area, (struct point){ 25, 4000 }, TOL));
    assert_true(table_inside(&area, (struct point){ 26, 4000 }, TOL));
    assert_false(table_inside(&area, (struct point){ 4500, 5000 }, 0));
    assert_true(table_covers(&area, (struct point){ 0, 4000 }, 0));
    assert_true(table_covers(&area, (struct point){ 9000, 8000 }, 0));
    assert_false(table_covers(&area, (struct point){ 4500, 3001 }, 0));
    assert_true(table_covers(&area, (struct point){ 4500, 3001 }, 1));
    assert_int_equal(table_floor(table_outline_distance(&area, (struct point){ 4500, 5000 })), 1500);
    assert_point(table_nearest_outline(&area, (struct point){ 4600, 5000 }), 6000, 5000);
}

static void bad_outlines_are_refused(void **unused)
{
    static const struct point bow[4]      = { { 0, 0 }, { 100, 100 }, { 100, 0 }, { 0, 100 } };
    static const struct point flat[4]     = { { 0, 0 }, { 100, 0 }, { 200, 0 }, { 100, 0 } };
    static const struct point thin[3]     = { { 0, 0 }, { 100, 0 }, { 200, 0 } };
    static const struct point doubled[4]  = { { 0, 0 }, { 0, 0 }, { 100, 0 }, { 0, 100 } };
    static const struct point touching[6] = { { 0, 0 }, { 200, 0 }, { 200, 200 }, { 100, 0 }, { 0, 200 }, { 0, 100 } };
    static const struct point outside[3]  = { { 0, 0 }, { TABLE_LIMIT + 1, 0 }, { 0, 100 } };
    struct { const struct point *vertex; int32_t count; } bad[] = {
        { bow, 4 }, { flat, 4 }, { thin, 3 }, { doubled, 4 }, { touching, 6 }, { outside, 3 }, { notched, 2 },
        { notched, 0 }, { notched, TABLE_VERTICES + 1 },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct fault fault = { 0 };
        struct area  area  = { 0 };

        assert_false(table_area(&area, bad[i].vertex, bad[i].count, "map", 7, &fault));
        assert_true(fault.set);
        assert_int_equal(fault.line, 7);
        assert_null(area.vertex);
    }
    struct fault    fault = { 0 };
    struct polyline polyline;
    assert_false(table_polyline(&polyline, doubled, 4, "map", 1, &fault));
    assert_true(strstr(fault.text, "repeated") != NULL);
}

static void a_circle_has_24_corners(void **unused)
{
    struct point vertex[TABLE_CIRCLE];

    (void)unused;
    table_circle((struct point){ 1000, 2000 }, 10000, vertex);
    assert_point(vertex[0], 1000, 12000);
    assert_point(vertex[6], 11000, 2000);
    assert_point(vertex[12], 1000, -8000);
    assert_point(vertex[2], 6000, 10660);
    area_of(vertex, TABLE_CIRCLE);
}

static void crossing_an_area(void **unused)
{
    struct area    area = area_of(notched, 8);
    struct stretch stretch[4];

    (void)unused;
    /* Along edges, and through a corner, nothing is crossed. */
    assert_false(table_crosses_area(line(-1000, 0, 20000, 0), &area, 0));
    assert_false(table_crosses_area(line(-1000, 8000, 20000, 8000), &area, 0));
    assert_false(table_crosses_area(line(8000, 9000, 10000, 7000), &area, 0));
    assert_true(table_crosses_area(line(-1000, 1, 20000, 1), &area, 0));
    assert_false(table_crosses_area(line(-1000, 25, 20000, 25), &area, TOL));
    assert_true(table_crosses_area(line(-1000, 26, 20000, 26), &area, TOL));
    /* Ends that reach in. */
    assert_false(table_crosses_area(line(-1000, 1000, 25, 1000), &area, TOL));
    assert_true(table_crosses_area(line(-1000, 1000, 26, 1000), &area, TOL));
    assert_true(table_crosses_area(line(1000, 1000, 1000, 1000), &area, TOL));
    /* Across both arms, over the notch. */
    assert_int_equal(table_stretches(line(-1000, 5000, 11000, 5000), &area, 0, stretch, 4), 2);
    assert_int_equal(stretch[0].from, 1000);
    assert_int_equal(stretch[0].to, 4000);
    assert_point(stretch[0].entry, 0, 5000);
    assert_point(stretch[1].entry, 6000, 5000);
    assert_point(stretch[1].leave, 9000, 5000);
    assert_int_equal(table_thickness(line(-1000, 5000, 11000, 5000), &area, 0), 6000);
    assert_int_equal(table_thickness(line(-1000, 5000, 11000, 5000), &area, TOL), 5900);
    /* Along the bottom of the notch: inside on both sides of it, on the outline between. */
    assert_int_equal(table_stretches(line(-1000, 3000, 11000, 3000), &area, 0, stretch, 4), 2);
    assert_int_equal(table_stretches(line(4000, 5000, 5000, 5000), &area, 0, stretch, 4), 0);
    /* The places of a slanting line are whole where they should be. */
    assert_int_equal(table_thickness(line(-300, -400, 2700, 3600), &area, 0), 4500);
}

static void overlapping_an_area(void **unused)
{
    struct area area = area_of(notched, 8);
    struct base base;

    (void)unused;
    base = box(9000, 0, 12000, 4000);
    assert_false(table_overlap_area(&base, &area, 0));
    base = box(8975, 0, 11975, 4000);
    assert_false(table_overlap_area(&base, &area, TOL));
    base = box(8974, 0, 11974, 4000);
    assert_true(table_overlap_area(&base, &area, TOL));
    base = box(3000, 3000, 6000, 6000);                  /* fills the notch */
    assert_false(table_overlap_area(&base, &area, 0));
    assert_int_equal(table_floor(table_gap_area(&base, &area)), 0);
    base = box(4000, 4000, 5000, 6000);
    assert_int_equal(table_floor(table_gap_area(&base, &area)), 1000);
    base = box(500, 500, 1500, 1500);                    /* wholly inside */
    assert_true(table_overlap_area(&base, &area, TOL));
    assert_int_equal(table_floor(table_gap_area(&base, &area)), 0);
    base = front_base(298, 201, (struct point){ 1500, 1500 }, 15223);
    assert_true(table_overlap_area(&base, &area, 99));   /* shrunk to three ticks, and to one */
    assert_true(table_overlap_area(&base, &area, 100));
    assert_false(table_overlap_area(&base, &area, 101)); /* nothing is left */
    base = box(-20000, -20000, 30000, 30000);            /* wholly around */
    assert_true(table_overlap_area(&base, &area, TOL));
}

static void fences(void **unused)
{
    static const struct point vertex[3] = { { 0, 1000 }, { 5000, 1000 }, { 9000, 5000 } };
    struct polyline           fence     = polyline_of(vertex, 3);

    (void)unused;
    assert_true(table_crosses_polyline(line(1000, 0, 1000, 2000), &fence, TOL));
    assert_false(table_crosses_polyline(line(1000, 0, 1000, 1000), &fence, TOL));
    assert_false(table_crosses_polyline(line(1000, 0, 1000, 1025), &fence, TOL));
    assert_true(table_crosses_polyline(line(1000, 0, 1000, 1026), &fence, TOL));
    assert_false(table_crosses_polyline(line(1000, 975, 1000, 3000), &fence, TOL));
    assert_true(table_crosses_polyline(line(-500, 1000, 6000, 1000), &fence, TOL));
    assert_false(table_crosses_polyline(line(-500, 1000, 25, 1000), &fence, TOL));
    assert_true(table_crosses_polyline(line(-500, 1000, 26, 1000), &fence, TOL));
    /* A move that stops at the fence meets it. */
    assert_true(table_at_most(table_segment_polyline(line(1000, 0, 1000, 975), &fence), TOL, NULL));
    assert_false(table_at_most(table_segment_polyline(line(1000, 0, 1000, 974), &fence), TOL, NULL));
}

static void passing_over_a_bank(void **unused)
{
    static const struct point vertex[4] = { { 0, 48000 }, { 5000, 48000 }, { 7000, 49000 }, { 9000, 48000 } };
    struct polyline           bank      = polyline_of(vertex, 4);

    (void)unused;
    assert_true(table_passes_polyline(line(1000, 47000, 1000, 49000), &bank));
    assert_false(table_passes_polyline(line(1000, 47000, 1000, 48000), &bank));
    assert_false(table_passes_polyline(line(0, 47000, 0, 49000), &bank));            /* by its end */
    assert_true(table_passes_polyline(line(5000, 47000, 5000, 49000), &bank));       /* over a vertex */
    assert_false(table_passes_polyline(line(6000, 49000, 8000, 49000), &bank));      /* touches the peak */
    assert_true(table_passes_polyline(line(6000, 48700, 8000, 48700), &bank));
    assert_false(table_passes_polyline(line(-1000, 48000, 3000, 48000), &bank));     /* along it */
}

static void the_first_blocker(void **unused)
{
    struct area     wood      = area_of(notched, 8);
    struct base     near_base = box(-4000, 3500, -2000, 5500);
    struct base     far_base  = box(20000, 3500, 22000, 5500);
    struct base     off_base  = box(20000, 30000, 22000, 32000);
    struct obstacle list[]    = { table_obstacle_base(&far_base), table_obstacle_area(&wood),
                                  table_obstacle_base(&off_base), table_obstacle_base(&near_base) };
    int32_t         at        = -1;

    (void)unused;
    assert_int_equal(table_first_crossed(line(-10000, 5000, 40000, 5000), list, 4, TOL, &at), 3);
    assert_int_equal(at, 6025);
    assert_int_equal(table_first_crossed(line(-10000, 5000, 40000, 5000), list, 3, TOL, &at), 1);
    assert_int_equal(at, 10025);
    assert_int_equal(table_first_crossed(line(40000, 5000, -10000, 5000), list, 4, TOL, &at), 0);
    assert_int_equal(at, 18025);
    assert_int_equal(table_first_crossed(line(-10000, 9000, 40000, 9000), list, 4, TOL, &at), -1);
    assert_int_equal(table_first_crossed(line(-10000, 5000, 40000, 5000), list, 0, TOL, NULL), -1);
}

static void narrow_gap_of_the_examples(void **unused)
{
    struct base     a       = front_base(12000, 6000, at_inches(20, 24), 0);
    struct base     b       = front_base(12000, 6000, at_inches(27.6, 24), 0);
    struct base     c       = front_base(12000, 6000, at_inches(27.75, 24), 0);
    struct segment  move    = { at_inches(23.8, 18), at_inches(23.8, 26) };
    int64_t         width   = 3 * INCH - TOL;
    struct obstacle first   = table_obstacle_base(&a);
    struct segment  joining;

    (void)unused;
    assert_int_equal(table_floor(table_joining(first, table_obstacle_base(&b), SAME, &joining)), 19304 - 12000);
    assert_about(joining.from, 22.362, 22.819);
    assert_about(joining.to, 25.238, 22.819);
    assert_true(table_through_gap(move, first, table_obstacle_base(&b), width, SAME, TOL));
    assert_false(table_through_gap(move, first, table_obstacle_base(&c), width, SAME, TOL));
    /* A line that stops short of the middle of the strip does not go through. */
    move.to = at_inches(23.8, 22);
    assert_false(table_through_gap(move, first, table_obstacle_base(&b), width, SAME, TOL));
}

static void the_joining_segment(void **unused)
{
    struct base     a = box(0, 0, 4000, 2000);
    struct base     b = box(4000, 1000, 8000, 3000);          /* touches along x = 4000, y 1000..2000 */
    struct base     c = box(6000, 5000, 9000, 7000);          /* corner to corner */
    struct base     d = box(3990, 1000, 8000, 3000);          /* ten ticks deep */
    struct base     disc = table_base(table_disc(2000), (struct pose){ { 2000, 6000 }, 0 });
    struct segment  joining;

    (void)unused;
    assert_int_equal(table_floor(table_joining(table_obstacle_base(&a), table_obstacle_base(&b), SAME, &joining)), 0);
    assert_point(joining.from, 4000, 1500);
    assert_point(joining.to, 4000, 1500);
    assert_int_equal(table_floor(table_joining(table_obstacle_base(&a), table_obstacle_base(&c), SAME, &joining)), 3605);
    assert_point(joining.from, 4000, 2000);
    assert_point(joining.to, 6000, 5000);
    assert_int_equal(table_floor(table_joining(table_obstacle_base(&a), table_obstacle_base(&d), SAME, &joining)), 0);
    assert_point(joining.from, 4000, 1500);
    assert_point(joining.to, 3990, 1500);
    assert_int_equal(table_floor(table_joining(table_obstacle_base(&a), table_obstacle_base(&disc), SAME, &joining)), 3000);
    assert_point(joining.from, 2000, 2000);
    assert_point(joining.to, 2000, 5000);
}

static void parallel_bases_join_in_the_middle_at_any_heading(void **unused)
{
    (void)unused;
    for (int32_t heading = 0; heading < FULL_TURN; heading += 137) {
        struct pose    pose  = { { 60000, 60000 }, heading };
        struct shape   shape = table_rectangle(8000, 6000, REFERENCE_FRONT);
        struct base    a     = table_base(shape, pose);
        struct base    b     = table_base(shape, table_moved(pose, 2000, 13000));
        struct point   expected = table_moved(pose, -2000, 4000).at;
        struct segment joining;

        table_joining(table_obstacle_base(&a), table_obstacle_base(&b), SAME, &joining);
        assert_true(table_at_most(table_distance(joining.from, expected), 3, NULL));
    }
}

static void points_along_a_line(void **unused)
{
    int32_t s;

    (void)unused;
    assert_point(table_along((struct point){ 0, 0 }, (struct point){ 300, 400 }, 5), 3, 4);
    assert_point(table_along((struct point){ 100, 100 }, (struct point){ 100, 0 }, 700), 100, -600);
    assert_point(table_along((struct point){ 7, 7 }, (struct point){ 7, 7 }, 99), 7, 7);
    assert_point(table_along((struct point){ 10, 0 }, (struct point){ 34, 7 }, 0), 10, 0);
    assert_point(table_along((struct point){ 100, 0 }, (struct point){ 0, 0 }, 3), 97, 0);
    assert_point(table_along((struct point){ -10, -10 }, (struct point){ -4, -2 }, 5), -7, -6);
    for (int i = 0; i < 100000; i++) {
        struct point a      = { random_between(-50000, 180000), random_between(-50000, 120000) };
        struct point b      = { random_between(-50000, 180000), random_between(-50000, 120000) };
        int32_t      length = random_between(0, 300000);
        long double  dx     = b.x - a.x;
        long double  dy     = b.y - a.y;
        long double  size   = sqrtl(dx * dx + dy * dy);
        struct point p;

        if (size == 0) continue;
        p = table_along(a, b, length);
        assert_true(fabsl(p.x - (a.x + length * dx / size)) <= 0.5L + 1e-9L);
        assert_true(fabsl(p.y - (a.y + length * dy / size)) <= 0.5L + 1e-9L);
    }
    assert_point(table_nearest_on(line(0, 0, 10000, 0), (struct point){ 2500, 777 }, &s), 2500, 0);
    assert_int_equal(s, 2500);
    assert_point(table_nearest_on(line(0, 0, 10000, 0), (struct point){ -5, 777 }, &s), 0, 0);
    assert_int_equal(s, 0);
    assert_point(table_nearest_on(line(0, 0, 10000, 0), (struct point){ 20000, 777 }, &s), 10000, 0);
    assert_int_equal(s, 10000);
}

static void charge_of_the_examples(void **unused)
{
    struct shape cavalry = table_rectangle(8000, 4000, REFERENCE_FRONT);
    struct base  target  = front_base(12000, 6000, at_inches(22, 19), 18000);
    struct pose  pose    = { at_inches(20, 10), 0 };
    enum base_side side;
    struct pose  there;
    int32_t      s;

    (void)unused;
    assert_int_equal(table_floor(table_nearest_centre(pose.at, &target, &side)), inches(9.2195) - 1);
    assert_int_equal(side, SIDE_FRONT);
    pose = table_pivot(pose, target.pose.at);
    assert_int_equal(pose.heading, 1253);
    s = table_first_contact(cavalry, pose, target.pose.at, 10 * INCH, table_obstacle_base(&target), 0);
    assert_true(abs(s - inches(8.870)) <= TOL);
    there = (struct pose){ table_along(pose.at, target.pose.at, s), pose.heading };
    assert_about(there.at, 21.924, 18.658);
    struct base stopped = table_base(cavalry, there);
    assert_about(stopped.corner[0], 20.387, 19.000);
    assert_true(table_contact(&stopped, &target, TOL));
    assert_int_equal(table_first_contact(cavalry, pose, target.pose.at, 8 * INCH, table_obstacle_base(&target), 0), -1);
}

static struct shape random_shape(bool disc, enum shape_reference reference)
{
    if (disc) return table_disc(2 * random_between(50, 2000));
    return table_rectangle(random_between(100, 4000), random_between(100, 4000), reference);
}

static struct pose random_pose(void)
{
    return (struct pose){ { random_between(0, 9000), random_between(0, 9000) }, random_between(0, 35999) };
}

static void first_contact_is_the_smallest(void **unused)
{
    (void)unused;
    for (int i = 0; i < 400; i++) {
        struct shape shape     = random_shape(i % 4 == 0, REFERENCE_FRONT);
        struct pose  pose      = random_pose();
        struct base  target    = table_base(random_shape(i % 3 == 0, REFERENCE_MIDDLE), random_pose());
        struct point towards   = { random_between(0, 9000), random_between(0, 9000) };
        int32_t      tolerance = i % 2 ? TOL : 0;
        int32_t      limit     = random_between(0, 9000);
        int32_t      found     = -1;

        for (int32_t s = 0; s <= limit && found < 0; s++) {
            struct base base = table_base(shape, (struct pose){ table_along(pose.at, towards, s), pose.heading });

            if (table_at_most(table_gap(&base, &target), tolerance, NULL)) found = s;
        }
        assert_int_equal(table_first_contact(shape, pose, towards, limit, table_obstacle_base(&target), tolerance), found);
    }
}

static void first_point_within_reach(void **unused)
{
    struct point zero = { 0, 0 };
    struct point east = { 10000, 0 };

    (void)unused;
    assert_int_equal(table_first_within(zero, east, 10000, (struct point){ 9000, 0 }, 1000), 8000);
    assert_int_equal(table_first_within(zero, east, 7999, (struct point){ 9000, 0 }, 1000), -1);
    assert_int_equal(table_first_within(zero, east, 20000, (struct point){ 0, 1000 }, 1000), 0);
    assert_int_equal(table_first_within(zero, east, 20000, (struct point){ -9, 1000 }, 1000), -1);
    for (int i = 0; i < 300; i++) {
        struct point from  = { random_between(0, 9000), random_between(0, 9000) };
        struct point to    = { random_between(0, 9000), random_between(0, 9000) };
        struct point point = { random_between(0, 9000), random_between(0, 9000) };
        int32_t      reach = random_between(0, 3000);
        int32_t      found = -1;

        for (int32_t s = 0; s <= 9000 && found < 0; s++) {
            if (table_at_most(table_distance(table_along(from, to, s), point), reach, NULL)) found = s;
        }
        assert_int_equal(table_first_within(from, to, 9000, point, reach), found);
    }
}

static bool west_of_wall(const void *context, struct pose pose)
{
    return pose.at.x <= *(const int32_t *)context;
}

static bool turned_enough(const void *context, struct pose pose)
{
    return heading_apart(pose.heading, 1000) >= *(const int32_t *)context;
}

static bool never(const void *context, struct pose pose)
{
    (void)pose;
    ++**(int32_t *const *)context;
    return false;
}

static void corrections_try_clockwise_first(void **unused)
{
    int32_t     enough = 1200;
    int32_t     none   = 5000;
    struct pose wanted = { { 0, 0 }, 1000 };
    struct pose found;

    (void)unused;
    assert_true(table_corrected(wanted, 50, 4500, turned_enough, &enough, &found));
    assert_int_equal(found.heading, 2200);
    assert_false(table_corrected(wanted, 50, 4500, turned_enough, &none, &found));
    wanted.heading = 900;
    assert_true(table_corrected(wanted, 50, 4500, turned_enough, &enough, &found));
    assert_int_equal(found.heading, heading_normal(900 - 1100));
}

static void longest_legal_length(void **unused)
{
    int32_t     wall = 4166;                    /* 1.64 in */
    struct pose pose = { { 0, 0 }, 0 };

    (void)unused;
    assert_int_equal(table_longest(pose, 9000, 4000, 254, west_of_wall, &wall), 4000);
    assert_int_equal(table_longest(pose, 9000, 10000, 254, west_of_wall, &wall), 16 * 254);
    wall = 0;
    assert_int_equal(table_longest(pose, 9000, 10000, 254, west_of_wall, &wall), 0);
    wall = -1;
    assert_int_equal(table_longest(pose, 9000, 10000, 254, west_of_wall, &wall), -1);
}

static void nearest_legal_pose(void **unused)
{
    int32_t     wall   = 5000;
    int32_t     calls  = 0;
    int32_t    *count  = &calls;
    struct pose wanted = { { 9000, 0 }, 0 };
    struct pose found;

    (void)unused;
    assert_true(table_nearest_legal((struct point){ 0, 0 }, wanted, 100, 200, west_of_wall, &wall, &found));
    assert_point(found.at, 5000, 0);
    /* Too far along the line for the budget, and the start is no help: the rings find the wall. */
    assert_true(table_nearest_legal((struct point){ 90000, 0 }, wanted, 500, 800, west_of_wall, &wall, &found));
    assert_true(found.at.x <= 5000 && found.at.x >= 4000);
    assert_false(table_nearest_legal((struct point){ 0, 0 }, wanted, 10, 77, never, &count, &found));
    assert_int_equal(calls, 77);
}

static void reach_is_a_sector(void **unused)
{
    struct point outline[40];
    int32_t      wall = 30000;
    struct pose  pose = { { 20000, 20000 }, 0 };

    (void)unused;
    assert_int_equal(table_reach(pose, 9000, 20000, 254, 19, NULL, NULL, outline), 20);
    assert_point(outline[0], 20000, 20000);
    assert_point(outline[1], 0, 20000);
    assert_point(outline[10], 20000, 40000);
    assert_point(outline[19], 40000, 20000);
    assert_int_equal(table_reach(pose, 18000, 20000, 254, 36, NULL, NULL, outline), 36);
    assert_int_equal(table_reach(pose, 9000, 20000, 254, 19, west_of_wall, &wall, outline), 20);
    assert_point(outline[19], 20000 + 39 * 254, 20000);
    assert_point(outline[1], 0, 20000);
}

/* What is near a base or an area: straight before a side it is the distance, at a corner an arc about it. */
static void neighbourhood_goes_round_corners(void **unused)
{
    static const struct point corner[4] = { { 0, 0 }, { 4000, 0 }, { 4000, 2000 }, { 0, 2000 } };
    struct base  base = table_base(table_rectangle(4000, 2000, REFERENCE_FRONT), (struct pose){ { 20000, 20000 }, 0 });
    struct area  area = area_of(corner, 4);
    struct point outline[40];

    (void)unused;
    assert_int_equal(table_around(table_obstacle_base(&base), base.pose, 9000, 10000, 19, outline), 20);
    assert_point(outline[0], 20000, 20000);
    assert_point(outline[1], 8000, 20000);
    assert_point(outline[10], 20000, 30000);
    assert_point(outline[19], 32000, 20000);
    for (int i = 1; i < 20; i++) {
        int32_t apart = table_floor(table_gap_point(&base, outline[i]));
        assert_true(apart >= 9998 && apart <= 10001);
    }
    assert_int_equal(table_around(table_obstacle_area(&area), (struct pose){ { 2000, 1000 }, 0 }, 18000, 3000, 36, outline), 36);
    for (int i = 0; i < 36; i++) {
        int32_t apart = table_floor(table_outline_distance(&area, outline[i]));
        assert_true(apart >= 2998 && apart <= 3001);
    }
}

static void far_apart_numbers_do_not_overflow(void **unused)
{
    struct base a = table_base(table_rectangle(TABLE_SIDE, TABLE_SIDE, REFERENCE_FRONT),
                               (struct pose){ { -TABLE_LIMIT, -TABLE_LIMIT }, 4500 });
    struct base b = table_base(table_rectangle(TABLE_SIDE, 16, REFERENCE_MIDDLE),
                               (struct pose){ { TABLE_LIMIT, TABLE_LIMIT }, 12345 });
    static const struct point corner[4] = { { -TABLE_LIMIT, -TABLE_LIMIT }, { TABLE_LIMIT, -TABLE_LIMIT },
                                            { TABLE_LIMIT, TABLE_LIMIT }, { -TABLE_LIMIT, TABLE_LIMIT } };
    struct area    area      = area_of(corner, 4);
    struct segment edge      = { { -TABLE_LIMIT, TABLE_LIMIT }, { TABLE_LIMIT, TABLE_LIMIT } };
    struct segment long_line = { { -TABLE_LIMIT, -TABLE_LIMIT }, { TABLE_LIMIT, TABLE_LIMIT - 1 } };
    struct segment joining;

    (void)unused;
    assert_true(table_floor(table_gap(&a, &b)) > TABLE_LIMIT);
    assert_int_equal(table_floor(table_point_segment((struct point){ 0, 0 }, edge)), TABLE_LIMIT);
    assert_int_equal(table_ceiling(table_point_segment((struct point){ 0, 0 }, edge)), TABLE_LIMIT);
    assert_true(table_at_most(table_point_segment((struct point){ 0, 0 }, edge), TABLE_LIMIT, NULL));
    assert_false(table_at_most(table_point_segment((struct point){ 0, 0 }, edge), TABLE_LIMIT - 1, NULL));
    assert_true(table_penetration(&a, &b) < 0);
    assert_true(table_crosses_base(long_line, &b, 0));
    assert_true(table_crosses_area(long_line, &area, TABLE_TOLERANCE));
    assert_true(table_thickness(long_line, &area, TABLE_TOLERANCE) > 2 * TABLE_LIMIT);
    assert_false(table_overlap_area(&a, &area, TOL));           /* only its front centre is in the corner */
    assert_true(table_overlap_area(&b, &area, 0));
    table_joining(table_obstacle_base(&a), table_obstacle_base(&b), SAME, &joining);
    assert_true(table_first_contact(a.shape, a.pose, b.pose.at, 2 * TABLE_LIMIT, table_obstacle_base(&b), 0) == -1);
}

static void centres_apart(void **unused)
{
    struct base a = box(0, 0, 4000, 2000);
    struct base b = box(9000, 0, 13000, 2000);

    (void)unused;
    assert_int_equal(table_floor(table_centres_apart(&a, &b)), 5000);
    assert_int_equal(table_compare(table_centres_apart(&a, &b), table_gap(&a, &b)), 0);
    assert_true(table_compare(table_distance(a.middle, b.middle), table_gap(&a, &b)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_and_centres),
        cmocka_unit_test(halves_of_odd_sides_round_away_from_zero),
        cmocka_unit_test(corners_are_the_exact_ones_rounded),
        cmocka_unit_test(an_inset_keeps_the_middle),
        cmocka_unit_test(facing_change_of_the_examples),
        cmocka_unit_test(moves_and_bearings_of_the_examples),
        cmocka_unit_test(limits_are_closed),
        cmocka_unit_test(gaps_of_figures),
        cmocka_unit_test(a_shared_side_is_contact_not_overlap),
        cmocka_unit_test(a_disc_in_a_rectangle),
        cmocka_unit_test(the_table_edge),
        cmocka_unit_test(the_front_line_counts_as_front),
        cmocka_unit_test(touching_a_base_is_not_crossing),
        cmocka_unit_test(a_unit_sees_its_front_half),
        cmocka_unit_test(the_outline_is_outside),
        cmocka_unit_test(bad_outlines_are_refused),
        cmocka_unit_test(a_circle_has_24_corners),
        cmocka_unit_test(crossing_an_area),
        cmocka_unit_test(overlapping_an_area),
        cmocka_unit_test(fences),
        cmocka_unit_test(passing_over_a_bank),
        cmocka_unit_test(the_first_blocker),
        cmocka_unit_test(narrow_gap_of_the_examples),
        cmocka_unit_test(the_joining_segment),
        cmocka_unit_test(parallel_bases_join_in_the_middle_at_any_heading),
        cmocka_unit_test(points_along_a_line),
        cmocka_unit_test(charge_of_the_examples),
        cmocka_unit_test(first_contact_is_the_smallest),
        cmocka_unit_test(first_point_within_reach),
        cmocka_unit_test(corrections_try_clockwise_first),
        cmocka_unit_test(longest_legal_length),
        cmocka_unit_test(nearest_legal_pose),
        cmocka_unit_test(reach_is_a_sector),
        cmocka_unit_test(neighbourhood_goes_round_corners),
        cmocka_unit_test(far_apart_numbers_do_not_overflow),
        cmocka_unit_test(centres_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
