/* case_odds.c: checks of exact odds. */
#include "case_parts.h"
#include "odds.h"
#include "state.h"

#include <string.h>

/* One chance: of a value of a unit, of a value of the game, or of a winner. */
static bool read_chance(struct case_run *run, const struct json *node, const struct odds *odds, struct weight *found)
{
    static const char *const allowed[] = { "unit", "field", "value", "winner", "is", NULL };
    const struct json       *unit = json_get(node, "unit"), *value = json_get(node, "value");
    const struct json       *winner = json_get(node, "winner");
    const struct field      *field;
    const char              *name = NULL;
    int16_t                  piece = NOBODY;
    int32_t                  number;

    if (!json_keys(&run->document, node, allowed, &run->fault)) return false;
    if (winner) {
        bool    drawn = winner->type == JSON_STRING && !strcmp(winner->as.string, "draw");
        seat_id seat = drawn ? NO_SEAT : case_seat(run, winner, winner->type == JSON_STRING ? winner->as.string : "", false);
        if (unit || value || json_get(node, "field")) return case_wrong(run, node, "a chance is of a winner or of a value");
        *found = odds_of_winner(odds, seat);
        return drawn || seat != NO_SEAT;
    }
    if (unit && !case_piece(run, unit, &piece)) return false;
    if (!json_string(&run->document, node, "field", &name, &run->fault)) return false;
    field = unit ? case_field(run->ruleset->unit_fields, run->ruleset->unit_field_count, name)
                 : case_field(run->ruleset->game_fields, run->ruleset->game_field_count, name);
    if (!field) return case_wrong(run, node, "there is no value \"%s\"", name);
    if (!value) return case_wrong(run, node, "\"value\" is missing");
    if (!case_value(run, value, field->names, name, &number)) return false;
    *found = odds_chance(odds, piece, field, number);
    return true;
}

static bool check_chance(struct case_run *run, const struct json *node, const struct odds *odds)
{
    struct weight found, wanted;
    const char   *is = NULL;
    char          text[512];
    struct out    out = out_over(text, sizeof text);

    if (!read_chance(run, node, odds, &found) || !json_string(&run->document, node, "is", &is, &run->fault)) return false;
    if (!weight_read(is, &wanted))
        return case_wrong(run, node, "\"is\" must be a fraction like \"5/36\" that dice can make");
    if (weight_equal(weight_reduced(found), weight_reduced(wanted))) return true;
    weight_write(found, &out);
    case_fail(run, node, "expected the chance %s, found %s", is, text);
    return true;
}

bool case_check_odds(struct case_run *run, seat_id seat, const struct decision *d, const struct json *node)
{
    static const char *const allowed[] = { "policy", "chances", "rule", NULL };
    const struct json       *chances = NULL;
    const char              *name = "stop";
    int32_t                  failures = run->result.failures;
    size_t                   mark = run->arena->used;
    struct odds              odds;
    rule_id                  rule;
    int                      policy;

    if (!json_keys(&run->document, node, allowed, &run->fault) ||
        !json_find_string(&run->document, node, "policy", &name, &run->fault) ||
        !json_branch(&run->document, node, "chances", JSON_ARRAY, &chances, &run->fault))
        return false;
    policy = odds_policy_named(name);
    if (policy < 0) return case_wrong(run, node, "a policy is \"stop\", \"decline\" or \"react\"");
    rule = play_refuse(run->match, run->game.state, seat, d, NULL);
    if (rule) return case_fail(run, node, "the decision has no odds: it is refused by %s", run->ruleset->rules[rule]);
    if (!odds_of(run->match, run->game.state, seat, d, (enum odds_policy)policy, run->arena, &odds, &run->fault)) return false;
    for (const struct json *chance = chances->as.child; chance; chance = chance->next) {
        /* Failures are kept behind the odds in the arena, so those are let go only when there are none. */
        if (!check_chance(run, chance, &odds)) return false;
    }
    if (run->result.failures == failures) run->arena->used = mark;
    return case_claim(run, node, failures);
}
