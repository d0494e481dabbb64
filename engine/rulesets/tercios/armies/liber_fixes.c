/*
 * liber_fixes.c: the nearest change that brings an army of the long edition nearer to a legal one. For each problem the changes that
 * could mend it are made in turn and the list is checked again; of those that do, the one that leaves the least wrong, and then changes the
 * price least, is the answer. See liber_army.h.
 */
#include "kept.h"
#include "liber_army.h"

#include <string.h>

enum part {
    PART_REGIMENT, PART_UNIT, PART_OPTION, PART_COMMANDER, PART_RANK, PART_VIRTUE, PART_TRAIT, PART_ALLY, PART_ELITE, PART_DRILLED,
    PART_LIMIT, PART_STRUCTURE, PARTS_OF_ARMY
};
static const char *const part_names[PARTS_OF_ARMY] = {
    "regiment", "unit", "option", "commander", "rank", "virtue", "trait", "ally", "elite", "drilled", "limit", "structure"
};

struct change {
    uint8_t                change;           /* enum muster_change */
    uint8_t                part;
    int16_t                regiment, unit;   /* as in struct muster_problem */
    int32_t                value;            /* a rank, limit, option, gift, formation, structure */
    const struct unit_row *row;              /* a unit that comes in */
};

/* What a change leaves: whether it brings the army as a whole nearer to a legal one, then how much, then how far the price goes. */
struct cure { int32_t worse, total, excess, shift; };

static bool is_better(const struct cure *a, const struct cure *b)
{
    if (a->worse != b->worse) return a->worse < b->worse;
    if (a->total != b->total) return a->total < b->total;
    return a->excess != b->excess ? a->excess < b->excess : a->shift < b->shift;
}

struct fixing {
    const struct match        *m;
    const struct liber_tables *tables;
    const struct army_list    *army;
    const struct findings     *findings;
    int32_t                    points;
    struct army_list          *trial, *best_army;    /* after the change under trial, after the best */
    struct change              best;
    struct findings            after;
    int                        code;                 /* of the problem that is to be mended, */
    int32_t                    before;               /* and how much of it there is */
    struct cure                best_cure;
};

static struct listed_commander *commander_at(struct army_list *army, int regiment)
{
    return regiment == MUSTER_CHIEF ? &army->chief : &army->regiment[regiment].commander;
}

static struct listed_unit *unit_at(struct army_list *army, int regiment, int unit)
{
    return regiment == MUSTER_ELITE ? &army->elite_unit : &army->regiment[regiment].unit[unit];
}

/* Making a change. */

static bool is_taken(const struct army_list *army, int trait)
{
    for (int i = -1; i < army->regiments; i++) {
        const struct listed_commander *who = i < 0 ? &army->chief : &army->regiment[i].commander;
        for (int k = 0; who->present && k < who->traits; k++)
            if (who->trait[k] == trait) return true;
    }
    return false;
}

/* The first from `start` on that is sold and that nobody of the side has. */
static bool give_trait(const struct match *m, const struct army_list *army, struct listed_commander *who, int start)
{
    for (int i = 0; i < TRAITS && who->traits < LIST_GIFTS; i++) {
        int trait = (start + i) % TRAITS;
        if (!liber_trait_is_sold(m, trait) || is_taken(army, trait)) continue;
        who->trait[who->traits++] = (uint8_t)trait;
        return true;
    }
    return false;
}

static bool give_virtue(struct listed_commander *who, int start)
{
    for (int i = 0; i < VIRTUES && who->virtues < LIST_GIFTS; i++) {
        int  virtue = (start + i) % VIRTUES;
        bool has = false;
        for (int k = 0; k < who->virtues; k++) has |= who->virtue[k] == virtue;
        if (has) continue;
        who->virtue[who->virtues++] = (uint8_t)virtue;
        return true;
    }
    return false;
}

void liber_set_rank(const struct match *m, const struct liber_tables *tables, const struct army_list *army, struct listed_commander *who,
                    int rank, struct random *random)
{
    const struct rank *row = &tables->rank[rank];

    who->present = true;
    who->rank = (int16_t)rank;
    if (who->virtues > row->virtues) who->virtues = row->virtues;
    if (who->traits > row->traits) who->traits = row->traits;
    while (who->virtues < row->virtues && give_virtue(who, random ? (int)random_below(random, VIRTUES) : 0)) {}
    while (who->traits < row->traits && give_trait(m, army, who, random ? (int)random_below(random, TRAITS) : 0)) {}
}

static void take_gift(uint8_t *list, uint8_t *count, int index)
{
    memmove(&list[index], &list[index + 1], (size_t)(*count - index - 1));
    --*count;
}

static void take_unit(struct listed_regiment *regiment, int unit)
{
    memmove(&regiment->unit[unit], &regiment->unit[unit + 1], (size_t)(regiment->units - unit - 1) * sizeof regiment->unit[0]);
    regiment->units--;
}

static bool add_unit(struct listed_regiment *regiment, const struct unit_row *row)
{
    if (regiment->units == LIST_UNITS) return false;
    regiment->unit[regiment->units++] = (struct listed_unit){ .row = row, .line = regiment->line };
    return true;
}

static void take_regiment(struct army_list *army, int regiment)
{
    memmove(&army->regiment[regiment], &army->regiment[regiment + 1], (size_t)(army->regiments - regiment - 1) * sizeof army->regiment[0]);
    army->regiments--;
}

/* The smallest regiment of that formation, of units of that row, under a commander of rank 0. */
static bool add_regiment(const struct fixing *f, struct army_list *army, int formation, const struct unit_row *row)
{
    const struct range      size[ELITE_UNIT] = {
        [INFANTRY_REGIMENT] = f->tables->battalions, [CAVALRY_REGIMENT] = f->tables->horse, [BATTERY] = f->tables->guns,
        [BATTLE_GROUP] = f->tables->companies[BATTLE_GROUP]
    };
    struct listed_regiment *regiment = &army->regiment[army->regiments];

    if (army->regiments == LIST_REGIMENTS) return false;
    *regiment = (struct listed_regiment){ .formation = (uint8_t)formation, .ally = NO_NATION, .line = army->line };
    if (formation != BATTERY) liber_set_rank(f->m, f->tables, army, &regiment->commander, 0, NULL);
    for (int i = 0; i < size[formation].low; i++) add_unit(regiment, row);
    army->regiments++;
    return true;
}

/* LM-ARMY-16, -20: battalions and horse of a regiment are of one kind, so that one alone cannot be exchanged for another kind. */
enum { THIS_ONE, ALL_ALIKE };

static bool change_alike(struct listed_regiment *regiment, const struct unit_row *old, const struct unit_row *new)
{
    int changed = 0;

    for (int i = 0; i < regiment->units; i++) {
        if (regiment->unit[i].row != old) continue;
        regiment->unit[i] = (struct listed_unit){ .row = new, .line = regiment->unit[i].line };
        changed++;
    }
    return changed > 1;
}

static bool change_unit(struct army_list *army, const struct change *change)
{
    struct listed_unit *unit;

    switch (change->change) {
    case MUSTER_TAKE_AWAY:
        if (change->regiment == MUSTER_ELITE) army->elite = false;
        else take_unit(&army->regiment[change->regiment], change->unit);
        return true;
    case MUSTER_ADD: return add_unit(&army->regiment[change->regiment], change->row);
    default:
        unit = unit_at(army, change->regiment, change->unit);
        if (change->value == ALL_ALIKE) return change_alike(&army->regiment[change->regiment], unit->row, change->row);
        *unit = (struct listed_unit){ .row = change->row, .drilled = unit->drilled && change->regiment == MUSTER_ELITE, .line = unit->line };
        return true;
    }
}

static bool change_option(struct army_list *army, const struct change *change)
{
    struct listed_unit *unit = unit_at(army, change->regiment, change->unit);
    uint32_t            bit = 1u << change->value;

    if (change->change == MUSTER_ADD) unit->options |= bit;
    else if (unit->twice & bit) unit->twice &= ~bit;
    else unit->options &= ~bit;
    return true;
}

static bool change_gift(const struct fixing *f, struct army_list *army, const struct change *change)
{
    struct listed_commander *who = commander_at(army, change->regiment);
    bool                     trait = change->part == PART_TRAIT;

    if (change->change != MUSTER_ADD)
        take_gift(trait ? who->trait : who->virtue, trait ? &who->traits : &who->virtues, change->value);
    return change->change == MUSTER_TAKE_AWAY || (trait ? give_trait(f->m, army, who, 0) : give_virtue(who, 0));
}

static bool make_change(const struct fixing *f, struct army_list *army, const struct change *change)
{
    switch (change->part) {
    case PART_UNIT:
    case PART_ELITE: return change_unit(army, change);
    case PART_OPTION: return change_option(army, change);
    case PART_VIRTUE:
    case PART_TRAIT: return change_gift(f, army, change);
    case PART_RANK: liber_set_rank(f->m, f->tables, army, commander_at(army, change->regiment), change->value, NULL); return true;
    case PART_COMMANDER:
        if (change->change == MUSTER_ADD)
            liber_set_rank(f->m, f->tables, army, commander_at(army, change->regiment), change->regiment == MUSTER_CHIEF ? 2 : 0, NULL);
        else *commander_at(army, change->regiment) = (struct listed_commander){ 0 };
        return true;
    case PART_REGIMENT:
        if (change->change == MUSTER_ADD) return add_regiment(f, army, change->value, change->row);
        take_regiment(army, change->regiment);
        return true;
    case PART_ALLY: army->regiment[change->regiment].ally = (int8_t)change->value; return true;
    case PART_DRILLED: unit_at(army, change->regiment, change->unit)->drilled = false; return true;
    case PART_LIMIT: army->limit = change->value; return between(BUDGET_LOW, change->value, BUDGET_HIGH);
    default: army->structure = (uint8_t)change->value; return true;
    }
}

/* Trying it. */

static int32_t excess_of(const struct findings *findings, int code)
{
    int32_t excess = 0;

    for (int i = 0; i < findings->listed; i++)
        if (findings->list[i].code == code) excess += findings->list[i].excess;
    return excess;
}

/* A change that leaves the problem as it is does not mend it, whatever else it may be good for. */
static void try_change(struct fixing *f, struct change change)
{
    struct army_list *trial = f->trial;
    struct cure       cure;

    *trial = *f->army;
    if (!make_change(f, trial, &change)) return;
    liber_find_problems(f->m, f->tables, trial, &f->after);
    if (excess_of(&f->after, f->code) >= f->before) return;
    cure = (struct cure){ 0, f->after.total, f->after.excess, (int32_t)abs64(liber_points(f->tables, trial) - f->points) };
    cure.worse = cure.total > f->findings->total || (cure.total == f->findings->total && cure.excess >= f->findings->excess);
    if (change.part == PART_LIMIT || change.part == PART_STRUCTURE) cure.shift = INT32_MAX;      /* what was agreed is changed last */
    if (f->best.change && !is_better(&cure, &f->best_cure)) return;
    f->best = change;
    f->best_cure = cure;
    f->trial = f->best_army;
    f->best_army = trial;
}

/* Rows that fit a formation and are open to the nation. */
static bool may_join(const struct fixing *f, const struct unit_row *row, int formation, int nation)
{
    return liber_fits(row, formation) && liber_is_sold(f->m, row) &&
           (!f->m->head.option[LIBER_NATION_LIMITS] || is_open_to_nation(row->nations, nation));
}

static void try_units(struct fixing *f, int regiment, int unit, enum muster_change change, int kind)
{
    const struct listed_regiment *of = &f->army->regiment[regiment];

    for (int i = 0; i < f->tables->units; i++) {
        const struct unit_row *row = &f->tables->unit[i];
        if (kind != UNIT_KINDS && row->kind != kind) continue;
        if (!may_join(f, row, of->formation, nation_of(f->army, of)) || (unit >= 0 && row == of->unit[unit].row)) continue;
        try_change(f, (struct change){ (uint8_t)change, PART_UNIT, (int16_t)regiment, (int16_t)unit, THIS_ONE, row });
        if (change == MUSTER_EXCHANGE)
            try_change(f, (struct change){ (uint8_t)change, PART_UNIT, (int16_t)regiment, (int16_t)unit, ALL_ALIKE, row });
    }
}

static void try_taking_units(struct fixing *f, int regiment, int kind)
{
    for (int i = 0; i < f->army->regiment[regiment].units; i++)
        if (kind == UNIT_KINDS || f->army->regiment[regiment].unit[i].row->kind == kind)
            try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_UNIT, (int16_t)regiment, (int16_t)i, 0, NULL });
}

static void try_regiments(struct fixing *f, int formation)
{
    for (int i = 0; i < f->tables->units; i++) {
        const struct unit_row *row = &f->tables->unit[i];
        bool                   leads = row->kind == (formation == INFANTRY_REGIMENT ? KIND_BATTALION : formation == CAVALRY_REGIMENT ? KIND_HORSE :
                                                     formation == BATTERY ? KIND_GUN : KIND_COMPANY);
        if (leads && may_join(f, row, formation, f->army->nation))
            try_change(f, (struct change){ MUSTER_ADD, PART_REGIMENT, MUSTER_ARMY, MUSTER_ARMY, formation, row });
    }
}

static void try_taking_regiments(struct fixing *f, int formation, bool others)
{
    for (int i = 0; i < f->army->regiments; i++) {
        int has = f->army->regiment[i].formation;
        if ((has == formation) != others) try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_REGIMENT, (int16_t)i, MUSTER_ARMY, has, NULL });
    }
}

static void try_structures(struct fixing *f)
{
    for (int i = 0; i < STRUCTURES; i++)
        if (i != f->army->structure) try_change(f, (struct change){ MUSTER_STRUCTURE, PART_STRUCTURE, MUSTER_ARMY, MUSTER_ARMY, i, NULL });
}

static void try_ranks(struct fixing *f, int regiment)
{
    for (int rank = 0; rank < RANKS; rank++) try_change(f, (struct change){ MUSTER_SET, PART_RANK, (int16_t)regiment, MUSTER_ARMY, rank, NULL });
}

/* LM-ARMY-02: what could be left out, or done without. */
static void try_saving(struct fixing *f)
{
    const struct army_list *army = f->army;

    for (int i = 0; i < army->regiments; i++) {
        try_taking_units(f, i, UNIT_KINDS);
        for (int k = 0; k < army->regiment[i].units; k++)
            for (int option = 0; option < army->regiment[i].unit[k].row->options; option++)
                if (army->regiment[i].unit[k].options >> option & 1)
                    try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_OPTION, (int16_t)i, (int16_t)k, option, NULL });
        if (army->regiment[i].commander.present && army->regiment[i].commander.rank) try_ranks(f, i);
        try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_REGIMENT, (int16_t)i, MUSTER_ARMY, army->regiment[i].formation, NULL });
    }
    if (army->chief.present) try_ranks(f, MUSTER_CHIEF);
    if (army->elite) try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_ELITE, MUSTER_ELITE, 0, 0, NULL });
    try_change(f, (struct change){ MUSTER_RAISE_LIMIT, PART_LIMIT, MUSTER_ARMY, MUSTER_ARMY, f->points, NULL });
}

static void try_gifts(struct fixing *f, const struct finding *finding, enum part part)
{
    const struct listed_commander *who = finding->regiment == MUSTER_CHIEF ? &f->army->chief : &f->army->regiment[finding->regiment].commander;
    int                            count = part == PART_TRAIT ? who->traits : who->virtues;

    try_change(f, (struct change){ MUSTER_ADD, (uint8_t)part, finding->regiment, MUSTER_ARMY, 0, NULL });
    for (int i = 0; i < count; i++) {
        try_change(f, (struct change){ MUSTER_TAKE_AWAY, (uint8_t)part, finding->regiment, MUSTER_ARMY, i, NULL });
        try_change(f, (struct change){ MUSTER_EXCHANGE, (uint8_t)part, finding->regiment, MUSTER_ARMY, i, NULL });
    }
    if (!f->best.change) try_ranks(f, finding->regiment);
}

static void try_place(struct fixing *f, const struct finding *finding)
{
    if (finding->regiment == MUSTER_ELITE) {
        try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_ELITE, MUSTER_ELITE, 0, 0, NULL });
        for (int i = 0; i < f->tables->units; i++)
            if (liber_may_be_elite(&f->tables->unit[i]))
                try_change(f, (struct change){ MUSTER_EXCHANGE, PART_ELITE, MUSTER_ELITE, 0, 0, &f->tables->unit[i] });
        return;
    }
    try_units(f, finding->regiment, finding->unit, MUSTER_EXCHANGE, UNIT_KINDS);
    try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_UNIT, finding->regiment, finding->unit, 0, NULL });
}

static void try_size(struct fixing *f, const struct finding *finding)
{
    if (finding->found < finding->low) try_units(f, finding->regiment, MUSTER_ARMY, MUSTER_ADD, finding->about);
    else try_taking_units(f, finding->regiment, finding->about);
    if (finding->about == KIND_BATTALION) try_taking_units(f, finding->regiment, KIND_CORPS);
    try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_REGIMENT, finding->regiment, MUSTER_ARMY, f->army->regiment[finding->regiment].formation, NULL });
}

static void try_carthorses(struct fixing *f, const struct finding *finding)
{
    const struct unit_row *row = f->army->regiment[finding->regiment].unit[finding->unit].row;

    for (int i = 0; i < row->options; i++)
        if (row->option[i].gains & SR_CARTHORSES)
            try_change(f, (struct change){ MUSTER_ADD, PART_OPTION, finding->regiment, finding->unit, i, NULL });
    try_structures(f);
}

static void try_hopes(struct fixing *f)
{
    for (int i = 0; i < f->army->regiments; i++)
        for (int k = 0; k < f->army->regiment[i].units; k++)
            if (f->army->regiment[i].unit[k].row->is.special & SR_FORLORN_HOPE)
                try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_UNIT, (int16_t)i, (int16_t)k, 0, NULL });
}

static void try_allies(struct fixing *f, int regiment)
{
    for (int i = regiment < 0 ? 0 : regiment; i < (regiment < 0 ? f->army->regiments : regiment + 1); i++)
        for (int nation = NO_NATION; nation < NATIONS; nation++)
            try_change(f, (struct change){ nation == NO_NATION ? MUSTER_TAKE_AWAY : MUSTER_SET, PART_ALLY, (int16_t)i, MUSTER_ARMY, nation, NULL });
}

/* Changes that could mend the problem. */
static void try_all(struct fixing *f, const struct finding *finding)
{
    switch (finding->code) {
    case E01: try_change(f, (struct change){ MUSTER_ADD, PART_COMMANDER, MUSTER_CHIEF, MUSTER_ARMY, 0, NULL }); break;
    case E02:
    case E06: try_ranks(f, finding->regiment); break;
    case E07:
        try_ranks(f, finding->regiment);
        try_ranks(f, MUSTER_CHIEF);
        break;
    case E03: try_saving(f); break;
    case E04:
        if (finding->found < finding->low) try_regiments(f, finding->about);
        else try_taking_regiments(f, finding->about, false);
        try_structures(f);
        break;
    case E05: try_change(f, (struct change){ finding->low ? MUSTER_ADD : MUSTER_TAKE_AWAY, PART_COMMANDER, finding->regiment, MUSTER_ARMY, 0, NULL }); break;
    case E08: try_size(f, finding); break;
    case E11:
        try_taking_units(f, finding->regiment, KIND_COMPANY);
        try_units(f, finding->regiment, MUSTER_ARMY, MUSTER_ADD, KIND_HORSE);
        break;
    case E09:
    case E10:
    case E12:
    case E13:
    case E22: try_place(f, finding); break;
    case E14:
    case E15:
    case E16: try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_OPTION, finding->regiment, finding->unit, finding->about, NULL }); break;
    case E17:
    case E21: try_gifts(f, finding, PART_VIRTUE); break;
    case E18:
    case E19:
    case E20: try_gifts(f, finding, PART_TRAIT); break;
    case E23: try_change(f, (struct change){ MUSTER_TAKE_AWAY, PART_DRILLED, finding->regiment, finding->unit, 0, NULL }); break;
    case E24:
    case E25:
        try_regiments(f, CAVALRY_REGIMENT);
        try_taking_regiments(f, CAVALRY_REGIMENT, true);
        try_structures(f);
        break;
    case E26: try_carthorses(f, finding); break;
    case E27: try_hopes(f); break;
    case E28:
        try_taking_units(f, finding->regiment, KIND_CORPS);
        try_units(f, finding->regiment, MUSTER_ARMY, MUSTER_ADD, KIND_BATTALION);
        for (int i = 0; i < f->army->regiment[finding->regiment].units; i++)
            if (f->army->regiment[finding->regiment].unit[i].row->kind == KIND_CORPS)
                try_units(f, finding->regiment, i, MUSTER_EXCHANGE, KIND_BATTALION);
        break;
    case E30:
        if (finding->unit >= 0) try_place(f, finding);
        else if (finding->rule == LM_TRAITS_04) try_gifts(f, finding, PART_TRAIT);
        else try_allies(f, finding->regiment);
        break;
    default: try_allies(f, finding->regiment);
    }
}

/* Saying it. */

/* What is changed, by its id in the list as it was, and what it becomes. */
static void name_parts(const struct fixing *f, struct muster_fix *fix)
{
    const struct change           *best = &f->best;
    const struct army_list        *army = f->army;
    const struct listed_commander *who = best->regiment == MUSTER_CHIEF ? &army->chief :
                                         best->regiment >= 0 && best->regiment < army->regiments ? &army->regiment[best->regiment].commander : NULL;
    const struct listed_commander *then = !who ? NULL : best->regiment == MUSTER_CHIEF ? &f->best_army->chief :
                                                                                        &f->best_army->regiment[best->regiment].commander;
    const struct unit_row         *row = best->regiment == MUSTER_ELITE ? army->elite_unit.row :
                                         best->regiment >= 0 && best->unit >= 0 ? army->regiment[best->regiment].unit[best->unit].row : NULL;

    fix->with = best->row ? best->row->id : NULL;
    switch (best->part) {
    case PART_UNIT:
    case PART_ELITE:
    case PART_DRILLED:
        fix->what = row ? row->id : NULL;
        if (best->row) fix->value = best->row->cost;
        break;
    case PART_OPTION:
        *(best->change == MUSTER_ADD ? &fix->with : &fix->what) = row->option[best->value].id;
        fix->value = best->change == MUSTER_ADD ? row->option[best->value].cost : 0;
        break;
    case PART_TRAIT:
        if (best->change != MUSTER_ADD) fix->what = liber_trait_names[who->trait[best->value]];
        if (best->change != MUSTER_TAKE_AWAY) fix->with = liber_trait_names[then->trait[then->traits - 1]];
        break;
    case PART_VIRTUE:
        if (best->change != MUSTER_ADD) fix->what = liber_virtue_names[who->virtue[best->value]];
        if (best->change != MUSTER_TAKE_AWAY) fix->with = liber_virtue_names[then->virtue[then->virtues - 1]];
        break;
    case PART_REGIMENT:
        *(best->change == MUSTER_ADD ? &fix->with : &fix->what) = liber_formation_names[best->value];
        if (best->change == MUSTER_ADD) fix->value = liber_regiment_points(f->tables, &f->best_army->regiment[f->best_army->regiments - 1]);
        break;
    case PART_COMMANDER:
        if (best->change == MUSTER_ADD) fix->value = liber_commander_points(f->tables, then, best->regiment == MUSTER_CHIEF);
        break;
    case PART_ALLY:
        if (best->value != NO_NATION) fix->with = liber_nation_names[best->value];
        else if (army->regiment[best->regiment].ally != NO_NATION) fix->what = liber_nation_names[army->regiment[best->regiment].ally];
        break;
    case PART_STRUCTURE: fix->with = liber_structure_names[best->value]; break;
    default: fix->value = best->value;
    }
}

static void say_fix(struct muster_fix *fix)
{
    struct out  out = out_over(fix->text, sizeof fix->text);
    const char *what = fix->what ? fix->what : fix->part, *with = fix->with ? fix->with : "nobody";

    switch (fix->change) {
    case MUSTER_NO_CHANGE: out_text(&out, "no single change helps"); break;
    case MUSTER_TAKE_AWAY: out_format(&out, "take away the %s%s%s", fix->part, fix->what ? " " : "", fix->what ? what : ""); break;
    case MUSTER_ADD: out_format(&out, "add %s %s%s%s", strchr("aeiou", fix->part[0]) ? "an" : "a", fix->part, fix->with ? ": " : "", fix->with ? with : ""); break;
    case MUSTER_EXCHANGE: out_format(&out, "exchange %s %s %s for %s", !strcmp(fix->part, "units") ? "all" : "the", fix->part, what, with); break;
    case MUSTER_RAISE_LIMIT: out_format(&out, "raise the limit to %d", fix->value); break;
    case MUSTER_STRUCTURE: out_format(&out, "make the structure %s", with); break;
    default:
        if (!strcmp(fix->part, "ally")) out_format(&out, "let the regiment be allied to %s", with);
        else out_format(&out, "make the %s %d", fix->part, fix->value);
    }
    out_trim(&out);
}

/* The document after the change. */
static const char *document_of(const struct army_list *army, struct arena *arena)
{
    struct out         out = kept_begin(arena);
    struct json_writer writer = json_writer_over(&out);

    if (out.text) liber_write_army(army, &writer);
    return kept_end(&out, arena);
}

/* What the part that is changed, and what it becomes, are called. */
static struct muster_word word_of(const struct fixing *f)
{
    static const char *const sets[PARTS_OF_ARMY] = {
        [PART_REGIMENT] = "formation", [PART_UNIT] = "unit", [PART_OPTION] = "upgrade", [PART_VIRTUE] = "virtue", [PART_TRAIT] = "trait",
        [PART_ALLY] = "belligerent", [PART_ELITE] = "unit", [PART_DRILLED] = "unit", [PART_STRUCTURE] = "structure"
    };
    struct muster_word word = { .set = sets[f->best.part] };

    if (f->best.part == PART_OPTION) word.of = liber_unit_at(f->army, f->best.regiment, f->best.unit)->row->id;
    return word;
}

void liber_find_fixes(const struct match *m, const struct liber_tables *tables, const struct army_list *army, const struct findings *findings,
                      struct muster_report *report, struct arena *arena)
{
    struct fixing f = { .m = m, .tables = tables, .army = army, .findings = findings, .points = liber_points(tables, army),
                        .trial = arena_take(arena, sizeof *army), .best_army = arena_take(arena, sizeof *army) };

    for (int i = 0; i < report->count && f.trial && f.best_army; i++) {
        struct muster_fix *fix = &report->problem[i].fix;
        f.best = (struct change){ .change = MUSTER_NO_CHANGE };
        f.code = findings->list[i].code;
        f.before = excess_of(findings, f.code);
        try_all(&f, &findings->list[i]);
        fix->change = f.best.change;
        fix->left = fix->change ? f.best_cure.total : findings->total;
        if (fix->change) {
            fix->part = f.best.part == PART_UNIT && f.best.value == ALL_ALIKE ? "units" : part_names[f.best.part];
            fix->regiment = f.best.regiment;
            fix->unit = f.best.unit;
            name_parts(&f, fix);
            fix->what_word = fix->with_word = word_of(&f);
            fix->army = document_of(f.best_army, arena);
        }
        say_fix(fix);
    }
}
