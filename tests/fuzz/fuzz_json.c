/*
 * fuzz_json.c: any bytes through the JSON reader and writer, with jansson as the judge.
 *
 * What we accept jansson accepts with the same tree, its canonical writing reads as the same bytes again, and
 * what only we refuse is a real, too deep, or one NUL byte directly behind a number or a word, which
 * jansson loses.
 */
#include "jansson_tree.h"

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
