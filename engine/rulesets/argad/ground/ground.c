/*
 * ground.c: what a place is, what a step may cross, contact and overlap (AR-GEO, AR-BLD, AR-MOVE-13).
 *
 * Areas are closed: a centre on the edge is in (AR-GEO-10). Lines and walls have no thickness, and touching one is not crossing it
 * (AR-GEO-15); so that nobody slips through by stopping on one, a step that would end within SHORT_OF of a wall ends before it.
 */
#include "argad.h"

#include <string.h>

static bool is_area(const struct element *element) { return element->area.count > 0; }
static const struct terrain *terrain_of(const struct match *m, const struct element *element) { return &m->terrain[element->terrain]; }

static uint8_t class_for(const struct match *m, const struct element *element, const struct mover *mover)
{
    const struct terrain *terrain = terrain_of(m, element);

    if (terrain->flags & TERRAIN_LIGHT_FOOT_ONLY && !(mover->flags & (MOVER_LIGHT_DRESS | MOVER_MOUNTED))) return IMPASSABLE;
    return element->class[(mover->flags & MOVER_MOUNTED) != 0];
}

static bool in_box(struct point low, struct point high, struct point at, int32_t margin)
{
    return between(low.x - margin, at.x, high.x + margin) && between(low.y - margin, at.y, high.y + margin);
}

static bool matters(const struct match *m, const struct element *element, enum look look)
{
    uint16_t flags = terrain_of(m, element)->flags;

    switch (look) {
    case RAISING: return element->level || flags & (TERRAIN_BANK | TERRAIN_RAMPART);
    case ROADS:   return flags & TERRAIN_ROAD;
    case SLOPES:  return flags & TERRAIN_SLOPE;
    case SLOWING: return element->class[0] > EASY || element->class[1] > EASY;
    case BARRING: return element->class[0] == IMPASSABLE || element->class[1] == IMPASSABLE || flags & TERRAIN_LIGHT_FOOT_ONLY;
    case OPAQUE:  return is_area(element) && flags & (TERRAIN_OPAQUE | TERRAIN_HILL) && !(flags & TERRAIN_BUILDING);
    case WOODS:   return flags & (TERRAIN_FOREST | TERRAIN_BRUSH);
    case COVERS:  return is_area(element) && flags & (TERRAIN_FOREST | TERRAIN_WATER | TERRAIN_COVERS_FOOT);
    case SCREENS: return !is_area(element) && terrain_of(m, element)->cover;
    default:      return !is_area(element) && flags & TERRAIN_HIDES_CROUCHED;
    }
}

void argad_choose_elements(struct match *m)
{
    for (enum look look = RAISING; look < LOOKS; look++) {
        struct chosen *chosen = &m->chosen[look];
        chosen->count = 0;
        for (int i = 0; i < m->elements; i++)
            if (matters(m, &m->element[i], look)) chosen->list[chosen->count++] = (uint8_t)i;
    }
}

/* On a bank: its centre is within 0.4 cm of the line (AR-GEO-13, AR-SLOW-11). */
bool argad_on_bank(const struct match *m, int number, struct point at)
{
    const struct element *element = &m->element[number];
    struct segment        here = { at, at };

    if (!(terrain_of(m, element)->flags & TERRAIN_BANK) || !in_box(element->line.low, element->line.high, at, BANK_FOOT)) return false;
    return table_at_most(table_segment_polyline(here, &element->line), BANK_FOOT, NULL);
}

/* AR-GEO-16: the worst class of all that lies there, and everything that each of them gives; a road is always easy. */
struct spot argad_spot(const struct match *m, const struct mover *mover, struct point at)
{
    struct spot spot = { .class = EASY, .element = -1 };
    bool        road = false;

    for (int i = 0; i < m->elements; i++) {
        const struct element *element = &m->element[i];
        const struct terrain *terrain = terrain_of(m, element);
        uint8_t               class;
        if (is_area(element)) {
            if (!in_box(element->area.low, element->area.high, at, 0) || !table_covers(&element->area, at, 0)) continue;
        } else if (!argad_on_bank(m, i, at)) {
            continue;
        }
        class = class_for(m, element, mover);
        spot.kinds |= terrain->flags;
        spot.terrains |= UINT32_C(1) << element->terrain;
        road = road || terrain->flags & TERRAIN_ROAD;
        if (element->level > spot.level) spot.level = element->level;
        if (terrain->flags & TERRAIN_BUILDING) spot.indoors = true;
        if (class > spot.class) {
            spot.class = class;
            spot.element = (int16_t)i;
        }
    }
    if (road) {
        spot.class = EASY;
        spot.element = -1;
    }
    return spot;
}

/* AR-GEO-03 to -05. */
struct shape argad_shape(const struct match *m, const struct state *s, int piece)
{
    switch (kind_of(m, piece)) {
    case KIND_FIGURE: return mover_of(m, s, piece)->shape;
    case KIND_THING:  return m->thing[piece - m->first[KIND_THING]].shape;
    default:          return table_disc(2 * CM);
    }
}

struct base argad_base(const struct match *m, const struct state *s, int piece)
{
    struct shape shape = argad_shape(m, s, piece);
    struct pose  pose = pose_of(s, piece);

    if (shape.kind == SHAPE_DISC) pose.heading = 0;          /* it is the same whichever way he faces */
    return table_base(shape, pose);
}

int32_t argad_gap(const struct match *m, const struct state *s, int a, int b)
{
    struct shape shape = argad_shape(m, s, a), with = argad_shape(m, s, b);
    struct base  one, other;

    if (shape.kind == SHAPE_DISC && with.kind == SHAPE_DISC)
        return max32(0, table_floor(table_distance(place_of(s, a), place_of(s, b))) - shape.radius - with.radius);
    one = argad_base(m, s, a);
    other = argad_base(m, s, b);
    return table_floor(table_gap(&one, &other));
}

/* AR-GEO-08: each shrunk all round, they still touch. Of two discs that is a matter of their middles alone. */
bool argad_overlaps(const struct base *a, const struct base *b)
{
    struct base one, other;

    if (!table_near(a, b, 0, NULL)) return false;
    if (a->shape.kind == SHAPE_DISC && b->shape.kind == SHAPE_DISC)
        return table_floor(table_distance(a->pose.at, b->pose.at)) <= a->shape.radius + b->shape.radius - 2 * SHRINK;
    one = table_base_inset(a->shape, a->pose, SHRINK);
    other = table_base_inset(b->shape, b->pose, SHRINK);
    return !table_at_least(table_gap(&one, &other), 1, NULL);
}

static bool is_shut(const struct match *m, const struct state *s, int opening)
{
    int16_t door = m->opening[opening].door;

    return door != NOBODY && s->unit[door].door >= DOOR_SHUT;
}

/* Does the segment meet a wall there: one that has no opening, or an opening that nobody passes? */
static bool stops_at_opening(const struct match *m, const struct state *s, int opening)
{
    return m->opening[opening].kind == OPENING_LOOPHOLE || is_shut(m, s, opening);
}

static bool meets_wall(const struct match *m, struct segment segment)
{
    for (int i = 0; i < m->walls; i++)
        if (boxes_meet(segment, m->wall[i].low, m->wall[i].high, 0) && table_passes_polyline(segment, &m->wall[i])) return true;
    return false;
}

bool argad_parted(const struct match *m, const struct state *s, struct point a, struct point b)
{
    struct segment between_them = { a, b };

    if (meets_wall(m, between_them)) return true;
    for (int i = 0; i < m->openings; i++)
        if (boxes_meet(between_them, m->opening[i].line.low, m->opening[i].line.high, 0) && stops_at_opening(m, s, i) &&
            table_passes_polyline(between_them, &m->opening[i].line))
            return true;
    return false;
}

bool argad_within(const struct base *a, const struct base *b, int32_t limit)
{
    return table_near(a, b, limit + 1, NULL) && table_floor(table_gap(a, b)) <= limit;
}

bool argad_in_contact(const struct match *m, const struct state *s, int a, int b)
{
    struct base one, other;

    if (is_beyond(m, s, a, place_of(s, b), radius_of(m, s, b) + CONTACT + 1)) return false;
    one = argad_base(m, s, a);
    other = argad_base(m, s, b);
    return argad_within(&one, &other, CONTACT) && !argad_parted(m, s, place_of(s, a), place_of(s, b));
}

bool argad_lines_element(const struct match *m, const struct base *base, int element)
{
    const struct element *it = &m->element[element];

    return !is_area(it) && in_box(it->line.low, it->line.high, base->middle, base->shape.radius + LINING) &&
           table_floor(table_gap_polyline(base, &it->line)) <= LINING;
}

bool argad_lines_opening(const struct match *m, const struct base *base, int opening)
{
    return table_floor(table_gap_polyline(base, &m->opening[opening].line)) <= LINING;
}

/* AR-CONT-11, AR-BLD-04; ruling 77: a cart lies between them if the line from one to the other crosses it. */
bool argad_across(const struct match *m, const struct state *s, int a, int b, int *obstacle)
{
    struct segment line = { place_of(s, a), place_of(s, b) };

    for (int i = 0; i < m->elements; i++) {
        const struct element *element = &m->element[i];
        if (is_area(element) || !boxes_meet(line, element->crossed.low, element->crossed.high, 0)) continue;
        if (!table_passes_polyline(line, &element->crossed)) continue;
        if (argad_on_bank(m, i, line.from) || argad_on_bank(m, i, line.to)) continue;
        *obstacle = i;
        return true;
    }
    for (int i = 0; i < m->openings; i++) {
        if (m->opening[i].kind == OPENING_GATE || !table_passes_polyline(line, &m->opening[i].line)) continue;       /* a gate defends nobody */
        *obstacle = ACROSS_OPENING + i;
        return true;
    }
    for (int i = 0; i < m->things; i++) {
        int         piece = thing_piece(m, i);
        struct base cart;
        if (m->thing[i].type != THING_CART || !is_there(s, piece)) continue;
        cart = argad_base(m, s, piece);
        if (!table_crosses_base(line, &cart, 0)) continue;
        *obstacle = ACROSS_CART + i;
        return true;
    }
    return false;
}

/* Is the place on the inner side of a rampart, whose walk is there? */
static bool on_inner_side(const struct element *element, struct point at)
{
    const struct polyline *line = &element->line;
    int32_t                nearest = 0;
    struct distance        least = table_point_segment(at, (struct segment){ line->vertex[0], line->vertex[1] });
    struct point           from, to;
    int64_t                side;

    for (int32_t i = 1; i + 1 < line->count; i++) {
        struct distance distance = table_point_segment(at, (struct segment){ line->vertex[i], line->vertex[i + 1] });
        if (table_compare(distance, least) >= 0) continue;
        least = distance;
        nearest = i;
    }
    from = line->vertex[nearest];
    to = line->vertex[nearest + 1];
    side = (int64_t)(to.x - from.x) * (at.y - from.y) - (int64_t)(to.y - from.y) * (at.x - from.x);
    return element->inner_right ? side < 0 : side > 0;
}

int argad_level(const struct match *m, const struct mover *mover, const struct base *base)
{
    const struct chosen *raising = &m->chosen[RAISING];
    struct point         at = base->pose.at;
    int                  level = 0;

    for (int k = 0; k < raising->count; k++) {
        const struct element *element = &m->element[raising->list[k]];
        if (element->level <= level) continue;
        if (is_area(element) ? in_box(element->area.low, element->area.high, at, 0) && table_covers(&element->area, at, 0) : argad_on_bank(m, raising->list[k], at))
            level = element->level;
    }
    if (mover->flags & MOVER_MOUNTED) return level;
    for (int k = 0; k < raising->count && !level; k++) {
        int                   i = raising->list[k];
        const struct element *element = &m->element[i];
        if (argad_on_bank(m, i, at)) level = 1;
        if (terrain_of(m, element)->flags & TERRAIN_RAMPART && argad_lines_element(m, base, i) && on_inner_side(element, at)) level = 1;
    }
    return level;
}

/* Along the uphill bearing of a steep slope on which one of the two stands. */
static int higher_on_slope(const struct match *m, struct point a, struct point b)
{
    for (int k = 0; k < m->chosen[SLOPES].count; k++) {
        const struct element *element = &m->element[m->chosen[SLOPES].list[k]];
        int64_t               along;
        if (!table_covers(&element->area, a, 0) && !table_covers(&element->area, b, 0)) continue;
        along = (int64_t)(a.x - b.x) * heading_sine(element->uphill) + (int64_t)(a.y - b.y) * heading_cosine(element->uphill);
        if (abs64(along) >= (int64_t)500 * SINE_ONE) return along > 0 ? 1 : -1;
    }
    return 0;
}

int argad_above(const struct match *m, const struct mover *mover, const struct base *a, const struct mover *other, const struct base *b)
{
    int level = argad_level(m, mover, a) - argad_level(m, other, b);

    return level ? (level > 0 ? 1 : -1) : higher_on_slope(m, a->pose.at, b->pose.at);
}

int argad_higher(const struct match *m, const struct state *s, int a, int b)
{
    struct base one = argad_base(m, s, a), other = argad_base(m, s, b);

    return argad_above(m, mover_of(m, s, a), &one, mover_of(m, s, b), &other);
}

static int32_t length_of(struct segment leg) { return table_floor(table_distance(leg.from, leg.to)); }

/* What it meets becomes one with it. */
static void add_span(struct spans *spans, struct span new)
{
    int32_t place = 0, met = 0;

    if (new.to <= new.from) return;
    while (place < spans->count && spans->list[place].to < new.from) place++;
    for (; place + met < spans->count && spans->list[place + met].from <= new.to; met++) {
        new.from = min32(new.from, spans->list[place + met].from);
        new.to = max32(new.to, spans->list[place + met].to);
    }
    if (!met && spans->count == SPANS) return;
    memmove(&spans->list[place + 1], &spans->list[place + met], (size_t)(spans->count - place - met) * sizeof spans->list[0]);
    spans->list[place] = new;
    spans->count += 1 - met;
}

/* How far along the segment a point of its line is. */
static int32_t along_at(struct segment segment, struct point at)
{
    int64_t x = segment.to.x - segment.from.x, y = segment.to.y - segment.from.y, ahead = (at.x - segment.from.x) * x + (at.y - segment.from.y) * y;

    if (ahead <= 0) return 0;
    return ahead >= x * x + y * y ? length_of(segment) : table_floor(table_distance(segment.from, at));
}

static bool is_on_line(struct segment segment, struct point at)
{
    return (int64_t)(segment.to.x - segment.from.x) * (at.y - segment.from.y) == (int64_t)(segment.to.y - segment.from.y) * (at.x - segment.from.x);
}

/* The next side of the area, from that number on, along which the segment runs, and where; false: none. */
static bool next_along(struct segment segment, const struct area *area, int32_t *side, struct span *part)
{
    bool before = is_on_line(segment, area->vertex[*side % area->count]);

    for (; *side < area->count; ++*side) {
        struct point to = area->vertex[(*side + 1) % area->count];
        bool         after = is_on_line(segment, to);
        if (before && after) {
            int32_t one = along_at(segment, area->vertex[*side]), other = along_at(segment, to);
            *part = (struct span){ min32(one, other), max32(one, other) };
            if (part->from < part->to) return true;
        }
        before = after;
    }
    return false;
}

bool argad_runs_along(struct segment segment, const struct area *area)
{
    struct span part;
    int32_t     side = 0;

    return next_along(segment, area, &side, &part);
}

int32_t argad_add_inside(struct spans *spans, struct segment segment, const struct area *area)
{
    struct stretch list[SPANS];
    struct span    along;
    int32_t        count = min32(SPANS, table_stretches(segment, area, 0, list, SPANS)), length = 0;

    for (int32_t i = 0; i < count; i++) {
        add_span(spans, (struct span){ list[i].from, list[i].to });
        length += list[i].to - list[i].from;
    }
    for (int32_t side = 0; next_along(segment, area, &side, &along); side++) add_span(spans, along);
    return length;
}

/* Where a leg is on a road. */
static void find_roads(const struct match *m, struct segment leg, struct spans *roads)
{
    roads->count = 0;
    for (int k = 0; k < m->chosen[ROADS].count; k++) {
        const struct area *area = &m->element[m->chosen[ROADS].list[k]].area;
        if (boxes_meet(leg, area->low, area->high, 0)) argad_add_inside(roads, leg, area);
    }
}

/* The first place at or beyond `from`, up to `to`, that no road covers; -1: all of it is road. */
static int32_t first_off_road(const struct spans *roads, int32_t from, int32_t to)
{
    for (int32_t i = 0; i < roads->count; i++)
        if (roads->list[i].from <= from && roads->list[i].to > from) from = roads->list[i].to;
    return from < to ? from : -1;
}

/* Where the leg comes into the area off the road, or -1. */
static int32_t enters_area(const struct area *area, struct segment leg, const struct spans *roads)
{
    struct stretch list[SPANS];
    int32_t        count = table_stretches(leg, area, 0, list, SPANS);

    for (int32_t i = 0; i < min32(count, SPANS); i++) {
        int32_t at = first_off_road(roads, list[i].from, list[i].to);
        if (at >= 0) return at;
    }
    return -1;
}

/* The same with the edge of the area, along which it may go or on which it may end (AR-GEO-10). */
static int32_t comes_into(const struct match *m, const struct mover *mover, const struct area *area, struct segment leg, const struct spans *roads)
{
    struct spans inside = { .count = 0 };

    argad_add_inside(&inside, leg, area);
    for (int32_t i = 0; i < inside.count; i++) {
        int32_t at = first_off_road(roads, inside.list[i].from, inside.list[i].to);
        if (at >= 0) return at;
    }
    return table_covers(area, leg.to, 0) && !(argad_spot(m, mover, leg.to).kinds & TERRAIN_ROAD) ? length_of(leg) : -1;
}

bool argad_on_road(const struct match *m, struct segment leg)
{
    enum { ROUNDING = 2 };
    struct spans roads;

    if (leg.from.x == leg.to.x && leg.from.y == leg.to.y) return argad_spot(m, &m->mover[0], leg.from).kinds & TERRAIN_ROAD;
    find_roads(m, leg, &roads);
    return first_off_road(&roads, 0, length_of(leg) - ROUNDING) < 0;
}

/* Where a leg that passes a chain first does so. It may have touched another part of it before. */
static int32_t first_passed(struct segment leg, const struct polyline *line)
{
    struct obstacle whole = table_obstacle_polyline(line);
    int32_t         first = -1, at = -1;

    for (int32_t i = 0; i + 2 < line->count; i++) {
        struct polyline corner = { line->vertex + i, 3, line->low, line->high };
        struct obstacle part = table_obstacle_polyline(&corner);
        if (!table_passes_polyline(leg, &corner)) continue;
        table_first_crossed(leg, &part, 1, 0, &at);
        if (first < 0 || at < first) first = at;
    }
    if (first < 0) table_first_crossed(leg, &whole, 1, 0, &first);
    return first;
}

/* On the chain, and not merely at an end of it (AR-GEO-15). */
static bool is_on_chain(const struct polyline *line, struct point at)
{
    struct point first = line->vertex[0], last = line->vertex[line->count - 1];

    if (!in_box(line->low, line->high, at, 0) || (at.x == first.x && at.y == first.y) || (at.x == last.x && at.y == last.y)) return false;
    return table_at_most(table_segment_polyline((struct segment){ at, at }, line), 0, NULL);
}

/*
 * Where the leg passes a chain, or comes onto it at its end, or -1. Of a way that bends on the chain neither leg passes it: the one that comes
 * counts, the one that goes on from there does not.
 */
static int32_t comes_to_chain(struct segment leg, const struct polyline *line)
{
    if (!boxes_meet(leg, line->low, line->high, 0)) return -1;
    if (table_passes_polyline(leg, line)) return first_passed(leg, line);
    return is_on_chain(line, leg.to) && !is_on_chain(line, leg.from) ? length_of(leg) : -1;
}

/* Where the leg comes to a line: a bank begins before it. -1: it does not. */
static int32_t comes_to_line(const struct match *m, const struct element *element, struct segment leg)
{
    enum { POINT_LIKE = 16 };
    struct obstacle line = table_obstacle_polyline(&element->line);

    if (terrain_of(m, element)->flags & TERRAIN_BANK) {
        if (!boxes_meet(leg, element->line.low, element->line.high, BANK_FOOT)) return -1;
        return table_first_contact(table_disc(POINT_LIKE), (struct pose){ leg.from, 0 }, leg.to, length_of(leg), line, BANK_FOOT - POINT_LIKE / 2);
    }
    return comes_to_chain(leg, &element->crossed);
}

int32_t argad_edge(const struct match *m, const struct mover *mover, struct segment leg, enum ground_class now, struct spot *into)
{
    struct spans roads = { .count = -1 };                    /* not looked for yet */
    int32_t      first = -1;

    if (leg.from.x == leg.to.x && leg.from.y == leg.to.y) return -1;
    *into = (struct spot){ .element = -1 };
    for (int k = 0; k < m->chosen[SLOWING].count; k++) {
        int                   i = m->chosen[SLOWING].list[k];
        const struct element *element = &m->element[i];
        uint8_t               class = class_for(m, element, mover);
        int32_t               at;
        if (class <= now || class == IMPASSABLE) continue;
        if (is_area(element)) {
            if (!boxes_meet(leg, element->area.low, element->area.high, 0)) continue;
            if (roads.count < 0) find_roads(m, leg, &roads);
            at = comes_into(m, mover, &element->area, leg, &roads);
        } else {
            at = comes_to_line(m, element, leg);
        }
        if (at < 0 || (first >= 0 && (at > first || (at == first && class <= into->class)))) continue;
        first = at;
        *into = (struct spot){ .class = class, .kinds = terrain_of(m, element)->flags, .terrains = UINT32_C(1) << element->terrain, .element = (int16_t)i };
    }
    /* AR-BLD-05: a window is passed like a low wall. */
    for (int i = 0; i < m->openings && now < DIFFICULT; i++) {
        int32_t at = m->opening[i].kind == OPENING_WINDOW ? comes_to_chain(leg, &m->opening[i].line) : -1;
        if (at < 0 || (first >= 0 && at >= first)) continue;
        first = at;
        *into = (struct spot){ .class = DIFFICULT, .element = -1 };
    }
    return first;
}

/* What stops a centre on a leg, with the rule. */
struct barrier {
    int32_t at;              /* along the leg; -1: nothing does */
    rule_id rule;
    int     element;
};

static void stop_at(struct barrier *barrier, int32_t at, rule_id rule, int element)
{
    if (at < 0 || (barrier->at >= 0 && barrier->at <= at)) return;
    *barrier = (struct barrier){ at, rule, element };
}

/* The first on its way, or any, wherever it is. */
enum which { THE_FIRST, ANY };

static bool is_enough(const struct barrier *barrier, enum which which) { return which == ANY && barrier->at >= 0; }

static int32_t passes_near(struct segment leg, const struct polyline *line, enum which which)
{
    struct segment end = { leg.to, leg.to };

    if (table_passes_polyline(leg, line)) return which == ANY ? 0 : first_passed(leg, line);
    return in_box(line->low, line->high, leg.to, SHORT_OF) && table_at_most(table_segment_polyline(end, line), SHORT_OF - 1, NULL) ? length_of(leg) : -1;
}

/* Most lines are nowhere near, and are done with at once. */
static inline int32_t passes_at(struct segment leg, const struct polyline *line, enum which which)
{
    return boxes_meet(leg, line->low, line->high, SHORT_OF) ? passes_near(leg, line, which) : -1;
}

/* Where a leg that ends in the area comes into it; at its end, if it only comes to the edge (AR-GEO-10). */
static int32_t comes_onto(const struct area *area, struct segment leg)
{
    struct stretch stretch;

    return table_stretches(leg, area, 0, &stretch, 1) ? stretch.from : length_of(leg);
}

static struct barrier barrier_on(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg, enum which which)
{
    struct barrier barrier = { -1, 0, -1 };
    struct spans   roads = { .count = -1 };                  /* not looked for yet */
    bool           mounted = mover->flags & MOVER_MOUNTED;

    for (int i = 0; i < m->walls && !is_enough(&barrier, which); i++) stop_at(&barrier, passes_at(leg, &m->wall[i], which), AR_BLD_01, m->wall_of[i]);
    for (int i = 0; i < m->openings && !is_enough(&barrier, which); i++) {
        const struct opening *opening = &m->opening[i];
        bool                  window = opening->kind == OPENING_WINDOW;
        if (!mounted && !stops_at_opening(m, s, i)) continue;
        stop_at(&barrier, passes_at(leg, &opening->line, which), window || opening->kind == OPENING_LOOPHOLE ? AR_BLD_05 : is_shut(m, s, i) ? AR_BLD_06 : AR_BLD_01, opening->element);
    }
    for (int k = 0; k < m->chosen[BARRING].count && !is_enough(&barrier, which); k++) {
        int                   i = m->chosen[BARRING].list[k];
        const struct element *element = &m->element[i];
        if (class_for(m, element, mover) != IMPASSABLE) continue;
        if (is_area(element)) {
            struct stretch stretch;
            if (!boxes_meet(leg, element->area.low, element->area.high, 0)) continue;
            if (roads.count < 0) find_roads(m, leg, &roads);
            if (roads.count) stop_at(&barrier, enters_area(&element->area, leg, &roads), AR_MOVE_13, i);     /* AR-GEO-16: a road is always easy */
            else if (table_covers(&element->area, leg.to, 0)) stop_at(&barrier, comes_onto(&element->area, leg), AR_MOVE_13, i);
            else if (table_stretches(leg, &element->area, 0, &stretch, 1)) stop_at(&barrier, stretch.from, AR_MOVE_13, i);
            /* AR-GEO-10: whoever stops on its edge is in it, also one who went along that edge. */
            if (barrier.at < 0 && table_covers(&element->area, leg.to, 0) && !(argad_spot(m, mover, leg.to).kinds & TERRAIN_ROAD)) stop_at(&barrier, length_of(leg), AR_MOVE_13, i);
        } else {
            stop_at(&barrier, passes_at(leg, &element->crossed, which), AR_MOVE_13, i);
        }
    }
    return barrier;
}

rule_id argad_leg_refused(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg, struct refusal *why)
{
    struct barrier barrier = barrier_on(m, s, mover, leg, THE_FIRST);

    if (barrier.at < 0) return 0;
    return refuse_by(why, barrier.rule, barrier.element, terrain_of(m, &m->element[barrier.element])->id);
}

bool argad_leg_barred(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg)
{
    return barrier_on(m, s, mover, leg, ANY).at >= 0;
}

int32_t argad_leg_free(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg)
{
    struct barrier barrier = barrier_on(m, s, mover, leg, THE_FIRST);

    return barrier.at < 0 ? length_of(leg) : max32(0, barrier.at - SHORT_OF);
}
