/*
 * trait_answers.c: what the owner of a command action decides of it: a facing, an order, a virtue, how far, where to (ledger chapter
 * LM-TRAIT, D-19).
 */
#include "traits.h"

/* The choices of DO_CHANGE are the five orders, those of a facing change right, rear and left. */
static int chosen_order(const struct decision *d) { return d->choice + ORDER_READY; }
static int chosen_side(const struct decision *d) { return d->choice + SIDE_RIGHT; }

/* LM-FACE-01, LM-MOVE-02: a commander in the way is dealt with last, because that may put a frame on top (LM-MOVE-12). */
static void face(struct play *p, int unit, int side, rule_id rule)
{
    struct pose pose = table_faced(type_of(p->match, unit)->shape, pose_of(p->state, unit), (enum base_side)side);

    tercios_put(p->state, unit, pose);
    tell(p, EVENT_FACED, rule, unit, NOBODY, side, pose.at.x, pose.at.y);
    cite(p, BE_FACE_01);
    tercios_settle(p, unit, pose, pose);
}

/* LM-TRAIT-42, LM-MOVE-17: straight back, the heading kept; the ground does not shorten it. */
static rule_id fall_back_refused(const struct match *m, const struct state *s, int unit, int32_t length, struct pose *end,
                                 struct refusal *why)
{
    struct pose     pose = pose_of(s, unit);
    int32_t         speed = tercios_speed(m, s, unit, NET_READY, 0);
    struct straight back = { .bearing = heading_normal((int64_t)pose.heading + FULL_TURN / 2), .heading = pose.heading, .length = length,
                             .backward = true, .correct = true, .opponent = NOBODY };
    struct ground   g;

    if (!between(1, length, speed)) return refuse_with(why, LM_TRAIT_42, length, speed);
    tercios_survey(&g, m, s);
    return tercios_go_straight(&g, unit, &back, end) == length ? 0 : refuse_with(why, LM_MOVE_17, length, speed);
}

static void fall_back(struct play *p, const struct deed *deed, int32_t length)
{
    bool        failed = !here(p)->value[VALUE_SUCCESSES];
    struct pose from = pose_of(p->state, deed->target), end = from;
    rule_id     rule = fall_back_refused(p->match, p->state, deed->target, length, &end, NULL);

    must(!rule);
    tercios_put(p->state, deed->target, end);
    tell(p, EVENT_FALLS_BACK, LM_TRAIT_42, deed->target, NOBODY, length, 0, 0);
    cite(p, LM_MOVE_17);
    tercios_suffer_ground(p, deed->target, (struct segment){ from.at, end.at });
    if (failed) tercios_disorder(p, deed->target, LM_TRAIT_42);
    tercios_settle(p, deed->target, from, end);
}

/* LM-TRAIT-05: any other; of a blind card nobody knows which that is. */
static rule_id change_refused(const struct match *m, const struct state *s, const struct deed *deed, int order, struct refusal *why)
{
    const struct unit *u = &s->unit[deed->target];

    if (deed->trait == TRAIT_PIOUS && order != ORDER_RESIST) return refuse_for(why, LM_TRAIT_23, deed->target);
    if (deed->trait == TRAIT_INNOVATIVE && order != ORDER_FIRE) return refuse_for(why, LM_TRAIT_38, deed->target);
    if (deed->trait != TRAIT_CAUTIOUS && !u->blind && u->order == order)
        return refuse_for(why, trait_table[deed->trait].rule, deed->target);
    return tercios_order_refused(m, s, deed->target, order, why);
}

/* What each of them asks for. */
static bool asks_for(int trait, int kind)
{
    switch (trait) {
    case TRAIT_ALERT: case TRAIT_SKILLED:     return kind == DO_FACE;
    case TRAIT_BOLD: case TRAIT_CAUTIOUS:     return kind == DO_CHANGE;
    case TRAIT_PIOUS: case TRAIT_INNOVATIVE:  return kind == DO_CHANGE || kind == DO_KEEP;
    case TRAIT_INSPIRING: case TRAIT_EXPERT:  return kind == DO_LEND;
    case TRAIT_TRICKSTER:                     return kind == DO_FAVOUR;
    default:                                  return kind == DO_FALL_BACK || kind == DO_STOP;
    }
}

rule_id trait_refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct deed deed = trait_deed(s);
    struct pose end;

    (void)seat;
    if (!asks_for(deed.trait, d->kind) || d->unit != (d->kind == DO_LEND ? deed.commander : deed.target))
        return refuse_with(why, trait_table[deed.trait].rule, 0, 0);
    switch (d->kind) {
    case DO_FACE:      return trait_face_refused(m, s, d->unit, chosen_side(d), why);
    case DO_CHANGE:    return change_refused(m, s, &deed, chosen_order(d), why);
    case DO_LEND:      return value_virtues(m, d->unit) & 1u << d->choice ? 0 : refuse_with(why, LM_VIRT_02, 0, 0);
    case DO_FALL_BACK: return fall_back_refused(m, s, d->unit, d->value, &end, why);
    default:           return 0;
    }
}

static void offer_choices(const struct match *m, const struct state *s, seat_id seat, struct decision d, int choices, struct offers *offers)
{
    for (d.choice = 0; d.choice < choices; d.choice++)
        if (!trait_refuse(m, s, seat, &d, NULL)) offer_add(offers, d, 0);
}

/* The shortest way back that there is tells whether there is any. */
static void offer_fall_back(const struct match *m, const struct state *s, int16_t unit, struct offers *offers)
{
    struct pose end;

    for (int32_t length = tercios_speed(m, s, unit, NET_READY, 0) / STEP * STEP; length > 0; length -= STEP)
        if (!fall_back_refused(m, s, unit, length, &end, NULL)) {
            offer_add(offers, (struct decision){ .kind = DO_FALL_BACK, .unit = unit }, USES_VALUE);
            return;
        }
}

void trait_offer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct deed deed = trait_deed(s);
    int16_t     unit = (int16_t)deed.target;

    if (asks_for(deed.trait, DO_FACE)) offer_choices(m, s, seat, (struct decision){ .kind = DO_FACE, .unit = unit }, 3, offers);
    if (asks_for(deed.trait, DO_CHANGE))
        offer_choices(m, s, seat, (struct decision){ .kind = DO_CHANGE, .unit = unit }, ORDER_RESIST, offers);
    if (asks_for(deed.trait, DO_KEEP)) offer_add(offers, (struct decision){ .kind = DO_KEEP, .unit = unit }, 0);
    if (asks_for(deed.trait, DO_LEND))
        offer_choices(m, s, seat, (struct decision){ .kind = DO_LEND, .unit = (int16_t)deed.commander }, VALUE_VIRTUES, offers);
    if (asks_for(deed.trait, DO_FAVOUR)) offer_choices(m, s, seat, (struct decision){ .kind = DO_FAVOUR, .unit = unit }, 2, offers);
    if (asks_for(deed.trait, DO_FALL_BACK)) offer_fall_back(m, s, unit, offers);
    if (asks_for(deed.trait, DO_STOP)) offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

/* LM-TRAIT-07: for a reaction only. */
static void give_order(struct play *p, int unit, int order)
{
    struct unit *u = &p->state->unit[unit];

    u->order = (uint8_t)order;
    u->reserve = 1;
    u->shown = u->known = u->blind = u->joint = 0;
    tell(p, EVENT_RESERVED, LM_TRAIT_07, unit, NOBODY, 0, 0, 0);
    tell_to(p, SEAT_BIT(side_of(p->match, unit)), EVENT_ORDER_GIVEN, LM_TRAIT_07, unit, NOBODY, order, 0, 0);
}

/*
 * LM-TRAIT-23: whether the pious change anything is seen when the unit is activated, and before that by those alone who knew the card.
 * That nobody knew a blind one, and now its owner does, is seen by all.
 */
static void change_piously(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];
    uint8_t      hidden_from = p->hidden_from, joint = u->joint;

    if (u->order != ORDER_RESIST) u->effects &= ~(uint32_t)EFFECT_PIOUS;
    if (!u->shown && !u->blind) p->hidden_from = (uint8_t)~(SEAT_BIT(side_of(p->match, unit)) | u->known);
    trait_lay(p, unit, ORDER_RESIST, LM_TRAIT_23);
    p->hidden_from = hidden_from;
    u->joint = joint;                   /* LM-INF-17: until it is turned up nobody sees a difference */
}

/* LM-TRAIT-38: an order that is changed so is carried out in this step. */
static void change_order(struct play *p, const struct deed *deed, int order)
{
    if (deed->trait == TRAIT_PIOUS) change_piously(p, deed->target);
    else if (deed->trait == TRAIT_CAUTIOUS) give_order(p, deed->target, order);
    else trait_lay(p, deed->target, order, trait_table[deed->trait].rule);
    if (deed->trait == TRAIT_INNOVATIVE) trait_choose(p, deed->target);
}

/* LM-TRAIT-45: with one success only, the gun has spent its order on it. */
static void turn_about(struct play *p, const struct deed *deed, int side)
{
    if (deed->trait == TRAIT_SKILLED && here(p)->value[VALUE_SUCCESSES] < 2) trait_lose_order(p, deed->target, LM_TRAIT_45);
    face(p, deed->target, side, trait_table[deed->trait].rule);
}

/* The frame goes when it is on top again. */
void trait_take(struct play *p, seat_id seat, const struct decision *d)
{
    struct deed  deed = trait_deed(p->state);
    struct unit *u = &p->state->unit[deed.target];

    (void)seat;
    switch (d->kind) {
    case DO_FACE:
        turn_about(p, &deed, chosen_side(d));
        break;
    case DO_CHANGE:
        change_order(p, &deed, chosen_order(d));
        break;
    case DO_LEND:
        trait_lend(p, &deed, (enum virtue)d->choice);
        break;
    case DO_FAVOUR:
        u->effects |= d->choice ? EFFECT_TRICKSTER_MELEE : EFFECT_TRICKSTER_SHOOT;
        tell(p, EVENT_FAVOURS, LM_TRAIT_48, d->unit, NOBODY, d->choice, 0, 0);
        break;
    case DO_FALL_BACK:
        fall_back(p, &deed, d->value);
        break;
    default:
        if (d->kind == DO_STOP) tell(p, EVENT_STAYS, LM_TRAIT_42, d->unit, NOBODY, 0, 0, 0);
    }
}

/* Relentless: LM-TRAIT-25, a move outside an activation. Those whom it comes near to may react (LM-REACT-26); the unit keeps its card. */

enum { NET_RELENTLESS = -1 };
enum { RELENT_ASKS, RELENT_MOVED };

/* Nothing of the move outlives it (LM-REACT-22: who was asked may be asked again). */
static void end_relent(struct play *p)
{
    struct unit *u = p->state->unit;

    p->state->act = (struct activation){ .unit = NOBODY, .target = NOBODY };
    for (int unit = 0; unit < p->match->units; unit++) u[unit].asking = u[unit].braced = 0;
    leave(p);
    tercios_dismiss(p);
}

static void enter_relent(struct play *p)
{
    if (here(p)->step == RELENT_MOVED) end_relent(p);
    else ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_relent(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t unit = acting(s);

    (void)seat;
    if (is_housed(s, unit)) {
        offer_add(offers, (struct decision){ .kind = DO_LEAVE, .unit = unit }, USES_AT | USES_HEADING);
    } else if (profile_of(m, s, unit)->speed) {
        offer_add(offers, (struct decision){ .kind = DO_MOVE, .unit = unit }, USES_AT);
        offer_add(offers, (struct decision){ .kind = DO_MOVE_TURNED, .unit = unit }, USES_AT | USES_HEADING);
    }
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = unit }, 0);
}

static rule_id refuse_relent(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct ground g;

    (void)seat;
    if (d->unit != acting(s)) return refuse_with(why, LM_TRAIT_25, 0, 0);
    if (d->kind == DO_STOP) return 0;
    if (d->kind != DO_MOVE && d->kind != DO_MOVE_TURNED && d->kind != DO_LEAVE) return refuse_with(why, LM_TRAIT_25, 0, 0);
    tercios_survey(&g, m, s);
    return tercios_place_to_go_refused(&g, d, NET_RELENTLESS, why);
}

static void take_relent(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    struct ground g;
    struct march  march;
    rule_id       rule;

    (void)seat;
    here(p)->step = RELENT_MOVED;
    if (d->kind == DO_STOP) {
        tell(p, EVENT_STAYS, LM_TRAIT_25, d->unit, NOBODY, 0, 0, 0);
        return;
    }
    tercios_survey(&g, p->match, s);
    rule = tercios_march_refused(&g, d, NET_RELENTLESS, &march, NULL);
    must(!rule);
    s->act = (struct activation){ .unit = d->unit, .target = NOBODY };
    tercios_declare_line(s, &march, LINE_MOVE);
    tercios_walk(p);
}

const struct phase tercios_relent = { "relent", LM_TRAIT_25, enter_relent, offer_relent, refuse_relent, take_relent, .step = STEP_BELOW };
