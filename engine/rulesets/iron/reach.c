/*
 * reach.c: what a command could do to the enemy if it were activated now, its march included. By it a side chooses whom to activate, and
 * knows what it is worth to go on, to pass or to seize the initiative.
 *
 * Reckoned roughly, by distances alone: the hexes beside a unit that are free and near enough to the attacker say from which side it can be
 * struck; the tables say what that comes to.
 */
#include "rules.h"

struct reach {
    const struct match *m;
    const struct state *s;
    const struct lay   *lay;
    int                 units;
    int16_t             unit[PIECES], cell[PIECES];          /* those on the map; the cell by piece */
    hex                 at[PIECES];
    int16_t             left[PIECES];                        /* what it could still lose: shared by those who come upon it */
};

static void open_reach(struct reach *r, const struct match *m, const struct state *s, const struct lay *lay)
{
    r->m = m;
    r->s = s;
    r->lay = lay;
    r->units = 0;
    for (int unit = 0; unit < m->units; unit++) {
        if (!on_map(s, unit)) continue;
        r->cell[unit] = (int16_t)cell_of(m, s, unit);
        r->at[unit] = hex_of(m, r->cell[unit]);
        r->left[unit] = (int16_t)iron_cost_of(m, s, unit, HIT_ELIMINATE);
        r->unit[r->units++] = (int16_t)unit;
    }
}

/* The average of the ten faces: what it takes from the defender, less what it takes from the attacker. */
static int struck(const struct reach *r, int unit, int target, bool charge, int base)
{
    int sum = 0;

    for (int die = 0; die < 10; die++) {
        unsigned hits = iron_blow_hits(r->m, r->s, target, charge, base + die);
        sum += hits & HIT_ON_ATTACKER ? -iron_cost_of(r->m, r->s, unit, hits) : iron_cost_of(r->m, r->s, target, hits);
    }
    return sum / 10;
}

static int shot(const struct reach *r, int target, int base)
{
    int sum = 0;

    for (int die = 0; die < 10; die++) sum += iron_cost_of(r->m, r->s, target, iron_fire_hits(r->m, r->s, target, base + die));
    return sum / 10;
}

/* The worst side by which it can be come at: NOWHERE, or an arc. */
static int open_arc(const struct reach *r, int unit, int target, int steps)
{
    const struct match *m = r->m;
    int                 worst = NOWHERE;

    for (int direction = 0; direction < 6; direction++) {
        int arc = hex_arc(r->s->unit[target].heading, direction), next = m->next[r->cell[target]][direction];
        if (arc <= worst || next == NOWHERE || (r->lay->unit[next] != NOBODY && r->lay->unit[next] != unit)) continue;
        if (hex_distance(r->at[unit], hex_of(m, next)) + (arc == ARC_REAR) > steps) continue;
        if (iron_entry(m, r->s, unit, next, hex_opposite(direction)) != NOWHERE) worst = arc;
    }
    return worst;
}

static int blow_drm(const struct reach *r, int unit, int target, int arc)
{
    const struct match *m = r->m;
    const struct state *s = r->s;
    int formation = s->unit[target].formation;
    int sum = m->tables.matrix[s->unit[unit].type][s->unit[target].type] + iron_shock(m, s, target) + m->tables.ground[m->ground[r->cell[target]]].shock;

    if (is_disordered(s, unit)) sum += fixed_value(m, FIXED_ATTACKER_DISORDERED);
    if (is_retired(s, target)) sum += fixed_value(m, FIXED_DEFENDER_RETIRED);
    if (formation == FORM_SCHILTRON) return sum + fixed_value(m, FIXED_SCHILTRON_SHOCK);
    if (arc == ARC_FRONT) return sum + (formation == FORM_SHIELD_WALL ? fixed_value(m, FIXED_SHIELD_WALL) : 0);
    return sum + fixed_value(m, arc == ARC_REAR ? FIXED_REAR_SHOCK : FIXED_FLANK_SHOCK);
}

/* A unit that must first walk there, or ride and then charge. */
static int blow_reach(const struct reach *r, int unit, int target, int allowance)
{
    enum { RIDE = 2 };
    const struct match *m = r->m;
    const struct type  *type = type_now(m, r->s, unit), *foe = type_now(m, r->s, target);
    bool                charges = type->charges && r->s->unit[unit].status == STATUS_NORMAL;
    int                 arc, base, plain, charge;

    if (!type->shocks || r->s->unit[unit].formation != FORM_NONE) return 0;
    arc = open_arc(r, unit, target, allowance + (charges ? RIDE : 0));
    if (arc == NOWHERE) return 0;
    base = blow_drm(r, unit, target, arc);
    if (!charges) return struck(r, unit, target, false, base);
    charge = struck(r, unit, target, true, base + fixed_value(m, FIXED_CHARGE_MOVED));
    if (arc != ARC_FRONT || !foe->daunts) return charge;
    plain = struck(r, unit, target, false, base);
    return (charge + plain) / 2;
}

static int shot_reach(const struct reach *r, int unit, int target, int apart, int allowance)
{
    enum { NEAREST = 2 };
    int                       weapon = iron_weapon(r->m, r->s, unit), range = max32(min32(apart, NEAREST), apart - allowance);
    const struct weapon_line *line = &r->m->tables.weapon[weapon];

    if (weapon == WEAPON_NONE) return 0;
    range = min32(range, max32(1, line->range));
    if (apart - allowance > line->range) return 0;
    return shot(r, target, (is_disordered(r->s, unit) ? line->drm_disordered : line->drm)[range - 1]);
}

/* What one unit could do at its best, to whom. */
static int best_reach(struct reach *r, int unit)
{
    enum { FARTHEST = 3 };
    int allowance = iron_allowance(r->m, r->s, unit), best = 0, whom = NOBODY;

    if (is_retired(r->s, unit)) return 0;
    for (int i = 0; i < r->units; i++) {
        int target = r->unit[i], apart, promise;
        if (!are_enemies(r->m, unit, target) || r->left[target] <= best) continue;
        apart = hex_distance(r->at[unit], r->at[target]);
        if (apart > allowance + FARTHEST) continue;
        promise = max32(shot_reach(r, unit, target, apart, allowance), blow_reach(r, unit, target, allowance));
        promise = min32(promise, r->left[target]);
        if (promise > best) best = promise, whom = target;
    }
    if (whom != NOBODY) r->left[whom] = (int16_t)(r->left[whom] - best);
    return best;
}

int iron_command_reach(const struct match *m, const struct state *s, const struct lay *lay, int leader)
{
    struct reach r;
    int          sum = 0;

    open_reach(&r, m, s, lay);
    for (int i = 0; i < r.units; i++)
        if (leader_of(m, r.unit[i]) == leader) sum += best_reach(&r, r.unit[i]);
    return sum;
}
