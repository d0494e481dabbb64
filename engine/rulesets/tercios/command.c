/*
 * command.c: commanders: whom they have in command, what they lend to the unit that they are with, how they are lost (ledger chapters
 * LM-CMD, LM-CACT, LM-ATT, LM-LOSS, LM-VIRT). Their command actions are in traits.c.
 *
 * A commander is a piece like a unit, without a base that anything could bump into: a disc about its middle.
 */
#include "tercios.h"

static const struct commander *commander_of(const struct match *m, int piece)
{
    return &m->commander[piece - m->units];
}

static bool leader_has(const struct match *m, const struct state *s, int unit, enum trait trait)
{
    int leader = s->unit[unit].leader - 1;

    return leader >= 0 && commander_of(m, leader)->traits & UINT64_C(1) << trait;
}

bool tercios_led_by(const struct match *m, const struct state *s, int unit, enum trait trait)
{
    return s->unit[unit].leader && leader_has(m, s, unit, trait);
}

/* LM-VIRT-03: the same virtue twice adds once. LM-TRAIT-43: the ruthless take those of its own commander away. */
bool tercios_virtue(const struct match *m, const struct state *s, int unit, enum virtue virtue)
{
    const struct unit *u = &s->unit[unit];

    if (u->lent & 1u << virtue) return true;
    return u->leader && !(u->effects & EFFECT_RUTHLESS) && commander_of(m, u->leader - 1)->virtues & 1u << virtue;
}

/* LM-TRAIT-34, -38, -51, -56, -58 */
uint64_t tercios_special_now(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];
    uint64_t           special = u->form ? m->other_special[unit] : m->special[unit];

    if (!u->effects && !u->leader) return special;
    if (u->effects & EFFECT_INNOVATIVE) special |= SR_EXTENDED_ARC;
    if (u->effects & EFFECT_ENTHUSIASTIC) special |= special & SR_LIGHT ? SR_SKIRMISHERS : SR_LIGHT;
    if (leader_has(m, s, unit, TRAIT_BRAVE)) special |= SR_IMPETUOUS | SR_ELITE;
    if (leader_has(m, s, unit, TRAIT_PASSIONATE)) special |= SR_FRENZIED;
    return special;
}

bool tercios_in_command(const struct match *m, const struct state *s, int unit)
{
    (void)m; (void)s; (void)unit;
    return true;
}

bool tercios_paid(const struct match *m, const struct state *s, int unit)
{
    (void)m; (void)s; (void)unit;
    return false;
}

void tercios_kill(struct play *p, int commander, enum loss loss, rule_id rule)
{
    p->state->unit[commander] = (struct unit){ .status = STATUS_DESTROYED };
    tell(p, EVENT_KILLED, rule, commander, NOBODY, loss, 0, 0);
}

void tercios_mourn(struct play *p, int unit, const struct unit *old)
{
    (void)p; (void)unit; (void)old;
}
