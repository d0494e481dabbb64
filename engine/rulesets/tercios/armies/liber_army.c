/* liber_army.c: an army's document read and written, its price, and the report about it. See liber_army.h. */
#include "kept.h"
#include "liber_army.h"

#include <string.h>

static const struct names nation_names = { "belligerent", liber_nation_names, NATIONS };
/* The options on which lists depend. */
static const uint8_t of_lists[] = {
    LIBER_KINGDOMS, LIBER_FORLORN_HOPE, LIBER_HEAVY_UNIT, LIBER_HEAVY_RULE, LIBER_DRAGOONS, LIBER_HOPE_PER_TWO_REGIMENTS,
    LIBER_SINGLE_EQUAL_RANK, LIBER_GROUP_LOWER_RANK, LIBER_ORIGINAL_PROFILES, LIBER_NATION_LIMITS, LIBER_EXTRAS
};
static const struct names formation_names = { "formation", liber_formation_names, FORMATIONS };

/* The tables, without a scenario. */

/* Options of a game: the book's, then those of the host or of the document. */
static bool take_options(struct match_head *head, const struct json_document *document, const struct json *given, struct fault *fault)
{
    for (const struct json *node = given ? given->as.child : NULL; node; node = node->next) {
        int32_t option = match_option(head->ruleset, node->key);
        int64_t value = 0;
        if (option < 0) return json_fault(document, node, fault, "%s has no option \"%s\"", head->ruleset->id, node->key);
        if (!json_integer(document, given, node->key, head->ruleset->options[option].low, head->ruleset->options[option].high, &value, fault))
            return false;
        head->option[option] = (int32_t)value;
    }
    return true;
}

struct muster_tables *liber_open_tables(const struct library *library, const struct json_document *document, const struct json *given,
                                        struct arena *arena, struct fault *fault)
{
    struct muster_tables *tables = arena_take(arena, sizeof *tables);
    struct match         *match = arena_take(arena, sizeof *match);
    struct loading        loading = { .library = library, .arena = arena, .fault = fault };

    if (!tables || !match) {
        fault_say(fault, "liber/units.json", 0, "there is not enough memory for the army lists");
        return NULL;
    }
    match->head.ruleset = &liber_ruleset;
    match->edition = EDITION_LIBER;
    for (int32_t i = 0; i < liber_ruleset.option_count; i++) match->head.option[i] = liber_ruleset.options[i].standard;
    loading.head = &match->head;
    tables->match = match;
    if (given && given->type != JSON_OBJECT) {
        json_fault(document, given, fault, "options must be an object");
        return NULL;
    }
    return take_options(&match->head, document, given, fault) && liber_read_tables(match, &loading, &tables->tables) ? tables : NULL;
}

/* Reading. */

struct reader {
    const struct liber_tables *tables;
    struct source              from;
    bool                       side;         /* of a scenario, whose loader has judged the members */
};

static int named(const char *const *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i], name)) return i;
    return -1;
}

static bool read_named(const struct reader *r, const struct json *object, const char *key, const char *const *list, int count, rule_id rule,
                       uint8_t *value)
{
    const char *name = NULL;
    int         index;

    if (!word(r->from, object, key, &name)) return false;
    index = named(list, count, name);
    *value = (uint8_t)index;
    return index >= 0 || tercios_wrong(r->from, json_get(object, key), rule, "there is no \"%s\" to be the \"%s\"", name, key);
}

static bool read_gifts(const struct reader *r, const struct json *node, const char *key, const char *const *list, int count, rule_id rule,
                       uint8_t *gift, uint8_t *gifts)
{
    const struct json *given = NULL;

    if (!json_find_branch(r->from.document, node, key, JSON_ARRAY, &given, r->from.fault)) return false;
    if (given && given->count > LIST_GIFTS) return too_many(r->from, given, LIST_GIFTS, key);
    for (const struct json *one = given ? given->as.child : NULL; one; one = one->next) {
        int index = one->type == JSON_STRING ? named(list, count, one->as.string) : -1;
        if (index < 0)
            return tercios_wrong(r->from, one, rule, "%s cannot be among \"%s\"", one->type == JSON_STRING ? one->as.string : "this", key);
        gift[(*gifts)++] = (uint8_t)index;
    }
    return true;
}

/* A player's text; in a scenario names are in two languages and of no concern here. */
static bool read_name(const struct reader *r, const struct json *node, const char **name)
{
    return r->side || kept_name(r->from.document, node, name, r->from.fault);
}

static bool read_commander(const struct reader *r, const struct json *owner, const char *key, struct listed_commander *commander)
{
    static const char *const allowed[] = { "name", "rank", "virtues", "traits", NULL };
    const struct json       *node = NULL;
    int32_t                  rank = 0;

    if (!json_find_branch(r->from.document, owner, key, JSON_OBJECT, &node, r->from.fault)) return false;
    commander->line = json_line(r->from.document, node ? node : owner);
    if (!node) return true;
    commander->present = true;
    if ((!r->side && !keys(r->from, node, allowed)) || !whole(r->from, node, "rank", 0, 9, &rank) || !read_name(r, node, &commander->name) ||
        !read_gifts(r, node, "virtues", liber_virtue_names, VIRTUES, LM_VIRT_04, commander->virtue, &commander->virtues) ||
        !read_gifts(r, node, "traits", liber_trait_names, TRAITS, LM_TRAITS_02, commander->trait, &commander->traits))
        return false;
    commander->rank = (int16_t)rank;
    return true;
}

static bool read_unit(const struct reader *r, const struct json *node, struct listed_unit *unit)
{
    static const char *const allowed[] = { "type", "options", "drilled", NULL };
    const struct json       *options = NULL;
    const char              *id = NULL;

    unit->line = json_line(r->from.document, node);
    if ((!r->side && !keys(r->from, node, allowed)) || !word(r->from, node, "type", &id) ||
        !json_find_boolean(r->from.document, node, "drilled", &unit->drilled, r->from.fault) ||
        !json_find_branch(r->from.document, node, "options", JSON_ARRAY, &options, r->from.fault))
        return false;
    unit->row = liber_row(r->tables, id);
    if (!unit->row) return tercios_wrong(r->from, node, LM_UNIT_01, "there is no unit \"%s\"", id);
    for (const struct json *option = options ? options->as.child : NULL; option; option = option->next) {
        int index = option->type == JSON_STRING ? liber_option_named(unit->row, option->as.string) : -1;
        if (index < 0)
            return tercios_wrong(r->from, option, LM_UNIT_01, "%s has no option \"%s\"", id, option->type == JSON_STRING ? option->as.string : "?");
        unit->twice |= unit->options & 1u << index;
        unit->options |= 1u << index;
    }
    return true;
}

static bool read_regiment(const struct reader *r, const struct json *node, struct listed_regiment *regiment)
{
    static const char *const allowed[] = { "type", "name", "ally", "commander", "units", NULL };
    const struct json       *list = NULL;
    uint8_t                  ally = 0;

    regiment->line = json_line(r->from.document, node);
    regiment->ally = NO_NATION;
    if ((!r->side && !keys(r->from, node, allowed)) ||
        !read_named(r, node, "type", liber_formation_names, ELITE_UNIT, LM_ARMY_08, &regiment->formation) ||
        !read_name(r, node, &regiment->name) || !read_commander(r, node, "commander", &regiment->commander) ||
        !branch(r->from, node, "units", JSON_ARRAY, &list))
        return false;
    if (json_get(node, "ally")) {
        if (!read_named(r, node, "ally", liber_nation_names, NATIONS, LM_KING_01, &ally)) return false;
        regiment->ally = (int8_t)ally;
    }
    if (list->count > LIST_UNITS) return too_many(r->from, list, LIST_UNITS, "units in one regiment");
    for (const struct json *unit = list->as.child; unit; unit = unit->next)
        if (!read_unit(r, unit, &regiment->unit[regiment->units++])) return false;
    return true;
}

/* What a document and a side of a scenario have in common. */
static bool read_lists(const struct reader *r, const struct json *node, struct army_list *army)
{
    const struct json *list = NULL, *elite = NULL;

    army->line = json_line(r->from.document, node);
    if (!read_named(r, node, "belligerent", liber_nation_names, NATIONS, LM_ARMY_03, &army->nation) ||
        !read_named(r, node, "structure", liber_structure_names, STRUCTURES, LM_ARMY_07, &army->structure) ||
        !read_commander(r, node, "chief", &army->chief) || !branch(r->from, node, "regiments", JSON_ARRAY, &list) ||
        !json_find_branch(r->from.document, node, "elite", JSON_OBJECT, &elite, r->from.fault))
        return false;
    if (list->count > LIST_REGIMENTS) return too_many(r->from, list, LIST_REGIMENTS, "regiments");
    for (const struct json *regiment = list->as.child; regiment; regiment = regiment->next)
        if (!read_regiment(r, regiment, &army->regiment[army->regiments++])) return false;
    army->elite = elite != NULL;
    return !elite || read_unit(r, elite, &army->elite_unit);
}

static bool read_document(const struct reader *r, struct army_list *army)
{
    static const char *const allowed[] = {
        "format", "ruleset", "name", "belligerent", "structure", "limit", "rules", "chief", "regiments", "elite", NULL
    };
    const struct json       *root = r->from.document->root;
    const char              *ruleset = NULL;
    int32_t                  format = 0;

    if (!word(r->from, root, "ruleset", &ruleset)) return false;
    if (strcmp(ruleset, "liber"))
        return json_fault(r->from.document, json_get(root, "ruleset"), r->from.fault, "this army is for \"%s\", not for \"liber\"", ruleset);
    if (!keys(r->from, root, allowed) || !whole(r->from, root, "format", 1, 1, &format) || !read_name(r, root, &army->name)) return false;
    army->limit = BUDGET_STANDARD;
    if (json_get(root, "limit") && !whole(r->from, root, "limit", BUDGET_LOW, BUDGET_HIGH, &army->limit)) return false;
    army->limit_line = json_line(r->from.document, json_get(root, "limit"));
    return read_lists(r, root, army);
}

struct army_list *liber_read_army(const struct library *library, const struct document *document, const struct json_document *options,
                                  struct muster_tables **tables, struct arena *arena, struct fault *fault)
{
    struct json_document *parsed = arena_take(arena, sizeof *parsed);
    struct army_list     *army = arena_take(arena, sizeof *army);
    const struct json    *rules = NULL;

    if (!parsed || !army) {
        fault_say(fault, document->name, 0, "there is not enough memory for this army");
        return NULL;
    }
    if (!json_parse(parsed, document->name, document->text, document->length, arena, fault) ||
        !json_find_branch(parsed, parsed->root, "rules", JSON_OBJECT, &rules, fault))
        return NULL;
    *tables = liber_open_tables(library, options ? options : parsed, options ? options->root : rules, arena, fault);
    army->rules = rules;
    return *tables && read_document(&(struct reader){ &(*tables)->tables, { parsed, fault, &liber_ruleset }, false }, army) ? army : NULL;
}

/* Writing. */

static void write_gifts(struct json_writer *writer, const char *key, const char *const *names, const uint8_t *gift, int count)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++) json_write_string(writer, names[gift[i]]);
    json_close(writer, ']');
}

static void write_commander(struct json_writer *writer, const char *key, const struct listed_commander *commander)
{
    if (!commander->present) return;
    json_key(writer, key);
    json_open(writer, '{');
    if (commander->name) write_text(writer, "name", commander->name);
    write_number(writer, "rank", commander->rank);
    write_gifts(writer, "virtues", liber_virtue_names, commander->virtue, commander->virtues);
    write_gifts(writer, "traits", liber_trait_names, commander->trait, commander->traits);
    json_close(writer, '}');
}

static void write_unit(struct json_writer *writer, const struct listed_unit *unit)
{
    json_open(writer, '{');
    write_text(writer, "type", unit->row->id);
    if (unit->options) {
        json_key(writer, "options");
        json_open(writer, '[');
        for (int i = 0; i < unit->row->options; i++) {
            if (unit->options >> i & 1) json_write_string(writer, unit->row->option[i].id);
            if (unit->twice >> i & 1) json_write_string(writer, unit->row->option[i].id);
        }
        json_close(writer, ']');
    }
    if (unit->drilled) {
        json_key(writer, "drilled");
        json_write_boolean(writer, true);
    }
    json_close(writer, '}');
}

static void write_regiment(struct json_writer *writer, const struct listed_regiment *regiment)
{
    json_open(writer, '{');
    write_text(writer, "type", liber_formation_names[regiment->formation]);
    if (regiment->name) write_text(writer, "name", regiment->name);
    if (regiment->ally != NO_NATION) write_text(writer, "ally", liber_nation_names[regiment->ally]);
    write_commander(writer, "commander", &regiment->commander);
    json_key(writer, "units");
    json_open(writer, '[');
    for (int i = 0; i < regiment->units; i++) write_unit(writer, &regiment->unit[i]);
    json_close(writer, ']');
    json_close(writer, '}');
}

void liber_write_army(const struct army_list *army, struct json_writer *writer)
{
    json_open(writer, '{');
    write_number(writer, "format", 1);
    write_text(writer, "ruleset", "liber");
    if (army->name) write_text(writer, "name", army->name);
    write_text(writer, "belligerent", liber_nation_names[army->nation]);
    write_text(writer, "structure", liber_structure_names[army->structure]);
    write_number(writer, "limit", army->limit);
    if (army->rules) {
        json_key(writer, "rules");
        json_write(writer, army->rules);
    }
    write_commander(writer, "chief", &army->chief);
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < army->regiments; i++) write_regiment(writer, &army->regiment[i]);
    json_close(writer, ']');
    if (army->elite) {
        json_key(writer, "elite");
        write_unit(writer, &army->elite_unit);
    }
    json_close(writer, '}');
}

/* Prices. */

int32_t liber_unit_points(const struct liber_tables *tables, const struct listed_unit *unit, bool elite)
{
    return liber_cost(tables, unit->row, unit->options, (elite ? ELITE : 0) | (unit->drilled ? ELITE_DRILLED : 0));
}

int32_t liber_commander_points(const struct liber_tables *tables, const struct listed_commander *commander, bool chief)
{
    if (!commander->present || commander->rank >= RANKS) return 0;
    return chief ? tables->rank[commander->rank].chief_cost : tables->rank[commander->rank].cost;
}

int32_t liber_regiment_points(const struct liber_tables *tables, const struct listed_regiment *regiment)
{
    int32_t points = liber_commander_points(tables, &regiment->commander, false);

    for (int i = 0; i < regiment->units; i++) points += liber_unit_points(tables, &regiment->unit[i], false);
    return points;
}

int32_t liber_points(const struct liber_tables *tables, const struct army_list *army)
{
    int32_t points = liber_commander_points(tables, &army->chief, true);

    for (int i = 0; i < army->regiments; i++) points += liber_regiment_points(tables, &army->regiment[i]);
    return points + (army->elite ? liber_unit_points(tables, &army->elite_unit, true) : 0);
}

/* The report. */

static const char *const codes[BREACHES] = {
    "", "E01", "E02", "E03", "E04", "E05", "E06", "E07", "E08", "E09", "E10", "E11", "E12", "E13", "E14", "E15", "E16", "E17", "E18", "E19",
    "E20", "E21", "E22", "E23", "E24", "E25", "E26", "E27", "E28", "E29", "E30", "E31"
};

/* What it is about is called. */
static struct muster_word word_of(const struct army_list *army, const struct finding *finding)
{
    switch (finding->code) {
    case E04: return (struct muster_word){ .set = "formation" };
    case E08: return (struct muster_word){ .set = "place" };
    case E14:
    case E15:
    case E16: return (struct muster_word){ .set = "upgrade", .of = liber_unit_at(army, finding->regiment, finding->unit)->row->id };
    case E19:
    case E20: return (struct muster_word){ .set = "trait" };
    case E21: return (struct muster_word){ .set = "virtue" };
    case E31: return (struct muster_word){ .set = "belligerent" };
    case E30:
        if (finding->unit >= 0) return (struct muster_word){ .set = "unit" };
        return (struct muster_word){ .set = finding->rule == LM_TRAITS_04 ? "trait" : "belligerent" };
    default: return (struct muster_word){ .set = "unit" };
    }
}

static void write_problem(const struct army_list *army, const struct finding *finding, struct muster_problem *problem)
{
    struct out out = out_over(problem->text, sizeof problem->text);

    *problem = (struct muster_problem){
        .rule = rule_cited(&liber_ruleset, finding->rule), .name = liber_breach_name(finding->code), .what = finding->what,
        .found = finding->found, .low = finding->low, .high = finding->high, .line = finding->line, .code = codes[finding->code],
        .regiment = finding->regiment, .unit = finding->unit, .what_word = word_of(army, finding), .fix = { .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .left = 1 }
    };
    liber_say_breach(finding, &out);
    out_trim(&out);
}

static void write_report(const struct liber_tables *tables, const struct army_list *army, const struct findings *findings,
                         struct muster_report *report)
{
    *report = (struct muster_report){
        .belligerent = liber_nation_names[army->nation], .name = army->name, .points = liber_points(tables, army), .limit = army->limit,
        .entries = army->regiments + army->elite, .units = army->elite, .count = findings->listed,
        .unlisted = findings->total - findings->listed, .structure = liber_structure_names[army->structure],
        .regiments = army->regiments, .chief_points = liber_commander_points(tables, &army->chief, true),
        .elite_points = army->elite ? liber_unit_points(tables, &army->elite_unit, true) : 0
    };
    for (int i = 0; i < army->regiments; i++) {
        report->units += army->regiment[i].units;
        report->regiment_points[i] = liber_regiment_points(tables, &army->regiment[i]);
    }
    for (int i = 0; i < findings->listed; i++) write_problem(army, &findings->list[i], &report->problem[i]);
}

static bool check(const struct library *library, const struct document *document, struct muster_report *report, struct arena *arena,
                  struct fault *fault)
{
    struct muster_tables *tables = NULL;
    struct army_list     *army = liber_read_army(library, document, NULL, &tables, arena, fault);
    struct findings       findings = { 0 };

    if (!army) return false;
    liber_find_problems(tables->match, &tables->tables, army, &findings);
    write_report(&tables->tables, army, &findings, report);
    liber_find_fixes(tables->match, &tables->tables, army, &findings, report, arena);
    return true;
}

/* A side of a scenario: its members are judged by the loader, only what makes a list is read here. */
static bool check_side(const struct match *m, const struct liber_tables *tables, struct source from, const struct json *side,
                       struct army_list *army)
{
    struct findings findings = { 0 };
    struct out      out = { 0 };
    char            text[MUSTER_TEXT];

    *army = (struct army_list){ 0 };
    if (!whole(from, side, "points", BUDGET_LOW, BUDGET_HIGH, &army->limit) || !read_lists(&(struct reader){ tables, from, true }, side, army))
        return false;
    liber_find_problems(m, tables, army, &findings);
    if (!findings.total) return true;
    out = out_over(text, sizeof text);
    liber_say_breach(&findings.list[0], &out);
    out_format(&out, " (%s)", codes[findings.list[0].code]);
    if (findings.listed > 1) out_format(&out, "; %s: there is also", liber_rules[rule_cited(&liber_ruleset, LM_ARMY_27)]);
    for (int i = 1; i < findings.listed; i++) out_format(&out, "%s %s", i > 1 ? "," : "", codes[findings.list[i].code]);
    out_trim(&out);
    return fault_say(from.fault, from.document->name, findings.list[0].line, "%s: %s",
                     from.ruleset->rules[rule_cited(from.ruleset, findings.list[0].rule)], text);
}

/*
 * The lists of a scenario are made by the options as the book has them. Under others they are taken as they are, and what an option leaves
 * out does not count in play; an army that a player brings is checked under the options of its game.
 */
bool liber_is_by_the_book(const struct match *m)
{
    for (size_t i = 0; i < sizeof of_lists; i++)
        if (m->head.option[of_lists[i]] != liber_ruleset.options[of_lists[i]].standard) return false;
    return true;
}

bool liber_check_sides(const struct match *m, const struct liber_tables *tables, struct source from, const struct json *sides, struct arena *arena)
{
    struct army_list *army = NULL;
    size_t            mark = arena->used;
    bool              legal = true;

    if (!liber_is_by_the_book(m)) return true;
    for (const struct json *side = sides->as.child; side && legal; side = side->next) {
        const struct json *points = json_get(side, "points");
        if (!points || points->type == JSON_NULL) continue;
        if (!army) army = arena_take(arena, sizeof *army);
        if (!army) return fault_say(from.fault, from.document->name, 0, "there is not enough memory for these armies");
        legal = check_side(m, tables, from, side, army);
    }
    arena->used = mark;
    return legal;
}

bool liber_find_nation(const char *name, int *nation, struct fault *fault)
{
    char       text[MUSTER_TEXT];
    struct out out = out_over(text, sizeof text);

    *nation = named(liber_nation_names, NATIONS, name);
    for (int i = 0; i < NATIONS; i++) out_format(&out, "%s%s", i ? ", " : "", liber_nation_names[i]);
    out_trim(&out);
    return *nation >= 0 || fault_say(fault, "army", 0, "%s: \"%s\" is no nation; there are %s",
                                     liber_rules[rule_cited(&liber_ruleset, LM_ARMY_03)], name, text);
}

const struct muster liber_muster = {
    .belligerents = &nation_names,
    .kinds = &formation_names,
    .options = of_lists,
    .option_count = sizeof of_lists,
    .list = liber_list_army,
    .check = check,
    .suggest = liber_suggest_army,
    .battle = liber_battle,
    .list_with = liber_list_army_with,
    .prefix = liber_code_prefix,
    .encode = liber_encode,
    .decode = liber_decode,
};
