/* mind.c: where a seat would look for a place: samples for random play and search, regions for drawing. */
#include "rules.h"

#include <string.h>

/* Where the placing question on top lets the unit go. */
static uint64_t retreat_zones(const struct match *m, const struct state *s, const struct decision *d)
{
    const struct frame *frame = flow_top_const(&s->flow);
    struct lay          lay;

    if (frame->phase == PHASE_EVADE || frame->phase == PHASE_SLIP) return reiters_react_zones(m, s, d);
    reiters_lay(m, s, &lay);
    return reiters_retreats(m, &lay, s, frame->value[VALUE_UNIT]);
}

uint64_t reiters_zones_for(const struct match *m, const struct state *s, const struct decision *d)
{
    const struct frame *frame = flow_top_const(&s->flow);

    switch (d->kind) {
    case DO_PLACE:
        return frame->phase == PHASE_REPLACE ? reiters_replacement_zones(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_ZONE])
                                             : reiters_setup_zones(m, s, d->unit);
    case DO_MOVE: case DO_MOVE_REMOUNT: case DO_REJOIN: case DO_REJOIN_REMOUNT: case DO_ENTER: case DO_ENTER_REMOUNT:
        return reiters_move_zones(m, s, d);
    case DO_WITHDRAW: return reiters_react_zones(m, s, d);
    case DO_RETREAT:  return retreat_zones(m, s, d);
    default:          return 0;
    }
}

/* One of a set, each as likely. */
static int pick(uint64_t set, struct random *random)
{
    int skip = (int)random_below(random, (uint32_t)__builtin_popcountll(set));

    while (skip-- > 0) set &= set - 1;
    return lowest(set);
}

/*
 * Where a piece on its way would rather look: at what counts for points, beside the enemy, with its own; a commander with his troops. The
 * way home is among the rest.
 */
static uint64_t promising(const struct match *m, const struct state *s, const struct decision *d)
{
    seat_id    seat = side_of(m, d->unit);
    uint64_t   zones;
    struct lay lay;

    reiters_lay(m, s, &lay);
    zones = lay.held[seat];
    if (is_commander(m, d->unit)) return zones;
    for (int i = 0; i < m->objectives; i++) zones |= zone_bit(m->objective[i].zone);
    for (int i = 0; i < m->exits; i++)
        if (m->exit[i].seat == seat) zones |= m->exit[i].zones;
    for (uint64_t rest = lay.held[other_side(seat)]; rest; rest &= rest - 1) zones |= m->adjacent[lowest(rest)];
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (side_of(m, piece) != seat && on_map(s, piece)) zones |= zone_bit(zone_of(m, s, piece));
    return zones;
}

/* Half of the draws go to promising zones, where there are such: no legal zone is left out. */
int32_t reiters_samples(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                        struct decision *list, int32_t count)
{
    const struct decision *d = &offer->decision;
    uint64_t               zones = reiters_zones_for(m, s, d), better = 0;
    bool                   looks = zones & (zones - 1) && (d->kind == DO_MOVE || d->kind == DO_MOVE_REMOUNT);

    (void)seat;
    if (!zones) return 0;
    if (looks) better = zones & promising(m, s, d);
    for (int32_t i = 0; i < count; i++) {
        bool best = looks && random_below(random, 2) == 0 && better;
        list[i] = *d;
        list[i].at = point_of_zone(m, pick(best ? better : zones, random));
    }
    return count;
}

bool reiters_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random, struct decision *d)
{
    return reiters_samples(m, s, seat, offer, random, d, 1) == 1;
}

int32_t reiters_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points, int32_t capacity)
{
    int32_t count = 0;

    (void)seat;
    for (uint64_t rest = reiters_zones_for(m, s, &offer->decision); rest && count < capacity; rest &= rest - 1)
        points[count++] = point_of_zone(m, lowest(rest));
    return count;
}
