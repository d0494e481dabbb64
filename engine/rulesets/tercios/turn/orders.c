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

    for (unsigned bit = ACTION_MOVE; bit <= ACTION_MOUNT; bit <<= 1) count += (actions & bit) != 0;
    return count;
}

/* The choices of a facing change are right, rear and left, in the order of the sides. */
static enum base_side chosen_side(const struct decision *d)
{
    return (enum base_side)(d->choice + SIDE_RIGHT);
}

/* act.wheeled: LM-CAV-02, the facing that was taken for a move waits for that move. */
enum { WHEELED = 1, WHEELED_AND_MOVED = 2 };

static bool awaits_move(const struct match *m, const struct state *s)
{
    return custom(m, CUSTOM_WHEEL_WITH_MOVE) && s->act.wheeled == WHEELED;
}

/* BE-INF-01: a square does not both face and move; LM-INF-02: it does not move once it has faced. */
static bool is_too_much_for_square(const struct match *m, unsigned used, unsigned action)
{
    if (is_liber(m)) return action == ACTION_MOVE && used & ACTION_FACE;
    return ((used | action) & (ACTION_FACE | ACTION_MOVE)) == (ACTION_FACE | ACTION_MOVE);
}

/* BE-ORDER-01: two different actions. */
static rule_id action_refused(const struct match *m, const struct state *s, int unit, unsigned action, struct refusal *why)
{
    unsigned used = s->act.actions;

    if (used & action || count_actions(used) >= 2) return refuse_with(why, BE_ORDER_01, count_actions(used), 2);
    if (has(m, s, unit, SR_SQUARE) && is_too_much_for_square(m, used, action)) return refuse_with(why, BE_INF_01, 0, 0);
    return awaits_move(m, s) && action != ACTION_MOVE ? refuse_with(why, BE_CAV_02, 0, 0) : 0;
}

/* BE-CAV-02: once, before anything else; LM-CAV-02: just before the move. */
static rule_id wheel_refused(const struct ground *g, int unit, enum base_side side, struct pose *pose, struct refusal *why)
{
    const struct activation *act = &g->s->act;
    bool                     late = custom(g->m, CUSTOM_WHEEL_WITH_MOVE) ? act->actions & ACTION_MOVE || count_actions(act->actions) >= 2
                                                                       : act->actions != 0;

    if (!has(g->m, g->s, unit, SR_MOBILITY) || act->wheeled || late || profile_of(g->m, g->s, unit)->speed == 0)
        return refuse_with(why, BE_CAV_02, 0, 0);
    return tercios_face_refused(g, unit, side, pose, why);
}

rule_id tercios_march_refused(const struct ground *g, const struct decision *d, int net, struct march *march, struct refusal *why)
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
    return !tercios_march_refused(marching->g, &d, marching->net, &march, NULL);
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

rule_id tercios_place_to_go_refused(const struct ground *g, const struct decision *d, int net, struct refusal *why)
{
    struct march march;
    rule_id      rule = tercios_march_refused(g, d, net, &march, why);

    if (rule && why) find_nearest(g, d, net, why);
    return rule;
}

static rule_id enter_refused(const struct ground *g, const struct decision *d, struct march *march, struct refusal *why)
{
    if (is_housed(g->s, d->unit) || !between(0, d->value, elements_of(g) - 1)) return refuse_with(why, BE_TERR_21, 0, 0);
    return tercios_enter_refused(g, d->unit, d->value, march, why);
}

static rule_id shoot_refused(const struct ground *g, int unit, int target, int order, struct refusal *why)
{
    struct aim aim;
    rule_id    rule = tercios_may_shoot(g->m, g->s, unit, order, why);

    return rule ? rule : tercios_shot_refused(g, unit, target, 0, &aim, why);
}

/* LM-ART-14: the gun that is built into a battalion. */
static rule_id gun_refused(const struct ground *g, int unit, int target, struct refusal *why)
{
    struct aim aim;

    if (!g->s->unit[unit].gun) return refuse_for(why, LM_ART_14, unit);
    return tercios_shot_refused(g, unit, target, SHOT_GUN, &aim, why);
}

/* Horses: LM-ART-08, -09, LM-ADAPT-05..08. */

static rule_id harness_refused(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    bool limbers = d->kind == DO_LIMBER;

    if (!is_liber(m) || !has(m, s, d->unit, SR_CARTHORSES) || s->unit[d->unit].form == limbers)
        return refuse_for(why, limbers ? LM_ART_08 : LM_ART_09, d->unit);
    return action_refused(m, s, d->unit, ACTION_HARNESS, why) ? refuse_as(why, limbers ? LM_ART_08 : LM_ART_09) : 0;
}

/* The holders stand 2 in behind the rear centre; the mounted base has its middle where theirs is (LM-ADAPT-07, -08). */
struct pose tercios_mounted(const struct match *m, const struct state *s, int unit, int32_t heading)
{
    enum { HORSES = 2 * INCH, HOLDERS = 4 * CENTIMETRE };
    struct shape shape = type_of(m, unit)->shape;
    struct pose  middle = { table_moved(pose_of(s, unit), -(shape.depth + HORSES + HOLDERS / 2), 0).at, heading };

    return table_moved(middle, shape.depth / 2, 0);
}

bool tercios_is_dragoon(const struct match *m, int unit)
{
    return is_liber(m) && m->special[unit] & SR_MOUNTED_DRAGOON;
}

static rule_id mount_refused(const struct ground *g, const struct decision *d, struct refusal *why)
{
    const struct state *s = g->s;
    bool                mounts = d->kind == DO_MOUNT;

    if (!tercios_is_dragoon(g->m, d->unit) || s->unit[d->unit].form != mounts) return refuse_for(why, LM_ADAPT_05, d->unit);
    if (action_refused(g->m, s, d->unit, ACTION_MOUNT, why)) return refuse_as(why, LM_ADAPT_05);
    if (!mounts) return 0;
    if (s->unit[d->unit].unhorsed) return refuse_for(why, LM_ADAPT_14, d->unit);
    if (is_housed(s, d->unit)) return refuse_for(why, LM_ADAPT_08, d->unit);
    return tercios_end_refused(g, d->unit, tercios_mounted(g->m, s, d->unit, d->heading), END_FACING, NOBODY, why) ? refuse_as(why, LM_ADAPT_08)
                                                                                                                  : 0;
}

static void offer_horses(const struct ground *g, int16_t unit, struct offers *offers)
{
    for (uint16_t kind = DO_LIMBER; kind <= DO_UNLIMBER; kind++) {
        struct decision d = { .kind = kind, .unit = unit };
        if (!harness_refused(g->m, g->s, &d, NULL)) offer_add(offers, d, 0);
    }
    for (int32_t heading = 0; tercios_is_dragoon(g->m, unit) && heading < FULL_TURN; heading += RIGHT_ANGLE / 2) {
        struct decision d = { .kind = DO_MOUNT, .unit = unit, .heading = heading };
        if (mount_refused(g, &d, NULL)) continue;
        offer_add(offers, (struct decision){ .kind = DO_MOUNT, .unit = unit }, USES_HEADING);
        break;
    }
    if (tercios_is_dragoon(g->m, unit) && !mount_refused(g, &(struct decision){ .kind = DO_DISMOUNT, .unit = unit }, NULL))
        offer_add(offers, (struct decision){ .kind = DO_DISMOUNT, .unit = unit }, 0);
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

/* B5: off the table by the enemy's edge. */
static void offer_exit(const struct ground *g, int16_t unit, struct offers *offers)
{
    if (is_liber(g->m) && !is_housed(g->s, unit) && tercios_may_exit(g->m, g->s, unit))
        offer_add(offers, (struct decision){ .kind = DO_EXIT, .unit = unit }, USES_AT);
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
    if (is_liber(p->match)) cite(p, LM_MOVE_02);
}

static void harness(struct play *p, const struct decision *d)
{
    bool limbers = d->kind == DO_LIMBER;

    p->state->act.actions |= ACTION_HARNESS;
    p->state->unit[d->unit].form = limbers;
    tell(p, limbers ? EVENT_LIMBERED : EVENT_UNLIMBERED, limbers ? LM_ART_08 : LM_ART_09, d->unit, NOBODY, 0, 0, 0);
}

void tercios_mount(struct play *p, int unit, struct pose pose, rule_id rule)
{
    tercios_put(p->state, unit, pose);
    p->state->unit[unit].form = 0;
    tell(p, EVENT_MOUNTED, rule, unit, NOBODY, pose.at.x, pose.at.y, pose.heading);
    cite(p, LM_ADAPT_08);
}

bool tercios_calls_horses(struct play *p, int unit, rule_id rule)
{
    int successes;

    if (p->state->unit[unit].unhorsed) return false;
    successes = tercios_test_order(p, unit, tercios_test_net(p, unit, rule), rule);
    if (successes) return true;
    tercios_lose_horses(p, unit, rule);
    return false;
}

void tercios_lose_horses(struct play *p, int unit, rule_id rule)
{
    if (p->state->unit[unit].unhorsed) return;
    p->state->unit[unit].unhorsed = 1;
    tell(p, EVENT_HORSES_LOST, rule, unit, NOBODY, 0, 0, 0);
    cite(p, LM_ADAPT_14);
}

static void mount(struct play *p, const struct decision *d)
{
    p->state->act.actions |= ACTION_MOUNT;
    if (d->kind == DO_MOUNT) {
        tercios_mount(p, d->unit, tercios_mounted(p->match, p->state, d->unit, d->heading), LM_ADAPT_05);
        tercios_settle(p, d->unit, pose_of(p->state, d->unit), pose_of(p->state, d->unit));
        return;
    }
    p->state->unit[d->unit].form = 1;
    tell(p, EVENT_DISMOUNTED, LM_ADAPT_05, d->unit, NOBODY, 0, 0, 0);
    cite(p, LM_ADAPT_07);
    cite(p, LM_BASE_11);
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
    } else if (d->kind == DO_EXIT) {
        rule = tercios_exit_refused(&g, d->unit, d->at, net, &march, NULL);
        act->enters = EXITS;
    } else {
        rule = tercios_march_refused(&g, d, net, &march, NULL);
    }
    must(!rule);
    if (act->wheeled && custom(p->match, CUSTOM_WHEEL_WITH_MOVE)) act->wheeled = WHEELED_AND_MOVED;
    tercios_declare_line(p->state, &march, kind);
    tercios_walk(p);
}

/* LM-CAV-02: no move, no free facing: who stops without moving stands as before. */
static void stop(struct play *p, int unit)
{
    struct activation *act = &p->state->act;

    if (awaits_move(p->match, p->state)) {
        tercios_put(p->state, unit, (struct pose){ { act->from_x, act->from_y }, act->heading_before });
        act->wheeled = 0;
        act->from_x = act->from_y = act->heading_before = 0;
    }
    tell(p, EVENT_STAYS, BE_ORDER_15, unit, NOBODY, 0, 0, 0);
    act->actions |= ACTION_OVER;
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
        offer_exit(&g, unit, offers);
        for (int32_t element = 0; element < elements_of(&g) && !is_housed(s, unit); element++)
            if (element_of(&g, element)->traits & T_BUILDING && !tercios_enter_refused(&g, unit, element, &march, NULL))
                offer_add(offers, (struct decision){ .kind = DO_ENTER, .unit = unit, .value = element }, 0);
    }
    for (int16_t choice = 0; choice < 3 && !is_housed(s, unit) && !action_refused(m, s, unit, ACTION_FACE, NULL); choice++)
        if (!tercios_face_refused(&g, unit, (enum base_side)(choice + SIDE_RIGHT), &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = unit, .choice = choice }, 0);
    if (s->unit[unit].disordered && !action_refused(m, s, unit, ACTION_REORGANISE, NULL))
        offer_add(offers, (struct decision){ .kind = DO_REORGANISE, .unit = unit }, 0);
    if (!action_refused(m, s, unit, ACTION_SHOOT, NULL)) offer_shots(&g, unit, ORDER_READY, offers);
    if (is_liber(m)) offer_horses(&g, unit, offers);
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
        return rule ? rule : tercios_place_to_go_refused(&g, d, NET_READY, why);
    case DO_ENTER:
        rule = action_refused(m, s, d->unit, ACTION_MOVE, why);
        return rule ? rule : enter_refused(&g, d, &march, why);
    case DO_EXIT:
        rule = action_refused(m, s, d->unit, ACTION_MOVE, why);
        return rule ? rule : tercios_exit_refused(&g, d->unit, d->at, NET_READY, &march, why);
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
    case DO_LIMBER: case DO_UNLIMBER:
        return harness_refused(m, s, d, why);
    case DO_MOUNT: case DO_DISMOUNT:
        return mount_refused(&g, d, why);
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
    struct activation *act = &p->state->act;

    act->wheeled = WHEELED;
    if (custom(p->match, CUSTOM_WHEEL_WITH_MOVE)) {
        act->from_x = p->state->unit[d->unit].x;
        act->from_y = p->state->unit[d->unit].y;
        act->heading_before = p->state->unit[d->unit].heading;
    }
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
        tercios_settle(p, d->unit, pose_of(p->state, d->unit), pose_of(p->state, d->unit));
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
        stop(p, d->unit);
        break;
    case DO_LIMBER: case DO_UNLIMBER:
        harness(p, d);
        break;
    case DO_MOUNT: case DO_DISMOUNT:
        mount(p, d);
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

/* LM-ORD-12: is there any way to go an inch? */
static bool can_run_an_inch(const struct ground *g, int unit)
{
    enum { LOOK = 500 };
    struct pose  pose = pose_of(g->s, unit);
    struct march march;

    for (int32_t turn = -RIGHT_ANGLE; turn <= RIGHT_ANGLE; turn += LOOK) {
        struct pose ahead = { pose.at, heading_normal((int64_t)pose.heading + turn) };
        if (!tercios_move_refused(g, unit, table_moved(ahead, INCH, 0).at, HEADING_AUTOMATIC, NET_RUN, &march, NULL)) return true;
    }
    return false;
}

/* LM-ORD-12: a unit that runs gets on. */
static rule_id too_short_a_run(const struct ground *g, const struct decision *d, struct refusal *why)
{
    struct point from = pose_of(g->s, d->unit).at;

    if (!custom(g->m, CUSTOM_RUN_AN_INCH) || is_housed(g->s, d->unit) || profile_of(g->m, g->s, d->unit)->speed == 0) return 0;
    if (d->kind == DO_STOP) return can_run_an_inch(g, d->unit) ? refuse_with(why, LM_ORD_12, 0, INCH) : 0;
    if (table_at_least(table_distance(from, d->at), INCH - TOLERANCE, NULL) || !can_run_an_inch(g, d->unit)) return 0;
    return refuse_with(why, LM_ORD_12, why ? table_floor(table_distance(from, d->at)) : 0, INCH);
}

static void offer_run(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_wheel(&g, unit, offers);
    offer_moves(&g, unit, offers);
    offer_exit(&g, unit, offers);
    if (!too_short_a_run(&g, &(struct decision){ .kind = DO_STOP, .unit = unit }, NULL))
        offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static rule_id refuse_run(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                          struct refusal *why)
{
    struct ground g;
    struct pose   pose;
    struct march  march;
    rule_id       rule;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, BE_ORDER_09, 0, 0);
    if (d->kind == DO_ENTER) return refuse_with(why, BE_TERR_21, 0, 0);
    if (d->kind == DO_SHOOT || d->kind == DO_CHARGE || d->kind == DO_APPROACH) return refuse_for(why, BE_ORDER_10, d->unit);
    if (d->kind == DO_FACE) return refuse_with(why, BE_FACE_02, 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_STOP) return too_short_a_run(&g, d, why);
    if (d->kind == DO_WHEEL)
        return is_housed(s, d->unit) ? refuse_with(why, BE_TERR_22, 0, 0) : wheel_refused(&g, d->unit, chosen_side(d), &pose, why);
    if (d->kind == DO_EXIT) return tercios_exit_refused(&g, d->unit, d->at, NET_RUN, &march, why);
    if (!is_move(d)) return refuse_with(why, BE_ORDER_09, 0, 0);
    rule = too_short_a_run(&g, d, why);
    return rule ? rule : tercios_place_to_go_refused(&g, d, NET_RUN, why);
}

static void take_run(struct play *p, seat_id seat, const struct decision *d)
{
    struct activation *act = &p->state->act;

    (void)seat;
    if (d->kind == DO_WHEEL) {
        wheel(p, d);
    } else if (d->kind == DO_STOP) {
        stop(p, d->unit);
    } else {
        act->actions |= ACTION_MOVE;
        begin_move(p, d, NET_RUN, LINE_RUN);
    }
}

/* Fire: BE-ORDER-11, BE-ORDER-12. LM-ART-14: a battalion with a gun has two shots, in the order that it likes. */

/* The frame's step: what has been fired. */
enum { FIRED_VOLLEY = 1, FIRED_GUN = 2, FIRED_NOTHING = 4 };

static bool may_fire_at(const struct ground *g, int unit, int target, int fired)
{
    if (!are_enemies(g->m, unit, target) || !is_standing(g->s, target)) return false;
    if (!(fired & FIRED_VOLLEY) && !shoot_refused(g, unit, target, ORDER_FIRE, NULL)) return true;
    return g->s->unit[unit].gun && !(fired & FIRED_GUN) && !gun_refused(g, unit, target, NULL);
}

static void offer_fire(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    int           fired = flow_top_const(&s->flow)->step;
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    if (!(fired & FIRED_VOLLEY)) offer_shots(&g, unit, ORDER_FIRE, offers);
    for (int16_t target = 0; target < m->units && s->unit[unit].gun && !(fired & FIRED_GUN); target++)
        if (are_enemies(m, unit, target) && is_standing(s, target) && !gun_refused(&g, unit, target, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FIRE_GUN, .unit = unit, .target = target }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static bool has_target(const struct match *m, const struct state *s, int unit, int fired)
{
    struct ground g;

    if (tercios_may_shoot(m, s, unit, ORDER_FIRE, NULL) && !s->unit[unit].gun) return false;
    tercios_survey(&g, m, s);
    for (int target = 0; target < m->units; target++)
        if (may_fire_at(&g, unit, target, fired)) return true;
    return false;
}

static void enter_fire(struct play *p)
{
    int  unit = here(p)->value[VALUE_UNIT], fired = here(p)->step;
    bool more = is_standing(p->state, unit) && (fired == 0 || (p->state->unit[unit].gun && !(fired & FIRED_NOTHING)));

    if (more && has_target(p->match, p->state, unit, fired)) {
        ask(p, SEAT_BIT(side_of(p->match, unit)));
        return;
    }
    if (fired) {
        leave(p);
        return;
    }
    here(p)->step = FIRED_NOTHING;
    tell(p, EVENT_NOTHING, BE_ORDER_12, unit, NOBODY, ORDER_FIRE, 0, 0);
}

static rule_id refuse_fire(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    int           fired = flow_top_const(&s->flow)->step;
    struct ground g;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, BE_ORDER_11, 0, 0);
    if (d->kind == DO_STOP) return 0;
    if (is_move(d) || d->kind == DO_ENTER) return refuse_with(why, BE_MOVE_02, 0, 0);
    if (d->kind == DO_FACE || d->kind == DO_WHEEL) return refuse_with(why, BE_FACE_02, 0, 0);
    if (d->kind != DO_SHOOT && d->kind != DO_FIRE_GUN) return refuse_with(why, BE_ORDER_11, 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_FIRE_GUN) return fired & FIRED_GUN ? refuse_with(why, LM_ART_14, 0, 0) : gun_refused(&g, d->unit, d->target, why);
    return fired & FIRED_VOLLEY ? refuse_with(why, BE_ORDER_11, 0, 0) : shoot_refused(&g, d->unit, d->target, ORDER_FIRE, why);
}

static void take_fire(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_STOP) {
        here(p)->step |= FIRED_NOTHING;
        tell(p, EVENT_STAYS, BE_ORDER_15, d->unit, NOBODY, 0, 0, 0);
    } else if (d->kind == DO_FIRE_GUN) {
        here(p)->step |= FIRED_GUN;
        tercios_shoot(p, d->unit, d->target, ORDER_FIRE, SHOT_GUN);
    } else {
        here(p)->step |= FIRED_VOLLEY;
        tercios_shoot(p, d->unit, d->target, ORDER_FIRE, 0);
    }
}

/* LM-TRAIT-33: a facing when all is done. */

static void enter_last_facing(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_last_facing(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       unit = acting(s);
    struct ground g;
    struct pose   pose;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
    for (int16_t choice = 0; choice < 3; choice++)
        if (!tercios_face_refused(&g, unit, (enum base_side)(choice + SIDE_RIGHT), &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = unit, .choice = choice }, 0);
}

static rule_id refuse_last_facing(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                                  struct refusal *why)
{
    struct ground g;
    struct pose   pose;

    (void)seat;
    if (d->unit != acting(s) || (d->kind != DO_FACE && d->kind != DO_STOP)) return refuse_with(why, LM_TRAIT_33, 0, 0);
    if (d->kind == DO_STOP) return 0;
    tercios_survey(&g, m, s);
    return tercios_face_refused(&g, d->unit, chosen_side(d), &pose, why);
}

static void take_last_facing(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    leave(p);
    if (d->kind != DO_FACE) return;
    turn_to(p, d->unit, chosen_side(d), LM_TRAIT_33);
    tercios_settle(p, d->unit, pose_of(p->state, d->unit), pose_of(p->state, d->unit));
}

const struct phase tercios_ready = { "ready", BE_ORDER_01, enter_ready, offer_ready, refuse_ready, take_ready, .step = STEP_BELOW };
const struct phase tercios_run = { "run", BE_ORDER_09, enter_run, offer_run, refuse_run, take_run, .step = STEP_BELOW };
const struct phase tercios_fire = { "fire", BE_ORDER_11, enter_fire, offer_fire, refuse_fire, take_fire, .step = STEP_BELOW };
const struct phase tercios_last_facing = { "last_facing",      LM_TRAIT_33,        enter_last_facing,
                                           offer_last_facing, refuse_last_facing, take_last_facing, .step = STEP_BELOW, .settles = true };
