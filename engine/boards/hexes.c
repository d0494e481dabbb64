/*
 * hexes.c: see hexes.h.
 *
 * The third cube coordinate is s = -q-r. For a direction with cube vector d, the side of a hex in that direction is
 * where the product of d with the offset from the centre is 1, and the neighbour's centre is where it is 2: all line
 * work below rests on that.
 */
#include "hexes.h"

#include "must.h"

#include <stddef.h>
#include <string.h>

hex hex_of_index(const struct hex_map *map, int32_t index)
{
    must(index >= 0 && index < map->cols * map->rows);
    return hex_at(index % map->cols, index / map->cols);
}

int32_t hex_direction_to(hex from, hex to)
{
    for (int32_t d = 0; d < 6; d++)
        if (to.q - from.q == hex_step[d].q && to.r - from.r == hex_step[d].r)
            return d;
    return -1;
}

void hex_front(hex at, int32_t facing, hex front[2])
{
    front[0] = hex_neighbour(at, hex_turned(facing, -1));
    front[1] = hex_neighbour(at, facing);
}

struct hex_side hex_side_of(hex at, int32_t direction)
{
    if (direction >= 1 && direction <= 3)
        return (struct hex_side){ at, (int16_t)direction };
    return (struct hex_side){ hex_neighbour(at, direction), (int16_t)hex_opposite(direction) };
}

int32_t hex_side_index(const struct hex_map *map, struct hex_side side)
{
    int32_t col = hex_col(side.at) + 1, row = side.at.r + 1;

    must(side.direction >= 1 && side.direction <= 3);
    must(col >= 0 && col < map->cols + 2 && row >= 0 && row < map->rows + 1);
    return (row * (map->cols + 2) + col) * 3 + side.direction - 1;
}

int32_t hex_exit_sides(hex from, hex to, int32_t side[2])
{
    int32_t q = to.q - from.q, r = to.r - from.r, s = -q - r, count = 0;
    bool    by[6] = { q >= s && s >= r, q >= r && r >= s, r >= q && q >= s,
                      r >= s && s >= q, s >= r && r >= q, s >= q && q >= r };

    if (hex_equal(from, to))
        return 0;
    for (int32_t d = 0; d < 6; d++)
        if (by[d]) {
            must(count < 2);
            side[count++] = d;
        }
    return count;
}

/* A walk along a line; after a step along a side it is already in the hex beyond, which is still to be told. */
struct walk { hex from, to, at; bool beyond; };

static int32_t product(int32_t direction, int32_t q, int32_t r)
{
    hex d = hex_step[direction];

    return d.q * q + d.r * r + (d.q + d.r) * (q + r);
}

/* The sides, one or two in clockwise order, that the line reaches first on leaving the hex it is in. */
static int32_t sides_ahead(const struct walk *walk, int32_t side[2])
{
    int64_t best_top = 1, best_bottom = 0;                   /* as a fraction of the line; infinite at first */
    int32_t count = 0;

    for (int32_t d = 0; d < 6; d++) {
        int64_t bottom = product(d, walk->to.q - walk->from.q, walk->to.r - walk->from.r);
        int64_t top    = 1 - product(d, walk->from.q - walk->at.q, walk->from.r - walk->at.r);
        int64_t order  = top * best_bottom - best_top * bottom;

        if (bottom <= 0 || order > 0)
            continue;
        if (order < 0)
            count = 0;
        must(count < 2);
        side[count++] = d;
        best_top      = top;
        best_bottom   = bottom;
    }
    if (count == 2 && side[0] == 0 && side[1] == 5) {
        side[0] = 5;
        side[1] = 0;
    }
    return count;
}

static struct hex_line_step one_hex(hex at)
{
    return (struct hex_line_step){ 1, { at, at } };
}

static struct hex_line_step two_hexes(hex a, hex b)
{
    bool first = a.q < b.q || (a.q == b.q && a.r < b.r);

    return (struct hex_line_step){ 2, { first ? a : b, first ? b : a } };
}

static struct hex_line_step walk_step(struct walk *walk)
{
    int32_t side[2];
    int32_t count, lean;
    hex     left, right;

    if (walk->beyond) {
        walk->beyond = false;
        return one_hex(walk->at);
    }
    count = sides_ahead(walk, side);
    left  = hex_neighbour(walk->at, side[0]);
    if (count == 1) {
        walk->at = left;
        return one_hex(left);
    }
    /* Through a vertex: beyond it the line leans to one of two neighbours, or runs along the side between them. */
    must(side[1] == (side[0] + 1) % 6);
    right = hex_neighbour(walk->at, side[1]);
    lean  = product((side[1] + 1) % 6, walk->to.q - walk->from.q, walk->to.r - walk->from.r);
    if (lean != 0) {
        walk->at = lean < 0 ? left : right;
        return one_hex(walk->at);
    }
    walk->at     = hex_neighbour(left, side[1]);
    walk->beyond = true;
    return two_hexes(left, right);
}

static struct walk walk_begin(hex from, hex to)
{
    must(hex_distance(from, to) <= HEX_LINE_RANGE);
    return (struct walk){ from, to, from, false };
}

/* The next step of the line, false at its end. */
static bool walk_on(struct walk *walk, struct hex_line_step *step)
{
    if (!walk->beyond && hex_equal(walk->at, walk->to))
        return false;
    *step = walk_step(walk);
    return step->count == 2 || !hex_equal(step->at[0], walk->to);
}

void hex_line(hex from, hex to, struct hex_line *line)
{
    struct walk          walk = walk_begin(from, to);
    struct hex_line_step step;

    line->count = 0;
    while (walk_on(&walk, &step)) {
        must(line->count < HEX_LINE_STEPS);
        line->step[line->count++] = step;
    }
}

/* The hexes of a step that block, if they are enough to block it. */
static struct hex_obstacle step_blocks(const struct hex_line_step *step, enum hex_along along, hex_blocks *blocks,
                                       const void *context)
{
    struct hex_obstacle found = { 0, 0, { { 0, 0 }, { 0, 0 } } };

    for (int32_t i = 0; i < step->count; i++)
        if (blocks(context, step->at[i]))
            found.at[found.count++] = step->at[i];
    if (along == HEX_BOTH_BLOCK && found.count < step->count)
        found.count = 0;
    return found;
}

bool hex_sight(hex from, hex to, enum hex_along along, hex_blocks *blocks, const void *context,
               struct hex_obstacle *obstacle)
{
    struct walk          walk = walk_begin(from, to);
    struct hex_line_step step;

    for (int32_t number = 0; walk_on(&walk, &step); number++) {
        struct hex_obstacle found = step_blocks(&step, along, blocks, context);

        if (found.count == 0)
            continue;
        found.step = number;
        if (obstacle != NULL)
            *obstacle = found;
        return false;
    }
    return true;
}

static int32_t list_if_inside(const struct hex_map *map, hex at, hex *list, int32_t count)
{
    if (map == NULL || hex_inside(map, at))
        list[count++] = at;
    return count;
}

int32_t hex_ring(const struct hex_map *map, hex centre, int32_t radius, hex *list)
{
    int32_t count = 0;
    hex     at;

    must(radius >= 0);
    if (radius == 0)
        return list_if_inside(map, centre, list, 0);
    at = hex_make(centre.q + radius * hex_step[HEX_NE].q, centre.r + radius * hex_step[HEX_NE].r);
    for (int32_t d = 0; d < 6; d++)
        for (int32_t i = 0; i < radius; i++) {
            count = list_if_inside(map, at, list, count);
            at    = hex_neighbour(at, (HEX_SE + d) % 6);
        }
    return count;
}

int32_t hex_disc(const struct hex_map *map, hex centre, int32_t radius, hex *list)
{
    int32_t count = 0;

    for (int32_t i = 0; i <= radius; i++)
        count += hex_ring(map, centre, i, list + count);
    return count;
}

int32_t hex_nearest(const struct hex_map *map, hex centre, hex_accepts *accepts, const void *context,
                    hex *list, int32_t capacity)
{
    int32_t best = INT32_MAX, count = 0;

    for (int32_t i = 0; i < map->cols * map->rows; i++) {
        hex     at       = hex_of_index(map, i);
        int32_t distance = hex_distance(centre, at);

        if (distance > best || !accepts(context, at))
            continue;
        if (distance < best)
            count = 0;
        best = distance;
        if (count < capacity)
            list[count] = at;
        count++;
    }
    return count;
}

/*
 * The search runs over nodes: twice the cell for journeys that may go on from it, plus one for those that must stop.
 * A key holds the cost and below it the steps, so that comparing keys compares both; a step always raises it.
 */
enum { STEP_BITS = 14, NOT_WAITING = 0xffff };

#define UNREACHED UINT32_MAX

static void heap_put(struct hex_reach *reach, int32_t place, uint16_t node)
{
    reach->heap[place] = node;
    reach->place[node] = (uint16_t)place;
}

static bool heap_before(const struct hex_reach *reach, uint16_t a, uint16_t b)
{
    return reach->key[a] < reach->key[b] || (reach->key[a] == reach->key[b] && a < b);
}

static void heap_rise(struct hex_reach *reach, int32_t place)
{
    uint16_t node = reach->heap[place];

    while (place > 0 && heap_before(reach, node, reach->heap[(place - 1) / 2])) {
        heap_put(reach, place, reach->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    heap_put(reach, place, node);
}

static void heap_sink(struct hex_reach *reach, int32_t place)
{
    uint16_t node = reach->heap[place];

    for (int32_t child = 2 * place + 1; child < reach->waiting; child = 2 * place + 1) {
        if (child + 1 < reach->waiting && heap_before(reach, reach->heap[child + 1], reach->heap[child]))
            child++;
        if (!heap_before(reach, reach->heap[child], node))
            break;
        heap_put(reach, place, reach->heap[child]);
        place = child;
    }
    heap_put(reach, place, node);
}

static uint16_t heap_take(struct hex_reach *reach)
{
    uint16_t node = reach->heap[0];
    uint16_t last = reach->heap[--reach->waiting];

    if (reach->waiting > 0) {
        heap_put(reach, 0, last);
        heap_sink(reach, 0);
    }
    reach->place[node] = NOT_WAITING;
    return node;
}

static void reach_improve(struct hex_reach *reach, int32_t node, uint32_t key, int32_t direction)
{
    if (key > reach->key[node] || (key == reach->key[node] && direction >= reach->entered[node]))
        return;
    reach->key[node]     = key;
    reach->entered[node] = (int8_t)direction;
    if (reach->place[node] == NOT_WAITING)
        heap_put(reach, reach->waiting++, (uint16_t)node);
    heap_rise(reach, reach->place[node]);
}

static void reach_from(struct hex_reach *reach, int32_t cell, int32_t budget, hex_step_cost *cost, const void *context)
{
    hex      from = hex_of_index(&reach->map, cell);
    uint32_t key  = reach->key[2 * cell];

    for (int32_t d = 0; d < 6; d++) {
        hex              to = hex_neighbour(from, d);
        struct hex_entry entry;

        if (!hex_inside(&reach->map, to))
            continue;
        entry = cost(context, from, d, to);
        if (entry.cost < 0 || entry.cost > budget - (int32_t)(key >> STEP_BITS))
            continue;
        reach_improve(reach, 2 * hex_index(&reach->map, to) + entry.stop,
                      key + ((uint32_t)entry.cost << STEP_BITS) + 1, d);
    }
}

void hex_reach(struct hex_reach *reach, const struct hex_map *map, hex start, int32_t budget,
               hex_step_cost *cost, const void *context)
{
    must(map->cols > 0 && map->cols <= HEX_SIDE_LONGEST && map->rows > 0 && map->rows <= HEX_SIDE_LONGEST);
    must(budget >= 0 && budget <= HEX_BUDGET);
    memset(reach, 0, sizeof *reach);
    memset(reach->key, 0xff, sizeof reach->key);
    memset(reach->place, 0xff, sizeof reach->place);
    reach->map   = *map;
    reach->start = start;
    reach_improve(reach, 2 * hex_index(map, start), 0, -1);
    while (reach->waiting > 0) {
        uint16_t node = heap_take(reach);

        if (node % 2 == 0)
            reach_from(reach, node / 2, budget, cost, context);
    }
}

/* The better of the two nodes of a cell; the one that may go on when they are equal. */
static int32_t best_node(const struct hex_reach *reach, hex to)
{
    int32_t cell = hex_index(&reach->map, to);

    return 2 * cell + (reach->key[2 * cell + 1] < reach->key[2 * cell]);
}

int32_t hex_reach_cost(const struct hex_reach *reach, hex to)
{
    uint32_t key = reach->key[best_node(reach, to)];

    return key == UNREACHED ? -1 : (int32_t)(key >> STEP_BITS);
}

int32_t hex_reach_cost_onward(const struct hex_reach *reach, hex to)
{
    uint32_t key = reach->key[2 * hex_index(&reach->map, to)];

    return key == UNREACHED ? -1 : (int32_t)(key >> STEP_BITS);
}

int32_t hex_reach_path(const struct hex_reach *reach, hex to, hex *path, int32_t capacity)
{
    int32_t node = best_node(reach, to), count;

    if (reach->key[node] == UNREACHED)
        return 0;
    count = (int32_t)(reach->key[node] & ((1u << STEP_BITS) - 1)) + 1;
    for (int32_t i = count - 1; i >= 0; i--) {
        if (i < capacity)
            path[i] = to;
        if (i == 0)
            break;
        to   = hex_neighbour(to, hex_opposite(reach->entered[node]));
        node = 2 * hex_index(&reach->map, to);
    }
    must(hex_equal(to, reach->start));
    return count;
}

/* What hex_front_paths() is asked, and the path it is on. */
struct front_search {
    const struct hex_map *map;
    hex                   start;
    int32_t               turns;
    hex_may_enter        *enter;
    const void           *context;
    struct hex_path      *paths;
    int32_t               capacity;
    int32_t               found;
    struct hex_path       path;
};

static bool front_step_allowed(const struct front_search *search, hex from, int32_t direction, hex to, int32_t step)
{
    if (!hex_inside(search->map, to) || hex_equal(to, search->start))
        return false;
    for (int32_t i = 0; i < step; i++)
        if (hex_equal(to, search->path.at[i]))
            return false;
    return search->enter == NULL || search->enter(search->context, from, direction, to, step, search->path.length);
}

static void front_found(struct front_search *search, int32_t facing, int32_t turned)
{
    search->path.facing_end = (int8_t)facing;
    search->path.turns      = (int16_t)turned;
    if (search->found < search->capacity)
        search->paths[search->found] = search->path;
    search->found++;
}

/* Goes on from `at`, which is the hex entered last and where the facing may change. */
static void front_go_on(struct front_search *search, hex at, int32_t facing, int32_t turned, int32_t step)
{
    static const int32_t turn[6] = { 0, -1, 1, -2, 2, 3 };

    for (int32_t i = 0; i < 6; i++) {
        int32_t now   = hex_turned(facing, turn[i]);
        int32_t spent = turned + hex_turn(facing, now);

        if (spent > search->turns)
            break;
        if (step == search->path.length) {
            front_found(search, now, spent);
            continue;
        }
        for (int32_t side = -1; side <= 0; side++) {
            int32_t direction = hex_turned(now, side);
            hex     to        = hex_neighbour(at, direction);

            if (!front_step_allowed(search, at, direction, to, step))
                continue;
            search->path.at[step]     = to;
            search->path.facing[step] = (int8_t)now;
            front_go_on(search, to, now, spent, step + 1);
        }
    }
}

int32_t hex_front_paths(const struct hex_map *map, hex start, int32_t facing, int32_t length, int32_t turns,
                        hex_may_enter *enter, const void *context, struct hex_path *paths, int32_t capacity)
{
    struct front_search search;

    must(length >= 1 && length <= HEX_PATH_STEPS && turns >= 0 && facing >= 0 && facing < 6);
    memset(&search, 0, sizeof search);
    search.map         = map;
    search.start       = start;
    search.turns       = turns;
    search.enter       = enter;
    search.context     = context;
    search.paths       = paths;
    search.capacity    = capacity;
    search.path.length = (int16_t)length;
    front_go_on(&search, start, facing, 0, 0);
    return search.found;
}
