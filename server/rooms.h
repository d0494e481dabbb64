/*
 * rooms.h: all rooms of the host: found by the store's number of their game, woken in the background, put to sleep when
 * memory runs short, those not used for the longest time first.
 */
#ifndef MESTRE_ROOMS_H
#define MESTRE_ROOMS_H

#include "bench.h"
#include "mailbox.h"
#include "matches.h"
#include "store_thread.h"
#include "workers.h"

struct room;

/* What rooms work with; one of it in a host. */
struct rooms {
    struct mailbox      *box;
    struct store_thread *store;
    struct workers      *readers;        /* for replays */
    struct workers      *thinkers;
    struct matches      *matches;
    struct bench        *bench;          /* the network thread's */
    size_t               budget;         /* bytes of rooms that are awake */
    int64_t              patience;       /* milliseconds for which somebody must be away before another may call his stand-in */
    int64_t              unfinished;     /* how many games in the store are not over */
    bool                 closing;        /* nothing new is begun any more */

    struct room        **buckets;
    size_t               bucket_count, count;
    struct room         *newest, *oldest;            /* those awake, by their last use */
    struct room         *perhaps_useless;            /* others, to be looked at by the next sweep */
    size_t               bytes;                      /* of those awake */
};

/* Give the rooms their memory; the members above `buckets` are the caller's. False when there is none. */
bool rooms_open(struct rooms *rooms);
void rooms_close(struct rooms *rooms);

/* The room of a game, made asleep if it is not there. NULL when there is no memory. */
struct room *rooms_find_or_make(struct rooms *rooms, int64_t game);
/* The room of a game if there is one, or NULL. */
struct room *rooms_find(const struct rooms *rooms, int64_t game);
/* Read the records of a room that sleeps; room_woken follows. */
void rooms_wake(struct room *room);
/* Something has happened in it: it was used just now, and may have woken, fallen asleep, become larger or useless. */
void rooms_used(struct room *room);
/* Put to sleep what is beyond the budget, and free what nobody needs. Not while a room is at work further up the stack. */
void rooms_sweep(struct rooms *rooms);

#endif
