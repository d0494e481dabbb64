/*
 * fight.c: one combat: the die, and the results in their order (ledger chapters 7.2, 7.5, 7.6, 11.1, 11.2).
 *
 * Melee, reaction fire, reaction charge and artillery go through the same frame; each leaves out the steps it has not.
 */
#include "rules.h"

enum { AT_NAMES, AT_ROUNDS, AT_LANCES, AT_DIE, AT_ATTACKER, AT_DEFENDER, AT_WAVER, AT_SUPPORTERS, AT_COMMANDERS, AT_ESCORT, AT_ADVANCE, AT_NEXT, AT_AGAIN };

/* The number of a result among the names of results: how the table prints it. */
static int result_id(unsigned hits)
{
    int  steps = hits & HIT_TWO ? 2 : hits & HIT_ONE ? 1 : 0;
    bool star = hits & HIT_STAR, firm = hits & HIT_FIRM;

    if (!steps) return hits & HIT_DISORDER ? 2 : hits & HIT_TEST ? 1 : 0;
    return 3 + (steps - 1) * 4 + firm * 2 + star;
}

/* FR-7.2-04, FR-7.2-05 */
static void throw_die(struct play *p)
{
    const struct combat_table *table = &p->match->tables.combat;
    struct state              *s = p->state;
    struct combat             *combat = &s->combat;
    int                        attacker, defender, column, die;

    reiters_mark_supporters(p->match, s);
    attacker = reiters_attacker_total(p);
    defender = reiters_defender_total(p);
    reiters_show_orders(p);
    column = attacker - defender - table->low;
    column = column < 0 ? 0 : column >= table->columns ? table->columns - 1 : column;
    die = d6(p, FR_7_2_05);
    combat->hit[0] = table->attacker[die - 1][column];
    combat->hit[1] = table->defender[die - 1][column];
    combat->lost = combat->struck = combat->yielded = 0;
    tell(p, EVENT_STRUCK, FR_7_2_05, combat->attacker, combat->defender, attacker - defender, result_id(combat->hit[0]), result_id(combat->hit[1]));
    reiters_cite_combat(p);
    if (combat->mode != MODE_MELEE) return;
    s->last_zone = combat->to;
    s->last_defender = combat->defender;
    for (int unit = 0; unit < p->match->units; unit++)
        if (unit == combat->attacker || s->unit[unit].supports == SUPPORTS_ATTACKER) s->unit[unit].engaged = 1;
}

/* Results (FR-7.5). */

void reiters_harm(struct play *p, int unit, unsigned hits)
{
    if (hits & HIT_STEPS) reiters_lose(p, unit, hits & HIT_TWO ? 2 : 1, FR_7_5_1_03);
    else if (hits & HIT_DISORDER) reiters_disorder(p, unit, FR_7_5_1_02);
    else if (hits & HIT_TEST) reiters_test(p, unit, FR_7_5_1_01, TEST_SHAKES);
}

/* Wavering (FR-11.2): first where the attacker lost, then where the defender did. */
static int next_waverer(const struct match *m, const struct state *s)
{
    const struct combat *combat = &s->combat;

    for (int side = 0; side < 2; side++) {
        if (!(combat->lost & (side ? LOST_BY_DEFENDER : LOST_BY_ATTACKER))) continue;
        for (int unit = 0; unit < m->units; unit++)
            if (on_map(s, unit) && !s->unit[unit].wavered && s->unit[unit].x == (side ? combat->to : combat->from)
                && unit != (side ? combat->defender : combat->attacker)
                && side_of(m, unit) == (side ? other_side((seat_id)s->active) : (seat_id)s->active)) return unit;
    }
    return NOBODY;
}

/* Commanders: their danger (FR-7.6), then those who go with the retreat (FR-7.5.3-12). */

static bool is_starred(const struct match *m, const struct combat *combat, int side)
{
    if (!(combat->hit[side] & HIT_STAR)) return false;
    return !has_option(m, OPTION_STAR_NEEDS_LOSS) || combat->lost & (side ? LOST_BY_DEFENDER : LOST_BY_ATTACKER);
}

/* True when one has been tested: a die has fallen, and more may follow. */
static bool test_next_commander(struct play *p)
{
    const struct match  *m = p->match;
    const struct combat *combat = &p->state->combat;

    for (int side = 0; side < 2; side++) {
        int commander = reiters_next_in_danger(m, p->state, side ? SUPPORTS_DEFENDER : SUPPORTS_ATTACKER);
        if (commander == NOBODY) continue;
        p->state->unit[commander].supports = 0;
        if (!is_starred(m, combat, side) || p->state->unit[commander].replaced) return true;             /* FR-7.6.3-01 */
        reiters_test_commander(p, commander, m->index[side ? combat->to : combat->from]);
        cite(p, FR_7_5_1_05);
        if (has_option(m, OPTION_STAR_NEEDS_LOSS)) cite(p, FR_7_6_03);
        return true;
    }
    return false;
}

/* The second attack of a caracole (FR-11.1-09 to FR-11.1-12). */

static bool may_attack_again(const struct match *m, const struct state *s)
{
    const struct combat *combat = &s->combat;
    int                  unit = combat->attacker;

    return combat->mode == MODE_MELEE && combat->round == 1 && s->unit[unit].caracole && on_map(s, unit) && s->unit[unit].x == combat->from && !combat->struck
        && !reiters_is_vacated(m, s);
}

/* Whoever retreats in the second round does so anew. */
static void begin_second_round(const struct match *m, struct state *s)
{
    s->combat.round = 2;
    for (int piece = 0; piece < m->head.pieces; piece++) s->unit[piece].fallen = 0;
}

static void enter_again(struct play *p)
{
    struct frame *frame = here(p);
    bool          passed = frame->value[VALUE_PASSED] != 0;

    if (frame->step == 0) {
        ask(p, SEAT_BIT(p->state->active));
        return;
    }
    leave(p);
    if (!passed) return;
    begin_second_round(p->match, p->state);
    p->state->combat.hit[0] = p->state->combat.hit[1] = 0;
    if (!on_map(p->state, p->state->combat.defender) || p->state->unit[p->state->combat.defender].x != p->state->combat.to) p->state->combat.defender = NOBODY;
    here(p)->step = p->state->combat.defender == NOBODY ? AT_NAMES : AT_DIE;
}

static void offer_again(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_AGAIN }, 0);
    offer_add(offers, (struct decision){ .kind = DO_ENOUGH }, 0);
}

static rule_id refuse_again(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    return d->kind == DO_AGAIN || d->kind == DO_ENOUGH ? 0 : refuse_with(why, FR_11_1_09, 0, 0);
}

static void take_again(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = p->state->combat.attacker;

    (void)seat;
    if (d->kind == DO_ENOUGH) {
        leave(p);
        tell(p, EVENT_ENOUGH, FR_11_1_09, unit, NOBODY, 0, 0, 0);
        return;
    }
    tell(p, EVENT_AGAIN, FR_11_1_09, unit, NOBODY, p->state->combat.to, 0, 0);
    cite(p, FR_11_1_10);
    here(p)->step = 1;
    reiters_test(p, unit, FR_11_1_09, 0);
}

/* FR-7.9-02 */
static bool may_push_again(const struct state *s)
{
    const struct combat *combat = &s->combat;

    return combat->mode == MODE_MELEE && combat->round < combat->rounds && on_map(s, combat->attacker) && on_map(s, combat->defender)
        && s->unit[combat->defender].x == combat->to && !s->unit[combat->defender].fallen;
}

void reiters_end_combat(struct play *p)
{
    struct state *s = p->state;
    int           attacker = s->combat.attacker;

    if (s->combat.mode == MODE_MELEE && on_map(s, attacker)) reiters_end_caracole(p, attacker, FR_11_1_12);
    for (int piece = 0; piece < p->match->head.pieces; piece++) {
        struct unit *u = &s->unit[piece];
        u->fought |= u->engaged;
        u->engaged = u->supports = u->fallen = 0;
    }
    s->combat = (struct combat){ .attacker = NOBODY, .defender = NOBODY };
    leave(p);
}

/* Before the die: what the active side has to say of it. */
static void choose_rounds(struct play *p)
{
    struct combat *combat = &p->state->combat;
    int            pikes = PIKES_NONE;

    if (combat->mode == MODE_MELEE && combat->round == 1) pikes = reiters_pike_push(p->match, p->state, combat->attacker, combat->defender);
    if (pikes == PIKES_MAY) go_into(p, PHASE_ROUNDS);
    if (pikes != PIKES_MUST) return;
    combat->rounds = 2;
    combat->firm = 1;
    tell(p, EVENT_ROUNDS, FR_7_9_03, combat->attacker, combat->defender, 2, 0, 0);
    cite(p, FR_7_9_01);
}

static void ask_next(struct play *p, int phase, int unit)
{
    go_into(p, (uint8_t)phase)->value[VALUE_UNIT] = unit;
}

/* One step of a combat that is fought out with results on both; false: that step is over. */
static bool settle_step(struct play *p, int step)
{
    int unit;

    switch (step) {
    case AT_WAVER:
        unit = has_option(p->match, OPTION_OPT_WAVERING) ? next_waverer(p->match, p->state) : NOBODY;
        if (unit == NOBODY) return false;
        if (p->state->combat.mode == MODE_FIRE || p->state->combat.mode == MODE_CHARGE) {
            cite(p, FR_11_2_04);
            return false;
        }
        p->state->unit[unit].wavered = 1;
        tell(p, EVENT_WAVERS, FR_11_2_01, unit, NOBODY, 0, 0, 0);
        cite(p, FR_11_2_02);
        cite(p, FR_11_2_03);
        reiters_test(p, unit, FR_11_2_01, TEST_SHAKES);
        return true;
    case AT_SUPPORTERS:
        unit = reiters_next_supporter(p->match, p->state);
        if (unit == NOBODY) return false;
        p->state->unit[unit].supports = 0;
        ask_next(p, PHASE_SUPPORTER, unit);
        return true;
    case AT_COMMANDERS: return test_next_commander(p);
    case AT_ESCORT:
        unit = reiters_next_escort(p->match, p->state);
        if (unit == NOBODY) return false;
        p->state->unit[unit].fallen = p->state->combat.to;                 /* he has been asked */
        ask_next(p, PHASE_ESCORT, unit);
        return true;
    default: return false;
    }
}

static void enter_fight(struct play *p)
{
    struct frame  *frame = here(p);
    struct combat *combat = &p->state->combat;

    switch (frame->step) {
    case AT_NAMES:
        frame->step++;
        if (combat->defender == NOBODY) go_into(p, PHASE_DEFENDER);
        break;
    case AT_ROUNDS:
        frame->step++;
        choose_rounds(p);
        break;
    case AT_LANCES:
        frame->step++;
        if (combat->mode == MODE_MELEE && combat->round == 1
            && reiters_may_charge(p->match, p->state, combat->attacker, p->match->index[combat->from], p->match->index[combat->to])) go_into(p, PHASE_CHARGE);
        break;
    case AT_DIE:
        frame->step = combat->mode == MODE_SHOT ? AT_WAVER : AT_ATTACKER;
        if (combat->mode == MODE_SHOT) reiters_shoot(p);
        else throw_die(p);
        break;
    case AT_ATTACKER:
        frame->step++;
        reiters_harm(p, combat->attacker, combat->hit[0]);
        break;
    case AT_DEFENDER:
        frame->step++;
        reiters_harm_defender(p);
        break;
    case AT_WAVER: case AT_SUPPORTERS: case AT_COMMANDERS: case AT_ESCORT:
        if (!settle_step(p, frame->step)) frame->step++;
        break;
    case AT_ADVANCE:
        frame->step++;
        reiters_open_advance(p);
        break;
    case AT_NEXT:
        if (may_push_again(p->state)) {
            begin_second_round(p->match, p->state);
            frame->step = AT_DIE;
            return;
        }
        if (combat->mode == MODE_MELEE && combat->round < combat->rounds) cite(p, FR_7_9_02);
        frame->step = AT_AGAIN;
        if (may_attack_again(p->match, p->state)) go_into(p, PHASE_AGAIN);
        break;
    default: reiters_end_combat(p);
    }
}

const struct phase reiters_fight = { .name = "fight", .rule = FR_7_2_01, .enter = enter_fight };
const struct phase reiters_again = { "again", FR_11_1_09, enter_again, offer_again, refuse_again, take_again, .settles = true };
