/*
 * orders.c: the orders of the columns and their change (ledger chapter 10, option advanced_orders).
 *
 * The order of a column is written on its commander. What its commander would have changed it to is known to his side alone when he fails.
 */
#include "rules.h"

#include "maths.h"

rule_id reiters_order_refused(const struct match *m, const struct state *s, seat_id seat, int commander, int order, struct refusal *why)
{
    const struct column *column;
    const struct unit   *u = &s->unit[commander];

    if (!is_commander(m, commander) || side_of(m, commander) != seat) return refuse_for(why, FR_5_1_04, commander);
    column = &m->column[m->column_of[commander]];
    if (!on_map(s, commander)) return refuse_for(why, FR_10_2_01, commander);
    if (column->turn > 1 && s->turn <= u->entered) return refuse_for(why, FR_10_2_03, commander);
    if (u->tried) return refuse_with(why, FR_10_2_01, 1, 0);
    return order >= ORDERS || order == u->order ? refuse_with(why, FR_10_2_01, 2, 0) : 0;
}

/* What Table 4 asks of the position. */

static bool is_column_engaged(const struct match *m, const struct state *s, const struct lay *lay, int column)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && m->column_of[unit] == column && in_set(lay->zoc[other_side(side_of(m, unit))], zone_of(m, s, unit))) return true;
    return false;
}

static bool is_column_shaken(const struct match *m, const struct state *s, int column)
{
    int shaken = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (m->column_of[unit] == column && !is_forlorn(m, unit)) shaken += s->unit[unit].status == STATUS_LOST || s->unit[unit].disordered;
    return shaken * 2 >= m->column[column].units;
}

static bool has_general_at_hand(const struct match *m, const struct state *s, const struct lay *lay, int commander)
{
    for (int i = 0; i < m->columns; i++) {
        int general = m->column[i].leader;
        if (m->column[i].seat != side_of(m, commander) || !on_map(s, general) || !reiters_is_general(m, s, general)) continue;
        return general == commander || in_set(reiters_command_area(m, s, lay, general), zone_of(m, s, commander));
    }
    return false;
}

/* Along a command path, which never enters an enemy's zone but may end there. */
static bool is_enemy_near(const struct match *m, const struct state *s, const struct lay *lay, int commander)
{
    uint64_t enemies = lay->held[other_side(side_of(m, commander))], near = 0;

    for (uint64_t rest = reiters_within(m, enemies, zone_of(m, s, commander), COMMAND_RADIUS - 1); rest; rest &= rest - 1) near |= m->adjacent[lowest(rest)];
    return (near & enemies) != 0;
}

int reiters_change_total(struct play *p, int die, int commander, int order)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    const int8_t       *change = m->tables.change;
    int                 column = m->column_of[commander], sum = account(p, FR_10_2_02, die);
    int64_t             apart = abs64(m->tables.order[order].initiative - m->tables.order[s->unit[commander].order].initiative);
    struct lay          lay;

    reiters_lay(m, s, &lay);
    sum += because(p, FR_10_2_02, apart >= 2 ? change[CHANGE_TWO_STEPS] : 0);
    sum += because(p, FR_10_2_02, apart >= 4 ? change[CHANGE_FOUR_STEPS] : 0);
    sum += because(p, FR_10_2_02, is_column_engaged(m, s, &lay, column) ? change[CHANGE_COLUMN_ENGAGED] : 0);
    sum += because(p, FR_10_2_02, in_set(lay.zoc[other_side(side_of(m, commander))], zone_of(m, s, commander)) ? change[CHANGE_COMMANDER_ENGAGED] : 0);
    sum += because(p, FR_10_2_02, is_column_shaken(m, s, column) ? change[CHANGE_COLUMN_SHAKEN] : 0);
    sum += because(p, FR_10_2_02, s->unit[commander].replaced ? change[CHANGE_REPLACEMENT] : 0);
    sum += because(p, FR_10_2_02, has_general_at_hand(m, s, &lay, commander) ? change[CHANGE_GENERAL_AT_HAND] : 0);
    sum += because(p, FR_10_2_02, is_enemy_near(m, s, &lay, commander) ? 0 : change[CHANGE_NOT_ENGAGED]);
    sum += because(p, FR_SCN_06, m->column[column].change);
    return total(p, FR_10_2_02, sum);
}

/* An isolated unit stands in reserve, which says nothing of its column's order (FR-10.1-03). */
void reiters_show_order(struct play *p, int unit)
{
    int          leader = leader_of(p->match, unit);
    struct unit *u = &p->state->unit[leader];

    if (u->shown || (is_unit(p->match, unit) && reiters_is_isolated(p->match, p->state, unit))) return;
    u->shown = 1;
    tell(p, EVENT_ORDER_SHOWN, FR_10_1_08, leader, NOBODY, u->order, 0, 0);
}

static void try_order(struct play *p, seat_id seat, int commander, int order)
{
    struct unit *u = &p->state->unit[commander];
    struct play  quiet = *p;
    int          die = d6(p, FR_10_2_02), quality = reiters_quality(p->match, p->state, commander);
    bool         obeyed;

    u->tried = 1;
    quiet.events = NULL;
    obeyed = reiters_change_total(&quiet, die, commander, order) < quality;
    if (!obeyed) p->hidden_from = (uint8_t)~SEAT_BIT(seat);
    reiters_change_total(p, die, commander, order);
    p->hidden_from = 0;
    if (!obeyed) {
        tell_to(p, SEAT_BIT(seat), EVENT_ORDER_WISHED, FR_10_1_08, commander, NOBODY, order, 0, 0);
        tell(p, EVENT_ORDER_KEPT, FR_10_2_02, commander, NOBODY, die, quality, 0);
        return;
    }
    u->order = (uint8_t)order;
    u->shown = 1;
    tell(p, EVENT_ORDER_CHANGED, FR_10_2_02, commander, NOBODY, order, quality, 0);
    cite(p, FR_10_1_01);
    cite(p, FR_10_1_08);
}

static bool may_order(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->columns; i++)
        for (int order = 0; order < 2; order++)
            if (!reiters_order_refused(m, s, seat, m->column[i].leader, order, NULL)) return true;
    return false;
}

static void enter_orders(struct play *p)
{
    if (may_order(p->match, p->state, (seat_id)p->state->active)) ask(p, SEAT_BIT(p->state->active));
    else leave(p);
}

static void offer_orders(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    offer_add(offers, (struct decision){ .kind = DO_END_ORDERS }, 0);
    for (int i = 0; i < m->columns; i++)
        for (int order = 0; order < ORDERS; order++)
            if (!reiters_order_refused(m, s, seat, m->column[i].leader, order, NULL))
                offer_add(offers, (struct decision){ .kind = DO_ORDER, .unit = m->column[i].leader, .choice = (int16_t)order }, 0);
}

static rule_id refuse_orders(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_END_ORDERS) return 0;
    if (d->kind != DO_ORDER) return refuse_with(why, FR_10_2_01, 0, 0);
    return reiters_order_refused(m, s, seat, d->unit, d->choice, why);
}

static void take_orders(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_END_ORDERS) leave(p);
    else try_order(p, seat, d->unit, d->choice);
}

/* FR-10.1-08 */
void reiters_mask(const struct match *m, struct state *s, seat_id seat)
{
    if (!has_option(m, OPTION_ADVANCED_ORDERS)) return;
    for (int i = 0; i < m->columns; i++) {
        struct unit *u = &s->unit[m->column[i].leader];
        if (m->column[i].seat != seat && !u->shown) u->order = ORDER_HIDDEN;
    }
}

void reiters_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    (void)seat;
    (void)random;
    for (int i = 0; i < m->columns; i++) {
        struct unit *u = &s->unit[m->column[i].leader];
        if (u->order == ORDER_HIDDEN) u->order = m->column[i].order;
    }
}

const struct phase reiters_orders = { "orders", FR_10_2_01, enter_orders, offer_orders, refuse_orders, take_orders, .step = STEP_ORDERS };
