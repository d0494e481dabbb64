/* reading.c: see reading.h. */
#include "reading.h"
#include "maths.h"

#include <string.h>

bool source_wrong(struct source from, const struct json *node, const char *format, ...)
{
    char       text[sizeof from.fault->text];
    struct out out = out_over(text, sizeof text);
    va_list    arguments;

    va_start(arguments, format);
    out_vformat(&out, format, arguments);
    va_end(arguments);
    return json_fault(from.document, node, from.fault, "%s: %s", from.rules[from.rule], text);
}

/* What a reader of JSON says of a member, under the rule that wants it. */
static bool under_rule(struct source from, bool good, const struct fault *said)
{
    return good || fault_say(from.fault, said->file, said->line, "%s: %s", from.rules[from.rule], said->text);
}

bool source_keys(struct source from, const struct json *object, const char *const *allowed)
{
    struct fault said = { .set = false };

    return under_rule(from, json_keys(from.document, object, allowed, &said), &said);
}

bool source_word(struct source from, const struct json *object, const char *key, const char **value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_string(from.document, object, key, value, &said), &said);
}

bool source_find_word(struct source from, const struct json *object, const char *key, const char **value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_find_string(from.document, object, key, value, &said), &said);
}

bool source_whole(struct source from, const struct json *object, const char *key, int32_t low, int32_t high, int32_t *value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_int32(from.document, object, key, low, high, value, &said), &said);
}

bool source_flag(struct source from, const struct json *object, const char *key, bool *value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_boolean(from.document, object, key, value, &said), &said);
}

bool source_find_flag(struct source from, const struct json *object, const char *key, bool *value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_find_boolean(from.document, object, key, value, &said), &said);
}

bool source_branch(struct source from, const struct json *object, const char *key, enum json_type type, const struct json **value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_branch(from.document, object, key, type, value, &said), &said);
}

bool source_find_branch(struct source from, const struct json *object, const char *key, enum json_type type, const struct json **value)
{
    struct fault said = { .set = false };

    return under_rule(from, json_find_branch(from.document, object, key, type, value, &said), &said);
}

int source_index(const char *const *list, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(list[i], word)) return i;
    return -1;
}

bool source_choice(struct source from, const struct json *object, const char *key, const char *const *list, int count, int *index)
{
    const char *word = NULL;

    if (!source_word(from, object, key, &word)) return false;
    *index = source_index(list, count, word);
    return *index >= 0 || source_wrong(from, json_get(object, key), "\"%s\" cannot be \"%s\"", key, word);
}

bool source_text(struct source from, const struct json *object, const char *key, const char **english, const char **french)
{
    static const char *const languages[] = { "en", "fr", NULL };
    const struct json       *text = NULL;

    return source_branch(from, object, key, JSON_OBJECT, &text) && source_keys(from, text, languages) &&
           source_word(from, text, "en", english) && source_word(from, text, "fr", french);
}

bool source_numbers(struct source from, const struct json *list, int count, int32_t low, int32_t high, int32_t *number)
{
    const struct json *node = list->type == JSON_ARRAY ? list->as.child : NULL;

    if (list->type != JSON_ARRAY || list->count != (uint32_t)count)
        return source_wrong(from, list, "this must be a list of %d whole numbers", count);
    for (; node; node = node->next) {
        if (node->type != JSON_INTEGER || !between(low, node->as.integer, high))
            return source_wrong(from, node, "each of these is a whole number from %d to %d", low, high);
        *number++ = (int32_t)node->as.integer;
    }
    return true;
}

bool source_list(struct source from, const struct json *object, const char *key, int32_t low, int32_t high, int capacity, int32_t *number,
                  int *count)
{
    const struct json *list = NULL;

    if (!source_branch(from, object, key, JSON_ARRAY, &list)) return false;
    if (!between(1, list->count, capacity))
        return source_wrong(from, list, "\"%s\" must be a list of 1 to %d whole numbers", key, capacity);
    *count = (int)list->count;
    return source_numbers(from, list, *count, low, high, number);
}
