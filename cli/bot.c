/*
 * bot.c: `mestre bot`: another program plays, by JSON lines on standard input and output (docs/bot-protocol.md).
 *
 * Everything that is sent is made from the view of a seat that the program plays, and every question is answered from
 * that view too: what is hidden is guessed from a seed, never looked up.
 */
#include "chances.h"
#include "commands.h"
#include "hash.h"
#include "journal.h"
#include "knowledge.h"
#include "player.h"
#include "print.h"
#include "setting.h"
#include "view.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROTOCOL = 1, EVENTS = 4096, LINE_MAX_BYTES = 65536, MESSAGE = 16 << 20, THOUGHTS = 256 << 20, PARSE = 8 << 20 };

struct bot {
    struct setting       setting;
    const char          *seat_text, *opponent_name, *journal_path;
    int64_t              seed;
    uint8_t              seats;               /* SEAT_BIT()s of the seats that the program plays */
    const struct player *opponent;
    struct game          game;
    struct dice          dice;
    struct thinking      thinking[SEATS_MAX];
    struct random        guesses;             /* for samples and hidden things in answers */
    struct arena         thoughts, parse;
    struct events        events;
    struct offers        offers;
    struct state        *view, *world;
    struct out           out;
    struct json_writer   writer;
    FILE                *journal;
    char                *line;
    bool                 broken;              /* nobody listens any more, or the journal cannot be written */
};

enum reading { READ_LINE, READ_TOO_LONG, READ_END };

/* One line without its end. A line that is too long is read to its end and dropped. */
static enum reading read_line(struct bot *bot, size_t *length)
{
    size_t used = 0;
    int    c;

    while ((c = getchar()) != EOF && c != '\n') {
        if (used < LINE_MAX_BYTES) bot->line[used] = (char)c;
        used++;
    }
    if (c == EOF && used == 0) return READ_END;
    if (used && used <= LINE_MAX_BYTES && bot->line[used - 1] == '\r') used--;
    if (used > LINE_MAX_BYTES) return READ_TOO_LONG;
    bot->line[used] = 0;
    *length = used;
    return READ_LINE;
}

static seat_id first_seat(uint8_t seats)
{
    seat_id seat = 0;

    while (!(seats & SEAT_BIT(seat))) seat++;
    return seat;
}

/* Every message is one object on one line. */
static struct json_writer *open_message(struct bot *bot)
{
    bot->writer = json_writer_over(&bot->out);
    json_open(&bot->writer, '{');
    return &bot->writer;
}

static void close_message(struct bot *bot)
{
    json_close(&bot->writer, '}');
    if (!print_line(&bot->out)) bot->broken = true;
}

static void send_error(struct bot *bot, const char *error, const char *expected)
{
    struct json_writer *writer = open_message(bot);

    json_key(writer, "error");
    json_write_string(writer, error);
    json_key(writer, "expected");
    json_write_string(writer, expected);
    close_message(bot);
}

static void write_pieces(const struct match *m, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int32_t i = 0; i < match_head(m)->pieces; i++) {
        const struct piece *piece = &match_head(m)->piece[i];
        json_open(writer, '{');
        json_key(writer, "id");
        json_write_string(writer, piece->id);
        json_key(writer, "type");
        json_write_string(writer, piece->type);
        json_key(writer, "seat");
        json_write_string(writer, seat_name(piece->seat));
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void send_hello(struct bot *bot)
{
    const struct match *m = bot->setting.match;
    struct json_writer *writer = open_message(bot);

    json_key(writer, "hello");
    json_open(writer, '{');
    json_key(writer, "protocol");
    json_write_integer(writer, PROTOCOL);
    json_key(writer, "engine");
    json_write_string(writer, MESTRE_VERSION);
    json_key(writer, "ruleset");
    json_write_string(writer, ruleset_of(m)->id);
    json_key(writer, "version");
    json_write_integer(writer, ruleset_of(m)->version);
    json_key(writer, "scenario");
    json_write_string(writer, match_head(m)->scenario);
    json_key(writer, "options");
    match_write_options(m, writer);
    json_key(writer, "language");
    json_write_string(writer, language_code[bot->setting.language]);
    json_key(writer, "you");
    json_open(writer, '[');
    for (seat_id seat = 0; seat < match_head(m)->seats; seat++)
        if (bot->seats & SEAT_BIT(seat)) json_write_string(writer, seat_name(seat));
    json_close(writer, ']');
    json_key(writer, "line_limit");
    json_write_integer(writer, LINE_MAX_BYTES);
    json_key(writer, "pieces");
    write_pieces(m, writer);
    json_key(writer, "board");
    ruleset_of(m)->write_board(m, writer);
    json_close(writer, '}');
    close_message(bot);
}

static void send_view(struct bot *bot, seat_id seat)
{
    struct json_writer *writer = open_message(bot);

    json_key(writer, "view");
    view_write(&bot->game, seat, &bot->setting.texts, bot->setting.language, bot->view, &bot->offers, writer);
    close_message(bot);
}

/* A seat that learns nothing gets no message: even an empty one would tell that somebody decided something. */
static bool learns(const struct bot *bot, seat_id seat)
{
    for (int32_t i = 0; i < bot->events.count; i++)
        if (bot->events.list[i].seen & SEAT_BIT(seat)) return true;
    return false;
}

/* Each seat of the program learns of what it may see. */
static void send_events(struct bot *bot)
{
    for (seat_id seat = 0; seat < match_head(bot->setting.match)->seats; seat++) {
        struct json_writer *writer;
        if (!(bot->seats & SEAT_BIT(seat)) || !learns(bot, seat)) continue;
        writer = open_message(bot);
        json_key(writer, "events");
        events_write(bot->setting.match, &bot->events, seat, &bot->setting.texts, bot->setting.language, writer);
        json_key(writer, "seat");
        json_write_string(writer, seat_name(seat));
        json_key(writer, "n");
        json_write_integer(writer, bot->game.news[seat]);
        close_message(bot);
    }
    bot->events.count = 0;
    bot->events.full = false;
}

static void send_over(struct bot *bot)
{
    const struct flow  *flow = flow_of_const(bot->game.state);
    struct json_writer *writer = open_message(bot);

    game_view(&bot->game, first_seat(bot->seats), bot->view);
    json_key(writer, "over");
    json_open(writer, '{');
    json_key(writer, "winner");
    json_write_string(writer, flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner));
    json_key(writer, "n");
    json_write_integer(writer, bot->game.news[first_seat(bot->seats)]);
    json_key(writer, "hash");
    json_write_hash(writer, hash_bytes(bot->view, bot->setting.ruleset->state_size));
    json_close(writer, '}');
    close_message(bot);
}

static void send_refusal(struct bot *bot, const struct refusal *why)
{
    struct json_writer *writer = open_message(bot);

    json_key(writer, "refused");
    if (why->rule) refusal_write(bot->setting.match, why, &bot->setting.texts, bot->setting.language, writer);
    else json_write_null(writer);
    close_message(bot);
}

/* The lines of the journal are written by the same buffer as the messages, between them. */
static void keep_line(struct bot *bot)
{
    if (bot->out.full || fputs(bot->out.text, bot->journal) < 0 || fflush(bot->journal)) bot->broken = true;
    if (bot->broken) fprintf(stderr, "mestre bot: %s: the journal cannot be written\n", bot->journal_path);
    bot->out = out_over(bot->out.text, bot->out.capacity);
}

/* Decide for a seat and tell everybody; 0, or the rule that refuses. */
static rule_id decide(struct bot *bot, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (game_decide(&bot->game, seat, d, &bot->dice, &bot->events, why) == REFUSED) return why->rule;
    if (bot->journal) {
        journal_decision(&bot->game, seat, d, &bot->out);
        keep_line(bot);
    }
    send_events(bot);
    return 0;
}

static bool opponent_plays(struct bot *bot, seat_id seat)
{
    struct decision d = { .kind = 0 };
    struct refusal  why;

    game_view(&bot->game, seat, bot->view);
    if (player_choose(bot->opponent, &bot->thinking[seat], bot->view, seat, &d) && !decide(bot, seat, &d, &why)) return true;
    fprintf(stderr, "mestre bot: the opponent finds no legal decision: this is a bug, please report it\n");
    return false;
}

/* The view with its hidden parts guessed, for answers that need a whole world. */
static void guess_world(struct bot *bot, seat_id seat)
{
    game_view(&bot->game, seat, bot->world);
    ruleset_of(bot->setting.match)->guess(bot->setting.match, bot->world, seat, &bot->guesses);
}

static const char decision_expected[] = "a decision as in the offers: {\"do\":..}, with what is open filled in";

static void answer_odds(struct bot *bot, seat_id seat, const struct json_document *message)
{
    const struct json *node = json_get(message->root, "decision");
    const char        *policy_name = "stop";
    struct fault       fault = { .set = false };
    struct decision    d;
    struct refusal     why;
    struct odds        odds;
    struct changes     changes;
    bool               answers = false;
    int                policy;

    if (!json_find_boolean(message, message->root, "answers", &answers, &fault)) {
        send_error(bot, "\"answers\" is wrong", "true or false");
        return;
    }
    if (!json_find_string(message, message->root, "policy", &policy_name, &fault) ||
        (policy = odds_policy_named(policy_name)) < 0) {
        send_error(bot, "\"policy\" is wrong", "stop, decline or react");
        return;
    }
    if (!node || !decision_read(bot->setting.match, message, node, &d, &fault)) {
        send_error(bot, fault.set ? fault.text : "\"decision\" is missing", decision_expected);
        return;
    }
    guess_world(bot, seat);
    bot->thoughts.used = 0;
    if (play_refuse(bot->setting.match, bot->world, seat, &d, &why)) {
        send_refusal(bot, &why);
    } else if (!odds_of(bot->setting.match, bot->world, seat, &d, (enum odds_policy)policy, &bot->thoughts, &odds,
                        &fault) ||
               !chances_of(&odds, bot->world, &bot->thoughts, &changes, &fault)) {
        send_error(bot, fault.text, "a decision with fewer outcomes");
    } else {
        struct json_writer *writer = open_message(bot);
        json_key(writer, "odds");
        json_open(writer, '{');
        chances_write(&odds, &changes, writer);
        if (answers)
            answers_write(bot->setting.match, bot->world, seat, &d, (enum odds_policy)policy, &bot->setting.texts, bot->setting.language,
                          &bot->thoughts, writer);
        json_close(writer, '}');
        close_message(bot);
    }
}

static void answer_refuse(struct bot *bot, seat_id seat, const struct json_document *message)
{
    const struct json *node = json_get(message->root, "decision");
    struct fault       fault = { .set = false };
    struct decision    d;
    struct refusal     why;

    if (!node || !decision_read(bot->setting.match, message, node, &d, &fault)) {
        send_error(bot, fault.set ? fault.text : "\"decision\" is missing", decision_expected);
        return;
    }
    game_view(&bot->game, seat, bot->view);
    play_refuse(bot->setting.match, bot->view, seat, &d, &why);
    send_refusal(bot, &why);
}

/* A legal decision for the offer of that number, or for any. */
static bool find_sample(struct bot *bot, seat_id seat, int64_t wanted, struct decision *d)
{
    const struct match *m = bot->setting.match;

    game_view(&bot->game, seat, bot->view);
    if (wanted < 0) return choose_any(m, bot->view, seat, &bot->offers, &bot->guesses, d);
    play_offer(m, bot->view, seat, &bot->offers);
    if (wanted >= bot->offers.count) return false;
    *d = bot->offers.list[wanted].decision;
    return !bot->offers.list[wanted].open ||
           ruleset_of(m)->sample(m, bot->view, seat, &bot->offers.list[wanted], &bot->guesses, d);
}

static void answer_sample(struct bot *bot, seat_id seat, const struct json_document *message)
{
    struct fault        fault = { .set = false };
    int64_t             wanted = -1;
    struct decision     d;
    struct json_writer *writer;
    bool                found;

    if (!json_find_integer(message, message->root, "offer", 0, OFFERS_MAX - 1, &wanted, &fault)) {
        send_error(bot, fault.text, "the place of an offer in the list, from 0, or nothing for any");
        return;
    }
    found = find_sample(bot, seat, wanted, &d);
    writer = open_message(bot);
    json_key(writer, "sample");
    if (found) {
        json_open(writer, '{');
        decision_write(bot->setting.match, &d, writer);
        json_close(writer, '}');
    } else {
        json_write_null(writer);
    }
    close_message(bot);
}

static void answer(struct bot *bot, seat_id seat, const struct json_document *message)
{
    const struct json *ask = json_get(message->root, "ask");
    const char        *what = ask->type == JSON_STRING ? ask->as.string : "";

    if (!strcmp(what, "odds")) answer_odds(bot, seat, message);
    else if (!strcmp(what, "refuse")) answer_refuse(bot, seat, message);
    else if (!strcmp(what, "sample")) answer_sample(bot, seat, message);
    else if (!strcmp(what, "view")) send_view(bot, seat);
    else send_error(bot, "\"ask\" is wrong", "odds, refuse, sample or view");
}

static void undo(struct bot *bot, seat_id seat)
{
    if (!game_undo(&bot->game, seat)) {
        send_error(bot, "there is nothing that this seat may undo",
                   "a decision of its own, with no dice thrown, nothing revealed and no other seat's decision since");
        return;
    }
    if (bot->journal) {
        journal_undo(&bot->game, seat, &bot->out);
        keep_line(bot);
    }
}

static const char message_expected[] = "one line with an object that has \"do\", \"ask\", \"undo\" or \"quit\"";

/* A message that names a seat must name the one that is asked: a program may not mistake whose turn it is. */
static bool seat_is_right(struct bot *bot, seat_id seat, const struct json_document *message)
{
    const struct json *node = json_get(message->root, "seat");

    if (!node || (node->type == JSON_STRING && seat_named(node->as.string) == seat)) return true;
    send_error(bot, "another seat is asked", seat_name(seat));
    return false;
}

enum next { ASK_AGAIN, GO_ON, QUIT };

static enum next take_message(struct bot *bot, seat_id seat, size_t length)
{
    struct json_document message;
    struct fault         fault = { .set = false };
    struct decision      d;
    struct refusal       why;

    bot->parse.used = 0;
    if (!json_parse(&message, "message", bot->line, length, &bot->parse, &fault)) {
        send_error(bot, fault.text, message_expected);
    } else if (json_get(message.root, "quit")) {
        return QUIT;
    } else if (!seat_is_right(bot, seat, &message)) {
        return ASK_AGAIN;
    } else if (json_get(message.root, "ask")) {
        answer(bot, seat, &message);
    } else if (json_get(message.root, "undo")) {
        int32_t before = bot->game.number;
        undo(bot, seat);
        return bot->game.number > before ? GO_ON : ASK_AGAIN;
    } else if (!json_get(message.root, "do")) {
        send_error(bot, "this is no message that is known here", message_expected);
    } else if (!decision_read(bot->setting.match, &message, message.root, &d, &fault)) {
        send_error(bot, fault.text, decision_expected);
    } else if (decide(bot, seat, &d, &why)) {
        send_refusal(bot, &why);
    } else {
        return GO_ON;
    }
    return ASK_AGAIN;
}

/* Ask the program for a decision until one is taken. */
static enum next ask_program(struct bot *bot, seat_id seat)
{
    enum next next = ASK_AGAIN;

    send_view(bot, seat);
    while (next == ASK_AGAIN && !bot->broken) {
        size_t       length = 0;
        enum reading reading = read_line(bot, &length);
        if (reading == READ_END) {
            fprintf(stderr, "mestre bot: the input ended before the game did\n");
            bot->broken = true;
        } else if (reading == READ_TOO_LONG) {
            char expected[64];
            snprintf(expected, sizeof expected, "a line of at most %d bytes", LINE_MAX_BYTES);
            send_error(bot, "the line is too long", expected);
        } else {
            next = take_message(bot, seat, length);
        }
    }
    return next;
}

/* When all are asked at once the opponent decides first: it cannot see the program's decisions, and undo stays possible. */
static int play(struct bot *bot)
{
    uint8_t asked;

    send_hello(bot);
    send_events(bot);
    while (!bot->broken && (asked = play_asked(bot->game.state))) {
        uint8_t theirs = asked & (uint8_t)~bot->seats;
        if (theirs) {
            if (!opponent_plays(bot, first_seat(theirs))) return 1;
        } else if (ask_program(bot, first_seat(asked)) == QUIT) {
            struct json_writer *writer = open_message(bot);
            json_key(writer, "bye");
            json_write_integer(writer, 1);
            close_message(bot);
            return 0;
        }
    }
    if (bot->broken) return 1;
    send_over(bot);
    return bot->broken ? 1 : 0;
}

static int begin(struct bot *bot)
{
    struct arena *arena = &bot->setting.host.arena;
    size_t        state_size = bot->setting.ruleset->state_size;
    struct fault  fault = { .set = false };

    bot->thoughts = host_arena(THOUGHTS);
    bot->parse = host_arena(PARSE);
    bot->out = print_begin(MESSAGE);
    bot->line = arena_take(arena, LINE_MAX_BYTES + 1);
    bot->events = (struct events){ arena_take(arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    bot->offers = (struct offers){ arena_take(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    bot->view = arena_take(arena, state_size);
    bot->world = arena_take(arena, state_size);
    bot->dice = dice_seeded((uint64_t)bot->seed);
    bot->guesses = random_from(~(uint64_t)bot->seed);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        struct random random = random_from((uint64_t)bot->seed * 31 + 7 + (uint64_t)seat);
        bot->thinking[seat] = (struct thinking){ bot->setting.match, random, bot->thoughts, .crew = NULL };
    }
    if (!bot->line || !bot->events.list || !bot->offers.list || !bot->view || !bot->world ||
        game_begin(&bot->game, bot->setting.match, &bot->dice, &bot->events, arena, &fault) != DECIDED) {
        fault_say(&fault, "bot", 0, "there is not enough memory for a game");
        return host_complain(&fault);
    }
    if (!bot->journal_path) return 0;
    bot->journal = fopen(bot->journal_path, "w");
    if (!bot->journal) {
        fault_say(&fault, bot->journal_path, 0, "cannot be written: %s", strerror(errno));
        return host_complain(&fault);
    }
    journal_header(&bot->game, bot->setting.inlined, &bot->out);
    keep_line(bot);
    return bot->broken ? 1 : 0;
}

static void end(struct bot *bot)
{
    if (bot->journal) fclose(bot->journal);
    free(bot->thoughts.base);
    free(bot->parse.base);
    print_free(&bot->out);
}

static int check(struct bot *bot)
{
    const char *seat = bot->seat_text ? bot->seat_text : "A";

    if (!strcmp(seat, "both")) bot->seats = 0xff;
    else if (seat_named(seat) == SEAT_A || seat_named(seat) == SEAT_B) bot->seats = SEAT_BIT(seat_named(seat));
    else return usage_error("bot", "--seat must be A, B or both, not \"%s\"", seat);
    bot->opponent = player_named(bot->opponent_name);
    return bot->opponent ? 0 : usage_error("bot", "--opponent: there is no player \"%s\"", bot->opponent_name);
}

int bot_command(int argc, char **argv)
{
    struct bot bot = { .seed = 1, .opponent_name = "greedy" };
    const struct argument list[] = {
        SETTING_RULESET(&bot.setting),
        SETTING_SCENARIO(&bot.setting),
        SETTING_OPTIONS(&bot.setting),
        TEXT_ARGUMENT("seat", &bot.seat_text, "A|B|both", "what the program plays (default A)"),
        TEXT_ARGUMENT("opponent", &bot.opponent_name, "PLAYER", "who plays the other seats (default greedy)"),
        NUMBER_ARGUMENT("seed", &bot.seed, "K", 0, INT64_MAX, "for dice and opponent (default 1)"),
        TEXT_ARGUMENT("journal", &bot.journal_path, "FILE", "write the game there"),
        SETTING_LANGUAGE(&bot.setting),
        SETTING_DATA(&bot.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "bot", "--ruleset R [OPTIONS]",
        "Let another program play, by JSON lines on standard input and output. docs/bot-protocol.md says\n"
        "what the messages are.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status) || (status = check(&bot))) return status;
    signal(SIGPIPE, SIG_IGN);
    status = setting_open(&bot.setting, "bot", SETTING_MATCH | SETTING_TEXTS);
    if (!status) {
        status = begin(&bot);
        if (!status) status = play(&bot);
        end(&bot);
    }
    setting_close(&bot.setting);
    return status;
}
