/*
 * test_zones.c: zones.c on the teaching map of the game and on small maps made for one question each: every fault, the
 * exact boundary of a graze, lines through vertices and along borders.
 */
#include "zones.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

/* The teaching map: zone n of the game is zone n - 1 here. Kinds: 0 dotted, 1 single; sight: 1 brown. */
static const struct zone_point teach_vertex[28] = {
    { 0, 0 }, { 202, 0 }, { 406, 0 }, { 596, 0 }, { 807, 0 }, { 1000, 0 }, { 0, 246 }, { 207, 240 },
    { 350, 230 }, { 403, 245 }, { 556, 248 }, { 596, 238 }, { 800, 251 }, { 1000, 235 }, { 0, 469 }, { 140, 461 },
    { 197, 465 }, { 345, 461 }, { 560, 476 }, { 618, 465 }, { 800, 469 }, { 1000, 466 }, { 0, 700 }, { 143, 700 },
    { 355, 700 }, { 619, 700 }, { 799, 700 }, { 1000, 700 },
};

static const struct { int32_t count; int16_t corner[6]; } teach_zone[15] = {
    { 4, { 0, 1, 7, 6 } },
    { 5, { 1, 2, 9, 8, 7 } },
    { 5, { 2, 3, 11, 10, 9 } },
    { 4, { 3, 4, 12, 11 } },
    { 4, { 4, 5, 13, 12 } },
    { 5, { 6, 7, 16, 15, 14 } },
    { 4, { 7, 8, 17, 16 } },
    { 5, { 8, 9, 10, 18, 17 } },
    { 6, { 10, 11, 12, 20, 19, 18 } },
    { 4, { 12, 13, 21, 20 } },
    { 4, { 14, 15, 23, 22 } },
    { 5, { 15, 16, 17, 24, 23 } },
    { 5, { 17, 18, 19, 25, 24 } },
    { 4, { 19, 20, 26, 25 } },
    { 4, { 20, 21, 27, 26 } },
};

static const int8_t teach_edge[42][4] = {
    { 0, 1, 0, 0 }, { 0, 6, 0, 0 }, { 1, 7, 0, 0 }, { 6, 7, 0, 0 }, { 1, 2, 0, 0 }, { 2, 9, 0, 1 },
    { 7, 8, 0, 0 }, { 8, 9, 0, 0 }, { 2, 3, 0, 0 }, { 3, 11, 1, 0 }, { 9, 10, 0, 0 }, { 10, 11, 0, 0 },
    { 3, 4, 0, 0 }, { 4, 12, 0, 0 }, { 11, 12, 0, 0 }, { 4, 5, 0, 0 }, { 5, 13, 0, 0 }, { 12, 13, 0, 0 },
    { 6, 14, 0, 0 }, { 7, 16, 0, 0 }, { 14, 15, 0, 0 }, { 15, 16, 0, 0 }, { 8, 17, 0, 0 }, { 16, 17, 0, 0 },
    { 10, 18, 0, 0 }, { 17, 18, 1, 1 }, { 12, 20, 0, 0 }, { 18, 19, 0, 0 }, { 19, 20, 0, 0 }, { 13, 21, 0, 0 },
    { 20, 21, 0, 0 }, { 14, 22, 0, 0 }, { 22, 23, 0, 0 }, { 15, 23, 0, 0 }, { 23, 24, 0, 0 }, { 17, 24, 1, 0 },
    { 24, 25, 0, 0 }, { 19, 25, 0, 0 }, { 25, 26, 0, 0 }, { 20, 26, 0, 0 }, { 21, 27, 0, 0 }, { 26, 27, 0, 0 },
};

static struct zone_map   map;
static struct zone_fault fault;
static struct zone_trace trace;

static void add_vertex(int32_t x, int32_t y)
{
    map.vertex[map.vertex_count++] = (struct zone_point){ x, y };
}

static void add_zone(int32_t count, const int16_t *corner)
{
    int16_t first = map.first_corner[map.zone_count];

    memcpy(&map.corner[first], corner, (size_t)count * sizeof corner[0]);
    map.first_corner[++map.zone_count] = (int16_t)(first + count);
}

#define ADD_ZONE(...) \
    add_zone((int32_t)(sizeof((int16_t[]){ __VA_ARGS__ }) / sizeof(int16_t)), (int16_t[]){ __VA_ARGS__ })

static void add_edge(int32_t a, int32_t b, int32_t kind, int32_t sight)
{
    map.edge[map.edge_count++] =
        (struct zone_edge){ (int16_t)a, (int16_t)b, { ZONE_NONE, ZONE_NONE }, (uint8_t)kind, (uint8_t)sight };
}

static bool joins(const struct zone_edge *edge, int32_t a, int32_t b)
{
    return (edge->a == a && edge->b == b) || (edge->a == b && edge->b == a);
}

/* All sides of all polygons as dotted yellow edges, in the order of the polygons. */
static void add_all_edges(void)
{
    for (int32_t zone = 0; zone < map.zone_count; zone++)
        for (int32_t i = map.first_corner[zone]; i < map.first_corner[zone + 1]; i++) {
            int32_t a = map.corner[i];
            int32_t b = map.corner[i + 1 < map.first_corner[zone + 1] ? i + 1 : map.first_corner[zone]];
            bool    known = false;

            for (int32_t e = 0; e < map.edge_count; e++)
                known = known || joins(&map.edge[e], a, b);
            if (!known)
                add_edge(a, b, 0, 0);
        }
}

static int32_t edge_of(int32_t a, int32_t b)
{
    for (int32_t e = 0; e < map.edge_count; e++)
        if (joins(&map.edge[e], a, b))
            return e;
    return ZONE_NONE;
}

static void begin(int32_t width, int32_t height)
{
    memset(&map, 0, sizeof map);
    map.width      = width;
    map.height     = height;
    map.impassable = 3;
}

static void teach(void)
{
    begin(1000, 700);
    for (int32_t v = 0; v < 28; v++)
        add_vertex(teach_vertex[v].x, teach_vertex[v].y);
    for (int32_t z = 0; z < 15; z++)
        add_zone(teach_zone[z].count, teach_zone[z].corner);
    for (int32_t e = 0; e < 42; e++)
        add_edge(teach_edge[e][0], teach_edge[e][1], teach_edge[e][2], teach_edge[e][3]);
    memcpy(map.road, (int16_t[]){ 5, 6, 7, 8, 9 }, 5 * sizeof map.road[0]);
    map.first_of_road[1] = 5;
    map.road_count       = 1;
    assert_true(zone_build(&map, &fault));
    assert_int_equal(fault.trouble, ZONE_SOUND);
}

static void assert_zones(const int16_t *zones, int32_t count)
{
    assert_int_equal(trace.count, count);
    assert_memory_equal(trace.zone, zones, (size_t)count * sizeof zones[0]);
}

/* Zones by their numbers in the game, which begin at 1. */
#define ASSERT_TRACE(from, to, ...) \
    do { \
        int16_t numbers[] = { __VA_ARGS__ }; \
        zone_trace(&map, (from) - 1, (to) - 1, 16, &trace); \
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) \
            numbers[i]--; \
        assert_zones(numbers, (int32_t)(sizeof numbers / sizeof numbers[0])); \
    } while (0)

static void anchors_are_centroids(void **state)
{
    (void)state;
    teach();
    assert_int_equal(map.anchor[0].x, 102);
    assert_int_equal(map.anchor[0].y, 122);
    assert_int_equal(map.anchor[7].x, 453);
    assert_int_equal(map.anchor[7].y, 357);
    assert_int_equal(zone_at(&map, (struct zone_point){ 453, 357 }), 7);
    assert_int_equal(zone_at(&map, (struct zone_point){ 202, 0 }), 0);
    assert_int_equal(zone_at(&map, (struct zone_point){ 1001, 3 }), ZONE_NONE);
}

static void junctions(void **state)
{
    (void)state;
    teach();
    assert_int_equal(map.junction_count, 12);
    assert_int_equal(map.junction[8], 17);
    assert_int_equal(map.junction_kind[17], 1);
    assert_int_equal(map.junction_sight[17], 1);
    assert_int_equal(map.junction_kind[7], 0);
    assert_memory_equal(&map.zone_at_vertex[map.first_at_vertex[17]], ((int16_t[]){ 6, 7, 11, 12 }),
                        4 * sizeof(int16_t));
}

static void links_and_crossings(void **state)
{
    struct zone_crossing crossing[4];

    (void)state;
    teach();
    assert_int_equal(zone_link(&map, 6, 7), ZONE_BY_BORDER);
    assert_int_equal(zone_link(&map, 6, 12), ZONE_BY_JUNCTION);
    assert_int_equal(zone_link(&map, 0, 14), ZONE_APART);
    assert_true(zone_adjacent(&map, 6, 12));
    assert_false(zone_adjacent(&map, 6, 6));
    assert_int_equal(zone_set_size(&map.adjacent[8]), 8);
    /* Zones 12 and 8 of the game: the junction of 7, 8, 12, 13, single because of two of its borders, and brown. */
    assert_int_equal(zone_crossings(&map, 11, 7, crossing, 4), 1);
    assert_int_equal(crossing[0].by, ZONE_BY_JUNCTION);
    assert_int_equal(crossing[0].id, 17);
    assert_int_equal(crossing[0].kind, 1);
    assert_int_equal(crossing[0].sight, 1);
    assert_true(crossing[0].passable);
    assert_int_equal(zone_crossings(&map, 0, 14, crossing, 4), 0);
    assert_false(zone_easiest(&map, 0, 14, crossing));
    assert_false(zone_hardest(&map, 0, 14, crossing));
}

static void traces_of_the_game(void **state)
{
    (void)state;
    teach();
    ASSERT_TRACE(13, 6, 13, 12, 7, 6);
    ASSERT_TRACE(6, 13, 6, 7, 12, 13);
    ASSERT_TRACE(11, 7, 11, 12, 6, 7);
    ASSERT_TRACE(14, 3, 14, 9, 3);
    ASSERT_TRACE(1, 8, 1, 2, 7, 8);
    ASSERT_TRACE(4, 13, 4, 9, 8, 13);
    ASSERT_TRACE(13, 7, 13, 7);
    assert_int_equal(trace.crossing[0].by, ZONE_BY_JUNCTION);
    assert_int_equal(trace.crossing[0].sight, 1);
    ASSERT_TRACE(8, 13, 8, 13);
    assert_int_equal(trace.crossing[0].by, ZONE_BY_BORDER);
    assert_int_equal(trace.crossing[0].sight, 1);
}

static void distances_and_sides(void **state)
{
    static const int16_t from_west[15] = { 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4 };
    int16_t              distance[ZONE_LIMIT];

    (void)state;
    teach();
    zone_side_distances(&map, ZONE_WEST, distance);
    assert_memory_equal(distance, from_west, sizeof from_west);
    assert_int_equal(distance[15], -1);
    assert_true(zone_touches(&map, 0, ZONE_NORTH));
    assert_true(zone_touches(&map, 14, ZONE_EAST));
    assert_true(zone_touches(&map, 14, ZONE_SOUTH));
    assert_false(zone_touches(&map, 7, ZONE_SOUTH));
}

static bool not_zone_8(const void *context, int32_t from, int32_t to)
{
    (void)context;
    (void)from;
    return to != 7 && to != 8;
}

static void distance_round_an_obstacle(void **state)
{
    struct zone_set sources = { { 0 } };
    int16_t         distance[ZONE_LIMIT];

    (void)state;
    teach();
    zone_add(&sources, 6);
    zone_distances(&map, &sources, not_zone_8, NULL, distance);
    assert_int_equal(distance[6], 0);
    assert_int_equal(distance[7], -1);
    assert_int_equal(distance[9], 3);                        /* 7-13-14-10 instead of 7-8-9-10 */
    zone_add(&sources, 7);
    zone_distances(&map, &sources, not_zone_8, NULL, distance);
    assert_int_equal(distance[7], 0);
    assert_int_equal(distance[9], 3);
}

static void road_steps(void **state)
{
    (void)state;
    teach();
    assert_true(zone_road_step(&map, 5, 6));
    assert_true(zone_road_step(&map, 9, 8));
    assert_false(zone_road_step(&map, 5, 7));
    assert_false(zone_road_step(&map, 0, 1));
}

/* One for each step, two into zones 8 and 9 of the game; zone 13 stops. */
static struct zone_entry dear_middle(const void *context, int32_t from, int32_t to)
{
    (void)context;
    (void)from;
    return (struct zone_entry){ to == 0 ? -1 : to == 7 || to == 8 ? 2 : 1, to == 12 };
}

static void cheapest_journeys(void **state)
{
    struct zone_reach reach;
    int16_t           path[8];

    (void)state;
    teach();
    zone_reach(&reach, &map, 6, 4, dear_middle, NULL);
    assert_int_equal(zone_reach_cost(&reach, 6), 0);
    assert_int_equal(zone_reach_cost(&reach, 0), -1);
    assert_int_equal(zone_reach_cost(&reach, 7), 2);
    assert_int_equal(zone_reach_cost(&reach, 12), 1);
    assert_int_equal(reach.cost[0][12], -1);
    assert_int_equal(zone_reach_cost(&reach, 8), 4);
    /* 7-2-3-9 and 7-8-9 both cost 4: the shorter one is kept. */
    assert_int_equal(zone_reach_path(&reach, 8, path, 8), 3);
    assert_memory_equal(path, ((int16_t[]){ 6, 7, 8 }), 3 * sizeof path[0]);
    assert_int_equal(zone_reach_cost(&reach, 13), -1);
    assert_int_equal(zone_reach_path(&reach, 13, path, 8), 0);
    assert_int_equal(zone_reach_path(&reach, 6, path, 8), 1);
}

/* Nine squares of 10 in three rows, numbered by row; vertices four to a row. */
static void nine_squares(void)
{
    begin(30, 30);
    for (int32_t i = 0; i < 16; i++)
        add_vertex(i % 4 * 10, i / 4 * 10);
    for (int32_t i = 0; i < 9; i++) {
        int16_t v = (int16_t)(i / 3 * 4 + i % 3);

        ADD_ZONE(v, (int16_t)(v + 1), (int16_t)(v + 5), (int16_t)(v + 4));
    }
    add_all_edges();
}

static void line_through_junctions(void **state)
{
    (void)state;
    nine_squares();
    map.edge[edge_of(5, 6)].sight = 1;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 8, 0, &trace);
    assert_zones((int16_t[]){ 0, 4, 8 }, 3);
    assert_int_equal(trace.crossing[0].by, ZONE_BY_JUNCTION);
    assert_int_equal(trace.crossing[0].id, 5);
    assert_int_equal(trace.crossing[0].sight, 1);
    assert_int_equal(trace.crossing[1].id, 10);
    assert_int_equal(trace.crossing[1].sight, 0);
    zone_trace(&map, 8, 0, 0, &trace);
    assert_zones((int16_t[]){ 8, 4, 0 }, 3);
    assert_int_equal(trace.crossing[0].id, 10);
}

static void closed_and_impassable(void **state)
{
    struct zone_crossing crossing;
    int16_t              distance[ZONE_LIMIT];

    (void)state;
    nine_squares();
    map.closed[4]                 = true;
    map.edge[edge_of(1, 5)].kind  = 3;
    map.edge[edge_of(9, 13)].kind = 2;
    assert_true(zone_build(&map, &fault));
    assert_false(zone_adjacent(&map, 0, 1));
    assert_int_equal(zone_link(&map, 0, 1), ZONE_BY_BORDER);
    assert_false(zone_adjacent(&map, 3, 4));
    assert_false(zone_adjacent(&map, 1, 3));                 /* their junction has an impassable border */
    assert_true(zone_adjacent(&map, 3, 7));                  /* by a junction with a double one */
    assert_true(zone_easiest(&map, 3, 7, &crossing));
    assert_int_equal(crossing.kind, 2);
    zone_side_distances(&map, ZONE_WEST, distance);
    assert_int_equal(distance[4], -1);
    assert_int_equal(distance[1], 3);                        /* 3-7-5-1 */
}

/* Left and right of a strip cut in two by a wall along y = 10, so that the line between them runs along the wall. */
static void line_along_a_border(void **state)
{
    (void)state;
    begin(40, 20);
    add_vertex(0, 0);
    add_vertex(10, 0);
    add_vertex(30, 0);
    add_vertex(40, 0);
    add_vertex(0, 20);
    add_vertex(10, 20);
    add_vertex(30, 20);
    add_vertex(40, 20);
    add_vertex(10, 10);
    add_vertex(30, 10);
    ADD_ZONE(0, 1, 8, 5, 4);
    ADD_ZONE(1, 2, 9, 8);
    ADD_ZONE(8, 9, 6, 5);
    ADD_ZONE(2, 3, 7, 6, 9);
    add_all_edges();
    map.edge[edge_of(6, 9)].sight = 1;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 3, 16, &trace);
    assert_zones((int16_t[]){ 0, 3 }, 2);
    assert_int_equal(trace.crossing[0].by, ZONE_BY_JUNCTION);
    assert_int_equal(trace.crossing[0].id, 9);
    assert_int_equal(trace.crossing[0].sight, 1);
}

/*
 * The line from zone 0 on the left to zone 3 on the right runs at y = 36 through zone 1 and the tip of zone 2, which
 * is 16 wide there. Zones 1, 2 and 3 meet in the point of the tip, vertex 9.
 */
static void strip_with_a_tip(void)
{
    begin(100, 60);
    add_vertex(0, 0);
    add_vertex(10, 0);
    add_vertex(40, 0);
    add_vertex(100, 0);
    add_vertex(0, 60);
    add_vertex(10, 60);
    add_vertex(20, 60);
    add_vertex(60, 60);
    add_vertex(100, 60);
    add_vertex(40, 20);
    ADD_ZONE(0, 1, 5, 4);
    ADD_ZONE(1, 2, 9, 6, 5);
    ADD_ZONE(9, 7, 6);
    ADD_ZONE(2, 3, 8, 7, 9);
    add_all_edges();
    map.anchor[0]       = (struct zone_point){ 5, 36 };
    map.anchor[2]       = (struct zone_point){ 40, 50 };
    map.anchor[3]       = (struct zone_point){ 90, 36 };
    map.anchor_given[0] = map.anchor_given[2] = map.anchor_given[3] = true;
}

static void graze_limit_is_exact(void **state)
{
    (void)state;
    strip_with_a_tip();
    map.edge[edge_of(6, 9)].sight = 1;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 3, 16, &trace);
    assert_zones((int16_t[]){ 0, 1, 2, 3 }, 4);
    assert_int_equal(trace.crossing[1].id, edge_of(6, 9));
    zone_trace(&map, 0, 3, 17, &trace);
    assert_zones((int16_t[]){ 0, 1, 3 }, 3);
    assert_int_equal(trace.crossing[1].by, ZONE_BY_JUNCTION);
    assert_int_equal(trace.crossing[1].id, 9);
    assert_int_equal(trace.crossing[1].sight, 1);
    zone_trace(&map, 3, 0, 17, &trace);
    assert_zones((int16_t[]){ 3, 1, 0 }, 3);
    assert_int_equal(trace.crossing[0].id, 9);
}

/* A zone that pokes a spike into its neighbour: a line across the tip of the spike stays in the neighbour. */
static void graze_of_a_spike_crosses_nothing(void **state)
{
    (void)state;
    begin(100, 60);
    add_vertex(0, 0);
    add_vertex(10, 0);
    add_vertex(90, 0);
    add_vertex(100, 0);
    add_vertex(0, 60);
    add_vertex(10, 60);
    add_vertex(40, 60);
    add_vertex(60, 60);
    add_vertex(90, 60);
    add_vertex(100, 60);
    add_vertex(50, 20);                                      /* 10: the tip, of two zones only */
    ADD_ZONE(0, 1, 5, 4);
    ADD_ZONE(1, 2, 8, 7, 10, 6, 5);
    ADD_ZONE(10, 7, 6);
    ADD_ZONE(2, 3, 9, 8);
    add_all_edges();
    map.anchor[0]       = (struct zone_point){ 5, 24 };
    map.anchor[1]       = (struct zone_point){ 20, 10 };
    map.anchor[2]       = (struct zone_point){ 50, 50 };
    map.anchor[3]       = (struct zone_point){ 95, 24 };
    map.anchor_given[0] = map.anchor_given[1] = map.anchor_given[2] = map.anchor_given[3] = true;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 3, 2, &trace);                       /* the spike is 2 wide at y = 24 */
    assert_zones((int16_t[]){ 0, 1, 2, 1, 3 }, 5);
    zone_trace(&map, 0, 3, 3, &trace);
    assert_zones((int16_t[]){ 0, 1, 3 }, 3);
    assert_int_equal(trace.crossing[0].id, edge_of(1, 5));
    assert_int_equal(trace.crossing[1].id, edge_of(2, 8));
    /* Through the very tip the line only touches it. */
    map.anchor[0].y = map.anchor[3].y = 20;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 3, 0, &trace);
    assert_zones((int16_t[]){ 0, 1, 3 }, 3);
}

/* Two zones with a bent border see each other across the part that is cut, else across the longest part. */
static void several_borders(void **state)
{
    struct zone_crossing crossing;

    (void)state;
    begin(40, 40);
    add_vertex(0, 0);
    add_vertex(20, 0);
    add_vertex(40, 0);
    add_vertex(20, 10);
    add_vertex(20, 25);
    add_vertex(0, 40);
    add_vertex(20, 40);
    add_vertex(40, 40);
    ADD_ZONE(0, 1, 3, 4, 6, 5);
    ADD_ZONE(1, 2, 7, 6, 4, 3);
    add_all_edges();
    map.edge[edge_of(1, 3)].kind = 2;
    map.edge[edge_of(4, 6)].kind = 3;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 1, 16, &trace);                      /* both anchors at y = 20 */
    assert_int_equal(trace.crossing[0].id, edge_of(3, 4));
    assert_int_equal(zone_crossings(&map, 0, 1, &crossing, 1), 3);
    assert_true(zone_easiest(&map, 0, 1, &crossing));
    assert_int_equal(crossing.id, edge_of(3, 4));
    assert_true(zone_hardest(&map, 1, 0, &crossing));        /* an impassable border protects nobody */
    assert_int_equal(crossing.id, edge_of(1, 3));
    map.anchor_given[0] = map.anchor_given[1] = true;
    map.anchor[0].y = map.anchor[1].y = 25;                  /* through the vertex: the first of equals */
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 1, 0, 16, &trace);
    assert_int_equal(trace.crossing[0].id, edge_of(3, 4));
    map.anchor[0].y = map.anchor[1].y = 30;
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 1, 0, 16, &trace);
    assert_int_equal(trace.crossing[0].id, edge_of(4, 6));
}

static void either_way_round(void **state)
{
    (void)state;
    nine_squares();
    for (int32_t zone = 0; zone < 9; zone += 2) {
        int16_t kept = map.corner[4 * zone + 1];

        map.corner[4 * zone + 1] = map.corner[4 * zone + 3];
        map.corner[4 * zone + 3] = kept;
    }
    assert_true(zone_build(&map, &fault));
    assert_int_equal(map.junction_count, 4);
    assert_int_equal(zone_set_size(&map.adjacent[4]), 8);
}

#define ASSERT_TROUBLE(expected) \
    do { \
        assert_false(zone_build(&map, &fault)); \
        assert_int_equal(fault.trouble, expected); \
    } while (0)

static void faults_of_counts_and_vertices(void **state)
{
    (void)state;
    nine_squares();
    map.width = ZONE_EXTENT + 1;
    ASSERT_TROUBLE(ZONE_BAD_CANVAS);
    nine_squares();
    map.zone_count = ZONE_LIMIT + 1;
    ASSERT_TROUBLE(ZONE_BAD_COUNT);
    nine_squares();
    map.first_corner[3] = 2;
    ASSERT_TROUBLE(ZONE_BAD_COUNT);
    nine_squares();
    map.vertex[15].x = 31;
    ASSERT_TROUBLE(ZONE_VERTEX_OUTSIDE);
    assert_int_equal(fault.vertex, 15);
    nine_squares();
    map.vertex[6] = map.vertex[5];
    ASSERT_TROUBLE(ZONE_VERTEX_TWICE);
    assert_int_equal(fault.vertex, 5);
    assert_int_equal(fault.other_vertex, 6);
    nine_squares();
    add_vertex(3, 3);
    ASSERT_TROUBLE(ZONE_VERTEX_UNUSED);
    assert_int_equal(fault.vertex, 16);
}

static void faults_of_polygons(void **state)
{
    (void)state;
    nine_squares();
    map.first_corner[1] = 2;
    ASSERT_TROUBLE(ZONE_FEW_CORNERS);
    assert_int_equal(fault.zone, 0);
    nine_squares();
    map.corner[5] = 16;
    ASSERT_TROUBLE(ZONE_BAD_CORNER);
    assert_int_equal(fault.zone, 1);
    assert_int_equal(fault.vertex, 16);
    nine_squares();
    map.corner[5] = map.corner[4];
    ASSERT_TROUBLE(ZONE_CORNER_TWICE);
    assert_int_equal(fault.zone, 1);
    nine_squares();
    map.corner[4] = 0, map.corner[5] = 1, map.corner[6] = 2, map.corner[7] = 3;
    ASSERT_TROUBLE(ZONE_NO_AREA);
    assert_int_equal(fault.zone, 1);
}

static void faults_of_edges(void **state)
{
    int32_t edge;

    (void)state;
    nine_squares();
    map.edge[3].b = map.edge[3].a;
    ASSERT_TROUBLE(ZONE_BAD_EDGE);
    assert_int_equal(fault.edge, 3);
    nine_squares();
    add_edge(map.edge[4].b, map.edge[4].a, 1, 0);
    ASSERT_TROUBLE(ZONE_EDGE_TWICE);
    assert_int_equal(fault.edge, 4);
    assert_int_equal(fault.other_edge, 24);
    nine_squares();
    edge           = edge_of(5, 6);
    map.edge[edge] = map.edge[--map.edge_count];
    ASSERT_TROUBLE(ZONE_EDGE_MISSING);
    assert_int_equal(fault.zone, 1);
    assert_int_equal(fault.vertex, 6);
    assert_int_equal(fault.other_vertex, 5);
    nine_squares();
    add_edge(0, 5, 0, 0);
    ASSERT_TROUBLE(ZONE_EDGE_UNUSED);
    assert_int_equal(fault.edge, 24);
    nine_squares();
    map.edge[edge_of(5, 6)].zone[0] = 4;
    map.edge[edge_of(5, 6)].zone[1] = 2;
    ASSERT_TROUBLE(ZONE_EDGE_ZONES);
    assert_int_equal(fault.zone, 1);
    assert_int_equal(fault.other_zone, 4);
    nine_squares();
    map.edge[edge_of(5, 6)].zone[0] = 4;
    map.edge[edge_of(5, 6)].zone[1] = 1;
    assert_true(zone_build(&map, &fault));
    assert_int_equal(map.edge[edge_of(5, 6)].zone[0], 1);
}

static void faults_of_tiling(void **state)
{
    (void)state;
    nine_squares();
    ADD_ZONE(0, 1, 5, 4);
    ASSERT_TROUBLE(ZONE_SAME_SIDE);
    nine_squares();
    ADD_ZONE(5, 6, 10);
    ASSERT_TROUBLE(ZONE_EDGE_CROWDED);
    nine_squares();
    map.vertex[1].y = 1;
    ASSERT_TROUBLE(ZONE_EDGE_ALONE);
    nine_squares();
    map.vertex[5] = (struct zone_point){ 15, 20 };
    ASSERT_TROUBLE(ZONE_VERTEX_ON_EDGE);
    assert_int_equal(fault.vertex, 5);
    assert_int_equal(fault.edge, edge_of(9, 10));
    nine_squares();
    map.vertex[5] = (struct zone_point){ 15, 22 };
    ASSERT_TROUBLE(ZONE_EDGES_CROSS);
}

/* A part of the canvas that no zone covers shows as an edge with only one zone that is not on the rim. */
static void gaps_show_as_lone_edges(void **state)
{
    (void)state;
    begin(30, 10);
    for (int32_t i = 0; i < 4; i++) {
        add_vertex(i * 10, 0);
        add_vertex(i * 10, 10);
    }
    ADD_ZONE(0, 2, 3, 1);
    ADD_ZONE(4, 6, 7, 5);
    add_all_edges();
    ASSERT_TROUBLE(ZONE_EDGE_ALONE);
    assert_int_equal(fault.edge, edge_of(2, 3));
    begin(10, 10);
    add_vertex(0, 0);
    add_vertex(10, 0);
    add_vertex(10, 10);
    ADD_ZONE(0, 1, 2);
    add_all_edges();
    ASSERT_TROUBLE(ZONE_EDGE_ALONE);
    assert_int_equal(fault.edge, edge_of(2, 0));
}

static void faults_of_anchors_and_roads(void **state)
{
    (void)state;
    nine_squares();
    map.anchor_given[4] = true;
    map.anchor[4]       = (struct zone_point){ 10, 15 };
    ASSERT_TROUBLE(ZONE_ANCHOR_OUTSIDE);
    assert_int_equal(fault.zone, 4);
    nine_squares();
    map.road_count       = 1;
    map.first_of_road[1] = 2;
    map.road[0]          = 1;
    map.road[1]          = 9;
    ASSERT_TROUBLE(ZONE_BAD_ROAD);
    assert_int_equal(fault.zone, 9);
    map.road[1] = 1;
    ASSERT_TROUBLE(ZONE_BAD_ROAD);
}

/* Two combs with their teeth between each other, and a zone at either end that looks across all of them. */
static void combs(int32_t teeth)
{
    int16_t upper[256], lower[256];
    int32_t n = 0, m = 0, width = 4 * teeth + 22;

    begin(width, 40);
    add_vertex(0, 0);
    add_vertex(10, 0);
    add_vertex(width - 10, 0);
    add_vertex(width, 0);
    add_vertex(width, 40);
    add_vertex(width - 10, 40);
    add_vertex(10, 40);
    add_vertex(0, 40);
    add_vertex(10, 30);                                      /* 8 */
    add_vertex(width - 10, 10);                              /* 9 */
    upper[n++] = 1;
    upper[n++] = 2;
    upper[n++] = 9;
    for (int32_t i = teeth - 1; i >= 0; i--) {               /* each tooth down and up again, from right to left */
        add_vertex(14 + 4 * i, 10);
        add_vertex(14 + 4 * i, 30);
        upper[n++] = (int16_t)(map.vertex_count - 2);
        upper[n++] = (int16_t)(map.vertex_count - 1);
        if (i > 0) {
            add_vertex(12 + 4 * i, 30);
            add_vertex(12 + 4 * i, 10);
            upper[n++] = (int16_t)(map.vertex_count - 2);
            upper[n++] = (int16_t)(map.vertex_count - 1);
        }
    }
    upper[n++] = 8;
    for (int32_t i = n - 1; i >= 2; i--)
        lower[m++] = upper[i];
    lower[m++] = 5;
    lower[m++] = 6;
    ADD_ZONE(0, 1, 8, 6, 7);
    ADD_ZONE(2, 3, 4, 5, 9);
    add_zone(n, upper);
    add_zone(m, lower);
    add_all_edges();
    map.anchor[0]       = (struct zone_point){ 5, 20 };
    map.anchor[1]       = (struct zone_point){ width - 5, 20 };
    map.anchor[2]       = (struct zone_point){ 11, 5 };
    map.anchor[3]       = (struct zone_point){ 11, 35 };
    map.anchor_given[0] = map.anchor_given[1] = map.anchor_given[2] = map.anchor_given[3] = true;
}

static void fault_of_long_lines(void **state)
{
    (void)state;
    combs(31);
    assert_true(zone_build(&map, &fault));
    zone_trace(&map, 0, 1, 0, &trace);
    assert_int_equal(trace.count, 64);
    zone_trace(&map, 0, 1, 1000, &trace);                    /* the sides of a tooth have no vertex in common */
    assert_int_equal(trace.count, 64);
    combs(32);
    ASSERT_TROUBLE(ZONE_LONG_LINE);
    assert_int_equal(fault.zone, 0);
    assert_int_equal(fault.other_zone, 1);
}

static void sets(void **state)
{
    struct zone_set set = { { 0 } };

    (void)state;
    assert_int_equal(zone_next(&set, -1), ZONE_NONE);
    zone_add(&set, 0);
    zone_add(&set, 63);
    zone_add(&set, 64);
    zone_add(&set, 127);
    assert_int_equal(zone_set_size(&set), 4);
    assert_int_equal(zone_next(&set, -1), 0);
    assert_int_equal(zone_next(&set, 0), 63);
    assert_int_equal(zone_next(&set, 63), 64);
    assert_int_equal(zone_next(&set, 64), 127);
    assert_int_equal(zone_next(&set, 127), ZONE_NONE);
    assert_true(zone_in(&set, 127));
    assert_false(zone_in(&set, 126));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anchors_are_centroids),
        cmocka_unit_test(junctions),
        cmocka_unit_test(links_and_crossings),
        cmocka_unit_test(traces_of_the_game),
        cmocka_unit_test(distances_and_sides),
        cmocka_unit_test(distance_round_an_obstacle),
        cmocka_unit_test(road_steps),
        cmocka_unit_test(cheapest_journeys),
        cmocka_unit_test(line_through_junctions),
        cmocka_unit_test(closed_and_impassable),
        cmocka_unit_test(line_along_a_border),
        cmocka_unit_test(graze_limit_is_exact),
        cmocka_unit_test(graze_of_a_spike_crosses_nothing),
        cmocka_unit_test(several_borders),
        cmocka_unit_test(either_way_round),
        cmocka_unit_test(faults_of_counts_and_vertices),
        cmocka_unit_test(faults_of_polygons),
        cmocka_unit_test(faults_of_edges),
        cmocka_unit_test(faults_of_tiling),
        cmocka_unit_test(gaps_show_as_lone_edges),
        cmocka_unit_test(faults_of_anchors_and_roads),
        cmocka_unit_test(fault_of_long_lines),
        cmocka_unit_test(sets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
