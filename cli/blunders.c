/* blunders.c: `mestre blunders`: how often computer players do what is clearly wrong (docs/minds.md). */
#include "arguments.h"
#include "blunder.h"
#include "commands.h"
#include "print.h"
#include "registry.h"
#include "setting.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULESETS_MOST = 16, THOUGHTS = 64 << 20, AVOIDED_LEAST = 95 };

/* A crew of one that looks at the clock: it thinks as long as it would at a table. */
struct clock_crew {
    struct crew  crew;
    struct arena arena;
    double       seconds, since;
};

/* Positions and tries of one game by one player. */
struct count {
    int32_t positions, tries, committed;
};

struct work {
    const struct ruleset  *only;                     /* or NULL: all */
    const struct player   *player[BLUNDER_PLAYERS];
    int                    players;
    int64_t                seeds;
    bool                   check;
    struct clock_crew      clock;
    struct blunder_thought thought;
    int32_t                found[RULESETS_MOST];     /* positions, in the order of the registry */
    struct count           count[RULESETS_MOST][BLUNDER_PLAYERS];
};

static bool clock_stop(struct crew *crew)
{
    const struct clock_crew *clock = (const struct clock_crew *)(const void *)crew;

    return seconds_now() - clock->since > clock->seconds;
}

static void clock_run(struct crew *crew, void (*task)(void *context, int32_t task, struct arena *arena), void *context, int32_t count)
{
    struct clock_crew *clock = (struct clock_crew *)(void *)crew;

    for (int32_t i = 0; i < count && (!i || !clock_stop(crew)); i++) task(context, i, &clock->arena);
}

static int number_of(const struct ruleset *ruleset)
{
    int i = 0;

    while (rulesets[i] != ruleset) i++;
    return i;
}

static void print_committed(const struct case_run *run, const struct blunder *blunder, const struct player *player, const struct blunder_score *score)
{
    char               text[256];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    if (score->omitted) {
        out_text(&out, "left it so");
    } else {
        json_open(&writer, '{');
        decision_write(run->match, &score->last, &writer);
        json_close(&writer, '}');
    }
    printf("%s:%d: %s: %s, %d of %d: %s\n  %s\n", run->result.file, run->result.line, run->result.title, player->name, score->committed,
           score->seeds, text, blunder->because);
    fflush(stdout);
}

/* For whoever writes a position: everything that the seat may decide there. */
static void print_offers(const struct case_run *run)
{
    printf("%s:%d: %s\n", run->result.file, run->result.line, run->result.title);
    for (int32_t i = 0; i < run->offers.count; i++) {
        char               text[256];
        struct out         out = out_over(text, sizeof text);
        struct json_writer writer = json_writer_over(&out);
        json_open(&writer, '{');
        decision_write(run->match, &run->offers.list[i].decision, &writer);
        json_close(&writer, '}');
        printf("  %s%s\n", text, run->offers.list[i].open ? " ..." : "");
    }
}

static bool play_all(struct case_run *run, struct work *work)
{
    static const char *const allowed[] = { "title", "note", "ruleset", "scenario", "options", "position", "data", "dice", "steps", "seat",
                                           "because", "rules", "decisions", "wrong", "except", "missing", "after", NULL };
    struct blunder           blunder;
    int                      game;

    if (!case_open(run, allowed)) return false;
    if (work->only && run->ruleset != work->only) return true;
    if (!case_load_match(run) || !case_begin(run, NULL) || !case_play_steps(run)) return false;
    case_check_always(run, run->node);
    if (run->result.failures || !blunder_read(run, &blunder)) return false;
    play_offer(run->match, run->game.state, blunder.seat, &run->offers);
    if (work->thought.verbose && work->check) print_offers(run);
    if (!blunder_is_possible(run, &blunder)) return false;
    game = number_of(run->ruleset);
    work->found[game]++;
    if (work->thought.verbose && !work->check) printf("%s:%d: %s\n", run->result.file, run->result.line, run->result.title);
    for (int i = 0; i < work->players && !work->check; i++) {
        struct blunder_score score;
        struct count        *count = &work->count[game][i];
        if (!blunder_play(run, &blunder, work->player[i], work->seeds, &work->thought, &score)) return false;
        count->positions++;
        count->tries += score.seeds;
        count->committed += score.committed;
        if (score.committed) print_committed(run, &blunder, work->player[i], &score);
    }
    return true;
}

static void play_blunder(struct case_run *run, void *context)
{
    if (!play_all(run, context)) case_close(run);
}

static void print_result(void *context, const struct case_result *result)
{
    (void)context;
    case_print_failures(result);
}

/* True when every player above the first level is good enough. */
static bool print_counts(const struct work *work)
{
    bool good = true;

    if (work->check) {
        for (int i = 0; rulesets[i]; i++)
            if (work->found[i]) printf("%-10s %4d positions\n", rulesets[i]->id, work->found[i]);
        return true;
    }
    printf("%-10s %-18s %9s %6s %10s %9s\n", "ruleset", "player", "positions", "tries", "committed", "avoided");
    for (int i = 0; rulesets[i]; i++)
        for (int j = 0; j < work->players; j++) {
            const struct count *count = &work->count[i][j];
            int64_t             avoided = count->tries - count->committed;
            bool                first = !work->player[j]->level && strcmp(work->player[j]->name, player_greedy.name);
            if (!count->tries) continue;
            printf("%-10s %-18s %9d %6d %10d %7.1f %%\n", rulesets[i]->id, work->player[j]->name, count->positions, count->tries,
                   count->committed, 100.0 * (double)avoided / count->tries);
            if (!first && avoided * 100 < (int64_t)AVOIDED_LEAST * count->tries) good = false;
        }
    return good;
}

/* "captain" or "sergeant,captain". False after a usage error. */
static bool read_players(const char *names, struct work *work, int *status)
{
    char copy[256], *rest = copy, *name;

    if (strlen(names) >= sizeof copy) {
        *status = usage_error("blunders", "--player names too many players");
        return false;
    }
    memcpy(copy, names, strlen(names) + 1);
    while ((name = strsep(&rest, ",")) != NULL) {
        const struct player *player = player_named(name);
        if (!player) *status = usage_error("blunders", "there is no player \"%s\"", name);
        else if (work->players == BLUNDER_PLAYERS) *status = usage_error("blunders", "at most %d players at once", BLUNDER_PLAYERS);
        if (!player || work->players == BLUNDER_PLAYERS) return false;
        work->player[work->players++] = player;
    }
    return true;
}

static int run_all(struct work *work, const char *data, int64_t seconds, const char *const *paths, int count)
{
    struct case_listener listener = { print_result, NULL, NULL };
    struct case_form     form = { "blunders", play_blunder, work };
    struct host          host;
    struct fault         fault = { .set = false };
    struct case_count    files;
    bool                 good;

    if (!host_open(&host, data, &fault)) {
        host_complain(&fault);
        host_close(&host);
        return 1;
    }
    work->thought.arena = host_arena(THOUGHTS);
    work->clock = (struct clock_crew){ { clock_run, clock_stop }, host_arena(THOUGHTS), (double)seconds, 0 };
    if (seconds) work->thought.crew = &work->clock.crew;
    work->thought.since = &work->clock.since;
    files = case_files_run(&host, paths, count, &listener, &form);
    good = print_counts(work);
    if (files.failed) printf("%d cannot be used\n", files.failed);
    free(work->thought.arena.base);
    free(work->clock.arena.base);
    host_close(&host);
    return files.failed || !good ? 1 : 0;
}

int blunders_command(int argc, char **argv)
{
    static const char *const usual[] = { "tests/blunders" };
    const char              *data = NULL, *ruleset = NULL, *names = "sergeant,captain,mestre";
    int64_t                  seconds = 0;
    struct work              work = { .seeds = 5 };
    struct argument          list[] = {
        TEXT_ARGUMENT("data", &data, "DIR", "lay your own data over the built-in data"),
        TEXT_ARGUMENT("ruleset", &ruleset, "R", "only those of this game"),
        TEXT_ARGUMENT("player", &names, "NAME,..", "the players (default: the levels above the first)"),
        NUMBER_ARGUMENT("seeds", &work.seeds, "N", 1, 1000, "how often each player decides in each position (default: 5)"),
        NUMBER_ARGUMENT("seconds", &seconds, "N", 0, 3600, "a search ends after so long (default: 0, when it is done)"),
        FLAG_ARGUMENT("check", &work.check, "only check the files: nobody decides; with --verbose, list what may be decided"),
        { "verbose", ARGUMENT_FLAG, &work.thought.verbose, NULL, "tell what is decided", 0, 0, 'v' },
        { .name = NULL } };
    struct usage             usage = { "blunders", "[--ruleset R] [--player NAME,..] [--seeds N] [FILE|DIR...]",
                                       "Counts how often players do what is clearly wrong in the positions of the files (default: tests/blunders).", list, -1 };
    int                      first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (ruleset && !(work.only = setting_ruleset("blunders", ruleset))) return 2;
    if (!read_players(names, &work, &status)) return status;
    if (first == argc) return run_all(&work, data, seconds, usual, 1);
    return run_all(&work, data, seconds, (const char *const *)(argv + first), argc - first);
}
