/*
 * lists.c: the army lists: the tables T-3 and T-4, an army's document, what is open to a belligerent, and an army to
 * begin with (ledger chapter BE-ARMY).
 */
#include "army.h"
#include "kept.h"

#include <string.h>

/* The tables. */

static bool read_source(struct army_tables *tables, struct loading *loading)
{
    const struct json *list = NULL;
    int                row = 0;

    if (!loading_open(loading, "brevis/regiments.json", &tables->source) ||
        !json_string(&tables->source, tables->source.root, "provenance", &tables->provenance, loading->fault) ||
        !json_branch(&tables->source, tables->source.root, "regiments", JSON_ARRAY, &list, loading->fault))
        return false;
    for (const struct json *node = list->as.child; node; node = node->next) tables->node[row++] = node;
    return true;
}

/* The tables are read as for a scenario that says nothing about them. */
const struct army_tables *tercios_open_tables(const struct library *library, struct arena *arena, struct fault *fault)
{
    struct army_tables *tables = arena_take(arena, sizeof *tables);
    struct match       *match = arena_take(arena, sizeof *match);
    struct loading      loading = { .library = library, .arena = arena, .fault = fault };

    if (!tables || !match) {
        fault_say(fault, "brevis/regiments.json", 0, "there is not enough memory for the army lists");
        return NULL;
    }
    match->head.ruleset = &brevis_ruleset;
    loading.head = &match->head;
    tables->match = match;
    if (!json_parse(&loading.scenario, "army", "{}", 2, arena, fault) ||
        !tercios_read_tables(match, &loading, &tables->tables) || !read_source(tables, &loading))
        return NULL;
    return tables;
}

/* An army's document. */

static bool read_regiments(const struct army_tables *tables, const struct json_document *document,
                           struct roster *roster, struct fault *fault)
{
    const struct json *list = NULL;

    if (!json_branch(document, document->root, "regiments", JSON_ARRAY, &list, fault)) return false;
    if (list->count > ROSTER) return json_fault(document, list, fault, "an army has at most %d regiments", ROSTER);
    roster->list_line = json_line(document, list);
    for (const struct json *node = list->as.child; node; node = node->next, roster->count++) {
        if (node->type != JSON_STRING)
            return json_fault(document, node, fault, "a regiment is the text of its id, such as \"I1\"");
        roster->id[roster->count] = node->as.string;
        roster->line[roster->count] = json_line(document, node);
        roster->row[roster->count] =
            (int16_t)tercios_row(tables->tables.regiment, tables->tables.regiments, node->as.string);
    }
    return true;
}

static bool read_army(const struct army_tables *tables, const struct json_document *document, struct roster *roster,
                      struct fault *fault)
{
    static const char *const allowed[] = { "format", "ruleset", "belligerent", "limit", "name", "regiments", NULL };
    const struct json       *root = document->root;
    const char              *ruleset = NULL;
    int64_t                  format = 0, limit = LIMIT_STANDARD;

    if (!json_string(document, root, "ruleset", &ruleset, fault)) return false;
    if (strcmp(ruleset, "brevis"))
        return json_fault(document, json_get(root, "ruleset"), fault, "this army is for \"%s\", not for \"brevis\"",
                          ruleset);
    if (!json_keys(document, root, allowed, fault) || !json_integer(document, root, "format", 1, 1, &format, fault)) return false;
    if (!json_string(document, root, "belligerent", &roster->side, fault) ||
        !json_find_integer(document, root, "limit", LIMIT_READ_LOW, LIMIT_READ_HIGH, &limit, fault) ||
        !kept_name(document, root, &roster->name, fault))
        return false;
    roster->limit = (int32_t)limit;
    roster->belligerent = tercios_belligerent(roster->side);
    roster->side_line = json_line(document, json_get(root, "belligerent"));
    roster->limit_line = json_line(document, json_get(root, "limit"));
    return read_regiments(tables, document, roster, fault);
}

const struct roster *tercios_read_army(const struct army_tables *tables, const struct document *document,
                                       struct arena *arena, struct fault *fault)
{
    struct roster       *roster = arena_take(arena, sizeof *roster);
    struct json_document parsed;

    if (!roster) {
        fault_say(fault, document->name, 0, "there is not enough memory for this army");
        return NULL;
    }
    if (!json_parse(&parsed, document->name, document->text, document->length, arena, fault)) return NULL;
    return read_army(tables, &parsed, roster, fault) ? roster : NULL;
}

void tercios_write_army(const struct roster *roster, struct json_writer *writer)
{
    json_open(writer, '{');
    write_number(writer, "format", 1);
    write_text(writer, "ruleset", "brevis");
    write_text(writer, "belligerent", roster->side);
    write_number(writer, "limit", roster->limit);
    if (roster->name) write_text(writer, "name", roster->name);
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < roster->count; i++) json_write_string(writer, roster->id[i]);
    json_close(writer, ']');
    json_close(writer, '}');
}

/* What is open to a belligerent (BE-ARMY-05, -06). */

static void write_limits(const struct army_tables *tables, struct json_writer *writer)
{
    json_key(writer, "limit");
    json_open(writer, '{');
    write_number(writer, "low", LIMIT_LOW);
    write_number(writer, "high", LIMIT_HIGH);
    write_number(writer, "standard", LIMIT_STANDARD);
    json_close(writer, '}');
    json_key(writer, "kinds");
    json_open(writer, '[');
    for (int kind = 0; kind < REGIMENT_KINDS; kind++) {
        json_open(writer, '{');
        write_text(writer, "kind", brevis_muster.kinds->list[kind]);
        write_number(writer, "low", tables->tables.limits[kind].low);
        write_number(writer, "high", tables->tables.limits[kind].high);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_entry(const struct army_tables *tables, int row, struct json_writer *writer)
{
    const struct regiment_type *regiment = &tables->tables.regiment[row];

    json_open(writer, '{');
    write_text(writer, "id", regiment->id);
    json_key(writer, "name");
    json_write(writer, json_get(tables->node[row], "name"));
    write_text(writer, "kind", brevis_muster.kinds->list[regiment->kind]);
    write_number(writer, "points", regiment->points);
    write_number(writer, "maximum", regiment->max);
    json_key(writer, "units");
    json_write(writer, json_get(tables->node[row], "units"));
    json_close(writer, '}');
}

static void write_names(struct json_writer *writer, const char *const *names, int count, uint64_t bits)
{
    for (int i = 0; i < count; i++)
        if (bits & SPECIAL(i)) json_write_string(writer, names[i]);
}

static void write_values(const struct type *type, struct json_writer *writer)
{
    json_key(writer, "values");
    json_open(writer, '{');
    write_number(writer, "speed", type->speed);
    write_number(writer, "combat", type->combat);
    json_key(writer, "shoot");
    json_open(writer, '[');
    for (int i = 0; i < 2 && type->weapon[i] >= 0; i++) json_write_integer(writer, type->shoot[i]);
    json_close(writer, ']');
    write_number(writer, "courage", type->courage);
    write_number(writer, "discipline", type->discipline);
    write_number(writer, "endurance", type->endurance);
    json_close(writer, '}');
    json_key(writer, "defence");
    json_open(writer, '{');
    for (int i = 0; i < DEFENCES; i++) write_number(writer, tercios_defence_ids[i], type->defence[i]);
    json_close(writer, '}');
}

/* A profile of T-3, with the special rules that every unit of the arm has. */
static void write_type(const struct match *m, const struct type *type, struct json_writer *writer)
{
    json_open(writer, '{');
    write_text(writer, "id", type->id);
    write_text(writer, "class", tercios_class_ids[type->class]);
    write_values(type, writer);
    json_key(writer, "weapons");
    json_open(writer, '[');
    write_names(writer, tercios_special_names, SPECIALS, type->special & MELEE_WEAPONS);
    for (int i = 0; i < 2 && type->weapon[i] >= 0; i++) json_write_string(writer, m->weapon[type->weapon[i]].id);
    json_close(writer, ']');
    json_key(writer, "special");
    json_open(writer, '[');
    write_names(writer, tercios_special_names, SPECIALS, type->special & ~MELEE_WEAPONS);
    json_close(writer, ']');
    json_close(writer, '}');
}

bool tercios_list_army(const struct library *library, const char *belligerent, struct json_writer *writer,
                       struct arena *arena, struct fault *fault)
{
    const struct army_tables *tables = tercios_open_tables(library, arena, fault);
    uint64_t                  used = 0;
    int                       side;

    if (!tables || !tercios_find_side(belligerent, &side, fault)) return false;
    json_open(writer, '{');
    write_text(writer, "belligerent", belligerent);
    write_text(writer, "provenance", tables->provenance);
    write_limits(tables, writer);
    json_key(writer, "entries");
    json_open(writer, '[');
    for (int row = 0; row < tables->tables.regiments; row++) {
        const struct regiment_type *regiment = &tables->tables.regiment[row];
        if (!is_open_to(regiment, side)) continue;
        write_entry(tables, row, writer);
        for (int i = 0; i < regiment->units; i++) used |= (uint64_t)1 << regiment->unit[i];
    }
    json_close(writer, ']');
    json_key(writer, "types");
    json_open(writer, '[');
    for (int type = 0; type < tables->match->types; type++)
        if (used >> type & 1) write_type(tables->match, &tables->match->type[type], writer);
    json_close(writer, ']');
    json_close(writer, '}');
    return true;
}

/* A list to begin with: the open regiments in a drawn order, each with a drawn number of times to try first. */

struct search {
    const struct army_tables *tables;
    int                       open;
    uint8_t                   row[REGIMENT_TYPES], first[REGIMENT_TYPES], taken[REGIMENT_TYPES];
    int32_t                   of_kind[REGIMENT_KINDS];
};

static void draw_order(struct search *search, int side, struct random *random)
{
    for (int row = 0; row < search->tables->tables.regiments; row++)
        if (is_open_to(&search->tables->tables.regiment[row], side)) search->row[search->open++] = (uint8_t)row;
    for (int i = search->open - 1; i > 0; i--) {
        uint32_t other = random_below(random, (uint32_t)i + 1);
        uint8_t  kept = search->row[i];
        search->row[i] = search->row[other];
        search->row[other] = kept;
    }
    for (int i = 0; i < search->open; i++)
        search->first[i] = (uint8_t)random_below(random, search->tables->tables.regiment[search->row[i]].max + 1u);
}

static bool has_enough(const struct search *search)
{
    for (int kind = 0; kind < REGIMENT_KINDS; kind++)
        if (search->of_kind[kind] < search->tables->tables.limits[kind].low) return false;
    return true;
}

/* Spend exactly `left` points on the regiments from `at` on. */
static bool spend(struct search *search, int at, int32_t left)
{
    const struct regiment_type *regiment;
    int                         times;

    if (left == 0 && has_enough(search)) return true;
    if (left <= 0 || at == search->open) return false;
    regiment = &search->tables->tables.regiment[search->row[at]];
    for (int i = 0; i <= regiment->max; i++) {
        times = (search->first[at] + i) % (regiment->max + 1);
        if (times * regiment->points > left) continue;
        if (search->of_kind[regiment->kind] + times > search->tables->tables.limits[regiment->kind].high) continue;
        search->of_kind[regiment->kind] += times;
        search->taken[search->row[at]] = (uint8_t)times;
        if (spend(search, at + 1, left - times * regiment->points)) return true;
        search->of_kind[regiment->kind] -= times;
        search->taken[search->row[at]] = 0;
    }
    return false;
}

static void write_found(const struct search *search, const char *belligerent, int32_t limit, struct out *out)
{
    struct json_writer writer = json_writer_over(out);
    struct roster      roster = { .side = belligerent, .limit = limit };

    for (int row = 0; row < search->tables->tables.regiments; row++)
        for (int i = 0; i < search->taken[row] && roster.count < ROSTER; i++)
            roster.id[roster.count++] = search->tables->tables.regiment[row].id;
    tercios_write_army(&roster, &writer);
}

bool tercios_suggest_army(const struct library *library, const char *belligerent, int32_t limit, uint64_t seed,
                          struct out *army, struct arena *arena, struct fault *fault)
{
    struct search search = { .tables = tercios_open_tables(library, arena, fault) };
    struct random random = random_from(seed);
    int           side;

    if (!search.tables || !tercios_find_side(belligerent, &side, fault)) return false;
    if (!between(LIMIT_LOW, limit, LIMIT_HIGH))
        return fault_say(fault, "army", 0, "%s: the limit is %d; it may be %d to %d", brevis_rules[BE_ARMY_02], limit,
                         LIMIT_LOW, LIMIT_HIGH);
    draw_order(&search, side, &random);
    for (int32_t points = limit; points > 0; points--) {
        if (!spend(&search, 0, points)) continue;
        write_found(&search, belligerent, limit, army);
        return !army->full || fault_say(fault, "army", 0, "there is not enough memory for this army");
    }
    return fault_say(fault, "army", 0, "no army of %s is legal under a limit of %d", belligerent, limit);
}
