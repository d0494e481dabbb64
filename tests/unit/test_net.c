/*
 * test_net.c: the network's channel over real sockets, with well-behaved, clumsy and hostile clients.
 *
 * The server runs on a thread of its own. Its channel sends every message back, except for a few that are orders:
 * "!burst COUNT SIZE" sends so many texts of that size, "!drop CODE" says goodbye and drops the client, "!mourn" asks to be
 * told when another leaves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "http.h"
#include "log.h"
#include "net.h"
#include "websocket.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 10000, THREADS = 4, POSTS = 2000, CLIENTS = 400 };

struct echo {
    struct net  *net;
    int          port;
    pthread_t    thread;
    atomic_int   opened, closed, ticks, messages;
    struct net_client *mourner;                          /* is told when another leaves */
};

static struct echo echo;

/* For the server's thread, where the test's own assertions cannot jump back from. */
static void require(bool truth)
{
    if (!truth) abort();
}

static bool on_admit(void *context, const struct net_request *request)
{
    char word[16];
    (void)context;
    require(strcmp(request->path, "/socket") == 0);
    return http_query(request->query, "word", word, sizeof word) && strcmp(word, "friend") == 0;
}

static void on_opened(void *context, struct net_client *client)
{
    struct echo *e = context;
    require(net_client_data(client) == NULL);
    net_client_keep(client, e);
    atomic_fetch_add(&e->opened, 1);
}

static void say(struct net_client *client, const char *text, size_t length)
{
    struct net_text *made = net_text_make(text, length);
    net_send(client, made);
    net_text_release(made);
}

static void on_closed(void *context, struct net_client *client)
{
    struct echo *e = context;
    struct net_text *late = net_text_make("too late", 8);
    require(net_client_data(client) == e);
    net_send(client, late);                              /* must be harmless */
    net_drop(client, 1000);
    net_text_release(late);
    if (e->mourner == client) e->mourner = NULL;
    if (e->mourner) say(e->mourner, "alas", 4);
    atomic_fetch_add(&e->closed, 1);
}

static void burst(struct net_client *client, int count, size_t size)
{
    char *text = malloc(size);
    require(text != NULL);
    for (int i = 0; i < count; i++) {
        memset(text, 'a' + i % 26, size);
        say(client, text, size);
    }
    free(text);
}

static void on_message(void *context, struct net_client *client, const char *text, size_t length)
{
    struct echo *e = context;
    char order[64] = "";
    int count, code;
    size_t size;

    atomic_fetch_add(&e->messages, 1);
    if (length < sizeof order) memcpy(order, text, length);
    if (sscanf(order, "!burst %d %zu", &count, &size) == 2) burst(client, count, size);
    else if (sscanf(order, "!drop %d", &code) == 1) {
        say(client, "goodbye", 7);
        net_drop(client, code);
        say(client, "not sent", 8);
    } else if (strcmp(order, "!mourn") == 0) {
        e->mourner = client;
        say(client, "yes", 3);
    } else say(client, text, length);
}

static void on_tick(void *context)
{
    struct echo *e = context;
    atomic_fetch_add(&e->ticks, 1);
}

static void on_page(void *context, const struct net_request *request, struct net_reply *reply)
{
    (void)context;
    if (strcmp(request->path, "/page") == 0) net_say(reply, 200, "a page\n");
}

static void *run(void *net)
{
    net_run(net);
    return NULL;
}

static const struct net_channel channel = { on_admit, on_opened, on_message, on_closed };

/* Without a tick there is nothing that would wake the loop by chance. */
static void start_with(struct echo *e, const struct net_options *options, bool ticking)
{
    memset(e, 0, sizeof *e);
    e->net = net_open(options);
    assert_non_null(e->net);
    e->port = net_port(e->net);
    net_route(e->net, "/", on_page, NULL);
    net_channel(e->net, "/socket", "echo-1", &channel, e);
    if (ticking) net_every(e->net, 20, on_tick, e);
    assert_int_equal(pthread_create(&e->thread, NULL, run, e->net), 0);
}

static void stop(struct echo *e)
{
    net_stop(e->net);
    assert_int_equal(pthread_join(e->thread, NULL), 0);
    net_close(e->net);
}

static int start_echo(void **unused)
{
    static const char *const names[] = { "127.0.0.1", "localhost", NULL };
    struct net_options options = { .host = "127.0.0.1", .names = names, .connections = 1000 };
    (void)unused;
    log_keep(LEVEL_ERROR);
    start_with(&echo, &options, true);
    return 0;
}

/* Nothing that any test did may have left a client behind. */
static int stop_echo(void **unused)
{
    (void)unused;
    stop(&echo);
    assert_true(echo.opened > 0);
    assert_int_equal(echo.opened, echo.closed);
    return 0;
}

static void sleep_milliseconds(int milliseconds)
{
    struct timespec time = { milliseconds / 1000, milliseconds % 1000 * 1000000L };
    nanosleep(&time, NULL);
}

static void wait_until_equal(atomic_int *number, int wanted)
{
    for (int i = 0; i < PATIENCE && *number != wanted; i++) sleep_milliseconds(1);
    assert_int_equal(*number, wanted);
}

static void open_friend(struct websocket *socket)
{
    assert_int_equal(websocket_open_page(socket, echo.port, "/socket?word=friend", "echo-1", NULL), 101);
}

static void expect_text(struct websocket *socket, const char *text, size_t length)
{
    struct websocket_message message;
    assert_true(websocket_wait(socket, &message, PATIENCE));
    assert_int_equal(message.opcode, WEBSOCKET_TEXT);
    assert_int_equal(message.length, length);
    assert_memory_equal(message.text, text, length);
}

static void expect_echo(struct websocket *socket, const char *text, size_t length)
{
    assert_true(websocket_text(socket, text, length));
    expect_text(socket, text, length);
}

static void expect_echo_as(struct websocket *socket, const char *text, const char *answer)
{
    assert_true(websocket_text(socket, text, strlen(text)));
    expect_text(socket, answer, strlen(answer));
}

/* Closed by the server: with this code, or with any, or none, when it is 0. Texts before that are skipped. */
static void expect_close(struct websocket *socket, int code)
{
    struct websocket_message message = { 0 };
    while (websocket_wait(socket, &message, PATIENCE) && message.opcode != WEBSOCKET_CLOSE) { }
    if (message.opcode == WEBSOCKET_CLOSE) {
        if (code) assert_int_equal(message.code, code);
        websocket_frame(socket, WEBSOCKET_FIN | WEBSOCKET_CLOSE, "\x03\xe8", 2);
    } else {
        assert_int_equal(code, 0);
    }
    while (websocket_wait(socket, &message, PATIENCE)) { }
    assert_true(socket->ended);
    websocket_end(socket);
}

static void others_are_served(void)
{
    struct websocket socket;
    open_friend(&socket);
    expect_echo(&socket, "still there?", 12);
    websocket_end(&socket);
}

static char *long_text(size_t length)
{
    char *text = malloc(length + 1);
    assert_non_null(text);
    for (size_t i = 0; i < length; i++) text[i] = (char)('!' + 1 + i * 31 % 90);
    return text;
}

static void messages_come_back_whole_and_in_order(void **unused)
{
    static const size_t sizes[] = { 0, 1, 125, 126, 127, 1023, 1024, 1025, 2048, 4096, 5000, 65535, NET_MESSAGE_BYTES };
    struct websocket socket;
    char *text = long_text(NET_MESSAGE_BYTES), number[16];
    (void)unused;

    open_friend(&socket);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) expect_echo(&socket, text, sizes[i]);
    expect_echo(&socket, "d\xc3\xa9j\xc3\xa0 \xf0\x9f\x8e\xb2", 12);
    for (int i = 0; i < 500; i++) websocket_text(&socket, number, (size_t)snprintf(number, sizeof number, "%d", i));
    for (int i = 0; i < 500; i++) expect_text(&socket, number, (size_t)snprintf(number, sizeof number, "%d", i));
    websocket_end(&socket);
    free(text);
}

static void fragments_are_put_together(void **unused)
{
    struct websocket socket;
    struct websocket_message message;
    char *text = long_text(NET_MESSAGE_BYTES);
    int seen = 0;
    (void)unused;

    open_friend(&socket);
    websocket_frame(&socket, WEBSOCKET_TEXT, "one ", 4);
    websocket_frame(&socket, WEBSOCKET_CONTINUATION, "", 0);
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_PING, "are you there", 13);
    websocket_frame(&socket, WEBSOCKET_CONTINUATION, "two \xc3", 5);           /* a character may be cut by a fragment */
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_CONTINUATION, "\xa9", 1);
    for (int i = 0; i < 2; i++) {                                                /* the answers may come in either order */
        bool pong;
        assert_true(websocket_wait(&socket, &message, PATIENCE));
        pong = message.opcode == WEBSOCKET_PONG;
        assert_string_equal(message.text, pong ? "are you there" : "one two \xc3\xa9");
        seen |= pong ? 1 : 2;
    }
    assert_int_equal(seen, 3);

    websocket_frame(&socket, WEBSOCKET_TEXT, text, 1000);
    for (size_t at = 1000; at < NET_MESSAGE_BYTES - 1000; at += 1000) websocket_frame(&socket, WEBSOCKET_CONTINUATION, text + at, 1000);
    size_t rest = NET_MESSAGE_BYTES - NET_MESSAGE_BYTES / 1000 * 1000;
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_CONTINUATION, text + NET_MESSAGE_BYTES - rest, rest);
    expect_text(&socket, text, NET_MESSAGE_BYTES);
    expect_echo(&socket, "after", 5);
    websocket_end(&socket);
    free(text);
}

static void a_byte_at_a_time_is_a_message_too(void **unused)
{
    static const unsigned char frame[] = { 0x81, 0x85, 0, 0, 0, 0, 'h', 'e', 'l', 'l', 'o' };
    struct websocket socket;
    (void)unused;

    open_friend(&socket);
    for (size_t i = 0; i < sizeof frame; i++) {
        assert_true(websocket_raw(&socket, frame + i, 1));
        sleep_milliseconds(3);
    }
    expect_text(&socket, "hello", 5);
    websocket_end(&socket);
}

static void what_is_long_goes_out_in_fragments(void **unused)
{
    struct websocket socket;
    struct websocket_message message;
    (void)unused;

    open_friend(&socket);
    assert_true(websocket_text(&socket, "!burst 4 1000000", 16));
    for (int i = 0; i < 4; i++) {
        assert_true(websocket_wait(&socket, &message, PATIENCE));
        assert_int_equal(message.length, 1000000);
        for (size_t k = 0; k < message.length; k++) assert_int_equal(message.text[k], 'a' + i);
        assert_int_equal(socket.fragments, (1000000 + 65535) / 65536);
    }
    assert_true(websocket_text(&socket, "!burst 3 65536", 14));
    for (int i = 0; i < 3; i++) {
        assert_true(websocket_wait(&socket, &message, PATIENCE));
        assert_int_equal(message.length, 65536);
        assert_int_equal(socket.fragments, 1);
    }
    expect_echo(&socket, "after", 5);
    websocket_end(&socket);
}

/* Every frame is masked with zeros, which leaves it readable here. */
#define MASKED(first, length) (char)(first), (char)(0x80 | (length)), 0, 0, 0, 0

static void broken_frames_close_their_connection_alone(void **unused)
{
    static const char opcode_3[] = { MASKED(0x83, 2), 'h', 'i' }, opcode_b[] = { MASKED(0x8b, 0) };
    static const char reserved[] = { MASKED(0xc1, 2), 'h', 'i' };
    static const char long_ping[] = { (char)0x89, (char)0xfe, 0, 126, 0, 0, 0, 0 };
    static const char cut_ping[] = { MASKED(0x09, 2), 'h', 'i' };
    static const char orphan[] = { MASKED(0x80, 2), 'h', 'i' };
    static const char interrupted[] = { MASKED(0x01, 2), 'h', 'i', MASKED(0x81, 2), 'h', 'i' };
    static const char huge[3000] = { (char)0x81, (char)0xff, 0x7f, (char)0xff, (char)0xff, (char)0xff, 0, 0, 0, 0, 0, 0, 0, 0, 'h', 'i' };
    static const char negative[] = { (char)0x81, (char)0xff, (char)0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 };
    static const char binary[] = { MASKED(0x82, 2), 'h', 'i' }, binary_cut[] = { MASKED(0x02, 2), 'h', 'i' };
    static const char overlong[] = { MASKED(0x81, 2), (char)0xc0, (char)0x80 };
    static const char surrogate[] = { MASKED(0x81, 3), (char)0xed, (char)0xa0, (char)0x80 };
    static const char half[] = { MASKED(0x81, 2), 'h', (char)0xc3 };
    static const char beyond[] = { MASKED(0x81, 4), (char)0xf4, (char)0x90, (char)0x80, (char)0x80 };
    static const struct { const char *name, *bytes; size_t length; int code; } cases[] = {
        { "opcode 3", opcode_3, sizeof opcode_3, 1002 }, { "opcode 11", opcode_b, sizeof opcode_b, 1002 },
        { "reserved bit", reserved, sizeof reserved, 1002 },
        { "ping too long", long_ping, sizeof long_ping, 0 }, { "ping in fragments", cut_ping, sizeof cut_ping, 1002 },
        { "continuation of nothing", orphan, sizeof orphan, 1002 }, { "interrupted", interrupted, sizeof interrupted, 1002 },
        { "longer than memory", huge, sizeof huge, 1009 }, { "negative length", negative, sizeof negative, 0 },
        { "binary", binary, sizeof binary, 1003 }, { "binary fragment", binary_cut, sizeof binary_cut, 1003 },
        { "overlong", overlong, sizeof overlong, 1007 }, { "surrogate", surrogate, sizeof surrogate, 1007 },
        { "half a character", half, sizeof half, 1007 }, { "beyond", beyond, sizeof beyond, 1007 },
    };
    (void)unused;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct websocket socket;
        int before = echo.messages;
        print_message("  %s\n", cases[i].name);
        open_friend(&socket);
        assert_true(websocket_raw(&socket, cases[i].bytes, cases[i].length));
        expect_close(&socket, cases[i].code);
        assert_int_equal(echo.messages, before);         /* nothing of it was told */
        others_are_served();
    }
}

/* A browser masks what it sends, to protect proxies, not us; the library does not insist. It must only do no harm. */
static void an_unmasked_frame_does_no_harm(void **unused)
{
    static const char unmasked[] = { (char)0x81, 2, 'h', 'i' };
    struct websocket socket;
    struct websocket_message message;
    (void)unused;

    open_friend(&socket);
    assert_true(websocket_raw(&socket, unmasked, sizeof unmasked));
    if (websocket_wait(&socket, &message, PATIENCE) && message.opcode == WEBSOCKET_TEXT) assert_string_equal(message.text, "hi");
    websocket_end(&socket);
    others_are_served();
}

static void too_long_a_message_is_refused(void **unused)
{
    struct websocket socket;
    char *text = long_text(NET_MESSAGE_BYTES + 1);
    (void)unused;

    open_friend(&socket);
    websocket_text(&socket, text, NET_MESSAGE_BYTES + 1);
    expect_close(&socket, 1009);
    open_friend(&socket);
    websocket_frame(&socket, WEBSOCKET_TEXT, text, NET_MESSAGE_BYTES);
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_CONTINUATION, text, 1);
    expect_close(&socket, 1009);
    open_friend(&socket);
    for (int i = 0; i < 100; i++)
        if (!websocket_frame(&socket, i ? WEBSOCKET_CONTINUATION : WEBSOCKET_TEXT, text, NET_MESSAGE_BYTES)) break;
    websocket_end(&socket);
    others_are_served();
    free(text);
}

static void who_does_not_read_is_dropped(void **unused)
{
    struct websocket slow, quick;
    int small = 4096;
    (void)unused;

    wait_until_equal(&echo.closed, echo.opened);
    int before = echo.closed;
    open_friend(&slow);
    open_friend(&quick);
    setsockopt(slow.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    assert_true(websocket_text(&slow, "!burst 600 65536", 16));
    wait_until_equal(&echo.closed, before + 1);
    expect_echo(&quick, "not me", 6);
    websocket_end(&slow);
    websocket_end(&quick);
}

/* One text that is longer than all that may wait still arrives: a client that asked for it again would never get it otherwise. */
static void a_very_long_text_arrives(void **unused)
{
    struct websocket socket;
    struct websocket_message message;
    (void)unused;

    open_friend(&socket);
    assert_true(websocket_text(&socket, "!burst 1 9000000", 16));
    assert_true(websocket_wait(&socket, &message, PATIENCE));
    assert_int_equal(message.length, 9000000);
    websocket_end(&socket);
}

/* Each stays below its own limit, but all of them together would take the memory: then those with more than a share go. */
static void many_who_do_not_read_are_dropped_together(void **unused)
{
    enum { SLOW = 12 };
    static const char *const names[] = { "127.0.0.1", NULL };
    struct net_options options = { .host = "127.0.0.1", .names = names, .connections = 40, .backlog = 8 << 20 };
    struct echo crowd;
    struct websocket slow[SLOW], quick;
    int small = 4096;
    (void)unused;

    start_with(&crowd, &options, true);
    for (int i = 0; i < SLOW; i++) {
        assert_int_equal(websocket_open_page(&slow[i], crowd.port, "/socket?word=friend", "echo-1", NULL), 101);
        setsockopt(slow[i].fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    }
    assert_int_equal(websocket_open_page(&quick, crowd.port, "/socket?word=friend", "echo-1", NULL), 101);
    for (int i = 0; i < SLOW; i++) assert_true(websocket_text(&slow[i], "!burst 110 65536", 16));
    while (crowd.closed < 1) usleep(1000);
    expect_echo(&quick, "not me", 6);
    net_stop(crowd.net);
    assert_int_equal(pthread_join(crowd.thread, NULL), 0);
    net_close(crowd.net);
    for (int i = 0; i < SLOW; i++) websocket_end(&slow[i]);
    websocket_end(&quick);
}

static void a_drop_comes_after_what_was_said(void **unused)
{
    struct websocket socket;
    (void)unused;

    open_friend(&socket);
    assert_true(websocket_text(&socket, "!burst 3 100000", 15));
    assert_true(websocket_text(&socket, "!drop 1008", 10));
    websocket_text(&socket, "ignored", 7);
    for (int i = 0; i < 3; i++) {
        struct websocket_message message;
        assert_true(websocket_wait(&socket, &message, PATIENCE));
        assert_int_equal(message.length, 100000);
    }
    expect_text(&socket, "goodbye", 7);
    struct websocket_message message;
    assert_true(websocket_wait(&socket, &message, PATIENCE));
    assert_int_equal(message.opcode, WEBSOCKET_CLOSE);
    assert_int_equal(message.code, 1008);
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_CLOSE, "\x03\xf0", 2);
    assert_false(websocket_wait(&socket, &message, PATIENCE));
    assert_true(socket.ended);
    websocket_end(&socket);
}

static void a_close_is_answered(void **unused)
{
    struct websocket socket;
    struct websocket_message message;
    (void)unused;

    wait_until_equal(&echo.closed, echo.opened);
    int before = echo.closed;
    open_friend(&socket);
    websocket_frame(&socket, WEBSOCKET_FIN | WEBSOCKET_CLOSE, "\x03\xe9" "bye", 5);
    assert_true(websocket_wait(&socket, &message, PATIENCE));
    assert_int_equal(message.opcode, WEBSOCKET_CLOSE);
    assert_int_equal(message.code, 1001);
    assert_false(websocket_wait(&socket, &message, PATIENCE));
    assert_true(socket.ended);
    wait_until_equal(&echo.closed, before + 1);
    websocket_end(&socket);
    open_friend(&socket);                                /* leaving without a word is noticed as well */
    websocket_end(&socket);
    wait_until_equal(&echo.closed, before + 2);
}

static void only_our_own_pages_get_in(void **unused)
{
    static const char good[] = "Host: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n";
    static const struct { const char *path, *fields; int status; } cases[] = {
        { "/socket?word=friend", good, 101 },
        { "/socket?word=friend", "Host: localhost:%1$d\r\nOrigin: http://localhost:%1$d\r\nSec-WebSocket-Protocol: other, echo-1\r\n", 101 },
        { "/socket?word=foe", good, 403 },
        { "/socket", good, 403 },
        { "/", good, 404 }, { "/socke?word=friend", good, 404 }, { "/socket/x?word=friend", good, 404 }, { "/page", good, 404 },
        { "/socket?word=friend", "Host: evil.example:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n", 421 },
        { "/socket?word=friend", "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n", 421 },
        { "/socket?word=friend", "Origin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n", 421 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n", 403 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: null\r\nSec-WebSocket-Protocol: echo-1\r\n", 403 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: http://evil.example\r\nSec-WebSocket-Protocol: echo-1\r\n", 403 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: https://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-1\r\n", 403 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\n", 400 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: echo-2\r\n", 400 },
        { "/socket?word=friend", "Host: 127.0.0.1:%1$d\r\nOrigin: http://127.0.0.1:%1$d\r\nSec-WebSocket-Protocol: http\r\n", 400 },
    };
    (void)unused;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct websocket socket;
        char fields[512];
        int before = echo.opened;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(fields, sizeof fields, cases[i].fields, echo.port);
#pragma GCC diagnostic pop
        print_message("  %zu: %s\n", i, cases[i].path);
        assert_int_equal(websocket_open(&socket, echo.port, cases[i].path, fields), cases[i].status);
        websocket_end(&socket);
        others_are_served();
        wait_until_equal(&echo.opened, before + (cases[i].status == 101) + 1);
    }
}

static int status_of(const char *request)
{
    struct websocket socket = { .fd = websocket_dial(echo.port) };
    int status = 0;

    assert_true(socket.fd >= 0);
    assert_true(websocket_raw(&socket, request, strlen(request)));
    for (int i = 0; i < 400 && !socket.ended && socket.end < 12; i++) {
        sleep_milliseconds(5);
        websocket_read(&socket);
    }
    if (socket.end >= 12) sscanf((char *)socket.bytes, "HTTP/1.%*d %d", &status);
    websocket_end(&socket);
    return status;
}

static void other_upgrades_and_methods_are_refused(void **unused)
{
    static const char *const heads[] = {
        "GET /socket?word=friend HTTP/1.1\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nConnection: Upgrade, HTTP2-Settings\r\n",
        "GET /socket?word=friend HTTP/1.1\r\nUpgrade: teapot\r\nConnection: Upgrade\r\n",
        "GET /socket?word=friend HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "GET /socket?word=friend HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n",
        "GET /socket?word=friend HTTP/1.1\r\nUpgrade: websocket\r\nConnection: close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "POST /socket?word=friend HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
        "GET /socket?word=friend HTTP/1.1\r\n",
    };
    (void)unused;

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        char request[1024];
        int before = echo.opened;
        snprintf(request, sizeof request, "%sHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nSec-WebSocket-Protocol: echo-1\r\n\r\n",
                 heads[i], echo.port, echo.port);
        assert_int_not_equal(status_of(request), 101);
        others_are_served();
        wait_until_equal(&echo.opened, before + 1);
    }
}

static void half_a_handshake_holds_up_nobody(void **unused)
{
    struct websocket slow = { .fd = websocket_dial(echo.port) };
    char request[512];
    int length = snprintf(request, sizeof request, "GET /socket?word=friend HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: echo-1\r\n\r\n", echo.port, echo.port);
    int before = echo.opened;
    (void)unused;

    assert_true(slow.fd >= 0);
    for (int i = 0; i < length; i++) {
        assert_true(websocket_raw(&slow, request + i, 1));
        if (i % 50 == 0) sleep_milliseconds(5);
        if (i == length / 2) others_are_served();
    }
    wait_until_equal(&echo.opened, before + 2);
    websocket_end(&slow);
}

/* A first message that comes in one packet with the handshake must not be lost. */
static void a_message_may_follow_the_handshake_at_once(void **unused)
{
    struct websocket socket = { .fd = websocket_dial(echo.port) };
    struct websocket_message message;
    static const unsigned char frame[] = { 0x81, 0x85, 0, 0, 0, 0, 'h', 'e', 'l', 'l', 'o' };
    char request[600];
    int length = snprintf(request, sizeof request - sizeof frame, "GET /socket?word=friend HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "Origin: http://127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: echo-1\r\n\r\n", echo.port, echo.port);
    (void)unused;

    memcpy(request + length, frame, sizeof frame);
    assert_true(websocket_raw(&socket, request, (size_t)length + sizeof frame));
    unsigned char *end = NULL;
    for (int i = 0; i < 400 && !end; i++) {
        sleep_milliseconds(5);
        websocket_read(&socket);
        socket.bytes[socket.end] = '\0';
        end = socket.end ? (unsigned char *)strstr((char *)socket.bytes, "\r\n\r\n") : NULL;
    }
    assert_non_null(end);
    socket.start = (size_t)(end + 4 - socket.bytes);
    assert_true(websocket_wait(&socket, &message, PATIENCE));
    assert_string_equal(message.text, "hello");
    websocket_end(&socket);
}

static void many_clients_at_once(void **unused)
{
    static struct websocket sockets[CLIENTS];
    char text[32];
    (void)unused;

    wait_until_equal(&echo.closed, echo.opened);
    int before = echo.closed;

    for (int i = 0; i < CLIENTS; i++) open_friend(&sockets[i]);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < CLIENTS; i++) websocket_text(&sockets[i], text, (size_t)snprintf(text, sizeof text, "%d of %d", i, round));
        for (int i = 0; i < CLIENTS; i++) expect_text(&sockets[i], text, (size_t)snprintf(text, sizeof text, "%d of %d", i, round));
    }
    for (int i = 0; i < CLIENTS; i++) websocket_end(&sockets[i]);
    wait_until_equal(&echo.closed, before + CLIENTS);
}

struct post {
    int  thread, number;
    bool wrong_thread;
};

static struct post posts[THREADS][POSTS];
static atomic_int posts_done;
static int last_of_thread[THREADS];
static bool order_broken;

static void on_post(void *context)
{
    struct post *post = context;
    post->wrong_thread = !pthread_equal(pthread_self(), echo.thread);
    if (post->number != last_of_thread[post->thread]++) order_broken = true;
    atomic_fetch_add(&posts_done, 1);
}

static void *post_all(void *context)
{
    struct post *mine = context;
    for (int i = 0; i < POSTS; i++) net_post(echo.net, on_post, &mine[i]);
    return NULL;
}

static void posts_of_many_threads_run_in_order_on_one(void **unused)
{
    pthread_t threads[THREADS];
    (void)unused;

    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < POSTS; k++) posts[i][k] = (struct post){ .thread = i, .number = k };
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, post_all, posts[i]), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    wait_until_equal(&posts_done, THREADS * POSTS);
    assert_false(order_broken);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < POSTS; k++) assert_false(posts[i][k].wrong_thread);
    others_are_served();
}

static int64_t now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void the_timer_ticks(void **unused)
{
    int64_t start = now_milliseconds();
    int before = echo.ticks;
    (void)unused;
    while (echo.ticks < before + 20 && now_milliseconds() < start + PATIENCE) sleep_milliseconds(5);
    assert_true(echo.ticks >= before + 20);
    assert_true(echo.ticks - before <= (now_milliseconds() - start) / 20 + 1);
}

static void on_news(void *context)
{
    struct echo *e = context;
    say(e->mourner, "news", 4);
}

/* What a task and a closing client cause to be sent must go out at once, also when nothing else happens. */
static void nothing_waits_for_the_next_event(void **unused)
{
    static const char *const names[] = { "127.0.0.1", NULL };
    struct net_options options = { .host = "127.0.0.1", .names = names, .connections = 20 };
    struct websocket mourner, other;
    struct echo quiet;
    (void)unused;

    start_with(&quiet, &options, false);
    assert_int_equal(websocket_open_page(&mourner, quiet.port, "/socket?word=friend", "echo-1", NULL), 101);
    expect_echo_as(&mourner, "!mourn", "yes");
    for (int i = 0; i < 5; i++) {
        int64_t start = now_milliseconds();
        sleep_milliseconds(20);
        net_post(quiet.net, on_news, &quiet);
        expect_text(&mourner, "news", 4);
        assert_int_equal(websocket_open_page(&other, quiet.port, "/socket?word=friend", "echo-1", NULL), 101);
        expect_echo_as(&other, "hello", "hello");
        sleep_milliseconds(20);
        websocket_end(&other);
        expect_text(&mourner, "alas", 4);
        assert_true(now_milliseconds() - start < PATIENCE / 2);
    }
    websocket_end(&mourner);
    stop(&quiet);
    assert_int_equal(quiet.closed, 6);
}

/* Frames that were right before some of their bytes were changed. */
static void nonsense_does_no_harm(void **unused)
{
    static const unsigned char frames[] = { 0x81, 0x85, 1, 2, 3, 4, 'h', 'e', 'l', 'l', 'o', 0x01, 0x82, 0, 0, 0, 0, 'a', 'b', 0x89, 0x81, 9, 9, 9, 9, 'p',
                                            0x80, 0x81, 0, 0, 0, 0, 'c', 0x81, 0xfe, 0, 130, 0, 0, 0, 0, 'x', 'y', 'z' };
    uint32_t seed = 20240607;
    (void)unused;

    for (int i = 0; i < 400; i++) {
        struct websocket socket;
        unsigned char bytes[sizeof frames];
        memcpy(bytes, frames, sizeof frames);
        for (int k = i % 5; k >= 0; k--) {
            seed = seed * 1664525 + 1013904223;
            bytes[(seed >> 8) % sizeof bytes] = (unsigned char)(seed >> 24);
        }
        open_friend(&socket);
        websocket_raw(&socket, bytes, sizeof bytes);
        if (i % 3 == 0) sleep_milliseconds(1);
        websocket_end(&socket);
    }
    wait_until_equal(&echo.closed, echo.opened);
    others_are_served();
}

static void on_late_post(void *context)
{
    ++*(int *)context;
}

/* Behind a proxy the browser's address is not ours; and what was posted and what is open when a net is closed is not forgotten. */
static void a_net_behind_a_proxy(void **unused)
{
    static const char *const names[] = { "play.example", NULL };
    static const struct { bool any_name, any_port; const char *fields; int status; } cases[] = {
        { true, false, "Host: x.example\r\nOrigin: https://x.example\r\n", 101 },
        { true, false, "Host: x.example:81\r\nOrigin: http://x.example:81\r\n", 101 },
        { true, false, "Host: x.example\r\nOrigin: https://y.example\r\n", 403 },
        { true, false, "Host: x.example\r\nOrigin: null\r\n", 403 },
        { true, false, "Host: x.example\r\n", 403 },
        { true, false, "Origin: https://x.example\r\n", 421 },
        { false, true, "Host: play.example\r\nOrigin: https://play.example\r\n", 101 },
        { false, true, "Host: play.example:81\r\nOrigin: http://play.example:81\r\n", 101 },
        { false, true, "Host: play.example\r\nOrigin: https://x.example\r\n", 403 },
        { false, true, "Host: x.example\r\nOrigin: https://x.example\r\n", 421 },
        { false, true, "Host: play.example.evil\r\nOrigin: https://play.example.evil\r\n", 421 },
        { false, true, "Host: play.example:x\r\nOrigin: https://play.example:x\r\n", 421 },
        { false, false, "Host: play.example\r\nOrigin: http://play.example\r\n", 421 },
    };
    (void)unused;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct net_options options = { .host = "127.0.0.1", .names = names, .connections = 20, .any_name = cases[i].any_name,
                                       .any_port = cases[i].any_port };
        struct echo proxied;
        struct websocket socket;
        char fields[256];
        int late = 0;

        start_with(&proxied, &options, true);
        snprintf(fields, sizeof fields, "%sSec-WebSocket-Protocol: echo-1\r\n", cases[i].fields);
        print_message("  %zu\n", i);
        assert_int_equal(websocket_open(&socket, proxied.port, "/socket?word=friend", fields), cases[i].status);
        net_stop(proxied.net);
        assert_int_equal(pthread_join(proxied.thread, NULL), 0);
        net_post(proxied.net, on_late_post, &late);
        net_close(proxied.net);
        assert_int_equal(late, 1);
        assert_int_equal(proxied.opened, cases[i].status == 101);
        assert_int_equal(proxied.closed, proxied.opened);
        websocket_end(&socket);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_back_whole_and_in_order),
        cmocka_unit_test(fragments_are_put_together),
        cmocka_unit_test(a_byte_at_a_time_is_a_message_too),
        cmocka_unit_test(what_is_long_goes_out_in_fragments),
        cmocka_unit_test(broken_frames_close_their_connection_alone),
        cmocka_unit_test(an_unmasked_frame_does_no_harm),
        cmocka_unit_test(too_long_a_message_is_refused),
        cmocka_unit_test(who_does_not_read_is_dropped),
        cmocka_unit_test(a_very_long_text_arrives),
        cmocka_unit_test(many_who_do_not_read_are_dropped_together),
        cmocka_unit_test(a_drop_comes_after_what_was_said),
        cmocka_unit_test(a_close_is_answered),
        cmocka_unit_test(only_our_own_pages_get_in),
        cmocka_unit_test(other_upgrades_and_methods_are_refused),
        cmocka_unit_test(half_a_handshake_holds_up_nobody),
        cmocka_unit_test(a_message_may_follow_the_handshake_at_once),
        cmocka_unit_test(many_clients_at_once),
        cmocka_unit_test(posts_of_many_threads_run_in_order_on_one),
        cmocka_unit_test(the_timer_ticks),
        cmocka_unit_test(nothing_waits_for_the_next_event),
        cmocka_unit_test(nonsense_does_no_harm),
        cmocka_unit_test(a_net_behind_a_proxy),
    };
    return cmocka_run_group_tests(tests, start_echo, stop_echo);
}
