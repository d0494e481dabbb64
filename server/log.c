/* log.c: see log.h. */
#include "log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static enum log_level kept = LEVEL_INFO;

void log_keep(enum log_level level)
{
    kept = level;
}

/* One byte stays free for the newline. */
static void put(struct log_line *line, const char *text, size_t length)
{
    size_t room = sizeof line->text - 1 - line->used;
    if (length > room) length = room;
    memcpy(line->text + line->used, text, length);
    line->used += length;
}

static bool plain(const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        if (c <= ' ' || c >= 127 || c == '"' || c == '\\' || c == '=') return false;
    }
    return length > 0;
}

static void put_quoted(struct log_line *line, const char *value, size_t length)
{
    put(line, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        char escape[5];
        if (c >= ' ' && c < 127 && c != '"' && c != '\\') put(line, value + i, 1);
        else put(line, escape, (size_t)snprintf(escape, sizeof escape, "\\x%02x", (unsigned)c));
    }
    put(line, "\"", 1);
}

struct log_line log_begin(enum log_level level, const char *event)
{
    static const char *const names[] = { "error", "warning", "info", "debug" };
    struct log_line line = { .wanted = level <= kept };
    struct timespec now;
    struct tm parts;
    char head[64];

    if (!line.wanted) return line;
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(head, sizeof head, "%Y-%m-%dT%H:%M:%S", &parts);
    put(&line, head, length);
    put(&line, head, (size_t)snprintf(head, sizeof head, ".%03dZ %s ", (int)(now.tv_nsec / 1000000), names[level]));
    put(&line, event, strlen(event));
    return line;
}

void log_bytes(struct log_line *line, const char *key, const char *value, size_t length)
{
    if (!line->wanted) return;
    put(line, " ", 1);
    put(line, key, strlen(key));
    put(line, "=", 1);
    if (plain(value, length)) put(line, value, length);
    else put_quoted(line, value, length);
}

void log_text(struct log_line *line, const char *key, const char *value)
{
    log_bytes(line, key, value, strlen(value));
}

void log_number(struct log_line *line, const char *key, int64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)value);
    log_bytes(line, key, digits, (size_t)length);
}

void log_end(struct log_line *line)
{
    if (!line->wanted) return;
    line->text[line->used++] = '\n';
    /* A log that cannot be written has nowhere to say so. */
    ssize_t written = write(STDERR_FILENO, line->text, line->used);
    (void)written;
    line->wanted = false;
}

void log_event(enum log_level level, const char *event, const char *key, const char *value)
{
    struct log_line line = log_begin(level, event);
    if (key) log_text(&line, key, value);
    log_end(&line);
}

bool log_allowed(struct log_brake *brake, int64_t now_seconds, uint32_t *dropped)
{
    if (now_seconds - brake->window >= brake->seconds) {
        brake->window = now_seconds;
        brake->used = 0;
    }
    if (brake->used >= brake->most) {
        if (brake->held < UINT32_MAX) brake->held++;
        return false;
    }
    brake->used++;
    *dropped = brake->held;
    brake->held = 0;
    return true;
}

int64_t log_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}
