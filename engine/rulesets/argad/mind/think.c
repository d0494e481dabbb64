/*
 * think.c: what a computer player tries, and what it wants.
 *
 * A plan is weighed while it is made: the value of a state counts what each figure's order promises, by distances, chances and goals, not by
 * playing it out.
 */
#include "argad.h"

/* What to try. */

static struct point middle_of(const struct match *m, const struct goal *goal)
{
    const struct area *area = &m->element[goal->element].area;

    return (struct point){ (area->low.x + area->high.x) / 2, (area->low.y + area->high.y) / 2 };
}

static struct point nearest_exit(const struct match *m, struct point from, uint8_t edges)
{
    struct point best = from;
    int32_t      least = INT32_MAX;

    for (uint8_t edge = EDGE_NORTH; edge <= EDGE_WEST; edge = (uint8_t)(edge << 1)) {
        struct point to = argad_to_edge(m, from, edge);
        int32_t      far = table_floor(table_distance(from, to));
        if (!(edges & edge) || far >= least) continue;
        least = far;
        best = to;
    }
    return best;
}

/* The load is one of the goal's things, or a cart with one in it. */
static bool brings(const struct match *m, const struct state *s, const struct goal *goal, int load)
{
    for (int i = 0; i < m->things && load >= m->first[KIND_THING]; i++)
        if (goal->things >> i & 1 && (thing_piece(m, i) == load || s->unit[thing_piece(m, i)].with == load + 1)) return true;
    return false;
}

/* Where the figure has something to gain; false: nowhere in particular. */
static bool wanted_place(const struct match *m, const struct state *s, int figure, struct point *to)
{
    seat_id      seat = side_of(m, figure);
    struct point from = place_of(s, figure);
    int32_t      least = INT32_MAX;
    int          load = (s->unit[figure].order == ORDER_DRIVE ? s->unit[figure].mark_on : s->unit[figure].carries) - 1;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        bool               ours = goal->seat == seat && goal->points > 0;
        if (!ours) continue;
        if (goal->kind == GOAL_OBJECT_EXIT && brings(m, s, goal, load)) {
            *to = nearest_exit(m, from, goal->edges);
            return true;
        }
        if (goal->kind == GOAL_FIGURE_EXIT && goal->figures >> figure & 1) {
            *to = nearest_exit(m, from, goal->edges);
            return true;
        }
    }
    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->seat != seat || goal->points <= 0) continue;
        if (goal->kind == GOAL_AREA_HELD) {
            int32_t far = table_floor(table_distance(from, middle_of(m, goal)));
            if (far < least) {
                least = far;
                *to = middle_of(m, goal);
            }
        }
        for (int k = 0; k < m->things; k++) {
            int     piece = thing_piece(m, k);
            int32_t far;
            if (!(goal->things >> k & 1) || s->unit[piece].x == UNKNOWN_PLACE || s->unit[piece].status == STATUS_LEFT) continue;
            if (s->unit[piece].with && is_figure(m, s->unit[piece].with - 1) && side_of(m, s->unit[piece].with - 1) == seat) continue;
            far = table_floor(table_distance(from, place_of(s, piece)));
            if (far >= least) continue;
            least = far;
            *to = place_of(s, piece);
        }
    }
    return least < INT32_MAX;
}

static int nearest_enemy(const struct match *m, const struct state *s, int figure, int32_t *gap)
{
    seat_id seat = side_of(m, figure);
    int     found = NOBODY;

    *gap = INT32_MAX;
    for (int i = 0; i < m->figures; i++) {
        int32_t far;
        if (side_of(m, i) == seat || !argad_knows(m, s, seat, i) || s->unit[i].status != STATUS_STANDING) continue;
        far = table_floor(table_distance(place_of(s, figure), place_of(s, i)));
        if (far >= *gap) continue;
        *gap = far;
        found = i;
    }
    return found;
}

static struct point towards(struct point from, struct point to, int32_t most)
{
    int32_t far = table_floor(table_distance(from, to));

    if (far <= 1 || far <= most) return to;
    return table_along(from, to, most);
}

static struct point try_point(const struct match *m, const struct state *s, int figure, struct random *random)
{
    struct point from = place_of(s, figure), to;
    int32_t      left = argad_rate_left(m, s, figure), gap;
    int          points = s->unit[figure].points, enemy, dice = (int)random_below(random, 6);

    if (points) from = (struct point){ s->plan[figure].x[points - 1], s->plan[figure].y[points - 1] };
    if (dice < 2 && wanted_place(m, s, figure, &to)) {
        struct point corner[POINTS];
        if (argad_route(m, s, mover_of(m, s, figure), from, to, corner, POINTS)) to = corner[0];
        return towards(from, to, left);
    }
    enemy = nearest_enemy(m, s, figure, &gap);
    if (dice == 2 && enemy != NOBODY) return towards(from, place_of(s, enemy), left);
    if (dice == 3 && enemy != NOBODY) return towards(from, place_of(s, enemy), left / 2);
    gap = 1 + (int32_t)random_below(random, (uint32_t)max32(1, left));
    return table_moved((struct pose){ from, (int32_t)random_below(random, FULL_TURN) }, gap, 0).at;
}

static struct point beyond_edge(const struct match *m, struct point from, uint8_t edge)
{
    enum { OUTSIDE = 10 };
    struct point to = argad_to_edge(m, from, edge);

    if (edge == EDGE_NORTH) to.y += OUTSIDE;
    if (edge == EDGE_EAST) to.x += OUTSIDE;
    if (edge == EDGE_SOUTH) to.y -= OUTSIDE;
    if (edge == EDGE_WEST) to.x -= OUTSIDE;
    return to;
}

static struct point in_area(const struct area *area, struct random *random)
{
    int32_t right = (int32_t)random_below(random, (uint32_t)(area->high.x - area->low.x + 1));
    int32_t up = (int32_t)random_below(random, (uint32_t)(area->high.y - area->low.y + 1));

    return (struct point){ area->low.x + right, area->low.y + up };
}

static void fill_in(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int          points;
    struct point from;

    switch (d->kind) {
    case DO_PLACE:
        d->at = m->zones[seat] ? in_area(&m->zone[seat][random_below(random, (uint32_t)m->zones[seat])], random) : place_of(s, d->unit);
        d->heading = s->unit[d->unit].heading;
        break;
    case DO_MOVE: case DO_WAY:
        d->at = try_point(m, s, d->unit, random);
        break;
    case DO_LEAVE:
        points = s->unit[d->unit].points;
        from = points ? (struct point){ s->plan[d->unit].x[points - 1], s->plan[d->unit].y[points - 1] } : place_of(s, d->unit);
        d->at = beyond_edge(m, from, (uint8_t)(1 << random_below(random, 4)));
        break;
    case DO_FACE:
        d->heading = (int32_t)random_below(random, FULL_TURN);
        break;
    case DO_ENTER: {
        const struct entry *entry = &m->entry[m->figure[d->unit].entry - 1];
        int32_t             length = table_floor(table_distance(entry->from, entry->to));
        d->at = table_along(entry->from, entry->to, (int32_t)random_below(random, (uint32_t)max32(1, length)));
        d->heading = table_bearing(d->at, (struct point){ m->size.x / 2, m->size.y / 2 });
        break;
    }
    case DO_DISMOUNT:
        d->at = table_moved(pose_of(s, d->unit), 0, (random_below(random, 2) ? 1 : -1) * (argad_shape(m, s, d->unit).width / 2 + CM + 1)).at;
        break;
    case DO_ADVANCE: case DO_STEP:
        d->value = CM + (int32_t)random_below(random, 12 * CM);
        break;
    case DO_WHEEL:
        d->value = 500 + (int32_t)random_below(random, 4000);
        break;
    case DO_FORM_UP:
        d->at = place_of(s, m->formed[d->unit - m->first[KIND_FORMED]].member[0]);
        d->heading = s->unit[d->unit].heading;
        d->value = m->formed[d->unit - m->first[KIND_FORMED]].files;
        break;
    default:
        break;
    }
}

bool argad_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random, struct decision *d)
{
    enum { TRIES = 8 };

    for (int i = 0; i < TRIES; i++) {
        *d = offer->decision;
        fill_in(m, s, seat, random, d);
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

int16_t argad_turn_of(const struct match *m, const struct state *s, seat_id seat)
{
    if (!s->flow.depth || flow_top_const(&s->flow)->phase != PHASE_PLOT) return NOBODY;
    for (int16_t piece = 0; piece < m->first[KIND_THING]; piece++) {
        const struct unit *unit = &s->unit[piece];
        if (side_of(m, piece) != seat || unit->did & DID_CHOOSE) continue;
        if (is_figure(m, piece) ? is_active(s, piece) && !in_ranks(s, piece) : unit->status == STATUS_STANDING) return piece;
        if (is_figure(m, piece) && unit->status == STATUS_WAITING && m->figure[piece].entry && s->entry_due[m->figure[piece].entry - 1]) return piece;
    }
    return NOBODY;
}

/* What it wants, in hundredths of a point. */

enum { POINT = 100 };

static int32_t worth_of(const struct match *m, int figure)
{
    static const int32_t by_class[8] = { 0, 40, 70, 100, 140, 180, 220, 220 };

    return by_class[m->figure[figure].class] + (m->figure[figure].traits & TRAIT_LEADER ? 40 : 0);
}

/* Chances in 216ths of a shot at that distance, by the bare bands: no sight, no cover. */
static int32_t fire_chance(const struct match *m, int figure, int firearm, int32_t gap)
{
    static const int32_t chance[12] = { 216, 216, 180, 144, 108, 72, 36, 6, 1, 0, 0, 0 };
    const struct firearm *it = argad_firearm(m, figure, firearm);

    for (int band = 0; band < it->bands; band++)
        if (gap <= it->band[band].to) return chance[it->band[band].need + (m->figure[figure].class <= 2)];
    return 0;
}

static int32_t best_fire(const struct match *m, const struct state *s, int figure, struct point at, int enemy)
{
    int32_t best = 0, gap = max32(0, table_floor(table_distance(at, place_of(s, enemy))) - 2 * CM);

    for (int i = 0; i < m->figure[figure].firearms; i++)
        if (s->unit[figure].loaded >> i & 1) best = max32(best, fire_chance(m, figure, i, gap));
    return best;
}

/* Where the figure's order leads it. */
static struct point end_of_order(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];
    struct point       from = place_of(s, figure);

    if (unit->points && unit->points <= POINTS) from = (struct point){ s->plan[figure].x[unit->points - 1], s->plan[figure].y[unit->points - 1] };
    if (unit->order == ORDER_ATTACK && unit->target && unit->target <= m->figures && s->unit[unit->target - 1].x != UNKNOWN_PLACE)
        from = towards(from, place_of(s, unit->target - 1), argad_rate(m, s, figure, NULL));
    return from;
}

static int32_t promise_of_attack(const struct match *m, const struct state *s, int figure)
{
    int     target = s->unit[figure].target - 1, hit, push, back, none;
    int32_t far;

    if (target < 0 || target >= m->figures || s->unit[target].x == UNKNOWN_PLACE) return 0;
    far = table_floor(table_distance(place_of(s, figure), place_of(s, target)));
    if (far > argad_rate(m, s, figure, NULL) + 2 * CM) return 10;
    argad_chances(m, target, is_cavalry(m, s, figure) ? 2 : 0, &hit, &push);
    argad_chances(m, figure, is_cavalry(m, s, figure) ? -1 : 0, &back, &none);
    return (worth_of(m, target) * hit - worth_of(m, figure) * back * 2 / 3) / 36;
}

static int32_t promise_of(const struct match *m, const struct state *s, int figure)
{
    seat_id            seat = side_of(m, figure);
    const struct unit *unit = &s->unit[figure];
    struct point       end = end_of_order(m, s, figure), goal;
    int32_t            value = 0, danger = 0, fire = 0;
    bool               moves = unit->order == ORDER_MOVE || unit->order == ORDER_ATTACK, carries = unit->carries > m->first[KIND_THING];

    for (int i = 0; i < m->figures; i++) {
        if (side_of(m, i) == seat || !argad_knows(m, s, seat, i) || !is_active(s, i)) continue;
        danger += best_fire(m, s, i, end, figure) ? best_fire(m, s, i, place_of(s, i), figure) * worth_of(m, figure) / 648 : 0;
        if (!carries) fire = max32(fire, best_fire(m, s, figure, end, i) * worth_of(m, i) / 216);
    }
    if (unit->order == ORDER_EARLY) value += fire * 11 / 10;
    else if (moves) value += fire / 3;
    else value += fire * 9 / 10;
    if (!moves && unit->order != ORDER_EARLY && unit->loaded != (1 << m->figure[figure].firearms) - 1) value += 25;
    if (unit->order == ORDER_ATTACK) value += promise_of_attack(m, s, figure);
    if (unit->mark == MARK_TAKE) value += 60;
    if (wanted_place(m, s, figure, &goal)) {
        int32_t far = table_floor(table_distance(end, goal));
        value -= far * (carries ? 6 : 1) / CM;
        if (carries && (end.x <= 0 || end.y <= 0 || end.x >= m->size.x || end.y >= m->size.y)) value += 300;
    }
    return value - danger / 4;
}

int32_t argad_evaluate(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t value = (argad_sum(m, s, seat) - argad_sum(m, s, (seat_id)!seat)) * POINT;

    for (int i = 0; i < m->figures; i++) {
        int32_t sign = side_of(m, i) == seat ? 1 : -1;
        if (s->unit[i].status == STATUS_STANDING || s->unit[i].status == STATUS_WAITING) value += sign * worth_of(m, i);
        else if (s->unit[i].status == STATUS_ROUTED) value += sign * worth_of(m, i) / 4;
        /* Of what nobody has been told nothing is promised: of the other side's plans a guess knows none. */
        if (is_active(s, i) && s->unit[i].did & DID_CHOOSE) value += sign * promise_of(m, s, i);
    }
    return value;
}
