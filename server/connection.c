/* connection.c: see connection.h. */
#include "connection.h"

#include "clock.h"
#include "hosting.h"
#include "log.h"
#include "room.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum { BURST = 100, A_SECOND = 20, MALFORMED_MAX = 10 };

static const char *const kind_name[REQUEST_KINDS] = {
    [ASK_CREATE] = "create", [ASK_OPEN] = "open", [ASK_SEED] = "seed", [ASK_DECIDE] = "decide", [ASK_UNDO] = "undo", [ASK_DICE] = "dice",
    [ASK_CHAT] = "chat", [ASK_JOURNAL] = "journal", [ASK_STAND_IN] = "stand_in", [ASK_TAKE_OVER] = "take_over",
    [ASK_TAKE_BACK] = "take_back", [ASK_CLOSE] = "close", [ASK_LIST] = "list", [ASK_DELETE] = "delete",
};

void connection_hold(struct connection *connection)
{
    connection->holds++;
}

void connection_release(struct connection *connection)
{
    if (--connection->holds == 0) free(connection);
}

struct asker asker_of(const struct request *request)
{
    connection_hold(request->connection);
    return (struct asker){ request->connection, request->id, request->channel ? request->channel->number : 0,
                           request->channel ? request->channel->viewer : NO_SEAT };
}

void asker_release(struct asker *asker)
{
    if (asker->connection) connection_release(asker->connection);
    asker->connection = NULL;
}

static void send(struct connection *connection, const char *text, size_t length)
{
    struct net_text *made;

    if (!connection->client) return;
    made = net_text_make(text, length);
    if (made) net_send(connection->client, made);
    else net_drop(connection->client, 1011);
    net_text_release(made);
}

void connection_answer(struct connection *connection, int64_t id, const char *kind, const char *text, size_t length)
{
    char  *whole = malloc(length + 64);
    struct out out = out_over(whole, length + 64);

    if (!whole) {
        if (connection->client) net_drop(connection->client, 1011);     /* an answer that never comes would be waited for */
        return;
    }
    if (id) out_format(&out, "{\"id\":%lld,\"%s\":", (long long)id, kind);
    else out_format(&out, "{\"%s\":", kind);
    out_bytes(&out, text, length);
    send(connection, out.text, out.used);
    free(whole);
}

void connection_log_refusal(struct connection *connection, const char *code)
{
    uint32_t dropped = 0;

    if (!log_allowed(&connection->hosting->refusals, log_clock(), &dropped)) return;
    struct log_line line = log_begin(LEVEL_WARNING, "request_refused");
    log_text(&line, "code", code);
    if (dropped) log_number(&line, "dropped", dropped);
    log_end(&line);
}

void connection_error(struct connection *connection, int64_t id, const char *code, const char *text)
{
    char               error[1024];
    struct out         out = out_over(error, sizeof error);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    json_key(&writer, "code");
    json_write_string(&writer, code);
    json_key(&writer, "text");
    json_write_string(&writer, text);
    out_text(&out, "}}");
    connection_log_refusal(connection, code);
    connection_answer(connection, id, "error", out.text, out.used);
}

void connection_done(struct connection *connection, int64_t id, int32_t channel)
{
    char       text[64];
    struct out out = out_over(text, sizeof text);

    if (channel) out_format(&out, "{\"channel\":%d}}", channel);
    else out_text(&out, "{}}");
    connection_answer(connection, id, "done", out.text, out.used);
}

void asker_error(const struct asker *asker, const char *code, const char *text)
{
    if (asker->connection) connection_error(asker->connection, asker->id, code, text);
}

void asker_done(const struct asker *asker)
{
    if (asker->connection) connection_done(asker->connection, asker->id, asker->channel);
}

/* Whoever sends nonsense again and again is no page of ours. */
void connection_malformed(struct connection *connection, int64_t id, const char *text)
{
    connection_error(connection, id, "malformed", text);
    if (++connection->malformed == MALFORMED_MAX && connection->client) net_drop(connection->client, 1008);
}

bool connection_join(struct connection *connection, struct channel *channel)
{
    for (int i = 0; i < CHANNELS; i++)
        if (!connection->channel[i]) {
            connection->channel[i] = channel;
            connection->channels++;
            channel->number = ++connection->last_channel;
            return true;
        }
    return false;
}

void connection_leave(struct connection *connection, struct channel *channel)
{
    for (int i = 0; i < CHANNELS; i++)
        if (connection->channel[i] == channel) {
            connection->channel[i] = NULL;
            connection->channels--;
        }
}

static struct channel *channel_numbered(const struct connection *connection, int64_t number)
{
    for (int i = 0; i < CHANNELS; i++)
        if (connection->channel[i] && connection->channel[i]->number == number) return connection->channel[i];
    return NULL;
}

/* The request in a message: the one member besides "id". */
static bool read_request(const struct json_document *document, struct request *request, struct fault *fault)
{
    if (document->root->type != JSON_OBJECT) return fault_say(fault, "message", 0, "a message must be an object");
    if (!json_integer(document, document->root, "id", 1, INT32_MAX, &request->id, fault)) return false;
    for (const struct json *node = document->root->as.child; node; node = node->next) {
        if (!strcmp(node->key, "id")) continue;
        for (int i = 0; i < REQUEST_KINDS; i++)
            if (!strcmp(node->key, kind_name[i]) && !request->body) {
                request->kind = (enum request_kind)i;
                request->body = node;
            }
        if (request->body != node) return fault_say(fault, "message", 0, "\"%s\" is no request", node->key);
    }
    if (!request->body) return fault_say(fault, "message", 0, "there is no request in the message");
    if (request->body->type == JSON_OBJECT) return true;
    return fault_say(fault, "message", 0, "\"%s\" must be an object", request->body->key);
}

/* Which members a request may have: a misspelt one is an error, not a silence. */
static bool has_known_members(const struct request *request, struct fault *fault)
{
    static const char *const members[REQUEST_KINDS][8] = {
        [ASK_CREATE] = { "ruleset", "scenario", "armies", "options", "players", "dice", "mode" }, [ASK_OPEN] = { "link", "game", "seat", "from" },
        [ASK_SEED] = { "channel", "text" }, [ASK_DECIDE] = { "channel", "n", "decisions" }, [ASK_UNDO] = { "channel", "n" },
        [ASK_DICE] = { "channel", "faces" }, [ASK_CHAT] = { "channel", "text" }, [ASK_JOURNAL] = { "channel" }, [ASK_CLOSE] = { "channel" },
        [ASK_STAND_IN] = { "channel", "player" }, [ASK_TAKE_OVER] = { "channel", "seat" }, [ASK_TAKE_BACK] = { "channel" },
        [ASK_LIST] = { NULL }, [ASK_DELETE] = { "game" },
    };

    return json_keys(request->document, request->body, members[request->kind], fault);
}

static bool names_channel(enum request_kind kind)
{
    return kind >= ASK_SEED && kind <= ASK_CLOSE;
}

static bool find_channel(struct request *request, struct fault *fault)
{
    int64_t number = 0;

    if (!names_channel(request->kind)) return true;
    if (!json_integer(request->document, request->body, "channel", 1, INT32_MAX, &number, fault)) return false;
    request->channel = channel_numbered(request->connection, number);
    return request->channel || fault_say(fault, "message", 0, "channel %lld is not open", (long long)number);
}

static void close_channel(const struct request *request)
{
    struct channel *channel = request->channel;
    int32_t         number = channel->number;

    connection_leave(request->connection, channel);
    room_close_channel(channel);
    connection_done(request->connection, request->id, number);
}

static void perform(const struct request *request)
{
    struct hosting *hosting = request->connection->hosting;

    switch (request->kind) {
    case ASK_CREATE: tables_create(hosting, request); break;
    case ASK_OPEN: tables_find(hosting, request); break;
    case ASK_LIST: tables_list(hosting, request); break;
    case ASK_DELETE: tables_delete(hosting, request); break;
    case ASK_CLOSE: close_channel(request); break;
    default: room_request(request->channel->room, request);
    }
}

static bool read_message(struct connection *connection, const char *text, size_t length, struct json_document *document,
                         struct request *request, struct fault *fault)
{
    struct arena *arena = &connection->hosting->parse;

    *request = (struct request){ .connection = connection, .document = document, .text = text, .length = length };
    arena->used = 0;
    return json_parse(document, "message", text, length, arena, fault) && read_request(document, request, fault) &&
           has_known_members(request, fault) && find_channel(request, fault);
}

void connection_repeat(struct connection *connection, const char *text, size_t length)
{
    struct json_document document;
    struct request       request;
    struct fault         fault = { .set = false };

    if (read_message(connection, text, length, &document, &request, &fault)) perform(&request);
    else connection_error(connection, request.id, "malformed", fault.text);
}

void connection_refuse(struct connection *connection, const char *text, size_t length, const char *code, const char *why)
{
    struct json_document document;
    struct request       request;
    struct fault         fault = { .set = false };

    read_message(connection, text, length, &document, &request, &fault);
    connection_error(connection, request.id, code, why);
}

/* A request costs a thousand, also one that comes too soon; they come back with time. Whoever never waits is closed. */
static bool may_ask(struct connection *connection)
{
    int64_t now = clock_steady();

    connection->tokens += (now - connection->refilled) * A_SECOND;
    connection->refilled = now;
    if (connection->tokens > BURST * 1000) connection->tokens = BURST * 1000;
    connection->tokens -= 1000;
    if (connection->tokens < -BURST * 1000 && connection->client) net_drop(connection->client, 1008);
    return connection->tokens >= 0;
}

static void on_message(void *context, struct net_client *client, const char *text, size_t length)
{
    struct connection   *connection = net_client_data(client);
    struct hosting      *hosting = context;
    struct json_document document;
    struct request       request;
    struct fault         fault = { .set = false };
    bool                 good;

    if (!connection || connection->malformed >= MALFORMED_MAX || connection->tokens < -BURST * 1000) return;
    good = read_message(connection, text, length, &document, &request, &fault);
    if (!may_ask(connection)) connection_error(connection, request.id, "too_many", "too many requests in a short time");
    else if (good) perform(&request);
    else connection_malformed(connection, request.id, fault.text);
    rooms_sweep(&hosting->rooms);
}

static bool on_admit(void *context, const struct net_request *request)
{
    const struct hosting *hosting = context;

    return !hosting->admit || hosting->admit(hosting->admit_context, request);
}

static void on_opened(void *context, struct net_client *client)
{
    struct hosting    *hosting = context;
    struct connection *connection = calloc(1, sizeof *connection);
    char               text[128];
    struct out         out = out_over(text, sizeof text);

    if (!connection) {
        net_drop(client, 1011);
        return;
    }
    *connection = (struct connection){ .hosting = hosting, .client = client, .holds = 1, .tokens = BURST * 1000, .refilled = clock_steady() };
    net_client_keep(client, connection);
    out_format(&out, "{\"welcome\":{\"protocol\":1,\"version\":\"%s\",\"host\":\"%s\"}}", MESTRE_VERSION,
               hosting->is_private ? "play" : "serve");
    send(connection, out.text, out.used);
}

static void on_closed(void *context, struct net_client *client)
{
    struct connection *connection = net_client_data(client);
    struct hosting    *hosting = context;

    if (!connection) return;
    connection->client = NULL;
    for (int i = 0; i < CHANNELS; i++) {
        struct channel *channel = connection->channel[i];
        struct room    *room;
        if (!channel) continue;
        room = channel->room;
        connection->channel[i] = NULL;
        room_forget_connection(room, connection);
        room_close_channel(channel);
    }
    connection_release(connection);
    rooms_sweep(&hosting->rooms);
}

const struct net_channel connection_handlers = { on_admit, on_opened, on_message, on_closed };
