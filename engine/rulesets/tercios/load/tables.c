/*
 * tables.c: the tables of the game: T-1 bases, T-2 bonus and malus, T-3 unit types, T-4 regiments, T-5 weapons, T-6
 * terrain (BE-UNIT, BE-VAL, BE-GEO-07, BE-MOD-07, BE-TERR-14).
 *
 * A player may lay tables of his own over ours, so that everything in them is checked.
 */
#include "tables.h"

#include <string.h>

enum { BONUS_ROWS = 5, BONUS_VALUES = 11, BASE_SLACK = 3 * CENTIMETRE, POINTS_MOST = 20 };
#define CAVALRY_RULES (SR_MOBILITY | SR_EVASION | SR_PURSUIT)
#define ARTILLERY_RULES (SR_CREW | SR_NO_ESCAPE)

static const char *const base_ids[BASES] = {
    "square", "squadron", "cavalry", "deep_cavalry", "company", "artillery", "large_battery"
};
const char *const tercios_class_ids[CLASS_COMMANDER + 1] = { "squadron", "company", "cavalry", "artillery", "commander" };
const uint8_t tercios_arm_of_class[CLASS_ARTILLERY + 1] = { ARM_INFANTRY, ARM_INFANTRY, ARM_CAVALRY, ARM_ARTILLERY };
static const uint8_t bases_of_class[] = {
    1 << BASE_SQUARE | 1 << BASE_SQUADRON, 1 << BASE_COMPANY, 1 << BASE_CAVALRY | 1 << BASE_DEEP_CAVALRY,
    1 << BASE_ARTILLERY | 1 << BASE_LARGE_BATTERY
};
const char *const tercios_regiment_kinds[REGIMENT_KINDS] = { "infantry", "cavalry", "company", "artillery" };
const char *const tercios_defence_ids[DEFENCES] = { "infantry", "cavalry", "salvo", "artillery" };

/* In the order of the bits of SPECIAL() and of enum terrain; the short edition knows the first BREVIS_SPECIALS. */
const char *const tercios_special_names[SPECIALS] = {
    "square", "light", "numerous", "brigade", "mobility", "evasion", "pursuit", "extended_arc", "caracole", "dragoon",
    "crew_protection", "no_escape", "pike", "halberd", "skirmishers", "elite", "commanded_shot", "mercenaries", "impetuous",
    "integral_command", "carthorses", "experimental", "fortified", "regimental_gun", "ambush", "frenzied", "heavy_cavalry",
    "harasser", "horde", "open_order", "vanguard", "forlorn_hope", "mounted_dragoon", "swordsmen", "great_swords", "lances",
    "heavy_lances", "bardiches", "grenades", "mortar"
};
const char *const tercios_terrain_names[FEATURES] = {
    "difficult", "very_difficult", "impassable", "conceal", "cover", "height", "protected", "building", "large",
    "river", "crossing", "ford", "easy"
};
const char *const tercios_belligerents[BELLIGERENTS] = { "spain", "sweden", "france", "empire", "england", "palatine" };

static int index_in(const char *const *list, int count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i], id)) return i;
    return -1;
}

int tercios_belligerent(const char *name)
{
    return index_in(tercios_belligerents, BELLIGERENTS, name);
}

/* Reading. */

bool tercios_wrong(struct source from, const struct json *node, rule_id rule, const char *format, ...)
{
    char       text[sizeof from.fault->text];
    struct out out = out_over(text, sizeof text);
    va_list    arguments;

    va_start(arguments, format);
    out_vformat(&out, format, arguments);
    va_end(arguments);
    return json_fault(from.document, node, from.fault, "%s: %s", from.ruleset->rules[rule_cited(from.ruleset, rule)], text);
}

bool tercios_read_bits(struct source from, const struct json *object, const char *key, const char *const *names,
                       int count, uint64_t allowed, rule_id rule, uint64_t *bits)
{
    const struct json *list = NULL;

    if (!json_find_branch(from.document, object, key, JSON_ARRAY, &list, from.fault)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        int i = node->type == JSON_STRING ? index_in(names, count, node->as.string) : -1;
        if (i < 0 || !(allowed & SPECIAL(i)))
            return tercios_wrong(from, node, rule, "%s cannot be among \"%s\"",
                                 node->type == JSON_STRING ? node->as.string : "this", key);
        *bits |= SPECIAL(i);
    }
    return true;
}

bool tercios_read_text(struct source from, const struct json *object, const char *key, const char **english,
                       const char **french)
{
    static const char *const languages[] = { "en", "fr", NULL };
    const struct json       *text = NULL;
    const char              *en = NULL, *fr = NULL;

    if (!branch(from, object, key, JSON_OBJECT, &text) ||
        !keys(from, text, languages) || !word(from, text, "en", &en) ||
        !word(from, text, "fr", &fr))
        return false;
    if (english) *english = en;
    if (french) *french = fr;
    return true;
}

bool tercios_open_table(struct loading *loading, const char *name, const char *key, struct json_document *document, const struct json **list)
{
    const char *provenance = NULL;
    int64_t     format = 0;

    return loading_open(loading, name, document) &&
           json_integer(document, document->root, "format", 1, 1, &format, loading->fault) &&
           json_string(document, document->root, "provenance", &provenance, loading->fault) &&
           json_branch(document, document->root, key, JSON_ARRAY, list, loading->fault);
}

bool tercios_read_number(struct source from, const struct json *object, const char *key, int low, int high, rule_id missing, rule_id rule,
                         uint8_t *value)
{
    const struct json *node = json_get(object, key);

    if (!node) return tercios_wrong(from, object, missing, "\"%s\" is missing", key);
    if (node->type != JSON_INTEGER || !between(low, node->as.integer, high))
        return tercios_wrong(from, node, rule, "\"%s\" is a whole number from %d to %d", key, low, high);
    *value = (uint8_t)node->as.integer;
    return true;
}

/* T-5: weapons. */

bool tercios_read_weapon(struct source from, const struct json *node, struct weapon *weapon)
{
    static const char *const allowed[] = { "id", "range", "shot", "reaction_bonus", "pistol", "bow", "note", NULL };
    const char              *shot = NULL;

    if (!keys(from, node, allowed) ||
        !word(from, node, "id", &weapon->id) ||
        !whole(from, node, "range", INCH, 100 * INCH, &weapon->range) ||
        !word(from, node, "shot", &shot) ||
        !json_boolean(from.document, node, "reaction_bonus", &weapon->firearm, from.fault) ||
        !json_find_boolean(from.document, node, "pistol", &weapon->pistol, from.fault) ||
        !json_find_boolean(from.document, node, "bow", &weapon->bow, from.fault))
        return false;
    weapon->artillery = !strcmp(shot, "artillery");
    return weapon->artillery || !strcmp(shot, "salvo") ||
           tercios_wrong(from, node, BE_WEAP_03, "%s fires a \"salvo\" or \"artillery\", not \"%s\"", weapon->id, shot);
}

int tercios_weapon_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->weapons; i++)
        if (!strcmp(m->weapon[i].id, id)) return i;
    return -1;
}

static bool read_weapons(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "weapons", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL;

    if (!tercios_open_table(loading, "brevis/weapons.json", "weapons", &document, &list) ||
        !json_keys(&document, document.root, allowed, loading->fault))
        return false;
    if (list->count > WEAPONS) return too_many(from, list, WEAPONS, "weapons");
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct weapon weapon = { 0 };
        if (!tercios_read_weapon(from, node, &weapon)) return false;
        if (tercios_weapon_named(m, weapon.id) >= 0)
            return json_fault(&document, node, loading->fault, "%s is given twice", weapon.id);
        m->weapon[m->weapons++] = weapon;
    }
    return true;
}

/* T-2 is printed, the formulas play: they must agree in every cell (BE-MOD-07). */

static bool read_bonus_row(struct source from, const struct json *node, unsigned *rows)
{
    static const char *const allowed[] = { "net", "values", NULL };
    const struct json       *list = NULL;
    int32_t                  net = 0;
    int                      value = 0;

    if (!keys(from, node, allowed) ||
        !whole(from, node, "net", -2, 2, &net) ||
        !branch(from, node, "values", JSON_ARRAY, &list))
        return false;
    if (list->count != BONUS_VALUES)
        return tercios_wrong(from, list, BE_MOD_07, "net %d: the table is for the %d values from 0 to 10", net,
                             BONUS_VALUES);
    for (const struct json *cell = list->as.child; cell; cell = cell->next, value++)
        if (cell->type != JSON_INTEGER || cell->as.integer != tercios_modified(value, net))
            return tercios_wrong(from, cell, BE_MOD_07, "value %d with net %d becomes %d", value, net,
                                 tercios_modified(value, net));
    *rows |= 1u << (net + 2);
    return true;
}

static bool check_bonus(struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "note", "rows", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL;
    unsigned                 rows = 0;

    if (!tercios_open_table(loading, "brevis/bonus.json", "rows", &document, &list) ||
        !json_keys(&document, document.root, allowed, loading->fault))
        return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_bonus_row(from, node, &rows)) return false;
    return rows == (1u << BONUS_ROWS) - 1 ||
           tercios_wrong(from, list, BE_MOD_07, "the table has a row for each net from -2 to 2");
}

/* T-1: bases. */

static bool read_base(struct source from, const struct json *node, int32_t width[BASES], int32_t depth[BASES])
{
    static const char *const allowed[] = { "id", "width", "depth", "provenance", NULL };
    const char              *id = NULL;
    int                      base;

    if (!keys(from, node, allowed) || !word(from, node, "id", &id)) return false;
    base = index_in(base_ids, BASES, id);
    if (base < 0) return tercios_wrong(from, node, BE_GEO_07, "there is no kind of base \"%s\"", id);
    return whole(from, node, "width", CENTIMETRE, 30 * CENTIMETRE, &width[base]) &&
           whole(from, node, "depth", CENTIMETRE, 30 * CENTIMETRE, &depth[base]);
}

bool tercios_read_bases(struct source from, int32_t width[BASES], int32_t depth[BASES])
{
    const struct json *list = NULL;

    if (!branch(from, from.document->root, "bases", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_base(from, node, width, depth)) return false;
    for (int base = 0; base < BASES; base++)
        if (!width[base]) return tercios_wrong(from, list, BE_GEO_07, "the base \"%s\" is missing", base_ids[base]);
    return true;
}

/* BE-GEO-07, option custom_bases: bases of the scenario, the same for both players, at most 3 cm a side from T-1. */
static bool read_custom_base(struct source from, const struct json *node, struct tables *tables)
{
    static const char *const allowed[] = { "width", "depth", NULL };
    int                      base = index_in(base_ids, BASES, node->key);
    int32_t                  width = 0, depth = 0;

    if (base < 0) return tercios_wrong(from, node, BE_GEO_07, "there is no kind of base \"%s\"", node->key);
    if (!keys(from, node, allowed) ||
        !whole(from, node, "width", 1, TABLE_SIDE, &width) ||
        !whole(from, node, "depth", 1, TABLE_SIDE, &depth))
        return false;
    if (abs64(width - tables->width[base]) > BASE_SLACK || abs64(depth - tables->depth[base]) > BASE_SLACK ||
        width < CENTIMETRE || depth < CENTIMETRE)
        return tercios_wrong(from, node, BE_GEO_07,
                             "a base of kind \"%s\" may differ from %d by %d by at most %d on a side", node->key,
                             tables->width[base], tables->depth[base], BASE_SLACK);
    tables->width[base] = width;
    tables->depth[base] = depth;
    return true;
}

static bool read_custom_bases(struct match *m, struct loading *loading, struct tables *tables)
{
    struct source      from = source_of(loading, &loading->scenario);
    const struct json *bases = NULL;

    if (!json_find_branch(from.document, from.document->root, "bases", JSON_OBJECT, &bases, from.fault)) return false;
    if (!bases) return true;
    if (!custom(m, CUSTOM_BASES))
        return tercios_wrong(from, bases, BE_GEO_07, "bases of one's own need the option custom_bases");
    for (const struct json *node = bases->as.child; node; node = node->next)
        if (!read_custom_base(from, node, tables)) return false;
    return true;
}

static bool read_bases(struct match *m, struct loading *loading, struct source from, struct tables *tables)
{
    if (!tercios_read_bases(from, tables->width, tables->depth)) return false;
    if (custom(m, CUSTOM_LARGE_BATTERY_4X4)) {
        tables->width[BASE_LARGE_BATTERY] = tables->width[BASE_ARTILLERY];
        tables->depth[BASE_LARGE_BATTERY] = tables->depth[BASE_ARTILLERY];
    }
    return read_custom_bases(m, loading, tables);
}

/* T-3: unit types. */

/* BE-GEO-07, BE-GEO-08: which base a class may have; guns always stand on an artillery base. */
bool tercios_read_base_of(struct source from, const struct json *node, const int32_t width[BASES], const int32_t depth[BASES], int class,
                          const char *id, struct shape *shape)
{
    const char *name = NULL;
    int         base;

    if (!word(from, node, "base", &name)) return false;
    base = index_in(base_ids, BASES, name);
    if (base < 0 || !(bases_of_class[class] & 1 << base))
        return tercios_wrong(from, node, class == CLASS_ARTILLERY ? BE_GEO_08 : BE_GEO_07, "%s (%s) cannot have the base \"%s\"", id,
                             tercios_class_ids[class], name);
    *shape = table_rectangle(width[base], depth[base], REFERENCE_FRONT);
    return true;
}

/* BE-UNIT-01: the class tells the arm. */
static bool read_class(struct source from, const struct json *node, const struct tables *tables, struct type *type)
{
    const char *class = NULL;
    int         class_index;

    if (!word(from, node, "class", &class)) return false;
    class_index = index_in(tercios_class_ids, CLASS_ARTILLERY + 1, class);
    if (class_index < 0)
        return tercios_wrong(from, node, BE_UNIT_01, "%s is a squadron, a company, cavalry or artillery, not \"%s\"",
                             type->id, class);
    type->class = (uint8_t)class_index;
    type->arm = tercios_arm_of_class[class_index];
    return tercios_read_base_of(from, node, tables->width, tables->depth, class_index, type->id, &type->shape);
}

/* BE-VAL-01, BE-VAL-02: six values, of which Shoot stands apart. BE-VAL-03: four Defences. */
static bool read_values(struct source from, const struct json *node, struct type *type)
{
    const struct json *defence = json_get(node, "defence");

    if (!tercios_read_number(from, node, "speed", 0, 12, BE_VAL_01, BE_VAL_02, &type->speed) ||
        !tercios_read_number(from, node, "combat", 0, 10, BE_VAL_01, BE_VAL_02, &type->combat) ||
        !tercios_read_number(from, node, "discipline", 1, 10, BE_VAL_01, BE_VAL_02, &type->discipline) ||
        !tercios_read_number(from, node, "courage", 1, 10, BE_VAL_01, BE_VAL_02, &type->courage) ||
        !tercios_read_number(from, node, "endurance", 1, 10, BE_VAL_01, BE_VAL_02, &type->endurance))
        return false;
    if (!defence || defence->type != JSON_OBJECT || defence->count != DEFENCES)
        return tercios_wrong(from, node, BE_VAL_03, "%s has four Defences: infantry, cavalry, salvo, artillery",
                             type->id);
    for (int i = 0; i < DEFENCES; i++)
        if (!tercios_read_number(from, defence, tercios_defence_ids[i], 2, 6, BE_VAL_03, BE_VAL_03, &type->defence[i]))
            return false;
    return true;
}

/* One number of Shoot for each firearm, the shorter range first (BE-SHOOT-13); none without a firearm (BE-VAL-05). */
static bool read_shoot(struct source from, const struct json *node, const struct match *m, struct type *type)
{
    const struct json *shoot = json_get(node, "shoot"), *firearms = NULL, *value;
    int                count = 0;

    type->weapon[0] = type->weapon[1] = -1;
    if (!shoot) return tercios_wrong(from, node, BE_VAL_01, "\"shoot\" is missing");
    if (!branch(from, node, "shoot", JSON_ARRAY, &shoot) ||
        !branch(from, node, "firearms", JSON_ARRAY, &firearms))
        return false;
    if (shoot->count != firearms->count || shoot->count > 2)
        return tercios_wrong(from, node, BE_VAL_05, "%s has a number of Shoot for each firearm, and at most two",
                             type->id);
    value = shoot->as.child;
    for (const struct json *firearm = firearms->as.child; firearm;
         firearm = firearm->next, value = value->next, count++) {
        int weapon = firearm->type == JSON_STRING ? tercios_weapon_named(m, firearm->as.string) : -1;
        if (weapon < 0) return tercios_wrong(from, firearm, BE_WEAP_03, "%s has an unknown firearm", type->id);
        if (value->type != JSON_INTEGER || !between(1, value->as.integer, 10))
            return tercios_wrong(from, value, BE_VAL_02, "\"shoot\" of %s is made of whole numbers from 1 to 10",
                                 type->id);
        type->weapon[count] = (int8_t)weapon;
        type->shoot[count] = (uint8_t)value->as.integer;
    }
    if (count == 2 && m->weapon[type->weapon[0]].range >= m->weapon[type->weapon[1]].range)
        return tercios_wrong(from, firearms, BE_SHOOT_13, "the firearm of %s with the shorter range comes first",
                             type->id);
    return true;
}

static bool read_special(struct source from, const struct json *node, struct type *type)
{
    rule_id rule = type->arm == ARM_ARTILLERY ? BE_ART_01 : BE_CAV_01;

    if (!tercios_read_bits(from, node, "special", tercios_special_names, BREVIS_SPECIALS, OWN_RULES, rule, &type->special) ||
        !tercios_read_bits(from, node, "melee", tercios_special_names, BREVIS_SPECIALS, MELEE_WEAPONS, BE_UNIT_02,
                           &type->special))
        return false;
    /* BE-CAV-01, BE-ART-01: what every unit of the arm has is not written in its row. */
    if (type->arm == ARM_CAVALRY) type->special |= CAVALRY_RULES;
    if (type->arm == ARM_ARTILLERY) type->special |= ARTILLERY_RULES;
    if (type->class == CLASS_SQUADRON && (!(type->special & W_PIKE) || type->weapon[0] < 0))
        return tercios_wrong(from, node, BE_UNIT_02, "%s is a squadron and must have pikes and firearms", type->id);
    return true;
}

int tercios_type_named(const struct type *types, int32_t count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(types[i].id, id)) return i;
    return -1;
}

static bool read_type(struct source from, const struct json *node, const struct match *m, const struct tables *tables,
                      struct type *type)
{
    static const char *const allowed[] = {
        "id", "class", "base", "speed", "combat", "shoot", "firearms", "discipline", "courage", "endurance", "defence",
        "melee", "special", "note", NULL
    };

    if (json_get(node, "figures"))
        return tercios_wrong(from, node, BE_UNIT_03, "the number of figures has no effect and is not given");
    return keys(from, node, allowed) &&
           word(from, node, "id", &type->id) && read_class(from, node, tables, type) &&
           read_values(from, node, type) && read_shoot(from, node, m, type) && read_special(from, node, type);
}

static bool read_types(struct match *m, struct loading *loading, struct tables *tables)
{
    static const char *const allowed[] = { "format", "provenance", "note", "bases", "types", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL;

    if (!tercios_open_table(loading, "brevis/units.json", "types", &document, &list) ||
        !json_keys(&document, document.root, allowed, loading->fault) || !read_bases(m, loading, from, tables))
        return false;
    if (list->count > TYPES) return too_many(from, list, TYPES, "unit types");
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct type *type = &m->type[m->types];
        if (!read_type(from, node, m, tables, type)) return false;
        if (tercios_type_named(m->type, m->types, type->id) >= 0)
            return tercios_wrong(from, node, BE_UNIT_01, "type %s is given twice", type->id);
        m->types++;
    }
    return true;
}

/* T-4: regiments. */

static bool read_regiment_units(struct source from, const struct json *node, const struct type *types,
                                int32_t type_count, struct regiment_type *row)
{
    static const char *const allowed[] = { "type", "special", NULL };
    const struct json       *list = NULL;

    if (!branch(from, node, "units", JSON_ARRAY, &list)) return false;
    if (!between(1, list->count, REGIMENT_UNITS))
        return tercios_wrong(from, list, BE_ARMY_08, "regiment %s has 1 to %d units", row->id, REGIMENT_UNITS);
    for (const struct json *unit = list->as.child; unit; unit = unit->next, row->units++) {
        const char *id = NULL;
        int         type;
        if (!keys(from, unit, allowed) || !word(from, unit, "type", &id))
            return false;
        type = tercios_type_named(types, type_count, id);
        if (type < 0)
            return tercios_wrong(from, unit, BE_UNIT_01, "regiment %s: there is no unit type \"%s\"", row->id, id);
        row->unit[row->units] = (uint8_t)type;
        if (!tercios_read_bits(from, unit, "special", tercios_special_names, BREVIS_SPECIALS, OWN_RULES, BE_ARMY_08,
                               &row->extra[row->units]))
            return false;
    }
    return true;
}

static bool read_regiment_type(struct source from, const struct json *node, const struct type *types,
                               int32_t type_count, struct regiment_type *row)
{
    static const char *const allowed[] = {
        "id", "name", "kind", "belligerents", "max", "points", "units", "note", NULL
    };
    const char              *kind = NULL;
    uint64_t                 belligerents = 0;
    int                      index;

    if (!keys(from, node, allowed) || !word(from, node, "id", &row->id) ||
        !tercios_read_text(from, node, "name", &row->name, NULL) || !word(from, node, "kind", &kind) ||
        !tercios_read_bits(from, node, "belligerents", tercios_belligerents, BELLIGERENTS, UINT64_MAX, BE_ARMY_05,
                           &belligerents) ||
        !tercios_read_number(from, node, "max", 1, REGIMENTS, BE_ARMY_03, BE_ARMY_03, &row->max) ||
        !tercios_read_number(from, node, "points", 1, POINTS_MOST, BE_ARMY_01, BE_ARMY_01, &row->points))
        return false;
    index = index_in(tercios_regiment_kinds, REGIMENT_KINDS, kind);
    if (index < 0)
        return tercios_wrong(from, node, BE_ARMY_07, "regiment %s: there is no kind \"%s\" of regiments", row->id,
                             kind);
    row->kind = (uint8_t)index;
    /* BE-ARMY-06: a regiment that is marked for nobody is open to all. */
    row->belligerents = (uint8_t)(belligerents ? belligerents : (1 << BELLIGERENTS) - 1);
    return read_regiment_units(from, node, types, type_count, row);
}

const struct regiment_type *tercios_regiment_named(const struct regiment_type *list, int32_t count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].id, id)) return &list[i];
    return NULL;
}

static bool read_range(struct source from, const struct json *limits, const char *kind, struct range *range)
{
    const struct json *node = NULL, *low;

    if (!branch(from, limits, kind, JSON_ARRAY, &node)) return false;
    low = node->count == 2 ? node->as.child : NULL;
    if (!low || low->type != JSON_INTEGER || low->next->type != JSON_INTEGER ||
        !between(0, low->as.integer, low->next->as.integer) || low->next->as.integer > REGIMENTS)
        return tercios_wrong(from, node, BE_ARMY_07, "the limits of a kind are two whole numbers up to %d", REGIMENTS);
    *range = (struct range){ (int32_t)low->as.integer, (int32_t)low->next->as.integer };
    return true;
}

/* BE-ARMY-07: the limits of each kind, which a player's own table may change. */
static bool read_limits(struct source from, struct range kinds[REGIMENT_KINDS])
{
    const struct json *limits = NULL;

    if (!branch(from, from.document->root, "limits", JSON_OBJECT, &limits)) return false;
    for (int kind = 0; kind < REGIMENT_KINDS; kind++)
        if (!read_range(from, limits, tercios_regiment_kinds[kind], &kinds[kind])) return false;
    return true;
}

bool tercios_read_regiments(struct loading *loading, const struct type *types, int32_t type_count,
                            struct regiment_type *list, int32_t *count, struct range kinds[REGIMENT_KINDS])
{
    static const char *const allowed[] = { "format", "provenance", "note", "limits", "regiments", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *rows = NULL;

    *count = 0;
    if (!tercios_open_table(loading, "brevis/regiments.json", "regiments", &document, &rows) ||
        !json_keys(&document, document.root, allowed, loading->fault))
        return false;
    if (rows->count > REGIMENT_TYPES)
        return too_many(from, rows, REGIMENT_TYPES, "regiments");
    for (const struct json *node = rows->as.child; node; node = node->next) {
        struct regiment_type row = { 0 };
        if (!read_regiment_type(from, node, types, type_count, &row)) return false;
        if (tercios_regiment_named(list, *count, row.id))
            return tercios_wrong(from, node, BE_ARMY_03, "regiment %s is given twice", row.id);
        list[(*count)++] = row;
    }
    return read_limits(from, kinds);
}

/* T-6: kinds of terrain. */

static const struct kind *kind_named(const struct kind *list, int32_t count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i].id, id)) return &list[i];
    return NULL;
}

const struct kind *tercios_terrain_named(const struct tables *tables, const char *id)
{
    return kind_named(tables->kind, tables->kinds, id);
}

/* LM-DECOR-15: what a field is by its die. */
static bool read_dice(struct source from, const struct json *node, struct kind *kind)
{
    static const char *const faces[DIE_FACES] = { "1", "2", "3", "4", "5", "6" };
    const struct json       *dice = NULL;

    if (!json_find_branch(from.document, node, "dice", JSON_OBJECT, &dice, from.fault)) return false;
    if (!dice) return true;
    for (int face = 0; face < DIE_FACES; face++) {
        uint64_t traits = 0;
        if (!json_get(dice, faces[face])) return tercios_wrong(from, dice, BE_TERR_16, "%s has no traits for a roll of %d", kind->id, face + 1);
        if (!tercios_read_bits(from, dice, faces[face], tercios_terrain_names, FEATURES, properties_of(from), BE_TERR_16, &traits)) return false;
        kind->die[face] = with_difficult((uint16_t)traits);
    }
    kind->rolls = true;
    return dice->count == DIE_FACES || tercios_wrong(from, dice, BE_TERR_16, "%s: a die has the faces 1 to 6", kind->id);
}

/* How large an element of the kind may be, in ticks. */
static bool read_size(struct source from, const struct json *node, const char *key, struct range *size)
{
    const struct json *list = NULL, *low;

    if (!json_find_branch(from.document, node, key, JSON_ARRAY, &list, from.fault)) return false;
    if (!list) return true;
    low = list->count == 2 ? list->as.child : NULL;
    if (!low || low->type != JSON_INTEGER || low->next->type != JSON_INTEGER || low->as.integer < 0 ||
        low->as.integer > low->next->as.integer || low->next->as.integer > TABLE_SIDE)
        return tercios_wrong(from, list, BE_TERR_14, "\"%s\" is two lengths in ticks, the smaller first", key);
    *size = (struct range){ (int32_t)low->as.integer, (int32_t)low->next->as.integer };
    return true;
}

static bool read_kind(struct source from, const struct json *node, struct kind *kind)
{
    static const char *const allowed[] = {
        "id", "shape", "traits", "price", "large_price", "across", "length", "width", "dice", "provenance", "note", NULL
    };
    const char              *shape = NULL;
    uint64_t                 traits = 0;

    if (!keys(from, node, allowed) || !word(from, node, "id", &kind->id) || !word(from, node, "shape", &shape) ||
        !tercios_read_bits(from, node, "traits", tercios_terrain_names, FEATURES, properties_of(from) | NATURE, BE_TERR_14,
                           &traits) ||
        !tercios_read_number(from, node, "price", 0, TERRAIN_POINTS, BE_SETUP_02, BE_SETUP_02, &kind->price))
        return false;
    kind->traits = with_difficult((uint16_t)traits);
    kind->large_price = kind->price;
    if (json_get(node, "large_price") && !tercios_read_number(from, node, "large_price", kind->price, TERRAIN_POINTS,
                                                      BE_SETUP_02, BE_SETUP_02, &kind->large_price))
        return false;
    if (!read_size(from, node, "across", &kind->across) || !read_size(from, node, "length", &kind->across) ||
        !read_size(from, node, "width", &kind->width) || !read_dice(from, node, kind))
        return false;
    kind->is_line = !strcmp(shape, "line");
    if (kind->is_line && kind->traits & NATURE)
        return tercios_wrong(from, node, BE_TERR_14, "%s is a line and cannot be that", kind->id);
    return kind->is_line || !strcmp(shape, "area") ||
           tercios_wrong(from, node, BE_TERR_14, "%s is an \"area\" or a \"line\", not \"%s\"", kind->id, shape);
}

bool tercios_read_kinds(struct loading *loading, const char *name, struct kind list[KINDS], int32_t *count)
{
    static const char *const allowed[] = { "format", "provenance", "note", "kinds", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *rows = NULL;

    if (!tercios_open_table(loading, name, "kinds", &document, &rows) ||
        !json_keys(&document, document.root, allowed, loading->fault))
        return false;
    if (rows->count > KINDS) return too_many(from, rows, KINDS, "kinds of terrain");
    for (const struct json *node = rows->as.child; node; node = node->next) {
        struct kind kind = { 0 };
        if (!read_kind(from, node, &kind)) return false;
        if (kind_named(list, *count, kind.id)) return tercios_wrong(from, node, BE_TERR_14, "%s is given twice", kind.id);
        list[(*count)++] = kind;
    }
    return true;
}

bool tercios_read_tables(struct match *m, struct loading *loading, struct tables *tables)
{
    return read_weapons(m, loading) && check_bonus(loading) && read_types(m, loading, tables) &&
           tercios_read_regiments(loading, m->type, m->types, tables->regiment, &tables->regiments, tables->limits) &&
           tercios_read_kinds(loading, "brevis/terrain.json", tables->kind, &tables->kinds);
}
