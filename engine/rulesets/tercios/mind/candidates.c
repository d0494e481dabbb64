/*
 * candidates.c: what computer players try: places worth going to, out of all that space has to offer.
 *
 * Towards an enemy, to just inside range, into cover, to a flank, out of danger, into line with friends; each call gives one, and
 * what is not legal is shortened or turned until it is. The reach for drawing is found in the same way.
 */
#include "tercios.h"

/* The table as one unit sees it that looks for a place. */
struct scout {
    struct ground  g;
    struct random *random;
    int            unit, net;
    struct pose    from;
    int32_t        speed;
};

static bool chance(struct random *random, uint32_t in_a_hundred) { return random_below(random, 100) < in_a_hundred; }

static int32_t any_length(struct random *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)max32(1, high - low + 1));
}

static void send_out(struct scout *scout, const struct match *m, const struct state *s, int unit, struct random *random)
{
    tercios_survey(&scout->g, m, s);
    scout->random = random;
    scout->unit = unit;
    scout->net = s->act.order == ORDER_RUN ? NET_RUN : flow_top_const(&s->flow)->phase == PHASE_RELENT ? -1 : NET_READY;
    scout->from = pose_of(s, unit);
    scout->speed = tercios_speed(m, s, unit, scout->net, 0);
}

/* The nearest unit of the other side, or of the same; NOBODY if there is none. */
static int nearest_unit(const struct scout *scout, bool enemy)
{
    const struct match *m = scout->g.m;
    int64_t             least = INT64_MAX;
    int                 nearest = NOBODY;

    for (int unit = 0; unit < m->units; unit++) {
        int64_t square;
        if (unit == scout->unit || !is_standing(scout->g.s, unit)) continue;
        if (are_enemies(m, unit, scout->unit) != enemy) continue;
        square = square_apart(scout->from.at, pose_of(scout->g.s, unit).at);
        if (square >= least) continue;
        least = square;
        nearest = unit;
    }
    return nearest;
}

/* Mostly the nearest, sometimes any other. */
static int some_unit(const struct scout *scout, bool enemy)
{
    const struct match *m = scout->g.m;
    int                 drawn;

    if (chance(scout->random, 60)) return nearest_unit(scout, enemy);
    drawn = (int)random_below(scout->random, (uint32_t)m->units);
    if (drawn == scout->unit || !is_standing(scout->g.s, drawn) || are_enemies(m, drawn, scout->unit) != enemy)
        return nearest_unit(scout, enemy);
    return drawn;
}

static struct point middle_of(const struct scout *scout, int unit)
{
    return is_housed(scout->g.s, unit) ? pose_of(scout->g.s, unit).at : scout->g.base[unit].middle;
}

/* Something to go for: where, and how far short of it to stop. */
struct goal {
    struct point at;
    int32_t      short_of;
};

enum way { WAY_ENEMY, WAY_AHEAD, WAY_RANGE, WAY_COVER, WAY_FLANK, WAY_AWAY, WAY_LINE, WAY_ANY };

static struct goal goal_ahead(const struct scout *scout)
{
    return (struct goal){ table_moved(scout->from, scout->speed, 0).at, 0 };
}

static struct goal goal_any(const struct scout *scout)
{
    int32_t     turn = (int32_t)random_below(scout->random, 2 * RIGHT_ANGLE + 1) - RIGHT_ANGLE;
    struct pose towards = { scout->from.at, heading_normal(scout->from.heading + turn) };

    return (struct goal){ table_moved(towards, any_length(scout->random, INCH / 10, scout->speed), 0).at, 0 };
}

/* The near side of some cover, or of a place to shoot from. */
static struct goal goal_cover(const struct scout *scout)
{
    int64_t     least = (int64_t)2 * scout->speed * (2 * scout->speed);
    struct goal goal = goal_ahead(scout);

    for (int i = 0; i < elements_of(&scout->g); i++) {
        const struct element *element = element_of(&scout->g, i);
        int64_t               square;
        if (element->is_line || !(element->traits & T_COVER) || element->traits & T_BUILDING) continue;
        square = square_apart(scout->from.at, element->middle);
        if (square >= least) continue;
        least = square;
        goal = (struct goal){ element->middle, 0 };
    }
    return goal;
}

/* A spot behind an enemy's front line, a charge away from its side (BE-FLANK-01). */
static struct goal goal_flank(const struct scout *scout, int enemy)
{
    int32_t     aside = type_of(scout->g.m, enemy)->shape.width / 2 + any_length(scout->random, 3 * INCH, 6 * INCH);
    int32_t     behind = -any_length(scout->random, INCH, 4 * INCH);
    struct pose pose = pose_of(scout->g.s, enemy);
    int64_t     forward, right;

    table_own(pose, scout->from.at, &forward, &right);
    return (struct goal){ table_moved(pose, behind, right < 0 ? -aside : aside).at, 0 };
}

/* Beside a friend, in line with it. */
static struct goal goal_line(const struct scout *scout)
{
    int         friend = some_unit(scout, false);
    struct pose pose;
    int32_t     aside;
    int64_t     forward, right;

    if (friend == NOBODY || is_housed(scout->g.s, friend)) return goal_ahead(scout);
    pose = pose_of(scout->g.s, friend);
    table_own(pose, scout->from.at, &forward, &right);
    aside = (type_of(scout->g.m, friend)->shape.width + type_of(scout->g.m, scout->unit)->shape.width) / 2 + INCH / 4;
    return (struct goal){ table_moved(pose, 0, right < 0 ? -aside : aside).at, 0 };
}

static struct goal find_goal(const struct scout *scout, enum way way)
{
    const struct type *type = type_of(scout->g.m, scout->unit);
    int                enemy = some_unit(scout, true);
    int32_t            depth, range = 5 * INCH / 4;

    if (way == WAY_AHEAD) return goal_ahead(scout);
    if (way == WAY_ANY || enemy == NOBODY) return goal_any(scout);
    if (way == WAY_COVER) return goal_cover(scout);
    if (way == WAY_FLANK) return goal_flank(scout, enemy);
    if (way == WAY_LINE) return goal_line(scout);
    depth = type_of(scout->g.m, enemy)->shape.depth / 2;
    if (way == WAY_AWAY) {
        struct pose away = { scout->from.at, table_bearing(middle_of(scout, enemy), scout->from.at) };
        return (struct goal){ table_moved(away, scout->speed, 0).at, 0 };
    }
    if (way == WAY_RANGE && type->shoot[0] && type->weapon[0] >= 0)
        range = scout->g.m->weapon[type->weapon[0]].range - INCH / 4;
    return (struct goal){ middle_of(scout, enemy), depth + range };
}

/* As near to the goal as the pivot allows, as far as is legal: a little to either side, or shorter, where it is not. */
static bool go_for(const struct scout *scout, struct goal goal, struct march *march)
{
    static const struct { int32_t turn, part; } tries[] = {
        { 0, 16 }, { 1000, 16 }, { -1000, 16 }, { 0, 12 }, { 2500, 14 }, { -2500, 14 }, { 0, 8 }, { 0, 4 },
    };
    int32_t bearing = table_bearing(scout->from.at, goal.at);
    int32_t turn = heading_normal((int64_t)bearing - scout->from.heading), length;

    if (turn > FULL_TURN / 2) turn -= FULL_TURN;
    length = min32(scout->speed, table_floor(table_distance(scout->from.at, goal.at)) - goal.short_of);
    if (length <= 2 * TOLERANCE) return false;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        int32_t     taken = max32(-RIGHT_ANGLE, min32(RIGHT_ANGLE, turn + tries[i].turn));
        struct pose towards = { scout->from.at, heading_normal(scout->from.heading + taken) };
        struct point to = table_moved(towards, length * tries[i].part / 16, 0).at;
        if (!tercios_move_refused(&scout->g, scout->unit, to, HEADING_AUTOMATIC, scout->net, march, NULL)) {
            march->end.at = to;
            return true;
        }
    }
    return false;
}

/* By arm, what to look for: infantry keeps its line, horse goes for flanks, guns for a field of fire. */
static enum way some_way(const struct scout *scout)
{
    static const uint8_t ways[3][12] = {
        [ARM_INFANTRY] = { WAY_ENEMY, WAY_ENEMY, WAY_AHEAD, WAY_AHEAD, WAY_RANGE, WAY_RANGE,
                           WAY_LINE, WAY_LINE, WAY_COVER, WAY_FLANK, WAY_AWAY, WAY_ANY },
        [ARM_CAVALRY] = { WAY_ENEMY, WAY_ENEMY, WAY_AHEAD, WAY_RANGE, WAY_FLANK, WAY_FLANK,
                          WAY_FLANK, WAY_FLANK, WAY_AWAY, WAY_AWAY, WAY_LINE, WAY_ANY },
        [ARM_ARTILLERY] = { WAY_RANGE, WAY_RANGE, WAY_RANGE, WAY_RANGE, WAY_ENEMY, WAY_AHEAD,
                            WAY_LINE, WAY_LINE, WAY_COVER, WAY_AWAY, WAY_AWAY, WAY_ANY },
    };

    return (enum way)ways[arm_of(scout->g.m, scout->g.s, scout->unit)][random_below(scout->random, 12)];
}

static bool sample_move(const struct scout *scout, struct decision *d)
{
    struct march march;

    if (!go_for(scout, find_goal(scout, some_way(scout)), &march) && !go_for(scout, goal_any(scout), &march))
        return false;
    d->at = march.end.at;
    return true;
}

/* Only where the base needs turning, and then not by the least angle (BE-MOVE-12). */
static bool sample_turned(const struct scout *scout, struct decision *d)
{
    enum { WIDEST = 4500, TRIES = 3 };
    struct march march;
    int32_t      straight;

    if (chance(scout->random, 75) || !go_for(scout, find_goal(scout, some_way(scout)), &march)) return false;
    straight = table_bearing(scout->from.at, march.end.at);
    if (march.end.heading == straight) return false;
    d->at = march.end.at;
    for (int i = 0; i < TRIES; i++) {
        d->heading = heading_normal(straight + any_length(scout->random, -WIDEST, WIDEST));
        if (!tercios_move_refused(&scout->g, scout->unit, d->at, d->heading, scout->net, &march, NULL)) return true;
    }
    return false;
}

/* BE-TERR-23: out on any side, clear of the building; mostly on that of the enemy. */
static bool sample_leave(const struct scout *scout, struct decision *d)
{
    enum { TRIES = 8 };
    int                enemy = nearest_unit(scout, true);
    const struct area *area = &element_of(&scout->g, scout->g.s->unit[scout->unit].house - 1)->area;
    int32_t            depth = type_of(scout->g.m, scout->unit)->shape.depth;

    for (int i = 0; i < TRIES; i++) {
        bool           aimed = i == 0 && enemy != NOBODY && chance(scout->random, 50);
        struct pose    out = { scout->from.at, any_length(scout->random, 0, FULL_TURN - 1) };
        struct segment ray = { out.at, out.at };
        struct stretch inside;
        struct march   march;
        if (aimed) out.heading = table_bearing(out.at, middle_of(scout, enemy));
        ray.to = table_moved(out, scout->g.m->size.x, 0).at;
        if (!table_stretches(ray, area, 0, &inside, 1)) return false;
        out.at = inside.leave;
        d->at = table_moved(out, any_length(scout->random, min32(depth, scout->speed), scout->speed), 0).at;
        d->heading = out.heading;
        if (!tercios_leave_refused(&scout->g, scout->unit, d->at, d->heading, scout->net, &march, NULL)) return true;
    }
    return false;
}

/* The shortest flight, the longest, or one in between; what is refused is tried in steps from the longest down. */
static bool sample_flight(const struct match *m, const struct state *s, struct random *random, struct decision *d)
{
    struct ground g;
    struct flight flight;
    struct march  march;
    uint32_t      way = random_below(random, 3);

    tercios_survey(&g, m, s);
    if (!tercios_can_flee(&g, d->unit, &flight)) return false;
    d->value = tercios_speed(m, s, d->unit, 0, 0);
    if (way == 0 && !tercios_flight_refused(&g, d->unit, &flight, d->choice, d->value, &march, NULL)) return true;
    if (flight.high < flight.low) return false;
    d->value = way == 1 ? flight.high : any_length(random, flight.low, flight.high);
    if (!tercios_flight_refused(&g, d->unit, &flight, d->choice, d->value, &march, NULL)) return true;
    for (d->value = flight.high; d->value >= flight.low - TOLERANCE; d->value -= STEP)
        if (!tercios_flight_refused(&g, d->unit, &flight, d->choice, d->value, &march, NULL)) return true;
    d->value = flight.low;
    return !tercios_flight_refused(&g, d->unit, &flight, d->choice, d->value, &march, NULL);
}

/* Infantry and guns in the middle of the front, horse on the wings; the rest of a regiment beside those who stand. */
static struct pose wanted_place(const struct scout *scout, struct box zone, seat_id seat)
{
    const struct match *m = scout->g.m;
    const struct state *s = scout->g.s;
    const struct type  *type = type_of(m, scout->unit);
    bool                length = s->orientation == 2, high = s->zone[seat] == 2;
    int32_t             low = length ? zone.low.y : zone.low.x, high_end = length ? zone.high.y : zone.high.x;
    int32_t             along, back;

    along = type->arm == ARM_CAVALRY ? any_length(scout->random, 5, 30) : any_length(scout->random, 30, 70);
    if (type->arm == ARM_CAVALRY && chance(scout->random, 50)) along = 100 - along;
    along = low + (int32_t)((int64_t)(high_end - low) * along / 100);
    back = any_length(scout->random, 0, 2 * INCH) + (chance(scout->random, 20) ? 4 * INCH : 0);
    if (length) return (struct pose){ { high ? zone.low.x + back : zone.high.x - back, along }, high ? 27000 : 9000 };
    return (struct pose){ { along, high ? zone.low.y + back : zone.high.y - back }, high ? 18000 : 0 };
}

/* A unit of its regiment that stands already, or NOBODY. */
static int some_mate(const struct scout *scout)
{
    const struct regiment *regiment = &scout->g.m->regiment[scout->g.m->regiment_of[scout->unit]];
    uint32_t               shift = random_below(scout->random, (uint32_t)regiment->count);

    for (int i = 0; i < regiment->count; i++) {
        int mate = regiment->first + (int)((uint32_t)i + shift) % regiment->count;
        if (is_on_table(scout->g.s, mate)) return mate;
    }
    return NOBODY;
}

static bool sample_place(const struct scout *scout, seat_id seat, struct decision *d)
{
    enum { TRIES = 3 };
    const struct match *m = scout->g.m;
    const struct state *s = scout->g.s;
    struct box          zone = tercios_zone_of(m, s, seat);
    struct pose         pose;

    for (int i = 0; i < TRIES; i++) {
        int mate = some_mate(scout);
        pose = wanted_place(scout, zone, seat);
        if (mate != NOBODY) {
            int32_t aside = (type_of(m, mate)->shape.width + type_of(m, scout->unit)->shape.width) / 2;
            int32_t space = any_length(scout->random, INCH / 10, 3 * INCH / 2);
            int32_t back = chance(scout->random, 25) ? any_length(scout->random, 0, 3 * INCH) : 0;
            pose = table_moved(pose_of(s, mate), -back, chance(scout->random, 50) ? aside + space : -aside - space);
        }
        d->at = pose.at;
        d->heading = pose.heading;
        if (!tercios_place_refused(m, s, scout->unit, pose, NULL)) return true;
    }
    if (!tercios_find_place(m, s, scout->unit, 1 + random_below(scout->random, 0xfffffffe), &pose)) return false;
    d->at = pose.at;
    d->heading = pose.heading;
    return true;
}

/* What the phase itself says of a decision. */
static bool is_open(const struct match *m, const struct state *s, seat_id seat, const struct decision *d)
{
    return !ruleset_of(m)->phases[flow_top_const(&s->flow)->phase]->refuse(m, s, seat, d, NULL);
}

/* LM-KING-10: the vanguard keeps further from the enemy than others. */
/* Where a move has more to heed than the rules of every move: LM-KING-10, LM-ORD-12. */
static bool is_bound(const struct match *m, const struct state *s)
{
    int phase = flow_top_const(&s->flow)->phase;

    return phase == PHASE_VANGUARD || (phase == PHASE_RUN && custom(m, CUSTOM_RUN_AN_INCH));
}

/* LM-ORD-12: an inch in any direction will do. */
static bool sample_an_inch(const struct match *m, const struct state *s, seat_id seat, struct decision *d)
{
    enum { LOOK = 500 };
    struct pose from = pose_of(s, d->unit);

    for (int32_t turn = -RIGHT_ANGLE; turn <= RIGHT_ANGLE; turn += LOOK) {
        struct pose ahead = { from.at, heading_normal((int64_t)from.heading + turn) };
        d->at = table_moved(ahead, INCH, 0).at;
        if (is_open(m, s, seat, d)) return true;
    }
    return false;
}

/* A length up to the most: all of it, or a part; what is refused is tried in steps from the longest down. */
static bool sample_length(const struct match *m, const struct state *s, seat_id seat, int32_t most, struct random *random, struct decision *d)
{
    d->value = chance(random, 50) ? most : any_length(random, 1, most);
    if (is_open(m, s, seat, d)) return true;
    for (d->value = most; d->value > 0; d->value -= STEP)
        if (is_open(m, s, seat, d)) return true;
    return false;
}

static bool sample_mount(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int32_t from = any_length(random, 0, FULL_TURN - 1);

    for (int32_t turn = 0; turn < FULL_TURN; turn += RIGHT_ANGLE / 2) {
        d->heading = heading_normal((int64_t)(turn ? from + turn : s->unit[d->unit].heading));
        if (is_open(m, s, seat, d)) return true;
    }
    for (d->heading = 0; d->heading < FULL_TURN; d->heading += RIGHT_ANGLE / 2)
        if (is_open(m, s, seat, d)) return true;
    return false;
}

/* B5: straight on to the edge before it, or near that. */
static bool sample_exit(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    struct point from = pose_of(s, d->unit).at;

    for (int i = 0; i < 16; i++) {
        int32_t      aside = i ? any_length(random, -6 * INCH, 6 * INCH) : 0;
        struct point edge[4] = { { from.x + aside, 0 }, { from.x + aside, m->size.y }, { 0, from.y + aside }, { m->size.x, from.y + aside } };
        for (int side = 0; side < 4; side++) {
            d->at = edge[side];
            if (is_open(m, s, seat, d)) return true;
        }
    }
    return false;
}

bool tercios_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                    struct random *random, struct decision *d)
{
    struct scout scout;

    *d = offer->decision;
    switch (d->kind) {
    case DO_FLEE:    return sample_flight(m, s, random, d);
    case DO_RIDE:    return tercios_sample_ride(m, s, d->unit, random, &d->at);
    case DO_ADVANCE: return sample_length(m, s, seat, 3 * INCH, random, d);
    case DO_FALL_BACK: return sample_length(m, s, seat, profile_of(m, s, d->unit)->speed * INCH, random, d);
    case DO_MOUNT:   return sample_mount(m, s, seat, random, d);
    case DO_EXIT:    return sample_exit(m, s, seat, random, d);
    case DO_BUY:     return tercios_sample_purchase(m, s, seat, random, d);
    default:         break;
    }
    if (is_commander(m, d->unit)) return tercios_sample_commander_place(m, s, seat, random, d);
    send_out(&scout, m, s, d->unit, random);
    switch (d->kind) {
    case DO_MOVE:
        if (sample_move(&scout, d) && (!is_bound(m, s) || is_open(m, s, seat, d))) return true;
        return custom(m, CUSTOM_RUN_AN_INCH) && sample_an_inch(m, s, seat, d);
    case DO_MOVE_TURNED: return sample_turned(&scout, d) && (!is_bound(m, s) || is_open(m, s, seat, d));
    case DO_LEAVE:       return sample_leave(&scout, d);
    case DO_PLACE:       return sample_place(&scout, seat, d);
    default:             return false;
    }
}

static bool can_go_to(const void *context, struct pose pose)
{
    const struct scout *scout = context;
    struct march        march;

    return !tercios_move_refused(&scout->g, scout->unit, pose.at, HEADING_AUTOMATIC, scout->net, &march, NULL);
}

int32_t tercios_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                       struct point *points, int32_t capacity)
{
    enum { RAYS = 48, REACH_STEP = 635 };
    struct scout scout;

    if (offer->decision.kind == DO_RIDE) return tercios_ride_region(m, s, offer->decision.unit, points, capacity);
    if (offer->decision.kind == DO_PLACE) return tercios_place_region(m, s, seat, offer->decision.unit, points, capacity);
    if (offer->decision.kind == DO_BUY) return tercios_purchase_region(m, s, seat, points, capacity);
    if (offer->decision.kind != DO_MOVE || capacity < RAYS + 1) return 0;
    send_out(&scout, m, s, offer->decision.unit, NULL);
    return table_reach(scout.from, RIGHT_ANGLE, scout.speed, REACH_STEP, RAYS, can_go_to, &scout, points);
}

/* A plan is made unit by unit: what a card of its own promises a unit depends on no other's, and the offers of all units at once are many. */
int16_t tercios_turn_of(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper)
{
    (void)temper;
    if (flow_top_const(&s->flow)->phase != PHASE_PLAN) return ANYBODY;
    for (int16_t unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && is_standing(s, unit) && !holds_card(s, unit)) return unit;
    return ANYBODY;
}
