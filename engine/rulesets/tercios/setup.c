/*
 * setup.c: what happens before the first turn: rivers, orientation, zones, deployment (ledger chapters BE-SETUP,
 * BE-TERR-17, BE-GEO-01; decisions D-03 to D-07).
 *
 * Scenarios with fixed armies only roll for their rivers. Otherwise the sides place their regiments in turn, unit by
 * unit. Nobody is ever stuck: where a fixed search finds no place near the rest of the regiment coherency is waived for
 * that unit, and a unit for which there is no place at all stays away.
 */
#include "tercios.h"

enum { SETUP_BEGINS, SETUP_RIVERS, SETUP_ORIENTATION, SETUP_ROLL, SETUP_DEPLOYS, SETUP_ENDS };
enum { ORIENTATION_WIDTH = 1, ORIENTATION_LENGTH = 2, ZONE_LOW = 1, ZONE_HIGH = 2 };
enum { ZONE_APART = 12 * INCH, CELL = INCH / 2 };

/* What holds from here on without anything to decide about it. */
static const rule_id holds_from_here[] = {
    BE_GEO_02, BE_GEO_03, BE_GEO_04, BE_GEO_05, BE_GEO_06, BE_GEO_07, BE_GEO_08, BE_GEO_09, BE_GEO_10, BE_GEO_11, BE_GEO_12,
    BE_GEO_13, BE_GEO_15, BE_GEO_16, BE_TERR_14, BE_TERR_15, BE_TERR_16, BE_CAV_01, BE_ART_01, BE_UNIT_01, BE_UNIT_02, BE_UNIT_03,
    BE_UNIT_04, BE_ARMY_03, BE_ARMY_04,
    BE_VAL_01, BE_VAL_02, BE_VAL_03, BE_VAL_04, BE_MOD_01, BE_MOD_07, BE_MOD_09, BE_MOD_10, BE_ARMY_01, BE_ARMY_02,
    BE_ARMY_05, BE_ARMY_06, BE_ARMY_07, BE_ARMY_08, BE_SETUP_01, BE_SETUP_02,
};

static void begin(struct play *p)
{
    tell(p, EVENT_BEGINS, BE_GEO_01, NOBODY, NOBODY, p->match->size.x, p->match->size.y, p->match->turns);
    for (size_t i = 0; i < sizeof holds_from_here / sizeof *holds_from_here; i++) cite(p, holds_from_here[i]);
}

/* The first river of the map whose die has not been thrown, or -1. */
static int river_to_roll(const struct match *m, const struct state *s)
{
    for (int element = 0; element < m->elements; element++)
        if (m->element[element].river >= 0 && !s->river[m->element[element].river]) return element;
    return -1;
}

/* BE-TERR-17: 1 difficult, 2 to 4 very difficult, 5 and 6 impassable. */
static void roll_river(struct play *p, int element)
{
    int     die = d6(p, BE_TERR_17);
    uint8_t current = die == 1 ? 1 : die <= 4 ? 2 : 3;

    p->state->river[p->match->element[element].river] = current;
    tell(p, EVENT_RIVER, BE_TERR_17, NOBODY, NOBODY, element, current, 0);
    cite(p, BE_SETUP_09);
}

static void roll_orientation(struct play *p)
{
    p->state->orientation = d6(p, BE_SETUP_03) <= 4 ? ORIENTATION_WIDTH : ORIENTATION_LENGTH;
    tell(p, EVENT_ORIENTATION, BE_SETUP_03, NOBODY, NOBODY, p->state->orientation, 0, 0);
    cite(p, BE_SETUP_01);
}

static void enter_setup(struct play *p)
{
    int element;

    switch (here(p)->step) {
    case SETUP_BEGINS:
        begin(p);
        here(p)->step = SETUP_RIVERS;
        break;
    case SETUP_RIVERS:
        element = river_to_roll(p->match, p->state);
        if (element >= 0) roll_river(p, element);
        else here(p)->step = p->match->deploys ? SETUP_ORIENTATION : SETUP_ENDS;
        break;
    case SETUP_ORIENTATION:
        roll_orientation(p);
        here(p)->step = SETUP_ROLL;
        break;
    case SETUP_ROLL:
        p->state->active = (uint8_t)contest(p, BE_SETUP_04, 6);
        tell(p, EVENT_ZONE_ROLL, BE_SETUP_04, NOBODY, NOBODY, p->state->active, 0, 0);
        here(p)->step = SETUP_DEPLOYS;
        go_into(p, PHASE_ZONE);
        break;
    case SETUP_DEPLOYS:
        here(p)->step = SETUP_ENDS;
        go_into(p, PHASE_DEPLOY);
        break;
    default:
        leave(p);
        go_into(p, PHASE_TURN);
    }
}

bool tercios_place_setup(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    if (phase != PHASE_SETUP && !m->deploys)
        return fault_say(fault, "position", 0, "the armies of this scenario are not deployed in play");
    if (phase != PHASE_SETUP && !s->orientation)
        return fault_say(fault, "position", 0, "the orientation must be given");
    if (phase == PHASE_DEPLOY && (!s->zone[0] || !s->zone[1]))
        return fault_say(fault, "position", 0, "the zones must be given");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_SETUP);
    s->active = (uint8_t)seat;
    if (phase == PHASE_SETUP) return true;
    flow_top(&s->flow)->step = phase == PHASE_ZONE ? SETUP_DEPLOYS : SETUP_ENDS;
    flow_push(&s->flow, phase);
    return true;
}

/* Zones. */

/* BE-SETUP-05: from 12 in beyond the line halfway between the two edges to the edge. */
struct box tercios_zone_of(const struct match *m, const struct state *s, seat_id seat)
{
    bool       length = s->orientation == ORIENTATION_LENGTH, high = s->zone[seat] == ZONE_HIGH;
    struct box box = { { 0, 0 }, m->size };

    if (!m->deploys) return m->zone[seat];
    if (length && high) box.low.x = m->size.x / 2 + ZONE_APART;
    else if (length) box.high.x = m->size.x / 2 - ZONE_APART;
    else if (high) box.low.y = m->size.y / 2 + ZONE_APART;
    else box.high.y = m->size.y / 2 - ZONE_APART;
    return box;
}

/* The heading that looks from a zone to the other. */
static int32_t towards_enemy(const struct state *s, seat_id seat)
{
    int32_t heading = s->orientation == ORIENTATION_LENGTH ? RIGHT_ANGLE : 0;

    return s->zone[seat] == ZONE_HIGH ? heading + 2 * RIGHT_ANGLE : heading;
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

/* Where a unit may be deployed. */

/* A unit in hand, and what the table, its zone and its regiment say to it. */
struct site {
    const struct match *m;
    const struct state *s;
    struct ground       g;
    struct box          zone;
    int                 unit;
    int                 anchors;             /* one of these must be near; none: coherency asks nothing */
    uint8_t             anchor[PIECES];
    bool                may_be_alone;        /* if one that still waits finds room beside it (BE-SETUP-07) */
};

/* What distances of coherency are taken from: a base, or the building that a garrison is in. */
struct spot {
    const struct base *base;
    const struct area *area;                 /* if base is NULL */
};

static struct spot spot_of(const struct site *site, int unit)
{
    uint8_t house = site->s->unit[unit].house;

    if (house) return (struct spot){ NULL, &site->m->element[house - 1].area };
    return (struct spot){ &site->g.base[unit], NULL };
}

static struct distance area_gap(const struct area *a, const struct area *b)
{
    struct distance least = table_segment_area((struct segment){ a->vertex[a->count - 1], a->vertex[0] }, b);

    for (int32_t i = 0; i + 1 < a->count; i++) {
        struct distance gap = table_segment_area((struct segment){ a->vertex[i], a->vertex[i + 1] }, b);
        if (table_compare(gap, least) < 0) least = gap;
    }
    return least;
}

/* coherency is measured between bases. */
static struct distance spot_gap(struct spot a, struct spot b)
{
    if (a.base && b.base) return table_gap(a.base, b.base);
    if (!a.base && !b.base) return area_gap(a.area, b.area);
    return a.base ? table_gap_area(a.base, b.area) : table_gap_area(b.base, a.area);
}

static bool spots_near(struct spot a, struct spot b)
{
    if (a.base && b.base) return table_near(a.base, b.base, COHERENCY + TOLERANCE, NULL);
    return table_at_most(spot_gap(a, b), COHERENCY + TOLERANCE, NULL);
}

static bool is_alone(const struct site *site, const uint8_t *mate, int mates, int which)
{
    for (int i = 0; i < mates; i++)
        if (i != which && spots_near(spot_of(site, mate[i]), spot_of(site, mate[which]))) return false;
    return true;
}

/*
 * BE-SETUP-07, kept unit by unit: whoever stands alone gets the next unit beside it; otherwise the next stands beside
 * any of the regiment, or alone if yet another will join it. Every coherent regiment can be placed in such an order.
 */
static void find_anchors(struct site *site)
{
    const struct regiment *regiment = &site->m->regiment[site->m->regiment_of[site->unit]];
    uint8_t                mate[PIECES];
    int                    mates = 0, waiting = 0;

    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++) {
        if (is_standing(site->s, unit)) mate[mates++] = (uint8_t)unit;
        else waiting += unit != site->unit && site->s->unit[unit].status == STATUS_WAITING;
    }
    site->anchors = 0;
    for (int i = 0; i < mates; i++)
        if (is_alone(site, mate, mates, i)) site->anchor[site->anchors++] = mate[i];
    site->may_be_alone = site->anchors == 0 && mates > 0 && waiting > 0;
    if (site->anchors) return;
    for (int i = 0; i < mates; i++) site->anchor[site->anchors++] = mate[i];
}

static void open_site(struct site *site, const struct match *m, const struct state *s, int unit)
{
    site->m = m;
    site->s = s;
    site->unit = unit;
    site->zone = tercios_zone_of(m, s, side_of(m, unit));
    tercios_survey(&site->g, m, s);
    find_anchors(site);
}

static bool in_box(const struct box *box, struct point point, int32_t tolerance)
{
    return between(box->low.x - tolerance, point.x, box->high.x + tolerance) &&
           between(box->low.y - tolerance, point.y, box->high.y + tolerance);
}

static struct base base_at(const struct site *site, struct pose pose)
{
    return table_base(type_of(site->m, site->unit)->shape, pose);
}

/* BE-SETUP-08: wholly in the zone, on no other unit and on no impassable ground. */
static rule_id stand_refused(const struct site *site, const struct base *base, struct refusal *why)
{
    for (int i = 0; i < 4; i++)
        if (!in_box(&site->zone, base->corner[i], TOLERANCE))
            return refuse_with(why, BE_SETUP_08, base->corner[i].x, base->corner[i].y);
    return tercios_overlap_refused(&site->g, site->unit, base->pose, why) ? refuse_as(why, BE_SETUP_08) : 0;
}

static bool has_company(const struct site *site, struct spot spot)
{
    for (int i = 0; i < site->anchors; i++)
        if (spots_near(spot, spot_of(site, site->anchor[i]))) return true;
    return site->anchors == 0;
}

/* Searching. Whatever the shift, the same places are looked at: it only changes which comes first. */

static bool would_do(const struct site *site, struct pose pose, bool coherent)
{
    struct base base;

    if (!in_box(&site->zone, pose.at, TOLERANCE)) return false;
    base = base_at(site, pose);
    return (!coherent || has_company(site, (struct spot){ &base, NULL })) && !stand_refused(site, &base, NULL);
}

/* Beside, behind and before a unit of the regiment, faced as it is. */
static bool search_beside(const struct site *site, int mate, uint32_t shift, struct pose *found)
{
    enum { SPACE = INCH / 2 };
    const struct shape *own = &type_of(site->m, site->unit)->shape, *other = &type_of(site->m, mate)->shape;
    int32_t             across = (own->width + other->width) / 2 + SPACE;

    if (is_housed(site->s, mate)) return false;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t way = (i + shift) % 4;
        int32_t  right = way == 0 ? across : way == 1 ? -across : 0;
        int32_t  ahead = way == 2 ? -other->depth - SPACE : way == 3 ? own->depth + SPACE : 0;
        *found = table_moved(pose_of(site->s, mate), ahead, right);
        if (would_do(site, *found, true)) return true;
    }
    return false;
}

/* The cell of number i, 0 to 8 * ring - 1, on the ring of cells about a cell. */
static struct point ring_cell(int32_t ring, int32_t i)
{
    int32_t along = ring ? i % (2 * ring) : 0;

    switch (ring ? i / (2 * ring) : 0) {
    case 0:  return (struct point){ along - ring, ring };
    case 1:  return (struct point){ ring, ring - along };
    case 2:  return (struct point){ ring - along, -ring };
    default: return (struct point){ -ring, along - ring };
    }
}

/* A middle so that a side of that length lies between two limits, if it can. */
static int32_t pushed_in(int32_t middle, int32_t low, int32_t high, int32_t side)
{
    return min32(max32(middle, low + (side + 1) / 2), high - side / 2);
}

static bool search_cell(const struct site *site, struct point middle, bool coherent, struct pose *found)
{
    static const int32_t turn[4] = { 0, RIGHT_ANGLE, 3 * RIGHT_ANGLE, 2 * RIGHT_ANGLE };
    struct shape         shape = type_of(site->m, site->unit)->shape;
    int32_t              front = towards_enemy(site->s, side_of(site->m, site->unit));

    if (!in_box(&site->zone, middle, 0)) return false;
    for (int i = 0; i < 4; i++) {
        struct pose pose = { middle, heading_normal(front + turn[i]) };
        bool        along = pose.heading % (2 * RIGHT_ANGLE) == 0;
        pose.at.x = pushed_in(middle.x, site->zone.low.x, site->zone.high.x, along ? shape.width : shape.depth);
        pose.at.y = pushed_in(middle.y, site->zone.low.y, site->zone.high.y, along ? shape.depth : shape.width);
        *found = table_moved(pose, type_of(site->m, site->unit)->shape.depth / 2, 0);
        if (would_do(site, *found, coherent)) return true;
    }
    return false;
}

/* Cells of half an inch, ring by ring about the one that holds a point. */
static bool search_rings(const struct site *site, struct point about, int32_t rings, bool coherent, uint32_t shift,
                         struct pose *found)
{
    struct point low = site->zone.low, start;

    start.x = (int32_t)(low.x + divide_floor(about.x - low.x, CELL) * CELL + CELL / 2);
    start.y = (int32_t)(low.y + divide_floor(about.y - low.y, CELL) * CELL + CELL / 2);
    for (int32_t ring = 0; ring <= rings; ring++) {
        int32_t cells = ring ? 8 * ring : 1;
        for (int32_t i = 0; i < cells; i++) {
            struct point cell = ring_cell(ring, (int32_t)((uint32_t)i + shift % (uint32_t)cells) % cells);
            struct point middle = { start.x + cell.x * CELL, start.y + cell.y * CELL };
            if (search_cell(site, middle, coherent, found)) return true;
        }
    }
    return false;
}

static bool search_near(const struct site *site, uint32_t shift, struct pose *found)
{
    uint32_t anchors = (uint32_t)site->anchors;

    for (uint32_t i = 0; i < anchors; i++)
        if (search_beside(site, site->anchor[(i + shift) % anchors], shift >> 3, found)) return true;
    for (uint32_t i = 0; i < anchors; i++) {
        int                 mate = site->anchor[(i + shift) % anchors];
        struct spot         spot = spot_of(site, mate);
        const struct point *low = spot.base ? &spot.base->middle : &spot.area->low;
        const struct point *high = spot.base ? low : &spot.area->high;
        struct point        about = { (low->x + high->x) / 2, (low->y + high->y) / 2 };
        int32_t             size = spot.base ? spot.base->shape.radius : max32(high->x - low->x, high->y - low->y);
        int32_t             rings = (COHERENCY + size + type_of(site->m, site->unit)->shape.radius) / CELL + 1;
        if (search_rings(site, about, rings, true, shift, found)) return true;
    }
    return false;
}

static bool search_zone(const struct site *site, uint32_t shift, struct pose *found)
{
    int64_t      width = site->zone.high.x - site->zone.low.x, depth = site->zone.high.y - site->zone.low.y;
    uint32_t     x = shift ? shift & 0xffff : 0x8000, y = shift ? shift >> 16 : 0x8000;
    struct point about;

    if (width <= 0 || depth <= 0) return false;
    about.x = site->zone.low.x + (int32_t)(width * x >> 16);
    about.y = site->zone.low.y + (int32_t)(depth * y >> 16);
    return search_rings(site, about, (int32_t)(max64(width, depth) / CELL) + 1, false, shift, found);
}

static bool search(const struct site *site, uint32_t shift, struct pose *found)
{
    return (site->anchors && search_near(site, shift, found)) || search_zone(site, shift, found);
}

bool tercios_find_place(const struct match *m, const struct state *s, int unit, uint32_t shift, struct pose *pose)
{
    struct site site;

    open_site(&site, m, s, unit);
    return search(&site, shift, pose);
}

/* Judging. */

/* Would one of the regiment that still waits find room beside this unit, placed there or in that building? */
static bool leaves_room(const struct site *site, struct pose pose, uint8_t house)
{
    const struct regiment *regiment = &site->m->regiment[site->m->regiment_of[site->unit]];
    struct state           next = *site->s;
    struct site            other;

    tercios_put(&next, site->unit, pose);
    next.unit[site->unit].status = STATUS_STANDING;
    next.unit[site->unit].house = house;
    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++) {
        if (next.unit[unit].status != STATUS_WAITING) continue;
        open_site(&other, site->m, &next, unit);
        if (search_near(&other, 0, &pose)) return true;
    }
    return false;
}

/* BE-SETUP-07; waived when no coherent place is to be found. */
static rule_id company_refused(const struct site *site, struct spot spot, struct pose pose, uint8_t house,
                               struct refusal *why)
{
    struct pose found;
    int32_t     least = INT32_MAX;

    if (has_company(site, spot)) return 0;
    if (site->may_be_alone && leaves_room(site, pose, house)) return 0;
    if (!search_near(site, 0, &found)) return 0;
    for (int i = 0; i < site->anchors && why; i++)
        least = min32(least, table_ceiling(spot_gap(spot, spot_of(site, site->anchor[i]))));
    return refuse_with(why, BE_SETUP_07, least, COHERENCY);
}

static rule_id place_refused(const struct site *site, struct pose pose, struct refusal *why)
{
    struct base base = base_at(site, pose);
    rule_id     rule = stand_refused(site, &base, why);

    return rule ? rule : company_refused(site, (struct spot){ &base, NULL }, pose, 0, why);
}

static bool stands_coherently(const void *context, struct pose pose)
{
    return would_do(context, pose, true);
}

/* For the hand that is dragging: a place near the wanted one, faced as it was, or any. */
static void find_nearest(struct site *site, struct pose wanted, struct refusal *why)
{
    enum { SEARCH_STEP = 500, BUDGET = 600 };
    struct point about;

    if (site->anchors && !search_near(site, 0, &why->nearest)) site->anchors = 0;
    about.x = (site->zone.low.x + site->zone.high.x) / 2;
    about.y = (site->zone.low.y + site->zone.high.y) / 2;
    if (site->anchors) about = pose_of(site->s, site->anchor[0]).at;
    why->has_nearest =
        table_nearest_legal(about, wanted, SEARCH_STEP, BUDGET, stands_coherently, site, &why->nearest) ||
        search(site, 0, &why->nearest);
}

rule_id tercios_place_refused(const struct match *m, const struct state *s, int unit, struct pose pose,
                              struct refusal *why)
{
    struct site site;
    rule_id     rule;

    open_site(&site, m, s, unit);
    rule = place_refused(&site, pose, why);
    if (rule && why) find_nearest(&site, pose, why);
    return rule;
}

/* BE-SETUP-08, BE-TERR-20: into a building that lies wholly in the zone. */
static rule_id garrison_refused(const struct site *site, int32_t element, struct refusal *why)
{
    const struct area *area;
    struct pose        pose;
    rule_id            rule;

    if (!between(0, element, site->m->elements - 1)) return refuse_with(why, BE_SETUP_08, 0, 0);
    rule = tercios_garrison_refused(site->m, site->s, site->unit, element, why);
    if (rule) return rule;
    area = &site->m->element[element].area;
    if (!in_box(&site->zone, area->low, TOLERANCE) || !in_box(&site->zone, area->high, TOLERANCE))
        return refuse_with(why, BE_SETUP_08, 0, 0);
    pose = (struct pose){ site->m->element[element].middle, towards_enemy(site->s, side_of(site->m, site->unit)) };
    return company_refused(site, (struct spot){ NULL, area }, pose, (uint8_t)(element + 1), why);
}

/* Deployment. */

static bool is_waiting(const struct match *m, const struct state *s, seat_id seat, int unit)
{
    return side_of(m, unit) == seat && s->unit[unit].status == STATUS_WAITING;
}

static bool waits(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (is_waiting(m, s, seat, unit)) return true;
    return false;
}

/* Does a regiment have units in that status? */
static bool any_in(const struct match *m, const struct state *s, int regiment, uint8_t status)
{
    const struct regiment *r = &m->regiment[regiment];

    for (int unit = r->first; unit < r->first + r->count; unit++)
        if (s->unit[unit].status == status) return true;
    return false;
}

/* The regiment of which some are placed and some are not, or -1: it must be completed first (BE-SETUP-06). */
static int regiment_in_hand(const struct match *m, const struct state *s, seat_id seat)
{
    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (m->regiment[regiment].seat == seat && any_in(m, s, regiment, STATUS_STANDING) &&
            any_in(m, s, regiment, STATUS_WAITING))
            return regiment;
    return -1;
}

static bool is_next(const struct match *m, const struct state *s, seat_id seat, int in_hand, int unit)
{
    return is_waiting(m, s, seat, unit) && (in_hand < 0 || m->regiment_of[unit] == in_hand);
}

static bool has_room(const struct match *m, const struct state *s, int unit)
{
    struct site site;
    struct pose pose;

    open_site(&site, m, s, unit);
    if (search(&site, 0, &pose)) return true;
    for (int32_t element = 0; element < m->elements; element++)
        if (m->element[element].traits & T_BUILDING && !garrison_refused(&site, element, NULL)) return true;
    return false;
}

/* BE-SETUP-06: when a regiment is complete it is the other side's turn, if it has any left. */
static void pass_on(struct play *p, int unit)
{
    seat_id other = (seat_id)!side_of(p->match, unit);

    if (!any_in(p->match, p->state, p->match->regiment_of[unit], STATUS_WAITING) && waits(p->match, p->state, other))
        p->state->active = (uint8_t)other;
}

static void stay_away(struct play *p, int unit)
{
    p->state->unit[unit].status = STATUS_ABSENT;
    tell(p, EVENT_ABSENT, BE_SETUP_08, unit, NOBODY, 0, 0, 0);
    pass_on(p, unit);
}

/* There is room for the first that may be placed, or it stays away and the frame is entered again. */
static void enter_deploy(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat = (seat_id)s->active;
    int                 in_hand;

    if (!waits(m, s, seat)) {
        if (!waits(m, s, (seat_id)!seat)) leave(p);
        else s->active = (uint8_t)!seat;
        return;
    }
    in_hand = regiment_in_hand(m, s, seat);
    for (int unit = 0; unit < m->units; unit++) {
        if (!is_next(m, s, seat, in_hand, unit)) continue;
        if (has_room(m, s, unit)) ask(p, SEAT_BIT(seat));
        else stay_away(p, unit);
        return;
    }
}

static void offer_garrisons(const struct match *m, const struct state *s, int16_t unit, struct offers *offers)
{
    struct site site;
    bool        opened = false;

    for (int32_t element = 0; element < m->elements; element++) {
        if (!(m->element[element].traits & T_BUILDING) || tercios_garrison_refused(m, s, unit, element, NULL)) continue;
        if (!opened) open_site(&site, m, s, unit);
        opened = true;
        if (!garrison_refused(&site, element, NULL))
            offer_add(offers, (struct decision){ .kind = DO_GARRISON, .unit = unit, .value = element }, 0);
    }
}

static void offer_deploy(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int in_hand = regiment_in_hand(m, s, seat);

    for (int16_t unit = 0; unit < m->units; unit++) {
        if (!is_next(m, s, seat, in_hand, unit)) continue;
        offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = unit }, USES_AT | USES_HEADING);
        offer_garrisons(m, s, unit, offers);
    }
}

static rule_id refuse_deploy(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    struct site site;

    if (d->kind != DO_PLACE && d->kind != DO_GARRISON) return refuse_with(why, BE_SETUP_06, 0, 0);
    if (!is_next(m, s, seat, regiment_in_hand(m, s, seat), d->unit)) return refuse_for(why, BE_SETUP_06, d->unit);
    if (d->kind == DO_PLACE) return tercios_place_refused(m, s, d->unit, (struct pose){ d->at, d->heading }, why);
    open_site(&site, m, s, d->unit);
    return garrison_refused(&site, d->value, why);
}

static void take_deploy(struct play *p, seat_id seat, const struct decision *d)
{
    const struct element *house = &p->match->element[d->value];
    struct unit          *u = &p->state->unit[d->unit];

    u->status = STATUS_STANDING;
    if (d->kind == DO_PLACE) {
        tercios_put(p->state, d->unit, (struct pose){ d->at, d->heading });
        tell(p, EVENT_PLACED, BE_SETUP_08, d->unit, NOBODY, d->at.x, d->at.y, d->heading);
    } else {
        tercios_put(p->state, d->unit, (struct pose){ house->middle, towards_enemy(p->state, seat) });
        u->house = (uint8_t)(d->value + 1);
        tell(p, EVENT_GARRISONED, BE_SETUP_08, d->unit, NOBODY, d->value, 0, 0);
        cite(p, BE_TERR_20);
    }
    cite(p, BE_SETUP_06);
    if (p->match->regiment[p->match->regiment_of[d->unit]].count > 1) cite(p, BE_SETUP_07);
    pass_on(p, d->unit);
}

const struct phase tercios_setup_phase = { .name = "setup", .rule = BE_SETUP_09, .enter = enter_setup, .step = STEP_DEPLOYMENT };
const struct phase tercios_zone = { "zone", BE_SETUP_04, enter_zone, offer_zone, refuse_zone, take_zone, .step = STEP_DEPLOYMENT };
const struct phase tercios_deploy = { "deploy", BE_SETUP_06, enter_deploy, offer_deploy, refuse_deploy, take_deploy,
                                      .step = STEP_DEPLOYMENT };
