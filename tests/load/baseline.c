/* baseline.c: see baseline.h. */
#include "baseline.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double commit_for(sqlite3 *database, double seconds)
{
    sqlite3_stmt *insert;
    char row[400];
    double start = now_seconds(), spent = 0;
    int64_t count = 0;

    memset(row, 'x', sizeof row);
    if (sqlite3_prepare_v2(database, "INSERT INTO record VALUES (?1, ?2, ?3)", -1, &insert, NULL) != SQLITE_OK) return -1;
    while (spent < seconds) {
        sqlite3_bind_int64(insert, 1, count % 500);
        sqlite3_bind_int64(insert, 2, count);
        sqlite3_bind_blob(insert, 3, row, sizeof row, SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE) break;
        sqlite3_reset(insert);
        count++;
        spent = now_seconds() - start;
    }
    sqlite3_finalize(insert);
    return spent >= seconds ? (double)count / spent : -1;
}

double baseline_commits(const char *directory, double seconds)
{
    static const char *const endings[] = { "", "-wal", "-shm" };
    static const char setup[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                "CREATE TABLE record (game INTEGER, number INTEGER, body BLOB, PRIMARY KEY (game, number)) WITHOUT ROWID;";
    char path[4096], part[4200];
    sqlite3 *database = NULL;
    double rate = -1;

    snprintf(path, sizeof path, "%s/baseline.%d.db", directory, (int)getpid());
    if (sqlite3_open(path, &database) == SQLITE_OK && sqlite3_exec(database, setup, NULL, NULL, NULL) == SQLITE_OK)
        rate = commit_for(database, seconds);
    sqlite3_close(database);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(part, sizeof part, "%s%s", path, endings[i]);
        unlink(part);
    }
    return rate;
}
