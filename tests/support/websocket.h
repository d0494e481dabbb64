/*
 * websocket.h: a WebSocket client of our own for tests, that can also do everything wrong.
 *
 * It shares no code with the server or its library: what both agree on is the standard's.
 */
#ifndef MESTRE_TEST_WEBSOCKET_H
#define MESTRE_TEST_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEBSOCKET_CONTINUATION = 0, WEBSOCKET_TEXT = 1, WEBSOCKET_BINARY = 2, WEBSOCKET_CLOSE = 8, WEBSOCKET_PING = 9, WEBSOCKET_PONG = 10,
    WEBSOCKET_FIN = 0x80,
};

struct websocket {
    int            fd;             /* -1: not connected */
    bool           ended;          /* the other side will send nothing more */
    unsigned char *bytes;          /* read and not yet used: bytes[start..end) */
    size_t         start, end, capacity;
    char          *part;           /* a message in fragments */
    size_t         part_length;
    int            part_opcode;
    unsigned       fragments;      /* frames of the last message */
    char          *last;           /* the last message, freed at the next */
};

struct websocket_message {
    int         opcode;            /* WEBSOCKET_TEXT, ..BINARY, ..CLOSE, ..PING, ..PONG */
    const char *text;              /* terminated; lives until the next message of this socket is asked for */
    size_t      length;
    int         code;              /* of a close; 0 when it has none */
};

/* A TCP connection to a port of this machine, or -1. */
int websocket_dial(int port);

/*
 * Connect and shake hands: asks for `path` with these further header fields (each ended by CR LF, Host and Origin included).
 * The answer's status: 101 when the socket is open; 0 when there was none.
 */
int websocket_open(struct websocket *socket, int port, const char *path, const char *fields);

/* As a page of the server itself would: Host and Origin 127.0.0.1:port. `extra` may add fields. */
int websocket_open_page(struct websocket *socket, int port, const char *path, const char *protocol, const char *extra);

/* Send bytes as they are, all of them; false when the other side has gone. */
bool websocket_raw(struct websocket *socket, const void *bytes, size_t length);

/* A masked frame with this first byte (WEBSOCKET_FIN | opcode), and a whole text message in one. */
bool websocket_frame(struct websocket *socket, int first, const void *bytes, size_t length);
bool websocket_text(struct websocket *socket, const char *text, size_t length);

/* Read what there is, without waiting. False when the other side has gone. */
bool websocket_read(struct websocket *socket);

/* The next whole message of what was read. False when there is none yet. */
bool websocket_next(struct websocket *socket, struct websocket_message *message);

/* Wait for a message, but not for ever. False when none came or the other side has gone (`ended` says which). */
bool websocket_wait(struct websocket *socket, struct websocket_message *message, int milliseconds);

/* Close the descriptor, without a word, and free everything. */
void websocket_end(struct websocket *socket);

#endif
