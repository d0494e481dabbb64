/*
 * hosting.h: a host of games, whole: store, threads, rooms, the channel and the pages. `mestre play` and `mestre serve` differ in
 * who may come in and who owns the games.
 */
#ifndef MESTRE_HOSTING_H
#define MESTRE_HOSTING_H

#include "host.h"
#include "log.h"
#include "rooms.h"
#include "store.h"

enum { AWAY_SECONDS = 60 };

struct hosting {
    /* The caller's, before hosting_open. */
    bool          is_private;            /* whoever comes in owns all games */
    int64_t       games_max;             /* games that are not over */
    size_t        memory;                /* bytes for games that are awake */
    int64_t       away;                  /* seconds after which another may call the stand-in of somebody who is away */
    const char   *web_folder;            /* or NULL */
    const char   *data_folder;           /* or NULL */
    /* May this request come in? NULL: every one. A refusal has been written into the reply, if there is one. */
    bool        (*admit)(void *context, const struct net_request *request);
    void         *admit_context;

    struct host         library;
    struct mailbox      box;
    struct bench        bench;
    struct arena        parse;           /* of the message that is being read */
    struct matches     *matches;
    struct rooms        rooms;
    struct net         *net;
    struct log_brake    refusals;        /* of requests, in the log */
};

/* Open the database, with a fault when that cannot be; and count its games. */
struct store *hosting_store(struct hosting *hosting, const char *path, struct fault *fault);

/*
 * Start everything on an open net; the store is taken over, also when this fails. False after having said why on standard
 * error.
 */
bool hosting_open(struct hosting *hosting, struct net *net, struct store *store);

/* Run until a signal or an error; then everything is ended in good order, the net too. True when it was asked to end. */
bool hosting_run(struct hosting *hosting);

/* Answer a request for a page or a document of the library. */
void hosting_page(struct hosting *hosting, const struct net_request *request, struct net_reply *reply);

#endif
