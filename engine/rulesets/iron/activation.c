/*
 * activation.c: whose command acts, continuity and seizure, the end of an activation (ledger chapters ACT, RALLY, STD, VIC, SW).
 *
 * One frame lies at the bottom: the question of a free activation, of going on, or of a seizure, or an activation under way. Each
 * takes the place of the one before.
 */
#include "rules.h"

void iron_setup(const struct match *m, struct state *s)
{
    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *u = &s->unit[piece];
        u->x = m->start[piece].x;
        u->y = m->start[piece].y;
        u->heading = m->start[piece].heading;
        u->type = m->type_of[piece];
        u->status = m->start[piece].status;
        u->formation = m->start[piece].formation;
    }
    for (int piece = 0; piece < PIECES; piece++) s->unit[piece].foe = s->unit[piece].other = NOBODY;
    s->command = s->last = s->announced = s->moving = NOBODY;
    s->active = (uint8_t)(m->first == NO_SEAT ? SEAT_A : m->first);
    flow_push(&s->flow, PHASE_SETUP);
}

bool iron_has_units(const struct match *m, const struct state *s, int leader)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && leader_of(m, unit) == leader) return true;
    return false;
}

bool iron_side_gone(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) == seat) return false;
    return true;
}

/* MI-VIC-09; a side that goes down with its last enemy goes down with him. */
bool iron_end_if_gone(struct play *p)
{
    bool a = iron_side_gone(p->match, p->state, SEAT_A), b = iron_side_gone(p->match, p->state, SEAT_B);

    if (!a && !b) return false;
    tell(p, EVENT_ENDS, MI_VIC_09, NOBODY, NOBODY, iron_flight_points(p->match, p->state, SEAT_A),
         iron_flight_points(p->match, p->state, SEAT_B), a && b ? 0 : a ? 2 : 1);
    finish(p, a && b ? NO_SEAT : a ? SEAT_B : SEAT_A);
    return true;
}

/* MI-NAJ-04 and MI-NAJ-05 change what a unit counts. */
int iron_points_for(const struct match *m, const struct state *s, int piece)
{
    const struct unit *u = &s->unit[piece];
    bool               levy = m->command[m->command_of[piece]].levy;

    if (m->type_of[piece] == TYPE_LEADER) return u->successor || u->status == STATUS_LOST ? iron_leader_points(m, piece) : 0;
    if (!is_unit(m, piece)) return 0;
    if (u->status == STATUS_RETIRED) return levy ? 0 : fixed_value(m, FIXED_FLIGHT_RETIRED);
    if (u->status == STATUS_AWAY) return has_special(m, SPECIAL_NAJ_05) ? fixed_value(m, FIXED_FLIGHT_RETIRED) : 0;
    if (u->status == STATUS_LOST) return levy ? 1 : m->tables.type[u->type].flight;
    return 0;
}

int iron_flight_points(const struct match *m, const struct state *s, seat_id seat)
{
    int points = s->extra[seat];

    for (int piece = 0; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == seat) points += iron_points_for(m, s, piece);
    return points;
}

/* Formations (MI-SW-01, MI-SW-02, MI-SW-07, MI-SCH-01, MI-SCH-07). */

static bool may_form(const struct match *m, const struct state *s, int unit, int formation)
{
    if (is_retired(s, unit) || s->unit[unit].formation == formation) return false;
    if (formation == FORM_NONE) return true;
    if (is_disordered(s, unit) || iron_is_static(m, s, unit)) return false;
    return formation == FORM_SCHILTRON ? s->unit[unit].type == TYPE_PK : type_now(m, s, unit)->walls;
}

rule_id iron_form_refused(const struct match *m, const struct state *s, int leader, int formation, struct refusal *why)
{
    const struct side *side = &m->side[side_of(m, leader)];

    if (formation == FORM_SHIELD_WALL && !side->shield_wall) return refuse_with(why, MI_SW_01, 0, 0);
    if (formation == FORM_SCHILTRON && !side->schiltron) return refuse_with(why, MI_SCH_01, 0, 0);
    if (s->untouched != UNTOUCHED || s->unit[leader].acted & 1 << formation) return refuse_with(why, MI_SW_02, 1, 0);
    if (!on_map(s, leader)) return refuse_with(why, MI_SW_02, 2, 0);
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && leader_of(m, unit) == leader && may_form(m, s, unit, formation)) return 0;
    for (int unit = 0; unit < m->units; unit++)
        if (leader_of(m, unit) == leader && formation != FORM_NONE && iron_is_static(m, s, unit)) return refuse_for(why, MI_FALK_02, unit);
    return refuse_with(why, formation == FORM_SCHILTRON ? MI_SCH_07 : MI_SW_07, 0, 0);
}

void iron_form(struct play *p, int leader, int formation)
{
    const struct match *m = p->match;
    int                 count = 0;

    for (int unit = 0; unit < m->units; unit++) {
        if (!on_map(p->state, unit) || leader_of(m, unit) != leader || !may_form(m, p->state, unit, formation)) continue;
        p->state->unit[unit].formation = (uint8_t)formation;
        p->state->unit[unit].acted = 1;
        count++;
    }
    p->state->untouched = TOUCHED;
    p->state->unit[leader].acted |= (uint8_t)(1 << formation);             /* each order once: at set-up there is no end of time */
    tell(p, EVENT_FORMED, MI_SW_02, leader, NOBODY, formation, count, 0);
    if (has_special(m, SPECIAL_CREC_04)) cite(p, MI_CREC_04);
    if (has_special(m, SPECIAL_COUR_01)) cite(p, MI_COUR_01);
    if (has_special(m, SPECIAL_FALK_01)) cite(p, MI_FALK_01);
    if (formation == FORM_SCHILTRON) cite(p, MI_SCH_01);
    if (formation == FORM_SHIELD_WALL) cite(p, MI_SW_06);
}

/* Before the battle each side whose army knows a formation orders its commands; first A, then B. */

static bool has_orders(const struct match *m, const struct state *s, seat_id seat)
{
    (void)s;
    return m->side[seat].shield_wall || m->side[seat].schiltron;
}

/* MI-BANN-01 */
static void find_first(struct play *p)
{
    int die;

    if (p->match->first != NO_SEAT) return;
    die = d10(p, MI_BANN_01);
    p->state->active = die <= 4 ? SEAT_A : SEAT_B;
    tell(p, EVENT_FIRST, MI_BANN_01, NOBODY, NOBODY, p->state->active, die, 0);
}

static void begin_battle(struct play *p)
{
    /* What holds for the whole game: dice, pieces, the map, the tables, and that nothing is hidden. */
    static const rule_id grounds[] = {
        MI_GEN_01, MI_GEN_04, MI_GEN_05, MI_GEN_06, MI_GEN_07, MI_GEN_08, MI_GEN_09, MI_GEN_10, MI_GEN_13, MI_GEN_14, MI_GEN_15, MI_GEN_16,
        MI_GEN_17, MI_GEN_18, MI_GEO_01, MI_GEO_02, MI_GEO_03, MI_GEO_09,
    };

    tell(p, EVENT_BEGINS, MI_ACT_01, NOBODY, NOBODY, p->state->active, p->match->side[SEAT_A].flight_level, p->match->side[SEAT_B].flight_level);
    for (size_t i = 0; i < sizeof grounds / sizeof grounds[0]; i++) cite(p, grounds[i]);
    if (has_special(p->match, SPECIAL_TEACH_01)) cite(p, MI_TEACH_01);
    leave(p);
    go_into(p, PHASE_FREE);
}

static void enter_setup(struct play *p)
{
    struct frame *frame = here(p);

    if (frame->step == 2) {
        find_first(p);
        begin_battle(p);
        return;
    }
    p->state->untouched = UNTOUCHED;
    if (has_orders(p->match, p->state, (seat_id)frame->step)) ask(p, SEAT_BIT(frame->step));
    else frame->step++;
}

static void offer_setup(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
    for (int i = 0; i < m->commands; i++)
        for (int formation = 0; formation < FORMATIONS && m->command[i].seat == seat; formation++)
            if (!iron_form_refused(m, s, m->command[i].leader, formation, NULL))
                offer_add(offers, (struct decision){ .kind = DO_FORM, .unit = m->command[i].leader, .choice = (int16_t)formation }, 0);
}

static rule_id refuse_setup(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_READY) return 0;
    if (d->kind != DO_FORM || m->type_of[d->unit] != TYPE_LEADER || side_of(m, d->unit) != seat) return refuse_with(why, MI_SW_02, 0, 0);
    return iron_form_refused(m, s, d->unit, d->choice, why);
}

static void take_setup(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_FORM) iron_form(p, d->unit, d->choice);
    else here(p)->step++;
}

/* Whose command next. */

rule_id iron_command_refused(const struct match *m, const struct state *s, seat_id seat, int leader, bool rolls, bool seizes, struct refusal *why)
{
    if (m->type_of[leader] != TYPE_LEADER || side_of(m, leader) != seat) return refuse_for(why, MI_GEN_08, leader);
    if (!iron_has_units(m, s, leader)) return refuse_for(why, MI_ACT_21, leader);
    if (rolls && !seizes && leader == s->last) return refuse_for(why, MI_ACT_06, leader);
    if (rolls) {
        rule_id rule = seizes ? 0 : iron_continuity_refused(m, s, leader, why);
        if (rule) return rule;
    }
    return iron_activation_refused(m, s, leader, why);
}

static void begin_activation(struct play *p, int leader, enum activation kind)
{
    p->state->command = (int8_t)leader;
    p->state->kind = (uint8_t)kind;
    p->state->announced = NOBODY;
    p->state->passes = 0;
    go_into(p, PHASE_ACTIVATION);
}

/* MI-ACT-08, MI-ACT-09: the other side is free to act. */
static void pass_initiative(struct play *p)
{
    p->state->active = (uint8_t)other_side((seat_id)p->state->active);
    p->state->last = p->state->announced = NOBODY;
    go_into(p, PHASE_FREE);
}

/* MI-ACT-24 */
static void pass(struct play *p, seat_id seat)
{
    int most = p->match->head.option[OPTION_PASS_DRAW];

    leave(p);
    p->state->passes++;
    tell(p, EVENT_PASSED, MI_ACT_09, NOBODY, NOBODY, seat, p->state->passes, most);
    cite(p, MI_ACT_15);
    if (most && p->state->passes >= most) {
        go_into(p, PHASE_FREE);
        tell(p, EVENT_ENDS, MI_ACT_24, NOBODY, NOBODY, iron_flight_points(p->match, p->state, SEAT_A),
             iron_flight_points(p->match, p->state, SEAT_B), 0);
        finish(p, NO_SEAT);
        return;
    }
    pass_initiative(p);
}

static void enter_free(struct play *p)
{
    if (iron_end_if_gone(p)) return;
    ask(p, SEAT_BIT(p->state->active));
}

/* MI-STD-02: a standard that serves somebody, where it still stands. */
static rule_id standard_refused(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    if (m->type_of[piece] != TYPE_STANDARD || side_of(m, piece) != seat) return refuse_for(why, MI_STD_01, piece);
    return on_map(s, piece) ? iron_activation_refused(m, s, piece, why) : refuse_for(why, MI_STD_06, piece);
}

static void offer_free(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int i = 0; i < m->commands; i++)
        if (!iron_command_refused(m, s, seat, m->command[i].leader, false, false, NULL))
            offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = m->command[i].leader }, 0);
    for (int i = 0; i < m->standards; i++)
        if (!standard_refused(m, s, seat, m->standard[i].piece, NULL))
            offer_add(offers, (struct decision){ .kind = DO_RAISE, .unit = m->standard[i].piece }, 0);
    if (!iron_folk_refused(m, s, seat, NULL)) offer_add(offers, (struct decision){ .kind = DO_FOLK }, 0);
    if (s->folk != FOLK_COMING) offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_free(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    switch (d->kind) {
    case DO_PASS:     return s->folk == FOLK_COMING ? refuse_with(why, MI_BANN_04, 0, 0) : 0;
    case DO_ACTIVATE: return iron_command_refused(m, s, seat, d->unit, false, false, why);
    case DO_RAISE:    return standard_refused(m, s, seat, d->unit, why);
    case DO_FOLK:     return iron_folk_refused(m, s, seat, why);
    default:          return refuse_with(why, MI_ACT_18, 0, 0);
    }
}

static int standard_of(const struct match *m, int piece)
{
    for (int i = 0; i < m->standards; i++)
        if (m->standard[i].piece == piece) return i;
    return NOWHERE;
}

/* MI-STD-03, MI-STD-04, MI-RES-18 */
static void rally_at(struct play *p, int which)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct lay          lay;

    iron_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        if (!on_map(s, unit) || !is_retired(s, unit) || m->command[m->command_of[unit]].standard != which + 1) continue;
        if (iron_distance(m, cell_of(m, s, unit), cell_of(m, s, m->standard[which].piece)) > fixed_value(m, FIXED_STANDARD_RALLY_RADIUS)) continue;
        if (iron_beside_enemy(m, &lay, side_of(m, unit), cell_of(m, s, unit))) continue;
        s->unit[unit].status = STATUS_DISORDERED;
        tell(p, EVENT_RALLIED, MI_STD_03, unit, m->standard[which].piece, STATUS_DISORDERED, 0, 0);
    }
}

/* MI-STD-09: with a standard for each command that command has now acted. */
static void raise_standard(struct play *p, int piece)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 which = standard_of(m, piece);

    s->turn++;
    if (s->begun[s->active] < UINT8_MAX) s->begun[s->active]++;
    s->passes = 0;
    s->kind = ACT_FREE;
    s->command = NOBODY;
    tell(p, EVENT_RAISED, MI_STD_02, piece, NOBODY, 0, 0, 0);
    cite(p, MI_STD_01);
    cite(p, MI_STD_05);
    cite(p, MI_RES_18);
    rally_at(p, which);
    s->last = NOBODY;
    if (!m->standard[which].army) {
        for (int i = 0; i < m->commands; i++)
            if (m->command[i].standard == which + 1) s->last = (int8_t)m->command[i].leader;
        cite(p, MI_STD_04);
    }
    cite(p, MI_STD_09);
    go_into(p, PHASE_ACTIVATION)->step = m->head.option[OPTION_STANDARD_FLIGHT_CHECK] ? 6 : 9;
    cite(p, MI_STD_10);
}

static void take_free(struct play *p, seat_id seat, const struct decision *d)
{
    switch (d->kind) {
    case DO_PASS: pass(p, seat); return;
    case DO_FOLK: iron_call_folk(p, seat); return;
    case DO_RAISE:
        leave(p);
        p->state->folk = p->state->folk ? FOLK_GONE : FOLK_NONE;
        raise_standard(p, d->unit);
        return;
    default:
        leave(p);
        p->state->folk = p->state->folk ? FOLK_GONE : FOLK_NONE;
        begin_activation(p, d->unit, ACT_FREE);
    }
}

/* Going on (MI-ACT-06, MI-ACT-07, MI-ACT-16, MI-ACT-20). */

static void enter_next(struct play *p)
{
    if (iron_end_if_gone(p)) return;
    ask(p, SEAT_BIT(p->state->active));
}

static void offer_next(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int i = 0; i < m->commands; i++)
        if (!iron_command_refused(m, s, seat, m->command[i].leader, true, false, NULL))
            offer_add(offers, (struct decision){ .kind = DO_CONTINUE, .unit = m->command[i].leader }, 0);
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_next(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_PASS) return 0;
    if (d->kind == DO_RAISE) return refuse_for(why, MI_STD_02, d->unit);
    if (d->kind != DO_CONTINUE) return refuse_with(why, MI_ACT_06, 0, 0);
    return iron_command_refused(m, s, seat, d->unit, true, false, why);
}

static void take_next(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_PASS) {
        pass(p, seat);
        return;
    }
    p->state->announced = (int8_t)d->unit;
    tell(p, EVENT_ANNOUNCED, MI_ACT_06, d->unit, NOBODY, iron_rating(p->match, p->state, d->unit), 0, 0);
    if (p->state->unit[d->unit].successor) cite(p, MI_ACT_22);
    leave(p);
    go_into(p, PHASE_SEIZE);
}

/* Step 0 asks; step 1 throws the continuity die. */
static void continue_or_fail(struct play *p)
{
    int leader = p->state->announced, die = d10(p, MI_ACT_07), rating = iron_rating(p->match, p->state, leader);

    leave(p);
    if (die <= rating) {
        tell(p, EVENT_CONTINUED, MI_ACT_07, leader, NOBODY, die, rating, 0);
        begin_activation(p, leader, ACT_CONTINUED);
    } else {
        tell(p, EVENT_FAILED, MI_ACT_08, leader, NOBODY, die, rating, 0);
        pass_initiative(p);
    }
}

static bool may_seize(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->commands; i++)
        if (!iron_command_refused(m, s, seat, m->command[i].leader, true, true, NULL)) return true;
    return false;
}

static void enter_seize(struct play *p)
{
    seat_id other = other_side((seat_id)p->state->active);

    if (here(p)->step == 1 || !may_seize(p->match, p->state, other)) continue_or_fail(p);
    else ask(p, SEAT_BIT(other));
}

static void offer_seize(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int i = 0; i < m->commands; i++)
        if (!iron_command_refused(m, s, seat, m->command[i].leader, true, true, NULL))
            offer_add(offers, (struct decision){ .kind = DO_SEIZE, .unit = m->command[i].leader }, 0);
    offer_add(offers, (struct decision){ .kind = DO_LET }, 0);
}

static rule_id refuse_seize(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_LET) return 0;
    if (d->kind != DO_SEIZE) return refuse_with(why, MI_ACT_10, 0, 0);
    return iron_command_refused(m, s, seat, d->unit, true, true, why);
}

/* MI-ACT-11 to MI-ACT-14, MI-ACT-17: one die; a failure lets the other act freely, with any command. */
static void take_seize(struct play *p, seat_id seat, const struct decision *d)
{
    int die, rating;

    if (d->kind == DO_LET) {
        here(p)->step = 1;
        return;
    }
    die = d10(p, MI_ACT_11);
    rating = iron_rating(p->match, p->state, d->unit);
    leave(p);
    p->state->announced = NOBODY;
    if (die <= rating) {
        tell(p, EVENT_SEIZED, MI_ACT_11, d->unit, NOBODY, die, rating, 0);
        cite(p, MI_ACT_12);
        p->state->active = (uint8_t)seat;
        p->state->last = NOBODY;
        begin_activation(p, d->unit, ACT_SEIZED);
    } else {
        tell(p, EVENT_NOT_SEIZED, MI_ACT_13, d->unit, NOBODY, die, rating, 0);
        cite(p, MI_ACT_14);
        cite(p, MI_ACT_19);
        go_into(p, PHASE_FREE);
    }
}

/* One activation. */

static void clear_unit(struct unit *u)
{
    u->commanded = u->weary = u->acted = u->done = u->spent = u->moved = u->fixed = u->turned = u->fired = u->mounted = 0;
    u->reacted = u->countered = u->fate = u->driven = u->halted = u->shaken = u->asked = u->attack = u->battle = u->defends = u->parried = 0;
    u->goal_x = u->goal_y = u->goal_heading = 0;
    u->foe = u->other = NOBODY;
    u->left = u->began = 0;
    u->passed = 0;
}

static void begin(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int piece = 0; piece < m->head.pieces; piece++) {
        clear_unit(&s->unit[piece]);
        s->unit[piece].weary = is_unit(m, piece) && s->unit[piece].status == STATUS_DISORDERED;
    }
    s->turn++;
    if (s->begun[s->active] < UINT8_MAX) s->begun[s->active]++;
    s->untouched = UNTOUCHED;
    s->moving = NOBODY;
    if (s->kind == ACT_FREE && s->unit[s->command].provoked) s->unit[s->command].provoked = RIDES_AT_THEM;
    tell(p, EVENT_TURN, MI_ACT_18, s->command, NOBODY, s->kind, s->turn, s->active);
    cite(p, MI_GEN_03);
    if (s->kind == ACT_CONTINUED) cite(p, MI_ACT_20);
    if (s->kind == ACT_SEIZED) {
        cite(p, MI_ACT_17);
        cite(p, MI_ACT_16);
    }
}

/* MI-RALLY-01 to MI-RALLY-04 */
static void rally_idle(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct lay          lay;

    iron_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        const struct unit *u = &s->unit[unit];
        if (!on_map(s, unit) || leader_of(m, unit) != s->command || u->status != STATUS_DISORDERED || !u->weary || u->acted) continue;
        if (iron_beside_enemy(m, &lay, side_of(m, unit), cell_of(m, s, unit))) continue;
        s->unit[unit].status = STATUS_NORMAL;
        tell(p, EVENT_RALLIED, MI_RALLY_01, unit, NOBODY, STATUS_NORMAL, 0, 0);
        cite(p, MI_RALLY_02);
        cite(p, MI_RALLY_03);
        cite(p, MI_RALLY_04);
        cite(p, MI_GEO_14);
    }
}

/* MI-VIC-01, MI-VIC-02, MI-VIC-07: the active side first; no die where even a 9 would not do. How far above its level; 0: it holds. */
static int flight_die(struct play *p, seat_id seat)
{
    int points = iron_flight_points(p->match, p->state, seat), level = p->match->side[seat].flight_level, die, sum;

    if (points + 9 < level) return -1;
    die = d10(p, MI_VIC_02);
    sum = account(p, MI_VIC_02, die);
    sum += because(p, MI_VIC_05, points);
    sum = total(p, MI_VIC_02, sum);
    tell(p, EVENT_FLIGHT, MI_VIC_02, NOBODY, NOBODY, seat, sum, level);
    cite(p, MI_VIC_07);
    return sum - level;
}

enum { VALUE_OVER };

/* MI-VIC-08 */
static void judge(struct play *p, int active_over, int other_over)
{
    seat_id active = (seat_id)p->state->active, loser = NO_SEAT;

    if (active_over < 0 && other_over < 0) return;
    if (active_over > other_over) loser = active;
    if (other_over > active_over) loser = other_side(active);
    tell(p, EVENT_ENDS, loser == NO_SEAT || (active_over >= 0 && other_over >= 0) ? MI_VIC_08 : MI_VIC_02, NOBODY, NOBODY,
         iron_flight_points(p->match, p->state, SEAT_A), iron_flight_points(p->match, p->state, SEAT_B), loser == NO_SEAT ? 0 : 1 + other_side(loser));
    finish(p, loser == NO_SEAT ? NO_SEAT : other_side(loser));
}

static void end(struct play *p)
{
    struct state *s = p->state;

    leave(p);
    if (s->command != NOBODY) {
        s->last = s->command;
        s->unit[s->command].provoked &= PROVOKED;
    }
    s->command = NOBODY;
    go_into(p, PHASE_NEXT);
}

/* How command was judged. */
static void cite_command(struct play *p)
{
    cite(p, MI_LDR_05);
    cite(p, MI_LDR_01);
    cite(p, MI_LDR_02);
    cite(p, MI_LDR_03);
    cite(p, MI_LDR_04);
}

/*
 * MI-ACT-03: successors and command, moves and fire, designation, combats, rally, flight. One die a step.
 */
static void enter_activation(struct play *p)
{
    struct frame *frame = here(p);
    struct state *s = p->state;

    switch (frame->step++) {
    case 0:
        begin(p);
        iron_raise_successors(p);
        break;
    case 1:
        iron_judge_command(p->match, s, s->command);
        cite_command(p);
        go_into(p, PHASE_MARCH);
        break;
    case 2:
        s->moving = NOBODY;
        for (int unit = 0; unit < p->match->head.pieces; unit++) s->unit[unit].halted = 0;
        go_into(p, PHASE_DESIGNATE);
        break;
    case 3: go_into(p, PHASE_COMBATS); break;
    case 4:
        if (iron_end_if_gone(p)) return;
        rally_idle(p);
        tell(p, EVENT_ACTIVATION_ENDS, MI_VIC_01, s->command, NOBODY, s->kind, 0, 0);
        break;
    case 5:
        if (iron_orleans_due(p->match, s)) iron_test_orleans(p);
        break;
    case 6:
        if (s->kind != ACT_FREE) frame->step = 9;
        else iron_before_flight(p);
        break;
    case 7:
        if (iron_end_if_gone(p)) return;
        frame->value[VALUE_OVER] = flight_die(p, (seat_id)s->active);
        break;
    case 8: judge(p, frame->value[VALUE_OVER], flight_die(p, other_side((seat_id)s->active))); break;
    default: end(p);
    }
}

/* For cases: the moments at which a position may begin. */
bool iron_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    struct frame *frame;

    s->flow.depth = 0;
    s->flow = (struct flow){ 0 };
    s->active = (uint8_t)seat;
    switch (phase) {
    case PHASE_SETUP: case PHASE_FREE: case PHASE_NEXT:
        flow_push(&s->flow, phase);
        return true;
    case PHASE_MARCH: case PHASE_DESIGNATE:
        if (s->command == NOBODY) {
            for (int i = m->commands - 1; i >= 0; i--)
                if (m->command[i].seat == seat) s->command = (int8_t)m->command[i].leader;
        }
        if (s->command == NOBODY || side_of(m, s->command) != seat)
            return fault_say(fault, m->head.scenario, 0, "MI-ACT-02: the active command is not the seat's");
        if (s->kind == ACT_NONE) s->kind = ACT_FREE;
        s->untouched = phase == PHASE_MARCH ? UNTOUCHED : TOUCHED;
        flow_push(&s->flow, PHASE_ACTIVATION);
        frame = flow_top(&s->flow);
        frame->step = phase == PHASE_MARCH ? 2 : 3;
        for (int unit = 0; unit < m->units; unit++)
            s->unit[unit].weary = on_map(s, unit) && s->unit[unit].status == STATUS_DISORDERED;
        iron_judge_command(m, s, s->command);
        flow_push(&s->flow, phase);
        return true;
    default:
        return fault_say(fault, m->head.scenario, 0, "a position begins in setup, free, next, march or designate");
    }
}

const struct phase iron_setup_phase = { "setup", MI_SW_02, enter_setup, offer_setup, refuse_setup, take_setup, .step = STEP_SETUP };
const struct phase iron_free = { "free", MI_ACT_18, enter_free, offer_free, refuse_free, take_free, .step = STEP_INITIATIVE };
const struct phase iron_activation = { .name = "activation", .rule = MI_ACT_02, .enter = enter_activation, .step = STEP_END };
const struct phase iron_next = { "next", MI_ACT_06, enter_next, offer_next, refuse_next, take_next, .step = STEP_INITIATIVE };
const struct phase iron_seize = { "seize", MI_ACT_10, enter_seize, offer_seize, refuse_seize, take_seize, .step = STEP_REACTION };
