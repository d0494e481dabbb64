/* advance.c: the advance after combat (ledger chapter 7.7). */
#include "rules.h"

bool reiters_is_vacated(const struct match *m, const struct state *s)
{
    struct lay lay;

    reiters_lay(m, s, &lay);
    return !in_set(lay.held[other_side((seat_id)s->active)], m->index[s->combat.to]);                    /* FR-7.7-07 */
}

/* FR-7.7-07: guns and forlorn hopes hold a zone as others do. */
static bool only_guns_hold(const struct match *m, const struct state *s)
{
    int list[PIECES], count = reiters_units_in(m, s, other_side((seat_id)s->active), m->index[s->combat.to], list);

    for (int i = 0; i < count; i++)
        if (!is_forlorn(m, list[i]) && type_now(m, s, list[i])->arm != ARM_ARTILLERY) return false;
    return count > 0;
}

static rule_id advance_refused(const struct match *m, const struct state *s, const struct lay *lay, int piece, struct refusal *why)
{
    const struct combat *combat = &s->combat;
    int                  to = m->index[combat->to];

    if (side_of(m, piece) != (seat_id)s->active || !on_map(s, piece) || s->unit[piece].x != combat->from) return refuse_for(why, FR_7_7_01, piece);
    if (is_commander(m, piece)) {
        if (!has_option(m, OPTION_COMMANDER_ADVANCES) || !in_set(lay->held[s->active], to)) return refuse_for(why, FR_7_7_06, piece);
        return 0;
    }
    if (!is_unit(m, piece) || (piece != combat->attacker && s->unit[piece].supports != SUPPORTS_ATTACKER)) return refuse_for(why, FR_7_7_02, piece);
    if (type_now(m, s, piece)->arm == ARM_ARTILLERY || reiters_is_isolated(m, s, piece)) return refuse_for(why, FR_7_7_02, piece);
    if (!is_forlorn(m, piece) && !reiters_has_room(m, lay, (seat_id)s->active, to)) return refuse_with(why, FR_7_7_03, combat->to, 0);
    return 0;
}

static void enter_advance(struct play *p)
{
    struct lay lay;

    reiters_lay(p->match, p->state, &lay);
    for (int piece = 0; piece < p->match->head.pieces; piece++)
        if (!advance_refused(p->match, p->state, &lay, piece, NULL)) {
            ask(p, SEAT_BIT(p->state->active));
            return;
        }
    leave(p);
}

static void offer_advance(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct lay lay;

    (void)seat;
    reiters_lay(m, s, &lay);
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!advance_refused(m, s, &lay, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_ADVANCE, .unit = (int16_t)piece }, 0);
}

static rule_id refuse_advance(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct lay lay;

    (void)seat;
    if (d->kind == DO_STAY) return 0;
    if (d->kind != DO_ADVANCE) return refuse_with(why, FR_7_7_01, 0, 0);
    reiters_lay(m, s, &lay);
    return advance_refused(m, s, &lay, d->unit, why);
}

static void take_advance(struct play *p, seat_id seat, const struct decision *d)
{
    bool alone = false;                      /* baggage and commanders left to themselves there */

    if (d->kind == DO_STAY) {
        leave(p);
        return;
    }
    for (int piece = p->match->units; piece < p->match->head.pieces; piece++)
        alone = alone || (on_map(p->state, piece) && side_of(p->match, piece) != seat && p->state->unit[piece].x == p->state->combat.to);
    reiters_put(p->match, p->state, d->unit, p->match->index[p->state->combat.to]);
    tell(p, EVENT_ADVANCED, is_commander(p->match, d->unit) ? FR_7_7_06 : FR_7_7_01, d->unit, NOBODY, p->state->combat.from, p->state->combat.to, 0);
    cite(p, FR_7_7_03);
    cite(p, FR_7_7_04);
    if (!is_unit(p->match, d->unit)) return;
    if (alone) cite(p, FR_7_7_05);
    reiters_arrive(p, d->unit);
}

/* After reaction only those of the reaction zone follow (FR-6.5-01, FR-6.5-03); guns are followed at range 1 alone (FR-7.8-12). */
void reiters_open_advance(struct play *p)
{
    const struct match  *m = p->match;
    const struct combat *combat = &p->state->combat;

    if (!reiters_is_vacated(m, p->state)) {
        bool gone = !on_map(p->state, combat->defender) || p->state->unit[combat->defender].x != combat->to;
        if (gone && combat->mode == MODE_MELEE && only_guns_hold(m, p->state)) cite(p, FR_7_7_07);
        return;
    }
    switch (combat->mode) {
    case MODE_CHARGE: reiters_follow_up(p, m->index[combat->from], m->index[combat->to]); break;
    case MODE_FIRE:
        if (has_option(m, OPTION_ADVANCE_AFTER_TR)) {
            reiters_follow_up(p, m->index[combat->from], m->index[combat->to]);
            cite(p, FR_6_5_03);
        }
        break;
    case MODE_SHOT:
        if (!in_set(m->adjacent[m->index[combat->from]], m->index[combat->to])) break;                    /* FR-7.7-03: sight may cross what nobody can */
        cite(p, FR_7_8_12);
        go_into(p, PHASE_ADVANCE);
        break;
    default:
        if (p->state->unit[combat->attacker].caracole) cite(p, FR_11_1_11);
        go_into(p, PHASE_ADVANCE);
    }
}

const struct phase reiters_advance = { "advance", FR_7_7_01, enter_advance, offer_advance, refuse_advance, take_advance, .settles = true };
