/*
 * designate.c: the shock segment: who attacks whom (ledger chapters SHOCK, CHG). Everything is declared before anything is fought.
 */
#include "rules.h"

/* MI-SHOCK-01, MI-SHOCK-02, MI-SHOCK-37, MI-SHOCK-39: whoever has a row in the matrix, whatever it has done and whoever commands it. */
static rule_id attacker_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];

    if (!is_unit(m, unit) || !on_map(s, unit) || leader_of(m, unit) != s->command) return refuse_for(why, MI_SHOCK_01, unit);
    if (is_retired(s, unit)) return refuse_for(why, MI_RES_19, unit);
    if (u->type == TYPE_HO) return refuse_for(why, MI_HOB_01, unit);
    if (!type_now(m, s, unit)->shocks && !(m->head.option[OPTION_MISSILE_MAY_SHOCK] && is_missile_foot(s, unit)))
        return refuse_for(why, MI_SHOCK_02, unit);
    if (u->formation == FORM_SHIELD_WALL) return refuse_for(why, MI_SW_03, unit);
    if (u->formation == FORM_SCHILTRON && !has_special(m, SPECIAL_BANN_02)) return refuse_for(why, MI_SCH_03, unit);
    if (iron_is_static(m, s, unit)) return refuse_for(why, MI_FALK_02, unit);
    return 0;
}

bool iron_may_attack(const struct match *m, const struct state *s, int unit)
{
    return !attacker_refused(m, s, unit, NULL);
}

/* MI-SHOCK-03, MI-SHOCK-38 */
static bool may_strike(const struct match *m, const struct state *s, int unit, int target)
{
    int from = cell_of(m, s, unit), direction = iron_direction(m, from, cell_of(m, s, target));

    return direction != NOWHERE && hex_arc(s->unit[unit].heading, direction) == ARC_FRONT && iron_entry(m, s, unit, from, direction) != NOWHERE;
}

rule_id iron_attack_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why)
{
    rule_id rule = attacker_refused(m, s, unit, why);

    if (rule) return rule;
    if (s->unit[unit].attack != ATTACK_NONE) return refuse_for(why, MI_SHOCK_07, unit);
    if (!is_unit(m, target) || !on_map(s, target) || !are_enemies(m, unit, target)) return refuse_for(why, MI_SHOCK_03, target);
    if (!iron_in_front(m, s, unit, cell_of(m, s, target))) return refuse_for(why, MI_SHOCK_03, target);
    return may_strike(m, s, unit, target) ? 0 : refuse_for(why, MI_SHOCK_38, target);
}

/* Charges. */

struct charging {
    const struct match *m;
    const struct state *s;
    const struct lay   *lay;
    int                 unit, start;
    bool                declared;
};

/* MI-CHG-13, MI-TERR-02: ground and hexsides that forbid charging. */
bool iron_charge_ground(const struct match *m, int from, int direction)
{
    int to = m->next[from][direction];

    return !m->tables.ground[m->ground[from]].no_charge && !m->tables.ground[m->ground[to]].no_charge &&
           !m->tables.edge[m->edge[from][direction]].no_charge;
}

/* MI-CHG-03, MI-CHG-06, MI-LOS-09: 0, or why this enemy may not be charged from here at all. */
static rule_id target_refused(const struct charging *c, int target, struct refusal *why)
{
    const struct match *m = c->m;
    int                 cell = cell_of(m, c->s, target), apart = iron_distance(m, c->start, cell);

    if (apart == 1) return refuse_for(why, MI_CHG_03, target);
    if (!between(fixed_value(m, FIXED_CHARGE_MIN_DISTANCE), apart, fixed_value(m, FIXED_CHARGE_MAX_DISTANCE)))
        return refuse_with(why, MI_CHG_06, apart, fixed_value(m, FIXED_CHARGE_MAX_DISTANCE));
    return iron_sight_refused(m, c->s, c->lay, c->start, cell, false, why);
}

/* MI-CHG-13, MI-SW-06: and not from that last hex. */
static rule_id contact_refused(const struct charging *c, int last, int target, struct refusal *why)
{
    int direction = iron_direction(c->m, last, cell_of(c->m, c->s, target));

    if (iron_entry(c->m, c->s, c->unit, last, direction) == NOWHERE || !iron_charge_ground(c->m, last, direction))
        return refuse_for(why, MI_CHG_13, target);
    if (c->s->unit[target].formation == FORM_SHIELD_WALL && iron_arc(c->s, target, hex_opposite(direction)) == ARC_FRONT)
        return refuse_for(why, MI_SW_06, target);
    return 0;
}

static bool is_attacked_by_another(const struct match *m, const struct state *s, int unit, int target)
{
    for (int other = 0; other < m->units; other++)
        if (other != unit && s->unit[other].attack != ATTACK_NONE && (s->unit[other].foe == target || s->unit[other].other == target)) return true;
    return false;
}

static bool is_declared(const struct charging *c, int target)
{
    return c->s->unit[c->unit].foe == target || c->s->unit[c->unit].other == target;
}

/* MI-CHG-24: whom it will fight from there; NULL-safe. MI-SHOCK-05: what has come there later is left alone. */
static rule_id foes_refused(const struct charging *c, struct charge *charge, struct refusal *why)
{
    int     front[2], count = iron_front(c->m, c->s, c->lay, c->unit, charge->cell, charge->heading, front);
    rule_id rule;

    charge->foes = 0;
    for (int i = 0; i < count; i++) {
        if (c->declared && !is_declared(c, front[i])) continue;
        rule = target_refused(c, front[i], why);
        if (!rule) rule = contact_refused(c, charge->cell, front[i], why);
        if (!rule) charge->foe[charge->foes++] = front[i];
        else if (!c->declared && !is_attacked_by_another(c->m, c->s, c->unit, front[i])) return rule;
    }
    return charge->foes ? 0 : refuse_with(why, MI_CHG_11, 0, 0);
}

/* MI-CHG-11 */
static bool has_length(const struct charging *c, const struct charge *charge)
{
    const struct unit *u = &c->s->unit[c->unit];
    int                farthest = 0;

    if (c->declared && charge->cell == cell_at(c->m, u->goal_x, u->goal_y)) return true;          /* MI-CHG-15: as it was declared */
    for (int i = 0; i < charge->foes; i++)
        farthest = max32(farthest, iron_distance(c->m, c->start, cell_of(c->m, c->s, charge->foe[i])));
    return c->m->head.option[OPTION_CHARGE_PATH] ? charge->length <= 2 : charge->length == farthest - 1;
}

/* MI-CHG-12: in no zone of control; the last hex may be in those of its targets. */
static bool is_in_way(const struct charging *c, const struct charge *charge, int cell, bool last)
{
    for (int direction = 0; direction < 6; direction++) {
        int next = c->m->next[cell][direction], enemy = next == NOWHERE ? NOBODY : c->lay->unit[next];
        if (enemy == NOBODY || !are_enemies(c->m, c->unit, enemy) || !iron_exerts(c->m, c->s, enemy, cell)) continue;
        if (!last || (enemy != charge->foe[0] && !(charge->foes == 2 && enemy == charge->foe[1]))) return true;
    }
    return false;
}

/* One path through the front, checked; its directions and facings go into the code, six bits a step. */
static rule_id path_refused(const struct charging *c, const struct hex_path *path, struct charge *charge, struct refusal *why)
{
    const struct match *m = c->m;
    int                 from = c->start;
    rule_id             rule;

    *charge = (struct charge){ .cell = hex_index(&m->map, path->at[path->length - 1]), .heading = path->facing_end, .length = path->length };
    for (int i = 0; i < path->length; i++) {
        int to = hex_index(&m->map, path->at[i]), direction = iron_direction(m, from, to);
        if (c->lay->unit[to] != NOBODY) return refuse_for(why, MI_CHG_14, c->lay->unit[to]);
        if (iron_entry(m, c->s, c->unit, from, direction) == NOWHERE || !iron_charge_ground(m, from, direction))
            return refuse_by(why, MI_CHG_13, to, m->tables.ground[m->ground[to]].id);
        charge->hedge |= m->tables.edge[m->edge[from][direction]].refusal != 0;
        charge->code |= (direction | path->facing[i] << 3) << 6 * i;
        from = to;
    }
    rule = foes_refused(c, charge, why);
    if (rule) return rule;
    if (!has_length(c, charge)) return refuse_with(why, MI_CHG_11, charge->length, 0);
    from = c->start;
    for (int i = 0; i < path->length; i++) {
        from = hex_index(&m->map, path->at[i]);
        if (is_in_way(c, charge, from, i == path->length - 1)) return refuse_with(why, MI_CHG_12, 0, 0);
    }
    charge->square = true;
    for (int i = 0; i < charge->foes; i++) {
        int direction = iron_direction(m, from, cell_of(m, c->s, charge->foe[i]));
        charge->hedge |= m->tables.edge[m->edge[from][direction]].refusal != 0;
        charge->square &= hex_arc(path->facing[path->length - 1], direction) == ARC_FRONT;
    }
    return 0;
}

static int same_charge(const struct charge *list, int count, const struct charge *charge)
{
    for (int i = 0; i < count; i++)
        if (list[i].cell == charge->cell && list[i].heading == charge->heading) return i;
    return NOWHERE;
}

/* MI-CHG-01, MI-CHG-04, MI-CHG-27, MI-CHG-28, MI-CHG-13: 0, or why it may not charge whomever. */
static rule_id charger_refused(const struct charging *c, struct refusal *why)
{
    const struct unit *u = &c->s->unit[c->unit];

    if (!type_now(c->m, c->s, c->unit)->charges) return refuse_for(why, MI_CHG_01, c->unit);
    if (u->status != STATUS_NORMAL) return refuse_for(why, MI_CHG_04, c->unit);
    if (!u->commanded) return refuse_for(why, MI_CHG_27, c->unit);
    if (!c->declared && iron_zones(c->m, c->s, c->lay, side_of(c->m, c->unit), c->start, NOBODY)) return refuse_for(why, MI_CHG_28, c->unit);
    if (c->m->tables.ground[c->m->ground[c->start]].no_charge) return refuse_by(why, MI_TERR_02, c->start, c->m->tables.ground[c->m->ground[c->start]].id);
    return 0;
}

/* Of two ways to the same hex and facing: rather no hedge, and rather face to face with its targets as it comes (MI-FIRE-39). */
static bool is_better(const struct charge *a, const struct charge *b)
{
    if (a->hedge != b->hedge) return b->hedge;
    return a->square && !b->square;
}

/* Every last hex and facing to which there is a way; the better one where there are two. */
int iron_charges(const struct match *m, const struct state *s, const struct lay *lay, int unit, bool declared, struct charge *list)
{
    struct charging c = { m, s, lay, unit, cell_of(m, s, unit), declared };
    struct hex_path paths[CHARGES];
    int             count = 0;

    if (charger_refused(&c, NULL)) return 0;
    for (int length = 1; length <= 2; length++) {
        int found = hex_front_paths(&m->map, hex_of(m, c.start), s->unit[unit].heading, length, fixed_value(m, FIXED_CHARGE_TURNS), NULL, NULL,
                                    paths, CHARGES);
        for (int i = 0; i < min32(found, CHARGES); i++) {
            struct charge charge;
            int           same;
            if (path_refused(&c, &paths[i], &charge, NULL)) continue;
            same = same_charge(list, count, &charge);
            if (same == NOWHERE && count < CHARGES) list[count++] = charge;
            else if (same != NOWHERE && is_better(&charge, &list[same])) list[same] = charge;
        }
    }
    return count;
}

/* Of all paths to that hex and facing, the reason that comes nearest to a charge. */
static rule_id charge_reason(const struct charging *c, const struct decision *d, struct refusal *why)
{
    struct hex_path paths[CHARGES];
    struct charge   charge;
    rule_id         rule = 0;

    for (int length = 1; length <= 2; length++) {
        int found = hex_front_paths(&c->m->map, hex_of(c->m, c->start), c->s->unit[c->unit].heading, length, fixed_value(c->m, FIXED_CHARGE_TURNS),
                                    NULL, NULL, paths, CHARGES);
        for (int i = 0; i < min32(found, CHARGES); i++) {
            if (hex_col(paths[i].at[length - 1]) != d->at.x || hex_row(paths[i].at[length - 1]) != d->at.y) continue;
            if (paths[i].facing_end != d->heading) continue;
            rule = path_refused(c, &paths[i], &charge, why);
        }
    }
    return rule ? rule : refuse_with(why, MI_CHG_10, 0, fixed_value(c->m, FIXED_CHARGE_TURNS));
}

static rule_id charge_refused(const struct match *m, const struct state *s, const struct decision *d, bool declared, struct refusal *why)
{
    struct lay      lay;
    struct charging c = { m, s, &lay, d->unit, 0, declared };
    struct charge   list[CHARGES];
    rule_id         rule;
    int             count;

    if (!declared) {
        rule = attacker_refused(m, s, d->unit, why);
        if (rule) return rule;
        if (s->unit[d->unit].attack != ATTACK_NONE) return refuse_for(why, MI_SHOCK_07, d->unit);
    }
    if (!is_unit(m, d->target) || !on_map(s, d->target) || !are_enemies(m, d->unit, d->target)) return refuse_for(why, MI_CHG_06, d->target);
    iron_lay(m, s, &lay);
    c.start = cell_of(m, s, d->unit);
    rule = charger_refused(&c, why);
    if (!rule) rule = target_refused(&c, d->target, why);
    if (rule) return rule;
    count = iron_charges(m, s, &lay, d->unit, declared, list);
    for (int i = 0; i < count; i++) {
        struct point at = point_of(m, list[i].cell);
        if (at.x != d->at.x || at.y != d->at.y || list[i].heading != d->heading) continue;
        if (list[i].foe[0] == d->target || (list[i].foes == 2 && list[i].foe[1] == d->target)) return 0;
    }
    return charge_reason(&c, d, why);
}

rule_id iron_charge_refused(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    return charge_refused(m, s, d, true, why);
}

static void offer_charges(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct offers *offers)
{
    struct charge list[CHARGES];
    int           count = iron_charges(m, s, lay, unit, false, list);

    for (int i = 0; i < count; i++)
        for (int k = 0; k < list[i].foes; k++)
            offer_add(offers, (struct decision){ .kind = DO_CHARGE, .unit = (int16_t)unit, .target = (int16_t)list[i].foe[k],
                                                 .at = point_of(m, list[i].cell), .heading = list[i].heading }, 0);
}

/* MI-SHOCK-04: a friend takes care of the one that is left out. MI-CHG-12: the last hex of a charge may not be in its zone then. */
static rule_id spare_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];

    if (!is_unit(m, unit) || leader_of(m, unit) != s->command || u->attack == ATTACK_NONE || u->foe == NOBODY || u->other == NOBODY)
        return refuse_for(why, MI_SHOCK_04, unit);
    if (u->foe != target && u->other != target) return refuse_for(why, MI_SHOCK_04, target);
    if (u->attack == ATTACK_CHARGE && iron_exerts(m, s, target, cell_at(m, u->goal_x, u->goal_y))) return refuse_for(why, MI_CHG_12, target);
    return is_attacked_by_another(m, s, unit, target) ? 0 : refuse_for(why, MI_SHOCK_04, target);
}

static void offer_unit(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct offers *offers)
{
    struct decision d = { .kind = DO_SHOCK, .unit = (int16_t)unit };
    int             foes[2], count;

    if (s->unit[unit].attack != ATTACK_NONE) {
        d.kind = DO_SPARE;
        for (int i = 0; i < 2; i++) {
            d.target = i ? s->unit[unit].other : s->unit[unit].foe;
            if (d.target != NOBODY && !spare_refused(m, s, unit, d.target, NULL)) offer_add(offers, d, 0);
        }
        return;
    }
    if (!iron_may_attack(m, s, unit)) return;
    count = iron_front(m, s, lay, unit, cell_of(m, s, unit), s->unit[unit].heading, foes);
    for (int i = 0; i < count; i++) {
        d.target = (int16_t)foes[i];
        if (may_strike(m, s, unit, foes[i])) offer_add(offers, d, 0);
    }
    if (type_now(m, s, unit)->charges) offer_charges(m, s, lay, unit, offers);
}

static void offer_designate(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_CLOSE }, 0);
    iron_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && leader_of(m, unit) == s->command) offer_unit(m, s, &lay, unit, offers);
}

static bool has_attack(const struct match *m, const struct state *s)
{
    struct offer  list[2 * CHARGES + 4];
    struct offers offers = { list, 0, 2 * CHARGES + 4 };
    struct lay    lay;

    iron_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++) {
        if (on_map(s, unit) && leader_of(m, unit) == s->command) offer_unit(m, s, &lay, unit, &offers);
        if (offers.count) return true;
    }
    return false;
}

/* Without any attack to declare nobody is asked. */
static void enter_designate(struct play *p)
{
    if (has_attack(p->match, p->state)) ask(p, SEAT_BIT(p->state->active));
    else leave(p);
}

static rule_id refuse_designate(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    switch (d->kind) {
    case DO_CLOSE:  return 0;
    case DO_SHOCK:  return iron_attack_refused(m, s, d->unit, d->target, why);
    case DO_CHARGE: return charge_refused(m, s, d, false, why);
    case DO_SPARE:  return spare_refused(m, s, d->unit, d->target, why);
    case DO_TURN:   return refuse_with(why, MI_FACE_03, 1, 0);
    case DO_MOVE: case DO_LEAD: case DO_FIRE: return refuse_with(why, MI_ACT_04, 1, 0);
    default:        return refuse_with(why, MI_SHOCK_05, 0, 0);
    }
}

static void declare_shock(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];
    struct lay   lay;
    int          foes[2], count;

    iron_lay(p->match, p->state, &lay);
    count = iron_front(p->match, p->state, &lay, unit, cell_of(p->match, p->state, unit), u->heading, foes);
    for (int i = 0; i < count; i++) {
        if (!may_strike(p->match, p->state, unit, foes[i])) continue;
        if (u->foe == NOBODY) u->foe = (int8_t)foes[i];
        else u->other = (int8_t)foes[i];
    }
    u->attack = ATTACK_SHOCK;
}

/* MI-CHG-02: it spends nothing; MI-CHG-08: and nobody moves yet. */
static void declare_charge(struct play *p, const struct decision *d)
{
    struct unit  *u = &p->state->unit[d->unit];
    struct charge list[CHARGES];
    struct lay    lay;
    int           count;

    iron_lay(p->match, p->state, &lay);
    count = iron_charges(p->match, p->state, &lay, d->unit, false, list);
    for (int i = 0; i < count; i++) {
        struct point at = point_of(p->match, list[i].cell);
        if (at.x != d->at.x || at.y != d->at.y || list[i].heading != d->heading) continue;
        u->foe = (int8_t)list[i].foe[0];
        u->other = (int8_t)(list[i].foes == 2 ? list[i].foe[1] : NOBODY);
        break;
    }
    u->attack = ATTACK_CHARGE;
    u->goal_x = (uint8_t)d->at.x;
    u->goal_y = (uint8_t)d->at.y;
    u->goal_heading = (uint8_t)d->heading;
}

/* One of the two hexes before it is closed to it: it does not strike there. */
static bool faces_barrier(const struct match *m, const struct state *s, int unit)
{
    int from = cell_of(m, s, unit);

    for (int turn = -1; turn <= 0; turn++)
        if (iron_entry(m, s, unit, from, hex_turned(s->unit[unit].heading, turn)) == NOWHERE) return true;
    return false;
}

static void take_designate(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *u = d->kind == DO_CLOSE ? NULL : &p->state->unit[d->unit];

    (void)seat;
    switch (d->kind) {
    case DO_CLOSE:
        leave(p);
        tell(p, EVENT_CLOSED, MI_SHOCK_05, p->state->command, NOBODY, 0, 0, 0);
        cite(p, MI_SHOCK_06);
        return;
    case DO_SPARE:
        iron_drop_attack(p->state, d->unit, d->target);
        tell(p, EVENT_SPARED, MI_SHOCK_04, d->unit, d->target, 0, 0, 0);
        return;
    case DO_SHOCK: declare_shock(p, d->unit); break;
    default:       declare_charge(p, d);
    }
    u->acted = 1;
    tell(p, EVENT_DECLARED, d->kind == DO_SHOCK ? MI_SHOCK_03 : MI_CHG_24, d->unit, u->foe, d->kind == DO_CHARGE, u->other + 1, 0);
    if (d->kind == DO_SHOCK && faces_barrier(p->match, p->state, d->unit)) cite(p, MI_SHOCK_38);
    if (u->other != NOBODY) tell(p, EVENT_DECLARED, d->kind == DO_SHOCK ? MI_SHOCK_04 : MI_CHG_24, d->unit, u->other, d->kind == DO_CHARGE, 0, 0);
}

const struct phase iron_designate = { "designate", MI_SHOCK_05, enter_designate, offer_designate, refuse_designate, take_designate,
                                      .step = STEP_DESIGNATE };
