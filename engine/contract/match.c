/* match.c: see match.h. */
#include "match.h"
#include "event.h"
#include "hash.h"
#include "ruleset.h"

#include <string.h>

const struct document *library_find(const struct library *library, const char *name)
{
    for (int32_t i = 0; i < library->count; i++)
        if (!strcmp(library->list[i].name, name)) return &library->list[i];
    return NULL;
}

int32_t match_option(const struct ruleset *ruleset, const char *name)
{
    for (int32_t i = 0; i < ruleset->option_count; i++)
        if (!strcmp(ruleset->options[i].name, name)) return i;
    return -1;
}

static bool read_options(struct match_head *head, const struct json_document *options, struct fault *fault)
{
    const struct ruleset *ruleset = head->ruleset;

    for (int32_t i = 0; i < ruleset->option_count; i++) head->option[i] = ruleset->options[i].standard;
    if (!options || !options->root) return true;
    if (options->root->type != JSON_OBJECT) return json_fault(options, options->root, fault, "options must be an object");
    for (const struct json *node = options->root->as.child; node; node = node->next) {
        int32_t i = match_option(ruleset, node->key);
        int64_t value = 0;
        if (i < 0) return json_fault(options, node, fault, "%s has no option \"%s\"", ruleset->id, node->key);
        if (!json_integer(options, options->root, node->key, ruleset->options[i].low, ruleset->options[i].high, &value, fault))
            return false;
        head->option[i] = (int32_t)value;
    }
    return true;
}

static bool read_envelope(struct match_head *head, struct loading *loading)
{
    const struct json_document *scenario = &loading->scenario;
    const char                 *ruleset = NULL;
    int64_t                     format = 0;

    if (scenario->root->type != JSON_OBJECT)
        return json_fault(scenario, scenario->root, loading->fault, "a scenario must be an object");
    if (!json_string(scenario, scenario->root, "ruleset", &ruleset, loading->fault)) return false;
    if (strcmp(ruleset, head->ruleset->id))
        return json_fault(scenario, scenario->root, loading->fault, "this scenario is for \"%s\", not for \"%s\"", ruleset,
                          head->ruleset->id);
    if (!json_integer(scenario, scenario->root, "format", 1, 1, &format, loading->fault)) return false;
    return json_string(scenario, scenario->root, "id", &head->scenario, loading->fault);
}

/* The hash is of the canonical text, so that spaces and line ends do not matter. */
static bool hash_scenario(struct match_head *head, struct loading *loading)
{
    size_t             room = loading->scenario.length + 1;
    size_t             mark = loading->arena->used;
    char              *text = arena_take(loading->arena, room);
    struct out         out;
    struct json_writer writer;

    if (!text) return fault_say(loading->fault, loading->scenario.name, 0, "the scenario is too large");
    out = out_over(text, room);
    writer = json_writer_over(&out);
    json_write(&writer, loading->scenario.root);
    head->scenario_hash = hash_bytes(out.text, out.used);
    loading->arena->used = mark;
    return true;
}

const struct match *match_load(const struct ruleset *ruleset, const struct library *library,
                               const struct document *scenario, const struct json_document *options,
                               struct arena *arena, struct fault *fault)
{
    struct loading     loading = { .library = library, .arena = arena, .fault = fault };
    struct match      *match = arena_take(arena, ruleset->match_size);
    struct match_head *head = (struct match_head *)(void *)match;

    if (!match) {
        fault_say(fault, scenario->name, 0, "there is not enough memory for a game of %s", ruleset->id);
        return NULL;
    }
    head->ruleset = ruleset;
    if (!json_parse(&loading.scenario, scenario->name, scenario->text, scenario->length, arena, fault)) return NULL;
    if (!read_envelope(head, &loading) || !hash_scenario(head, &loading)) return NULL;
    if (!read_options(head, options, fault)) return NULL;
    return ruleset->load(match, &loading) ? match : NULL;
}

int16_t match_piece(const struct match *match, const char *id)
{
    const struct match_head *head = match_head(match);

    for (int32_t i = 0; i < head->pieces; i++)
        if (!strcmp(head->piece[i].id, id)) return (int16_t)i;
    return NOBODY;
}
