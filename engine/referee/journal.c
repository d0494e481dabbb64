/* journal.c: see journal.h. */
#include "journal.h"
#include "hash.h"
#include "registry.h"
#include "state.h"

#include <string.h>

static void write_faces(const struct game *game, struct json_writer *writer)
{
    if (!game->faces) return;
    json_key(writer, "dice");
    json_open(writer, '[');
    for (int32_t i = 0; i < game->faces; i++) json_write_integer(writer, game->face[i]);
    json_close(writer, ']');
}

static void write_hash(struct json_writer *writer, const char *key, uint64_t hash)
{
    json_key(writer, key);
    json_write_hash(writer, hash);
}

/* The options are no part of the state, so the header's hash covers them too: a changed option is found at once. */
static uint64_t header_hash(const struct game *game)
{
    const struct match_head *head = match_head(game->match);

    return hash_more(game_hash(game), head->option, head->ruleset->option_count * sizeof head->option[0]);
}

static void end_line(uint64_t hash, struct json_writer *writer)
{
    write_hash(writer, "hash", hash);
    json_close(writer, '}');
    out_char(writer->out, '\n');
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

static void write_pledge(const struct game *game, const struct pledge *pledge, struct json_writer *writer)
{
    json_key(writer, "fair_dice");
    json_open(writer, '{');
    write_text(writer, "scheme", pledge->scheme);
    write_text(writer, "game", pledge->game);
    write_text(writer, "commitment", pledge->commitment);
    json_key(writer, "seeds");
    json_open(writer, '[');
    for (seat_id seat = 0; seat < match_head(game->match)->seats; seat++) json_write_string(writer, pledge->seed[seat]);
    json_close(writer, ']');
    json_close(writer, '}');
}

void journal_header(const struct game *game, const struct document *inlined, struct out *out)
{
    journal_pledged_header(game, inlined, NULL, out);
}

void journal_pledged_header(const struct game *game, const struct document *inlined, const struct pledge *pledge,
                            struct out *out)
{
    const struct match_head *head = match_head(game->match);
    const struct ruleset    *ruleset = head->ruleset;
    struct json_writer       writer = json_writer_over(out);

    json_open(&writer, '{');
    json_key(&writer, "mestre");
    json_write_integer(&writer, JOURNAL_VERSION);
    write_text(&writer, "ruleset", ruleset->id);
    json_key(&writer, "version");
    json_write_integer(&writer, ruleset->version);
    write_text(&writer, "scenario", head->scenario);
    write_hash(&writer, "scenario_hash", head->scenario_hash);
    write_hash(&writer, "data_hash", head->data_hash);
    if (inlined) write_text(&writer, "scenario_text", inlined->text);
    json_key(&writer, "options");
    match_write_options(game->match, &writer);
    if (pledge) write_pledge(game, pledge, &writer);
    write_faces(game, &writer);
    end_line(header_hash(game), &writer);
}

static void begin_line(const struct game *game, seat_id seat, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "n");
    json_write_integer(writer, game->number);
    write_text(writer, "seat", seat_name(seat));
}

void journal_decision(const struct game *game, seat_id seat, const struct decision *d, struct out *out)
{
    journal_decision_for(game, seat, NULL, d, out);
}

void journal_decision_for(const struct game *game, seat_id seat, const char *player, const struct decision *d, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    begin_line(game, seat, &writer);
    if (player) write_text(&writer, "player", player);
    decision_write(game->match, d, &writer);
    write_faces(game, &writer);
    end_line(game_hash(game), &writer);
}

void journal_undo(const struct game *game, seat_id seat, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    begin_line(game, seat, &writer);
    json_key(&writer, "undo");
    json_write_integer(&writer, 1);
    end_line(game_hash(game), &writer);
}

void journal_reveal(const char *digits, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    write_text(&writer, "reveal", digits);
    json_close(&writer, '}');
    out_char(out, '\n');
}

/* One replay under way. Lines are parsed one at a time into what is left of the arena. */
struct replay {
    struct game             *game;
    const struct library    *library;
    const struct match      *match;          /* given, or loaded from the library when the header has been read */
    const char              *name;
    int32_t                  line;
    struct arena            *arena;
    struct fault            *fault;
    struct journal_listener *listener;
    uint8_t                  face[GAME_FACES];
    uint32_t                 faces;
};

static bool wrong(struct replay *replay, const char *what)
{
    return fault_say(replay->fault, replay->name, replay->line, "%s", what);
}

/* A one-line document counts its own lines from 1: put the journal's line instead. */
static bool parse_line(struct replay *replay, const char *text, size_t length, struct json_document *document)
{
    if (json_parse(document, replay->name, text, length, replay->arena, replay->fault) && document->root->type == JSON_OBJECT)
        return true;
    if (!replay->fault->set) wrong(replay, "a line of a journal must be an object");
    replay->fault->line = replay->line;
    return false;
}

static bool at_line(struct replay *replay, bool good)
{
    if (!good) replay->fault->line = replay->line;
    return good;
}

static bool read_faces(struct replay *replay, const struct json_document *document)
{
    const struct json *dice = json_get(document->root, "dice");

    replay->faces = 0;
    if (!dice) return true;
    if (dice->type != JSON_ARRAY || dice->count > GAME_FACES) return wrong(replay, "\"dice\" must be a list of faces");
    for (const struct json *face = dice->as.child; face; face = face->next) {
        if (face->type != JSON_INTEGER || face->as.integer < 0 || face->as.integer > 100)
            return wrong(replay, "\"dice\" must be a list of faces");
        replay->face[replay->faces++] = (uint8_t)face->as.integer;
    }
    return true;
}

static bool read_hash(struct replay *replay, const struct json_document *document, const char *key, uint64_t expected,
                      const char *complaint)
{
    const char *found = NULL;
    char        text[17];
    struct out  out = out_over(text, sizeof text);

    if (!at_line(replay, json_string(document, document->root, key, &found, replay->fault))) return false;
    out_hex(&out, expected, 16);
    if (!strcmp(text, found)) return true;
    return fault_say(replay->fault, replay->name, replay->line, "%s: the journal says %s, this replay %s", complaint, found, text);
}

static bool dice_are_good(struct replay *replay, enum verdict verdict)
{
    if (verdict == NEEDS_DICE) return wrong(replay, "there are too few dice");
    if (verdict == WRONG_DICE) return wrong(replay, "there are too many dice, or a face that is not on the die");
    return true;
}

static bool find_scenario(struct replay *replay, const struct json_document *document, const struct ruleset *ruleset,
                          struct document *scenario)
{
    const struct document *found;
    const char            *id = NULL, *text = NULL;
    char                   name[128];
    struct out             out = out_over(name, sizeof name);

    if (!at_line(replay, json_string(document, document->root, "scenario", &id, replay->fault))) return false;
    if (!at_line(replay, json_find_string(document, document->root, "scenario_text", &text, replay->fault))) return false;
    if (text) {
        *scenario = (struct document){ "scenario_text", text, strlen(text) };
        return true;
    }
    out_format(&out, "%s/scenarios/%s.json", ruleset->id, id);
    found = library_find(replay->library, name);
    if (!found) return fault_say(replay->fault, replay->name, replay->line, "there is no scenario \"%s\" for %s", id, ruleset->id);
    *scenario = *found;
    return true;
}

static bool read_digits(struct replay *replay, const struct json_document *document, const struct json *object, const char *key,
                        const char **digits)
{
    if (!at_line(replay, json_string(document, object, key, digits, replay->fault))) return false;
    if (strlen(*digits) == PLEDGE_DIGITS && strspn(*digits, "0123456789abcdef") == PLEDGE_DIGITS) return true;
    return fault_say(replay->fault, replay->name, replay->line, "\"%s\" must be %d lower-case hexadecimal digits", key,
                     PLEDGE_DIGITS);
}

static bool read_seeds(struct replay *replay, const struct json *seeds, int32_t seats, struct pledge *pledge)
{
    seat_id seat = 0;

    if ((int64_t)seeds->count != seats) return wrong(replay, "\"seeds\" must have one text for each seat");
    for (const struct json *seed = seeds->as.child; seed; seed = seed->next) {
        if (seed->type != JSON_STRING || seed->count > PLEDGE_TEXT)
            return fault_say(replay->fault, replay->name, replay->line, "each of \"seeds\" must be a text of at most %d bytes",
                             PLEDGE_TEXT);
        pledge->seed[seat++] = seed->as.string;
    }
    return true;
}

/* The scheme may be one of a later day: its name is kept and the rest checked for its form only. */
static bool read_pledge(struct replay *replay, const struct json_document *document, const struct match *match)
{
    static const char *const allowed[] = { "scheme", "game", "commitment", "seeds", NULL };
    struct pledge           *pledge = &replay->listener->pledge, read = { .scheme = NULL };
    const struct json       *node = NULL, *seeds = NULL;

    if (!at_line(replay, json_find_branch(document, document->root, "fair_dice", JSON_OBJECT, &node, replay->fault))) return false;
    if (!node) return true;
    if (!at_line(replay, json_keys(document, node, allowed, replay->fault) &&
                             json_string(document, node, "scheme", &read.scheme, replay->fault) &&
                             json_string(document, node, "game", &read.game, replay->fault) &&
                             json_branch(document, node, "seeds", JSON_ARRAY, &seeds, replay->fault)))
        return false;
    if (!read.game[0] || strlen(read.game) > PLEDGE_TEXT)
        return fault_say(replay->fault, replay->name, replay->line, "\"game\" must be a text of 1 to %d bytes", PLEDGE_TEXT);
    if (!read_digits(replay, document, node, "commitment", &read.commitment)) return false;
    if (!read_seeds(replay, seeds, match_head(match)->seats, &read)) return false;
    *pledge = read;
    return true;
}

/* The match that the header names, from the library. */
static bool load_match(struct replay *replay, const struct json_document *document, const struct ruleset *ruleset)
{
    struct json_document options = *document;
    struct document      scenario;

    if (!find_scenario(replay, document, ruleset, &scenario)) return false;
    options.root = json_get(document->root, "options");
    replay->match = match_load(ruleset, replay->library, &scenario, &options, replay->arena, replay->fault);
    return replay->match != NULL;
}

/* A match that was given must be the one that the header names; its options are in the header's hash. */
static bool match_is_meant(struct replay *replay, const struct json_document *document, const struct ruleset *ruleset)
{
    const char *scenario = NULL;

    if (!at_line(replay, json_string(document, document->root, "scenario", &scenario, replay->fault))) return false;
    if (ruleset_of(replay->match) == ruleset && !strcmp(match_head(replay->match)->scenario, scenario)) return true;
    return wrong(replay, "this is the journal of another match");
}

static bool read_match(struct replay *replay, const struct json_document *document)
{
    const struct ruleset    *ruleset;
    const struct match_head *head;
    const char              *id = NULL;
    int64_t                  version = 0;

    if (!at_line(replay, json_integer(document, document->root, "mestre", JOURNAL_VERSION, JOURNAL_VERSION, &version, replay->fault) &&
                             json_string(document, document->root, "ruleset", &id, replay->fault)))
        return false;
    ruleset = ruleset_named(id);
    if (!ruleset) return fault_say(replay->fault, replay->name, replay->line, "there is no ruleset \"%s\"", id);
    if (!at_line(replay, json_integer(document, document->root, "version", ruleset->version, ruleset->version, &version, replay->fault)))
        return false;
    if (!(replay->match ? match_is_meant(replay, document, ruleset) : load_match(replay, document, ruleset))) return false;
    head = match_head(replay->match);
    return read_hash(replay, document, "scenario_hash", head->scenario_hash, "the scenario is not the one that was played") &&
           read_hash(replay, document, "data_hash", head->data_hash, "the tables are not those that were played with");
}

static bool read_header(struct replay *replay, const char *text, size_t length)
{
    static const char *const allowed[] = { "mestre", "ruleset", "version", "scenario", "scenario_hash", "scenario_text", "data_hash",
                                           "options", "fair_dice", "dice", "hash", NULL };
    struct json_document document;
    struct dice          dice;

    if (!parse_line(replay, text, length, &document)) return false;
    if (!at_line(replay, json_keys(&document, document.root, allowed, replay->fault))) return false;
    if (!read_match(replay, &document) || !read_faces(replay, &document) || !read_pledge(replay, &document, replay->match)) return false;
    dice = dice_listed(replay->face, replay->faces);
    if (!dice_are_good(replay, game_begin(replay->game, replay->match, &dice, &replay->listener->events, replay->arena, replay->fault)))
        return false;
    if (replay->fault->set) return false;
    return read_hash(replay, &document, "hash", header_hash(replay->game), "the state or the options differ");
}

static bool tell_listener(struct replay *replay, seat_id seat, const struct decision *d)
{
    struct journal_listener *listener = replay->listener;

    return !listener->line || listener->line(listener->context, replay->game, seat, d, &listener->events);
}

static bool replay_decision(struct replay *replay, const struct json_document *document, seat_id seat, struct decision *d)
{
    struct dice    dice;
    struct refusal why;
    enum verdict   verdict;

    if (!at_line(replay, decision_read(replay->game->match, document, document->root, d, replay->fault))) return false;
    if (!read_faces(replay, document)) return false;
    dice = dice_listed(replay->face, replay->faces);
    verdict = game_decide(replay->game, seat, d, &dice, &replay->listener->events, &why);
    if (verdict == REFUSED)
        return fault_say(replay->fault, replay->name, replay->line, "the decision is refused by %s",
                         ruleset_of(replay->game->match)->rules[why.rule]);
    return dice_are_good(replay, verdict);
}

/* What a line was about, for the listener. */
struct line {
    seat_id         seat;
    bool            decided, revealed;
    struct decision d;
};

static bool read_reveal(struct replay *replay, const struct json_document *document, struct line *line)
{
    static const char *const allowed[] = { "reveal", NULL };
    struct pledge           *pledge = &replay->listener->pledge;
    const char              *digits = NULL;

    if (!at_line(replay, json_keys(document, document->root, allowed, replay->fault))) return false;
    if (!read_digits(replay, document, document->root, "reveal", &digits)) return false;
    if (!pledge->scheme) return wrong(replay, "the header has no commitment of which this could be the seed");
    memcpy(pledge->revealed, digits, sizeof pledge->revealed);
    line->revealed = true;
    return true;
}

static bool read_line(struct replay *replay, const struct json_document *document, struct line *line)
{
    static const char *const allowed[] = { "n", "seat", "player", "do", "unit", "target", "choice", "value", "at", "heading", "dice",
                                           "undo", "hash", NULL };
    const struct game       *game = replay->game;
    const char              *name = NULL;
    int64_t                  number = 0, undo = 1;

    if (!at_line(replay, json_keys(document, document->root, allowed, replay->fault) &&
                             json_integer(document, document->root, "n", game->number + 1, game->number + 1, &number, replay->fault) &&
                             json_string(document, document->root, "seat", &name, replay->fault) &&
                             json_find_string(document, document->root, "player", &replay->listener->player, replay->fault) &&
                             json_find_integer(document, document->root, "undo", 1, 1, &undo, replay->fault)))
        return false;
    line->seat = seat_named(name);
    line->decided = !json_get(document->root, "undo");
    if (line->seat == NO_SEAT || line->seat >= match_head(game->match)->seats) return wrong(replay, "there is no such seat");
    return true;
}

/* A line that fails must not count: the game goes back to where it was before it. */
static bool replay_line(struct replay *replay, const char *text, size_t length, struct state *before, struct line *line)
{
    struct game         *game = replay->game, kept = *game;
    struct json_document document;

    if (replay->listener->pledge.revealed[0]) return wrong(replay, "nothing may follow the revealed seed");
    if (!parse_line(replay, text, length, &document)) return false;
    if (json_get(document.root, "reveal")) return read_reveal(replay, &document, line);
    if (!read_line(replay, &document, line)) return false;
    memcpy((void *)before, (const void *)game->state, ruleset_of(game->match)->state_size);
    replay->listener->events.count = 0;
    if (!line->decided) {
        if (!game_undo(game, line->seat)) return wrong(replay, "there is nothing that this seat may undo");
    } else if (!replay_decision(replay, &document, line->seat, &line->d)) {
        return false;
    }
    if (read_hash(replay, &document, "hash", game_hash(game), "the state differs")) return true;
    *game = kept;
    game->pasts = 0;
    memcpy((void *)game->state, (const void *)before, ruleset_of(game->match)->state_size);
    return false;
}

static bool replay_all(struct replay *replay, const char *text, size_t length, int32_t *lines)
{
    struct game  *game = replay->game;
    struct arena *arena = replay->arena;
    const char   *end = text + length;
    struct state *before = NULL;
    size_t        mark = 0;
    bool          good = true;

    *lines = 0;
    replay->listener->pledge = (struct pledge){ .scheme = NULL };
    while (good && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t      size = (size_t)((stop ? stop : end) - text);
        struct line line = { .seat = NO_SEAT };
        replay->line++;
        replay->listener->player = NULL;
        if (replay->line == 1) {
            good = read_header(replay, text, size);
            before = good ? arena_take(arena, ruleset_of(game->match)->state_size) : NULL;
            if (good && !before) good = wrong(replay, "there is not enough memory for the replay");
            mark = arena->used;
        } else {
            arena->used = mark;
            good = replay_line(replay, text, size, before, &line);
        }
        if (good) {
            (*lines)++;
            good = line.revealed || tell_listener(replay, line.seat, line.decided ? &line.d : NULL);
        }
        text += size + (stop ? 1 : 0);
    }
    if (replay->line == 0) return wrong(replay, "the journal is empty");
    return !replay->fault->set;
}

bool journal_replay(struct game *game, const struct library *library, const char *name, const char *text, size_t length,
                    struct journal_listener *listener, struct arena *arena, int32_t *lines, struct fault *fault)
{
    struct replay replay = { .game = game, .library = library, .name = name, .arena = arena, .fault = fault, .listener = listener };

    return replay_all(&replay, text, length, lines);
}

bool journal_replay_onto(struct game *game, const struct match *match, const char *name, const char *text, size_t length,
                         struct journal_listener *listener, struct arena *arena, int32_t *lines, struct fault *fault)
{
    struct replay replay = { .game = game, .match = match, .name = name, .arena = arena, .fault = fault, .listener = listener };

    return replay_all(&replay, text, length, lines);
}
