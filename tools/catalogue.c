/*
 * catalogue.c: the games, scenarios and options that a page can offer before it has loaded an engine or a document.
 *
 *     catalogue DATA_DIRECTORY GAMES SCENES
 *
 * Writes one JSON list, a game of the registry each, in its order:
 *
 *   {"id":"..","version":1,"title":{"en":"..","fr":".."},"documents":["<id>/units.json"..],"seats":2,"players":["random"..],
 *    "options":[{"name":"..","rule":"..","low":0,"high":1,"standard":1}..],"presets":[{"id":"..","name":{..},"note":{..},"options":{"morale":0}}..],
 *    "armies":["spain"..],"scenarios":[..]}
 *
 * `presets` are options that go together, from "<id>/presets.json"; a game without that document has none. A preset that names no option of the
 * game, or a value that it cannot have, fails the build.
 * `armies` are the belligerents of its army lists; a game without lists has none.
 * `documents` are those that every scenario needs beside its own "<id>/scenarios/<scenario>.json". A scenario is
 *
 *   {"id":"..","title":{..},"year":1632,"minutes":15,"turns":4,"options":{"morale":0},"lesson":true,"guide":"<id>/lessons/<scenario>.json",
 *    "sides":[{"seat":"A","name":{..}}..]}
 *
 * with what its document says of itself and what the sides are called. Every scenario is loaded, so that a broken one fails the build.
 * `options` are those that the scenario means otherwise than the book. `lesson` is true for a scenario to learn by; `guide` is the document of its guided game, where it has one.
 *
 * What only the page of a game shows is in the second file, by game and scenario: {"<id>":{"<scenario>":{"intro":{..},"board":{..},
 * "units":{"A1":{"x":..,"y":..,"heading":..}..}}..}..}, with what a small drawing wants of the board and of the pieces that a spectator sees
 * there at the beginning, and where those stand.
 */
#include "documents.h"
#include "explain.h"
#include "game.h"
#include "muster.h"
#include "player.h"
#include "registry.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, OUTPUT = 8 << 20, BOARD = 1 << 20, NAME = 256 };

struct maker {
    struct library       library;
    const struct ruleset *ruleset;
    struct arena         arena;
    struct texts         texts;
    struct json_writer   writer;         /* of the games */
    struct json_writer   scenes;         /* of what is drawn */
    char                *board;          /* BOARD bytes of scratch */
};

static _Noreturn void give_up(const struct fault *fault)
{
    fprintf(stderr, "%s:%d: %s\n", fault->file, fault->line, fault->text);
    exit(1);
}

static void check(bool good, const struct fault *fault)
{
    if (!good) give_up(fault);
}

static _Noreturn void fail(const char *what)
{
    struct fault fault = { 0 };

    fault_say(&fault, "catalogue", 0, "%s", what);
    give_up(&fault);
}

static void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static void write_word(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

/* {"en":..,"fr":..}: a text of the ruleset's catalogues; without one nothing is written, and the answer is false. */
static bool write_both(struct maker *maker, const char *key, const char *set, const char *name)
{
    const char *text[LANGUAGES];

    for (int i = 0; i < LANGUAGES; i++)
        if (!(text[i] = text_find_in(&maker->texts.catalogue[i], set, name))) return false;
    json_key(&maker->writer, key);
    json_open(&maker->writer, '{');
    for (int i = 0; i < LANGUAGES; i++) write_word(&maker->writer, language_code[i], text[i]);
    json_close(&maker->writer, '}');
    return true;
}

/* Members of the document as they are; null means that there is nothing to say. */
static void copy_members(struct maker *maker, const struct json *document)
{
    static const char *const member[] = { "title", "year", "minutes", "turns", "options" };

    for (size_t i = 0; i < sizeof member / sizeof member[0]; i++) {
        const struct json *found = json_get(document, member[i]);
        if (!found || found->type == JSON_NULL) continue;
        json_key(&maker->writer, member[i]);
        json_write(&maker->writer, found);
    }
}

static bool is_among(const char *word, const char *const *list)
{
    while (*list && strcmp(word, *list)) list++;
    return *list != NULL;
}

/* Of boards, pieces and units there is what is drawn in small; an open game asks its engine for the rest. */
static const char *const not_of_board[] = { "sides", "regiments", "standards", "reconstructed", "prizes", "entries", "arrivals", "wares", NULL };
static const char *const of_piece[] = { "id", "seat", "base", NULL };
static const char *const of_side[] = { "seat", "zones", NULL };
static const char *const of_unit[] = { "x", "y", "heading", NULL };
/* The words that every board draws a piece for, where there is a field "status" with names. */
static const char *const on_board[] = { "standing", "normal", "disordered", "retired", NULL };

static void write_some(struct json_writer *writer, const struct json *object, const char *const *members)
{
    json_open(writer, '{');
    for (const struct json *member = object->as.child; member; member = member->next) {
        if (!is_among(member->key, members)) continue;
        json_key(writer, member->key);
        json_write(writer, member);
    }
    json_close(writer, '}');
}

/* Does a unit stand on the board? */
static bool is_on_board(const struct json *unit)
{
    const struct json *status = json_get(unit, "status");

    return !status || status->type != JSON_STRING || is_among(status->as.string, on_board);
}

/* Where the sides begin, if a spectator sees none of them there. */
static void write_zones(struct json_writer *writer, const struct json *board)
{
    const struct json *sides = json_get(board, "sides");

    if (!sides || sides->type != JSON_ARRAY || !sides->as.child || !json_get(sides->as.child, "zones")) return;
    json_key(writer, "sides");
    json_open(writer, '[');
    for (const struct json *side = sides->as.child; side; side = side->next) write_some(writer, side, of_side);
    json_close(writer, ']');
}

/* Of the pieces those that stand there at first. */
static void write_board(struct json_writer *writer, const struct json *board, const struct json *units)
{
    json_key(writer, "board");
    json_open(writer, '{');
    for (const struct json *member = board->as.child; member; member = member->next) {
        if (is_among(member->key, not_of_board)) continue;
        json_key(writer, member->key);
        if (strcmp(member->key, "pieces")) {
            json_write(writer, member);
            continue;
        }
        json_open(writer, '[');
        for (const struct json *piece = member->as.child; piece; piece = piece->next) {
            const struct json *id = json_get(piece, "id"), *unit = id && id->type == JSON_STRING ? json_get(units, id->as.string) : NULL;
            if (unit && is_on_board(unit)) write_some(writer, piece, of_piece);
        }
        json_close(writer, ']');
    }
    write_zones(writer, board);
    json_close(writer, '}');
}

/* What the board says of a seat's side, or NULL. */
static const struct json *side_of(const struct json *board, const char *seat)
{
    const struct json *sides = json_get(board, "sides");

    for (const struct json *side = sides && sides->type == JSON_ARRAY ? sides->as.child : NULL; side; side = side->next) {
        const struct json *whose = json_get(side, "seat");
        if (whose && whose->type == JSON_STRING && !strcmp(whose->as.string, seat)) return side;
    }
    return NULL;
}

/* A side has names of its own ("names"), or is a belligerent of the catalogues, or is called by its seat. */
static void write_side_name(struct maker *maker, const struct json *side, const char *seat)
{
    const struct json *names = side ? json_get(side, "names") : NULL, *belligerent = side ? json_get(side, "belligerent") : NULL;

    if (names) {
        json_key(&maker->writer, "name");
        json_write(&maker->writer, names);
    } else if (!belligerent || belligerent->type != JSON_STRING ||
               !write_both(maker, "name", "belligerent", belligerent->as.string)) {
        write_both(maker, "name", "seat", seat);
    }
}

static void write_sides(struct maker *maker, const struct match *match, const struct json *board)
{
    json_key(&maker->writer, "sides");
    json_open(&maker->writer, '[');
    for (seat_id seat = 0; seat < match_head(match)->seats; seat++) {
        json_open(&maker->writer, '{');
        write_word(&maker->writer, "seat", seat_name(seat));
        write_side_name(maker, side_of(board, seat_name(seat)), seat_name(seat));
        json_close(&maker->writer, '}');
    }
    json_close(&maker->writer, ']');
}

/* "units" of the first state, as a spectator sees it. Where the dice place something, one throw stands for all. */
static const struct json *first_units(struct maker *maker, const struct match *match)
{
    struct dice          dice = dice_seeded(1);
    struct out           out = out_over(arena_take_unset(&maker->arena, BOARD), BOARD);
    struct json_writer   writer = json_writer_over(&out);
    struct json_document parsed;
    struct fault         fault = { 0 };
    struct game          game;

    if (!out.text) fail("there is no memory");

    if (game_begin(&game, match, &dice, NULL, &maker->arena, &fault) != DECIDED) fail("a game does not begin");
    maker->ruleset->mask(match, game.state, SPECTATOR);
    state_write(match, game.state, &writer);
    check(json_parse(&parsed, "state", out.text, out.used, &maker->arena, &fault), &fault);
    return json_get(parsed.root, "units");
}

static void write_units(struct maker *maker, const struct json *units)
{
    json_key(&maker->scenes, "units");
    json_open(&maker->scenes, '{');
    for (const struct json *unit = units->as.child; unit; unit = unit->next) {
        if (!is_on_board(unit)) continue;
        json_key(&maker->scenes, unit->key);
        write_some(&maker->scenes, unit, of_unit);
    }
    json_close(&maker->scenes, '}');
}

/* The document that guides through a scenario, or NULL. The page reads it; here it must be JSON. */
static const struct document *guide_of(struct maker *maker, const char *scenario)
{
    char                   name[NAME];
    struct json_document   parsed;
    struct fault           fault = { 0 };
    const struct document *guide;

    snprintf(name, sizeof name, "%s/lessons/%s.json", maker->ruleset->id, scenario);
    guide = library_find(&maker->library, name);
    if (guide) check(json_parse(&parsed, guide->name, guide->text, guide->length, &maker->arena, &fault), &fault);
    return guide;
}

/* "lesson" and "guide". */
static void write_teaching(struct maker *maker, const char *scenario, const struct json *document)
{
    const struct document *guide = guide_of(maker, scenario);
    const struct json     *end = json_get(document, "end");

    json_key(&maker->writer, "lesson");
    json_write_boolean(&maker->writer, guide || (end && end->type == JSON_STRING && !strcmp(end->as.string, "lesson")));
    if (guide) write_word(&maker->writer, "guide", guide->name);
}

/* What only the page of a game shows. */
static void write_scene(struct maker *maker, const struct match *match, const struct json *document, const struct json *board, const struct json *units)
{
    const struct json *intro = json_get(document, "intro");

    json_key(&maker->scenes, match_head(match)->scenario);
    json_open(&maker->scenes, '{');
    if (intro && intro->type != JSON_NULL) {
        json_key(&maker->scenes, "intro");
        json_write(&maker->scenes, intro);
    }
    write_board(&maker->scenes, board, units);
    write_units(maker, units);
    json_close(&maker->scenes, '}');
}

static void write_scenario(struct maker *maker, const struct document *scenario)
{
    struct out           out = out_over(maker->board, BOARD);
    struct json_writer   board_writer = json_writer_over(&out);
    struct json_document document, board;
    struct fault         fault = { 0 };
    const struct match  *match = match_load(maker->ruleset, &maker->library, scenario, NULL, &maker->arena, &fault);
    const struct json   *units;

    check(match && json_parse(&document, scenario->name, scenario->text, scenario->length, &maker->arena, &fault), &fault);
    maker->ruleset->write_board(match, &board_writer);
    check(json_parse(&board, "board", out.text, out.used, &maker->arena, &fault), &fault);
    units = first_units(maker, match);
    json_open(&maker->writer, '{');
    write_word(&maker->writer, "id", match_head(match)->scenario);
    copy_members(maker, document.root);
    write_teaching(maker, match_head(match)->scenario, document.root);
    write_sides(maker, match, board.root);
    json_close(&maker->writer, '}');
    write_scene(maker, match, document.root, board.root, units);
}

static void write_options(struct maker *maker)
{
    json_key(&maker->writer, "options");
    json_open(&maker->writer, '[');
    for (int i = 0; i < maker->ruleset->option_count; i++) {
        const struct option *option = &maker->ruleset->options[i];
        json_open(&maker->writer, '{');
        write_word(&maker->writer, "name", option->name);
        write_word(&maker->writer, "rule", maker->ruleset->rules[rule_cited(maker->ruleset, option->rule)]);
        write_number(&maker->writer, "low", option->low);
        write_number(&maker->writer, "high", option->high);
        write_number(&maker->writer, "standard", option->standard);
        json_close(&maker->writer, '}');
    }
    json_close(&maker->writer, ']');
}

static const struct document *presets_of(const struct maker *maker)
{
    char name[NAME];

    snprintf(name, sizeof name, "%s/presets.json", maker->ruleset->id);
    return library_find(&maker->library, name);
}

/* An option and its value as the game knows them. */
static void check_choice(struct maker *maker, const struct json_document *document, const struct json *choice)
{
    int32_t              which = match_option(maker->ruleset, choice->key);
    const struct option *option = &maker->ruleset->options[which < 0 ? 0 : which];
    struct fault         fault = { 0 };

    check(which >= 0 || json_fault(document, choice, &fault, "there is no option \"%s\"", choice->key), &fault);
    check((choice->type == JSON_INTEGER && choice->as.integer >= option->low && choice->as.integer <= option->high) ||
              json_fault(document, choice, &fault, "the option \"%s\" is a number from %d to %d", choice->key, option->low, option->high), &fault);
}

static void check_in_both(const struct json_document *document, const struct json *preset, const char *key)
{
    const struct json *text;
    const char        *word;
    struct fault       fault = { 0 };

    check(json_branch(document, preset, key, JSON_OBJECT, &text, &fault), &fault);
    for (int i = 0; i < LANGUAGES; i++) check(json_string(document, text, language_code[i], &word, &fault), &fault);
}

static void write_presets(struct maker *maker)
{
    static const char *const document_keys[] = { "format", "ruleset", "provenance", "presets", NULL }, *const keys[] = { "id", "name", "note", "options", NULL };
    const struct document   *found = presets_of(maker);
    struct json_document     document;
    const struct json       *list, *options;
    struct fault             fault = { 0 };
    const char              *id;

    if (!found) return;
    check(json_parse(&document, found->name, found->text, found->length, &maker->arena, &fault), &fault);
    check(json_keys(&document, document.root, document_keys, &fault) && json_branch(&document, document.root, "presets", JSON_ARRAY, &list, &fault), &fault);
    for (const struct json *preset = list->as.child; preset; preset = preset->next) {
        check(json_keys(&document, preset, keys, &fault) && json_string(&document, preset, "id", &id, &fault), &fault);
        check(json_branch(&document, preset, "options", JSON_OBJECT, &options, &fault), &fault);
        check_in_both(&document, preset, "name");
        check_in_both(&document, preset, "note");
        for (const struct json *choice = options->as.child; choice; choice = choice->next) check_choice(maker, &document, choice);
    }
    json_key(&maker->writer, "presets");
    json_write(&maker->writer, list);
}

/* Is it in that folder itself, not below? */
static bool is_in(const struct document *document, const char *folder)
{
    size_t length = strlen(folder);

    return !strncmp(document->name, folder, length) && document->name[length] == '/' && !strchr(document->name + length + 1, '/');
}

static void write_documents(struct maker *maker)
{
    json_key(&maker->writer, "documents");
    json_open(&maker->writer, '[');
    for (int32_t i = 0; i < maker->library.count; i++) {
        const struct document *document = &maker->library.list[i];
        if (document == presets_of(maker)) continue;                 /* this list has all of it */
        if (is_in(document, "text") || is_in(document, maker->ruleset->id)) json_write_string(&maker->writer, document->name);
    }
    json_close(&maker->writer, ']');
}

static void write_players(struct maker *maker)
{
    json_key(&maker->writer, "players");
    json_open(&maker->writer, '[');
    for (int i = 0; players[i]; i++) json_write_string(&maker->writer, players[i]->name);
    json_close(&maker->writer, ']');
}

static void write_armies(struct maker *maker)
{
    const struct muster *muster = maker->ruleset->muster;

    if (!muster) return;
    json_key(&maker->writer, "armies");
    json_open(&maker->writer, '[');
    for (int32_t i = 0; i < muster->belligerents->count; i++) json_write_string(&maker->writer, muster->belligerents->list[i]);
    json_close(&maker->writer, ']');
}

/* The most seats that a scenario of the game has. */
static int32_t count_seats(struct maker *maker)
{
    int32_t seats = 0;

    for (int32_t i = 0; i < maker->library.count; i++) {
        size_t              mark = maker->arena.used;
        struct fault        fault = { 0 };
        const struct match *match;
        if (!document_is_scenario(&maker->library.list[i], maker->ruleset->id)) continue;
        match = match_load(maker->ruleset, &maker->library, &maker->library.list[i], NULL, &maker->arena, &fault);
        check(match, &fault);
        if (match_head(match)->seats > seats) seats = match_head(match)->seats;
        maker->arena.used = mark;
    }
    return seats;
}

static void write_game(struct maker *maker)
{
    struct fault fault = { 0 };
    size_t       mark;

    maker->arena.used = 0;
    check(texts_load(&maker->texts, maker->ruleset, &maker->library, &maker->arena, &fault), &fault);
    json_open(&maker->writer, '{');
    write_word(&maker->writer, "id", maker->ruleset->id);
    write_number(&maker->writer, "version", maker->ruleset->version);
    write_both(maker, "title", "game", "title");
    write_documents(maker);
    write_number(&maker->writer, "seats", count_seats(maker));
    write_players(maker);
    write_options(maker);
    write_presets(maker);
    write_armies(maker);
    json_key(&maker->writer, "scenarios");
    json_open(&maker->writer, '[');
    json_key(&maker->scenes, maker->ruleset->id);
    json_open(&maker->scenes, '{');
    mark = maker->arena.used;
    for (int32_t i = 0; i < maker->library.count; i++) {
        maker->arena.used = mark;
        if (document_is_scenario(&maker->library.list[i], maker->ruleset->id)) write_scenario(maker, &maker->library.list[i]);
    }
    json_close(&maker->scenes, '}');
    json_close(&maker->writer, ']');
    json_close(&maker->writer, '}');
}

static void keep(const struct out *out, const char *path)
{
    FILE *file;

    if (out->full) fail("the catalogue is too long");
    file = fopen(path, "wb");
    if (!file || fwrite(out->text, 1, out->used, file) != out->used || fclose(file)) fail("the catalogue cannot be written");
}

int main(int argc, char **argv)
{
    struct out   games = out_over(malloc(OUTPUT), OUTPUT), scenes = out_over(malloc(OUTPUT), OUTPUT);
    struct maker maker = { .arena = arena_over(malloc(MEMORY), MEMORY), .writer = json_writer_over(&games), .scenes = json_writer_over(&scenes),
                           .board = malloc(BOARD) };

    if (argc != 4) fail("usage: catalogue DATA_DIRECTORY GAMES SCENES");
    if (!games.text || !scenes.text || !maker.arena.base || !maker.board) fail("there is no memory");
    maker.library = documents_load(argv[1]);
    json_open(&maker.writer, '[');
    json_open(&maker.scenes, '{');
    for (int i = 0; rulesets[i]; i++) {
        maker.ruleset = rulesets[i];
        write_game(&maker);
    }
    json_close(&maker.scenes, '}');
    json_close(&maker.writer, ']');
    keep(&games, argv[2]);
    keep(&scenes, argv[3]);
    documents_free(&maker.library);
    free(maker.board);
    free(maker.arena.base);
    free(games.text);
    free(scenes.text);
    return 0;
}
