/*
 * fault.h: what is wrong with an input, as one sentence with its place.
 *
 * A function that reads input returns false (or NULL) and fills a fault; the first fault stays, later ones are
 * ignored. Nothing is half-installed: the caller discards what was being built.
 */
#ifndef MESTRE_FAULT_H
#define MESTRE_FAULT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

struct fault {
    bool    set;
    char    file[96];        /* the document's name as the host gave it */
    int32_t line;            /* 1-based; 0 when no line is meant */
    char    text[320];       /* what is wrong and what was expected */
};

/*
 * Record a fault unless one is recorded already. Always returns false, so that readers can `return fault_say(...)`.
 * The format is out_format's. Since a text may quote the input, control characters become '?' and what is too
 * long is cut at a whole character: the result is one line of UTF-8 when its parts are UTF-8.
 */
bool fault_say(struct fault *fault, const char *file, int32_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool fault_vsay(struct fault *fault, const char *file, int32_t line, const char *format, va_list arguments)
    __attribute__((format(printf, 4, 0)));

#endif
