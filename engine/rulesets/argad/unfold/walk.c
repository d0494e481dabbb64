/*
 * walk.c: the movement of everybody at once, in 40 moments (AR-CONT, AR-ORD-07, -09, -10, -12, -13, AR-MOVE-12, -14, -15, AR-MOR-07).
 *
 * What the sides see in between is worked out where a rule asks for it: reactions, pursuit, surprise, the last place of one who is lost
 * from sight, shots in passing; and for everybody when somebody listens, so that a host can show the movement as each seat saw it.
 */
#include "argad.h"

#include <string.h>

enum { REACTION = 10 * CM, HALFWAY = 20 };

/* Setting out. */

/* A leg without length keeps the heading. */
static void measure_legs(struct walker *walker, uint16_t heading)
{
    for (int leg = 0; leg < walker->legs; leg++) {
        struct point from = walker->point[leg], to = walker->point[leg + 1];
        walker->length[leg] = table_floor(table_distance(from, to));
        if (from.x != to.x || from.y != to.y) heading = (uint16_t)table_bearing(from, to);
        walker->bearing[leg] = heading;
    }
}

static int points_of(const struct state *s, int figure, struct walker *walker)
{
    walker->legs = s->unit[figure].points;
    for (int i = 0; i < walker->legs; i++) walker->point[i + 1] = (struct point){ s->plan[figure].x[i], s->plan[figure].y[i] };
    measure_legs(walker, s->unit[figure].heading);
    return walker->legs;
}

/* The edges that a place lies at, or beyond when `past`: bits. */
static uint8_t edges_at(const struct match *m, int32_t x, int32_t y, bool past)
{
    return (uint8_t)((y >= m->size.y + past ? EDGE_NORTH : 0) | (x >= m->size.x + past ? EDGE_EAST : 0) | (y <= -past ? EDGE_SOUTH : 0) |
                     (x <= -past ? EDGE_WEST : 0));
}

static uint8_t first_edge(uint8_t edges) { return (uint8_t)(edges & -edges); }

/* AR-MOR-07: straight for its side's edge, round what is in the way. */
static void run_away(const struct match *m, const struct state *s, int figure, struct walker *walker)
{
    struct point from = place_of(s, figure), edge = argad_to_edge(m, from, m->exit_edge[side_of(m, figure)]);
    int          corners = argad_route(m, s, mover_of(m, s, figure), from, edge, walker->point + 1, POINTS);
    struct point last = corners ? walker->point[corners] : from;

    walker->point[corners + 1] = argad_to_edge(m, last, m->exit_edge[side_of(m, figure)]);
    walker->legs = (uint8_t)(corners + 1);
    walker->order = ORDER_MOVE;
    walker->leaves = m->exit_edge[side_of(m, figure)];
    measure_legs(walker, s->unit[figure].heading);
}

/* AR-ORD-09: near and visible. */
static uint64_t near_enemies(const struct match *m, const struct state *s, int figure)
{
    uint64_t near = 0;

    for (int i = 0; i < m->figures; i++)
        if (are_enemies(m, i, figure) && is_there(s, i) && s->unit[i].status != STATUS_PRISONER &&
            !is_beyond(m, s, i, place_of(s, figure), radius_of(m, s, figure) + REACTION + 1) && argad_gap(m, s, i, figure) <= REACTION && !argad_hidden(m, s, figure, i, NULL))
            near |= UINT64_C(1) << i;
    return near;
}

/* Of whoever reacts: those who were near and visible when the turn began. Who has shown himself by early fire since was not. */
static void note_near(const struct match *m, const struct state *s, struct walk *walk)
{
    struct state began;
    uint64_t     reacts = 0;

    for (int i = 0; i < m->figures; i++)
        if (is_there(s, i) && (s->unit[i].reaction == REACT_EVADE || s->unit[i].reaction == REACT_ENGAGE)) reacts |= UINT64_C(1) << i;
    if (!reacts) return;
    began = *s;
    for (int i = 0; i < m->figures; i++) {
        if (!(s->unit[i].did & DID_FIRE)) continue;
        began.unit[i].did &= (uint16_t)~DID_FIRE;
        began.unit[i].flash = 0;
        if (s->unit[i].did & DID_RISE) began.unit[i].stance = CROUCHED;
    }
    for (int i = 0; i < m->figures; i++)
        if (reacts >> i & 1) walk->near_at_start[i] = near_enemies(m, &began, i);
}

/* How far it may go, with its reasons, for its owner. */
static void tell_rate(struct play *p, int piece)
{
    p->hidden_from = (uint8_t)~SEAT_BIT(side_of(p->match, piece));
    argad_rate(p->match, p->state, piece, p);
    argad_openly(p);
}

/* AR-ORD-13: an attack on one who has fallen to early fire becomes hold, of a figure as of ranks; so does help for one who carries nothing now. */
static void drop_unlawful_order(struct play *p, int piece)
{
    if (argad_still_lawful(p->match, p->state, piece)) return;
    argad_clear_order(p->state, piece);
    tell_to(p, SEAT_BIT(side_of(p->match, piece)), EVENT_STOPS, AR_ORD_13, piece, NOBODY, 0, 0, 0);
}

static void set_out(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[figure];
    struct walker      *walker = &walk->walker[figure];

    *walker = (struct walker){ .there = true, .target = NOBODY, .formed = -1, .free_from = 1, .rate = argad_rate(m, s, figure, NULL),
                                .status = unit->status, .low_until = unit->stance == CROUCHED ? 0 : -1, .file = { unit->file }, .rank = { unit->rank } };
    walker->limit = walker->rate;
    walker->pace = walker->rate / MOMENTS;
    walker->at[0] = walker->point[0] = place_of(s, figure);
    walker->heading[0] = unit->heading;
    if (unit->status == STATUS_ROUTED) {
        run_away(m, s, figure, walker);
        tell_rate(p, figure);
        argad_cite(p, argad_witnesses(m, s, figure), AR_MOR_07);
        return;
    }
    if (unit->status != STATUS_STANDING) return;
    if (in_ranks(s, figure)) {
        walker->formed = (int16_t)(unit->formed - 1);
        return;
    }
    drop_unlawful_order(p, figure);
    walker->order = unit->order;
    walker->reaction = unit->reaction;
    switch (unit->order) {
    case ORDER_ATTACK:
        points_of(s, figure, walker);
        walker->pursues = true;
        walker->target = (int16_t)(unit->target - 1);
        break;
    case ORDER_MOVE: case ORDER_DRIVE: case ORDER_MOUNT: case ORDER_DISMOUNT:
        points_of(s, figure, walker);
        walker->leaves = walker->legs ? edges_at(m, walker->point[walker->legs].x, walker->point[walker->legs].y, true) : 0;
        break;
    default: break;
    }
    if (walker->legs || walker->pursues) tell_rate(p, figure);
    /* AR-HORSE-01: still for the first half, then at half the rate of the new form. */
    if (unit->order == ORDER_MOUNT || unit->order == ORDER_DISMOUNT) walker->free_from = HALFWAY + 1;
}

/* Where a walker is. */

static int32_t leg_length(const struct walker *walker, int leg) { return walker->length[leg]; }

/* After a distance along its path from where it is; the heading is that of the leg, for those who ride. */
static struct pose after(const struct state *s, const struct walker *walker, int figure, int32_t distance)
{
    int         leg = walker->leg;
    int32_t     along = walker->along + distance;
    struct pose pose = pose_of(s, figure);

    while (leg < walker->legs && along >= leg_length(walker, leg) && leg + 1 < walker->legs) along -= leg_length(walker, leg++);
    if (leg >= walker->legs) return pose;
    if (along >= leg_length(walker, leg)) pose.at = walker->point[leg + 1];
    else pose.at = table_along(walker->point[leg], walker->point[leg + 1], along);
    pose.heading = walker->bearing[leg];
    return pose;
}

/* Where a figure in ranks is when they have that front: its place there, or as far from it as it stood before. */
static struct pose in_its_rank(const struct match *m, const struct state *s, const struct walker *walker, int figure, struct pose front)
{
    struct pose place = argad_rank_place(m, s, figure, front);

    return walker->dent_forward || walker->dent_right ? table_moved(place, walker->dent_forward, walker->dent_right) : place;
}

/* How far each of the unit stands from its place; what is due to rounding alone is nothing (AR-GEO-17). */
static void note_dents(const struct match *m, const struct state *s, struct walk *walk, int formed)
{
    enum { ROUNDING = 3 };

    for (int i = 0; i < m->formed[formed].count; i++) {
        int            figure = m->formed[formed].member[i];
        struct walker *walker = &walk->walker[figure];
        int64_t        forward, right;
        if (walker->formed != formed) continue;
        table_own(argad_rank_place(m, s, figure, walk->front[formed]), place_of(s, figure), &forward, &right);
        walker->dent_forward = (int32_t)divide_round(forward, SINE_ONE);
        walker->dent_right = (int32_t)divide_round(right, SINE_ONE);
        if (abs64(walker->dent_forward) <= ROUNDING && abs64(walker->dent_right) <= ROUNDING) walker->dent_forward = walker->dent_right = 0;
    }
}

struct pose argad_part(const struct match *m, const struct state *s, const struct walk *walk, int figure, int part)
{
    const struct walker *walker = &walk->walker[figure];
    int                  formed = walker->formed;

    if (formed >= 0) {
        if (!walk->formed_advance[formed]) return pose_of(s, figure);
        return in_its_rank(m, s, walker, figure,
                           argad_front_at(m, s, formed, walk->front[formed], walk->spent[formed] + (int32_t)divide_round((int64_t)walk->formed_advance[formed] * part, PARTS)));
    }
    if (!walker->advance) return pose_of(s, figure);
    if (walker->order == ORDER_HELP) {                       /* AR-OBJ-03: he keeps his place beside the carrier */
        int          carrier = s->unit[figure].target - 1;
        struct point from = walk->walker[carrier].at[walk->moment - 1], to = argad_part(m, s, walk, carrier, part).at, own = walker->at[walk->moment - 1];
        return (struct pose){ { own.x + to.x - from.x, own.y + to.y - from.y }, s->unit[figure].heading };
    }
    return after(s, walker, figure, part == PARTS ? walker->advance : (int32_t)divide_round((int64_t)walker->advance * part, PARTS));
}

/* A moment. */

static bool side_sees(const struct match *m, const struct state *s, seat_id seat, int target)
{
    struct eye eye = argad_eye(m, s, target);

    return s->unit[target].did & (DID_FIRE | DID_TOUCH) || argad_sees_place(m, s, seat, &eye);
}

/* Where he is, as long as the side sees him, is where he was seen last. */
static void keep_in_sight(const struct match *m, struct state *s, seat_id seat, int target)
{
    struct unit *unit = &s->unit[target];

    if (!is_there(s, target) || !side_sees(m, s, seat, target)) return;
    unit->seen_x = unit->x;
    unit->seen_y = unit->y;
    unit->seen_turn = s->turn;
}

/* AR-ORD-07: straight for him, or for where he was seen last. False: there is nobody any more. */
static bool aim_at_target(struct play *p, struct walker *walker, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *target = &s->unit[walker->target];
    struct point        to, here_now = place_of(s, figure);

    /* Of one who left the table unseen the attacker knows no more than of another who is out of sight. */
    if (target->status == STATUS_LEFT ? argad_knows(m, s, side_of(m, figure), walker->target) : !is_there(s, walker->target) || target->status == STATUS_PRISONER) return false;
    keep_in_sight(m, s, side_of(m, figure), walker->target);
    to = (struct point){ target->seen_x, target->seen_y };
    walker->leg = 0;
    walker->legs = 1;
    walker->along = 0;
    walker->point[0] = here_now;
    walker->point[1] = to;
    measure_legs(walker, s->unit[figure].heading);
    return to.x != here_now.x || to.y != here_now.y;
}

/* Who is in the way: a formed friend or a cart of one who goes there (AR-CONT-07), anybody at all of one who turns on the spot (AR-CONT-13). */
static bool is_occupied(const struct match *m, const struct state *s, int figure, struct pose pose, bool turns)
{
    struct base base = table_base(argad_shape(m, s, figure), pose);

    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        struct base other;
        if (kind_of(m, i) == KIND_THING ? m->thing[i - m->first[KIND_THING]].type != THING_CART : !turns && (!in_ranks(s, i) || are_enemies(m, i, figure))) continue;
        if (kind_of(m, i) == KIND_FORMED || i == figure || !is_there(s, i) || (s->unit[figure].carries == i + 1 && !is_figure(m, i)) || is_beyond(m, s, i, pose.at, base.shape.radius)) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return true;
    }
    return false;
}

/* Ruling 63: what he leads or drives would come into impassable ground, or a cart onto somebody: both stop. */
static bool is_led_stopped(const struct match *m, const struct state *s, int figure, struct point to, bool leaves)
{
    int          led = s->unit[figure].carries - 1;
    struct point from, end;

    if (led < 0 || s->unit[led].status == STATUS_CARRIED) return false;
    from = place_of(s, led);
    end = (struct point){ from.x + to.x - s->unit[figure].x, from.y + to.y - s->unit[figure].y };
    if (argad_leg_barred(m, s, is_figure(m, led) ? mover_of(m, s, led) : &m->mover[0], (struct segment){ from, end })) return true;
    if (is_figure(m, led) && !leaves && (end.x < 0 || end.y < 0 || end.x > m->size.x || end.y > m->size.y)) return true;
    if (is_figure(m, led)) return is_occupied(m, s, led, (struct pose){ end, s->unit[led].heading }, false);
    if (m->thing[led - m->first[KIND_THING]].type != THING_CART) return false;
    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        bool        cart = kind_of(m, i) == KIND_THING && m->thing[i - m->first[KIND_THING]].type == THING_CART;
        struct base own, other;
        if (i == figure || i == led || !(cart || is_figure(m, i)) || !is_there(s, i)) continue;
        if (abs64((int64_t)s->unit[i].x - end.x) > (cart ? 12 : 8) * CM || abs64((int64_t)s->unit[i].y - end.y) > (cart ? 12 : 8) * CM) continue;
        own = table_base(argad_shape(m, s, led), (struct pose){ end, s->unit[led].heading });
        other = argad_base(m, s, i);
        if (argad_overlaps(&own, &other)) return true;
    }
    return false;
}

/* AR-GEO-10, AR-SLOW-07: who sets out from bad ground is in it, also on its edge, wherever he goes. */
static bool starts_in(const struct match *m, const struct state *s, const struct walker *walker, int figure, struct spot *into)
{
    if (walker->moved || walker->dice) return false;
    *into = argad_spot(m, mover_of(m, s, figure), place_of(s, figure));
    if (into->class == EASY || into->class == IMPASSABLE) return false;
    into->terrains = UINT32_C(1) << m->element[into->element].terrain;
    return true;
}

/* AR-SLOW-07 to -10: what the ground of the way ahead takes off the advance. Each leg of the way is looked at, from where it is. */
static void meet_ground(struct play *p, struct walk *walk, int figure)
{
    enum { BEYOND = 2 };                                     /* looked at, so that an edge on which this moment ends is met now, not in the next */
    const struct match *m = p->match;
    const struct mover *mover = mover_of(m, p->state, figure);
    struct walker      *walker = &walk->walker[figure];

    for (;;) {
        struct point from = place_of(p->state, figure);
        int32_t      gone = 0, edge = -1;
        struct spot  into;
        if (starts_in(m, p->state, walker, figure, &into)) edge = 0;
        for (int leg = walker->leg; leg < walker->legs && gone < walker->advance + BEYOND && edge < 0; leg++) {
            int32_t      length = leg_length(walker, leg) - (leg == walker->leg ? walker->along : 0), part = min32(length, walker->advance + BEYOND - gone);
            struct point to = leg_length(walker, leg) == (leg == walker->leg ? walker->along : 0) + part ? walker->point[leg + 1]
                                                                                                       : table_along(walker->point[leg], walker->point[leg + 1], (leg == walker->leg ? walker->along : 0) + part);
            edge = argad_edge(m, mover, (struct segment){ from, to }, (enum ground_class)walker->class, &into);
            if (edge >= 0) edge += gone;
            gone += part;
            from = to;
        }
        if (edge < 0 || edge > walker->advance) return;
        if (edge > SHORT_OF && argad_meets_before(m, p->state, walk, figure, edge)) {
            walker->short_of = edge;                         /* contact stops it before it enters */
            return;
        }
        if (!argad_slow(p, figure, walker, &into)) {
            walker->advance = max32(0, edge - SHORT_OF);
            walker->limit = walker->moved + walker->advance;
            return;
        }
        /* What it has moved is never taken back; R used up at the edge stops it short of it. */
        if (walker->limit <= walker->moved + edge) {
            walker->advance = max32(0, edge - (edge > 0 ? SHORT_OF : 0));
            walker->limit = walker->moved + walker->advance;
            return;
        }
        walker->advance = min32(walker->advance, walker->limit - walker->moved);
        /* Its pace is R/40 from the next moment on, from the first if it started inside. */
        if (!walker->moved && !edge) walker->advance = min32(walker->advance, walker->reduced / MOMENTS);
    }
}

/* How far its pace and its path would bring it in this moment. */
static void plan_advance(struct play *p, struct walk *walk, int figure)
{
    struct walker      *walker = &walk->walker[figure];
    int32_t             left = 0;

    walker->advance = walker->short_of = 0;
    if (!walker->there || walker->stopped || walker->blocked || walker->formed >= 0 || walk->moment < walker->free_from) return;
    if (walker->pursues && walker->leg >= walker->legs) walker->hunts = true;
    if (walker->pursues && !walker->hunts) keep_in_sight(p->match, p->state, side_of(p->match, figure), walker->target);
    if (walker->hunts && !aim_at_target(p, walker, figure)) return;
    if (walker->leg >= walker->legs) return;
    for (int leg = walker->leg; leg < walker->legs; leg++) left += leg_length(walker, leg);
    left -= walker->along;
    walker->advance = max32(0, min32(min32(walker->pace, walker->limit - walker->moved), left));
}

/* What is lost to something in the way is told once. */
static void hinder(struct play *p, bool *hindered, int piece, rule_id rule)
{
    if (!*hindered) argad_cite(p, SEAT_BIT(side_of(p->match, piece)), rule);
    *hindered = true;
}

/* AR-BLD-05: one figure a turn passes a window, the first who comes to it. */
static bool is_window_taken(const struct match *m, struct walk *walk, int figure, struct segment leg)
{
    struct segment end = { leg.to, leg.to };

    for (int i = 0; i < m->openings; i++) {
        const struct polyline *line = &m->opening[i].line;
        if (m->opening[i].kind != OPENING_WINDOW || !boxes_meet(leg, line->low, line->high, 0)) continue;
        if (!table_passes_polyline(leg, line) && !table_at_most(table_segment_polyline(end, line), 0, NULL)) continue;
        if (walk->window[i] && walk->window[i] != figure + 1) return true;
        walk->window[i] = (uint8_t)(figure + 1);
    }
    return false;
}

/* What stops it on its way of this moment, bend by bend: nothing, what is in the way, or a window that somebody has passed. */
static rule_id stopped_by(const struct match *m, const struct state *s, struct walk *walk, int figure, struct point end)
{
    const struct walker *walker = &walk->walker[figure];
    struct segment       leg = { place_of(s, figure), end };
    int32_t              left = walker->advance, along = walker->along;
    rule_id              rule = 0;

    for (int i = walker->leg; i <= walker->legs && !rule; i++) {
        bool bends = i + 1 < walker->legs && leg_length(walker, i) - along < left;
        leg.to = bends ? walker->point[i + 1] : end;
        if (argad_leg_barred(m, s, mover_of(m, s, figure), leg)) rule = AR_CONT_07;
        else if (is_window_taken(m, walk, figure, leg)) rule = AR_BLD_05;
        if (!bends) break;
        left -= leg_length(walker, i) - along;
        along = 0;
        leg.from = leg.to;
    }
    return rule;
}

/* What is led goes where its leader goes; a prisoner passes no window that somebody has passed (AR-BLD-05). */
static bool is_led_out_of_window(const struct match *m, const struct state *s, struct walk *walk, int figure, struct point end)
{
    int          led = s->unit[figure].carries - 1;
    struct point from;

    if (led < 0 || !is_figure(m, led)) return false;
    from = place_of(s, led);
    return is_window_taken(m, walk, led, (struct segment){ from, { from.x + end.x - s->unit[figure].x, from.y + end.y - s->unit[figure].y } });
}

/* What the ground, and what stands there, leave of its advance. */
static void meet_the_way(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct walker      *walker = &walk->walker[figure];
    struct pose         end;
    rule_id             rule;

    if (!walker->advance) return;
    meet_ground(p, walk, figure);
    if (walker->advance <= 0) return;
    end = after(s, walker, figure, walker->advance);
    /* AR-CONT-13: a rider turns first, if there is room to turn. */
    if (is_mounted(m, s, figure) && end.heading != s->unit[figure].heading) {
        if (is_occupied(m, s, figure, (struct pose){ place_of(s, figure), end.heading }, true)) {
            walker->advance = 0;
            walker->stopped = true;
            argad_cite(p, SEAT_BIT(side_of(m, figure)), AR_CONT_13);
            return;
        }
        s->unit[figure].heading = (uint16_t)end.heading;
    }
    if (is_occupied(m, s, figure, end, false) || is_led_stopped(m, s, figure, end.at, walker->leaves)) rule = AR_CONT_07;
    else rule = stopped_by(m, s, walk, figure, end.at);
    if (!rule && is_led_out_of_window(m, s, walk, figure, end.at)) rule = AR_BLD_05;
    if (!rule) return;
    walker->advance = 0;
    hinder(p, &walker->hindered, figure, rule);
}

/* AR-OBJ-03: who lends a hand goes where the carrier goes, if he may. */
static void plan_help(const struct match *m, const struct state *s, struct walk *walk, int figure)
{
    struct walker *walker = &walk->walker[figure];
    int            carrier = s->unit[figure].target - 1;
    struct point   from = place_of(s, figure), to;

    if (!walker->there || walker->order != ORDER_HELP || walker->stopped || !walk->walker[carrier].there || !s->unit[carrier].carries) return;
    to = argad_part(m, s, walk, carrier, PARTS).at;
    to = (struct point){ from.x + to.x - s->unit[carrier].x, from.y + to.y - s->unit[carrier].y };
    if (to.x < 0 || to.y < 0 || to.x > m->size.x || to.y > m->size.y) return;
    if (argad_leg_barred(m, s, mover_of(m, s, figure), (struct segment){ from, to })) return;
    if (is_occupied(m, s, figure, (struct pose){ to, s->unit[figure].heading }, false) || is_window_taken(m, walk, figure, (struct segment){ from, to })) return;
    walker->advance = walk->walker[carrier].advance;
}

/* AR-CONT-07: a figure of other ranks of its side, or a cart, stands there. */
static bool ranks_meet(const struct match *m, const struct state *s, int formed, int figure, struct pose place)
{
    struct base base = table_base(argad_shape(m, s, figure), place);

    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        bool        cart = kind_of(m, i) == KIND_THING && m->thing[i - m->first[KIND_THING]].type == THING_CART;
        struct base other;
        if (!is_there(s, i) || !(cart || (is_figure(m, i) && !are_enemies(m, i, figure) && in_ranks(s, i) && s->unit[i].formed != formed + 1))) continue;
        if (is_beyond(m, s, i, place.at, base.shape.radius)) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return true;
    }
    return false;
}

static void plan_formed(struct play *p, struct walk *walk, int formed)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 piece = formed_piece(m, formed);
    int32_t             pace = walk->rate[formed] / MOMENTS;
    struct pose         front;

    walk->formed_advance[formed] = 0;
    if (!is_formed(m, s, formed) || walk->formed_stopped[formed] || (s->unit[piece].order != ORDER_MANOEUVRE && s->unit[piece].order != ORDER_ATTACK)) return;
    pace = min32(pace, min32(walk->rate[formed] - walk->used[formed], argad_manoeuvre_cost(m, s, formed) - walk->spent[formed]));
    if (pace <= 0 || !s->unit[piece].points) return;
    front = argad_front_at(m, s, formed, walk->front[formed], walk->spent[formed] + pace);
    /* Ruling 60: it loses the moment as a whole. */
    for (int i = 0; i < m->formed[formed].count; i++) {
        int            figure = m->formed[formed].member[i];
        struct pose    place;
        struct segment leg;
        struct spot    into;
        if (walk->walker[figure].formed != formed || !walk->walker[figure].there || !is_active(s, figure)) continue;
        place = in_its_rank(m, s, &walk->walker[figure], figure, front);
        leg = (struct segment){ place_of(s, figure), place.at };
        if (place.at.x < 0 || place.at.y < 0 || place.at.x > m->size.x || place.at.y > m->size.y ||
            argad_leg_barred(m, s, mover_of(m, s, figure), leg) || argad_edge(m, mover_of(m, s, figure), leg, EASY, &into) >= 0 ||
            ranks_meet(m, s, formed, figure, place)) {
            hinder(p, &walk->formed_hindered[formed], piece, AR_CONT_07);
            return;
        }
    }
    walk->formed_advance[formed] = pace;
}

/* The walker has gone that far. */
static void step_along(struct walker *walker)
{
    walker->moved += walker->advance;
    walker->along += walker->advance;
    while (walker->leg < walker->legs && walker->along >= leg_length(walker, walker->leg)) walker->along -= leg_length(walker, walker->leg++);
    if (walker->leg >= walker->legs) walker->along = 0;
}

static void take_off(struct unit *unit, uint8_t edge, seat_id seat)
{
    unit->status = STATUS_LEFT;
    unit->left_by = edge;
    unit->choice = (uint8_t)(1 + seat);
    unit->with = 0;
}

/* As it is told: north, east, south, west. */
static int told_edge(uint8_t edge) { return edge == EDGE_NORTH ? 0 : edge == EDGE_EAST ? 1 : edge == EDGE_SOUTH ? 2 : 3; }

/* A prisoner who is led before his guard is over the edge first. */
static void lead_off(struct play *p, struct walk *walk, int guard)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 led = s->unit[guard].carries - 1;
    uint8_t             edge;

    if (led < 0 || !is_figure(m, led)) return;
    edge = first_edge(edges_at(m, s->unit[led].x, s->unit[led].y, true));
    if (!edge) return;
    take_off(&s->unit[led], edge | LED_OFF, side_of(m, guard));
    walk->walker[led].there = false;
    walk->walker[led].left_at = walk->moment;
    s->unit[guard].carries = 0;
    tell(p, EVENT_LEAVES, AR_MOVE_15, led, NOBODY, told_edge(edge), walk->moment, 0);
}

/* AR-MOVE-15: with what he has, and what lies in a cart that he drives. A prisoner who is led off stays a prisoner. */
static void leave_table(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[figure];
    seat_id             seat = side_of(m, figure);
    uint8_t             edge, witnesses;
    int                 load = unit->carries - 1;
    bool                comes_to_an_end = unit->status != STATUS_ROUTED && walk->walker[figure].moved >= walk->walker[figure].limit;      /* on the edge: he does not pass it */

    edge = first_edge(edges_at(m, unit->x, unit->y, comes_to_an_end) & walk->walker[figure].leaves);
    if (!walk->walker[figure].there || !edge) return;
    witnesses = argad_witnesses(m, s, figure);
    unit->seen = witnesses >> !seat & 1;                     /* whoever saw it go knows that it has gone */
    argad_drop_contacts(s, figure);
    unit->status = STATUS_LEFT;
    unit->left_by = edge;
    walk->walker[figure].there = false;
    walk->walker[figure].left_at = walk->moment;
    if (load >= 0) {
        for (int i = 0; i < m->things; i++)
            if (s->unit[thing_piece(m, i)].with == load + 1) take_off(&s->unit[thing_piece(m, i)], edge, seat);
        take_off(&s->unit[load], (uint8_t)(is_figure(m, load) ? edge | LED_OFF : edge), seat);
        if (is_figure(m, load)) {
            walk->walker[load].there = false;
            walk->walker[load].left_at = walk->moment;
        }
        unit->carries = 0;
    }
    tell_to(p, witnesses, EVENT_LEAVES, AR_MOVE_15, figure, NOBODY, told_edge(edge), walk->moment, 0);
}

/* Reactions (AR-ORD-09, -10). */

static int nearest_new_enemy(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    int     found = NOBODY;
    int32_t least = REACTION + 1;

    for (int i = 0; i < m->figures; i++) {
        int32_t gap;
        if (!are_enemies(m, i, figure) || !is_there(s, i) || s->unit[i].status == STATUS_PRISONER || walk->near_at_start[figure] >> i & 1) continue;
        if (is_beyond(m, s, i, place_of(s, figure), radius_of(m, s, figure) + REACTION + 1)) continue;
        gap = argad_gap(m, s, i, figure);
        if (gap >= least || argad_hidden(m, s, figure, i, NULL)) continue;
        least = gap;
        found = i;
    }
    return found;
}

static int newly_seen(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    for (int i = 0; i < m->figures; i++)
        if (are_enemies(m, i, figure) && is_there(s, i) && s->unit[i].status != STATUS_PRISONER && !(walk->known_at_start[side_of(m, figure)] >> i & 1) && !argad_hidden(m, s, figure, i, NULL)) return i;
    return NOBODY;
}

/* Straight away from an enemy as far as the rate, or the table, goes. */
static struct point run_from(const struct match *m, struct point enemy, struct point from, int32_t rate)
{
    int32_t apart = table_floor(table_distance(enemy, from)), low = 0, high = rate;

    while (low < high) {
        int32_t      half = (low + high + 1) / 2;
        struct point to = table_along(enemy, from, apart + half);
        if (to.x < 0 || to.y < 0 || to.x > m->size.x || to.y > m->size.y) high = half - 1;
        else low = half;
    }
    return low ? table_along(enemy, from, apart + low) : from;
}

static void react(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct walker      *walker = &walk->walker[figure];
    int                 enemy;
    struct point        here_now = place_of(s, figure);

    if (!walker->there || walker->reacted || walker->stopped || walker->blocked || !walker->reaction || !is_active(s, figure)) return;
    enemy = walker->reaction == REACT_HALT ? newly_seen(m, s, walk, figure) : nearest_new_enemy(m, s, walk, figure);
    if (enemy == NOBODY) return;
    walker->reacted = true;
    switch (walker->reaction) {
    case REACT_HALT:
        walker->stopped = true;
        break;
    case REACT_EVADE:
        walker->leg = 0;
        walker->legs = 1;
        walker->along = 0;
        walker->pursues = false;
        walker->point[0] = here_now;
        walker->hunts = false;
        walker->point[1] = run_from(m, place_of(s, enemy), here_now, walker->rate);
        measure_legs(walker, s->unit[figure].heading);
        break;
    default:
        walker->leg = walker->legs = 0;
        walker->pursues = true;
        walker->target = (int16_t)enemy;
    }
    tell_to(p, argad_witnesses(m, s, figure), EVENT_REACTS, AR_ORD_09, figure, enemy, walker->reaction, walk->moment, 0);
    argad_cite(p, argad_witnesses(m, s, figure), AR_ORD_10);
}

/* What was seen in between. */

/* Everybody where he was at a moment. */
static void recall(struct state *s, const struct walk *walk, int figure, int moment)
{
    s->unit[figure].x = walk->walker[figure].at[moment].x;
    s->unit[figure].y = walk->walker[figure].at[moment].y;
    s->unit[figure].heading = walk->walker[figure].heading[moment];
}

static bool seen_now(const struct match *m, const struct state *s, int figure)
{
    return side_sees(m, s, (seat_id)!side_of(m, figure), figure);
}

static bool anybody_moved(const struct match *m, const struct state *s, int figure)
{
    for (int i = 0; i < m->figures; i++)
        if ((i == figure || are_enemies(m, i, figure)) && s->unit[i].did & DID_MOVE) return true;
    return false;
}

static bool is_on_way(const struct walker *walker, int moment) { return walker->there || (walker->left_at && moment <= walker->left_at); }

/* Everybody as at a moment, also those who have left since. */
static void recall_moment(const struct match *m, struct state *s, const struct walk *walk, int moment)
{
    for (int i = 0; i < m->figures; i++) {
        const struct walker *walker = &walk->walker[i];
        if (!is_on_way(walker, moment)) continue;
        recall(s, walk, i, moment);
        if (walker->left_at) s->unit[i].status = moment < walker->left_at ? walker->status : STATUS_LEFT;
    }
}

/* Where he is put now, as he was at that moment: who rose later lay low then. */
static struct eye eye_then(const struct match *m, const struct state *s, const struct walker *walker, int figure, int moment)
{
    struct eye eye = argad_eye(m, s, figure);

    if (moment <= walker->low_until) {
        eye.stance = CROUCHED;
        eye.immobile = true;
    }
    return eye;
}

/* By one of those. Contact reveals from then on only. */
static bool seen_then(const struct match *m, const struct state *s, const struct walker *walker, int figure, int moment, uint64_t by)
{
    struct eye eye;

    if (s->unit[figure].did & (DID_FIRE | DID_CONTACT_AT_START) || (walker->touched_at && moment >= walker->touched_at)) return true;
    eye = eye_then(m, s, walker, figure, moment);
    return argad_seen_by(m, s, (seat_id)!side_of(m, figure), &eye, by);
}

/* As they stand when all is over. */
struct stand { struct pose pose; uint8_t status; };

static void note_stands(const struct match *m, const struct state *s, struct stand *stand)
{
    for (int i = 0; i < m->figures; i++) stand[i] = (struct stand){ pose_of(s, i), s->unit[i].status };
}

static void recall_stands(const struct match *m, struct state *s, const struct stand *stand)
{
    for (int i = 0; i < m->figures; i++) {
        s->unit[i].x = stand[i].pose.at.x;
        s->unit[i].y = stand[i].pose.at.y;
        s->unit[i].heading = (uint16_t)stand[i].pose.heading;
        s->unit[i].status = stand[i].status;
    }
}

/* It is not as it was at the moment after: elsewhere, turned, risen, or gone. */
static bool has_stirred(const struct walker *walker, int moment)
{
    if (moment == MOMENTS - 1 || walker->low_until == moment || (walker->left_at && between(moment, walker->left_at, moment + 1))) return true;
    return walker->at[moment].x != walker->at[moment + 1].x || walker->at[moment].y != walker->at[moment + 1].y || walker->heading[moment] != walker->heading[moment + 1];
}

/* AR-VIS-10, AR-FMOD-16: where it was seen last, and whether it was seen at all; those who are seen in the end need no history. */
static void note_sightings(struct play *p, const struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct stand        end[FIGURES];
    uint64_t            open = 0;

    note_stands(m, s, end);
    for (int i = 0; i < m->figures; i++)
        if (walk->walker[i].there && is_there(s, i) && anybody_moved(m, s, i) && !seen_now(m, s, i)) open |= UINT64_C(1) << i;
    for (int moment = MOMENTS - 1; moment > 0 && open; moment--) {
        uint64_t stirred = 0;                                /* between two who stood still nothing has changed since the moment before */
        recall_moment(m, s, walk, moment);
        for (int i = 0; i < m->figures; i++)
            if (has_stirred(&walk->walker[i], moment)) stirred |= UINT64_C(1) << i;
        for (int i = 0; i < m->figures; i++) {
            if (!(open >> i & 1) || !seen_then(m, s, &walk->walker[i], i, moment, stirred >> i & 1 ? UINT64_MAX : stirred)) continue;
            open &= ~(UINT64_C(1) << i);
            s->unit[i].hid &= (uint8_t)~HID_SINCE;
            s->unit[i].seen_x = s->unit[i].x;
            s->unit[i].seen_y = s->unit[i].y;
            s->unit[i].seen_turn = s->turn;
        }
    }
    recall_stands(m, s, end);
}

static int32_t longest_range(const struct match *m, const struct state *s, int figure)
{
    int32_t longest = 0;

    for (int i = 0; i < m->figure[figure].firearms; i++) {
        const struct firearm *firearm = argad_firearm(m, figure, i);
        if (!argad_able_refused(m, s, figure, i, WHEN_FIRE, NULL)) longest = max32(longest, firearm->band[firearm->bands - 1].to);
    }
    return longest;
}

static bool comes_into_range(const struct walk *walk, int a, int b, int32_t range)
{
    for (int moment = 1; moment <= MOMENTS; moment++) {
        struct point one = walk->walker[a].at[moment], other = walk->walker[b].at[moment];
        if (abs64((int64_t)one.x - other.x) <= range + 8 * CM && abs64((int64_t)one.y - other.y) <= range + 8 * CM) return true;
    }
    return false;
}

static void keep_glimpse(struct state *s, int shooter, struct glimpse glimpse)
{
    int last = 0;

    for (int i = 0; i < GLIMPSES; i++) {
        if (!s->glimpse[shooter][i].target) {
            s->glimpse[shooter][i] = glimpse;
            return;
        }
        if (s->glimpse[shooter][i].gap > s->glimpse[shooter][last].gap) last = i;
    }
    if (glimpse.gap < s->glimpse[shooter][last].gap) s->glimpse[shooter][last] = glimpse;
}

/* A shooter and one whom it cannot shoot in the end, but perhaps could before. */
struct chance { uint8_t shooter, target; bool target_hid, shooter_hid; struct glimpse best; };

/* Hidden from the shooter, or in contact with its friends, where everybody is now (AR-FMOD-09). */
static bool touched_now(const struct match *m, const struct state *s, int figure, int but)
{
    for (int i = 0; i < m->figures; i++) {
        if (i == but || !are_enemies(m, i, figure) || !(is_active(s, i) || s->unit[i].status == STATUS_ROUTED)) continue;
        if (argad_in_contact(m, s, i, figure)) return true;
    }
    return false;
}

static bool was_hidden(const struct match *m, const struct state *s, const struct walk *walk, int viewer, int target, int moment)
{
    struct eye from = argad_eye(m, s, viewer), to = eye_then(m, s, &walk->walker[target], target, moment);

    return argad_hidden_from(m, s, &from, &to, NULL) != 0;
}

static bool is_out_of_reach(const struct match *m, const struct state *s, const struct walk *walk, int shooter, int target, int moment)
{
    return was_hidden(m, s, walk, shooter, target, moment) || touched_now(m, s, target, shooter);
}

static void recall_all(const struct match *m, struct state *s, const struct walk *walk, int moment)
{
    for (int i = 0; i < m->figures; i++)
        if (walk->walker[i].there) recall(s, walk, i, moment);
}

/* The two of a chance, and how far apart they were at each moment; FAR where it was too far, or has been looked at. */
struct meeting { int shooter, target; int32_t gap[MOMENTS]; };
enum { FAR = INT32_MAX };

static bool is_same_place(const struct walker *walker, int moment, int other)
{
    return walker->at[moment].x == walker->at[other].x && walker->at[moment].y == walker->at[other].y && walker->heading[moment] == walker->heading[other];
}

static bool stood_still(const struct walk *walk, const struct meeting *it, int moment)
{
    return is_same_place(&walk->walker[it->shooter], moment, moment - 1) && is_same_place(&walk->walker[it->target], moment, moment - 1);
}

static void measure_meeting(const struct match *m, struct state *s, const struct walk *walk, int32_t range, struct meeting *it)
{
    const struct walker *one = &walk->walker[it->shooter], *other = &walk->walker[it->target];

    it->gap[0] = FAR;
    for (int moment = 1; moment < MOMENTS; moment++) {
        int64_t dx = (int64_t)one->at[moment].x - other->at[moment].x, dy = (int64_t)one->at[moment].y - other->at[moment].y;
        it->gap[moment] = FAR;
        if (moment > 1 && stood_still(walk, it, moment)) {
            it->gap[moment] = it->gap[moment - 1];
            continue;
        }
        if (abs64(dx) > range + 8 * CM || abs64(dy) > range + 8 * CM) continue;
        recall(s, walk, it->shooter, moment);
        recall(s, walk, it->target, moment);
        it->gap[moment] = argad_gap(m, s, it->shooter, it->target);
        if (it->gap[moment] > range) it->gap[moment] = FAR;
    }
}

static int nearest_moment(const struct meeting *it)
{
    int nearest = 0;

    for (int moment = 1; moment < MOMENTS; moment++)
        if (it->gap[moment] < it->gap[nearest]) nearest = moment;
    return nearest;
}

/* Neither arc nor ground lets him shoot, then and for as long as both stood still. */
static void strike_off(const struct walk *walk, struct meeting *it, int moment)
{
    it->gap[moment] = FAR;
    for (int next = moment + 1; next < MOMENTS && stood_still(walk, it, next); next++) it->gap[next] = FAR;
}

/* AR-FIRE-19: the moment with the smallest gap, the first of equals, at which the target was shootable by its places, cover and contacts. */
static void look_in_passing(const struct match *m, struct state *s, const struct walk *walk, struct chance *chance, int32_t range)
{
    struct meeting it = { .shooter = chance->shooter, .target = chance->target };

    measure_meeting(m, s, walk, range, &it);
    for (int moment = nearest_moment(&it); moment; moment = nearest_moment(&it)) {
        struct eye from, to;
        recall(s, walk, it.shooter, moment);
        recall(s, walk, it.target, moment);
        from = argad_eye(m, s, it.shooter);
        to = eye_then(m, s, &walk->walker[it.target], it.target, moment);
        if (!argad_in_arc(m, s, it.shooter, it.target) || argad_hidden_from(m, s, &from, &to, NULL)) {
            strike_off(walk, &it, moment);
            continue;
        }
        recall_all(m, s, walk, moment);
        if (argad_shielded_by(m, s, &from, &to) != NOBODY || touched_now(m, s, it.target, it.shooter) || touched_now(m, s, it.shooter, it.target)) {
            it.gap[moment] = FAR;
            continue;
        }
        chance->best = (struct glimpse){ .target = (uint8_t)(it.target + 1), .moment = (uint8_t)moment, .cover = argad_line(m, s, &from, &to).cover, .gap = it.gap[moment] };
        if (argad_is_isolated(m, s, it.shooter, it.target)) chance->best.flags = GLIMPSE_ISOLATED;
        return;
    }
}

/* Between two who have not stirred only others can have changed anything: by a contact, or by standing in the line. */
static bool may_have_changed(const struct match *m, const struct state *s, const struct walk *walk, int shooter, int target)
{
    return (s->unit[shooter].did | s->unit[target].did) & DID_MOVE || !was_hidden(m, s, walk, shooter, target, MOMENTS);
}

static int find_chances(struct play *p, const struct walk *walk, int32_t *range, struct chance *chance)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 count = 0;

    for (int shooter = 0; shooter < m->figures; shooter++) {
        range[shooter] = 0;
        if (!is_active(s, shooter) || argad_touches_enemy(m, s, shooter) || !walk->walker[shooter].there) continue;
        range[shooter] = longest_range(m, s, shooter);
        if (!range[shooter]) continue;
        for (int target = 0; target < m->figures; target++) {
            if (!are_enemies(m, shooter, target) || !walk->walker[target].there || !is_there(s, target) || s->unit[target].status == STATUS_PRISONER) continue;
            if (!may_have_changed(m, s, walk, shooter, target) || !comes_into_range(walk, shooter, target, range[shooter])) continue;
            if (argad_may_shoot(m, s, shooter, target, WHEN_FIRE)) continue;
            chance[count++] = (struct chance){ .shooter = (uint8_t)shooter, .target = (uint8_t)target, .target_hid = is_out_of_reach(m, s, walk, shooter, target, MOMENTS),
                                               .shooter_hid = was_hidden(m, s, walk, target, shooter, MOMENTS) };
        }
    }
    return count;
}

/* What can be shot in the end needs no glimpse; who knows his enemy by a glimpse alone may still shoot at it. */
static void note_glimpses(struct play *p, const struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct chance       chance[FIGURES * FIGURES / 2];
    struct pose         end[FIGURES];
    int32_t             range[FIGURES];
    int                 count = find_chances(p, walk, range, chance);

    if (!count) return;
    for (int i = 0; i < m->figures; i++) end[i] = pose_of(s, i);
    recall_all(m, s, walk, 0);
    for (int i = 0; i < count; i++) {
        struct chance *it = &chance[i];
        if (it->target_hid) it->target_hid = is_out_of_reach(m, s, walk, it->shooter, it->target, 0);
        if (it->shooter_hid) it->shooter_hid = was_hidden(m, s, walk, it->target, it->shooter, 0);
    }
    for (int i = 0; i < count; i++) look_in_passing(m, s, walk, &chance[i], range[chance[i].shooter]);
    for (int i = 0; i < m->figures; i++) {
        s->unit[i].x = end[i].at.x;
        s->unit[i].y = end[i].at.y;
        s->unit[i].heading = (uint16_t)end[i].heading;
    }
    for (int i = 0; i < count; i++) {
        struct chance *it = &chance[i];
        if (!it->best.target) continue;
        if (it->target_hid) it->best.flags |= GLIMPSE_TARGET_FURTIVE;
        if (it->shooter_hid) it->best.flags |= GLIMPSE_SHOOTER_FURTIVE;
        keep_glimpse(s, it->shooter, it->best);
    }
}

/*
 * What was told while they walked belongs to its moment: the places from number `first` of the list on, which are in the order of time, go
 * before what was told in their own moment.
 */
static void put_in_time(struct events *events, const struct walk *walk, int32_t first)
{
    int32_t moved = 0;

    for (int32_t i = first; i < events->count; i++, moved++) {
        struct event place = events->list[i];
        int32_t      moment = place.as.value[3] * MOMENTS / PLACE_TIMES, at = walk->told[moment > 0 ? moment - 1 : 0] + moved;
        memmove(&events->list[at + 1], &events->list[at], (size_t)(i - at) * sizeof place);
        events->list[at] = place;
    }
}

/* For those who watch: where each walker was when, told to whoever saw it then. */
static void tell_walk(struct play *p, const struct walk *walk)
{
    enum { EVERY = 4 };
    int32_t             first = p->events ? p->events->count : 0;
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct stand        end[FIGURES];

    if (!p->events || !p->events->capacity) return;
    note_stands(m, s, end);
    for (int moment = 0; moment <= MOMENTS; moment++) {
        recall_moment(m, s, walk, moment);
        for (int i = 0; i < m->figures; i++) {
            const struct walker *walker = &walk->walker[i];
            seat_id              seat = side_of(m, i);
            uint8_t              seen = SEAT_BIT(seat);
            if (!is_on_way(walker, moment) || !(s->unit[i].did & DID_MOVE)) continue;
            if (moment % EVERY && moment != walker->touched_at && moment != walker->left_at) continue;
            if (seen_then(m, s, walker, i, moment, UINT64_MAX)) seen |= (uint8_t)(SEAT_BIT(!seat) | SEAT_BIT(SPECTATOR));
            tell_place(p, seen, EVENT_STANDS, AR_CONT_01, i, pose_of(s, i), moment * 1000 / MOMENTS);
        }
    }
    recall_stands(m, s, end);
    put_in_time(p->events, walk, first);
}

/* The phase. */

static void begin(struct play *p, struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (seat_id seat = 0; seat < 2; seat++)
        for (int i = 0; i < m->figures; i++)
            if (side_of(m, i) != seat && !(s->unit[i].hid & HID_AT_START)) walk->known_at_start[seat] |= UINT64_C(1) << i;
    for (int i = 0; i < m->formeds; i++) {
        int piece = formed_piece(m, i);
        drop_unlawful_order(p, piece);
        walk->front[i] = pose_of(s, piece);
        walk->rate[i] = argad_rate(m, s, piece, NULL);
        walk->used[i] = walk->spent[i] = walk->formed_advance[i] = 0;
        walk->formed_stopped[i] = walk->formed_hindered[i] = false;
        walk->formed_at[i][0] = pose_of(s, piece);
        walk->files_at[i][0] = s->unit[piece].files;
    }
    for (int i = 0; i < m->figures; i++) {
        walk->walker[i] = (struct walker){ .target = NOBODY, .formed = -1 };
        if (is_there(s, i)) set_out(p, walk, i);
    }
    for (int i = 0; i < m->formeds; i++) {
        note_dents(m, s, walk, i);
        if (is_formed(m, s, i) && s->unit[formed_piece(m, i)].points) tell_rate(p, formed_piece(m, i));
    }
}

/* The unit has gone that far; every man of it turns when that is paid for. */
static void march(struct play *p, struct walk *walk, int formed)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 piece = formed_piece(m, formed);

    if (walk->formed_advance[formed]) {
        struct pose front;
        int32_t     paid;
        walk->spent[formed] += walk->formed_advance[formed];
        walk->used[formed] += walk->formed_advance[formed];
        paid = argad_turn_ranks(p, formed, walk->front[formed], walk->spent[formed]);
        if (paid) {
            walk->front[formed] = pose_of(s, piece);
            walk->spent[formed] -= paid;
            note_dents(m, s, walk, formed);
        }
        front = argad_front_at(m, s, formed, walk->front[formed], walk->spent[formed]);
        s->unit[piece].x = front.at.x;
        s->unit[piece].y = front.at.y;
        s->unit[piece].heading = (uint16_t)front.heading;
    }
    walk->formed_at[formed][walk->moment] = pose_of(s, piece);
    walk->files_at[formed][walk->moment] = s->unit[piece].files;
}

/*
 * Rulings 79, 86: somebody began the turn where he would stand in his new form. Such a place is not free: whoever finds no other may be taken
 * back to where he began, and one who has changed his form is not taken back from there.
 */
static bool is_place_begun_on(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    const struct unit *unit = &s->unit[figure];
    bool               mounts = unit->order == ORDER_MOUNT && m->figure[figure].horse;
    struct pose        pose = mounts ? pose_of(s, thing_piece(m, m->figure[figure].horse - 1))
                                     : (struct pose){ { s->plan[figure].x[POINTS - 1], s->plan[figure].y[POINTS - 1] }, unit->heading };
    struct base        base = table_base(m->mover[m->figure[figure].mover[!unit->form]].shape, pose);

    for (int i = 0; i < m->figures; i++) {
        struct base other;
        if (i == figure || !walk->walker[i].there) continue;
        other = table_base(argad_shape(m, s, i), (struct pose){ walk->walker[i].at[0], walk->walker[i].heading[0] });
        if (argad_overlaps(&base, &other)) return true;
    }
    return false;
}

static void one_moment(struct play *p, struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int i = 0; i < m->figures; i++) plan_advance(p, walk, i);
    for (int i = 0; i < m->formeds; i++) plan_formed(p, walk, i);
    for (int i = 0; i < m->figures; i++) meet_the_way(p, walk, i);
    for (int i = 0; i < m->figures; i++) plan_help(m, s, walk, i);
    argad_moment(p, walk);
    for (int i = 0; i < m->formeds; i++) march(p, walk, i);
    for (int i = 0; i < m->figures; i++)
        if (walk->walker[i].there) argad_bring_along(p, i, walk->walker[i].at[walk->moment - 1]);
    for (int i = 0; i < m->figures; i++) {
        struct walker *walker = &walk->walker[i];
        struct unit   *unit = &s->unit[i];
        if (!walker->there) continue;
        if (unit->x != walker->at[walk->moment - 1].x || unit->y != walker->at[walk->moment - 1].y) {
            unit->did |= DID_MOVE;
            if (unit->stance == CROUCHED) argad_rise(p, i);
        }
        if (unit->stance == CROUCHED && is_immobile(s, i)) walker->low_until = (int8_t)walk->moment;
        walker->at[walk->moment] = place_of(s, i);
        walker->heading[walk->moment] = unit->heading;
        walker->file[walk->moment] = unit->file;
        walker->rank[walk->moment] = unit->rank;
        if (walker->advance) step_along(walker);
        walker->passed[walk->moment] = walker->hunts || walker->reacted ? walker->passed[walk->moment - 1] : walker->leg;
        if (walker->dice) walker->pace = min32(walker->pace, walker->reduced / MOMENTS);
        lead_off(p, walk, i);
        leave_table(p, walk, i);
    }
    for (int i = 0; i < m->figures; i++) react(p, walk, i);
    if (walk->moment != HALFWAY) return;
    for (int i = 0; i < m->figures; i++) {
        struct walker *walker = &walk->walker[i];
        uint8_t        form = s->unit[i].form;
        if (!walker->there || walker->free_from == 1) continue;
        argad_change_form(p, i, walker->stopped || is_place_begun_on(m, s, walk, i));
        if (s->unit[i].form == form) {                       /* ruling 79 */
            walker->stopped = true;
            continue;
        }
        walker->rate = argad_rate(m, s, i, NULL);
        walker->pace = walker->rate / MOMENTS;
        walker->limit = walker->rate / 2;
        walker->point[0] = walker->at[HALFWAY] = place_of(s, i);
        walker->heading[HALFWAY] = s->unit[i].heading;
        measure_legs(walker, s->unit[i].heading);
        walker->earliest = HALFWAY;
    }
}

/* AR-MOVE-12. AR-CONT-03: a rider whom contact has stopped does not turn his base any more. */
static void face_at_the_end(struct play *p, const struct walker *walker, int figure)
{
    struct unit *unit = &p->state->unit[figure];
    struct pose  turned = { place_of(p->state, figure), unit->face };

    if (unit->face == UNKNOWN_HEADING || !is_active(p->state, figure) || in_ranks(p->state, figure) || unit->heading == unit->face) return;
    if (is_mounted(p->match, p->state, figure) && (walker->touched_at || is_occupied(p->match, p->state, figure, turned, true))) return;
    unit->heading = unit->face;
    argad_rise(p, figure);                                   /* ruling 67 */
    tell_to(p, argad_witnesses(p->match, p->state, figure), EVENT_TURNS, AR_MOVE_12, figure, NOBODY, unit->heading, 0, 0);
}

static void enter_move(struct play *p)
{
    const struct match *m = p->match;
    struct walk         walk = { .moment = 0 };
    int32_t             left[FIGURES];

    note_near(m, p->state, &walk);                                   /* before doors are worked */
    argad_marks_begin(p);
    begin(p, &walk);
    walk.told[0] = p->events ? p->events->count : 0;
    for (walk.moment = 1; walk.moment <= MOMENTS; walk.moment++) {
        one_moment(p, &walk);
        walk.told[walk.moment] = p->events ? p->events->count : 0;
    }
    walk.moment = MOMENTS;
    argad_after_movement(p, &walk);
    for (int i = 0; i < m->formeds; i++)
        if (argad_change_files(p, i)) argad_refresh_contacts(p, NOBODY, AR_FORM_13);
    for (int i = 0; i < m->figures; i++) face_at_the_end(p, &walk.walker[i], i);
    argad_refresh_contacts(p, NOBODY, AR_MOVE_12);                   /* a rider who turned may touch others than before */
    for (int i = 0; i < m->figures; i++) left[i] = walk.walker[i].blocked ? 0 : walk.walker[i].limit - walk.walker[i].moved;
    argad_marks_end(p, left);
    tell_walk(p, &walk);
    note_sightings(p, &walk);
    argad_look(p);
    note_glimpses(p, &walk);                                         /* by what each side knows now */
    cite(p, AR_CONT_08);
    leave(p);
}

/* One figure's walk alone, for its odds: nobody else moves. */
static void enter_walk(struct play *p)
{
    struct walk walk = { .moment = 0 };
    int         figure = here(p)->value[0];

    leave(p);
    for (int i = 0; i < p->match->figures; i++) walk.walker[i] = (struct walker){ .target = NOBODY, .formed = -1 };
    set_out(p, &walk, figure);
    for (walk.moment = 1; walk.moment <= MOMENTS; walk.moment++) {
        struct walker *walker = &walk.walker[figure];
        plan_advance(p, &walk, figure);
        meet_the_way(p, &walk, figure);
        if (!walker->advance) continue;
        p->state->unit[figure].did |= DID_MOVE;
        {
            struct pose pose = argad_part(p->match, p->state, &walk, figure, PARTS);
            p->state->unit[figure].x = pose.at.x;
            p->state->unit[figure].y = pose.at.y;
            p->state->unit[figure].heading = (uint16_t)pose.heading;
        }
        step_along(walker);
        if (walker->dice) walker->pace = min32(walker->pace, walker->reduced / MOMENTS);
    }
}

const struct phase argad_move = { .name = "move", .rule = AR_CONT_01, .enter = enter_move, .step = STEP_MOVE };
const struct phase argad_walk = { .name = "walk", .rule = AR_MOVE_11, .enter = enter_walk, .step = STEP_MOVE };
