/*
 * test_argad_load.c: the documents of Argad!
 *
 * The five scenarios load with the figures, units, things and doors that the ledger lists. A document with a mistake is refused, and the fault
 * names the document, the line, the figure or the place, and the rule: each mistake is one edit of a document as it is. Positions that
 * cannot be are not sound.
 *
 *   test_argad_load DATA-DIRECTORY
 */
#include "argad.h"
#include "documents.h"
#include "ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, TEXT = 1 << 17, DOCUMENTS = 1024 };

static struct library library;
static char           memory[MEMORY], edited[TEXT], state_memory[1 << 18];

static const struct match *load_from(const struct library *from, const char *scenario, struct fault *fault)
{
    struct arena           arena = arena_over(memory, sizeof memory);
    const struct document *document = library_find(from, scenario);

    assert_non_null(document);
    return match_load(&argad_ruleset, from, document, NULL, &arena, fault);
}

static const struct match *load(const char *scenario)
{
    char                name[96];
    struct out          out = out_over(name, sizeof name);
    struct fault        fault = { .set = false };
    const struct match *m;

    out_format(&out, "argad/scenarios/%s.json", scenario);
    m = load_from(&library, name, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    return m;
}

/* The ledger's table of scenarios, and what they have beside people; `horses` are those of riders who may dismount. */
static const struct { const char *id; int of_a, of_b, units, things, horses, doors, turns, width, depth; } scenarios[] = {
    { "wayside_cross", 3, 4, 0, 1, 0, 0, 8, 60, 50 },
    { "tax_convoy", 12, 14, 0, 2, 4, 0, 12, 120, 90 },
    { "cove", 10, 9, 0, 7, 1, 0, 14, 120, 100 },
    { "farm_raid", 10, 9, 0, 4, 2, 2, 14, 90, 90 },
    { "mill_plain", 23, 18, 2, 1, 9, 1, 14, 180, 120 },
};

static void scenarios_are_what_the_ledger_says(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof scenarios / sizeof scenarios[0]; i++) {
        const struct match *m = load(scenarios[i].id);
        int                 of[2] = { 0, 0 };
        for (int figure = 0; figure < m->figures; figure++) of[side_of(m, figure)]++;
        assert_int_equal(of[SEAT_A], scenarios[i].of_a);
        assert_int_equal(of[SEAT_B], scenarios[i].of_b);
        assert_int_equal(m->formeds, scenarios[i].units);
        assert_int_equal(m->things, scenarios[i].things + scenarios[i].horses);
        assert_int_equal(m->doors, scenarios[i].doors);
        assert_int_equal(m->turns, scenarios[i].turns);
        assert_int_equal(m->size.x, scenarios[i].width * CM);
        assert_int_equal(m->size.y, scenarios[i].depth * CM);
    }
}

static void horses_are_called_after_their_riders(void **unused)
{
    const struct match *m = load("tax_convoy");
    int                 horse = match_piece(m, "A2_horse");

    (void)unused;
    assert_int_not_equal(horse, NOBODY);
    assert_string_equal(m->piece[horse].name[0], "Constable Morvan’s horse");
    assert_string_equal(m->piece[horse].name[1], "Cavalier Morvan (cheval)");
}

/* One edit of one document: what stands there once becomes something else. */
static const struct match *load_edited(const char *document, const char *before, const char *after, const char *scenario, struct fault *fault, int *line)
{
    static struct document list[DOCUMENTS];
    struct library         copy = { list, library.count };
    struct out             out = out_over(edited, sizeof edited);
    const char            *at;

    *line = 1;
    assert_in_range(library.count, 1, DOCUMENTS);
    memcpy(list, library.list, (size_t)library.count * sizeof *list);
    for (int32_t i = 0; i < library.count; i++) {
        if (strcmp(list[i].name, document)) continue;
        at = strstr(list[i].text, before);
        if (!at || strstr(at + 1, before)) fail_msg("%s does not have once: %s", document, before);
        for (const char *c = list[i].text; c < at; c++) *line += *c == '\n';
        out_bytes(&out, list[i].text, (size_t)(at - list[i].text));
        out_text(&out, after);
        out_text(&out, at + strlen(before));
        assert_false(out.full);
        list[i].text = edited;
        list[i].length = out.used;
    }
    return load_from(&copy, scenario, fault);
}

/* The fault is at the line of the edit, or `up` lines above it; -1: anywhere. */
static const struct { const char *document, *before, *after, *rule, *words; int up; } mistakes[] = {
    { "scenarios/wayside_cross", "\"turns\": 8,",
      "\"turns\": 0,", "AR-WIN-01", "turns", 0 },
    { "scenarios/wayside_cross", "\"width\": 60000",
      "\"width\": 6000", "AR-GEO-01", "width", 0 },
    { "scenarios/wayside_cross", "\"id\": \"furze\", \"kind\": \"brush\"",
      "\"id\": \"furze\", \"kind\": \"jungle\"", "AR-GEO-10", "there is no ground \"jungle\"", 0 },
    { "scenarios/wayside_cross", "\"id\": \"furze\"",
      "\"id\": \"lane\"", "AR-GEO-10", "\"lane\" is given twice", 0 },
    { "scenarios/wayside_cross", "[[38000, 22000], [38000, 8000]]",
      "[[38000, 22000], [38000, -8000]]", "AR-GEO-01", "(38000,-8000) is not on the table", 0 },
    { "scenarios/wayside_cross", "\"seat\": \"B\", \"name\": {\"en\": \"Smugglers\", \"fr\": \"Contrebandiers\"}, \"exit\": \"west\"",
      "\"seat\": \"B\", \"name\": {\"en\": \"Smugglers\", \"fr\": \"Contrebandiers\"}, \"exit\": \"down\"", "AR-MOR-07", "exit", 0 },
    { "scenarios/wayside_cross", "\"seat\": \"B\", \"name\": {\"en\": \"Smugglers\"",
      "\"seat\": \"A\", \"name\": {\"en\": \"Smugglers\"", "AR-WIN-01", "the side A is given twice", 0 },
    { "scenarios/wayside_cross", "\"leader\": \"B4\"",
      "\"leader\": \"A1\"", "AR-MOR-01", "the leader of \"S1\" is of the other side", 0 },
    { "scenarios/wayside_cross", "\"leader\": \"B4\"",
      "\"leader\": \"B9\"", "AR-MOR-01", "there is no figure \"B9\"", 0 },
    { "scenarios/wayside_cross", "\"id\": \"A2\", \"group\": \"C1\"",
      "\"id\": \"A2\", \"group\": \"C9\"", "AR-MOR-01", "the figure \"A2\" belongs to no group \"C9\"", 0 },
    { "scenarios/wayside_cross", "\"profile\": \"porter\"",
      "\"profile\": \"giant\"", "AR-FIG-02", "the figure \"B7\" has no profile \"giant\"", 0 },
    { "scenarios/wayside_cross", "\"id\": \"A3\"",
      "\"id\": \"A2\"", "AR-FIG-01", "\"A2\" is given twice", 0 },
    { "scenarios/wayside_cross", "\"at\": [6000, 20000], \"heading\": 9000",
      "\"at\": [6000, 20000], \"heading\": 36000", "AR-GEO-02", "heading", 0 },
    { "scenarios/wayside_cross", "\"at\": [6000, 20000], \"heading\": 9000",
      "\"at\": [6000, 20000], \"heading\": 9000, \"traits\": [\"brave\"]", "AR-FIG-01", "there is no trait \"brave\"", 0 },
    { "scenarios/wayside_cross", "\"at\": [6000, 20000]",
      "\"at\": [61000, 20000]", "AR-GEO-01", "(61000,20000) is not on the table", 0 },
    { "scenarios/wayside_cross", "\"name\": \"Jakez\", \"at\": [6000, 20000], \"heading\": 9000",
      "\"name\": \"Jakez\", \"heading\": 9000", "AR-FIG-01", "the figure \"B6\" has no place", 0 },
    { "scenarios/wayside_cross", "\"at\": [6000, 20000]",
      "\"at\": [6000, 30150]", "AR-GEO-08", "the figures \"B5\" and \"B6\" overlap at (6000,30150)", 0 },
    { "scenarios/wayside_cross", "\"with\": \"B7\"",
      "\"with\": \"B8\"", "AR-GEO-05", "there is no figure \"B8\"", 0 },
    { "scenarios/wayside_cross", "\"id\": \"keg1\", \"type\": \"barrel\"",
      "\"id\": \"keg1\", \"type\": \"cart\"", "AR-OBJ-01", "nobody carries \"keg1\": the figure \"B7\"", 0 },
    { "scenarios/wayside_cross", "\"with\": \"B7\"}",
      "\"with\": \"B7\"}, {\"id\": \"keg2\", \"type\": \"barrel\", \"with\": \"B7\"}", "AR-OBJ-01", "the figure \"B7\" has its hands full", 0 },
    { "scenarios/wayside_cross", "\"with\": \"B7\"",
      "\"at\": [6000, 26000], \"driver\": \"B7\"", "AR-OBJ-07", "\"keg1\" is no cart", 0 },
    { "scenarios/wayside_cross", "\"things\": [\"keg1\"], \"edges\": [\"east\"]",
      "\"things\": [\"keg1\"], \"edges\": [\"up\"]", "AR-WIN-01", "north, east, south or west", 0 },
    { "scenarios/wayside_cross", "\"things\": [\"keg1\"], \"edges\": [\"east\"]",
      "\"things\": [\"keg1\"], \"edges\": []", "AR-WIN-01", "no edge", 0 },
    { "scenarios/wayside_cross", "\"things\": [\"keg1\"], \"edges\": [\"east\"]",
      "\"things\": [], \"edges\": [\"east\"]", "AR-WIN-01", "no thing", 0 },
    { "scenarios/wayside_cross", "\"things\": [\"keg1\"], \"edges\": [\"east\"]",
      "\"things\": [\"keg7\"], \"edges\": [\"east\"]", "AR-WIN-01", "no such thing", 0 },
    { "scenarios/wayside_cross", "\"kind\": \"object_held\", \"seat\": \"A\"",
      "\"kind\": \"area_held\", \"seat\": \"A\"", "AR-WIN-01", "no area", 0 },
    { "scenarios/wayside_cross", "\"clear_margin\": 3",
      "\"clear_margin\": 0", "AR-WIN-02", "clear_margin", 0 },
    { "scenarios/wayside_cross", "\"clear_margin\": 3",
      "\"clear_margins\": 3", "AR-WIN-01", "clear_margins", -1 },
    { "scenarios/tax_convoy", "\"at\": [34000, 43000]",
      "\"at\": [34000, 43000], \"stance\": \"crouched\"", "AR-FIG-08", "the figure \"A1\" is mounted and cannot crouch", 0 },
    { "scenarios/tax_convoy", "\"driver\": \"A11\"",
      "\"driver\": \"A1\"", "AR-OBJ-07", "the driver \"A1\" at (34000,43000) does not touch \"cart\" on foot", 0 },
    { "scenarios/tax_convoy", "\"path\": \"road\"",
      "\"path\": \"canal\"", "AR-OBJ-07", "there is no ground \"canal\"", 0 },
    { "scenarios/tax_convoy", "\"id\": \"cart\", \"type\": \"cart\", \"name\": {\"en\": \"the cart\", \"fr\": \"la charrette\"}, \"at\": [18000, 43000]",
      "\"id\": \"cart\", \"type\": \"cart\", \"name\": {\"en\": \"the cart\", \"fr\": \"la charrette\"}, \"at\": [34000, 43000]", "AR-GEO-08", "the figure \"A1\" at (34000,43000) overlaps \"cart\"", -1 },
    { "scenarios/tax_convoy", "\"in\": \"cart\"",
      "\"with\": \"A1\"", "AR-OBJ-05", "the figure \"A1\" rides and cannot carry \"chest\"", 0 },
    { "scenarios/tax_convoy", "\"in\": \"cart\"",
      "\"in\": \"ship\"", "AR-GEO-05", "\"chest\" lies in \"ship\", which is not there", 0 },
    { "scenarios/tax_convoy", "\"figures\": [\"A12\"], \"states\": [\"prisoner\"]",
      "\"figures\": [\"A12\"], \"states\": []", "AR-WIN-01", "no state", 0 },
    { "scenarios/tax_convoy", "\"figures\": [\"A12\"], \"states\": [\"prisoner\"]",
      "\"figures\": [], \"states\": [\"prisoner\"]", "AR-WIN-01", "no figure", 0 },
    { "scenarios/cove", "\"from\": [120000, 16000], \"to\": [120000, 48000]",
      "\"from\": [119000, 16000], \"to\": [119000, 48000]", "AR-MOVE-16", "the group \"C2\" enters from (119000,16000) to (119000,48000), which is no part of an edge", 0 },
    { "scenarios/cove", "\"to\": [110000, 100000]}",
      "\"to\": [110000, 100000]}, {\"group\": \"C3\", \"turn\": 6, \"from\": [60000, 100000], \"to\": [110000, 100000]}", "AR-MOVE-16", "the group \"C3\" enters twice", 0 },
    { "scenarios/cove", "\"group\": \"C3\", \"turn\": 5",
      "\"group\": \"C3\", \"turn\": 1", "AR-MOVE-16", "turn", 0 },
    { "scenarios/cove", "\"name\": {\"en\": \"Captain-general Dubreuil\", \"fr\": \"Capitaine général Dubreuil\"}, \"heading\"",
      "\"name\": {\"en\": \"Captain-general Dubreuil\", \"fr\": \"Capitaine général Dubreuil\"}, \"at\": [60000, 100000], \"heading\"", "AR-MOVE-16", "the figure \"B19\" enters later", 0 },
    { "scenarios/cove", "\"flash\": {\"limit\": 60000, \"turns\": 2}",
      "\"flash\": {\"limit\": 60000, \"turns\": 0}", "AR-VIS-01", "turns", 0 },
    { "scenarios/farm_raid", "\"from\": [40000, 50000], \"to\": [43000, 50000]",
      "\"from\": [40000, 51000], \"to\": [43000, 51000]", "AR-BLD-01", "the opening \"door_s\" does not lie on one wall", 0 },
    { "scenarios/farm_raid", "\"to\": [43000, 50000], \"state\": \"barred\"",
      "\"to\": [43000, 50000], \"state\": \"locked\"", "AR-OBJ-10", "state", 0 },
    { "scenarios/farm_raid", "\"at\": [36000, 56000]",
      "\"at\": [36000, 50005]", "AR-BLD-01", "the figure \"A1\" at (36000,50005) stands in a wall of \"house\"", 0 },
    { "scenarios/farm_raid", "\"profile\": \"farmer\"",
      "\"profile\": \"constable\"", "AR-BLD-01", "the figure \"A1\" cannot stand at (36000,56000): mounted figures do not enter \"house\"", 0 },
    { "scenarios/farm_raid", "\"id\": \"strongbox\", \"type\": \"chest\", \"name\": {\"en\": \"the strongbox\", \"fr\": \"le coffre\"}, \"at\": [34000, 60000]",
      "\"id\": \"strongbox\", \"type\": \"chest\", \"name\": {\"en\": \"the strongbox\", \"fr\": \"le coffre\"}, \"with\": \"A1\", \"at\": [34000, 60000], \"path\": \"house\", \"colour\": 1", "AR-GEO-05", "colour", 0 },
    { "scenarios/farm_raid", "{\"id\": \"muck\", \"kind\": \"rocks\", \"points\"",
      "{\"id\": \"muck\", \"kind\": \"rocks\", \"openings\": [], \"points\"", "AR-BLD-01", "only a building has openings", 0 },
    { "scenarios/mill_plain", "\"files\": 8, \"at\": [71000, 60000]",
      "\"files\": 17, \"at\": [71000, 60000]", "AR-FORM-01", "the unit \"U1\" has 16 figures in 17 files", 0 },
    { "scenarios/mill_plain", "\"figures\": [\"B25\", \"B26\", \"B27\", \"B28\", \"B29\", \"B30\", \"B31\", \"B32\"]",
      "\"figures\": [\"B25\", \"B26\", \"B27\"]", "AR-FORM-01", "the unit \"U2\" has 3 figures", 0 },
    { "scenarios/mill_plain", "\"figures\": [\"B25\", \"B26\"",
      "\"figures\": [\"B25\", \"B25\"", "AR-FORM-01", "free for \"U2\"", 0 },
    { "scenarios/mill_plain", "\"figures\": [\"B25\", \"B26\"",
      "\"figures\": [\"B25\", \"B33\"", "AR-FORM-01", "the unit \"U2\" is not of one kind: the figure \"B33\"", 0 },
    { "scenarios/mill_plain", "\"profile\": \"cuirassier\", \"name\": \"Cuirassier 1\"",
      "\"profile\": \"constable\", \"name\": \"Cuirassier 1\"", "AR-FORM-02", "\"cav_light\" never forms: the figure \"B25\"", -1 },
    { "scenarios/mill_plain", "\"files\": 4, \"at\": [137500, 60000]",
      "\"files\": 4, \"at\": [118000, 28000]", "AR-FORM-15", "the figure \"B25\" at (120500,24250) stands on bad ground", -1 },
    { "scenarios/mill_plain", "\"files\": 8, \"at\": [71000, 60000]",
      "\"files\": 8, \"at\": [2000, 60000]", "AR-GEO-01", "is not on the table", -1 },
    { "scenarios/mill_plain", "\"profile\": \"fusilier\", \"name\": \"Fusilier 1\"",
      "\"profile\": \"fusilier\", \"stance\": \"crouched\", \"name\": \"Fusilier 1\"", "AR-FORM-01", "the figure \"A2\" is crouched", 0 },
    { "profiles", "{\"id\": \"cuirassier\", \"class\": 4, \"armour\": 4",
      "{\"id\": \"cuirassier\", \"class\": 4, \"armour\": 3", "AR-FIG-04", "armour is 0 or 4, not 3", 0 },
    { "profiles", "{\"id\": \"porter\", \"class\": 2",
      "{\"id\": \"porter\", \"class\": 7", "AR-FIG-0", "class", 0 },
    { "profiles", "\"weapons\": [\"heavy_tool\"]",
      "\"weapons\": [\"chainsaw\"]", "AR-FIG-07", "no such weapon", 0 },
    { "profiles", "{\"id\": \"cuirassier\", \"class\": 4, \"armour\": 4, \"move\": \"cav_heavy\", \"dismounted\": \"foot_equipped\"",
      "{\"id\": \"cuirassier\", \"class\": 4, \"armour\": 4, \"move\": \"cav_heavy\", \"dismounted\": \"cav_light\"", "AR-HORSE-04", "cannot dismount", 0 },
    { "movement", "\"id\": \"foot_light\", \"rate\": 20000",
      "\"id\": \"foot_light\", \"rate\": 20001", "AR-MOVE-0", "whole number of 40 parts", 0 },
    { "movement", "{\"id\": \"barrel\", \"diameter\": 1500}",
      "{\"id\": \"barrel\", \"diameter\": 1501}", "AR-GEO-05", "even", 0 },
    { "weapons", "\"id\": \"bare_hands\", \"length\": \"bare\"",
      "\"id\": \"bare_hands\", \"length\": \"short\"", "AR-LEN-08", "bare hands", -1 },
};

/* Is the mistake refused, and is what is said of it right? */
static bool is_named(size_t i)
{
    const char  *folder = strncmp(mistakes[i].document, "scenarios/", 10) ? "scenarios/wayside_cross" : mistakes[i].document;
    struct fault fault = { .set = false };
    char         document[96], scenario[96];
    struct out   out = out_over(document, sizeof document), whole = out_over(scenario, sizeof scenario);
    int          line;

    out_format(&out, "argad/%s.json", mistakes[i].document);
    out_format(&whole, "argad/%s.json", folder);
    if (load_edited(document, mistakes[i].before, mistakes[i].after, scenario, &fault, &line)) {
        print_error("%s is accepted with %s\n", document, mistakes[i].after);
        return false;
    }
    if (!strcmp(fault.file, document) && !strncmp(fault.text, mistakes[i].rule, strlen(mistakes[i].rule)) &&
        strstr(fault.text, mistakes[i].words) && fault.line && (mistakes[i].up < 0 || fault.line == line - mistakes[i].up))
        return true;
    print_error("%s with %s (line %d) says: %s:%d: %s\n", document, mistakes[i].after, line, fault.file, fault.line, fault.text);
    return false;
}

static void mistakes_are_named(void **unused)
{
    bool good = true;

    (void)unused;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) good = is_named(i) && good;
    assert_true(good);
}

/* A side needs somebody. */
static void nobody_plays_alone(void **unused)
{
    struct fault fault = { .set = false };
    int          line;

    (void)unused;
    assert_null(load_edited("argad/scenarios/wayside_cross.json", "{\"id\": \"S1\", \"seat\": \"B\"", "{\"id\": \"S1\", \"seat\": \"A\"",
                            "argad/scenarios/wayside_cross.json", &fault, &line));
    assert_non_null(strstr(fault.text, "AR-WIN-01"));
    assert_non_null(strstr(fault.text, "the side B has no figure"));
}

/* Positions. */

static struct state *begin(const struct match *m)
{
    struct state *s = (struct state *)(void *)state_memory;

    assert_true(sizeof *s <= sizeof state_memory);
    memset(state_memory, 0, sizeof state_memory);
    argad_ruleset.setup(m, s);
    return s;
}

static void check_sound(const struct match *m, const struct state *s, const char *rule, const char *who)
{
    struct fault fault = { .set = false };
    bool         sound = argad_ruleset.sound(m, s, &fault);

    if (!rule) {
        if (!sound) fail_msg("%s", fault.text);
        return;
    }
    assert_false(sound);
    if (!strstr(fault.text, rule) || !strstr(fault.text, who)) fail_msg("%s of %s is wanted, found: %s", rule, who, fault.text);
}

static void impossible_positions_are_not_sound(void **unused)
{
    const struct match *m = load("wayside_cross");
    int                 one = match_piece(m, "A1"), other = match_piece(m, "A2"), porter = match_piece(m, "B7"), keg = match_piece(m, "keg1");
    struct state       *s = begin(m);

    (void)unused;
    check_sound(m, s, NULL, NULL);
    s->unit[one].x = s->unit[other].x;
    s->unit[one].y = s->unit[other].y;
    check_sound(m, s, "AR-GEO-08", "A2");
    s = begin(m);
    s->unit[one].x = m->size.x + CM + 1;
    check_sound(m, s, "AR-GEO-01", "A1");
    s = begin(m);
    s->unit[porter].carries = 0;
    check_sound(m, s, "AR-OBJ-01", "keg1");
    s = begin(m);
    s->unit[keg].with = (uint8_t)(one + 1);
    check_sound(m, s, "AR-OBJ-01", "B7");
    s = begin(m);
    s->unit[one].stance = CROUCHED + 1;
    check_sound(m, s, "AR-FIG-08", "A1");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_are_what_the_ledger_says),
        cmocka_unit_test(horses_are_called_after_their_riders),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(nobody_plays_alone),
        cmocka_unit_test(impossible_positions_are_not_sound),
    };
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: test_argad_load DATA-DIRECTORY\n");
        return 2;
    }
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
