/*
 * move.c: the Movement step (ledger chapters 4.1, 4.5, 4.6, 5.3, 11.1, 11.3, 11.4, SCN).
 *
 * A piece may be moved in several legs, as long as no other piece acts in between (FR-4.1-01). A leg is a walk from zone to zone; it
 * stops where a step has disorganised the unit, and its owner then decides anew.
 */
#include "rules.h"
#include "maths.h"

static bool remounts(int kind) { return kind == DO_MOVE_REMOUNT || kind == DO_REJOIN_REMOUNT || kind == DO_ENTER_REMOUNT || kind == DO_REMOUNT; }
static bool rejoins(int kind) { return kind == DO_REJOIN || kind == DO_REJOIN_REMOUNT; }
static bool enters(int kind) { return kind == DO_ENTER || kind == DO_ENTER_REMOUNT; }

/* FR-4.6-01 */
static bool has_saddle(const struct state *s, int unit)
{
    return s->unit[unit].type == TYPE_ARGOULETS || s->unit[unit].type == TYPE_ARGOULETS_DISMOUNTED;
}

/* What keeps the piece itself from acting now, whatever it would do. */
static rule_id piece_refused(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    if (side_of(m, piece) != seat) return refuse_for(why, FR_4_1_01, piece);
    if (!is_unit(m, piece) && !is_commander(m, piece)) return refuse_for(why, FR_4_1_05, piece);
    if (s->unit[piece].done) return refuse_for(why, is_forlorn(m, piece) ? FR_11_4_02 : FR_4_1_01, piece);
    return 0;
}

/* FR-MAP-09: whether a path that enters no enemy's zone leads from one to the other. */
static bool is_reached(const struct match *m, const struct state *s, const struct lay *lay, int unit, int leader)
{
    return in_set(reiters_within(m, lay->held[other_side(side_of(m, unit))], zone_of(m, s, leader), ZONES), zone_of(m, s, unit));
}

/* The commanders that an isolated unit may come nearer to, wherever they are. */
static bool may_lead(const struct match *m, const struct state *s, int unit, int leader)
{
    return leader == leader_of(m, unit) || reiters_is_general(m, s, leader);
}

/* FR-5.3-03: an isolated unit comes nearer to its own commander or to the general; to one behind the enemy only if the other is as well (FR-5.3-05). */
static rule_id leader_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int leader, struct refusal *why)
{
    if (!is_commander(m, leader) || side_of(m, leader) != side_of(m, unit) || !on_map(s, leader)) return refuse_for(why, FR_5_3_05, leader);
    if (!may_lead(m, s, unit, leader)) return refuse_for(why, FR_5_3_03, leader);
    if (s->moving == unit && s->rejoins != leader && s->unit[unit].moved) return refuse_for(why, FR_5_3_03, leader);
    if (is_reached(m, s, lay, unit, leader)) return 0;
    for (int i = 0; i < m->columns; i++) {
        int other = m->column[i].leader;
        if (other == leader || side_of(m, other) != side_of(m, unit) || !on_map(s, other) || !may_lead(m, s, unit, other)) continue;
        if (is_reached(m, s, lay, unit, other)) return refuse_for(why, FR_5_3_03, leader);
    }
    return 0;
}

/* Whether that kind of walk is open to the piece at all. */
static rule_id walk_refused(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    int     piece = d->unit;
    rule_id rule = piece_refused(m, s, seat, piece, why);

    if (rule) return rule;
    if (enters(d->kind)) {
        const struct column *column = &m->column[m->column_of[piece]];
        if (s->unit[piece].status != STATUS_WAITING || is_forlorn(m, piece)) return refuse_for(why, FR_4_5_01, piece);
        if (s->turn < column->turn) return refuse_with(why, FR_4_5_01, column->turn, s->turn);
    } else {
        if (!on_map(s, piece)) return refuse_for(why, FR_4_1_01, piece);
        if (is_unit(m, piece) && type_now(m, s, piece)->arm == ARM_ARTILLERY) return refuse_for(why, FR_4_1_05, piece);
        if (is_unit(m, piece) && reiters_is_isolated(m, s, piece) != rejoins(d->kind)) return refuse_for(why, FR_5_3_03, piece);
        if (rejoins(d->kind)) {
            if (!is_unit(m, piece)) return refuse_for(why, FR_5_3_03, piece);
            rule = leader_refused(m, s, lay, piece, d->target, why);
            if (rule) return rule;
        }
    }
    if (remounts(d->kind) && !(is_unit(m, piece) && has_saddle(s, piece))) return refuse_for(why, FR_4_6_01, piece);
    return 0;
}

static struct mover mover_for(const struct match *m, const struct state *s, const struct lay *lay, const struct decision *d)
{
    return reiters_mover(m, s, lay, d->unit, rejoins(d->kind) ? d->target : NOBODY);
}

/* A reinforcement comes in with its points for the entry zone, and two more where it changes face there (FR-4.5-02, FR-4.6-03). */
static int entry_cost(const struct mover *mover, int zone, bool remounts_there, rule_id *rule)
{
    int cost = reiters_entry_cost(mover, zone, rule);

    if (cost == NOWHERE || !remounts_there || cost + mover->m->tables.saddle_cost <= mover->allowance) return cost;
    if (rule) *rule = FR_4_6_03;
    return NOWHERE;
}

/* FR-4.3-03: the full zone that alone keeps the piece from getting there; NOWHERE. */
static int crowd_on_way(const struct mover *mover, int goal)
{
    struct mover free = *mover;
    struct way   way;

    free.counts = false;
    if (!mover->counts || !reiters_way(&free, goal, false, &way)) return NOWHERE;
    for (int i = 0; i < way.steps; i++)
        if (!reiters_has_room(mover->m, mover->lay, mover->seat, way.zone[i])) return way.zone[i];
    return NOWHERE;
}

/* The first reason why a way to the zone is not to be found. */
static rule_id no_way(const struct mover *mover, int zone, struct refusal *why)
{
    const struct match *m = mover->m;
    rule_id             rule = 0;
    int                 number = m->number[zone];

    if (mover->from == zone) return refuse_with(why, FR_4_1_10, number, 0);
    if (m->ground[zone] == GROUND_FORBIDDEN) return refuse_with(why, FR_4_1_1_04, number, 0);
    if (in_set(mover->lay->held[other_side(mover->seat)], zone)) return refuse_with(why, FR_4_1_07, number, 0);
    if (mover->counts && !reiters_has_room(m, mover->lay, mover->seat, zone)) return refuse_with(why, FR_4_3_01, number, m->tables.stacking[m->ground[zone]]);
    reiters_step(mover, mover->from, zone, mover->spent, mover->road, &rule);
    if (!rule || rule == FR_4_1_10) {
        int crowded = crowd_on_way(mover, zone);
        if (crowded != NOWHERE) return refuse_with(why, FR_4_3_03, m->number[crowded], 0);
    }
    if (mover->approaches && (!rule || rule == FR_4_1_10)) return refuse_with(why, FR_5_3_03, number, 0);
    if (!rule || rule == FR_4_1_10) rule = FR_4_1_12;
    return refuse_with(why, rule, number, max32(0, mover->allowance - mover->spent));
}

static rule_id goal_refused(const struct match *m, const struct state *s, const struct lay *lay, const struct decision *d, struct refusal *why)
{
    int          zone = zone_at_point(m, d->at);
    struct mover mover;
    struct way   way;
    rule_id      rule;

    if (zone == NOWHERE) return refuse_with(why, FR_MAP_02, d->at.x, d->at.y);
    mover = mover_for(m, s, lay, d);
    if (enters(d->kind)) {
        if (!in_set(m->column[m->column_of[d->unit]].zones, zone)) return refuse_with(why, FR_4_5_01, d->at.x, 0);
        return entry_cost(&mover, zone, remounts(d->kind), &rule) == NOWHERE ? refuse_with(why, rule, d->at.x, mover.allowance) : 0;
    }
    return reiters_way(&mover, zone, remounts(d->kind), &way) ? 0 : no_way(&mover, zone, why);
}

/* FR-4.6-02 to FR-4.6-05: in the zone where it stands. After a step that had its own test it is too late to add two points to it. */
static rule_id remount_refused(const struct match *m, const struct state *s, seat_id seat, int unit, struct refusal *why)
{
    rule_id rule = piece_refused(m, s, seat, unit, why);
    int     points;

    if (rule) return rule;
    if (!is_unit(m, unit) || !has_saddle(s, unit)) return refuse_for(why, FR_4_6_01, unit);
    if (!on_map(s, unit)) return refuse_for(why, FR_4_1_01, unit);
    if (s->moving == unit && s->last_cost >= m->tables.test_at) return refuse_with(why, FR_4_6_05, s->last_cost, 0);
    points = reiters_allowance(m, s, unit) + (s->moving == unit && s->road && s->unit[unit].moved ? reiters_road_bonus(m, s, unit) : 0);
    if (s->unit[unit].spent + m->tables.saddle_cost > points) return refuse_with(why, FR_4_6_03, m->tables.saddle_cost, points - s->unit[unit].spent);
    return 0;
}

/* FR-SCN-01 */
static const struct exit_rule *exit_for(const struct match *m, const struct state *s, int piece)
{
    for (int i = 0; i < m->exits; i++)
        if (m->exit[i].seat == side_of(m, piece) && on_map(s, piece) && in_set(m->exit[i].zones, zone_of(m, s, piece)) && s->turn >= m->exit[i].turn)
            return &m->exit[i];
    return NULL;
}

static rule_id exit_refused(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    rule_id rule = piece_refused(m, s, seat, piece, why);

    if (rule) return rule;
    if (!exit_for(m, s, piece)) return refuse_for(why, FR_SCN_01, piece);
    if (s->unit[piece].spent + 1 > reiters_allowance(m, s, piece)) return refuse_with(why, FR_SCN_01, 1, reiters_allowance(m, s, piece) - s->unit[piece].spent);
    return 0;
}

/* Forlorn hopes (FR-11.4). */

static int next_child(const struct match *m, const struct state *s, int mother)
{
    for (int unit = 0; unit < m->units; unit++)
        if (m->mother_of[unit] == mother && s->unit[unit].status == STATUS_WAITING) return unit;
    return NOBODY;
}

static rule_id mother_refused(const struct match *m, const struct state *s, seat_id seat, int mother, struct refusal *why)
{
    rule_id rule = piece_refused(m, s, seat, mother, why);
    int     points;

    if (rule) return rule;
    if (!has_option(m, OPTION_OPT_FORLORN) || !is_unit(m, mother) || !type_now(m, s, mother)->makes_ep || seat != SEAT_B || !on_map(s, mother))
        return refuse_for(why, FR_11_4_01, mother);
    points = reiters_allowance(m, s, mother) - s->unit[mother].spent;
    return points < m->tables.forlorn_cost ? refuse_with(why, FR_11_4_01, m->tables.forlorn_cost, points) : 0;
}

static rule_id send_refused(const struct match *m, const struct state *s, seat_id seat, int mother, struct refusal *why)
{
    rule_id rule = mother_refused(m, s, seat, mother, why);

    if (rule) return rule;
    if (s->unit[mother].wear) return refuse_for(why, FR_11_4_03, mother);
    return next_child(m, s, mother) == NOBODY ? refuse_for(why, FR_11_4_07, mother) : 0;
}

static rule_id take_back_refused(const struct match *m, const struct state *s, seat_id seat, int mother, int child, struct refusal *why)
{
    rule_id rule = mother_refused(m, s, seat, mother, why);

    if (rule) return rule;
    if (m->mother_of[child] != mother || !on_map(s, child) || s->unit[child].x != s->unit[mother].x) return refuse_for(why, FR_11_4_05, child);
    return 0;
}

/* Caracoles (FR-11.1). */

bool reiters_caracole_zone(const struct match *m, const struct lay *lay, seat_id seat, int from, int to)
{
    return in_set(m->adjacent[from] & lay->held[other_side(seat)], to) && m->ground[to] == GROUND_OPEN && m->hardest[from][to] == BORDER_DOTTED;
}

rule_id reiters_caracole_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why)
{
    const struct order_line *order = reiters_order_of(m, s, unit);
    seat_id                  seat = side_of(m, unit);
    bool                     beside = false;

    if (!has_option(m, OPTION_OPT_CARACOLE) || !is_unit(m, unit) || !on_map(s, unit) || !type_now(m, s, unit)->caracole)
        return refuse_for(why, FR_11_1_01, unit);
    if (s->unit[unit].disordered || reiters_is_isolated(m, s, unit) || (order && !order->attacks)) return refuse_for(why, FR_11_1_04, unit);
    for (int other = 0; other < m->units; other++)
        if (on_map(s, other) && s->unit[other].caracole && s->unit[other].x == s->unit[unit].x) return refuse_for(why, FR_11_1_03, other);
    for (uint64_t rest = m->adjacent[zone_of(m, s, unit)] & lay->held[other_side(seat)]; rest; rest &= rest - 1) {
        beside = true;
        if (reiters_caracole_zone(m, lay, seat, zone_of(m, s, unit), lowest(rest))) return 0;
    }
    return refuse_with(why, beside ? FR_11_1_02 : FR_11_1_01, s->unit[unit].x, 0);
}

void reiters_end_caracole(struct play *p, int unit, rule_id rule)
{
    if (!p->state->unit[unit].caracole) return;
    p->state->unit[unit].caracole = 0;
    tell(p, EVENT_CARACOLE_OFF, rule, unit, NOBODY, 0, 0, 0);
}

static rule_id declare_refused(const struct match *m, const struct state *s, seat_id seat, int unit, struct refusal *why)
{
    struct lay lay;

    if (side_of(m, unit) != seat) return refuse_for(why, FR_4_1_01, unit);
    reiters_lay(m, s, &lay);
    return reiters_caracole_refused(m, s, &lay, unit, why);
}

rule_id reiters_move_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;
    rule_id    rule;

    switch (d->kind) {
    case DO_END_MOVEMENT: return 0;
    case DO_REMOUNT:      return remount_refused(m, s, seat, d->unit, why);
    case DO_EXIT:         return exit_refused(m, s, seat, d->unit, why);
    case DO_SEND_OUT:     return send_refused(m, s, seat, d->unit, why);
    case DO_TAKE_BACK:    return take_back_refused(m, s, seat, d->unit, d->target, why);
    case DO_CARACOLE:     return declare_refused(m, s, seat, d->unit, why);
    case DO_MOVE: case DO_MOVE_REMOUNT: case DO_REJOIN: case DO_REJOIN_REMOUNT: case DO_ENTER: case DO_ENTER_REMOUNT:
        reiters_lay(m, s, &lay);
        rule = walk_refused(m, s, &lay, seat, d, why);
        return rule ? rule : goal_refused(m, s, &lay, d, why);
    default:              return refuse_with(why, FR_4_1_01, 0, 0);
    }
}

/* Offers. */

uint64_t reiters_move_zones(const struct match *m, const struct state *s, const struct decision *d)
{
    struct lay   lay;
    struct mover mover;
    uint64_t     zones = 0;

    reiters_lay(m, s, &lay);
    mover = mover_for(m, s, &lay, d);
    if (!enters(d->kind)) return reiters_reach(&mover, remounts(d->kind));
    for (uint64_t rest = m->column[m->column_of[d->unit]].zones; rest; rest &= rest - 1)
        if (entry_cost(&mover, lowest(rest), remounts(d->kind), NULL) != NOWHERE) zones |= zone_bit(lowest(rest));
    return zones;
}

/*
 * A zone that the piece could go to: the first next one where a way may end, else by a search of all. A way that may end anywhere may end
 * after its first step: then there is nothing more to search.
 */
static int some_goal(const struct match *m, const struct state *s, const struct lay *lay, const struct decision *d)
{
    struct mover mover = mover_for(m, s, lay, d);
    uint64_t     zones;
    int          next;

    if (enters(d->kind)) {
        for (uint64_t rest = m->column[m->column_of[d->unit]].zones; rest; rest &= rest - 1)
            if (entry_cost(&mover, lowest(rest), remounts(d->kind), NULL) != NOWHERE) return lowest(rest);
        return NOWHERE;
    }
    next = reiters_next_zone(&mover, remounts(d->kind));
    if (next != NOWHERE || (!mover.approaches && !remounts(d->kind))) return next;
    zones = reiters_reach(&mover, remounts(d->kind));
    return zones ? lowest(zones) : NOWHERE;
}

static void offer_walk(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, struct decision d, struct offers *offers)
{
    int zone;

    if (walk_refused(m, s, lay, seat, &d, NULL)) return;
    zone = some_goal(m, s, lay, &d);
    if (zone == NOWHERE) return;
    d.at = point_of_zone(m, zone);
    offer_add(offers, d, USES_AT);
}

static void offer_rejoin(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int unit, bool saddle, struct offers *offers)
{
    for (int i = 0; i < m->columns; i++) {
        struct decision d = { .kind = DO_REJOIN, .unit = (int16_t)unit, .target = m->column[i].leader };
        if (m->column[i].seat != seat || !may_lead(m, s, unit, d.target)) continue;
        offer_walk(m, s, lay, seat, d, offers);
        d.kind = DO_REJOIN_REMOUNT;
        if (saddle) offer_walk(m, s, lay, seat, d, offers);
    }
}

static void offer_for(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int piece, struct offers *offers)
{
    struct decision d = { .unit = (int16_t)piece };
    bool            unit = is_unit(m, piece), saddle = unit && has_saddle(s, piece), waits = s->unit[piece].status == STATUS_WAITING;

    if (unit && on_map(s, piece) && reiters_is_isolated(m, s, piece)) {
        offer_rejoin(m, s, lay, seat, piece, saddle, offers);
    } else {
        d.kind = waits ? DO_ENTER : DO_MOVE;
        offer_walk(m, s, lay, seat, d, offers);
        d.kind = waits ? DO_ENTER_REMOUNT : DO_MOVE_REMOUNT;
        if (saddle) offer_walk(m, s, lay, seat, d, offers);
    }
    if (saddle && !remount_refused(m, s, seat, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_REMOUNT, .unit = (int16_t)piece }, 0);
    if (exit_for(m, s, piece) && !exit_refused(m, s, seat, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_EXIT, .unit = (int16_t)piece }, 0);
}

static void offer_forlorn(const struct match *m, const struct state *s, seat_id seat, int piece, struct offers *offers)
{
    if (!send_refused(m, s, seat, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_SEND_OUT, .unit = (int16_t)piece }, 0);
    for (int child = 0; child < m->units; child++)
        if (m->mother_of[child] == piece && !take_back_refused(m, s, seat, piece, child, NULL))
            offer_add(offers, (struct decision){ .kind = DO_TAKE_BACK, .unit = (int16_t)piece, .target = (int16_t)child }, 0);
}

static void offer_piece(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int piece, struct offers *offers)
{
    if (!s->unit[piece].done) offer_for(m, s, lay, seat, piece, offers);
    if (has_option(m, OPTION_OPT_FORLORN) && is_unit(m, piece)) offer_forlorn(m, s, seat, piece, offers);
    if (has_option(m, OPTION_OPT_CARACOLE) && is_unit(m, piece) && !reiters_caracole_refused(m, s, lay, piece, NULL))
        offer_add(offers, (struct decision){ .kind = DO_CARACOLE, .unit = (int16_t)piece }, 0);
}

static void offer_movement(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    reiters_lay(m, s, &lay);
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == seat && s->unit[piece].status <= STATUS_WAITING) offer_piece(m, s, &lay, seat, piece, offers);
    offer_add(offers, (struct decision){ .kind = DO_END_MOVEMENT }, 0);
}

/* A step that leaves its player nothing to do is passed over. */
static bool may_act(const struct match *m, const struct state *s, seat_id seat)
{
    struct offer  list[3 * COLUMNS];
    struct offers offers = { list, 0, 3 * COLUMNS };
    struct lay    lay;

    reiters_lay(m, s, &lay);
    for (int piece = 0; piece < m->head.pieces && offers.count == 0; piece++)
        if (side_of(m, piece) == seat && s->unit[piece].status <= STATUS_WAITING) offer_piece(m, s, &lay, seat, piece, &offers);
    return offers.count > 0;
}

static void enter_movement(struct play *p)
{
    if (may_act(p->match, p->state, (seat_id)p->state->active)) ask(p, SEAT_BIT(p->state->active));
    else leave(p);
}

/* Doing it. */

/* FR-4.1-01: the piece that was on its way has arrived. */
static void open_move(struct state *s, int piece)
{
    if (s->moving == piece) return;
    if (s->moving != NOBODY) s->unit[s->moving].done = 1;
    s->moving = (int8_t)piece;
    s->rejoins = NOBODY;
    s->far = s->last_cost = 0;
    s->road = 1;
}

static void close_move(struct state *s, int piece)
{
    s->unit[piece].done = 1;
    if (s->moving == piece) s->moving = NOBODY;
}

/* FR-4.6-06: only the face changes. */
static void change_face(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    u->type = u->type == TYPE_ARGOULETS ? TYPE_ARGOULETS_DISMOUNTED : TYPE_ARGOULETS;
    u->spent = (uint8_t)(u->spent + p->match->tables.saddle_cost);
    tell(p, EVENT_REMOUNTED, FR_4_6_02, unit, NOBODY, u->type == TYPE_ARGOULETS, 0, 0);
    cite(p, FR_4_6_06);
    close_move(p->state, unit);
}

/* FR-4.1.4: one check for a step, after it. */
static void check_step(struct play *p, int piece, int cost)
{
    if (is_commander(p->match, piece)) return;
    if (reiters_is_ruin(p->match, cost) || reiters_is_test(p->match, cost)) cite(p, FR_4_1_4_03);
    if (reiters_is_ruin(p->match, cost)) reiters_disorder(p, piece, FR_4_1_4_02);
    else if (reiters_is_test(p->match, cost)) reiters_test(p, piece, FR_4_1_4_01, TEST_SHAKES);
}

enum { FLAG_REMOUNTS = 1 };

static void walk(struct play *p, int piece, int zone, bool remounts_there)
{
    struct frame *frame = go_into(p, PHASE_WALK);

    frame->value[VALUE_UNIT] = piece;
    frame->value[VALUE_ZONE] = zone;
    frame->value[VALUE_FLAGS] = remounts_there ? FLAG_REMOUNTS : 0;
}

/* Whether both zones follow one another on a path (FR-4.1.1-07). */
static bool on_a_path(const struct match *m, int from, int to)
{
    for (int path = 0, i = 1; path < m->paths; i = m->path_end[path++] + 1)
        for (; i < m->path_end[path]; i++)
            if ((m->path[i - 1] == from && m->path[i] == to) || (m->path[i - 1] == to && m->path[i] == from)) return true;
    return false;
}

/* The rules that made up the cost of a step (FR-4.1-11). */
static void cite_cost(struct play *p, const struct lay *lay, int piece, int from, int to)
{
    static const rule_id ground[GROUNDS] = { FR_4_1_1_01, FR_4_1_1_02, FR_4_1_1_03, FR_4_1_1_04 };
    static const rule_id border[BORDERS] = { FR_4_1_2_01, FR_4_1_2_02, FR_4_1_2_03, FR_4_1_2_04 };
    const struct match  *m = p->match;
    seat_id              seat = side_of(m, piece);

    cite(p, ground[m->ground[to]]);
    cite(p, border[m->easiest[from][to]]);
    if (zone_link(&m->map, from, to) == ZONE_BY_JUNCTION) {
        cite(p, FR_4_1_3_01);
        cite(p, FR_MAP_03);
        cite(p, FR_MAP_04);
    }
    if (on_a_path(m, from, to)) cite(p, FR_4_1_1_07);
    if (in_set(lay->zoc[other_side(seat)], to)) {
        cite(p, FR_4_2_01);
        cite(p, FR_4_2_02);
        cite(p, is_commander(m, piece) ? FR_4_2_04 : FR_4_2_03);
    }
    if (lay->load[seat][to]) cite(p, FR_4_3_02);
}

/* What has made a step what it was; `lay` from before it. */
static void cite_step(struct play *p, const struct lay *lay, int piece, int from, int to, int cost)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    const struct unit  *u = &s->unit[piece];

    cite(p, FR_4_1_10);
    cite(p, FR_4_1_02);
    if (u->disordered) cite(p, FR_1_3_7_06);
    cite_cost(p, lay, piece, from, to);
    if (s->rejoins != NOBODY) cite(p, in_set(reiters_command_area(m, s, lay, s->rejoins), to) ? FR_5_3_04 : FR_5_3_03);
    if (s->road) {
        if (u->spent > reiters_allowance(m, s, piece)) cite(p, FR_4_1_1_06);
        cite(p, FR_4_1_1_05);
        cite(p, FR_MAP_08);
    }
    if (!is_commander(m, piece)) return;
    cite(p, FR_4_1_13);
    if (has_option(m, OPTION_ADVANCED_ORDERS)) cite(p, FR_10_1_07);
    if (cost >= m->tables.test_at) cite(p, FR_1_4_02);
}

static void take_step(struct play *p, const struct lay *lay, int piece, int to, int cost)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *u = &s->unit[piece];
    int                 from = zone_of(m, s, piece);

    s->road = s->road && in_set(m->road[from], to);
    s->last_cost = (uint8_t)cost;
    u->spent = (uint8_t)(u->spent + cost);
    u->moved = 1;
    reiters_put(m, s, piece, to);
    tell(p, EVENT_MOVED, FR_4_1_11, piece, NOBODY, m->number[from], m->number[to], cost);
    if (p->events) cite_step(p, lay, piece, from, to, cost);             /* it takes time to know, and nobody might listen */
}

/*
 * On to the goal, as far as nothing comes in between. The rest of the best way is the best way for the rest, so that one without a test is
 * looked for once and not after every step. A test may change the piece, and a change of face weighs the last step anew: they are looked at
 * step by step, and so is a way on which somebody was found.
 */
static void go_on(struct play *p, int piece, int goal, bool saddle)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct frame       *frame = here(p);
    struct lay          lay;
    struct mover        mover;
    struct way          way;

    reiters_lay(m, s, &lay);
    mover = reiters_mover(m, s, &lay, piece, s->rejoins);
    mover.on_way = frame->value[VALUE_NEXT] > 0;
    if (!reiters_way(&mover, goal, saddle, &way)) {
        leave(p);
        return;
    }
    for (int i = 0; i < way.steps; i++) {
        int cost = reiters_step(&mover, zone_of(m, s, piece), way.zone[i], s->unit[piece].spent, s->road, NULL);
        take_step(p, &lay, piece, way.zone[i], cost);
        frame->step = 1;
        frame->value[VALUE_NEXT] = cost;
        frame->value[VALUE_RULE] = s->unit[piece].disordered | s->unit[piece].wear << 1;
        if (is_unit(m, piece)) reiters_arrive(p, piece);
        if (here(p) != frame || saddle || way.risk) return;
    }
}

/* Step 0 goes on, 1 has made a step whose check is still to come, 2 has had it. VALUE_NEXT is what the step cost; VALUE_RULE the disorder before. */
static void enter_walk(struct play *p)
{
    const struct match *m = p->match;
    struct frame       *frame = here(p);
    int                 piece = frame->value[VALUE_UNIT], goal = frame->value[VALUE_ZONE];
    bool                saddle = (frame->value[VALUE_FLAGS] & FLAG_REMOUNTS) != 0;
    struct unit        *u = &p->state->unit[piece];

    if (!on_map(p->state, piece)) {
        leave(p);
        return;
    }
    switch (frame->step) {
    case 0:
        if (zone_of(m, p->state, piece) == goal) leave(p);
        else go_on(p, piece, goal, saddle);
        return;
    case 1: {
        bool last = saddle && zone_of(m, p->state, piece) == goal;                            /* FR-4.6-05: one check on the sum */
        frame->step = 2;
        if (last) change_face(p, piece);
        check_step(p, piece, frame->value[VALUE_NEXT] + (last ? m->tables.saddle_cost : 0));
        return;
    }
    default:
        if (zone_of(m, p->state, piece) == goal || (u->disordered | u->wear << 1) != frame->value[VALUE_RULE]) leave(p);
        else frame->step = 0;
    }
}

/* FR-4.5-02, FR-4.5-03, FR-5.3-06: in command from its entry. */
static void enter_map(struct play *p, const struct decision *d)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 zone = zone_at_point(m, d->at), leader = leader_of(m, d->unit), cost;
    struct lay          lay;
    struct mover        mover;
    struct frame       *frame;

    reiters_lay(m, s, &lay);
    mover = reiters_mover(m, s, &lay, d->unit, NOBODY);
    cost = reiters_entry_cost(&mover, zone, NULL);
    s->unit[d->unit].status = STATUS_STANDING;
    s->unit[d->unit].isolated = 0;
    s->unit[d->unit].spent = (uint8_t)cost;
    s->unit[d->unit].moved = 1;
    s->last_cost = (uint8_t)cost;
    reiters_put(m, s, d->unit, zone);
    if (!s->unit[leader].entered) s->unit[leader].entered = s->turn;
    tell(p, EVENT_ENTERED, FR_4_5_02, d->unit, NOBODY, m->number[zone], cost, 0);
    cite(p, FR_4_5_01);
    cite(p, FR_4_5_03);
    cite(p, FR_5_3_06);
    if (has_option(m, OPTION_ADVANCED_ORDERS)) {
        cite(p, FR_10_1_05);
        cite(p, FR_10_2_03);
    }
    reiters_lay(m, s, &lay);
    if (!reiters_has_room(m, &lay, side_of(m, d->unit), zone)) cite(p, FR_4_5_04);             /* the next one waits */
    walk(p, d->unit, zone, remounts(d->kind));
    frame = here(p);
    frame->step = 1;
    frame->value[VALUE_NEXT] = cost;
    frame->value[VALUE_RULE] = s->unit[d->unit].disordered | s->unit[d->unit].wear << 1;
    if (is_unit(m, d->unit)) reiters_arrive(p, d->unit);
}

static void exit_map(struct play *p, int piece)
{
    const struct match     *m = p->match;
    const struct exit_rule *exit = exit_for(m, p->state, piece);
    struct unit            *u = &p->state->unit[piece];
    int                     points = is_unit(m, piece) ? exit->points[type_now(m, p->state, piece)->arm] : 0;

    if (is_forlorn(m, piece)) points = 0;
    tell(p, EVENT_EXITED, FR_SCN_01, piece, NOBODY, u->x, points, 0);
    close_move(p->state, piece);
    u->status = STATUS_LEFT;
    u->x = u->spent = u->moved = u->done = u->disordered = u->isolated = u->caracole = 0;
    reiters_score(p, side_of(m, piece), points, FR_SCN_01, piece);
    for (int child = 0; child < m->units; child++)                   /* those still out cannot reach her any more */
        if (m->mother_of[child] == piece && p->state->unit[child].status == STATUS_WAITING) p->state->unit[child].status = STATUS_LEFT;
}

static void send_out(struct play *p, int mother)
{
    int child = next_child(p->match, p->state, mother);

    p->state->unit[mother].spent = (uint8_t)(p->state->unit[mother].spent + p->match->tables.forlorn_cost);        /* FR-11.4-19 */
    reiters_bring_out(p, child, zone_of(p->match, p->state, mother));
    tell(p, EVENT_SENT_OUT, FR_11_4_01, mother, child, p->state->unit[mother].lent, 0, 0);
    if (p->state->unit[mother].lent) cite(p, FR_11_4_07);                /* there will be no third */
    cite(p, FR_11_4_02);
    cite(p, FR_11_4_03);
    cite(p, FR_11_4_11);
    cite(p, FR_11_4_19);
    if (p->state->unit[mother].disordered) cite(p, FR_11_4_04);
}

static void take_back(struct play *p, int mother, int child)
{
    struct unit *u = &p->state->unit[child];

    p->state->unit[mother].spent = (uint8_t)(p->state->unit[mother].spent + p->match->tables.forlorn_cost);
    u->status = STATUS_WAITING;
    u->x = u->disordered = u->done = u->moved = u->spent = 0;
    tell(p, EVENT_TAKEN_BACK, FR_11_4_05, mother, child, 0, 0, 0);
    reiters_settle_mother(p, mother);
}

/* Are there lansquenets on the active side, whom gold may tempt? */
static bool has_greedy(const struct match *m, const struct state *s)
{
    for (int unit = 0; unit < m->units && has_option(m, OPTION_OPT_GOLD); unit++)
        if (on_map(s, unit) && side_of(m, unit) == (seat_id)s->active && type_now(m, s, unit)->gold) return true;
    return false;
}

/* Its allowance is looked at again when its points are spent: nothing else ends a movement but another piece's. */
static void take_movement(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    int           zone = zone_at_point(p->match, d->at);

    (void)seat;
    if (d->kind == DO_END_MOVEMENT) {
        tell(p, EVENT_MOVEMENT_ENDS, FR_4_1_06, NOBODY, NOBODY, s->active, 0, 0);
        if (has_greedy(p->match, s)) {
            cite(p, FR_11_3_01);
            cite(p, FR_11_3_02);
        }
        leave(p);
        return;
    }
    if (d->kind == DO_CARACOLE) {
        if (s->moving != d->unit && s->moving != NOBODY) close_move(s, s->moving);
        close_move(s, d->unit);
        s->unit[d->unit].caracole = 1;
        tell(p, EVENT_CARACOLE, FR_11_1_01, d->unit, NOBODY, s->unit[d->unit].x, 0, 0);
        return;
    }
    open_move(s, d->unit);
    switch (d->kind) {
    case DO_REMOUNT: {
        int cost = s->last_cost + p->match->tables.saddle_cost;
        change_face(p, d->unit);
        cite(p, s->unit[d->unit].moved ? FR_4_6_05 : FR_4_6_04);
        check_step(p, d->unit, cost);
        return;
    }
    case DO_EXIT:      exit_map(p, d->unit); return;
    case DO_SEND_OUT:  send_out(p, d->unit); return;
    case DO_TAKE_BACK: take_back(p, d->unit, d->target); return;
    case DO_ENTER: case DO_ENTER_REMOUNT: enter_map(p, d); return;
    default:
        if (rejoins(d->kind) && s->rejoins == NOBODY) {
            struct lay   lay;
            struct mover mover;
            reiters_lay(p->match, s, &lay);
            mover = reiters_mover(p->match, s, &lay, d->unit, d->target);
            s->rejoins = (int8_t)d->target;
            s->far = mover.distance[mover.from];
        }
        walk(p, d->unit, zone, remounts(d->kind));
    }
}

/* FR-11.3: by zone number and piece; VALUE_NEXT is the key of the next. */

static bool is_tempted(const struct match *m, const struct state *s, const struct lay *lay, int unit)
{
    seat_id  enemy = other_side(side_of(m, unit));
    uint64_t unguarded = 0;

    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (!is_commander(m, piece) && side_of(m, piece) == enemy && on_map(s, piece)) unguarded |= zone_bit(zone_of(m, s, piece));
    return (m->adjacent[zone_of(m, s, unit)] & unguarded & ~lay->held[enemy]) != 0;
}

static void enter_gold(struct play *p)
{
    const struct match *m = p->match;
    struct frame       *frame = here(p);
    int                 next = NOBODY, key = 0;
    struct lay          lay;

    reiters_lay(m, p->state, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        int own = p->state->unit[unit].x << 8 | unit;
        if (!on_map(p->state, unit) || side_of(m, unit) != (seat_id)p->state->active || own < frame->value[VALUE_NEXT]) continue;
        if (!type_now(m, p->state, unit)->gold || !is_tempted(m, p->state, &lay, unit)) continue;          /* FR-11.3-02 */
        if (next != NOBODY && own >= key) continue;
        next = unit;
        key = own;
    }
    if (next == NOBODY) {
        leave(p);
        return;
    }
    frame->value[VALUE_NEXT] = key + 1;
    tell(p, EVENT_GOLD, FR_11_3_01, next, NOBODY, p->state->unit[next].x, 0, 0);
    cite(p, FR_11_3_02);
    reiters_test(p, next, FR_11_3_01, TEST_SHAKES);
}

const struct phase reiters_movement = {
    "movement", FR_4_1_01, enter_movement, offer_movement, reiters_move_refused, take_movement, .step = STEP_MOVEMENT,
};
const struct phase reiters_walk = { .name = "walk", .rule = FR_4_1_10, .enter = enter_walk };
const struct phase reiters_gold = { .name = "gold", .rule = FR_11_3_01, .enter = enter_gold, .step = STEP_MOVEMENT };
