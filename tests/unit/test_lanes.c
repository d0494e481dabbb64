/* test_lanes.c: the worked examples of charges, approaches, counter-charges, interceptions and flights. */
#include "tercios.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    CLASSIC, REFORMED, SQUARE, CUIRASSIERS, HARQUEBUSIERS, SWEDISH, COMPANY, TROTTERS, GUN
};

static struct match  match;
static struct state  state;
static struct ground ground;
static struct point  corner[ELEMENTS][4];

static int32_t inches(double value) { return (int32_t)lround(value * INCH); }

static struct point at_inches(double x, double y) { return (struct point){ inches(x), inches(y) }; }

static void make_type(int type, enum arm arm, int32_t width, int32_t depth, int speed, unsigned special)
{
    match.type[type].arm = (uint8_t)arm;
    match.type[type].shape = table_rectangle(width, depth, REFERENCE_FRONT);
    match.type[type].speed = (uint8_t)speed;
    match.type[type].special = (uint16_t)special;
}

static void clear_table(void)
{
    memset(&match, 0, sizeof match);
    memset(&state, 0, sizeof state);
    match.size = (struct point){ 180 * CENTIMETRE, 120 * CENTIMETRE };
    match.head.piece = match.piece;
    state.act.unit = NOBODY;
    state.act.target = NOBODY;
    make_type(CLASSIC, ARM_INFANTRY, 12000, 6000, 4, 0);
    make_type(REFORMED, ARM_INFANTRY, 12000, 6000, 4, 0);
    make_type(SQUARE, ARM_INFANTRY, 12000, 12000, 4, SR_SQUARE);
    make_type(CUIRASSIERS, ARM_CAVALRY, 8000, 4000, 7, 0);
    make_type(HARQUEBUSIERS, ARM_CAVALRY, 8000, 4000, 8, 0);
    make_type(SWEDISH, ARM_CAVALRY, 8000, 4000, 8, 0);
    make_type(COMPANY, ARM_INFANTRY, 8000, 4000, 5, 0);
    make_type(TROTTERS, ARM_CAVALRY, 8000, 4000, 6, 0);
    make_type(GUN, ARM_ARTILLERY, 4000, 4000, 2, SR_CREW | SR_NO_ESCAPE);
}

static void move_to(int unit, double x, double y, int32_t heading)
{
    state.unit[unit].x = inches(x);
    state.unit[unit].y = inches(y);
    state.unit[unit].heading = (uint16_t)heading;
    tercios_survey(&ground, &match, &state);
}

static int place(int type, seat_id seat, double x, double y, int32_t heading)
{
    int unit = match.head.pieces++;

    match.units = match.head.pieces;
    match.piece[unit].seat = seat;
    match.type_of[unit] = (uint8_t)type;
    match.special[unit] = match.type[type].special;
    state.unit[unit].status = STATUS_STANDING;
    move_to(unit, x, y, heading);
    return unit;
}

static struct element *new_element(unsigned traits)
{
    struct element *element = &match.element[match.elements++];

    element->traits = (uint16_t)traits;
    element->river = -1;
    return element;
}

static int lay_area(unsigned traits, double left, double bottom, double right, double top)
{
    struct element *element = new_element(traits);
    struct point   *vertex  = corner[match.elements - 1];
    struct fault    fault   = { 0 };

    vertex[0] = at_inches(left, bottom);
    vertex[1] = at_inches(right, bottom);
    vertex[2] = at_inches(right, top);
    vertex[3] = at_inches(left, top);
    assert_true(table_area(&element->area, vertex, 4, "test", 1, &fault));
    element->middle = at_inches((left + right) / 2, (bottom + top) / 2);
    tercios_survey(&ground, &match, &state);
    return match.elements - 1;
}

static void lay_wall(double ax, double ay, double bx, double by)
{
    struct element *element = new_element(T_DIFFICULT | T_COVER | T_PROTECTED);
    struct point   *vertex  = corner[match.elements - 1];
    struct fault    fault   = { 0 };

    element->is_line = true;
    vertex[0] = at_inches(ax, ay);
    vertex[1] = at_inches(bx, by);
    assert_true(table_polyline(&element->line, vertex, 2, "test", 1, &fault));
    tercios_survey(&ground, &match, &state);
}

static int lay_building(double left, double bottom, double right, double top)
{
    return lay_area(T_BUILDING | T_IMPASSABLE | T_CONCEAL | T_COVER | T_PROTECTED, left, bottom, right, top);
}

static int garrison(int type, seat_id seat, int element)
{
    int unit = place(type, seat, 0, 0, 0);

    state.unit[unit].house = (uint8_t)(element + 1);
    state.unit[unit].x = match.element[element].middle.x;
    state.unit[unit].y = match.element[element].middle.y;
    tercios_survey(&ground, &match, &state);
    return unit;
}

/* A declared line of the unit, not yet begun. */
static void declare(int unit, double x, double y)
{
    struct pose pose = pose_of(&state, unit);

    state.act.unit = (int16_t)unit;
    state.act.from_x = pose.at.x;
    state.act.from_y = pose.at.y;
    state.act.to_x = inches(x);
    state.act.to_y = inches(y);
    state.act.length = table_floor(table_distance(pose.at, at_inches(x, y)));
    state.act.covered = 0;
    state.act.heading = (uint16_t)table_pivot(pose, at_inches(x, y)).heading;
}

static void assert_length(int32_t length, double expected)
{
    assert_in_range(length + TOLERANCE, inches(expected), inches(expected) + 2 * TOLERANCE);
}

static void assert_pose(struct pose pose, double x, double y, double degrees)
{
    assert_length(pose.at.x, x);
    assert_length(pose.at.y, y);
    assert_true(heading_apart(pose.heading, (int32_t)lround(degrees * 100)) <= 2);
}

static struct charge charge_of(int unit, int target)
{
    struct charge charge = { 0 };

    assert_int_equal(tercios_charge_refused(&ground, unit, target, -1, &charge, NULL), 0);
    return charge;
}

static rule_id refusal_of(int unit, int target, int centre, struct refusal *why)
{
    struct charge charge;

    return tercios_charge_refused(&ground, unit, target, centre, &charge, why);
}

static void charge_of_the_examples(void **unused)      /* EX-16 */
{
    struct charge  charge;
    struct refusal why = { 0 };
    int            horse, foot, slow;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 20, 10, 0);
    foot = place(CLASSIC, SEAT_B, 22, 19, 18000);
    charge = charge_of(horse, foot);
    assert_int_equal(charge.centre, SIDE_FRONT);
    assert_length(charge.length, 8.870);
    assert_pose(charge.contact, 21.924, 18.658, 12.53);
    assert_false(charge.flank);
    assert_false(charge.from_behind);
    assert_false(charge.protects);
    assert_int_equal(charge.hindrance, 0);
    assert_int_equal(refusal_of(horse, foot, SIDE_FRONT, NULL), 0);
    assert_int_equal(refusal_of(horse, foot, SIDE_RIGHT, NULL), BE_CHARGE_03);
    assert_int_equal(refusal_of(horse, horse, -1, NULL), BE_ORDER_05);

    match.type_of[horse] = TROTTERS;                   /* reach 9: the corner would touch, but C is too far */
    slow = horse;
    assert_int_equal(refusal_of(slow, foot, -1, &why), BE_CHARGE_02);
    assert_length(why.value[0], 9.220);
    assert_int_equal(why.value[1], 9 * INCH);
}

static void a_unit_behind_is_not_seen(void **unused)
{
    int horse, foot;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 20, 20, 0);
    foot = place(CLASSIC, SEAT_B, 20, 13, 0);
    assert_int_equal(refusal_of(horse, foot, -1, NULL), BE_LOS_03);
}

static void flank_line_of_the_examples(void **unused)  /* EX-18 */
{
    int horse, foot;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 36, 20, 27000);
    foot = place(CLASSIC, SEAT_B, 30, 20, 0);
    assert_false(tercios_is_flank(&ground, horse, foot));
    move_to(horse, 36, 19.995, 27000);
    assert_false(tercios_is_flank(&ground, horse, foot));
    move_to(horse, 36, 19.98, 27000);
    assert_true(tercios_is_flank(&ground, horse, foot));
}

static void flank_charge_of_the_examples(void **unused) /* EX-19 */
{
    struct charge charge;
    int           horse, foot;

    (void)unused;
    clear_table();
    foot = place(REFORMED, SEAT_A, 30, 20, 0);
    horse = place(CUIRASSIERS, SEAT_B, 36, 19.9, 27000);
    charge = charge_of(horse, foot);
    assert_int_equal(charge.centre, SIDE_RIGHT);
    assert_length(table_floor(table_distance(charge.line.from, charge.line.to)), 3.795);
    assert_length(charge.length, 3.459);
    assert_pose(charge.contact, 32.685, 18.915, 253.45);
    assert_true(charge.flank);
    assert_true(charge.from_behind);
}

static void a_square_has_no_flank(void **unused)       /* EX-20 */
{
    struct charge charge;
    int           horse, square;

    (void)unused;
    clear_table();
    square = place(SQUARE, SEAT_A, 30, 20, 0);
    horse = place(CUIRASSIERS, SEAT_B, 31, 10, 0);
    charge = charge_of(horse, square);
    assert_int_equal(charge.centre, SIDE_BACK);
    assert_length(table_floor(table_distance(charge.line.from, charge.line.to)), 5.370);
    assert_false(charge.flank);
    assert_true(charge.from_behind);
    assert_false(tercios_is_flank(&ground, horse, square));
}

static void a_barred_centre_leaves_the_next(void **unused)
{
    struct charge charge;
    int           horse, foot;

    (void)unused;
    clear_table();
    horse = place(HARQUEBUSIERS, SEAT_A, 30, 12, 0);
    foot = place(CLASSIC, SEAT_B, 34, 20, 18000);
    assert_int_equal(charge_of(horse, foot).centre, SIDE_FRONT);
    place(GUN, SEAT_A, 32.2, 16.5, 0);
    charge = charge_of(horse, foot);
    assert_int_equal(charge.centre, SIDE_RIGHT);
    assert_int_equal(refusal_of(horse, foot, SIDE_FRONT, NULL), BE_CHARGE_03);
    match.type_of[horse] = CUIRASSIERS;                /* R at 9.325: still in reach of 10, but not of 9 */
    assert_int_equal(refusal_of(horse, foot, -1, NULL), 0);
    match.type_of[horse] = TROTTERS;
    assert_int_equal(refusal_of(horse, foot, -1, NULL), BE_CHARGE_02);
}

static void either_of_two_equal_centres(void **unused)
{
    int horse, square;

    (void)unused;
    clear_table();
    square = place(SQUARE, SEAT_A, 30, 20, 0);         /* middle (30, 17.638) */
    horse = place(CUIRASSIERS, SEAT_B, 30, 27, 18000);
    assert_int_equal(refusal_of(horse, square, SIDE_RIGHT, NULL), BE_CHARGE_03);
    state.unit[horse].x = state.unit[square].x + 12000;
    state.unit[horse].y = state.unit[square].y - 6000 + 12000;
    state.unit[horse].heading = 22500;
    tercios_survey(&ground, &match, &state);
    assert_int_equal(charge_of(horse, square).centre, SIDE_FRONT);
    assert_int_equal(refusal_of(horse, square, SIDE_FRONT, NULL), 0);
    assert_int_equal(refusal_of(horse, square, SIDE_RIGHT, NULL), 0);
    assert_int_equal(refusal_of(horse, square, SIDE_BACK, NULL), BE_CHARGE_03);
    assert_int_equal(refusal_of(horse, square, SIDE_LEFT, NULL), BE_CHARGE_03);
}

/* BE-CHARGE-08: a friend in front of the target's left wing makes the charger turn, and it still touches. */
static void a_third_unit_turns_the_charger(void **unused)
{
    struct charge charge;
    struct base   stopped;
    int           horse, foot, third;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 12, 0);
    foot = place(CLASSIC, SEAT_B, 30, 20, 18000);
    third = place(CUIRASSIERS, SEAT_A, 33, 20, 0);
    charge = charge_of(horse, foot);
    assert_int_equal(charge.centre, SIDE_FRONT);
    assert_true(charge.contact.heading > 0 && charge.contact.heading % 50 == 0);
    stopped = table_base(match.type[CUIRASSIERS].shape, charge.contact);
    assert_true(table_contact(&stopped, &ground.base[foot], TOLERANCE));
    assert_false(table_overlap(&stopped, &ground.base[third], TOLERANCE));
}

static void ground_shortens_a_charge(void **unused)
{
    struct charge charge;
    int           horse, foot;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 12, 0);
    foot = place(CLASSIC, SEAT_B, 30, 20, 18000);
    lay_area(T_DIFFICULT, 28, 14, 32, 16);
    assert_int_equal(refusal_of(horse, foot, -1, NULL), BE_CHARGE_02);
    move_to(foot, 30, 19, 18000);
    charge = charge_of(horse, foot);                   /* 7 in: net 0 */
    assert_int_equal(charge.hindrance, T_DIFFICULT);
}

static void a_wall_protects_who_stands_at_it(void **unused)
{
    int horse, foot;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 14, 0);
    foot = place(CLASSIC, SEAT_B, 30, 20, 18000);
    lay_wall(26, 19.95, 34, 19.95);
    assert_true(charge_of(horse, foot).protects);
    move_to(foot, 30, 20.2, 18000);
    assert_false(charge_of(horse, foot).protects);
    move_to(foot, 30, 20, 18000);
    move_to(horse, 30, 28, 18000);                     /* from the open side */
    assert_false(charge_of(horse, foot).protects);
}

static void building_of_the_examples(void **unused)    /* EX-30 */
{
    struct charge charge;
    int           foot, company;

    (void)unused;
    clear_table();
    company = garrison(COMPANY, SEAT_B, lay_building(28, 22, 30, 24));
    foot = place(CLASSIC, SEAT_A, 29, 17, 0);
    charge = charge_of(foot, company);
    assert_int_equal(charge.centre, CENTRE_OUTLINE);
    assert_length(charge.length, 5);
    assert_pose(charge.contact, 29, 22, 0);
    assert_false(charge.flank);
    assert_false(charge.from_behind);
    assert_true(charge.protects);
    assert_false(tercios_is_flank(&ground, foot, company));
    move_to(foot, 29, 15.9, 0);
    assert_int_equal(refusal_of(foot, company, -1, NULL), BE_CHARGE_02);
    move_to(foot, 29, 17, 18000);
    assert_int_equal(refusal_of(foot, company, -1, NULL), BE_CHARGE_14);
}

static void out_of_a_building(void **unused)
{
    struct charge charge;
    struct march  march;
    int           foot, company;

    (void)unused;
    clear_table();
    company = garrison(COMPANY, SEAT_B, lay_building(28, 22, 30, 24));
    foot = place(CLASSIC, SEAT_A, 29, 17, 0);
    charge = charge_of(company, foot);
    assert_int_equal(charge.centre, SIDE_FRONT);
    assert_pose((struct pose){ charge.line.from, 0 }, 29, 22, 0);
    assert_pose(charge.contact, 29, 17, 180);
    assert_false(tercios_is_flank(&ground, company, foot));
    move_to(foot, 29, 10, 0);                          /* 12 in away: it comes as far as it can */
    assert_int_equal(refusal_of(company, foot, -1, NULL), BE_CHARGE_02);
    assert_true(tercios_approach(&ground, company, foot, false, &march));
    assert_pose(march.end, 29, 15, 180);
    move_to(foot, 29, 21.5, 0);                        /* no room to come out in between */
    assert_int_not_equal(refusal_of(company, foot, -1, NULL), 0);
}

static void approach_of_the_examples(void **unused)    /* EX-36 */
{
    struct march march;
    int          foot, enemy;

    (void)unused;
    clear_table();
    foot = place(CLASSIC, SEAT_A, 30, 11, 0);
    enemy = place(CLASSIC, SEAT_B, 31, 24, 18000);
    assert_true(tercios_approach(&ground, foot, enemy, false, &march));
    assert_length(march.length, 6);
    assert_pose(march.end, 30.460, 16.982, 4.40);

    move_to(enemy, 30, 17.5, 18000);
    assert_int_equal(refusal_of(foot, enemy, -1, NULL), BE_CHARGE_02);
    assert_true(tercios_approach(&ground, foot, enemy, false, &march));
    assert_length(march.length, 5.5);
    assert_pose(march.end, 30, 16.5, 0);

    move_to(enemy, 31, 24, 18000);
    lay_area(T_DIFFICULT | T_VERY_DIFFICULT | T_CONCEAL | T_COVER, 20, 14, 42, 18);
    assert_false(tercios_approach(&ground, foot, enemy, false, &march));
    assert_true(tercios_approach(&ground, foot, enemy, true, &march));
    assert_length(march.length, 4);                    /* Attack + and forest -: the printed Speed */
    assert_int_equal(march.hindrance, T_DIFFICULT | T_VERY_DIFFICULT);
}

static void counter_charge_of_the_examples(void **unused) /* EX-21 */
{
    struct counter counter;
    int            horse, swedes;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 20, 0);
    swedes = place(SWEDISH, SEAT_B, 33, 29, 18000);
    assert_int_equal(refusal_of(horse, swedes, -1, NULL), 0);
    assert_true(tercios_counter(&ground, horse, swedes, &counter));
    assert_pose(counter.charger, 31.5, 24.5, 18.43);
    assert_pose(counter.target, 31.5, 24.5, 198.43);
    assert_length(counter.charger_length, 4.743);
    assert_length(counter.target_length, 4.743);
    move_to(swedes, 33, 29, 9000);                     /* 108 degrees to the charger */
    assert_false(tercios_counter(&ground, horse, swedes, &counter));
}

static void a_slow_side_moves_the_meeting_point(void **unused)
{
    struct counter counter;
    int            horse, gun;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 20, 0);
    gun = place(GUN, SEAT_B, 30, 29, 18000);           /* Speed 2 + Attack: 3 in */
    assert_true(tercios_counter(&ground, horse, gun, &counter));
    assert_pose(counter.target, 30, 26, 180);
    assert_length(counter.charger_length, 6);
    match.type[GUN].speed = 0;
    assert_false(tercios_counter(&ground, horse, gun, &counter));
}

static void a_third_unit_turns_both_who_meet(void **unused)
{
    struct counter counter;
    struct base    ours, theirs;
    int            horse, swedes;

    (void)unused;
    clear_table();
    horse = place(CUIRASSIERS, SEAT_A, 30, 20, 0);
    swedes = place(SWEDISH, SEAT_B, 30, 30, 18000);
    place(CUIRASSIERS, SEAT_A, 33.1, 24.5, 0);
    assert_true(tercios_counter(&ground, horse, swedes, &counter));
    ours = table_base(match.type[CUIRASSIERS].shape, counter.charger);
    theirs = table_base(match.type[SWEDISH].shape, counter.target);
    assert_true(counter.charger.heading != 0);
    assert_true(table_contact(&ours, &theirs, TOLERANCE));
    assert_false(table_overlap(&ours, &ground.base[2], TOLERANCE));
}

static void interception_of_the_examples(void **unused) /* EX-22 */
{
    struct interception interception;
    int                 mover, foot;

    (void)unused;
    clear_table();
    mover = place(HARQUEBUSIERS, SEAT_A, 20, 20, 9000);
    foot = place(CLASSIC, SEAT_B, 28, 22.5, 18000);
    declare(mover, 34, 20);
    assert_true(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
    assert_pose(interception.mover, 28, 20, 90);
    assert_length(interception.covered, 8);
    assert_length(table_floor(table_distance(interception.line.from, interception.line.to)), 0.705);
    assert_int_equal(interception.interceptor.heading, 22040);
    assert_false(interception.flank);
    assert_false(interception.protects);

    state.act.covered = inches(9);                     /* it is past Q: it is taken where it is */
    move_to(mover, 29, 20, 9000);
    assert_true(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
    assert_length(interception.covered, 9);

    state.act.covered = 0;
    move_to(mover, 20, 20, 9000);
    move_to(foot, 28, 22.5, 0);                        /* it looks the other way */
    assert_false(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
}

/* the mover cannot stand at Q beside a friend and is put further back. */
static void a_mover_is_stopped_where_it_can_stand(void **unused)
{
    struct interception interception;
    int                 mover, foot;

    (void)unused;
    clear_table();
    mover = place(HARQUEBUSIERS, SEAT_A, 20, 20, 9000);
    foot = place(CLASSIC, SEAT_B, 28, 23, 18000);
    place(GUN, SEAT_A, 28, 19.5, 0);
    declare(mover, 34, 20);
    assert_true(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
    assert_length(interception.covered, 7.2);          /* the gun's west side is at 27.213 */
}

/* BE-INTER-03: the line runs past the interceptor's front so near that the bases meet. */
static void a_mover_runs_into_the_interceptor(void **unused)
{
    struct interception interception;
    int                 mover, foot;

    (void)unused;
    clear_table();
    mover = place(HARQUEBUSIERS, SEAT_A, 20, 20, 9000);
    foot = place(CLASSIC, SEAT_B, 28, 21, 18000);
    declare(mover, 34, 20);
    assert_true(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
    assert_pose(interception.mover, 25.638, 20, 90);   /* the classic's east side */
    assert_length(interception.covered, 5.638);
    assert_pose(interception.interceptor, 28, 21, 180);
    assert_int_equal(interception.line.from.x, interception.line.to.x);
    state.act.covered = inches(6);                     /* the trigger point lies beyond: it is put back all the same */
    assert_true(tercios_intercept(&ground, foot, NET_ATTACK, &interception));
    assert_length(interception.covered, 5.638);
}

static void evasion_of_the_examples(void **unused)     /* EX-23 */
{
    struct flight  flight;
    struct march   march;
    struct refusal why = { 0 };
    int            foot, horse;

    (void)unused;
    clear_table();
    foot = place(CLASSIC, SEAT_A, 41, 25.5, 18000);
    horse = place(HARQUEBUSIERS, SEAT_B, 40, 20, 0);
    assert_int_equal(refusal_of(foot, horse, -1, NULL), 0);
    assert_true(tercios_flight(&ground, horse, ground.base[foot].pose.at, false, &flight));
    assert_pose(flight.faced, 40, 18.425, 180);
    assert_int_equal(flight.bearing[0], 18904);
    assert_int_equal(flight.bearing[1], -1);
    assert_int_equal(flight.bearing[2], -1);
    assert_int_equal(flight.low, 8 * INCH);
    assert_int_equal(flight.high, 16 * INCH);
    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 0, 10 * INCH, &march, &why), 0);
    assert_pose(march.end, 38.429, 8.549, 189.04);
    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 0, inches(7.9), &march, &why), BE_EVADE_03);
    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 0, inches(16.1), &march, &why), BE_EVADE_03);
    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 0, INT32_MAX, &march, &why), BE_EVADE_03);
    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 1, 10 * INCH, &march, &why), BE_EVADE_04);

    assert_int_equal(tercios_flight_refused(&ground, horse, &flight, 0, 10 * INCH, &march, NULL), 0);
    tercios_put(&state, horse, march.end);
    tercios_survey(&ground, &match, &state);
    assert_int_equal(refusal_of(foot, horse, -1, &why), BE_CHARGE_02);
    assert_length(why.value[0], 15.570);
    assert_true(tercios_approach(&ground, foot, horse, true, &march));
    assert_pose(march.end, 40.105, 19.567, 188.58);
}

static void caught_as_in_the_examples(void **unused)   /* EX-24 */
{
    struct flight flight;
    struct march  march;
    struct charge charge;
    int           horse, company;

    (void)unused;
    clear_table();
    horse = place(SWEDISH, SEAT_A, 40, 30, 18000);
    company = place(COMPANY, SEAT_B, 40, 28.5, 0);
    assert_true(tercios_flight(&ground, company, ground.base[horse].pose.at, false, &flight));
    assert_pose(flight.faced, 40, 26.925, 180);
    assert_int_equal(flight.high, 10 * INCH);
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 0, 10 * INCH, &march, NULL), 0);
    assert_pose(march.end, 40, 16.925, 180);
    tercios_try(&ground, company, march.end);
    charge = charge_of(horse, company);
    assert_int_equal(charge.centre, SIDE_BACK);
    assert_length(charge.length, 11.5);
    assert_pose(charge.contact, 40, 18.5, 180);
    assert_true(charge.flank);
}

static void a_blocked_flight_turns_aside(void **unused)
{
    struct flight flight;
    struct march  march;
    int           horse, company, friend;

    (void)unused;
    clear_table();
    horse = place(SWEDISH, SEAT_A, 40, 30, 18000);
    company = place(COMPANY, SEAT_B, 40, 28.5, 0);
    friend = place(CLASSIC, SEAT_B, 40, 24, 18000);    /* in the middle of the way: either side is as good */
    assert_true(tercios_flight(&ground, company, ground.base[horse].pose.at, false, &flight));
    assert_int_equal(flight.bearing[0], -1);
    assert_true(flight.bearing[1] < 18000 && flight.bearing[2] > 18000);
    assert_int_equal(18000 - flight.bearing[1], flight.bearing[2] - 18000);
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 0, 5 * INCH, &march, NULL), BE_EVADE_04);
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 1, flight.high, &march, NULL), 0);
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 2, flight.high, &march, NULL), 0);

    move_to(friend, 41, 24, 18000);                    /* to the east: the way out is to the right, west */
    assert_true(tercios_flight(&ground, company, ground.base[horse].pose.at, false, &flight));
    assert_int_equal(flight.bearing[1], -1);
    assert_true(flight.bearing[2] > 18000);
}

static void who_cannot_flee(void **unused)
{
    struct flight flight;
    int           gun, company, cornered;

    (void)unused;
    clear_table();
    gun = place(GUN, SEAT_A, 40, 30, 0);
    assert_false(tercios_flight(&ground, gun, at_inches(40, 36), false, &flight));
    company = garrison(COMPANY, SEAT_A, lay_building(28, 22, 30, 24));
    assert_false(tercios_flight(&ground, company, at_inches(40, 36), false, &flight));
    cornered = place(COMPANY, SEAT_A, 2, 3, 0);
    assert_false(tercios_flight(&ground, cornered, at_inches(5, 7), false, &flight));
}

static void ground_shortens_a_flight(void **unused)
{
    struct flight flight;
    struct march  march;
    int           company;

    (void)unused;
    clear_table();
    company = place(COMPANY, SEAT_A, 40, 28.5, 0);
    lay_area(T_DIFFICULT, 30, 20, 50, 24);
    assert_true(tercios_flight(&ground, company, at_inches(40, 31), false, &flight));
    assert_int_equal(flight.low, 5 * INCH);
    assert_int_equal(flight.high, 7 * INCH);           /* ++ and -: 5 + 2 */
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 0, 7 * INCH, &march, NULL), 0);
    assert_int_equal(march.hindrance, T_DIFFICULT);
    assert_int_equal(tercios_flight_refused(&ground, company, &flight, 0, 8 * INCH, &march, NULL), BE_EVADE_03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charge_of_the_examples),
        cmocka_unit_test(a_unit_behind_is_not_seen),
        cmocka_unit_test(flank_line_of_the_examples),
        cmocka_unit_test(flank_charge_of_the_examples),
        cmocka_unit_test(a_square_has_no_flank),
        cmocka_unit_test(a_barred_centre_leaves_the_next),
        cmocka_unit_test(either_of_two_equal_centres),
        cmocka_unit_test(a_third_unit_turns_the_charger),
        cmocka_unit_test(ground_shortens_a_charge),
        cmocka_unit_test(a_wall_protects_who_stands_at_it),
        cmocka_unit_test(building_of_the_examples),
        cmocka_unit_test(out_of_a_building),
        cmocka_unit_test(approach_of_the_examples),
        cmocka_unit_test(counter_charge_of_the_examples),
        cmocka_unit_test(a_slow_side_moves_the_meeting_point),
        cmocka_unit_test(a_third_unit_turns_both_who_meet),
        cmocka_unit_test(interception_of_the_examples),
        cmocka_unit_test(a_mover_is_stopped_where_it_can_stand),
        cmocka_unit_test(a_mover_runs_into_the_interceptor),
        cmocka_unit_test(evasion_of_the_examples),
        cmocka_unit_test(caught_as_in_the_examples),
        cmocka_unit_test(a_blocked_flight_turns_aside),
        cmocka_unit_test(who_cannot_flee),
        cmocka_unit_test(ground_shortens_a_flight),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
