/*
 * fuzz_json.c: any bytes through the JSON reader and writer, with jansson as the judge.
 *
 * What we accept jansson accepts with the same tree, its canonical writing reads as the same bytes again, and
 * what only we refuse is a real, too deep, or one NUL byte directly behind a number or a word, which
 * jansson loses.
 */
/* jansson has some names of its own that are also ours; here its ones are spelt otherwise. */
#define json_integer jansson_integer
#define json_string  jansson_string
#define JSON_NULL    JANSSON_NULL
#define JSON_FALSE   JANSSON_FALSE
#define JSON_TRUE    JANSSON_TRUE
#define JSON_INTEGER JANSSON_INTEGER
#define JSON_STRING  JANSSON_STRING
#define JSON_ARRAY   JANSSON_ARRAY
#define JSON_REAL    JANSSON_REAL
#define JSON_OBJECT  JANSSON_OBJECT
#include <jansson.h>
#undef json_integer
#undef json_string
#undef json_boolean
#undef JSON_NULL
#undef JSON_FALSE
#undef JSON_TRUE
#undef JSON_INTEGER
#undef JSON_STRING
#undef JSON_REAL
#undef JSON_ARRAY
#undef JSON_OBJECT

#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 16 * 1024 * 1024 };

static void check(bool condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "fuzz_json: %s\n", what);
    abort();
}

static bool same_tree(const struct json *ours, json_t *theirs);

static bool same_array(const struct json *ours, json_t *theirs)
{
    size_t i = 0;

    if (ours->count != json_array_size(theirs)) return false;
    for (const struct json *child = ours->as.child; child; child = child->next)
        if (child->key || !same_tree(child, json_array_get(theirs, i++))) return false;
    return i == ours->count;
}

static bool same_object(const struct json *ours, json_t *theirs)
{
    void *place = json_object_iter(theirs);
    size_t i = 0;

    if (ours->count != json_object_size(theirs)) return false;
    for (const struct json *child = ours->as.child; child; child = child->next, i++) {
        if (!place || strcmp(child->key, json_object_iter_key(place)) != 0) return false;
        if (!same_tree(child, json_object_iter_value(place))) return false;
        place = json_object_iter_next(theirs, place);
    }
    return i == ours->count;
}

static bool same_string(const struct json *ours, json_t *theirs)
{
    return ours->count == json_string_length(theirs) && ours->as.string[ours->count] == '\0'
        && memcmp(ours->as.string, json_string_value(theirs), ours->count) == 0;
}

static bool same_tree(const struct json *ours, json_t *theirs)
{
    switch ((enum json_type)ours->type) {
    case JSON_NULL:    return json_typeof(theirs) == JANSSON_NULL;
    case JSON_FALSE:   return json_typeof(theirs) == JANSSON_FALSE;
    case JSON_TRUE:    return json_typeof(theirs) == JANSSON_TRUE;
    case JSON_INTEGER: return json_typeof(theirs) == JANSSON_INTEGER && ours->as.integer == json_integer_value(theirs);
    case JSON_STRING:  return json_typeof(theirs) == JANSSON_STRING && same_string(ours, theirs);
    case JSON_ARRAY:   return json_typeof(theirs) == JANSSON_ARRAY && same_array(ours, theirs);
    case JSON_OBJECT:  return json_typeof(theirs) == JANSSON_OBJECT && same_object(ours, theirs);
    }
    return false;
}

/* The depth of jansson's tree, and whether there is a real in it. */
static int depth_of(json_t *theirs, bool *real)
{
    int deepest = 0;

    if (json_typeof(theirs) == JANSSON_REAL) *real = true;
    for (size_t i = 0; i < json_array_size(theirs); i++) {
        int depth = depth_of(json_array_get(theirs, i), real);

        if (depth > deepest) deepest = depth;
    }
    for (void *place = json_object_iter(theirs); place; place = json_object_iter_next(theirs, place)) {
        int depth = depth_of(json_object_iter_value(place), real);

        if (depth > deepest) deepest = depth;
    }
    return deepest + (json_typeof(theirs) == JANSSON_ARRAY || json_typeof(theirs) == JANSSON_OBJECT);
}

static bool begins(const char *sentence, const char *start)
{
    return strncmp(sentence, start, strlen(start)) == 0;
}

static char *write_canonical(const struct json *root, size_t length, size_t *written)
{
    size_t capacity = length * 6 + 16;                    /* no byte becomes more than one \\u escape */
    char *buffer = malloc(capacity);
    struct out out = out_over(buffer, capacity);
    struct json_writer writer = json_writer_over(&out);

    json_write(&writer, root);
    check(!out.full, "the writing is longer than it can be");
    *written = out.used;
    return buffer;
}

static void check_writing(const struct json_document *document, json_t *theirs)
{
    static char memory[MEMORY];
    struct arena arena = arena_over(memory, sizeof memory);
    struct json_document second;
    struct fault fault = { 0 };
    size_t first_length, second_length;
    char *first = write_canonical(document->root, document->length, &first_length);

    check(json_parse(&second, "again", first, first_length, &arena, &fault), "our own writing is refused");
    check(same_tree(second.root, theirs), "our own writing reads otherwise");

    char *last = write_canonical(second.root, first_length, &second_length);

    check(first_length == second_length && memcmp(first, last, first_length) == 0, "the writing is not canonical");
    free(first);
    free(last);
}

/* The text without each NUL byte that stands directly behind a number or a word: what jansson sees of it. */
static size_t without_lost_nul(char *to, const char *from, size_t length)
{
    size_t kept = 0;

    for (size_t i = 0; i < length; i++) {
        char before = i > 0 ? from[i - 1] : '\0';
        bool word = (before >= '0' && before <= '9') || (before >= 'a' && before <= 'z');

        if (from[i] != '\0' || !word) to[kept++] = from[i];
    }
    return kept;
}

static void check_refusal(const struct fault *fault, const char *source, size_t length, json_t *theirs);

/* A NUL byte that jansson loses is the only one we may blame: without it the same judgement is made again. */
static void check_lost_nul(const char *source, size_t length, json_t *theirs)
{
    static char memory[MEMORY];
    struct arena arena = arena_over(memory, sizeof memory);
    struct json_document document;
    struct fault fault = { 0 };
    char *stripped = malloc(length);
    size_t kept = without_lost_nul(stripped, source, length);

    check(kept < length, "only we refuse a NUL byte");
    if (json_parse(&document, "stripped", stripped, kept, &arena, &fault))
        check(same_tree(document.root, theirs), "the trees differ without the NUL byte");
    else
        check_refusal(&fault, stripped, kept, theirs);
    free(stripped);
}

static void check_refusal(const struct fault *fault, const char *source, size_t length, json_t *theirs)
{
    bool real = false;
    int depth = theirs ? depth_of(theirs, &real) : 0;

    check(fault->set && fault->text[0] != '\0', "a refusal without a fault");
    for (const char *c = fault->text; *c; c++) check((unsigned char)*c >= 0x20, "a fault with a control character");
    if (!theirs) return;
    if (strstr(fault->text, "found the control character 0x00")) {
        check_lost_nul(source, length, theirs);
        return;
    }
    check((real && begins(fault->text, "expected a whole number (no fraction"))
          || (depth > JSON_DEPTH && begins(fault->text, "expected at most 64 levels")), "only we refuse");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char memory[MEMORY];
    struct arena arena = arena_over(memory, sizeof memory);
    struct json_document document;
    struct fault fault = { 0 };
    json_t *theirs;

    if (size > 100000) return 0;
    theirs = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (json_parse(&document, "fuzz", (const char *)data, size, &arena, &fault)) {
        check(!fault.set, "a fault without a refusal");
        check(theirs != NULL, "only we accept");
        check(same_tree(document.root, theirs), "the trees differ");
        check_writing(&document, theirs);
    } else {
        check(document.root == NULL && arena.used == 0, "a refusal left something behind");
        check_refusal(&fault, (const char *)data, size, theirs);
    }
    if (theirs) json_decref(theirs);
    return 0;
}
