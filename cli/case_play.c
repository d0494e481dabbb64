/* case_play.c: one case from its match to its last check. */
#include "case_parts.h"
#include "must.h"
#include "registry.h"
#include "state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool case_fail(struct case_run *run, const struct json *node, const char *format, ...)
{
    char    text[CASE_TEXT];
    va_list arguments;
    char   *copy;

    if (run->result.failures == CASE_FAILURES) return false;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    copy = arena_text(run->arena, text, strlen(text));
    run->failure[run->result.failures++] = (struct case_failure){
        node ? json_line(&run->document, node) : run->result.line, run->where,
        copy ? copy : "there is not enough memory to say why" };
    return false;
}

/* A fault in another document is told with its own place; one without a place is about the position, if there is one. */
bool case_bad(struct case_run *run)
{
    struct fault fault = run->fault;
    int32_t      failures = run->result.failures;

    run->fault = (struct fault){ .set = false };
    if (!fault.set) return false;
    if (!fault.line) return case_fail(run, case_member(run, "position"), "%s: %s", fault.file, fault.text);
    if (strncmp(fault.file, run->document.name, sizeof fault.file - 1))
        return case_fail(run, NULL, "%s:%d: %s", fault.file, fault.line, fault.text);
    case_fail(run, NULL, "%s", fault.text);
    if (run->result.failures > failures) run->failure[failures].line = fault.line;
    return false;
}

bool case_wrong(struct case_run *run, const struct json *node, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_vsay(&run->fault, run->document.name, json_line(&run->document, node), format, arguments);
    va_end(arguments);
    return false;
}

const struct json *case_member(const struct case_run *run, const char *key)
{
    const struct json *own = json_get(run->node, key);

    return own ? own : json_get(run->shared, key);
}

static bool read_head(struct case_run *run, const char *const *allowed)
{
    const struct json *ruleset = case_member(run, "ruleset");
    const char        *note = NULL;

    if (run->node->type != JSON_OBJECT) return case_wrong(run, run->node, "a case must be an object");
    if (!json_string(&run->document, run->node, "title", &run->result.title, &run->fault)) return false;
    if (!json_keys(&run->document, run->node, allowed, &run->fault)) return false;
    if (!json_find_string(&run->document, run->node, "note", &note, &run->fault)) return false;
    if (!ruleset) return case_wrong(run, run->node, "\"ruleset\" is missing");
    if (ruleset->type == JSON_STRING) run->ruleset = ruleset_named(ruleset->as.string);
    if (!run->ruleset) return case_wrong(run, ruleset, "there is no such ruleset");
    run->result.ruleset = run->ruleset;
    return true;
}

static bool take_memory(struct case_run *run)
{
    run->occurred = arena_take(run->arena, (run->ruleset->rule_count + 1u) * sizeof *run->occurred);
    run->view = arena_take(run->arena, run->ruleset->state_size);
    run->events = (struct events){ arena_take(run->arena, CASE_EVENTS * sizeof(struct event)), 0, CASE_EVENTS, false };
    run->offers = (struct offers){ arena_take(run->arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    run->other_offers = (struct offers){ arena_take(run->arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    if (run->occurred && run->view && run->events.list && run->offers.list && run->other_offers.list) return true;
    return case_wrong(run, run->node, "there is not enough memory for this case");
}

bool case_open(struct case_run *run, const char *const *allowed)
{
    run->where = "";
    return read_head(run, allowed) && take_memory(run) && case_read_title(run);
}

static void tell_moment(const struct case_run *run, seat_id seat, const struct decision *d, const struct refusal *why)
{
    struct case_moment moment = { run->result.file, run->result.title, run->where, run->match, seat, d, why, &run->events };

    if (run->listener->moment) run->listener->moment(run->listener->context, &moment);
}

/* What a step, the start or the end says about how things are now. */
static bool check_after(struct case_run *run, const struct json *node)
{
    const struct json *expect = json_get(node, "expect"), *seen = json_get(node, "seen_by");

    if (expect && !case_check_expect(run, expect)) return false;
    return !seen || case_check_seen(run, seen);
}

static bool check_happened(struct case_run *run, const struct json *node)
{
    const struct json *events = json_get(node, "events"), *never = json_get(node, "never");

    case_occurred_in_events(run);
    case_check_always(run, node);
    if (events && !case_check_events(run, events)) return false;
    return !never || case_check_never(run, never);
}

/* A case with "fault" is about a scenario or a position that must not load; it has nothing else. */
static bool play_fault(struct case_run *run, const struct json *wanted)
{
    static const char *const allowed[] = { "title", "note", "ruleset", "scenario", "options", "position", "data", "dice",
                                           "fault", NULL };
    bool                     loaded;

    if (!json_keys(&run->document, run->node, allowed, &run->fault)) return false;
    if (wanted->type != JSON_STRING || !wanted->count)
        return case_wrong(run, wanted, "\"fault\" must be a text");
    loaded = case_load_match(run) && case_begin(run, NULL);
    if (loaded) return case_fail(run, wanted, "expected the fault \"%s\", but everything loads", wanted->as.string);
    if (!run->fault.set) return false;
    case_occurred_in_text(run, run->fault.text);
    if (!strstr(run->fault.text, wanted->as.string))
        case_fail(run, wanted, "expected the fault \"%s\", found \"%s\"", wanted->as.string, run->fault.text);
    run->fault = (struct fault){ .set = false };
    return true;
}

static bool play_start(struct case_run *run)
{
    static const char *const allowed[] = { "note", "dice", "events", "never", "expect", "seen_by", NULL };
    const struct json       *start = json_get(run->node, "start");

    run->where = "start";
    if (start && !json_keys(&run->document, start, allowed, &run->fault)) return false;
    if (!case_begin(run, start)) return false;
    tell_moment(run, NO_SEAT, NULL, NULL);
    return check_happened(run, start ? start : run->node) && check_after(run, start);
}

static bool check_refusal_values(struct case_run *run, const struct json *values, const struct refusal *why)
{
    int i = 0;

    for (const struct json *node = values ? values->as.child : NULL; node; node = node->next, i++) {
        if (i == REFUSAL_VALUES || (node->type != JSON_INTEGER && node->type != JSON_NULL))
            return case_wrong(run, node, "\"values\" are at most %d whole numbers, or null", REFUSAL_VALUES);
        if (node->type == JSON_INTEGER && node->as.integer != why->value[i])
            case_fail(run, node, "expected value %d of the refusal to be %lld, found %d", i, (long long)node->as.integer,
                      why->value[i]);
    }
    return true;
}

/* "nearest" is x, y and perhaps a heading; an empty list says that there is none. */
static bool check_nearest(struct case_run *run, const struct json *nearest, const struct refusal *why)
{
    const int32_t place[3] = { why->nearest.at.x, why->nearest.at.y, why->nearest.heading };
    bool          agrees = true;
    int           i = 0;

    if (!nearest) return true;
    for (const struct json *node = nearest->as.child; node; node = node->next, i++) {
        if (i == 3 || node->type != JSON_INTEGER) return case_wrong(run, node, "\"nearest\" is x, y and perhaps a heading");
        agrees = agrees && node->as.integer == place[i];
    }
    if (!why->has_nearest) return !i || case_fail(run, nearest, "expected a nearest place, found none");
    if (!agrees || !i)
        case_fail(run, nearest, "expected another nearest place, found [%d, %d, %d]", place[0], place[1], place[2]);
    return true;
}

/* "refused": the rule, or an object with the rule and the numbers, the piece in the way and the nearest place behind it. */
static bool check_refusal(struct case_run *run, const struct json *wanted, const struct refusal *why)
{
    static const char *const allowed[] = { "rule", "unit", "values", "nearest", NULL };
    const struct json       *rule = wanted, *values = NULL, *nearest = NULL, *unit = NULL;
    int16_t                  piece;
    rule_id                  expected;

    if (wanted->type == JSON_OBJECT) {
        if (!json_keys(&run->document, wanted, allowed, &run->fault) ||
            !json_find_branch(&run->document, wanted, "values", JSON_ARRAY, &values, &run->fault) ||
            !json_find_branch(&run->document, wanted, "nearest", JSON_ARRAY, &nearest, &run->fault))
            return false;
        unit = json_get(wanted, "unit");
        rule = json_get(wanted, "rule");
        if (!rule) return case_wrong(run, wanted, "\"rule\" is missing");
    }
    expected = case_rule(run, rule);
    if (!expected) return false;
    if (expected != why->rule)
        return case_fail(run, rule, "expected a refusal by %s, found one by %s", rule->as.string,
                         run->ruleset->rules[why->rule]);
    if (unit && !case_piece(run, unit, &piece)) return false;
    if (unit && piece != why->unit)
        case_fail(run, unit, "expected %s to be in the way, found %s", unit->as.string,
                  why->unit == NOBODY ? "nobody" : match_head(run->match)->piece[why->unit].id);
    return check_refusal_values(run, values, why) && check_nearest(run, nearest, why);
}

/* A decision with the dice it needs and no more. */
static bool decide(struct case_run *run, const struct json *step, seat_id seat, const struct decision *d)
{
    const struct json *refused = json_get(step, "refused");
    uint64_t           before = game_hash(&run->game);
    uint8_t            face[CASE_DICE];
    struct dice        dice;
    struct refusal     why;
    bool               own;
    enum verdict       verdict;

    if (!case_dice(run, step, face, &dice, &own)) return false;
    verdict = game_decide(&run->game, seat, d, &dice, &run->events, &why);
    if (verdict == WRONG_DICE && !dice.wrong && !own) {
        dice = dice_listed(dice.list, dice.used);
        verdict = game_decide(&run->game, seat, d, &dice, &run->events, &why);
    }
    if (verdict == REFUSED) {
        tell_moment(run, seat, d, &why);
        run->occurred[why.rule] = true;
        if (!refused) return case_fail(run, step, "the decision was refused by %s", run->ruleset->rules[why.rule]);
        if (own && dice.count) return case_wrong(run, step, "a refused decision throws no dice");
        if (game_hash(&run->game) != before) return case_fail(run, step, "the refused decision has changed the game");
        return check_refusal(run, refused, &why);
    }
    if (verdict != DECIDED) return case_dice_fault(run, step, &dice);
    if (!own) run->dice_used += dice.used;
    tell_moment(run, seat, d, NULL);
    if (refused) return case_fail(run, refused, "expected a refusal, but the decision was accepted");
    return true;
}

static bool take_back(struct case_run *run, const struct json *undo, seat_id seat)
{
    bool may = game_may_undo(&run->game, seat);

    if (undo->type == JSON_STRING && !strcmp(undo->as.string, "refused"))
        return !may || case_fail(run, undo, "expected that nothing may be taken back, but seat %s may", seat_name(seat));
    if (undo->type != JSON_TRUE) return case_wrong(run, undo, "\"undo\" is true or \"refused\"");
    if (!may) return case_fail(run, undo, "seat %s may take nothing back", seat_name(seat));
    game_undo(&run->game, seat);
    tell_moment(run, seat, NULL, NULL);
    return true;
}

/* A member that the kind of decision does not use is a mistake of the writer. */
static bool read_decision(struct case_run *run, const struct json *step, struct decision *d)
{
    static const struct { const char *key; uint8_t use; } members[] = {
        { "unit", USES_UNIT }, { "target", USES_TARGET }, { "choice", USES_CHOICE }, { "value", USES_VALUE }, { "at", USES_AT },
        { "heading", USES_HEADING } };

    if (!decision_read(run->match, &run->document, step, d, &run->fault)) return false;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (json_get(step, members[i].key) && !(run->ruleset->kinds[d->kind].uses & members[i].use))
            return case_wrong(run, json_get(step, members[i].key), "\"%s\" has no \"%s\"",
                              run->ruleset->kinds[d->kind].name, members[i].key);
    return true;
}

static bool step_is_complete(struct case_run *run, const struct json *step)
{
    static const char *const needs_do[] = { "unit", "target", "choice", "value", "at", "heading", "dice", "refused", "odds",
                                            "events", "never", NULL };

    if (json_get(step, "do")) return !json_get(step, "undo") || case_wrong(run, step, "\"do\" and \"undo\" are two steps");
    for (int i = 0; needs_do[i]; i++)
        if (json_get(step, needs_do[i])) return case_wrong(run, step, "\"%s\" needs a \"do\"", needs_do[i]);
    if (json_get(step, "undo") || json_get(step, "offers")) return true;
    return case_wrong(run, step, "a step needs \"do\", \"undo\" or \"offers\"");
}

static bool play_step_of(struct case_run *run, const struct json *step)
{
    static const char *const allowed[] = { "seat", "do", "unit", "target", "choice", "value", "at", "heading", "dice", "refused",
                                           "undo", "offers", "odds", "events", "never", "expect", "seen_by", "note", NULL };
    const struct json       *offers, *odds, *undo;
    const char              *name = NULL, *note = NULL;
    struct decision          d;
    seat_id                  seat;

    if (step->type != JSON_OBJECT) return case_wrong(run, step, "a step must be an object");
    if (!json_keys(&run->document, step, allowed, &run->fault) ||
        !json_find_string(&run->document, step, "note", &note, &run->fault) ||
        !step_is_complete(run, step) || !json_string(&run->document, step, "seat", &name, &run->fault))
        return false;
    seat = case_seat(run, json_get(step, "seat"), name, false);
    if (seat == NO_SEAT) return false;
    run->events.count = 0;
    run->events.full = false;
    offers = json_get(step, "offers");
    odds = json_get(step, "odds");
    undo = json_get(step, "undo");
    if (offers && !case_check_offers(run, seat, offers)) return false;
    if (json_get(step, "do")) {
        if (!read_decision(run, step, &d)) return false;
        if (odds && !case_check_odds(run, seat, &d, odds)) return false;
        if (!decide(run, step, seat, &d)) return false;
    } else if (undo && !take_back(run, undo, seat)) {
        return false;
    }
    return check_happened(run, step) && check_after(run, step);
}

bool case_play_steps(struct case_run *run)
{
    const struct json *steps = NULL;
    int                number = 0;

    if (!json_find_branch(&run->document, run->node, "steps", JSON_ARRAY, &steps, &run->fault)) return false;
    for (const struct json *step = steps ? steps->as.child : NULL; step; step = step->next) {
        char where[32];
        snprintf(where, sizeof where, "step %d", ++number);
        run->where = arena_text(run->arena, where, strlen(where));
        if (!run->where) run->where = "step";
        if (!play_step_of(run, step)) return false;
    }
    return true;
}

static bool play_end(struct case_run *run)
{
    run->where = "end";
    if (run->dice_used < run->dice_count)
        case_fail(run, json_get(run->node, "dice"), "%u of the %u dice of the case were thrown: the rest from %d on is left over",
                  run->dice_used, run->dice_count, run->dice[run->dice_used]);
    return check_after(run, run->node);
}

static bool play_all(struct case_run *run)
{
    static const char *const allowed[] = { "title", "note", "ruleset", "scenario", "options", "position", "data", "dice", "start",
                                           "steps", "expect", "seen_by", "fault", NULL };
    const struct json       *fault;

    if (!case_open(run, allowed)) return false;
    fault = json_get(run->node, "fault");
    if (fault) return play_fault(run, fault);
    return case_load_match(run) && play_start(run) && case_play_steps(run) && play_end(run);
}

void case_close(struct case_run *run)
{
    case_bad(run);
    must(run->result.failures);
}

void case_play(struct case_run *run)
{
    if (!play_all(run)) case_close(run);
    if (run->result.failures) return;
    run->where = "";
    case_check_title(run);
}
