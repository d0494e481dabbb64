/*
 * out.h: text being written into the caller's buffer, without printf (the WebAssembly module has no imports).
 *
 * The buffer always holds a terminated string. What does not fit is dropped, `full` is set and all that follows
 * is dropped too, so that the text is a beginning of what was meant and a caller checks once at the end.
 */
#ifndef MESTRE_OUT_H
#define MESTRE_OUT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out {
    char  *text;
    size_t used;         /* bytes written, the terminator not counted */
    size_t capacity;     /* bytes of text[], the terminator included; at least 1 */
    bool   full;
};

/* An empty text in buffer[0..capacity). */
struct out out_over(char *buffer, size_t capacity);
void out_char(struct out *out, char c);
void out_text(struct out *out, const char *text);
/* As many of text[0..length) as fit; a UTF-8 character may be cut (out_trim). */
void out_bytes(struct out *out, const char *text, size_t length);
void out_integer(struct out *out, int64_t value);
void out_unsigned(struct out *out, uint64_t value);
/* Lower case, zero-padded to `digits` (1 to 16); more digits are written when the value needs them. */
void out_hex(struct out *out, uint64_t value, int digits);

/* Drop a UTF-8 character at the end of which only the first bytes are there. */
void out_trim(struct out *out);

/* The few conversions the engine needs: %s, %c, %%, and %d and %u plain or with l or ll. Anything else is a bug. */
void out_format(struct out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void out_vformat(struct out *out, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

#endif
