/* room_steps.c: what changes a game: made on the bench, written to the store, then told. */
#include "room.h"

#include "clock.h"
#include "log.h"
#include "view.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { CHATS_MAX = 2000 };

/* Records on their way to the disk, and what follows when they are there. */
struct writing {
    struct store_job job;                /* the first member: it is what the mailbox delivers */
    struct room     *room;
    struct asker     asker;
    bool             moves;
    struct move      move;
    seat_id          seed_seat;          /* a seed was given; NO_SEAT: none */
    char            *seed;
    bool             chats;
    seat_id          chat_from;
    int64_t          time;
    char             chat[CHAT_BYTES + 1];
    seat_id          stand_in_seat;      /* whose stand-in is settled anew; NO_SEAT: nobody's */
    const struct player *stand_in;
    bool             sits;
};

static struct writing *writing_make(struct room *room, const struct request *request)
{
    struct writing *writing = calloc(1, sizeof *writing);

    if (!writing) {
        if (request) connection_error(request->connection, request->id, "failed", "there is not enough memory");
        return NULL;
    }
    writing->room = room;
    writing->seed_seat = writing->stand_in_seat = NO_SEAT;
    if (request) writing->asker = asker_of(request);
    return writing;
}

static void writing_free(struct writing *writing)
{
    move_free(&writing->move);
    asker_release(&writing->asker);
    store_job_clear(&writing->job);
    free(writing->seed);
    free(writing);
}

/* Answer with an error; nothing is written. */
static void writing_end(struct writing *writing, const char *code, const char *text)
{
    asker_error(&writing->asker, code, text);
    writing_free(writing);
}

static void install(struct room *room, struct move *move)
{
    free(room->is.rest);
    room->is.rest = move->after;
    move->after = NULL;
    room->is.witness = move->witness;
    room->is.rolls = move->rolls;
    room->is.over = move->over;
    room->is.winner = move->winner;
}

static void answer_decided(const struct writing *writing)
{
    const struct move *move = &writing->move;
    char               text[128];
    struct out         out = out_over(text, sizeof text);

    if (!writing->asker.connection) return;
    out_format(&out, "{\"channel\":%d,\"n\":%d", writing->asker.channel, move->witness.n[writing->asker.viewer]);
    if (move->kind == MOVE_DECIDE) out_format(&out, ",\"taken\":%d", move->taken);
    out_text(&out, "}}");
    connection_answer(writing->asker.connection, writing->asker.id, "decided", out.text, out.used);
}

/* Whoever has noticed something hears at once who considers now. */
static uint8_t noticed(const struct note *notes)
{
    uint8_t viewers = 0;

    for (; notes; notes = notes->next) viewers |= SEAT_BIT(notes->viewer);
    return viewers;
}

static void tell_move(struct writing *writing)
{
    struct room *room = writing->room;
    struct move *move = &writing->move;

    room_drop_pending(room);
    install(room, move);
    if (move->kind == MOVE_BEGIN && room->is.table.fair) room_say_seeds(room, "begins");
    room_say_notes(room, move->notes);
    if (move->over) {
        room->rooms->unfinished--;
        room_say_over(room);
    } else {
        room_say_thinking(room, noticed(move->notes));
    }
}

static void tell_chat(struct writing *writing)
{
    struct room *room = writing->room;
    char         text[8 * CHAT_BYTES];
    struct out   out = out_over(text, sizeof text);

    room->is.chats++;
    chat_write(room->is.chats, writing->chat_from, writing->chat, writing->time, &out);
    for (struct channel *channel = room->channels; channel; channel = channel->next) {
        channel_send(channel, "chat", out.text, out.used);
        channel->chats = room->is.chats;
    }
}

/* What it thought or had decided so far, without a die being thrown, is as if it had never been. */
static void tell_stand_in(struct writing *writing)
{
    struct room *room = writing->room;
    seat_id      seat = writing->stand_in_seat;

    if (room->is.witness.sitting[seat] && room->pending && room->pending->seat == seat && room->pending->faces == 0) room_drop_pending(room);
    room_drop_thought(room, seat);
    room->is.allowed[seat] = writing->stand_in;
    room->is.witness.sitting[seat] = writing->sits ? writing->stand_in : NULL;
    room_say_stand_ins(room);
    if (room->is.rest) room_say_thinking(room, room_viewers(room));
}

static void tell_all(struct writing *writing)
{
    struct room *room = writing->room;

    if (writing->seed_seat != NO_SEAT) {
        room->is.seeds[writing->seed_seat] = writing->seed;
        writing->seed = NULL;
        if (!writing->moves) room_say_seeds(room, "seeds");
    }
    if (writing->chats) tell_chat(writing);
    if (writing->stand_in_seat != NO_SEAT) tell_stand_in(writing);
    if (writing->moves) tell_move(writing);
    if (writing->moves && writing->move.kind != MOVE_BEGIN) answer_decided(writing);
    else asker_done(&writing->asker);
}

static int64_t count_lines(const struct store_job *job)
{
    int64_t lines = 0;

    for (size_t i = 0; i < job->length; i++) lines += job->text[i] == '\n';
    return lines;
}

static void log_failure(const struct writing *writing)
{
    struct log_line line = log_begin(LEVEL_ERROR, "write_failed");

    log_text(&line, "game", writing->room->is.table.game);
    log_text(&line, "why", writing->job.fault.text);
    log_end(&line);
}

static void on_written(struct mail *mail)
{
    struct writing *writing = (struct writing *)mail;
    struct room    *room = writing->room;

    room->writing = NULL;
    if (writing->job.result == STORE_OK) {
        room->is.records += count_lines(&writing->job);
        if (room->condition == ROOM_AWAKE) tell_all(writing);
        else asker_error(&writing->asker, "unknown_link", "this game has been deleted");
    } else {
        log_failure(writing);
        asker_error(&writing->asker, "failed", "the game could not be written; it is as it was before");
        room->failed = true;
        if (room->condition == ROOM_AWAKE) room_sleep(room);
    }
    writing_free(writing);
    room_drop_orphan(room);
    rooms_used(room);
    room_go_on(room);
}

static void send_to_store(struct writing *writing)
{
    struct room *room = writing->room;

    writing->job.mail.deliver = on_written;
    writing->job.kind = JOB_APPEND;
    writing->job.game = room->id;
    writing->job.seq = room->is.records;
    writing->job.time = clock_now();
    writing->job.over = writing->moves && writing->move.over;
    room->writing = writing;
    store_thread_run(room->rooms->store, &writing->job);
}

/* Take the lines from the bench to the store. */
static void write_move(struct writing *writing)
{
    const struct out *lines = &writing->room->rooms->bench->lines;

    writing->moves = true;
    if (store_job_add(&writing->job, lines->text, lines->used)) {
        send_to_store(writing);
        return;
    }
    room_drop_pending(writing->room);
    writing_end(writing, "failed", "there is not enough memory");
}

static struct move move_of(const struct room *room, enum move_kind kind, seat_id seat)
{
    return (struct move){ .kind = kind, .seat = seat, .viewers = room_viewers(room), .table = &room->is.table, .seeds = room->is.seeds,
                          .before = room->is.rest, .witness = room->is.witness, .rolls = room->is.rolls };
}

static seat_id first_person(const struct table *table, uint8_t among)
{
    for (seat_id seat = 0; seat < table_seats(table); seat++)
        if (!table->player[seat] && (among & SEAT_BIT(seat))) return seat;
    return NO_SEAT;
}

/* Whoever decides throws; for a computer player the first person who is here, and else, as for the set-up, the first person. */
static seat_id thrower_of(const struct room *room, seat_id seat)
{
    seat_id here = first_person(&room->is.table, room_viewers(room));

    if (seat != NO_SEAT && !replayed_player(&room->is, seat)) return seat;
    return seat != NO_SEAT && here != NO_SEAT ? here : first_person(&room->is.table, UINT8_MAX);
}

/* The step waits for dice that the players throw: it is kept with what was thrown so far. */
static void wait_for_dice(struct writing *writing)
{
    struct room       *room = writing->room;
    const struct move *move = &writing->move;
    struct pending    *pending = room->pending;

    if (!pending) {
        struct decision *list = malloc((size_t)(move->count + 1) * sizeof *list);
        pending = calloc(1, sizeof *pending);
        if (!pending || !list) {
            free(pending);
            free(list);
            writing_end(writing, "failed", "there is not enough memory");
            return;
        }
        if (move->count) memcpy(list, move->list, (size_t)move->count * sizeof *list);
        *pending = (struct pending){ .kind = move->kind, .seat = move->seat, .stand_in = move->stand_in, .list = list, .count = move->count };
        pending->thrower = thrower_of(room, move->seat);
        room->pending = pending;
    }
    pending->missing = move->missing;
    room_say_needs(room, pending, true);
    asker_done(&writing->asker);
    writing_free(writing);
}

void room_drop_pending(struct room *room)
{
    struct pending *pending = room->pending;

    if (!pending) return;
    room->pending = NULL;
    room_say_needs(room, pending, false);
    free(pending->list);
    free(pending);
}

/* Whoever was to throw has gone: his decision, unless it is being written, is as if it had never been. */
void room_drop_orphan(struct room *room)
{
    const struct pending *pending = room->pending;

    if (pending && pending->kind != MOVE_BEGIN && !room->writing && !(room_viewers(room) & SEAT_BIT(pending->thrower)))
        room_drop_pending(room);
}

static void answer_refused(const struct writing *writing)
{
    char               text[1024];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    json_key(&writer, "channel");
    json_write_integer(&writer, writing->asker.channel);
    json_key(&writer, "at");
    json_write_integer(&writer, writing->move.at);
    json_key(&writer, "refusal");
    refusal_write(writing->room->is.table.match, &writing->move.why, NULL, ENGLISH, &writer);
    out_text(&out, "}}");
    connection_log_refusal(writing->asker.connection, "refused");
    connection_answer(writing->asker.connection, writing->asker.id, "refused", out.text, out.used);
}

static void finish_move(struct writing *writing)
{
    struct room *room = writing->room;

    switch (writing->move.end) {
    case MOVE_MADE:
        write_move(writing);
        return;
    case MOVE_NEEDS_DICE:
        wait_for_dice(writing);
        return;
    case MOVE_REFUSED:
        if (writing->asker.connection) {
            answer_refused(writing);
            writing_free(writing);
            return;
        }
        break;                           /* a computer player's decision is never refused but by a bug */
    case MOVE_WRONG_DICE:
        writing_end(writing, "wrong_dice", "these dice are not the ones that are wanted");
        room_drop_pending(room);
        return;
    case MOVE_NO_UNDO:
        writing_end(writing, "no_undo", "nothing can be taken back");
        return;
    case MOVE_NO_MEMORY:
        writing_end(writing, "failed", "there is not enough memory");
        room_drop_pending(room);
        return;
    case MOVE_BUG:
        break;
    }
    writing_end(writing, "broken", "a bug ended this game");
    room_break(room);
}

void room_make(struct room *room, enum move_kind kind, seat_id seat, const struct decision *list, int32_t count,
               const struct request *request)
{
    struct writing *writing = writing_make(room, request);

    if (!writing) return;
    writing->move = move_of(room, kind, seat);
    writing->move.list = list;
    writing->move.count = count;
    writing->move.stand_in = seat == NO_SEAT ? NULL : room->is.witness.sitting[seat];
    if (room->pending) {
        writing->move.stand_in = room->pending->stand_in;
        writing->move.face = room->pending->face;
        writing->move.faces = room->pending->faces;
    }
    move_make(&writing->move, room->rooms->bench);
    finish_move(writing);
}

bool room_ready_to_begin(const struct room *room)
{
    if (room->is.rest || room->pending) return false;
    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++)
        if (room->is.table.fair && !room->is.table.player[seat] && !room->is.seeds[seat]) return false;
    return true;
}

/* The last seed and the beginning are written together, so that no roll is known to the host before it is bound. */
static void seed_and_begin(struct writing *writing)
{
    struct room *room = writing->room;
    char        *seeds[SEATS_MAX];

    memcpy(seeds, room->is.seeds, sizeof seeds);
    seeds[writing->seed_seat] = writing->seed;
    for (seat_id seat = 0; seat < table_seats(&room->is.table); seat++)
        if (!room->is.table.player[seat] && !seeds[seat]) {
            send_to_store(writing);
            return;
        }
    writing->move = move_of(room, MOVE_BEGIN, NO_SEAT);
    writing->move.seeds = seeds;
    move_make(&writing->move, room->rooms->bench);
    writing->move.seeds = NULL;
    finish_move(writing);
}

static bool add_record(struct writing *writing, const struct out *record)
{
    if (!record->full && store_job_add(&writing->job, record->text, record->used) && store_job_add(&writing->job, "\n", 1)) return true;
    writing_end(writing, "failed", "there is not enough memory");
    return false;
}

void room_seed(struct room *room, const struct request *request)
{
    seat_id         seat = request->channel->viewer;
    const char     *given = NULL;
    struct fault    fault = { .set = false };
    char            text[1024];
    struct out      out = out_over(text, sizeof text);
    struct writing *writing;

    if (!json_string(request->document, request->body, "text", &given, &fault) || strlen(given) > PLEDGE_TEXT) {
        connection_malformed(request->connection, request->id, fault.set ? fault.text : "\"text\" has at most 128 bytes");
        return;
    }
    if (seat == SPECTATOR) {
        connection_error(request->connection, request->id, "not_yours", "a spectator gives no seed");
        return;
    }
    if (!room->is.table.fair || room->is.rest || room->is.seeds[seat]) {
        connection_error(request->connection, request->id, "stale", "no seed is wanted of this seat any more");
        return;
    }
    writing = writing_make(room, request);
    if (!writing) return;
    writing->seed_seat = seat;
    writing->seed = strdup(given);
    record_seed(seat, given, &out);
    if (!writing->seed) writing_end(writing, "failed", "there is not enough memory");
    else if (add_record(writing, &out)) seed_and_begin(writing);
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7f) return false;
    return true;
}

void room_chat(struct room *room, const struct request *request)
{
    const char     *given = NULL;
    struct fault    fault = { .set = false };
    char            text[8 * CHAT_BYTES];
    struct out      out = out_over(text, sizeof text);
    struct writing *writing;

    if (!json_string(request->document, request->body, "text", &given, &fault) || !given[0] || strlen(given) > CHAT_BYTES ||
        !is_plain(given)) {
        connection_malformed(request->connection, request->id,
                             fault.set ? fault.text : "\"text\" has 1 to 500 bytes and no control characters");
        return;
    }
    if (room->is.over || room->is.chats >= CHATS_MAX || room_is_full(room)) {
        connection_error(request->connection, request->id, room->is.over ? "over" : "too_many",
                         room->is.over ? "the game is over" : "enough has been said in this game");
        return;
    }
    writing = writing_make(room, request);
    if (!writing) return;
    writing->chats = true;
    writing->chat_from = request->channel->viewer;
    writing->time = clock_now();
    memcpy(writing->chat, given, strlen(given) + 1);
    record_chat(writing->chat_from, given, writing->time, &out);
    if (add_record(writing, &out)) send_to_store(writing);
}

void room_seat_stand_in(struct room *room, const struct request *request, seat_id seat, const struct player *player, bool sits)
{
    char            text[256];
    struct out      out = out_over(text, sizeof text);
    struct writing *writing = writing_make(room, request);

    if (!writing) return;
    writing->stand_in_seat = seat;
    writing->stand_in = player;
    writing->sits = sits;
    record_stand_in(seat, player, sits, request->channel->viewer, clock_now(), &out);
    if (add_record(writing, &out)) send_to_store(writing);
}

/* The faces that a request has, added to those so far. False when they are not the ones that are wanted. */
static bool add_faces(struct pending *pending, const struct json *faces)
{
    int low = dice_low(pending->missing.sides), high = low + pending->missing.sides - 1;

    if (faces->count != pending->missing.count || pending->faces + faces->count > GAME_FACES) return false;
    for (const struct json *face = faces->as.child; face; face = face->next) {
        if (face->type != JSON_INTEGER || face->as.integer < low || face->as.integer > high) return false;
    }
    for (const struct json *face = faces->as.child; face; face = face->next)
        pending->face[pending->faces++] = (uint8_t)face->as.integer;
    return true;
}

void room_dice(struct room *room, const struct request *request)
{
    struct pending    *pending = room->pending;
    const struct json *faces = NULL;
    struct fault       fault = { .set = false };

    if (!json_branch(request->document, request->body, "faces", JSON_ARRAY, &faces, &fault)) {
        connection_malformed(request->connection, request->id, fault.text);
        return;
    }
    if (!pending) {
        connection_error(request->connection, request->id, "wrong_dice", "no dice are wanted");
        return;
    }
    if (request->channel->viewer != pending->thrower) {
        connection_error(request->connection, request->id, "not_yours", "these dice are another player's to throw");
        return;
    }
    if (!add_faces(pending, faces)) {
        connection_error(request->connection, request->id, "wrong_dice", "not so many, or a face that is not on the die");
        return;
    }
    room_make(room, pending->kind, pending->seat, pending->list, pending->count, request);
}
