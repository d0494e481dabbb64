/*
 * test_reiters_load.c: the documents of The Fate of Reiters.
 *
 * The six scenarios load with the pieces that the ledger lists; neighbours, supply distances and lines of sight are those of the `checks`
 * blocks that came with the maps. A document with a mistake is refused, and the fault names the document, the line and the rule: each
 * mistake is one edit of a document as it is. States that cannot be are not sound.
 *
 *   test_reiters_load DATA-DIRECTORY
 */
#include "documents.h"
#include "reiters.h"
#include "ruleset.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 16 << 20, TEXT = 1 << 17, DOCUMENTS = 256 };

static struct library library;
static char           memory[MEMORY], edited[TEXT];

/* As the scenario has it, and nothing under way. */
static void set_up(const struct match *m, struct state *s)
{
    s->moving = s->rejoins = s->last_defender = s->combat.attacker = s->combat.defender = NOBODY;
    for (int i = 0; i < m->head.pieces; i++) {
        struct unit *u = &s->unit[i];
        bool         waits = is_forlorn(m, i) || (m->column_of[i] < COLUMNS && m->column[m->column_of[i]].turn > 1);
        *u = (struct unit){ .x = waits ? 0 : m->start[i].zone, .type = m->type_of[i], .status = waits ? STATUS_WAITING : STATUS_STANDING };
        if (is_unit(m, i)) u->charge = m->tables.type[u->type].lances;
        u->order = ORDER_NONE;
    }
}

static const struct option options[OPTIONS] = {
    [OPTION_ADVANCED_ORDERS] = { "advanced_orders", FR_10_1_01, 0, 1, 0 },
    [OPTION_OPT_CARACOLE] = { "opt_caracole", FR_11_1_01, 0, 1, 0 },
    [OPTION_OPT_WAVERING] = { "opt_wavering", FR_11_2_01, 0, 1, 0 },
    [OPTION_OPT_GOLD] = { "opt_gold", FR_11_3_01, 0, 1, 0 },
    [OPTION_OPT_FORLORN] = { "opt_forlorn", FR_11_4_01, 0, 1, 1 },
};
/* With forlorn hopes, and without any option. */
static const struct ruleset forlorn_loader = {
    .id = "reiters", .rules = reiters_rules, .match_size = sizeof(struct match), .state_size = sizeof(struct state),
    .load = reiters_load, .setup = set_up, .sound = reiters_sound, .options = options, .option_count = OPTION_OPT_FORLORN + 1
};
static const struct ruleset loader = {
    .id = "reiters", .rules = reiters_rules, .match_size = sizeof(struct match), .state_size = sizeof(struct state),
    .load = reiters_load, .setup = set_up, .sound = reiters_sound
};

static const struct match *load_from(const struct library *from, const char *scenario, struct fault *fault)
{
    struct arena           arena = arena_over(memory, sizeof memory);
    const struct document *document = library_find(from, scenario);

    assert_non_null(document);
    return match_load(&loader, from, document, NULL, &arena, fault);
}

static const struct match *load_as(const struct ruleset *ruleset, const char *scenario)
{
    char                name[96];
    struct out          out = out_over(name, sizeof name);
    struct arena        arena = arena_over(memory, sizeof memory);
    struct fault        fault = { .set = false };
    const struct match *m;

    out_format(&out, "reiters/scenarios/%s.json", scenario);
    assert_non_null(library_find(&library, name));
    m = match_load(ruleset, &library, library_find(&library, name), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    return m;
}

static const struct match *load(const char *scenario)
{
    return load_as(&loader, scenario);
}

static int piece(const struct match *m, const char *id)
{
    int found = match_piece(m, id);

    if (found == NOBODY) fail_msg("there is no %s", id);
    return found;
}

/* The zone of a number. */
static int zone(const struct match *m, int number)
{
    assert_in_range(number, 1, NUMBERS - 1);
    assert_int_not_equal(m->index[number], NOWHERE);
    return m->index[number];
}

/* The scenarios. */

static const struct { const char *id; int zones, units[2], columns[2], baggage, turns, first, forlorn; } battles[] = {
    { "teach", 15, { 4, 4 }, { 1, 1 }, 0, 6, SEAT_A, 0 },
    { "metrieux", 28, { 11, 6 }, { 3, 2 }, 1, 10, SEAT_B, 0 },
    { "cognat", 35, { 17, 14 }, { 4, 4 }, 2, 12, SEAT_A, 20 },
    { "dormans", 39, { 18, 14 }, { 4, 3 }, 2, 10, SEAT_A, 6 },
    { "auneau", 39, { 18, 17 }, { 4, 4 }, 3, 10, SEAT_A, 6 },
    { "vimory", 36, { 15, 11 }, { 4, 4 }, 4, 9, SEAT_A, 2 },
};
enum { BATTLES = sizeof battles / sizeof battles[0] };

/* Units of the Catholic columns, of the Protestant ones, forlorn hopes, commanders by column, baggage. */
static void check_order(const struct match *m, int battle, int forlorn)
{
    int units = battles[battle].units[0] + battles[battle].units[1];

    assert_int_equal(m->units, units + forlorn);
    assert_int_equal(m->head.pieces, m->units + m->columns + battles[battle].baggage);
    for (int i = 0; i < m->head.pieces; i++) {
        assert_int_equal(is_unit(m, i), i < units + forlorn);
        assert_int_equal(is_forlorn(m, i), i >= units && i < m->units);
        if (i < units) assert_int_equal(side_of(m, i), i < battles[battle].units[0] ? SEAT_A : SEAT_B);
        if (i > 0 && i < units) assert_true(m->column_of[i] == m->column_of[i - 1] || m->column_of[i] == m->column_of[i - 1] + 1);
        if (i < m->units + m->columns) assert_int_equal(m->column[m->column_of[i]].seat, side_of(m, i));
        else assert_int_equal(m->column_of[i], COLUMNS);
        assert_string_equal(m->piece[i].type, reiters_type_ids[m->type_of[i]]);
    }
    for (int i = 0; i < m->columns; i++) {
        assert_int_equal(m->column[i].leader, m->units + i);
        assert_string_equal(m->piece[m->column[i].leader].id, m->column[i].id);
    }
}

static void scenarios_load(void **unused)
{
    (void)unused;
    for (int i = 0; i < BATTLES; i++) {
        const struct match *m = load(battles[i].id);
        assert_int_equal(m->head.seats, 2);
        assert_int_equal(m->zones, battles[i].zones);
        assert_int_equal(m->columns, battles[i].columns[0] + battles[i].columns[1]);
        assert_int_equal(m->turns, battles[i].turns);
        assert_int_equal(m->first, battles[i].first);
        check_order(m, i, 0);
        check_order(load_as(&forlorn_loader, battles[i].id), i, battles[i].forlorn);
    }
}

static void pieces_are_what_the_ledger_says(void **unused)
{
    const struct match *m = load_as(&forlorn_loader, "cognat");
    int                 child = piece(m, "P2a-2"), guise;

    (void)unused;
    assert_int_equal(m->mother_of[child], piece(m, "P2a"));
    assert_int_equal(m->fq[child], 6);                                   /* FR-11.4-09: one above her 5 */
    assert_int_equal(m->fq[piece(m, "P1b-1")], 5);
    assert_int_equal(m->fc[child][0], 1);
    assert_int_equal(m->start[child].zone, 0);
    assert_int_equal(m->column_of[child], m->column_of[piece(m, "P2a")]);
    assert_int_equal(match_piece(m, "C3c-1"), NOBODY);                   /* FR-11.4-01: Protestants only */
    assert_int_equal(m->fq[piece(m, "C3d")], 3);
    assert_int_equal(m->fq[piece(m, "P1")], 5);
    assert_int_equal(m->fc[piece(m, "P1")][0], 4);
    assert_true(m->general[piece(m, "P1")]);
    assert_false(m->general[piece(m, "P2")]);
    assert_string_equal(m->piece[piece(m, "C3")].name[1], "Évêque du Puy");
    assert_int_equal(m->exit[0].seat, SEAT_B);
    assert_int_equal(m->exit[0].zones, zone_bit(zone(m, 8)));
    assert_int_equal(m->exit[0].points[ARM_INFANTRY], 2);
    assert_int_equal(m->objective[0].zone, zone(m, 19));
    assert_int_equal(m->objective[0].points[SEAT_A], 6);
    m = load("dormans");
    guise = piece(m, "C2");
    assert_int_equal(m->bonuses[guise], 1);
    assert_int_equal(m->bonus[guise][0].types, 1u << TYPE_GENDARMES | 1u << TYPE_CHEVAU_LEGERS);
    assert_int_equal(m->bonus[guise][0].roles, AS_ATTACKER);
    assert_int_equal(m->column[m->column_of[piece(m, "P1a")]].change, 1);
    assert_int_equal(m->column[m->column_of[piece(m, "C3a")]].turn, 3);
    assert_int_equal(m->column[m->column_of[piece(m, "C3a")]].zones, zone_bit(zone(m, 8)) | zone_bit(zone(m, 16)));
    assert_int_equal(m->column[m->column_of[piece(m, "P1a")]].order, ORDER_WITHDRAW);
    m = load("vimory");
    assert_true(m->night);
    assert_int_equal(m->storm_from, 6);
    assert_int_equal(m->storm_on, 1u << 1 | 1u << 2);
    assert_int_equal(m->no_reaction[SEAT_B], 1);
    assert_int_equal(m->no_reaction[SEAT_A], 0);
    assert_true(m->start[piece(m, "P1a")].disordered);
    assert_int_equal(m->levels, 4);
    assert_int_equal(m->level[3].from, 15);
    assert_int_equal(m->level[3].id, LEVEL_DECISIVE);
    assert_int_equal(side_of(m, piece(m, "C-B1")), SEAT_A);
}

/* The checks that came with the maps. */

static struct json_document checks;

static void read_checks(const char *name)
{
    static char  text[TEXT], room[8 << 20];
    char         path[512];
    struct arena arena = arena_over(room, sizeof room);
    struct fault fault = { .set = false };
    size_t       length;
    FILE        *file;

    snprintf(path, sizeof path, "%s/zones/%s.json", MESTRE_TEST_DATA, name);
    file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_in_range(length, 1, sizeof text - 1);
    if (!json_parse(&checks, name, text, length, &arena, &fault)) fail_msg("%s", fault.text);
    checks.root = json_get(checks.root, "checks");
    assert_non_null(checks.root);
}

static uint64_t zones_of(const struct match *m, const struct json *list)
{
    uint64_t set = 0;

    for (const struct json *node = list->as.child; node; node = node->next) set |= zone_bit(zone(m, (int)node->as.integer));
    return set;
}

/* FR-MAP-05: the neighbours by a border and by a junction are all that there are. */
static void check_neighbours(const struct match *m)
{
    const struct json *list = json_get(checks.root, "neighbours");

    assert_int_equal(list->count, m->zones);
    for (const struct json *node = list->as.child; node; node = node->next) {
        int      here = zone(m, atoi(node->key));
        uint64_t border = zones_of(m, json_get(node, "border")), junction = zones_of(m, json_get(node, "junction"));
        assert_int_equal(m->adjacent[here], border | junction);
        for (int other = 0; other < m->zones; other++) {
            if (in_set(border, other)) assert_int_equal(zone_link(&m->map, here, other), ZONE_BY_BORDER);
            if (in_set(junction, other)) assert_int_equal(zone_link(&m->map, here, other), ZONE_BY_JUNCTION);
            assert_int_equal(m->entry[here][other] != 0, in_set(m->adjacent[here], other));
            assert_int_equal(m->easiest[here][other] != BORDER_IMPASSABLE, in_set(m->adjacent[here], other));
        }
    }
}

/* FR-MAP-10: a zone that the list leaves out has no way. */
static void check_supply(const struct match *m, seat_id seat, const char *key)
{
    const struct json *list = json_get(checks.root, key);
    uint64_t           seen = 0;

    assert_non_null(list);
    for (const struct json *node = list->as.child; node; node = node->next) {
        int here = zone(m, atoi(node->key));
        seen |= zone_bit(here);
        if (m->supply[seat][here] != node->as.integer) fail_msg("%s: zone %s is %d off, not %lld", m->head.scenario, node->key, m->supply[seat][here], (long long)node->as.integer);
        assert_int_equal(in_set(m->supply_edge[seat], here), node->as.integer == 0);
    }
    for (int here = 0; here < m->zones; here++)
        if (!in_set(seen, here)) assert_int_equal(m->supply[seat][here], UINT8_MAX);
}

static rule_id rule_for(const char *words)
{
    static const struct { const char *words; rule_id rule; } reasons[] = {
        { "brown border", FR_4_1_5_02 }, { "brown junction", FR_4_1_5_03 }, { "brown zone", FR_4_1_5_04 }, { "higher zone", FR_4_1_5_06 },
        { "uphill", FR_4_1_5_07 }, { "downhill adjacent", FR_4_1_5_08 }, { "crest", FR_4_1_5_09 },
    };

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (!strncmp(words, reasons[i].words, strlen(reasons[i].words))) return reasons[i].rule;
    fail_msg("what is \"%s\"?", words);
    return 0;
}

static void check_line(const struct match *m, const struct json *line)
{
    int                 from = zone(m, (int)json_get(line, "from")->as.integer), to = zone(m, (int)json_get(line, "to")->as.integer);
    const struct sight *sight = &m->sight[from][to];
    const struct json  *reasons = json_get(line, "blocked_by"), *zones = json_get(line, "zones");
    uint64_t            way = zones_of(m, zones);
    bool                level = true;
    rule_id             rule = reiters_RULE_COUNT + 1;

    /* The first of its reasons in the order of the rules. */
    for (const struct json *reason = reasons->as.child; reason; reason = reason->next)
        if (rule_for(reason->as.string) < rule) rule = rule_for(reason->as.string);
    if (!reasons->count) rule = m->night && zones->count > 2 ? FR_SCN_03 : 0;
    if (sight->range != json_get(line, "range")->as.integer || sight->rule != rule)
        fail_msg("%s: from %d to %d the range is %d and %s stops it, not %lld and %s", m->head.scenario, m->number[from], m->number[to],
                 sight->range, reiters_rules[sight->rule], (long long)json_get(line, "range")->as.integer, reiters_rules[rule]);
    if (sight->blocker) assert_true(in_set(way, sight->blocker - 1) && sight->blocker - 1 != from && sight->blocker - 1 != to);
    for (uint64_t rest = way; rest; rest &= rest - 1) level = level && m->altitude[lowest(rest)] == m->altitude[from];
    assert_int_equal(sight->between, level ? way & ~zone_bit(from) & ~zone_bit(to) : 0);
    assert_int_equal(m->sight[to][from].range, sight->range);
}

static void maps_meet_their_checks(void **unused)
{
    (void)unused;
    for (int i = 0; i < BATTLES; i++) {
        const struct match *m = load(battles[i].id);
        read_checks(battles[i].id);
        check_neighbours(m);
        check_supply(m, SEAT_A, "supply_distance_catholic");
        check_supply(m, SEAT_B, "supply_distance_protestant");
        for (const struct json *line = json_get(checks.root, "line_of_sight_no_units")->as.child; line; line = line->next) check_line(m, line);
    }
}

static int entry(const struct match *m, int from, int to)
{
    return m->entry[zone(m, from)][zone(m, to)];
}

static rule_id seen(const struct match *m, int from, int to)
{
    return m->sight[zone(m, from)][zone(m, to)].rule;
}

/* Worked examples of the ledger: W-02, W-03, W-20, W-32, B-05. */
static void maps_meet_the_examples(void **unused)
{
    const struct match *m = load("teach");

    (void)unused;
    assert_int_equal(entry(m, 12, 8), 3);                                /* a junction takes its worst border */
    assert_int_equal(seen(m, 12, 8), FR_4_1_5_03);
    assert_int_equal(entry(m, 3, 4), 2);
    assert_int_equal(entry(m, 4, 3), 3);
    assert_int_equal(entry(m, 1, 8), 0);
    assert_int_equal(m->road[zone(m, 7)], zone_bit(zone(m, 6)) | zone_bit(zone(m, 8)));
    assert_int_equal(m->road[zone(m, 4)], 0);
    m = load("cognat");
    assert_int_equal(seen(m, 27, 26), FR_4_1_5_08);
    assert_int_equal(seen(m, 27, 25), 0);
    assert_int_equal(m->sight[zone(m, 27)][zone(m, 24)].range, 3);
    assert_int_equal(seen(m, 27, 24), 0);
    assert_int_equal(m->sight[zone(m, 27)][zone(m, 24)].between, 0);
    assert_int_equal(seen(m, 24, 27), FR_4_1_5_07);
    assert_int_equal(seen(m, 13, 27), 0);
    assert_int_equal(m->sight[zone(m, 13)][zone(m, 27)].between, zone_bit(zone(m, 20)));
    assert_int_equal(seen(m, 14, 12), FR_4_1_5_09);
    assert_int_equal(m->sight[zone(m, 14)][zone(m, 12)].blocker, zone(m, 13) + 1);
    assert_int_equal(seen(m, 13, 17), FR_4_1_5_03);
    m = load("auneau");
    assert_int_equal(seen(m, 37, 25), FR_4_1_5_02);
    assert_int_equal(seen(m, 37, 36), 0);
    assert_int_equal(m->sight[zone(m, 37)][zone(m, 44)].range, 2);
    assert_int_equal(m->sight[zone(m, 37)][zone(m, 44)].between, zone_bit(zone(m, 43)));
    assert_int_equal(m->sight[zone(m, 37)][zone(m, 25)].border, BORDER_DOUBLE);
    assert_int_equal(m->cover[SEAT_A][zone(m, 37)][zone(m, 25)], BORDER_DOUBLE);
    m = load("metrieux");
    assert_int_equal(m->hardest[zone(m, 10)][zone(m, 16)], BORDER_SINGLE);
    assert_int_equal(m->easiest[zone(m, 10)][zone(m, 18)], BORDER_DOTTED);
    m = load("dormans");
    assert_int_equal(m->supply_edge[SEAT_B], zone_bit(zone(m, 35)) | zone_bit(zone(m, 38)));
    assert_false(in_set(m->every, zone(m, 37)));
}

/* The tables. */

static int result(const struct combat_table *combat, int die, int differential, bool defender)
{
    int column = differential - combat->low;

    return defender ? combat->defender[die - 1][column] : combat->attacker[die - 1][column];
}

static void tables_meet_the_book(void **unused)
{
    const struct tables *tables = &load("teach")->tables;

    (void)unused;
    assert_int_equal(tables->type[TYPE_SUISSES].fc[0], 6);
    assert_int_equal(tables->type[TYPE_SUISSES].fc[1], 4);
    assert_int_equal(tables->type[TYPE_SUISSES].rank, 1);
    assert_true(tables->type[TYPE_SUISSES].pike);
    assert_int_equal(tables->type[TYPE_ARGOULETS].move, 10);
    assert_int_equal(tables->type[TYPE_ARGOULETS_DISMOUNTED].fq, tables->type[TYPE_ARGOULETS].fq);
    assert_int_equal(tables->type[TYPE_ARGOULETS_DISMOUNTED].arm, ARM_INFANTRY);
    assert_int_equal(tables->type[TYPE_CANON].range, 3);
    assert_true(tables->type[TYPE_GENDARMES].lances);
    assert_false(tables->type[TYPE_CUIRASSIERS].lances);
    assert_int_equal(tables->commander_move, 10);
    assert_int_equal(result(&tables->combat, 5, 0, false), HIT_TEST);             /* B-04: TQ / DS */
    assert_int_equal(result(&tables->combat, 5, 0, true), HIT_DISORDER);
    assert_int_equal(result(&tables->combat, 6, 3, true), HIT_ONE | HIT_FIRM | HIT_STAR);
    assert_int_equal(result(&tables->combat, 1, -4, false), HIT_TWO | HIT_STAR);
    assert_int_equal(result(&tables->combat, 1, -4, true), 0);
    assert_int_equal(tables->combat.columns, 11);
    assert_int_equal(tables->terrain[ROW_SHOCK_CAVALRY].zone[GROUND_DIFFICULT], 2);
    assert_int_equal(tables->terrain[ROW_SHOCK_CAVALRY].border[BORDER_SINGLE], 1);
    assert_int_equal(tables->terrain[ROW_ARTILLERY].zone[GROUND_DIFFICULT], -1);
    assert_int_equal(tables->order[ORDER_WITHDRAW].initiative, -2);
    assert_int_equal(tables->order[ORDER_SKIRMISH].attacker[WEAPON_SHOCK], -1);
    assert_int_equal(tables->order[ORDER_SKIRMISH].attacker[WEAPON_FIRE], 0);
    assert_int_equal(tables->order[ORDER_MARCH].move[ARM_CAVALRY], 2);
    assert_int_equal(tables->order[ORDER_DISENGAGE].limit, LIMIT_ZOC_IF_NEARER);
    assert_int_equal(tables->change[CHANGE_GENERAL_AT_HAND], -1);
    assert_int_equal(tables->worth[WORTH_GENERAL][SEAT_A], 6);
    assert_int_equal(tables->worth[TYPE_ARGOULETS_DISMOUNTED][SEAT_B], 1);
    assert_int_equal(tables->stacking[GROUND_VERY_DIFFICULT], 2);
    assert_int_equal(tables->zone_toll[GROUND_DIFFICULT], TOLL_DISORDER);
    assert_int_equal(tables->border_toll[BORDER_DOUBLE], TOLL_IMPOSSIBLE);
    assert_int_equal(tables->reconstructed, (1u << TABLES) - 1);
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

#define TEACH "scenarios/teach"
#define UNIT_C "\"id\": \"C1c\", \"type\": \"arquebusiers\", \"name\": {\"en\": \"Arquebusiers of Lyon\", \"fr\": \"Arquebusiers de Lyon\"}, \"at\": 6, \"fq\": 3"
#define HEAD_C "\"general\": true, \"fq\": 4, \"replacement\": 3, \"at\": 6"
#define COLUMN_C "\"order\": \"attack\", \"turn\": 1, \"zones\": [1, 6, 11]"
#define EDGE_12 "{\"a\": 1, \"b\": 7, \"zones\": [1, 2], \"kind\": \"dotted\", \"sight\": \"yellow\"}"
#define EDGE_37 "{\"a\": 10, \"b\": 11, \"zones\": [3, 9], \"kind\": \"dotted\", \"sight\": \"yellow\"}"
#define ZONE_1 "\"anchor\": [102, 122], \"polygon\": [0, 1, 7, 6]"

/* The fault is at the line of the edit, or `up` lines above it (a list or an object that begins there); -1: anywhere. */
static const struct { const char *document, *before, *after, *rule, *words; int up; } mistakes[] = {
    /* Units. */
    { TEACH, UNIT_C, "\"id\": \"C1c\", \"type\": \"arbaletriers\", \"at\": 6", "FR-1.3.2-01", "arbaletriers", 0 },
    { TEACH, UNIT_C, "\"id\": \"C1c\", \"type\": \"enfants_perdus\", \"at\": 6", "FR-1.3.1-03", "C1c: forlorn hopes", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 6, \"fq\": 7", "FR-1.3.3-01", "fq", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 6, \"fq\": 0", "FR-1.3.3-01", "fq", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 6, \"fc\": [3]", "FR-1.3.7-01", "2 whole numbers", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 6, \"fc\": [3, 4]", "FR-1.3.7-01", "C1c fights better when it is reduced", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 7", "FR-2.1-01", "C1c is in zone 7, which is not among the zones of column C1", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 16", "FR-2.1-01", "there is no zone 16", 0 },
    { TEACH, "\"at\": 6, \"fq\": 3", "\"at\": 6, \"colour\": 3", "FR-1.3.1-01", "colour", 0 },
    { TEACH, "\"id\": \"C1d\"", "\"id\": \"C1c\"", "FR-1.3.1-01", "\"C1c\" is given twice", 0 },
    { TEACH, "{\"en\": \"Arquebusiers of Lyon\", \"fr\": \"Arquebusiers de Lyon\"}", "{\"en\": \"Arquebusiers of Lyon\"}", "FR-1.3.1-01", "fr", 0 },
    { "scenarios/dormans", "\"id\": \"C4d\", \"type\": \"piquiers\"", "\"id\": \"C4d\", \"type\": \"canon\"", "FR-4.1-05", "C4d never moves, and cannot arrive on turn 5", 0 },
    { "scenarios/dormans", "\"at\": 24}\n      ]},\n    {\"id\": \"P1\"", "\"at\": 23}\n      ]},\n    {\"id\": \"P1\"", "FR-4.5-01", "C4e is in zone 23", 0 },
    { "scenarios/auneau", "\"id\": \"C1e\", \"type\": \"arquebusiers\", \"name\": {\"en\": \"Regiment of Cluseau\", \"fr\": \"Régiment de Cluseau\"}, \"at\": 9", "\"id\": \"C1e\", \"type\": \"arquebusiers\", \"name\": {\"en\": \"Regiment of Cluseau\", \"fr\": \"Régiment de Cluseau\"}, \"at\": 25", "FR-2.1-02", "C1e is number 3 in zone 25, where 2 may be", 0 },
    { "scenarios/auneau", "\"at\": 23, \"disordered\": true},\n        {\"id\": \"P1b\"", "\"at\": 24, \"disordered\": true},\n        {\"id\": \"P1b\"", "FR-2.1-02", "P-B1 is number 4 in zone 24, where 3 may be", -1 },
    { "scenarios/auneau", "\"zones\": [9, 10, 25]", "\"zones\": [9, 10, 22]", "FR-4.1.1-04", "zone 22 is of type X", 0 },
    { "scenarios/vimory", "\"fr\": \"Chariots de Guise\"}, \"at\": 29", "\"fr\": \"Chariots de Guise\"}, \"at\": 24", "FR-4.1-08", "C-B1 is in zone 24 with P2c", 0 },
    /* Commanders and columns. */
    { TEACH, "\"commander\": {\"name\": {\"en\": \"Chevrières\", \"fr\": \"Chevrières\"}, " HEAD_C "},\n      ", "", "FR-5.1-01", "\"C1\" has no commander", 1 },
    { TEACH, HEAD_C, "\"general\": true, \"fq\": 4, \"replacement\": 3, \"at\": 8", "FR-2.1-01", "C1 is in zone 8, which is not among the zones of column C1", 0 },
    { TEACH, HEAD_C, "\"general\": true, \"fq\": 7, \"replacement\": 3, \"at\": 6", "FR-1.4-01", "fq", 0 },
    { TEACH, HEAD_C, "\"general\": true, \"fq\": 3, \"replacement\": 4, \"at\": 6", "FR-7.6.2-02", "replacement", 0 },
    { TEACH, HEAD_C, "\"general\": false, \"fq\": 4, \"replacement\": 3, \"at\": 6", "FR-1.4-01", "the catholic side has 0 lieutenant-generals", -1 },
    { "scenarios/dormans", "\"general\": false, \"fq\": 4, \"replacement\": 3, \"at\": 29", "\"general\": true, \"fq\": 4, \"replacement\": 3, \"at\": 29", "FR-1.4-01", "the protestant side has 2 lieutenant-generals", -1 },
    { TEACH, "{\"types\": [\"cuirassiers\"], ", "{\"types\": [\"commander\"], ", "FR-7.4.2-01", "commander", 0 },
    { TEACH, "\"roles\": [\"attacker\", \"defender\"]", "\"roles\": [\"supporter\"]", "FR-7.4.2-01", "role", 0 },
    { TEACH, "\"roles\": [\"attacker\", \"defender\"]", "\"roles\": []", "FR-7.4.2-01", "nobody", 0 },
    { TEACH, COLUMN_C, "\"order\": \"rush\", \"turn\": 1, \"zones\": [1, 6, 11]", "FR-10.1-01", "rush", 0 },
    { TEACH, COLUMN_C, "\"order\": \"hidden\", \"turn\": 1, \"zones\": [1, 6, 11]", "FR-10.1-01", "hidden", 0 },
    { TEACH, COLUMN_C, "\"order\": \"attack\", \"turn\": 7, \"zones\": [1, 6, 11]", "FR-4.5-01", "turn", 0 },
    { TEACH, COLUMN_C, "\"order\": \"attack\", \"turn\": 2, \"zones\": [1, 6, 11]", "FR-2.1-01", "the catholic side has no column on turn 1", -1 },
    { TEACH, COLUMN_C, "\"order\": \"attack\", \"turn\": 1, \"zones\": [1, 6, 11, 99]", "FR-2.1-01", "there is no zone 99", 0 },
    { TEACH, COLUMN_C, "\"order\": \"attack\", \"turn\": 1, \"zones\": [1, 6, 11, 6]", "FR-2.1-01", "zone 6 is given twice", 0 },
    { TEACH, COLUMN_C, "\"order\": \"attack\", \"turn\": 1, \"zones\": []", "FR-2.1-01", "zones", 0 },
    { TEACH, "\"id\": \"P1\", \"side\": \"protestant\"", "\"id\": \"C1\", \"side\": \"protestant\"", "FR-5.1-01", "\"C1\" is given twice", 0 },
    { TEACH, "\"id\": \"P1\", \"side\": \"protestant\"", "\"id\": \"P1\", \"side\": \"lutheran\"", "FR-5.1-01", "lutheran", 0 },
    { TEACH, "\"id\": \"P1\", \"side\": \"protestant\"", "\"id\": \"C1a\", \"side\": \"protestant\"", "FR-1.4-01", "\"C1a\" is given twice", -1 },
    /* What counts, and the single battle. */
    { TEACH, "{\"zone\": 10, \"points\": [2, 2]}", "{\"zone\": 40, \"points\": [2, 2]}", "FR-9.0-01", "there is no zone 40", 0 },
    { TEACH, "{\"zone\": 10, \"points\": [2, 2]}", "{\"zone\": 8, \"points\": [2, 2]}", "FR-9.0-01", "zone 8 is an objective twice", 0 },
    { TEACH, "{\"zone\": 10, \"points\": [2, 2]}", "{\"zone\": 10, \"points\": [2]}", "FR-9.0-01", "2 whole numbers", 0 },
    { "scenarios/dormans", "{\"zone\": 35, \"points\": [4, 0]}", "{\"zone\": 37, \"points\": [4, 0]}", "FR-4.1.1-04", "zone 37 is of type X", 0 },
    { "scenarios/dormans", "\"zones\": [35, 38], \"edge\": \"S\"", "\"zones\": [35, 40], \"edge\": \"S\"", "FR-SCN-01", "there is no zone 40", 0 },
    { "scenarios/dormans", "\"zones\": [35, 38], \"edge\": \"S\"", "\"zones\": [35, 38], \"edge\": \"N\"", "FR-SCN-01", "zone 35 does not touch the edge N", 0 },
    { "scenarios/dormans", "\"edge\": \"S\", \"turn\": 2", "\"edge\": \"S\", \"turn\": 11", "FR-SCN-01", "turn", 0 },
    { "scenarios/dormans", "{\"column\": \"P1\", \"amount\": 1}", "{\"column\": \"P9\", \"amount\": 1}", "FR-SCN-06", "\"P9\"", 0 },
    { "scenarios/vimory", "\"on\": [1, 2]", "\"on\": [0, 7]", "FR-SCN-04", "from 1 to 6", 0 },
    { "scenarios/vimory", "[{\"side\": \"protestant\", \"turn\": 1}]", "[{\"side\": \"protestant\", \"turn\": 1}, {\"side\": \"protestant\", \"turn\": 2}]", "FR-SCN-02", "given twice", 0 },
    { "scenarios/vimory", "\"night\": true", "\"night\": 1", "FR-SCN-03", "night", 0 },
    { TEACH, "{\"from\": 2, \"level\": \"minor\"}", "{\"from\": 0, \"level\": \"minor\"}", "FR-9.0-03", "go up from 0", 0 },
    { TEACH, "{\"from\": 2, \"level\": \"minor\"}", "{\"from\": 2, \"level\": \"pyrrhic\"}", "FR-9.0-03", "pyrrhic", 0 },
    { TEACH, "\"initiative\": \"catholic\"", "\"initiative\": \"royal\"", "FR-2.2-01", "royal", 0 },
    { TEACH, "\"turns\": 6", "\"turns\": 0", "FR-3.0-04", "turns", 0 },
    { TEACH, "\"minutes\": 15", "\"minuets\": 15", "FR-1.1-02", "minuets", 0 },
    { TEACH, "\"supply\": \"W\"", "\"supply\": \"Q\"", "FR-MAP-10", "Q", 0 },
    { TEACH, "{\"side\": \"catholic\", \"name\": {\"en\": \"Catholics\"", "{\"side\": \"protestant\", \"name\": {\"en\": \"Catholics\"", "FR-1.1-02", "the first side is \"catholic\"", 0 },
    /* The map. */
    { TEACH, "[207, 240]", "[403, 245]", "FR-MAP-01", "vertices 7 and 9 are the same point", 0 },
    { TEACH, "[1000, 700]\n", "[1001, 700]\n", "FR-MAP-01", "vertex 27 lies outside the canvas", 0 },
    { TEACH, "[1000, 700]\n", "[1000, 700], [500, 350]\n", "FR-MAP-01", "vertex 28 belongs to no zone", 0 },
    { TEACH, "\"canvas\": [1000, 700]", "\"canvas\": [1000, 800]", "FR-MAP-02", "not at the rim", -1 },
    { TEACH, ZONE_1, "\"anchor\": [102, 122], \"polygon\": [0, 1, 7]", "FR-MAP-02", "zone 1 has a side from vertex 7 to 0", 0 },
    { TEACH, ZONE_1, "\"anchor\": [102, 122], \"polygon\": [0, 1, 7, 28]", "FR-MAP-01", "from 0 to 27", 0 },
    { TEACH, ZONE_1, "\"anchor\": [102, 122], \"polygon\": [0, 1]", "FR-MAP-01", "polygon of zone 1", 0 },
    { TEACH, ZONE_1, "\"anchor\": [302, 122], \"polygon\": [0, 1, 7, 6]", "FR-MAP-13", "the anchor of zone 1", 0 },
    { TEACH, "{\"number\": 2, ", "{\"number\": 1, ", "FR-MAP-01", "the zone 1 is given twice", 0 },
    { TEACH, "{\"number\": 2, ", "{\"number\": 100, ", "FR-4.1.0-01", "number", 0 },
    { TEACH, "{\"number\": 2, \"type\": \"I\"", "{\"number\": 2, \"type\": \"IV\"", "FR-MAP-01", "IV", 0 },
    { TEACH, "{\"number\": 2, \"type\": \"I\"", "{\"number\": 2, \"type\": \"X\"", "FR-MAP-06", "zone 2 is of type X: its borders are impassable, not dotted", -1 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1, 3], \"kind\": \"dotted\", \"sight\": \"yellow\"}", "FR-MAP-02", "this edge is between zones 1 and 2", 0 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1, 22], \"kind\": \"dotted\", \"sight\": \"yellow\"}", "FR-MAP-02", "there is no zone 22", 0 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1], \"kind\": \"dotted\", \"sight\": \"yellow\"}", "FR-MAP-02", "two zones", 0 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1, 2], \"kind\": \"hedge\", \"sight\": \"yellow\"}", "FR-MAP-02", "hedge", 0 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1, 2], \"kind\": \"dotted\", \"sight\": \"green\"}", "FR-MAP-02", "green", 0 },
    { TEACH, EDGE_12, "{\"a\": 1, \"b\": 7, \"zones\": [1, 2], \"kind\": \"dotted\", \"sight\": \"yellow\", \"fort_side\": \"catholic\"}", "FR-7.4.6-05", "double", 0 },
    { TEACH, EDGE_12, EDGE_12 ", " EDGE_12, "FR-MAP-02", "this edge is given twice", 0 },
    { TEACH, "      " EDGE_12 ",\n", "", "FR-MAP-02", "that is not among the edges", -1 },
    { TEACH, "\"roads\": [[6, 7, 8, 9, 10]]", "\"roads\": [[6, 8, 9, 10]]", "FR-MAP-08", "from zone 6 to zone 8, which do not touch", 0 },
    { TEACH, "\"roads\": [[6, 7, 8, 9, 10]]", "\"roads\": [[6, 7, 7, 8]]", "FR-MAP-08", "zone 7 stands twice", 0 },
    { TEACH, "\"roads\": [[6, 7, 8, 9, 10]]", "\"roads\": [[6, 7, 20]]", "FR-MAP-08", "there is no zone 20", 0 },
    { TEACH, "\"roads\": [[6, 7, 8, 9, 10]]", "\"roads\": [[6]]", "FR-MAP-08", "two at least", 0 },
    { TEACH, "\"paths\": []", "\"paths\": [[1, 3]]", "FR-4.1.1-07", "from zone 1 to zone 3, which do not touch", 0 },
    { TEACH, "\"paths\": []", "\"paths\": [], \"los_override\": [{\"from\": 1, \"to\": 1}]", "FR-MAP-17", "to another", 0 },
    { TEACH, "\"paths\": []", "\"paths\": [], \"los_override\": [{\"from\": 1, \"to\": 77}]", "FR-MAP-17", "there is no zone 77", 0 },
    { "scenarios/dormans", "\"roads\": [[25, ", "\"roads\": [[33, 25, ", "FR-MAP-08", "from zone 33 to zone 25, which do not touch", 0 },
    /* Tables. */
    { "units", "\"fc\": [6, 4]", "\"fc\": [6, 7]", "FR-1.3.7-01", "suisses fights better", 0 },
    { "units", "\"fc\": [6, 4]", "\"fc\": [6]", "FR-1.3.7-01", "2 whole numbers", 0 },
    { "units", "\"id\": \"canon\", \"class\": \"H\", \"fc\": [2]", "\"id\": \"canon\", \"class\": \"H\", \"fc\": [2, 1]", "FR-1.3.7-02", "1 whole numbers", 0 },
    { "units", "\"fc\": [2], \"move\": 0, \"fq\": 3, \"range\": 3", "\"fc\": [2], \"move\": 1, \"fq\": 3, \"range\": 3", "FR-4.1-05", "move", 0 },
    { "units", "\"range\": 3", "\"range\": 4", "FR-1.3.6-01", "range", 0 },
    { "units", "\"id\": \"milice\", \"class\": \"G\"", "\"id\": \"milice\", \"class\": \"I\"", "FR-7.4.3-01", "class", 0 },
    { "units", "{\"id\": \"milice\"", "{\"id\": \"suisses\"", "FR-1.3.1-01", "\"suisses\" is given twice", 0 },
    { "units", "{\"id\": \"milice\"", "{\"id\": \"peasants\"", "FR-1.3.1-01", "peasants", 0 },
    { "units", "\"fq_most\": 6", "\"fq_most\": 7", "FR-11.4-09", "fq_most", 0 },
    { "units", "\"move\": 10, \"provenance\": \"seed\"", "\"move\": 0, \"provenance\": \"seed\"", "FR-1.4-01", "move", 0 },
    { "units", "  \"provenance\": \"reconstructed\",\n", "", "FR-1.3.1-01", "provenance", -1 },
    { "units", "  \"provenance\": \"reconstructed\",\n", "  \"provenance\": \"guessed\",\n", "FR-1.3.1-01", "provenance", 0 },
    { "terrain", "\"id\": \"open\", \"cost\": 1", "\"id\": \"open\", \"cost\": 0", "FR-4.1.1-01", "cost", 0 },
    { "terrain", "\"id\": \"forbidden\", \"cost\": null", "\"id\": \"forbidden\", \"cost\": 4", "FR-4.1.1-04", "null", 0 },
    { "terrain", "\"cost\": null, \"stacking\": 0", "\"cost\": null, \"stacking\": 1", "FR-4.3-01", "stacking", 0 },
    { "terrain", "\"id\": \"single\", \"cost\": 1", "\"id\": \"single\", \"cost\": 3", "FR-4.1.3-01", "double border is easier", -1 },
    { "terrain", "\"stacking\": 0, \"retreat\": \"impossible\"", "\"stacking\": 0, \"retreat\": \"test\"", "FR-7.5.3-05", "impossible", 0 },
    { "terrain", "\"id\": \"test_at\", \"value\": 3", "\"id\": \"test_at\", \"value\": 4", "FR-4.1.4-02", "above", -1 },
    { "terrain", "\"zone\": [0, 2, 3]", "\"zone\": [0, 2]", "FR-7.4.6-01", "3 whole numbers", 0 },
    { "terrain", "\"border\": [0, 0, 1]", "\"border\": [0, 2, 1]", "FR-7.4.6-02", "a double border protects less", 0 },
    { "terrain", "\"zone\": [0, -1, -2]", "\"zone\": [0, 1, 2]", "FR-7.8-07", "from -9 to 0", 0 },
    { "combat", "[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]", "[-4, -3, -2, 0, 1, 2, 3, 4, 5, 6, 7]", "FR-7.2-05", "up by one", 0 },
    { "combat", "[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]", "[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5]", "FR-7.2-05", "11 results; the table has 10", -1 },
    { "combat", "\"2*\", \"2\"", "\"3*\", \"2\"", "FR-7.5.1-03", "3*", 0 },
    { "combat", "\"2*\", \"2\"", "\"2#\", \"2\"", "FR-7.5.1-06", "2#", 0 },
    { "combat", "\"2*\", \"2\"", "\"2**\", \"2\"", "FR-7.5.1-03", "2**", 0 },
    { "combat", "{\"die\": 3", "{\"die\": 2", "FR-7.2-05", "die 3", 0 },
    { "orders", "{\"id\": \"hold\", \"move\": [-1, -2]", "{\"id\": \"hold\", \"move\": [-1]", "FR-10.1-06", "2 whole numbers", 0 },
    { "orders", "{\"id\": \"hold\"", "{\"id\": \"stay\"", "FR-10.1-06", "stay", 0 },
    { "orders", "\"limit\": \"nearer\"", "\"limit\": \"homeward\"", "FR-10.1-06", "homeward", 0 },
    { "orders", "\"initiative\": -2", "\"initiative\": \"low\"", "FR-10.3-01", "initiative", 0 },
    { "order_change", "\"id\": \"replacement\", \"amount\": 1", "\"id\": \"replacement\", \"amount\": 10", "FR-10.2-02", "amount", 0 },
    { "order_change", "{\"id\": \"not_engaged\"", "{\"id\": \"rested\"", "FR-10.2-02", "rested", 0 },
    { "victory", "\"suisses\", \"points\": [4, 3]", "\"suisses\", \"points\": [3, 4]", "FR-9.0-04", "scores 3", 0 },
    { "victory", "    {\"id\": \"suisses\", \"points\": [4, 3]},\n", "", "FR-9.0-01", "the row of \"suisses\" is missing", -1 },
};

/* Is the mistake refused, and is what is said of it right? */
static bool is_named(size_t i)
{
    const char  *folder = strncmp(mistakes[i].document, "scenarios/", 10) ? TEACH : mistakes[i].document;
    struct fault fault = { .set = false };
    char         document[96], scenario[96];
    struct out   out = out_over(document, sizeof document), whole = out_over(scenario, sizeof scenario);
    int          line;

    out_format(&out, "reiters/%s.json", mistakes[i].document);
    out_format(&whole, "reiters/%s.json", folder);
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

/* FR-4.3-05, FR-4.1-09: the two sides begin apart. */
#define CHATILLON "      \"commander\": {\"name\": {\"en\": \"Châtillon\", \"fr\": \"Châtillon\"}, \"general\": true, \"fq\": 5, \"replacement\": 4, \"at\": "
#define BONUS ", \"bonus\": [{\"types\": [\"cuirassiers\"], \"roles\": [\"attacker\", \"defender\"], \"amount\": 1}]},\n      \"units\": [\n"
#define CUIRASSIERS "        {\"id\": \"P1a\", \"type\": \"cuirassiers\", \"name\": {\"en\": \"Cuirassiers of Châtillon\", \"fr\": \"Cuirassiers de Châtillon\"}, \"at\": "
#define ESCORT(zones, commander, cuirassiers) "\"zones\": [" zones "],\n" CHATILLON commander BONUS CUIRASSIERS cuirassiers "}"

static void check_apart(const char *after, const char *said, int down)
{
    struct fault fault = { .set = false };
    int          line;

    assert_null(load_edited("reiters/scenarios/teach.json", ESCORT("8, 9, 14", "9", "9"), after, "reiters/scenarios/teach.json", &fault, &line));
    assert_string_equal(fault.text, said);
    assert_int_equal(fault.line, line + down);
}

static void enemies_begin_apart(void **unused)
{
    struct fault fault = { .set = false };
    int          line;

    (void)unused;
    check_apart(ESCORT("6, 8, 9, 14", "6", "9"), "FR-4.1-09: P1 is in zone 6 with C1a of the enemy", 1);
    check_apart(ESCORT("8, 9, 11, 14", "9", "11"), "FR-4.3-05: C1d is in zone 11 with P1a of the enemy", -2);
    assert_non_null(load_edited("reiters/scenarios/teach.json", ESCORT("8, 9, 14", "9", "9"), ESCORT("8, 9, 12, 14", "9", "12"),
                                "reiters/scenarios/teach.json", &fault, &line));
}

static void a_missing_table_is_named(void **unused)
{
    static struct document list[DOCUMENTS];

    (void)unused;
    for (size_t i = 0; i < TABLES; i++) {
        struct library copy = { list, 0 };
        struct fault   fault = { .set = false };
        char           name[96];
        struct out     out = out_over(name, sizeof name);
        out_format(&out, "reiters/%s.json", reiters_table_ids[i]);
        for (int32_t k = 0; k < library.count; k++)
            if (strcmp(library.list[k].name, name)) list[copy.count++] = library.list[k];
        assert_int_equal(copy.count, library.count - 1);
        assert_null(load_from(&copy, "reiters/scenarios/teach.json", &fault));
        assert_string_equal(fault.file, name);
    }
}

/* An owner's table changes what the units are, and is no longer marked as ours. */
static void own_tables_count(void **unused)
{
    struct fault        fault = { .set = false };
    const struct match *m;
    int                 line;

    (void)unused;
    m = load_edited("reiters/units.json", "\"fc\": [6, 4]", "\"fc\": [7, 5]", "reiters/scenarios/vimory.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(m->fc[piece(m, "P4a")][0], 7);
    assert_int_equal(m->fc[piece(m, "P4a")][1], 5);
    m = load_edited("reiters/victory.json", "\"provenance\": \"reconstructed\"", "\"provenance\": \"own\"", "reiters/scenarios/vimory.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(m->tables.reconstructed, ((1u << TABLES) - 1) & ~(1u << TABLE_VICTORY));
    m = load_edited("reiters/combat.json", "  \"provenance\": \"reconstructed\"", "  \"provenance\": \"own\"", "reiters/scenarios/vimory.json", &fault, &line);
    assert_non_null(m);
    assert_true(m->tables.reconstructed & 1u << TABLE_COMBAT);           /* one of its rows still says that it is ours */
}

/* FR-MAP-17, FR-7.4.6-05: what a scenario may switch. */
static void maps_have_switches(void **unused)
{
    struct fault        fault = { .set = false };
    const struct match *m;
    int                 line, a, b;

    (void)unused;
    m = load_edited("reiters/scenarios/teach.json", "\"paths\": []",
                    "\"paths\": [], \"los_override\": [{\"from\": 7, \"to\": 9, \"clear\": true}, {\"from\": 1, \"to\": 2, \"clear\": false}, {\"from\": 6, \"to\": 13, \"range\": 2}]",
                    "reiters/scenarios/teach.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(seen(m, 7, 9), 0);
    assert_int_equal(seen(m, 9, 7), FR_4_1_5_04);
    assert_int_equal(seen(m, 1, 2), FR_MAP_17);
    assert_int_equal(m->sight[zone(m, 6)][zone(m, 13)].range, 2);
    assert_int_equal(seen(m, 6, 13), 0);
    m = load_edited("reiters/scenarios/teach.json", EDGE_37,
                    "{\"a\": 10, \"b\": 11, \"zones\": [3, 9], \"kind\": \"double\", \"sight\": \"yellow\", \"fort_side\": \"protestant\"}",
                    "reiters/scenarios/teach.json", &fault, &line);
    assert_non_null(m);
    a = zone(m, 3);
    b = zone(m, 9);
    assert_int_equal(m->cover[SEAT_B][a][b], BORDER_DOUBLE);
    assert_int_equal(m->cover[SEAT_A][a][b], BORDER_DOTTED);
    assert_int_equal(m->hardest[a][b], BORDER_DOUBLE);
    assert_int_equal(m->entry[a][b], 3);
    assert_int_equal(m->sight[a][b].border, BORDER_DOUBLE);
    assert_int_equal(m->sight[a][b].bare, SEAT_BIT(SEAT_A));
}

/* FR-7.8-07: by a junction a shot counts the border there that protects best. FR-MAP-08: there is no road through very difficult ground. */
static void the_ground_decides(void **unused)
{
    static const char edge[] = "\"zones\": [12, 13], \"kind\": \"single\"", seven[] = "\"number\": 7, \"type\": \"I\"";
    struct fault        fault = { .set = false };
    const struct match *m;
    int                 line;

    (void)unused;
    m = load_edited("reiters/scenarios/teach.json", edge, "\"zones\": [12, 13], \"kind\": \"double\"", "reiters/scenarios/teach.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(m->sight[zone(m, 12)][zone(m, 8)].border, BORDER_DOUBLE);
    assert_int_equal(m->sight[zone(m, 12)][zone(m, 7)].border, BORDER_DOTTED);
    assert_int_equal(m->sight[zone(m, 11)][zone(m, 7)].border, BORDER_DOTTED);
    assert_int_equal(entry(m, 12, 8), 4);
    m = load_edited("reiters/scenarios/teach.json", seven, "\"number\": 7, \"type\": \"III\"", "reiters/scenarios/teach.json", &fault, &line);
    assert_non_null(m);
    assert_int_equal(m->road[zone(m, 7)], 0);
    assert_int_equal(m->road[zone(m, 6)], 0);
    assert_int_equal(m->road[zone(m, 8)], zone_bit(zone(m, 9)));
    assert_int_equal(entry(m, 6, 7), 3);
}

/* The book's examples: their zones, and somebody in them. */
static void the_examples_of_the_book_load(void **unused)
{
    static char         text[TEXT];
    char                path[512];
    struct arena        arena = arena_over(memory, sizeof memory);
    struct fault        fault = { .set = false };
    struct document     document = { .name = "book_examples", .text = text };
    const struct match *m;
    FILE               *file;

    (void)unused;
    snprintf(path, sizeof path, "%s/reiters/book_examples.json", MESTRE_TEST_DATA);
    file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    document.length = fread(text, 1, sizeof text, file);
    fclose(file);
    m = match_load(&loader, &library, &document, NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    assert_int_equal(entry(m, 23, 24), 4);                               /* B-01: III and a single border */
    assert_int_equal(entry(m, 34, 31), 1);                               /* B-02 */
    assert_int_equal(entry(m, 25, 31), 1);                               /* B-03: I, dotted */
    assert_int_equal(entry(m, 31, 33), 4);                               /* and II over a double border */
    assert_int_equal(m->cover[SEAT_B][zone(m, 11)][zone(m, 12)], BORDER_SINGLE);         /* B-04 */
    assert_int_equal(m->type_of[piece(m, "P1a")], TYPE_ARGOULETS_DISMOUNTED);
    assert_int_equal(m->fc[piece(m, "P1a")][0], 2);
    assert_int_equal(m->fq[piece(m, "P1a")], 4);
    read_checks("book_examples");
    check_neighbours(m);
    for (const struct json *line = json_get(checks.root, "line_of_sight_no_units")->as.child; line; line = line->next) check_line(m, line);
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
    const struct match  *m = load_as(&forlorn_loader, "auneau");
    const struct json   *node;

    (void)unused;
    reiters_write_board(m, &writer);
    assert_false(out.full);
    if (!json_parse(&board, "board", text, out.used, &arena, &fault)) fail_msg("%s", fault.text);
    assert_string_equal(json_get(board.root, "board")->as.string, "zones");
    assert_int_equal(json_get(board.root, "depth")->as.integer, 700);
    assert_int_equal(json_get(board.root, "vertices")->count, 79);
    assert_int_equal(json_get(board.root, "zones")->count, 39);
    assert_int_equal(json_get(board.root, "borders")->count, 117);
    assert_int_equal(json_get(board.root, "roads")->count, 2);
    assert_int_equal(json_get(board.root, "paths")->as.child->count, 2);
    assert_int_equal(json_get(board.root, "reconstructed")->count, TABLES);
    assert_int_equal(json_get(board.root, "regiments")->count, 8);
    assert_int_equal(json_get(board.root, "pieces")->count, m->head.pieces);
    assert_string_equal(json_get(board.root, "supply")->as.child->as.string, "N");
    node = member_with(json_get(board.root, "zones"), "code", "125");
    assert_int_equal(json_get(node, "number")->as.integer, 25);
    assert_string_equal(json_get(node, "ground")->as.string, "very_difficult");
    assert_string_equal(json_get(node, "roman")->as.string, "III");
    assert_int_equal(json_get(node, "brown")->type, JSON_TRUE);
    assert_string_equal(json_get(json_get(node, "names"), "fr")->as.string, "château d’Auneau");
    node = member_with(json_get(board.root, "borders"), "kind", "rim");
    assert_int_equal(json_get(node, "zones")->count, 1);
    node = member_with(json_get(board.root, "pieces"), "id", "P2c");
    assert_string_equal(json_get(node, "arm")->as.string, "artillery");
    assert_string_equal(json_get(node, "kind")->as.string, "unit");
    assert_int_equal(json_get(json_get(node, "profile"), "range")->as.integer, 3);
    node = member_with(json_get(board.root, "pieces"), "id", "P3c-2");
    assert_string_equal(json_get(node, "mother")->as.string, "P3c");
    node = member_with(json_get(board.root, "pieces"), "id", "C3");
    assert_string_equal(json_get(node, "kind")->as.string, "commander");
    assert_int_equal(json_get(json_get(node, "profile"), "general")->type, JSON_TRUE);
    node = member_with(json_get(board.root, "pieces"), "id", "P-B3");
    assert_string_equal(json_get(node, "kind")->as.string, "baggage");
    assert_null(json_get(node, "regiment"));
}

/* States. */

static struct state board_state;

static void fresh(const struct match *m)
{
    struct fault fault = { .set = false };

    memset(&board_state, 0, sizeof board_state);
    set_up(m, &board_state);
    if (!reiters_sound(m, &board_state, &fault)) fail_msg("%s", fault.text);
}

static void check_sound(const struct match *m, const char *rule)
{
    struct fault fault = { .set = false };
    bool         sound = reiters_sound(m, &board_state, &fault);

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
    const struct match *m = load("dormans");

    (void)unused;
    fresh(m);
    at(m, "C1a")->x = 40;
    check_sound(m, "FR-MAP-02");
    at(m, "C1a")->x = 200;
    check_sound(m, "FR-MAP-02");
    at(m, "C1a")->x = 37;
    check_sound(m, "FR-4.1.1-04");
    at(m, "C1a")->x = 20;
    check_sound(m, "FR-4.3-05");
    at(m, "C1d")->x = 15;
    check_sound(m, "FR-4.3-01: C1e in zone 15 is one too many");
    at(m, "C1")->x = 20;
    check_sound(m, "FR-4.1-09");
    at(m, "C1")->x = 26;                                                 /* FR-4.1-13: with lone baggage */
    check_sound(m, NULL);
    at(m, "C1a")->x = 26;
    check_sound(m, "FR-4.1-08");
    at(m, "P-B1")->x = 25;
    check_sound(m, "FR-1.5-01");
    at(m, "P-B1")->status = STATUS_LEFT;
    check_sound(m, "FR-1.5-01");
    at(m, "C1a")->status = STATUS_LOST;
    check_sound(m, "FR-4.5-01");
    at(m, "C1a")->status = STATUS_LOST;
    at(m, "C1a")->x = 0;
    check_sound(m, NULL);
    at(m, "C1a")->status = STATUS_WAITING;
    at(m, "C1a")->x = 0;
    check_sound(m, "FR-4.5-01");
    at(m, "C3a")->status = STATUS_STANDING;
    at(m, "C3a")->x = 16;
    check_sound(m, NULL);
    at(m, "C1a")->status = STATUSES;
    check_sound(m, "FR-1.6-01");
    at(m, "C1a")->type = TYPE_CHEVAU_LEGERS;
    check_sound(m, "FR-4.6-01");
    at(m, "C1d")->type = TYPE_ARGOULETS_DISMOUNTED;
    check_sound(m, NULL);
    at(m, "C1d")->wear = 1;
    check_sound(m, "FR-1.3.7-02");
    at(m, "C1a")->wear = 2;
    check_sound(m, "FR-1.3.7-01");
    at(m, "C1a")->disordered = 2;
    check_sound(m, "FR-1.6-01");
    at(m, "P1a")->charge = 1;
    check_sound(m, "FR-2.1-05");
    at(m, "P2a")->caracole = 1;
    check_sound(m, "FR-11.1-01");
    at(m, "C1")->disordered = 1;
    check_sound(m, "FR-1.4-02");
    at(m, "C1")->order = ORDER_HIDDEN;
    check_sound(m, "FR-10.1-08");
    at(m, "C1a")->order = 1;
    check_sound(m, "FR-10.1-01");
    at(m, "P1d")->lent = at(m, "P1d")->wear = 1;
    check_sound(m, "FR-11.4-01");
    at(m, "C1a")->supports = 3;
    check_sound(m, "FR-7.4.4-01");
    at(m, "C1a")->fallen = 99;
    check_sound(m, "FR-MAP-02");
}

static void impossible_games_are_not_sound(void **unused)
{
    const struct match *m = load("dormans");

    (void)unused;
    fresh(m);
    board_state.turn = 11;
    check_sound(m, "FR-3.0-01");
    board_state.active = 2;
    check_sound(m, "FR-3.0-01");
    board_state.held = zone_bit(zone(m, 33));
    check_sound(m, "FR-4.1.1-04");
    board_state.reaction = zone_bit(63);
    check_sound(m, "FR-4.1.1-04");
    board_state.points[0] = -1;
    check_sound(m, "FR-9.0-01");
    board_state.moving = (int8_t)piece(m, "C1a");
    check_sound(m, NULL);
    board_state.moving = (int8_t)piece(m, "P1a");
    check_sound(m, "FR-4.1-01");
    board_state.moving = (int8_t)piece(m, "C3a");
    check_sound(m, "FR-4.1-01");
    board_state.moving = (int8_t)m->head.pieces;
    check_sound(m, "FR-4.1-01");
    board_state.active = SEAT_B;
    board_state.moving = (int8_t)piece(m, "P-B1");
    check_sound(m, "FR-4.1-05");
    board_state.rejoins = (int8_t)piece(m, "C1a");
    check_sound(m, "FR-5.3-03");
    board_state.combat.attacker = (int8_t)piece(m, "C1");
    check_sound(m, "FR-7.1-01");
    board_state.combat.attacker = (int8_t)piece(m, "C1a");
    board_state.combat.defender = (int8_t)piece(m, "C1b");
    check_sound(m, "FR-7.1-01");
    board_state.combat.attacker = (int8_t)piece(m, "C1a");
    board_state.combat.defender = (int8_t)piece(m, "P1b");
    board_state.combat.from = 15;
    board_state.combat.to = 27;
    board_state.combat.mode = MODE_MELEE;
    check_sound(m, NULL);
    board_state.combat.to = 90;
    check_sound(m, "FR-7.1-01");
    board_state.combat.mode = MODES;
    check_sound(m, "FR-7.1-13");
    board_state.combat.hit[1] = 64;
    check_sound(m, "FR-7.1-13");
}

static void forlorn_hopes_belong_to_their_mothers(void **unused)
{
    const struct match *m = load_as(&forlorn_loader, "cognat");

    (void)unused;
    assert_string_equal(m->piece[piece(m, "P2a-1")].name[0], "Provençals of Mouvans, 1st A");
    assert_string_equal(m->piece[piece(m, "P2a-2")].name[1], "Provençaux de Mouvans, 1re bande B");
    assert_string_equal(m->piece[piece(m, "P-B2")].name[1], "Derniers chariots");
    fresh(m);
    at(m, "P2a-1")->status = STATUS_STANDING;
    at(m, "P2a-1")->x = 25;
    check_sound(m, NULL);
    at(m, "P2a-1")->status = at(m, "P2a-2")->status = STATUS_STANDING;
    at(m, "P2a-1")->x = at(m, "P2a-2")->x = 25;
    check_sound(m, "FR-11.4-03");
    at(m, "P2a-1")->status = at(m, "P2a-2")->status = STATUS_STANDING;
    at(m, "P2a-1")->x = at(m, "P2a-2")->x = 25;
    at(m, "P2a")->lent = at(m, "P2a")->wear = 1;
    check_sound(m, NULL);
    at(m, "P2a")->lent = 1;
    check_sound(m, "FR-11.4-03");
    at(m, "P2a")->status = STATUS_LOST;
    at(m, "P2a")->x = 0;
    at(m, "P2a-1")->status = STATUS_STANDING;
    at(m, "P2a-1")->x = 26;
    check_sound(m, "FR-11.4-08");
    /* They do not count for stacking, but they keep enemies out. */
    at(m, "P1b-1")->status = at(m, "P1c-1")->status = STATUS_STANDING;
    at(m, "P1b-1")->x = at(m, "P1c-1")->x = 19;
    check_sound(m, NULL);
    at(m, "P2a-1")->status = STATUS_STANDING;
    at(m, "P2a-1")->x = 17;
    check_sound(m, "FR-4.3-05");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenarios_load),
        cmocka_unit_test(pieces_are_what_the_ledger_says),
        cmocka_unit_test(maps_meet_their_checks),
        cmocka_unit_test(maps_meet_the_examples),
        cmocka_unit_test(tables_meet_the_book),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(enemies_begin_apart),
        cmocka_unit_test(a_missing_table_is_named),
        cmocka_unit_test(own_tables_count),
        cmocka_unit_test(maps_have_switches),
        cmocka_unit_test(the_ground_decides),
        cmocka_unit_test(the_examples_of_the_book_load),
        cmocka_unit_test(the_board_is_json),
        cmocka_unit_test(impossible_states_are_not_sound),
        cmocka_unit_test(impossible_games_are_not_sound),
        cmocka_unit_test(forlorn_hopes_belong_to_their_mothers),
    };
    int failed;

    if (argc != 2) {
        fprintf(stderr, "usage: test_reiters_load DATA-DIRECTORY\n");
        return 2;
    }
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
