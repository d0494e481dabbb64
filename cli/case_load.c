/* case_load.c: the match and the position that a case starts from, and its dice. */
#include "case_parts.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

/* Where the object or list that begins at text[0] ends; the document has been parsed, so it does end. */
static size_t branch_length(const char *text)
{
    size_t i = 0;
    int    depth = 0;
    bool   quoted = false;

    do {
        if (quoted) {
            if (text[i] == '\\') i++;
            else if (text[i] == '"') quoted = false;
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{' || text[i] == '[') {
            depth++;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        }
        i++;
    } while (depth);
    return i;
}

/* A part of the case file as a document of its own, with empty lines before it so that its faults name the right line. */
static bool cut_out(struct case_run *run, const struct json *node, const char *name, struct document *part)
{
    const char *text = run->document.text + node->offset;
    size_t      above = (size_t)json_line(&run->document, node) - 1, length = branch_length(text);
    char       *copy = arena_take(run->arena, above + length + 1);

    if (!copy) return case_wrong(run, node, "there is not enough memory for this document");
    memset(copy, '\n', above);
    memcpy(copy + above, text, length);
    *part = (struct document){ name, copy, above + length };
    return true;
}

/* "data": documents that replace those of the library, or join them, for this case. */
static bool lay_over_data(struct case_run *run)
{
    const struct json *data = case_member(run, "data");
    struct document   *list;
    int32_t            count = run->library.count;

    if (!data) return true;
    if (data->type != JSON_OBJECT) return case_wrong(run, data, "\"data\" must be an object of documents by name");
    list = arena_take(run->arena, ((size_t)count + data->count) * sizeof *list);
    if (!list) return case_wrong(run, data, "there is not enough memory for these documents");
    memcpy(list, run->library.list, (size_t)count * sizeof *list);
    for (const struct json *node = data->as.child; node; node = node->next) {
        int32_t i = 0;
        while (i < count && strcmp(list[i].name, node->key)) i++;
        if (node->type != JSON_OBJECT && node->type != JSON_ARRAY)
            return case_wrong(run, node, "a document must be an object or a list");
        if (!cut_out(run, node, node->key, &list[i])) return false;
        if (i == count) count++;
    }
    run->library = (struct library){ list, count };
    return true;
}

static bool find_scenario(struct case_run *run, struct document *scenario)
{
    const struct json     *node = case_member(run, "scenario");
    const struct document *found;
    char                   name[256];

    if (!node) return case_wrong(run, run->node, "\"scenario\" is missing");
    if (node->type == JSON_OBJECT) return cut_out(run, node, run->document.name, scenario);
    if (node->type != JSON_STRING) return case_wrong(run, node, "\"scenario\" must be an id or an object");
    snprintf(name, sizeof name, "%s/scenarios/%s.json", run->ruleset->id, node->as.string);
    found = library_find(&run->library, name);
    if (!found) return case_wrong(run, node, "there is no scenario \"%s\" for %s", node->as.string, run->ruleset->id);
    *scenario = *found;
    return true;
}

bool case_load_match(struct case_run *run)
{
    struct json_document options = run->document;
    struct document      scenario;

    if (!lay_over_data(run) || !find_scenario(run, &scenario)) return false;
    options.root = case_member(run, "options");
    run->match = match_load(run->ruleset, &run->library, &scenario, &options, run->arena, &run->fault);
    return run->match != NULL;
}

static bool read_dice(struct case_run *run, const struct json *list, uint8_t face[CASE_DICE], uint32_t *count)
{
    if (list->type != JSON_ARRAY || list->count > CASE_DICE)
        return case_wrong(run, list, "\"dice\" must be a list of at most %d faces", CASE_DICE);
    *count = 0;
    for (const struct json *node = list->as.child; node; node = node->next) {
        if (node->type != JSON_INTEGER || node->as.integer < 0 || node->as.integer > 100)
            return case_wrong(run, node, "a face is a whole number from 0 to 100");
        face[(*count)++] = (uint8_t)node->as.integer;
    }
    return true;
}

bool case_dice(struct case_run *run, const struct json *step, uint8_t face[CASE_DICE], struct dice *dice, bool *own)
{
    const struct json *list = json_get(step, "dice");
    uint32_t           count = 0;

    *own = list != NULL;
    if (list && !read_dice(run, list, face, &count)) return false;
    *dice = list ? dice_listed(face, count) : dice_listed(run->dice + run->dice_used, run->dice_count - run->dice_used);
    return true;
}

bool case_dice_fault(struct case_run *run, const struct json *step, const struct dice *dice)
{
    const char         *rule = run->ruleset->rules[dice->missing.rule];
    const struct json  *node = json_get(step, "dice") ? json_get(step, "dice") : step;

    if (dice->wrong)
        return case_fail(run, node, "%s wants a %u-sided die, and the next face listed is %d", rule, dice->missing.sides,
                         dice->list[dice->used - 1]);
    if (dice->short_of)
        return case_fail(run, node, "%s wants %u more %u-sided %s, and no more faces are listed", rule, dice->missing.count,
                         dice->missing.sides, dice->missing.count == 1 ? "die" : "dice");
    return case_fail(run, node, "%u of the %u dice listed here were thrown: the rest from %d on is left over", dice->used,
                     dice->count, dice->list[dice->used]);
}

/* The game from its very beginning, with the position laid over its first decision. */
static bool begin_new(struct case_run *run, const struct json *start, const struct json *position)
{
    uint8_t      face[CASE_DICE];
    struct dice  dice;
    size_t       mark = run->arena->used;
    bool         own;
    enum verdict verdict;

    if (!case_dice(run, start, face, &dice, &own)) return false;
    verdict = game_begin(&run->game, run->match, &dice, &run->events, run->arena, &run->fault);
    if (verdict == WRONG_DICE && !dice.wrong && !own) {
        /* The rest of the list is for the steps: begin again with what was used. */
        run->arena->used = mark;
        run->events.count = 0;
        dice = dice_listed(run->dice, dice.used);
        verdict = game_begin(&run->game, run->match, &dice, &run->events, run->arena, &run->fault);
    }
    if (run->fault.set) return false;
    if (verdict != DECIDED) return case_dice_fault(run, start, &dice);
    if (!own) run->dice_used += dice.used;
    return !position || state_read(run->match, run->game.state, &run->document, position, &run->fault);
}

/* A position that says its phase replaces the beginning: nothing of the set-up is played. */
static bool begin_placed(struct case_run *run, const struct json *start, const struct json *position)
{
    uint8_t     face[CASE_DICE];
    struct dice dice = dice_seeded(1);
    struct play play = { run->match, NULL, &dice, &run->events, 0 };
    bool        own;

    game_begin(&run->game, run->match, &dice, NULL, run->arena, &run->fault);
    if (run->fault.set || !case_dice(run, start, face, &dice, &own)) return false;
    memset((void *)run->game.state, 0, run->ruleset->state_size);
    run->ruleset->setup(run->match, run->game.state);
    if (!state_read(run->match, run->game.state, &run->document, position, &run->fault)) return false;
    play.state = run->game.state;
    play_advance(&play);
    if (dice.short_of || dice.wrong || (own && dice.used < dice.count)) return case_dice_fault(run, start, &dice);
    if (!own) run->dice_used += dice.used;
    return true;
}

bool case_begin(struct case_run *run, const struct json *start)
{
    const struct json *position = case_member(run, "position"), *list = json_get(run->node, "dice");

    if (list && !read_dice(run, list, run->dice, &run->dice_count)) return false;
    if (position && position->type != JSON_OBJECT)
        return case_wrong(run, position, "\"position\" must be an object");
    return json_get(position, "phase") ? begin_placed(run, start, position) : begin_new(run, start, position);
}
