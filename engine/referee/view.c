/* view.c: see view.h. */
#include "view.h"
#include "dice.h"
#include "hash.h"
#include "maths.h"
#include "state.h"

#include <string.h>

enum { SENTENCE = 2048 };

/* A sentence that was too long ends with a whole character. */
static void end_sentence(struct out *out)
{
    if (out->full) out_trim(out);
}

static void write_open(uint8_t open, struct json_writer *writer)
{
    json_key(writer, "open");
    json_open(writer, '[');
    if (open & USES_AT) json_write_string(writer, "at");
    if (open & USES_HEADING) json_write_string(writer, "heading");
    if (open & USES_VALUE) json_write_string(writer, "value");
    json_close(writer, ']');
}

void offers_write(const struct match *m, const struct state *view, seat_id seat, const struct texts *texts,
                  enum language language, struct offers *offers, struct json_writer *writer)
{
    char sentence[SENTENCE];

    offers->count = 0;
    if (seat >= 0 && seat < match_head(m)->seats) play_offer(m, view, seat, offers);
    json_open(writer, '[');
    for (int32_t i = 0; i < offers->count; i++) {
        json_open(writer, '{');
        decision_write(m, &offers->list[i].decision, writer);
        if (offers->list[i].open) write_open(offers->list[i].open, writer);
        if (texts) {
            struct out out = out_over(sentence, sizeof sentence);
            explain_decision(texts, language, m, &offers->list[i].decision, &out);
            end_sentence(&out);
            json_key(writer, "text");
            json_write_string(writer, sentence);
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void view_write(const struct game *game, seat_id seat, const struct texts *texts, enum language language, struct state *view,
                struct offers *offers, struct json_writer *writer)
{
    game_view(game, seat, view);
    json_open(writer, '{');
    json_key(writer, "n");
    json_write_integer(writer, game->news[seat]);
    json_key(writer, "seat");
    json_write_string(writer, seat_name(seat));
    json_key(writer, "hash");
    json_write_hash(writer, hash_bytes(view, ruleset_of(game->match)->state_size));
    json_key(writer, "may_undo");
    json_write_boolean(writer, game_may_undo(game, seat));
    json_key(writer, "state");
    state_write(game->match, view, writer);
    json_key(writer, "offers");
    offers_write(game->match, view, seat, texts, language, offers, writer);
    json_close(writer, '}');
}

static void write_piece(const struct match *m, const char *key, int piece, struct json_writer *writer)
{
    if (piece < 0 || piece >= match_head(m)->pieces) return;
    json_key(writer, key);
    json_write_string(writer, match_head(m)->piece[piece].id);
}

/* The engine's own records; what a ruleset tells is named by its table. */
static const char *const record_name[] = { [EVENT_ROLL] = "roll", [EVENT_BASE] = "base", [EVENT_REASON] = "reason",
                                           [EVENT_TOTAL] = "total", [EVENT_CITE] = "cite" };

static const char *event_name(const struct ruleset *ruleset, const struct event *event)
{
    return event->kind < EVENT_OWN ? record_name[event->kind] : ruleset->events[event->kind - EVENT_OWN].name;
}

/* How many numbers an event of that kind has under "values". */
static uint32_t value_count(uint16_t kind)
{
    if (kind == EVENT_CITE || kind == EVENT_ROLL) return 0;
    return kind < EVENT_OWN ? 1 : EVENT_VALUES;
}

static void write_numbers(const struct event *event, struct json_writer *writer)
{
    if (event->kind == EVENT_CITE) return;
    if (event->kind == EVENT_ROLL) {
        json_key(writer, "sides");
        json_write_integer(writer, event->sides);
        json_key(writer, "need");
        json_write_integer(writer, event->need);
        json_key(writer, "dice");
        json_open(writer, '[');
        for (int i = 0; i < event->count; i++) json_write_integer(writer, event->as.face[i]);
        json_close(writer, ']');
        return;
    }
    json_key(writer, "values");
    json_open(writer, '[');
    for (uint32_t i = 0; i < value_count(event->kind); i++) json_write_integer(writer, event->as.value[i]);
    json_close(writer, ']');
}

static void write_event(const struct match *m, const struct event *event, const struct texts *texts, enum language language,
                        struct json_writer *writer)
{
    char       sentence[SENTENCE];
    struct out out = out_over(sentence, sizeof sentence);

    json_open(writer, '{');
    json_key(writer, "event");
    json_write_string(writer, event_name(ruleset_of(m), event));
    json_key(writer, "rule");
    json_write_string(writer, ruleset_of(m)->rules[event->rule]);
    write_piece(m, "unit", event->unit, writer);
    write_piece(m, "target", event->target, writer);
    write_numbers(event, writer);
    if (texts) {
        explain_event(texts, language, m, event, &out);
        end_sentence(&out);
        json_key(writer, "text");
        json_write_string(writer, sentence);
    }
    json_close(writer, '}');
}

void events_write(const struct match *m, const struct events *events, seat_id seat, const struct texts *texts,
                  enum language language, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int32_t i = 0; i < events->count; i++)
        if (events->list[i].seen & SEAT_BIT(seat)) write_event(m, &events->list[i], texts, language, writer);
    json_close(writer, ']');
}

void refusal_write(const struct match *m, const struct refusal *refusal, const struct texts *texts, enum language language,
                   struct json_writer *writer)
{
    char       sentence[SENTENCE];
    struct out out = out_over(sentence, sizeof sentence);

    json_open(writer, '{');
    json_key(writer, "rule");
    json_write_string(writer, ruleset_of(m)->rules[refusal->rule]);
    write_piece(m, "unit", refusal->unit, writer);
    if (refusal->element) {
        json_key(writer, "element");
        json_write_integer(writer, refusal->element - 1);
    }
    if (refusal->terrain) {
        json_key(writer, "terrain");
        json_write_string(writer, refusal->terrain);
    }
    json_key(writer, "values");
    json_open(writer, '[');
    for (int i = 0; i < REFUSAL_VALUES; i++) json_write_integer(writer, refusal->value[i]);
    json_close(writer, ']');
    if (refusal->has_nearest) {
        json_key(writer, "nearest");
        json_open(writer, '[');
        json_write_integer(writer, refusal->nearest.at.x);
        json_write_integer(writer, refusal->nearest.at.y);
        json_write_integer(writer, refusal->nearest.heading);
        json_close(writer, ']');
    }
    if (texts) {
        explain_refusal(texts, language, m, refusal, &out);
        end_sentence(&out);
        json_key(writer, "text");
        json_write_string(writer, sentence);
    }
    json_close(writer, '}');
}

/* Reading back. */

static bool read_rule(const struct match *m, const struct json_document *document, const struct json *node, rule_id *rule,
                      struct fault *fault)
{
    const char *id = NULL;

    if (!json_string(document, node, "rule", &id, fault)) return false;
    *rule = rule_named(ruleset_of(m), id);
    return *rule || json_fault(document, node, fault, "%s has no rule \"%s\"", ruleset_of(m)->id, id);
}

/* A piece that need not be named. */
static bool read_piece(const struct match *m, const struct json_document *document, const struct json *node, const char *key,
                       int16_t *piece, struct fault *fault)
{
    const char *id = NULL;

    *piece = NOBODY;
    if (!json_find_string(document, node, key, &id, fault)) return false;
    if (id) *piece = match_piece(m, id);
    return !id || *piece != NOBODY || json_fault(document, node, fault, "there is no piece \"%s\"", id);
}

/* Exactly `count` numbers. */
static bool read_values(const struct json_document *document, const struct json *node, const char *key, uint32_t count, int32_t *value,
                        struct fault *fault)
{
    const struct json *list = NULL;

    if (!json_branch(document, node, key, JSON_ARRAY, &list, fault)) return false;
    if (list->count != count) return json_fault(document, list, fault, "\"%s\" must have %d numbers", key, (int)count);
    for (const struct json *number = list->as.child; number; number = number->next) {
        if (number->type != JSON_INTEGER || !between(INT32_MIN, number->as.integer, INT32_MAX))
            return json_fault(document, number, fault, "\"%s\" must be numbers of 32 bits", key);
        *value++ = (int32_t)number->as.integer;
    }
    return true;
}

static bool read_roll(const struct json_document *document, const struct json *node, struct event *event, struct fault *fault)
{
    const struct json *dice = NULL;
    int32_t            sides = 0, need = 0;

    if (!json_int32(document, node, "sides", 2, UINT8_MAX, &sides, fault) ||
        !json_int32(document, node, "need", 0, UINT8_MAX, &need, fault) ||
        !json_branch(document, node, "dice", JSON_ARRAY, &dice, fault))
        return false;
    if (dice->count > EVENT_FACES) return json_fault(document, dice, fault, "a roll has at most %d dice", EVENT_FACES);
    event->sides = (uint8_t)sides;
    event->need = (uint8_t)need;
    for (const struct json *face = dice->as.child; face; face = face->next) {
        if (face->type != JSON_INTEGER || !between(dice_low(sides), face->as.integer, dice_low(sides) + sides - 1))
            return json_fault(document, face, fault, "this is no face of a die with %d sides", (int)sides);
        event->as.face[event->count++] = (uint8_t)face->as.integer;
    }
    return true;
}

/* The kind of that name, or 0. */
static uint16_t kind_of_event(const struct ruleset *ruleset, const char *name)
{
    for (uint16_t kind = EVENT_ROLL; kind <= EVENT_CITE; kind++)
        if (!strcmp(record_name[kind], name)) return kind;
    for (int i = 0; i < ruleset->event_count; i++)
        if (!strcmp(ruleset->events[i].name, name)) return (uint16_t)(EVENT_OWN + i);
    return 0;
}

static bool read_event(const struct match *m, const struct json_document *document, const struct json *node, struct event *event,
                       struct fault *fault)
{
    static const char *const allowed[] = { "event", "rule", "unit", "target", "values", "sides", "need", "dice", "text", NULL };
    const char              *name = NULL;

    *event = (struct event){ .seen = SEEN_BY_ALL };
    if (!json_keys(document, node, allowed, fault) || !json_string(document, node, "event", &name, fault)) return false;
    event->kind = kind_of_event(ruleset_of(m), name);
    if (!event->kind) return json_fault(document, node, fault, "%s has no event \"%s\"", ruleset_of(m)->id, name);
    if (!read_rule(m, document, node, &event->rule, fault) || !read_piece(m, document, node, "unit", &event->unit, fault) ||
        !read_piece(m, document, node, "target", &event->target, fault))
        return false;
    if (event->kind == EVENT_ROLL) return read_roll(document, node, event, fault);
    if (event->kind == EVENT_CITE) return true;
    return read_values(document, node, "values", value_count(event->kind), event->as.value, fault);
}

bool events_read(const struct match *m, const struct json_document *document, const struct json *list, struct events *events,
                 struct fault *fault)
{
    events->count = 0;
    events->full = false;
    if (!list || list->type != JSON_ARRAY) return json_fault(document, list, fault, "a list of events is expected");
    if (list->count > (uint32_t)events->capacity) return json_fault(document, list, fault, "there are too many events");
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_event(m, document, node, &events->list[events->count++], fault)) return false;
    return true;
}

static bool read_nearest(const struct json_document *document, const struct json *node, struct refusal *refusal, struct fault *fault)
{
    int32_t value[3];

    refusal->has_nearest = json_get(node, "nearest") != NULL;
    if (!refusal->has_nearest) return true;
    if (!read_values(document, node, "nearest", 3, value, fault)) return false;
    refusal->nearest = (struct pose){ { value[0], value[1] }, value[2] };
    return true;
}

bool refusal_read(const struct match *m, const struct json_document *document, const struct json *node, struct refusal *refusal,
                  struct fault *fault)
{
    static const char *const allowed[] = { "rule", "unit", "element", "terrain", "values", "nearest", "text", NULL };
    int64_t                  element = -1;

    *refusal = (struct refusal){ .unit = NOBODY };
    if (!json_keys(document, node, allowed, fault) || !read_rule(m, document, node, &refusal->rule, fault) ||
        !read_piece(m, document, node, "unit", &refusal->unit, fault) ||
        !json_find_integer(document, node, "element", 0, INT16_MAX - 1, &element, fault) ||
        !json_find_string(document, node, "terrain", &refusal->terrain, fault) ||
        !read_values(document, node, "values", REFUSAL_VALUES, refusal->value, fault))
        return false;
    refusal->element = (int16_t)(element + 1);
    return read_nearest(document, node, refusal, fault);
}
