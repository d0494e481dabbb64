/* tables.c: see tables.h. */
#include "tables.h"

#include "battles.h"
#include "clock.h"
#include "hosting.h"
#include "links.h"
#include "room.h"
#include "state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A question to the store about games, and who asked. */
struct question {
    struct store_job    job;             /* the first member */
    struct hosting     *hosting;
    struct asker        asker;
    struct open_request open;
    struct table        table;           /* of a game that is made */
    char                tokens[SEATS_MAX + 1][LINK_TEXT];
};

static struct question *question_make(struct hosting *hosting, const struct request *request, enum store_job_kind kind,
                            void (*deliver)(struct mail *mail))
{
    struct question *question = calloc(1, sizeof *question);

    if (!question) {
        connection_error(request->connection, request->id, "failed", "there is not enough memory");
        return NULL;
    }
    question->hosting = hosting;
    question->asker = asker_of(request);
    question->job.kind = kind;
    question->job.mail.deliver = deliver;
    question->job.time = clock_now();
    return question;
}

static void question_free(struct question *question)
{
    asker_release(&question->asker);
    store_job_clear(&question->job);
    matches_release(question->hosting->matches, question->table.match);
    sodium_memzero(question, sizeof *question);
    free(question);
}

static void send_to_store(struct question *question)
{
    store_thread_run(question->hosting->rooms.store, &question->job);
}

/* create */

static bool read_player(const struct request *request, const struct json *named, seat_id seat, struct table *table, struct fault *fault)
{
    const char *name = NULL;

    if (!json_string(request->document, named, seat_name(seat), &name, fault)) return false;
    table->player[seat] = player_named(name);
    return table->player[seat] || !strcmp(name, "person") ||
           fault_say(fault, "message", 0, "\"%s\": there is no player \"%s\"", seat_name(seat), name);
}

static bool read_players(const struct request *request, struct table *table, struct fault *fault)
{
    const struct json *named = NULL;
    bool               people = false;

    if (!json_branch(request->document, request->body, "players", JSON_OBJECT, &named, fault)) return false;
    if ((int64_t)named->count != table_seats(table)) return fault_say(fault, "message", 0, "\"players\" must name every seat once");
    for (seat_id seat = 0; seat < table_seats(table); seat++) {
        if (!read_player(request, named, seat, table, fault)) return false;
        people = people || !table->player[seat];
    }
    return people || table->fair || fault_say(fault, "message", 0, "nobody is there to throw the dice");
}

/* A scenario of the library, or the battle of two armies: NULL with a fault, or with a refusal of the armies. */
static const struct match *hold_match(struct hosting *hosting, const struct request *request, struct army_refusal *refusal, struct fault *fault)
{
    const struct json_document *document = request->document, *given;
    const struct json          *armies = json_get(request->body, "armies");
    const char                 *ruleset = NULL, *scenario = NULL;
    struct json_document        options = *document;
    struct battle               battle;
    const struct match         *match;

    options.root = NULL;
    if (!json_string(document, request->body, "ruleset", &ruleset, fault) ||
        !json_find_string(document, request->body, "scenario", &scenario, fault) ||
        !json_find_branch(document, request->body, "options", JSON_OBJECT, &options.root, fault))
        return NULL;
    given = options.root ? &options : NULL;
    if (!armies == !scenario) {
        fault_say(fault, "message", 0, "either \"scenario\" or \"armies\" is needed");
        return NULL;
    }
    if (scenario) return matches_hold(hosting->matches, ruleset, scenario, given, fault);
    if (!battle_make(&hosting->library.library, ruleset, document, armies, given, &hosting->bench, &battle, refusal, fault)) return NULL;
    match = matches_hold_battle(hosting->matches, ruleset, &battle, given, fault);
    if (!match) battle_refuse(&battle, fault, refusal);
    return match;
}

static bool read_table(struct hosting *hosting, const struct request *request, struct table *table, struct army_refusal *refusal,
                       struct fault *fault)
{
    const struct json_document *document = request->document;
    const char                 *dice = "fair", *mode = NULL;

    if (!json_find_string(document, request->body, "dice", &dice, fault) || !json_string(document, request->body, "mode", &mode, fault))
        return false;
    if (strcmp(dice, "fair") && strcmp(dice, "typed")) return fault_say(fault, "message", 0, "\"dice\" must be fair or typed");
    if (mode_named(mode) < 0) return fault_say(fault, "message", 0, "\"mode\" must be computer, shared or link");
    table->fair = !strcmp(dice, "fair");
    table->mode = (uint8_t)mode_named(mode);
    return table_take_match(table, hosting->matches, hold_match(hosting, request, refusal, fault)) && read_players(request, table, fault);
}

/* A link for each person and one for those who watch; and the game's own id, by which only its host finds it. */
static void draw_links(struct question *question)
{
    struct table     *table = &question->table;
    struct store_job *job = &question->job;

    for (seat_id seat = 0; seat <= table_seats(table); seat++) {
        bool watches = seat == table_seats(table);
        if (!watches && table->player[seat]) continue;
        link_draw(question->tokens[seat]);
        link_hash(question->tokens[seat], job->links[job->link_count].hash);
        job->links[job->link_count++].seat = watches ? STORE_SPECTATOR : seat;
    }
    link_game_hash(table->game, job->links[job->link_count].hash);
    job->links[job->link_count++].seat = STORE_SPECTATOR;
}

static void on_created(struct mail *mail)
{
    struct question    *question = (struct question *)mail;
    struct table       *table = &question->table;
    char                text[1024 + TITLE_BYTES];
    struct out          out = out_over(text, sizeof text);
    struct json_writer  writer = json_writer_over(&out);

    if (question->job.result != STORE_OK) {
        question->hosting->rooms.unfinished--;
        asker_error(&question->asker, "failed", "the game could not be written");
        question_free(question);
        return;
    }
    json_open(&writer, '{');
    json_key(&writer, "game");
    json_write_string(&writer, table->game);
    json_key(&writer, "links");
    json_open(&writer, '{');
    for (seat_id seat = 0; seat <= table_seats(table); seat++) {
        if (!question->tokens[seat][0]) continue;
        json_key(&writer, seat == table_seats(table) ? "spectator" : seat_name(seat));
        json_write_string(&writer, question->tokens[seat]);
    }
    json_close(&writer, '}');
    if (table->battle) table_write_raw(&writer, "title", table->battle->title);
    out_text(&out, "}}");
    connection_answer(question->asker.connection, question->asker.id, "created", out.text, out.used);
    sodium_memzero(text, sizeof text);
    question_free(question);
}

/* {"code":"illegal_army","text":..,"seat":"A","rule":"BE-ARMY-01","fix":..}: what is not known is left out. */
static void refuse_armies(const struct request *request, const struct army_refusal *refusal)
{
    char               text[2048];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);
    const char *const  member[][2] = {
        { "code", "illegal_army" }, { "text", refusal->text }, { "seat", refusal->seat == NO_SEAT ? "" : seat_name(refusal->seat) },
        { "rule", refusal->rule ? refusal->rule : "" }, { "fix", refusal->fix },
    };

    json_open(&writer, '{');
    for (size_t i = 0; i < sizeof member / sizeof member[0]; i++) {
        if (!member[i][1][0]) continue;
        json_key(&writer, member[i][0]);
        json_write_string(&writer, member[i][1]);
    }
    out_text(&out, "}}");
    connection_log_refusal(request->connection, "illegal_army");
    connection_answer(request->connection, request->id, "error", out.text, out.used);
}

void tables_create(struct hosting *hosting, const struct request *request)
{
    struct question    *question;
    struct army_refusal refusal = { .set = false };
    struct fault        fault = { .set = false };
    struct out         *out = &hosting->bench.lines;

    if (hosting->rooms.unfinished >= hosting->games_max) {
        connection_error(request->connection, request->id, "full", "this host takes no more games");
        return;
    }
    question = question_make(hosting, request, JOB_CREATE, on_created);
    if (!question) return;
    if (!read_table(hosting, request, &question->table, &refusal, &fault)) {
        if (refusal.set) refuse_armies(request, &refusal);
        else connection_malformed(request->connection, request->id, fault.text);
        question_free(question);
        return;
    }
    link_draw_game(question->table.game);
    if (!fair_dice_draw(question->table.seed)) {
        asker_error(&question->asker, "failed", "the machine has no randomness to give");
        question_free(question);
        return;
    }
    draw_links(question);
    bench_clear(&hosting->bench);
    record_table(&question->table, out);
    if (out->full || !store_job_add(&question->job, out->text, out->used)) {
        asker_error(&question->asker, "failed", "there is not enough memory");
        question_free(question);
    } else {
        hosting->rooms.unfinished++;
        send_to_store(question);
    }
    sodium_memzero(out->text, out->used);
}

/* open */

/* The seat that an owner names instead of a link: NO_SEAT with a fault. */
static seat_id read_viewer(const struct request *request, struct fault *fault)
{
    const char *name = NULL;
    seat_id     seat;

    if (!json_string(request->document, request->body, "seat", &name, fault)) return NO_SEAT;
    seat = strcmp(name, "spectator") ? seat_named(name) : SPECTATOR;
    if (seat == NO_SEAT) fault_say(fault, "message", 0, "there is no seat \"%s\"", name);
    return seat;
}

static void on_found(struct mail *mail)
{
    struct question   *question = (struct question *)mail;
    struct connection *connection = question->asker.connection;
    struct room       *room;

    connection->opening--;
    if (question->job.result == STORE_MISSING) asker_error(&question->asker, "unknown_link", "there is no such link");
    else if (question->job.result != STORE_OK) asker_error(&question->asker, "failed", "the link could not be looked for");
    else if (connection->client && !question->hosting->rooms.closing) {
        if (question->open.viewer == NO_SEAT)
            question->open.viewer = question->job.links[0].seat == STORE_SPECTATOR ? SPECTATOR : (seat_id)question->job.links[0].seat;
        room = rooms_find_or_make(&question->hosting->rooms, question->job.game);
        if (room) room_open_channel(room, connection, &question->open);
        else asker_error(&question->asker, "failed", "there is not enough memory");
    }
    question_free(question);
}

void tables_find(struct hosting *hosting, const struct request *request)
{
    struct open_request open = { .id = request->id, .from = 0, .viewer = NO_SEAT };
    const char         *link = NULL, *game = NULL;
    struct fault        fault = { .set = false };
    struct question    *question;

    if (!json_find_string(request->document, request->body, "link", &link, &fault) ||
        !json_find_string(request->document, request->body, "game", &game, &fault) ||
        !json_find_integer(request->document, request->body, "from", 0, INT32_MAX, &open.from, &fault) || (!link == !game) ||
        (game && (open.viewer = read_viewer(request, &fault)) == NO_SEAT)) {
        connection_malformed(request->connection, request->id, fault.set ? fault.text : "\"link\" is needed");
    } else if (game && !hosting->is_private) {
        connection_error(request->connection, request->id, "not_yours", "only the owner of a private table opens a game without its link");
    } else if (request->connection->channels + request->connection->opening >= CHANNELS || request->connection->readings >= CHANNELS) {
        connection_error(request->connection, request->id, "too_many", "too many channels are open, or being opened");
    } else if (link ? !link_is_one(link) : !link_is_game(game)) {
        connection_error(request->connection, request->id, "unknown_link", "there is no such link");
    } else if ((question = question_make(hosting, request, JOB_FIND, on_found))) {
        question->open = open;
        if (link) link_hash(link, question->job.links[0].hash);
        else link_game_hash(game, question->job.links[0].hash);
        request->connection->opening++;
        send_to_store(question);
    }
}

/* list */

static bool is_owner(const struct hosting *hosting, const struct request *request)
{
    if (hosting->is_private) return true;
    connection_error(request->connection, request->id, "not_yours", "only the owner of a private table may do this");
    return false;
}

/* One line of the store's list: three numbers and the record of the table, of which the secret seed stays here. */
static void write_game(struct hosting *hosting, const char *line, size_t length, struct json_writer *writer)
{
    static const char *const shown[] = { "game", "mode", "ruleset", "scenario", "title", "players", NULL };
    struct json_document     document;
    struct fault             fault = { .set = false };
    char                    *at = NULL;
    long long                created = strtoll(line, &at, 10), active = strtoll(at, &at, 10), over = strtoll(at, &at, 10);

    hosting->parse.used = 0;
    at++;
    if (!json_parse(&document, "table", at, length - (size_t)(at - line), &hosting->parse, &fault)) return;
    json_open(writer, '{');
    for (int i = 0; shown[i]; i++) {
        if (!json_get(document.root, shown[i])) continue;
        json_key(writer, shown[i]);
        json_write(writer, json_get(document.root, shown[i]));
    }
    json_key(writer, "created");
    json_write_integer(writer, created);
    json_key(writer, "active");
    json_write_integer(writer, active);
    json_key(writer, "over");
    json_write_boolean(writer, over != 0);
    json_close(writer, '}');
}

static void answer_list(struct question *question)
{
    size_t             room = 2 * question->job.length + 256;
    char              *text = malloc(room);
    struct out         out = out_over(text, room);
    struct json_writer writer = json_writer_over(&out);

    if (!text) {
        asker_error(&question->asker, "failed", "there is not enough memory");
        return;
    }
    json_open(&writer, '[');
    for (const char *at = question->job.length ? question->job.text : text, *end = at + question->job.length, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        write_game(question->hosting, at, (size_t)(stop - at), &writer);
    }
    out_text(&out, "]}");
    connection_answer(question->asker.connection, question->asker.id, "games", out.text, out.used);
    free(text);
}

static void on_listed(struct mail *mail)
{
    struct question *question = (struct question *)mail;

    if (question->job.result != STORE_OK) asker_error(&question->asker, "failed", "the games could not be read");
    else if (question->asker.connection->client) answer_list(question);
    question_free(question);
}

void tables_list(struct hosting *hosting, const struct request *request)
{
    struct question *question = is_owner(hosting, request) ? question_make(hosting, request, JOB_LIST, on_listed) : NULL;

    if (question) send_to_store(question);
}

/* delete */

static void on_deleted(struct mail *mail)
{
    struct question *question = (struct question *)mail;
    struct room     *room = question->job.result == STORE_OK ? rooms_find(&question->hosting->rooms, question->job.game) : NULL;

    if (room) room_end_deleted(room);
    if (question->job.result == STORE_OK) asker_done(&question->asker);
    else if (question->job.result == STORE_MISSING) asker_error(&question->asker, "unknown_link", "there is no such game");
    else asker_error(&question->asker, "failed", "the game could not be deleted");
    question_free(question);
}

static void on_found_to_delete(struct mail *mail)
{
    struct question *question = (struct question *)mail;

    if (question->job.result == STORE_OK && question->hosting->rooms.closing) question->job.result = STORE_FAILED;
    if (question->job.result != STORE_OK) {
        on_deleted(mail);
        return;
    }
    question->job.kind = JOB_DELETE;
    question->job.mail.deliver = on_deleted;
    send_to_store(question);
}

void tables_delete(struct hosting *hosting, const struct request *request)
{
    const char      *game = NULL;
    struct fault     fault = { .set = false };
    struct question *question;

    if (!is_owner(hosting, request)) return;
    if (!json_string(request->document, request->body, "game", &game, &fault)) {
        connection_malformed(request->connection, request->id, fault.text);
    } else if (!link_is_game(game)) {
        connection_error(request->connection, request->id, "unknown_link", "there is no such game");
    } else if ((question = question_make(hosting, request, JOB_FIND, on_found_to_delete))) {
        link_game_hash(game, question->job.links[0].hash);
        send_to_store(question);
    }
}
