/*
 * losses.c: commanders whom a moving unit meets, and how commanders are lost (ledger chapters LM-LOSS, LM-MOVE-12, LM-TRAIT-18).
 *
 * What a move or the end of a unit means for commanders is settled in frames on top of what caused it, before that goes on (LM-LOSS-08).
 */
#include "tercios.h"

enum { LOSS_NEED = 5, COWARD_REACH = 6 * INCH };

/* Frame values beside VALUE_UNIT. PHASE_MET: the unit that came, who is still to be dealt with. PHASE_ESCAPE: length, rule. */
enum { VALUE_MOVER = VALUE_TARGET, VALUE_LENGTH = VALUE_TARGET, VALUE_LUCKY = VALUE_TARGET, VALUE_MASK = VALUE_FLAGS,
       VALUE_RULE = VALUE_FLAGS };

/* Take the first commander out of a set of them; NOBODY when it is empty. */
static int pick_first(const struct match *m, int32_t *set)
{
    for (int i = 0; i < m->commanders; i++) {
        uint32_t bit = (uint32_t)1 << i;
        if (!((uint32_t)*set & bit)) continue;
        *set = (int32_t)((uint32_t)*set & ~bit);
        return m->units + i;
    }
    return NOBODY;
}

static struct base disc_of(const struct state *s, int commander)
{
    return table_base(table_disc(2 * COMMANDER_RADIUS), (struct pose){ pose_of(s, commander).at, 0 });
}

static void put_commander(struct state *s, int commander, struct point at)
{
    s->unit[commander].x = at.x;
    s->unit[commander].y = at.y;
}

void tercios_kill(struct play *p, int commander, enum loss loss, rule_id rule)
{
    struct unit *u = &p->state->unit[commander];

    if (u->with) p->state->unit[u->with - 1].leader = 0;
    *u = (struct unit){ .status = STATUS_DESTROYED };
    tell(p, EVENT_KILLED, rule, commander, NOBODY, loss, 0, 0);
    cite(p, LM_LOSS_07);
}

/* A unit that is still to come, or has left the table safely, is no less his than one that fights. */
static bool has_anybody(const struct match *m, const struct state *s, int commander)
{
    int own = m->commander[commander - m->units].regiment, first = own < m->regiments ? m->regiment[own].first : 0;

    for (int i = 0; i < m->units; i++) {
        int  unit = first + i < m->units ? first + i : first + i - m->units;         /* his own first: mostly one of them lives */
        int  status = s->unit[unit].status;
        bool lives = status == STATUS_STANDING || status == STATUS_WAITING || status == STATUS_LEFT;
        if (lives && tercios_interacts(m, commander, unit)) return true;
    }
    return false;
}

void tercios_dismiss(struct play *p)
{
    const struct match *m = p->match;

    for (int commander = m->units; commander < m->units + m->commanders; commander++)
        if (is_standing(p->state, commander) && !has_anybody(m, p->state, commander))
            tercios_kill(p, commander, LOSS_USELESS, LM_LOSS_01);
}

/* The end of a unit. */

/* LM-LOSS-04: a friend has fallen near him and no other is near. */
static bool is_alone(const struct match *m, const struct state *s, int commander, int fallen)
{
    if (are_enemies(m, commander, fallen) || s->unit[commander].with) return false;
    if (!tercios_within(m, s, commander, fallen, COWARD_REACH)) return false;
    for (int unit = 0; unit < m->units; unit++)
        if (unit != fallen && !are_enemies(m, commander, unit) && tercios_within(m, s, commander, unit, COWARD_REACH)) return false;
    return true;
}

/* Everything is measured from where the unit stood. */
static int32_t find_cowards(const struct match *m, struct state *s, int unit, const struct unit *old, int spared)
{
    struct unit now = s->unit[unit];
    uint32_t    found = 0;

    s->unit[unit] = *old;
    for (int i = 0; i < m->commanders; i++)
        if (m->units + i != spared && is_standing(s, m->units + i) && is_alone(m, s, m->units + i, unit)) found |= (uint32_t)1 << i;
    s->unit[unit] = now;
    return (int32_t)found;
}

/* LM-TRAIT-18: he is left in the middle of what was his unit; out of a building, beside it. */
static void leave_behind(struct play *p, int commander, int unit, const struct unit *old)
{
    struct base   base = table_base(type_of(p->match, unit)->shape, (struct pose){ { old->x, old->y }, old->heading });
    struct point  at = old->house ? (struct point){ old->x, old->y } : base.middle, beside;
    struct ground g;

    p->state->unit[commander].with = 0;
    tercios_survey(&g, p->match, p->state);
    put_commander(p->state, commander, old->house && tercios_nearest_stand(&g, commander, at, &beside) ? beside : at);
}

/* LM-LOSS-03; the lucky one is returned. */
static int mourn_leader(struct play *p, int unit, const struct unit *old)
{
    int leader = old->leader - 1;

    if (leader < 0) return NOBODY;
    if (!(p->match->commander[leader - p->match->units].traits & UINT64_C(1) << TRAIT_LUCKY)) {
        tercios_kill(p, leader, LOSS_HERO, LM_LOSS_03);
        return NOBODY;
    }
    leave_behind(p, leader, unit, old);
    return leader;
}

void tercios_mourn(struct play *p, int unit, const struct unit *old)
{
    int           lucky = mourn_leader(p, unit, old);
    int32_t       cowards = find_cowards(p->match, p->state, unit, old, lucky);
    struct frame *frame;

    if (lucky == NOBODY && !cowards) return;
    frame = go_into(p, PHASE_LOSSES);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_LUCKY] = lucky == NOBODY ? 0 : lucky + 1;
    frame->value[VALUE_MASK] = cowards;
}

static void try_luck(struct play *p, int commander)
{
    int successes = tercios_command_test(p, commander, LOSS_NEED, LM_TRAIT_18);

    if (successes) tercios_free_ride(p, commander, tercios_ride_length(p->match, commander), LM_TRAIT_18);
    else tercios_kill(p, commander, LOSS_HERO, LM_LOSS_03);
}

/* LM-LOSS-08: first who was with the unit, then those who saw it. */
static void enter_losses(struct play *p)
{
    int lucky = here(p)->value[VALUE_LUCKY] - 1, commander;

    if (lucky >= 0) {
        here(p)->value[VALUE_LUCKY] = 0;
        if (is_standing(p->state, lucky)) try_luck(p, lucky);
        return;
    }
    commander = pick_first(p->match, &here(p)->value[VALUE_MASK]);
    if (commander == NOBODY) {
        leave(p);
    } else if (is_standing(p->state, commander)) {
        int successes = tercios_command_test(p, commander, LOSS_NEED, LM_LOSS_04);
        cite(p, LM_LOSS_06);
        cite(p, LM_LOSS_08);
        if (!successes) tercios_kill(p, commander, LOSS_COWARD, LM_LOSS_04);
    }
}

/* A move of his own outside his activation: LM-LOSS-05, LM-TRAIT-01, -18, -30. */

void tercios_free_ride(struct play *p, int commander, int32_t length, rule_id rule)
{
    struct frame *frame = go_into(p, PHASE_ESCAPE);

    frame->value[VALUE_UNIT] = commander;
    frame->value[VALUE_LENGTH] = length;
    frame->value[VALUE_RULE] = rule;
}

static void enter_escape(struct play *p)
{
    int commander = here(p)->value[VALUE_UNIT];

    if (is_standing(p->state, commander) && !p->state->unit[commander].with) ask(p, SEAT_BIT(side_of(p->match, commander)));
    else leave(p);
}

static void offer_escape(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       commander = acting(s);
    int32_t       length = flow_top_const(&s->flow)->value[VALUE_LENGTH];
    struct ground g;

    (void)seat;
    tercios_survey(&g, m, s);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = commander }, 0);
    offer_add(offers, (struct decision){ .kind = DO_RIDE, .unit = commander }, USES_AT);
    for (int16_t unit = 0; unit < m->units; unit++)
        if (!tercios_attach_refused(&g, commander, unit, length, NULL))
            offer_add(offers, (struct decision){ .kind = DO_ATTACH, .unit = commander, .target = unit }, 0);
}

static rule_id refuse_escape(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int32_t             length = frame->value[VALUE_LENGTH];
    struct ground       g;

    (void)seat;
    if (d->kind == DO_STOP && d->unit == acting(s)) return 0;
    if ((d->kind != DO_RIDE && d->kind != DO_ATTACH) || d->unit != acting(s))
        return refuse_with(why, (rule_id)frame->value[VALUE_RULE], 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_RIDE) return tercios_ride_refused(&g, d->unit, d->at, length, why);
    return tercios_attach_refused(&g, d->unit, d->target, length, why);
}

/* Nobody stays where he may not stand: he is set at the nearest place where he may, and is lost if there is none. */
static void give_room(struct play *p, int commander, struct point wanted, rule_id rule)
{
    struct ground g;
    struct point  at;

    tercios_survey(&g, p->match, p->state);
    if (!tercios_nearest_stand(&g, commander, wanted, &at)) {
        tercios_kill(p, commander, LOSS_WRONG_PLACE, LM_LOSS_02);
        return;
    }
    if (at.x == p->state->unit[commander].x && at.y == p->state->unit[commander].y) return;
    put_commander(p->state, commander, at);
    tell(p, EVENT_DISPLACED, rule, commander, NOBODY, at.x, at.y, 0);
}

static void take_escape(struct play *p, seat_id seat, const struct decision *d)
{
    rule_id rule = (rule_id)here(p)->value[VALUE_RULE];
    bool    flees = rule == LM_LOSS_05 || rule == LM_TRAIT_18;

    (void)seat;
    leave(p);
    if (d->kind == DO_ATTACH) {
        tercios_join(p, d->unit, d->target, rule);
    } else if (d->kind == DO_STOP) {
        give_room(p, d->unit, pose_of(p->state, d->unit).at, rule);
    } else {
        put_commander(p->state, d->unit, d->at);
        tell(p, flees ? EVENT_ESCAPES : EVENT_RIDES, rule, d->unit, NOBODY, d->at.x, d->at.y, 0);
        cite(p, LM_CMD_08);
    }
}

/* Whom a moving unit meets. */

static bool may_join(const struct match *m, const struct state *s, int commander, int unit)
{
    return tercios_interacts(m, commander, unit) && !s->unit[unit].leader;
}

static bool overlaps(const struct match *m, const struct state *s, int commander, int unit)
{
    struct base disc = disc_of(s, commander), base = base_of(m, s, unit);

    return table_overlap(&disc, &base, TOLERANCE);
}

/* The disc is met on the slide, or by the base as it stands at its end, which may be turned a little. */
static bool is_met(const struct match *m, const struct state *s, int commander, int unit, struct pose from, struct pose to)
{
    struct shape   shape = type_of(m, unit)->shape;
    struct base    disc = disc_of(s, commander), end;
    struct segment line = { from.at, to.at };
    int32_t        length = table_ceiling(table_distance(from.at, to.at));

    if (!table_at_most(table_point_segment(disc.middle, line), 2 * shape.radius + COMMANDER_RADIUS + TOLERANCE, NULL)) return false;
    end = table_base(shape, to);
    if (table_near(&disc, &end, TOLERANCE, NULL)) return true;
    return length && table_first_contact(shape, from, to.at, length, table_obstacle_base(&disc), TOLERANCE) >= 0;
}

bool tercios_sweep(struct play *p, int unit, struct pose from, struct pose to)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    uint32_t            met = 0;
    struct frame       *frame;

    for (int i = 0; i < m->commanders; i++) {
        int commander = m->units + i;
        if (!is_standing(s, commander) || s->unit[commander].with || !is_met(m, s, commander, unit, from, to)) continue;
        if (are_enemies(m, commander, unit) || may_join(m, s, commander, unit) || overlaps(m, s, commander, unit))
            met |= (uint32_t)1 << i;
    }
    if (!met || !is_on_table(s, unit)) return false;
    frame = go_into(p, PHASE_MET);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_MOVER] = unit;
    frame->value[VALUE_MASK] = (int32_t)met;
    return true;
}

/* LM-LOSS-02 */
static void flee(struct play *p, int commander)
{
    int successes = tercios_command_test(p, commander, LOSS_NEED, LM_LOSS_02);

    if (successes) tercios_free_ride(p, commander, tercios_ride_length(p->match, commander), LM_LOSS_05);
    else tercios_kill(p, commander, LOSS_WRONG_PLACE, LM_LOSS_02);
}

static void enter_met(struct play *p)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 mover = here(p)->value[VALUE_MOVER];
    int                 commander = is_on_table(s, mover) ? pick_first(m, &here(p)->value[VALUE_MASK]) : NOBODY;

    if (commander == NOBODY) {
        leave(p);
    } else if (!is_standing(s, commander) || s->unit[commander].with) {
        return;
    } else if (are_enemies(m, commander, mover)) {
        flee(p, commander);
    } else if (may_join(m, s, commander, mover) || overlaps(m, s, commander, mover)) {
        here(p)->value[VALUE_UNIT] = commander;
        ask(p, SEAT_BIT(side_of(m, commander)));
    }
}

/* The sides of a unit on which he may stand aside: behind it first. */
static const enum base_side sides_aside[4] = { SIDE_BACK, SIDE_RIGHT, SIDE_LEFT, SIDE_FRONT };

static int32_t heading_aside(const struct state *s, int unit, enum base_side side)
{
    return heading_normal(s->unit[unit].heading + (int64_t)side * RIGHT_ANGLE);
}

static void offer_met(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t commander = acting(s), mover = (int16_t)flow_top_const(&s->flow)->value[VALUE_MOVER];

    (void)seat;
    if (!overlaps(m, s, commander, mover)) offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = commander }, 0);
    for (int i = 0; i < 4 && overlaps(m, s, commander, mover); i++)
        offer_add(offers, (struct decision){ .kind = DO_ASIDE, .unit = commander, .heading = heading_aside(s, mover, sides_aside[i]) }, 0);
    if (may_join(m, s, commander, mover))
        offer_add(offers, (struct decision){ .kind = DO_ATTACH, .unit = commander, .target = mover }, 0);
}

static rule_id refuse_met(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    int mover = flow_top_const(&s->flow)->value[VALUE_MOVER];

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, LM_MOVE_12, 0, 0);
    switch (d->kind) {
    case DO_STOP:
        return overlaps(m, s, d->unit, mover) ? refuse_for(why, LM_MOVE_12, mover) : 0;
    case DO_ASIDE:
        for (int i = 0; i < 4 && overlaps(m, s, d->unit, mover); i++)
            if (d->heading == heading_aside(s, mover, sides_aside[i])) return 0;
        return refuse_for(why, LM_MOVE_12, mover);
    case DO_ATTACH:
        if (d->target != mover) return refuse_for(why, LM_MOVE_12, mover);
        if (!tercios_interacts(m, d->unit, mover)) return refuse_for(why, LM_CMD_06, mover);
        return s->unit[mover].leader ? refuse_for(why, LM_ATT_09, mover) : 0;
    default:
        return refuse_with(why, LM_MOVE_12, 0, 0);
    }
}

/* LM-MOVE-12: an inch from the unit, edge to edge, off the middle of that side. */
static struct point place_aside(const struct match *m, const struct state *s, int mover, int32_t heading)
{
    struct base    base = base_of(m, s, mover);
    enum base_side side = (enum base_side)(heading_normal((int64_t)heading - s->unit[mover].heading) / RIGHT_ANGLE);

    return table_moved((struct pose){ table_centre(&base, side), heading }, ENEMY_ROOM + COMMANDER_RADIUS, 0).at;
}

static void take_met(struct play *p, seat_id seat, const struct decision *d)
{
    int mover = here(p)->value[VALUE_MOVER];

    (void)seat;
    if (d->kind == DO_ATTACH) tercios_join(p, d->unit, d->target, LM_MOVE_12);
    else if (d->kind == DO_ASIDE) give_room(p, d->unit, place_aside(p->match, p->state, mover, d->heading), LM_MOVE_12);
}

const struct phase tercios_losses = { .name = "losses", .rule = LM_LOSS_08, .enter = enter_losses, .aside = true };
const struct phase tercios_escape = { "escape", LM_LOSS_05, enter_escape, offer_escape, refuse_escape, take_escape,
                                      .step = STEP_BELOW, .settles = true };
const struct phase tercios_met = { "met", LM_MOVE_12, enter_met, offer_met, refuse_met, take_met,
                                   .step = STEP_BELOW, .settles = true };
