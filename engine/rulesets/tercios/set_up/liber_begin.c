/*
 * liber_begin.c: the rules of the long edition that were settled before the first decision: those by which the armies of this match were
 * made and checked (ledger chapters LM-ARMY, LM-UNIT, LM-CMD-02..05, -13, LM-ADAPT-01, -02). Only what bears on these armies is cited.
 */
#include "load/liber_tables.h"

#include <string.h>

/* Each rule is cited once, however many units it bears on. */
struct roll {
    struct play *p;
    bool         cited[brevis_RULE_COUNT + liber_RULE_COUNT + 1];
};

static void name(struct roll *roll, rule_id rule)
{
    if (roll->cited[rule]) return;
    roll->cited[rule] = true;
    cite(roll->p, rule);
}

static bool is_of(const struct regiment *regiment, enum formation formation)
{
    return regiment->type && !strcmp(regiment->type, liber_formation_names[formation]);
}

static bool has_option(const struct type *type, const char *id)
{
    for (int i = 0; type->option[i]; i++)
        if (!strcmp(type->option[i], id)) return true;
    return false;
}

static bool fields(const struct match *m, const char *id)
{
    for (int unit = 0; unit < m->units; unit++)
        if (!strcmp(m->piece[unit].type, id)) return true;
    return false;
}

static bool fields_rule(const struct match *m, uint64_t special)
{
    for (int unit = 0; unit < m->units; unit++)
        if (m->special[unit] & special) return true;
    return false;
}

/* LM-UNIT, LM-WPN-20, LM-BASE-11, LM-ADAPT-02: what the units are. */
static void name_units(struct roll *roll)
{
    const struct match *m = roll->p->match;
    int                 most = 0;

    for (int i = 0; i < m->types; i++) {
        int count = 0;
        while (m->type[i].option[count]) count++;
        if (count > most) most = count;
    }
    name(roll, LM_UNIT_01);
    name(roll, LM_WPN_20);
    if (most) name(roll, LM_UNIT_02);
    if (most > 1) name(roll, LM_UNIT_03);
    for (int i = 0; i < m->types; i++)
        if (has_option(&m->type[i], "muskets_only")) {
            name(roll, LM_UNIT_05);
            break;
        }
    if (m->head.option[LIBER_ORIGINAL_PROFILES]) name(roll, LM_UNIT_06);
    if (fields(m, "heavy_cavalry")) name(roll, LM_UNIT_07);
    if (!custom(m, CUSTOM_KINGDOMS)) name(roll, LM_UNIT_08);
    if (fields(m, "haiduks") || fields(m, "streltsi") || fields(m, "heavy_hussars")) name(roll, LM_UNIT_09);
    if (fields(m, "dragoons_adapted")) name(roll, LM_BASE_11);
    if (fields_rule(m, SR_FORLORN_HOPE)) name(roll, LM_ADAPT_02);
}

/* LM-CMD-13: with that option, and in these armies, is every commander of a battle group below his commander in chief? */
static bool groups_rank_lower(const struct match *m)
{
    int chief[2] = { 0 }, groups = 0;

    if (!m->head.option[LIBER_GROUP_LOWER_RANK]) return false;
    for (int i = 0; i < m->commanders; i++)
        if (m->commander[i].regiment == REGIMENTS) chief[side_of(m, m->units + i)] = m->commander[i].rank;
    for (int i = 0; i < m->regiments; i++) {
        const struct regiment *regiment = &m->regiment[i];
        if (!is_of(regiment, BATTLE_GROUP) || regiment->commander == NOBODY) continue;
        if (m->commander[regiment->commander - m->units].rank >= chief[regiment->seat]) return false;
        groups++;
    }
    return groups > 0;
}

/* LM-CMD-02..05, LM-VIRT-04, LM-TRAITS-03, -04: what the commanders are. */
static void name_commanders(struct roll *roll)
{
    const struct match *m = roll->p->match;
    uint64_t            traits = 0;
    unsigned            virtues = 0;

    for (int i = 0; i < m->commanders; i++) {
        traits |= m->commander[i].traits;
        virtues |= m->commander[i].virtues;
    }
    name(roll, LM_ARMY_06);
    name(roll, LM_CMD_02);
    name(roll, LM_CMD_03);
    if (m->commanders > 2) {
        name(roll, LM_ARMY_11);
        name(roll, LM_CMD_04);
        name(roll, LM_CMD_05);
    }
    if (groups_rank_lower(m)) name(roll, LM_CMD_13);
    if (virtues) name(roll, LM_VIRT_04);
    if (traits) name(roll, LM_TRAITS_03);
    for (int trait = 0; trait < TRAITS; trait++)
        if (traits >> trait & 1 && liber_trait_source(trait) == TRAIT_KINGDOMS) {
            name(roll, LM_TRAITS_04);
            return;
        }
}

/* One regiment of a list that was checked. */
static void name_regiment(struct roll *roll, const struct regiment *regiment)
{
    const struct match *m = roll->p->match;
    bool                companies = false, corps = false;

    for (int unit = regiment->first; unit < regiment->first + regiment->count; unit++) {
        companies |= type_of(m, unit)->class == CLASS_COMPANY;
        corps |= !strcmp(m->piece[unit].type, "musketeer_corps");
        if (m->special[unit] & SR_FORLORN_HOPE) name(roll, LM_ADAPT_01);
        if (m->special[unit] & SR_REGIMENTAL_GUN) name(roll, LM_ARMY_23);
        if (type_of(m, unit)->elite & ELITE_DRILLED) name(roll, LM_ARMY_13);
    }
    if (regiment->elite) name(roll, LM_ARMY_12);
    if (is_of(regiment, INFANTRY_REGIMENT)) {
        name(roll, LM_ARMY_15);
        name(roll, LM_ARMY_16);
        if (companies) name(roll, LM_ARMY_17);
        if (corps) name(roll, LM_ARMY_18);
    } else if (is_of(regiment, CAVALRY_REGIMENT)) {
        name(roll, LM_ARMY_20);
        if (companies) name(roll, LM_ARMY_21);
    } else if (is_of(regiment, BATTERY)) {
        name(roll, LM_ARMY_22);
    } else if (is_of(regiment, BATTLE_GROUP)) {
        name(roll, LM_ARMY_19);
    }
}

static void name_structure(struct roll *roll, enum structure_id structure)
{
    static const rule_id sizes[STRUCTURES] = { LM_ARMY_09, LM_ARMY_10, LM_ARMY_14 };

    name(roll, LM_ARMY_01);
    name(roll, LM_ARMY_02);
    name(roll, LM_ARMY_03);
    name(roll, LM_ARMY_04);
    if (roll->p->match->head.option[LIBER_NATION_LIMITS]) name(roll, LM_ARMY_05);
    name(roll, LM_ARMY_07);
    name(roll, LM_ARMY_08);
    name(roll, LM_ARMY_27);
    name(roll, LM_UNIT_04);
    name(roll, sizes[structure]);
    if (structure != STRUCTURE_CAVALRY) return;
    name(roll, LM_ARMY_24);
    name(roll, LM_ARMY_25);
    name(roll, LM_ARMY_26);
}

void tercios_cite_armies(struct play *p)
{
    const struct match *m = p->match;
    struct roll         roll = { .p = p };

    if (!p->events) return;
    name_units(&roll);
    name_commanders(&roll);
    for (seat_id seat = 0; seat < 2; seat++)
        if (m->structure[seat]) name_structure(&roll, (enum structure_id)(m->structure[seat] - 1));
    for (int i = 0; i < m->regiments; i++) {
        if (m->regiment[i].allied) name(&roll, LM_KING_01);
        if (m->structure[m->regiment[i].seat]) name_regiment(&roll, &m->regiment[i]);
    }
}
