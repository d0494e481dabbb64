/* match.c: the match and the state: load, begin, install; see module.h. */
#include "module.h"
#include "knowledge.h"
#include "maths.h"
#include "registry.h"
#include "state.h"

#include <string.h>

static bool take_scratch(void)
{
    own.view = arena_take(&own.memory, ruleset_of(own.match)->state_size);
    own.undrafted = arena_take(&own.memory, ruleset_of(own.match)->state_size);
    own.offers = (struct offers){ arena_take(&own.memory, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    own.events = (struct events){ arena_take(&own.memory, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    return own.view && own.undrafted && own.offers.list && own.events.list;
}

bool furnish(struct fault *fault)
{
    const struct ruleset *ruleset = ruleset_of(own.match);
    char                  name[256];
    struct out            out = out_over(name, sizeof name);

    out_format(&out, "%s/rules.json", ruleset->id);
    own.has_texts = library_find(&own.library, name) != NULL;
    if (own.has_texts && !texts_load(&own.texts, ruleset, &own.library, &own.memory, fault)) return false;
    if (!take_scratch()) return fault_say(fault, "message", 0, "there is no memory for the match");
    own.after_match = own.memory.used;
    return true;
}

void clear_match(void)
{
    own.match = NULL;
    own.has_game = own.has_texts = own.is_drafting = false;
    close_journal();
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

    if (!json_string(message, message->root, "ruleset", &id, fault) ||
        !json_string(message, message->root, "scenario", &scenario, fault))
        return false;
    ruleset = ruleset_named(id);
    if (!ruleset) return fault_say(fault, "message", 1, "there is no ruleset \"%s\"", id);
    out_format(&out, "%s/scenarios/%s.json", id, scenario);
    found = library_find(&own.library, name);
    if (!found) return fault_say(fault, "message", 1, "there is no document \"%s\"", name);
    options.root = json_get(message->root, "options");
    own.match = match_load(ruleset, &own.library, found, &options, &own.memory, fault);
    if (!own.match) return false;
    return furnish(fault);
}

/* A member that is there when it is so. */
static void write_mark(struct json_writer *writer, const char *key)
{
    json_key(writer, key);
    json_write_boolean(writer, true);
}

/* The decision kinds by number, for wasm_refuse(): [{"name":"march","uses":["unit","at"],"choices":[..],"set":".."}..] */
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
            json_key(writer, "set");
            json_write_string(writer, kind->choices->set);
        }
        if (kind->binding) write_mark(writer, "binding");
        if (kind->grave) write_mark(writer, "grave");
        if (kind->declines) write_mark(writer, "declines");
        if (kind->adds) write_mark(writer, "adds");
        if (kind->recalls) write_mark(writer, "recalls");
        if (kind->yields) write_mark(writer, "yields");
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* [{"name":"plan","rule":"..","step":"plan","gathered":true,"settles":true}..] */
static void write_phases(struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(own.match);

    json_open(writer, '[');
    for (int i = 0; i < ruleset->phase_count; i++) {
        const struct phase *phase = ruleset->phases[i];
        json_open(writer, '{');
        json_key(writer, "name");
        json_write_string(writer, phase->name);
        json_key(writer, "rule");
        json_write_string(writer, ruleset->rules[rule_cited(ruleset, phase->rule)]);
        if (phase->step) {
            json_key(writer, "step");
            json_write_string(writer, ruleset->sequence[phase->step - 1].name);
        }
        json_key(writer, "gathered");
        json_write_boolean(writer, phase->gathered);
        if (phase->settles) {
            json_key(writer, "settles");
            json_write_boolean(writer, true);
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* "places":["stands"..], the events that tell of a film where pieces are; not there for a game without films. */
static void write_places(struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(own.match);
    bool                  any = false;

    for (int i = 0; i < ruleset->event_count; i++) {
        if (!ruleset->events[i].place) continue;
        if (!any) {
            json_key(writer, "places");
            json_open(writer, '[');
        }
        any = true;
        json_write_string(writer, ruleset->events[i].name);
    }
    if (any) json_close(writer, ']');
}

/* [{"name":"order","set":"order"},{"name":"wear"}..]: the values of a view, and what names of theirs stand for. */
static bool is_harm(const struct ruleset *ruleset, const char *field)
{
    for (int i = 0; i < ruleset->harm_count; i++)
        if (!strcmp(ruleset->harm[i].field, field)) return true;
    return false;
}

static void write_fields(struct json_writer *writer, const char *key, const struct field *field, int count, const struct ruleset *harmed)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++) {
        json_open(writer, '{');
        json_key(writer, "name");
        json_write_string(writer, field[i].name);
        if (field[i].names) {
            json_key(writer, "set");
            json_write_string(writer, field[i].names->set);
        }
        if (field[i].flag) write_mark(writer, "flag");
        if (harmed && is_harm(harmed, field[i].name)) write_mark(writer, "harm");
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_pieces(struct json_writer *writer)
{
    const struct match_head *head = match_head(own.match);

    json_key(writer, "pieces");
    json_open(writer, '[');
    for (int32_t i = 0; i < head->pieces; i++) json_write_string(writer, head->piece[i].id);
    json_close(writer, ']');
    json_key(writer, "roster");
    json_open(writer, '[');
    for (int32_t i = 0; i < head->pieces; i++) {
        json_open(writer, '{');
        json_key(writer, "id");
        json_write_string(writer, head->piece[i].id);
        json_key(writer, "seat");
        json_write_string(writer, seat_name(head->piece[i].seat));
        json_key(writer, "type");
        json_write_string(writer, head->piece[i].type);
        if (head->piece[i].name[ENGLISH] && head->piece[i].name[FRENCH]) {
            json_key(writer, "names");
            json_open(writer, '{');
            json_key(writer, "en");
            json_write_string(writer, head->piece[i].name[ENGLISH]);
            json_key(writer, "fr");
            json_write_string(writer, head->piece[i].name[FRENCH]);
            json_close(writer, '}');
        }
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_head(struct json_writer *writer)
{
    const struct match_head *head = match_head(own.match);

    json_key(writer, "ruleset");
    json_write_string(writer, head->ruleset->id);
    json_key(writer, "scenario");
    json_write_string(writer, head->scenario);
    json_key(writer, "version");
    json_write_integer(writer, head->ruleset->version);
    json_key(writer, "seats");
    json_write_integer(writer, head->seats);
    json_key(writer, "scenario_hash");
    json_write_hash(writer, head->scenario_hash);
    json_key(writer, "state_size");
    json_write_integer(writer, head->ruleset->state_size);
    if (head->ruleset->conceals) write_mark(writer, "conceals");
    json_key(writer, "options");
    match_write_options(own.match, writer);
}

void write_match(struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(own.match);

    json_open(writer, '{');
    write_head(writer);
    write_pieces(writer);
    json_key(writer, "kinds");
    write_kinds(writer);
    json_key(writer, "phases");
    write_phases(writer);
    write_places(writer);
    json_key(writer, "sequence");
    sequence_write(own.match, writer);
    json_key(writer, "fields");
    json_open(writer, '{');
    write_fields(writer, "game", ruleset->game_fields, ruleset->game_field_count, NULL);
    write_fields(writer, "unit", ruleset->unit_fields, ruleset->unit_field_count, ruleset);
    json_close(writer, '}');
    json_key(writer, "board");
    ruleset->write_board(own.match, writer);
    json_close(writer, '}');
}

/* {"ruleset":"sample","scenario":"meadow","options":{..}}: answers with what never changes, for drawing. */
uint32_t EXPORT(wasm_match)(uint32_t length)
{
    struct json_document message;
    struct json_writer   writer;
    struct fault         fault = { 0 };

    clear_match();
    if (!make_block(&own.memory, MATCH_MEMORY) || !read_message(length, &message, &fault) || !load(&message, &fault)) {
        clear_match();
        return fault.set ? answer_fault(&fault) : answer_wrong("there is no memory");
    }
    writer = begin_answer();
    write_match(&writer);
    return end_answer();
}

static bool is_viewer(int32_t viewer)
{
    return viewer == EVERYBODY || viewer == SPECTATOR || between(0, viewer, match_head(own.match)->seats - 1);
}

bool is_viewable(int32_t viewer, int32_t language)
{
    return own.has_game && is_viewer(viewer) && between(0, language, LANGUAGES - 1);
}

bool is_piece(int32_t piece)
{
    return own.has_game && between(0, piece, match_head(own.match)->pieces - 1);
}

const struct state *look(int32_t viewer)
{
    if (viewer == EVERYBODY) memcpy((void *)own.view, (const void *)own.game.state, ruleset_of(own.match)->state_size);
    else game_view(&own.game, (seat_id)viewer, own.view);
    return own.view;
}

static bool begin(uint64_t seed, struct fault *fault)
{
    own.has_game = own.is_drafting = false;
    close_journal();
    own.memory.used = own.after_match;
    own.dice = dice_seeded(seed);
    own.events.count = 0;
    own.has_game = game_begin(&own.game, own.match, &own.dice, &own.events, &own.memory, fault) == DECIDED;
    return own.has_game;
}

void write_news(struct json_writer *writer, seat_id seat, enum language language)
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
    if (!read_message(length, &message, &fault) ||
        !json_integer(&message, message.root, "seed", 0, INT64_MAX, &seed, &fault) || !read_seat(&message, &seat, &fault) || !read_language(&message, &language, &fault) || !begin((uint64_t)seed, &fault))
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
uint32_t EXPORT(wasm_install)(uint32_t length, int32_t viewer)
{
    const struct ruleset *ruleset;
    struct random         random = random_from(1);
    struct json_writer    writer;
    struct fault          fault = { 0 };

    if (!own.match) return answer_wrong("no match is loaded");
    if (!is_viewer(viewer)) return answer_wrong("there is no such viewer");
    ruleset = ruleset_of(own.match);
    if (!own.message || length != ruleset->state_size) return answer_wrong("these are not the bytes of a state");
    if (!own.has_game && !begin(0, &fault)) return answer_fault(&fault);
    memcpy((void *)own.view, own.message, ruleset->state_size);
    if (!flow_is_possible(flow_of_const(own.view))) return answer_wrong("these are not the frames of a state");
    if (viewer != EVERYBODY) ruleset->guess(own.match, own.view, (seat_id)viewer, &random);
    if (!ruleset->sound(own.match, own.view, &fault)) return answer_fault(&fault);
    memcpy((void *)own.game.state, own.message, ruleset->state_size);
    own.is_drafting = false;
    own.game.pasts = 0;
    own.game.faces = 0;
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "hash");
    json_write_hash(&writer, game_hash(&own.game));
    json_close(&writer, '}');
    return end_answer();
}

/* The bytes of the state at wasm_answer(), as the viewer sees it. 0 without a game or such a viewer. */
uint32_t EXPORT(wasm_state)(int32_t viewer)
{
    if (!is_viewable(viewer, ENGLISH)) return 0;
    begin_answer();
    memcpy(own.answer, look(viewer), ruleset_of(own.match)->state_size);
    return ruleset_of(own.match)->state_size;
}
