/*
 * landscape.c: a table made by a seed (BE-SETUP-01, -02, T-6).
 *
 * Nobody knows the deployment zones when terrain is placed, so that the table must be fair whichever way the armies
 * will face. Elements come in pairs, one of each turned half about the table's middle, or lie on the middle and are
 * their own twins. The second of a pair is then turned and shifted a little, as long as halves and zones still have the
 * same of it. With the option terrain_points the sides buy elements instead, and each is put where it disturbs the
 * balance least.
 */
#include "landscape.h"

#include <string.h>

enum { LEAST = 5, MOST = 9 };
enum { SPACE = 3 * INCH, EDGE = INCH, ZONE_AWAY = 12 * INCH, FORD_WIDE = 4 * INCH };
enum { NOT_SOLD = TERRAIN_POINTS + 1, TRIES = 60, RETRIES = 200, VARIATIONS = 6, PLACES = 40, RIVER_ONE_IN = 4 };

/* How much of a zone may be impassable, in hundredths; by how much halves and zones may differ in an element. */
enum { IMPASSABLE_MOST = 10, UNLIKE_MOST = 1 };

enum form { FORM_BLOB, FORM_BOX, FORM_LINE };

/* Sizes are from the middle outward: radius, half of the longer side, half of the length. */
struct recipe {
    const char *kind;
    uint8_t     form;
    bool        impassable;
    bool        large;               /* more than 12 in across */
    int32_t     low, high, edge;
    uint8_t     weight;              /* how often, without and with terrain points */
    uint8_t     bought;
};

static const struct recipe recipes[] = {
    { "forest", FORM_BLOB, false, false, 4 * INCH, 23 * INCH / 4, EDGE, 4, 4 },
    { "forest", FORM_BLOB, false, true, 15 * INCH / 2, 8 * INCH, EDGE, 1, 2 },
    { "hill", FORM_BLOB, false, false, 4 * INCH, 23 * INCH / 4, EDGE, 4, 4 },
    { "hill", FORM_BLOB, false, true, 15 * INCH / 2, 8 * INCH, EDGE, 1, 2 },
    { "steep_hill", FORM_BLOB, false, false, 7 * INCH / 2, 5 * INCH, EDGE, 2, 2 },
    { "field_low", FORM_BOX, false, false, 3 * INCH, 5 * INCH, EDGE, 3, 3 },
    { "field_high", FORM_BOX, false, false, 3 * INCH, 5 * INCH, EDGE, 2, 2 },
    { "field_mire", FORM_BLOB, false, false, 3 * INCH, 9 * INCH / 2, EDGE, 1, 1 },
    { "building", FORM_BOX, true, false, INCH, 3 * INCH / 2, SPACE, 2, 2 },
    { "large_building", FORM_BOX, true, false, 3 * INCH / 2, 9 * INCH / 4, SPACE, 1, 1 },
    { "lake", FORM_BLOB, true, false, 3 * INCH, 9 * INCH / 2, EDGE, 1, 1 },
    { "lake", FORM_BLOB, true, true, 15 * INCH / 2, 8 * INCH, EDGE, 0, 1 },
    { "rocks", FORM_BLOB, true, false, 3 * INCH / 2, 3 * INCH, EDGE, 1, 1 },
    { "wall", FORM_LINE, false, false, 3 * INCH, 6 * INCH, EDGE, 2, 2 },
    { "fence", FORM_LINE, false, false, 3 * INCH, 6 * INCH, EDGE, 2, 2 },
};
enum { RECIPES = sizeof recipes / sizeof recipes[0] };

static const int32_t size_of[AXES] = { WIDTH, DEPTH };

static int32_t draw_between(struct random *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low + 1));
}

/* Measures. */

static int64_t cross(struct point a, struct point b)
{
    return (int64_t)a.x * b.y - (int64_t)b.x * a.y;
}

static int32_t along_axis(struct point p, enum axis axis) { return axis == AXIS_X ? p.x : p.y; }

/* Where the edge from a to b meets the line at `cut` of the axis. */
static struct point meet(struct point a, struct point b, enum axis axis, int32_t cut)
{
    int64_t over = cut - along_axis(a, axis), under = along_axis(b, axis) - along_axis(a, axis);
    int64_t sign = under < 0 ? -1 : 1;

    return (struct point){ a.x + (int32_t)divide_round(sign * over * (b.x - a.x), sign * under),
                           a.y + (int32_t)divide_round(sign * over * (b.y - a.y), sign * under) };
}

/* Twice the part of the area on the low side of a line across the axis. Edges that the cut adds twice cancel out. */
static int64_t area_below(const struct feature *feature, enum axis axis, int32_t cut)
{
    int64_t      sum = 0;
    struct point first = { 0, 0 }, last = { 0, 0 };
    bool         begun = false;

    for (int32_t i = 0; i < feature->count; i++) {
        struct point a = feature->vertex[i], b = feature->vertex[(i + 1) % feature->count], kept[2];
        bool         a_in = along_axis(a, axis) <= cut, b_in = along_axis(b, axis) <= cut;
        int          count = 0;
        if (a_in) kept[count++] = a;
        if (a_in != b_in) kept[count++] = meet(a, b, axis, cut);
        for (int k = 0; k < count; k++) {
            if (begun) sum += cross(last, kept[k]);
            else first = kept[k];
            last = kept[k];
            begun = true;
        }
    }
    return abs64(sum + cross(last, first));
}

static int64_t area_of(const struct feature *feature)
{
    return area_below(feature, AXIS_X, WIDTH);
}

/* BE-SETUP-05: where the zones end. */
static int32_t zone_edge(enum axis axis) { return size_of[axis] / 2 - ZONE_AWAY; }

/* Do both sides get the same of a pair, in their halves and in their zones, whichever way they face? */
static bool are_alike(const struct feature *one, const struct feature *twin)
{
    int64_t whole = area_of(one), twin_whole = area_of(twin);

    for (int axis = 0; axis < AXES; axis++) {
        int32_t edge = zone_edge((enum axis)axis);
        int32_t cuts[] = { size_of[axis], size_of[axis] - edge, size_of[axis] / 2, edge };
        for (int i = 0; i < 4; i++) {
            int64_t low = area_below(one, (enum axis)axis, cuts[i]);
            int64_t high = twin_whole - area_below(twin, (enum axis)axis, size_of[axis] - cuts[i]);
            if (abs64(low - high) * 100 > whole * UNLIKE_MOST) return false;
        }
    }
    return true;
}

/* Where features may lie. */

static struct obstacle obstacle_of(const struct feature *feature, struct area *area, struct polyline *line)
{
    struct fault fault = { .set = false };

    if (feature->is_line) {
        table_polyline(line, feature->vertex, feature->count, "terrain", 0, &fault);
        return table_obstacle_polyline(line);
    }
    table_area(area, feature->vertex, feature->count, "terrain", 0, &fault);
    return table_obstacle_area(area);
}

static void box_of(const struct feature *feature, struct point *low, struct point *high)
{
    *low = *high = feature->vertex[0];
    for (int32_t i = 1; i < feature->count; i++) {
        *low = (struct point){ min32(low->x, feature->vertex[i].x), min32(low->y, feature->vertex[i].y) };
        *high = (struct point){ max32(high->x, feature->vertex[i].x), max32(high->y, feature->vertex[i].y) };
    }
}

static bool boxes_apart(const struct feature *a, const struct feature *b)
{
    struct point a_low, a_high, b_low, b_high;

    box_of(a, &a_low, &a_high);
    box_of(b, &b_low, &b_high);
    return b_low.x - a_high.x >= SPACE || a_low.x - b_high.x >= SPACE || b_low.y - a_high.y >= SPACE ||
           a_low.y - b_high.y >= SPACE;
}

/* Elements keep 3 in from each other, so that there is no narrow gap between them; a crossing lies on its river. */
static bool are_apart(const struct feature *a, const struct feature *b)
{
    struct area     areas[2];
    struct polyline lines[2];
    struct obstacle first, second;
    struct segment  joining;

    if ((a->is_river && b->is_crossing) || (a->is_crossing && b->is_river) || boxes_apart(a, b)) return true;
    first = obstacle_of(a, &areas[0], &lines[0]);
    second = obstacle_of(b, &areas[1], &lines[1]);
    if (!a->is_line && table_covers(&areas[0], b->vertex[0], 0)) return false;
    if (!b->is_line && table_covers(&areas[1], a->vertex[0], 0)) return false;
    return table_at_least(table_joining(first, second, 0, &joining), SPACE, NULL);
}

static bool is_on_table_within(const struct feature *feature, int32_t edge)
{
    struct point low, high;

    box_of(feature, &low, &high);
    return low.x >= edge && low.y >= edge && high.x <= WIDTH - edge && high.y <= DEPTH - edge;
}

static bool is_shape(const struct feature *feature)
{
    struct fault    fault = { .set = false };
    struct area     area;
    struct polyline line;

    if (feature->is_line) return table_polyline(&line, feature->vertex, feature->count, "terrain", 0, &fault);
    return table_area(&area, feature->vertex, feature->count, "terrain", 0, &fault);
}

/* Impassable ground must leave room to deploy, whichever zones the dice will give. */
static bool leaves_room(const struct layout *layout, const struct feature *feature, int copies)
{
    if (!feature->impassable) return true;
    for (int axis = 0; axis < AXES; axis++) {
        int32_t edge = zone_edge((enum axis)axis);
        int64_t zone = 2 * (int64_t)edge * size_of[!axis];
        int64_t low = area_below(feature, (enum axis)axis, edge);
        int64_t high = area_of(feature) - area_below(feature, (enum axis)axis, size_of[axis] - edge);
        if ((layout->impassable[axis][0] + low + (copies - 1) * high) * 100 > zone * IMPASSABLE_MOST ||
            (layout->impassable[axis][1] + high + (copies - 1) * low) * 100 > zone * IMPASSABLE_MOST)
            return false;
    }
    return true;
}

static bool is_free(const struct layout *layout, const struct feature *feature)
{
    for (int32_t i = 0; i < layout->count; i++)
        if (!are_apart(&layout->list[i], feature)) return false;
    return true;
}

static bool fits(const struct layout *layout, const struct feature *feature, int32_t edge, int copies)
{
    return is_on_table_within(feature, edge) && is_shape(feature) && leaves_room(layout, feature, copies) &&
           is_free(layout, feature);
}

/* By how much the low half has more of the feature than the high one. */
static int64_t tilt_of(const struct feature *feature, enum axis axis)
{
    return feature->is_line ? 0 : 2 * area_below(feature, axis, size_of[axis] / 2) - area_of(feature);
}

static void add(struct layout *layout, const struct feature *feature)
{
    layout->list[layout->count++] = *feature;
    for (int axis = 0; axis < AXES; axis++) {
        int32_t edge = zone_edge((enum axis)axis);
        layout->tilt[axis] += tilt_of(feature, (enum axis)axis);
        if (!feature->impassable) continue;
        layout->impassable[axis][0] += area_below(feature, (enum axis)axis, edge);
        layout->impassable[axis][1] += area_of(feature) - area_below(feature, (enum axis)axis, size_of[axis] - edge);
    }
}

/* Shapes. */

static struct point mirrored(struct point p)
{
    return (struct point){ WIDTH - p.x, DEPTH - p.y };
}

static struct point toward(struct point from, int32_t heading, int32_t length)
{
    int32_t normal = heading_normal(heading);

    return (struct point){ from.x + (int32_t)divide_round((int64_t)length * heading_sine(normal), SINE_ONE),
                           from.y + (int32_t)divide_round((int64_t)length * heading_cosine(normal), SINE_ONE) };
}

static struct feature turned_about(const struct feature *feature)
{
    struct feature twin = *feature;

    twin.middle = mirrored(feature->middle);
    for (int32_t i = 0; i < feature->count; i++) twin.vertex[i] = mirrored(feature->vertex[i]);
    return twin;
}

/* The same shape turned about its own middle and shifted. */
static struct feature varied(const struct feature *feature, int32_t angle, struct point shift)
{
    struct feature changed = *feature;
    int64_t        sine = heading_sine(angle), cosine = heading_cosine(angle);

    changed.middle = (struct point){ feature->middle.x + shift.x, feature->middle.y + shift.y };
    for (int32_t i = 0; i < feature->count; i++) {
        int64_t x = feature->vertex[i].x - feature->middle.x, y = feature->vertex[i].y - feature->middle.y;
        changed.vertex[i].x = changed.middle.x + (int32_t)divide_round(x * cosine + y * sine, SINE_ONE);
        changed.vertex[i].y = changed.middle.y + (int32_t)divide_round(y * cosine - x * sine, SINE_ONE);
    }
    return changed;
}

/* A rough round: 85 to 100 % of the radius at about even bearings. On the middle of the table it is its own twin. */
static void draw_blob(struct feature *feature, int32_t radius, struct random *random)
{
    bool    is_central = feature->middle.x * 2 == WIDTH && feature->middle.y * 2 == DEPTH;
    int32_t start = draw_between(random, 0, FULL_TURN - 1), step, half;

    feature->count = 8 + 2 * (int32_t)random_below(random, 3);
    step = FULL_TURN / feature->count;
    half = is_central ? feature->count / 2 : feature->count;
    for (int32_t i = 0; i < half; i++) {
        int32_t bearing = start + i * step + draw_between(random, 0, step / 4);
        int32_t length = (int32_t)((int64_t)radius * draw_between(random, 85, 100) / 100);
        feature->vertex[i] = toward(feature->middle, bearing, length);
    }
    for (int32_t i = half; i < feature->count; i++) feature->vertex[i] = mirrored(feature->vertex[i - half]);
}

static void draw_box(struct feature *feature, int32_t half, struct random *random)
{
    int32_t      heading = draw_between(random, 0, FULL_TURN - 1);
    int32_t      side = (int32_t)((int64_t)half * draw_between(random, 60, 100) / 100);
    struct point front = toward(feature->middle, heading, half);
    struct point ahead = { front.x - feature->middle.x, front.y - feature->middle.y };
    struct point right = toward((struct point){ 0, 0 }, heading + RIGHT_ANGLE, side);

    feature->count = 4;
    for (int32_t i = 0; i < 4; i++) {
        int32_t forward = i == 0 || i == 1 ? 1 : -1, across = i == 1 || i == 2 ? 1 : -1;
        feature->vertex[i] = (struct point){ feature->middle.x + forward * ahead.x + across * right.x,
                                             feature->middle.y + forward * ahead.y + across * right.y };
    }
}

/* Two stretches with a slight bend. */
static void draw_line(struct feature *feature, int32_t half, struct random *random)
{
    int32_t heading = draw_between(random, 0, FULL_TURN - 1);
    int32_t bend = draw_between(random, -2000, 2000);

    feature->count = 3;
    feature->vertex[0] = toward(feature->middle, heading + FULL_TURN / 2, half);
    feature->vertex[1] = feature->middle;
    feature->vertex[2] = toward(feature->middle, heading + bend, half);
}

static struct feature draw_feature(const struct recipe *recipe, struct point middle, struct random *random)
{
    struct feature feature = { .kind = recipe->kind, .is_line = recipe->form == FORM_LINE,
                               .impassable = recipe->impassable, .by = NO_SEAT, .middle = middle };
    int32_t        size = draw_between(random, recipe->low, recipe->high);

    switch ((enum form)recipe->form) {
    case FORM_BLOB: draw_blob(&feature, size, random); break;
    case FORM_BOX:  draw_box(&feature, size, random); break;
    case FORM_LINE: draw_line(&feature, size, random); break;
    }
    return feature;
}

static struct point draw_place(struct random *random)
{
    int32_t x = draw_between(random, 0, WIDTH), y = draw_between(random, 0, DEPTH);

    return (struct point){ x, y };
}

/* Rivers. */

static struct point on_axis(enum axis axis, int32_t along, int32_t across)
{
    return axis == AXIS_Y ? (struct point){ across, along } : (struct point){ along, across };
}

/* From edge to edge through the middle of the table, bent like an S, so that it is its own twin. */
static void add_river(struct layout *layout, seat_id by, struct random *random)
{
    enum axis      axis = random_below(random, 2) ? AXIS_X : AXIS_Y;
    int32_t        length = size_of[axis], wide = size_of[!axis];
    int32_t        half = draw_between(random, 3 * INCH / 4, 5 * INCH / 4);
    int32_t        at_edge = draw_between(random, -wide / 8, wide / 8);
    int32_t        at_bend = draw_between(random, -wide / 10, wide / 10);
    int32_t        along[] = { 0, length * 5 / 16, length / 2, length - length * 5 / 16, length };
    int32_t        across[] = { wide / 2 + at_edge, wide / 2 + at_bend, wide / 2, wide / 2 - at_bend,
                                wide / 2 - at_edge };
    int64_t        steepest = max64(abs64(at_edge - at_bend) * 16 / 5, abs64(at_bend) * 16 / 3);
    struct feature river = { .kind = "river", .is_river = true, .by = by, .count = 10,
                             .middle = { WIDTH / 2, DEPTH / 2 } };

    for (int i = 0; i < 5; i++) {
        river.vertex[i] = on_axis(axis, along[i], across[i] - half);
        river.vertex[9 - i] = on_axis(axis, along[i], across[i] + half);
    }
    add(layout, &river);
    layout->slots = 3;
    for (int i = 0; i < 3; i++) layout->slot[i] = on_axis(axis, along[i + 1], across[i + 1]);
    layout->ford_half[axis] = FORD_WIDE / 2;
    layout->ford_half[!axis] = half + (int32_t)(steepest * (FORD_WIDE / 2) / length) + INCH / 2;
}

/* At one of the slots: 0 and 2 are each other's twins, 1 is the middle of the table. */
static void add_crossing(struct layout *layout, const char *kind, int slot, seat_id by)
{
    struct point   at = layout->slot[slot], half = { layout->ford_half[AXIS_X], layout->ford_half[AXIS_Y] };
    struct feature crossing = { .kind = kind, .is_crossing = true, .by = by, .count = 4, .middle = at,
                                .vertex = { { at.x - half.x, at.y - half.y }, { at.x + half.x, at.y - half.y },
                                            { at.x + half.x, at.y + half.y }, { at.x - half.x, at.y + half.y } } };

    add(layout, &crossing);
}

/* A fair table. */

static int draw_recipe(unsigned used, bool central, struct random *random)
{
    uint32_t sum = 0, drawn;
    int      last = -1;

    for (int i = 0; i < RECIPES; i++)
        if (!(used & 1u << i) && !(central && recipes[i].form == FORM_LINE)) sum += recipes[i].weight;
    if (!sum) return -1;
    drawn = random_below(random, sum);
    for (int i = 0; i < RECIPES && last < 0; i++) {
        if (used & 1u << i || (central && recipes[i].form == FORM_LINE)) continue;
        if (drawn < recipes[i].weight) last = i;
        else drawn -= recipes[i].weight;
    }
    return last;
}

static bool add_central(struct layout *layout, unsigned *used, struct random *random)
{
    int            recipe = draw_recipe(*used, true, random);
    struct feature feature = draw_feature(&recipes[recipe], (struct point){ WIDTH / 2, DEPTH / 2 }, random);

    if (!fits(layout, &feature, recipes[recipe].edge, 1)) return false;
    *used |= 1u << recipe;
    add(layout, &feature);
    return true;
}

/* The twin, a little otherwise than the first where that does no harm. */
static struct feature vary_twin(const struct layout *layout, const struct recipe *recipe, const struct feature *first,
                                struct random *random)
{
    struct feature twin = turned_about(first);

    for (int i = 0; i < VARIATIONS && !first->is_line; i++) {
        int32_t        angle = draw_between(random, 0, FULL_TURN - 1);
        int32_t        x = draw_between(random, -INCH, INCH), y = draw_between(random, -INCH, INCH);
        struct feature other = varied(&twin, angle, (struct point){ x, y });
        if (fits(layout, &other, recipe->edge, 1) && are_apart(first, &other) && are_alike(first, &other)) return other;
    }
    return twin;
}

static bool add_pair(struct layout *layout, unsigned *used, struct random *random)
{
    for (int i = 0; i < TRIES; i++) {
        int            recipe = draw_recipe(*used, false, random);
        struct point   place = draw_place(random);
        struct feature first = draw_feature(&recipes[recipe], place, random), twin = turned_about(&first);
        if (!fits(layout, &first, recipes[recipe].edge, 2) || !is_shape(&twin) || !is_free(layout, &twin) ||
            !are_apart(&first, &twin))
            continue;
        twin = vary_twin(layout, &recipes[recipe], &first, random);
        add(layout, &first);
        add(layout, &twin);
        *used |= 1u << recipe;
        return true;
    }
    return false;
}

/* From 5 to 9 elements: perhaps a river with its crossings, else perhaps one on the middle; and pairs. */
static bool try_fair(struct layout *layout, struct random *random)
{
    int32_t  wanted = draw_between(random, LEAST, MOST);
    unsigned used = 0;

    *layout = (struct layout){ .count = 0 };
    if (!random_below(random, RIVER_ONE_IN)) {
        add_river(layout, NO_SEAT, random);
        add_crossing(layout, "ford", 0, NO_SEAT);
        add_crossing(layout, "ford", 2, NO_SEAT);
        if (wanted % 2 == 0) add_crossing(layout, "bridge", 1, NO_SEAT);
    } else if (wanted % 2 && !add_central(layout, &used, random)) {
        return false;
    }
    while (layout->count < wanted)
        if (!add_pair(layout, &used, random)) return false;
    return true;
}

bool tercios_lay_fair(struct layout *layout, struct random *random)
{
    for (int i = 0; i < RETRIES; i++)
        if (try_fair(layout, random)) return true;
    return false;
}

/* Terrain points (BE-SETUP-02): a die each, the higher buys first, then in turn until neither can or will. */

static int32_t price_of(const struct tables *tables, const char *kind, bool large)
{
    const struct kind *row = tercios_terrain_named(tables, kind);

    return !row ? NOT_SOLD : large ? row->large_price : row->price;
}

/* The buyer does not know his zone either: of some places he takes the one that keeps the halves most alike. */
static bool place_bought(struct layout *layout, const struct recipe *recipe, seat_id by, struct random *random)
{
    struct feature best = { .count = 0 };
    int64_t        least = INT64_MAX;

    for (int i = 0; i < PLACES; i++) {
        struct point   place = draw_place(random);
        struct feature feature = draw_feature(recipe, place, random);
        int64_t        tilt = 0;
        if (!fits(layout, &feature, recipe->edge, 1)) continue;
        for (int axis = 0; axis < AXES; axis++) tilt += abs64(layout->tilt[axis] + tilt_of(&feature, (enum axis)axis));
        if (tilt >= least) continue;
        least = tilt;
        best = feature;
    }
    if (!best.count) return false;
    best.by = by;
    add(layout, &best);
    return true;
}

static bool buy_recipe(struct layout *layout, const struct tables *tables, seat_id by, int32_t *points,
                       struct random *random)
{
    uint32_t sum = 0, drawn;

    for (int i = 0; i < RECIPES; i++)
        if (price_of(tables, recipes[i].kind, recipes[i].large) <= *points) sum += recipes[i].bought;
    if (!sum) return false;
    drawn = random_below(random, sum);
    for (int i = 0; i < RECIPES; i++) {
        int32_t price = price_of(tables, recipes[i].kind, recipes[i].large);
        if (price > *points) continue;
        if (drawn >= recipes[i].bought) {
            drawn -= recipes[i].bought;
            continue;
        }
        if (!place_bought(layout, &recipes[i], by, random)) return false;
        *points -= price;
        return true;
    }
    return false;
}

/* A river is the very first purchase, or there is none; a bridge comes free with it, fords may be bought later. */
static bool buy(struct layout *layout, const struct tables *tables, seat_id by, int32_t *points, struct random *random)
{
    int32_t river = price_of(tables, "river", false), ford = price_of(tables, "ford", false);

    if (!layout->count && *points >= river && !random_below(random, RIVER_ONE_IN)) {
        add_river(layout, by, random);
        add_crossing(layout, "bridge", 1, NO_SEAT);
        layout->slots = 2;
        *points -= river;
        return true;
    }
    if (layout->slots && layout->count < ELEMENTS && *points >= ford && !random_below(random, RIVER_ONE_IN)) {
        add_crossing(layout, "ford", --layout->slots ? 2 : 0, by);
        *points -= ford;
        return true;
    }
    for (int i = 0; i < TRIES && layout->count < ELEMENTS - 2; i++)
        if (buy_recipe(layout, tables, by, points, random)) return true;
    return false;
}

void tercios_lay_bought(struct layout *layout, const struct tables *tables, struct random *random)
{
    int32_t points[2] = { 0, 0 };
    bool    stopped[2] = { false, false };
    seat_id seat;

    *layout = (struct layout){ .count = 0 };
    while (points[SEAT_A] == points[SEAT_B]) {
        points[SEAT_A] = draw_between(random, 1, TERRAIN_POINTS);
        points[SEAT_B] = draw_between(random, 1, TERRAIN_POINTS);
    }
    seat = points[SEAT_A] > points[SEAT_B] ? SEAT_A : SEAT_B;
    while (!stopped[SEAT_A] || !stopped[SEAT_B]) {
        if (!stopped[seat]) stopped[seat] = !points[seat] || !buy(layout, tables, seat, &points[seat], random);
        seat = (seat_id)(SEAT_A + SEAT_B - seat);
    }
}
