/* march.c: the move and fire segment (ledger: MI-ACT-02 to MI-ACT-05): what is offered there and why something is refused. */
#include "rules.h"

static void enter_march(struct play *p)
{
    if (iron_end_if_gone(p)) return;
    ask(p, SEAT_BIT(p->state->active));
}

/* A leader rides along only with a unit that he is with, and while he has points. */
static int escort(const struct match *m, const struct state *s, int unit)
{
    int leader = iron_stacked_leader(m, s, unit);

    return leader != NOBODY && s->unit[leader].spent < iron_allowance(m, s, leader) ? leader : NOBODY;
}

/* Only by riding through friends: then the whole journey must be looked for. */
static bool has_journey(const struct mover *mover)
{
    struct journeys journeys;

    iron_journeys(mover, NOWHERE, &journeys);
    for (int cell = 0; cell < mover->m->cells; cell++)
        if (journeys.cost[cell] != TOO_FAR && cell != mover->start && iron_may_end(mover, cell)) return true;
    return false;
}

/* Is there at least one hex to go to? Looking at the neighbours is mostly enough: every journey begins with one. */
static bool has_step(const struct match *m, const struct state *s, const struct lay *lay, int piece, int leader)
{
    struct mover mover = iron_mover(m, s, lay, piece, leader);
    bool         through = false;
    int          cost;

    for (int direction = 0; direction < 6; direction++) {
        int to = m->next[mover.start][direction];
        if (to == NOWHERE || iron_step_refused(&mover, mover.start, direction, &cost, NULL)) continue;
        if (!iron_may_end(&mover, to)) through = true;
        else if (is_unit(m, piece) && is_retired(s, piece)) {
            if (!iron_move_refused(m, s, piece, leader, point_of(m, to), hex_turned(direction, 0), NULL, NULL)) return true;
        } else if (cost <= mover.left && (leader == NOBODY || !iron_move_refused(m, s, piece, leader, point_of(m, to), hex_turned(direction, 0), NULL, NULL)))
            return true;
    }
    return through && has_journey(&mover);
}

static void offer_moves(const struct match *m, const struct state *s, const struct lay *lay, int piece, struct offers *offers)
{
    struct decision d = { .kind = DO_MOVE, .unit = (int16_t)piece, .at = point_of(m, cell_of(m, s, piece)), .heading = s->unit[piece].heading };
    int             leader = is_unit(m, piece) ? escort(m, s, piece) : NOBODY;

    if (iron_moving_refused(m, s, lay, piece, NULL)) return;
    if (has_step(m, s, lay, piece, NOBODY)) offer_add(offers, d, is_unit(m, piece) ? USES_AT | USES_HEADING : USES_AT);
    d.kind = DO_LEAD;
    if (leader != NOBODY && has_step(m, s, lay, piece, leader)) offer_add(offers, d, USES_AT | USES_HEADING);
}

static void offer_turn(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct offers *offers)
{
    struct decision d = { .kind = DO_TURN, .unit = (int16_t)unit };

    for (int turn = 1; turn < 6; turn++) {
        d.heading = hex_turned(s->unit[unit].heading, turn);
        if (iron_turn_refused(m, s, lay, unit, d.heading, NULL)) continue;
        offer_add(offers, d, USES_HEADING);
        return;
    }
}

static void offer_shots(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct offers *offers)
{
    if (iron_shooter_refused(m, s, unit, NULL)) return;
    for (int target = 0; target < m->units; target++)
        if (are_enemies(m, unit, target) && on_map(s, target) && !iron_shot_refused(m, s, lay, unit, target, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FIRE, .unit = (int16_t)unit, .target = (int16_t)target }, 0);
}

static void offer_formations(const struct match *m, const struct state *s, struct offers *offers)
{
    for (int formation = 0; formation < FORMATIONS; formation++)
        if (!iron_form_refused(m, s, s->command, formation, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FORM, .unit = s->command, .choice = (int16_t)formation }, 0);
}

static void offer_unit(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct offers *offers)
{
    struct decision d = { .unit = (int16_t)unit };

    offer_moves(m, s, lay, unit, offers);
    offer_turn(m, s, lay, unit, offers);
    offer_shots(m, s, lay, unit, offers);
    d.kind = DO_MOUNT;
    if (m->type_of[unit] == TYPE_HO && !iron_mount_refused(m, s, lay, unit, NULL)) offer_add(offers, d, 0);
    d.kind = DO_REMOUNT;
    if (m->type_of[unit] == TYPE_DM && !iron_remount_refused(m, s, unit, NULL)) offer_add(offers, d, 0);
    d.kind = DO_LEAVE;
    if (!iron_leave_refused(m, s, lay, unit, NULL)) offer_add(offers, d, 0);
}

static void offer_march(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    iron_lay(m, s, &lay);
    if (iron_laggard(m, s) == NOBODY) offer_add(offers, (struct decision){ .kind = DO_END_MARCH }, 0);
    if (s->untouched) offer_formations(m, s, offers);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        if (!on_map(s, piece) || leader_of(m, piece) != s->command || m->type_of[piece] == TYPE_STANDARD) continue;
        if (is_unit(m, piece)) offer_unit(m, s, &lay, piece, offers);
        else if (m->type_of[piece] == TYPE_BOMBARD) offer_shots(m, s, &lay, piece, offers);
        else offer_moves(m, s, &lay, piece, offers);
    }
}

/* MI-ACT-02: whoever acts is of the active command. */
static rule_id actor_refused(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    if (!on_map(s, d->unit) || m->type_of[d->unit] == TYPE_STANDARD || leader_of(m, d->unit) != s->command)
        return refuse_for(why, MI_ACT_02, d->unit);
    return 0;
}

/* MI-ACT-03: shock attacks come in the segment after this one. */
static rule_id refuse_march(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;
    rule_id    rule;
    bool       unit;

    (void)seat;
    if (d->kind == DO_END_MARCH) return iron_laggard(m, s) == NOBODY ? 0 : refuse_for(why, MI_CREC_06, iron_laggard(m, s));
    if (d->kind == DO_SHOCK || d->kind == DO_CHARGE) return refuse_with(why, MI_ACT_03, 1, 0);
    if (d->kind == DO_FORM)
        return d->unit != s->command ? refuse_for(why, MI_SW_02, d->unit) : iron_form_refused(m, s, d->unit, d->choice, why);
    if (d->kind != DO_MOVE && d->kind != DO_LEAD && d->kind != DO_TURN && d->kind != DO_FIRE && d->kind != DO_MOUNT && d->kind != DO_REMOUNT &&
        d->kind != DO_LEAVE)
        return refuse_with(why, MI_ACT_03, 0, 0);
    rule = actor_refused(m, s, d, why);
    if (rule) return rule;
    unit = is_unit(m, d->unit);
    iron_lay(m, s, &lay);
    if (m->type_of[d->unit] == TYPE_BOMBARD && d->kind != DO_FIRE) return refuse_for(why, MI_CREC_02, d->unit);
    if (!unit && d->kind != DO_MOVE && d->kind != DO_FIRE) return refuse_for(why, MI_LDR_07, d->unit);
    switch (d->kind) {
    case DO_MOVE:
        if (!unit && d->heading != s->unit[d->unit].heading) return refuse_with(why, MI_FACE_01, d->heading, 0);      /* a leader faces nowhere */
        return iron_move_refused(m, s, d->unit, NOBODY, d->at, unit ? d->heading : 0, NULL, why);
    case DO_LEAD:
        if (escort(m, s, d->unit) == NOBODY) return refuse_for(why, MI_MOVE_09, d->unit);
        return iron_move_refused(m, s, d->unit, escort(m, s, d->unit), d->at, d->heading, NULL, why);
    case DO_TURN:    return iron_turn_refused(m, s, &lay, d->unit, d->heading, why);
    case DO_FIRE:    return iron_fire_refused(m, s, d->unit, d->target, why);
    case DO_MOUNT:   return iron_mount_refused(m, s, &lay, d->unit, why);
    case DO_REMOUNT: return iron_remount_refused(m, s, d->unit, why);
    default:         return iron_leave_refused(m, s, &lay, d->unit, why);
    }
}

static void take_march(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    switch (d->kind) {
    case DO_MOVE:    iron_begin_move(p, d->unit, NOBODY, d); break;
    case DO_LEAD:    iron_begin_move(p, d->unit, escort(p->match, p->state, d->unit), d); break;
    case DO_TURN:    iron_turn(p, d->unit, d->heading); break;
    case DO_FIRE:    iron_open_fire(p, d->unit, d->target); break;
    case DO_MOUNT:   iron_mount(p, d->unit); break;
    case DO_REMOUNT: iron_remount(p, d->unit); break;
    case DO_LEAVE:
        iron_leave_map(p, d->unit);
        if (iron_any_marked(p->match, p->state)) iron_sweep_leaders(p);
        break;
    case DO_FORM:    iron_form(p, d->unit, d->choice); break;
    default:
        leave(p);
        tell(p, EVENT_MARCH_ENDS, MI_ACT_04, p->state->command, NOBODY, 0, 0, 0);
        cite(p, MI_ACT_05);
    }
}

const struct phase iron_march = { "march", MI_ACT_03, enter_march, offer_march, refuse_march, take_march, .step = STEP_MARCH };
