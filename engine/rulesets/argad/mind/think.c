/*
 * think.c: what a computer player tries, and what it wants.
 *
 * A plan is weighed while it is made: the value of a state counts what each figure's order promises, by distances, chances and goals, not by
 * playing it out.
 */
#include "wants.h"

/* What to try. */

static struct point middle_of(const struct match *m, const struct goal *goal)
{
    const struct area *area = &m->element[goal->element].area;

    return (struct point){ (area->low.x + area->high.x) / 2, (area->low.y + area->high.y) / 2 };
}

static struct point nearest_exit(const struct match *m, struct point from, uint8_t edges)
{
    struct point best = from;
    int32_t      least = INT32_MAX;

    for (uint8_t edge = EDGE_NORTH; edge <= EDGE_WEST; edge = (uint8_t)(edge << 1)) {
        struct point to = argad_to_edge(m, from, edge);
        int32_t      far = table_floor(table_distance(from, to));
        if (!(edges & edge) || far >= least) continue;
        least = far;
        best = to;
    }
    return best;
}

/* The load is one of the goal's things, or a cart with one in it. */
static bool brings(const struct match *m, const struct state *s, const struct goal *goal, int load)
{
    for (int i = 0; i < m->things && load >= m->first[KIND_THING]; i++)
        if (goal->things >> i & 1 && (thing_piece(m, i) == load || s->unit[thing_piece(m, i)].with == load + 1)) return true;
    return false;
}

/* Where the figure has something to gain; false: nowhere in particular. */
static bool wanted_place(const struct match *m, const struct state *s, int figure, struct point *to)
{
    seat_id      seat = side_of(m, figure);
    struct point from = place_of(s, figure);
    int32_t      least = INT32_MAX;
    int          load = (s->unit[figure].order == ORDER_DRIVE ? s->unit[figure].mark_on : s->unit[figure].carries) - 1;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        bool               ours = goal->seat == seat && goal->points > 0;
        if (!ours) continue;
        if (goal->kind == GOAL_OBJECT_EXIT && brings(m, s, goal, load)) {
            *to = nearest_exit(m, from, goal->edges);
            return true;
        }
        if (goal->kind == GOAL_FIGURE_EXIT && goal->figures >> figure & 1) {
            *to = nearest_exit(m, from, goal->edges);
            return true;
        }
    }
    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->seat != seat || goal->points <= 0) continue;
        if (goal->kind == GOAL_AREA_HELD) {
            int32_t far = table_floor(table_distance(from, middle_of(m, goal)));
            if (far < least) {
                least = far;
                *to = middle_of(m, goal);
            }
        }
        for (int k = 0; k < m->things; k++) {
            int     piece = thing_piece(m, k);
            int32_t far;
            if (!(goal->things >> k & 1) || s->unit[piece].x == UNKNOWN_PLACE || s->unit[piece].status == STATUS_LEFT) continue;
            if (s->unit[piece].with && is_figure(m, s->unit[piece].with - 1) && side_of(m, s->unit[piece].with - 1) == seat) continue;
            far = table_floor(table_distance(from, place_of(s, piece)));
            if (far >= least) continue;
            least = far;
            *to = place_of(s, piece);
        }
    }
    return least < INT32_MAX;
}

static int nearest_enemy(const struct match *m, const struct state *s, int figure, int32_t *gap)
{
    seat_id seat = side_of(m, figure);
    int     found = NOBODY;

    *gap = INT32_MAX;
    for (int i = 0; i < m->figures; i++) {
        int32_t far;
        if (side_of(m, i) == seat || !argad_knows(m, s, seat, i) || s->unit[i].status != STATUS_STANDING) continue;
        far = table_floor(table_distance(place_of(s, figure), place_of(s, i)));
        if (far >= *gap) continue;
        *gap = far;
        found = i;
    }
    return found;
}

static struct point towards(struct point from, struct point to, int32_t most)
{
    int32_t far = table_floor(table_distance(from, to));

    if (far <= 1 || far <= most) return to;
    return table_along(from, to, most);
}

static struct point try_point(const struct match *m, const struct state *s, int figure, struct random *random)
{
    struct point from = place_of(s, figure), to;
    int32_t      left = argad_rate_left(m, s, figure), gap;
    int          points = s->unit[figure].points, enemy, dice = (int)random_below(random, 6);

    if (points) from = (struct point){ s->plan[figure].x[points - 1], s->plan[figure].y[points - 1] };
    if (dice < 2 && wanted_place(m, s, figure, &to)) {
        struct point corner[POINTS];
        if (argad_route(m, s, mover_of(m, s, figure), from, to, corner, POINTS)) to = corner[0];
        return towards(from, to, left);
    }
    enemy = nearest_enemy(m, s, figure, &gap);
    if (dice == 2 && enemy != NOBODY) return towards(from, place_of(s, enemy), left);
    if (dice == 3 && enemy != NOBODY) return towards(from, place_of(s, enemy), left / 2);
    gap = 1 + (int32_t)random_below(random, (uint32_t)max32(1, left));
    return table_moved((struct pose){ from, (int32_t)random_below(random, FULL_TURN) }, gap, 0).at;
}

static struct point in_area(const struct area *area, struct random *random)
{
    int32_t right = (int32_t)random_below(random, (uint32_t)(area->high.x - area->low.x + 1));
    int32_t up = (int32_t)random_below(random, (uint32_t)(area->high.y - area->low.y + 1));

    return (struct point){ area->low.x + right, area->low.y + up };
}

static void fill_in(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int          points;
    struct point from;

    switch (d->kind) {
    case DO_PLACE:
        d->at = m->zones[seat] ? in_area(&m->zone[seat][random_below(random, (uint32_t)m->zones[seat])], random) : place_of(s, d->unit);
        d->heading = s->unit[d->unit].heading;
        break;
    case DO_MOVE: case DO_WAY:
        d->at = try_point(m, s, d->unit, random);
        break;
    case DO_LEAVE:
        points = s->unit[d->unit].points;
        from = points ? (struct point){ s->plan[d->unit].x[points - 1], s->plan[d->unit].y[points - 1] } : place_of(s, d->unit);
        d->at = mind_beyond(m, from, (uint8_t)(1 << random_below(random, 4)));
        break;
    case DO_FACE:
        d->heading = (int32_t)random_below(random, FULL_TURN);
        break;
    case DO_ENTER: {
        const struct entry *entry = &m->entry[m->figure[d->unit].entry - 1];
        int32_t             length = table_floor(table_distance(entry->from, entry->to));
        d->at = table_along(entry->from, entry->to, (int32_t)random_below(random, (uint32_t)max32(1, length)));
        d->heading = table_bearing(d->at, (struct point){ m->size.x / 2, m->size.y / 2 });
        break;
    }
    case DO_DISMOUNT:
        d->at = table_moved(pose_of(s, d->unit), 0, (random_below(random, 2) ? 1 : -1) * (argad_shape(m, s, d->unit).width / 2 + CM + 1)).at;
        break;
    case DO_ADVANCE: case DO_STEP:
        d->value = CM + (int32_t)random_below(random, 12 * CM);
        break;
    case DO_WHEEL:
        d->value = 500 + (int32_t)random_below(random, 4000);
        break;
    case DO_FORM_UP:
        d->at = place_of(s, m->formed[d->unit - m->first[KIND_FORMED]].member[0]);
        d->heading = s->unit[d->unit].heading;
        d->value = m->formed[d->unit - m->first[KIND_FORMED]].files;
        break;
    default:
        break;
    }
}

bool argad_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random, struct decision *d)
{
    enum { TRIES = 8 };

    for (int i = 0; i < TRIES; i++) {
        *d = offer->decision;
        fill_in(m, s, seat, random, d);
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

/* What to weigh, rather than anything that may be tried. */

struct ideas { const struct match *m; const struct state *s; struct decision base, *list; int32_t count, capacity; };

static void add_idea(struct ideas *ideas, struct point at)
{
    if (ideas->count == ideas->capacity) return;
    ideas->list[ideas->count] = ideas->base;
    ideas->list[ideas->count++].at = at;
}

static struct point last_point(const struct state *s, int figure)
{
    int points = s->unit[figure].points;

    return points ? (struct point){ s->plan[figure].x[points - 1], s->plan[figure].y[points - 1] } : place_of(s, figure);
}

/* As far as it may go that way without walking into a wall or off the table; false: hardly a step. */
static bool step_towards(const struct match *m, const struct state *s, int figure, struct segment way, int32_t most, struct point *at)
{
    const struct mover *mover = mover_of(m, s, figure);
    int32_t             free;

    *at = towards(way.from, way.to, most);
    at->x = max32(CM, min32(m->size.x - CM, at->x));
    at->y = max32(CM, min32(m->size.y - CM, at->y));
    if (argad_leg_barred(m, s, mover, (struct segment){ way.from, *at })) {
        free = argad_leg_free(m, s, mover, (struct segment){ way.from, *at });
        if (free < CM) return false;
        *at = table_along(way.from, *at, free);
    }
    return mind_far(way.from, *at) > 0;
}

static void add_step(struct ideas *ideas, struct point from, struct point to, int32_t most)
{
    struct point at;

    if (step_towards(ideas->m, ideas->s, ideas->base.unit, (struct segment){ from, to }, most, &at)) add_idea(ideas, at);
}

/* Into cover: the nearest place of what covers foot, and both sides of walls and banks. */
static void add_cover(struct ideas *ideas, struct point from, int32_t most)
{
    const struct match *m = ideas->m;

    for (int i = 0; i < m->elements; i++) {
        const struct element *element = &m->element[i];
        uint16_t              flags = m->terrain[element->terrain].flags;
        if (element->area.count && flags & (TERRAIN_COVERS_FOOT | TERRAIN_FOREST)) {
            struct point at = { max32(element->area.low.x + 2 * CM, min32(element->area.high.x - 2 * CM, from.x)), max32(element->area.low.y + 2 * CM, min32(element->area.high.y - 2 * CM, from.y)) };
            if (mind_far(from, at) <= most) add_step(ideas, from, at, most);
        } else if (!element->area.count && m->terrain[element->terrain].cover) {
            for (int32_t k = 0; k + 1 < element->line.count; k++) {
                struct segment edge = { element->line.vertex[k], element->line.vertex[k + 1] };
                struct point   foot = table_nearest_on(edge, from, NULL);
                int32_t        along = table_bearing(edge.from, edge.to);
                if (mind_far(from, foot) > most) continue;
                for (int side = -1; side <= 1; side += 2) add_step(ideas, from, table_moved((struct pose){ foot, along }, 0, side * (CM + 200)).at, most);
            }
        }
    }
}

/* To a thing, so that it can be taken: straight, or where a prisoner stands there, from another side of it. */
static void add_reach(struct ideas *ideas, struct point from, int thing, int32_t most)
{
    enum { SIDES = 8, OFF = 5 * CM };
    const struct match *m = ideas->m;
    struct base         base = argad_base(m, ideas->s, thing);
    struct point        to = place_of(ideas->s, thing);
    struct shape        shape = mover_of(m, ideas->s, ideas->base.unit)->shape;
    int32_t             heading = ideas->s->unit[ideas->base.unit].heading;

    for (int i = -1; i < SIDES; i++) {
        struct point by = i < 0 ? from : table_moved((struct pose){ to, i * FULL_TURN / SIDES }, OFF, 0).at, at;
        int32_t      way = table_first_contact(shape, (struct pose){ by, heading }, to, i < 0 ? most : OFF, table_obstacle_base(&base), CONTACT / 2);
        if (way <= 0) continue;
        at = towards(by, to, way);
        if (mind_is_taken(m, ideas->s, ideas->base.unit, at)) continue;
        add_step(ideas, from, at, i < 0 ? way : most);
        if (i < 0) return;
    }
}

static void ideas_of_move(struct ideas *ideas)
{
    enum { COMPASS = 8 };
    const struct match *m = ideas->m;
    const struct state *s = ideas->s;
    int                 figure = ideas->base.unit, enemy;
    struct point        from = last_point(s, figure), to;
    int32_t             left = argad_rate_left(m, s, figure), gap;

    if (mind_wanted(m, s, figure, from, &to)) {
        add_step(ideas, from, to, left);
        add_step(ideas, from, to, left * 2 / 3);
        add_step(ideas, from, to, left / 3);
    }
    for (int i = 0; i < m->things; i++) {
        int piece = thing_piece(m, i);
        if (s->unit[piece].x != UNKNOWN_PLACE && is_there(s, piece) && mind_far(from, place_of(s, piece)) <= left + 5 * CM) add_reach(ideas, from, piece, left);
    }
    enemy = nearest_enemy(m, s, figure, &gap);
    if (enemy != NOBODY) {
        static const int32_t keep[4] = { 9 * CM, 20 * CM, 30 * CM, 40 * CM };
        int32_t              bearing = table_bearing(place_of(s, enemy), from);
        for (int i = 0; i < 4; i++) {
            int32_t wanted = gap - keep[i] - 2 * CM;
            if (wanted > 0 && wanted <= left) add_step(ideas, from, place_of(s, enemy), wanted);
        }
        add_step(ideas, from, table_moved((struct pose){ from, bearing }, left, 0).at, left);
        add_step(ideas, from, table_moved((struct pose){ from, (bearing + 4500) % FULL_TURN }, left, 0).at, left);
        add_step(ideas, from, table_moved((struct pose){ from, (bearing + FULL_TURN - 4500) % FULL_TURN }, left, 0).at, left);
    }
    add_cover(ideas, from, left);
    for (int i = 0; i < COMPASS; i++) add_step(ideas, from, table_moved((struct pose){ from, i * FULL_TURN / COMPASS }, left, 0).at, left);
    for (int i = 0; i < COMPASS; i += 2) add_step(ideas, from, table_moved((struct pose){ from, i * FULL_TURN / COMPASS }, left / 2, 0).at, left / 2);
}

static void ideas_of_entry(struct ideas *ideas)
{
    enum { PLACES = 5 };
    const struct entry *entry = &ideas->m->entry[ideas->m->figure[ideas->base.unit].entry - 1];
    int32_t             length = mind_far(entry->from, entry->to);

    for (int i = 0; i < PLACES; i++) {
        struct point at = table_along(entry->from, entry->to, length * (2 * i + 1) / (2 * PLACES));
        ideas->base.heading = table_bearing(at, (struct point){ ideas->m->size.x / 2, ideas->m->size.y / 2 });
        add_idea(ideas, at);
    }
}

static void ideas_of_ranks(struct ideas *ideas)
{
    static const int32_t part[5] = { 1000, 750, 500, 250, 125 };
    const struct match  *m = ideas->m;
    int                  formed = ideas->base.unit - m->first[KIND_FORMED];
    const struct mover  *mover = &m->mover[m->formed[formed].mover];
    int32_t              rate = argad_rate(m, ideas->s, ideas->base.unit, NULL) - argad_manoeuvre_cost(m, ideas->s, formed);

    for (int i = 0; i < 5; i++) {
        if (ideas->count == ideas->capacity) return;
        ideas->list[ideas->count] = ideas->base;
        if (ideas->base.kind == DO_WHEEL) {
            int32_t whole = argad_wheel_cost(mover, ideas->s->unit[ideas->base.unit].files, 9000);
            ideas->list[ideas->count].value = whole ? (int32_t)((int64_t)min32(rate, whole) * part[i] / 1000 * 9000 / whole) : 0;
        } else {
            ideas->list[ideas->count].value = rate * part[i] / 1000;
        }
        if (ideas->list[ideas->count].value > 0) ideas->count++;
    }
}

int32_t argad_propose(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct decision *list, int32_t capacity)
{
    struct ideas ideas = { m, s, offer->decision, list, 0, capacity };

    (void)seat;
    switch (offer->decision.kind) {
    case DO_MOVE: case DO_WAY: ideas_of_move(&ideas); break;
    case DO_LEAVE:
        for (uint8_t edge = EDGE_NORTH; edge <= EDGE_WEST; edge = (uint8_t)(edge << 1))
            if (mind_exits(m, s, offer->decision.unit) & edge) add_idea(&ideas, mind_beyond(m, last_point(s, offer->decision.unit), edge));
        break;
    case DO_ENTER: ideas_of_entry(&ideas); break;
    case DO_ADVANCE: case DO_WHEEL: ideas_of_ranks(&ideas); break;
    default: break;
    }
    return ideas.count;
}

/* Whose turn it is. */

static bool awaits_order(const struct match *m, const struct state *s, int piece)
{
    const struct unit *unit = &s->unit[piece];

    if (unit->did & DID_CHOOSE) return false;
    if (!is_figure(m, piece)) return unit->status == STATUS_STANDING;
    if (unit->status == STATUS_WAITING) return m->figure[piece].entry && s->entry_due[m->figure[piece].entry - 1];
    return is_active(s, piece) && !in_ranks(s, piece);
}

static bool gains_by(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, const struct decision *d)
{
    struct state after = *s;
    struct play  silent = { .match = m, .state = &after };

    if (play_refuse(m, s, seat, d, NULL)) return false;
    play_take(&silent, seat, d);
    return argad_promise(m, &after, seat, d->unit, temper) > argad_promise(m, s, seat, d->unit, temper);
}

/* Something more to tell a piece that has its order: the way goes on round a corner, or there is something to take at its end. */
static bool has_more_to_do(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, int piece)
{
    const struct unit *unit = &s->unit[piece];
    struct decision    d = { .kind = DO_WAY, .unit = (int16_t)piece };
    struct point       from = last_point(s, piece), to;
    int32_t            left;

    if (!is_figure(m, piece) || !is_active(s, piece)) return false;
    if (unit->order == ORDER_MOVE && !unit->mark && !unit->carries) {
        d.kind = DO_TAKE;
        for (int i = 0; i < m->things; i++) {
            d.target = (int16_t)thing_piece(m, i);
            if (s->unit[d.target].x != UNKNOWN_PLACE && mind_touches(m, s, piece, from, d.target) && gains_by(m, s, seat, temper, &d)) return true;
        }
        d = (struct decision){ .kind = DO_WAY, .unit = (int16_t)piece };
    }
    if ((unit->order != ORDER_MOVE && unit->order != ORDER_DRIVE) || unit->points >= POINTS) return false;
    left = argad_rate_left(m, s, piece);
    if (left < 2 * CM || !mind_wanted(m, s, piece, from, &to) || mind_far(from, to) < CM / 2) return false;
    /* The very step that will be proposed: else it would be asked again and again. */
    return step_towards(m, s, piece, (struct segment){ from, to }, left, &d.at) && gains_by(m, s, seat, temper, &d);
}

/* The shot or the blow that is proposed for it is not the best. */
static bool would_aim_otherwise(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, int figure)
{
    struct decision d = { .kind = DO_KEEP, .unit = (int16_t)figure };

    if (side_of(m, figure) != seat || s->unit[figure].did & DID_CHOOSE || !is_active(s, figure) || !s->unit[figure].loaded) return false;
    if (gains_by(m, s, seat, temper, &d)) return true;
    for (int i = 0; i < m->figures; i++) {
        if (!are_enemies(m, i, figure) || s->unit[figure].shot_at == i + 1 || !argad_knows(m, s, seat, i)) continue;
        d = (struct decision){ .kind = DO_SHOOT, .unit = (int16_t)figure, .target = (int16_t)i };
        if (gains_by(m, s, seat, temper, &d)) return true;
    }
    return false;
}

static bool would_strike_otherwise(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, int figure)
{
    if (side_of(m, figure) != seat || s->unit[figure].did & DID_CHOOSE || !is_active(s, figure) || !argad_touches_enemy(m, s, figure)) return false;
    for (int i = 0; i < m->figures; i++) {
        struct decision d = { .kind = DO_SEIZE, .unit = (int16_t)figure, .target = (int16_t)i };
        if (!argad_contact(s, figure, i)) continue;
        if (gains_by(m, s, seat, temper, &d)) return true;
        for (int k = 0; k < 2 * m->figure[figure].weapons; k++) {
            d.kind = k & 1 ? DO_STUN : DO_STRIKE;
            d.choice = (int16_t)(k / 2);
            if (gains_by(m, s, seat, temper, &d)) return true;
        }
    }
    return false;
}

int16_t argad_turn_of(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper)
{
    int phase = s->flow.depth ? flow_top_const(&s->flow)->phase : PHASE_TURN;

    if (phase == PHASE_AIM || phase == PHASE_DECLARE) {
        for (int16_t i = 0; i < m->figures; i++)
            if (phase == PHASE_AIM ? would_aim_otherwise(m, s, seat, temper, i) : would_strike_otherwise(m, s, seat, temper, i)) return i;
        return NOBODY;
    }
    if (phase != PHASE_PLOT) return NOBODY;
    /* Who bears something first, so that the others can keep by him. */
    for (int pass = 0; pass < 2; pass++)
        for (int16_t piece = 0; piece < m->first[KIND_THING]; piece++)
            if (side_of(m, piece) == seat && awaits_order(m, s, piece) && (pass || s->unit[piece].carries)) return piece;
    for (int16_t piece = 0; piece < m->figures; piece++)
        if (side_of(m, piece) == seat && has_more_to_do(m, s, seat, temper, piece)) return piece;
    return NOBODY;
}
