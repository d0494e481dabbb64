/*
 * connection.h: one page's connection: its requests read and judged, its channels, its answers. docs/table-protocol.md is
 * the specification.
 */
#ifndef MESTRE_CONNECTION_H
#define MESTRE_CONNECTION_H

#include "json.h"
#include "net.h"
#include "rule.h"

enum { CHANNELS = 16, ANSWER_BYTES = 16 * 1024 };

struct channel;
struct hosting;

struct connection {
    struct hosting    *hosting;
    struct net_client *client;           /* NULL once it is closed */
    int32_t            holds;            /* of those who will answer later, and of the client */
    int32_t            channels, opening;
    int32_t            readings;         /* histories and journals that are being read for it, also those of closed channels */
    int32_t            last_channel;
    struct channel    *channel[CHANNELS];
    int32_t            malformed;
    int64_t            tokens, refilled; /* thousandths of requests that may be made, and when that was */
};

enum request_kind {
    ASK_CREATE, ASK_OPEN, ASK_SEED, ASK_DECIDE, ASK_UNDO, ASK_DICE, ASK_CHAT, ASK_JOURNAL, ASK_STAND_IN, ASK_TAKE_OVER, ASK_TAKE_BACK, ASK_CLOSE,
    ASK_LIST, ASK_DELETE, REQUEST_KINDS
};

/* A message that was read. It lives until the handler returns. */
struct request {
    struct connection          *connection;
    int64_t                     id;
    enum request_kind           kind;
    const struct json_document *document;
    const struct json          *body;        /* the object behind the request's name */
    struct channel             *channel;     /* for requests that name one */
    const char                 *text;        /* the whole message */
    size_t                      length;
};

/* A channel that is to be opened. */
struct open_request {
    int64_t id, from;
    seat_id viewer;
};

/* Who will be answered later; the connection is held. */
struct asker {
    struct connection *connection;       /* NULL: nobody */
    int64_t            id;
    int32_t            channel;
    seat_id            viewer;           /* of the channel */
};

/* The handlers of net.h; the context is the hosting. */
extern const struct net_channel connection_handlers;

/* Perform what had to wait, or refuse it. */
void connection_repeat(struct connection *connection, const char *text, size_t length);
void connection_refuse(struct connection *connection, const char *text, size_t length, const char *code, const char *why);

void connection_hold(struct connection *connection);
void connection_release(struct connection *connection);

struct asker asker_of(const struct request *request);
void asker_release(struct asker *asker);

/* A channel joins, or leaves: false when there are too many already. */
bool connection_join(struct connection *connection, struct channel *channel);
void connection_leave(struct connection *connection, struct channel *channel);

/* {"id":4,KIND:TEXT: the text is the value, with the brace that closes the message. */
void connection_answer(struct connection *connection, int64_t id, const char *kind, const char *text, size_t length);
/* {"id":4,"error":{"code":CODE,"text":TEXT}}; without an id when it is 0. */
void connection_error(struct connection *connection, int64_t id, const char *code, const char *text);
/* A request was refused: a line of the log, as long as there are not too many. Its code alone, since texts may repeat what was sent. */
void connection_log_refusal(struct connection *connection, const char *code);
/* {"id":4,"done":{"channel":1}}, or {} when the channel is 0. */
void connection_done(struct connection *connection, int64_t id, int32_t channel);

/* The same for an asker; nothing when there is nobody. */
void asker_error(const struct asker *asker, const char *code, const char *text);
void asker_done(const struct asker *asker);

/* A message is malformed: says what is wrong with it, counts it. */
void connection_malformed(struct connection *connection, int64_t id, const char *text);

#endif
