/*
 * army.h: what army.c, lists.c, brevis_code.c and battle.c share: the tables that armies are made from, and an army as it was read
 * (BE-ARMY).
 */
#ifndef MESTRE_TERCIOS_ARMY_H
#define MESTRE_TERCIOS_ARMY_H

#include "muster.h"
#include "load/tables.h"

/* BE-ARMY-02. */
enum { LIMIT_LOW = 3, LIMIT_HIGH = 20, LIMIT_STANDARD = 7 };
/* What a document may say, legal or not. */
enum { LIMIT_READ_LOW = -1000, LIMIT_READ_HIGH = 1000 };

enum { ROSTER = 64, UNKNOWN = -1 };

/* T-3, T-4 and T-6, without a scenario. */
struct army_tables {
    const struct match   *match;                     /* only its types and weapons */
    struct tables         tables;
    struct json_document  source;                    /* regiments.json */
    const struct json    *node[REGIMENT_TYPES];      /* each regiment in the source */
    const char           *provenance;
};

/* An army as it was read: what it names may be unknown. */
struct roster {
    const char *side, *name;
    int         belligerent;                         /* or UNKNOWN */
    int32_t     limit, side_line, limit_line, list_line;
    int         count;
    const char *id[ROSTER];
    int32_t     line[ROSTER];
    int16_t     row[ROSTER];                         /* in the tables, or UNKNOWN */
};

/* The tables live in the arena. NULL with a fault. */
const struct army_tables *tercios_open_tables(const struct library *library, struct arena *arena, struct fault *fault);

/* A roster in the arena. NULL with a fault when the document is no army; it may still be illegal. */
const struct roster *tercios_read_army(const struct army_tables *tables, const struct document *document,
                                       struct arena *arena, struct fault *fault);

/* The document of an army: side, limit, name and ids of the roster. */
void tercios_write_army(const struct roster *roster, struct json_writer *writer);

/* Is it legal (BE-ARMY-01..07)? False with the first problem as a fault. */
bool tercios_army_legal(const struct army_tables *tables, const struct roster *roster, const char *file,
                        struct fault *fault);

/* The belligerent of a name. False with a fault that lists them (BE-ARMY-05). */
bool tercios_find_side(const char *name, int *belligerent, struct fault *fault);
/* The place of an id in the tables, or UNKNOWN. */
int tercios_row(const struct regiment_type *table, int count, const char *id);

/* BE-ARMY-06; nobody can say for an unknown belligerent. */
static inline bool is_open_to(const struct regiment_type *regiment, int belligerent)
{
    return belligerent == UNKNOWN || regiment->belligerents & 1u << belligerent;
}

/* lists.c, brevis_code.c and battle.c: what the muster is made of. */
bool tercios_list_army(const struct library *library, const char *belligerent, struct json_writer *writer,
                       struct arena *arena, struct fault *fault);
bool tercios_suggest_army(const struct library *library, const char *belligerent, int32_t limit, uint64_t seed,
                          struct out *army, struct arena *arena, struct fault *fault);
bool tercios_encode_army(const struct library *library, const struct document *army, struct out *text, struct arena *arena,
                         struct fault *fault);
bool tercios_decode_army(const struct library *library, const char *text, struct out *army, struct arena *arena, struct fault *fault);
bool tercios_battle(const struct library *library, const struct document *army_a, const struct document *army_b,
                    uint64_t seed, const struct json_document *options, struct out *scenario, struct arena *arena,
                    struct fault *fault);

extern const struct muster brevis_muster;
extern const struct ruleset brevis_ruleset;

/* Members of an object. */
static inline void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static inline void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

/* What every code begins with. */
extern const char brevis_code_prefix[];

#endif
