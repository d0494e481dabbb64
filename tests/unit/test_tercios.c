/* test_tercios.c: where a base may stand, a line may run and an eye may see: the worked examples and the boundaries. */
#include "tercios.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CLASSIC, REFORMED, HARQUEBUSIERS, CROATS, SHOT_COMPANY, PIKE_COMPANY, SQUARE, GUN, HEAVY_GUN };
enum { PISTOL, ARQUEBUS, MUSKET, CANNON };

static struct match   match;
static struct state   state;
static struct ground  ground;
static struct refusal why;
static struct point   vertices[ELEMENTS][8];

static int32_t inches(double value) { return (int32_t)lround(value * INCH); }

static struct point at_inches(double x, double y) { return (struct point){ inches(x), inches(y) }; }

static struct segment line(double ax, double ay, double bx, double by)
{
    return (struct segment){ at_inches(ax, ay), at_inches(bx, by) };
}

static void add_type(int id, enum class class, int width, int depth, int speed, int shoot, int far, int weapon,
                     unsigned special)
{
    enum arm arm = class == CLASS_CAVALRY ? ARM_CAVALRY : class == CLASS_ARTILLERY ? ARM_ARTILLERY : ARM_INFANTRY;

    match.type[id] = (struct type){ .arm = (uint8_t)arm, .class = (uint8_t)class,
                                    .shape = table_rectangle(width * CENTIMETRE, depth * CENTIMETRE, REFERENCE_FRONT),
                                    .speed = (uint8_t)speed, .shoot = { (uint8_t)shoot, (uint8_t)far },
                                    .weapon = { (int8_t)weapon, far ? MUSKET : -1 }, .special = (uint16_t)special };
}

/* An empty table of 180 x 120 cm and the profiles that the examples use. */
static int clear_table(void **unused)
{
    (void)unused;
    memset(&match, 0, sizeof match);
    memset(&state, 0, sizeof state);
    why = (struct refusal){ .unit = NOBODY };
    match.size = (struct point){ 180000, 120000 };
    match.head.piece = match.piece;
    match.custom[CUSTOM_SPLIT_SHOT] = true;
    match.weapon[PISTOL].range = 4 * INCH;
    match.weapon[ARQUEBUS].range = 8 * INCH;
    match.weapon[MUSKET].range = 12 * INCH;
    match.weapon[CANNON].range = 18 * INCH;
    add_type(CLASSIC, CLASS_SQUADRON, 12, 6, 4, 3, 2, ARQUEBUS, 0);
    add_type(REFORMED, CLASS_SQUADRON, 12, 6, 4, 4, 2, ARQUEBUS, 0);
    add_type(HARQUEBUSIERS, CLASS_CAVALRY, 8, 4, 8, 3, 0, ARQUEBUS, 0);
    add_type(CROATS, CLASS_CAVALRY, 8, 4, 8, 2, 0, ARQUEBUS, SR_LIGHT | SR_EXTENDED_ARC);
    add_type(SHOT_COMPANY, CLASS_COMPANY, 8, 4, 5, 3, 0, MUSKET, SR_LIGHT);
    add_type(PIKE_COMPANY, CLASS_COMPANY, 8, 4, 4, 0, 0, -1, 0);
    add_type(SQUARE, CLASS_SQUADRON, 12, 12, 4, 3, 2, ARQUEBUS, SR_SQUARE | SR_EXTENDED_ARC);
    add_type(GUN, CLASS_ARTILLERY, 4, 4, 2, 1, 0, CANNON, SR_CREW);
    add_type(HEAVY_GUN, CLASS_ARTILLERY, 8, 4, 0, 2, 0, CANNON, SR_CREW);
    return 0;
}

static int add_unit(int type, seat_id seat, double x, double y, double degrees)
{
    int unit = match.head.pieces++;

    match.units = match.head.pieces;
    match.type_of[unit] = (uint8_t)type;
    match.special[unit] = match.type[type].special;
    match.piece[unit].seat = seat;
    state.unit[unit] = (struct unit){ .x = inches(x), .y = inches(y), .heading = (uint16_t)lround(degrees * 100),
                                      .status = STATUS_STANDING };
    return unit;
}

static int add_area(unsigned traits, double left, double bottom, double right, double top)
{
    int           i = match.elements++;
    struct fault  fault = { 0 };
    struct point *vertex = vertices[i];

    vertex[0] = at_inches(left, bottom);
    vertex[1] = at_inches(left, top);
    vertex[2] = at_inches(right, top);
    vertex[3] = at_inches(right, bottom);
    match.element[i] = (struct element){ .traits = (uint16_t)traits, .river = -1 };
    match.element[i].middle = at_inches((left + right) / 2, (bottom + top) / 2);
    assert_true(table_area(&match.element[i].area, vertex, 4, "test", 1, &fault));
    return i;
}

static int add_line(unsigned traits, double ax, double ay, double bx, double by)
{
    int          i = match.elements++;
    struct fault fault = { 0 };

    vertices[i][0] = at_inches(ax, ay);
    vertices[i][1] = at_inches(bx, by);
    match.element[i] = (struct element){ .traits = (uint16_t)traits, .river = -1, .is_line = true };
    assert_true(table_polyline(&match.element[i].line, vertices[i], 2, "test", 1, &fault));
    return i;
}

static int add_river(int current, double left, double bottom, double right, double top)
{
    int river = add_area(T_RIVER, left, bottom, right, top);

    match.element[river].river = (int8_t)match.rivers;
    state.river[match.rivers++] = (uint8_t)current;
    return river;
}

static void enter_house(int unit, int element)
{
    state.unit[unit].house = (uint8_t)(element + 1);
    state.unit[unit].x = match.element[element].middle.x;
    state.unit[unit].y = match.element[element].middle.y;
}

static rule_id move(int unit, double x, double y, int net, struct march *march)
{
    why = (struct refusal){ .unit = NOBODY };
    tercios_survey(&ground, &match, &state);
    return tercios_move_refused(&ground, unit, at_inches(x, y), HEADING_AUTOMATIC, net, march, &why);
}

static rule_id turned_move(int unit, double x, double y, double degrees, struct march *march)
{
    why = (struct refusal){ .unit = NOBODY };
    tercios_survey(&ground, &match, &state);
    return tercios_move_refused(&ground, unit, at_inches(x, y), (int32_t)lround(degrees * 100), 0, march, &why);
}

static rule_id shot(int unit, int target, struct aim *aim)
{
    why = (struct refusal){ .unit = NOBODY };
    tercios_survey(&ground, &match, &state);
    return tercios_shot_refused(&ground, unit, target, 0, aim, &why);
}

static rule_id way(int unit, struct segment segment)
{
    why = (struct refusal){ .unit = NOBODY };
    tercios_survey(&ground, &match, &state);
    return tercios_line_refused(&ground, unit, segment, NOBODY, -1, NOBODY, &why);
}

static rule_id end(int unit, double x, double y, double degrees)
{
    struct pose pose = { at_inches(x, y), (int32_t)lround(degrees * 100) };

    why = (struct refusal){ .unit = NOBODY };
    tercios_survey(&ground, &match, &state);
    return tercios_end_refused(&ground, unit, pose, END_PLAIN, NOBODY, &why);
}

static void assert_about(struct point p, double x, double y)
{
    assert_true(abs(p.x - inches(x)) <= TOLERANCE);
    assert_true(abs(p.y - inches(y)) <= TOLERANCE);
}

static void a_plain_move(void **unused)                                          /* EX-02 */
{
    int          unit = add_unit(CLASSIC, 0, 30, 11, 0);
    struct march march;

    (void)unused;
    assert_int_equal(move(unit, 32, 14, 0, &march), 0);
    assert_about(march.end.at, 32, 14);
    assert_int_equal(march.end.heading, 3369);
    assert_int_equal(march.length, inches(3.6055));
    assert_int_equal(march.hindrance, 0);
}

static void the_pivot_limit(void **unused)                                       /* EX-03 */
{
    int          unit = add_unit(CLASSIC, 0, 30, 11, 0);
    struct march march;

    (void)unused;
    assert_int_equal(move(unit, 34, 11, 0, &march), 0);
    assert_int_equal(march.end.heading, 9000);
    assert_int_equal(move(unit, 33.9, 10.5, 0, &march), BE_MOVE_07);
    assert_int_equal(why.value[0], 9731);
    assert_int_equal(why.value[1], 9000);
}

static void lengths_of_moves(void **unused)                                      /* BE-MOVE-08, -10, -15 */
{
    int          unit = add_unit(CLASSIC, 0, 30, 11, 0), gun = add_unit(HEAVY_GUN, 0, 50, 11, 0);
    struct point far_off = { INT32_MAX, INT32_MIN };
    struct march march;

    (void)unused;
    assert_int_equal(move(unit, 30, 15.009, 0, &march), 0);
    assert_int_equal(move(unit, 30, 15.02, 0, &march), BE_MOVE_08);
    assert_int_equal(why.value[0], inches(4.02));
    assert_int_equal(why.value[1], 4 * INCH);
    assert_int_equal(move(unit, 30, 19, 2, &march), 0);
    assert_int_equal(move(unit, 30.1, 11, 0, &march), 0);
    assert_int_equal(move(unit, 30, 11, 0, &march), BE_MOVE_10);
    assert_int_equal(move(unit, 30, 11.009, 0, &march), BE_MOVE_10);
    assert_int_equal(move(gun, 50, 12, 0, &march), BE_MOVE_15);
    assert_int_equal(tercios_move_refused(&ground, unit, far_off, HEADING_AUTOMATIC, 0, &march, NULL), BE_GEO_14);
}

static void facing_changes(void **unused)                                        /* EX-04 */
{
    int         unit = add_unit(CLASSIC, 0, 30, 20, 0), friend;
    struct pose pose;

    (void)unused;
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_LEFT, &pose, &why), 0);
    assert_about(pose.at, 27.638, 18.819);
    assert_int_equal(pose.heading, 27000);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_RIGHT, &pose, &why), 0);
    assert_about(pose.at, 32.362, 18.819);
    assert_int_equal(pose.heading, 9000);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_BACK, &pose, &why), 0);
    assert_about(pose.at, 30, 17.638);
    assert_int_equal(pose.heading, 18000);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_FRONT, &pose, &why), BE_FACE_01);
    friend = add_unit(CLASSIC, 0, 30, 17, 0);
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_LEFT, &pose, &why), BE_FACE_03);
    assert_int_equal(why.unit, friend);
    assert_int_equal(tercios_face_refused(&ground, unit, SIDE_BACK, &pose, &why), 0);
}

static void a_narrow_gap(void **unused)                                          /* EX-05 */
{
    int mover = add_unit(HARQUEBUSIERS, 0, 23.8, 18, 0);

    (void)unused;
    add_unit(CLASSIC, 0, 20, 24, 0);
    add_unit(CLASSIC, 1, 27.6, 24, 0);
    assert_int_equal(way(mover, line(23.8, 18, 23.8, 26)), BE_MOVE_06);
    assert_int_equal(why.value[0], inches(2.8756));
    assert_int_equal(way(mover, line(23.8, 18, 23.8, 22.8)), 0);                 /* it stops before the gap */
    assert_int_equal(tercios_line_refused(&ground, mover, line(23.8, 18, 23.8, 26), NOBODY, -1, 2, &why), 0);
    state.unit[2].x = inches(27.75);
    assert_int_equal(way(mover, line(23.8, 18, 23.8, 26)), 0);
}

static void gaps_beside_ground(void **unused)
{
    int mover = add_unit(HARQUEBUSIERS, 0, 24, 10, 0);
    int house = add_area(T_BUILDING | T_IMPASSABLE, 26, 18, 28, 20);

    (void)unused;
    add_unit(GUN, 0, 23, 20, 0);                                                 /* 2.213 in from the building */
    assert_int_equal(way(mover, line(25, 10, 25, 25)), BE_MOVE_06);
    assert_int_equal(tercios_line_refused(&ground, mover, line(25, 10, 25, 25), NOBODY, house, NOBODY, NULL), 0);
    add_area(T_IMPASSABLE, 27, 19, 30, 24);                                      /* rocks that overlap the building */
    assert_int_equal(way(mover, line(24, 10, 31, 17)), 0);
    add_area(T_IMPASSABLE, 33, 19, 36, 24);                                      /* exactly 3 in beyond */
    assert_int_equal(way(mover, line(31, 10, 31, 26)), 0);
    add_area(T_IMPASSABLE, 29, 10, 30, 12);
    add_area(T_IMPASSABLE, 32.9, 10, 34, 12);
    assert_int_equal(way(mover, line(31, 5, 31, 15)), BE_MOVE_06);
}

static void lines_are_barred(void **unused)                                      /* BE-MOVE-04, -05, BE-TERR-05, -19 */
{
    int mover = add_unit(CLASSIC, 0, 30, 10, 0), friend = add_unit(CLASSIC, 0, 40, 20, 0), lake, house;

    (void)unused;
    assert_int_equal(way(mover, line(40, 10, 40, 24)), BE_MOVE_04);
    assert_int_equal(why.unit, friend);
    assert_int_equal(way(mover, line(42.3622, 10, 42.3622, 24)), 0);             /* along its side */
    assert_int_equal(way(mover, line(42.345, 10, 42.345, 24)), BE_MOVE_04);
    assert_int_equal(way(mover, line(40, 10, 40, 17.63)), 0);                    /* up to its rear */
    assert_int_equal(tercios_line_refused(&ground, mover, line(40, 10, 40, 24), friend, -1, NOBODY, NULL), 0);
    lake = add_area(T_IMPASSABLE, 10, 10, 14, 14);
    house = add_area(T_BUILDING, 20, 10, 22, 12);
    assert_int_equal(way(mover, line(12, 5, 12, 20)), BE_TERR_05);
    assert_int_equal(way(mover, line(21, 5, 21, 10)), 0);
    assert_int_equal(way(mover, line(21, 5, 21, 10.02)), BE_TERR_19);
    assert_int_equal(tercios_line_refused(&ground, mover, line(21, 5, 21, 15), NOBODY, house, NOBODY, NULL), 0);
    assert_int_equal(tercios_traits(&match, &state, lake), T_IMPASSABLE);
}

static void ground_and_speed(void **unused)                                      /* EX-06 */
{
    int          horse = add_unit(HARQUEBUSIERS, 0, 20, 5, 0), croats = add_unit(CROATS, 0, 24, 5, 0);
    struct march march;

    (void)unused;
    add_area(T_DIFFICULT | T_VERY_DIFFICULT | T_CONCEAL | T_COVER, 19, 8, 26, 11);
    assert_int_equal(move(horse, 20, 18, 2, &march), BE_TERR_03);
    assert_int_equal(why.value[0], 13 * INCH);
    assert_int_equal(why.value[1], 12 * INCH);
    assert_int_equal(move(horse, 20, 17, 2, &march), 0);
    assert_int_equal(march.hindrance, T_DIFFICULT | T_VERY_DIFFICULT);
    assert_int_equal(move(croats, 24, 17, 2, &march), 0);
    assert_int_equal(march.hindrance, T_DIFFICULT | T_VERY_DIFFICULT);
    state.unit[horse].x = inches(18.99);                                         /* only F matters */
    assert_int_equal(move(horse, 18.99, 18, 2, &march), 0);
    assert_int_equal(march.hindrance, 0);
    add_line(T_DIFFICULT | T_COVER, 15, 20, 30, 20);
    assert_int_equal(tercios_hindrance(&ground, line(18, 15, 18, 20)), 0);             /* stops at the fence */
    assert_int_equal(tercios_hindrance(&ground, line(18, 15, 18, 20.02)), T_DIFFICULT);
}

static void angle_correction(void **unused)                                      /* EX-07 */
{
    int          unit = add_unit(CLASSIC, 0, 30, 13, 0), friend;
    struct march march;

    (void)unused;
    assert_int_equal(turned_move(unit, 30, 16, 39, &march), BE_MOVE_12);         /* no overlap, no correction */
    assert_int_equal(turned_move(unit, 30, 16, 0.01, &march), 0);
    assert_int_equal(march.end.heading, 0);
    friend = add_unit(CLASSIC, 0, 34.2, 16, 0);
    assert_int_equal(move(unit, 30, 16, 0, &march), 0);
    assert_int_equal(march.end.heading, 3900);
    assert_about(march.end.at, 30, 16);
    assert_int_equal(turned_move(unit, 30, 16, 38.5, &march), BE_MOVE_11);
    assert_int_equal(why.unit, friend);
    assert_int_equal(turned_move(unit, 30, 16, 44, &march), 0);
    assert_int_equal(turned_move(unit, 30, 16, 321, &march), BE_MOVE_11);       /* its rear swings into the friend */
    assert_int_equal(turned_move(unit, 30, 16, 45.02, &march), BE_MOVE_12);
    state.unit[friend].x = inches(33);
    assert_int_equal(move(unit, 30, 16, 0, &march), BE_MOVE_14);
    assert_int_equal(why.unit, friend);
    match.custom[CUSTOM_OVERLAP_BACKSTEP] = true;
    state.unit[friend].y = inches(18);                                           /* two rears at 15.638 */
    add_unit(CLASSIC, 0, 27, 18, 0);
    assert_int_equal(move(unit, 30, 16, 0, &march), 0);
    assert_int_equal(march.length, 26 * STEP);
    assert_about(march.end.at, 30, 15.6);
    assert_about(march.line.to, 30, 15.6);
}

static void legal_ends(void **unused)                                            /* BE-GEO-14, -15 */
{
    int          unit = add_unit(CLASSIC, 0, 30, 15, 0), enemy = add_unit(CLASSIC, 1, 30, 20, 180);
    struct pose  pose = { at_inches(30, 19.5), 0 };
    struct march march;

    (void)unused;
    assert_int_equal(end(unit, 30, 19, 0), 0);
    assert_int_equal(end(unit, 30, 19.009, 0), 0);
    assert_int_equal(end(unit, 30, 19.02, 0), BE_GEO_14);
    assert_int_equal(why.unit, enemy);
    assert_int_equal(move(unit, 30, 19, 0, &march), 0);
    assert_int_equal(tercios_end_refused(&ground, unit, pose, END_PLAIN, enemy, NULL), 0);
    assert_int_equal(tercios_end_refused(&ground, unit, pose, END_CONTACT, NOBODY, NULL), 0);
    state.unit[unit].y = inches(19.5);                                           /* nearer from the start */
    assert_int_equal(end(unit, 30, 19.4, 0), 0);
    assert_int_equal(end(unit, 31, 19.5, 0), 0);
    assert_int_equal(end(unit, 30, 19.6, 0), BE_GEO_14);
    state.unit[unit].y = inches(16);
    assert_int_equal(move(unit, 30, 19.02, 0, &march), BE_MOVE_11);
    assert_int_equal(why.unit, enemy);
    match.piece[enemy].seat = 0;
    assert_int_equal(end(unit, 30, 20, 0), 0);
    assert_int_equal(end(unit, 30, 20.02, 0), BE_GEO_14);
    assert_int_equal(end(unit, 2.3622, 30, 0), 0);                               /* at the edge of the table */
    assert_int_equal(end(unit, 2.34, 30, 0), BE_GEO_14);
    assert_int_equal(why.unit, NOBODY);
    add_area(T_IMPASSABLE, 40, 10, 44, 14);
    assert_int_equal(end(unit, 42, 10, 0), 0);
    assert_int_equal(end(unit, 42, 10.03, 0), BE_TERR_05);
}

static void rivers_and_crossings(void **unused)                                  /* BE-TERR-17, -18 */
{
    int mover = add_unit(CLASSIC, 0, 10, 5, 0), ford;

    (void)unused;
    add_river(3, 0, 20, 60, 23);
    ford = add_area(T_CROSSING | T_FORD, 28, 20, 31, 23);                        /* it ends on the banks */
    assert_int_equal(way(mover, line(10, 15, 10, 25)), BE_TERR_05);
    assert_int_equal(way(mover, line(29, 15, 29, 25)), 0);
    assert_int_equal(way(mover, line(28.2, 15, 30.8, 27)), 0);
    assert_int_equal(way(mover, line(29, 15, 33, 25)), BE_TERR_05);              /* off the ford before the bank */
    assert_int_equal(tercios_hindrance(&ground, line(29, 15, 29, 25)), 0);
    assert_int_equal(end(mover, 29, 21.5, 0), 0);
    assert_int_equal(end(mover, 29, 24, 0), 0);                                  /* its rear is still on the ford */
    assert_int_equal(end(mover, 25, 21.5, 0), BE_TERR_05);
    add_unit(GUN, 1, 10, 25, 0);                                                 /* 0.425 in from the bank */
    assert_int_equal(way(mover, line(5, 23.2, 15, 23.2)), BE_MOVE_06);
    state.unit[1].x = inches(29);                                                /* the same at the mouth of the ford */
    assert_int_equal(way(mover, line(29, 15, 29, 23.4)), 0);
    match.custom[CUSTOM_FORD_DIFFICULT] = true;
    assert_int_equal(tercios_hindrance(&ground, line(29, 15, 29, 25)), T_DIFFICULT);
    assert_int_equal(tercios_traits(&match, &state, ford), T_CROSSING | T_FORD | T_DIFFICULT);
    state.river[0] = 2;
    assert_int_equal(tercios_hindrance(&ground, line(10, 15, 10, 21)), T_DIFFICULT | T_VERY_DIFFICULT);
    assert_int_equal(tercios_hindrance(&ground, line(10, 15, 10, 20)), 0);
    state.river[0] = 1;
    assert_int_equal(tercios_hindrance(&ground, line(10, 15, 10, 21)), T_DIFFICULT);
}

static void going_back(void **unused)                                            /* EX-26, BE-OUT-07, BE-GEO-18 */
{
    int             unit = add_unit(CLASSIC, 0, 30, 20, 0), enemy = add_unit(CLASSIC, 1, 30, 20, 180), friend;
    struct straight back = { 18000, 0, 4 * INCH, .backward = true, .correct = true, .opponent = enemy };
    struct pose     pose;

    (void)unused;
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 4 * INCH);
    assert_about(pose.at, 30, 16);
    friend = add_unit(CLASSIC, 0, 30, 16, 0);
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 16 * STEP);
    assert_about(pose.at, 30, 18.4);
    assert_int_equal(pose.heading, 0);
    state.unit[friend].x = inches(34.2);                                         /* the full length can be corrected */
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 4 * INCH);
    assert_int_equal(pose.heading, 3900);
    back.correct = false;
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 16 * STEP);
    state.unit[friend].x = inches(30);
    state.unit[friend].y = inches(17.6);
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 0);
    assert_about(pose.at, 30, 20);
    tercios_lift(&ground, friend);
    tercios_lift(&ground, enemy);
    back.backward = false;
    back.bearing = 0;
    back.length = 30 * INCH;                                                     /* the table ends at 47.244 */
    assert_int_equal(tercios_go_straight(&ground, unit, &back, &pose), 272 * STEP);
}

static void trying_things(void **unused)
{
    int a = add_unit(CLASSIC, 0, 30, 20, 0), b = add_unit(CLASSIC, 0, 40, 20, 0), c = add_unit(CLASSIC, 0, 50, 20, 0);

    (void)unused;
    enter_house(b, add_area(T_BUILDING | T_LARGE, 10, 10, 12, 12));
    tercios_survey(&ground, &match, &state);
    assert_int_equal(ground.count, 2);
    tercios_try(&ground, b, (struct pose){ at_inches(60, 20), 0 });
    assert_int_equal(ground.count, 3);
    assert_int_equal(ground.list[0], a);
    assert_int_equal(ground.list[1], b);
    assert_int_equal(ground.list[2], c);
    tercios_lift(&ground, a);
    assert_int_equal(ground.count, 2);
    assert_int_equal(ground.list[0], b);
    tercios_try(&ground, a, (struct pose){ at_inches(20, 20), 0 });
    assert_int_equal(ground.list[0], a);
    assert_about(ground.base[a].pose.at, 20, 20);
}

static void buildings(void **unused)                                             /* BE-TERR-19..-23, EX-30 */
{
    int          house = add_area(T_BUILDING | T_IMPASSABLE | T_CONCEAL, 28, 22, 30, 24);
    int          company = add_unit(SHOT_COMPANY, 0, 29, 17, 0), squadron = add_unit(CLASSIC, 0, 50, 17, 0);
    struct march march;

    (void)unused;
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_enter_refused(&ground, company, house, &march, &why), 0);
    assert_about(march.end.at, 29, 22);
    assert_int_equal(march.length, 5 * INCH);
    assert_int_equal(tercios_enter_refused(&ground, company, 99, &march, &why), BE_TERR_20);
    assert_int_equal(tercios_garrison_refused(&match, &state, squadron, house, &why), BE_TERR_20);
    match.element[house].traits |= T_LARGE;
    assert_int_equal(tercios_garrison_refused(&match, &state, squadron, house, &why), 0);
    assert_int_equal(tercios_enter_refused(&ground, squadron, house, &march, &why), BE_MOVE_08);
    enter_house(company, house);
    tercios_survey(&ground, &match, &state);
    assert_int_equal(tercios_garrison_refused(&match, &state, squadron, house, &why), BE_TERR_20);
    assert_int_equal(why.unit, company);
    assert_int_equal(tercios_leave_refused(&ground, company, at_inches(35, 23), 9000, 0, &march, &why), 0);
    assert_about(march.line.from, 30, 23);
    assert_int_equal(march.length, 5 * INCH);
    assert_int_equal(march.end.heading, 9000);
    assert_int_equal(tercios_leave_refused(&ground, company, at_inches(35.02, 23), 9000, 0, &march, &why), BE_MOVE_08);
    assert_int_equal(tercios_leave_refused(&ground, company, at_inches(33, 26), 9000, 0, &march, &why), BE_TERR_23);
    assert_int_equal(tercios_leave_refused(&ground, company, at_inches(29, 23), 9000, 0, &march, &why), BE_TERR_23);
    assert_int_equal(tercios_leave_refused(&ground, company, at_inches(31, 23), 9000, 0, &march, &why), BE_MOVE_14);
    assert_int_equal(move(company, 33, 23, 0, &march), BE_TERR_23);
}

static void a_hidden_nearest_centre(void **unused)                               /* EX-08 */
{
    int        shooter = add_unit(CLASSIC, 0, 30, 10, 0), target = add_unit(CLASSIC, 1, 34, 20, 180);
    int        gun = add_unit(GUN, 0, 32, 15, 0);
    struct aim aim;
    struct point from, to;

    (void)unused;
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_about(aim.to, 31.638, 21.181);
    assert_true(abs(table_floor(aim.apart) - inches(11.3)) <= TOLERANCE);
    assert_int_equal(aim.dice, 2);
    assert_int_equal(aim.weapon, MUSKET);
    assert_false(aim.cover);
    assert_true(tercios_sees(&ground, shooter, target));
    assert_true(tercios_nearest_seen(&ground, shooter, target, &from, &to));
    assert_about(to, 31.638, 21.181);
    match.custom[CUSTOM_SPLIT_SHOT] = false;
    assert_int_equal(shot(shooter, target, &aim), BE_SHOOT_04);
    match.custom[CUSTOM_SPLIT_SHOT] = true;
    state.unit[shooter].y = inches(9.2);                                         /* F would be in range, R is not */
    state.unit[gun].x = inches(31.9);
    state.unit[gun].y = inches(14.4);
    assert_int_equal(shot(shooter, target, &aim), BE_SHOOT_03);
    state.unit[shooter].y = inches(10);
    add_area(T_CONCEAL, 28, 12, 36, 13);
    assert_int_equal(shot(shooter, target, &aim), BE_LOS_01);                    /* by gun and by wood */
    assert_false(tercios_sees(&ground, shooter, target));
    assert_int_equal(tercios_shot_refused(&ground, shooter, target, SHOT_AT_CONTACT, &aim, NULL), 0);
    assert_int_equal(aim.dice, 3);
    assert_about(aim.to, 34, 20);
}

static void range_bands(void **unused)                                           /* EX-09 */
{
    int        shooter = add_unit(REFORMED, 0, 30, 10, 0), target = add_unit(CLASSIC, 1, 30, 18.005, 180);
    struct aim aim;

    (void)unused;
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_int_equal(aim.dice, 4);
    assert_int_equal(aim.weapon, ARQUEBUS);
    state.unit[target].y = inches(18.02);
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_int_equal(aim.dice, 2);
    state.unit[target].y = inches(22.02);
    assert_int_equal(shot(shooter, target, &aim), BE_SHOOT_04);
    assert_int_equal(why.value[0], inches(12.02));
    assert_int_equal(why.value[1], 12 * INCH);
}

static void no_such_shot(void **unused)                                          /* BE-SHOOT-02, -14, BE-VAL-05 */
{
    int        shooter = add_unit(REFORMED, 0, 30, 10, 0), pikes = add_unit(PIKE_COMPANY, 0, 20, 10, 0);
    int        target = add_unit(CLASSIC, 1, 30, 17, 180), screen;
    struct aim aim;

    (void)unused;
    assert_int_equal(shot(shooter, pikes, &aim), BE_SHOOT_14);
    assert_int_equal(shot(pikes, target, &aim), BE_VAL_05);
    screen = add_unit(CLASSIC, 0, 30, 13.5, 0);
    assert_int_equal(shot(shooter, target, &aim), BE_LOS_02);
    assert_int_equal(why.unit, screen);
    state.unit[screen].status = STATUS_DESTROYED;
    state.unit[shooter].heading = 18000;
    assert_int_equal(shot(shooter, target, &aim), BE_LOS_03);
    state.unit[target].status = STATUS_DESTROYED;
    assert_int_equal(shot(shooter, target, &aim), BE_SHOOT_02);
    assert_false(tercios_sees(&ground, shooter, target));
}

static void the_front_half_is_seen(void **unused)                                /* BE-LOS-03, -06 */
{
    int        square = add_unit(SQUARE, 0, 30, 20, 0), target = add_unit(GUN, 1, 37, 20, 270);
    struct aim aim;

    (void)unused;
    assert_int_equal(shot(square, target, &aim), 0);                             /* on the front line, from R: nearer */
    assert_true(tercios_sees(&ground, square, target));
    state.unit[target].y = inches(17);
    tercios_survey(&ground, &match, &state);
    assert_false(tercios_sees(&ground, square, target));
    assert_int_equal(shot(square, target, &aim), 0);
    assert_about(aim.from, 32.362, 17.638);
    match.special[square] = SR_SQUARE;
    assert_int_equal(shot(square, target, &aim), BE_LOS_03);
}

static void sight_through_gaps(void **unused)                                    /* BE-LOS-05 */
{
    int        eye = add_unit(REFORMED, 0, 30, 10, 0), target = add_unit(GUN, 1, 30, 22, 180);
    struct aim aim;

    (void)unused;
    add_unit(CLASSIC, 0, 26.1, 17, 0);
    add_unit(CLASSIC, 1, 33.7, 17, 0);                                           /* 2.876 in between */
    assert_int_equal(shot(eye, target, &aim), BE_LOS_05);
    state.unit[3].x = inches(33.85);
    assert_int_equal(shot(eye, target, &aim), 0);
}

static void sight_and_woods(void **unused)                                       /* BE-TERR-06, -08 */
{
    int        wood = add_area(T_CONCEAL | T_COVER, 28, 14, 32, 17);
    int        eye = add_unit(REFORMED, 0, 30, 10, 0), target = add_unit(CLASSIC, 1, 30, 17.5, 180);
    struct aim aim;

    (void)unused;
    assert_int_equal(shot(eye, target, &aim), BE_TERR_06);
    state.unit[target].y = inches(16.98);
    assert_int_equal(shot(eye, target, &aim), 0);
    assert_true(aim.cover);
    state.unit[target].y = inches(17);                                           /* on the outline is outside */
    assert_int_equal(shot(eye, target, &aim), BE_TERR_06);
    state.unit[target].y = inches(20);
    state.unit[eye].y = inches(15);
    assert_int_equal(shot(eye, target, &aim), 0);
    assert_false(aim.cover);
    match.element[wood].traits = T_COVER;
    state.unit[eye].y = inches(10);
    assert_int_equal(shot(eye, target, &aim), 0);
}

static void cover_of_a_wall(void **unused)                                       /* BE-TERR-09 */
{
    int        shooter = add_unit(REFORMED, 0, 30, 10, 0), target = add_unit(CLASSIC, 1, 30, 15.1, 180);
    struct aim aim;

    (void)unused;
    add_line(T_COVER | T_DIFFICULT, 27, 15, 33, 15);
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_true(aim.cover);
    state.unit[target].y = inches(15);                                           /* flush with it */
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_true(aim.cover);
    state.unit[target].y = inches(15.12);
    assert_int_equal(shot(shooter, target, &aim), 0);
    assert_false(aim.cover);
    state.unit[target].y = inches(15.1);
    state.unit[shooter].y = inches(24);
    state.unit[shooter].heading = 18000;
    assert_int_equal(shot(shooter, target, &aim), 0);                            /* from behind */
    assert_false(aim.cover);
}

static void sight_of_a_house(void **unused)                                      /* BE-TERR-22 */
{
    int          house = add_area(T_BUILDING | T_IMPASSABLE | T_CONCEAL | T_COVER, 28, 22, 30, 24);
    int          company = add_unit(SHOT_COMPANY, 1, 0, 0, 0), classic = add_unit(CLASSIC, 0, 29, 17, 0);
    struct point from, to, list[OUTLINE_POINTS];
    struct aim   aim;

    (void)unused;
    enter_house(company, house);
    assert_int_equal(tercios_outline(&match.element[house], at_inches(29, 17), list), 9);
    assert_about(list[0], 29, 22);
    assert_about(list[1], 28, 22);
    assert_int_equal(shot(classic, company, &aim), 0);
    assert_about(aim.to, 29, 22);
    assert_true(aim.cover);
    assert_int_equal(shot(company, classic, &aim), 0);
    assert_about(aim.from, 29, 22);
    assert_int_equal(table_floor(aim.apart), 5 * INCH);
    state.unit[classic].y = inches(36);                                          /* it sees all round */
    state.unit[classic].heading = 18000;
    tercios_survey(&ground, &match, &state);
    assert_true(tercios_nearest_seen(&ground, company, classic, &from, &to));
    assert_about(from, 29, 24);
    assert_about(to, 29, 36);
    assert_int_equal(shot(company, classic, &aim), 0);
    state.unit[classic].y = inches(36.02);
    assert_int_equal(shot(company, classic, &aim), BE_SHOOT_04);
    tercios_try(&ground, company, (struct pose){ at_inches(29, 30), 0 });        /* tried outside it has a base */
    assert_true(tercios_nearest_seen(&ground, company, classic, &from, &to));
    assert_about(from, 29, 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_plain_move, clear_table),
        cmocka_unit_test_setup(the_pivot_limit, clear_table),
        cmocka_unit_test_setup(lengths_of_moves, clear_table),
        cmocka_unit_test_setup(facing_changes, clear_table),
        cmocka_unit_test_setup(a_narrow_gap, clear_table),
        cmocka_unit_test_setup(gaps_beside_ground, clear_table),
        cmocka_unit_test_setup(lines_are_barred, clear_table),
        cmocka_unit_test_setup(ground_and_speed, clear_table),
        cmocka_unit_test_setup(angle_correction, clear_table),
        cmocka_unit_test_setup(legal_ends, clear_table),
        cmocka_unit_test_setup(rivers_and_crossings, clear_table),
        cmocka_unit_test_setup(going_back, clear_table),
        cmocka_unit_test_setup(trying_things, clear_table),
        cmocka_unit_test_setup(buildings, clear_table),
        cmocka_unit_test_setup(a_hidden_nearest_centre, clear_table),
        cmocka_unit_test_setup(range_bands, clear_table),
        cmocka_unit_test_setup(no_such_shot, clear_table),
        cmocka_unit_test_setup(the_front_half_is_seen, clear_table),
        cmocka_unit_test_setup(sight_through_gaps, clear_table),
        cmocka_unit_test_setup(sight_and_woods, clear_table),
        cmocka_unit_test_setup(cover_of_a_wall, clear_table),
        cmocka_unit_test_setup(sight_of_a_house, clear_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
