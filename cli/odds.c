/* odds.c: `mestre odds`: the exact odds of a decision, in a position that the arguments give. */
#include "odds.h"
#include "chances_print.h"
#include "commands.h"
#include "journal.h"
#include "print.h"
#include "setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ODDS_MEMORY = 1 << 30, REPORT = 16 << 20 };

struct request {
    struct setting   setting;
    const char      *position, *decision, *seat_name, *policy_name, *journal;
    int64_t          at, seed;
    bool             json;
    enum odds_policy policy;
    seat_id          seat;
    struct game      game;
    struct decision  d;
};

/* A text given on the command line, or a file when it does not look like JSON; the result lives as long as the arena. */
static bool parse_given(struct request *request, const char *argument, const char *given, struct json_document *document,
                        struct fault *fault)
{
    struct arena *arena = &request->setting.host.arena;
    size_t        length = strlen(given);
    char         *text, *kept;

    if (strchr("{[", given[strspn(given, " \t\r\n")])) return json_parse(document, argument, given, length, arena, fault);
    text = host_read(given, &length, fault);
    if (!text) return false;
    kept = arena_text(arena, text, length);
    free(text);
    if (!kept) return fault_say(fault, given, 0, "this file is too large");
    return json_parse(document, given, kept, length, arena, fault);
}

static bool stop_at(void *context, const struct game *game, seat_id seat, const struct decision *d,
                    const struct events *events)
{
    const struct request *request = context;

    (void)seat;
    (void)d;
    (void)events;
    return request->at < 0 || game->number < request->at;
}

static bool begin_from_journal(struct request *request, struct fault *fault)
{
    struct journal_listener listener = { .line = stop_at, .context = request };
    size_t                  length = 0;
    int32_t                 lines = 0;
    char                   *text = host_read(request->journal, &length, fault);
    bool                    good;

    if (!text) return false;
    good = journal_replay(&request->game, &request->setting.host.library, request->journal, text, length, &listener,
                          &request->setting.host.arena, &lines, fault);
    free(text);
    if (!good) return false;
    if (request->at > request->game.number)
        return fault_say(fault, request->journal, 0, "--at %lld: there are only %d decisions", (long long)request->at,
                         request->game.number);
    request->setting.match = request->game.match;
    return true;
}

static bool begin_from_scenario(struct request *request, struct fault *fault)
{
    struct dice dice = dice_seeded((uint64_t)request->seed);

    return game_begin(&request->game, request->setting.match, &dice, NULL, &request->setting.host.arena, fault) == DECIDED;
}

/* After a position is laid over the state, what happens of itself must come to a question without dice. */
static bool lay_position(struct request *request, struct fault *fault)
{
    struct json_document document;
    struct dice          dice = dice_listed(NULL, 0);
    struct play          play = { request->game.match, request->game.state, &dice, NULL, 0 };

    if (!parse_given(request, "--position", request->position, &document, fault)) return false;
    if (!state_read(request->game.match, request->game.state, &document, document.root, fault)) return false;
    play_advance(&play);
    return !dice.short_of || fault_say(fault, document.name, 0, "dice are thrown before anybody decides in this position");
}

/* The seat that --seat names, or the one of those who are asked that is not refused; 0, or the rule that forbids. */
static rule_id refused(struct request *request, seat_id *seat, struct refusal *why)
{
    const struct match *m = request->game.match;
    uint8_t             asked = play_asked(request->game.state);
    bool                found = false;

    *seat = request->seat_name ? seat_named(request->seat_name) : SEAT_A;
    if (request->seat_name || !asked) return play_refuse(m, request->game.state, *seat, &request->d, why);
    for (seat_id other = 0; !found && other < match_head(m)->seats; other++) {
        if (!(asked & SEAT_BIT(other))) continue;
        *seat = other;
        found = !play_refuse(m, request->game.state, other, &request->d, why);
    }
    return found ? 0 : why->rule;
}

static int print_refusal(const struct request *request, const struct refusal *why)
{
    char       text[1024];
    struct out out = out_over(text, sizeof text);

    explain_refusal(&request->setting.texts, request->setting.language, request->game.match, why, &out);
    fprintf(stderr, "mestre odds: --do is refused: %s\n", text);
    return 1;
}

static void print_json(const struct request *request, const struct odds *odds, const struct changes *changes)
{
    static const char *const policy[] = { "stop", "decline", "react" };
    const struct match      *m = request->game.match;
    struct out               out = print_begin(REPORT);
    struct json_writer       writer = json_writer_over(&out);

    json_open(&writer, '{');
    json_write_game(&writer, m);
    json_key(&writer, "seat");
    json_write_string(&writer, seat_name(request->seat));
    json_key(&writer, "decision");
    json_open(&writer, '{');
    decision_write(m, &request->d, &writer);
    json_close(&writer, '}');
    json_key(&writer, "policy");
    json_write_string(&writer, policy[request->policy]);
    chances_write(odds, changes, &writer);
    json_close(&writer, '}');
    if (!print_line(&out)) fprintf(stderr, "mestre odds: the result could not be printed\n");
    print_free(&out);
}

static void print_text(const struct request *request, const struct odds *odds, const struct changes *changes)
{
    char       text[512];
    struct out out = out_over(text, sizeof text);

    explain_decision(&request->setting.texts, request->setting.language, request->game.match, &request->d, &out);
    printf("%s: %s\n", seat_name(request->seat), text);
    chances_print(odds, changes, &request->setting.texts.catalogue[request->setting.language]);
}

/* The decisions before the last are played; since nobody has thrown dice for them, they may not need any. */
static int play_before(struct request *request, const struct json_document *document, const struct json *node,
                       struct fault *fault)
{
    struct dice    dice = dice_listed(NULL, 0);
    struct refusal why;

    if (!decision_read(request->game.match, document, node, &request->d, fault)) return host_complain(fault);
    if (refused(request, &request->seat, &why)) return print_refusal(request, &why);
    if (game_decide(&request->game, request->seat, &request->d, &dice, NULL, &why) == DECIDED) return 0;
    json_fault(document, node, fault, "dice are thrown for this decision: only the last may need any");
    return host_complain(fault);
}

static int find_decision(struct request *request, struct fault *fault)
{
    struct json_document document;
    const struct json   *node;
    struct refusal       why;
    int                  status;

    if (!parse_given(request, "--do", request->decision, &document, fault)) return host_complain(fault);
    node = document.root->type == JSON_ARRAY ? document.root->as.child : document.root;
    if (!node) {
        json_fault(&document, document.root, fault, "there is no decision in this list");
        return host_complain(fault);
    }
    for (; node->next; node = node->next)
        if ((status = play_before(request, &document, node, fault))) return status;
    if (!decision_read(request->game.match, &document, node, &request->d, fault)) return host_complain(fault);
    return refused(request, &request->seat, &why) ? print_refusal(request, &why) : 0;
}

static int answer(struct request *request)
{
    struct fault   fault = { .set = false };
    struct arena   arena;
    struct odds    odds;
    struct changes changes;
    int            status;

    if (!(request->journal ? begin_from_journal(request, &fault) : begin_from_scenario(request, &fault)) ||
        (request->position && !lay_position(request, &fault)))
        return host_complain(&fault);
    /* What is only declared, to be thrown with much else, has no odds of its own before it is. */
    if (!request->policy_name && ruleset_of(request->game.match)->alone) request->policy = ODDS_DECLINE;
    status = setting_texts(&request->setting, ruleset_of(request->game.match));
    if (status || (status = find_decision(request, &fault))) return status;
    arena = host_arena(ODDS_MEMORY);
    if (!odds_of(request->game.match, request->game.state, request->seat, &request->d, request->policy, &arena, &odds,
                 &fault) ||
        !chances_of(&odds, request->game.state, &arena, &changes, &fault))
        status = host_complain(&fault);
    else if (request->json) print_json(request, &odds, &changes);
    else print_text(request, &odds, &changes);
    free(arena.base);
    return status;
}

static int check(struct request *request)
{
    int policy = request->policy_name ? odds_policy_named(request->policy_name) : ODDS_STOP;

    if (!request->decision) return usage_error("odds", "--do is needed: the decision, as JSON");
    if (policy < 0) return usage_error("odds", "--policy must be stop, decline or react, not \"%s\"", request->policy_name);
    request->policy = (enum odds_policy)policy;
    if (request->seat_name && seat_named(request->seat_name) == NO_SEAT)
        return usage_error("odds", "--seat: there is no seat \"%s\"", request->seat_name);
    if (request->at >= 0 && !request->journal) return usage_error("odds", "--at needs --journal");
    if (request->journal &&
        (request->setting.ruleset_name || request->setting.scenario_name || request->setting.option_text))
        return usage_error("odds", "--journal says what is played: --ruleset, --scenario and --options cannot go with it");
    return 0;
}

int odds_command(int argc, char **argv)
{
    struct request request = { .at = -1, .seed = 1 };
    const struct argument list[] = {
        SETTING_RULESET(&request.setting),
        SETTING_SCENARIO(&request.setting),
        SETTING_OPTIONS(&request.setting),
        NUMBER_ARGUMENT("seed", &request.seed, "K", 0, INT64_MAX, "for dice of the set-up, where there are any (default 1)"),
        TEXT_ARGUMENT("position", &request.position, "FILE|JSON", "values laid over the first position"),
        TEXT_ARGUMENT("journal", &request.journal, "FILE", "begin at the end of this journal instead"),
        NUMBER_ARGUMENT("at", &request.at, "N", 0, INT32_MAX, "or after its decision N; 0 is the beginning"),
        TEXT_ARGUMENT("do", &request.decision, "JSON", "the decision, or a list of which the last is meant"),
        TEXT_ARGUMENT("seat", &request.seat_name, "A|B", "who decides (default: who is asked)"),
        TEXT_ARGUMENT("policy", &request.policy_name, "P", "at other seats' reactions: stop, decline or react (default: stop, where all dice fall together decline)"),
        FLAG_ARGUMENT("json", &request.json, "print as JSON"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "odds", "--ruleset R --do JSON [OPTIONS]\n       mestre odds --journal FILE --do JSON [OPTIONS]",
        "Print the exact odds of everything that a decision can change, in the position as it truly is: an\n"
        "arbiter's view, in which hidden cards count.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status) || (status = check(&request))) return status;
    status = setting_open(&request.setting, "odds",
                          request.journal ? SETTING_ANY_RULESET : SETTING_MATCH | SETTING_TEXTS);
    if (!status) status = answer(&request);
    setting_close(&request.setting);
    return status;
}
