/*
 * result.c: quality tests, disorganisation, losses, retreats (ledger chapters 1.3, 7.5).
 *
 * A test is a frame: where it matters whose quality is used its owner is asked, then the die falls, and the frame below finds the answer in
 * its VALUE_PASSED.
 */
#include "rules.h"

void reiters_put(const struct match *m, struct state *s, int piece, int zone)
{
    s->unit[piece].x = zone == NOWHERE ? 0 : m->number[zone];
}

/* Quality tests. */

/* FR-1.3.1-01, FR-7.6.2-02: a commander's own, or his replacement's; a forlorn hope's is above its mother's (FR-11.4-09). */
int reiters_quality(const struct match *m, const struct state *s, int unit)
{
    return is_commander(m, unit) && s->unit[unit].replaced ? m->fc[unit][0] : m->fq[unit];
}

/* FR-1.3.3-03, FR-1.3.3-04: the commanders who may lend their quality. */
int reiters_lenders(const struct match *m, const struct state *s, int unit, int *list)
{
    int count = 0;

    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        if (m->column[i].seat != side_of(m, unit) || !on_map(s, commander) || s->unit[commander].x != s->unit[unit].x) continue;
        if (i == m->column_of[unit] || reiters_is_general(m, s, commander)) list[count++] = commander;
    }
    return count;
}

/* The best of them, or NOBODY when none is better than the unit itself. */
static int best_lender(const struct match *m, const struct state *s, int unit)
{
    int list[COLUMNS], count = reiters_lenders(m, s, unit, list), best = NOBODY, quality = reiters_quality(m, s, unit);

    for (int i = 0; i < count; i++) {
        if (reiters_quality(m, s, list[i]) <= quality) continue;
        best = list[i];
        quality = reiters_quality(m, s, best);
    }
    return best;
}

void reiters_test(struct play *p, int unit, rule_id rule, unsigned flags)
{
    struct frame *frame = go_into(p, PHASE_TEST);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_RULE] = rule;
    frame->value[VALUE_FLAGS] = (int32_t)flags;
}

/* FR-1.3.3-01 */
static void roll_test(struct play *p, int lender)
{
    struct frame            *frame = here(p);
    int                      unit = frame->value[VALUE_UNIT], die, quality;
    rule_id                  rule = (rule_id)frame->value[VALUE_RULE];
    unsigned                 flags = (unsigned)frame->value[VALUE_FLAGS];
    const struct order_line *order = reiters_order_of(p->match, p->state, unit);
    bool                     passed;

    leave(p);
    quality = account(p, FR_1_3_3_01, reiters_quality(p->match, p->state, unit));
    if (lender != NOBODY) quality += because_of(p, FR_1_3_3_03, lender, reiters_quality(p->match, p->state, lender) - quality);
    if (flags & TEST_STEADY && order && order->steady_fire) {
        quality += because(p, FR_10_1_06, order->steady_fire);
        reiters_show_order(p, unit);
    }
    quality = total(p, FR_1_3_3_01, quality);
    die = d6(p, rule);
    passed = die <= quality;
    tell(p, EVENT_TESTED, rule, unit, lender, die, quality, passed);
    cite(p, FR_1_3_3_02);
    if (lender != NOBODY) {
        cite(p, FR_1_3_3_04);
        cite(p, FR_1_3_3_05);
    }
    if (is_forlorn(p->match, unit)) cite(p, FR_11_4_09);
    here(p)->value[VALUE_PASSED] = passed;
    if (!passed && flags & TEST_SHAKES) reiters_disorder(p, unit, rule);
}

/*
 * Whose quality, is asked where somebody could want the worse one: a unit that is disorganised already loses a step by failing, and comes
 * out of it in good order. Everywhere else the best is used.
 */
static void enter_test(struct play *p)
{
    int unit = here(p)->value[VALUE_UNIT], list[COLUMNS];

    if (!on_map(p->state, unit)) {
        leave(p);
        here(p)->value[VALUE_PASSED] = 0;
        return;
    }
    if (here(p)->value[VALUE_FLAGS] & TEST_SHAKES && p->state->unit[unit].disordered && reiters_lenders(p->match, p->state, unit, list) > 0)
        ask(p, SEAT_BIT(side_of(p->match, unit)));
    else roll_test(p, best_lender(p->match, p->state, unit));
}

static void offer_test(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int unit = flow_top_const(&s->flow)->value[VALUE_UNIT], list[COLUMNS], best = best_lender(m, s, unit), count = reiters_lenders(m, s, unit, list);

    (void)seat;
    if (best != NOBODY) offer_add(offers, (struct decision){ .kind = DO_BORROW, .unit = (int16_t)best }, 0);
    offer_add(offers, (struct decision){ .kind = DO_OWN_QUALITY }, 0);
    for (int i = 0; i < count; i++)
        if (list[i] != best) offer_add(offers, (struct decision){ .kind = DO_BORROW, .unit = (int16_t)list[i] }, 0);
}

static rule_id refuse_test(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    int unit = flow_top_const(&s->flow)->value[VALUE_UNIT], list[COLUMNS], count = reiters_lenders(m, s, unit, list);

    (void)seat;
    if (d->kind == DO_OWN_QUALITY) return 0;
    if (d->kind != DO_BORROW) return refuse_with(why, FR_1_3_3_03, 0, 0);
    for (int i = 0; i < count; i++)
        if (list[i] == d->unit) return 0;
    return refuse_for(why, FR_1_3_3_04, d->unit);
}

static void take_test(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    roll_test(p, d->kind == DO_BORROW ? d->unit : NOBODY);
}

/* Harm. */

/* The combat under way remembers what it has done to whom: for wavering, commanders and caracoles. */
static void note_harm(struct play *p, int unit, bool step)
{
    struct combat *combat = &p->state->combat;

    if (!(combat->mode == MODE_MELEE && unit == combat->attacker)) reiters_end_caracole(p, unit, FR_11_1_07);
    if (combat->mode == MODE_NONE) return;
    if (unit == combat->attacker) combat->struck = 1;
    if (!step) return;
    if (unit == combat->attacker) combat->lost |= LOST_BY_ATTACKER;
    if (unit == combat->defender) combat->lost |= LOST_BY_DEFENDER;
}

/* FR-1.3.7-03, FR-7.5.1-02: a second time it costs a step, and the marker comes off. */
void reiters_disorder(struct play *p, int unit, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    if (u->disordered) {
        u->disordered = 0;
        reiters_lose(p, unit, 1, FR_1_3_7_03);
        return;
    }
    u->disordered = 1;
    tell(p, EVENT_DISORDERED, rule, unit, NOBODY, 0, 0, 0);
    cite(p, FR_1_3_7_04);
    cite(p, FR_1_3_7_07);
    if (rule == FR_4_1_4_01 || rule == FR_4_1_4_02) cite(p, FR_4_1_4_04);
    note_harm(p, unit, false);
}

/* FR-1.3.7-01, FR-1.3.7-02, FR-7.2-06 */
void reiters_lose(struct play *p, int unit, int steps, rule_id rule)
{
    struct unit *u = &p->state->unit[unit];

    while (steps-- > 0 && on_map(p->state, unit)) {
        note_harm(p, unit, true);
        if (u->wear || type_now(p->match, p->state, unit)->steps == 1) {
            reiters_eliminate(p, unit, rule);
            if (type_now(p->match, p->state, unit)->steps == 1) cite(p, FR_1_3_7_02);
            if (steps > 0) cite(p, FR_7_2_06);
        } else {
            u->wear = 1;
            tell(p, EVENT_STEP_LOST, rule, unit, NOBODY, 0, 0, 0);
            cite(p, FR_1_3_7_01);
            if (u->disordered) cite(p, FR_7_5_1_04);
        }
    }
}

/* What the other side scores for a piece (FR-9.0-01). */
int reiters_worth(const struct match *m, const struct state *s, int piece)
{
    int what = is_commander(m, piece) ? (m->general[piece] ? WORTH_GENERAL : WORTH_COLUMN_COMMANDER) : s->unit[piece].type;

    if (is_commander(m, piece) && s->unit[piece].replaced) return 0;                                   /* FR-7.6.3-01 */
    return m->tables.worth[what][other_side(side_of(m, piece))];
}

/* A piece that is out of the battle keeps nothing but what it was. */
static void take_off(struct state *s, int piece, enum status status)
{
    struct unit *u = &s->unit[piece];

    u->status = (uint8_t)status;
    u->x = 0;
    u->disordered = u->isolated = u->caracole = u->done = u->spent = u->moved = u->supports = u->fallen = u->engaged = 0;
}

void reiters_eliminate(struct play *p, int unit, rule_id rule)
{
    const struct match *m = p->match;
    int                 worth = reiters_worth(m, p->state, unit);

    take_off(p->state, unit, STATUS_LOST);
    if (p->state->moving == unit) p->state->moving = NOBODY;
    tell(p, is_unit(m, unit) ? EVENT_ELIMINATED : EVENT_BAGGAGE_LOST, rule, unit, NOBODY, worth, 0, 0);
    if (is_forlorn(m, unit)) cite(p, FR_11_4_18);
    reiters_score(p, other_side(side_of(m, unit)), worth, FR_9_0_05, unit);
    if (!is_unit(m, unit)) return;
    if (is_forlorn(m, unit)) {
        if (on_map(p->state, m->mother_of[unit])) reiters_settle_mother(p, m->mother_of[unit]);
        return;
    }
    for (int child = 0; child < m->units; child++) {
        if (m->mother_of[child] != unit || p->state->unit[child].status == STATUS_LOST) continue;
        if (on_map(p->state, child)) reiters_eliminate(p, child, FR_11_4_08);
        else p->state->unit[child].status = STATUS_LOST;
    }
}

void reiters_settle_mother(struct play *p, int mother)
{
    const struct match *m = p->match;
    struct unit        *u = &p->state->unit[mother];
    int                 out = 0, lost = 0;

    if (!u->lent) return;
    for (int child = 0; child < m->units; child++) {
        if (m->mother_of[child] != mother) continue;
        out += on_map(p->state, child);
        lost += p->state->unit[child].status == STATUS_LOST;
    }
    if (out) return;
    u->lent = 0;
    if (lost >= 2) return;                                                                             /* FR-11.4-07 */
    u->wear = 0;
    tell(p, EVENT_RESTORED, FR_11_4_06, mother, NOBODY, 0, 0, 0);
}

/* FR-4.1-08, FR-4.1-09, FR-7.5.3-08, FR-7.7-05 */
void reiters_arrive(struct play *p, int unit)
{
    const struct match *m = p->match;
    seat_id             enemy = other_side(side_of(m, unit));

    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == enemy && on_map(p->state, piece) && p->state->unit[piece].x == p->state->unit[unit].x && !is_commander(m, piece))
            reiters_eliminate(p, piece, FR_4_1_08);
    for (int i = m->columns - 1; i >= 0; i--) {                      /* the first column's frame comes to lie on top */
        int commander = m->column[i].leader;
        if (m->column[i].seat == enemy && on_map(p->state, commander) && p->state->unit[commander].x == p->state->unit[unit].x)
            reiters_lose_commander(p, commander, FR_4_1_09);
    }
}

/* Retreats (FR-7.5.3). */

enum toll reiters_toll(const struct match *m, int from, int to)
{
    uint8_t zone = m->tables.zone_toll[m->ground[to]], border = m->tables.border_toll[m->easiest[from][to]];

    return zone > border ? zone : border;                                                              /* FR-7.5.3-06 */
}

/* FR-7.5.3-02 */
uint64_t reiters_homeward(const struct match *m, seat_id seat, int from, uint64_t legal)
{
    uint64_t group[3] = { 0, 0, 0 };

    for (uint64_t rest = legal; rest; rest &= rest - 1) {
        int zone = lowest(rest), now = m->supply[seat][from], then = m->supply[seat][zone];
        group[then < now ? 0 : then == now ? 1 : 2] |= zone_bit(zone);
    }
    return group[0] ? group[0] : group[1] ? group[1] : group[2];
}

uint64_t reiters_retreats(const struct match *m, const struct lay *lay, const struct state *s, int unit)
{
    seat_id  seat = side_of(m, unit);
    int      from = zone_of(m, s, unit);
    uint64_t legal = 0;

    for (uint64_t rest = m->adjacent[from] & ~lay->held[other_side(seat)]; rest; rest &= rest - 1) {   /* FR-7.5.3-07 */
        int to = lowest(rest);
        if (reiters_toll(m, from, to) == TOLL_IMPOSSIBLE) continue;                                    /* FR-7.5.3-05 */
        if (is_forlorn(m, unit) || reiters_has_room(m, lay, seat, to)) legal |= zone_bit(to);
    }
    return reiters_homeward(m, seat, from, legal);
}

/* FR-7.5.2-03, FR-7.5.2-04, FR-7.5.2-06 */
bool reiters_may_retreat(const struct match *m, const struct state *s, int unit, rule_id *rule)
{
    const struct order_line *order = reiters_order_of(m, s, unit);
    rule_id                  refused = 0;

    if (type_now(m, s, unit)->arm == ARM_ARTILLERY) refused = FR_7_5_2_03;
    else if (s->unit[unit].disordered) refused = FR_7_5_2_04;
    else if (order && !order->yields) refused = FR_7_5_2_06;
    if (rule) *rule = refused;
    return !refused;
}

void reiters_fall_back_to(struct play *p, int unit, int zone)
{
    struct frame *frame = go_into(p, PHASE_FALL_BACK);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_ZONE] = zone;
}

/* What of the ground has decided, and whom it finds there. */
static void cite_way_back(struct play *p, int unit, int from, int to)
{
    const struct match *m = p->match;

    for (uint64_t rest = m->adjacent[from]; rest; rest &= rest - 1)
        if (reiters_toll(m, from, lowest(rest)) == TOLL_IMPOSSIBLE) {
            cite(p, FR_7_5_3_05);
            break;
        }
    if (m->tables.zone_toll[m->ground[to]] != m->tables.border_toll[m->easiest[from][to]]) cite(p, FR_7_5_3_06);
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (on_map(p->state, piece) && side_of(m, piece) != side_of(m, unit) && zone_of(m, p->state, piece) == to) {
            cite(p, FR_7_5_3_08);
            break;
        }
}

/* The test comes before the retreat, so that a commander in the zone it leaves may lend his quality (FR-7.5.3-03). */
static void enter_fall_back(struct play *p)
{
    const struct match *m = p->match;
    struct frame       *frame = here(p);
    int                 unit = frame->value[VALUE_UNIT], to = frame->value[VALUE_ZONE], from = zone_of(m, p->state, unit);
    enum toll           toll = reiters_toll(m, from, to);
    bool                shaken;

    if (toll == TOLL_TEST && frame->step == 0) {
        frame->step = 1;
        reiters_test(p, unit, FR_7_5_3_03, 0);
        return;
    }
    shaken = toll == TOLL_DISORDER || !frame->value[VALUE_PASSED];
    leave(p);
    reiters_put(m, p->state, unit, to);
    p->state->unit[unit].fallen = m->number[to];
    tell(p, EVENT_RETREATED, FR_7_5_3_01, unit, NOBODY, m->number[from], m->number[to], 0);
    cite(p, FR_7_5_3_02);
    cite(p, FR_MAP_10);
    cite(p, FR_7_5_3_09);
    cite_way_back(p, unit, from, to);
    if (shaken) reiters_disorder(p, unit, toll == TOLL_DISORDER ? FR_7_5_3_04 : FR_7_5_3_03);
    if (on_map(p->state, unit)) reiters_arrive(p, unit);
}

const struct phase reiters_test_frame = { "test", FR_1_3_3_03, enter_test, offer_test, refuse_test, take_test, .settles = true };
const struct phase reiters_fall_back = { .name = "fall_back", .rule = FR_7_5_3_01, .enter = enter_fall_back };
