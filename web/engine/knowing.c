/* knowing.c: odds, sentences, rules, and what people want to know of a position; see module.h. */
#include "module.h"
#include "chances.h"
#include "knowledge.h"
#include "maths.h"
#include "signature.h"
#include "state.h"

enum { SENTENCE = 2048 };

/* A decision that is refused has no odds. */
static uint32_t answer_refused(const struct refusal *why, enum language language)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "verdict");
    json_write_string(&writer, "refused");
    json_key(&writer, "refusal");
    refusal_write(own.match, why, texts(), language, &writer);
    json_close(&writer, '}');
    return end_answer();
}

/*
 * {"seat":"A","do":..,"policy":"stop"}: {"outcomes":..,"runs":..,"changes":[..]}, or {"verdict":"refused",..}; with "answers":true also what
 * each answer of another seat would make of it (answers_write).
 */
uint32_t EXPORT(wasm_odds)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    struct decision      d;
    struct refusal       why;
    struct odds          odds;
    struct changes       changes;
    enum language        language;
    const char          *policy = "stop";
    bool                 answers = false;
    struct random        guesses = random_from((uint64_t)own.game.number);
    seat_id              seat;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !read_language(&message, &language, &fault) ||
        !json_find_string(&message, message.root, "policy", &policy, &fault) ||
        !json_find_boolean(&message, message.root, "answers", &answers, &fault) ||
        !decision_read(own.match, &message, message.root, &d, &fault))
        return answer_fault(&fault);
    if (odds_policy_named(policy) < 0) return answer_wrong("a policy is \"stop\", \"decline\" or \"react\"");
    if (game_refuse(&own.game, seat, &d, &why)) return answer_refused(&why, language);
    /* The odds of a reaction must not tell the card it would be made with: they are those of a world as the seat may guess it. */
    look(seat);
    ruleset_of(own.match)->guess(own.match, own.view, seat, &guesses);
    if (!odds_of(own.match, own.view, seat, &d, (enum odds_policy)odds_policy_named(policy), &own.work, &odds, &fault) ||
        !chances_of(&odds, own.view, &own.work, &changes, &fault))
        return answer_fault(&fault);
    writer = begin_answer();
    json_open(&writer, '{');
    chances_write(&odds, &changes, &writer);
    if (answers)
        answers_write(own.match, own.view, seat, &d, (enum odds_policy)odds_policy_named(policy), texts(), language, &own.work, &writer);
    json_close(&writer, '}');
    return end_answer();
}

/* {"seat":"A","do":..}: the decisions that bring what it announces to its dice: [{"do":..}..]. */
uint32_t EXPORT(wasm_foretell)(uint32_t length)
{
    struct json_document  message;
    struct json_writer    writer;
    struct fault          fault = { 0 };
    struct decision       d, list[FORETOLD_MOST];
    const struct ruleset *ruleset;
    int32_t               count = 0;
    seat_id               seat;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !decision_read(own.match, &message, message.root, &d, &fault))
        return answer_fault(&fault);
    ruleset = ruleset_of(own.match);
    if (ruleset->foretell && !game_refuse(&own.game, seat, &d, NULL))
        count = ruleset->foretell(own.match, look(seat), seat, &d, list, FORETOLD_MOST);
    writer = begin_answer();
    json_open(&writer, '[');
    for (int32_t i = 0; i < count; i++) {
        json_open(&writer, '{');
        decision_write(own.match, &list[i], &writer);
        json_close(&writer, '}');
    }
    json_close(&writer, ']');
    return end_answer();
}

/* A rule as people read it, or with no language only its name. */
static void write_rule(struct json_writer *writer, const struct rule_text *rule, int32_t language)
{
    json_open(writer, '{');
    json_key(writer, "rule");
    json_write_string(writer, rule->id);
    json_key(writer, "chapter");
    json_write_string(writer, rule->chapter);
    if (language >= 0) {
        json_key(writer, "text");
        json_write_string(writer, rule->text[language]);
        json_key(writer, "provenance");
        json_write_string(writer, rule->provenance);
        if (rule->option) {
            json_key(writer, "option");
            json_write_string(writer, rule->option);
        }
    }
    json_close(writer, '}');
}

/* {"rule":"SA-MOVE-03","language":"fr"}: the rule as people read it. */
uint32_t EXPORT(wasm_explain)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    enum language        language;
    const char          *id = NULL;

    if (!own.match || !own.has_texts) return answer_wrong("there are no texts");
    if (!read_message(length, &message, &fault) || !read_language(&message, &language, &fault) ||
        !json_string(&message, message.root, "rule", &id, &fault))
        return answer_fault(&fault);
    if (!rule_named(ruleset_of(own.match), id)) return answer_wrong("there is no such rule");
    writer = begin_answer();
    write_rule(&writer, &own.texts.rule[rule_named(ruleset_of(own.match), id)], language);
    return end_answer();
}

/* Every rule, in the order of their numbers from 1; with -1 for the language only their names. */
uint32_t EXPORT(wasm_rules)(int32_t language)
{
    struct json_writer writer;

    if (!own.match || !own.has_texts || !between(-1, language, LANGUAGES - 1)) return answer_wrong("there are no texts");
    writer = begin_answer();
    json_open(&writer, '[');
    for (int i = 1; i <= ruleset_of(own.match)->rule_count; i++) write_rule(&writer, &own.texts.rule[i], language);
    json_close(&writer, ']');
    return end_answer();
}

/* {"events":[..],"language":"fr"}: a sentence for each event that came without; with "brief":true its few words, or "". */
uint32_t EXPORT(wasm_tell)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    enum language        language;
    bool                 brief = false;
    char                 sentence[SENTENCE];

    if (!own.match || !own.has_texts) return answer_wrong("there are no texts");
    if (!read_message(length, &message, &fault) || !read_language(&message, &language, &fault) ||
        !json_find_boolean(&message, message.root, "brief", &brief, &fault) ||
        !events_read(own.match, &message, json_get(message.root, "events"), &own.events, &fault))
        return answer_fault(&fault);
    writer = begin_answer();
    json_open(&writer, '[');
    for (int32_t i = 0; i < own.events.count; i++) {
        struct out out = out_over(sentence, sizeof sentence);
        (brief ? explain_brief : explain_event)(&own.texts, language, own.match, &own.events.list[i], &out);
        if (out.full) out_trim(&out);
        json_write_string(&writer, sentence);
    }
    json_close(&writer, ']');
    return end_answer();
}

/* {"refusal":{..},"language":"fr"}: the sentence of a refusal that came without. */
uint32_t EXPORT(wasm_explain_refusal)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    struct refusal       refusal;
    enum language        language;
    char                 sentence[SENTENCE];
    struct out           out = out_over(sentence, sizeof sentence);

    if (!own.match || !own.has_texts) return answer_wrong("there are no texts");
    if (!read_message(length, &message, &fault) || !read_language(&message, &language, &fault) ||
        !refusal_read(own.match, &message, json_get(message.root, "refusal"), &refusal, &fault))
        return answer_fault(&fault);
    explain_refusal(&own.texts, language, own.match, &refusal, &out);
    if (out.full) out_trim(&out);
    writer = begin_answer();
    json_write_string(&writer, sentence);
    return end_answer();
}

/* What people want to know of a position, from the viewer's view: see knowledge.h. */

uint32_t EXPORT(wasm_profile)(int32_t viewer, int32_t unit, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(viewer, language) || !is_piece(unit)) return answer_wrong("there is no such piece to look at");
    writer = begin_answer();
    profile_write(own.match, look(viewer), unit, texts(), (enum language)language, &writer);
    return end_answer();
}

uint32_t EXPORT(wasm_rings)(int32_t viewer, int32_t unit)
{
    struct json_writer writer;

    if (!is_viewable(viewer, ENGLISH) || !is_piece(unit)) return answer_wrong("there is no such piece to look at");
    writer = begin_answer();
    rings_write(own.match, look(viewer), unit, &writer);
    return end_answer();
}

uint32_t EXPORT(wasm_score)(int32_t viewer, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(viewer, language)) return answer_wrong("there is no such view");
    writer = begin_answer();
    score_write(own.match, look(viewer), texts(), (enum language)language, &writer);
    return end_answer();
}

/* What stands nowhere near the board is no place. */
static bool is_place(int32_t x, int32_t y)
{
    return between(-TABLE_LIMIT / 2, x, TABLE_LIMIT / 2) && between(-TABLE_LIMIT / 2, y, TABLE_LIMIT / 2);
}

/* null, or what keeps the piece from seeing the place, and the target (or -1) that stands there. */
uint32_t EXPORT(wasm_sees)(int32_t viewer, int32_t unit, int32_t target, int32_t x, int32_t y, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(viewer, language) || !is_piece(unit) || (target != NOBODY && !is_piece(target)) || !is_place(x, y))
        return answer_wrong("there is no such piece or place to look at");
    writer = begin_answer();
    sight_write(own.match, look(viewer), unit, target, (struct point){ x, y }, texts(), (enum language)language, &writer);
    return end_answer();
}

/* The same for a bare place as a number: 0, or that of a rule; -1 when there is nothing to look at. */
int32_t EXPORT(wasm_sees_at)(int32_t viewer, int32_t unit, int32_t x, int32_t y)
{
    if (!is_viewable(viewer, ENGLISH) || !is_piece(unit) || !is_place(x, y)) return -1;
    return rule_cited(ruleset_of(own.match),
                      ruleset_of(own.match)->sees(own.match, look(viewer), unit, NOBODY, (struct point){ x, y }, NULL));
}

/* What the piece may not do now. Who sees everything asks for the piece's own side. */
uint32_t EXPORT(wasm_refusals)(int32_t viewer, int32_t unit, int32_t language)
{
    struct json_writer writer;
    seat_id            seat;

    if (!is_viewable(viewer, language) || !is_piece(unit)) return answer_wrong("there is no such piece to look at");
    seat = viewer == EVERYBODY ? match_head(own.match)->piece[unit].seat : (seat_id)viewer;
    writer = begin_answer();
    refusals_write(own.match, look(viewer), seat, unit, texts(), (enum language)language, &own.offers, &writer);
    return end_answer();
}

/* The signature of whole random games of the match (signature.h): {"signature":".."}. */
uint32_t EXPORT(wasm_signature)(uint32_t games, uint32_t seed)
{
    struct json_writer writer;
    uint64_t           signature;

    if (!own.match || !make_block(&own.work, WORK_MEMORY)) return answer_wrong("no match is loaded");
    signature = signature_of(own.match, games, seed, &own.work);
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "signature");
    json_write_hash(&writer, signature);
    json_close(&writer, '}');
    return end_answer();
}
