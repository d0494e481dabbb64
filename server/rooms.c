/* rooms.c: see rooms.h. */
#include "rooms.h"

#include "clock.h"
#include "log.h"
#include "room.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024 };

/* A room whose records are being read. */
struct waking {
    struct work      work;               /* the first member, as the mailbox delivers it in the end */
    struct store_job job;
    struct room     *room;
    struct replayed  replayed;
    struct fault     fault;
    bool             good, bug;
};

bool rooms_open(struct rooms *rooms)
{
    rooms->bucket_count = FIRST_BUCKETS;
    rooms->buckets = calloc(rooms->bucket_count, sizeof *rooms->buckets);
    return rooms->buckets != NULL;
}

static struct room **place_of(const struct rooms *rooms, int64_t game)
{
    struct room **place = &rooms->buckets[(uint64_t)game % rooms->bucket_count];

    while (*place && (*place)->id != game) place = &(*place)->next;
    return place;
}

struct room *rooms_find(const struct rooms *rooms, int64_t game)
{
    return *place_of(rooms, game);
}

/* Without memory for more buckets the old ones do, more slowly. */
static void grow(struct rooms *rooms)
{
    struct rooms larger = { .bucket_count = 2 * rooms->bucket_count };

    larger.buckets = calloc(larger.bucket_count, sizeof *larger.buckets);
    if (!larger.buckets) return;
    for (size_t i = 0; i < rooms->bucket_count; i++)
        while (rooms->buckets[i]) {
            struct room *room = rooms->buckets[i];
            rooms->buckets[i] = room->next;
            room->next = NULL;
            *place_of(&larger, room->id) = room;
        }
    free(rooms->buckets);
    rooms->buckets = larger.buckets;
    rooms->bucket_count = larger.bucket_count;
}

/* Out of the list of those awake. */
static void unlink_room(struct room *room)
{
    struct rooms *rooms = room->rooms;

    if (!room->awake) return;
    if (room->newer) room->newer->older = room->older;
    else rooms->newest = room->older;
    if (room->older) room->older->newer = room->newer;
    else rooms->oldest = room->newer;
    room->newer = room->older = NULL;
    room->awake = false;
    rooms->bytes -= room->counted;
    room->counted = 0;
}

static void link_newest(struct room *room)
{
    struct rooms *rooms = room->rooms;

    room->older = rooms->newest;
    if (rooms->newest) rooms->newest->newer = room;
    else rooms->oldest = room;
    rooms->newest = room;
    room->awake = true;
    room->counted = room_bytes(room);
    rooms->bytes += room->counted;
}

void rooms_used(struct room *room)
{
    unlink_room(room);
    if (room->condition == ROOM_AWAKE) {
        link_newest(room);
    } else if (!room->suspected) {
        room->suspected = true;
        room->next_useless = room->rooms->perhaps_useless;
        room->rooms->perhaps_useless = room;
    }
}

struct room *rooms_find_or_make(struct rooms *rooms, int64_t game)
{
    struct room **place = place_of(rooms, game), *room = *place;

    if (room) return room;
    room = calloc(1, sizeof *room);
    if (!room) return NULL;
    room->rooms = rooms;
    room->id = game;
    room->end = &room->first;
    for (int i = 0; i < VIEWERS; i++) room->away[i] = clock_steady();
    *place = room;
    if (++rooms->count > 2 * rooms->bucket_count) grow(rooms);
    rooms_used(room);
    return room;
}

static void drop(struct rooms *rooms, struct room *room)
{
    *place_of(rooms, room->id) = room->next;
    rooms->count--;
    room_free(room);
}

static void run(struct work *work, struct bench *bench)
{
    struct waking *waking = (struct waking *)work;

    waking->good = records_replay(waking->room->rooms->matches, bench, waking->job.text, waking->job.length, NULL, &waking->replayed,
                                  &waking->fault, &waking->bug);
}

static void waking_free(struct waking *waking)
{
    store_job_clear(&waking->job);
    free(waking);
}

/* What a fault quotes may be a secret: only its place is logged. */
static void log_damage(const struct waking *waking)
{
    struct log_line line = log_begin(LEVEL_ERROR, "game_unreadable");

    log_number(&line, "number", waking->room->id);
    log_number(&line, "record", waking->fault.line);
    if (waking->bug) log_text(&line, "why", waking->fault.text);
    log_end(&line);
}

static void install(struct room *room, struct waking *waking)
{
    table_drop_match(&room->is.table, room->rooms->matches);
    room->is = waking->replayed;
    room->created = waking->job.found.created;
    room->condition = ROOM_AWAKE;
}

static void on_replayed(struct mail *mail)
{
    struct waking *waking = (struct waking *)mail;
    struct room   *room = waking->room;

    room->waking = NULL;
    if (waking->good && room->condition == ROOM_WAKING) install(room, waking);
    else if (waking->good) replayed_free(room->rooms->matches, &waking->replayed);
    else if (room->condition == ROOM_WAKING && waking->work.dropped) {
        room->condition = ROOM_ASLEEP;
        room_fail_waiting(room, "failed", "the game could not be read");
    } else if (room->condition == ROOM_WAKING) {
        log_damage(waking);
        room_end_unreadable(room);
    }
    waking_free(waking);
    room_woken(room);
}

static void on_loaded(struct mail *mail)
{
    struct waking *waking = (struct waking *)(void *)((char *)mail - offsetof(struct waking, job.mail));
    struct room   *room = waking->room;

    if (waking->job.result == STORE_OK && !room->rooms->closing) {
        waking->work.run = run;
        waking->work.mail.deliver = on_replayed;
        workers_run(room->rooms->readers, &waking->work);
        return;
    }
    room->waking = NULL;
    if (room->condition == ROOM_WAKING) room->condition = ROOM_ASLEEP;
    if (waking->job.result == STORE_MISSING) room_end_deleted(room);
    else room_fail_waiting(room, "failed", "the game could not be read");
    waking_free(waking);
    room_woken(room);
}

void rooms_wake(struct room *room)
{
    struct waking *waking = calloc(1, sizeof *waking);

    if (!waking) {
        room_fail_waiting(room, "failed", "there is not enough memory");
        return;
    }
    waking->room = room;
    waking->job.kind = JOB_LOAD;
    waking->job.game = room->id;
    waking->job.mail.deliver = on_loaded;
    room->waking = waking;
    room->condition = ROOM_WAKING;
    store_thread_run(room->rooms->store, &waking->job);
}

/* From the oldest on; one that is at work stays. */
static void put_to_sleep(struct rooms *rooms)
{
    for (struct room *room = rooms->oldest, *newer; room && rooms->bytes > rooms->budget; room = newer) {
        newer = room->newer;
        if (!room_is_idle(room)) continue;
        room_sleep(room);
        rooms_used(room);
    }
}

void rooms_sweep(struct rooms *rooms)
{
    put_to_sleep(rooms);
    while (rooms->perhaps_useless) {
        struct room *room = rooms->perhaps_useless;
        rooms->perhaps_useless = room->next_useless;
        room->suspected = false;
        if (room_is_useless(room)) drop(rooms, room);
    }
}

void rooms_close(struct rooms *rooms)
{
    for (size_t i = 0; rooms->buckets && i < rooms->bucket_count; i++)
        while (rooms->buckets[i]) {
            struct room *room = rooms->buckets[i];
            rooms->buckets[i] = room->next;
            room_free(room);
        }
    free(rooms->buckets);
}
