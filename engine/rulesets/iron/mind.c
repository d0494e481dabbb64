/* mind.c: what a seat wants, and where it would look for a place. Nothing is hidden, so there is nothing to blank or to guess. */
#include "rules.h"

void iron_mask(const struct match *m, struct state *s, seat_id seat)
{
    (void)m, (void)s, (void)seat;
}

void iron_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    (void)m, (void)s, (void)seat, (void)random;
}

/* A walk of a few steps, as far as it is allowed to go. */
static bool wander(const struct match *m, const struct state *s, const struct decision *offer, int leader, struct random *random, struct decision *d)
{
    struct lay   lay;
    struct mover mover;
    int          cell, steps, left;

    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, offer->unit, leader);
    cell = mover.start;
    left = mover.left;
    steps = 1 + (int)random_below(random, 6);
    for (int i = 0; i < steps; i++) {
        int direction = (int)random_below(random, 6), cost;
        if (cell != mover.start && iron_must_stop(&mover, cell)) break;
        if (iron_step_refused(&mover, cell, direction, &cost, NULL) || cost > left) continue;
        if (!iron_may_end(&mover, m->next[cell][direction])) continue;
        cell = m->next[cell][direction];
        left -= cost;
    }
    d->at = point_of(m, cell);
    return cell != mover.start;
}

/* The first legal facing from a random one on. */
static bool turn_somehow(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d)
{
    int first = (int)random_below(random, 6);

    for (int i = 0; i < 6; i++) {
        d->heading = (first + i) % 6;
        if (!play_refuse(m, s, seat, d, NULL)) return true;
    }
    return false;
}

bool iron_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random, struct decision *d)
{
    enum { TRIES = 4 };
    int list[PLACES], count;

    *d = offer->decision;
    if (!(offer->open & USES_AT)) return turn_somehow(m, s, seat, random, d);
    if (d->kind == DO_MOVE || d->kind == DO_LEAD) {
        int leader = d->kind == DO_LEAD ? iron_stacked_leader(m, s, d->unit) : NOBODY;
        for (int i = 0; i < TRIES; i++)
            if (wander(m, s, &offer->decision, leader, random, d) && turn_somehow(m, s, seat, random, d)) return true;
        return false;
    }
    count = iron_places(m, s, list, PLACES);
    if (count == 0) return false;
    d->at = point_of(m, list[random_below(random, (uint32_t)count)]);
    return turn_somehow(m, s, seat, random, d);
}

int32_t iron_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points, int32_t capacity)
{
    int32_t         count = 0;
    int             list[PLACES], places;
    struct journeys journeys;
    struct lay      lay;
    struct mover    mover;

    (void)seat;
    if (!(offer->open & USES_AT)) return 0;
    if (offer->decision.kind != DO_MOVE && offer->decision.kind != DO_LEAD) {
        places = iron_places(m, s, list, PLACES);
        for (int i = 0; i < places && count < capacity; i++) points[count++] = point_of(m, list[i]);
        return count;
    }
    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, offer->decision.unit, offer->decision.kind == DO_LEAD ? iron_stacked_leader(m, s, offer->decision.unit) : NOBODY);
    iron_journeys(&mover, NOWHERE, &journeys);
    for (int cell = 0; cell < m->cells && count < capacity; cell++)
        if (journeys.cost[cell] != TOO_FAR && cell != mover.start && iron_may_end(&mover, cell)) points[count++] = point_of(m, cell);
    return count;
}

static int32_t worth(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t sum = -100 * iron_flight_points(m, s, seat);

    for (int unit = 0; unit < m->head.pieces && is_unit(m, unit); unit++)
        if (on_map(s, unit) && side_of(m, unit) == seat && is_disordered(s, unit)) sum -= 40;
    return sum;
}

int32_t iron_evaluate(const struct match *m, const struct state *s, seat_id seat)
{
    if (s->flow.over) return s->flow.winner == NO_SEAT ? 0 : s->flow.winner == seat ? 100000 : -100000;
    return worth(m, s, seat) - worth(m, s, other_side(seat));
}
