/*
 * turn.c: the turn and its phases, what its end brings, and points (AR-SEQ, AR-LOAD, AR-WIN).
 */
#include "argad.h"

enum {
    TURN_PLOTS, TURN_FIRES_EARLY, TURN_MOVES, TURN_AIMS, TURN_FIRES, TURN_DECLARES, TURN_STRIKES, TURN_FOLLOWS, TURN_TESTS, TURN_ENDS
};

/* What belongs to a turn alone. Enemies in contact now were so at its start (AR-CONT-05, AR-FIRE-11). */
void argad_begin_turn(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *unit = &s->unit[piece];
        unit->did = 0;
        unit->shot_at = unit->shot_with = unit->strike_at = unit->strike_with = unit->strike_how = 0;
        if (unit->flash) unit->flash--;
        if (piece < m->figures + m->formeds) argad_clear_order(s, piece);
    }
    for (int i = 0; i < m->figures; i++)
        for (int k = 0; k < GLIMPSES; k++) s->glimpse[i][k] = (struct glimpse){ 0 };
    for (int i = 0; i < s->contacts; i++) {
        struct contact *contact = &s->contact[i];
        contact->flags = (uint8_t)((contact->flags & ~(A_CHARGES_B | B_CHARGES_A | PARTED)) | AT_START);
        s->unit[contact->a].did |= DID_CONTACT_AT_START | DID_TOUCH;
        s->unit[contact->b].did |= DID_CONTACT_AT_START | DID_TOUCH;
    }
}

void argad_note_hidden(const struct match *m, struct state *s)
{
    for (int i = 0; i < m->figures; i++) {
        struct unit *unit = &s->unit[i];
        unit->hid = (uint8_t)(unit->seen ? 0 : is_there(s, i) ? HID_SINCE | HID_AT_START : HID_AT_START);
    }
}

static void enter_turn(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (s->gave_up && here(p)->step != TURN_PLOTS) here(p)->step = TURN_ENDS;
    switch (here(p)->step++) {
    case TURN_PLOTS:
        s->turn++;
        argad_begin_turn(p);
        tell(p, EVENT_TURN, AR_SEQ_01, NOBODY, NOBODY, s->turn, m->turns, 0);
        cite(p, AR_SEQ_02);
        argad_look(p);
        argad_note_hidden(m, s);
        go_into(p, PHASE_PLOT);
        break;
    case TURN_FIRES_EARLY:
        if (option(m, OPTION_EARLY_FIRE)) go_into(p, PHASE_EARLY);
        break;
    case TURN_MOVES:    go_into(p, PHASE_MOVE); break;
    case TURN_AIMS:     go_into(p, PHASE_AIM); break;
    case TURN_FIRES:    go_into(p, PHASE_FIRE); break;
    case TURN_DECLARES: if (s->contacts) go_into(p, PHASE_DECLARE); break;
    case TURN_STRIKES:  if (s->contacts) go_into(p, PHASE_MELEE); break;
    case TURN_FOLLOWS:  go_into(p, PHASE_FOLLOW); break;
    case TURN_TESTS:    go_into(p, PHASE_MORALE); break;
    default:
        here(p)->step = TURN_PLOTS;
        go_into(p, PHASE_END);
    }
}

/* The end of a turn (AR-SEQ-06). */

/* AR-LOAD-06: the one that its order names, else the first that is empty; none: it has nothing to reload here. */
static int to_reload(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];
    int                named = unit->choice - 1, found = -1;

    for (int i = 0; i < m->figure[figure].firearms; i++) {
        const struct firearm *firearm = argad_firearm(m, figure, i);
        if (unit->loaded >> i & 1 || (firearm->flags & RELOADS_ON_FOOT_ONLY && is_mounted(m, s, figure))) continue;
        if (i == named) return i;
        if (found < 0) found = i;
    }
    return found;
}

static void reload(struct play *p, int figure)
{
    const struct match *m = p->match;
    struct unit        *unit = &p->state->unit[figure];
    int                 firearm;

    /* AR-LOAD-05: immobile, no shot, no strike, no enemy in contact at any moment, and not one of AR-FIRE-26. */
    if (!is_active(p->state, figure) || !is_immobile(p->state, figure) || unit->did & (DID_FIRE | DID_STRIKE | DID_TOUCH | DID_RECOIL)) return;
    if (is_busy(p->state, figure) || unit->wounds & UNARMED) return;
    firearm = to_reload(m, p->state, figure);
    if (firearm < 0) return;
    unit->loaded |= (uint8_t)(1 << firearm);
    tell_to(p, SEAT_BIT(side_of(m, figure)), EVENT_RELOADS, AR_LOAD_01, figure, NOBODY, firearm, m->figure[figure].firearm[firearm], 0);
    argad_cite(p, SEAT_BIT(side_of(m, figure)), AR_LOAD_05);
    argad_cite(p, SEAT_BIT(side_of(m, figure)), is_mounted(m, p->state, figure) ? AR_LOAD_04 : AR_LOAD_03);
    if (m->figure[figure].firearms > 1) argad_cite(p, SEAT_BIT(side_of(m, figure)), AR_LOAD_06);
    argad_cite(p, SEAT_BIT(side_of(m, figure)), AR_LOAD_02);
    argad_cite(p, SEAT_BIT(side_of(m, figure)), AR_LOAD_07);
}

/* What may hide him now, from whoever looks across it (AR-VIS-05, -06): whether it does is not his to know. */
static void cite_cover(struct play *p, int figure)
{
    const struct match *m = p->match;
    struct base         base = argad_base(m, p->state, figure);
    uint8_t             owner = SEAT_BIT(side_of(m, figure));

    if (argad_spot(m, mover_of(m, p->state, figure), place_of(p->state, figure)).kinds & TERRAIN_BRUSH) argad_cite(p, owner, AR_VIS_05);
    for (int i = 0; i < m->elements; i++)
        if (m->terrain[m->element[i].terrain].flags & TERRAIN_HIDES_CROUCHED && argad_lines_element(m, &base, i)) {
            argad_cite(p, owner, AR_VIS_06);
            return;
        }
}

/* AR-ORD-05. */
static void crouch(struct play *p, int figure)
{
    struct unit *unit = &p->state->unit[figure];

    if (unit->order != ORDER_CROUCH || !is_active(p->state, figure) || unit->did & (DID_FIRE | DID_STRIKE | DID_MOVE)) return;
    if (argad_touches_enemy(p->match, p->state, figure) || unit->stance == CROUCHED) return;
    unit->stance = CROUCHED;
    tell_to(p, argad_audience(p->match, p->state, figure), EVENT_CROUCHES, AR_ORD_05, figure, NOBODY, 0, 0, 0);
    argad_cite(p, argad_audience(p->match, p->state, figure), AR_FIG_08);
    cite_cover(p, figure);
}

static bool any_waits(const struct match *m, const struct state *s, int entry)
{
    for (int i = 0; i < m->figures; i++)
        if (m->figure[i].entry == entry + 1 && s->unit[i].status == STATUS_WAITING) return true;
    return false;
}

/* AR-SEQ-06: the dice of those who may enter in the next turn, told to their owner. */
static void call_entries(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int i = 0; i < m->entries; i++) {
        const struct entry *entry = &m->entry[i];
        seat_id             seat = m->group[entry->group].seat;
        bool                due = true;
        if (s->entry_due[i] || s->turn + 1 < entry->turn || !any_waits(m, s, i)) continue;
        if (entry->die) {
            p->hidden_from = (uint8_t)~SEAT_BIT(seat);
            due = d6(p, AR_SEQ_06) >= entry->die;
            p->hidden_from = 0;
        }
        s->entry_due[i] = due;
        tell_to(p, SEAT_BIT(seat), EVENT_ENTRY, AR_MOVE_16, NOBODY, NOBODY, due, entry->turn, 0);
    }
}

/* AR-VOL-06: ready for an early volley in the next turn. */
static void note_primed(struct play *p, int formed)
{
    struct state *s = p->state;
    struct unit  *unit = &s->unit[formed_piece(p->match, formed)];
    bool          primed = is_formed(p->match, s, formed);

    for (int i = 0; i < p->match->formed[formed].count && primed; i++) {
        int figure = p->match->formed[formed].member[i];
        if (!in_ranks(s, figure) || !is_active(s, figure)) continue;
        if (!is_immobile(s, figure) || s->unit[figure].did & DID_FIRE || (p->match->figure[figure].firearms && !s->unit[figure].loaded)) primed = false;
    }
    unit->primed = primed;
}

/* AR-CHG-09: whoever has charged must stand a whole turn. */
static void note_charges(struct state *s, int figure)
{
    struct unit *unit = &s->unit[figure];

    if (unit->did & DID_CHARGE) unit->spent_charge = 1;
    else if (is_immobile(s, figure) && !(unit->did & DID_TOUCH)) unit->spent_charge = 0;
}

bool argad_awaits(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && s->unit[i].status == STATUS_WAITING) return true;
    return false;
}

static bool has_active(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && is_active(s, i)) return true;
    return false;
}

/* Points. */

static bool has_thing(const struct match *m, const struct state *s, int figure, int piece)
{
    const struct unit *unit = &s->unit[piece];

    if (unit->with) return unit->with - 1 == figure || (!is_figure(m, unit->with - 1) && argad_in_contact(m, s, figure, unit->with - 1));
    return argad_in_contact(m, s, figure, piece);
}

/* A figure of the side has it, or is in contact with it, and no active enemy is near. */
static bool holds_thing(const struct match *m, const struct state *s, const struct goal *goal, int piece)
{
    bool held = false;

    if (s->unit[piece].status == STATUS_LEFT || s->unit[piece].status == STATUS_UNSEEN) return false;
    for (int i = 0; i < m->figures; i++) {
        if (!is_active(s, i)) continue;
        if (side_of(m, i) == goal->by) held = held || has_thing(m, s, i, piece);
        else if (goal->within && !is_beyond(m, s, i, place_of(s, piece), goal->within + radius_of(m, s, piece) + 1) && argad_gap(m, s, i, piece) <= goal->within) return false;
    }
    return held;
}

/* So far from the box about an area that it is farther from the area, too. */
static bool is_off_box(struct point at, const struct area *area, int32_t reach)
{
    return at.x < area->low.x - reach || at.x > area->high.x + reach || at.y < area->low.y - reach || at.y > area->high.y + reach;
}

static bool holds_area(const struct match *m, const struct state *s, const struct goal *goal)
{
    const struct area *area = &m->element[goal->element].area;
    bool               held = false;

    for (int i = 0; i < m->figures; i++) {
        struct base base;
        if (!is_active(s, i) || is_off_box(place_of(s, i), area, goal->within + radius_of(m, s, i) + 1)) continue;
        base = argad_base(m, s, i);
        if (goal->within ? table_floor(table_gap_area(&base, area)) > goal->within : !table_covers(area, place_of(s, i), 0)) continue;       /* AR-GEO-10 */
        if (side_of(m, i) != goal->by) return false;
        held = true;
    }
    return held;
}

static bool thing_counts(const struct match *m, const struct state *s, const struct goal *goal, int piece)
{
    const struct unit *unit = &s->unit[piece];

    switch (goal->kind) {
    case GOAL_OBJECT_EXIT:     return unit->status == STATUS_LEFT && unit->left_by & goal->edges && unit->choice == 1 + goal->by;
    case GOAL_OBJECT_HELD:     return holds_thing(m, s, goal, piece);
    case GOAL_OBJECT_NOT_HELD: return !holds_thing(m, s, goal, piece);
    default:                   return unit->status != STATUS_LEFT && unit->status != STATUS_UNSEEN && table_covers(&m->element[goal->element].area, place_of(s, piece), 0);
    }
}

static bool figure_counts(const struct state *s, const struct goal *goal, int figure)
{
    const struct unit *unit = &s->unit[figure];

    if (unit->status == STATUS_LEFT && unit->left_by & LED_OFF) return goal->kind != GOAL_FIGURE_EXIT && goal->states >> STATUS_PRISONER & 1;
    if (goal->kind == GOAL_FIGURE_EXIT) return unit->status == STATUS_LEFT && unit->left_by & goal->edges;
    return goal->states >> unit->status & 1;
}

int32_t argad_points(const struct match *m, const struct state *s, int number)
{
    const struct goal *goal = &m->goal[number];
    int32_t            count = 0;

    if (goal->kind == GOAL_AREA_HELD) return holds_area(m, s, goal) ? goal->points : 0;
    for (int i = 0; i < m->things; i++)
        if (goal->things >> i & 1 && thing_counts(m, s, goal, thing_piece(m, i))) count++;
    for (int i = 0; i < m->figures; i++)
        if (goal->figures >> i & 1 && figure_counts(s, goal, i)) count++;
    return goal->points * (goal->each ? count : count > 0);
}

int32_t argad_sum(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t sum = 0;

    for (int i = 0; i < m->goals; i++)
        if (m->goal[i].seat == seat) sum += argad_points(m, s, i);
    return sum;
}

/* What is told while enemies may be hidden counts only what the seat knows: the host asks on its view. */
void argad_score(struct play *p, seat_id seat)
{
    int sum = account(p, AR_WIN_01, 0);

    for (int i = 0; i < p->match->goals; i++)
        if (p->match->goal[i].seat == seat) sum += because(p, AR_WIN_01, argad_points(p->match, p->state, i));
    total(p, AR_WIN_02, sum);
}

/* AR-WIN-02: the scenario's own rows first, else the higher total. */
seat_id argad_winner(const struct match *m, const int32_t sum[2])
{
    for (int i = 0; i < m->verdicts; i++) {
        const struct verdict *verdict = &m->verdict[i];
        if (sum[verdict->seat] >= verdict->low && (!verdict->ahead || sum[verdict->seat] > sum[!verdict->seat])) return verdict->winner;
    }
    return sum[0] == sum[1] ? NO_SEAT : (seat_id)(sum[1] > sum[0]);
}

static void conclude(struct play *p, rule_id rule)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int32_t             sum[2];
    seat_id             winner;

    for (seat_id seat = 0; seat < 2; seat++) {
        argad_score(p, seat);
        sum[seat] = argad_sum(m, s, seat);
        tell(p, EVENT_POINTS, AR_WIN_02, NOBODY, NOBODY, seat, sum[seat], 0);
    }
    winner = argad_winner(m, sum);
    if (s->gave_up == 3) winner = NO_SEAT;
    else if (s->gave_up) winner = (seat_id)(s->gave_up == SEAT_BIT(SEAT_A));
    s->level = winner != NO_SEAT && sum[winner] - sum[!winner] >= m->clear_margin;
    tell(p, EVENT_ENDS, rule, NOBODY, NOBODY, sum[0], sum[1], winner + 1);
    finish(p, winner);
}

static void enter_end(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (s->gave_up) {
        conclude(p, AR_WIN_03);
        return;
    }
    for (int i = 0; i < m->formeds; i++) note_primed(p, i);  /* by what it was in the fire phase, before anybody reloads */
    argad_force_doors(p);
    for (int i = 0; i < m->figures; i++) reload(p, i);
    for (int i = 0; i < m->figures; i++) crouch(p, i);
    for (int i = 0; i < m->formeds; i++) {
        argad_close_up(p, i);
        argad_form_up(p, i);
    }
    if (m->formeds) argad_refresh_contacts(p, NOBODY, AR_FORM_18);
    for (int i = 0; i < m->figures; i++) note_charges(s, i);
    argad_free_prisoners(p);
    call_entries(p);
    argad_look(p);
    for (seat_id seat = 0; seat < 2; seat++) {
        if (has_active(m, s, seat) || argad_awaits(m, s, seat)) continue;
        conclude(p, AR_WIN_01);
        return;
    }
    if (s->turn == m->turns) {
        conclude(p, AR_WIN_01);
        return;
    }
    leave(p);
}

const struct phase argad_turn = { .name = "turn", .rule = AR_SEQ_01, .enter = enter_turn, .aside = true };
const struct phase argad_end = { .name = "end", .rule = AR_SEQ_06, .enter = enter_end, .step = STEP_END };
