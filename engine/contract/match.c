/* match.c: see match.h. */
#include "match.h"
#include "event.h"
#include "hash.h"
#include "maths.h"
#include "mind.h"
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

/* Those that an object names; `from` may be NULL. */
static bool read_some_options(struct match_head *head, const struct json_document *document, const struct json *from, struct fault *fault)
{
    const struct ruleset *ruleset = head->ruleset;

    if (!from) return true;
    if (from->type != JSON_OBJECT) return json_fault(document, from, fault, "options must be an object");
    for (const struct json *node = from->as.child; node; node = node->next) {
        int32_t i = match_option(ruleset, node->key);
        int64_t value = 0;
        if (i < 0) return json_fault(document, node, fault, "%s has no option \"%s\"", ruleset->id, node->key);
        if (!json_integer(document, from, node->key, ruleset->options[i].low, ruleset->options[i].high, &value, fault)) return false;
        head->option[i] = (int32_t)value;
    }
    return true;
}

/* The book's, then the scenario's, then the host's. */
static bool read_options(struct match_head *head, const struct json_document *scenario, const struct json_document *options,
                         struct fault *fault)
{
    const struct ruleset *ruleset = head->ruleset;

    for (int32_t i = 0; i < ruleset->option_count; i++) head->option[i] = ruleset->options[i].standard;
    return read_some_options(head, scenario, json_get(scenario->root, "options"), fault) &&
           (!options || read_some_options(head, options, options->root, fault));
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
static bool add_hash(const struct json_document *document, struct arena *arena, uint64_t *hash, struct fault *fault)
{
    size_t             mark = arena->used;
    char              *text = arena_take_unset(arena, document->length + 1);
    struct out         out;
    struct json_writer writer;

    if (!text) return fault_say(fault, document->name, 0, "the document is too large for the memory set aside for it");
    out = out_over(text, document->length + 1);
    writer = json_writer_over(&out);
    json_write(&writer, document->root);
    *hash = hash_more(*hash, out.text, out.used);
    arena->used = mark;
    return true;
}

bool loading_open(struct loading *loading, const char *name, struct json_document *document)
{
    const struct document *found = library_find(loading->library, name);

    if (!found) return fault_say(loading->fault, name, 0, "this document is missing");
    return json_parse(document, found->name, found->text, found->length, loading->arena, loading->fault) &&
           add_hash(document, loading->arena, &loading->head->data_hash, loading->fault);
}

static bool is_id(const char *id)
{
    size_t length = strlen(id);

    if (length == 0 || length > ID_LENGTH) return false;
    for (; *id; id++)
        if (!(between('a', *id, 'z') || between('A', *id, 'Z') || between('0', *id, '9') || *id == '-' || *id == '_')) return false;
    return true;
}

/* Ids stand in journals, messages and file names, so they are short and plain whatever the ruleset. */
static bool check_ids(const struct match_head *head, const struct document *scenario, const struct loading *loading)
{
    char       name[128];
    struct out out = out_over(name, sizeof name);

    if (!is_id(head->scenario))
        return json_fault(&loading->scenario, json_get(loading->scenario.root, "id"), loading->fault,
                          "an id is up to %d letters, digits, - and _", ID_LENGTH);
    for (int32_t i = 0; i < head->pieces; i++)
        if (!is_id(head->piece[i].id))
            return fault_say(loading->fault, scenario->name, 0, "the id of unit %d is not made of up to %d letters, digits, - and _",
                             i + 1, ID_LENGTH);
    for (int32_t i = 0; i < head->pieces; i++)
        if (head->piece[i].seat != NO_SEAT && !between(0, head->piece[i].seat, head->seats - 1))
            return fault_say(loading->fault, scenario->name, 0, "unit \"%s\" belongs to a side that does not play", head->piece[i].id);
    for (int32_t i = 0; i < head->pieces; i++)
        for (int32_t k = 0; k < i; k++)
            if (!strcmp(head->piece[i].id, head->piece[k].id))
                return fault_say(loading->fault, scenario->name, 0, "unit \"%s\" is given twice", head->piece[i].id);
    out_format(&out, "%s/scenarios/%s.json", head->ruleset->id, head->scenario);
    if (library_find(loading->library, scenario->name) && strcmp(scenario->name, name))
        return json_fault(&loading->scenario, json_get(loading->scenario.root, "id"), loading->fault,
                          "the file of scenario \"%s\" must be called %s", head->scenario, name);
    return true;
}

/* What a scenario sets up must be possible by the rules. */
static bool check_first_state(const struct match *match, const struct document *scenario, struct arena *arena, struct fault *fault)
{
    const struct ruleset *ruleset = ruleset_of(match);
    size_t                mark = arena->used;
    struct state         *first = arena_take(arena, ruleset->state_size);
    struct fault          wrong = { 0 };
    bool                  sound;

    if (!first) return fault_say(fault, scenario->name, 0, "there is not enough memory for a game of %s", ruleset->id);
    ruleset->setup(match, first);
    sound = ruleset->sound(match, first, &wrong);
    arena->used = mark;
    return sound || fault_say(fault, scenario->name, 0, "%s", wrong.text);
}

/* It is no part of the rules, so no hash counts it. */
static bool read_mind(struct match_head *head, const struct loading *loading)
{
    struct mind *mind = arena_take(loading->arena, sizeof *mind);

    head->mind = mind;
    if (!mind) return fault_say(loading->fault, "mind", 0, "there is not enough memory for a game of %s", head->ruleset->id);
    return mind_read(head->ruleset, loading->library, loading->arena, mind, loading->fault);
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
    loading.head = head;
    if (!json_parse(&loading.scenario, scenario->name, scenario->text, scenario->length, arena, fault)) return NULL;
    if (!read_envelope(head, &loading) || !add_hash(&loading.scenario, arena, &head->scenario_hash, fault)) return NULL;
    if (!read_options(head, &loading.scenario, options, fault) || !read_mind(head, &loading)) return NULL;
    return ruleset->load(match, &loading) && check_ids(head, scenario, &loading) &&
           check_first_state(match, scenario, arena, fault) ? match : NULL;
}

int16_t match_piece(const struct match *match, const char *id)
{
    const struct match_head *head = match_head(match);

    for (int32_t i = 0; i < head->pieces; i++)
        if (!strcmp(head->piece[i].id, id)) return (int16_t)i;
    return NOBODY;
}

void match_write_options(const struct match *match, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(match);

    json_open(writer, '{');
    for (int32_t i = 0; i < ruleset->option_count; i++) {
        json_key(writer, ruleset->options[i].name);
        json_write_integer(writer, match_head(match)->option[i]);
    }
    json_close(writer, '}');
}
