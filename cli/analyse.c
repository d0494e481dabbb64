/* analyse.c: `mestre analyse`: what a played game was worth at each decision, what was luck in it, and what could have been done better. */
#include "analysis.h"
#include "chances_print.h"
#include "commands.h"
#include "hint.h"
#include "journal.h"
#include "maths.h"
#include "print.h"
#include "setting.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT = 16 << 20, MEMORY = 64 << 20, HINT_MEMORY = 256 << 20, SENTENCE = 512, NUMBER = 32, SIDE_NAME = 128 };

struct request {
    struct setting    setting;
    const char       *file, *seat_name, *level_name;
    bool              json;
    int64_t           at, worlds;
    struct mind_level level;             /* of the match, with the worlds that were asked for */
    seat_id           seat;              /* or NO_SEAT: all */
    struct arena      arena;
    struct state     *before;
    struct analysis   analysis;
    int32_t           line, lines;
    int               status;            /* of the listener: the texts of the journal's ruleset may be missing */
    struct out        out;
};

/* check() has seen that there is such a level. */
static void find_level(struct request *request, const struct match *m)
{
    const struct mind *mind = match_head(m)->mind;

    for (int i = 0; i < MIND_THINKERS; i++)
        if (!strcmp(request->level_name, mind->level[i].name)) request->level = mind->level[i];
    if (request->worlds) request->level.worlds = (int16_t)request->worlds;
}

/* The first line says which game it is: only then are its texts and levels known. */
static bool begin(struct request *request, const struct game *game)
{
    const struct match *m = game->match;

    request->status = setting_texts(&request->setting, ruleset_of(m));
    if (!request->status && request->seat != NO_SEAT && request->seat >= match_head(m)->seats)
        request->status = usage_error("analyse", "--seat: there is no seat \"%s\" in this game", request->seat_name);
    find_level(request, m);
    request->before = arena_take(&request->arena, ruleset_of(m)->state_size);
    if (!request->status && (!request->before || !analysis_open(&request->analysis, m, &request->level, request->lines, &request->arena))) {
        fprintf(stderr, "mestre analyse: there is not enough memory for so long a game\n");
        request->status = 1;
    }
    return !request->status;
}

static bool hear(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    struct request *request = context;

    (void)events;
    if (seat == NO_SEAT && !begin(request, game)) return false;
    if (request->at >= 0) return request->line++ < request->at;
    if (d && !analysis_judge(&request->analysis, request->line, request->before, seat, d, game->state, game->faces, &request->arena)) {
        fprintf(stderr, "mestre analyse: there is not enough memory for decision %d\n", request->line);
        request->status = 1;
        return false;
    }
    if (seat != NO_SEAT && !d) analysis_take_back(&request->analysis);
    memcpy((void *)request->before, (const void *)game->state, ruleset_of(game->match)->state_size);
    request->line++;
    return true;
}

/* One of the engine's own texts, with its blanks filled. */
static void say(struct request *request, const char *key, const struct blank *blanks, int32_t count)
{
    const char *text = text_find_in(&request->setting.texts.catalogue[request->setting.language], "engine", key);

    text_fill(&request->out, request->setting.language, text ? text : key, blanks, count);
}

/* "51.2 %" or, of a difference, "+3.0 %". */
static const char *percent(const struct request *request, int32_t hundredths, bool is_difference, char room[NUMBER])
{
    int32_t tenths = (int32_t)divide_round(hundredths, 10), size = abs(tenths);

    snprintf(room, NUMBER, "%s%d%c%d %%", tenths < 0 ? "-" : is_difference ? "+" : "", size / 10,
             request->setting.language == FRENCH ? ',' : '.', size % 10);
    return room;
}

static int32_t chance(int64_t value) { return analysis_chance(value + MIND_WON); }

static const char *decision_text(const struct request *request, const struct decision *d, char room[SENTENCE])
{
    struct out out = out_over(room, SENTENCE);

    explain_decision(&request->setting.texts, request->setting.language, request->analysis.match, d, &out);
    if (out.full) out_trim(&out);
    return room;
}

static const char *side_text(const struct request *request, seat_id seat, bool the, char room[SIDE_NAME])
{
    struct out out = out_over(room, SIDE_NAME);

    explain_side(&request->setting.texts, request->setting.language, request->analysis.match, seat, the, &out);
    if (out.full) out_trim(&out);
    return room;
}

static void end_line(struct request *request)
{
    print_line(&request->out);
}

/* Whose chances are told: the side that was asked for, or A. */
static int64_t own_value(const struct request *request, int64_t value)
{
    return request->seat == SEAT_B ? -value : value;
}

static void print_point(struct request *request, const char *label, int64_t value)
{
    enum { WIDTH = 40, LABEL = 10 };
    char    number[NUMBER];
    int32_t share = chance(own_value(request, value)), letters = 0, marks = (share * WIDTH + 5000) / 10000;

    for (const char *at = label; *at; at++) letters += ((unsigned char)*at & 0xc0) != 0x80;
    out_format(&request->out, "  %s", label);
    for (; letters < LABEL; letters++) out_char(&request->out, ' ');
    percent(request, share, false, number);
    for (size_t i = strlen(number); i < 8; i++) out_char(&request->out, ' ');
    out_format(&request->out, "%s  ", number);
    for (int32_t i = 0; i < WIDTH; i++) out_text(&request->out, i < marks ? "█" : "░");
    end_line(request);
}

/* The position before the first decision of each turn, and the last of all. */
static void print_curve(struct request *request)
{
    const struct analysis *analysis = &request->analysis;
    char                   label[SENTENCE], side[SIDE_NAME];

    say(request, "analysis_chance", &(struct blank){ "side", side_text(request, request->seat == NO_SEAT ? SEAT_A : request->seat, true, side), 0 }, 1);
    end_line(request);
    for (int32_t i = 0; i < analysis->count; i++) {
        const struct judgement *judged = &analysis->list[i];
        if (i && judged->turn == judged[-1].turn) continue;
        say(request, i ? "analysis_turn" : "analysis_start", &(struct blank){ "turn", NULL, judged->turn }, 1);
        snprintf(label, sizeof label, "%s", request->out.text);
        request->out = out_over(request->out.text, request->out.capacity);
        print_point(request, label, judged->before);
    }
    if (!analysis->count) return;
    say(request, "analysis_end", NULL, 0);
    snprintf(label, sizeof label, "%s", request->out.text);
    request->out = out_over(request->out.text, request->out.capacity);
    print_point(request, label, analysis->list[analysis->count - 1].after);
}

static void print_luck(struct request *request, const struct summary *summary)
{
    const struct analysis *analysis = &request->analysis;
    seat_id                own = request->seat == SEAT_B ? SEAT_B : SEAT_A;
    char                   number[4][NUMBER], side[SIDE_NAME];

    say(request, "analysis_luck", NULL, 0);
    end_line(request);
    for (seat_id seat = 0; seat < 2; seat++) {
        out_text(&request->out, "  ");
        say(request, "analysis_side", (struct blank[]){ { "side", side_text(request, seat, false, side), 0 },
            { "luck", percent(request, analysis_chance(summary->side[seat].luck), true, number[0]), 0 },
            { "own", percent(request, analysis_chance(summary->side[seat].own_luck), true, number[1]), 0 },
            { "rolls", NULL, summary->side[seat].rolls } }, 4);
        end_line(request);
    }
    if (!analysis->count) return;
    out_text(&request->out, "  ");
    say(request, "analysis_balance", (struct blank[]){ { "side", side_text(request, own, false, side), 0 },
        { "luck", percent(request, analysis_chance(summary->side[own].luck), true, number[0]), 0 }, { "play", percent(request, analysis_chance(summary->side[own].play), true, number[1]), 0 },
        { "start", percent(request, chance(own_value(request, analysis->list[0].before)), false, number[2]), 0 },
        { "end", percent(request, chance(own_value(request, analysis->list[analysis->count - 1].after)), false, number[3]), 0 } }, 5);
    end_line(request);
}

static void begin_entry(struct request *request, const struct judgement *judged)
{
    char text[SENTENCE];

    out_format(&request->out, "  %d %s: %s (", judged->line, seat_name(judged->seat), decision_text(request, &judged->d, text));
}

static void print_turning(struct request *request, const struct summary *summary)
{
    static const char *const causes[CAUSES] = { "analysis_by_luck", "analysis_by_play", "analysis_by_end" };
    char                     number[2][NUMBER];

    say(request, "analysis_turning", NULL, 0);
    end_line(request);
    for (int32_t i = 0; i < summary->turnings; i++) {
        const struct judgement *judged = &request->analysis.list[summary->turning[i]];
        begin_entry(request, judged);
        out_format(&request->out, "%s → %s, ", percent(request, chance(own_value(request, judged->before)), false, number[0]),
                   percent(request, chance(own_value(request, judged->after)), false, number[1]));
        say(request, causes[analysis_cause(&request->analysis, judged)], NULL, 0);
        out_char(&request->out, ')');
        end_line(request);
    }
}

/* Two decisions that words do not tell apart differ in a place or a number: the second as JSON. */
static const char *better_text(const struct request *request, const struct judgement *judged, char room[SENTENCE])
{
    char               taken[SENTENCE];
    size_t             used;
    struct out         out;
    struct json_writer writer;

    if (strcmp(decision_text(request, &judged->better, room), decision_text(request, &judged->d, taken))) return room;
    used = strlen(room);
    out = out_over(room + used, SENTENCE - used);
    out_char(&out, ' ');
    writer = json_writer_over(&out);
    json_open(&writer, '{');
    decision_write(request->analysis.match, &judged->better, &writer);
    json_close(&writer, '}');
    return room;
}

static void print_costly(struct request *request, const struct summary *summary)
{
    char number[NUMBER], better[SENTENCE];

    say(request, "analysis_costly", NULL, 0);
    end_line(request);
    if (!summary->costlies) {
        out_text(&request->out, "  ");
        say(request, request->analysis.level->width < 2 ? "analysis_no_costs" : "analysis_none", NULL, 0);
        end_line(request);
    }
    for (int32_t i = 0; i < summary->costlies; i++) {
        const struct judgement *judged = &request->analysis.list[summary->costly[i]];
        begin_entry(request, judged);
        say(request, "analysis_cost", (struct blank[]){ { "cost", percent(request, -analysis_chance(judged->cost), true, number), 0 },
            { "better", better_text(request, judged, better), 0 } }, 2);
        end_line(request);
    }
}

static const char *result_of(const struct game *game)
{
    const struct flow *flow = flow_of_const(game->state);

    return !flow->over ? "unfinished" : flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner);
}

static void print_title(struct request *request, const struct game *game)
{
    const struct flow *flow = flow_of_const(game->state);
    char               side[SIDE_NAME];
    struct out         out = out_over(side, sizeof side);

    out_format(&request->out, "%s, %s: ", ruleset_of(game->match)->id, match_head(game->match)->scenario);
    if (!flow->over) say(request, "analysis_unfinished", NULL, 0);
    else if (flow->winner == NO_SEAT) say(request, "analysis_draw", NULL, 0);
    else {
        const char *text = text_find(&request->setting.texts.catalogue[request->setting.language], "side.win");
        explain_side(&request->setting.texts, request->setting.language, game->match, flow->winner, true, &out);
        if (text) text_fill(&request->out, request->setting.language, text, &(struct blank){ "side", side, 0 }, 1);
        else say(request, "wins", &(struct blank){ "side", side, 0 }, 1);
    }
    end_line(request);
}

static void print_text(struct request *request, const struct game *game)
{
    struct summary summary;

    analysis_sum(&request->analysis, request->seat, &summary);
    print_title(request, game);
    print_curve(request);
    print_luck(request, &summary);
    print_turning(request, &summary);
    print_costly(request, &summary);
}

static void open_json(struct json_writer *writer, const struct request *request, const struct game *game)
{
    json_open(writer, '{');
    json_write_game(writer, game->match);
    json_key(writer, "level");
    json_write_string(writer, request->level_name);
}

static void print_json(struct request *request, const struct game *game)
{
    struct json_writer writer = json_writer_over(&request->out);

    open_json(&writer, request, game);
    json_key(&writer, "result");
    json_write_string(&writer, result_of(game));
    analysis_write(&request->analysis, request->seat, &request->setting.texts, request->setting.language, &writer);
    json_close(&writer, '}');
    if (print_line(&request->out)) return;
    fprintf(stderr, "mestre analyse: the result could not be printed\n");
    request->status = 1;
}

/* The odds are those of a world as the seat may guess it. */
static void print_odds(struct request *request, const struct state *world, seat_id seat, const struct decision *d, struct arena *arena)
{
    const struct match *m = request->analysis.match;
    struct fault        fault = { 0 };
    struct odds         odds;
    struct changes      changes;
    size_t              mark = arena->used;

    if (odds_of(m, world, seat, d, hint_policy(m), arena, &odds, &fault) && odds.count > 1 && chances_of(&odds, world, arena, &changes, &fault)) {
        fflush(stdout);
        chances_print(&odds, &changes, &request->setting.texts.catalogue[request->setting.language]);
    }
    arena->used = mark;
}

static void print_advice(struct request *request, const struct state *world, seat_id seat, const struct advice *advice, struct arena *arena)
{
    char number[NUMBER], text[SENTENCE];

    say(request, "analysis_hint", (struct blank[]){ { "seat", seat_name(seat), 0 }, { "chance", percent(request, chance(advice->value), false, number), 0 },
        { "text", decision_text(request, &advice->d, text), 0 } }, 3);
    for (int32_t i = 0; i < advice->rules; i++)
        out_format(&request->out, "%s%s", i ? ", " : " [", request->setting.texts.ruleset->rules[advice->rule[i]]);
    out_text(&request->out, "]");
    end_line(request);
    print_odds(request, world, seat, &advice->d, arena);
}

static void write_hint(struct request *request, const struct game *game, seat_id seat, const struct hint *hint)
{
    struct json_writer writer = json_writer_over(&request->out);

    open_json(&writer, request, game);
    json_key(&writer, "line");
    json_write_integer(&writer, request->at);
    json_key(&writer, "seat");
    json_write_string(&writer, seat_name(seat));
    json_key(&writer, "hint");
    hint_write(hint, game->match, &request->setting.texts, request->setting.language, &writer);
    json_close(&writer, '}');
    end_line(request);
}

/* What a seat that is asked after decision `at` could have thought of. */
static int advise(struct request *request, const struct game *game)
{
    const struct match *m = game->match;
    struct arena        arena = host_arena(HINT_MEMORY);
    struct state       *view = arena_take(&arena, ruleset_of(m)->state_size);
    struct random       random = random_from(1);
    struct hint         hint;
    seat_id             seat = request->seat == NO_SEAT ? SEAT_A : request->seat;
    int                 status = 0;

    if (request->seat == NO_SEAT && !(play_asked(game->state) & SEAT_BIT(SEAT_A))) seat = SEAT_B;
    if (!(play_asked(game->state) & SEAT_BIT(seat))) status = usage_error("analyse", "--at %lld: this seat is not asked there", (long long)request->at);
    else {
        game_view(game, seat, view);
        if (!hint_give(&hint, m, view, seat, &request->level, &arena)) {
            fprintf(stderr, "mestre analyse: nothing legal was found\n");
            status = 1;
        } else if (request->json) {
            write_hint(request, game, seat, &hint);
        } else {
            ruleset_of(m)->guess(m, view, seat, &random);
            for (int32_t i = 0; i < hint.count; i++) print_advice(request, view, seat, &hint.list[i], &arena);
        }
    }
    free(arena.base);
    return status;
}

static int report(struct request *request, const struct game *game)
{
    if (request->at >= 0 && request->line <= request->at)
        return usage_error("analyse", "--at %lld: there are only %d decisions", (long long)request->at, request->line - 1);
    if (request->at >= 0) return advise(request, game);
    if (request->json) print_json(request, game);
    else print_text(request, game);
    return request->status;
}

static int analyse(struct request *request)
{
    struct journal_listener nobody = { .line = NULL }, listener = { .line = hear, .context = request };
    struct arena           *arena = &request->setting.host.arena;
    size_t                  mark = arena->used;
    struct game             game;
    struct fault            fault = { .set = false };
    size_t                  length = 0;
    int32_t                 lines = 0;
    char                   *text = host_read(request->file, &length, &fault);
    bool                    good;

    if (!text) return host_complain(&fault);
    request->lines = 1;
    for (size_t i = 0; i < length; i++) request->lines += text[i] == '\n';
    request->arena = host_arena((size_t)MEMORY + (size_t)request->lines * sizeof(struct judgement));
    request->out = print_begin(REPORT);
    /* A damaged journal is found before anybody has thought about it for long. */
    good = journal_replay(&game, &request->setting.host.library, request->file, text, length, &nobody, arena, &lines, &fault);
    arena->used = mark;
    good = good && journal_replay(&game, &request->setting.host.library, request->file, text, length, &listener, arena, &lines, &fault);
    free(text);
    if (!good) request->status = host_complain(&fault);
    else if (!request->status) request->status = report(request, &game);
    print_free(&request->out);
    free(request->arena.base);
    return request->status;
}

static int check(struct request *request)
{
    request->seat = request->seat_name ? seat_named(request->seat_name) : NO_SEAT;
    if (request->seat_name && (request->seat == NO_SEAT || request->seat > SEAT_B))
        return usage_error("analyse", "--seat must be A or B, not \"%s\"", request->seat_name);
    for (int i = 0; i < MIND_THINKERS; i++)
        if (!strcmp(request->level_name, mind_level_names[i])) return 0;
    return usage_error("analyse", "--level must be recruit, sergeant, captain, mestre or teacher, not \"%s\"", request->level_name);
}

int analyse_command(int argc, char **argv)
{
    struct request request = { .level_name = "teacher", .at = -1 };
    const struct argument list[] = {
        TEXT_ARGUMENT("seat", &request.seat_name, "A|B", "the chances and costly decisions of one side (default: chances of A, costs of both)"),
        TEXT_ARGUMENT("level", &request.level_name, "NAME", "how hard to think: teacher (default), mestre; the others look for no better decisions"),
        NUMBER_ARGUMENT("worlds", &request.worlds, "N", 1, 1000, "in how many worlds a decision is tried (default: the level's): fewer are quicker"),
        NUMBER_ARGUMENT("at", &request.at, "N", 0, INT32_MAX, "instead, a hint after decision N: what the seat that is asked could do"),
        FLAG_ARGUMENT("json", &request.json, "print as JSON"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "analyse", "[OPTIONS] FILE",
        "Judge a game by its journal (\"-\" reads standard input): the chance to win after every decision, what the\n"
        "dice brought against what was to be expected, the turning points, and the decisions that cost most.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("analyse", "FILE is needed: a journal");
    request.file = argv[first];
    if ((status = check(&request))) return status;
    status = setting_open(&request.setting, "analyse", SETTING_ANY_RULESET);
    if (!status) status = analyse(&request);
    setting_close(&request.setting);
    return status;
}
