/*
 * test_iron_load.c: the documents of Men of Iron.
 *
 * The seven scenarios load with as many units as the ledger says, their maps cost what it says, and the tables meet what the book's own
 * examples ask of them. A document with a mistake is refused, and the fault names the document, the line and the rule: each mistake is
 * one edit of a document as it is. States that cannot be are not sound.
 *
 *   test_iron_load DATA-DIRECTORY
 */
#include "documents.h"
#include "iron.h"
#include "ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 8 << 20, TEXT = 1 << 17, DOCUMENTS = 256 };

static struct library library;
static char           memory[MEMORY], edited[TEXT];

/* As the scenario has it, and nothing under way. */
static void set_up(const struct match *m, struct state *s)
{
    s->command = s->last = s->announced = s->moving = NOBODY;
    for (int i = 0; i < m->head.pieces; i++)
        s->unit[i] = (struct unit){ .x = m->start[i].x, .y = m->start[i].y, .heading = m->start[i].heading, .type = m->type_of[i],
                                    .status = m->start[i].status, .formation = m->start[i].formation, .foe = NOBODY, .other = NOBODY };
}

static const struct ruleset loader = {
    .id = "iron", .rules = iron_rules, .match_size = sizeof(struct match), .state_size = sizeof(struct state),
    .load = iron_load, .setup = set_up, .sound = iron_sound
};

static const struct match *load_from(const struct library *from, const char *scenario, struct fault *fault)
{
    struct arena           arena = arena_over(memory, sizeof memory);
    const struct document *document = library_find(from, scenario);

    assert_non_null(document);
    return match_load(&loader, from, document, NULL, &arena, fault);
}

static const struct match *load(const char *scenario)
{
    char                name[96];
    struct out          out = out_over(name, sizeof name);
    struct fault        fault = { .set = false };
    const struct match *m;

    out_format(&out, "iron/scenarios/%s.json", scenario);
    m = load_from(&library, name, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    return m;
}

static int piece(const struct match *m, const char *id)
{
    int found = match_piece(m, id);

    if (found == NOBODY) fail_msg("there is no %s", id);
    return found;
}

/* The scenarios. */

static const struct { const char *id; int units[2], commands, standards, bombards, flight[2], first; } battles[] = {
    { "teaching", { 7, 7 }, 4, 2, 0, { 14, 14 }, SEAT_A },
    { "falkirk", { 30, 37 }, 9, 5, 0, { 38, 42 }, SEAT_B },
    { "courtrai", { 38, 31 }, 10, 2, 0, { 45, 35 }, SEAT_A },
    { "bannockburn", { 31, 36 }, 10, 2, 0, { 35, 42 }, NO_SEAT },
    { "crecy", { 34, 44 }, 11, 2, 2, { 35, 55 }, SEAT_B },
    { "poitiers", { 26, 40 }, 10, 2, 0, { 32, 48 }, SEAT_B },
    { "najera", { 46, 43 }, 10, 2, 0, { 45, 40 }, SEAT_A },
};

/* Units of side A, of side B, leaders in the order of their commands, standards, bombards. */
static void check_order(const struct match *m, int battle)
{
    int units = battles[battle].units[0] + battles[battle].units[1];

    assert_int_equal(m->head.pieces, units + m->commands + m->standards + battles[battle].bombards);
    for (int i = 0; i < m->head.pieces; i++) {
        assert_int_equal(is_unit(m, i), i < units);
        if (i < units) assert_int_equal(side_of(m, i), i < battles[battle].units[0] ? SEAT_A : SEAT_B);
        assert_int_equal(m->command[m->command_of[i]].seat, side_of(m, i));
        assert_string_equal(m->piece[i].type, iron_type_ids[m->type_of[i]]);
    }
    for (int i = 0; i < m->commands; i++) assert_int_equal(m->command[i].leader, units + i);
    for (int i = 0; i < m->standards; i++) assert_int_equal(m->standard[i].piece, units + m->commands + i);
    for (int i = 0; i < battles[battle].bombards; i++)
        assert_int_equal(m->type_of[units + m->commands + m->standards + i], TYPE_BOMBARD);
}

static void scenarios_load(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct match *m = load(battles[i].id);
        assert_int_equal(m->head.seats, 2);
        assert_int_equal(m->commands, battles[i].commands);
        assert_int_equal(m->standards, battles[i].standards);
        assert_int_equal(m->first, battles[i].first);
        for (int seat = 0; seat < 2; seat++) assert_int_equal(m->side[seat].flight_level, battles[i].flight[seat]);
        check_order(m, (int)i);
    }
}

static void check_profile(const struct match *m, const char *id, int shock, int disordered, int move, int move_disordered)
{
    const struct profile *profile = &m->profile[piece(m, id)];

    assert_int_equal(profile->shock[0], shock);
    assert_int_equal(profile->shock[1], disordered);
    assert_int_equal(profile->move[0], move);
    assert_int_equal(profile->move[1], move_disordered);
}

static void units_deviate_from_their_type(void **unused)
{
    const struct match *m = load("teaching");

    (void)unused;
    check_profile(m, "E-MM1", -1, 0, 6, 5);
    check_profile(m, "S-MM1", 0, 1, 6, 5);
    check_profile(m, "S-LB1", 1, 2, 5, 4);
    assert_string_equal(m->piece[piece(m, "E-DM1")].name[0], "X");
    assert_null(m->piece[piece(m, "E-LB1")].name[0]);
    m = load("bannockburn");
    check_profile(m, "S-MM1", 0, 1, 7, 6);
    check_profile(m, "E-K1", -2, -1, 6, 5);
    m = load("poitiers");
    assert_int_equal(m->weapon_of[piece(m, "E-HO1")], WEAPON_LONGBOW);
    assert_int_equal(m->weapon_of[piece(m, "F-HO1")], WEAPON_CROSSBOW);
    assert_int_equal(m->weapon_of[piece(m, "F-CB1")], WEAPON_CROSSBOW);
    assert_true(m->king[piece(m, "L-jean")]);
    assert_false(m->king[piece(m, "L-prince")]);
    assert_string_equal(m->piece[piece(m, "L-prince")].name[1], "Édouard, prince de Galles");
    assert_int_equal(m->rating[piece(m, "L-prince")], 5);
    assert_int_equal(m->range[piece(m, "L-prince")], 7);
}

static int entry(const struct match *m, bool mounted, int x, int y, int direction)
{
    return m->entry[mounted][cell_at(m, x, y)][direction];
}

/* MI-TERR-01, MI-GEO-02, MI-GEO-09 */
static void steps_cost_what_the_ground_says(void **unused)
{
    const struct match *m = load("teaching");

    (void)unused;
    assert_int_equal(m->next[cell_at(m, 7, 5)][2], cell_at(m, 8, 6));
    assert_int_equal(m->next[cell_at(m, 0, 5)][4], NOWHERE);
    assert_int_equal(entry(m, false, 0, 0, 4), NOWHERE);
    assert_int_equal(entry(m, false, 4, 9, 0), 1);
    assert_int_equal(entry(m, false, 13, 5, 1), 2);              /* down into woods */
    assert_int_equal(entry(m, true, 13, 5, 1), 3);
    assert_int_equal(entry(m, true, 9, 4, 1), 2);                /* up a level */
    assert_int_equal(entry(m, true, 10, 4, 4), 1);
    assert_int_equal(entry(m, false, 16, 1, 1), 2);              /* over the stream, from both sides */
    assert_int_equal(entry(m, true, 17, 1, 4), 3);
    assert_int_equal(entry(m, true, 16, 8, 1), 1);               /* by the ford */
    assert_int_equal(entry(m, false, 11, 6, 5), 3);              /* up and over the hedge: seen from below as side 5 of (11,6) */
    m = load("falkirk");
    assert_int_equal(entry(m, true, 9, 11, 1), NOWHERE);
    assert_int_equal(entry(m, false, 9, 11, 1), 3);
    m = load("courtrai");
    assert_int_equal(entry(m, true, 9, 1, 0), NOWHERE);          /* the Lys */
    assert_int_equal(entry(m, true, 6, 1, 4), 1);                /* the castle, for those whom it is open to */
    assert_int_equal(m->only_side[cell_at(m, 5, 1)], SEAT_A);
    assert_int_equal(m->only_command[cell_at(m, 5, 1)], m->command_of[piece(m, "L-lens")]);
    assert_int_equal(m->only_side[cell_at(m, 6, 1)], NO_SEAT);
    m = load("crecy");
    assert_int_equal(entry(m, false, 16, 2, 1), 2);
    assert_int_equal(entry(m, true, 16, 2, 1), NOWHERE);
    assert_int_equal(m->only_side[cell_at(m, 17, 2)], SEAT_A);
    assert_int_equal(m->only_command[cell_at(m, 17, 2)], NOWHERE);
}

static bool concerns(const struct match *m, enum special special, const char *leader)
{
    return m->concern[special].commands & 1u << m->command_of[piece(m, leader)];
}

static void special_rules_name_whom_they_are_about(void **unused)
{
    const struct match *m = load("falkirk");

    (void)unused;
    assert_true(m->special[SPECIAL_FALK_02]);
    assert_false(m->special[SPECIAL_BANN_01]);
    assert_true(m->command[m->command_of[piece(m, "L-graham")]].static_pikes);
    assert_false(m->command[m->command_of[piece(m, "L-comyn")]].static_pikes);
    assert_true(concerns(m, SPECIAL_FALK_03, "L-comyn"));
    assert_int_equal(m->command[m->command_of[piece(m, "L-surrey")]].standard, 5);
    assert_int_equal(m->command[m->command_of[piece(m, "L-comyn")]].standard, 1);
    m = load("bannockburn");
    assert_int_equal(m->concern[SPECIAL_BANN_04].seat, SEAT_A);
    assert_int_equal(m->concern[SPECIAL_BANN_05].seat, SEAT_B);
    assert_int_equal(m->concern[SPECIAL_BANN_05].low_x, 17);
    assert_int_equal(m->concern[SPECIAL_BANN_05].high_y, 19);
    m = load("crecy");
    assert_true(m->command[m->command_of[piece(m, "F-D1")]].wet);
    assert_true(m->command[m->command_of[piece(m, "F-G5")]].genoese);
    assert_false(m->command[m->command_of[piece(m, "F-A1")]].genoese);
    assert_int_equal(leader_of(m, piece(m, "bombard-2")), piece(m, "L-godfrey"));
    m = load("poitiers");
    assert_true(m->command[m->command_of[piece(m, "F-O1")]].tired);
    assert_false(m->command[m->command_of[piece(m, "F-C1")]].tired);
    assert_int_equal(m->concern[SPECIAL_POIT_05].watched, 1u << m->command_of[piece(m, "L-dauphin")]);
    m = load("najera");
    assert_true(m->command[m->command_of[piece(m, "C-SL1")]].levy);
}

/* The tables. */

static int hit(const struct result_table *table, int total, int column)
{
    int row = 0;

    while (row + 1 < table->rows && table->row[row + 1].from <= total) row++;
    return table->row[row].hit[column];
}

/* T-1: what the book's own examples say, C-01 to C-22. */
static void tables_meet_the_book(void **unused)
{
    const struct tables *tables = &load("teaching")->tables;

    (void)unused;
    assert_int_equal(tables->weapon[WEAPON_LONGBOW].drm[0], 2);
    assert_int_equal(tables->weapon[WEAPON_LONGBOW].drm[1], 1);
    assert_int_equal(tables->weapon[WEAPON_LONGBOW].drm_disordered[1], 0);
    assert_int_equal(tables->weapon[WEAPON_SLING].range, 1);
    assert_false(tables->weapon[WEAPON_CROSSBOW].answers);
    assert_true(tables->weapon[WEAPON_CROSSBOW].blocked_by_units);
    assert_int_equal(hit(&tables->fire, 5, COLUMN_FOOT), HIT_DISORDER);
    assert_int_equal(hit(&tables->fire, 7, COLUMN_FOOT), HIT_DISORDER);
    assert_int_equal(hit(&tables->fire, 6, COLUMN_FOOT_DISORDERED), HIT_RETIRE);
    assert_int_equal(hit(&tables->fire, 4, COLUMN_FOOT), 0);
    assert_int_equal(hit(&tables->fire, 4, COLUMN_FOOT_DISORDERED), HIT_RETREAT);
    assert_int_equal(hit(&tables->fire, 9, COLUMN_MOUNTED), HIT_UNHORSE);
    assert_int_equal(hit(&tables->fire, -5, COLUMN_MOUNTED), 0);
    assert_int_equal(hit(&tables->fire, 12, COLUMN_FOOT), HIT_RETIRE);
    assert_int_equal(hit(&tables->shock, 3, 0), HIT_DISORDER | HIT_ON_ATTACKER);
    assert_int_equal(hit(&tables->shock, 8, 0), HIT_DISORDER | HIT_RETREAT);
    assert_int_equal(hit(&tables->shock, 6, 1), HIT_RETIRE);
    assert_int_equal(hit(&tables->shock, 30, 1), HIT_ELIMINATE | HIT_PURSUE);
    assert_int_equal(hit(&tables->charge, 12, 0), HIT_DISORDER | HIT_RETREAT | HIT_PURSUE);
    assert_int_equal(tables->matrix[TYPE_DM][TYPE_LB], 2);
    assert_int_equal(tables->matrix[TYPE_MM][TYPE_PK], 0);
    assert_int_equal(tables->matrix[TYPE_MM][TYPE_LB], 3);
    assert_int_equal(tables->matrix[TYPE_AX][TYPE_DM], 2);
    assert_int_equal(tables->matrix[TYPE_DM][TYPE_AX], -1);
    assert_int_equal(tables->matrix[TYPE_LB][TYPE_PK], 0);
    assert_true(tables->type[TYPE_PK].shocks);
    assert_false(tables->type[TYPE_HO].shocks);
    assert_int_equal(tables->fixed[FIXED_MIXED_SHOCK], 4);
    assert_int_equal(tables->fixed[FIXED_REPLACEMENT_MOVE], 8);
    assert_int_equal(tables->edge[EDGE_HEDGE].refusal, 2);
    assert_int_equal(tables->ground[GROUND_PITS].roll, 4);
    assert_int_equal(tables->edge[EDGE_STREAM].roll, NOWHERE);
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

/* The fault is at the line of the edit, or `up` lines above it (a list or an object that begins there); -1: anywhere. */
static const struct { const char *document, *before, *after, *rule, *words; int up; } mistakes[] = {
    /* Units. */
    { "scenarios/teaching", "\"at\": [5, 9]", "\"at\": [4, 9]", "MI-STACK-01", "E-LB2 is in the hex (4,9) of E-LB1", 0 },
    { "scenarios/teaching", "\"at\": [5, 9]", "\"at\": [20, 9]", "MI-GEO-01", "(20,9) is not on the map of 20 by 14", 0 },
    { "scenarios/teaching", "\"at\": [5, 9]", "\"at\": [5]", "MI-GEO-01", "2 whole numbers", 0 },
    { "scenarios/teaching", "\"at\": [5, 9], \"facing\": 0", "\"at\": [5, 9], \"facing\": 6", "MI-FACE-01", "facing", 0 },
    { "scenarios/teaching", "\"at\": [5, 9], \"facing\": 0", "\"at\": [5, 9]", "MI-FACE-01", "facing", 0 },
    { "scenarios/teaching", "\"E-LB2\", \"type\": \"LB\"", "\"E-LB2\", \"type\": \"XB\"", "MI-GEN-05", "XB", 0 },
    { "scenarios/teaching", "\"E-LB2\", \"type\": \"LB\"", "\"E-LB1\", \"type\": \"LB\"", "MI-GEN-04", "\"E-LB1\" is given twice", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"shock\": [0, 1]", "\"facing\": 3, \"shock\": [0, -1]", "MI-GEN-06", "Disordered side", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"shock\": [0, 1]", "\"facing\": 3, \"elite\": true, \"shock\": [0, 1]", "MI-GEN-06", "not both", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"shock\": [0, 1]", "\"facing\": 3, \"weapon\": \"longbow\"", "MI-HOB-02", "no hobelar", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"name\": \"C\"", "\"facing\": 3, \"formation\": \"schiltron\"", "MI-SCH-01", "S-PK1 at (7,5)", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"name\": \"C\"", "\"facing\": 3, \"formation\": \"wedge\"", "MI-GEN-14", "wedge", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"name\": \"C\"", "\"facing\": 3, \"color\": \"red\"", "MI-GEN-06", "color", 0 },
    { "scenarios/teaching", "\"facing\": 3, \"name\": \"C\"", "\"facing\": 3, \"status\": \"lost\"", "MI-GEN-14", "lost", 0 },
    { "scenarios/falkirk", "[10, 6], \"facing\": 3, ", "[10, 6], \"facing\": 3, \"status\": \"disordered\", ", "MI-SW-07", "S-W1 at (10,6)", 0 },
    { "scenarios/courtrai", "\"at\": [7, 9], \"facing\": 3, \"formation\": \"shield_wall\"", "\"at\": [7, 0], \"facing\": 3", "MI-TERR-01", "V-B1 may not be in the hex (7,0): water", 0 },
    { "scenarios/courtrai", "\"at\": [17, 15]", "\"at\": [17, 15], \"formation\": \"shield_wall\"", "MI-SW-01", "F-A1 at (17,15)", 0 },
    { "scenarios/courtrai", "\"at\": [6, 2]", "\"at\": [4, 1]", "MI-STACK-01", "(4,1)", 0 },
    { "scenarios/courtrai", "\"id\": \"V-Y1\", \"type\": \"PK\", \"at\": [6, 2]", "\"id\": \"V-Y1\", \"type\": \"PK\", \"at\": [1, 0]", "MI-TERR-01", "(1,0)", 0 },
    { "scenarios/falkirk", "\"at\": [3, 16]", "\"at\": [12, 11]", "MI-TERR-01", "E-L1 may not be in the hex (12,11): bog", 0 },
    { "scenarios/crecy", "\"at\": [6, 12]", "\"at\": [17, 2]", "MI-TERR-07", "F-D1 may not be in the hex (17,2): wagons", 0 },
    { "scenarios/poitiers", "\"weapon\": \"longbow\"", "\"weapon\": \"sling\"", "MI-HOB-02", "E-HO1", 0 },
    /* Commands and leaders. */
    { "scenarios/teaching", "  \"special\": [", "  \"units\": [],\n  \"special\": [", "MI-GEN-08", "every unit", 0 },
    { "scenarios/teaching", "      \"leader\": {\"id\": \"L-lat\", \"name\": {\"en\": \"Latimer\", \"fr\": \"Latimer\"}, \"activation\": 3, \"range\": 4, \"move\": 8, \"at\": [13, 10]},\n", "", "MI-GEN-08", "\"latimer\" has no leader", 1 },
    { "scenarios/teaching", "{\"id\": \"latimer\"", "{\"id\": \"umfraville\"", "MI-GEN-08", "\"umfraville\" is given twice", 0 },
    { "scenarios/teaching", "\"ross\", \"side\": \"scots\"", "\"ross\", \"side\": \"picts\"", "MI-GEN-08", "picts", 0 },
    { "scenarios/teaching", "\"range\": 4, \"move\": 8, \"at\": [6, 10]", "\"range\": 4, \"move\": 8, \"at\": [5, 5]", "MI-LDR-08", "L-umf at (5,5) is in the hex of an enemy unit", 0 },
    { "scenarios/teaching", "\"activation\": 2", "\"activation\": 10", "MI-GEN-07", "activation", 0 },
    { "scenarios/courtrai", "\"move\": 8, \"at\": [22, 5]", "\"move\": 8, \"at\": [22, 0]", "MI-TERR-01", "L-namur may not be in the hex (22,0): water", 0 },
    /* Standards, bombards, special rules, the first side. */
    { "scenarios/teaching", "\"id\": \"std-s\", \"side\": \"scots\", \"commands\": \"army\"", "\"id\": \"std-s\", \"side\": \"scots\", \"commands\": []", "MI-STD-01", "std-s serves nobody", 0 },
    { "scenarios/teaching", "\"id\": \"std-s\", \"side\": \"scots\", \"commands\": \"army\"", "\"id\": \"std-s\", \"side\": \"scots\"", "MI-STD-01", "std-s serves nobody", 0 },
    { "scenarios/teaching", "\"id\": \"std-s\", \"side\": \"scots\", \"commands\": \"army\"", "\"id\": \"std-s\", \"side\": \"scots\", \"commands\": [\"latimer\"]", "MI-STD-01", "enemy's command", 0 },
    { "scenarios/falkirk", "\"commands\": [\"surrey\"]", "\"commands\": [\"edward\"]", "MI-STD-01", "\"edward\" is served by std-edward already", 0 },
    { "scenarios/teaching", "\"at\": [8, 1]", "\"at\": [4, 9]", "MI-STD-06", "std-s at (4,9) is in the hex of an enemy unit", 0 },
    { "scenarios/courtrai", "\"at\": [13, 3]", "\"at\": [13, 0]", "MI-TERR-01", "std-v at (13,0) cannot be reached", 0 },
    { "scenarios/crecy", "    {\"id\": \"MI-CREC-02\"},\n", "", "MI-CREC-02", "bombards need", -1 },
    { "scenarios/crecy", "\"command\": \"godfrey\", \"at\": [8, 7]", "\"command\": \"gaunt\", \"at\": [8, 7]", "MI-CREC-02", "gaunt", 0 },
    { "scenarios/crecy", "{\"id\": \"MI-CREC-01\", \"commands\": [\"doria\", \"grimaldi\"]}", "{\"id\": \"MI-CREC-01\"}", "MI-CREC-01", "commands", 0 },
    { "scenarios/crecy", "{\"id\": \"MI-CREC-06\", \"side\": \"french\"}", "{\"id\": \"MI-CREC-06\", \"side\": \"genoese\"}", "MI-CREC-06", "genoese", 0 },
    { "scenarios/poitiers", "\"watched\": [\"dauphin\"]", "\"watched\": [\"dauphin\", \"jean\"]", "MI-POIT-05", "one command", 0 },
    { "scenarios/bannockburn", "\"area\": [17, 6, 33, 19]", "\"area\": [17, 6, 34, 19]", "MI-BANN-05", "area", 0 },
    { "scenarios/bannockburn", "\"first\": \"die\"", "\"first\": \"scots\"", "MI-BANN-01", "die", 0 },
    { "scenarios/teaching", "\"first\": \"english\"", "\"first\": \"die\"", "MI-BANN-01", "special rule", 0 },
    { "scenarios/teaching", "\"first\": \"english\"", "\"first\": \"welsh\"", "MI-ACT-01", "welsh", 0 },
    { "scenarios/teaching", "\"MI-TEACH-01\"", "\"MI-TEACH-02\"", "MI-GEN-13", "MI-TEACH-02", 0 },
    { "scenarios/teaching", "\"side\": \"scots\", \"name\": {\"en\": \"Scots\"", "\"side\": \"english\", \"name\": {\"en\": \"Scots\"", "MI-GEN-13", "given twice", 0 },
    { "scenarios/teaching", "\"name\": {\"en\": \"Scots\", \"fr\": \"Écossais\"}", "\"name\": {\"en\": \"Scots\"}", "MI-GEN-13", "fr", 0 },
    { "scenarios/teaching", "\"minutes\": 15", "\"minuets\": 15", "MI-GEN-13", "minuets", 0 },
    /* The map. */
    { "scenarios/teaching", "\"..vv................\"", "\"..vv...............\"", "MI-TERR-01", "row 2 of \"ground\" must be a text of 20 letters", 0 },
    { "scenarios/teaching", "\"..vv................\"", "\"..vx................\"", "MI-TERR-01", "the hex (3,2) of \"ground\" has the letter x", 0 },
    { "scenarios/teaching", "\"..vv................\",\n", "", "MI-TERR-01", "13 rows; the map has 14", -1 },
    { "scenarios/teaching", "\"cols\": 20", "\"cols\": 65", "MI-GEO-01", "cols", 0 },
    { "scenarios/teaching", "[10, 5, 2]", "[10, 5, 0]", "MI-GEO-09", "(10,5) is named by direction 1, 2 or 3, not 0", 0 },
    { "scenarios/teaching", "[10, 5, 2]", "[11, 5, 3]", "MI-GEO-09", "hexside 3 of (11,5) is given twice", 0 },
    { "scenarios/teaching", "[10, 5, 2]", "[10, 14, 2]", "MI-GEO-09", "(10,14) is not on the map", 0 },
    { "scenarios/teaching", "\"hedge\": [", "\"hedgerow\": [", "MI-GEO-09", "hedgerow", 0 },
    { "scenarios/courtrai", "\"restricted\": [{\"ground\": \"castle\", \"side\": \"french\", \"command\": \"lens\"}]", "\"restricted\": []", "MI-TERR-07", "the hex (4,1) is castle", -1 },
    { "scenarios/courtrai", "{\"ground\": \"castle\", \"side\": \"french\"", "{\"ground\": \"castle\", \"side\": \"flemish\"", "MI-TERR-07", "not of the side", 0 },
    { "scenarios/courtrai", "{\"ground\": \"castle\"", "{\"ground\": \"town\"", "MI-TERR-07", "open to all", 0 },
    { "scenarios/courtrai", "\"command\": \"lens\"}", "\"command\": \"burlats\"}", "MI-TERR-07", "(5,1): castle", -1 },
    /* Tables. */
    { "units", "\"LB\", \"shock\": [1, 2]", "\"LB\", \"shock\": [1, 0]", "MI-RES-04", "LB", 0 },
    { "units", "\"LB\", \"shock\": [1, 2], \"move\": [5, 4]", "\"LB\", \"shock\": [1, 2], \"move\": [5, 6]", "MI-RES-03", "LB", 0 },
    { "units", "\"LB\", \"shock\": [1, 2]", "\"LB\", \"shock\": [1]", "MI-GEN-06", "2 whole numbers", 0 },
    { "units", "{\"id\": \"LB\"", "{\"id\": \"CB\"", "MI-GEN-17", "\"CB\" is given twice", -1 },
    { "units", "{\"id\": \"LB\"", "{\"id\": \"XB\"", "MI-GEN-17", "XB", 0 },
    { "units", "{\"id\": \"LB\"", "{\"charges\": true, \"id\": \"LB\"", "MI-GEN-06", "charges", 0 },
    { "units", "\"provenance\": \"reconstructed\"", "\"provenance\": \"guessed\"", "MI-GEN-17", "provenance", 0 },
    { "units", "  \"provenance\": \"reconstructed\",\n", "", "MI-GEN-17", "provenance", -1 },
    { "units", "\"format\": 1", "\"format\": 2", "MI-GEN-17", "format", 0 },
    { "fire", "\"normal\": [2, 1, 0]", "\"normal\": [2, 1]", "MI-FIRE-23", "3 whole numbers", 0 },
    { "fire", "\"longbow\", \"range\": 3", "\"longbow\", \"range\": 4", "MI-FIRE-02", "range", 0 },
    { "fire", "{\"from\": 5, \"to\": 5", "{\"from\": 6, \"to\": 6", "MI-GEN-02", "must begin at 5", 0 },
    { "fire", "{\"from\": 6, \"to\": 7", "{\"from\": 6, \"to\": 5", "MI-GEN-02", "ends at 5", 0 },
    { "fire", "{\"to\": 3", "{\"from\": 0, \"to\": 3", "MI-GEN-02", "open at both ends", 0 },
    { "fire", "{\"from\": 11", "{\"from\": 11, \"to\": 20", "MI-GEN-02", "open at both ends", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"foot\": \"UH\"", "MI-RES-20", "UH", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"foot\": \"D:D\"", "MI-RES-01", "D:D", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"foot\": \"D+CA\"", "MI-RES-23", "D+CA", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"foot\": \"D+D\"", "MI-RES-01", "each once", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"foot\": \"\"", "MI-RES-01", "made of", 0 },
    { "fire", "{\"from\": 5, \"to\": 5, \"foot\": \"D\"", "{\"from\": 5, \"to\": 5, \"feet\": \"D\"", "MI-RES-01", "feet", 0 },
    { "shock", "\"to\": 3, \"normal\": \"A:D\"", "\"to\": 3, \"normal\": \"D\"", "MI-SHOCK-40", "A: or D:", 0 },
    { "shock", "\"to\": 3, \"normal\": \"A:D\"", "\"to\": 3, \"normal\": \"A:D+CA\"", "MI-RES-23", "A:D+CA", 0 },
    { "shock", "\"to\": 3, \"normal\": \"A:D\"", "\"to\": 3, \"normal\": \"A:D+RET\"", "MI-RES-29", "A:D+RET", 0 },
    { "charge", "\"normal\": \"NE\"", "\"normal\": \"NE+\"", "MI-SHOCK-40", "NE+", 0 },
    { "charge", "{\"to\": -1", "{\"to\": -2", "MI-GEN-02", "must begin at -1", -1 },
    { "matrix", "{\"attacker\": \"UH\"", "{\"attacker\": \"LB\"", "MI-SHOCK-02", "LB never attacks", 0 },
    { "matrix", "{\"attacker\": \"UH\"", "{\"attacker\": \"DM\"", "MI-SHOCK-02", "DM is given twice", 0 },
    { "matrix", "\"against\": {\"MM\": -2, ", "\"against\": {", "MI-SHOCK-21", "MM", 0 },
    { "matrix", "\"against\": {\"MM\": -2, ", "\"against\": {\"MM\": -20, ", "MI-SHOCK-21", "MM", 0 },
    { "matrix", "\"provenance\": {\"DM\": \"seed\"}", "\"provenance\": {\"DX\": \"seed\"}", "MI-SHOCK-21", "DX", 0 },
    { "terrain", "\"woods\", \"foot\": 2", "\"woods\", \"foot\": 0", "MI-TERR-01", "foot", 0 },
    { "terrain", "{\"id\": \"woods\"", "{\"id\": \"forest\"", "MI-GEN-17", "forest", 0 },
    { "terrain", "\"clear\", \"foot\": 1", "\"clear\", \"foot\": null", "MI-TERR-01", "clear ground", -1 },
    { "terrain", "{\"id\": \"bridge\"", "{\"id\": \"none\"", "MI-GEN-17", "\"none\" has no row", 0 },
    { "terrain", "\"refusal\": 2", "\"refusal\": \"often\"", "MI-CHG-21", "refusal", 0 },
    { "terrain", "    {\"id\": \"bridge\", \"foot\": 0, \"mounted\": 0, \"no_charge\": true, \"shock\": -1, \"fire\": 0, \"refusal\": 0, \"roll\": null, \"note\": \"It takes the place of the stream or river on that hexside.\"},\n", "", "MI-GEN-17", "the row of \"bridge\" is missing", -1 },
    { "values", "\"flank_shock\", \"value\": 2", "\"flank_shock\", \"value\": 20", "MI-SHOCK-13", "value", 0 },
    { "values", "\"rule\": \"MI-SHOCK-13\"", "\"rule\": \"MI-SHOCK-14\"", "MI-SHOCK-13", "MI-SHOCK-14", 0 },
    { "values", "\"charge_min_distance\", \"value\": 2", "\"charge_min_distance\", \"value\": 4", "MI-CHG-06", "charge_min_distance", -1 },
    { "values", "{\"id\": \"climb_mp\", ", "{\"id\": \"climb\", ", "MI-GEN-17", "climb", 0 },
};

/* Is the mistake refused, and is what is said of it right? */
static bool is_named(size_t i)
{
    const char  *folder = strncmp(mistakes[i].document, "scenarios/", 10) ? "scenarios/teaching" : mistakes[i].document;
    struct fault fault = { .set = false };
    char         document[96], scenario[96];
    struct out   out = out_over(document, sizeof document), whole = out_over(scenario, sizeof scenario);
    int          line;

    out_format(&out, "iron/%s.json", mistakes[i].document);
    out_format(&whole, "iron/%s.json", folder);
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

static void a_missing_table_is_named(void **unused)
{
    static const char *const tables[] = { "units", "fire", "shock", "charge", "matrix", "terrain", "values" };
    static struct document   list[DOCUMENTS];

    (void)unused;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct library copy = { list, 0 };
        struct fault   fault = { .set = false };
        char           name[96];
        struct out     out = out_over(name, sizeof name);
        out_format(&out, "iron/%s.json", tables[i]);
        for (int32_t k = 0; k < library.count; k++)
            if (strcmp(library.list[k].name, name)) list[copy.count++] = library.list[k];
        assert_int_equal(copy.count, library.count - 1);
        assert_null(load_from(&copy, "iron/scenarios/teaching.json", &fault));
        assert_string_equal(fault.file, name);
    }
}

/* MI-GEN-17: an owner's table changes what the units and results are, and is no longer marked as ours. */
static void own_tables_count(void **unused)
{
    struct fault        fault = { .set = false };
    const struct match *m;
    int                 line;

    (void)unused;
    m = load_edited("iron/units.json", "\"MM\", \"shock\": [-1, 0], \"move\": [6, 5]", "\"MM\", \"shock\": [-3, 1], \"move\": [7, 4]",
                    "iron/scenarios/bannockburn.json", &fault, &line);
    assert_non_null(m);
    check_profile(m, "E-G1", -3, 1, 7, 4);
    check_profile(m, "E-K1", -4, 0, 7, 4);
    check_profile(m, "S-MM1", 0, 1, 7, 6);
    assert_int_equal(m->tables.reconstructed, (1u << TABLES) - 1);
    m = load_edited("iron/shock.json", "\"provenance\": \"reconstructed\"", "\"provenance\": \"own\"", "iron/scenarios/bannockburn.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(m->tables.reconstructed, ((1u << TABLES) - 1) & ~(1u << TABLE_SHOCK));
    m = load_edited("iron/units.json", "  \"provenance\": \"reconstructed\"", "  \"provenance\": \"own\"", "iron/scenarios/bannockburn.json", &fault, &line);
    assert_non_null(m);
    assert_true(m->tables.reconstructed & 1u << TABLE_UNITS);            /* some of its rows still say that they are ours */
}

/* The board. */

static const struct json *member_with(const struct json *list, const char *key, const char *value)
{
    for (const struct json *node = list->as.child; node; node = node->next) {
        const struct json *found = json_get(node, key);
        if (found && found->type == JSON_STRING && !strcmp(found->as.string, value)) return node;
    }
    fail_msg("nothing has the %s %s", key, value);
    return NULL;
}

static void the_board_is_json(void **unused)
{
    static char          text[1 << 17], room[4 << 20];
    struct arena         arena = arena_over(room, sizeof room);
    struct out           out = out_over(text, sizeof text);
    struct json_writer   writer = json_writer_over(&out);
    struct json_document board;
    struct fault         fault = { .set = false };
    const struct match  *m = load("crecy");
    const struct json   *piece_node;

    (void)unused;
    iron_write_board(m, &writer);
    assert_false(out.full);
    if (!json_parse(&board, "board", text, out.used, &arena, &fault)) fail_msg("%s", fault.text);
    assert_string_equal(json_get(board.root, "board")->as.string, "hexes");
    assert_int_equal(json_get(board.root, "ground")->count, 24);
    assert_string_equal(json_get(board.root, "ground")->as.child->next->next->as.string, ".................WWWWW..............");
    assert_string_equal(json_get(json_get(board.root, "kinds"), "W")->as.string, "wagons");
    assert_int_equal(json_get(board.root, "edges")->count, 77);
    assert_int_equal(json_get(board.root, "regiments")->count, 11);
    assert_int_equal(json_get(board.root, "pieces")->count, m->head.pieces);
    assert_int_equal(json_get(board.root, "reconstructed")->count, TABLES);
    piece_node = member_with(json_get(board.root, "pieces"), "id", "E-HO1");
    assert_string_equal(json_get(piece_node, "class")->as.string, "mounted");
    assert_string_equal(json_get(piece_node, "weapon")->as.string, "longbow");
    assert_int_equal(json_get(piece_node, "regiment")->as.integer, 3);
    piece_node = member_with(json_get(board.root, "pieces"), "id", "L-edward3");
    assert_int_equal(json_get(json_get(piece_node, "profile"), "king")->type, JSON_TRUE);
    assert_string_equal(json_get(json_get(piece_node, "names"), "fr")->as.string, "Édouard III");
    piece_node = member_with(json_get(board.root, "standards"), "piece", "std-f");
    assert_string_equal(json_get(piece_node, "regiments")->as.string, "army");
}

/* States. */

static struct state board_state;

static void fresh(const struct match *m)
{
    struct fault fault = { .set = false };

    memset(&board_state, 0, sizeof board_state);
    set_up(m, &board_state);
    if (!iron_sound(m, &board_state, &fault)) fail_msg("%s", fault.text);
}

static void check_sound(const struct match *m, const char *rule)
{
    struct fault fault = { .set = false };
    bool         sound = iron_sound(m, &board_state, &fault);

    if (rule && (sound || !strstr(fault.text, rule))) fail_msg("%s is not what was said: %s", rule, fault.text);
    if (!rule && !sound) fail_msg("%s", fault.text);
    fresh(m);
}

static struct unit *at(const struct match *m, const char *id)
{
    return &board_state.unit[piece(m, id)];
}

static void impossible_states_are_not_sound(void **unused)
{
    const struct match *m = load("teaching");

    (void)unused;
    fresh(m);
    at(m, "E-LB2")->x = 4;
    check_sound(m, "MI-STACK-01");
    at(m, "E-LB1")->x = 20;
    check_sound(m, "MI-GEO-01");
    at(m, "E-LB1")->heading = 6;
    check_sound(m, "MI-FACE-01");
    at(m, "E-LB1")->type = TYPE_CB;
    check_sound(m, "MI-GEN-05");
    at(m, "E-LB1")->status = STATUSES;
    check_sound(m, "MI-GEN-14");
    at(m, "E-LB1")->status = STATUS_LOST;
    check_sound(m, "MI-RES-22");
    *at(m, "E-LB1") = (struct unit){ .status = STATUS_LOST, .foe = NOBODY, .other = NOBODY };
    check_sound(m, NULL);
    at(m, "S-PK1")->formation = FORM_SHIELD_WALL;
    check_sound(m, "MI-SW-01");
    at(m, "S-PK1")->formation = FORM_SCHILTRON;
    check_sound(m, "MI-SCH-01");
    at(m, "E-MM1")->type = TYPE_UH;
    check_sound(m, NULL);
    at(m, "E-DM1")->type = TYPE_MM;
    check_sound(m, "MI-GEN-05");
    at(m, "E-MM1")->foe = (int8_t)piece(m, "E-MM2");
    check_sound(m, "MI-SHOCK-03");
    at(m, "E-MM1")->foe = (int8_t)piece(m, "L-ross");
    check_sound(m, "MI-SHOCK-03");
    at(m, "E-MM1")->foe = (int8_t)piece(m, "S-LB1");
    check_sound(m, NULL);
    at(m, "std-e")->x = 9;
    check_sound(m, "MI-STD-05");
    at(m, "L-umf")->status = STATUS_DISORDERED;
    check_sound(m, "MI-GEN-04");
    board_state.command = (int8_t)piece(m, "E-LB1");
    check_sound(m, "MI-GEN-08");
    board_state.moving = (int8_t)piece(m, "std-e");
    check_sound(m, "MI-STD-05");
    board_state.active = 2;
    check_sound(m, "MI-ACT-18");
}

/* MI-STACK-02: archers may be ridden through, by their own men-at-arms who are on their way. */
static void riders_pass_through_archers(void **unused)
{
    const struct match *m = load("teaching");

    (void)unused;
    fresh(m);
    at(m, "E-MM1")->x = at(m, "E-LB1")->x;
    at(m, "E-MM1")->y = at(m, "E-LB1")->y;
    board_state.moving = (int8_t)piece(m, "E-MM1");
    check_sound(m, NULL);
    at(m, "E-MM1")->x = at(m, "E-LB1")->x;
    at(m, "E-MM1")->y = at(m, "E-LB1")->y;
    check_sound(m, "MI-STACK-01");
    at(m, "E-MM1")->x = at(m, "E-DM1")->x;
    at(m, "E-MM1")->y = at(m, "E-DM1")->y;
    board_state.moving = (int8_t)piece(m, "E-MM1");
    check_sound(m, "MI-STACK-01");
}

static void ground_is_kept_for_its_own(void **unused)
{
    const struct match *m = load("courtrai");

    (void)unused;
    fresh(m);
    at(m, "F-A1")->y = 0;
    check_sound(m, "MI-TERR-01");
    *at(m, "F-G1") = (struct unit){ .status = STATUS_LOST, .type = TYPE_CB, .foe = NOBODY, .other = NOBODY };
    at(m, "V-B1")->x = 5;
    at(m, "V-B1")->y = 1;
    check_sound(m, "MI-TERR-07");
    *at(m, "F-G1") = (struct unit){ .status = STATUS_LOST, .type = TYPE_CB, .foe = NOBODY, .other = NOBODY };
    at(m, "F-CB1")->x = 5;
    at(m, "F-CB1")->y = 1;
    check_sound(m, "MI-TERR-07");
    at(m, "L-artois")->x = 5;
    at(m, "L-artois")->y = 1;
    check_sound(m, NULL);
    at(m, "V-B1")->status = STATUS_RETIRED;
    check_sound(m, "MI-RES-19");
    m = load("poitiers");
    fresh(m);
    at(m, "E-PD1")->type = TYPE_MM;
    check_sound(m, NULL);
    at(m, "F-HO1")->type = TYPE_CB;
    check_sound(m, NULL);
    at(m, "F-HO1")->type = TYPE_LB;
    check_sound(m, "MI-GEN-05");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_load),
        cmocka_unit_test(units_deviate_from_their_type),
        cmocka_unit_test(steps_cost_what_the_ground_says),
        cmocka_unit_test(special_rules_name_whom_they_are_about),
        cmocka_unit_test(tables_meet_the_book),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(a_missing_table_is_named),
        cmocka_unit_test(own_tables_count),
        cmocka_unit_test(the_board_is_json),
        cmocka_unit_test(impossible_states_are_not_sound),
        cmocka_unit_test(riders_pass_through_archers),
        cmocka_unit_test(ground_is_kept_for_its_own),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
