/*
 * move.c: a declared line is walked, and those it comes near to may react (ledger: BE-REACT-03..05, -11, -12, -24, BE-INTER-05).
 *
 * The line stands in the activation. The frame puts the mover at the trigger points one after the other and asks there; when
 * nobody is left to ask it puts the mover at the end of its line, or as near to it as the reactions have left possible.
 */
#include "ground/gaps.h"

enum { MOVE_WALKS, MOVE_INTERCEPTED };

/* VALUE_FLAGS of the frame: somebody was asked on the way, so that things may have moved since the line was declared. */
enum { MOVE_DISTURBED = 1 };

static struct point line_from(const struct activation *act) { return (struct point){ act->from_x, act->from_y }; }
static struct point line_to(const struct activation *act) { return (struct point){ act->to_x, act->to_y }; }

/* The end of a move is the very place that was declared; a charge points at a Centre beyond its end. */
struct pose tercios_on_line(const struct state *s, int32_t covered)
{
    const struct activation *act = &s->act;

    if (covered == act->length && act->line != LINE_CHARGE) return (struct pose){ line_to(act), act->heading };
    return (struct pose){ covered ? table_along(line_from(act), line_to(act), covered) : line_from(act), act->heading };
}

void tercios_declare_line(struct state *s, const struct march *march, enum line_kind kind)
{
    struct activation *act = &s->act;

    act->line = (uint8_t)kind;
    act->from_x = march->line.from.x;
    act->from_y = march->line.from.y;
    act->to_x = march->end.at.x;
    act->to_y = march->end.at.y;
    act->length = march->length;
    act->heading = (uint16_t)table_bearing(march->line.from, march->end.at);
    act->end_heading = (uint16_t)march->end.heading;
}

/* BE-TERR-18 */
static bool uses_crossing(const struct match *m, const struct state *s, struct segment line)
{
    struct element own;

    for (int i = 0; i < elements_in(m, s); i++) {
        const struct element *element = element_in(m, s, i, &own);
        if (element->traits & T_CROSSING && table_crosses_area(line, &element->area, TOLERANCE)) return true;
    }
    return false;
}

/* What the long edition says of the ground under a line, and of friends that it leads through. */
static void cite_way(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 unit = s->act.unit;
    struct segment      line = { line_from(&s->act), tercios_on_line(s, s->act.length).at };
    struct ground       g;
    uint16_t            hindrance;
    bool                plain = s->act.order == ORDER_READY || s->act.order == ORDER_RUN;

    tercios_survey(&g, m, s);
    hindrance = tercios_hindrance(&g, line);
    if (hindrance & T_EASY) {
        cite(p, LM_TERR_06);
        cite(p, LM_TERR_07);
    }
    if (hindrance & T_DIFFICULT) cite(p, has(m, s, unit, SR_SKIRMISHERS) ? LM_INF_04 : BE_TERR_03);
    if (tercios_virtue(m, s, unit, VIRTUE_DEDICATION)) cite(p, LM_VIRT_05);
    if (s->act.line == LINE_MOVE || s->act.line == LINE_RUN) cite(p, LM_MOVE_15);
    if (s->act.line == LINE_RUN) cite(p, LM_MOD_08);
    for (int i = 0; i < elements_of(&g); i++)
        if (element_of(&g, i)->is_line && tercios_crosses(line, element_of(&g, i))) cite(p, LM_TERR_08);
    for (int i = 0; i < g.count; i++) {
        int other = g.list[i];
        if (other == unit || are_enemies(m, unit, other) || !table_crosses_base(line, &g.base[other], TOLERANCE)) continue;
        cite(p, is_friendly_gun(m, unit, other) ? LM_GEO_10 : plain ? LM_KING_08 : LM_KING_09);
    }
}

void tercios_cite_passage(struct play *p, int unit, struct segment line, rule_id rule)
{
    const struct match *m = p->match;
    struct ground       g;

    if (!p->events || (rule == LM_KING_09 && !custom(m, CUSTOM_OPEN_ORDER_PASSES))) return;
    tercios_survey(&g, m, p->state);
    for (int i = 0; i < g.count; i++) {
        int other = g.list[i];
        if (other == unit || are_enemies(m, unit, other) || is_friendly_gun(m, unit, other)) continue;
        if (table_crosses_base(line, &g.base[other], TOLERANCE)) {
            cite(p, rule);
            return;
        }
    }
}

void tercios_walk(struct play *p)
{
    struct activation *act = &p->state->act;
    struct unit       *u = &p->state->unit[act->unit];

    act->covered = 0;
    act->aftermath = AFTERMATH_NONE;
    act->heading_before = u->heading;
    tell(p, EVENT_MOVES, act->line == LINE_RUN ? BE_ORDER_09 : act->line == LINE_MOVE ? BE_ORDER_04 : BE_ORDER_05, act->unit, NOBODY,
         act->length, act->heading, act->line);
    cite(p, BE_MOVE_01);
    cite(p, BE_MOVE_03);
    cite(p, BE_MOVE_05);
    cite(p, BE_MOVE_09);
    cite(p, BE_GEO_17);
    if (act->end_heading != act->heading) cite(p, BE_MOVE_13);
    if (act->end_heading != act->heading && is_liber(p->match)) cite(p, LM_MOVE_09);
    if ((p->match->rivers || p->state->ground) && uses_crossing(p->match, p->state, (struct segment){ line_from(act), tercios_on_line(p->state, act->length).at }))
        cite(p, BE_TERR_18);
    if (p->events && is_liber(p->match)) cite_way(p);
    if (u->house) {
        act->leaves = u->house;
        act->heading_before = act->heading;
        u->house = 0;
        tercios_put(p->state, act->unit, tercios_on_line(p->state, 0));
        tell(p, EVENT_LEFT, BE_TERR_23, act->unit, NOBODY, act->leaves - 1, 0, 0);
    }
    go_into(p, PHASE_MOVE)->value[VALUE_UNIT] = act->unit;
}

/* Proximity. */

/* The distance from the reacting unit to a stretch of a line: from its front centre, in a building from the outline (BE-TERR-22). */
static struct distance distance_to(const struct ground *g, int unit, struct segment line)
{
    if (is_housed(g->s, unit)) return table_segment_area(line, &element_of(g, g->s->unit[unit].house - 1)->area);
    return table_point_segment(pose_of(g->s, unit).at, line);
}

static int32_t length_of(struct segment line)
{
    return table_floor(table_distance(line.from, line.to));
}

/*
 * The first whole tick of the line within 3 in; of a line that comes no nearer than the tolerance allows, the first such. The
 * question only ever turns true once on the way.
 */
static int32_t first_near(const struct ground *g, int unit, struct segment line)
{
    int32_t low = 0, high = length_of(line);
    int32_t near = table_at_most(distance_to(g, unit, line), NEAR, NULL) ? NEAR : NEAR + TOLERANCE;

    while (low < high) {
        int32_t        middle = low + (high - low) / 2;
        struct segment part = { line.from, middle ? table_along(line.from, line.to, middle) : line.from };
        if (table_at_most(distance_to(g, unit, part), near, NULL)) high = middle;
        else low = middle + 1;
    }
    return low;
}

static bool far_from(struct point point, struct segment line, int32_t margin)
{
    return point.x < min32(line.from.x, line.to.x) - margin || point.x > max32(line.from.x, line.to.x) + margin ||
           point.y < min32(line.from.y, line.to.y) - margin || point.y > max32(line.from.y, line.to.y) + margin;
}

/* BE-REACT-04: within 3 in, and nearer by more than the tolerance than it was at the start. */
static bool comes_near(struct distance least, struct distance start)
{
    return table_at_most(least, NEAR + TOLERANCE, NULL) && !table_at_most(start, (int64_t)table_floor(least) + TOLERANCE, NULL);
}

static bool front_centre_triggers(const struct ground *g, int unit, struct segment line, int32_t *s)
{
    if (!comes_near(distance_to(g, unit, line), distance_to(g, unit, (struct segment){ line.from, line.from }))) return false;
    *s = first_near(g, unit, line);
    return true;
}

/*
 * The option `any_centre`: the nearest of the four Centres at each point of the line. Each of them runs on a line parallel to that
 * of F; the starting distance is taken in the old pose.
 */
static bool any_centre_triggers(const struct ground *g, int unit, struct segment line, int32_t *s)
{
    const struct activation *act = &g->s->act;
    struct shape             shape = type_of(g->m, act->unit)->shape;
    struct base              before = table_base(shape, (struct pose){ line.from, act->heading_before });
    struct base              faced = table_base(shape, (struct pose){ line.from, act->heading });
    struct segment           own[4];
    struct distance          start = { 0 }, least = { 0 };

    for (int side = SIDE_FRONT; side <= SIDE_LEFT; side++) {
        struct point    old = table_centre(&before, (enum base_side)side), centre = table_centre(&faced, (enum base_side)side);
        struct distance apart = distance_to(g, unit, (struct segment){ old, old }), nearest;
        own[side] = (struct segment){ centre, { centre.x + line.to.x - line.from.x, centre.y + line.to.y - line.from.y } };
        nearest = distance_to(g, unit, own[side]);
        if (side == SIDE_FRONT || table_compare(apart, start) < 0) start = apart;
        if (side == SIDE_FRONT || table_compare(nearest, least) < 0) least = nearest;
    }
    if (!comes_near(least, start)) return false;
    *s = INT32_MAX;
    for (int side = SIDE_FRONT; side <= SIDE_LEFT; side++)
        if (table_at_most(distance_to(g, unit, own[side]), NEAR + TOLERANCE, NULL)) *s = min32(*s, first_near(g, unit, own[side]));
    return true;
}

/* BE-REACT-03, BE-REACT-04 */
bool tercios_triggers(const struct ground *g, int unit, int32_t *s)
{
    const struct activation *act = &g->s->act;
    struct segment           line = { line_from(act), tercios_on_line(g->s, act->length).at };
    bool                     any_centre = custom(g->m, CUSTOM_ANY_CENTRE), found;

    if (!is_housed(g->s, unit) &&
        far_from(pose_of(g->s, unit).at, line, NEAR + TOLERANCE + (any_centre ? 2 * type_of(g->m, act->unit)->shape.radius : 0)))
        return false;
    found = any_centre ? any_centre_triggers(g, unit, line, s) : front_centre_triggers(g, unit, line, s);
    if (found) *s = max32(*s, act->covered);
    return found;
}

/* BE-REACT-01: only holders of a card (LM-KING-02: or those who lie in ambush); BE-REACT-12: once in an activation, and the target of a charge has had its own question. */
static bool may_be_asked(const struct match *m, const struct state *s, int unit)
{
    if (!are_enemies(m, unit, s->act.unit) || !is_standing(s, unit) || s->unit[unit].asking != ASKING_NOT_YET) return false;
    if (s->act.line == LINE_CHARGE && unit == s->act.target) return false;
    return holds_card(s, unit) || (is_liber(m) && tercios_may_evade(m, s, unit, s->act.unit, TRIGGER_NEAR));
}

/* BE-REACT-11: mark the units with the first trigger point on what is left of the line. False when there is none. */
static bool mark_next(struct play *p)
{
    struct state *s = p->state;
    struct ground g;
    int32_t       first = INT32_MAX, at[PIECES];

    for (int unit = 0; unit < p->match->units; unit++)
        if (s->unit[unit].asking == ASKING_NOW) return true;             /* an interception came before their turn */
    g.m = p->match;                     /* the bases do not matter */
    g.s = s;
    g.count = 0;
    if (s->ground) tercios_survey_ground(&g);
    for (int unit = 0; unit < p->match->units; unit++) {
        at[unit] = -1;
        if (!may_be_asked(p->match, s, unit) || !tercios_triggers(&g, unit, &at[unit])) continue;
        if (at[unit] < first) first = at[unit];
    }
    if (first == INT32_MAX) return false;
    for (int unit = 0; unit < p->match->units; unit++)
        if (at[unit] == first && may_be_asked(p->match, s, unit)) s->unit[unit].asking = ASKING_NOW;
    s->act.covered = first;
    return true;
}

/* The mover stands where it is seen coming; ground on the way so far has its effect (BE-TERR-04). */
static void pause_on_line(struct play *p)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct pose        pose = tercios_on_line(s, act->covered);

    tercios_put(s, act->unit, pose);
    tercios_suffer_ground(p, act->unit, (struct segment){ line_from(act), pose.at });
}

/* Arriving. */

/* The building that does not bar the line: the one it leads into, the target's, or the one it comes out of; or -1. */
static int open_building(const struct state *s)
{
    const struct activation *act = &s->act;

    if (act->enters) return act->enters == EXITS ? -1 : act->enters - 1;
    if (act->line == LINE_CHARGE && is_housed(s, act->target)) return s->unit[act->target].house - 1;
    return act->leaves - 1;
}

/* Could the line end at that pose now? The unit's base in g is where it started. */
static bool may_end(const struct ground *g, struct pose end)
{
    const struct activation *act = &g->s->act;
    bool                     charges = act->line == LINE_CHARGE;
    struct segment           line = { line_from(act), end.at };
    struct counter           counter;

    if (charges && act->counter) return tercios_counter(g, act->unit, act->target, &counter);
    if (tercios_line_refused(g, act->unit, line, NOBODY, open_building(g->s), NOBODY, NULL)) return false;
    if (act->enters) return true;
    return !tercios_end_refused(g, act->unit, end, charges ? END_CONTACT : END_PLAIN, NOBODY, NULL);
}

/* Where a reaction has taken the mover's first place too, it stays where it was interrupted, or as near to that as it can stand. */
static int32_t left_on_line(const struct ground *g)
{
    const struct activation *act = &g->s->act;
    struct pose              start = { line_from(act), act->heading_before };

    if (act->leaves || !tercios_overlap_refused(g, act->unit, start, NULL)) return -1;
    for (int32_t off = 0; off <= act->length; off += STEP) {
        int32_t before = act->covered - off, beyond = act->covered + off;
        if (before >= 0 && !tercios_overlap_refused(g, act->unit, tercios_on_line(g->s, before), NULL)) return before;
        if (beyond <= act->length && !tercios_overlap_refused(g, act->unit, tercios_on_line(g->s, beyond), NULL)) return beyond;
    }
    return act->covered;
}

/* BE-REACT-24: the longest multiple of a tenth of an inch that is still legal; -1 when it stays where it began. */
static int32_t shortened(const struct ground *g)
{
    const struct activation *act = &g->s->act;

    for (int32_t length = act->length / STEP * STEP; length > 0; length -= STEP) {
        struct pose end = tercios_on_line(g->s, length);
        if (!tercios_line_refused(g, act->unit, (struct segment){ line_from(act), end.at }, NOBODY, act->leaves - 1, NOBODY, NULL) &&
            !tercios_end_refused(g, act->unit, end, END_PLAIN, NOBODY, NULL))
            return length;
    }
    return left_on_line(g);
}

static void stop_short(struct play *p, const struct ground *g)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct element     own;
    int32_t            length = shortened(g);

    if (length < 0 && act->leaves) {
        s->unit[act->unit].house = act->leaves;
        tercios_put(s, act->unit, (struct pose){ element_in(p->match, s, act->leaves - 1, &own)->middle, act->heading_before });
    } else {
        tercios_put(s, act->unit, length < 0 ? (struct pose){ line_from(act), act->heading_before } : tercios_on_line(s, length));
    }
    tell(p, EVENT_STOPS, BE_REACT_24, act->unit, NOBODY, max32(length, 0), act->length, 0);
    cite(p, BE_GEO_18);
    if (length > 0) tercios_suffer_ground(p, act->unit, (struct segment){ line_from(act), tercios_on_line(s, length).at });
    act->line = LINE_NONE;
    if (length > 0) tercios_settle(p, act->unit, (struct pose){ line_from(act), act->heading }, pose_of(s, act->unit));
}

/* A first look: is there a gun that the unit might stand on? */
static bool is_near_own_gun(const struct match *m, const struct state *s, int unit)
{
    for (int gun = 0; gun < m->units && is_liber(m); gun++) {
        int64_t reach = 2 * ((int64_t)type_of(m, gun)->shape.radius + type_of(m, unit)->shape.radius);
        if (gun != unit && is_friendly_gun(m, unit, gun) && is_on_table(s, gun) &&
            square_apart(pose_of(s, gun).at, pose_of(s, unit).at) <= reach * reach)
            return true;
    }
    return false;
}

/* LM-MOVE-10, -11 */
void tercios_drive_guns(struct play *p, int unit)
{
    struct state *s = p->state;
    struct ground g;
    struct pose   pose = pose_of(s, unit), behind;

    if (!is_near_own_gun(p->match, s, unit)) return;
    tercios_survey(&g, p->match, s);
    for (int i = 0; i < g.count; i++) {
        int gun = g.list[i];
        if (gun == unit || !is_friendly_gun(p->match, unit, gun) || !table_overlap(&g.base[unit], &g.base[gun], TOLERANCE)) continue;
        if (!tercios_gun_behind(&g, unit, pose, gun, &behind)) continue;
        tercios_put(s, gun, behind);
        tercios_try(&g, gun, behind);
        tell(p, EVENT_DISPLACED, LM_MOVE_10, gun, unit, behind.at.x, behind.at.y, 0);
        cite(p, LM_MOVE_11);
    }
}

void tercios_settle(struct play *p, int unit, struct pose from, struct pose to)
{
    if (!is_liber(p->match) || !is_on_table(p->state, unit)) return;
    tercios_drive_guns(p, unit);
    tercios_sweep(p, unit, from, to);
}

static void arrive(struct play *p)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct pose        end = { tercios_on_line(s, act->length).at, act->end_heading };
    bool               disturbed = here(p)->value[VALUE_FLAGS] & MOVE_DISTURBED;
    struct ground      g;
    struct element     own;

    leave(p);
    if (disturbed) {
        tercios_survey(&g, p->match, s);
        tercios_try(&g, act->unit, (struct pose){ line_from(act), act->heading_before });
        if (!may_end(&g, end)) {
            stop_short(p, &g);
            return;
        }
    }
    act->covered = act->length;
    tercios_put(s, act->unit, end);
    tercios_suffer_ground(p, act->unit, (struct segment){ line_from(act), end.at });
    if (act->enters == EXITS) {
        tercios_exit(p, act->unit);
        act->line = LINE_NONE;
        return;
    }
    if (act->enters) {
        s->unit[act->unit].house = act->enters;
        tercios_put(s, act->unit, (struct pose){ element_in(p->match, s, act->enters - 1, &own)->middle, end.heading });
        tell(p, EVENT_ENTERED, BE_TERR_21, act->unit, NOBODY, act->enters - 1, 0, 0);
        cite(p, BE_TERR_20);
    }
    if (act->line == LINE_CHARGE) return;           /* it settles when it has made contact */
    act->line = LINE_NONE;
    tercios_settle(p, act->unit, (struct pose){ line_from(act), act->heading }, end);
}

/* How far a charge still has to go from a place to touch its target, within its reach as declared; -1 when it cannot. */
static int32_t contact_from(const struct match *m, const struct state *s, struct pose from, struct point to, int32_t reach)
{
    const struct activation *act = &s->act;
    struct base              target;
    struct element           own;

    if (!is_standing(s, act->target)) return -1;
    if (is_housed(s, act->target))
        return table_first_contact(type_of(m, act->unit)->shape, from, to, reach,
                                   table_obstacle_area(&element_in(m, s, s->unit[act->target].house - 1, &own)->area), 0);
    target = base_of(m, s, act->target);
    return table_first_contact(type_of(m, act->unit)->shape, from, to, reach, table_obstacle_base(&target), 0);
}

/*
 * BE-INTER-05: what is left of the line starts where the mover now stands, in the same direction. What a charger was pushed back
 * does not shorten its reach; one that can no longer touch its target only approaches. False when nothing is left.
 */
static bool take_up_again(struct play *p)
{
    enum { SLACK = 4 };         /* what the rounding of Centres and corners may hold a base short of contact */
    struct state      *s = p->state;
    struct activation *act = &s->act;
    struct element     own;
    bool               charges = act->line == LINE_CHARGE;
    int32_t            bearing = table_bearing(line_from(act), line_to(act)), left;
    struct pose        from = pose_of(s, act->unit);
    struct point       to = from.at;

    left = (charges ? length_of((struct segment){ line_from(act), line_to(act) }) : act->length) - act->covered;
    if (charges) {
        int32_t pushed = table_ceiling(table_distance(tercios_on_line(s, act->covered).at, from.at));
        int32_t reach = max32(left, 0) + pushed + SLACK, contact;
        to = table_moved((struct pose){ from.at, bearing }, reach, 0).at;
        contact = contact_from(p->match, s, (struct pose){ from.at, act->heading }, to, reach);
        charges = contact >= 0;
        act->counter = 0;
        if (charges) left = contact;
        else act->line = LINE_APPROACH;
    }
    if (!charges) {
        if (left <= TOLERANCE && !act->enters) return false;
        to = table_moved((struct pose){ from.at, bearing }, max32(left, 0), 0).at;
        act->heading = act->end_heading = (uint16_t)bearing;
    }
    if (act->enters && act->enters != EXITS && !table_covers(&element_in(p->match, p->state, act->enters - 1, &own)->area, to, TOLERANCE)) act->enters = 0;
    act->from_x = from.at.x;
    act->from_y = from.at.y;
    act->to_x = to.x;
    act->to_y = to.y;
    act->length = max32(left, 0);
    act->covered = 0;
    act->leaves = 0;
    act->heading_before = (uint16_t)from.heading;
    return true;
}

static void after_interception(struct play *p)
{
    struct state      *s = p->state;
    struct activation *act = &s->act;
    bool               free_to_go = is_standing(s, act->unit) && act->aftermath == AFTERMATH_ATTACKER_REPULSED;

    act->aftermath = AFTERMATH_NONE;
    here(p)->step = MOVE_WALKS;
    if (free_to_go && take_up_again(p)) {
        go_into(p, PHASE_GO_ON)->value[VALUE_UNIT] = act->unit;
        return;
    }
    act->line = LINE_NONE;
    if (!free_to_go) {
        act->actions |= ACTION_OVER;
        if (is_liber(p->match)) cite(p, LM_REACT_12);
    }
    leave(p);
}

static void enter_move(struct play *p)
{
    struct frame *frame = here(p);

    if (frame->step == MOVE_INTERCEPTED) {
        after_interception(p);
    } else if (!is_standing(p->state, frame->value[VALUE_UNIT]) || p->state->act.line == LINE_NONE) {
        if (p->state->act.line != LINE_NONE) cite(p, BE_REACT_18);       /* else it chose to stop after an interception */
        p->state->act.line = LINE_NONE;
        leave(p);
    } else if (mark_next(p)) {
        frame->value[VALUE_FLAGS] |= MOVE_DISTURBED;
        pause_on_line(p);
        tercios_ask_reaction(p, TRIGGER_NEAR);
    } else {
        arrive(p);
    }
}

/* BE-REACT-11: whoever the mover has come near to on its way to the interceptor is still asked, if it goes on. */
void tercios_intercepted(struct play *p)
{
    struct state *s = p->state;
    struct ground g;
    int32_t       at;

    here(p)->step = MOVE_INTERCEPTED;
    tercios_survey(&g, p->match, s);
    for (int unit = 0; unit < p->match->units; unit++)
        if (may_be_asked(p->match, s, unit) && tercios_triggers(&g, unit, &at) && at <= s->act.covered)
            s->unit[unit].asking = ASKING_NOW;
}

/* D-28: the intercepted mover goes on, or stops where it is. */

static void enter_go_on(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_go_on(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_GO_ON, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = acting(s) }, 0);
}

static rule_id refuse_go_on(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_GO_ON || d->kind == DO_STOP) && d->unit == acting(s) ? 0 : refuse_with(why, BE_INTER_05, 0, 0);
}

static void take_go_on(struct play *p, seat_id seat, const struct decision *d)
{
    struct activation *act = &p->state->act;

    (void)seat;
    leave(p);
    if (d->kind == DO_GO_ON) {
        tell(p, EVENT_MOVES, BE_INTER_05, act->unit, NOBODY, act->length, act->heading, act->line);
        return;
    }
    act->line = LINE_NONE;
    tell(p, EVENT_STAYS, BE_INTER_05, act->unit, NOBODY, 0, 0, 0);
}

const struct phase tercios_move = { .name = "move", .rule = BE_MOVE_01, .enter = enter_move };
const struct phase tercios_go_on = { "go_on", BE_INTER_05, enter_go_on, offer_go_on, refuse_go_on, take_go_on, .step = STEP_BELOW };
