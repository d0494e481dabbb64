/* test_json.c: the JSON reader, its faults and helpers, and the canonical writer. */
#include "json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMORY = 8 * 1024 * 1024 };

static char memory[MEMORY];

/* The text lies in memory of exactly its size, so that the sanitizer sees a look behind its end. */
struct example {
    char                *text;
    struct arena         arena;
    struct json_document document;
    struct fault         fault;
};

static bool parse_bytes(struct example *example, const char *text, size_t length)
{
    example->text = malloc(length > 0 ? length : 1);
    memcpy(example->text, text, length);
    example->arena = arena_over(memory, sizeof memory);
    example->fault = (struct fault){ 0 };
    return json_parse(&example->document, "test.json", example->text, length, &example->arena, &example->fault);
}

static bool parse(struct example *example, const char *text)
{
    return parse_bytes(example, text, strlen(text));
}

static void must_parse(struct example *example, const char *text)
{
    if (!parse(example, text)) fail_msg("%s: %s", text, example->fault.text);
}

static void expect_canonical(const char *text, const char *canonical)
{
    struct example example;
    char buffer[4096];
    struct out out = out_over(buffer, sizeof buffer);
    struct json_writer writer = json_writer_over(&out);

    must_parse(&example, text);
    json_write(&writer, example.document.root);
    assert_string_equal(buffer, canonical);
    assert_false(example.fault.set);
    free(example.text);
}

static void expect_refused_bytes(const char *text, size_t length, int32_t line, const char *sentence)
{
    struct example example;

    if (parse_bytes(&example, text, length)) fail_msg("accepted: %s", text);
    assert_true(example.fault.set);
    assert_string_equal(example.fault.text, sentence);
    assert_int_equal(example.fault.line, line);
    assert_string_equal(example.fault.file, "test.json");
    assert_null(example.document.root);
    assert_int_equal(example.arena.used, 0);
    free(example.text);
}

static void expect_refused(const char *text, int32_t line, const char *sentence)
{
    expect_refused_bytes(text, strlen(text), line, sentence);
}

static void good_documents_come_out_canonical(void **unused)
{
    (void)unused;
    expect_canonical("null", "null");
    expect_canonical(" true ", "true");
    expect_canonical("\r\n\t false", "false");
    expect_canonical("0", "0");
    expect_canonical("-0", "0");
    expect_canonical("-12", "-12");
    expect_canonical("9223372036854775807", "9223372036854775807");
    expect_canonical("-9223372036854775808", "-9223372036854775808");
    expect_canonical("\"\"", "\"\"");
    expect_canonical("[]", "[]");
    expect_canonical("[ ]", "[]");
    expect_canonical("{}", "{}");
    expect_canonical("{ }", "{}");
    expect_canonical("[ 1 , [ ] , { } , \"a\" , null ]", "[1,[],{},\"a\",null]");
    expect_canonical("{ \"z\" : 1 , \"a\" : { \"b\" : [ true , false ] } , \"\" : \"\" }",
                     "{\"z\":1,\"a\":{\"b\":[true,false]},\"\":\"\"}");
    expect_canonical("[[[[[[[[1]]]],[2]]]]]", "[[[[[[[[1]]]],[2]]]]]");
}

static void strings_are_decoded_and_escaped_only_where_they_must(void **unused)
{
    (void)unused;
    expect_canonical("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    expect_canonical("\"\\u0001\\u001F\\u007f\"", "\"\\u0001\\u001f\x7f\"");
    expect_canonical("\"\\u00e9\\u20AC\\ud83d\\ude00\\uffff\"", "\"é€😀\xef\xbf\xbf\"");
    expect_canonical("\"\\ud800\\udc00\\udbff\\udfff\"", "\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"");
    expect_canonical("\"Unité n°7 d'Éléonore, 日本語 😀\"", "\"Unité n°7 d'Éléonore, 日本語 😀\"");
    expect_canonical("\"\\u0041bcdefghijklmnop\\nqrstuvwx\"", "\"Abcdefghijklmnop\\nqrstuvwx\"");
    expect_canonical("{\"\\u006b\":\"v\"}", "{\"k\":\"v\"}");
}

/* A special character is found at every place of the words that the reader takes at once. */
static void a_special_character_is_seen_at_every_place(void **unused)
{
    (void)unused;
    static const char *const specials[] = {
        "\x01", "\x1f", "\"", "\\", "\x80", "\xff", "\xc3\xa9", "\n", " ", "!", "~", "\x7f",
    };
    static const bool good[] = { false, false, false, false, false, false, true, false, true, true, true, true };

    for (size_t which = 0; which < sizeof specials / sizeof specials[0]; which++) {
        for (size_t before = 0; before < 20; before++) {
            for (size_t after = 0; after < 20; after++) {
                struct example example;
                char text[64];
                size_t length = 0;

                text[length++] = '"';
                for (size_t i = 0; i < before; i++) text[length++] = 'a';
                memcpy(text + length, specials[which], strlen(specials[which]));
                length += strlen(specials[which]);
                for (size_t i = 0; i < after; i++) text[length++] = 'b';
                if (!good[which] && specials[which][0] == '\\') text[length - after] = 'q';
                text[length++] = '"';
                assert_int_equal(parse_bytes(&example, text, length), good[which]);
                if (good[which]) assert_int_equal(example.document.root->count, length - 2);
                if (good[which]) assert_memory_equal(example.document.root->as.string, text + 1, length - 2);
                free(example.text);
            }
        }
    }
}

static void broken_structure_is_refused_with_its_line(void **unused)
{
    (void)unused;
    expect_refused("", 1, "expected a value, found the end of the document");
    expect_refused(" \n ", 2, "expected a value, found the end of the document");
    expect_refused("[1,\n2,\n]", 3, "expected a value, found \"]\"");
    expect_refused("[,1]", 1, "expected a value, found \",\"");
    expect_refused("[1 2]", 1, "expected \",\" or \"]\", found \"2\"");
    expect_refused("[1", 1, "expected \",\" or \"]\", found the end of the document");
    expect_refused("[1}", 1, "expected \",\" or \"]\", found \"}\"");
    expect_refused("{\"a\":1]", 1, "expected \",\" or \"}\", found \"]\"");
    expect_refused("{\"a\":1,\n\n}", 3, "expected a key in quotes, found \"}\"");
    expect_refused("{a:1}", 1, "expected a key in quotes, found \"a\"");
    expect_refused("{1:1}", 1, "expected a key in quotes, found \"1\"");
    expect_refused("{\"a\" 1}", 1, "expected \":\" after a key, found \"1\"");
    expect_refused("{\"a\":}", 1, "expected a value, found \"}\"");
    expect_refused("{\"a\":1 \"b\":2}", 1, "expected \",\" or \"}\", found a string");
    expect_refused("{", 1, "expected a key in quotes, found the end of the document");
    expect_refused("[", 1, "expected a value, found the end of the document");
    expect_refused("]", 1, "expected a value, found \"]\"");
    expect_refused("{}\n{}", 2, "expected the end of the document, found \"{\"");
    expect_refused("1 // note", 1, "expected the end of the document, found \"/\"");
    expect_refused("nul", 1, "expected a value, found \"nul\"");
    expect_refused("True", 1, "expected a value, found \"True\"");
    expect_refused("[truth]", 1, "expected a value, found \"truth\"");
    expect_refused("nullx", 1, "expected the end of the document, found \"x\"");
    expect_refused("'a'", 1, "expected a value, found \"'\"");
    expect_refused("\xef\xbb\xbf{}", 1, "expected a value, found a byte order mark");
    expect_refused("\xc2\xa0", 1, "expected a value, found \"\xc2\xa0\"");
    expect_refused("\xff", 1, "expected a value, found the byte 0xff");
    expect_refused("\f1", 1, "expected a value, found the control character 0x0c");
    expect_refused_bytes("[\0]", 3, 1, "expected a value, found the control character 0x00");
    expect_refused_bytes("1\0", 2, 1, "expected the end of the document, found the control character 0x00");
}

static void numbers_other_than_int64_are_refused(void **unused)
{
    (void)unused;
    const char *range = "expected a whole number from -9223372036854775808 to 9223372036854775807, found \"%s\"";
    static const char *const beyond[] = {
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "18446744073709551617",
        "10000000000000000000", "99999999999999999999", "-184467440737095516160",
    };
    char sentence[200];

    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        struct out out = out_over(sentence, sizeof sentence);

        out_bytes(&out, range, strlen(range) - 3);
        out_format(&out, "%s\"", beyond[i]);
        expect_refused(beyond[i], 1, sentence);
    }
    expect_refused("[1.5]", 1, "expected a whole number (no fraction, no exponent), found \"1.5\"");
    expect_refused("1e5", 1, "expected a whole number (no fraction, no exponent), found \"1e5\"");
    expect_refused("1E+5", 1, "expected a whole number (no fraction, no exponent), found \"1E+5\"");
    expect_refused("1.", 1, "expected a whole number (no fraction, no exponent), found \"1.\"");
    expect_refused("-0.0", 1, "expected a whole number (no fraction, no exponent), found \"-0.0\"");
    expect_refused("01", 1, "expected a whole number without leading zeros, found \"01\"");
    expect_refused("-00", 1, "expected a whole number without leading zeros, found \"-00\"");
    expect_refused("-", 1, "expected a digit after \"-\", found the end of the document");
    expect_refused("[-]", 1, "expected a digit after \"-\", found \"]\"");
    expect_refused("+1", 1, "expected a value, found \"+1\"");
    expect_refused(".5", 1, "expected a value, found \".5\"");
    expect_refused("0x10", 1, "expected the end of the document, found \"x10\"");
}

static void broken_strings_are_refused(void **unused)
{
    (void)unused;
    const char *unclosed = "expected a closing quote for the string that begins here, found the end of the document";
    const char *rest = "expected the rest of a string (control characters are written as escapes), found ";
    const char *letter = "expected one of \" \\ / b f n r t u after a backslash, found ";
    const char *low = "expected a high surrogate with a low one (\\udc00 to \\udfff) behind it, found ";
    char sentence[200];

#define SENTENCE(start, end) (snprintf(sentence, sizeof sentence, "%s%s", start, end), sentence)
    expect_refused("\"", 1, unclosed);
    expect_refused("[1,\n\"abcdefghijk", 2, unclosed);
    expect_refused("[\"ab\n\"]", 1, SENTENCE(rest, "a line break"));
    expect_refused("[\n\"ab\t\"]", 2, SENTENCE(rest, "the control character 0x09"));
    expect_refused_bytes("\"a\0b\"", 5, 1, SENTENCE(rest, "the control character 0x00"));
    expect_refused("\"\\x\"", 1, SENTENCE(letter, "\"x\""));
    expect_refused("\"\\", 1, SENTENCE(letter, "the end of the document"));
    expect_refused("\"\\u12\"", 1, "expected four hexadecimal digits after \\u, found \"\\u12\"");
    expect_refused("\"\\u12g4\"", 1, "expected four hexadecimal digits after \\u, found \"\\u12g4\"");
    expect_refused("\"\\u", 1, "expected four hexadecimal digits after \\u, found \"\\u\"");
    expect_refused("\"\\u0000\"", 1, "expected no NUL character (\\u0000) in a string, found \"\\u0000\"");
    expect_refused("{\"\\u0000\":1}", 1, "expected no NUL character (\\u0000) in a string, found \"\\u0000\"");
    expect_refused("\"\\udc00\"", 1, "expected a low surrogate only behind a high one, found \"\\udc00\"");
    expect_refused("\"\\ud800\"", 1, SENTENCE(low, "\"\\ud800\""));
    expect_refused("\"\\ud800x\"", 1, SENTENCE(low, "\"\\ud800x\""));
    expect_refused("\"\\ud800\\ud800\"", 1, SENTENCE(low, "\"\\ud800\""));
    expect_refused("\"\\ud800\\u00e9\"", 1, SENTENCE(low, "\"\\ud800\""));
    expect_refused("\"\\ud800\\n\"", 1, SENTENCE(low, "\"\\ud800\""));
#undef SENTENCE
}

static void bad_utf8_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xc3", "\xc3(", "\xe0\x9f\xbf", "\xe2\x82", "\xe2\x82(",
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
        "\xf8\x88\x80\x80\x80", "\xfe", "\xff",
    };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[32], sentence[64];

        snprintf(sentence, sizeof sentence, "expected UTF-8 text, found the byte 0x%02x", (unsigned char)bad[i][0]);
        snprintf(text, sizeof text, "\"a%s\"", bad[i]);
        expect_refused(text, 1, sentence);
        snprintf(text, sizeof text, "\"%s", bad[i]);
        expect_refused(text, 1, sentence);
        snprintf(text, sizeof text, "{\"%s\":1}", bad[i]);
        expect_refused(text, 1, sentence);
    }
}

static void depth_is_limited(void **unused)
{
    (void)unused;
    for (int depth = JSON_DEPTH; depth <= JSON_DEPTH + 1; depth++) {
        char text[400];
        struct out out = out_over(text, sizeof text);

        for (int i = 0; i < depth; i++) out_text(&out, i % 2 ? "{\"a\":" : "[");
        out_char(&out, '1');
        for (int i = depth - 1; i >= 0; i--) out_char(&out, i % 2 ? '}' : ']');
        if (depth <= JSON_DEPTH) expect_canonical(text, text);
        else expect_refused(text, 1, "expected at most 64 levels of brackets, found more");
    }
}

static void size_is_limited(void **unused)
{
    (void)unused;
    size_t length = JSON_BYTES;
    char *text = malloc(length + 1);
    struct arena arena = arena_over(malloc(length + 4096), length + 4096);
    struct json_document document;
    struct fault fault = { 0 };

    memset(text, ' ', length + 1);
    text[length - 1] = '7';
    assert_true(json_parse(&document, "big", text, length, &arena, &fault));
    assert_int_equal(document.root->as.integer, 7);
    assert_false(json_parse(&document, "big", text, length + 1, &arena, &fault));
    assert_string_equal(fault.text, "the document is too large: expected at most 16777216 bytes, found 16777217");
    free(arena.base);
    free(text);
}

static void duplicate_keys_are_refused_in_small_objects(void **unused)
{
    (void)unused;
    expect_refused("{\"a\":1,\n\"a\":2}", 2, "expected each key once in an object, found \"a\" again");
    expect_refused("{\"\":1,\"\":2}", 1, "expected each key once in an object, found \"\" again");
    expect_refused("{\"k\":1,\"\\u006b\":2}", 1, "expected each key once in an object, found \"k\" again");
    expect_refused("[{\"b\":{\"a\":1,\"b\":2,\"a\":3}}]", 1, "expected each key once in an object, found \"a\" again");
    expect_canonical("{\"a\":{\"a\":1},\"b\":{\"a\":1}}", "{\"a\":{\"a\":1},\"b\":{\"a\":1}}");
    expect_canonical("{\"ab\":1,\"ba\":2,\"aab\":3,\"abb\":4}", "{\"ab\":1,\"ba\":2,\"aab\":3,\"abb\":4}");
}

/* An object of `count` members on a line each, of which the member `copy` repeats the key of `original` unless equal. */
static size_t object_of(char *text, size_t capacity, int count, int original, int copy)
{
    struct out out = out_over(text, capacity);

    out_char(&out, '{');
    for (int i = 0; i < count; i++)
        out_format(&out, "%s\n\"key%d\":%d", i > 0 ? "," : "", i == copy ? original : i, i);
    out_char(&out, '}');
    assert_false(out.full);
    return out.used;
}

static void duplicate_keys_are_refused_wherever_they_are(void **unused)
{
    (void)unused;
    static char text[4096];

    for (int count = 1; count <= 40; count++) {
        for (int copy = 0; copy < count; copy++) {
            for (int original = 0; original <= copy; original++) {
                struct example example;
                size_t length = object_of(text, sizeof text, count, original, copy);

                assert_int_equal(parse_bytes(&example, text, length), original == copy);
                if (original != copy) assert_int_equal(example.fault.line, copy + 2);
                free(example.text);
            }
        }
    }
}

static void the_first_of_several_duplicates_is_named(void **unused)
{
    (void)unused;
    char text[2000];
    struct out out = out_over(text, sizeof text);

    out_text(&out, "{\"x\":0,\"y\":0,\"z\":0");
    for (int i = 0; i < 30; i++) out_format(&out, ",\"key%d\":%d", i, i);
    out_text(&out, ",\n\"y\":1,\n\"x\":1,\n\"z\":1,\n\"y\":2}");
    expect_refused(text, 2, "expected each key once in an object, found \"y\" again");
}

static void the_scratch_of_the_check_is_given_back(void **unused)
{
    (void)unused;
    static char text[4096];
    struct example example;
    size_t length = object_of(text, sizeof text, 100, 0, 0);

    assert_true(parse_bytes(&example, text, length));
    assert_true(example.arena.used <= length + 128 * sizeof(struct json) + 64);
    free(example.text);
}

/* Large enough that a comparison of every pair would take minutes. */
static void a_huge_object_is_checked_in_time(void **unused)
{
    (void)unused;
    enum { COUNT = 300000, CAPACITY = 12 * 1024 * 1024, ARENA = 64 * 1024 * 1024 };
    char *text = malloc(CAPACITY);
    struct arena arena = arena_over(malloc(ARENA), ARENA);
    struct json_document document;
    struct fault fault = { 0 };
    size_t length = object_of(text, CAPACITY, COUNT, 0, 0);

    assert_true(json_parse(&document, "huge", text, length, &arena, &fault));
    assert_int_equal(document.root->count, COUNT);
    arena.used = 0;
    length = object_of(text, CAPACITY, COUNT, 5, COUNT - 7);
    assert_false(json_parse(&document, "huge", text, length, &arena, &fault));
    assert_string_equal(fault.text, "expected each key once in an object, found \"key5\" again");
    assert_int_equal(fault.line, COUNT - 7 + 2);
    free(arena.base);
    free(text);
}

static const char sample[] =
    "{\"a\":[1,2,{\"b\":\"text\"}],\"c\":null,\"k0\":0,\"k1\":0,\"k2\":0,\"k3\":0,\"k4\":0,\"k5\":0,\"k6\":0,\"k7\":0,"
    "\"k8\":0,\"k9\":0,\"k10\":0,\"k11\":0,\"k12\":0,\"k13\":0,\"k14\":0,\"k15\":0,\"k16\":0,\"k17\":[[[[[1]]]]],"
    "\"l\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}";

/* The memory is of exactly the arena's size, so that the sanitizer sees a write behind its end. */
static bool parse_within(const char *text, size_t capacity)
{
    char *block = malloc(capacity > 0 ? capacity : 1);
    struct arena arena = arena_over(block, capacity);
    struct json_document document;
    struct fault fault = { 0 };
    bool good = json_parse(&document, "small", text, strlen(text), &arena, &fault);

    assert_int_equal(fault.set, !good);
    if (!good) assert_string_equal(fault.text, "the document is too large for the memory set aside for it");
    if (!good) assert_int_equal(arena.used, 0);
    free(block);
    return good;
}

static void an_arena_too_small_is_a_fault(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "1", "\"\"", "\"a\"", "[]", "[1]", "[1,2]", "{\"a\":1}", "[[[1],2],3]", "[\"abcdefgh\",\"ijklmnop\"]", sample,
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t capacity = 0;

        while (!parse_within(texts[i], capacity)) capacity++;
        assert_true(capacity > strlen(texts[i]) && capacity < 64 + 80 * strlen(texts[i]));
    }
}

static void every_failing_take_is_a_fault(void **unused)
{
    (void)unused;
    bool good = false;
    size_t faults = 0;

    for (size_t fail_at = 1; !good; fail_at++) {
        struct arena arena = arena_over(memory, sizeof memory);
        struct json_document document;
        struct fault fault = { 0 };

        arena.fail_at = fail_at;
        good = json_parse(&document, "small", sample, sizeof sample - 1, &arena, &fault);
        assert_int_equal(fault.set, !good);
        faults += !good;
    }
    assert_true(faults >= 3);
}

static void every_beginning_of_a_document_is_refused(void **unused)
{
    (void)unused;
    for (size_t length = 0; length < sizeof sample - 1; length++) {
        struct example example;

        assert_false(parse_bytes(&example, sample, length));
        assert_true(example.fault.set && example.fault.text[0] != '\0');
        free(example.text);
    }
    expect_canonical(sample, sample);
}

static void the_tree_is_as_the_text(void **unused)
{
    (void)unused;
    struct example example;

    must_parse(&example, "{\"list\":[10,\n\"two\",\nfalse],\n\n\"o\":{\"x\":-1}}");

    const struct json *root = example.document.root, *list = json_get(root, "list"), *o = json_get(root, "o");

    assert_int_equal(root->type, JSON_OBJECT);
    assert_int_equal(root->count, 2);
    assert_null(root->key);
    assert_null(root->next);
    assert_ptr_equal(root->as.child, list);
    assert_ptr_equal(list->next, o);
    assert_null(o->next);
    assert_string_equal(o->key, "o");
    assert_int_equal(list->type, JSON_ARRAY);
    assert_int_equal(list->count, 3);
    assert_int_equal(list->as.child->as.integer, 10);
    assert_null(list->as.child->key);
    assert_string_equal(list->as.child->next->as.string, "two");
    assert_int_equal(list->as.child->next->count, 3);
    assert_int_equal(list->as.child->next->next->type, JSON_FALSE);
    assert_null(list->as.child->next->next->next);
    assert_int_equal(json_get(o, "x")->as.integer, -1);
    assert_null(json_get(o, "y"));
    assert_null(json_get(list, "x"));
    assert_null(json_get(NULL, "x"));
    assert_int_equal(json_line(&example.document, root), 1);
    assert_int_equal(json_line(&example.document, list->as.child->next->next), 3);
    assert_int_equal(json_line(&example.document, o), 5);
    assert_int_equal(json_line(&example.document, NULL), 0);
    free(example.text);
}

static void helpers_read_members(void **unused)
{
    (void)unused;
    struct example example;
    int64_t integer = 0, absent = 42;
    const char *string = NULL, *other = "as it was";
    bool yes = false, no = true, kept = true;
    const struct json *array = NULL, *object = NULL, *none = NULL;

    must_parse(&example, "{\"n\":9,\"s\":\"pike\",\"t\":true,\"f\":false,\"a\":[1],\"o\":{}}");

    const struct json_document *d = &example.document;
    const struct json *root = d->root;
    struct fault *f = &example.fault;

    assert_true(json_integer(d, root, "n", 0, 9, &integer, f));
    assert_int_equal(integer, 9);
    assert_true(json_find_integer(d, root, "n", 9, 9, &integer, f));
    assert_true(json_find_integer(d, root, "missing", 0, 9, &absent, f));
    assert_int_equal(absent, 42);
    assert_true(json_string(d, root, "s", &string, f));
    assert_string_equal(string, "pike");
    assert_true(json_find_string(d, root, "missing", &other, f));
    assert_string_equal(other, "as it was");
    assert_true(json_boolean(d, root, "t", &yes, f));
    assert_true(json_find_boolean(d, root, "f", &no, f));
    assert_true(json_find_boolean(d, root, "missing", &kept, f));
    assert_true(yes && !no && kept);
    assert_true(json_branch(d, root, "a", JSON_ARRAY, &array, f));
    assert_true(json_find_branch(d, root, "o", JSON_OBJECT, &object, f));
    assert_true(json_find_branch(d, root, "missing", JSON_OBJECT, &none, f));
    assert_ptr_equal(array, json_get(root, "a"));
    assert_ptr_equal(object, json_get(root, "o"));
    assert_null(none);
    assert_true(json_keys(d, root, (const char *const[]){ "o", "a", "f", "t", "s", "n", "more", NULL }, f));
    assert_true(json_find_integer(d, NULL, "n", 0, 9, &integer, f));
    assert_false(f->set);
    free(example.text);
}

static void expect_fault(struct example *example, bool result, int32_t line, const char *sentence)
{
    assert_false(result);
    assert_true(example->fault.set);
    assert_string_equal(example->fault.text, sentence);
    assert_int_equal(example->fault.line, line);
    example->fault = (struct fault){ 0 };
}

static void helpers_say_what_is_wrong_and_where(void **unused)
{
    (void)unused;
    struct example example;
    int64_t integer = 7;
    const char *string = NULL;
    bool boolean = false;
    const struct json *branch = NULL;

    must_parse(&example, "{\n\"wear\":12,\n\"name\":null,\n\"list\":[\n],\"flag\":\"yes\\nno\",\"o\":{}}");

    const struct json_document *d = &example.document;
    const struct json *root = d->root, *list = json_get(root, "list");
    struct fault *f = &example.fault;
    struct example *e = &example;

    expect_fault(e, json_integer(d, root, "wear", 0, 9, &integer, f), 2,
                 "\"wear\" must be a whole number from 0 to 9, found 12");
    expect_fault(e, json_integer(d, root, "flag", -5, 9, &integer, f), 5,
                 "\"flag\" must be a whole number from -5 to 9, found \"yes?no\"");
    expect_fault(e, json_find_integer(d, root, "wear", INT64_MIN, 11, &integer, f), 2,
                 "\"wear\" must be a whole number from -9223372036854775808 to 11, found 12");
    expect_fault(e, json_integer(d, root, "unit", 0, 9, &integer, f), 1, "\"unit\" is missing");
    expect_fault(e, json_integer(d, NULL, "unit", 0, 9, &integer, f), 0, "\"unit\" is missing");
    expect_fault(e, json_integer(d, list, "unit", 0, 9, &integer, f), 4,
                 "expected an object with \"unit\", found an array");
    expect_fault(e, json_find_integer(d, list, "unit", 0, 9, &integer, f), 4,
                 "expected an object with \"unit\", found an array");
    assert_int_equal(integer, 7);
    expect_fault(e, json_string(d, root, "name", &string, f), 3, "\"name\" must be a string, found null");
    expect_fault(e, json_find_string(d, root, "o", &string, f), 5, "\"o\" must be a string, found an object");
    expect_fault(e, json_string(d, root, "unit", &string, f), 1, "\"unit\" is missing");
    expect_fault(e, json_find_boolean(d, root, "wear", &boolean, f), 2, "\"wear\" must be true or false, found 12");
    expect_fault(e, json_boolean(d, root, "unit", &boolean, f), 1, "\"unit\" is missing");
    expect_fault(e, json_branch(d, root, "o", JSON_ARRAY, &branch, f), 5, "\"o\" must be an array, found an object");
    expect_fault(e, json_branch(d, root, "list", JSON_OBJECT, &branch, f), 4, "\"list\" must be an object, found an array");
    expect_fault(e, json_branch(d, root, "unit", JSON_OBJECT, &branch, f), 1, "\"unit\" is missing");
    expect_fault(e, json_keys(d, root, (const char *const[]){ "wear", "unit", NULL }, f), 3,
                 "unknown key \"name\"; expected one of: wear, unit");
    expect_fault(e, json_keys(d, root, (const char *const[]){ NULL }, f), 2,
                 "unknown key \"wear\"; expected one of: (none)");
    expect_fault(e, json_keys(d, list, (const char *const[]){ "wear", NULL }, f), 4, "expected an object, found an array");
    expect_fault(e, json_keys(d, NULL, (const char *const[]){ "wear", NULL }, f), 0, "expected an object, found nothing");
    expect_fault(e, json_fault(d, list, f, "bad %s %d", "thing", 3), 4, "bad thing 3");
    free(example.text);
}

static void long_quotes_are_cut_at_a_character(void **unused)
{
    (void)unused;
    struct example example;

    must_parse(&example, "{\"éééééééééééééééééééééééééééééééééééééééééééééééééé\":1}");
    expect_fault(&example, json_keys(&example.document, example.document.root, (const char *const[]){ "a", NULL }, &example.fault), 1,
                 "unknown key \"ééééééééééééééééééééééééééééé...\"; expected one of: a");
    free(example.text);
}

static void the_writer_sets_commas_and_escapes(void **unused)
{
    (void)unused;
    char buffer[200];
    struct out out = out_over(buffer, sizeof buffer);
    struct json_writer w = json_writer_over(&out);

    json_open(&w, '{');
    json_key(&w, "n");
    json_write_integer(&w, INT64_MIN);
    json_key(&w, "list \"x\"");
    json_open(&w, '[');
    json_open(&w, '[');
    json_close(&w, ']');
    json_open(&w, '{');
    json_close(&w, '}');
    json_write_boolean(&w, true);
    json_write_boolean(&w, false);
    json_write_null(&w);
    json_write_string(&w, "é\x01\x1f/\x7f\b\f\n\r\t\\");
    json_close(&w, ']');
    json_key(&w, "last");
    json_write_string(&w, "");
    json_close(&w, '}');
    assert_string_equal(buffer, "{\"n\":-9223372036854775808,\"list \\\"x\\\"\":[[],{},true,false,null,"
                                "\"é\\u0001\\u001f/\x7f\\b\\f\\n\\r\\t\\\\\"],\"last\":\"\"}");
    assert_false(out.full);
}

static void the_writer_says_when_it_did_not_fit(void **unused)
{
    (void)unused;
    struct example example;

    must_parse(&example, sample);
    for (size_t capacity = 1; capacity <= sizeof sample; capacity++) {
        char *buffer = malloc(capacity);
        struct out out = out_over(buffer, capacity);
        struct json_writer w = json_writer_over(&out);

        json_write(&w, example.document.root);
        assert_int_equal(out.full, capacity < sizeof sample);
        assert_memory_equal(buffer, sample, capacity - 1);
        free(buffer);
    }
    free(example.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_documents_come_out_canonical),
        cmocka_unit_test(strings_are_decoded_and_escaped_only_where_they_must),
        cmocka_unit_test(a_special_character_is_seen_at_every_place),
        cmocka_unit_test(broken_structure_is_refused_with_its_line),
        cmocka_unit_test(numbers_other_than_int64_are_refused),
        cmocka_unit_test(broken_strings_are_refused),
        cmocka_unit_test(bad_utf8_is_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(size_is_limited),
        cmocka_unit_test(duplicate_keys_are_refused_in_small_objects),
        cmocka_unit_test(duplicate_keys_are_refused_wherever_they_are),
        cmocka_unit_test(the_first_of_several_duplicates_is_named),
        cmocka_unit_test(the_scratch_of_the_check_is_given_back),
        cmocka_unit_test(a_huge_object_is_checked_in_time),
        cmocka_unit_test(an_arena_too_small_is_a_fault),
        cmocka_unit_test(every_failing_take_is_a_fault),
        cmocka_unit_test(every_beginning_of_a_document_is_refused),
        cmocka_unit_test(the_tree_is_as_the_text),
        cmocka_unit_test(helpers_read_members),
        cmocka_unit_test(helpers_say_what_is_wrong_and_where),
        cmocka_unit_test(long_quotes_are_cut_at_a_character),
        cmocka_unit_test(the_writer_sets_commas_and_escapes),
        cmocka_unit_test(the_writer_says_when_it_did_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
