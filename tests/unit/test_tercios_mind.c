/*
 * test_tercios_mind.c: what computer players of Tercios see on the table.
 *
 * With notes of another position a position is appraised as without: over battles whose units stand near each other anyhow, of which then
 * some move, wear, die, come, hold or lose cards, or are commanded otherwise.
 *
 *   test_tercios_mind DATA-DIRECTORY
 */
#include "documents.h"
#include "mind.h"
#include "random.h"
#include "registry.h"
#include "tercios.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(list) ((int)(sizeof (list) / sizeof (list)[0]))

enum { MEMORY = 16 << 20, BATTLES = 40, CHANGED = 25 };

static struct library      library;
static char                memory[MEMORY];
static _Alignas(16) char     notes[TERCIOS_NOTES];
static const struct match *m;
static struct state        before, after;
static struct random       lots;

static void load(const char *ruleset, const char *scenario)
{
    char         name[96];
    struct out   out = out_over(name, sizeof name);
    struct fault fault = { .set = false };
    struct arena arena = arena_over(memory, sizeof memory);

    out_format(&out, "%s/scenarios/%s.json", ruleset, scenario);
    m = match_load(ruleset_named(ruleset), &library, library_find(&library, name), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    lots = random_from(7);
}

static int drawn(int below) { return (int)random_below(&lots, (uint32_t)below); }

static int drawn_unit(void) { return drawn(m->units); }

/* Anywhere in the middle of the table, so that some are in each other's way and others far apart. */
static void put_anywhere(struct state *s, int piece)
{
    struct pose pose = { { m->size.x / 4 + drawn(m->size.x / 2), m->size.y / 4 + drawn(m->size.y / 2) }, drawn(FULL_TURN) };

    tercios_put(s, piece, pose);
}

static int drawn_building(void)
{
    for (int element = 0; element < m->elements; element++)
        if (m->element[element].traits & T_BUILDING) return element;
    return NOBODY;
}

static void enter_building(struct state *s, int unit)
{
    int building = drawn_building();

    if (building == NOBODY) return;
    s->unit[unit].house = (uint8_t)(building + 1);
    s->unit[unit].x = m->element[building].middle.x;
    s->unit[unit].y = m->element[building].middle.y;
}

/* A piece of ground that has been bought, where a unit is. */
static void lay_ground(struct state *s)
{
    struct bought *bought = &s->bought[0];
    struct point   middle = pose_of(s, drawn_unit()).at;

    s->ground = 1;
    *bought = (struct bought){ .x = middle.x, .y = middle.y, .kind = (uint8_t)(1 + drawn(WARES)), .count = 4 };
    bought->low = (struct point){ middle.x - 3 * INCH, middle.y - 3 * INCH };
    bought->high = (struct point){ middle.x + 3 * INCH, middle.y + 3 * INCH };
    bought->vertex[0] = bought->low;
    bought->vertex[1] = (struct point){ bought->low.x, bought->high.y };
    bought->vertex[2] = bought->high;
    bought->vertex[3] = (struct point){ bought->high.x, bought->low.y };
}

static void step_out(struct state *s, int commander)
{
    if (s->unit[commander].with) s->unit[s->unit[commander].with - 1].leader = 0;
    s->unit[commander].with = 0;
}

/* He is where the unit is, and there is no more than one with a unit. */
static void attach(struct state *s, int commander, int unit)
{
    step_out(s, commander);
    if (s->unit[unit].leader) step_out(s, s->unit[unit].leader - 1);
    s->unit[commander].with = (uint8_t)(unit + 1);
    s->unit[unit].leader = (uint8_t)(commander + 1);
    s->unit[commander].x = s->unit[unit].x;
    s->unit[commander].y = s->unit[unit].y;
}

static void begin_battle(void)
{
    memset(&before, 0, sizeof before);
    ruleset_of(m)->setup(m, &before);
    before.turn = (uint8_t)(1 + drawn(m->turns));
    before.active = (uint8_t)drawn(2);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *u = &before.unit[piece];
        u->status = drawn(8) ? STATUS_STANDING : STATUS_WAITING;
        put_anywhere(&before, piece);
        if (is_commander(m, piece)) continue;
        u->order = (uint8_t)drawn(ORDER_HIDDEN);
        u->wear = (uint8_t)(drawn(3) ? 0 : drawn(5));
        u->disordered = !drawn(5);
    }
    if (is_liber(m) && drawn(2)) lay_ground(&before);
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (drawn(2)) attach(&before, piece, drawn_unit());
    enter_building(&before, drawn_unit());
}

static void step_east(struct unit *u)   { u->x += drawn(4 * INCH) - 2 * INCH; }
static void step_north(struct unit *u)  { u->y += drawn(4 * INCH) - 2 * INCH; }
static void turn_about(struct unit *u)  { u->heading = (uint16_t)drawn(FULL_TURN); }
static void wear_out(struct unit *u)    { u->wear++; }
static void lose_order(struct unit *u)  { u->disordered = !u->disordered; }
static void turn_card(struct unit *u)   { u->order = u->order ? ORDER_NONE : ORDER_FIRE; }
static void change_card(struct unit *u) { u->order = (uint8_t)drawn(ORDER_HIDDEN); }
static void come_or_go(struct unit *u)  { u->status = u->status == STATUS_STANDING ? STATUS_DESTROYED : STATUS_STANDING; }
static void be_asked(struct unit *u)    { u->asking = ASKING_NOW; }

static void (*const changes[])(struct unit *u) = { step_east, step_north, turn_about, wear_out, lose_order, turn_card, change_card,
                                                 come_or_go, be_asked };

/* Of the long edition: another form, virtues lent to it, a commander who leaves or joins it. */
static void change_form(struct unit *u)   { u->form = !u->form; }
static void lend_virtue(struct unit *u)   { u->lent ^= (uint8_t)(1 << drawn(VALUE_VIRTUES)); }
static void mark(struct unit *u)          { u->effects ^= EFFECT_RUTHLESS; }

static void (*const liber_changes[])(struct unit *u) = { change_form, lend_virtue, mark };

static void change_command(struct state *s)
{
    int commander = m->units + drawn(m->commanders);

    switch (drawn(5)) {
    case 0:  attach(s, commander, drawn_unit()); break;
    case 1:  step_out(s, commander); break;
    case 2:  come_or_go(&s->unit[commander]); break;
    case 3:  liber_changes[drawn(COUNT(liber_changes))](&s->unit[drawn_unit()]); break;
    default: put_anywhere(s, commander);
    }
}

static void change_something(struct state *s)
{
    int unit = drawn_unit();

    if (is_liber(m) && !drawn(3)) change_command(s);
    else if (!drawn(8)) put_anywhere(s, unit);
    else if (s->unit[unit].house) s->unit[unit].house = 0;
    else if (!drawn(8)) enter_building(s, unit);
    else changes[drawn(COUNT(changes))](&s->unit[unit]);
}

static void assert_same_by_notes(void)
{
    struct appraisal found, noted;

    memset(&found, 0, sizeof found);
    memset(&noted, 0, sizeof noted);
    tercios_appraise(m, &after, NULL, &found);
    tercios_appraise(m, &after, notes, &noted);
    assert_memory_equal(&found, &noted, sizeof found);
}

static void check_battles(void (*change)(struct state *s))
{
    for (int battle = 0; battle < BATTLES; battle++) {
        begin_battle();
        tercios_take_notes(m, &before, notes);
        after = before;
        assert_same_by_notes();
        for (int i = 0; i < CHANGED; i++) {
            if (i % 5 == 0) after = before;
            change(&after);
            assert_same_by_notes();
        }
    }
}

static void notes_tell_what_is_found_without(void **state)
{
    static const char *const battles[][2] = { { "brevis", "rocroi" }, { "brevis", "lutzen" }, { "brevis", "ford_mill" }, { "liber", "village" },
                                              { "liber", "ambush" }, { "liber", "winged_hussars" }, { "liber", "lutzen" } };

    (void)state;
    for (int i = 0; i < COUNT(battles); i++) {
        load(battles[i][0], battles[i][1]);
        check_battles(change_something);
    }
}

static void change_setting(struct state *s)
{
    switch (drawn(5)) {
    case 0:  s->turn = (uint8_t)(1 + drawn(m->turns)); break;
    case 1:  s->zone[drawn(2)] = (uint8_t)(1 + drawn(2)); break;
    case 2:  s->orientation = (uint8_t)(ORIENTATION_WIDTH + drawn(2)); break;
    case 3:  s->gone = s->ground ? (uint32_t)drawn(1 << 5) : 0; break;
    default: lay_ground(s);
    }
}

/* Notes are of no use where not only units have changed. */
static void nor_do_they_miss_other_ground_and_another_turn(void **state)
{
    static const char *const scenarios[] = { "rocroi", "ambush", "pickup" };

    (void)state;
    for (int i = 0; i < COUNT(scenarios); i++) {
        load("liber", scenarios[i]);
        check_battles(change_setting);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_tell_what_is_found_without),
        cmocka_unit_test(nor_do_they_miss_other_ground_and_another_turn),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
