/*
 * melee.c: the exchange of a melee and its outcome (ledger chapters BE-MELEE, BE-OUT, BE-CAV-07..09, -13,
 * BE-ART-02..05, BE-WEAP-01, -02, BE-TERR-12, -24).
 *
 * One frame plays a melee: two strikes with what resists them, the winner, break tests, then those who give way. It
 * leaves act.aftermath for the frame below.
 */
#include "tercios.h"

/*
 * The frame of a melee. Of the start only what the first strike may change is kept: the defender's state.
 * VALUE_ATTACKER and VALUE_DEFENDER are what that side suffers: hits until it resists, then wear. From the winner on
 * all is in VALUE_OUTCOME.
 */
enum { VALUE_START = 3, VALUE_OUTCOME = 3, VALUE_ATTACKER, VALUE_DEFENDER };
enum { DEFENDER_WAS_AT_LIMIT = 1, DEFENDER_WAS_DISORDERED = 2, ATTACKER_WAS_DISORDERED = 4 };
enum { WEAR_MASK = 0xff, SAVED_NONE = 0x100 };
enum outcome {
    ATTACKER_YIELDS = 1, DEFENDER_YIELDS = 2, OUTCOME_DRAW = 4, OUTCOME_RETREAT = 8, OUTCOME_PURSUIT = 16,
    OUTCOME_WAS_DISORDERED = 32,     /* the loser, before the melee round: great swords do not make it worse (LM-WPN-05) */
    OUTCOME_BY_BREAK = 64,           /* one of the two went by a failed break test (LM-OUT-14) */
    OUTCOME_MOUNTS = 128             /* dragoons that retreat have their horses (LM-ADAPT-11) */
};
enum { RESIST_MELEE = 5, SHORT_DISENGAGE = 3 * INCH, STEP_BACK_LIMIT = 2 * INCH, CROSSINGS = TABLE_VERTICES / 2 };
enum { FOLLOW_UP = 3 * INCH, GREAT_SWORDS_NEED = 6, ROUND_SHIFT = 12 };
enum melee_step {
    MELEE_BEGINS, MELEE_FIRST_RESISTS, MELEE_ANSWERS, MELEE_SECOND_RESISTS, MELEE_IS_WON, MELEE_IS_LOST, MELEE_SWORDS, MELEE_FIRST_BREAKS,
    MELEE_SECOND_BREAKS, MELEE_GOES_ON, MELEE_MOVES, MELEE_FIRST_SUFFERS, MELEE_SECOND_SUFFERS, MELEE_FRENZY, MELEE_FOLLOWS, MELEE_ENDS
};

void tercios_fight(struct play *p, int attacker, int defender, unsigned flags)
{
    struct frame *frame = go_into(p, PHASE_MELEE);

    frame->value[VALUE_UNIT] = attacker;
    frame->value[VALUE_TARGET] = defender;
    frame->value[VALUE_FLAGS] = (int32_t)flags;
}

/* One side of the melee. */
struct side {
    int  unit, opponent;                            /* the opponent may be NOBODY: whatever it may be */
    bool attacks;                                   /* it is the attacker */
    bool at_limit, disordered, faces_disorder;      /* at the start of the melee */
};

static struct side side_in(struct play *p, bool attacker)
{
    const struct frame *frame = here(p);
    const struct unit  *units = p->state->unit;
    int32_t             start = frame->value[VALUE_START];
    struct side         side = { .attacks = attacker };

    side.unit = frame->value[attacker ? VALUE_UNIT : VALUE_TARGET];
    side.opponent = frame->value[attacker ? VALUE_TARGET : VALUE_UNIT];
    side.at_limit = attacker ? tercios_at_limit(p->match, p->state, side.unit) : (start & DEFENDER_WAS_AT_LIMIT) != 0;
    side.disordered = attacker ? units[side.unit].disordered : (start & DEFENDER_WAS_DISORDERED) != 0;
    side.faces_disorder = attacker ? (start & DEFENDER_WAS_DISORDERED) != 0 : units[side.opponent].disordered;
    return side;
}

/* The Centres of a base that are inside an area. */
static int centres_inside(const struct base *base, const struct area *area)
{
    int count = 0;

    for (int i = SIDE_FRONT; i <= SIDE_LEFT; i++)
        count += table_inside(area, table_centre(base, (enum base_side)i), TOLERANCE);
    return count;
}

/* BE-TERR-12. In a building there are no Centres, and so no height, neither over it nor from it. */
static bool is_higher(const struct match *m, const struct state *s, int unit, int opponent)
{
    struct base    ours, theirs;
    struct element own;

    if (opponent == NOBODY || is_housed(s, unit) || is_housed(s, opponent)) return false;
    ours = base_of(m, s, unit);
    for (int i = 0; i < elements_in(m, s); i++) {
        const struct element *element = element_in(m, s, i, &own);
        if (!(element->traits & T_HEIGHT) || element->is_line) continue;
        if (centres_inside(&ours, &element->area) < 4) continue;
        theirs = base_of(m, s, opponent);
        if (centres_inside(&theirs, &element->area) < 4) return true;
    }
    return false;
}

/* BE-ORDER-05: the rule by which this side has the bonus of Attack, or 0. LM-DIRTY-03: it is for the first round. */
static rule_id attack_bonus(const struct side *side, int32_t flags)
{
    if (flags & MELEE_EXTRA) return 0;
    if (side->attacks && flags & MELEE_WITHOUT_BONUS) return 0;
    if (side->attacks) return flags & MELEE_INTERCEPTION ? BE_INTER_04 : BE_ORDER_05;
    if (flags & MELEE_COUNTER) return BE_COUNTER_05;
    return flags & MELEE_DEFENDER_ATTACKS ? BE_INTER_04 : 0;
}

/* BE-WEAP-01: the attacker always charges the defender; the other way round only when it counter-charges. */
static bool pikes_help(const struct match *m, const struct state *s, const struct side *side, int32_t flags)
{
    if (side->opponent == NOBODY || !has(m, s, side->unit, W_PIKE) || side->disordered || arm_of(m, s, side->opponent) != ARM_CAVALRY)
        return false;
    return !side->attacks || flags & MELEE_COUNTER || custom(m, CUSTOM_PIKES_ALWAYS);
}

/* What only the long edition has: weapons (LM-WPN-03, -07), a trait (LM-TRAIT-48), disorder in open order (LM-KING-11). */
static int liber_bonus(struct play *p, const struct side *side, int32_t flags)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 net = 0;

    net += because(p, LM_WPN_03, flags & MELEE_EXTRA && has(m, s, side->unit, W_SWORDSMEN) ? 1 : 0);
    net += because(p, LM_WPN_07, flags & MELEE_COUNTER && has(m, s, side->unit, W_HEAVY_LANCES) ? 1 : 0);
    net += because(p, LM_TRAIT_48, s->unit[side->unit].effects & EFFECT_TRICKSTER_MELEE ? 1 : 0);
    if (custom(m, CUSTOM_OPEN_ORDER_MELEE))
        net += because(p, LM_KING_11, side->disordered && has(m, s, side->unit, SR_OPEN_ORDER) ? -1 : 0);
    if (side->at_limit) net += because(p, LM_WPN_08, has(m, s, side->unit, W_BARDICHES) ? 1 : 0);
    return net;
}

/* The Combat modifiers of T-8. */
static int combat_dice(struct play *p, const struct side *side, int32_t flags)
{
    rule_id attack = attack_bonus(side, flags);
    bool    flanked = !side->attacks && flags & MELEE_FLANK;
    int     net = tercios_net(p, BE_MELEE_04);

    net += because(p, attack, attack ? 1 : 0);
    net += because(p, BE_WEAP_01, pikes_help(p->match, p->state, side, flags) ? 1 : 0);
    net += because(p, BE_WEAP_02, has(p->match, p->state, side->unit, W_HALBERD) && side->faces_disorder ? 1 : 0);
    net += because(p, BE_TERR_12, is_higher(p->match, p->state, side->unit, side->opponent) ? 1 : 0);
    net += because(p, tercios_weary_rule(p->match), side->at_limit ? -1 : 0);
    net += because(p, BE_FLANK_02, flanked ? -1 : 0);
    if (is_liber(p->match)) net += liber_bonus(p, side, flags);
    return tercios_dice(p, BE_MELEE_04, profile_of(p->match, p->state, side->unit)->combat, net, side->unit, VIRTUE_DEXTERITY);
}

int tercios_combat_dice(struct play *p, int unit, bool attacks)
{
    struct side side = { .unit = unit, .opponent = NOBODY, .attacks = attacks };

    side.at_limit = tercios_at_limit(p->match, p->state, unit);
    side.disordered = p->state->unit[unit].disordered;
    return combat_dice(p, &side, 0);
}

static void cite_strike(struct play *p, const struct side *side, int32_t flags, int hits)
{
    cite(p, BE_VAL_03);
    cite(p, BE_MOD_10);
    cite(p, side->attacks ? BE_MELEE_01 : BE_MELEE_03);
    if (has(p->match, p->state, side->unit, SR_CREW)) cite(p, BE_ART_02);
    if (side->attacks && flags & MELEE_FLANK) cite(p, BE_VAL_04);
    if (!side->attacks && flags & MELEE_FROM_BEHIND && !(flags & MELEE_FLANK)) {
        cite(p, BE_FLANK_05);
        if (is_liber(p->match)) cite(p, LM_INF_01);
    }
    if (hits == 0) cite(p, is_liber(p->match) ? LM_MELEE_05 : BE_MELEE_06);
}

/* LM-VIRT-03, LM-TRAIT-57: what a commander means to the blows of his unit. */
static void cite_leader(struct play *p, int unit)
{
    const struct state *s = p->state;

    if (tercios_virtue(p->match, s, unit, VIRTUE_DEXTERITY)) cite(p, LM_VIRT_03);
    if (tercios_led_by(p->match, s, unit, TRAIT_PHLEGMATIC) && s->unit[unit].wear >= tercios_endurance(p->match, s, unit))
        cite(p, LM_TRAIT_57);
}

static void strike(struct play *p, bool attacker)
{
    struct frame *frame = here(p);
    int32_t       flags = frame->value[VALUE_FLAGS];
    struct side   side = side_in(p, attacker);
    bool          mounted = melee_arm(p->match, p->state, side.unit) == ARM_CAVALRY;
    int           dice = combat_dice(p, &side, flags);
    int           need = profile_of(p->match, p->state, side.opponent)->defence[mounted ? DEFENCE_CAVALRY : DEFENCE_INFANTRY];
    int           hits = pool(p, BE_MELEE_04, dice, need);

    tell(p, EVENT_STRIKES, BE_MELEE_04, side.unit, side.opponent, hits, dice, need);
    cite_strike(p, &side, flags, hits);
    if (is_liber(p->match)) cite_leader(p, side.unit);
    frame->value[attacker ? VALUE_DEFENDER : VALUE_ATTACKER] = hits;
}

/* LM-WPN-09: what protects from others does not protect from the attacker's grenades. */
static bool throws_grenades(struct play *p)
{
    return is_liber(p->match) && has(p->match, p->state, here(p)->value[VALUE_UNIT], W_GRENADES);
}

/* A unit's own disorder is still what it was at the start: only this roll can change it (BE-MELEE-03). */
static void resist(struct play *p, bool attacker)
{
    struct frame *frame = here(p);
    int32_t       flags = attacker ? 0 : frame->value[VALUE_FLAGS];
    int32_t      *suffers = &frame->value[attacker ? VALUE_ATTACKER : VALUE_DEFENDER];
    int           unit = frame->value[attacker ? VALUE_UNIT : VALUE_TARGET], hits = *suffers, dice, saved;

    if (hits == 0) return;
    dice = tercios_courage_dice(p, unit, BE_MELEE_05, false, flags & MELEE_PROTECTED && !throws_grenades(p), flags & MELEE_FLANK, VIRTUE_WILL);
    saved = pool(p, BE_MELEE_05, dice, RESIST_MELEE);
    saved = min32(saved, hits);
    tell(p, EVENT_SAVES, BE_MELEE_05, unit, NOBODY, saved, hits, dice);
    if (flags & MELEE_PROTECTED) cite(p, throws_grenades(p) ? LM_WPN_09 : BE_MOD_08);
    if (flags & MELEE_PROTECTED && p->state->unit[unit].effects & EFFECT_UNDAUNTED) cite(p, LM_TRAIT_49);
    if (is_liber(p->match)) cite(p, attacker ? LM_CTERR_03 : LM_MELEE_09);
    if (flags & MELEE_FLANK && tercios_led_by(p->match, p->state, unit, TRAIT_GALLANT)) cite(p, LM_TRAIT_54);
    if (p->state->unit[unit].braced && frame->value[VALUE_FLAGS] & MELEE_EXTRA) cite(p, LM_DIRTY_06);
    if (saved == 0) tercios_disorder(p, unit, BE_MELEE_06);
    tercios_wear(p, unit, hits - saved, BE_MELEE_07);
    *suffers = (hits - saved) | (saved == 0 ? SAVED_NONE : 0);
}

static void begin(struct play *p)
{
    struct frame *frame = here(p);
    int           defender = frame->value[VALUE_TARGET];

    p->state->act.aftermath = AFTERMATH_NONE;
    frame->value[VALUE_START] = (tercios_at_limit(p->match, p->state, defender) ? DEFENDER_WAS_AT_LIMIT : 0) |
                                (p->state->unit[defender].disordered ? DEFENDER_WAS_DISORDERED : 0) |
                                (p->state->unit[frame->value[VALUE_UNIT]].disordered ? ATTACKER_WAS_DISORDERED : 0);
    strike(p, true);
}

/* Who has lost, and to whom; both NOBODY after a draw. */
static void parties(const struct frame *frame, int *loser, int *winner)
{
    bool draw = frame->value[VALUE_OUTCOME] & OUTCOME_DRAW, lost = frame->value[VALUE_OUTCOME] & ATTACKER_YIELDS;

    *loser = draw ? NOBODY : frame->value[lost ? VALUE_UNIT : VALUE_TARGET];
    *winner = draw ? NOBODY : frame->value[lost ? VALUE_TARGET : VALUE_UNIT];
}

/* BE-OUT-02, BE-ART-03, BE-CAV-07, LM-ADAPT-03, LM-WPN-06: what losing means at once. */
static void lose(struct play *p, int loser, int winner)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int32_t            *outcome = &here(p)->value[VALUE_OUTCOME];
    bool                mounted = has(m, s, winner, SR_PURSUIT);

    if (has(m, s, loser, SR_NO_ESCAPE)) {
        tercios_destroy(p, loser, BE_ART_03);
        if (mounted) cite(p, BE_CAV_13);
        return;
    }
    if (!(*outcome & OUTCOME_RETREAT)) {
        if (is_liber(m) && has(m, s, loser, SR_FORLORN_HOPE)) tercios_destroy(p, loser, LM_ADAPT_03);
        return;
    }
    if (mounted && arm_of(m, s, loser) == ARM_INFANTRY) {
        *outcome |= OUTCOME_PURSUIT;
        if (tercios_is_dragoon(m, loser)) cite(p, LM_ADAPT_10);
        tercios_destroy(p, loser, BE_CAV_07);
    } else if (is_liber(m) && has(m, s, winner, W_LANCES)) {
        tercios_destroy(p, loser, LM_WPN_06);
    } else if (is_liber(m) && has(m, s, loser, SR_FORLORN_HOPE)) {
        tercios_destroy(p, loser, LM_ADAPT_03);
    } else if (mounted) {
        cite(p, BE_CAV_09);
    }
}

/* LM-TRAIT-32, LM-TRAIT-14: what a commander has staked on the charge of his unit. */
static void settle_stakes(struct play *p, int loser, int winner)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 charger = s->act.unit;
    bool                easy;

    if (s->unit[winner].effects & EFFECT_DETERMINED && winner == charger && !(here(p)->value[VALUE_FLAGS] & MELEE_INTERCEPTION)) {
        easy = profile_of(m, s, loser)->speed < profile_of(m, s, winner)->speed ||
               here(p)->value[VALUE_OUTCOME] & OUTCOME_WAS_DISORDERED;
        if (easy) {
            tercios_wear(p, loser, 1, LM_TRAIT_32);
            cite(p, LM_OUT_15);
        }
    }
    if (s->unit[loser].effects & EFFECT_DETERMINED && loser == charger && !(here(p)->value[VALUE_FLAGS] & MELEE_INTERCEPTION)) tercios_disorder(p, loser, LM_TRAIT_32);
    if (s->unit[loser].effects & EFFECT_RECKLESS && s->unit[loser].leader) {
        tercios_kill(p, s->unit[loser].leader - 1, LOSS_HERO, LM_TRAIT_14);
        tercios_zeal_ends(p, loser);
    }
}

/* BE-MELEE-08, then the first of what follows (BE-MELEE-09). */
static void find_winner(struct play *p)
{
    struct frame *frame = here(p);
    int           attacker = frame->value[VALUE_UNIT], defender = frame->value[VALUE_TARGET];
    int32_t       ours = frame->value[VALUE_ATTACKER], theirs = frame->value[VALUE_DEFENDER], start = frame->value[VALUE_START];
    int32_t       taken = ours & WEAR_MASK, inflicted = theirs & WEAR_MASK;
    bool          won = inflicted > taken;

    frame->value[VALUE_ATTACKER] = 0;
    frame->value[VALUE_DEFENDER] = 0;
    if (inflicted == taken) {
        frame->value[VALUE_OUTCOME] = (custom(p->match, CUSTOM_TIE_CHARGED_YIELDS) ? DEFENDER_YIELDS : ATTACKER_YIELDS) | OUTCOME_DRAW;
        tell(p, EVENT_MELEE_DRAWN, BE_MELEE_08, attacker, defender, taken, 0, 0);
        cite(p, BE_MELEE_02);
        if (frame->value[VALUE_FLAGS] & MELEE_COUNTER) cite(p, BE_COUNTER_06);
        if (custom(p->match, CUSTOM_TIE_CHARGED_YIELDS)) cite(p, LM_OUT_12);
        return;
    }
    frame->value[VALUE_OUTCOME] = won ? DEFENDER_YIELDS : ATTACKER_YIELDS;
    if ((won ? theirs : ours) & SAVED_NONE) frame->value[VALUE_OUTCOME] |= OUTCOME_RETREAT;
    if (start & (won ? DEFENDER_WAS_DISORDERED : ATTACKER_WAS_DISORDERED)) frame->value[VALUE_OUTCOME] |= OUTCOME_WAS_DISORDERED;
    tell(p, EVENT_MELEE_WON, BE_MELEE_08, won ? attacker : defender, won ? defender : attacker, max32(taken, inflicted),
         min32(taken, inflicted), 0);
    cite(p, BE_MELEE_02);
    cite(p, BE_MELEE_09);
    cite(p, BE_OUT_13);
    if (!is_liber(p->match)) return;
    settle_stakes(p, won ? defender : attacker, won ? attacker : defender);
    if (frame->value[VALUE_OUTCOME] & OUTCOME_RETREAT && !has(p->match, p->state, won ? defender : attacker, SR_NO_ESCAPE | SR_FORLORN_HOPE) &&
        tercios_elegant(p->match, p->state, won ? defender : attacker) != NOBODY)
        go_into(p, PHASE_ELEGANT)->value[VALUE_UNIT] = won ? defender : attacker;
}

static void apply_loss(struct play *p)
{
    int loser, winner;

    parties(here(p), &loser, &winner);
    if (loser != NOBODY && is_standing(p->state, loser)) lose(p, loser, winner);
}

/* LM-WPN-05: those whom great swords have beaten hold together, or do not. */
static void face_great_swords(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 loser, winner, sixes;

    parties(here(p), &loser, &winner);
    if (!is_liber(m) || loser == NOBODY || !is_standing(s, loser) || !has(m, s, winner, W_GREAT_SWORDS)) return;
    if (s->unit[loser].disordered) return;
    sixes = tercios_test_discipline(p, loser, tercios_test_net(p, loser, LM_WPN_05), GREAT_SWORDS_NEED, LM_WPN_05);
    tell(p, EVENT_GREAT_SWORDS, LM_WPN_05, loser, winner, sixes, 0, 0);
    cite(p, LM_TEST_09);
    if (!sixes) tercios_disorder(p, loser, LM_WPN_05);
}

/* BE-BREAK; in the long edition the defender comes first (LM-MELEE-10). */
static void test_one(struct play *p, bool first)
{
    bool attacker = first != is_liber(p->match);
    int  unit = here(p)->value[attacker ? VALUE_UNIT : VALUE_TARGET];
    bool due = is_standing(p->state, unit) && p->state->unit[unit].wear > tercios_endurance(p->match, p->state, unit);
    int  loser, winner;

    parties(here(p), &loser, &winner);
    if (due && unit == loser) here(p)->value[VALUE_OUTCOME] |= OUTCOME_BY_BREAK;        /* if it does not survive that */
    tercios_test_break(p, unit);
}

static struct point middle_of(const struct match *m, const struct state *s, int unit)
{
    return is_housed(s, unit) ? pose_of(s, unit).at : base_of(m, s, unit).middle;
}

/* BE-OUT-05: the facing that looks most towards the opponent; of equals the first of this order. */
static enum base_side side_towards(const struct match *m, const struct state *s, int unit, int opponent)
{
    static const enum base_side order[] = { SIDE_BACK, SIDE_LEFT, SIDE_RIGHT, SIDE_FRONT };
    struct point   from = middle_of(m, s, unit), to = middle_of(m, s, opponent);
    enum base_side best = SIDE_FRONT;
    int64_t        most = INT64_MIN;

    for (int i = 0; i < 4; i++) {
        int32_t heading = table_faced(type_of(m, unit)->shape, pose_of(s, unit), order[i]).heading;
        int64_t sine = heading_sine(heading), cosine = heading_cosine(heading);
        int64_t towards = sine * (to.x - from.x) + cosine * (to.y - from.y);
        if (towards <= most) continue;
        most = towards;
        best = order[i];
    }
    return best;
}

/*
 * BE-TERR-24: the pose in which a unit is put out of its building: F where the ray from the opponent's M through the
 * building's middle leaves the outline, or the first step beyond at which the base is clear of it.
 */
static bool find_exit(const struct ground *g, int unit, int opponent, struct pose *pose)
{
    const struct element *building = element_of(g, g->s->unit[unit].house - 1);
    struct point          from = middle_of(g->m, g->s, opponent), through = building->middle;
    struct point          low = building->area.low, high = building->area.high;
    int32_t               beyond = table_ceiling(table_distance(from, through)) + high.x - low.x + high.y - low.y;
    struct stretch        stretch[CROSSINGS];
    struct segment        ray = { from, table_along(from, through, beyond) };
    int32_t               count = min32(table_stretches(ray, &building->area, 0, stretch, CROSSINGS), CROSSINGS);
    struct base           base;

    if (count == 0) return false;
    pose->at = stretch[count - 1].leave;
    pose->heading = table_bearing(through, from);
    for (int32_t s = stretch[count - 1].to;;) {
        base = table_base(type_of(g->m, unit)->shape, *pose);
        if (!table_on_table(&base, g->m->size, TOLERANCE, NULL)) return false;
        if (!table_overlap_area(&base, &building->area, TOLERANCE)) break;
        s += STEP;
        pose->at = table_along(from, through, s);
    }
    return tercios_overlap_refused(g, unit, *pose, NULL) == 0;
}

/* A unit that gives way. */
struct yield {
    int     unit, opponent;
    bool    retreats, drew;
    int32_t length;           /* it is to go */
};

/* A way back that is barred costs wear, which decides nothing (LM-OUT-15); LM-TRAIT-52: the calm spare their unit that. */
static void suffer_block(struct play *p, const struct yield *yield)
{
    if (!yield->retreats && tercios_led_by(p->match, p->state, yield->unit, TRAIT_CALM)) {
        cite(p, LM_TRAIT_52);
        return;
    }
    tercios_wear(p, yield->unit, 1, yield->retreats ? BE_OUT_11 : BE_OUT_08);
    if (is_liber(p->match)) cite(p, LM_OUT_15);
}

static void tell_yield(struct play *p, const struct yield *yield, int32_t length)
{
    if (yield->retreats) {
        tell(p, EVENT_RETREATS, BE_OUT_02, yield->unit, yield->opponent, length, 0, 0);
        cite(p, BE_OUT_10);
    } else {
        tell(p, EVENT_DISENGAGES, yield->drew ? BE_OUT_03 : BE_OUT_01, yield->unit, yield->opponent, length, 0, 0);
        cite(p, BE_OUT_04);
    }
    cite(p, BE_OUT_09);
    if (length == yield->length) return;
    tell(p, EVENT_BLOCKED, BE_OUT_07, yield->unit, NOBODY, length, yield->length, 0);
    suffer_block(p, yield);
}

/* How far back the unit gets from where it stands on the ground (BE-OUT-04, -07, -08). */
static int32_t way_back(const struct ground *g, const struct yield *yield, struct pose from, struct pose *end)
{
    struct straight back = { .bearing = heading_normal((int64_t)from.heading + FULL_TURN / 2), .heading = from.heading,
                             .length = yield->length, .backward = true, .correct = true, .opponent = yield->opponent };

    return tercios_go_straight(g, yield->unit, &back, end);
}

/* BE-OUT-10: a retreat ends with its back to the enemy, and disordered, even if it was cut short (BE-OUT-11). */
static void go_back(struct play *p, const struct yield *yield, struct point from, struct pose end, int32_t length)
{
    tercios_put(p->state, yield->unit, end);
    tell_yield(p, yield, length);
    if (is_liber(p->match)) tercios_cite_passage(p, yield->unit, (struct segment){ from, end.at }, LM_KING_09);
    if (length > 0) tercios_suffer_ground(p, yield->unit, (struct segment){ from, end.at });
    if (yield->retreats) {
        tercios_drive_guns(p, yield->unit);
        tercios_put(p->state, yield->unit, table_faced(type_of(p->match, yield->unit)->shape, end, SIDE_BACK));
        tercios_disorder(p, yield->unit, BE_OUT_10);
    }
    tercios_settle(p, yield->unit, (struct pose){ from, end.heading }, end);
}

/*
 * BE-OUT-05, -06: who was charged from behind its front line turns to face the opponent before it backs away. Overlap
 * counts only where it ends; a turn from which no end is free, not even its own place, is not made.
 */
static void turn_and_go_back(struct play *p, const struct yield *yield, int32_t flags)
{
    struct pose    old = pose_of(p->state, yield->unit), from = old, end;
    enum base_side side = SIDE_FRONT;
    struct ground  g;
    int32_t        length;

    if (flags & (MELEE_FLANK | MELEE_FROM_BEHIND))
        side = side_towards(p->match, p->state, yield->unit, yield->opponent);
    tercios_survey(&g, p->match, p->state);
    if (side != SIDE_FRONT) {
        from = table_faced(type_of(p->match, yield->unit)->shape, old, side);
        tercios_try(&g, yield->unit, from);
    }
    length = way_back(&g, yield, from, &end);
    if (length == 0 && side != SIDE_FRONT && tercios_overlap_refused(&g, yield->unit, from, NULL)) {
        side = SIDE_FRONT;
        end = old;
    }
    if (side != SIDE_FRONT)
        tell(p, EVENT_FACED, flags & MELEE_FLANK ? BE_OUT_05 : BE_OUT_06, yield->unit, NOBODY, side, from.at.x,
             from.at.y);
    go_back(p, yield, from.at, end, length);
}

/* BE-TERR-24 */
static void come_out_and_go_back(struct play *p, const struct yield *yield)
{
    struct unit  *u = &p->state->unit[yield->unit];
    struct ground g;
    struct pose   pose, end;
    int32_t       length;

    tercios_survey(&g, p->match, p->state);
    if (!find_exit(&g, yield->unit, yield->opponent, &pose)) {
        tell(p, EVENT_BLOCKED, BE_TERR_24, yield->unit, NOBODY, 0, yield->length, 0);
        suffer_block(p, yield);
        if (yield->retreats) tercios_disorder(p, yield->unit, BE_OUT_10);
        return;
    }
    tell(p, EVENT_LEFT, BE_TERR_24, yield->unit, NOBODY, u->house - 1, 0, 0);
    u->house = 0;
    tercios_put(p->state, yield->unit, pose);
    tercios_try(&g, yield->unit, pose);
    length = way_back(&g, yield, pose, &end);
    go_back(p, yield, pose.at, end, length);
}

static bool too_close(const struct base *base, const struct base *other)
{
    enum { ROOM = INCH - TOLERANCE };

    return table_near(base, other, ROOM, NULL) && !table_at_least(table_gap(base, other), ROOM, NULL);
}

/* BE-OUT-12: the shortest step that restores the inch; if it is not open, or two inches are not enough, none. */
static void step_back(struct play *p, int unit, int opponent)
{
    const struct type *type = type_of(p->match, unit);
    struct pose        from = pose_of(p->state, unit), end;
    struct straight    back = { .bearing = heading_normal((int64_t)from.heading + FULL_TURN / 2),
                                .heading = from.heading, .backward = true, .opponent = opponent };
    struct base        other, base;
    struct ground      g;

    if (profile_of(p->match, p->state, unit)->speed == 0 || is_housed(p->state, unit) || is_housed(p->state, opponent)) return;
    other = base_of(p->match, p->state, opponent);
    base = base_of(p->match, p->state, unit);
    while (too_close(&base, &other)) {
        back.length += STEP;
        if (back.length > STEP_BACK_LIMIT) return;
        base = table_base(type->shape, table_moved(from, -back.length, 0));
    }
    if (back.length == 0) return;
    tercios_survey(&g, p->match, p->state);
    if (tercios_go_straight(&g, unit, &back, &end) != back.length) return;
    tercios_put(p->state, unit, end);
    tell(p, EVENT_STEPS_BACK, BE_OUT_12, unit, opponent, back.length, 0, 0);
    tercios_suffer_ground(p, unit, (struct segment){ from.at, end.at });
    tercios_settle(p, unit, from, end);
}

/* BE-CAV-08 */
static void pursue(struct play *p, int unit)
{
    struct pose     from = pose_of(p->state, unit), end;
    struct straight ahead = { .bearing = from.heading, .heading = from.heading,
                              .length = profile_of(p->match, p->state, unit)->speed * INCH, .opponent = NOBODY };
    struct ground   g;
    int32_t         length;

    tercios_survey(&g, p->match, p->state);
    length = tercios_go_straight(&g, unit, &ahead, &end);
    tercios_put(p->state, unit, end);
    tell(p, EVENT_PURSUES, BE_CAV_08, unit, NOBODY, length, 0, 0);
    cite(p, BE_OUT_09);
    if (length > 0) tercios_suffer_ground(p, unit, (struct segment){ from.at, end.at });
    tercios_settle(p, unit, from, end);
}

/* LM-ADAPT-11: dragoons that reach their horses retreat on them. */
static int32_t ride_off(struct play *p, int unit)
{
    struct pose   pose = tercios_mounted(p->match, p->state, unit, p->state->unit[unit].heading);
    struct ground g;

    tercios_survey(&g, p->match, p->state);
    if (!tercios_overlap_refused(&g, unit, pose, NULL)) tercios_mount(p, unit, pose, LM_ADAPT_11);
    else tercios_mount(p, unit, pose_of(p->state, unit), LM_ADAPT_11);
    return 2 * profile_of(p->match, p->state, unit)->speed * INCH;
}

static int shaken_flag(int value)
{
    return value == VALUE_UNIT ? MELEE_ATTACKER_SHAKEN : MELEE_DEFENDER_SHAKEN;
}

void tercios_shaken(struct play *p, int unit)
{
    struct frame *frame = here(p);

    if (frame->phase != PHASE_MELEE || frame->step > MELEE_MOVES) tercios_calls_horses(p, unit, LM_ADAPT_12);
    else frame->value[VALUE_FLAGS] |= shaken_flag(frame->value[VALUE_UNIT] == unit ? VALUE_UNIT : VALUE_TARGET);
}

/* LM-ADAPT-11, -12: dragoons on foot look for their horses when they must retreat, or are disordered; once for a combat. */
static void look_for_horses(struct play *p)
{
    struct frame *frame = here(p);

    for (int value = VALUE_UNIT; value <= VALUE_TARGET && is_liber(p->match); value++) {
        int  unit = frame->value[value];
        bool yields = frame->value[VALUE_OUTCOME] & (value == VALUE_UNIT ? ATTACKER_YIELDS : DEFENDER_YIELDS);
        bool retreats = yields && frame->value[VALUE_OUTCOME] & OUTCOME_RETREAT;
        if (!is_standing(p->state, unit) || !tercios_is_dragoon(p->match, unit)) continue;
        if (!p->state->unit[unit].form) continue;
        if (retreats) frame->value[VALUE_OUTCOME] |= tercios_calls_horses(p, unit, LM_ADAPT_11) ? OUTCOME_MOUNTS : 0;
        else if (frame->value[VALUE_FLAGS] & shaken_flag(value)) tercios_calls_horses(p, unit, LM_ADAPT_12);
    }
}

/* The unit gives way by the rule that fits it, then the other leaves it room. */
static void give_way(struct play *p, int unit, int opponent, int32_t outcome, int32_t flags)
{
    int32_t      speed = profile_of(p->match, p->state, unit)->speed * INCH;
    struct yield yield = { unit, opponent, (outcome & OUTCOME_RETREAT) != 0, (outcome & OUTCOME_DRAW) != 0, speed };

    if (yield.retreats) yield.length = 2 * speed;
    else if (custom(p->match, CUSTOM_DISENGAGE_3IN)) yield.length = SHORT_DISENGAGE;
    if (outcome & OUTCOME_MOUNTS) yield.length = ride_off(p, unit);
    if (has(p->match, p->state, unit, SR_NO_ESCAPE)) tercios_wear(p, unit, 1, BE_ART_05);
    else if (is_housed(p->state, unit)) come_out_and_go_back(p, &yield);
    else turn_and_go_back(p, &yield, flags);
    step_back(p, opponent, unit);
}

/* BE-MELEE-10: with one side destroyed there is nobody to break off from. */
static void make_moves(struct play *p)
{
    const struct frame *frame = here(p);
    int                 attacker = frame->value[VALUE_UNIT], defender = frame->value[VALUE_TARGET];
    int32_t             outcome = frame->value[VALUE_OUTCOME];
    bool                attacker_yields = (outcome & ATTACKER_YIELDS) != 0;
    int                 unit = attacker_yields ? attacker : defender, opponent = attacker_yields ? defender : attacker;

    if (is_standing(p->state, unit) && is_standing(p->state, opponent)) {
        give_way(p, unit, opponent, outcome, attacker_yields ? 0 : frame->value[VALUE_FLAGS]);
        return;
    }
    cite(p, BE_MELEE_10);
    if (!is_liber(p->match) && outcome & OUTCOME_PURSUIT && is_standing(p->state, opponent)) pursue(p, opponent);
}

/* LM-KING-03: who has destroyed the enemy in hand-to-hand, and is of that kind. */
static void go_wild(struct play *p)
{
    const struct frame *frame = here(p);
    struct state       *s = p->state;

    for (int value = VALUE_UNIT; value <= VALUE_TARGET && is_liber(p->match); value++) {
        int unit = frame->value[value], other = frame->value[VALUE_UNIT + VALUE_TARGET - value];
        int successes;
        if (!is_standing(s, unit) || is_standing(s, other) || !has(p->match, s, unit, SR_FRENZIED)) continue;
        successes = tercios_test_order(p, unit, tercios_test_net(p, unit, LM_KING_03), LM_KING_03);
        tell(p, EVENT_FRENZY, LM_KING_03, unit, NOBODY, successes > 0, 0, 0);
        if (tercios_led_by(p->match, s, unit, TRAIT_PASSIONATE)) cite(p, LM_TRAIT_56);
        if (!successes) tercios_disorder(p, unit, LM_KING_03);
        else if (s->unit[unit].wear) s->unit[unit].wear--;
    }
}

/* LM-OUT-13, -14: the unit that may follow up, or NOBODY. */
static int follower(const struct match *m, const struct state *s, const struct frame *frame)
{
    int32_t outcome = frame->value[VALUE_OUTCOME], flags = frame->value[VALUE_FLAGS];
    int     loser, winner;
    bool    charged, gone;

    parties(frame, &loser, &winner);
    if (!custom(m, CUSTOM_ADVANCE) || winner == NOBODY || !is_standing(s, winner) || is_housed(s, winner)) return NOBODY;
    charged = winner == frame->value[VALUE_UNIT] || flags & MELEE_COUNTER;
    gone = !is_standing(s, loser);
    if (charged && (gone || outcome & OUTCOME_RETREAT)) return winner;
    return custom(m, CUSTOM_ANY_WINNER_ADVANCES) && gone && outcome & OUTCOME_BY_BREAK ? winner : NOBODY;
}

/* The direction of a charge is that of its line, even where the base was turned to stand free. */
static int32_t advance_bearing(const struct state *s, int unit)
{
    const struct activation *act = &s->act;
    bool                     on_line = act->unit == unit && !act->counter && (act->from_x != act->to_x || act->from_y != act->to_y);

    return on_line ? table_bearing((struct point){ act->from_x, act->from_y }, (struct point){ act->to_x, act->to_y }) : s->unit[unit].heading;
}

static int32_t advance_to(const struct match *m, const struct state *s, int unit, int32_t length, struct pose *end)
{
    struct straight ahead = { .bearing = advance_bearing(s, unit), .heading = s->unit[unit].heading, .length = length, .opponent = NOBODY };
    struct ground   g;

    tercios_survey(&g, m, s);
    return tercios_go_straight(&g, unit, &ahead, end);
}

static void follow_up(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = follower(p->match, p->state, frame);
    struct pose   end;

    if (!is_liber(p->match)) return;
    if (frame->value[VALUE_OUTCOME] & OUTCOME_PURSUIT) {
        int loser, winner;
        parties(frame, &loser, &winner);
        if (is_standing(p->state, winner) && !is_housed(p->state, winner)) pursue(p, winner);
    } else if (unit != NOBODY && profile_of(p->match, p->state, unit)->speed && advance_to(p->match, p->state, unit, FOLLOW_UP, &end) > 0) {
        go_into(p, PHASE_ADVANCE)->value[VALUE_UNIT] = unit;
    }
}

/* LM-DIRTY-01, -02, LM-WPN-02: may the two go on? */
static bool may_go_on(const struct match *m, const struct state *s, const struct frame *frame)
{
    int attacker = frame->value[VALUE_UNIT], defender = frame->value[VALUE_TARGET];

    if (!custom(m, CUSTOM_DIRTY_WAR) || !(frame->value[VALUE_OUTCOME] & OUTCOME_DRAW)) return false;
    if (!is_standing(s, attacker) || !is_standing(s, defender)) return false;
    if (frame->value[VALUE_FLAGS] & (MELEE_FLANK | MELEE_PROTECTED) || s->unit[defender].dug_in) return false;
    return has(m, s, attacker, W_PIKE) && has(m, s, defender, W_PIKE);
}

static void ask_to_go_on(struct play *p)
{
    struct frame *dirty;
    int           attacker = here(p)->value[VALUE_UNIT], defender = here(p)->value[VALUE_TARGET];

    if (!may_go_on(p->match, p->state, here(p))) {
        if (custom(p->match, CUSTOM_DIRTY_WAR) && here(p)->value[VALUE_OUTCOME] & OUTCOME_DRAW) cite(p, LM_DIRTY_02);
        return;
    }
    dirty = go_into(p, PHASE_DIRTY);
    dirty->value[VALUE_UNIT] = attacker;
    dirty->value[VALUE_TARGET] = defender;
}

static void end_melee(struct play *p)
{
    const struct frame *frame = here(p);
    bool                attacker = is_standing(p->state, frame->value[VALUE_UNIT]);
    bool                defender = is_standing(p->state, frame->value[VALUE_TARGET]);
    bool                repulsed = !attacker || (defender && frame->value[VALUE_OUTCOME] & ATTACKER_YIELDS);

    if (custom(p->match, CUSTOM_TIE_STOPS_MOVER))                  /* LM-REACT-11, -12 */
        repulsed = frame->value[VALUE_OUTCOME] & ATTACKER_YIELDS && !(frame->value[VALUE_OUTCOME] & OUTCOME_DRAW);

    p->state->act.aftermath = repulsed ? AFTERMATH_ATTACKER_REPULSED : AFTERMATH_DEFENDER_REPULSED;
    leave(p);
}

/* BE-MELEE-01, -09, LM-MELEE-10. Only one of the two can have been blocked, and only it can be due for a test after the moves. */
static void enter_melee(struct play *p)
{
    struct frame *frame = here(p);

    switch ((enum melee_step)frame->step++) {
    case MELEE_BEGINS: begin(p); break;
    case MELEE_FIRST_RESISTS: resist(p, false); break;
    case MELEE_ANSWERS: strike(p, false); break;
    case MELEE_SECOND_RESISTS: resist(p, true); break;
    case MELEE_IS_WON: find_winner(p); break;
    case MELEE_IS_LOST: apply_loss(p); break;
    case MELEE_SWORDS: face_great_swords(p); break;
    case MELEE_FIRST_BREAKS: test_one(p, true); break;
    case MELEE_SECOND_BREAKS: test_one(p, false); break;
    case MELEE_GOES_ON: ask_to_go_on(p); break;
    case MELEE_MOVES:
        look_for_horses(p);
        make_moves(p);
        break;
    case MELEE_FIRST_SUFFERS: tercios_test_break(p, frame->value[VALUE_UNIT]); break;
    case MELEE_SECOND_SUFFERS: tercios_test_break(p, frame->value[VALUE_TARGET]); break;
    case MELEE_FRENZY: go_wild(p); break;
    case MELEE_FOLLOWS: follow_up(p); break;
    default: end_melee(p);
    }
}

/* LM-DIRTY-01, -05: the attacker is asked first; one who wants to go on is enough. */

static void enter_dirty(struct play *p)
{
    int unit = here(p)->value[here(p)->step == 0 ? VALUE_UNIT : VALUE_TARGET];

    if (here(p)->step == 2) leave(p);
    else ask(p, SEAT_BIT(side_of(p->match, unit)));
}

static int16_t asked_to_go_on(const struct state *s)
{
    const struct frame *frame = flow_top_const(&s->flow);

    return (int16_t)frame->value[frame->step == 0 ? VALUE_UNIT : VALUE_TARGET];
}

static void offer_dirty(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = asked_to_go_on(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_DIRTY, .unit = asked_to_go_on(s) }, 0);
}

static rule_id refuse_dirty(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                            struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_DIRTY || d->kind == DO_STOP) && d->unit == asked_to_go_on(s) ? 0 : refuse_with(why, LM_DIRTY_01, 0, 0);
}

static void take_dirty(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *melee;
    int           rounds;

    (void)seat;
    if (d->kind == DO_STOP) {
        here(p)->step++;
        return;
    }
    leave(p);
    melee = here(p);
    rounds = (melee->value[VALUE_FLAGS] >> ROUND_SHIFT) + 1;
    tell(p, EVENT_DIRTY_WAR, LM_DIRTY_01, melee->value[VALUE_UNIT], melee->value[VALUE_TARGET], rounds + 1, 0, 0);
    cite(p, LM_WPN_02);
    cite(p, LM_DIRTY_03);
    cite(p, LM_DIRTY_04);
    cite(p, LM_DIRTY_05);
    if (p->state->unit[melee->value[VALUE_TARGET]].braced) cite(p, LM_DIRTY_06);
    melee->value[VALUE_FLAGS] = (melee->value[VALUE_FLAGS] & ((1 << ROUND_SHIFT) - 1)) | MELEE_EXTRA | rounds << ROUND_SHIFT;
    melee->value[VALUE_OUTCOME] = 0;
    melee->step = MELEE_BEGINS;
}

/* LM-OUT-13: 0 to 3 in straight on. */

static void enter_advance(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_advance(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_ADVANCE, .unit = acting(s) }, USES_VALUE);
}

static rule_id refuse_advance(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                              struct refusal *why)
{
    struct pose end;

    (void)seat;
    if ((d->kind != DO_ADVANCE && d->kind != DO_STOP) || d->unit != acting(s)) return refuse_with(why, LM_OUT_13, 0, 0);
    if (d->kind == DO_STOP) return 0;
    if (!between(1, d->value, FOLLOW_UP)) return refuse_with(why, LM_OUT_13, d->value, FOLLOW_UP);
    return advance_to(m, s, d->unit, d->value, &end) == d->value ? 0 : refuse_with(why, LM_OUT_13, d->value, FOLLOW_UP);
}

static void take_advance(struct play *p, seat_id seat, const struct decision *d)
{
    struct pose from = pose_of(p->state, d->unit), end;
    bool        charged;

    (void)seat;
    leave(p);
    if (d->kind == DO_STOP) return;
    charged = d->unit == here(p)->value[VALUE_UNIT] || here(p)->value[VALUE_FLAGS] & MELEE_COUNTER;
    advance_to(p->match, p->state, d->unit, d->value, &end);
    tercios_put(p->state, d->unit, end);
    tell(p, EVENT_ADVANCES, charged ? LM_OUT_13 : LM_OUT_14, d->unit, NOBODY, d->value, 0, 0);
    tercios_suffer_ground(p, d->unit, (struct segment){ from.at, end.at });
    tercios_settle(p, d->unit, from, end);
}

/* LM-TRAIT-62: an elegant commander may turn a retreat into a disengagement. */

static void enter_elegant(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_elegant(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_TEST, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = acting(s) }, 0);
}

static rule_id refuse_elegant(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                              struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_TEST || d->kind == DO_STOP) && d->unit == acting(s) ? 0 : refuse_with(why, LM_TRAIT_62, 0, 0);
}

static void take_elegant(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    leave(p);
    if (d->kind == DO_STOP) return;
    tercios_exhaust(p, tercios_elegant(p->match, p->state, d->unit), LM_TRAIT_62);
    here(p)->value[VALUE_OUTCOME] &= ~OUTCOME_RETREAT;
}

const struct phase tercios_melee = { .name = "melee", .rule = BE_MELEE_01, .enter = enter_melee };
const struct phase tercios_dirty = { "dirty", LM_DIRTY_01, enter_dirty, offer_dirty, refuse_dirty, take_dirty,
                                     .step = STEP_BELOW, .settles = true };
const struct phase tercios_advance = { "advance", LM_OUT_13, enter_advance, offer_advance, refuse_advance, take_advance,
                                       .step = STEP_BELOW, .settles = true };
const struct phase tercios_elegant_phase = { "elegant", LM_TRAIT_62, enter_elegant, offer_elegant, refuse_elegant, take_elegant,
                                             .step = STEP_BELOW, .settles = true };
