/*
 * turn.c: turns, planning, initiative, activation, brigades and the end (ledger chapters BE-TURN, BE-TEST, BE-BRIG, BE-SCORE).
 *
 * A turn asks both sides for their cards at once, rolls for initiative and lets the sides activate alternately until no
 * card is left. One unit's activation is a frame of its own; a joint order is a frame that activates its units in turn.
 */
#include "tercios.h"

enum { TURN_BEGINS, TURN_ARRIVES, TURN_PLANNED, TURN_ACTS, TURN_ENDS };
enum { UNIT_TURNS_UP, UNIT_REINED, UNIT_TESTS, UNIT_ACTS, UNIT_FACES, UNIT_ENDS };
/* Steps of the frame of the action phase where commanders act too. */
enum { ACTION_ASKS, ACTION_ENDS };

/* Units that may still be activated (LM-TURN-04: not for a card that is kept for a reaction). */
static int cards_of(const struct match *m, const struct state *s, seat_id seat)
{
    int cards = 0;

    for (int unit = 0; unit < m->units; unit++) cards += side_of(m, unit) == seat && holds_card(s, unit) && !s->unit[unit].reserve;
    return cards;
}

static int units_of(const struct match *m, const struct state *s, seat_id seat)
{
    int units = 0;

    for (int unit = 0; unit < m->units; unit++) units += side_of(m, unit) == seat && is_standing(s, unit);
    return units;
}

static bool share_a_card(const struct match *m, const struct state *s, int a, int b)
{
    return s->unit[a].joint && s->unit[a].joint == s->unit[b].joint && m->regiment_of[a] == m->regiment_of[b];
}

static void no_activation(struct state *s)
{
    s->act = (struct activation){ .unit = NOBODY, .target = NOBODY };
}

/* A commander stands beside his units, or with one of them. */
static void set_up_commander(const struct match *m, struct state *s, int piece)
{
    struct unit *u = &s->unit[piece];

    u->with = m->start_with[piece];
    if (!u->with) return;
    s->unit[u->with - 1].leader = (uint8_t)(piece + 1);
    tercios_put(s, piece, (struct pose){ pose_of(s, u->with - 1).at, 0 });
}

void tercios_setup(const struct match *m, struct state *s)
{
    for (int piece = 0; piece < m->head.pieces; piece++) {
        tercios_put(s, piece, m->start[piece]);
        s->unit[piece].house = m->start_house[piece];
        s->unit[piece].form = m->start_form[piece];
        s->unit[piece].gun = m->start_gun[piece];
        s->unit[piece].dug_in = (m->special[piece] & SR_FORTIFIED) != 0;
        s->unit[piece].status = tercios_starts_waiting(m, piece) ? STATUS_WAITING : STATUS_STANDING;
    }
    for (int unit = 0; unit < m->units; unit++)
        if (m->start_gun[unit]) s->unit[m->start_gun[unit] - 1] = (struct unit){ .status = STATUS_BUILT_IN };
    for (int piece = m->units; piece < m->head.pieces; piece++) set_up_commander(m, s, piece);
    no_activation(s);
    flow_push(&s->flow, PHASE_SETUP);
}

/* Cases start in a phase: the frames below it are those that play would have there. */
bool tercios_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    if (is_liber(m)) tercios_outline_ground(m, s);
    if (phase <= PHASE_DEPLOY || phase == PHASE_TERRAIN || phase == PHASE_FLANK || phase == PHASE_VANGUARD)
        return tercios_place_setup(m, s, phase, seat, fault);
    if (phase > PHASE_ACTION && phase != PHASE_ARRIVE)
        return fault_say(fault, "position", 0, "a position may start in the phase setup, zone, deploy, turn, plan, first or action");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_TURN);
    s->active = (uint8_t)seat;
    if (s->turn == 0) s->turn = 1;
    flow_top(&s->flow)->step = phase == PHASE_TURN || phase == PHASE_ACTION ? TURN_ENDS
                             : phase == PHASE_ARRIVE                        ? TURN_ARRIVES
                             : phase == PHASE_PLAN                          ? TURN_PLANNED
                                                                            : TURN_ACTS;
    if (phase == PHASE_TURN) return true;
    flow_push(&s->flow, phase);
    flow_top(&s->flow)->value[VALUE_UNIT] = phase == PHASE_FIRST ? seat : 0;
    return true;
}

/* The score and the end. */

/* BE-SCORE-01, BE-SCORE-02: what the seat has by a unit. */
static int points_by(const struct match *m, const struct state *s, seat_id seat, int unit)
{
    bool counts = side_of(m, unit) != seat && s->unit[unit].status == STATUS_DESTROYED;

    return counts ? points_for(type_of(m, unit)) : 0;
}

int32_t tercios_score(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t score = is_liber(m) ? tercios_prizes(m, s, seat) : 0;

    for (int unit = 0; unit < m->units; unit++) score += points_by(m, s, seat, unit);
    return score;
}

/*
 * The option `breakthrough` (BE-S3): at the end of the last turn, the units of the side it is for that touch the table's edge opposite
 * to where they were deployed.
 */
static int32_t broken_through(const struct match *m, const struct state *s, seat_id seat)
{
    struct box zone = tercios_zone_of(m, s, seat);
    int64_t    east = (int64_t)zone.low.x + zone.high.x - m->size.x, north = (int64_t)zone.low.y + zone.high.y - m->size.y;
    bool       along_x = abs64(east) * m->size.y > abs64(north) * m->size.x;
    int32_t    units = 0;

    if (!custom(m, CUSTOM_BREAKTHROUGH) || s->turn < m->turns || m->breakthrough != seat) return 0;
    for (int unit = 0; unit < m->units; unit++) {
        struct base base;
        bool        touches = false;
        if (side_of(m, unit) != seat || !is_on_table(s, unit)) continue;
        base = base_of(m, s, unit);
        for (int i = 0; i < 4; i++) {
            int32_t at = along_x ? base.corner[i].x : base.corner[i].y, edge = along_x ? m->size.x : m->size.y;
            touches |= (along_x ? east : north) < 0 ? at >= edge - TOLERANCE : at <= TOLERANCE;
        }
        units += touches;
    }
    return units;
}

void tercios_tell_score(struct play *p, seat_id seat)
{
    int score = account(p, BE_SCORE_02, 0);

    for (int unit = 0; unit < p->match->units; unit++)
        score += because_of(p, BE_SCORE_01, unit, points_by(p->match, p->state, seat, unit));
    score += because(p, BE_SCORE_01, broken_through(p->match, p->state, seat));
    if (is_liber(p->match)) score += tercios_tell_prizes(p, seat);
    total(p, BE_SCORE_02, score);
}

static int total_wear(const struct match *m, const struct state *s, seat_id seat)
{
    int wear = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && is_standing(s, unit)) wear += s->unit[unit].wear;
    return wear;
}

/* A side that has units, or waits for some. */
static bool is_there(const struct match *m, const struct state *s, seat_id seat)
{
    return units_of(m, s, seat) || (is_liber(m) && tercios_still_comes(m, s, seat));
}

/* T-7: the level that the end of this turn gives, or LEVEL_NONE when the battle goes on; *rule says why. */
static enum level level_reached(const struct match *m, const struct state *s, int32_t lead, rule_id *rule)
{
    bool last = s->turn >= m->turns;

    if (!m->lesson && !(is_liber(m) && tercios_plays_on(m, s))) {
        *rule = BE_SCORE_03;
        if (s->turn == 5 && lead >= 5) return LEVEL_DECISIVE;
        *rule = BE_SCORE_04;
        if (s->turn == 6 && lead >= 3) return LEVEL_CLEAR;
        *rule = BE_SCORE_05;
        if (s->turn == 7 && lead >= 1) return LEVEL_NARROW;
    }
    *rule = BE_SCORE_06;
    if (last) return m->lesson ? LEVEL_LESSON : lead ? LEVEL_PYRRHIC : LEVEL_DRAW;
    *rule = BE_SCORE_07;
    if (!custom(m, CUSTOM_ANNIHILATION_END) || (is_there(m, s, SEAT_A) && is_there(m, s, SEAT_B))) return LEVEL_NONE;
    if (m->lesson) return LEVEL_LESSON;
    return lead >= 5 ? LEVEL_DECISIVE : lead >= 3 ? LEVEL_CLEAR : lead >= 1 ? LEVEL_NARROW : LEVEL_DRAW;
}

/* LM-TURN-05: what was kept for a reaction that did not come. */
static void discard_cards(struct play *p)
{
    for (int unit = 0; unit < p->match->units; unit++)
        if (holds_card(p->state, unit)) tercios_spend(p, unit);
    cite(p, LM_TURN_05);
}

static void end_turn(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int32_t             a, b, lead;
    enum level          level;
    rule_id             rule;
    seat_id             winner;

    if (is_liber(m)) {
        discard_cards(p);
        tercios_award(p);
    }
    a = tercios_score(m, s, SEAT_A) + broken_through(m, s, SEAT_A);
    b = tercios_score(m, s, SEAT_B) + broken_through(m, s, SEAT_B);
    lead = a > b ? a - b : b - a;
    tell(p, EVENT_TURN_ENDS, BE_TURN_10, NOBODY, NOBODY, s->turn, a, b);
    cite(p, BE_SCORE_01);
    cite(p, BE_SCORE_02);
    if (s->turn == 5) cite(p, BE_SCORE_03);
    level = level_reached(m, s, lead, &rule);
    if (level == LEVEL_NONE) {
        cite(p, BE_SCORE_07);
        here(p)->step = TURN_BEGINS;
        return;
    }
    if (level == LEVEL_LESSON && lead == 0) {          /* the lesson: less wear on the survivors decides */
        int ours = total_wear(m, s, SEAT_A), theirs = total_wear(m, s, SEAT_B);
        winner = ours < theirs ? SEAT_A : theirs < ours ? SEAT_B : NO_SEAT;
        tell(p, EVENT_WEAR_DECIDES, rule, NOBODY, NOBODY, ours, theirs, 0);
    } else {
        winner = a > b ? SEAT_A : b > a ? SEAT_B : NO_SEAT;
    }
    s->level = (uint8_t)level;
    tell(p, EVENT_ENDS, rule, NOBODY, NOBODY, a, b, winner + 1);
    tell(p, EVENT_LEVEL, rule, NOBODY, NOBODY, level, 0, 0);
    finish(p, winner);
}

/* The turn. */

/* LM-INIT-03: a second roll is told beside the first. */
static int roll_until_unequal(struct play *p)
{
    int32_t told = p->events ? (int32_t)p->events->count : 0;
    int     winner = contest(p, BE_TURN_04, 6);

    if (is_liber(p->match) && p->events && (int32_t)p->events->count > told + 1) cite(p, LM_INIT_03);
    return winner;
}

/* LM-VIRT-15: does a commander in chief have that virtue? */
static bool has_initiative(const struct match *m, const struct state *s)
{
    for (int i = 0; i < m->commanders; i++)
        if (m->commander[i].regiment == REGIMENTS && m->commander[i].virtues & 1u << VIRTUE_INITIATIVE && is_living(s, m->units + i)) return true;
    return false;
}

/* LM-INIT-02: of equal rolls that of the higher commander in chief counts. */
static int roll_initiative(struct play *p)
{
    int     rank[2] = { 0, 0 };
    uint8_t die[2];

    if (is_liber(p->match) && tercios_given_initiative(p->match, p->state) != NO_SEAT)
        return tercios_given_initiative(p->match, p->state);
    for (seat_id seat = 0; seat < 2 && is_liber(p->match); seat++) rank[seat] = tercios_chief_rank(p->match, p->state, seat);
    if (rank[0] == rank[1]) return roll_until_unequal(p);
    faces(p, BE_TURN_04, 2, 6, die);
    if (die[0] != die[1]) return die[1] > die[0];
    cite(p, LM_INIT_02);
    if (has_initiative(p->match, p->state)) cite(p, LM_VIRT_15);
    if (rank[0] < 0 || rank[1] < 0) cite(p, LM_INIT_05);
    return rank[1] > rank[0];
}

static void enter_turn(struct play *p)
{
    int winner;

    switch (here(p)->step) {
    case TURN_BEGINS:
        p->state->turn++;
        tell(p, EVENT_TURN, BE_TURN_01, NOBODY, NOBODY, p->state->turn, p->match->turns, 0);
        here(p)->step = TURN_ARRIVES;
        if (!is_liber(p->match)) break;
        if (tercios_expects(p->match, p->state)) go_into(p, PHASE_ARRIVE);
        tercios_rest(p);
        break;
    case TURN_ARRIVES:
        here(p)->step = TURN_PLANNED;
        go_into(p, PHASE_PLAN);
        break;
    case TURN_PLANNED:
        winner = roll_initiative(p);
        tell(p, EVENT_INITIATIVE, BE_TURN_04, NOBODY, NOBODY, winner, 0, 0);
        here(p)->step = TURN_ACTS;
        go_into(p, PHASE_FIRST)->value[VALUE_UNIT] = winner;
        break;
    case TURN_ACTS:
        here(p)->step = TURN_ENDS;
        go_into(p, PHASE_ACTION);
        break;
    default:
        end_turn(p);
    }
}

/* Planning: BE-TURN-02, both sides at once; the frame goes on when every unit has its card. */
static void enter_plan(struct play *p)
{
    uint8_t seats = 0;

    for (seat_id seat = 0; seat < 2; seat++)
        if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) seats |= SEAT_BIT(seat);
    if (seats) ask(p, seats);
    else leave(p);
}

/* BE-BRIG-01: a card may be shared by brigade units of one regiment. */
static rule_id join_refused(const struct match *m, const struct state *s, int unit, int other, struct refusal *why)
{
    if (is_liber(m) && m->regiment_of[unit] != m->regiment_of[other]) return refuse_for(why, LM_INF_11, other);
    if (unit == other || !has(m, s, unit, SR_BRIGADE) || !has(m, s, other, SR_BRIGADE) || m->regiment_of[unit] != m->regiment_of[other] ||
        !holds_card(s, other))
        return refuse_for(why, BE_BRIG_01, other);
    return 0;
}

/* LM-ADAPT-03, LM-ADAPT-06: some are never told to charge. */
rule_id tercios_order_refused(const struct match *m, const struct state *s, int unit, int order, struct refusal *why)
{
    if (order != ORDER_ATTACK || !is_liber(m)) return 0;
    if (has(m, s, unit, SR_FORLORN_HOPE)) return refuse_for(why, LM_ADAPT_03, unit);
    return has(m, s, unit, SR_MOUNTED_DRAGOON) ? refuse_for(why, LM_ADAPT_06, unit) : 0;
}

/* The choices of DO_ORDER are the five orders, without ORDER_NONE. */
static int chosen_order(const struct decision *d)
{
    return d->choice + ORDER_READY;
}

static void offer_plan(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++) {
        const struct regiment *regiment = &m->regiment[m->regiment_of[unit]];
        if (side_of(m, unit) != seat || !is_standing(s, unit) || holds_card(s, unit)) continue;
        for (int16_t choice = 0; choice < ORDER_RESIST; choice++)
            if (!tercios_order_refused(m, s, unit, choice + ORDER_READY, NULL))
                offer_add(offers, (struct decision){ .kind = DO_ORDER, .unit = unit, .choice = choice }, 0);
        for (int16_t other = regiment->first; other < regiment->first + regiment->count; other++)
            if (!join_refused(m, s, unit, other, NULL))
                offer_add(offers, (struct decision){ .kind = DO_JOIN, .unit = unit, .target = other }, 0);
    }
}

static rule_id refuse_plan(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                           struct refusal *why)
{
    if ((d->kind != DO_ORDER && d->kind != DO_JOIN) || side_of(m, d->unit) != seat) return refuse_with(why, BE_TURN_02, 0, 0);
    if (is_commander(m, d->unit) || (d->kind == DO_JOIN && is_commander(m, d->target))) return refuse_with(why, BE_TURN_02, 0, 0);
    if (s->unit[d->unit].status == STATUS_BUILT_IN) return refuse_for(why, BE_TURN_02, d->unit);
    if (!is_standing(s, d->unit)) return refuse_with(why, BE_BREAK_05, 0, 0);
    if (holds_card(s, d->unit)) return refuse_with(why, BE_TURN_02, 0, 0);
    return d->kind == DO_JOIN ? join_refused(m, s, d->unit, d->target, why)
                              : tercios_order_refused(m, s, d->unit, chosen_order(d), why);
}

static void join_card(struct play *p, int unit, int other)
{
    const struct regiment *regiment = &p->match->regiment[p->match->regiment_of[unit]];
    struct unit           *u = p->state->unit;
    uint8_t                highest = 0;

    for (int i = regiment->first; i < regiment->first + regiment->count; i++)
        if (u[i].joint > highest) highest = u[i].joint;
    if (!u[other].joint) u[other].joint = (uint8_t)(highest + 1);
    u[unit].joint = u[other].joint;
    u[unit].order = u[other].order;
}

static void take_plan(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *u = &p->state->unit[d->unit];

    if (d->kind == DO_JOIN) {
        join_card(p, d->unit, d->target);
        tell(p, EVENT_JOINED, BE_BRIG_01, d->unit, d->target, 0, 0, 0);
    } else {
        u->order = (uint8_t)chosen_order(d);
        tell(p, EVENT_CARD, BE_TURN_02, d->unit, NOBODY, 0, 0, 0);
        if (is_liber(p->match)) {
            cite(p, LM_ORD_01);
            cite(p, LM_ORD_02);
        }
    }
    tell_to(p, SEAT_BIT(seat), EVENT_ORDER_GIVEN, BE_TURN_02, d->unit, NOBODY, u->order, 0, 0);
    if (cards_of(p->match, p->state, seat) < units_of(p->match, p->state, seat)) ask(p, SEAT_BIT(seat));
}

/* BE-TURN-05: the winner of initiative may let the other begin. */
static void enter_first(struct play *p)
{
    ask(p, SEAT_BIT(here(p)->value[VALUE_UNIT]));
}

static void offer_first(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)s;
    (void)seat;
    for (int16_t choice = 0; choice < 2; choice++) offer_add(offers, (struct decision){ .kind = DO_FIRST, .choice = choice }, 0);
}

static rule_id refuse_first(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    (void)m;
    (void)s;
    (void)seat;
    if (d->kind == DO_ORDER || d->kind == DO_JOIN) return refuse_with(why, BE_TURN_03, 0, 0);
    return d->kind == DO_FIRST ? 0 : refuse_with(why, BE_TURN_05, 0, 0);
}

static void take_first(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    p->state->active = (uint8_t)d->choice;
    tell(p, EVENT_FIRST, BE_TURN_05, NOBODY, NOBODY, d->choice, 0, 0);
    leave(p);
}

/* Activation: BE-TURN-06, BE-TURN-07, BE-TURN-10; with commanders LM-ACT. */

/* LM-TRAIT-20: those that were told to wait act after all others, the last told first. */
static bool waits_longer(const struct match *m, const struct state *s, int unit)
{
    for (int other = 0; other < m->units; other++) {
        if (other == unit || !holds_card(s, other) || s->unit[other].reserve) continue;
        if (!s->unit[other].last) return true;
        if (side_of(m, other) == side_of(m, unit) && s->unit[other].last > s->unit[unit].last) return true;
    }
    return false;
}

/* Is there a unit to be activated that all of those effects bear on? */
static bool is_forced(const struct match *m, const struct state *s, seat_id seat, uint32_t effects)
{
    for (int unit = 0; unit < m->units; unit++)
        if (!(effects & ~s->unit[unit].effects) && side_of(m, unit) == seat && holds_card(s, unit) && !s->unit[unit].reserve) return true;
    return false;
}

/* LM-TRAIT-13: is there another that could be activated in its stead, among those with these effects? */
static bool has_another(const struct match *m, const struct state *s, int unit, uint32_t effects)
{
    for (int other = 0; other < m->units; other++)
        if (other != unit && side_of(m, other) == side_of(m, unit) && holds_card(s, other) && !s->unit[other].reserve &&
            !s->unit[other].last && !(effects & ~s->unit[other].effects))
            return true;
    return false;
}

/* LM-TRAIT-11, -13, -20: which of the units that hold a card may be the next; of a pair that a commander has chosen, which of the two. */
rule_id tercios_turn_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];
    seat_id            seat = side_of(m, unit);
    uint32_t           chosen;

    if (!is_liber(m)) return 0;
    if (u->reserve) return refuse_for(why, LM_TRAIT_07, unit);
    chosen = is_forced(m, s, seat, EFFECT_CHOSEN) ? EFFECT_CHOSEN : 0;
    if (chosen & ~u->effects) return refuse_for(why, LM_CACT_09, unit);
    if (!(u->effects & EFFECT_EAGLE_EYED)) {
        if (is_forced(m, s, seat, chosen | EFFECT_EAGLE_EYED)) return refuse_for(why, LM_TRAIT_11, unit);
        if (u->effects & EFFECT_ERUDITE && has_another(m, s, unit, chosen)) return refuse_for(why, LM_TRAIT_13, unit);
    }
    if (chosen) return 0;
    return u->last && !(u->effects & EFFECT_EAGLE_EYED) && waits_longer(m, s, unit) ? refuse_for(why, LM_TRAIT_20, unit) : 0;
}

static bool is_ready_to_act(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && holds_card(s, unit) && !tercios_turn_refused(m, s, unit, NULL)) return true;
    return false;
}

/*
 * LM-KING-06: a horde unit that has just been activated may be followed by another of its regiment in the same step. The frame's
 * VALUE_TARGET is 1 + that regiment meanwhile.
 */
static bool follows_in_horde(const struct match *m, const struct state *s, int unit)
{
    return m->regiment_of[unit] == flow_top_const(&s->flow)->value[VALUE_TARGET] - 1 && holds_card(s, unit) && has(m, s, unit, SR_HORDE) &&
           !tercios_turn_refused(m, s, unit, NULL);
}

static bool has_horde(const struct match *m, const struct state *s)
{
    for (int unit = 0; unit < m->units && flow_top_const(&s->flow)->value[VALUE_TARGET]; unit++)
        if (follows_in_horde(m, s, unit)) return true;
    return false;
}

/* LM-ACT-01, -02: may that commander be activated in this step? */
static rule_id command_refused(const struct match *m, const struct state *s, int piece, struct refusal *why)
{
    if (!is_commander(m, piece)) return refuse_with(why, LM_ACT_01, 0, 0);
    if (s->commanded || is_forced(m, s, side_of(m, piece), EFFECT_CHOSEN)) return refuse_for(why, LM_ACT_02, piece);
    return tercios_commander_refused(m, s, piece, why);
}

static bool has_commander(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == seat && !command_refused(m, s, piece, NULL)) return true;
    return false;
}

/* LM-TRAIT-44: if the sharp have had their way, that commander is the one, and he must. */
static bool must_command(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == seat && s->unit[piece].effects & EFFECT_SHARP && !command_refused(m, s, piece, NULL)) return true;
    return false;
}

/* The step of a side is over: what was for this step alone ends, and the other side has its own. */
static void end_step(struct play *p)
{
    struct state *s = p->state;
    seat_id       seat = (seat_id)s->active;

    for (int piece = 0; piece < p->match->head.pieces; piece++) {
        struct unit *u = &s->unit[piece];
        if (u->effects & EFFECT_MENTOR) u->reach = 0;
        u->effects &= ~((uint32_t)EFFECTS_OF_STEP | (side_of(p->match, piece) == seat ? EFFECT_SHARP : 0));
    }
    s->commanded = s->idle = 0;
    s->active = (uint8_t)!seat;
    here(p)->step = ACTION_ASKS;
    here(p)->value[VALUE_FLAGS] = here(p)->value[VALUE_TARGET] = 0;
    for (int unit = 0; unit < p->match->units; unit++)
        if (s->unit[unit].lent != s->unit[unit].expert) tercios_return_virtues(p, unit);
}

/* LM-TURN-04, LM-ACT-04..06 */
static void enter_action_with_commanders(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             active = (seat_id)s->active, other = (seat_id)!active;
    int                 cards = cards_of(m, s, active);

    /* LM-TRAIT-09: who was still to come has gone with the first, by a card that they shared. */
    if (here(p)->step == ACTION_ASKS && here(p)->value[VALUE_FLAGS] && !is_forced(m, s, active, EFFECT_CHOSEN)) here(p)->step = ACTION_ENDS;
    if (here(p)->step == ACTION_ENDS && has_horde(m, s)) {
        here(p)->step = ACTION_ASKS;
        ask(p, SEAT_BIT(active));
    } else if (here(p)->step == ACTION_ENDS || s->idle) {
        end_step(p);
    } else if (!cards && !cards_of(m, s, other) && !s->commanded) {
        leave(p);
    } else if (is_ready_to_act(m, s, active) || (!s->commanded && has_commander(m, s, active))) {
        ask(p, SEAT_BIT(active));
    } else {
        end_step(p);
    }
}

static void enter_action(struct play *p)
{
    seat_id active = (seat_id)p->state->active, other = (seat_id)!active;

    if (is_liber(p->match)) enter_action_with_commanders(p);
    else if (cards_of(p->match, p->state, active)) ask(p, SEAT_BIT(active));
    else if (cards_of(p->match, p->state, other)) p->state->active = (uint8_t)other;
    else leave(p);
}

/* LM-ACT-04, -05: only a side that has no unit to activate may do nothing. */
static rule_id pass_refused(const struct match *m, const struct state *s, seat_id seat, struct refusal *why)
{
    if (is_liber(m) && flow_top_const(&s->flow)->value[VALUE_TARGET]) return 0;
    return !is_liber(m) || is_ready_to_act(m, s, seat) || must_command(m, s, seat) ? refuse_with(why, BE_TURN_08, 0, 0) : 0;
}

static void offer_action(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    bool commanded = must_command(m, s, seat);

    if (has_horde(m, s)) {
        for (int16_t unit = 0; unit < m->units; unit++)
            if (follows_in_horde(m, s, unit)) offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = unit }, 0);
        offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
        return;
    }
    for (int16_t unit = 0; unit < m->units && !commanded; unit++)
        if (side_of(m, unit) == seat && holds_card(s, unit) && !tercios_turn_refused(m, s, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = unit }, 0);
    for (int16_t piece = (int16_t)m->units; piece < m->head.pieces; piece++)
        if (side_of(m, piece) == seat && !command_refused(m, s, piece, NULL) &&
            (!commanded || s->unit[piece].effects & EFFECT_SHARP))
            offer_add(offers, (struct decision){ .kind = DO_COMMAND, .unit = piece }, 0);
    if (!pass_refused(m, s, seat, NULL)) offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_command(const struct match *m, const struct state *s, seat_id seat, int piece, struct refusal *why)
{
    rule_id rule = side_of(m, piece) == seat ? command_refused(m, s, piece, why) : refuse_with(why, LM_ACT_01, 0, 0);

    if (rule || !must_command(m, s, seat) || s->unit[piece].effects & EFFECT_SHARP) return rule;
    return refuse_for(why, LM_TRAIT_44, piece);
}

static rule_id refuse_action(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    if (d->kind == DO_ORDER || d->kind == DO_JOIN) return refuse_with(why, BE_TURN_03, 0, 0);
    if (d->kind == DO_PASS) return pass_refused(m, s, seat, why);
    if (d->kind == DO_STOP || d->kind == DO_DECLINE) return refuse_with(why, BE_TURN_08, 0, 0);
    if (d->kind == DO_COMMAND && has_horde(m, s)) return refuse_with(why, LM_ACT_02, 0, 0);
    if (d->kind == DO_COMMAND) return refuse_command(m, s, seat, d->unit, why);
    if (d->kind != DO_ACTIVATE || side_of(m, d->unit) != seat || is_commander(m, d->unit)) return refuse_with(why, BE_TURN_06, 0, 0);
    if (s->unit[d->unit].status == STATUS_BUILT_IN) return refuse_for(why, LM_ART_13, d->unit);
    if (!is_standing(s, d->unit)) return refuse_with(why, BE_BREAK_05, 0, 0);
    if (has_horde(m, s)) return follows_in_horde(m, s, d->unit) ? 0 : refuse_for(why, LM_KING_06, d->unit);
    if (must_command(m, s, seat)) return refuse_for(why, LM_TRAIT_44, d->unit);
    return holds_card(s, d->unit) ? tercios_turn_refused(m, s, d->unit, why) : refuse_for(why, BE_TURN_09, d->unit);
}

static void activate_group(struct play *p, int unit)
{
    struct unit  *u = p->state->unit;
    struct frame *group;

    for (int other = 0; other < p->match->units; other++)
        if (share_a_card(p->match, p->state, other, unit) && holds_card(p->state, other)) u[other].shown = 1;
    group = go_into(p, PHASE_GROUP);
    group->value[VALUE_UNIT] = unit;
    group->value[VALUE_TARGET] = u[unit].joint;
    group->value[VALUE_FLAGS] = p->match->regiment_of[unit];
}

/* LM-TRAIT-11, -13: what was said of the next unit that a side activates waits until one is, and is over with it. */
static void forget_next(const struct match *m, struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat) s->unit[unit].effects &= ~(uint32_t)(EFFECT_EAGLE_EYED | EFFECT_ERUDITE);
}

static void take_action(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;

    if (!is_liber(p->match)) s->active = (uint8_t)!seat;
    if (d->kind == DO_COMMAND) {
        s->commanded = 1;
        tell(p, EVENT_COMMANDS, LM_ACT_01, d->unit, NOBODY, 0, 0, 0);
        go_into(p, PHASE_COMMAND)->value[VALUE_UNIT] = d->unit;
        return;
    }
    if (d->kind == DO_PASS) {
        tell(p, EVENT_PASSES, LM_ACT_05, NOBODY, NOBODY, seat, 0, 0);
        here(p)->value[VALUE_TARGET] = 0;
        here(p)->step = ACTION_ENDS;
        return;
    }
    /* LM-TRAIT-09: after one of a pair the other is still to come in this step. */
    s->unit[d->unit].effects &= ~(uint32_t)EFFECT_CHOSEN;
    if (is_liber(p->match)) {
        bool pair = here(p)->value[VALUE_TARGET] != 0, more = is_forced(p->match, s, seat, EFFECT_CHOSEN);
        forget_next(p->match, s, seat);
        here(p)->value[VALUE_FLAGS] = 1;
        here(p)->value[VALUE_TARGET] = has(p->match, s, d->unit, SR_HORDE) && !pair && !more ? p->match->regiment_of[d->unit] + 1 : 0;
        if (pair) cite(p, LM_KING_06);
        if (!more) here(p)->step = ACTION_ENDS;
    }
    if (s->unit[d->unit].joint && !(s->unit[d->unit].effects & EFFECT_ALONE)) activate_group(p, d->unit);
    else go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = d->unit;
}

/* BE-BRIG-02, BE-BRIG-06: the units of a joint order, one complete after the other. */

static bool in_group(const struct match *m, const struct state *s, int unit)
{
    const struct frame *group = flow_top_const(&s->flow);

    return s->unit[unit].joint == group->value[VALUE_TARGET] && m->regiment_of[unit] == group->value[VALUE_FLAGS] && holds_card(s, unit);
}

/* LM-TRAIT-36: what the expert lent lasts through one activation of the brigade. */
static void end_expert(struct play *p, int number)
{
    const struct regiment *regiment = &p->match->regiment[number];

    for (int unit = regiment->first; unit < regiment->first + regiment->count && is_liber(p->match); unit++)
        if (p->state->unit[unit].expert) tercios_return_expert(p, unit);
}

static void enter_group(struct play *p)
{
    int left = 0, last = NOBODY;

    for (int unit = 0; unit < p->match->units; unit++)
        if (in_group(p->match, p->state, unit)) {
            left++;
            last = unit;
        }
    if (left == 0) {
        int regiment = here(p)->value[VALUE_FLAGS];
        leave(p);
        end_expert(p, regiment);
    } else if (here(p)->step == 0 || left == 1) {        /* the first was named already; the last need not be */
        int unit = here(p)->step == 0 ? here(p)->value[VALUE_UNIT] : last;
        here(p)->step = 1;
        go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = unit;
    } else {
        ask(p, SEAT_BIT(side_of(p->match, last)));
    }
}

static void offer_group(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    for (int16_t unit = 0; unit < m->units; unit++)
        if (in_group(m, s, unit)) offer_add(offers, (struct decision){ .kind = DO_ACTIVATE, .unit = unit }, 0);
}

static rule_id refuse_group(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    if (d->kind != DO_ACTIVATE || side_of(m, d->unit) != seat || !in_group(m, s, d->unit)) return refuse_with(why, BE_BRIG_06, 0, 0);
    return 0;
}

static void take_group(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    go_into(p, PHASE_UNIT)->value[VALUE_UNIT] = d->unit;
}

void tercios_break_joint(struct play *p, int unit)
{
    struct unit *u = p->state->unit;

    if (!u[unit].joint) return;
    for (int other = 0; other < p->match->units; other++) {
        if (other == unit || !share_a_card(p->match, p->state, other, unit)) continue;
        u[other].joint = 0;
        if (!holds_card(p->state, other)) continue;
        u[other].shown = 1;
        tell(p, EVENT_JOINT_BROKEN, BE_BRIG_04, other, NOBODY, u[other].order, 0, 0);
    }
    u[unit].joint = 0;
}

/* One unit. */

/*
 * LM-INF-17: it uses its part of a joint card alone. The others still share the rest of it, and the enemy has seen what it is, unless the
 * one that left has exchanged its own (LM-TRAIT-23).
 */
static void leave_joint(struct play *p, int unit)
{
    struct unit *u = p->state->unit;

    for (int other = 0; other < p->match->units; other++) {
        if (other == unit || !share_a_card(p->match, p->state, other, unit) || !holds_card(p->state, other)) continue;
        if (u[other].shown || u[other].order != u[unit].order) continue;
        u[other].shown = 1;
        tell(p, EVENT_CARD_SHOWN, LM_INF_17, other, NOBODY, u[other].order, 0, 0);
    }
    u[unit].joint = 0;
}

static void turn_up(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    no_activation(p->state);
    p->state->act.unit = (int16_t)unit;
    p->state->act.order = u->order;
    u->shown = 1;
    if (is_liber(p->match)) {
        u->spent = u->order;
        u->blind = 0;
        u->last = 0;
        u->effects &= ~(uint32_t)(EFFECT_STOIC | EFFECT_UNDAUNTED);
    }
    tell(p, EVENT_ACTIVATED, BE_TURN_11, unit, NOBODY, u->order, 0, 0);
    if (u->joint && u->effects & EFFECT_ALONE) leave_joint(p, unit);
    cite(p, BE_TURN_06);
    if (p->state->commanded) cite(p, LM_ACT_03);
    if (!cards_of(p->match, p->state, (seat_id)!side_of(p->match, unit))) cite(p, BE_TURN_07);
    if (u->joint) cite(p, BE_BRIG_02);
    if (u->wear == 0) {
        cite(p, BE_TEST_01);
        if (u->disordered) cite(p, BE_STATE_02);
    }
}

/* LM-CAV-11: a steady unit that could charge is held back by an order test, or charges. */
static bool is_impetuous(const struct match *m, const struct state *s, int unit)
{
    struct ground g;

    if (!is_liber(m) || !has(m, s, unit, SR_IMPETUOUS) || s->unit[unit].wear || s->act.order == ORDER_ATTACK) return false;
    if (tercios_order_refused(m, s, unit, ORDER_ATTACK, NULL)) return false;
    tercios_survey(&g, m, s);
    return tercios_can_charge(&g, unit);
}

static void rein_in(struct play *p, int unit)
{
    int successes = tercios_test_order(p, unit, tercios_test_net(p, unit, LM_CAV_11), LM_CAV_11);

    tell(p, EVENT_IMPETUOUS, LM_CAV_11, unit, NOBODY, successes, 0, 0);
    if (tercios_led_by(p->match, p->state, unit, TRAIT_BRAVE)) cite(p, LM_TRAIT_51);
    if (!successes) p->state->act.order = ORDER_ATTACK;
}

/* BE-ORDER-14: Resist without two wear to work on needs no test (LM-INF-06: the elite need one); BE-TEST-02: any other worn unit tests. */
static bool is_worn_enough(const struct match *m, const struct state *s, int unit)
{
    int least = s->unit[unit].order == ORDER_RESIST && !(is_liber(m) && has(m, s, unit, SR_ELITE)) ? 2 : 1;

    return s->unit[unit].wear >= least;
}

/* LM-TRAIT-04: but for those whose dice tell how much a Resist removes (LM-INF-05, -06), who cannot fail it. */
static bool needs_test(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];
    bool               counts = u->order == ORDER_RESIST && has(m, s, unit, SR_ELITE | SR_NUMEROUS);

    return is_worn_enough(m, s, unit) && (!(u->effects & EFFECT_AUTHORITARIAN) || counts);
}

/* BE-ORDER-13, BE-INF-03, LM-INF-06: the successes of the order test itself count. */
static void resist(struct play *p, int unit, int successes)
{
    struct unit *u = &p->state->unit[unit];
    bool         elite = is_liber(p->match) && has(p->match, p->state, unit, SR_ELITE);
    bool         numerous = has(p->match, p->state, unit, SR_NUMEROUS);
    int          removed = elite ? min32(successes, u->wear) : numerous ? min32(successes, u->wear - 1) : 1;

    u->wear = (uint8_t)(u->wear - removed);
    tell(p, EVENT_RESISTED, elite ? LM_INF_06 : numerous ? BE_INF_03 : BE_ORDER_13, unit, NOBODY, removed, u->wear, 0);
    cite(p, BE_STATE_07);
    cite(p, BE_TEST_05);
}

/* LM-TRAIT-23: the pious are steadied in their resistance. */
static int order_net(struct play *p, int unit)
{
    int net = tercios_test_net(p, unit, BE_TEST_02);

    return net + because(p, LM_TRAIT_23, p->state->unit[unit].effects & EFFECT_PIOUS && p->state->act.order == ORDER_RESIST ? 1 : 0);
}

static void test_for_order(struct play *p, int unit)
{
    int successes = tercios_test_order(p, unit, order_net(p, unit), BE_TEST_02);

    cite(p, BE_TEST_06);
    if (p->state->unit[unit].joint) cite(p, BE_BRIG_03);
    here(p)->step = UNIT_ACTS;
    if (successes == 0 && p->state->unit[unit].effects & EFFECT_AUTHORITARIAN) {
        successes = 1;
        cite(p, LM_TRAIT_04);
    }
    if (successes == 0) {
        tell(p, EVENT_ORDER_LOST, BE_TEST_04, unit, NOBODY, 0, 0, 0);
        p->state->act.order = ORDER_NONE;
        here(p)->step = UNIT_ENDS;
    } else if (p->state->act.order == ORDER_RESIST) {
        resist(p, unit, successes);
        here(p)->step = UNIT_FACES;
    }
}

/* LM-TRAIT-47: it has gone to ground. */
static void hide(struct play *p, int unit)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    bool                done = s->act.order == ORDER_READY || s->act.order == ORDER_RUN;      /* LM-ORD-04: even with nothing done */

    if (!(s->unit[unit].effects & EFFECT_TENACIOUS) || !done || !tercios_in_hidden(m, s, unit)) return;
    s->unit[unit].effects |= EFFECT_UNSEEN;
    cite(p, LM_TRAIT_47);
}

/* LM-TRAIT-33 */
static bool may_face_last(const struct match *m, const struct state *s, int unit)
{
    return is_liber(m) && is_on_table(s, unit) && s->unit[unit].effects & EFFECT_ENERGETIC;
}

/* BE-REACT-12, BE-REACT-19: questions and bracing last as long as the activation that caused them. */
void tercios_end_activation(struct play *p, int unit)
{
    struct unit *u = p->state->unit;

    bool         alone = is_standing(p->state, unit) && !u[unit].joint;

    if (is_standing(p->state, unit)) {
        if (is_liber(p->match)) hide(p, unit);
        tercios_spend(p, unit);
    }
    no_activation(p->state);
    for (int i = 0; i < p->match->units; i++) u[i].asking = u[i].braced = 0;
    leave(p);
    if (!is_liber(p->match)) return;
    tercios_dismiss(p);
    if (alone && u[unit].expert) tercios_return_expert(p, unit);
}

static void act_by_order(struct play *p, int unit)
{
    static const uint8_t phase[] = {
        [ORDER_READY] = PHASE_READY, [ORDER_ATTACK] = PHASE_ATTACK, [ORDER_RUN] = PHASE_RUN, [ORDER_FIRE] = PHASE_FIRE
    };
    int order = p->state->act.order;

    if (order == ORDER_RESIST && p->state->unit[unit].effects & EFFECT_AUTHORITARIAN && is_worn_enough(p->match, p->state, unit)) {
        resist(p, unit, 1);
        cite(p, LM_TRAIT_04);
    } else if (order == ORDER_RESIST) {
        tell(p, EVENT_NOTHING, BE_ORDER_14, unit, NOBODY, ORDER_RESIST, 0, 0);
    } else {
        go_into(p, phase[order])->value[VALUE_UNIT] = unit;
    }
}

static void enter_unit(struct play *p)
{
    int unit = here(p)->value[VALUE_UNIT];

    switch (here(p)->step) {
    case UNIT_TURNS_UP:
        turn_up(p, unit);
        here(p)->step = is_impetuous(p->match, p->state, unit) ? UNIT_REINED : needs_test(p->match, p->state, unit) ? UNIT_TESTS : UNIT_ACTS;
        break;
    case UNIT_REINED:
        rein_in(p, unit);
        here(p)->step = UNIT_ACTS;
        break;
    case UNIT_TESTS:
        test_for_order(p, unit);
        break;
    case UNIT_ACTS:
        here(p)->step = UNIT_FACES;
        act_by_order(p, unit);
        break;
    case UNIT_FACES:
        here(p)->step = UNIT_ENDS;
        if (may_face_last(p->match, p->state, unit)) go_into(p, PHASE_LAST_FACING)->value[VALUE_UNIT] = unit;
        break;
    default:
        tercios_end_activation(p, unit);
    }
}

const struct phase tercios_turn = { .name = "turn", .rule = BE_TURN_01, .enter = enter_turn, .step = STEP_END };
const struct phase tercios_plan = { "plan", BE_TURN_02, enter_plan, offer_plan, refuse_plan, take_plan,
                                    .step = STEP_PLAN, .gathered = true };
const struct phase tercios_first = { "first", BE_TURN_05, enter_first, offer_first, refuse_first, take_first, .step = STEP_INITIATIVE };
const struct phase tercios_action = { "action", BE_TURN_06, enter_action, offer_action, refuse_action, take_action,
                                      .step = STEP_ACTIVATION };
const struct phase tercios_group = { "group", BE_BRIG_06, enter_group, offer_group, refuse_group, take_group, .step = STEP_BELOW };
const struct phase tercios_unit = { .name = "unit", .rule = BE_TURN_11, .enter = enter_unit };
