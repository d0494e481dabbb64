/* attack.c: the Combat step: who attacks whom, and the choices before the die (ledger chapters 7.1, 7.3, 7.4.1, 7.9, 11.1). */
#include "rules.h"

/* What every attack needs of the unit that makes it. */
static rule_id attacker_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    const struct order_line *order;
    int                      marked = NOBODY;

    if (!is_unit(m, unit) || !on_map(s, unit) || side_of(m, unit) != (seat_id)s->active) return refuse_for(why, FR_7_2_01, unit);
    if (s->unit[unit].fought) return refuse_for(why, FR_7_1_10, unit);
    if (in_set(s->attacked, zone_of(m, s, unit))) return refuse_with(why, FR_7_1_11, s->unit[unit].x, 0);
    if (reiters_is_isolated(m, s, unit)) return refuse_for(why, FR_1_3_7_11, unit);
    order = reiters_order_of(m, s, unit);
    if (order && !order->attacks) return refuse_for(why, FR_10_1_06, unit);
    for (int other = 0; other < m->units && has_option(m, OPTION_OPT_CARACOLE); other++)
        if (s->unit[other].caracole && on_map(s, other) && s->unit[other].x == s->unit[unit].x) marked = other;
    return marked != NOBODY && marked != unit ? refuse_for(why, FR_11_1_05, marked) : 0;
}

/* What an attack needs besides a unit that may make one. */
static rule_id zone_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    int from;

    if (zone == NOWHERE) return refuse_with(why, FR_MAP_02, 0, 0);
    if (type_now(m, s, unit)->arm == ARM_ARTILLERY) return refuse_for(why, FR_7_3_02, unit);
    from = zone_of(m, s, unit);
    if (!in_set(m->adjacent[from], zone)) return refuse_with(why, zone_link(&m->map, from, zone) == ZONE_APART ? FR_7_1_01 : FR_7_1_04, m->number[zone], 1);
    if (!in_set(lay->held[other_side((seat_id)s->active)], zone)) return refuse_with(why, FR_7_3_01, m->number[zone], 0);
    if (s->unit[unit].caracole && !reiters_caracole_zone(m, lay, (seat_id)s->active, from, zone)) return refuse_with(why, FR_11_1_02, m->number[zone], 0);
    return 0;
}

rule_id reiters_attack_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why)
{
    rule_id rule = attacker_refused(m, s, unit, why);

    return rule ? rule : zone_refused(m, s, lay, unit, zone, why);
}

static rule_id target_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int target, struct refusal *why)
{
    int from, to;

    if (type_now(m, s, unit)->arm != ARM_ARTILLERY) return refuse_for(why, FR_7_1_03, unit);
    if (!is_unit(m, target) || !on_map(s, target) || side_of(m, target) == (seat_id)s->active) return refuse_for(why, FR_7_8_02, target);
    if (m->night) return refuse_with(why, FR_SCN_03, 0, 0);
    from = zone_of(m, s, unit);
    to = zone_of(m, s, target);
    if (m->sight[from][to].range > type_now(m, s, unit)->range) return refuse_with(why, FR_7_8_02, m->sight[from][to].range, type_now(m, s, unit)->range);
    return reiters_sight_refused(m, lay, from, to, why) ? refuse_as(why, FR_7_8_03) : 0;
}

rule_id reiters_bombard_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int target, struct refusal *why)
{
    rule_id rule = attacker_refused(m, s, unit, why);

    return rule ? rule : target_refused(m, s, lay, unit, target, why);
}

/* FR-11.1-08: a caracole that still has a zone to attack. */
static int must_attack(const struct match *m, const struct state *s, const struct lay *lay)
{
    for (int unit = 0; unit < m->units && has_option(m, OPTION_OPT_CARACOLE); unit++) {
        if (!s->unit[unit].caracole || !on_map(s, unit)) continue;
        for (uint64_t rest = m->adjacent[zone_of(m, s, unit)]; rest; rest &= rest - 1)
            if (!reiters_attack_refused(m, s, lay, unit, lowest(rest), NULL)) return unit;
    }
    return NOBODY;
}

static void offer_attacks(const struct match *m, const struct state *s, const struct lay *lay, struct offers *offers)
{
    uint64_t enemies = lay->held[other_side((seat_id)s->active)];

    for (int unit = 0; unit < m->units; unit++) {
        if (attacker_refused(m, s, unit, NULL)) continue;
        if (type_now(m, s, unit)->arm == ARM_ARTILLERY) {
            for (int target = 0; target < m->units; target++)
                if (!target_refused(m, s, lay, unit, target, NULL))
                    offer_add(offers, (struct decision){ .kind = DO_BOMBARD, .unit = (int16_t)unit, .target = (int16_t)target }, 0);
            continue;
        }
        for (uint64_t rest = m->adjacent[zone_of(m, s, unit)] & enemies; rest; rest &= rest - 1)
            if (!zone_refused(m, s, lay, unit, lowest(rest), NULL))
                offer_add(offers, (struct decision){ .kind = DO_ATTACK, .unit = (int16_t)unit, .at = point_of_zone(m, lowest(rest)) }, 0);
    }
}

static bool may_attack(const struct match *m, const struct state *s)
{
    uint64_t   enemies;
    struct lay lay;

    reiters_lay(m, s, &lay);
    enemies = lay.held[other_side((seat_id)s->active)];
    for (int unit = 0; unit < m->units; unit++) {
        if (attacker_refused(m, s, unit, NULL)) continue;
        if (type_now(m, s, unit)->arm != ARM_ARTILLERY) {
            for (uint64_t rest = m->adjacent[zone_of(m, s, unit)] & enemies; rest; rest &= rest - 1)
                if (!zone_refused(m, s, &lay, unit, lowest(rest), NULL)) return true;
            continue;
        }
        for (int target = 0; target < m->units; target++)
            if (!target_refused(m, s, &lay, unit, target, NULL)) return true;
    }
    return false;
}

static void end_step(struct play *p)
{
    for (int unit = 0; unit < p->match->units; unit++)
        if (on_map(p->state, unit)) reiters_end_caracole(p, unit, FR_11_1_08);
    tell(p, EVENT_COMBAT_ENDS, FR_7_1_01, NOBODY, NOBODY, p->state->active, 0, 0);
    leave(p);
}

/* FR-11.1-08: a caracole that has no zone left to attack is over, and its zone free for others. */
static void end_vain_caracoles(struct play *p)
{
    const struct match *m = p->match;
    struct lay          lay;

    if (!has_option(m, OPTION_OPT_CARACOLE)) return;
    reiters_lay(m, p->state, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        bool may = false;
        if (!p->state->unit[unit].caracole || !on_map(p->state, unit)) continue;
        for (uint64_t rest = m->adjacent[zone_of(m, p->state, unit)]; rest; rest &= rest - 1)
            may = may || !reiters_attack_refused(m, p->state, &lay, unit, lowest(rest), NULL);
        if (!may) reiters_end_caracole(p, unit, FR_11_1_08);
    }
}

static void enter_combats(struct play *p)
{
    end_vain_caracoles(p);
    if (may_attack(p->match, p->state)) ask(p, SEAT_BIT(p->state->active));
    else end_step(p);
}

static void offer_combats(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    reiters_lay(m, s, &lay);
    offer_attacks(m, s, &lay, offers);
    if (must_attack(m, s, &lay) == NOBODY) offer_add(offers, (struct decision){ .kind = DO_END_COMBAT }, 0);
}

static rule_id refuse_combats(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;
    int        marked;

    (void)seat;
    reiters_lay(m, s, &lay);
    switch (d->kind) {
    case DO_ATTACK:  return reiters_attack_refused(m, s, &lay, d->unit, zone_at_point(m, d->at), why);
    case DO_BOMBARD: return reiters_bombard_refused(m, s, &lay, d->unit, d->target, why);
    case DO_END_COMBAT:
        marked = must_attack(m, s, &lay);
        return marked == NOBODY ? 0 : refuse_for(why, FR_11_1_08, marked);
    default:         return refuse_with(why, FR_7_1_12, 0, 0);
    }
}

void reiters_begin_combat(struct play *p, enum mode mode, int attacker, int defender, int from, int to)
{
    p->state->combat = (struct combat){
        .attacker = (int8_t)attacker, .defender = (int8_t)defender, .mode = (uint8_t)mode, .from = p->match->number[from], .to = p->match->number[to],
        .round = 1, .rounds = 1,
    };
    go_into(p, PHASE_FIGHT);
}

/* Is there a border or junction of the zone that nobody crosses? */
static bool is_barred(const struct match *m, int from)
{
    for (int zone = 0; zone < m->zones; zone++)
        if (zone_link(&m->map, from, zone) != ZONE_APART && !in_set(m->adjacent[from], zone)) return true;
    return false;
}

/* What bears on an attack; it takes some looking round, which is for those who listen. */
static void cite_attack(struct play *p, int unit, int from, int to)
{
    const struct match *m = p->match;
    struct lay          lay;

    cite(p, FR_7_1_01);
    cite(p, FR_7_1_08);
    cite(p, FR_7_1_12);
    if (p->state->last_zone) cite(p, FR_7_1_09);
    if (is_forlorn(m, unit)) cite(p, FR_11_4_10);
    reiters_lay(m, p->state, &lay);
    if (reiters_sight_refused(m, &lay, from, to, NULL)) cite(p, FR_7_1_05);
    if (is_barred(m, from)) cite(p, FR_7_1_04);
    cite(p, FR_7_1_13);
}

static void take_combats(struct play *p, seat_id seat, const struct decision *d)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 from, to;

    (void)seat;
    if (d->kind == DO_END_COMBAT) {
        end_step(p);
        return;
    }
    from = zone_of(m, s, d->unit);
    to = d->kind == DO_BOMBARD ? zone_of(m, s, d->target) : zone_at_point(m, d->at);
    s->attacked |= zone_bit(from);
    s->unit[d->unit].done = 1;
    if (d->kind == DO_BOMBARD) {
        tell(p, EVENT_BOMBARDS, FR_7_8_01, d->unit, d->target, m->number[to], m->sight[from][to].range, 0);
        cite(p, FR_7_8_02);
        reiters_cite_sight(p, from, to);
        reiters_begin_combat(p, MODE_SHOT, d->unit, d->target, from, to);
        return;
    }
    tell(p, EVENT_ATTACKS, FR_7_2_01, d->unit, NOBODY, m->number[from], m->number[to], 0);
    if (p->events) cite_attack(p, d->unit, from, to);
    reiters_begin_combat(p, MODE_MELEE, d->unit, NOBODY, from, to);
}

/* The principal defender (FR-7.3). */

/* What he could bring: his factor as he stands. For the order of the offers only. */
static int worth_as_defender(const struct match *m, const struct state *s, int unit)
{
    const struct type *type = type_now(m, s, unit);
    int                factor = reiters_factor(m, s, unit) - s->unit[unit].disordered, steps = type->steps - s->unit[unit].wear;

    return 4 * factor + 2 * steps - (type->arm == ARM_ARTILLERY ? 8 : 0);
}

int reiters_defenders(const struct match *m, const struct state *s, int zone, seat_id seat, int *list)
{
    int count = reiters_units_in(m, s, seat, zone, list);

    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && worth_as_defender(m, s, list[k]) > worth_as_defender(m, s, list[k - 1]); k--) {
            int other = list[k];
            list[k] = list[k - 1];
            list[k - 1] = other;
        }
    return count;
}

static void name_defender(struct play *p, int unit)
{
    p->state->combat.defender = (int8_t)unit;
    tell(p, EVENT_DEFENDS, FR_7_2_01, unit, p->state->combat.attacker, p->state->combat.to, 0, 0);
    cite(p, FR_4_4_01);
    cite(p, FR_7_3_01);
}

static void enter_defender(struct play *p)
{
    int list[PIECES], count = reiters_defenders(p->match, p->state, p->match->index[p->state->combat.to], other_side((seat_id)p->state->active), list);

    if (count > 1) {
        ask(p, SEAT_BIT(other_side((seat_id)p->state->active)));
        return;
    }
    leave(p);
    name_defender(p, list[0]);
}

static void offer_defender(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int list[PIECES], count = reiters_defenders(m, s, m->index[s->combat.to], seat, list);

    for (int i = 0; i < count; i++) offer_add(offers, (struct decision){ .kind = DO_DEFEND, .unit = (int16_t)list[i] }, 0);
}

static rule_id refuse_defender(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind != DO_DEFEND) return refuse_with(why, FR_7_3_01, 0, 0);
    if (!is_unit(m, d->unit) || !on_map(s, d->unit) || side_of(m, d->unit) != seat) return refuse_for(why, FR_7_3_01, d->unit);
    return s->unit[d->unit].x == s->combat.to ? 0 : refuse_for(why, FR_7_3_01, d->unit);
}

static void take_defender(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    leave(p);
    name_defender(p, d->unit);
}

/* Push of pike (FR-7.9). */

int reiters_pike_push(const struct match *m, const struct state *s, int attacker, int defender)
{
    int a = s->unit[attacker].type, d = s->unit[defender].type;

    if (!m->tables.type[a].pike || !m->tables.type[d].pike) return PIKES_NONE;
    if (a == TYPE_LANSQUENETS && d == TYPE_LANSQUENETS) return PIKES_MUST;
    return (a == TYPE_SUISSES && d == TYPE_LANSQUENETS) || (a == TYPE_LANSQUENETS && d == TYPE_SUISSES) ? PIKES_MUST : PIKES_MAY;
}

static void ask_active(struct play *p) { ask(p, SEAT_BIT(p->state->active)); }

static void offer_rounds(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_ONE_ROUND }, 0);
    offer_add(offers, (struct decision){ .kind = DO_TWO_ROUNDS }, 0);
}

static rule_id refuse_rounds(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    return d->kind == DO_ONE_ROUND || d->kind == DO_TWO_ROUNDS ? 0 : refuse_with(why, FR_7_9_04, 0, 0);
}

static bool are_of_one_type(const struct state *s)
{
    int a = s->unit[s->combat.attacker].type, d = s->unit[s->combat.defender].type;

    return a == d;
}

static void take_rounds(struct play *p, seat_id seat, const struct decision *d)
{
    struct combat *combat = &p->state->combat;

    (void)seat;
    leave(p);
    combat->rounds = d->kind == DO_TWO_ROUNDS ? 2 : 1;
    tell(p, EVENT_ROUNDS, are_of_one_type(p->state) ? FR_7_9_05 : FR_7_9_04, combat->attacker, combat->defender, combat->rounds, 0, 0);
    cite(p, FR_7_9_01);
    if (combat->rounds == 2) cite(p, FR_7_9_02);
    cite(p, FR_7_9_03);                      /* these two are not bound to it */
    cite(p, FR_7_9_05);
}

/* The charge marker (FR-7.4.1). */

bool reiters_may_charge(const struct match *m, const struct state *s, int attacker, int from, int to)
{
    return type_now(m, s, attacker)->lances && s->unit[attacker].charge && !s->unit[attacker].disordered && m->ground[from] == GROUND_OPEN
        && m->ground[to] == GROUND_OPEN && m->hardest[from][to] == BORDER_DOTTED;
}

static void offer_charge(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_LANCES }, 0);
    offer_add(offers, (struct decision){ .kind = DO_NO_LANCES }, 0);
}

static rule_id refuse_charge(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    return d->kind == DO_LANCES || d->kind == DO_NO_LANCES ? 0 : refuse_with(why, FR_7_4_1_02, 0, 0);
}

static void take_charge(struct play *p, seat_id seat, const struct decision *d)
{
    struct combat *combat = &p->state->combat;

    (void)seat;
    leave(p);
    combat->lances = d->kind == DO_LANCES;
    if (combat->lances) p->state->unit[combat->attacker].charge = 0;
    tell(p, EVENT_LANCES, FR_7_4_1_02, combat->attacker, combat->defender, combat->lances, 0, 0);
    cite(p, FR_7_4_1_03);
}

const struct phase reiters_combats = { "combats", FR_7_1_12, enter_combats, offer_combats, refuse_combats, take_combats, .step = STEP_COMBAT };
const struct phase reiters_defender = { "defender", FR_7_3_01, enter_defender, offer_defender, refuse_defender, take_defender, .settles = true };
const struct phase reiters_rounds = { "rounds", FR_7_9_04, ask_active, offer_rounds, refuse_rounds, take_rounds, .settles = true };
const struct phase reiters_charge = { "charge", FR_7_4_1_02, ask_active, offer_charge, refuse_charge, take_charge, .settles = true };
