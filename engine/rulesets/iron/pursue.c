/*
 * pursue.c: a battle's dice and what follows: results, advances, continued attacks (ledger chapters SHOCK, RES).
 *
 * A battle is all units that carry its level. A continued attack is a battle of its own on top of the first; while it goes on and
 * on the same frame begins again.
 */
#include "rules.h"

enum { VALUE_LEVEL, VALUE_DEFENDER, VALUE_HITS };

void iron_begin_battle(struct play *p, int level)
{
    go_into(p, PHASE_BATTLE)->value[VALUE_LEVEL] = level;
}

seat_id iron_defending_side(const struct match *m, const struct state *s)
{
    for (int i = s->flow.depth - 1; i >= 0; i--) {
        if (s->flow.stack[i].phase != PHASE_BATTLE) continue;
        for (int unit = 0; unit < m->units; unit++)
            if (s->unit[unit].defends == s->flow.stack[i].value[VALUE_LEVEL]) return side_of(m, unit);
    }
    return other_side((seat_id)s->active);
}

static void hurt(struct play *p, int unit, int by, unsigned hits)
{
    const struct match *m = p->match;
    int                 direction = iron_direction(m, cell_of(m, p->state, unit), cell_of(m, p->state, by));

    p->state->unit[unit].fate |= (uint8_t)hits;
    if (direction != NOWHERE) p->state->unit[unit].driven |= (uint8_t)(1 << direction);
}

/* MI-SHOCK-40: on all who attack it, or on one of them by the option. */
static void hurt_attackers(struct play *p, int defender, int level, unsigned hits)
{
    int           list[PIECES], count = iron_attackers(p->match, p->state, defender, level, list);
    struct frame *frame;

    if (count > 1 && p->match->head.option[OPTION_ATTACKER_RESULT_SCOPE]) {
        frame = go_into(p, PHASE_PICK);
        frame->value[VALUE_LEVEL] = level;
        frame->value[VALUE_DEFENDER] = defender;
        frame->value[VALUE_HITS] = (int32_t)hits;
        return;
    }
    for (int i = 0; i < count; i++) hurt(p, list[i], defender, hits);
}

/* Of the die only its line in the table matters. */
static int blow_die(struct play *p, int defender, int level)
{
    struct play silent = { .match = p->match, .state = p->state };
    bool        charge;
    int         base = iron_blow(&silent, 0, defender, level, &charge);
    uint16_t    sort[10];

    for (int die = 0; die < 10; die++) sort[die] = (uint16_t)iron_blow_hits(p->match, p->state, defender, charge, base + die);
    return d10_sorted(p, MI_SHOCK_08, sort);
}

/* MI-SHOCK-08: one die for each defender. */
static void strike(struct play *p, int defender, int level)
{
    int      list[PIECES], count = iron_attackers(p->match, p->state, defender, level, list), die, sum;
    bool     charge;
    unsigned hits;

    must(count > 0);
    die = blow_die(p, defender, level);
    p->state->unit[defender].asked |= ASKED_DIE;
    sum = iron_blow(p, die, defender, level, &charge);
    hits = iron_blow_hits(p->match, p->state, defender, charge, sum);
    tell(p, EVENT_STRUCK, charge ? MI_SHOCK_09 : MI_SHOCK_10, list[0], defender, sum, (int32_t)hits, charge);
    cite(p, MI_RES_29);
    if (p->events) iron_cite_blow(p, defender, level);
    if (hits & HIT_ON_ATTACKER) cite(p, MI_SHOCK_42);
    if (!hits) tell(p, EVENT_NO_EFFECT, MI_RES_01, defender, list[0], 0, 0, 0);
    if (hits & HIT_ON_ATTACKER) hurt_attackers(p, defender, level, hits & ~(unsigned)HIT_ON_ATTACKER);
    else if (hits)
        for (int i = 0; i < count; i++) hurt(p, defender, list[i], hits);
}

/* MI-SHOCK-11: together at the end; the defenders first, by row and column. */
static int next_victim(const struct match *m, const struct state *s, int level)
{
    int best = NOBODY, best_key = INT32_MAX;

    for (int unit = 0; unit < m->units; unit++) {
        int key;
        if ((s->unit[unit].battle != level && s->unit[unit].defends != level) || !(s->unit[unit].fate & ALL_HITS) || !on_map(s, unit)) continue;
        key = cell_of(m, s, unit) + (s->unit[unit].defends == level ? 0 : CELLS);
        if (key >= best_key) continue;
        best = unit;
        best_key = key;
    }
    return best;
}

/* Advances. */

struct advance { int unit, cell; };

static bool may_advance(const struct match *m, const struct state *s, const struct lay *lay, int unit, int cell)
{
    int from, direction;

    if (iron_is_unable(s, unit) || s->unit[unit].asked & ASKED_PURSUIT) return false;
    from = cell_of(m, s, unit);
    direction = iron_direction(m, from, cell);
    return direction != NOWHERE && lay->unit[cell] == NOBODY && iron_entry(m, s, unit, from, direction) != NOWHERE;
}

/* MI-SHOCK-32, MI-RES-25: the best, horse before all others in a continued attack. */
static int rank(const struct match *m, const struct state *s, int unit, bool continued)
{
    return iron_shock(m, s, unit) + (continued && s->unit[unit].type == TYPE_MM ? -100 : 0);
}

/* MI-SHOCK-34, MI-RES-27 */
static bool is_out(const struct state *s, int unit, bool continued)
{
    return s->unit[unit].shaken && !continued;
}

static int advances_into(const struct match *m, const struct state *s, const struct lay *lay, int defender, int level, bool continued,
                         struct advance *list, int room)
{
    int attackers[PIECES], count = iron_attackers(m, s, defender, level, attackers), cell = s->unit[defender].left - 1, best = INT32_MAX, found = 0;

    for (int i = 0; i < count; i++) {
        int unit = attackers[i];
        if (is_out(s, unit, continued) || !may_advance(m, s, lay, unit, cell) || rank(m, s, unit, continued) > best) continue;
        if (rank(m, s, unit, continued) < best) found = 0;
        best = rank(m, s, unit, continued);
        if (found < room) list[found++] = (struct advance){ unit, cell };
    }
    return found;
}

/* Everything that may be done for the hexes that have been left, by continued attacks or by the others. */
static int advances(const struct match *m, const struct state *s, int level, bool continued, struct advance *list)
{
    struct lay lay;
    int        count = 0;

    iron_lay(m, s, &lay);
    for (int defender = 0; defender < m->units; defender++) {
        const struct unit *u = &s->unit[defender];
        if (u->defends != level || !u->left || continued != ((u->fate & HIT_PURSUE) != 0)) continue;
        count += advances_into(m, s, &lay, defender, level, continued, list + count, PLACES - count);
    }
    return count;
}

/* MI-SHOCK-41, MI-RES-23 */
static void advance(struct play *p, int unit, int cell, int level, bool continued)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 from = cell_of(m, s, unit);
    struct point        at = point_of(m, cell);

    for (int defender = 0; defender < m->units; defender++)
        if (s->unit[defender].defends == level && s->unit[defender].left == cell + 1) {
            s->unit[defender].left = 0;
            s->unit[defender].fate &= (uint8_t)~HIT_PURSUE;
        }
    iron_carry(s, m, unit, cell);
    if (continued) s->unit[unit].asked |= ASKED_PURSUIT;
    else iron_clear_attack(s, unit);
    tell(p, EVENT_ADVANCED, continued ? MI_RES_23 : MI_SHOCK_31, unit, NOBODY, at.x, at.y, continued);
    cite(p, MI_SHOCK_41);
    cite(p, continued ? MI_RES_25 : MI_SHOCK_32);
    if (continued && s->unit[unit].shaken) cite(p, MI_RES_27);
    iron_arrive(p, unit);
    iron_test_ground(p, unit, cell, iron_direction(m, from, cell));
}

static void push_advance(struct play *p, int level, bool continued)
{
    struct frame *frame = go_into(p, PHASE_ADVANCE);

    frame->value[VALUE_LEVEL] = level;
    frame->value[VALUE_HITS] = continued;
    frame->value[VALUE_DEFENDER] = p->state->active;
}

/* MI-RES-28: nobody can follow, or there is no hex: the hits are forgotten. */
static void forget_hexes(struct state *s, const struct match *m, int level, bool continued)
{
    for (int unit = 0; unit < m->units; unit++) {
        struct unit *u = &s->unit[unit];
        if (u->defends != level || continued != ((u->fate & HIT_PURSUE) != 0)) continue;
        u->left = 0;
        u->fate &= (uint8_t)~HIT_PURSUE;
    }
}

/* Somebody who would have advanced was Disordered in the same fight. */
static bool has_shaken(const struct match *m, const struct state *s, int level)
{
    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].battle == level && s->unit[unit].shaken && s->unit[unit].attack != ATTACK_NONE && s->unit[unit].other != NOBODY) return true;
    return false;
}

/* True while there is something to do for that kind of advance. */
static bool see_to_advances(struct play *p, int level, bool continued)
{
    struct advance list[PLACES];
    int            count = advances(p->match, p->state, level, continued, list);

    if (count == 0) {
        if (!continued && has_shaken(p->match, p->state, level)) cite(p, MI_SHOCK_34);
        forget_hexes(p->state, p->match, level, continued);
        return false;
    }
    if (continued && count == 1) advance(p, list[0].unit, list[0].cell, level, true);
    else push_advance(p, level, continued);
    return true;
}

/* MI-RES-32, MI-CC-15: driven off, it has no attack and no ride of its own any more. */
static void lose_attack(struct play *p, int unit)
{
    int attack = p->state->unit[unit].attack;

    if (attack == ATTACK_NONE) return;
    iron_clear_attack(p->state, unit);
    tell(p, EVENT_DROPPED, attack == ATTACK_COUNTER ? MI_CC_15 : MI_RES_32, unit, NOBODY, 0, 0, 0);
}

/* MI-RES-24, MI-RES-26: it attacks whatever stands before it. False: nothing does (MI-RES-28). */
static bool attack_again(struct play *p, int unit)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *u = &s->unit[unit];
    int                 foes[2], count;
    struct lay          lay;

    iron_lay(m, s, &lay);
    iron_clear_attack(s, unit);
    u->asked = u->shaken = u->driven = 0;
    u->battle = BATTLE_CONTINUED;
    count = iron_front(m, s, &lay, unit, cell_of(m, s, unit), u->heading, foes);
    for (int i = 0; i < count; i++) {
        int direction = iron_direction(m, cell_of(m, s, unit), cell_of(m, s, foes[i]));
        if (iron_entry(m, s, unit, cell_of(m, s, unit), direction) == NOWHERE) continue;
        if (u->foe == NOBODY) u->foe = (int8_t)foes[i];
        else u->other = (int8_t)foes[i];
        if (s->unit[foes[i]].halted) lose_attack(p, foes[i]);
        s->unit[foes[i]].defends = BATTLE_CONTINUED;
        s->unit[foes[i]].asked = s->unit[foes[i]].halted = s->unit[foes[i]].parried = s->unit[foes[i]].driven = 0;
        s->unit[foes[i]].left = 0;
    }
    if (u->foe == NOBODY) {
        u->battle = 0;
        return false;
    }
    u->attack = ATTACK_SHOCK;
    tell(p, EVENT_PURSUES, MI_RES_24, unit, u->foe, u->other + 1, 0, 0);
    cite(p, MI_RES_26);
    cite(p, MI_RES_31);
    cite(p, MI_FIRE_17);
    cite(p, MI_CC_16);
    return true;
}

static int next_pursuer(const struct match *m, const struct state *s, int level)
{
    int best = NOBODY;

    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].battle == level && s->unit[unit].asked & ASKED_PURSUIT && !iron_is_unable(s, unit)) best = iron_lowest(m, s, best, unit);
    return best;
}

/* Other attacks on those who are now drawn into a continued attack come later, or fall away. */
static void begin_pursuit(struct play *p, int unit, int level)
{
    struct frame *frame = here(p);

    p->state->unit[unit].asked &= (uint8_t)~ASKED_PURSUIT;
    if (!attack_again(p, unit)) {
        cite(p, MI_RES_28);
        return;
    }
    if (level == BATTLE_CONTINUED) frame->step = 0;
    else go_into(p, PHASE_BATTLE)->value[VALUE_LEVEL] = BATTLE_CONTINUED;
}

void iron_end_level(struct state *s, const struct match *m, int level)
{
    for (int unit = 0; unit < m->units; unit++) {
        struct unit *u = &s->unit[unit];
        if (u->battle != level && u->defends != level) continue;
        if (u->battle == level) iron_clear_attack(s, unit);
        if (u->defends == level) u->parried = 0;
        u->battle = u->battle == level ? 0 : u->battle;
        u->defends = u->defends == level ? 0 : u->defends;
        u->shaken = u->asked = u->fate = u->driven = 0;
        u->left = 0;
    }
}

static void enter_battle(struct play *p)
{
    struct frame       *frame = here(p);
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 level = frame->value[VALUE_LEVEL], unit;

    switch (frame->step) {
    case 0:
        unit = level == BATTLE_CONTINUED ? iron_next_defender(m, s, level, ASKED_EVADE) : NOBODY;
        if (unit == NOBODY) frame->step++;
        else {
            s->unit[unit].asked |= ASKED_EVADE;
            if (iron_may_evade(m, s, unit, level)) iron_ask_evade(p, unit, level);
        }
        break;
    case 1:
        unit = iron_next_defender(m, s, level, ASKED_DIE);
        if (unit == NOBODY) frame->step++;
        else strike(p, unit, level);
        break;
    case 2:
        unit = next_victim(m, s, level);
        if (unit == NOBODY) {
            frame->step++;
            iron_sweep_leaders(p);
        } else iron_push_suffer(p, unit, NOWHERE, level, false);
        break;
    case 3:
        if (!see_to_advances(p, level, true)) frame->step++;
        break;
    case 4:
        if (!see_to_advances(p, level, false)) frame->step++;
        break;
    case 5:
        unit = next_pursuer(m, s, level);
        if (unit == NOBODY) frame->step++;
        else begin_pursuit(p, unit, level);
        break;
    default:
        iron_end_level(s, m, level);
        leave(p);
    }
}

/* Who advances, where to, and how it stands there (MI-SHOCK-31 to MI-SHOCK-35, MI-RES-25). */

static seat_id pursuing_side(const struct match *m, const struct advance *list)
{
    return side_of(m, list[0].unit);
}

static void enter_advance(struct play *p)
{
    struct advance list[PLACES];
    int            count = advances(p->match, p->state, here(p)->value[VALUE_LEVEL], here(p)->value[VALUE_HITS] != 0, list);

    if (count == 0) leave(p);
    else ask(p, SEAT_BIT(pursuing_side(p->match, list)));
}

static void offer_advance(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    struct advance      list[PLACES];
    int                 count = advances(m, s, frame->value[VALUE_LEVEL], frame->value[VALUE_HITS] != 0, list);

    (void)seat;
    for (int i = 0; i < count; i++)
        offer_add(offers, (struct decision){ .kind = DO_ADVANCE, .unit = (int16_t)list[i].unit, .at = point_of(m, list[i].cell),
                                             .heading = s->unit[list[i].unit].heading }, frame->value[VALUE_HITS] ? 0 : USES_HEADING);
}

static rule_id refuse_advance(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    bool                continued = frame->value[VALUE_HITS] != 0;
    struct advance      list[PLACES];
    int                 count = advances(m, s, frame->value[VALUE_LEVEL], continued, list);

    (void)seat;
    if (d->kind != DO_ADVANCE) return refuse_with(why, MI_SHOCK_31, 0, 0);
    if (!between(0, d->heading, 5)) return refuse_with(why, MI_FACE_01, d->heading, 5);
    for (int i = 0; i < count; i++) {
        struct point at = point_of(m, list[i].cell);
        if (list[i].unit != d->unit || at.x != d->at.x || at.y != d->at.y) continue;
        return continued && d->heading != s->unit[d->unit].heading ? refuse_with(why, MI_RES_23, d->heading, s->unit[d->unit].heading) : 0;
    }
    return refuse_for(why, continued ? MI_RES_25 : MI_SHOCK_32, d->unit);
}

static void take_advance(struct play *p, seat_id seat, const struct decision *d)
{
    int  level = here(p)->value[VALUE_LEVEL];
    bool continued = here(p)->value[VALUE_HITS] != 0;

    (void)seat;
    leave(p);
    p->state->unit[d->unit].heading = (uint8_t)d->heading;
    advance(p, d->unit, cell_at(p->match, d->at.x, d->at.y), level, continued);
    if (!continued) cite(p, MI_SHOCK_33);
    cite(p, MI_SHOCK_35);
}

/* MI-SHOCK-40, the option: which of the attackers it falls on. */

static void enter_pick(struct play *p)
{
    int list[PIECES], count = iron_attackers(p->match, p->state, here(p)->value[VALUE_DEFENDER], here(p)->value[VALUE_LEVEL], list);

    if (count == 0) leave(p);
    else ask(p, SEAT_BIT(side_of(p->match, list[0])));
}

static void offer_pick(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 list[PIECES], count = iron_attackers(m, s, frame->value[VALUE_DEFENDER], frame->value[VALUE_LEVEL], list);

    (void)seat;
    for (int i = 0; i < count; i++) offer_add(offers, (struct decision){ .kind = DO_SUFFER, .unit = (int16_t)list[i] }, 0);
}

static rule_id refuse_pick(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);

    (void)m, (void)seat;
    if (d->kind != DO_SUFFER) return refuse_with(why, MI_SHOCK_40, 0, 0);
    return iron_attacks(s, d->unit, frame->value[VALUE_DEFENDER], frame->value[VALUE_LEVEL]) ? 0 : refuse_for(why, MI_SHOCK_40, d->unit);
}

static void take_pick(struct play *p, seat_id seat, const struct decision *d)
{
    unsigned hits = (unsigned)here(p)->value[VALUE_HITS];
    int      defender = here(p)->value[VALUE_DEFENDER];

    (void)seat;
    leave(p);
    hurt(p, d->unit, defender, hits);
}

const struct phase iron_battle = { .name = "battle", .rule = MI_SHOCK_11, .enter = enter_battle };
const struct phase iron_pick = { "pick", MI_SHOCK_40, enter_pick, offer_pick, refuse_pick, take_pick, .settles = true };
const struct phase iron_advance = { "advance", MI_SHOCK_31, enter_advance, offer_advance, refuse_advance, take_advance, .settles = true };
