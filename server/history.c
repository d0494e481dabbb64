/*
 * history.c: what a page has missed, from the records of its game: read by the store's thread, replayed by a worker, sent
 * before whatever has happened meanwhile. And the journal of a game that is over, which is those records themselves.
 */
#include "room.h"

#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHATS_REPEATED = 100 };

struct history {
    struct work       work;              /* the first member, as the mailbox delivers it in the end */
    struct store_job  job;
    struct room      *room;
    struct channel   *channel;           /* NULL once it is closed */
    struct connection *connection;       /* held */
    int32_t           number;            /* of the channel */
    seat_id           viewer;
    int64_t           from;
    int32_t           upto, chats;       /* the newest that the page is told as history: what follows was held back */
    int32_t           chats_known;       /* those up to here it has already */
    struct net_text **texts;
    size_t            count, capacity;
    bool              failed;
};

static struct history *history_of(struct mail *mail)
{
    return (struct history *)(void *)((char *)mail - offsetof(struct history, job.mail));
}

static void history_free(struct history *history)
{
    for (size_t i = 0; i < history->count; i++) net_text_release(history->texts[i]);
    free(history->texts);
    store_job_clear(&history->job);
    connection_release(history->connection);
    free(history);
}

static void keep(struct history *history, const char *kind, const char *text, size_t length)
{
    char   head[64];
    size_t used = (size_t)snprintf(head, sizeof head, "{\"%s\":{\"channel\":%d,", kind, history->number);
    char  *whole = malloc(used + length);

    if (whole && history->count == history->capacity) {
        size_t            capacity = history->capacity ? 2 * history->capacity : 64;
        struct net_text **larger = realloc(history->texts, capacity * sizeof *larger);
        if (larger) {
            history->texts = larger;
            history->capacity = capacity;
        }
    }
    if (whole && history->count < history->capacity) {
        memcpy(whole, head, used);
        memcpy(whole + used, text, length);
        history->texts[history->count] = net_text_make(whole, used + length);
        if (history->texts[history->count]) history->count++;
        else history->failed = true;
    } else {
        history->failed = true;
    }
    free(whole);
}

static enum update_wanted wanted(void *context, seat_id viewer, int32_t n)
{
    const struct history *history = context;

    if (viewer != history->viewer || n < history->from || n > history->upto) return UPDATE_UNWANTED;
    return n > history->upto - WHOLE_UPDATES ? UPDATE_WHOLE : UPDATE_SHORT;
}

static void take_update(void *context, seat_id viewer, int32_t n, const char *text, size_t length)
{
    (void)viewer, (void)n;
    keep(context, "update", text, length);
}

/* Chats are heard of while the records are gathered, before the journal is replayed: they come first. */
static void take_chat(void *context, int32_t number, const char *text, size_t length)
{
    struct history *history = context;

    if (number > history->chats - CHATS_REPEATED && number > history->chats_known && number <= history->chats) keep(history, "chat", text, length);
}

static void run(struct work *work, struct bench *bench)
{
    struct history            *history = (struct history *)work;
    const struct record_reader reader = { { wanted, take_update, history }, take_chat };
    struct matches            *matches = history->room->rooms->matches;
    struct replayed            replayed;
    struct fault               fault = { .set = false };
    bool                       bug;

    if (records_replay(matches, bench, history->job.text, history->job.length, &reader, &replayed, &fault, &bug))
        replayed_free(matches, &replayed);
    else history->failed = true;
}

static void release_held(struct channel *channel)
{
    for (size_t i = 0; i < channel->held_count; i++) {
        if (channel->connection->client) net_send(channel->connection->client, channel->held[i]);
        net_text_release(channel->held[i]);
    }
    free(channel->held);
    channel->held = NULL;
    channel->held_count = channel->held_capacity = 0;
}

static void end_history(struct history *history)
{
    struct channel *channel = history->channel;
    struct room    *room = history->room;

    room->readings--;
    history->connection->readings--;
    if (channel) {
        channel->history = NULL;
        if (history->failed) {
            log_event(LEVEL_ERROR, "history_failed", "game", room->is.table.game);
            net_drop(channel->connection->client, 1011);
        } else {
            for (size_t i = 0; i < history->count; i++) net_send(channel->connection->client, history->texts[i]);
        }
        release_held(channel);
    }
    history_free(history);
    rooms_used(room);
}

static void on_replayed(struct mail *mail)
{
    struct history *history = (struct history *)mail;

    if (history->work.dropped) history->failed = true;
    end_history(history);
}

static void on_loaded(struct mail *mail)
{
    struct history *history = history_of(mail);

    if (history->channel && history->job.result == STORE_OK && !history->room->rooms->closing) {
        history->work.run = run;
        history->work.mail.deliver = on_replayed;
        workers_run(history->room->rooms->readers, &history->work);
        return;
    }
    history->failed = true;
    end_history(history);
}

static void load_records(struct room *room, struct store_job *job, void (*deliver)(struct mail *mail))
{
    room->readings++;
    job->kind = JOB_LOAD;
    job->game = room->id;
    job->mail.deliver = deliver;
    store_thread_run(room->rooms->store, job);
}

void history_begin(struct channel *channel, int64_t from, int32_t chats)
{
    struct room    *room = channel->room;
    struct history *history = calloc(1, sizeof *history);

    if (!history) {
        net_drop(channel->connection->client, 1011);
        return;
    }
    history->room = room;
    history->channel = channel;
    history->connection = channel->connection;
    connection_hold(history->connection);
    history->connection->readings++;
    history->number = channel->number;
    history->viewer = channel->viewer;
    history->from = from;
    history->upto = room->is.witness.n[channel->viewer];
    history->chats = room->is.chats;
    history->chats_known = chats;
    channel->history = history;
    load_records(room, &history->job, on_loaded);
}

void history_forget(struct history *history)
{
    history->channel = NULL;
}

/* A journal that somebody has asked for. */
struct export {
    struct store_job job;
    struct room     *room;
    struct asker     asker;
};

/* The journal's lines alone, as the one text that they are. */
static void answer_journal(struct export *export)
{
    size_t             room = 6 * export->job.length + 256;
    char              *journal = malloc(export->job.length + 1), *text = malloc(room);
    struct out         lines = out_over(journal, export->job.length + 1), out = out_over(text, room);
    struct json_writer writer = json_writer_over(&out);

    if (!journal || !text) {
        asker_error(&export->asker, "failed", "there is not enough memory");
        free(journal);
        free(text);
        return;
    }
    for (const char *at = export->job.text, *end = at + export->job.length, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (record_is_journal(at, (size_t)(stop - at))) out_bytes(&lines, at, (size_t)(stop - at) + 1);
    }
    json_open(&writer, '{');
    json_key(&writer, "channel");
    json_write_integer(&writer, export->asker.channel);
    json_key(&writer, "text");
    json_write_string(&writer, journal);
    out_text(&out, "}}");
    connection_answer(export->asker.connection, export->asker.id, "journal", out.text, out.used);
    free(journal);
    free(text);
}

static void on_export(struct mail *mail)
{
    struct export *export = (struct export *)mail;

    export->room->readings--;
    export->asker.connection->readings--;
    if (export->job.result != STORE_OK) asker_error(&export->asker, "failed", "the journal could not be read");
    else if (export->asker.connection->client) answer_journal(export);
    rooms_used(export->room);
    asker_release(&export->asker);
    store_job_clear(&export->job);
    free(export);
}

void history_journal(struct room *room, const struct request *request)
{
    struct export *export = calloc(1, sizeof *export);

    if (!export) {
        connection_error(request->connection, request->id, "failed", "there is not enough memory");
        return;
    }
    export->room = room;
    export->asker = asker_of(request);
    request->connection->readings++;
    load_records(room, &export->job, on_export);
}
