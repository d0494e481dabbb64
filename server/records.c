/* records.c: see records.h. */
#include "records.h"

#include "battles.h"
#include "state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

const char *const mode_name[MODES] = { "computer", "shared", "link" };

int mode_named(const char *name)
{
    for (int i = 0; i < MODES; i++)
        if (!strcmp(mode_name[i], name)) return i;
    return -1;
}

const char *viewer_name(seat_id viewer)
{
    return viewer == SPECTATOR ? "spectator" : seat_name(viewer);
}

const char *table_player(const struct table *table, seat_id seat)
{
    return table->player[seat] ? table->player[seat]->name : "person";
}

bool table_take_match(struct table *table, struct matches *matches, const struct match *match)
{
    table->match = match;
    if (!match) return false;
    table->battle = matches_battle(matches, match);
    table->seats = (seat_id)match_head(match)->seats;
    return true;
}

void table_drop_match(struct table *table, struct matches *matches)
{
    matches_release(matches, table->match);
    table->match = NULL;
    table->battle = NULL;
}

void table_write_raw(struct json_writer *writer, const char *key, const char *json)
{
    json_key(writer, key);
    out_text(writer->out, json);
    writer->first = false;
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

void table_write_players(const struct table *table, struct json_writer *writer)
{
    json_open(writer, '{');
    for (seat_id seat = 0; seat < table_seats(table); seat++) write_text(writer, seat_name(seat), table_player(table, seat));
    json_close(writer, '}');
}

void record_table(const struct table *table, struct out *out)
{
    struct json_writer writer = json_writer_over(out);
    char               digits[FAIR_HEX];

    json_open(&writer, '{');
    json_key(&writer, "table");
    json_write_integer(&writer, 1);
    write_text(&writer, "game", table->game);
    write_text(&writer, "ruleset", ruleset_of(table->match)->id);
    write_text(&writer, "scenario", match_head(table->match)->scenario);
    if (table->battle) {
        table_write_raw(&writer, "title", table->battle->title);
        table_write_raw(&writer, "armies", table->battle->armies);
        write_text(&writer, "scenario_text", table->battle->scenario.text);
    }
    json_key(&writer, "options");
    match_write_options(table->match, &writer);
    json_key(&writer, "players");
    table_write_players(table, &writer);
    write_text(&writer, "dice", table->fair ? "fair" : "typed");
    write_text(&writer, "mode", mode_name[table->mode]);
    fair_dice_reveal(table->seed, digits);
    write_text(&writer, "seed", digits);
    json_close(&writer, '}');
    sodium_memzero(digits, sizeof digits);
}

void record_seed(seat_id seat, const char *text, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    write_text(&writer, "seed", seat_name(seat));
    write_text(&writer, "text", text);
    json_close(&writer, '}');
}

void record_chat(seat_id from, const char *text, int64_t time, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    write_text(&writer, "chat", viewer_name(from));
    write_text(&writer, "text", text);
    json_key(&writer, "time");
    json_write_integer(&writer, time);
    json_close(&writer, '}');
}

void record_stand_in(seat_id seat, const struct player *player, bool sits, seat_id by, int64_t time, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    write_text(&writer, "stand_in", seat_name(seat));
    write_text(&writer, "player", player ? player->name : "person");
    json_key(&writer, "sits");
    json_write_boolean(&writer, sits);
    write_text(&writer, "by", seat_name(by));
    json_key(&writer, "time");
    json_write_integer(&writer, time);
    json_close(&writer, '}');
}

void chat_write(int32_t number, seat_id from, const char *text, int64_t time, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_key(&writer, "number");
    json_write_integer(&writer, number);
    write_text(&writer, "from", viewer_name(from));
    write_text(&writer, "text", text);
    json_key(&writer, "time");
    json_write_integer(&writer, time);
    out_text(out, "}}");
}

static bool begins_with(const char *line, size_t length, const char *start)
{
    return length >= strlen(start) && !memcmp(line, start, strlen(start));
}

bool record_is_journal(const char *line, size_t length)
{
    static const char *const others[] = { "{\"table\":", "{\"seed\":", "{\"chat\":", "{\"stand_in\":" };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (begins_with(line, length, others[i])) return false;
    return true;
}

static bool read_players(const struct json_document *document, struct table *table, struct fault *fault)
{
    const struct json *named = NULL;

    if (!json_branch(document, document->root, "players", JSON_OBJECT, &named, fault)) return false;
    for (seat_id seat = 0; seat < table_seats(table); seat++) {
        const char *name = NULL;
        if (!json_string(document, named, seat_name(seat), &name, fault)) return false;
        table->player[seat] = player_named(name);
        if (!table->player[seat] && strcmp(name, "person")) return fault_say(fault, "table", 0, "there is no such player");
    }
    return true;
}

/* The scenario of the library, or that of the battle which the record holds. */
static const struct match *hold_match(struct matches *matches, const struct json_document *document, struct arena *arena, struct fault *fault)
{
    const char          *ruleset = NULL, *scenario = NULL;
    const struct json   *root = document->root;
    struct json_document options = *document;
    struct battle        battle;

    if (!json_string(document, root, "ruleset", &ruleset, fault) || !json_string(document, root, "scenario", &scenario, fault)) return NULL;
    options.root = json_get(root, "options");
    if (!json_get(root, "scenario_text")) return matches_hold(matches, ruleset, scenario, &options, fault);
    return battle_read(document, arena, &battle, fault) ? matches_hold_battle(matches, ruleset, &battle, &options, fault) : NULL;
}

static bool read_table(struct matches *matches, const struct json_document *document, struct arena *arena, struct table *table,
                       struct fault *fault)
{
    const char        *game = NULL, *dice = NULL, *mode = NULL, *seed = NULL;
    const struct json *root = document->root;
    int64_t            version;

    if (!json_integer(document, root, "table", 1, 1, &version, fault) || !json_string(document, root, "game", &game, fault) ||
        !json_string(document, root, "dice", &dice, fault) || !json_string(document, root, "mode", &mode, fault) ||
        !json_string(document, root, "seed", &seed, fault))
        return false;
    if (strlen(game) >= GAME_ID || mode_named(mode) < 0 || !fair_dice_read(seed, table->seed))
        return fault_say(fault, "table", 0, "the record of the table is damaged");
    memcpy(table->game, game, strlen(game) + 1);
    table->fair = !strcmp(dice, "fair");
    table->mode = (uint8_t)mode_named(mode);
    if (table_take_match(table, matches, hold_match(matches, document, arena, fault)) && read_players(document, table, fault)) return true;
    table_drop_match(table, matches);
    return false;
}

bool record_read_table(struct matches *matches, const char *line, size_t length, struct arena *arena, struct table *table,
                       struct fault *fault)
{
    struct json_document document;

    *table = (struct table){ .match = NULL };
    return json_parse(&document, "table", line, length, arena, fault) && read_table(matches, &document, arena, table, fault);
}
