/*
 * rides.c: where commanders go (ledger: LM-CMD-08..10, LM-ATT-01, -08, -09, LM-TRAIT-39, LM-MOVE-12).
 *
 * A commander goes by any path: it is that of his middle, as a unit's is that of its front centre, and friends are no bar to it. The
 * shortest way round enemy bases and impassable ground bends only at their corners, so it is looked for among those (and the corners of
 * bridges and fords, by which a river is crossed): only when something bars the straight line, and only among corners that are not a
 * detour longer than the move itself. Of a bridge there are also points a little inside its corners: its very edge is water. With more
 * of them than NODES the first are taken.
 */
#include "tercios.h"

enum { NODES = 128, BEARINGS = 16, NO_WAY = -1 };

/* Where a way begins or ends: a point, or anywhere on the edge of a base or building, to which a disc need not come nearer than `less`. */
struct terminal {
    bool         is_area;
    struct point at;                    /* the middle of an area */
    int32_t      about;                 /* no point of it is further from there */
    struct area  area;
    struct point corner[4];
    int32_t      less;
};

struct route {
    const struct ground   *g;
    int                    commander;
    const struct terminal *start, *end;
    int32_t                length;      /* the longest that is of use */
    int                    count;
    struct point           node[NODES];
    int32_t                gone[NODES]; /* ticks from the start, or INT32_MAX */
    int16_t                from[NODES]; /* the node before, or -1: the start */
    bool                   done[NODES];
    int                    last;        /* the node before the end, or -1: straight from the start */
};

static struct base disc_at(struct point at)
{
    return table_base(table_disc(2 * COMMANDER_RADIUS), (struct pose){ at, 0 });
}

static int32_t length_between(struct point a, struct point b) { return table_floor(table_distance(a, b)); }

static void end_at_point(struct terminal *terminal, struct point at)
{
    terminal->is_area = false;
    terminal->at = at;
    terminal->about = 0;
    terminal->less = 0;
}

static void end_at_unit(struct terminal *terminal, const struct ground *g, int unit, int32_t less)
{
    terminal->is_area = true;
    terminal->less = less;
    if (is_housed(g->s, unit)) {
        terminal->area = element_of(g, g->s->unit[unit].house - 1)->area;
        terminal->at = pose_of(g->s, unit).at;
        terminal->about = length_between(terminal->area.low, terminal->area.high);
    } else {
        const struct base *base = &g->base[unit];
        for (int i = 0; i < 4; i++) terminal->corner[i] = base->corner[i];
        table_area(&terminal->area, terminal->corner, 4, "", 0, NULL);
        terminal->at = base->middle;
        terminal->about = base->shape.radius;
    }
}

/* LM-ATT-08: from his middle, or from any point of the edge of the unit that he is with. */
static void begin_at(struct terminal *terminal, const struct ground *g, int commander)
{
    const struct unit *u = &g->s->unit[commander];

    if (u->with) end_at_unit(terminal, g, u->with - 1, 0);
    else end_at_point(terminal, (struct point){ u->x, u->y });
}

/* The point of the terminal nearest to a point outside, and how far it is. */
static struct point nearest_of(const struct terminal *terminal, struct point from, int32_t *length)
{
    struct point edge = terminal->at;

    if (terminal->is_area) edge = table_covers(&terminal->area, from, 0) ? from : table_nearest_outline(&terminal->area, from);
    *length = max32(0, length_between(from, edge) - terminal->less);
    if (!terminal->less) return edge;
    return *length ? table_along(from, edge, *length) : from;
}

/* The straight line from one to the other. */
static struct segment straight_line(const struct terminal *start, const struct terminal *end, int32_t *length)
{
    struct segment line;

    if (!start->is_area) {
        line.from = start->at;
        line.to = nearest_of(end, line.from, length);
    } else if (!end->is_area) {
        line.to = end->at;
        line.from = nearest_of(start, line.to, length);
    } else {
        table_joining(table_obstacle_area(&start->area), table_obstacle_area(&end->area), 2, &line);
        *length = max32(0, length_between(line.from, line.to) - end->less);
        line.to = *length ? table_along(line.from, line.to, *length) : line.from;
    }
    return line;
}

/* LM-CMD-08. An enemy that stands over him already, because it came upon him, is not in his way (LM-LOSS-02). */
static bool is_barred(const struct route *route, struct segment line)
{
    const struct ground *g = route->g;

    for (int i = 0; i < g->count; i++) {
        const struct base *base = &g->base[g->list[i]];
        if (!are_enemies(g->m, route->commander, g->list[i]) || !table_crosses_base(line, base, TOLERANCE)) continue;
        if (!route->start->is_area && table_at_most(table_gap_point(base, route->start->at), 0, NULL)) continue;
        return true;
    }
    return tercios_bars_line(g, line);
}

static void add_node(struct route *route, struct point node)
{
    int32_t before, beyond;

    if (route->count == NODES) return;
    nearest_of(route->start, node, &before);
    nearest_of(route->end, node, &beyond);
    if (before + beyond > route->length + TOLERANCE) return;
    route->gone[route->count] = INT32_MAX;
    route->from[route->count] = -1;
    route->done[route->count] = false;
    route->node[route->count++] = node;
}

static void gather_nodes(struct route *route)
{
    const struct ground *g = route->g;

    route->count = 0;
    for (int i = 0; i < g->count; i++)
        for (int j = 0; j < 4 && are_enemies(g->m, route->commander, g->list[i]); j++) add_node(route, g->base[g->list[i]].corner[j]);
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        const struct point   *vertex = element->is_line ? element->line.vertex : element->area.vertex;
        int32_t               count = element->is_line ? element->line.count : element->area.count;
        if (!(tercios_traits(g->m, g->s, i) & (T_IMPASSABLE | T_BUILDING | T_CROSSING))) continue;
        for (int32_t j = 0; j < count; j++) {
            add_node(route, vertex[j]);
            if (element->traits & T_CROSSING) add_node(route, table_along(vertex[j], element->middle, STEP));
        }
    }
}

/* The nearest node that is not done with, or -1. */
static int next_node(const struct route *route)
{
    int next = -1;

    for (int i = 0; i < route->count; i++)
        if (!route->done[i] && route->gone[i] != INT32_MAX && (next < 0 || route->gone[i] < route->gone[next])) next = i;
    return next;
}

static void go_on_from(struct route *route, int node)
{
    for (int i = 0; i < route->count; i++) {
        int32_t step, beyond;
        if (route->done[i]) continue;
        step = length_between(route->node[node], route->node[i]);
        nearest_of(route->end, route->node[i], &beyond);
        if (route->gone[node] + step >= route->gone[i] || route->gone[node] + step + beyond > route->length + TOLERANCE) continue;
        if (is_barred(route, (struct segment){ route->node[node], route->node[i] })) continue;
        route->gone[i] = route->gone[node] + step;
        route->from[i] = (int16_t)node;
    }
}

/* The length of the shortest way, or NO_WAY when none is short enough. */
static int32_t find_way(struct route *route)
{
    int32_t        length, best = NO_WAY;
    struct segment line = straight_line(route->start, route->end, &length);

    route->last = -1;
    if (length > route->length + TOLERANCE) return NO_WAY;
    if (!is_barred(route, line)) return length;
    gather_nodes(route);
    for (int i = 0; i < route->count; i++) {
        line.to = route->node[i];
        line.from = nearest_of(route->start, line.to, &length);
        if (is_barred(route, line)) continue;
        route->gone[i] = length;
    }
    for (int node = next_node(route); node >= 0 && (best < 0 || route->gone[node] < best); node = next_node(route)) {
        route->done[node] = true;
        line.from = route->node[node];
        line.to = nearest_of(route->end, line.from, &length);
        if (route->gone[node] + length <= route->length + TOLERANCE && (best < 0 || route->gone[node] + length < best) &&
            !is_barred(route, line)) {
            best = route->gone[node] + length;
            route->last = node;
        }
        go_on_from(route, node);
    }
    return best;
}

/* The point at a length along the way that has been found. */
static struct point point_on_way(const struct route *route, int32_t covered)
{
    struct point   bend[NODES + 2];
    int            count = 0;
    int32_t        length;
    struct segment line = straight_line(route->start, route->end, &length);

    if (route->last >= 0) line.to = nearest_of(route->end, route->node[route->last], &length);
    bend[count++] = line.to;
    for (int node = route->last; node >= 0; node = route->from[node]) bend[count++] = route->node[node];
    bend[count] = route->last >= 0 ? nearest_of(route->start, bend[count - 1], &length) : line.from;
    for (; count > 0; count--) {
        length = length_between(bend[count], bend[count - 1]);
        if (covered <= length) return covered ? table_along(bend[count], bend[count - 1], covered) : bend[count];
        covered -= length;
    }
    return bend[0];
}

/* Places. */

/* LM-CMD-09: to touch a friend is to join him; LM-CMD-10; LM-MOVE-16 for the edge of the table. */
rule_id tercios_stand_refused(const struct ground *g, int commander, struct point at, struct refusal *why)
{
    struct base disc = disc_at(at);

    if (!table_on_table(&disc, g->m->size, TOLERANCE, NULL)) return refuse_with(why, LM_MOVE_16, 0, 0);
    for (int i = 0; i < g->count; i++) {
        int unit = g->list[i];
        if (!table_near(&disc, &g->base[unit], TOLERANCE, NULL)) continue;
        return refuse_for(why, are_enemies(g->m, commander, unit) ? LM_CMD_10 : LM_CMD_09, unit);
    }
    return tercios_bars_base(g, &disc) ? refuse_with(why, LM_CMD_08, 0, 0) : 0;
}

/* A commander who looks for places to ride to. */
struct riding {
    const struct ground *g;
    int                  commander;
    int32_t              length;
    struct terminal      start;
};

static void saddle_up(struct riding *riding, const struct ground *g, int commander, int32_t length)
{
    riding->g = g;
    riding->commander = commander;
    riding->length = length;
    begin_at(&riding->start, g, commander);
}

static rule_id ride_refused(const struct riding *riding, struct point to, struct refusal *why)
{
    struct terminal end;
    struct route    route;
    int32_t         straight;
    rule_id         rule;

    end_at_point(&end, to);
    straight_line(&riding->start, &end, &straight);
    if (straight > riding->length + TOLERANCE) return refuse_with(why, LM_CMD_08, straight, riding->length);
    rule = tercios_stand_refused(riding->g, riding->commander, to, why);
    if (rule) return rule;
    route.g = riding->g;
    route.commander = riding->commander;
    route.start = &riding->start;
    route.end = &end;
    route.length = riding->length;
    return find_way(&route) < 0 ? refuse_with(why, LM_CMD_08, 0, riding->length) : 0;
}

static bool may_ride(const void *context, struct pose pose)
{
    return !ride_refused(context, pose.at, NULL);
}

rule_id tercios_ride_refused(const struct ground *g, int commander, struct point to, int32_t length, struct refusal *why)
{
    enum { SEARCH_STEP = 500, BUDGET = 96 };
    struct riding riding;
    rule_id       rule;

    saddle_up(&riding, g, commander, length);
    rule = ride_refused(&riding, to, why);
    if (rule && why) {
        struct pose  wanted = { to, 0 };
        int32_t      straight;
        struct point edge = nearest_of(&riding.start, to, &straight);
        if (straight > length) wanted.at = table_along(edge, to, length);
        why->has_nearest = table_nearest_legal(riding.start.at, wanted, SEARCH_STEP, BUDGET, may_ride, &riding, &why->nearest);
    }
    return rule;
}

/* LM-ATT-01, -09, LM-CMD-06, -11: may he join it at all, wherever it is? */
static rule_id company_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why)
{
    if (is_commander(m, unit) || !is_standing(s, unit)) return refuse_for(why, LM_ATT_01, unit);
    if (!tercios_interacts(m, commander, unit)) return refuse_for(why, LM_CMD_06, unit);
    return s->unit[unit].leader ? refuse_for(why, LM_ATT_09, unit) : 0;
}

/* Where on its edge he comes to it does not matter: he has no place of his own there (LM-ATT-06). */
static rule_id joining_refused(const struct ground *g, int commander, int unit, int32_t length, struct refusal *why)
{
    struct terminal start, end;
    struct route    route = { .g = g, .commander = commander, .start = &start, .end = &end, .length = length };
    int32_t         straight;

    begin_at(&start, g, commander);
    end_at_unit(&end, g, unit, COMMANDER_RADIUS);
    straight_line(&start, &end, &straight);
    if (straight > length + TOLERANCE) {
        refuse_for(why, LM_CMD_08, unit);
        return refuse_with(why, LM_CMD_08, straight, length);
    }
    return find_way(&route) < 0 ? refuse_for(why, LM_CMD_08, unit) : 0;
}

rule_id tercios_attach_refused(const struct ground *g, int commander, int unit, int32_t length, struct refusal *why)
{
    rule_id rule = company_refused(g->m, g->s, commander, unit, why);

    if (g->s->unit[commander].with) return refuse_for(why, LM_ATT_08, unit);
    return rule ? rule : joining_refused(g, commander, unit, length, why);
}

/* From one unit to another. */

rule_id tercios_nimble_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why)
{
    const struct unit *u = &s->unit[commander];
    struct ground      g;
    rule_id            rule;

    if (!u->with || u->joined) return refuse_for(why, LM_TRAIT_39, commander);
    if (u->exhausted) return refuse_for(why, LM_STATE_06, commander);
    rule = company_refused(m, s, commander, unit, why);
    if (rule) return rule;
    tercios_survey(&g, m, s);
    return joining_refused(&g, commander, unit, tercios_ride_length(m, commander), why);
}

/* Half of the way, or as near to that as he can stand; no place at all, and he is still with his unit. */
static void stop_halfway(struct play *p, int commander, int unit)
{
    struct unit    *u = &p->state->unit[commander];
    int             left = u->with - 1;
    struct terminal start, end;
    struct route    route = { .commander = commander, .start = &start, .end = &end, .length = tercios_ride_length(p->match, commander) };
    struct ground   g;
    struct point    at;
    int32_t         length;

    tercios_survey(&g, p->match, p->state);
    route.g = &g;
    begin_at(&start, &g, commander);
    end_at_unit(&end, &g, unit, COMMANDER_RADIUS);
    length = find_way(&route);
    if (!tercios_nearest_stand(&g, commander, point_on_way(&route, max32(length, 0) / 2), &at)) return;
    u->with = 0;
    p->state->unit[left].leader = 0;
    u->x = at.x;
    u->y = at.y;
    tell(p, EVENT_LEAVES, LM_TRAIT_39, commander, left, 0, 0, 0);
    tell(p, EVENT_RIDES, LM_TRAIT_39, commander, NOBODY, at.x, at.y, 0);
    tercios_exhaust(p, commander, LM_TRAIT_39);
    tercios_zeal_ends(p, left);
}

void tercios_nimble(struct play *p, int commander, int unit, bool works)
{
    if (works) tercios_join(p, commander, unit, LM_TRAIT_39);
    else stop_halfway(p, commander, unit);
}

/* Searches. */

/* The point of a ring about a middle, clockwise from north. */
static struct point on_ring(struct point middle, int32_t radius, int number, int of)
{
    return table_moved((struct pose){ middle, (int32_t)((int64_t)FULL_TURN * number / of) }, radius, 0).at;
}

bool tercios_nearest_stand(const struct ground *g, int commander, struct point wanted, struct point *found)
{
    enum { RINGS_MOST = 240, DIRECTIONS = 32 };

    for (int ring = 0; ring < RINGS_MOST; ring++)
        for (int i = 0; i < (ring ? DIRECTIONS : 1); i++) {
            struct point at = on_ring(wanted, ring * STEP, i, DIRECTIONS);
            if (!between(0, at.x, g->m->size.x) || !between(0, at.y, g->m->size.y)) continue;
            if (tercios_stand_refused(g, commander, at, NULL)) continue;
            *found = at;
            return true;
        }
    return false;
}

static bool ride_at_random(const struct riding *riding, struct random *random, struct point *at)
{
    enum { TRIES = 24 };

    for (int i = 0; i < TRIES; i++) {
        int32_t longest = riding->start.about + riding->length;
        int32_t radius = (int32_t)random_below(random, (uint32_t)longest + 1);
        int     number = (int)random_below(random, FULL_TURN);
        *at = on_ring(riding->start.at, max32(radius, longest / 4), number, FULL_TURN);
        if (!ride_refused(riding, *at, NULL)) return true;
    }
    return false;
}

bool tercios_find_ride(const struct ground *g, int commander, int32_t length, struct random *random, struct point *at)
{
    enum { EIGHTHS = 8 };
    struct riding riding;
    int32_t       room;

    saddle_up(&riding, g, commander, length);
    if (random && ride_at_random(&riding, random, at)) return true;
    room = riding.start.is_area ? riding.start.about + COMMANDER_RADIUS + STEP : 0;
    for (int part = 0; part < EIGHTHS; part++)
        for (int i = 0; i < BEARINGS; i++) {
            *at = on_ring(riding.start.at, room + part * length / EIGHTHS, i, BEARINGS);
            if (!ride_refused(&riding, *at, NULL)) return true;
        }
    return false;
}

static int32_t length_now(const struct match *m, const struct state *s, int commander)
{
    const struct frame *frame = flow_top_const(&s->flow);

    return frame->phase == PHASE_ESCAPE ? frame->value[VALUE_TARGET] : tercios_ride_length(m, commander);
}

bool tercios_sample_ride(const struct match *m, const struct state *s, int commander, struct random *random, struct point *at)
{
    struct ground g;

    tercios_survey(&g, m, s);
    return tercios_find_ride(&g, commander, length_now(m, s, commander), random, at);
}

int32_t tercios_ride_region(const struct match *m, const struct state *s, int commander, struct point *points, int32_t capacity)
{
    enum { RAYS = 96, REGION_STEP = 2 * STEP };
    struct ground g;
    struct riding riding;

    if (capacity < RAYS + 1) return 0;
    tercios_survey(&g, m, s);
    saddle_up(&riding, &g, commander, length_now(m, s, commander));
    return table_reach((struct pose){ riding.start.at, 0 }, FULL_TURN / 2, riding.start.about + riding.length, REGION_STEP, RAYS, may_ride,
                       &riding, points);
}
