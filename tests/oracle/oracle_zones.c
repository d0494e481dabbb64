/*
 * oracle_zones.c: zones.c against slow brute force, on the shipped maps and on random ones.
 *
 * Random maps are grids with moved vertices, cells cut in two and cells merged into crooked zones; half of them are
 * coarse and straight, so that lines often pass exactly through vertices and along borders. A line is traced by
 * cutting it at every edge of the map and asking of each piece which zone holds its middle, in exact fractions.
 * Only the length of a graze is compared in floating point: where it is within a billionth of the limit the case is
 * left out and counted.
 *
 * Arguments: the number of random cases; the folder of the map files.
 */
#include "zones.h"

#include "maths.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MESTRE_TEST_DATA
#define MESTRE_TEST_DATA "tests/data"
#endif

typedef long long wide;

static unsigned long long random_state = 0x2545f4914f6cdd1dull;

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

enum { FILES, BUILD, MOVED, LINKS, CROSSINGS, JUNCTIONS, TOUCHES, POINTS, TRACES, DISTANCES, COSTS, TALLIES };

static struct tally tally[TALLIES] = {
    [FILES] = { "checks of the map files", 0, 0 }, [BUILD] = { "random maps accepted", 0, 0 },
    [MOVED] = { "spoilt maps judged", 0, 0 },      [LINKS] = { "links and adjacency", 0, 0 },
    [CROSSINGS] = { "crossings", 0, 0 },           [JUNCTIONS] = { "junctions", 0, 0 },
    [TOUCHES] = { "sides of the canvas", 0, 0 },   [POINTS] = { "zone of a point", 0, 0 },
    [TRACES] = { "traces", 0, 0 },                 [DISTANCES] = { "distances", 0, 0 },
    [COSTS] = { "cost search", 0, 0 },
};

static long through_vertices, along_borders, grazes, left_out;

static void judge(int which, int right)
{
    tally[which].cases++;
    if (!right && tally[which].wrong++ == 0)
        printf("first disagreement in %s, case %ld\n", tally[which].name, tally[which].cases);
}

/* The slow side keeps its own plain picture of a map and never reads what zone_build() derived. */
enum { MOST = 128, CORNERS = 64 };

struct picture {
    int width, height, vertices, zones, edges;
    int x[512], y[512];
    int corners[MOST], corner[MOST][CORNERS];
    int from[1024], to[1024], side[1024][2], kind[1024], sight[1024];
    int closed[MOST];
    int anchor_x[MOST], anchor_y[MOST];

    /* Found once by look_around(), each pair of zones and each vertex by itself. */
    int zones_here[512], zone_here[512][MOST];
    int near[MOST][MOST];                        /* adjacent */
};

static void add_edge(struct picture *p, int a, int b, int zone)
{
    for (int e = 0; e < p->edges; e++)
        if ((p->from[e] == a && p->to[e] == b) || (p->from[e] == b && p->to[e] == a)) {
            p->side[e][1] = zone;
            return;
        }
    p->from[p->edges]      = a;
    p->to[p->edges]        = b;
    p->side[p->edges][0]   = zone;
    p->side[p->edges++][1] = -1;
}

/* Whether (x/scale, y/scale) is in a zone: 1 strictly, 0 on its rim, -1 outside. */
static int holds(const struct picture *p, int zone, wide x, wide y, wide scale)
{
    int turns = 0;

    for (int i = 0; i < p->corners[zone]; i++) {
        int  a = p->corner[zone][i], b = p->corner[zone][(i + 1) % p->corners[zone]];
        wide ax = p->x[a] * scale - x, ay = p->y[a] * scale - y, bx = p->x[b] * scale - x, by = p->y[b] * scale - y;
        int128 cross = (int128)ax * by - (int128)ay * bx, dot = (int128)ax * bx + (int128)ay * by;

        if (cross == 0 && dot <= 0)
            return 0;
        if (ay <= 0 && by > 0 && cross > 0)
            turns++;
        if (ay > 0 && by <= 0 && cross < 0)
            turns--;
    }
    return turns != 0 ? 1 : -1;
}

/* The zones that have a vertex as a corner. */
static int zones_at(const struct picture *p, int vertex, int *list)
{
    int count = 0;

    for (int z = 0; z < p->zones; z++)
        for (int i = 0; i < p->corners[z]; i++)
            if (p->corner[z][i] == vertex)
                list[count++] = z;
    return count;
}

static int meets(const struct picture *p, int vertex, int zone)
{
    for (int i = 0; i < p->zones_here[vertex]; i++)
        if (p->zone_here[vertex][i] == zone)
            return 1;
    return 0;
}

static void worst_at(const struct picture *p, int vertex, int *kind, int *sight)
{
    *kind = *sight = 0;
    for (int e = 0; e < p->edges; e++)
        if (p->side[e][1] >= 0 && (p->from[e] == vertex || p->to[e] == vertex)) {
            *kind  = p->kind[e] > *kind ? p->kind[e] : *kind;
            *sight = p->sight[e] > *sight ? p->sight[e] : *sight;
        }
}

enum { IMPASSABLE = 3 };

struct slow_crossing { int by, id, kind, sight, passable; };

static int slow_crossings(const struct picture *p, int a, int b, struct slow_crossing *list)
{
    int count = 0;

    if (a == b)
        return 0;
    for (int e = 0; e < p->edges; e++)
        if ((p->side[e][0] == a && p->side[e][1] == b) || (p->side[e][0] == b && p->side[e][1] == a))
            list[count++] = (struct slow_crossing){ ZONE_BY_BORDER, e, p->kind[e], p->sight[e], 0 };
    for (int v = 0; v < p->vertices && (count == 0 || list[0].by == ZONE_BY_JUNCTION); v++)
        if (p->zones_here[v] >= 3 && meets(p, v, a) && meets(p, v, b)) {
            int kind, sight;

            worst_at(p, v, &kind, &sight);
            list[count++] = (struct slow_crossing){ ZONE_BY_JUNCTION, v, kind, sight, 0 };
        }
    for (int i = 0; i < count; i++)
        list[i].passable = list[i].kind < IMPASSABLE && !p->closed[a] && !p->closed[b];
    return count;
}

static int slow_adjacent(const struct picture *p, int a, int b)
{
    struct slow_crossing list[512];
    int                  count = slow_crossings(p, a, b, list);

    for (int i = 0; i < count; i++)
        if (list[i].passable)
            return 1;
    return 0;
}

static void look_around(struct picture *p)
{
    for (int v = 0; v < p->vertices; v++)
        p->zones_here[v] = zones_at(p, v, p->zone_here[v]);
    for (int a = 0; a < p->zones; a++)
        for (int b = 0; b < p->zones; b++)
            p->near[a][b] = slow_adjacent(p, a, b);
}

/* A cut of the line: place as a fraction, and the edge or vertex there. */
struct slow_cut { wide top, bottom; int edge, vertex; };

static int cut_order(const void *a, const void *b)
{
    const struct slow_cut *x = a, *y = b;
    wide                   d = x->top * y->bottom - y->top * x->bottom;

    return (d > 0) - (d < 0);
}

static int same_place(const struct slow_cut *a, const struct slow_cut *b)
{
    return cut_order(a, b) == 0;
}

static wide common_divisor(wide a, wide b)
{
    while (b != 0) {
        wide rest = a % b;

        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static struct slow_cut reduced(wide top, wide bottom, int edge, int vertex)
{
    wide divisor = common_divisor(top, bottom);

    return (struct slow_cut){ top / divisor, bottom / divisor, edge, vertex };
}

static int cut_line(const struct picture *p, int a, int b, struct slow_cut *cuts)
{
    wide px = p->anchor_x[a], py = p->anchor_y[a], dx = p->anchor_x[b] - px, dy = p->anchor_y[b] - py;
    int  count = 0;

    for (int v = 0; v < p->vertices; v++) {
        wide vx = p->x[v] - px, vy = p->y[v] - py, along = vx * dx + vy * dy, whole = dx * dx + dy * dy;

        if (vx * dy == vy * dx && along > 0 && along < whole)
            cuts[count++] = reduced(along, whole, -1, v);
    }
    for (int e = 0; e < p->edges; e++) {
        wide ex = p->x[p->to[e]] - p->x[p->from[e]], ey = p->y[p->to[e]] - p->y[p->from[e]];
        wide fx = p->x[p->from[e]] - px, fy = p->y[p->from[e]] - py;
        wide bottom = dx * ey - dy * ex, top = fx * ey - fy * ex, share = fx * dy - fy * dx;

        if (bottom < 0) {
            bottom = -bottom;
            top    = -top;
            share  = -share;
        }
        if (bottom == 0 || top <= 0 || top >= bottom || share <= 0 || share >= bottom)
            continue;
        cuts[count++] = reduced(top, bottom, e, -1);
    }
    qsort(cuts, (size_t)count, sizeof cuts[0], cut_order);
    return count;
}

/* The zone that holds the middle of a piece of the line, or -1 when the piece lies on a border. */
static int zone_of_piece(const struct picture *p, int a, int b, const struct slow_cut *low, const struct slow_cut *high)
{
    wide px = p->anchor_x[a], py = p->anchor_y[a], dx = p->anchor_x[b] - px, dy = p->anchor_y[b] - py;
    wide scale = 2 * low->bottom * high->bottom, top = low->top * high->bottom + high->top * low->bottom;

    for (int z = 0; z < p->zones; z++)
        if (holds(p, z, px * scale + dx * top, py * scale + dy * top, scale) == 1)
            return z;
    return -1;
}

struct slow_step { struct slow_crossing crossing; struct slow_cut begin, end; int zone; };

/* The vertices a crossing has. */
static int crossing_vertices(const struct picture *p, const struct slow_crossing *c, int list[2])
{
    if (c->by == ZONE_BY_JUNCTION) {
        list[0] = c->id;
        return 1;
    }
    list[0] = p->from[c->id];
    list[1] = p->to[c->id];
    return 2;
}

static int shared_vertex(const struct picture *p, const struct slow_crossing *a, const struct slow_crossing *b)
{
    int la[2], lb[2], na = crossing_vertices(p, a, la), nb = crossing_vertices(p, b, lb);

    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++)
            if (la[i] == lb[j])
                return la[i];
    return -1;
}

/* What lies between two zones of the line: the cuts from `first` to `last`, with nothing but borders between them. */
static struct slow_crossing crossing_between(const struct picture *p, const struct slow_cut *cuts, int first, int last)
{
    struct slow_crossing best = { ZONE_APART, -1, -1, -1, 0 };
    int                  border = 100000;

    for (int i = first; i <= last; i++) {
        int kind, sight;

        if (cuts[i].vertex < 0 || p->zones_here[cuts[i].vertex] < 3)
            continue;
        worst_at(p, cuts[i].vertex, &kind, &sight);
        if (best.id < 0 || sight > best.sight || (sight == best.sight && kind > best.kind))
            best = (struct slow_crossing){ ZONE_BY_JUNCTION, cuts[i].vertex, kind, sight, 0 };
    }
    if (best.id >= 0)
        return best;
    if (cuts[first].vertex < 0) {
        border = cuts[first].edge;
    } else if (first == last || same_place(&cuts[first], &cuts[last])) {
        for (int e = p->edges - 1; e >= 0; e--)
            if (p->from[e] == cuts[first].vertex || p->to[e] == cuts[first].vertex)
                border = e;
    } else {
        for (int e = 0; e < p->edges; e++)               /* from the first vertex of the stretch to the next */
            if ((p->from[e] == cuts[first].vertex && p->to[e] == cuts[first + 1].vertex) ||
                (p->to[e] == cuts[first].vertex && p->from[e] == cuts[first + 1].vertex))
                border = e;
    }
    return (struct slow_crossing){ ZONE_BY_BORDER, border, p->kind[border], p->sight[border], 0 };
}

static int line_steps(const struct picture *p, int a, int b, struct slow_step *steps)
{
    static struct slow_cut cuts[2048];
    int                    count = cut_line(p, a, b, cuts), n = 1, since = 0, zone = a;

    steps[0].zone = a;
    for (int i = 0; i < count; i++) {
        struct slow_cut end = { 1, 1, -1, -1 };
        int             next;

        if (i + 1 < count && same_place(&cuts[i], &cuts[i + 1])) {
            printf("two cuts at one place\n");
            exit(1);
        }
        through_vertices += cuts[i].vertex >= 0;
        next = zone_of_piece(p, a, b, &cuts[i], i + 1 < count ? &cuts[i + 1] : &end);
        along_borders += next < 0;
        if (next < 0)
            continue;
        if (next != zone)
            steps[n++] = (struct slow_step){ crossing_between(p, cuts, since, i), cuts[since], cuts[i], next };
        zone  = next;
        since = i + 1;
    }
    return n;
}

/* Takes out grazed zones, from the start on; gives -1 when a length is too near the limit to tell. */
static int drop_grazed(const struct picture *p, int a, int b, int graze, struct slow_step *steps, int n)
{
    long double length = sqrtl((long double)(p->anchor_x[b] - p->anchor_x[a]) * (p->anchor_x[b] - p->anchor_x[a]) +
                               (long double)(p->anchor_y[b] - p->anchor_y[a]) * (p->anchor_y[b] - p->anchor_y[a]));
    int         i = 1;

    while (i + 1 < n) {
        long double in = (long double)steps[i].end.top / (long double)steps[i].end.bottom;
        long double out = (long double)steps[i + 1].begin.top / (long double)steps[i + 1].begin.bottom;
        int         vertex = shared_vertex(p, &steps[i].crossing, &steps[i + 1].crossing);

        if (vertex >= 0 && fabsl((out - in) * length - graze) < 1e-9L)
            return -1;
        if (vertex < 0 || steps[i].zone == b || (out - in) * length > graze) {
            i++;
            continue;
        }
        grazes++;
        if (steps[i - 1].zone == steps[i + 1].zone) {
            memmove(&steps[i], &steps[i + 2], (size_t)(n - i - 2) * sizeof steps[0]);
            n -= 2;
            i = i > 1 ? i - 1 : 1;
            continue;
        }
        steps[i + 1].begin       = steps[i].begin;
        steps[i + 1].crossing.by = ZONE_BY_JUNCTION;
        steps[i + 1].crossing.id = vertex;
        worst_at(p, vertex, &steps[i + 1].crossing.kind, &steps[i + 1].crossing.sight);
        memmove(&steps[i], &steps[i + 1], (size_t)(n - i - 1) * sizeof steps[0]);
        n--;
    }
    return n;
}

/* Among common borders the first one cut, else the longest; among common junctions the one of lowest sight. */
static struct slow_crossing near_crossing(const struct picture *p, int a, int b, const struct slow_crossing *list,
                                          int count)
{
    long double px = p->anchor_x[a], py = p->anchor_y[a], dx = p->anchor_x[b] - px, dy = p->anchor_y[b] - py;
    long double best = 1e9L;
    int         chosen = 0;

    for (int i = 0; i < count; i++) {
        int         e = list[i].id;
        long double score = list[i].sight, fx, fy, ex, ey, bottom, t, u;

        if (list[i].by == ZONE_BY_BORDER) {
            ex     = p->x[p->to[e]] - p->x[p->from[e]];
            ey     = p->y[p->to[e]] - p->y[p->from[e]];
            fx     = p->x[p->from[e]] - px;
            fy     = p->y[p->from[e]] - py;
            bottom = dx * ey - dy * ex;
            t      = (fx * ey - fy * ex) / bottom;
            u      = (fx * dy - fy * dx) / bottom;
            score  = fabsl(bottom) > 0 && t > 0 && t < 1 && u >= 0 && u <= 1 ? t : 1e8L - (ex * ex + ey * ey);
        }
        if (score < best - 1e-12L) {
            best   = score;
            chosen = i;
        }
    }
    return list[chosen];
}

static int same_crossing(const struct zone_crossing *ours, const struct slow_crossing *slow)
{
    return (int)ours->by == slow->by && ours->id == slow->id && ours->kind == slow->kind && ours->sight == slow->sight;
}

static void check_trace(const struct zone_map *map, const struct picture *p, int a, int b, int graze)
{
    static struct slow_step steps[2048];
    struct slow_crossing    list[512];
    struct zone_trace       ours, back;
    int                     count = slow_crossings(p, a, b, list), n, right;

    zone_trace(map, a, b, graze, &ours);
    zone_trace(map, b, a, graze, &back);
    if (count > 0) {
        steps[0].zone     = a;
        steps[1].zone     = b;
        steps[1].crossing = near_crossing(p, a, b, list, count);
        n                 = 2;
    } else {
        n = drop_grazed(p, a, b, graze, steps, line_steps(p, a, b, steps));
    }
    if (n < 0) {
        left_out++;
        return;
    }
    right = ours.count == n && back.count == n;
    for (int i = 0; right && i < n; i++) {
        right = ours.zone[i] == steps[i].zone && back.zone[n - 1 - i] == steps[i].zone;
        if (i > 0)
            right = right && same_crossing(&ours.crossing[i - 1], &steps[i].crossing) &&
                    same_crossing(&back.crossing[n - 1 - i], &steps[i].crossing);
    }
    judge(TRACES, right);
}

static void check_pair(const struct zone_map *map, const struct picture *p, int a, int b)
{
    struct slow_crossing list[512];
    struct zone_crossing ours[512], easy, hard;
    int                  count = slow_crossings(p, a, b, list), right, low = 99, high = -1;
    int                  link = count == 0 ? ZONE_APART : list[0].by;

    right = (int)zone_link(map, a, b) == link && zone_adjacent(map, a, b) == p->near[a][b];
    judge(LINKS, right && zone_in(&map->border[a], b) == (link == ZONE_BY_BORDER) &&
                     zone_in(&map->corner_only[a], b) == (link == ZONE_BY_JUNCTION));
    right = zone_crossings(map, a, b, ours, 512) == count;
    for (int i = 0; right && i < count; i++) {
        right = same_crossing(&ours[i], &list[i]) && ours[i].passable == list[i].passable;
        if (list[i].passable) {
            low  = list[i].kind < low ? list[i].kind : low;
            high = list[i].kind > high ? list[i].kind : high;
        }
    }
    right = right && zone_easiest(map, a, b, &easy) == (high >= 0) && zone_hardest(map, a, b, &hard) == (high >= 0);
    for (int i = count - 1, seen_low = 0, seen_high = 0; high >= 0 && i >= 0; i--) {
        /* No passable crossing before the chosen one may be as good. */
        seen_low  = seen_low || list[i].id == easy.id;
        seen_high = seen_high || list[i].id == hard.id;
        right     = right && !(seen_low && list[i].passable && list[i].kind == low && list[i].id != easy.id);
        right     = right && !(seen_high && list[i].passable && list[i].kind == high && list[i].id != hard.id);
    }
    judge(CROSSINGS, right && (high < 0 || (easy.kind == low && hard.kind == high && easy.passable && hard.passable)));
}

static void check_junctions(const struct zone_map *map, const struct picture *p)
{
    int found = 0;

    for (int v = 0; v < p->vertices; v++) {
        int count = p->zones_here[v], kind, sight, right;

        worst_at(p, v, &kind, &sight);
        right = map->first_at_vertex[v + 1] - map->first_at_vertex[v] == count;
        for (int i = 0; right && i < count; i++)
            right = map->zone_at_vertex[map->first_at_vertex[v] + i] == p->zone_here[v][i];
        if (count >= 3) {
            right = right && found < map->junction_count && map->junction[found] == v;
            right = right && map->junction_kind[v] == kind && map->junction_sight[v] == sight;
            found++;
        }
        judge(JUNCTIONS, right);
    }
    judge(JUNCTIONS, found == map->junction_count);
}

static int lies_on_side(const struct picture *p, int e, int side)
{
    int ax = p->x[p->from[e]], ay = p->y[p->from[e]], bx = p->x[p->to[e]], by = p->y[p->to[e]];

    switch (side) {
    case ZONE_NORTH: return ay == 0 && by == 0;
    case ZONE_EAST:  return ax == p->width && bx == p->width;
    case ZONE_SOUTH: return ay == p->height && by == p->height;
    default:         return ax == 0 && bx == 0;
    }
}

static int slow_touches(const struct picture *p, int zone, int side)
{
    for (int e = 0; e < p->edges; e++)
        if (p->side[e][1] < 0 && p->side[e][0] == zone && lies_on_side(p, e, side))
            return 1;
    return 0;
}

struct gates { unsigned char open[MOST][MOST]; signed char cost[MOST][MOST]; unsigned char stop[MOST][MOST]; };

static bool gate_open(const void *context, int32_t from, int32_t to)
{
    return ((const struct gates *)context)->open[from][to] != 0;
}

static struct zone_entry gate_cost(const void *context, int32_t from, int32_t to)
{
    const struct gates *gates = context;

    return (struct zone_entry){ gates->cost[from][to], gates->stop[from][to] != 0 };
}

enum { FAR = 1 << 28, COST = 1 << 12 };

static int ways[MOST][MOST];

static void all_ways(const struct picture *p, const struct gates *gates)
{
    for (int i = 0; i < p->zones; i++)
        for (int j = 0; j < p->zones; j++)
            ways[i][j] = i == j ? 0 : p->near[i][j] && (gates == NULL || gates->open[i][j]) ? 1 : FAR;
    for (int k = 0; k < p->zones; k++)
        for (int i = 0; i < p->zones; i++)
            for (int j = 0; j < p->zones; j++)
                if (ways[i][k] + ways[k][j] < ways[i][j])
                    ways[i][j] = ways[i][k] + ways[k][j];
}

static void judge_distances(const struct picture *p, const struct zone_set *sources, const int16_t *distance)
{
    for (int j = 0; j < p->zones; j++) {
        int least = FAR;

        for (int i = 0; i < p->zones; i++)
            if (zone_in(sources, i) && ways[i][j] < least)
                least = ways[i][j];
        judge(DISTANCES, distance[j] == (least < FAR ? least : -1));
    }
}

static void check_distances(const struct zone_map *map, const struct picture *p, const struct gates *gates)
{
    int16_t distance[ZONE_LIMIT];

    all_ways(p, NULL);
    for (int side = 0; side < 4; side++) {
        struct zone_set sources = { { 0, 0 } };

        for (int z = 0; z < p->zones; z++) {
            judge(TOUCHES, zone_touches(map, z, (enum zone_side)side) == slow_touches(p, z, side));
            if (slow_touches(p, z, side) && !p->closed[z])
                zone_add(&sources, z);
        }
        zone_side_distances(map, (enum zone_side)side, distance);
        judge_distances(p, &sources, distance);
    }
    all_ways(p, gates);
    for (int k = 0; k < 3; k++) {
        struct zone_set sources = { { 0, 0 } };

        for (int i = random_below(3); i >= 0; i--)
            zone_add(&sources, random_below(p->zones));
        zone_distances(map, &sources, gate_open, gates, distance);
        judge_distances(p, &sources, distance);
    }
}

static int path_holds(const struct picture *p, const struct gates *gates, const int16_t *path, int count, int start,
                      int end, int cost)
{
    if (path[0] != start || path[count - 1] != end)
        return 0;
    for (int i = 0; i + 1 < count; i++) {
        int a = path[i], b = path[i + 1];

        if (!p->near[a][b] || gates->cost[a][b] < 0 || (gates->stop[a][b] && i + 2 < count))
            return 0;
        cost -= gates->cost[a][b];
    }
    return cost == 0;
}

/* Among the best last steps into a zone the path must have taken the one from the lowest zone. */
static int last_step_lowest(const struct picture *p, const struct gates *gates, const int16_t *path, int count,
                            int best[MOST][2])
{
    int to = path[count - 1], layer = best[to][1] < best[to][0];

    for (int i = 0; i < p->zones; i++)
        if (p->near[i][to] && gates->cost[i][to] >= 0 && gates->stop[i][to] == layer &&
            best[i][0] + gates->cost[i][to] * COST + 1 == best[to][layer])
            return i == path[count - 2];
    return 0;
}

static void check_costs(const struct zone_map *map, const struct picture *p, const struct gates *gates)
{
    static struct zone_reach reach;
    int                      best[MOST][2], start = random_below(p->zones), budget = random_below(30), again = 1;
    int16_t                  path[MOST];

    zone_reach(&reach, map, start, budget, gate_cost, gates);
    for (int i = 0; i < p->zones; i++)
        best[i][0] = best[i][1] = FAR;
    best[start][0] = 0;
    while (again) {
        again = 0;
        for (int i = 0; i < p->zones; i++)
            for (int j = 0; j < p->zones; j++) {
                int sum = best[i][0] + gates->cost[i][j] * COST + 1;

                if (best[i][0] == FAR || !p->near[i][j] || gates->cost[i][j] < 0 || sum / COST > budget ||
                    sum >= best[j][gates->stop[i][j]])
                    continue;
                best[j][gates->stop[i][j]] = sum;
                again                      = 1;
            }
    }
    for (int i = 0; i < p->zones; i++) {
        int least = best[i][0] <= best[i][1] ? best[i][0] : best[i][1], count = zone_reach_path(&reach, i, path, MOST);
        int right = zone_reach_cost(&reach, i) == (least < FAR ? least / COST : -1);

        right = right && reach.cost[0][i] == (best[i][0] < FAR ? best[i][0] / COST : -1);
        right = right && count == (least < FAR ? least % COST + 1 : 0);
        right = right && (count < 2 || last_step_lowest(p, gates, path, count, best));
        judge(COSTS, right && (count == 0 || path_holds(p, gates, path, count, start, i, least / COST)));
    }
}

/* Hands a picture to the engine, its polygons turned and its edges stated in any way that is allowed. */
static void give(const struct picture *p, struct zone_map *map, int plain)
{
    memset(map, 0, sizeof *map);
    map->width        = p->width;
    map->height       = p->height;
    map->impassable   = IMPASSABLE;
    map->vertex_count = p->vertices;
    map->zone_count   = p->zones;
    map->edge_count   = p->edges;
    for (int v = 0; v < p->vertices; v++)
        map->vertex[v] = (struct zone_point){ p->x[v], p->y[v] };
    for (int z = 0, n = 0; z < p->zones; z++) {
        int reversed = !plain && random_below(2), turned = plain ? 0 : random_below(p->corners[z]);

        for (int i = 0; i < p->corners[z]; i++) {
            int k = (reversed ? p->corners[z] - i : i) + turned;

            map->corner[n++] = (int16_t)p->corner[z][k % p->corners[z]];
        }
        map->first_corner[z + 1] = (int16_t)n;
        map->anchor[z]           = (struct zone_point){ p->anchor_x[z], p->anchor_y[z] };
        map->anchor_given[z]     = true;
        map->closed[z]           = p->closed[z] != 0;
    }
    for (int e = 0; e < p->edges; e++) {
        int               swapped = !plain && random_below(2), stated = plain || random_below(2);
        struct zone_edge *edge = &map->edge[e];

        edge->a       = (int16_t)(swapped ? p->to[e] : p->from[e]);
        edge->b       = (int16_t)(swapped ? p->from[e] : p->to[e]);
        swapped       = swapped && p->side[e][1] >= 0;       /* a rim edge states its one zone first */
        edge->zone[0] = (int16_t)(stated ? p->side[e][swapped] : ZONE_NONE);
        edge->zone[1] = (int16_t)(stated ? p->side[e][!swapped] : ZONE_NONE);
        edge->kind    = (uint8_t)p->kind[e];
        edge->sight   = (uint8_t)p->sight[e];
    }
}

/* Cells of a grid: each belongs to a group; each is its corners in order, x towards y. */
enum { CELLS = 200 };

struct cell { int corners, corner[4], group; };

static struct cell cell[CELLS];
static int         cells;

/* The outline of a group as one ring of vertices, or 0 when it is not a simple one. */
static int outline(int group, int *ring)
{
    static int from[CELLS * 4], to[CELLS * 4];
    int        sides = 0, count = 0, at;

    for (int c = 0; c < cells; c++)
        for (int i = 0; cell[c].group == group && i < cell[c].corners; i++) {
            int a = cell[c].corner[i], b = cell[c].corner[(i + 1) % cell[c].corners], gone = 0;

            for (int k = 0; k < sides && !gone; k++)
                if (from[k] == b && to[k] == a) {
                    from[k] = from[--sides];
                    to[k]   = to[sides];
                    gone    = 1;
                }
            if (!gone) {
                from[sides] = a;
                to[sides++] = b;
            }
        }
    if (sides >= CORNERS)
        return 0;
    for (int i = 0; i < sides; i++)
        for (int j = 0; j < i; j++)
            if (from[i] == from[j])
                return 0;
    at = from[0];
    do {
        int k = 0;

        ring[count++] = at;
        while (from[k] != at)
            k++;
        at = to[k];
    } while (at != from[0]);
    return count == sides ? count : 0;
}

static wide turn_of(const struct picture *p, int a, int b, int c)
{
    return (wide)(p->x[b] - p->x[a]) * (p->y[c] - p->y[a]) - (wide)(p->y[b] - p->y[a]) * (p->x[c] - p->x[a]);
}

static void grid_vertices(struct picture *p, int cols, int rows, int pitch, int shake)
{
    p->vertices = 0;
    p->width    = cols * pitch;
    p->height   = rows * pitch;
    for (int r = 0; r <= rows; r++)
        for (int c = 0; c <= cols; c++) {
            p->x[p->vertices]   = c * pitch + (c > 0 && c < cols && shake ? random_below(2 * shake + 1) - shake : 0);
            p->y[p->vertices++] = r * pitch + (r > 0 && r < rows && shake ? random_below(2 * shake + 1) - shake : 0);
        }
}

static void grid_cells(const struct picture *p, int cols, int rows)
{
    cells = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            int v = r * (cols + 1) + c, first = random_below(2);
            int k[4] = { v, v + 1, v + cols + 2, v + cols + 1 };

            if (random_below(5) == 0 && turn_of(p, k[first], k[first + 1], k[first + 2]) > 0 &&
                turn_of(p, k[first], k[first + 2], k[(first + 3) % 4]) > 0) {
                cell[cells] = (struct cell){ 3, { k[first], k[first + 1], k[first + 2], 0 }, cells };
                cells++;
                cell[cells] = (struct cell){ 3, { k[first], k[first + 2], k[(first + 3) % 4], 0 }, cells };
                cells++;
            } else {
                cell[cells] = (struct cell){ 4, { k[0], k[1], k[2], k[3] }, cells };
                cells++;
            }
        }
}

static void merge_cells(int tries)
{
    int ring[CELLS * 4];

    for (int i = 0; i < tries; i++) {
        int a = random_below(cells), b = random_below(cells), kept = cell[b].group, before[CELLS];

        if (cell[a].group == kept)
            continue;
        for (int c = 0; c < cells; c++) {
            before[c] = cell[c].group;
            if (cell[c].group == kept)
                cell[c].group = cell[a].group;
        }
        if (outline(cell[a].group, ring) == 0)
            for (int c = 0; c < cells; c++)
                cell[c].group = before[c];
    }
}

/* Merging leaves vertices inside zones unused: they are taken out. */
static void drop_unused(struct picture *p)
{
    int number[512], kept = 0;

    for (int v = 0; v < p->vertices; v++) {
        int list[MOST], used = zones_at(p, v, list);

        number[v] = used ? kept : -1;
        p->x[kept] = p->x[v];
        p->y[kept] = p->y[v];
        kept += used > 0;
    }
    p->vertices = kept;
    for (int z = 0; z < p->zones; z++)
        for (int i = 0; i < p->corners[z]; i++)
            p->corner[z][i] = number[p->corner[z][i]];
}

static int choose_anchor(struct picture *p, int z, int half)
{
    for (int tries = 0; tries < 4000; tries++) {
        int low_x = 1 << 20, high_x = 0, low_y = 1 << 20, high_y = 0;

        for (int i = 0; i < p->corners[z]; i++) {
            int x = p->x[p->corner[z][i]], y = p->y[p->corner[z][i]];

            low_x  = x < low_x ? x : low_x;
            high_x = x > high_x ? x : high_x;
            low_y  = y < low_y ? y : low_y;
            high_y = y > high_y ? y : high_y;
        }
        p->anchor_x[z] = low_x + random_below(high_x - low_x + 1);
        p->anchor_y[z] = low_y + random_below(high_y - low_y + 1);
        if (half > 0 && tries < 2000) {                      /* in line with the vertices */
            p->anchor_x[z] -= p->anchor_x[z] % half;
            p->anchor_y[z] -= p->anchor_y[z] % half;
        }
        if (holds(p, z, p->anchor_x[z], p->anchor_y[z], 1) == 1)
            return 1;
    }
    return 0;
}

static int random_picture(struct picture *p)
{
    int cols = 1 + random_below(9), rows = 2 + random_below(7), coarse = random_below(3);
    int pitch = coarse ? 4 + 2 * random_below(4) : 40 + random_below(60), numbers[CELLS];

    memset(p, 0, sizeof *p);
    grid_vertices(p, cols, rows, pitch, coarse ? random_below(3) == 0 : pitch / 3);
    grid_cells(p, cols, rows);
    merge_cells((int[4]){ 0, 4, 10, 25 }[random_below(4)] * cells);
    for (int c = 0; c < cells; c++)
        numbers[c] = c;
    for (int c = cells - 1; c > 0; c--) {                    /* zones are numbered in no order of place */
        int k = random_below(c + 1), kept = numbers[c];

        numbers[c] = numbers[k];
        numbers[k] = kept;
    }
    for (int c = 0; c < cells && p->zones < MOST; c++) {
        int ring[CELLS * 4], count = 0, any = 0;

        for (int k = 0; k < cells; k++)
            any = any || cell[k].group == numbers[c];
        if (any)
            count = outline(numbers[c], ring);
        if (count == 0)
            continue;
        p->corners[p->zones] = count;
        memcpy(p->corner[p->zones++], ring, (size_t)count * sizeof ring[0]);
    }
    drop_unused(p);
    for (int z = 0; z < p->zones; z++)
        for (int i = 0; i < p->corners[z]; i++)
            add_edge(p, p->corner[z][i], p->corner[z][(i + 1) % p->corners[z]], z);
    for (int e = 0; e < p->edges; e++) {
        p->kind[e]  = p->side[e][1] < 0 ? 9 : random_below(5) == 0 ? 1 + random_below(3) : 0;
        p->sight[e] = random_below(6) == 0;
    }
    for (int z = 0; z < p->zones; z++) {
        p->closed[z] = random_below(12) == 0;
        if (!choose_anchor(p, z, coarse && random_below(3) ? pitch / 2 : 0))
            return 0;
    }
    look_around(p);
    return p->zones >= 2;
}

/* Two stretches of one line: apart when they are on the axis in which the line is longer. */
static int apart_on_line(const struct picture *p, int a, int b, int c, int d)
{
    const int *at = p->x[a] == p->x[b] ? p->y : p->x;
    int        low = at[a] < at[b] ? at[a] : at[b], high = at[a] + at[b] - low;

    return (at[c] < low && at[d] < low) || (at[c] > high && at[d] > high);
}

static int same_sign(wide a, wide b)
{
    return (a > 0 && b > 0) || (a < 0 && b < 0);
}

/* Whether two edges have a point in common that they should not have. */
static int edges_meet(const struct picture *p, int e, int f)
{
    int  a = p->from[e], b = p->to[e], c = p->from[f], d = p->to[f], shared, one, two;
    wide c_side = turn_of(p, a, b, c), d_side = turn_of(p, a, b, d);

    if (a != c && a != d && b != c && b != d) {
        if (c_side == 0 && d_side == 0)
            return !apart_on_line(p, a, b, c, d);
        return !same_sign(c_side, d_side) && !same_sign(turn_of(p, c, d, a), turn_of(p, c, d, b));
    }
    shared = a == c || a == d ? a : b;
    one    = shared == a ? b : a;
    two    = shared == c ? d : c;
    return turn_of(p, shared, one, two) == 0 &&
           (wide)(p->x[one] - p->x[shared]) * (p->x[two] - p->x[shared]) +
                   (wide)(p->y[one] - p->y[shared]) * (p->y[two] - p->y[shared]) >= 0;
}

static wide double_area(const struct picture *p, int z)
{
    wide area = 0;

    for (int i = 0; i < p->corners[z]; i++) {
        int a = p->corner[z][i], b = p->corner[z][(i + 1) % p->corners[z]];

        area += (wide)p->x[a] * p->y[b] - (wide)p->x[b] * p->y[a];
    }
    return area;
}

/* Whether a picture is still sound after one vertex was moved: nothing may meet or turn over, and the rim must stay. */
static int slow_sound(const struct picture *p)
{
    for (int v = 0; v < p->vertices; v++)
        if (p->x[v] < 0 || p->y[v] < 0 || p->x[v] > p->width || p->y[v] > p->height)
            return 0;
    for (int e = 0; e < p->edges; e++) {
        if (p->side[e][1] < 0 && !lies_on_side(p, e, 0) && !lies_on_side(p, e, 1) && !lies_on_side(p, e, 2) &&
            !lies_on_side(p, e, 3))
            return 0;
        for (int f = 0; f < p->edges; f++)
            if (e != f && edges_meet(p, e, f))
                return 0;
    }
    for (int z = 0; z < p->zones; z++)
        if (double_area(p, z) <= 0 || holds(p, z, p->anchor_x[z], p->anchor_y[z], 1) != 1)
            return 0;
    return 1;
}

static void check_moved(const struct picture *sound)
{
    static struct picture  p;
    static struct zone_map map;
    struct zone_fault      fault;
    int                    v = random_below(sound->vertices), reach = 2 + random_below(sound->width / 2 + 1);
    bool                   accepted;

    p = *sound;
    p.x[v] += random_below(2 * reach + 1) - reach;
    p.y[v] += random_below(2 * reach + 1) - reach;
    give(&p, &map, 1);
    accepted = zone_build(&map, &fault);
    judge(MOVED, accepted == (slow_sound(&p) != 0) && accepted == (fault.trouble == ZONE_SOUND));
}

static void check_points(const struct zone_map *map, const struct picture *p)
{
    for (int i = 0; i < 20; i++) {
        int x = random_below(p->width + 5) - 2, y = random_below(p->height + 5) - 2, expected = ZONE_NONE;

        for (int z = p->zones - 1; z >= 0; z--)
            if (holds(p, z, x, y, 1) >= 0)
                expected = z;
        judge(POINTS, zone_at(map, (struct zone_point){ x, y }) == expected);
    }
}

static void random_gates(struct gates *gates)
{
    int walls = 2 + random_below(8), stops = random_below(5), low = random_below(2);

    for (int i = 0; i < MOST; i++)
        for (int j = 0; j < MOST; j++) {
            gates->open[i][j] = random_below(walls) != 0;
            gates->cost[i][j] = (signed char)(random_below(walls) == 0 ? -1 : low + random_below(4));
            gates->stop[i][j] = random_below(10) < stops;
        }
}

static int check_random_map(void)
{
    static struct picture  p;
    static struct zone_map map;
    static struct gates    gates;
    struct zone_fault      fault;
    int                    graze, ok;

    if (!random_picture(&p))
        return 0;
    graze = random_below(3) == 0 ? 0 : p.width > 100 ? random_below(40) : random_below(5);
    give(&p, &map, 0);
    ok = zone_build(&map, &fault);
    judge(BUILD, ok);
    if (!ok) {
        printf("refused: trouble %d zone %d edge %d vertex %d\n", (int)fault.trouble, fault.zone, fault.edge,
               fault.vertex);
        return 0;
    }
    random_gates(&gates);
    check_junctions(&map, &p);
    check_points(&map, &p);
    check_distances(&map, &p, &gates);
    for (int i = 0; i < 8; i++)
        check_costs(&map, &p, &gates);
    for (int i = 0; i < 40; i++)
        check_moved(&p);
    for (int a = 0; a < p.zones; a++)
        for (int b = a + 1; b < p.zones; b++) {
            if (random_below(p.zones) < 16)
                check_pair(&map, &p, random_below(2) ? a : b, random_below(2) ? a : b);
            check_trace(&map, &p, a, b, graze);
        }
    return 1;
}

/* The map files. */
static const char *const kinds[4] = { "dotted", "single", "double", "impassable" };

static int kind_number(const char *name)
{
    for (int i = 0; i < 4; i++)
        if (strcmp(kinds[i], name) == 0)
            return i;
    return 0;                                                /* a map edge */
}

struct file_map {
    struct picture p;
    int            id[MOST], altitude[MOST], brown[MOST];
    struct zone_map map;
};

static int zone_by_id(const struct file_map *f, int id)
{
    for (int z = 0; z < f->p.zones; z++)
        if (f->id[z] == id)
            return z;
    return -1;
}

static int is_brown(const json_t *colour)
{
    return strcmp(json_string_value(colour), "brown") == 0;
}

static int number(const json_t *array, size_t i)
{
    return (int)json_integer_value(json_array_get(array, i));
}

static void load_picture(struct file_map *f, const json_t *map)
{
    struct picture *p = &f->p;
    size_t          i, k;
    json_t         *row, *entry;

    memset(p, 0, sizeof *p);
    p->width  = number(json_object_get(map, "canvas"), 0);
    p->height = number(json_object_get(map, "canvas"), 1);
    json_array_foreach(json_object_get(map, "vertices"), i, row) {
        p->x[p->vertices]   = number(row, 0);
        p->y[p->vertices++] = number(row, 1);
    }
    json_array_foreach(json_object_get(map, "zones"), i, row) {
        int z = p->zones++;

        f->id[z]       = (int)json_integer_value(json_object_get(row, "id"));
        f->altitude[z] = (int)json_integer_value(json_object_get(row, "altitude"));
        f->brown[z]    = is_brown(json_object_get(row, "block"));
        p->closed[z]   = strcmp(json_string_value(json_object_get(row, "type")), "X") == 0;
        p->anchor_x[z] = number(json_object_get(row, "anchor"), 0);
        p->anchor_y[z] = number(json_object_get(row, "anchor"), 1);
        json_array_foreach(json_object_get(row, "polygon"), k, entry)
            p->corner[z][p->corners[z]++] = (int)json_integer_value(entry);
    }
    json_array_foreach(json_object_get(map, "edges"), i, row) {
        int     e     = p->edges++;
        json_t *zones = json_object_get(row, "zones");

        p->from[e]    = (int)json_integer_value(json_object_get(row, "a"));
        p->to[e]      = (int)json_integer_value(json_object_get(row, "b"));
        p->side[e][0] = zone_by_id(f, number(zones, 0));
        p->side[e][1] = json_array_size(zones) > 1 ? zone_by_id(f, number(zones, 1)) : -1;
        p->kind[e]    = kind_number(json_string_value(json_object_get(row, "kind")));
        p->sight[e]   = is_brown(json_object_get(row, "sight"));
    }
    look_around(p);
}

static void give_roads(struct file_map *f, const json_t *map)
{
    size_t  i, k;
    json_t *road, *entry;
    int     n = 0;

    json_array_foreach(json_object_get(map, "roads"), i, road) {
        json_array_foreach(road, k, entry)
            f->map.road[n++] = (int16_t)zone_by_id(f, (int)json_integer_value(entry));
        f->map.first_of_road[++f->map.road_count] = (int16_t)n;
    }
}

static void check_file_roads(const struct file_map *f, const json_t *map)
{
    size_t  i, k;
    json_t *road;

    json_array_foreach(json_object_get(map, "roads"), i, road)
        for (k = 0; k + 1 < json_array_size(road); k++) {
            int a = zone_by_id(f, number(road, k)), b = zone_by_id(f, number(road, k + 1));

            judge(FILES, zone_road_step(&f->map, a, b) && zone_road_step(&f->map, b, a));
            judge(FILES, zone_adjacent(&f->map, a, b));
            judge(FILES, !zone_road_step(&f->map, a, a));
        }
}

static void check_file_neighbours(const struct file_map *f, const json_t *checks)
{
    const char *key;
    json_t     *row, *neighbours = json_object_get(checks, "neighbours");

    json_object_foreach(neighbours, key, row) {
        int zone = zone_by_id(f, atoi(key));

        for (int by = 1; by <= 2; by++) {
            json_t *list  = json_object_get(row, by == ZONE_BY_BORDER ? "border" : "junction");
            size_t  found = 0;

            for (int other = 0; other < f->p.zones; other++)
                if (zone_adjacent(&f->map, zone, other) && (int)zone_link(&f->map, zone, other) == by)
                    judge(FILES, number(list, found++) == f->id[other]);
            judge(FILES, found == json_array_size(list));
        }
    }
}

static void check_file_junctions(const struct file_map *f, const json_t *map)
{
    json_t *list = json_object_get(map, "junctions"), *row;
    size_t  i, k;

    judge(FILES, (int)json_array_size(list) == f->map.junction_count);
    json_array_foreach(list, i, row) {
        int     v     = (int)json_integer_value(json_object_get(row, "vertex"));
        json_t *zones = json_object_get(row, "zones");

        judge(FILES, f->map.junction[i] == v);
        judge(FILES, f->map.junction_kind[v] == kind_number(json_string_value(json_object_get(row, "kind"))));
        judge(FILES, f->map.junction_sight[v] == is_brown(json_object_get(row, "sight")));
        judge(FILES, f->map.first_at_vertex[v + 1] - f->map.first_at_vertex[v] == (int)json_array_size(zones));
        for (k = 0; k < json_array_size(zones); k++)
            judge(FILES, f->id[f->map.zone_at_vertex[f->map.first_at_vertex[v] + (int)k]] == number(zones, k));
    }
}

static void check_file_supply(const struct file_map *f, const json_t *root, const char *side)
{
    char        key[64];
    const char *zone, *edge = json_string_value(json_object_get(json_object_get(root, "supply_edge"), side));
    json_t     *value, *table;
    int16_t     distance[ZONE_LIMIT];

    snprintf(key, sizeof key, "supply_distance_%s", side);
    table = json_object_get(json_object_get(root, "checks"), key);
    if (table == NULL || edge == NULL)
        return;
    zone_side_distances(&f->map, (enum zone_side)(strchr("NESW", edge[0]) - "NESW"), distance);
    json_object_foreach(table, zone, value)
        judge(FILES, distance[zone_by_id(f, atoi(zone))] == (json_is_integer(value) ? json_integer_value(value) : -1));
}

/* The sight rule of the game, with no units on the map, to see that traces lead to the known answers. */
static int file_sight(const struct file_map *f, const struct zone_trace *trace)
{
    int from = f->altitude[trace->zone[0]], to = f->altitude[trace->zone[trace->count - 1]], level = 0;

    for (int i = 0; i + 1 < trace->count; i++)
        if (trace->crossing[i].sight)
            return 0;
    for (int i = 1; i + 1 < trace->count; i++) {
        int mid = f->altitude[trace->zone[i]];

        if (f->brown[trace->zone[i]] || mid > (from > to ? from : to))
            return 0;
        level = level || mid == from;
    }
    return from >= to && !(to < from && (trace->count == 2 || level));
}

static void check_file_lines(const struct file_map *f, const json_t *checks)
{
    size_t  i, k;
    json_t *row;

    json_array_foreach(json_object_get(checks, "line_of_sight_no_units"), i, row) {
        int               from = zone_by_id(f, (int)json_integer_value(json_object_get(row, "from")));
        int               to   = zone_by_id(f, (int)json_integer_value(json_object_get(row, "to")));
        json_t           *zones = json_object_get(row, "zones");
        struct zone_trace trace;

        zone_trace(&f->map, from, to, 16, &trace);
        judge(FILES, trace.count == (int)json_array_size(zones));
        judge(FILES, trace.count - 1 == json_integer_value(json_object_get(row, "range")));
        for (k = 0; k < json_array_size(zones) && (int)k < trace.count; k++)
            judge(FILES, f->id[trace.zone[k]] == number(zones, k));
        judge(FILES, file_sight(f, &trace) == json_is_true(json_object_get(row, "clear")));
    }
}

static void check_file_sides(const struct file_map *f, const json_t *map)
{
    for (int side = 0; side < 4; side++) {
        char    name[2] = { "NESW"[side], 0 };
        json_t *list    = json_object_get(json_object_get(map, "map_edges"), name);
        size_t  found   = 0;

        for (int z = 0; z < f->p.zones; z++)
            if (zone_touches(&f->map, z, (enum zone_side)side) && !f->p.closed[z])
                judge(FILES, number(list, found++) == f->id[z]);
        judge(FILES, found == json_array_size(list));
    }
}

static int check_file(const char *folder, const char *name)
{
    static struct file_map f;
    static struct zone_map bare;
    struct zone_fault      fault;
    char                   path[1024];
    json_error_t           error;
    json_t                *root, *map;

    snprintf(path, sizeof path, "%s/zones/%s.json", folder, name);
    root = json_load_file(path, 0, &error);
    if (root == NULL) {
        printf("%s: %s\n", path, error.text);
        return 0;
    }
    map = json_object_get(root, "map");
    load_picture(&f, map);
    give(&f.p, &f.map, 1);
    give_roads(&f, map);
    bare = f.map;
    judge(FILES, zone_build(&f.map, &fault));
    if (fault.trouble != ZONE_SOUND)
        return 0;
    memset(bare.anchor_given, 0, sizeof bare.anchor_given);
    judge(FILES, zone_build(&bare, &fault));
    for (int z = 0; z < f.p.zones; z++)
        judge(FILES, bare.anchor[z].x == f.p.anchor_x[z] && bare.anchor[z].y == f.p.anchor_y[z]);
    check_file_roads(&f, map);
    check_file_neighbours(&f, json_object_get(root, "checks"));
    check_file_junctions(&f, map);
    check_file_sides(&f, map);
    check_file_supply(&f, root, "catholic");
    check_file_supply(&f, root, "protestant");
    check_file_lines(&f, json_object_get(root, "checks"));
    for (int a = 0; a < f.p.zones; a++)
        for (int b = a + 1; b < f.p.zones; b++) {
            check_pair(&f.map, &f.p, a, b);
            check_trace(&f.map, &f.p, a, b, 16);
        }
    json_decref(root);
    return 1;
}

int main(int argc, char **argv)
{
    static const char *const names[] = { "teach",  "book_examples", "metrieux", "cognat",
                                         "vimory", "dormans",       "auneau" };
    long                     cases = argc > 1 ? strtol(argv[1], NULL, 10) : 200000, sum = 0, wrong = 0;
    const char              *folder = argc > 2 ? argv[2] : MESTRE_TEST_DATA;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!check_file(folder, names[i]))
            return 1;
    printf("map files: %ld checks, %ld disagreements\n", tally[FILES].cases, tally[FILES].wrong);
    for (long done = 0; done < cases;) {
        long before = 0, after = 0;

        for (int i = 0; i < TALLIES; i++)
            before += tally[i].cases;
        check_random_map();
        for (int i = 0; i < TALLIES; i++)
            after += tally[i].cases;
        done += after - before;
    }
    for (int i = 0; i < TALLIES; i++) {
        printf("%-26s %8ld cases %4ld disagreements\n", tally[i].name, tally[i].cases, tally[i].wrong);
        sum += tally[i].cases;
        wrong += tally[i].wrong;
    }
    printf("%-26s %8ld cases %4ld disagreements\n", "zones", sum, wrong);
    printf("in the traces: %ld vertices hit exactly, %ld stretches along borders, %ld grazed zones\n",
           through_vertices, along_borders, grazes);
    printf("left out, too near the limit of a graze: %ld traces\n", left_out);
    return wrong != 0;
}
