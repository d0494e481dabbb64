/*
 * traits.c: the command actions: which there are, at whom they may be aimed, and how one is tried (ledger chapters LM-CACT, LM-TRAITS,
 * LM-TRAIT, table T16).
 *
 * A commander declares an action with its targets, tests, and if that has worked (and no enemy keeps cold blood, LM-TRAIT-31) its effect
 * follows: trait_effects.c. What its owner then decides of it is in trait_answers.c. Traits that need no action are asked for by the
 * code whose rules they change (tercios_led_by).
 */
#include "traits.h"

#include <string.h>

enum { WITHIN = 6 * INCH };           /* LM-TRAIT-31, -35, -37, -64 */

/* The table that a deed is judged on. */

static void look_out(struct outlook *outlook, const struct match *m, const struct state *s, int commander)
{
    outlook->m = m;
    outlook->s = s;
    outlook->commander = commander;
    outlook->surveyed = false;
    memset(outlook->sees, SEEN_NOT_ASKED, sizeof outlook->sees);
}

static const struct ground *ground_of(struct outlook *outlook)
{
    if (!outlook->surveyed) tercios_survey(&outlook->g, outlook->m, outlook->s);
    outlook->surveyed = true;
    return &outlook->g;
}

/* LM-CACT-04 */
static bool sees(struct outlook *outlook, int piece)
{
    uint8_t *seen = &outlook->sees[piece];

    if (*seen == SEEN_NOT_ASKED)
        *seen = tercios_needs_no_sight(outlook->m, outlook->commander, piece) ||
                tercios_commander_sees(ground_of(outlook), outlook->commander, piece) ? SEEN_YES : SEEN_NO;
    return *seen == SEEN_YES;
}

/* What a deed needs. */

static rule_id refuse_target(const struct deed *deed, struct refusal *why)
{
    return refuse_for(why, trait_table[deed->trait].rule, deed->target);
}

static rule_id needs_order(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return holds_order(s, deed->target) ? 0 : refuse_target(deed, why);
}

/* LM-CACT-10: of a unit that is to be activated in this step. */
static rule_id needs_turn(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    return holds_order(s, deed->target) ? tercios_turn_refused(m, s, deed->target, why) : refuse_target(deed, why);
}

/* LM-CACT-09: who is activated once more, or without its order, takes the place of the unit of this step: LM-TRAIT-11 has its say. */
static rule_id extra_turn_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    for (int other = 0; other < m->units; other++)
        if (other != unit && side_of(m, other) == side_of(m, unit) && holds_order(s, other) && s->unit[other].effects & EFFECT_EAGLE_EYED)
            return refuse_for(why, LM_TRAIT_11, other);
    return 0;
}

static rule_id needs_virtue(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)s;
    return value_virtues(m, deed->commander) ? 0 : refuse_with(why, LM_VIRT_02, 0, 0);
}

rule_id trait_face_refused(const struct match *m, const struct state *s, int unit, int side, struct refusal *why)
{
    struct ground g;
    struct pose   pose;

    if (is_housed(s, unit)) return refuse_with(why, BE_TERR_22, 0, 0);
    tercios_survey(&g, m, s);
    return tercios_face_refused(&g, unit, (enum base_side)side, &pose, why);
}

static rule_id needs_facing(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    const struct ground *g = ground_of(deed->outlook);
    struct pose          pose;

    (void)m;
    for (int side = SIDE_RIGHT; side <= SIDE_LEFT && !is_housed(s, deed->target); side++)
        if (!tercios_face_refused(g, deed->target, (enum base_side)side, &pose, NULL)) return 0;
    return refuse_for(why, BE_FACE_03, deed->target);
}

static rule_id needs_spent(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return holds_card(s, deed->target) ? refuse_target(deed, why) : 0;
}

static rule_id needs_exhausted(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return s->unit[deed->target].exhausted ? 0 : refuse_target(deed, why);
}

static rule_id needs_fresh(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return s->unit[deed->target].exhausted ? refuse_target(deed, why) : 0;
}

/* The two of a pair that is the same either way round are named in the order of their numbers. */
static rule_id pair_refused(const struct deed *deed, struct refusal *why)
{
    return deed->target < deed->other ? 0 : refuse_for(why, LM_CACT_02, deed->other);
}

/* LM-TRAIT-11 and -13 speak of the next unit alone: that is the first of the two, and either may be the first. */
static bool may_come_second(rule_id rule) { return rule == LM_TRAIT_11 || rule == LM_TRAIT_13; }

static rule_id coordinator_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    struct deed other = *deed;
    rule_id     rule = pair_refused(deed, why), one, two;

    if (rule) return rule;
    other.target = deed->other;
    one = needs_turn(m, s, deed, NULL);
    two = needs_turn(m, s, &other, NULL);
    if ((!one && may_come_second(two)) || (!two && may_come_second(one))) return 0;
    return one ? needs_turn(m, s, deed, why) : needs_turn(m, s, &other, why);
}

static rule_id needs_disorder(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return s->unit[deed->target].disordered ? 0 : refuse_target(deed, why);
}

/* LM-TRAIT-14, G-39: the commander joins it (LM-ATT-09), and it must have somebody to charge. */
static rule_id fearless_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    int     unit = deed->target;
    rule_id rule = tercios_order_refused(m, s, unit, ORDER_ATTACK, why);

    if (rule) return rule;
    if (s->unit[unit].leader) return refuse_for(why, LM_ATT_09, unit);
    rule = holds_order(s, unit) ? tercios_turn_refused(m, s, unit, why) : extra_turn_refused(m, s, unit, why);
    if (rule) return rule;
    return tercios_can_charge(ground_of(deed->outlook), unit) ? 0 : refuse_target(deed, why);
}

/* LM-TRAIT-15: not one that lost its order unseen, nor one that has since been given another. */
static rule_id hero_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    rule_id rule;

    if (holds_card(s, deed->target) || !s->unit[deed->target].spent) return refuse_target(deed, why);
    rule = tercios_order_refused(m, s, deed->target, s->unit[deed->target].spent, why);
    if (rule) return rule;                               /* LM-ADAPT-06: dragoons that have mounted since do not charge again */
    return extra_turn_refused(m, s, deed->target, why);
}

/* LM-TRAIT-16, LM-INF-06 */
static rule_id honourable_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    int least = has(m, s, deed->target, SR_ELITE) ? 1 : 2;

    return s->unit[deed->target].wear >= least ? 0 : refuse_target(deed, why);
}

static rule_id meticulous_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    if (!holds_order(s, deed->target) || s->unit[deed->target].last) return refuse_target(deed, why);
    return s->unit[deed->target].effects & EFFECT_EAGLE_EYED ? refuse_for(why, LM_TRAIT_11, deed->target) : needs_order(m, s, deed, why);
}

/* LM-TRAIT-22: nobody knows what is on a blind card. */
static rule_id perfectionist_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    const struct unit *u = &s->unit[deed->target];

    if (u->blind || u->wear || u->order != ORDER_FIRE) return refuse_target(deed, why);
    return needs_turn(m, s, deed, why);
}

/* A first look: too far for any charge, whatever the ground. */
static bool out_of_reach(const struct match *m, const struct state *s, int unit, int target)
{
    int64_t reach = (int64_t)tercios_speed(m, s, unit, NET_ATTACK, T_EASY) + 2 * type_of(m, target)->shape.radius + TOLERANCE;

    if (is_housed(s, unit) || is_housed(s, target)) return false;
    return square_apart(pose_of(s, unit).at, pose_of(s, target).at) > reach * reach;
}

/* LM-TRAIT-24: those who may never be told to charge are not to be provoked. */
static rule_id provoker_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    rule_id       rule = tercios_order_refused(m, s, deed->target, ORDER_ATTACK, why);
    struct charge charge;

    if (rule) return rule;
    if (!holds_order(s, deed->target) || out_of_reach(m, s, deed->target, deed->other)) return refuse_target(deed, why);
    return tercios_charge_refused(ground_of(deed->outlook), deed->target, deed->other, -1, &charge, why) ? refuse_as(why, LM_TRAIT_24) : 0;
}

static rule_id smart_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return holds_card(s, deed->target) ? 0 : refuse_target(deed, why);
}

static rule_id accomplice_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return s->unit[deed->target].with ? refuse_target(deed, why) : 0;
}

/* LM-GEO-06; LM-DECOR-13: in a building, from its outline. */
static bool are_near(const struct match *m, const struct state *s, int a, int b)
{
    return tercios_within(m, s, a, b, WITHIN);
}

static bool is_type(const struct match *m, int unit, const char *id)
{
    return !strcmp(m->piece[unit].type, id);
}

/* LM-INF-16: a corps of musketeers is no battalion. */
static bool is_corps(const struct match *m, int unit)
{
    return is_type(m, unit, "musketeer_corps");
}

/* LM-TRAIT-35 */
static rule_id experienced_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    bool company = is_type(m, deed->target, "shot_company") || is_type(m, deed->target, "pike_company");
    bool battalion = type_of(m, deed->other)->class == CLASS_SQUADRON && !is_corps(m, deed->other);

    if (!company || !battalion || s->unit[deed->target].wear > 1) return refuse_target(deed, why);
    return are_near(m, s, deed->target, deed->other) ? 0 : refuse_target(deed, why);
}

static rule_id expert_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    return has(m, s, deed->target, SR_BRIGADE) ? needs_virtue(m, s, deed, why) : refuse_target(deed, why);
}

static rule_id indefatigable_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    int  from = deed->target, to = deed->other;
    bool one_kind = type_of(m, from)->class == type_of(m, to)->class && is_corps(m, from) == is_corps(m, to);

    if (!one_kind || m->regiment_of[from] != m->regiment_of[to]) return refuse_target(deed, why);
    return s->unit[from].wear && are_near(m, s, from, to) ? 0 : refuse_target(deed, why);
}

/* LM-TRAIT-39: where he may go is a matter of riding. */
static rule_id nimble_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    if (!s->unit[deed->commander].with || s->unit[deed->commander].joined) return refuse_with(why, LM_TRAIT_39, 0, 0);
    return tercios_nimble_refused(m, s, deed->commander, deed->target, why);
}

static rule_id prepared_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    return has(m, s, deed->target, SR_CARTHORSES) && !s->unit[deed->target].form ? 0 : refuse_target(deed, why);
}

static rule_id protector_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    (void)m;
    return is_housed(s, deed->target) ? refuse_target(deed, why) : 0;
}

static rule_id skilled_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    rule_id rule = needs_order(m, s, deed, why);

    return rule ? rule : needs_facing(m, s, deed, why);
}

static rule_id tenacious_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    return has(m, s, deed->target, SR_LIGHT) ? needs_turn(m, s, deed, why) : refuse_target(deed, why);
}

static rule_id trickster_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    return tercios_in_hidden(m, s, deed->target) ? needs_turn(m, s, deed, why) : refuse_target(deed, why);
}

static rule_id enigmatic_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    if (!holds_order(s, deed->target) || !holds_order(s, deed->other) || !are_near(m, s, deed->target, deed->other))
        return refuse_target(deed, why);
    return pair_refused(deed, why);
}

/*
 * T16. A row without a score is no command action: it is automatic, or answers something (LM-TRAIT-18, -31), or belongs to the set-up
 * (LM-TRAIT-06, -63).
 */
#define NEAR_OWN        .aim = AIM_OWN, .range = RANGE_RADIUS
#define NEAR_GUN        .aim = AIM_OWN_GUN, .range = RANGE_RADIUS
#define SEEN_ENEMY      .aim = AIM_ENEMY, .range = RANGE_SIGHT
#define SEEN_OTHER_SIDE .aim = AIM_ENEMY_COMMANDER, .range = RANGE_SIGHT

const struct trait_row trait_table[TRAITS] = {
    [TRAIT_FAST]          = { LM_TRAIT_01, FROM_ALL, 5, .works = trait_fast },
    [TRAIT_INSPIRING]     = { LM_TRAIT_02, FROM_ALL, 5, NEAR_OWN, .refused = needs_virtue, .works = trait_inspiring },
    [TRAIT_ALERT]         = { LM_TRAIT_03, FROM_BASE, 5, NEAR_OWN, .refused = needs_facing, .works = trait_ask },
    [TRAIT_AUTHORITARIAN] = { LM_TRAIT_04, FROM_BASE, 5, NEAR_OWN, .refused = needs_turn, .works = trait_mark,
                              .mark = EFFECT_AUTHORITARIAN },
    [TRAIT_BOLD]          = { LM_TRAIT_05, FROM_BASE, 5, NEAR_OWN, .refused = needs_order, .works = trait_ask },
    [TRAIT_CARTOGRAPHER]  = { .rule = LM_TRAIT_06, .origin = FROM_BASE },
    [TRAIT_CAUTIOUS]      = { LM_TRAIT_07, FROM_BASE, 5, NEAR_OWN, .refused = needs_spent, .works = trait_ask },
    [TRAIT_COMRADE]       = { LM_TRAIT_08, FROM_BASE, 6, .aim = AIM_OWN_COMMANDER, .range = RANGE_RADIUS, .refused = needs_exhausted,
                              .works = trait_comrade },
    [TRAIT_COORDINATOR]   = { LM_TRAIT_09, FROM_BASE, 5, NEAR_OWN, .other_aim = AIM_OWN, .other_range = RANGE_RADIUS,
                              .refused = coordinator_refused, .works = trait_coordinator },
    [TRAIT_DILIGENT]      = { LM_TRAIT_10, FROM_BASE, 6, NEAR_OWN, .refused = needs_disorder, .works = trait_diligent },
    [TRAIT_EAGLE_EYED]    = { LM_TRAIT_11, FROM_BASE, 6, SEEN_ENEMY, .refused = needs_order, .works = trait_eagle_eyed },
    [TRAIT_ENGINEER]      = { LM_TRAIT_12, FROM_BASE, 5, NEAR_GUN, .works = trait_engineer },
    [TRAIT_ERUDITE]       = { LM_TRAIT_13, FROM_BASE, 5, SEEN_ENEMY, .refused = needs_order, .works = trait_erudite },
    [TRAIT_FEARLESS]      = { LM_TRAIT_14, FROM_BASE, 5, NEAR_OWN, .refused = fearless_refused, .works = trait_fearless },
    [TRAIT_HERO]          = { LM_TRAIT_15, FROM_BASE, 5, NEAR_OWN, .refused = hero_refused, .works = trait_hero },
    [TRAIT_HONOURABLE]    = { LM_TRAIT_16, FROM_BASE, 6, NEAR_OWN, .refused = honourable_refused, .works = trait_honourable },
    [TRAIT_INTRIGUER]     = { LM_TRAIT_17, FROM_BASE, 6, SEEN_OTHER_SIDE, .works = trait_intriguer },
    [TRAIT_LUCKY]         = { .rule = LM_TRAIT_18, .origin = FROM_BASE },
    [TRAIT_MENTOR]        = { LM_TRAIT_19, FROM_BASE, 5, NEAR_OWN, .refused = needs_turn, .works = trait_mentor },
    [TRAIT_METICULOUS]    = { LM_TRAIT_20, FROM_BASE, 5, NEAR_OWN, .refused = meticulous_refused, .works = trait_meticulous },
    [TRAIT_PATIENT]       = { LM_TRAIT_21, FROM_BASE, 5, .works = trait_patient },
    [TRAIT_PERFECTIONIST] = { LM_TRAIT_22, FROM_BASE, 5, NEAR_OWN, .regardless = true, .refused = perfectionist_refused,
                              .works = trait_perfectionist },
    [TRAIT_PIOUS]         = { LM_TRAIT_23, FROM_BASE, 5, NEAR_OWN, .refused = needs_turn, .works = trait_pious },
    [TRAIT_PROVOKER]      = { LM_TRAIT_24, FROM_BASE, 6, SEEN_ENEMY, .other_aim = AIM_OWN, .refused = provoker_refused,
                              .works = trait_provoker },
    [TRAIT_RELENTLESS]    = { LM_TRAIT_25, FROM_BASE, 5, NEAR_OWN, .refused = needs_order, .works = trait_relentless },
    [TRAIT_SCHEMER]       = { LM_TRAIT_26, FROM_BASE, 5, SEEN_ENEMY, .refused = needs_order, .works = trait_schemer },
    [TRAIT_SMART]         = { LM_TRAIT_27, FROM_BASE, 5, SEEN_ENEMY, .refused = smart_refused, .works = trait_smart },
    [TRAIT_SWIFT]         = { LM_TRAIT_28, FROM_BASE, 5, NEAR_OWN, .works = trait_mark, .mark = EFFECT_SWIFT },
    [TRAIT_TERRIBLE]      = { LM_TRAIT_29, FROM_BASE, 5, .aim = AIM_ENEMY, .range = RANGE_RADIUS, .works = trait_mark,
                              .mark = EFFECT_TERRIBLE },
    [TRAIT_ACCOMPLICE]    = { LM_TRAIT_30, FROM_KINGDOMS, 5, .aim = AIM_OWN_COMMANDER, .range = RANGE_SIGHT,
                              .refused = accomplice_refused, .works = trait_accomplice },
    [TRAIT_COLD]          = { .rule = LM_TRAIT_31, .origin = FROM_KINGDOMS },
    [TRAIT_DETERMINED]    = { LM_TRAIT_32, FROM_KINGDOMS, 5, NEAR_OWN, .refused = needs_turn, .works = trait_mark,
                              .mark = EFFECT_DETERMINED },
    [TRAIT_ENERGETIC]     = { LM_TRAIT_33, FROM_KINGDOMS, 5, NEAR_OWN, .refused = needs_turn, .works = trait_mark,
                              .mark = EFFECT_ENERGETIC },
    [TRAIT_ENTHUSIASTIC]  = { LM_TRAIT_34, FROM_KINGDOMS, 5, NEAR_OWN, .refused = needs_turn, .works = trait_mark,
                              .mark = EFFECT_ENTHUSIASTIC },
    [TRAIT_EXPERIENCED]   = { LM_TRAIT_35, FROM_KINGDOMS, 5, NEAR_OWN, .other_aim = AIM_OWN, .other_range = RANGE_RADIUS,
                              .refused = experienced_refused, .works = trait_experienced },
    [TRAIT_EXPERT]        = { LM_TRAIT_36, FROM_KINGDOMS, 5, NEAR_OWN, .refused = expert_refused, .works = trait_inspiring },
    [TRAIT_INDEFATIGABLE] = { LM_TRAIT_37, FROM_KINGDOMS, 5, .aim = AIM_OWN_ANY, .range = RANGE_RADIUS, .other_aim = AIM_OWN_ANY,
                              .other_range = RANGE_RADIUS, .refused = indefatigable_refused, .works = trait_indefatigable },
    [TRAIT_INNOVATIVE]    = { LM_TRAIT_38, FROM_KINGDOMS, 5, NEAR_OWN, .works = trait_innovative, .mark = EFFECT_INNOVATIVE },
    [TRAIT_NIMBLE]        = { LM_TRAIT_39, FROM_KINGDOMS, 5, .aim = AIM_OWN_ANY, .regardless = true, .refused = nimble_refused,
                              .works = trait_nimble },
    [TRAIT_NOTABLE]       = { LM_TRAIT_40, FROM_KINGDOMS, 5, .aim = AIM_OWN, .range = RANGE_SIGHT, .works = trait_mark,
                              .mark = EFFECT_NOTABLE },
    [TRAIT_PREPARED_ARTILLERY] = { LM_TRAIT_41, FROM_KINGDOMS, 5, NEAR_GUN, .refused = prepared_refused, .works = trait_prepared },
    [TRAIT_PROTECTOR]     = { LM_TRAIT_42, FROM_KINGDOMS, 5, NEAR_OWN, .regardless = true, .refused = protector_refused,
                              .works = trait_ask },
    [TRAIT_RUTHLESS]      = { LM_TRAIT_43, FROM_KINGDOMS, 5, SEEN_ENEMY, .works = trait_ruthless, .mark = EFFECT_RUTHLESS },
    [TRAIT_SHARP]         = { LM_TRAIT_44, FROM_KINGDOMS, 6, SEEN_OTHER_SIDE, .refused = needs_fresh, .works = trait_mark,
                              .mark = EFFECT_SHARP },
    [TRAIT_SKILLED]       = { LM_TRAIT_45, FROM_KINGDOMS, 5, NEAR_GUN, .regardless = true, .refused = skilled_refused,
                              .works = trait_skilled },
    [TRAIT_STOIC]         = { LM_TRAIT_46, FROM_KINGDOMS, 5, NEAR_OWN, .works = trait_mark, .mark = EFFECT_STOIC },
    [TRAIT_TENACIOUS]     = { LM_TRAIT_47, FROM_KINGDOMS, 5, NEAR_OWN, .refused = tenacious_refused, .works = trait_mark,
                              .mark = EFFECT_TENACIOUS },
    [TRAIT_TRICKSTER]     = { LM_TRAIT_48, FROM_KINGDOMS, 5, NEAR_OWN, .refused = trickster_refused, .works = trait_ask },
    [TRAIT_UNDAUNTED]     = { LM_TRAIT_49, FROM_KINGDOMS, 5, NEAR_OWN, .works = trait_mark, .mark = EFFECT_UNDAUNTED },
    [TRAIT_AGGRESSIVE]    = { .rule = LM_TRAIT_50, .origin = FROM_KINGDOMS },
    [TRAIT_BRAVE]         = { .rule = LM_TRAIT_51, .origin = FROM_KINGDOMS },
    [TRAIT_CALM]          = { .rule = LM_TRAIT_52, .origin = FROM_KINGDOMS },
    [TRAIT_DIPLOMATIC]    = { .rule = LM_TRAIT_53, .origin = FROM_KINGDOMS },
    [TRAIT_GALLANT]       = { .rule = LM_TRAIT_54, .origin = FROM_KINGDOMS },
    [TRAIT_IMPERTURBABLE] = { .rule = LM_TRAIT_55, .origin = FROM_KINGDOMS },
    [TRAIT_PASSIONATE]    = { .rule = LM_TRAIT_56, .origin = FROM_KINGDOMS },
    [TRAIT_PHLEGMATIC]    = { .rule = LM_TRAIT_57, .origin = FROM_KINGDOMS },
    [TRAIT_PREPARED_LIGHT] = { .rule = LM_TRAIT_58, .origin = FROM_KINGDOMS },
    [TRAIT_SELFLESS]      = { .rule = LM_TRAIT_59, .origin = FROM_KINGDOMS },
    [TRAIT_WEALTHY]       = { .rule = LM_TRAIT_60, .origin = FROM_KINGDOMS },
    [TRAIT_RESPECTABLE]   = { .rule = LM_TRAIT_61, .origin = FROM_KINGDOMS },
    [TRAIT_ELEGANT]       = { .rule = LM_TRAIT_62, .origin = FROM_EXTRAS },
    [TRAIT_GUARDED]       = { .rule = LM_TRAIT_63, .origin = FROM_EXTRAS },
    [TRAIT_ENIGMATIC]     = { LM_TRAIT_64, FROM_EXTRAS, 6, SEEN_ENEMY, .other_aim = AIM_ENEMY, .other_range = RANGE_SIGHT,
                              .refused = enigmatic_refused, .works = trait_enigmatic }
};

/* Whom it may be aimed at. */

/* LM-TRAITS-01, -02, -04 */
static bool has_trait(const struct match *m, int commander, int trait)
{
    switch (trait_table[trait].origin) {
    case FROM_ALL:      return true;
    case FROM_KINGDOMS: if (!custom(m, CUSTOM_KINGDOMS)) return false; break;
    case FROM_EXTRAS:   if (!m->head.option[LIBER_EXTRAS]) return false; break;
    default:            break;
    }
    return (commander_of(m, commander)->traits & UINT64_C(1) << trait) != 0;
}

static bool is_gun(const struct match *m, int unit)
{
    return type_of(m, unit)->class == CLASS_ARTILLERY;
}

static rule_id unit_refused(const struct match *m, const struct deed *deed, int unit, int aim, struct refusal *why)
{
    bool own = aim != AIM_ENEMY;

    if (is_commander(m, unit)) return refuse_for(why, trait_table[deed->trait].rule, unit);
    if (own == are_enemies(m, deed->commander, unit)) return refuse_for(why, LM_TRAITS_06, unit);
    if (is_gun(m, unit) && aim != AIM_OWN_GUN && aim != AIM_OWN_ANY) return refuse_for(why, LM_ART_04, unit);
    if (!is_gun(m, unit) && aim == AIM_OWN_GUN) return refuse_for(why, trait_table[deed->trait].rule, unit);
    return own && !tercios_interacts(m, deed->commander, unit) ? refuse_for(why, LM_TRAITS_06, unit) : 0;
}

static rule_id officer_refused(const struct match *m, const struct deed *deed, int piece, int aim, struct refusal *why)
{
    bool own = aim == AIM_OWN_COMMANDER;

    if (!is_commander(m, piece) || piece == deed->commander || own == are_enemies(m, deed->commander, piece))
        return refuse_for(why, trait_table[deed->trait].rule, piece);
    return 0;
}

/* LM-CACT-03, -04 */
static rule_id range_refused(const struct match *m, const struct state *s, const struct deed *deed, int piece, int range,
                             struct refusal *why)
{
    if (range == RANGE_ANY) return 0;
    if (range == RANGE_RADIUS && !tercios_within(m, s, deed->commander, piece, tercios_radius(m, deed->commander)))
        return refuse_for(why, LM_CACT_03, piece);
    return sees(deed->outlook, piece) ? 0 : refuse_for(why, LM_CACT_04, piece);
}

static rule_id target_refused(const struct match *m, const struct state *s, const struct deed *deed, bool second, struct refusal *why)
{
    const struct trait_row *row = &trait_table[deed->trait];
    int                     piece = second ? deed->other : deed->target, aim = second ? row->other_aim : row->aim;
    rule_id                 rule;

    if (aim == AIM_NOBODY) return 0;
    if (!is_standing(s, piece) || (second && piece == deed->target)) return refuse_for(why, LM_CACT_02, piece);
    rule = aim == AIM_OWN_COMMANDER || aim == AIM_ENEMY_COMMANDER ? officer_refused(m, deed, piece, aim, why)
                                                                  : unit_refused(m, deed, piece, aim, why);
    return rule ? rule : range_refused(m, s, deed, piece, second ? row->other_range : row->range, why);
}

/* LM-ATT-03: one who is with a unit can only leave it, nimbly. */
static rule_id trait_closed(const struct match *m, const struct state *s, int commander, int trait, struct refusal *why)
{
    if (!has_trait(m, commander, trait)) return refuse_with(why, LM_TRAITS_02, 0, 0);
    if (!trait_table[trait].need) return refuse_with(why, trait_table[trait].rule, 0, 0);
    return s->unit[commander].with && trait != TRAIT_NIMBLE ? refuse_for(why, LM_ATT_03, commander) : 0;
}

/* The trait is open to him; LM-CACT-02 for the targets. */
static rule_id deed_refused(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why)
{
    const struct trait_row *row = &trait_table[deed->trait];
    rule_id                 rule = target_refused(m, s, deed, false, why);

    if (!rule) rule = target_refused(m, s, deed, true, why);
    return !rule && row->refused ? row->refused(m, s, deed, why) : rule;
}

static uint16_t kind_of(int trait)
{
    return trait_table[trait].aim == AIM_NOBODY ? DO_ACT : trait_table[trait].other_aim == AIM_NOBODY ? DO_ACT_ON : DO_ACT_ON_TWO;
}

static struct deed deed_by(const struct decision *d)
{
    return (struct deed){ d->choice, d->unit, d->kind == DO_ACT ? NOBODY : d->target, d->kind == DO_ACT_ON_TWO ? d->value : NOBODY, NULL };
}

rule_id tercios_trait_refused(const struct match *m, const struct state *s, int commander, const struct decision *d, struct refusal *why)
{
    struct outlook outlook;
    struct deed    deed;
    rule_id        rule;

    if (d->unit != commander || !between(0, d->choice, TRAITS - 1)) return refuse_with(why, LM_CACT_02, 0, 0);
    rule = trait_closed(m, s, commander, d->choice, why);
    if (rule) return rule;
    if (d->kind != kind_of(d->choice)) return refuse_with(why, LM_CACT_02, 0, 0);
    if (d->kind == DO_ACT_ON_TWO && !between(0, d->value, m->head.pieces - 1)) return refuse_with(why, LM_CACT_02, 0, 0);
    deed = deed_by(d);
    look_out(&outlook, m, s, commander);
    deed.outlook = &outlook;
    return deed_refused(m, s, &deed, why);
}

/* Without `offers` it stops at the first. */
static bool offer_seconds(const struct match *m, const struct state *s, struct deed deed, struct offers *offers)
{
    struct decision d = { .kind = DO_ACT_ON_TWO, .unit = (int16_t)deed.commander, .choice = (int16_t)deed.trait,
                          .target = (int16_t)deed.target };
    bool            any = false;

    for (deed.other = 0; deed.other < m->head.pieces; deed.other++) {
        const struct trait_row *row = &trait_table[deed.trait];
        if (target_refused(m, s, &deed, true, NULL) || (row->refused && row->refused(m, s, &deed, NULL))) continue;
        any = true;
        if (!offers) break;
        d.value = deed.other;
        offer_add(offers, d, 0);
    }
    return any;
}

static bool offer_targets(const struct match *m, const struct state *s, struct deed deed, struct offers *offers)
{
    struct decision d = { .kind = DO_ACT_ON, .unit = (int16_t)deed.commander, .choice = (int16_t)deed.trait };
    bool            pairs = trait_table[deed.trait].other_aim != AIM_NOBODY, any = false;

    for (deed.target = 0; deed.target < m->head.pieces && (offers || !any); deed.target++) {
        deed.other = NOBODY;
        if (pairs) {
            if (!target_refused(m, s, &deed, false, NULL)) any |= offer_seconds(m, s, deed, offers);
            continue;
        }
        if (deed_refused(m, s, &deed, NULL)) continue;
        any = true;
        d.target = (int16_t)deed.target;
        if (offers) offer_add(offers, d, 0);
    }
    return any;
}

static bool offer_trait(struct outlook *outlook, int trait, struct offers *offers)
{
    const struct match *m = outlook->m;
    const struct state *s = outlook->s;
    int                 commander = outlook->commander;
    struct deed         deed = { trait, commander, NOBODY, NOBODY, outlook };

    if (trait_closed(m, s, commander, trait, NULL)) return false;
    if (trait_table[trait].aim != AIM_NOBODY) return offer_targets(m, s, deed, offers);
    if (deed_refused(m, s, &deed, NULL)) return false;
    if (offers) offer_add(offers, (struct decision){ .kind = DO_ACT, .unit = (int16_t)commander, .choice = (int16_t)trait }, 0);
    return true;
}

void tercios_offer_traits(const struct match *m, const struct state *s, int commander, struct offers *offers)
{
    struct outlook outlook;

    look_out(&outlook, m, s, commander);
    for (int trait = 0; trait < TRAITS; trait++) offer_trait(&outlook, trait, offers);
}

bool tercios_may_act(const struct match *m, const struct state *s, int commander)
{
    struct outlook outlook;

    look_out(&outlook, m, s, commander);
    for (int trait = 0; trait < TRAITS; trait++)
        if (offer_trait(&outlook, trait, NULL)) return true;
    return false;
}

/* Trying it. */

struct deed trait_deed(const struct state *s)
{
    const struct frame *frame = flow_top_const(&s->flow);

    return (struct deed){ frame->value[VALUE_TRAIT], frame->value[VALUE_UNIT], frame->value[VALUE_TARGET], frame->value[VALUE_OTHER], NULL };
}

void tercios_begin_trait(struct play *p, const struct decision *d)
{
    struct deed             deed = deed_by(d);
    const struct trait_row *row = &trait_table[deed.trait];
    struct frame           *frame;
    int                     successes;

    tell(p, EVENT_ACTS, LM_CACT_02, deed.commander, deed.target, deed.trait, 0, 0);
    cite(p, row->rule);
    successes = tercios_command_test(p, deed.commander, row->need, row->rule);
    if (!successes) {
        tell(p, EVENT_ACT_FAILS, LM_CACT_05, deed.commander, NOBODY, deed.trait, 0, 0);
        cite(p, row->rule);
        if (!row->regardless) return;
    }
    frame = go_into(p, PHASE_TRAIT);
    frame->value[VALUE_UNIT] = deed.commander;
    frame->value[VALUE_TARGET] = deed.target;
    frame->value[VALUE_TRAIT] = deed.trait;
    frame->value[VALUE_OTHER] = deed.other;
    frame->value[VALUE_SUCCESSES] = successes;
}

/* LM-TRAIT-31: is that piece the commander himself, or one of his near him? */
static bool is_his(const struct match *m, const struct state *s, int cold, int piece)
{
    if (piece == cold) return true;
    return piece != NOBODY && !is_commander(m, piece) && tercios_interacts(m, cold, piece) && tercios_within(m, s, cold, piece, WITHIN);
}

/* The commander who may undo the deed, or NOBODY: there is at most one of a side who is cold (LM-TRAITS-03). */
static int cold_to(const struct match *m, const struct state *s, const struct deed *deed)
{
    const struct trait_row *row = &trait_table[deed->trait];
    int                     cold = m->holder[!side_of(m, deed->commander)][TRAIT_COLD] - 1;

    if (cold < 0 || !is_standing(s, cold) || s->unit[cold].exhausted || (row->aim != AIM_ENEMY && row->aim != AIM_ENEMY_COMMANDER))
        return NOBODY;
    return is_his(m, s, cold, deed->target) || (row->other_aim == AIM_ENEMY && is_his(m, s, cold, deed->other)) ? cold : NOBODY;
}

static void enter_trait(struct play *p)
{
    struct frame           *frame = here(p);
    struct deed             deed = trait_deed(p->state);
    const struct trait_row *row = &trait_table[deed.trait];
    int                     successes = frame->value[VALUE_SUCCESSES], cold;

    switch (frame->step) {
    case TRAIT_TESTED:
        frame->step = TRAIT_WORKS;
        cold = successes ? cold_to(p->match, p->state, &deed) : NOBODY;
        if (cold != NOBODY) go_into(p, PHASE_COLD)->value[VALUE_UNIT] = cold;
        break;
    case TRAIT_WORKS:
        frame->step = TRAIT_OVER;
        if (successes) {
            tell(p, EVENT_ACT_WORKS, LM_CACT_05, deed.commander, deed.target, deed.trait, successes, 0);
            cite(p, row->rule);
            if (row->mark & EFFECTS_OF_STEP) cite(p, LM_CACT_10);
        }
        row->works(p, &deed, successes);
        break;
    case TRAIT_ASKS:
        frame->step = TRAIT_OVER;
        ask(p, SEAT_BIT(side_of(p->match, deed.commander)));
        break;
    case TRAIT_AGAIN:
        frame->step = TRAIT_OVER;
        trait_hero_again(p, &deed);
        break;
    default:
        leave(p);
    }
}

/* Cold: LM-TRAIT-31. */

static void enter_cold(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_cold(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_TEST, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_DECLINE, .unit = acting(s) }, 0);
}

static rule_id refuse_cold(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)m;
    (void)seat;
    return (d->kind == DO_TEST || d->kind == DO_DECLINE) && d->unit == acting(s) ? 0 : refuse_with(why, LM_TRAIT_31, 0, 0);
}

static void take_cold(struct play *p, seat_id seat, const struct decision *d)
{
    int successes;

    (void)seat;
    leave(p);
    if (d->kind == DO_DECLINE) {
        tell(p, EVENT_DECLINED, LM_TRAIT_31, d->unit, here(p)->value[VALUE_UNIT], 0, 0, 0);
        return;
    }
    successes = tercios_command_test(p, d->unit, 6, LM_TRAIT_31);
    if (!successes) return;
    tell(p, EVENT_COOL, LM_TRAIT_31, d->unit, here(p)->value[VALUE_UNIT], successes, 0, 0);
    here(p)->step = TRAIT_OVER;
}

const struct phase tercios_trait = { "trait", LM_CACT_02, enter_trait, trait_offer, trait_refuse, trait_take, .step = STEP_BELOW };
const struct phase tercios_cold = { "cold", LM_TRAIT_31, enter_cold, offer_cold, refuse_cold, take_cold, .step = STEP_BELOW,
                                    .settles = true };
