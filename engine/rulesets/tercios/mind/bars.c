/* bars.c: what hides a target or bars the lane to it, by rule of thumb. */
#include "scene.h"

enum { NARROW = 3 * INCH, TOGETHER = 4 * INCH };         /* two that are no further apart across and along a lane leave a narrow gap */

/* Is a disc in the way of a line of that length, short of its end? */
static bool is_in_way(struct point from, struct point to, int64_t length, struct point disc, int32_t radius)
{
    int64_t x = to.x - from.x, y = to.y - from.y, dx = disc.x - from.x, dy = disc.y - from.y;
    int64_t along = dx * x + dy * y;

    return along > 0 && along < (length - radius) * length && abs64(dx * y - dy * x) < radius * length;
}

static bool is_in_disc(struct point point, struct point disc, int32_t radius)
{
    return square_apart(point, disc) < (int64_t)radius * radius;
}

/* What stands to the left and to the right of a line, nearest to it. */
struct lane {
    struct point from, to;
    int64_t      length;
    int64_t      clear[2];                    /* ticks to the nearest base on either side */
    int64_t      along[2];                    /* and how far along the line it stands */
};

static struct lane lane_to(const struct soldier *from, const struct soldier *target, int32_t apart)
{
    return (struct lane){ from->front, target->middle, apart + target->half_depth, { INT32_MAX, INT32_MAX }, { 0, 0 } };
}

/* Where a base stands along a line and beside it: its extent across it is that of its rectangle. All in ticks times the line's length. */
struct stance {
    int64_t along, cross, extent;
};

/* False: it stands before the line's beginning or beyond its end. */
static bool find_stance(const struct lane *lane, const struct soldier *other, struct stance *stance)
{
    int64_t x = lane->to.x - lane->from.x, y = lane->to.y - lane->from.y;
    int64_t dx = other->middle.x - lane->from.x, dy = other->middle.y - lane->from.y;

    stance->along = dx * x + dy * y;
    if (stance->along <= 0 || stance->along >= lane->length * lane->length) return false;
    stance->cross = dx * y - dy * x;
    stance->extent = other->half_width * (abs64(x * other->sine + y * other->cosine) / SINE_ONE) +
                     other->half_depth * (abs64(x * other->cosine - y * other->sine) / SINE_ONE);
    return true;
}

/* A base beside a line, or across it. */
static bool is_across(struct lane *lane, const struct soldier *other)
{
    struct stance stance;
    int64_t       clear;
    int           side;

    if (!find_stance(lane, other, &stance)) return false;
    clear = abs64(stance.cross) - stance.extent;
    if (clear < 0) return true;
    side = stance.cross < 0;
    if (clear / lane->length < lane->clear[side]) {
        lane->clear[side] = clear / lane->length;
        lane->along[side] = stance.along / lane->length;
    }
    return false;
}

/* Ground in the way, in which neither of them stands. */
static bool is_ground_between(const struct scene *scene, const struct lane *lane)
{
    struct element own;

    for (int i = 0; i < elements_in(scene->m, scene->s); i++) {
        const struct element *element = element_in(scene->m, scene->s, i, &own);
        const struct area    *area = &element->area;
        int32_t               radius;
        if (element->is_line || !(element->traits & (T_CONCEAL | T_IMPASSABLE | T_BUILDING))) continue;
        radius = min32(area->high.x - area->low.x, area->high.y - area->low.y) * 9 / 20;
        if (is_in_disc(lane->from, element->middle, radius) || is_in_disc(lane->to, element->middle, radius)) continue;
        if (is_in_way(lane->from, lane->to, lane->length, element->middle, radius)) return true;
    }
    return false;
}

/* A unit, two that leave a narrow gap (BE-GEO-13), or ground. */
bool tercios_is_barred(const struct scene *scene, const struct soldier *from, const struct soldier *target, int32_t apart)
{
    struct lane lane = lane_to(from, target, apart);

    for (int i = 0; i < scene->count; i++) {
        const struct soldier *other = &scene->list[i];
        if (other != from && other != target && !other->housed && is_across(&lane, other)) return true;
    }
    if (lane.clear[0] + lane.clear[1] < NARROW && abs64(lane.along[0] - lane.along[1]) < TOGETHER) return true;
    return is_ground_between(scene, &lane);
}

/* Whoever leaves as much room as a narrow gap has on its own side makes none with anybody. */
bool tercios_is_by_lane(const struct soldier *from, const struct soldier *target, int32_t apart, const struct soldier *third)
{
    struct lane   lane = lane_to(from, target, apart);
    struct stance stance;

    if (third->housed || !find_stance(&lane, third, &stance)) return false;
    return abs64(stance.cross) - stance.extent < NARROW * lane.length;
}
