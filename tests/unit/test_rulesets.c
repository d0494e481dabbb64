/* test_rulesets.c: the tables of every ruleset are whole: a hole is named here, and not found as a crash in the middle of a game. */
#include "maths.h"
#include "registry.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void need(bool there, const char *ruleset, const char *what, const char *which)
{
    if (there) return;
    printf("%s: %s %s\n", ruleset, which, what);
    failures++;
}

static void need_names(const struct names *names, const char *ruleset)
{
    if (!names) return;
    need(names->set && names->list && names->count > 0, ruleset, "is no set of names", names->set ? names->set : "?");
    for (int i = 0; i < names->count; i++) need(names->list[i], ruleset, "has a value without a name", names->set);
}

static void check_phase(const struct phase *phase, int index, const char *ruleset)
{
    char which[32];
    int  decides;

    snprintf(which, sizeof which, "phase %d", index);
    need(phase && phase->name && phase->enter && phase->rule, ruleset, "lacks its name, its rule or enter", which);
    if (!phase || !phase->name) return;
    decides = !!phase->offer + !!phase->refuse + !!phase->take;
    need(decides == 0 || decides == 3, ruleset, "has some of offer, refuse and take, and not all", phase->name);
}

static void check_fields(const struct field *list, int count, const char *ruleset)
{
    for (int i = 0; i < count; i++) {
        need(list[i].name && (list[i].size == 1 || list[i].size == 2 || list[i].size == 4), ruleset,
             "is no field of 1, 2 or 4 bytes", list[i].name ? list[i].name : "?");
        need_names(list[i].names, ruleset);
    }
}

static void check_ruleset(const struct ruleset *r)
{
    need(r->rules && r->rule_count && r->over_rule, r->id, "are missing", "rules or over_rule");
    need(r->load && r->setup && r->place && r->mask && r->guess && r->sample && r->region && r->appraise && r->tide &&
         r->sound && r->write_board, r->id,
         "are not all there: load, setup, place, mask, guess, sample, region, appraise, tide, sound, write_board",
         "the functions");
    need(r->concerns && between(1, r->concern_count, CONCERNS_MAX), r->id, "are missing, or too many", "the concerns");
    need(r->match_size && r->state_size && r->unit_size && r->unit_offset >= sizeof(struct flow), r->id, "are wrong", "the sizes");
    for (int i = 0; i < r->phase_count; i++) check_phase(r->phases[i], i, r->id);
    for (int i = 0; i < r->kind_count; i++) {
        need(r->kinds[i].name, r->id, "a kind of decision has no name", "kinds:");
        need(!(r->kinds[i].uses & USES_CHOICE) == !r->kinds[i].choices, r->id, "uses a choice without choices, or the reverse",
             r->kinds[i].name ? r->kinds[i].name : "?");
        need_names(r->kinds[i].choices, r->id);
    }
    for (int i = 0; i < r->event_count; i++) {
        char which[32];
        snprintf(which, sizeof which, "event EVENT_OWN + %d", i);
        need(r->events[i].name, r->id, "has no name", which);
        for (int k = 0; k < 3; k++) need_names(r->events[i].names[k], r->id);
    }
    for (int i = 0; i < r->option_count; i++)
        need(r->options[i].name && r->options[i].rule && r->options[i].low <= r->options[i].standard &&
             r->options[i].standard <= r->options[i].high, r->id, "has no name, no rule or no possible standard", "an option");
    check_fields(r->game_fields, r->game_field_count, r->id);
    check_fields(r->unit_fields, r->unit_field_count, r->id);
}

int main(void)
{
    for (int i = 0; rulesets[i]; i++) check_ruleset(rulesets[i]);
    printf("%d holes in the tables\n", failures);
    return failures != 0;
}
