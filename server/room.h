/*
 * room.h: one game that is played: who looks at it, what waits to be done, what is being written. All of it belongs to
 * the network thread.
 *
 * One thing happens at a time in a room. A step is made on the bench, its records go to the store, and only when they are on
 * the disk does the room stand where they lead, and is anything told. What is asked meanwhile waits. When a write fails
 * nobody knows what is in the store, so the room forgets all and reads its records again.
 *
 * A room that nobody needs is put to sleep: its channels stay, and the next request wakes it by a replay of its records.
 */
#ifndef MESTRE_ROOM_H
#define MESTRE_ROOM_H

#include "connection.h"
#include "move.h"
#include "rooms.h"
#include "store_thread.h"
#include "thinkers.h"

enum room_condition {
    ROOM_ASLEEP,
    ROOM_WAKING,         /* its records are being read */
    ROOM_AWAKE,
    ROOM_BROKEN,         /* a bug ended this game here, or its records cannot be read */
    ROOM_GONE            /* there is no such game any more */
};

/* A viewer of a game on a connection. */
struct channel {
    struct channel    *next;             /* of the room */
    struct room       *room;
    struct connection *connection;
    int32_t            number;
    seat_id            viewer;
    int32_t            n, chats;         /* the newest update and chat that it was told, or is being told as history */
    struct history    *history;          /* being read; what happens meanwhile is held back */
    struct net_text  **held;
    size_t             held_count, held_capacity;
};

/* A request that waits: a message as it came, or a channel to be opened. */
struct waiting {
    struct waiting    *next;
    struct connection *connection;       /* held */
    struct open_request open;            /* text is NULL */
    char              *text;
    size_t             length;
    seat_id            acts;             /* the seat whose step it is, or NO_SEAT */
};

/* A step that waits for typed dice. */
struct pending {
    enum move_kind      kind;
    seat_id             seat, thrower;
    const struct player *stand_in;       /* that has decided it, or NULL */
    struct decision    *list;
    int32_t             count;
    struct dice_request missing;
    uint8_t             face[GAME_FACES];
    uint32_t            faces;
};

struct room {
    struct rooms       *rooms;
    int64_t             id;              /* the store's */
    struct room        *next;            /* in its bucket */
    struct room        *newer, *older;   /* by their last use, while it is awake */
    struct room        *next_useless;    /* in the list of those that a sweep looks at */
    bool                awake, suspected;        /* it is in the one list, in the other */
    size_t              counted;         /* bytes of it in the rooms' sum */
    enum room_condition condition;
    int64_t             created;
    struct replayed     is;              /* where the game stands; asleep, only the table */
    struct writing     *writing;
    struct waking      *waking;
    struct thought     *thought;
    struct pending     *pending;
    struct waiting     *first, **end;
    struct channel     *channels;
    uint32_t            readings;        /* histories and journals being read for it */
    int64_t             away[VIEWERS];   /* since when no page of a seat is open, on the clock that only goes forward; while one is, of no meaning */
    bool                going;           /* inside room_go_on */
    bool                failed;          /* a write failed: its pages may have missed what is in the store all the same */
    bool                unreadable;      /* broken not by a bug of today, but by its records */
};

/* A request to a room, whose condition does not matter: it is done now or waits. */
void room_open_channel(struct room *room, struct connection *connection, const struct open_request *request);
void room_request(struct room *room, const struct request *request);

/* Do what can be done now: what waits, a beginning, a computer's turn. */
void room_go_on(struct room *room);
/* Its records have been read (rooms.c), or could not be: then all that waits is answered with the error. */
void room_woken(struct room *room);
void room_fail_waiting(struct room *room, const char *code, const char *text);

/* The channel goes; its connection has forgotten it. */
void room_close_channel(struct channel *channel);
/* The connection is closing: what it asked for and still waits is forgotten. */
void room_forget_connection(struct room *room, const struct connection *connection);

/* Forget where the game stands. Only what the store has counts from here on. */
void room_sleep(struct room *room);
/* From here on every request is answered with the reason; those who look on are told at once. */
void room_break(struct room *room);
void room_end_unreadable(struct room *room);
void room_end_deleted(struct room *room);
/* May it be put to sleep now? May it be freed altogether? And the freeing. */
bool room_is_idle(const struct room *room);
bool room_is_useless(const struct room *room);
void room_free(struct room *room);
size_t room_bytes(const struct room *room);

/* Between the files of a room. */

/* room_steps.c: make a step and hand its records to the store. The request, or NULL, is answered in the end. */
void room_make(struct room *room, enum move_kind kind, seat_id seat, const struct decision *list, int32_t count,
               const struct request *request);
void room_seed(struct room *room, const struct request *request);
void room_chat(struct room *room, const struct request *request);
void room_dice(struct room *room, const struct request *request);
/* Record whom a seat's person allows to play for him, or NULL, and whether it does; then everybody is told. */
void room_seat_stand_in(struct room *room, const struct request *request, seat_id seat, const struct player *player, bool sits);
void room_drop_pending(struct room *room);
void room_drop_orphan(struct room *room);
/* Has the game as many records as one may have? What can be done and taken back for ever must not fill the disk. */
bool room_is_full(const struct room *room);
/* Begin if nothing is wanting any more. */
bool room_ready_to_begin(const struct room *room);

/* room.c: a computer player's thought about that seat, if there is one, is of no use any more. */
void room_drop_thought(struct room *room, seat_id seat);

/* room_stand_ins.c: a person allows a stand-in or not; it is called to a seat; the person takes the seat back. */
void room_stand_in(struct room *room, const struct request *request);
void room_take_over(struct room *room, const struct request *request);
void room_take_back(struct room *room, const struct request *request);
/* Milliseconds until another may call the stand-in of a seat; -1 while its person is here. */
int64_t room_stand_in_wait(const struct room *room, seat_id seat);

/* room_say.c: messages to those who look on. */
uint8_t room_viewers(const struct room *room);
void channel_send(struct channel *channel, const char *kind, const char *text, size_t length);
void channel_hold(struct channel *channel, struct net_text *text);
void room_say_notes(struct room *room, const struct note *notes);
void room_say_seeds(struct room *room, const char *kind);
/* After a failure: tell everybody what is in the store and was not told. */
void room_say_missed(struct room *room);
void room_say_presence(struct room *room);
/* Who is allowed to play for whom, and does. */
void room_say_stand_ins(struct room *room);
/* Dice are wanted, or no longer. */
void room_say_needs(struct room *room, const struct pending *pending, bool wanted);
void room_say_over(struct room *room);
void room_say_trouble(struct room *room, const char *code, const char *why);
/* To those whose view has changed, by SEAT_BIT()s, which computer players consider. */
void room_say_thinking(struct room *room, uint8_t viewers);
/* `opened`, and all that a new page must know besides the past. */
void channel_say_opened(struct channel *channel, int64_t id);
void channel_say_present(struct channel *channel);

/* history.c: the updates from a number on and the last chats behind a number, then what was held back. */
void history_begin(struct channel *channel, int64_t from, int32_t chats);
void history_forget(struct history *history);
/* The journal of a game that is over, as the answer to a request. */
void history_journal(struct room *room, const struct request *request);

#endif
