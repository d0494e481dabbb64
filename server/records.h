/*
 * records.h: what the store keeps of a game (docs/table-protocol.md, "Records"): the table, seeds, chat, stand-ins and the journal's lines;
 * and what a game comes to when all of them are read again.
 */
#ifndef MESTRE_RECORDS_H
#define MESTRE_RECORDS_H

#include "fair_dice.h"
#include "journal.h"
#include "matches.h"
#include "player.h"
#include "updates.h"

enum { GAME_ID = 17, CHAT_BYTES = 500, MODES = 3 };

extern const char *const mode_name[MODES];       /* "computer", "shared", "link" */
/* The index of a mode, or -1. */
int mode_named(const char *name);

/* What is agreed before a game begins. The match is held; a room that sleeps may have let go of it. */
struct table {
    char                 game[GAME_ID];          /* the id that people see: sixteen characters of base64url */
    const struct match  *match;
    const struct battle *battle;                 /* of the match; NULL when its scenario is the library's */
    seat_id              seats;
    const struct player *player[SEATS_MAX];      /* NULL: a person */
    bool                 fair;                   /* the host's dice; else the players type theirs */
    uint8_t              mode;
    uint8_t              seed[FAIR_BYTES];       /* the host's secret */
};

static inline seat_id table_seats(const struct table *table) { return table->seats; }

/* Take over the hold of a match, which may be NULL: false then. And let go of it. */
bool table_take_match(struct table *table, struct matches *matches, const struct match *match);
void table_drop_match(struct table *table, struct matches *matches);

/* "person" or the computer player's name. */
const char *table_player(const struct table *table, seat_id seat);
/* A member that is JSON already. */
void table_write_raw(struct json_writer *writer, const char *key, const char *json);
/* {"A":"person","B":"greedy"} */
void table_write_players(const struct table *table, struct json_writer *writer);

/* One record each, without a line feed. */
void record_table(const struct table *table, struct out *out);
void record_seed(seat_id seat, const char *text, struct out *out);
void record_chat(seat_id from, const char *text, int64_t time, struct out *out);

/* From here on a person allows that player, or with NULL nobody, to play for him, and it does so or not; `by` is who wanted it. */
void record_stand_in(seat_id seat, const struct player *player, bool sits, seat_id by, int64_t time, struct out *out);

/* Is this record one of the journal's lines? */
bool record_is_journal(const char *line, size_t length);

/*
 * Read record 0. The match is held, to be released; its table goes to waste on a fault. `arena` is scratch. Only of what this program
 * wrote itself: a fault means damage.
 */
bool record_read_table(struct matches *matches, const char *line, size_t length, struct arena *arena, struct table *table,
                       struct fault *fault);

/* What a game's records come to. */
struct replayed {
    struct table   table;
    char          *seeds[SEATS_MAX];     /* NULL: not given yet */
    int64_t        records;
    int32_t        chats;
    const struct player *allowed[SEATS_MAX];     /* whom a person allows to play for him; NULL: nobody. Who does is the witness's */
    struct rest   *rest;                 /* NULL: it has not begun */
    struct witness witness;
    uint64_t       rolls;
    bool           over;
    seat_id        winner;
};

/* The computer player that decides for a seat now: its own, or the stand-in of a person. NULL: a person. */
static inline const struct player *replayed_player(const struct replayed *replayed, seat_id seat)
{
    return replayed->table.player[seat] ? replayed->table.player[seat] : replayed->witness.sitting[seat];
}

/* Who listens while the records are read: to updates, and to chat, whose text begins behind the channel: "number":3,..}} */
struct record_reader {
    struct update_reader updates;
    void (*chat)(void *context, int32_t number, const char *text, size_t length);
};

/*
 * Read all records of a game, each a line that ends with a line feed, on a bench. False with a fault, and nothing to free. `reader`
 * may be NULL. A bug of the rules comes as a fault too, with `bug` set.
 */
bool records_replay(struct matches *matches, struct bench *bench, const char *text, size_t length, const struct record_reader *reader,
                    struct replayed *replayed, struct fault *fault, bool *bug);
void replayed_free(struct matches *matches, struct replayed *replayed);

/* The text of a chat message behind its channel. */
void chat_write(int32_t number, seat_id from, const char *text, int64_t time, struct out *out);

/* A seat, or "spectator". */
const char *viewer_name(seat_id viewer);

#endif
