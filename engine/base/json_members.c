/* json_members.c: members of a parsed document, and the sentences for what is wrong with them; see json.h. */
#include "json_parts.h"
#include "must.h"

#include <string.h>

int32_t json_line_at(const struct json_document *document, size_t offset)
{
    int32_t line = 1;

    for (size_t i = 0; i < offset; i++) line += document->text[i] == '\n';
    return line;
}

struct quote json_quote_bytes(const char *text, size_t length)
{
    struct quote quote;
    struct out out = out_over(quote.text, sizeof quote.text - 4);

    out_char(&out, '"');
    out_bytes(&out, text, length);
    out.capacity = sizeof quote.text;
    if (out.full) {
        out_trim(&out);
        out.full = false;
        out_text(&out, "...");
    }
    out_char(&out, '"');
    return quote;
}

struct quote json_quote(const char *text)
{
    return json_quote_bytes(text, strlen(text));
}

struct quote json_quote_plain(const char *text)
{
    struct quote quote;
    struct out out = out_over(quote.text, sizeof quote.text);

    out_text(&out, text);
    return quote;
}

int32_t json_line(const struct json_document *document, const struct json *node)
{
    return node ? json_line_at(document, node->offset) : 0;
}

const struct json *json_get(const struct json *object, const char *key)
{
    if (!object || object->type != JSON_OBJECT) return NULL;
    for (const struct json *member = object->as.child; member; member = member->next)
        if (strcmp(member->key, key) == 0) return member;
    return NULL;
}

bool json_fault(const struct json_document *document, const struct json *node, struct fault *fault,
                const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_vsay(fault, document->name, json_line(document, node), format, arguments);
    va_end(arguments);
    return false;
}

/* A node in the words of a fault. */
static struct quote node_words(const struct json *node)
{
    static const char *const words[] = {
        [JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true",
        [JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object",
    };
    struct quote quote;
    struct out out = out_over(quote.text, sizeof quote.text);

    if (!node) return json_quote_plain("nothing");
    if (node->type == JSON_STRING) return json_quote(node->as.string);
    if (node->type == JSON_INTEGER) out_integer(&out, node->as.integer);
    else out_text(&out, words[node->type]);
    return quote;
}

/* Where a helper finds its member: *member stays NULL when it is absent and need not be there. */
static bool find_member(const struct json_document *document, const struct json *object, const char *key, bool needed,
                        const struct json **member, struct fault *fault)
{
    *member = json_get(object, key);
    if (*member) return true;
    if (object && object->type != JSON_OBJECT)
        return json_fault(document, object, fault, "expected an object with \"%s\", found %s", key,
                          node_words(object).text);
    return needed ? json_fault(document, object, fault, "\"%s\" is missing", key) : true;
}

static bool take_integer(const struct json_document *document, const struct json *object, const char *key, bool needed,
                         int64_t low, int64_t high, int64_t *value, struct fault *fault)
{
    const struct json *member;

    if (!find_member(document, object, key, needed, &member, fault)) return false;
    if (!member) return true;
    if (member->type != JSON_INTEGER || member->as.integer < low || member->as.integer > high)
        return json_fault(document, member, fault, "\"%s\" must be a whole number from %lld to %lld, found %s", key,
                          (long long)low, (long long)high, node_words(member).text);
    *value = member->as.integer;
    return true;
}

bool json_integer(const struct json_document *document, const struct json *object, const char *key,
                  int64_t low, int64_t high, int64_t *value, struct fault *fault)
{
    return take_integer(document, object, key, true, low, high, value, fault);
}

bool json_find_integer(const struct json_document *document, const struct json *object, const char *key,
                       int64_t low, int64_t high, int64_t *value, struct fault *fault)
{
    return take_integer(document, object, key, false, low, high, value, fault);
}

bool json_int32(const struct json_document *document, const struct json *object, const char *key,
                int32_t low, int32_t high, int32_t *value, struct fault *fault)
{
    int64_t wide = 0;

    if (!json_integer(document, object, key, low, high, &wide, fault)) return false;
    *value = (int32_t)wide;
    return true;
}

static bool take_string(const struct json_document *document, const struct json *object, const char *key, bool needed,
                        const char **value, struct fault *fault)
{
    const struct json *member;

    if (!find_member(document, object, key, needed, &member, fault)) return false;
    if (!member) return true;
    if (member->type != JSON_STRING)
        return json_fault(document, member, fault, "\"%s\" must be a string, found %s", key, node_words(member).text);
    *value = member->as.string;
    return true;
}

bool json_string(const struct json_document *document, const struct json *object, const char *key,
                 const char **value, struct fault *fault)
{
    return take_string(document, object, key, true, value, fault);
}

bool json_find_string(const struct json_document *document, const struct json *object, const char *key,
                      const char **value, struct fault *fault)
{
    return take_string(document, object, key, false, value, fault);
}

static bool take_boolean(const struct json_document *document, const struct json *object, const char *key, bool needed,
                         bool *value, struct fault *fault)
{
    const struct json *member;

    if (!find_member(document, object, key, needed, &member, fault)) return false;
    if (!member) return true;
    if (member->type != JSON_TRUE && member->type != JSON_FALSE)
        return json_fault(document, member, fault, "\"%s\" must be true or false, found %s", key,
                          node_words(member).text);
    *value = member->type == JSON_TRUE;
    return true;
}

bool json_boolean(const struct json_document *document, const struct json *object, const char *key,
                  bool *value, struct fault *fault)
{
    return take_boolean(document, object, key, true, value, fault);
}

bool json_find_boolean(const struct json_document *document, const struct json *object, const char *key,
                       bool *value, struct fault *fault)
{
    return take_boolean(document, object, key, false, value, fault);
}

static bool take_branch(const struct json_document *document, const struct json *object, const char *key, bool needed,
                        enum json_type type, const struct json **value, struct fault *fault)
{
    const struct json *member;

    must(type == JSON_ARRAY || type == JSON_OBJECT);
    if (!find_member(document, object, key, needed, &member, fault)) return false;
    if (!member) return true;
    if (member->type != type)
        return json_fault(document, member, fault, "\"%s\" must be %s, found %s", key,
                          type == JSON_ARRAY ? "an array" : "an object", node_words(member).text);
    *value = member;
    return true;
}

bool json_branch(const struct json_document *document, const struct json *object, const char *key,
                 enum json_type type, const struct json **value, struct fault *fault)
{
    return take_branch(document, object, key, true, type, value, fault);
}

bool json_find_branch(const struct json_document *document, const struct json *object, const char *key,
                      enum json_type type, const struct json **value, struct fault *fault)
{
    return take_branch(document, object, key, false, type, value, fault);
}

static bool listed(const char *const *list, const char *key)
{
    for (; *list; list++)
        if (strcmp(*list, key) == 0) return true;
    return false;
}

bool json_keys(const struct json_document *document, const struct json *object, const char *const *allowed,
               struct fault *fault)
{
    if (!object || object->type != JSON_OBJECT)
        return json_fault(document, object, fault, "expected an object, found %s", node_words(object).text);
    for (const struct json *member = object->as.child; member; member = member->next) {
        if (listed(allowed, member->key)) continue;

        char list[256];
        struct out out = out_over(list, sizeof list);

        for (const char *const *key = allowed; *key; key++) out_format(&out, key == allowed ? "%s" : ", %s", *key);
        if (!*allowed) out_text(&out, "(none)");
        return json_fault(document, member, fault, "unknown key %s; expected one of: %s",
                          json_quote(member->key).text, list);
    }
    return true;
}
