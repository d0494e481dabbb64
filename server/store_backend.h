/*
 * store_backend.h: what a database must be to stand behind store.h; only store.c and the databases include it.
 *
 * store.c checks every argument and decides where transactions begin and end; so create, append, finish and remove are
 * always called inside begin and commit, with arguments that keep the contract, and on a store of STORE_FORMAT.
 * When one of them answers anything but STORE_OK or STORE_FAILED, it has changed nothing; after STORE_FAILED store.c
 * cancels. A commit that fails must leave no transaction open.
 */
#ifndef MESTRE_STORE_BACKEND_H
#define MESTRE_STORE_BACKEND_H

#include "store.h"

struct store_ops {
    enum store_result (*migrate)(struct store *, struct fault *);
    void (*close)(struct store *);
    enum store_result (*begin)(struct store *, struct fault *);
    enum store_result (*commit)(struct store *, struct fault *);
    void (*cancel)(struct store *);
    enum store_result (*create)(struct store *, struct store_line header, const struct store_link *, int32_t count, int64_t time,
                                int64_t *game, struct fault *);
    enum store_result (*append)(struct store *, int64_t game, int64_t seq, const struct store_line *, int32_t count,
                                int64_t time, struct fault *);
    enum store_result (*finish)(struct store *, int64_t game, int64_t time, struct fault *);
    enum store_result (*remove)(struct store *, int64_t game, struct fault *);
    enum store_result (*load)(struct store *, int64_t game, int64_t from, store_on_record *, void *context, struct fault *);
    enum store_result (*look)(struct store *, int64_t game, struct store_game *, struct fault *);
    enum store_result (*find)(struct store *, const uint8_t *hash, int64_t *game, int32_t *seat, struct fault *);
    enum store_result (*list)(struct store *, store_on_game *, void *context, struct fault *);
};

/* The part that every database's own struct begins with. `name` stands in faults, so it holds no password. */
struct store {
    const struct store_ops *ops;
    char                    name[96];
    int32_t                 format;
    bool                    batch;
    bool                    lost;        /* the batch has failed and is cancelled already */
};

/* Say what is wrong, with the store's name, and give back the result. */
enum store_result store_say(const struct store *store, enum store_result result, struct fault *fault, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

struct store *store_sqlite_open(const char *path, bool thorough, struct fault *fault);

#endif
