/*
 * log.h: what the server did, one line per event on stderr: `time level event key=value ...`.
 *
 * A line is built field by field, so that a value from outside can never forge a field or a line: anything but
 * plain characters is quoted and escaped. A line that is too long is cut. Each line is one write.
 */
#ifndef MESTRE_LOG_H
#define MESTRE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG };

struct log_line {
    char   text[1024];
    size_t used;
    bool   wanted;       /* its level is being logged */
};

/* Lines above this level are dropped. LEVEL_INFO until it is set; set it before threads start. */
void log_keep(enum log_level level);

/* Begin, add fields, end. The event is a word of ours, such as "listen". */
struct log_line log_begin(enum log_level level, const char *event);
void log_text(struct log_line *line, const char *key, const char *value);
void log_bytes(struct log_line *line, const char *key, const char *value, size_t length);
void log_number(struct log_line *line, const char *key, int64_t value);
void log_end(struct log_line *line);

/* One event without or with one text field. */
void log_event(enum log_level level, const char *event, const char *key, const char *value);

/*
 * A brake for events that strangers can cause: at most `most` lines in each window of `seconds`.
 * log_allowed() says whether this one may be written; *dropped is how many were held back since the last one
 * that was allowed, to be written as a field.
 */
struct log_brake {
    int32_t  most;
    int32_t  seconds;
    int64_t  window;
    int32_t  used;
    uint32_t held;
};

bool log_allowed(struct log_brake *brake, int64_t now_seconds, uint32_t *dropped);

/* Seconds on a clock that only goes forward, for log_allowed(). */
int64_t log_clock(void);

#endif
