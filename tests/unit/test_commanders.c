/* test_commanders.c: whom commanders command, where they go, whom they meet and how they are lost. */
#include "tercios.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BATTALION, HORSE, GUN, COMPANY };
enum { FOOT, OTHER_FOOT, ALLIES, CAVALRY, FOES, BATTERY };

static struct match   match;
static struct state   state;
static struct refusal why;
static struct point   vertices[ELEMENTS][8];
static struct dice    dice;
static struct play    play;

/* A game with nothing but commanders: below their phases one that waits for both seats. */

static void enter_wait(struct play *p) { ask(p, SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B)); }

static const struct phase  waits = { .name = "waits", .rule = LM_ACT_01, .enter = enter_wait };
static const struct phase *phases[PHASES];
static struct ruleset      ruleset;

static int32_t inches(double value) { return (int32_t)lround(value * INCH); }
static struct point at_inches(double x, double y) { return (struct point){ inches(x), inches(y) }; }

static void add_type(int id, enum class class, int width, int depth, int stamina, uint64_t special)
{
    match.type[id] = (struct type){ .class = (uint8_t)class, .speed = 4, .discipline = 4, .courage = 4, .endurance = (uint8_t)stamina,
                                    .shape = table_rectangle(width * CENTIMETRE, depth * CENTIMETRE, REFERENCE_FRONT), .special = special };
}

static void add_regiment(int id, seat_id seat, bool allied)
{
    match.regiment[id] = (struct regiment){ .seat = seat, .allied = allied, .commander = NOBODY };
    match.regiments = id + 1;
}

static int clear_table(void **unused)
{
    (void)unused;
    memset(&match, 0, sizeof match);
    memset(&state, 0, sizeof state);
    for (int i = 0; i < PHASES; i++) phases[i] = &waits;
    phases[PHASE_COMMAND] = &tercios_command;
    phases[PHASE_ESCAPE] = &tercios_escape;
    phases[PHASE_MET] = &tercios_met;
    phases[PHASE_LOSSES] = &tercios_losses;
    ruleset = (struct ruleset){ .id = "test", .phases = phases, .phase_count = PHASES };
    match.head.ruleset = &ruleset;
    match.head.piece = match.piece;
    match.head.seats = 2;
    match.edition = EDITION_LIBER;
    match.custom[CUSTOM_COMMAND] = match.custom[CUSTOM_KINGDOMS] = true;
    match.size = (struct point){ 180 * CENTIMETRE, 120 * CENTIMETRE };
    add_type(BATTALION, CLASS_SQUADRON, 12, 6, 4, 0);
    add_type(HORSE, CLASS_CAVALRY, 8, 4, 3, 0);
    add_type(GUN, CLASS_ARTILLERY, 4, 4, 2, SR_INTEGRAL_COMMAND);
    add_type(COMPANY, CLASS_COMPANY, 8, 4, 2, SR_LIGHT);
    for (int i = FOOT; i <= BATTERY; i++) add_regiment(i, i == FOES ? SEAT_B : SEAT_A, i == ALLIES);
    state.act.unit = state.act.target = NOBODY;
    flow_push(&state.flow, PHASE_TURN);
    play = (struct play){ .match = &match, .state = &state, .dice = &dice };
    dice = dice_listed(NULL, 0);
    return 0;
}

/* Units first, then commanders. */
static int add_unit(int type, int regiment, double x, double y, double degrees)
{
    int unit = match.units++;

    assert_int_equal(match.commanders, 0);
    match.head.pieces = match.units;
    match.type_of[unit] = match.other_type[unit] = (uint8_t)type;
    match.special[unit] = match.type[type].special;
    match.regiment_of[unit] = (uint8_t)regiment;
    match.piece[unit].seat = match.regiment[regiment].seat;
    state.unit[unit] = (struct unit){ .x = inches(x), .y = inches(y), .heading = (uint16_t)lround(degrees * 100),
                                      .status = STATUS_STANDING, .order = ORDER_READY };
    return unit;
}

static int add_commander_of(seat_id seat, int regiment, int rank, double x, double y)
{
    int piece = match.units + match.commanders;

    match.commander[match.commanders++] = (struct commander){ .rank = (uint8_t)rank, .regiment = (uint8_t)regiment };
    match.head.pieces = match.units + match.commanders;
    match.piece[piece].seat = seat;
    state.unit[piece] = (struct unit){ .x = inches(x), .y = inches(y), .status = STATUS_STANDING };
    return piece;
}

static int add_commander(int regiment, int rank, double x, double y)
{
    return add_commander_of(match.regiment[regiment].seat, regiment, rank, x, y);
}

static void give_trait(int piece, enum trait trait)
{
    match.commander[piece - match.units].traits |= UINT64_C(1) << trait;
    tercios_muster(&match);
}

static void give_virtue(int piece, enum virtue virtue)
{
    match.commander[piece - match.units].virtues = (uint16_t)(match.commander[piece - match.units].virtues | 1u << virtue);
}

static void attach(int piece, int unit)
{
    state.unit[piece].with = (uint8_t)(unit + 1);
    state.unit[unit].leader = (uint8_t)(piece + 1);
}

static int add_area(unsigned traits, double left, double bottom, double right, double top)
{
    int             number = match.elements++;
    struct element *element = &match.element[number];
    struct fault    fault = { 0 };

    vertices[number][0] = at_inches(left, bottom);
    vertices[number][1] = at_inches(right, bottom);
    vertices[number][2] = at_inches(right, top);
    vertices[number][3] = at_inches(left, top);
    element->traits = (uint16_t)traits;
    element->river = -1;
    element->middle = at_inches((left + right) / 2, (bottom + top) / 2);
    assert_true(table_area(&element->area, vertices[number], 4, "test", 1, &fault));
    return number;
}

static rule_id ride_rule(int piece, double x, double y)
{
    struct ground g;

    tercios_survey(&g, &match, &state);
    return tercios_ride_refused(&g, piece, at_inches(x, y), tercios_ride_length(&match, piece), NULL);
}

static rule_id attach_rule(int piece, int unit)
{
    struct ground g;

    tercios_survey(&g, &match, &state);
    return tercios_attach_refused(&g, piece, unit, tercios_ride_length(&match, piece), NULL);
}

static void throw(const uint8_t *faces, uint32_t count) { dice = dice_listed(faces, count); }
#define THROW(...) throw((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

/* All dice that were laid ready have been thrown, and no more were wanted. */
static void assert_thrown(void)
{
    assert_false(dice.short_of);
    assert_int_equal(dice.used, dice.count);
}

static int top_phase(void) { return flow_top_const(&state.flow)->phase; }

static void decide(struct decision d)
{
    seat_id seat = match.piece[d.unit].seat;
    rule_id rule = phases[top_phase()]->refuse(&match, &state, seat, &d, &why);

    assert_int_equal(rule, 0);
    play_take(&play, seat, &d);
    play_advance(&play);
}

static rule_id refused(struct decision d)
{
    return phases[top_phase()]->refuse(&match, &state, match.piece[d.unit].seat, &d, &why);
}

static void activate(int piece)
{
    assert_int_equal(tercios_commander_refused(&match, &state, piece, &why), 0);
    go_into(&play, PHASE_COMMAND)->value[VALUE_UNIT] = piece;
    play_advance(&play);
}

static void test_whom_he_may_deal_with(void **unused)
{
    int foot = add_unit(BATTALION, FOOT, 20, 20, 0), other = add_unit(BATTALION, OTHER_FOOT, 30, 20, 0);
    int ally = add_unit(BATTALION, ALLIES, 40, 20, 0), foe = add_unit(BATTALION, FOES, 20, 40, 180);
    int colonel = add_commander(FOOT, 2, 20, 10), chief = add_commander_of(SEAT_A, REGIMENTS, 3, 30, 10);

    (void)unused;
    assert_true(tercios_interacts(&match, colonel, foot));
    assert_false(tercios_interacts(&match, colonel, other));
    assert_false(tercios_interacts(&match, colonel, foe));
    assert_false(tercios_interacts(&match, colonel, chief));
    assert_true(tercios_interacts(&match, chief, foot));
    assert_true(tercios_interacts(&match, chief, other));
    assert_false(tercios_interacts(&match, chief, ally));
    give_virtue(colonel, VIRTUE_FAME);
    assert_true(tercios_interacts(&match, colonel, other));
    assert_false(tercios_interacts(&match, colonel, ally));
    give_trait(chief, TRAIT_DIPLOMATIC);
    assert_true(tercios_interacts(&match, chief, ally));
}

/* the disc's edge to the nearest Centre. The rear centre of a battalion that faces north is 6 cm behind its front. */
static void test_radius(void **unused)
{
    int unit = add_unit(BATTALION, FOOT, 10, 0, 0), colonel = add_commander(FOOT, 2, 10, 10);

    (void)unused;
    state.unit[unit].y = inches(10) + 6 * INCH + 2000 + 6000 + TOLERANCE;
    assert_true(tercios_in_command(&match, &state, unit));
    assert_true(tercios_may_command(&match, &state, colonel, unit));
    state.unit[unit].y++;
    assert_false(tercios_in_command(&match, &state, unit));
    give_virtue(colonel, VIRTUE_PRESENCE);
    assert_true(tercios_in_command(&match, &state, unit));
    state.unit[unit].y += 3 * INCH;
    assert_false(tercios_in_command(&match, &state, unit));
}

static void test_command_needs_sight(void **unused)
{
    int unit = add_unit(BATTALION, FOOT, 20, 16, 0), colonel = add_commander(FOOT, 2, 20, 9);

    (void)unused;
    assert_true(tercios_in_command(&match, &state, unit));
    add_area(T_CONCEAL, 16, 11, 24, 12);
    assert_false(tercios_in_command(&match, &state, unit));
    give_trait(colonel, TRAIT_RESPECTABLE);
    assert_true(tercios_in_command(&match, &state, unit));
}

/* Inside the wood he sees out of it; a unit in between hides the one behind it. */
static void test_what_hides(void **unused)
{
    int far = add_unit(BATTALION, FOOT, 20, 17, 0), near = add_unit(COMPANY, FOES, 20, 12.5, 0);
    int colonel = add_commander(FOOT, 2, 20, 9);

    (void)unused;
    assert_false(tercios_in_command(&match, &state, far));
    state.unit[near].x = inches(40);
    assert_true(tercios_in_command(&match, &state, far));
    add_area(T_CONCEAL, 16, 8, 24, 10);
    assert_true(tercios_in_command(&match, &state, far));
    assert_true(tercios_reaches_anywhere(&match, &state, colonel, far));
    assert_true(tercios_reaches_anywhere(&match, &state, colonel, near));
    assert_false(tercios_reaches(&match, &state, colonel, near));
}

/* LM-ATT-05, -10: from the unit that he is with, all round, and past its own base. */
static void test_command_from_a_unit(void **unused)
{
    int with = add_unit(BATTALION, FOOT, 20, 20, 0), behind = add_unit(COMPANY, FOOT, 20, 0, 0);
    int colonel = add_commander(FOOT, 2, 60, 40);

    (void)unused;
    attach(colonel, with);
    state.unit[behind].y = inches(20) - 6000 - 6 * INCH - TOLERANCE;
    assert_true(tercios_in_command(&match, &state, with));
    assert_true(tercios_in_command(&match, &state, behind));
    state.unit[behind].y--;
    assert_false(tercios_in_command(&match, &state, behind));
}

static void test_in_a_building(void **unused)
{
    int house = add_area(T_BUILDING | T_IMPASSABLE | T_CONCEAL, 10, 10, 16, 14);
    int unit = add_unit(BATTALION, FOOT, 13, 12, 0);
    int colonel = add_commander(FOOT, 2, 22, 12);

    (void)unused;
    state.unit[unit].house = (uint8_t)(house + 1);
    assert_true(tercios_in_command(&match, &state, unit));
    state.unit[colonel].x = inches(16) + 6 * INCH + 2000 + TOLERANCE + 1;
    assert_false(tercios_in_command(&match, &state, unit));
    assert_int_equal(attach_rule(colonel, unit), LM_CMD_08);
    state.unit[colonel].x = inches(22);
    assert_int_equal(attach_rule(colonel, unit), 0);
}

/* LM-ART-03: the company of a battery; LM-INF-07: the elite. */
static void test_no_need_of_a_commander(void **unused)
{
    int gun = add_unit(GUN, BATTERY, 20, 20, 0), company = add_unit(COMPANY, BATTERY, 20, 20, 0), foot = add_unit(BATTALION, FOOT, 50, 20, 0);

    (void)unused;
    match.regiment[BATTERY].first = (int16_t)gun;
    match.regiment[BATTERY].count = 2;
    match.type[GUN].arm = ARM_ARTILLERY;
    state.unit[company].y += 4000 + 6 * INCH + TOLERANCE;         /* its rear centre from the gun's front */
    assert_true(tercios_in_command(&match, &state, company));
    state.unit[company].y++;
    assert_false(tercios_in_command(&match, &state, company));
    assert_false(tercios_in_command(&match, &state, foot));
    match.special[foot] |= SR_ELITE;
    assert_true(tercios_in_command(&match, &state, foot));
}

static void test_helped_without_sight(void **unused)
{
    int light = add_unit(COMPANY, FOOT, 20, 16, 0), gun = add_unit(GUN, BATTERY, 50, 30, 0), foot = add_unit(BATTALION, FOOT, 20, 4, 0);
    int colonel = add_commander(FOOT, 2, 20, 9);

    (void)unused;
    add_area(T_CONCEAL, 16, 11, 24, 12);
    assert_true(tercios_in_command(&match, &state, gun));
    assert_false(has(&match, &state, light, SR_EVASION));
    give_trait(colonel, TRAIT_PREPARED_LIGHT);
    assert_true(has(&match, &state, light, SR_EVASION));
    assert_false(has(&match, &state, foot, SR_EVASION));
    assert_false(tercios_paid(&match, &state, foot));
    give_trait(colonel, TRAIT_WEALTHY);
    assert_true(tercios_paid(&match, &state, foot));
    assert_true(tercios_paid(&match, &state, light));
    state.unit[light].y = inches(30);
    assert_false(tercios_paid(&match, &state, light));
    assert_false(has(&match, &state, light, SR_EVASION));
}

static void test_ride(void **unused)
{
    int friend = add_unit(BATTALION, FOOT, 20, 13, 0), colonel;

    (void)unused;
    add_unit(HORSE, FOES, 30, 10, 180);
    add_area(T_CONCEAL | T_VERY_DIFFICULT, 10, 0, 40, 20);
    colonel = add_commander(FOOT, 2, 20, 9);
    assert_int_equal(ride_rule(colonel, 20, 15), 0);              /* through a friend, through the wood */
    assert_int_equal(ride_rule(colonel, 20, 15.02), LM_CMD_08);
    assert_int_equal(ride_rule(colonel, 20, 13), LM_CMD_09);      /* ends in a friend */
    assert_int_equal(ride_rule(colonel, 24.5, 9.5), 0);
    give_virtue(colonel, VIRTUE_ELAN);
    assert_int_equal(ride_rule(colonel, 28, 10.5), LM_CMD_10);    /* against an enemy */
    assert_int_equal(ride_rule(colonel, 20, 0.7), LM_MOVE_16);
    assert_int_equal(ride_rule(colonel, 20, 0.8), 0);
    state.unit[friend].x = inches(50);
    assert_int_equal(ride_rule(colonel, 20, 18), 0);
}

/* The shortest way round what bars him counts. */
static void test_ways_round(void **unused)
{
    int    foe = add_unit(BATTALION, FOES, 20, 13, 0), colonel = add_commander(FOOT, 2, 20, 9);
    double corner = sqrt(pow(2.3622, 2) + pow(13 - 2.3622 - 9, 2)) + 2.3622;

    (void)unused;
    (void)foe;
    /* From (20,9) round the left rear corner (17.638,10.638) and the left front corner to (20,15): 2.874 + 2.362 + 3.09 = 8.33 */
    assert_int_equal(ride_rule(colonel, 20, 15), LM_CMD_08);
    give_virtue(colonel, VIRTUE_ELAN);
    assert_int_equal(ride_rule(colonel, 20, 15), 0);
    corner += sqrt(pow(2.3622, 2) + pow(2.6, 2));
    assert_true(corner < 9);
    assert_int_equal(ride_rule(colonel, 20, 15.6), 0);            /* 2.874 + 2.362 + 3.513 = 8.75 */
    assert_int_equal(ride_rule(colonel, 20, 16), LM_CMD_08);      /* 2.874 + 2.362 + 3.823 = 9.06 */
}

static void test_bridges(void **unused)
{
    int colonel = add_commander(FOOT, 2, 20, 9);

    (void)unused;
    add_area(T_RIVER | T_IMPASSABLE, 0, 10.5, 70, 12);
    assert_int_equal(ride_rule(colonel, 20, 13), LM_CMD_08);
    assert_int_equal(ride_rule(colonel, 20, 10), LM_CMD_08);      /* half in the water */
    add_area(T_CROSSING, 21, 10.5, 23, 12);
    assert_int_equal(ride_rule(colonel, 20, 13), 0);
    assert_int_equal(ride_rule(colonel, 22, 13), 0);
}

static void test_joining(void **unused)
{
    int near = add_unit(BATTALION, FOOT, 20, 20, 0), other = add_unit(BATTALION, OTHER_FOOT, 30, 20, 0);
    int colonel = add_commander(FOOT, 2, 20, 0), second = add_commander_of(SEAT_A, REGIMENTS, 3, 20, 24);

    (void)unused;
    state.unit[colonel].y = inches(20) - 6000 - 2000 - 6 * INCH - TOLERANCE;
    assert_int_equal(attach_rule(colonel, near), 0);
    assert_int_equal(attach_rule(colonel, other), LM_CMD_06);
    state.unit[colonel].y -= 2;
    assert_int_equal(attach_rule(colonel, near), LM_CMD_08);
    state.unit[colonel].y += 2;
    assert_int_equal(attach_rule(second, near), 0);
    attach(second, near);
    assert_int_equal(attach_rule(colonel, near), LM_ATT_09);
    assert_int_equal(attach_rule(colonel, second), LM_ATT_01);
}

static void test_activation(void **unused)
{
    int near = add_unit(BATTALION, FOOT, 20, 20, 0), colonel = add_commander(FOOT, 2, 20, 14);

    (void)unused;
    activate(colonel);
    assert_int_equal(refused((struct decision){ .kind = DO_STOP, .unit = (int16_t)colonel }), LM_CACT_01);
    assert_int_equal(refused((struct decision){ .kind = DO_PASS }), LM_CACT_01);
    decide((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(25, 14) });
    assert_int_equal(state.unit[colonel].x, inches(25));
    assert_int_equal(top_phase(), PHASE_COMMAND);                 /* he moved, so he must act */
    assert_int_equal(refused((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(26, 14) }), LM_CACT_01);
    assert_int_equal(refused((struct decision){ .kind = DO_ATTACH, .unit = (int16_t)colonel, .target = (int16_t)near }), LM_CACT_01);
    clear_table(NULL);

    near = add_unit(BATTALION, FOOT, 20, 20, 0);
    colonel = add_commander(FOOT, 2, 20, 14);
    activate(colonel);
    decide((struct decision){ .kind = DO_ATTACH, .unit = (int16_t)colonel, .target = (int16_t)near });
    assert_int_equal(top_phase(), PHASE_TURN);
    assert_true(state.unit[colonel].exhausted);
    assert_int_equal(state.unit[colonel].with, near + 1);
    assert_int_equal(state.unit[near].leader, colonel + 1);
    assert_int_equal(tercios_commander_refused(&match, &state, colonel, &why), LM_STATE_06);
}

static void test_leaving(void **unused)
{
    int with = add_unit(BATTALION, FOOT, 20, 20, 0), other = add_unit(BATTALION, FOOT, 30, 20, 0), colonel = add_commander(FOOT, 2, 20, 14);

    (void)unused;
    attach(colonel, with);
    state.unit[colonel].joined = 1;
    assert_int_equal(tercios_commander_refused(&match, &state, colonel, &why), LM_ATT_07);
    state.unit[colonel].joined = 0;
    state.unit[with].order = ORDER_NONE;
    assert_int_equal(tercios_commander_refused(&match, &state, colonel, &why), LM_ATT_07);
    state.unit[with].order = ORDER_FIRE;
    activate(colonel);
    assert_int_equal(refused((struct decision){ .kind = DO_ATTACH, .unit = (int16_t)colonel, .target = (int16_t)other }), LM_ATT_08);
    assert_int_equal(refused((struct decision){ .kind = DO_ACT, .unit = (int16_t)colonel, .choice = TRAIT_FAST }), LM_ATT_03);
    /* 6 in from the front edge at y = 20 */
    assert_int_equal(refused((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 26.02) }), LM_CMD_08);
    assert_int_equal(refused((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 20.7) }), LM_CMD_09);
    decide((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 26) });
    assert_int_equal(state.unit[colonel].with, 0);
    assert_int_equal(state.unit[with].leader, 0);
    assert_int_equal(top_phase(), PHASE_COMMAND);
}

/* LM-VIRT-09: five wear are one too many without him. */
static void test_zeal_ends(void **unused)
{
    int with = add_unit(BATTALION, FOOT, 20, 20, 0), colonel = add_commander(FOOT, 2, 20, 14);

    (void)unused;
    attach(colonel, with);
    give_virtue(colonel, VIRTUE_ZEAL);
    state.unit[with].wear = 5;
    activate(colonel);
    THROW(6, 1, 1, 1);
    decide((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 26) });
    assert_thrown();
    assert_int_equal(state.unit[with].wear, 4);
    assert_int_equal(state.unit[with].status, STATUS_STANDING);
}

/* */
static void test_command_tests(void **unused)
{
    int colonel, ensign;

    (void)unused;
    add_unit(BATTALION, FOOT, 20, 20, 0);
    colonel = add_commander(FOOT, 3, 20, 14);
    ensign = add_commander(FOOT, 0, 30, 14);
    THROW(6, 6, 2);
    assert_int_equal(tercios_command_test(&play, colonel, 6, LM_TRAIT_16), 2);
    assert_false(state.unit[colonel].exhausted);
    THROW(5, 3, 1);
    assert_int_equal(tercios_command_test(&play, colonel, 5, LM_TRAIT_05), 1);
    assert_true(state.unit[colonel].exhausted);
    THROW(6, 6, 6);
    assert_int_equal(tercios_command_test(&play, ensign, 5, LM_TRAIT_01), 0);
    assert_int_equal(dice.used, 0);
    assert_true(state.unit[ensign].exhausted);
}

static void slide(int unit, double x, double y, double to_x, double to_y)
{
    struct pose from = { at_inches(x, y), table_bearing(at_inches(x, y), at_inches(to_x, to_y)) }, to = { at_inches(to_x, to_y), from.heading };

    tercios_put(&state, unit, to);
    tercios_sweep(&play, unit, from, to);
    play_advance(&play);
}

/* */
static void test_wrong_place(void **unused)
{
    int horse = add_unit(HORSE, FOES, 20, 10, 0), mine = add_unit(BATTALION, FOOT, 20, 40, 0), colonel = add_commander(FOOT, 2, 20, 15);

    (void)unused;
    (void)mine;
    THROW(4, 1);
    slide(horse, 20, 10, 20, 18);
    assert_thrown();
    assert_int_equal(state.unit[colonel].status, STATUS_DESTROYED);
    assert_int_equal(top_phase(), PHASE_TURN);

    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(15) };
    THROW(5, 2);
    slide(horse, 20, 10, 20, 15.5);
    assert_thrown();
    assert_int_equal(top_phase(), PHASE_ESCAPE);
    assert_true(state.unit[colonel].exhausted);
    assert_int_equal(refused((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 16) }), LM_CMD_10);
    assert_int_equal(refused((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 21.1) }), LM_CMD_08);
    decide((struct decision){ .kind = DO_RIDE, .unit = (int16_t)colonel, .at = at_inches(20, 21) });
    assert_int_equal(top_phase(), PHASE_TURN);
    assert_int_equal(state.unit[colonel].y, inches(21));

    /* Whoever does not choose is set beside the unit; passed by, he may stay. */
    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(15) };
    THROW(5, 6);
    slide(horse, 20, 10, 20, 15.5);
    assert_false(state.unit[colonel].exhausted);
    decide((struct decision){ .kind = DO_STOP, .unit = (int16_t)colonel });
    assert_int_equal(top_phase(), PHASE_TURN);
    assert_false(state.unit[colonel].x == inches(20) && state.unit[colonel].y == inches(15));
    assert_int_equal(ride_rule(colonel, (double)state.unit[colonel].x / INCH, (double)state.unit[colonel].y / INCH), 0);
}

/* The base is 8 cm wide, the disc 4: 6 cm beside the line it is just met, a little more and it is not. */
static void test_who_is_met(void **unused)
{
    int horse = add_unit(HORSE, FOES, 20, 10, 0), mine = add_unit(BATTALION, FOOT, 60, 40, 0), colonel = add_commander(FOOT, 2, 20, 15);

    (void)unused;
    (void)mine;
    state.unit[colonel].x = inches(20) + 6000 + TOLERANCE + 1;
    slide(horse, 20, 10, 20, 20);
    assert_int_equal(top_phase(), PHASE_TURN);
    state.unit[colonel].x--;
    THROW(1, 1);
    slide(horse, 20, 10, 20, 20);
    assert_thrown();
    assert_int_equal(state.unit[colonel].status, STATUS_DESTROYED);

    /* Beyond the end of the slide. */
    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(20) + 2000 + TOLERANCE + 1 };
    slide(horse, 20, 10, 20, 20);
    assert_int_equal(top_phase(), PHASE_TURN);
    assert_int_equal(state.unit[colonel].status, STATUS_STANDING);
}

static void test_friend_is_met(void **unused)
{
    int foot = add_unit(BATTALION, FOOT, 20, 10, 0), strange = add_unit(BATTALION, OTHER_FOOT, 40, 10, 0), colonel = add_commander(FOOT, 2, 20, 15);

    (void)unused;
    slide(foot, 20, 10, 20, 15.5);                                /* over him: join, or stand aside */
    assert_int_equal(top_phase(), PHASE_MET);
    assert_int_equal(refused((struct decision){ .kind = DO_STOP, .unit = (int16_t)colonel }), LM_MOVE_12);
    assert_int_equal(refused((struct decision){ .kind = DO_ASIDE, .unit = (int16_t)colonel, .heading = 4500 }), LM_MOVE_12);
    decide((struct decision){ .kind = DO_ASIDE, .unit = (int16_t)colonel, .heading = 18000 });
    assert_int_equal(top_phase(), PHASE_TURN);
    assert_int_equal(state.unit[colonel].x, inches(20));
    assert_int_equal(state.unit[colonel].y, inches(15.5) - 6000 - INCH - 2000);
    assert_false(state.unit[colonel].exhausted);

    state.unit[colonel].y = inches(11);
    slide(foot, 20, 10, 20, 16);                                  /* past him: join, or stay */
    assert_int_equal(top_phase(), PHASE_MET);
    decide((struct decision){ .kind = DO_ATTACH, .unit = (int16_t)colonel, .target = (int16_t)foot });
    assert_int_equal(state.unit[foot].leader, colonel + 1);
    assert_true(state.unit[colonel].exhausted);

    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING, .x = inches(40), .y = inches(15) };
    slide(strange, 40, 10, 40, 20);                               /* not his, and it does not stand on him */
    assert_int_equal(top_phase(), PHASE_TURN);
    slide(strange, 40, 10, 40, 15.5);
    assert_int_equal(top_phase(), PHASE_MET);
    assert_int_equal(refused((struct decision){ .kind = DO_ATTACH, .unit = (int16_t)colonel, .target = (int16_t)strange }), LM_CMD_06);
}

static void test_heroes(void **unused)
{
    int foot = add_unit(BATTALION, FOOT, 20, 20, 0), mine = add_unit(BATTALION, FOOT, 60, 40, 0), colonel = add_commander(FOOT, 2, 0, 0);

    (void)unused;
    (void)mine;
    attach(colonel, foot);
    tercios_destroy(&play, foot, LM_BREAK_06);
    play_advance(&play);
    assert_int_equal(state.unit[colonel].status, STATUS_DESTROYED);
    assert_int_equal(state.unit[colonel].with, 0);

    state.unit[foot] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(20) };
    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING, .exhausted = 1 };
    give_trait(colonel, TRAIT_LUCKY);
    attach(colonel, foot);
    THROW(5, 1);
    tercios_destroy(&play, foot, LM_BREAK_06);
    play_advance(&play);
    assert_thrown();                                              /* and no coward's test for him */
    assert_int_equal(top_phase(), PHASE_ESCAPE);
    assert_int_equal(state.unit[colonel].with, 0);
    assert_int_equal(state.unit[colonel].x, inches(20));
    assert_int_equal(state.unit[colonel].y, inches(20) - 3000);
    decide((struct decision){ .kind = DO_STOP, .unit = (int16_t)colonel });
    assert_int_equal(top_phase(), PHASE_TURN);

    state.unit[foot] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(20) };
    attach(colonel, foot);
    THROW(4, 1);
    tercios_destroy(&play, foot, LM_BREAK_06);
    play_advance(&play);
    assert_thrown();
    assert_int_equal(state.unit[colonel].status, STATUS_DESTROYED);
    assert_int_equal(top_phase(), PHASE_TURN);
}

static void test_cowards(void **unused)
{
    int foot = add_unit(BATTALION, FOOT, 20, 20, 0), other = add_unit(BATTALION, OTHER_FOOT, 24, 10, 0);
    int colonel = add_commander(FOOT, 2, 20, 13), second = add_commander(OTHER_FOOT, 1, 20, 40), third = add_commander(OTHER_FOOT, 1, 24, 23);

    (void)unused;
    (void)second;
    THROW(1);                                                     /* the third alone: the colonel has another unit near */
    tercios_destroy(&play, foot, LM_BREAK_06);
    play_advance(&play);
    assert_thrown();
    assert_int_equal(state.unit[colonel].status, STATUS_STANDING);
    assert_int_equal(state.unit[second].status, STATUS_STANDING);
    assert_int_equal(state.unit[third].status, STATUS_DESTROYED);

    state.unit[foot] = (struct unit){ .status = STATUS_STANDING, .x = inches(20), .y = inches(20) };
    state.unit[other].x = inches(60);
    THROW(5, 1);
    tercios_destroy(&play, foot, LM_BREAK_06);
    play_advance(&play);
    assert_thrown();
    assert_int_equal(state.unit[colonel].status, STATUS_STANDING);
    assert_true(state.unit[colonel].exhausted);

    tercios_dismiss(&play);                                       /* his regiment is gone */
    assert_int_equal(state.unit[colonel].status, STATUS_DESTROYED);
    assert_int_equal(state.unit[second].status, STATUS_STANDING);
}

static void test_chiefs(void **unused)
{
    int chief;

    (void)unused;
    add_unit(BATTALION, FOOT, 20, 20, 0);
    add_commander(FOOT, 4, 20, 13);
    assert_int_equal(tercios_chief_rank(&match, &state, SEAT_A), -1);
    chief = add_commander_of(SEAT_A, REGIMENTS, 3, 30, 13);
    assert_int_equal(tercios_chief_rank(&match, &state, SEAT_A), 3);
    assert_int_equal(tercios_chief_rank(&match, &state, SEAT_B), -1);
    give_virtue(chief, VIRTUE_INITIATIVE);
    assert_int_equal(tercios_chief_rank(&match, &state, SEAT_A), 5);
    tercios_kill(&play, chief, LOSS_COWARD, LM_LOSS_04);
    assert_int_equal(tercios_chief_rank(&match, &state, SEAT_A), -1);
}

static void test_rest(void **unused)
{
    int foot = add_unit(BATTALION, FOOT, 20, 20, 0), colonel = add_commander(FOOT, 4, 20, 40);

    (void)unused;
    state.unit[colonel].exhausted = state.unit[colonel].joined = 1;
    state.unit[foot].effects = EFFECT_SWIFT | EFFECT_RUTHLESS;
    state.unit[foot].reach = 3;
    state.unit[foot].lent = 1 << VIRTUE_ZEAL;
    state.unit[foot].wear = 5;
    THROW(5, 5, 5, 5);
    tercios_rest(&play);
    play_advance(&play);
    assert_thrown();                                              /* his zeal was lent: he breaks without it */
    assert_int_equal(state.unit[colonel].exhausted, 0);
    assert_int_equal(state.unit[colonel].joined, 0);
    assert_int_equal(state.unit[foot].status, STATUS_DESTROYED);
}

static void test_nimble(void **unused)
{
    int from = add_unit(BATTALION, FOOT, 20, 20, 0), to = add_unit(BATTALION, FOOT, 30, 20, 0), far = add_unit(BATTALION, FOOT, 60, 20, 0);
    int colonel = add_commander(FOOT, 2, 20, 13);

    (void)unused;
    assert_int_equal(tercios_nimble_refused(&match, &state, colonel, to, NULL), LM_TRAIT_39);
    attach(colonel, from);
    state.unit[from].order = ORDER_NONE;                          /* an activated unit holds only those who are not nimble */
    assert_int_equal(tercios_commander_refused(&match, &state, colonel, NULL), LM_ATT_07);
    give_trait(colonel, TRAIT_NIMBLE);
    assert_int_equal(tercios_commander_refused(&match, &state, colonel, NULL), 0);
    assert_int_equal(tercios_nimble_refused(&match, &state, colonel, far, NULL), LM_CMD_08);
    assert_int_equal(tercios_nimble_refused(&match, &state, colonel, to, NULL), 0);
    tercios_nimble(&play, colonel, to, false);
    assert_int_equal(state.unit[colonel].with, 0);
    assert_true(state.unit[colonel].exhausted);
    assert_in_range(state.unit[colonel].x, inches(23.1), inches(26.9));
    state.unit[colonel] = (struct unit){ .status = STATUS_STANDING };
    attach(colonel, from);
    tercios_nimble(&play, colonel, to, true);
    assert_int_equal(state.unit[to].leader, colonel + 1);
    assert_int_equal(state.unit[from].leader, 0);
}

static void test_mounted_elan(void **unused)
{
    int colonel, rider, chief;

    (void)unused;
    match.regiment[FOOT].first = (int16_t)add_unit(BATTALION, FOOT, 20, 20, 0);
    match.regiment[FOOT].count = 1;
    match.regiment[CAVALRY].first = (int16_t)add_unit(HORSE, CAVALRY, 30, 20, 0);
    match.regiment[CAVALRY].count = 1;
    colonel = add_commander(FOOT, 1, 20, 10);
    rider = add_commander(CAVALRY, 1, 30, 10);
    chief = add_commander_of(SEAT_A, REGIMENTS, 3, 40, 10);
    match.regiment[CAVALRY].commander = (int16_t)rider;
    tercios_muster(&match);
    assert_int_equal(tercios_ride_length(&match, rider), 6 * INCH);
    match.custom[CUSTOM_MOUNTED_ELAN] = true;
    tercios_muster(&match);
    assert_int_equal(tercios_ride_length(&match, rider), 9 * INCH);
    assert_int_equal(tercios_ride_length(&match, colonel), 6 * INCH);
    assert_int_equal(tercios_ride_length(&match, chief), 6 * INCH);
    match.regiments = 0;
    match.regiment[match.regiments++] = match.regiment[CAVALRY];
    tercios_muster(&match);
    assert_int_equal(tercios_ride_length(&match, chief), 9 * INCH);
}

/* On crowded tables: what is offered is legal, and a place that is found is legal. */
static void check_offers(struct random *random)
{
    static struct offer list[OFFERS_MAX];
    struct offers       offers = { list, 0, OFFERS_MAX };
    seat_id             seat = match.piece[acting(&state)].seat;

    play_offer(&match, &state, seat, &offers);
    assert_true(offers.count > 0);
    for (int i = 0; i < offers.count; i++) {
        struct decision d = list[i].decision;
        if (list[i].open && !tercios_sample_ride(&match, &state, d.unit, random, &d.at)) continue;      /* hemmed in */
        assert_int_equal(refused(d), 0);
    }
}

static void test_crowded_tables(void **unused)
{
    struct random random = random_from(7);

    (void)unused;
    for (int game = 0; game < 60; game++) {
        int colonel;
        clear_table(NULL);
        add_area(T_IMPASSABLE, 22, 14, 26, 17);
        add_area(T_CONCEAL, 12, 20, 18, 24);
        for (int i = 0; i < 14; i++)
            add_unit(i % 3 ? BATTALION : HORSE, i % 2 ? FOOT : FOES, 10 + random_below(&random, 240) / 10.0, 10 + random_below(&random, 200) / 10.0,
                     random_below(&random, 360));
        colonel = add_commander(FOOT, 2, 10 + random_below(&random, 240) / 10.0, 10 + random_below(&random, 200) / 10.0);
        if (game % 2) attach(colonel, 1);
        if (tercios_commander_refused(&match, &state, colonel, NULL)) continue;
        activate(colonel);
        check_offers(&random);
        state.unit[colonel].with = 0;
        go_into(&play, PHASE_ESCAPE)->value[VALUE_UNIT] = colonel;
        flow_top(&state.flow)->value[VALUE_TARGET] = 9 * INCH;
        play_advance(&play);
        check_offers(&random);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_whom_he_may_deal_with, clear_table),
        cmocka_unit_test_setup(test_radius, clear_table),
        cmocka_unit_test_setup(test_command_needs_sight, clear_table),
        cmocka_unit_test_setup(test_what_hides, clear_table),
        cmocka_unit_test_setup(test_command_from_a_unit, clear_table),
        cmocka_unit_test_setup(test_in_a_building, clear_table),
        cmocka_unit_test_setup(test_no_need_of_a_commander, clear_table),
        cmocka_unit_test_setup(test_helped_without_sight, clear_table),
        cmocka_unit_test_setup(test_ride, clear_table),
        cmocka_unit_test_setup(test_ways_round, clear_table),
        cmocka_unit_test_setup(test_bridges, clear_table),
        cmocka_unit_test_setup(test_joining, clear_table),
        cmocka_unit_test_setup(test_activation, clear_table),
        cmocka_unit_test_setup(test_leaving, clear_table),
        cmocka_unit_test_setup(test_zeal_ends, clear_table),
        cmocka_unit_test_setup(test_command_tests, clear_table),
        cmocka_unit_test_setup(test_wrong_place, clear_table),
        cmocka_unit_test_setup(test_who_is_met, clear_table),
        cmocka_unit_test_setup(test_friend_is_met, clear_table),
        cmocka_unit_test_setup(test_heroes, clear_table),
        cmocka_unit_test_setup(test_cowards, clear_table),
        cmocka_unit_test_setup(test_chiefs, clear_table),
        cmocka_unit_test_setup(test_rest, clear_table),
        cmocka_unit_test_setup(test_nimble, clear_table),
        cmocka_unit_test_setup(test_mounted_elan, clear_table),
        cmocka_unit_test_setup(test_crowded_tables, clear_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
