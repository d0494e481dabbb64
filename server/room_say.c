/* room_say.c: what a room tells those who look on (docs/table-protocol.md). */
#include "room.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

/* A message whose text begins behind {KIND:{"channel":1, */
static struct net_text *make_text(const struct channel *channel, const char *kind, const char *text, size_t length)
{
    char            head[64];
    struct out      out = out_over(head, sizeof head);
    struct net_text *made = NULL;
    char           *whole;

    out_format(&out, "{\"%s\":{\"channel\":%d,", kind, channel->number);
    whole = malloc(out.used + length);
    if (!whole) return NULL;
    memcpy(whole, head, out.used);
    memcpy(whole + out.used, text, length);
    made = net_text_make(whole, out.used + length);
    free(whole);
    return made;
}

/* While the past is being read, the present waits. */
void channel_hold(struct channel *channel, struct net_text *text)
{
    if (channel->held_count == channel->held_capacity) {
        size_t            capacity = channel->held_capacity ? 2 * channel->held_capacity : 8;
        struct net_text **larger = realloc(channel->held, capacity * sizeof *larger);
        if (!larger) {
            net_text_release(text);
            net_drop(channel->connection->client, 1011);
            return;
        }
        channel->held = larger;
        channel->held_capacity = capacity;
    }
    channel->held[channel->held_count++] = text;
}

/* A message that cannot be made would leave a gap: the page must come again. */
void channel_send(struct channel *channel, const char *kind, const char *text, size_t length)
{
    struct net_text *made = make_text(channel, kind, text, length);

    if (!channel->connection->client) {
        net_text_release(made);
    } else if (!made) {
        net_drop(channel->connection->client, 1011);
    } else if (channel->history) {
        channel_hold(channel, made);
    } else {
        net_send(channel->connection->client, made);
        net_text_release(made);
    }
}

static void say_to_all(struct room *room, const char *kind, const struct out *out)
{
    for (struct channel *channel = room->channels; channel; channel = channel->next) channel_send(channel, kind, out->text, out->used);
}

uint8_t room_viewers(const struct room *room)
{
    uint8_t viewers = 0;

    for (const struct channel *channel = room->channels; channel; channel = channel->next) viewers |= SEAT_BIT(channel->viewer);
    return viewers;
}

void room_say_notes(struct room *room, const struct note *notes)
{
    for (const struct note *note = notes; note; note = note->next)
        for (struct channel *channel = room->channels; channel; channel = channel->next)
            if (channel->viewer == note->viewer) {
                channel_send(channel, "update", note->text, note->length);
                channel->n = note->n;
            }
}

static void write_seeds(const struct room *room, struct json_writer *writer)
{
    json_key(writer, "seeds");
    json_open(writer, '{');
    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++) {
        json_key(writer, seat_name(seat));
        if (room->is.table.player[seat]) json_write_string(writer, "");
        else if (room->is.seeds[seat]) json_write_string(writer, room->is.seeds[seat]);
        else json_write_null(writer);
    }
    json_close(writer, '}');
}

void room_say_seeds(struct room *room, const char *kind)
{
    char               text[ANSWER_BYTES];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    write_seeds(room, &writer);
    out_text(&out, "}}");
    say_to_all(room, kind, &out);
}

void room_say_missed(struct room *room)
{
    bool in_lobby = room->channels && room->channels->n < 0;

    if (room->is.table.fair && in_lobby) room_say_seeds(room, room->is.rest ? "begins" : "seeds");
    room_say_stand_ins(room);
    for (struct channel *channel = room->channels; channel; channel = channel->next) {
        int32_t n = channel->n, chats = channel->chats;
        channel->n = room->is.witness.n[channel->viewer];
        channel->chats = room->is.chats;
        if (channel->history) net_drop(channel->connection->client, 1011);       /* it is still being told the past: it comes again */
        else if (n < channel->n || chats < channel->chats) history_begin(channel, (int64_t)n + 1, chats);
        channel_say_present(channel);
    }
}

static void write_presence(const struct room *room, struct out *out)
{
    struct json_writer writer = json_writer_over(out);
    int32_t            watching = 0;

    for (const struct channel *channel = room->channels; channel; channel = channel->next)
        if (channel->viewer == SPECTATOR) watching++;
    json_key(&writer, "seats");
    json_open(&writer, '{');
    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++) {
        if (room->is.table.player[seat]) continue;
        json_key(&writer, seat_name(seat));
        json_write_boolean(&writer, room_viewers(room) & SEAT_BIT(seat));
    }
    json_close(&writer, '}');
    json_key(&writer, "watching");
    json_write_integer(&writer, watching);
    out_text(out, "}}");
}

void room_say_presence(struct room *room)
{
    char       text[512];
    struct out out = out_over(text, sizeof text);

    if (!table_seats(&room->is.table)) return;           /* it was never awake */
    write_presence(room, &out);
    say_to_all(room, "presence", &out);
}

/* {"B":{"player":"greedy","sits":false,"wait":60000}}: those whom a person allows to play for him. */
static void write_stand_ins(const struct room *room, struct json_writer *writer)
{
    json_open(writer, '{');
    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++) {
        int64_t wait = room_stand_in_wait(room, seat);
        if (!room->is.allowed[seat]) continue;
        json_key(writer, seat_name(seat));
        json_open(writer, '{');
        json_key(writer, "player");
        json_write_string(writer, room->is.allowed[seat]->name);
        json_key(writer, "sits");
        json_write_boolean(writer, room->is.witness.sitting[seat] != NULL);
        if (wait >= 0) {
            json_key(writer, "wait");
            json_write_integer(writer, wait);
        }
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

void room_say_stand_ins(struct room *room)
{
    char               text[512];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    json_key(&writer, "seats");
    write_stand_ins(room, &writer);
    out_text(&out, "}}");
    say_to_all(room, "stand_ins", &out);
}

/* Another's dice are only spoken of to those who know that he decides now. */
static bool knows_of(const struct channel *channel, const struct pending *pending)
{
    return pending->kind == MOVE_BEGIN || channel->viewer == pending->thrower || channel->viewer == pending->seat ||
           (channel->room->is.witness.asked[channel->viewer] & SEAT_BIT(pending->seat));
}

static void say_needs(struct channel *channel, const struct pending *pending, bool wanted)
{
    const struct ruleset *ruleset = ruleset_of(channel->room->is.table.match);
    char                  text[256];
    struct out            out = out_over(text, sizeof text);

    if (!knows_of(channel, pending)) return;
    if (wanted)
        out_format(&out, "\"rule\":\"%s\",\"sides\":%d,\"count\":%d,\"you\":%s}}", ruleset->rules[pending->missing.rule],
                   pending->missing.sides, pending->missing.count, channel->viewer == pending->thrower ? "true" : "false");
    else out_text(&out, "\"count\":0}}");
    channel_send(channel, "needs", out.text, out.used);
}

void room_say_needs(struct room *room, const struct pending *pending, bool wanted)
{
    for (struct channel *channel = room->channels; channel; channel = channel->next) say_needs(channel, pending, wanted);
}

static void write_over(const struct room *room, struct out *out)
{
    struct json_writer writer = json_writer_over(out);
    char               digits[FAIR_HEX];

    json_key(&writer, "winner");
    json_write_string(&writer, room->is.winner == NO_SEAT ? "draw" : seat_name(room->is.winner));
    if (room->is.table.fair) {
        fair_dice_reveal(room->is.table.seed, digits);
        json_key(&writer, "reveal");
        json_write_string(&writer, digits);
    }
    out_text(out, "}}");
}

void room_say_over(struct room *room)
{
    char       text[256];
    struct out out = out_over(text, sizeof text);

    write_over(room, &out);
    say_to_all(room, "over", &out);
}

void room_say_trouble(struct room *room, const char *code, const char *why)
{
    char       text[256];
    struct out out = out_over(text, sizeof text);

    out_format(&out, "\"code\":\"%s\",\"text\":\"%s\"}}", code, why);
    say_to_all(room, "trouble", &out);
}

/* As far as the viewer knows: what he is not to know is asked of nobody in his view. */
static void say_thinking(struct channel *channel)
{
    const struct room *room = channel->room;

    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++) {
        char       text[32];
        struct out out = out_over(text, sizeof text);
        if (!replayed_player(&room->is, seat) || !(room->is.witness.asked[channel->viewer] & SEAT_BIT(seat))) continue;
        out_format(&out, "\"seat\":\"%s\"}}", seat_name(seat));
        channel_send(channel, "thinking", out.text, out.used);
    }
}

void room_say_thinking(struct room *room, uint8_t viewers)
{
    for (struct channel *channel = room->channels; channel; channel = channel->next)
        if (viewers & SEAT_BIT(channel->viewer)) say_thinking(channel);
}

static void write_dice(const struct room *room, struct json_writer *writer)
{
    char commitment[FAIR_HEX];

    json_key(writer, "dice");
    json_open(writer, '{');
    json_key(writer, "kind");
    json_write_string(writer, room->is.table.fair ? "fair" : "typed");
    if (room->is.table.fair) {
        fair_dice_commitment(room->is.table.seed, commitment);
        json_key(writer, "scheme");
        json_write_string(writer, FAIR_SCHEME);
        json_key(writer, "commitment");
        json_write_string(writer, commitment);
        write_seeds(room, writer);
    }
    json_close(writer, '}');
}

static void write_string(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

static void write_integer(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

/* As a string each byte of a document may become two. */
static size_t battle_room(const struct battle *battle)
{
    return battle ? strlen(battle->title) + strlen(battle->armies) + 2 * battle->scenario.length : 0;
}

/* What the library does not have; it holds nothing that a seat or a spectator may not see. */
static void write_battle(const struct battle *battle, struct json_writer *writer)
{
    table_write_raw(writer, "title", battle->title);
    table_write_raw(writer, "armies", battle->armies);
    write_string(writer, "scenario_text", battle->scenario.text);
}

static void write_opened(const struct channel *channel, struct out *out)
{
    const struct room  *room = channel->room;
    const struct table *table = &room->is.table;
    struct json_writer  writer = json_writer_over(out);

    json_open(&writer, '{');
    write_integer(&writer, "channel", channel->number);
    write_string(&writer, "game", table->game);
    write_string(&writer, "seat", viewer_name(channel->viewer));
    write_string(&writer, "mode", mode_name[table->mode]);
    write_string(&writer, "ruleset", ruleset_of(table->match)->id);
    write_integer(&writer, "version", ruleset_of(table->match)->version);
    write_string(&writer, "scenario", match_head(table->match)->scenario);
    if (table->battle) write_battle(table->battle, &writer);
    json_key(&writer, "options");
    match_write_options(table->match, &writer);
    json_key(&writer, "players");
    table_write_players(table, &writer);
    json_key(&writer, "stand_ins");
    write_stand_ins(room, &writer);
    write_integer(&writer, "created", room->created);
    write_dice(room, &writer);
    json_key(&writer, "began");
    json_write_boolean(&writer, room->is.rest != NULL);
    write_integer(&writer, "n", room->is.witness.n[channel->viewer]);
    write_integer(&writer, "chats", room->is.chats);
    json_close(&writer, '}');
    json_close(&writer, '}');
}

void channel_say_opened(struct channel *channel, int64_t id)
{
    size_t     room = ANSWER_BYTES + battle_room(channel->room->is.table.battle);
    char      *text = malloc(room);
    struct out out;

    if (!text) {
        net_drop(channel->connection->client, 1011);
        return;
    }
    out = out_over(text, room);
    write_opened(channel, &out);
    connection_answer(channel->connection, id, "opened", out.text, out.used);
    free(text);
}

void channel_say_present(struct channel *channel)
{
    struct room *room = channel->room;
    char         text[512];
    struct out   out = out_over(text, sizeof text);

    if (room->is.over) {
        write_over(room, &out);
        channel_send(channel, "over", out.text, out.used);
        return;
    }
    if (room->pending) say_needs(channel, room->pending, true);
    if (room->is.rest) say_thinking(channel);
}
