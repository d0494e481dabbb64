/*
 * net_lws.c: net.h over libwebsockets.
 *
 * The library calls back for every step of a connection. A request is answered in two steps: the header fields at
 * once, then the body in slices, one for each time the socket can take more, because the library allows one write
 * a callback. What is still to be sent is kept in the connection's own small struct.
 */
#include "net.h"

#include "http.h"
#include "log.h"

#include <errno.h>
#include <libwebsockets.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { SLICE = 16 * 1024, HEADER_ROOM = 2048, IDLE_SECONDS = 10 };

struct route {
    const char  *prefix;
    net_handler *handler;
    void        *context;
};

struct net {
    struct lws_context         *context;
    const char *const          *names;
    int                         port;
    volatile sig_atomic_t       stopping;
    struct route                routes[NET_ROUTES];
    size_t                      route_count;
    struct lws_protocols        protocols[2];
    struct log_brake            refusals;
    char                        text[2 * NET_HEADER_BYTES];          /* the fields of the request being answered */
    size_t                      text_used;
    unsigned char               header[LWS_PRE + HEADER_ROOM];
    unsigned char               slice[LWS_PRE + SLICE];
};

/* What is left to send on one connection. */
struct sending {
    const unsigned char *body;
    size_t               length;
    size_t               sent;
    void               (*release)(void *body);
    void                *owned;
};

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static struct log_brake library_brake = { .most = 10, .seconds = 10 };

/* The library reports every malformed request as an error: strangers must not be able to fill the disk with that. */
static void on_library_log(int level, const char *text)
{
    uint32_t dropped = 0;
    if (!log_allowed(&library_brake, log_clock(), &dropped)) return;
    struct log_line line = log_begin(level == LLL_ERR ? LEVEL_ERROR : LEVEL_WARNING, "network");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') length--;
    log_bytes(&line, "says", text, length);
    if (dropped) log_number(&line, "dropped", dropped);
    log_end(&line);
}

static void log_refusal(struct net *net, int status, const char *path, const char *why)
{
    uint32_t dropped = 0;
    if (!log_allowed(&net->refusals, log_clock(), &dropped)) return;
    struct log_line line = log_begin(LEVEL_WARNING, "refused");
    log_number(&line, "status", status);
    log_text(&line, "path", path);
    log_text(&line, "why", why);
    if (dropped) log_number(&line, "dropped", dropped);
    log_end(&line);
}

static void forget_body(struct sending *sending)
{
    if (sending->release) sending->release(sending->owned);
    memset(sending, 0, sizeof *sending);
}

/* The field as text that lives until the next request is read, or NULL when it was not sent. */
static const char *field(struct net *net, struct lws *wsi, enum lws_token_indexes token)
{
    int length = lws_hdr_total_length(wsi, token);
    size_t room = sizeof net->text - net->text_used;
    if (length <= 0 || (size_t)length + 2 > room) return NULL;
    char *text = net->text + net->text_used;
    if (lws_hdr_copy(wsi, text, (int)room, token) < 0) return NULL;
    net->text_used += strlen(text) + 1;
    return text;
}

static const struct route *route_of(const struct net *net, const char *path)
{
    const struct route *best = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < net->route_count; i++) {
        size_t length = strlen(net->routes[i].prefix);
        if (length < longest || strncmp(path, net->routes[i].prefix, length) != 0) continue;
        best = &net->routes[i];
        longest = length;
    }
    return best;
}

void net_say(struct net_reply *reply, int status, const char *text)
{
    reply->status = status;
    reply->type = "text/plain; charset=utf-8";
    reply->body = text;
    reply->length = strlen(text);
}

/* The checks that every request passes before a handler sees it. NULL, or why it is refused. */
static const char *gate(struct net *net, struct lws *wsi, struct net_reply *reply)
{
    if (!http_host_allowed(field(net, wsi, WSI_TOKEN_HOST), net->names, net->port)) {
        net_say(reply, 421, "This server does not answer to that name.\n");
        return "host";
    }
    if (!http_origin_allowed(field(net, wsi, WSI_TOKEN_ORIGIN), net->names, net->port)) {
        net_say(reply, 403, "This server does not answer to pages from elsewhere.\n");
        return "origin";
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0) {
        net_say(reply, 405, "Only GET and HEAD are understood here.\n");
        return "method";
    }
    return NULL;
}

static void answer(struct net *net, struct lws *wsi, const char *path, bool head, struct net_reply *reply)
{
    const char *why = gate(net, wsi, reply);
    const struct route *route = route_of(net, path);
    struct net_request request = {
        .path = path,
        .query = field(net, wsi, WSI_TOKEN_HTTP_URI_ARGS),
        .cookie = field(net, wsi, WSI_TOKEN_HTTP_COOKIE),
        .accept_encoding = field(net, wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING),
        .if_none_match = field(net, wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH),
        .head = head,
    };

    if (!why && route) route->handler(route->context, &request, reply);
    if (why || reply->status >= 400) log_refusal(net, reply->status, path, why ? why : "handler");
    if (reply->etag && reply->status == 200 && http_tag_listed(request.if_none_match, reply->etag)) reply->status = 304;
}

struct head {
    struct lws    *wsi;
    unsigned char *at, *end;
    bool           full;
};

static void add(struct head *head, const char *name, const char *value)
{
    if (lws_add_http_header_by_name(head->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                    (int)strlen(value), &head->at, head->end)) head->full = true;
}

/* 304 has no body and so no length; every other answer states its length, which keeps the connection usable. */
static bool send_head(struct net *net, struct lws *wsi, const struct net_reply *reply)
{
    unsigned char *start = net->header + LWS_PRE;
    struct head head = { wsi, start, net->header + sizeof net->header - 1, false };

    if (lws_add_http_header_status(wsi, (unsigned)reply->status, &head.at, head.end)) return false;
    if (reply->status != 304) {
        add(&head, "content-type:", reply->type ? reply->type : "text/plain; charset=utf-8");
        if (lws_add_http_header_content_length(wsi, reply->length, &head.at, head.end)) return false;
        if (reply->gzip) add(&head, "content-encoding:", "gzip");
    }
    if (reply->etag) {
        add(&head, "etag:", reply->etag);
        add(&head, "cache-control:", "private, no-cache");
        add(&head, "vary:", "accept-encoding");
    } else {
        add(&head, "cache-control:", "no-store");
    }
    if (reply->cookie[0]) add(&head, "set-cookie:", reply->cookie);
    if (reply->status == 405) add(&head, "allow:", "GET, HEAD");
    add(&head, "content-security-policy:", policy);
    add(&head, "x-content-type-options:", "nosniff");
    add(&head, "referrer-policy:", "no-referrer");
    add(&head, "cross-origin-resource-policy:", "same-origin");
    add(&head, "cross-origin-opener-policy:", "same-origin");
    return !head.full && !lws_finalize_write_http_header(wsi, start, &head.at, head.end);
}

/* libwebsockets wants -1 to close the connection and 0 to keep it. */
static int finish(struct lws *wsi, bool keep)
{
    return lws_http_transaction_completed(wsi) || !keep ? -1 : 0;
}

static int on_request(struct net *net, struct lws *wsi, struct sending *sending, const char *path)
{
    struct net_reply reply = { .status = 404 };
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;

    forget_body(sending);
    net->text_used = 0;
    net_say(&reply, 404, "There is nothing here.\n");
    answer(net, wsi, path, head, &reply);
    sending->body = reply.body;
    sending->length = reply.length;
    sending->release = reply.release;
    sending->owned = (void *)(uintptr_t)reply.body;      /* release() is the owner's; the network only reads */
    if (!send_head(net, wsi, &reply)) return -1;
    if (head || reply.status == 304 || reply.length == 0) {
        forget_body(sending);
        return finish(wsi, reply.status != 405);
    }
    lws_callback_on_writable(wsi);
    return 0;
}

static int on_writable(struct net *net, struct lws *wsi, struct sending *sending)
{
    if (!sending->body) return 0;
    size_t left = sending->length - sending->sent, size = left < SLICE ? left : SLICE;
    bool last = size == left;

    memcpy(net->slice + LWS_PRE, sending->body + sending->sent, size);
    sending->sent += size;
    if (lws_write(wsi, net->slice + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) != (int)size) return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    forget_body(sending);
    return finish(wsi, true);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct net *net = lws_context_user(lws_get_context(wsi));

    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return on_request(net, wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return on_writable(net, wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (user) forget_body(user);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:        /* an upgrade that names no channel would land here */
    case LWS_CALLBACK_HTTP_BODY:
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

static void fill_info(struct lws_context_creation_info *info, struct net *net, const struct net_options *options)
{
    memset(info, 0, sizeof *info);
    info->port = options->port;
    info->iface = options->host;
    info->protocols = net->protocols;
    info->user = net;
    info->server_string = "mestre";
    info->fd_limit_per_thread = options->connections + 16;          /* the library's own few descriptors */
    info->max_http_header_data2 = NET_HEADER_BYTES;
    info->timeout_secs = IDLE_SECONDS;
    info->keepalive_timeout = IDLE_SECONDS;
    info->options = LWS_SERVER_OPTION_DISABLE_IPV6;
}

static void log_closed_door(const struct net_options *options)
{
    struct log_line line = log_begin(LEVEL_WARNING, "cannot_listen");
    log_text(&line, "host", options->host);
    log_number(&line, "port", options->port);
    log_end(&line);
}

struct net *net_open(const struct net_options *options)
{
    struct lws_context_creation_info info;
    struct net *net = calloc(1, sizeof *net);

    if (!net) return NULL;
    net->names = options->names;
    net->refusals = (struct log_brake){ .most = 10, .seconds = 10 };
    net->protocols[0] = (struct lws_protocols){ .name = "http", .callback = on_event, .per_session_data_size = sizeof(struct sending) };
    fill_info(&info, net, options);
    lws_set_log_level(0, on_library_log);                           /* one line of ours says it better than three of its */
    net->context = lws_create_context(&info);
    lws_set_log_level(LLL_ERR | LLL_WARN, on_library_log);
    struct lws_vhost *vhost = net->context ? lws_get_vhost_by_name(net->context, "default") : NULL;
    net->port = vhost ? lws_get_vhost_listen_port(vhost) : 0;
    if (net->port > 0) return net;
    log_closed_door(options);
    net_close(net);
    return NULL;
}

int net_port(const struct net *net)
{
    return net->port;
}

void net_route(struct net *net, const char *prefix, net_handler *handler, void *context)
{
    if (net->route_count == NET_ROUTES) abort();
    net->routes[net->route_count++] = (struct route){ prefix, handler, context };
}

bool net_run(struct net *net)
{
    while (!net->stopping)
        if (lws_service(net->context, 0) < 0) break;
    return net->stopping;
}

void net_stop(struct net *net)
{
    int saved = errno;
    net->stopping = 1;
    lws_cancel_service(net->context);
    errno = saved;
}

void net_close(struct net *net)
{
    if (!net) return;
    if (net->context) lws_context_destroy(net->context);
    free(net);
}
