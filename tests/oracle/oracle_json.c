/*
 * oracle_json.c: our JSON reader against jansson on random documents, good and broken.
 *
 * Whatever one accepts the other must accept, with the same tree, except that we refuse three things that jansson
 * takes: reals, more than JSON_DEPTH levels, and one NUL byte directly behind a number or a word (jansson puts that
 * byte back to look at it again, and loses it; without it we must agree). Whole numbers beyond int64 are refused by both. What both accept is written by
 * each and read again by us, and must come out as the same canonical bytes.
 */
#include "jansson_tree.h"

#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 16 * 1024, MEMORY = 2 * 1024 * 1024 };

static char memory[MEMORY], text[TEXT], canonical[TEXT * 6], again[TEXT * 6];

static struct {
    long documents, both_accept, both_refuse, reals, depth, nul_bytes, disagreements;
} count;

static uint64_t random_state;

static uint64_t draw(void)
{
    uint64_t x = random_state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* 0 to limit-1. */
static int below(int limit)
{
    return (int)(draw() % (uint64_t)limit);
}

static const char *pick(const char *const *list, size_t length)
{
    return list[below((int)length)];
}

#define PICK(list) pick(list, sizeof list / sizeof list[0])

static void make_space(struct out *out)
{
    static const char *const spaces[] = { " ", "\n", "\t", "\r\n", "  " };

    while (below(8) == 0) out_text(out, PICK(spaces));
}

/* Broken pieces are rare, so that most documents before mutation are good. */
static void make_string(struct out *out)
{
    static const char *const pieces[] = {
        "a", "b", "k", "unit", "tercio de Sevilla", "é", "€", "😀", "\\n", "\\\"", "\\\\", "\\/",
        "\\b\\f\\r\\t", "\\u00e9", "\\u0041", "\\uD83D\\uDE00", "\\u001f", "\x7f", " ", "0123456789abcdef", "\xef\xbf\xbf", "\xf4\x8f\xbf\xbf",
    };
    static const char *const broken[] = {
        "\\u0000", "\\ud800", "\\udc00", "\\ud800\\u0041", "\\x", "\\u12", "\x01", "\n", "\x80", "\xc0\x80",
        "\xed\xa0\x80", "\xff", "\xf4\x90\x80\x80", "\xe2\x82",
    };

    out_char(out, '"');
    for (int i = below(4); i > 0; i--) out_text(out, PICK(pieces));
    if (below(200) == 0) out_text(out, PICK(broken));
    out_char(out, '"');
}

static void make_number(struct out *out)
{
    static const char *const odd[] = {
        "0", "-0", "-1", "9223372036854775807", "-9223372036854775808", "1000000000000000000", "-999999999999999999",
    };
    static const char *const refused[] = {
        "9223372036854775808", "-9223372036854775809", "18446744073709551617", "1.5", "-0.0", "1e3", "2E-7",
        "01", "-", "1.", "+1", "1e", "-01", "0x1", "123456789012345678901234567890",
    };
    int kind = below(100);
    int shift = below(64);               /* drawn in statements of their own: the order within one is not defined */

    if (kind < 10) out_text(out, PICK(odd));
    else if (kind < 12) out_text(out, PICK(refused));
    else out_integer(out, (int64_t)draw() >> shift);
}

static void make_value(struct out *out, int levels);

static void make_members(struct out *out, int levels, bool object)
{
    static const char *const keys[] = { "\"a\"", "\"b\"", "\"\\u0061\"", "\"\"", "\"é\"" };
    int members = below(20) == 0 ? below(60) : below(6);

    for (int i = 0; i < members; i++) {
        if (i > 0) out_char(out, ',');
        make_space(out);
        if (object) {
            if (below(8) == 0) out_text(out, PICK(keys));
            else if (below(8) == 0) make_string(out);
            else out_format(out, "\"k%d\"", below(200) == 0 ? below(members) : i);
            make_space(out);
            out_char(out, ':');
            make_space(out);
        }
        make_value(out, members > 8 ? 0 : levels - 1);
        make_space(out);
    }
}

static void make_value(struct out *out, int levels)
{
    static const char *const words[] = { "null", "true", "false" };
    int kind = below(levels > 0 ? 10 : 6);

    if (kind < 2) {
        make_string(out);
    } else if (kind < 5) {
        make_number(out);
    } else if (kind < 6) {
        out_text(out, PICK(words));
    } else {
        bool object = kind < 8;

        out_char(out, object ? '{' : '[');
        make_space(out);
        make_members(out, levels, object);
        out_char(out, object ? '}' : ']');
    }
}

/* Brackets around the document, sometimes just about as many as are allowed. */
static void make_document(struct out *out)
{
    int around = below(50) == 0 ? JSON_DEPTH - 5 + below(8) : 0;

    make_space(out);
    for (int i = 0; i < around; i++) out_text(out, i % 3 ? "[" : "{\"d\":");
    make_value(out, 4);
    for (int i = around - 1; i >= 0; i--) out_text(out, i % 3 ? "]" : "}");
    make_space(out);
}

static size_t mutate_once(size_t length)
{
    static const char likely[] = "{}[]\",:\\0123456789-+.eEtfnu \n\t\x80\xff\xc3\xa9\x01\x1f/'abdr";
    size_t at = (size_t)below((int)length), span = 1 + (size_t)below(8);
    char fresh = below(4) ? likely[below((int)sizeof likely)] : (char)below(256);

    if (span > length - at) span = length - at;
    switch (below(5)) {
    case 0:
        text[at] = fresh;
        return length;
    case 1:
        text[at] = (char)((unsigned char)text[at] ^ (1u << below(8)));
        return length;
    case 2:
        memmove(text + at, text + at + span, length - at - span);
        return length - span;
    case 3:
        if (length + span > sizeof text) return length;
        memmove(text + at + span, text + at, length - at);
        return length + span;
    default:
        if (length + 1 > sizeof text) return length;
        memmove(text + at + 1, text + at, length - at);
        text[at] = fresh;
        return length + 1;
    }
}

/* Whether we agree with jansson about a text once the NUL bytes that it loses are taken out. */
static bool agree_without_nul(const char *source, size_t length, json_t *theirs)
{
    static char stripped[TEXT], other[MEMORY];
    struct arena arena = arena_over(other, sizeof other);
    struct json_document document;
    struct fault fault = { 0 };
    size_t kept = without_lost_nul(stripped, source, length);
    bool real = false;

    if (json_parse(&document, "stripped", stripped, kept, &arena, &fault)) return same_tree(document.root, theirs);
    return (depth_of(theirs, &real) > JSON_DEPTH && begins(fault.text, "expected at most 64 levels"))
        || (real && begins(fault.text, "expected a whole number (no fraction"));
}

/* Why we may refuse what jansson took, or NULL. */
static long *documented(const struct fault *fault, const char *source, size_t length, json_t *theirs)
{
    bool real = false;
    int depth = depth_of(theirs, &real);

    if (real && begins(fault->text, "expected a whole number (no fraction")) return &count.reals;
    if (depth > JSON_DEPTH && begins(fault->text, "expected at most 64 levels")) return &count.depth;
    if (strstr(fault->text, "found the control character 0x00") && agree_without_nul(source, length, theirs))
        return &count.nul_bytes;
    return NULL;
}

static size_t write_canonical(const struct json *root, char *buffer, size_t capacity)
{
    struct out out = out_over(buffer, capacity);
    struct json_writer writer = json_writer_over(&out);

    json_write(&writer, root);
    return out.full ? 0 : out.used;
}

/* Reads a text with an arena of its own and writes it to again[]; the length, or 0. */
static size_t read_and_write(const char *source, size_t length)
{
    static char other[MEMORY];
    struct arena arena = arena_over(other, sizeof other);
    struct json_document document;
    struct fault fault = { 0 };

    if (!json_parse(&document, "again", source, length, &arena, &fault)) return 0;
    return write_canonical(document.root, again, sizeof again);
}

/* Our writing and jansson's of the same tree mean the same to our reader, and ours is a fixed point. */
static bool same_writing(const struct json *ours, json_t *theirs)
{
    size_t length = write_canonical(ours, canonical, sizeof canonical);
    char *dumped = json_dumps(theirs, JSON_COMPACT | JSON_ENCODE_ANY);
    bool same = length > 0 && dumped != NULL;

    same = same && read_and_write(canonical, length) == length && memcmp(canonical, again, length) == 0;
    same = same && read_and_write(dumped, strlen(dumped)) == length && memcmp(canonical, again, length) == 0;
    free(dumped);
    return same;
}

static void disagree(const char *what, size_t length, const struct fault *fault, const json_error_t *error)
{
    count.disagreements++;
    printf("disagreement: %s; ours: %s; jansson: %s; text of %zu bytes:\n", what, fault->text, error->text, length);
    fwrite(text, 1, length, stdout);
    printf("\n");
}

static void compare(size_t length)
{
    char *exact = malloc(length > 0 ? length : 1);
    struct arena arena = arena_over(memory, sizeof memory);
    struct json_document document;
    struct fault fault = { 0 };
    json_error_t error = { 0 };

    memcpy(exact, text, length);

    bool accepted = json_parse(&document, "random", exact, length, &arena, &fault);
    json_t *theirs = json_loadb(exact, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);

    count.documents++;
    if (accepted == fault.set) disagree("the answer and the fault differ", length, &fault, &error);
    if (!accepted && !theirs) {
        count.both_refuse++;
    } else if (!accepted) {
        long *why = documented(&fault, exact, length, theirs);

        if (why) ++*why;
        else disagree("only we refuse", length, &fault, &error);
    } else if (!theirs) {
        disagree("only we accept", length, &fault, &error);
    } else {
        count.both_accept++;
        if (!same_tree(document.root, theirs)) disagree("the trees differ", length, &fault, &error);
        else if (!same_writing(document.root, theirs)) disagree("the writings differ", length, &fault, &error);
    }
    if (theirs) json_decref(theirs);
    free(exact);
}

int main(int arguments, char **argument)
{
    long cases = arguments > 1 ? atol(argument[1]) : 200000;

    for (long i = 0; i < cases && count.disagreements < 10; i++) {
        random_state = (uint64_t)i;

        struct out out = out_over(text, sizeof text);

        make_document(&out);

        size_t length = out.used;

        if (i % 2) for (int n = 1 + below(3); n > 0 && length > 0; n--) length = mutate_once(length);
        compare(length);
    }
    printf("json: %ld documents: both accept %ld, both refuse %ld; only we refuse: reals %ld, depth %ld, NUL bytes %ld; "
           "disagreements %ld\n", count.documents, count.both_accept, count.both_refuse, count.reals, count.depth,
           count.nul_bytes, count.disagreements);
    return count.disagreements || count.documents != cases;
}
