/* liber_legal.c: whether an army of the long edition is legal: every breach of T9, not only the first (LM-ARMY-27). See liber_army.h. */
#include "liber_army.h"

#include <string.h>

/* One look at an army. */
struct look {
    const struct match        *m;
    const struct liber_tables *tables;
    const struct army_list    *army;
    struct findings           *findings;
};

static void add(const struct look *look, struct finding finding)
{
    struct findings *findings = look->findings;

    if (!finding.excess) finding.excess = 1;
    if (!finding.line) finding.line = look->army->line;
    findings->total++;
    findings->excess += finding.excess;
    if (findings->listed < MUSTER_PROBLEMS) findings->list[findings->listed++] = finding;
}

static bool option(const struct look *look, enum liber_option name) { return look->m->head.option[name] != 0; }

/* What may be bought at all. */

static bool is_forlorn_hope(const struct unit_row *row) { return row->is.special & SR_FORLORN_HOPE; }
static bool is_extra(const struct unit_row *row) { return row->switched == LIBER_EXTRAS; }

bool liber_fits(const struct unit_row *row, int formation)
{
    switch (formation) {
    case INFANTRY_REGIMENT: return row->kind <= KIND_COMPANY;
    case BATTLE_GROUP: return row->kind == KIND_COMPANY && !is_forlorn_hope(row);
    case CAVALRY_REGIMENT: return row->kind == KIND_HORSE || (row->kind == KIND_COMPANY && row->is.firearms && !is_forlorn_hope(row) && !is_extra(row));
    case BATTERY: return row->kind == KIND_GUN || (row->kind == KIND_COMPANY && !is_forlorn_hope(row) && !is_extra(row));
    default: return false;
    }
}

/* LM-ARMY-12. */
bool liber_may_be_elite(const struct unit_row *row)
{
    if (is_extra(row) || is_forlorn_hope(row)) return false;
    return row->kind == KIND_BATTALION || row->kind == KIND_COMPANY || row->horse == HORSE_CUIRASSIERS || row->horse == HORSE_HEAVY;
}

/* LM-UNIT-04, -07..-09; LM-ADAPT-04: the adaptation replaces the dragoons of the book. */
bool liber_is_sold(const struct match *m, const struct unit_row *row)
{
    const int32_t *on = m->head.option;
    bool           adapted = on[LIBER_DRAGOONS] && on[LIBER_KINGDOMS];

    if (row->kingdoms && !on[LIBER_KINGDOMS]) return false;
    if (row->switched >= 0 && !on[row->switched]) return false;
    return !(adapted && row->horse == HORSE_DRAGOONS && !row->dismounts);
}

/* LM-TRAITS-01, -04. */
bool liber_trait_is_sold(const struct match *m, int trait)
{
    switch (liber_trait_source(trait)) {
    case TRAIT_GENERIC: return false;
    case TRAIT_KINGDOMS: return m->head.option[LIBER_KINGDOMS];
    case TRAIT_EXTRA: return m->head.option[LIBER_EXTRAS];
    default: return true;
    }
}

/* Commanders. */

struct post {
    const struct listed_commander *who;
    int16_t                        regiment;         /* or MUSTER_CHIEF */
};

static bool occurs(const uint8_t *list, int count, int value)
{
    for (int i = 0; i < count; i++)
        if (list[i] == value) return true;
    return false;
}

/* LM-VIRT-04, LM-TRAITS-01, -04: what he may not have. */
static void check_gifts(const struct look *look, struct post post)
{
    const struct listed_commander *who = post.who;

    for (int i = 0; i < who->virtues; i++)
        if (occurs(who->virtue, i, who->virtue[i]))
            add(look, (struct finding){ .code = E21, .rule = LM_VIRT_04, .regiment = post.regiment, .unit = MUSTER_ARMY,
                                        .what = liber_virtue_names[who->virtue[i]], .line = who->line, .about = i });
    for (int i = 0; i < who->traits; i++) {
        int            trait = who->trait[i];
        bool           generic = liber_trait_source(trait) == TRAIT_GENERIC;
        struct finding finding = { .code = generic ? E20 : E30, .rule = generic ? LM_TRAITS_01 : LM_TRAITS_04, .regiment = post.regiment,
                                   .unit = MUSTER_ARMY, .what = liber_trait_names[trait], .line = who->line, .about = i };
        if (!liber_trait_is_sold(look->m, trait)) add(look, finding);
    }
}

/* LM-CMD-02: as many virtues and traits as the rank has. */
static void check_numbers(const struct look *look, struct post post)
{
    const struct listed_commander *who = post.who;
    const struct rank             *rank = &look->tables->rank[who->rank < RANKS ? who->rank : RANKS - 1];

    if (who->virtues != rank->virtues)
        add(look, (struct finding){ .code = E17, .rule = LM_CMD_02, .regiment = post.regiment, .unit = MUSTER_ARMY, .what = "virtues",
                                    .found = who->virtues, .low = rank->virtues, .high = rank->virtues, .line = who->line,
                                    .excess = who->virtues > rank->virtues ? who->virtues - rank->virtues : rank->virtues - who->virtues });
    if (who->traits != rank->traits)
        add(look, (struct finding){ .code = E18, .rule = LM_CMD_02, .regiment = post.regiment, .unit = MUSTER_ARMY, .what = "traits",
                                    .found = who->traits, .low = rank->traits, .high = rank->traits, .line = who->line,
                                    .excess = who->traits > rank->traits ? who->traits - rank->traits : rank->traits - who->traits });
}

/* LM-CMD-03..05, -13. */
static void check_rank(const struct look *look, struct post post)
{
    const struct army_list *army = look->army;
    bool                    chief = post.regiment == MUSTER_CHIEF;
    int                     low = chief ? 2 : 0, high = chief ? 5 : 4, most = army->chief.rank;
    rule_id                 rule = LM_CMD_05;

    if (!between(low, post.who->rank, high))
        add(look, (struct finding){ .code = chief ? E02 : E06, .rule = chief ? LM_CMD_03 : LM_CMD_04, .regiment = post.regiment,
                                    .unit = MUSTER_ARMY, .found = post.who->rank, .low = low, .high = high, .line = post.who->line });
    if (chief || !army->chief.present) return;
    if (option(look, LIBER_GROUP_LOWER_RANK) && army->regiment[post.regiment].formation == BATTLE_GROUP) most--, rule = LM_CMD_13;
    if (post.who->rank > most)
        add(look, (struct finding){ .code = E07, .rule = rule, .regiment = post.regiment, .unit = MUSTER_ARMY, .found = post.who->rank,
                                    .high = most, .line = post.who->line, .excess = post.who->rank - most });
}

static int posts_of(const struct army_list *army, struct post *list)
{
    int count = 0;

    if (army->chief.present) list[count++] = (struct post){ &army->chief, MUSTER_CHIEF };
    for (int i = 0; i < army->regiments; i++)
        if (army->regiment[i].commander.present) list[count++] = (struct post){ &army->regiment[i].commander, (int16_t)i };
    return count;
}

/* LM-TRAITS-03: a trait exists once on a side. */
static void check_traits_once(const struct look *look, const struct post *posts, int count)
{
    uint64_t seen = 0;

    for (int i = 0; i < count; i++)
        for (int k = 0; k < posts[i].who->traits; k++) {
            int trait = posts[i].who->trait[k];
            if (liber_trait_source(trait) == TRAIT_GENERIC) continue;
            if (seen >> trait & 1)
                add(look, (struct finding){ .code = E19, .rule = LM_TRAITS_03, .regiment = posts[i].regiment, .unit = MUSTER_ARMY,
                                            .what = liber_trait_names[trait], .line = posts[i].who->line, .about = k });
            seen |= SPECIAL(trait);
        }
}

/* LM-CMD-05, the stricter reading: at most one other commander of the same rank. */
static void check_equals(const struct look *look, const struct post *posts, int count)
{
    int equal = 0;

    for (int i = 0; i < count && look->army->chief.present && option(look, LIBER_SINGLE_EQUAL_RANK); i++)
        if (posts[i].regiment != MUSTER_CHIEF && posts[i].who->rank == look->army->chief.rank && ++equal > 1)
            add(look, (struct finding){ .code = E07, .rule = LM_CMD_05, .regiment = posts[i].regiment, .unit = MUSTER_ARMY,
                                        .found = posts[i].who->rank, .high = look->army->chief.rank - 1, .line = posts[i].who->line });
}

static void check_commanders(const struct look *look)
{
    struct post posts[LIST_REGIMENTS + 1];
    int         count = posts_of(look->army, posts);

    if (!look->army->chief.present) add(look, (struct finding){ .code = E01, .rule = LM_ARMY_06, .regiment = MUSTER_CHIEF, .unit = MUSTER_ARMY });
    for (int i = 0; i < count; i++) {
        check_rank(look, posts[i]);
        check_numbers(look, posts[i]);
        check_gifts(look, posts[i]);
    }
    check_traits_once(look, posts, count);
    check_equals(look, posts, count);
}

/* Units. */

/* Which rule takes a unit that is not for sale off the lists. */
static rule_id rule_of_sale(const struct look *look, const struct unit_row *row)
{
    if (row->kingdoms && !option(look, LIBER_KINGDOMS)) return LM_UNIT_08;
    if (row->switched == LIBER_HEAVY_UNIT) return LM_UNIT_07;
    return is_extra(row) ? LM_UNIT_09 : LM_UNIT_04;
}

/* LM-UNIT-02..04, LM-ARMY-04, -05: the unit and its options, wherever it stands. */
static void check_unit(const struct look *look, const struct listed_unit *unit, int nation, int16_t regiment, int16_t place)
{
    const struct unit_row *row = unit->row;
    struct finding         finding = { .regiment = regiment, .unit = place, .what = row->id, .line = unit->line };
    bool                   limits = option(look, LIBER_NATION_LIMITS);

    if (!liber_is_sold(look->m, row)) finding.code = E30, finding.rule = rule_of_sale(look, row), add(look, finding);
    if (limits && !is_open_to_nation(row->nations, nation)) finding.code = E13, finding.rule = LM_ARMY_05, add(look, finding);
    for (int i = 0; i < row->options; i++) {
        if (!(unit->options >> i & 1)) continue;
        finding.what = row->option[i].id;
        finding.about = i;
        if (limits && !is_open_to_nation(row->option[i].nations, nation)) finding.code = E14, finding.rule = LM_ARMY_05, add(look, finding);
        if (unit->options & row->option[i].not_with & ((1u << i) - 1)) finding.code = E15, finding.rule = LM_UNIT_03, add(look, finding);
        if (unit->twice >> i & 1) finding.code = E16, finding.rule = LM_UNIT_02, add(look, finding);
    }
    if (unit->drilled && regiment != MUSTER_ELITE) finding.what = row->id, finding.code = E23, finding.rule = LM_ARMY_13, add(look, finding);
}

/* Regiments. */

struct tally { int kind[UNIT_KINDS], forlorn; };

static struct tally count_units(const struct listed_regiment *regiment)
{
    struct tally tally = { 0 };

    for (int i = 0; i < regiment->units; i++) {
        if (is_forlorn_hope(regiment->unit[i].row)) tally.forlorn++;
        else tally.kind[regiment->unit[i].row->kind]++;
    }
    return tally;
}

/* Too few or too many of a place. */
static void check_place(const struct look *look, int number, const char *place, int found, struct range range, rule_id rule, int kind)
{
    if (between(range.low, found, range.high)) return;
    add(look, (struct finding){ .code = E08, .rule = rule, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .what = place, .found = found,
                                .low = range.low, .high = range.high, .line = look->army->regiment[number].line, .about = kind,
                                .excess = found < range.low ? range.low - found : found - range.high });
}

/* The first unit of that kind whose row (or horse type) is not that of the first. */
static void check_alike(const struct look *look, int number, int kind)
{
    const struct listed_regiment *regiment = &look->army->regiment[number];
    const struct unit_row        *first = NULL;

    for (int i = 0; i < regiment->units; i++) {
        const struct unit_row *row = regiment->unit[i].row;
        if (row->kind != kind) continue;
        if (!first) first = row;
        if (kind == KIND_HORSE ? row->horse == first->horse : row == first) continue;
        add(look, (struct finding){ .code = kind == KIND_HORSE ? E10 : E09, .rule = kind == KIND_HORSE ? LM_ARMY_20 : LM_ARMY_16,
                                    .regiment = (int16_t)number, .unit = (int16_t)i, .what = row->id, .line = regiment->unit[i].line });
    }
}

/* LM-ARMY-15..18, LM-ADAPT-01. */
static void check_infantry(const struct look *look, int number, const struct tally *tally)
{
    struct range range = look->tables->battalions;
    int          battalions = tally->kind[KIND_BATTALION], corps = tally->kind[KIND_CORPS];
    int          line = look->army->regiment[number].line, hopes = battalions / 2;

    if (battalions < range.low && battalions + corps >= range.low)
        add(look, (struct finding){ .code = E28, .rule = LM_ARMY_18, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .found = battalions,
                                    .low = range.low, .high = range.high, .line = line, .excess = range.low - battalions });
    else check_place(look, number, "battalions", battalions + corps, range, LM_ARMY_15, KIND_BATTALION);
    if (corps > battalions && battalions >= range.low)
        add(look, (struct finding){ .code = E28, .rule = LM_ARMY_18, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .found = corps,
                                    .high = battalions, .line = line, .excess = corps - battalions });
    if (!option(look, LIBER_HOPE_PER_TWO_REGIMENTS) && tally->forlorn > hopes)
        add(look, (struct finding){ .code = E27, .rule = LM_ADAPT_01, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .found = tally->forlorn,
                                    .high = hopes, .line = line, .excess = tally->forlorn - hopes });
    check_place(look, number, "companies", tally->kind[KIND_COMPANY], look->tables->companies[INFANTRY_REGIMENT], LM_ARMY_15, KIND_COMPANY);
    check_alike(look, number, KIND_BATTALION);
}

/* LM-ARMY-20, -21. */
static void check_cavalry(const struct look *look, int number, const struct tally *tally)
{
    int horse = tally->kind[KIND_HORSE], companies = tally->kind[KIND_COMPANY];

    check_place(look, number, "horse", horse, look->tables->horse, LM_ARMY_20, KIND_HORSE);
    check_place(look, number, "companies", companies, look->tables->companies[CAVALRY_REGIMENT], LM_ARMY_21, KIND_COMPANY);
    if (companies > horse && companies <= look->tables->companies[CAVALRY_REGIMENT].high)
        add(look, (struct finding){ .code = E11, .rule = LM_ARMY_21, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .found = companies,
                                    .high = horse, .line = look->army->regiment[number].line, .excess = companies - horse });
    check_alike(look, number, KIND_HORSE);
}

static void check_sizes(const struct look *look, int number)
{
    struct tally tally = count_units(&look->army->regiment[number]);

    switch (look->army->regiment[number].formation) {
    case INFANTRY_REGIMENT: check_infantry(look, number, &tally); break;
    case CAVALRY_REGIMENT: check_cavalry(look, number, &tally); break;
    case BATTLE_GROUP:
        check_place(look, number, "companies", tally.kind[KIND_COMPANY], look->tables->companies[BATTLE_GROUP], LM_ARMY_19, KIND_COMPANY);
        break;
    default:
        check_place(look, number, "guns", tally.kind[KIND_GUN], look->tables->guns, LM_ARMY_22, KIND_GUN);
        check_place(look, number, "companies", tally.kind[KIND_COMPANY], look->tables->companies[BATTERY], LM_ARMY_22, KIND_COMPANY);
    }
}

static bool has_bought(const struct listed_unit *unit, uint64_t special)
{
    for (int i = 0; i < unit->row->options; i++)
        if (unit->options >> i & 1 && unit->row->option[i].gains & special) return true;
    return false;
}

static void check_regiment(const struct look *look, int number)
{
    static const rule_id          rule_of_place[ELITE_UNIT] = {
        [INFANTRY_REGIMENT] = LM_ARMY_17, [CAVALRY_REGIMENT] = LM_ARMY_21, [BATTERY] = LM_ARMY_22, [BATTLE_GROUP] = LM_ARMY_19
    };
    const struct listed_regiment *regiment = &look->army->regiment[number];
    bool                          wants = regiment->formation != BATTERY;

    if (regiment->commander.present != wants)
        add(look, (struct finding){ .code = E05, .rule = LM_ARMY_11, .regiment = (int16_t)number, .unit = MUSTER_ARMY, .found = !wants,
                                    .low = wants, .high = wants, .line = regiment->line });
    for (int i = 0; i < regiment->units; i++) {
        const struct listed_unit *unit = &regiment->unit[i];
        check_unit(look, unit, nation_of(look->army, regiment), (int16_t)number, (int16_t)i);
        if (!liber_fits(unit->row, regiment->formation))
            add(look, (struct finding){ .code = E12, .rule = rule_of_place[regiment->formation], .regiment = (int16_t)number,
                                        .unit = (int16_t)i, .what = unit->row->id, .line = unit->line });
        if (look->army->structure == STRUCTURE_CAVALRY && unit->row->kind == KIND_GUN && !has_bought(unit, SR_CARTHORSES))
            add(look, (struct finding){ .code = E26, .rule = LM_ARMY_26, .regiment = (int16_t)number, .unit = (int16_t)i,
                                        .what = unit->row->id, .line = unit->line });
    }
    check_sizes(look, number);
}

/* The army as a whole. */

/* LM-ARMY-23: batteries that are too many only because a gun that goes into a battalion takes a place as well. */
static bool are_too_many_with_regimental_guns(const struct army_list *army, int most)
{
    int others = 0;

    for (int i = 0; i < army->regiments; i++)
        others += army->regiment[i].formation == BATTERY && !(army->regiment[i].units && has_bought(&army->regiment[i].unit[0], SR_REGIMENTAL_GUN));
    return others <= most;
}

/* LM-ARMY-09, -10, -14; LM-ARMY-12 for the elite unit. */
static void check_structure(const struct look *look)
{
    static const rule_id    rule[STRUCTURES] = { LM_ARMY_09, LM_ARMY_10, LM_ARMY_14 };
    const struct army_list *army = look->army;
    int                     count[FORMATIONS] = { 0 };

    for (int i = 0; i < army->regiments; i++) count[army->regiment[i].formation]++;
    for (int formation = 0; formation < ELITE_UNIT; formation++) {
        struct range range = look->tables->structure[army->structure][formation];
        bool         regimental = formation == BATTERY && count[BATTERY] > range.high && are_too_many_with_regimental_guns(army, range.high);
        if (!between(range.low, count[formation], range.high))
            add(look, (struct finding){ .code = E04, .rule = regimental ? LM_ARMY_23 : rule[army->structure], .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY,
                                        .what = liber_formation_names[formation], .found = count[formation], .low = range.low,
                                        .high = range.high, .about = formation,
                                        .excess = count[formation] < range.low ? range.low - count[formation] : count[formation] - range.high });
    }
    if (!army->elite) return;
    check_unit(look, &army->elite_unit, army->nation, MUSTER_ELITE, 0);
    if (!look->tables->structure[army->structure][ELITE_UNIT].high || !liber_may_be_elite(army->elite_unit.row))
        add(look, (struct finding){ .code = E22, .rule = LM_ARMY_12, .regiment = MUSTER_ELITE, .unit = 0, .what = army->elite_unit.row->id,
                                    .line = army->elite_unit.line });
}

/* LM-ARMY-24, -25. */
static void check_cavalry_army(const struct look *look)
{
    const struct army_list *army = look->army;
    int                     of_type[HORSES] = { 0 }, cavalry = 0, most = 0;

    if (army->structure != STRUCTURE_CAVALRY) return;
    for (int i = 0; i < army->regiments; i++) {
        const struct listed_regiment *regiment = &army->regiment[i];
        if (regiment->formation != CAVALRY_REGIMENT) continue;
        cavalry++;
        for (int k = 0; k < regiment->units; k++) {
            if (regiment->unit[k].row->kind != KIND_HORSE) continue;
            if (++of_type[regiment->unit[k].row->horse] > most) most = of_type[regiment->unit[k].row->horse];
            break;
        }
    }
    if (most < 2)
        add(look, (struct finding){ .code = E24, .rule = LM_ARMY_24, .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .found = most, .low = 2 });
    if (cavalry <= army->regiments - cavalry)
        add(look, (struct finding){ .code = E25, .rule = LM_ARMY_25, .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .found = cavalry,
                                    .low = army->regiments - cavalry + 1, .excess = army->regiments - 2 * cavalry + 1 });
}

/* LM-KING-01: of one other nation of the same camp, and not all of them. */
static void check_allies(const struct look *look)
{
    const struct army_list *army = look->army;
    int                     first = NO_NATION, allied = 0;

    for (int i = 0; i < army->regiments; i++) {
        int            ally = army->regiment[i].ally;
        struct finding finding = { .code = E31, .rule = LM_KING_01, .regiment = (int16_t)i, .unit = MUSTER_ARMY, .line = army->regiment[i].line };
        if (ally == NO_NATION) continue;
        finding.what = liber_nation_names[ally];
        if (first == NO_NATION) first = ally;
        if (!option(look, LIBER_KINGDOMS)) finding.code = E30, finding.rule = LM_UNIT_08;
        else if (ally != army->nation && ally == first && look->tables->camp[ally] == look->tables->camp[army->nation]) finding.code = 0;
        if (finding.code) add(look, finding);
        allied++;
    }
    if (allied && allied == army->regiments)
        add(look, (struct finding){ .code = E31, .rule = LM_KING_01, .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .found = allied,
                                    .high = allied - 1 });
}

/* LM-ADAPT-01, the variant: one for every two regiments of infantry. */
static void check_hopes(const struct look *look)
{
    int hopes = 0, infantry = 0;

    for (int i = 0; i < look->army->regiments; i++) {
        hopes += count_units(&look->army->regiment[i]).forlorn;
        infantry += look->army->regiment[i].formation == INFANTRY_REGIMENT;
    }
    if (option(look, LIBER_HOPE_PER_TWO_REGIMENTS) && hopes > infantry / 2)
        add(look, (struct finding){ .code = E27, .rule = LM_ADAPT_01, .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .found = hopes,
                                    .high = infantry / 2, .excess = hopes - infantry / 2 });
}

void liber_find_problems(const struct match *m, const struct liber_tables *tables, const struct army_list *army, struct findings *findings)
{
    struct look look = { m, tables, army, findings };
    int32_t     points = liber_points(tables, army);

    *findings = (struct findings){ .listed = 0 };
    check_commanders(&look);
    check_structure(&look);
    for (int i = 0; i < army->regiments; i++) check_regiment(&look, i);
    check_cavalry_army(&look);
    check_allies(&look);
    check_hopes(&look);
    if (points > army->limit)
        add(&look, (struct finding){ .code = E03, .rule = LM_ARMY_02, .regiment = MUSTER_ARMY, .unit = MUSTER_ARMY, .found = points,
                                     .high = army->limit, .line = army->limit_line, .excess = 1 + (points - army->limit) / 5 });
}

/* What it is called, and how it is said; the sentences are those of the English catalogue ("engine.army_<name>"). */

static const struct { const char *name, *text; } breaches[BREACHES] = {
    [E01] = { "no_chief", "the army has no commander in chief" },
    [E02] = { "chief_rank", "the commander in chief has rank %f; it must be %l to %h" },
    [E03] = { "over_limit", "%f points; the limit is %h" },
    [E04] = { "formation_count", "%f times %w; this structure has %l to %h" },
    [E05] = { "commander", "a regiment or battle group has a commander, a battery has none" },
    [E06] = { "commander_rank", "a commander of a regiment has rank %f; it must be %l to %h" },
    [E07] = { "outranks", "a commander has rank %f; with this commander in chief it is at most %h" },
    [E08] = { "regiment_size", "%f %w; there must be %l to %h" },
    [E09] = { "mixed_battalions", "%w is of another kind than the first battalion of its regiment" },
    [E10] = { "mixed_horse", "%w is of another type than the first horse of its regiment" },
    [E11] = { "more_companies", "%f companies with %h horse; there cannot be more companies than horse" },
    [E12] = { "wrong_place", "%w has no place in this regiment" },
    [E13] = { "unit_nation", "%w is not open to this nation" },
    [E14] = { "option_nation", "the option %w is not open to this nation" },
    [E15] = { "option_conflict", "the option %w cannot be combined with another of this unit" },
    [E16] = { "option_twice", "the option %w is taken twice" },
    [E17] = { "virtue_count", "%f virtues; this rank has %h" },
    [E18] = { "trait_count", "%f traits; this rank has %h" },
    [E19] = { "trait_twice", "the trait %w is there twice" },
    [E20] = { "generic_trait", "every commander has %w; it is not bought" },
    [E21] = { "virtue_twice", "the virtue %w is there twice" },
    [E22] = { "elite", "%w cannot be the elite unit of this army" },
    [E23] = { "drilled", "%w has the Discipline of an elite unit and is none" },
    [E24] = { "horse_regiments", "a cavalry army has at least two cavalry regiments of one type" },
    [E25] = { "not_enough_horse", "%f cavalry regiments; there must be at least %l" },
    [E26] = { "no_carthorses", "%w has no carthorses" },
    [E27] = { "forlorn_hope", "%f forlorn hopes; there may be %h" },
    [E28] = { "corps", "there are too few battalions beside the musketeer corps" },
    [E30] = { "switched_off", "%w belongs to an option that is off" },
    [E31] = { "ally", "allied regiments are of one other nation of the same camp, and not all regiments are allied" },
};

const char *liber_breach_name(int code) { return breaches[code].name; }

void liber_say_breach(const struct finding *finding, struct out *out)
{
    for (const char *c = breaches[finding->code].text; *c; c++) {
        if (*c != '%') out_format(out, "%c", *c);
        else switch (*++c) {
        case 'f': out_format(out, "%d", finding->found); break;
        case 'l': out_format(out, "%d", finding->low); break;
        case 'h': out_format(out, "%d", finding->high); break;
        default: out_text(out, finding->what ? finding->what : "this");
        }
    }
}
