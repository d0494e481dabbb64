/* mind.c: what a seat wants, and where it would look for a place. Nothing is hidden, so there is nothing to blank or to guess. */
#include "rules.h"

void iron_mask(const struct match *m, struct state *s, seat_id seat)
{
    (void)m, (void)s, (void)seat;
}

void iron_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    (void)m, (void)s, (void)seat, (void)random;
}

/*
 * Places. A piece walks step by step, each step legal and paid for, so that wherever it stops it may be: no search is needed. What it
 * walks to is drawn by lot each time, so that whoever asks a dozen times sees a dozen different plans.
 */

enum plan { PLAN_WANDER, PLAN_SHOOT, PLAN_STRIKE, PLAN_CHARGE, PLAN_BEHIND, PLAN_WITHDRAW, PLAN_JOIN, PLANS };

struct walker {
    struct mover   mover;
    struct lay     lay;
    struct random *random;
    int            cell, left;                   /* where it is now, and what it has left */
    int            target;                       /* whom it thinks of, or NOBODY */
};

static void start_walk(struct walker *w, const struct match *m, const struct state *s, int piece, int leader, struct random *random)
{
    iron_lay(m, s, &w->lay);
    w->mover = iron_mover(m, s, &w->lay, piece, leader);
    w->random = random;
    w->cell = w->mover.start;
    w->left = w->mover.left;
    w->target = NOBODY;
}

/* One step, if it may be taken and the piece may stay there. */
static bool step(struct walker *w, int direction)
{
    int to = w->mover.m->next[w->cell][direction], cost = 0;

    if (to == NOWHERE || iron_step_refused(&w->mover, w->cell, direction, &cost, NULL) || cost > w->left) return false;
    if (!iron_may_end(&w->mover, to)) return false;
    w->cell = to;
    w->left -= cost;
    return true;
}

static bool must_halt(const struct walker *w)
{
    return w->cell != w->mover.start && iron_must_stop(&w->mover, w->cell);
}

static void wander(struct walker *w)
{
    int steps = 1 + (int)random_below(w->random, 6);

    for (int i = 0; i < steps && !must_halt(w); i++) step(w, (int)random_below(w->random, 6));
}

/* Towards the goal until the distance is so much, or away from it; a step aside when the way is closed. */
static void walk_to(struct walker *w, int goal, int wanted, bool away)
{
    const struct match *m = w->mover.m;
    int                 patience = 2;

    for (int i = 0; i < WAY_STEPS && patience > 0 && !must_halt(w); i++) {
        int  apart = iron_distance(m, w->cell, goal), first = (int)random_below(w->random, 6);
        bool went = false;
        if (!away && apart <= wanted) return;
        for (int k = 0; k < 6 && !went; k++) {
            int direction = (first + k) % 6, to = m->next[w->cell][direction], change;
            if (to == NOWHERE) continue;
            change = iron_distance(m, to, goal) - apart;
            went = (away ? change > 0 : change < 0) && step(w, direction);
        }
        if (went) continue;
        patience--;
        if (!step(w, first)) patience--;
    }
}

/* An enemy within reach of what the piece could do, each as likely as the others; else the nearest. */
static int draw_enemy(struct walker *w, int reach)
{
    const struct match *m = w->mover.m;
    const struct state *s = w->mover.s;
    int                 found = NOBODY, nearest = NOBODY, least = INT32_MAX;
    uint32_t            count = 0;

    for (int unit = 0; unit < m->units; unit++) {
        int apart;
        if (!on_map(s, unit) || !are_enemies(m, unit, w->mover.piece)) continue;
        apart = iron_distance(m, w->mover.start, cell_of(m, s, unit));
        if (apart < least) least = apart, nearest = unit;
        if (apart <= reach && random_below(w->random, ++count) == 0) found = unit;
    }
    return found != NOBODY ? found : nearest;
}

/* A hex beside the enemy, from its rear or flank where that is open. */
static int hex_behind(struct walker *w, int enemy)
{
    const struct match *m = w->mover.m;
    int                 cell = cell_of(m, w->mover.s, enemy), turn = 1 + (int)random_below(w->random, 4);
    int                 next = m->next[cell][hex_turned(w->mover.s->unit[enemy].heading, turn)];

    return next == NOWHERE ? cell : next;
}

static enum plan draw_plan(const struct match *m, const struct state *s, int piece, struct random *random)
{
    static const uint8_t foot[8] = { PLAN_STRIKE, PLAN_STRIKE, PLAN_STRIKE, PLAN_STRIKE, PLAN_BEHIND, PLAN_WITHDRAW, PLAN_JOIN,
                                     PLAN_WANDER };
    static const uint8_t horse[8] = { PLAN_CHARGE, PLAN_CHARGE, PLAN_CHARGE, PLAN_BEHIND, PLAN_BEHIND, PLAN_STRIKE, PLAN_WITHDRAW,
                                      PLAN_WANDER };
    static const uint8_t missile[8] = { PLAN_SHOOT, PLAN_SHOOT, PLAN_SHOOT, PLAN_SHOOT, PLAN_SHOOT, PLAN_WITHDRAW, PLAN_JOIN,
                                        PLAN_WANDER };
    static const uint8_t leader[8] = { PLAN_JOIN, PLAN_JOIN, PLAN_JOIN, PLAN_JOIN, PLAN_JOIN, PLAN_JOIN, PLAN_WITHDRAW, PLAN_WANDER };
    uint32_t             lot = random_below(random, 8);

    if (!is_unit(m, piece)) return (enum plan)leader[lot];
    if (type_now(m, s, piece)->charges) return (enum plan)horse[lot];
    return (enum plan)(iron_weapon(m, s, piece) != WEAPON_NONE || s->unit[piece].type == TYPE_HO ? missile[lot] : foot[lot]);
}

/* A unit of the same command, for a leader; for a unit its leader, or a friend beside whom it stands well. */
static int draw_friend(struct walker *w)
{
    const struct match *m = w->mover.m;
    int                 found = leader_of(m, w->mover.piece);
    uint32_t            count = 0;

    if (is_unit(m, w->mover.piece) && on_map(w->mover.s, found) && random_below(w->random, 2)) return found;
    for (int unit = 0; unit < m->units; unit++)
        if (unit != w->mover.piece && on_map(w->mover.s, unit) && m->command_of[unit] == m->command_of[w->mover.piece] &&
            random_below(w->random, ++count) == 0)
            found = unit;
    return on_map(w->mover.s, found) ? found : NOBODY;
}

static void follow_plan(struct walker *w)
{
    const struct match *m = w->mover.m;
    const struct state *s = w->mover.s;
    enum plan           plan = draw_plan(m, s, w->mover.piece, w->random);
    int                 friend, behind;

    if (plan == PLAN_WANDER) {
        wander(w);
        return;
    }
    w->target = draw_enemy(w, w->left + 3);
    if (plan == PLAN_JOIN) {
        friend = draw_friend(w);
        if (friend != NOBODY) walk_to(w, cell_of(m, s, friend), is_unit(m, w->mover.piece), false);
        return;
    }
    if (w->target == NOBODY) return;
    switch (plan) {
    case PLAN_SHOOT:    walk_to(w, cell_of(m, s, w->target), 1 + (int)random_below(w->random, 3), false); break;
    case PLAN_CHARGE:   walk_to(w, cell_of(m, s, w->target), 2 + (int)random_below(w->random, 2), false); break;
    case PLAN_BEHIND:
        behind = hex_behind(w, w->target);
        walk_to(w, behind, (int)random_below(w->random, 2), false);
        break;
    case PLAN_WITHDRAW: walk_to(w, cell_of(m, s, w->target), 0, true); break;
    default:            walk_to(w, cell_of(m, s, w->target), 1, false);
    }
}

/* With the target before it, by either of the two facings that have it there; now and then any other. */
static int draw_heading(const struct match *m, int cell, int goal, struct random *random)
{
    int32_t side[2];
    int32_t count;
    int     which, turn;                     /* one draw a statement: compilers differ in the order of arguments */

    if (goal == NOWHERE || goal == cell || random_below(random, 8) == 0) return (int)random_below(random, 6);
    count = hex_exit_sides(hex_of(m, cell), hex_of(m, goal), side);
    which = count > 1 ? (int)random_below(random, 2) : 0;
    turn = (int)random_below(random, 2);
    return hex_turned(side[which], turn);
}

/* The first legal facing from the one that is wished for on. */
static bool turn_somehow(const struct match *m, const struct state *s, seat_id seat, struct decision *d)
{
    static const int8_t turns[6] = { 0, 1, -1, 2, -2, 3 };
    int                 first = d->heading;

    for (int i = 0; i < 6; i++) {
        d->heading = hex_turned(first, turns[i]);
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

/* MI-RES-16: the one hex that brings it nearer to its standard. */
static bool sample_retired(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int first = (int)random_below(random, 6);

    d->heading = (int)random_below(random, 6);
    for (int i = 0; i < 6; i++) {
        int to = m->next[cell_of(m, s, d->unit)][(first + i) % 6];
        if (to == NOWHERE) continue;
        d->at = point_of(m, to);
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

/* MI-ZOC-08: whoever rides through a genitor's zone may not come back into it, which the steps alone do not tell. */
static bool fears_genitors(const struct match *m, const struct state *s, int unit)
{
    if (s->unit[unit].type != TYPE_MM) return false;
    for (int enemy = 0; enemy < m->units; enemy++)
        if (s->unit[enemy].type == TYPE_G && on_map(s, enemy) && are_enemies(m, unit, enemy)) return true;
    return false;
}

/* MI-CREC-06: when the lot has found nothing, every hex in turn; somebody may be bound to go on. */
static bool sample_headlong(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int first = (int)random_below(random, (uint32_t)m->cells);

    if (!m->head.option[OPTION_CRECY_IMPETUOUS]) return false;
    for (int i = 0; i < m->cells; i++) {
        int cell = (first + i) % m->cells;
        if (iron_distance(m, cell, cell_of(m, s, d->unit)) > iron_allowance(m, s, d->unit)) continue;
        d->at = point_of(m, cell);
        if (turn_somehow(m, s, seat, d)) return true;
    }
    return false;
}

/* MI-FACE-05: in a zone of control the facing depends on the way by which the rules will take it there. */
static bool face_in_zone(struct walker *w, struct decision *d)
{
    static const int8_t turns[6] = { 0, 1, -1, 2, -2, 3 };
    int                 first = d->heading;
    struct way          way;

    if (!iron_way(&w->mover, w->cell, &way)) return false;
    for (int i = 0; i < 6; i++) {
        d->heading = hex_turned(first, turns[i]);
        if (iron_may_stop_facing(&w->mover, w->cell, way.code >> 3 * (way.steps - 1) & 7, d->heading)) return true;
    }
    return false;
}

/* Where more than the single steps counts the rules are asked; else the walk is enough, and the facing. */
static bool sample_move(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    enum { TRIES = 4 };
    int           leader = d->kind == DO_LEAD ? iron_stacked_leader(m, s, d->unit) : NOBODY;
    bool          unit = is_unit(m, d->unit), sure;
    struct walker w;

    if (unit && is_retired(s, d->unit)) return sample_retired(m, s, seat, random, d);
    sure = leader == NOBODY && !m->head.option[OPTION_CRECY_IMPETUOUS] && !(unit && fears_genitors(m, s, d->unit));
    for (int i = 0; i < TRIES; i++) {
        start_walk(&w, m, s, d->unit, leader, random);
        if (i < TRIES - 1) follow_plan(&w);
        else wander(&w);
        if (w.cell == w.mover.start) continue;
        d->at = point_of(m, w.cell);
        if (!unit) return true;
        d->heading = draw_heading(m, w.cell, w.target == NOBODY ? NOWHERE : cell_of(m, s, w.target), random);
        if (!sure ? turn_somehow(m, s, seat, d) : !iron_zones(m, s, &w.lay, seat, w.cell, NOBODY) || face_in_zone(&w, d)) return true;
    }
    return unit && sample_headlong(m, s, seat, random, d);
}

/* How many enemies a unit has well before it, less those at its flanks and back: only those near count. */
static int outlook(const struct match *m, const struct state *s, int unit, int heading)
{
    static const int8_t share[] = { [ARC_FRONT] = 2, [ARC_FLANK] = -1, [ARC_REAR] = -2 };
    int                 cell = cell_of(m, s, unit), sum = 0;

    for (int enemy = 0; enemy < m->units; enemy++) {
        int32_t side[2];
        int     apart;
        if (!on_map(s, enemy) || !are_enemies(m, unit, enemy)) continue;
        apart = iron_distance(m, cell, cell_of(m, s, enemy));
        if (apart > 4) continue;
        hex_exit_sides(hex_of(m, cell), hex_of(m, cell_of(m, s, enemy)), side);
        sum += (5 - apart) * share[hex_arc(heading, side[0])];
    }
    return sum;
}

/*
 * A unit may turn as often as it likes. Whoever has done something already turns only to have more of the enemy before it, so that
 * turning comes to an end.
 */
static bool sample_turn(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int first = (int)random_below(random, 6);
    int now = s->unit[d->unit].acted ? outlook(m, s, d->unit, s->unit[d->unit].heading) : INT32_MIN;

    for (int i = 0; i < 6; i++) {
        d->heading = (first + i) % 6;
        if (now != INT32_MIN && outlook(m, s, d->unit, d->heading) <= now) continue;
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

static int nearest_enemy(const struct match *m, const struct state *s, seat_id seat, int cell)
{
    int best = NOWHERE, least = INT32_MAX;

    for (int unit = 0; unit < m->units; unit++) {
        int apart;
        if (!on_map(s, unit) || side_of(m, unit) == seat) continue;
        apart = iron_distance(m, cell, cell_of(m, s, unit));
        if (apart < least) least = apart, best = cell_of(m, s, unit);
    }
    return best;
}

bool iron_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                 struct decision *d)
{
    int  list[PLACES], count, cell;
    bool there;

    *d = offer->decision;
    if (d->kind == DO_MOVE || d->kind == DO_LEAD) return sample_move(m, s, seat, random, d);
    if (d->kind == DO_TURN) return sample_turn(m, s, seat, random, d);
    if (offer->open & USES_AT) {
        count = iron_places(m, s, list, PLACES);
        if (count == 0) return false;
        d->at = point_of(m, list[random_below(random, (uint32_t)count)]);
    }
    there = offer->open & USES_AT || d->kind == DO_FOLLOW || d->kind == DO_ADVANCE;
    cell = there ? cell_at(m, d->at.x, d->at.y) : cell_of(m, s, d->unit);
    d->heading = draw_heading(m, cell, nearest_enemy(m, s, seat, cell), random);
    return turn_somehow(m, s, seat, d);
}

/* MI-RES-16: the neighbours nearer to its standard; whoever steps into a zone of control faces the way it goes. */
static int32_t retired_region(const struct match *m, const struct state *s, const struct decision *d, struct point *points, int32_t capacity)
{
    int     from = cell_of(m, s, d->unit), leader = d->kind == DO_LEAD ? iron_stacked_leader(m, s, d->unit) : NOBODY;
    int32_t count = 0;

    for (int direction = 0; direction < 6 && count < capacity; direction++) {
        int to = m->next[from][direction];
        if (to != NOWHERE && !iron_move_refused(m, s, d->unit, leader, point_of(m, to), direction, NULL, NULL)) points[count++] = point_of(m, to);
    }
    return count;
}

int32_t iron_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points, int32_t capacity)
{
    int32_t         count = 0;
    int             list[PLACES], places;
    struct journeys journeys;
    struct lay      lay;
    struct mover    mover;
    bool            plain;                       /* the cheapest journeys tell all (see iron_way) */

    (void)seat;
    if (!(offer->open & USES_AT)) return 0;
    if (offer->decision.kind != DO_MOVE && offer->decision.kind != DO_LEAD) {
        places = iron_places(m, s, list, PLACES);
        for (int i = 0; i < places && count < capacity; i++) points[count++] = point_of(m, list[i]);
        return count;
    }
    if (is_unit(m, offer->decision.unit) && is_retired(s, offer->decision.unit)) return retired_region(m, s, &offer->decision, points, capacity);
    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, offer->decision.unit, offer->decision.kind == DO_LEAD ? iron_stacked_leader(m, s, offer->decision.unit) : NOBODY);
    plain = mover.leader == NOBODY && !(is_unit(m, mover.piece) && fears_genitors(m, s, mover.piece));
    if (plain) iron_journeys(&mover, NOWHERE, &journeys);
    for (int cell = 0; cell < m->cells && count < capacity; cell++) {
        struct way way;
        if (cell == mover.start || !iron_may_end(&mover, cell) || iron_distance(m, mover.start, cell) > mover.left) continue;
        if (plain ? journeys.cost[cell] != TOO_FAR : iron_way(&mover, cell, &way)) points[count++] = point_of(m, cell);
    }
    return count;
}
