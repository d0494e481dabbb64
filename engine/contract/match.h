/*
 * match.h: what never changes in a game, and the documents it is made from.
 *
 * A host hands in documents by name ("sample/scenarios/meadow.json"); the engine opens no files. A ruleset's own
 * `struct match` has `struct match_head` as its first member.
 */
#ifndef MESTRE_MATCH_H
#define MESTRE_MATCH_H

#include "arena.h"
#include "fault.h"
#include "json.h"
#include "rule.h"

#include <stdbool.h>
#include <stdint.h>

struct match;
struct mind;
struct ruleset;

struct document {
    const char *name;
    const char *text;
    size_t      length;
};

struct library {
    const struct document *list;
    int32_t                count;
};

const struct document *library_find(const struct library *library, const char *name);

/* A piece as people name it. */
enum { ID_LENGTH = 24 };

struct piece {
    const char *id;              /* "A1": at most ID_LENGTH letters, digits, "-" and "_"; unique; the same in every language */
    const char *type;            /* half of a catalogue key: "unit.pike" */
    seat_id     seat;            /* whose it is; NO_SEAT: nobody's, such as a chest that either side may carry off */
    const char *name[2];         /* what people call it, in each language; NULL: its id will do */
};

/*
 * A side as people call it: by words of the scenario's own, in each language, or by a nation whose words are the catalogue's
 * ("belligerent.spain"). Without either it is called by its seat ("seat.A").
 */
struct side_name {
    const char *name[2];
    const char *nation;
};

/*
 * A piece of ground that is called by a number. People call it by the catalogue's words for its id ("ground.farm") or, without such words,
 * by its kind ("terrain.building") and a letter where there are several of the kind.
 */
struct plot {
    const char *id, *kind;
};

/* A rule that a game may switch, with the value the book means; a scenario may mean another ("options" of its document), and a host either. */
struct option {
    const char *name;
    rule_id     rule;
    int32_t     low, high, standard;
};

enum { OPTIONS_MAX = 32 };

struct match_head {
    const struct ruleset *ruleset;
    const char           *scenario;          /* its id */
    uint64_t              scenario_hash;     /* of its canonical text */
    uint64_t              data_hash;         /* of the tables that the ruleset read: a player may have laid his own over ours */
    int32_t               seats;
    int32_t               pieces;
    const struct piece   *piece;
    struct side_name      side[SEATS_MAX];
    int32_t               option[OPTIONS_MAX];
    const struct mind    *mind;              /* what computer players are told (mind.h) */
};

static inline const struct match_head *match_head(const struct match *match)
{
    return (const struct match_head *)(const void *)match;
}

/* What a ruleset's load() works with. */
struct loading {
    const struct library *library;
    struct json_document  scenario;
    struct arena         *arena;
    struct fault         *fault;
    struct match_head    *head;
};

/* A table of the library, parsed, and counted in the match's data_hash. False with a fault. */
bool loading_open(struct loading *loading, const char *name, struct json_document *document);

/*
 * A match from a scenario (a document, whole) and options ("name": value as a JSON object, or NULL): those that are not named are the
 * scenario's own ("options" of its document) or else the book's.
 * NULL with a fault: nothing is half-loaded, the arena's remainder is the caller's to reset.
 */
const struct match *match_load(const struct ruleset *ruleset, const struct library *library,
                               const struct document *scenario, const struct json_document *options,
                               struct arena *arena, struct fault *fault);

/* The piece of that id, or NOBODY. */
int16_t match_piece(const struct match *match, const char *id);

/* Every option of the game with its value, as an object. */
void match_write_options(const struct match *match, struct json_writer *writer);

/* The index of an option by name, or -1. */
int32_t match_option(const struct ruleset *ruleset, const char *name);

#endif
