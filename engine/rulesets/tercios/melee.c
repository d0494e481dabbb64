/*
 * melee.c: the exchange of a melee and its outcome (ledger chapters BE-MELEE, BE-OUT, BE-CAV-07..09, -13,
 * BE-ART-02..05, BE-WEAP-01, -02, BE-TERR-12, -24).
 *
 * One frame plays a melee: two strikes with what resists them, the winner, break tests, then those who give way. It
 * leaves act.aftermath for the frame below.
 */
#include "tercios.h"

/*
 * The frame of a melee. Of the start only what the first strike may change is kept: the defender's state.
 * VALUE_ATTACKER and VALUE_DEFENDER are what that side suffers: hits until it resists, then wear. From the winner on
 * all is in VALUE_OUTCOME.
 */
enum { VALUE_START = 3, VALUE_OUTCOME = 3, VALUE_ATTACKER, VALUE_DEFENDER };
enum { DEFENDER_WAS_AT_LIMIT = 1, DEFENDER_WAS_DISORDERED = 2 };
enum { WEAR_MASK = 0xff, SAVED_NONE = 0x100 };
enum outcome { ATTACKER_YIELDS = 1, DEFENDER_YIELDS = 2, OUTCOME_DRAW = 4, OUTCOME_RETREAT = 8, OUTCOME_PURSUIT = 16 };
enum { RESIST_MELEE = 5, SHORT_DISENGAGE = 3 * INCH, STEP_BACK_LIMIT = 2 * INCH, CROSSINGS = TABLE_VERTICES / 2 };

void tercios_fight(struct play *p, int attacker, int defender, unsigned flags)
{
    struct frame *frame = go_into(p, PHASE_MELEE);

    frame->value[VALUE_UNIT] = attacker;
    frame->value[VALUE_TARGET] = defender;
    frame->value[VALUE_FLAGS] = (int32_t)flags;
}

/* One side of the melee. */
struct side {
    int  unit, opponent;                            /* the opponent may be NOBODY: whatever it may be */
    bool attacks;                                   /* it is the attacker */
    bool at_limit, disordered, faces_disorder;      /* at the start of the melee */
};

static struct side side_in(struct play *p, bool attacker)
{
    const struct frame *frame = here(p);
    const struct unit  *units = p->state->unit;
    int32_t             start = frame->value[VALUE_START];
    struct side         side = { .attacks = attacker };

    side.unit = frame->value[attacker ? VALUE_UNIT : VALUE_TARGET];
    side.opponent = frame->value[attacker ? VALUE_TARGET : VALUE_UNIT];
    side.at_limit = attacker ? tercios_at_limit(p->match, p->state, side.unit) : (start & DEFENDER_WAS_AT_LIMIT) != 0;
    side.disordered = attacker ? units[side.unit].disordered : (start & DEFENDER_WAS_DISORDERED) != 0;
    side.faces_disorder = attacker ? (start & DEFENDER_WAS_DISORDERED) != 0 : units[side.opponent].disordered;
    return side;
}

/* The Centres of a base that are inside an area. */
static int centres_inside(const struct base *base, const struct area *area)
{
    int count = 0;

    for (int i = SIDE_FRONT; i <= SIDE_LEFT; i++)
        count += table_inside(area, table_centre(base, (enum base_side)i), TOLERANCE);
    return count;
}

/* BE-TERR-12. In a building there are no Centres, and so no height, neither over it nor from it. */
static bool is_higher(const struct match *m, const struct state *s, int unit, int opponent)
{
    struct base ours, theirs;

    if (opponent == NOBODY || is_housed(s, unit) || is_housed(s, opponent)) return false;
    ours = base_of(m, s, unit);
    for (int i = 0; i < m->elements; i++) {
        const struct element *element = &m->element[i];
        if (!(element->traits & T_HEIGHT) || element->is_line) continue;
        if (centres_inside(&ours, &element->area) < 4) continue;
        theirs = base_of(m, s, opponent);
        if (centres_inside(&theirs, &element->area) < 4) return true;
    }
    return false;
}

/* BE-ORDER-05: the rule by which this side has the bonus of Attack, or 0. */
static rule_id attack_bonus(const struct side *side, int32_t flags)
{
    if (side->attacks) return flags & MELEE_INTERCEPTION ? BE_INTER_04 : BE_ORDER_05;
    if (flags & MELEE_COUNTER) return BE_COUNTER_05;
    return flags & MELEE_DEFENDER_ATTACKS ? BE_INTER_04 : 0;
}

/* BE-WEAP-01: the attacker always charges the defender; the other way round only when it counter-charges. */
static bool pikes_help(const struct match *m, const struct state *s, const struct side *side, int32_t flags)
{
    if (side->opponent == NOBODY || !has(m, s, side->unit, W_PIKE) || side->disordered || arm_of(m, s, side->opponent) != ARM_CAVALRY)
        return false;
    return !side->attacks || flags & MELEE_COUNTER;
}

/* The Combat modifiers of T-8. */
static int combat_dice(struct play *p, const struct side *side, int32_t flags)
{
    rule_id attack = attack_bonus(side, flags);
    bool    flanked = !side->attacks && flags & MELEE_FLANK;
    int     net = tercios_net(p, BE_MELEE_04);

    net += because(p, attack, attack ? 1 : 0);
    net += because(p, BE_WEAP_01, pikes_help(p->match, p->state, side, flags) ? 1 : 0);
    net += because(p, BE_WEAP_02, has(p->match, p->state, side->unit, W_HALBERD) && side->faces_disorder ? 1 : 0);
    net += because(p, BE_TERR_12, is_higher(p->match, p->state, side->unit, side->opponent) ? 1 : 0);
    net += because(p, BE_STATE_03, side->at_limit ? -1 : 0);
    net += because(p, BE_FLANK_02, flanked ? -1 : 0);
    return tercios_dice(p, BE_MELEE_04, profile_of(p->match, p->state, side->unit)->combat, net, side->unit, VIRTUE_DEXTERITY);
}

int tercios_combat_dice(struct play *p, int unit, bool attacks)
{
    struct side side = { .unit = unit, .opponent = NOBODY, .attacks = attacks };

    side.at_limit = tercios_at_limit(p->match, p->state, unit);
    side.disordered = p->state->unit[unit].disordered;
    return combat_dice(p, &side, 0);
}

static void cite_strike(struct play *p, const struct side *side, int32_t flags, int hits)
{
    cite(p, BE_VAL_03);
    cite(p, BE_MOD_10);
    cite(p, side->attacks ? BE_MELEE_01 : BE_MELEE_03);
    if (has(p->match, p->state, side->unit, SR_CREW)) cite(p, BE_ART_02);
    if (side->attacks && flags & MELEE_FLANK) cite(p, BE_VAL_04);
    if (!side->attacks && flags & MELEE_FROM_BEHIND && !(flags & MELEE_FLANK)) cite(p, BE_FLANK_05);
    if (hits == 0) cite(p, BE_MELEE_06);
}

static void strike(struct play *p, bool attacker)
{
    struct frame *frame = here(p);
    int32_t       flags = frame->value[VALUE_FLAGS];
    struct side   side = side_in(p, attacker);
    bool          mounted = melee_arm(p->match, p->state, side.unit) == ARM_CAVALRY;
    int           dice = combat_dice(p, &side, flags);
    int           need = profile_of(p->match, p->state, side.opponent)->defence[mounted ? DEFENCE_CAVALRY : DEFENCE_INFANTRY];
    int           hits = pool(p, BE_MELEE_04, dice, need);

    tell(p, EVENT_STRIKES, BE_MELEE_04, side.unit, side.opponent, hits, dice, need);
    cite_strike(p, &side, flags, hits);
    frame->value[attacker ? VALUE_DEFENDER : VALUE_ATTACKER] = hits;
}

/* A unit's own disorder is still what it was at the start: only this roll can change it (BE-MELEE-03). */
static void resist(struct play *p, bool attacker)
{
    struct frame *frame = here(p);
    int32_t       flags = attacker ? 0 : frame->value[VALUE_FLAGS];
    int32_t      *suffers = &frame->value[attacker ? VALUE_ATTACKER : VALUE_DEFENDER];
    int           unit = frame->value[attacker ? VALUE_UNIT : VALUE_TARGET], hits = *suffers, dice, saved;

    if (hits == 0) return;
    dice = tercios_courage_dice(p, unit, BE_MELEE_05, false, flags & MELEE_PROTECTED, flags & MELEE_FLANK, VIRTUE_WILL);
    saved = pool(p, BE_MELEE_05, dice, RESIST_MELEE);
    saved = min32(saved, hits);
    tell(p, EVENT_SAVES, BE_MELEE_05, unit, NOBODY, saved, hits, dice);
    if (flags & MELEE_PROTECTED) cite(p, BE_MOD_08);
    if (saved == 0) tercios_disorder(p, unit, BE_MELEE_06);
    tercios_wear(p, unit, hits - saved, BE_MELEE_07);
    *suffers = (hits - saved) | (saved == 0 ? SAVED_NONE : 0);
}

static void begin(struct play *p)
{
    struct frame *frame = here(p);
    int           defender = frame->value[VALUE_TARGET];

    p->state->act.aftermath = AFTERMATH_NONE;
    frame->value[VALUE_START] = (tercios_at_limit(p->match, p->state, defender) ? DEFENDER_WAS_AT_LIMIT : 0) |
                                (p->state->unit[defender].disordered ? DEFENDER_WAS_DISORDERED : 0);
    strike(p, true);
}

/* BE-OUT-02, BE-ART-03, BE-CAV-07: what losing means. The frame's values have been read and cleared. */
static void lose(struct play *p, int loser, int winner, bool retreats)
{
    int32_t *outcome = &here(p)->value[VALUE_OUTCOME];
    bool     mounted = has(p->match, p->state, winner, SR_PURSUIT);

    if (has(p->match, p->state, loser, SR_NO_ESCAPE)) {
        tercios_destroy(p, loser, BE_ART_03);
        if (mounted) cite(p, BE_CAV_13);
        return;
    }
    if (!retreats) return;
    *outcome |= OUTCOME_RETREAT;
    if (!mounted) return;
    if (arm_of(p->match, p->state, loser) != ARM_INFANTRY) {
        cite(p, BE_CAV_09);
        return;
    }
    *outcome |= OUTCOME_PURSUIT;
    tercios_destroy(p, loser, BE_CAV_07);
}

/* BE-MELEE-08, then the first of what follows (BE-MELEE-09). */
static void find_winner(struct play *p)
{
    struct frame *frame = here(p);
    int           attacker = frame->value[VALUE_UNIT], defender = frame->value[VALUE_TARGET];
    int32_t       ours = frame->value[VALUE_ATTACKER], theirs = frame->value[VALUE_DEFENDER];
    int32_t       taken = ours & WEAR_MASK, inflicted = theirs & WEAR_MASK;
    bool          won = inflicted > taken;

    frame->value[VALUE_ATTACKER] = 0;
    frame->value[VALUE_DEFENDER] = 0;
    if (inflicted == taken) {
        frame->value[VALUE_OUTCOME] = ATTACKER_YIELDS | OUTCOME_DRAW;
        tell(p, EVENT_MELEE_DRAWN, BE_MELEE_08, attacker, defender, taken, 0, 0);
        cite(p, BE_MELEE_02);
        if (frame->value[VALUE_FLAGS] & MELEE_COUNTER) cite(p, BE_COUNTER_06);
        return;
    }
    frame->value[VALUE_OUTCOME] = won ? DEFENDER_YIELDS : ATTACKER_YIELDS;
    tell(p, EVENT_MELEE_WON, BE_MELEE_08, won ? attacker : defender, won ? defender : attacker, max32(taken, inflicted),
         min32(taken, inflicted), 0);
    cite(p, BE_MELEE_02);
    cite(p, BE_MELEE_09);
    cite(p, BE_OUT_13);
    if (won) lose(p, defender, attacker, (theirs & SAVED_NONE) != 0);
    else lose(p, attacker, defender, (ours & SAVED_NONE) != 0);
}

static struct point middle_of(const struct match *m, const struct state *s, int unit)
{
    return is_housed(s, unit) ? pose_of(s, unit).at : base_of(m, s, unit).middle;
}

/* BE-OUT-05: the facing that looks most towards the opponent; of equals the first of this order. */
static enum base_side side_towards(const struct match *m, const struct state *s, int unit, int opponent)
{
    static const enum base_side order[] = { SIDE_BACK, SIDE_LEFT, SIDE_RIGHT, SIDE_FRONT };
    struct point   from = middle_of(m, s, unit), to = middle_of(m, s, opponent);
    enum base_side best = SIDE_FRONT;
    int64_t        most = INT64_MIN;

    for (int i = 0; i < 4; i++) {
        int32_t heading = table_faced(type_of(m, unit)->shape, pose_of(s, unit), order[i]).heading;
        int64_t sine = heading_sine(heading), cosine = heading_cosine(heading);
        int64_t towards = sine * (to.x - from.x) + cosine * (to.y - from.y);
        if (towards <= most) continue;
        most = towards;
        best = order[i];
    }
    return best;
}

/*
 * BE-TERR-24: the pose in which a unit is put out of its building: F where the ray from the opponent's M through the
 * building's middle leaves the outline, or the first step beyond at which the base is clear of it.
 */
static bool find_exit(const struct ground *g, int unit, int opponent, struct pose *pose)
{
    const struct element *building = &g->m->element[g->s->unit[unit].house - 1];
    struct point          from = middle_of(g->m, g->s, opponent), through = building->middle;
    struct point          low = building->area.low, high = building->area.high;
    int32_t               beyond = table_ceiling(table_distance(from, through)) + high.x - low.x + high.y - low.y;
    struct stretch        stretch[CROSSINGS];
    struct segment        ray = { from, table_along(from, through, beyond) };
    int32_t               count = min32(table_stretches(ray, &building->area, 0, stretch, CROSSINGS), CROSSINGS);
    struct base           base;

    if (count == 0) return false;
    pose->at = stretch[count - 1].leave;
    pose->heading = table_bearing(through, from);
    for (int32_t s = stretch[count - 1].to;;) {
        base = table_base(type_of(g->m, unit)->shape, *pose);
        if (!table_on_table(&base, g->m->size, TOLERANCE, NULL)) return false;
        if (!table_overlap_area(&base, &building->area, TOLERANCE)) break;
        s += STEP;
        pose->at = table_along(from, through, s);
    }
    return tercios_overlap_refused(g, unit, *pose, NULL) == 0;
}

/* A unit that gives way. */
struct yield {
    int     unit, opponent;
    bool    retreats, drew;
    int32_t length;           /* it is to go */
};

static void tell_yield(struct play *p, const struct yield *yield, int32_t length)
{
    if (yield->retreats) {
        tell(p, EVENT_RETREATS, BE_OUT_02, yield->unit, yield->opponent, length, 0, 0);
        cite(p, BE_OUT_10);
    } else {
        tell(p, EVENT_DISENGAGES, yield->drew ? BE_OUT_03 : BE_OUT_01, yield->unit, yield->opponent, length, 0, 0);
        cite(p, BE_OUT_04);
    }
    cite(p, BE_OUT_09);
    if (length == yield->length) return;
    tell(p, EVENT_BLOCKED, BE_OUT_07, yield->unit, NOBODY, length, yield->length, 0);
    tercios_wear(p, yield->unit, 1, yield->retreats ? BE_OUT_11 : BE_OUT_08);
}

/* How far back the unit gets from where it stands on the ground (BE-OUT-04, -07, -08). */
static int32_t way_back(const struct ground *g, const struct yield *yield, struct pose from, struct pose *end)
{
    struct straight back = { .bearing = heading_normal((int64_t)from.heading + FULL_TURN / 2), .heading = from.heading,
                             .length = yield->length, .backward = true, .correct = true, .opponent = yield->opponent };

    return tercios_go_straight(g, yield->unit, &back, end);
}

/* BE-OUT-10: a retreat ends with its back to the enemy, and disordered, even if it was cut short (BE-OUT-11). */
static void go_back(struct play *p, const struct yield *yield, struct point from, struct pose end, int32_t length)
{
    tercios_put(p->state, yield->unit, end);
    tell_yield(p, yield, length);
    if (length > 0) tercios_suffer_ground(p, yield->unit, (struct segment){ from, end.at });
    if (!yield->retreats) return;
    tercios_put(p->state, yield->unit, table_faced(type_of(p->match, yield->unit)->shape, end, SIDE_BACK));
    tercios_disorder(p, yield->unit, BE_OUT_10);
}

/*
 * BE-OUT-05, -06: who was charged from behind its front line turns to face the opponent before it backs away. Overlap
 * counts only where it ends; a turn from which no end is free, not even its own place, is not made.
 */
static void turn_and_go_back(struct play *p, const struct yield *yield, int32_t flags)
{
    struct pose    old = pose_of(p->state, yield->unit), from = old, end;
    enum base_side side = SIDE_FRONT;
    struct ground  g;
    int32_t        length;

    if (flags & (MELEE_FLANK | MELEE_FROM_BEHIND))
        side = side_towards(p->match, p->state, yield->unit, yield->opponent);
    tercios_survey(&g, p->match, p->state);
    if (side != SIDE_FRONT) {
        from = table_faced(type_of(p->match, yield->unit)->shape, old, side);
        tercios_try(&g, yield->unit, from);
    }
    length = way_back(&g, yield, from, &end);
    if (length == 0 && side != SIDE_FRONT && tercios_overlap_refused(&g, yield->unit, from, NULL)) {
        side = SIDE_FRONT;
        end = old;
    }
    if (side != SIDE_FRONT)
        tell(p, EVENT_FACED, flags & MELEE_FLANK ? BE_OUT_05 : BE_OUT_06, yield->unit, NOBODY, side, from.at.x,
             from.at.y);
    go_back(p, yield, from.at, end, length);
}

/* BE-TERR-24 */
static void come_out_and_go_back(struct play *p, const struct yield *yield)
{
    struct unit  *u = &p->state->unit[yield->unit];
    struct ground g;
    struct pose   pose, end;
    int32_t       length;

    tercios_survey(&g, p->match, p->state);
    if (!find_exit(&g, yield->unit, yield->opponent, &pose)) {
        tell(p, EVENT_BLOCKED, BE_TERR_24, yield->unit, NOBODY, 0, yield->length, 0);
        tercios_wear(p, yield->unit, 1, yield->retreats ? BE_OUT_11 : BE_OUT_08);
        if (yield->retreats) tercios_disorder(p, yield->unit, BE_OUT_10);
        return;
    }
    tell(p, EVENT_LEFT, BE_TERR_24, yield->unit, NOBODY, u->house - 1, 0, 0);
    u->house = 0;
    tercios_put(p->state, yield->unit, pose);
    tercios_try(&g, yield->unit, pose);
    length = way_back(&g, yield, pose, &end);
    go_back(p, yield, pose.at, end, length);
}

static bool too_close(const struct base *base, const struct base *other)
{
    enum { ROOM = INCH - TOLERANCE };

    return table_near(base, other, ROOM, NULL) && !table_at_least(table_gap(base, other), ROOM, NULL);
}

/* BE-OUT-12: the shortest step that restores the inch; if it is not open, or two inches are not enough, none. */
static void step_back(struct play *p, int unit, int opponent)
{
    const struct type *type = type_of(p->match, unit);
    struct pose        from = pose_of(p->state, unit), end;
    struct straight    back = { .bearing = heading_normal((int64_t)from.heading + FULL_TURN / 2),
                                .heading = from.heading, .backward = true, .opponent = opponent };
    struct base        other, base;
    struct ground      g;

    if (type->speed == 0 || is_housed(p->state, unit) || is_housed(p->state, opponent)) return;
    other = base_of(p->match, p->state, opponent);
    base = base_of(p->match, p->state, unit);
    while (too_close(&base, &other)) {
        back.length += STEP;
        if (back.length > STEP_BACK_LIMIT) return;
        base = table_base(type->shape, table_moved(from, -back.length, 0));
    }
    if (back.length == 0) return;
    tercios_survey(&g, p->match, p->state);
    if (tercios_go_straight(&g, unit, &back, &end) != back.length) return;
    tercios_put(p->state, unit, end);
    tell(p, EVENT_STEPS_BACK, BE_OUT_12, unit, opponent, back.length, 0, 0);
    tercios_suffer_ground(p, unit, (struct segment){ from.at, end.at });
}

/* BE-CAV-08 */
static void pursue(struct play *p, int unit)
{
    struct pose     from = pose_of(p->state, unit), end;
    struct straight ahead = { .bearing = from.heading, .heading = from.heading,
                              .length = profile_of(p->match, p->state, unit)->speed * INCH, .opponent = NOBODY };
    struct ground   g;
    int32_t         length;

    tercios_survey(&g, p->match, p->state);
    length = tercios_go_straight(&g, unit, &ahead, &end);
    tercios_put(p->state, unit, end);
    tell(p, EVENT_PURSUES, BE_CAV_08, unit, NOBODY, length, 0, 0);
    cite(p, BE_OUT_09);
    if (length > 0) tercios_suffer_ground(p, unit, (struct segment){ from.at, end.at });
}

/* The unit gives way by the rule that fits it, then the other leaves it room. */
static void give_way(struct play *p, int unit, int opponent, int32_t outcome, int32_t flags)
{
    int32_t      speed = profile_of(p->match, p->state, unit)->speed * INCH;
    struct yield yield = { unit, opponent, (outcome & OUTCOME_RETREAT) != 0, (outcome & OUTCOME_DRAW) != 0, speed };

    if (yield.retreats) yield.length = 2 * speed;
    else if (custom(p->match, CUSTOM_DISENGAGE_3IN)) yield.length = SHORT_DISENGAGE;
    if (has(p->match, p->state, unit, SR_NO_ESCAPE)) tercios_wear(p, unit, 1, BE_ART_05);
    else if (is_housed(p->state, unit)) come_out_and_go_back(p, &yield);
    else turn_and_go_back(p, &yield, flags);
    step_back(p, opponent, unit);
}

/* BE-MELEE-10: with one side destroyed there is nobody to break off from. */
static void make_moves(struct play *p)
{
    const struct frame *frame = here(p);
    int                 attacker = frame->value[VALUE_UNIT], defender = frame->value[VALUE_TARGET];
    int32_t             outcome = frame->value[VALUE_OUTCOME];
    bool                attacker_yields = (outcome & ATTACKER_YIELDS) != 0;
    int                 unit = attacker_yields ? attacker : defender, opponent = attacker_yields ? defender : attacker;

    if (is_standing(p->state, unit) && is_standing(p->state, opponent)) {
        give_way(p, unit, opponent, outcome, attacker_yields ? 0 : frame->value[VALUE_FLAGS]);
        return;
    }
    cite(p, BE_MELEE_10);
    if (outcome & OUTCOME_PURSUIT && is_standing(p->state, opponent)) pursue(p, opponent);
}

static void end_melee(struct play *p)
{
    const struct frame *frame = here(p);
    bool                attacker = is_standing(p->state, frame->value[VALUE_UNIT]);
    bool                defender = is_standing(p->state, frame->value[VALUE_TARGET]);
    bool                repulsed = !attacker || (defender && frame->value[VALUE_OUTCOME] & ATTACKER_YIELDS);

    p->state->act.aftermath = repulsed ? AFTERMATH_ATTACKER_REPULSED : AFTERMATH_DEFENDER_REPULSED;
    leave(p);
}

/* BE-MELEE-01, -09. Only one of the two can have been blocked, and only it can be due for a test after the moves. */
static void enter_melee(struct play *p)
{
    struct frame *frame = here(p);

    switch (frame->step++) {
    case 0: begin(p); break;
    case 1: resist(p, false); break;
    case 2: strike(p, false); break;
    case 3: resist(p, true); break;
    case 4: find_winner(p); break;
    case 5: tercios_test_break(p, frame->value[VALUE_UNIT]); break;
    case 6: tercios_test_break(p, frame->value[VALUE_TARGET]); break;
    case 7: make_moves(p); break;
    case 8: tercios_test_break(p, frame->value[VALUE_UNIT]); break;
    case 9: tercios_test_break(p, frame->value[VALUE_TARGET]); break;
    default: end_melee(p);
    }
}

const struct phase tercios_melee = { .name = "melee", .rule = BE_MELEE_01, .enter = enter_melee };
