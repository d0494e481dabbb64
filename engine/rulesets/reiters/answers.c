/* answers.c: what people want to know of a position: profiles, rings, sight, ways. */
#include "rules.h"

/* FR-7.2-02 without an opponent: the factor as the unit stands. */
static void combat_factor(struct play *p, int unit)
{
    int sum = account(p, FR_1_3_1_01, reiters_factor(p->match, p->state, unit));

    if (p->state->unit[unit].disordered) sum += because(p, FR_1_3_7_05, -1);
    total(p, FR_1_3_1_01, sum);
}

/* FR-1.3.3-03: the best quality it may use where it stands. */
static void quality(struct play *p, int piece)
{
    const struct match *m = p->match;
    int                 list[COLUMNS], own = account(p, FR_1_3_3_01, reiters_quality(m, p->state, piece)), best = own, lender = NOBODY;

    for (int i = 0, count = is_unit(m, piece) && on_map(p->state, piece) ? reiters_lenders(m, p->state, piece, list) : 0; i < count; i++)
        if (reiters_quality(m, p->state, list[i]) > best) {
            lender = list[i];
            best = reiters_quality(m, p->state, lender);
        }
    if (lender != NOBODY) own += because_of(p, FR_1_3_3_03, lender, best - own);
    total(p, FR_1_3_3_01, own);
}

/* FR-4.1-02 with its reasons; what it comes to is never below 0. */
static void movement(struct play *p, int piece)
{
    const struct match      *m = p->match;
    const struct order_line *order = reiters_order_of(m, p->state, piece);
    int                      base = is_commander(m, piece) ? m->tables.commander_move : type_now(m, p->state, piece)->move, sum = account(p, FR_4_1_02, base);
    int                      points = reiters_allowance(m, p->state, piece), arm = is_unit(m, piece) ? type_now(m, p->state, piece)->arm : ARM_INFANTRY;

    if (is_unit(m, piece) && p->state->unit[piece].disordered && arm != ARM_ARTILLERY) sum += because(p, FR_1_3_7_06, arm == ARM_CAVALRY ? -2 : -1);
    if (order && arm != ARM_ARTILLERY) sum += because(p, FR_10_1_06, order->move[arm]);
    sum += because(p, FR_4_1_06, points - sum);
    total(p, FR_4_1_02, sum);
}

bool reiters_value(struct play *p, int piece, int value)
{
    const struct match *m = p->match;

    if (!is_unit(m, piece) && !is_commander(m, piece)) return false;
    switch (value) {
    case PROFILE_QUALITY: quality(p, piece); return true;
    case PROFILE_MOVE:    movement(p, piece); return true;
    case PROFILE_COMBAT:
        if (!is_unit(m, piece)) return false;
        combat_factor(p, piece);
        return true;
    case PROFILE_CLASS:
        if (!is_unit(m, piece)) return false;
        total(p, FR_7_4_3_01, account(p, FR_7_4_3_01, type_now(m, p->state, piece)->rank + 1));
        return true;
    case PROFILE_RANGE:
        if (!is_unit(m, piece) || !type_now(m, p->state, piece)->range) return false;
        total(p, FR_1_3_1_02, account(p, FR_1_3_1_02, type_now(m, p->state, piece)->range));
        return true;
    default: return false;
    }
}

/* An isolated unit comes nearer to its own commander or to the general (FR-5.3-03); on its way it has chosen one of them. */
static uint64_t reached(const struct match *m, const struct state *s, const struct lay *lay, int piece)
{
    struct mover mover;
    uint64_t     zones = 0;

    if ((!is_unit(m, piece) && !is_commander(m, piece)) || reiters_allowance(m, s, piece) == 0) return 0;
    if (!is_unit(m, piece) || !reiters_is_isolated(m, s, piece)) {
        mover = reiters_mover(m, s, lay, piece, NOBODY);
        return reiters_reach(&mover, false);
    }
    for (int i = 0; i < m->columns; i++) {
        int leader = m->column[i].leader;
        if (m->column[i].seat != side_of(m, piece) || !on_map(s, leader)) continue;
        if (leader != leader_of(m, piece) && !reiters_is_general(m, s, leader)) continue;
        if (s->moving == piece && s->unit[piece].moved && s->rejoins != leader) continue;
        mover = reiters_mover(m, s, lay, piece, leader);
        zones |= reiters_reach(&mover, false);
    }
    return zones;
}

/* FR-7.8-02, FR-7.8-03; at night no gun fires (FR-SCN-03). */
static uint64_t in_range(const struct match *m, const struct state *s, const struct lay *lay, int gun)
{
    int      zone = zone_of(m, s, gun), range = is_unit(m, gun) && !m->night ? type_now(m, s, gun)->range : 0;
    uint64_t zones = 0;

    for (int to = 0; to < m->zones && range; to++)
        if (to != zone && m->sight[zone][to].range <= range && !reiters_sight_refused(m, lay, zone, to, NULL)) zones |= zone_bit(to);
    return zones;
}

static uint64_t ring_zones(const struct match *m, const struct state *s, const struct lay *lay, int piece, int ring)
{
    bool controls = is_unit(m, piece) && type_now(m, s, piece)->arm != ARM_ARTILLERY && !s->unit[piece].disordered && !is_forlorn(m, piece);

    switch (ring) {
    case RING_ZONE:    return controls ? m->adjacent[zone_of(m, s, piece)] : 0;
    case RING_RANGE:   return in_range(m, s, lay, piece);
    case RING_COMMAND: return is_commander(m, piece) ? reiters_command_area(m, s, lay, piece) : 0;
    default:           return reached(m, s, lay, piece);
    }
}

int32_t reiters_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points, int32_t capacity)
{
    struct lay lay;
    int32_t    count = 0;

    *distance = 0;
    if (!on_map(s, piece)) return 0;
    reiters_lay(m, s, &lay);
    if (ring == RING_COMMAND) *distance = COMMAND_RADIUS;
    if (ring == RING_RANGE && is_unit(m, piece)) *distance = type_now(m, s, piece)->range;
    for (uint64_t rest = ring_zones(m, s, &lay, piece, ring); rest && count < capacity; rest &= rest - 1) points[count++] = point_of_zone(m, lowest(rest));
    return count;
}

rule_id reiters_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why)
{
    int        to = target != NOBODY && on_map(s, target) ? zone_of(m, s, target) : zone_at_point(m, at);
    struct lay lay;

    if (to == NOWHERE || !on_map(s, piece)) return refuse_with(why, FR_MAP_02, at.x, at.y);
    if (to == zone_of(m, s, piece)) return 0;
    reiters_lay(m, s, &lay);
    return reiters_sight_refused(m, &lay, zone_of(m, s, piece), to, why);
}

int32_t reiters_way_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points, int32_t capacity,
                       int32_t *spent, int32_t *allowed)
{
    bool         remounts = d->kind == DO_MOVE_REMOUNT || d->kind == DO_REJOIN_REMOUNT, rejoins = d->kind == DO_REJOIN || d->kind == DO_REJOIN_REMOUNT;
    int          goal = zone_at_point(m, d->at);
    int32_t      count = 0;
    struct lay   lay;
    struct mover mover;
    struct way   way;

    (void)seat;
    if ((d->kind != DO_MOVE && !remounts && !rejoins) || goal == NOWHERE || !on_map(s, d->unit) || (rejoins && !on_map(s, d->target))) return 0;
    if (!is_unit(m, d->unit) && !is_commander(m, d->unit)) return 0;
    reiters_lay(m, s, &lay);
    mover = reiters_mover(m, s, &lay, d->unit, rejoins ? d->target : NOBODY);
    if (!reiters_way(&mover, goal, remounts, &way)) return 0;
    *spent = mover.spent + way.cost + (remounts ? m->tables.saddle_cost : 0);
    *allowed = mover.allowance;
    if (count < capacity) points[count++] = point_of_zone(m, mover.from);
    for (int i = 0; i < way.steps && count < capacity; i++) points[count++] = point_of_zone(m, way.zone[i]);
    return count;
}
