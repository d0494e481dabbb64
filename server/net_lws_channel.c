/*
 * net_lws_channel.c: the WebSocket.
 *
 * What is to be sent waits in a queue of the client's. The library's way is to ask for a callback when the socket can take more,
 * and to write once in it; but with a thousand clients each turn of its loop costs more than a write. So what was queued while
 * messages and tasks were worked on is written right behind them, as far as the sockets take it, and only the rest waits for
 * the callback.
 *
 * A message comes in pieces; only one that did not come whole at once gets memory of its own, and only until it is whole.
 */
#include "net_lws.h"

#include "http.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    MESSAGE_SECONDS = 20,        /* for a message to become whole */
    PARTING_SECONDS = 10,        /* for a client that is dropped to take what it was sent */
    FLUSH_FRAGMENTS = 4,         /* to one client at a time, so that a greedy one does not hold up the others */
};

struct net_text {
    atomic_uint holds;
    size_t      length;
    char        bytes[];
};

/* A text in a client's queue. */
struct waiting {
    struct net_text *text;
    struct waiting  *next;
};

struct net_client {
    struct net     *net;         /* NULL until it is open */
    struct lws     *wsi;
    void           *data;
    struct waiting *first, **last;
    size_t          sent;        /* of the first */
    size_t          backlog;     /* bytes of all that wait */
    char           *part;        /* a message that is not whole yet */
    size_t          part_length, part_capacity;
    int             code;        /* with which it is being closed; 0 while it is not */
    bool            said;        /* it has been sent that code */
    bool            unsent;      /* it is in the net's list */
    struct net_client *next_unsent;
};

struct net_text *net_text_make(const char *text, size_t length)
{
    struct net_text *made = malloc(sizeof *made + length);
    if (!made) abort();
    atomic_init(&made->holds, 1);
    made->length = length;
    if (length > 0) memcpy(made->bytes, text, length);
    return made;
}

void net_text_release(struct net_text *text)
{
    if (text && atomic_fetch_sub(&text->holds, 1) == 1) free(text);
}

size_t net_client_size(void)
{
    return sizeof(struct net_client);
}

void *net_client_data(const struct net_client *client)
{
    return client->data;
}

void net_client_keep(struct net_client *client, void *data)
{
    client->data = data;
}

static void forget_first(struct net_client *client)
{
    struct waiting *first = client->first;

    client->backlog -= first->text->length;
    client->net->backlog -= first->text->length;
    client->first = first->next;
    if (!client->first) client->last = &client->first;
    client->sent = 0;
    net_text_release(first->text);
    free(first);
}

static void forget_part(struct net_client *client)
{
    free(client->part);
    client->part = NULL;
    client->part_length = client->part_capacity = 0;
}

/* What is queued is to be sent: soon, when net_flush follows anyway; else when the library calls. */
static void want_room(struct net_client *client)
{
    struct net *net = client->net;

    if (!net->at_work) {
        lws_callback_on_writable(client->wsi);
    } else if (!client->unsent) {
        client->unsent = true;
        client->next_unsent = net->unsent;
        net->unsent = client;
    }
}

static void leave_unsent(struct net_client *client)
{
    struct net_client **at = &client->net->unsent;

    if (!client->unsent) return;
    while (*at != client) at = &(*at)->next_unsent;
    *at = client->next_unsent;
    client->unsent = false;
}

static void log_closing(struct net *net, int code, const char *why)
{
    uint32_t dropped = 0;
    if (!log_allowed(&net->refusals, log_clock(), &dropped)) return;
    struct log_line line = log_begin(LEVEL_WARNING, "client_closed");
    log_number(&line, "code", code);
    log_text(&line, "why", why);
    if (dropped) log_number(&line, "dropped", dropped);
    log_end(&line);
}

/* A client that does not take what it is sent is cut off, without a word: it would not take that either. */
static void cut_off(struct net_client *client)
{
    while (client->first) forget_first(client);
    client->code = LWS_CLOSE_STATUS_POLICY_VIOLATION;
    log_closing(client->net, client->code, "slow");
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* One client alone, or with all the others. A text by itself is never too long. */
static bool waits_too_long(const struct net_client *client)
{
    if (!client->first->next) return false;
    return client->backlog > NET_BACKLOG_BYTES || (client->net->backlog > client->net->backlog_limit && client->backlog > NET_BACKLOG_SHARE);
}

void net_send(struct net_client *client, struct net_text *text)
{
    if (client->code) return;
    struct waiting *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();
    atomic_fetch_add(&text->holds, 1);
    *fresh = (struct waiting){ text, NULL };
    *client->last = fresh;
    client->last = &fresh->next;
    client->backlog += text->length;
    client->net->backlog += text->length;
    if (waits_too_long(client)) cut_off(client);
    else want_room(client);
}

void net_drop(struct net_client *client, int code)
{
    if (client->code) return;
    client->code = code;
    forget_part(client);
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, PARTING_SECONDS);
    want_room(client);
}

void net_channel(struct net *net, const char *path, const char *name, const struct net_channel *channel, void *context)
{
    if (net->channel || strlen(name) >= sizeof net->channel_name) abort();
    net->channel = channel;
    net->channel_context = context;
    net->channel_path = path;
    strcpy(net->channel_name, name);
}

/* NULL, or why this request may not become a WebSocket. */
static const char *upgrade_refused(struct net *net, struct lws *wsi, const char *path, struct net_reply *reply)
{
    const char *why = net_gate(net, wsi, reply);
    if (why) return why;
    if (!net->channel || strcmp(path, net->channel_path) != 0) return "path";
    if (!net_field(net, wsi, WSI_TOKEN_ORIGIN)) {
        net_say(reply, 403, "This server does not answer to pages from nowhere.\n");
        return "origin";
    }
    const char *version = net_field(net, wsi, WSI_TOKEN_VERSION);
    if (!version || strcmp(version, "13") != 0 || lws_hdr_total_length(wsi, WSI_TOKEN_KEY) <= 0) {
        net_say(reply, 400, "This is no WebSocket of version 13.\n");
        return "version";
    }
    if (!http_word_listed(net_field(net, wsi, WSI_TOKEN_PROTOCOL), net->channel_name)) {
        net_say(reply, 400, "This server does not speak that protocol; perhaps the page is of another version.\n");
        return "protocol";
    }
    struct net_request request = net_request_read(net, wsi, path);
    if (!net->channel->admit(net->channel_context, &request)) {
        net_say(reply, 403, "This table is private.\n");
        return "admission";
    }
    return NULL;
}

/*
 * The library asks this for any Upgrade. When it does not know the kind itself it has answered already and has no fields any
 * more: then, and for HTTP/2, the connection is closed. Nothing but fields may be read here: what the library hands to
 * this callback may be freed memory (CVE-2025-11677).
 */
int net_channel_upgrade(struct net *net, struct lws *wsi)
{
    struct net_reply reply = { .status = 404 };

    net->admitted = NULL;
    net->text_used = 0;
    const char *kind = net_field(net, wsi, WSI_TOKEN_UPGRADE);
    if (!kind || strcasecmp(kind, "websocket") != 0) return -1;
    const char *path = net_field(net, wsi, WSI_TOKEN_GET_URI);
    if (!path) path = "?";
    net_say(&reply, 404, "There is nothing here.\n");
    const char *why = upgrade_refused(net, wsi, path, &reply);
    if (!why) {
        net->admitted = wsi;
        return 0;
    }
    net_log_refusal(net, reply.status, path, why);
    net_refuse(net, wsi, &reply);
    return -1;
}

/* It wants no more of us; the library answers its close. */
static void on_parting(struct net_client *client)
{
    if (!client->code) client->code = LWS_CLOSE_STATUS_NORMAL;
    while (client->first) forget_first(client);
    leave_unsent(client);
}

static void on_closed(struct net_client *client)
{
    if (!client || !client->net) return;
    struct net *net = client->net;
    if (!client->code) client->code = LWS_CLOSE_STATUS_NORMAL;          /* nothing can be sent any more */
    net->channel->closed(net->channel_context, client);
    while (client->first) forget_first(client);
    forget_part(client);
    leave_unsent(client);
    client->net = NULL;
}

/*
 * libwebsockets sends the close with this code when the callback answers -1, and waits for the other's. A second -1 would cut the
 * connection instead, and with it what the other has not read yet.
 */
static int close_with(struct net_client *client, int code)
{
    if (client->said) return 0;
    client->said = true;
    client->code = code;
    forget_part(client);
    while (client->first) forget_first(client);
    lws_close_reason(client->wsi, (enum lws_close_status)code, NULL, 0);
    return -1;
}

static int close_for(struct net_client *client, int code, const char *why)
{
    log_closing(client->net, code, why);
    return close_with(client, code);
}

static bool keep_part(struct net_client *client, const char *bytes, size_t length)
{
    size_t needed = client->part_length + length, capacity = client->part_capacity ? client->part_capacity : 4096;

    while (capacity < needed) capacity *= 2;
    if (capacity > client->part_capacity) {
        char *grown = realloc(client->part, capacity);
        if (!grown) return false;
        client->part = grown;
        client->part_capacity = capacity;
    }
    if (length > 0) memcpy(client->part + client->part_length, bytes, length);
    client->part_length = needed;
    return true;
}

static int tell(struct net_client *client, const char *text, size_t length)
{
    if (!http_utf8(text, length)) return close_for(client, LWS_CLOSE_STATUS_INVALID_PAYLOAD, "utf8");
    client->net->channel->message(client->net->channel_context, client, text, length);
    return 0;
}

/* A message that is begun must come to its end, or its memory would be held for ever. */
static int on_piece(struct net_client *client, const char *bytes, size_t length)
{
    bool last = lws_is_final_fragment(client->wsi);
    size_t left = NET_MESSAGE_BYTES - client->part_length;

    if (client->code) return 0;
    if (lws_frame_is_binary(client->wsi)) return close_for(client, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "binary");
    if (length > left || lws_remaining_packet_payload(client->wsi) > left - length)
        return close_for(client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "long");
    if (last && !client->part) return tell(client, length ? bytes : "", length);
    if (!client->part) lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, MESSAGE_SECONDS);
    if (!keep_part(client, bytes, length)) return close_for(client, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION, "memory");
    if (!last) return 0;

    char *whole = client->part;
    size_t size = client->part_length;
    client->part = NULL;
    forget_part(client);
    lws_set_timeout(client->wsi, NO_PENDING_TIMEOUT, 0);
    int result = tell(client, whole, size);
    free(whole);
    return result;
}

/* One fragment of the first text. False when the connection is broken. */
static bool write_fragment(struct net_client *client)
{
    const struct net_text *text = client->first->text;
    unsigned char *slice = client->net->slice + LWS_PRE;
    size_t left = text->length - client->sent, size = left < NET_FRAGMENT ? left : NET_FRAGMENT;
    int kind = lws_write_ws_flags(LWS_WRITE_TEXT, client->sent == 0, size == left);

    memcpy(slice, text->bytes + client->sent, size);
    if (lws_write(client->wsi, slice, size, (enum lws_write_protocol)kind) < (int)size) return false;
    client->sent += size;
    if (size == left) forget_first(client);
    return true;
}

static int on_room(struct net_client *client)
{
    if (!client->first) return client->code ? close_with(client, client->code) : 0;
    if (!write_fragment(client)) return -1;
    if (client->first || client->code) lws_callback_on_writable(client->wsi);
    return 0;
}

void net_flush(struct net *net)
{
    while (net->unsent) {
        struct net_client *client = net->unsent;
        bool good = true;

        leave_unsent(client);
        for (int i = 0; good && client->first && i < FLUSH_FRAGMENTS && !lws_send_pipe_choked(client->wsi); i++)
            good = write_fragment(client);
        if (!good) lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        else if (client->first || client->code) lws_callback_on_writable(client->wsi);
    }
}

/*
 * The owner is at work, and net_flush follows. Not so when a connection is closed: that may come just before the loop waits.
 */
static int at_work(struct net *net, struct net_client *client, enum lws_callback_reasons reason, const char *bytes, size_t length)
{
    int result = 0;

    net->at_work = true;
    if (reason == LWS_CALLBACK_ESTABLISHED) net->channel->opened(net->channel_context, client);
    else result = on_piece(client, bytes, length);
    net->at_work = false;
    return result;
}

int net_channel_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct net *net = lws_context_user(lws_get_context(wsi));
    struct net_client *client = user;

    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return net->admitted == wsi ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        net->admitted = NULL;
        *client = (struct net_client){ .net = net, .wsi = wsi, .last = &client->first };
        return at_work(net, client, reason, NULL, 0);
    case LWS_CALLBACK_RECEIVE:
        return at_work(net, client, reason, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_room(client);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        on_parting(client);
        return 0;
    case LWS_CALLBACK_CLOSED:
        on_closed(client);
        return 0;
    default:
        return 0;
    }
}
