/*
 * test_liber_army.c: army lists of Liber Militum: Tercios.
 *
 * Every breach of T9 is found in a list that has it, with its code, its rule and its place, and the change that is proposed leaves as
 * many problems as it says. The armies of the scenarios are legal, as the ledger says; so are suggested ones, which survive as a code
 * and meet in a battle that loads.
 *
 *   test_liber_army DATA-DIRECTORY
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

enum { MEMORY = 16 << 20, TEXT = 1 << 17 };

static struct library       library;
static char                 memory[MEMORY], text[TEXT], other[TEXT], decoded[TEXT];
static struct muster_report report, again;

static bool check(const char *army, size_t length, struct muster_report *into, struct fault *fault)
{
    static char     room[2][MEMORY];
    struct arena    arena = arena_over(room[into == &again], MEMORY);
    struct document document = { "army", army, length };

    return liber_muster.check(&library, &document, into, &arena, fault);
}

static const char legal[] =
    "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"standard\",\"limit\":1500,\n"
    "\"chief\":{\"rank\":3,\"virtues\":[\"presence\"],\"traits\":[\"bold\",\"hero\"]},\n"
    "\"regiments\":[\n"
    "{\"type\":\"infantry_regiment\",\"commander\":{\"rank\":1,\"virtues\":[],\"traits\":[\"alert\"]},\"units\":[\n"
    "{\"type\":\"tercio\",\"options\":[\"viejo\"]},{\"type\":\"tercio\",\"options\":[]},{\"type\":\"shot_company\"},{\"type\":\"forlorn_hope\"}]},\n"
    "{\"type\":\"cavalry_regiment\",\"commander\":{\"rank\":0,\"virtues\":[],\"traits\":[]},\"units\":[\n"
    "{\"type\":\"cuirassiers\"},{\"type\":\"cuirassiers\",\"options\":[]},{\"type\":\"shot_company\",\"options\":[]}]},\n"
    "{\"type\":\"battery\",\"units\":[{\"type\":\"field_gun\"}]}]}";

static size_t edit(const char *before, const char *after)
{
    struct out  out = out_over(text, sizeof text);
    const char *at = before ? strstr(legal, before) : legal;

    if (!at) fail_msg("the army does not have %s", before);
    if (before) {
        out_bytes(&out, legal, (size_t)(at - legal));
        out_text(&out, after);
        out_text(&out, at + strlen(before));
    } else {
        out_text(&out, after ? after : legal);
    }
    assert_false(out.full);
    return out.used;
}

#define CAVALRY(last) "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"cavalry\",\"limit\":1500," \
    "\"chief\":{\"rank\":2,\"virtues\":[\"presence\"],\"traits\":[\"bold\"]},\"regiments\":[" \
    "{\"type\":\"cavalry_regiment\",\"commander\":{\"rank\":0},\"units\":[{\"type\":\"cuirassiers\"}]}," last "]}"
#define SECOND(horse) "{\"type\":\"cavalry_regiment\",\"commander\":{\"rank\":0},\"units\":[{\"type\":\"" horse "\"}]}"
#define LED_BY(formation, leader, units) "{\"type\":\"" formation "\",\"commander\":{\"rank\":" leader "},\"units\":[" units "]}"
#define UNDER(rule, first, second, third) "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"cavalry\",\"limit\":1500," \
    "\"rules\":{\"" rule "\":1},\"chief\":{\"rank\":2,\"virtues\":[\"presence\"],\"traits\":[\"bold\"]},\"regiments\":[" \
    LED_BY("cavalry_regiment", first, "{\"type\":\"cuirassiers\"}") "," LED_BY("cavalry_regiment", second, "{\"type\":\"cuirassiers\"}") "," \
    LED_BY("battle_group", third, "{\"type\":\"pike_company\"},{\"type\":\"pike_company\"}") "]}"
#define SECOND_RANK(trait) "2,\"virtues\":[\"will\"],\"traits\":[\"" trait "\"]"
#define GROUP ",{\"type\":\"battle_group\",\"commander\":{\"rank\":0},\"units\":[{\"type\":\"pike_company\"},{\"type\":\"pike_company\"}]}"

/* What is edited (nothing: the army is the second text), what is found, where, and what mends it. */
static const struct { const char *before, *after, *code, *rule; int regiment, unit; enum muster_change change; const char *part; } breaches[] = {
    { "\"chief\":{\"rank\":3,\"virtues\":[\"presence\"],\"traits\":[\"bold\",\"hero\"]},", "", "E01", "LM-ARMY-06", MUSTER_CHIEF, -1, MUSTER_ADD, "commander" },
    { "\"rank\":3,\"virtues\":[\"presence\"],\"traits\":[\"bold\",\"hero\"]", "\"rank\":1,\"virtues\":[],\"traits\":[\"bold\"]", "E02", "LM-CMD-03", MUSTER_CHIEF, -1,
      MUSTER_SET, "rank" },
    { "\"limit\":1500", "\"limit\":825", "E03", "LM-ARMY-02", -1, -1, MUSTER_SET, "rank" },
    { "\"structure\":\"standard\"", "\"structure\":\"battle_groups\"", "E04", "LM-ARMY-10", -1, -1, MUSTER_STRUCTURE, "structure" },
    { "\"commander\":{\"rank\":0,\"virtues\":[],\"traits\":[]},", "", "E05", "LM-ARMY-11", 1, -1, MUSTER_ADD, "commander" },
    { "\"battery\",", "\"battery\",\"commander\":{\"rank\":0},", "E05", "LM-ARMY-11", 2, -1, MUSTER_TAKE_AWAY, "commander" },
    { "\"rank\":0,\"virtues\":[],\"traits\":[]", "\"rank\":5,\"virtues\":[\"will\",\"elan\"],\"traits\":[\"calm\",\"cold\",\"brave\"]", "E06", "LM-CMD-04", 1, -1,
      MUSTER_SET, "rank" },
    { "\"rank\":0,\"virtues\":[],\"traits\":[]", "\"rank\":4,\"virtues\":[\"will\",\"elan\"],\"traits\":[\"calm\",\"cold\"]", "E07", "LM-CMD-05", 1, -1, MUSTER_SET,
      "rank" },
    { "{\"type\":\"field_gun\"}", "{\"type\":\"field_gun\"},{\"type\":\"light_gun\"}", "E08", "LM-ARMY-22", 2, -1, MUSTER_TAKE_AWAY, "unit" },
    { "{\"type\":\"tercio\",\"options\":[]},{\"type\":\"shot_company\"},{\"type\":\"forlorn_hope\"}", "{\"type\":\"shot_company\"}", "E08", "LM-ARMY-15", 0, -1,
      MUSTER_ADD, "unit" },
    { "{\"type\":\"cuirassiers\",\"options\":[]}", "{\"type\":\"dragoons\"}", "E10", "LM-ARMY-20", 1, 1, MUSTER_EXCHANGE, "unit" },
    { "{\"type\":\"cuirassiers\"},{\"type\":\"cuirassiers\",\"options\":[]}", "{\"type\":\"cuirassiers\"},{\"type\":\"shot_company\"}", "E11", "LM-ARMY-21", 1, -1,
      MUSTER_TAKE_AWAY, "unit" },
    { "{\"type\":\"shot_company\",\"options\":[]}", "{\"type\":\"pike_company\"}", "E12", "LM-ARMY-21", 1, 2, MUSTER_EXCHANGE, "unit" },
    { "{\"type\":\"cuirassiers\"},{\"type\":\"cuirassiers\",\"options\":[]}", "{\"type\":\"cossacks\"},{\"type\":\"cossacks\"}", "E13", "LM-ARMY-05", 1, 0,
      MUSTER_EXCHANGE, "units" },
    { "\"belligerent\":\"spain\"", "\"belligerent\":\"hre\"", "E14", "LM-ARMY-05", 0, 0, MUSTER_TAKE_AWAY, "option" },
    { "\"tercio\",\"options\":[]", "\"tercio\",\"options\":[\"field_square\",\"modernised\"]", "E15", "LM-UNIT-03", 0, 1, MUSTER_TAKE_AWAY, "option" },
    { "\"tercio\",\"options\":[]", "\"tercio\",\"options\":[\"halberds\",\"halberds\"]", "E16", "LM-UNIT-02", 0, 1, MUSTER_TAKE_AWAY, "option" },
    { "\"virtues\":[\"presence\"]", "\"virtues\":[]", "E17", "LM-CMD-02", MUSTER_CHIEF, -1, MUSTER_ADD, "virtue" },
    { "\"traits\":[\"bold\",\"hero\"]", "\"traits\":[\"bold\"]", "E18", "LM-CMD-02", MUSTER_CHIEF, -1, MUSTER_ADD, "trait" },
    { "\"traits\":[\"alert\"]", "\"traits\":[\"bold\"]", "E19", "LM-TRAITS-03", 0, -1, MUSTER_EXCHANGE, "trait" },
    { "\"traits\":[\"alert\"]", "\"traits\":[\"fast\"]", "E20", "LM-TRAITS-01", 0, -1, MUSTER_EXCHANGE, "trait" },
    { "\"rank\":3,\"virtues\":[\"presence\"]", "\"rank\":4,\"virtues\":[\"will\",\"will\"]", "E21", "LM-VIRT-04", MUSTER_CHIEF, -1, MUSTER_EXCHANGE, "virtue" },
    { "\"regiments\":", "\"elite\":{\"type\":\"dragoons\"},\"regiments\":", "E22", "LM-ARMY-12", MUSTER_ELITE, 0, MUSTER_EXCHANGE, "elite" },
    { "\"tercio\",\"options\":[]", "\"tercio\",\"drilled\":true", "E23", "LM-ARMY-13", 0, 1, MUSTER_TAKE_AWAY, "drilled" },
    { NULL, CAVALRY(SECOND("dragoons")), "E24", "LM-ARMY-24", -1, -1, MUSTER_ADD, "regiment" },
    { NULL, CAVALRY(SECOND("cuirassiers") GROUP GROUP), "E25", "LM-ARMY-25", -1, -1, MUSTER_ADD, "regiment" },
    { NULL, CAVALRY(SECOND("cuirassiers") ",{\"type\":\"battery\",\"units\":[{\"type\":\"light_gun\"}]}"), "E26", "LM-ARMY-26", 2, 0, MUSTER_ADD, "option" },
    { "{\"type\":\"forlorn_hope\"}", "{\"type\":\"forlorn_hope\"},{\"type\":\"forlorn_hope\"}", "E27", "LM-ADAPT-01", 0, -1, MUSTER_TAKE_AWAY, "unit" },
    { "{\"type\":\"shot_company\"},", "{\"type\":\"haiduks\"},", "E30", "LM-UNIT-09", 0, 2, MUSTER_EXCHANGE, "unit" },
    { "\"limit\":1500", "\"limit\":1500,\"rules\":{\"kingdoms_rules\":0}", "E30", "LM-UNIT-08", 0, 3, MUSTER_EXCHANGE, "unit" },
    { NULL, UNDER("single_equal_rank", SECOND_RANK("alert"), SECOND_RANK("hero"), "0"), "E07", "LM-CMD-05", 1, -1, MUSTER_SET, "rank" },
    { NULL, UNDER("battle_group_lower_rank", "0", "0", SECOND_RANK("alert")), "E07", "LM-CMD-13", 2, -1, MUSTER_SET, "rank" },
    { "\"infantry_regiment\",", "\"infantry_regiment\",\"ally\":\"spain\",", "E31", "LM-KING-01", 0, -1, MUSTER_TAKE_AWAY, "ally" },
    { "\"infantry_regiment\",", "\"infantry_regiment\",\"ally\":\"france\",", "E31", "LM-KING-01", 0, -1, MUSTER_TAKE_AWAY, "ally" },
};

static bool is_found(size_t i)
{
    struct fault fault = { .set = false };
    size_t       length = edit(breaches[i].before, breaches[i].after);

    if (!check(text, length, &report, &fault)) {
        print_error("%s: %s\n", breaches[i].code, fault.text);
        return false;
    }
    for (int k = 0; k < report.count; k++) {
        const struct muster_problem *problem = &report.problem[k];
        if (strcmp(problem->code, breaches[i].code) || strcmp(liber_rules[problem->rule], breaches[i].rule)) continue;
        if (problem->regiment != breaches[i].regiment || problem->unit != breaches[i].unit) continue;
        if (problem->fix.change == breaches[i].change && !strcmp(problem->fix.part, breaches[i].part) && problem->fix.army &&
            check(problem->fix.army, strlen(problem->fix.army), &again, &fault) && again.count == problem->fix.left &&
            again.count < report.count)
            return true;
        print_error("%s is mended by: %s (%d left, %d found)\n", breaches[i].code, problem->fix.text, problem->fix.left, again.count);
        return false;
    }
    print_error("%s is not found at %d, %d; instead:\n", breaches[i].code, breaches[i].regiment, breaches[i].unit);
    for (int k = 0; k < report.count; k++)
        print_error("  %s %s at %d, %d\n", report.problem[k].code, liber_rules[report.problem[k].rule], report.problem[k].regiment,
                    report.problem[k].unit);
    return false;
}

static void breaches_are_found_and_mended(void **unused)
{
    bool good = true;

    (void)unused;
    for (size_t i = 0; i < sizeof breaches / sizeof breaches[0]; i++) good = is_found(i) && good;
    assert_true(good);
}

/* LM-UNIT-04, -06..-09, LM-ARMY-05, LM-ADAPT-01, LM-CMD-05, -13: what the options of a game make of the same list (code NULL: legal), and its price. */
static const struct { const char *rules, *foot, *horse; int rank; const char *code, *rule; int points; } under_options[] = {
    { "", "", "heavy_cavalry", 0, NULL, NULL, 375 },
    { "\"heavy_cavalry_unit\":0", "", "heavy_cavalry", 0, "E30", "LM-UNIT-07", 375 },
    { "", "forlorn_hope", "cuirassiers", 0, NULL, NULL, 405 },
    { "\"forlorn_hope\":0", "forlorn_hope", "cuirassiers", 0, "E30", "LM-UNIT-04", 405 },
    { "\"kingdoms_rules\":0", "forlorn_hope", "cuirassiers", 0, "E30", "LM-UNIT-08", 405 },
    { "\"forlorn_hope_per_two_regiments\":1", "forlorn_hope", "cuirassiers", 0, "E27", "LM-ADAPT-01", 405 },
    { "", "", "cossacks", 0, NULL, NULL, 310 },
    { "\"kingdoms_rules\":0", "", "cossacks", 0, "E30", "LM-UNIT-08", 310 },
    { "\"kingdoms_rules\":0", "", "lisowczycy", 0, "E30", "LM-UNIT-08", 310 },
    { "\"kingdoms_rules\":0", "", "light_hussars", 0, "E30", "LM-UNIT-08", 300 },
    { "\"kingdoms_rules\":0", "", "chevau_legers", 0, NULL, NULL, 340 },
    { "\"kingdoms_rules\":0", "", "heavy_cavalry", 0, NULL, NULL, 375 },
    { "", "", "dragoons", 0, NULL, NULL, 330 },
    { "", "", "dragoons_adapted", 0, "E30", "LM-UNIT-04", 325 },
    { "\"dragoon_adaptation\":1", "", "dragoons", 0, "E30", "LM-UNIT-04", 330 },
    { "\"dragoon_adaptation\":1", "", "dragoons_adapted", 0, NULL, NULL, 325 },
    { "\"dragoon_adaptation\":1,\"kingdoms_rules\":0", "", "dragoons_adapted", 0, "E30", "LM-UNIT-08", 325 },
    { "\"dragoon_adaptation\":1,\"kingdoms_rules\":0", "", "dragoons", 0, NULL, NULL, 330 },
    { "", "", "heavy_hussars", 0, "E30", "LM-UNIT-09", 370 },
    { "\"kingdoms_extras\":1", "", "heavy_hussars", 0, NULL, NULL, 370 },
    { "\"kingdoms_extras\":1,\"kingdoms_rules\":0", "", "heavy_hussars", 0, "E30", "LM-UNIT-08", 370 },
    { "\"kingdoms_extras\":1", "streltsi", "cuirassiers", 0, NULL, NULL, 455 },
    { "", "", "tartars", 0, "E13", "LM-ARMY-05", 320 },
    { "\"nation_limits\":0", "", "tartars", 0, NULL, NULL, 320 },
    { "", "", "light_cavalry", 0, NULL, NULL, 345 },
    { "\"original_profiles\":1", "", "light_cavalry", 0, NULL, NULL, 280 },
    { "", "", "cuirassiers", 2, NULL, NULL, 395 },
    { "\"single_equal_rank\":1", "", "cuirassiers", 2, "E07", "LM-CMD-05", 395 },
};

static void options_change_lists(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof under_options / sizeof under_options[0]; i++) {
        static const char *const gifts[2][2] = { { "[]", "[]" }, { "[\"will\"]", "[\"calm\"]" } };
        const char *const       *gift = gifts[under_options[i].rank > 0];
        struct out               out = out_over(text, sizeof text);
        struct fault             fault = { .set = false };
        out_format(&out, "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"hre\",\"structure\":\"standard\",\"limit\":1000,\"rules\":{%s},"
                   "\"chief\":{\"rank\":2,\"virtues\":[\"will\"],\"traits\":[\"bold\"]},\"regiments\":["
                   "{\"type\":\"infantry_regiment\",\"commander\":{\"rank\":%d,\"virtues\":%s,\"traits\":%s},\"units\":["
                   "{\"type\":\"classic_battalion\"},{\"type\":\"classic_battalion\"}%s%s%s]},",
                   under_options[i].rules, under_options[i].rank, gift[0], gift[1], *under_options[i].foot ? ",{\"type\":\"" : "",
                   under_options[i].foot, *under_options[i].foot ? "\"}" : "");
        out_format(&out, "{\"type\":\"cavalry_regiment\",\"commander\":{\"rank\":%d,\"virtues\":%s,\"traits\":[%s]},\"units\":[{\"type\":\"%s\"}]}]}",
                   under_options[i].rank, gift[0], under_options[i].rank ? "\"cold\"" : "", under_options[i].horse);
        assert_false(out.full);
        if (!check(text, out.used, &report, &fault)) fail_msg("%s: %s", under_options[i].horse, fault.text);
        if (report.count != (under_options[i].code != NULL) || report.points != under_options[i].points)
            fail_msg("{%s} %s %s: %d problems, %d points", under_options[i].rules, under_options[i].foot, under_options[i].horse, report.count,
                     report.points);
        if (!report.count) continue;
        assert_string_equal(report.problem[0].code, under_options[i].code);
        assert_string_equal(liber_rules[report.problem[0].rule], under_options[i].rule);
    }
}

/* LM-ARMY-01, -27: a legal list, what its parts cost, and two faults at once. */
static void prices_are_sums(void **unused)
{
    struct fault fault = { .set = false };

    (void)unused;
    assert_true(check(text, edit(NULL, NULL), &report, &fault));
    assert_int_equal(report.count, 0);
    assert_int_equal(report.chief_points, 50);
    assert_int_equal(report.regiment_points[0], 10 + 185 + 140 + 60 + 50);
    assert_int_equal(report.regiment_points[1], 5 + 200 + 60);
    assert_int_equal(report.regiment_points[2], 70);
    assert_int_equal(report.points, 830);
    assert_int_equal(report.units, 8);
    assert_true(check(text, edit("\"limit\":1500", "\"limit\":800"), &report, &fault));
    assert_int_equal(report.count, 1);
    assert_true(check(text, edit("\"limit\":1500,\n\"chief\":{\"rank\":3", "\"limit\":800,\n\"chief\":{\"rank\":4"), &report, &fault));
    assert_int_equal(report.count, 2);
    assert_true(check(text, edit("\"limit\":1500", "\"limit\":1500,\"rules\":{\"original_profiles\":1}"), &report, &fault));
    assert_int_equal(report.chief_points, 25);
}

/* What is no army at all is a fault. */
static void nonsense_is_a_fault(void **unused)
{
    static const struct { const char *before, *after, *words; } nonsense[] = {
        { "\"limit\":1500", "\"limit\":\"much\"", "limit" },
        { "\"limit\":1500", "\"limit\":1500,\"colour\":\"red\"", "colour" },
        { "\"ruleset\":\"liber\"", "\"ruleset\":\"brevis\"", "brevis" },
        { "\"belligerent\":\"spain\"", "\"belligerent\":\"atlantis\"", "LM-ARMY-03" },
        { "\"structure\":\"standard\"", "\"structure\":\"swarm\"", "LM-ARMY-07" },
        { "\"forlorn_hope\"", "\"samurai\"", "LM-UNIT-01" },
        { "\"viejo\"", "\"nuevo\"", "nuevo" },
        { "\"alert\"", "\"brilliant\"", "brilliant" },
        { "\"limit\":1500", "\"limit\":1500,\"rules\":{\"magic\":1}", "magic" },
    };

    (void)unused;
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        struct fault fault = { .set = false };
        size_t       length = edit(nonsense[i].before, nonsense[i].after);
        if (check(text, length, &report, &fault) || !strstr(fault.text, nonsense[i].words)) fail_msg("%s: %s", nonsense[i].after, fault.text);
    }
}

/* "all army lists were checked against T8-T10": with a limit in points the loader judges them. */
static void scenarios_have_legal_armies(void **unused)
{
    static const char *const ids[] = { "first_blood", "village", "white_mountain", "breitenfeld", "lutzen", "nordlingen", "rocroi", "weser" };
    static const char        mark[] = "\"structure\": ";

    (void)unused;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct arena    arena = arena_over(memory, sizeof memory);
        struct fault    fault = { .set = false };
        char            name[96];
        struct out      named = out_over(name, sizeof name), out = out_over(text, sizeof text);
        struct document document = { "scenario", text, 0 };
        const char     *from;
        out_format(&named, "liber/scenarios/%s.json", ids[i]);
        from = library_find(&library, name)->text;
        for (const char *at; (at = strstr(from, mark)); from = at + 1) {
            out_bytes(&out, from, (size_t)(at - from));
            out_text(&out, "\"points\": 1700, \"");
        }
        out_text(&out, from);
        document.length = out.used;
        if (!match_load(&liber_ruleset, &library, &document, NULL, &arena, &fault)) fail_msg("%s:%d: %s", ids[i], fault.line, fault.text);
    }
}

static void suggestions_are_legal(void **unused)
{
    static const int32_t limits[] = { 200, 500, 1000, 3000 };

    (void)unused;
    for (int nation = 0; nation < NATIONS; nation++)
        for (int i = 0; i < 4; i++) {
            struct arena    arena = arena_over(memory, sizeof memory);
            struct fault    fault = { .set = false };
            struct out      out = out_over(text, sizeof text), code = out_over(other, sizeof other), back = out_over(decoded, sizeof decoded);
            struct document document = { "army", text, 0 };
            assert_true(liber_muster.suggest(&library, liber_nation_names[nation], limits[i], (uint64_t)(i + 1), &out, &arena, &fault));
            document.length = out.used;
            assert_true(check(text, out.used, &report, &fault));
            if (report.count) fail_msg("%s %d: %s", liber_nation_names[nation], limits[i], report.problem[0].text);
            assert_in_range(report.points, limits[i] * 9 / 10, limits[i]);
            assert_true(liber_muster.encode(&library, &document, &code, &arena, &fault));
            assert_true(liber_muster.decode(&library, code.text, &back, &arena, &fault));
            assert_string_equal(back.text, text);
            other[7] = other[7] == 'A' ? 'B' : 'A';
            assert_false(liber_muster.decode(&library, other, &back, &arena, &fault));
        }
}

static void armies_meet(void **unused)
{
    struct arena    arena = arena_over(memory, sizeof memory);
    struct fault    fault = { .set = false };
    struct document army = { "army", text, edit(NULL, NULL) }, scenario = { "scenario", other, 0 };
    struct out      out = out_over(other, sizeof other);
    const struct match *m;

    (void)unused;
    assert_true(liber_muster.battle(&library, &army, &army, 7, NULL, &out, &arena, &fault));
    scenario.length = out.used;
    arena = arena_over(memory, sizeof memory);
    m = match_load(&liber_ruleset, &library, &scenario, NULL, &arena, &fault);
    if (!m) fail_msg("%d: %s", fault.line, fault.text);
    assert_int_equal(m->units, 16);
    assert_int_equal(m->commanders, 6);
    assert_true(m->deploys && m->buys_terrain);
    army.length = edit("\"limit\":1500", "\"limit\":800");
    assert_false(liber_muster.battle(&library, &army, &army, 7, NULL, &out, &arena, &fault));
    assert_non_null(strstr(fault.text, "LM-ARMY-02"));
}

/* Two armies that are legal and do not fit on one table together are refused, not drawn up. */
static void a_table_has_room_for_so_many(void **unused)
{
    static const struct { const char *formation, *unit; int count; } parts[] = {
        { "battle_group", "pike_company", 6 }, { "cavalry_regiment", "cuirassiers", 3 }, { "infantry_regiment", "tercio", 2 },
    };
    struct arena    arena = arena_over(memory, sizeof memory);
    struct fault    fault = { .set = false };
    struct out      army = out_over(text, sizeof text), out = out_over(other, sizeof other);
    struct document document = { "army", text, 0 };

    (void)unused;
    out_text(&army, "{\"format\":1,\"ruleset\":\"liber\",\"belligerent\":\"spain\",\"structure\":\"battle_groups\",\"limit\":5000,"
             "\"chief\":{\"rank\":2,\"virtues\":[\"will\"],\"traits\":[\"bold\"]},\"regiments\":[");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < parts[i].count; k++) {
            out_format(&army, "%s{\"type\":\"%s\",\"commander\":{\"rank\":0},\"units\":[", i + k ? "," : "", parts[i].formation);
            for (int unit = 0; unit < 4; unit++) out_format(&army, "%s{\"type\":\"%s\"}", unit ? "," : "", parts[i].unit);
            out_text(&army, "]}");
        }
    out_text(&army, "]}");
    document.length = army.used;
    if (!check(text, army.used, &report, &fault)) fail_msg("%s", fault.text);
    if (report.count) fail_msg("%s", report.problem[0].text);
    assert_int_equal(report.units, 44);
    assert_false(liber_muster.battle(&library, &document, &document, 7, NULL, &out, &arena, &fault));
    assert_non_null(strstr(fault.text, "88 units"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prices_are_sums),     cmocka_unit_test(breaches_are_found_and_mended),
        cmocka_unit_test(options_change_lists), cmocka_unit_test(nonsense_is_a_fault),
        cmocka_unit_test(scenarios_have_legal_armies), cmocka_unit_test(suggestions_are_legal), cmocka_unit_test(armies_meet),
        cmocka_unit_test(a_table_has_room_for_so_many),
    };
    int failed;

    if (argc != 2) return EXIT_FAILURE;
    library = documents_load(argv[1]);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    documents_free(&library);
    return failed;
}
