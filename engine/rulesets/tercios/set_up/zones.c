/*
 * zones.c: the zones in which the sides deploy, and who chooses between them (BE-SETUP-04, -05; LM-BATTLE-07).
 */
#include "places.h"

enum { ZONE_LOW = 1, ZONE_HIGH = 2 };

/* B4: how far a point is from the diagonal into the zone of a seat, times the diagonal's length; negative on the other side. */
static int64_t from_diagonal(const struct match *m, const struct state *s, seat_id seat, struct point point)
{
    int64_t above = (int64_t)m->size.x * point.y;

    if (s->orientation == ORIENTATION_RISING) above -= (int64_t)m->size.y * point.x;
    else above -= (int64_t)m->size.y * (m->size.x - point.x);
    return s->zone[seat] == ZONE_HIGH ? above : -above;
}

static int32_t diagonal_of(const struct match *m) { return table_floor(table_distance((struct point){ 0, 0 }, m->size)); }

/* The corner of the table in which a seat's zone lies (B4). */
static struct point own_corner(const struct match *m, const struct state *s, seat_id seat)
{
    bool high = s->zone[seat] == ZONE_HIGH, east = (s->orientation == ORIENTATION_RISING) != high;

    return (struct point){ east ? m->size.x : 0, high ? m->size.y : 0 };
}

/* From how far off the line halfway between the two edges, and to how far (BE-SETUP-05; B3). */
static struct range depth_of_zone(const struct state *s, seat_id seat, int32_t half)
{
    if (s->type != BATTLE_POSITION) return (struct range){ 12 * INCH, half };
    if (s->attacker == 1 + seat) return (struct range){ 15 * INCH, half };
    return (struct range){ 3 * INCH, min32(15 * INCH, half) };
}

/* BE-SETUP-05: from 12 in beyond the line halfway between the two edges to the edge. */
struct box tercios_zone_of(const struct match *m, const struct state *s, seat_id seat)
{
    bool         length = s->orientation == ORIENTATION_LENGTH, high = s->zone[seat] == ZONE_HIGH;
    struct box   box = { { 0, 0 }, m->size };
    int32_t      size = length ? m->size.x : m->size.y, low_end, high_end;
    struct range depth = depth_of_zone(s, seat, size - size / 2);

    if (!m->deploys) return m->zone[seat];
    if (is_diagonal(s)) {
        struct point list[ZONE_POINTS];
        int32_t      count = tercios_zone_outline(m, s, seat, list);
        box = (struct box){ list[0], list[0] };
        for (int32_t i = 1; i < count; i++) {
            box.low = (struct point){ min32(box.low.x, list[i].x), min32(box.low.y, list[i].y) };
            box.high = (struct point){ max32(box.high.x, list[i].x), max32(box.high.y, list[i].y) };
        }
        return box;
    }
    low_end = high ? size / 2 + depth.low : max32(0, size / 2 - depth.high);
    high_end = high ? min32(size, size / 2 + depth.high) : size / 2 - depth.low;
    if (length) {
        box.low.x = low_end;
        box.high.x = high_end;
    } else {
        box.low.y = low_end;
        box.high.y = high_end;
    }
    return box;
}

int32_t tercios_zone_outline(const struct match *m, const struct state *s, seat_id seat, struct point points[ZONE_POINTS])
{
    struct box zone;

    if (m->deploys && is_diagonal(s)) {
        int64_t      apart = (int64_t)12 * INCH * diagonal_of(m);
        struct point corner = own_corner(m, s, seat);
        int32_t      along = max32(0, m->size.x - (int32_t)(apart / m->size.y)), up = max32(0, m->size.y - (int32_t)(apart / m->size.x));
        points[0] = (struct point){ corner.x ? corner.x - along : along, corner.y };
        points[1] = corner;
        points[2] = (struct point){ corner.x, corner.y ? corner.y - up : up };
        return 3;
    }
    zone = tercios_zone_of(m, s, seat);
    points[0] = zone.low;
    points[1] = (struct point){ zone.high.x, zone.low.y };
    points[2] = zone.high;
    points[3] = (struct point){ zone.low.x, zone.high.y };
    return 4;
}

bool tercios_in_box(const struct box *box, struct point point, int32_t tolerance)
{
    return between(box->low.x - tolerance, point.x, box->high.x + tolerance) &&
           between(box->low.y - tolerance, point.y, box->high.y + tolerance);
}

struct zone tercios_own_zone(const struct match *m, const struct state *s, seat_id seat)
{
    bool cut = m->deploys && is_diagonal(s);

    return (struct zone){ tercios_zone_of(m, s, seat), cut, cut ? diagonal_of(m) : 0 };
}

bool tercios_is_in(const struct zone *zone, const struct match *m, const struct state *s, seat_id seat, struct point point, int32_t tolerance)
{
    if (!tercios_in_box(&zone->box, point, tolerance)) return false;
    return !zone->cut || from_diagonal(m, s, seat, point) >= (int64_t)(12 * INCH - tolerance) * zone->diagonal;
}

bool tercios_in_zone(const struct match *m, const struct state *s, seat_id seat, struct point point, int32_t tolerance)
{
    struct zone zone = tercios_own_zone(m, s, seat);

    return tercios_is_in(&zone, m, s, seat, point, tolerance);
}

/* The heading that looks from a zone to the other. */
int32_t tercios_towards_enemy(const struct state *s, seat_id seat)
{
    int32_t heading = s->orientation == ORIENTATION_LENGTH ? RIGHT_ANGLE : 0;

    if (s->orientation == ORIENTATION_RISING) heading = 7 * RIGHT_ANGLE / 2;
    if (s->orientation == ORIENTATION_FALLING) heading = RIGHT_ANGLE / 2;
    return heading_normal(s->zone[seat] == ZONE_HIGH ? heading + 2 * RIGHT_ANGLE : heading);
}

static void enter_zone(struct play *p)
{
    ask(p, SEAT_BIT(p->state->active));
}

static void offer_zone(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    for (int16_t choice = 0; choice < 2; choice++)
        offer_add(offers, (struct decision){ .kind = DO_ZONE, .choice = choice }, 0);
}

static rule_id refuse_zone(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    return d->kind == DO_ZONE ? 0 : refuse_with(why, BE_SETUP_04, 0, 0);
}

static void take_zone(struct play *p, seat_id seat, const struct decision *d)
{
    p->state->zone[seat] = d->choice ? ZONE_HIGH : ZONE_LOW;
    p->state->zone[!seat] = d->choice ? ZONE_LOW : ZONE_HIGH;
    tell(p, EVENT_ZONE, BE_SETUP_04, NOBODY, NOBODY, seat, p->state->zone[seat], 0);
    tell(p, EVENT_ZONE, BE_SETUP_05, NOBODY, NOBODY, !seat, p->state->zone[!seat], 0);
    leave(p);
}

const struct phase tercios_zone = { "zone", BE_SETUP_04, enter_zone, offer_zone, refuse_zone, take_zone, .step = STEP_DEPLOYMENT };
