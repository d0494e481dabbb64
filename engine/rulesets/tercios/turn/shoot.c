/*
 * shoot.c: a shot from the first die to the break test, and the caracole (ledger chapters BE-SHOOT, BE-CAV-10..12,
 * BE-WEAP-03, -04, BE-ART-06).
 *
 * Whoever pushes a shot has asked whether it is legal. Its frame rolls to hit, lets the target resist, tests whether it
 * breaks, and for cavalry that may caracole becomes the question whether it will.
 */
#include "tercios.h"

#include <string.h>

/* The frame of a shot: VALUE_FLAGS is enum shot_flag, the order above it; VALUE_HITS waits for the target to resist. */
enum { VALUE_HITS = 3, ORDER_SHIFT = 8 };
enum { HITS_MASK = 0xff, HITS_ARTILLERY = 0x100, HITS_COVER = 0x200, HITS_BURST = 0x400 };
enum shot_step { SHOT_ROLLS, SHOT_RESISTED, SHOT_BREAKS, SHOT_ENDS };
enum { RESIST_SALVO = 4, RESIST_ARTILLERY = 6 };
enum { HOW = SHOT_REACTION | SHOT_AT_CONTACT | SHOT_GUN | SHOT_HARASS };

void tercios_shoot(struct play *p, int unit, int target, int order, unsigned flags)
{
    struct frame *frame = go_into(p, PHASE_SHOT);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_TARGET] = target;
    frame->value[VALUE_FLAGS] = (int32_t)flags | order << ORDER_SHIFT;
}

/* Why it has no Shoot: its horses are in the way (LM-ART-08, LM-ADAPT-09), or it has no firearm. */
static rule_id no_shot_rule(const struct match *m, const struct state *s, int unit)
{
    if (tercios_is_dragoon(m, unit)) return LM_ADAPT_09;
    return is_liber(m) && s->unit[unit].form && has(m, s, unit, SR_CARTHORSES) ? LM_ART_08 : BE_VAL_05;
}

rule_id tercios_may_shoot(const struct match *m, const struct state *s, int unit, int order, struct refusal *why)
{
    if (profile_of(m, s, unit)->shoot[0] == 0) return refuse_for(why, no_shot_rule(m, s, unit), unit);
    if (order == ORDER_FIRE) return 0;
    if (has(m, s, unit, SR_DRAGOON)) return refuse_for(why, BE_CAV_12, unit);
    if (arm_of(m, s, unit) == ARM_ARTILLERY && custom(m, CUSTOM_CANNON_FIRE_ONLY)) return refuse_for(why, BE_ART_06, unit);
    return 0;
}

/* BE-SHOOT-05, with the modifiers of T-8. */
static int shot_dice(struct play *p, int weapon_number, int printed, int unit, int32_t flags)
{
    const struct weapon *weapon = &p->match->weapon[weapon_number];
    bool                 ready = flags >> ORDER_SHIFT == ORDER_READY;
    bool                 reaction = (flags & (SHOT_REACTION | SHOT_AT_CONTACT)) != 0 && !(flags & SHOT_HARASS);
    bool                 spared = weapon->pistol && custom(p->match, CUSTOM_PISTOL_NO_READY_MALUS);
    uint32_t             effects = p->state->unit[unit].effects;
    int                  net = tercios_net(p, BE_SHOOT_05);

    net += because(p, BE_REACT_15, reaction && weapon->firearm && !(ready && is_liber(p->match)) ? 1 : 0);
    net += because(p, LM_TRAIT_22, effects & EFFECT_PERFECT ? 1 : 0);
    net += because(p, LM_TRAIT_48, effects & EFFECT_TRICKSTER_SHOOT ? 1 : 0);
    net += because(p, BE_ORDER_02, ready ? -1 : 0);
    net += because(p, BE_WEAP_04, ready && spared ? 1 : 0);
    net += because(p, LM_TRAIT_28, ready && !spared && effects & EFFECT_SWIFT ? 1 : 0);
    net += because(p, tercios_weary_rule(p->match), tercios_at_limit(p->match, p->state, unit) ? -1 : 0);
    return tercios_dice(p, BE_SHOOT_05, printed, net, unit, flags & SHOT_GUN ? NO_VIRTUE : VIRTUE_DRILL);
}

int tercios_shot_dice(struct play *p, int unit, int number, int order, bool reacts)
{
    const struct type *type = profile_of(p->match, p->state, unit);

    return shot_dice(p, type->weapon[number], type->shoot[number], unit, (reacts ? SHOT_REACTION : 0) | order << ORDER_SHIFT);
}

static bool is_on_height(const struct match *m, const struct state *s, int unit)
{
    struct element own;

    for (int i = 0; i < elements_in(m, s); i++) {
        const struct element *element = element_in(m, s, i, &own);
        if (element->traits & T_HEIGHT && !element->is_line && table_inside(&element->area, pose_of(s, unit).at, TOLERANCE)) return true;
    }
    return false;
}

/* LM-WPN-11: a second number for a longer range, not another weapon. */
static bool is_mixed(const struct match *m, const struct state *s, int unit)
{
    const struct type *type = profile_of(m, s, unit);

    return !is_liber(m) || type->shoot[1] != type->shoot[0];
}

/* LM-RNG-02: is the centre that it aims at the nearest of the target? */
static bool is_nearest(struct play *p, const struct aim *aim, int target)
{
    struct base    base;
    enum base_side side;

    if (is_housed(p->state, target)) return true;
    base = base_of(p->match, p->state, target);
    return table_compare(table_nearest_centre(aim->from, &base, &side), aim->apart) >= 0;
}

/* LM-WPN: the rule of the weapon that is used, its range among it; that of pistols and of mixed weapons is told with their dice. */
static rule_id weapon_rule(const struct weapon *weapon)
{
    static const struct { const char *id; rule_id rule; } list[] = {
        { "arquebus", LM_WPN_10 }, { "musket", LM_WPN_18 }, { "crossbow", LM_WPN_14 }, { "bow", LM_WPN_12 }, { "longbow", LM_WPN_12 },
    };

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (!strcmp(list[i].id, weapon->id)) return list[i].rule;
    return weapon->artillery ? LM_WPN_16 : 0;
}

static void tell_shot(struct play *p, const struct aim *aim, int unit, int target, unsigned how)
{
    bool at_contact = (how & SHOT_AT_CONTACT) != 0;

    tell(p, EVENT_SHOOTS, BE_SHOOT_01, unit, target, table_floor(aim->apart), at_contact, 0);
    cite(p, BE_SHOOT_14);
    if (!at_contact) {
        cite(p, BE_SHOOT_03);
        cite(p, BE_LOS_01);
        cite(p, BE_LOS_04);
        cite(p, BE_LOS_07);
    }
    if (is_liber(p->match) && !at_contact && weapon_rule(&p->match->weapon[aim->weapon])) cite(p, weapon_rule(&p->match->weapon[aim->weapon]));
    if (has(p->match, p->state, unit, SR_EXTENDED_ARC) && !(how & SHOT_GUN)) cite(p, BE_LOS_06);
    if (aim->cover) cite(p, aim->cover);
    if (is_liber(p->match) && has(p->match, p->state, unit, W_MORTAR) && !(how & SHOT_GUN)) cite(p, LM_WPN_17);
    if (is_liber(p->match) && p->events && !is_nearest(p, aim, target)) cite(p, LM_RNG_02);
    if (is_on_height(p->match, p->state, unit) || is_on_height(p->match, p->state, target)) cite(p, BE_TERR_13);
    if (profile_of(p->match, p->state, unit)->shoot[1] && !(how & SHOT_GUN)) cite(p, is_mixed(p->match, p->state, unit) ? BE_SHOOT_13 : LM_SHOOT_11);
    if (tercios_is_dragoon(p->match, unit)) cite(p, LM_ADAPT_09);
    if (p->state->unit[unit].reach) cite(p, p->state->unit[unit].effects & EFFECT_MENTOR ? LM_TRAIT_19 : LM_TRAIT_12);
    if (arm_of(p->match, p->state, unit) == ARM_ARTILLERY) cite(p, BE_ART_06);
}

/* LM-ART-11: the guns of a unit, or the one that is built into it, may burst. */
static bool is_experimental(const struct match *m, const struct state *s, int unit, unsigned how)
{
    if (!is_liber(m)) return false;
    if (how & SHOT_GUN) return (m->special[s->unit[unit].gun - 1] & SR_EXPERIMENTAL) != 0;
    return has(m, s, unit, SR_EXPERIMENTAL);
}

/* Every die counts on its own here: one that shows 1 harms the gun. */
static int roll_experimental(struct play *p, int dice, int need, int *ones)
{
    uint8_t face[DICE_AT_ONCE];
    int     hits = 0;

    faces(p, BE_SHOOT_05, dice, 6, face);
    for (int i = 0; i < dice; i++) {
        hits += face[i] >= need;
        *ones += face[i] == 1;
    }
    return hits;
}

/* The frame's step is where the shot goes on; without a hit nothing is left but the caracole (BE-SHOOT-07). */
static void roll_to_hit(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], target = frame->value[VALUE_TARGET];
    unsigned      how = (unsigned)frame->value[VALUE_FLAGS] & HOW;
    bool          artillery, bursts;
    struct ground g;
    struct aim    aim;
    int           dice, need, hits, ones = 0;

    frame->step = SHOT_ENDS;
    tercios_survey(&g, p->match, p->state);
    if (tercios_shot_refused(&g, unit, target, how, &aim, NULL)) return;
    tell_shot(p, &aim, unit, target, how);
    artillery = p->match->weapon[aim.weapon].artillery;
    dice = shot_dice(p, aim.weapon, aim.dice, unit, frame->value[VALUE_FLAGS]);
    need = profile_of(p->match, p->state, target)->defence[artillery ? DEFENCE_ARTILLERY : DEFENCE_SALVO];
    bursts = is_experimental(p->match, p->state, unit, how);
    hits = bursts ? roll_experimental(p, dice, need, &ones) : pool(p, BE_SHOOT_05, dice, need);
    tell(p, EVENT_HITS, BE_SHOOT_06, unit, target, hits, dice, need);
    cite(p, BE_VAL_03);
    cite(p, BE_WEAP_03);
    cite(p, BE_MOD_09);
    if (is_liber(p->match)) cite(p, artillery && how & (SHOT_REACTION | SHOT_AT_CONTACT) ? LM_REACT_18 : LM_SHOOT_04);
    frame->value[VALUE_HITS] = ones ? HITS_BURST : 0;
    if (hits == 0) {
        cite(p, BE_SHOOT_07);
        return;
    }
    frame->step = SHOT_RESISTED;
    frame->value[VALUE_HITS] |= hits | (artillery ? HITS_ARTILLERY : 0) | (aim.cover ? HITS_COVER : 0);
}

static void resist_shot(struct play *p)
{
    struct frame *frame = here(p);
    int           target = frame->value[VALUE_TARGET], kept = frame->value[VALUE_HITS], hits = kept & HITS_MASK;
    bool          cover = (kept & HITS_COVER) != 0;
    int           dice, saved;

    frame->value[VALUE_HITS] = kept & HITS_BURST;
    frame->step = SHOT_BREAKS;
    dice = tercios_courage_dice(p, target, BE_SHOOT_08, cover, false, false, VIRTUE_SACRIFICE);
    saved = pool(p, BE_SHOOT_08, dice, kept & HITS_ARTILLERY ? RESIST_ARTILLERY : RESIST_SALVO);
    saved = min32(saved, hits);
    tell(p, EVENT_SAVES, BE_SHOOT_09, target, NOBODY, saved, hits, dice);
    if (cover) cite(p, BE_MOD_08);
    if (is_liber(p->match)) cite(p, LM_SHOOT_09);
    if (saved == 0) tercios_disorder(p, target, BE_SHOOT_10);
    tercios_wear(p, target, hits - saved, BE_SHOOT_11);
}

static void break_from_shot(struct play *p)
{
    int  target = here(p)->value[VALUE_TARGET];
    bool due = p->state->unit[target].wear > tercios_endurance(p->match, p->state, target);

    here(p)->step = SHOT_ENDS;
    tercios_test_break(p, target);
    if (due) cite(p, BE_SHOOT_12);
}

/* BE-CAV-10, -11: how far a caracole takes the unit. */
static int32_t caracole_length(const struct match *m, const struct state *s, int unit, struct pose *end)
{
    struct ground   g;
    struct pose     pose = pose_of(s, unit);
    struct straight back = { .bearing = heading_normal((int64_t)pose.heading + FULL_TURN / 2), .heading = pose.heading,
                             .length = is_liber(m) ? tercios_speed(m, s, unit, NET_READY, 0) : profile_of(m, s, unit)->speed * INCH,
                             .backward = true, .correct = is_liber(m),
                             .opponent = NOBODY };

    tercios_survey(&g, m, s);
    return tercios_go_straight(&g, unit, &back, end);
}

/* A shot at contact is followed by the melee at once: there is no going back from it. */
static bool may_caracole(const struct match *m, const struct state *s, int unit, int32_t flags)
{
    struct pose end;

    if (!has(m, s, unit, SR_CARACOLE) || !is_on_table(s, unit) || flags & (SHOT_AT_CONTACT | SHOT_GUN)) return false;
    if (flags & SHOT_REACTION && !custom(m, CUSTOM_CARACOLE_ON_REACTION)) return false;
    return caracole_length(m, s, unit, &end) > 0;
}

/* LM-ART-11, LM-ART-15: once a volley, whatever the number of ones. */
static void burst(struct play *p, int unit)
{
    here(p)->value[VALUE_HITS] = 0;
    tell(p, EVENT_GUN_BURST, LM_ART_11, unit, NOBODY, 0, 0, 0);
    if (p->state->unit[unit].gun) cite(p, LM_ART_15);
    tercios_wear(p, unit, 1, LM_ART_11);
    tercios_test_break(p, unit);
}

static void end_shot(struct play *p)
{
    int     unit = here(p)->value[VALUE_UNIT];
    int32_t flags = here(p)->value[VALUE_FLAGS];

    if (here(p)->value[VALUE_HITS] & HITS_BURST && is_standing(p->state, unit)) {
        burst(p, unit);
        return;
    }
    leave(p);
    if (may_caracole(p->match, p->state, unit, flags)) go_into(p, PHASE_CARACOLE)->value[VALUE_UNIT] = unit;
}

static void enter_shot(struct play *p)
{
    switch (here(p)->step) {
    case SHOT_ROLLS:    roll_to_hit(p); break;
    case SHOT_RESISTED: resist_shot(p); break;
    case SHOT_BREAKS:   break_from_shot(p); break;
    default:            end_shot(p);
    }
}

static void enter_caracole(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

static void offer_caracole(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m;
    (void)seat;
    offer_add(offers, (struct decision){ .kind = DO_CARACOLE, .unit = acting(s) }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STOP, .unit = acting(s) }, 0);
}

static rule_id refuse_caracole(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                               struct refusal *why)
{
    (void)m;
    (void)seat;
    if (d->kind != DO_CARACOLE && d->kind != DO_STOP) return refuse_with(why, BE_CAV_10, 0, 0);
    return d->unit == acting(s) ? 0 : refuse_for(why, BE_CAV_10, acting(s));
}

static void go_caracole(struct play *p, int unit)
{
    struct point from = pose_of(p->state, unit).at;
    struct pose  end;
    int32_t      length = caracole_length(p->match, p->state, unit, &end);

    tercios_put(p->state, unit, end);
    tell(p, EVENT_CARACOLES, BE_CAV_10, unit, NOBODY, length, 0, 0);
    cite(p, BE_CAV_11);
    tercios_suffer_ground(p, unit, (struct segment){ from, end.at });
    tercios_settle(p, unit, (struct pose){ from, end.heading }, end);
}

/* BE-TEST-06: the test of a caracole has no modifier; LM-TEST-09: it is an order test like any other. */
static void take_caracole(struct play *p, seat_id seat, const struct decision *d)
{
    int successes;

    (void)seat;
    leave(p);
    if (d->kind != DO_CARACOLE) return;
    successes = tercios_test_order(p, d->unit, tercios_test_net(p, d->unit, BE_CAV_10), BE_CAV_10);
    cite(p, BE_TEST_06);
    if (successes) go_caracole(p, d->unit);
}

const struct phase tercios_shot = { .name = "shot", .rule = BE_SHOOT_01, .enter = enter_shot };
const struct phase tercios_caracole = { "caracole",      BE_CAV_10,       enter_caracole,
                                        offer_caracole, refuse_caracole, take_caracole, .step = STEP_BELOW };
