/*
 * oracle_hexes.c: hexes.c against slow geometry on real corners.
 *
 * A pointy-topped hex in column and row has its centre at (2*col + (row odd), 3*row) and its corners one and two units
 * away, x counted in half widths and y in half side lengths. In these units everything is a whole number, and a line
 * cuts the same hexes as in the true shape. Nothing here uses axial coordinates.
 */
#include "hexes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long long wide;

static unsigned long long random_state = 0x9e3779b97f4a7c15ull;

static unsigned random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 32);
}

static int random_below(int n)
{
    return (int)(random_bits() % (unsigned)n);
}

struct tally { const char *name; long cases, wrong; };

enum { PLACE, DISTANCE, FACING, SIDES, EXITS, LINES, SIGHT, RINGS, NEAREST, COSTS, WALKS, PATHS, TALLIES };

static struct tally tally[TALLIES] = {
    [PLACE] = { "places, neighbours, indices", 0, 0 },  [DISTANCE] = { "distance", 0, 0 },
    [FACING] = { "arcs, fronts, turns", 0, 0 },         [SIDES] = { "hexside keys", 0, 0 },
    [EXITS] = { "exit sides", 0, 0 },                   [LINES] = { "lines", 0, 0 },
    [SIGHT] = { "line of sight", 0, 0 },                [RINGS] = { "rings and discs", 0, 0 },
    [NEAREST] = { "nearest hexes", 0, 0 },              [COSTS] = { "cost search, relaxation", 0, 0 },
    [WALKS] = { "cost search, all walks", 0, 0 },       [PATHS] = { "front paths", 0, 0 },
};

static void judge(int which, int right)
{
    tally[which].cases++;
    if (!right && tally[which].wrong++ == 0)
        printf("first disagreement in %s, case %ld\n", tally[which].name, tally[which].cases);
}

struct spot { wide x, y; };

static const struct spot corner_offset[6] = { { 0, -2 }, { 1, -1 }, { 1, 1 }, { 0, 2 }, { -1, 1 }, { -1, -1 } };

static struct spot centre_of(int col, int row)
{
    return (struct spot){ 2 * col + (row & 1), 3 * row };
}

static struct spot corner_of(int col, int row, int k)
{
    struct spot c = centre_of(col, row);

    return (struct spot){ c.x + corner_offset[k % 6].x, c.y + corner_offset[k % 6].y };
}

static wide cross(struct spot o, struct spot a, struct spot b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* The neighbour across the side from corner k to k+1 is the hex whose centre mirrors ours in the side's middle. */
static int neighbour_across(int col, int row, int k, int *col_out, int *row_out)
{
    struct spot c = centre_of(col, row), a = corner_of(col, row, k), b = corner_of(col, row, k + 1);

    for (int r = row - 1; r <= row + 1; r++)
        for (int q = col - 1; q <= col + 1; q++) {
            struct spot other = centre_of(q, r);

            if (other.x + c.x == a.x + b.x && other.y + c.y == a.y + b.y) {
                *col_out = q;
                *row_out = r;
                return 1;
            }
        }
    return 0;
}

static void check_places(void)
{
    struct hex_map map = { (int16_t)(1 + random_below(64)), (int16_t)(1 + random_below(64)) };
    int            col = random_below(70) - 3, row = random_below(70) - 3, d = random_below(6), c = 0, r = 0;
    int            inside = col >= 0 && col < map.cols && row >= 0 && row < map.rows;
    hex            at = hex_at(col, row), next = hex_neighbour(at, d);
    int            right = hex_col(at) == col && hex_row(at) == row && hex_inside(&map, at) == inside;

    right = right && neighbour_across(col, row, d, &c, &r) && hex_col(next) == c && hex_row(next) == r;
    right = right && hex_direction_to(at, next) == d && hex_direction_to(next, at) == hex_opposite(d);
    right = right && hex_direction_to(at, hex_neighbour(next, d)) == -1 && hex_direction_to(at, at) == -1;
    if (inside)
        right = right && hex_index(&map, at) == row * map.cols + col &&
                hex_equal(hex_of_index(&map, hex_index(&map, at)), at);
    judge(PLACE, right);
}

/* Steps from a middle hex of either row parity, by flooding over neighbours. */
enum { FLOOD = 129, MIDDLE = 64 };

static short flood[2][FLOOD][FLOOD];

static void flood_from(int parity)
{
    static short queue[FLOOD * FLOOD][2];
    int          filled = 0;

    memset(flood[parity], -1, sizeof flood[parity]);
    flood[parity][MIDDLE + parity][MIDDLE] = 0;
    queue[filled][0]   = MIDDLE;
    queue[filled++][1] = (short)(MIDDLE + parity);
    for (int i = 0; i < filled; i++)
        for (int k = 0; k < 6; k++) {
            int col = queue[i][0], row = queue[i][1], c = 0, r = 0;

            neighbour_across(col, row, k, &c, &r);
            if (c < 0 || r < 0 || c >= FLOOD || r >= FLOOD || flood[parity][r][c] >= 0)
                continue;
            flood[parity][r][c] = (short)(flood[parity][row][col] + 1);
            queue[filled][0]    = (short)c;
            queue[filled++][1]  = (short)r;
        }
}

/* Exact for hexes less than 32 columns and rows apart, where no shortest way leaves the flooded field. */
static int steps_between(int c1, int r1, int c2, int r2)
{
    int parity = r1 & 1;

    return flood[parity][MIDDLE + parity + r2 - r1][MIDDLE + c2 - c1];
}

static void check_distance(void)
{
    int c1 = random_below(32), r1 = random_below(32), c2 = random_below(32), r2 = random_below(32);

    judge(DISTANCE, hex_distance(hex_at(c1, r1), hex_at(c2, r2)) == steps_between(c1, r1, c2, r2));
}

/* True angles: x units are half widths (root of 3/4), y units half sides (1/2), so the product is (3xx + yy)/4. */
static enum hex_arc arc_by_angle(int vertex, int direction)
{
    struct spot a = corner_offset[direction], b = corner_offset[(direction + 1) % 6], v = corner_offset[vertex];
    wide        product = 3 * v.x * (a.x + b.x) + v.y * (a.y + b.y);

    return product > 0 ? ARC_FRONT : product == 0 ? ARC_FLANK : ARC_REAR;
}

static int turns_by_counting(int a, int b)
{
    int left = 0, right = 0;

    for (int v = a; v != b; v = (v + 1) % 6) right++;
    for (int v = a; v != b; v = (v + 5) % 6) left++;
    return left < right ? left : right;
}

static void check_facing(void)
{
    int v = random_below(6), d = random_below(6), col = random_below(40), row = random_below(40), right;
    int by = random_below(61) - 30, turned = v;
    hex at = hex_at(col, row), front[2];

    right = hex_arc(v, d) == arc_by_angle(v, d) && hex_turn(v, d) == turns_by_counting(v, d);
    hex_front(at, v, front);
    for (int i = 0; i < 2; i++) {
        int to = hex_direction_to(at, front[i]);

        right = right && to >= 0 && arc_by_angle(v, to) == ARC_FRONT;
    }
    right = right && hex_direction_to(at, front[1]) == (hex_direction_to(at, front[0]) + 1) % 6;
    for (int i = 0; i < abs(by); i++)
        turned = (turned + (by > 0 ? 1 : 5)) % 6;
    judge(FACING, right && hex_turned(v, by) == turned);
}

/* Twice the middle of a side. */
static struct spot middle_of(int col, int row, int d)
{
    struct spot a = corner_of(col, row, d), b = corner_of(col, row, d + 1);

    return (struct spot){ a.x + b.x, a.y + b.y };
}

static int same_spot(struct spot a, struct spot b)
{
    return a.x == b.x && a.y == b.y;
}

/* Two names are the same side when the middles of the sides coincide. */
static void check_sides(void)
{
    struct hex_map  map = { 20, 20 };
    int             c1 = random_below(20), r1 = random_below(20), d1 = random_below(6), d2 = random_below(6), c2, r2;
    struct hex_side one, two;
    int             same, right;

    do {
        c2 = c1 + random_below(3) - 1;
        r2 = r1 + random_below(3) - 1;
    } while (c2 < 0 || r2 < 0 || c2 >= 20 || r2 >= 20);
    one  = hex_side_of(hex_at(c1, r1), d1);
    two  = hex_side_of(hex_at(c2, r2), d2);
    same  = same_spot(middle_of(c1, r1, d1), middle_of(c2, r2, d2));
    right = (hex_equal(one.at, two.at) && one.direction == two.direction) == same;
    right = right && one.direction >= 1 && one.direction <= 3;
    right = right && (hex_side_index(&map, one) == hex_side_index(&map, two)) == same;
    right = right && hex_side_index(&map, one) >= 0 && hex_side_index(&map, one) < HEX_SIDES;
    judge(SIDES, right);
}

/* Whether the ray from o through p meets the closed side a-b. */
static int ray_meets(struct spot o, struct spot p, struct spot a, struct spot b)
{
    /* Corners run clockwise with y down, so that the ray passes a on its left and b on its right. */
    return cross(o, p, a) <= 0 && cross(o, p, b) >= 0;
}

static void check_exits(void)
{
    int         c1 = random_below(24), r1 = random_below(24), c2 = random_below(24), r2 = random_below(24);
    int32_t     side[2];
    int         count = hex_exit_sides(hex_at(c1, r1), hex_at(c2, r2), side), expected = 0, right = 1;
    struct spot o = centre_of(c1, r1), p = centre_of(c2, r2);

    for (int d = 0; d < 6 && (o.x != p.x || o.y != p.y); d++)
        if (ray_meets(o, p, corner_of(c1, r1, d), corner_of(c1, r1, d + 1))) {
            right = right && expected < count && side[expected] == d;
            expected++;
        }
    judge(EXITS, right && expected == count);
}

/* The part of the segment o-p within a closed hex, as two fractions, and whether it is inside or on the rim. */
struct cut { int col, row, inside; wide low_top, low_bottom, high_top, high_bottom; };

static int cut_hex(struct spot o, struct spot p, int col, int row, struct cut *cut)
{
    wide low_top = 0, low_bottom = 1, high_top = 1, high_bottom = 1;
    int  inside = 1;

    for (int k = 0; k < 6; k++) {
        struct spot a = corner_of(col, row, k), b = corner_of(col, row, k + 1);
        wide        at_o = cross(a, b, o), at_p = cross(a, b, p);        /* positive inside */
        wide        top = at_o, bottom = at_o - at_p;

        if (at_o <= 0 && at_p <= 0 && (at_o < 0 || at_p < 0))
            return 0;
        if (at_o == 0 && at_p == 0)
            inside = 0;
        if (bottom > 0 && top * high_bottom < high_top * bottom) {
            high_top    = top;
            high_bottom = bottom;
        }
        if (bottom < 0 && -top * low_bottom > low_top * -bottom) {
            low_top    = -top;
            low_bottom = -bottom;
        }
    }
    *cut = (struct cut){ col, row, inside, low_top, low_bottom, high_top, high_bottom };
    return low_top * high_bottom < high_top * low_bottom;
}

static int cut_order(const void *a, const void *b)
{
    const struct cut *x = a, *y = b;
    wide              d = x->low_top * y->low_bottom - y->low_top * x->low_bottom;

    return (d > 0) - (d < 0);
}

/* The line, by clipping it with every hex in the box between its ends: single hexes, and pairs with one stretch. */
static int line_by_clipping(int c1, int r1, int c2, int r2, struct hex_line *line)
{
    static struct cut cuts[64 * 64];
    int               count = 0, low_c = c1 < c2 ? c1 : c2, low_r = r1 < r2 ? r1 : r2;
    int               high_c = c1 < c2 ? c2 : c1, high_r = r1 < r2 ? r2 : r1;
    struct spot       o = centre_of(c1, r1), p = centre_of(c2, r2);

    for (int row = low_r - 1; row <= high_r + 1; row++)
        for (int col = low_c - 1; col <= high_c + 1; col++)
            if (!(row == r1 && col == c1) && !(row == r2 && col == c2) && cut_hex(o, p, col, row, &cuts[count]))
                count++;
    qsort(cuts, (size_t)count, sizeof cuts[0], cut_order);
    line->count = 0;
    for (int i = 0; i < count; i++) {
        struct hex_line_step *step = &line->step[line->count++];

        step->count = 1;
        step->at[0] = hex_at(cuts[i].col, cuts[i].row);
        if (cuts[i].inside)
            continue;
        if (i + 1 >= count || cuts[i + 1].inside || cut_order(&cuts[i], &cuts[i + 1]) != 0)
            return 0;
        i++;
        step->count = 2;
        step->at[1] = hex_at(cuts[i].col, cuts[i].row);
        if (step->at[1].q < step->at[0].q || (step->at[1].q == step->at[0].q && step->at[1].r < step->at[0].r)) {
            hex kept = step->at[0];

            step->at[0] = step->at[1];
            step->at[1] = kept;
        }
    }
    return 1;
}

static int same_line(const struct hex_line *a, const struct hex_line *b, int backwards)
{
    if (a->count != b->count)
        return 0;
    for (int i = 0; i < a->count; i++) {
        const struct hex_line_step *x = &a->step[i], *y = &b->step[backwards ? b->count - 1 - i : i];

        if (x->count != y->count || !hex_equal(x->at[0], y->at[0]) || (x->count == 2 && !hex_equal(x->at[1], y->at[1])))
            return 0;
    }
    return 1;
}

struct field { unsigned char blocked[64][64]; };

static bool field_blocks(const void *context, hex at)
{
    const struct field *field = context;

    return field->blocked[hex_row(at) & 63][hex_col(at) & 63] != 0;
}

static void judge_sight(const struct hex_line *line, hex from, hex to)
{
    struct field        field;
    struct hex_obstacle found = { -1, 0, { { 0, 0 }, { 0, 0 } } };
    int                 either = random_below(2), thick = 2 + random_below(12), expected = -1, right;
    bool                clear;

    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            field.blocked[i][j] = random_below(thick) == 0;
    for (int i = line->count - 1; i >= 0; i--) {
        int blocking = 0;

        for (int j = 0; j < line->step[i].count; j++)
            blocking += field_blocks(&field, line->step[i].at[j]);
        if (either ? blocking > 0 : blocking == line->step[i].count)
            expected = i;
    }
    clear = hex_sight(from, to, either ? HEX_EITHER_BLOCKS : HEX_BOTH_BLOCK, field_blocks, &field, &found);
    right = clear == (expected < 0) && found.step == expected;
    for (int i = 0; right && i < found.count; i++) {
        const struct hex_line_step *step = &line->step[expected];

        right = field_blocks(&field, found.at[i]) &&
                (hex_equal(found.at[i], step->at[0]) || hex_equal(found.at[i], step->at[step->count - 1]));
    }
    judge(SIGHT, right && (clear || found.count > 0));
}

static void check_line(int span)
{
    int             c1 = random_below(span), r1 = random_below(span), c2 = random_below(span), r2 = random_below(span);
    struct hex_line ours, back, slow;
    hex             from, to;
    int             right;

    if (random_below(4) == 0) {                          /* straight down, by way of vertices and sides */
        r2 = r1 + 2 * (random_below(span) / 3);
        c2 = c1;
    }
    from = hex_at(c1, r1);
    to   = hex_at(c2, r2);
    hex_line(from, to, &ours);
    hex_line(to, from, &back);
    right = line_by_clipping(c1, r1, c2, r2, &slow) && same_line(&ours, &slow, 0) && same_line(&ours, &back, 1);
    judge(LINES, right);
    if (random_below(2) == 0)
        judge_sight(&slow, from, to);
}

static void check_rings(void)
{
    static hex     list[3 * 20 * 21 + 1];
    struct hex_map map = { (int16_t)(1 + random_below(25)), (int16_t)(1 + random_below(25)) };
    int            radius = random_below(8), clip = random_below(2), expected = 0, right = 1, disc = 0;
    int            col = random_below(map.cols), row = random_below(map.rows);
    int            count = hex_ring(clip ? &map : NULL, hex_at(col, row), radius, list);

    for (int r = row - radius; r <= row + radius; r++)
        for (int c = col - 2 * radius; c <= col + 2 * radius; c++) {
            int on_map = c >= 0 && r >= 0 && c < map.cols && r < map.rows, away = steps_between(col, row, c, r);

            expected += away == radius && (!clip || on_map);
            disc += away <= radius && (!clip || on_map);
        }
    right = count == expected;
    for (int i = 0; i < count; i++) {
        right = right && steps_between(col, row, hex_col(list[i]), hex_row(list[i])) == radius;
        for (int j = 0; j < i; j++)
            right = right && !hex_equal(list[i], list[j]);
        if (!clip && radius > 0) {                       /* clockwise: each is next to the following one */
            hex         next = list[(i + 1) % count];
            struct spot a = centre_of(hex_col(list[i]), hex_row(list[i])), b = centre_of(hex_col(next), hex_row(next));

            right = right && hex_distance(list[i], next) == 1 && cross(centre_of(col, row), a, b) > 0;
        }
    }
    if (!clip && radius > 0)
        right = right && hex_row(list[0]) == row - radius &&
                centre_of(hex_col(list[0]), hex_row(list[0])).x == centre_of(col, row).x + radius;
    right = right && hex_disc(clip ? &map : NULL, hex_at(col, row), radius, list) == disc;
    for (int i = 1; i < disc; i++)
        right = right && hex_distance(hex_at(col, row), list[i]) >= hex_distance(hex_at(col, row), list[i - 1]);
    judge(RINGS, right);
}

static void check_nearest(void)
{
    struct hex_map map = { (int16_t)(1 + random_below(12)), (int16_t)(1 + random_below(12)) };
    struct field   field;
    hex            list[256];
    int            col = random_below(map.cols), row = random_below(map.rows);
    int            least = 1000, expected = 0, right = 1, count;
    int            thick = 1 + random_below(30);

    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            field.blocked[i][j] = random_below(thick) == 0;
    count = hex_nearest(&map, hex_at(col, row), field_blocks, &field, list, 256);
    for (int r = 0; r < map.rows; r++)
        for (int c = 0; c < map.cols; c++)
            if (field.blocked[r][c] && steps_between(col, row, c, r) < least)
                least = steps_between(col, row, c, r);
    for (int r = 0; r < map.rows; r++)
        for (int c = 0; c < map.cols; c++)
            if (field.blocked[r][c] && steps_between(col, row, c, r) == least) {
                right = right && expected < count && hex_equal(list[expected], hex_at(c, r));
                expected++;
            }
    judge(NEAREST, right && count == expected);
}

/* A country of random steps: for each hex and side a cost, -1 for none, and whether one must stop. */
struct country { struct hex_map map; signed char cost[144][6]; unsigned char stop[144][6]; };

static struct hex_entry country_step(const void *context, hex from, int32_t direction, hex to)
{
    const struct country *country = context;
    int32_t               i       = hex_index(&country->map, from);

    (void)to;
    return (struct hex_entry){ country->cost[i][direction], country->stop[i][direction] != 0 };
}

static void country_random(struct country *country, int side, int low)
{
    int stops = random_below(6), stop_by_hex = random_below(2), walls = 1 + random_below(6), dear = 1 + random_below(5);

    country->map = (struct hex_map){ (int16_t)(1 + random_below(side)), (int16_t)(1 + random_below(side)) };
    for (int i = 0; i < country->map.cols * country->map.rows; i++)
        for (int d = 0; d < 6; d++) {
            country->cost[i][d] = (signed char)(random_below(walls + 1) == 0 ? -1 : low + random_below(dear));
            country->stop[i][d] = stops > 0 && random_below(10) < stops;
        }
    if (!stop_by_hex)
        return;
    for (int i = 0; i < country->map.cols * country->map.rows; i++)
        for (int d = 0; d < 6; d++) {
            hex to = hex_neighbour(hex_of_index(&country->map, i), d);

            if (hex_inside(&country->map, to))
                country->stop[i][d] = stops > 0 && (hex_index(&country->map, to) * 7919 + 13) % 10 < stops;
        }
}

/* Cost and steps as one number; a step is worth far less than the least cost. */
enum { FAR = 1 << 28, COST = 1 << 12 };

static void relax_all(const struct country *country, int start, int budget, int best[144][2])
{
    int cells = country->map.cols * country->map.rows, again = 1;

    for (int i = 0; i < cells; i++)
        best[i][0] = best[i][1] = FAR;
    best[start][0] = 0;
    while (again) {
        again = 0;
        for (int i = 0; i < cells; i++)
            for (int d = 0; d < 6 && best[i][0] < FAR; d++) {
                hex to = hex_neighbour(hex_of_index(&country->map, i), d);
                int j, sum = best[i][0] + country->cost[i][d] * COST + 1;

                if (country->cost[i][d] < 0 || !hex_inside(&country->map, to) || sum / COST > budget)
                    continue;
                j = hex_index(&country->map, to);
                if (sum < best[j][country->stop[i][d]]) {
                    best[j][country->stop[i][d]] = sum;
                    again                        = 1;
                }
            }
    }
}

/* Whether a path is a journey of that cost and that many steps, stopping nowhere on the way. */
static int path_holds(const struct country *country, const hex *path, int count, hex start, hex end, int cost)
{
    if (!hex_equal(path[0], start) || !hex_equal(path[count - 1], end))
        return 0;
    for (int i = 0; i + 1 < count; i++) {
        int d = hex_direction_to(path[i], path[i + 1]), cell = hex_index(&country->map, path[i]);

        if (d < 0 || country->cost[cell][d] < 0 || (country->stop[cell][d] && i + 2 < count))
            return 0;
        cost -= country->cost[cell][d];
    }
    return cost == 0;
}

static struct hex_reach reach;

/* Among the best last steps into a hex the path must have taken the one of lowest direction. */
static int last_step_lowest(const struct country *country, const hex *path, int count, int best[144][2])
{
    int taken = hex_direction_to(path[count - 2], path[count - 1]), to = hex_index(&country->map, path[count - 1]);
    int layer = best[to][1] < best[to][0];

    for (int d = 0; d <= taken; d++) {
        hex from = hex_neighbour(path[count - 1], hex_opposite(d));
        int i    = hex_inside(&country->map, from) ? hex_index(&country->map, from) : -1;

        if (i >= 0 && country->cost[i][d] >= 0 && country->stop[i][d] == layer &&
            best[i][0] + country->cost[i][d] * COST + 1 == best[to][layer])
            return d == taken;
    }
    return 0;
}

static int reach_agrees(const struct country *country, int start, int best[144][2])
{
    hex path[200];

    for (int i = 0; i < country->map.cols * country->map.rows; i++) {
        hex to = hex_of_index(&country->map, i);
        int least = best[i][0] <= best[i][1] ? best[i][0] : best[i][1];
        int count = hex_reach_path(&reach, to, path, 200);

        if (hex_reach_cost(&reach, to) != (least < FAR ? least / COST : -1))
            return 0;
        if (hex_reach_cost_onward(&reach, to) != (best[i][0] < FAR ? best[i][0] / COST : -1))
            return 0;
        if (count != (least < FAR ? least % COST + 1 : 0))
            return 0;
        if (count > 0 && !path_holds(country, path, count, hex_of_index(&country->map, start), to, least / COST))
            return 0;
        if (count > 1 && !last_step_lowest(country, path, count, best))
            return 0;
    }
    return 1;
}

static void check_costs(void)
{
    struct country country;
    int            best[144][2], start, budget = random_below(40);

    country_random(&country, 12, random_below(2));
    start = random_below(country.map.cols * country.map.rows);
    hex_reach(&reach, &country.map, hex_of_index(&country.map, start), budget, country_step, &country);
    relax_all(&country, start, budget, best);
    judge(COSTS, reach_agrees(&country, start, best));
}

/* Every walk within the budget, one by one. */
static void walk_all(const struct country *country, int at, int spent, int steps, int budget, int best[144][2])
{
    for (int d = 0; d < 6; d++) {
        hex to = hex_neighbour(hex_of_index(&country->map, at), d);
        int cost = country->cost[at][d], j, stop = country->stop[at][d];

        if (cost < 0 || spent + cost > budget || !hex_inside(&country->map, to))
            continue;
        j = hex_index(&country->map, to);
        if ((spent + cost) * COST + steps + 1 < best[j][stop])
            best[j][stop] = (spent + cost) * COST + steps + 1;
        if (!stop)
            walk_all(country, j, spent + cost, steps + 1, budget, best);
    }
}

static void check_walks(void)
{
    struct country country;
    int            best[144][2], start, budget = random_below(6);

    country_random(&country, 6, 1);
    start = random_below(country.map.cols * country.map.rows);
    for (int i = 0; i < 144; i++)
        best[i][0] = best[i][1] = FAR;
    best[start][0] = 0;
    walk_all(&country, start, 0, 0, budget, best);
    hex_reach(&reach, &country.map, hex_of_index(&country.map, start), budget, country_step, &country);
    judge(WALKS, reach_agrees(&country, start, best));
}

static bool field_enters(const void *context, hex from, int32_t direction, hex to, int32_t step, int32_t length)
{
    (void)from;
    (void)direction;
    (void)step;
    (void)length;
    return !field_blocks(context, to);
}

static int same_path(const struct hex_path *a, const struct hex_path *b)
{
    for (int i = 0; i < a->length; i++)
        if (!hex_equal(a->at[i], b->at[i]) || a->facing[i] != b->facing[i])
            return 0;
    return a->facing_end == b->facing_end;
}

/* Every sequence of directions and facings is written down and then judged as a whole. */
static int path_legal(const struct hex_map *map, const struct field *field, hex start, int facing, int turns,
                      const int *direction, const int *face, int length, struct hex_path *path)
{
    hex at = start;
    int turned = 0;

    for (int i = 0; i <= length; i++)
        turned += turns_by_counting(i == 0 ? facing : face[i - 1], face[i]);
    if (turned > turns)
        return 0;
    path->length     = (int16_t)length;
    path->turns      = (int16_t)turned;
    path->facing_end = (int8_t)face[length];
    for (int i = 0; i < length; i++) {
        if (arc_by_angle(face[i], direction[i]) != ARC_FRONT)
            return 0;
        at = hex_neighbour(at, direction[i]);
        if (!hex_inside(map, at) || field_blocks(field, at) || hex_equal(at, start))
            return 0;
        for (int j = 0; j < i; j++)
            if (hex_equal(at, path->at[j]))
                return 0;
        path->at[i]     = at;
        path->facing[i] = (int8_t)face[i];
    }
    return 1;
}

static int next_number(int *digits, int count)
{
    for (int i = 0; i < count; i++) {
        if (++digits[i] < 6)
            return 1;
        digits[i] = 0;
    }
    return 0;
}

static void check_paths(int length)
{
    static struct hex_path ours[4096];
    struct hex_map         map = { (int16_t)(1 + random_below(7)), (int16_t)(1 + random_below(7)) };
    struct field           field;
    struct hex_path        path   = { 0 };
    int                    facing = random_below(6), turns = random_below(4), thick = 1 + random_below(8);
    int                    digits[8] = { 0 }, expected = 0, right = 1, count;
    hex                    start = hex_at(random_below(map.cols), random_below(map.rows));

    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            field.blocked[i][j] = thick > 1 && random_below(thick) == 0;
    count = hex_front_paths(&map, start, facing, length, turns, field_enters, &field, ours, 4096);
    do {
        int seen = 0;

        if (!path_legal(&map, &field, start, facing, turns, digits, digits + length, length, &path))
            continue;
        expected++;
        for (int i = 0; i < count; i++)
            seen += same_path(&ours[i], &path) && ours[i].turns == path.turns;
        right = right && seen == 1;
    } while (next_number(digits, 2 * length + 1));
    judge(PATHS, right && expected == count);
}

/* The longest lines there can be on a map, for the limit in the header. */
static void check_longest(void)
{
    struct hex_line line;
    int             most = 0;

    for (int q = 0; q <= HEX_LINE_RANGE; q++)
        for (int r = 0; q + r <= HEX_LINE_RANGE; r++) {
            hex_line(hex_at(0, 0), (hex){ (int16_t)q, (int16_t)r }, &line);
            if (line.count > most)
                most = line.count;
            judge(LINES, 4 * line.count >= 3 * (q + r) - 4 && (2 * line.count < 3 * (q + r) || q + r == 0));
        }
    printf("longest line of range %d: %d steps\n", HEX_LINE_RANGE, most);
}

int main(int argc, char **argv)
{
    long cases = argc > 1 ? strtol(argv[1], NULL, 10) : 200000, sum = 0, wrong = 0;

    flood_from(0);
    flood_from(1);
    check_longest();
    for (long i = 0; i < cases / 6; i++) {
        check_places();
        check_distance();
        check_facing();
        check_sides();
        check_exits();
        check_line(4 + random_below(20));
        if (i % 4 == 0) {
            check_rings();
            check_nearest();
            check_costs();
            check_walks();
        }
        if (i % 4 == 1)
            check_paths(1);
        if (i % 16 == 2)
            check_paths(2);
        if (i % 2048 == 3)
            check_paths(3);
    }
    for (int i = 0; i < TALLIES; i++) {
        printf("%-30s %8ld cases %4ld disagreements\n", tally[i].name, tally[i].cases, tally[i].wrong);
        sum += tally[i].cases;
        wrong += tally[i].wrong;
    }
    printf("%-30s %8ld cases %4ld disagreements\n", "hexes", sum, wrong);
    return wrong != 0;
}
