/* totals.c: what attacker and defender bring to a combat (ledger chapters 7.2, 7.4). */
#include "rules.h"

/* The face that shows; an Argoulets unit on foot has that of its type. */
int reiters_factor(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];

    return u->type == m->type_of[unit] ? m->fc[unit][u->wear] : m->tables.type[u->type].fc[u->wear];
}

/* Support (FR-7.4.4). */

/* In the zone, with the other weapon, whatever its state. */
static bool stands_by(const struct match *m, const struct state *s, int unit, int principal)
{
    if (unit == principal || !on_map(s, unit) || side_of(m, unit) != side_of(m, principal) || s->unit[unit].x != s->unit[principal].x) return false;
    if (is_forlorn(m, unit) || is_forlorn(m, principal)) return false;                                  /* FR-7.4.4-05 */
    return type_now(m, s, unit)->weapon != type_now(m, s, principal)->weapon;
}

static bool supports(const struct match *m, const struct state *s, int unit, int principal)
{
    if (s->unit[unit].disordered || reiters_is_isolated(m, s, unit)) return false;                      /* FR-1.3.7-10, FR-1.3.7-13 */
    return stands_by(m, s, unit, principal);
}

/* Those who would support if they were in better state. */
static void cite_bystanders(struct play *p)
{
    const struct match *m = p->match;
    const struct state *s = p->state;

    for (int unit = 0; unit < m->units; unit++) {
        if (!stands_by(m, s, unit, s->combat.attacker) && !stands_by(m, s, unit, s->combat.defender)) continue;
        if (s->unit[unit].disordered) cite(p, FR_1_3_7_10);
        if (reiters_is_isolated(m, s, unit)) cite(p, FR_1_3_7_13);
    }
}

/* FR-7.4.4-02, FR-7.4.4-06; for artillery FR-7.8-04 and FR-7.8-06. A commander there is in danger (FR-7.6-02). */
void reiters_mark_supporters(const struct match *m, struct state *s)
{
    const struct combat *combat = &s->combat;
    int                  limit = m->head.option[OPTION_SUPPORT_LIMIT] ? 1 : PIECES, count[2] = { 0, 0 };

    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *u = &s->unit[piece];
        u->supports = 0;
        if (!on_map(s, piece)) continue;
        if (is_commander(m, piece)) {
            if (u->x == combat->from && side_of(m, piece) == (seat_id)s->active) u->supports = SUPPORTS_ATTACKER;
            if (u->x == combat->to && side_of(m, piece) != (seat_id)s->active) u->supports = SUPPORTS_DEFENDER;
            continue;
        }
        if (!is_unit(m, piece) || combat->mode != MODE_MELEE) continue;
        if (!u->fought && supports(m, s, piece, combat->attacker) && count[0]++ < limit) u->supports = SUPPORTS_ATTACKER;
        if (supports(m, s, piece, combat->defender) && count[1]++ < limit) u->supports = SUPPORTS_DEFENDER;
    }
}

static int support(struct play *p, unsigned side)
{
    int sum = 0;

    for (int unit = 0; unit < p->match->units; unit++)
        if (p->state->unit[unit].supports == side)
            sum += because_of(p, type_now(p->match, p->state, unit)->arm == ARM_ARTILLERY ? FR_7_4_4_04 : FR_7_4_4_02, unit, 1);
    return sum;
}

/* FR-7.4.2-01 */
static int commanders(struct play *p, int unit, unsigned role)
{
    const struct match *m = p->match;
    int                 sum = 0;

    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        if (side_of(m, commander) != side_of(m, unit) || !on_map(p->state, commander) || p->state->unit[commander].replaced) continue;
        if (p->state->unit[commander].x != p->state->unit[unit].x) continue;
        for (int k = 0; k < m->bonuses[commander]; k++) {
            const struct bonus *bonus = &m->bonus[commander][k];
            if (bonus->roles & role && bonus->types >> p->state->unit[unit].type & 1) sum += because_of(p, FR_7_4_2_01, commander, bonus->amount);
        }
    }
    return sum;
}

/* FR-7.4.3-02 */
static int class_modifier(const struct match *m, const struct state *s)
{
    int a = m->tables.type[s->unit[s->combat.attacker].type].rank, d = m->tables.type[s->unit[s->combat.defender].type].rank;

    return a < d ? 1 : a > d ? -1 : 0;
}

/* FR-7.2-02 */
int reiters_attacker_total(struct play *p)
{
    const struct match      *m = p->match;
    const struct state      *s = p->state;
    int                      unit = s->combat.attacker, sum = account(p, FR_7_2_02, reiters_factor(m, s, unit));
    const struct order_line *order = reiters_order_of(m, s, unit);

    if (s->combat.lances && s->combat.round == 1) sum += because(p, FR_7_4_1_01, 2);
    sum += commanders(p, unit, AS_ATTACKER);
    sum += because(p, FR_7_4_3_02, class_modifier(m, s));
    if (order) sum += because(p, FR_10_1_06, order->attacker[type_now(m, s, unit)->weapon]);
    sum += support(p, SUPPORTS_ATTACKER);
    if (s->unit[unit].disordered) sum += because(p, FR_1_3_7_05, -1);
    return total(p, FR_7_2_02, sum);
}

int reiters_terrain(const struct match *m, int attacker_type, seat_id defender, int from, int to)
{
    const struct terrain_row *row = &m->tables.terrain[m->tables.type[attacker_type].row];

    return row->zone[m->ground[to]] + row->border[m->cover[defender][from][to]];
}

/* FR-7.4.6: the zone of the passive unit is the one attacked, also when it is he who fires or charges (FR-7.4.6-04). */
static int terrain(struct play *p)
{
    const struct match       *m = p->match;
    const struct combat      *combat = &p->state->combat;
    const struct terrain_row *row = &m->tables.terrain[type_now(m, p->state, combat->attacker)->row];
    int                       from = m->index[combat->from], to = m->index[combat->to], sum = 0;
    int                       cover = m->cover[side_of(m, combat->defender)][from][to];
    rule_id                   rule = zone_link(&m->map, from, to) == ZONE_BY_JUNCTION ? FR_7_4_6_02 : m->easiest[from][to] != cover ? FR_7_4_6_03 : FR_7_4_6_01;

    if (combat->mode != MODE_CHARGE || has_option(m, OPTION_CR_KEEPS_COVER))
        sum += because(p, combat->mode == MODE_CHARGE ? FR_6_3_10 : FR_7_4_6_01, row->zone[m->ground[to]]);
    sum += because(p, rule, row->border[cover]);
    return sum;
}

/* FR-7.4.5 */
bool reiters_is_successive(const struct state *s)
{
    return s->combat.mode == MODE_MELEE && s->last_zone == s->combat.to && s->last_defender == s->combat.defender;
}

/* FR-7.2-03 */
int reiters_defender_total(struct play *p)
{
    const struct match      *m = p->match;
    const struct state      *s = p->state;
    int                      unit = s->combat.defender, sum = account(p, FR_7_2_03, reiters_factor(m, s, unit));
    const struct order_line *order = reiters_order_of(m, s, unit);

    if (reiters_is_successive(s)) sum += because(p, s->combat.round > 1 ? FR_7_4_5_02 : FR_7_4_5_01, -1);
    sum += commanders(p, unit, AS_DEFENDER);
    sum += terrain(p);
    if (order) sum += because(p, FR_10_1_06, order->defender);
    sum += support(p, SUPPORTS_DEFENDER);
    if (s->combat.mode != MODE_MELEE && s->unit[s->combat.attacker].caracole) sum += because(p, FR_11_1_06, 1);
    if (s->unit[unit].disordered) sum += because(p, FR_1_3_7_05, -1);
    return total(p, FR_7_2_03, sum);
}

/* FR-10.1-08: the marker whose modifier counts is turned up. */
void reiters_show_orders(struct play *p)
{
    const struct order_line *attacker = reiters_order_of(p->match, p->state, p->state->combat.attacker);
    const struct order_line *defender = reiters_order_of(p->match, p->state, p->state->combat.defender);

    if (attacker && attacker->attacker[type_now(p->match, p->state, p->state->combat.attacker)->weapon]) reiters_show_order(p, p->state->combat.attacker);
    if (defender && defender->defender) reiters_show_order(p, p->state->combat.defender);
}

/* The further rules that bear on a combat that was told. */
void reiters_cite_combat(struct play *p)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 from = m->index[s->combat.from], to = m->index[s->combat.to], cover;

    if (!p->events) return;                  /* some of it takes looking round */
    cite(p, FR_7_2_04);
    cite(p, FR_7_1_14);
    if (has_option(m, OPTION_ADVANCED_ORDERS)) cite(p, FR_10_1_02);
    if (s->combat.mode == MODE_MELEE) {
        cite(p, FR_7_4_4_01);
        cite(p, FR_7_4_4_03);
        if (s->combat.round > 1) cite(p, FR_7_4_4_06);
        if (is_forlorn(m, s->combat.attacker) || is_forlorn(m, s->combat.defender)) cite(p, FR_7_4_4_05);
        cite_bystanders(p);
        cite(p, FR_MAP_07);
        if (s->unit[s->combat.attacker].disordered && s->unit[s->combat.attacker].charge) cite(p, FR_1_3_7_09);
        if (!reiters_is_successive(s)) cite(p, FR_7_4_5_03);
    } else {
        cite(p, s->combat.mode == MODE_FIRE ? FR_6_2_05 : FR_6_3_08);
        cite(p, FR_7_4_6_04);
        cite(p, FR_7_4_1_05);
        cite(p, FR_7_1_07);
        cite(p, FR_6_5_04);
    }
    cover = m->cover[side_of(m, s->combat.defender)][from][to];
    if (cover < m->hardest[from][to]) cite(p, FR_7_4_6_05);
    if (cover != BORDER_DOTTED && zone_link(&m->map, from, to) == ZONE_BY_BORDER) cite(p, FR_7_4_6_03);
}
