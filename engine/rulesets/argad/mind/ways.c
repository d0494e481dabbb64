/*
 * ways.c: how far it is round walls and cliffs, for a computer player.
 *
 * The corners of a match are measured when it is loaded, doors as they are then; a way is then the straight leg, or the best of the
 * corners that the start and the end can be joined to. Man and beast pass where there is room for both: not through a window, and a gate in
 * its middle.
 */
#include "wants.h"

enum { NO_WAY = INT32_MAX / 4, ALONE = 0, LEADING = 1, ROOM = 1200 };

static bool is_free(const struct match *m, const struct state *s, struct point a, struct point b)
{
    return !argad_leg_barred(m, s, &m->mover[0], (struct segment){ a, b });
}

static struct point sum_of(struct point a, struct point b) { return (struct point){ a.x + b.x, a.y + b.y }; }
static struct point less_of(struct point a, struct point b) { return (struct point){ a.x - b.x, a.y - b.y }; }

static bool joins(const struct match *m, const struct state *s, bool leads, struct point a, struct point b)
{
    struct point beside;
    int32_t      bearing;

    if (!is_free(m, s, a, b)) return false;
    if (!leads || (a.x == b.x && a.y == b.y)) return true;
    bearing = table_bearing(a, b);
    beside = less_of(table_moved((struct pose){ a, bearing }, 0, ROOM).at, a);
    return is_free(m, s, sum_of(a, beside), sum_of(b, beside)) && is_free(m, s, less_of(a, beside), less_of(b, beside));
}

static const struct point *corners_for(const struct match *m, bool leads) { return leads ? m->clear : m->corner; }

static void measure(struct match *m, const struct state *begin, bool leads)
{
    struct ways        *ways = &m->ways[leads];
    const struct point *corner = corners_for(m, leads);

    for (int i = 0; i < m->corners; i++) {
        for (int k = 0; k < i; k++)
            ways->between[i][k] = ways->between[k][i] = joins(m, begin, leads, corner[i], corner[k]) ? mind_far(corner[i], corner[k]) : NO_WAY;
        ways->between[i][i] = 0;
        for (int edge = 0; edge < 4; edge++) {
            struct point to = argad_to_edge(m, corner[i], (uint8_t)(1 << edge));
            ways->off[i][edge] = joins(m, begin, leads, corner[i], to) ? mind_far(corner[i], to) : NO_WAY;
        }
    }
    for (int by = 0; by < m->corners; by++)
        for (int i = 0; i < m->corners; i++)
            for (int k = 0; k < m->corners; k++) ways->between[i][k] = min32(ways->between[i][k], ways->between[i][by] + ways->between[by][k]);
    for (int edge = 0; edge < 4; edge++)
        for (int i = 0; i < m->corners; i++)
            for (int k = 0; k < m->corners; k++) ways->off[i][edge] = min32(ways->off[i][edge], ways->between[i][k] + ways->off[k][edge]);
}

static bool has_animals(const struct match *m)
{
    for (int i = 0; i < m->things; i++)
        if (m->thing[i].type == THING_ANIMAL || m->thing[i].type == THING_HORSE || m->thing[i].type == THING_MULE) return true;
    return false;
}

void argad_measure_corners(struct match *m)
{
    struct state begin = { .turn = 0 };

    for (int i = 0; i < m->doors; i++) begin.unit[m->first[KIND_DOOR] + i].door = m->door_state[i];
    measure(m, &begin, false);
    if (has_animals(m)) measure(m, &begin, true);
}

/* A prisoner stays where he is, and nobody goes through him. */
static bool is_body(const struct state *s, int figure, int other)
{
    return other != figure && s->unit[other].status == STATUS_PRISONER && !s->unit[other].with && s->unit[other].x != UNKNOWN_PLACE;
}

static bool is_in_the_way(const struct match *m, const struct state *s, int figure, int other, struct segment leg)
{
    struct point near = table_nearest_on(leg, place_of(s, other), NULL);

    if (near.x == leg.from.x && near.y == leg.from.y) return false;           /* it goes away from him */
    return mind_gap(m, s, figure, near, other, place_of(s, other)) == 0;
}

bool mind_is_taken(const struct match *m, const struct state *s, int figure, struct point at)
{
    for (int i = 0; i < m->figures; i++)
        if (is_body(s, figure, i) && mind_gap(m, s, figure, at, i, place_of(s, i)) == 0) return true;
    return false;
}

/* Round him, on either side; false: there is no room, as in a window. */
static bool round_him(const struct match *m, const struct state *s, int figure, int other, struct segment leg, struct point *by)
{
    int32_t aside = (mover_of(m, s, figure)->shape.depth + mover_of(m, s, other)->shape.depth) / 2 + CM / 10;

    for (int side = -1; side <= 1; side += 2) {
        *by = table_moved((struct pose){ place_of(s, other), table_bearing(leg.from, leg.to) }, 0, side * aside).at;
        if (is_free(m, s, leg.from, *by) && is_free(m, s, *by, leg.to)) return true;
    }
    return false;
}

/* From where it is judged straight to a place: how far, or NO_WAY. *first: where it bends round somebody, or the place. */
static int32_t straight(const struct match *m, const struct state *s, const struct around *around, struct point to, struct point *first)
{
    struct segment leg = { around->from, to };

    *first = to;
    if (m->corners && !joins(m, s, around->leads, leg.from, leg.to)) return NO_WAY;
    if (around->leads || (leg.from.x == to.x && leg.from.y == to.y)) return mind_far(leg.from, to);
    for (int i = 0; i < m->figures; i++)
        if (is_body(s, around->figure, i) && is_in_the_way(m, s, around->figure, i, leg))
            return round_him(m, s, around->figure, i, leg, first) ? mind_far(leg.from, *first) + mind_far(*first, to) : NO_WAY;
    return mind_far(leg.from, to);
}

void mind_look_round(const struct match *m, const struct state *s, int figure, struct point from, struct around *around)
{
    int          led = s->unit[figure].carries - 1;
    struct point half = { 0 };

    around->from = from;
    around->half = (struct point){ 0 };
    around->figure = (int16_t)figure;
    around->leads = around->looked = around->measured = false;
    around->count = 0;
    if (led >= m->first[KIND_THING] && s->unit[led].status == STATUS_STANDING && m->thing[led - m->first[KIND_THING]].type != THING_CART) {
        around->leads = true;
        half = (struct point){ (s->unit[led].x - s->unit[figure].x) / 2, (s->unit[led].y - s->unit[figure].y) / 2 };
    }
    if (is_free(m, s, from, sum_of(from, half))) {          /* not beyond a wall that is between them */
        around->half = half;
        around->from = sum_of(from, half);
    }
}

/* The corners that one can go to straight. They matter only where something is in the way, and are not looked for before. */
static void look_for_corners(const struct match *m, const struct state *s, struct around *around)
{
    if (around->looked) return;
    around->looked = true;
    for (int i = 0; i < m->corners; i++) {
        struct point first;
        int32_t      far = straight(m, s, around, corners_for(m, around->leads)[i], &first);
        if (far >= NO_WAY || (!around->leads && mind_is_taken(m, s, around->figure, corners_for(m, false)[i]))) continue;
        around->far[around->count] = far;
        around->by[around->count] = first;
        around->list[around->count++] = (uint8_t)i;
    }
}

/* How far it is to every corner, and by which of the first ones. */
static void measure_corners(const struct match *m, const struct state *s, struct around *around)
{
    const struct ways *ways = &m->ways[around->leads];

    if (around->measured) return;
    look_for_corners(m, s, around);
    around->measured = true;
    for (int k = 0; k < m->corners; k++) {
        around->whole[k] = NO_WAY;
        for (int i = 0; i < around->count; i++) {
            int32_t whole = around->far[i] + ways->between[around->list[i]][k];
            if (whole >= around->whole[k]) continue;
            around->whole[k] = whole;
            around->after[k] = (uint8_t)i;
        }
    }
}

/* No more than the distance is, without a root. */
static int32_t at_least_far(struct point a, struct point b)
{
    int64_t dx = abs64((int64_t)a.x - b.x), dy = abs64((int64_t)a.y - b.y);

    return (int32_t)max64(max64(dx, dy), (dx + dy) * 181 / 256);
}

/* By the corner with the shortest way that can be joined to the place; of equals by the first. The nearest are looked at first, so that hardly any is. */
static int32_t way_round(const struct match *m, const struct state *s, const struct around *around, struct point to, struct point *first)
{
    const struct point *corner = corners_for(m, around->leads);
    int32_t             whole[CORNERS];
    bool                is_exact[CORNERS] = { false };

    for (int k = 0; k < m->corners; k++) whole[k] = around->whole[k] + at_least_far(corner[k], to);
    for (;;) {
        int best = -1;
        for (int k = 0; k < m->corners; k++)
            if (whole[k] < NO_WAY && (best < 0 || whole[k] < whole[best])) best = k;
        if (best < 0) return NO_WAY;
        if (!is_exact[best]) {
            whole[best] = around->whole[best] + mind_far(corner[best], to);
            is_exact[best] = true;
        } else if (joins(m, s, around->leads, corner[best], to)) {
            if (first) *first = less_of(around->by[around->after[best]], around->half);
            return whole[best];
        } else {
            whole[best] = NO_WAY;
        }
    }
}

int32_t mind_way(const struct match *m, const struct state *s, struct around *around, struct point to, struct point *first)
{
    struct point bend;
    int32_t      best = straight(m, s, around, to, &bend);

    if (first) *first = to;
    if (best < NO_WAY) {
        if (first && (bend.x != to.x || bend.y != to.y)) *first = less_of(bend, around->half);
        return best;
    }
    measure_corners(m, s, around);
    best = way_round(m, s, around, to, first);
    return best < NO_WAY ? best : mind_far(around->from, to) + max32(m->size.x, m->size.y) / 2;
}

int32_t mind_way_off(const struct match *m, const struct state *s, struct around *around, uint8_t edges, struct point *first)
{
    const struct ways *ways = &m->ways[around->leads];
    int32_t            best = NO_WAY;

    look_for_corners(m, s, around);
    *first = less_of(around->from, around->half);
    for (int edge = 0; edge < 4; edge++) {
        struct point bend;
        int32_t      whole;
        if (!(edges >> edge & 1)) continue;
        whole = straight(m, s, around, argad_to_edge(m, around->from, (uint8_t)(1 << edge)), &bend);
        if (whole < best) {
            best = whole;
            *first = less_of(bend, around->half);
        }
        for (int i = 0; i < around->count; i++) {
            whole = around->far[i] + ways->off[around->list[i]][edge];
            if (whole >= best) continue;
            best = whole;
            *first = less_of(around->by[i], around->half);
        }
    }
    return best < NO_WAY ? best : max32(m->size.x, m->size.y);
}
