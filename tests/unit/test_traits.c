/* test_traits.c: command actions: who may try which on whom, and what comes of each (LM-CACT, LM-TRAITS, LM-TRAIT). */
#include "command/traits.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATTALION, HORSE, GUN, COMPANY };
enum { FOOT, CAVALRY, FOES };
/* The pieces: A's at the south, a general behind two battalions; B's before them. */
enum { LEFT, RIGHT, SHOT, FIELD_GUN, RIDERS, ENEMY_LEFT, ENEMY_RIGHT, ENEMY_HORSE, ENEMY_GUN, UNITS, GENERAL = UNITS, COLONEL, ENEMY, PIECES_HERE };

static struct match   match;
static struct state   state;
static struct refusal why;
static struct dice    dice;
static struct events  events;
static struct event   told[512];
static struct play    play;

static void enter_wait(struct play *p) { ask(p, SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B)); }

/* Below the action phase one that waits for both seats: the turn is over. */
static const struct phase  waits = { .name = "waits", .rule = LM_ACT_01, .enter = enter_wait };
static const struct phase *phases[PHASES];
static struct ruleset      ruleset;

static int32_t inches(double value) { return (int32_t)lround(value * INCH); }
static struct point at_inches(double x, double y) { return (struct point){ inches(x), inches(y) }; }

static void add_type(int id, const char *name, enum class class, int width, int depth, int speed, int stamina, uint64_t special)
{
    enum arm arm = class == CLASS_CAVALRY ? ARM_CAVALRY : class == CLASS_ARTILLERY ? ARM_ARTILLERY : ARM_INFANTRY;

    match.type[id] = (struct type){ .id = name, .arm = (uint8_t)arm, .class = (uint8_t)class, .speed = (uint8_t)speed, .combat = 4,
                                    .discipline = 4, .courage = 4, .endurance = (uint8_t)stamina, .shoot = { 3 }, .weapon = { 0, -1, -1, -1 },
                                    .defence = { 4, 5, 4, 3 }, .special = special,
                                    .shape = table_rectangle(width * CENTIMETRE, depth * CENTIMETRE, REFERENCE_FRONT) };
}

static void add_unit(int unit, int type, int regiment, double x, double y, double degrees)
{
    match.type_of[unit] = match.other_type[unit] = (uint8_t)type;
    match.special[unit] = match.other_special[unit] = match.type[type].special;
    match.regiment_of[unit] = (uint8_t)regiment;
    match.piece[unit] = (struct piece){ .id = "unit", .type = match.type[type].id, .seat = match.regiment[regiment].seat };
    state.unit[unit] = (struct unit){ .x = inches(x), .y = inches(y), .heading = (uint16_t)lround(degrees * 100),
                                      .status = STATUS_STANDING, .order = ORDER_READY };
}

static void add_commander(int piece, seat_id seat, int regiment, double x, double y)
{
    match.commander[piece - UNITS] = (struct commander){ .rank = 3, .regiment = (uint8_t)regiment };
    match.piece[piece].seat = seat;
    state.unit[piece] = (struct unit){ .x = inches(x), .y = inches(y), .status = STATUS_STANDING };
}

static void give_trait(int piece, enum trait trait)
{
    match.commander[piece - UNITS].traits |= UINT64_C(1) << trait;
    tercios_muster(&match);
}

static void give_virtue(int piece, enum virtue virtue)
{
    match.commander[piece - UNITS].virtues = (uint16_t)(match.commander[piece - UNITS].virtues | 1u << virtue);
}

static void fill_phases(void)
{
    static const struct { int id; const struct phase *phase; } real[] = {
        { PHASE_ACTION, &tercios_action }, { PHASE_GROUP, &tercios_group }, { PHASE_UNIT, &tercios_unit }, { PHASE_READY, &tercios_ready },
        { PHASE_RUN, &tercios_run }, { PHASE_FIRE, &tercios_fire }, { PHASE_ATTACK, &tercios_attack }, { PHASE_MOVE, &tercios_move },
        { PHASE_CHARGE, &tercios_charge }, { PHASE_REACT, &tercios_react }, { PHASE_ANSWER, &tercios_answer },
        { PHASE_SHOT, &tercios_shot }, { PHASE_MELEE, &tercios_melee }, { PHASE_COMMAND, &tercios_command }, { PHASE_TRAIT, &tercios_trait },
        { PHASE_COLD, &tercios_cold }, { PHASE_PROVOKED, &tercios_provoked }, { PHASE_RELENT, &tercios_relent },
        { PHASE_ESCAPE, &tercios_escape }, { PHASE_MET, &tercios_met }, { PHASE_LOSSES, &tercios_losses }, { PHASE_FORCED, &tercios_forced }
    };

    for (int i = 0; i < PHASES; i++) phases[i] = &waits;
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) phases[real[i].id] = real[i].phase;
    ruleset = (struct ruleset){ .id = "test", .phases = phases, .phase_count = PHASES };
}

static int lay_table(void **unused)
{
    static const int regiment_of_side[] = { FOOT, CAVALRY, FOES };

    (void)unused;
    memset(&match, 0, sizeof match);
    memset(&state, 0, sizeof state);
    fill_phases();
    match.head.ruleset = &ruleset;
    match.head.piece = match.piece;
    match.head.seats = 2;
    match.head.pieces = PIECES_HERE;
    match.head.option[LIBER_EXTRAS] = 1;
    match.units = UNITS;
    match.commanders = PIECES_HERE - UNITS;
    match.edition = EDITION_LIBER;
    match.custom[CUSTOM_COMMAND] = match.custom[CUSTOM_KINGDOMS] = match.custom[CUSTOM_TIE_STOPS_MOVER] = true;
    match.size = (struct point){ 180 * CENTIMETRE, 120 * CENTIMETRE };
    match.turns = 8;
    match.weapon[0] = (struct weapon){ .id = "musket", .range = 12 * INCH, .firearm = true };
    match.weapons = 1;
    add_type(BATTALION, "classic_battalion", CLASS_SQUADRON, 12, 6, 4, 4, SR_BRIGADE | W_PIKE);
    add_type(HORSE, "cuirassiers", CLASS_CAVALRY, 8, 4, 7, 3, SR_MOBILITY);
    add_type(GUN, "field_gun", CLASS_ARTILLERY, 4, 4, 0, 2, SR_INTEGRAL_COMMAND | SR_CREW | SR_NO_ESCAPE | SR_CARTHORSES);
    add_type(COMPANY, "shot_company", CLASS_COMPANY, 8, 4, 5, 2, SR_LIGHT);
    for (int i = FOOT; i <= FOES; i++)
        match.regiment[i] = (struct regiment){ .seat = regiment_of_side[i] == FOES ? SEAT_B : SEAT_A, .commander = NOBODY };
    match.regiments = 3;
    match.regiment[FOOT].first = LEFT, match.regiment[FOOT].count = 4;
    match.regiment[CAVALRY].first = RIDERS, match.regiment[CAVALRY].count = 1;
    match.regiment[FOES].first = ENEMY_LEFT, match.regiment[FOES].count = 4;
    add_unit(LEFT, BATTALION, FOOT, 20, 20, 0);
    add_unit(RIGHT, BATTALION, FOOT, 28, 20, 0);
    add_unit(SHOT, COMPANY, FOOT, 20, 15, 0);
    add_unit(FIELD_GUN, GUN, FOOT, 29, 14, 0);
    add_unit(RIDERS, HORSE, CAVALRY, 42, 20, 0);
    add_unit(ENEMY_LEFT, BATTALION, FOES, 20, 25.5, 180);
    add_unit(ENEMY_RIGHT, BATTALION, FOES, 28, 27, 180);
    add_unit(ENEMY_HORSE, HORSE, FOES, 42, 27, 180);
    add_unit(ENEMY_GUN, GUN, FOES, 34, 30, 180);
    add_commander(GENERAL, SEAT_A, REGIMENTS, 24, 15);
    add_commander(COLONEL, SEAT_A, FOOT, 24, 12);
    add_commander(ENEMY, SEAT_B, REGIMENTS, 24, 31);
    state.turn = 1;
    state.act.unit = state.act.target = NOBODY;
    flow_push(&state.flow, PHASE_TURN);
    flow_push(&state.flow, PHASE_ACTION);
    events = (struct events){ .list = told, .capacity = 512 };
    play = (struct play){ .match = &match, .state = &state, .dice = &dice, .events = &events };
    dice = dice_listed(NULL, 0);
    return 0;
}

static void throw(const uint8_t *faces, uint32_t count) { dice = dice_listed(faces, count); }
#define THROW(...) throw((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

static void assert_thrown(void)
{
    assert_false(dice.short_of);
    assert_false(dice.wrong);
    assert_int_equal(dice.used, dice.count);
}

static int top_phase(void) { return flow_top_const(&state.flow)->phase; }

static rule_id refused(struct decision d)
{
    return phases[top_phase()]->refuse(&match, &state, match.piece[d.unit].seat, &d, &why);
}

static void decide(struct decision d)
{
    seat_id seat = match.piece[d.unit].seat;

    assert_int_equal(refused(d), 0);
    play_take(&play, seat, &d);
    play_advance(&play);
    assert_thrown();
    dice = dice_listed(NULL, 0);
}

/* The general, or another, tries a trait in his side's step, without moving before. */
static void act(int piece, enum trait trait, int target, int other)
{
    struct decision d = { .kind = DO_ACT, .unit = (int16_t)piece, .choice = (int16_t)trait };
    struct dice     ready = dice;

    state.active = (uint8_t)match.piece[piece].seat;
    if (!(match.commander[piece - UNITS].traits & UINT64_C(1) << trait)) give_trait(piece, trait);
    dice = dice_listed(NULL, 0);
    play_advance(&play);
    decide((struct decision){ .kind = DO_COMMAND, .unit = (int16_t)piece });
    dice = ready;
    if (target != NOBODY) d.kind = DO_ACT_ON, d.target = (int16_t)target;
    if (other != NOBODY) d.kind = DO_ACT_ON_TWO, d.value = other;
    decide(d);
}

static bool was_told(int kind)
{
    for (uint32_t i = 0; i < (uint32_t)events.count; i++)
        if (told[i].kind == kind) return true;
    return false;
}

/* The rule that forbids it to him, were he activated. */
static rule_id act_rule(int piece, enum trait trait, int target, int other)
{
    struct decision d = { .kind = DO_ACT, .unit = (int16_t)piece, .choice = (int16_t)trait };

    if (target != NOBODY) d.kind = DO_ACT_ON, d.target = (int16_t)target;
    if (other != NOBODY) d.kind = DO_ACT_ON_TWO, d.value = other;
    return tercios_trait_refused(&match, &state, piece, &d, &why);
}

/* T16: every trait has its own row; a command action has a score and an effect, no other trait has. */
static void test_table(void **unused)
{
    (void)unused;
    for (int trait = 0; trait < TRAITS; trait++) {
        assert_int_equal(trait_table[trait].rule, LM_TRAIT_01 + trait);
        assert_int_equal(trait_table[trait].need != 0, trait_table[trait].works != NULL);
        if (trait_table[trait].works == trait_mark) assert_true(trait_table[trait].mark);
    }
}

/* Everything that is offered is legal, and nothing else is: for every trait, kind, target and second target. */
static void check_offers(int piece, int trait)
{
    static struct offer list[OFFERS_MAX];
    struct offers       offers = { list, 0, OFFERS_MAX };
    int                 legal = 0;

    match.commander[piece - UNITS].traits = UINT64_C(1) << trait;
    tercios_offer_traits(&match, &state, piece, &offers);
    for (int32_t i = 0; i < offers.count; i++)
        assert_int_equal(tercios_trait_refused(&match, &state, piece, &list[i].decision, &why), 0);
    for (int i = TRAIT_FAST; i < TRAITS; i++)
        for (int target = NOBODY; target < PIECES_HERE; target++)
            for (int other = NOBODY; other < (target == NOBODY ? 0 : PIECES_HERE); other++) legal += !act_rule(piece, (enum trait)i, target, other);
    assert_int_equal(legal, offers.count);
}

static void test_offers_are_what_is_legal(void **unused)
{
    (void)unused;
    give_virtue(GENERAL, VIRTUE_DEXTERITY);
    give_virtue(GENERAL, VIRTUE_PRESENCE);
    state.unit[LEFT].wear = state.unit[RIGHT].wear = 2;
    state.unit[RIGHT].disordered = 1;
    state.unit[SHOT].order = ORDER_NONE;
    state.unit[SHOT].spent = ORDER_RUN;
    state.unit[COLONEL].exhausted = 1;
    state.unit[RIGHT].order = ORDER_FIRE;
    for (int trait = 0; trait < TRAITS; trait++) {
        check_offers(GENERAL, trait);
        check_offers(COLONEL, trait);
    }
    state.unit[GENERAL].with = LEFT + 1;
    state.unit[LEFT].leader = GENERAL + 1;
    for (int trait = 0; trait < TRAITS; trait++) check_offers(GENERAL, trait);
}

static void test_whom(void **unused)
{
    (void)unused;
    for (int trait = 0; trait < TRAITS; trait++) give_trait(GENERAL, (enum trait)trait);
    give_trait(COLONEL, TRAIT_SWIFT);
    assert_int_equal(act_rule(GENERAL, TRAIT_SWIFT, LEFT, NOBODY), 0);
    assert_int_equal(act_rule(GENERAL, TRAIT_SWIFT, RIDERS, NOBODY), LM_CACT_03);
    assert_int_equal(act_rule(GENERAL, TRAIT_SWIFT, ENEMY_LEFT, NOBODY), LM_TRAITS_06);
    assert_int_equal(act_rule(GENERAL, TRAIT_SWIFT, FIELD_GUN, NOBODY), LM_ART_04);
    assert_int_equal(act_rule(GENERAL, TRAIT_ENGINEER, FIELD_GUN, NOBODY), 0);
    assert_int_equal(act_rule(GENERAL, TRAIT_SMART, ENEMY_LEFT, NOBODY), 0);
    assert_int_equal(act_rule(GENERAL, TRAIT_SMART, ENEMY_GUN, NOBODY), LM_ART_04);
    assert_int_equal(act_rule(GENERAL, TRAIT_BRAVE, NOBODY, NOBODY), LM_TRAIT_51);
    assert_int_equal(act_rule(COLONEL, TRAIT_SWIFT, RIDERS, NOBODY), LM_TRAITS_06);
    assert_int_equal(act_rule(COLONEL, TRAIT_ALERT, LEFT, NOBODY), LM_TRAITS_02);
    match.custom[CUSTOM_KINGDOMS] = false;
    assert_int_equal(act_rule(GENERAL, TRAIT_STOIC, LEFT, NOBODY), LM_TRAITS_02);
    match.head.option[LIBER_EXTRAS] = 0;
    assert_int_equal(act_rule(GENERAL, TRAIT_ENIGMATIC, ENEMY_LEFT, ENEMY_RIGHT), LM_TRAITS_02);
}

/* one success works and exhausts, two leave him fresh, none does nothing. */
static void test_tests(void **unused)
{
    (void)unused;
    state.unit[LEFT].wear = 3;
    THROW(6, 6, 2);
    act(GENERAL, TRAIT_HONOURABLE, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].wear, 2);
    assert_false(state.unit[GENERAL].exhausted);
    assert_int_equal(top_phase(), PHASE_ACTION);
    assert_true(state.commanded);
    state.commanded = 0;
    THROW(5, 5, 5);
    act(GENERAL, TRAIT_HONOURABLE, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].wear, 2);
    assert_true(state.unit[GENERAL].exhausted);
    assert_true(was_told(EVENT_ACT_FAILS));
}

/* LM-TRAIT-05, LM-INF-17: another card, known to its owner alone; the others still share theirs. */
static void test_bold(void **unused)
{
    struct decision d = { .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_RUN - ORDER_READY };

    (void)unused;
    state.unit[LEFT].joint = state.unit[RIGHT].joint = 1;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_BOLD, LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_TRAIT);
    assert_int_equal(refused((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = 0 }), LM_TRAIT_05);
    assert_int_equal(refused((struct decision){ .kind = DO_KEEP, .unit = LEFT }), LM_TRAIT_05);
    events.count = 0;
    decide(d);
    assert_int_equal(state.unit[LEFT].order, ORDER_RUN);
    assert_int_equal(state.unit[LEFT].joint, 0);
    assert_int_equal(state.unit[RIGHT].joint, 1);
    for (int32_t i = 0; i < (int32_t)events.count; i++)
        if (told[i].kind == EVENT_ORDER_GIVEN) assert_int_equal(told[i].seen, SEAT_BIT(SEAT_A));
    assert_int_equal(top_phase(), PHASE_ACTION);
}

/* LM-TRAIT-07: an order for a reaction, which is no unit left to activate. */
static void test_cautious(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_CAUTIOUS);
    assert_int_equal(act_rule(GENERAL, TRAIT_CAUTIOUS, LEFT, NOBODY), LM_TRAIT_07);
    state.unit[LEFT].order = ORDER_NONE;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_CAUTIOUS, LEFT, NOBODY);
    decide((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_FIRE - ORDER_READY });
    assert_int_equal(state.unit[LEFT].order, ORDER_FIRE);
    assert_true(state.unit[LEFT].reserve);
    assert_int_equal(refused((struct decision){ .kind = DO_ACTIVATE, .unit = LEFT }), LM_TRAIT_07);
}

/* LM-TRAIT-31: one 6 undoes it and exhausts him; it is asked only for his own, near him. */
static void test_cold(void **unused)
{
    (void)unused;
    give_trait(ENEMY, TRAIT_COLD);
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_ERUDITE, ENEMY_LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_COLD);
    THROW(6, 1, 1);
    decide((struct decision){ .kind = DO_TEST, .unit = ENEMY });
    assert_false(state.unit[ENEMY_LEFT].effects & EFFECT_ERUDITE);
    assert_true(state.unit[ENEMY].exhausted);
    assert_int_equal(top_phase(), PHASE_ACTION);
    state.commanded = 0;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_ERUDITE, ENEMY_LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_ACTION);
    assert_true(state.unit[ENEMY_LEFT].effects & EFFECT_ERUDITE);
}

static void test_cold_may_let_it_be(void **unused)
{
    (void)unused;
    give_trait(ENEMY, TRAIT_COLD);
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_INTRIGUER, ENEMY, NOBODY);
    decide((struct decision){ .kind = DO_DECLINE, .unit = ENEMY });
    assert_true(state.unit[ENEMY].exhausted);
    assert_int_equal(top_phase(), PHASE_ACTION);
}

/* LM-TRAIT-11: no other may be the next; LM-TRAIT-13 bars it unless it is the only one. */
static void test_who_is_next(void **unused)
{
    (void)unused;
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_EAGLE_EYED, ENEMY_LEFT, NOBODY);
    assert_int_equal(tercios_turn_refused(&match, &state, ENEMY_RIGHT, NULL), LM_TRAIT_11);
    assert_int_equal(tercios_turn_refused(&match, &state, ENEMY_LEFT, NULL), 0);
    state.commanded = 0;
    state.unit[GENERAL].exhausted = 0;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_ERUDITE, ENEMY_LEFT, NOBODY);
    assert_int_equal(tercios_turn_refused(&match, &state, ENEMY_RIGHT, NULL), 0);
    assert_int_equal(tercios_turn_refused(&match, &state, ENEMY_LEFT, NULL), LM_TRAIT_13);
    state.unit[ENEMY_RIGHT].order = state.unit[ENEMY_HORSE].order = state.unit[ENEMY_GUN].order = ORDER_NONE;
    assert_int_equal(tercios_turn_refused(&match, &state, ENEMY_LEFT, NULL), 0);
}

/* BK-12: the one that received it last acts first among them. */
static void test_meticulous(void **unused)
{
    (void)unused;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_METICULOUS, LEFT, NOBODY);
    state.commanded = 0;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_METICULOUS, RIGHT, NOBODY);
    assert_int_equal(act_rule(GENERAL, TRAIT_METICULOUS, RIGHT, NOBODY), LM_TRAIT_20);
    assert_int_equal(tercios_turn_refused(&match, &state, RIGHT, NULL), LM_TRAIT_20);
    for (int unit = 0; unit < UNITS; unit++)
        if (unit != LEFT && unit != RIGHT) state.unit[unit].order = ORDER_NONE;
    assert_int_equal(tercios_turn_refused(&match, &state, RIGHT, NULL), 0);
    assert_int_equal(tercios_turn_refused(&match, &state, LEFT, NULL), LM_TRAIT_20);
}

/* LM-TRAIT-15, G-38 */
static void test_hero(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_HERO);
    assert_int_equal(act_rule(GENERAL, TRAIT_HERO, LEFT, NOBODY), LM_TRAIT_15);
    state.unit[LEFT].order = ORDER_NONE;
    assert_int_equal(act_rule(GENERAL, TRAIT_HERO, LEFT, NOBODY), LM_TRAIT_15);
    state.unit[LEFT].spent = ORDER_RUN;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_HERO, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].wear, 1);
    assert_true(state.unit[GENERAL].exhausted);
    assert_int_equal(refused((struct decision){ .kind = DO_ACTIVATE, .unit = RIGHT }), LM_CACT_09);
    THROW(5, 1, 1, 1);
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = LEFT });
    assert_int_equal(top_phase(), PHASE_RUN);
    decide((struct decision){ .kind = DO_STOP, .unit = LEFT });
    assert_int_equal(state.active, SEAT_B);
    assert_false(state.unit[LEFT].effects & EFFECT_CHOSEN);
}

/* With two successes no wear, but he is exhausted all the same; the unit that breaks by the wear was the one of the step. */
static void test_hero_well_and_ill(void **unused)
{
    (void)unused;
    state.unit[LEFT].order = ORDER_NONE;
    state.unit[LEFT].spent = ORDER_FIRE;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_HERO, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].wear, 0);
    assert_true(state.unit[GENERAL].exhausted);
    lay_table(NULL);
    state.unit[LEFT].order = ORDER_NONE;
    state.unit[LEFT].spent = ORDER_FIRE;
    state.unit[LEFT].wear = 4;
    THROW(5, 1, 1, 1, 1, 1, 1);
    act(GENERAL, TRAIT_HERO, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].status, STATUS_DESTROYED);
    assert_int_equal(state.active, SEAT_B);
}

/* LM-TRAIT-21: no unit in this step. */
static void test_patient(void **unused)
{
    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PATIENT, NOBODY, NOBODY);
    assert_int_equal(state.active, SEAT_B);
    assert_true(holds_card(&state, LEFT));
}

/* LM-TRAIT-09: two in one step, in either order. */
static void test_coordinator(void **unused)
{
    (void)unused;
    state.unit[LEFT].order = state.unit[RIGHT].order = ORDER_RESIST;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_COORDINATOR, LEFT, RIGHT);
    assert_int_equal(refused((struct decision){ .kind = DO_ACTIVATE, .unit = SHOT }), LM_CACT_09);
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = RIGHT });
    assert_int_equal(state.active, SEAT_A);
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = LEFT });
    assert_int_equal(state.active, SEAT_B);
}

/* LM-TRAIT-22: only Fire, only steady; activated even when the test fails. */
static void test_perfectionist(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_PERFECTIONIST);
    assert_int_equal(act_rule(GENERAL, TRAIT_PERFECTIONIST, LEFT, NOBODY), LM_TRAIT_22);
    state.unit[LEFT].order = ORDER_FIRE;
    state.unit[LEFT].blind = 1;
    assert_int_equal(act_rule(GENERAL, TRAIT_PERFECTIONIST, LEFT, NOBODY), LM_TRAIT_22);
    state.unit[LEFT].blind = 0;
    THROW(1, 1, 1);
    act(GENERAL, TRAIT_PERFECTIONIST, LEFT, NOBODY);
    assert_true(state.unit[LEFT].effects & EFFECT_CHOSEN);
    assert_false(state.unit[LEFT].effects & EFFECT_PERFECT);
    lay_table(NULL);
    state.unit[LEFT].order = ORDER_FIRE;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PERFECTIONIST, LEFT, NOBODY);
    assert_true(state.unit[LEFT].effects & EFFECT_PERFECT);
}

/* LM-TRAIT-23: change to Resist, or help for it. */
static void test_pious(void **unused)
{
    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PIOUS, LEFT, NOBODY);
    assert_int_equal(refused((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_FIRE - ORDER_READY }), LM_TRAIT_23);
    decide((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_RESIST - ORDER_READY });
    assert_int_equal(state.unit[LEFT].order, ORDER_RESIST);
    assert_false(state.unit[LEFT].effects & EFFECT_PIOUS);
    assert_true(state.unit[LEFT].effects & EFFECT_CHOSEN);
    lay_table(NULL);
    state.unit[LEFT].order = ORDER_RESIST;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PIOUS, LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_ACTION);
    assert_true(state.unit[LEFT].effects & EFFECT_PIOUS);
}

/* LM-TRAIT-38: a changed order must be carried out now; a kept one need not. */
static void test_innovative(void **unused)
{
    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_INNOVATIVE, LEFT, NOBODY);
    decide((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_FIRE - ORDER_READY });
    assert_int_equal(state.unit[LEFT].order, ORDER_FIRE);
    assert_true(state.unit[LEFT].effects & EFFECT_CHOSEN);
    assert_true(has(&match, &state, LEFT, SR_EXTENDED_ARC));
    lay_table(NULL);
    state.unit[LEFT].order = ORDER_FIRE;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_INNOVATIVE, LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_TRAIT);
    assert_int_equal(refused((struct decision){ .kind = DO_CHANGE, .unit = LEFT, .choice = ORDER_FIRE - ORDER_READY }), LM_TRAIT_38);
    decide((struct decision){ .kind = DO_KEEP, .unit = LEFT });
    assert_false(state.unit[LEFT].effects & EFFECT_CHOSEN);
}

/* LM-TRAIT-26: one of the four others, drawn unseen; of those who may not charge, one of three. */
static void test_schemer(void **unused)
{
    static const int expected[] = { ORDER_ATTACK, ORDER_RUN, ORDER_FIRE, ORDER_RESIST };

    for (uint8_t face = 1; face <= 4; face++) {
        lay_table(unused);
        state.unit[ENEMY_LEFT].joint = state.unit[ENEMY_RIGHT].joint = 1;
        state.unit[ENEMY_LEFT].known = SEAT_BIT(SEAT_A);
        THROW(5, 1, 1, face);
        act(GENERAL, TRAIT_SCHEMER, ENEMY_LEFT, NOBODY);
        assert_int_equal(state.unit[ENEMY_LEFT].order, expected[face - 1]);
        assert_true(state.unit[ENEMY_LEFT].blind);
        assert_int_equal(state.unit[ENEMY_LEFT].joint + state.unit[ENEMY_LEFT].known, 0);
        assert_int_equal(state.unit[ENEMY_RIGHT].joint, 1);
        assert_false(was_told(EVENT_ORDER_GIVEN));
        for (int32_t i = 0; i < (int32_t)events.count; i++)
            assert_false(told[i].kind == EVENT_ROLL && told[i].sides == 4);
    }
    lay_table(unused);
    match.special[ENEMY_LEFT] |= SR_FORLORN_HOPE;
    THROW(5, 1, 1, 1);
    act(GENERAL, TRAIT_SCHEMER, ENEMY_LEFT, NOBODY);
    assert_int_equal(state.unit[ENEMY_LEFT].order, ORDER_RUN);
}

/* LM-TRAIT-27: he alone is told, and of a joint card he knows all holders. */
static void test_smart(void **unused)
{
    (void)unused;
    state.unit[ENEMY_LEFT].joint = state.unit[ENEMY_RIGHT].joint = 1;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_SMART, ENEMY_LEFT, NOBODY);
    assert_int_equal(state.unit[ENEMY_LEFT].known, SEAT_BIT(SEAT_A));
    assert_int_equal(state.unit[ENEMY_RIGHT].known, SEAT_BIT(SEAT_A));
    assert_int_equal(state.unit[ENEMY_HORSE].known, 0);
    for (int32_t i = 0; i < (int32_t)events.count; i++)
        if (told[i].kind == EVENT_LOOKED) assert_int_equal(told[i].seen, SEAT_BIT(SEAT_A));
}

/* LM-TRAIT-64 */
static void test_enigmatic(void **unused)
{
    (void)unused;
    state.unit[ENEMY_LEFT].order = ORDER_FIRE;
    state.unit[ENEMY_LEFT].shown = 1;
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_ENIGMATIC, ENEMY_LEFT, ENEMY_RIGHT);
    assert_int_equal(state.unit[ENEMY_LEFT].order, ORDER_READY);
    assert_int_equal(state.unit[ENEMY_LEFT].shown, 0);
    assert_int_equal(state.unit[ENEMY_RIGHT].order, ORDER_FIRE);
    assert_int_equal(state.unit[ENEMY_RIGHT].shown, 1);
}

/* LM-TRAIT-24: as many successes let it escape with its order; fewer, and it charges whom it was shown. */
static void test_provoker(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_PROVOKER);
    assert_int_equal(act_rule(GENERAL, TRAIT_PROVOKER, ENEMY_LEFT, SHOT), LM_TRAIT_24);
    THROW(6, 6, 1);
    act(GENERAL, TRAIT_PROVOKER, ENEMY_LEFT, LEFT);
    assert_int_equal(top_phase(), PHASE_PROVOKED);
    THROW(5, 6, 1, 1);
    decide((struct decision){ .kind = DO_TEST, .unit = ENEMY_LEFT });
    assert_int_equal(state.unit[ENEMY_LEFT].order, ORDER_READY);
    assert_int_equal(top_phase(), PHASE_ACTION);
    assert_int_equal(state.active, SEAT_A);
    lay_table(NULL);
    THROW(6, 6, 1);
    act(GENERAL, TRAIT_PROVOKER, ENEMY_LEFT, LEFT);
    THROW(5, 1, 1, 1);
    decide((struct decision){ .kind = DO_TEST, .unit = ENEMY_LEFT });
    assert_int_equal(state.unit[ENEMY_LEFT].order, ORDER_NONE);
    assert_int_equal(top_phase(), PHASE_ATTACK);
    assert_int_equal(state.act.unit, ENEMY_LEFT);
    assert_true(refused((struct decision){ .kind = DO_CHARGE, .unit = ENEMY_LEFT, .target = RIGHT }));
    decide((struct decision){ .kind = DO_CHARGE, .unit = ENEMY_LEFT, .target = LEFT });
    assert_int_equal(top_phase(), PHASE_REACT);
}

/* LM-TRAIT-14: attached, exhausted, charging in the place of the unit of this step; dead if it had acted before and loses. */
static void test_fearless(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_FEARLESS);
    assert_int_equal(act_rule(GENERAL, TRAIT_FEARLESS, SHOT, NOBODY), LM_TRAIT_14);
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_FEARLESS, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].leader, GENERAL + 1);
    assert_true(state.unit[GENERAL].exhausted);
    assert_false(state.unit[LEFT].effects & EFFECT_RECKLESS);
    assert_int_equal(top_phase(), PHASE_ATTACK);
    decide((struct decision){ .kind = DO_CHARGE, .unit = LEFT, .target = ENEMY_LEFT });
    assert_int_equal(state.unit[LEFT].order, ORDER_NONE);
    assert_int_equal(top_phase(), PHASE_REACT);
    /* 6 dice against 4, none hits; 4 dice against 4, one hit, none saved: it loses, and the step is over. */
    THROW(1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1);
    decide((struct decision){ .kind = DO_DECLINE, .unit = ENEMY_LEFT });
    assert_int_equal(state.unit[GENERAL].status, STATUS_STANDING);
    assert_int_equal(state.active, SEAT_B);
}

static void test_fearless_again(void **unused)
{
    (void)unused;
    state.unit[LEFT].order = ORDER_NONE;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_FEARLESS, LEFT, NOBODY);
    assert_true(state.unit[LEFT].effects & EFFECT_RECKLESS);
    decide((struct decision){ .kind = DO_CHARGE, .unit = LEFT, .target = ENEMY_LEFT });
    THROW(1, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1);
    decide((struct decision){ .kind = DO_DECLINE, .unit = ENEMY_LEFT });
    assert_int_equal(state.unit[GENERAL].status, STATUS_DESTROYED);
    assert_int_equal(state.unit[LEFT].leader, 0);
}

/* LM-TRAIT-25: half its Speed, its order kept, and those it comes near to are asked. */
static void test_relentless(void **unused)
{
    struct decision d = { .kind = DO_MOVE, .unit = LEFT, .at = { inches(20), inches(22) } };

    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_RELENTLESS, LEFT, NOBODY);
    assert_int_equal(top_phase(), PHASE_RELENT);
    d.at.y = inches(22.1);
    assert_true(refused(d));
    assert_true(why.has_nearest);
    d.at.y = inches(21.5);
    decide(d);
    assert_int_equal(state.unit[LEFT].y, inches(21.5));
    assert_int_equal(state.unit[LEFT].order, ORDER_READY);
    assert_int_equal(state.act.unit, NOBODY);
    assert_int_equal(top_phase(), PHASE_ACTION);
    lay_table(NULL);
    state.unit[ENEMY_LEFT].y = inches(24.5);
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_RELENTLESS, LEFT, NOBODY);
    d.at.y = inches(22);
    decide(d);
    assert_int_equal(top_phase(), PHASE_REACT);
    decide((struct decision){ .kind = DO_DECLINE, .unit = ENEMY_LEFT });
    assert_int_equal(state.unit[ENEMY_LEFT].asking, ASKING_NOT_YET);
    assert_int_equal(state.unit[LEFT].y, inches(22));
    assert_int_equal(state.act.unit, NOBODY);
}

/* LM-TRAIT-42: up to its Speed, straight back; without a success it is disordered by it. */
static void test_protector(void **unused)
{
    (void)unused;
    THROW(1, 1, 1);
    act(GENERAL, TRAIT_PROTECTOR, RIGHT, NOBODY);
    assert_int_equal(top_phase(), PHASE_TRAIT);
    assert_int_equal(refused((struct decision){ .kind = DO_FALL_BACK, .unit = RIGHT, .value = 4 * INCH + 1 }), LM_TRAIT_42);
    assert_int_equal(refused((struct decision){ .kind = DO_FALL_BACK, .unit = RIGHT, .value = 0 }), LM_TRAIT_42);
    decide((struct decision){ .kind = DO_FALL_BACK, .unit = RIGHT, .value = INCH });
    assert_int_equal(state.unit[RIGHT].y, inches(19));
    assert_true(state.unit[RIGHT].disordered);
    assert_int_equal(state.unit[RIGHT].order, ORDER_READY);
    lay_table(NULL);
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PROTECTOR, RIGHT, NOBODY);
    decide((struct decision){ .kind = DO_FALL_BACK, .unit = RIGHT, .value = INCH });
    assert_false(state.unit[RIGHT].disordered);
    lay_table(NULL);
    THROW(1, 1, 1);
    act(GENERAL, TRAIT_PROTECTOR, RIGHT, NOBODY);
    decide((struct decision){ .kind = DO_STOP, .unit = RIGHT });
    assert_false(state.unit[RIGHT].disordered);
}

/* LM-TRAIT-03: faced at once, order and activation untouched. LM-TRAIT-45: by the number of successes. */
static void test_facing(void **unused)
{
    struct decision about = { .kind = DO_FACE, .unit = FIELD_GUN, .choice = SIDE_BACK - SIDE_RIGHT };

    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_ALERT, SHOT, NOBODY);
    decide((struct decision){ .kind = DO_FACE, .unit = SHOT, .choice = SIDE_BACK - SIDE_RIGHT });
    assert_int_equal(state.unit[SHOT].heading, 18000);
    assert_int_equal(state.unit[SHOT].order, ORDER_READY);
    for (int successes = 0; successes <= 2; successes++) {
        lay_table(NULL);
        state.unit[FIELD_GUN].order = ORDER_FIRE;
        THROW(successes > 0 ? 5 : 1, successes > 1 ? 5 : 1, 1);
        act(GENERAL, TRAIT_SKILLED, FIELD_GUN, NOBODY);
        if (successes) decide(about);
        assert_int_equal(state.unit[FIELD_GUN].heading, successes ? 18000 : 0);
        assert_int_equal(state.unit[FIELD_GUN].order, successes == 2 ? ORDER_FIRE : ORDER_NONE);
        assert_int_equal(state.unit[GENERAL].exhausted, successes < 2);
        assert_int_equal(top_phase(), PHASE_ACTION);
    }
}

/* LM-TRAIT-02, -36: one virtue of his; until his step ends, or the brigade has acted. */
static void test_lending(void **unused)
{
    (void)unused;
    give_trait(GENERAL, TRAIT_INSPIRING);
    assert_int_equal(act_rule(GENERAL, TRAIT_INSPIRING, LEFT, NOBODY), LM_VIRT_02);
    give_virtue(GENERAL, VIRTUE_ELAN);
    assert_int_equal(act_rule(GENERAL, TRAIT_INSPIRING, LEFT, NOBODY), LM_VIRT_02);
    give_virtue(GENERAL, VIRTUE_DEXTERITY);
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_INSPIRING, LEFT, NOBODY);
    assert_true(tercios_virtue(&match, &state, LEFT, VIRTUE_DEXTERITY));
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = RIGHT });
    decide((struct decision){ .kind = DO_STOP, .unit = RIGHT });
    assert_int_equal(state.unit[LEFT].lent, 0);
    lay_table(NULL);
    give_virtue(GENERAL, VIRTUE_DEXTERITY);
    give_virtue(GENERAL, VIRTUE_ZEAL);
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_EXPERT, RIGHT, NOBODY);
    assert_int_equal(refused((struct decision){ .kind = DO_LEND, .unit = GENERAL, .choice = VIRTUE_WILL }), LM_VIRT_02);
    decide((struct decision){ .kind = DO_LEND, .unit = GENERAL, .choice = VIRTUE_ZEAL });
    assert_true(tercios_virtue(&match, &state, LEFT, VIRTUE_ZEAL) && tercios_virtue(&match, &state, RIGHT, VIRTUE_ZEAL));
    assert_int_equal(state.unit[SHOT].lent, 0);
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = SHOT });
    decide((struct decision){ .kind = DO_STOP, .unit = SHOT });
    assert_true(tercios_virtue(&match, &state, LEFT, VIRTUE_ZEAL));
}

/* LM-VIRT-09: who holds more than it can without the zeal that was lent tests at once. */
static void test_zeal_given_back(void **unused)
{
    (void)unused;
    state.unit[LEFT].wear = 5;
    state.unit[LEFT].lent = 1u << VIRTUE_ZEAL;
    THROW(6, 1, 1, 1);
    tercios_return_virtues(&play, LEFT);
    assert_thrown();
    assert_int_equal(state.unit[LEFT].wear, 4);
    assert_int_equal(state.unit[LEFT].status, STATUS_STANDING);
}

/* LM-TRAIT-10, -35, -37 */
static void test_mending(void **unused)
{
    (void)unused;
    state.unit[LEFT].disordered = 1;
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_DILIGENT, LEFT, NOBODY);
    assert_false(state.unit[LEFT].disordered);
    lay_table(NULL);
    give_trait(GENERAL, TRAIT_EXPERIENCED);
    assert_int_equal(act_rule(GENERAL, TRAIT_EXPERIENCED, SHOT, RIGHT), LM_TRAIT_35);       /* too far apart */
    state.unit[SHOT].wear = 2;
    assert_int_equal(act_rule(GENERAL, TRAIT_EXPERIENCED, SHOT, LEFT), LM_TRAIT_35);
    state.unit[SHOT].wear = 1;
    state.unit[LEFT].wear = 2;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_EXPERIENCED, SHOT, LEFT);
    assert_int_equal(state.unit[LEFT].wear, 0);
    assert_int_equal(state.unit[SHOT].status, STATUS_DESTROYED);
    lay_table(NULL);
    give_trait(GENERAL, TRAIT_INDEFATIGABLE);
    state.unit[LEFT].wear = 1;
    assert_int_equal(act_rule(GENERAL, TRAIT_INDEFATIGABLE, RIGHT, LEFT), LM_TRAIT_37);
    assert_int_equal(act_rule(GENERAL, TRAIT_INDEFATIGABLE, LEFT, SHOT), LM_TRAIT_37);
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_INDEFATIGABLE, LEFT, RIGHT);
    assert_int_equal(state.unit[LEFT].wear, 0);
    assert_int_equal(state.unit[RIGHT].wear, 1);
}

/* LM-TRAIT-12, -19, -41 */
static void test_guns_and_ranges(void **unused)
{
    (void)unused;
    THROW(5, 5, 1);
    act(GENERAL, TRAIT_ENGINEER, FIELD_GUN, NOBODY);
    assert_int_equal(state.unit[FIELD_GUN].reach, 6);
    state.commanded = 0;
    THROW(5, 5, 5);
    act(GENERAL, TRAIT_MENTOR, LEFT, NOBODY);
    assert_int_equal(state.unit[LEFT].reach, 6);
    decide((struct decision){ .kind = DO_ACTIVATE, .unit = SHOT });
    decide((struct decision){ .kind = DO_STOP, .unit = SHOT });
    assert_int_equal(state.unit[LEFT].reach, 0);
    assert_int_equal(state.unit[FIELD_GUN].reach, 6);
    lay_table(NULL);
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_PREPARED_ARTILLERY, FIELD_GUN, NOBODY);
    assert_int_equal(state.unit[FIELD_GUN].form, 1);
    assert_int_equal(act_rule(GENERAL, TRAIT_PREPARED_ARTILLERY, FIELD_GUN, NOBODY), LM_TRAIT_41);
}

/* LM-TRAIT-01, -08, -30, -44 */
static void test_commanders(void **unused)
{
    (void)unused;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_FAST, NOBODY, NOBODY);
    assert_int_equal(top_phase(), PHASE_ESCAPE);
    lay_table(NULL);
    state.unit[COLONEL].exhausted = 1;
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_COMRADE, COLONEL, NOBODY);
    assert_false(state.unit[COLONEL].exhausted);
    assert_int_equal(act_rule(GENERAL, TRAIT_COMRADE, COLONEL, NOBODY), LM_TRAIT_08);
    assert_int_equal(act_rule(GENERAL, TRAIT_COMRADE, GENERAL, NOBODY), LM_TRAIT_08);
    lay_table(NULL);
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_ACCOMPLICE, COLONEL, NOBODY);
    assert_int_equal(top_phase(), PHASE_ESCAPE);
    assert_int_equal(flow_top_const(&state.flow)->value[VALUE_UNIT], COLONEL);
    lay_table(NULL);
    THROW(6, 1, 1);
    act(GENERAL, TRAIT_SHARP, ENEMY, NOBODY);
    assert_true(state.unit[ENEMY].effects & EFFECT_SHARP);
}

/* LM-TRAIT-48: in hidden ground only, for one of two things. */
static void test_trickster(void **unused)
{
    static struct point wood[4];
    struct fault        fault = { 0 };

    (void)unused;
    give_trait(GENERAL, TRAIT_TRICKSTER);
    assert_int_equal(act_rule(GENERAL, TRAIT_TRICKSTER, LEFT, NOBODY), LM_TRAIT_48);
    wood[0] = at_inches(17, 19), wood[1] = at_inches(22, 19), wood[2] = at_inches(22, 22), wood[3] = at_inches(17, 22);
    match.element[0] = (struct element){ .id = "wood", .kind = "forest", .traits = T_CONCEAL, .river = -1 };
    assert_true(table_area(&match.element[0].area, wood, 4, "test", 1, &fault));
    match.elements = 1;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_TRICKSTER, LEFT, NOBODY);
    decide((struct decision){ .kind = DO_FAVOUR, .unit = LEFT, .choice = 1 });
    assert_true(state.unit[LEFT].effects & EFFECT_TRICKSTER_MELEE);
    assert_false(state.unit[LEFT].effects & EFFECT_TRICKSTER_SHOOT);
}

/* LM-ATT-03, LM-TRAIT-39: one who is with a unit may only change it for another, nimbly. */
static void test_nimble(void **unused)
{
    (void)unused;
    state.unit[GENERAL].with = SHOT + 1;
    state.unit[SHOT].leader = GENERAL + 1;
    for (int trait = 0; trait < TRAITS; trait++)
        if (trait != TRAIT_NIMBLE) give_trait(GENERAL, (enum trait)trait);
    assert_int_equal(act_rule(GENERAL, TRAIT_FAST, NOBODY, NOBODY), LM_ATT_03);
    assert_int_equal(act_rule(GENERAL, TRAIT_SWIFT, LEFT, NOBODY), LM_ATT_03);
    assert_false(tercios_may_act(&match, &state, GENERAL));
    give_trait(GENERAL, TRAIT_NIMBLE);
    assert_true(tercios_may_act(&match, &state, GENERAL));
    state.unit[GENERAL].joined = 1;
    assert_int_equal(act_rule(GENERAL, TRAIT_NIMBLE, LEFT, NOBODY), LM_TRAIT_39);
    state.unit[GENERAL].joined = 0;
    THROW(5, 1, 1);
    act(GENERAL, TRAIT_NIMBLE, LEFT, NOBODY);
    assert_int_equal(state.unit[GENERAL].with, LEFT + 1);
    assert_true(state.unit[GENERAL].exhausted);
    lay_table(NULL);
    state.unit[GENERAL].with = SHOT + 1;
    state.unit[SHOT].leader = GENERAL + 1;
    THROW(1, 1, 1);
    act(GENERAL, TRAIT_NIMBLE, LEFT, NOBODY);
    assert_int_equal(state.unit[GENERAL].with, 0);
    assert_int_equal(state.unit[LEFT].leader + state.unit[SHOT].leader, 0);
    assert_int_equal(act_rule(GENERAL, TRAIT_NIMBLE, LEFT, NOBODY), LM_TRAIT_39);
}

/* Those that leave but a mark; none without a success. */
static void test_marks(void **unused)
{
    static const struct { enum trait trait; int target; uint32_t mark; } cases[] = {
        { TRAIT_AUTHORITARIAN, LEFT, EFFECT_AUTHORITARIAN }, { TRAIT_SWIFT, LEFT, EFFECT_SWIFT },
        { TRAIT_TERRIBLE, ENEMY_LEFT, EFFECT_TERRIBLE }, { TRAIT_DETERMINED, LEFT, EFFECT_DETERMINED },
        { TRAIT_ENERGETIC, LEFT, EFFECT_ENERGETIC }, { TRAIT_ENTHUSIASTIC, LEFT, EFFECT_ENTHUSIASTIC },
        { TRAIT_NOTABLE, LEFT, EFFECT_NOTABLE }, { TRAIT_RUTHLESS, ENEMY_LEFT, EFFECT_RUTHLESS }, { TRAIT_STOIC, LEFT, EFFECT_STOIC },
        { TRAIT_TENACIOUS, SHOT, EFFECT_TENACIOUS }, { TRAIT_UNDAUNTED, LEFT, EFFECT_UNDAUNTED }
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int successes = 0; successes < 2; successes++) {
            lay_table(unused);
            state.unit[ENEMY_LEFT].y = inches(23);          /* within his radius of 9 in */
            give_virtue(GENERAL, VIRTUE_PRESENCE);
            THROW(successes ? 5 : 4, 1, 1);
            act(GENERAL, cases[i].trait, cases[i].target, NOBODY);
            assert_int_equal(state.unit[cases[i].target].effects, successes ? cases[i].mark : 0);
            assert_int_equal(top_phase(), PHASE_ACTION);
        }
}

/* LM-TRAIT-43, LM-VIRT-09: without its commander's zeal the unit holds more than it can. */
static void test_ruthless(void **unused)
{
    (void)unused;
    give_virtue(ENEMY, VIRTUE_ZEAL);
    state.unit[ENEMY].with = ENEMY_LEFT + 1;
    state.unit[ENEMY_LEFT].leader = ENEMY + 1;
    state.unit[ENEMY_LEFT].wear = 5;
    THROW(5, 1, 1, 1, 1, 6, 1);
    act(GENERAL, TRAIT_RUTHLESS, ENEMY_LEFT, NOBODY);
    assert_int_equal(state.unit[ENEMY_LEFT].wear, 4);
}

/* What is asked in an answer is what is offered, too. */
static void test_answers_offered(void **unused)
{
    static const struct { enum trait trait; int target, offers; } cases[] = {
        { TRAIT_ALERT, SHOT, 3 }, { TRAIT_BOLD, LEFT, 4 }, { TRAIT_PIOUS, LEFT, 2 }, { TRAIT_INNOVATIVE, LEFT, 2 },
        { TRAIT_PROTECTOR, RIGHT, 2 }, { TRAIT_SKILLED, FIELD_GUN, 3 }, { TRAIT_RELENTLESS, LEFT, 3 }
    };
    struct offer list[16];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct offers offers = { list, 0, 16 };
        lay_table(unused);
        THROW(5, 1, 1);
        act(GENERAL, cases[i].trait, cases[i].target, NOBODY);
        phases[top_phase()]->offer(&match, &state, SEAT_A, &offers);
        assert_int_equal(offers.count, cases[i].offers);
        for (int32_t j = 0; j < offers.count; j++)
            if (!list[j].open) assert_int_equal(refused(list[j].decision), 0);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, lay_table)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_table), TEST(test_offers_are_what_is_legal), TEST(test_whom), TEST(test_tests), TEST(test_bold), TEST(test_cautious),
        TEST(test_cold), TEST(test_cold_may_let_it_be), TEST(test_who_is_next), TEST(test_meticulous), TEST(test_hero),
        TEST(test_hero_well_and_ill), TEST(test_patient), TEST(test_coordinator), TEST(test_perfectionist), TEST(test_pious),
        TEST(test_innovative), TEST(test_schemer), TEST(test_smart), TEST(test_enigmatic), TEST(test_provoker), TEST(test_fearless),
        TEST(test_fearless_again), TEST(test_relentless), TEST(test_protector), TEST(test_facing), TEST(test_lending),
        TEST(test_zeal_given_back), TEST(test_mending), TEST(test_guns_and_ranges), TEST(test_commanders), TEST(test_trickster), TEST(test_nimble),
        TEST(test_marks), TEST(test_ruthless),
        TEST(test_answers_offered)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
