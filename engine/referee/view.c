/* view.c: see view.h. */
#include "view.h"
#include "hash.h"
#include "state.h"

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

static const char *event_name(const struct ruleset *ruleset, const struct event *event)
{
    static const char *const own[] = { [EVENT_ROLL] = "roll", [EVENT_BASE] = "base", [EVENT_REASON] = "reason",
                                       [EVENT_TOTAL] = "total", [EVENT_CITE] = "cite" };

    return event->kind < EVENT_OWN ? own[event->kind] : ruleset->events[event->kind - EVENT_OWN].name;
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
    for (int i = 0; i < (event->kind < EVENT_OWN ? 1 : EVENT_VALUES); i++) json_write_integer(writer, event->as.value[i]);
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
