/*
 * json.h: JSON for data, journals and messages.
 *
 * Integers only (int64): a fraction, an exponent or a number out of range is a fault, because the engine has no
 * floating point and a record must mean the same everywhere. UTF-8 is checked, NUL and duplicate keys are
 * refused, depth and size are limited. A document is parsed whole into the caller's arena, then read. The arena
 * needs about the length of the text for its strings, sizeof(struct json) for each value, and while an object of
 * many members is checked for duplicates some 32 bytes for each of them.
 *
 * The reading helpers name file, line and key in their faults, so that a person can mend the file.
 */
#ifndef MESTRE_JSON_H
#define MESTRE_JSON_H

#include "arena.h"
#include "fault.h"
#include "out.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH = 64, JSON_BYTES = 16 * 1024 * 1024 };

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_INTEGER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    uint8_t  type;
    uint32_t count;                  /* elements of an array or object, bytes of a string */
    uint32_t offset;                 /* of its first byte in the text */
    union {
        int64_t            integer;
        const char        *string;   /* terminated */
        const struct json *child;    /* first element */
    } as;
    const char        *key;          /* in an object, else NULL */
    const struct json *next;         /* its neighbour in the array or object */
};

struct json_document {
    const char        *name;         /* for faults: a file name or "message" */
    const char        *text;
    size_t             length;
    const struct json *root;
};

/*
 * Parse text[0..length), which must outlive the document, as must the name. False with a fault that names the line;
 * then the root is NULL and the arena as it was before. An exhausted arena is a fault too.
 */
bool json_parse(struct json_document *document, const char *name, const char *text, size_t length,
                struct arena *arena, struct fault *fault);

/* The 1-based line of a node; 0 for NULL. It counts from the start of the text: for faults, not for loops. */
int32_t json_line(const struct json_document *document, const struct json *node);

/* The member of an object, or NULL (also when `object` is NULL or no object). */
const struct json *json_get(const struct json *object, const char *key);

/*
 * Members that must be there and be of the type and range: a fault names what was expected and found.
 * The json_find_* forms leave *value as it is when the member is absent. An `object` that is no object is a fault.
 */
bool json_integer(const struct json_document *document, const struct json *object, const char *key,
                  int64_t low, int64_t high, int64_t *value, struct fault *fault);
bool json_find_integer(const struct json_document *document, const struct json *object, const char *key,
                       int64_t low, int64_t high, int64_t *value, struct fault *fault);
/* json_integer for the values that a state or a table holds. */
bool json_int32(const struct json_document *document, const struct json *object, const char *key,
                int32_t low, int32_t high, int32_t *value, struct fault *fault);
bool json_string(const struct json_document *document, const struct json *object, const char *key,
                 const char **value, struct fault *fault);
bool json_find_string(const struct json_document *document, const struct json *object, const char *key,
                      const char **value, struct fault *fault);
bool json_boolean(const struct json_document *document, const struct json *object, const char *key,
                  bool *value, struct fault *fault);
bool json_find_boolean(const struct json_document *document, const struct json *object, const char *key,
                       bool *value, struct fault *fault);
/* A member of type JSON_ARRAY or JSON_OBJECT. */
bool json_branch(const struct json_document *document, const struct json *object, const char *key,
                 enum json_type type, const struct json **value, struct fault *fault);
bool json_find_branch(const struct json_document *document, const struct json *object, const char *key,
                      enum json_type type, const struct json **value, struct fault *fault);
/* Every member's key must be one of the NULL-terminated list: a misspelt key is a fault, not a silence. */
bool json_keys(const struct json_document *document, const struct json *object, const char *const *allowed,
               struct fault *fault);
/* A fault at the line of a node (at no line when it is NULL), with out_format's conversions. Always false. */
bool json_fault(const struct json_document *document, const struct json *node, struct fault *fault,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Writing: canonical output (the caller's key order, no spaces, only those escapes that JSON demands), straight into
 * an out, whose `full` says that it did not fit. Text must be UTF-8 and is not checked. Commas are the writer's
 * business. Example: json_open(w, '{'); json_key(w, "n"); json_write_integer(w, 3); json_close(w, '}');
 */
struct json_writer {
    struct out *out;
    bool        first;       /* no comma is due: nothing is written yet at this level, or a key was */
};

struct json_writer json_writer_over(struct out *out);
void json_open(struct json_writer *writer, char bracket);
void json_close(struct json_writer *writer, char bracket);
void json_key(struct json_writer *writer, const char *key);
void json_write_integer(struct json_writer *writer, int64_t value);
void json_write_string(struct json_writer *writer, const char *text);
void json_write_boolean(struct json_writer *writer, bool value);
void json_write_null(struct json_writer *writer);
/* A 64-bit hash as a string of 16 hexadecimal digits: as a number it would not fit everywhere. */
void json_write_hash(struct json_writer *writer, uint64_t hash);
/* A parsed node again, canonically. */
void json_write(struct json_writer *writer, const struct json *node);

#endif
