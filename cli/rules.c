/* rules.c: `mestre rules`: the rules as people read them, and how many of them are implemented, tested and met in play. */
#include "commands.h"
#include "coverage.h"
#include "print.h"
#include "registry.h"
#include "setting.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULESETS_MAX = 16, REPORT = 16 << 20 };

struct request {
    struct setting        setting;
    const char           *id, *source, *cases;
    bool                  coverage, json;
    int64_t               games;
    const struct ruleset *list[RULESETS_MAX];
    int                   count;
};

static void print_rule(const struct request *request, const struct rule_text *rule)
{
    printf("%-14s %s", rule->id, rule->text[request->setting.language]);
    if (rule->option) printf(" [--options: %s]", rule->option);
    if (rule->provenance) printf(" (%s)", rule->provenance);
    printf("\n");
}

static void write_rule(const struct request *request, const struct rule_text *rule, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "id");
    json_write_string(writer, rule->id);
    json_key(writer, "ruleset");
    json_write_string(writer, request->setting.texts.ruleset->id);
    json_key(writer, "chapter");
    json_write_string(writer, rule->chapter);
    json_key(writer, "text");
    json_write_string(writer, rule->text[request->setting.language]);
    if (rule->option) {
        json_key(writer, "option");
        json_write_string(writer, rule->option);
    }
    if (rule->provenance) {
        json_key(writer, "provenance");
        json_write_string(writer, rule->provenance);
    }
    json_close(writer, '}');
}

/* One rule or all of a ruleset; chapters are apart by an empty line. */
static int print_ruleset(struct request *request, const struct ruleset *ruleset, rule_id only, struct json_writer *writer)
{
    const struct rule_text *rules;
    int                     status = setting_texts(&request->setting, ruleset);

    if (status) return status;
    rules = request->setting.texts.rule;
    for (int i = only ? only : 1; i <= (only ? only : ruleset->rule_count); i++) {
        if (request->json) {
            write_rule(request, &rules[i], writer);
            continue;
        }
        if (!only && i > 1 && strcmp(rules[i].chapter, rules[i - 1].chapter)) printf("\n");
        print_rule(request, &rules[i]);
    }
    return 0;
}

static int print_rules(struct request *request)
{
    struct out         out = print_begin(REPORT);
    struct json_writer writer = json_writer_over(&out);
    bool               found = !request->id;
    int                status = 0;

    if (request->json) json_open(&writer, '[');
    for (int i = 0; i < request->count && !status; i++) {
        rule_id only = request->id ? rule_named(request->list[i], request->id) : 0;
        found = found || only;
        if (only || !request->id) status = print_ruleset(request, request->list[i], only, &writer);
    }
    if (request->json) json_close(&writer, ']');
    if (!found) {
        fprintf(stderr, "mestre rules: there is no rule \"%s\"\n", request->id);
        status = 1;
    }
    if (!status && request->json && !print_line(&out)) status = 1;
    print_free(&out);
    return status;
}

static void print_missing(const struct coverage *coverage, unsigned bit, const char *what)
{
    const struct ruleset *ruleset = coverage->ruleset;
    int                   column = 0;

    if (coverage_count(coverage, bit) == ruleset->rule_count) return;
    printf("  %s:", what);
    for (int i = 1; i <= ruleset->rule_count; i++)
        if (!(coverage->found[i] & bit)) printf("%s%s", column++ % 8 ? " " : "\n    ", ruleset->rules[i]);
    printf("\n");
}

static void print_coverage(const struct coverage *coverage)
{
    printf("%s: %d rules, %d in code, %d shown by a passing case, %d cited in %lld random games, %d in all three\n",
           coverage->ruleset->id, coverage->ruleset->rule_count, coverage_count(coverage, IN_CODE),
           coverage_count(coverage, IN_CASE), coverage_count(coverage, IN_GAME), (long long)coverage->games,
           coverage_count(coverage, COVERED));
    printf("  %lld decisions, %lld wild ones tried beside them, %lld refused without the name of a rule\n",
           (long long)coverage->decisions, (long long)coverage->tried, (long long)coverage->unnamed);
    if (!coverage->has_source)
        printf("  the C sources are not here: --source names the directory that holds engine/rulesets\n");
    if (coverage->cases_failed) printf("  %d cases failed\n", coverage->cases_failed);
    print_missing(coverage, IN_CODE, "not in code");
    print_missing(coverage, IN_CASE, "not shown by a passing case");
    print_missing(coverage, IN_GAME, "not cited in a game");
}

static void write_missing(const struct coverage *coverage, unsigned bit, const char *key, struct json_writer *writer)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int i = 1; i <= coverage->ruleset->rule_count; i++)
        if (!(coverage->found[i] & bit)) json_write_string(writer, coverage->ruleset->rules[i]);
    json_close(writer, ']');
}

static void write_count(struct json_writer *writer, const char *key, int64_t count)
{
    json_key(writer, key);
    json_write_integer(writer, count);
}

static void write_coverage(const struct coverage *coverage, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "ruleset");
    json_write_string(writer, coverage->ruleset->id);
    write_count(writer, "rules", coverage->ruleset->rule_count);
    write_count(writer, "in_code", coverage_count(coverage, IN_CODE));
    write_count(writer, "in_cases", coverage_count(coverage, IN_CASE));
    write_count(writer, "in_games", coverage_count(coverage, IN_GAME));
    write_count(writer, "covered", coverage_count(coverage, COVERED));
    json_key(writer, "has_source");
    json_write_boolean(writer, coverage->has_source);
    write_count(writer, "cases_failed", coverage->cases_failed);
    write_count(writer, "games", coverage->games);
    write_count(writer, "decisions", coverage->decisions);
    write_count(writer, "tried", coverage->tried);
    write_count(writer, "refused_without_rule", coverage->unnamed);
    write_missing(coverage, IN_CODE, "not_in_code", writer);
    write_missing(coverage, IN_CASE, "not_in_cases", writer);
    write_missing(coverage, IN_GAME, "not_in_games", writer);
    json_close(writer, '}');
}

static bool is_complete(const struct coverage *coverage)
{
    return coverage_count(coverage, COVERED) == coverage->ruleset->rule_count && !coverage->unnamed &&
           !coverage->cases_failed;
}

static bool gather(struct request *request, struct coverage *list, struct fault *fault)
{
    char root[4096] = "", cases[4200];
    bool found = request->source || coverage_find_root(root, sizeof root);

    for (int i = 0; i < request->count; i++) {
        if (!coverage_open(&list[i], request->list[i], &request->setting.host.arena, fault)) return false;
        if (found) coverage_of_code(&list[i], request->source ? request->source : root);
        if (!coverage_of_games(&list[i], &request->setting.host, request->games, fault)) return false;
    }
    snprintf(cases, sizeof cases, "%s/tests/cases", request->source ? request->source : root);
    if (request->cases || (found && !access(cases, R_OK)))
        coverage_of_cases(list, request->count, &request->setting.host, request->cases ? request->cases : cases);
    return true;
}

static int count_coverage(struct request *request)
{
    struct coverage    list[RULESETS_MAX];
    struct fault       fault = { .set = false };
    struct out         out;
    struct json_writer writer;
    int                status = 0;

    if (!gather(request, list, &fault)) return host_complain(&fault);
    out = print_begin(REPORT);
    writer = json_writer_over(&out);
    if (request->json) json_open(&writer, '[');
    for (int i = 0; i < request->count; i++) {
        if (request->json) write_coverage(&list[i], &writer);
        else print_coverage(&list[i]);
        if (!is_complete(&list[i])) status = 1;
    }
    if (request->json) {
        json_close(&writer, ']');
        if (!print_line(&out)) status = 1;
    }
    print_free(&out);
    return status;
}

static void choose_rulesets(struct request *request)
{
    if (request->setting.ruleset) {
        request->list[request->count++] = request->setting.ruleset;
        return;
    }
    for (int i = 0; rulesets[i] && i < RULESETS_MAX; i++) request->list[request->count++] = rulesets[i];
}

int rules_command(int argc, char **argv)
{
    struct request request = { .games = 2000 };
    const struct argument list[] = {
        SETTING_RULESET(&request.setting),
        FLAG_ARGUMENT("coverage", &request.coverage, "count the rules in code, in cases and in random games"),
        TEXT_ARGUMENT("source", &request.source, "DIR", "where engine/rulesets is (default: here or above)"),
        TEXT_ARGUMENT("cases", &request.cases, "DIR", "the cases (default: tests/cases of the source)"),
        NUMBER_ARGUMENT("games", &request.games, "N", 0, 1000000000, "random games for --coverage, each ruleset, until every rule has come up (at most, default 2000)"),
        FLAG_ARGUMENT("json", &request.json, "print as JSON"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "rules", "[OPTIONS] [ID]",
        "Print the rules of all games or of one, or the rule of an ID such as SA-MOVE-03. With --coverage the\n"
        "status is 1 while a rule is missing anywhere.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    request.id = first < argc ? argv[first] : NULL;
    if (request.id && request.coverage)
        return usage_error("rules", "\"%s\" cannot go with --coverage, which counts all rules", request.id);
    status = setting_open(&request.setting, "rules", SETTING_ANY_RULESET);
    choose_rulesets(&request);
    if (!status) status = request.coverage ? count_coverage(&request) : print_rules(&request);
    setting_close(&request.setting);
    return status;
}
