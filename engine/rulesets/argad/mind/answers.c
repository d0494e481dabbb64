/*
 * answers.c: what people want to know of a position: numbers with their reasons, rings, sight, ways, and the odds of one thing alone.
 */
#include "argad.h"

/* Numbers. */

static bool tell_number(struct play *p, rule_id rule, int number)
{
    account(p, rule, number);
    total(p, rule, number);
    return true;
}

bool argad_value(struct play *p, int piece, int value)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    bool                figure = is_figure(m, piece), known = s->unit[piece].status != STATUS_UNSEEN;

    if (value == PROFILE_RATE) {
        if (!known || (!figure && kind_of(m, piece) != KIND_FORMED)) return false;
        argad_rate(m, s, piece, p);
        return true;
    }
    if (!figure) return false;
    switch (value) {
    case PROFILE_CLASS:  return tell_number(p, AR_FIG_02, m->figure[piece].class);
    case PROFILE_ARMOUR: return m->figure[piece].armour ? tell_number(p, AR_FIG_04, m->figure[piece].armour) : false;
    case PROFILE_NERVE:
        if (!known || !option(m, OPTION_MORALE) || !is_active(s, piece)) return false;
        argad_nerve(p, m->figure[piece].group);
        return true;
    default: return false;
    }
}

/* Rings. */

static int32_t band_of(const struct match *m, int figure, int ring)
{
    static const struct { uint8_t firearm, band; } bands[RINGS] = {
        [RING_PISTOL_NEAR] = { 0, 0 }, [RING_PISTOL] = { 0, 1 }, [RING_CARBINE_NEAR] = { 1, 0 }, [RING_CARBINE_MIDDLE] = { 1, 1 }, [RING_CARBINE] = { 1, 2 },
        [RING_MUSKET_NEAR] = { 2, 0 }, [RING_MUSKET_MIDDLE] = { 2, 1 }, [RING_MUSKET] = { 2, 2 },
    };

    for (int i = 0; i < m->figure[figure].firearms; i++) {
        const struct firearm *firearm = argad_firearm(m, figure, i);
        if (m->figure[figure].firearm[i] == bands[ring].firearm && bands[ring].band < firearm->bands) return firearm->band[bands[ring].band].to;
    }
    return 0;
}

int32_t argad_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points, int32_t capacity)
{
    enum { RAYS = 48, ALL_ROUND = 18000, ARC = 4500 };
    struct base base;

    *distance = 0;
    if (!is_figure(m, piece) || !is_there(s, piece) || s->unit[piece].x == UNKNOWN_PLACE || capacity < RAYS + 1) return 0;
    switch (ring) {
    case RING_MOVE:     *distance = is_active(s, piece) && !in_ranks(s, piece) ? argad_rate(m, s, piece, NULL) : 0; break;
    case RING_REACTION: *distance = is_active(s, piece) ? 10 * CM : 0; break;
    case RING_LEADER:   *distance = m->figure[piece].traits & TRAIT_LEADER && is_active(s, piece) ? LEADER_REACH : 0; break;
    default:            *distance = is_active(s, piece) ? band_of(m, piece, ring) : 0;
    }
    if (!*distance) return 0;
    base = argad_base(m, s, piece);
    return table_around(table_obstacle_base(&base), base.pose, argad_in_close_order(m, s, piece) && ring != RING_LEADER && ring != RING_REACTION ? ARC : ALL_ROUND, *distance, RAYS, points);
}

/* Sight. */

rule_id argad_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why)
{
    struct eye  from, to;
    struct line line;
    rule_id     rule;

    if (!is_figure(m, piece) || !is_there(s, piece) || s->unit[piece].x == UNKNOWN_PLACE) return refuse_with(why, AR_VIS_09, 0, 0);
    if (at.x < 0 || at.y < 0 || at.x > m->size.x || at.y > m->size.y) return refuse_with(why, AR_VIS_02, at.x, at.y);
    from = argad_eye(m, s, piece);
    if (target != NOBODY && is_figure(m, target) && is_there(s, target)) to = argad_eye(m, s, target);
    else to = (struct eye){ at, &m->mover[0], table_base(m->mover[0].shape, (struct pose){ at, 0 }), UPRIGHT, false, NOBODY };
    rule = argad_hidden_from(m, s, &from, &to, why);
    if (rule || !why) return rule;
    line = argad_line(m, s, &from, &to);
    if (!line.cover) return 0;
    if (line.cover_by > 0) refuse_by(why, line.cover_rule, line.cover_by - 1, m->terrain[m->element[line.cover_by - 1].terrain].id);
    else refuse_with(why, line.cover_rule, line.cover, 0);
    why->value[0] = line.cover;
    return 0;
}

/* Ways and places. */

static int32_t copy_area(const struct area *area, struct point *points, int32_t capacity)
{
    int32_t count = min32(area->count, capacity);

    for (int32_t i = 0; i < count; i++) points[i] = area->vertex[i];
    return count;
}

int32_t argad_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points, int32_t capacity)
{
    enum { RAYS = 48, ALL_ROUND = 18000, STEP = 250 };
    int16_t      unit = offer->decision.unit;
    struct point from;
    int          last;

    switch (offer->decision.kind) {
    case DO_PLACE:
        return m->zones[seat] ? copy_area(&m->zone[seat][0], points, capacity) : 0;
    case DO_ENTER:
        if (capacity < 2 || !m->figure[unit].entry) return 0;
        points[0] = m->entry[m->figure[unit].entry - 1].from;
        points[1] = m->entry[m->figure[unit].entry - 1].to;
        return 2;
    case DO_MOVE: case DO_WAY: case DO_LEAVE:
        if (capacity < RAYS + 1) return 0;
        last = s->unit[unit].points;
        from = last ? (struct point){ s->plan[unit].x[last - 1], s->plan[unit].y[last - 1] } : argad_sets_out_from(m, s, unit);
        return table_reach((struct pose){ from, 0 }, ALL_ROUND, argad_rate_left(m, s, unit), STEP, RAYS, NULL, NULL, points);
    default:
        return 0;
    }
}

int32_t argad_way(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points, int32_t capacity, int32_t *spent, int32_t *allowed)
{
    int32_t count = 0;
    int     planned;

    (void)seat;
    if ((d->kind != DO_MOVE && d->kind != DO_WAY && d->kind != DO_LEAVE) || !is_figure(m, d->unit)) return 0;
    planned = d->kind == DO_MOVE ? 0 : s->unit[d->unit].points;
    if (capacity < planned + 2) return 0;
    points[count++] = argad_sets_out_from(m, s, d->unit);
    for (int i = 0; i < planned; i++) points[count++] = (struct point){ s->plan[d->unit].x[i], s->plan[d->unit].y[i] };
    points[count++] = d->at;
    *spent = 0;
    *allowed = argad_rate_left(m, s, d->unit);
    for (int32_t i = 0; i + 1 < count; i++) {
        int32_t length = table_floor(table_distance(points[i], points[i + 1]));
        *spent += length;
        if (i < planned) *allowed += length;
    }
    return count;
}

/* One thing alone. */

static void push_shot(struct state *s, const struct decision *d)
{
    enum { SHOOTER, TARGET, EARLY, VOLLEY };
    struct frame *frame;

    flow_push(&s->flow, PHASE_SHOT);
    frame = flow_top(&s->flow);
    frame->value[SHOOTER] = d->unit;
    frame->value[TARGET] = d->target;
    frame->value[EARLY] = d->kind == DO_EARLY;
    frame->value[VOLLEY] = d->kind == DO_VOLLEY;
}

/* Only the two of them strike: he as declared, the other as is proposed for him. */
static void push_exchange(const struct match *m, struct state *s, const struct decision *d)
{
    struct play silent = { .match = m, .state = s };
    struct unit answer;

    argad_propose_strikes(&silent, side_of(m, d->target));
    answer = s->unit[d->target];
    for (int i = 0; i < m->figures; i++) s->unit[i].strike_at = s->unit[i].strike_with = s->unit[i].strike_how = 0;
    if (answer.strike_at == d->unit + 1) {
        s->unit[d->target].strike_at = answer.strike_at;
        s->unit[d->target].strike_with = answer.strike_with;
        s->unit[d->target].strike_how = answer.strike_how;
    }
    s->unit[d->unit].strike_at = (uint8_t)(d->target + 1);
    s->unit[d->unit].strike_with = (uint8_t)d->choice;
    s->unit[d->unit].strike_how = d->kind == DO_STUN ? STRIKE_TO_CAPTURE : 0;
    flow_push(&s->flow, PHASE_EXCHANGE);
}

static void push_walk(struct state *s, const struct decision *d)
{
    struct unit *unit = &s->unit[d->unit];

    if (unit->order == ORDER_HOLD || d->kind == DO_MOVE) unit->order = ORDER_MOVE;
    s->plan[d->unit].x[unit->points] = d->at.x;
    s->plan[d->unit].y[unit->points] = d->at.y;
    unit->points++;
    flow_push(&s->flow, PHASE_WALK);
    flow_top(&s->flow)->value[0] = d->unit;
}

bool argad_alone(const struct match *m, struct state *s, seat_id seat, const struct decision *d)
{
    (void)seat;
    switch (d->kind) {
    case DO_SHOOT: case DO_VOLLEY:
        push_shot(s, d);
        return true;
    case DO_EARLY:
        if (!is_figure(m, d->unit)) return false;
        push_shot(s, d);
        return true;
    case DO_STRIKE: case DO_STUN:
        push_exchange(m, s, d);
        return true;
    case DO_MOVE: case DO_WAY: case DO_LEAVE:
        if (!is_figure(m, d->unit) || s->unit[d->unit].points >= POINTS) return false;
        push_walk(s, d);
        return true;
    default:
        return false;
    }
}
