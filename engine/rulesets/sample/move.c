/* move.c: standing and marching (ledger chapters SA-GEO, SA-MOVE). */
#include "sample.h"

enum { LEAST_MARCH = 100, RIGHT_ANGLE = 9000 };

void sample_put(struct state *s, int unit, struct pose pose)
{
    s->unit[unit].x = pose.at.x;
    s->unit[unit].y = pose.at.y;
    s->unit[unit].heading = (uint16_t)pose.heading;
}

/* SA-GEO-04 */
rule_id sample_stand_refused(const struct match *m, const struct state *s, int unit, struct pose pose, struct refusal *why)
{
    struct base base = table_base(type_of(m, unit)->shape, pose);

    if (!table_on_table(&base, m->size, 0, NULL)) return refuse_with(why, SA_GEO_04, 0, 0);
    for (int other = 0; other < UNITS; other++) {
        struct base theirs;
        if (other == unit || s->unit[other].removed) continue;
        theirs = base_of(m, s, other);
        if (table_overlap(&base, &theirs, TOUCH)) return refuse_for(why, SA_GEO_04, other);
    }
    for (int i = 0; i < m->terrains; i++)
        if (m->terrain[i].kind == TERRAIN_WATER && table_overlap_area(&base, &m->terrain[i].area, TOUCH))
            return refuse_with(why, SA_GEO_04, 0, 0);
    return 0;
}

/* SA-MOVE-04, SA-MOVE-05 */
rule_id sample_line_refused(const struct match *m, const struct state *s, int unit, struct segment line, int except,
                            struct refusal *why)
{
    for (int other = 0; other < UNITS; other++) {
        struct base theirs;
        if (other == unit || other == except || s->unit[other].removed) continue;
        theirs = base_of(m, s, other);
        if (table_crosses_base(line, &theirs, TOUCH)) return refuse_for(why, SA_MOVE_04, other);
    }
    for (int i = 0; i < m->terrains; i++)
        if (m->terrain[i].kind == TERRAIN_WATER && table_crosses_area(line, &m->terrain[i].area, TOUCH))
            return refuse_with(why, SA_MOVE_05, 0, 0);
    return 0;
}

bool sample_crosses_wood(const struct match *m, struct segment line)
{
    for (int i = 0; i < m->terrains; i++)
        if (m->terrain[i].kind == TERRAIN_WOOD && table_crosses_area(line, &m->terrain[i].area, 0)) return true;
    return false;
}

int32_t sample_march_limit(const struct match *m, int unit, bool through_wood)
{
    int32_t speed = type_of(m, unit)->speed;

    return through_wood ? speed / 2 : speed;
}

/* SA-MOVE-07: the enemy that the unit would come too near to, or NOBODY. */
static int too_near(const struct match *m, const struct state *s, int unit, struct pose pose)
{
    struct base before = base_of(m, s, unit), after = table_base(type_of(m, unit)->shape, pose);

    for (int enemy = 0; enemy < UNITS; enemy++) {
        struct base theirs;
        if (!are_enemies(m, unit, enemy) || s->unit[enemy].removed) continue;
        theirs = base_of(m, s, enemy);
        if (!table_near(&after, &theirs, ENEMY_GAP, NULL) || table_at_least(table_gap(&after, &theirs), ENEMY_GAP, NULL)) continue;
        if (table_compare(table_gap(&after, &theirs), table_gap(&before, &theirs)) < 0) return enemy;
    }
    return NOBODY;
}

/* SA-MOVE-01: facing along the line. The rules are asked in ledger order, the cheap ones being first there too. */
rule_id sample_march_refused(const struct match *m, const struct state *s, int unit, struct point to, struct refusal *why)
{
    struct pose     from = pose_of(s, unit);
    struct segment  line = { from.at, to };
    struct distance length = table_distance(from.at, to);
    struct pose     end = { to, table_pivot(from, to).heading };
    int32_t         speed = sample_march_limit(m, unit, false), in_wood = sample_march_limit(m, unit, true);
    rule_id         rule;
    int             enemy;

    if (heading_apart(from.heading, end.heading) > RIGHT_ANGLE)
        return refuse_with(why, SA_MOVE_02, heading_apart(from.heading, end.heading), RIGHT_ANGLE);
    if (!table_at_most(length, speed, NULL) || !table_at_least(length, LEAST_MARCH, NULL))
        return refuse_with(why, SA_MOVE_03, why ? table_ceiling(length) : 0, speed);
    rule = sample_line_refused(m, s, unit, line, NOBODY, why);
    if (rule) return rule;
    if (sample_stand_refused(m, s, unit, end, why)) return refuse_as(why, SA_MOVE_06);
    enemy = too_near(m, s, unit, end);
    if (enemy != NOBODY) return refuse_for(why, SA_MOVE_07, enemy);
    if (!table_at_most(length, in_wood, NULL) && sample_crosses_wood(m, line))
        return refuse_with(why, SA_MOVE_08, why ? table_ceiling(length) : 0, in_wood);
    return 0;
}

/* For searches that ask about one pose after another. */
struct marching {
    const struct match *m;
    const struct state *s;
    int                 unit;
};

static bool march_is_legal(const void *context, struct pose pose)
{
    const struct marching *marching = context;

    return !sample_march_refused(marching->m, marching->s, marching->unit, pose.at, NULL);
}

int32_t sample_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                      struct point *points, int32_t capacity)
{
    enum { RAYS = 48, STEP = 500 };
    int             unit = offer->decision.unit;
    struct marching marching = { m, s, unit };

    (void)seat;
    if (capacity < RAYS + 1) return 0;
    return table_reach(pose_of(s, unit), RIGHT_ANGLE, type_of(m, unit)->speed, STEP, RAYS, march_is_legal, &marching, points);
}

/* A refused place comes with the nearest one that would do, for the hand that is dragging. */
static void find_nearest(const struct match *m, const struct state *s, int unit, struct point to, struct refusal *why)
{
    enum { STEP = 250, BUDGET = 200 };
    struct marching marching = { m, s, unit };
    struct pose     from = pose_of(s, unit), wanted = { to, table_bearing(from.at, to) };
    int32_t         speed = type_of(m, unit)->speed;

    if (!table_at_most(table_distance(from.at, to), speed, NULL)) wanted.at = table_along(from.at, to, speed);
    why->has_nearest = table_nearest_legal(from.at, wanted, STEP, BUDGET, march_is_legal, &marching, &why->nearest);
    if (why->has_nearest) why->nearest.heading = table_bearing(from.at, why->nearest.at);
}

static void enter_march(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_march(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t unit = acting(s);

    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_MARCH, .unit = unit }, USES_AT);
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_march(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    rule_id rule;

    (void)seat;
    if (d->kind == DO_PASS) return 0;
    if (d->kind != DO_MARCH || d->unit != acting(s))
        return refuse_with(why, SA_ORDER_03, 0, 0);
    rule = sample_march_refused(m, s, d->unit, d->at, why);
    if (rule && why) find_nearest(m, s, d->unit, d->at, why);
    return rule;
}

static void take_march(struct play *p, seat_id seat, const struct decision *d)
{
    int         unit = here(p)->value[VALUE_UNIT];
    struct pose from = pose_of(p->state, unit);

    (void)seat;
    if (d->kind == DO_MARCH) {
        int32_t heading = table_bearing(from.at, d->at);
        tell(p, EVENT_MARCHED, SA_MOVE_01, unit, NOBODY, table_floor(table_distance(from.at, d->at)), heading, 0);
        cite(p, SA_ORDER_03);
        sample_put(p->state, unit, (struct pose){ d->at, heading });
    } else {
        tell(p, EVENT_PASSED, SA_ORDER_03, unit, NOBODY, 0, 0, 0);
    }
    sample_spend_card(p, unit);
    leave(p);
}

/* Values first: geometry may only be asked about places on the table. */
static bool values_are_possible(const struct match *m, const struct unit *u, int unit, struct fault *fault)
{
    const char *id = m->piece[unit].id;

    if (u->heading >= FULL_TURN) return fault_say(fault, "state", 0, "SA-GEO-01: the heading of %s is not below 36000", id);
    if (u->order >= ORDER_HIDDEN || u->shown > 1 || u->removed > 1)
        return fault_say(fault, "state", 0, "SA-TURN-02: the card of %s is impossible", id);
    if (u->removed) return true;
    if (!between(0, u->x, m->size.x) || !between(0, u->y, m->size.y))
        return fault_say(fault, "state", 0, "SA-GEO-04: %s is not on the table", id);
    if (u->wear > type_of(m, unit)->endurance + DICE_AT_ONCE)
        return fault_say(fault, "state", 0, "SA-UNIT-02: the wear of %s is impossible", id);
    if (sample_order_refused(m, unit, u->order))
        return fault_say(fault, "state", 0, "SA-CHARGE-01: %s may not hold that order", id);
    return true;
}

/* Every unit holds possible values and stands legally. */
bool sample_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    int standing[2] = { 0, 0 };

    for (int unit = 0; unit < UNITS; unit++) {
        if (!values_are_possible(m, &s->unit[unit], unit, fault)) return false;
        standing[side_of(m, unit)] += !s->unit[unit].removed;
    }
    if (!s->flow.over && (!standing[SEAT_A] || !standing[SEAT_B]))
        return fault_say(fault, "state", 0, "SA-WIN-01: a side has no unit left, so the game is over");
    for (int unit = 0; unit < UNITS; unit++)
        if (!s->unit[unit].removed && sample_stand_refused(m, s, unit, pose_of(s, unit), NULL))
            return fault_say(fault, "state", 0, "SA-GEO-04: %s cannot stand there", m->piece[unit].id);
    return true;
}

const struct phase sample_march = { "march", SA_ORDER_03, enter_march, offer_march, refuse_march, take_march, .step = STEP_BELOW };
