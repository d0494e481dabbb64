/*
 * test_reiters_answers.c: what The Fate of Reiters answers about a position, and what it proposes there.
 *
 * Over random games: every profile and every score is an account that adds up to the number that the rules use; rings hold exactly the
 * zones that the rules mean; the way of a move begins at the piece, ends at its goal and costs what the move then spends; every place that is
 * proposed is legal; sight on level ground is the same both ways; what one side gains the other loses.
 *
 *   test_reiters_answers DATA-DIRECTORY
 */
#include "documents.h"
#include "maths.h"
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

    out_format(&out, "reiters/scenarios/%s.json", scenario);
    m = match_load(ruleset_named("reiters"), &library, library_find(&library, name), NULL, &arena, &fault);
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
    reiters_tell_score(p, (seat_id)seat);
    return true;
}

static int best_quality(int piece)
{
    int list[COLUMNS], best = reiters_quality(m, &s, piece), count = is_unit(m, piece) && on_map(&s, piece) ? reiters_lenders(m, &s, piece, list) : 0;

    for (int i = 0; i < count; i++) best = max32(best, reiters_quality(m, &s, list[i]));
    return best;
}

static void check_profiles(void)
{
    for (int piece = 0; piece < m->head.pieces; piece++) {
        bool unit = is_unit(m, piece), counts = unit || is_commander(m, piece);
        assert_int_equal(told_by(reiters_value, piece, PROFILE_COMBAT), unit ? reiters_factor(m, &s, piece) - s.unit[piece].disordered : -1000);
        assert_int_equal(told_by(reiters_value, piece, PROFILE_QUALITY), counts ? best_quality(piece) : -1000);
        assert_int_equal(told_by(reiters_value, piece, PROFILE_MOVE), counts ? reiters_allowance(m, &s, piece) : -1000);
        assert_int_equal(told_by(reiters_value, piece, PROFILE_CLASS), unit ? type_now(m, &s, piece)->rank + 1 : -1000);
        assert_int_equal(told_by(reiters_value, piece, PROFILE_RANGE), unit && type_now(m, &s, piece)->range ? type_now(m, &s, piece)->range : -1000);
    }
    for (int seat = SEAT_A; seat <= SEAT_B; seat++) assert_int_equal(told_by(tell_score, seat, 0), reiters_points(m, &s, (seat_id)seat));
}

static uint64_t ring(int piece, int which)
{
    struct point points[RING_POINTS];
    int32_t      distance = 0, count = reiters_ring(m, &s, piece, which, &distance, points, RING_POINTS);
    uint64_t     zones = 0;

    for (int32_t i = 0; i < count; i++) {
        assert_true(zone_at_point(m, points[i]) != NOWHERE);
        zones |= zone_bit(zone_at_point(m, points[i]));
    }
    assert_int_equal(__builtin_popcountll(zones), count);
    return zones;
}

/* Whom a gun may shoot at, if it were its side's Combat step, stands in its range, and nobody else. */
static void check_range(int gun, const struct lay *lay)
{
    struct state own = s;
    uint64_t     zones = ring(gun, RING_RANGE);

    if (!on_map(&s, gun) || !is_unit(m, gun) || !type_now(m, &s, gun)->range) {
        assert_int_equal(zones, 0);
        return;
    }
    own.active = (uint8_t)side_of(m, gun);
    own.attacked = 0;
    own.unit[gun].fought = own.unit[gun].isolated = 0;
    for (int target = 0; target < m->units; target++)
        if (on_map(&s, target) && side_of(m, target) != side_of(m, gun))
            assert_int_equal(in_set(zones, zone_of(m, &s, target)), !reiters_bombard_refused(m, &own, lay, gun, target, NULL));
}

static void check_rings(void)
{
    uint64_t   control[2] = { 0, 0 };
    struct lay lay;

    reiters_lay(m, &s, &lay);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        control[side_of(m, piece)] |= ring(piece, RING_ZONE);
        assert_int_equal(ring(piece, RING_COMMAND) != 0, is_commander(m, piece) && on_map(&s, piece));
        if (!on_map(&s, piece)) assert_int_equal(ring(piece, RING_REACH), 0);
        check_range(piece, &lay);
    }
    assert_true(control[0] == lay.zoc[0] && control[1] == lay.zoc[1]);
    for (int unit = 0; unit < m->units; unit++) {
        uint64_t area = 0;
        if (!on_map(&s, unit)) continue;
        for (int i = 0; i < m->columns; i++)
            if (m->column[i].seat == side_of(m, unit) && (i == m->column_of[unit] || reiters_is_general(m, &s, m->column[i].leader)))
                area |= ring(m->column[i].leader, RING_COMMAND);
        assert_int_equal(in_set(area, zone_of(m, &s, unit)), reiters_in_radius(m, &s, &lay, unit));
    }
}

static void check_sight(void)
{
    for (int a = 0; a < m->units; a++)
        for (int b = 0; b < a; b++) {
            struct refusal why = { 0 };
            rule_id        there, back;
            if (!on_map(&s, a) || !on_map(&s, b)) continue;
            there = reiters_sees(m, &s, a, b, (struct point){ 0, 0 }, &why);
            back = reiters_sees(m, &s, b, a, (struct point){ 0, 0 }, NULL);
            if (m->altitude[zone_of(m, &s, a)] == m->altitude[zone_of(m, &s, b)]) assert_int_equal(there != 0, back != 0);      /* FR-MAP-13 */
            assert_int_equal(there != 0, why.rule != 0);
        }
}

static bool is_walk(int kind) { return kind == DO_MOVE || kind == DO_MOVE_REMOUNT || kind == DO_REJOIN || kind == DO_REJOIN_REMOUNT; }

/* What the way says it costs; -1 for a decision that has none. */
static int check_way(seat_id seat, const struct decision *d)
{
    struct point points[RING_POINTS];
    int32_t      spent = 0, allowed = 0, count = reiters_way_of(m, &s, seat, d, points, RING_POINTS, &spent, &allowed);

    if (!is_walk(d->kind)) {
        assert_int_equal(count, 0);
        return -1;
    }
    assert_true(count >= 2 && spent > 0 && allowed > 0);
    assert_int_equal(zone_at_point(m, points[0]), zone_of(m, &s, d->unit));
    assert_int_equal(points[count - 1].x, d->at.x);
    for (int32_t i = 1; i < count; i++) assert_true(in_set(m->adjacent[zone_at_point(m, points[i - 1])], zone_at_point(m, points[i])));
    return spent;
}

/* The reach of a piece that may move is where it is offered to go. */
static void check_reach(seat_id seat, const struct offers *offers)
{
    for (int32_t i = 0; i < offers->count; i++) {
        const struct offer *offer = &offers->list[i];
        struct point        points[RING_POINTS];
        uint64_t            zones = 0, reach;
        int32_t             count;
        if (offer->decision.kind != DO_MOVE && offer->decision.kind != DO_REJOIN) continue;
        count = reiters_region(m, &s, seat, offer, points, RING_POINTS);
        for (int32_t k = 0; k < count; k++) zones |= zone_bit(zone_at_point(m, points[k]));
        reach = ring(offer->decision.unit, RING_REACH);
        assert_true(offer->decision.kind == DO_MOVE ? zones == reach : (zones & ~reach) == 0);
    }
}

/* One decision by lot; false when the game is over. */
static bool go_on(struct random *random, struct dice *dice, bool look)
{
    struct play     p = { .match = m, .state = &s, .dice = dice };
    struct offers   offers = { offered, 0, OFFERS_MAX };
    struct decision d;
    seat_id         seat;
    int             cost;

    if (!play_asked(&s)) return false;
    seat = play_asked(&s) & SEAT_BIT(SEAT_A) ? SEAT_A : SEAT_B;
    play_offer(m, &s, seat, &offers);
    if (look) check_reach(seat, &offers);
    for (;;) {
        const struct offer *offer;
        assert_true(offers.count > 0);
        offer = &offers.list[random_below(random, (uint32_t)offers.count)];
        d = offer->decision;
        if (!offer->open || reiters_sample(m, &s, seat, offer, random, &d)) break;
        offered[offer - offered] = offered[--offers.count];
    }
    assert_int_equal(play_refuse(m, &s, seat, &d, NULL), 0);
    cost = check_way(seat, &d);
    play_take(&p, seat, &d);
    play_advance(&p);
    if (cost >= 0 && s.moving == d.unit && s.unit[d.unit].x == d.at.x && flow_top_const(&s.flow)->phase == PHASE_MOVEMENT)
        assert_int_equal(s.unit[d.unit].spent, cost);
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
            check_sight();
        }
        if (!go_on(&random, &dice, i % 8 == 1)) return;
    }
}

static void answers_are_those_of_the_rules(void **state)
{
    static const char *const scenarios[] = { "teach", "cognat", "dormans", "auneau", "vimory", "metrieux" };

    (void)state;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) play_and_ask(scenarios[i], i + 1);
    for (uint64_t seed = 10; seed < 30; seed++) play_and_ask("teach", seed);
}

static int piece_of_type(int type)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (m->type_of[piece] == type) return piece;
    fail_msg("there is none of type %d", type);
    return NOBODY;
}

static void begin(const char *scenario)
{
    struct dice dice = dice_seeded(1);
    struct play p = { .match = NULL, .state = &s, .dice = &dice };

    load(scenario);
    p.match = m;
    play_begin(&p);
}

/* Gendarmes 4 and 6 points: disorganised 3 and 4 (FR-1.3.7-05, FR-1.3.7-06), reduced 3 and then 2, and no zone of control. */
static void shaken_gendarmes(void **state)
{
    int unit;

    (void)state;
    begin("teach");
    unit = piece_of_type(TYPE_GENDARMES);
    assert_int_equal(told_by(reiters_value, unit, PROFILE_COMBAT), 4);
    assert_int_equal(told_by(reiters_value, unit, PROFILE_MOVE), 6);
    assert_int_equal(told_by(reiters_value, unit, PROFILE_CLASS), 5);
    assert_true(ring(unit, RING_ZONE) == m->adjacent[zone_of(m, &s, unit)]);
    s.unit[unit].disordered = 1;
    assert_int_equal(told_by(reiters_value, unit, PROFILE_COMBAT), 3);
    assert_int_equal(told_by(reiters_value, unit, PROFILE_MOVE), 4);
    assert_true(ring(unit, RING_ZONE) == 0);
    s.unit[unit].wear = 1;
    assert_int_equal(told_by(reiters_value, unit, PROFILE_COMBAT), 2);
    assert_int_equal(told_by(reiters_value, unit, PROFILE_RANGE), -1000);
}

/* From 7 the hedge between 8 and 13 hides 13 (the ledger's own example); beside the map there is nothing to see. */
static void sight_names_what_is_in_the_way(void **state)
{
    struct refusal why = { 0 };
    int            unit;

    (void)state;
    begin("teach");
    unit = piece_of_type(TYPE_GENDARMES);
    s.unit[unit].x = 7;
    assert_true(reiters_sees(m, &s, unit, NOBODY, (struct point){ 13, 0 }, &why) != 0);
    assert_int_equal(reiters_sees(m, &s, unit, NOBODY, (struct point){ 7, 0 }, &why), 0);
    assert_int_equal(reiters_sees(m, &s, unit, NOBODY, (struct point){ 8, 0 }, &why), 0);
    assert_int_equal(reiters_sees(m, &s, unit, NOBODY, (struct point){ 99, 0 }, &why), FR_MAP_02);
    assert_int_equal(reiters_sees(m, &s, unit, NOBODY, (struct point){ 8, 1 }, &why), FR_MAP_02);
}

/* Every legal zone keeps a chance of being proposed. */
static void every_zone_is_proposed(void **state)
{
    struct random random = random_from(7);
    struct dice   dice = dice_seeded(7);
    struct offers offers = { offered, 0, OFFERS_MAX };
    seat_id       seat;

    (void)state;
    begin("cognat");
    while (flow_top_const(&s.flow)->phase != PHASE_MOVEMENT) assert_true(go_on(&random, &dice, false));
    seat = (seat_id)s.active;
    play_offer(m, &s, seat, &offers);
    for (int32_t i = 0; i < offers.count; i++) {
        uint64_t legal = reiters_zones_for(m, &s, &offers.list[i].decision), drawn = 0;
        if (!offers.list[i].open) continue;
        for (int k = 0; k < 2000 && drawn != legal; k++) {
            struct decision d;
            assert_true(reiters_sample(m, &s, seat, &offers.list[i], &random, &d));
            drawn |= zone_bit(zone_at_point(m, d.at));
        }
        assert_true(drawn == legal);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_rules),
        cmocka_unit_test(shaken_gendarmes),
        cmocka_unit_test(sight_names_what_is_in_the_way),
        cmocka_unit_test(every_zone_is_proposed),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
