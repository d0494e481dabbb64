/*
 * purchase.c: ground that is bought and laid in play (ledger chapter LM-DECOR, T11; LM-TRAIT-06; decisions D-03 to D-05).
 *
 * Every kind of ground is a ware with one outline, within the sizes of T11, that its buyer turns and puts where he likes. What lies
 * there stands in the state with its vertices, and counts on from the elements of the match. Rivers and roads are bands that run
 * beyond the table's edges. The works of a defender (B3) are laid in the same way.
 */
#include "load/tables.h"

enum { CROSSING_FROM_EDGE = 12 * INCH, SPACING = 3 * INCH, WORKS = 2 };

/* What the frame of the phase keeps. */
enum { FIRST_BUYER = 0, STOPPED = 1, CHARTED = 2, DUG = 3, FORTIFIES = 4 };

const char *const tercios_ware_kinds[WARES] = {
    [WARE_ROAD] = "road", [WARE_HILL_SMALL] = "hill_small", [WARE_HILL_LARGE] = "hill_large", [WARE_HILL_STEEP] = "hill_steep",
    [WARE_WOOD_SMALL] = "wood_small", [WARE_FOREST_LARGE] = "forest_large", [WARE_FIELD] = "field", [WARE_HEDGE] = "hedge",
    [WARE_WALL] = "wall", [WARE_BRIDGE] = "bridge", [WARE_FORD] = "ford", [WARE_BUILDING_SMALL] = "building_small",
    [WARE_BUILDING_LARGE] = "building_large", [WARE_MARSH] = "marsh", [WARE_LAKE_SMALL] = "lake_small", [WARE_LAKE_LARGE] = "lake_large",
    [WARE_ROCKS] = "rocks", [WARE_RIVER] = "river", [WARE_TOWN] = "town", [WARE_EARTHWORK] = "earthwork", [WARE_HILLOCK] = "hillock",
};

/* LM-DECOR-15..28: the rule that describes each. */
static const rule_id described_by[WARES] = {
    [WARE_ROAD] = LM_DECOR_23, [WARE_HILL_SMALL] = LM_DECOR_24, [WARE_HILL_LARGE] = LM_DECOR_24, [WARE_HILL_STEEP] = LM_DECOR_25,
    [WARE_WOOD_SMALL] = LM_DECOR_18, [WARE_FOREST_LARGE] = LM_DECOR_18, [WARE_FIELD] = LM_DECOR_15, [WARE_HEDGE] = LM_DECOR_16,
    [WARE_WALL] = LM_DECOR_26, [WARE_BRIDGE] = LM_DECOR_09, [WARE_FORD] = LM_DECOR_17, [WARE_BUILDING_SMALL] = LM_DECOR_10,
    [WARE_BUILDING_LARGE] = LM_DECOR_10, [WARE_MARSH] = LM_DECOR_28, [WARE_LAKE_SMALL] = LM_DECOR_19, [WARE_LAKE_LARGE] = LM_DECOR_19,
    [WARE_ROCKS] = LM_DECOR_27, [WARE_RIVER] = LM_DECOR_20, [WARE_TOWN] = LM_DECOR_28, [WARE_EARTHWORK] = LM_BATTLE_07,
    [WARE_HILLOCK] = LM_BATTLE_07,
};

enum form { FORM_BLOB, FORM_BOX, FORM_LINE, FORM_BAND, FORM_HEXAGON };

/* Tenths of an inch from the middle: to the right, and ahead. Of a line half its length, and its bend. */
struct outline { uint8_t form, right, ahead; };

static const struct outline outlines[WARES] = {
    [WARE_ROAD] = { FORM_BAND, 10, 0 },           [WARE_HILL_SMALL] = { FORM_BLOB, 45, 35 },   [WARE_HILL_LARGE] = { FORM_BLOB, 75, 55 },
    [WARE_HILL_STEEP] = { FORM_BLOB, 50, 40 },    [WARE_WOOD_SMALL] = { FORM_BLOB, 45, 35 },   [WARE_FOREST_LARGE] = { FORM_BLOB, 75, 60 },
    [WARE_FIELD] = { FORM_BOX, 40, 30 },          [WARE_HEDGE] = { FORM_LINE, 60, 5 },         [WARE_WALL] = { FORM_LINE, 50, 4 },
    [WARE_BRIDGE] = { FORM_BOX, 16, 15 },         [WARE_FORD] = { FORM_BOX, 16, 30 },          [WARE_BUILDING_SMALL] = { FORM_BOX, 15, 12 },
    [WARE_BUILDING_LARGE] = { FORM_BOX, 25, 20 }, [WARE_MARSH] = { FORM_BLOB, 45, 35 },        [WARE_LAKE_SMALL] = { FORM_BLOB, 40, 30 },
    [WARE_LAKE_LARGE] = { FORM_BLOB, 70, 50 },    [WARE_ROCKS] = { FORM_BLOB, 25, 20 },        [WARE_RIVER] = { FORM_BAND, 15, 0 },
    [WARE_TOWN] = { FORM_BOX, 40, 40 },           [WARE_EARTHWORK] = { FORM_LINE, 40, 0 },      [WARE_HILLOCK] = { FORM_HEXAGON, 30, 30 },
};

/* LM-DECOR-28: the buildings of a town, in tenths of an inch from its middle. */
static const struct { uint8_t ware; int8_t right, ahead; int16_t turned; } town[] = {
    { WARE_BUILDING_LARGE, -12, -16, 0 }, { WARE_BUILDING_SMALL, 26, -23, RIGHT_ANGLE }, { WARE_BUILDING_SMALL, 26, 21, RIGHT_ANGLE },
    { WARE_BUILDING_SMALL, -17, 22, 0 },
};
enum { TOWN = sizeof town / sizeof town[0] };

static int32_t tenths(int32_t count) { return count * (INCH / 10); }

static bool is_line(int ware) { return outlines[ware].form == FORM_LINE; }
static bool is_band(int ware) { return outlines[ware].form == FORM_BAND; }
static bool is_crossing(int ware) { return ware == WARE_BRIDGE || ware == WARE_FORD; }

/* The outline as it is turned and put; returns the number of its vertices. */
static int32_t outline_at(struct point size, int ware, struct pose pose, struct point vertex[BOUGHT_VERTICES])
{
    /* A rough round: hundredths of its two half measures. */
    static const int8_t blob[BOUGHT_VERTICES][2] = {
        { 0, 100 }, { 72, 75 }, { 100, 10 }, { 78, -70 }, { 10, -100 }, { -70, -78 }, { -100, -5 }, { -75, 68 },
    };
    static const int8_t box[4][2] = { { -1, 1 }, { 1, 1 }, { 1, -1 }, { -1, -1 } };
    const struct outline *outline = &outlines[ware];
    int32_t               right = tenths(outline->right), ahead = tenths(outline->ahead);

    if (outline->form == FORM_BAND) ahead = size.x + size.y;
    switch (outline->form) {
    case FORM_BLOB:
        for (int i = 0; i < BOUGHT_VERTICES; i++) vertex[i] = table_moved(pose, ahead / 100 * blob[i][1], right / 100 * blob[i][0]).at;
        return BOUGHT_VERTICES;
    case FORM_LINE:
        vertex[0] = table_moved(pose, 0, -right).at;
        vertex[1] = ahead ? table_moved(pose, ahead, 0).at : table_moved(pose, 0, right).at;
        if (ahead) vertex[2] = table_moved(pose, 0, right).at;
        return ahead ? 3 : 2;
    case FORM_HEXAGON:
        for (int i = 0; i < 6; i++) vertex[i] = table_moved((struct pose){ pose.at, heading_normal(pose.heading + i * 6000) }, ahead, 0).at;
        return 6;
    default:
        for (int i = 0; i < 4; i++) vertex[i] = table_moved(pose, ahead * box[i][1], right * box[i][0]).at;
        return 4;
    }
}

/* Bought ground as elements. */

const struct element tercios_nothing = { .id = "", .kind = "", .is_line = true, .river = -1 };

/* LM-DECOR-15, LM-DECOR-22: what a die adds. */
static uint16_t rolled_traits(int ware, int die)
{
    static const uint16_t field[7] = { 0, T_DIFFICULT, T_DIFFICULT, T_DIFFICULT | T_COVER, T_DIFFICULT | T_COVER, T_DIFFICULT | T_COVER,
                                       T_DIFFICULT | T_VERY_DIFFICULT | T_CONCEAL | T_COVER };
    static const uint16_t river[7] = { 0, T_DIFFICULT, T_DIFFICULT | T_VERY_DIFFICULT, T_DIFFICULT | T_VERY_DIFFICULT,
                                       T_DIFFICULT | T_VERY_DIFFICULT, T_IMPASSABLE, T_IMPASSABLE };

    return ware == WARE_FIELD ? field[die] : ware == WARE_RIVER ? river[die] : 0;
}

const struct element *tercios_own_element(const struct match *m, const struct state *s, int element, struct element *own)
{
    const struct bought *bought;
    int                  ware;

    if (element < m->elements) return s->gone & 1u << element ? &tercios_nothing : &m->element[element];
    bought = &s->bought[element - m->elements];
    ware = bought->kind - 1;
    if (ware < 0 || !bought->count) return &tercios_nothing;
    own->id = own->kind = tercios_ware_kinds[ware];
    own->traits = m->ware[ware].traits | rolled_traits(ware, bought->die);
    own->is_line = is_line(ware);
    own->river = -1;
    own->area = (struct area){ bought->vertex, bought->count, bought->low, bought->high };
    own->line = (struct polyline){ bought->vertex, bought->count, bought->low, bought->high };
    own->middle = (struct point){ bought->x, bought->y };
    return own;
}

void tercios_survey_ground(struct ground *g)
{
    for (int i = 0; i < g->s->ground; i++) {
        const struct element *element = tercios_own_element(g->m, g->s, g->m->elements + i, &g->own[i]);
        if (element != &g->own[i]) g->own[i] = *element;
    }
}

static void put_ware(const struct match *m, struct bought *bought, int ware, struct pose pose, seat_id buyer)
{
    *bought = (struct bought){ .x = pose.at.x, .y = pose.at.y, .heading = (uint16_t)pose.heading, .kind = (uint8_t)(ware + 1),
                               .buyer = buyer == NO_SEAT ? 0 : (uint8_t)(buyer + 1) };
    bought->count = (uint8_t)outline_at(m->size, ware, pose, bought->vertex);
    bought->low = bought->high = bought->vertex[0];
    for (int i = 1; i < bought->count; i++) {
        struct point at = bought->vertex[i];
        bought->low = (struct point){ min32(bought->low.x, at.x), min32(bought->low.y, at.y) };
        bought->high = (struct point){ max32(bought->high.x, at.x), max32(bought->high.y, at.y) };
    }
}

int tercios_lay(const struct match *m, struct state *s, int ware, struct pose pose, seat_id buyer)
{
    int first = s->ground;

    must(s->ground < BOUGHT - (ware == WARE_TOWN ? TOWN : 0));
    pose.heading = heading_normal(pose.heading);
    put_ware(m, &s->bought[s->ground++], ware, pose, buyer);
    for (int i = 0; ware == WARE_TOWN && i < TOWN; i++) {
        struct pose part = table_moved(pose, tenths(town[i].ahead), tenths(town[i].right));
        part.heading = heading_normal(part.heading + town[i].turned);
        put_ware(m, &s->bought[s->ground++], town[i].ware, part, buyer);
    }
    return m->elements + first;
}

void tercios_outline_ground(const struct match *m, struct state *s)
{
    for (int i = 0; i < s->ground; i++) {
        struct bought old = s->bought[i];
        if (!old.kind) continue;
        put_ware(m, &s->bought[i], old.kind - 1, (struct pose){ { old.x, old.y }, old.heading }, old.buyer ? (seat_id)(old.buyer - 1) : NO_SEAT);
        s->bought[i].die = old.die;
    }
}

int tercios_still_river(const struct match *m, const struct state *s)
{
    for (int i = 0; i < s->ground; i++)
        if (s->bought[i].kind == WARE_RIVER + 1 && !s->bought[i].die) return m->elements + i;
    return -1;
}

void tercios_stock(struct match *m, const struct tables *tables)
{
    for (int ware = 0; ware < WARES; ware++) {
        int                like = ware == WARE_EARTHWORK ? WARE_WALL : ware == WARE_HILLOCK ? WARE_HILL_SMALL : ware;
        const struct kind *kind = tercios_terrain_named(tables, tercios_ware_kinds[like]);
        if (kind) m->ware[ware] = (struct ware){ tercios_ware_kinds[ware], like == ware ? kind->price : 0, kind->traits };
    }
}

void tercios_write_wares(const struct match *m, struct json_writer *writer)
{
    struct point vertex[BOUGHT_VERTICES];

    json_open(writer, '[');
    for (int ware = 0; ware < WARES; ware++) {
        if (!m->ware[ware].kind) continue;
        json_open(writer, '{');
        json_key(writer, "ware");
        json_write_integer(writer, ware);
        json_key(writer, "kind");
        json_write_string(writer, m->ware[ware].kind);
        json_key(writer, "price");
        json_write_integer(writer, m->ware[ware].price);
        json_key(writer, is_line(ware) ? "line" : "polygon");
        json_open(writer, '[');
        for (int32_t i = 0, count = outline_at(m->size, ware, (struct pose){ { 0, 0 }, 0 }, vertex); i < count; i++) {
            json_open(writer, '[');
            json_write_integer(writer, vertex[i].x);
            json_write_integer(writer, vertex[i].y);
            json_close(writer, ']');
        }
        json_close(writer, ']');
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* Where a ware may be laid. */

/* LM-DECOR-07: roads, rivers, bridges and fords keep no distance, and none is kept from them. */
static bool keeps_distance(uint16_t traits) { return !(traits & (T_EASY | T_RIVER | T_CROSSING)); }

static struct obstacle obstacle_of(const struct element *element)
{
    return element->is_line ? table_obstacle_polyline(&element->line) : table_obstacle_area(&element->area);
}

static bool boxes_apart(const struct element *a, const struct element *b)
{
    const struct area *x = &a->area, *y = &b->area;
    struct point       low = b->is_line ? b->line.low : y->low, high = b->is_line ? b->line.high : y->high;

    return low.x - x->high.x > SPACING || x->low.x - high.x > SPACING || low.y - x->high.y > SPACING || x->low.y - high.y > SPACING;
}

/* LM-DECOR-07: it touches another element, or is 3 in from all. */
static rule_id spacing_refused(const struct match *m, const struct state *s, const struct element *element, struct refusal *why)
{
    int            too_near = -1;
    struct element own;

    if (!keeps_distance(element->traits)) return 0;
    for (int i = 0; i < elements_in(m, s); i++) {
        const struct element *other = element_in(m, s, i, &own);
        struct distance       gap;
        if (other == &tercios_nothing || !keeps_distance(other->traits) || boxes_apart(element, other)) continue;
        gap = table_gap_obstacles(obstacle_of(element), obstacle_of(other));
        if (table_at_most(gap, TOLERANCE, NULL)) return 0;
        if (!table_at_least(gap, SPACING - TOLERANCE, NULL)) too_near = i;
    }
    return too_near < 0 ? 0 : refuse_by(why, LM_DECOR_07, too_near, element_in(m, s, too_near, &own)->kind);
}

/* The river that was bought and flows there, by its place in bought[], or -1. */
static int river_at(const struct match *m, const struct state *s, struct point at)
{
    struct element own;

    for (int i = 0; i < s->ground; i++)
        if (s->bought[i].kind == WARE_RIVER + 1 && table_covers(&tercios_own_element(m, s, m->elements + i, &own)->area, at, TOLERANCE))
            return i;
    return -1;
}

/* LM-DECOR-09, -17: a crossing lies across its river, on the middle of it. */
static struct pose crossing_pose(const struct state *s, int river, struct point at)
{
    const struct bought *bought = &s->bought[river];
    struct segment       middle;
    int32_t              along;

    middle.from = (struct point){ (bought->vertex[0].x + bought->vertex[1].x) / 2, (bought->vertex[0].y + bought->vertex[1].y) / 2 };
    middle.to = (struct point){ (bought->vertex[2].x + bought->vertex[3].x) / 2, (bought->vertex[2].y + bought->vertex[3].y) / 2 };
    return (struct pose){ table_nearest_on(middle, at, &along), bought->heading };
}

static bool is_within(struct point at, struct point size, int32_t edge)
{
    return between(edge, at.x, size.x - edge) && between(edge, at.y, size.y - edge);
}

static int step_of(const struct state *s) { return flow_top_const(&s->flow)->step; }

static rule_id crossing_refused(const struct match *m, const struct state *s, int ware, struct point at, struct refusal *why)
{
    int  river = river_at(m, s, at);
    bool free = step_of(s) == TERRAIN_CROSSING;

    if (river < 0 || !is_within(at, m->size, 0)) return refuse_with(why, described_by[ware], 0, 0);
    if (!free) return 0;
    if (river != s->ground - 1) return refuse_with(why, LM_DECOR_21, 0, 0);
    return is_within(crossing_pose(s, river, at).at, m->size, CROSSING_FROM_EDGE - TOLERANCE) ? 0
                                                                                              : refuse_with(why, LM_DECOR_21, 0, CROSSING_FROM_EDGE);
}

static rule_id place_refused(const struct match *m, const struct state *s, seat_id seat, int ware, struct pose pose, struct refusal *why)
{
    struct bought  bought;
    struct element element = { .traits = m->ware[ware].traits, .is_line = is_line(ware), .river = -1 };

    pose.heading = heading_normal(pose.heading);
    if (is_crossing(ware)) return crossing_refused(m, s, ware, pose.at, why);
    if (ware == WARE_RIVER)
        return is_within(pose.at, m->size, CROSSING_FROM_EDGE - TOLERANCE) ? 0 : refuse_with(why, LM_DECOR_21, 0, CROSSING_FROM_EDGE);
    if (is_band(ware)) return is_within(pose.at, m->size, 0) ? 0 : refuse_with(why, LM_DECOR_23, 0, 0);
    if (!is_within(pose.at, m->size, 0)) return refuse_with(why, LM_BASE_09, pose.at.x, pose.at.y);
    put_ware(m, &bought, ware, pose, seat);
    for (int i = 0; i < bought.count; i++) {
        if (!is_within(bought.vertex[i], m->size, -TOLERANCE)) return refuse_with(why, LM_BASE_09, bought.vertex[i].x, bought.vertex[i].y);
        if (ware == WARE_EARTHWORK && !tercios_in_zone(m, s, seat, bought.vertex[i], TOLERANCE))
            return refuse_with(why, LM_BATTLE_07, bought.vertex[i].x, bought.vertex[i].y);
    }
    if (ware == WARE_EARTHWORK) return 0;
    element.area = (struct area){ bought.vertex, bought.count, bought.low, bought.high };
    element.line = (struct polyline){ bought.vertex, bought.count, bought.low, bought.high };
    return spacing_refused(m, s, &element, why);
}

/* For the hand that is dragging. */
struct search { const struct match *m; const struct state *s; seat_id seat; int ware; };

static bool could_lie(const void *context, struct pose pose)
{
    const struct search *search = context;

    return !place_refused(search->m, search->s, search->seat, search->ware, pose, NULL);
}

static void find_nearest(const struct match *m, const struct state *s, seat_id seat, int ware, struct pose wanted, struct refusal *why)
{
    enum { SEARCH_STEP = 635, BUDGET = 600 };
    struct search search = { m, s, seat, ware };

    wanted.at = (struct point){ max32(0, min32(m->size.x, wanted.at.x)), max32(0, min32(m->size.y, wanted.at.y)) };
    why->has_nearest = table_nearest_legal((struct point){ m->size.x / 2, m->size.y / 2 }, wanted, SEARCH_STEP, BUDGET, could_lie, &search,
                                           &why->nearest);
}

/* What may be bought at all. */

static bool has_bought(const struct state *s, seat_id seat)
{
    for (int i = 0; i < s->ground; i++)
        if (s->bought[i].buyer == seat + 1) return true;
    return false;
}

static bool has_river(const struct state *s)
{
    for (int i = 0; i < s->ground; i++)
        if (s->bought[i].kind == WARE_RIVER + 1) return true;
    return false;
}

/* What kinds of battle may still lay, and the crossing of a river, must find room too. */
static bool has_room(const struct state *s, int ware)
{
    enum { KEPT = 3 };
    int needed = ware == WARE_TOWN ? 1 + TOWN : ware == WARE_RIVER ? 2 : 1;

    return s->ground + needed <= BOUGHT - KEPT;
}

/* LM-DECOR-04..06: 1, 2 or 3 points. */
static rule_id priced_by(int price) { return price <= 1 ? LM_DECOR_04 : price == 2 ? LM_DECOR_05 : LM_DECOR_06; }

static rule_id ware_refused(const struct match *m, const struct state *s, seat_id seat, int ware, struct refusal *why)
{
    int step = step_of(s);

    if (!between(0, ware, WARES - 1) || !m->ware[ware].kind) return refuse_with(why, LM_DECOR_03, 0, 0);
    if (step == TERRAIN_DIGS) return ware == WARE_EARTHWORK ? 0 : refuse_with(why, LM_BATTLE_07, 0, 0);
    if (ware > WARE_TOWN) return refuse_with(why, LM_DECOR_03, 0, 0);
    if (step == TERRAIN_CROSSING) return is_crossing(ware) ? 0 : refuse_with(why, LM_DECOR_21, 0, 0);
    if (m->ware[ware].price > s->budget[seat]) return refuse_with(why, priced_by(m->ware[ware].price), m->ware[ware].price, s->budget[seat]);
    if (!has_room(s, ware)) return refuse_with(why, LM_DECOR_03, 0, 0);
    if (ware == WARE_RIVER && has_bought(s, seat)) return refuse_with(why, LM_DECOR_20, 0, 0);
    return is_crossing(ware) && !has_river(s) ? refuse_with(why, described_by[ware], 0, 0) : 0;
}

static bool can_buy(const struct match *m, const struct state *s, seat_id seat)
{
    for (int ware = 0; ware < WARES; ware++)
        if (!ware_refused(m, s, seat, ware, NULL)) return true;
    return false;
}

/* The phase. */

static bool has_cartographer(const struct match *m, seat_id seat)
{
    for (int i = 0; i < m->commanders; i++)
        if (side_of(m, m->units + i) == seat && m->commander[i].traits & UINT64_C(1) << TRAIT_CARTOGRAPHER) return true;
    return false;
}

/* LM-DECOR-02, -03: the dice are the points, and the higher buys first. */
static void roll_points(struct play *p)
{
    struct state *s = p->state;
    uint8_t       die[2];

    faces(p, LM_DECOR_02, 2, 6, die);
    if (die[0] == die[1]) return;
    for (seat_id seat = 0; seat < 2; seat++) {
        s->budget[seat] = die[seat];
        tell(p, EVENT_TERRAIN_ROLL, LM_DECOR_02, NOBODY, NOBODY, seat, die[seat], 0);
    }
    cite(p, LM_DECOR_01);
    cite(p, LM_DECOR_08);
    here(p)->value[FIRST_BUYER] = die[1] > die[0];
    here(p)->step = TERRAIN_CHARTS;
}

/* LM-TRAIT-06: of two cartographers the one with the higher roll decides first. */
static void ask_cartographer(struct play *p)
{
    struct frame *frame = here(p);

    for (int i = 0; i < 2; i++) {
        seat_id seat = (seat_id)(i ? !frame->value[FIRST_BUYER] : frame->value[FIRST_BUYER]);
        if (!has_cartographer(p->match, seat) || frame->value[CHARTED] & SEAT_BIT(seat)) continue;
        p->state->active = (uint8_t)seat;
        ask(p, SEAT_BIT(seat));
        return;
    }
    p->state->active = (uint8_t)frame->value[FIRST_BUYER];
    frame->step = TERRAIN_BUYS;
}

static void stop_buying(struct play *p, seat_id seat)
{
    here(p)->value[STOPPED] |= SEAT_BIT(seat);
    tell(p, EVENT_STOPS_BUYING, LM_DECOR_03, NOBODY, NOBODY, seat, 0, 0);
    p->state->active = (uint8_t)!seat;
}

static void ask_buyer(struct play *p)
{
    seat_id seat = (seat_id)p->state->active;

    if (here(p)->value[STOPPED] == (SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B))) leave(p);
    else if (here(p)->value[STOPPED] & SEAT_BIT(seat)) p->state->active = (uint8_t)!seat;
    else if (can_buy(p->match, p->state, seat)) ask(p, SEAT_BIT(seat));
    else stop_buying(p, seat);
}

/* B3: a gun of the defender that could be dug in. */
static bool could_dig_in(const struct match *m, const struct state *s, seat_id seat, int unit)
{
    return side_of(m, unit) == seat && !is_commander(m, unit) && s->unit[unit].status == STATUS_WAITING &&
           type_of(m, unit)->class == CLASS_ARTILLERY && !(m->special[unit] & SR_FORTIFIED);
}

static void ask_digger(struct play *p)
{
    const struct frame *frame = here(p);
    seat_id             seat = (seat_id)p->state->active;
    bool                gun = false;

    for (int unit = 0; unit < p->match->units; unit++) gun |= could_dig_in(p->match, p->state, seat, unit);
    if (frame->value[DUG] < WORKS || (gun && !frame->value[FORTIFIES])) ask(p, SEAT_BIT(seat));
    else leave(p);
}

static void enter_terrain(struct play *p)
{
    switch (here(p)->step) {
    case TERRAIN_ROLLS:    roll_points(p); break;
    case TERRAIN_CHARTS:   ask_cartographer(p); break;
    case TERRAIN_BUYS:     ask_buyer(p); break;
    case TERRAIN_CROSSING: ask(p, SEAT_BIT(p->state->active)); break;
    default:               ask_digger(p); break;
    }
}

/* May a seat say that it has enough? */
static rule_id pass_refused(const struct state *s, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);

    if (frame->step == TERRAIN_BUYS || (frame->step == TERRAIN_DIGS && frame->value[DUG] >= WORKS)) return 0;
    return refuse_with(why, frame->step == TERRAIN_CROSSING ? LM_DECOR_21 : LM_BATTLE_07, 0, 0);
}

static bool is_digging(const struct state *s)
{
    const struct frame *frame = flow_top_const(&s->flow);

    return frame->step == TERRAIN_DIGS && frame->value[DUG] < WORKS;
}

static void offer_terrain(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    if (step_of(s) == TERRAIN_CHARTS) {
        for (int16_t choice = 0; choice < 2; choice++) offer_add(offers, (struct decision){ .kind = DO_CHART, .choice = choice }, 0);
        return;
    }
    for (int ware = 0; ware < WARES && (step_of(s) != TERRAIN_DIGS || is_digging(s)); ware++)
        if (!ware_refused(m, s, seat, ware, NULL))
            offer_add(offers, (struct decision){ .kind = DO_BUY, .choice = (int16_t)ware }, is_crossing(ware) ? USES_AT : USES_AT | USES_HEADING);
    for (int16_t unit = 0; unit < m->units && step_of(s) == TERRAIN_DIGS && !is_digging(s); unit++)
        if (could_dig_in(m, s, seat, unit)) offer_add(offers, (struct decision){ .kind = DO_FORTIFY, .unit = unit }, 0);
    if (!pass_refused(s, NULL)) offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_terrain(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct pose pose = { d->at, d->heading };
    rule_id     rule;

    if (step_of(s) == TERRAIN_CHARTS) return d->kind == DO_CHART ? 0 : refuse_with(why, LM_TRAIT_06, 0, 0);
    if (d->kind == DO_PASS) return pass_refused(s, why);
    if (d->kind == DO_FORTIFY)
        return step_of(s) == TERRAIN_DIGS && !is_digging(s) && could_dig_in(m, s, seat, d->unit) ? 0 : refuse_for(why, LM_BATTLE_07, d->unit);
    if (d->kind != DO_BUY || (step_of(s) == TERRAIN_DIGS && !is_digging(s))) return refuse_with(why, LM_DECOR_03, 0, 0);
    rule = ware_refused(m, s, seat, d->choice, why);
    if (rule) return rule;
    rule = place_refused(m, s, seat, d->choice, pose, why);
    if (rule && why) find_nearest(m, s, seat, d->choice, pose, why);
    return rule;
}

/* LM-TRAIT-06: the natural dice still say who is first. */
static void chart(struct play *p, seat_id seat, int choice)
{
    seat_id  about = choice ? (seat_id)!seat : seat;
    uint8_t *points = &p->state->budget[about];

    if (choice) *points = *points ? (uint8_t)(*points - 1) : 0;
    else *points = (uint8_t)(*points + 2);
    tell(p, EVENT_CHARTED, LM_TRAIT_06, NOBODY, NOBODY, seat, choice, *points);
    here(p)->value[CHARTED] |= SEAT_BIT(seat);
}

static void buy(struct play *p, seat_id seat, const struct decision *d)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct pose         pose = { d->at, d->heading };
    int                 step = here(p)->step, element;

    if (is_crossing(d->choice)) pose = crossing_pose(s, river_at(m, s, d->at), d->at);
    if (step == TERRAIN_BUYS) s->budget[seat] = (uint8_t)(s->budget[seat] - m->ware[d->choice].price);
    element = tercios_lay(m, s, d->choice, pose, step == TERRAIN_DIGS ? NO_SEAT : seat);
    tell(p, EVENT_BOUGHT, described_by[d->choice], NOBODY, NOBODY, seat, d->choice + 1, s->budget[seat]);
    if (step == TERRAIN_DIGS) {
        here(p)->value[DUG]++;
        return;
    }
    cite(p, step == TERRAIN_CROSSING ? LM_DECOR_21 : priced_by(m->ware[d->choice].price));
    cite(p, LM_DECOR_07);
    cite(p, LM_DECOR_29);
    if (d->choice == WARE_FIELD) {
        int die = d6(p, LM_DECOR_15);
        s->bought[element - m->elements].die = (uint8_t)die;
        tell(p, EVENT_FIELD, LM_DECOR_15, NOBODY, NOBODY, element, die, 0);
    }
    here(p)->step = d->choice == WARE_RIVER ? TERRAIN_CROSSING : TERRAIN_BUYS;
    if (d->choice != WARE_RIVER) s->active = (uint8_t)!seat;
}

static void take_terrain(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_CHART) {
        chart(p, seat, d->choice);
    } else if (d->kind == DO_BUY) {
        buy(p, seat, d);
    } else if (d->kind == DO_FORTIFY) {
        p->state->unit[d->unit].fortified = 1;
        here(p)->value[FORTIFIES] = 1;
        tell(p, EVENT_FORTIFIED, LM_ART_12, d->unit, NOBODY, 0, 0, 0);
        cite(p, LM_BATTLE_07);
    } else if (here(p)->step == TERRAIN_DIGS) {
        here(p)->value[FORTIFIES] = 1;
    } else {
        stop_buying(p, seat);
    }
}

/* For computers and for drawing. */

static struct pose some_pose(const struct match *m, const struct state *s, seat_id seat, int ware, struct random *random)
{
    struct box  box = { { 0, 0 }, m->size };
    struct pose pose;

    if (ware == WARE_EARTHWORK) box = tercios_zone_of(m, s, seat);
    pose.at.x = box.low.x + (int32_t)random_below(random, (uint32_t)max32(1, box.high.x - box.low.x));
    pose.at.y = box.low.y + (int32_t)random_below(random, (uint32_t)max32(1, box.high.y - box.low.y));
    pose.heading = ware == WARE_EARTHWORK ? tercios_towards_enemy(s, seat) : (int32_t)random_below(random, FULL_TURN);
    if (is_crossing(ware)) {
        for (int i = 0; i < s->ground; i++)
            if (s->bought[i].kind == WARE_RIVER + 1) {
                struct pose along = { { s->bought[i].x, s->bought[i].y }, s->bought[i].heading };
                int32_t     length = (int32_t)random_below(random, 24 * INCH) - 12 * INCH;
                pose = table_moved(along, length, 0);
            }
    }
    pose.heading = heading_normal(pose.heading);
    return pose;
}

bool tercios_sample_purchase(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    enum { TRIES = 24 };
    struct pose pose;

    for (int i = 0; i < TRIES; i++) {
        pose = some_pose(m, s, seat, d->choice, random);
        if (place_refused(m, s, seat, d->choice, pose, NULL)) continue;
        d->at = pose.at;
        d->heading = is_crossing(d->choice) ? 0 : pose.heading;
        return true;
    }
    /* Works fit in the middle of a zone, and a river was put so that a crossing may be where it was put. */
    if (d->choice == WARE_EARTHWORK) {
        struct box zone = tercios_zone_of(m, s, seat);
        pose.at = (struct point){ (zone.low.x + zone.high.x) / 2, (zone.low.y + zone.high.y) / 2 };
    } else if (is_crossing(d->choice)) {
        pose = (struct pose){ { s->bought[s->ground - 1].x, s->bought[s->ground - 1].y }, 0 };
    } else {
        return false;
    }
    d->at = pose.at;
    d->heading = pose.heading;
    return !place_refused(m, s, seat, d->choice, pose, NULL);
}

int32_t tercios_purchase_region(const struct match *m, const struct state *s, seat_id seat, struct point *points, int32_t capacity)
{
    if (capacity < ZONE_POINTS) return 0;
    if (step_of(s) == TERRAIN_DIGS) return tercios_zone_outline(m, s, seat, points);
    points[0] = (struct point){ 0, 0 };
    points[1] = (struct point){ m->size.x, 0 };
    points[2] = m->size;
    points[3] = (struct point){ 0, m->size.y };
    return 4;
}

const struct phase tercios_terrain = { "terrain", LM_DECOR_03, enter_terrain, offer_terrain, refuse_terrain, take_terrain,
                                       .step = STEP_DEPLOYMENT };
