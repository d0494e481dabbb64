/*
 * test_liber_load.c: the documents of Liber Militum: Tercios.
 *
 * The scenarios load with as many pieces and at the price that the ledger says, and profiles, options, forms, commanders, prizes and
 * arrivals are as its tables have them. A document with a mistake is refused, and the fault names the document, the line and the rule:
 * each mistake is one edit of a document as it is.
 *
 *   test_liber_load DATA-DIRECTORY
 */
#include "documents.h"
#include "armies/liber_army.h"
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

static const struct match *load_with(const struct library *from, const char *scenario, const char *options, struct fault *fault)
{
    static char          parsed[1 << 14];
    struct arena         arena = arena_over(memory, sizeof memory), small = arena_over(parsed, sizeof parsed);
    struct json_document document = { .root = NULL };
    char                 name[96];
    struct out           out = out_over(name, sizeof name);

    out_format(&out, "liber/scenarios/%s.json", scenario);
    assert_non_null(library_find(from, name));
    if (options) assert_true(json_parse(&document, "options", options, strlen(options), &small, fault));
    return match_load(&liber_ruleset, from, library_find(from, name), options ? &document : NULL, &arena, fault);
}

static const struct match *load(const char *scenario, const char *options)
{
    struct fault        fault = { .set = false };
    const struct match *m = load_with(&library, scenario, options, &fault);

    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    return m;
}

static int piece(const struct match *m, const char *id)
{
    int found = match_piece(m, id);

    if (found == NOBODY) fail_msg("there is no %s", id);
    return found;
}

/* The scenarios of the ledger, and the other ones, with the price of each side. */

static const struct { const char *id; int units[2], commanders[2], points[2], elements, prizes, arrivals; } battles[] = {
    { "first_blood", { 3, 3 }, { 3, 3 }, { 320, 340 }, 2, 0, 0 },
    { "village", { 6, 5 }, { 4, 4 }, { 400, 385 }, 7, 1, 0 },
    { "white_mountain", { 10, 12 }, { 6, 6 }, { 1170, 1155 }, 5, 1, 0 },
    { "breitenfeld", { 13, 13 }, { 6, 6 }, { 1535, 1505 }, 4, 1, 0 },
    { "lutzen", { 15, 15 }, { 5, 7 }, { 1700, 1640 }, 8, 1, 1 },
    { "nordlingen", { 12, 11 }, { 5, 6 }, { 1340, 1320 }, 5, 1, 0 },
    { "rocroi", { 12, 12 }, { 6, 6 }, { 1450, 1430 }, 3, 1, 0 },
    { "weser", { 7, 7 }, { 5, 5 }, { 620, 620 }, 6, 1, 0 },
    { "pickup", { 8, 9 }, { 4, 4 }, { 1000, 1000 }, 0, 0, 0 },
    { "pickup_small", { 7, 7 }, { 4, 4 }, { 500, 500 }, 0, 0, 0 },
    { "pickup_horse", { 12, 12 }, { 5, 5 }, { 970, 945 }, 0, 0, 0 },
    { "pickup_groups", { 11, 12 }, { 5, 5 }, { 1100, 1035 }, 0, 0, 0 },
    { "pickup_guns", { 12, 14 }, { 4, 4 }, { 1445, 1490 }, 0, 0, 0 },
    { "pickup_large", { 18, 20 }, { 6, 7 }, { 1955, 1925 }, 0, 0, 0 },
    { "ambush", { 14, 15 }, { 6, 6 }, { 1405, 1350 }, 5, 0, 0 },
    { "push_of_pike", { 10, 12 }, { 5, 5 }, { 1145, 1225 }, 3, 0, 0 },
    { "winged_hussars", { 11, 12 }, { 4, 5 }, { 1070, 1100 }, 1, 0, 0 },
};

static void scenarios_are_those_of_the_ledger(void **unused)
{
    static const int price[] = { 5, 10, 25, 50, 100, 250 };

    (void)unused;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++) {
        const struct match *m = load(battles[i].id, NULL);
        int                 units[2] = { 0 }, commanders[2] = { 0 }, points[2] = { 0 };
        for (int unit = 0; unit < m->units; unit++) units[side_of(m, unit)]++, points[side_of(m, unit)] += type_of(m, unit)->cost;
        for (int k = 0; k < m->commanders; k++) {
            assert_true(is_commander(m, m->units + k));
            commanders[side_of(m, m->units + k)]++;
            points[side_of(m, m->units + k)] += price[m->commander[k].rank];
        }
        for (int seat = 0; seat < 2; seat++) {
            assert_int_equal(units[seat], battles[i].units[seat]);
            assert_int_equal(commanders[seat], battles[i].commanders[seat]);
            assert_int_equal(points[seat], battles[i].points[seat]);
        }
        assert_int_equal(m->head.pieces, m->units + m->commanders);
        assert_int_equal(m->elements, battles[i].elements);
        assert_int_equal(m->prizes, battles[i].prizes);
        assert_int_equal(m->arrivals, battles[i].arrivals);
    }
}

static void check_profile(const struct match *m, const char *id, const int expected[6], uint64_t has, uint64_t has_not)
{
    const struct type *type = type_of(m, piece(m, id));
    const int          found[6] = { type->speed, type->combat, type->shoot[0], type->discipline, type->courage, type->endurance };

    for (int i = 0; i < 6; i++)
        if (found[i] != expected[i]) fail_msg("%s: value %d is %d, not %d", id, i, found[i], expected[i]);
    assert_true((m->special[piece(m, id)] & has) == has);
    assert_false(m->special[piece(m, id)] & has_not);
}

/* T3 to T5b. */
static void options_change_profiles(void **unused)
{
    const struct match *m = load("rocroi", NULL);

    (void)unused;
    check_profile(m, "B1", (int[]){ 4, 5, 3, 5, 5, 5 }, SR_NUMEROUS | W_PIKE, SR_SQUARE);                /* viejo */
    assert_int_equal(type_of(m, piece(m, "B1"))->shoot[1], 2);                                           /* LM-WPN-11 */
    check_profile(m, "B2", (int[]){ 4, 4, 3, 5, 4, 5 }, W_SWORDSMEN | W_PIKE, 0);
    check_profile(m, "B4", (int[]){ 4, 4, 3, 5, 4, 4 }, SR_NUMEROUS, 0);                                 /* depleted */
    check_profile(m, "A1", (int[]){ 4, 4, 4, 4, 4, 4 }, SR_BRIGADE, 0);                                  /* modernised: muskets only */
    assert_int_equal(type_of(m, piece(m, "A1"))->shoot[1], 0);
    assert_string_equal(m->weapon[type_of(m, piece(m, "A1"))->weapon[0]].id, "musket");
    check_profile(m, "A11", (int[]){ 6, 5, 2, 5, 4, 3 }, SR_CARACOLE | SR_HEAVY_CAVALRY, SR_MOBILITY);   /* gendarmes, LM-KING-04 */
    check_profile(m, "B10", (int[]){ 5, 2, 3, 3, 3, 2 }, SR_LIGHT, SR_COMMANDED_SHOT);
    m = load("white_mountain", NULL);
    assert_int_equal(type_of(m, piece(m, "A1"))->shape.depth, 12 * CENTIMETRE);                          /* LM-BASE-03 */
    check_profile(m, "A1", (int[]){ 4, 4, 3, 5, 4, 5 }, SR_SQUARE | SR_EXTENDED_ARC, 0);
    check_profile(m, "B1", (int[]){ 4, 4, 4, 3, 3, 4 }, SR_BRIGADE, 0);
    m = load("breitenfeld", NULL);
    assert_true(m->special[piece(m, "A8")] & SR_COMMANDED_SHOT);                                         /* LM-ARMY-21 */
    assert_int_equal(m->start_gun[piece(m, "A2")], piece(m, "A13") + 1);                                 /* LM-ART-13 */
    assert_true(m->regiment[m->regiment_of[piece(m, "A11")]].allied);
}

/* LM-ART-08, LM-ADAPT-04: second forms. */
static void forms_have_their_profiles(void **unused)
{
    const struct match *m = load("weser", NULL);
    int                 gun = piece(m, "B7"), dragoons;

    (void)unused;
    assert_int_equal(m->type[m->type_of[gun]].speed, 2);
    assert_int_equal(m->type[m->other_type[gun]].speed, 6);
    assert_int_equal(m->type[m->other_type[gun]].shoot[0], 0);
    m = load("village", NULL);
    dragoons = piece(m, "A6");
    assert_int_equal(m->type_of[dragoons], m->other_type[dragoons]);
    check_profile(m, "A6", (int[]){ 8, 2, 3, 3, 3, 2 }, SR_DRAGOON | SR_PURSUIT, 0);
    m = load("village", "{\"dragoon_adaptation\":1}");
    dragoons = piece(m, "A6");
    check_profile(m, "A6", (int[]){ 8, 2, 0, 3, 2, 2 }, SR_MOUNTED_DRAGOON | SR_MOBILITY, SR_PURSUIT | SR_DRAGOON);
    assert_int_equal(m->type[m->other_type[dragoons]].arm, ARM_INFANTRY);
    assert_int_equal(m->type[m->other_type[dragoons]].shoot[0], 3);
    assert_true(m->other_special[dragoons] & SR_HARASSER);
}

/* T13: what the options of a game do to what is loaded. */
static void options_of_the_game_bear(void **unused)
{
    const struct match *m = load("rocroi", "{\"kingdoms_rules\":0}");

    (void)unused;
    assert_false(m->special[piece(m, "A11")] & SR_HEAVY_CAVALRY);                                        /* LM-UNIT-08 */
    assert_true(m->special[piece(m, "A11")] & SR_MOBILITY);
    assert_false(m->commander[piece(m, "BC1") - m->units].traits);                                       /* Undaunted is of Kingdoms */
    assert_false(custom(m, CUSTOM_KINGDOMS));
    assert_true(custom(m, CUSTOM_COMMAND) && custom(m, CUSTOM_DISENGAGE_3IN) && custom(m, CUSTOM_TIE_STOPS_MOVER));
    m = load("nordlingen", "{\"original_profiles\":1}");
    check_profile(m, "A1", (int[]){ 4, 4, 4, 5, 4, 3 }, SR_BRIGADE, 0);                                  /* LM-UNIT-06 */
    assert_int_equal(type_of(m, piece(m, "A1"))->cost, 135);
    m = load("rocroi", "{\"mounted_elan\":1}");
    assert_true(m->commander[piece(m, "AC3") - m->units].virtues >> VIRTUE_ELAN & 1);                    /* LM-CMD-14 */
    assert_false(m->commander[piece(m, "AC1") - m->units].virtues >> VIRTUE_ELAN & 1);
}

/* Every scenario can be played with every option. */
static void every_option_is_playable(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof battles / sizeof battles[0]; i++)
        for (int32_t k = 0; k < liber_ruleset.option_count; k++) {
            const struct option *option = &liber_ruleset.options[k];
            char                 text[96];
            struct out           out = out_over(text, sizeof text);
            out_format(&out, "{\"%s\":%d}", option->name, option->standard == option->low ? option->high : option->low);
            load(battles[i].id, text);
        }
}

static void commanders_are_pieces(void **unused)
{
    const struct match     *m = load("lutzen", NULL);
    const struct commander *king = &m->commander[piece(m, "AC") - m->units];
    int                     pappenheim = piece(m, "BC5");

    (void)unused;
    assert_int_equal(king->rank, 5);
    assert_int_equal(king->regiment, REGIMENTS);
    assert_int_equal(king->virtues, 1u << VIRTUE_ELAN | 1u << VIRTUE_DEXTERITY);
    assert_true(king->traits == (SPECIAL(TRAIT_BOLD) | SPECIAL(TRAIT_COORDINATOR) | SPECIAL(TRAIT_FEARLESS)));
    assert_string_equal(m->piece[piece(m, "AC")].name[1], "Gustave-Adolphe");
    assert_string_equal(m->piece[piece(m, "AC")].type, "chief");
    assert_int_equal(m->regiment[m->commander[pappenheim - m->units].regiment].commander, pappenheim);
    assert_int_equal(m->arrival[0].regiment, m->commander[pappenheim - m->units].regiment);
    assert_int_equal(m->arrival[0].turn, 3);
    assert_int_equal(m->arrival[0].need, 4);
    assert_int_equal(m->arrival[0].eases, 0);
    assert_int_equal(m->arrival[0].sure, 5);
    m = load("rocroi", NULL);
    assert_int_equal(m->prize[0].kind, PRIZE_TYPE);
    assert_int_equal(m->prize[0].seat, SEAT_B);
    m = load("white_mountain", NULL);
    assert_int_equal(m->rivers, 0);                                                                      /* the brook is not rolled for */
    assert_true(m->element[1].traits & T_RIVER && m->element[1].traits & T_DIFFICULT);
}

/* The board. */

static const struct json *member_with(const struct json *list, const char *key, const char *value)
{
    for (const struct json *node = list->as.child; node; node = node->next)
        if (json_get(node, key) && json_get(node, key)->type == JSON_STRING && !strcmp(json_get(node, key)->as.string, value)) return node;
    fail_msg("there is no \"%s\": \"%s\"", key, value);
    return NULL;
}

static const struct json *board_of(const struct match *m)
{
    static char          parsed[1 << 20];
    struct arena         arena = arena_over(parsed, sizeof parsed);
    struct out           out = out_over(edited, sizeof edited);
    struct json_writer   writer = json_writer_over(&out);
    struct json_document document = { .root = NULL };
    struct fault         fault = { .set = false };

    tercios_write_board(m, &writer);
    assert_false(out.full);
    if (!json_parse(&document, "board", edited, out.used, &arena, &fault)) fail_msg("%s", fault.text);
    return document.root;
}

static void the_board_shows_what_a_player_needs(void **unused)
{
    const struct json *board = board_of(load("lutzen", NULL)), *pieces = json_get(board, "pieces"), *node;

    (void)unused;
    node = member_with(pieces, "id", "AC");
    assert_string_equal(json_get(node, "class")->as.string, "commander");
    assert_string_equal(json_get(json_get(node, "base"), "shape")->as.string, "disc");
    assert_int_equal(json_get(json_get(node, "base"), "width")->as.integer, 4 * CENTIMETRE);
    assert_int_equal(json_get(node, "rank")->as.integer, 5);
    assert_int_equal(json_get(node, "traits")->count, 3);
    assert_int_equal(json_get(node, "chief")->type, JSON_TRUE);
    node = member_with(pieces, "id", "B10");
    assert_string_equal(json_get(node, "options")->as.child->as.string, "fearless");
    assert_int_equal(json_get(node, "points")->as.integer, 120);
    node = member_with(json_get(board, "prizes"), "id", "chief");
    assert_int_equal(json_get(node, "points")->as.integer, 2);
    assert_string_equal(json_get(json_get(board, "arrivals")->as.child, "edge")->as.string, "north");
    assert_string_equal(json_get(member_with(json_get(board, "regiments"), "name", "Left wing"), "commander")->as.string, "AC4");
    assert_string_equal(json_get(json_get(board, "sides")->as.child, "chief")->as.string, "AC");
    board = board_of(load("weser", NULL));
    node = json_get(member_with(json_get(board, "pieces"), "id", "B7"), "other");
    assert_string_equal(json_get(node, "form")->as.string, "limbered");
    assert_int_equal(json_get(json_get(node, "profile"), "speed")->as.integer, 6);
    board = board_of(load("pickup", NULL));
    assert_true(json_get(board, "wares")->count >= 19);
}

/* One edit of one document: what stands there once becomes something else. */
static const struct match *load_edited(const char *document, const char *before, const char *after, const char *scenario, struct fault *fault,
                                       int *line)
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
    return load_with(&copy, scenario, NULL, fault);
}

/* The fault is at the line of the edit, or `up` lines above it; -1: anywhere. */
static const struct { const char *document, *scenario, *before, *after, *rule, *words; int up; } mistakes[] = {
    /* Scenarios: the table and its ground. */
    { "scenarios/first_blood", NULL, "\"width\": 90000", "\"width\": 50000", "LM-BASE-09", "60 to 300 cm", 0 },
    { "scenarios/first_blood", NULL, "\"turns\": 4,\n  \"end\": \"lesson\"", "\"turns\": 4,\n  \"end\": \"book\"", "LM-BATTLE-04", "8 turns", 0 },
    { "scenarios/first_blood", NULL, "\"kind\": \"hill_small\"", "\"kind\": \"hill\"", "LM-DECOR-29", "hill", 0 },
    { "scenarios/first_blood", NULL, ", \"traits\": [\"difficult\", \"cover\"]", "", "LM-DECOR-15", "must be agreed", 0 },
    { "scenarios/first_blood", NULL, "\"traits\": [\"difficult\", \"cover\"]", "\"traits\": [\"muddy\"]", "LM-DECOR-29", "muddy", 0 },
    { "scenarios/white_mountain", NULL, "\"current\": \"difficult\"", "\"current\": \"slow\"", "LM-DECOR-22", "slow", 0 },
    { "scenarios/weser", NULL, "\"rectangle\": [50800, 56896", "\"rectangle\": [50800, 66896", "LM-BASE-09", "rectangle", 0 },
    /* Units. */
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"phalanx\"", "LM-UNIT-01", "phalanx", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"classic_battalion\", \"options\": [\"viejo\"]", "LM-UNIT-01",
      "no option \"viejo\"", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"",
      "\"A1\", \"type\": \"classic_battalion\", \"options\": [\"veteran\", \"irregular\"]", "LM-UNIT-03", "irregular", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"classic_battalion\", \"options\": [\"large\", \"large\"]",
      "LM-UNIT-02", "twice", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"classic_battalion\", \"form\": \"limbered\"", "LM-DEPLOY-07",
      "limbered", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [35560, 15240]", "\"at\": [35560, 25240]", "LM-DEPLOY-05", "zone", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [35560, 15240]", "\"at\": [95560, 15240]", "LM-", "from 0 to 90000", 0 },
    { "scenarios/breitenfeld", NULL, "\"in\": \"A2\"", "\"in\": \"A6\"", "LM-ART-13", "A13", 0 },
    { "scenarios/breitenfeld", NULL, "\"ally\": \"german_protestants\"", "\"ally\": \"sweden\"", "LM-KING-01", "sweden", 0 },
    { "scenarios/village", NULL, "\"house\": \"large_house\"", "\"house\": \"west_hedge\"", "LM-DECOR-10", "west_hedge", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"light_gun\"", "LM-ARMY-08", "light_gun", 0 },
    { "scenarios/first_blood", NULL, "\"A1\", \"type\": \"classic_battalion\"", "\"A1\", \"type\": \"classic_battalion\", \"drilled\": true", "LM-ARMY-13", "A1", 0 },
    /* Commanders. */
    { "scenarios/first_blood", NULL, "\"rank\": 2, \"virtues\": [\"will\"]", "\"rank\": 1, \"virtues\": [\"will\"]", "LM-CMD-03", "rank", 0 },
    { "scenarios/first_blood", NULL, "\"rank\": 2, \"virtues\": [\"will\"]", "\"rank\": 2, \"virtues\": []", "LM-CMD-02", "1 different virtues", 0 },
    { "scenarios/first_blood", NULL, "\"traits\": [\"diligent\"]", "\"traits\": [\"fast\"]", "LM-TRAITS-01", "fast", 0 },
    { "scenarios/first_blood", NULL, "\"rank\": 0, \"virtues\": [], \"traits\": [], \"at\": [27940, 3810]",
      "\"rank\": 3, \"virtues\": [\"will\"], \"traits\": [\"bold\", \"hero\"], \"at\": [27940, 3810]", "LM-CMD-05", "outranks", 0 },
    { "scenarios/lutzen", NULL, "\"traits\": [\"stoic\"]", "\"traits\": [\"bold\"]", "LM-TRAITS-03", "another commander", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [27940, 3810]", "\"at\": [35560, 12000]", "LM-CMD-09", "stands in A1", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [27940, 3810]", "\"at\": [80000, 3810]", "LM-DEPLOY-06", "6 in", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [27940, 3810]", "\"at\": [27940, 1000]", "LM-GEO-11", "not wholly", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [27940, 3810]", "\"with\": \"A3\"", "LM-CMD-06", "A3", 0 },
    { "scenarios/first_blood", NULL, "\"at\": [27940, 3810]", "\"with\": \"B1\"", "LM-ATT-01", "B1", 0 },
    { "scenarios/nordlingen", NULL, "\"type\": \"battery\", \"name\": {\"en\": \"Albuch battery\"",
      "\"type\": \"battery\", \"commander\": {\"id\": \"BX\"}, \"name\": {\"en\": \"Albuch battery\"", "LM-ARMY-11", "has no commander", 0 },
    /* Prizes, arrivals, the battle. */
    { "scenarios/rocroi", NULL, "\"turn\": 7, ", "", "LM-BATTLE-05", "needs \"turn\"", 0 },
    { "scenarios/rocroi", NULL, "\"kind\": \"type\"", "\"kind\": \"gold\"", "LM-BATTLE-05", "gold", 0 },
    { "scenarios/village", NULL, "\"points\": 3, \"element\": \"large_house\"", "\"points\": 3, \"element\": \"wood\"", "LM-BATTLE-05", "wood", 0 },
    { "scenarios/lutzen", NULL, "\"edge\": \"north\"", "\"edge\": \"up\"", "LM-DEPLOY-04", "up", 0 },
    { "scenarios/pickup", NULL, "\"battle\": \"drawn\"", "\"battle\": \"B7\"", "LM-BATTLE-07", "B7", -1 },
    { "scenarios/pickup", NULL, "\"points\": 1000,\n      \"chief\": {\"id\": \"AC\"", "\"points\": 900,\n      \"chief\": {\"id\": \"AC\"", "LM-ARMY-02",
      "1000 points; the limit is 900", -1 },
    /* Tables. */
    { "units", "first_blood", "\"id\": \"tercio\", \"kind\": \"battalion\", \"base\": \"squadron\"", "\"id\": \"tercio\", \"kind\": \"battalion\", \"base\": \"cavalry\"",
      "LM-BASE", "cavalry", 0 },
    { "units", "first_blood", "\"id\": \"tercio\", \"kind\": \"battalion\"", "\"id\": \"tercio\", \"kind\": \"band\"", "LM-INF-16", "band", 0 },
    { "units", "first_blood", "\"weapons\": [\"light_cannon\"]", "\"weapons\": [\"rifle\"]", "LM-WPN-20", "rifle", 0 },
    { "units", "first_blood", "\"id\": \"viejo\", \"cost\": 45, \"set\": {\"courage\": 5", "\"id\": \"viejo\", \"cost\": 45, \"set\": {\"courage\": 50",
      "LM-VAL-01", "courage", 0 },
    { "units", "first_blood", "\"base\": \"square\", \"not_with\": [\"modernised\"]", "\"base\": \"square\", \"not_with\": [\"modern\"]", "LM-UNIT-03", "field_square", 0 },
    { "weapons", "first_blood", "\"mixed\": [\"arquebus\", \"musket\"]", "\"mixed\": [\"musket\", \"arquebus\"]", "LM-WPN-11", "shorter range", 0 },
    { "structures", "first_blood", "{\"rank\": 3, \"virtues\": 1", "{\"rank\": 3, \"virtues\": 99", "LM-CMD-02", "virtues", 0 },
    { "structures", "first_blood", "{\"id\": \"bohemia\", \"camp\": \"anti_imperial\"}", "{\"id\": \"bohemia\", \"camp\": \"neutral\"}", "LM-ARMY-03", "neutral", 0 },
    { "terrain", "first_blood", "\"traits\": [\"easy\"]", "\"traits\": [\"fast\"]", "LM-DECOR", "fast", 0 },
};

static bool is_named(size_t i)
{
    char         document[96];
    struct out   out = out_over(document, sizeof document);
    struct fault fault = { .set = false };
    int          line = 0;

    out_format(&out, "liber/%s.json", mistakes[i].document);
    if (load_edited(document, mistakes[i].before, mistakes[i].after, mistakes[i].scenario ? mistakes[i].scenario : mistakes[i].document + 10, &fault,
                    &line)) {
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_are_those_of_the_ledger), cmocka_unit_test(options_change_profiles), cmocka_unit_test(forms_have_their_profiles),
        cmocka_unit_test(options_of_the_game_bear),          cmocka_unit_test(commanders_are_pieces),   cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(every_option_is_playable),          cmocka_unit_test(the_board_shows_what_a_player_needs),
    };
    int failed;

    if (argc != 2) return EXIT_FAILURE;
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
