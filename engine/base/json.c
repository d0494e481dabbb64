/* json.c: the reader; see json.h. json_members.c reads what it has parsed, json_write.c writes. */
#include "json_parts.h"
#include "hash.h"
#include "must.h"

#include <string.h>

/*
 * Duplicate keys: up to FEW_MEMBERS a new key is compared with those before it, but only when a bit set says that
 * one of them may be equal. A larger object is checked once, when it closes, by sorting its keys; a sort stays
 * fast whatever the keys are, while a hash table can be made slow by a file written for that.
 */
enum { FEW_MEMBERS = 16, NODES_AT_ONCE = 64 };

/* An open array or object. */
struct open_branch {
    struct json *branch;
    struct json *last;           /* its latest element, or NULL */
    uint64_t     seen;           /* the bit set of the keys so far, for an object */
};

struct reader {
    struct json_document *document;
    struct arena         *arena;
    struct fault         *fault;
    const char           *at;
    const char           *end;
    const char           *key;           /* of the value to be read next, or NULL */
    char                 *strings;       /* where the next string goes */
    struct json          *nodes;         /* fresh nodes */
    size_t                nodes_left;
    int                   depth;
    struct open_branch          stack[JSON_DEPTH];
};

/* The length of the UTF-8 character of two or more bytes at `at`, or 0 when it is none. */
static size_t utf8_length(const char *at, const char *end)
{
    unsigned char first = (unsigned char)at[0];
    unsigned char low = 0x80, high = 0xbf;
    size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    if (first < 0xc2 || first > 0xf4 || (size_t)(end - at) < length) return 0;
    if (first == 0xe0) low = 0xa0;                       /* these four keep out overlong forms, */
    if (first == 0xed) high = 0x9f;                      /* surrogates */
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;                      /* and what lies beyond U+10FFFF */
    if ((unsigned char)at[1] < low || (unsigned char)at[1] > high) return 0;
    for (size_t i = 2; i < length; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80) return 0;
    return length;
}

static struct quote quote_byte(const char *what, char byte)
{
    struct quote quote;
    struct out out = out_over(quote.text, sizeof quote.text);

    out_text(&out, what);
    out_text(&out, " 0x");
    out_hex(&out, (unsigned char)byte, 2);
    return quote;
}

static bool word_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || c == '_' || c == '+' || c == '-' || c == '.';
}

/* The input at `at` in words. */
static struct quote found(const char *at, const char *end)
{
    size_t length = 0;

    if (at == end) return json_quote_plain("the end of the document");
    if (*at == '"') return json_quote_plain("a string");
    if (*at == '\n' || *at == '\r') return json_quote_plain("a line break");
    if ((unsigned char)*at < 0x20 || *at == 0x7f) return quote_byte("the control character", *at);
    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) return json_quote_plain("a byte order mark");
    if (*at == '\\') length++;
    while (at + length < end && length < sizeof(struct quote) && word_character(at[length])) length++;
    if (length == 0) length = (unsigned char)*at < 0x80 ? 1 : utf8_length(at, end);
    return length > 0 ? json_quote_bytes(at, length) : quote_byte("the byte", *at);
}

static bool expected_at(struct reader *r, const char *at, const char *what)
{
    int32_t line = json_line_at(r->document, (size_t)(at - r->document->text));

    return fault_say(r->fault, r->document->name, line, "expected %s, found %s", what, found(at, r->end).text);
}

static bool expected(struct reader *r, const char *what)
{
    return expected_at(r, r->at, what);
}

static bool exhausted(struct reader *r)
{
    return fault_say(r->fault, r->document->name, 0, "the document is too large for the memory set aside for it");
}

static bool repeated(struct reader *r, const char *key, size_t offset)
{
    return fault_say(r->fault, r->document->name, json_line_at(r->document, offset),
                     "expected each key once in an object, found %s again", json_quote(key).text);
}

static void skip_space(struct reader *r)
{
    const char *at = r->at;

    while (at < r->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t')) at++;
    r->at = at;
}

/* Bytes of a string that stand for themselves and need no further look. */
static bool plain_byte(char byte)
{
    unsigned char c = (unsigned char)byte;

    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* The same for eight bytes at once: each term sets the top bit of some byte when one byte is not plain. */
static bool plain_word(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t quote = word ^ ones * '"';
    uint64_t backslash = word ^ ones * '\\';
    uint64_t control = (word - ones * 0x20) & ~word;

    quote = (quote - ones) & ~quote;
    backslash = (backslash - ones) & ~backslash;
    return ((word | quote | backslash | control) & tops) == 0;
}

/* Four hexadecimal digits, or -1. */
static int32_t hex_value(const char *at, const char *end)
{
    int32_t value = 0;

    if (end - at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i];

        if (c >= '0' && c <= '9') value = value * 16 + (c - '0');
        else if (c >= 'a' && c <= 'f') value = value * 16 + (c - 'a' + 10);
        else if (c >= 'A' && c <= 'F') value = value * 16 + (c - 'A' + 10);
        else return -1;
    }
    return value;
}

static char *put_utf8(char *to, int32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *to++ = (char)(0xe0 | code >> 12);
        } else {
            *to++ = (char)(0xf0 | code >> 18);
            *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *to++ = (char)(0x80 | (code & 0x3f));
    return to;
}

/* The code of the \u escape at r->at, or of the surrogate pair; moves r->at behind it. -1 with a fault. */
static int32_t read_unicode(struct reader *r)
{
    int32_t code = hex_value(r->at + 2, r->end);
    int32_t second = -1;

    if (code < 0) {
        expected(r, "four hexadecimal digits after \\u");
        return -1;
    }
    if (code == 0 || (code >= 0xdc00 && code <= 0xdfff)) {
        expected(r, code == 0 ? "no NUL character (\\u0000) in a string" : "a low surrogate only behind a high one");
        return -1;
    }
    r->at += 6;
    if (code < 0xd800 || code > 0xdfff) return code;
    if (r->end - r->at >= 2 && r->at[0] == '\\' && r->at[1] == 'u') second = hex_value(r->at + 2, r->end);
    if (second < 0xdc00 || second > 0xdfff) {
        r->at -= 6;
        expected(r, "a high surrogate with a low one (\\udc00 to \\udfff) behind it");
        return -1;
    }
    r->at += 6;
    return 0x10000 + (code - 0xd800) * 0x400 + (second - 0xdc00);
}

/* The escape at r->at, decoded to `to`. Returns behind what was written, or NULL with a fault. */
static char *read_escape(struct reader *r, char *to)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char letter = r->end - r->at >= 2 ? r->at[1] : '\0';

    if (letter == 'u') {
        int32_t code = read_unicode(r);

        return code < 0 ? NULL : put_utf8(to, code);
    }
    for (int i = 0; letters[i]; i++) {
        if (letter != letters[i]) continue;
        r->at += 2;
        *to = values[i];
        return to + 1;
    }
    r->at += 1;
    expected(r, "one of \" \\ / b f n r t u after a backslash");
    return NULL;
}

/* A character at r->at that is not plain: as read_escape. */
static char *read_special(struct reader *r, char *to)
{
    if (*r->at == '\\') return read_escape(r, to);
    if ((unsigned char)*r->at < 0x20) {
        expected(r, "the rest of a string (control characters are written as escapes)");
        return NULL;
    }

    size_t length = utf8_length(r->at, r->end);

    if (length == 0) {
        int32_t line = json_line_at(r->document, (size_t)(r->at - r->document->text));

        fault_say(r->fault, r->document->name, line, "expected UTF-8 text, found %s",
                  quote_byte("the byte", *r->at).text);
        return NULL;
    }
    memcpy(to, r->at, length);
    r->at += length;
    return to + length;
}

/* The string at r->at, decoded and terminated; NULL with a fault. */
static const char *read_string(struct reader *r, uint32_t *length)
{
    const char *opening = r->at, *at = r->at + 1, *end = r->end;
    char *string = r->strings, *to = string;

    for (;;) {
        uint64_t word;

        while (end - at >= 8 && (memcpy(&word, at, 8), plain_word(word))) {
            memcpy(to, &word, 8);
            at += 8;
            to += 8;
        }
        while (at < end && plain_byte(*at)) *to++ = *at++;
        r->at = at;
        if (at == end) {
            fault_say(r->fault, r->document->name, json_line_at(r->document, (size_t)(opening - r->document->text)),
                      "expected a closing quote for the string that begins here, found the end of the document");
            return NULL;
        }
        if (*at == '"') break;
        to = read_special(r, to);
        if (!to) return NULL;
        at = r->at;
    }
    *to = '\0';
    *length = (uint32_t)(to - string);
    r->strings = to + 1;
    r->at = at + 1;
    return string;
}

/* Whether `key` is new among the members read so far of a small object. */
static bool key_is_new(struct open_branch *frame, const char *key, uint32_t length)
{
    unsigned last = length > 0 ? (unsigned char)key[length - 1] : 0;
    uint64_t bit = (uint64_t)1 << (((unsigned char)key[0] * 5u + last * 3u + length) & 63u);
    bool maybe = (frame->seen & bit) != 0;

    frame->seen |= bit;
    if (!maybe) return true;
    for (const struct json *member = frame->branch->as.child; member; member = member->next)
        if (strcmp(member->key, key) == 0) return false;
    return true;
}

/* The key and the colon before a member's value. */
static bool read_key(struct reader *r)
{
    struct open_branch *frame = &r->stack[r->depth - 1];
    uint32_t length;

    skip_space(r);
    if (r->at == r->end || *r->at != '"') return expected(r, "a key in quotes");

    const char *start = r->at;

    r->key = read_string(r, &length);
    if (!r->key) return false;
    if (frame->branch->count < FEW_MEMBERS && !key_is_new(frame, r->key, length))
        return repeated(r, r->key, (size_t)(start - r->document->text));
    skip_space(r);
    if (r->at == r->end || *r->at != ':') return expected(r, "\":\" after a key");
    r->at++;
    skip_space(r);
    return true;
}

struct named {
    uint64_t           hash;
    const struct json *member;
};

static bool named_before(const struct named *a, const struct named *b)
{
    if (a->hash != b->hash) return a->hash < b->hash;
    return strcmp(a->member->key, b->member->key) <= 0;
}

/* Merge from[low..middle) and from[middle..high) into to[low..high), equals in their old order. */
static void merge(const struct named *from, struct named *to, size_t low, size_t middle, size_t high)
{
    size_t a = low, b = middle;

    for (size_t i = low; i < high; i++) {
        bool first = b == high || (a < middle && named_before(&from[a], &from[b]));

        to[i] = first ? from[a++] : from[b++];
    }
}

/* Sorts names[0..count) with as much scratch behind them; returns which half holds the result. */
static const struct named *sort_names(struct named *names, size_t count)
{
    struct named *from = names, *to = names + count;

    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = count - low < width ? count : low + width;
            size_t high = count - middle < width ? count : middle + width;

            merge(from, to, low, middle, high);
        }
        struct named *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* The first member in the text whose key an earlier one has, or NULL. */
static const struct json *first_repeated(struct named *names, const struct json *object)
{
    const struct json *first = NULL;
    size_t count = 0;

    for (const struct json *member = object->as.child; member; member = member->next)
        names[count++] = (struct named){ hash_bytes(member->key, strlen(member->key)), member };

    const struct named *sorted = sort_names(names, count);

    for (size_t i = 1; i < count; i++) {
        const struct json *member = sorted[i].member;

        if (sorted[i].hash != sorted[i - 1].hash || strcmp(member->key, sorted[i - 1].member->key) != 0) continue;
        if (!first || member->offset < first->offset) first = member;
    }
    return first;
}

/* Whether all keys of a large object differ. The scratch memory is given back. */
static bool check_keys(struct reader *r, const struct json *object)
{
    size_t used = r->arena->used;
    struct named *names = arena_take(r->arena, (size_t)object->count * 2 * sizeof *names);

    if (!names) return exhausted(r);

    const struct json *again = first_repeated(names, object);

    r->arena->used = used;
    return again ? repeated(r, again->key, again->offset) : true;
}

/* A new node for the value at r->at, linked into its branch. NULL with a fault. */
static struct json *new_node(struct reader *r, enum json_type type)
{
    if (r->nodes_left == 0) {
        size_t most = (size_t)(r->end - r->at) / 2 + 1;          /* a value and a separator take two bytes */

        r->nodes_left = most < NODES_AT_ONCE ? most : NODES_AT_ONCE;
        r->nodes = arena_take(r->arena, r->nodes_left * sizeof *r->nodes);
        if (!r->nodes) {
            exhausted(r);
            return NULL;
        }
    }

    struct json *node = r->nodes++;

    r->nodes_left--;
    node->type = (uint8_t)type;
    node->offset = (uint32_t)(r->at - r->document->text);
    node->key = r->key;
    r->key = NULL;
    if (r->depth == 0) {
        r->document->root = node;
        return node;
    }

    struct open_branch *frame = &r->stack[r->depth - 1];

    if (frame->last) frame->last->next = node;
    else frame->branch->as.child = node;
    frame->last = node;
    frame->branch->count++;
    return node;
}

static bool read_integer(struct reader *r)
{
    const char *at = r->at, *end = r->end;
    bool negative = *at == '-';
    uint64_t value = 0;

    at += negative;

    const char *digits = at;

    /* Twenty digits wrap around, which does no harm: they are refused by their number. */
    for (; at < end && *at >= '0' && *at <= '9'; at++) value = value * 10 + (uint64_t)(*at - '0');
    if (at == digits) return expected_at(r, negative ? at : r->at, negative ? "a digit after \"-\"" : "a value");
    if (at - digits > 1 && *digits == '0') return expected(r, "a whole number without leading zeros");
    if (at < end && (*at == '.' || *at == 'e' || *at == 'E'))
        return expected(r, "a whole number (no fraction, no exponent)");
    if (at - digits > 19 || value > (uint64_t)INT64_MAX + negative)
        return expected(r, "a whole number from -9223372036854775808 to 9223372036854775807");

    struct json *node = new_node(r, JSON_INTEGER);

    if (!node) return false;
    node->as.integer = negative && value > 0 ? -(int64_t)(value - 1) - 1 : (int64_t)value;
    r->at = at;
    return true;
}

static bool read_word(struct reader *r)
{
    static const struct { const char *text; size_t length; enum json_type type; } words[] = {
        { "null", 4, JSON_NULL }, { "false", 5, JSON_FALSE }, { "true", 4, JSON_TRUE },
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if ((size_t)(r->end - r->at) < words[i].length || memcmp(r->at, words[i].text, words[i].length) != 0) continue;
        if (!new_node(r, words[i].type)) return false;
        r->at += words[i].length;
        return true;
    }
    return expected(r, "a value");
}

static bool read_string_value(struct reader *r)
{
    struct json *node = new_node(r, JSON_STRING);

    if (!node) return false;
    node->as.string = read_string(r, &node->count);
    return node->as.string != NULL;
}

/* Opens the array or object at r->at; go_on reads what is in it. */
static bool open_branch(struct reader *r, enum json_type type)
{
    if (r->depth == JSON_DEPTH)
        return fault_say(r->fault, r->document->name, json_line_at(r->document, (size_t)(r->at - r->document->text)),
                         "expected at most %d levels of brackets, found more", JSON_DEPTH);

    struct json *node = new_node(r, type);

    if (!node) return false;
    r->stack[r->depth++] = (struct open_branch){ .branch = node };
    r->at++;
    return true;
}

/* The value at r->at; an array or object is only opened. */
static bool read_value(struct reader *r)
{
    if (r->at == r->end) return expected(r, "a value");
    switch (*r->at) {
    case '{': return open_branch(r, JSON_OBJECT);
    case '[': return open_branch(r, JSON_ARRAY);
    case '"': return read_string_value(r);
    case 'n': case 't': case 'f': return read_word(r);
    default:  return read_integer(r);
    }
}

static bool close_branch(struct reader *r)
{
    const struct json *branch = r->stack[--r->depth].branch;

    r->at++;
    if (branch->type == JSON_OBJECT && branch->count > FEW_MEMBERS) return check_keys(r, branch);
    return true;
}

/*
 * From behind a value or an opening bracket to the start of the next value, closing what closes on the way.
 * At the end of the root the depth is 0.
 */
static bool go_on(struct reader *r)
{
    while (r->depth > 0) {
        struct open_branch *frame = &r->stack[r->depth - 1];
        bool object = frame->branch->type == JSON_OBJECT;
        char here;

        skip_space(r);
        here = r->at < r->end ? *r->at : '\0';
        if (here == (object ? '}' : ']')) {
            if (!close_branch(r)) return false;
            continue;
        }
        if (frame->last) {
            if (here != ',') return expected(r, object ? "\",\" or \"}\"" : "\",\" or \"]\"");
            r->at++;
        }
        if (object) return read_key(r);
        skip_space(r);
        return true;
    }
    return true;
}

static bool read_document(struct reader *r)
{
    skip_space(r);
    do {
        if (!read_value(r) || !go_on(r)) return false;
    } while (r->depth > 0);
    skip_space(r);
    return r->at == r->end ? true : expected(r, "the end of the document");
}

bool json_parse(struct json_document *document, const char *name, const char *text, size_t length,
                struct arena *arena, struct fault *fault)
{
    struct reader r;
    size_t used = arena->used;

    must(name != NULL && (text != NULL || length == 0));
    if (length == 0) text = "";
    *document = (struct json_document){ .name = name, .text = text, .length = length };
    if (length > JSON_BYTES)
        return fault_say(fault, name, 0, "the document is too large: expected at most %d bytes, found %llu",
                         JSON_BYTES, (unsigned long long)length);

    r.document = document;
    r.arena = arena;
    r.fault = fault;
    r.at = text;
    r.end = text + length;
    r.key = NULL;
    r.nodes_left = 0;
    r.depth = 0;
    /* Decoded strings with their terminators are never longer than the text with its quotes. */
    r.strings = arena_take(arena, length);
    if (r.strings ? read_document(&r) : exhausted(&r)) return true;
    document->root = NULL;
    arena->used = used;
    return false;
}
