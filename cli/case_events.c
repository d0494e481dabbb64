/*
 * case_events.c: checks of events.
 *
 * What is wanted is a list in order, of which every entry must be found after the one before it; other events may stand
 * between. An entry is an event of which some members are said, or an account: the base, the reasons and the total of
 * one number.
 */
#include "case_parts.h"
#include "state.h"
#include "view.h"

#include <string.h>

static const char *const engine_events[EVENT_OWN] = { [EVENT_ROLL] = "roll", [EVENT_BASE] = "base", [EVENT_REASON] = "reason",
                                                      [EVENT_TOTAL] = "total", [EVENT_CITE] = "cite" };

/* An event as a case wants it; members that are not said are -1 or NULL. */
struct wanted {
    const struct json *node;
    int32_t            kind;
    rule_id            rule;
    int16_t            unit, target;
    int64_t            sides, need, base, total;
    const struct json *values, *dice, *seen_by, *reasons;
    bool               account;
};

const char *case_event_name(const struct ruleset *ruleset, const struct event *event)
{
    return event->kind < EVENT_OWN ? engine_events[event->kind] : ruleset->events[event->kind - EVENT_OWN].name;
}

static int32_t kind_of_event(const struct ruleset *ruleset, const char *name)
{
    for (int32_t i = 0; i < EVENT_OWN; i++)
        if (engine_events[i] && !strcmp(engine_events[i], name)) return i;
    for (int32_t i = 0; i < ruleset->event_count; i++)
        if (!strcmp(ruleset->events[i].name, name)) return EVENT_OWN + i;
    return -1;
}

static bool find_rule(struct case_run *run, const struct json *object, const char *key, rule_id *rule)
{
    const struct json *node = json_get(object, key);

    if (!node) return true;
    *rule = case_rule(run, node);
    return *rule != 0;
}

static bool find_piece(struct case_run *run, const struct json *object, const char *key, int16_t *piece)
{
    const struct json *node = json_get(object, key);

    return !node || case_piece(run, node, piece);
}

static bool check_reasons(struct case_run *run, const struct json *reasons)
{
    static const char *const allowed[] = { "rule", "amount", NULL };
    int64_t                  amount;
    rule_id                  rule = 0;

    for (const struct json *node = reasons ? reasons->as.child : NULL; node; node = node->next) {
        if (!json_keys(&run->document, node, allowed, &run->fault) ||
            !json_integer(&run->document, node, "amount", INT32_MIN, INT32_MAX, &amount, &run->fault) ||
            !find_rule(run, node, "rule", &rule))
            return false;
        if (!json_get(node, "rule")) return case_wrong(run, node, "a reason has a \"rule\" and an \"amount\"");
    }
    return true;
}

static bool read_account(struct case_run *run, struct wanted *w)
{
    static const char *const allowed[] = { "account", "base", "reasons", "total", NULL };

    w->account = true;
    w->kind = EVENT_BASE;
    return json_keys(&run->document, w->node, allowed, &run->fault) && find_rule(run, w->node, "account", &w->rule) &&
           json_find_integer(&run->document, w->node, "base", INT32_MIN, INT32_MAX, &w->base, &run->fault) &&
           json_find_integer(&run->document, w->node, "total", INT32_MIN, INT32_MAX, &w->total, &run->fault) &&
           json_find_branch(&run->document, w->node, "reasons", JSON_ARRAY, &w->reasons, &run->fault) &&
           check_reasons(run, w->reasons);
}

static const struct names *names_of_value(const struct case_run *run, int32_t kind, int i)
{
    return kind >= EVENT_OWN && i < 3 ? run->ruleset->events[kind - EVENT_OWN].names[i] : NULL;
}

/* The values of an event are numbers, or names where the ruleset has names for them; null stands for any. */
static bool check_values(struct case_run *run, const struct wanted *w)
{
    int i = 0;

    for (const struct json *node = w->values ? w->values->as.child : NULL; node; node = node->next, i++) {
        int32_t value;
        if (i == EVENT_VALUES) return case_wrong(run, node, "an event has at most %d values", EVENT_VALUES);
        if (node->type != JSON_NULL && !case_value(run, node, names_of_value(run, w->kind, i), "values", &value)) return false;
    }
    for (const struct json *node = w->dice ? w->dice->as.child : NULL; node; node = node->next)
        if (node->type != JSON_INTEGER) return case_wrong(run, node, "a face is a whole number");
    for (const struct json *node = w->seen_by ? w->seen_by->as.child : NULL; node; node = node->next)
        if (case_seat(run, node, node->type == JSON_STRING ? node->as.string : "", true) == NO_SEAT) return false;
    return true;
}

static bool read_wanted(struct case_run *run, const struct json *node, struct wanted *w)
{
    static const char *const allowed[] = { "event", "rule", "unit", "target", "values", "dice", "sides", "need", "seen_by", NULL };
    const char              *name = NULL;

    *w = (struct wanted){ .node = node, .unit = NOBODY, .target = NOBODY, .sides = -1, .need = -1, .base = INT64_MIN,
                          .total = INT64_MIN };
    if (json_get(node, "account")) return read_account(run, w);
    if (!json_keys(&run->document, node, allowed, &run->fault) ||
        !json_string(&run->document, node, "event", &name, &run->fault))
        return false;
    w->kind = kind_of_event(run->ruleset, name);
    if (w->kind < 0) return case_wrong(run, node, "%s has no event \"%s\"", run->ruleset->id, name);
    if (w->kind != EVENT_ROLL && (json_get(node, "dice") || json_get(node, "sides") || json_get(node, "need")))
        return case_wrong(run, node, "only the event \"roll\" has dice");
    return find_rule(run, node, "rule", &w->rule) && find_piece(run, node, "unit", &w->unit) &&
           find_piece(run, node, "target", &w->target) &&
           json_find_integer(&run->document, node, "sides", 2, 100, &w->sides, &run->fault) &&
           json_find_integer(&run->document, node, "need", 0, 100, &w->need, &run->fault) &&
           json_find_branch(&run->document, node, "values", JSON_ARRAY, &w->values, &run->fault) &&
           json_find_branch(&run->document, node, "dice", JSON_ARRAY, &w->dice, &run->fault) &&
           json_find_branch(&run->document, node, "seen_by", JSON_ARRAY, &w->seen_by, &run->fault) && check_values(run, w);
}

static bool values_agree(struct case_run *run, const struct wanted *w, const struct event *event)
{
    int i = 0;

    for (const struct json *node = w->values ? w->values->as.child : NULL; node; node = node->next, i++) {
        int32_t value;
        if (node->type == JSON_NULL) continue;
        if (!case_value(run, node, names_of_value(run, event->kind, i), "values", &value) || value != event->as.value[i]) return false;
    }
    return true;
}

static bool faces_agree(const struct wanted *w, const struct event *event)
{
    int i = 0;

    if (!w->dice) return true;
    if (w->dice->count != event->count) return false;
    for (const struct json *node = w->dice->as.child; node; node = node->next, i++)
        if (node->as.integer != event->as.face[i]) return false;
    return true;
}

/* "seen_by" is the whole list: those who are not in it must not see the event. */
static bool seen_agrees(struct case_run *run, const struct wanted *w, const struct event *event)
{
    uint8_t seats = (uint8_t)(SEAT_BIT(SPECTATOR) | (SEAT_BIT(match_head(run->match)->seats) - 1)), wanted = 0;

    if (!w->seen_by) return true;
    for (const struct json *node = w->seen_by->as.child; node; node = node->next)
        wanted |= SEAT_BIT(case_seat(run, node, node->as.string, true));
    return wanted == (event->seen & seats);
}

static bool event_agrees(struct case_run *run, const struct wanted *w, const struct event *event)
{
    if (event->kind != w->kind || (w->rule && event->rule != w->rule)) return false;
    if (w->unit != NOBODY && event->unit != w->unit) return false;
    if (w->target != NOBODY && event->target != w->target) return false;
    if (w->sides >= 0 && event->sides != w->sides) return false;
    if (w->need >= 0 && event->need != w->need) return false;
    return values_agree(run, w, event) && faces_agree(w, event) && seen_agrees(run, w, event);
}

/* The account that begins at events[first]: its total's index, or -1 when it is another than wanted. */
static int32_t account_agrees(struct case_run *run, const struct wanted *w, int32_t first)
{
    const struct event *list = run->events.list;
    const struct json  *reason = w->reasons ? w->reasons->as.child : NULL;
    int32_t             i = first + 1;
    int                 depth = 0;

    if (list[first].kind != EVENT_BASE || list[first].rule != w->rule) return -1;
    if (w->base != INT64_MIN && list[first].as.value[0] != w->base) return -1;
    for (; i < run->events.count && (depth || list[i].kind != EVENT_TOTAL); i++) {
        if (list[i].kind == EVENT_BASE) depth++;
        if (list[i].kind == EVENT_TOTAL) depth--;
        if (list[i].kind != EVENT_REASON || depth || !w->reasons) continue;
        if (!reason || json_get(reason, "amount")->as.integer != list[i].as.value[0] ||
            rule_named(run->ruleset, json_get(reason, "rule")->as.string) != list[i].rule)
            return -1;
        reason = reason->next;
    }
    if (reason || i == run->events.count) return -1;
    return w->total == INT64_MIN || list[i].as.value[0] == w->total ? i : -1;
}

/* Where the wanted event ends, looking from `from` on; -1 when there is none. */
static int32_t find(struct case_run *run, const struct wanted *w, int32_t from)
{
    for (int32_t i = from; i < run->events.count; i++) {
        int32_t end = w->account ? account_agrees(run, w, i) : event_agrees(run, w, &run->events.list[i]) ? i : -1;
        if (end >= 0) return end;
    }
    return -1;
}

/* An event of the same kind that did happen, to compare with. */
static void write_similar(struct case_run *run, const struct wanted *w, int32_t from, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    for (int32_t i = from; i < run->events.count; i++) {
        struct event *event = &run->events.list[i];
        struct events some = { event, 1, 1, false };
        seat_id       seat = 0;
        if (event->kind != w->kind || (w->rule && event->rule != w->rule)) continue;
        while (!(event->seen & SEAT_BIT(seat))) seat++;
        while (w->account && i + some.count < run->events.count && event[some.count - 1].kind != EVENT_TOTAL) some.count++;
        out_text(out, "; the nearest is ");
        events_write(run->match, &some, seat, NULL, ENGLISH, &writer);
        return;
    }
    out_text(out, "; there is none of that kind and rule");
    if (from) out_text(out, " after the one before");
}

bool case_check_events(struct case_run *run, const struct json *wanted)
{
    int32_t from = 0;

    if (wanted->type != JSON_ARRAY) return case_wrong(run, wanted, "\"events\" must be a list");
    for (const struct json *node = wanted->as.child; node; node = node->next) {
        struct wanted      w;
        char               text[CASE_TEXT - 64];
        struct out         out = out_over(text, sizeof text);
        struct json_writer writer = json_writer_over(&out);
        int32_t            end;
        if (!read_wanted(run, node, &w)) return false;
        end = find(run, &w, from);
        if (end >= 0) {
            from = end + 1;
            continue;
        }
        json_write(&writer, node);
        write_similar(run, &w, from, &out);
        case_fail(run, node, "expected the event %s", text);
    }
    return true;
}

bool case_check_never(struct case_run *run, const struct json *unwanted)
{
    if (unwanted->type != JSON_ARRAY) return case_wrong(run, unwanted, "\"never\" must be a list");
    for (const struct json *node = unwanted->as.child; node; node = node->next) {
        struct wanted      w;
        char               text[256];
        struct out         out = out_over(text, sizeof text);
        struct json_writer writer = json_writer_over(&out);
        if (!read_wanted(run, node, &w)) return false;
        if (find(run, &w, 0) < 0) continue;
        json_write(&writer, node);
        case_fail(run, node, "expected that the event %s does not happen, found it", text);
    }
    return true;
}
