/*
 * store_sqlite.c: the store in one SQLite file, for one machine.
 *
 * The file is in WAL mode with synchronous FULL, so that a commit is on the disk when it returns. The tables are made
 * before the file goes into WAL mode: so the file itself, and not only its log, says from the first byte on that it is
 * ours, and a file of somebody else is known by its first hundred bytes, before SQLite is let at it.
 */
#include "store_backend.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER_BYTES = 100, FORMAT_AT = 60, OWNER_AT = 68,       /* of the SQLite file format */
    OWNER = 0x4d737472,                                      /* "Mstr", SQLite's application_id */
    PATIENCE = 5000,                                         /* milliseconds */
};

static const char schema[] =
    "CREATE TABLE game("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " created INTEGER NOT NULL,"
    " over INTEGER"
    ") STRICT;"
    "CREATE TABLE link("
    " hash BLOB NOT NULL PRIMARY KEY CHECK(length(hash) = 32),"
    " game INTEGER NOT NULL REFERENCES game(id) ON DELETE CASCADE,"
    " seat INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX link_of_game ON link(game);"
    "CREATE TABLE record("
    " game INTEGER NOT NULL REFERENCES game(id) ON DELETE CASCADE,"
    " seq INTEGER NOT NULL CHECK(seq >= 0),"
    " time INTEGER NOT NULL,"
    " text TEXT NOT NULL,"
    " PRIMARY KEY(game, seq)"
    ") STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = 0x4d737472;"
    "PRAGMA user_version = 1;";

enum statement {
    BEGIN, COMMIT, ROLLBACK, ADD_GAME, ADD_LINK, ADD_RECORD, STATE_OF_GAME, FINISH_GAME, DELETE_GAME, LOAD_RECORDS, LOOK_AT_GAME,
    FIND_LINK, LIST_GAMES, STATEMENTS
};

static const char *const sql[STATEMENTS] = {
    [BEGIN]         = "BEGIN IMMEDIATE",
    [COMMIT]        = "COMMIT",
    [ROLLBACK]      = "ROLLBACK",
    [ADD_GAME]      = "INSERT INTO game(created) VALUES(?1)",
    [ADD_LINK]      = "INSERT INTO link(hash, game, seat) VALUES(?1, ?2, ?3)",
    [ADD_RECORD]    = "INSERT INTO record(game, seq, time, text) VALUES(?1, ?2, ?3, ?4)",
    [STATE_OF_GAME] = "SELECT over, (SELECT max(seq) FROM record WHERE game = ?1) FROM game WHERE id = ?1",
    [FINISH_GAME]   = "UPDATE game SET over = ?2 WHERE id = ?1",
    [DELETE_GAME]   = "DELETE FROM game WHERE id = ?1",
    [LOAD_RECORDS]  = "SELECT seq, time, text FROM record WHERE game = ?1 AND seq >= ?2 ORDER BY seq",
    [LOOK_AT_GAME]  = "SELECT g.id, g.created, r.time, r.seq + 1, g.over FROM game g JOIN record r ON r.game = g.id"
                      " WHERE g.id = ?1 ORDER BY r.seq DESC LIMIT 1",
    [FIND_LINK]     = "SELECT game, seat FROM link WHERE hash = ?1",
    [LIST_GAMES]    = "SELECT g.id, g.created, r.time, r.seq + 1, g.over, h.text FROM game g"
                      " JOIN record r ON r.game = g.id AND r.seq = (SELECT max(seq) FROM record WHERE game = g.id)"
                      " JOIN record h ON h.game = g.id AND h.seq = 0 ORDER BY r.time DESC, g.id DESC",
};

struct sqlite_store {
    struct store  store;                     /* first, so that either can be had from the other */
    sqlite3      *database;
    sqlite3_stmt *statement[STATEMENTS];     /* prepared once, reset after each use */
};

/* The last failure of SQLite as a sentence. */
static enum store_result failed(struct sqlite_store *s, struct fault *fault)
{
    const char *message = sqlite3_errmsg(s->database);

    switch (sqlite3_errcode(s->database) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return store_say(&s->store, STORE_FAILED, fault, "another program was writing to it for more than %d ms", PATIENCE);
    case SQLITE_FULL: return store_say(&s->store, STORE_FAILED, fault, "there is no room left on the disk");
    case SQLITE_READONLY: return store_say(&s->store, STORE_FAILED, fault, "it cannot be written: %s", message);
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT: return store_say(&s->store, STORE_FAILED, fault, "the file is damaged: %s", message);
    case SQLITE_IOERR:
        return store_say(&s->store, STORE_FAILED, fault, "the disk failed: %s (error %d of the system)", message,
                         sqlite3_system_errno(s->database));
    default: return store_say(&s->store, STORE_FAILED, fault, "%s", message);
    }
}

static enum store_result execute(struct sqlite_store *s, const char *text, struct fault *fault)
{
    return sqlite3_exec(s->database, text, NULL, NULL, NULL) == SQLITE_OK ? STORE_OK : failed(s, fault);
}

/* A prepared statement with its leading numbers bound. */
static sqlite3_stmt *with(struct sqlite_store *s, enum statement which, const int64_t *numbers, int count)
{
    sqlite3_stmt *statement = s->statement[which];

    for (int i = 0; i < count; i++) sqlite3_bind_int64(statement, i + 1, numbers[i]);
    return statement;
}

/* Run a statement that gives no rows. */
static enum store_result run(struct sqlite_store *s, sqlite3_stmt *statement, struct fault *fault)
{
    enum store_result result = sqlite3_step(statement) == SQLITE_DONE ? STORE_OK : failed(s, fault);

    sqlite3_reset(statement);
    return result;
}

static enum store_result no_game(struct sqlite_store *s, int64_t game, struct fault *fault)
{
    return store_say(&s->store, STORE_MISSING, fault, "there is no game %lld", (long long)game);
}

/* Opening and migrating. */

/* The first text that a query gives, in buffer; false when it fails. No row is an empty text. */
static bool ask(struct sqlite_store *s, const char *query, char *buffer, size_t capacity, struct fault *fault)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->database, query, -1, &statement, NULL);

    buffer[0] = '\0';
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) sqlite3_snprintf((int)capacity, buffer, "%s", sqlite3_column_text(statement, 0));
    else if (code != SQLITE_DONE) failed(s, fault);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool read_format(struct sqlite_store *s, struct fault *fault)
{
    char text[24];

    if (!ask(s, "PRAGMA user_version", text, sizeof text, fault)) return false;
    s->store.format = (int32_t)strtol(text, NULL, 10);
    return true;
}

/* Once the format is right: how SQLite is to work, and the statements. */
static enum store_result settle(struct sqlite_store *s, struct fault *fault)
{
    char mode[16];

    if (!ask(s, "PRAGMA journal_mode = WAL", mode, sizeof mode, fault)) return STORE_FAILED;
    if (strcmp(mode, "wal") != 0) return store_say(&s->store, STORE_FAILED, fault, "its disk does not allow a write-ahead log");
    if (execute(s, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", fault) != STORE_OK) return STORE_FAILED;
    for (int i = 0; i < STATEMENTS; i++) {
        if (s->statement[i] != NULL) continue;
        int code = sqlite3_prepare_v3(s->database, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i], NULL);
        if (code == SQLITE_ERROR) {
            return store_say(&s->store, STORE_FAILED, fault, "its tables are not as they should be: %s",
                             sqlite3_errmsg(s->database));
        }
        if (code != SQLITE_OK) return failed(s, fault);
    }
    return STORE_OK;
}

/* Another process may migrate at the same moment, so the format is asked again under the lock. */
static enum store_result sqlite_migrate(struct store *store, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;

    if (execute(s, sql[BEGIN], fault) != STORE_OK) return STORE_FAILED;
    bool done = read_format(s, fault) && (store->format != 0 || execute(s, schema, fault) == STORE_OK) &&
                execute(s, sql[COMMIT], fault) == STORE_OK;
    if (!done) {
        if (!sqlite3_get_autocommit(s->database)) sqlite3_exec(s->database, sql[ROLLBACK], NULL, NULL, NULL);
        store->format = 0;
        return STORE_FAILED;
    }
    enum store_result result = settle(s, fault);
    if (result == STORE_OK) store->format = STORE_FORMAT;
    return result;
}

static void sqlite_close(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;

    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(s->statement[i]);
    sqlite3_close(s->database);
    free(s);
}

/* A new file is made here and not by SQLite, because journals hold secrets and only its owner may read it. */
static bool file_is_there(const char *path, struct fault *fault)
{
    struct stat about;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    if (file >= 0) close(file);
    else if (errno != EEXIST) return fault_say(fault, path, 0, "the store cannot be made: %s", strerror(errno));
    if (stat(path, &about) != 0) return fault_say(fault, path, 0, "the store cannot be opened: %s", strerror(errno));
    return S_ISREG(about.st_mode) || fault_say(fault, path, 0, "the store must be a file");
}

static int32_t number_at(const unsigned char *header, int at)
{
    const unsigned char *bytes = header + at;
    return (int32_t)((uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3]);
}

static bool too_new(const struct sqlite_store *s, int32_t format, struct fault *fault)
{
    if (format <= STORE_FORMAT) return false;
    fault_say(fault, s->store.name, 0, "the store has format %d; this program knows no more than %d", format, STORE_FORMAT);
    return true;
}

/*
 * Look at the first bytes through SQLite's own file, before SQLite itself does. (Closing a file of our own would drop the locks
 * that another store of this process has on it.)
 */
static bool is_ours(struct sqlite_store *s, struct fault *fault)
{
    unsigned char header[HEADER_BYTES];
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;

    sqlite3_file_control(s->database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (file == NULL || file->pMethods == NULL || file->pMethods->xFileSize(file, &size) != SQLITE_OK) {
        return fault_say(fault, s->store.name, 0, "the store cannot be read");
    }
    if (size == 0) return true;
    if (size < HEADER_BYTES) return fault_say(fault, s->store.name, 0, "this is no store of games, or it is damaged");
    if (file->pMethods->xRead(file, header, HEADER_BYTES, 0) != SQLITE_OK) {
        return fault_say(fault, s->store.name, 0, "the store cannot be read");
    }
    if (memcmp(header, "SQLite format 3", 16) != 0) {
        return fault_say(fault, s->store.name, 0, "this is no store of games, or it is damaged");
    }
    if (number_at(header, OWNER_AT) != OWNER) {
        return fault_say(fault, s->store.name, 0, "this is a database of another program, not a store of games");
    }
    return !too_new(s, number_at(header, FORMAT_AT), fault);
}

static bool is_whole(struct sqlite_store *s, bool thorough, struct fault *fault)
{
    char found[160];

    if (!thorough) return true;
    if (!ask(s, "PRAGMA quick_check(1)", found, sizeof found, fault)) return false;
    return strcmp(found, "ok") == 0 || fault_say(fault, s->store.name, 0, "the file is damaged: %s", found);
}

static bool open_file(struct sqlite_store *s, const char *path, bool thorough, struct fault *fault)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

    if (sqlite3_open_v2(path, &s->database, flags, NULL) != SQLITE_OK) {
        return fault_say(fault, path, 0, "the store cannot be opened: %s",
                         s->database != NULL ? sqlite3_errmsg(s->database) : "no memory");
    }
    if (sqlite3_db_readonly(s->database, "main") != 0) return fault_say(fault, path, 0, "the store cannot be written");
    sqlite3_busy_timeout(s->database, PATIENCE);
    if (!is_ours(s, fault)) return false;
    if (execute(s, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", fault) != STORE_OK) return false;
    if (!read_format(s, fault) || too_new(s, s->store.format, fault) || !is_whole(s, thorough, fault)) return false;
    return s->store.format == 0 || settle(s, fault) == STORE_OK;
}

/* Transactions. */

static enum store_result sqlite_begin(struct store *store, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    return run(s, s->statement[BEGIN], fault);
}

/* Some failures end the transaction by themselves; then there is nothing to roll back. */
static void sqlite_cancel(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;

    if (sqlite3_get_autocommit(s->database)) return;
    sqlite3_step(s->statement[ROLLBACK]);
    sqlite3_reset(s->statement[ROLLBACK]);
}

static enum store_result sqlite_commit(struct store *store, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    enum store_result result = run(s, s->statement[COMMIT], fault);

    if (result != STORE_OK) sqlite_cancel(store);
    return result;
}

/* Writing. */

static enum store_result add_record(struct sqlite_store *s, int64_t game, int64_t seq, int64_t time, struct store_line line,
                                    struct fault *fault)
{
    sqlite3_stmt *add = with(s, ADD_RECORD, (int64_t[]){ game, seq, time }, 3);

    sqlite3_bind_text(add, 4, line.text, (int)line.length, SQLITE_STATIC);
    enum store_result result = run(s, add, fault);
    sqlite3_bind_null(add, 4);
    return result;
}

static enum store_result sqlite_find(struct store *store, const uint8_t *hash, int64_t *game, int32_t *seat, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *find = s->statement[FIND_LINK];
    enum store_result result = STORE_OK;

    sqlite3_bind_blob(find, 1, hash, STORE_HASH_BYTES, SQLITE_STATIC);
    int code = sqlite3_step(find);
    if (code == SQLITE_ROW) {
        *game = sqlite3_column_int64(find, 0);
        *seat = sqlite3_column_int(find, 1);
    } else if (code == SQLITE_DONE) {
        result = store_say(store, STORE_MISSING, fault, "no game has this link");
    } else {
        result = failed(s, fault);
    }
    sqlite3_reset(find);
    sqlite3_bind_null(find, 1);
    return result;
}

/* Whether a link is free is asked before anything is written, so that a conflict changes nothing. */
static enum store_result links_are_free(struct sqlite_store *s, const struct store_link *links, int32_t count,
                                        struct fault *fault)
{
    for (int32_t i = 0; i < count; i++) {
        struct fault absent = { 0 };
        int64_t game = 0;
        int32_t seat;
        enum store_result result = sqlite_find(&s->store, links[i].hash, &game, &seat, &absent);

        if (result == STORE_OK) {
            return store_say(&s->store, STORE_CONFLICT, fault, "game %lld has one of these links already", (long long)game);
        }
        if (result == STORE_FAILED) return store_say(&s->store, STORE_FAILED, fault, "%s", absent.text);
    }
    return STORE_OK;
}

static enum store_result add_link(struct sqlite_store *s, int64_t game, const struct store_link *link, struct fault *fault)
{
    sqlite3_stmt *add = s->statement[ADD_LINK];

    sqlite3_bind_blob(add, 1, link->hash, STORE_HASH_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(add, 2, game);
    sqlite3_bind_int(add, 3, link->seat);
    enum store_result result = run(s, add, fault);
    sqlite3_bind_null(add, 1);
    return result;
}

static enum store_result sqlite_create(struct store *store, struct store_line header, const struct store_link *links,
                                       int32_t count, int64_t time, int64_t *game, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    enum store_result result = links_are_free(s, links, count, fault);

    if (result == STORE_OK) result = run(s, with(s, ADD_GAME, &time, 1), fault);
    int64_t made = sqlite3_last_insert_rowid(s->database);
    if (result == STORE_OK) result = add_record(s, made, 0, time, header, fault);
    for (int32_t i = 0; i < count && result == STORE_OK; i++) result = add_link(s, made, &links[i], fault);
    if (result == STORE_OK) *game = made;
    return result;
}

/* How many records a game that is not over has. */
static enum store_result count_records(struct sqlite_store *s, int64_t game, int64_t *records, struct fault *fault)
{
    sqlite3_stmt *state = with(s, STATE_OF_GAME, &game, 1);
    enum store_result result = STORE_OK;
    int code = sqlite3_step(state);

    if (code == SQLITE_DONE) result = no_game(s, game, fault);
    else if (code != SQLITE_ROW) result = failed(s, fault);
    else if (sqlite3_column_type(state, 0) != SQLITE_NULL) {
        result = store_say(&s->store, STORE_OVER, fault, "game %lld is over", (long long)game);
    } else *records = sqlite3_column_int64(state, 1) + 1;
    sqlite3_reset(state);
    return result;
}

static enum store_result sqlite_append(struct store *store, int64_t game, int64_t seq, const struct store_line *lines,
                                       int32_t count, int64_t time, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int64_t records = 0;
    enum store_result result = count_records(s, game, &records, fault);

    if (result != STORE_OK) return result;
    if (records != seq) {
        return store_say(store, STORE_CONFLICT, fault, "the next record of game %lld is number %lld, not %lld", (long long)game,
                         (long long)records, (long long)seq);
    }
    for (int32_t i = 0; i < count && result == STORE_OK; i++) result = add_record(s, game, seq + i, time, lines[i], fault);
    return result;
}

static enum store_result sqlite_finish(struct store *store, int64_t game, int64_t time, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int64_t records;
    enum store_result result = count_records(s, game, &records, fault);

    return result == STORE_OK ? run(s, with(s, FINISH_GAME, (int64_t[]){ game, time }, 2), fault) : result;
}

static enum store_result sqlite_remove(struct store *store, int64_t game, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    enum store_result result = run(s, with(s, DELETE_GAME, &game, 1), fault);

    return result == STORE_OK && sqlite3_changes(s->database) == 0 ? no_game(s, game, fault) : result;
}

/* Reading. */

/* A text of a row, which lives until the next step; NULL when there was no memory for it. */
static struct store_line text_of(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return (struct store_line){ text, (size_t)sqlite3_column_bytes(row, column) };
}

static enum store_result sqlite_look(struct store *store, int64_t game, struct store_game *found, struct fault *fault);

static enum store_result sqlite_load(struct store *store, int64_t game, int64_t from, store_on_record *on_record, void *context,
                                     struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *load = with(s, LOAD_RECORDS, (int64_t[]){ game, from }, 2);
    enum store_result result = STORE_OK;
    int64_t next = from;
    int code;

    while ((code = sqlite3_step(load)) == SQLITE_ROW) {
        if (sqlite3_column_int64(load, 0) != next) {
            result = store_say(store, STORE_FAILED, fault, "game %lld is damaged: its record %lld is gone", (long long)game,
                               (long long)next);
            break;
        }
        struct store_line line = text_of(load, 2);
        if (line.text == NULL) {
            result = failed(s, fault);
            break;
        }
        if (!on_record(context, next++, sqlite3_column_int64(load, 1), line)) break;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) result = failed(s, fault);
    sqlite3_reset(load);
    return next == from && result == STORE_OK ? sqlite_look(store, game, &(struct store_game){ 0 }, fault) : result;
}

static struct store_game game_of(sqlite3_stmt *row)
{
    return (struct store_game){
        .game = sqlite3_column_int64(row, 0),
        .created = sqlite3_column_int64(row, 1),
        .active = sqlite3_column_int64(row, 2),
        .records = sqlite3_column_int64(row, 3),
        .over = sqlite3_column_int64(row, 4),
    };
}

static enum store_result sqlite_look(struct store *store, int64_t game, struct store_game *found, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *look = with(s, LOOK_AT_GAME, &game, 1);
    enum store_result result = STORE_OK;
    int code = sqlite3_step(look);

    if (code == SQLITE_ROW) *found = game_of(look);
    else result = code == SQLITE_DONE ? no_game(s, game, fault) : failed(s, fault);
    sqlite3_reset(look);
    return result;
}

static enum store_result sqlite_list(struct store *store, store_on_game *on_game, void *context, struct fault *fault)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *list = s->statement[LIST_GAMES];
    enum store_result result = STORE_OK;
    int code;

    while ((code = sqlite3_step(list)) == SQLITE_ROW) {
        struct store_game game = game_of(list);
        game.header = text_of(list, 5);
        if (game.header.text == NULL) {
            result = failed(s, fault);
            break;
        }
        if (!on_game(context, &game)) break;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE) result = failed(s, fault);
    sqlite3_reset(list);
    return result;
}

static const struct store_ops ops = {
    .migrate = sqlite_migrate, .close = sqlite_close, .begin = sqlite_begin, .commit = sqlite_commit, .cancel = sqlite_cancel,
    .create = sqlite_create, .append = sqlite_append, .finish = sqlite_finish, .remove = sqlite_remove, .load = sqlite_load,
    .look = sqlite_look, .find = sqlite_find, .list = sqlite_list,
};

struct store *store_sqlite_open(const char *path, bool thorough, struct fault *fault)
{
    /* SQLite would take these for a database in memory. */
    if (path[0] == '\0' || path[0] == ':') {
        fault_say(fault, path, 0, "the store must be a file");
        return NULL;
    }
    if (!file_is_there(path, fault)) return NULL;
    struct sqlite_store *s = calloc(1, sizeof *s);
    if (s == NULL) {
        fault_say(fault, path, 0, "no memory for the store");
        return NULL;
    }
    s->store.ops = &ops;
    sqlite3_snprintf(sizeof s->store.name, s->store.name, "%s", path);
    if (open_file(s, path, thorough, fault)) return &s->store;
    /* What is refused stays as it is, a log that was left beside it included. */
    if (s->database != NULL) sqlite3_db_config(s->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite_close(&s->store);
    return NULL;
}
