/*
 * turn.c: turns, planning, activation and the end (ledger chapters SA-TURN, SA-ORDER, SA-WIN).
 *
 * A turn asks both sides for their orders at once, rolls for initiative, and then lets the sides activate alternately
 * until no card is left.
 */
#include "sample.h"

static bool holds_card(const struct state *s, int unit)
{
    return !s->unit[unit].removed && s->unit[unit].order != ORDER_NONE;
}

static int cards_of(const struct match *m, const struct state *s, seat_id seat)
{
    int cards = 0;

    for (int unit = 0; unit < UNITS; unit++) cards += side_of(m, unit) == seat && holds_card(s, unit);
    return cards;
}

static int units_of(const struct match *m, const struct state *s, seat_id seat)
{
    int units = 0;

    for (int unit = 0; unit < UNITS; unit++) units += side_of(m, unit) == seat && !s->unit[unit].removed;
    return units;
}

void sample_setup(const struct match *m, struct state *s)
{
    for (int unit = 0; unit < UNITS; unit++) sample_put(s, unit, m->start[unit]);
    flow_push(&s->flow, PHASE_TURN);
}

/* Cases start in a phase: the frames below it are those that play would have there. */
bool sample_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    struct frame *turn;

    (void)m;
    if (phase != PHASE_TURN && phase != PHASE_PLAN && phase != PHASE_ACTION)
        return fault_say(fault, "position", 0, "a position may start in the phase turn, plan or action");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_TURN);
    turn = flow_top(&s->flow);
    s->active = (uint8_t)seat;
    if (s->turn == 0) s->turn = 1;
    if (phase == PHASE_TURN) {
        turn->step = 2;                       /* the end of the turn */
        return true;
    }
    turn->step = phase == PHASE_PLAN ? 1 : 2;
    flow_push(&s->flow, phase);
    return true;
}

int32_t sample_points_for(const struct state *s, int unit)
{
    return s->unit[unit].removed ? 3 : s->unit[unit].wear;
}

int32_t sample_score(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t score = 0;

    for (int unit = 0; unit < UNITS; unit++)
        if (side_of(m, unit) != seat) score += sample_points_for(s, unit);
    return score;
}

void sample_end(struct play *p)
{
    int32_t a = sample_score(p->match, p->state, SEAT_A), b = sample_score(p->match, p->state, SEAT_B);
    seat_id winner = a > b ? SEAT_A : b > a ? SEAT_B : NO_SEAT;

    tell(p, EVENT_ENDS, SA_WIN_01, NOBODY, NOBODY, a, b, winner + 1);
    cite(p, SA_WIN_02);
    cite(p, SA_WIN_03);
    finish(p, winner);
}

static void begin_turn(struct play *p)
{
    if (p->state->turn == 0) {
        tell(p, EVENT_BEGINS, SA_GEO_01, NOBODY, NOBODY, p->match->size.x, p->match->size.y, 0);
        cite(p, SA_GEO_02);
        cite(p, SA_UNIT_01);
        cite(p, SA_UNIT_03);
    }
    p->state->turn++;
    tell(p, EVENT_TURN, SA_TURN_01, NOBODY, NOBODY, p->state->turn, p->match->head.option[OPTION_TURNS], 0);
}

/* SA-TURN-04 */
static void roll_initiative(struct play *p)
{
    int winner = contest(p, SA_TURN_04, 6);

    p->state->active = (uint8_t)winner;
    tell(p, EVENT_INITIATIVE, SA_TURN_04, NOBODY, NOBODY, winner, 0, 0);
}

static void enter_turn(struct play *p)
{
    switch (here(p)->step) {
    case 0:
        begin_turn(p);
        here(p)->step = 1;
        go_into(p, PHASE_PLAN);
        break;
    case 1:
        roll_initiative(p);
        here(p)->step = 2;
        go_into(p, PHASE_ACTION);
        break;
    default:
        if (p->state->turn >= p->match->head.option[OPTION_TURNS]) sample_end(p);
        else here(p)->step = 0;
    }
}

/* SA-CHARGE-01 */
rule_id sample_order_refused(const struct match *m, int unit, int order)
{
    return order == ORDER_CHARGE && m->type_of[unit] == TYPE_GUN ? SA_CHARGE_01 : 0;
}

/* SA-TURN-02: both sides at once; the frame goes on when both have placed every card. */
static void enter_plan(struct play *p)
{
    uint8_t seats = 0;

    for (seat_id seat = 0; seat < 2; seat++)
        if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) seats |= SEAT_BIT(seat);
    if (seats) ask(p, seats);
    else leave(p);
}

/* The choices of DO_ORDER are the four orders, without ORDER_NONE. */
static int chosen_order(const struct decision *d)
{
    return d->choice + ORDER_MARCH;
}

static void offer_plan(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int unit = 0; unit < UNITS; unit++) {
        if (side_of(m, unit) != seat || s->unit[unit].removed || holds_card(s, unit)) continue;
        for (int choice = 0; choice < 4; choice++)
            if (!sample_order_refused(m, unit, choice + ORDER_MARCH))
                offer_add(offers, (struct decision){ .kind = DO_ORDER, .unit = (int16_t)unit, .choice = (int16_t)choice }, 0);
    }
}

static rule_id refuse_plan(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    rule_id rule;

    if (d->kind != DO_ORDER || side_of(m, d->unit) != seat) return refuse_with(why, SA_TURN_02, 0, 0);
    if (s->unit[d->unit].removed) return refuse_with(why, SA_BREAK_02, 0, 0);
    if (holds_card(s, d->unit)) return refuse_with(why, SA_TURN_02, 0, 0);
    rule = sample_order_refused(m, d->unit, chosen_order(d));
    return rule ? refuse_with(why, rule, 0, 0) : 0;
}

static void take_plan(struct play *p, seat_id seat, const struct decision *d)
{
    p->state->unit[d->unit].order = (uint8_t)chosen_order(d);
    tell(p, EVENT_CARD_PLACED, SA_TURN_03, d->unit, NOBODY, 0, 0, 0);
    tell_to(p, SEAT_BIT(seat), EVENT_ORDER_GIVEN, SA_TURN_02, d->unit, NOBODY, chosen_order(d), 0, 0);
    if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) ask(p, SEAT_BIT(seat));
}

/* SA-TURN-05, SA-TURN-06 */
static void enter_action(struct play *p)
{
    seat_id active = (seat_id)p->state->active, other = (seat_id)!active;

    if (cards_of(p->match, p->state, active)) {
        ask(p, SEAT_BIT(active));
    } else if (cards_of(p->match, p->state, other)) {
        p->state->active = (uint8_t)other;
    } else {
        tell(p, EVENT_TURN_ENDS, SA_TURN_06, NOBODY, NOBODY, p->state->turn, 0, 0);
        leave(p);
    }
}

static void offer_action(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int unit = 0; unit < UNITS; unit++)
        if (side_of(m, unit) == seat && holds_card(s, unit))
            offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = (int16_t)unit }, 0);
}

static rule_id refuse_action(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    if (d->kind != DO_ACTIVATE || side_of(m, d->unit) != seat) return refuse_with(why, SA_TURN_05, 0, 0);
    if (s->unit[d->unit].removed) return refuse_with(why, SA_BREAK_02, 0, 0);
    if (!holds_card(s, d->unit)) return refuse_with(why, SA_TURN_05, 0, 0);
    return s->unit[d->unit].order == ORDER_HIDDEN ? refuse_with(why, SA_TURN_03, 0, 0) : 0;
}

void sample_spend_card(struct play *p, int unit)
{
    p->state->unit[unit].order = ORDER_NONE;
    p->state->unit[unit].shown = 0;
}

/* SA-ORDER-02 */
static bool order_is_lost(struct play *p, int unit)
{
    int kept;

    if (p->state->unit[unit].wear == 0) return false;
    kept = pool(p, SA_ORDER_02, type_of(p->match, unit)->nerve, 4);
    if (kept) return false;
    tell(p, EVENT_ORDER_LOST, SA_ORDER_02, unit, NOBODY, 0, 0, 0);
    return true;
}

/* SA-ORDER-06 */
static void rally(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    if (u->wear) u->wear--;
    tell(p, EVENT_RALLIED, SA_ORDER_06, unit, NOBODY, u->wear, 0, 0);
    sample_spend_card(p, unit);
}

static void take_action(struct play *p, seat_id seat, const struct decision *d)
{
    static const uint8_t phase[] = { [ORDER_MARCH] = PHASE_MARCH, [ORDER_FIRE] = PHASE_FIRE, [ORDER_CHARGE] = PHASE_CHARGE };
    struct unit         *u = &p->state->unit[d->unit];

    p->state->active = (uint8_t)!seat;
    u->shown = 1;
    tell(p, EVENT_ACTIVATED, SA_ORDER_01, d->unit, NOBODY, u->order, 0, 0);
    if (order_is_lost(p, d->unit)) sample_spend_card(p, d->unit);
    else if (u->order == ORDER_HOLD) rally(p, d->unit);
    else go_into(p, phase[u->order])->value[VALUE_UNIT] = d->unit;
}

const struct phase sample_turn = { .name = "turn", .rule = SA_TURN_01, .enter = enter_turn, .step = STEP_END };
const struct phase sample_plan = { "plan", SA_TURN_02, enter_plan, offer_plan, refuse_plan, take_plan,
                                   .step = STEP_PLAN, .gathered = true };
const struct phase sample_action = { "action", SA_TURN_05, enter_action, offer_action, refuse_action, take_action,
                                     .step = STEP_ACTIVATION };
