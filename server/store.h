/*
 * store.h: where games are kept, as journals (docs/journal.md): numbered lines of text that are only ever added to.
 *
 * A record is one line of a game: UTF-8 without control characters (so without NUL or line feed), 1 to
 * STORE_LINE_BYTES bytes; that it is the right JSON is the caller's affair. Record 0 is the header, and the numbers of
 * a game have no gap. An append names the number that its first line must get; when that is no longer the next one,
 * because another thread, process or machine was faster, it fails with STORE_CONFLICT and changes nothing.
 *
 * STORE_OK of a write outside a batch, and of store_commit, means that it is durable: it survives the loss of power.
 * Inside a batch nothing is durable, nor seen by others, until store_commit: that is how the moves of many games share
 * one wait for the disk. A conflict in a batch spoils only its own append; STORE_FAILED loses the whole batch.
 *
 * A store belongs to one thread at a time. Several stores, in one process or in many, may share a database. Times
 * are the caller's milliseconds since 1970. Secrets come as hashes only: the store never sees a token.
 *
 * Whatever is not STORE_OK has left a sentence in `fault` (unless one was there before), safe to log: it names
 * games, numbers and the database, and quotes no record.
 */
#ifndef MESTRE_STORE_H
#define MESTRE_STORE_H

#include "fault.h"

#include <stddef.h>

enum {
    STORE_FORMAT = 1,                /* the format that this program reads and writes */
    STORE_LINE_BYTES = 64 * 1024,
    STORE_HASH_BYTES = 32,
    STORE_LINKS = 16,                /* of one game */
    STORE_SPECTATOR = -1,            /* in place of a seat */
};

enum store_result {
    STORE_OK,
    STORE_CONFLICT,                  /* somebody was faster: load from where you are, and decide again */
    STORE_MISSING,                   /* there is no such game or link */
    STORE_OVER,                      /* the game is over and takes no more records */
    STORE_REFUSED,                   /* what was given breaks the contract above; nothing was tried */
    STORE_FAILED,                    /* disk, database or damage. After a commit: load to learn what is there */
};

struct store;

struct store_line {
    const char *text;                /* need not be terminated */
    size_t      length;
};

/* A secret link: the hash of its token, and the seat that it opens (0 and up, or STORE_SPECTATOR). */
struct store_link {
    uint8_t hash[STORE_HASH_BYTES];
    int32_t seat;
};

/* What the store knows of a game. */
struct store_game {
    int64_t           game;          /* 1 and up, never used again for another game */
    int64_t           created;
    int64_t           active;        /* the time given with the last record */
    int64_t           records;       /* how many, the header counted: the number that the next one gets */
    int64_t           over;          /* when it was marked, or 0 while it goes on */
    struct store_line header;        /* lives until the callback returns; empty from store_look */
};

/* Called for each record or game; false ends the loading. It must not call the store. */
typedef bool store_on_record(void *context, int64_t seq, int64_t time, struct store_line line);
typedef bool store_on_game(void *context, const struct store_game *game);

/*
 * Open a database by the path of its file, which is made if it is not there. A file that is damaged, newer than
 * STORE_FORMAT or not ours is refused and left as it was. `thorough` reads the whole of it to find damage. NULL and a
 * fault when it cannot be had. A new database is opened and migrated by one process alone; several may open it from then on.
 */
struct store *store_open(const char *name, bool thorough, struct fault *fault);

/*
 * The format found in the database, 0 for a new one. While it is not STORE_FORMAT, only store_migrate and store_close are
 * possible; all else is STORE_REFUSED.
 */
int32_t store_format(const struct store *store);

/* Bring the database to STORE_FORMAT, wholly or not at all. Nothing is done when it is there already. */
enum store_result store_migrate(struct store *store, struct fault *fault);

/* Close, dropping a batch that was not committed. NULL is allowed. */
void store_close(struct store *store);

/* Begin a batch: the writes up to store_commit become durable together. Batches do not nest. */
enum store_result store_begin(struct store *store, struct fault *fault);
/* End the batch. STORE_FAILED when one of its writes has failed so: then none of it is stored. */
enum store_result store_commit(struct store *store, struct fault *fault);
/* End the batch and forget it. */
void store_cancel(struct store *store);

/* A new game with record 0 and its links, at most STORE_LINKS. STORE_CONFLICT when a link's hash is in use. */
enum store_result store_create(struct store *store, struct store_line header, const struct store_link *links, int32_t count,
                               int64_t time, int64_t *game, struct fault *fault);

/* Add `count` lines as the records seq, seq + 1 ...: all of them or none. */
enum store_result store_append(struct store *store, int64_t game, int64_t seq, const struct store_line *lines, int32_t count,
                               int64_t time, struct fault *fault);

/* Mark a game as over at `time`, which is not 0. It stays as it is, and can be loaded. STORE_OVER when it was over already. */
enum store_result store_finish(struct store *store, int64_t game, int64_t time, struct fault *fault);

/* Remove a game with its records and links. */
enum store_result store_delete(struct store *store, int64_t game, struct fault *fault);

/* The records from number `from` on, in order, as they were at one moment. None is STORE_OK too, if there is the game. */
enum store_result store_load(struct store *store, int64_t game, int64_t from, store_on_record *on_record, void *context,
                             struct fault *fault);

/* One game, without its header. */
enum store_result store_look(struct store *store, int64_t game, struct store_game *found, struct fault *fault);

/* The game and seat that a link opens. */
enum store_result store_find(struct store *store, const uint8_t hash[STORE_HASH_BYTES], int64_t *game, int32_t *seat,
                             struct fault *fault);

/* Every game, the one active last first, ties by the higher number. */
enum store_result store_list(struct store *store, store_on_game *on_game, void *context, struct fault *fault);

#endif
