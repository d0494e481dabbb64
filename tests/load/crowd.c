/* crowd.c: see crowd.h. */
#include "crowd.h"

#include "json.h"
#include "player.h"
#include "state.h"
#include "websocket.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

enum { CHANNELS = 16, AT_ONCE = 64, PARSE_BYTES = 8 << 20, SEATS = 2, LINK = 64, EVENTS = 256, PATIENCE_SECONDS = 60 };

/* What a request asked for; its id tells that, with the game and the seat. */
enum asked { ASK_CREATE, ASK_OPEN, ASK_SEED, ASK_DECIDE, ASK_CLOSE, ASKED };

struct seat {
    int32_t connection, channel;   /* 0: not open */
    int64_t n;                     /* of its newest update; -1 before the first */
    char   *view;                  /* the bytes of a state */
    char    link[LINK];
};

struct game {
    struct seat seat[SEATS];
    bool        seated;            /* both views have come */
    bool        waiting;           /* for the answer to a decision */
    bool        over;
    int64_t     asked_at, due;
};

struct connection {
    struct websocket socket;
    struct { int32_t channel, game, seat; } open[CHANNELS];
};

struct crowd {
    struct crowd_options options;
    size_t               state_size;
    struct game         *games;
    struct connection   *connections;
    int32_t              connection_count;
    int32_t              begun, seated;
    int                  poll;
    struct arena         parse;
    struct offers        offers;
    struct random        random;
    bool                 playing;
    int64_t              interval, until;
    struct crowd_figures figures;
    int64_t             *times;
    size_t               time_count, time_capacity;
};

static _Noreturn void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *take(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) give_up("there is no memory");
    return memory;
}

static int64_t id_of(int32_t game, int32_t seat, enum asked asked)
{
    return 1 + ((int64_t)game * SEATS + seat) * ASKED + asked;
}

static void send_text(struct crowd *crowd, int32_t connection, const char *text, size_t length)
{
    if (!websocket_text(&crowd->connections[connection].socket, text, length)) give_up("connection %d was closed", connection);
}

static void __attribute__((format(printf, 3, 4))) request(struct crowd *crowd, int32_t connection, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    send_text(crowd, connection, text, (size_t)length);
}

static void create(struct crowd *crowd, int32_t number)
{
    struct game *game = &crowd->games[number];

    for (int32_t s = 0; s < SEATS; s++) {
        game->seat[s].n = -1;
        game->seat[s].channel = 0;
    }
    game->seated = game->waiting = game->over = false;
    request(crowd, game->seat[0].connection, "{\"id\":%lld,\"create\":{\"ruleset\":\"%s\",\"scenario\":\"%s\",\"options\":{},"
            "\"players\":{\"A\":\"person\",\"B\":\"person\"},\"dice\":\"fair\",\"mode\":\"link\"}}",
            (long long)id_of(number, 0, ASK_CREATE), crowd->options.ruleset, crowd->options.scenario);
}

static void on_created(struct crowd *crowd, int32_t number, const struct json *created)
{
    static const char *const names[SEATS] = { "A", "B" };
    const struct json *links = json_get(created, "links");

    for (int32_t s = 0; s < SEATS; s++) {
        const struct json *link = json_get(links, names[s]);
        struct seat *seat = &crowd->games[number].seat[s];
        if (!link || link->type != JSON_STRING || link->count >= LINK) give_up("a created game has no link for seat %s", names[s]);
        memcpy(seat->link, link->as.string, link->count + 1);
        request(crowd, seat->connection, "{\"id\":%lld,\"open\":{\"link\":\"%s\",\"from\":0}}", (long long)id_of(number, s, ASK_OPEN), seat->link);
    }
}

static void on_opened(struct crowd *crowd, int32_t number, int32_t s, const struct json *opened)
{
    struct seat *seat = &crowd->games[number].seat[s];
    struct connection *connection = &crowd->connections[seat->connection];
    const struct json *channel = json_get(opened, "channel");
    int32_t free_place = 0;

    if (!channel || channel->type != JSON_INTEGER) give_up("an opened game has no channel");
    seat->channel = (int32_t)channel->as.integer;
    while (free_place < CHANNELS && connection->open[free_place].channel) free_place++;
    if (free_place == CHANNELS) give_up("too many channels");
    connection->open[free_place].channel = seat->channel;
    connection->open[free_place].game = number;
    connection->open[free_place].seat = s;
    request(crowd, seat->connection, "{\"id\":%lld,\"seed\":{\"channel\":%d,\"text\":\"load %d\"}}",
            (long long)id_of(number, s, ASK_SEED), seat->channel, number);
}

/* Which game and seat a message of a connection's channel is about. */
static bool find_channel(const struct connection *connection, const struct json *body, int32_t *game, int32_t *seat)
{
    const struct json *channel = json_get(body, "channel");

    for (int32_t i = 0; channel && channel->type == JSON_INTEGER && i < CHANNELS; i++) {
        if (!connection->open[i].channel || connection->open[i].channel != channel->as.integer) continue;
        *game = connection->open[i].game;
        *seat = connection->open[i].seat;
        return true;
    }
    return false;
}

static int32_t digit_value(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool read_base64(const char *text, size_t length, char *bytes, size_t size)
{
    uint32_t bits = 0;
    int      count = 0;
    size_t   used = 0;

    for (size_t i = 0; i < length && text[i] != '='; i++) {
        int32_t value = digit_value(text[i]);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        if (used == size) return false;
        bytes[used++] = (char)(bits >> count);
    }
    return used == size;
}

static const struct state *view_of(const struct seat *seat)
{
    return (const struct state *)(const void *)seat->view;
}

/* The seat that is asked, as it knows itself; -1 when there is none yet. */
static int32_t seat_asked(const struct game *game)
{
    for (int32_t s = 0; s < SEATS; s++)
        if (play_asked(view_of(&game->seat[s])) & SEAT_BIT(s)) return s;
    return -1;
}

static void move(struct crowd *crowd, int32_t number)
{
    struct game       *game = &crowd->games[number];
    int32_t            s = seat_asked(game);
    struct decision    d = { .kind = 0 };
    char               text[1024];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    if (s < 0) return;
    struct seat *seat = &game->seat[s];
    if (!choose_any(crowd->options.match, view_of(seat), (seat_id)s, &crowd->offers, &crowd->random, &d)) give_up("nothing can be decided");
    out_format(&out, "{\"id\":%lld,\"decide\":{\"channel\":%d,\"n\":%lld,\"decisions\":[", (long long)id_of(number, s, ASK_DECIDE),
               seat->channel, (long long)seat->n);
    json_open(&writer, '{');
    decision_write(crowd->options.match, &d, &writer);
    json_close(&writer, '}');
    out_text(&out, "]}}");
    game->waiting = true;
    game->asked_at = now();
    send_text(crowd, seat->connection, out.text, out.used);
}

static void move_if_due(struct crowd *crowd, int32_t number)
{
    const struct game *game = &crowd->games[number];
    if (crowd->playing && game->seated && !game->waiting && !game->over && game->due <= now()) move(crowd, number);
}

static void keep_time(struct crowd *crowd, int64_t time)
{
    if (crowd->time_count == crowd->time_capacity) {
        crowd->time_capacity = crowd->time_capacity ? 2 * crowd->time_capacity : 4096;
        crowd->times = realloc(crowd->times, crowd->time_capacity * sizeof *crowd->times);
        if (!crowd->times) give_up("there is no memory");
    }
    crowd->times[crowd->time_count++] = time;
}

static void next_due(struct crowd *crowd, struct game *game)
{
    int64_t time = now();
    game->due += crowd->interval;
    if (game->due < time) game->due = time;
}

static void on_update(struct crowd *crowd, int32_t number, int32_t s, const struct json *update)
{
    struct game       *game = &crowd->games[number];
    struct seat       *seat = &game->seat[s];
    const struct json *n = json_get(update, "n"), *state = json_get(update, "state");

    if (!n || n->type != JSON_INTEGER || n->as.integer != seat->n + 1) give_up("update %lld is not the next", n ? (long long)n->as.integer : -1);
    if (!state || state->type != JSON_STRING || !read_base64(state->as.string, state->count, seat->view, crowd->state_size))
        give_up("an update has no state of %zu bytes", crowd->state_size);
    seat->n = n->as.integer;
    if (!game->seated && game->seat[0].n >= 0 && game->seat[1].n >= 0) {
        game->seated = true;
        crowd->seated++;
    }
}

static void on_decided(struct crowd *crowd, int32_t number)
{
    struct game *game = &crowd->games[number];
    int64_t      time = now();

    game->waiting = false;
    if (crowd->playing && time <= crowd->until) {
        crowd->figures.moves++;
        keep_time(crowd, time - game->asked_at);
    }
    next_due(crowd, game);
}

static void close_seat(struct crowd *crowd, int32_t number, int32_t s)
{
    struct seat *seat = &crowd->games[number].seat[s];
    struct connection *connection = &crowd->connections[seat->connection];

    request(crowd, seat->connection, "{\"id\":%lld,\"close\":{\"channel\":%d}}", (long long)id_of(number, s, ASK_CLOSE), seat->channel);
    for (int32_t i = 0; i < CHANNELS; i++)
        if (connection->open[i].channel == seat->channel) connection->open[i].channel = 0;
    seat->channel = 0;
}

/* Both seats are told that a game is over; the first to hear it starts the next. */
static void on_over(struct crowd *crowd, int32_t number)
{
    struct game *game = &crowd->games[number];

    if (game->over) return;
    crowd->figures.finished++;
    game->over = true;
    if (game->seated) crowd->seated--;
    for (int32_t s = 0; s < SEATS; s++) close_seat(crowd, number, s);
    create(crowd, number);
}

static void on_trouble(struct crowd *crowd, int32_t number, const char *text, const struct json *error)
{
    const struct json *code = json_get(error, "code");

    if (code && code->type == JSON_STRING && strcmp(code->as.string, "stale") == 0) crowd->figures.stale++;
    else {
        crowd->figures.errors++;
        if (crowd->figures.errors <= 5) fprintf(stderr, "load: %.300s\n", text);
    }
    crowd->games[number].waiting = false;
    crowd->games[number].due = now() + 10000000;
}

static void on_answer(struct crowd *crowd, int64_t id, const char *text, const struct json *root)
{
    int32_t number = (int32_t)((id - 1) / ASKED / SEATS), s = (int32_t)((id - 1) / ASKED % SEATS);
    enum asked asked = (enum asked)((id - 1) % ASKED);
    const struct json *body;

    if (id < 1 || number >= crowd->options.games) give_up("an answer to nobody: %.300s", text);
    if ((body = json_get(root, "created"))) on_created(crowd, number, body);
    else if ((body = json_get(root, "opened"))) on_opened(crowd, number, s, body);
    else if (json_get(root, "decided")) on_decided(crowd, number);
    else if ((body = json_get(root, "error"))) {
        if (asked != ASK_DECIDE && asked != ASK_CLOSE) give_up("the host says %.300s", text);
        if (asked == ASK_DECIDE) on_trouble(crowd, number, text, body);
    } else if (json_get(root, "refused")) {
        crowd->figures.refused++;
        if (crowd->figures.refused <= 5) fprintf(stderr, "load: %.300s\n", text);
        crowd->games[number].waiting = false;
    }
    if (asked == ASK_DECIDE) move_if_due(crowd, number);
}

static void on_message(struct crowd *crowd, struct connection *connection, const struct websocket_message *message)
{
    struct json_document document;
    struct fault         fault = { .set = false };
    const struct json   *id, *body;
    int32_t              number, s;

    if (message->opcode == WEBSOCKET_PING) websocket_frame(&connection->socket, WEBSOCKET_FIN | WEBSOCKET_PONG, message->text, message->length);
    if (message->opcode == WEBSOCKET_CLOSE) give_up("the host closed a connection with %d", message->code);
    if (message->opcode != WEBSOCKET_TEXT) return;
    crowd->parse.used = 0;
    if (!json_parse(&document, "message", message->text, message->length, &crowd->parse, &fault)) give_up("no JSON: %.300s", message->text);
    id = json_get(document.root, "id");
    if (id && id->type == JSON_INTEGER) {
        on_answer(crowd, id->as.integer, message->text, document.root);
    } else if ((body = json_get(document.root, "update"))) {
        if (!find_channel(connection, body, &number, &s)) return;
        on_update(crowd, number, s, body);
        move_if_due(crowd, number);
    } else if ((body = json_get(document.root, "over"))) {
        if (find_channel(connection, body, &number, &s)) on_over(crowd, number);
    } else if (json_get(document.root, "error")) {
        give_up("the host says %.300s", message->text);
    }
}

/* Everything that has come, for as long as `milliseconds` when there is nothing. */
static void serve(struct crowd *crowd, int milliseconds)
{
    struct epoll_event events[EVENTS];
    struct websocket_message message;
    int count = epoll_wait(crowd->poll, events, EVENTS, milliseconds);

    for (int i = 0; i < count; i++) {
        struct connection *connection = events[i].data.ptr;
        bool there = websocket_read(&connection->socket);
        while (websocket_next(&connection->socket, &message)) on_message(crowd, connection, &message);
        if (!there) give_up("the host closed a connection");
    }
}

struct crowd *crowd_connect(const struct crowd_options *options)
{
    struct crowd *crowd = take(sizeof *crowd);
    int32_t pairs = (options->games + options->games_a_pair - 1) / options->games_a_pair;

    crowd->options = *options;
    crowd->state_size = ruleset_of(options->match)->state_size;
    crowd->games = take((size_t)options->games * sizeof *crowd->games);
    crowd->connection_count = pairs * SEATS;
    crowd->connections = take((size_t)crowd->connection_count * sizeof *crowd->connections);
    crowd->poll = epoll_create1(EPOLL_CLOEXEC);
    crowd->parse = arena_over(take(PARSE_BYTES), PARSE_BYTES);
    crowd->offers = (struct offers){ take(OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    crowd->random = random_from(1);
    for (int32_t i = 0; i < options->games; i++)
        for (int32_t s = 0; s < SEATS; s++) {
            crowd->games[i].seat[s].connection = i / options->games_a_pair * SEATS + s;
            crowd->games[i].seat[s].view = take(crowd->state_size);
        }
    for (int32_t i = 0; i < crowd->connection_count; i++) {
        struct connection *connection = &crowd->connections[i];
        struct epoll_event event = { .events = EPOLLIN, .data.ptr = connection };
        int status = websocket_open_page(&connection->socket, options->port, "/socket", "mestre-1", NULL);
        if (status != 101) give_up("connection %d of %d got status %d", i + 1, crowd->connection_count, status);
        if (epoll_ctl(crowd->poll, EPOLL_CTL_ADD, connection->socket.fd, &event) != 0) give_up("cannot wait for connection %d", i + 1);
    }
    return crowd;
}

void crowd_sit_down(struct crowd *crowd)
{
    int32_t last = 0;
    int64_t news = now();

    while (crowd->seated < crowd->options.games) {
        while (crowd->begun < crowd->options.games && crowd->begun < crowd->seated + AT_ONCE) create(crowd, crowd->begun++);
        serve(crowd, 100);
        if (crowd->seated != last) news = now();
        last = crowd->seated;
        if (now() - news > (int64_t)PATIENCE_SECONDS * 1000000000) give_up("only %d of %d games have begun", last, crowd->options.games);
    }
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t percentile(const struct crowd *crowd, int percent)
{
    return crowd->time_count ? crowd->times[(crowd->time_count - 1) * (size_t)percent / 100] : 0;
}

struct crowd_figures crowd_play(struct crowd *crowd, int seconds, int64_t interval)
{
    int64_t start = now(), time = start;

    crowd->figures = (struct crowd_figures){ .moves = 0 };
    crowd->time_count = 0;
    crowd->interval = interval;
    crowd->until = start + (int64_t)seconds * 1000000000;
    crowd->playing = true;
    for (int32_t i = 0; i < crowd->options.games; i++) crowd->games[i].due = start + interval * i / crowd->options.games;
    while ((time = now()) < crowd->until) {
        for (int32_t i = 0; i < crowd->options.games; i++) move_if_due(crowd, i);
        serve(crowd, 1);
    }
    crowd->figures.seconds = (double)(time - start) / 1e9;
    crowd->playing = false;
    for (int i = 0; i < 100; i++) serve(crowd, 10);          /* what is still under way comes to its end */
    qsort(crowd->times, crowd->time_count, sizeof *crowd->times, by_size);
    crowd->figures.p50 = percentile(crowd, 50);
    crowd->figures.p90 = percentile(crowd, 90);
    crowd->figures.p99 = percentile(crowd, 99);
    crowd->figures.most = percentile(crowd, 100);
    return crowd->figures;
}

int32_t crowd_connections(const struct crowd *crowd)
{
    return crowd->connection_count;
}

void crowd_leave(struct crowd *crowd)
{
    for (int32_t i = 0; i < crowd->connection_count; i++) websocket_end(&crowd->connections[i].socket);
    for (int32_t i = 0; i < crowd->options.games; i++)
        for (int32_t s = 0; s < SEATS; s++) free(crowd->games[i].seat[s].view);
    free(crowd->games);
    free(crowd->connections);
    free(crowd->parse.base);
    free(crowd->offers.list);
    free(crowd->times);
    free(crowd);
}
