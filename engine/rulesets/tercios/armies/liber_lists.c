/* liber_lists.c: what a nation may take, and an army to begin with. See liber_army.h. */
#include "liber_army.h"

#include <string.h>

static void write_range(struct json_writer *writer, const char *key, struct range range)
{
    json_key(writer, key);
    json_open(writer, '[');
    json_write_integer(writer, range.low);
    json_write_integer(writer, range.high);
    json_close(writer, ']');
}

static void write_names(struct json_writer *writer, const char *const names[2])
{
    json_key(writer, "name");
    json_open(writer, '{');
    write_text(writer, "en", names[0]);
    write_text(writer, "fr", names[1]);
    json_close(writer, '}');
}

/* The list of a nation. */

struct listing {
    const struct match        *m;
    const struct liber_tables *tables;
    int                        nation;
    struct json_writer        *writer;
};

static bool is_offered(const struct listing *list, const struct unit_row *row)
{
    return liber_is_sold(list->m, row) && (!list->m->head.option[LIBER_NATION_LIMITS] || is_open_to_nation(row->nations, list->nation));
}

static void write_gear(const struct listing *list, const char *key, uint64_t special, uint32_t firearms)
{
    json_key(list->writer, key);
    json_open(list->writer, '[');
    for (int i = 0; i < SPECIALS; i++)
        if (special & SPECIAL(i)) json_write_string(list->writer, tercios_special_names[i]);
    for (int i = 0; i < list->m->weapons; i++)
        if (firearms >> i & 1) json_write_string(list->writer, list->m->weapon[i].id);
    if (firearms & MIXED_SHOT) json_write_string(list->writer, "arquebus_musket");
    json_close(list->writer, ']');
}

/* Values by the names that profiles have. */
static void write_changes(const struct listing *list, const char *key, const struct json *set)
{
    if (!set) return;
    json_key(list->writer, key);
    json_open(list->writer, '{');
    for (const struct json *value = set->as.child; value; value = value->next) {
        json_key(list->writer, !strcmp(value->key, "melee") ? "combat" : !strcmp(value->key, "stamina") ? "endurance" : value->key);
        json_write(list->writer, value);
    }
    json_close(list->writer, '}');
}

/* LM-UNIT-05: the other option with which they are others, and what they are then. */
static void write_changes_with(const struct listing *list, const struct json *with)
{
    if (!with) return;
    json_key(list->writer, "values_with");
    json_open(list->writer, '{');
    for (const struct json *other = with->as.child; other; other = other->next) write_changes(list, other->key, other);
    json_close(list->writer, '}');
}

static void copy_member(const struct listing *list, const struct json *node, const char *key)
{
    if (!json_get(node, key)) return;
    json_key(list->writer, key);
    json_write(list->writer, json_get(node, key));
}

static void write_option(const struct listing *list, const struct unit_row *row, int number)
{
    const struct unit_option *option = &row->option[number];
    const struct json        *node = json_get(row->node, "options")->as.child;

    for (int i = 0; i < number; i++) node = node->next;
    json_open(list->writer, '{');
    write_text(list->writer, "id", option->id);
    write_number(list->writer, "points", option->cost);
    write_changes(list, "values", json_get(node, "set"));
    write_changes_with(list, json_get(node, "set_with"));
    write_gear(list, "gains", option->gains, option->arms);
    write_gear(list, "loses", option->loses, option->disarms);
    json_key(list->writer, "not_with");
    json_open(list->writer, '[');
    for (int i = 0; i < row->options; i++)
        if (option->not_with >> i & 1) json_write_string(list->writer, row->option[i].id);
    json_close(list->writer, ']');
    copy_member(list, node, "provenance");
    json_close(list->writer, '}');
}

static void write_profile(const struct listing *list, const struct profile *is)
{
    struct json_writer *writer = list->writer;

    json_key(writer, "values");
    json_open(writer, '{');
    write_number(writer, "speed", is->speed);
    write_number(writer, "combat", is->melee);
    json_key(writer, "shoot");
    json_open(writer, '[');
    for (int i = 0; i < is->shoots; i++) json_write_integer(writer, is->shoot[i]);
    json_close(writer, ']');
    write_number(writer, "discipline", is->discipline);
    write_number(writer, "courage", is->courage);
    write_number(writer, "endurance", is->stamina);
    json_close(writer, '}');
    json_key(writer, "defence");
    json_open(writer, '{');
    for (int i = 0; i < DEFENCES; i++) write_number(writer, tercios_defence_ids[i], is->defence[i]);
    json_close(writer, '}');
    write_gear(list, "weapons", is->special & MELEE_WEAPONS, is->firearms);
    write_gear(list, "special", is->special & ~MELEE_WEAPONS, 0);
}

static void write_type(const struct listing *list, const struct unit_row *row)
{
    static const char *const class_of_kind[UNIT_KINDS] = { "squadron", "squadron", "company", "cavalry", "artillery" };
    struct json_writer      *writer = list->writer;

    json_open(writer, '{');
    write_text(writer, "id", row->id);
    write_text(writer, "class", class_of_kind[row->kind]);
    write_text(writer, "kind", liber_kind_names[row->kind]);
    write_text(writer, "horse", row->horse == NO_HORSE ? NULL : liber_horse_names[row->horse]);
    write_number(writer, "points", row->cost);
    write_profile(list, &row->is);
    if (row->limbered) write_number(writer, "limbered", row->limbered);
    if (row->dismounts) {
        json_key(writer, "on_foot");
        json_open(writer, '{');
        write_profile(list, &row->on_foot);
        json_close(writer, '}');
    }
    json_key(writer, "options");
    json_open(writer, '[');
    for (int i = 0; i < row->options; i++)
        if (!list->m->head.option[LIBER_NATION_LIMITS] || is_open_to_nation(row->option[i].nations, list->nation)) write_option(list, row, i);
    json_close(writer, ']');
    copy_member(list, row->node, "provenance");
    json_close(writer, '}');
}

/* A place of a regiment, and what may take it. */
static void write_place(const struct listing *list, const char *place, int formation, int kind, bool forlorn, struct range range)
{
    struct json_writer *writer = list->writer;

    json_open(writer, '{');
    write_text(writer, "place", place);
    write_number(writer, "low", range.low);
    write_number(writer, "high", range.high);
    json_key(writer, "types");
    json_open(writer, '[');
    for (int i = 0; i < list->tables->units; i++) {
        const struct unit_row *row = &list->tables->unit[i];
        bool                   hope = row->is.special & SR_FORLORN_HOPE;
        if (row->kind == kind && hope == forlorn && liber_fits(row, formation) && is_offered(list, row)) json_write_string(writer, row->id);
    }
    json_close(writer, ']');
    json_close(writer, '}');
}

static void write_regiment(const struct listing *list, int formation)
{
    const struct liber_tables *tables = list->tables;

    json_open(list->writer, '{');
    write_text(list->writer, "id", liber_formation_names[formation]);
    write_names(list->writer, tables->formation_name[formation]);
    write_flag(list->writer, "commander", formation != BATTERY);
    json_key(list->writer, "places");
    json_open(list->writer, '[');
    if (formation == INFANTRY_REGIMENT) {
        write_place(list, "battalions", formation, KIND_BATTALION, false, tables->battalions);
        write_place(list, "corps", formation, KIND_CORPS, false, (struct range){ 0, tables->battalions.high / 2 });
    }
    if (formation == CAVALRY_REGIMENT) write_place(list, "horse", formation, KIND_HORSE, false, tables->horse);
    if (formation == BATTERY) write_place(list, "guns", formation, KIND_GUN, false, tables->guns);
    write_place(list, "companies", formation, KIND_COMPANY, false, tables->companies[formation]);
    if (formation == INFANTRY_REGIMENT) write_place(list, "hopes", formation, KIND_COMPANY, true, (struct range){ 0, tables->battalions.high / 2 });
    json_close(list->writer, ']');
    json_close(list->writer, '}');
}

static void write_ranks(const struct listing *list)
{
    struct json_writer *writer = list->writer;

    json_key(writer, "ranks");
    json_open(writer, '[');
    for (int rank = 0; rank < RANKS; rank++) {
        const struct rank *row = &list->tables->rank[rank];
        json_open(writer, '{');
        write_number(writer, "rank", rank);
        write_number(writer, "virtues", row->virtues);
        write_number(writer, "traits", row->traits);
        write_number(writer, "points", row->cost);
        write_number(writer, "chief_points", row->chief_cost);
        write_flag(writer, "chief", rank >= 2);
        write_flag(writer, "regiment", rank <= 4);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_gifts(const struct listing *list)
{
    static const char *const sources[] = {
        [TRAIT_GENERIC] = "generic", [TRAIT_OF_THE_BOOK] = "book", [TRAIT_KINGDOMS] = "kingdoms", [TRAIT_EXTRA] = "extras"
    };
    struct json_writer      *writer = list->writer;

    json_key(writer, "virtues");
    json_open(writer, '[');
    for (int i = 0; i < VIRTUES; i++) json_write_string(writer, liber_virtue_names[i]);
    json_close(writer, ']');
    json_key(writer, "traits");
    json_open(writer, '[');
    for (int i = 0; i < TRAITS; i++) {
        if (!liber_trait_is_sold(list->m, i)) continue;
        json_open(writer, '{');
        write_text(writer, "id", liber_trait_names[i]);
        write_text(writer, "source", sources[liber_trait_source(i)]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_structures(const struct listing *list)
{
    struct json_writer *writer = list->writer;

    json_key(writer, "structures");
    json_open(writer, '[');
    for (int i = 0; i < STRUCTURES; i++) {
        json_open(writer, '{');
        write_text(writer, "id", liber_structure_names[i]);
        json_key(writer, "limits");
        json_open(writer, '{');
        for (int k = 0; k < FORMATIONS; k++) write_range(writer, liber_formation_names[k], list->tables->structure[i][k]);
        json_close(writer, '}');
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < ELITE_UNIT; i++) write_regiment(list, i);
    json_close(writer, ']');
}

static void write_elite(const struct listing *list)
{
    json_key(list->writer, "elite");
    json_open(list->writer, '{');
    write_number(list->writer, "points", list->tables->elite_cost);
    write_number(list->writer, "drilled", list->tables->elite_discipline);
    write_gear(list, "gains", SR_ELITE, 0);
    json_key(list->writer, "drilled_adds");
    json_open(list->writer, '{');
    write_number(list->writer, "discipline", 1);
    json_close(list->writer, '}');
    json_key(list->writer, "types");
    json_open(list->writer, '[');
    for (int i = 0; i < list->tables->units; i++)
        if (liber_may_be_elite(&list->tables->unit[i]) && is_offered(list, &list->tables->unit[i]))
            json_write_string(list->writer, list->tables->unit[i].id);
    json_close(list->writer, ']');
    json_close(list->writer, '}');
    json_key(list->writer, "allies");
    json_open(list->writer, '[');
    for (int i = 0; i < NATIONS && list->m->head.option[LIBER_KINGDOMS]; i++)
        if (i != list->nation && list->tables->camp[i] == list->tables->camp[list->nation]) json_write_string(list->writer, liber_nation_names[i]);
    json_close(list->writer, ']');
}

/* The limits of a standard army stand where a game of whole regiments has its kinds; there are no whole regiments to take. */
static void write_envelope(const struct listing *list)
{
    struct json_writer *writer = list->writer;

    write_text(writer, "belligerent", liber_nation_names[list->nation]);
    write_flag(writer, "structured", true);
    write_text(writer, "camp", liber_camp_names[list->tables->camp[list->nation]]);
    write_text(writer, "provenance", "seed");
    json_key(writer, "limit");
    json_open(writer, '{');
    write_number(writer, "low", BUDGET_LOW);
    write_number(writer, "high", BUDGET_HIGH);
    write_number(writer, "standard", BUDGET_STANDARD);
    json_close(writer, '}');
    json_key(writer, "budgets");
    json_open(writer, '[');
    for (int i = 0; i < list->tables->budgets; i++) {
        json_open(writer, '{');
        write_text(writer, "id", list->tables->budget[i].id);
        write_number(writer, "points", list->tables->budget[i].points);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "kinds");
    json_open(writer, '[');
    for (int i = 0; i < FORMATIONS; i++) {
        json_open(writer, '{');
        write_text(writer, "kind", liber_formation_names[i]);
        write_number(writer, "low", list->tables->structure[STRUCTURE_STANDARD][i].low);
        write_number(writer, "high", list->tables->structure[STRUCTURE_STANDARD][i].high);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "entries");
    json_open(writer, '[');
    json_close(writer, ']');
}

bool liber_list_army_with(const struct library *library, const char *belligerent, const struct json_document *options,
                          struct json_writer *writer, struct arena *arena, struct fault *fault)
{
    const struct muster_tables *tables;
    struct listing              list = { .writer = writer };

    if (!liber_find_nation(belligerent, &list.nation, fault)) return false;
    tables = liber_open_tables(library, options, options ? options->root : NULL, arena, fault);
    if (!tables) return false;
    list.m = tables->match;
    list.tables = &tables->tables;
    json_open(writer, '{');
    write_envelope(&list);
    write_ranks(&list);
    write_gifts(&list);
    write_structures(&list);
    write_elite(&list);
    json_key(writer, "types");
    json_open(writer, '[');
    for (int i = 0; i < list.tables->units; i++)
        if (is_offered(&list, &list.tables->unit[i])) write_type(&list, &list.tables->unit[i]);
    json_close(writer, ']');
    json_close(writer, '}');
    return true;
}

bool liber_list_army(const struct library *library, const char *belligerent, struct json_writer *writer, struct arena *arena, struct fault *fault)
{
    return liber_list_army_with(library, belligerent, NULL, writer, arena, fault);
}

/*
 * A list to begin with: the smallest army of a structure, to which drawn units, regiments, options and ranks are added as long as it
 * stays legal and there are points left.
 */

struct raising {
    const struct match        *m;
    const struct liber_tables *tables;
    struct random             *random;
    struct army_list          *army, *trial;
    struct findings            findings;
};

/* A drawn row for that formation: a unit that leads it (battalion, horse, gun, company), or any. */
static const struct unit_row *draw_row(struct raising *r, int formation, bool leads)
{
    static const uint8_t leading[ELITE_UNIT] = {
        [INFANTRY_REGIMENT] = KIND_BATTALION, [CAVALRY_REGIMENT] = KIND_HORSE, [BATTERY] = KIND_GUN, [BATTLE_GROUP] = KIND_COMPANY
    };
    int start = (int)random_below(r->random, (uint32_t)r->tables->units);

    for (int i = 0; i < r->tables->units; i++) {
        const struct unit_row *row = &r->tables->unit[(start + i) % r->tables->units];
        bool open = !r->m->head.option[LIBER_NATION_LIMITS] || is_open_to_nation(row->nations, r->army->nation);
        if (open && liber_is_sold(r->m, row) && liber_fits(row, formation) && (!leads || row->kind == leading[formation])) return row;
    }
    return NULL;
}

static void draw_regiment(struct raising *r, struct army_list *army, int formation)
{
    const struct range      size[ELITE_UNIT] = {
        [INFANTRY_REGIMENT] = r->tables->battalions, [CAVALRY_REGIMENT] = r->tables->horse, [BATTERY] = r->tables->guns,
        [BATTLE_GROUP] = r->tables->companies[BATTLE_GROUP]
    };
    struct listed_regiment *regiment = &army->regiment[army->regiments];
    const struct unit_row  *row = draw_row(r, formation, true);

    if (!row || army->regiments == LIST_REGIMENTS) return;
    *regiment = (struct listed_regiment){ .formation = (uint8_t)formation, .ally = NO_NATION };
    if (formation != BATTERY) liber_set_rank(r->m, r->tables, army, &regiment->commander, 0, NULL);
    for (int i = 0; i < size[formation].low; i++) {
        regiment->unit[regiment->units++] = (struct listed_unit){ .row = row };
        if (formation == BATTLE_GROUP) row = draw_row(r, formation, true);
    }
    for (int i = 0; i < row->options && army->structure == STRUCTURE_CAVALRY && formation == BATTERY; i++)
        if (row->option[i].gains & SR_CARTHORSES) regiment->unit[0].options |= 1u << i;
    army->regiments++;
}

/* One drawn addition to the trial; it may turn out illegal. */
static void draw_addition(struct raising *r)
{
    struct army_list       *army = r->trial;
    uint32_t                what = random_below(r->random, 100);
    struct listed_regiment *regiment = &army->regiment[random_below(r->random, army->regiments)];

    if (what < 30) {
        draw_regiment(r, army, (int)random_below(r->random, ELITE_UNIT));
    } else if (what < 60) {
        const struct unit_row *row = random_below(r->random, 3) ? regiment->unit[0].row : draw_row(r, regiment->formation, false);
        if (row && regiment->units < LIST_UNITS) regiment->unit[regiment->units++] = (struct listed_unit){ .row = row };
    } else if (what < 85) {
        struct listed_unit *unit = &regiment->unit[random_below(r->random, regiment->units)];
        int                 option = unit->row->options ? (int)random_below(r->random, unit->row->options) : -1;
        if (option >= 0 && unit->row->option[option].cost > 0) unit->options |= 1u << option;
    } else {
        bool                     chief = random_below(r->random, 3) == 0;
        struct listed_commander *who = chief ? &army->chief : &regiment->commander;
        if (who->present && who->rank < (chief ? 5 : 4)) liber_set_rank(r->m, r->tables, army, who, who->rank + 1, r->random);
    }
}

static bool is_legal(struct raising *r, const struct army_list *army)
{
    liber_find_problems(r->m, r->tables, army, &r->findings);
    return !r->findings.total;
}

/* The compulsory regiments of a structure under a chief of rank 2; of a cavalry army of one type. */
static bool begin(struct raising *r, int structure)
{
    struct army_list *army = r->army;

    *army = (struct army_list){ .nation = army->nation, .structure = (uint8_t)structure, .limit = army->limit };
    liber_set_rank(r->m, r->tables, army, &army->chief, 2, r->random);
    for (int formation = 0; formation < ELITE_UNIT; formation++)
        for (int i = 0; i < r->tables->structure[structure][formation].low; i++) {
            draw_regiment(r, army, formation);
            if (i && structure == STRUCTURE_CAVALRY) memcpy(army->regiment[i].unit, army->regiment[0].unit, sizeof army->regiment[0].unit);
        }
    return is_legal(r, army);
}

static void fill_up(struct raising *r)
{
    enum { TRIES = 1200 };

    for (int i = 0; i < TRIES; i++) {
        struct army_list *kept = r->army;
        *r->trial = *r->army;
        draw_addition(r);
        if (!is_legal(r, r->trial)) continue;
        r->army = r->trial;
        r->trial = kept;
    }
}

bool liber_suggest_army(const struct library *library, const char *belligerent, int32_t limit, uint64_t seed, struct out *army,
                        struct arena *arena, struct fault *fault)
{
    enum { BEGINNINGS = 60 };
    struct muster_tables *tables;
    struct random         random = random_from(seed);
    struct raising        r = { .random = &random, .army = arena_take(arena, sizeof *r.army), .trial = arena_take(arena, sizeof *r.trial) };
    struct json_writer    writer = json_writer_over(army);
    bool                  begun = false;
    int                   nation;

    if (!liber_find_nation(belligerent, &nation, fault)) return false;
    if (!between(BUDGET_LOW, limit, BUDGET_HIGH))
        return fault_say(fault, "army", 0, "%s: the limit is %d; it may be %d to %d", liber_rules[rule_cited(&liber_ruleset, LM_ARMY_02)], limit,
                         BUDGET_LOW, BUDGET_HIGH);
    tables = liber_open_tables(library, NULL, NULL, arena, fault);
    if (!tables) return false;
    if (!r.army || !r.trial) return fault_say(fault, "army", 0, "there is not enough memory for this army");
    r.m = tables->match;
    r.tables = &tables->tables;
    r.army->nation = (uint8_t)nation;
    r.army->limit = limit;
    for (int i = 0; i < BEGINNINGS && !begun; i++)
        begun = begin(&r, i < BEGINNINGS / 2 ? random_below(&random, 5) < 4 ? STRUCTURE_STANDARD : STRUCTURE_CAVALRY :
                          i < BEGINNINGS * 3 / 4 ? STRUCTURE_BATTLE_GROUPS : STRUCTURE_CAVALRY);
    if (!begun) return fault_say(fault, "army", 0, "no army of %s is legal under a limit of %d", belligerent, limit);
    fill_up(&r);
    liber_write_army(r.army, &writer);
    return !army->full || fault_say(fault, "army", 0, "there is not enough memory for this army");
}
