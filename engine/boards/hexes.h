/*
 * hexes.h: a field of pointy-topped hexes; geometry only.
 *
 * A hex is named by its axial coordinates (q, r); people and files name it by column and row in odd-r offset, (0,0)
 * top left, odd rows shifted right by half a hex. Directions 0-5 run clockwise from north-east, vertices 0-5 clockwise
 * from north, and vertex v lies between directions v-1 and v. A piece faces a vertex, so it has two front, two flank
 * and two rear neighbours. Everything is computed exactly in whole numbers; every list has one documented order.
 *
 * What a step costs, what blocks a line and where a path may go is the caller's business: he hands in a function and
 * a context. Nothing is allocated, and nothing is kept between calls.
 */
#ifndef MESTRE_HEXES_H
#define MESTRE_HEXES_H

#include "must.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    HEX_SIDE_LONGEST = 64,                                   /* most columns and most rows of a map */
    HEX_CELLS        = HEX_SIDE_LONGEST * HEX_SIDE_LONGEST,
    HEX_SIDES        = (HEX_SIDE_LONGEST + 2) * (HEX_SIDE_LONGEST + 1) * 3,
    HEX_LINE_RANGE   = 128,                                  /* longest line; no map has hexes so far apart */
    HEX_LINE_STEPS   = 192,                                  /* a line of range n has fewer than 3n/2 steps */
    HEX_BUDGET       = 32767,                                /* dearest journey a search can look for */
    HEX_PATH_STEPS   = 8                                     /* longest path of hex_front_paths() */
};

enum hex_direction { HEX_NE, HEX_E, HEX_SE, HEX_SW, HEX_W, HEX_NW };
enum hex_vertex { HEX_N_VERTEX, HEX_UPPER_RIGHT, HEX_LOWER_RIGHT, HEX_S_VERTEX, HEX_LOWER_LEFT, HEX_UPPER_LEFT };
enum hex_arc { ARC_FRONT, ARC_FLANK, ARC_REAR };

typedef struct { int16_t q, r; } hex;

/* A map of cols x rows hexes, each at most HEX_SIDE_LONGEST. */
struct hex_map { int16_t cols, rows; };

/* What lies in each direction. */
static const hex hex_step[6] = { { 1, -1 }, { 1, 0 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { 0, -1 } };

static inline hex hex_make(int32_t q, int32_t r)
{
    must(q >= INT16_MIN && q <= INT16_MAX && r >= INT16_MIN && r <= INT16_MAX);
    return (hex){ (int16_t)q, (int16_t)r };
}

/* Whole columns by which the axial q of a row is shifted against its column; exact for negative rows too. */
static inline int32_t hex_row_shift(int32_t row)
{
    return (row - (row & 1)) / 2;
}

/* Places. hex_at() takes any column and row, also off the map. */
static inline hex     hex_at(int32_t col, int32_t row) { return hex_make(col - hex_row_shift(row), row); }
static inline int32_t hex_col(hex at) { return at.q + hex_row_shift(at.r); }
static inline int32_t hex_row(hex at) { return at.r; }
static inline bool    hex_equal(hex a, hex b) { return a.q == b.q && a.r == b.r; }

static inline bool hex_inside(const struct hex_map *map, hex at)
{
    int32_t col = hex_col(at);

    return at.r >= 0 && at.r < map->rows && col >= 0 && col < map->cols;
}

/* Row by row from the top left: 0..cols*rows-1. The hex must be inside. */
static inline int32_t hex_index(const struct hex_map *map, hex at)
{
    must(hex_inside(map, at));
    return at.r * map->cols + hex_col(at);
}

hex hex_of_index(const struct hex_map *map, int32_t index);

/* Directions. */
static inline hex hex_neighbour(hex at, int32_t direction)
{
    must(direction >= 0 && direction < 6);
    return hex_make(at.q + hex_step[direction].q, at.r + hex_step[direction].r);
}

static inline int32_t hex_opposite(int32_t direction)
{
    must(direction >= 0 && direction < 6);
    return direction < 3 ? direction + 3 : direction - 3;
}

/* The direction from a hex to its neighbour, or -1 when they are not neighbours. */
int32_t hex_direction_to(hex from, hex to);
/* Steps between two hexes: 1 for neighbours. */
static inline int32_t hex_distance(hex a, hex b)
{
    int32_t dq = b.q - a.q, dr = b.r - a.r, ds = dq + dr;

    return ((dq < 0 ? -dq : dq) + (dr < 0 ? -dr : dr) + (ds < 0 ? -ds : ds)) / 2;
}

/* Facing. hex_turned() adds any number of vertices, negative ones counter-clockwise. */
static inline int32_t hex_turned(int32_t vertex, int32_t by)
{
    int32_t turned = (vertex + by) % 6;

    must(vertex >= 0 && vertex < 6);
    return turned < 0 ? turned + 6 : turned;
}

/* The least number of vertices between two facings, 0..3. */
static inline int32_t hex_turn(int32_t a, int32_t b)
{
    int32_t turn = (b - a) % 6;

    if (turn < 0) turn += 6;
    return turn <= 3 ? turn : 6 - turn;
}

static inline enum hex_arc hex_arc(int32_t facing, int32_t direction)
{
    static const uint8_t arc[6] = { ARC_FRONT, ARC_FLANK, ARC_REAR, ARC_REAR, ARC_FLANK, ARC_FRONT };

    int32_t              turn = direction - facing;

    must(turn >= -6 && turn < 6);
    return (enum hex_arc)arc[turn < 0 ? turn + 6 : turn];
}

/* The two front hexes, the counter-clockwise one first. */
void         hex_front(hex at, int32_t facing, hex front[2]);

/*
 * A hexside, named once: by the hex that has it in direction 1, 2 or 3. For a side on the rim of a map that hex may
 * lie outside, one column left or right or one row above.
 */
struct hex_side { hex at; int16_t direction; };

struct hex_side hex_side_of(hex at, int32_t direction);
/* A number below HEX_SIDES for each side of each hex inside, for the caller's arrays. */
int32_t         hex_side_index(const struct hex_map *map, struct hex_side side);

/*
 * The side by which the line from centre to centre leaves `from`; two sides, in ascending order, when it leaves by
 * the vertex between them. Returns their number, 0 when the hexes are the same. It enters `to` by
 * hex_exit_sides(to, from, ...).
 */
int32_t hex_exit_sides(hex from, hex to, int32_t side[2]);

/*
 * The line from centre to centre, both end hexes left out: in order, each step one hex whose inside is crossed, or
 * two hexes (by q, then r) when the line runs along their common side. A hex touched only at a vertex is no step.
 * The line back has the same steps in reverse order. The hexes may be HEX_LINE_RANGE apart.
 */
struct hex_line_step { int16_t count; hex at[2]; };
struct hex_line      { int32_t count; struct hex_line_step step[HEX_LINE_STEPS]; };

void hex_line(hex from, hex to, struct hex_line *line);

/* Whether a hex blocks the line; asked only for hexes between the ends. */
typedef bool hex_blocks(const void *context, hex at);

/* What it takes to block a line that runs along a side. */
enum hex_along { HEX_BOTH_BLOCK, HEX_EITHER_BLOCKS };

/* The first step that blocks: its number, and the blocking hexes of it in step order. */
struct hex_obstacle { int32_t step; int16_t count; hex at[2]; };

/* True when nothing blocks. Otherwise the first obstacle is stored, unless `obstacle` is NULL. */
bool hex_sight(hex from, hex to, enum hex_along along, hex_blocks *blocks, const void *context,
               struct hex_obstacle *obstacle);

/*
 * Rings and discs. A ring starts at the hex `radius` steps north-east of the centre and goes round clockwise; a disc
 * is the centre and then ring after ring. With a map, hexes outside are left out; with NULL all are listed. The list
 * must have room for 6*radius hexes (at least 1), or 3*radius*(radius+1)+1. They return the number of hexes.
 */
int32_t hex_ring(const struct hex_map *map, hex centre, int32_t radius, hex *list);
int32_t hex_disc(const struct hex_map *map, hex centre, int32_t radius, hex *list);

/* Whether a hex will do. */
typedef bool hex_accepts(const void *context, hex at);

/*
 * All acceptable hexes of the map at the least distance from the centre, by row and then column. Stores the first
 * `capacity` of them and returns how many there are.
 */
int32_t hex_nearest(const struct hex_map *map, hex centre, hex_accepts *accepts, const void *context,
                    hex *list, int32_t capacity);

/*
 * The cheapest journeys from one hex. A step costs what the caller says, 0 or more; -1 prohibits it. With `stop` the
 * journey must end in the hex entered. The answer may depend on both hexes (and so on the start) but not on the way
 * taken so far.
 */
struct hex_entry { int32_t cost; bool stop; };

typedef struct hex_entry hex_step_cost(const void *context, hex from, int32_t direction, hex to);

/* About 80 KiB, for an arena rather than the stack. Read it through the functions below. */
struct hex_reach {
    struct hex_map map;
    hex            start;
    int32_t        waiting;                      /* entries of the heap */
    uint32_t       key[2 * HEX_CELLS];           /* cost and steps, for going on and for stopping there */
    int8_t         entered[2 * HEX_CELLS];       /* the direction of the last step; -1 at the start */
    uint16_t       heap[2 * HEX_CELLS];
    uint16_t       place[2 * HEX_CELLS];         /* of a node in the heap */
};

/*
 * Finds the cheapest journey to every hex that can be reached for at most `budget` (0..HEX_BUDGET). Among equally
 * cheap ones the one with fewer steps is kept, then the one that may go on, then the one whose last step has the
 * lowest direction. The start must be inside; it may always be left, whatever stops others there.
 */
void hex_reach(struct hex_reach *reach, const struct hex_map *map, hex start, int32_t budget,
               hex_step_cost *cost, const void *context);

/* The cost of the cheapest journey, 0 for the start itself, -1 when there is none. */
int32_t hex_reach_cost(const struct hex_reach *reach, hex to);
/* The cost of the cheapest journey that need not end there, -1 when there is none. */
int32_t hex_reach_cost_onward(const struct hex_reach *reach, hex to);
/*
 * That journey of hex_reach_cost() as hexes, start and end included, at most `capacity` of them stored. Returns their
 * number, 0 when there is no journey.
 */
int32_t hex_reach_path(const struct hex_reach *reach, hex to, hex *path, int32_t capacity);

/*
 * Paths through the front: each step goes into one of the two front hexes of the facing held at that moment, and the
 * facing may change by `turns` vertices in all, before, between or after the steps.
 */
struct hex_path {
    int16_t length;
    int16_t turns;                               /* vertices turned in all */
    hex     at[HEX_PATH_STEPS];                  /* the hexes entered, the start left out */
    int8_t  facing[HEX_PATH_STEPS];              /* with which each was entered */
    int8_t  facing_end;
};

/* Whether a path may take this step, the step-th (from 0) of `length`. */
typedef bool hex_may_enter(const void *context, hex from, int32_t direction, hex to, int32_t step, int32_t length);

/*
 * All paths of exactly `length` steps (1..HEX_PATH_STEPS) that stay on the map and enter no hex twice, each different
 * in a hex or a facing. Order: at each point no turn, then one vertex counter-clockwise, one clockwise, two and two,
 * three; after it the counter-clockwise front hex before the other. Stores the first `capacity` paths and returns how
 * many there are. `enter` may be NULL.
 */
int32_t hex_front_paths(const struct hex_map *map, hex start, int32_t facing, int32_t length, int32_t turns,
                        hex_may_enter *enter, const void *context, struct hex_path *paths, int32_t capacity);

#endif
