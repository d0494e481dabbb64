/* websocket.c: see websocket.h. */
#define _GNU_SOURCE             /* memmem */
#include "websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* The key and its answer from RFC 6455, so that no hash is needed here. */
static const char key[] = "dGhlIHNhbXBsZSBub25jZQ==", accept_value[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

enum { HANDSHAKE_MILLISECONDS = 20000 };

static int64_t now_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *bigger(void *memory, size_t size)
{
    void *grown = realloc(memory, size);
    if (!grown) abort();
    return grown;
}

int websocket_dial(int port)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    if (fd >= 0) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

bool websocket_raw(struct websocket *socket, const void *bytes, size_t length)
{
    const char *at = bytes;

    while (length > 0) {
        ssize_t sent = send(socket->fd, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool websocket_read(struct websocket *socket)
{
    while (!socket->ended) {
        if (socket->start == socket->end) socket->start = socket->end = 0;
        if (socket->end == socket->capacity && socket->start > 0) {
            memmove(socket->bytes, socket->bytes + socket->start, socket->end - socket->start);
            socket->end -= socket->start;
            socket->start = 0;
        }
        if (socket->end == socket->capacity) {
            socket->capacity = socket->capacity ? 2 * socket->capacity : 4096;
            socket->bytes = bigger(socket->bytes, socket->capacity);
        }
        ssize_t got = recv(socket->fd, socket->bytes + socket->end, socket->capacity - socket->end, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return true;
        if (got <= 0) socket->ended = true;
        else socket->end += (size_t)got;
        if (got > 0 && socket->end < socket->capacity) return true;
    }
    return false;
}

static bool wait_for_bytes(struct websocket *socket, int64_t until)
{
    int64_t left = until - now_milliseconds();
    struct pollfd wait = { .fd = socket->fd, .events = POLLIN };

    if (socket->ended || left < 0 || poll(&wait, 1, (int)left) <= 0) return false;
    return websocket_read(socket) || socket->end > socket->start;
}

/* The end of the header fields among the bytes read, or NULL. */
static unsigned char *end_of_fields(const struct websocket *socket)
{
    if (socket->end - socket->start < 4) return NULL;
    unsigned char *found = memmem(socket->bytes + socket->start, socket->end - socket->start, "\r\n\r\n", 4);
    return found ? found + 4 : NULL;
}

int websocket_open(struct websocket *socket, int port, const char *path, const char *fields)
{
    char request[4096];
    int64_t until = now_milliseconds() + HANDSHAKE_MILLISECONDS;
    unsigned char *end;
    int status = 0;

    memset(socket, 0, sizeof *socket);
    socket->fd = websocket_dial(port);
    if (socket->fd < 0) return 0;
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n%sUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", path, fields, key);
    if (length < 0 || (size_t)length >= sizeof request || !websocket_raw(socket, request, (size_t)length)) return 0;
    while (!(end = end_of_fields(socket)))
        if (!wait_for_bytes(socket, until)) return 0;
    end[-1] = '\0';
    if (sscanf((char *)socket->bytes + socket->start, "HTTP/1.%*d %d", &status) != 1) return 0;
    if (status == 101 && !strstr((char *)socket->bytes + socket->start, accept_value)) return 0;
    socket->start = (size_t)(end - socket->bytes);
    return status;
}

int websocket_open_page(struct websocket *socket, int port, const char *path, const char *protocol, const char *extra)
{
    char fields[2048];

    snprintf(fields, sizeof fields, "Host: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\nSec-WebSocket-Protocol: %s\r\n%s",
             port, port, protocol, extra ? extra : "");
    return websocket_open(socket, port, path, fields);
}

bool websocket_frame(struct websocket *socket, int first, const void *bytes, size_t length)
{
    static const unsigned char mask[4] = { 0x37, 0xfa, 0x21, 0x3d };
    unsigned char *frame = bigger(NULL, length + 14);
    const unsigned char *from = bytes;
    size_t used = 0;

    frame[used++] = (unsigned char)first;
    frame[used++] = (unsigned char)(0x80 | (length < 126 ? length : length < 65536 ? 126 : 127));
    for (int shift = length < 126 ? 0 : length < 65536 ? 16 : 64; shift > 0; shift -= 8)
        frame[used++] = (unsigned char)((uint64_t)length >> (shift - 8));
    memcpy(frame + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < length; i++) frame[used + i] = from[i] ^ mask[i & 3];
    bool sent = websocket_raw(socket, frame, used + length);
    free(frame);
    return sent;
}

bool websocket_text(struct websocket *socket, const char *text, size_t length)
{
    return websocket_frame(socket, WEBSOCKET_FIN | WEBSOCKET_TEXT, text, length);
}

struct frame {
    int            opcode;
    bool           fin;
    unsigned char *payload;
    size_t         length;
};

static bool next_frame(struct websocket *socket, struct frame *frame)
{
    unsigned char *at = socket->bytes + socket->start;
    size_t have = socket->end - socket->start, head = 2, length;

    if (have < 2) return false;
    length = at[1] & 0x7f;
    if (length > 125) {
        size_t more = length == 126 ? 2 : 8;
        if (have < 2 + more) return false;
        length = 0;
        for (size_t i = 0; i < more; i++) length = length << 8 | at[2 + i];
        head += more;
    }
    if (have - head < length) return false;
    *frame = (struct frame){ at[0] & 15, at[0] & 0x80, at + head, length };
    socket->start += head + length;
    return true;
}

static bool finished(struct websocket *socket, int opcode, char *text, size_t length, struct websocket_message *message)
{
    free(socket->last);
    socket->last = text;
    *message = (struct websocket_message){ opcode, text, length, 0 };
    if (opcode == WEBSOCKET_CLOSE && length >= 2) message->code = (unsigned char)text[0] << 8 | (unsigned char)text[1];
    return true;
}

bool websocket_next(struct websocket *socket, struct websocket_message *message)
{
    struct frame frame;

    while (next_frame(socket, &frame)) {
        bool control = frame.opcode >= 8;
        size_t before = control ? 0 : socket->part_length;
        char *text = bigger(control ? NULL : socket->part, before + frame.length + 1);

        memcpy(text + before, frame.payload, frame.length);
        text[before + frame.length] = '\0';
        if (control) return finished(socket, frame.opcode, text, frame.length, message);
        if (frame.opcode != WEBSOCKET_CONTINUATION) {
            socket->part_opcode = frame.opcode;
            socket->fragments = 0;
        }
        socket->fragments++;
        socket->part = text;
        socket->part_length = before + frame.length;
        if (!frame.fin) continue;
        size_t length = socket->part_length;
        socket->part = NULL;
        socket->part_length = 0;
        return finished(socket, socket->part_opcode, text, length, message);
    }
    return false;
}

bool websocket_wait(struct websocket *socket, struct websocket_message *message, int milliseconds)
{
    int64_t until = now_milliseconds() + milliseconds;

    while (!websocket_next(socket, message))
        if (!wait_for_bytes(socket, until)) return false;
    return true;
}

void websocket_end(struct websocket *socket)
{
    if (socket->fd >= 0) close(socket->fd);
    free(socket->bytes);
    free(socket->part);
    free(socket->last);
    memset(socket, 0, sizeof *socket);
    socket->fd = -1;
}
