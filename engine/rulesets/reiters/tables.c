/*
 * tables.c: the tables of the game: T-4 unit types, T-1 to T-3 and T-6 terrain, T-7 combat results, T-8 orders, T-9 order change, T-10
 * what eliminated pieces count.
 *
 * An owner of the game lays the values of his own copy over ours, so that everything in them is checked. What the book's rules say of a
 * type (its arm and weapon, its steps, who forms a push of pike) is no value and stands here.
 */
#include "reading.h"
#include "reiters.h"
#include "maths.h"

#include <string.h>

enum { FACTOR = 12, MODIFIER = 9, ALLOWANCE = 20, COST = 9, QUALITY = 6, POINTS = 99, RANGE = 3 };

const char *const reiters_type_ids[TYPES] = {
    "piquiers", "suisses", "lansquenets", "milice", "arquebusiers", "argoulets", "argoulets_dismounted", "gendarmes", "chevau_legers",
    "reitres", "cuirassiers", "canon", "couleuvrine", "enfants_perdus", "commander", "baggage"
};
const char *const reiters_order_ids[ORDER_NAMES] = {
    "attack", "skirmish", "hold", "reserve", "march", "disengage", "withdraw", "hidden", "none"
};
const char *const reiters_table_ids[TABLES] = { "units", "terrain", "combat", "orders", "order_change", "victory" };
static const char *const table_names[TABLES] = {
    "reiters/units.json", "reiters/terrain.json", "reiters/combat.json", "reiters/orders.json", "reiters/order_change.json",
    "reiters/victory.json"
};
/* What a document is there for: the rule that is named when it lacks something as a whole. */
static const rule_id table_rules[TABLES] = { FR_1_3_1_01, FR_4_1_11, FR_7_2_05, FR_10_1_06, FR_10_2_02, FR_9_0_01 };
const char *const reiters_ground_ids[GROUNDS] = { "open", "difficult", "very_difficult", "forbidden" };
const char *const reiters_border_ids[BORDERS] = { "dotted", "single", "double", "impassable" };
static const char *const row_ids[ROWS] = { "shock_cavalry", "fire_cavalry", "shock_infantry", "fire_infantry", "artillery" };
static const char *const tolls[] = { "test", "disordered", "impossible" };
static const char *const limits[LIMITS] = { "none", "no_enemy_zoc", "enemy_zoc_if_nearer", "nearer" };
static const char *const change_ids[CHANGES] = {
    "new_order_two_steps", "new_order_four_steps", "column_engaged", "commander_engaged", "column_shaken", "replacement",
    "general_at_hand", "not_engaged"
};
static const char *const provenances[] = { "seed", "public", "reconstructed", "ruling", "own" };
enum { PROVENANCES = 5, RECONSTRUCTED = 2, TOLLS = TOLL_IMPOSSIBLE + 1 };

/* FR-1.3.2, FR-1.3.4-02, FR-1.3.7-01, FR-1.3.7-02, FR-6.3-01, FR-7.4.1-01, FR-7.9-01, FR-11.1-01, FR-11.3-02, FR-11.4-01. */
static const struct type book_types[UNIT_TYPES] = {
    [TYPE_PIQUIERS] = { .arm = ARM_INFANTRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_INFANTRY, .pike = true },
    [TYPE_SUISSES] = { .arm = ARM_INFANTRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_INFANTRY, .pike = true },
    [TYPE_LANSQUENETS] = { .arm = ARM_INFANTRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_INFANTRY, .pike = true, .gold = true },
    [TYPE_MILICE] = { .arm = ARM_INFANTRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_INFANTRY },
    [TYPE_ARQUEBUSIERS] = { .arm = ARM_INFANTRY, .weapon = WEAPON_FIRE, .steps = 2, .row = ROW_FIRE_INFANTRY, .makes_ep = true },
    [TYPE_ARGOULETS] = { .arm = ARM_CAVALRY, .weapon = WEAPON_FIRE, .steps = 1, .row = ROW_FIRE_CAVALRY },
    [TYPE_ARGOULETS_DISMOUNTED] = { .arm = ARM_INFANTRY, .weapon = WEAPON_FIRE, .steps = 1, .row = ROW_FIRE_INFANTRY },
    [TYPE_GENDARMES] = { .arm = ARM_CAVALRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_CAVALRY, .lances = true },
    [TYPE_CHEVAU_LEGERS] = { .arm = ARM_CAVALRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_CAVALRY, .lances = true },
    [TYPE_REITRES] = { .arm = ARM_CAVALRY, .weapon = WEAPON_FIRE, .steps = 2, .row = ROW_FIRE_CAVALRY, .caracole = true },
    [TYPE_CUIRASSIERS] = { .arm = ARM_CAVALRY, .weapon = WEAPON_SHOCK, .steps = 2, .row = ROW_SHOCK_CAVALRY },
    [TYPE_CANON] = { .arm = ARM_ARTILLERY, .weapon = WEAPON_FIRE, .steps = 1, .row = ROW_ARTILLERY },
    [TYPE_COULEUVRINE] = { .arm = ARM_ARTILLERY, .weapon = WEAPON_FIRE, .steps = 1, .row = ROW_ARTILLERY },
    [TYPE_ENFANTS_PERDUS] = { .arm = ARM_INFANTRY, .weapon = WEAPON_FIRE, .steps = 1, .row = ROW_FIRE_INFANTRY }
};

/* Reading a table. */

struct table {
    struct json_document document;
    struct source        from;
    struct tables       *tables;
    enum table_id        id;
};

/* A word, or a list of them for a list of values. */
static bool read_provenance_word(struct table *table, const struct json *node)
{
    int i = node->type == JSON_STRING ? source_index(provenances, PROVENANCES, node->as.string) : -1;

    if (node->type == JSON_ARRAY) {
        for (const struct json *one = node->as.child; one; one = one->next)
            if (one->type == JSON_ARRAY || !read_provenance_word(table, one))
                return source_wrong(table->from, one, "a provenance is one of the words seed, public, reconstructed, ruling and own");
        return true;
    }
    if (i == RECONSTRUCTED) table->tables->reconstructed |= (uint8_t)(1u << table->id);
    return i >= 0 || source_wrong(table->from, node, "a provenance is one of the words seed, public, reconstructed, ruling and own");
}

/* Of a row: one word, or one for each of some of its values. What a row does not say the document says of it. */
static bool read_provenance(struct table *table, const struct json *row, const struct json *values)
{
    const struct json *node = json_get(row, "provenance");
    const char        *note = NULL;

    if (!source_find_word(table->from, row, "note", &note)) return false;
    if (!node) return true;
    if (node->type != JSON_OBJECT) return read_provenance_word(table, node);
    for (const struct json *one = node->as.child; one; one = one->next) {
        if (!json_get(values, one->key)) return source_wrong(table->from, one, "there is no value \"%s\" here", one->key);
        if (!read_provenance_word(table, one)) return false;
    }
    return true;
}

static bool open_table(struct table *table, struct tables *tables, struct loading *loading, enum table_id id, const char *const *allowed)
{
    int32_t format = 0;

    *table = (struct table){ .tables = tables, .id = id };
    table->from = (struct source){ &table->document, loading->fault, table_rules[id], reiters_rules };
    if (!loading_open(loading, table_names[id], &table->document)) return false;
    return source_keys(table->from, table->document.root, allowed) &&
           source_whole(table->from, table->document.root, "format", 1, 1, &format) &&
           (json_get(table->document.root, "provenance") ||
            source_wrong(table->from, table->document.root, "the document must say its \"provenance\"")) &&
           read_provenance(table, table->document.root, NULL);
}

/* The rows of a table: each id of the list once, in any order. The reader of a row sets the rule that it reads for. */
typedef bool read_row(struct table *table, const struct json *row, int index);

static bool read_rows(struct table *table, const char *key, const char *const *ids, int count, read_row *read)
{
    const struct json *list = NULL;
    struct source      from = table->from;
    uint64_t           seen = 0;

    if (!source_branch(from, table->document.root, key, JSON_ARRAY, &list)) return false;
    for (const struct json *row = list->as.child; row; row = row->next) {
        int index = 0;
        if (!source_choice(from, row, "id", ids, count, &index)) return false;
        if (seen & (uint64_t)1 << index) return source_wrong(from, row, "\"%s\" is given twice", ids[index]);
        seen |= (uint64_t)1 << index;
        if (!read(table, row, index)) return false;
    }
    table->from = from;
    for (int i = 0; i < count; i++)
        if (!(seen & (uint64_t)1 << i)) return source_wrong(from, list, "the row of \"%s\" is missing", ids[i]);
    return true;
}

static bool read_byte(struct table *table, const struct json *row, const char *key, int low, int high, rule_id rule, uint8_t *value)
{
    int32_t number = 0;

    if (!source_whole(reading(table->from, rule), row, key, low, high, &number)) return false;
    *value = (uint8_t)number;
    return true;
}

static bool read_signed(struct table *table, const struct json *row, const char *key, rule_id rule, int8_t *value)
{
    int32_t number = 0;

    if (!source_whole(reading(table->from, rule), row, key, -MODIFIER, MODIFIER, &number)) return false;
    *value = (int8_t)number;
    return true;
}

static bool read_signed_list(struct table *table, const struct json *row, const char *key, int low, int high, int count, int8_t *value)
{
    const struct json *list = NULL;
    int32_t            number[GROUNDS] = { 0 };

    must(count <= GROUNDS);
    if (!source_branch(table->from, row, key, JSON_ARRAY, &list) || !source_numbers(table->from, list, count, low, high, number))
        return false;
    for (int i = 0; i < count; i++) value[i] = (int8_t)number[i];
    return true;
}

/* T-4: unit types. */

/* FR-1.3.7-01, FR-1.3.7-02: a factor for each face, the second not the better. */
static bool read_factors(struct table *table, const struct json *row, struct type *type)
{
    const struct json *list = NULL;
    int32_t            number[2] = { 0 };

    table->from.rule = type->steps == 2 ? FR_1_3_7_01 : FR_1_3_7_02;
    if (!source_branch(table->from, row, "fc", JSON_ARRAY, &list) || !source_numbers(table->from, list, type->steps, 1, FACTOR, number))
        return false;
    if (type->steps == 1) number[1] = number[0];
    if (number[1] > number[0]) return source_wrong(table->from, list, "%s fights better when it is reduced", type->id);
    for (int face = 0; face < 2; face++) type->fc[face] = (uint8_t)number[face];
    return true;
}

/* FR-7.4.3-01: A is the best class. */
static bool read_class(struct table *table, const struct json *row, struct type *type)
{
    static const char *const letters[] = { "A", "B", "C", "D", "E", "F", "G", "H" };
    int                      rank = 0;

    if (!source_choice(reading(table->from, FR_7_4_3_01), row, "class", letters, 8, &rank)) return false;
    type->rank = (uint8_t)rank;
    return true;
}

/* FR-4.1-05: artillery never moves, and others do. */
static bool read_move(struct table *table, const struct json *row, struct type *type)
{
    bool gun = type->arm == ARM_ARTILLERY;

    return read_byte(table, row, "move", gun ? 0 : 1, gun ? 0 : ALLOWANCE, gun ? FR_4_1_05 : FR_1_3_5_01, &type->move);
}

/* An Argoulets unit on foot has the quality of the same men on horseback; a forlorn hope has one above its mother's. */
static bool read_quality(struct table *table, const struct json *row, int index, struct type *type)
{
    if (index == TYPE_ARGOULETS_DISMOUNTED) return true;
    if (index == TYPE_ENFANTS_PERDUS)
        return read_byte(table, row, "fq_above_mother", 0, QUALITY - 1, FR_11_4_09, &table->tables->forlorn_above) &&
               read_byte(table, row, "fq_most", 1, QUALITY, FR_11_4_09, &table->tables->forlorn_most);
    return read_byte(table, row, "fq", 1, QUALITY, FR_1_3_3_01, &type->fq);
}

static bool read_type(struct table *table, const struct json *row, int index)
{
    const char  *allowed[10] = { "id", "class", "fc", "move", "provenance", "note" };
    int          count = 6;
    struct type *type = &table->tables->type[index];

    table->from.rule = FR_1_3_1_01;
    *type = book_types[index];
    type->id = reiters_type_ids[index];
    if (type->arm == ARM_ARTILLERY) allowed[count++] = "range";
    if (index == TYPE_ENFANTS_PERDUS) {
        allowed[count++] = "fq_above_mother";
        allowed[count++] = "fq_most";
    } else if (index != TYPE_ARGOULETS_DISMOUNTED) {
        allowed[count++] = "fq";
    }
    return source_keys(table->from, row, allowed) && read_class(table, row, type) && read_factors(table, row, type) &&
           read_move(table, row, type) && read_quality(table, row, index, type) &&
           (type->arm != ARM_ARTILLERY || read_byte(table, row, "range", 1, RANGE, FR_1_3_6_01, &type->range)) &&
           read_provenance(table, row, row);
}

static bool read_units(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "types", "commander", NULL };
    static const char *const of_commander[] = { "move", "provenance", "note", NULL };
    const struct json       *commander = NULL;
    struct table             table;

    if (!open_table(&table, tables, loading, TABLE_UNITS, allowed) ||
        !read_rows(&table, "types", reiters_type_ids, UNIT_TYPES, read_type))
        return false;
    tables->type[TYPE_ARGOULETS_DISMOUNTED].fq = tables->type[TYPE_ARGOULETS].fq;
    table.from.rule = FR_1_4_01;
    return source_branch(table.from, table.document.root, "commander", JSON_OBJECT, &commander) &&
           source_keys(table.from, commander, of_commander) &&
           read_byte(&table, commander, "move", 1, ALLOWANCE, FR_1_4_01, &tables->commander_move) &&
           read_provenance(&table, commander, commander);
}

/* T-1 to T-3, T-6: terrain. */

/* A cost, which must be null where nobody goes and a number elsewhere. */
static bool read_cost(struct table *table, const struct json *row, bool closed, int low, uint8_t *cost)
{
    const struct json *node = json_get(row, "cost");

    *cost = 0;
    if (!closed) return read_byte(table, row, "cost", low, COST, table->from.rule, cost);
    return (node && node->type == JSON_NULL) || source_wrong(table->from, node ? node : row, "\"cost\" is null here: nobody goes there");
}

static bool read_toll(struct table *table, const struct json *row, bool closed, uint8_t *toll)
{
    int index = 0;

    if (!source_choice(reading(table->from, FR_7_5_3_06), row, "retreat", tolls, TOLLS, &index)) return false;
    *toll = (uint8_t)index;
    return !closed || index == TOLL_IMPOSSIBLE ||
           source_wrong(reading(table->from, FR_7_5_3_05), row, "a retreat is \"impossible\" here: nobody goes there");
}

static bool read_zone_type(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "cost", "stacking", "retreat", "provenance", "note", NULL };
    static const rule_id     rules[GROUNDS] = { FR_4_1_1_01, FR_4_1_1_02, FR_4_1_1_03, FR_4_1_1_04 };
    bool                     closed = index == GROUND_FORBIDDEN;

    table->from.rule = rules[index];
    return source_keys(table->from, row, allowed) && read_cost(table, row, closed, 1, &table->tables->zone_cost[index]) &&
           read_byte(table, row, "stacking", closed ? 0 : 1, closed ? 0 : 9, FR_4_3_01, &table->tables->stacking[index]) &&
           read_toll(table, row, closed, &table->tables->zone_toll[index]) && read_provenance(table, row, row);
}

static bool read_border_kind(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "cost", "retreat", "provenance", "note", NULL };
    static const rule_id     rules[BORDERS] = { FR_4_1_2_01, FR_4_1_2_02, FR_4_1_2_03, FR_4_1_2_04 };
    bool                     closed = index == BORDER_IMPASSABLE;

    table->from.rule = rules[index];
    return source_keys(table->from, row, allowed) && read_cost(table, row, closed, 0, &table->tables->border_cost[index]) &&
           read_toll(table, row, closed, &table->tables->border_toll[index]) && read_provenance(table, row, row);
}

/* T-3: single numbers, each with its rule and its place. */
enum { MOVEMENTS = 8 };
static const char *const movement_ids[MOVEMENTS] = {
    "enemy_zoc", "road_infantry", "road_cavalry", "road_commander", "remount", "forlorn_hope", "test_at", "automatic_from"
};

static bool read_movement(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "value", "provenance", "note", NULL };
    static const rule_id     rules[MOVEMENTS] = {
        FR_4_2_03, FR_4_1_1_05, FR_4_1_1_05, FR_4_1_1_05, FR_4_6_02, FR_11_4_01, FR_4_1_4_01, FR_4_1_4_02
    };
    struct tables *t = table->tables;
    uint8_t       *place[MOVEMENTS] = {
        &t->zoc_cost, &t->road[ARM_INFANTRY], &t->road[ARM_CAVALRY], &t->road_commander, &t->saddle_cost, &t->forlorn_cost, &t->test_at,
        &t->automatic_from
    };

    table->from.rule = rules[index];
    return source_keys(table->from, row, allowed) && read_byte(table, row, "value", place[index] == &t->forlorn_cost, COST, rules[index], place[index]) &&
           read_provenance(table, row, row);
}

/*
 * T-6: of the borders between two zones the worse kind protects the better, whoever attacks (FR-7.4.6-02), so that one kind stands for all
 * that meet. An impassable border counts 0 for guns.
 */
static bool read_attacker(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "zone", "border", "provenance", "note", NULL };
    struct terrain_row      *line = &table->tables->terrain[index];
    bool                     gun = index == ROW_ARTILLERY;
    int                      low = gun ? -MODIFIER : 0, high = gun ? 0 : MODIFIER;

    table->from.rule = gun ? FR_7_8_07 : FR_7_4_6_01;
    if (!source_keys(table->from, row, allowed) || !read_signed_list(table, row, "zone", low, high, GROUND_FORBIDDEN, line->zone) ||
        !read_signed_list(table, row, "border", low, high, BORDER_IMPASSABLE, line->border) || !read_provenance(table, row, row))
        return false;
    for (int kind = BORDER_SINGLE; kind < BORDER_IMPASSABLE; kind++)
        if (gun ? line->border[kind] > line->border[kind - 1] : line->border[kind] < line->border[kind - 1])
            return source_wrong(reading(table->from, FR_7_4_6_02), json_get(row, "border"),
                                 "a %s border protects less than a %s one", reiters_border_ids[kind], reiters_border_ids[kind - 1]);
    return true;
}

static bool read_terrain(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "zones", "borders", "movement", "attackers", NULL };
    struct table             table;

    if (!open_table(&table, tables, loading, TABLE_TERRAIN, allowed) ||
        !read_rows(&table, "zones", reiters_ground_ids, GROUNDS, read_zone_type) ||
        !read_rows(&table, "borders", reiters_border_ids, BORDERS, read_border_kind) ||
        !read_rows(&table, "movement", movement_ids, MOVEMENTS, read_movement) ||
        !read_rows(&table, "attackers", row_ids, ROWS, read_attacker))
        return false;
    for (int kind = BORDER_SINGLE; kind < BORDER_IMPASSABLE; kind++)
        if (tables->border_cost[kind] < tables->border_cost[kind - 1] || tables->border_toll[kind] < tables->border_toll[kind - 1])
            return source_wrong(reading(table.from, FR_4_1_3_01), json_get(table.document.root, "borders"),
                                 "a %s border is easier than a %s one", reiters_border_ids[kind], reiters_border_ids[kind - 1]);
    return tables->test_at < tables->automatic_from ||
           source_wrong(reading(table.from, FR_4_1_4_02), json_get(table.document.root, "movement"),
                         "\"automatic_from\" must be above \"test_at\"");
}

/* T-7: combat results. */

/* "-", "TQ", "DS", or "1" or "2" with "#" for the defender and "*" behind it. */
static bool read_cell(struct table *table, const struct json *node, bool defender, uint8_t *hit)
{
    const char *text = node->type == JSON_STRING ? node->as.string : "";
    unsigned    bits = 0;

    *hit = (uint8_t)(!strcmp(text, "TQ") ? HIT_TEST : !strcmp(text, "DS") ? HIT_DISORDER : 0);
    if (*hit || !strcmp(text, "-")) return true;
    if (*text == '1' || *text == '2') {
        bits = *text++ == '1' ? HIT_ONE : HIT_TWO;
        for (; *text == '*' || *text == '#'; text++) {
            unsigned mark = *text == '*' ? HIT_STAR : HIT_FIRM;
            if (bits & mark) break;
            bits |= mark;
        }
    }
    if (!bits || *text)
        return source_wrong(reading(table->from, FR_7_5_1_03), node, "\"%s\" is no result: -, TQ, DS, or 1 or 2 with * and #",
                             node->type == JSON_STRING ? node->as.string : "");
    if (bits & HIT_FIRM && !defender)
        return source_wrong(reading(table->from, FR_7_5_1_06), node, "\"%s\": only a defender might retreat instead", node->as.string);
    *hit = (uint8_t)bits;
    return true;
}

static bool read_cells(struct table *table, const struct json *row, const char *key, bool defender, uint8_t hit[TABLE_COLUMNS])
{
    const struct json *list = NULL;
    int                column = 0;

    if (!source_branch(table->from, row, key, JSON_ARRAY, &list)) return false;
    if (list->count != table->tables->combat.columns)
        return source_wrong(table->from, list, "\"%s\" has %u results; the table has %d columns", key, list->count,
                             table->tables->combat.columns);
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_cell(table, node, defender, &hit[column++])) return false;
    return true;
}

static bool read_die_rows(struct table *table)
{
    static const char *const allowed[] = { "die", "attacker", "defender", "provenance", "note", NULL };
    struct combat_table     *combat = &table->tables->combat;
    const struct json       *list = NULL;
    int32_t                  face = 0;

    if (!source_branch(table->from, table->document.root, "rows", JSON_ARRAY, &list)) return false;
    if (list->count != TABLE_DICE) return source_wrong(table->from, list, "there is a row for each of the %d faces of the die", TABLE_DICE);
    for (const struct json *row = list->as.child; row; row = row->next) {
        int32_t die = 0;
        if (!source_keys(table->from, row, allowed) || !source_whole(table->from, row, "die", 1, TABLE_DICE, &die)) return false;
        if (die != ++face) return source_wrong(table->from, row, "this is the row of die %d; the rows go from 1 to %d", face, TABLE_DICE);
        if (!read_cells(table, row, "attacker", false, combat->attacker[die - 1]) ||
            !read_cells(table, row, "defender", true, combat->defender[die - 1]) || !read_provenance(table, row, row))
            return false;
    }
    return true;
}

static void count_chances(struct combat_table *table)
{
    for (int column = 0; column < table->columns; column++)
        for (int die = 0; die < TABLE_DICE; die++)
            for (int side = 0; side < 2; side++) {
                unsigned              hits = side ? table->defender[die][column] : table->attacker[die][column];
                struct combat_chance *chance = &table->chance[side][column];
                if (hits & HIT_TWO) chance->two++;
                else if (hits & HIT_ONE) chance->one++;
                else if (hits & HIT_DISORDER) chance->disorder++;
                else if (hits & HIT_TEST) chance->test++;
            }
}

/* FR-7.2-05: a column for each differential; those beyond the ends use the end columns. */
static bool read_combat(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "columns", "rows", NULL };
    int32_t                  number[TABLE_COLUMNS] = { 0 };
    struct table             table;
    int                      count = 0;

    if (!open_table(&table, tables, loading, TABLE_COMBAT, allowed) ||
        !source_list(table.from, table.document.root, "columns", -20, 20, TABLE_COLUMNS, number, &count))
        return false;
    for (int i = 1; i < count; i++)
        if (number[i] != number[i - 1] + 1)
            return source_wrong(table.from, json_get(table.document.root, "columns"), "the columns go up by one from %d to %d", number[0],
                                 number[count - 1]);
    tables->combat.low = (int8_t)number[0];
    tables->combat.columns = (uint8_t)count;
    if (!read_die_rows(&table)) return false;
    count_chances(&tables->combat);
    return true;
}

/* T-8: orders. */

static bool read_order(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = {
        "id", "move", "limit", "attacks", "attacker", "defender", "fires", "fire_quality", "charges", "evades", "evades_untested", "yields",
        "initiative", "provenance", "note", NULL
    };
    struct order_line       *line = &table->tables->order[index];
    int                      limit = 0;

    table->from.rule = FR_10_1_06;
    if (!source_keys(table->from, row, allowed) || !read_signed_list(table, row, "move", -MODIFIER, MODIFIER, ARM_ARTILLERY, line->move) ||
        !source_choice(table->from, row, "limit", limits, LIMITS, &limit) ||
        !source_flag(table->from, row, "attacks", &line->attacks) ||
        !read_signed_list(table, row, "attacker", -MODIFIER, MODIFIER, WEAPONS, line->attacker) ||
        !read_signed(table, row, "defender", FR_10_1_06, &line->defender) || !source_flag(table->from, row, "fires", &line->fires) ||
        !read_byte(table, row, "fire_quality", 0, QUALITY, FR_10_1_06, &line->steady_fire) ||
        !source_flag(table->from, row, "charges", &line->charges) || !source_flag(table->from, row, "evades", &line->evades) ||
        !source_flag(table->from, row, "evades_untested", &line->evades_untested) ||
        !source_flag(reading(table->from, FR_7_5_2_06), row, "yields", &line->yields) ||
        !read_signed(table, row, "initiative", FR_10_3_01, &line->initiative) || !read_provenance(table, row, row))
        return false;
    line->limit = (uint8_t)limit;
    return true;
}

static bool read_orders(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "orders", NULL };
    struct table             table;

    return open_table(&table, tables, loading, TABLE_ORDERS, allowed) && read_rows(&table, "orders", reiters_order_ids, ORDERS, read_order);
}

/* T-9: order change. */

static bool read_change(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "amount", "provenance", "note", NULL };

    table->from.rule = FR_10_2_02;
    return source_keys(table->from, row, allowed) && read_signed(table, row, "amount", FR_10_2_02, &table->tables->change[index]) &&
           read_provenance(table, row, row);
}

static bool read_order_change(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "modifiers", NULL };
    struct table             table;

    return open_table(&table, tables, loading, TABLE_ORDER_CHANGE, allowed) &&
           read_rows(&table, "modifiers", change_ids, CHANGES, read_change);
}

/* T-10: points. An Argoulets unit counts the same on foot, and a commander by his rank. */

enum { WORTH_ROWS = 16 };
static const uint8_t worth_rows[WORTH_ROWS] = {
    TYPE_PIQUIERS, TYPE_SUISSES, TYPE_LANSQUENETS, TYPE_MILICE, TYPE_ARQUEBUSIERS, TYPE_ARGOULETS, TYPE_GENDARMES, TYPE_CHEVAU_LEGERS,
    TYPE_REITRES, TYPE_CUIRASSIERS, TYPE_CANON, TYPE_COULEUVRINE, TYPE_ENFANTS_PERDUS, TYPE_BAGGAGE, WORTH_COLUMN_COMMANDER, WORTH_GENERAL
};

static bool read_worth(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "points", "provenance", "note", NULL };
    const struct json       *list = NULL;
    int32_t                  points[2] = { 0 };

    table->from.rule = FR_9_0_01;
    if (!source_keys(table->from, row, allowed) || !source_branch(table->from, row, "points", JSON_ARRAY, &list) ||
        !source_numbers(table->from, list, 2, 0, POINTS, points) || !read_provenance(table, row, row))
        return false;
    if (points[SEAT_A] < points[SEAT_B])
        return source_wrong(reading(table->from, FR_9_0_04), list, "the Catholic side scores %d for this and the Protestant side %d",
                             points[SEAT_A], points[SEAT_B]);
    for (int seat = 0; seat < 2; seat++) table->tables->worth[worth_rows[index]][seat] = (uint8_t)points[seat];
    return true;
}

static bool read_victory(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "eliminated", NULL };
    const char              *ids[WORTH_ROWS] = { NULL };
    struct table             table;

    for (int i = 0; i < WORTH_ROWS; i++)
        ids[i] = worth_rows[i] < TYPES ? reiters_type_ids[worth_rows[i]] : worth_rows[i] == WORTH_GENERAL ? "lieutenant_general"
                                                                                                         : "column_commander";
    if (!open_table(&table, tables, loading, TABLE_VICTORY, allowed) || !read_rows(&table, "eliminated", ids, WORTH_ROWS, read_worth))
        return false;
    memcpy(tables->worth[TYPE_ARGOULETS_DISMOUNTED], tables->worth[TYPE_ARGOULETS], sizeof tables->worth[0]);
    return true;
}

bool reiters_read_tables(struct tables *tables, struct loading *loading)
{
    return read_units(tables, loading) && read_terrain(tables, loading) && read_combat(tables, loading) && read_orders(tables, loading) &&
           read_order_change(tables, loading) && read_victory(tables, loading);
}
