/*
 * tables.h: what tables.c and load.c share: the tables that a scenario is read with, and how a document is read so that
 * each fault names its line and its rule.
 */
#ifndef MESTRE_TERCIOS_TABLES_H
#define MESTRE_TERCIOS_TABLES_H

#include "ruleset.h"
#include "tercios.h"

enum {
    BASE_SQUARE, BASE_SQUADRON, BASE_CAVALRY, BASE_DEEP_CAVALRY, BASE_COMPANY, BASE_ARTILLERY, BASE_LARGE_BATTERY, BASES
};
enum { BREVIS_SPECIALS = 14, FEATURES = 13, TERRAIN_POINTS = 6 };

#define OWN_RULES (SR_SQUARE | SR_LIGHT | SR_NUMEROUS | SR_BRIGADE | SR_EXTENDED_ARC | SR_CARACOLE | SR_DRAGOON)
#define MELEE_WEAPONS (W_PIKE | W_HALBERD | W_SWORDSMEN | W_GREAT_SWORDS | W_LANCES | W_HEAVY_LANCES | W_BARDICHES | W_GRENADES)

enum {
    PROPERTIES = T_DIFFICULT | T_VERY_DIFFICULT | T_IMPASSABLE | T_CONCEAL | T_COVER | T_HEIGHT | T_PROTECTED | T_EASY,
    NATURE = T_BUILDING | T_LARGE | T_RIVER | T_CROSSING | T_FORD
};

/* In the order of the enums, or of their bits. */
extern const char *const tercios_special_names[SPECIALS];
extern const char *const tercios_terrain_names[FEATURES];
extern const char *const tercios_class_ids[CLASS_COMMANDER + 1];
extern const uint8_t tercios_arm_of_class[CLASS_ARTILLERY + 1];
extern const char *const tercios_defence_ids[DEFENCES];

/* A row of T-6, or of T11 of the long edition. */
enum { KINDS = 32, DIE_FACES = 6 };
struct kind {
    const char  *id;
    uint16_t     traits;
    bool         is_line;
    uint8_t      price, large_price;     /* in terrain points; equal when size does not matter */
    bool         rolls;                  /* a die tells its traits, unless they are agreed (LM-DECOR-15) */
    uint16_t     die[DIE_FACES];
    struct range across, width;          /* how large it may be, in ticks: across (a line: in length), a band in width; 0, 0: any size */
};

/* What a scenario is read with, besides the types and weapons of the match. */
struct tables {
    int32_t              width[BASES], depth[BASES];
    struct kind          kind[KINDS];
    struct regiment_type regiment[REGIMENT_TYPES];
    struct range         limits[REGIMENT_KINDS];     /* BE-ARMY-07 */
    int32_t              kinds, regiments;
};

/* All tables; weapons and types go into the match, whose options and scenario (its own bases) are looked at. */
bool tercios_read_tables(struct match *m, struct loading *loading, struct tables *tables);

int tercios_type_named(const struct type *types, int32_t count, const char *id);
const struct regiment_type *tercios_regiment_named(const struct regiment_type *list, int32_t count, const char *id);
const struct kind *tercios_terrain_named(const struct tables *tables, const char *id);

/* BE-TERR-04: very difficult ground counts as difficult. */
static inline uint16_t with_difficult(uint16_t traits)
{
    return traits & T_VERY_DIFFICULT ? traits | T_DIFFICULT : traits;
}

/* Reading. */

/* A document, where to say what is wrong with it, and whose rules it breaks then. */
struct source {
    const struct json_document *document;
    struct fault               *fault;
    const struct ruleset       *ruleset;
};

static inline struct source source_of(const struct loading *loading, const struct json_document *document)
{
    return (struct source){ document, loading->fault, loading->head->ruleset };
}

/* A fault that names a rule, in the edition at hand. Always false. */
bool tercios_wrong(struct source from, const struct json *node, rule_id rule, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A list of names as bits; only those of `allowed` may stand there. An absent list has none. */
bool tercios_read_bits(struct source from, const struct json *object, const char *key, const char *const *names,
                       int count, uint64_t allowed, rule_id rule, uint64_t *bits);
/* A text in both languages; where `english` and `french` are not NULL they get it. */
bool tercios_read_text(struct source from, const struct json *object, const char *key, const char **english,
                       const char **french);

/* A table of the library with its envelope; its main list is `key`. */
bool tercios_open_table(struct loading *loading, const char *name, const char *key, struct json_document *document, const struct json **list);
/* A number of a type: `missing` is the rule that wants it at all, `rule` the one that says what it is. */
bool tercios_read_number(struct source from, const struct json *object, const char *key, int low, int high, rule_id missing, rule_id rule,
                         uint8_t *value);
/* T-1 of either edition: the list "bases" of the document. All of them must be there. */
bool tercios_read_bases(struct source from, int32_t width[BASES], int32_t depth[BASES]);
/* T-6, or T11 of the long edition: kinds of terrain. */
bool tercios_read_kinds(struct loading *loading, const char *name, struct kind list[KINDS], int32_t *count);
/* The firearm of that id, or -1. */
int tercios_weapon_named(const struct match *m, const char *id);
/* A row of weapons.json that shoots. */
bool tercios_read_weapon(struct source from, const struct json *node, struct weapon *weapon);
/* The class that the base must suit (BE-UNIT-01, BE-GEO-07, -08); `class` stands in the type. */
bool tercios_read_base_of(struct source from, const struct json *node, const int32_t width[BASES], const int32_t depth[BASES], int class,
                          const char *id, struct shape *shape);

/* What ground may be: only the long edition has easy ground (LM-TERR-06). */
static inline uint64_t properties_of(struct source from)
{
    return from.ruleset->edition ? PROPERTIES : PROPERTIES & ~T_EASY;
}

static inline bool keys(struct source from, const struct json *object, const char *const *allowed)
{
    return json_keys(from.document, object, allowed, from.fault);
}

static inline bool word(struct source from, const struct json *object, const char *key, const char **value)
{
    return json_string(from.document, object, key, value, from.fault);
}

static inline bool whole(struct source from, const struct json *object, const char *key, int32_t low, int32_t high,
                         int32_t *value)
{
    return json_int32(from.document, object, key, low, high, value, from.fault);
}

static inline bool branch(struct source from, const struct json *object, const char *key, enum json_type type,
                          const struct json **value)
{
    return json_branch(from.document, object, key, type, value, from.fault);
}

static inline bool too_many(struct source from, const struct json *node, int most, const char *what)
{
    return json_fault(from.document, node, from.fault, "there are more than %d %s", most, what);
}

#endif
