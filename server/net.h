/*
 * net.h: our own small face of the network; the library behind it appears in one file only.
 *
 * One thread runs the network: net_open, net_route and net_run belong to it, and handlers are called on it, one at
 * a time, and must not wait. Only net_stop may be called from elsewhere (a signal handler, another thread).
 *
 * What a request must satisfy before any handler sees it: method GET or HEAD, a Host (and an Origin, if sent) that
 * names this server, header fields within NET_HEADER_BYTES. Every answer carries the same strict security fields.
 *
 * A route takes every path below its prefix. A WebSocket channel is to be one more kind of route, with the same
 * gate before it: its handler gets messages of a client, and answers by a send to one client or to all of a channel.
 */
#ifndef MESTRE_NET_H
#define MESTRE_NET_H

#include <stdbool.h>
#include <stddef.h>

enum { NET_HEADER_BYTES = 16 * 1024, NET_ROUTES = 16 };

struct net;

struct net_options {
    const char        *host;             /* address to listen on, for instance "127.0.0.1" */
    int                port;             /* 0: any free one */
    const char *const *names;            /* the names this server answers to, NULL-terminated; must outlive it */
    unsigned           connections;      /* how many clients at once; more wait to be accepted */
};

/* A request. The texts live until the handler returns; NULL where the field was not sent. */
struct net_request {
    const char *path;                    /* begins with a slash, decoded, without the query */
    const char *query;
    const char *cookie;
    const char *accept_encoding;
    const char *if_none_match;
    bool        head;                    /* only the header fields are wanted */
};

/* An answer, to be filled by the handler; it starts as 404 without a body. */
struct net_reply {
    int         status;
    const char *type;
    const void *body;                    /* must stay until release(body), or for ever when release is NULL */
    size_t      length;
    void      (*release)(void *body);
    const char *etag;                    /* NULL: the answer must not be stored at all */
    bool        gzip;                    /* the body is compressed */
    char        cookie[160];             /* a whole Set-Cookie value; empty for none */
};

typedef void net_handler(void *context, const struct net_request *request, struct net_reply *reply);

/* Listen. NULL when that fails (which has been logged), most often because the port is taken. */
struct net *net_open(const struct net_options *options);

/* The port it listens on. */
int net_port(const struct net *net);

/* Send requests below `prefix` ("/" for all) to the handler; the longest prefix wins. At most NET_ROUTES. */
void net_route(struct net *net, const char *prefix, net_handler *handler, void *context);

/* Serve until net_stop. True when it ended because it was asked to. */
bool net_run(struct net *net);

/* Make net_run return soon. Safe in a signal handler and from any thread. */
void net_stop(struct net *net);

/* Drop every client and free everything. NULL is allowed. */
void net_close(struct net *net);

/* A plain-text answer from constant text. */
void net_say(struct net_reply *reply, int status, const char *text);

#endif
