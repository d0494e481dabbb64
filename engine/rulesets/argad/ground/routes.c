/*
 * routes.c: the shortest way round what cannot be walked through (AR-MOR-07).
 *
 * A shortest way bends at corners only. Those of a match are found when it is loaded, a little outside of what they are the corners of, and
 * on both sides of every opening; a way is then the shortest chain of free legs between them.
 */
#include "argad.h"

enum { BESIDE = 4 * SHORT_OF, CLEAR = 1500 };           /* one alone goes close by; who leads an animal keeps clear */

/* A corner beside a place, that way from it: one step to the side, or none. */
static bool add_corner(struct match *m, struct point of, int32_t right, int32_t up, struct fault *fault)
{
    struct point at = { of.x + right * BESIDE, of.y + up * BESIDE };

    if (at.x < 0 || at.y < 0 || at.x > m->size.x || at.y > m->size.y) return true;
    if (m->corners == CORNERS) return fault_say(fault, "scenario", 0, "there are more than %d corners to walk round (AR-MOR-07)", CORNERS);
    m->clear[m->corners] = (struct point){ of.x + right * CLEAR, of.y + up * CLEAR };
    m->corner[m->corners++] = at;
    return true;
}

static int32_t away(int32_t from, int32_t to) { return to > from ? 1 : to < from ? -1 : 0; }

static bool corners_of_area(struct match *m, const struct area *area, struct fault *fault)
{
    struct point middle = { (area->low.x + area->high.x) / 2, (area->low.y + area->high.y) / 2 };

    for (int32_t i = 0; i < area->count; i++) {
        struct point of = area->vertex[i];
        int32_t      right = away(middle.x, of.x), up = away(middle.y, of.y);
        if (!table_covers(area, (struct point){ of.x + right * BESIDE, of.y + up * BESIDE }, SHORT_OF) && !add_corner(m, of, right, up, fault)) return false;
    }
    return true;
}

/* Round the ends of a line, and on both sides of its bends. */
static bool corners_of_line(struct match *m, const struct polyline *line, struct fault *fault)
{
    for (int32_t i = 0; i < line->count; i++) {
        struct point of = line->vertex[i];
        if (!add_corner(m, of, -1, -1, fault) || !add_corner(m, of, 1, 1, fault) || !add_corner(m, of, -1, 1, fault) || !add_corner(m, of, 1, -1, fault)) return false;
    }
    return true;
}

static bool corners_of_opening(struct match *m, const struct opening *opening, struct fault *fault)
{
    struct point middle = { (opening->end[0].x + opening->end[1].x) / 2, (opening->end[0].y + opening->end[1].y) / 2 };
    struct pose  along = { middle, table_bearing(opening->end[0], opening->end[1]) };

    for (int side = -1; side <= 1; side += 2) {
        int kept = m->corners;
        if (!add_corner(m, table_moved(along, 0, side * BESIDE).at, 0, 0, fault)) return false;
        if (m->corners > kept) m->clear[kept] = table_moved(along, 0, side * CLEAR).at;
    }
    return true;
}

bool argad_make_corners(struct match *m, struct fault *fault)
{
    m->corners = 0;
    for (int i = 0; i < m->elements; i++) {
        const struct element *element = &m->element[i];
        uint16_t              flags = m->terrain[element->terrain].flags;
        if (element->class[0] != IMPASSABLE && element->class[1] != IMPASSABLE && !(flags & (TERRAIN_BUILDING | TERRAIN_LIGHT_FOOT_ONLY))) continue;
        if (element->area.count ? !corners_of_area(m, &element->area, fault) : !corners_of_line(m, &element->line, fault)) return false;
    }
    for (int i = 0; i < m->openings; i++)
        if (m->opening[i].kind != OPENING_LOOPHOLE && !corners_of_opening(m, &m->opening[i], fault)) return false;
    argad_measure_corners(m);
    return true;
}

static int32_t length_between(struct point a, struct point b) { return table_ceiling(table_distance(a, b)); }

static bool is_free(const struct match *m, const struct state *s, const struct mover *mover, struct point a, struct point b)
{
    return !argad_leg_barred(m, s, mover, (struct segment){ a, b });
}

/* The corners from the start to the end, by Dijkstra; `after` says by which corner each was reached. */
int argad_route(const struct match *m, const struct state *s, const struct mover *mover, struct point from, struct point to, struct point *points, int capacity)
{
    enum { FAR = INT32_MAX, START = -1 };
    int32_t distance[CORNERS], best = FAR;
    int16_t after[CORNERS], last = START;
    bool    settled[CORNERS] = { false };
    int     count = 0;

    if (capacity < 1 || is_free(m, s, mover, from, to)) return 0;
    for (int i = 0; i < m->corners; i++) {
        after[i] = START;
        distance[i] = is_free(m, s, mover, from, m->corner[i]) ? length_between(from, m->corner[i]) : FAR;
    }
    for (;;) {
        int next = -1;
        for (int i = 0; i < m->corners; i++)
            if (!settled[i] && distance[i] < FAR && (next < 0 || distance[i] < distance[next])) next = i;
        if (next < 0 || distance[next] >= best) break;
        settled[next] = true;
        if (is_free(m, s, mover, m->corner[next], to)) {
            int32_t whole = distance[next] + length_between(m->corner[next], to);
            if (whole < best) {
                best = whole;
                last = (int16_t)next;
            }
        }
        for (int i = 0; i < m->corners; i++) {
            int32_t whole = distance[next] + length_between(m->corner[next], m->corner[i]);
            if (settled[i] || whole >= distance[i] || !is_free(m, s, mover, m->corner[next], m->corner[i])) continue;
            distance[i] = whole;
            after[i] = (int16_t)next;
        }
    }
    for (int16_t i = last; i != START; i = after[i]) count++;
    /* The first corners are enough: the way is looked for again in the next turn. */
    for (; count > capacity; count--) last = after[last];
    for (int k = count - 1; k >= 0; k--) {
        points[k] = m->corner[last];
        last = after[last];
    }
    return count;
}

struct point argad_to_edge(const struct match *m, struct point from, uint8_t edge)
{
    switch (edge) {
    case EDGE_NORTH: return (struct point){ from.x, m->size.y };
    case EDGE_EAST:  return (struct point){ m->size.x, from.y };
    case EDGE_SOUTH: return (struct point){ from.x, 0 };
    default:         return (struct point){ 0, from.y };
    }
}
