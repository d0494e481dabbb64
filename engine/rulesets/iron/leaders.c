/*
 * leaders.c: command range, leaders in danger and their successors (ledger chapter LDR).
 *
 * A leader whom something has befallen is marked: his `fate` says what, `left` where he stood, `foe` with whom. The leader frame
 * sees to the marked ones in turn, those of the side that is attacked or shot at first (MI-GEN-18).
 */
#include "rules.h"

#include <string.h>

enum { VALUE_LEADER };

int iron_command_range(const struct match *m, const struct state *s, int leader)
{
    return s->unit[leader].successor ? fixed_value(m, FIXED_REPLACEMENT_RANGE) : m->range[leader];
}

/* MI-ACT-22: whoever comes after a leader who has been lost is what the command will have. MI-NAJ-04: levies do not gain by it. */
int iron_rating(const struct match *m, const struct state *s, int leader)
{
    int replacement = fixed_value(m, FIXED_REPLACEMENT_ACTIVATION);

    if (!s->unit[leader].successor && on_map(s, leader)) return m->rating[leader];
    return m->command[m->command_of[leader]].levy ? min32(replacement, m->rating[leader]) : replacement;
}

/* MI-LDR-03: neither enemies nor their zones, unless a friend stands there. */
static bool is_barred(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int cell)
{
    if (lay->unit[cell] != NOBODY) return side_of(m, lay->unit[cell]) != seat;
    return iron_zones(m, s, lay, seat, cell, NOBODY) != 0;
}

/* MI-LDR-01, MI-LDR-02: the cheapest path as a horseman would ride it. */
void iron_command_cells(const struct match *m, const struct state *s, int leader, uint8_t *cost)
{
    int16_t    list[CELLS];
    int        count = 0, range = iron_command_range(m, s, leader);
    struct lay lay;

    iron_lay(m, s, &lay);
    memset(cost, TOO_FAR, (size_t)m->cells);
    list[count++] = (int16_t)cell_of(m, s, leader);
    cost[list[0]] = 0;
    for (int spent = 0; spent < range; spent++)
        for (int i = 0; i < count; i++) {
            if (cost[list[i]] != spent) continue;
            for (int direction = 0; direction < 6; direction++) {
                int to = m->next[list[i]][direction], entry = iron_entry(m, s, leader, list[i], direction);
                if (entry == NOWHERE || spent + entry > range || spent + entry >= cost[to]) continue;
                if (is_barred(m, s, &lay, side_of(m, leader), to)) continue;
                if (cost[to] == TOO_FAR) list[count++] = (int16_t)to;
                cost[to] = (uint8_t)(spent + entry);
            }
        }
}

/* MI-LDR-04: beside a commanded unit of the same command, and so on. */
static void pass_command_on(const struct match *m, struct state *s, int command)
{
    bool again = true;

    while (again) {
        again = false;
        for (int unit = 0; unit < m->units; unit++) {
            if (m->command_of[unit] != command || !on_map(s, unit) || s->unit[unit].commanded) continue;
            for (int other = 0; other < m->units && !s->unit[unit].commanded; other++) {
                if (m->command_of[other] != command || !on_map(s, other) || !s->unit[other].commanded) continue;
                if (iron_distance(m, cell_of(m, s, unit), cell_of(m, s, other)) != 1) continue;
                s->unit[unit].commanded = 1;
                again = true;
            }
        }
    }
}

/* MI-LDR-05: once, as the activation begins. */
void iron_judge_command(const struct match *m, struct state *s, int leader)
{
    int     command = m->command_of[leader];
    uint8_t cost[CELLS];

    if (on_map(s, leader)) iron_command_cells(m, s, leader, cost);
    else memset(cost, TOO_FAR, (size_t)m->cells);
    for (int unit = 0; unit < m->units; unit++)
        if (m->command_of[unit] == command && on_map(s, unit)) s->unit[unit].commanded = cost[cell_of(m, s, unit)] != TOO_FAR;
    pass_command_on(m, s, command);
}

int iron_stacked_leader(const struct match *m, const struct state *s, int unit)
{
    int leader = leader_of(m, unit);

    return on_map(s, leader) && cell_of(m, s, leader) == cell_of(m, s, unit) ? leader : NOBODY;
}

void iron_mark_leaders(struct play *p, seat_id seat, int cell, int unit, unsigned mark)
{
    const struct match *m = p->match;

    for (int i = 0; i < m->commands; i++) {
        int          leader = m->command[i].leader;
        struct unit *u = &p->state->unit[leader];
        if (m->command[i].seat != seat || !on_map(p->state, leader) || cell_of(m, p->state, leader) != cell) continue;
        if (iron_rides_with_another(p->state, leader, unit)) continue;
        u->fate |= (uint8_t)mark;
        u->left = (int16_t)(1 + cell);
        u->foe = (int8_t)unit;
    }
}

bool iron_any_marked(const struct match *m, const struct state *s)
{
    for (int i = 0; i < m->commands; i++)
        if (s->unit[m->command[i].leader].fate) return true;
    return false;
}

void iron_sweep_leaders(struct play *p)
{
    go_into(p, PHASE_LEADER)->value[VALUE_LEADER] = NOBODY;
}

static int next_marked(const struct match *m, const struct state *s)
{
    int     best = NOBODY, best_key = INT32_MAX;
    seat_id defends = iron_defending_side(m, s);

    for (int i = 0; i < m->commands; i++) {
        int leader = m->command[i].leader;
        int key = (m->command[i].seat != defends) * CELLS * 2 + s->unit[leader].left;
        if (!s->unit[leader].fate || key >= best_key) continue;
        best = leader;
        best_key = key;
    }
    return best;
}

static void unmark(struct state *s, int leader)
{
    s->unit[leader].fate = 0;
    s->unit[leader].left = 0;
    s->unit[leader].foe = NOBODY;
}

/* MI-LDR-15: killed or taken, he is gone; a successor comes later. */
static void lose(struct play *p, int leader, rule_id rule)
{
    struct unit *u = &p->state->unit[leader];

    unmark(p->state, leader);
    u->status = STATUS_LOST;
    u->x = u->y = 0;
    tell(p, EVENT_LEADER_LOST, rule, leader, NOBODY, rule == MI_LDR_13 || rule == MI_LDR_14, 0, 0);
    cite(p, MI_LDR_15);
    if (has_special(p->match, SPECIAL_COUR_04) && p->match->concern[SPECIAL_COUR_04].seat == side_of(p->match, leader)) {
        cite(p, MI_COUR_04);
        cite(p, MI_VIC_06);
    }
    cite(p, u->successor ? MI_LDR_17 : p->match->king[leader] ? MI_VIC_03 : MI_VIC_04);
}

/* MI-LDR-10: killed by an arrow; MI-LDR-11, MI-LDR-18: in the press. True: he lives. */
static bool survives(struct play *p, int leader)
{
    const struct match *m = p->match;
    unsigned            marks = p->state->unit[leader].fate;
    int                 die, sum;

    if (marks & MARK_SHOCK) {
        die = d10_up_to(p, MI_LDR_11, fixed_value(m, FIXED_LEADER_SHOCK_KILL_MIN) + iron_rating(m, p->state, leader) - 1);
        sum = account(p, MI_LDR_11, die);
        sum += because(p, MI_LDR_11, -iron_rating(m, p->state, leader));
        sum = total(p, MI_LDR_11, sum);
        if (sum >= fixed_value(m, FIXED_LEADER_SHOCK_KILL_MIN)) {
            lose(p, leader, MI_LDR_11);
            return false;
        }
        tell(p, EVENT_LEADER_SAFE, MI_LDR_11, leader, NOBODY, die, 0, 0);
        cite(p, MI_LDR_18);
    } else if (marks & MARK_FIRE) {
        die = d10_up_to(p, MI_LDR_10, fixed_value(m, FIXED_LEADER_FIRE_KILL_MIN) - 1);
        if (die >= fixed_value(m, FIXED_LEADER_FIRE_KILL_MIN)) {
            lose(p, leader, MI_LDR_10);
            return false;
        }
        tell(p, EVENT_LEADER_SAFE, MI_LDR_10, leader, NOBODY, die, 0, 0);
    }
    return true;
}

/* MI-LDR-13, MI-LDR-14: taken where he stands when all ways are closed; whoever drove him out does not count. */
static bool is_taken(const struct match *m, const struct state *s, int leader)
{
    int        cell = s->unit[leader].left - 1;
    struct lay lay;

    if (!(s->unit[leader].fate & (MARK_GONE | MARK_ALONE))) return false;
    iron_lay(m, s, &lay);
    return iron_surrounded(m, s, &lay, leader, cell, lay.unit[cell]);
}

/*
 * The units that he may join: the nearest of his command, else of the army (MI-LDR-12); a new leader any of his command (MI-LDR-16);
 * with a Retired unit that unit, or the nearest of his command (MI-LDR-09).
 */
static int comrades(const struct match *m, const struct state *s, int leader, int *list, int capacity)
{
    bool any = (s->unit[leader].fate & MARK_NEW) != 0, along = (s->unit[leader].fate & MARK_RETIRED) && on_map(s, s->unit[leader].foe);
    int  from = s->unit[leader].left - 1, count = 0, best = INT32_MAX;

    if (along) list[count++] = s->unit[leader].foe;
    for (int pass = 0; pass < (along ? 1 : 2) && best == INT32_MAX; pass++)
        for (int unit = 0; unit < m->units; unit++) {
            int apart;
            if (!on_map(s, unit) || side_of(m, unit) != side_of(m, leader) || (along && unit == list[0])) continue;
            if (pass == 0 && m->command_of[unit] != m->command_of[leader]) continue;
            apart = any ? 0 : iron_distance(m, from, cell_of(m, s, unit));
            if (apart > best) continue;
            if (apart < best) count = along;
            best = apart;
            if (count < capacity) list[count++] = unit;
        }
    return count;
}

static void set_with(struct play *p, int leader, int unit)
{
    rule_id rule = p->state->unit[leader].fate & MARK_NEW ? MI_LDR_16 : p->state->unit[leader].fate & MARK_RETIRED ? MI_LDR_09 :
                   p->state->unit[leader].fate & MARK_ALONE ? MI_LDR_14 : MI_LDR_12;

    unmark(p->state, leader);
    p->state->unit[leader].status = STATUS_NORMAL;
    iron_put(p->state, p->match, leader, cell_of(p->match, p->state, unit));
    tell(p, EVENT_LEADER_SET, rule, leader, unit, 0, 0, 0);
    cite(p, MI_STACK_07);
}

/* Step 0: his danger. Step 1: whom he joins. */
static void enter_leader(struct play *p)
{
    struct frame       *frame = here(p);
    const struct match *m = p->match;
    int                 list[PIECES], count, leader;

    if (frame->step == 0) {
        leader = next_marked(m, p->state);
        if (leader == NOBODY) {
            leave(p);
            return;
        }
        frame->value[VALUE_LEADER] = leader;
        if (is_taken(m, p->state, leader)) {
            lose(p, leader, p->state->unit[leader].fate & MARK_ALONE ? MI_LDR_14 : MI_LDR_13);
            return;
        }
        if (survives(p, leader)) frame->step = 1;
        return;
    }
    leader = frame->value[VALUE_LEADER];
    frame->step = 0;
    if (!(p->state->unit[leader].fate & (MARK_RETIRED | MARK_GONE | MARK_ALONE | MARK_NEW))) {
        unmark(p->state, leader);
        return;
    }
    count = comrades(m, p->state, leader, list, PIECES);
    if (count == 0) lose(p, leader, MI_LDR_12);
    else if (count == 1) set_with(p, leader, list[0]);
    else {
        frame->step = 1;
        ask(p, SEAT_BIT(side_of(m, leader)));
    }
}

static void offer_leader(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int leader = flow_top_const(&s->flow)->value[VALUE_LEADER], list[PIECES];
    int count = comrades(m, s, leader, list, PIECES);

    (void)seat;
    for (int i = 0; i < count; i++)
        offer_add(offers, (struct decision){ .kind = DO_ESCORT, .unit = (int16_t)leader, .target = (int16_t)list[i] }, 0);
}

static rule_id refuse_leader(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    int leader = flow_top_const(&s->flow)->value[VALUE_LEADER], list[PIECES];
    int count = comrades(m, s, leader, list, PIECES);

    (void)seat;
    if (d->kind != DO_ESCORT || d->unit != leader) return refuse_with(why, MI_LDR_09, 0, 0);
    for (int i = 0; i < count; i++)
        if (list[i] == d->target) return 0;
    return refuse_for(why, s->unit[leader].fate & MARK_NEW ? MI_LDR_16 : MI_LDR_12, d->target);
}

static void take_leader(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    here(p)->step = 0;
    set_with(p, d->unit, d->target);
}

/* MI-LDR-16, MI-ACT-22: a command without its leader finds another when anybody's next activation begins. */
void iron_raise_successors(struct play *p)
{
    const struct match *m = p->match;

    for (int i = 0; i < m->commands; i++) {
        int          leader = m->command[i].leader;
        struct unit *u = &p->state->unit[leader];
        if (u->status != STATUS_LOST || !iron_has_units(m, p->state, leader)) continue;
        u->successor = 1;
        u->fate = MARK_NEW;
        u->left = 1;
        tell(p, EVENT_REPLACED, MI_LDR_16, leader, NOBODY, iron_rating(m, p->state, leader), iron_command_range(m, p->state, leader),
             iron_allowance(m, p->state, leader));
    }
    if (iron_any_marked(m, p->state)) iron_sweep_leaders(p);
}

const struct phase iron_leader = { "leader", MI_LDR_09, enter_leader, offer_leader, refuse_leader, take_leader, .settles = true };
