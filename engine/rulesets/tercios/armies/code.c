/* code.c: bytes as letters, with a check sum; see code.h. */
#include "code.h"
#include "hash.h"

#include <string.h>

enum { CHECK = 3, SIX_BITS = 64 };

static const char letters[SIX_BITS + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void code_put(struct code *code, uint32_t value, int size)
{
    for (int i = 0; i < size; i++) {
        if (code->count < CODE_BYTES) code->list[code->count++] = (uint8_t)(value >> 8 * i);
        else code->bad = true;
    }
}

uint32_t code_get(struct code *code, int size)
{
    uint32_t value = 0;

    for (int i = 0; i < size; i++) {
        if (code->at < code->count) value |= (uint32_t)code->list[code->at++] << 8 * i;
        else code->bad = true;
    }
    return value;
}

uint8_t code_below(struct code *code, uint32_t value, int most)
{
    if (value < (uint32_t)most) return (uint8_t)value;
    code->bad = true;
    return 0;
}

static uint32_t check_sum(const struct code *code)
{
    return (uint32_t)(hash_more(0, code->list, (size_t)code->count) & 0x3ffff);
}

bool code_write(const struct code *code, const char *prefix, struct out *out, struct fault *fault)
{
    out_text(out, prefix);
    for (int bit = 0; bit < 8 * code->count; bit += 6) {
        uint32_t pair = (uint32_t)code->list[bit / 8] << 8 | (bit / 8 + 1 < code->count ? code->list[bit / 8 + 1] : 0u);
        out_char(out, letters[pair >> (10 - bit % 8) & (SIX_BITS - 1)]);
    }
    for (int i = 0; i < CHECK; i++) out_char(out, letters[check_sum(code) >> 6 * i & (SIX_BITS - 1)]);
    return (!out->full && !code->bad) || fault_say(fault, "army", 0, "this army is too large for a code");
}

/* What is left over of the last letter must be nothing. */
static bool read_letters(struct code *code, const char *prefix, const char *text)
{
    size_t   length = strlen(text), start = strlen(prefix);
    uint32_t held = 0, sum = 0;
    int      bits = 0;

    if (strncmp(text, prefix, start) || length < start + CHECK || (length - start) * 6 / 8 > CODE_BYTES) return false;
    for (size_t i = start; i < length; i++) {
        const char *letter = strchr(letters, text[i]);
        uint32_t    value = letter ? (uint32_t)(letter - letters) : 0;
        if (!letter) return false;
        if (i >= length - CHECK) {
            sum |= value << 6 * (i - (length - CHECK));
            continue;
        }
        held = held << 6 | value;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        code->list[code->count++] = (uint8_t)(held >> bits);
        held &= (1u << bits) - 1;
    }
    return bits < 6 && !held && sum == check_sum(code);
}

bool code_read(struct code *code, const char *prefix, const char *text, struct fault *fault)
{
    *code = (struct code){ .count = 0 };
    return read_letters(code, prefix, text) ||
           fault_say(fault, "code", 0, "this is no code of an army, or a part of it is missing or wrong");
}

bool code_end(const struct code *code, struct fault *fault)
{
    return (!code->bad && code->at == code->count) ||
           fault_say(fault, "code", 0, "this code is of an army that these tables do not know");
}
