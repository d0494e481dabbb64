/*
 * liber_tables.c: the tables of the long edition: T1 bases, T3 to T5 profiles, T5b options, T6 weapons, T7 ranks, T8 structures, T11
 * terrain (LM-BASE-02..04, LM-UNIT-01..06, LM-CMD-02, LM-ARMY-02..22).
 *
 * A player may lay tables of his own over ours, so that everything in them is checked.
 */
#include "liber_tables.h"

#include <string.h>

enum { VALUE_SPEED, VALUE_MELEE, VALUE_SHOOT, VALUE_DISCIPLINE, VALUE_COURAGE, VALUE_STAMINA, PRINTED_VALUES };

static const char *const value_names[PRINTED_VALUES + 1] = { "speed", "melee", "shoot", "discipline", "courage", "stamina", NULL };
const char *const liber_kind_names[UNIT_KINDS] = { "battalion", "corps", "company", "horse", "gun" };
static const uint8_t class_of_kind[UNIT_KINDS] = { CLASS_SQUADRON, CLASS_SQUADRON, CLASS_COMPANY, CLASS_CAVALRY, CLASS_ARTILLERY };
const char *const liber_horse_names[HORSES] = { "arquebusiers", "cuirassiers", "heavy", "chevau_legers", "dragoons", "light" };
const char *const liber_nation_names[NATIONS] = {
    "hre", "spain", "german_protestants", "england", "france", "bohemia", "sweden", "united_provinces"
};
const char *const liber_camp_names[CAMPS] = { "imperial", "anti_imperial" };
const char *const liber_structure_names[STRUCTURES] = { "standard", "battle_groups", "cavalry" };
const char *const liber_formation_names[FORMATIONS] = { "infantry_regiment", "cavalry_regiment", "battery", "battle_group", "elite_unit" };

const char *const liber_virtue_names[VIRTUES] = {
    "dedication", "dexterity", "drill", "loyalty", "zeal", "sacrifice", "will", "presence", "elan", "fame", "initiative"
};
const char *const liber_trait_names[TRAITS] = {
    "fast", "inspiring", "alert", "authoritarian", "bold", "cartographer", "cautious", "comrade_in_arms", "coordinator", "diligent",
    "eagle_eyed", "engineer", "erudite", "fearless", "hero", "honourable", "intriguer", "lucky", "mentor", "meticulous", "patient",
    "perfectionist", "pious", "provoker", "relentless", "schemer", "smart", "swift", "terrible", "accomplice", "cold", "determined",
    "energetic", "enthusiastic", "experienced", "expert", "indefatigable", "innovative", "nimble", "notable", "prepared_artillery",
    "protector", "ruthless", "sharp", "skilled", "stoic", "tenacious", "trickster", "undaunted", "aggressive", "brave", "calm",
    "diplomatic", "gallant", "imperturbable", "passionate", "phlegmatic", "prepared_light", "selfless", "wealthy", "respectable",
    "elegant", "guarded", "enigmatic"
};
enum trait_source liber_trait_source(int trait)
{
    return trait <= TRAIT_INSPIRING ? TRAIT_GENERIC : trait <= TRAIT_TERRIBLE ? TRAIT_OF_THE_BOOK :
           trait <= TRAIT_RESPECTABLE ? TRAIT_KINGDOMS : TRAIT_EXTRA;
}

#define OF_THE_REGIMENT (SR_ELITE | SR_COMMANDED_SHOT)
#define WEAPON_RULES (MELEE_WEAPONS | W_MORTAR)
#define EVERY_RULE ((SPECIAL(SPECIALS) - 1) & ~OF_THE_REGIMENT)
#define GUN_RULES (SR_INTEGRAL_COMMAND | SR_CREW | SR_NO_ESCAPE)
#define HOPE_RULES (SR_SKIRMISHERS | SR_OPEN_ORDER | SR_HARASSER | SR_EXTENDED_ARC | SR_LIGHT)
/* LM-UNIT-08: what goes with the option kingdoms_rules. */
#define KINGDOMS_RULES (SR_AMBUSH | SR_FRENZIED | SR_HEAVY_CAVALRY | SR_HARASSER | SR_HORDE | SR_OPEN_ORDER | SR_VANGUARD | W_HEAVY_LANCES | \
                        W_BARDICHES | W_GRENADES)

static int index_of(const char *const *list, int count, const struct json *node)
{
    for (int i = 0; node && node->type == JSON_STRING && i < count; i++)
        if (!strcmp(list[i], node->as.string)) return i;
    return -1;
}

static bool read_choice(struct source from, const struct json *object, const char *key, const char *const *list, int count, rule_id rule,
                        uint8_t *choice)
{
    const char *text = NULL;
    int         index;

    if (!word(from, object, key, &text)) return false;
    index = index_of(list, count, json_get(object, key));
    *choice = (uint8_t)index;
    return index >= 0 || tercios_wrong(from, json_get(object, key), rule, "\"%s\" cannot be \"%s\"", key, text);
}

/* A word, or an object of words: where figures come from. It is for people. */
static bool check_provenance(struct source from, const struct json *node)
{
    const struct json *provenance = json_get(node, "provenance");

    if (!provenance || provenance->type == JSON_STRING) return true;
    for (const struct json *part = provenance->type == JSON_OBJECT ? provenance->as.child : NULL; part; part = part->next)
        if (part->type != JSON_STRING) return json_fault(from.document, part, from.fault, "a provenance is a text");
    return provenance->type == JSON_OBJECT || json_fault(from.document, provenance, from.fault, "a provenance is a text, or one for each member");
}

static bool read_points(struct source from, const struct json *object, const char *key, int low, int high, int16_t *value)
{
    int32_t number = 0;

    if (!whole(from, object, key, low, high, &number)) return false;
    *value = (int16_t)number;
    return true;
}

/* T6: weapons that shoot. */

static bool read_mixed(struct match *m, struct source from, const struct json *node, struct liber_tables *tables)
{
    static const char *const allowed[] = { "id", "mixed", "note", NULL };
    const struct json       *list = NULL, *part;

    if (!keys(from, node, allowed) || !branch(from, node, "mixed", JSON_ARRAY, &list)) return false;
    part = list->count == 2 ? list->as.child : NULL;
    for (int i = 0; i < 2; i++, part = part ? part->next : NULL) {
        int weapon = part && part->type == JSON_STRING ? tercios_weapon_named(m, part->as.string) : -1;
        if (weapon < 0) return tercios_wrong(from, list, LM_WPN_11, "a mixed weapon is made of two weapons of this table that stand before it");
        tables->mixed[i] = (uint8_t)weapon;
    }
    return m->weapon[tables->mixed[0]].range < m->weapon[tables->mixed[1]].range ||
           tercios_wrong(from, list, LM_WPN_11, "of a mixed weapon the one with the shorter range comes first");
}

static bool read_weapons(struct match *m, struct loading *loading, struct liber_tables *tables)
{
    static const char *const allowed[] = { "format", "provenance", "note", "weapons", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL;
    bool                     mixed = false;

    if (!tercios_open_table(loading, "liber/weapons.json", "weapons", &document, &list) || !keys(from, document.root, allowed)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct weapon weapon = { 0 };
        if (json_get(node, "mixed")) {
            if (mixed) return tercios_wrong(from, node, LM_WPN_11, "there is one mixed weapon");
            if (!read_mixed(m, from, node, tables)) return false;
            mixed = true;
            continue;
        }
        if (m->weapons == WEAPONS) return too_many(from, node, WEAPONS, "weapons");
        if (!tercios_read_weapon(from, node, &weapon)) return false;
        if (tercios_weapon_named(m, weapon.id) >= 0) return tercios_wrong(from, node, LM_WPN_20, "%s is given twice", weapon.id);
        m->weapon[m->weapons++] = weapon;
    }
    return mixed || tercios_wrong(from, list, LM_WPN_11, "the mixed weapon \"arquebus_musket\" is missing");
}

/* T3 to T5b: units and their options. */

/* A list of weapons and special rules. */
static bool read_gear(struct match *m, struct source from, const struct json *object, const char *key, uint64_t allowed, uint32_t *firearms,
                      uint64_t *special)
{
    const struct json *list = NULL;

    if (!json_find_branch(from.document, object, key, JSON_ARRAY, &list, from.fault)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        int weapon = node->type == JSON_STRING ? tercios_weapon_named(m, node->as.string) : -1;
        int rule = index_of(tercios_special_names, SPECIALS, node);
        if (rule >= 0 && allowed & SPECIAL(rule)) *special |= SPECIAL(rule);
        else if (firearms && weapon >= 0) *firearms |= (uint32_t)1 << weapon;
        else if (firearms && node->type == JSON_STRING && !strcmp(node->as.string, "arquebus_musket")) *firearms |= MIXED_SHOT;
        else return tercios_wrong(from, node, LM_WPN_20, "%s cannot be among \"%s\"", node->type == JSON_STRING ? node->as.string : "this", key);
    }
    return true;
}

/* LM-VAL-03: no number where it does not shoot, one, or two of a mixed weapon. */
static bool read_shoot(struct source from, const struct json *list, uint8_t shoot[2], uint8_t *shoots)
{
    if (list->type != JSON_ARRAY || list->count > 2) return tercios_wrong(from, list, LM_VAL_03, "\"shoot\" has at most two numbers");
    *shoots = 0;
    for (const struct json *node = list->as.child; node; node = node->next) {
        if (node->type != JSON_INTEGER || !between(1, node->as.integer, 10))
            return tercios_wrong(from, node, LM_VAL_01, "\"shoot\" is made of whole numbers from 1 to 10");
        shoot[(*shoots)++] = (uint8_t)node->as.integer;
    }
    return true;
}

/* LM-VAL-01: six values, or those of them that are given. */
static bool read_values(struct source from, const struct json *object, bool all, struct profile *profile, uint8_t *given)
{
    uint8_t *const place[PRINTED_VALUES] = {
        [VALUE_SPEED] = &profile->speed, [VALUE_MELEE] = &profile->melee, [VALUE_DISCIPLINE] = &profile->discipline,
        [VALUE_COURAGE] = &profile->courage, [VALUE_STAMINA] = &profile->stamina
    };

    if (!keys(from, object, value_names)) return false;
    for (int value = 0; value < PRINTED_VALUES; value++) {
        const struct json *node = json_get(object, value_names[value]);
        int                low = value == VALUE_SPEED || value == VALUE_MELEE ? 0 : 1;
        if (!node && !all) continue;
        if (!node) return tercios_wrong(from, object, LM_VAL_01, "\"%s\" is missing", value_names[value]);
        *given = (uint8_t)(*given | 1u << value);
        if (value == VALUE_SHOOT ? !read_shoot(from, node, profile->shoot, &profile->shoots) :
            !tercios_read_number(from, object, value_names[value], low, value == VALUE_SPEED ? 12 : 10, LM_VAL_01, LM_VAL_01, place[value]))
            return false;
    }
    return true;
}

/* LM-VAL-02: four Defences, or those of them that are given. */
static bool read_defence(struct source from, const struct json *object, bool all, struct profile *profile)
{
    static const char *const allowed[] = { "infantry", "cavalry", "salvo", "artillery", NULL };

    if (!keys(from, object, allowed)) return false;
    for (int i = 0; i < DEFENCES; i++)
        if ((all || json_get(object, tercios_defence_ids[i])) &&
            !tercios_read_number(from, object, tercios_defence_ids[i], 2, 6, LM_VAL_02, LM_VAL_02, &profile->defence[i]))
            return false;
    return true;
}

static bool read_profile(struct match *m, struct source from, const struct json *node, struct profile *profile)
{
    const struct json *values = NULL, *defence = NULL;
    uint8_t            given = 0;

    return branch(from, node, "values", JSON_OBJECT, &values) && read_values(from, values, true, profile, &given) &&
           branch(from, node, "defence", JSON_OBJECT, &defence) && read_defence(from, defence, true, profile) &&
           read_gear(m, from, node, "weapons", WEAPON_RULES, &profile->firearms, &profile->special) &&
           read_gear(m, from, node, "special", EVERY_RULE & ~WEAPON_RULES, NULL, &profile->special);
}

int liber_option_named(const struct unit_row *row, const char *id)
{
    for (int i = 0; i < row->options; i++)
        if (!strcmp(row->option[i].id, id)) return i;
    return -1;
}

static bool read_nations(struct source from, const struct json *node, uint16_t *nations)
{
    uint64_t bits = 0;

    if (!tercios_read_bits(from, node, "nations", liber_nation_names, NATIONS, UINT64_MAX, LM_ARMY_05, &bits)) return false;
    *nations = (uint16_t)bits;
    return bits || !json_get(node, "nations") ||
           tercios_wrong(from, node, LM_ARMY_04, "what is open to all nations has no list of them, and nothing is open to none");
}

static bool read_option(struct match *m, struct source from, const struct json *node, const struct liber_tables *tables,
                        const struct unit_row *row, struct unit_option *option)
{
    static const char *const allowed[] = {
        "id", "cost", "set", "set_with", "gains", "loses", "base", "not_with", "nations", "provenance", "note", NULL
    };
    const struct json       *set = NULL;

    if (!keys(from, node, allowed) || !word(from, node, "id", &option->id) || !read_points(from, node, "cost", -100, 500, &option->cost) ||
        !json_find_branch(from.document, node, "set", JSON_OBJECT, &set, from.fault) ||
        (set && !read_values(from, set, false, &option->set, &option->sets)) ||
        !read_gear(m, from, node, "gains", EVERY_RULE, &option->arms, &option->gains) ||
        !read_gear(m, from, node, "loses", EVERY_RULE, &option->disarms, &option->loses) || !read_nations(from, node, &option->nations) ||
        !check_provenance(from, node))
        return false;
    option->rebased = json_get(node, "base") != NULL;
    return !option->rebased || tercios_read_base_of(from, node, tables->shared.width, tables->shared.depth, class_of_kind[row->kind], row->id,
                                                    &option->shape);
}

/* LM-UNIT-03: what an option excludes; LM-UNIT-05: with which other one it shoots differently. Both are asked when all options are known. */
static bool read_relations(struct source from, const struct json *node, struct unit_row *row, int number)
{
    struct unit_option *option = &row->option[number];
    const struct json  *list = NULL, *with = NULL;

    if (!json_find_branch(from.document, node, "not_with", JSON_ARRAY, &list, from.fault) ||
        !json_find_branch(from.document, node, "set_with", JSON_OBJECT, &with, from.fault))
        return false;
    for (const struct json *other = list ? list->as.child : NULL; other; other = other->next) {
        int index = other->type == JSON_STRING ? liber_option_named(row, other->as.string) : -1;
        if (index < 0 || index == number)
            return tercios_wrong(from, other, LM_UNIT_03, "%s of %s: there is no such other option", option->id, row->id);
        option->not_with = (uint16_t)(option->not_with | 1u << index);
        row->option[index].not_with = (uint16_t)(row->option[index].not_with | 1u << number);
    }
    if (!with) return true;
    if (with->count != 1 || liber_option_named(row, with->as.child->key) < 0 || !json_get(with->as.child, "shoot"))
        return tercios_wrong(from, with, LM_UNIT_05, "%s of %s: \"set_with\" names one option, and the Shoot that both give", option->id, row->id);
    option->with = (uint8_t)(1 + liber_option_named(row, with->as.child->key));
    return read_shoot(from, json_get(with->as.child, "shoot"), option->with_shoot, &option->with_shoots);
}

static bool read_options(struct match *m, struct source from, const struct json *node, const struct liber_tables *tables, struct unit_row *row)
{
    const struct json *list = NULL;
    int                number = 0;

    if (!branch(from, node, "options", JSON_ARRAY, &list)) return false;
    if (list->count > UNIT_OPTIONS) return too_many(from, list, UNIT_OPTIONS, "options of one unit");
    for (const struct json *option = list->as.child; option; option = option->next) {
        if (!read_option(m, from, option, tables, row, &row->option[row->options])) return false;
        if (liber_option_named(row, row->option[row->options].id) >= 0)
            return tercios_wrong(from, option, LM_UNIT_02, "%s of %s is given twice", row->option[row->options].id, row->id);
        row->options++;
    }
    for (const struct json *option = list->as.child; option; option = option->next)
        if (!read_relations(from, option, row, number++)) return false;
    return true;
}

/* LM-UNIT-06: public figures that may take the place of the printed ones. */
static bool read_original_options(struct source from, const struct json *list, struct unit_row *row)
{
    static const char *const allowed[] = { "cost", "set", NULL };

    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        int                 index = liber_option_named(row, node->key);
        const struct json  *set = NULL;
        struct unit_option *option = &row->option[index < 0 ? 0 : index];
        if (index < 0) return tercios_wrong(from, node, LM_UNIT_06, "%s has no option \"%s\"", row->id, node->key);
        if (!keys(from, node, allowed) || (json_get(node, "cost") && !read_points(from, node, "cost", -100, 500, &option->cost)) ||
            !json_find_branch(from.document, node, "set", JSON_OBJECT, &set, from.fault) ||
            (set && !read_values(from, set, false, &option->set, &option->sets)))
            return false;
    }
    return true;
}

static bool read_original(struct match *m, struct source from, const struct json *node, struct unit_row *row)
{
    static const char *const allowed[] = { "cost", "values", "defence", "special", "options", NULL };
    const struct json       *original = NULL, *values = NULL, *defence = NULL, *options = NULL;
    struct unit_row          other = *row;
    uint8_t                  given = 0;

    if (!json_find_branch(from.document, node, "original", JSON_OBJECT, &original, from.fault)) return false;
    if (!original) return true;
    if (json_get(original, "special")) other.is.special &= WEAPON_RULES;
    if (!keys(from, original, allowed) || (json_get(original, "cost") && !read_points(from, original, "cost", 1, 1000, &other.cost)) ||
        !json_find_branch(from.document, original, "values", JSON_OBJECT, &values, from.fault) ||
        (values && !read_values(from, values, false, &other.is, &given)) ||
        !json_find_branch(from.document, original, "defence", JSON_OBJECT, &defence, from.fault) ||
        (defence && !read_defence(from, defence, false, &other.is)) ||
        !read_gear(m, from, original, "special", EVERY_RULE & ~WEAPON_RULES, NULL, &other.is.special) ||
        !json_find_branch(from.document, original, "options", JSON_OBJECT, &options, from.fault) ||
        !read_original_options(from, options, &other))
        return false;
    if (m->head.option[LIBER_ORIGINAL_PROFILES]) *row = other;
    return true;
}

/* LM-INF-16, LM-ART-01, LM-ADAPT-02: what makes a battalion a battalion, a gun a gun, and a forlorn hope one. */
static bool check_kind(struct source from, const struct json *node, const struct unit_row *row)
{
    const struct profile *is = &row->is;

    if (!!is->shoots != !!is->firearms && !row->dismounts)
        return tercios_wrong(from, node, LM_WPN_20, "%s has numbers of Shoot if it has a weapon that shoots", row->id);
    if (is->shoots == 2 && !(is->firearms & MIXED_SHOT))
        return tercios_wrong(from, node, LM_VAL_03, "%s has two numbers of Shoot and no mixed weapon", row->id);
    if (row->kind == KIND_BATTALION && (!(is->special & W_PIKE) || !is->firearms))
        return tercios_wrong(from, node, LM_INF_16, "%s is a battalion and must have pikes and shot", row->id);
    if (is->special & SR_FORLORN_HOPE && (is->special & HOPE_RULES) != HOPE_RULES)
        return tercios_wrong(from, node, LM_ADAPT_02, "%s is a forlorn hope and must have skirmishers, open_order, harasser, extended_arc and light", row->id);
    if (row->kind == KIND_GUN && (is->special & GUN_RULES) != GUN_RULES)
        return tercios_wrong(from, node, LM_ART_01, "%s is a gun and must have integral_command, crew_protection and no_escape", row->id);
    return true;
}

static bool read_switch(struct match *m, struct source from, const struct json *node, struct unit_row *row)
{
    const char *name = NULL;

    row->switched = -1;
    if (!json_find_string(from.document, node, "switch", &name, from.fault) ||
        !json_find_boolean(from.document, node, "kingdoms", &row->kingdoms, from.fault))
        return false;
    if (!name) return true;
    row->switched = (int8_t)match_option(m->head.ruleset, name);
    return row->switched >= 0 || tercios_wrong(from, node, LM_UNIT_04, "%s: there is no option \"%s\"", row->id, name);
}

static bool read_forms(struct match *m, struct source from, const struct json *node, struct unit_row *row)
{
    static const char *const allowed[] = { "values", "defence", "weapons", "special", NULL };
    const struct json       *foot = NULL;
    int32_t                  limbered = 0;

    if (json_get(node, "limbered") && !whole(from, node, "limbered", 1, 12, &limbered)) return false;
    row->limbered = (uint8_t)limbered;
    if ((row->kind == KIND_GUN) != (limbered > 0))
        return tercios_wrong(from, node, LM_ART_07, "%s: guns, and no others, have a Speed when \"limbered\"", row->id);
    if (!json_find_branch(from.document, node, "on_foot", JSON_OBJECT, &foot, from.fault)) return false;
    row->dismounts = foot != NULL;
    return !foot || (keys(from, foot, allowed) && read_profile(m, from, foot, &row->on_foot));
}

static bool read_unit(struct match *m, struct source from, const struct json *node, const struct liber_tables *tables, struct unit_row *row)
{
    static const char *const allowed[] = {
        "id", "kind", "horse", "base", "cost", "values", "limbered", "defence", "weapons", "special", "nations", "switch", "kingdoms",
        "on_foot", "original", "options", "provenance", "note", NULL
    };

    row->horse = NO_HORSE;
    row->node = node;
    if (!keys(from, node, allowed) || !word(from, node, "id", &row->id) ||
        !read_choice(from, node, "kind", liber_kind_names, UNIT_KINDS, LM_INF_16, &row->kind) ||
        (row->kind == KIND_HORSE && !read_choice(from, node, "horse", liber_horse_names, HORSES, LM_ARMY_20, &row->horse)) ||
        !tercios_read_base_of(from, node, tables->shared.width, tables->shared.depth, class_of_kind[row->kind], row->id, &row->shape) ||
        !read_points(from, node, "cost", 1, 1000, &row->cost) || !read_profile(m, from, node, &row->is) ||
        !read_nations(from, node, &row->nations) || !read_switch(m, from, node, row) || !read_forms(m, from, node, row) ||
        !check_kind(from, node, row) || !read_options(m, from, node, tables, row) || !check_provenance(from, node))
        return false;
    return read_original(m, from, node, row);
}

const struct unit_row *liber_row(const struct liber_tables *tables, const char *id)
{
    for (int i = 0; i < tables->units; i++)
        if (!strcmp(tables->unit[i].id, id)) return &tables->unit[i];
    return NULL;
}

static bool read_units(struct match *m, struct loading *loading, struct liber_tables *tables)
{
    static const char *const allowed[] = { "format", "provenance", "note", "bases", "units", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL;

    if (!tercios_open_table(loading, "liber/units.json", "units", &document, &list) || !keys(from, document.root, allowed) ||
        !tercios_read_bases(from, tables->shared.width, tables->shared.depth))
        return false;
    if (list->count > UNIT_ROWS) return too_many(from, list, UNIT_ROWS, "units");
    for (const struct json *node = list->as.child; node; node = node->next) {
        struct unit_row *row = &tables->unit[tables->units];
        if (!read_unit(m, from, node, tables, row)) return false;
        if (liber_row(tables, row->id)) return tercios_wrong(from, node, LM_UNIT_01, "%s is given twice", row->id);
        tables->units++;
    }
    return true;
}

/* T7 and T8: ranks, structures, regiments. */

static bool read_range(struct source from, const struct json *object, const char *key, rule_id rule, struct range *range)
{
    const struct json *list = NULL, *low;

    if (!branch(from, object, key, JSON_ARRAY, &list)) return false;
    low = list->count == 2 ? list->as.child : NULL;
    if (!low || low->type != JSON_INTEGER || low->next->type != JSON_INTEGER || !between(0, low->as.integer, low->next->as.integer) ||
        low->next->as.integer > REGIMENTS)
        return tercios_wrong(from, list, rule, "\"%s\" is the least and the most, up to %d", key, REGIMENTS);
    *range = (struct range){ (int32_t)low->as.integer, (int32_t)low->next->as.integer };
    return true;
}

/* LM-CMD-02. */
static bool read_ranks(struct match *m, struct source from, struct liber_tables *tables)
{
    static const char *const allowed[] = { "rank", "virtues", "traits", "cost", "original_chief", NULL };
    const struct json       *list = NULL;
    int32_t                  expected = 0, rank = 0;

    if (!branch(from, from.document->root, "ranks", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node && expected < RANKS; node = node->next, expected++) {
        struct rank *row = &tables->rank[expected];
        if (!keys(from, node, allowed) || !whole(from, node, "rank", expected, expected, &rank) ||
            !tercios_read_number(from, node, "virtues", 0, VIRTUES, LM_CMD_02, LM_CMD_02, &row->virtues) ||
            !tercios_read_number(from, node, "traits", 0, TRAITS, LM_CMD_02, LM_CMD_02, &row->traits) ||
            !read_points(from, node, "cost", 0, 1000, &row->cost))
            return false;
        row->chief_cost = row->cost;
        if (json_get(node, "original_chief")) {
            int16_t original = 0;
            if (!read_points(from, node, "original_chief", 0, 1000, &original)) return false;
            if (m->head.option[LIBER_ORIGINAL_PROFILES]) row->chief_cost = original;
        }
    }
    return list->count == RANKS || tercios_wrong(from, list, LM_CMD_01, "the ranks are those from 0 to %d, in order", RANKS - 1);
}

static bool read_structures(struct source from, struct liber_tables *tables)
{
    static const char *const allowed[] = { "id", "infantry_regiment", "cavalry_regiment", "battery", "battle_group", "elite_unit", NULL };
    const struct json       *list = NULL;
    unsigned                 seen = 0;

    if (!branch(from, from.document->root, "structures", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        uint8_t structure = 0;
        if (!keys(from, node, allowed) || !read_choice(from, node, "id", liber_structure_names, STRUCTURES, LM_ARMY_07, &structure)) return false;
        for (int formation = 0; formation < FORMATIONS; formation++)
            if (!read_range(from, node, liber_formation_names[formation], LM_ARMY_08, &tables->structure[structure][formation])) return false;
        seen |= 1u << structure;
    }
    return seen == (1u << STRUCTURES) - 1 || tercios_wrong(from, list, LM_ARMY_07, "there are three structures: standard, battle_groups and cavalry");
}

static bool read_regiments(struct source from, struct liber_tables *tables)
{
    static const char *const allowed[] = { "id", "name", "battalions", "horse", "guns", "companies", NULL };
    const struct json       *list = NULL;
    unsigned                 seen = 0;

    if (!branch(from, from.document->root, "regiments", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        uint8_t formation = 0;
        if (!keys(from, node, allowed) || !read_choice(from, node, "id", liber_formation_names, ELITE_UNIT, LM_ARMY_08, &formation) ||
            !tercios_read_text(from, node, "name", &tables->formation_name[formation][0], &tables->formation_name[formation][1]) ||
            !read_range(from, node, "companies", LM_ARMY_08, &tables->companies[formation]) ||
            (formation == INFANTRY_REGIMENT && !read_range(from, node, "battalions", LM_ARMY_15, &tables->battalions)) ||
            (formation == CAVALRY_REGIMENT && !read_range(from, node, "horse", LM_ARMY_20, &tables->horse)) ||
            (formation == BATTERY && !read_range(from, node, "guns", LM_ARMY_22, &tables->guns)))
            return false;
        seen |= 1u << formation;
    }
    return seen == (1u << ELITE_UNIT) - 1 ||
           tercios_wrong(from, list, LM_ARMY_08, "there are infantry_regiment, cavalry_regiment, battery and battle_group");
}

static bool read_camps(struct source from, struct liber_tables *tables)
{
    static const char *const allowed[] = { "id", "camp", NULL };
    const struct json       *list = NULL;
    unsigned                 seen = 0;

    if (!branch(from, from.document->root, "nations", JSON_ARRAY, &list)) return false;
    for (const struct json *node = list->as.child; node; node = node->next) {
        uint8_t nation = 0;
        if (!keys(from, node, allowed) || !read_choice(from, node, "id", liber_nation_names, NATIONS, LM_ARMY_03, &nation) ||
            !read_choice(from, node, "camp", liber_camp_names, CAMPS, LM_ARMY_03, &tables->camp[nation]))
            return false;
        seen |= 1u << nation;
    }
    return seen == (1u << NATIONS) - 1 || tercios_wrong(from, list, LM_ARMY_03, "there are eight nations, each with its camp");
}

static bool read_budgets(struct source from, struct liber_tables *tables)
{
    static const char *const allowed[] = { "id", "points", NULL };
    const struct json       *list = NULL;

    if (!branch(from, from.document->root, "budgets", JSON_ARRAY, &list)) return false;
    if (!between(1, list->count, BUDGETS)) return tercios_wrong(from, list, LM_ARMY_02, "there are 1 to %d usual budgets", BUDGETS);
    for (const struct json *node = list->as.child; node; node = node->next, tables->budgets++)
        if (!keys(from, node, allowed) || !word(from, node, "id", &tables->budget[tables->budgets].id) ||
            !whole(from, node, "points", 1, 10000, &tables->budget[tables->budgets].points))
            return false;
    return true;
}

static bool read_structure_table(struct match *m, struct loading *loading, struct liber_tables *tables)
{
    static const char *const allowed[] = {
        "format", "provenance", "note", "budgets", "nations", "ranks", "structures", "regiments", "elite", "chief", "commander", NULL
    };
    static const char *const elite_keys[] = { "name", "cost", "discipline", NULL };
    struct json_document     document = { 0 };
    struct source            from = source_of(loading, &document);
    const struct json       *list = NULL, *elite = NULL;

    return tercios_open_table(loading, "liber/structures.json", "structures", &document, &list) && keys(from, document.root, allowed) &&
           read_budgets(from, tables) && read_camps(from, tables) && read_ranks(m, from, tables) && read_structures(from, tables) &&
           read_regiments(from, tables) && branch(from, document.root, "elite", JSON_OBJECT, &elite) && keys(from, elite, elite_keys) &&
           tercios_read_text(from, elite, "name", &tables->formation_name[ELITE_UNIT][0], &tables->formation_name[ELITE_UNIT][1]) &&
           tercios_read_text(from, document.root, "chief", &tables->chief_name[0], &tables->chief_name[1]) &&
           tercios_read_text(from, document.root, "commander", &tables->commander_name[0], &tables->commander_name[1]) &&
           read_points(from, elite, "cost", 0, 1000, &tables->elite_cost) &&
           read_points(from, elite, "discipline", 0, 1000, &tables->elite_discipline);
}

bool liber_read_tables(struct match *m, struct loading *loading, struct liber_tables *tables)
{
    return read_weapons(m, loading, tables) && read_units(m, loading, tables) && read_structure_table(m, loading, tables) &&
           tercios_read_kinds(loading, "liber/terrain.json", tables->shared.kind, &tables->shared.kinds);
}

/* A unit with its options. */

int liber_cost(const struct liber_tables *tables, const struct unit_row *row, uint32_t options, unsigned elite)
{
    int cost = row->cost + (elite & ELITE ? tables->elite_cost : 0) + (elite & ELITE_DRILLED ? tables->elite_discipline : 0);

    for (int i = 0; i < row->options; i++)
        if (options >> i & 1) cost += row->option[i].cost;
    return cost;
}

/* LM-UNIT-02: it replaces or adds exactly what its line says. */
static void apply(const struct unit_option *option, uint32_t options, struct profile *profile)
{
    uint8_t sets = option->sets;

    if (sets >> VALUE_SPEED & 1) profile->speed = option->set.speed;
    if (sets >> VALUE_MELEE & 1) profile->melee = option->set.melee;
    if (sets >> VALUE_DISCIPLINE & 1) profile->discipline = option->set.discipline;
    if (sets >> VALUE_COURAGE & 1) profile->courage = option->set.courage;
    if (sets >> VALUE_STAMINA & 1) profile->stamina = option->set.stamina;
    if (sets >> VALUE_SHOOT & 1) {
        bool both = option->with && options >> (option->with - 1) & 1;
        profile->shoots = both ? option->with_shoots : option->set.shoots;
        memcpy(profile->shoot, both ? option->with_shoot : option->set.shoot, sizeof profile->shoot);
    }
    profile->special = (profile->special & ~option->loses) | option->gains;
    profile->firearms = (profile->firearms & ~option->disarms) | option->arms;
}

/* The weapons that shoot, the shorter range first (LM-SHOOT-11, LM-WPN-11). */
static void arm(const struct match *m, const struct liber_tables *tables, const struct profile *profile, struct type *type)
{
    int count = 0;

    memset(type->weapon, -1, sizeof type->weapon);
    for (int weapon = 0; profile->shoots && weapon < m->weapons; weapon++) {
        bool first = profile->firearms & MIXED_SHOT && weapon == tables->mixed[0];
        bool second = profile->firearms & MIXED_SHOT && weapon == tables->mixed[1];
        int  place = count;
        if ((!(profile->firearms >> weapon & 1) && !first && !second) || count == FIREARMS_MOST) continue;
        for (; place > 0 && m->weapon[type->weapon[place - 1]].range > m->weapon[weapon].range; place--) {
            type->weapon[place] = type->weapon[place - 1];
            type->shoot[place] = type->shoot[place - 1];
        }
        type->weapon[place] = (int8_t)weapon;
        type->shoot[place] = profile->shoot[second && profile->shoots == 2];
        count++;
    }
}

bool liber_has_forms(const struct unit_row *row, uint32_t options)
{
    uint64_t special = row->is.special;

    for (int i = 0; i < row->options; i++)
        if (options >> i & 1) special |= row->option[i].gains;
    return row->dismounts || (row->limbered && special & SR_CARTHORSES);
}

/* What the options of the game take away (LM-UNIT-07, -08), and Heavy cavalry with it (LM-KING-04). */
static uint64_t rules_in_force(const struct match *m, uint64_t special)
{
    if (!m->head.option[LIBER_KINGDOMS]) special &= ~KINGDOMS_RULES;
    if (!m->head.option[LIBER_HEAVY_RULE]) special &= ~SR_HEAVY_CAVALRY;
    if (special & SR_HEAVY_CAVALRY) special &= ~SR_MOBILITY;
    return special;
}

static struct type make_type(const struct match *m, const struct liber_tables *tables, const struct unit_row *row, uint32_t options,
                             unsigned elite, int form)
{
    struct type    type = { .id = row->id, .class = class_of_kind[row->kind], .shape = row->shape };
    struct profile profile = form && row->dismounts ? row->on_foot : row->is;
    int            count = 0;

    for (int i = 0; i < row->options; i++) {
        if (!(options >> i & 1)) continue;
        apply(&row->option[i], options, &profile);
        if (row->option[i].rebased) type.shape = row->option[i].shape;
        type.option[count++] = row->option[i].id;
    }
    if (form && row->limbered) profile.speed = row->limbered, profile.shoots = 0;
    type.arm = form && row->dismounts ? ARM_INFANTRY : tercios_arm_of_class[type.class];
    type.speed = profile.speed;
    type.combat = profile.melee;
    type.discipline = (uint8_t)(profile.discipline + (elite & ELITE_DRILLED ? 1 : 0));
    type.courage = profile.courage;
    type.endurance = profile.stamina;
    memcpy(type.defence, profile.defence, sizeof type.defence);
    type.special = rules_in_force(m, profile.special | (elite & ELITE ? SR_ELITE : 0));
    type.options = (uint16_t)options;
    type.cost = (int16_t)liber_cost(tables, row, options, elite);
    type.form = (uint8_t)form;
    type.elite = (uint8_t)elite;
    arm(m, tables, &profile, &type);
    return type;
}

int liber_type(struct match *m, const struct liber_tables *tables, const struct unit_row *row, uint32_t options, unsigned elite, int form)
{
    if (!liber_has_forms(row, options)) form = 0;
    for (int i = 0; i < m->types; i++)
        if (m->type[i].id == row->id && m->type[i].options == options && m->type[i].elite == elite && m->type[i].form == form) return i;
    if (m->types == TYPES) return -1;
    m->type[m->types] = make_type(m, tables, row, options, elite, form);
    return m->types++;
}
