/*
 * exports.c: the engine as a WebAssembly module for the browser, a worker or node. It imports nothing.
 *
 * One module holds one match and one game: a practice game of its own,
     or the view that a server sent. Messages go in through
 * wasm_buffer() and answers come out at wasm_answer(); every call that returns a length has written so many bytes of JSON
 * there, {"fault":{"file":..,"line":..,"text":..}} when something was wrong. What is asked a hundred times a second while a
 * piece is dragged, wasm_refuse(), takes numbers and returns a number. Seats are 0, 1 ..., or 7 for a spectator;
 * languages are 0 (English) and 1 (French). Growing memory detaches the page's typed arrays: make them anew after each call.
 *
 * web/engine/engine.ts wraps all of it in types.
 */
#include "hash.h"
#include "maths.h"
#include "must.h"
#include "chances.h"
#include "registry.h"
#include "signature.h"
#include "state.h"
#include "view.h"

#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum {
    PAGE = 65536, DOCUMENT_MEMORY = 8 << 20, MATCH_MEMORY = 8 << 20, WORK_MEMORY = 24 << 20, ANSWER = 1 << 20,
    DOCUMENTS = 512, EVENTS = 2048, OUTLINE = 1024
};

/* Everything the module remembers between two calls. */
static struct {
    struct arena        documents, memory, work;
    struct document     document[DOCUMENTS];
    struct library      library;
    char               *message;
    uint32_t            message_room;
    char               *answer;
    struct out          out;
    const struct match *match;
    struct texts        texts;
    bool                has_texts, has_game;
    size_t              after_match;          /* what of `memory` the match and its texts take */
    struct game         game;
    struct dice         dice;
    struct state       *view;
    struct offers       offers;
    struct events       events;
    seat_id             asker;                /* of the last wasm_refuse() */
    struct decision     asked;
} own;

/* A bug stops the module; the page loads it again. */
_Noreturn void must_failed(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}

/* Memory comes in whole pages and is never given back. */
static char *take_pages(size_t size)
{
    size_t pages = (size + PAGE - 1) / PAGE, before = __builtin_wasm_memory_grow(0, pages);

    return before == SIZE_MAX ? NULL : (char *)(before * PAGE);
}

static bool make_block(struct arena *arena, size_t size)
{
    char *memory = arena->base ? arena->base : take_pages(size);

    if (!memory) return false;
    *arena = arena_over(memory, size);
    return true;
}

/* The answer begins anew; a call writes it through the writer. */
static struct json_writer begin_answer(void)
{
    if (!own.answer) own.answer = take_pages(ANSWER);
    must(own.answer);
    own.out = out_over(own.answer, ANSWER);
    return json_writer_over(&own.out);
}

static uint32_t answer_fault(const struct fault *fault)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "fault");
    json_open(&writer, '{');
    json_key(&writer, "file");
    json_write_string(&writer, fault->file);
    json_key(&writer, "line");
    json_write_integer(&writer, fault->line);
    json_key(&writer, "text");
    json_write_string(&writer, fault->text);
    json_close(&writer, '}');
    json_close(&writer, '}');
    return (uint32_t)own.out.used;
}

static uint32_t answer_wrong(const char *what)
{
    struct fault fault = { 0 };

    fault_say(&fault, "message", 0, "%s", what);
    return answer_fault(&fault);
}

static uint32_t end_answer(void)
{
    return own.out.full ? answer_wrong("the answer is too long") : (uint32_t)own.out.used;
}

/* Room for a message of that size, or 0. It stays where it is until a larger one is asked for. */
void *EXPORT(wasm_buffer)(uint32_t size)
{
    if (size > JSON_BYTES) return NULL;
    if (size >= own.message_room || !own.message) {
        own.message = take_pages((size_t)size + 1);
        own.message_room = own.message ? (size / PAGE + 1) * PAGE : 0;
    }
    return own.message;
}

const char *EXPORT(wasm_answer)(void)
{
    return own.answer;
}

/* The ids of the rulesets: ["sample"]. */
uint32_t EXPORT(wasm_rulesets)(void)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '[');
    for (int i = 0; rulesets[i]; i++) json_write_string(&writer, rulesets[i]->id);
    json_close(&writer, ']');
    return end_answer();
}

/* The buffer holds a name and directly behind it a text: a document of the library, or another text for one. */
uint32_t EXPORT(wasm_document)(uint32_t name_length, uint32_t text_length)
{
    struct json_writer writer;
    struct document   *place = own.document;
    char              *name, *text;

    if (name_length > own.message_room ||
        text_length > own.message_room - name_length) return answer_wrong("there is no such message");
    if (!own.documents.base && !make_block(&own.documents, DOCUMENT_MEMORY)) return answer_wrong("there is no memory");
    name = arena_text(&own.documents, own.message, name_length);
    text = arena_text(&own.documents, own.message + name_length, text_length);
    if (!name || !text) return answer_wrong("there is no memory for more documents");
    while (place < own.document + own.library.count && strcmp(place->name, name)) place++;
    if (place == own.document + DOCUMENTS) return answer_wrong("there are too many documents");
    if (place == own.document + own.library.count) own.library.count++;
    own.library.list = own.document;
    *place = (struct document){ name, text, text_length };
    writer = begin_answer();
    json_write_integer(&writer, own.library.count);
    return end_answer();
}

/* A parsed message; work memory is free again at each one. */
static bool read_message(uint32_t length, struct json_document *message, struct fault *fault)
{
    if (!make_block(&own.work, WORK_MEMORY)) return fault_say(fault, "message", 0, "there is no memory");
    if (!own.message || length > own.message_room) return fault_say(fault, "message", 0, "there is no such message");
    return json_parse(message, "message", own.message, length, &own.work, fault) &&
           (message->root->type == JSON_OBJECT || fault_say(fault, "message", 1, "an object is expected"));
}

/* "seat" of a message; a spectator when there is none. */
static bool read_seat(const struct json_document *message, seat_id *seat, struct fault *fault)
{
    const char *name = NULL;

    *seat = SPECTATOR;
    if (!json_find_string(message, message->root, "seat", &name, fault)) return false;
    if (!name || !strcmp(name, "spectator")) return true;
    *seat = seat_named(name);
    return (*seat != NO_SEAT && *seat < match_head(own.match)->seats) || fault_say(fault, "message", 1,
                                                                                   "there is no seat \"%s\"", name);
}

static bool read_language(const struct json_document *message, enum language *language, struct fault *fault)
{
    const char *code = "en";

    if (!json_find_string(message, message->root, "language", &code, fault)) return false;
    *language = language_named(code);
    return *language != LANGUAGES || fault_say(fault, "message", 1, "there is no language \"%s\"", code);
}

static const struct texts *texts(void)
{
    return own.has_texts ? &own.texts : NULL;
}

static bool take_scratch(void)
{
    own.view = arena_take(&own.memory, ruleset_of(own.match)->state_size);
    own.offers = (struct offers){ arena_take(&own.memory, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    own.events = (struct events){ arena_take(&own.memory, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    return own.view && own.offers.list && own.events.list;
}

/* The match named by a message; the texts too, when the library has the ruleset's. */
static bool load(const struct json_document *message, struct fault *fault)
{
    const char            *id = NULL, *scenario = NULL;
    const struct ruleset  *ruleset;
    const struct document *found;
    struct json_document   options = *message;
    char                   name[256];
    struct out             out = out_over(name, sizeof name);

    if (!json_string(message, message->root, "ruleset", &id, fault) || !json_string(message, message->root, "scenario",
                                                                                    &scenario, fault))
        return false;
    ruleset = ruleset_named(id);
    if (!ruleset) return fault_say(fault, "message", 1, "there is no ruleset \"%s\"", id);
    out_format(&out, "%s/scenarios/%s.json", id, scenario);
    found = library_find(&own.library, name);
    if (!found) return fault_say(fault, "message", 1, "there is no document \"%s\"", name);
    options.root = json_get(message->root, "options");
    own.match = match_load(ruleset, &own.library, found, &options, &own.memory, fault);
    if (!own.match) return false;
    out = out_over(name, sizeof name);
    out_format(&out, "%s/rules.json", id);
    own.has_texts = library_find(&own.library, name) != NULL;
    if (own.has_texts && !texts_load(&own.texts, ruleset, &own.library, &own.memory, fault)) return false;
    return take_scratch() || fault_say(fault, "message", 0, "there is no memory for the match");
}

/* The decision kinds by number, for wasm_refuse(): [{"name":"march","uses":["unit","at"],"choices":[..]}..] */
static void write_kinds(struct json_writer *writer)
{
    static const char *const member[] = { "unit", "target", "choice", "value", "at", "heading" };
    const struct ruleset    *ruleset = ruleset_of(own.match);

    json_open(writer, '[');
    for (int i = 0; i < ruleset->kind_count; i++) {
        const struct decision_kind *kind = &ruleset->kinds[i];
        json_open(writer, '{');
        json_key(writer, "name");
        json_write_string(writer, kind->name);
        json_key(writer, "uses");
        json_open(writer, '[');
        for (int bit = 0; bit < 6; bit++)
            if (kind->uses & 1 << bit) json_write_string(writer, member[bit]);
        json_close(writer, ']');
        if (kind->choices) {
            json_key(writer, "choices");
            json_open(writer, '[');
            for (int32_t k = 0; k < kind->choices->count; k++) json_write_string(writer, kind->choices->list[k]);
            json_close(writer, ']');
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* {"ruleset":"sample","scenario":"meadow","options":{..}}: answers with what never changes, for drawing. */
uint32_t EXPORT(wasm_match)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };

    own.match = NULL;
    own.has_game = own.has_texts = false;
    if (!make_block(&own.memory, MATCH_MEMORY) || !read_message(length, &message, &fault) || !load(&message, &fault)) {
        own.match = NULL;
        return fault.set ? answer_fault(&fault) : answer_wrong("there is no memory");
    }
    own.after_match = own.memory.used;
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "version");
    json_write_integer(&writer, ruleset_of(own.match)->version);
    json_key(&writer, "seats");
    json_write_integer(&writer, match_head(own.match)->seats);
    json_key(&writer, "scenario_hash");
    json_write_hash(&writer, match_head(own.match)->scenario_hash);
    json_key(&writer, "state_size");
    json_write_integer(&writer, ruleset_of(own.match)->state_size);
    json_key(&writer, "pieces");
    json_open(&writer, '[');
    for (int32_t i = 0; i < match_head(own.match)->pieces; i++) json_write_string(&writer,
                                                                                  match_head(own.match)->piece[i].id);
    json_close(&writer, ']');
    json_key(&writer, "kinds");
    write_kinds(&writer);
    json_key(&writer, "board");
    ruleset_of(own.match)->write_board(own.match, &writer);
    json_close(&writer, '}');
    return end_answer();
}

static bool begin(uint64_t seed, struct fault *fault)
{
    own.has_game = false;
    own.memory.used = own.after_match;
    own.dice = dice_seeded(seed);
    own.events.count = 0;
    own.has_game = game_begin(&own.game, own.match, &own.dice, &own.events, &own.memory, fault) == DECIDED;
    return own.has_game;
}

/* "n", "hash" and the news for a seat. The hash is of the true state. */
static void write_news(struct json_writer *writer, seat_id seat, enum language language)
{
    json_key(writer, "n");
    json_write_integer(writer, own.game.news[seat]);
    json_key(writer, "hash");
    json_write_hash(writer, game_hash(&own.game));
    json_key(writer, "events");
    events_write(own.match, &own.events, seat, texts(), language, writer);
}

/* {"seed":7,"seat":"A","language":"fr"}: a practice game with seeded dice, and what the seat hears of its beginning. */
uint32_t EXPORT(wasm_begin)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    enum language        language;
    seat_id              seat;
    int64_t              seed = 0;

    if (!own.match) return answer_wrong("no match is loaded");
    if (!read_message(length, &message, &fault) || !json_integer(&message, message.root, "seed", 0, INT64_MAX, &seed,
                                                                 &fault) ||
        !read_seat(&message, &seat, &fault) || !read_language(&message, &language, &fault) || !begin((uint64_t)seed, &fault))
        return answer_fault(&fault);
    writer = begin_answer();
    json_open(&writer, '{');
    write_news(&writer, seat, language);
    json_close(&writer, '}');
    return end_answer();
}

/* Are these the frames of a state? The rest is for the ruleset's sound(). In a view it may be secret who is asked. */
static bool flow_is_possible(const struct flow *flow)
{
    const struct ruleset *ruleset = ruleset_of(own.match);

    if (flow->over) return flow->depth == 0 && flow->winner >= NO_SEAT && flow->winner < match_head(own.match)->seats;
    if (flow->depth == 0 || flow->depth > FRAME_DEPTH) return false;
    for (int i = 0; i < flow->depth; i++)
        if (flow->stack[i].phase >= ruleset->phase_count ||
            flow->stack[i].asked >> match_head(own.match)->seats) return false;
    return true;
}

/*
 * The buffer holds the bytes of a state as wasm_state() gives them: the game is now there. A view of a seat is checked
 * through a world that the seat could guess.
 */
uint32_t EXPORT(wasm_install)(uint32_t length, int32_t seat)
{
    const struct ruleset *ruleset;
    struct random         random = random_from(1);
    struct json_writer    writer;
    struct fault          fault = { 0 };

    if (!own.match) return answer_wrong("no match is loaded");
    ruleset = ruleset_of(own.match);
    if (!own.message || length != ruleset->state_size) return answer_wrong("these are not the bytes of a state");
    if (!own.has_game && !begin(0, &fault)) return answer_fault(&fault);
    memcpy((void *)own.view, own.message, ruleset->state_size);
    if (!flow_is_possible(flow_of_const(own.view))) return answer_wrong("these are not the frames of a state");
    ruleset->guess(own.match, own.view, (seat_id)seat, &random);
    if (!ruleset->sound(own.match, own.view, &fault)) return answer_fault(&fault);
    memcpy((void *)own.game.state, own.message, ruleset->state_size);
    own.game.pasts = 0;
    own.game.faces = 0;
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "hash");
    json_write_hash(&writer, game_hash(&own.game));
    json_close(&writer, '}');
    return end_answer();
}

/* The bytes of the state at wasm_answer(): as the seat sees it, or with -1 the whole of it. 0 without a game. */
uint32_t EXPORT(wasm_state)(int32_t seat)
{
    if (!own.has_game) return 0;
    begin_answer();
    if (seat < 0) memcpy((void *)own.view, (const void *)own.game.state, ruleset_of(own.match)->state_size);
    else game_view(&own.game, (seat_id)seat, own.view);
    memcpy(own.answer, own.view, ruleset_of(own.match)->state_size);
    return ruleset_of(own.match)->state_size;
}

static int16_t narrow(int32_t id)
{
    return between(INT16_MIN, id, INT16_MAX) ? (int16_t)id : INT16_MIN;
}

/* 0, or the number of the rule that forbids it; members that the kind does not use are 0. -1 without a game. */
int32_t EXPORT(wasm_refuse)(int32_t seat, int32_t kind, int32_t unit, int32_t target, int32_t choice, int32_t value,
                            int32_t x, int32_t y, int32_t heading)
{
    if (!own.has_game) return -1;
    own.asker = (seat_id)narrow(between(0, seat, SPECTATOR) ? seat : SPECTATOR);
    own.asked = (struct decision){ .kind = between(0, kind, UINT16_MAX) ? (uint16_t)kind : UINT16_MAX, .unit = narrow(unit),
                                   .target = narrow(target), .choice = narrow(choice), .value = value, .at = { x, y },
                                       .heading = heading };
    return game_refuse(&own.game, own.asker, &own.asked, NULL);
}

/* Why the last wasm_refuse() said no, with the nearest legal place; null when it said yes. */
uint32_t EXPORT(wasm_refusal)(int32_t language)
{
    struct json_writer writer;
    struct refusal     why;

    if (!own.has_game || !between(0, language, LANGUAGES - 1)) return answer_wrong("nothing was refused");
    writer = begin_answer();
    if (game_refuse(&own.game, own.asker, &own.asked, &why))
        refusal_write(own.match, &why, texts(), (enum language)language, &writer);
    else
        json_write_null(&writer);
    return end_answer();
}

static bool is_viewable(int32_t seat, int32_t language)
{
    return own.has_game && between(0, seat, SPECTATOR) && between(0, language, LANGUAGES - 1);
}

uint32_t EXPORT(wasm_view)(int32_t seat, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(seat, language)) return answer_wrong("there is no such view");
    writer = begin_answer();
    view_write(&own.game, (seat_id)seat, texts(), (enum language)language, own.view, &own.offers, &writer);
    return end_answer();
}

uint32_t EXPORT(wasm_offers)(int32_t seat, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(seat, language)) return answer_wrong("there are no such offers");
    writer = begin_answer();
    game_view(&own.game, (seat_id)seat, own.view);
    offers_write(own.match, own.view, (seat_id)seat, texts(), (enum language)language, &own.offers, &writer);
    return end_answer();
}

/* "dice":[..] of a message as listed dice; without it they are the practice game's own. */
static bool read_dice(const struct json_document *message, uint8_t *face, struct dice *listed, bool *has,
                      struct fault *fault)
{
    const struct json *list = NULL;
    uint32_t           count = 0;

    if (!json_find_branch(message, message->root, "dice", JSON_ARRAY, &list, fault)) return false;
    *has = list != NULL;
    if (!list) return true;
    if (list->count > GAME_FACES) return fault_say(fault, "message", 1, "there are too many dice");
    for (const struct json *node = list->as.child; node; node = node->next) {
        if (node->type != JSON_INTEGER || !between(0, node->as.integer, 100))
            return fault_say(fault, "message", 1, "that is no die");
        face[count++] = (uint8_t)node->as.integer;
    }
    *listed = dice_listed(face, count);
    return true;
}

static void write_missing(struct json_writer *writer, const struct dice_request *missing)
{
    json_key(writer, "missing");
    json_open(writer, '{');
    json_key(writer, "rule");
    json_write_string(writer, ruleset_of(own.match)->rules[missing->rule]);
    json_key(writer, "sides");
    json_write_integer(writer, missing->sides);
    json_key(writer, "count");
    json_write_integer(writer, missing->count);
    json_close(writer, '}');
}

static uint32_t answer_verdict(enum verdict verdict, seat_id seat, enum language language, const struct refusal *why,
                               const struct dice *dice)
{
    static const char *const name[] = { [DECIDED] = "decided", [REFUSED] = "refused", [NEEDS_DICE] = "needs_dice",
                                        [WRONG_DICE] = "wrong_dice" };
    struct json_writer       writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "verdict");
    json_write_string(&writer, name[verdict]);
    if (verdict == DECIDED) write_news(&writer, seat, language);
    if (verdict == REFUSED) {
        json_key(&writer, "refusal");
        refusal_write(own.match, why, texts(), language, &writer);
    }
    if (verdict == NEEDS_DICE) write_missing(&writer, &dice->missing);
    json_close(&writer, '}');
    return end_answer();
}

/* {"seat":"A","do":"march",..,"dice":[..],"language":"fr"}: {"verdict":"decided","n":..,"hash":..,"events":[..]} or why not. */
uint32_t EXPORT(wasm_decide)(uint32_t length)
{
    static uint8_t       face[GAME_FACES];
    struct json_document message;
    struct fault         fault = { 0 };
    struct decision      d;
    struct dice          listed;
    struct refusal       why;
    enum language        language;
    enum verdict         verdict;
    seat_id              seat;
    bool                 has_dice = false;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !read_language(&message, &language, &fault) ||
        !decision_read(own.match, &message, message.root, &d, &fault) ||
        !read_dice(&message, face, &listed, &has_dice, &fault))
        return answer_fault(&fault);
    own.events.count = 0;
    verdict = game_decide(&own.game, seat, &d, has_dice ? &listed : &own.dice, &own.events, &why);
    return answer_verdict(verdict, seat, language, &why, &listed);
}

/* 1 when the seat's last decision was taken back, else 0. */
int32_t EXPORT(wasm_undo)(int32_t seat)
{
    return own.has_game && between(0, seat, SEATS_MAX - 1) && game_undo(&own.game, (seat_id)seat);
}

/* {"seat":"A","do":..,"policy":"stop"}: {"outcomes":..,"runs":..,"changes":[..]}, or {"verdict":"refused",..}. */
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
    struct random        guesses = random_from((uint64_t)own.game.number);
    seat_id              seat;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !read_language(&message, &language, &fault) ||
        !json_find_string(&message, message.root, "policy", &policy, &fault) ||
        !decision_read(own.match, &message, message.root, &d, &fault))
        return answer_fault(&fault);
    if (odds_policy_named(policy) < 0) return answer_wrong("a policy is \"stop\", \"decline\" or \"react\"");
    if (game_refuse(&own.game, seat, &d, &why)) return answer_verdict(REFUSED, seat, language, &why, NULL);
    /* The odds of a reaction must not tell the card it would be made with: they are those of a world as the seat may guess it. */
    game_view(&own.game, seat, own.view);
    ruleset_of(own.match)->guess(own.match, own.view, seat, &guesses);
    if (!odds_of(own.match, own.view, seat, &d, (enum odds_policy)odds_policy_named(policy), &own.work, &odds, &fault) ||
        !chances_of(&odds, own.view, &own.work, &changes, &fault))
        return answer_fault(&fault);
    writer = begin_answer();
    json_open(&writer, '{');
    chances_write(&odds, &changes, &writer);
    json_close(&writer, '}');
    return end_answer();
}

/* {"rule":"SA-MOVE-03","language":"fr"}: the rule as people read it. */
uint32_t EXPORT(wasm_explain)(uint32_t length)
{
    struct json_document    message;
    struct json_writer      writer;
    struct fault            fault = { 0 };
    enum language           language;
    const struct rule_text *rule;
    const char             *id = NULL;

    if (!own.match || !own.has_texts) return answer_wrong("there are no texts");
    if (!read_message(length, &message, &fault) || !read_language(&message, &language, &fault) ||
        !json_string(&message, message.root, "rule", &id, &fault))
        return answer_fault(&fault);
    if (!rule_named(ruleset_of(own.match), id)) return answer_wrong("there is no such rule");
    rule = &own.texts.rule[rule_named(ruleset_of(own.match), id)];
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "rule");
    json_write_string(&writer, rule->id);
    json_key(&writer, "chapter");
    json_write_string(&writer, rule->chapter);
    json_key(&writer, "text");
    json_write_string(&writer, rule->text[language]);
    json_key(&writer, "provenance");
    json_write_string(&writer, rule->provenance);
    if (rule->option) {
        json_key(&writer, "option");
        json_write_string(&writer, rule->option);
    }
    json_close(&writer, '}');
    return end_answer();
}

/* The offer of that number in the seat's view, or NULL. */
static const struct offer *offer_of(int32_t seat, int32_t number)
{
    if (!own.has_game || !between(0, seat, match_head(own.match)->seats - 1)) return NULL;
    game_view(&own.game, (seat_id)seat, own.view);
    play_offer(own.match, own.view, (seat_id)seat, &own.offers);
    return between(0, number, own.offers.count - 1) ? &own.offers.list[number] : NULL;
}

/* The outline to draw for an offer with open members: [[x,y]..]. */
uint32_t EXPORT(wasm_region)(int32_t seat, int32_t number)
{
    static struct point  outline[OUTLINE];
    const struct offer  *offer = offer_of(seat, number);
    struct json_writer   writer;
    int32_t              count;

    if (!offer || !offer->open) return answer_wrong("there is no such place to choose");
    count = ruleset_of(own.match)->region(own.match, own.view, (seat_id)seat, offer, outline, OUTLINE);
    writer = begin_answer();
    json_open(&writer, '[');
    for (int32_t i = 0; i < count; i++) {
        json_open(&writer, '[');
        json_write_integer(&writer, outline[i].x);
        json_write_integer(&writer, outline[i].y);
        json_close(&writer, ']');
    }
    json_close(&writer, ']');
    return end_answer();
}

/* A decision for an offer: its own, or a sensible one where members are open; null when none was found. */
uint32_t EXPORT(wasm_sample)(int32_t seat, int32_t number, uint32_t seed)
{
    const struct offer *offer = offer_of(seat, number);
    struct random       random = random_from(seed);
    struct json_writer  writer;
    struct decision     d;

    if (!offer) return answer_wrong("there is no such offer");
    d = offer->decision;
    writer = begin_answer();
    if (offer->open && !ruleset_of(own.match)->sample(own.match, own.view, (seat_id)seat, offer, &random, &d)) {
        json_write_null(&writer);
        return end_answer();
    }
    json_open(&writer, '{');
    decision_write(own.match, &d, &writer);
    json_close(&writer, '}');
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
