/*
 * liber_tables.h: the tables of the long edition (T1, T3..T8, T11 of its ledger) as they were read, with the options of the game
 * (original_profiles) already applied; and a unit with its options made a type of the match.
 */
#ifndef MESTRE_TERCIOS_LIBER_TABLES_H
#define MESTRE_TERCIOS_LIBER_TABLES_H

#include "tables.h"

enum unit_kind { KIND_BATTALION, KIND_CORPS, KIND_COMPANY, KIND_HORSE, KIND_GUN, UNIT_KINDS };
enum horse_type { HORSE_ARQUEBUSIERS, HORSE_CUIRASSIERS, HORSE_HEAVY, HORSE_CHEVAU_LEGERS, HORSE_DRAGOONS, HORSE_LIGHT, HORSES };
enum nation { NATION_HRE, NATION_SPAIN, NATION_PROTESTANTS, NATION_ENGLAND, NATION_FRANCE, NATION_BOHEMIA, NATION_SWEDEN, NATION_PROVINCES, NATIONS };
enum camp { CAMP_IMPERIAL, CAMP_ANTI_IMPERIAL, CAMPS };
enum structure_id { STRUCTURE_STANDARD, STRUCTURE_BATTLE_GROUPS, STRUCTURE_CAVALRY, STRUCTURES };
/* The elite unit stands among the regiments of a structure: it has limits as they do. */
enum formation { INFANTRY_REGIMENT, CAVALRY_REGIMENT, BATTERY, BATTLE_GROUP, ELITE_UNIT, FORMATIONS };
enum trait_source { TRAIT_GENERIC, TRAIT_OF_THE_BOOK, TRAIT_KINGDOMS, TRAIT_EXTRA };
enum { UNIT_ROWS = 32, RANKS = 6, BUDGETS = 8, NO_HORSE = HORSES };

extern const char *const liber_kind_names[UNIT_KINDS], *const liber_horse_names[HORSES], *const liber_nation_names[NATIONS];
extern const char *const liber_camp_names[CAMPS], *const liber_structure_names[STRUCTURES], *const liber_formation_names[FORMATIONS];
/* Where a trait comes from: only what all commanders have is not bought (LM-TRAITS-01). */
enum trait_source liber_trait_source(int trait);

/* Bits of firearms are those of the match's weapons; the mixed weapon of two ranges stands for both of its parts. */
#define MIXED_SHOT ((uint32_t)1 << WEAPONS)

/* The profile of a unit in one of its forms. */
struct profile {
    uint8_t  speed, melee, discipline, courage, stamina;
    uint8_t  shoot[2], shoots;               /* numbers of Shoot: none, one, or two of a mixed weapon */
    uint8_t  defence[DEFENCES];
    uint32_t firearms;
    uint64_t special;
};

/* A row of T5b. */
struct unit_option {
    const char  *id;
    int16_t      cost;
    uint8_t      sets;                       /* which values of `set` count: bits, by the order of liber_value_names */
    struct profile set;
    uint8_t      with;                       /* 0, or 1 + the option with which its Shoot is another */
    uint8_t      with_shoot[2], with_shoots;
    uint64_t     gains, loses;
    uint32_t     arms, disarms;
    bool         rebased;
    struct shape shape;
    uint16_t     not_with;                   /* bits of options */
    uint16_t     nations;                    /* bits; 0: all */
};

/* A row of T3, T4 or T5. */
struct unit_row {
    const char        *id;
    uint8_t            kind, horse;
    struct shape       shape;
    int16_t            cost;
    struct profile     is, on_foot;
    bool               dismounts;            /* on_foot is its other form */
    uint8_t            limbered;             /* the Speed of a gun in its other form, with carthorses */
    uint16_t           nations;              /* bits; 0: all */
    int8_t             switched;             /* the option of the game that it needs (enum liber_option), or -1 */
    bool               kingdoms;             /* not without the option kingdoms_rules (LM-UNIT-08) */
    struct unit_option option[UNIT_OPTIONS];
    uint8_t            options;
    const struct json *node;                 /* its row in the document */
};

struct rank { uint8_t virtues, traits; int16_t cost, chief_cost; };

struct liber_tables {
    struct tables   shared;                  /* bases and kinds of terrain */
    uint8_t         mixed[2];                /* the two weapons of the mixed one */
    struct unit_row unit[UNIT_ROWS];
    int32_t         units;
    uint8_t         camp[NATIONS];
    struct rank     rank[RANKS];
    struct range    structure[STRUCTURES][FORMATIONS];
    struct range    battalions, horse, guns;         /* of the regiments that have them */
    struct range    companies[FORMATIONS];
    const char     *formation_name[FORMATIONS][2];   /* in English and in French, */
    const char     *chief_name[2], *commander_name[2];      /* and what a commander without a name is called */
    int16_t         elite_cost, elite_discipline;
    struct { const char *id; int32_t points; } budget[BUDGETS];
    int32_t         budgets;
};

/* All tables; weapons go into the match, whose options decide between printed and original figures. */
bool liber_read_tables(struct match *m, struct loading *loading, struct liber_tables *tables);

const struct unit_row *liber_row(const struct liber_tables *tables, const char *id);
/* The option of that id, or -1. */
int liber_option_named(const struct unit_row *row, const char *id);
/* Is it open to the nation (LM-ARMY-04, -05)? */
static inline bool is_open_to_nation(uint16_t nations, int nation) { return !nations || nations >> nation & 1; }

/* The elite unit, and its point of Discipline (LM-ARMY-12, -13). */
enum { ELITE = 1, ELITE_DRILLED = 2 };

/* The price of a unit with those options (bits of its row). */
int liber_cost(const struct liber_tables *tables, const struct unit_row *row, uint32_t options, unsigned elite);

/*
 * The type of a unit with those options in a form (1: limbered, on foot), added to the match if it is new; -1 when there are too many.
 * Without a form of that number the type of form 0.
 */
int liber_type(struct match *m, const struct liber_tables *tables, const struct unit_row *row, uint32_t options, unsigned elite, int form);
/* Has the unit with those options another form? */
bool liber_has_forms(const struct unit_row *row, uint32_t options);

#endif
