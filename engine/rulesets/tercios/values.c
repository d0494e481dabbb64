/*
 * values.c: bonus and malus, wear and disorder, order tests and break tests (ledger chapters BE-VAL, BE-MOD, BE-STATE,
 * BE-TEST-03, BE-BREAK, BE-SCORE-01).
 *
 * A number of dice has two accounts: the net of bonus and malus, and then what that net makes of the printed value.
 */
#include "tercios.h"

enum { TEST_NEED = 5, BREAK_NEED = 6 };

/* The row of T-2 that a net stands in. */
static rule_id row_of(int value, int net)
{
    if (value == 0) return BE_MOD_06;
    if (net > 0) return net == 1 ? BE_MOD_02 : BE_MOD_03;
    return net == -1 ? BE_MOD_04 : BE_MOD_05;
}

int tercios_modified(int value, int net)
{
    if (net == 0) return value;
    switch (row_of(value, net)) {
    case BE_MOD_02: return value + value / 2;
    case BE_MOD_03: return 2 * value;
    case BE_MOD_04: return value - value / 2;
    case BE_MOD_05: return 1;
    default:        return 0;
    }
}

int tercios_net(struct play *p, rule_id rule)
{
    return account(p, rule, 0);
}

/*
 * BE-MOD-01 is the rule of the sum, BE-MOD-07 that of the table read with it; an unmodified value needs neither. A virtue comes last
 * (LM-MOD-07).
 */
int tercios_dice(struct play *p, rule_id rule, int value, int net, int unit, enum virtue virtue)
{
    static const rule_id of_virtue[VALUE_VIRTUES] = {
        LM_VIRT_05, LM_VIRT_06, LM_VIRT_07, LM_VIRT_08, LM_VIRT_09, LM_VIRT_10, LM_VIRT_11
    };
    bool helped = value && virtue < VALUE_VIRTUES && tercios_virtue(p->match, p->state, unit, virtue);
    int  dice;

    total(p, BE_MOD_01, net);
    dice = account(p, rule, value);
    dice += because(p, row_of(value, net), tercios_modified(value, net) - value);
    if (value == 0) return total(p, BE_MOD_06, dice);
    if (helped) dice += because(p, of_virtue[virtue], 1);
    return total(p, helped ? LM_MOD_07 : net ? BE_MOD_07 : rule, dice);
}

int tercios_endurance(const struct match *m, const struct state *s, int unit)
{
    return profile_of(m, s, unit)->endurance + (tercios_virtue(m, s, unit, VIRTUE_ZEAL) ? 1 : 0);
}

/* BE-STATE-03: more than the Endurance counts too, until the break test. */
bool tercios_at_limit(const struct match *m, const struct state *s, int unit)
{
    if (tercios_led_by(m, s, unit, TRAIT_PHLEGMATIC)) return false;               /* LM-TRAIT-57 */
    if (custom(m, CUSTOM_WEARY_FROM_FIRST)) return s->unit[unit].wear > 0;
    return s->unit[unit].wear >= tercios_endurance(m, s, unit);
}

/* LM-MOVE-02, LM-MOVE-11: any change of place or facing takes a unit out of its works. */
void tercios_put(struct state *s, int unit, struct pose pose)
{
    struct unit *u = &s->unit[unit];

    if (u->status == STATUS_STANDING && (u->x != pose.at.x || u->y != pose.at.y || u->heading != pose.heading)) u->dug_in = 0;
    s->unit[unit].x = pose.at.x;
    s->unit[unit].y = pose.at.y;
    s->unit[unit].heading = (uint16_t)pose.heading;
    if (u->leader) {                    /* he is where his unit is (LM-ATT-06) */
        s->unit[u->leader - 1].x = pose.at.x;
        s->unit[u->leader - 1].y = pose.at.y;
    }
}

/* BE-STATE-05: a second time changes nothing. BE-STATE-02: a fresh unit stays fresh. */
void tercios_disorder(struct play *p, int unit, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    if (u->disordered) {
        cite(p, BE_STATE_05);
        return;
    }
    u->disordered = 1;
    tell(p, EVENT_DISORDERED, rule, unit, NOBODY, 0, 0, 0);
    cite(p, BE_STATE_06);
    if (u->wear == 0) cite(p, BE_STATE_02);
    if (u->form && tercios_is_dragoon(p->match, unit)) tercios_shaken(p, unit);
}

void tercios_suffer_ground(struct play *p, int unit, struct segment line)
{
    struct ground g;

    if (p->state->unit[unit].disordered || (line.from.x == line.to.x && line.from.y == line.to.y)) return;
    g.m = p->match;                     /* the bases do not matter */
    g.s = p->state;
    g.count = 0;
    if (g.s->ground) tercios_survey_ground(&g);
    if (!(tercios_hindrance(&g, line) & T_VERY_DIFFICULT)) return;
    if (is_liber(p->match) && has(p->match, p->state, unit, SR_SKIRMISHERS)) {
        cite(p, LM_INF_04);
        return;
    }
    if (has(p->match, p->state, unit, SR_LIGHT)) {
        cite(p, BE_INF_02);
        return;
    }
    tercios_disorder(p, unit, BE_TERR_04);
    cite(p, BE_TERR_01);
}

/* The whole line of whoever starts inside difficult ground crosses it (BE-TERR-01). */
bool tercios_hindered_at_start(const struct match *m, const struct state *s, int unit)
{
    struct ground g;
    struct point  front = pose_of(s, unit).at;

    g.m = m;                            /* the bases do not matter */
    g.s = s;
    g.count = 0;
    if (s->ground) tercios_survey_ground(&g);
    return is_on_table(s, unit) && tercios_hindrance(&g, (struct segment){ front, front }) & T_DIFFICULT;
}

/* LM-TERR-06, LM-INF-04: what the ground under it does to its Speed. */
static int tell_ground_speed(struct play *p, int unit)
{
    struct ground g;
    struct point  front = pose_of(p->state, unit).at;
    uint16_t      hindrance;
    int           net = 0;

    if (!is_on_table(p->state, unit)) return 0;
    tercios_survey(&g, p->match, p->state);
    hindrance = tercios_hindrance(&g, (struct segment){ front, front });
    net += because(p, LM_TERR_06, hindrance & T_EASY ? 1 : 0);
    net += because(p, BE_TERR_03, hindrance & T_DIFFICULT ? -1 : 0);
    net += because(p, LM_INF_04, hindrance & T_DIFFICULT && has(p->match, p->state, unit, SR_SKIRMISHERS) ? 1 : 0);
    return net;
}

/* The rule by which a unit is weary. */
rule_id tercios_weary_rule(const struct match *m)
{
    return custom(m, CUSTOM_WEARY_FROM_FIRST) ? LM_STATE_04 : BE_STATE_03;
}

void tercios_tell_speed(struct play *p, int unit)
{
    int order = p->state->act.unit == unit ? p->state->act.order : ORDER_NONE;
    int net = tercios_net(p, BE_MOVE_08);

    net += because(p, BE_ORDER_05, order == ORDER_ATTACK ? NET_ATTACK : 0);
    net += because(p, BE_ORDER_09, order == ORDER_RUN ? NET_RUN : 0);
    if (is_liber(p->match)) net += tell_ground_speed(p, unit);
    else net += because(p, BE_TERR_03, tercios_hindered_at_start(p->match, p->state, unit) ? -1 : 0);
    tercios_dice(p, BE_MOVE_08, profile_of(p->match, p->state, unit)->speed, net, unit, VIRTUE_DEDICATION);
}

void tercios_tell_endurance(struct play *p, int unit)
{
    int left = account(p, BE_VAL_02, profile_of(p->match, p->state, unit)->endurance);

    left += because(p, LM_VIRT_09, tercios_virtue(p->match, p->state, unit, VIRTUE_ZEAL) ? 1 : 0);
    left += because(p, BE_STATE_01, -p->state->unit[unit].wear);
    total(p, BE_VAL_02, left);
}

int tercios_discipline_dice(struct play *p, int unit, int net, rule_id rule)
{
    return tercios_dice(p, rule, profile_of(p->match, p->state, unit)->discipline, net, unit, VIRTUE_LOYALTY);
}

/* LM-TRAIT-40: the order test of an activation (LM-CAV-11 too) or a reaction, and none of the other tests of Discipline. */
static bool is_for_notable(rule_id rule)
{
    return rule == BE_TEST_02 || rule == BE_TEST_03 || rule == LM_CAV_11 || rule == BE_REACT_07 || rule == LM_INF_12;
}

/* LM-TEST-05: what bears on every order test, whatever it is for. */
int tercios_test_net(struct play *p, int unit, rule_id rule)
{
    const struct state *s = p->state;
    int                 net = tercios_net(p, rule);

    if (!custom(p->match, CUSTOM_COMMAND)) return net;
    net += because(p, LM_TEST_05, tercios_in_command(p->match, s, unit) ? 0 : -1);
    net += because(p, LM_TRAIT_40, s->unit[unit].effects & EFFECT_NOTABLE && is_for_notable(rule) ? 1 : 0);
    return net;
}

/* Why it is in command, if it is. */
static void cite_command(struct play *p, int unit)
{
    if (has(p->match, p->state, unit, SR_INTEGRAL_COMMAND)) cite(p, LM_ART_02);
    else if (has(p->match, p->state, unit, SR_ELITE)) {
        cite(p, LM_INF_07);
        if (tercios_led_by(p->match, p->state, unit, TRAIT_BRAVE)) cite(p, LM_TRAIT_51);
    }
    else if (tercios_near_own_gun(p->match, p->state, unit)) cite(p, LM_ART_03);
    else tercios_cite_command(p, unit);
}

int tercios_test_order(struct play *p, int unit, int net, rule_id rule)
{
    return tercios_test_discipline(p, unit, net, TEST_NEED, rule);
}

int tercios_test_discipline(struct play *p, int unit, int net, int need, rule_id rule)
{
    int dice = tercios_discipline_dice(p, unit, net, rule);
    int successes = pool(p, rule, dice, need);

    if (is_for_notable(rule)) p->state->unit[unit].effects &= ~(uint32_t)EFFECT_NOTABLE;

    tell(p, EVENT_TEST, need == TEST_NEED ? BE_TEST_03 : LM_TEST_09, unit, NOBODY, successes, dice, successes > 0);
    if (rule != BE_TEST_03) cite(p, rule);
    if (p->events && custom(p->match, CUSTOM_COMMAND)) {
        cite_command(p, unit);
        if (tercios_virtue(p->match, p->state, unit, VIRTUE_LOYALTY)) cite(p, LM_VIRT_03);
    }
    cite(p, BE_VAL_01);
    return successes;
}

void tercios_wear(struct play *p, int unit, int wear, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    if (wear == 0) return;
    u->wear = (uint8_t)min32(u->wear + wear, UINT8_MAX);
    tell(p, EVENT_WORN, rule, unit, NOBODY, wear, u->wear, tercios_endurance(p->match, p->state, unit));
    cite(p, BE_STATE_01);
    cite(p, BE_STATE_07);
}

/* BE-BREAK-02: Endurance is the most wear that a unit can hold (BE-VAL-02). */
static int break_points(struct play *p, int unit)
{
    int points = account(p, BE_BREAK_02, p->state->unit[unit].wear);

    points += because(p, BE_VAL_02, -tercios_endurance(p->match, p->state, unit));
    return total(p, BE_BREAK_02, points);
}

/* BE-BREAK-03; LM-BREAK-03, G-32: no bonus or malus counts, but for mercenaries who are well paid (LM-TRAIT-60). */
static int break_dice(struct play *p, int unit)
{
    const struct match *m = p->match;
    int                 discipline = profile_of(m, p->state, unit)->discipline, net;

    if (!is_liber(m)) return discipline;
    net = tercios_net(p, BE_BREAK_03);
    net += because(p, LM_TRAIT_60, has(m, p->state, unit, SR_MERCENARIES) ? -1 : 0);
    return tercios_dice(p, BE_BREAK_03, discipline, net, unit, VIRTUE_LOYALTY);
}

static void hold(struct play *p, int unit)
{
    p->state->unit[unit].wear = (uint8_t)tercios_endurance(p->match, p->state, unit);
    cite(p, BE_BREAK_06);
    cite(p, BE_STATE_08);
}

static bool roll_break(struct play *p, int unit)
{
    int points = break_points(p, unit), dice = break_dice(p, unit);
    int sixes = pool(p, BE_BREAK_03, dice, BREAK_NEED);

    tell(p, sixes >= points ? EVENT_BREAK_PASSED : EVENT_BREAK_FAILED, BE_BREAK_04, unit, NOBODY, sixes, points, 0);
    cite(p, BE_BREAK_01);
    if (has(p->match, p->state, unit, SR_MERCENARIES) && is_liber(p->match)) cite(p, LM_TRAITS_07);
    if (dice < points && !is_liber(p->match)) cite(p, BE_BREAK_07);
    if (sixes >= points) hold(p, unit);
    return sixes >= points;
}

void tercios_test_break(struct play *p, int unit)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (!is_standing(s, unit) || s->unit[unit].wear <= tercios_endurance(m, s, unit)) return;
    if (has(m, s, unit, SR_MERCENARIES) && !tercios_paid(m, s, unit)) {
        tercios_destroy(p, unit, LM_INF_15);
        return;
    }
    if (roll_break(p, unit)) return;
    if (tercios_led_by(m, s, unit, TRAIT_SELFLESS)) go_into(p, PHASE_SELFLESS)->value[VALUE_UNIT] = unit;
    else tercios_destroy(p, unit, BE_BREAK_05);
}

/* LM-TRAIT-59: the commander may give his life for another roll. */

static void enter_selfless(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_selfless(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_TEST, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = acting(s) }, 0);
}

static rule_id refuse_selfless(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                               struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_TEST || d->kind == DO_STOP) && d->unit == acting(s) ? 0 : refuse_with(why, LM_TRAIT_59, 0, 0);
}

static void take_selfless(struct play *p, seat_id seat, const struct decision *d)
{
    int  commander = p->state->unit[d->unit].leader - 1;
    bool passed;

    (void)seat;
    leave(p);
    if (d->kind == DO_STOP) {
        tercios_destroy(p, d->unit, BE_BREAK_05);
        return;
    }
    passed = roll_break(p, d->unit);
    tercios_kill(p, commander, LOSS_SACRIFICED, LM_TRAIT_59);
    if (passed) tercios_zeal_ends(p, d->unit);
    else tercios_destroy(p, d->unit, BE_BREAK_05);
}

const struct phase tercios_selfless = { "selfless", LM_TRAIT_59, enter_selfless, offer_selfless, refuse_selfless, take_selfless,
                                        .step = STEP_BELOW, .settles = true };

/* Nothing but its end is kept of a unit that is gone: however it went, the states are equal. */
void tercios_destroy(struct play *p, int unit, rule_id rule)
{
    int         points = points_for(type_of(p->match, unit));
    int         gun = p->state->unit[unit].gun - 1;
    struct unit old = p->state->unit[unit];

    p->state->unit[unit] = (struct unit){ .status = STATUS_DESTROYED };
    tell(p, EVENT_DESTROYED, rule, unit, NOBODY, points, 0, 0);
    cite(p, BE_SCORE_01);
    cite(p, BE_SCORE_02);
    if (gun >= 0) p->state->unit[gun] = (struct unit){ .status = STATUS_ABSENT };      /* LM-ART-14: it scores nothing */
    if (is_liber(p->match)) tercios_mourn(p, unit, &old);
}

void tercios_spend(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    u->order = ORDER_NONE;
    u->shown = u->joint = 0;
    u->blind = u->known = u->reserve = u->last = 0;
    cite(p, BE_TURN_09);
}

/* The maluses of Courage: LM-KING-07, LM-TRAIT-54 spare some of them. */
static int courage_malus(struct play *p, int unit, bool flank)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    bool                open = is_liber(m) && has(m, s, unit, SR_OPEN_ORDER);
    int                 net = 0;

    net += because(p, BE_STATE_04, s->unit[unit].disordered ? -1 : 0);
    net += because(p, LM_KING_07, s->unit[unit].disordered && open ? 1 : 0);
    net += because(p, BE_FLANK_03, flank && !tercios_led_by(m, s, unit, TRAIT_GALLANT) ? -1 : 0);
    return net;
}

int tercios_courage_dice(struct play *p, int unit, rule_id rule, bool cover, bool protects, bool flank, enum virtue virtue)
{
    const struct unit *u = &p->state->unit[unit];
    int                net = tercios_net(p, rule);

    net += because(p, BE_TERR_08, cover ? 1 : 0);
    net += because(p, BE_TERR_10, protects ? 1 : 0);
    net += because(p, BE_REACT_19, u->braced ? 1 : 0);
    net += because(p, LM_ART_12, u->dug_in ? 1 : 0);
    net += courage_malus(p, unit, flank);
    return tercios_dice(p, rule, profile_of(p->match, p->state, unit)->courage, net, unit, virtue);
}
