/*
 * charge.c: the Attack order, from declaration to contact (ledger chapters BE-ORDER-05..08, BE-CHARGE, BE-COUNTER, BE-FLANK).
 *
 * A charge is declared, answered by its target while nothing has moved, walked like any line, and becomes a melee at contact
 * (BE-REACT-25). A target that got out of reach turns it into an approach.
 */
#include "tercios.h"

enum { CHARGE_DECLARED, CHARGE_SHELTERED, CHARGE_ANSWERED, CHARGE_WALKED, CHARGE_FIGHTS, CHARGE_OVER };

/* The frame of Attack: VALUE_TARGET is 0, or 1 + the target that a forced charge has; VALUE_FLAGS: it is forced, and may not only approach. */

/* BE-CHARGE-03: of equally near Centres the charger chooses. A first look, without asking for all of them whether they are open. */
static bool as_near(const struct ground *g, int target, int centre, const struct charge *charge)
{
    if (charge->centre == CENTRE_OUTLINE || centre == CENTRE_OUTLINE) return false;
    return table_compare(table_distance(charge->line.from, table_centre(&g->base[target], (enum base_side)centre)),
                         table_distance(charge->line.from, charge->line.to)) == 0;
}

/* The charge at one target, by each of its equally near Centres; without `offers` only whether there is one. */
static bool offer_charge(const struct ground *g, int16_t unit, int16_t target, struct offers *offers)
{
    struct charge charge, other;

    if (tercios_charge_refused(g, unit, target, -1, &charge, NULL)) return false;
    for (int16_t centre = SIDE_FRONT; offers && centre <= CENTRE_OUTLINE; centre++)
        if (centre == charge.centre ||
            (as_near(g, target, centre, &charge) && !tercios_charge_refused(g, unit, target, centre, &other, NULL)))
            offer_add(offers, (struct decision){ .kind = DO_CHARGE, .unit = unit, .target = target, .choice = centre }, 0);
    return true;
}

/* BE-ORDER-07: the charges that are open; without `offers` it stops at the first. */
static int offer_charges(const struct ground *g, int16_t unit, struct offers *offers)
{
    int charges = 0;

    for (int16_t target = 0; target < g->m->units && (offers || !charges); target++)
        if (are_enemies(g->m, unit, target) && is_standing(g->s, target)) charges += offer_charge(g, unit, target, offers);
    return charges;
}

bool tercios_can_charge(const struct ground *g, int unit)
{
    return offer_charges(g, (int16_t)unit, NULL) > 0;
}

/* LM-TRAIT-14, -24: is the charge that somebody wants of it still open? */
static bool is_forced_open(const struct ground *g, int unit, int target)
{
    struct charge charge;

    return target < 0 ? tercios_can_charge(g, unit) : !tercios_charge_refused(g, unit, target, -1, &charge, NULL);
}

/* LM-LOS-06, -07, LM-CTERR-04: an enemy stands behind ground that hides it. */
static void cite_hidden(struct play *p, const struct ground *g, int unit)
{
    for (int target = 0; target < p->match->units; target++) {
        rule_id rule = are_enemies(p->match, unit, target) && is_standing(p->state, target) ? tercios_sight_refused(g, unit, target, NULL) : 0;
        if (rule != BE_TERR_07 && rule != LM_LOS_07) continue;
        cite(p, rule == BE_TERR_07 ? BE_TERR_06 : rule);
        cite(p, BE_TERR_07);
        return;
    }
}

/* Step 0 asks for the target, step 1 comes when all is done. */
static void enter_attack(struct play *p)
{
    int           unit = here(p)->value[VALUE_UNIT];
    struct ground g;

    if (here(p)->step) {
        leave(p);
        return;
    }
    here(p)->step = 1;
    tercios_survey(&g, p->match, p->state);
    if (here(p)->value[VALUE_FLAGS] && !is_forced_open(&g, unit, here(p)->value[VALUE_TARGET] - 1)) {
        tell(p, EVENT_NOTHING, BE_ORDER_06, unit, NOBODY, ORDER_ATTACK, 0, 0);
        return;
    }
    for (int target = 0; target < p->match->units; target++)
        if (are_enemies(p->match, unit, target) && is_standing(p->state, target) && tercios_sees(&g, unit, target)) {
            ask(p, SEAT_BIT(side_of(p->match, unit)));
            return;
        }
    tell(p, EVENT_NOTHING, BE_ORDER_06, unit, NOBODY, ORDER_ATTACK, 0, 0);
    if (is_liber(p->match) && p->events) cite_hidden(p, &g, unit);
}

static void offer_attack(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    int           forced = flow_top_const(&s->flow)->value[VALUE_TARGET] - 1;
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    if (forced >= 0) {
        offer_charge(&g, unit, (int16_t)forced, offers);
        return;
    }
    if (offer_charges(&g, unit, offers)) return;
    for (int16_t target = 0; target < m->units; target++)
        if (are_enemies(m, unit, target) && is_standing(s, target) && tercios_sees(&g, unit, target))
            offer_add(offers, (struct decision){ .kind = DO_APPROACH, .unit = unit, .target = target }, 0);
}

static rule_id refuse_attack(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    struct ground       g;
    struct charge       charge;

    (void)seat;
    if ((d->kind != DO_CHARGE && d->kind != DO_APPROACH && d->kind != DO_STOP) || d->unit != acting(s))
        return refuse_with(why, BE_ORDER_05, 0, 0);
    tercios_survey(&g, m, s);
    if (frame->value[VALUE_TARGET] && (d->kind != DO_CHARGE || d->target != frame->value[VALUE_TARGET] - 1))
        return refuse_for(why, LM_TRAIT_24, frame->value[VALUE_TARGET] - 1);
    if (d->kind == DO_STOP) return refuse_with(why, offer_charges(&g, d->unit, NULL) ? BE_ORDER_07 : BE_ORDER_08, 0, 0);
    if (d->kind == DO_CHARGE) return tercios_charge_refused(&g, d->unit, d->target, d->choice, &charge, why);
    if (offer_charges(&g, d->unit, NULL)) return refuse_with(why, BE_ORDER_07, 0, 0);
    if (!are_enemies(m, d->unit, d->target) || !is_standing(s, d->target) || !tercios_sees(&g, d->unit, d->target))
        return refuse_with(why, BE_ORDER_08, 0, 0);
    return 0;
}

/* The line of the activation is that of the charge as it stands now. */
static void set_charge(struct state *s, const struct charge *charge)
{
    struct activation *act = &s->act;

    act->line = LINE_CHARGE;
    act->centre = charge->centre;
    act->flank = charge->flank;
    act->behind = charge->from_behind;
    act->protects = charge->protects;
    act->from_x = charge->line.from.x;
    act->from_y = charge->line.from.y;
    act->to_x = charge->line.to.x;
    act->to_y = charge->line.to.y;
    act->length = charge->length;
    act->heading = act->end_heading = (uint16_t)charge->contact.heading;
}

/* BE-CHARGE-05; BE-CAV-03: cavalry is asked even without a card. A unit inside a building cannot flee (BE-TERR-25). */
static void declare(struct play *p, int unit, int target, const struct charge *charge)
{
    struct state *s = p->state;
    struct frame *frame;

    s->act.target = (int16_t)target;
    set_charge(s, charge);
    tell(p, EVENT_CHARGES, BE_CHARGE_05, unit, target, table_floor(table_distance(charge->line.from, charge->line.to)), charge->centre,
         charge->flank);
    cite(p, BE_CHARGE_02);
    cite(p, is_housed(s, target) ? BE_CHARGE_14 : BE_CHARGE_03);
    cite(p, BE_CHARGE_04);
    if (charge->flank) cite(p, BE_FLANK_01);
    if (charge->protects && !is_housed(s, target)) cite(p, BE_TERR_11);
    s->unit[target].asking =
        holds_card(s, target) || tercios_may_evade(p->match, s, target, unit, TRIGGER_CHARGE) ? ASKING_NOW : ASKING_DONE;
    frame = go_into(p, PHASE_CHARGE);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = target;
}

/* BE-CHARGE-12, BE-CHARGE-13, BE-EVADE-06: as near to the enemy as it can. `unseen`: an evader out of sight is still followed. */
static void approach(struct play *p, int unit, int target, bool unseen)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct ground      g;
    struct march       march;

    tercios_survey(&g, p->match, s);
    act->target = (int16_t)target;
    act->flank = act->behind = act->protects = act->barrage = act->counter = 0;
    if (!tercios_approach(&g, unit, target, unseen, &march)) {
        act->line = LINE_NONE;
        tell(p, EVENT_STAYS, BE_CHARGE_12, unit, target, 0, 0, 0);
        if (profile_of(p->match, p->state, unit)->speed == 0) cite(p, BE_MOD_06);
        return;
    }
    tercios_declare_line(s, &march, LINE_APPROACH);
    tell(p, EVENT_APPROACHES, BE_CHARGE_12, unit, target, march.length, march.end.heading, 0);
    cite(p, BE_CHARGE_13);
    cite(p, BE_GEO_18);
    tercios_walk(p);
}

static void take_attack(struct play *p, seat_id seat, const struct decision *d)
{
    struct ground g;
    struct charge charge;
    rule_id       rule;

    (void)seat;
    if (d->kind == DO_APPROACH) {
        cite(p, BE_ORDER_08);
        approach(p, d->unit, d->target, false);
        return;
    }
    tercios_survey(&g, p->match, p->state);
    rule = tercios_charge_refused(&g, d->unit, d->target, d->choice, &charge, NULL);
    must(!rule);
    declare(p, d->unit, d->target, &charge);
    cite(p, BE_ORDER_07);
}

/* BE-COUNTER-01, BE-COUNTER-02: the charger walks its part of the line between the two front centres. */
static void ride_to_meet(struct play *p, int unit, int target)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct ground      g;
    struct counter     counter;
    bool               possible;

    tercios_survey(&g, p->match, s);
    possible = tercios_counter(&g, unit, target, &counter);
    must(possible);
    act->flank = act->behind = act->protects = 0;
    act->from_x = counter.charger_line.from.x;
    act->from_y = counter.charger_line.from.y;
    act->to_x = pose_of(s, target).at.x;
    act->to_y = pose_of(s, target).at.y;
    act->length = counter.charger_length;
    act->heading = act->end_heading = (uint16_t)counter.charger.heading;
    tell(p, EVENT_COUNTERCHARGES, BE_COUNTER_01, target, unit, counter.target_length, 0, 0);
    cite(p, BE_COUNTER_02);
    cite(p, BE_COUNTER_04);
    cite(p, BE_COUNTER_06);
    cite(p, BE_COUNTER_07);
    if (is_liber(p->match)) cite(p, LM_REACT_27);
    tercios_walk(p);
}

/* After the target's answer: the charge as it now stands, or, if it is out of reach, an approach (BE-CHARGE-11, BE-REACT-23). */
static void go_at_target(struct play *p, int unit, int target)
{
    struct state *s = p->state;
    struct ground g;
    struct charge charge;
    uint8_t       flank, behind;

    if (s->act.counter) {
        ride_to_meet(p, unit, target);
        return;
    }
    tercios_survey(&g, p->match, s);
    if (tercios_charge_refused(&g, unit, target, s->act.centre, &charge, NULL) &&
        tercios_charge_refused(&g, unit, target, -1, &charge, NULL)) {
        here(p)->step = CHARGE_OVER;
        cite(p, BE_CHARGE_11);
        approach(p, unit, target, true);
        return;
    }
    flank = s->act.flank;
    behind = s->act.behind;
    set_charge(s, &charge);
    if (custom(p->match, CUSTOM_FLANK_FIXED)) {
        s->act.flank = flank;
        s->act.behind = behind;
    }
    cite(p, BE_CHARGE_11);
    tercios_walk(p);
}

/*
 * BE-COUNTER-02, BE-COUNTER-04: where they meet front to front. The walk has seen to it that they still can; what made them turn may
 * be gone, though, so both stand as it is worked out now.
 */
static struct counter meet(struct play *p, int unit, int target)
{
    struct state  *s = p->state;
    struct ground  g;
    struct counter counter;
    bool           possible;

    tercios_survey(&g, p->match, s);
    tercios_try(&g, unit, (struct pose){ { s->act.from_x, s->act.from_y }, s->act.heading_before });
    possible = tercios_counter(&g, unit, target, &counter);
    must(possible);
    tercios_put(s, unit, counter.charger);
    tercios_put(s, target, counter.target);
    return counter;
}

/* BE-COUNTER-03, BE-COUNTER-05 */
static void tell_meeting(struct play *p, int unit, int target, const struct counter *counter)
{
    tercios_suffer_ground(p, target, counter->target_line);
    tell(p, EVENT_CONTACT, BE_COUNTER_02, target, unit, counter->target_length, counter->target.heading, 0);
    cite(p, BE_COUNTER_03);
    cite(p, BE_COUNTER_05);
}

static unsigned melee_flags(const struct activation *act)
{
    return (act->flank ? MELEE_FLANK : 0u) | (act->behind ? MELEE_FROM_BEHIND : 0u) | (act->protects ? MELEE_PROTECTED : 0u) |
           (act->counter ? MELEE_COUNTER : 0u);
}

/* Contact, and the barrage that was kept for it (BE-REACT-16). */
static void make_contact(struct play *p, int unit, int target)
{
    struct state  *s = p->state;
    int            order = s->act.barrage;
    struct pose    from = { { s->act.from_x, s->act.from_y }, s->act.heading }, theirs = pose_of(s, target);
    struct counter counter;

    if (!is_standing(s, unit) || s->act.line != LINE_CHARGE || !is_standing(s, target)) {
        if (order && is_standing(s, target)) {
            tell(p, EVENT_STAYS, BE_REACT_16, target, unit, 0, 0, 0);
            s->act.barrage = ORDER_NONE;
        }
        if (s->act.counter && is_standing(s, target)) cite(p, BE_COUNTER_07);
        here(p)->step = CHARGE_OVER;
        return;
    }
    if (s->act.counter) counter = meet(p, unit, target);
    tell(p, EVENT_CONTACT, BE_CHARGE_06, unit, target, s->act.length, s->unit[unit].heading, 0);
    cite(p, BE_CHARGE_07);
    cite(p, BE_CHARGE_09);
    cite(p, BE_CHARGE_10);
    if (s->act.counter) tell_meeting(p, unit, target, &counter);
    s->act.line = LINE_NONE;
    here(p)->step = CHARGE_FIGHTS;
    s->act.barrage = ORDER_NONE;
    if (order) tercios_shoot(p, target, unit, order, SHOT_REACTION | SHOT_AT_CONTACT);
    if (s->act.counter) tercios_settle(p, target, (struct pose){ theirs.at, counter.target.heading }, counter.target);
    tercios_settle(p, unit, from, pose_of(s, unit));
}

/* Commanded shot: LM-INF-12..14. */

/* Is there horse of the same regiment that might come to its help? */
static bool is_sheltered(const struct match *m, const struct state *s, int target)
{
    return is_liber(m) && is_standing(s, target) && !s->act.answered && has(m, s, target, SR_COMMANDED_SHOT);
}

static rule_id shelter_refused(const struct ground *g, int unit, int target, struct refusal *why)
{
    const struct state *s = g->s;
    struct interception met;
    rule_id             rule;
    int                 net;

    if (g->m->regiment_of[unit] != g->m->regiment_of[target] || arm_of(g->m, s, unit) != ARM_CAVALRY || !holds_card(s, unit) ||
        s->unit[unit].reserve)
        return refuse_for(why, LM_INF_12, unit);
    rule = tercios_order_refused(g->m, s, unit, ORDER_ATTACK, why);              /* LM-ADAPT-06: not even so */
    if (rule) return rule;
    net = s->unit[unit].order == ORDER_ATTACK && !s->unit[unit].blind ? NET_ATTACK : NET_READY;
    return tercios_intercept(g, unit, net, &met) ? 0 : refuse_for(why, LM_INF_13, unit);
}

/* Horse of its regiment that has been neither asked nor activated, from that unit on; or NOBODY. */
static int next_horse(const struct match *m, const struct state *s, int target, int horse)
{
    const struct regiment *regiment = &m->regiment[m->regiment_of[target]];

    for (; horse < regiment->first + regiment->count; horse++)
        if (s->unit[horse].asking == ASKING_NOT_YET && arm_of(m, s, horse) == ARM_CAVALRY && holds_card(s, horse) &&
            !s->unit[horse].reserve && !tercios_order_refused(m, s, horse, ORDER_ATTACK, NULL))
            return horse;
    return NOBODY;
}

static int first_horse(const struct match *m, const struct state *s, int target)
{
    return next_horse(m, s, target, m->regiment[m->regiment_of[target]].first);
}

/* LM-REACT-22: a unit is asked once in an activation, so that who does not come now is not asked again when the charger passes by. */
static void decline_for_all(struct play *p, int target)
{
    for (int horse = first_horse(p->match, p->state, target); horse != NOBODY; horse = next_horse(p->match, p->state, target, horse + 1)) {
        p->state->unit[horse].asking = ASKING_DONE;
        tell(p, EVENT_DECLINED, LM_INF_12, horse, p->state->act.unit, 0, 0, 0);
        cite(p, BE_REACT_12);
    }
}

static void call_horse(struct play *p, int unit, int target)
{
    struct frame *frame = go_into(p, PHASE_SHELTER);

    frame->value[VALUE_UNIT] = target;
    frame->value[VALUE_TARGET] = unit;
}

/* One horse at a time, until one has passed its test or nobody is left. Whether a card would serve is not told by the question. */
static void enter_shelter(struct play *p)
{
    int target = here(p)->value[VALUE_UNIT];

    if (first_horse(p->match, p->state, target) != NOBODY) ask(p, SEAT_BIT(side_of(p->match, target)));
    else leave(p);
}

static void offer_shelter(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int           target = acting(s);
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_add(offers, (struct decision){ .kind = DO_DECLINE, .unit = (int16_t)target }, 0);
    for (int16_t unit = 0; unit < m->units; unit++)
        if (s->unit[unit].asking == ASKING_NOT_YET && !shelter_refused(&g, unit, target, NULL))
            offer_add(offers, (struct decision){ .kind = DO_SHELTER, .unit = unit }, 0);
}

static rule_id refuse_shelter(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                              struct refusal *why)
{
    struct ground g;

    if (d->kind == DO_DECLINE) return d->unit == acting(s) ? 0 : refuse_for(why, LM_INF_12, acting(s));
    if (d->kind != DO_SHELTER || side_of(m, d->unit) != seat || is_commander(m, d->unit)) return refuse_with(why, LM_INF_12, 0, 0);
    if (s->unit[d->unit].asking != ASKING_NOT_YET) return refuse_for(why, LM_INF_12, d->unit);
    tercios_survey(&g, m, s);
    return shelter_refused(&g, d->unit, acting(s), why);
}

/* The horse meets the charger on its line: the walk begins, and is stopped at once. */
static void shelter(struct play *p, int horse, bool attacks)
{
    struct state *s = p->state;

    leave(p);
    here(p)->step = CHARGE_WALKED;
    tell(p, EVENT_SHELTERED, LM_INF_12, horse, s->act.unit, 0, 0, 0);
    cite(p, LM_INF_13);
    cite(p, LM_INF_14);
    tercios_walk(p);
    tercios_meet_on_line(p, horse, attacks ? NET_ATTACK : NET_READY, attacks ? 0 : MELEE_WITHOUT_BONUS);
}

static void take_shelter(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *u = &p->state->unit[d->unit];
    bool         attacks;
    int          successes;

    (void)seat;
    if (d->kind == DO_DECLINE) {
        decline_for_all(p, d->unit);
        return;
    }
    u->asking = ASKING_DONE;
    successes = tercios_test_order(p, d->unit, tercios_reaction_net(p, d->unit, false), LM_INF_12);
    attacks = u->order == ORDER_ATTACK;
    if (successes) {
        tell(p, EVENT_REACTS, LM_INF_13, d->unit, p->state->act.unit, u->order, 0, 0);
        u->spent = u->order;
        u->effects &= ~(uint32_t)(EFFECT_STOIC | EFFECT_UNDAUNTED);
        tercios_break_joint(p, d->unit);
    } else {
        tell(p, EVENT_REACTION_LOST, BE_REACT_08, d->unit, p->state->act.unit, 0, 0, 0);
    }
    tercios_spend(p, d->unit);
    if (successes) shelter(p, d->unit, attacks);
}

/* A charge that somebody has brought about: LM-TRAIT-14, LM-TRAIT-24. */

void tercios_force_charge(struct play *p, int unit, int target)
{
    struct frame *frame = go_into(p, PHASE_FORCED);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = target + 1;
}

static void enter_forced(struct play *p)
{
    struct frame *frame = here(p), *attack;
    int           unit = frame->value[VALUE_UNIT];

    if (frame->step) {
        tercios_end_activation(p, unit);
        return;
    }
    frame->step = 1;
    p->state->act = (struct activation){ .unit = (int16_t)unit, .target = NOBODY, .order = ORDER_ATTACK };
    if (holds_card(p->state, unit)) tercios_spend(p, unit);
    p->state->unit[unit].effects &= ~(uint32_t)(EFFECT_STOIC | EFFECT_UNDAUNTED);       /* LM-TRAIT-46, -49: it acts */
    attack = go_into(p, PHASE_ATTACK);
    attack->value[VALUE_UNIT] = unit;
    attack->value[VALUE_TARGET] = frame->value[VALUE_TARGET];
    attack->value[VALUE_FLAGS] = 1;
}

static void enter_charge(struct play *p)
{
    struct state *s = p->state;
    int           unit = here(p)->value[VALUE_UNIT], target = here(p)->value[VALUE_TARGET];

    switch (here(p)->step) {
    case CHARGE_DECLARED:
        here(p)->step = CHARGE_SHELTERED;
        if (s->unit[target].asking == ASKING_NOW) tercios_ask_reaction(p, TRIGGER_CHARGE);
        break;
    case CHARGE_SHELTERED:
        here(p)->step = CHARGE_ANSWERED;
        if (is_sheltered(p->match, s, target)) call_horse(p, unit, target);
        break;
    case CHARGE_ANSWERED:
        if (!is_standing(s, unit)) {                    /* LM-KING-05: a shot before it has moved was its end */
            here(p)->step = CHARGE_OVER;
            s->act.line = LINE_NONE;
            cite(p, BE_REACT_18);
            break;
        }
        here(p)->step = CHARGE_WALKED;
        go_at_target(p, unit, target);
        break;
    case CHARGE_WALKED:
        make_contact(p, unit, target);
        break;
    case CHARGE_FIGHTS:
        here(p)->step = CHARGE_OVER;
        if (!is_standing(s, unit)) cite(p, BE_REACT_18);
        else if (is_standing(s, target)) tercios_fight(p, unit, target, melee_flags(&s->act));
        break;
    default:
        leave(p);
    }
}

const struct phase tercios_attack = { "attack", BE_ORDER_05, enter_attack, offer_attack, refuse_attack, take_attack, .step = STEP_BELOW };
const struct phase tercios_charge = { .name = "charge", .rule = BE_CHARGE_05, .enter = enter_charge };
const struct phase tercios_shelter = { "shelter", LM_INF_12, enter_shelter, offer_shelter, refuse_shelter, take_shelter, .step = STEP_REACTION };
const struct phase tercios_forced = { .name = "forced", .rule = LM_TRAIT_14, .enter = enter_forced };
