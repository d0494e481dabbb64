/*
 * command.c: commanders: whom they have in command, what they lend to the unit that they are with, their tests and their activation
 * (ledger chapters LM-CMD, LM-CACT, LM-ATT, LM-VIRT, LM-TEST-05..07, LM-GEO-06). Where they may go is in rides.c, how they are lost in
 * losses.c, their command actions in traits.c.
 *
 * A commander is a piece like a unit, without a base that anything could bump into: a disc about its middle. While he is with a unit he
 * has no place of his own (LM-ATT-06): everything is measured from that unit.
 */
#include "tercios.h"

enum { PLAIN_REACH = 6 * INCH, LONG_REACH = 9 * INCH, ELEGANT_REACH = 6 * INCH, GUN_REACH = 6 * INCH, STAYS_FRESH = 2 };

/* Who is who. */

static const struct commander *commander_of(const struct match *m, int piece)
{
    return &m->commander[piece - m->units];
}

static bool has_trait(const struct match *m, int commander, enum trait trait)
{
    return commander_of(m, commander)->traits & UINT64_C(1) << trait;
}

static bool has_virtue(const struct match *m, int commander, enum virtue virtue)
{
    return commander_of(m, commander)->virtues & 1u << virtue;
}

static bool is_chief(const struct match *m, int commander)
{
    return commander_of(m, commander)->regiment == REGIMENTS;
}

bool tercios_led_by(const struct match *m, const struct state *s, int unit, enum trait trait)
{
    int leader = s->unit[unit].leader - 1;

    return leader >= 0 && has_trait(m, leader, trait);
}

/* LM-CMD-06, -11, LM-TEST-06, LM-VIRT-14; allied regiments: LM-KING-01, LM-TRAIT-53. */
bool tercios_interacts(const struct match *m, int commander, int unit)
{
    int regiment;

    if (is_commander(m, unit) || are_enemies(m, commander, unit)) return false;
    regiment = m->regiment_of[unit];
    if (commander_of(m, commander)->regiment == regiment) return true;
    if (m->regiment[regiment].allied) return has_trait(m, commander, TRAIT_DIPLOMATIC);
    return is_chief(m, commander) || has_virtue(m, commander, VIRTUE_FAME);
}

/* LM-TEST-07, LM-VIRT-12 */
int32_t tercios_radius(const struct match *m, int commander)
{
    return has_virtue(m, commander, VIRTUE_PRESENCE) ? LONG_REACH : PLAIN_REACH;
}

/* LM-CMD-08, LM-VIRT-13 */
int32_t tercios_ride_length(const struct match *m, int commander)
{
    return has_virtue(m, commander, VIRTUE_ELAN) ? LONG_REACH : PLAIN_REACH;
}

/* LM-ARMY-20: horse serves in cavalry regiments alone. */
static bool is_cavalry(const struct match *m, const struct regiment *regiment)
{
    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++)
        if (type_of(m, unit)->class == CLASS_CAVALRY) return true;
    return false;
}

/* LM-ARMY-25; an elite unit beside the regiments, which has no commander, is none of them. */
static bool is_cavalry_army(const struct match *m, seat_id seat)
{
    int lead = 0;

    for (int i = 0; i < m->regiments; i++) {
        const struct regiment *regiment = &m->regiment[i];
        if (regiment->seat != seat) continue;
        if (!is_cavalry(m, regiment)) lead--;
        else if (regiment->commander != NOBODY) lead++;
    }
    return lead > 0;
}

static bool has_free_elan(const struct match *m, int commander)
{
    if (is_chief(m, commander)) return is_cavalry_army(m, side_of(m, commander));
    return is_cavalry(m, &m->regiment[commander_of(m, commander)->regiment]);
}

/* LM-CMD-14; LM-TRAITS-03: of each trait a side has one. */
void tercios_muster(struct match *m)
{
    for (int i = 0; i < m->commanders; i++) {
        int piece = m->units + i;
        for (int trait = 0; trait < TRAITS; trait++)
            if (has_trait(m, piece, (enum trait)trait)) m->holder[side_of(m, piece)][trait] = (uint8_t)(piece + 1);
        if (custom(m, CUSTOM_MOUNTED_ELAN) && has_free_elan(m, piece)) m->commander[i].virtues |= 1u << VIRTUE_ELAN;
    }
}

/* Distances. */

/* What a piece is measured at: its Centres, the outline of its building, or the edge of a disc. */
struct place {
    int          count;
    struct point point[4];
    int32_t      less;                  /* the disc's radius */
    bool         housed;
    struct area  house;                 /* its vertices are the match's or the state's own */
};

/* LM-GEO-06, and in a building its outline (BE-TERR-22). */
static void locate(const struct match *m, const struct state *s, int piece, struct place *place)
{
    const struct unit *u = &s->unit[piece];

    place->count = 0;
    place->less = 0;
    place->housed = false;
    if (is_commander(m, piece)) {
        place->count = 1;
        place->point[0] = (struct point){ u->x, u->y };
        place->less = COMMANDER_RADIUS;
    } else if (u->house) {
        struct element own;
        place->housed = true;
        place->house = element_in(m, s, u->house - 1, &own)->area;
    } else {
        struct base base;
        table_place(&base, type_of(m, piece)->shape, pose_of(s, piece));
        for (int side = SIDE_FRONT; side <= SIDE_LEFT; side++)
            place->point[place->count++] = table_centre(&base, (enum base_side)side);
    }
}

static bool is_near(const struct place *a, const struct place *b, int32_t limit)
{
    int64_t reach = (int64_t)limit + a->less + b->less + TOLERANCE;

    if (a->housed && b->housed)
        return table_at_most(table_gap_obstacles(table_obstacle_area(&a->house), table_obstacle_area(&b->house)), reach, NULL);
    if (a->housed) return is_near(b, a, limit);
    for (int i = 0; i < a->count; i++) {
        struct segment spot = { a->point[i], a->point[i] };
        if (b->housed && table_at_most(table_segment_area(spot, &b->house), reach, NULL)) return true;
        for (int j = 0; j < b->count; j++)
            if (square_apart(a->point[i], b->point[j]) <= reach * reach) return true;
    }
    return false;
}

/* Surely further apart than that, by a look at where they stand. */
static bool far_apart(const struct match *m, const struct state *s, int a, int b, int32_t limit)
{
    int64_t reach = limit;

    if (is_housed(s, a) || is_housed(s, b)) return false;
    reach += is_commander(m, a) ? COMMANDER_RADIUS : 2 * type_of(m, a)->shape.radius;
    reach += (is_commander(m, b) ? COMMANDER_RADIUS : 2 * type_of(m, b)->shape.radius) + TOLERANCE;
    return square_apart(pose_of(s, a).at, pose_of(s, b).at) > reach * reach;
}

/* LM-ATT-06: whoever is with a unit is where it is. */
static int stands_for(const struct match *m, const struct state *s, int piece)
{
    return is_commander(m, piece) && s->unit[piece].with ? s->unit[piece].with - 1 : piece;
}

bool tercios_within(const struct match *m, const struct state *s, int commander, int piece, int32_t limit)
{
    struct place from, to;
    int          eye = stands_for(m, s, commander), target = stands_for(m, s, piece);

    if (!is_standing(s, commander) || !is_standing(s, piece)) return false;
    if (eye == target) return true;
    if (far_apart(m, s, eye, target, limit)) return false;
    locate(m, s, eye, &from);
    locate(m, s, target, &to);
    return is_near(&from, &to, limit);
}

/* Command. */

/* LM-TRAIT-61 */
bool tercios_needs_no_sight(const struct match *m, int commander, int piece)
{
    return has_trait(m, commander, TRAIT_RESPECTABLE) && tercios_interacts(m, commander, piece);
}

bool tercios_reaches_anywhere(const struct match *m, const struct state *s, int commander, int piece)
{
    struct ground g;

    if (!is_standing(s, commander) || !is_standing(s, piece)) return false;
    if (tercios_needs_no_sight(m, commander, piece)) return true;
    tercios_survey(&g, m, s);
    return tercios_commander_sees(&g, commander, piece);
}

/* LM-CACT-03 */
bool tercios_reaches(const struct match *m, const struct state *s, int commander, int piece)
{
    return tercios_within(m, s, commander, piece, tercios_radius(m, commander)) && tercios_reaches_anywhere(m, s, commander, piece);
}

bool tercios_may_command(const struct match *m, const struct state *s, int commander, int unit)
{
    return tercios_interacts(m, commander, unit) && tercios_reaches(m, s, commander, unit);
}

/*
 * LM-TEST-05, LM-ATT-05: the commander who has the unit in command, or NOBODY. The table is surveyed once, and only for one who is near
 * enough and must look.
 */
static int commander_over(const struct match *m, const struct state *s, int unit)
{
    struct ground g;
    bool          surveyed = false;

    if (s->unit[unit].leader) return s->unit[unit].leader - 1;
    for (int commander = m->units; commander < m->units + m->commanders; commander++) {
        if (!tercios_interacts(m, commander, unit) || !tercios_within(m, s, commander, unit, tercios_radius(m, commander))) continue;
        if (tercios_needs_no_sight(m, commander, unit)) return commander;
        if (!surveyed) tercios_survey(&g, m, s);
        surveyed = true;
        if (tercios_commander_sees(&g, commander, unit)) return commander;
    }
    return NOBODY;
}

/* LM-ART-03 */
bool tercios_near_own_gun(const struct match *m, const struct state *s, int unit)
{
    const struct regiment *regiment = &m->regiment[m->regiment_of[unit]];

    for (int gun = regiment->first; gun < regiment->first + regiment->count; gun++)
        if (gun != unit && is_standing(s, gun) && type_of(m, gun)->arm == ARM_ARTILLERY && tercios_within(m, s, gun, unit, GUN_REACH))
            return true;
    return false;
}

/* LM-ART-02, LM-INF-07: guns and the elite need no commander. */
bool tercios_in_command(const struct match *m, const struct state *s, int unit)
{
    if (!custom(m, CUSTOM_COMMAND) || s->unit[unit].leader || has(m, s, unit, SR_INTEGRAL_COMMAND | SR_ELITE)) return true;
    return tercios_near_own_gun(m, s, unit) || commander_over(m, s, unit) != NOBODY;
}

/* Only what is not so for every unit of every commander is named, beside the radius itself. */
void tercios_cite_command(struct play *p, int unit)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 commander, regiment = m->regiment_of[unit];

    if (!p->events) return;
    commander = commander_over(m, s, unit);
    if (commander == NOBODY) return;
    cite(p, LM_TEST_06);
    if (commander_of(m, commander)->regiment != regiment) {
        if (m->regiment[regiment].allied) cite(p, LM_TRAIT_53);
        else if (!is_chief(m, commander)) cite(p, LM_VIRT_14);
    }
    if (s->unit[unit].leader) return;
    cite(p, LM_TEST_07);
    if (!tercios_within(m, s, commander, unit, PLAIN_REACH)) cite(p, LM_VIRT_12);
    if (tercios_needs_no_sight(m, commander, unit)) cite(p, LM_TRAIT_61);
    if (!s->unit[commander].with) return;
    cite(p, LM_ATT_05);
    cite(p, LM_ATT_10);
}

/* LM-TRAITS-07: the one commander with that trait has the unit in his radius, seen or not. */
static bool is_helped(const struct match *m, const struct state *s, int unit, enum trait trait)
{
    int commander = m->holder[side_of(m, unit)][trait] - 1;

    if (commander < 0 || !tercios_interacts(m, commander, unit)) return false;
    return tercios_within(m, s, commander, unit, tercios_radius(m, commander));
}

bool tercios_paid(const struct match *m, const struct state *s, int unit)
{
    return is_helped(m, s, unit, TRAIT_WEALTHY);
}

bool tercios_steadied(const struct match *m, const struct state *s, int unit)
{
    return is_helped(m, s, unit, TRAIT_IMPERTURBABLE);
}

/* He pays with his own strength: whoever has none left cannot. */
int tercios_elegant(const struct match *m, const struct state *s, int unit)
{
    int commander = m->holder[side_of(m, unit)][TRAIT_ELEGANT] - 1;

    if (commander < 0 || s->unit[commander].exhausted || !tercios_interacts(m, commander, unit)) return NOBODY;
    return tercios_within(m, s, commander, unit, ELEGANT_REACH) ? commander : NOBODY;
}

/* LM-VIRT-03: the same virtue twice adds once. LM-TRAIT-43: the ruthless take those of its own commander away. */
bool tercios_virtue(const struct match *m, const struct state *s, int unit, enum virtue virtue)
{
    const struct unit *u = &s->unit[unit];

    if (u->lent & 1u << virtue) return true;
    return u->leader && !(u->effects & EFFECT_RUTHLESS) && has_virtue(m, u->leader - 1, virtue);
}

/* LM-TRAIT-34, -38, -51, -56 */
static uint64_t special_by_effects(const struct match *m, const struct state *s, int unit, uint64_t special)
{
    const struct unit *u = &s->unit[unit];

    if (u->effects & EFFECT_INNOVATIVE) special |= SR_EXTENDED_ARC;
    if (u->effects & EFFECT_ENTHUSIASTIC) special |= special & SR_LIGHT ? SR_SKIRMISHERS : SR_LIGHT;
    if (tercios_led_by(m, s, unit, TRAIT_BRAVE)) special |= SR_IMPETUOUS | SR_ELITE;
    if (tercios_led_by(m, s, unit, TRAIT_PASSIONATE)) special |= SR_FRENZIED;
    return special;
}

/* LM-TRAIT-58 comes last: what is light only for a time evades too, and it costs most to ask. */
bool tercios_is_lent(const struct match *m, const struct state *s, int unit, uint64_t special)
{
    const struct unit *u = &s->unit[unit];
    uint64_t           now = u->form ? m->other_special[unit] : m->special[unit];

    if (u->fortified) now |= SR_FORTIFIED;                                        /* B3: works were dug for it */
    if (u->effects || u->leader) now = special_by_effects(m, s, unit, now);
    if (now & special) return true;
    return special & SR_EVASION && now & SR_LIGHT && is_helped(m, s, unit, TRAIT_PREPARED_LIGHT);
}

/* LM-INIT-02, -05, LM-VIRT-15 */
int tercios_chief_rank(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = m->units; piece < m->units + m->commanders; piece++) {
        if (side_of(m, piece) != seat || !is_chief(m, piece) || !is_living(s, piece)) continue;
        return commander_of(m, piece)->rank + (has_virtue(m, piece, VIRTUE_INITIATIVE) ? 2 : 0);
    }
    return -1;
}

/* States of commanders. */

/* LM-STATE-06 */
void tercios_exhaust(struct play *p, int commander, rule_id rule)
{
    struct unit *u = &p->state->unit[commander];

    if (u->exhausted || !is_standing(p->state, commander)) return;
    u->exhausted = 1;
    tell(p, EVENT_EXHAUSTED, rule, commander, NOBODY, 0, 0, 0);
}

void tercios_refresh(struct play *p, int commander, rule_id rule)
{
    struct unit *u = &p->state->unit[commander];

    if (!u->exhausted) return;
    u->exhausted = 0;
    tell(p, EVENT_FRESH, rule, commander, NOBODY, 0, 0, 0);
}

int tercios_command_test(struct play *p, int commander, int need, rule_id rule)
{
    int rank = commander_of(p->match, commander)->rank;
    int dice = total(p, LM_CACT_05, account(p, LM_CACT_05, rank));
    int successes = dice ? pool(p, rule, dice, need) : 0;

    tell(p, EVENT_COMMAND_TEST, LM_CACT_05, commander, NOBODY, successes, dice, need);
    if (rule != LM_CACT_05) cite(p, rule);
    if (!dice) cite(p, LM_CACT_08);
    if (successes >= STAYS_FRESH) cite(p, LM_CACT_06);
    else tercios_exhaust(p, commander, LM_CACT_07);
    return successes;
}

void tercios_zeal_ends(struct play *p, int unit)
{
    struct state *s = p->state;

    if (!is_standing(s, unit) || s->unit[unit].wear <= tercios_endurance(p->match, s, unit)) return;
    cite(p, LM_VIRT_09);
    tercios_test_break(p, unit);
}

void tercios_join(struct play *p, int commander, int unit, rule_id rule)
{
    struct unit *u = &p->state->unit[commander];
    int          left = u->with - 1;

    if (left >= 0) p->state->unit[left].leader = 0;
    u->with = (uint8_t)(unit + 1);
    u->joined = 1;
    u->x = p->state->unit[unit].x;
    u->y = p->state->unit[unit].y;
    p->state->unit[unit].leader = (uint8_t)(commander + 1);
    tell(p, EVENT_ATTACHED, rule, commander, unit, 0, 0, 0);
    cite(p, LM_ATT_04);
    cite(p, LM_ATT_06);
    if (commander_of(p->match, commander)->virtues & ((1u << VALUE_VIRTUES) - 1)) {
        cite(p, LM_VIRT_01);
        cite(p, LM_VIRT_02);
    }
    cite(p, LM_CMD_11);
    tercios_exhaust(p, commander, LM_ATT_02);
    if (left >= 0) tercios_zeal_ends(p, left);
}

/* LM-TURN-02, -05. What an expert has lent lasts longer (LM-TRAIT-36). */
void tercios_rest(struct play *p)
{
    const struct match *m = p->match;
    struct unit        *u = p->state->unit;

    for (int piece = m->units; piece < m->units + m->commanders; piece++) {
        u[piece].joined = 0;
        u[piece].effects = 0;
        tercios_refresh(p, piece, LM_TURN_02);
    }
    for (int unit = 0; unit < m->units; unit++) {
        u[unit].effects = 0;
        u[unit].reach = u[unit].reserve = u[unit].spent = u[unit].last = u[unit].known = u[unit].blind = 0;
        if (u[unit].lent == u[unit].expert) continue;
        cite(p, LM_TURN_05);
        tercios_return_virtues(p, unit);
    }
}

/* A commander's activation. */

enum { COMMAND_BEGINS, COMMAND_ACTS, COMMAND_ENDS };

/* LM-ATT-07; whoever has no card has been activated, or has lost the chance. */
static rule_id leaving_refused(const struct match *m, const struct state *s, int commander, struct refusal *why)
{
    const struct unit *u = &s->unit[commander];
    int                unit = u->with - 1;

    (void)m;
    if (u->joined || !holds_card(s, unit) || s->unit[unit].reserve) return refuse_for(why, LM_ATT_07, unit);
    return 0;
}

/* Is there any place that he, who is with a unit, could ride to? Whoever is too far away from it to be in his way does not matter. */
static bool can_ride(const struct match *m, const struct state *s, int commander)
{
    int           unit = s->unit[commander].with - 1;
    int32_t       length = tercios_ride_length(m, commander);
    struct ground g;
    struct point  at;

    if (is_housed(s, unit)) tercios_survey(&g, m, s);
    else tercios_survey_about(&g, m, s, pose_of(s, unit).at, 2 * length + 2 * type_of(m, unit)->shape.radius);
    return tercios_find_ride(&g, commander, length, NULL, &at);
}

/* LM-TRAIT-39: the nimble go from one unit to another even if they could not leave. */
static bool can_change_units(const struct match *m, const struct state *s, int commander)
{
    return has_trait(m, commander, TRAIT_NIMBLE) && tercios_may_act(m, s, commander);
}

/* Nobody is activated who could then do nothing: without a unit he may always try Fast, with one he must have a place to go to. */
rule_id tercios_commander_refused(const struct match *m, const struct state *s, int commander, struct refusal *why)
{
    const struct unit *u = &s->unit[commander];
    rule_id            rule;

    if (!is_standing(s, commander)) return refuse_for(why, LM_ACT_01, commander);
    if (u->exhausted) return refuse_for(why, LM_STATE_06, commander);
    if (!u->with || can_change_units(m, s, commander)) return 0;
    rule = leaving_refused(m, s, commander, why);
    if (rule) return rule;
    return can_ride(m, s, commander) ? 0 : refuse_for(why, LM_ATT_08, u->with - 1);
}

static void enter_command(struct play *p)
{
    int commander = here(p)->value[VALUE_UNIT];

    if (here(p)->step != COMMAND_ENDS && is_standing(p->state, commander)) {
        ask(p, SEAT_BIT(side_of(p->match, commander)));
        return;
    }
    leave(p);
    tercios_dismiss(p);
}

static void offer_command(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int16_t       commander = acting(s);
    struct ground g;

    (void)seat;
    if (flow_top_const(&s->flow)->step == COMMAND_BEGINS) {
        if (!s->unit[commander].with || !leaving_refused(m, s, commander, NULL))
            offer_add(offers, (struct decision){ .kind = DO_RIDE, .unit = commander }, USES_AT);
        tercios_survey(&g, m, s);
        for (int16_t unit = 0; unit < m->units && !s->unit[commander].with; unit++)
            if (!tercios_attach_refused(&g, commander, unit, tercios_ride_length(m, commander), NULL))
                offer_add(offers, (struct decision){ .kind = DO_ATTACH, .unit = commander, .target = unit }, 0);
    }
    tercios_offer_traits(m, s, commander, offers);
}

static rule_id move_refused(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    struct ground g;
    int32_t       length = tercios_ride_length(m, d->unit);
    bool          attached = s->unit[d->unit].with;
    rule_id       rule = attached && d->kind == DO_RIDE ? leaving_refused(m, s, d->unit, why) : 0;

    if (rule) return rule;
    if (flow_top_const(&s->flow)->step != COMMAND_BEGINS) return refuse_with(why, LM_CACT_01, 0, 0);
    tercios_survey(&g, m, s);
    if (d->kind == DO_RIDE) return tercios_ride_refused(&g, d->unit, d->at, length, why);
    if (attached) return refuse_for(why, LM_ATT_08, d->target);
    return tercios_attach_refused(&g, d->unit, d->target, length, why);
}

/* LM-CACT-01: a move, then an action; to stop after the move alone is not among the choices. */
static rule_id refuse_command(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                              struct refusal *why)
{
    (void)seat;
    switch (d->kind) {
    case DO_RIDE:
    case DO_ATTACH:
        return d->unit == acting(s) ? move_refused(m, s, d, why) : refuse_with(why, LM_CACT_01, 0, 0);
    case DO_ACT:
    case DO_ACT_ON:
    case DO_ACT_ON_TWO:
        if (d->unit != acting(s)) return refuse_with(why, LM_CACT_01, 0, 0);
        if (s->unit[d->unit].with && d->choice != TRAIT_NIMBLE) return refuse_for(why, LM_ATT_03, s->unit[d->unit].with - 1);
        return tercios_trait_refused(m, s, d->unit, d, why);
    default:
        return refuse_with(why, LM_CACT_01, 0, 0);
    }
}

/* LM-CMD-08, LM-ATT-08 */
static void ride(struct play *p, int commander, struct point to)
{
    struct unit *u = &p->state->unit[commander];
    int          left = u->with - 1;

    if (left >= 0) {
        u->with = 0;
        p->state->unit[left].leader = 0;
        tell(p, EVENT_LEAVES, LM_ATT_08, commander, left, 0, 0, 0);
        cite(p, LM_ATT_07);
    }
    u->x = to.x;
    u->y = to.y;
    tell(p, EVENT_RIDES, LM_CMD_08, commander, NOBODY, to.x, to.y, 0);
    if (has_virtue(p->match, commander, VIRTUE_ELAN)) cite(p, LM_VIRT_13);
    if (custom(p->match, CUSTOM_MOUNTED_ELAN) && has_free_elan(p->match, commander)) cite(p, LM_CMD_14);
    if (left >= 0) tercios_zeal_ends(p, left);
}

static void take_command(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    here(p)->step = d->kind == DO_RIDE ? COMMAND_ACTS : COMMAND_ENDS;
    if (d->kind == DO_RIDE) ride(p, d->unit, d->at);
    else if (d->kind == DO_ATTACH) tercios_join(p, d->unit, d->target, LM_ATT_01);
    else tercios_begin_trait(p, d);
}

const struct phase tercios_command = { "command", LM_CACT_01, enter_command, offer_command, refuse_command, take_command,
                                       .step = STEP_ACTIVATION };
