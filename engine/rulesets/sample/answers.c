/*
 * answers.c: what people want to know of a position: profiles, points, distances and sight. Nothing is reckoned here: the numbers are
 * those that the rules use.
 */
#include "sample.h"

/* Lengths are told in millimetres. */
enum { MILLIMETRE = 100 };

/* A value that nothing changes. */
static void tell_plain(struct play *p, rule_id rule, int value)
{
    total(p, rule, account(p, rule, value));
}

/* Whoever starts in a wood has a line that crosses it. */
static void tell_speed(struct play *p, int unit)
{
    const struct match *m = p->match;
    int32_t             open = sample_march_limit(m, unit, false), now = open;
    int                 speed = account(p, SA_MOVE_03, open / MILLIMETRE);

    if (sample_in_wood(m, pose_of(p->state, unit).at)) now = sample_march_limit(m, unit, true);
    speed += because(p, SA_MOVE_08, now / MILLIMETRE - open / MILLIMETRE);
    total(p, SA_MOVE_03, speed);
}

/* The frame of a charge or of its melee knows who charges and who is braced. */
static void tell_fight(struct play *p, int unit)
{
    const struct flow *flow = &p->state->flow;
    bool               charges = false, braced = false;

    for (int i = 0; i < flow->depth; i++) {
        const struct frame *frame = &flow->stack[i];
        if (frame->phase != PHASE_CHARGE && frame->phase != PHASE_MELEE) continue;
        charges |= frame->value[VALUE_UNIT] == unit;
        braced |= frame->value[VALUE_BRACED] && frame->value[VALUE_TARGET] == unit;
    }
    sample_blow_dice(p, unit, charges, braced);
}

static void tell_endurance(struct play *p, int unit)
{
    int left = account(p, SA_UNIT_02, type_of(p->match, unit)->endurance);

    left += because(p, SA_UNIT_02, -p->state->unit[unit].wear);
    total(p, SA_UNIT_02, left);
}

bool sample_value(struct play *p, int unit, int value)
{
    const struct type *type = type_of(p->match, unit);

    if (p->state->unit[unit].removed) return false;
    if ((value == PROFILE_SHOOT || value == PROFILE_RANGE) && type->shoot == 0) return false;
    switch (value) {
    case PROFILE_SPEED: tell_speed(p, unit); break;
    case PROFILE_SHOOT: sample_shot_dice(p, unit, NOBODY); break;
    case PROFILE_RANGE: tell_plain(p, SA_SHOOT_02, type->range / MILLIMETRE); break;
    case PROFILE_FIGHT: tell_fight(p, unit); break;
    case PROFILE_NERVE: tell_plain(p, SA_UNIT_01, type->nerve); break;
    default:            tell_endurance(p, unit);
    }
    return true;
}

void sample_tell_score(struct play *p, seat_id seat)
{
    int score = account(p, SA_WIN_02, 0);

    for (int unit = 0; unit < UNITS; unit++)
        if (side_of(p->match, unit) != seat) score += because_of(p, SA_WIN_02, unit, sample_points_for(p->state, unit));
    total(p, SA_WIN_02, score);
}

/* SA-GEO-03: ranges are gaps between bases; a charge is as long as its line. */
int32_t sample_ring(const struct match *m, const struct state *s, int unit, int ring, int32_t *distance, struct point *points,
                    int32_t capacity)
{
    enum { RAYS = 49, ROUND_RAYS = 72 };
    struct pose pose = pose_of(s, unit);
    struct base base = base_of(m, s, unit);

    if (s->unit[unit].removed || capacity < RING_POINTS) return 0;
    switch (ring) {
    case RING_RANGE: case RING_HALF_RANGE:
        if (type_of(m, unit)->shoot == 0) return 0;
        *distance = ring == RING_RANGE ? type_of(m, unit)->range : sample_half_range(m, unit);
        return table_around(table_obstacle_base(&base), pose, sample_arc(m, unit), *distance, RAYS, points);
    case RING_CHARGE:
        if (sample_order_refused(m, unit, ORDER_CHARGE)) return 0;
        *distance = sample_charge_reach(m, unit, sample_in_wood(m, pose.at));
        return table_reach(pose, CHARGE_ARC, *distance, 1, RAYS, NULL, NULL, points);
    default:
        *distance = ENEMY_GAP;
        return table_around(table_obstacle_base(&base), (struct pose){ base.middle, 0 }, FULL_TURN / 2, ENEMY_GAP, ROUND_RAYS, points);
    }
}

rule_id sample_sees(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why)
{
    if (s->unit[unit].removed || (target != NOBODY && s->unit[target].removed)) return refuse_with(why, SA_BREAK_02, 0, 0);
    return target == NOBODY ? sample_view_refused(m, s, unit, target, at, why) : sample_sight_refused(m, s, unit, target, why);
}
