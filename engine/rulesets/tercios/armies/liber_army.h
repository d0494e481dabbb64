/*
 * liber_army.h: armies of the long edition by list (LM-ARMY, LM-UNIT, LM-CMD-02..05, LM-TRAITS-01..03, T9): what liber_army.c (reading
 * and writing), liber_legal.c (whether it is legal), liber_fixes.c (what would make it so), liber_lists.c (what may be taken, a list
 * to begin with), liber_code.c (an army as a short text) and liber_battle.c (a battle between two) share.
 */
#ifndef MESTRE_TERCIOS_LIBER_ARMY_H
#define MESTRE_TERCIOS_LIBER_ARMY_H

#include "load/liber_tables.h"
#include "muster.h"
#include "random.h"

/* LM-ARMY-02: what may be agreed. */
enum { BUDGET_LOW = 100, BUDGET_HIGH = 5000, BUDGET_STANDARD = 1000 };
enum { LIST_REGIMENTS = 24, LIST_UNITS = 10, LIST_GIFTS = 6, NO_NATION = -1 };

/* What the tables are read into when there is no scenario. */
struct muster_tables {
    struct match       *match;               /* its options, weapons and the types of units that were asked for */
    struct liber_tables tables;
};

struct listed_commander {
    bool        present;
    int16_t     rank;
    uint8_t     virtue[LIST_GIFTS], virtues, trait[LIST_GIFTS], traits;
    const char *name;
    int32_t     line;
};

struct listed_unit {
    const struct unit_row *row;
    uint32_t               options;          /* bits of the row, */
    uint32_t               twice;            /* and of those that are named more than once */
    bool                   drilled;
    int32_t                line;
};

struct listed_regiment {
    uint8_t                 formation;
    int8_t                  ally;            /* a nation, or NO_NATION */
    uint8_t                 units;
    const char             *name;
    struct listed_commander commander;
    struct listed_unit      unit[LIST_UNITS];
    int32_t                 line;
};

struct army_list {
    uint8_t                nation, structure;
    bool                   elite;
    uint8_t                regiments;
    int32_t                limit;
    const char            *name;
    const struct json     *rules;            /* options of the game, as the document has them, or NULL */
    struct listed_commander chief;
    struct listed_unit      elite_unit;
    struct listed_regiment  regiment[LIST_REGIMENTS];
    int32_t                 line, limit_line;
};

/* T9; E29 is seen at deployment. */
enum breach {
    E01 = 1, E02, E03, E04, E05, E06, E07, E08, E09, E10, E11, E12, E13, E14, E15, E16, E17, E18, E19, E20, E21, E22, E23, E24, E25, E26,
    E27, E28, E30 = 30, E31, BREACHES
};

struct finding {
    uint8_t     code;                        /* enum breach */
    rule_id     rule;                        /* as cited */
    int16_t     regiment, unit;              /* as in struct muster_problem */
    const char *what;
    int32_t     found, low, high;
    int32_t     excess;                      /* how far from legal: tells which of two illegal lists is nearer */
    int32_t     line;
    int32_t     about;                       /* a formation, option or gift, for those who look for a fix */
};

struct findings {
    struct finding list[MUSTER_PROBLEMS];
    int32_t        listed, total, excess;
};

/* Tables for the options of a game, an object of that document (NULL: the book's), in the arena. NULL with a fault. */
struct muster_tables *liber_open_tables(const struct library *library, const struct json_document *document, const struct json *given,
                                        struct arena *arena, struct fault *fault);

/*
 * An army's document, with the tables for those options, or (NULL) for those that it names itself. NULL with a fault when it is no
 * army; it may still be illegal.
 */
struct army_list *liber_read_army(const struct library *library, const struct document *document, const struct json_document *options,
                                  struct muster_tables **tables, struct arena *arena, struct fault *fault);
/* The unit of a problem that is about one. */
static inline const struct listed_unit *liber_unit_at(const struct army_list *army, int regiment, int unit)
{
    return regiment == MUSTER_ELITE ? &army->elite_unit : &army->regiment[regiment].unit[unit];
}
/* The document of an army. */
void liber_write_army(const struct army_list *army, struct json_writer *writer);

/* Prices (LM-ARMY-01, LM-CMD-02). */
int32_t liber_unit_points(const struct liber_tables *tables, const struct listed_unit *unit, bool elite);
int32_t liber_commander_points(const struct liber_tables *tables, const struct listed_commander *commander, bool chief);
int32_t liber_regiment_points(const struct liber_tables *tables, const struct listed_regiment *regiment);
int32_t liber_points(const struct liber_tables *tables, const struct army_list *army);

/* All problems, those of T9 (LM-ARMY-27). The match is asked for its options only. */
void liber_find_problems(const struct match *m, const struct liber_tables *tables, const struct army_list *army, struct findings *findings);
/* May a unit of that row take a place in that formation, and is it for sale under the options of the game (LM-ARMY-17..22, LM-UNIT-04..09)? */
bool liber_fits(const struct unit_row *row, int formation);
bool liber_is_sold(const struct match *m, const struct unit_row *row);
bool liber_trait_is_sold(const struct match *m, int trait);
bool liber_may_be_elite(const struct unit_row *row);
/* The nation whose lists a regiment follows (LM-KING-01). */
static inline int nation_of(const struct army_list *army, const struct listed_regiment *regiment)
{
    return regiment->ally == NO_NATION ? army->nation : regiment->ally;
}
/*
 * Give a commander of the army a rank, and as many virtues and traits as it has: what he has too many go, what is missing is the first
 * that is free, or drawn.
 */
void liber_set_rank(const struct match *m, const struct liber_tables *tables, const struct army_list *army, struct listed_commander *who,
                    int rank, struct random *random);
/* The name of a breach in catalogues, and its sentence. */
const char *liber_breach_name(int code);
void liber_say_breach(const struct finding *finding, struct out *out);

/* Look for the nearest change for each problem of the report, which has them already. */
void liber_find_fixes(const struct match *m, const struct liber_tables *tables, const struct army_list *army, const struct findings *findings,
                      struct muster_report *report, struct arena *arena);

/* Sides of a scenario that say how many points they have are legal lists under that limit. False with the first problem as a fault. */
bool liber_check_sides(const struct match *m, const struct liber_tables *tables, struct source from, const struct json *sides, struct arena *arena);
/* Are the options those of the book, as far as they bear on lists? Only then are those of a scenario checked. */
bool liber_is_by_the_book(const struct match *m);

/* Members of an object. */
static inline void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    if (text) json_write_string(writer, text);
    else json_write_null(writer);
}

static inline void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static inline void write_flag(struct json_writer *writer, const char *key, bool value)
{
    json_key(writer, key);
    json_write_boolean(writer, value);
}

/* What the muster is made of. */
bool liber_list_army(const struct library *library, const char *belligerent, struct json_writer *writer, struct arena *arena, struct fault *fault);
bool liber_list_army_with(const struct library *library, const char *belligerent, const struct json_document *options,
                          struct json_writer *writer, struct arena *arena, struct fault *fault);
bool liber_suggest_army(const struct library *library, const char *belligerent, int32_t limit, uint64_t seed, struct out *army,
                        struct arena *arena, struct fault *fault);
bool liber_battle(const struct library *library, const struct document *army_a, const struct document *army_b, uint64_t seed,
                  const struct json_document *options, struct out *scenario, struct arena *arena, struct fault *fault);
bool liber_encode(const struct library *library, const struct document *army, struct out *code, struct arena *arena, struct fault *fault);
bool liber_decode(const struct library *library, const char *code, struct out *army, struct arena *arena, struct fault *fault);
/* The nation of a name, or a fault that lists them (LM-ARMY-03). */
bool liber_find_nation(const char *name, int *nation, struct fault *fault);

extern const struct muster liber_muster;
extern const struct ruleset liber_ruleset;

/* What every code begins with. */
extern const char liber_code_prefix[];

#endif
