/* case.c: `mestre case`: run rule tests written as data (docs/cases.md). */
#include "arguments.h"
#include "case_parts.h"
#include "commands.h"
#include "explain.h"
#include "registry.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_LINE = 64 * 1024, TEXTS_MAX = 16 };

/* What the listener prints with. */
struct printing {
    struct host   *host;
    enum language  language;
    bool           json;
    struct texts   texts[TEXTS_MAX];         /* in the order of the registry, loaded when first needed */
    bool           loaded[TEXTS_MAX];
    bool           in_case;                  /* the title of the case has been printed */
};

void case_print_failures(const struct case_result *result)
{
    for (int32_t i = 0; i < result->failures; i++) {
        const struct case_failure *failure = &result->failure[i];
        printf("%s:", result->file);
        if (failure->line) printf("%d:", failure->line);
        if (*result->title) printf(" %s:", result->title);
        if (*failure->where) printf(" %s:", failure->where);
        printf(" %s\n", failure->text);
    }
}

static void print_json(const struct case_result *result)
{
    char              *text = malloc(JSON_LINE);
    struct out         out;
    struct json_writer writer;

    if (!text) exit(1);
    out = out_over(text, JSON_LINE);
    writer = json_writer_over(&out);
    json_open(&writer, '{');
    json_key(&writer, "file");
    json_write_string(&writer, result->file);
    json_key(&writer, "line");
    json_write_integer(&writer, result->line);
    json_key(&writer, "title");
    json_write_string(&writer, result->title);
    json_key(&writer, "passed");
    json_write_boolean(&writer, !result->failures);
    json_key(&writer, "shows");
    json_open(&writer, '[');
    for (int32_t i = 0; i < result->shown_count; i++) json_write_string(&writer, result->ruleset->rules[result->shown[i]]);
    json_close(&writer, ']');
    json_key(&writer, "failures");
    json_open(&writer, '[');
    for (int32_t i = 0; i < result->failures; i++) {
        json_open(&writer, '{');
        json_key(&writer, "line");
        json_write_integer(&writer, result->failure[i].line);
        json_key(&writer, "where");
        json_write_string(&writer, result->failure[i].where);
        json_key(&writer, "text");
        json_write_string(&writer, result->failure[i].text);
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    json_close(&writer, '}');
    printf("%s\n", text);
    free(text);
}

static void print_result(void *context, const struct case_result *result)
{
    struct printing *printing = context;

    printing->in_case = false;
    if (printing->json) print_json(result);
    else case_print_failures(result);
}

/* The texts of a ruleset, or NULL when its documents are not there: then only ids are told. */
static const struct texts *texts_of(struct printing *printing, const struct ruleset *ruleset)
{
    struct fault fault = { .set = false };
    int          i = 0;

    while (rulesets[i] != ruleset) i++;
    if (i >= TEXTS_MAX) return NULL;
    if (!printing->loaded[i]) {
        printing->loaded[i] = true;
        if (!texts_load(&printing->texts[i], ruleset, &printing->host->library, &printing->host->arena, &fault)) {
            host_complain(&fault);
            printing->texts[i].ruleset = NULL;
        }
    }
    return printing->texts[i].ruleset ? &printing->texts[i] : NULL;
}

static void print_decision(const struct texts *texts, enum language language, const struct case_moment *moment)
{
    char       text[1024];
    struct out out = out_over(text, sizeof text);

    printf("  %s:", moment->where);
    if (moment->seat != NO_SEAT) printf(" %s:", seat_name(moment->seat));
    if (moment->d && texts) explain_decision(texts, language, moment->match, moment->d, &out);
    if (moment->seat != NO_SEAT && !moment->d) out_text(&out, "undo");
    printf("%s%s\n", *text ? " " : "", text);
    if (!moment->why) return;
    out = out_over(text, sizeof text);
    if (texts) explain_refusal(texts, language, moment->match, moment->why, &out);
    else out_text(&out, ruleset_of(moment->match)->rules[moment->why->rule]);
    printf("    refused: %s\n", text);
}

/* The numbers as a case writes them, without the zeros at the end. */
static void write_values(const struct event *event, struct out *out)
{
    int count = EVENT_VALUES;

    while (count && !event->as.value[count - 1]) count--;
    for (int i = 0; i < count; i++) out_format(out, "%s%d", i ? ", " : " [", event->as.value[i]);
    if (count) out_char(out, ']');
}

static void print_moment(void *context, const struct case_moment *moment)
{
    struct printing      *printing = context;
    const struct ruleset *ruleset = ruleset_of(moment->match);
    const struct texts   *texts = texts_of(printing, ruleset);

    if (!printing->in_case) printf("%s: %s\n", moment->file, moment->title);
    printing->in_case = true;
    print_decision(texts, printing->language, moment);
    for (int32_t i = 0; i < moment->events->count; i++) {
        const struct event *event = &moment->events->list[i];
        char                text[1024];
        struct out          out = out_over(text, sizeof text);
        if (texts) explain_event(texts, printing->language, moment->match, event, &out);
        if (event->kind >= EVENT_OWN) write_values(event, &out);
        printf("    %-13s %-13s %s\n", ruleset->rules[event->rule], case_event_name(ruleset, event), text);
    }
}

static int run_all(struct printing *printing, const char *data, bool verbose, const char *const *paths, int count)
{
    struct case_listener listener = { print_result, verbose ? print_moment : NULL, printing };
    struct host          host;
    struct fault         fault = { .set = false };
    struct case_count    cases;

    if (!host_open(&host, data, &fault)) {
        host_complain(&fault);
        host_close(&host);
        return 1;
    }
    printing->host = &host;
    cases = cases_run(&host, paths, count, &listener);
    if (printing->json) printf("{\"passed\":%d,\"failed\":%d}\n", cases.passed, cases.failed);
    else printf("%d passed, %d failed\n", cases.passed, cases.failed);
    host_close(&host);
    return cases.failed ? 1 : 0;
}

int case_command(int argc, char **argv)
{
    const char     *data = NULL, *language = NULL;
    bool            verbose = false;
    struct printing printing = { .json = false };
    struct argument list[] = {
        { "data", ARGUMENT_TEXT, &data, "DIR", "lay your own data over the built-in data", 0, 0, 0 },
        { "lang", ARGUMENT_TEXT, &language, "en|fr", "the language of --verbose", 0, 0, 0 },
        { "json", ARGUMENT_FLAG, &printing.json, NULL, "one line of JSON for each case, and one for the count", 0, 0, 0 },
        { "verbose", ARGUMENT_FLAG, &verbose, NULL, "tell what happens in each case", 0, 0, 'v' },
        { .name = NULL } };
    struct usage    usage = { "case", "[--data DIR] [--lang en|fr] [--json | --verbose] FILE|DIR...",
                              "Plays the rule tests in the files, and in all *.json files below the directories.", list, -1 };
    int             first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("case", "which files or directories?");
    if (printing.json && verbose) return usage_error("case", "--json and --verbose do not go together");
    if (language && language_named(language) == LANGUAGES) return usage_error("case", "--lang is en or fr, not \"%s\"", language);
    printing.language = host_language(language);
    return run_all(&printing, data, verbose, (const char *const *)(argv + first), argc - first);
}
