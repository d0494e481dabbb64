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

/* BE-MOD-01 is the rule of the sum, BE-MOD-07 that of the table read with it; an unmodified value needs neither. */
int tercios_dice(struct play *p, rule_id rule, int value, int net)
{
    int dice;

    total(p, BE_MOD_01, net);
    dice = account(p, rule, value);
    dice += because(p, row_of(value, net), tercios_modified(value, net) - value);
    if (value == 0) return total(p, BE_MOD_06, dice);
    return total(p, net ? BE_MOD_07 : rule, dice);
}

/* BE-STATE-03: more than the Endurance counts too, until the break test. */
bool tercios_at_limit(const struct match *m, const struct state *s, int unit)
{
    return s->unit[unit].wear >= type_of(m, unit)->endurance;
}

void tercios_put(struct state *s, int unit, struct pose pose)
{
    s->unit[unit].x = pose.at.x;
    s->unit[unit].y = pose.at.y;
    s->unit[unit].heading = (uint16_t)pose.heading;
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
}

void tercios_suffer_ground(struct play *p, int unit, struct segment line)
{
    struct ground g;

    if (p->state->unit[unit].disordered || (line.from.x == line.to.x && line.from.y == line.to.y)) return;
    g.m = p->match;                     /* the bases do not matter */
    g.s = p->state;
    g.count = 0;
    if (!(tercios_hindrance(&g, line) & T_VERY_DIFFICULT)) return;
    if (has(p->match, unit, SR_LIGHT)) {
        cite(p, BE_INF_02);
        return;
    }
    tercios_disorder(p, unit, BE_TERR_04);
    cite(p, BE_TERR_01);
}

/* The whole line of whoever starts inside difficult ground crosses it (BE-TERR-01). */
bool tercios_hindered_at_start(const struct match *m, const struct state *s, int unit)
{
    struct ground g = { .m = m, .s = s };              /* the bases do not matter */
    struct point  front = pose_of(s, unit).at;

    return is_on_table(s, unit) && tercios_hindrance(&g, (struct segment){ front, front }) != 0;
}

void tercios_tell_speed(struct play *p, int unit)
{
    int order = p->state->act.unit == unit ? p->state->act.order : ORDER_NONE;
    int net = tercios_net(p, BE_MOVE_08);

    net += because(p, BE_ORDER_05, order == ORDER_ATTACK ? NET_ATTACK : 0);
    net += because(p, BE_ORDER_09, order == ORDER_RUN ? NET_RUN : 0);
    net += because(p, BE_TERR_03, tercios_hindered_at_start(p->match, p->state, unit) ? -1 : 0);
    tercios_dice(p, BE_MOVE_08, type_of(p->match, unit)->speed, net);
}

void tercios_tell_endurance(struct play *p, int unit)
{
    int left = account(p, BE_VAL_02, type_of(p->match, unit)->endurance);

    left += because(p, BE_STATE_01, -p->state->unit[unit].wear);
    total(p, BE_VAL_02, left);
}

int tercios_discipline_dice(struct play *p, int unit, int net, rule_id rule)
{
    return tercios_dice(p, rule, type_of(p->match, unit)->discipline, net);
}

int tercios_test_order(struct play *p, int unit, int net, rule_id rule)
{
    int dice = tercios_discipline_dice(p, unit, net, rule);
    int successes = pool(p, rule, dice, TEST_NEED);

    tell(p, EVENT_TEST, BE_TEST_03, unit, NOBODY, successes, dice, successes > 0);
    if (rule != BE_TEST_03) cite(p, rule);
    cite(p, BE_VAL_01);
    return successes;
}

void tercios_wear(struct play *p, int unit, int wear, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    if (wear == 0) return;
    u->wear = (uint8_t)min32(u->wear + wear, UINT8_MAX);
    tell(p, EVENT_WORN, rule, unit, NOBODY, wear, u->wear, type_of(p->match, unit)->endurance);
    cite(p, BE_STATE_01);
    cite(p, BE_STATE_07);
}

/* BE-BREAK-02: Endurance is the most wear that a unit can hold (BE-VAL-02). */
static int break_points(struct play *p, int unit)
{
    int points = account(p, BE_BREAK_02, p->state->unit[unit].wear);

    points += because(p, BE_VAL_02, -type_of(p->match, unit)->endurance);
    return total(p, BE_BREAK_02, points);
}

void tercios_test_break(struct play *p, int unit)
{
    const struct type *type = type_of(p->match, unit);
    int                points, sixes;

    if (!is_standing(p->state, unit) || p->state->unit[unit].wear <= type->endurance) return;
    points = break_points(p, unit);
    sixes = pool(p, BE_BREAK_03, type->discipline, BREAK_NEED);
    tell(p, sixes >= points ? EVENT_BREAK_PASSED : EVENT_BREAK_FAILED, BE_BREAK_04, unit, NOBODY, sixes, points, 0);
    cite(p, BE_BREAK_01);
    if (type->discipline < points) cite(p, BE_BREAK_07);
    if (sixes < points) {
        tercios_destroy(p, unit, BE_BREAK_05);
        return;
    }
    p->state->unit[unit].wear = type->endurance;
    cite(p, BE_BREAK_06);
    cite(p, BE_STATE_08);
}

/* Nothing but its end is kept of a unit that is gone: however it went, the states are equal. */
void tercios_destroy(struct play *p, int unit, rule_id rule)
{
    int points = points_for(type_of(p->match, unit));

    p->state->unit[unit] = (struct unit){ .status = STATUS_DESTROYED };
    tell(p, EVENT_DESTROYED, rule, unit, NOBODY, points, 0, 0);
    cite(p, BE_SCORE_01);
    cite(p, BE_SCORE_02);
}

void tercios_spend(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    u->order = ORDER_NONE;
    u->shown = 0;
    u->joint = 0;
    cite(p, BE_TURN_09);
}

int tercios_courage_dice(struct play *p, int unit, rule_id rule, bool cover, bool protects, bool flank)
{
    const struct unit *u = &p->state->unit[unit];
    int                net = tercios_net(p, rule);

    net += because(p, BE_TERR_08, cover ? 1 : 0);
    net += because(p, BE_TERR_10, protects ? 1 : 0);
    net += because(p, BE_REACT_19, u->braced ? 1 : 0);
    net += because(p, BE_STATE_04, u->disordered ? -1 : 0);
    net += because(p, BE_FLANK_03, flank ? -1 : 0);
    return tercios_dice(p, rule, type_of(p->match, unit)->courage, net);
}
