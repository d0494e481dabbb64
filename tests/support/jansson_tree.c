/* jansson_tree.c: see jansson_tree.h. */
#include "jansson_tree.h"

#include <string.h>

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

bool same_tree(const struct json *ours, json_t *theirs)
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

int depth_of(json_t *theirs, bool *real)
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

bool begins(const char *sentence, const char *start)
{
    return strncmp(sentence, start, strlen(start)) == 0;
}

size_t without_lost_nul(char *to, const char *from, size_t length)
{
    size_t kept = 0;

    for (size_t i = 0; i < length; i++) {
        char before = i > 0 ? from[i - 1] : '\0';
        bool word = (before >= '0' && before <= '9') || (before >= 'a' && before <= 'z');

        if (from[i] != '\0' || !word) to[kept++] = from[i];
    }
    return kept;
}
