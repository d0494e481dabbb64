/*
 * ground.c: where a base may stand and a line may run (ledger chapters BE-GEO, BE-MOVE, BE-FACE, BE-TERR).
 *
 * A move is judged by two things only (BE-MOVE-05): the line of its front centre and the pose at its end. A pose is
 * judged among its surroundings, the units and the impassable ground that a base at that point could meet at any
 * heading: they are gathered once and serve for all the angles that a correction tries.
 */
#include "gaps.h"

#include <string.h>

enum {
    ENEMY_GAP        = ENEMY_ROOM - TOLERANCE,
    CORRECTION_STEP  = 50,
    CORRECTION_LIMIT = 4500,
    SLACK            = 4         /* what the rounding of corners may add to a distance */
};
enum { BLOCKING = T_IMPASSABLE | T_BUILDING };

/* The table at one moment. */

void tercios_survey(struct ground *g, const struct match *m, const struct state *s)
{
    g->m = m;
    g->s = s;
    g->count = 0;
    if (s->ground) tercios_survey_ground(g);
    for (int unit = 0; unit < m->units; unit++) {
        if (!is_on_table(s, unit)) continue;
        g->list[g->count++] = (uint8_t)unit;
        table_place(&g->base[unit], type_of(m, unit)->shape, pose_of(s, unit));
    }
}

void tercios_survey_about(struct ground *g, const struct match *m, const struct state *s, struct point at, int32_t reach)
{
    g->m = m;
    g->s = s;
    g->count = 0;
    if (s->ground) tercios_survey_ground(g);
    for (int unit = 0; unit < m->units; unit++) {
        int64_t room = (int64_t)reach + 2 * type_of(m, unit)->shape.radius;
        if (!is_on_table(s, unit) || square_apart(at, pose_of(s, unit).at) > room * room) continue;
        g->list[g->count++] = (uint8_t)unit;
        table_place(&g->base[unit], type_of(m, unit)->shape, pose_of(s, unit));
    }
}

void tercios_copy_ground(struct ground *copy, const struct ground *g)
{
    size_t bought = g->s->ground * sizeof g->own[0];

    memcpy(copy, g, offsetof(struct ground, own));
    if (bought) memcpy(copy->own, g->own, bought);
}

/* Its place in the list, or where it would be put in. */
static int place_in_list(const struct ground *g, int unit)
{
    int place = 0;

    while (place < g->count && g->list[place] < unit) place++;
    return place;
}

static bool is_listed(const struct ground *g, int unit)
{
    int place = place_in_list(g, unit);

    return place < g->count && g->list[place] == unit;
}

void tercios_try(struct ground *g, int unit, struct pose pose)
{
    table_place(&g->base[unit], type_of(g->m, unit)->shape, pose);
    if (is_listed(g, unit)) return;
    for (int place = g->count++; ; place--) {
        g->list[place] = (uint8_t)unit;
        if (place == 0 || g->list[place - 1] < unit) return;
        g->list[place] = g->list[place - 1];
    }
}

void tercios_lift(struct ground *g, int unit)
{
    if (!is_listed(g, unit)) return;
    g->count--;
    for (int place = place_in_list(g, unit); place < g->count; place++) g->list[place] = g->list[place + 1];
}

/* BE-TERR-17 for rivers, BE-TERR-18 for fords. */
uint16_t tercios_traits(const struct match *m, const struct state *s, int element)
{
    static const uint16_t current[4] = { 0, T_DIFFICULT, T_DIFFICULT | T_VERY_DIFFICULT, T_IMPASSABLE };
    uint16_t              traits;
    struct element        own;

    if (s->ground && (element >= m->elements || s->gone & 1u << element)) return tercios_own_element(m, s, element, &own)->traits;
    traits = m->element[element].traits;
    if (m->element[element].river >= 0) traits |= current[s->river[m->element[element].river]];
    if (traits & T_FORD && custom(m, CUSTOM_FORD_DIFFICULT)) traits |= T_DIFFICULT;
    return traits;
}

/* Lines. */

/* Parts of a line, in order. */
enum { PARTS = 16 };
struct parts {
    int            count;
    struct segment list[PARTS];
};

/*
 * BE-TERR-18: the parts of a line that do not run on a bridge or ford. The places where it comes on and off are rounded
 * to the tick: FORGIVEN ticks keep a bridge that ends on the bank from leaving a sliver of river before it.
 */
static void leave_out_crossing(struct parts *parts, const struct area *crossing)
{
    enum { FORGIVEN = 3 };
    struct parts old = *parts;

    parts->count = 0;
    for (int i = 0; i < old.count; i++) {
        struct stretch on[PARTS];
        struct point   from = old.list[i].from;
        int            count = min32(table_stretches(old.list[i], crossing, TOLERANCE - FORGIVEN, on, PARTS), PARTS);

        for (int j = 0; j < count && parts->count < PARTS - 1; j++) {
            if (on[j].from > 0) parts->list[parts->count++] = (struct segment){ from, on[j].entry };
            from = on[j].leave;
        }
        if (parts->count < PARTS && (count == 0 || from.x != old.list[i].to.x || from.y != old.list[i].to.y))
            parts->list[parts->count++] = (struct segment){ from, old.list[i].to };
    }
}

static void keep_dry_parts(const struct ground *g, const struct lane *lane, struct parts *dry)
{
    dry->count = 1;
    dry->list[0] = lane->line;
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (!(element->traits & T_CROSSING) || !tercios_lane_near_element(lane, element, 0)) continue;
        leave_out_crossing(dry, &element->area);
    }
}

/* BE-TERR-01, and of a river only what is not on a crossing of it. */
static bool runs_through(const struct ground *g, const struct lane *lane, const struct element *element)
{
    struct parts dry;

    if (!(element->traits & T_RIVER)) return tercios_crosses(lane->line, element);
    if (!tercios_crosses(lane->line, element)) return false;
    keep_dry_parts(g, lane, &dry);
    for (int i = 0; i < dry.count; i++)
        if (tercios_crosses(dry.list[i], element)) return true;
    return false;
}

/* LM-KING-08: is the unit making a move of Ready or Run? LM-KING-09: any move will do. */
static bool may_pass(const struct ground *g, int unit)
{
    const struct activation *act = &g->s->act;

    if (custom(g->m, CUSTOM_OPEN_ORDER_PASSES)) return true;
    return act->unit == unit && (act->order == ORDER_READY || act->order == ORDER_RUN) && flow_top_const(&g->s->flow)->phase != PHASE_MELEE;
}

/* LM-GEO-10; LM-KING-08: open order lets friends through, and goes through them, where the move allows it. */
static bool walks_through(const struct ground *g, int unit, int other, bool passes)
{
    if (are_enemies(g->m, unit, other)) return false;
    if (is_friendly_gun(g->m, unit, other)) return true;
    if (!passes) return false;
    return has(g->m, g->s, unit, SR_OPEN_ORDER) || has(g->m, g->s, other, SR_OPEN_ORDER);
}

static rule_id line_refused(const struct ground *g, int unit, struct segment line, int except, int building, int apart, bool passes,
                            struct refusal *why)
{
    struct lane   lane = tercios_lane(line);
    struct things things;

    things.count = 0;
    for (int i = 0; i < g->count; i++) {
        int                other = g->list[i];
        const struct base *base = &g->base[other];
        if (other == unit || !tercios_lane_near_base(&lane, base, GAP_WIDTH)) continue;
        if (is_liber(g->m) && walks_through(g, unit, other, passes)) continue;
        if (other != except && table_crosses_base(line, base, TOLERANCE)) return refuse_for(why, BE_MOVE_04, other);
        if (other != apart) tercios_add_base(&things, &lane, other, base);
    }
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        uint16_t              traits = tercios_traits(g->m, g->s, i);
        if (!(traits & BLOCKING) || i == building || !tercios_lane_near_element(&lane, element, GAP_WIDTH)) continue;
        if (runs_through(g, &lane, element)) {
            if (traits & T_BUILDING) return refuse_with(why, BE_TERR_19, 0, 0);
            return refuse_with(why, BE_TERR_05, 0, 0);
        }
        tercios_add_element(&things, &lane, element);
    }
    return tercios_gap_refused(g, &lane, &things, BE_MOVE_06, why);
}

rule_id tercios_line_refused(const struct ground *g, int unit, struct segment line, int except, int building, int apart,
                             struct refusal *why)
{
    return line_refused(g, unit, line, except, building, apart, may_pass(g, unit), why);
}

rule_id tercios_flight_line_refused(const struct ground *g, int unit, struct segment line, bool passes, struct refusal *why)
{
    return line_refused(g, unit, line, NOBODY, -1, NOBODY, passes || may_pass(g, unit), why);
}

bool tercios_bars_line(const struct ground *g, struct segment line)
{
    struct lane lane = tercios_lane(line);

    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (!tercios_lane_near_element(&lane, element, 0) || !(tercios_traits(g->m, g->s, i) & BLOCKING)) continue;
        if (runs_through(g, &lane, element)) return true;
    }
    return false;
}

/* LM-TERR-06, -07: the whole line lies on a road. */
static bool runs_on_road(const struct ground *g, const struct lane *lane)
{
    int32_t length = table_floor(table_distance(lane->line.from, lane->line.to));

    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        struct stretch        on;
        if (!(element->traits & T_EASY) || element->is_line || !tercios_lane_near_element(lane, element, 0)) continue;
        if (length == 0 ? table_inside(&element->area, lane->line.from, TOLERANCE)
                        : table_stretches(lane->line, &element->area, 0, &on, 1) == 1 && on.from <= TOLERANCE && on.to >= length - TOLERANCE)
            return true;
    }
    return false;
}

uint16_t tercios_hindrance(const struct ground *g, struct segment line)
{
    struct lane lane = tercios_lane(line);
    uint16_t    wanted = T_DIFFICULT | T_VERY_DIFFICULT;
    uint16_t    found = 0;

    if (is_liber(g->m) && runs_on_road(g, &lane)) return T_EASY;
    for (int i = 0; i < elements_of(g) && found != wanted; i++) {
        uint16_t traits = tercios_traits(g->m, g->s, i);

        if (traits & T_VERY_DIFFICULT) traits |= T_DIFFICULT;                                          /* BE-TERR-04 */
        traits &= wanted & ~found;
        if (!traits || !tercios_lane_near_element(&lane, element_of(g, i), 0)) continue;
        if (runs_through(g, &lane, element_of(g, i))) found |= traits;
    }
    return found;
}

/* Poses. */

/* What a base with its front centre at a point could meet, however it is turned. */
struct surroundings {
    const struct ground *g;
    int                  unit, opponent;
    enum end_kind        kind;
    int                  units, elements;
    uint8_t              other[PIECES], element[GROUNDS];
};

static bool is_in_box(struct point point, const struct element *element, int32_t reach)
{
    struct point low = element->is_line ? element->line.low : element->area.low;
    struct point high = element->is_line ? element->line.high : element->area.high;

    return between(low.x - reach, point.x, high.x + reach) && between(low.y - reach, point.y, high.y + reach);
}

/* No point of a base is further from its F. */
static int32_t reach_of(struct shape shape) { return shape.radius + shape.depth / 2 + 1; }

static void look_round(struct surroundings *around, const struct ground *g, int unit, struct point at,
                       enum end_kind kind, int opponent)
{
    int32_t reach = reach_of(type_of(g->m, unit)->shape);

    around->g = g;
    around->unit = unit;
    around->opponent = opponent;
    around->kind = kind;
    around->units = around->elements = 0;
    for (int i = 0; i < g->count; i++) {
        const struct base *base = &g->base[g->list[i]];
        int64_t            room = (int64_t)reach + base->shape.radius + INCH;
        if (g->list[i] == unit || square_apart(at, base->middle) > room * room) continue;
        around->other[around->units++] = g->list[i];
    }
    for (int i = 0; i < elements_of(g); i++) {
        if (!is_in_box(at, element_of(g, i), reach) || !(tercios_traits(g->m, g->s, i) & BLOCKING)) continue;
        around->element[around->elements++] = (uint8_t)i;
    }
}

/* BE-TERR-18: the base stands on a bridge or ford of that river, or its rear is still on it. */
static bool is_on_crossing(const struct ground *g, const struct base *base, const struct area *river)
{
    struct segment axis = { base->pose.at, table_centre(base, SIDE_BACK) };

    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        const struct area    *area = &element->area;
        if (!(element->traits & T_CROSSING) || !table_crosses_area(axis, area, TOLERANCE)) continue;
        for (int32_t k = 0, j = area->count - 1; k < area->count; j = k++)
            if (table_at_most(table_segment_area((struct segment){ area->vertex[j], area->vertex[k] }, river), 0, NULL)) return true;
    }
    return false;
}

/* BE-GEO-10 for ground; a chain is overlapped where it would be crossed. */
static bool overlaps_ground(const struct ground *g, const struct base *base, const struct element *element)
{
    if (!element->is_line) {
        if (!table_overlap_area(base, &element->area, TOLERANCE)) return false;
        return !(element->traits & T_RIVER) || !is_on_crossing(g, base, &element->area);
    }
    for (int32_t i = 1; i < element->line.count; i++) {
        struct segment edge = { element->line.vertex[i - 1], element->line.vertex[i] };
        if (table_crosses_base(edge, base, TOLERANCE)) return true;
    }
    return false;
}

bool tercios_bars_base(const struct ground *g, const struct base *base)
{
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (!is_in_box(base->middle, element, base->shape.radius) || !(tercios_traits(g->m, g->s, i) & BLOCKING)) continue;
        if (overlaps_ground(g, base, element)) return true;
    }
    return false;
}

/* The part of BE-GEO-14 that angle correction answers to (BE-MOVE-12). Behind a unit there is room for one gun (LM-MOVE-10). */
static rule_id overlap_refused(const struct surroundings *around, const struct base *base, struct refusal *why)
{
    const struct ground *g = around->g;
    bool                 driven = false;

    for (int i = 0; i < around->units; i++) {
        int         other = around->other[i];
        struct pose behind;
        if (!table_overlap(base, &g->base[other], TOLERANCE)) continue;
        if (around->kind != END_FACING && !driven && is_friendly_gun(g->m, around->unit, other) &&
            tercios_gun_behind(g, around->unit, base->pose, other, &behind)) {
            driven = true;
            continue;
        }
        return refuse_for(why, is_liber(g->m) ? LM_MOVE_09 : BE_GEO_14, other);
    }
    for (int i = 0; i < around->elements; i++)
        if (overlaps_ground(g, base, element_of(g, around->element[i]))) return refuse_with(why, BE_TERR_05, 0, 0);
    return 0;
}

/*
 * LM-MOVE-10: its front centre on the axis of the unit, behind it, its facing kept, the bases an inch apart. The farther back, the wider
 * the gap, so that halving finds the place.
 */
bool tercios_gun_behind(const struct ground *g, int unit, struct pose pose, int gun, struct pose *behind)
{
    struct shape  shape = type_of(g->m, gun)->shape;
    struct base   base = table_base(type_of(g->m, unit)->shape, pose);
    struct pose   rear = { table_centre(&base, SIDE_BACK), pose.heading };
    struct ground others;
    int32_t       low = 0, high = INCH + 2 * reach_of(shape);

    behind->heading = g->base[gun].pose.heading;
    while (low < high) {
        int32_t     middle = low + (high - low) / 2;
        struct base there = table_base(shape, (struct pose){ table_moved(rear, -middle, 0).at, behind->heading });
        if (!table_overlap(&base, &there, 0) && table_at_least(table_gap(&base, &there), INCH, NULL)) high = middle;
        else low = middle + 1;
    }
    behind->at = table_moved(rear, -low, 0).at;
    tercios_copy_ground(&others, g);
    tercios_lift(&others, gun);
    tercios_lift(&others, unit);
    return !tercios_end_refused(&others, gun, *behind, END_FACING, NOBODY, NULL);
}

static rule_id edge_refused(const struct surroundings *around, const struct base *base, struct refusal *why)
{
    return table_on_table(base, around->g->m->size, TOLERANCE, NULL) ? 0 : refuse_with(why, is_liber(around->g->m) ? LM_MOVE_16 : BE_GEO_14, 0, 0);
}

/* An inch to every enemy, unless it was nearer before and has not come nearer still. Friends may touch (BE-GEO-15). */
static rule_id gap_refused(const struct surroundings *around, const struct base *base, struct refusal *why)
{
    const struct ground *g = around->g;
    bool                 began = is_listed(g, around->unit);

    if (around->kind != END_PLAIN) return 0;
    for (int i = 0; i < around->units; i++) {
        int                enemy = around->other[i];
        const struct base *theirs = &g->base[enemy];
        struct distance    gap;

        if (enemy == around->opponent || !are_enemies(g->m, around->unit, enemy)) continue;
        if (!table_near(base, theirs, ENEMY_GAP, NULL)) continue;
        gap = table_gap(base, theirs);
        if (table_at_least(gap, ENEMY_GAP, NULL)) continue;
        if (began && table_at_least(gap, (int64_t)table_floor(table_gap(&g->base[around->unit], theirs)) - TOLERANCE, NULL)) continue;
        refuse_for(why, BE_GEO_14, enemy);
        return refuse_with(why, BE_GEO_14, why ? table_floor(gap) : 0, INCH);
    }
    return 0;
}

static rule_id base_refused(const struct surroundings *around, const struct base *base, struct refusal *why)
{
    rule_id rule = edge_refused(around, base, why);

    if (!rule) rule = overlap_refused(around, base, why);
    return rule ? rule : gap_refused(around, base, why);
}

static rule_id end_refused(const struct surroundings *around, struct pose pose, struct refusal *why)
{
    struct base base = table_base(type_of(around->g->m, around->unit)->shape, pose);

    return base_refused(around, &base, why);
}

rule_id tercios_end_refused(const struct ground *g, int unit, struct pose pose, enum end_kind kind, int opponent,
                            struct refusal *why)
{
    struct surroundings around;

    look_round(&around, g, unit, pose.at, kind, opponent);
    return end_refused(&around, pose, why);
}

rule_id tercios_overlap_refused(const struct ground *g, int unit, struct pose pose, struct refusal *why)
{
    return tercios_end_refused(g, unit, pose, END_CONTACT, NOBODY, why);
}

int32_t tercios_gap_wanted(const struct ground *g, int unit, int enemy)
{
    const struct base *ours = &g->base[unit], *theirs = &g->base[enemy];

    if (!is_listed(g, unit) || !table_near(ours, theirs, ENEMY_GAP, NULL)) return ENEMY_GAP;
    return max32(0, min32(ENEMY_GAP, table_floor(table_gap(ours, theirs)) - TOLERANCE));
}

/* In how many correction steps at least a point at that radius goes so far; a step is 0.00873 of the radius. */
static int32_t steps_for(int32_t amount, int32_t radius)
{
    return (int32_t)(((int64_t)amount * 100000 + (int64_t)radius * 873 - 1) / ((int64_t)radius * 873));
}

/*
 * How many correction steps at least a base is away from being clear of another. In each direction they share half of
 * what both measure less the distance of their middles (or the whole of one, which is always more than the tolerance).
 * Whichever of the two is thought to turn about F, its middle and its half go no further than its farthest point.
 */
static int32_t steps_to_clear(const struct base *base, const struct base *other)
{
    int32_t reach, far;

    if (!table_overlap(base, other, TOLERANCE)) return 0;
    reach = reach_of(base->shape);
    far = table_ceiling(table_distance(base->pose.at, other->middle)) + other->shape.radius;
    return max32(1, steps_for(table_penetration(base, other) - TOLERANCE - SLACK, max32(reach, far)));
}

/* The same for the gap to an enemy. */
static int32_t steps_to_gap(const struct surroundings *around, const struct base *base, int enemy)
{
    const struct ground *g = around->g;

    if (enemy == around->opponent || !are_enemies(g->m, around->unit, enemy)) return 0;
    if (!table_near(base, &g->base[enemy], ENEMY_GAP, NULL)) return 0;
    return steps_for(tercios_gap_wanted(g, around->unit, enemy) - table_ceiling(table_gap(base, &g->base[enemy])) - SLACK,
                     reach_of(base->shape));
}

/* 0 when the pose is a legal end, else how many correction steps further one may be at the earliest. */
static int32_t steps_to_end(const struct surroundings *around, struct pose pose)
{
    const struct ground *g = around->g;
    struct base          base = table_base(type_of(g->m, around->unit)->shape, pose);
    int32_t              steps = 0, room;

    if (!table_on_table(&base, g->m->size, TOLERANCE, &room))
        steps = max32(1, steps_for(-room - SLACK, reach_of(base.shape)));
    for (int i = 0; i < around->units; i++)
        if (around->kind == END_FACING || !is_friendly_gun(g->m, around->unit, around->other[i]))
            steps = max32(steps, steps_to_clear(&base, &g->base[around->other[i]]));
    if (steps > 0) return steps;
    if (!base_refused(around, &base, NULL)) return 0;
    for (int i = 0; around->kind == END_PLAIN && i < around->units; i++)
        steps = max32(steps, steps_to_gap(around, &base, around->other[i]));
    return max32(1, steps);
}

/* The least number of steps, up to `limit`, that turn the pose into a legal end; more when there is none. */
static int32_t steps_turned(const struct surroundings *around, struct pose pose, int32_t step, int32_t limit)
{
    int32_t turned = 0;

    while (turned <= limit) {
        struct pose there = { pose.at, heading_normal((int64_t)pose.heading + (int64_t)turned * step) };
        int32_t     more = steps_to_end(around, there);

        if (more == 0) break;
        turned += more;
    }
    return turned;
}

/*
 * BE-MOVE-13: the least turn about the front centre that makes a legal end: what table_corrected() would find, without
 * asking for angles that cannot do.
 */
static bool correct_angle(const struct surroundings *around, struct pose straight, struct pose *end)
{
    enum { LIMIT = CORRECTION_LIMIT / CORRECTION_STEP };
    int32_t right = steps_turned(around, straight, CORRECTION_STEP, LIMIT);
    int32_t left = steps_turned(around, straight, -CORRECTION_STEP, min32(LIMIT, right - 1));
    int32_t turn = (left < right ? -left : right) * CORRECTION_STEP;

    if (min32(left, right) > LIMIT) return false;
    *end = (struct pose){ straight.at, heading_normal((int64_t)straight.heading + turn) };
    return true;
}

rule_id tercios_end_corrected(const struct ground *g, int unit, struct pose *pose, struct refusal *why)
{
    struct base         base = table_base(type_of(g->m, unit)->shape, *pose);
    struct surroundings around;
    rule_id             rule;

    look_round(&around, g, unit, pose->at, END_PLAIN, NOBODY);
    rule = base_refused(&around, &base, why);
    if (!rule || !overlap_refused(&around, &base, NULL)) return rule;
    return correct_angle(&around, *pose, pose) ? 0 : rule;
}

/* Moves. */

/* BE-TERR-03; LM-INF-04: skirmishers do not mind; LM-TERR-06: a road helps. LM-VIRT-05 comes last. */
int32_t tercios_speed(const struct match *m, const struct state *s, int unit, int net, uint16_t hindrance)
{
    int base = profile_of(m, s, unit)->speed;

    if (!is_liber(m)) return INCH * tercios_modified(base, net - (hindrance != 0));
    if (hindrance & T_DIFFICULT && !has(m, s, unit, SR_SKIRMISHERS)) net--;
    if (hindrance & T_EASY) net++;
    return INCH * (tercios_modified(base, net) + (base && tercios_virtue(m, s, unit, VIRTUE_DEDICATION) ? 1 : 0));
}

/* BE-MOVE-08, and BE-TERR-03 where only the ground makes the line too long. */
static rule_id length_refused(const struct ground *g, int unit, struct segment line, int net, uint16_t *hindrance,
                              struct refusal *why)
{
    struct distance length = table_distance(line.from, line.to);
    uint16_t        easiest = is_liber(g->m) ? T_EASY : 0;
    int32_t         limit = tercios_speed(g->m, g->s, unit, net, easiest);

    if (!table_at_most(length, limit + TOLERANCE, NULL))
        return refuse_with(why, BE_MOVE_08, why ? table_ceiling(length) : 0, limit);
    *hindrance = tercios_hindrance(g, line);
    if (*hindrance == easiest) return 0;
    limit = tercios_speed(g->m, g->s, unit, net, *hindrance);
    if (table_at_most(length, limit + TOLERANCE, NULL)) return 0;
    if (limit >= tercios_speed(g->m, g->s, unit, net, 0))            /* LM-INF-04: the ground does not slow it */
        return refuse_with(why, BE_MOVE_08, why ? table_ceiling(length) : 0, limit);
    return refuse_with(why, is_liber(g->m) ? LM_TERR_03 : BE_TERR_03, why ? table_ceiling(length) : 0, limit);
}

/* BE-MOVE-07, with the tolerance of BE-GEO-03. */
static rule_id pivot_refused(struct pose from, int32_t bearing, struct refusal *why)
{
    int32_t angle = heading_apart(from.heading, bearing);

    return angle <= RIGHT_ANGLE + ANGLE_TOLERANCE ? 0 : refuse_with(why, BE_MOVE_07, angle, RIGHT_ANGLE);
}

/* BE-MOVE-09, -11..-14: where the base stands at the end of its line. */
static rule_id stand_refused(const struct ground *g, int unit, struct pose straight, int32_t heading, struct pose *end,
                             struct refusal *why)
{
    int32_t             wanted = heading == HEADING_AUTOMATIC ? straight.heading : heading_normal(heading);
    int32_t             turn = heading_apart(straight.heading, wanted);
    struct base         base = table_base(type_of(g->m, unit)->shape, straight);
    struct surroundings around;
    rule_id             rule;

    look_round(&around, g, unit, straight.at, END_PLAIN, NOBODY);
    *end = straight;
    if (!overlap_refused(&around, &base, NULL)) {
        if (turn > ANGLE_TOLERANCE) return refuse_with(why, BE_MOVE_12, turn, 0);
        if (edge_refused(&around, &base, why)) return edge_refused(&around, &base, NULL);
        return gap_refused(&around, &base, why) ? refuse_as(why, BE_MOVE_11) : 0;
    }
    if (heading == HEADING_AUTOMATIC) {
        if (correct_angle(&around, straight, end)) return 0;
        overlap_refused(&around, &base, why);
        return refuse_as(why, BE_MOVE_14);
    }
    if (turn > CORRECTION_LIMIT + ANGLE_TOLERANCE) return refuse_with(why, BE_MOVE_12, turn, CORRECTION_LIMIT);
    end->heading = wanted;
    rule = end_refused(&around, *end, why);
    return !rule || rule == LM_MOVE_09 ? rule : refuse_as(why, BE_MOVE_11);
}

/* BE-MOVE-14, overlap_backstep: the last point of the line, in steps from its start, where the unit may stand. */
static bool step_back(const struct ground *g, int unit, struct march *march, int32_t bearing)
{
    struct segment whole = march->line;

    for (int32_t s = (march->length - 1) / STEP * STEP; s > 0; s -= STEP) {
        struct pose pose = { table_along(whole.from, whole.to, s), bearing };
        if (tercios_end_refused(g, unit, pose, END_PLAIN, NOBODY, NULL)) continue;
        *march = (struct march){ { whole.from, pose.at }, pose, s, 0 };
        march->hindrance = tercios_hindrance(g, march->line);
        return true;
    }
    return false;
}

/* The rules of every march that ends on the table; the pivot is judged before. */
static rule_id march_refused(const struct ground *g, int unit, struct pose straight, int32_t heading, int net,
                             int building, struct march *march, struct refusal *why)
{
    struct distance length = table_distance(march->line.from, march->line.to);
    rule_id         rule;

    if (table_at_most(length, TOLERANCE, NULL))
        return refuse_with(why, BE_MOVE_10, why ? table_floor(length) : 0, TOLERANCE);
    rule = length_refused(g, unit, march->line, net, &march->hindrance, why);
    if (!rule) rule = tercios_line_refused(g, unit, march->line, NOBODY, building, NOBODY, why);
    if (rule) return rule;
    march->length = table_floor(length);
    rule = stand_refused(g, unit, straight, heading, &march->end, why);
    if (rule != BE_MOVE_14 || !custom(g->m, CUSTOM_OVERLAP_BACKSTEP)) return rule;
    return step_back(g, unit, march, straight.heading) ? 0 : rule;
}

static bool is_on_board(const struct match *m, struct point at)
{
    return between(-TOLERANCE, at.x, m->size.x + TOLERANCE) && between(-TOLERANCE, at.y, m->size.y + TOLERANCE);
}

rule_id tercios_move_refused(const struct ground *g, int unit, struct point to, int32_t heading, int net,
                             struct march *march, struct refusal *why)
{
    struct pose from, straight;
    rule_id     rule;

    if (!is_listed(g, unit)) return refuse_with(why, BE_TERR_23, 0, 0);
    if (!is_on_board(g->m, to)) return refuse_with(why, BE_GEO_14, 0, 0);
    from = g->base[unit].pose;
    straight = (struct pose){ to, table_pivot(from, to).heading };
    rule = pivot_refused(from, straight.heading, why);
    if (rule) return rule;
    if (profile_of(g->m, g->s, unit)->speed == 0) return refuse_with(why, BE_MOVE_15, 0, 0);
    *march = (struct march){ .line = { from.at, to } };
    return march_refused(g, unit, straight, heading, net, -1, march, why);
}

/* Where a line that ends at a pose comes out of the building: back from its end, the first point of the outline. */
static bool find_exit(const struct match *m, const struct area *area, struct pose end, struct point *exit)
{
    struct segment back = { end.at, table_moved(end, -(m->size.x + m->size.y), 0).at };
    struct stretch inside;

    if (table_covers(area, end.at, 0) || table_stretches(back, area, 0, &inside, 1) == 0) return false;
    *exit = inside.entry;
    return true;
}

rule_id tercios_leave_refused(const struct ground *g, int unit, struct point to, int32_t heading, int net,
                              struct march *march, struct refusal *why)
{
    int          building = g->s->unit[unit].house - 1;
    struct pose  straight = { to, heading_normal(heading) };
    struct point exit;

    if (building < 0) return refuse_with(why, BE_TERR_23, 0, 0);
    if (!is_on_board(g->m, to)) return refuse_with(why, BE_GEO_14, 0, 0);
    if (!find_exit(g->m, &element_of(g, building)->area, straight, &exit)) return refuse_with(why, BE_TERR_23, 0, 0);
    *march = (struct march){ .line = { exit, to } };
    return march_refused(g, unit, straight, HEADING_AUTOMATIC, net, building, march, why);
}

rule_id tercios_garrison_refused(const struct match *m, const struct state *s, int unit, int element,
                                 struct refusal *why)
{
    uint16_t traits = between(0, element, elements_in(m, s) - 1) ? tercios_traits(m, s, element) : 0;
    int      class = type_of(m, unit)->class;

    if (!(traits & T_BUILDING)) return refuse_with(why, BE_TERR_20, 0, 0);
    if (is_liber(m) && class != CLASS_COMPANY && class != CLASS_SQUADRON) return refuse_with(why, LM_DECOR_11, 0, 0);
    if (class != CLASS_COMPANY && !(class == CLASS_SQUADRON && traits & T_LARGE))
        return refuse_with(why, BE_TERR_20, 0, 0);
    for (int other = 0; other < m->units; other++)
        if (is_standing(s, other) && s->unit[other].house == element + 1) return refuse_for(why, BE_TERR_20, other);
    return 0;
}

/* BE-TERR-21: one way into a building, to a point of its outline. A unit that touches it there has no line to judge. */
static rule_id way_in_refused(const struct ground *g, int unit, int element, struct point door, struct march *march,
                              struct refusal *why)
{
    struct pose     from = g->base[unit].pose;
    struct distance length = table_distance(from.at, door);
    rule_id         rule;

    *march = (struct march){ .line = { from.at, door }, .end = table_pivot(from, door), .length = table_floor(length) };
    march->end.at = door;
    if (table_at_most(length, TOLERANCE, NULL)) return 0;
    rule = pivot_refused(from, march->end.heading, why);
    if (!rule) rule = length_refused(g, unit, march->line, 0, &march->hindrance, why);
    return rule ? rule : tercios_line_refused(g, unit, march->line, NOBODY, element, NOBODY, why);
}

/* To the nearest point of the outline, or else to the nearest vertex or midpoint that has an open way. */
/* Where the limits of the pivot (BE-MOVE-07) come to the outline; a tenth of a degree is left to the rounding of the place. */
static int32_t doors_abreast(const struct match *m, struct pose from, const struct area *area, struct point *door)
{
    enum { ASIDE = RIGHT_ANGLE - 10 };
    int32_t count = 0;

    for (int32_t turn = -ASIDE; turn <= ASIDE; turn += 2 * ASIDE) {
        struct pose    aside = { from.at, heading_normal((int64_t)from.heading + turn) };
        struct segment ray = { from.at, table_moved(aside, m->size.x + m->size.y, 0).at };
        struct stretch inside;
        if (table_stretches(ray, area, 0, &inside, 1)) door[count++] = inside.entry;
    }
    return count;
}

rule_id tercios_enter_refused(const struct ground *g, int unit, int element, struct march *march, struct refusal *why)
{
    rule_id      rule = tercios_garrison_refused(g->m, g->s, unit, element, why);
    struct point from, door[OUTLINE_POINTS + 2];
    struct march way;
    int32_t      count;
    bool         found = false;

    if (rule) return rule;
    if (!is_listed(g, unit)) return refuse_with(why, BE_TERR_21, 0, 0);
    from = g->base[unit].pose.at;
    count = tercios_outline(element_of(g, element), from, door);
    count += doors_abreast(g->m, g->base[unit].pose, &element_of(g, element)->area, door + count);
    rule = way_in_refused(g, unit, element, door[0], march, why);
    if (!rule || rule == BE_MOVE_08) return rule;
    for (int32_t i = 1; i < count; i++) {
        if (found && square_apart(from, door[i]) >= square_apart(from, march->line.to)) continue;
        if (way_in_refused(g, unit, element, door[i], &way, NULL)) continue;
        *march = way;
        found = true;
    }
    return found ? 0 : rule;
}

rule_id tercios_face_refused(const struct ground *g, int unit, enum base_side side, struct pose *pose,
                             struct refusal *why)
{
    if (side == SIDE_FRONT) return refuse_with(why, BE_FACE_01, 0, 0);
    if (!is_listed(g, unit)) return refuse_with(why, BE_TERR_22, 0, 0);
    *pose = table_faced(type_of(g->m, unit)->shape, g->base[unit].pose, side);
    return tercios_end_refused(g, unit, *pose, END_FACING, NOBODY, why) ? refuse_as(why, BE_FACE_03) : 0;
}

/* Moves that rules impose. */

struct trek {
    const struct ground   *g;
    int                    unit;
    const struct straight *straight;
    struct pose            from;             /* faced as on the way */
};

static struct pose trek_pose(const struct trek *trek, int32_t length)
{
    struct pose ahead = { trek->from.at, trek->straight->bearing };

    return (struct pose){ table_moved(ahead, length, 0).at, trek->from.heading };
}

static struct point rear_of(const struct trek *trek, struct pose pose)
{
    struct base base = table_base(type_of(trek->g->m, trek->unit)->shape, pose);

    return table_centre(&base, SIDE_BACK);
}

/* BE-OUT-07: backward the rear centre leads, and the opponent is not in the way. */
static bool trek_is_open(const struct trek *trek, int32_t length)
{
    struct pose    end = trek_pose(trek, length);
    struct segment line = { trek->from.at, end.at };
    int            opponent = NOBODY;

    if (trek->straight->backward) {
        line = (struct segment){ rear_of(trek, trek->from), rear_of(trek, end) };
        opponent = trek->straight->opponent;
    }
    return !tercios_line_refused(trek->g, trek->unit, line, opponent, -1, opponent, NULL);
}

/* May it stand at the end of that length, corrected if `correct`? */
static bool trek_ends(const struct trek *trek, int32_t length, bool correct, struct pose *end)
{
    struct pose         straight = trek_pose(trek, length);
    struct surroundings around;
    struct base         base;

    *end = straight;
    look_round(&around, trek->g, trek->unit, straight.at, END_PLAIN, trek->straight->opponent);
    base = table_base(type_of(trek->g->m, trek->unit)->shape, straight);
    if (!base_refused(&around, &base, NULL)) return true;
    if (!correct) return false;
    return overlap_refused(&around, &base, NULL) && correct_angle(&around, straight, end);
}

/* BE-GEO-18: the most steps, up to `steps`, that the line is open for: what blocks a line blocks every longer one. */
static int32_t open_steps(const struct trek *trek, int32_t steps)
{
    int32_t low = 0, high = steps + 1;

    if (trek_is_open(trek, steps * STEP)) return steps;
    while (high - low > 1) {
        int32_t middle = (low + high) / 2;
        if (trek_is_open(trek, middle * STEP)) low = middle;
        else high = middle;
    }
    return low;
}

int32_t tercios_go_straight(const struct ground *g, int unit, const struct straight *straight, struct pose *end)
{
    struct trek trek = { g, unit, straight, { g->base[unit].pose.at, straight->heading } };
    int32_t     full = straight->length;

    if (full > 0 && trek_ends(&trek, full, straight->correct, end) && trek_is_open(&trek, full)) return full;
    for (int32_t steps = open_steps(&trek, max32(full - 1, 0) / STEP); steps > 0; steps--)
        if (trek_ends(&trek, steps * STEP, false, end)) return steps * STEP;
    *end = trek.from;
    return 0;
}
