/*
 * gaps.c: see gaps.h (ledger chapter BE-GEO, rules -09, -10, -12 and -13).
 *
 * The joining segment of two obstacles is dear to find. It lies in the hull of the two, so that most pairs are put
 * aside by how they lie in the line's own frame: both on one side of it, both before or beyond it, or too far apart
 * across it or along it.
 */
#include "gaps.h"

/* SAME forgives the rounding of corners among equally short links; ROUNDING that of a joining segment's ends. */
enum { SAME = 2, ROUNDING = 2 };

struct lane tercios_lane(struct segment line)
{
    struct lane lane = { .line = line, .x = (int64_t)line.to.x - line.from.x, .y = (int64_t)line.to.y - line.from.y };

    lane.length = (int64_t)root64((uint64_t)(lane.x * lane.x + lane.y * lane.y)) + 1;
    return lane;
}

static int64_t across(const struct lane *lane, struct point point)
{
    return ((int64_t)point.x - lane->line.from.x) * lane->y - ((int64_t)point.y - lane->line.from.y) * lane->x;
}

static int64_t along(const struct lane *lane, struct point point)
{
    return ((int64_t)point.x - lane->line.from.x) * lane->x + ((int64_t)point.y - lane->line.from.y) * lane->y;
}

bool tercios_lane_near_base(const struct lane *lane, const struct base *base, int32_t reach)
{
    int64_t room = (int64_t)(base->shape.radius + reach) * lane->length;
    int64_t ahead;

    if (abs64(across(lane, base->middle)) > room) return false;
    ahead = along(lane, base->middle);
    return ahead >= -room && ahead <= lane->length * lane->length + room;
}

bool tercios_lane_near_element(const struct lane *lane, const struct element *element, int32_t reach)
{
    struct point   low = element->is_line ? element->line.low : element->area.low;
    struct point   high = element->is_line ? element->line.high : element->area.high;
    struct segment line = lane->line;
    int64_t        room, middle;

    if (max32(line.from.x, line.to.x) < low.x - reach || min32(line.from.x, line.to.x) > high.x + reach) return false;
    if (max32(line.from.y, line.to.y) < low.y - reach || min32(line.from.y, line.to.y) > high.y + reach) return false;
    room = ((int64_t)high.x - low.x) * abs64(lane->y) + ((int64_t)high.y - low.y) * abs64(lane->x);
    room += 2 * reach * lane->length;
    middle = across(lane, low) + across(lane, high);
    return abs64(middle) <= room;
}

bool tercios_crosses(struct segment line, const struct element *element)
{
    if (element->is_line) return table_crosses_polyline(line, &element->line, TOLERANCE);
    return table_crosses_area(line, &element->area, TOLERANCE);
}

static struct spread spread_of(const struct lane *lane, const struct point *vertex, int32_t count)
{
    struct spread spread = { INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN };

    for (int32_t i = 0; i < count; i++) {
        int64_t aside = across(lane, vertex[i]), ahead = along(lane, vertex[i]);

        spread.left = min64(spread.left, aside);
        spread.right = max64(spread.right, aside);
        spread.near = min64(spread.near, ahead);
        spread.far = max64(spread.far, ahead);
    }
    return spread;
}

void tercios_add_base(struct things *things, const struct lane *lane, int unit, const struct base *base)
{
    struct spread spread = spread_of(lane, base->corner, 4);

    things->list[things->count++] = (struct thing){ table_obstacle_base(base), NULL, unit, spread };
}

void tercios_add_element(struct things *things, const struct lane *lane, const struct element *element)
{
    struct thing *thing = &things->list[things->count++];

    thing->element = element;
    thing->unit = NOBODY;
    if (element->is_line) {
        thing->obstacle = table_obstacle_polyline(&element->line);
        thing->spread = spread_of(lane, element->line.vertex, element->line.count);
    } else {
        thing->obstacle = table_obstacle_area(&element->area);
        thing->spread = spread_of(lane, element->area.vertex, element->area.count);
    }
}

/* The two are surely no narrow gap, or one that the line does not come near to. */
static bool surely_no_gap(const struct lane *lane, const struct spread *a, const struct spread *b)
{
    int64_t slack = (TOLERANCE + ROUNDING) * lane->length, width = GAP_WIDTH * lane->length;
    int64_t end = lane->length * lane->length + slack;

    if ((a->left > slack && b->left > slack) || (a->right < -slack && b->right < -slack)) return true;
    if ((a->far < -slack && b->far < -slack) || (a->near > end && b->near > end)) return true;
    if (a->left - b->right > width || b->left - a->right > width) return true;
    return a->near - b->far > width || b->near - a->far > width;
}

/* An edge of the one runs inside the other. */
static bool reaches_into(const struct area *a, const struct area *b)
{
    for (int32_t i = 0, j = a->count - 1; i < a->count; j = i++)
        if (table_crosses_area((struct segment){ a->vertex[j], a->vertex[i] }, b, TOLERANCE)) return true;
    return false;
}

/* Where one area is laid exactly on another no edge is inside, but the middles are. */
static bool areas_overlap(const struct element *a, const struct element *b)
{
    if (table_inside(&a->area, b->middle, TOLERANCE) && table_inside(&b->area, a->middle, TOLERANCE)) return true;
    return reaches_into(&a->area, &b->area) || reaches_into(&b->area, &a->area);
}

/* A chain has no inside: it overlaps the base or the area that it runs into. */
static bool chain_overlaps(const struct polyline *chain, const struct thing *thing)
{
    for (int32_t i = 1; i < chain->count; i++) {
        struct segment edge = { chain->vertex[i - 1], chain->vertex[i] };

        if (thing->obstacle.base && table_crosses_base(edge, thing->obstacle.base, TOLERANCE)) return true;
        if (thing->obstacle.area && table_crosses_area(edge, thing->obstacle.area, TOLERANCE)) return true;
    }
    return false;
}

/* BE-GEO-10, for every kind of pair: two that overlap leave no gap. */
static bool things_overlap(const struct thing *a, const struct thing *b)
{
    if (a->obstacle.polyline) return chain_overlaps(a->obstacle.polyline, b);
    if (b->obstacle.polyline) return chain_overlaps(b->obstacle.polyline, a);
    if (a->obstacle.area && b->obstacle.area) return areas_overlap(a->element, b->element);
    if (a->obstacle.area) return table_overlap_area(b->obstacle.base, a->obstacle.area, TOLERANCE);
    if (b->obstacle.area) return table_overlap_area(a->obstacle.base, b->obstacle.area, TOLERANCE);
    return table_overlap(a->obstacle.base, b->obstacle.base, TOLERANCE);
}

static bool is_river(const struct thing *thing) { return thing->element && thing->element->traits & T_RIVER; }

static bool is_on_crossing(const struct ground *g, struct point point)
{
    for (int i = 0; i < elements_of(g); i++)
        if (element_of(g, i)->traits & T_CROSSING && table_covers(&element_of(g, i)->area, point, TOLERANCE)) return true;
    return false;
}

/* BE-TERR-18: what joins the two ends at the mouth of a bridge or ford, where there is no river to pass by. */
static bool joins_a_crossing(const struct ground *g, const struct thing *a, const struct thing *b)
{
    struct segment joining;

    if (!is_river(a) && !is_river(b)) return false;
    table_joining(a->obstacle, b->obstacle, SAME, &joining);
    return (is_river(a) && is_on_crossing(g, joining.from)) || (is_river(b) && is_on_crossing(g, joining.to));
}

static bool is_gap_on(const struct ground *g, const struct lane *lane, const struct thing *a, const struct thing *b)
{
    bool has_base = a->obstacle.base || b->obstacle.base;        /* then overlap is the cheaper question */

    if (surely_no_gap(lane, &a->spread, &b->spread)) return false;
    if (has_base && things_overlap(a, b)) return false;
    if (!table_through_gap(lane->line, a->obstacle, b->obstacle, GAP_WIDTH - TOLERANCE, SAME, TOLERANCE)) return false;
    return (has_base || !things_overlap(a, b)) && !joins_a_crossing(g, a, b);
}

rule_id tercios_gap_refused(const struct ground *g, const struct lane *lane, const struct things *things, rule_id rule,
                            struct refusal *why)
{
    for (int i = 1; i < things->count; i++) {
        const struct thing *a = &things->list[i];

        for (int j = 0; j < i; j++) {
            const struct thing *b = &things->list[j];
            if (!is_gap_on(g, lane, a, b)) continue;
            if (!why) return rule;
            why->unit = (int16_t)(b->unit == NOBODY ? a->unit : b->unit);
            return refuse_with(why, rule, table_floor(table_gap_obstacles(a->obstacle, b->obstacle)), GAP_WIDTH);
        }
    }
    return 0;
}
