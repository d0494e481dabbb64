/*
 * test_hexes.c: hexes.c on the figures of the rules: the table of lines, the worked positions, and the documented
 * orders and limits.
 */
#include "hexes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

static void assert_hex(hex at, int32_t col, int32_t row)
{
    assert_int_equal(hex_col(at), col);
    assert_int_equal(hex_row(at), row);
}

static void offset_and_axial(void **state)
{
    (void)state;
    assert_int_equal(hex_at(7, 5).q, 5);
    assert_int_equal(hex_at(7, 5).r, 5);
    for (int32_t row = -5; row < 70; row++)
        for (int32_t col = -5; col < 70; col++)
            assert_hex(hex_at(col, row), col, row);
}

static void inside_and_index(void **state)
{
    struct hex_map map = { 20, 14 };

    (void)state;
    assert_true(hex_inside(&map, hex_at(0, 0)));
    assert_true(hex_inside(&map, hex_at(19, 13)));
    assert_false(hex_inside(&map, hex_at(20, 0)));
    assert_false(hex_inside(&map, hex_at(0, 14)));
    assert_false(hex_inside(&map, hex_at(-1, 3)));
    assert_false(hex_inside(&map, hex_at(3, -1)));
    assert_int_equal(hex_index(&map, hex_at(19, 13)), 279);
    assert_hex(hex_of_index(&map, 279), 19, 13);
    assert_hex(hex_of_index(&map, 21), 1, 1);
}

static void neighbours_of_either_row(void **state)
{
    static const int8_t even[6][2] = { { 5, 3 }, { 6, 4 }, { 5, 5 }, { 4, 5 }, { 4, 4 }, { 4, 3 } };
    static const int8_t odd[6][2]  = { { 6, 4 }, { 6, 5 }, { 6, 6 }, { 5, 6 }, { 4, 5 }, { 5, 4 } };

    (void)state;
    for (int32_t d = 0; d < 6; d++) {
        assert_hex(hex_neighbour(hex_at(5, 4), d), even[d][0], even[d][1]);
        assert_hex(hex_neighbour(hex_at(5, 5), d), odd[d][0], odd[d][1]);
        assert_int_equal(hex_direction_to(hex_at(5, 5), hex_neighbour(hex_at(5, 5), d)), d);
        assert_int_equal(hex_opposite(d), (d + 3) % 6);
    }
    assert_hex(hex_neighbour(hex_at(7, 5), HEX_SE), 8, 6);
    assert_int_equal(hex_direction_to(hex_at(5, 5), hex_at(5, 5)), -1);
    assert_int_equal(hex_direction_to(hex_at(5, 5), hex_at(7, 5)), -1);
}

static void distance(void **state)
{
    (void)state;
    assert_int_equal(hex_distance(hex_at(4, 7), hex_at(5, 5)), 2);
    assert_int_equal(hex_distance(hex_at(10, 10), hex_at(10, 7)), 3);
    assert_int_equal(hex_distance(hex_at(3, 3), hex_at(3, 3)), 0);
    assert_int_equal(hex_distance(hex_at(0, 63), hex_at(63, 0)), 94);
    assert_int_equal(hex_distance(hex_at(0, 0), hex_at(63, 63)), 95);
}

static void facing(void **state)
{
    hex front[2];

    (void)state;
    assert_int_equal(hex_arc(3, HEX_SE), ARC_FRONT);
    assert_int_equal(hex_arc(3, HEX_SW), ARC_FRONT);
    assert_int_equal(hex_arc(3, HEX_E), ARC_FLANK);
    assert_int_equal(hex_arc(3, HEX_W), ARC_FLANK);
    assert_int_equal(hex_arc(3, HEX_NE), ARC_REAR);
    assert_int_equal(hex_arc(3, HEX_NW), ARC_REAR);
    hex_front(hex_at(7, 5), 0, front);
    assert_hex(front[0], 7, 4);
    assert_hex(front[1], 8, 4);
    assert_int_equal(hex_turn(0, 5), 1);
    assert_int_equal(hex_turn(1, 4), 3);
    assert_int_equal(hex_turn(4, 2), 2);
    assert_int_equal(hex_turned(0, -1), 5);
    assert_int_equal(hex_turned(5, 8), 1);
}

static void hexside_is_named_once(void **state)
{
    struct hex_map  map   = { 20, 14 };
    struct hex_side one   = hex_side_of(hex_at(8, 6), HEX_NW), two = hex_side_of(hex_at(7, 5), HEX_SE);
    static uint8_t  seen[HEX_SIDES];
    int32_t         sides = 0;

    (void)state;
    assert_true(hex_equal(one.at, two.at));
    assert_int_equal(one.direction, 2);
    assert_int_equal(two.direction, 2);
    for (int32_t i = 0; i < 20 * 14; i++)
        for (int32_t d = 0; d < 6; d++) {
            int32_t side = hex_side_index(&map, hex_side_of(hex_of_index(&map, i), d));

            assert_in_range(side, 0, HEX_SIDES - 1);
            sides += seen[side]++ == 0;
            assert_in_range(seen[side], 1, 2);
        }
    assert_int_equal(sides, 907);                            /* (6 * 280 + the 134 of the rim) / 2 */
}

struct known_line {
    int32_t dq, dr, range, exits, exit[2], steps;
    struct { int32_t count; hex at[2]; } step[2];
};

/* Every line of range 2 and 3, as the rules give it. */
static const struct known_line known_line[30] = {
    { -2, 0, 2, 1, { 4 }, 1, { { 1, { { -1, 0 } } } } },
    { -2, 1, 2, 2, { 3, 4 }, 1, { { 2, { { -1, 0 }, { -1, 1 } } } } },
    { -2, 2, 2, 1, { 3 }, 1, { { 1, { { -1, 1 } } } } },
    { -1, -1, 2, 2, { 4, 5 }, 1, { { 2, { { -1, 0 }, { 0, -1 } } } } },
    { -1, 2, 2, 2, { 2, 3 }, 1, { { 2, { { -1, 1 }, { 0, 1 } } } } },
    { 0, -2, 2, 1, { 5 }, 1, { { 1, { { 0, -1 } } } } },
    { 0, 2, 2, 1, { 2 }, 1, { { 1, { { 0, 1 } } } } },
    { 1, -2, 2, 2, { 0, 5 }, 1, { { 2, { { 0, -1 }, { 1, -1 } } } } },
    { 1, 1, 2, 2, { 1, 2 }, 1, { { 2, { { 0, 1 }, { 1, 0 } } } } },
    { 2, -2, 2, 1, { 0 }, 1, { { 1, { { 1, -1 } } } } },
    { 2, -1, 2, 2, { 0, 1 }, 1, { { 2, { { 1, -1 }, { 1, 0 } } } } },
    { 2, 0, 2, 1, { 1 }, 1, { { 1, { { 1, 0 } } } } },
    { -3, 0, 3, 1, { 4 }, 2, { { 1, { { -1, 0 } } }, { 1, { { -2, 0 } } } } },
    { -3, 1, 3, 1, { 4 }, 2, { { 1, { { -1, 0 } } }, { 1, { { -2, 1 } } } } },
    { -3, 2, 3, 1, { 3 }, 2, { { 1, { { -1, 1 } } }, { 1, { { -2, 1 } } } } },
    { -3, 3, 3, 1, { 3 }, 2, { { 1, { { -1, 1 } } }, { 1, { { -2, 2 } } } } },
    { -2, -1, 3, 1, { 4 }, 2, { { 1, { { -1, 0 } } }, { 1, { { -1, -1 } } } } },
    { -2, 3, 3, 1, { 3 }, 2, { { 1, { { -1, 1 } } }, { 1, { { -1, 2 } } } } },
    { -1, -2, 3, 1, { 5 }, 2, { { 1, { { 0, -1 } } }, { 1, { { -1, -1 } } } } },
    { -1, 3, 3, 1, { 2 }, 2, { { 1, { { 0, 1 } } }, { 1, { { -1, 2 } } } } },
    { 0, -3, 3, 1, { 5 }, 2, { { 1, { { 0, -1 } } }, { 1, { { 0, -2 } } } } },
    { 0, 3, 3, 1, { 2 }, 2, { { 1, { { 0, 1 } } }, { 1, { { 0, 2 } } } } },
    { 1, -3, 3, 1, { 5 }, 2, { { 1, { { 0, -1 } } }, { 1, { { 1, -2 } } } } },
    { 1, 2, 3, 1, { 2 }, 2, { { 1, { { 0, 1 } } }, { 1, { { 1, 1 } } } } },
    { 2, -3, 3, 1, { 0 }, 2, { { 1, { { 1, -1 } } }, { 1, { { 1, -2 } } } } },
    { 2, 1, 3, 1, { 1 }, 2, { { 1, { { 1, 0 } } }, { 1, { { 1, 1 } } } } },
    { 3, -3, 3, 1, { 0 }, 2, { { 1, { { 1, -1 } } }, { 1, { { 2, -2 } } } } },
    { 3, -2, 3, 1, { 0 }, 2, { { 1, { { 1, -1 } } }, { 1, { { 2, -1 } } } } },
    { 3, -1, 3, 1, { 1 }, 2, { { 1, { { 1, 0 } } }, { 1, { { 2, -1 } } } } },
    { 3, 0, 3, 1, { 1 }, 2, { { 1, { { 1, 0 } } }, { 1, { { 2, 0 } } } } },
};

static void lines_of_the_rules(void **state)
{
    (void)state;
    for (int32_t i = 0; i < 30; i++) {
        const struct known_line *known = &known_line[i];
        hex                      from = hex_at(9, 7);
        hex                      to = { (int16_t)(from.q + known->dq), (int16_t)(from.r + known->dr) };
        struct hex_line          line;
        int32_t                  side[2];

        assert_int_equal(hex_distance(from, to), known->range);
        assert_int_equal(hex_exit_sides(from, to, side), known->exits);
        assert_memory_equal(side, known->exit, (size_t)known->exits * sizeof side[0]);
        hex_line(from, to, &line);
        assert_int_equal(line.count, known->steps);
        for (int32_t k = 0; k < line.count; k++) {
            assert_int_equal(line.step[k].count, known->step[k].count);
            for (int32_t j = 0; j < line.step[k].count; j++) {
                assert_int_equal(line.step[k].at[j].q - from.q, known->step[k].at[j].q);
                assert_int_equal(line.step[k].at[j].r - from.r, known->step[k].at[j].r);
            }
        }
    }
}

static void lines_farther_out(void **state)
{
    struct hex_line line;
    int32_t         side[2];

    (void)state;
    hex_line(hex_at(4, 4), hex_at(4, 4), &line);
    assert_int_equal(line.count, 0);
    hex_line(hex_at(4, 4), hex_at(5, 4), &line);
    assert_int_equal(line.count, 0);
    assert_int_equal(hex_exit_sides(hex_at(4, 4), hex_at(4, 4), side), 0);
    /* Straight down: along a side, through a hex, along a side. */
    hex_line(hex_at(8, 9), hex_at(8, 13), &line);
    assert_int_equal(line.count, 3);
    assert_int_equal(line.step[0].count, 2);
    assert_hex(line.step[0].at[0], 8, 10);
    assert_hex(line.step[0].at[1], 9, 10);
    assert_int_equal(line.step[1].count, 1);
    assert_hex(line.step[1].at[0], 8, 11);
    assert_int_equal(line.step[2].count, 2);
    /* (4,1) passes exactly through two vertices between its ends and touches hexes there without crossing them. */
    hex_line((hex){ 0, 0 }, (hex){ 4, 1 }, &line);
    assert_int_equal(line.count, 4);
    assert_true(hex_equal(line.step[0].at[0], (hex){ 1, 0 }));
    assert_true(hex_equal(line.step[1].at[0], (hex){ 2, 0 }));
    assert_true(hex_equal(line.step[2].at[0], (hex){ 2, 1 }));
    assert_true(hex_equal(line.step[3].at[0], (hex){ 3, 1 }));
    hex_line(hex_at(0, 63), hex_at(63, 0), &line);
    assert_in_range(line.count, 94, HEX_LINE_STEPS);
}

struct woods { hex at[3]; int32_t count; };

static bool in_woods(const void *context, hex at)
{
    const struct woods *woods = context;

    for (int32_t i = 0; i < woods->count; i++)
        if (hex_equal(woods->at[i], at))
            return true;
    return false;
}

static void sight_along_a_side(void **state)
{
    struct woods        woods = { { hex_at(6, 5), hex_at(6, 6) }, 1 };
    struct hex_obstacle by;

    (void)state;
    assert_true(hex_sight(hex_at(5, 5), hex_at(7, 6), HEX_BOTH_BLOCK, in_woods, &woods, &by));
    assert_false(hex_sight(hex_at(5, 5), hex_at(7, 6), HEX_EITHER_BLOCKS, in_woods, &woods, &by));
    assert_int_equal(by.count, 1);
    assert_hex(by.at[0], 6, 5);
    woods.count = 2;
    assert_false(hex_sight(hex_at(5, 5), hex_at(7, 6), HEX_BOTH_BLOCK, in_woods, &woods, &by));
    assert_int_equal(by.step, 0);
    assert_int_equal(by.count, 2);
}

static void ends_do_not_block(void **state)
{
    struct woods        woods = { { hex_at(2, 2), hex_at(5, 2), hex_at(4, 2) }, 2 };
    struct hex_obstacle by;

    (void)state;
    assert_true(hex_sight(hex_at(2, 2), hex_at(5, 2), HEX_BOTH_BLOCK, in_woods, &woods, NULL));
    woods.count = 3;
    assert_false(hex_sight(hex_at(2, 2), hex_at(5, 2), HEX_BOTH_BLOCK, in_woods, &woods, &by));
    assert_int_equal(by.step, 1);
    assert_hex(by.at[0], 4, 2);
    assert_false(hex_sight(hex_at(2, 2), hex_at(5, 2), HEX_BOTH_BLOCK, in_woods, &woods, NULL));
}

static void rings_and_discs(void **state)
{
    struct hex_map map = { 20, 14 };
    hex            list[37];

    (void)state;
    assert_int_equal(hex_ring(NULL, hex_at(5, 4), 1, list), 6);
    for (int32_t d = 0; d < 6; d++)
        assert_true(hex_equal(list[d], hex_neighbour(hex_at(5, 4), d)));
    assert_int_equal(hex_disc(NULL, hex_at(5, 4), 3, list), 37);
    assert_hex(list[0], 5, 4);
    assert_int_equal(hex_ring(&map, hex_at(0, 0), 1, list), 2);
    assert_hex(list[0], 1, 0);
    assert_hex(list[1], 0, 1);
    assert_int_equal(hex_disc(&map, hex_at(0, 0), 0, list), 1);
}

static bool not_in_woods(const void *context, hex at)
{
    return !in_woods(context, at);
}

static void nearest_by_row_then_column(void **state)
{
    struct hex_map map   = { 20, 14 };
    struct woods   woods = { { hex_at(5, 4) }, 1 };
    hex            list[6];

    (void)state;
    assert_int_equal(hex_nearest(&map, hex_at(6, 4), not_in_woods, &woods, list, 6), 1);
    assert_hex(list[0], 6, 4);
    assert_int_equal(hex_nearest(&map, hex_at(5, 4), not_in_woods, &woods, list, 6), 6);
    assert_hex(list[0], 4, 3);
    assert_hex(list[1], 5, 3);
    assert_hex(list[2], 4, 4);
    assert_int_equal(hex_nearest(&map, hex_at(5, 4), not_in_woods, &woods, list, 2), 6);
    woods.count = 0;
    assert_int_equal(hex_nearest(&map, hex_at(5, 4), in_woods, &woods, list, 6), 0);
}

static struct hex_reach reach;

/* Woods cost 2, everything else 1; row 9 is a zone of control, row 12 a river. */
static struct hex_entry country(const void *context, hex from, int32_t direction, hex to)
{
    struct hex_entry entry = { in_woods(context, to) ? 2 : 1, hex_row(to) == 9 };

    (void)from;
    (void)direction;
    if (hex_row(to) == 12)
        entry.cost = -1;
    return entry;
}

static void cheapest_journeys(void **state)
{
    struct hex_map map   = { 20, 14 };
    struct woods   woods = { { hex_at(6, 5), hex_at(6, 4) }, 2 };
    hex            path[8];

    (void)state;
    hex_reach(&reach, &map, hex_at(5, 5), 4, country, &woods);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 5)), 0);
    assert_int_equal(hex_reach_cost(&reach, hex_at(6, 5)), 2);
    assert_int_equal(hex_reach_cost(&reach, hex_at(7, 5)), 3);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 9)), 4);
    assert_int_equal(hex_reach_cost_onward(&reach, hex_at(5, 9)), -1);
    assert_int_equal(hex_reach_cost_onward(&reach, hex_at(5, 8)), 3);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 10)), -1);
    /* Straight through the wood and round it both cost 3: the straight way has fewer steps. */
    assert_int_equal(hex_reach_path(&reach, hex_at(7, 5), path, 8), 3);
    assert_hex(path[0], 5, 5);
    assert_hex(path[1], 6, 5);
    assert_hex(path[2], 7, 5);
    assert_int_equal(hex_reach_path(&reach, hex_at(5, 10), path, 8), 0);
    assert_int_equal(hex_reach_path(&reach, hex_at(5, 5), path, 8), 1);
    assert_int_equal(hex_reach_path(&reach, hex_at(7, 5), path, 1), 3);
}

static void leaving_a_stop_and_stopping(void **state)
{
    struct hex_map map   = { 20, 14 };
    struct woods   woods = { { { 0, 0 } }, 0 };

    (void)state;
    hex_reach(&reach, &map, hex_at(5, 9), 20, country, &woods);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 10)), 1);
    assert_int_equal(hex_reach_cost(&reach, hex_at(6, 9)), 1);
    assert_int_equal(hex_reach_cost(&reach, hex_at(7, 9)), 3);           /* round by row 8: row 9 stops one */
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 11)), 2);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 12)), -1);
    assert_int_equal(hex_reach_cost(&reach, hex_at(5, 13)), -1);
}

static bool path_is(const struct hex_path *path, int32_t c1, int32_t r1, int32_t c2, int32_t r2, int32_t facing_end)
{
    return hex_equal(path->at[0], hex_at(c1, r1)) && hex_equal(path->at[1], hex_at(c2, r2)) &&
           path->facing_end == facing_end;
}

/* How many paths end next to the target with it in a front hex, each hexes-and-facing counted once. */
static int32_t charges(const struct hex_path *paths, int32_t count, hex target)
{
    int32_t found = 0;

    for (int32_t i = 0; i < count; i++) {
        int32_t direction = hex_direction_to(paths[i].at[1], target);
        bool    again     = false;

        for (int32_t j = 0; j < i; j++)
            again = again || (memcmp(paths[i].at, paths[j].at, sizeof paths[i].at) == 0 &&
                              paths[i].facing_end == paths[j].facing_end);
        found += direction >= 0 && hex_arc(paths[i].facing_end, direction) == ARC_FRONT && !again;
    }
    return found;
}

static void charge_paths_of_the_rules(void **state)
{
    static const int8_t legal[6][5] = { { 9, 9, 10, 8, 0 },  { 9, 9, 10, 8, 1 },  { 10, 9, 10, 8, 0 },
                                        { 10, 9, 10, 8, 1 }, { 10, 9, 11, 8, 0 }, { 10, 9, 11, 8, 5 } };
    struct hex_map      map = { 20, 14 };
    struct hex_path     paths[64];
    int32_t             count = hex_front_paths(&map, hex_at(10, 10), 0, 2, 1, NULL, NULL, paths, 64);

    (void)state;
    assert_int_equal(count, 28);
    assert_int_equal(charges(paths, count, hex_at(10, 7)), 6);
    for (int32_t k = 0; k < 6; k++) {
        bool found = false;

        for (int32_t i = 0; i < count; i++)
            found = found || path_is(&paths[i], legal[k][0], legal[k][1], legal[k][2], legal[k][3], legal[k][4]);
        assert_true(found);
    }
    count = hex_front_paths(&map, hex_at(10, 10), 2, 2, 1, NULL, NULL, paths, 64);
    assert_int_equal(charges(paths, count, hex_at(10, 7)), 0);
}

static bool only_last_in_woods(const void *context, hex from, int32_t direction, hex to, int32_t step, int32_t length)
{
    (void)from;
    (void)direction;
    return step == length - 1 || !in_woods(context, to);
}

static void front_paths_order_and_limits(void **state)
{
    struct hex_map  map   = { 20, 14 };
    struct woods    woods = { { hex_at(10, 9) }, 1 };
    struct hex_path paths[64];

    (void)state;
    assert_int_equal(hex_front_paths(&map, hex_at(10, 10), 0, 1, 1, NULL, NULL, paths, 2), 10);
    assert_hex(paths[0].at[0], 9, 9);
    assert_int_equal(paths[0].facing[0], 0);
    assert_int_equal(paths[0].facing_end, 0);
    assert_int_equal(paths[0].turns, 0);
    assert_int_equal(paths[1].facing_end, 5);
    assert_int_equal(paths[1].turns, 1);
    assert_int_equal(hex_front_paths(&map, hex_at(10, 10), 0, 2, 0, NULL, NULL, paths, 64), 4);
    assert_int_equal(hex_front_paths(&map, hex_at(10, 10), 0, 2, 0, only_last_in_woods, &woods, paths, 64), 2);
    assert_int_equal(hex_front_paths(&map, hex_at(10, 0), 0, 1, 0, NULL, NULL, paths, 64), 0);
    /* With turns enough a path could come back: it may not enter its start again. */
    assert_int_equal(hex_front_paths(&map, hex_at(10, 10), 0, 1, 3, NULL, NULL, paths, 64),
                     2 * (6 + 2 * 5 + 2 * 3 + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offset_and_axial),
        cmocka_unit_test(inside_and_index),
        cmocka_unit_test(neighbours_of_either_row),
        cmocka_unit_test(distance),
        cmocka_unit_test(facing),
        cmocka_unit_test(hexside_is_named_once),
        cmocka_unit_test(lines_of_the_rules),
        cmocka_unit_test(lines_farther_out),
        cmocka_unit_test(sight_along_a_side),
        cmocka_unit_test(ends_do_not_block),
        cmocka_unit_test(rings_and_discs),
        cmocka_unit_test(nearest_by_row_then_column),
        cmocka_unit_test(cheapest_journeys),
        cmocka_unit_test(leaving_a_stop_and_stopping),
        cmocka_unit_test(charge_paths_of_the_rules),
        cmocka_unit_test(front_paths_order_and_limits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
