/* replay.c: `mestre replay`: play a journal again, check every line of it, and explain what happened. */
#include "commands.h"
#include "hash.h"
#include "journal.h"
#include "print.h"
#include "setting.h"
#include "state.h"
#include "view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, REPORT = 4 << 20, EVERYBODY = SEATS_MAX, SIDE_NAME = 128 };

struct request {
    struct setting setting;
    const char    *file, *seat_name;
    bool           quiet, json;
    seat_id        viewer;           /* a seat, SPECTATOR or EVERYBODY */
    struct out     out;
    struct state  *view;
    int32_t        line;
    int            status;           /* of the listener: the texts of the journal's ruleset may be missing */
    const struct journal_listener *listener;
};

static bool may_see(const struct request *request, const struct event *event)
{
    return request->viewer == EVERYBODY || event->seen & SEAT_BIT(request->viewer);
}

/* What another seat decided may be a secret: whoever may know of it learns of it by the events. */
static bool may_see_decision(const struct request *request, seat_id seat)
{
    return request->viewer == EVERYBODY || request->viewer == seat;
}

/* The rules that bear on what was told, in one line. Returns how many events that took. */
static int32_t print_cites(struct request *request, const struct game *game, const struct event *event, int32_t left)
{
    const struct texts *texts = &request->setting.texts;
    int32_t             taken = 0;

    for (; taken < left && event[taken].kind == EVENT_CITE; taken++) {
        if (!may_see(request, &event[taken])) continue;
        if (taken) out_format(&request->out, ", %s", texts->ruleset->rules[event[taken].rule]);
        else explain_event(texts, request->setting.language, game->match, event, &request->out);
    }
    return taken;
}

/* An account with a reason is one line, "3 (..) +1 (..) = 4"; one without says nothing that the dice do not. */
static int32_t print_account(struct request *request, const struct event *event, int32_t left)
{
    const char *const *rules = request->setting.texts.ruleset->rules;
    int32_t            taken = 1;

    if (left > 1 && event[1].kind == EVENT_TOTAL) return 2;
    out_format(&request->out, "\n        %d (%s)", event->as.value[0], rules[event->rule]);
    for (; taken < left && event[taken].kind == EVENT_REASON; taken++)
        out_format(&request->out, " %s%d (%s)", event[taken].as.value[0] < 0 ? "" : "+", event[taken].as.value[0],
                   rules[event[taken].rule]);
    if (taken < left && event[taken].kind == EVENT_TOTAL) out_format(&request->out, " = %d", event[taken++].as.value[0]);
    return taken;
}

static void print_events(struct request *request, const struct game *game, const struct events *events)
{
    const struct texts *texts = &request->setting.texts;
    struct out         *out = &request->out;
    int32_t             i = 0;

    while (i < events->count) {
        const struct event *event = &events->list[i];
        if (!may_see(request, event) || explain_is_silent(texts, event)) {
            i++;
        } else if (event->kind == EVENT_BASE) {
            i += print_account(request, event, events->count - i);
        } else if (event->kind == EVENT_CITE) {
            out_text(out, "\n        ");
            i += print_cites(request, game, event, events->count - i);
        } else {
            out_text(out, event->kind < EVENT_OWN ? "\n        " : "\n    ");
            explain_event(texts, request->setting.language, game->match, event, out);
            out_format(out, " [%s]", texts->ruleset->rules[event->rule]);
            i++;
        }
    }
}

static void print_text(struct request *request, const struct game *game, seat_id seat, const struct decision *d,
                       const struct events *events)
{
    const struct texts *texts = &request->setting.texts;
    enum language       language = request->setting.language;
    struct out         *out = &request->out;

    if (seat != NO_SEAT) {
        out_format(out, "%d %s", game->number, seat_name(seat));
        if (request->listener->player) out_format(out, " (%s)", request->listener->player);
        out_text(out, ": ");
        if (!d) out_text(out, "undo");
        else if (may_see_decision(request, seat)) explain_decision(texts, language, game->match, d, out);
        else out_text(out, "...");
    } else {
        out_format(out, "%s, %s", ruleset_of(game->match)->id, match_head(game->match)->scenario);
    }
    print_events(request, game, events);
}

/* The whole list as one viewer: events_write() filters by seat, so that everybody's events are first made public. */
static void write_events(struct request *request, const struct game *game, const struct events *events,
                         struct json_writer *writer)
{
    seat_id viewer = request->viewer == EVERYBODY ? SPECTATOR : request->viewer;

    if (request->viewer == EVERYBODY)
        for (int32_t i = 0; i < events->count; i++) events->list[i].seen = SEEN_BY_ALL;
    events_write(game->match, events, viewer, &request->setting.texts, request->setting.language, writer);
}

static uint64_t seen_hash(struct request *request, const struct game *game)
{
    if (request->viewer == EVERYBODY) return game_hash(game);
    game_view(game, request->viewer, request->view);
    return hash_bytes(request->view, ruleset_of(game->match)->state_size);
}

static void write_json(struct request *request, const struct game *game, seat_id seat, const struct decision *d,
                       const struct events *events)
{
    struct json_writer writer = json_writer_over(&request->out);

    json_open(&writer, '{');
    json_key(&writer, "line");
    json_write_integer(&writer, request->line);
    json_key(&writer, "n");
    json_write_integer(&writer, game->number);
    if (seat != NO_SEAT) {
        json_key(&writer, "seat");
        json_write_string(&writer, seat_name(seat));
    }
    if (request->listener->player) {
        json_key(&writer, "player");
        json_write_string(&writer, request->listener->player);
    }
    if (seat != NO_SEAT && !d) {
        json_key(&writer, "undo");
        json_write_integer(&writer, 1);
    }
    if (d && may_see_decision(request, seat)) {
        json_key(&writer, "decision");
        json_open(&writer, '{');
        decision_write(game->match, d, &writer);
        json_close(&writer, '}');
    }
    json_key(&writer, "events");
    write_events(request, game, events, &writer);
    json_key(&writer, "hash");
    json_write_hash(&writer, seen_hash(request, game));
    json_close(&writer, '}');
}

/* The first line says which game it is: only then can its texts be read. */
static bool begin(struct request *request, const struct game *game)
{
    request->status = setting_texts(&request->setting, ruleset_of(game->match));
    request->view = arena_take(&request->setting.host.arena, ruleset_of(game->match)->state_size);
    if (request->viewer < SEATS_MAX && request->viewer >= match_head(game->match)->seats)
        request->status = usage_error("replay", "--seat: there is no seat \"%s\" in this game", request->seat_name);
    return !request->status && request->view;
}

static bool hear(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    struct request *request = context;

    request->line++;
    if (seat == NO_SEAT && !begin(request, game)) return false;
    if (request->quiet) return true;
    if (request->json) write_json(request, game, seat, d, events);
    else print_text(request, game, seat, d, events);
    if (print_line(&request->out)) return true;
    fprintf(stderr, "mestre replay: line %d could not be printed\n", request->line);
    request->status = 1;
    return false;
}

/* "the Protestants win": the side as its scenario calls it, in the game's own words where it has some. */
static void print_winner(struct request *request, const struct game *game, seat_id winner)
{
    const struct texts     *texts = &request->setting.texts;
    const enum language     language = request->setting.language;
    const struct catalogue *catalogue = &texts->catalogue[language];
    const char             *text = text_find(catalogue, "side.win");
    char                    name[SIDE_NAME];
    struct out              side = out_over(name, sizeof name);

    explain_side(texts, language, game->match, winner, true, &side);
    if (side.full) out_trim(&side);
    out_text(&request->out, ", ");
    if (!text) text = text_find(catalogue, "engine.wins");
    text_fill(&request->out, language, text ? text : "{side}", &(struct blank){ "side", name, 0 }, 1);
}

static void print_end(struct request *request, const struct game *game, int32_t lines)
{
    struct out         *out = &request->out;
    const struct flow  *flow = flow_of_const(game->state);
    const char         *result = !flow->over ? "unfinished" : flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner);
    struct json_writer  writer = json_writer_over(out);

    if (request->json) {
        json_open(&writer, '{');
        json_key(&writer, "lines");
        json_write_integer(&writer, lines);
        json_key(&writer, "hash");
        json_write_hash(&writer, seen_hash(request, game));
        json_key(&writer, "result");
        json_write_string(&writer, result);
        json_close(&writer, '}');
    } else {
        out_format(out, "%d lines, hash ", lines);
        out_hex(out, seen_hash(request, game), 16);
        if (!flow->over) out_text(out, ", the game is not over");
        else if (flow->winner == NO_SEAT) out_text(out, ", a draw");
        else print_winner(request, game, flow->winner);
    }
    print_line(out);
}

static int replay(struct request *request)
{
    struct arena           *arena = &request->setting.host.arena;
    struct journal_listener listener = { .line = hear, .context = request };
    struct game             game;
    struct fault            fault = { .set = false };
    size_t                  length = 0;
    int32_t                 lines = 0;
    char                   *text = host_read(request->file, &length, &fault);
    bool                    good;

    if (!text) return host_complain(&fault);
    request->listener = &listener;
    listener.events = (struct events){ arena_take(arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    request->out = print_begin(REPORT);
    good = journal_replay(&game, &request->setting.host.library, request->file, text, length, &listener, arena, &lines,
                          &fault);
    free(text);
    if (!good) host_complain(&fault);
    else if (!request->status) print_end(request, &game, lines);
    print_free(&request->out);
    return good ? request->status : 1;
}

static int find_viewer(struct request *request)
{
    const char *name = request->seat_name;

    request->viewer = !name || !strcmp(name, "all") ? EVERYBODY : !strcmp(name, "spectator") ? SPECTATOR : seat_named(name);
    if (request->viewer != NO_SEAT) return 0;
    return usage_error("replay", "--seat must be A, B, spectator or all, not \"%s\"", name);
}

int replay_command(int argc, char **argv)
{
    struct request request = { .quiet = false };
    const struct argument list[] = {
        TEXT_ARGUMENT("seat", &request.seat_name, "WHO", "as A, B, a spectator or all saw it (default all)"),
        { "quiet", ARGUMENT_FLAG, &request.quiet, NULL, "print only the last line", 0, 0, 'q' },
        FLAG_ARGUMENT("json", &request.json, "print JSON, one object a line"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "replay", "[OPTIONS] FILE",
        "Play a journal again (\"-\" reads standard input), check that every line of it is right, and explain\n"
        "what happened. The status is 1 at the first line that is wrong.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("replay", "FILE is needed: a journal");
    request.file = argv[first];
    if ((status = find_viewer(&request))) return status;
    status = setting_open(&request.setting, "replay", SETTING_ANY_RULESET);
    if (!status) status = replay(&request);
    setting_close(&request.setting);
    return status;
}
