/*
 * test_iron_ways.c: whatever a piece of Men of Iron can reach hex by hex it can reach by one decision, and the other way round.
 *
 * Random positions on the field of Nájera: men-at-arms among genitors, whose zones of control they may pass one by one but not come back
 * into (MI-ZOC-08, MI-GNT-05), and units with a leader who rides along on points of his own (MI-MOVE-09). Hex by hex the game itself is
 * played; the one decision is only asked for.
 *
 *   test_iron_ways DATA-DIRECTORY
 */
#include "documents.h"
#include "registry.h"
#include "rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, VISITS = 4096, POSITIONS = 60, LOW_X = 10, LOW_Y = 1, WIDE = 10, HIGH = 10 };

static struct library      library;
static char                memory[MEMORY];
static const struct match *m;

/* Where a piece has been, and all that decides where it may still go. */
struct visit { int16_t cell; uint16_t passed; uint8_t spent, led; };

struct journey {
    int          unit, leader, kind, visits;
    struct visit visit[VISITS];
    bool         reached[CELLS];
};

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

/* One move, through which nobody shoots. */
static void take(struct state *s, const struct decision *d)
{
    struct dice dice = dice_seeded(1);
    struct play p = { .match = m, .state = s, .dice = &dice };

    play_take(&p, SEAT_A, d);
    play_advance(&p);
    while (play_asked(s) == SEAT_BIT(SEAT_B)) {
        struct decision hold = { .kind = DO_HOLD };
        assert_int_equal(play_refuse(m, s, SEAT_B, &hold, NULL), 0);
        play_take(&p, SEAT_B, &hold);
        play_advance(&p);
    }
    assert_int_equal(flow_top_const(&s->flow)->phase, PHASE_MARCH);
}

/* True the first time. */
static bool note(struct journey *j, const struct state *s)
{
    struct visit here = { (int16_t)cell_of(m, s, j->unit), s->unit[j->unit].passed, s->unit[j->unit].spent, s->unit[j->leader].spent };

    for (int i = 0; i < j->visits; i++)
        if (j->visit[i].cell == here.cell && j->visit[i].passed == here.passed && j->visit[i].spent == here.spent && j->visit[i].led == here.led)
            return false;
    assert_true(j->visits < VISITS);
    j->visit[j->visits++] = here;
    j->reached[here.cell] = true;
    return true;
}

static void walk(struct journey *j, const struct state *s)
{
    for (int direction = 0; direction < 6; direction++) {
        int             to = m->next[cell_of(m, s, j->unit)][direction];
        struct decision d = { .kind = (uint16_t)j->kind, .unit = (int16_t)j->unit, .heading = direction };
        struct state    after = *s;
        if (to == NOWHERE) continue;
        d.at = point_of(m, to);
        if (play_refuse(m, s, SEAT_A, &d, NULL)) continue;
        take(&after, &d);
        if (note(j, &after)) walk(j, &after);
    }
}

static bool is_open(const struct journey *j, const struct state *s, int cell)
{
    struct decision d = { .kind = (uint16_t)j->kind, .unit = (int16_t)j->unit, .at = point_of(m, cell) };

    for (d.heading = 0; d.heading < 6; d.heading++)
        if (!play_refuse(m, s, SEAT_A, &d, NULL)) return true;
    return false;
}

static int draw_unit(struct random *random, seat_id seat, int type)
{
    int      found = NOBODY;
    uint32_t count = 0;

    for (int unit = 0; unit < m->head.pieces && is_unit(m, unit); unit++)
        if (side_of(m, unit) == seat && m->type_of[unit] == type && random_below(random, ++count) == 0) found = unit;
    assert_true(found != NOBODY);
    return found;
}

/* Somewhere within the field where nobody stands yet. */
static void put_down(struct state *s, int unit, struct random *random)
{
    for (;;) {
        struct lay lay;
        int        x = LOW_X + (int)random_below(random, WIDE), y = LOW_Y + (int)random_below(random, HIGH);
        iron_lay(m, s, &lay);
        if (lay.unit[cell_at(m, x, y)] != NOBODY || !iron_may_stand(m, s, unit, cell_at(m, x, y))) continue;
        s->unit[unit].status = STATUS_NORMAL;
        s->unit[unit].x = (uint8_t)x;
        s->unit[unit].y = (uint8_t)y;
        s->unit[unit].heading = (uint8_t)random_below(random, 6);
        return;
    }
}

static void clear_field(struct state *s)
{
    *s = (struct state){ 0 };
    iron_setup(m, s);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        if (m->type_of[piece] >= TYPE_STANDARD) continue;
        s->unit[piece].status = STATUS_AWAY;
        s->unit[piece].x = s->unit[piece].y = s->unit[piece].heading = 0;
    }
}

static void compare(struct random *random, int type, bool led)
{
    static struct journey j;
    struct state          s;
    struct fault          fault = { .set = false };
    struct dice           dice = dice_seeded(1);
    int                   enemies = 2 + (int)random_below(random, 7), start;

    clear_field(&s);
    j = (struct journey){ .unit = draw_unit(random, SEAT_A, type), .kind = led ? DO_LEAD : DO_MOVE };
    j.leader = leader_of(m, j.unit);
    put_down(&s, j.unit, random);
    for (int i = 0; i < enemies; i++) {
        int enemy = draw_unit(random, SEAT_B, random_below(random, 8) ? TYPE_G : TYPE_MM);
        if (!on_map(&s, enemy)) put_down(&s, enemy, random);
    }
    s.command = (int8_t)j.leader;
    s.unit[j.leader].status = STATUS_NORMAL;
    s.unit[j.leader].x = s.unit[j.unit].x;
    s.unit[j.leader].y = s.unit[j.unit].y;
    if (led) s.unit[j.leader].spent = (uint8_t)random_below(random, 8);
    assert_true(iron_place(m, &s, PHASE_MARCH, SEAT_A, &fault));
    play_advance(&(struct play){ .match = m, .state = &s, .dice = &dice });
    start = cell_of(m, &s, j.unit);
    walk(&j, &s);
    for (int cell = 0; cell < m->cells; cell++) {
        if (cell == start || j.reached[cell] == is_open(&j, &s, cell)) continue;
        for (int piece = 0; piece < m->head.pieces; piece++)
            if (is_unit(m, piece) && on_map(&s, piece))
                print_message("%s (%d,%d) %d\n", m->piece[piece].id, s.unit[piece].x, s.unit[piece].y, s.unit[piece].heading);
        fail_msg("(%d,%d) is %s hex by hex", point_of(m, cell).x, point_of(m, cell).y, j.reached[cell] ? "reached only" : "not reached");
    }
}

static void horse_among_genitors(void **state)
{
    struct random random = random_from(1);

    (void)state;
    for (int i = 0; i < POSITIONS; i++) compare(&random, TYPE_MM, false);
}

static void with_a_leader(void **state)
{
    struct random random = random_from(2);

    (void)state;
    for (int i = 0; i < POSITIONS / 2; i++) {
        compare(&random, TYPE_MM, true);
        compare(&random, TYPE_DM, true);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(horse_among_genitors), cmocka_unit_test(with_a_leader) };

    library = documents_load(argc > 1 ? argv[1] : "data");
    load("najera");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
