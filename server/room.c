/* room.c: see room.h. What waits, what is done next, who comes and goes. */
#include "room.h"

#include "clock.h"
#include "host.h"
#include "log.h"
#include "must.h"
#include "state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_OF_ONE = 16, RECORDS_MAX = 20000, PAGES_OF_A_SEAT = 32, PAGES_OF_SPECTATORS = 256 };

/* The seat whose game a request changes, so that two of them are not under way at once; NO_SEAT for other requests. */
static seat_id acting_seat(const struct request *request)
{
    bool acts = request->kind == ASK_DECIDE || request->kind == ASK_UNDO || request->kind == ASK_DICE;

    return acts && request->channel->viewer != SPECTATOR ? request->channel->viewer : NO_SEAT;
}

static void enqueue(struct room *room, struct waiting *waiting)
{
    connection_hold(waiting->connection);
    *room->end = waiting;
    room->end = &waiting->next;
}

static struct waiting *dequeue(struct room *room)
{
    struct waiting *waiting = room->first;

    room->first = waiting->next;
    if (!room->first) room->end = &room->first;
    return waiting;
}

static void waiting_free(struct waiting *waiting)
{
    connection_release(waiting->connection);
    free(waiting->text);
    free(waiting);
}

/* What waits of one connection is limited, and of each seat's steps there is one: neither depends on what others do. */
static bool may_wait(const struct room *room, const struct request *request)
{
    int     count = 0;
    seat_id acts = acting_seat(request);

    for (const struct waiting *waiting = room->first; waiting; waiting = waiting->next) {
        if (acts != NO_SEAT && waiting->acts == acts) return false;
        if (waiting->connection == request->connection) count++;
    }
    return count < WAITING_OF_ONE;
}

static void let_wait(struct room *room, const struct request *request)
{
    struct waiting *waiting = may_wait(room, request) ? calloc(1, sizeof *waiting) : NULL;

    if (waiting) waiting->text = malloc(request->length);
    if (!waiting || !waiting->text) {
        free(waiting);
        connection_error(request->connection, request->id, "busy", "the last request is still being written");
        return;
    }
    memcpy(waiting->text, request->text, request->length);
    waiting->length = request->length;
    waiting->connection = request->connection;
    waiting->acts = acting_seat(request);
    enqueue(room, waiting);
}

static bool is_free(const struct room *room)
{
    return room->condition == ROOM_AWAKE && !room->writing;
}

/* Why a room cannot do anything any more: the code and the text of the error. NULL while it can. */
static const char *hopeless(const struct room *room, const char **why)
{
    if (room->condition == ROOM_GONE) {
        *why = "there is no such game";
        return "unknown_link";
    }
    *why = room->unreadable ? "the records of this game cannot be read: they are damaged, or of another version of this program"
                            : "a bug ended this game here";
    return room->condition == ROOM_BROKEN ? "broken" : NULL;
}

/* Answer for a room that cannot do anything. */
static bool is_hopeless(const struct room *room, struct connection *connection, int64_t id)
{
    const char *why, *code = hopeless(room, &why);

    if (code) connection_error(connection, id, code, why);
    return code != NULL;
}

bool room_is_full(const struct room *room)
{
    return room->is.records >= RECORDS_MAX;
}

static bool read_decisions(const struct room *room, const struct request *request, struct decision *list, int32_t *count,
                           struct fault *fault)
{
    const struct json *nodes = NULL;

    if (!json_branch(request->document, request->body, "decisions", JSON_ARRAY, &nodes, fault)) return false;
    if (nodes->count == 0 || nodes->count > MOVE_DECISIONS)
        return fault_say(fault, "message", 0, "\"decisions\" must be a list of 1 to %d", MOVE_DECISIONS);
    for (const struct json *node = nodes->as.child; node; node = node->next)
        if (!decision_read(room->is.table.match, request->document, node, &list[(*count)++], fault)) return false;
    return true;
}

/* What decide and undo have in common: may this page do it, and does it know where the game stands? */
static bool may_act(struct room *room, const struct request *request)
{
    struct connection *connection = request->connection;
    seat_id            viewer = request->channel->viewer;
    struct fault       fault = { .set = false };
    int64_t            n = 0;

    if (!json_integer(request->document, request->body, "n", 0, INT32_MAX, &n, &fault))
        connection_malformed(connection, request->id, fault.text);
    else if (viewer == SPECTATOR) connection_error(connection, request->id, "not_yours", "a spectator decides nothing");
    else if (!room->is.rest) connection_error(connection, request->id, "not_begun", "the game has not begun");
    else if (room->is.over) connection_error(connection, request->id, "over", "the game is over");
    else if (room->is.witness.sitting[viewer])
        connection_error(connection, request->id, "not_yours", "a stand-in plays this seat: take it back first");
    else if (n != room->is.witness.n[viewer]) connection_error(connection, request->id, "stale", "something has happened since");
    else if (room->pending) connection_error(connection, request->id, "busy", "dice are wanted first");
    else if (room_is_full(room)) connection_error(connection, request->id, "too_many", "this game has as many records as a game may have");
    else return true;
    return false;
}

static void decide(struct room *room, const struct request *request)
{
    struct decision list[MOVE_DECISIONS];
    struct fault    fault = { .set = false };
    int32_t         count = 0;

    if (!may_act(room, request)) return;
    if (read_decisions(room, request, list, &count, &fault)) room_make(room, MOVE_DECIDE, request->channel->viewer, list, count, request);
    else connection_malformed(request->connection, request->id, fault.text);
}

static void journal(struct room *room, const struct request *request)
{
    if (room->is.over && request->connection->readings >= CHANNELS)
        connection_error(request->connection, request->id, "too_many", "too many journals are asked for");
    else if (room->is.over) history_journal(room, request);
    else connection_error(request->connection, request->id, "not_over", "the journal holds secrets until the game is over");
}

static void perform(struct room *room, const struct request *request)
{
    switch (request->kind) {
    case ASK_SEED: room_seed(room, request); break;
    case ASK_DECIDE: decide(room, request); break;
    case ASK_UNDO:
        if (may_act(room, request)) room_make(room, MOVE_UNDO, request->channel->viewer, NULL, 0, request);
        break;
    case ASK_DICE: room_dice(room, request); break;
    case ASK_CHAT: room_chat(room, request); break;
    case ASK_JOURNAL: journal(room, request); break;
    case ASK_STAND_IN: room_stand_in(room, request); break;
    case ASK_TAKE_OVER: room_take_over(room, request); break;
    case ASK_TAKE_BACK: room_take_back(room, request); break;
    default: break;
    }
}

void room_request(struct room *room, const struct request *request)
{
    if (is_hopeless(room, request->connection, request->id)) return;
    if (is_free(room) && (!room->first || room->going)) {
        perform(room, request);
    } else {
        let_wait(room, request);
        if (request->kind == ASK_TAKE_BACK) room_drop_thought(room, request->channel->viewer);       /* or it would be taken before him */
    }
    room_go_on(room);
}

/* A seat that an owner names may be none, or a computer player's, whose secrets are his own. */
static bool has_seat(const struct table *table, seat_id viewer)
{
    return viewer == SPECTATOR || (viewer < table_seats(table) && !table->player[viewer]);
}

/* Everybody is told of everybody, so that there is an end of pages; those of one seat do not keep out the others'. */
static bool is_crowded(const struct room *room, seat_id viewer)
{
    int count = 0;

    for (const struct channel *channel = room->channels; channel; channel = channel->next) count += channel->viewer == viewer;
    return count >= (viewer == SPECTATOR ? PAGES_OF_SPECTATORS : PAGES_OF_A_SEAT);
}

/* Does it matter to the others whether this viewer is here? */
static bool is_allowed(const struct room *room, seat_id viewer)
{
    return viewer != SPECTATOR && !room->is.over && room->is.allowed[viewer];
}

static void join(struct room *room, struct connection *connection, const struct open_request *open)
{
    struct channel  *channel;
    struct channel **place = &room->channels;
    bool             is_first = !(room_viewers(room) & SEAT_BIT(open->viewer));

    if (!has_seat(&room->is.table, open->viewer)) {
        connection_error(connection, open->id, "not_yours", "no person plays this seat");
        return;
    }
    if (is_crowded(room, open->viewer)) {
        connection_error(connection, open->id, "too_many", "too many pages of this seat are open");
        return;
    }
    channel = calloc(1, sizeof *channel);
    if (!channel || !connection_join(connection, channel)) {
        free(channel);
        connection_error(connection, open->id, "too_many", "too many channels are open");
        return;
    }
    channel->room = room;
    channel->connection = connection;
    channel->viewer = open->viewer;
    while (*place) place = &(*place)->next;
    *place = channel;
    channel_say_opened(channel, open->id);
    channel->n = room->is.witness.n[channel->viewer];
    channel->chats = room->is.chats;
    if (open->from <= channel->n || channel->chats > 0) history_begin(channel, open->from, 0);
    channel_say_present(channel);
    room_say_presence(room);
    if (is_first && is_allowed(room, channel->viewer)) room_say_stand_ins(room);
}

void room_open_channel(struct room *room, struct connection *connection, const struct open_request *open)
{
    struct waiting *waiting;

    if (is_hopeless(room, connection, open->id)) return;
    waiting = calloc(1, sizeof *waiting);
    if (!waiting) {
        connection_error(connection, open->id, "failed", "there is not enough memory");
        return;
    }
    *waiting = (struct waiting){ .connection = connection, .open = *open, .acts = NO_SEAT };
    enqueue(room, waiting);
    room_go_on(room);
}

static void do_waiting(struct room *room)
{
    struct waiting *waiting = dequeue(room);

    if (waiting->connection->client) {
        if (waiting->text) connection_repeat(waiting->connection, waiting->text, waiting->length);
        else join(room, waiting->connection, &waiting->open);
    }
    waiting_free(waiting);
}

void room_fail_waiting(struct room *room, const char *code, const char *text)
{
    while (room->first) {
        struct waiting *waiting = dequeue(room);
        if (!waiting->text) connection_error(waiting->connection, waiting->open.id, code, text);
        else connection_refuse(waiting->connection, waiting->text, waiting->length, code, text);
        waiting_free(waiting);
    }
}

/* A computer player has answered: his decision, if his seat still sees what he saw. */
static void take_thought(struct room *room)
{
    struct thought *thought = room->thought;

    room->thought = NULL;
    if (!room->is.rest || room->is.over || room->is.witness.n[thought->seat] != thought->n) {
        thought_free(thought);
        return;
    }
    if (thought->found) room_make(room, MOVE_DECIDE, thought->seat, &thought->decision, 1, NULL);
    else room_break(room);
    thought_free(thought);
}

static void on_thought(struct mail *mail)
{
    struct thought *thought = (struct thought *)mail;
    struct room    *room = thought->owner;

    thought->delivered = true;
    if (!room || thought->work.dropped) {
        if (room) room->thought = NULL;
        thought_free(thought);
        return;
    }
    room_go_on(room);
}

/* A computer player who is asked, and what he sees; for a guarded call, since it is the rules that blank his view. */
struct turn {
    struct room  *room;
    seat_id       seat;                  /* NO_SEAT: none is asked */
    struct state *view;
};

static void find_turn(void *context)
{
    struct turn        *turn = context;
    const struct table *table = &turn->room->is.table;
    const struct match *match = table->match;
    const struct state *state = (const struct state *)(const void *)turn->room->is.rest->states;
    uint8_t             asked = play_asked(state);
    struct bench       *bench = turn->room->rooms->bench;

    for (seat_id seat = 0; seat < table_seats(table) && turn->seat == NO_SEAT; seat++)
        if (replayed_player(&turn->room->is, seat) && (asked & SEAT_BIT(seat))) turn->seat = seat;
    if (turn->seat == NO_SEAT) return;
    bench_clear(bench);
    turn->view = arena_take(&bench->arena, ruleset_of(match)->state_size);
    must(turn->view);
    memcpy((void *)turn->view, (const void *)state, ruleset_of(match)->state_size);
    ruleset_of(match)->mask(match, turn->view, turn->seat);
}

/* Let a computer player think, if one is asked. */
static void ask_player(struct room *room)
{
    struct turn  turn = { .room = room, .seat = NO_SEAT };
    struct fault fault = { .set = false };

    if (!host_guard(find_turn, &turn, &fault)) {
        room_break(room);
        return;
    }
    if (turn.seat == NO_SEAT) return;
    room->thought = thinkers_ask(room->rooms->thinkers, room->rooms->matches, room->is.table.match, replayed_player(&room->is, turn.seat),
                                 turn.seat, turn.view, on_thought, room);
    if (room->thought) room->thought->n = room->is.witness.n[turn.seat];
}

static void start_something(struct room *room)
{
    if (room->pending) return;
    if (room_ready_to_begin(room)) room_make(room, MOVE_BEGIN, NO_SEAT, NULL, 0, NULL);
    else if (room->is.rest && !room->is.over && !room->thought && room->channels && !room_is_full(room)) ask_player(room);
}

void room_go_on(struct room *room)
{
    const char *why, *code;

    if (room->going || room->rooms->closing) return;
    room->going = true;
    while (is_free(room) && !room->pending && room->thought && room->thought->delivered) take_thought(room);
    while (is_free(room) && room->first) do_waiting(room);
    if (is_free(room)) start_something(room);
    room->going = false;
    if ((code = hopeless(room, &why))) room_fail_waiting(room, code, why);
    if (room->condition == ROOM_ASLEEP && (room->first || (room->failed && room->channels))) rooms_wake(room);
    rooms_used(room);
}

/* After a failure its pages must hear what is in the store. When that cannot be read either, they come again and ask. */
static void catch_up(struct room *room)
{
    room->failed = false;
    if (room->condition == ROOM_AWAKE) room_say_missed(room);
    if (room->condition != ROOM_ASLEEP) return;
    for (struct channel *channel = room->channels; channel; channel = channel->next) net_drop(channel->connection->client, 1011);
}

void room_woken(struct room *room)
{
    if (room->failed && !room->rooms->closing) catch_up(room);
    room_go_on(room);
}

static void drop_thought(struct room *room)
{
    if (!room->thought) return;
    if (room->thought->delivered) thought_free(room->thought);
    else room->thought->owner = NULL;
    room->thought = NULL;
}

void room_drop_thought(struct room *room, seat_id seat)
{
    if (room->thought && room->thought->seat == seat) drop_thought(room);
}

static void channel_free(struct channel *channel)
{
    if (channel->history) history_forget(channel->history);
    for (size_t i = 0; i < channel->held_count; i++) net_text_release(channel->held[i]);
    free(channel->held);
    free(channel);
}

void room_close_channel(struct channel *channel)
{
    struct room     *room = channel->room;
    struct channel **place = &room->channels;
    seat_id          viewer = channel->viewer;

    while (*place != channel) place = &(*place)->next;
    *place = channel->next;
    if (room->pending && channel->viewer == room->pending->thrower) room_drop_orphan(room);
    channel_free(channel);
    room_say_presence(room);
    if (!(room_viewers(room) & SEAT_BIT(viewer))) {
        room->away[viewer] = clock_steady();
        if (is_allowed(room, viewer)) room_say_stand_ins(room);
    }
    rooms_used(room);
}

void room_forget_connection(struct room *room, const struct connection *connection)
{
    struct waiting **place = &room->first;

    while (*place) {
        struct waiting *waiting = *place;
        if (waiting->connection != connection) {
            place = &waiting->next;
            continue;
        }
        *place = waiting->next;
        waiting_free(waiting);
    }
    room->end = place;
}

static void forget_game(struct room *room)
{
    for (int i = 0; i < SEATS_MAX; i++) {
        free(room->is.seeds[i]);
        room->is.seeds[i] = NULL;
    }
    free(room->is.rest);
    room->is.rest = NULL;
    room_drop_pending(room);
    drop_thought(room);
}

/* A match of the library is shared with other games; that of a battle is this room's alone, and sleeps as well. */
void room_sleep(struct room *room)
{
    forget_game(room);
    if (room->is.table.battle) table_drop_match(&room->is.table, room->rooms->matches);
    room->condition = ROOM_ASLEEP;
}

static void end_game(struct room *room, enum room_condition condition)
{
    const char *why, *code;

    forget_game(room);
    room->condition = condition;
    code = hopeless(room, &why);
    room_say_trouble(room, code, why);
}

void room_break(struct room *room)
{
    log_event(LEVEL_ERROR, "game_ended_by_bug", "game", room->is.table.game);
    end_game(room, ROOM_BROKEN);
}

void room_end_unreadable(struct room *room)
{
    room->unreadable = true;
    end_game(room, ROOM_BROKEN);
}

void room_end_deleted(struct room *room)
{
    if (room->condition != ROOM_GONE) end_game(room, ROOM_GONE);
    room_go_on(room);
}

bool room_is_idle(const struct room *room)
{
    return room->condition == ROOM_AWAKE && !room->writing && !room->first && !room->pending && !room->thought && !room->going;
}

bool room_is_useless(const struct room *room)
{
    return room->condition != ROOM_WAKING && room->condition != ROOM_AWAKE && !room->writing && !room->first && !room->channels &&
           !room->readings && !room->thought && !room->waking && !room->going;
}

void room_free(struct room *room)
{
    struct matches *matches = room->rooms->matches;

    while (room->first) waiting_free(dequeue(room));
    while (room->channels) {
        struct channel *channel = room->channels;
        room->channels = channel->next;
        channel_free(channel);
    }
    forget_game(room);
    sodium_memzero(room->is.table.seed, sizeof room->is.table.seed);
    replayed_free(matches, &room->is);
    free(room);
}

size_t room_bytes(const struct room *room)
{
    size_t bytes = sizeof *room + (room->is.rest ? room->is.rest->bytes : 0) + (room->pending ? sizeof *room->pending : 0) +
                   (room->is.table.battle ? room->is.table.battle->bytes : 0);

    for (const struct channel *channel = room->channels; channel; channel = channel->next) bytes += sizeof *channel;
    return bytes;
}
