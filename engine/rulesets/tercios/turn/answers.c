/*
 * answers.c: what people want to know of a position: profiles, distances and sight. Nothing is reckoned here: the numbers are those
 * that the rules use, as far as they depend on no particular opponent.
 */
#include "tercios.h"

#include <string.h>

const char *const tercios_firearms[ALL_FIREARMS] = {
    "pistol", "arquebus", "musket", "light_cannon", "medium_cannon", "heavy_cannon", "crossbow", "bow", "longbow"
};

/* Which number of its profile the unit shoots that firearm with, or -1. */
static int number_of(const struct match *m, const struct state *s, int unit, int firearm)
{
    const struct type *type = profile_of(m, s, unit);

    for (int number = 0; number < FIREARMS_MOST; number++)
        if (shoots_with(m, type, number) && !strcmp(m->weapon[type->weapon[number]].id, tercios_firearms[firearm])) return number;
    return -1;
}

/* Profiles. */

static bool is_asked(const struct state *s, int unit)
{
    return s->unit[unit].asking == ASKING_NOW;
}

/* The card by which the unit acts now, or may react now. */
static int order_now(const struct state *s, int unit)
{
    if (s->act.unit == unit) return s->act.order;
    return is_asked(s, unit) ? s->unit[unit].order : ORDER_NONE;
}

static bool tell_firearm(struct play *p, int unit, int firearm)
{
    int number = number_of(p->match, p->state, unit, firearm);

    if (number < 0) return false;
    tercios_shot_dice(p, unit, number, order_now(p->state, unit), is_asked(p->state, unit));
    return true;
}

static void tell_discipline(struct play *p, int unit)
{
    bool reacts = is_asked(p->state, unit);
    int  net = reacts ? tercios_reaction_net(p, unit, false) : tercios_test_net(p, unit, BE_TEST_03);

    tercios_discipline_dice(p, unit, net, reacts ? BE_REACT_07 : BE_TEST_03);
}

/* Cover helps against shots, protection in melee: two values, although one is printed. A unit that waits has no ground under it. */
static void tell_courage(struct play *p, int unit, bool melee)
{
    bool          there = is_standing(p->state, unit);
    struct ground g;

    tercios_survey(&g, p->match, p->state);
    if (melee) tercios_courage_dice(p, unit, BE_MELEE_05, false, there && tercios_protected(&g, unit), false, VIRTUE_WILL);
    else tercios_courage_dice(p, unit, BE_SHOOT_08, there && tercios_cover(&g, unit), false, false, VIRTUE_SACRIFICE);
}

/* LM-CACT-05: of a commander only his rank counts, which is also his dice. */
static bool tell_commander(struct play *p, int piece, int value)
{
    int rank = p->match->commander[piece - p->match->units].rank;

    if (value != PROFILE_RANK) return false;
    total(p, LM_CMD_01, account(p, LM_CMD_01, rank));
    return true;
}

bool tercios_value(struct play *p, int unit, int value)
{
    const struct state *s = p->state;

    if (s->unit[unit].status != STATUS_WAITING && s->unit[unit].status != STATUS_STANDING) return false;
    if (is_commander(p->match, unit)) return tell_commander(p, unit, value);
    if (between(PROFILE_FIREARM, value, PROFILE_FIREARM + FIREARMS - 1)) return tell_firearm(p, unit, value - PROFILE_FIREARM);
    if (between(PROFILE_CROSSBOW, value, PROFILE_LONGBOW)) return tell_firearm(p, unit, value - PROFILE_CROSSBOW + FIREARM_CROSSBOW);
    if (value == PROFILE_RANK) return false;
    switch (value) {
    case PROFILE_SPEED:         tercios_tell_speed(p, unit); break;
    case PROFILE_COMBAT:        tercios_combat_dice(p, unit, s->act.unit == unit && s->act.order == ORDER_ATTACK); break;
    case PROFILE_DISCIPLINE:    tell_discipline(p, unit); break;
    case PROFILE_COURAGE_SHOT:  tell_courage(p, unit, false); break;
    case PROFILE_COURAGE_MELEE: tell_courage(p, unit, true); break;
    case PROFILE_ENDURANCE:     tercios_tell_endurance(p, unit); break;
    default:                    total(p, BE_VAL_03, account(p, BE_VAL_03, profile_of(p->match, p->state, unit)->defence[value - PROFILE_DEFENCE]));
    }
    return true;
}

/* Rings. */

enum { RAYS = 49, ROUND_RAYS = 72, SIDE_RAYS = 37 };

/* A distance from the outline of a building, or from a whole base. */
static int32_t ring_round(struct obstacle thing, struct point middle, int32_t distance, struct point *points)
{
    return table_around(thing, (struct pose){ middle, 0 }, FULL_TURN / 2, distance, ROUND_RAYS, points);
}

/* The same round the building that a unit is in. */
static int32_t ring_round_house(const struct match *m, const struct state *s, int unit, int32_t distance, struct point *points)
{
    struct element own;

    return ring_round(table_obstacle_area(&element_in(m, s, s->unit[unit].house - 1, &own)->area), pose_of(s, unit).at, distance, points);
}

/* BE-LOS-03, BE-LOS-06: half a disc before a Centre. */
static bool is_in_half_disc(struct pose pose, int32_t distance, struct point point)
{
    return table_ahead(pose, point, 0, NULL) && table_at_most(table_distance(pose.at, point), distance - 1, NULL);
}

/* The arc of the half disc before one of the three Centres, without what the others cover. */
static int32_t add_arc(const struct pose *centre, int which, int32_t distance, struct point *points)
{
    struct point arc[SIDE_RAYS + 1];
    int32_t      written = 0, count = table_reach(centre[which], RIGHT_ANGLE, distance, 1, SIDE_RAYS, NULL, NULL, arc);

    for (int32_t i = 1; i < count; i++) {
        bool covered = false;
        for (int other = 0; other < 3; other++) covered |= other != which && is_in_half_disc(centre[other], distance, arc[i]);
        if (!covered) points[written++] = arc[i];
    }
    return written;
}

/* BE-LOS-06: an extended arc shoots before its front and both its sides: clockwise from the left, and back along the base. */
static int32_t extended_ring(const struct base *base, int32_t distance, struct point *points)
{
    struct shape shape = base->shape;
    struct pose  centre[3] = { table_faced(shape, base->pose, SIDE_LEFT), base->pose, table_faced(shape, base->pose, SIDE_RIGHT) };
    int32_t      written = 0;

    for (int i = 0; i < 3; i++) written += add_arc(centre, i, distance, points + written);
    points[written++] = base->corner[1];
    points[written++] = base->corner[0];
    return written;
}

/* What lies before the front, or around the building that the unit is in. */
static int32_t front_ring(const struct match *m, const struct state *s, int unit, int32_t distance, struct point *points)
{
    struct pose pose = pose_of(s, unit);

    if (is_housed(s, unit)) return ring_round_house(m, s, unit, distance, points);
    return table_reach(pose, RIGHT_ANGLE, distance, 1, RAYS, NULL, NULL, points);
}

static int32_t range_ring(const struct match *m, const struct state *s, int unit, int firearm, int32_t *distance, struct point *points)
{
    int         number = number_of(m, s, unit, firearm);
    struct base base = base_of(m, s, unit);

    if (number < 0) return 0;
    *distance = m->weapon[profile_of(m, s, unit)->weapon[number]].range;
    if (has(m, s, unit, SR_EXTENDED_ARC) && !is_housed(s, unit)) return extended_ring(&base, *distance, points);
    return front_ring(m, s, unit, *distance, points);
}

static int32_t charge_ring(const struct match *m, const struct state *s, int unit, int32_t *distance, struct point *points)
{
    *distance = tercios_speed(m, s, unit, NET_ATTACK, tercios_hindered_at_start(m, s, unit) ? T_DIFFICULT : 0);
    return *distance ? front_ring(m, s, unit, *distance, points) : 0;
}

/* BE-REACT-03, and BE-TERR-22 in a building. */
static int32_t proximity_ring(const struct match *m, const struct state *s, int unit, struct point *points)
{
    struct pose pose = pose_of(s, unit);

    if (is_housed(s, unit)) return ring_round_house(m, s, unit, NEAR, points);
    return table_reach(pose, FULL_TURN / 2, NEAR, 1, ROUND_RAYS, NULL, NULL, points);
}

/* A distance between bases. */
static int32_t base_ring(const struct match *m, const struct state *s, int unit, int32_t distance, struct point *points)
{
    struct base base = base_of(m, s, unit);

    if (is_housed(s, unit)) return ring_round_house(m, s, unit, distance, points);
    return ring_round(table_obstacle_base(&base), base.middle, distance, points);
}

/* LM-TEST-07: round his disc, or round the unit that he is with. */
static int32_t command_ring(const struct match *m, const struct state *s, int piece, int32_t *distance, struct point *points)
{
    int unit = s->unit[piece].with - 1;

    *distance = tercios_radius(m, piece);
    if (unit >= 0) return base_ring(m, s, unit, *distance, points);
    return table_reach((struct pose){ pose_of(s, piece).at, 0 }, FULL_TURN / 2, *distance + type_of(m, piece)->shape.width / 2, 1, ROUND_RAYS, NULL,
                       NULL, points);
}

int32_t tercios_ring(const struct match *m, const struct state *s, int unit, int ring, int32_t *distance, struct point *points,
                     int32_t capacity)
{
    bool deploying = !s->flow.over && flow_top_const(&s->flow)->phase == PHASE_DEPLOY;

    if (!is_standing(s, unit) || capacity < RING_POINTS) return 0;
    if (is_commander(m, unit)) return ring == RING_COMMAND ? command_ring(m, s, unit, distance, points) : 0;
    if (ring == RING_COMMAND) return 0;
    if (between(RING_CROSSBOW, ring, RING_LONGBOW)) return range_ring(m, s, unit, ring - RING_CROSSBOW + FIREARM_CROSSBOW, distance, points);
    switch (ring) {
    case RING_CHARGE:
        return charge_ring(m, s, unit, distance, points);
    case RING_PROXIMITY:
        *distance = NEAR;
        return proximity_ring(m, s, unit, points);
    case RING_SPACE:
        *distance = ENEMY_ROOM;
        return is_housed(s, unit) ? 0 : base_ring(m, s, unit, ENEMY_ROOM, points);
    case RING_COHERENCY:
        *distance = COHERENCY;
        return deploying ? base_ring(m, s, unit, COHERENCY, points) : 0;
    default:
        return range_ring(m, s, unit, ring - RING_FIREARM, distance, points);
    }
}

rule_id tercios_sees_place(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why)
{
    struct ground g;

    if (unit == target) return 0;
    tercios_survey(&g, m, s);
    if (is_commander(m, unit)) {            /* LM-CACT-04: he is asked about pieces */
        if (!is_standing(s, unit) || (target != NOBODY && !is_standing(s, target))) return refuse_for(why, LM_CACT_04, target);
        return target == NOBODY || tercios_commander_sees(&g, unit, target) ? 0 : refuse_for(why, LM_CACT_04, target);
    }
    if (target != NOBODY && is_commander(m, target)) target = NOBODY;
    return tercios_view_refused(&g, unit, target, at, why);
}
