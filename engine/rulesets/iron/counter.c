/*
 * counter.c: counter-charges (ledger chapter CC).
 *
 * A try is asked for and rolled in the counter frame. Against attacking horse a success only takes the edge off the attack; against
 * others the unit rides at them in a frame of its own, at once or when the rest of the combat is done.
 */
#include "rules.h"

enum { VALUE_UNIT, VALUE_TARGET, VALUE_FIRED, VALUE_CODE, VALUE_LENGTH, VALUE_CELL };
enum { FIRED_AT = 1, MUST_TRY = 2 };

bool iron_is_unable(const struct state *s, int unit)
{
    return !on_map(s, unit) || is_retired(s, unit) || s->unit[unit].halted;
}

/* MI-CC-20: the hexes that a ride may pass: free, in no zone but the target's in the last, and fit for a charge. */
struct ride { const struct match *m; const struct state *s; struct lay lay; int unit, target, goal; uint8_t cost[CELLS]; int8_t via[CELLS]; };

static bool may_ride(const struct ride *r, int from, int direction, int *cost)
{
    int to = r->m->next[from][direction];

    *cost = iron_entry(r->m, r->s, r->unit, from, direction);
    if (*cost == NOWHERE || r->lay.unit[to] != NOBODY || !iron_charge_ground(r->m, from, direction)) return false;
    return !iron_zones(r->m, r->s, &r->lay, side_of(r->m, r->unit), to, r->target);
}

/* MI-CC-12: as far as its present allowance goes. In the target's zone it has arrived. */
static void spread(struct ride *r)
{
    int16_t list[CELLS];
    int     count = 0, most = iron_profile(r->m, r->s, r->unit).move[is_disordered(r->s, r->unit)];

    for (int cell = 0; cell < r->m->cells; cell++) r->cost[cell] = TOO_FAR;
    list[count++] = (int16_t)cell_of(r->m, r->s, r->unit);
    r->cost[list[0]] = 0;
    r->via[list[0]] = NOWHERE;
    for (int spent = 0; spent < most; spent++)
        for (int i = 0; i < count; i++) {
            if (r->cost[list[i]] != spent || (i > 0 && iron_exerts(r->m, r->s, r->target, list[i]))) continue;
            for (int direction = 0; direction < 6; direction++) {
                int to = r->m->next[list[i]][direction], cost;
                if (to == NOWHERE || !may_ride(r, list[i], direction, &cost) || spent + cost > most || spent + cost >= r->cost[to]) continue;
                if (r->cost[to] == TOO_FAR) list[count++] = (int16_t)to;
                r->cost[to] = (uint8_t)(spent + cost);
                r->via[to] = (int8_t)direction;
            }
        }
}

/* May it strike the target from there? */
static bool may_end_ride(const struct ride *r, int cell)
{
    int direction = iron_direction(r->m, cell, r->goal);

    return direction != NOWHERE && iron_entry(r->m, r->s, r->unit, cell, direction) != NOWHERE && iron_charge_ground(r->m, cell, direction);
}

/* MI-CC-11: from where it stands when the enemy is beside it, else the hexes from which it could strike. */
static int ride_places(struct ride *r, int *list)
{
    int from = cell_of(r->m, r->s, r->unit), count = 0;

    iron_lay(r->m, r->s, &r->lay);
    r->goal = cell_of(r->m, r->s, r->target);
    if (iron_distance(r->m, from, r->goal) == 1) {
        if (may_end_ride(r, from)) list[count++] = from;
        return count;
    }
    spread(r);
    for (int direction = 0; direction < 6; direction++) {
        int cell = r->m->next[r->goal][direction];
        if (cell != NOWHERE && r->cost[cell] != TOO_FAR && may_end_ride(r, cell)) list[count++] = cell;
    }
    return count;
}

int iron_ride_places(const struct match *m, const struct state *s, int unit, int target, int *list)
{
    struct ride ride = { .m = m, .s = s, .unit = unit, .target = target };

    return ride_places(&ride, list);
}

/* MI-CC-02, MI-CC-15: Disordered by the very shot it may still ride. */
static bool is_shaken_off(const struct state *s, int unit, bool fired)
{
    return s->unit[unit].status == STATUS_DISORDERED && !(fired && s->unit[unit].asked & ASKED_STEADY);
}

/* MI-CC-01 to MI-CC-04, MI-CC-07, MI-CC-16, MI-CC-21, MI-CC-22 */
rule_id iron_counter_refused(const struct match *m, const struct state *s, int unit, int target, bool fired, struct refusal *why)
{
    int        list[PLACES];
    struct lay lay;

    if (s->unit[unit].type != TYPE_MM) return refuse_for(why, MI_CC_01, unit);
    if (!is_unit(m, target) || !on_map(s, target) || !are_enemies(m, unit, target)) return refuse_for(why, MI_CC_22, target);
    if (!fired && !iron_attacks(s, target, unit, BATTLE_NORMAL)) return refuse_for(why, MI_CC_22, target);
    if (iron_is_unable(s, unit)) return refuse_for(why, MI_CC_04, unit);
    if (is_shaken_off(s, unit, fired)) return refuse_for(why, MI_RES_05, unit);
    if (s->unit[unit].countered) return refuse_for(why, MI_CC_07, unit);
    if (iron_best_arc(m, s, unit, cell_of(m, s, target)) == ARC_REAR) return refuse_for(why, MI_CC_03, target);
    iron_lay(m, s, &lay);
    if (iron_zones(m, s, &lay, side_of(m, unit), cell_of(m, s, unit), target)) return refuse_for(why, MI_CC_02, unit);
    return iron_ride_places(m, s, unit, target, list) ? 0 : refuse_for(why, MI_CC_11, target);
}

static int counters(const struct match *m, const struct state *s, int unit, int shooter, int *list)
{
    int attackers[PIECES], count = 1, found = 0;

    if (s->unit[unit].type != TYPE_MM || iron_is_unable(s, unit)) return 0;
    attackers[0] = shooter;
    if (shooter == NOBODY) count = iron_attackers(m, s, unit, BATTLE_NORMAL, attackers);
    for (int i = 0; i < count; i++)
        if (!iron_counter_refused(m, s, unit, attackers[i], shooter != NOBODY, NULL)) list[found++] = attackers[i];
    return found;
}

bool iron_may_counter(const struct match *m, const struct state *s, int unit, int shooter)
{
    int list[PIECES];

    if (shooter != NOBODY && s->unit[unit].asked & ASKED_COUNTER) return false;
    return counters(m, s, unit, shooter, list) > 0;
}

void iron_ask_counter(struct play *p, int unit, int shooter, bool pledged)
{
    struct frame *frame = go_into(p, PHASE_COUNTER);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = shooter;
    frame->value[VALUE_FIRED] = (shooter != NOBODY ? FIRED_AT : 0) | (pledged ? MUST_TRY : 0);
}

static void ask_owner(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_counter(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 list[PIECES], count = counters(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_TARGET], list);

    (void)seat;
    for (int i = 0; i < count; i++)
        offer_add(offers, (struct decision){ .kind = DO_COUNTER, .unit = (int16_t)frame->value[VALUE_UNIT], .target = (int16_t)list[i] }, 0);
    if (!(frame->value[VALUE_FIRED] & MUST_TRY)) offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
}

static rule_id refuse_counter(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    bool                fired = (frame->value[VALUE_FIRED] & FIRED_AT) != 0;

    (void)seat;
    if (d->kind == DO_STAND) return frame->value[VALUE_FIRED] & MUST_TRY ? refuse_with(why, MI_FIRE_09, 0, 0) : 0;
    if (d->kind != DO_COUNTER || d->unit != frame->value[VALUE_UNIT]) return refuse_with(why, MI_CC_01, 0, 0);
    if (fired && d->target != frame->value[VALUE_TARGET]) return refuse_for(why, MI_CC_18, d->target);
    return iron_counter_refused(m, s, d->unit, d->target, fired, why);
}

/* MI-CC-05 */
static int try_total(struct play *p, int die, int unit, int target)
{
    bool flank = iron_best_arc(p->match, p->state, unit, cell_of(p->match, p->state, target)) == ARC_FLANK;
    int  sum = account(p, MI_CC_05, die);

    sum += because(p, MI_CC_05, iron_shock(p->match, p->state, unit));
    sum += because(p, MI_CC_03, flank ? fixed_value(p->match, FIXED_COUNTERCHARGE_FLANK) : 0);
    return total(p, MI_CC_05, sum);
}

/* MI-CC-09, MI-CC-10, MI-CC-14, MI-CC-19 */
static void succeed(struct play *p, int unit, int target, bool fired)
{
    struct state *s = p->state;
    struct unit  *u = &s->unit[unit];

    u->countered = 1;
    u->attack = ATTACK_COUNTER;
    u->foe = (int8_t)target;
    u->other = NOBODY;
    if (fired) {
        iron_ride_counter(p, unit);
    } else if (s->unit[target].type == TYPE_MM) {
        u->parried = 1;
        cite(p, MI_CC_09);
        iron_ride_counter(p, unit);
    } else {
        cite(p, MI_CC_19);
        cite(p, MI_CC_14);
        iron_drop_attack(s, target, unit);
    }
}

static void take_counter(struct play *p, seat_id seat, const struct decision *d)
{
    struct play silent = { .match = p->match, .state = p->state };
    int         unit = here(p)->value[VALUE_UNIT], die, sum;
    rule_id     rule;
    bool        fired = (here(p)->value[VALUE_FIRED] & FIRED_AT) != 0;

    (void)seat;
    leave(p);
    if (d->kind == DO_STAND) {
        tell(p, EVENT_STOOD, MI_CC_01, unit, NOBODY, 1, 0, 0);
        return;
    }
    die = d10_up_to(p, MI_CC_05, fixed_value(p->match, FIXED_COUNTERCHARGE_SUCCESS_MAX) - try_total(&silent, 0, unit, d->target));
    sum = try_total(p, die, unit, d->target);
    rule = fired ? MI_CC_04 : MI_CC_22;
    if (sum > fixed_value(p->match, FIXED_COUNTERCHARGE_SUCCESS_MAX)) {
        tell(p, EVENT_NO_COUNTER, MI_CC_06, unit, d->target, sum, 0, 0);
        cite(p, rule);
        return;
    }
    tell(p, EVENT_COUNTERS, MI_CC_05, unit, d->target, sum, 0, 0);
    cite(p, rule);
    cite(p, MI_CC_02);
    cite(p, MI_CC_07);
    succeed(p, unit, d->target, fired);
}

/* The ride: its way and facing, fire, refusal, battle. */

void iron_ride_counter(struct play *p, int unit)
{
    struct frame *frame = go_into(p, PHASE_RIDE);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = p->state->unit[unit].foe;
}

static void give_up(struct play *p, int unit, rule_id rule)
{
    tell(p, EVENT_DROPPED, rule, unit, NOBODY, 0, 0, 0);
    if (!p->state->unit[unit].parried) iron_clear_attack(p->state, unit);
    else p->state->unit[unit].attack = ATTACK_NONE;
    leave(p);
}

static void begin_ride(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET], list[PLACES];

    if (iron_is_unable(p->state, unit) || !on_map(p->state, target)) give_up(p, unit, MI_CC_15);
    else if (iron_ride_places(p->match, p->state, unit, target, list) == 0) give_up(p, unit, MI_CC_11);
    else ask(p, SEAT_BIT(side_of(p->match, unit)));
}

/* MI-FIRE-19: crossbows that have the rider before them do not shoot. */
static void cite_silence(struct play *p, int unit, int cell)
{
    for (int enemy = 0; enemy < p->match->units; enemy++)
        if (on_map(p->state, enemy) && are_enemies(p->match, unit, enemy) && iron_weapon(p->match, p->state, enemy) == WEAPON_CROSSBOW &&
            iron_in_front(p->match, p->state, enemy, cell))
            cite(p, MI_FIRE_19);
}

/* MI-CC-17: bows, slings and javelins shoot at it, crossbows do not. */
static void ride_one_hex(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], to = p->match->next[cell_of(p->match, p->state, unit)][frame->value[VALUE_CODE] & 7];

    if (p->match->tables.edge[p->match->edge[cell_of(p->match, p->state, unit)][frame->value[VALUE_CODE] & 7]].refusal)
        p->state->unit[unit].asked |= ASKED_HEDGE;
    frame->value[VALUE_CODE] >>= 3;
    frame->value[VALUE_LENGTH]--;
    frame->step = 2;
    iron_carry(p->state, p->match, unit, to);
    iron_arrive(p, unit);
    if (p->events) cite_silence(p, unit, to);
    iron_draw_reaction(p, unit, to, true);
}

static void after_fire(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT];

    if (iron_is_unable(p->state, unit) || !on_map(p->state, frame->value[VALUE_TARGET])) give_up(p, unit, MI_CC_15);
    else frame->step = frame->value[VALUE_LENGTH] > 0 ? 1 : 3;
}

/* MI-CC-13, MI-CC-15: like any charge; Disordered it is a plain attack without a refusal die. */
static void come_to_contact(struct play *p)
{
    struct frame       *frame = here(p);
    const struct match *m = p->match;
    int                 unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET], from = cell_of(m, p->state, unit);
    int                 side = iron_direction(m, from, cell_of(m, p->state, target));

    frame->step = 4;
    p->state->unit[unit].battle = p->state->unit[target].defends = BATTLE_COUNTER;
    p->state->unit[target].asked = p->state->unit[target].halted = 0;
    if (is_disordered(p->state, unit)) p->state->unit[unit].attack = ATTACK_SHOCK;
    else {
        bool hedge = m->tables.edge[m->edge[from][side]].refusal != 0 || p->state->unit[unit].asked & ASKED_HEDGE;
        cite(p, MI_CC_13);
        iron_test_refusal(p, unit, hedge);
    }
}

static void enter_ride(struct play *p)
{
    struct frame *frame = here(p);

    switch (frame->step) {
    case 0: begin_ride(p); break;
    case 1: ride_one_hex(p); break;
    case 2: after_fire(p); break;
    case 3: come_to_contact(p); break;
    case 4:
        frame->step = 5;
        iron_begin_battle(p, BATTLE_COUNTER);
        break;
    default:
        cite(p, MI_CC_23);
        leave(p);
    }
}

static void offer_ride(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 unit = frame->value[VALUE_UNIT], list[PLACES], count = iron_ride_places(m, s, unit, frame->value[VALUE_TARGET], list);

    (void)seat;
    for (int i = 0; i < count; i++) {
        int direction = iron_direction(m, list[i], cell_of(m, s, frame->value[VALUE_TARGET]));
        for (int turn = 0; turn < 2; turn++)
            offer_add(offers, (struct decision){ .kind = DO_RIDE, .unit = (int16_t)unit, .target = (int16_t)frame->value[VALUE_TARGET],
                                                 .at = point_of(m, list[i]), .heading = hex_turned(direction, turn) }, 0);
    }
}

static rule_id refuse_ride(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 list[PLACES], count;

    (void)seat;
    if (d->kind != DO_RIDE || d->unit != frame->value[VALUE_UNIT] || d->target != frame->value[VALUE_TARGET]) return refuse_with(why, MI_CC_08, 0, 0);
    if (!between(0, d->heading, 5)) return refuse_with(why, MI_FACE_01, d->heading, 5);
    count = iron_ride_places(m, s, d->unit, d->target, list);
    for (int i = 0; i < count; i++) {
        struct point at = point_of(m, list[i]);
        if (at.x != d->at.x || at.y != d->at.y) continue;
        if (hex_arc(d->heading, iron_direction(m, list[i], cell_of(m, s, d->target))) == ARC_FRONT) return 0;
        return refuse_with(why, MI_CC_08, d->heading, 0);
    }
    return refuse_with(why, MI_CC_20, d->at.x, d->at.y);
}

/* The cheapest way there; six bits are not needed, since a ride does not follow its facing. */
struct way iron_ride_way(const struct match *m, const struct state *s, int unit, int target, int goal)
{
    struct ride ride = { .m = m, .s = s, .unit = unit, .target = target };
    struct way  way = { 0 };
    int         list[PLACES], from = cell_of(m, s, unit);

    ride_places(&ride, list);
    if (goal != from) way.cost = ride.cost[goal];
    for (int cell = goal; cell != from; way.steps++) {
        way.code = way.code << 3 | ride.via[cell];
        cell = m->next[cell][hex_opposite(ride.via[cell])];
    }
    return way;
}

static void trace_ride(struct play *p, int goal)
{
    struct frame *frame = here(p);
    struct way    way = iron_ride_way(p->match, p->state, frame->value[VALUE_UNIT], frame->value[VALUE_TARGET], goal);

    frame->value[VALUE_CODE] = way.code;
    frame->value[VALUE_LENGTH] = way.steps;
}

static void take_ride(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *frame = here(p);
    struct unit  *u = &p->state->unit[d->unit];

    (void)seat;
    trace_ride(p, cell_at(p->match, d->at.x, d->at.y));
    u->heading = (uint8_t)d->heading;
    tell(p, EVENT_COUNTER_RIDES, MI_CC_08, d->unit, d->target, d->at.x, d->at.y, d->heading);
    if (u->parried) {
        u->attack = ATTACK_NONE;
        u->foe = NOBODY;
        leave(p);
        return;
    }
    cite(p, MI_CC_10);
    cite(p, MI_CC_11);
    cite(p, MI_CC_12);
    frame->step = frame->value[VALUE_LENGTH] > 0 ? 1 : 3;
}

const struct phase iron_counter = { "counter", MI_CC_01, ask_owner, offer_counter, refuse_counter, take_counter, .step = STEP_REACTION };
const struct phase iron_ride = { "ride", MI_CC_08, enter_ride, offer_ride, refuse_ride, take_ride, .step = STEP_REACTION, .settles = true };
