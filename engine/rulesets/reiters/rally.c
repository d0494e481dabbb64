/* rally.c: the Reorganisation step (ledger chapter 8). */
#include "rules.h"

rule_id reiters_rally_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why)
{
    if (!is_unit(m, unit) || side_of(m, unit) != (seat_id)s->active || !on_map(s, unit)) return refuse_for(why, FR_8_0_01, unit);
    if (!s->unit[unit].disordered) return refuse_with(why, FR_8_0_01, 1, 0);
    if (s->unit[unit].tried) return refuse_with(why, FR_8_0_01, 2, 0);
    if (in_set(lay->zoc[other_side((seat_id)s->active)], zone_of(m, s, unit))) return refuse_with(why, FR_8_0_03, s->unit[unit].x, 0);
    if (reiters_is_isolated(m, s, unit) || !reiters_in_radius(m, s, lay, unit)) return refuse_for(why, FR_8_0_02, unit);
    return 0;
}

static bool may_rally(const struct match *m, const struct state *s)
{
    struct lay lay;

    reiters_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++)
        if (s->unit[unit].disordered && !reiters_rally_refused(m, s, &lay, unit, NULL)) return true;
    return false;
}

/* The unit whose test has just been made, in VALUE_UNIT; step 1. */
static void enter_rally(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT];

    if (frame->step == 1) {
        frame->step = 0;
        if (frame->value[VALUE_PASSED]) p->state->unit[unit].disordered = 0;
        tell(p, frame->value[VALUE_PASSED] ? EVENT_RALLIED : EVENT_NOT_RALLIED, FR_8_0_01, unit, NOBODY, 0, 0, 0);
        cite(p, FR_8_0_02);
        cite(p, FR_8_0_05);
        return;
    }
    if (may_rally(p->match, p->state)) ask(p, SEAT_BIT(p->state->active));
    else leave(p);
}

static void offer_rally(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    reiters_lay(m, s, &lay);
    for (int unit = 0; unit < m->units; unit++)
        if (!reiters_rally_refused(m, s, &lay, unit, NULL)) offer_add(offers, (struct decision){ .kind = DO_RALLY, .unit = (int16_t)unit }, 0);
    offer_add(offers, (struct decision){ .kind = DO_END_RALLY }, 0);
}

static rule_id refuse_rally(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;

    (void)seat;
    if (d->kind == DO_END_RALLY) return 0;
    if (d->kind != DO_RALLY) return refuse_with(why, FR_8_0_01, 0, 0);
    reiters_lay(m, s, &lay);
    return reiters_rally_refused(m, s, &lay, d->unit, why);
}

static void take_rally(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_END_RALLY) {
        leave(p);
        return;
    }
    p->state->unit[d->unit].tried = 1;
    here(p)->step = 1;
    here(p)->value[VALUE_UNIT] = d->unit;
    reiters_test(p, d->unit, FR_8_0_01, 0);
}

const struct phase reiters_rally = { "rally", FR_8_0_01, enter_rally, offer_rally, refuse_rally, take_rally, .step = STEP_RALLY };
