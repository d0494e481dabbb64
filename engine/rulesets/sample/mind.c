/* mind.c: what a seat may know (SA-TURN-03), what it may guess, and what it should want. */
#include "sample.h"

void sample_mask(const struct match *m, struct state *s, seat_id seat)
{
    for (int unit = 0; unit < UNITS; unit++) {
        struct unit *u = &s->unit[unit];
        if (side_of(m, unit) != seat && u->order != ORDER_NONE && !u->shown) u->order = ORDER_HIDDEN;
    }
}

void sample_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    (void)seat;
    for (int unit = 0; unit < UNITS; unit++) {
        struct unit *u = &s->unit[unit];
        if (u->order != ORDER_HIDDEN) continue;
        do u->order = (uint8_t)(ORDER_MARCH + (int)random_below(random, 4));
        while (sample_order_refused(m, unit, u->order));
    }
}

/* The nearest living enemy by the distance of placing points, and that distance; NOBODY when there is none. */
static int nearest_enemy(const struct match *m, const struct state *s, int unit, int32_t *apart)
{
    int64_t least = INT64_MAX;
    int     nearest = NOBODY;

    for (int enemy = 0; enemy < UNITS; enemy++) {
        int64_t dx, dy, square;
        if (!are_enemies(m, unit, enemy) || s->unit[enemy].removed) continue;
        dx = s->unit[enemy].x - s->unit[unit].x;
        dy = s->unit[enemy].y - s->unit[unit].y;
        square = dx * dx + dy * dy;
        if (square >= least) continue;
        least = square;
        nearest = enemy;
    }
    *apart = nearest == NOBODY ? 0 : (int32_t)root64((uint64_t)least);
    return nearest;
}

/*
 * A place worth marching to: towards the nearest enemy as far as speed goes, or to where it is just in range, or anywhere
 * in reach. What is refused is tried again at half the length.
 */
bool sample_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                   struct random *random, struct decision *d)
{
    enum { TRIES = 3, MARGIN = 200 };
    int                unit = offer->decision.unit;
    const struct type *type = type_of(m, unit);
    struct pose        from = pose_of(s, unit);
    uint32_t           way = random_below(random, 4);
    int32_t            apart, length = type->speed, bearing;
    int                enemy = nearest_enemy(m, s, unit, &apart);

    (void)seat;
    *d = offer->decision;
    if (way < 2 && enemy != NOBODY) {
        bearing = table_bearing(from.at, pose_of(s, enemy).at);
        if (way == 0 && type->shoot && apart > type->range + MARGIN) length = min32(length, apart - type->range + MARGIN);
    } else {
        int32_t turn = (int32_t)random_below(random, 18001) - 9000;
        bearing = heading_normal(from.heading + turn);
        length = 100 + (int32_t)random_below(random, (uint32_t)max32(1, type->speed - 100));
    }
    for (int tries = 0; tries < TRIES; tries++, length /= 2) {
        d->at = table_moved((struct pose){ from.at, bearing }, length, 0).at;
        if (!sample_march_refused(m, s, unit, d->at, NULL)) return true;
    }
    return false;
}

/* What a card promises while it is unspent, in hundredths of a point. */
static int32_t promise(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];
    struct pose        pose;
    int32_t            best = 0;

    if (u->order == ORDER_HOLD) return u->wear ? 60 : 5;
    if (u->order == ORDER_MARCH) return 20;
    for (int enemy = 0; enemy < UNITS; enemy++) {
        if (!are_enemies(m, unit, enemy) || s->unit[enemy].removed) continue;
        if (u->order == ORDER_FIRE && !sample_shot_refused(m, s, unit, enemy, NULL))
            best = max32(best, 25 * type_of(m, unit)->shoot);
        if (u->order == ORDER_CHARGE && !sample_charge_refused(m, s, unit, enemy, &pose, NULL))
            best = max32(best, 30 * (type_of(m, unit)->fight - type_of(m, enemy)->fight) + 40);
    }
    return best;
}

/* The distance at which a unit likes to be from its nearest enemy: shooters just in range, the others close. */
static int32_t unease(const struct match *m, const struct state *s, int unit)
{
    int32_t apart, liked = type_of(m, unit)->shoot ? type_of(m, unit)->range : type_of(m, unit)->speed;

    if (nearest_enemy(m, s, unit, &apart) == NOBODY) return 0;
    return apart > liked ? (apart - liked) / 500 : 0;
}

void sample_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    enum { POINT = 100, SCALE = 3 * POINT };

    (void)notes;
    appraisal->scale = SCALE;
    for (seat_id seat = 0; seat < 2; seat++) appraisal->part[seat][CONCERN_POINTS] = POINT * sample_score(m, s, seat);
    for (int unit = 0; unit < UNITS; unit++) {
        int32_t *part = appraisal->part[side_of(m, unit)];
        if (s->unit[unit].removed) continue;
        part[CONCERN_PLACE] -= unease(m, s, unit);
        if (s->unit[unit].order != ORDER_NONE && s->unit[unit].order != ORDER_HIDDEN) part[CONCERN_ORDERS] += promise(m, s, unit);
    }
}

/* Every unit is activated once a turn; until the first one is, all of them are still to come. */
int32_t sample_tide(const struct match *m, const struct state *s)
{
    int  done = UNITS;
    bool acting = false;

    (void)m;
    for (int i = 0; i < s->flow.depth; i++) acting = acting || s->flow.stack[i].phase == PHASE_ACTION;
    for (int unit = 0; unit < UNITS; unit++) done -= !s->unit[unit].removed && s->unit[unit].order != ORDER_NONE;
    return s->turn * (UNITS + 1) + (acting ? done : 0);
}
