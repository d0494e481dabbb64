/*
 * muster.h: armies by list, for the games that have lists: what a side may take, whether a list is legal and what would
 * make it so, a list to begin with, and a battle between two lists.
 *
 * An army is a document: {"format":1,"ruleset":"brevis","belligerent":"spain","limit":7,"name":"..."} with the entries
 * that the game's lists are made of. A structured army has a commander in chief and regiments with commanders, units and
 * options of units. Problems and fixes say where in the document they are, and a fix comes with the document as it is then.
 * They are data first: a name, ids and numbers, from which the catalogues ("engine.army_<name>") make sentences, see
 * armies.h; the English sentence is also given, as faults are English.
 */
#ifndef MESTRE_MUSTER_H
#define MESTRE_MUSTER_H

#include "decision.h"
#include "match.h"
#include "text.h"

enum { MUSTER_PROBLEMS = 32, MUSTER_TEXT = 192, MUSTER_NAME = 120, MUSTER_BYTES = 32 * 1024 };

enum muster_change {
    MUSTER_NO_CHANGE,            /* no one change brings the list nearer to a legal one */
    MUSTER_TAKE_AWAY,            /* one `what` */
    MUSTER_ADD,                  /* one `with` */
    MUSTER_EXCHANGE,             /* one `what` for one `with` */
    MUSTER_RAISE_LIMIT,          /* to `value` */
    MUSTER_LOWER_LIMIT,          /* to `value` */
    MUSTER_BELLIGERENT,          /* to `with` */
    MUSTER_STRUCTURE,            /* to `with` */
    MUSTER_SET,                  /* `part` to `value`, or to `with` */
    MUSTER_CHANGES
};

/* The name of a change in catalogues ("engine.army_fix_add") and in JSON. */
static inline const char *muster_change_name(enum muster_change change)
{
    static const char *const list[MUSTER_CHANGES] = {
        "none", "take_away", "add", "exchange", "raise_limit", "lower_limit", "belligerent", "structure", "set"
    };

    return list[change];
}

/* Where a problem is, if not in one of the regiments; a unit of MUSTER_ARMY is none in particular. */
enum { MUSTER_ARMY = -1, MUSTER_CHIEF = -2, MUSTER_ELITE = -3, MUSTER_PARTS = 32 };

/* What people call an id: "<set>.<id>" of the catalogues ("<set>.<of>.<id>": an option of a unit), or what the tables call it. */
struct muster_word {
    const char *set, *of;                    /* or NULL */
    const char *name[LANGUAGES];             /* or NULL */
};

/* The nearest change, found by making every change there is and checking the list again. */
struct muster_fix {
    enum muster_change change;
    const char        *what, *with;          /* ids, or NULL */
    int32_t            value;                /* the new limit, or the points of what comes in */
    int32_t            left;                 /* problems that remain after it; 0: the army is then legal */
    struct muster_word what_word, with_word;
    const char        *part;                 /* what is changed: "regiment", "unit", "option", "commander", "rank", "trait"... */
    int32_t            regiment, unit;       /* where: as in the problem */
    const char        *army;                 /* the document after the change; NULL without one, or when it has more than MUSTER_BYTES */
    char               text[MUSTER_TEXT];
};

struct muster_problem {
    rule_id           rule;
    const char       *name;                  /* "over_limit" */
    const char       *what;                  /* the entry, kind or belligerent that it is about, or NULL */
    int32_t           found, low, high;      /* how much there is, and may be */
    int32_t           line;                  /* of the army's document */
    const char       *code;                  /* "E08", in a game whose book has such codes; else NULL */
    int32_t           regiment, unit;        /* their places in the lists of the document; MUSTER_ARMY...: not in one of them */
    struct muster_word what_word;
    char              text[MUSTER_TEXT];
    struct muster_fix fix;
};

/* Strings live as long as the arena. */
struct muster_report {
    const char           *belligerent, *name;
    int32_t               points, limit, entries, units;
    int32_t               count;             /* problems; 0 when the army is legal */
    int32_t               unlisted;          /* further problems for which there is no room */
    const char           *structure;         /* of a structured army, else NULL; and what its parts cost, regiments in order */
    int32_t               regiments, chief_points, elite_points, regiment_points[MUSTER_PARTS];
    struct muster_problem problem[MUSTER_PROBLEMS];
};

struct muster {
    const struct names *belligerents;        /* who may have an army */
    const struct names *kinds;               /* what entries are divided into */
    const uint8_t      *options;             /* the options of the game on which its lists depend, by their numbers */
    int32_t             option_count;

    /*
     * What the belligerent may take: {"belligerent","provenance","limit":{"low","high","standard"},
     * "kinds":[{"kind","low","high"}],"entries":[{"id","name":{"en","fr"},"kind","points","maximum",
     * "units":[{"type","special":[..]}]}],"types":[{"id","class","values":{..},"defence":{..},"weapons":[..],
     * "special":[..]}]}.
     */
    bool (*list)(const struct library *library, const char *belligerent, struct json_writer *writer,
                 struct arena *arena, struct fault *fault);
    /* False with a fault when the document is no army at all; an illegal army is a report with problems. */
    bool (*check)(const struct library *library, const struct document *army, struct muster_report *report,
                  struct arena *arena, struct fault *fault);
    /* A legal army, as near to the limit as can be; the same for the same seed. */
    bool (*suggest)(const struct library *library, const char *belligerent, int32_t limit, uint64_t seed,
                    struct out *army, struct arena *arena, struct fault *fault);
    /* A scenario between two legal armies on a table made by the seed; options as in match_load(). */
    bool (*battle)(const struct library *library, const struct document *army_a, const struct document *army_b,
                   uint64_t seed, const struct json_document *options, struct out *scenario, struct arena *arena,
                   struct fault *fault);

    /* A game whose lists depend on its options also lists them so; else NULL. Options as in match_load(). */
    bool (*list_with)(const struct library *library, const char *belligerent, const struct json_document *options,
                      struct json_writer *writer, struct arena *arena, struct fault *fault);
    /* An army as a short text to share, and back as a document without names; else NULL. Every code begins with `prefix`. */
    const char *prefix;
    bool (*encode)(const struct library *library, const struct document *army, struct out *code, struct arena *arena, struct fault *fault);
    bool (*decode)(const struct library *library, const char *code, struct out *army, struct arena *arena, struct fault *fault);
};

#endif
