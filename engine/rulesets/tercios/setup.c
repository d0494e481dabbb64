/*
 * setup.c: what happens before the first turn: rivers, orientation, zones, deployment (ledger chapters BE-SETUP,
 * BE-TERR-17, BE-GEO-01, LM-DEPLOY; decisions D-03 to D-10); and who comes onto the table later.
 *
 * Scenarios with fixed armies only roll for their rivers. Otherwise the sides place their regiments in turn, unit by
 * unit. Nobody is ever stuck: where a fixed search finds no place near the rest of the regiment coherency is waived for
 * that unit, and a unit for which there is no place at all stays away, or waits for the next turn if it was to come later.
 * In the long edition a regiment is complete with its commander; the commander in chief and the elite unit are placed with
 * any regiment, when that is complete. Kinds of battle (battles.c) say where the zones are and who is kept back.
 */
#include "tercios.h"

#include <string.h>

enum {
    SETUP_BEGINS, SETUP_RIVERS, SETUP_ORIENTATION, SETUP_ROLL, SETUP_DEPLOYS, SETUP_ENDS,
    /* of the long edition */
    SETUP_TYPE, SETUP_FLANK, SETUP_DIGS, SETUP_VANGUARD
};
enum { ZONE_LOW = 1, ZONE_HIGH = 2 };
enum { CELL = INCH / 2 };
/* Of the frame of the deployment: a regiment has been completed, and what may be placed with any may be placed now. */
enum { COMPLETED = 0 };

/* What holds from here on without anything to decide about it. */
static const rule_id holds_from_here[] = {
    BE_GEO_02, BE_GEO_03, BE_GEO_04, BE_GEO_05, BE_GEO_06, BE_GEO_07, BE_GEO_08, BE_GEO_09, BE_GEO_10, BE_GEO_11, BE_GEO_12,
    BE_GEO_13, BE_GEO_15, BE_GEO_16, BE_TERR_14, BE_TERR_15, BE_TERR_16, BE_CAV_01, BE_ART_01, BE_UNIT_01, BE_UNIT_02, BE_UNIT_03,
    BE_UNIT_04, BE_ARMY_03, BE_ARMY_04,
    BE_VAL_01, BE_VAL_02, BE_VAL_03, BE_VAL_04, BE_MOD_01, BE_MOD_07, BE_MOD_09, BE_MOD_10, BE_ARMY_01, BE_ARMY_02,
    BE_ARMY_05, BE_ARMY_06, BE_ARMY_07, BE_ARMY_08, BE_SETUP_01, BE_SETUP_02,
};

static const rule_id holds_from_here_too[] = {
    LM_BASE_01, LM_BASE_02, LM_BASE_03, LM_BASE_04, LM_BASE_05, LM_BASE_06, LM_BASE_07, LM_BASE_08, LM_BASE_10, LM_GEO_01, LM_GEO_02,
    LM_GEO_03, LM_GEO_04, LM_GEO_05, LM_GEO_06, LM_GEO_07, LM_GEO_08, LM_GEO_09, LM_GEO_10, LM_GEO_12, LM_VAL_01, LM_VAL_02, LM_VAL_03,
    LM_MOD_01, LM_MOD_06, LM_MOD_08, LM_MOD_09, LM_STATE_01, LM_STATE_02, LM_INF_16, LM_CAV_01, LM_ART_01, LM_CMD_01, LM_CMD_12,
    LM_TRAITS_01, LM_TRAITS_05, LM_LOSS_07, LM_DECOR_29,
};

static void begin(struct play *p)
{
    bool           liber = is_liber(p->match);
    const rule_id *list = liber ? holds_from_here_too : holds_from_here;
    size_t         count = liber ? sizeof holds_from_here_too / sizeof *list : sizeof holds_from_here / sizeof *list;

    tell(p, EVENT_BEGINS, BE_GEO_01, NOBODY, NOBODY, p->match->size.x, p->match->size.y, p->match->turns);
    for (size_t i = 0; i < count; i++) cite(p, list[i]);
    if (liber) tercios_cite_armies(p);
    if (liber && !p->match->buys_terrain) cite(p, LM_DECOR_01);
}

bool tercios_starts_waiting(const struct match *m, int piece)
{
    int regiment = is_commander(m, piece) ? m->commander[piece - m->units].regiment : m->regiment_of[piece];

    for (int i = 0; i < m->arrivals; i++)
        if (m->arrival[i].regiment == regiment) return true;
    return m->deploys;
}

/* The first river of the map whose die has not been thrown, or -1. */
static int river_to_roll(const struct match *m, const struct state *s)
{
    for (int element = 0; element < m->elements; element++)
        if (m->element[element].river >= 0 && !s->river[m->element[element].river]) return element;
    return tercios_still_river(m, s);
}

/* BE-TERR-17: 1 difficult, 2 to 4 very difficult, 5 and 6 impassable. */
static void roll_river(struct play *p, int element)
{
    int     die = d6(p, BE_TERR_17);
    uint8_t current = die == 1 ? 1 : die <= 4 ? 2 : 3;

    if (element < p->match->elements) p->state->river[p->match->element[element].river] = current;
    else p->state->bought[element - p->match->elements].die = (uint8_t)die;
    tell(p, EVENT_RIVER, BE_TERR_17, NOBODY, NOBODY, element, current, 0);
    cite(p, BE_SETUP_09);
}

static void roll_orientation(struct play *p)
{
    struct state *s = p->state;

    if (s->type == BATTLE_MEETING) s->orientation = d6(p, LM_BATTLE_07) <= 3 ? ORIENTATION_RISING : ORIENTATION_FALLING;
    else if (s->type == BATTLE_THROUGH) s->orientation = ORIENTATION_WIDTH;
    else s->orientation = d6(p, BE_SETUP_03) <= 4 ? ORIENTATION_WIDTH : ORIENTATION_LENGTH;
    tell(p, EVENT_ORIENTATION, s->type == BATTLE_MEETING || s->type == BATTLE_THROUGH ? LM_BATTLE_07 : BE_SETUP_03, NOBODY, NOBODY,
         s->orientation, 0, 0);
    cite(p, BE_SETUP_01);
}

/* BE-SETUP-04. Where one side defends a position it is the one that wins this roll (B3). */
static void roll_zone(struct play *p)
{
    struct state *s = p->state;

    s->active = (uint8_t)contest(p, BE_SETUP_04, 6);
    if (is_liber(p->match)) s->winner = s->active;
    tell(p, EVENT_ZONE_ROLL, BE_SETUP_04, NOBODY, NOBODY, s->active, 0, 0);
    if (s->type != BATTLE_POSITION) return;
    s->attacker = (uint8_t)(1 + !s->active);
    tell(p, EVENT_ROLE, LM_BATTLE_07, NOBODY, NOBODY, !s->active, 0, 0);
}

static void enter_setup(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 element;

    switch (here(p)->step) {
    case SETUP_BEGINS:
        begin(p);
        here(p)->step = SETUP_RIVERS;
        if (m->buys_terrain) go_into(p, PHASE_TERRAIN);
        break;
    case SETUP_RIVERS:
        element = river_to_roll(m, s);
        if (element >= 0) roll_river(p, element);
        else if (is_liber(m)) here(p)->step = m->deploys ? SETUP_TYPE : SETUP_VANGUARD;
        else here(p)->step = m->deploys ? SETUP_ORIENTATION : SETUP_ENDS;
        break;
    case SETUP_TYPE:
        tercios_name_battle(p);
        here(p)->step = SETUP_ORIENTATION;
        break;
    case SETUP_ORIENTATION:
        roll_orientation(p);
        if (is_liber(m)) tercios_lay_battle(p);
        here(p)->step = s->type == BATTLE_FLANK ? SETUP_FLANK : SETUP_ROLL;
        break;
    case SETUP_FLANK:
        here(p)->step = SETUP_ROLL;
        go_into(p, PHASE_FLANK);
        break;
    case SETUP_ROLL:
        roll_zone(p);
        here(p)->step = s->type == BATTLE_POSITION ? SETUP_DIGS : SETUP_DEPLOYS;
        go_into(p, PHASE_ZONE);
        break;
    case SETUP_DIGS:
        s->active = s->winner;
        here(p)->step = SETUP_DEPLOYS;
        go_into(p, PHASE_TERRAIN)->step = TERRAIN_DIGS;
        break;
    case SETUP_DEPLOYS:
        if (is_liber(m)) s->active = s->winner;
        here(p)->step = is_liber(m) ? SETUP_VANGUARD : SETUP_ENDS;
        go_into(p, PHASE_DEPLOY);
        break;
    case SETUP_VANGUARD:
        here(p)->step = SETUP_ENDS;
        if (tercios_has_vanguard(m, s)) go_into(p, PHASE_VANGUARD);
        break;
    default:
        leave(p);
        go_into(p, PHASE_TURN);
    }
}

/* Where the frame below goes on after that phase. */
static int step_after(const struct match *m, uint8_t phase)
{
    switch (phase) {
    case PHASE_TERRAIN: return SETUP_RIVERS;
    case PHASE_FLANK:   return SETUP_ROLL;
    case PHASE_ZONE:    return SETUP_DEPLOYS;
    case PHASE_DEPLOY:  return is_liber(m) ? SETUP_VANGUARD : SETUP_ENDS;
    default:            return SETUP_ENDS;
    }
}

bool tercios_place_setup(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    bool early = phase == PHASE_SETUP || phase == PHASE_TERRAIN;

    if (!early && phase != PHASE_VANGUARD && !m->deploys)
        return fault_say(fault, "position", 0, "the armies of this scenario are not deployed in play");
    if (phase == PHASE_TERRAIN && !m->buys_terrain)
        return fault_say(fault, "position", 0, "the ground of this scenario is not bought in play");
    if (!early && m->deploys && !s->orientation)
        return fault_say(fault, "position", 0, "the orientation must be given");
    if (phase == PHASE_DEPLOY && (!s->zone[0] || !s->zone[1]))
        return fault_say(fault, "position", 0, "the zones must be given");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_SETUP);
    s->active = (uint8_t)seat;
    if (phase == PHASE_SETUP) return true;
    flow_top(&s->flow)->step = (uint8_t)step_after(m, phase);
    flow_push(&s->flow, phase);
    return true;
}

/* Zones. */

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

static bool in_box(const struct box *box, struct point point, int32_t tolerance)
{
    return between(box->low.x - tolerance, point.x, box->high.x + tolerance) &&
           between(box->low.y - tolerance, point.y, box->high.y + tolerance);
}

static bool in_zone(const struct match *m, const struct state *s, seat_id seat, const struct box *zone, struct point point, int32_t tolerance)
{
    if (!in_box(zone, point, tolerance)) return false;
    if (!m->deploys || !is_diagonal(s)) return true;
    return from_diagonal(m, s, seat, point) >= (int64_t)(12 * INCH - tolerance) * diagonal_of(m);
}

bool tercios_in_zone(const struct match *m, const struct state *s, seat_id seat, struct point point, int32_t tolerance)
{
    struct box zone = tercios_zone_of(m, s, seat);

    return in_zone(m, s, seat, &zone, point, tolerance);
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
    int                 strips;              /* it comes onto the table by one of these, not in a zone */
    struct arrival      strip[STRIPS];
};

/* What distances of coherency are taken from: a base, or the building that a garrison is in. */
struct spot {
    const struct base *base;
    const struct area *area;                 /* if base is NULL */
};

static struct spot spot_of(const struct site *site, int unit)
{
    uint8_t house = site->s->unit[unit].house;

    if (house) return (struct spot){ NULL, &element_of(&site->g, house - 1)->area };
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

    site->anchors = 0;
    site->may_be_alone = false;
    if (regiment->elite) {                               /* LM-DEPLOY-06: with any other */
        for (int unit = 0; unit < site->m->units; unit++)
            if (side_of(site->m, unit) == regiment->seat && is_standing(site->s, unit)) site->anchor[site->anchors++] = (uint8_t)unit;
        return;
    }
    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++) {
        if (is_standing(site->s, unit)) mate[mates++] = (uint8_t)unit;
        else waiting += unit != site->unit && site->s->unit[unit].status == STATUS_WAITING;
    }
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
    site->strips = s->turn ? tercios_strips(m, s, m->regiment_of[unit], site->strip) : 0;
    site->zone = site->strips ? (struct box){ { 0, 0 }, m->size } : tercios_zone_of(m, s, side_of(m, unit));
    tercios_survey(&site->g, m, s);
    find_anchors(site);
}

static struct base base_at(const struct site *site, struct pose pose)
{
    return table_base(type_of(site->m, site->unit)->shape, pose);
}

/* The heading straight onto the table from one of its edges. */
static int32_t inward(const struct arrival *strip) { return heading_normal((strip->edge + 2) * RIGHT_ANGLE); }

/* Does the base touch the edge, and lie along that stretch of it? */
static bool touches_strip(const struct site *site, const struct arrival *strip, const struct base *base)
{
    bool upright = strip->edge == SIDE_RIGHT || strip->edge == SIDE_LEFT, touches = false;

    for (int i = 0; i < 4; i++) {
        int32_t along = upright ? base->corner[i].y : base->corner[i].x, off = upright ? base->corner[i].x : base->corner[i].y;
        if (!between(strip->low - TOLERANCE, along, strip->high + TOLERANCE)) return false;
        if (strip->edge == SIDE_RIGHT) off = site->m->size.x - off;
        if (strip->edge == SIDE_FRONT) off = site->m->size.y - off;
        touches |= off <= TOLERANCE;
    }
    return touches;
}

/* Far enough from every enemy, measured between Centres (LM-GEO-06). */
static rule_id room_refused(const struct site *site, const struct base *base, int32_t room, struct refusal *why)
{
    for (int enemy = 0; enemy < site->m->units; enemy++) {
        struct distance apart;
        if (!are_enemies(site->m, site->unit, enemy) || !is_standing(site->s, enemy)) continue;
        if (is_housed(site->s, enemy)) apart = table_gap_area(base, &element_of(&site->g, site->s->unit[enemy].house - 1)->area);
        else apart = table_centres_apart(base, &site->g.base[enemy]);
        if (!table_at_least(apart, room - TOLERANCE, NULL)) return refuse_for(why, LM_BATTLE_07, enemy);
    }
    return 0;
}

/* A regiment that comes later is put down at the edge that the scenario or the kind of battle says. */
static rule_id arrival_refused(const struct site *site, const struct base *base, struct refusal *why)
{
    for (int i = 0; i < site->strips; i++) {
        const struct arrival *strip = &site->strip[i];
        if (!touches_strip(site, strip, base)) continue;
        if (site->m->arrivals && heading_apart(base->pose.heading, inward(strip)) > ANGLE_TOLERANCE)
            return refuse_with(why, LM_DEPLOY_07, heading_apart(base->pose.heading, inward(strip)), 0);
        if (tercios_end_refused(&site->g, site->unit, base->pose, END_FACING, NOBODY, why)) return refuse_as(why, BE_SETUP_08);
        return room_refused(site, base, strip->room, why);
    }
    return refuse_with(why, LM_BATTLE_07, base->middle.x, base->middle.y);
}

/* BE-SETUP-08: wholly in the zone, on no other unit and on no impassable ground. */
static rule_id stand_refused(const struct site *site, const struct base *base, struct refusal *why)
{
    if (site->strips) return arrival_refused(site, base, why);
    for (int i = 0; i < 4; i++)
        if (!in_zone(site->m, site->s, side_of(site->m, site->unit), &site->zone, base->corner[i], TOLERANCE))
            return refuse_with(why, BE_SETUP_08, base->corner[i].x, base->corner[i].y);
    return tercios_end_refused(&site->g, site->unit, base->pose, END_FACING, NOBODY, why) ? refuse_as(why, BE_SETUP_08) : 0;
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
    int32_t              front = tercios_towards_enemy(site->s, side_of(site->m, site->unit));

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

/* The place of that number along a strip, its rear on the edge. */
static struct pose strip_place(const struct site *site, const struct arrival *strip, int32_t number)
{
    const struct shape *shape = &type_of(site->m, site->unit)->shape;
    int32_t             along = strip->low + shape->width / 2 + number * CELL, depth = shape->depth;
    struct point        size = site->m->size, at = { along, along };

    if (strip->edge == SIDE_RIGHT) at.x = size.x - depth;
    if (strip->edge == SIDE_LEFT) at.x = depth;
    if (strip->edge == SIDE_FRONT) at.y = size.y - depth;
    if (strip->edge == SIDE_BACK) at.y = depth;
    return (struct pose){ at, inward(strip) };
}

static int32_t strip_places(const struct site *site, const struct arrival *strip)
{
    return max32(0, strip->high - strip->low - type_of(site->m, site->unit)->shape.width) / CELL + 1;
}

/* Along the edge; the nearest to a place, if one is given, or the first. */
static bool search_strips(const struct site *site, bool coherent, uint32_t shift, const struct point *near, struct pose *found)
{
    int64_t least = INT64_MAX;

    for (int i = 0; i < site->strips; i++) {
        const struct arrival *strip = &site->strip[i];
        int32_t               places = strip_places(site, strip);
        for (int32_t k = 0; k < places; k++) {
            struct pose pose = strip_place(site, strip, (int32_t)((uint32_t)k + shift % (uint32_t)places) % places);
            int64_t     square = near ? square_apart(pose.at, *near) : 0;
            if (square >= least || !would_do(site, pose, coherent)) continue;
            least = square;
            *found = pose;
            if (!near) return true;
        }
    }
    return least < INT64_MAX;
}

static bool search_near(const struct site *site, uint32_t shift, struct pose *found)
{
    uint32_t anchors = (uint32_t)site->anchors;

    if (site->strips) return search_strips(site, true, shift, NULL, found);
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
    if (site->strips) return (site->anchors && search_strips(site, true, shift, NULL, found)) || search_strips(site, false, shift, NULL, found);
    return (site->anchors && search_near(site, shift, found)) || search_zone(site, shift, found);
}

/* Judging. */

/* Would one of the regiment that still waits find room beside this unit, placed there or in that building? */
static bool leaves_room(const struct site *site, struct pose pose, uint8_t house)
{
    const struct regiment *regiment = &site->m->regiment[site->m->regiment_of[site->unit]];
    struct state           next;
    struct site            other;

    memcpy((void *)&next, (const void *)site->s, ruleset_of(site->m)->state_size);
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
    if (site->strips) {
        why->has_nearest = search_strips(site, site->anchors > 0, 0, &wanted.at, &why->nearest);
        return;
    }
    about.x = (site->zone.low.x + site->zone.high.x) / 2;
    about.y = (site->zone.low.y + site->zone.high.y) / 2;
    if (site->anchors) about = pose_of(site->s, site->anchor[0]).at;
    why->has_nearest =
        table_nearest_legal(about, wanted, SEARCH_STEP, BUDGET, stands_coherently, site, &why->nearest) ||
        search(site, 0, &why->nearest);
}

/* Commanders (LM-DEPLOY-06). */

static int regiment_of(const struct match *m, int piece)
{
    return is_commander(m, piece) ? m->commander[piece - m->units].regiment : m->regiment_of[piece];
}

/* The commander in chief and the elite unit are placed with any regiment. */
static bool is_loose(const struct match *m, int piece)
{
    int regiment = regiment_of(m, piece);

    return regiment >= m->regiments || m->regiment[regiment].elite;
}

/* A unit that stands, and that the commander may be placed with. */
static bool may_be_with(const struct match *m, const struct state *s, int commander, int unit)
{
    return !is_commander(m, unit) && is_standing(s, unit) && side_of(m, unit) == side_of(m, commander) &&
           (m->regiment_of[unit] == regiment_of(m, commander) || (is_loose(m, commander) && !m->regiment[m->regiment_of[unit]].allied));
}

/* From the edge of his disc to the nearest Centre, or to the outline of a building (LM-GEO-06, LM-DECOR-13). */
static int32_t commander_apart(const struct ground *g, struct point at, int unit)
{
    int             house = g->s->unit[unit].house - 1;
    struct distance apart = house >= 0 ? table_outline_distance(&element_of(g, house)->area, at) : table_nearest_centre(at, &g->base[unit], NULL);

    return max32(0, table_ceiling(apart) - COMMANDER_RADIUS);
}

static rule_id commander_refused(const struct ground *g, int commander, struct point at, struct refusal *why)
{
    const struct match *m = g->m;
    rule_id             rule = tercios_stand_refused(g, commander, at, why);
    int32_t             least = INT32_MAX;

    if (rule) return rule;
    for (int i = 0; i < 4 && !g->s->turn; i++) {
        struct point edge = { at.x + (i == 1 ? COMMANDER_RADIUS : i == 3 ? -COMMANDER_RADIUS : 0),
                              at.y + (i == 0 ? COMMANDER_RADIUS : i == 2 ? -COMMANDER_RADIUS : 0) };
        if (!tercios_in_zone(m, g->s, side_of(m, commander), edge, TOLERANCE)) return refuse_with(why, BE_SETUP_08, at.x, at.y);
    }
    for (int unit = 0; unit < m->units; unit++)
        if (may_be_with(m, g->s, commander, unit)) least = min32(least, commander_apart(g, at, unit));
    return least <= COHERENCY + TOLERANCE ? 0 : refuse_with(why, LM_DEPLOY_06, least, COHERENCY);
}

static rule_id attach_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why)
{
    if (!is_commander(m, commander) || !may_be_with(m, s, commander, unit)) return refuse_for(why, LM_DEPLOY_06, unit);
    return s->unit[unit].leader ? refuse_for(why, LM_ATT_09, unit) : 0;
}

struct seat_of_command { struct ground g; int commander; };

static bool commander_could_stand(const void *context, struct pose pose)
{
    const struct seat_of_command *place = context;

    return !commander_refused(&place->g, place->commander, pose.at, NULL);
}

/* Behind one of his units, or somewhere about it. */
static bool find_commander_place(const struct match *m, const struct state *s, int commander, uint32_t shift, struct pose *pose)
{
    enum { SEARCH_STEP = INCH, BUDGET = 130 };
    struct seat_of_command place;
    uint32_t               units = (uint32_t)m->units;

    tercios_survey(&place.g, m, s);
    place.commander = commander;
    for (uint32_t i = 0; i < units; i++) {
        int         unit = (int)((i + shift) % units);
        struct pose behind;
        if (!may_be_with(m, s, commander, unit)) continue;
        behind = table_moved(pose_of(s, unit), -type_of(m, unit)->shape.depth - COMMANDER_RADIUS - INCH, 0);
        behind.heading = 0;
        if (table_nearest_legal(behind.at, behind, SEARCH_STEP, BUDGET, commander_could_stand, &place, pose)) return true;
    }
    return false;
}

static rule_id commander_place_refused(const struct match *m, const struct state *s, int commander, struct point at, struct refusal *why)
{
    enum { SEARCH_STEP = INCH / 2, BUDGET = 400 };
    struct seat_of_command place;
    rule_id                rule;

    tercios_survey(&place.g, m, s);
    place.commander = commander;
    rule = commander_refused(&place.g, commander, at, why);
    if (!rule || !why) return rule;
    why->has_nearest = find_commander_place(m, s, commander, 0, &why->nearest);
    if (why->has_nearest)
        table_nearest_legal(why->nearest.at, (struct pose){ at, 0 }, SEARCH_STEP, BUDGET, commander_could_stand, &place, &why->nearest);
    return rule;
}

rule_id tercios_place_refused(const struct match *m, const struct state *s, int unit, struct pose pose,
                              struct refusal *why)
{
    struct site site;
    rule_id     rule;

    if (is_commander(m, unit)) return commander_place_refused(m, s, unit, pose.at, why);
    open_site(&site, m, s, unit);
    rule = place_refused(&site, pose, why);
    if (rule && why) find_nearest(&site, pose, why);
    return rule;
}

bool tercios_find_place(const struct match *m, const struct state *s, int unit, uint32_t shift, struct pose *pose)
{
    struct site site;

    if (is_commander(m, unit)) return find_commander_place(m, s, unit, shift, pose);
    open_site(&site, m, s, unit);
    return search(&site, shift, pose);
}

bool tercios_sample_commander_place(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    struct pose pose;

    (void)seat;
    if (!tercios_find_place(m, s, d->unit, random_below(random, 0xffff), &pose)) return false;
    d->at = pose.at;
    return true;
}

/* BE-SETUP-08, BE-TERR-20: into a building that lies wholly in the zone. */
static rule_id garrison_refused(const struct site *site, int32_t element, struct refusal *why)
{
    const struct element *house;
    struct pose           pose;
    rule_id               rule;

    if (site->strips || !between(0, element, elements_of(&site->g) - 1)) return refuse_with(why, BE_SETUP_08, 0, 0);
    rule = tercios_garrison_refused(site->m, site->s, site->unit, element, why);
    if (rule) return rule;
    house = element_of(&site->g, element);
    for (int32_t i = 0; i < house->area.count; i++)
        if (!in_zone(site->m, site->s, side_of(site->m, site->unit), &site->zone, house->area.vertex[i], TOLERANCE))
            return refuse_with(why, BE_SETUP_08, 0, 0);
    pose = (struct pose){ house->middle, tercios_towards_enemy(site->s, side_of(site->m, site->unit)) };
    return company_refused(site, (struct spot){ NULL, &house->area }, pose, (uint8_t)(element + 1), why);
}

/* Who is to be placed. */

/* Before the first turn all but those that are kept back, later those whose time has come. */
static bool may_come(const struct match *m, const struct state *s, int piece)
{
    int regiment = regiment_of(m, piece);

    if (!is_liber(m) || regiment >= m->regiments) return true;
    return s->turn ? (s->arrived >> regiment & 1) != 0 : !tercios_is_kept_back(m, s, regiment);
}

static bool is_waiting(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    return side_of(m, piece) == seat && s->unit[piece].status == STATUS_WAITING && may_come(m, s, piece);
}

static bool waits(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (is_waiting(m, s, seat, piece)) return true;
    return false;
}

/* Of those only the loose ones, or only the others. */
static bool some_wait(const struct match *m, const struct state *s, seat_id seat, bool loose)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (is_waiting(m, s, seat, piece) && is_loose(m, piece) == loose) return true;
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

static bool commander_waits(const struct match *m, const struct state *s, int regiment)
{
    int commander = m->regiment[regiment].commander;

    return is_liber(m) && commander != NOBODY && s->unit[commander].status == STATUS_WAITING;
}

static bool is_begun(const struct match *m, const struct state *s, int regiment)
{
    return any_in(m, s, regiment, STATUS_STANDING) ||
           (is_liber(m) && (any_in(m, s, regiment, STATUS_BUILT_IN) || any_in(m, s, regiment, STATUS_ABSENT)));
}

bool tercios_is_begun(const struct match *m, const struct state *s, int regiment) { return is_begun(m, s, regiment); }

/* The regiment of which some are placed and some are not, or -1: it must be completed first (BE-SETUP-06, LM-DEPLOY-04). */
static int regiment_in_hand(const struct match *m, const struct state *s, seat_id seat)
{
    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (m->regiment[regiment].seat == seat && !m->regiment[regiment].elite && is_begun(m, s, regiment) &&
            (any_in(m, s, regiment, STATUS_WAITING) || commander_waits(m, s, regiment)))
            return regiment;
    return -1;
}

static bool is_completed(const struct state *s) { return flow_top_const(&s->flow)->value[COMPLETED] != 0; }

static bool is_next(const struct match *m, const struct state *s, seat_id seat, int in_hand, int piece)
{
    int regiment;

    if (!is_waiting(m, s, seat, piece)) return false;
    if (!is_liber(m)) return in_hand < 0 || m->regiment_of[piece] == in_hand;
    if (is_loose(m, piece)) return is_completed(s);
    regiment = regiment_of(m, piece);
    if (is_completed(s) || (is_commander(m, piece) && !any_in(m, s, regiment, STATUS_STANDING))) return false;
    return in_hand == regiment || (in_hand < 0 && (s->turn || !is_commander(m, piece)));
}

static bool has_room(const struct match *m, const struct state *s, int piece)
{
    struct site site;
    struct pose pose;

    if (is_commander(m, piece)) {
        for (int unit = 0; unit < m->units; unit++)
            if (!attach_refused(m, s, piece, unit, NULL)) return true;
        return find_commander_place(m, s, piece, 0, &pose);
    }
    open_site(&site, m, s, piece);
    if (search(&site, 0, &pose)) return true;
    for (int32_t element = 0; element < elements_of(&site.g); element++)
        if (element_of(&site.g, element)->traits & T_BUILDING && !garrison_refused(&site, element, NULL)) return true;
    return false;
}

/* Deployment. */

/* BE-SETUP-06: the other side's turn, if it has any left. Who defends a position places everything first (B3). */
static void change_sides(struct play *p, seat_id seat)
{
    here(p)->value[COMPLETED] = 0;
    if (p->state->type == BATTLE_POSITION && waits(p->match, p->state, seat)) return;
    if (waits(p->match, p->state, (seat_id)!seat)) p->state->active = (uint8_t)!seat;
}

/* When a regiment is complete it is the other side's turn, after those that are placed with any regiment. */
static void pass_on(struct play *p, int piece)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat = side_of(m, piece);
    bool                loose = is_liber(m) && is_loose(m, piece);

    if (!loose && (any_in(m, s, regiment_of(m, piece), STATUS_WAITING) || commander_waits(m, s, regiment_of(m, piece)))) return;
    if (is_liber(m) && some_wait(m, s, seat, true)) here(p)->value[COMPLETED] = 1;
    else change_sides(p, seat);
}

static void stay_away(struct play *p, int piece)
{
    p->state->unit[piece].status = STATUS_ABSENT;
    tell(p, EVENT_ABSENT, is_commander(p->match, piece) ? LM_DEPLOY_06 : BE_SETUP_08, piece, NOBODY, 0, 0, 0);
    pass_on(p, piece);
}

/* There is room for the first that may be placed, or it stays away and the frame is entered again. */
static void enter_deploy(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat = (seat_id)s->active;
    int                 in_hand;

    if (!waits(m, s, seat)) {
        if (!waits(m, s, (seat_id)!seat)) {
            leave(p);
        } else {
            here(p)->value[COMPLETED] = 0;
            s->active = (uint8_t)!seat;
        }
        return;
    }
    if (is_liber(m) && !some_wait(m, s, seat, false)) here(p)->value[COMPLETED] = 1;
    in_hand = regiment_in_hand(m, s, seat);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        if (!is_next(m, s, seat, in_hand, piece)) continue;
        if (has_room(m, s, piece)) ask(p, SEAT_BIT(seat));
        else stay_away(p, piece);
        return;
    }
    must(in_hand >= 0);
    stay_away(p, m->regiment[in_hand].commander);          /* there is no unit that he could be placed with */
}

static void offer_garrisons(const struct match *m, const struct state *s, int16_t unit, struct offers *offers)
{
    struct site    site;
    struct element own;
    bool           opened = false;

    for (int32_t element = 0; element < elements_in(m, s); element++) {
        if (!(element_in(m, s, element, &own)->traits & T_BUILDING) || tercios_garrison_refused(m, s, unit, element, NULL)) continue;
        if (!opened) open_site(&site, m, s, unit);
        opened = true;
        if (!garrison_refused(&site, element, NULL))
            offer_add(offers, (struct decision){ .kind = DO_GARRISON, .unit = unit, .value = element }, 0);
    }
}

/* LM-ART-10, LM-ADAPT-04: the form in which a unit begins. Who has taken the other form keeps it. */
static rule_id form_refused(const struct match *m, const struct state *s, int kind, int unit, struct refusal *why)
{
    rule_id rule = kind == DO_LIMBER ? LM_ART_10 : LM_ADAPT_04;
    bool    has_other = kind == DO_LIMBER ? (m->special[unit] & SR_CARTHORSES) != 0 : tercios_is_dragoon(m, unit);

    return !is_commander(m, unit) && has_other && !s->unit[unit].form ? 0 : refuse_for(why, rule, unit);
}

/* LM-ART-13: one gun a battalion; a corps of musketeers is none. */
static rule_id build_in_refused(const struct match *m, const struct state *s, int gun, int unit, struct refusal *why)
{
    if (is_commander(m, gun) || is_commander(m, unit) || !(m->special[gun] & SR_REGIMENTAL_GUN) || are_enemies(m, gun, unit) ||
        !is_standing(s, unit) || type_of(m, unit)->class != CLASS_SQUADRON || !(m->special[unit] & W_PIKE) || s->unit[unit].gun)
        return refuse_for(why, LM_ART_13, unit);
    return 0;
}

/* What only the long edition offers with a piece. */
static void offer_more(const struct match *m, const struct state *s, int16_t piece, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++) {
        if (is_commander(m, piece) && !attach_refused(m, s, piece, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_ATTACH, .unit = piece, .target = unit }, 0);
        if (!s->turn && !build_in_refused(m, s, piece, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_BUILD_IN, .unit = piece, .target = unit }, 0);
    }
    if (!form_refused(m, s, DO_LIMBER, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_LIMBER, .unit = piece }, 0);
    if (!form_refused(m, s, DO_DISMOUNT, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_DISMOUNT, .unit = piece }, 0);
}

static void offer_piece(const struct match *m, const struct state *s, int16_t piece, struct offers *offers)
{
    struct pose pose;
    bool        commander = is_commander(m, piece);

    /* With the strips of an arrival, and about a unit that is hemmed in, there may be no place at all. */
    if ((!commander && !s->turn) || tercios_find_place(m, s, piece, 0, &pose))
        offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = piece }, commander ? USES_AT : USES_AT | USES_HEADING);
    if (!commander && !s->turn) offer_garrisons(m, s, piece, offers);
    if (is_liber(m)) offer_more(m, s, piece, offers);
}

/* LM-DEPLOY-06: who is placed with any regiment may wait for another. */
static rule_id pass_refused(const struct match *m, const struct state *s, seat_id seat, struct refusal *why)
{
    return !s->turn && is_completed(s) && some_wait(m, s, seat, false) ? 0 : refuse_with(why, LM_DEPLOY_06, 0, 0);
}

static void offer_deploy(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int in_hand = s->turn ? -1 : regiment_in_hand(m, s, seat);

    for (int16_t piece = 0; piece < m->head.pieces; piece++)
        if (is_next(m, s, seat, in_hand, piece)) offer_piece(m, s, piece, offers);
    if (is_liber(m) && !pass_refused(m, s, seat, NULL)) offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

/* A commander has no front (LM-BASE-08). Where no place is found for a piece, none is offered, and none is taken. */
static rule_id refuse_spot(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    bool        commander = is_commander(m, d->unit);
    struct pose pose;
    rule_id     rule;

    if (commander && d->heading) return refuse_for(why, LM_BASE_08, d->unit);
    rule = tercios_place_refused(m, s, d->unit, (struct pose){ d->at, d->heading }, why);
    if (rule || (!commander && !s->turn) || tercios_find_place(m, s, d->unit, 0, &pose)) return rule;
    return refuse_for(why, BE_SETUP_07, d->unit);
}

static rule_id refuse_deploy(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    struct site site;
    int         in_hand = s->turn ? -1 : regiment_in_hand(m, s, seat);

    if (d->kind == DO_PASS && is_liber(m)) return pass_refused(m, s, seat, why);
    if (d->kind != DO_PLACE && d->kind != DO_GARRISON && d->kind != DO_ATTACH && d->kind != DO_BUILD_IN && d->kind != DO_LIMBER &&
        d->kind != DO_DISMOUNT)
        return refuse_with(why, BE_SETUP_06, 0, 0);
    if (!is_next(m, s, seat, in_hand, d->unit)) return refuse_for(why, BE_SETUP_06, d->unit);
    switch (d->kind) {
    case DO_PLACE:    return refuse_spot(m, s, d, why);
    case DO_ATTACH:   return attach_refused(m, s, d->unit, d->target, why);
    case DO_BUILD_IN: return s->turn ? refuse_for(why, LM_ART_13, d->target) : build_in_refused(m, s, d->unit, d->target, why);
    case DO_GARRISON: break;
    default:          return form_refused(m, s, d->kind, d->unit, why);
    }
    if (is_commander(m, d->unit)) return refuse_for(why, BE_SETUP_06, d->unit);
    open_site(&site, m, s, d->unit);
    return garrison_refused(&site, d->value, why);
}

/* LM-DEPLOY-08 */
static void tell_rough(struct play *p, int unit)
{
    struct ground g;
    struct point  front = pose_of(p->state, unit).at;

    tercios_survey(&g, p->match, p->state);
    if (tercios_hindrance(&g, (struct segment){ front, front }) & T_VERY_DIFFICULT) cite(p, LM_DEPLOY_08);
}

static void take_form(struct play *p, const struct decision *d)
{
    bool limbers = d->kind == DO_LIMBER;

    p->state->unit[d->unit].form = 1;
    tell(p, limbers ? EVENT_LIMBERED : EVENT_DISMOUNTED, limbers ? LM_ART_10 : LM_ADAPT_04, d->unit, NOBODY, 0, 0, 0);
    cite(p, LM_DEPLOY_07);
}

static void place_commander(struct play *p, const struct decision *d)
{
    struct unit *u = &p->state->unit[d->unit];

    u->status = STATUS_STANDING;
    if (d->kind == DO_ATTACH) {
        u->with = (uint8_t)(d->target + 1);
        p->state->unit[d->target].leader = (uint8_t)(d->unit + 1);
        tercios_put(p->state, d->unit, (struct pose){ pose_of(p->state, d->target).at, 0 });
        tell(p, EVENT_ATTACHED, LM_DEPLOY_06, d->unit, d->target, 0, 0, 0);
    } else {
        tercios_put(p->state, d->unit, (struct pose){ d->at, 0 });
        tell(p, EVENT_PLACED, LM_DEPLOY_06, d->unit, NOBODY, d->at.x, d->at.y, 0);
    }
}

static void place_unit(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit   *u = &p->state->unit[d->unit];
    struct element own;

    u->status = STATUS_STANDING;
    if (d->kind == DO_PLACE) {
        tercios_put(p->state, d->unit, (struct pose){ d->at, d->heading });
        tell(p, EVENT_PLACED, p->state->turn ? LM_BATTLE_07 : BE_SETUP_08, d->unit, NOBODY, d->at.x, d->at.y, d->heading);
        if (is_liber(p->match)) tell_rough(p, d->unit);
        u->dug_in = is_liber(p->match) && has(p->match, p->state, d->unit, SR_FORTIFIED);
    } else {
        const struct element *house = element_in(p->match, p->state, d->value, &own);
        tercios_put(p->state, d->unit, (struct pose){ house->middle, tercios_towards_enemy(p->state, seat) });
        u->house = (uint8_t)(d->value + 1);
        tell(p, EVENT_GARRISONED, BE_SETUP_08, d->unit, NOBODY, d->value, 0, 0);
        cite(p, BE_TERR_20);
    }
    cite(p, BE_SETUP_06);
    if (p->match->regiment[p->match->regiment_of[d->unit]].count > 1) cite(p, BE_SETUP_07);
}

static void build_in(struct play *p, const struct decision *d)
{
    p->state->unit[d->unit] = (struct unit){ .status = STATUS_BUILT_IN };
    p->state->unit[d->target].gun = (uint8_t)(d->unit + 1);
    tell(p, EVENT_BUILT_IN, LM_ART_13, d->unit, d->target, 0, 0, 0);
    cite(p, LM_DEPLOY_07);
}

static void place_piece(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_BUILD_IN) build_in(p, d);
    else if (is_commander(p->match, d->unit)) place_commander(p, d);
    else place_unit(p, seat, d);
}

static void take_deploy(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_PASS) {
        change_sides(p, seat);
    } else if (d->kind == DO_LIMBER || d->kind == DO_DISMOUNT) {
        take_form(p, d);
    } else {
        place_piece(p, seat, d);
        pass_on(p, d->unit);
    }
}

/* Who comes later: LM-BATTLE-07, and what a scenario says. The dice first, then those for whom there is room now. */

static void enter_arrive(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (tercios_roll_arrival(p)) return;
    for (int i = 0; i < 2; i++) {
        seat_id seat = (seat_id)(i ? !s->winner : s->winner);
        for (int piece = 0; piece < m->head.pieces; piece++) {
            if (!is_next(m, s, seat, -1, piece) || !has_room(m, s, piece)) continue;
            s->active = (uint8_t)seat;
            ask(p, SEAT_BIT(seat));
            return;
        }
    }
    leave(p);
}

static rule_id refuse_arrive(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_PASS || d->kind == DO_GARRISON) return refuse_with(why, LM_BATTLE_07, 0, 0);
    return refuse_deploy(m, s, seat, d, why);
}

static void take_arrive(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_LIMBER || d->kind == DO_DISMOUNT) take_form(p, d);
    else place_piece(p, seat, d);
}

int32_t tercios_place_region(const struct match *m, const struct state *s, seat_id seat, int piece, struct point *points, int32_t capacity)
{
    enum { DEEP = 4 * INCH };
    struct arrival strip[STRIPS];
    struct box     box = { { 0, 0 }, m->size };
    int            regiment = regiment_of(m, piece);

    if (capacity < ZONE_POINTS) return 0;
    if (!s->turn) return tercios_zone_outline(m, s, seat, points);
    if (is_commander(m, piece) || !tercios_strips(m, s, regiment, strip)) return 0;
    if (strip->edge == SIDE_FRONT) box.low.y = m->size.y - DEEP;
    if (strip->edge == SIDE_BACK) box.high.y = DEEP;
    if (strip->edge == SIDE_RIGHT) box.low.x = m->size.x - DEEP;
    if (strip->edge == SIDE_LEFT) box.high.x = DEEP;
    if (strip->edge == SIDE_FRONT || strip->edge == SIDE_BACK) {
        box.low.x = strip->low;
        box.high.x = strip->high;
    } else {
        box.low.y = strip->low;
        box.high.y = strip->high;
    }
    points[0] = box.low;
    points[1] = (struct point){ box.high.x, box.low.y };
    points[2] = box.high;
    points[3] = (struct point){ box.low.x, box.high.y };
    return 4;
}

bool tercios_setup_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (s->ground > BOUGHT) return fault_say(fault, "position", 0, "there is more ground than can be bought (LM-DECOR-03)");
    for (int i = 0; i < BOUGHT; i++) {
        if (s->bought[i].kind > WARES || s->bought[i].die > 6 || s->bought[i].buyer > 2 || s->bought[i].count > BOUGHT_VERTICES)
            return fault_say(fault, "position", 0, "there is no such ground (LM-DECOR-03)");
        if ((s->bought[i].kind != 0) != (i < s->ground)) return fault_say(fault, "position", 0, "the bought ground is not in order (LM-DECOR-03)");
    }
    if (s->type > BATTLE_FLANK) return fault_say(fault, "position", 0, "there is no such kind of battle (LM-BATTLE-07)");
    if (s->winner > 1 || s->attacker > 2) return fault_say(fault, "position", 0, "there is no such side (LM-DEPLOY-02)");
    for (seat_id seat = 0; seat < 2; seat++)
        if (s->flank[seat] > m->regiments || s->flank_way[seat] > 2)
            return fault_say(fault, "position", 0, "nobody marches there (LM-BATTLE-07)");
    return true;
}

const struct phase tercios_setup_phase = { .name = "setup", .rule = BE_SETUP_09, .enter = enter_setup, .step = STEP_DEPLOYMENT };
const struct phase tercios_zone = { "zone", BE_SETUP_04, enter_zone, offer_zone, refuse_zone, take_zone, .step = STEP_DEPLOYMENT };
const struct phase tercios_deploy = { "deploy", BE_SETUP_06, enter_deploy, offer_deploy, refuse_deploy, take_deploy,
                                      .step = STEP_DEPLOYMENT };
const struct phase tercios_arrive = { "arrive", LM_BATTLE_07, enter_arrive, offer_deploy, refuse_arrive, take_arrive,
                                      .step = STEP_DEPLOYMENT };
