/*
 * net_lws.h: what the files behind net.h share with each other. Nobody else includes it.
 *
 *   net_lws.c          the life of the network: listening, the loop, tasks from other threads
 *   net_lws_pages.c    requests and their answers, and the gate before everything
 *   net_lws_channel.c  the WebSocket
 */
#ifndef MESTRE_NET_LWS_H
#define MESTRE_NET_LWS_H

#include "log.h"
#include "net.h"

#include <libwebsockets.h>
#include <pthread.h>
#include <stdatomic.h>

enum { NET_SLICE = 16 * 1024, NET_FRAGMENT = 64 * 1024, NET_REPLY_HEADER = 2048, NET_CHANNEL_NAME = 32 };

struct net_route_entry {
    const char  *prefix;
    net_handler *handler;
    void        *context;
};

struct net_task {
    void           (*task)(void *context);
    void            *context;
    struct net_task *next;
};

struct net {
    struct lws_context       *context;
    const char *const        *names;
    bool                      any_name, any_port;
    int                       port;
    atomic_bool               stopping;                        /* also set in a signal handler */
    struct net_route_entry    routes[NET_ROUTES];
    size_t                    route_count;
    struct lws_protocols      protocols[3];
    struct log_brake          refusals;

    const struct net_channel *channel;
    void                     *channel_context;
    const char               *channel_path;
    char                      channel_name[NET_CHANNEL_NAME];  /* the library holds this address from the beginning on */
    const struct lws         *admitted;                        /* has passed the gate and will ask for the channel next */
    bool                      at_work;                         /* net_flush follows before the loop waits again */
    struct net_client        *unsent;                          /* clients that net_flush will look at */
    size_t                    backlog, backlog_limit;          /* bytes that wait for all clients */

    pthread_mutex_t           lock;                            /* over the tasks */
    struct net_task          *first_task, **last_task;

    lws_sorted_usec_list_t    timer;
    lws_usec_t                every;
    void                    (*timer_task)(void *context);
    void                     *timer_context;

    char                      text[2 * NET_HEADER_BYTES];      /* the fields of the request being answered */
    size_t                    text_used;
    unsigned char             header[LWS_PRE + NET_REPLY_HEADER];
    unsigned char             slice[LWS_PRE + NET_FRAGMENT];
};

/* What is left to send on one connection that asked for a page. */
struct net_sending {
    const unsigned char *body;
    size_t               length;
    size_t               sent;
    void               (*release)(void *body);
    void                *owned;
};

/* The field as text that lives until the next request is read, or NULL when it was not sent. */
const char *net_field(struct net *net, struct lws *wsi, enum lws_token_indexes token);

/* The checks that every request passes before a handler sees it. NULL, or why it is refused, and the reply says so. */
const char *net_gate(struct net *net, struct lws *wsi, struct net_reply *reply);

/* Everything but the path is read from the connection; fresh text of net_field. */
struct net_request net_request_read(struct net *net, struct lws *wsi, const char *path);

/* A line in the log, braked, without the query, which may hold a token. */
void net_log_refusal(struct net *net, int status, const char *path, const char *why);

/* The whole of a short answer at once, for a connection that is closed behind it. */
void net_refuse(struct net *net, struct lws *wsi, const struct net_reply *reply);

/* What the library calls. */
int net_page_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
int net_channel_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* A request to become a WebSocket: 0 when it may, -1 when it was refused. */
int net_channel_upgrade(struct net *net, struct lws *wsi);

/* Send to every client what has been queued for it, as far as its socket takes it. Outside of the library's callbacks only. */
void net_flush(struct net *net);

/* The size of what a channel's connection keeps. */
size_t net_client_size(void);

/* Run what other threads have posted. */
void net_run_tasks(struct net *net);

#endif
