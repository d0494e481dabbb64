/*
 * turn.c: set-up, the turn and its closing (ledger chapters 2, 3, 9, 10.3, SCN).
 *
 * One frame lies at the bottom: the turn, which goes from step to step. Every step of a player's phase is a frame on top of it.
 */
#include "rules.h"

enum { AT_TURN, AT_COMMAND, AT_MOVEMENT, AT_MOVEMENT_END, AT_REACTION, AT_COMBAT, AT_RALLY, AT_NEXT };

void reiters_setup(const struct match *m, struct state *s)
{
    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *u = &s->unit[piece];
        bool         waits = is_forlorn(m, piece) || (m->column_of[piece] < COLUMNS && m->column[m->column_of[piece]].turn > 1);
        u->type = m->type_of[piece];
        u->status = waits ? STATUS_WAITING : STATUS_STANDING;
        u->x = waits ? 0 : m->start[piece].zone;
        u->disordered = waits ? 0 : m->start[piece].disordered;                               /* FR-SCN-02 */
        if (is_unit(m, piece)) u->charge = m->tables.type[u->type].lances;                    /* FR-2.1-05 */
        u->order = is_commander(m, piece) && has_option(m, OPTION_ADVANCED_ORDERS) ? m->column[m->column_of[piece]].order : ORDER_NONE;
    }
    s->initiative = (uint8_t)m->first;
    s->active = (uint8_t)other_side(m->first);
    s->moving = s->rejoins = s->last_defender = NOBODY;
    s->combat.attacker = s->combat.defender = NOBODY;
    flow_push(&s->flow, PHASE_SETUP);
}

/* Set-up (FR-2.1). */

/* Where pieces of the other side stand, of whatever kind. */
static uint64_t taken_zones(const struct match *m, const struct state *s, seat_id seat)
{
    uint64_t taken = 0;

    for (int other = 0; other < m->head.pieces; other++)
        if (side_of(m, other) != seat && on_map(s, other)) taken |= zone_bit(zone_of(m, s, other));
    return taken;
}

static uint64_t placing_zones(const struct match *m, const struct state *s, const struct lay *lay, uint64_t taken, int piece)
{
    uint64_t zones;

    if (is_forlorn(m, piece)) {
        int mother = m->mother_of[piece];
        zones = on_map(s, mother) && !s->unit[mother].wear ? zone_bit(zone_of(m, s, mother)) | m->adjacent[zone_of(m, s, mother)] : 0;
        return zones & ~taken;                                           /* FR-11.4-13 */
    }
    zones = m->column[m->column_of[piece]].zones & ~taken & ~zone_bit(zone_of(m, s, piece));
    return is_commander(m, piece) ? zones : zones & ~lay->full[side_of(m, piece)];
}

uint64_t reiters_setup_zones(const struct match *m, const struct state *s, int piece)
{
    struct lay lay;

    reiters_lay(m, s, &lay);
    return placing_zones(m, s, &lay, taken_zones(m, s, side_of(m, piece)), piece);
}

/* A piece may be set three times, so that two full zones can exchange theirs by way of a third; there would be no end of it otherwise. */
enum { PLACINGS = 3 };

static rule_id placing_refused(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    if (side_of(m, piece) != seat || m->column_of[piece] >= COLUMNS) return refuse_for(why, FR_2_1_01, piece);
    if (is_forlorn(m, piece) ? s->unit[piece].status != STATUS_WAITING : !on_map(s, piece)) return refuse_for(why, FR_4_5_01, piece);
    if (s->unit[piece].done || s->unit[piece].spent >= PLACINGS) return refuse_for(why, FR_2_1_01, piece);
    return 0;
}

/* Somewhere on this map nobody may cross. */
static bool has_barriers(const struct match *m)
{
    for (int edge = 0; edge < m->map.edge_count; edge++)
        if (m->map.edge[edge].kind == BORDER_IMPASSABLE) return true;
    return false;
}

static void enter_setup(struct play *p)
{
    if (here(p)->step < 2) {
        p->state->active = (uint8_t)(here(p)->step ? p->state->initiative : other_side((seat_id)p->state->initiative));   /* FR-2.1-06 */
        ask(p, SEAT_BIT(p->state->active));
        return;
    }
    leave(p);
    go_into(p, PHASE_TURN);
    tell(p, EVENT_BEGINS, FR_2_2_01, NOBODY, NOBODY, p->state->initiative, p->match->turns, 0);
    /* What holds for the whole game. */
    static const rule_id grounds[] = {
        FR_1_1_01, FR_1_1_02, FR_1_1_04, FR_1_2_01, FR_1_3_1_01, FR_1_3_1_02, FR_1_3_1_04, FR_1_3_2_01, FR_1_3_2_02, FR_1_3_2_03, FR_1_3_4_01,
        FR_1_3_4_02, FR_1_3_5_01, FR_1_3_6_01, FR_1_4_01, FR_1_4_03, FR_1_5_01, FR_1_6_01, FR_2_1_03, FR_4_1_0_01, FR_4_3_04, FR_5_1_01,
        FR_7_4_3_01, FR_7_4_6_05, FR_9_0_04, FR_MAP_01, FR_MAP_02, FR_MAP_17, FR_SCN_05, FR_2_1_05, FR_4_3_05,
    };
    static const rule_id barriers[] = { FR_4_1_2_04, FR_4_1_3_02, FR_MAP_06 };
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) cite(p, grounds[i]);
    for (size_t i = 0; i < sizeof barriers / sizeof barriers[0] && has_barriers(p->match); i++) cite(p, barriers[i]);
    if (has_option(p->match, OPTION_OPT_FORLORN)) cite(p, FR_1_3_1_03);
    if (p->match->night) cite(p, FR_SCN_03);
}

static void offer_setup(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    uint64_t   taken = taken_zones(m, s, seat);
    struct lay lay;

    reiters_lay(m, s, &lay);
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        uint64_t zones;
        if (placing_refused(m, s, seat, piece, NULL)) continue;
        zones = placing_zones(m, s, &lay, taken, piece);
        if (zones) offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = (int16_t)piece, .at = point_of_zone(m, lowest(zones)) }, USES_AT);
    }
}

static rule_id refuse_setup(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    rule_id    rule;
    int        zone = zone_at_point(m, d->at);
    struct lay lay;

    if (d->kind == DO_READY) return 0;
    if (d->kind != DO_PLACE) return refuse_with(why, FR_2_1_01, 0, 0);
    rule = placing_refused(m, s, seat, d->unit, why);
    if (rule) return rule;
    if (zone != NOWHERE && in_set(reiters_setup_zones(m, s, d->unit), zone)) return 0;
    if (is_forlorn(m, d->unit)) return refuse_with(why, FR_11_4_13, d->at.x, 0);
    if (zone == NOWHERE || !in_set(m->column[m->column_of[d->unit]].zones, zone)) return refuse_with(why, FR_2_1_01, d->at.x, 1);
    reiters_lay(m, s, &lay);
    if (in_set(lay.held[other_side(seat)], zone)) return refuse_with(why, FR_4_3_05, d->at.x, 0);
    return refuse_with(why, s->unit[d->unit].x == d->at.x ? FR_2_1_01 : FR_2_1_02, d->at.x, 2);
}

/* The second forlorn hope reduces her (FR-11.4-03). */
void reiters_bring_out(struct play *p, int child, int zone)
{
    const struct match *m = p->match;
    int                 mother = m->mother_of[child], left = 0;
    struct unit        *u = &p->state->unit[child];

    u->status = STATUS_STANDING;
    u->disordered = 0;                                                                        /* FR-11.4-04 */
    u->done = 1;
    reiters_put(m, p->state, child, zone);
    for (int other = 0; other < m->units; other++) left += m->mother_of[other] == mother && p->state->unit[other].status == STATUS_WAITING;
    if (left) return;
    p->state->unit[mother].wear = p->state->unit[mother].lent = 1;
}

static void take_setup(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_READY) {
        tell(p, EVENT_READY, FR_2_1_06, NOBODY, NOBODY, seat, 0, 0);
        for (int piece = 0; piece < p->match->head.pieces; piece++) p->state->unit[piece].done = p->state->unit[piece].spent = 0;
        here(p)->step++;
        return;
    }
    if (is_forlorn(p->match, d->unit)) {
        reiters_bring_out(p, d->unit, zone_at_point(p->match, d->at));
        p->state->unit[p->match->mother_of[d->unit]].done = 1;
        tell(p, EVENT_PLACED, FR_11_4_13, d->unit, NOBODY, d->at.x, 0, 0);
        return;
    }
    reiters_put(p->match, p->state, d->unit, zone_at_point(p->match, d->at));
    p->state->unit[d->unit].spent++;
    tell(p, EVENT_PLACED, FR_2_1_01, d->unit, NOBODY, d->at.x, 0, 0);
    cite(p, FR_2_1_02);
}

/* Points (chapter 9). */

void reiters_score(struct play *p, seat_id seat, int points, rule_id rule, int piece)
{
    if (points == 0) return;
    p->state->points[seat] = (int16_t)(p->state->points[seat] + points);
    tell(p, EVENT_POINTS, rule, piece, NOBODY, seat, points, p->state->points[seat]);
    cite(p, FR_9_0_01);
}

/* FR-9.0-02 */
bool reiters_holds(const struct match *m, const struct state *s, seat_id seat, int zone)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) == seat && s->unit[unit].x == m->number[zone] && !reiters_is_isolated(m, s, unit)) return true;
    return false;
}

int reiters_points(const struct match *m, const struct state *s, seat_id seat)
{
    int points = s->points[seat];

    if (s->flow.over) return points;
    for (int i = 0; i < m->objectives; i++)
        if (reiters_holds(m, s, seat, m->objective[i].zone)) points += m->objective[i].points[seat];
    return points;
}

void reiters_tell_score(struct play *p, seat_id seat)
{
    const struct match *m = p->match;
    int                 points = account(p, FR_9_0_01, p->state->points[seat]);

    for (int i = 0; i < m->objectives && !p->state->flow.over; i++)
        if (reiters_holds(m, p->state, seat, m->objective[i].zone)) points += because(p, FR_9_0_02, m->objective[i].points[seat]);
    total(p, FR_9_0_01, points);
}

/* The turn. */

/* Why a unit is out of command, or by whom it is in it. */
static void cite_command(struct play *p, bool isolated, bool own, bool general)
{
    static const rule_id reach[] = { FR_5_3_02, FR_5_2_01, FR_5_2_02, FR_5_2_03, FR_5_2_04, FR_MAP_09 };

    for (size_t i = 0; i < sizeof reach / sizeof reach[0]; i++) cite(p, reach[i]);
    if (isolated) cite(p, FR_5_1_02);
    if (general) cite(p, FR_5_1_03);
    if (own && !general) cite(p, FR_5_1_05);
}

/* FR-5.3-01, FR-5.3-02 */
static void judge_command(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint64_t            area[COLUMNS], general = 0;
    bool                orders = has_option(m, OPTION_ADVANCED_ORDERS), lent = false;
    struct lay          lay;

    reiters_lay(m, s, &lay);
    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        area[i] = m->column[i].seat == (seat_id)s->active && on_map(s, commander) ? reiters_command_area(m, s, &lay, commander) : 0;
        if (reiters_is_general(m, s, commander)) general |= area[i];
    }
    for (int unit = 0; unit < m->units; unit++) {
        struct unit *u = &s->unit[unit];
        bool         isolated;
        if (!on_map(s, unit) || side_of(m, unit) != (seat_id)s->active || is_forlorn(m, unit)) continue;
        isolated = !in_set(area[m->column_of[unit]] | general, zone_of(m, s, unit));
        lent = lent || (orders && !isolated && !in_set(area[m->column_of[unit]], zone_of(m, s, unit)));
        if (isolated == (u->isolated != 0)) continue;
        u->isolated = isolated;
        tell(p, isolated ? EVENT_ISOLATED : EVENT_COMMANDED, FR_5_3_01, unit, leader_of(m, unit), u->x, 0, 0);
        cite_command(p, isolated, in_set(area[m->column_of[unit]], zone_of(m, s, unit)), in_set(general, zone_of(m, s, unit)));
        if (orders && isolated) cite(p, FR_10_1_03);
    }
    if (lent) cite(p, FR_10_1_04);           /* somebody is in command through the general alone */
}

static void begin_turn(struct play *p)
{
    struct state *s = p->state;

    s->turn++;
    s->half = 0;
    s->active = s->initiative;
    tell(p, EVENT_TURN, FR_3_0_01, NOBODY, NOBODY, s->turn, p->match->turns, s->initiative);
    cite(p, s->turn == 1 ? FR_2_1_04 : FR_3_0_04);
    cite(p, has_option(p->match, OPTION_ADVANCED_ORDERS) ? FR_1_1_03 : FR_2_2_02);
}

static void begin_half(struct play *p)
{
    for (int piece = 0; piece < p->match->head.pieces; piece++) {
        struct unit *u = &p->state->unit[piece];
        u->done = u->spent = u->moved = u->reacted = u->fought = u->wavered = u->tried = 0;
    }
    tell(p, EVENT_HALF, FR_3_0_02, NOBODY, NOBODY, p->state->active, p->state->turn, 0);
    cite(p, FR_3_0_03);
    judge_command(p);
}

static void begin_movement(struct play *p)
{
    struct lay lay;

    reiters_lay(p->match, p->state, &lay);
    p->state->held = lay.held[p->state->active];
    go_into(p, PHASE_MOVEMENT);
}

/* FR-11.4-12 */
static void lose_stragglers(struct play *p)
{
    const struct match *m = p->match;

    for (int unit = 0; unit < m->units; unit++) {
        int mother = m->mother_of[unit], zone, home;
        if (!is_forlorn(m, unit) || !on_map(p->state, unit)) continue;
        zone = zone_of(m, p->state, unit);
        home = on_map(p->state, mother) ? zone_of(m, p->state, mother) : NOWHERE;
        if (home != NOWHERE && (zone == home || in_set(m->adjacent[home], zone))) continue;
        tell(p, EVENT_TOO_FAR, FR_11_4_12, unit, mother, p->state->unit[unit].x, 0, 0);
        reiters_eliminate(p, unit, FR_11_4_12);
    }
}

static void end_movement(struct play *p)
{
    p->state->moving = p->state->rejoins = NOBODY;
    p->state->far = p->state->road = p->state->last_cost = 0;
    for (int piece = 0; piece < p->match->head.pieces; piece++) p->state->unit[piece].spent = p->state->unit[piece].done = 0;
    lose_stragglers(p);
    if (has_option(p->match, OPTION_OPT_GOLD)) go_into(p, PHASE_GOLD);
}

/* FR-MAP-16, FR-6.1-03; FR-SCN-02 */
static void begin_reaction(struct play *p)
{
    struct state *s = p->state;
    seat_id       passive = other_side((seat_id)s->active);
    struct lay    lay;

    reiters_lay(p->match, s, &lay);
    s->reaction = lay.held[s->active] & ~s->held;
    for (uint64_t rest = s->reaction; rest; rest &= rest - 1)
        if (p->match->adjacent[lowest(rest)] & lay.held[passive]) {
            tell(p, EVENT_REACTION_ZONE, FR_MAP_16, NOBODY, NOBODY, p->match->number[lowest(rest)], 0, 0);
            cite(p, FR_6_1_01);
            cite(p, FR_6_1_03);
            cite(p, FR_MAP_05);
        }
    if (p->match->no_reaction[passive] == s->turn) {
        if (s->reaction) cite(p, FR_SCN_02);
        return;
    }
    go_into(p, PHASE_REACTION);
}

static void begin_combat_step(struct play *p)
{
    struct state *s = p->state;

    s->reaction = s->held = s->attacked = 0;
    s->last_zone = 0;
    s->last_defender = NOBODY;
    for (int piece = 0; piece < p->match->head.pieces; piece++) s->unit[piece].fought = s->unit[piece].wavered = s->unit[piece].done = s->unit[piece].moved = 0;
    go_into(p, PHASE_COMBATS);
}

static void begin_rally(struct play *p)
{
    struct state *s = p->state;

    s->attacked = 0;
    s->last_zone = 0;
    s->last_defender = NOBODY;
    for (int piece = 0; piece < p->match->head.pieces; piece++) s->unit[piece].fought = s->unit[piece].wavered = s->unit[piece].done = s->unit[piece].tried = 0;
    go_into(p, PHASE_RALLY);
}

/* The closing phase. */

/* FR-10.3 */
static void find_initiative(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 sum[2];

    for (int seat = 0; seat < 2; seat++) {
        sum[seat] = account(p, FR_10_3_01, 0);
        for (int i = 0; i < m->columns; i++) {
            int  leader = m->column[i].leader;
            bool units = false;
            if (m->column[i].seat != seat || !on_map(s, leader)) continue;
            for (int unit = 0; unit < m->units; unit++) units = units || (on_map(s, unit) && m->column_of[unit] == i);
            if (!s->unit[leader].shown) reiters_show_order(p, leader);
            if (!units) continue;                                                             /* FR-10.3-03 */
            sum[seat] += because_of(p, FR_10_3_01, leader, m->tables.order[s->unit[leader].order].initiative);
        }
        sum[seat] = total(p, FR_10_3_01, sum[seat]);
    }
    if (sum[0] != sum[1]) s->initiative = sum[0] > sum[1] ? SEAT_A : SEAT_B;
    tell(p, EVENT_INITIATIVE, FR_10_3_02, NOBODY, NOBODY, s->initiative, sum[0], sum[1]);
    cite(p, FR_10_3_03);
}

/* FR-SCN-04 */
static bool storm_breaks(struct play *p)
{
    int  die;
    bool ends;

    if (!p->match->storm_from || p->state->turn < p->match->storm_from) return false;
    die = d6(p, FR_SCN_04);
    ends = p->match->storm_on >> die & 1;
    tell(p, EVENT_STORM, FR_SCN_04, NOBODY, NOBODY, die, ends, 0);
    return ends;
}

/* FR-9.0-03, FR-9.0-05 */
static void end_battle(struct play *p)
{
    const struct match *m = p->match;
    int                 difference, level = 0;

    for (int i = 0; i < m->objectives; i++)
        for (seat_id seat = 0; seat < 2; seat++) {
            if (!reiters_holds(m, p->state, seat, m->objective[i].zone)) continue;
            tell(p, EVENT_HELD, FR_9_0_02, NOBODY, NOBODY, seat, m->number[m->objective[i].zone], m->objective[i].points[seat]);
            reiters_score(p, seat, m->objective[i].points[seat], FR_9_0_05, NOBODY);
        }
    difference = p->state->points[0] - p->state->points[1];
    for (int i = 0; i < m->levels; i++)
        if ((difference < 0 ? -difference : difference) >= m->level[i].from) level = m->level[i].id;
    tell(p, EVENT_ENDS, FR_9_0_03, NOBODY, NOBODY, p->state->points[0], p->state->points[1], level);
    cite(p, FR_3_0_04);
    finish(p, level == LEVEL_DRAW || difference == 0 ? NO_SEAT : difference > 0 ? SEAT_A : SEAT_B);
}

static void close_turn(struct play *p)
{
    bool over;

    if (has_option(p->match, OPTION_ADVANCED_ORDERS)) find_initiative(p);
    over = p->state->turn >= p->match->turns;
    if (!over) over = storm_breaks(p);
    if (over) end_battle(p);
    else here(p)->step = AT_TURN;
}

static void enter_turn(struct play *p)
{
    struct frame *frame = here(p);

    switch (frame->step++) {
    case AT_TURN:         begin_turn(p); break;
    case AT_COMMAND:
        begin_half(p);
        if (has_option(p->match, OPTION_ADVANCED_ORDERS)) go_into(p, PHASE_ORDERS);
        break;
    case AT_MOVEMENT:     begin_movement(p); break;
    case AT_MOVEMENT_END: end_movement(p); break;
    case AT_REACTION:     begin_reaction(p); break;
    case AT_COMBAT:       begin_combat_step(p); break;
    case AT_RALLY:        begin_rally(p); break;
    default:
        if (p->state->half == 0) {
            p->state->half = 1;
            p->state->active = (uint8_t)other_side((seat_id)p->state->active);
            frame->step = AT_COMMAND;
        } else {
            close_turn(p);
        }
    }
}

/* For cases: the steps in which somebody is asked first. */
bool reiters_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    static const uint8_t next[PHASES] = {
        [PHASE_ORDERS] = AT_MOVEMENT, [PHASE_MOVEMENT] = AT_MOVEMENT_END, [PHASE_REACTION] = AT_COMBAT, [PHASE_COMBATS] = AT_RALLY, [PHASE_RALLY] = AT_NEXT,
    };
    struct lay lay;

    while (s->flow.depth) flow_pop(&s->flow);
    s->active = (uint8_t)(phase == PHASE_REACTION ? other_side(seat) : seat);
    if (s->turn == 0) s->turn = 1;
    s->half = s->active != s->initiative;
    if (phase == PHASE_SETUP) {
        s->turn = s->half = 0;
        flow_push(&s->flow, PHASE_SETUP);
        flow_top(&s->flow)->step = seat == (seat_id)s->initiative;
        return true;
    }
    if (phase == PHASE_TURN) {                           /* its owner's phase is about to begin */
        flow_push(&s->flow, PHASE_TURN);
        flow_top(&s->flow)->step = AT_COMMAND;
        return true;
    }
    if (!next[phase]) {
        fault_say(fault, "position", 0, "a case cannot begin in phase %s", ruleset_of(m)->phases[phase]->name);
        return false;
    }
    reiters_lay(m, s, &lay);
    s->held = phase == PHASE_MOVEMENT ? lay.held[s->active] : 0;
    if (phase == PHASE_REACTION) {                       /* zones where nobody stood who has not moved */
        uint64_t before = 0;
        for (int unit = 0; unit < m->units; unit++)
            if (on_map(s, unit) && side_of(m, unit) == (seat_id)s->active && !s->unit[unit].moved) before |= zone_bit(zone_of(m, s, unit));
        s->reaction = lay.held[s->active] & ~before;
    }
    flow_push(&s->flow, PHASE_TURN);
    flow_top(&s->flow)->step = next[phase];
    flow_push(&s->flow, phase);
    return true;
}

const struct phase reiters_setup_phase = { "setup", FR_2_1_01, enter_setup, offer_setup, refuse_setup, take_setup, .step = STEP_SETUP };
const struct phase reiters_turn = { .name = "turn", .rule = FR_3_0_02, .enter = enter_turn, .step = STEP_CLOSING };
