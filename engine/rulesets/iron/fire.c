/*
 * fire.c: active, return and reaction fire (ledger chapter FIRE).
 *
 * A shot frame takes an active shot through its questions: will the target ride at the shooter, does it answer, then both dice, both
 * results, the leaders, and the counter-charge. Reaction shots are thrown one by one in a frame of their own.
 */
#include "rules.h"

enum { VALUE_UNIT, VALUE_TARGET, VALUE_FLAGS, VALUE_CELL, VALUE_COUNTER };
enum { FLAG_ANSWERS = 1, FLAG_PLEDGED = 2 };
/* MI-GEN-01: what a die alone can show. */
enum { LAST_ROW = 9 };

int iron_weapon(const struct match *m, const struct state *s, int unit)
{
    return m->type_of[unit] == TYPE_BOMBARD ? WEAPON_BOMBARD : is_unit(m, unit) ? type_now(m, s, unit)->weapon : WEAPON_NONE;
}

static const struct weapon_line *weapon_line(const struct match *m, const struct state *s, int unit)
{
    return &m->tables.weapon[iron_weapon(m, s, unit)];
}

/* MI-CREC-02: whoever serves a bombard, or NOBODY; other shooters serve themselves. */
static int gunner(const struct match *m, const struct state *s, const struct lay *lay, int unit)
{
    if (m->type_of[unit] != TYPE_BOMBARD) return unit;
    return lay->unit[cell_of(m, s, unit)];
}

/* MI-FIRE-03; a bombard shoots before its crew only. */
static rule_id arc_refused(const struct match *m, const struct state *s, int unit, int crew, int to, struct refusal *why)
{
    enum hex_arc arc = iron_best_arc(m, s, crew, to);

    if (unit != crew) return arc == ARC_FRONT ? 0 : refuse_with(why, MI_CREC_02, arc, 0);
    return arc == ARC_REAR ? refuse_with(why, MI_FIRE_03, arc, 0) : 0;
}

rule_id iron_aim_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int to, struct refusal *why)
{
    const struct weapon_line *weapon = weapon_line(m, s, unit);
    int                       from = cell_of(m, s, unit), crew = gunner(m, s, lay, unit), apart = iron_distance(m, from, to);
    rule_id                   rule;

    if (crew == NOBODY || are_enemies(m, crew, unit) || is_retired(s, crew)) return refuse_with(why, MI_CREC_02, 0, 0);
    if (apart > weapon->range) {
        rule = unit != crew ? MI_CREC_02 : iron_weapon(m, s, unit) == WEAPON_SLING && has_special(m, SPECIAL_NAJ_02) ? MI_NAJ_02 : MI_FIRE_02;
        return refuse_with(why, rule, apart, weapon->range);
    }
    rule = arc_refused(m, s, unit, crew, to, why);
    if (rule) return rule;
    rule = iron_sight_refused(m, s, lay, from, to, weapon->blocked_by_units, why);
    if (rule || !iron_is_cramped(m, s, unit)) return rule;
    return iron_sight_refused(m, s, lay, from, to, true, why) ? refuse_as(why, MI_BANN_05) : 0;
}

rule_id iron_shot_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int target, struct refusal *why)
{
    return iron_aim_refused(m, s, lay, unit, cell_of(m, s, target), why);
}

/* What keeps the shooter itself from active fire now. */
rule_id iron_shooter_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];

    if (iron_weapon(m, s, unit) == WEAPON_NONE) return refuse_for(why, m->type_of[unit] == TYPE_HO ? MI_HOB_01 : MI_FIRE_01, unit);
    if (is_retired(s, unit)) return refuse_for(why, MI_FIRE_32, unit);
    if (u->fired) return refuse_for(why, MI_FIRE_06, unit);
    if (u->mounted) return refuse_for(why, MI_FIRE_33, unit);
    if (u->type == TYPE_CB && u->spent && m->head.option[OPTION_CROSSBOW_FIRE_OR_MOVE]) return refuse_for(why, MI_FIRE_36, unit);
    return 0;
}

/* MI-FIRE-05, MI-FIRE-30, MI-FIRE-31: each alone at one target; neither command nor friends beside the target matter. */
rule_id iron_fire_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why)
{
    struct lay lay;
    rule_id    rule = iron_shooter_refused(m, s, unit, why);

    if (rule) return rule;
    if (!is_unit(m, target)) return refuse_for(why, MI_FIRE_35, target);
    if (!on_map(s, target) || !are_enemies(m, unit, target)) return refuse_for(why, MI_FIRE_30, target);
    iron_lay(m, s, &lay);
    return iron_shot_refused(m, s, &lay, unit, target, why);
}

static int range_drm(const struct match *m, const struct state *s, int unit, int target, bool disordered)
{
    const struct weapon_line *weapon = weapon_line(m, s, unit);
    int                       apart = iron_distance(m, cell_of(m, s, unit), cell_of(m, s, target));

    return disordered ? weapon->drm_disordered[apart - 1] : weapon->drm[apart - 1];
}

/* MI-TERR-04: by a vertex the side that is better for the target. */
static int ground_drm(const struct match *m, int from, int to)
{
    int side[2], count = iron_sides_into(m, from, to, side), best = INT32_MAX;

    for (int i = 0; i < count; i++) best = min32(best, m->tables.edge[m->edge[to][side[i]]].fire);
    return best + m->tables.ground[m->ground[to]].fire;
}

/* MI-FIRE-23 to MI-FIRE-25, MI-FIRE-39: a unit on the move has no facing. */
int iron_shot_drm(struct play *p, int die, int unit, int target, bool reaction)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    enum hex_arc        arc = iron_best_arc(m, s, target, cell_of(m, s, unit));
    bool                moving = reaction && s->unit[target].attack == ATTACK_NONE;
    int                 sum = account(p, MI_FIRE_23, die), normal = range_drm(m, s, unit, target, false);
    rule_id             rule = 0;
    int                 special = iron_special_fire(m, unit, &rule);

    sum += because(p, MI_FIRE_23, normal);
    if (is_unit(m, unit) && is_disordered(s, unit)) sum += because(p, MI_FIRE_24, range_drm(m, s, unit, target, true) - normal);
    if (is_mounted(m, s, target) && arc == ARC_FLANK && !moving) sum += because(p, MI_FIRE_25, fixed_value(m, FIXED_MOUNTED_FLANK_FIRE));
    if (s->unit[target].formation == FORM_SHIELD_WALL && arc == ARC_FRONT) sum += because(p, MI_SW_05, fixed_value(m, FIXED_SHIELD_WALL));
    if (s->unit[target].formation == FORM_SCHILTRON) sum += because(p, MI_SCH_06, fixed_value(m, FIXED_SCHILTRON_FIRE));
    sum += because(p, MI_TERR_04, ground_drm(m, cell_of(m, s, unit), cell_of(m, s, target)));
    if (special) sum += because(p, rule, special);
    return total(p, MI_FIRE_23, sum);
}

/* MI-GEN-02: beyond the ends of a table its end rows count. */
unsigned iron_read_table(const struct result_table *table, int total, int column)
{
    int row = 0;

    while (row + 1 < table->rows && table->row[row + 1].from <= total) row++;
    return table->row[row].hit[column];
}

/* MI-RES-01, MI-FIRE-27 */
unsigned iron_fire_hits(const struct match *m, const struct state *s, int target, int sum)
{
    return iron_read_table(&m->tables.fire, sum, 2 * is_mounted(m, s, target) + is_disordered(s, target));
}

/* What else bears on a shot: the weapons, who answers and who does not. */
static void cite_shot(struct play *p, int unit, int target, bool reaction)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 side[2];

    cite(p, MI_RES_01);
    if (s->unit[unit].type == TYPE_LB) cite(p, m->type_of[unit] == TYPE_HO ? MI_HOB_02 : MI_FIRE_37);
    if (s->unit[unit].type == TYPE_CB && m->type_of[unit] == TYPE_HO && has_special(m, SPECIAL_POIT_06)) cite(p, MI_POIT_06);
    if (s->unit[unit].type == TYPE_G) cite(p, has_special(m, SPECIAL_NAJ_01) ? MI_NAJ_01 : MI_GNT_01);
    if (s->unit[unit].type == TYPE_G) cite(p, MI_GNT_01);
    if (is_retired(s, target)) cite(p, MI_FIRE_27);
    else if (is_disordered(s, target)) cite(p, MI_FIRE_26);
    if (reaction) cite(p, MI_FIRE_39);
    if (reaction && s->unit[target].type == TYPE_G) cite(p, MI_GNT_04);
    if (reaction && s->unit[target].type == TYPE_MM) cite(p, MI_CC_21);
    if (iron_sides_into(m, cell_of(m, s, unit), cell_of(m, s, target), side) > 1) cite(p, MI_GEO_07);
}

/* The lines that active fire is traced by. */
static void cite_line(struct play *p, int unit, int target)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 side[2];

    cite(p, MI_GEO_05);
    cite(p, MI_GEO_06);
    cite(p, MI_LOS_01);
    cite(p, MI_GEO_10);
    if (m->tables.ground[m->ground[cell_of(m, s, target)]].blocks_sight) {
        cite(p, MI_LOS_07);
        cite(p, MI_LOS_05);
    }
    if (iron_sides_into(m, cell_of(m, s, unit), cell_of(m, s, target), side) > 1) cite(p, MI_LOS_06);
    if (is_unit(m, unit) && !s->unit[unit].commanded) cite(p, MI_FIRE_31);
    if (is_unit(m, unit) && is_mounted(m, s, unit)) cite(p, MI_FIRE_08);
    if (iron_weapon(m, s, target) == WEAPON_CROSSBOW) cite(p, MI_FIRE_11);
    if (iron_best_arc(m, s, target, cell_of(m, s, unit)) == ARC_REAR) cite(p, MI_FIRE_12);
}

/* Of the die only its line in the table matters, the danger to a leader, and to a bombard. */
static int shot_die(struct play *p, int unit, int target, bool reaction)
{
    const struct match *m = p->match;
    struct play         silent = { .match = m, .state = p->state };
    int                 base = iron_shot_drm(&silent, 0, unit, target, reaction);
    uint16_t            sort[10];

    for (int die = 0; die < 10; die++)
        sort[die] = (uint16_t)(iron_fire_hits(m, p->state, target, base + die) | (base + die >= fixed_value(m, FIXED_LEADER_FIRE_TOTAL)) << 8 |
                               (m->type_of[unit] == TYPE_BOMBARD && die == 0) << 9);
    return d10_sorted(p, MI_FIRE_23, sort);
}

/* One shot: its die, its result in the target's fate, and the danger to a leader there (MI-FIRE-29). */
static void shoot(struct play *p, int unit, int target, bool reaction, rule_id rule)
{
    const struct match *m = p->match;
    int                 die = shot_die(p, unit, target, reaction);
    int                 sum = iron_shot_drm(p, die, unit, target, reaction);
    unsigned            hits = iron_fire_hits(m, p->state, target, sum);

    tell(p, EVENT_SHOT, rule, unit, target, sum, (int32_t)hits, 0);
    if (p->events) cite_shot(p, unit, target, reaction);
    if (sum > LAST_ROW || sum < 0) cite(p, MI_GEN_02);
    if (!hits) tell(p, EVENT_NO_EFFECT, MI_RES_01, target, unit, 0, 0, 0);
    p->state->unit[target].fate |= (uint8_t)hits;
    p->state->unit[leader_of(m, target)].provoked |= PROVOKED;
    if (m->head.option[OPTION_CRECY_IMPETUOUS] && has_special(m, SPECIAL_CREC_06) && m->concern[SPECIAL_CREC_06].seat == side_of(m, target)) cite(p, MI_CREC_06);
    if (sum >= fixed_value(m, FIXED_LEADER_FIRE_TOTAL)) {
        iron_mark_leaders(p, side_of(m, target), cell_of(m, p->state, target), target, MARK_FIRE);
        cite(p, MI_FIRE_29);
    }
    if (m->type_of[unit] == TYPE_BOMBARD && die == 0) {
        p->state->unit[unit].status = STATUS_LOST;
        p->state->unit[unit].x = p->state->unit[unit].y = 0;
        tell(p, EVENT_BOMBARD_LOST, MI_CREC_02, unit, NOBODY, 0, 0, 0);
    }
}

void iron_open_fire(struct play *p, int unit, int target)
{
    struct frame *frame;

    iron_touch(p, unit);
    frame = go_into(p, PHASE_SHOOT);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = target;
}

/* MI-FIRE-08, MI-FIRE-09: a mounted shooter that has not finished its move asks first whether it will be ridden at. */
static bool needs_pledge(const struct match *m, const struct state *s, int unit, int target)
{
    struct lay lay;

    iron_lay(m, s, &lay);
    return m->type_of[unit] != TYPE_BOMBARD && is_mounted(m, s, unit) && !iron_moving_refused(m, s, &lay, unit, NULL) &&
           iron_may_counter(m, s, target, unit);
}

/* MI-FIRE-10 to MI-FIRE-12, MI-FIRE-38: nothing answers a bombard. */
static bool may_answer(const struct match *m, const struct state *s, int unit, int shooter)
{
    struct lay lay;

    if (m->type_of[shooter] == TYPE_BOMBARD || !weapon_line(m, s, unit)->answers || is_retired(s, unit)) return false;
    if (iron_best_arc(m, s, unit, cell_of(m, s, shooter)) == ARC_REAR) return false;
    iron_lay(m, s, &lay);
    return !iron_shot_refused(m, s, &lay, unit, shooter, NULL);
}

static void push_question(struct play *p, uint8_t phase, int unit, int target)
{
    struct frame *frame = go_into(p, phase);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = target;
}

/* MI-FIRE-13, MI-FIRE-26: the answer's die, then both results; whatever comes later finds the units as these leave them. */
static void answer_and_suffer(struct play *p, int unit, int target, int from, bool answers)
{
    if (answers) shoot(p, target, unit, false, MI_FIRE_13);
    iron_sweep_leaders(p);
    if (answers) iron_push_suffer(p, unit, cell_of(p->match, p->state, target), 0, true);
    iron_push_suffer(p, target, from, 0, true);
}

/* A pledged shot is made only if the shooter can still make it. */
static bool still_shoots(const struct match *m, const struct state *s, int unit, int target)
{
    struct lay lay;

    if (!on_map(s, unit) || is_retired(s, unit) || iron_weapon(m, s, unit) == WEAPON_NONE || !on_map(s, target)) return false;
    iron_lay(m, s, &lay);
    return !iron_shot_refused(m, s, &lay, unit, target, NULL);
}

static void enter_shoot(struct play *p)
{
    struct frame *frame = here(p);
    struct state *s = p->state;
    int           unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET];
    bool          pledged = (frame->value[VALUE_FLAGS] & FLAG_PLEDGED) != 0;

    switch (frame->step++) {
    case 0:
        if (needs_pledge(p->match, s, unit, target)) push_question(p, PHASE_PLEDGE, target, unit);
        break;
    case 1:
        if (pledged) push_question(p, PHASE_FINISH_MOVE, unit, target);
        break;
    case 2:
        s->unit[unit].fired = 1;
        s->unit[target].halted = 0;
        if (pledged && !still_shoots(p->match, s, unit, target)) {
            leave(p);
            tell(p, EVENT_HELD, MI_FIRE_09, unit, target, 0, 0, 0);
            return;
        }
        tell(p, EVENT_FIRES, MI_FIRE_05, unit, target, 0, 0, 0);
        if (p->events) cite_line(p, unit, target);
        if (s->unit[target].status == STATUS_NORMAL) s->unit[target].asked |= ASKED_STEADY;
        if (may_answer(p->match, s, target, unit)) push_question(p, PHASE_ANSWER, target, unit);
        break;
    case 3:
        frame->value[VALUE_CELL] = cell_of(p->match, s, unit);             /* a bombard may burst */
        shoot(p, unit, target, false, MI_FIRE_23);
        break;
    case 4: answer_and_suffer(p, unit, target, frame->value[VALUE_CELL], (frame->value[VALUE_FLAGS] & FLAG_ANSWERS) != 0); break;
    case 5:
        if (p->match->type_of[unit] != TYPE_BOMBARD && iron_may_counter(p->match, s, target, unit)) iron_ask_counter(p, target, unit, pledged);
        break;
    default:
        s->unit[target].asked = 0;
        leave(p);
    }
}

static void ask_owner(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_shot(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);

    (void)m, (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_SHOOT, .unit = (int16_t)frame->value[VALUE_UNIT], .target = (int16_t)frame->value[VALUE_TARGET] }, 0);
    offer_add(offers, (struct decision){ .kind = DO_HOLD }, 0);
}

static rule_id refuse_answer(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);

    (void)m, (void)seat;
    if (d->kind == DO_HOLD) return 0;
    if (d->kind != DO_SHOOT || d->unit != frame->value[VALUE_UNIT] || d->target != frame->value[VALUE_TARGET])
        return refuse_with(why, MI_FIRE_10, 0, 0);
    return 0;
}

static void take_answer(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT], target = here(p)->value[VALUE_TARGET];

    (void)seat;
    leave(p);
    if (d->kind == DO_SHOOT) here(p)->value[VALUE_FLAGS] |= FLAG_ANSWERS;
    tell(p, d->kind == DO_SHOOT ? EVENT_FIRES : EVENT_HELD, MI_FIRE_10, unit, target, 1, 0, 0);
    cite(p, MI_FIRE_14);
    if (d->kind == DO_SHOOT && p->state->unit[target].type == TYPE_CB) cite(p, MI_FIRE_38);
}

static void offer_pledge(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_PLEDGE, .unit = (int16_t)flow_top_const(&s->flow)->value[VALUE_UNIT] }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STAND }, 0);
}

static rule_id refuse_pledge(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m, (void)seat;
    if (d->kind == DO_STAND || (d->kind == DO_PLEDGE && d->unit == flow_top_const(&s->flow)->value[VALUE_UNIT])) return 0;
    return refuse_with(why, MI_FIRE_09, 0, 0);
}

static void take_pledge(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT], target = here(p)->value[VALUE_TARGET];

    (void)seat;
    leave(p);
    if (d->kind == DO_PLEDGE) here(p)->value[VALUE_FLAGS] |= FLAG_PLEDGED;
    else p->state->unit[unit].asked |= ASKED_COUNTER;         /* he has said that he will not try */
    tell(p, EVENT_PLEDGED, MI_FIRE_09, unit, target, d->kind == DO_PLEDGE, 0, 0);
}

static void offer_finish(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t    unit = (int16_t)flow_top_const(&s->flow)->value[VALUE_UNIT];
    struct lay lay;

    (void)seat;
    iron_lay(m, s, &lay);
    if (!iron_moving_refused(m, s, &lay, unit, NULL))
        offer_add(offers, (struct decision){ .kind = DO_MOVE, .unit = unit, .at = point_of(m, cell_of(m, s, unit)), .heading = s->unit[unit].heading },
                  USES_AT | USES_HEADING);
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
}

static rule_id refuse_finish(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    if (d->kind == DO_STAY) return 0;
    if (d->kind != DO_MOVE || d->unit != flow_top_const(&s->flow)->value[VALUE_UNIT]) return refuse_with(why, MI_FIRE_09, 0, 0);
    return iron_move_refused(m, s, d->unit, NOBODY, d->at, d->heading, NULL, why);
}

static void take_finish(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT];

    (void)seat;
    leave(p);
    if (d->kind == DO_MOVE) iron_begin_move(p, unit, NOBODY, d);
    p->state->unit[unit].moved = MOVE_OVER;
}

/* Reaction fire. */

/* MI-FIRE-04, MI-FIRE-16 to MI-FIRE-20, MI-FIRE-32, MI-FIRE-34, MI-GNT-04 */
static bool may_react(const struct match *m, const struct state *s, int unit, int cell, bool counter)
{
    const struct weapon_line *weapon = weapon_line(m, s, unit);

    if (!on_map(s, unit) || is_retired(s, unit) || s->unit[unit].mounted || !iron_in_front(m, s, unit, cell)) return false;
    if (counter ? !weapon->reacts_to_counter : !weapon->reacts) return false;
    return !(s->unit[unit].type == TYPE_CB && m->head.option[OPTION_CROSSBOW_REACTION] && s->unit[unit].reacted);
}

/* The next who may: their bits by direction from the cell; those of `past` have had their chance. */
static unsigned reactors(const struct match *m, const struct state *s, int target, int cell, bool counter, unsigned past, int *list)
{
    unsigned   found = 0;
    struct lay lay;

    if (!on_map(s, target) || cell_of(m, s, target) != cell) return 0;
    iron_lay(m, s, &lay);
    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[cell][direction], unit = next == NOWHERE ? NOBODY : lay.unit[next];
        if (unit == NOBODY || past & 1u << direction || !are_enemies(m, unit, target) || !may_react(m, s, unit, cell, counter)) continue;
        list[direction] = unit;
        found |= 1u << direction;
    }
    return found;
}

void iron_draw_reaction(struct play *p, int unit, int cell, bool counter)
{
    int           list[6];
    struct frame *frame;

    if (!reactors(p->match, p->state, unit, cell, counter, 0, list)) return;
    frame = go_into(p, PHASE_REACT);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_CELL] = cell;
    frame->value[VALUE_COUNTER] = counter;
}

/* MI-FIRE-22: one after another; a later one only at what is still there. */
static void enter_react(struct play *p)
{
    struct frame *frame = here(p);
    int           list[6];

    if (reactors(p->match, p->state, frame->value[VALUE_UNIT], frame->value[VALUE_CELL], frame->value[VALUE_COUNTER] != 0,
                 (unsigned)frame->value[VALUE_FLAGS], list))
        ask(p, SEAT_BIT(other_side(side_of(p->match, frame->value[VALUE_UNIT]))));
    else leave(p);
}

static void offer_react(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 list[6];
    unsigned            found = reactors(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_CELL], frame->value[VALUE_COUNTER] != 0,
                                         (unsigned)frame->value[VALUE_FLAGS], list);

    (void)seat;
    for (int direction = 0; direction < 6; direction++)
        if (found & 1u << direction)
            offer_add(offers, (struct decision){ .kind = DO_SHOOT, .unit = (int16_t)list[direction], .target = (int16_t)frame->value[VALUE_UNIT] }, 0);
    offer_add(offers, (struct decision){ .kind = DO_HOLD }, 0);
}

static rule_id refuse_react(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    bool                counter = frame->value[VALUE_COUNTER] != 0;
    int                 direction;

    if (d->kind == DO_HOLD) return 0;
    if (d->kind != DO_SHOOT || d->target != frame->value[VALUE_UNIT]) return refuse_with(why, MI_FIRE_15, 0, 0);
    if (!is_unit(m, d->unit) || side_of(m, d->unit) != seat || !on_map(s, d->unit)) return refuse_for(why, MI_FIRE_15, d->unit);
    if (is_retired(s, d->unit)) return refuse_for(why, MI_FIRE_32, d->unit);
    if (iron_weapon(m, s, d->unit) == WEAPON_NONE) return refuse_for(why, MI_FIRE_01, d->unit);
    if (s->unit[d->unit].mounted) return refuse_for(why, MI_FIRE_33, d->unit);
    if (!iron_in_front(m, s, d->unit, frame->value[VALUE_CELL])) return refuse_for(why, MI_FIRE_04, d->unit);
    if (!may_react(m, s, d->unit, frame->value[VALUE_CELL], counter)) return refuse_for(why, counter ? MI_FIRE_19 : MI_FIRE_18, d->unit);
    direction = iron_direction(m, frame->value[VALUE_CELL], cell_of(m, s, d->unit));
    return frame->value[VALUE_FLAGS] & 1 << direction ? refuse_for(why, MI_FIRE_22, d->unit) : 0;
}

static void take_react(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *frame = here(p);
    struct state *s = p->state;
    bool          counter = frame->value[VALUE_COUNTER] != 0;

    (void)seat;
    if (d->kind == DO_HOLD) {
        tell(p, EVENT_HELD, MI_FIRE_21, NOBODY, frame->value[VALUE_UNIT], 0, 0, 0);
        leave(p);
        return;
    }
    frame->value[VALUE_FLAGS] |= 1 << iron_direction(p->match, frame->value[VALUE_CELL], cell_of(p->match, s, d->unit));
    s->unit[d->unit].reacted = s->unit[d->unit].acted = 1;
    s->unit[d->target].asked |= ASKED_DIE;
    tell(p, EVENT_FIRES, counter ? MI_FIRE_34 : MI_FIRE_16, d->unit, d->target, 2, 0, 0);
    cite(p, s->unit[d->unit].type == TYPE_CB ? MI_FIRE_18 : MI_FIRE_15);
    cite(p, counter ? MI_CC_17 : s->unit[d->target].attack == ATTACK_CHARGE ? MI_CHG_16 : MI_FIRE_04);
    if (frame->value[VALUE_FLAGS] & (frame->value[VALUE_FLAGS] - 1)) cite(p, MI_FIRE_22);
    shoot(p, d->unit, d->target, true, MI_FIRE_21);
    iron_sweep_leaders(p);
    iron_push_suffer(p, d->target, cell_of(p->match, s, d->unit), 0, true);
}

const struct phase iron_shoot = { .name = "shoot", .rule = MI_FIRE_05, .enter = enter_shoot };
const struct phase iron_answer = { "answer", MI_FIRE_10, ask_owner, offer_shot, refuse_answer, take_answer, .step = STEP_REACTION };
const struct phase iron_pledge = { "pledge", MI_FIRE_09, ask_owner, offer_pledge, refuse_pledge, take_pledge, .step = STEP_REACTION };
const struct phase iron_finish_move = { "finish_move", MI_FIRE_09, ask_owner, offer_finish, refuse_finish, take_finish, .step = STEP_BELOW };
const struct phase iron_react = { "react", MI_FIRE_15, enter_react, offer_react, refuse_react, take_react, .step = STEP_REACTION };
