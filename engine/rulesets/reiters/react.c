/*
 * react.c: the Reaction step (ledger chapter 6, FR-11.4-14 to FR-11.4-16).
 *
 * The passive side reacts with one piece after the other. A reaction that needs a test waits for it in this frame: the step says which.
 */
#include "rules.h"

enum { AT_CHOICE, AT_FIRE, AT_CHARGE, AT_EVADE, AT_SLIP };

/* What every reaction needs of its piece. */
static rule_id piece_refused(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    if (side_of(m, piece) != seat || !on_map(s, piece)) return refuse_for(why, FR_6_1_01, piece);
    if (s->unit[piece].reacted) return refuse_for(why, FR_6_1_06, piece);
    if (is_unit(m, piece) && s->unit[piece].disordered) return refuse_for(why, FR_1_3_7_08, piece);
    return 0;
}

/* FR-6.1-01, FR-6.1-02, FR-6.1-05, FR-6.1-10 */
static rule_id zone_refused(const struct match *m, const struct state *s, const struct lay *lay, int piece, int zone, struct refusal *why)
{
    int from = zone_of(m, s, piece);

    if (zone == NOWHERE) return refuse_with(why, FR_MAP_02, 0, 0);
    if (!in_set(s->reaction, zone)) return refuse_with(why, FR_6_1_02, m->number[zone], 0);
    if (!in_set(lay->held[s->active], zone)) return refuse_with(why, FR_6_1_10, m->number[zone], 0);
    return in_set(m->adjacent[from], zone) ? 0 : refuse_with(why, FR_6_1_05, m->number[zone], 0);
}

/* FR-11.1-05: a caracole in the zone takes what comes at it. */
static rule_id target_refused(const struct match *m, const struct state *s, seat_id seat, int target, struct refusal *why)
{
    if (!is_unit(m, target) || !on_map(s, target) || side_of(m, target) == seat) return refuse_for(why, FR_6_2_02, target);
    for (int unit = 0; unit < m->units && has_option(m, OPTION_OPT_CARACOLE); unit++)
        if (unit != target && on_map(s, unit) && s->unit[unit].caracole && s->unit[unit].x == s->unit[target].x) return refuse_for(why, FR_11_1_05, unit);
    return 0;
}

static rule_id fire_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    const struct order_line *order = reiters_order_of(m, s, unit);
    const struct type       *type = type_now(m, s, unit);

    if (type->arm == ARM_ARTILLERY || type->weapon != WEAPON_FIRE) return refuse_for(why, FR_6_2_01, unit);
    if (order && !order->fires) return refuse_for(why, FR_10_1_06, unit);
    return reiters_sight_refused(m, lay, zone_of(m, s, unit), zone, why) ? refuse_as(why, FR_6_2_03) : 0;
}

/* FR-6.3-02, FR-6.4-05: is it faster than every active unit there, each as it is now? The first that is not slower, or NOBODY. */
static int as_fast(const struct match *m, const struct state *s, int unit, int zone)
{
    int list[PIECES], count = reiters_units_in(m, s, (seat_id)s->active, zone, list), own = reiters_allowance(m, s, unit);

    for (int i = 0; i < count; i++)
        if (reiters_allowance(m, s, list[i]) >= own) return list[i];
    return NOBODY;
}

static rule_id charge_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    const struct order_line *order = reiters_order_of(m, s, unit);
    const struct type       *type = type_now(m, s, unit);
    int                      from = zone_of(m, s, unit), faster;

    if (type->arm != ARM_CAVALRY || type->weapon != WEAPON_SHOCK) return refuse_for(why, FR_6_3_01, unit);
    if (order && !order->charges) return refuse_for(why, FR_10_1_06, unit);
    if (m->ground[zone] != GROUND_OPEN) return refuse_with(why, FR_6_3_05, m->number[zone], 0);
    if (m->hardest[from][zone] != BORDER_DOTTED) return refuse_with(why, FR_6_3_04, m->number[zone], 0);
    faster = as_fast(m, s, unit, zone);
    if (faster != NOBODY) return refuse_for(why, FR_6_3_02, faster);
    return reiters_sight_refused(m, lay, from, zone, why) ? refuse_as(why, FR_6_3_03) : 0;
}

static bool holds_cavalry(const struct match *m, const struct state *s, int zone, bool moved)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) == (seat_id)s->active && s->unit[unit].x == m->number[zone] && type_now(m, s, unit)->arm == ARM_CAVALRY
            && (!moved || s->unit[unit].moved)) return true;
    return false;
}

/* FR-6.4-02, FR-6.4-03 */
static uint64_t evade_zones(const struct match *m, const struct state *s, const struct lay *lay, int unit)
{
    struct mover mover = reiters_mover(m, s, lay, unit, NOBODY);
    uint64_t     legal = 0;

    for (uint64_t rest = m->adjacent[mover.from]; rest; rest &= rest - 1)
        if (reiters_step(&mover, mover.from, lowest(rest), 0, true, NULL) != NOWHERE) legal |= zone_bit(lowest(rest));
    return reiters_homeward(m, mover.seat, mover.from, legal);
}

static rule_id evade_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    const struct order_line *order = reiters_order_of(m, s, unit);
    int                      faster;

    if (type_now(m, s, unit)->arm != ARM_CAVALRY) return refuse_for(why, FR_6_4_01, unit);
    if (order && !order->evades) return refuse_for(why, FR_10_1_06, unit);
    if (holds_cavalry(m, s, zone, false)) {
        faster = as_fast(m, s, unit, zone);
        if (faster != NOBODY) return refuse_for(why, FR_6_4_05, faster);
    }
    return evade_zones(m, s, lay, unit) ? 0 : refuse_for(why, FR_6_4_03, unit);
}

/* FR-11.4-14 */
static bool is_neared(const struct match *m, const struct state *s, int zone)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) == (seat_id)s->active && s->unit[unit].x == m->number[zone] && s->unit[unit].moved
            && type_now(m, s, unit)->arm != ARM_ARTILLERY) return true;
    return false;
}

/* FR-11.4-16; FR-6.4-06 goes to the same zones. */
static uint64_t open_zones(const struct match *m, const struct lay *lay, const struct state *s, int piece)
{
    return m->adjacent[zone_of(m, s, piece)] & ~lay->held[s->active];
}

static rule_id slip_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    if (!is_forlorn(m, unit)) return refuse_for(why, FR_11_4_14, unit);
    if (zone == NOWHERE) return refuse_with(why, FR_11_4_14, 0, 1);
    if (!in_set(m->adjacent[zone_of(m, s, unit)], zone) || !is_neared(m, s, zone)) return refuse_with(why, FR_11_4_14, m->number[zone], 1);
    return open_zones(m, lay, s, unit) ? 0 : refuse_for(why, FR_11_4_16, unit);
}

static rule_id withdraw_refused(const struct match *m, const struct state *s, const struct lay *lay, int commander, struct refusal *why)
{
    uint64_t near;

    if (!is_commander(m, commander)) return refuse_for(why, FR_6_4_06, commander);
    near = m->adjacent[zone_of(m, s, commander)] & s->reaction & lay->held[s->active];
    return near ? 0 : refuse_for(why, FR_6_1_05, commander);
}

static rule_id refused_on(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, const struct decision *d, struct refusal *why)
{
    rule_id rule = piece_refused(m, s, seat, d->unit, why);
    int     zone = d->kind == DO_FIRE || d->kind == DO_CHARGE ? NOWHERE : zone_at_point(m, d->at);

    if (rule) return rule;
    if (d->kind == DO_WITHDRAW) {
        rule = withdraw_refused(m, s, lay, d->unit, why);
        if (rule) return rule;
        return zone != NOWHERE && in_set(open_zones(m, lay, s, d->unit), zone) ? 0 : refuse_with(why, FR_6_4_06, d->at.x, 1);
    }
    if (!is_unit(m, d->unit)) return refuse_for(why, FR_6_1_04, d->unit);
    if (d->kind == DO_SLIP) return slip_refused(m, s, lay, d->unit, zone, why);
    if (d->kind == DO_FIRE || d->kind == DO_CHARGE) {
        rule = target_refused(m, s, seat, d->target, why);
        if (rule) return rule;
        zone = zone_of(m, s, d->target);
    }
    rule = zone_refused(m, s, lay, d->unit, zone, why);
    if (rule) return rule;
    if (d->kind == DO_FIRE) return fire_refused(m, s, lay, d->unit, zone, why);
    return d->kind == DO_CHARGE ? charge_refused(m, s, lay, d->unit, zone, why) : evade_refused(m, s, lay, d->unit, zone, why);
}

rule_id reiters_react_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;

    if (d->kind == DO_END_REACTION) return 0;
    if (d->kind != DO_FIRE && d->kind != DO_CHARGE && d->kind != DO_EVADE && d->kind != DO_SLIP && d->kind != DO_WITHDRAW)
        return refuse_with(why, FR_6_1_04, 0, 0);
    reiters_lay(m, s, &lay);
    return refused_on(m, s, &lay, seat, d, why);
}

/* The unit's reactions to one zone. */
static void offer_against(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int unit, int zone, struct offers *offers)
{
    int             list[PIECES], count = reiters_units_in(m, s, (seat_id)s->active, zone, list);
    struct decision evade = { .kind = DO_EVADE, .unit = (int16_t)unit, .at = point_of_zone(m, zone) };
    bool            fires = !fire_refused(m, s, lay, unit, zone, NULL), charges = !charge_refused(m, s, lay, unit, zone, NULL);

    for (int i = 0; i < count; i++) {
        struct decision d = { .kind = DO_FIRE, .unit = (int16_t)unit, .target = (int16_t)list[i] };
        if ((!fires && !charges) || target_refused(m, s, seat, list[i], NULL)) continue;
        if (fires) offer_add(offers, d, 0);
        d.kind = DO_CHARGE;
        if (charges) offer_add(offers, d, 0);
    }
    if (!evade_refused(m, s, lay, unit, zone, NULL)) offer_add(offers, evade, 0);
}

static void offer_for(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int piece, struct offers *offers)
{
    uint64_t        near = m->adjacent[zone_of(m, s, piece)] & lay->held[s->active];
    struct decision d = { .kind = DO_SLIP, .unit = (int16_t)piece };

    if (!near) return;
    if (is_commander(m, piece)) {
        uint64_t zones = open_zones(m, lay, s, piece);
        if (!zones || withdraw_refused(m, s, lay, piece, NULL)) return;
        d.kind = DO_WITHDRAW;
        d.at = point_of_zone(m, lowest(zones));
        offer_add(offers, d, USES_AT);
        return;
    }
    if (!is_unit(m, piece)) return;
    for (uint64_t rest = near & s->reaction; rest; rest &= rest - 1) offer_against(m, s, lay, seat, piece, lowest(rest), offers);
    for (uint64_t rest = is_forlorn(m, piece) ? near : 0; rest; rest &= rest - 1) {
        d.at = point_of_zone(m, lowest(rest));
        if (!slip_refused(m, s, lay, piece, lowest(rest), NULL)) offer_add(offers, d, 0);
    }
}

static void offer_reactions(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    reiters_lay(m, s, &lay);
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!piece_refused(m, s, seat, piece, NULL)) offer_for(m, s, &lay, seat, piece, offers);
}

static void offer_reaction(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    offer_reactions(m, s, seat, offers);
    offer_add(offers, (struct decision){ .kind = DO_END_REACTION }, 0);
}

static bool may_react(const struct match *m, const struct state *s, seat_id seat)
{
    struct offer  list[256];
    struct offers offers = { list, 0, 256 };
    struct lay    lay;

    reiters_lay(m, s, &lay);
    for (int piece = 0; piece < m->head.pieces && offers.count == 0; piece++)
        if (!piece_refused(m, s, seat, piece, NULL)) offer_for(m, s, &lay, seat, piece, &offers);
    return offers.count > 0;
}

uint64_t reiters_react_zones(const struct match *m, const struct state *s, const struct decision *d)
{
    const struct frame *frame = flow_top_const(&s->flow);
    struct lay          lay;

    reiters_lay(m, s, &lay);
    if (frame->phase == PHASE_EVADE) return evade_zones(m, s, &lay, frame->value[VALUE_UNIT]);
    return open_zones(m, &lay, s, frame->phase == PHASE_SLIP ? frame->value[VALUE_UNIT] : d->unit);
}

static void where_to(struct play *p, int phase, int unit, int zone)
{
    struct frame *frame = go_into(p, (uint8_t)phase);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_ZONE] = zone;
}

/* A test has been passed: the reaction is made. */
static void react(struct play *p, int step, int unit, int target, int zone)
{
    const struct match *m = p->match;

    switch (step) {
    case AT_FIRE:   reiters_begin_combat(p, MODE_FIRE, target, unit, zone, zone_of(m, p->state, unit)); break;
    case AT_CHARGE: reiters_begin_combat(p, MODE_CHARGE, target, unit, zone, zone_of(m, p->state, unit)); break;
    case AT_EVADE:  where_to(p, PHASE_EVADE, unit, zone); break;
    default:        where_to(p, PHASE_SLIP, unit, zone);
    }
}

static void enter_reaction(struct play *p)
{
    struct frame *frame = here(p);
    int           step = frame->step, unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_NEXT], zone = frame->value[VALUE_ZONE];
    seat_id       passive = other_side((seat_id)p->state->active);

    if (step == AT_CHOICE) {
        if (may_react(p->match, p->state, passive)) ask(p, SEAT_BIT(passive));
        else leave(p);
        return;
    }
    frame->step = AT_CHOICE;
    if (frame->value[VALUE_PASSED]) react(p, step, unit, target, zone);
    else tell(p, EVENT_BALKS, step == AT_FIRE ? FR_6_2_04 : step == AT_CHARGE ? FR_6_3_06 : step == AT_EVADE ? FR_6_4_05 : FR_11_4_15, unit, NOBODY, 0, 0, 0);
}

static void announce(struct play *p, const struct decision *d, int zone)
{
    const struct match *m = p->match;

    switch (d->kind) {
    case DO_FIRE:
        tell(p, EVENT_FIRES, FR_6_2_02, d->unit, d->target, m->number[zone], 0, 0);
        reiters_cite_sight(p, zone_of(m, p->state, d->unit), zone);
        if (reiters_is_isolated(m, p->state, d->unit)) cite(p, FR_1_3_7_12);
        if (is_forlorn(m, d->unit)) cite(p, FR_11_4_17);
        break;
    case DO_CHARGE:
        tell(p, EVENT_CHARGES, FR_6_3_07, d->unit, d->target, m->number[zone], 0, 0);
        cite(p, FR_6_3_02);
        cite(p, FR_6_3_03);
        cite(p, FR_6_3_04);
        cite(p, FR_6_3_05);
        cite(p, FR_6_3_09);
        reiters_cite_sight(p, zone_of(m, p->state, d->unit), zone);
        break;
    default:
        tell(p, EVENT_EVADES, d->kind == DO_EVADE ? FR_6_4_01 : FR_11_4_14, d->unit, NOBODY, m->number[zone], 0, 0);
    }
    cite(p, FR_6_1_07);
    cite(p, FR_6_1_08);
    cite(p, FR_6_1_09);
}

/* FR-6.4-04, FR-11.4-15: only horse in the zone calls for a test; Table 3 lets some go without. */
static bool wants_test(const struct match *m, const struct state *s, const struct decision *d, int zone)
{
    const struct order_line *order = reiters_order_of(m, s, d->unit);

    if (d->kind == DO_SLIP) return holds_cavalry(m, s, zone, true);
    if (d->kind == DO_EVADE) return holds_cavalry(m, s, zone, false) && !(order && order->evades_untested);
    return true;
}

static void withdraw(struct play *p, int commander, int zone)
{
    int from = zone_of(p->match, p->state, commander);

    reiters_put(p->match, p->state, commander, zone);
    tell(p, EVENT_WITHDREW, FR_6_4_06, commander, NOBODY, p->match->number[from], p->match->number[zone], 0);
    cite(p, FR_6_5_05);
}

static void take_reaction(struct play *p, seat_id seat, const struct decision *d)
{
    static const uint8_t  step[DECISIONS] = { [DO_FIRE] = AT_FIRE, [DO_CHARGE] = AT_CHARGE, [DO_EVADE] = AT_EVADE, [DO_SLIP] = AT_SLIP };
    static const rule_id  rule[] = { [AT_FIRE] = FR_6_2_04, [AT_CHARGE] = FR_6_3_06, [AT_EVADE] = FR_6_4_05, [AT_SLIP] = FR_11_4_15 };
    struct frame         *frame = here(p);
    int                   zone;

    if (d->kind == DO_END_REACTION) {
        tell(p, EVENT_REACTION_ENDS, FR_6_1_04, NOBODY, NOBODY, seat, 0, 0);
        leave(p);
        return;
    }
    p->state->unit[d->unit].reacted = 1;
    if (d->kind == DO_WITHDRAW) {
        withdraw(p, d->unit, zone_at_point(p->match, d->at));
        return;
    }
    zone = d->kind == DO_FIRE || d->kind == DO_CHARGE ? zone_of(p->match, p->state, d->target) : zone_at_point(p->match, d->at);
    announce(p, d, zone);
    if (!wants_test(p->match, p->state, d, zone)) {
        cite(p, d->kind == DO_EVADE ? FR_6_4_04 : FR_11_4_15);
        react(p, step[d->kind], d->unit, d->target, zone);
        return;
    }
    frame->step = step[d->kind];
    frame->value[VALUE_UNIT] = d->unit;
    frame->value[VALUE_NEXT] = d->target;
    frame->value[VALUE_ZONE] = zone;
    reiters_test(p, d->unit, rule[frame->step], d->kind == DO_FIRE ? TEST_STEADY : 0);
}

/* Where to. */

static void ask_passive(struct play *p) { ask(p, SEAT_BIT(other_side((seat_id)p->state->active))); }

static void offer_where(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct decision d = { .kind = DO_RETREAT, .unit = (int16_t)flow_top_const(&s->flow)->value[VALUE_UNIT] };
    uint64_t        zones = reiters_react_zones(m, s, &d);

    (void)seat;
    d.at = point_of_zone(m, lowest(zones));
    offer_add(offers, d, USES_AT);
}

static rule_id refuse_where(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    rule_id             rule = frame->phase == PHASE_EVADE ? FR_6_4_03 : FR_11_4_16;
    int                 zone = zone_at_point(m, d->at);

    (void)seat;
    if (d->kind != DO_RETREAT || d->unit != frame->value[VALUE_UNIT]) return refuse_with(why, rule, 0, 0);
    return zone != NOWHERE && in_set(reiters_react_zones(m, s, d), zone) ? 0 : refuse_with(why, rule, d->at.x, 1);
}

void reiters_follow_up(struct play *p, int from, int to)
{
    struct frame *frame = go_into(p, PHASE_FOLLOW_UP);

    frame->value[VALUE_ZONE] = to;
    frame->value[VALUE_NEXT] = from;
}

/* FR-6.4-02: a movement like another; the test of a hard step comes before anybody follows. */
static void take_evade(struct play *p, seat_id seat, const struct decision *d)
{
    const struct match *m = p->match;
    int                 unit = d->unit, from = zone_of(m, p->state, unit), to = zone_at_point(m, d->at), cause = here(p)->value[VALUE_ZONE], cost;
    struct lay          lay;
    struct mover        mover;

    (void)seat;
    reiters_lay(m, p->state, &lay);
    mover = reiters_mover(m, p->state, &lay, unit, NOBODY);
    cost = reiters_step(&mover, from, to, 0, true, NULL);
    leave(p);
    reiters_put(m, p->state, unit, to);
    tell(p, EVENT_EVADED, FR_6_4_02, unit, NOBODY, m->number[from], m->number[to], cost);
    cite(p, FR_6_4_03);
    cite(p, FR_6_4_07);
    cite(p, FR_4_1_03);
    reiters_follow_up(p, cause, from);
    if (reiters_is_ruin(m, cost)) reiters_disorder(p, unit, FR_4_1_4_02);
    else if (reiters_is_test(m, cost)) reiters_test(p, unit, FR_4_1_4_01, TEST_SHAKES);
    if (on_map(p->state, unit)) reiters_arrive(p, unit);
}

static void take_slip(struct play *p, seat_id seat, const struct decision *d)
{
    int from = zone_of(p->match, p->state, d->unit), to = zone_at_point(p->match, d->at);

    (void)seat;
    leave(p);
    reiters_put(p->match, p->state, d->unit, to);
    tell(p, EVENT_EVADED, FR_11_4_16, d->unit, NOBODY, p->match->number[from], p->match->number[to], 0);
    cite(p, FR_6_5_05);
    reiters_arrive(p, d->unit);
}

/* Advance after reaction (FR-6.5). */

static rule_id follow_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 to = frame->value[VALUE_ZONE], from = frame->value[VALUE_NEXT];

    if (!is_unit(m, unit) || !on_map(s, unit) || side_of(m, unit) != (seat_id)s->active || zone_of(m, s, unit) != from) return refuse_for(why, FR_6_5_01, unit);
    if (type_now(m, s, unit)->arm == ARM_ARTILLERY) return refuse_for(why, FR_4_1_05, unit);
    if (!is_forlorn(m, unit) && !reiters_has_room(m, lay, (seat_id)s->active, to)) return refuse_with(why, FR_6_5_02, m->number[to], 0);
    return 0;
}

static bool may_follow(const struct match *m, const struct state *s)
{
    const struct frame *frame = flow_top_const(&s->flow);
    struct lay          lay;

    reiters_lay(m, s, &lay);
    if (in_set(lay.held[other_side((seat_id)s->active)], frame->value[VALUE_ZONE])) return false;
    if (!in_set(m->adjacent[frame->value[VALUE_NEXT]], frame->value[VALUE_ZONE])) return false;
    for (int unit = 0; unit < m->units; unit++)
        if (!follow_refused(m, s, &lay, unit, NULL)) return true;
    return false;
}

static void enter_follow_up(struct play *p)
{
    if (may_follow(p->match, p->state)) ask(p, SEAT_BIT(p->state->active));
    else leave(p);
}

static void offer_follow_up(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    reiters_lay(m, s, &lay);
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
    for (int unit = 0; unit < m->units; unit++)
        if (!follow_refused(m, s, &lay, unit, NULL)) offer_add(offers, (struct decision){ .kind = DO_FOLLOW_UP, .unit = (int16_t)unit }, 0);
}

static rule_id refuse_follow_up(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;

    (void)seat;
    if (d->kind == DO_STAY) return 0;
    if (d->kind != DO_FOLLOW_UP) return refuse_with(why, FR_6_5_01, 0, 0);
    reiters_lay(m, s, &lay);
    return follow_refused(m, s, &lay, d->unit, why);
}

static void take_follow_up(struct play *p, seat_id seat, const struct decision *d)
{
    int        to = here(p)->value[VALUE_ZONE], from = here(p)->value[VALUE_NEXT];
    struct lay lay;

    (void)seat;
    if (d->kind == DO_STAY) {
        leave(p);
        return;
    }
    reiters_put(p->match, p->state, d->unit, to);
    p->state->unit[d->unit].moved = 0;                                   /* its movement had ended before (FR-11.4-14) */
    tell(p, EVENT_FOLLOWED_UP, FR_6_5_01, d->unit, NOBODY, p->match->number[from], p->match->number[to], 0);
    cite(p, FR_6_5_02);
    reiters_lay(p->match, p->state, &lay);
    if (!in_set(lay.held[p->state->active], from)) cite(p, FR_6_1_10);
    cite(p, FR_4_1_04);
    reiters_arrive(p, d->unit);
}

const struct phase reiters_reaction = { "reaction", FR_6_1_04, enter_reaction, offer_reaction, reiters_react_refused, take_reaction, .step = STEP_REACTION };
const struct phase reiters_evade = { "evade", FR_6_4_03, ask_passive, offer_where, refuse_where, take_evade, .settles = true };
const struct phase reiters_slip = { "slip", FR_11_4_16, ask_passive, offer_where, refuse_where, take_slip, .settles = true };
const struct phase reiters_follow_up_phase = { "follow_up", FR_6_5_01, enter_follow_up, offer_follow_up, refuse_follow_up, take_follow_up, .settles = true };
