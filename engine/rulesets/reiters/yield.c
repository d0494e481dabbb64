/* yield.c: retreats instead of losses, and who goes along (ledger chapters 7.5.2, 7.5.3). */
#include "rules.h"

/* Why the passive side may not retreat instead of the loss; 0: it may (FR-7.5.2). */
static rule_id yield_refused(const struct match *m, const struct state *s)
{
    const struct combat *combat = &s->combat;
    rule_id              rule;
    struct lay           lay;

    if (combat->hit[1] & HIT_FIRM) return FR_7_5_1_06;
    if (combat->firm) return FR_7_9_03;
    if (!reiters_may_retreat(m, s, combat->defender, &rule)) return rule;
    reiters_lay(m, s, &lay);
    if (reiters_retreats(m, &lay, s, combat->defender)) return 0;
    return in_set(m->supply_edge[side_of(m, combat->defender)], zone_of(m, s, combat->defender)) ? 0 : FR_7_5_2_02;
}

/* FR-7.5.2-01: of two steps one is always taken, and first. */
void reiters_harm_defender(struct play *p)
{
    struct combat *combat = &p->state->combat;
    int            unit = combat->defender;
    rule_id        rule;

    if (!(combat->hit[1] & HIT_STEPS)) {
        reiters_harm(p, unit, combat->hit[1]);
        return;
    }
    if (combat->hit[1] & HIT_TWO) reiters_lose(p, unit, 1, FR_7_5_1_03);
    if (!on_map(p->state, unit)) {
        cite(p, FR_7_2_06);                                  /* what goes beyond its last step falls on nobody */
        return;
    }
    rule = yield_refused(p->match, p->state);
    if (!rule) {
        go_into(p, PHASE_YIELD)->value[VALUE_UNIT] = unit;
        return;
    }
    reiters_lose(p, unit, 1, FR_7_5_1_03);
    cite(p, rule);
}

static void enter_yield(struct play *p) { ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT]))); }

static void offer_retreats(const struct match *m, const struct state *s, struct offers *offers)
{
    int             unit = flow_top_const(&s->flow)->value[VALUE_UNIT];
    struct decision d = { .kind = DO_RETREAT, .unit = (int16_t)unit };
    struct lay      lay;
    uint64_t        zones;

    reiters_lay(m, s, &lay);
    zones = reiters_retreats(m, &lay, s, unit);
    if (zones) {
        d.at = point_of_zone(m, lowest(zones));
        offer_add(offers, d, USES_AT);
    }
    if (in_set(m->supply_edge[side_of(m, unit)], zone_of(m, s, unit))) offer_add(offers, (struct decision){ .kind = DO_LEAVE_MAP, .unit = (int16_t)unit }, 0);
}

/* With a retreat at hand that is what most would do; without one they would rather bear the loss. */
static void offer_yield(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int        unit = flow_top_const(&s->flow)->value[VALUE_UNIT];
    bool       retreats;
    struct lay lay;

    (void)seat;
    reiters_lay(m, s, &lay);
    retreats = reiters_retreats(m, &lay, s, unit) != 0;
    if (retreats) offer_retreats(m, s, offers);
    offer_add(offers, (struct decision){ .kind = DO_LOSE }, 0);
    if (!retreats) offer_retreats(m, s, offers);
}

static rule_id refuse_retreat(const struct match *m, const struct state *s, const struct decision *d, rule_id phase_rule, struct refusal *why)
{
    int        unit = flow_top_const(&s->flow)->value[VALUE_UNIT], zone = zone_at_point(m, d->at);
    struct lay lay;

    if ((d->kind != DO_RETREAT && d->kind != DO_LEAVE_MAP) || d->unit != unit) return refuse_with(why, phase_rule, 0, 0);
    if (d->kind == DO_LEAVE_MAP)
        return in_set(m->supply_edge[side_of(m, unit)], zone_of(m, s, unit)) ? 0 : refuse_for(why, FR_7_5_3_10, unit);
    reiters_lay(m, s, &lay);
    if (zone != NOWHERE && in_set(reiters_retreats(m, &lay, s, unit), zone)) return 0;
    if (zone == NOWHERE || !in_set(m->adjacent[zone_of(m, s, unit)], zone)) return refuse_with(why, FR_7_5_3_01, d->at.x, 0);
    if (in_set(lay.held[other_side(side_of(m, unit))], zone) || (!is_forlorn(m, unit) && !reiters_has_room(m, &lay, side_of(m, unit), zone)))
        return refuse_with(why, FR_7_5_3_07, d->at.x, 0);
    return refuse_with(why, reiters_toll(m, zone_of(m, s, unit), zone) == TOLL_IMPOSSIBLE ? FR_7_5_3_05 : FR_7_5_3_02, d->at.x, 0);
}

static rule_id refuse_yield(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    return d->kind == DO_LOSE ? 0 : refuse_retreat(m, s, d, FR_7_5_2_01, why);
}

/* FR-7.5.3-10 */
static void leave_map(struct play *p, int unit)
{
    tell(p, EVENT_LEFT_MAP, FR_7_5_3_10, unit, NOBODY, p->state->unit[unit].x, 0, 0);
    reiters_eliminate(p, unit, FR_7_5_3_10);
}

static void take_yield(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT];

    (void)seat;
    leave(p);
    if (d->kind == DO_LOSE) {
        tell(p, EVENT_BEARS, FR_7_5_2_01, unit, NOBODY, 0, 0, 0);
        reiters_lose(p, unit, 1, FR_7_5_1_03);
        return;
    }
    p->state->combat.yielded = 1;
    tell(p, EVENT_YIELDS, FR_7_5_2_01, unit, NOBODY, 0, 0, 0);
    if (d->kind == DO_LEAVE_MAP) leave_map(p, unit);
    else reiters_fall_back_to(p, unit, zone_at_point(p->match, d->at));
}

/* FR-7.5.3-11 */
int reiters_next_supporter(const struct match *m, const struct state *s)
{
    struct lay lay;

    if (s->combat.mode != MODE_MELEE || !s->combat.yielded) return NOBODY;
    reiters_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        if (s->unit[unit].supports != SUPPORTS_DEFENDER || !on_map(s, unit) || !reiters_may_retreat(m, s, unit, NULL)) continue;
        if (reiters_retreats(m, &lay, s, unit) || in_set(m->supply_edge[side_of(m, unit)], zone_of(m, s, unit))) return unit;
    }
    return NOBODY;
}

static void offer_supporter(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
    offer_retreats(m, s, offers);
}

static rule_id refuse_supporter(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    return d->kind == DO_STAND ? 0 : refuse_retreat(m, s, d, FR_7_5_3_11, why);
}

static void take_supporter(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT];

    (void)seat;
    leave(p);
    if (d->kind == DO_STAND) tell(p, EVENT_STANDS, FR_7_5_3_11, unit, NOBODY, 0, 0, 0);
    else if (d->kind == DO_LEAVE_MAP) leave_map(p, unit);
    else reiters_fall_back_to(p, unit, zone_at_point(p->match, d->at));
}

/* The zones that units of the defender have retreated to. */
static uint64_t refuges(const struct match *m, const struct state *s)
{
    uint64_t zones = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && s->unit[unit].fallen && side_of(m, unit) != (seat_id)s->active) zones |= zone_bit(zone_of(m, s, unit));
    return zones;
}

int reiters_next_escort(const struct match *m, const struct state *s)
{
    if (!refuges(m, s)) return NOBODY;
    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        if (m->column[i].seat == (seat_id)s->active || !on_map(s, commander) || s->unit[commander].x != s->combat.to) continue;
        if (!s->unit[commander].fallen) return commander;
    }
    return NOBODY;
}

static void offer_escort(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int        commander = flow_top_const(&s->flow)->value[VALUE_UNIT];
    uint64_t   zones = refuges(m, s);
    bool       alone;
    struct lay lay;

    reiters_lay(m, s, &lay);
    alone = !in_set(lay.held[seat], zone_of(m, s, commander));           /* nobody stays with him */
    if (!alone) offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
    for (uint64_t rest = zones; rest; rest &= rest - 1)
        offer_add(offers, (struct decision){ .kind = DO_ESCORT, .unit = (int16_t)commander, .at = point_of_zone(m, lowest(rest)) }, 0);
    if (alone) offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
}

static rule_id refuse_escort(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    int zone = zone_at_point(m, d->at);

    (void)seat;
    if (d->kind == DO_STAND) return 0;
    if (d->kind != DO_ESCORT || d->unit != flow_top_const(&s->flow)->value[VALUE_UNIT]) return refuse_with(why, FR_7_5_3_12, 0, 0);
    return zone != NOWHERE && in_set(refuges(m, s), zone) ? 0 : refuse_with(why, FR_7_5_3_12, d->at.x, 1);
}

static void take_escort(struct play *p, seat_id seat, const struct decision *d)
{
    int commander = here(p)->value[VALUE_UNIT];

    (void)seat;
    leave(p);
    if (d->kind == DO_STAND) {
        tell(p, EVENT_STANDS, FR_7_5_3_12, commander, NOBODY, 0, 0, 0);
        return;
    }
    reiters_put(p->match, p->state, commander, zone_at_point(p->match, d->at));
    tell(p, EVENT_ESCORTED, FR_7_5_3_12, commander, NOBODY, d->at.x, 0, 0);
}

const struct phase reiters_yield = { "yield", FR_7_5_2_01, enter_yield, offer_yield, refuse_yield, take_yield, .settles = true };
const struct phase reiters_supporter = { "supporter", FR_7_5_3_11, enter_yield, offer_supporter, refuse_supporter, take_supporter, .settles = true };
const struct phase reiters_escort = { "escort", FR_7_5_3_12, enter_yield, offer_escort, refuse_escort, take_escort, .settles = true };
