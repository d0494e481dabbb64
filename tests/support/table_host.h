/*
 * table_host.h: a host of games without a network, for tests: net.h is played by table_host.c, everything behind it is the real thing, with a store
 * in a temporary file and with its threads. The test is the network thread.
 *
 * host_guard() and must_failed() are the test's own: it says what a bug means.
 */
#ifndef MESTRE_TEST_TABLE_HOST_H
#define MESTRE_TEST_TABLE_HOST_H

#include "connection.h"
#include "hosting.h"
#include "room.h"

#include <stdatomic.h>

enum { HOST_WAIT = 20000 };                  /* milliseconds after which what does not come is missed */

struct table_host {
    struct hosting hosting;
    atomic_bool    no_writes, no_reads;      /* the store fails */
    atomic_int     loads;                    /* how often records were asked for */
    char           folder[64];
};

/* The documents are those of a directory. Ends the program on trouble. */
struct table_host *table_host_open(const char *data, bool is_private);
void table_host_close(struct table_host *host);

/* A page comes; whatever it is sent is kept until table_host_leave. */
struct net_client *table_host_connect(struct table_host *host);
void table_host_leave(struct table_host *host, struct net_client *client);
/* What it sends; nothing when it has been closed. */
void table_host_say(struct table_host *host, struct net_client *client, const char *text, size_t length);

int          client_count(const struct net_client *client);
const char  *client_text(const struct net_client *client, int which);
/* With which it was closed, or 0. */
int          client_code(const struct net_client *client);

/* Let what the other threads have finished take effect; wait so many milliseconds for something. False when nothing came. */
bool table_host_pump(struct table_host *host, int milliseconds);
/* Until a message whose text has `part` is there, from message `from` on: its number, or -1. */
int table_host_await(struct table_host *host, const struct net_client *client, int from, const char *part);

#endif
