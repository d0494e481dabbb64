/*
 * ranks.c: close order: places in ranks and files, manoeuvres, forming up and breaking up (AR-FORM, AR-GEO-17).
 *
 * A formed unit is a piece of its own, at the middle of its front edge. Its status is standing while it is formed, waiting while its
 * figures are loose. Its figures stand where files and ranks put them, worked out from the front each time.
 */
#include "argad.h"

enum { LEAST = 4, FORM_UP_REACH = 8 * CM, ITEMS = 3, TURN_COST = 4 * CM, HORSE_ABOUT = 16 * CM };

static const struct mover *mover_in(const struct match *m, int formed) { return &m->mover[m->formed[formed].mover]; }
static bool is_horse(const struct mover *mover) { return mover->flags & MOVER_MOUNTED; }
static bool is_wheel(int item) { return item == ITEM_WHEEL_LEFT || item == ITEM_WHEEL_RIGHT; }
static bool is_quarter(int item) { return item == ITEM_QUARTER_LEFT || item == ITEM_QUARTER_RIGHT; }

int argad_members(const struct match *m, const struct state *s, int formed, uint8_t *member)
{
    int count = 0;

    for (int i = 0; i < m->formed[formed].count; i++) {
        int figure = m->formed[formed].member[i];
        if (s->unit[figure].formed == formed + 1 && s->unit[figure].status == STATUS_STANDING) member[count++] = (uint8_t)figure;
    }
    /* By rank, then file, so that the first is front left. */
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0; k--) {
            const struct unit *one = &s->unit[member[k - 1]], *other = &s->unit[member[k]];
            uint8_t            swap = member[k];
            if (one->rank < other->rank || (one->rank == other->rank && one->file <= other->file)) break;
            member[k] = member[k - 1];
            member[k - 1] = swap;
        }
    return count;
}

static int ranks_of(const struct match *m, const struct state *s, int formed)
{
    uint8_t member[FIGURES];
    int     count = argad_members(m, s, formed, member);

    return count ? 1 + s->unit[member[count - 1]].rank : 0;
}

bool argad_in_close_order(const struct match *m, const struct state *s, int figure)
{
    return in_ranks(s, figure) && is_formed(m, s, s->unit[figure].formed - 1);
}

static struct pose place_in(const struct mover *mover, struct pose front, int files, int file, int rank)
{
    int32_t width = mover->shape.width, depth = mover->shape.depth;

    return (struct pose){ table_moved(front, -(depth / 2 + rank * depth), (2 * file - (files - 1)) * width / 2).at, front.heading };
}

struct pose argad_rank_place(const struct match *m, const struct state *s, int figure, struct pose front)
{
    const struct unit *unit = &s->unit[figure];

    return place_in(mover_in(m, unit->formed - 1), front, s->unit[formed_piece(m, unit->formed - 1)].files, unit->file, unit->rank);
}

void argad_places(const struct match *m, const struct mover *mover, struct pose front, int count, int files, struct pose *place)
{
    (void)m;
    for (int i = 0; i < count; i++) place[i] = place_in(mover, front, files, i % files, i / files);
}

static void stand_in(struct state *s, int figure, int formed, struct pose place, int number, int files)
{
    struct unit *unit = &s->unit[figure];

    unit->x = place.at.x;
    unit->y = place.at.y;
    unit->heading = (uint16_t)place.heading;
    unit->formed = (uint8_t)(formed + 1);
    unit->file = (uint8_t)(number % files);
    unit->rank = (uint8_t)(number / files);
}

static void put_front(struct state *s, int piece, struct pose front, int files)
{
    s->unit[piece].x = front.at.x;
    s->unit[piece].y = front.at.y;
    s->unit[piece].heading = (uint16_t)front.heading;
    s->unit[piece].files = (uint8_t)files;
}

void argad_form_ranks(struct play *p, int formed, struct pose front, int files)
{
    const struct match *m = p->match;
    struct pose         place[FIGURES];
    uint8_t             member[FIGURES];
    int                 count = argad_members(m, p->state, formed, member);

    argad_places(m, mover_in(m, formed), front, count, files, place);
    for (int i = 0; i < count; i++) stand_in(p->state, member[i], formed, place[i], i, files);
    put_front(p->state, formed_piece(m, formed), front, files);
}

/* AR-FORM-13: in order of id each takes the nearest free place, of equals that farther in front, then left. slot[i] is the place of list[i]. */
static void assign(const struct state *s, const uint8_t *list, int count, const struct pose *place, uint8_t *slot)
{
    uint64_t taken = 0;

    for (int i = 0; i < count; i++) {
        int     best = -1;
        int32_t least = 0;
        for (int k = 0; k < count; k++) {
            int32_t far = table_floor(table_distance(place_of(s, list[i]), place[k].at));
            if (taken >> k & 1 || (best >= 0 && far >= least)) continue;
            best = k;
            least = far;
        }
        taken |= UINT64_C(1) << best;
        slot[i] = (uint8_t)best;
    }
}

/* Its figures in order of id. */
static int by_id(const struct match *m, const struct state *s, int formed, bool in_its_ranks, uint8_t *list)
{
    int count = 0;

    for (int figure = 0; figure < m->figures; figure++)
        if (m->figure[figure].formed == formed + 1 && s->unit[figure].status == STATUS_STANDING && (!in_its_ranks || s->unit[figure].formed == formed + 1)) list[count++] = (uint8_t)figure;
    return count;
}

/* AR-FORM-03. */
rule_id argad_leader_refused(const struct match *m, const struct state *s, int formed, struct refusal *why)
{
    uint8_t list[FIGURES];
    int     count = by_id(m, s, formed, false, list);

    for (int leader = 0; leader < m->figures; leader++) {
        if (!(m->figure[leader].traits & TRAIT_LEADER) || !is_active(s, leader) || side_of(m, leader) != side_of(m, formed_piece(m, formed))) continue;
        for (int i = 0; i < count; i++)
            if (list[i] == leader || argad_gap(m, s, leader, list[i]) <= LEADER_REACH) return 0;
    }
    return refuse_with(why, AR_FORM_03, 0, LEADER_REACH);
}

/* A place is free of everybody but its own figures, and easy ground. Only those whom the side knows are in the way of an order. */
static rule_id slot_refused(const struct match *m, const struct state *s, int formed, struct pose place, bool truly, struct refusal *why)
{
    const struct mover *mover = mover_in(m, formed);
    struct base         base = table_base(mover->shape, place);
    seat_id             seat = side_of(m, formed_piece(m, formed));

    if (place.at.x < 0 || place.at.y < 0 || place.at.x > m->size.x || place.at.y > m->size.y) return refuse_with(why, AR_FORM_13, place.at.x, place.at.y);
    if (argad_spot(m, mover, place.at).class != EASY) return refuse_with(why, AR_FORM_14, place.at.x, place.at.y);
    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        struct base other;
        if (kind_of(m, i) == KIND_FORMED || !is_there(s, i)) continue;
        if (is_figure(m, i) && m->figure[i].formed == formed + 1 && is_active(s, i) && (in_ranks(s, i) || !is_formed(m, s, formed))) continue;
        if (abs64((int64_t)s->unit[i].x - place.at.x) > 8 * CM || abs64((int64_t)s->unit[i].y - place.at.y) > 8 * CM) continue;
        if (!truly && !argad_knows(m, s, seat, i)) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return refuse_for(why, AR_FORM_13, i);
    }
    return 0;
}

/* Manoeuvres. */

int32_t argad_wheel_cost(const struct mover *mover, int files, int32_t angle)
{
    int64_t over = (int64_t)angle * files * mover->shape.width * 355, under = (int64_t)113 * 18000;

    return (int32_t)((over + under - 1) / under);
}

static int32_t item_cost(const struct mover *mover, int files, int item, int32_t value)
{
    switch (item) {
    case ITEM_WHEEL_LEFT: case ITEM_WHEEL_RIGHT:     return argad_wheel_cost(mover, files, value);
    case ITEM_QUARTER_LEFT: case ITEM_QUARTER_RIGHT: return TURN_COST;
    case ITEM_ABOUT:                                 return is_horse(mover) ? HORSE_ABOUT : TURN_COST;
    default:                                         return value;
    }
}

/* About a front corner, which stays where it is. */
static struct pose wheeled(const struct mover *mover, int files, struct pose front, bool right, int32_t angle)
{
    int32_t     half = files * mover->shape.width / 2;
    struct pose corner = { table_moved(front, 0, right ? half : -half).at, heading_normal(front.heading + (right ? angle : -angle)) };

    return (struct pose){ table_moved(corner, 0, right ? -half : half).at, corner.heading };
}

static struct pose after_item(const struct mover *mover, int files, struct pose front, int item, int32_t value, int32_t spent)
{
    int32_t cost = item_cost(mover, files, item, value);
    int32_t part = min32(spent, cost);

    switch (item) {
    case ITEM_ADVANCE: return table_moved(front, part, 0);
    case ITEM_LEFT:    return table_moved(front, 0, -part);
    case ITEM_RIGHT:   return table_moved(front, 0, part);
    case ITEM_BACK:    return table_moved(front, -part, 0);
    case ITEM_WHEEL_LEFT: case ITEM_WHEEL_RIGHT:
        return wheeled(mover, files, front, item == ITEM_WHEEL_RIGHT, part == cost ? value : (int32_t)((int64_t)value * part / cost));
    default:           return front;
    }
}

struct pose argad_front_at(const struct match *m, const struct state *s, int formed, struct pose base, int32_t spent)
{
    int                 piece = formed_piece(m, formed);
    const struct mover *mover = mover_in(m, formed);
    struct pose         front = base;

    for (int i = 0; i < s->unit[piece].points && spent > 0; i++) {
        int item = s->plan[piece].x[i];
        if (item >= ITEM_QUARTER_LEFT) break;                /* argad_turn_ranks() makes it when it is paid for */
        front = after_item(mover, s->unit[piece].files, front, item, s->plan[piece].y[i], spent);
        spent -= item_cost(mover, s->unit[piece].files, item, s->plan[piece].y[i]);
    }
    return front;
}

/* AR-FORM-12: how many files it has when that item of its manoeuvre begins: every quarter turn before it has made ranks of files. */
static int files_at(const struct match *m, const struct state *s, int formed, int number)
{
    int  piece = formed_piece(m, formed);
    bool aside = false;

    for (int i = 0; i < number; i++) aside = aside != is_quarter(s->plan[piece].x[i]);
    return aside ? ranks_of(m, s, formed) : s->unit[piece].files;
}

/* Every man turns on the spot: files become ranks, or the last rank the first. */
static void turn_on_the_spot(struct play *p, int formed, struct pose front, int item)
{
    struct state       *s = p->state;
    const struct mover *mover = mover_in(p->match, formed);
    int                 piece = formed_piece(p->match, formed), files = s->unit[piece].files;
    uint8_t             member[FIGURES];
    int                 count = argad_members(p->match, s, formed, member), ranks = ranks_of(p->match, s, formed);
    int32_t             width = mover->shape.width, depth = mover->shape.depth;
    struct pose         turned;

    if (item == ITEM_ABOUT) {
        turned = (struct pose){ table_moved(front, -ranks * depth, 0).at, heading_normal(front.heading + FULL_TURN / 2) };
        for (int i = 0; i < count; i++) {
            struct unit *unit = &s->unit[member[i]];
            unit->file = (uint8_t)(files - 1 - unit->file);
            unit->rank = (uint8_t)(ranks - 1 - unit->rank);
            unit->heading = (uint16_t)turned.heading;
        }
        put_front(s, piece, turned, files);
        return;
    }
    turned.at = table_moved(front, -ranks * depth / 2, (item == ITEM_QUARTER_RIGHT ? files : -files) * width / 2).at;
    turned.heading = heading_normal(front.heading + (item == ITEM_QUARTER_RIGHT ? FULL_TURN / 4 : -FULL_TURN / 4));
    for (int i = 0; i < count; i++) {
        struct unit *unit = &s->unit[member[i]];
        uint8_t      file = unit->file, rank = unit->rank;
        unit->file = item == ITEM_QUARTER_RIGHT ? rank : (uint8_t)(ranks - 1 - rank);
        unit->rank = item == ITEM_QUARTER_RIGHT ? (uint8_t)(files - 1 - file) : file;
        unit->heading = (uint16_t)turned.heading;
    }
    put_front(s, piece, turned, ranks);
}

int32_t argad_turn_ranks(struct play *p, int formed, struct pose base, int32_t spent)
{
    struct state       *s = p->state;
    const struct mover *mover = mover_in(p->match, formed);
    int                 piece = formed_piece(p->match, formed);
    struct unit        *unit = &s->unit[piece];
    struct pose         front = base;
    int32_t             paid = 0;

    for (int i = 0; i < unit->points; i++) {
        int     item = s->plan[piece].x[i];
        int32_t value = s->plan[piece].y[i], cost = item_cost(mover, unit->files, item, value);
        if (spent - paid < cost) return 0;
        front = after_item(mover, unit->files, front, item, value, cost);
        paid += cost;
        if (item < ITEM_QUARTER_LEFT) continue;
        turn_on_the_spot(p, formed, front, item);
        for (int k = 0; k + i + 1 < unit->points; k++) {
            s->plan[piece].x[k] = s->plan[piece].x[k + i + 1];
            s->plan[piece].y[k] = s->plan[piece].y[k + i + 1];
        }
        unit->points = (uint8_t)(unit->points - i - 1);
        tell_to(p, argad_witnesses(p->match, s, piece), EVENT_TURNS, AR_FORM_12, piece, NOBODY, unit->heading, 0, 0);
        return paid;
    }
    return 0;
}

int32_t argad_manoeuvre_cost(const struct match *m, const struct state *s, int formed)
{
    int     piece = formed_piece(m, formed);
    int32_t spent = 0;

    for (int i = 0; i < s->unit[piece].points; i++) spent += item_cost(mover_in(m, formed), files_at(m, s, formed, i), s->plan[piece].x[i], s->plan[piece].y[i]);
    return spent;
}

static bool is_aside(int item) { return item == ITEM_LEFT || item == ITEM_RIGHT || item == ITEM_BACK; }

/* Where one of its figures is when they have that front: in his own file, also where others are missing, and as far from his place as now. */
static struct point stands_at(const struct match *m, const struct state *s, int figure, struct pose front)
{
    int     piece = formed_piece(m, s->unit[figure].formed - 1);
    int64_t forward, right;

    table_own(argad_rank_place(m, s, figure, pose_of(s, piece)), place_of(s, figure), &forward, &right);
    return table_moved(argad_rank_place(m, s, figure, front), (int32_t)divide_round(forward, SINE_ONE), (int32_t)divide_round(right, SINE_ONE)).at;
}

/* Into no bad ground, across no obstacle: each of its figures, straight from where one front has it to where the next has it. */
static rule_id stride_refused(const struct match *m, const struct state *s, int formed, struct pose from, struct pose to, struct refusal *why)
{
    enum { BEFORE = 2 };                                     /* a line on which the stride before ended is crossed by this one */
    const struct mover *mover = mover_in(m, formed);
    struct pose         now = pose_of(s, formed_piece(m, formed));
    bool                first = from.at.x == now.at.x && from.at.y == now.at.y && from.heading == now.heading;
    uint8_t             member[FIGURES];
    int                 count = argad_members(m, s, formed, member);

    for (int i = 0; i < count; i++) {
        struct segment leg = { stands_at(m, s, member[i], from), stands_at(m, s, member[i], to) };
        int32_t        length = table_ceiling(table_distance(leg.from, leg.to));
        struct spot    into;
        if (leg.to.x < 0 || leg.to.y < 0 || leg.to.x > m->size.x || leg.to.y > m->size.y) return refuse_for(why, AR_FORM_14, member[i]);
        if (length && !first) leg.from = table_along(leg.to, leg.from, length + BEFORE);
        if (argad_leg_barred(m, s, mover, leg) || argad_edge(m, mover, leg, EASY, &into) >= 0) return refuse_for(why, AR_FORM_14, member[i]);
    }
    return 0;
}

/* AR-FORM-14: the ground under one item that begins at that front, as far as `most` pays for it; a wheel in short chords. */
static rule_id ground_refused(const struct match *m, const struct state *s, int formed, struct pose front, int item, int32_t value, int32_t most, struct refusal *why)
{
    const struct mover *mover = mover_in(m, formed);
    int                 files = s->unit[formed_piece(m, formed)].files;
    int32_t             cost = min32(most, item_cost(mover, files, item, value)), strides = is_wheel(item) ? 1 + cost / CM : 1;
    struct pose         from = front;
    rule_id             rule = 0;

    if (item >= ITEM_QUARTER_LEFT) return 0;
    for (int32_t i = 1; i <= strides && !rule; i++) {
        struct pose to = after_item(mover, files, front, item, value, (int32_t)((int64_t)cost * i / strides));
        rule = stride_refused(m, s, formed, from, to, why);
        from = to;
    }
    return rule;
}

rule_id argad_manoeuvre_refused(const struct match *m, const struct state *s, int formed, enum item item, int32_t value, struct refusal *why)
{
    enum { WIDEST = 18000 };
    int                 piece = formed_piece(m, formed);
    const struct unit  *unit = &s->unit[piece];
    const struct mover *mover = mover_in(m, formed);
    int32_t             rate = is_aside(item) ? mover->aside : unit->files <= 2 ? mover->column : mover->line, cost, spent = argad_manoeuvre_cost(m, s, formed);
    bool                turns = item >= ITEM_QUARTER_LEFT;

    if (unit->points == ITEMS) return refuse_with(why, AR_FORM_10, ITEMS + 1, ITEMS);
    if (is_horse(mover) && (is_aside(item) || is_quarter(item))) return refuse_with(why, AR_FORM_12, 0, 0);
    if (unit->points && (is_aside(item) || is_aside(s->plan[piece].x[0]))) return refuse_with(why, AR_FORM_07, 0, 0);
    if (!turns && value < 1) return refuse_with(why, AR_FORM_10, value, 1);
    if (is_wheel(item) && value > WIDEST) return refuse_with(why, AR_FORM_11, value, WIDEST);
    cost = item_cost(mover, files_at(m, s, formed, unit->points), item, value);
    if (spent + cost > rate) return refuse_with(why, is_horse(mover) ? AR_FORM_09 : is_aside(item) ? AR_FORM_07 : unit->files <= 2 ? AR_FORM_05 : AR_FORM_06, spent + cost, rate);
    for (int i = 0; i < unit->points; i++)
        if (s->plan[piece].x[i] >= ITEM_QUARTER_LEFT) return 0;              /* where it will stand then is judged on the way (ruling 60) */
    return ground_refused(m, s, formed, argad_front_at(m, s, formed, pose_of(s, piece), spent), item, value, cost, why);
}

/* Does part of the base, so much of its breadth, lie straight ahead of the front edge? */
static bool is_ahead(const struct mover *mover, int files, struct pose front, const struct base *base, int32_t part)
{
    int64_t forward, right, half = ((int64_t)files * mover->shape.width / 2 - part) * SINE_ONE, least, most;

    table_own(front, base->middle, &forward, &right);
    least = right - (int64_t)base->shape.radius * SINE_ONE;
    most = right + (int64_t)base->shape.radius * SINE_ONE;
    if (base->shape.kind != SHAPE_DISC) least = most = right;
    for (int i = 0; i < 4 && base->shape.kind != SHAPE_DISC; i++) {
        int64_t there;
        table_own(front, base->corner[i], &there, &right);
        least = min64(least, right);
        most = max64(most, right);
        forward = max64(forward, there);
    }
    return forward > 0 && least <= half && most >= -half;
}

/* The gap between its front rank, as it would stand, and him. */
static int32_t gap_to(const struct match *m, const struct state *s, int formed, struct pose front, int target)
{
    const struct mover *mover = mover_in(m, formed);
    int                 files = s->unit[formed_piece(m, formed)].files;
    struct base         there = argad_base(m, s, target);
    int32_t             least = INT32_MAX;

    for (int file = 0; file < files; file++) {
        struct base base = table_base(mover->shape, place_in(mover, front, files, file, 0));
        least = min32(least, table_floor(table_gap(&base, &there)));
    }
    return least;
}

/* The manoeuvre of an attack: one wheel, unless he is straight ahead, and straight on (ruling 78). */
struct onset {
    struct pose front;                       /* after the wheel */
    int32_t     angle, cost, gap, rate;      /* of the wheel; what it costs; the gap that it leaves; of the turn */
    bool        right, reaches;
};

/* AR-FORM-08, -09: the attack that begins with that wheel. */
static struct onset onset_with(const struct match *m, const struct state *s, int formed, int target, bool right, int32_t angle)
{
    const struct mover *mover = mover_in(m, formed);
    int                 piece = formed_piece(m, formed), files = s->unit[piece].files;
    struct base         there = argad_base(m, s, target);
    struct onset        onset = { .angle = angle, .right = right, .cost = argad_wheel_cost(mover, files, angle) };

    onset.front = angle ? wheeled(mover, files, pose_of(s, piece), right, angle) : pose_of(s, piece);
    onset.gap = gap_to(m, s, formed, onset.front, target);
    onset.reaches = is_ahead(mover, files, onset.front, &there, 0) && onset.cost + onset.gap <= mover->attack;
    onset.rate = onset.reaches ? mover->attack : files <= 2 ? mover->column : mover->line;
    return onset;
}

/* The least wheel that brings so much of him straight ahead: no more than to his bearing from the corner that it goes about. */
static int32_t least_wheel(const struct match *m, const struct state *s, int formed, int target, bool right, int32_t part)
{
    const struct mover *mover = mover_in(m, formed);
    int                 piece = formed_piece(m, formed), files = s->unit[piece].files;
    struct pose         front = pose_of(s, piece);
    struct base         there = argad_base(m, s, target);
    int32_t             half = files * mover->shape.width / 2;
    int32_t             turn = heading_normal(table_bearing(table_moved(front, 0, right ? half : -half).at, there.middle) - front.heading);
    int32_t             enough = right ? turn : FULL_TURN - turn, too_little = 0;

    if (enough > FULL_TURN / 2) return 0;
    while (enough - too_little > 1) {
        int32_t angle = (enough + too_little) / 2;
        if (is_ahead(mover, files, wheeled(mover, files, front, right, angle), &there, part)) enough = angle;
        else too_little = angle;
    }
    return enough;
}

/* Ruling 124: to his bearing; if he is out of reach so, the least wheel by which he is not, and by which the bases meet if it can be had. */
static struct onset onset_of(const struct match *m, const struct state *s, int formed, int target)
{
    int          piece = formed_piece(m, formed);
    struct pose  front = pose_of(s, piece);
    struct base  there = argad_base(m, s, target);
    int32_t      turn = heading_normal(table_bearing(front.at, there.middle) - front.heading);
    bool         right = turn <= FULL_TURN / 2;
    struct onset onset, least;

    if (is_ahead(mover_in(m, formed), s->unit[piece].files, front, &there, 0)) return onset_with(m, s, formed, target, false, 0);
    onset = onset_with(m, s, formed, target, right, right ? turn : FULL_TURN - turn);
    if (onset.reaches) return onset;
    least = onset_with(m, s, formed, target, right, least_wheel(m, s, formed, target, right, 2 * SHRINK));
    if (!least.reaches) least = onset_with(m, s, formed, target, right, least_wheel(m, s, formed, target, right, 0));
    return least.reaches ? least : onset;
}

/* AR-FORM-14: over the ground of an attack, as far as the enemy or as it comes in this turn. */
rule_id argad_onset_refused(const struct match *m, const struct state *s, int formed, int target, struct refusal *why)
{
    struct onset onset = onset_of(m, s, formed, target);
    int32_t      advance = min32(onset.rate - onset.cost, onset.gap);
    rule_id      rule = 0;

    if (onset.angle)
        rule = ground_refused(m, s, formed, pose_of(s, formed_piece(m, formed)), onset.right ? ITEM_WHEEL_RIGHT : ITEM_WHEEL_LEFT, onset.angle, onset.rate, why);
    return rule || advance <= 0 ? rule : ground_refused(m, s, formed, onset.front, ITEM_ADVANCE, advance, advance, why);
}

static void add_item(struct state *s, int piece, enum item item, int32_t value)
{
    int number = s->unit[piece].points++;

    s->plan[piece].x[number] = item;
    s->plan[piece].y[number] = value;
}

void argad_take_attack(struct play *p, int formed, int target)
{
    int          piece = formed_piece(p->match, formed);
    struct onset onset = onset_of(p->match, p->state, formed, target);

    p->state->unit[piece].points = 0;
    p->state->unit[piece].number = onset.reaches;
    if (onset.angle) add_item(p->state, piece, onset.right ? ITEM_WHEEL_RIGHT : ITEM_WHEEL_LEFT, onset.angle);
    if (onset.rate > onset.cost) add_item(p->state, piece, ITEM_ADVANCE, onset.rate - onset.cost);
}

/* Changing, forming, closing and breaking up. */

static void break_ranks(struct play *p, int formed, rule_id rule)
{
    struct state *s = p->state;
    int           piece = formed_piece(p->match, formed);

    for (int i = 0; i < p->match->formed[formed].count; i++) {
        struct unit *unit = &s->unit[p->match->formed[formed].member[i]];
        if (unit->formed != formed + 1) continue;
        unit->formed = unit->file = unit->rank = 0;
        unit->did &= (uint16_t)~DID_FORMED_CHARGE;
    }
    s->unit[piece].status = STATUS_WAITING;
    argad_clear_order(s, piece);
    tell_to(p, argad_audience(p->match, s, piece), EVENT_BROKEN_UP, rule, piece, NOBODY, 0, 0, 0);
    argad_cite(p, argad_audience(p->match, s, piece), AR_FORM_15);
}

void argad_break_up(struct play *p, int formed, rule_id rule)
{
    if (is_formed(p->match, p->state, formed)) break_ranks(p, formed, rule);
}

void argad_break_up_remnants(struct play *p)
{
    uint8_t member[FIGURES];

    for (int i = 0; i < p->match->formeds; i++)
        if (is_formed(p->match, p->state, i) && argad_members(p->match, p->state, i, member) < LEAST) break_ranks(p, i, AR_FORM_18);
}

/* The figures take the places, if each may. `reach` is how far one may go; LOOSE_RATE: as far as it goes by itself. */
enum { LOOSE_RATE = -1 };

static bool take_places(struct play *p, int formed, struct pose front, int files, int32_t reach, const uint8_t *list, int count)
{
    const struct match *m = p->match;
    struct pose         place[FIGURES];
    uint8_t             slot[FIGURES];

    argad_places(m, mover_in(m, formed), front, count, files, place);
    assign(p->state, list, count, place, slot);
    for (int i = 0; i < count; i++) {
        if (slot_refused(m, p->state, formed, place[i], true, NULL)) return false;
        if (table_floor(table_distance(place_of(p->state, list[i]), place[slot[i]].at)) > (reach == LOOSE_RATE ? mover_of(m, p->state, list[i])->rate : reach)) return false;
    }
    for (int i = 0; i < count; i++) stand_in(p->state, list[i], formed, place[slot[i]], slot[i], files);
    put_front(p->state, formed_piece(m, formed), front, files);
    return true;
}

bool argad_change_files(struct play *p, int formed)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 piece = formed_piece(m, formed);
    uint8_t             list[FIGURES];
    int                 count = by_id(m, s, formed, true, list);

    if (s->unit[piece].order != ORDER_FILES || !is_formed(m, s, formed)) return false;
    for (int i = 0; i < count; i++) s->unit[list[i]].did |= DID_MOVE;         /* also if nothing comes of it */
    for (int i = 0; i < count; i++)
        if (argad_touches_enemy(m, s, list[i])) return false;
    if (s->unit[piece].number > count || !take_places(p, formed, pose_of(s, piece), s->unit[piece].number, LOOSE_RATE, list, count)) return false;
    tell_to(p, argad_witnesses(m, s, piece), EVENT_FORMED, AR_FORM_13, piece, NOBODY, s->unit[piece].number, 0, 0);
    return true;
}

bool argad_may_form_up(const struct match *m, const struct state *s, int formed)
{
    uint8_t list[FIGURES];
    int     count;

    if (is_formed(m, s, formed)) return false;
    count = by_id(m, s, formed, false, list);
    if (count < LEAST || argad_leader_refused(m, s, formed, NULL)) return false;
    for (int i = 0; i < count; i++)
        if (argad_touches_enemy(m, s, list[i]) || is_mounted(m, s, list[i]) != (is_horse(mover_in(m, formed)) != 0)) return false;
    return true;
}

rule_id argad_form_up_refused(const struct match *m, const struct state *s, int formed, struct pose front, int files, struct refusal *why)
{
    struct pose place[FIGURES];
    uint8_t     list[FIGURES], slot[FIGURES];
    int         count = by_id(m, s, formed, false, list);

    if (count < LEAST) return refuse_with(why, AR_FORM_01, count, LEAST);
    if (!argad_may_form_up(m, s, formed)) {
        rule_id rule = argad_leader_refused(m, s, formed, why);
        return rule ? rule : refuse_with(why, AR_FORM_16, 0, 0);
    }
    if (files < 1 || files > count || !between(0, front.heading, FULL_TURN - 1)) return refuse_with(why, AR_FORM_16, files, count);
    if (abs64(front.at.x) > TABLE_LIMIT / 2 || abs64(front.at.y) > TABLE_LIMIT / 2) return refuse_with(why, AR_FORM_16, 0, 0);
    argad_places(m, mover_in(m, formed), front, count, files, place);
    assign(s, list, count, place, slot);
    for (int i = 0; i < count; i++) {
        rule_id rule = slot_refused(m, s, formed, place[i], false, why);
        if (rule) return rule;
        if (table_floor(table_distance(place_of(s, list[i]), place[slot[i]].at)) > FORM_UP_REACH) return refuse_for(why, AR_FORM_16, list[i]);
    }
    return 0;
}

void argad_form_up(struct play *p, int formed)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 piece = formed_piece(m, formed);
    struct unit        *unit = &s->unit[piece];
    uint8_t             list[FIGURES];
    int                 count = by_id(m, s, formed, false, list);
    struct pose         front = { { s->plan[piece].x[0], s->plan[piece].y[0] }, unit->face };

    if (unit->order != ORDER_FORM_UP || !argad_may_form_up(m, s, formed)) return;
    for (int i = 0; i < count; i++)
        if (!is_immobile(s, list[i])) return;
    if (!take_places(p, formed, front, unit->number, FORM_UP_REACH, list, count)) return;
    unit->status = STATUS_STANDING;
    tell_to(p, argad_audience(m, s, piece), EVENT_FORMED, AR_FORM_16, piece, NOBODY, unit->number, 0, 0);
}

void argad_close_up(struct play *p, int formed)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 piece = formed_piece(m, formed);
    uint8_t             list[FIGURES];
    struct point        before[FIGURES];
    bool                closes = false;
    int                 count = by_id(m, s, formed, true, list), files = min32(s->unit[piece].files, count);

    if (!is_formed(m, s, formed)) return;
    if (count < LEAST) {
        break_ranks(p, formed, AR_FORM_18);
        return;
    }
    for (int i = 0; i < count; i++)
        if (argad_spot(m, mover_in(m, formed), place_of(s, list[i])).class != EASY) {
            break_ranks(p, formed, AR_FORM_15);
            return;
        }
    for (int i = 0; i < count; i++)
        if (argad_touches_enemy(m, s, list[i])) return;
    for (int i = 0; i < count; i++) before[i] = place_of(s, list[i]);
    if (!take_places(p, formed, pose_of(s, piece), files, INT32_MAX, list, count)) return;
    for (int i = 0; i < count; i++) closes = closes || before[i].x != s->unit[list[i]].x || before[i].y != s->unit[list[i]].y;
    if (closes)
        tell_to(p, argad_audience(m, s, piece), EVENT_CLOSES_UP, AR_FORM_18, piece, NOBODY, files, 0, 0);
}
