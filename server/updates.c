/* updates.c: see updates.h. */
#include "updates.h"

#include "must.h"
#include "state.h"
#include "view.h"

#include <sodium.h>
#include <string.h>

void witness_clear(struct witness *witness)
{
    *witness = (struct witness){ .news = { 0 } };
    for (int i = 0; i < VIEWERS; i++) witness->n[i] = -1;
}

static bool sees_event(const struct events *events, seat_id viewer)
{
    for (int32_t i = 0; i < events->count; i++)
        if (events->list[i].seen & SEAT_BIT(viewer)) return true;
    return false;
}

/*
 * May the viewer be told who decided? When it was he; when there are two and it was not; and when as far as he knows nobody
 * else was asked.
 */
static bool may_know(const struct witness *witness, const struct match *match, seat_id viewer, seat_id by)
{
    if (by == NO_SEAT) return false;
    if (viewer == by || (viewer != SPECTATOR && match_head(match)->seats == 2)) return true;
    return witness->asked[viewer] == SEAT_BIT(by);
}

static void write_state(struct out *out, const struct state *view, size_t size)
{
    size_t length = sodium_base64_encoded_len(size, sodium_base64_VARIANT_ORIGINAL);

    must(out->capacity - out->used > length + 16);
    out_text(out, ",\"state\":\"");
    sodium_bin2base64(out->text + out->used, length, (const unsigned char *)view, size, sodium_base64_VARIANT_ORIGINAL);
    out->used += length - 1;
    out_char(out, '"');
}

static void write_sitting(const struct witness *witness, struct json_writer *writer)
{
    bool any = false;

    for (seat_id seat = 0; seat < SEATS_MAX; seat++) {
        if (!witness->sitting[seat]) continue;
        if (!any) {
            json_key(writer, "stand_ins");
            json_open(writer, '{');
        }
        any = true;
        json_key(writer, seat_name(seat));
        json_write_string(writer, witness->sitting[seat]->name);
    }
    if (any) json_close(writer, '}');
}

static void write_update(const struct witness *witness, struct bench *bench, const struct state *view, seat_id viewer, seat_id by,
                         bool undo, bool whole)
{
    const struct match *match = bench->game.match;
    struct out         *out = &bench->text;
    struct json_writer  writer;

    *out = out_over(out->text, out->capacity);
    writer = json_writer_over(out);
    json_key(&writer, "n");
    json_write_integer(&writer, witness->n[viewer]);
    json_key(&writer, "by");
    if (may_know(witness, match, viewer, by)) json_write_string(&writer, seat_name(by));
    else json_write_null(&writer);
    if (undo) {
        json_key(&writer, "undo");
        json_write_boolean(&writer, true);
    }
    write_sitting(witness, &writer);
    json_key(&writer, "events");
    events_write(match, &bench->events, viewer, NULL, ENGLISH, &writer);
    if (whole) write_state(out, view, ruleset_of(match)->state_size);
    json_key(&writer, "may_undo");
    json_write_boolean(&writer, viewer != SPECTATOR && game_may_undo(&bench->game, viewer));
    out_text(out, "}}");
    must(!out->full);
}

void witness_step(struct witness *witness, struct bench *bench, seat_id by, bool undo, const struct update_reader *reader)
{
    struct game  *game = &bench->game;
    struct state *view = game->seen[0];
    seat_id       seats = (seat_id)match_head(game->match)->seats;

    for (seat_id seat = 0; seat <= seats; seat++) {
        seat_id            viewer = seat == seats ? SPECTATOR : seat;
        enum update_wanted wanted;
        bool               noticed = by == NO_SEAT || game->news[viewer] != witness->news[viewer] || sees_event(&bench->events, viewer);
        game_view(game, viewer, view);
        if (noticed) {
            witness->n[viewer]++;
            wanted = reader->wanted ? reader->wanted(reader->context, viewer, witness->n[viewer]) : UPDATE_UNWANTED;
            if (wanted != UPDATE_UNWANTED) {
                write_update(witness, bench, view, viewer, by, undo, wanted == UPDATE_WHOLE);
                reader->take(reader->context, viewer, witness->n[viewer], bench->text.text, bench->text.used);
            }
        }
        witness->news[viewer] = game->news[viewer];
        witness->asked[viewer] = play_asked(view);
    }
}
