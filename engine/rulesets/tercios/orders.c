/*
 * orders.c: what a unit does by its card in its own activation: Ready, Run and Fire (ledger chapters BE-ORDER, BE-FACE, BE-CAV-02).
 * Attack is in charge.c; Resist needs no decision and is in turn.c.
 *
 * A move only begins here: its line goes into the activation, and move.c walks it.
 */
#include "tercios.h"

static int count_actions(unsigned actions)
{
    int count = 0;

    for (unsigned bit = ACTION_MOVE; bit <= ACTION_SHOOT; bit <<= 1) count += (actions & bit) != 0;
    return count;
}

/* The choices of a facing change are right, rear and left, in the order of the sides. */
static enum base_side chosen_side(const struct decision *d)
{
    return (enum base_side)(d->choice + SIDE_RIGHT);
}

/* BE-ORDER-01: two different actions. BE-INF-01: a square does not both face and move. */
static rule_id action_refused(const struct match *m, const struct state *s, int unit, unsigned action, struct refusal *why)
{
    unsigned used = s->act.actions;

    if (used & action || count_actions(used) >= 2) return refuse_with(why, BE_ORDER_01, count_actions(used), 2);
    if (has(m, s, unit, SR_SQUARE) && ((used | action) & (ACTION_FACE | ACTION_MOVE)) == (ACTION_FACE | ACTION_MOVE))
        return refuse_with(why, BE_INF_01, 0, 0);
    return 0;
}

/* BE-CAV-02: once, before anything else. */
static rule_id wheel_refused(const struct ground *g, int unit, enum base_side side, struct pose *pose, struct refusal *why)
{
    if (!has(g->m, g->s, unit, SR_MOBILITY) || g->s->act.wheeled || g->s->act.actions) return refuse_with(why, BE_CAV_02, 0, 0);
    return tercios_face_refused(g, unit, side, pose, why);
}

static rule_id move_refused(const struct ground *g, const struct decision *d, int net, struct march *march, struct refusal *why)
{
    bool housed = is_housed(g->s, d->unit);

    if (d->kind == DO_LEAVE)
        return housed ? tercios_leave_refused(g, d->unit, d->at, d->heading, net, march, why) : refuse_with(why, BE_TERR_23, 0, 0);
    if (housed) return refuse_with(why, BE_TERR_23, 0, 0);
    return tercios_move_refused(g, d->unit, d->at, d->kind == DO_MOVE ? HEADING_AUTOMATIC : d->heading, net, march, why);
}

/* For searches that ask about one place after another. */
struct marching {
    const struct ground *g;
    struct decision      d;
    int                  net;
};

/* A move that is turned by hand is looked for where it need not be turned. */
static bool move_is_legal(const void *context, struct pose pose)
{
    const struct marching *marching = context;
    struct decision        d = marching->d;
    struct march           march;

    d.at = pose.at;
    if (d.kind == DO_MOVE_TURNED) d.heading = table_bearing(pose_of(marching->g->s, d.unit).at, pose.at);
    return !move_refused(marching->g, &d, marching->net, &march, NULL);
}

/* A refused place comes with the nearest one that would do, for the hand that is dragging. */
static void find_nearest(const struct ground *g, const struct decision *d, int net, struct refusal *why)
{
    enum { SEARCH_STEP = 500, BUDGET = 160 };
    struct marching marching = { g, *d, net };
    struct pose     from = pose_of(g->s, d->unit), wanted = { d->at, 0 };
    int32_t         speed = tercios_speed(g->m, g->s, d->unit, net, 0);

    if ((d->kind == DO_LEAVE) != is_housed(g->s, d->unit)) return;
    if (!table_at_most(table_distance(from.at, d->at), speed, NULL)) wanted.at = table_along(from.at, d->at, speed);
    why->has_nearest = table_nearest_legal(from.at, wanted, SEARCH_STEP, BUDGET, move_is_legal, &marching, &why->nearest);
    if (why->has_nearest) why->nearest.heading = d->kind == DO_LEAVE ? d->heading : table_bearing(from.at, why->nearest.at);
}

static bool is_move(const struct decision *d)
{
    return d->kind == DO_MOVE || d->kind == DO_MOVE_TURNED || d->kind == DO_LEAVE;
}

static rule_id refuse_place(const struct ground *g, const struct decision *d, int net, struct refusal *why)
{
    struct march march;
    rule_id      rule = move_refused(g, d, net, &march, why);

    if (rule && why) find_nearest(g, d, net, why);
    return rule;
}

static rule_id enter_refused(const struct ground *g, const struct decision *d, struct march *march, struct refusal *why)
{
    if (is_housed(g->s, d->unit) || !between(0, d->value, g->m->elements - 1)) return refuse_with(why, BE_TERR_21, 0, 0);
    return tercios_enter_refused(g, d->unit, d->value, march, why);
}

static rule_id shoot_refused(const struct ground *g, int unit, int target, int order, struct refusal *why)
{
    struct aim aim;
    rule_id    rule = tercios_may_shoot(g->m, g->s, unit, order, why);

    return rule ? rule : tercios_shot_refused(g, unit, target, false, &aim, why);
}

static void offer_wheel(const struct ground *g, int16_t unit, struct offers *offers)
{
    struct pose pose;

    if (is_housed(g->s, unit)) return;
    for (int16_t choice = 0; choice < 3; choice++)
        if (!wheel_refused(g, unit, (enum base_side)(choice + SIDE_RIGHT), &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_WHEEL, .unit = unit, .choice = choice }, 0);
}

static void offer_moves(const struct ground *g, int16_t unit, struct offers *offers)
{
    if (profile_of(g->m, g->s, unit)->speed == 0) return;
    if (is_housed(g->s, unit)) {
        offer_add(offers, (struct decision){ .kind = DO_LEAVE, .unit = unit }, USES_AT | USES_HEADING);
        return;
    }
    offer_add(offers, (struct decision){ .kind = DO_MOVE, .unit = unit }, USES_AT);
    offer_add(offers, (struct decision){ .kind = DO_MOVE_TURNED, .unit = unit }, USES_AT | USES_HEADING);
}

static void offer_shots(const struct ground *g, int16_t unit, int order, struct offers *offers)
{
    if (tercios_may_shoot(g->m, g->s, unit, order, NULL)) return;
    for (int16_t target = 0; target < g->m->units; target++)
        if (are_enemies(g->m, unit, target) && is_standing(g->s, target) && !shoot_refused(g, unit, target, order, NULL))
            offer_add(offers, (struct decision){ .kind = DO_SHOOT, .unit = unit, .target = target }, 0);
}

/* Doing. */

static void turn_to(struct play *p, int unit, enum base_side side, rule_id rule)
{
    struct pose pose = table_faced(type_of(p->match, unit)->shape, pose_of(p->state, unit), side);

    tercios_put(p->state, unit, pose);
    tell(p, EVENT_FACED, rule, unit, NOBODY, side, pose.at.x, pose.at.y);
    cite(p, BE_FACE_01);
    cite(p, BE_FACE_04);
}

static void begin_move(struct play *p, const struct decision *d, int net, enum line_kind kind)
{
    struct activation *act = &p->state->act;
    struct ground      g;
    struct march       march;
    rule_id            rule;

    tercios_survey(&g, p->match, p->state);
    if (d->kind == DO_ENTER) {
        rule = enter_refused(&g, d, &march, NULL);
        act->enters = (uint8_t)(d->value + 1);
    } else {
        rule = move_refused(&g, d, net, &march, NULL);
    }
    must(!rule);
    tercios_declare_line(p->state, &march, kind);
    tercios_walk(p);
}

/* Ready. */

static void enter_ready(struct play *p)
{
    struct state *s = p->state;
    int           unit = here(p)->value[VALUE_UNIT];

    if (!is_standing(s, unit) || s->act.actions & ACTION_OVER || count_actions(s->act.actions) == 2) leave(p);
    else ask(p, SEAT_BIT(side_of(p->match, unit)));
}

static void offer_ready(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;
    struct pose   pose;
    struct march  march;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_wheel(&g, unit, offers);
    if (!action_refused(m, s, unit, ACTION_MOVE, NULL)) {
        offer_moves(&g, unit, offers);
        for (int32_t element = 0; element < m->elements && !is_housed(s, unit); element++)
            if (m->element[element].traits & T_BUILDING && !tercios_enter_refused(&g, unit, element, &march, NULL))
                offer_add(offers, (struct decision){ .kind = DO_ENTER, .unit = unit, .value = element }, 0);
    }
    for (int16_t choice = 0; choice < 3 && !is_housed(s, unit) && !action_refused(m, s, unit, ACTION_FACE, NULL); choice++)
        if (!tercios_face_refused(&g, unit, (enum base_side)(choice + SIDE_RIGHT), &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = unit, .choice = choice }, 0);
    if (s->unit[unit].disordered && !action_refused(m, s, unit, ACTION_REORGANISE, NULL))
        offer_add(offers, (struct decision){ .kind = DO_REORGANISE, .unit = unit }, 0);
    if (!action_refused(m, s, unit, ACTION_SHOOT, NULL)) offer_shots(&g, unit, ORDER_READY, offers);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static rule_id refuse_ready(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    struct ground g;
    struct pose   pose;
    struct march  march;
    rule_id       rule = 0;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, BE_ORDER_01, 0, 0);
    if (d->kind == DO_STOP) return 0;
    tercios_survey(&g, m, s);
    if (is_housed(s, d->unit) && (d->kind == DO_FACE || d->kind == DO_WHEEL)) return refuse_with(why, BE_TERR_22, 0, 0);
    switch (d->kind) {
    case DO_WHEEL:
        return wheel_refused(&g, d->unit, chosen_side(d), &pose, why);
    case DO_MOVE: case DO_MOVE_TURNED: case DO_LEAVE:
        rule = action_refused(m, s, d->unit, ACTION_MOVE, why);
        return rule ? rule : refuse_place(&g, d, NET_READY, why);
    case DO_ENTER:
        rule = action_refused(m, s, d->unit, ACTION_MOVE, why);
        return rule ? rule : enter_refused(&g, d, &march, why);
    case DO_FACE:
        rule = action_refused(m, s, d->unit, ACTION_FACE, why);
        return rule ? rule : tercios_face_refused(&g, d->unit, chosen_side(d), &pose, why);
    case DO_REORGANISE:
        rule = action_refused(m, s, d->unit, ACTION_REORGANISE, why);
        return rule ? rule : s->unit[d->unit].disordered ? 0 : refuse_with(why, BE_ORDER_03, 0, 0);
    case DO_SHOOT:
        rule = action_refused(m, s, d->unit, ACTION_SHOOT, why);
        return rule ? rule : shoot_refused(&g, d->unit, d->target, ORDER_READY, why);
    case DO_CHARGE: case DO_APPROACH:
        return refuse_with(why, BE_CHARGE_01, 0, 0);
    default:
        return refuse_with(why, BE_ORDER_01, 0, 0);
    }
}

static void reorganise(struct play *p, int unit)
{
    p->state->unit[unit].disordered = 0;
    tell(p, EVENT_REORGANISED, BE_ORDER_03, unit, NOBODY, 0, 0, 0);
    cite(p, BE_STATE_06);
}

static void wheel(struct play *p, const struct decision *d)
{
    p->state->act.wheeled = 1;
    turn_to(p, d->unit, chosen_side(d), BE_CAV_02);
}

/* The frame stays; enter_ready asks for the next action. */
static void take_ready(struct play *p, seat_id seat, const struct decision *d)
{
    struct activation *act = &p->state->act;

    (void)seat;
    switch (d->kind) {
    case DO_WHEEL:
        wheel(p, d);
        break;
    case DO_FACE:
        act->actions |= ACTION_FACE;
        turn_to(p, d->unit, chosen_side(d), BE_FACE_02);
        break;
    case DO_REORGANISE:
        act->actions |= ACTION_REORGANISE;
        reorganise(p, d->unit);
        break;
    case DO_SHOOT:
        act->actions |= ACTION_SHOOT;
        tercios_shoot(p, d->unit, d->target, ORDER_READY, 0);
        break;
    case DO_STOP:
        tell(p, EVENT_STAYS, BE_ORDER_15, d->unit, NOBODY, 0, 0, 0);
        act->actions |= ACTION_OVER;
        break;
    default:
        act->actions |= ACTION_MOVE;
        begin_move(p, d, NET_READY, LINE_MOVE);
    }
}

/* Run: BE-ORDER-09, BE-ORDER-10. */

static void enter_run(struct play *p)
{
    int unit = here(p)->value[VALUE_UNIT];

    if (!is_standing(p->state, unit) || p->state->act.actions) leave(p);
    else ask(p, SEAT_BIT(side_of(p->match, unit)));
}

static void offer_run(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_wheel(&g, unit, offers);
    offer_moves(&g, unit, offers);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static rule_id refuse_run(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                          struct refusal *why)
{
    struct ground g;
    struct pose   pose;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, BE_ORDER_09, 0, 0);
    if (d->kind == DO_STOP) return 0;
    if (d->kind == DO_ENTER) return refuse_with(why, BE_TERR_21, 0, 0);
    if (d->kind == DO_SHOOT || d->kind == DO_CHARGE || d->kind == DO_APPROACH) return refuse_with(why, BE_ORDER_10, 0, 0);
    if (d->kind == DO_FACE) return refuse_with(why, BE_FACE_02, 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_WHEEL)
        return is_housed(s, d->unit) ? refuse_with(why, BE_TERR_22, 0, 0) : wheel_refused(&g, d->unit, chosen_side(d), &pose, why);
    return is_move(d) ? refuse_place(&g, d, NET_RUN, why) : refuse_with(why, BE_ORDER_09, 0, 0);
}

static void take_run(struct play *p, seat_id seat, const struct decision *d)
{
    struct activation *act = &p->state->act;

    (void)seat;
    if (d->kind == DO_WHEEL) {
        wheel(p, d);
    } else if (d->kind == DO_STOP) {
        act->actions |= ACTION_OVER;
        tell(p, EVENT_STAYS, BE_ORDER_15, d->unit, NOBODY, 0, 0, 0);
    } else {
        act->actions |= ACTION_MOVE;
        begin_move(p, d, NET_RUN, LINE_RUN);
    }
}

/* Fire: BE-ORDER-11, BE-ORDER-12. */

static void offer_fire(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_shots(&g, unit, ORDER_FIRE, offers);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static bool has_target(const struct match *m, const struct state *s, int unit)
{
    struct ground g;

    if (tercios_may_shoot(m, s, unit, ORDER_FIRE, NULL)) return false;
    tercios_survey(&g, m, s);
    for (int target = 0; target < m->units; target++)
        if (are_enemies(m, unit, target) && is_standing(s, target) && !shoot_refused(&g, unit, target, ORDER_FIRE, NULL)) return true;
    return false;
}

static void enter_fire(struct play *p)
{
    int unit = here(p)->value[VALUE_UNIT];

    if (here(p)->step) {
        leave(p);
        return;
    }
    here(p)->step = 1;
    if (has_target(p->match, p->state, unit)) ask(p, SEAT_BIT(side_of(p->match, unit)));
    else tell(p, EVENT_NOTHING, BE_ORDER_12, unit, NOBODY, ORDER_FIRE, 0, 0);
}

static rule_id refuse_fire(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    struct ground g;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, BE_ORDER_11, 0, 0);
    if (d->kind == DO_STOP) return 0;
    if (is_move(d) || d->kind == DO_ENTER) return refuse_with(why, BE_MOVE_02, 0, 0);
    if (d->kind == DO_FACE || d->kind == DO_WHEEL) return refuse_with(why, BE_FACE_02, 0, 0);
    if (d->kind != DO_SHOOT) return refuse_with(why, BE_ORDER_11, 0, 0);
    tercios_survey(&g, m, s);
    return shoot_refused(&g, d->unit, d->target, ORDER_FIRE, why);
}

static void take_fire(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_STOP) {
        tell(p, EVENT_STAYS, BE_ORDER_15, d->unit, NOBODY, 0, 0, 0);
        return;
    }
    tercios_shoot(p, d->unit, d->target, ORDER_FIRE, 0);
}

const struct phase tercios_ready = { "ready", BE_ORDER_01, enter_ready, offer_ready, refuse_ready, take_ready, .step = STEP_BELOW };
const struct phase tercios_run = { "run", BE_ORDER_09, enter_run, offer_run, refuse_run, take_run, .step = STEP_BELOW };
const struct phase tercios_fire = { "fire", BE_ORDER_11, enter_fire, offer_fire, refuse_fire, take_fire, .step = STEP_BELOW };
