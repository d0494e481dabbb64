/*
 * net.h: our own small face of the network; the library behind it appears in net_lws*.c only.
 *
 * One thread runs the network: all calls belong to it, and handlers are called on it, one at a time, and must not wait.
 * Only net_stop (also in a signal handler), net_post and net_text_* may be called from elsewhere.
 *
 * What a request must satisfy before any handler sees it: method GET or HEAD, a Host (and an Origin, if sent) that
 * names this server, header fields within NET_HEADER_BYTES. Every answer carries the same strict security fields.
 *
 * A route takes every path below its prefix. A channel is a WebSocket at one path, with the same gate before it (and an
 * Origin is a must there): its handlers get whole text messages of a client, and answer by net_send.
 */
#ifndef MESTRE_NET_H
#define MESTRE_NET_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NET_HEADER_BYTES = 16 * 1024,
    NET_ROUTES = 16,
    NET_MESSAGE_BYTES = 64 * 1024,       /* of a client's message; a longer one closes its connection */
    NET_BACKLOG_BYTES = 8 * 1024 * 1024, /* waiting to be sent to one client; more closes its connection, it resumes later */
    NET_BACKLOG_ALL = 256 * 1024 * 1024, /* waiting for all clients: then those who let more than their share wait are closed */
    NET_BACKLOG_SHARE = 256 * 1024,
};

struct net;

struct net_options {
    const char        *host;             /* address to listen on, for instance "127.0.0.1" */
    int                port;             /* 0: any free one */
    const char *const *names;            /* the names this server answers to, NULL-terminated; must outlive it */
    unsigned           connections;      /* how many clients at once; more wait to be accepted */
    /* For a server behind a proxy, where the browser sees another port, and https: an Origin must then equal the Host. */
    bool               any_name;         /* every Host is ours */
    bool               any_port;         /* every port with one of the names is ours */
    size_t             backlog;          /* instead of NET_BACKLOG_ALL; 0: that */
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

/*
 * Text on its way to clients, counted, so that one text can go to many. net_text_make copies; every net_send holds the text
 * itself until it is sent; net_text_release gives up the caller's own hold (NULL is allowed).
 */
struct net_text *net_text_make(const char *text, size_t length);
void net_text_release(struct net_text *text);

/* One WebSocket connection. It lives from opened() until closed() has returned. */
struct net_client;

struct net_channel {
    /* May this request become a connection? False is answered with 403. */
    bool (*admit)(void *context, const struct net_request *request);
    void (*opened)(void *context, struct net_client *client);
    /* A whole text message (valid UTF-8), not terminated. A binary one closes the connection with 1003, bad UTF-8 with 1007, a long one with 1009. */
    void (*message)(void *context, struct net_client *client, const char *text, size_t length);
    void (*closed)(void *context, struct net_client *client);
};

/* The channel at `path`, which the subprotocol `name` must ask for. `channel` must outlive the net. At most one channel. */
void net_channel(struct net *net, const char *path, const char *name, const struct net_channel *channel, void *context);

/* Whatever the channel's owner wants to keep with a client; NULL at first. */
void *net_client_data(const struct net_client *client);
void net_client_keep(struct net_client *client, void *data);

/* Queue a text for a client. In order; nothing is sent before the handler returns. Ignored for a client that is being closed. */
void net_send(struct net_client *client, struct net_text *text);

/*
 * Close the connection after what is queued has been sent; closed() follows, later, in a few seconds at most. Until then its
 * messages are no longer told. The code is a WebSocket status such as 1008.
 */
void net_drop(struct net_client *client, int code);

/* Run task(context) soon on the network thread. From any thread, in the order of the calls. Every task runs once: the last in net_close. */
void net_post(struct net *net, void (*task)(void *context), void *context);

/* Run task(context) on the network thread every so many milliseconds. At most one. */
void net_every(struct net *net, int milliseconds, void (*task)(void *context), void *context);

/* Serve until net_stop. True when it ended because it was asked to. */
bool net_run(struct net *net);

/* Make net_run return soon. Safe in a signal handler and from any thread. */
void net_stop(struct net *net);

/* Run the tasks that were posted, drop every client (closed() is called) and free everything. NULL is allowed. */
void net_close(struct net *net);

/* A plain-text answer from constant text. */
void net_say(struct net_reply *reply, int status, const char *text);

#endif
