/*
 * net_lws_pages.c: requests, the gate before them, and their answers.
 *
 * The library calls back for every step of a connection. A request is answered in two steps: the header fields at
 * once, then the body in slices, one for each time the socket can take more, because the library allows one write
 * a callback. What is still to be sent is kept in the connection's own small struct.
 */
#include "net_lws.h"

#include "http.h"

#include <string.h>

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

void net_log_refusal(struct net *net, int status, const char *path, const char *why)
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

static void forget_body(struct net_sending *sending)
{
    if (sending->release) sending->release(sending->owned);
    memset(sending, 0, sizeof *sending);
}

const char *net_field(struct net *net, struct lws *wsi, enum lws_token_indexes token)
{
    int length = lws_hdr_total_length(wsi, token);
    size_t room = sizeof net->text - net->text_used;
    if (length <= 0 || (size_t)length + 2 > room) return NULL;
    char *text = net->text + net->text_used;
    if (lws_hdr_copy(wsi, text, (int)room, token) < 0) return NULL;
    net->text_used += strlen(text) + 1;
    return text;
}

static const struct net_route_entry *route_of(const struct net *net, const char *path)
{
    const struct net_route_entry *best = NULL;
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

static bool host_is_ours(const struct net *net, const char *host)
{
    if (net->any_name) return host != NULL;
    return net->any_port ? http_host_named(host, net->names) : http_host_allowed(host, net->names, net->port);
}

static bool origin_is_ours(const struct net *net, const char *origin, const char *host)
{
    if (net->any_name || net->any_port) return http_origin_is_host(origin, host);
    return http_origin_allowed(origin, net->names, net->port);
}

const char *net_gate(struct net *net, struct lws *wsi, struct net_reply *reply)
{
    const char *host = net_field(net, wsi, WSI_TOKEN_HOST);

    if (!host_is_ours(net, host)) {
        net_say(reply, 421, "This server does not answer to that name.\n");
        return "host";
    }
    if (!origin_is_ours(net, net_field(net, wsi, WSI_TOKEN_ORIGIN), host)) {
        net_say(reply, 403, "This server does not answer to pages from elsewhere.\n");
        return "origin";
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) <= 0 && lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) <= 0) {
        net_say(reply, 405, "Only GET and HEAD are understood here.\n");
        return "method";
    }
    return NULL;
}

struct net_request net_request_read(struct net *net, struct lws *wsi, const char *path)
{
    return (struct net_request){
        .path = path,
        .query = net_field(net, wsi, WSI_TOKEN_HTTP_URI_ARGS),
        .cookie = net_field(net, wsi, WSI_TOKEN_HTTP_COOKIE),
        .accept_encoding = net_field(net, wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING),
        .if_none_match = net_field(net, wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH),
        .head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0,
    };
}

static void answer(struct net *net, struct lws *wsi, const char *path, struct net_reply *reply)
{
    const char *why = net_gate(net, wsi, reply);
    const struct net_route_entry *route = route_of(net, path);
    struct net_request request = net_request_read(net, wsi, path);

    if (!why && route) route->handler(route->context, &request, reply);
    if (why || reply->status >= 400) net_log_refusal(net, reply->status, path, why ? why : "handler");
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

void net_refuse(struct net *net, struct lws *wsi, const struct net_reply *reply)
{
    size_t length = reply->length < NET_SLICE ? reply->length : NET_SLICE;

    if (!send_head(net, wsi, reply) || length == 0) return;
    memcpy(net->slice + LWS_PRE, reply->body, length);
    lws_write(wsi, net->slice + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
}

/* libwebsockets wants -1 to close the connection and 0 to keep it. */
static int finish(struct lws *wsi, bool keep)
{
    return lws_http_transaction_completed(wsi) || !keep ? -1 : 0;
}

static int on_request(struct net *net, struct lws *wsi, struct net_sending *sending, const char *path)
{
    struct net_reply reply = { .status = 404 };
    bool head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;

    forget_body(sending);
    net->text_used = 0;
    net_say(&reply, 404, "There is nothing here.\n");
    answer(net, wsi, path, &reply);
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

static int on_writable(struct net *net, struct lws *wsi, struct net_sending *sending)
{
    if (!sending->body) return 0;
    size_t left = sending->length - sending->sent, size = left < NET_SLICE ? left : NET_SLICE;
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

int net_page_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
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
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return net_channel_upgrade(net, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        net_run_tasks(net);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:        /* an upgrade that names no channel would land here */
    case LWS_CALLBACK_HTTP_BODY:
        return -1;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

