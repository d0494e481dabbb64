/*
 * test_argad_mind.c: what the computer does in Argad!: blunders that it must not make.
 *
 * Positions of the wayside cross; the computer is handed its view alone, and plans until it is ready.
 *
 *   test_argad_mind DATA-DIRECTORY
 */
#include "argad.h"
#include "documents.h"
#include "player.h"
#include "registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, THOUGHTS = 16 << 20, DECISIONS_MOST = 60 };
enum { A1, A2, A3, B4, B5, B6, B7 };

static struct library      library;
static char                memory[MEMORY], thoughts[THOUGHTS];
static const struct match *m;
static struct state        s;

static void stand(int figure, int32_t x, int32_t y)
{
    s.unit[figure].x = x;
    s.unit[figure].y = y;
    s.unit[figure].did = 0;
}

/* The porter, and the keg on his back. */
static void stand_with_keg(int32_t x, int32_t y)
{
    stand(B7, x, y);
    s.unit[m->first[KIND_THING]].x = x;
    s.unit[m->first[KIND_THING]].y = y;
}

static void put_out(int figure) { s.unit[figure].status = STATUS_OUT; }

static void begin_in(const char *scenario, int turn)
{
    struct fault fault = { .set = false };
    struct arena arena = arena_over(memory, sizeof memory);

    m = match_load(ruleset_named("argad"), &library, library_find(&library, scenario), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    memset(&s, 0, sizeof s);
    argad_setup(m, &s);
    s.turn = (uint8_t)turn;
}

static void begin(int turn) { begin_in("argad/scenarios/wayside_cross.json", turn); }

static void ask_in(enum phase_id phase, seat_id seat)
{
    struct fault fault = { .set = false };
    struct dice  none = dice_listed(NULL, 0);
    struct play  p = { .match = m, .state = &s, .dice = &none };

    if (!argad_place(m, &s, (uint8_t)phase, seat, &fault) || !argad_sound(m, &s, &fault)) fail_msg("%s", fault.text);
    play_advance(&p);
    assert_true(play_asked(&s) & SEAT_BIT(seat));
}

/* The computer plans for the seat until it is ready; the last decision is left out, so that nothing unfolds. How many it made. */
static int plan(seat_id seat)
{
    struct thinking thinking = { m, random_from(5), arena_over(thoughts, sizeof thoughts), .crew = NULL };
    struct dice     none = dice_listed(NULL, 0);
    struct play     p = { .match = m, .state = &s, .dice = &none };

    for (int made = 0; made < DECISIONS_MOST; made++) {
        struct state    view = s;
        struct decision d;
        argad_mask(m, &view, seat);
        assert_true(player_choose(&player_greedy, &thinking, &view, seat, &d));
        assert_int_equal(play_refuse(m, &s, seat, &d, NULL), 0);
        if (d.kind == DO_READY) return made;
        play_take(&p, seat, &d);
    }
    fail_msg("it never comes to an end");
    return 0;
}

static struct point end_of(int figure)
{
    int points = s.unit[figure].points;

    return points ? (struct point){ s.plan[figure].x[points - 1], s.plan[figure].y[points - 1] } : place_of(&s, figure);
}

static int32_t apart(struct point a, struct point b) { return table_floor(table_distance(a, b)); }

static bool is_standing_still(int figure)
{
    return s.unit[figure].order == ORDER_HOLD || s.unit[figure].order == ORDER_CROUCH;
}

static void everybody_is_told(void **unused)
{
    (void)unused;
    for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) {
        begin(1);
        ask_in(PHASE_PLOT, seat);
        assert_true(plan(seat) > 0);
        for (int i = 0; i < m->figures; i++)
            if (side_of(m, i) == seat) assert_true(s.unit[i].did & DID_CHOOSE);
    }
}

static void what_one_gains_the_other_loses(void **unused)
{
    (void)unused;
    begin(3);
    ask_in(PHASE_PLOT, SEAT_A);
    plan(SEAT_A);
    assert_int_equal(mind_value(m, &s, SEAT_A, NULL, NULL), -mind_value(m, &s, SEAT_B, NULL, NULL));
}

/* A load that has gone out of sight is not guessed back into the hands of a figure of one's own, who knows that they are empty. */
static void own_hands_are_known(void **unused)
{
    struct random random = random_from(1);
    int           tried = 0;

    (void)unused;
    begin_in("argad/scenarios/cove.json", 3);
    for (int piece = m->first[KIND_THING]; piece < m->first[KIND_DOOR]; piece++) {
        int          holder = m->start_with[piece] - 1;
        struct state view = s;
        if (holder < 0 || !is_figure(m, holder) || view.unit[holder].carries != piece + 1) continue;
        view.unit[holder].carries = 0;
        view.unit[piece].status = STATUS_UNSEEN;
        argad_guess(m, &view, side_of(m, holder), &random);
        assert_int_equal(view.unit[holder].carries, 0);
        tried++;
    }
    assert_true(tried > 0);
}

/* A pistol at 18 cm on the move needs an eight: one in 216. */
static void nobody_fires_in_vain(void **unused)
{
    (void)unused;
    begin(2);
    stand(B6, 30000, 15000);
    stand(A2, 50000, 15000);
    stand(A3, 57000, 40000);
    stand(A1, 57000, 44000);
    s.unit[B6].did = DID_MOVE;
    ask_in(PHASE_AIM, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[B6].shot_at, 0);
}

/* The same at 6 cm, standing, is one in three. */
static void a_good_shot_is_taken(void **unused)
{
    (void)unused;
    begin(2);
    stand(B6, 42000, 15000);
    stand(A2, 50000, 15000);
    ask_in(PHASE_AIM, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[B6].shot_at, A2 + 1);
}

static void who_has_the_prize_stays_with_it(void **unused)
{
    (void)unused;
    begin(8);
    s.unit[B7].carries = 0;
    s.unit[m->first[KIND_THING]].with = 0;
    s.unit[m->first[KIND_THING]].status = STATUS_STANDING;
    s.unit[m->first[KIND_THING]].x = 30000;
    s.unit[m->first[KIND_THING]].y = 25000;
    stand(A2, 31750, 25000);
    stand(B7, 5000, 45000);
    put_out(A1);
    put_out(A3);
    ask_in(PHASE_PLOT, SEAT_A);
    plan(SEAT_A);
    assert_true(argad_in_contact(m, &s, A2, m->first[KIND_THING]));
    assert_true(is_standing_still(A2) || s.unit[A2].order == ORDER_EARLY);
}

/* Two loaded muskets stand before a man with an empty carbine. */
static void an_empty_gun_is_not_carried_into_fire(void **unused)
{
    struct point before;

    (void)unused;
    begin(2);
    stand(A2, 50000, 14000);
    stand(A3, 50000, 18000);
    stand(B5, 18000, 16000);
    s.unit[B5].loaded = 0;
    ask_in(PHASE_PLOT, SEAT_B);
    before = place_of(&s, B5);
    plan(SEAT_B);
    assert_true(s.unit[B5].order != ORDER_ATTACK);
    assert_true(apart(end_of(B5), place_of(&s, A3)) + 12 * CM >= apart(before, place_of(&s, A3)));
}

/* Nobody is near it, and there is nothing to be won: it loads. */
static void an_empty_gun_is_loaded(void **unused)
{
    (void)unused;
    begin(2);
    for (int i = B5; i <= B7; i++) put_out(i);
    s.unit[B7].carries = 0;
    s.unit[m->first[KIND_THING]] = (struct unit){ .status = STATUS_LEFT, .seen = 3, .left_by = EDGE_EAST, .choice = 1 + SEAT_B };
    put_out(A1);
    put_out(A3);
    stand(A2, 50000, 24000);
    stand(B4, 3000, 46000);
    s.unit[A2].loaded = 0;
    ask_in(PHASE_PLOT, SEAT_A);
    plan(SEAT_A);
    assert_true(is_standing_still(A2));
}

/* The porter with the keg is a turn from the edge: he leaves. */
static void the_prize_is_brought_off(void **unused)
{
    (void)unused;
    begin(5);
    stand_with_keg(50000, 40000);
    stand(A1, 20000, 10000);
    stand(A2, 20000, 5000);
    stand(A3, 24000, 5000);
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    assert_true(end_of(B7).x > m->size.x);
}

/* In the barn of the raided farm. */
static void stand_with_horse(int raider)
{
    int horse = match_piece(m, "horse1");

    stand(raider, 72725, 38650);
    stand(horse, 75000, 37000);
    s.unit[raider].carries = (uint8_t)(horse + 1);
    s.unit[horse].with = (uint8_t)(raider + 1);
    s.unit[horse].seen = 2;
}

/* A horse is led out of the barn by its gate, in the west, not towards the window in the north or the nearer walls. */
static void a_horse_is_led_by_the_gate(void **unused)
{
    int raider;

    (void)unused;
    begin_in("argad/scenarios/farm_raid.json", 6);
    raider = match_piece(m, "B12");
    for (int i = 0; i < m->figures; i++)
        if (i != raider && side_of(m, i) == SEAT_A && s.unit[i].status == STATUS_STANDING) stand(i, 3000, 85000 - 2000 * i);
    stand_with_horse(raider);
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[raider].order, ORDER_MOVE);
    assert_true(end_of(raider).x < 66000 && end_of(raider).y > 38000 && end_of(raider).y < 46000);
}

/* A prize lies in the corner, and one step beyond it the table ends: whoever goes for it makes up his mind. */
static void a_plan_at_the_edge_comes_to_an_end(void **unused)
{
    enum { CORNER = 50000, STEP = 700 };

    (void)unused;
    for (int32_t far = 2000; far <= 16000; far += STEP)
        for (int32_t near = 0; near < 4 * STEP; near += STEP) {
            struct unit *keg;
            begin(6);
            keg = &s.unit[m->first[KIND_THING]];
            put_out(B7);
            s.unit[B7].carries = 0;
            *keg = (struct unit){ .x = 58500 - near, .y = CORNER - 1000 - near, .status = STATUS_STANDING, .seen = 3 };
            stand(B4, 58000 - near, CORNER - far);
            s.unit[B4].loaded = 0;
            for (int i = A1; i <= A3; i++) stand(i, 4000, 4000 + 3000 * i);
            ask_in(PHASE_PLOT, SEAT_B);
            plan(SEAT_B);
        }
}

/* To spare whoever strikes is no way to be spared. */
static void the_bearer_strikes_back(void **unused)
{
    (void)unused;
    begin(4);
    stand_with_keg(40000, 25000);
    stand(A2, 42000, 25000);
    ask_in(PHASE_DECLARE, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[B7].strike_at, A2 + 1);
}

/* One of the farm folk is left in the house, the constables are still to come, and a raider is at her side. */
static int meets_the_last(const char *id, enum status status)
{
    int raider, last;

    begin_in("argad/scenarios/farm_raid.json", 4);
    raider = match_piece(m, "B13");
    last = match_piece(m, id);
    for (int i = 0; i < m->figures; i++)
        if (i != last && side_of(m, i) == SEAT_A && s.unit[i].status == STATUS_STANDING) put_out(i);
    s.unit[last].status = (uint8_t)status;
    stand(last, 50000, 53000);
    stand(raider, 48000, 53000);
    ask_in(PHASE_DECLARE, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[raider].strike_at, last + 1);
    return raider;
}

/* He runs, and his side has few left: to strike him ends nothing, and he is in the way. */
static void a_man_who_runs_is_struck(void **unused)
{
    (void)unused;
    meets_the_last("A2", STATUS_ROUTED);
}

/* Nor does it end with her as long as others are to come; to put her out would cost points. */
static void a_woman_in_the_way_is_seized(void **unused)
{
    (void)unused;
    assert_true(s.unit[meets_the_last("A7", STATUS_STANDING)].strike_how & STRIKE_SEIZES);
}

/* AR-MOR-02 to -05: one man is not many; without their leader it goes by the lower class of two pistols and two clubs; then a third of them is lost, then half. */
static void a_group_may_run_with_whom_it_loses(void **unused)
{
    int group, leader, man;

    (void)unused;
    begin_in("argad/scenarios/farm_raid.json", 4);
    leader = match_piece(m, "B13");
    man = match_piece(m, "B15");
    group = m->figure[leader].group;
    assert_int_equal(argad_break_chance(m, &s, group, man), 0);
    assert_int_equal(argad_break_chance(m, &s, group, leader), 1000 * (6 - m->figure[match_piece(m, "B16")].class) / 6);
    put_out(match_piece(m, "B14"));
    assert_int_equal(argad_break_chance(m, &s, group, man), 1000 * (6 - m->figure[leader].class) / 6);
    put_out(match_piece(m, "B16"));
    assert_int_equal(argad_break_chance(m, &s, group, man), 1000 * (6 - m->figure[leader].class + 1) / 6);
}

/* One raider is nearest to all three horses: the others do not leave them all to him. */
static void each_horse_has_its_man(void **unused)
{
    static const char *const raiders[3] = { "B10", "B11", "B12" };
    int                      taken = 0;

    (void)unused;
    begin_in("argad/scenarios/farm_raid.json", 4);
    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == SEAT_A && s.unit[i].status == STATUS_STANDING) stand(i, 3000, 85000 - 2000 * i);
    for (int i = 0; i < 3; i++) stand(match_piece(m, raiders[i]), 67000 - 3500 * i, 42000);
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    for (int i = 0; i < 3; i++) taken += s.unit[match_piece(m, raiders[i])].mark == MARK_TAKE;
    assert_int_equal(taken, 3);
}

/* The farm folk stand before the gate, but they have eight others to shoot and to strike at. */
static void a_prize_is_brought_away_among_friends(void **unused)
{
    int raider, about = 0;

    (void)unused;
    begin_in("argad/scenarios/farm_raid.json", 6);
    raider = match_piece(m, "B12");
    for (int i = 0; i < m->figures; i++) {
        if (i == raider || s.unit[i].status != STATUS_STANDING) continue;
        stand(i, side_of(m, i) == SEAT_B ? 52000 : 48000, 24000 + 2500 * (about++ % 8));
    }
    stand_with_horse(raider);
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[raider].order, ORDER_MOVE);
    assert_true(end_of(raider).x < 68000);
}

/* The farm folk are away in the north-east. */
static void raid_in_peace(int turn)
{
    begin_in("argad/scenarios/farm_raid.json", turn);
    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == SEAT_A && s.unit[i].status == STATUS_STANDING) stand(i, 66000 + 2500 * i, 85000);
}

/* A raider with the strongbox plans: to move, and where he would end. */
static struct point goes_with_strongbox(const char *id, int32_t x, int32_t y)
{
    int box = match_piece(m, "strongbox"), raider = match_piece(m, id);

    stand(raider, x, y);
    stand(box, x, y);
    s.unit[raider].carries = (uint8_t)(box + 1);
    s.unit[box].with = (uint8_t)(raider + 1);
    s.unit[box].status = STATUS_CARRIED;
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[raider].order, ORDER_MOVE);
    return end_of(raider);
}

/* More of the others are to come: all the more is the strongbox taken by who stands on it. */
static void what_is_under_the_feet_is_taken(void **unused)
{
    int raider;

    (void)unused;
    raid_in_peace(7);
    raider = match_piece(m, "B17");
    stand(raider, 34040, 59970);
    ask_in(PHASE_PLOT, SEAT_B);
    plan(SEAT_B);
    assert_int_equal(s.unit[raider].mark, MARK_TAKE);
    assert_int_equal(s.unit[raider].mark_on, match_piece(m, "strongbox") + 1);
}

/* An attack on somebody behind the wall brings nobody through it. */
static void the_bearer_does_not_attack_through_a_wall(void **unused)
{
    (void)unused;
    raid_in_peace(8);
    stand(match_piece(m, "A2"), 43800, 89000);
    goes_with_strongbox("B14", 38400, 61000);
}

/* A prisoner stands in the nearest window, and nobody goes through him: the way is another window. */
static void a_window_with_a_prisoner_in_it_is_no_way(void **unused)
{
    int prisoner;

    (void)unused;
    raid_in_peace(6);
    prisoner = match_piece(m, "A8");
    stand(prisoner, 35000, 50400);
    s.unit[prisoner].status = STATUS_PRISONER;
    assert_true(goes_with_strongbox("B15", 37000, 55000).x > 42000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_is_told), cmocka_unit_test(what_one_gains_the_other_loses), cmocka_unit_test(nobody_fires_in_vain),
        cmocka_unit_test(own_hands_are_known), cmocka_unit_test(a_good_shot_is_taken), cmocka_unit_test(who_has_the_prize_stays_with_it),
        cmocka_unit_test(an_empty_gun_is_not_carried_into_fire), cmocka_unit_test(an_empty_gun_is_loaded), cmocka_unit_test(the_prize_is_brought_off),
        cmocka_unit_test(a_horse_is_led_by_the_gate), cmocka_unit_test(a_plan_at_the_edge_comes_to_an_end), cmocka_unit_test(the_bearer_strikes_back),
        cmocka_unit_test(a_man_who_runs_is_struck), cmocka_unit_test(a_woman_in_the_way_is_seized), cmocka_unit_test(a_group_may_run_with_whom_it_loses),
        cmocka_unit_test(each_horse_has_its_man), cmocka_unit_test(a_prize_is_brought_away_among_friends),
        cmocka_unit_test(what_is_under_the_feet_is_taken), cmocka_unit_test(the_bearer_does_not_attack_through_a_wall),
        cmocka_unit_test(a_window_with_a_prisoner_in_it_is_no_way),
    };
    int failed;

    if (argc < 2) return 2;
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
