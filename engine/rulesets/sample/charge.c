/*
 * charge.c: charges, reactions and melee (ledger chapters SA-CHARGE, SA-REACT, SA-MELEE).
 *
 * A charge frame asks for a target, lets the target's side react in a frame above it, and becomes a melee when the
 * charger is still there.
 */
#include "sample.h"

enum { FALL_BACK = 3000 };

int32_t sample_charge_reach(const struct match *m, int unit, bool through_wood)
{
    int32_t speed = type_of(m, unit)->speed;

    return through_wood ? speed : speed * 3 / 2;
}

rule_id sample_charge_refused(const struct match *m, const struct state *s, int unit, int target, struct pose *pose,
                              struct refusal *why)
{
    struct pose    from = pose_of(s, unit), facing;
    struct base    ours, theirs;
    struct segment way;
    int32_t        reach = sample_charge_reach(m, unit, false), in_wood = sample_charge_reach(m, unit, true), length, off;
    rule_id        rule;

    if (!are_enemies(m, unit, target)) return refuse_with(why, SA_CHARGE_02, 0, 0);
    if (s->unit[target].removed) return refuse_with(why, SA_BREAK_02, 0, 0);
    facing = table_pivot(from, pose_of(s, target).at);
    off = heading_apart(from.heading, facing.heading);
    if (off > CHARGE_ARC) return refuse_with(why, SA_CHARGE_02, off, CHARGE_ARC);
    ours = table_base(type_of(m, unit)->shape, facing);
    theirs = base_of(m, s, target);
    length = -1;
    if (table_near(&ours, &theirs, reach + TOUCH, NULL))       /* quicker than a search that must fail */
        length = table_first_contact(ours.shape, facing, pose_of(s, target).at, reach, table_obstacle_base(&theirs), TOUCH);
    if (length < 0) return refuse_with(why, SA_CHARGE_03, why ? table_ceiling(table_gap(&ours, &theirs)) : 0, reach);
    *pose = (struct pose){ table_along(from.at, pose_of(s, target).at, length), facing.heading };
    way = (struct segment){ from.at, pose->at };
    if (length > in_wood && sample_crosses_wood(m, way)) return refuse_with(why, SA_CHARGE_03, length, in_wood);
    rule = sample_sight_refused(m, s, unit, target, why);
    if (rule) return rule;
    if (sample_line_refused(m, s, unit, way, target, why) || sample_stand_refused(m, s, unit, *pose, why))
        return refuse_as(why, SA_CHARGE_04);
    return 0;
}

static void go_to_contact(struct play *p);

/* Step 0 asks for the target; step 1 comes after the reaction, if there was one. */
static void enter_charge(struct play *p)
{
    if (here(p)->step == 0) ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
    else go_to_contact(p);
}

static void offer_charge(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t     unit = acting(s);
    struct pose pose;

    (void)seat;
    for (int16_t target = 0; target < UNITS; target++)
        if (!sample_charge_refused(m, s, unit, target, &pose, NULL))
            offer_add(offers, (struct decision){ .kind = DO_CHARGE, .unit = unit, .target = target }, 0);
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_charge(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    struct pose pose;

    (void)seat;
    if (d->kind == DO_PASS) return 0;
    if (d->kind != DO_CHARGE || d->unit != acting(s))
        return refuse_with(why, SA_ORDER_05, 0, 0);
    return sample_charge_refused(m, s, d->unit, d->target, &pose, why);
}

/* SA-REACT-01: whoever holds a card is asked, so that the question tells nothing of the card. */
static void take_charge(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *frame = here(p), *react;
    int           unit = frame->value[VALUE_UNIT];

    (void)seat;
    sample_spend_card(p, unit);
    if (d->kind != DO_CHARGE) {
        tell(p, EVENT_PASSED, SA_ORDER_05, unit, NOBODY, 0, 0, 0);
        leave(p);
        return;
    }
    tell(p, EVENT_CHARGES, SA_CHARGE_02, unit, d->target, 0, 0, 0);
    cite(p, SA_ORDER_05);
    frame->value[VALUE_TARGET] = d->target;
    frame->step = 1;
    if (p->state->unit[d->target].order == ORDER_NONE) return;
    react = go_into(p, PHASE_REACT);
    react->value[VALUE_UNIT] = d->target;
    react->value[VALUE_TARGET] = unit;
}

static void enter_react(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

/* SA-REACT-02, SA-REACT-04; a unit that cannot shoot has no use for its fire card (SA-SHOOT-01). */
static rule_id reaction_refused(const struct match *m, const struct state *s, int unit)
{
    switch (s->unit[unit].order) {
    case ORDER_FIRE: return type_of(m, unit)->shoot ? 0 : SA_SHOOT_01;
    case ORDER_HOLD: return m->head.option[OPTION_BRACE] ? 0 : SA_REACT_04;
    default:         return SA_REACT_02;
    }
}

static void offer_react(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t unit = acting(s);

    (void)seat;
    if (!reaction_refused(m, s, unit)) offer_add(offers, (struct decision){ .kind = DO_REACT, .unit = unit }, 0);
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_react(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    rule_id rule;

    (void)seat;
    if (d->kind == DO_PASS) return 0;
    if (d->kind != DO_REACT || d->unit != acting(s))
        return refuse_with(why, SA_REACT_01, 0, 0);
    rule = reaction_refused(m, s, d->unit);
    return rule ? refuse_with(why, rule, 0, 0) : 0;
}

/* The reaction frame goes; the charge frame below learns of a braced target, or has a shot on top of it. */
static void take_react(struct play *p, seat_id seat, const struct decision *d)
{
    int           unit = here(p)->value[VALUE_UNIT], charger = here(p)->value[VALUE_TARGET];
    int           order = p->state->unit[unit].order;
    struct frame *shot;

    (void)seat;
    leave(p);
    if (d->kind != DO_REACT) {
        tell(p, EVENT_DECLINED, SA_REACT_01, unit, charger, 0, 0, 0);
        return;
    }
    tell(p, EVENT_REACTS, SA_REACT_02, unit, charger, order, 0, 0);
    sample_spend_card(p, unit);
    if (order == ORDER_HOLD) {
        cite(p, SA_REACT_04);
        here(p)->value[VALUE_BRACED] = 1;
        return;
    }
    cite(p, SA_REACT_03);
    shot = go_into(p, PHASE_SHOT);
    shot->value[VALUE_UNIT] = unit;
    shot->value[VALUE_TARGET] = charger;
}

/* SA-CHARGE-03, SA-CHARGE-04: nothing has moved since the charge was declared, so the way is still open. */
static void go_to_contact(struct play *p)
{
    int           unit = here(p)->value[VALUE_UNIT], target = here(p)->value[VALUE_TARGET];
    int32_t       braced = here(p)->value[VALUE_BRACED];
    struct frame *melee;
    struct pose   pose;

    leave(p);
    if (p->state->unit[unit].removed || sample_charge_refused(p->match, p->state, unit, target, &pose, NULL)) return;
    tell(p, EVENT_CONTACT, SA_CHARGE_03, unit, target, table_floor(table_distance(pose_of(p->state, unit).at, pose.at)), 0, 0);
    cite(p, SA_CHARGE_04);
    cite(p, SA_GEO_05);
    sample_put(p->state, unit, pose);
    melee = go_into(p, PHASE_MELEE);
    melee->value[VALUE_UNIT] = unit;
    melee->value[VALUE_TARGET] = target;
    melee->value[VALUE_BRACED] = braced;
}

/* SA-MELEE-01, SA-MELEE-02, SA-REACT-04 */
int sample_blow_dice(struct play *p, int unit, bool charges, bool braced)
{
    int dice = account(p, SA_MELEE_01, type_of(p->match, unit)->fight);

    dice += because(p, SA_MELEE_01, charges ? 1 : 0);
    dice += because(p, SA_REACT_04, braced ? 1 : 0);
    dice += because(p, SA_MELEE_02, p->state->unit[unit].wear > 0 && dice > 1 ? -1 : 0);
    return total(p, SA_MELEE_01, dice);
}

/* SA-MELEE-03: both numbers of dice are counted before either side is worn by the other's blow. */
static void exchange_blows(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET];
    int           ours = sample_blow_dice(p, unit, true, false);
    int           theirs = sample_blow_dice(p, target, false, frame->value[VALUE_BRACED] != 0);
    int           hits;

    hits = pool(p, SA_MELEE_03, ours, 4);
    tell(p, EVENT_BLOW, SA_MELEE_03, unit, target, hits, ours, 0);
    frame->value[VALUE_TARGET_WEAR] = sample_suffer(p, target, hits, SA_MELEE_03, SA_MELEE_03);
    hits = pool(p, SA_MELEE_03, theirs, 4);
    tell(p, EVENT_BLOW, SA_MELEE_03, target, unit, hits, theirs, 0);
    frame->value[VALUE_UNIT_WEAR] = sample_suffer(p, unit, hits, SA_MELEE_03, SA_MELEE_03);
    cite(p, SA_MELEE_04);
}

/* SA-MELEE-05, SA-MELEE-06 */
static void fall_back(struct play *p)
{
    struct frame  *frame = here(p);
    int            unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET];
    bool           charger = frame->value[VALUE_UNIT_WEAR] >= frame->value[VALUE_TARGET_WEAR];
    int            loser = charger ? unit : target, winner = charger ? target : unit;
    struct pose    from = pose_of(p->state, loser), to = from;
    int32_t        away;

    leave(p);
    if (p->state->unit[unit].removed || p->state->unit[target].removed) return;
    away = table_bearing(base_of(p->match, p->state, winner).middle, base_of(p->match, p->state, loser).middle);
    to.at = table_moved((struct pose){ from.at, away }, FALL_BACK, 0).at;
    if (!sample_stand_refused(p->match, p->state, loser, to, NULL)) {
        tell(p, EVENT_FALLS_BACK, SA_MELEE_05, loser, winner, FALL_BACK, 0, 0);
        cite(p, SA_GEO_04);
        sample_put(p->state, loser, to);
        return;
    }
    p->state->unit[loser].wear++;
    tell(p, EVENT_STUCK, SA_MELEE_06, loser, winner, p->state->unit[loser].wear, 0, 0);
    sample_test_break(p, loser);
}

/* SA-MELEE-04: blows, the charger's break test, the defender's, then who gives way. */
static void enter_melee(struct play *p)
{
    struct frame *frame = here(p);

    switch (frame->step++) {
    case 0: exchange_blows(p); break;
    case 1: sample_test_break(p, frame->value[VALUE_UNIT]); break;
    case 2: sample_test_break(p, frame->value[VALUE_TARGET]); break;
    default: fall_back(p);
    }
}

const struct phase sample_charge = { "charge", SA_ORDER_05, enter_charge, offer_charge, refuse_charge, take_charge, .step = STEP_BELOW };
const struct phase sample_react = { "react", SA_REACT_01, enter_react, offer_react, refuse_react, take_react, .step = STEP_REACTION };
const struct phase sample_melee = { .name = "melee", .rule = SA_MELEE_01, .enter = enter_melee };
