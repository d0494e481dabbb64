/* case_offers.c: checks of offers, and truths that hold in every case. */
#include "case_parts.h"
#include "state.h"

#include <string.h>

bool case_piece(struct case_run *run, const struct json *node, int16_t *piece)
{
    *piece = node->type == JSON_STRING ? match_piece(run->match, node->as.string) : NOBODY;
    return *piece != NOBODY || case_wrong(run, node, "\"%s\" is no unit of this game",
                                          node->type == JSON_STRING ? node->as.string : "that");
}

static bool read_choice(struct case_run *run, const struct json *node, const struct decision_kind *kind, int16_t *choice)
{
    int32_t index = 0;

    if (!case_value(run, node, kind->choices, "choice", &index)) return false;
    *choice = (int16_t)index;
    return between(0, index, kind->choices->count - 1) || case_wrong(run, node, "this is no choice of \"%s\"", kind->name);
}

static bool read_at(struct case_run *run, const struct json *node, struct point *at)
{
    if (node->type != JSON_ARRAY || node->count != 2) return case_wrong(run, node, "\"at\" must be two whole numbers");
    return case_value(run, node->as.child, NULL, "at", &at->x) && case_value(run, node->as.child->next, NULL, "at", &at->y);
}

static bool read_member(struct case_run *run, const struct json *node, const struct decision_kind *kind,
                        struct partial *partial)
{
    static const char *const keys[] = { "unit", "target", "choice", "value", "at", "heading" };
    enum { KEYS = sizeof keys / sizeof keys[0] };
    struct decision         *d = &partial->decision;
    int                      i = 0;

    while (i < KEYS && strcmp(node->key, keys[i])) i++;
    if (i == KEYS) return true;
    if (!(kind->uses & 1u << i)) return case_wrong(run, node, "\"%s\" has no \"%s\"", kind->name, node->key);
    partial->said |= (uint8_t)(1u << i);
    switch (1 << i) {
    case USES_UNIT:   return case_piece(run, node, &d->unit);
    case USES_TARGET: return case_piece(run, node, &d->target);
    case USES_CHOICE: return read_choice(run, node, kind, &d->choice);
    case USES_VALUE:  return case_value(run, node, NULL, "value", &d->value);
    case USES_AT:     return read_at(run, node, &d->at);
    default:          return case_value(run, node, NULL, "heading", &d->heading);
    }
}

bool case_partial(struct case_run *run, const struct json *object, const char *const *allowed, struct partial *partial)
{
    const char *name = NULL;
    int32_t     kind;

    memset(partial, 0, sizeof *partial);
    if (!json_keys(&run->document, object, allowed, &run->fault) ||
        !json_string(&run->document, object, "do", &name, &run->fault))
        return false;
    kind = kind_named(run->ruleset, name);
    if (kind < 0) return case_wrong(run, object, "%s has no decision \"%s\"", run->ruleset->id, name);
    partial->decision.kind = (uint16_t)kind;
    for (const struct json *node = object->as.child; node; node = node->next)
        if (!read_member(run, node, &run->ruleset->kinds[kind], partial)) return false;
    return true;
}

bool case_agrees(const struct partial *partial, const struct offer *offer, struct decision *filled)
{
    const struct decision *wanted = &partial->decision, *d = &offer->decision;
    uint8_t                closed = partial->said & (uint8_t)~offer->open, open = partial->said & offer->open;

    if (wanted->kind != d->kind) return false;
    if (closed & USES_UNIT && wanted->unit != d->unit) return false;
    if (closed & USES_TARGET && wanted->target != d->target) return false;
    if (closed & USES_CHOICE && wanted->choice != d->choice) return false;
    if (closed & USES_VALUE && wanted->value != d->value) return false;
    if (closed & USES_AT && (wanted->at.x != d->at.x || wanted->at.y != d->at.y)) return false;
    if (closed & USES_HEADING && wanted->heading != d->heading) return false;
    *filled = *d;
    if (open & USES_VALUE) filled->value = wanted->value;
    if (open & USES_AT) filled->at = wanted->at;
    if (open & USES_HEADING) filled->heading = wanted->heading;
    return true;
}

/* An offer with open members stands for all the decisions that play_refuse() lets pass. */
static bool is_offered(struct case_run *run, seat_id seat, const struct partial *partial)
{
    for (int32_t i = 0; i < run->offers.count; i++) {
        const struct offer *offer = &run->offers.list[i];
        struct decision     filled;
        if (!case_agrees(partial, offer, &filled)) continue;
        if (!offer->open || (partial->said & offer->open) != offer->open) return true;
        if (!play_refuse(run->match, run->game.state, seat, &filled, NULL)) return true;
    }
    return false;
}

static bool check_list(struct case_run *run, seat_id seat, const struct json *offers, const char *key, bool wanted)
{
    static const char *const allowed[] = { "do", "unit", "target", "choice", "value", "at", "heading", NULL };
    const struct json       *list = NULL;

    if (!json_find_branch(&run->document, offers, key, JSON_ARRAY, &list, &run->fault)) return false;
    for (const struct json *node = list ? list->as.child : NULL; node; node = node->next) {
        struct partial     partial;
        char               text[256];
        struct out         out = out_over(text, sizeof text);
        struct json_writer writer = json_writer_over(&out);
        if (!case_partial(run, node, allowed, &partial)) return false;
        if (is_offered(run, seat, &partial) == wanted) continue;
        json_write(&writer, node);
        case_fail(run, node, "expected %s%s to be offered to %s, found that it is%s", text, wanted ? "" : " not",
                  seat_name(seat), wanted ? " not" : "");
    }
    return true;
}

bool case_check_offers(struct case_run *run, seat_id seat, const struct json *offers)
{
    static const char *const allowed[] = { "must", "must_not", "count", "rule", NULL };
    int32_t                  failures = run->result.failures;
    int64_t                  count = -1;

    if (!json_keys(&run->document, offers, allowed, &run->fault)) return false;
    if (!json_find_integer(&run->document, offers, "count", 0, OFFERS_MAX, &count, &run->fault)) return false;
    play_offer(run->match, run->game.state, seat, &run->offers);
    if (count >= 0 && count != run->offers.count)
        case_fail(run, offers, "expected %d offers to %s, found %d", (int)count, seat_name(seat), run->offers.count);
    return check_list(run, seat, offers, "must", true) && check_list(run, seat, offers, "must_not", false) &&
           case_claim(run, offers, failures);
}

static bool same_offers(const struct offers *a, const struct offers *b)
{
    if (a->count != b->count) return false;
    for (int32_t i = 0; i < a->count; i++)
        if (a->list[i].open != b->list[i].open || memcmp(&a->list[i].decision, &b->list[i].decision, sizeof(struct decision)))
            return false;
    return true;
}

/* A player's program sees the view alone: what it is offered there must be what the referee will accept. */
static void check_offers_of(struct case_run *run, const struct json *step, seat_id seat)
{
    play_offer(run->match, run->game.state, seat, &run->offers);
    game_view(&run->game, seat, run->view);
    play_offer(run->match, run->view, seat, &run->other_offers);
    if (!same_offers(&run->offers, &run->other_offers))
        case_fail(run, step, "the offers to %s differ between the true state and what that seat may know", seat_name(seat));
    for (int32_t i = 0; i < run->offers.count; i++) {
        const struct offer *offer = &run->offers.list[i];
        rule_id             rule = offer->open ? 0 : play_refuse(run->match, run->game.state, seat, &offer->decision, NULL);
        if (rule) {
            case_fail(run, step, "offer %d to %s (%s) is refused by %s", i + 1, seat_name(seat),
                      run->ruleset->kinds[offer->decision.kind].name, run->ruleset->rules[rule]);
            return;
        }
    }
    if (play_asked(run->game.state) & SEAT_BIT(seat) && !run->offers.count)
        case_fail(run, step, "seat %s is asked and has no offer", seat_name(seat));
}

void case_check_always(struct case_run *run, const struct json *step)
{
    struct fault fault = { .set = false };
    int32_t      where = 0;

    if (run->events.full)
        case_fail(run, step, "more than %d events happened in one step", CASE_EVENTS);
    else if (!events_add_up(&run->events, &where))
        case_fail(run, step, "the account that ends with event %d does not add up", where + 1);
    if (!run->ruleset->sound(run->match, run->game.state, &fault))
        case_fail(run, step, "the state is not sound: %s", fault.text);
    for (seat_id seat = 0; seat < match_head(run->match)->seats; seat++) check_offers_of(run, step, seat);
}
