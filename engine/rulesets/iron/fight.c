/*
 * fight.c: one combat from its choice to its dice (ledger chapters SHOCK, CHG).
 *
 * A fight is a linked group of battles: its units carry battle 1. Before its dice come, in this order: retreats before shock,
 * chargers to contact under fire, refusals, counter-charges.
 */
#include "rules.h"

enum { VALUE_UNIT, VALUE_TARGET, VALUE_LEVEL, VALUE_CODE, VALUE_LENGTH, VALUE_CELL };

bool iron_attacks(const struct state *s, int unit, int target, int level)
{
    const struct unit *u = &s->unit[unit];

    return u->battle == level && u->attack != ATTACK_NONE && u->attack != ATTACK_COUNTER && (u->foe == target || u->other == target);
}

int iron_attackers(const struct match *m, const struct state *s, int target, int level, int *list)
{
    int count = 0;

    for (int unit = 0, units = m->units; unit < units; unit++)
        if (s->unit[unit].attack != ATTACK_NONE && on_map(s, unit) && iron_attacks(s, unit, target, level)) list[count++] = unit;
    return count;
}

int iron_attack_cell(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];

    return u->attack == ATTACK_CHARGE ? cell_at(m, u->goal_x, u->goal_y) : cell_of(m, s, unit);
}

void iron_clear_attack(struct state *s, int unit)
{
    s->unit[unit].attack = ATTACK_NONE;
    s->unit[unit].foe = s->unit[unit].other = NOBODY;
}

void iron_drop_attack(struct state *s, int unit, int target)
{
    struct unit *u = &s->unit[unit];

    if (u->foe == target) u->foe = u->other;
    else if (u->other != target) return;
    u->other = NOBODY;
    if (u->foe == NOBODY) u->attack = ATTACK_NONE;
}

/* The account of a die. */

/* MI-SHOCK-12 */
static int force(const struct match *m, const struct state *s, const int *list, int count)
{
    uint8_t seen[PIECES] = { 0 };
    int     attacked = 0;

    (void)m;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            int foe = k ? s->unit[list[i]].other : s->unit[list[i]].foe;
            if (foe == NOBODY || seen[foe]) continue;
            seen[foe] = 1;
            attacked++;
        }
    return count - attacked;
}

static enum hex_arc struck_arc(const struct match *m, const struct state *s, int attacker, int defender)
{
    return iron_arc(s, defender, iron_direction(m, cell_of(m, s, defender), iron_attack_cell(m, s, attacker)));
}

/* MI-SHOCK-13 to MI-SHOCK-15 */
static int angle(const struct match *m, const struct state *s, const int *list, int count, int defender, rule_id *rule)
{
    unsigned arcs = 0;

    for (int i = 0; i < count; i++) arcs |= 1u << struck_arc(m, s, list[i], defender);
    if (arcs & (arcs - 1)) {
        *rule = MI_SHOCK_15;
        return fixed_value(m, FIXED_MIXED_SHOCK);
    }
    *rule = arcs & 1u << ARC_REAR ? MI_SHOCK_14 : MI_SHOCK_13;
    return arcs & 1u << ARC_REAR ? fixed_value(m, FIXED_REAR_SHOCK) : arcs & 1u << ARC_FLANK ? fixed_value(m, FIXED_FLANK_SHOCK) : 0;
}

/* MI-SHOCK-16, MI-TERR-03, MI-TERR-06 */
static int ground(const struct match *m, const struct state *s, const int *list, int count, int defender)
{
    int cell = cell_of(m, s, defender), best = INT32_MAX;

    for (int i = 0; i < count; i++) {
        int direction = iron_direction(m, cell, iron_attack_cell(m, s, list[i]));
        must(direction != NOWHERE);
        best = min32(best, m->tables.edge[m->edge[cell][direction]].shock);
    }
    return best + m->tables.ground[m->ground[cell]].shock;
}

/* MI-SHOCK-17 */
static bool all_lower(const struct match *m, const struct state *s, const int *list, int count, int defender)
{
    for (int i = 0; i < count; i++)
        if (m->level[iron_attack_cell(m, s, list[i])] >= m->level[cell_of(m, s, defender)]) return false;
    return true;
}

static bool charges_home(const struct state *s, int unit)
{
    return s->unit[unit].attack == ATTACK_CHARGED || s->unit[unit].attack == ATTACK_CHARGE;
}

static bool any_charges_home(const struct state *s, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        if (charges_home(s, list[i])) return true;
    return false;
}

/* MI-CHG-05, MI-CHG-26: once, and the better one. */
static int charge_bonus(const struct match *m, const struct state *s, const int *list, int count)
{
    int best = INT32_MIN;

    for (int i = 0; i < count; i++)
        if (charges_home(s, list[i]))
            best = max32(best, fixed_value(m, s->unit[list[i]].spent ? FIXED_CHARGE_MOVED : FIXED_CHARGE_UNMOVED));
    return any_charges_home(s, list, count) ? best : 0;
}

/* MI-SHOCK-20, MI-LDR-06 */
static bool is_led(const struct match *m, const struct state *s, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        if (charges_home(s, list[i]) && iron_stacked_leader(m, s, list[i]) != NOBODY) return true;
    return false;
}

/* MI-SHOCK-21; without a row of their own missile units fight at a loss, by the option of MI-SHOCK-02. */
static int weapons(const struct match *m, const struct state *s, int attacker, int defender)
{
    if (is_missile_foot(s, attacker)) return is_missile_foot(s, defender) ? 0 : -2;
    return m->tables.matrix[s->unit[attacker].type][s->unit[defender].type];
}

static int best_weapons(const struct match *m, const struct state *s, const int *list, int count, int defender)
{
    int best = INT32_MIN;

    for (int i = 0; i < count; i++) best = max32(best, weapons(m, s, list[i], defender));
    return best;
}

/* MI-COUR-03 is the battle's own addition to the matrix, the best for the attackers likewise. */
static int best_special(const struct match *m, const struct state *s, const int *list, int count, int defender, bool charge)
{
    int best = INT32_MIN;

    for (int i = 0; i < count; i++) best = max32(best, iron_special_shock(m, s, list[i], defender, charge));
    return best;
}

static bool any_disordered(const struct state *s, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        if (is_disordered(s, list[i])) return true;
    return false;
}

/* What else bears on a blow: who may attack, what counts how. */
static void cite_blow(struct play *p, const int *list, int count, int defender)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 chargers = 0;

    for (int i = 0; i < count; i++) {
        const struct unit *u = &s->unit[list[i]];
        chargers += charges_home(s, list[i]);
        if (!u->commanded && side_of(m, list[i]) == s->active) cite(p, MI_SHOCK_37);
        if (u->fired || u->spent) cite(p, MI_SHOCK_39);
        if (u->formation == FORM_SCHILTRON) cite(p, MI_BANN_02);
        if (m->edge[cell_of(m, s, defender)][iron_direction(m, cell_of(m, s, defender), iron_attack_cell(m, s, list[i]))] >= EDGE_FORD) cite(p, MI_TERR_06);
    }
    cite(p, MI_SHOCK_11);
    cite(p, MI_TERR_03);
    if (chargers) cite(p, MI_CHG_05);
    if (chargers > 1) {
        cite(p, MI_CHG_07);
        cite(p, MI_CHG_26);
    }
    if (is_led(m, s, list, count)) cite(p, MI_LDR_06);
    if (s->unit[defender].formation != FORM_NONE) cite(p, MI_SHOCK_24);
    if (s->unit[defender].formation == FORM_SCHILTRON) cite(p, MI_SCH_02);
}

void iron_cite_blow(struct play *p, int defender, int level)
{
    int list[PIECES], count = iron_attackers(p->match, p->state, defender, level, list);

    cite_blow(p, list, count, defender);
}

static int formation(struct play *p, const int *list, int count, int defender)
{
    const struct match *m = p->match;
    const struct state *s = p->state;

    if (s->unit[defender].formation == FORM_SCHILTRON) return because(p, MI_SCH_04, fixed_value(m, FIXED_SCHILTRON_SHOCK));
    if (s->unit[defender].formation != FORM_SHIELD_WALL) return 0;
    for (int i = 0; i < count; i++)
        if (struck_arc(m, s, list[i], defender) == ARC_FRONT) return because(p, MI_SW_05, fixed_value(m, FIXED_SHIELD_WALL));
    return 0;
}

/* MI-SHOCK-25: everything adds up; MI-SHOCK-09, MI-CC-09: which table. */
int iron_blow(struct play *p, int die, int defender, int level, bool *charge)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 list[PIECES], count = iron_attackers(m, s, defender, level, list), bonus = charge_bonus(m, s, list, count), sum, turn;
    rule_id             rule = 0;

    *charge = any_charges_home(s, list, count) || s->unit[defender].parried;
    sum = account(p, MI_SHOCK_08, die);
    sum += because(p, MI_SHOCK_12, force(m, s, list, count));
    turn = angle(m, s, list, count, defender, &rule);
    sum += because(p, rule, turn);
    sum += because(p, MI_SHOCK_16, ground(m, s, list, count, defender));
    sum += because(p, MI_SHOCK_17, all_lower(m, s, list, count, defender) ? fixed_value(m, FIXED_HEIGHT_SHOCK) : 0);
    sum += because(p, MI_SHOCK_18, iron_shock(m, s, defender));
    sum += because(p, MI_SHOCK_19, s->unit[defender].parried ? 0 : bonus);
    sum += because(p, MI_SHOCK_20, is_led(m, s, list, count) ? fixed_value(m, FIXED_LEADER_CHARGE) : 0);
    sum += because(p, MI_SHOCK_21, best_weapons(m, s, list, count, defender));
    sum += because(p, MI_COUR_03, best_special(m, s, list, count, defender, *charge));
    sum += because(p, MI_SHOCK_22, any_disordered(s, list, count) ? fixed_value(m, FIXED_ATTACKER_DISORDERED) : 0);
    sum += because(p, MI_SHOCK_23, is_retired(s, defender) ? fixed_value(m, FIXED_DEFENDER_RETIRED) : 0);
    sum += formation(p, list, count, defender);
    return total(p, MI_SHOCK_25, sum);
}

/* MI-SHOCK-10 */
unsigned iron_blow_hits(const struct match *m, const struct state *s, int defender, bool charge, int sum)
{
    return iron_read_table(charge ? &m->tables.charge : &m->tables.shock, sum, is_disordered(s, defender));
}

/* Which combat next (MI-SHOCK-06, MI-SHOCK-11). */

static int first_foe(const struct match *m, const struct state *s, unsigned nth, uint8_t *seen)
{
    for (int unit = 0; unit < m->units; unit++) {
        int foe = s->unit[unit].foe;
        if (s->unit[unit].attack == ATTACK_NONE || foe == NOBODY || seen[foe]) continue;
        if (nth-- == 0) return foe;
    }
    return NOBODY;
}

/* Everything that hangs together with the defender, in member[]. */
static void link_up(const struct match *m, const struct state *s, int defender, uint8_t *member)
{
    bool again = true;

    member[defender] = 1;
    while (again) {
        again = false;
        for (int unit = 0; unit < m->units; unit++) {
            const struct unit *u = &s->unit[unit];
            bool               linked = u->attack != ATTACK_NONE && ((u->foe != NOBODY && member[u->foe]) || (u->other != NOBODY && member[u->other]));
            if (!linked || member[unit]) continue;
            member[unit] = member[u->foe] = 1;
            if (u->other != NOBODY) member[u->other] = 1;
            again = true;
        }
    }
}

/* One defender for each group. */
static int combats(const struct match *m, const struct state *s, int *list)
{
    uint8_t member[PIECES] = { 0 };
    int     count = 0, defender;

    while ((defender = first_foe(m, s, 0, member)) != NOBODY) {
        link_up(m, s, defender, member);
        list[count++] = defender;
    }
    return count;
}

static void tell_combat(struct play *p, int defender)
{
    for (int unit = 0; unit < p->match->units; unit++) {
        const struct unit *u = &p->state->unit[unit];
        if (u->attack == ATTACK_NONE || (u->foe != defender && u->other != defender)) continue;
        tell(p, EVENT_COMBAT, MI_SHOCK_06, unit, defender, 0, 0, 0);
        return;
    }
}

static void push_fight(struct play *p, int defender)
{
    uint8_t       member[PIECES] = { 0 };
    struct frame *frame;

    link_up(p->match, p->state, defender, member);
    tell_combat(p, defender);
    for (int unit = 0; unit < p->match->units; unit++) {
        if (!member[unit]) continue;
        if (side_of(p->match, unit) == side_of(p->match, defender)) p->state->unit[unit].defends = BATTLE_NORMAL;
        else p->state->unit[unit].battle = BATTLE_NORMAL;
        p->state->unit[unit].asked = p->state->unit[unit].halted = p->state->unit[unit].shaken = p->state->unit[unit].driven = 0;
    }
    frame = go_into(p, PHASE_FIGHT);
    frame->value[VALUE_TARGET] = defender;
}

/* MI-CHG-22: horse that is Disordered before the dice does not charge home, whatever has disordered it. */
static void blunt(struct play *p, int unit)
{
    p->state->unit[unit].attack = ATTACK_SHOCK;
    tell(p, EVENT_REFUSES, MI_CHG_22, unit, p->state->unit[unit].foe, -1, 0, 0);
}

/* MI-SHOCK-36, MI-CHG-15, MI-RES-32: what has gone out of reach is attacked no more; chargers look when they start. */
static void review_attacks(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int unit = 0; unit < m->units; unit++) {
        struct unit *u = &s->unit[unit];
        if (u->attack == ATTACK_NONE || u->attack == ATTACK_COUNTER) continue;
        if (!on_map(s, unit) || is_retired(s, unit) || u->halted) {
            iron_clear_attack(s, unit);
            tell(p, EVENT_DROPPED, MI_RES_32, unit, NOBODY, 0, 0, 0);
            continue;
        }
        for (int k = 1; k >= 0; k--) {
            int foe = k ? u->other : u->foe;
            if (foe == NOBODY) continue;
            if (on_map(s, foe) && (u->attack == ATTACK_CHARGE || iron_in_front(m, s, unit, cell_of(m, s, foe)))) continue;
            tell(p, EVENT_DROPPED, u->attack == ATTACK_CHARGE ? MI_CHG_15 : MI_SHOCK_36, unit, foe, 0, 0, 0);
            iron_drop_attack(s, unit, foe);
        }
        if (u->attack == ATTACK_CHARGED && is_disordered(s, unit)) blunt(p, unit);
    }
}

static void enter_combats(struct play *p)
{
    int list[PIECES], count;

    if (iron_end_if_gone(p)) return;
    review_attacks(p);
    count = combats(p->match, p->state, list);
    if (count == 0) leave(p);
    else if (count == 1) push_fight(p, list[0]);
    else ask(p, SEAT_BIT(p->state->active));
}

static bool is_attacked(const struct match *m, const struct state *s, int target)
{
    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].attack != ATTACK_NONE && (s->unit[unit].foe == target || s->unit[unit].other == target)) return true;
    return false;
}

/* Any defender stands for his whole group. */
static void offer_combats(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    for (int16_t target = 0; target < m->units; target++)
        if (is_attacked(m, s, target)) offer_add(offers, (struct decision){ .kind = DO_FIGHT, .target = target }, 0);
}

static rule_id refuse_combats(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    if (d->kind == DO_SHOCK || d->kind == DO_CHARGE) return refuse_with(why, MI_SHOCK_05, 1, 0);
    if (d->kind != DO_FIGHT) return refuse_with(why, MI_SHOCK_06, 0, 0);
    return is_attacked(m, s, d->target) ? 0 : refuse_for(why, MI_SHOCK_06, d->target);
}

static void take_combats(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    push_fight(p, d->target);
}

int iron_lowest(const struct match *m, const struct state *s, int best, int unit)
{
    return best == NOBODY || cell_of(m, s, unit) < cell_of(m, s, best) ? unit : best;
}

int iron_next_defender(const struct match *m, const struct state *s, int level, unsigned asked)
{
    int best = NOBODY, list[PIECES];

    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].defends == level && on_map(s, unit) && !(s->unit[unit].asked & asked) && iron_attackers(m, s, unit, level, list))
            best = iron_lowest(m, s, best, unit);
    return best;
}

static int next_charger(const struct match *m, const struct state *s, unsigned asked)
{
    int best = NOBODY;

    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].battle == BATTLE_NORMAL && s->unit[unit].attack == ATTACK_CHARGE && on_map(s, unit) && !(s->unit[unit].asked & asked))
            best = iron_lowest(m, s, best, unit);
    return best;
}

/* MI-CC-14: whoever is still attacked by others waits for that combat. */
static int next_rider(const struct match *m, const struct state *s, bool waits)
{
    int list[PIECES], best = NOBODY;

    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].attack == ATTACK_COUNTER && (waits || !iron_attackers(m, s, unit, BATTLE_NORMAL, list)))
            best = on_map(s, unit) ? iron_lowest(m, s, best, unit) : best == NOBODY ? unit : best;
    return best;
}

/* Steps: retreats before shock, contact, refusals, counter-charges, the battle, the rides that it put off, the end. */
static void enter_fight(struct play *p)
{
    struct frame       *frame = here(p);
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 unit;

    switch (frame->step) {
    case 0:
        unit = iron_next_defender(m, s, BATTLE_NORMAL, ASKED_EVADE);
        if (unit == NOBODY) frame->step++;
        else {
            s->unit[unit].asked |= ASKED_EVADE;
            if (iron_may_evade(m, s, unit, BATTLE_NORMAL)) iron_ask_evade(p, unit, BATTLE_NORMAL);
        }
        break;
    case 1:
        unit = next_charger(m, s, ASKED_CONTACT);
        if (unit == NOBODY) frame->step++;
        else {
            s->unit[unit].asked |= ASKED_CONTACT;
            go_into(p, PHASE_CONTACT)->value[VALUE_UNIT] = unit;
        }
        break;
    case 2:
        review_attacks(p);
        unit = next_charger(m, s, ASKED_REFUSAL);
        if (unit == NOBODY) frame->step++;
        else {
            s->unit[unit].asked |= ASKED_REFUSAL;
            iron_test_refusal(p, unit, (s->unit[unit].asked & ASKED_HEDGE) != 0);
        }
        break;
    case 3:
        review_attacks(p);                               /* whoever is attacked no more rides at once (MI-CC-14) */
        unit = next_rider(m, s, false);
        if (unit != NOBODY) {
            iron_ride_counter(p, unit);
            break;
        }
        unit = iron_next_defender(m, s, BATTLE_NORMAL, ASKED_COUNTER);
        if (unit == NOBODY) frame->step++;
        else {
            s->unit[unit].asked |= ASKED_COUNTER;
            if (iron_may_counter(m, s, unit, NOBODY)) iron_ask_counter(p, unit, NOBODY, false);
        }
        break;
    case 4:
        frame->step++;
        review_attacks(p);
        if (iron_next_defender(m, s, BATTLE_NORMAL, 0) != NOBODY) iron_begin_battle(p, BATTLE_NORMAL);
        break;
    case 5:
        unit = next_rider(m, s, true);
        if (unit == NOBODY) frame->step++;
        else iron_ride_counter(p, unit);
        break;
    default:
        iron_end_level(s, m, BATTLE_NORMAL);
        leave(p);
    }
}

/* Retreat before shock (MI-SHOCK-26 to MI-SHOCK-30, MI-RES-33, MI-GNT-06). */

bool iron_may_evade(const struct match *m, const struct state *s, int unit, int level)
{
    int  list[PIECES], places[PLACES], count = iron_attackers(m, s, unit, level, list);
    bool nimble = s->unit[unit].type == TYPE_G && m->head.option[OPTION_GENITOR_EVADE];

    if (!is_mounted(m, s, unit) || s->unit[unit].status != STATUS_NORMAL || count == 0) return false;
    for (int i = 0; i < count; i++)
        if (is_mounted(m, s, list[i]) && !nimble) return false;
    return iron_evade_places(m, s, unit, level, places) > 0;
}

/* MI-SHOCK-27: away from whoever attacks it, and into no zone of control. */
int iron_evade_places(const struct match *m, const struct state *s, int unit, int level, int *list)
{
    int        from[PIECES], count = iron_attackers(m, s, unit, level, from);
    struct lay lay;

    for (int i = 0; i < count; i++) from[i] = cell_of(m, s, from[i]);
    iron_lay(m, s, &lay);
    return iron_steps_back(m, s, &lay, unit, from, count, true, list);
}

void iron_ask_evade(struct play *p, int unit, int level)
{
    struct frame *frame = go_into(p, PHASE_EVADE);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_LEVEL] = level;
}

static void ask_owner(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_evade(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    iron_offer_place(m, s, DO_EVADE, flow_top_const(&s->flow)->value[VALUE_UNIT], 0, offers);
    offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
}

static rule_id refuse_evade(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    rule_id rule;

    (void)seat;
    if (d->kind == DO_STAND) return 0;
    rule = iron_place_refused(m, s, DO_EVADE, d, MI_SHOCK_26, why);
    return rule == MI_SHOCK_26 && d->kind == DO_EVADE ? refuse_with(why, MI_SHOCK_27, d->at.x, d->at.y) : rule;
}

static bool is_attacked_by_horse(const struct match *m, const struct state *s, int unit, int level)
{
    int list[PIECES], count = iron_attackers(m, s, unit, level, list);

    for (int i = 0; i < count; i++)
        if (is_mounted(m, s, list[i])) return true;
    return false;
}

static void take_evade(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    int           unit = here(p)->value[VALUE_UNIT], level = here(p)->value[VALUE_LEVEL], from = cell_of(p->match, s, unit);
    struct frame *frame;

    (void)seat;
    leave(p);
    if (d->kind == DO_STAND) {
        tell(p, EVENT_STOOD, MI_SHOCK_30, unit, NOBODY, 0, 0, 0);
        return;
    }
    tell(p, EVENT_EVADED, is_attacked_by_horse(p->match, s, unit, level) ? MI_GNT_06 : MI_SHOCK_26, unit, NOBODY, d->at.x, d->at.y, 0);
    if (level == BATTLE_CONTINUED) cite(p, MI_RES_33);
    iron_carry_all(s, p->match, unit, cell_at(p->match, d->at.x, d->at.y));
    s->unit[unit].heading = (uint8_t)d->heading;
    frame = go_into(p, PHASE_FOLLOW);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = from;
    frame->value[VALUE_LEVEL] = level;
    iron_arrive(p, unit);
    iron_test_ground(p, unit, cell_at(p->match, d->at.x, d->at.y), iron_direction(p->match, from, cell_at(p->match, d->at.x, d->at.y)));
}

/* Into the hex that was left. */

static rule_id follow_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 from, direction;

    if (!is_unit(m, unit) || !on_map(s, unit) || !iron_attacks(s, unit, frame->value[VALUE_UNIT], frame->value[VALUE_LEVEL]))
        return refuse_for(why, MI_SHOCK_29, unit);
    from = cell_of(m, s, unit);
    direction = iron_direction(m, from, frame->value[VALUE_TARGET]);
    return direction == NOWHERE || iron_entry(m, s, unit, from, direction) == NOWHERE ? refuse_for(why, MI_SHOCK_29, unit) : 0;
}

/* MI-SHOCK-30: whoever does not follow has nobody to fight there. */
static void end_attack_on(struct play *p, int unit, int level)
{
    for (int other = 0; other < p->match->units; other++)
        if (iron_attacks(p->state, other, unit, level)) iron_drop_attack(p->state, other, unit);
}

static bool is_free(const struct match *m, const struct state *s, int cell)
{
    struct lay lay;

    iron_lay(m, s, &lay);
    return lay.unit[cell] == NOBODY;
}

/* MI-SHOCK-28: at the end of the step, so that the ground it has come over counts before. */
static void end_evasion(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    if (u->type != TYPE_MM || u->status != STATUS_NORMAL) return;
    u->status = STATUS_DISORDERED;
    tell(p, EVENT_DISORDERED, MI_SHOCK_28, unit, NOBODY, 0, 0, 0);
}

static void enter_follow(struct play *p)
{
    struct frame *frame = here(p);
    int           list[PIECES], unit = frame->value[VALUE_UNIT], level = frame->value[VALUE_LEVEL];
    int           count = iron_attackers(p->match, p->state, unit, level, list), able = 0;

    end_evasion(p, unit);
    for (int i = 0; i < count; i++) able += !follow_refused(p->match, p->state, list[i], NULL);
    if (able && is_free(p->match, p->state, frame->value[VALUE_TARGET])) {
        ask(p, SEAT_BIT(other_side(side_of(p->match, unit))));
        return;
    }
    leave(p);
    end_attack_on(p, unit, level);
}

static void offer_follow(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);

    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
    for (int16_t unit = 0; unit < m->units; unit++)
        if (!follow_refused(m, s, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FOLLOW, .unit = unit, .at = point_of(m, frame->value[VALUE_TARGET]),
                                                 .heading = s->unit[unit].heading }, USES_HEADING);
}

static rule_id refuse_follow(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct point at = point_of(m, flow_top_const(&s->flow)->value[VALUE_TARGET]);

    (void)seat;
    if (d->kind == DO_STAY) return 0;
    if (d->kind != DO_FOLLOW || d->at.x != at.x || d->at.y != at.y) return refuse_with(why, MI_SHOCK_29, 0, 0);
    if (!between(0, d->heading, 5)) return refuse_with(why, MI_FACE_01, d->heading, 5);
    return follow_refused(m, s, d->unit, why);
}

static void take_follow(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT], level = here(p)->value[VALUE_LEVEL], from;

    (void)seat;
    leave(p);
    end_attack_on(p, unit, level);
    if (d->kind == DO_STAY) return;
    from = cell_of(p->match, p->state, d->unit);
    iron_clear_attack(p->state, d->unit);
    iron_carry(p->state, p->match, d->unit, cell_at(p->match, d->at.x, d->at.y));
    p->state->unit[d->unit].heading = (uint8_t)d->heading;
    tell(p, EVENT_FOLLOWED, MI_SHOCK_29, d->unit, unit, d->at.x, d->at.y, 0);
    cite(p, MI_FIRE_20);
    iron_arrive(p, d->unit);
    iron_test_ground(p, d->unit, cell_at(p->match, d->at.x, d->at.y), iron_direction(p->match, from, cell_at(p->match, d->at.x, d->at.y)));
}

/* A charger comes to contact (MI-CHG-08 to MI-CHG-16, MI-CHG-22 to MI-CHG-25). */

static void start_charge(struct play *p, const struct charge *charge)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT];
    struct unit  *u = &p->state->unit[unit];
    struct point  at = point_of(p->match, charge->cell);

    u->goal_x = (uint8_t)at.x;
    u->goal_y = (uint8_t)at.y;
    u->goal_heading = (uint8_t)charge->heading;
    u->foe = (int8_t)charge->foe[0];
    u->other = (int8_t)(charge->foes == 2 ? charge->foe[1] : NOBODY);
    if (charge->hedge) u->asked |= ASKED_HEDGE;
    u->formation = FORM_NONE;
    frame->value[VALUE_CODE] = charge->code;
    frame->value[VALUE_LENGTH] = charge->length;
    frame->step = 1;
    tell(p, EVENT_CHARGES, MI_CHG_08, unit, u->foe, at.x, at.y, charge->heading);
    cite(p, MI_CHG_09);
    cite(p, MI_CHG_12);
    cite(p, MI_CHG_13);
    cite(p, MI_CHG_02);
    cite(p, MI_GEN_12);
    cite(p, MI_LOS_09);
    cite(p, MI_TERR_02);
}

static int declared_charges(const struct match *m, const struct state *s, int unit, struct charge *list)
{
    struct lay lay;

    iron_lay(m, s, &lay);
    return iron_charges(m, s, &lay, unit, true, list);
}

static void choose_path(struct play *p)
{
    struct charge list[CHARGES];
    int           unit = here(p)->value[VALUE_UNIT], count = declared_charges(p->match, p->state, unit, list);
    struct unit  *u = &p->state->unit[unit];

    for (int i = 0; i < count; i++)
        if (list[i].cell == cell_at(p->match, u->goal_x, u->goal_y) && list[i].heading == u->goal_heading) {
            start_charge(p, &list[i]);
            return;
        }
    if (count) {
        ask(p, SEAT_BIT(side_of(p->match, unit)));
        return;
    }
    tell(p, EVENT_DROPPED, u->status != STATUS_NORMAL ? MI_CHG_04 : MI_CHG_15, unit, u->foe, 0, 0, 0);
    iron_clear_attack(p->state, unit);
    leave(p);
}

static void ride_one_hex(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], code = frame->value[VALUE_CODE];
    int           to = p->match->next[cell_of(p->match, p->state, unit)][code & 7];

    frame->value[VALUE_CODE] >>= 6;
    frame->value[VALUE_LENGTH]--;
    frame->value[VALUE_CELL] = to;
    frame->step = 2;
    p->state->unit[unit].heading = (uint8_t)(code >> 3 & 7);
    iron_carry(p->state, p->match, unit, to);
    iron_arrive(p, unit);
    iron_draw_reaction(p, unit, to, false);
}

/* MI-CHG-22, MI-CHG-23 */
static void after_fire(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT];
    struct unit  *u = &p->state->unit[unit];

    if (u->halted || !on_map(p->state, unit)) {
        iron_clear_attack(p->state, unit);
        tell(p, EVENT_DROPPED, MI_CHG_23, unit, NOBODY, 0, 0, 0);
        leave(p);
    } else if (frame->value[VALUE_LENGTH] > 0) {
        frame->step = 1;
    } else {
        u->heading = u->goal_heading;
        if (is_disordered(p->state, unit)) blunt(p, unit);
        leave(p);
    }
}

static void enter_contact(struct play *p)
{
    switch (here(p)->step) {
    case 0:  choose_path(p); break;
    case 1:  ride_one_hex(p); break;
    default: after_fire(p);
    }
}

static void offer_contact(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct charge list[CHARGES];
    int           unit = flow_top_const(&s->flow)->value[VALUE_UNIT], count = declared_charges(m, s, unit, list);

    (void)seat;
    for (int i = 0; i < count; i++)
        offer_add(offers, (struct decision){ .kind = DO_CHARGE, .unit = (int16_t)unit, .target = (int16_t)list[i].foe[0],
                                             .at = point_of(m, list[i].cell), .heading = list[i].heading }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
}

static rule_id refuse_contact(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    if (d->kind == DO_STAY) return 0;
    if (d->kind != DO_CHARGE || d->unit != flow_top_const(&s->flow)->value[VALUE_UNIT]) return refuse_with(why, MI_CHG_25, 0, 0);
    return iron_charge_refused(m, s, d, why);
}

static void take_contact(struct play *p, seat_id seat, const struct decision *d)
{
    struct charge list[CHARGES];
    int           unit = here(p)->value[VALUE_UNIT], count = declared_charges(p->match, p->state, unit, list);

    (void)seat;
    for (int i = 0; i < count && d->kind == DO_CHARGE; i++)
        if (point_of(p->match, list[i].cell).x == d->at.x && point_of(p->match, list[i].cell).y == d->at.y && list[i].heading == d->heading) {
            start_charge(p, &list[i]);
            cite(p, MI_CHG_25);
            return;
        }
    tell(p, EVENT_DROPPED, MI_CHG_25, unit, NOBODY, 0, 0, 0);
    iron_clear_attack(p->state, unit);
    leave(p);
}

/* Refusal (MI-CHG-17 to MI-CHG-21, MI-SCH-05). */

bool iron_daunts(const struct match *m, const struct state *s, int unit, int target)
{
    if (s->unit[target].formation == FORM_SCHILTRON) return true;
    return type_now(m, s, target)->daunts && struck_arc(m, s, unit, target) == ARC_FRONT;
}

int iron_refusal_total(struct play *p, int die, int unit, int target, bool hedge)
{
    const struct match *m = p->match;
    int                 sum = account(p, MI_CHG_19, die);

    if (p->state->unit[target].formation == FORM_SCHILTRON) sum += because(p, MI_SCH_05, fixed_value(m, FIXED_SCHILTRON_REFUSAL));
    if (hedge) sum += because(p, MI_CHG_21, m->tables.edge[EDGE_HEDGE].refusal);
    (void)unit;
    return total(p, MI_CHG_19, sum);
}

/* Of the die only matters before whom the unit shies with it. */
static int refusal_die(struct play *p, int unit, bool hedge)
{
    const struct unit *u = &p->state->unit[unit];
    struct play        silent = { .match = p->match, .state = p->state };
    int                most = fixed_value(p->match, FIXED_REFUSAL_SUCCESS_MAX);
    uint16_t           sort[10];

    for (int die = 0; die < 10; die++)
        sort[die] = (uint16_t)((u->foe != NOBODY && iron_refusal_total(&silent, die, unit, u->foe, hedge) > most) |
                               (u->other != NOBODY && iron_refusal_total(&silent, die, unit, u->other, hedge) > most) << 1);
    return d10_sorted(p, MI_CHG_19, sort);
}

void iron_test_refusal(struct play *p, int unit, bool hedge)
{
    const struct match *m = p->match;
    struct unit        *u = &p->state->unit[unit];
    bool                each = m->head.option[OPTION_REFUSAL_ROLLS], thrown = false, refused = false;
    int                 die = 0, first = u->other == NOBODY ? u->foe : iron_lowest(m, p->state, u->foe, u->other);

    for (int k = 0; k < 2; k++) {
        int foe = (k == 0) == (first == u->foe) ? u->foe : u->other;
        if (foe == NOBODY || (!hedge && !iron_daunts(m, p->state, unit, foe))) continue;
        if (each || !thrown) die = refusal_die(p, unit, hedge);
        thrown = true;
        refused |= iron_refusal_total(p, die, unit, foe, hedge) > fixed_value(m, FIXED_REFUSAL_SUCCESS_MAX);
    }
    u->attack = refused ? ATTACK_REFUSED : ATTACK_CHARGED;
    if (!thrown) return;
    tell(p, refused ? EVENT_REFUSES : EVENT_HOLDS, MI_CHG_19, unit, u->foe, die, 0, 0);
    cite(p, MI_CHG_17);
    cite(p, MI_CHG_18);
    cite(p, MI_CHG_20);
    if (hedge && has_special(m, SPECIAL_POIT_01)) cite(p, MI_POIT_01);
}

const struct phase iron_combats = { "combats", MI_SHOCK_06, enter_combats, offer_combats, refuse_combats, take_combats, .step = STEP_COMBAT };
const struct phase iron_fight = { .name = "fight", .rule = MI_SHOCK_11, .enter = enter_fight, .step = STEP_COMBAT };
const struct phase iron_evade = { "evade", MI_SHOCK_26, ask_owner, offer_evade, refuse_evade, take_evade, .step = STEP_REACTION };
const struct phase iron_follow = { "follow", MI_SHOCK_29, enter_follow, offer_follow, refuse_follow, take_follow, .settles = true };
const struct phase iron_contact = { "contact", MI_CHG_25, enter_contact, offer_contact, refuse_contact, take_contact, .settles = true };
