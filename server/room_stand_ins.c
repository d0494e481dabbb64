/*
 * room_stand_ins.c: computer players that play for people who are away (docs/table-protocol.md, "Stand-ins").
 *
 * Nobody's seat is taken from him: he has said beforehand which computer player may play for him, and others call it only when he
 * has been away for a while. He hands his seat over himself whenever he likes, and takes it back at once.
 */
#include "room.h"

#include "clock.h"
#include "state.h"

#include <string.h>

static void refuse(const struct request *request, const char *code, const char *why)
{
    connection_error(request->connection, request->id, code, why);
}

int64_t room_stand_in_wait(const struct room *room, seat_id seat)
{
    int64_t wait = room->away[seat] + room->rooms->patience - clock_steady();

    if (room_viewers(room) & SEAT_BIT(seat)) return -1;
    return wait > 0 ? wait : 0;
}

/* What all of them have in common: a player's page, in a game that is not over and still takes records. */
static bool may_settle(const struct room *room, const struct request *request)
{
    if (request->channel->viewer == SPECTATOR) refuse(request, "not_yours", "a spectator settles nothing about the seats");
    else if (room->is.over) refuse(request, "over", "the game is over");
    else if (room_is_full(room)) refuse(request, "too_many", "this game has as many records as a game may have");
    else return true;
    return false;
}

void room_stand_in(struct room *room, const struct request *request)
{
    seat_id              seat = request->channel->viewer;
    const struct player *player;
    const char          *name = NULL;
    struct fault         fault = { .set = false };

    if (!json_string(request->document, request->body, "player", &name, &fault)) {
        connection_malformed(request->connection, request->id, fault.text);
        return;
    }
    player = player_named(name);
    if (!player && strcmp(name, "person")) {
        connection_malformed(request->connection, request->id, "\"player\" must be a computer player, or person for none");
        return;
    }
    if (!may_settle(room, request)) return;
    if (player == room->is.allowed[seat]) connection_done(request->connection, request->id, request->channel->number);
    else room_seat_stand_in(room, request, seat, player, player && room->is.witness.sitting[seat]);
}

/* One's own seat at any time; another's when he is away. */
void room_take_over(struct room *room, const struct request *request)
{
    const struct table *table = &room->is.table;
    seat_id             seat;
    const char         *name = NULL;
    struct fault        fault = { .set = false };

    if (!json_string(request->document, request->body, "seat", &name, &fault)) {
        connection_malformed(request->connection, request->id, fault.text);
        return;
    }
    seat = seat_named(name);
    if (seat == NO_SEAT || seat >= table_seats(table)) {
        connection_malformed(request->connection, request->id, "\"seat\" must be a seat of this game");
        return;
    }
    if (!may_settle(room, request)) return;
    if (table->player[seat]) refuse(request, "not_yours", "no person plays this seat");
    else if (!room->is.rest) refuse(request, "not_begun", "the game has not begun");
    else if (!room->is.allowed[seat]) refuse(request, "no_stand_in", "this seat's player allows no stand-in");
    else if (room->is.witness.sitting[seat]) refuse(request, "stale", "its stand-in sits there already");
    else if (room->pending && room->pending->seat == seat) refuse(request, "busy", "dice are wanted first");
    else if (seat != request->channel->viewer && room_stand_in_wait(room, seat) < 0) refuse(request, "not_away", "its player is here");
    else if (seat != request->channel->viewer && room_stand_in_wait(room, seat) > 0)
        refuse(request, "not_away", "its player has not been away for long enough");
    else room_seat_stand_in(room, request, seat, room->is.allowed[seat], true);
}

void room_take_back(struct room *room, const struct request *request)
{
    seat_id seat = request->channel->viewer;

    if (!may_settle(room, request)) return;
    if (room->is.witness.sitting[seat]) room_seat_stand_in(room, request, seat, room->is.allowed[seat], false);
    else refuse(request, "stale", "no stand-in sits there");
}
