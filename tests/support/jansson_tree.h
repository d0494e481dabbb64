/*
 * jansson_tree.h: for tests: jansson beside our own JSON, and the comparison of their trees.
 */
#ifndef MESTRE_TEST_JANSSON_TREE_H
#define MESTRE_TEST_JANSSON_TREE_H

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

/* The same values in the same order; objects by key. */
bool same_tree(const struct json *ours, json_t *theirs);

/* The depth of jansson's tree, and whether there is a real in it. */
int depth_of(json_t *theirs, bool *real);

bool begins(const char *sentence, const char *start);

/* The text without each NUL byte that stands directly behind a number or a word: what jansson sees of it. */
size_t without_lost_nul(char *to, const char *from, size_t length);

#endif
