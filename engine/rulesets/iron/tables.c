/*
 * tables.c: the tables of the game: T-2 and T-3 fire, T-4 shock, T-5 charge, T-6 the weapon matrix, T-7 unit types, T-8 and T-9
 * terrain, T-10 to T-12 the fixed values (MI-GEN-17).
 *
 * An owner of the game lays the values of his own copy over ours, so that everything in them is checked. What the book itself says of
 * a type (does it ride, has it a zone of control) is no value and stands here.
 */
#include "iron.h"
#include "reading.h"

#include <string.h>

enum { MODIFIER = 9, POINTS = 9, ALLOWANCE = 10, TOTAL = 99 };

const char *const iron_type_ids[TYPES] = {
    "LB", "CB", "SL", "PK", "AX", "MM", "DM", "UH", "HO", "G", "leader", "standard", "bombard"
};
const char *const iron_weapon_ids[WEAPONS] = { "none", "longbow", "crossbow", "sling", "javelin", "bombard" };
const char *const iron_table_ids[TABLES] = { "units", "fire", "shock", "charge", "matrix", "terrain", "values" };
static const char *const table_names[TABLES] = {
    "iron/units.json", "iron/fire.json", "iron/shock.json", "iron/charge.json", "iron/matrix.json", "iron/terrain.json", "iron/values.json"
};
static const char *const ground_ids[GROUNDS] = {
    "clear", "woods", "village", "town", "castle", "building", "marsh", "bog", "water", "orchard", "pits", "wagons"
};
static const char *const edge_ids[EDGES] = { "none", "stream", "ditch", "hedge", "steep", "river", "ford", "bridge", "wall" };
static const char *const provenances[] = { "seed", "public", "reconstructed", "ruling", "own" };
enum { PROVENANCES = 5, RECONSTRUCTED = 2 };

/* MI-GEN-09, MI-ZOC-01, MI-ZOC-02, MI-CHG-01, MI-GEN-11, MI-CHG-17, MI-SW-01, MI-FIRE-01: what the book says of each type. */
static const struct type book_types[UNIT_TYPES] = {
    [TYPE_LB] = { .zone = true, .weapon = WEAPON_LONGBOW },
    [TYPE_CB] = { .zone = true, .weapon = WEAPON_CROSSBOW },
    [TYPE_SL] = { .zone = true, .weapon = WEAPON_SLING },
    [TYPE_PK] = { .daunts = true, .walls = true },
    [TYPE_AX] = { .daunts = false },
    [TYPE_MM] = { .mounted = true, .zone = true, .charges = true, .man_at_arms = true },
    [TYPE_DM] = { .man_at_arms = true, .daunts = true, .walls = true },
    [TYPE_UH] = { .man_at_arms = true },
    [TYPE_HO] = { .mounted = true },
    [TYPE_G]  = { .mounted = true, .zone = true, .weapon = WEAPON_JAVELIN }
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
    int i;

    if (node->type == JSON_ARRAY) {
        for (const struct json *one = node->as.child; one; one = one->next)
            if (one->type == JSON_ARRAY || !read_provenance_word(table, one))
                return source_wrong(table->from, one, "a provenance is one of the words seed, public, reconstructed, ruling and own");
        return true;
    }
    i = node->type == JSON_STRING ? source_index(provenances, PROVENANCES, node->as.string) : -1;
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
    table->from = (struct source){ &table->document, loading->fault, MI_GEN_17, iron_rules };
    if (!loading_open(loading, table_names[id], &table->document)) return false;
    return source_keys(table->from, table->document.root, allowed) &&
           source_whole(table->from, table->document.root, "format", 1, 1, &format) &&
           (json_get(table->document.root, "provenance") ||
            source_wrong(table->from, table->document.root, "the document must say its \"provenance\"")) &&
           read_provenance(table, table->document.root, NULL);
}

/* The rows of a table: each id of the list once, in any order. The reader of a row sets the rule that it reads for. */
typedef bool read_row(struct table *table, const struct json *row, int index);

static bool read_rows(struct table *table, const char *key, const char *const *ids, int first, int count, read_row *read)
{
    const struct json *list = NULL;
    struct source      from = table->from;
    uint64_t           seen = 0;

    if (!source_branch(from, table->document.root, key, JSON_ARRAY, &list)) return false;
    for (const struct json *row = list->as.child; row; row = row->next) {
        int index = 0;
        if (!source_choice(from, row, "id", ids, count, &index)) return false;
        must(between(0, index, count - 1));
        if (index < first) return source_wrong(from, row, "\"%s\" has no row here", ids[index]);
        if (seen & (uint64_t)1 << index) return source_wrong(from, row, "\"%s\" is given twice", ids[index]);
        seen |= (uint64_t)1 << index;
        if (!read(table, row, index)) return false;
    }
    table->from = from;
    for (int i = first; i < count; i++)
        if (!(seen & (uint64_t)1 << i)) return source_wrong(from, list, "the row of \"%s\" is missing", ids[i]);
    return true;
}

static bool read_number(struct table *table, const struct json *row, const char *key, int low, int high, rule_id rule, int8_t *value)
{
    int32_t number = 0;

    if (!source_whole(reading(table->from, rule), row, key, low, high, &number)) return false;
    *value = (int8_t)number;
    return true;
}

/* A cost, or null for prohibited; and a die that may be null for none. */
static bool read_or_null(struct table *table, const struct json *row, const char *key, int low, int high, rule_id rule, int8_t *value)
{
    const struct json *node = json_get(row, key);

    *value = NOWHERE;
    return (node && node->type == JSON_NULL) || read_number(table, row, key, low, high, rule, value);
}

/* T-7: unit types. */

/* MI-GEN-06: a number for each side of the counter. */
static bool read_pair(struct table *table, const struct json *row, const char *key, int low, int high, int32_t pair[2])
{
    const struct json *list = NULL;

    return source_branch(table->from, row, key, JSON_ARRAY, &list) && source_numbers(table->from, list, 2, low, high, pair);
}

static bool read_type(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "shock", "move", "flight", "provenance", "note", NULL };
    struct type             *type = &table->tables->type[index];
    int32_t                  shock[2] = { 0 }, move[2] = { 0 };
    int8_t                   flight = 0;

    table->from.rule = MI_GEN_06;
    if (!source_keys(table->from, row, allowed) || !read_pair(table, row, "shock", -MODIFIER, MODIFIER, shock) ||
        !read_pair(table, row, "move", 1, ALLOWANCE, move) || !read_number(table, row, "flight", 0, POINTS, MI_VIC_04, &flight) ||
        !read_provenance(table, row, row))
        return false;
    if (shock[1] < shock[0])
        return source_wrong(reading(table->from, MI_RES_04), row, "%s defends better when Disordered; its second shock number is the worse",
                          iron_type_ids[index]);
    if (move[1] > move[0])
        return source_wrong(reading(table->from, MI_RES_03), row, "%s moves farther when Disordered; its second move number is the smaller",
                          iron_type_ids[index]);
    *type = book_types[index];
    type->id = iron_type_ids[index];
    type->flight = (uint8_t)flight;
    for (int side = 0; side < 2; side++) {
        type->profile.shock[side] = (int8_t)shock[side];
        type->profile.move[side] = (uint8_t)move[side];
    }
    return true;
}

static bool read_units(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "types", NULL };
    struct table             table;

    return open_table(&table, tables, loading, TABLE_UNITS, allowed) &&
           read_rows(&table, "types", iron_type_ids, 0, UNIT_TYPES, read_type);
}

/* T-2: the range chart. */

static bool read_modifiers(struct table *table, const struct json *row, const char *key, int range, int8_t modifier[3])
{
    const struct json *list = NULL;
    int32_t            number[3] = { 0 };

    if (!source_branch(table->from, row, key, JSON_ARRAY, &list) || !source_numbers(table->from, list, range, -MODIFIER, MODIFIER, number))
        return false;
    for (int i = 0; i < range; i++) modifier[i] = (int8_t)number[i];
    return true;
}

static bool read_weapon(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = {
        "id", "range", "normal", "disordered", "answers", "reacts", "reacts_to_counter", "blocked_by_units", "provenance", "note", NULL
    };
    struct weapon_line      *weapon = &table->tables->weapon[index];
    int8_t                   range = 0;

    table->from.rule = MI_FIRE_23;
    if (!source_keys(table->from, row, allowed) || !read_number(table, row, "range", 1, 3, MI_FIRE_02, &range)) return false;
    weapon->range = (uint8_t)range;
    if (!read_modifiers(table, row, "normal", range, weapon->drm)) return false;
    memcpy(weapon->drm_disordered, weapon->drm, sizeof weapon->drm);
    /* A bombard is never Disordered. */
    if ((index != WEAPON_BOMBARD || json_get(row, "disordered")) &&
        !read_modifiers(table, row, "disordered", range, weapon->drm_disordered))
        return false;
    return source_flag(reading(table->from, MI_FIRE_10), row, "answers", &weapon->answers) &&
           source_flag(reading(table->from, MI_FIRE_16), row, "reacts", &weapon->reacts) &&
           source_flag(reading(table->from, MI_FIRE_19), row, "reacts_to_counter", &weapon->reacts_to_counter) &&
           source_flag(reading(table->from, MI_LOS_04), row, "blocked_by_units", &weapon->blocked_by_units) &&
           read_provenance(table, row, row);
}

/* Results. */

static const struct { const char *code; uint8_t hit; } result_codes[] = {
    { "D", HIT_DISORDER }, { "R1", HIT_RETREAT }, { "RET", HIT_RETIRE }, { "UH", HIT_UNHORSE }, { "EL", HIT_ELIMINATE },
    { "CA", HIT_PURSUE }
};
enum { RESULT_CODES = sizeof result_codes / sizeof result_codes[0], WHOLE_HITS = HIT_RETIRE | HIT_UNHORSE | HIT_ELIMINATE };

/* The code at the beginning of the text, up to a "+" or the end; 0 when there is none such. */
static uint8_t code_at(const char *text, size_t length)
{
    for (int i = 0; i < RESULT_CODES; i++)
        if (strlen(result_codes[i].code) == length && !memcmp(result_codes[i].code, text, length)) return result_codes[i].hit;
    return 0;
}

/* "D+R1", "D:RET+CA", "NE": shock says by "A:" or "D:" on whom a result falls (MI-SHOCK-40), fire falls on its target. */
static bool read_result(struct table *table, const struct json *row, const char *key, bool shock, unsigned allowed, uint8_t *hit)
{
    const struct json *node = json_get(row, key);
    const char        *text = NULL, *part;
    unsigned           bits = 0;

    if (!source_word(table->from, row, key, &text)) return false;
    *hit = 0;
    if (!strcmp(text, "NE")) return true;
    if (shock && strncmp(text, "A:", 2) && strncmp(text, "D:", 2))
        return source_wrong(reading(table->from, MI_SHOCK_40), node, "\"%s\" must say with A: or D: on whom it falls, or be NE", text);
    part = shock ? text + 2 : text;
    for (;;) {
        size_t  length = strcspn(part, "+");
        uint8_t code = code_at(part, length);
        if (!code || bits & code)
            return source_wrong(table->from, node, "\"%s\" is not made of D, R1, RET, UH, EL and CA, each once, with + between", text);
        if (!(code & allowed))
            return source_wrong(reading(table->from, code == HIT_UNHORSE ? MI_RES_20 : MI_RES_23), node,
                              "\"%s\" cannot stand in the column \"%s\"", text, key);
        bits |= code;
        if (!part[length]) break;
        part += length + 1;
    }
    if (shock && *text == 'A') bits |= HIT_ON_ATTACKER;
    if (bits & HIT_PURSUE && (bits & HIT_ON_ATTACKER || bits == HIT_PURSUE))
        return source_wrong(reading(table->from, MI_RES_23), node, "\"%s\": a Continued Attack follows what befalls the defender", text);
    if (bits & WHOLE_HITS && ((bits & WHOLE_HITS & ((bits & WHOLE_HITS) - 1)) || bits & (HIT_DISORDER | HIT_RETREAT)))
        return source_wrong(reading(table->from, MI_RES_29), node, "\"%s\": RET, UH and EL take the place of every other result", text);
    *hit = (uint8_t)bits;
    return true;
}

/* MI-GEN-02: the first row is open below, the last above, and every total between has one row. */
static bool read_totals(struct table *table, const struct json *node, bool first, bool last, int32_t *next, struct result_row *row)
{
    struct source from = reading(table->from, MI_GEN_02);
    int32_t       low = 0, high = 0;

    if (first != !json_get(node, "from") || last != !json_get(node, "to"))
        return source_wrong(from, node, "only the first row has no \"from\", and only the last no \"to\": the table is open at both ends");
    if (!first && !source_whole(from, node, "from", -TOTAL, TOTAL, &low)) return false;
    if (!last && !source_whole(from, node, "to", -TOTAL, TOTAL, &high)) return false;
    if (!first && low != *next) return source_wrong(from, node, "this row must begin at %d, where the row before it ends", *next);
    if (!first && !last && high < low) return source_wrong(from, node, "this row ends at %d, before it begins at %d", high, low);
    row->from = (int8_t)(first ? INT8_MIN : low);
    *next = high + 1;
    return true;
}

struct column { const char *key; unsigned allowed; };

static bool read_results(struct table *table, const struct column *column, int columns, bool shock, struct result_table *results)
{
    const struct json *list = NULL;
    int32_t            next = 0;

    table->from.rule = MI_RES_01;
    if (!source_branch(table->from, table->document.root, "rows", JSON_ARRAY, &list)) return false;
    if (!between(2, list->count, TABLE_ROWS)) return source_wrong(table->from, list, "the table has 2 to %d rows", TABLE_ROWS);
    for (const struct json *node = list->as.child; node; node = node->next) {
        const char        *allowed[] = { "from", "to", column[0].key, column[1].key, column[columns - 2].key, column[columns - 1].key,
                                         "provenance", "note", NULL };
        struct result_row *row = &results->row[results->rows];
        if (!source_keys(table->from, node, allowed) || !read_totals(table, node, !results->rows, !node->next, &next, row)) return false;
        for (int i = 0; i < columns; i++)
            if (!read_result(table, node, column[i].key, shock, column[i].allowed, &row->hit[i])) return false;
        if (!read_provenance(table, node, node)) return false;
        results->rows++;
    }
    return true;
}

enum { FOOT_HITS = HIT_DISORDER | HIT_RETREAT | HIT_RETIRE | HIT_ELIMINATE };

static bool read_fire(struct tables *tables, struct loading *loading)
{
    static const char *const   allowed[] = { "format", "provenance", "note", "weapons", "rows", NULL };
    static const struct column columns[] = {
        [COLUMN_FOOT] = { "foot", FOOT_HITS },
        [COLUMN_FOOT_DISORDERED] = { "foot_disordered", FOOT_HITS },
        [COLUMN_MOUNTED] = { "mounted", FOOT_HITS | HIT_UNHORSE },
        [COLUMN_MOUNTED_DISORDERED] = { "mounted_disordered", FOOT_HITS | HIT_UNHORSE }
    };
    struct table               table;

    return open_table(&table, tables, loading, TABLE_FIRE, allowed) &&
           read_rows(&table, "weapons", iron_weapon_ids, WEAPON_LONGBOW, WEAPONS, read_weapon) &&
           read_results(&table, columns, 4, false, &tables->fire);
}

static bool read_shock(struct tables *tables, struct loading *loading, enum table_id id, struct result_table *results)
{
    static const char *const   allowed[] = { "format", "provenance", "note", "rows", NULL };
    static const struct column columns[] = { { "normal", FOOT_HITS | HIT_PURSUE }, { "disordered", FOOT_HITS | HIT_PURSUE } };
    struct table               table;

    return open_table(&table, tables, loading, id, allowed) && read_results(&table, columns, 2, true, results);
}

/* T-6: the weapon matrix. */

/* MI-SHOCK-02: the types that attack are those with a row. */
static bool read_attacker(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "attacker", "against", "provenance", "note", NULL };
    const char              *types[UNIT_TYPES + 1] = { NULL };
    const struct json       *against = NULL;

    memcpy(types, iron_type_ids, UNIT_TYPES * sizeof *types);
    table->from.rule = MI_SHOCK_21;
    if (!source_keys(table->from, row, allowed) || !source_branch(table->from, row, "against", JSON_OBJECT, &against) ||
        !source_keys(table->from, against, types) || !read_provenance(table, row, against))
        return false;
    for (int i = 0; i < UNIT_TYPES; i++)
        if (!read_number(table, against, iron_type_ids[i], -MODIFIER, MODIFIER, MI_SHOCK_21, &table->tables->matrix[index][i]))
            return false;
    table->tables->type[index].shocks = true;
    return true;
}

static bool read_matrix(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "rows", NULL };
    static const uint8_t     attackers[] = { TYPE_PK, TYPE_AX, TYPE_MM, TYPE_DM, TYPE_UH, TYPE_G };
    const struct json       *list = NULL;
    struct table             table;

    if (!open_table(&table, tables, loading, TABLE_MATRIX, allowed)) return false;
    table.from.rule = MI_SHOCK_02;
    if (!source_branch(table.from, table.document.root, "rows", JSON_ARRAY, &list)) return false;
    for (const struct json *row = list->as.child; row; row = row->next) {
        int index = 0;
        table.from.rule = MI_SHOCK_02;
        if (!source_choice(table.from, row, "attacker", iron_type_ids, UNIT_TYPES, &index)) return false;
        if (!memchr(attackers, index, sizeof attackers))
            return source_wrong(table.from, row, "%s never attacks and has no row", iron_type_ids[index]);
        if (tables->type[index].shocks) return source_wrong(table.from, row, "%s is given twice", iron_type_ids[index]);
        if (!read_attacker(&table, row, index)) return false;
    }
    for (size_t i = 0; i < sizeof attackers; i++)
        if (!tables->type[attackers[i]].shocks)
            return source_wrong(reading(table.from, MI_SHOCK_02), list, "the row of %s is missing", iron_type_ids[attackers[i]]);
    return true;
}

/* T-8 and T-9: terrain. */

static bool read_ground(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = {
        "id", "foot", "mounted", "blocks_sight", "no_charge", "shock", "fire", "roll", "provenance", "note", NULL
    };
    struct ground_line      *ground = &table->tables->ground[index];

    table->from.rule = MI_TERR_01;
    ground->id = ground_ids[index];
    return source_keys(table->from, row, allowed) && read_or_null(table, row, "foot", 1, POINTS, MI_TERR_01, &ground->cost[0]) &&
           read_or_null(table, row, "mounted", 1, POINTS, MI_TERR_01, &ground->cost[1]) &&
           source_flag(reading(table->from, MI_LOS_02), row, "blocks_sight", &ground->blocks_sight) &&
           source_flag(reading(table->from, MI_TERR_02), row, "no_charge", &ground->no_charge) &&
           read_number(table, row, "shock", -MODIFIER, MODIFIER, MI_TERR_03, &ground->shock) &&
           read_number(table, row, "fire", -MODIFIER, MODIFIER, MI_TERR_04, &ground->fire) &&
           read_or_null(table, row, "roll", 0, 9, MI_TERR_05, &ground->roll) && read_provenance(table, row, row);
}

static bool read_edge(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = {
        "id", "foot", "mounted", "no_charge", "shock", "fire", "refusal", "roll", "provenance", "note", NULL
    };
    struct edge_line        *edge = &table->tables->edge[index];

    table->from.rule = MI_TERR_01;
    edge->id = edge_ids[index];
    return source_keys(table->from, row, allowed) && read_or_null(table, row, "foot", 0, POINTS, MI_TERR_01, &edge->cost[0]) &&
           read_or_null(table, row, "mounted", 0, POINTS, MI_TERR_01, &edge->cost[1]) &&
           source_flag(reading(table->from, MI_TERR_02), row, "no_charge", &edge->no_charge) &&
           read_number(table, row, "shock", -MODIFIER, MODIFIER, MI_TERR_03, &edge->shock) &&
           read_number(table, row, "fire", -MODIFIER, MODIFIER, MI_TERR_04, &edge->fire) &&
           read_number(table, row, "refusal", 0, MODIFIER, MI_CHG_21, &edge->refusal) &&
           read_or_null(table, row, "roll", 0, 9, MI_TERR_05, &edge->roll) && read_provenance(table, row, row);
}

static bool read_terrain(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "hexes", "hexsides", NULL };
    struct table             table;

    if (!open_table(&table, tables, loading, TABLE_TERRAIN, allowed) ||
        !read_rows(&table, "hexes", ground_ids, 0, GROUNDS, read_ground) ||
        !read_rows(&table, "hexsides", edge_ids, EDGE_STREAM, EDGES, read_edge))
        return false;
    tables->edge[EDGE_NONE] = (struct edge_line){ .id = edge_ids[EDGE_NONE], .roll = NOWHERE };
    if (tables->ground[GROUND_CLEAR].cost[0] == NOWHERE || tables->ground[GROUND_CLEAR].cost[1] == NOWHERE)
        return source_wrong(reading(table.from, MI_TERR_01), json_get(table.document.root, "hexes"), "clear ground cannot be prohibited");
    return true;
}

/* The fixed values. */

static const struct fixed_line { const char *id; int8_t low, high; rule_id rule; } fixed_lines[FIXED_VALUES] = {
    [FIXED_FLANK_SHOCK]               = { "flank_shock", -9, 9, MI_SHOCK_13 },
    [FIXED_REAR_SHOCK]                = { "rear_shock", -9, 9, MI_SHOCK_14 },
    [FIXED_MIXED_SHOCK]               = { "mixed_shock", -9, 9, MI_SHOCK_15 },
    [FIXED_HEIGHT_SHOCK]              = { "height_shock", -9, 9, MI_SHOCK_17 },
    [FIXED_CHARGE_UNMOVED]            = { "charge_unmoved", -9, 9, MI_CHG_05 },
    [FIXED_CHARGE_MOVED]              = { "charge_moved", -9, 9, MI_CHG_05 },
    [FIXED_LEADER_CHARGE]             = { "leader_charge", -9, 9, MI_SHOCK_20 },
    [FIXED_ATTACKER_DISORDERED]       = { "attacker_disordered", -9, 9, MI_SHOCK_22 },
    [FIXED_DEFENDER_RETIRED]          = { "defender_retired", -9, 9, MI_SHOCK_23 },
    [FIXED_MOUNTED_FLANK_FIRE]        = { "mounted_flank_fire", -9, 9, MI_FIRE_25 },
    [FIXED_SHIELD_WALL]               = { "shield_wall", -9, 9, MI_SW_05 },
    [FIXED_SCHILTRON_SHOCK]           = { "schiltron_shock", -9, 9, MI_SCH_04 },
    [FIXED_SCHILTRON_FIRE]            = { "schiltron_fire", -9, 9, MI_SCH_06 },
    [FIXED_SCHILTRON_REFUSAL]         = { "schiltron_refusal", -9, 9, MI_SCH_05 },
    [FIXED_RIDE_THROUGH_MAX]          = { "ride_through_max", -1, 9, MI_STACK_03 },
    [FIXED_RIDE_THROUGH_MP]           = { "ride_through_mp", 0, 9, MI_STACK_02 },
    [FIXED_REFUSAL_SUCCESS_MAX]       = { "refusal_success_max", -1, 9, MI_CHG_19 },
    [FIXED_COUNTERCHARGE_SUCCESS_MAX] = { "countercharge_success_max", -9, 19, MI_CC_05 },
    [FIXED_COUNTERCHARGE_FLANK]       = { "countercharge_flank", -9, 9, MI_CC_05 },
    [FIXED_CHARGE_MIN_DISTANCE]       = { "charge_min_distance", 2, 5, MI_CHG_06 },
    [FIXED_CHARGE_MAX_DISTANCE]       = { "charge_max_distance", 2, 5, MI_CHG_06 },
    [FIXED_CHARGE_TURNS]              = { "charge_turns", 0, 3, MI_CHG_09 },
    [FIXED_ZOC_EXIT_MP]               = { "zoc_exit_mp", 0, 9, MI_ZOC_06 },
    [FIXED_ZOC_TURN]                  = { "zoc_turn", 0, 3, MI_FACE_04 },
    [FIXED_HOBELAR_MOUNT_MP]          = { "hobelar_mount_mp", 1, 9, MI_HOB_03 },
    [FIXED_STANDARD_RALLY_RADIUS]     = { "standard_rally_radius", 0, 9, MI_STD_03 },
    [FIXED_LEADER_FIRE_TOTAL]         = { "leader_fire_total", -9, 30, MI_LDR_10 },
    [FIXED_LEADER_FIRE_KILL_MIN]      = { "leader_fire_kill_min", 0, 10, MI_LDR_10 },
    [FIXED_LEADER_SHOCK_KILL_MIN]     = { "leader_shock_kill_min", -9, 10, MI_LDR_11 },
    [FIXED_FLIGHT_KING]               = { "flight_king", 0, POINTS, MI_VIC_03 },
    [FIXED_FLIGHT_LEADER]             = { "flight_leader", 0, POINTS, MI_VIC_04 },
    [FIXED_FLIGHT_RETIRED]            = { "flight_retired", 0, POINTS, MI_VIC_05 },
    [FIXED_REPLACEMENT_ACTIVATION]    = { "replacement_activation", 0, 9, MI_LDR_16 },
    [FIXED_REPLACEMENT_RANGE]         = { "replacement_range", 0, ALLOWANCE, MI_LDR_16 },
    [FIXED_REPLACEMENT_MOVE]          = { "replacement_move", 0, ALLOWANCE, MI_LDR_16 },
    [FIXED_CLIMB_MP]                  = { "climb_mp", 0, 9, MI_TERR_01 }
};

/* "rule" is for those who read the document; it must be the right one. */
static bool read_value(struct table *table, const struct json *row, int index)
{
    static const char *const allowed[] = { "id", "value", "rule", "provenance", "note", NULL };
    const struct fixed_line *line = &fixed_lines[index];
    const char              *rule = NULL;

    table->from.rule = line->rule;
    if (!source_keys(table->from, row, allowed) || !source_find_word(table->from, row, "rule", &rule) ||
        !read_number(table, row, "value", line->low, line->high, line->rule, &table->tables->fixed[index]) ||
        !read_provenance(table, row, row))
        return false;
    return !rule || !strcmp(rule, iron_rules[line->rule]) ||
           source_wrong(table->from, row, "\"%s\" is a number of this rule, not of \"%s\"", line->id, rule);
}

static bool read_values(struct tables *tables, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "values", NULL };
    const char              *ids[FIXED_VALUES];
    struct table             table;

    for (int i = 0; i < FIXED_VALUES; i++) ids[i] = fixed_lines[i].id;
    if (!open_table(&table, tables, loading, TABLE_VALUES, allowed) || !read_rows(&table, "values", ids, 0, FIXED_VALUES, read_value))
        return false;
    return tables->fixed[FIXED_CHARGE_MIN_DISTANCE] <= tables->fixed[FIXED_CHARGE_MAX_DISTANCE] ||
           source_wrong(reading(table.from, MI_CHG_06), json_get(table.document.root, "values"),
                      "charge_min_distance is not above charge_max_distance");
}

bool iron_read_tables(struct tables *tables, struct loading *loading)
{
    return read_units(tables, loading) && read_fire(tables, loading) &&
           read_shock(tables, loading, TABLE_SHOCK, &tables->shock) && read_shock(tables, loading, TABLE_CHARGE, &tables->charge) &&
           read_matrix(tables, loading) && read_terrain(tables, loading) && read_values(tables, loading);
}
