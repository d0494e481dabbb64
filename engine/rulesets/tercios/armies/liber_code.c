/*
 * liber_code.c: an army of the long edition as a short text to share, "L1-..."; see code.h and liber_army.h.
 *
 * Packed: nation and structure; the limit in two bytes; the number of regiments, with bits for an elite unit and for options of the
 * game that are not the book's (four bytes, a bit an option); the chief; each regiment with formation and ally, its number of units,
 * its commander and its units; the elite unit. Units and options count as their tables do.
 */
#include "code.h"
#include "liber_army.h"

#include <string.h>

enum { FLAG_ELITE = 128, FLAG_RULES = 64, FLAG_COMMANDER = 128, FLAG_DRILLED = 1 << 15 };

const char liber_code_prefix[] = "L1-";

static void put_commander(struct code *code, const struct listed_commander *who)
{
    code_put(code, (uint32_t)(who->rank | who->virtues << 4), 1);
    code_put(code, who->traits, 1);
    for (int i = 0; i < who->virtues; i++) code_put(code, who->virtue[i], 1);
    for (int i = 0; i < who->traits; i++) code_put(code, who->trait[i], 1);
}

static void get_commander(struct code *code, struct listed_commander *who)
{
    uint32_t first = code_get(code, 1);

    who->present = true;
    who->rank = (int16_t)(first & 15);
    who->virtues = code_below(code, first >> 4, LIST_GIFTS + 1);
    who->traits = code_below(code, code_get(code, 1), LIST_GIFTS + 1);
    for (int i = 0; i < who->virtues; i++) who->virtue[i] = code_below(code, code_get(code, 1), VIRTUES);
    for (int i = 0; i < who->traits; i++) who->trait[i] = code_below(code, code_get(code, 1), TRAITS);
}

static void put_unit(struct code *code, const struct liber_tables *tables, const struct listed_unit *unit)
{
    code_put(code, (uint32_t)(unit->row - tables->unit), 1);
    code_put(code, unit->options | (unit->drilled ? FLAG_DRILLED : 0), 2);
}

static void get_unit(struct code *code, const struct liber_tables *tables, struct listed_unit *unit)
{
    uint32_t options;

    unit->row = &tables->unit[code_below(code, code_get(code, 1), tables->units)];
    options = code_get(code, 2);
    unit->drilled = options & FLAG_DRILLED;
    unit->options = options & ~(uint32_t)FLAG_DRILLED;
    if (unit->options >> unit->row->options) code->bad = true;
}

static uint32_t rules_of(const struct match *m)
{
    uint32_t bits = 0;

    for (int i = 0; i < LIBER_OPTIONS; i++) bits |= (uint32_t)(m->head.option[i] != 0) << i;
    return bits;
}

static uint32_t rules_of_the_book(void)
{
    uint32_t bits = 0;

    for (int i = 0; i < LIBER_OPTIONS; i++) bits |= (uint32_t)(liber_ruleset.options[i].standard != 0) << i;
    return bits;
}

static void pack(struct code *code, const struct match *m, const struct liber_tables *tables, const struct army_list *army)
{
    bool rules = rules_of(m) != rules_of_the_book();

    code_put(code, (uint32_t)(army->nation | army->structure << 4), 1);
    code_put(code, (uint32_t)army->limit, 2);
    code_put(code, army->regiments | (army->elite ? FLAG_ELITE : 0u) | (rules ? FLAG_RULES : 0u), 1);
    if (rules) code_put(code, rules_of(m), 4);
    code_put(code, army->chief.present, 1);
    if (army->chief.present) put_commander(code, &army->chief);
    for (int i = 0; i < army->regiments; i++) {
        const struct listed_regiment *regiment = &army->regiment[i];
        code_put(code, (uint32_t)(regiment->formation | (regiment->ally - NO_NATION) << 4), 1);
        code_put(code, regiment->units | (regiment->commander.present ? FLAG_COMMANDER : 0u), 1);
        if (regiment->commander.present) put_commander(code, &regiment->commander);
        for (int k = 0; k < regiment->units; k++) put_unit(code, tables, &regiment->unit[k]);
    }
    if (army->elite) put_unit(code, tables, &army->elite_unit);
}

static void unpack(struct code *code, const struct liber_tables *tables, struct army_list *army, uint32_t *rules)
{
    uint32_t first = code_get(code, 1), count;

    army->nation = code_below(code, first & 15, NATIONS);
    army->structure = code_below(code, first >> 4, STRUCTURES);
    army->limit = (int32_t)code_get(code, 2);
    code->bad |= !between(BUDGET_LOW, army->limit, BUDGET_HIGH);
    count = code_get(code, 1);
    army->elite = count & FLAG_ELITE;
    *rules = count & FLAG_RULES ? code_get(code, 4) : rules_of_the_book();
    code->bad |= (count & FLAG_RULES && *rules == rules_of_the_book()) || *rules >> LIBER_OPTIONS;
    army->regiments = code_below(code, count & (FLAG_RULES - 1), LIST_REGIMENTS + 1);
    if (code_below(code, code_get(code, 1), 2)) get_commander(code, &army->chief);
    for (int i = 0; i < army->regiments && !code->bad; i++) {
        struct listed_regiment *regiment = &army->regiment[i];
        uint32_t                kind = code_get(code, 1), units = code_get(code, 1);
        regiment->formation = code_below(code, kind & 15, ELITE_UNIT);
        regiment->ally = (int8_t)(code_below(code, kind >> 4, NATIONS + 1) + NO_NATION);
        regiment->units = code_below(code, units & (FLAG_COMMANDER - 1), LIST_UNITS + 1);
        if (units & FLAG_COMMANDER) get_commander(code, &regiment->commander);
        for (int k = 0; k < regiment->units && !code->bad; k++) get_unit(code, tables, &regiment->unit[k]);
    }
    if (army->elite) get_unit(code, tables, &army->elite_unit);
}

bool liber_encode(const struct library *library, const struct document *army, struct out *text, struct arena *arena, struct fault *fault)
{
    struct muster_tables   *tables = NULL;
    const struct army_list *list = liber_read_army(library, army, NULL, &tables, arena, fault);
    struct code             code = { .count = 0 };

    if (!list) return false;
    pack(&code, tables->match, &tables->tables, list);
    return code_write(&code, liber_code_prefix, text, fault);
}

/* The document names only those options that are not the book's. */
static bool name_rules(struct army_list *army, uint32_t rules, struct arena *arena, struct fault *fault)
{
    enum { ROOM = 1024 };
    struct json_document *document = arena_take(arena, sizeof *document);
    char                 *text = arena_take(arena, ROOM);
    struct out            out;
    struct json_writer    writer;

    if (rules == rules_of_the_book()) return true;
    if (!text || !document) return fault_say(fault, "code", 0, "there is not enough memory for this army");
    out = out_over(text, ROOM);
    writer = json_writer_over(&out);
    json_open(&writer, '{');
    for (int i = 0; i < LIBER_OPTIONS; i++) {
        if ((rules >> i & 1) == (uint32_t)(liber_ruleset.options[i].standard != 0)) continue;
        json_key(&writer, liber_ruleset.options[i].name);
        json_write_integer(&writer, rules >> i & 1);
    }
    json_close(&writer, '}');
    if (!json_parse(document, "code", text, out.used, arena, fault)) return false;
    army->rules = document->root;
    return true;
}

bool liber_decode(const struct library *library, const char *text, struct out *army, struct arena *arena, struct fault *fault)
{
    struct muster_tables *tables = liber_open_tables(library, NULL, NULL, arena, fault);
    struct army_list     *list = arena_take(arena, sizeof *list);
    struct json_writer    writer = json_writer_over(army);
    uint32_t              rules = 0;
    struct code           code;

    if (!tables) return false;
    if (!list) return fault_say(fault, "code", 0, "there is not enough memory for this army");
    if (!code_read(&code, liber_code_prefix, text, fault)) return false;
    unpack(&code, &tables->tables, list, &rules);
    if (!code_end(&code, fault) || !name_rules(list, rules, arena, fault)) return false;
    liber_write_army(list, &writer);
    return !army->full || fault_say(fault, "code", 0, "there is not enough memory for this army");
}
