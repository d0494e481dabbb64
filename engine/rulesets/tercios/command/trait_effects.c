/*
 * trait_effects.c: what command actions do (ledger chapter LM-TRAIT).
 *
 * Most leave a mark on a unit, which the code whose rules it changes looks at (enum effect). Others act at once, give the unit half of
 * the step to a unit (LM-CACT-09), or ask their owner for more: trait_answers.c.
 */
#include "traits.h"

/* Marks. */

void trait_mark(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    p->state->unit[deed->target].effects |= trait_table[deed->trait].mark;
}

void trait_ask(struct play *p, const struct deed *deed, int successes)
{
    (void)deed;
    (void)successes;
    here(p)->step = TRAIT_ASKS;
}

/* LM-TRAIT-11, LM-TRAIT-13: of two that contradict each other the later counts. */
static void single_out(struct play *p, int unit, uint32_t effect)
{
    enum { EITHER = EFFECT_EAGLE_EYED | EFFECT_ERUDITE };
    struct unit *u = p->state->unit;

    for (int other = 0; other < p->match->units; other++)
        if (!are_enemies(p->match, unit, other)) u[other].effects &= ~effect;
    u[unit].effects = (u[unit].effects & ~(uint32_t)EITHER) | effect;
}

void trait_eagle_eyed(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    single_out(p, deed->target, EFFECT_EAGLE_EYED);
}

void trait_erudite(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    single_out(p, deed->target, EFFECT_ERUDITE);
}

static void lengthen(struct play *p, int unit, int inches)
{
    struct unit *u = &p->state->unit[unit];

    u->reach = (uint8_t)min32(u->reach + inches, UINT8_MAX);
}

/* LM-TRAIT-12: for the turn. */
void trait_engineer(struct play *p, const struct deed *deed, int successes)
{
    lengthen(p, deed->target, 3 * successes);
}

/* LM-TRAIT-19: for the activation of this step. */
void trait_mentor(struct play *p, const struct deed *deed, int successes)
{
    p->state->unit[deed->target].effects |= EFFECT_MENTOR;
    lengthen(p, deed->target, 2 * successes);
}

/* LM-TRAIT-43: without its commander's zeal it may hold less (LM-VIRT-09). */
void trait_ruthless(struct play *p, const struct deed *deed, int successes)
{
    trait_mark(p, deed, successes);
    tercios_zeal_ends(p, deed->target);
}

/* LM-TRAIT-20, LM-INF-17: it has left a joint card, which the others will use before it. */
void trait_meticulous(struct play *p, const struct deed *deed, int successes)
{
    struct unit *u = p->state->unit;
    int          place = 1;

    (void)successes;
    for (int unit = 0; unit < p->match->units; unit++)
        if (!are_enemies(p->match, unit, deed->target) && u[unit].last >= place) place = u[unit].last + 1;
    u[deed->target].last = (uint8_t)place;
    tell(p, EVENT_LASTLY, LM_TRAIT_20, deed->target, NOBODY, place, 0, 0);
    if (u[deed->target].joint) cite(p, LM_INF_17);
    u[deed->target].joint = 0;
}

/* Commanders. */

/* LM-TRAIT-01 */
void trait_fast(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    tercios_free_ride(p, deed->commander, tercios_ride_length(p->match, deed->commander), LM_TRAIT_01);
}

void trait_comrade(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    tercios_refresh(p, deed->target, LM_TRAIT_08);
}

void trait_intriguer(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    tercios_exhaust(p, deed->target, LM_TRAIT_17);
}

void trait_accomplice(struct play *p, const struct deed *deed, int successes)
{
    enum { ACCOMPLICE_RIDE = 9 * INCH };

    (void)successes;
    tercios_free_ride(p, deed->target, ACCOMPLICE_RIDE, LM_TRAIT_30);
}

void trait_nimble(struct play *p, const struct deed *deed, int successes)
{
    tercios_nimble(p, deed->commander, deed->target, successes > 0);
}

/* Virtues. */

static void lend_to(struct play *p, int unit, enum virtue virtue, rule_id rule)
{
    p->state->unit[unit].lent |= (uint8_t)(1u << virtue);
    tell(p, EVENT_LENT, rule, unit, NOBODY, virtue, 0, 0);
    cite(p, LM_VIRT_02);
}

/* LM-TRAIT-36: all units of that brigade that he has in his radius and sight. */
static void lend_to_brigade(struct play *p, const struct deed *deed, enum virtue virtue)
{
    const struct match    *m = p->match;
    struct state          *s = p->state;
    const struct regiment *regiment = &m->regiment[m->regiment_of[deed->target]];

    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++) {
        if (!is_standing(s, unit) || !has(m, s, unit, SR_BRIGADE) || !tercios_may_command(m, s, deed->commander, unit)) continue;
        s->unit[unit].expert |= (uint8_t)(1u << virtue);
        lend_to(p, unit, virtue, LM_TRAIT_36);
    }
}

void trait_lend(struct play *p, const struct deed *deed, enum virtue virtue)
{
    if (deed->trait == TRAIT_EXPERT) lend_to_brigade(p, deed, virtue);
    else lend_to(p, deed->target, virtue, LM_TRAIT_02);
}

/* LM-TRAIT-02, LM-TRAIT-36: who has but one virtue need not choose. */
void trait_inspiring(struct play *p, const struct deed *deed, int successes)
{
    unsigned virtues = value_virtues(p->match, deed->commander);

    if (virtues & (virtues - 1)) {
        trait_ask(p, deed, successes);
        return;
    }
    for (int virtue = 0; virtue < VALUE_VIRTUES; virtue++)
        if (virtues == 1u << virtue) trait_lend(p, deed, (enum virtue)virtue);
}

static void give_back(struct play *p, int unit, unsigned virtues)
{
    struct unit *u = &p->state->unit[unit];

    u->lent &= (uint8_t)~virtues;
    u->expert &= (uint8_t)~virtues;
    if (virtues & 1u << VIRTUE_ZEAL && is_standing(p->state, unit)) tercios_zeal_ends(p, unit);
}

void tercios_return_virtues(struct play *p, int unit)
{
    const struct unit *u = &p->state->unit[unit];

    give_back(p, unit, u->lent & ~(unsigned)u->expert);
}

void tercios_return_expert(struct play *p, int unit)
{
    give_back(p, unit, p->state->unit[unit].expert);
}

/* Cards. */

/* The card is another one, which its owner knows unless nobody does. */
static void change_card(struct play *p, int unit, int order, bool blind, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];
    bool         joint = u->joint != 0;

    u->order = (uint8_t)order;
    u->blind = blind;
    u->shown = u->known = u->joint = 0;
    tell(p, EVENT_CARD_CHANGED, rule, unit, NOBODY, 0, 0, 0);
    cite(p, LM_ORD_03);
    if (joint) cite(p, LM_INF_17);
    if (!blind) tell_to(p, SEAT_BIT(side_of(p->match, unit)), EVENT_ORDER_GIVEN, rule, unit, NOBODY, order, 0, 0);
}

void trait_lay(struct play *p, int unit, int order, rule_id rule)
{
    change_card(p, unit, order, false, rule);
}

void trait_lose_order(struct play *p, int unit, rule_id rule)
{
    tell(p, EVENT_ORDER_LOST, rule, unit, NOBODY, 0, 0, 0);
    tercios_spend(p, unit);
}

/*
 * LM-TRAIT-26, G-40: one of the others, in the sequence of the orders without those that it may not hold. Nobody hears of the draw. How
 * many there are to draw from does not tell which it holds: of those who may not charge, it is always one of three.
 */
void trait_schemer(struct play *p, const struct deed *deed, int successes)
{
    const struct unit *u = &p->state->unit[deed->target];
    struct events     *listening = p->events;
    uint8_t            drawn;
    int                order[ORDER_HIDDEN], count = 0;

    (void)successes;
    for (int other = ORDER_READY; other <= ORDER_RESIST; other++)
        if (other != u->order && !tercios_order_refused(p->match, p->state, deed->target, other, NULL)) order[count++] = other;
    p->events = NULL;
    faces(p, LM_TRAIT_26, 1, count, &drawn);
    p->events = listening;
    change_card(p, deed->target, order[drawn - 1], true, LM_TRAIT_26);
}

/* LM-TRAIT-27: whoever knows one of a joint card knows them all. */
void trait_smart(struct play *p, const struct deed *deed, int successes)
{
    const struct match *m = p->match;
    struct unit        *u = p->state->unit;
    seat_id             seat = side_of(m, deed->commander);

    (void)successes;
    for (int unit = 0; unit < m->units; unit++)
        if (unit == deed->target || (u[unit].joint && u[unit].joint == u[deed->target].joint && holds_card(p->state, unit) &&
                                     m->regiment_of[unit] == m->regiment_of[deed->target]))
            u[unit].known |= SEAT_BIT(seat);
    tell_to(p, SEAT_BIT(seat), EVENT_LOOKED, LM_TRAIT_27, deed->target, NOBODY, u[deed->target].order, 0, 0);
}

static void take_over(struct play *p, int unit, const struct unit *from)
{
    struct unit *u = &p->state->unit[unit];

    u->order = from->order;
    u->blind = from->blind;
    u->shown = from->shown;
    u->known = from->known;
    u->joint = 0;
    u->effects |= EFFECT_EXCHANGED;
    tell(p, EVENT_CARD_CHANGED, LM_TRAIT_64, unit, NOBODY, 0, 0, 0);
    if (!u->blind) tell_to(p, SEAT_BIT(side_of(p->match, unit)), EVENT_ORDER_GIVEN, LM_TRAIT_64, unit, NOBODY, u->order, 0, 0);
}

/*
 * LM-TRAIT-64: the cards change places with what is known of them. Where one may not hold the other's (LM-ADAPT-03, -06) they stay: nobody
 * else can know that.
 */
void trait_enigmatic(struct play *p, const struct deed *deed, int successes)
{
    struct state *s = p->state;
    struct unit   one = s->unit[deed->target], two = s->unit[deed->other];

    (void)successes;
    if (tercios_order_refused(p->match, s, deed->target, two.order, NULL) ||
        tercios_order_refused(p->match, s, deed->other, one.order, NULL)) {
        struct unit kept = one;
        one = two;
        two = kept;
    }
    take_over(p, deed->target, &two);
    take_over(p, deed->other, &one);
    if (one.joint || two.joint) cite(p, LM_INF_17);
}

/* Wear, disorder, harness. */

void trait_diligent(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    p->state->unit[deed->target].disordered = 0;
    tell(p, EVENT_ORDERED, LM_TRAIT_10, deed->target, NOBODY, 0, 0, 0);
}

static void rest(struct play *p, int unit, int wear, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    u->wear = (uint8_t)(u->wear - wear);
    tell(p, EVENT_RESTED, rule, unit, NOBODY, wear, u->wear, 0);
}

void trait_honourable(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    rest(p, deed->target, 1, LM_TRAIT_16);
}

/* LM-TRAIT-35: even the last wear. The company is gone, and scored as destroyed. */
void trait_experienced(struct play *p, const struct deed *deed, int successes)
{
    int wear = min32(2, p->state->unit[deed->other].wear);

    (void)successes;
    if (wear) rest(p, deed->other, wear, LM_TRAIT_35);
    tercios_destroy(p, deed->target, LM_TRAIT_35);
}

void trait_indefatigable(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    rest(p, deed->target, 1, LM_TRAIT_37);
    tercios_wear(p, deed->other, 1, LM_TRAIT_37);
    tercios_test_break(p, deed->other);
}

/* LM-TRAIT-41 */
void trait_prepared(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    p->state->unit[deed->target].form = 1;
    tell(p, EVENT_LIMBERED, LM_TRAIT_41, deed->target, NOBODY, 0, 0, 0);
}

/* LM-TRAIT-45: without a success the gun stays as it is and its order is gone. */
void trait_skilled(struct play *p, const struct deed *deed, int successes)
{
    if (successes) trait_ask(p, deed, successes);
    else trait_lose_order(p, deed->target, LM_TRAIT_45);
}

/* Units that act in this step. */

/* LM-INF-17: of a joint card it will use its part alone. Whether the others' is then known is seen when it turns its own up. */
void trait_choose(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    if (u->joint) {
        cite(p, LM_INF_17);
        u->effects |= EFFECT_ALONE;
    }
    u->effects |= EFFECT_CHOSEN;
    cite(p, LM_CACT_09);
}

/* LM-TRAIT-21 */
void trait_patient(struct play *p, const struct deed *deed, int successes)
{
    (void)deed;
    (void)successes;
    p->state->idle = 1;
}

/* LM-TRAIT-09: which of them is the first is decided when they are activated. A joint card is still one (LM-INF-09). */
void trait_coordinator(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    p->state->unit[deed->target].effects |= EFFECT_CHOSEN;
    p->state->unit[deed->other].effects |= EFFECT_CHOSEN;
    cite(p, LM_CACT_09);
}

/* LM-TRAIT-22: whatever the test. */
void trait_perfectionist(struct play *p, const struct deed *deed, int successes)
{
    if (successes) p->state->unit[deed->target].effects |= EFFECT_PERFECT;
    trait_choose(p, deed->target);
}

/*
 * LM-TRAIT-23: whoever has Resist is helped in its test, others may change to it. What is on a blind card comes out in the activation that
 * follows: the mark counts for Resist alone.
 */
void trait_pious(struct play *p, const struct deed *deed, int successes)
{
    struct unit *u = &p->state->unit[deed->target];

    trait_choose(p, deed->target);
    if (u->blind || u->order == ORDER_RESIST) u->effects |= EFFECT_PIOUS;
    if (u->blind || u->order != ORDER_RESIST) trait_ask(p, deed, successes);
}

/* LM-TRAIT-38: one that may still be activated in this step is asked, whatever its card, so that the question tells nothing of it. */
void trait_innovative(struct play *p, const struct deed *deed, int successes)
{
    trait_mark(p, deed, successes);
    if (holds_order(p->state, deed->target) && !tercios_turn_refused(p->match, p->state, deed->target, NULL))
        trait_ask(p, deed, successes);
}

/* LM-TRAIT-15, G-38: the wear comes first, and may be the end of the unit. */
void trait_hero(struct play *p, const struct deed *deed, int successes)
{
    tercios_exhaust(p, deed->commander, LM_TRAIT_15);
    here(p)->step = TRAIT_AGAIN;
    if (successes > 1) return;
    tercios_wear(p, deed->target, 1, LM_TRAIT_15);
    tercios_test_break(p, deed->target);
}

/* Its unit is the one of this step, even if it is no more. */
void trait_hero_again(struct play *p, const struct deed *deed)
{
    struct unit *u = &p->state->unit[deed->target];

    if (!is_standing(p->state, deed->target)) {
        p->state->idle = 1;
        cite(p, LM_CACT_09);
        return;
    }
    u->order = u->spent;
    u->shown = 1;
    trait_choose(p, deed->target);
}

/* LM-TRAIT-14, G-39: the charge is the activation of this step, so that LM-TRAIT-11 and -13 have had their say. */
void trait_fearless(struct play *p, const struct deed *deed, int successes)
{
    struct state *s = p->state;

    (void)successes;
    for (int unit = 0; unit < p->match->units; unit++)
        if (!are_enemies(p->match, unit, deed->target)) s->unit[unit].effects &= ~(uint32_t)(EFFECT_EAGLE_EYED | EFFECT_ERUDITE);
    if (!holds_order(s, deed->target)) s->unit[deed->target].effects |= EFFECT_RECKLESS;
    s->idle = 1;
    cite(p, LM_CACT_09);
    leave(p);
    tercios_join(p, deed->commander, deed->target, LM_TRAIT_14);
    tercios_force_charge(p, deed->target, NOBODY);
}

void trait_relentless(struct play *p, const struct deed *deed, int successes)
{
    (void)successes;
    leave(p);
    go_into(p, PHASE_RELENT)->value[VALUE_UNIT] = deed->target;
}

/* LM-TRAIT-24, G-41: the provoked may test against it, and then charges at once. */

void trait_provoker(struct play *p, const struct deed *deed, int successes)
{
    struct frame *frame;

    leave(p);
    frame = go_into(p, PHASE_PROVOKED);
    frame->value[VALUE_UNIT] = deed->target;
    frame->value[VALUE_TARGET] = deed->other;
    frame->value[VALUE_FLAGS] = successes;
}

static void enter_provoked(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_provoked(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_TEST, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_DECLINE, .unit = acting(s) }, 0);
}

static rule_id refuse_provoked(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_TEST || d->kind == DO_DECLINE) && d->unit == acting(s) ? 0 : refuse_with(why, LM_TRAIT_24, 0, 0);
}

static void take_provoked(struct play *p, seat_id seat, const struct decision *d)
{
    int target = here(p)->value[VALUE_TARGET], needed = here(p)->value[VALUE_FLAGS], successes = 0;

    (void)seat;
    if (d->kind == DO_TEST) successes = tercios_test_order(p, d->unit, tercios_test_net(p, d->unit, LM_TEST_09), LM_TEST_09);
    tell(p, EVENT_PROVOKED, LM_TRAIT_24, d->unit, target, successes, needed, 0);
    leave(p);
    if (successes < needed) tercios_force_charge(p, d->unit, target);
}

const struct phase tercios_provoked = { "provoked", LM_TRAIT_24, enter_provoked, offer_provoked, refuse_provoked, take_provoked,
                                        .step = STEP_BELOW, .settles = true };
