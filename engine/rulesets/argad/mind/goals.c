/*
 * goals.c: what the goals of the scenario promise a figure in a place, for a computer player.
 *
 * A goal lures the figures that can do something for it, the nearest most: by how near they come. What a figure bears draws it to the edge.
 */
#include "wants.h"

enum { LURES = 64 };

struct lure {
    struct point at;
    int32_t      weight, near;   /* what it is worth to be there; so near is as good */
};

struct lures {
    struct lure list[LURES];
    int         count;
    int32_t     sure;            /* what does not depend on the way there */
    bool        leaves;          /* it has something to bring off, and goes there first */
    struct point off;
    struct around around;        /* the place that is judged */
    int16_t       fetcher[THINGS];
};

int mind_holder(const struct match *m, const struct state *s, int thing)
{
    int with = s->unit[thing].with == UNKNOWN ? NOBODY : s->unit[thing].with - 1;

    if (with >= 0 && !is_figure(m, with)) {
        for (int i = 0; i < m->figures; i++)
            if (s->unit[i].order == ORDER_DRIVE && s->unit[i].mark_on == with + 1 && is_active(s, i)) return i;
        with = s->unit[with].with == UNKNOWN ? NOBODY : s->unit[with].with - 1;
    }
    if (with < 0) {
        for (int i = 0; i < m->figures; i++)
            if (s->unit[i].order == ORDER_DRIVE && s->unit[i].mark_on == thing + 1 && is_active(s, i)) return i;
    }
    return with >= 0 && is_figure(m, with) ? with : NOBODY;
}

struct point mind_beyond(const struct match *m, struct point from, uint8_t edge)
{
    enum { OUTSIDE = 10 };
    struct point to = argad_to_edge(m, from, edge);

    if (edge == EDGE_NORTH) to.y += OUTSIDE;
    if (edge == EDGE_EAST) to.x += OUTSIDE;
    if (edge == EDGE_SOUTH) to.y -= OUTSIDE;
    if (edge == EDGE_WEST) to.x -= OUTSIDE;
    return to;
}

static uint8_t left_by(const struct match *m, struct point at)
{
    return (uint8_t)((at.y > m->size.y ? EDGE_NORTH : 0) | (at.x > m->size.x ? EDGE_EAST : 0) | (at.y < 0 ? EDGE_SOUTH : 0) | (at.x < 0 ? EDGE_WEST : 0));
}

static int32_t breadth(const struct match *m) { return max32(m->size.x, m->size.y); }
static int32_t nearness(const struct match *m, int32_t far) { return CERTAIN - (int32_t)((int64_t)far * CERTAIN / breadth(m)); }

/* Where its path ends, as it is drawn. */
static struct point planned(const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];

    if (unit->order == ORDER_HIDDEN || unit->points > POINTS) return place_of(s, figure);
    if (unit->order == ORDER_ATTACK && unit->target && unit->target <= FIGURES && s->unit[unit->target - 1].x != UNKNOWN_PLACE) {
        struct point from = place_of(s, figure), to = place_of(s, unit->target - 1);
        return mind_far(from, to) <= 20 * CM ? to : table_along(from, to, 18 * CM);
    }
    return unit->points ? (struct point){ s->plan[figure].x[unit->points - 1], s->plan[figure].y[unit->points - 1] } : place_of(s, figure);
}

static bool has_free_hands(const struct match *m, const struct state *s, int figure)
{
    return is_active(s, figure) && !s->unit[figure].carries && s->unit[figure].order != ORDER_DRIVE && !(m->figure[figure].traits & TRAIT_CIVILIAN);
}

/* By so many of the side who have their hands free one is nearer to a place; a leader stays with his men. */
static int rank_at(const struct match *m, const struct state *s, int figure, struct point at)
{
    int32_t far = mind_far(place_of(s, figure), at);
    int     rank = m->figure[figure].traits & TRAIT_LEADER ? 1 : 0;

    for (int i = 0; i < m->figures; i++) {
        if (i == figure || are_enemies(m, i, figure) || !has_free_hands(m, s, i) || in_ranks(s, i)) continue;
        rank += i < figure ? mind_is_within(place_of(s, i), at, far) : far > 0 && mind_is_within(place_of(s, i), at, far - 1);
    }
    return rank;
}

/* The nearest of the side has most to do with it, and each farther one less: by where they stand, so that nobody gains by crowding there. */
static int32_t share_of_rank(int rank)
{
    static const int16_t share[6] = { 500, 240, 130, 80, 60, 40 };

    return share[rank < 5 ? rank : 5];
}

static int32_t share_of(const struct match *m, const struct state *s, int figure, struct point at)
{
    return share_of_rank(rank_at(m, s, figure, at));
}

static void lure_to(struct lures *lures, struct point at, int32_t weight, int32_t near)
{
    if (lures->count < LURES && weight) lures->list[lures->count++] = (struct lure){ at, weight, near };
}

/* What it is worth besides to have it away before more of the others come: thousandths of the prize. */
static int32_t haste_of(const struct match *m, const struct state *s, seat_id seat)
{
    return argad_awaits(m, s, (seat_id)!seat) ? WEIGH_EXIT_SLOPE * (WEIGH_HASTE - CERTAIN) / CERTAIN : 0;
}

/* The chance to bring it off that far in the turns that are left: each turn to spare makes up for bad ground and for whoever is in the way. */
static int32_t chance_off(const struct match *m, const struct state *s, int figure, int32_t far)
{
    static const int16_t by_spare[5] = { 550, 700, 800, 860, 900 };
    int32_t              rate = max32(CM, argad_rate(m, s, figure, NULL)), left = m->turns - s->turn, spare = left - (far + rate - 1) / rate;
    int32_t              share = spare < 0 ? by_spare[0] * left * rate / far / 2 : by_spare[min32(spare, 4)], near = nearness(m, far);

    return share - WEIGH_EXIT_SLOPE * (CERTAIN - near) / CERTAIN + haste_of(m, s, side_of(m, figure)) * near / CERTAIN;
}

static void draw_off(const struct match *m, const struct state *s, int figure, struct point end, uint8_t edges, int32_t value, struct lures *lures)
{
    uint8_t by = left_by(m, end);

    lures->leaves = true;
    if (by) lures->sure += by & edges ? value * 98 / 100 + value * haste_of(m, s, side_of(m, figure)) / CERTAIN : -value;
    else lures->sure += value * chance_off(m, s, figure, mind_way_off(m, s, &lures->around, edges, &lures->off)) / CERTAIN;
}

bool mind_touches(const struct match *m, const struct state *s, int figure, struct point at, int thing)
{
    int         touched = s->unit[thing].with && s->unit[thing].with != UNKNOWN && !is_figure(m, s->unit[thing].with - 1) ? s->unit[thing].with - 1 : thing;
    struct base own = table_base(mover_of(m, s, figure)->shape, (struct pose){ at, s->unit[figure].heading }), other = argad_base(m, s, touched);

    return table_near(&own, &other, CONTACT, NULL) && !argad_parted(m, s, at, place_of(s, touched));
}

/* It has it, or will have it. */
static bool bears(const struct match *m, const struct state *s, int figure, int thing, struct point end)
{
    const struct unit *unit = &s->unit[figure];

    if (mind_holder(m, s, thing) == figure) return unit->mark != MARK_DROP_NOW && unit->mark != MARK_DROP_LATER;
    if (unit->mark != MARK_TAKE || unit->mark_on != thing + 1) return false;
    return mind_touches(m, s, figure, end, thing) || mind_touches(m, s, figure, place_of(s, figure), thing);
}

/* What counts at the end alone can wait as long as there is time to get there. */
static int32_t urgency(const struct match *m, const struct state *s, int figure, struct point at)
{
    int32_t rate = max32(CM, mover_of(m, s, figure)->rate), slack = m->turns - s->turn - mind_far(place_of(s, figure), at) / rate;

    return slack <= 1 ? CERTAIN : slack >= 5 ? WEIGH_PATIENCE : WEIGH_PATIENCE + (CERTAIN - WEIGH_PATIENCE) * (5 - slack) / 4;
}

static bool is_known_foe(const struct match *m, const struct state *s, seat_id seat, int figure)
{
    return side_of(m, figure) != seat && is_active(s, figure) && argad_knows(m, s, seat, figure) && s->unit[figure].x != UNKNOWN_PLACE;
}

/* How many of the other side are so near to a place, of those whom the seat knows of. */
static int32_t foes_about(const struct match *m, const struct state *s, seat_id seat, struct point at)
{
    enum { ABOUT = 12 * CM };
    int32_t count = 0;

    for (int i = 0; i < m->figures; i++)
        if (is_known_foe(m, s, seat, i) && mind_is_within(place_of(s, i), at, ABOUT)) count++;
    return count;
}

/* How far the nearest of them is, of as far as it matters: thousandths. */
static int32_t apart(const struct match *m, const struct state *s, seat_id seat, struct point at)
{
    enum { FAR = 40 * CM };
    int32_t least = FAR;

    for (int i = 0; i < m->figures; i++)
        if (is_known_foe(m, s, seat, i)) least = min32(least, mind_far(place_of(s, i), at));
    return least * CERTAIN / FAR;
}

/* What the side is to bring off, and lies there for anybody to take. */
static bool is_to_fetch(const struct match *m, const struct state *s, seat_id seat, int thing)
{
    int piece = thing_piece(m, thing);

    if (s->unit[piece].x == UNKNOWN_PLACE || s->unit[piece].status == STATUS_LEFT || s->unit[piece].status == STATUS_UNSEEN || mind_holder(m, s, piece) != NOBODY) return false;
    for (int i = 0; i < m->goals; i++)
        if (m->goal[i].seat == seat && m->goal[i].points > 0 && m->goal[i].kind == GOAL_OBJECT_EXIT && m->goal[i].things >> thing & 1) return true;
    return false;
}

/* Each thing has one man to fetch it, and each man one thing: those who are nearest to each other first. The man of each thing, or NOBODY. */
static void share_out(const struct match *m, const struct state *s, seat_id seat, int16_t fetcher[THINGS])
{
    enum { LEADER_STAYS = 20 * CM };
    uint64_t sent = 0;
    uint64_t open = 0;

    for (int k = 0; k < m->things; k++) {
        fetcher[k] = NOBODY;
        if (is_to_fetch(m, s, seat, k)) open |= UINT64_C(1) << k;
    }
    while (open) {
        int32_t least = INT32_MAX;
        int     thing = 0, man = NOBODY;
        for (int i = 0; i < m->figures; i++) {
            if (side_of(m, i) != seat || sent >> i & 1 || !has_free_hands(m, s, i) || in_ranks(s, i)) continue;
            for (int k = 0; k < m->things; k++) {
                int32_t far;
                if (!(open >> k & 1)) continue;
                far = mind_far(place_of(s, i), place_of(s, thing_piece(m, k))) + (m->figure[i].traits & TRAIT_LEADER ? LEADER_STAYS : 0);
                if (far >= least) continue;
                least = far;
                thing = k;
                man = i;
            }
        }
        if (man == NOBODY) return;
        fetcher[thing] = (int16_t)man;
        sent |= UINT64_C(1) << man;
        open &= ~(UINT64_C(1) << thing);
    }
}

/* Whoever is to fetch it has most to do with it. */
static int32_t share_of_thing(const struct match *m, const struct state *s, int figure, int thing, const int16_t fetcher[THINGS])
{
    int man = fetcher[thing - m->first[KIND_THING]];

    if (man == figure) return share_of_rank(0);
    return share_of_rank(max32(man == NOBODY ? 0 : 1, rank_at(m, s, figure, place_of(s, thing))));
}

/* What the other side has as long as it stays where it is. */
static int32_t denied_with(const struct match *m, const struct state *s, seat_id seat, int thing)
{
    int32_t points = 0;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->kind != GOAL_OBJECT_IN_AREA || goal->seat == seat || !(goal->things >> (thing - m->first[KIND_THING]) & 1)) continue;
        if (table_covers(&m->element[goal->element].area, place_of(s, thing), 0)) points += goal->points;
    }
    return points * POINT;
}

static void lure_of_thing(const struct match *m, const struct state *s, const struct goal *goal, int figure, struct point end, int thing, struct lures *lures)
{
    seat_id      seat = side_of(m, figure);
    int          holder = mind_holder(m, s, thing);
    bool         ours = goal->seat == seat, exit = goal->kind == GOAL_OBJECT_EXIT, foe = holder != NOBODY && side_of(m, holder) != seat;
    struct point at = place_of(s, thing);
    int32_t      value = goal->points * POINT;

    if (s->unit[thing].x == UNKNOWN_PLACE || s->unit[thing].status == STATUS_LEFT || s->unit[thing].status == STATUS_UNSEEN) return;
    if (exit && ours) value += denied_with(m, s, seat, thing);
    if (bears(m, s, figure, thing, end)) {
        lures->sure += ours ? value * WEIGH_FETCHING / 2000 : value / 4;       /* not less than to be beside it */
        if (exit && ours) draw_off(m, s, figure, end, goal->edges, value, lures);
        else if (ours) lures->sure += value / 4 + value * WEIGH_APART / 1000 * apart(m, s, seat, end) / CERTAIN;
        return;
    }
    if (holder != NOBODY && !foe) {
        lure_to(lures, planned(s, holder), value * WEIGH_ESCORT / 1000, 5 * CM);      /* at his side */
        return;
    }
    if (!has_free_hands(m, s, figure)) return;
    value = value * share_of_thing(m, s, figure, thing, lures->fetcher) / CERTAIN;
    /* It is not held while enemies are near: those first. */
    if (!exit) value = value * urgency(m, s, figure, at) / CERTAIN / (1 + foes_about(m, s, seat, at));
    lure_to(lures, at, ours ? value * WEIGH_FETCHING / 1000 : value * (foe ? WEIGH_DENY_BEARER : WEIGH_DENY_LOOSE) / 1000, 0);
    if (!exit && ours && !foe && mind_far(end, at) <= 2 * CM) lures->sure += value / 2;
}

static void lure_of_figures(const struct match *m, const struct state *s, const struct goal *goal, int figure, struct point end, struct lures *lures)
{
    seat_id seat = side_of(m, figure);
    bool    ours = goal->seat == seat;

    if (goal->kind == GOAL_FIGURE_EXIT && ours) {
        if (goal->figures >> figure & 1) draw_off(m, s, figure, end, goal->edges, goal->points * POINT, lures);
        return;
    }
    if (goal->kind == GOAL_FIGURE_STATE && (!ours || goal->points < 3 || !(goal->states >> STATUS_PRISONER & 1))) return;
    for (int i = 0; i < m->figures; i++)
        if (goal->figures >> i & 1 && side_of(m, i) != seat && argad_knows(m, s, seat, i) && is_active(s, i) && has_free_hands(m, s, figure))
            lure_to(lures, place_of(s, i), goal->points * POINT * share_of(m, s, figure, place_of(s, i)) / CERTAIN * WEIGH_PREY / 1000, 0);
}

static void lure_of_area(const struct match *m, const struct state *s, const struct goal *goal, int figure, struct point end, struct lures *lures)
{
    const struct area *area = &m->element[goal->element].area;
    struct point       middle = { (area->low.x + area->high.x) / 2, (area->low.y + area->high.y) / 2 }, at;
    int32_t            value;

    if (goal->seat != side_of(m, figure) || in_ranks(s, figure)) return;
    at.x = max32(area->low.x - goal->within + CM, min32(area->high.x + goal->within - CM, end.x));
    at.y = max32(area->low.y - goal->within + CM, min32(area->high.y + goal->within - CM, end.y));
    value = goal->points * POINT * share_of(m, s, figure, middle) / CERTAIN * urgency(m, s, figure, middle) / CERTAIN;
    lure_to(lures, at, value, 0);
    if (mind_far(end, at) == 0) lures->sure += value / 2;
}

/* Whoever fights goes where there is somebody to fight. */
static void lure_of_enemies(const struct match *m, const struct state *s, int figure, struct point end, struct lures *lures)
{
    seat_id seat = side_of(m, figure);
    int     found = NOBODY;
    int32_t least = INT32_MAX;

    if (!has_free_hands(m, s, figure) || m->figure[figure].class < 2) return;
    for (int i = 0; i < m->figures; i++) {
        int32_t far;
        if (side_of(m, i) == seat || !argad_knows(m, s, seat, i) || !is_active(s, i) || mind_worth(m, s, i, STATUS_OUT) <= 0) continue;
        far = mind_far(end, place_of(s, i));
        if (far >= least) continue;
        least = far;
        found = i;
    }
    if (found != NOBODY) lure_to(lures, place_of(s, found), WEIGH_HUNT, 0);
}

/* AR-CAPT-04: a prisoner whom nobody guards goes free. */
static void lure_of_prisoners(const struct match *m, const struct state *s, int figure, struct point end, struct lures *lures)
{
    enum { GUARDED = 9 * CM };

    for (int i = 0; i < m->figures; i++) {
        bool guarded = false;
        if (!are_enemies(m, i, figure) || s->unit[i].status != STATUS_PRISONER || s->unit[i].with || s->unit[i].x == UNKNOWN_PLACE) continue;
        for (int k = 0; k < m->figures && !guarded; k++)
            guarded = k != figure && are_enemies(m, k, i) && is_active(s, k) && mind_gap(m, s, k, planned(s, k), i, place_of(s, i)) <= GUARDED && (k < figure || s->unit[k].did & DID_CHOOSE);
        if (!guarded && mind_gap(m, s, figure, end, i, place_of(s, i)) <= GUARDED) lures->sure += 5 + mind_points(m, i, STATUS_PRISONER) * 4 / 5;
    }
}

/* As it will be when all men of the side have gone home: what they carried lies where they stood, and whom they guarded is free (AR-CAPT-04). */
static void without(const struct match *m, struct state *s, seat_id seat)
{
    for (int i = 0; i < m->figures; i++) {
        struct unit *unit = &s->unit[i];
        if (side_of(m, i) != seat && unit->status == STATUS_PRISONER) unit->status = STATUS_STANDING;
        if (side_of(m, i) != seat || unit->status != STATUS_STANDING) continue;
        if (unit->carries) s->unit[unit->carries - 1].with = 0;
        unit->carries = 0;
        unit->status = STATUS_LEFT;
        unit->left_by = 0;
    }
}

bool mind_is_done(const struct match *m, const struct state *s, seat_id seat)
{
    struct state after;
    int32_t      sum[2];

    if (argad_awaits(m, s, seat) || argad_sum(m, s, seat) <= argad_sum(m, s, (seat_id)!seat)) return false;
    after = *s;
    without(m, &after, seat);
    for (seat_id i = 0; i < 2; i++) sum[i] = argad_sum(m, &after, i);
    return sum[seat] - sum[!seat] >= max32(1, m->clear_margin) && argad_winner(m, sum) == seat;
}

/* Whoever has won goes off by the nearest edge: nothing can be gained any more, and much be lost. */
static void lure_home(const struct match *m, const struct state *s, int figure, struct point end, struct lures *lures)
{
    if (lures->leaves || in_ranks(s, figure)) return;
    draw_off(m, s, figure, end, EDGE_NORTH | EDGE_EAST | EDGE_SOUTH | EDGE_WEST, 4 * POINT, lures);
}

static void lures_of(const struct match *m, const struct state *s, int figure, struct point end, struct lures *lures)
{
    lures->count = 0;
    lures->sure = 0;
    lures->leaves = false;
    mind_look_round(m, s, figure, end, &lures->around);
    share_out(m, s, side_of(m, figure), lures->fetcher);
    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->points <= 0) continue;
        switch (goal->kind) {
        case GOAL_OBJECT_EXIT: case GOAL_OBJECT_HELD:
            for (int k = 0; k < m->things; k++)
                if (goal->things >> k & 1) lure_of_thing(m, s, goal, figure, end, thing_piece(m, k), lures);
            break;
        case GOAL_FIGURE_STATE: case GOAL_FIGURE_EXIT: lure_of_figures(m, s, goal, figure, end, lures); break;
        case GOAL_AREA_HELD: lure_of_area(m, s, goal, figure, end, lures); break;
        default: break;
        }
    }
    if (mind_is_done(m, s, side_of(m, figure))) lure_home(m, s, figure, end, lures);
    else lure_of_enemies(m, s, figure, end, lures);
    lure_of_prisoners(m, s, figure, end, lures);
}

/* Where a friend will stand there is no room. */
static int32_t crowding(const struct match *m, const struct state *s, int figure, struct point end)
{
    int32_t sum = 0;

    for (int i = 0; i < m->figures; i++)
        if (i != figure && !are_enemies(m, i, figure) && is_there(s, i) && mind_gap(m, s, figure, end, i, planned(s, i)) == 0) sum += WEIGH_CROWD;
    return sum;
}

int32_t mind_goals(const struct match *m, const struct state *s, int figure, struct point end)
{
    struct lures lures;
    int32_t      sum;

    lures_of(m, s, figure, end, &lures);
    sum = lures.sure;
    for (int i = 0; i < lures.count; i++) sum += lures.list[i].weight * nearness(m, max32(0, mind_way(m, s, &lures.around, lures.list[i].at, NULL) - lures.list[i].near)) / CERTAIN;
    if (left_by(m, end) && !lures.leaves) sum -= 2 * POINT + mind_worth(m, s, figure, STATUS_LEFT);
    return sum - (end.x != s->unit[figure].x || end.y != s->unit[figure].y ? crowding(m, s, figure, end) : 0);
}

bool mind_wanted(const struct match *m, const struct state *s, int figure, struct point from, struct point *to)
{
    struct lures lures;
    int32_t      best = 0;

    lures_of(m, s, figure, from, &lures);
    *to = lures.off;
    if (lures.leaves) return true;
    for (int i = 0; i < lures.count; i++) {
        struct point first;
        int32_t      weight = lures.list[i].weight * (CERTAIN + nearness(m, mind_way(m, s, &lures.around, lures.list[i].at, &first))) / CERTAIN;
        if (weight <= best) continue;
        best = weight;
        *to = first;
    }
    return best > 0;
}

uint8_t mind_exits(const struct match *m, const struct state *s, int figure)
{
    seat_id seat = side_of(m, figure);
    uint8_t edges = 0;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->seat != seat || goal->points <= 0) continue;
        if (goal->kind == GOAL_FIGURE_EXIT && goal->figures >> figure & 1) edges |= goal->edges;
        for (int k = 0; k < m->things && goal->kind == GOAL_OBJECT_EXIT; k++)
            if (goal->things >> k & 1 && mind_holder(m, s, thing_piece(m, k)) == figure) edges |= goal->edges;
    }
    if (!edges && mind_is_done(m, s, seat)) return EDGE_NORTH | EDGE_EAST | EDGE_SOUTH | EDGE_WEST;
    return edges;
}

/* Until then each turn may still undo it. */
int32_t mind_standing(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t sum = 0;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        bool               lasts = goal->kind == GOAL_OBJECT_EXIT || goal->kind == GOAL_FIGURE_STATE || goal->kind == GOAL_FIGURE_EXIT;
        if (goal->seat == seat) sum += argad_points(m, s, i) * POINT * (lasts ? m->turns : s->turn) / m->turns;
    }
    return sum;
}
