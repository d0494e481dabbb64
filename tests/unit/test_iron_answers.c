/*
 * test_iron_answers.c: what Men of Iron answers about a position, and what it proposes there.
 *
 * Over random games: every profile and every score is an account that adds up to the number that the rules use; the ring of fire holds
 * exactly the hexes that may be aimed at; the way of a move begins at the piece, ends at its goal and costs what the move then spends;
 * every place that is proposed is legal; what one side gains the other loses.
 *
 *   test_iron_answers DATA-DIRECTORY
 */
#include "documents.h"
#include "mind.h"
#include "registry.h"
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, EVENTS = 256, STEPS = 400 };

static struct library      library;
static char                memory[MEMORY];
static struct event        told[EVENTS];
static struct offer        offered[OFFERS_MAX];
static const struct match *m;
static struct state        s;

static void load(const char *scenario)
{
    char         name[96];
    struct out   out = out_over(name, sizeof name);
    struct fault fault = { .set = false };
    struct arena arena = arena_over(memory, sizeof memory);

    out_format(&out, "iron/scenarios/%s.json", scenario);
    m = match_load(ruleset_named("iron"), &library, library_find(&library, name), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
}

/* The last total of what is told, or -1000 when nothing is. */
static int told_by(bool (*teller)(struct play *p, int piece, int value), int piece, int value)
{
    struct state  same = s;
    struct events events = { told, 0, EVENTS, false };
    struct play   p = { .match = m, .state = &same, .events = &events };
    int32_t       where = 0;

    if (!teller(&p, piece, value)) {
        assert_int_equal(events.count, 0);
        return -1000;
    }
    assert_true(events_add_up(&events, &where));
    assert_memory_equal(&same, &s, sizeof s);
    assert_true(events.count > 0 && told[events.count - 1].kind == EVENT_TOTAL);
    return told[events.count - 1].as.value[0];
}

static bool tell_score(struct play *p, int seat, int value)
{
    (void)value;
    iron_tell_score(p, (seat_id)seat);
    return true;
}

static void check_profiles(void)
{
    for (int piece = 0; piece < m->head.pieces; piece++) {
        bool there = on_map(&s, piece), unit = there && is_unit(m, piece), leader = there && m->type_of[piece] == TYPE_LEADER;
        assert_int_equal(told_by(iron_value, piece, PROFILE_SHOCK), unit ? iron_shock(m, &s, piece) : -1000);
        assert_int_equal(told_by(iron_value, piece, PROFILE_ACTIVATION), leader ? iron_rating(m, &s, piece) : -1000);
        assert_int_equal(told_by(iron_value, piece, PROFILE_COMMAND), leader ? iron_command_range(m, &s, piece) : -1000);
        if (leader || (unit && !is_retired(&s, piece)))
            assert_in_range(told_by(iron_value, piece, PROFILE_MOVE), 0, max32(0, iron_allowance(m, &s, piece) - s.unit[piece].spent));
        told_by(iron_value, piece, PROFILE_FIRE);
        told_by(iron_value, piece, PROFILE_RANGE);
        told_by(iron_value, piece, PROFILE_FLIGHT);
    }
    for (int seat = SEAT_A; seat <= SEAT_B; seat++) assert_int_equal(told_by(tell_score, seat, 0), iron_flight_points(m, &s, (seat_id)seat));
}

static bool holds(const struct point *points, int32_t count, int cell)
{
    for (int32_t i = 0; i < count; i++)
        if (cell_at(m, points[i].x, points[i].y) == cell) return true;
    return false;
}

/* Whom it may shoot at stands in the ring of fire, whom it may not does not; zones are those of the rules. */
static void check_rings(void)
{
    struct point points[RING_POINTS];
    struct lay   lay;

    iron_lay(m, &s, &lay);
    for (int unit = 0; unit < m->head.pieces; unit++) {
        int32_t distance = 0, count = iron_ring(m, &s, unit, RING_FIRE, &distance, points, RING_POINTS);
        bool    shoots = on_map(&s, unit) && iron_weapon(m, &s, unit) != WEAPON_NONE && !is_retired(&s, unit);
        for (int enemy = 0; shoots && enemy < m->head.pieces && is_unit(m, enemy); enemy++)
            if (on_map(&s, enemy) && are_enemies(m, unit, enemy))
                assert_int_equal(holds(points, count, cell_of(m, &s, enemy)), !iron_shot_refused(m, &s, &lay, unit, enemy, NULL));
        if (!shoots) assert_int_equal(count, 0);
        count = iron_ring(m, &s, unit, RING_ZONE, &distance, points, RING_POINTS);
        for (int32_t i = 0; i < count; i++) assert_true(iron_exerts(m, &s, unit, cell_at(m, points[i].x, points[i].y)));
        count = iron_ring(m, &s, unit, RING_CHARGE, &distance, points, RING_POINTS);
        for (int32_t i = 0; i < count; i++) assert_true(lay.unit[cell_at(m, points[i].x, points[i].y)] != NOBODY);
        count = iron_ring(m, &s, unit, RING_COMMAND, &distance, points, RING_POINTS);
        assert_int_equal(count > 0, on_map(&s, unit) && m->type_of[unit] == TYPE_LEADER);
    }
}

static void check_way(seat_id seat, const struct decision *d)
{
    struct point points[RING_POINTS];
    int32_t      spent = 0, allowed = 0, count = iron_way_of(m, &s, seat, d, points, RING_POINTS, &spent, &allowed);

    if (d->kind != DO_MOVE && d->kind != DO_LEAD) return;
    assert_true(count >= 2 && spent <= allowed);
    assert_int_equal(cell_at(m, points[0].x, points[0].y), cell_of(m, &s, d->unit));
    assert_int_equal(cell_at(m, points[count - 1].x, points[count - 1].y), cell_at(m, d->at.x, d->at.y));
    for (int32_t i = 1; i < count; i++)
        assert_true(iron_direction(m, cell_at(m, points[i - 1].x, points[i - 1].y), cell_at(m, points[i].x, points[i].y)) != NOWHERE);
}

/* One decision by lot; false when the game is over. */
static bool go_on(struct random *random, struct dice *dice)
{
    struct play     p = { .match = m, .state = &s, .dice = dice };
    struct offers   offers = { offered, 0, OFFERS_MAX };
    struct decision d;
    seat_id         seat;

    if (!play_asked(&s)) return false;
    seat = play_asked(&s) & SEAT_BIT(SEAT_A) ? SEAT_A : SEAT_B;
    play_offer(m, &s, seat, &offers);
    for (;;) {
        const struct offer *offer;
        assert_true(offers.count > 0);
        offer = &offers.list[random_below(random, (uint32_t)offers.count)];
        d = offer->decision;
        if (!offer->open || iron_sample(m, &s, seat, offer, random, &d)) break;
        offered[offer - offered] = offered[--offers.count];
    }
    assert_int_equal(play_refuse(m, &s, seat, &d, NULL), 0);
    check_way(seat, &d);
    play_take(&p, seat, &d);
    play_advance(&p);
    return true;
}

static void play_and_ask(const char *scenario, uint64_t seed)
{
    struct random random = random_from(seed);
    struct dice   dice = dice_seeded(seed);
    struct play   p = { .match = NULL, .state = &s, .dice = &dice };

    load(scenario);
    p.match = m;
    play_begin(&p);
    for (int i = 0; i < STEPS; i++) {
        assert_int_equal(mind_value(m, &s, SEAT_A, NULL, NULL), -mind_value(m, &s, SEAT_B, NULL, NULL));
        if (i % 8 == 0) {
            check_profiles();
            check_rings();
        }
        if (!go_on(&random, &dice)) return;
    }
}

static void answers_are_those_of_the_rules(void **state)
{
    static const char *const scenarios[] = { "teaching", "falkirk", "courtrai", "bannockburn", "crecy", "poitiers", "najera" };

    (void)state;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) play_and_ask(scenarios[i], i + 1);
    for (uint64_t seed = 10; seed < 30; seed++) play_and_ask("teaching", seed);
}

static int piece_named(const char *id)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!strcmp(m->piece[piece].id, id)) return piece;
    fail_msg("there is no %s", id);
    return NOBODY;
}

static void begin_teaching(void)
{
    struct dice dice = dice_seeded(1);
    struct play p = { .match = NULL, .state = &s, .dice = &dice };

    load("teaching");
    p.match = m;
    play_begin(&p);
}

/* A shaken archer: shock +1 and +1 (MI-RES-04), 5 points less 1 (MI-RES-03) less 2 spent, +2 less 1 to fire (MI-FIRE-24). */
static void a_shaken_archer(void **state)
{
    int archer;

    (void)state;
    begin_teaching();
    archer = piece_named("E-LB1");
    assert_int_equal(told_by(iron_value, archer, PROFILE_SHOCK), 1);
    assert_int_equal(told_by(iron_value, archer, PROFILE_MOVE), 5);
    assert_int_equal(told_by(iron_value, archer, PROFILE_FIRE), 2);
    assert_int_equal(told_by(iron_value, archer, PROFILE_RANGE), 3);
    assert_int_equal(told_by(iron_value, archer, PROFILE_FLIGHT), 2);
    s.unit[archer].status = STATUS_DISORDERED;
    s.unit[archer].spent = 2;
    assert_int_equal(told_by(iron_value, archer, PROFILE_SHOCK), 2);
    assert_int_equal(told_by(iron_value, archer, PROFILE_MOVE), 2);
    assert_int_equal(told_by(iron_value, archer, PROFILE_FIRE), 1);
    s.unit[archer].status = STATUS_RETIRED;
    assert_int_equal(told_by(tell_score, SEAT_A, 0), 1);
    assert_int_equal(told_by(iron_value, archer, PROFILE_RANGE), -1000);
    s.unit[archer].status = STATUS_LOST;
    s.unit[archer].x = s.unit[archer].y = 0;
    s.unit[piece_named("L-umf")].successor = 1;
    assert_int_equal(told_by(tell_score, SEAT_A, 0), 4);
    assert_int_equal(told_by(iron_value, piece_named("L-umf"), PROFILE_ACTIVATION), 2);
    assert_int_equal(told_by(iron_value, piece_named("E-MM1"), PROFILE_FLIGHT), 3);
}

/* The village at (2,2) and (3,2) hides (1,2) from (4,2); beside the board there is nothing to see. */
static void sight_names_what_is_in_the_way(void **state)
{
    struct refusal why = { 0 };
    int            archer;

    (void)state;
    begin_teaching();
    archer = piece_named("E-LB1");
    s.unit[archer].x = 4;
    s.unit[archer].y = 2;
    assert_int_equal(iron_sees(m, &s, archer, NOBODY, (struct point){ 3, 2 }, &why), 0);
    assert_int_equal(iron_sees(m, &s, archer, NOBODY, (struct point){ 1, 2 }, &why), MI_LOS_02);
    assert_string_equal(why.terrain, "village");
    assert_int_equal(iron_sees(m, &s, archer, NOBODY, (struct point){ 4, 0 }, &why), 0);
    assert_int_equal(iron_sees(m, &s, archer, NOBODY, (struct point){ -1, 2 }, &why), MI_LOS_01);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_rules),
        cmocka_unit_test(a_shaken_archer),
        cmocka_unit_test(sight_names_what_is_in_the_way),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
