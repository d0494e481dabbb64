/*
 * places.c: where a unit or a commander may be deployed, and a search for such a place.
 *
 * Nobody is ever stuck: where a fixed search finds no place near the rest of the regiment coherency is waived for that unit.
 */
#include "places.h"

#include <string.h>

enum { CELL = INCH / 2 };

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

void tercios_open_site(struct site *site, const struct match *m, const struct state *s, int unit)
{
    site->m = m;
    site->s = s;
    site->unit = unit;
    site->strips = s->turn ? tercios_strips(m, s, m->regiment_of[unit], site->strip) : 0;
    site->zone = site->strips ? (struct zone){ .box = { { 0, 0 }, m->size } } : tercios_own_zone(m, s, side_of(m, unit));
    tercios_survey(&site->g, m, s);
    find_anchors(site);
}

static struct base base_at(const struct site *site, struct pose pose)
{
    return table_base(type_of(site->m, site->unit)->shape, pose);
}

static bool is_in_zone(const struct site *site, struct point point, int32_t tolerance)
{
    return tercios_is_in(&site->zone, site->m, site->s, side_of(site->m, site->unit), point, tolerance);
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
        if (!is_in_zone(site, base->corner[i], TOLERANCE))
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

    if (!tercios_in_box(&site->zone.box, pose.at, TOLERANCE)) return false;
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

/* Whoever has all his corners in the zone has his middle there, but for what is rounded off. */
static bool search_cell(const struct site *site, struct point middle, bool coherent, struct pose *found)
{
    enum { ROUNDED = 4 };
    static const int32_t turn[4] = { 0, RIGHT_ANGLE, 3 * RIGHT_ANGLE, 2 * RIGHT_ANGLE };
    struct shape         shape = type_of(site->m, site->unit)->shape;
    int32_t              front = tercios_towards_enemy(site->s, side_of(site->m, site->unit));

    if (!tercios_in_box(&site->zone.box, middle, 0)) return false;
    for (int i = 0; i < 4; i++) {
        struct pose pose = { middle, heading_normal(front + turn[i]) };
        bool        along = pose.heading % (2 * RIGHT_ANGLE) == 0;
        pose.at.x = pushed_in(middle.x, site->zone.box.low.x, site->zone.box.high.x, along ? shape.width : shape.depth);
        pose.at.y = pushed_in(middle.y, site->zone.box.low.y, site->zone.box.high.y, along ? shape.depth : shape.width);
        if (!is_in_zone(site, pose.at, TOLERANCE + ROUNDED)) continue;
        *found = table_moved(pose, shape.depth / 2, 0);
        if (would_do(site, *found, coherent)) return true;
    }
    return false;
}

/* Cells of half an inch, ring by ring about the one that holds a point. */
static bool search_rings(const struct site *site, struct point about, int32_t rings, bool coherent, uint32_t shift,
                         struct pose *found)
{
    struct point low = site->zone.box.low, start;

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
    int64_t      width = site->zone.box.high.x - site->zone.box.low.x, depth = site->zone.box.high.y - site->zone.box.low.y;
    uint32_t     x = shift ? shift & 0xffff : 0x8000, y = shift ? shift >> 16 : 0x8000;
    struct point about;

    if (width <= 0 || depth <= 0) return false;
    about.x = site->zone.box.low.x + (int32_t)(width * x >> 16);
    about.y = site->zone.box.low.y + (int32_t)(depth * y >> 16);
    return search_rings(site, about, (int32_t)(max64(width, depth) / CELL) + 1, false, shift, found);
}

bool tercios_search_site(const struct site *site, uint32_t shift, struct pose *found)
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
        tercios_open_site(&other, site->m, &next, unit);
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
    about.x = (site->zone.box.low.x + site->zone.box.high.x) / 2;
    about.y = (site->zone.box.low.y + site->zone.box.high.y) / 2;
    if (site->anchors) about = pose_of(site->s, site->anchor[0]).at;
    why->has_nearest =
        table_nearest_legal(about, wanted, SEARCH_STEP, BUDGET, stands_coherently, site, &why->nearest) ||
        tercios_search_site(site, 0, &why->nearest);
}

/* Commanders (LM-DEPLOY-06). */

int tercios_regiment_of(const struct match *m, int piece)
{
    return is_commander(m, piece) ? m->commander[piece - m->units].regiment : m->regiment_of[piece];
}

/* The commander in chief and the elite unit are placed with any regiment. */
bool tercios_is_loose(const struct match *m, int piece)
{
    int regiment = tercios_regiment_of(m, piece);

    return regiment >= m->regiments || m->regiment[regiment].elite;
}

/* A unit that stands, and that the commander may be placed with. */
static bool may_be_with(const struct match *m, const struct state *s, int commander, int unit)
{
    return !is_commander(m, unit) && is_standing(s, unit) && side_of(m, unit) == side_of(m, commander) &&
           (m->regiment_of[unit] == tercios_regiment_of(m, commander) || (tercios_is_loose(m, commander) && !m->regiment[m->regiment_of[unit]].allied));
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

rule_id tercios_place_with_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why)
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
bool tercios_find_commander_place(const struct match *m, const struct state *s, int commander, uint32_t shift, struct pose *pose)
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
    why->has_nearest = tercios_find_commander_place(m, s, commander, 0, &why->nearest);
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
    tercios_open_site(&site, m, s, unit);
    rule = place_refused(&site, pose, why);
    if (rule && why) find_nearest(&site, pose, why);
    return rule;
}

bool tercios_find_place(const struct match *m, const struct state *s, int unit, uint32_t shift, struct pose *pose)
{
    struct site site;

    if (is_commander(m, unit)) return tercios_find_commander_place(m, s, unit, shift, pose);
    tercios_open_site(&site, m, s, unit);
    return tercios_search_site(&site, shift, pose);
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
rule_id tercios_place_in_refused(const struct site *site, int32_t element, struct refusal *why)
{
    const struct element *house;
    struct pose           pose;
    rule_id               rule;

    if (site->strips || !between(0, element, elements_of(&site->g) - 1)) return refuse_with(why, BE_SETUP_08, 0, 0);
    rule = tercios_garrison_refused(site->m, site->s, site->unit, element, why);
    if (rule) return rule;
    house = element_of(&site->g, element);
    for (int32_t i = 0; i < house->area.count; i++)
        if (!is_in_zone(site, house->area.vertex[i], TOLERANCE))
            return refuse_with(why, BE_SETUP_08, 0, 0);
    pose = (struct pose){ house->middle, tercios_towards_enemy(site->s, side_of(site->m, site->unit)) };
    return company_refused(site, (struct spot){ NULL, &house->area }, pose, (uint8_t)(element + 1), why);
}
