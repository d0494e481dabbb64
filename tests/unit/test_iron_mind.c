/*
 * test_iron_mind.c: what the computer minds in Men of Iron when it chooses whom to activate: what a command could come to with its march.
 *
 *   test_iron_mind DATA-DIRECTORY
 */
#include "documents.h"
#include "ground.h"
#include "mind.h"
#include "registry.h"
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20 };

static struct library      library;
static char                memory[MEMORY];
static const struct match *m;
static struct state        s;
static int                 knights, archers;          /* of the first side, and of the second */

static int first_of(seat_id seat, int type)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && m->type_of[unit] == type) return unit;
    fail_msg("there is none");
    return NOBODY;
}

static void stand(int unit, uint8_t x, uint8_t y, uint8_t heading)
{
    s.unit[unit].x = x;
    s.unit[unit].y = y;
    s.unit[unit].heading = heading;
    s.unit[unit].status = STATUS_NORMAL;
}

/* Knights and archers face each other, eight hexes apart; nobody else is there. */
static int begin(void **state)
{
    struct fault fault = { .set = false };
    struct arena arena = arena_over(memory, sizeof memory);

    (void)state;
    m = match_load(ruleset_named("iron"), &library, library_find(&library, "iron/scenarios/teaching.json"), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    memset(&s, 0, sizeof s);
    iron_setup(m, &s);
    for (int unit = 0; unit < m->units; unit++) s.unit[unit].status = STATUS_AWAY;
    knights = first_of(SEAT_A, TYPE_MM);
    archers = first_of(SEAT_B, TYPE_LB);
    stand(knights, 8, 10, 0);
    stand(archers, 8, 2, 3);
    return 0;
}

static int reach_of(int unit)
{
    struct lay lay;

    iron_lay(m, &s, &lay);
    return iron_command_reach(m, &s, &lay, leader_of(m, unit));
}

static void horse_reaches_who_is_eight_hexes_away(void **state)
{
    int near;

    (void)state;
    near = reach_of(knights);
    assert_true(near > 0);
    stand(archers, 8, 0, 3);
    assert_int_equal(reach_of(knights), 0);
    stand(archers, 8, 2, 0);
    assert_true(reach_of(knights) > near);          /* they have turned their backs */
    s.unit[knights].status = STATUS_RETIRED;
    assert_int_equal(reach_of(knights), 0);
}

/* What two could do to one is no more than it has to lose. */
static void a_victim_is_shared(void **state)
{
    int one, other = NOBODY;

    (void)state;
    one = reach_of(knights);
    for (int unit = 0; unit < m->units && other == NOBODY; unit++)
        if (unit != knights && leader_of(m, unit) == leader_of(m, knights) && m->type_of[unit] == TYPE_MM) other = unit;
    assert_int_not_equal(other, NOBODY);
    stand(other, 9, 10, 0);
    assert_true(reach_of(knights) >= one);
    assert_true(reach_of(knights) <= iron_cost_of(m, &s, archers, HIT_ELIMINATE));
}

static int chance_in(int asked, bool noted)
{
    char             notes[IRON_NOTES];
    struct appraisal appraisal = { .scale = 0 };
    struct state     before = s;

    flow_top(&before.flow)->phase = (uint8_t)asked;
    iron_take_notes(m, &before, notes);
    iron_appraise(m, &s, noted ? notes : NULL, &appraisal);
    return appraisal.part[SEAT_A][CONCERN_CHANCE];
}

static void it_counts_where_it_is_chosen_whom_to_activate(void **state)
{
    (void)state;
    flow_top(&s.flow)->phase = PHASE_FREE;
    s.active = SEAT_A;
    assert_int_equal(chance_in(PHASE_FREE, true), reach_of(knights));
    assert_int_equal(chance_in(PHASE_NEXT, true), reach_of(knights));
    assert_int_equal(chance_in(PHASE_DESIGNATE, true), 0);
    assert_int_equal(chance_in(PHASE_FREE, false), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(horse_reaches_who_is_eight_hexes_away, begin),
        cmocka_unit_test_setup(a_victim_is_shared, begin),
        cmocka_unit_test_setup(it_counts_where_it_is_chosen_whom_to_activate, begin),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
