/*
 * sight.c: who sees whom, what covers a target, and what each side knows (AR-VIS, AR-FMOD-01 to -07).
 *
 * A line is asked for between two eyes, not two pieces, because figures are also looked at where they were in the middle of a movement.
 */
#include "argad.h"

static const struct terrain *terrain_of(const struct match *m, int element) { return &m->terrain[m->element[element].terrain]; }
static bool on_foot(const struct eye *eye) { return !(eye->mover->flags & MOVER_MOUNTED); }

struct eye argad_eye(const struct match *m, const struct state *s, int figure)
{
    struct eye eye = { place_of(s, figure), mover_of(m, s, figure), argad_base(m, s, figure), s->unit[figure].stance, is_immobile(s, figure), (int16_t)figure };

    return eye;
}

/* The line of fire: between the centres without its part inside the shooter's own base (AR-FMOD-02). */
static struct segment line_of_fire(const struct eye *from, const struct eye *to)
{
    int64_t length = table_floor(table_distance(from->at, to->at)), own;
    int64_t forward, right;

    if (!length) return (struct segment){ from->at, to->at };
    if (from->base.shape.kind == SHAPE_DISC) {
        own = from->base.shape.radius;
    } else {
        table_own(from->base.pose, to->at, &forward, &right);
        forward = abs64(forward) / SINE_ONE;
        right = abs64(right) / SINE_ONE;
        own = forward ? length * (from->base.shape.depth / 2) / forward : INT32_MAX;
        if (right) own = min64(own, length * (from->base.shape.width / 2) / right);
    }
    return (struct segment){ table_along(from->at, to->at, (int32_t)min64(own, length)), to->at };
}

static void covered(struct line *line, int malus, int by, rule_id rule)
{
    if (malus >= line->cover) return;
    line->cover = (int8_t)malus;
    line->cover_by = (int16_t)by;
    line->cover_rule = rule;
}

/* Does the line have more than a point in the area, its edge included (AR-GEO-10, -15)? */
static bool lies_in(struct segment line, const struct area *area)
{
    return table_crosses_area(line, area, 0) || argad_runs_along(line, area);
}

/*
 * AR-VIS-04, -05: how much ground of these kinds lies on the line. What is drawn twice counts once, and the edge belongs to it (AR-GEO-10). Only
 * then are the parts of the line laid over each other, by how much they differ from the sum.
 */
static int32_t thickness(const struct match *m, uint16_t kinds, struct segment line)
{
    const struct area *met[ELEMENTS];
    struct spans       all = { .count = 0 };
    int32_t            sum = 0, mets = 0;
    bool               along = false;

    for (int k = 0; k < m->chosen[WOODS].count; k++) {
        const struct element *element = &m->element[m->chosen[WOODS].list[k]];
        int32_t               one;
        bool                  beside;
        if (!(terrain_of(m, m->chosen[WOODS].list[k])->flags & kinds) || !boxes_meet(line, element->area.low, element->area.high, 0)) continue;
        one = table_thickness(line, &element->area, 0);
        beside = argad_runs_along(line, &element->area);
        if (one || beside) met[mets++] = &element->area;
        along = along || beside;
        sum += one;
    }
    if (mets < 2 && !along) return sum;
    for (int32_t i = 0; i < mets; i++) sum -= argad_add_inside(&all, line, met[i]);
    for (int32_t i = 0; i < all.count; i++) sum += all.list[i].to - all.list[i].from;
    return sum;
}

/* AR-VIS-03: building walls and shut doors, cliffs, and a hill when both ends lie outside it. */
static int cut_by(const struct match *m, const struct state *s, struct segment line)
{
    for (int i = 0; i < m->walls; i++)
        if (boxes_meet(line, m->wall[i].low, m->wall[i].high, 0) && table_passes_polyline(line, &m->wall[i])) return 1 + m->wall_of[i];
    for (int i = 0; i < m->openings; i++) {
        int16_t door = m->opening[i].door;
        if (door != NOBODY && s->unit[door].door >= DOOR_SHUT && boxes_meet(line, m->opening[i].line.low, m->opening[i].line.high, 0) && table_passes_polyline(line, &m->opening[i].line)) return 1 + m->opening[i].element;
    }
    for (int k = 0; k < m->chosen[OPAQUE].count; k++) {
        int                   i = m->chosen[OPAQUE].list[k];
        const struct element *element = &m->element[i];
        uint16_t              flags = terrain_of(m, i)->flags;
        if (!boxes_meet(line, element->area.low, element->area.high, 0)) continue;
        if (flags & TERRAIN_HILL && (table_covers(&element->area, line.from, 0) || table_covers(&element->area, line.to, 0))) continue;
        if (lies_in(line, &element->area)) return 1 + i;
    }
    return 0;
}

/* Lines and openings between the shooter and a target on foot; a bank does not cover who is on its top (AR-FMOD-02). */
static void cover_of_obstacles(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to, struct segment fire, struct line *line)
{
    for (int k = 0; k < m->chosen[SCREENS].count; k++) {
        int                   i = m->chosen[SCREENS].list[k];
        const struct element *element = &m->element[i];
        if (!boxes_meet(fire, element->crossed.low, element->crossed.high, 0)) continue;
        if (!table_passes_polyline(fire, &element->crossed) || argad_lines_element(m, &from->base, i) || argad_on_bank(m, i, to->at)) continue;
        covered(line, terrain_of(m, i)->cover, 1 + i, AR_FMOD_01);
    }
    for (int i = 0; i < m->openings; i++) {
        const struct opening *opening = &m->opening[i];
        if (opening->kind == OPENING_GATE || !boxes_meet(fire, opening->line.low, opening->line.high, 0) || !table_passes_polyline(fire, &opening->line) || argad_lines_opening(m, &from->base, i)) continue;
        if (opening->kind == OPENING_LOOPHOLE) covered(line, -2, -1 - i, AR_FMOD_06);
        else covered(line, -1, -1 - i, AR_FMOD_01);
    }
    for (int i = 0; i < m->things; i++) {
        int         piece = thing_piece(m, i);
        struct base cart;
        if (m->thing[i].type != THING_CART || !is_there(s, piece)) continue;
        cart = argad_base(m, s, piece);
        if (!table_crosses_base(fire, &cart, 0) || table_floor(table_gap(&from->base, &cart)) <= LINING) continue;
        covered(line, -1, 0, AR_FMOD_01);
    }
}

/* AR-FMOD-07: of the maluses of the ground the worst counts. */
static void cover_of_ground(const struct match *m, const struct eye *from, const struct eye *to, struct segment fire, struct line *line)
{
    bool forest = false;

    for (int k = 0; k < m->chosen[COVERS].count; k++) {
        int                   i = m->chosen[COVERS].list[k];
        const struct element *element = &m->element[i];
        uint16_t              flags = terrain_of(m, i)->flags;
        if (!boxes_meet(fire, element->area.low, element->area.high, 0)) continue;
        if (flags & TERRAIN_FOREST) forest = forest || table_thickness(fire, &element->area, 0) || argad_runs_along(fire, &element->area);
        if (flags & TERRAIN_WATER && table_covers(&element->area, to->at, 0) && !(argad_spot(m, to->mover, to->at).kinds & TERRAIN_ROAD)) covered(line, -1, 1 + i, AR_FMOD_04);
        if (!on_foot(to) || !(flags & TERRAIN_COVERS_FOOT)) continue;
        if (table_covers(&element->area, to->at, 0)) covered(line, terrain_of(m, i)->cover, 1 + i, AR_FMOD_01);
        else if (flags & TERRAIN_BRUSH && !table_covers(&element->area, from->at, 0) && lies_in(fire, &element->area))
            covered(line, terrain_of(m, i)->cover, 1 + i, AR_FMOD_02);
    }
    if (forest) covered(line, -1, 0, AR_FMOD_05);
}

struct line argad_line(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to)
{
    struct segment straight = { from->at, to->at }, fire = line_of_fire(from, to);
    struct line    line = { .wall = (int16_t)cut_by(m, s, straight), .forest = thickness(m, TERRAIN_FOREST, straight) };

    cover_of_ground(m, from, to, fire, &line);
    if (on_foot(to)) cover_of_obstacles(m, s, from, to, fire, &line);
    return line;
}

/* AR-VIS-01: how far one sees this turn; a flash shows whoever fired (ruling 69). 0: as far as one likes. */
static int32_t sight_limit(const struct match *m, const struct state *s, int target)
{
    int32_t limit = 0;

    for (int i = 0; i < m->sights; i++)
        if (between(m->sight[i].from, s->turn, m->sight[i].to)) limit = m->sight[i].limit;
    if (limit && target >= 0 && s->unit[target].flash && s->unit[target].flash != UNKNOWN) limit = max32(limit, m->flash_limit);
    return limit;
}

/* AR-VIS-06: the obstacle that hides a crouched figure from the viewer, or -1. */
static int lies_behind(const struct match *m, const struct eye *from, const struct eye *to, struct segment line)
{
    for (int k = 0; k < m->chosen[HIDES].count; k++) {
        int                   i = m->chosen[HIDES].list[k];
        const struct element *element = &m->element[i];
        if (!boxes_meet(line, element->crossed.low, element->crossed.high, 0) || !argad_lines_element(m, &to->base, i)) continue;
        if (!table_passes_polyline(line, &element->crossed) || argad_lines_element(m, &from->base, i)) continue;
        if (argad_above(m, from->mover, &from->base, to->mover, &to->base) > 0) continue;
        return i;
    }
    return -1;
}

/* So low that brush, or a line before it, may hide it. */
static bool is_low(const struct eye *eye) { return on_foot(eye) && eye->stance == CROUCHED && eye->immobile; }

static rule_id hidden_by_ground(const struct match *m, struct segment line, const struct eye *from, const struct eye *to, struct refusal *why)
{
    int32_t forest = thickness(m, TERRAIN_FOREST, line), brush;
    int     behind;

    if (forest > FOREST_HIDES) return refuse_with(why, AR_VIS_04, forest, FOREST_HIDES);
    if (!is_low(to)) return 0;
    brush = thickness(m, option(m, OPTION_CROUCH_IN_FOREST) ? TERRAIN_BRUSH | TERRAIN_FOREST : TERRAIN_BRUSH, line);
    if (brush > BRUSH_HIDES) return refuse_with(why, AR_VIS_05, brush, BRUSH_HIDES);
    behind = lies_behind(m, from, to, line);
    return behind < 0 ? 0 : refuse_by(why, AR_VIS_06, behind, terrain_of(m, behind)->id);
}

static rule_id hidden_at_any_distance(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to, struct refusal *why)
{
    struct segment line = { from->at, to->at };
    int            wall = cut_by(m, s, line);

    if (wall) return refuse_by(why, AR_VIS_03, wall - 1, terrain_of(m, wall - 1)->id);
    return hidden_by_ground(m, line, from, to, why);
}

rule_id argad_hidden_from(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to, struct refusal *why)
{
    int32_t limit = sight_limit(m, s, to->figure);

    if (limit && !argad_within(&from->base, &to->base, limit)) return refuse_with(why, AR_VIS_01, table_floor(table_gap(&from->base, &to->base)), limit);
    return hidden_at_any_distance(m, s, from, to, why);
}

rule_id argad_hidden(const struct match *m, const struct state *s, int viewer, int target, struct refusal *why)
{
    struct eye from = argad_eye(m, s, viewer), to = argad_eye(m, s, target);

    return argad_hidden_from(m, s, &from, &to, why);
}

bool argad_sees_place(const struct match *m, const struct state *s, seat_id seat, const struct eye *there)
{
    return argad_seen_by(m, s, seat, there, UINT64_MAX);
}

bool argad_seen_by(const struct match *m, const struct state *s, seat_id seat, const struct eye *there, uint64_t among)
{
    int32_t limit = sight_limit(m, s, there->figure), radius = there->base.shape.radius;
    bool    low = is_low(there);

    for (int i = 0; i < m->figures; i++) {
        struct eye viewer;
        bool       near;
        if (!(among >> i & 1) || side_of(m, i) != seat || !is_active(s, i)) continue;
        if (limit && is_beyond(m, s, i, there->at, radius + limit + 1)) continue;
        near = !limit || !is_beyond(m, s, i, there->at, limit - radius_of(m, s, i));       /* the very centres are within it */
        /* The base of the viewer is worked out only where it matters: at the limit of sight, and against one who lies low. */
        if (low || !near) viewer = argad_eye(m, s, i);
        else viewer = (struct eye){ .at = place_of(s, i), .mover = mover_of(m, s, i), .stance = s->unit[i].stance, .figure = (int16_t)i };
        if (near || argad_within(&viewer.base, &there->base, limit))
            if (!hidden_at_any_distance(m, s, &viewer, there, NULL)) return true;
    }
    return false;
}

bool argad_knows(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    const struct unit *unit = &s->unit[piece];

    if (side_of(m, piece) == seat) return true;
    switch (kind_of(m, piece)) {
    case KIND_DOOR:  return true;
    case KIND_THING:
        if (unit->with && unit->with <= m->figures && side_of(m, unit->with - 1) == seat) return true;       /* in hands of its own */
        return seat == SPECTATOR ? (unit->seen & 3) == (SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B)) : unit->seen & SEAT_BIT(seat);
    default:
        if (unit->carries && unit->carries <= m->figures) return true;               /* who leads a prisoner: everybody knows of those */
        return unit->status == STATUS_OUT || unit->status == STATUS_PRISONER || unit->seen == 1 || (unit->status == STATUS_LEFT && unit->left_by & LED_OFF);
    }
}

/* AR-VIS-11: firing or contact reveals a figure for the rest of the turn. */
static bool is_revealed(const struct state *s, int figure) { return s->unit[figure].did & (DID_FIRE | DID_TOUCH); }

static void see(struct play *p, int figure)
{
    struct unit *unit = &p->state->unit[figure];

    unit->seen = 1;
    unit->hid &= (uint8_t)~HID_SINCE;
    unit->seen_x = unit->x;
    unit->seen_y = unit->y;
    unit->seen_turn = p->state->turn;
}

static void look_for_figure(struct play *p, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             other = (seat_id)!side_of(m, figure);
    bool                before = s->unit[figure].seen == 1, now = false;

    if (s->unit[figure].status == STATUS_LEFT) return;       /* it was seen to leave, or was not */
    if (is_there(s, figure)) {
        struct eye eye = argad_eye(m, s, figure);
        now = is_revealed(s, figure) || argad_sees_place(m, s, other, &eye);
    }
    if (now) see(p, figure);
    else s->unit[figure].seen = 0;
    if (now && !before) tell_to(p, (uint8_t)(SEAT_BIT(other) | SEAT_BIT(SPECTATOR)), EVENT_SPOTTED, AR_VIS_09, figure, NOBODY, 0, 0, 0);
    if (before && !now && is_there(s, figure)) tell_to(p, SEAT_BIT(other), EVENT_LOST_SIGHT, AR_VIS_10, figure, NOBODY, 0, 0, 0);
}

/* A formed unit is seen while one of its figures is. */
static void look_for_formed(struct play *p, int formed)
{
    struct state *s = p->state;
    int           piece = formed_piece(p->match, formed);
    bool          seen = false;

    for (int i = 0; i < p->match->formed[formed].count; i++) {
        int figure = p->match->formed[formed].member[i];
        seen = seen || (in_ranks(s, figure) && is_there(s, figure) && s->unit[figure].seen == 1);
    }
    s->unit[piece].seen = seen && s->unit[piece].status == STATUS_STANDING;
    if (s->unit[piece].seen) see(p, piece);
}

/* A thing is known to whoever sees its place, or sees who has it. */
static void look_for_thing(struct play *p, int piece)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[piece];
    struct eye          eye = { place_of(s, piece), &m->mover[0], argad_base(m, s, piece), UPRIGHT, true, NOBODY };
    uint8_t             seen = 0;

    for (seat_id seat = 0; seat < 2; seat++) {
        bool sees = false;
        if (unit->status == STATUS_LEFT || unit->status == STATUS_OUT) sees = unit->seen & SEAT_BIT(seat);
        else if (unit->with && is_figure(m, unit->with - 1)) sees = argad_knows(m, s, seat, unit->with - 1);
        else if (unit->with) sees = s->unit[unit->with - 1].seen & SEAT_BIT(seat);
        else if (unit->status == STATUS_STANDING) sees = argad_sees_place(m, s, seat, &eye);
        if (sees) seen |= SEAT_BIT(seat);
    }
    unit->seen = seen;
    if (seen) unit->seen_turn = s->turn;
}

void argad_look_for_things(struct play *p)
{
    for (int i = 0; i < p->match->things; i++) look_for_thing(p, thing_piece(p->match, i));
}

void argad_look(struct play *p)
{
    const struct match *m = p->match;

    for (int i = 0; i < m->figures; i++) look_for_figure(p, i);
    for (int i = 0; i < m->formeds; i++) look_for_formed(p, i);
    argad_look_for_things(p);
}

void argad_reveal(struct play *p, int figure, rule_id rule)
{
    struct state *s = p->state;
    seat_id       other = (seat_id)!side_of(p->match, figure);

    if (s->unit[figure].seen == 1) return;
    see(p, figure);
    tell_to(p, (uint8_t)(SEAT_BIT(other) | SEAT_BIT(SPECTATOR)), EVENT_REVEALED, rule, figure, NOBODY, 0, 0, 0);
}

uint8_t argad_audience(const struct match *m, const struct state *s, int piece)
{
    uint8_t audience = 0;

    for (seat_id seat = 0; seat < 2; seat++)
        if (argad_knows(m, s, seat, piece)) audience |= SEAT_BIT(seat);
    if (argad_knows(m, s, SPECTATOR, piece)) audience |= SEAT_BIT(SPECTATOR);
    return audience;
}

static uint8_t witnesses_of_figure(const struct match *m, const struct state *s, int figure)
{
    seat_id    seat = side_of(m, figure);
    struct eye eye = argad_eye(m, s, figure);
    bool       leads_prisoner = s->unit[figure].carries && s->unit[figure].carries <= m->figures;        /* everybody knows of those */

    if (!is_revealed(s, figure) && !leads_prisoner && !argad_sees_place(m, s, (seat_id)!seat, &eye)) return SEAT_BIT(seat);
    return (uint8_t)(SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B) | SEAT_BIT(SPECTATOR));
}

uint8_t argad_witnesses(const struct match *m, const struct state *s, int piece)
{
    uint8_t witnesses = SEAT_BIT(side_of(m, piece));

    if (is_figure(m, piece)) return witnesses_of_figure(m, s, piece);
    for (int i = 0; i < m->figures; i++)
        if (s->unit[i].formed == piece - m->first[KIND_FORMED] + 1 && is_there(s, i)) witnesses |= witnesses_of_figure(m, s, i);
    return witnesses;
}

void argad_cite(struct play *p, uint8_t audience, rule_id rule)
{
    uint8_t before = p->hidden_from;

    p->hidden_from = (uint8_t)~audience;
    cite(p, rule);
    p->hidden_from = before;
}

void argad_privately(struct play *p, int piece)
{
    p->hidden_from = (uint8_t)~argad_audience(p->match, p->state, piece);
}

void argad_openly(struct play *p)
{
    p->hidden_from = 0;
}
