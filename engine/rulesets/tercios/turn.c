/*
 * turn.c: turns, planning, initiative, activation, brigades and the end (ledger chapters BE-TURN, BE-TEST, BE-BRIG, BE-SCORE).
 *
 * A turn asks both sides for their cards at once, rolls for initiative and lets the sides activate alternately until no
 * card is left. One unit's activation is a frame of its own; a joint order is a frame that activates its units in turn.
 */
#include "tercios.h"

enum { TURN_BEGINS, TURN_PLANNED, TURN_ACTS, TURN_ENDS };
enum { UNIT_TURNS_UP, UNIT_TESTS, UNIT_ACTS, UNIT_ENDS };

static int cards_of(const struct match *m, const struct state *s, seat_id seat)
{
    int cards = 0;

    for (int unit = 0; unit < m->units; unit++) cards += side_of(m, unit) == seat && holds_card(s, unit);
    return cards;
}

static int units_of(const struct match *m, const struct state *s, seat_id seat)
{
    int units = 0;

    for (int unit = 0; unit < m->units; unit++) units += side_of(m, unit) == seat && is_standing(s, unit);
    return units;
}

static bool share_a_card(const struct match *m, const struct state *s, int a, int b)
{
    return s->unit[a].joint && s->unit[a].joint == s->unit[b].joint && m->regiment_of[a] == m->regiment_of[b];
}

static void no_activation(struct state *s)
{
    s->act = (struct activation){ .unit = NOBODY, .target = NOBODY };
}

void tercios_setup(const struct match *m, struct state *s)
{
    for (int unit = 0; unit < m->units; unit++) {
        tercios_put(s, unit, m->start[unit]);
        s->unit[unit].house = m->start_house[unit];
        s->unit[unit].status = m->deploys ? STATUS_WAITING : STATUS_STANDING;
    }
    no_activation(s);
    flow_push(&s->flow, PHASE_SETUP);
}

/* Cases start in a phase: the frames below it are those that play would have there. */
bool tercios_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    if (phase <= PHASE_DEPLOY) return tercios_place_setup(m, s, phase, seat, fault);
    if (phase > PHASE_ACTION)
        return fault_say(fault, "position", 0, "a position may start in the phase setup, zone, deploy, turn, plan, first or action");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_TURN);
    s->active = (uint8_t)seat;
    if (s->turn == 0) s->turn = 1;
    flow_top(&s->flow)->step = phase == PHASE_TURN || phase == PHASE_ACTION ? TURN_ENDS : phase == PHASE_PLAN ? TURN_PLANNED : TURN_ACTS;
    if (phase == PHASE_TURN) return true;
    flow_push(&s->flow, phase);
    flow_top(&s->flow)->value[VALUE_UNIT] = phase == PHASE_FIRST ? seat : 0;
    return true;
}

/* The score and the end. */

/* BE-SCORE-01, BE-SCORE-02: what the seat has by a unit. */
static int points_by(const struct match *m, const struct state *s, seat_id seat, int unit)
{
    bool counts = side_of(m, unit) != seat && s->unit[unit].status == STATUS_DESTROYED;

    return counts ? points_for(type_of(m, unit)) : 0;
}

int32_t tercios_score(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t score = 0;

    for (int unit = 0; unit < m->units; unit++) score += points_by(m, s, seat, unit);
    return score;
}

/*
 * The option `breakthrough` (BE-S3): at the end of the last turn, the units of the side it is for that touch the table's edge opposite
 * to where they were deployed.
 */
static int32_t broken_through(const struct match *m, const struct state *s, seat_id seat)
{
    struct box zone = tercios_zone_of(m, s, seat);
    int64_t    east = (int64_t)zone.low.x + zone.high.x - m->size.x, north = (int64_t)zone.low.y + zone.high.y - m->size.y;
    bool       along_x = abs64(east) * m->size.y > abs64(north) * m->size.x;
    int32_t    units = 0;

    if (!custom(m, CUSTOM_BREAKTHROUGH) || s->turn < m->turns || m->breakthrough != seat) return 0;
    for (int unit = 0; unit < m->units; unit++) {
        struct base base;
        bool        touches = false;
        if (side_of(m, unit) != seat || !is_on_table(s, unit)) continue;
        base = base_of(m, s, unit);
        for (int i = 0; i < 4; i++) {
            int32_t at = along_x ? base.corner[i].x : base.corner[i].y, edge = along_x ? m->size.x : m->size.y;
            touches |= (along_x ? east : north) < 0 ? at >= edge - TOLERANCE : at <= TOLERANCE;
        }
        units += touches;
    }
    return units;
}

void tercios_tell_score(struct play *p, seat_id seat)
{
    int score = account(p, BE_SCORE_02, 0);

    for (int unit = 0; unit < p->match->units; unit++)
        score += because_of(p, BE_SCORE_01, unit, points_by(p->match, p->state, seat, unit));
    score += because(p, BE_SCORE_01, broken_through(p->match, p->state, seat));
    total(p, BE_SCORE_02, score);
}

static int total_wear(const struct match *m, const struct state *s, seat_id seat)
{
    int wear = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && is_standing(s, unit)) wear += s->unit[unit].wear;
    return wear;
}

/* T-7: the level that the end of this turn gives, or LEVEL_NONE when the battle goes on; *rule says why. */
static enum level level_reached(const struct match *m, const struct state *s, int32_t lead, rule_id *rule)
{
    bool last = s->turn >= m->turns;

    if (!m->lesson) {
        *rule = BE_SCORE_03;
        if (s->turn == 5 && lead >= 5) return LEVEL_DECISIVE;
        *rule = BE_SCORE_04;
        if (s->turn == 6 && lead >= 3) return LEVEL_CLEAR;
        *rule = BE_SCORE_05;
        if (s->turn == 7 && lead >= 1) return LEVEL_NARROW;
    }
    *rule = BE_SCORE_06;
    if (last) return m->lesson ? LEVEL_LESSON : lead ? LEVEL_PYRRHIC : LEVEL_DRAW;
    *rule = BE_SCORE_07;
    if (!custom(m, CUSTOM_ANNIHILATION_END) || (units_of(m, s, SEAT_A) && units_of(m, s, SEAT_B))) return LEVEL_NONE;
    if (m->lesson) return LEVEL_LESSON;
    return lead >= 5 ? LEVEL_DECISIVE : lead >= 3 ? LEVEL_CLEAR : lead >= 1 ? LEVEL_NARROW : LEVEL_DRAW;
}

static void end_turn(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int32_t             a = tercios_score(m, s, SEAT_A) + broken_through(m, s, SEAT_A);
    int32_t             b = tercios_score(m, s, SEAT_B) + broken_through(m, s, SEAT_B), lead;
    enum level          level;
    rule_id             rule;
    seat_id             winner;

    lead = a > b ? a - b : b - a;
    tell(p, EVENT_TURN_ENDS, BE_TURN_10, NOBODY, NOBODY, s->turn, a, b);
    cite(p, BE_SCORE_01);
    cite(p, BE_SCORE_02);
    if (s->turn == 5) cite(p, BE_SCORE_03);
    level = level_reached(m, s, lead, &rule);
    if (level == LEVEL_NONE) {
        cite(p, BE_SCORE_07);
        here(p)->step = TURN_BEGINS;
        return;
    }
    if (level == LEVEL_LESSON && lead == 0) {          /* the lesson: less wear on the survivors decides */
        int ours = total_wear(m, s, SEAT_A), theirs = total_wear(m, s, SEAT_B);
        winner = ours < theirs ? SEAT_A : theirs < ours ? SEAT_B : NO_SEAT;
        tell(p, EVENT_WEAR_DECIDES, rule, NOBODY, NOBODY, ours, theirs, 0);
    } else {
        winner = a > b ? SEAT_A : b > a ? SEAT_B : NO_SEAT;
    }
    s->level = (uint8_t)level;
    tell(p, EVENT_ENDS, rule, NOBODY, NOBODY, a, b, winner + 1);
    tell(p, EVENT_LEVEL, rule, NOBODY, NOBODY, level, 0, 0);
    finish(p, winner);
}

/* The turn. */

static void enter_turn(struct play *p)
{
    int winner;

    switch (here(p)->step) {
    case TURN_BEGINS:
        p->state->turn++;
        tell(p, EVENT_TURN, BE_TURN_01, NOBODY, NOBODY, p->state->turn, p->match->turns, 0);
        here(p)->step = TURN_PLANNED;
        go_into(p, PHASE_PLAN);
        break;
    case TURN_PLANNED:
        winner = contest(p, BE_TURN_04, 6);
        tell(p, EVENT_INITIATIVE, BE_TURN_04, NOBODY, NOBODY, winner, 0, 0);
        here(p)->step = TURN_ACTS;
        go_into(p, PHASE_FIRST)->value[VALUE_UNIT] = winner;
        break;
    case TURN_ACTS:
        here(p)->step = TURN_ENDS;
        go_into(p, PHASE_ACTION);
        break;
    default:
        end_turn(p);
    }
}

/* Planning: BE-TURN-02, both sides at once; the frame goes on when every unit has its card. */
static void enter_plan(struct play *p)
{
    uint8_t seats = 0;

    for (seat_id seat = 0; seat < 2; seat++)
        if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) seats |= SEAT_BIT(seat);
    if (seats) ask(p, seats);
    else leave(p);
}

/* BE-BRIG-01: a card may be shared by brigade units of one regiment. */
static rule_id join_refused(const struct match *m, const struct state *s, int unit, int other, struct refusal *why)
{
    if (unit == other || !has(m, s, unit, SR_BRIGADE) || !has(m, s, other, SR_BRIGADE) || m->regiment_of[unit] != m->regiment_of[other] ||
        !holds_card(s, other))
        return refuse_for(why, BE_BRIG_01, other);
    return 0;
}

/* The choices of DO_ORDER are the five orders, without ORDER_NONE. */
static int chosen_order(const struct decision *d)
{
    return d->choice + ORDER_READY;
}

static void offer_plan(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++) {
        const struct regiment *regiment = &m->regiment[m->regiment_of[unit]];
        if (side_of(m, unit) != seat || !is_standing(s, unit) || holds_card(s, unit)) continue;
        for (int16_t choice = 0; choice < ORDER_RESIST; choice++)
            offer_add(offers, (struct decision){ .kind = DO_ORDER, .unit = unit, .choice = choice }, 0);
        for (int16_t other = regiment->first; other < regiment->first + regiment->count; other++)
            if (!join_refused(m, s, unit, other, NULL))
                offer_add(offers, (struct decision){ .kind = DO_JOIN, .unit = unit, .target = other }, 0);
    }
}

static rule_id refuse_plan(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    if ((d->kind != DO_ORDER && d->kind != DO_JOIN) || side_of(m, d->unit) != seat) return refuse_with(why, BE_TURN_02, 0, 0);
    if (!is_standing(s, d->unit)) return refuse_with(why, BE_BREAK_05, 0, 0);
    if (holds_card(s, d->unit)) return refuse_with(why, BE_TURN_02, 0, 0);
    return d->kind == DO_JOIN ? join_refused(m, s, d->unit, d->target, why) : 0;
}

static void join_card(struct play *p, int unit, int other)
{
    const struct regiment *regiment = &p->match->regiment[p->match->regiment_of[unit]];
    struct unit           *u = p->state->unit;
    uint8_t                highest = 0;

    for (int i = regiment->first; i < regiment->first + regiment->count; i++)
        if (u[i].joint > highest) highest = u[i].joint;
    if (!u[other].joint) u[other].joint = (uint8_t)(highest + 1);
    u[unit].joint = u[other].joint;
    u[unit].order = u[other].order;
}

static void take_plan(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *u = &p->state->unit[d->unit];

    if (d->kind == DO_JOIN) {
        join_card(p, d->unit, d->target);
        tell(p, EVENT_JOINED, BE_BRIG_01, d->unit, d->target, 0, 0, 0);
    } else {
        u->order = (uint8_t)chosen_order(d);
        tell(p, EVENT_CARD, BE_TURN_02, d->unit, NOBODY, 0, 0, 0);
    }
    tell_to(p, SEAT_BIT(seat), EVENT_ORDER_GIVEN, BE_TURN_02, d->unit, NOBODY, u->order, 0, 0);
    if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) ask(p, SEAT_BIT(seat));
}

/* BE-TURN-05: the winner of initiative may let the other begin. */
static void enter_first(struct play *p)
{
    ask(p, SEAT_BIT(here(p)->value[VALUE_UNIT]));
}

static void offer_first(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    for (int16_t choice = 0; choice < 2; choice++) offer_add(offers, (struct decision){ .kind = DO_FIRST, .choice = choice }, 0);
}

static rule_id refuse_first(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    if (d->kind == DO_ORDER || d->kind == DO_JOIN) return refuse_with(why, BE_TURN_03, 0, 0);
    return d->kind == DO_FIRST ? 0 : refuse_with(why, BE_TURN_05, 0, 0);
}

static void take_first(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    p->state->active = (uint8_t)d->choice;
    tell(p, EVENT_FIRST, BE_TURN_05, NOBODY, NOBODY, d->choice, 0, 0);
    leave(p);
}

/* Activation: BE-TURN-06, BE-TURN-07, BE-TURN-10. */

static void enter_action(struct play *p)
{
    seat_id active = (seat_id)p->state->active, other = (seat_id)!active;

    if (cards_of(p->match, p->state, active)) ask(p, SEAT_BIT(active));
    else if (cards_of(p->match, p->state, other)) p->state->active = (uint8_t)other;
    else leave(p);
}

static void offer_action(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && holds_card(s, unit)) offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = unit }, 0);
}

static rule_id refuse_action(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    if (d->kind == DO_ORDER || d->kind == DO_JOIN) return refuse_with(why, BE_TURN_03, 0, 0);
    if (d->kind == DO_STOP || d->kind == DO_DECLINE) return refuse_with(why, BE_TURN_08, 0, 0);
    if (d->kind != DO_ACTIVATE || side_of(m, d->unit) != seat) return refuse_with(why, BE_TURN_06, 0, 0);
    if (!is_standing(s, d->unit)) return refuse_with(why, BE_BREAK_05, 0, 0);
    return holds_card(s, d->unit) ? 0 : refuse_for(why, BE_TURN_09, d->unit);
}

static void take_action(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit  *u = p->state->unit;
    struct frame *group;

    p->state->active = (uint8_t)!seat;
    if (!u[d->unit].joint) {
        go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = d->unit;
        return;
    }
    for (int unit = 0; unit < p->match->units; unit++)
        if (share_a_card(p->match, p->state, unit, d->unit) && holds_card(p->state, unit)) u[unit].shown = 1;
    group = go_into(p, PHASE_GROUP);
    group->value[VALUE_UNIT] = d->unit;
    group->value[VALUE_TARGET] = u[d->unit].joint;
    group->value[VALUE_FLAGS] = p->match->regiment_of[d->unit];
}

/* BE-BRIG-02, BE-BRIG-06: the units of a joint order, one complete after the other. */

static bool in_group(const struct match *m, const struct state *s, int unit)
{
    const struct frame *group = flow_top_const(&s->flow);

    return s->unit[unit].joint == group->value[VALUE_TARGET] && m->regiment_of[unit] == group->value[VALUE_FLAGS] && holds_card(s, unit);
}

static void enter_group(struct play *p)
{
    int left = 0, last = NOBODY;

    for (int unit = 0; unit < p->match->units; unit++)
        if (in_group(p->match, p->state, unit)) {
            left++;
            last = unit;
        }
    if (left == 0) {
        leave(p);
    } else if (here(p)->step == 0 || left == 1) {        /* the first was named already; the last need not be */
        int unit = here(p)->step == 0 ? here(p)->value[VALUE_UNIT] : last;
        here(p)->step = 1;
        go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = unit;
    } else {
        ask(p, SEAT_BIT(side_of(p->match, last)));
    }
}

static void offer_group(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    for (int16_t unit = 0; unit < m->units; unit++)
        if (in_group(m, s, unit)) offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = unit }, 0);
}

static rule_id refuse_group(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    if (d->kind != DO_ACTIVATE || side_of(m, d->unit) != seat || !in_group(m, s, d->unit)) return refuse_with(why, BE_BRIG_06, 0, 0);
    return 0;
}

static void take_group(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = d->unit;
}

void tercios_break_joint(struct play *p, int unit)
{
    struct unit *u = p->state->unit;

    if (!u[unit].joint) return;
    for (int other = 0; other < p->match->units; other++) {
        if (other == unit || !share_a_card(p->match, p->state, other, unit)) continue;
        u[other].joint = 0;
        if (!holds_card(p->state, other)) continue;
        u[other].shown = 1;
        tell(p, EVENT_JOINT_BROKEN, BE_BRIG_04, other, NOBODY, u[other].order, 0, 0);
    }
    u[unit].joint = 0;
}

/* One unit. */

static void turn_up(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    no_activation(p->state);
    p->state->act.unit = (int16_t)unit;
    p->state->act.order = u->order;
    u->shown = 1;
    tell(p, EVENT_ACTIVATED, BE_TURN_11, unit, NOBODY, u->order, 0, 0);
    cite(p, BE_TURN_06);
    if (!cards_of(p->match, p->state, (seat_id)!side_of(p->match, unit))) cite(p, BE_TURN_07);
    if (u->joint) cite(p, BE_BRIG_02);
    if (u->wear == 0) {
        cite(p, BE_TEST_01);
        if (u->disordered) cite(p, BE_STATE_02);
    }
}

/* BE-ORDER-14: Resist without two wear to work on needs no test; BE-TEST-02: any other worn unit tests. */
static bool needs_test(const struct state *s, int unit)
{
    return s->unit[unit].order == ORDER_RESIST ? s->unit[unit].wear >= 2 : s->unit[unit].wear >= 1;
}

/* BE-ORDER-13, BE-INF-03: the successes of the order test itself count. */
static void resist(struct play *p, int unit, int successes)
{
    struct unit *u = &p->state->unit[unit];
    bool         numerous = has(p->match, p->state, unit, SR_NUMEROUS);
    int          removed = numerous ? min32(successes, u->wear - 1) : 1;

    u->wear = (uint8_t)(u->wear - removed);
    tell(p, EVENT_RESISTED, numerous ? BE_INF_03 : BE_ORDER_13, unit, NOBODY, removed, u->wear, 0);
    cite(p, BE_STATE_07);
    cite(p, BE_TEST_05);
}

static void test_for_order(struct play *p, int unit)
{
    int successes = tercios_test_order(p, unit, tercios_net(p, BE_TEST_02), BE_TEST_02);

    cite(p, BE_TEST_06);
    if (p->state->unit[unit].joint) cite(p, BE_BRIG_03);
    here(p)->step = UNIT_ACTS;
    if (successes == 0) {
        tell(p, EVENT_ORDER_LOST, BE_TEST_04, unit, NOBODY, 0, 0, 0);
        here(p)->step = UNIT_ENDS;
    } else if (p->state->act.order == ORDER_RESIST) {
        resist(p, unit, successes);
        here(p)->step = UNIT_ENDS;
    }
}

/* BE-REACT-12, BE-REACT-19: questions and bracing last as long as the activation that caused them. */
static void end_activation(struct play *p, int unit)
{
    struct unit *u = p->state->unit;

    if (is_standing(p->state, unit)) tercios_spend(p, unit);
    no_activation(p->state);
    for (int i = 0; i < p->match->units; i++) u[i].asking = u[i].braced = 0;
    leave(p);
}

static void enter_unit(struct play *p)
{
    static const uint8_t phase[] = {
        [ORDER_READY] = PHASE_READY, [ORDER_ATTACK] = PHASE_ATTACK, [ORDER_RUN] = PHASE_RUN, [ORDER_FIRE] = PHASE_FIRE
    };
    int unit = here(p)->value[VALUE_UNIT];

    switch (here(p)->step) {
    case UNIT_TURNS_UP:
        turn_up(p, unit);
        here(p)->step = needs_test(p->state, unit) ? UNIT_TESTS : UNIT_ACTS;
        break;
    case UNIT_TESTS:
        test_for_order(p, unit);
        break;
    case UNIT_ACTS:
        here(p)->step = UNIT_ENDS;
        if (p->state->act.order == ORDER_RESIST) tell(p, EVENT_NOTHING, BE_ORDER_14, unit, NOBODY, ORDER_RESIST, 0, 0);
        else go_into(p, phase[p->state->act.order])->value[VALUE_UNIT] = unit;
        break;
    default:
        end_activation(p, unit);
    }
}

const struct phase tercios_turn = { .name = "turn", .rule = BE_TURN_01, .enter = enter_turn, .step = STEP_END };
const struct phase tercios_plan = { "plan", BE_TURN_02, enter_plan, offer_plan, refuse_plan, take_plan,
                                    .step = STEP_PLAN, .gathered = true };
const struct phase tercios_first = { "first", BE_TURN_05, enter_first, offer_first, refuse_first, take_first, .step = STEP_INITIATIVE };
const struct phase tercios_action = { "action", BE_TURN_06, enter_action, offer_action, refuse_action, take_action,
                                      .step = STEP_ACTIVATION };
const struct phase tercios_group = { "group", BE_BRIG_06, enter_group, offer_group, refuse_group, take_group, .step = STEP_BELOW };
const struct phase tercios_unit = { .name = "unit", .rule = BE_TURN_11, .enter = enter_unit };
