/* case_title.c: the rules that a title names, and whether they occurred. */
#include "case_parts.h"
#include "state.h"

#include <ctype.h>
#include <string.h>

enum { ID_MAX = 48 };

static bool is_upper_or_digit(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The length of a rule id at the beginning of text: "SA-MOVE-03", "FR-4.2.1-07", "MI-ACT-12b"; 0 when there is none. */
static size_t id_length(const char *text)
{
    size_t i = 0, part;

    while (isupper((unsigned char)text[i])) i++;
    if (i < 2 || text[i] != '-' || !is_upper_or_digit(text[i + 1])) return 0;
    for (i++; isalnum((unsigned char)text[i]) || text[i] == '.'; i++) continue;
    if (text[i] != '-') return 0;
    for (part = ++i; isdigit((unsigned char)text[i]); i++) continue;
    if (i == part) return 0;
    if (islower((unsigned char)text[i])) i++;
    return isalnum((unsigned char)text[i]) ? 0 : i;
}

/* The next rule id in a text, copied; NULL when there is no more. The text is advanced beyond it. */
static const char *next_id(const char **text, char id[ID_MAX])
{
    const char *p = *text;

    while (*p) {
        size_t length = id_length(p);
        if (length && length < ID_MAX) {
            memcpy(id, p, length);
            id[length] = 0;
            *text = p + length;
            return id;
        }
        while (isalnum((unsigned char)*p)) p++;
        while (*p && !isalnum((unsigned char)*p)) p++;
    }
    return NULL;
}

bool case_read_title(struct case_run *run)
{
    const struct json *title = json_get(run->node, "title");
    const char        *text = run->result.title;
    char               id[ID_MAX];

    while (next_id(&text, id)) {
        rule_id rule = rule_named(run->ruleset, id);
        if (!rule) return case_fail(run, title, "the title names %s, which is no rule of %s", id, run->ruleset->id);
        if (run->result.shown_count == CASE_SHOWN) return case_fail(run, title, "the title names more than %d rules", CASE_SHOWN);
        run->result.shown[run->result.shown_count++] = rule;
    }
    return true;
}

void case_occurred_in_text(struct case_run *run, const char *text)
{
    char id[ID_MAX];

    while (next_id(&text, id)) run->occurred[rule_named(run->ruleset, id)] = true;
}

void case_occurred_in_events(struct case_run *run)
{
    for (int32_t i = 0; i < run->events.count; i++) run->occurred[run->events.list[i].rule] = true;
}

rule_id case_rule(struct case_run *run, const struct json *node)
{
    rule_id rule = node->type == JSON_STRING ? rule_named(run->ruleset, node->as.string) : 0;

    if (rule) return rule;
    if (node->type != JSON_STRING) case_wrong(run, node, "a rule id is expected here");
    else case_wrong(run, node, "%s has no rule \"%s\"", run->ruleset->id, node->as.string);
    return 0;
}

static bool claim_one(struct case_run *run, const struct json *node, bool proved)
{
    rule_id rule = case_rule(run, node);

    if (rule && proved) run->occurred[rule] = true;
    return rule != 0;
}

bool case_claim(struct case_run *run, const struct json *check, int32_t failures)
{
    const struct json *rules = json_get(check, "rule");
    bool               proved = run->result.failures == failures;

    if (!rules) return true;
    if (check->count < 2) return case_wrong(run, rules, "a check that is about a rule must check something");
    if (rules->type != JSON_ARRAY) return claim_one(run, rules, proved);
    for (const struct json *node = rules->as.child; node; node = node->next)
        if (!claim_one(run, node, proved)) return false;
    return true;
}

void case_check_title(struct case_run *run)
{
    const rule_id *shown = run->result.shown;

    for (int32_t i = 0; i < run->result.shown_count; i++)
        if (!run->occurred[shown[i]])
            case_fail(run, json_get(run->node, "title"), "the title names %s, which did not occur", run->ruleset->rules[shown[i]]);
}
