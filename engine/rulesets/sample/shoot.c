/* shoot.c: sight, shots and break tests (ledger chapters SA-SIGHT, SA-SHOOT, SA-BREAK). */
#include "sample.h"

enum { SIGHT_ARC = 9000, GUN_ARC = 4500 };

bool sample_in_wood(const struct match *m, struct point point)
{
    for (int i = 0; i < m->terrains; i++)
        if (m->terrain[i].kind == TERRAIN_WOOD && table_inside(&m->terrain[i].area, point, 0)) return true;
    return false;
}

static bool wood_hides(const struct terrain *terrain, struct segment line)
{
    if (terrain->kind != TERRAIN_WOOD || !table_crosses_area(line, &terrain->area, 0)) return false;
    return !table_inside(&terrain->area, line.from, 0) && !table_inside(&terrain->area, line.to, 0);
}

int32_t sample_arc(const struct match *m, int unit)
{
    return m->type_of[unit] == TYPE_GUN ? GUN_ARC : SIGHT_ARC;
}

/* SA-SIGHT-03, then SA-SIGHT-01, then SA-SIGHT-02: the cheap question first. */
rule_id sample_view_refused(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why)
{
    struct pose    from = pose_of(s, unit);
    struct segment line = { from.at, at };
    int32_t        off = heading_apart(from.heading, table_pivot(from, line.to).heading);
    int32_t        arc = sample_arc(m, unit);

    if (off > arc) return refuse_with(why, SA_SIGHT_03, off, arc);
    for (int other = 0; other < UNITS; other++) {
        struct base base;
        if (other == unit || other == target || s->unit[other].removed) continue;
        base = base_of(m, s, other);
        if (table_crosses_base(line, &base, TOUCH)) return refuse_for(why, SA_SIGHT_01, other);
    }
    for (int i = 0; i < m->terrains; i++)
        if (wood_hides(&m->terrain[i], line)) return refuse_by(why, SA_SIGHT_02, i, sample_terrain_kinds[m->terrain[i].kind]);
    return 0;
}

rule_id sample_sight_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why)
{
    return sample_view_refused(m, s, unit, target, pose_of(s, target).at, why);
}

rule_id sample_shot_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why)
{
    const struct type *type = type_of(m, unit);
    struct base        ours, theirs;

    if (type->shoot == 0 || !are_enemies(m, unit, target)) return refuse_with(why, SA_SHOOT_01, 0, 0);
    if (s->unit[target].removed) return refuse_with(why, SA_BREAK_02, 0, 0);
    ours = base_of(m, s, unit);
    theirs = base_of(m, s, target);
    if (!table_near(&ours, &theirs, type->range, NULL))
        return refuse_with(why, SA_SHOOT_02, why ? table_ceiling(table_gap(&ours, &theirs)) : 0, type->range);
    return sample_sight_refused(m, s, unit, target, why);
}

static void enter_fire(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_fire(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t unit = acting(s);

    (void)seat;
    for (int16_t target = 0; target < UNITS; target++)
        if (!sample_shot_refused(m, s, unit, target, NULL))
            offer_add(offers, (struct decision){ .kind = DO_FIRE, .unit = unit, .target = target }, 0);
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_fire(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    (void)seat;
    if (d->kind == DO_PASS) return 0;
    if (d->kind != DO_FIRE || d->unit != acting(s))
        return refuse_with(why, SA_ORDER_04, 0, 0);
    return sample_shot_refused(m, s, d->unit, d->target, why);
}

/* The fire frame becomes a shot: nothing is left to decide. */
static void take_fire(struct play *p, seat_id seat, const struct decision *d)
{
    int unit = here(p)->value[VALUE_UNIT];

    (void)seat;
    sample_spend_card(p, unit);
    leave(p);
    if (d->kind == DO_FIRE) {
        struct frame *shot = go_into(p, PHASE_SHOT);
        shot->value[VALUE_UNIT] = d->unit;
        shot->value[VALUE_TARGET] = d->target;
        tell(p, EVENT_FIRES, SA_ORDER_04, unit, d->target, 0, 0, 0);
    } else {
        tell(p, EVENT_PASSED, SA_ORDER_04, unit, NOBODY, 0, 0, 0);
    }
}

int32_t sample_half_range(const struct match *m, int unit)
{
    return type_of(m, unit)->range / 2;
}

/* SA-SHOOT-03. A reaction shot is measured to where the charger starts from (SA-REACT-03). */
static bool is_near_shot(const struct match *m, const struct state *s, int unit, int target)
{
    struct base ours = base_of(m, s, unit), theirs;

    if (target == NOBODY) return false;
    theirs = base_of(m, s, target);
    return table_near(&ours, &theirs, sample_half_range(m, unit), NULL);
}

/* SA-SHOOT-03, SA-SHOOT-04 */
int sample_shot_dice(struct play *p, int unit, int target)
{
    bool worn = p->state->unit[unit].wear > 0;
    int  dice = account(p, SA_SHOOT_03, type_of(p->match, unit)->shoot);

    dice += because(p, SA_SHOOT_03, is_near_shot(p->match, p->state, unit, target) ? 1 : 0);
    dice += because(p, SA_SHOOT_04, worn && dice > 1 ? -1 : 0);
    return total(p, SA_SHOOT_03, dice);
}

/* SA-SHOOT-05 */
static int shot_need(struct play *p, int target)
{
    int need = account(p, SA_SHOOT_05, 4);

    need += because(p, SA_SHOOT_05, sample_in_wood(p->match, pose_of(p->state, target).at) ? 1 : 0);
    return total(p, SA_SHOOT_05, need);
}

int sample_suffer(struct play *p, int unit, int hits, rule_id save_rule, rule_id wear_rule)
{
    struct unit *u = &p->state->unit[unit];
    int          saved, taken;

    if (hits == 0) return 0;
    saved = pool(p, save_rule, type_of(p->match, unit)->nerve, 5);
    if (saved > hits) saved = hits;
    taken = hits - saved;
    tell(p, EVENT_SAVED, save_rule, unit, NOBODY, saved, hits, 0);
    u->wear = (uint8_t)(u->wear + taken);
    if (taken) tell(p, EVENT_WORN, wear_rule, unit, NOBODY, taken, u->wear, type_of(p->match, unit)->endurance);
    return taken;
}

/* SA-UNIT-02 */
void sample_test_break(struct play *p, int unit)
{
    if (p->state->unit[unit].removed || p->state->unit[unit].wear <= type_of(p->match, unit)->endurance) return;
    go_into(p, PHASE_BREAK)->value[VALUE_UNIT] = unit;
}

static void enter_shot(struct play *p)
{
    int unit = here(p)->value[VALUE_UNIT], target = here(p)->value[VALUE_TARGET];
    int dice, need, hits;

    leave(p);
    dice = sample_shot_dice(p, unit, target);
    need = shot_need(p, target);
    hits = pool(p, SA_SHOOT_05, dice, need);
    tell(p, EVENT_SHOT, SA_SHOOT_01, unit, target, hits, dice, need);
    cite(p, SA_GEO_03);
    sample_suffer(p, target, hits, SA_SHOOT_06, SA_SHOOT_07);
    sample_test_break(p, target);
}

static bool side_is_gone(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < UNITS; unit++)
        if (side_of(m, unit) == seat && !s->unit[unit].removed) return false;
    return true;
}

/* SA-BREAK-01, SA-BREAK-02, SA-WIN-01 */
static void enter_break(struct play *p)
{
    int                unit = here(p)->value[VALUE_UNIT];
    const struct type *type = type_of(p->match, unit);
    struct unit       *u = &p->state->unit[unit];
    int                needed = u->wear - type->endurance;
    int                stood = pool(p, SA_BREAK_01, type->nerve, 4);

    leave(p);
    if (stood >= needed) {
        u->wear = (uint8_t)type->endurance;
        tell(p, EVENT_STEADY, SA_BREAK_01, unit, NOBODY, stood, needed, 0);
        cite(p, SA_UNIT_02);
        return;
    }
    tell(p, EVENT_BROKEN, SA_BREAK_02, unit, NOBODY, stood, needed, 0);
    *u = (struct unit){ .removed = 1 };
    if (side_is_gone(p->match, p->state, side_of(p->match, unit))) sample_end(p);
}

const struct phase sample_fire = { "fire", SA_ORDER_04, enter_fire, offer_fire, refuse_fire, take_fire, .step = STEP_BELOW };
const struct phase sample_shot = { .name = "shot", .rule = SA_SHOOT_01, .enter = enter_shot };
const struct phase sample_break = { .name = "break", .rule = SA_BREAK_01, .enter = enter_break };
