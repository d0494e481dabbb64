/*
 * declare.c: who strikes whom, with what, and to which end: proposed, then chosen in secret by both sides (AR-MEL-01 to -04, AR-CAPT-01, -02).
 */
#include "argad.h"

enum { FRIENDS_NEAR = 10 * CM };

static bool is_indoors(const struct match *m, const struct state *s, int figure)
{
    return argad_spot(m, mover_of(m, s, figure), place_of(s, figure)).indoors;
}

int argad_touching(const struct match *m, const struct state *s, int striker, int target)
{
    if (argad_contact(s, striker, target)) return striker;
    if (!argad_in_close_order(m, s, striker) || s->unit[striker].rank != 1 || is_mounted(m, s, striker)) return NOBODY;
    for (int i = 0; i < m->figures; i++)
        if (s->unit[i].formed == s->unit[striker].formed && s->unit[i].rank == 0 && s->unit[i].file == s->unit[striker].file && is_active(s, i) && in_ranks(s, i) &&
            argad_contact(s, i, target))
            return i;
    return NOBODY;
}

bool argad_over_shoulder(const struct match *m, const struct state *s, int striker, int target, int weapon)
{
    int by = argad_touching(m, s, striker, target);

    return by != NOBODY && by != striker && argad_weapon(m, striker, weapon)->length == LONG;
}

enum length argad_length(const struct match *m, const struct state *s, int striker, int target, int weapon)
{
    if (!argad_contact(s, striker, target) && argad_over_shoulder(m, s, striker, target, weapon)) return SEMI_LONG;
    return (enum length)argad_weapon(m, striker, weapon)->length;
}

/* A foot figure behind an obstacle across which that enemy attacks it (AR-MMOD-04, -05). */
static bool defends_across(const struct match *m, const struct state *s, int striker, int target)
{
    int by = argad_touching(m, s, striker, target), obstacle;

    return by != NOBODY && !is_mounted(m, s, striker) && !argad_attacks(s, by, target) && argad_attacks(s, target, by) && argad_across(m, s, by, target, &obstacle);
}

/* AR-MMOD-06: who else has declared to strike the same attacker across the obstacle, or NOBODY. */
static int held_by(const struct match *m, const struct state *s, int striker, int target)
{
    if (!defends_across(m, s, striker, target)) return NOBODY;
    for (int i = 0; i < m->figures; i++)
        if (i != striker && !are_enemies(m, i, striker) && is_active(s, i) && s->unit[i].strike_at == target + 1 && defends_across(m, s, i, target)) return i;
    return NOBODY;
}

/* Why somebody who does not touch that enemy cannot strike him. */
static rule_id reach_refused(const struct match *m, const struct state *s, int striker, int target, struct refusal *why)
{
    struct base one, other;

    for (int i = 0; i < m->figures && in_ranks(s, striker) && s->unit[striker].rank; i++)
        if (s->unit[i].formed == s->unit[striker].formed && s->unit[i].file == s->unit[striker].file && argad_contact(s, i, target)) return refuse_for(why, AR_FORM_19, target);
    if (!argad_knows(m, s, side_of(m, striker), target) || !is_there(s, target)) return refuse_for(why, AR_MEL_02, target);
    one = argad_base(m, s, striker);
    other = argad_base(m, s, target);
    if (argad_within(&one, &other, CONTACT) && argad_parted(m, s, place_of(s, striker), place_of(s, target))) return refuse_for(why, AR_BLD_06, target);
    return refuse_for(why, AR_MEL_02, target);
}

rule_id argad_strike_refused(const struct match *m, const struct state *s, int striker, int target, int weapon, bool to_capture, struct refusal *why)
{
    const struct unit   *unit = &s->unit[striker];
    const struct weapon *it;

    if (!is_active(s, striker) || unit->did & DID_FIRE_AT_CONTACT) return refuse_with(why, AR_MEL_04, 0, 0);
    if (m->figure[striker].traits & TRAIT_CIVILIAN) return refuse_with(why, AR_FIG_02, 0, 0);
    if (!is_figure(m, target) || !are_enemies(m, striker, target)) return refuse_for(why, AR_MEL_02, target);
    if (weapon >= m->figure[striker].weapons) return refuse_with(why, AR_MEL_02, weapon, m->figure[striker].weapons);
    it = argad_weapon(m, striker, weapon);
    if (unit->wounds & UNARMED && it->length != BARE) return refuse_with(why, AR_CAPT_04, 0, 0);
    /* Whoever only wants to know whether he may is not told what exactly is in the way. */
    if (!argad_contact(s, striker, target) && !argad_over_shoulder(m, s, striker, target, weapon)) return why ? reach_refused(m, s, striker, target, why) : AR_MEL_02;
    if (s->unit[target].status != STATUS_STANDING && s->unit[target].status != STATUS_ROUTED) return refuse_for(why, AR_MEL_02, target);
    if (it->length == LONG && is_indoors(m, s, striker)) return refuse_with(why, AR_LEN_07, 0, 0);
    if (to_capture && (!option(m, OPTION_NON_LETHAL) || !(it->flags & WEAPON_MAY_STUN))) return refuse_with(why, AR_CAPT_01, 0, 0);
    if (!to_capture && option(m, OPTION_NON_LETHAL) && it->length == BARE) return refuse_with(why, AR_LEN_08, 0, 0);
    if (held_by(m, s, striker, target) != NOBODY) return refuse_for(why, AR_MMOD_06, target);
    return 0;
}

rule_id argad_seize_refused(const struct match *m, const struct state *s, int captor, int target, struct refusal *why)
{
    if (!option(m, OPTION_NON_LETHAL) || !is_active(s, captor) || s->unit[captor].did & DID_FIRE_AT_CONTACT) return refuse_with(why, AR_CAPT_02, 0, 0);
    if (m->figure[captor].traits & TRAIT_CIVILIAN) return refuse_with(why, AR_FIG_02, 0, 0);
    if (!is_figure(m, target) || !are_enemies(m, captor, target) || !argad_contact(s, captor, target)) return refuse_for(why, AR_CAPT_02, target);
    if (s->unit[target].status != STATUS_ROUTED && !(is_active(s, target) && m->figure[target].class == 1)) return refuse_for(why, AR_CAPT_02, target);
    for (int i = 0; i < m->figures; i++) {
        if (i == target || are_enemies(m, i, target) || !is_active(s, i) || !argad_knows(m, s, side_of(m, captor), i)) continue;
        if (argad_gap(m, s, i, target) <= FRIENDS_NEAR) return refuse_for(why, AR_CAPT_02, i);
    }
    return 0;
}

/* AR-SEQ-07; ruling 81: the first weapon that may be used. */
static int usable_weapon(const struct match *m, const struct state *s, int striker, int target, bool *to_capture)
{
    for (int weapon = 0; weapon < m->figure[striker].weapons; weapon++) {
        *to_capture = false;
        if (!argad_strike_refused(m, s, striker, target, weapon, false, NULL)) return weapon;
        *to_capture = true;
        if (argad_weapon(m, striker, weapon)->length == BARE && !argad_strike_refused(m, s, striker, target, weapon, true, NULL)) return weapon;
    }
    return -1;
}

static bool may_strike(const struct match *m, const struct state *s, int striker)
{
    bool to_capture;

    if (!is_active(s, striker)) return false;
    if (!argad_touches_enemy(m, s, striker) && !(in_ranks(s, striker) && s->unit[striker].rank == 1)) return false;
    for (int target = 0; target < m->figures; target++)
        if (are_enemies(m, striker, target) &&
            (!argad_seize_refused(m, s, striker, target, NULL) || usable_weapon(m, s, striker, target, &to_capture) >= 0))
            return true;
    return false;
}

/* A blow that may be proposed, and what it promises: a hit before a push. */
struct proposal { int target, weapon, worth; bool to_capture; };

static struct proposal blow_at(const struct match *m, struct state *s, int striker, int target)
{
    struct play     silent = { .match = m, .state = s };
    struct proposal blow = { .target = target, .worth = -1 };
    int             hit, push;

    blow.weapon = usable_weapon(m, s, striker, target, &blow.to_capture);
    if (blow.weapon < 0) return blow;
    argad_chances(m, target, argad_blow_total(&silent, striker, target, blow.weapon), &hit, &push);
    blow.worth = 64 * hit + push;                            /* both are 36ths */
    return blow;
}

static void put_proposal(struct unit *unit, const struct proposal *blow)
{
    unit->strike_at = (uint8_t)(blow->target + 1);
    unit->strike_with = (uint8_t)blow->weapon;
    unit->strike_how = blow->to_capture ? STRIKE_TO_CAPTURE : 0;
}

static void propose_strike(struct play *p, int striker)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[striker];
    int                 best = -1;

    unit->strike_at = unit->strike_with = unit->strike_how = 0;
    for (int target = 0; target < m->figures; target++) {
        struct proposal blow;
        if (!are_enemies(m, striker, target)) continue;
        blow = blow_at(m, s, striker, target);
        if (blow.worth <= best) continue;
        best = blow.worth;
        put_proposal(unit, &blow);
    }
}

/* AR-MMOD-06, AR-SEQ-07: of several defenders of an obstacle the one with the best chance is to strike, not the first who was asked. */
static void vie_for_targets(struct play *p, int striker)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[striker];

    for (int target = 0; target < m->figures; target++) {
        int             holder = are_enemies(m, striker, target) && argad_contact(s, striker, target) ? held_by(m, s, striker, target) : NOBODY;
        struct proposal theirs, ours, now = { .worth = -1 };
        uint8_t         held;
        if (holder == NOBODY) continue;
        theirs = blow_at(m, s, holder, target);
        if (unit->strike_at) now = blow_at(m, s, striker, unit->strike_at - 1);
        held = s->unit[holder].strike_at;
        s->unit[holder].strike_at = 0;
        ours = blow_at(m, s, striker, target);
        if (ours.worth > theirs.worth && ours.worth > now.worth) {
            put_proposal(unit, &ours);
            propose_strike(p, holder);
        } else {
            s->unit[holder].strike_at = held;
        }
    }
}

void argad_propose_strikes(struct play *p, seat_id seat)
{
    const struct match *m = p->match;

    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && is_active(p->state, i)) propose_strike(p, i);
    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && is_active(p->state, i) && !is_mounted(m, p->state, i) && argad_touches_enemy(m, p->state, i)) vie_for_targets(p, i);
}

/* The phase. */

static bool is_striker(const struct match *m, const struct state *s, seat_id seat, int figure)
{
    return is_figure(m, figure) && side_of(m, figure) == seat && may_strike(m, s, figure);
}

static bool any_striker(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->figures; i++)
        if (is_striker(m, s, seat, i)) return true;
    return false;
}

static void enter_declare(struct play *p)
{
    enum { BEGINS, ASKED };
    uint8_t asked = 0;

    p->state->ready = 0;
    if (here(p)->step == ASKED) {
        leave(p);
        return;
    }
    here(p)->step = ASKED;
    cite(p, AR_MEL_03);
    for (int i = 0; i < p->match->figures; i++) p->state->unit[i].did &= (uint16_t)~DID_CHOOSE;
    for (seat_id seat = 0; seat < 2; seat++) {
        argad_propose_strikes(p, seat);
        if (any_striker(p->match, p->state, seat)) asked |= SEAT_BIT(seat);
    }
    if (asked) ask(p, asked);
}

static bool has_choice(const struct unit *unit) { return unit->did & DID_CHOOSE || unit->strike_how & STRIKE_FOLLOWS; }

static rule_id follow_refused(const struct state *s, int striker, struct refusal *why)
{
    const struct unit *unit = &s->unit[striker];

    if (in_ranks(s, striker)) return refuse_with(why, AR_FORM_10, 0, 0);     /* ranks go as one body */
    if (!unit->strike_at || unit->strike_how & (STRIKE_FOLLOWS | STRIKE_SEIZES) || !argad_contact(s, striker, unit->strike_at - 1)) return refuse_with(why, AR_PUSH_07, 0, 0);
    return 0;
}

static void offer_striker(const struct match *m, const struct state *s, int16_t striker, struct offers *offers)
{
    if (!(s->unit[striker].did & DID_CHOOSE)) {
        for (int16_t target = 0; target < m->figures; target++) {
            if (!are_enemies(m, striker, target)) continue;
            for (int16_t weapon = 0; weapon < m->figure[striker].weapons; weapon++) {
                if (!argad_strike_refused(m, s, striker, target, weapon, false, NULL))
                    offer_add(offers, (struct decision){ .kind = DO_STRIKE, .unit = striker, .target = target, .choice = weapon }, 0);
                if (!argad_strike_refused(m, s, striker, target, weapon, true, NULL))
                    offer_add(offers, (struct decision){ .kind = DO_STUN, .unit = striker, .target = target, .choice = weapon }, 0);
            }
            if (!argad_seize_refused(m, s, striker, target, NULL))
                offer_add(offers, (struct decision){ .kind = DO_SEIZE, .unit = striker, .target = target }, 0);
        }
        offer_add(offers, (struct decision){ .kind = DO_SPARE, .unit = striker }, 0);
    }
    if (!follow_refused(s, striker, NULL)) offer_add(offers, (struct decision){ .kind = DO_FOLLOW, .unit = striker }, 0);
    if (has_choice(&s->unit[striker])) offer_add(offers, (struct decision){ .kind = DO_RECALL, .unit = striker }, 0);
}

static void offer_declare(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t i = 0; i < m->figures; i++)
        if (is_striker(m, s, seat, i)) offer_striker(m, s, i, offers);
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
}

static rule_id refuse_declare(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    bool chosen;

    if (d->kind == DO_READY) return 0;
    if (d->kind != DO_STRIKE && d->kind != DO_STUN && d->kind != DO_SEIZE && d->kind != DO_SPARE && d->kind != DO_FOLLOW && d->kind != DO_RECALL)
        return refuse_with(why, AR_MEL_03, 0, 0);
    if (!is_figure(m, d->unit) || side_of(m, d->unit) != seat) return refuse_for(why, AR_MEL_03, d->unit);
    if (!may_strike(m, s, d->unit)) {
        rule_id rule = d->kind == DO_STRIKE || d->kind == DO_STUN ? argad_strike_refused(m, s, d->unit, d->target, d->choice, d->kind == DO_STUN, why) : 0;
        return rule ? rule : refuse_for(why, AR_MEL_04, d->unit);
    }
    chosen = s->unit[d->unit].did & DID_CHOOSE;
    switch (d->kind) {
    case DO_RECALL: return has_choice(&s->unit[d->unit]) ? 0 : refuse_with(why, AR_SEQ_07, 0, 0);
    case DO_FOLLOW: return follow_refused(s, d->unit, why);
    default:        break;
    }
    if (chosen) return refuse_with(why, AR_MEL_02, 0, 0);
    switch (d->kind) {
    case DO_STRIKE: return argad_strike_refused(m, s, d->unit, d->target, d->choice, false, why);
    case DO_STUN:   return argad_strike_refused(m, s, d->unit, d->target, d->choice, true, why);
    case DO_SEIZE:  return argad_seize_refused(m, s, d->unit, d->target, why);
    default:        return 0;
    }
}

static void take_declare(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *unit = &p->state->unit[d->unit];

    if (d->kind == DO_READY) {
        argad_confirm(p, seat);
        return;
    }
    switch (d->kind) {
    case DO_RECALL:
        unit->did &= (uint16_t)~DID_CHOOSE;
        propose_strike(p, d->unit);
        break;
    case DO_FOLLOW:
        unit->strike_how |= STRIKE_FOLLOWS;
        break;
    case DO_SPARE:
        unit->strike_at = unit->strike_with = unit->strike_how = 0;
        unit->did |= DID_CHOOSE;
        break;
    default:
        unit->strike_at = (uint8_t)(d->target + 1);
        unit->strike_with = d->kind == DO_SEIZE ? 0 : (uint8_t)d->choice;
        unit->strike_how = (uint8_t)((unit->strike_how & STRIKE_FOLLOWS && d->kind != DO_SEIZE ? STRIKE_FOLLOWS : 0) |
                                     (d->kind == DO_STUN ? STRIKE_TO_CAPTURE : 0) | (d->kind == DO_SEIZE ? STRIKE_SEIZES : 0));
        unit->did |= DID_CHOOSE;
    }
    tell_to(p, SEAT_BIT(seat), EVENT_STRIKES, AR_MEL_03, d->unit, unit->strike_at - 1, 0, 0, 0);
    ask(p, SEAT_BIT(seat));
}

const struct phase argad_declare = { "declare", AR_MEL_03, enter_declare, offer_declare, refuse_declare, take_declare, .step = STEP_MELEE, .gathered = true };
