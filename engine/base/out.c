#include "out.h"
#include "must.h"

#include <string.h>

struct out out_over(char *buffer, size_t capacity)
{
    must(capacity >= 1);
    buffer[0] = '\0';
    return (struct out){ .text = buffer, .capacity = capacity };
}

void out_char(struct out *out, char c)
{
    if (out->full || out->capacity - out->used < 2) {
        out->full = true;
        return;
    }
    out->text[out->used++] = c;
    out->text[out->used] = '\0';
}

void out_bytes(struct out *out, const char *text, size_t length)
{
    if (out->full || length == 0) return;

    size_t room = out->capacity - out->used - 1;

    if (length > room) {
        out->full = true;
        length = room;
    }
    memcpy(out->text + out->used, text, length);
    out->used += length;
    out->text[out->used] = '\0';
}

void out_text(struct out *out, const char *text)
{
    must(text != NULL);
    out_bytes(out, text, strlen(text));
}

void out_unsigned(struct out *out, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    out_bytes(out, digits + at, sizeof digits - at);
}

void out_integer(struct out *out, int64_t value)
{
    if (value < 0) out_char(out, '-');
    out_unsigned(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void out_hex(struct out *out, uint64_t value, int digits)
{
    char text[16];
    int at = 16;

    must(1 <= digits && digits <= 16);
    while (value > 0 || 16 - at < digits) {
        text[--at] = "0123456789abcdef"[value & 15];
        value >>= 4;
    }
    out_bytes(out, text + at, (size_t)(16 - at));
}

/* How many bytes a UTF-8 character has by its first byte. */
static size_t character_bytes(unsigned char first)
{
    if (first < 0xc0) return 1;
    if (first < 0xe0) return 2;
    return first < 0xf0 ? 3 : 4;
}

void out_trim(struct out *out)
{
    size_t start = out->used;

    while (start > 0 && out->used - start < 4) {
        unsigned char byte = (unsigned char)out->text[--start];

        if ((byte & 0xc0) == 0x80) continue;
        if (out->used - start < character_bytes(byte)) out->used = start;
        break;
    }
    out->text[out->used] = '\0';
}

/* The arguments travel in a struct because a va_list handed to a function cannot be used again by its caller. */
struct arguments {
    va_list list;
};

static void put_signed(struct out *out, struct arguments *arguments, int longs)
{
    if (longs == 0) out_integer(out, va_arg(arguments->list, int));
    else if (longs == 1) out_integer(out, va_arg(arguments->list, long));
    else out_integer(out, va_arg(arguments->list, long long));
}

static void put_unsigned(struct out *out, struct arguments *arguments, int longs)
{
    if (longs == 0) out_unsigned(out, va_arg(arguments->list, unsigned));
    else if (longs == 1) out_unsigned(out, va_arg(arguments->list, unsigned long));
    else out_unsigned(out, va_arg(arguments->list, unsigned long long));
}

/* One conversion; `at` stands after the '%'. Returns where the text goes on. */
static const char *convert(struct out *out, const char *at, struct arguments *arguments)
{
    int longs = 0;

    while (*at == 'l' && longs < 2) {
        longs++;
        at++;
    }
    switch (*at) {
    case 'd': put_signed(out, arguments, longs); break;
    case 'u': put_unsigned(out, arguments, longs); break;
    case 's': must(longs == 0); out_text(out, va_arg(arguments->list, const char *)); break;
    case 'c': must(longs == 0); out_char(out, (char)va_arg(arguments->list, int)); break;
    case '%': must(longs == 0); out_char(out, '%'); break;
    default: must_failed("the conversion is one that out_format knows", __FILE__, __LINE__);
    }
    return at + 1;
}

void out_vformat(struct out *out, const char *format, va_list list)
{
    struct arguments arguments;

    va_copy(arguments.list, list);
    while (*format) {
        const char *run = format;

        while (*format && *format != '%') format++;
        out_bytes(out, run, (size_t)(format - run));
        if (*format == '%') format = convert(out, format + 1, &arguments);
    }
    va_end(arguments.list);
}

void out_format(struct out *out, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    out_vformat(out, format, arguments);
    va_end(arguments);
}
