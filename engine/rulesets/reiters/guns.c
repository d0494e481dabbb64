/* guns.c: artillery fire (ledger chapter 7.8). */
#include "rules.h"

/* FR-7.8-04, FR-7.8-06: who helps the shot. */
static bool helps(const struct match *m, const struct state *s, int unit, int gun, int target)
{
    int range = m->sight[zone_of(m, s, gun)][zone_of(m, s, target)].range;

    if (unit == gun || !on_map(s, unit) || side_of(m, unit) != side_of(m, gun) || s->unit[unit].x != s->unit[gun].x || s->unit[unit].fought) return false;
    if (s->unit[unit].disordered || reiters_is_isolated(m, s, unit) || is_forlorn(m, unit)) return false;
    if (type_now(m, s, unit)->arm == ARM_ARTILLERY) return range <= type_now(m, s, unit)->range;
    return range == 1 && type_now(m, s, unit)->weapon == WEAPON_SHOCK;
}

/* A gun's own battery counts piece by piece, those who stand by as other supporters do (FR-7.4.4-02). */
static int help(struct play *p, int gun, int target)
{
    const struct match *m = p->match;
    int                 limit = m->head.option[OPTION_SUPPORT_LIMIT] ? 1 : PIECES, sum = 0, supporters = 0;

    for (int unit = 0; unit < m->units; unit++) {
        if (!helps(m, p->state, unit, gun, target)) continue;
        if (type_now(m, p->state, unit)->arm == ARM_ARTILLERY) sum += because_of(p, FR_7_8_04, unit, 1);
        else if (supporters++ < limit) sum += because_of(p, FR_7_8_06, unit, 1);
    }
    return sum;
}

/* FR-7.8-05 to FR-7.8-09 */
int reiters_shot_total(struct play *p, int unit, int target)
{
    const struct match       *m = p->match;
    const struct state       *s = p->state;
    const struct terrain_row *row = &m->tables.terrain[type_now(m, s, unit)->row];
    int                       to = zone_of(m, s, target), sum = account(p, FR_7_8_10, reiters_factor(m, s, unit));
    const struct sight       *sight = &m->sight[zone_of(m, s, unit)][to];

    sum += help(p, unit, target);
    if (sight->range >= 3) sum += because(p, FR_7_8_05, -1);
    sum += because(p, FR_7_8_07, row->zone[m->ground[to]]);
    if (!(sight->bare & SEAT_BIT(side_of(m, target)))) sum += because(p, FR_7_8_07, row->border[sight->border]);      /* FR-7.4.6-05 */
    if (s->unit[unit].disordered) sum += because(p, FR_7_8_08, -1);
    return total(p, FR_7_8_10, sum);
}

static void mark_helpers(const struct match *m, struct state *s)
{
    int limit = m->head.option[OPTION_SUPPORT_LIMIT] ? 1 : PIECES, supporters = 0;

    reiters_mark_supporters(m, s);
    for (int unit = 0; unit < m->units; unit++) {
        if (!helps(m, s, unit, s->combat.attacker, s->combat.defender)) continue;
        if (type_now(m, s, unit)->arm == ARM_ARTILLERY || supporters++ < limit) s->unit[unit].supports = SUPPORTS_ATTACKER;
    }
}

/* FR-7.4.5-04 */
static void count_as_attack(struct play *p)
{
    if (!has_option(p->match, OPTION_ARTILLERY_COUNTS_AS_ATTACK)) return;
    p->state->last_zone = p->state->combat.to;
    p->state->last_defender = p->state->combat.defender;
    cite(p, FR_7_4_5_04);
}

void reiters_shoot(struct play *p)
{
    struct state *s = p->state;
    int           unit = s->combat.attacker, target = s->combat.defender, sum, die;

    mark_helpers(p->match, s);
    sum = reiters_shot_total(p, unit, target);
    for (int other = 0; other < p->match->units; other++)
        if (other == unit || s->unit[other].supports == SUPPORTS_ATTACKER) s->unit[other].fought = 1;
    if (sum <= 0) {
        tell(p, EVENT_SHOT, FR_7_8_11, unit, target, 0, sum, 0);
        count_as_attack(p);
        return;
    }
    die = d6(p, FR_7_8_10);
    tell(p, EVENT_SHOT, FR_7_8_10, unit, target, die, sum, die < sum ? 2 : die == sum ? 1 : 0);
    cite(p, FR_7_8_09);
    count_as_attack(p);
    if (die < sum) reiters_lose(p, target, 1, FR_7_8_10);
    else if (die == sum) reiters_disorder(p, target, FR_7_8_10);
}
