/*
 * react.c: the question to react and what follows from it (ledger chapters BE-REACT, BE-EVADE, BE-INTER, BE-CAV-03..06).
 *
 * Every holder of a card is asked, whatever the card, so that the question tells nothing of it; what its card cannot do is not
 * offered (BE-REACT-10). The test comes first, then the card is turned up and its details are decided.
 */
#include "tercios.h"

/* The step of a flight that waits for a shot (LM-KING-05). */
enum { EVADE_AFTER_SHOT = 1 };

/* What its kind can never answer with, whatever its card: LM-KING-04 for heavy horse, LM-WPN-13 for those who have only bows. */
static void cite_limits(struct play *p, int unit, enum trigger trigger)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    const struct type  *type = profile_of(m, s, unit);
    bool                bows = type->shoot[0] != 0;

    for (int i = 0; i < FIREARMS_MOST && type->weapon[i] >= 0; i++) bows &= m->weapon[type->weapon[i]].bow;
    if (bows && type->weapon[0] >= 0) cite(p, LM_WPN_13);
    if (trigger == TRIGGER_CHARGE && has(m, s, unit, SR_HEAVY_CAVALRY) && melee_arm(m, s, s->act.unit) != ARM_INFANTRY) cite(p, LM_KING_04);
}

void tercios_ask_reaction(struct play *p, enum trigger trigger)
{
    struct state *s = p->state;
    struct frame *frame;
    int           first = NOBODY;

    for (int unit = 0; unit < p->match->units; unit++) {
        if (s->unit[unit].asking != ASKING_NOW) continue;
        tell(p, EVENT_ASKED, trigger == TRIGGER_CHARGE ? BE_REACT_02 : BE_REACT_03, unit, s->act.unit, trigger, 0, 0);
        cite(p, trigger == TRIGGER_CHARGE ? BE_REACT_25 : BE_REACT_04);
        if (trigger == TRIGGER_NEAR) cite(p, BE_REACT_05);
        if (is_housed(s, unit)) cite(p, BE_TERR_25);
        if (has(p->match, p->state, unit, SR_NO_ESCAPE)) cite(p, BE_ART_04);
        if (is_liber(p->match)) cite_limits(p, unit, trigger);
        if (first == NOBODY) first = unit;
        else cite(p, BE_REACT_11);
    }
    frame = go_into(p, PHASE_REACT);
    frame->value[VALUE_UNIT] = first;
    frame->value[VALUE_TARGET] = s->act.unit;
    frame->value[VALUE_FLAGS] = trigger;
}

/* The trigger of the reaction under way: the frame of the question stays below those of its answer. */
static enum trigger trigger_of(const struct state *s)
{
    for (int depth = s->flow.depth - 1; depth >= 0; depth--)
        if (s->flow.stack[depth].phase == PHASE_REACT) return (enum trigger)s->flow.stack[depth].value[VALUE_FLAGS];
    return TRIGGER_NEAR;
}

/* What can be done. */

/* BE-EVADE-01: from where the trigger unit starts its charge, or from where it has come near. */
static struct point threat(const struct state *s)
{
    return trigger_of(s) == TRIGGER_CHARGE ? (struct point){ s->act.from_x, s->act.from_y } : pose_of(s, s->act.unit).at;
}

/* BE-REACT-16, BE-REACT-17; LM-WPN-13: who has only bows does not answer. */
static rule_id shot_refused(const struct ground *g, int unit, int order, struct refusal *why)
{
    int           mover = g->s->act.unit;
    rule_id       rule = tercios_may_shoot(g->m, g->s, unit, order, why);
    struct ground at_contact;
    struct aim    aim;

    if (rule) return rule;
    if (trigger_of(g->s) == TRIGGER_NEAR) return tercios_shot_refused(g, unit, mover, SHOT_REACTION, &aim, why);
    if (tercios_shot_refused(g, unit, mover, SHOT_REACTION | SHOT_AT_CONTACT, &aim, NULL) == LM_WPN_13) return refuse_for(why, LM_WPN_13, unit);
    if (tercios_sees_to_shoot(g, unit, mover)) return 0;
    at_contact = *g;
    tercios_try(&at_contact, mover, tercios_on_line(g->s, g->s->act.length));
    return tercios_sees_to_shoot(&at_contact, unit, mover) ? 0 : refuse_with(why, BE_REACT_16, 0, 0);
}

/* A mover that is stopped may have to go back to where it began: that place stays its own while it is on its line. */
static rule_id facing_refused(const struct ground *g, int unit, enum base_side side, struct pose *pose, struct refusal *why)
{
    const struct activation *act = &g->s->act;
    rule_id                  rule = tercios_face_refused(g, unit, side, pose, why);
    struct base              turned, start;

    if (rule || act->leaves) return rule;
    turned = table_base(type_of(g->m, unit)->shape, *pose);
    start = table_base(type_of(g->m, act->unit)->shape, (struct pose){ { act->from_x, act->from_y }, act->heading_before });
    return trigger_of(g->s) == TRIGGER_NEAR && table_overlap(&turned, &start, TOLERANCE) ? refuse_for(why, BE_FACE_03, act->unit) : 0;
}

static bool can_face(const struct ground *g, int unit)
{
    struct pose pose;

    for (int side = SIDE_RIGHT; side <= SIDE_LEFT; side++)
        if (!facing_refused(g, unit, (enum base_side)side, &pose, NULL)) return true;
    return false;
}

/* LM-KING-08: what passes through friends is a move of Run before an approach; not an evade from a charge, nor one by its kind. */
static bool is_passage(const struct match *m, const struct state *s, int order)
{
    return is_liber(m) && order == ORDER_RUN && trigger_of(s) == TRIGGER_NEAR;
}

static rule_id flight_refused(const struct ground *g, int unit, int order, struct refusal *why)
{
    struct flight flight;

    if (has(g->m, g->s, unit, SR_NO_ESCAPE)) return refuse_with(why, BE_ART_04, 0, 0);
    return tercios_flight(g, unit, threat(g->s), is_passage(g->m, g->s, order), &flight) ? 0 : refuse_with(why, BE_EVADE_05, 0, 0);
}

rule_id tercios_reaction_refused(const struct ground *g, int unit, int order, struct refusal *why)
{
    bool                charged = trigger_of(g->s) == TRIGGER_CHARGE, housed = is_housed(g->s, unit);
    struct counter      counter;
    struct interception interception;
    bool                possible;
    rule_id             rule;

    switch (order) {
    case ORDER_READY:
        if (!housed && can_face(g, unit)) return 0;
        return shot_refused(g, unit, ORDER_READY, why) ? refuse_as(why, BE_REACT_10) : 0;
    case ORDER_FIRE:
        rule = shot_refused(g, unit, ORDER_FIRE, why);
        return !rule || rule == LM_WPN_13 ? rule : refuse_as(why, BE_REACT_10);
    case ORDER_RESIST:
        return charged || !is_liber(g->m) ? 0 : refuse_with(why, LM_REACT_21, 0, 0);
    case ORDER_ATTACK:
        if (housed) return refuse_with(why, BE_TERR_25, 0, 0);
        possible = charged ? tercios_counter(g, g->s->act.unit, unit, &counter) : tercios_intercept(g, unit, NET_ATTACK, &interception);
        return possible ? 0 : refuse_with(why, BE_REACT_10, 0, 0);
    case ORDER_RUN:
        return housed ? refuse_with(why, BE_TERR_25, 0, 0) : flight_refused(g, unit, ORDER_RUN, why);
    default:
        return refuse_with(why, BE_REACT_01, 0, 0);
    }
}

/* LM-KING-02: ground in which an ambush can be laid. */
static bool is_in_rough(const struct match *m, const struct state *s, int unit)
{
    return tercios_hindered_at_start(m, s, unit);
}

/* LM-KING-04: heavy horse does so only from foot. LM-CAV-05: not while it is itself being activated. */
bool tercios_may_evade(const struct match *m, const struct state *s, int unit, int enemy, enum trigger trigger)
{
    if (is_housed(s, unit)) return false;
    if (!is_liber(m)) return has(m, s, unit, SR_EVASION) && trigger == TRIGGER_CHARGE;
    if (s->act.unit == unit) return false;
    if (has(m, s, unit, SR_AMBUSH) && is_in_rough(m, s, unit)) return true;
    if (!has(m, s, unit, SR_EVASION) || trigger != TRIGGER_CHARGE) return false;
    return !has(m, s, unit, SR_HEAVY_CAVALRY) || melee_arm(m, s, enemy) == ARM_INFANTRY;
}

/* BE-CAV-03, BE-CAV-06 */
static rule_id evasion_refused(const struct ground *g, int unit, struct refusal *why)
{
    bool charged = trigger_of(g->s) == TRIGGER_CHARGE;

    if (tercios_may_evade(g->m, g->s, unit, g->s->act.unit, trigger_of(g->s))) return flight_refused(g, unit, ORDER_NONE, why);
    if (!has(g->m, g->s, unit, SR_EVASION)) return refuse_with(why, BE_CAV_03, 0, 0);
    return refuse_with(why, charged && is_liber(g->m) ? LM_KING_04 : BE_CAV_06, 0, 0);
}

/* LM-KING-05: from where it stands now it could shoot at the enemy, and get away. */
static rule_id harass_refused(const struct ground *g, int unit, struct refusal *why)
{
    struct aim aim;

    if (!is_liber(g->m) || !has(g->m, g->s, unit, SR_HARASSER) || g->s->unit[unit].order != ORDER_FIRE || is_housed(g->s, unit))
        return refuse_for(why, LM_KING_05, unit);
    if (tercios_may_shoot(g->m, g->s, unit, ORDER_FIRE, why) ||
        tercios_shot_refused(g, unit, g->s->act.unit, SHOT_REACTION | SHOT_HARASS, &aim, why))
        return refuse_as(why, LM_KING_05);
    return flight_refused(g, unit, ORDER_FIRE, why);
}

/* LM-TRAIT-26: nobody knows a card that was changed by chance, so that nothing can be said of what it could do. */
static rule_id card_refused(const struct ground *g, int unit, struct refusal *why)
{
    const struct unit *u = &g->s->unit[unit];

    return u->blind ? 0 : tercios_reaction_refused(g, unit, u->order, why);
}

/* The question. */

static void enter_react(struct play *p)
{
    struct state *s = p->state;

    if (is_standing(s, s->act.unit))
        for (int unit = 0; unit < p->match->units; unit++)
            if (s->unit[unit].asking == ASKING_NOW) {
                ask(p, SEAT_BIT(side_of(p->match, unit)));
                return;
            }
    leave(p);
}

static void offer_react(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct ground g;

    tercios_survey(&g, m, s);
    for (int16_t unit = 0; unit < m->units; unit++) {
        if (side_of(m, unit) != seat || s->unit[unit].asking != ASKING_NOW) continue;
        if (holds_card(s, unit) && !card_refused(&g, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_REACT, .unit = unit }, 0);
        if (holds_card(s, unit) && !s->unit[unit].blind && !harass_refused(&g, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_HARASS, .unit = unit }, 0);
        if (!evasion_refused(&g, unit, NULL)) offer_add(offers, (struct decision){ .kind = DO_EVASION, .unit = unit }, 0);
        offer_add(offers, (struct decision){ .kind = DO_DECLINE, .unit = unit }, 0);
    }
}

static rule_id refuse_react(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    struct ground g;

    if (d->kind != DO_REACT && d->kind != DO_EVASION && d->kind != DO_DECLINE && d->kind != DO_HARASS)
        return refuse_with(why, BE_REACT_06, 0, 0);
    if (side_of(m, d->unit) != seat) return refuse_with(why, BE_REACT_01, 0, 0);
    if (s->unit[d->unit].asking != ASKING_NOW) return refuse_for(why, s->unit[d->unit].asking ? BE_REACT_12 : BE_REACT_04, d->unit);
    if (d->kind == DO_DECLINE) return 0;
    tercios_survey(&g, m, s);
    if (d->kind == DO_EVASION) return evasion_refused(&g, d->unit, why);
    if (!holds_card(s, d->unit)) return refuse_for(why, BE_REACT_01, d->unit);
    if (d->kind == DO_HARASS) return s->unit[d->unit].blind ? refuse_for(why, LM_TRAIT_26, d->unit) : harass_refused(&g, d->unit, why);
    return card_refused(&g, d->unit, why);
}

/* Who has the bonus against foot: cavalry; G-64: whoever has the rule. */
static bool is_nimble(const struct match *m, const struct state *s, int unit)
{
    return is_liber(m) ? has(m, s, unit, SR_EVASION) : arm_of(m, s, unit) == ARM_CAVALRY;
}

/* BE-REACT-07, with BE-FLANK-04 and, for cavalry that flees from infantry, BE-CAV-05. */
int tercios_reaction_net(struct play *p, int unit, bool flees)
{
    const struct activation *act = &p->state->act;
    bool                     charged = trigger_of(p->state) == TRIGGER_CHARGE;
    int                      net = tercios_test_net(p, unit, BE_REACT_07);

    net += because(p, BE_FLANK_04, charged && act->flank && act->target == unit ? -1 : 0);
    net += because(p, BE_CAV_05, charged && flees && is_nimble(p->match, p->state, unit) &&
                                         melee_arm(p->match, p->state, act->unit) == ARM_INFANTRY ? 1 : 0);
    if (!is_liber(p->match)) return net;
    net += because(p, LM_TRAIT_50, charged && flees && tercios_led_by(p->match, p->state, act->unit, TRAIT_AGGRESSIVE) ? -1 : 0);
    net += because(p, LM_TRAIT_29, p->state->unit[unit].effects & EFFECT_TERRIBLE ? -1 : 0);
    net += because(p, LM_TRAIT_55, tercios_steadied(p->match, p->state, unit) ? 1 : 0);
    return net;
}

static bool test_reaction(struct play *p, int unit, bool flees)
{
    int successes = tercios_test_order(p, unit, tercios_reaction_net(p, unit, flees), BE_REACT_07);

    if (is_liber(p->match) && tercios_steadied(p->match, p->state, unit)) cite(p, LM_TRAITS_07);
    return successes > 0;
}

/* LM-ADAPT-13: dragoons evade on horseback, as long as they have their horses and there is room to mount. */
static void mount_to_flee(struct play *p, int unit)
{
    struct ground g;
    struct pose   pose;

    if (!tercios_is_dragoon(p->match, unit) || !p->state->unit[unit].form || p->state->unit[unit].unhorsed) return;
    pose = tercios_mounted(p->match, p->state, unit, p->state->unit[unit].heading);
    tercios_survey(&g, p->match, p->state);
    if (!tercios_overlap_refused(&g, unit, pose, NULL)) tercios_mount(p, unit, pose, LM_ADAPT_13);
}

/* By that order, or by its nature. VALUE_FLAGS of the frame: it passes through friends. */
static void flee(struct play *p, int unit, int order)
{
    bool          passes = is_passage(p->match, p->state, order);
    struct frame *frame = go_into(p, PHASE_EVADE);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = p->state->act.unit;
    frame->value[VALUE_FLAGS] = passes;
}

/* BE-INTER: both are put where they meet, and fight; the move waits. */
void tercios_meet_on_line(struct play *p, int unit, int net, unsigned flags)
{
    struct state       *s = p->state;
    struct activation  *act = &s->act;
    struct pose         mover = { { act->from_x, act->from_y }, act->heading }, before = pose_of(s, unit);
    struct interception met;
    struct ground       g;
    bool                possible;

    tercios_survey(&g, p->match, s);
    possible = tercios_intercept(&g, unit, net, &met);
    must(possible);
    act->covered = met.covered;
    tercios_put(s, act->unit, met.mover);
    tell(p, EVENT_INTERCEPTS, BE_REACT_21, unit, act->unit, met.mover.at.x, met.mover.at.y, 0);
    cite(p, BE_INTER_01);
    cite(p, table_floor(table_distance(met.line.from, met.line.to)) ? BE_INTER_02 : BE_INTER_03);
    cite(p, BE_INTER_04);
    cite(p, BE_INTER_06);
    tercios_suffer_ground(p, act->unit, (struct segment){ { act->from_x, act->from_y }, met.mover.at });
    tercios_put(s, unit, met.interceptor);
    tercios_suffer_ground(p, unit, met.line);
    tell(p, EVENT_CONTACT, BE_CHARGE_06, unit, act->unit, table_floor(table_distance(met.line.from, met.line.to)),
         met.interceptor.heading, 0);
    tercios_intercepted(p);
    tercios_fight(p, unit, act->unit,
                  flags | MELEE_INTERCEPTION | (met.flank ? MELEE_FLANK : 0) | (met.from_behind ? MELEE_FROM_BEHIND : 0) |
                      (met.protects ? MELEE_PROTECTED : 0) | (act->order == ORDER_ATTACK ? MELEE_DEFENDER_ATTACKS : 0));
    tercios_settle(p, act->unit, mover, met.mover);
    tercios_settle(p, unit, (struct pose){ before.at, met.interceptor.heading }, met.interceptor);
}

/* The frame of the question goes, the move below it stays. */
static void intercept(struct play *p, int unit)
{
    leave(p);
    tercios_meet_on_line(p, unit, NET_ATTACK, 0);
}

/* LM-KING-05: the shot comes first, and then it is off. */
static void harass(struct play *p, int unit)
{
    tell(p, EVENT_HARASSES, LM_KING_05, unit, p->state->act.unit, 0, 0, 0);
    flee(p, unit, ORDER_FIRE);
    here(p)->step = EVADE_AFTER_SHOT;
    tercios_shoot(p, unit, p->state->act.unit, ORDER_FIRE, SHOT_REACTION | SHOT_HARASS);
}

/* LM-TRAIT-26: a card that nobody knew may be of no use here. */
static bool is_useless(struct play *p, int unit, int order)
{
    struct ground g;

    if (!p->state->unit[unit].blind) return false;
    tercios_survey(&g, p->match, p->state);
    return tercios_reaction_refused(&g, unit, order, NULL) != 0;
}

/* The test is passed: BE-REACT-09. */
static void act_by_card(struct play *p, int unit, bool harasses)
{
    struct state *s = p->state;
    int           order = s->unit[unit].order;
    bool          charged = trigger_of(s) == TRIGGER_CHARGE, useless;
    struct frame *frame;

    useless = is_useless(p, unit, order);
    tell(p, EVENT_REACTS, BE_REACT_09, unit, s->act.unit, order, 0, 0);
    if (is_liber(p->match)) {
        s->unit[unit].spent = s->unit[unit].order;
        s->unit[unit].effects &= ~(uint32_t)(EFFECT_STOIC | EFFECT_UNDAUNTED);
        if (charged && unit == s->act.target) s->act.answered = 1;
    }
    tercios_break_joint(p, unit);
    tercios_spend(p, unit);
    if (useless) {
        tell(p, EVENT_NOTHING, LM_TRAIT_26, unit, NOBODY, order, 0, 0);
        return;
    }
    if (harasses) {
        harass(p, unit);
        return;
    }
    switch (order) {
    case ORDER_READY:
        frame = go_into(p, PHASE_ANSWER);
        frame->value[VALUE_UNIT] = unit;
        frame->value[VALUE_TARGET] = s->act.unit;
        break;
    case ORDER_FIRE:
        cite(p, BE_REACT_14);
        if (charged) s->act.barrage = ORDER_FIRE;
        else tercios_shoot(p, unit, s->act.unit, ORDER_FIRE, SHOT_REACTION);
        break;
    case ORDER_RESIST:
        s->unit[unit].braced = 1;
        tell(p, EVENT_BRACED, BE_REACT_19, unit, s->act.unit, 0, 0, 0);
        break;
    case ORDER_ATTACK:
        if (!charged) {
            intercept(p, unit);
            break;
        }
        cite(p, BE_REACT_20);
        s->act.counter = 1;
        break;
    default:
        cite(p, BE_REACT_22);
        mount_to_flee(p, unit);
        flee(p, unit, ORDER_RUN);
    }
}

/* BE-REACT-08, BE-CAV-04, BE-BRIG-05, BE-BRIG-07: a card is lost unseen, and only by this unit. */
static void lose_card(struct play *p, int unit, bool failed)
{
    struct state *s = p->state;
    int           order = s->unit[unit].order;
    bool          joint = s->unit[unit].joint != 0;        /* then the card itself stays where it is */

    if (failed) tell(p, EVENT_REACTION_LOST, BE_REACT_08, unit, s->act.unit, 0, 0, 0);
    if (order == ORDER_NONE) return;
    if (joint) cite(p, failed ? BE_BRIG_05 : BE_BRIG_07);
    if (failed && !joint && custom(p->match, CUSTOM_SHOW_FAILED_CARD)) tell(p, EVENT_CARD_SHOWN, BE_REACT_08, unit, NOBODY, order, 0, 0);
    tercios_spend(p, unit);
}

/* BE-CAV-03, -04, LM-CAV-05: the card goes, whatever it was. */
static void evade(struct play *p, int unit, bool passed)
{
    struct state *s = p->state;

    lose_card(p, unit, !passed);
    cite(p, BE_CAV_04);
    if (!passed) return;
    if (is_liber(p->match)) {
        s->unit[unit].effects &= ~(uint32_t)(EFFECT_STOIC | EFFECT_UNDAUNTED);
        if (trigger_of(s) == TRIGGER_CHARGE && unit == s->act.target) s->act.answered = 1;
    }
    mount_to_flee(p, unit);
    flee(p, unit, ORDER_NONE);
}

/* LM-TRAIT-58: who evades only because a commander has prepared his light troops for it. */
static void cite_light(struct play *p, int unit)
{
    const struct match *m = p->match;
    uint64_t            own = p->state->unit[unit].form ? m->other_special[unit] : m->special[unit];

    if (own & SR_EVASION || !has(m, p->state, unit, SR_EVASION)) return;
    cite(p, LM_TRAIT_58);
    cite(p, LM_TRAITS_07);
}

static void take_react(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    bool          evasion = d->kind == DO_EVASION;
    bool          passed, runs;

    (void)seat;
    s->unit[d->unit].asking = ASKING_DONE;
    if (d->kind == DO_DECLINE) {
        tell(p, EVENT_DECLINED, BE_REACT_06, d->unit, s->act.unit, 0, 0, 0);
        cite(p, BE_REACT_12);
        return;
    }
    if (evasion) tell(p, EVENT_EVASION, has(p->match, s, d->unit, SR_EVASION) ? BE_CAV_03 : LM_KING_02, d->unit, s->act.unit, 0, 0, 0);
    if (evasion && is_liber(p->match)) cite_light(p, d->unit);
    runs = evasion || (s->unit[d->unit].order == ORDER_RUN && !s->unit[d->unit].blind);
    passed = test_reaction(p, d->unit, runs);
    if (!passed && s->unit[d->unit].form && !s->unit[d->unit].unhorsed && runs && tercios_is_dragoon(p->match, d->unit))
        tercios_lose_horses(p, d->unit, LM_ADAPT_13);
    if (evasion) {
        evade(p, d->unit, passed);
    } else if (passed) {
        act_by_card(p, d->unit, d->kind == DO_HARASS);
    } else {
        lose_card(p, d->unit, true);
    }
}

/* Ready as reaction: BE-REACT-13, a facing change or a shot. */

static void enter_answer(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_answer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;
    struct pose   pose;

    (void)seat;
    tercios_survey(&g, m, s);
    for (int16_t choice = 0; choice < 3 && !is_housed(s, unit); choice++)
        if (!facing_refused(&g, unit, (enum base_side)(choice + SIDE_RIGHT), &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = unit, .choice = choice }, 0);
    if (!shot_refused(&g, unit, ORDER_READY, NULL))
        offer_add(offers, (struct decision){ .kind = DO_SHOOT, .unit = unit, .target = s->act.unit }, 0);
}

static rule_id refuse_answer(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    struct ground g;
    struct pose   pose;

    (void)seat;
    if (d->unit != acting(s) || (d->kind != DO_FACE && d->kind != DO_SHOOT)) return refuse_with(why, BE_REACT_13, 0, 0);
    if (d->kind == DO_FACE && is_housed(s, d->unit)) return refuse_with(why, BE_TERR_25, 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_FACE) return facing_refused(&g, d->unit, (enum base_side)(d->choice + SIDE_RIGHT), &pose, why);
    return d->target == s->act.unit ? shot_refused(&g, d->unit, ORDER_READY, why) : refuse_with(why, BE_REACT_13, 0, 0);
}

static void take_answer(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;

    (void)seat;
    if (d->kind == DO_FACE) {
        enum base_side side = (enum base_side)(d->choice + SIDE_RIGHT);
        struct pose    pose = table_faced(type_of(p->match, d->unit)->shape, pose_of(s, d->unit), side);
        tercios_put(s, d->unit, pose);
        tell(p, EVENT_FACED, BE_REACT_13, d->unit, NOBODY, side, pose.at.x, pose.at.y);
        cite(p, BE_FACE_01);
        if (trigger_of(s) == TRIGGER_CHARGE) cite(p, BE_REACT_23);
        leave(p);
        tercios_settle(p, d->unit, pose, pose);
    } else if (trigger_of(s) == TRIGGER_CHARGE) {
        s->act.barrage = ORDER_READY;
        leave(p);
    } else {
        leave(p);
        tercios_shoot(p, d->unit, d->target, ORDER_READY, SHOT_REACTION);
        cite(p, BE_REACT_17);
    }
}

/* Run as reaction, and evasion: how far, and to which side if the way straight back is barred. */

bool tercios_can_flee(const struct ground *g, int unit, struct flight *flight)
{
    return tercios_flight(g, unit, threat(g->s), flow_top_const(&g->s->flow)->value[VALUE_FLAGS] != 0, flight);
}

/* LM-REACT-15, LM-KING-05: a shot may have left nobody to flee from, or its dice no way to go. */
static void enter_evade(struct play *p)
{
    int           unit = here(p)->value[VALUE_UNIT];
    struct flight flight;
    struct ground g;

    if (is_liber(p->match)) {
        tercios_survey(&g, p->match, p->state);
        if (!is_standing(p->state, p->state->act.unit) || !is_standing(p->state, unit) || !tercios_can_flee(&g, unit, &flight)) {
            leave(p);
            if (!is_standing(p->state, unit)) return;
            tell(p, EVENT_STAYS, BE_EVADE_05, unit, NOBODY, 0, 0, 0);
            tercios_drive_guns(p, unit);                 /* dragoons may have mounted where one stands */
            return;
        }
        if (here(p)->step == EVADE_AFTER_SHOT) {
            here(p)->step = 0;
            mount_to_flee(p, unit);
            return;                     /* on horseback it may have no way to go: that is asked again */
        }
    }
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_evade(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;
    struct flight flight;

    (void)seat;
    tercios_survey(&g, m, s);
    if (!tercios_can_flee(&g, unit, &flight)) return;
    for (int16_t way = 0; way < 3; way++)
        if (flight.bearing[way] >= 0)
            offer_add(offers, (struct decision){ .kind = DO_FLEE, .unit = unit, .choice = way }, USES_VALUE);
}

static rule_id flee_refused(const struct match *m, const struct state *s, const struct decision *d, struct flight *flight,
                            struct march *march, struct refusal *why)
{
    struct ground g;

    tercios_survey(&g, m, s);
    if (!tercios_can_flee(&g, d->unit, flight)) return refuse_with(why, BE_EVADE_05, 0, 0);
    return tercios_flight_refused(&g, d->unit, flight, d->choice, d->value, march, why);
}

static rule_id refuse_evade(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    struct flight flight;
    struct march  march;

    (void)seat;
    if (d->kind != DO_FLEE || d->unit != acting(s)) return refuse_with(why, BE_EVADE_03, 0, 0);
    return flee_refused(m, s, d, &flight, &march, why);
}

static void take_evade(struct play *p, seat_id seat, const struct decision *d)
{
    struct flight flight;
    struct march  march;
    rule_id       rule = flee_refused(p->match, p->state, d, &flight, &march, NULL);

    (void)seat;
    must(!rule);
    tercios_put(p->state, d->unit, march.end);
    tell(p, EVENT_FLEES, BE_EVADE_03, d->unit, here(p)->value[VALUE_TARGET], march.length, march.end.heading, 0);
    cite(p, BE_EVADE_01);
    cite(p, BE_EVADE_02);
    if (d->choice) cite(p, BE_EVADE_04);
    if (is_liber(p->match)) tercios_cite_passage(p, d->unit, march.line, flight.passes ? LM_KING_08 : LM_KING_09);
    if (trigger_of(p->state) == TRIGGER_CHARGE) {
        cite(p, BE_EVADE_06);
        cite(p, BE_EVADE_07);
    }
    tercios_suffer_ground(p, d->unit, march.line);
    if (march.hindrance & T_DIFFICULT) cite(p, BE_EVADE_08);
    leave(p);
    tercios_settle(p, d->unit, (struct pose){ march.line.from, march.end.heading }, march.end);
}

const struct phase tercios_react = { "react", BE_REACT_06, enter_react, offer_react, refuse_react, take_react, .step = STEP_REACTION };
const struct phase tercios_answer = { "answer", BE_REACT_13, enter_answer, offer_answer, refuse_answer, take_answer, .step = STEP_BELOW };
const struct phase tercios_evade = { "evade", BE_EVADE_03, enter_evade, offer_evade, refuse_evade, take_evade, .step = STEP_BELOW };
