/*
 * tune.c: `mestre tune`: what the concerns of a game weigh, found by self-play.
 *
 * Games are played between two computer players; whenever play has come a tide further the position is appraised, and kept with how the game
 * ended. The weights are those which foretell the ends best: the likelihood of all ends, by the very curve that mind_value() uses, is made
 * as large as it can be by Fisher scoring. Each scenario has a lean of its own beside them, for a side may be the stronger whatever it does.
 * Every fifth game is kept out of the fit and says whether the weights hold for games that they have not seen.
 */
#include "commands.h"
#include "mind.h"
#include "print.h"
#include "self_play.h"
#include "setting.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 64, SCENARIOS_MAX = 64, UNKNOWNS = CONCERNS_MAX + SCENARIOS_MAX, KEPT_OUT = 5, ROUNDS = 60 };

/* A position: what seat A has more than B of each concern, in units of the scale. */
struct sample {
    float lead[CONCERNS_MAX];
    float sure, open;            /* what is decided already, from -1 to 1, and how much is not */
    float end;                   /* 1 when A won, 0 lost, a half drawn */
    float share;                 /* of the game that it is from: long games count no more than short ones */
    int   scenario;
    bool  kept_out;
};

struct samples { struct sample *list; size_t count, room; };

struct request {
    struct setting setting;
    const char    *player;
    int64_t        games, seed, threads;
    const char    *scenario[SCENARIOS_MAX];
    int            scenarios;
};

/* One scenario being played by all threads. */
struct work {
    const struct request *request;
    const struct match   *match;
    int                   scenario;
    atomic_llong          next, troubles;
    pthread_mutex_t       lock;          /* for what follows */
    struct samples       *samples;
};

/* One game being watched. */
struct watcher {
    const struct match *match;
    int32_t             tide;
    struct samples      samples;
};

static struct sample *add_sample(struct samples *samples)
{
    if (samples->count == samples->room) {
        samples->room = samples->room ? 2 * samples->room : 1024;
        samples->list = realloc(samples->list, samples->room * sizeof samples->list[0]);
        if (!samples->list) exit(2);
    }
    return &samples->list[samples->count++];
}

static void watch(void *context, const struct state *s)
{
    struct watcher       *watcher = context;
    const struct ruleset *ruleset = ruleset_of(watcher->match);
    int32_t               tide = ruleset->tide(watcher->match, s);
    struct appraisal      appraisal;
    struct sample        *sample;

    if (tide == watcher->tide) return;
    watcher->tide = tide;
    memset(&appraisal, 0, sizeof appraisal);
    ruleset->appraise(watcher->match, s, NULL, &appraisal);
    sample = add_sample(&watcher->samples);
    *sample = (struct sample){ .sure = (float)(appraisal.decided[0] - appraisal.decided[1]) / 100,
                               .open = (float)(100 - appraisal.decided[0] - appraisal.decided[1]) / 100 };
    for (int c = 0; c < ruleset->concern_count; c++)
        sample->lead[c] = (float)(appraisal.part[0][c] - appraisal.part[1][c]) / (float)appraisal.scale;
}

/* What was watched belongs to a game that is over now. */
static void keep_game(struct work *work, const struct watcher *watcher, int64_t index, seat_id winner)
{
    pthread_mutex_lock(&work->lock);
    for (size_t i = 0; i < watcher->samples.count; i++) {
        struct sample *sample = add_sample(work->samples);
        *sample = watcher->samples.list[i];
        sample->end = winner == NO_SEAT ? 0.5f : winner == SEAT_A ? 1 : 0;
        sample->share = 1 / (float)watcher->samples.count;
        sample->scenario = work->scenario;
        sample->kept_out = index % KEPT_OUT == 0;
    }
    pthread_mutex_unlock(&work->lock);
}

static void *play_many(void *context)
{
    struct work         *work = context;
    const struct player *player = player_named(work->request->player);
    struct watcher       watcher = { .match = work->match };
    struct self_play     self = { .match = work->match, .player = { player, player }, .seed = (uint64_t)work->request->seed, .limit = 20000,
                                  .watch = watch, .watcher = &watcher };
    int64_t              index;

    self_play_open(&self);
    while ((index = atomic_fetch_add(&work->next, 1)) < work->request->games) {
        struct played played;
        watcher.samples.count = 0;
        watcher.tide = INT32_MIN;
        self_play_game(&self, index, NULL, &played);
        if (played.trouble) atomic_fetch_add(&work->troubles, 1);
        else keep_game(work, &watcher, index, played.winner);
    }
    self_play_close(&self);
    free(watcher.samples.list);
    return NULL;
}

static int play_scenario(const struct request *request, int scenario, struct samples *samples)
{
    struct setting setting = { .ruleset_name = request->setting.ruleset_name, .scenario_name = request->scenario[scenario], .data = request->setting.data };
    int            status = setting_open(&setting, "tune", SETTING_MATCH), count = 0;
    struct work    work = { .request = request, .match = setting.match, .scenario = scenario, .samples = samples };
    pthread_t      thread[THREADS_MAX];

    if (!status) {
        pthread_mutex_init(&work.lock, NULL);
        while (count < request->threads && pthread_create(&thread[count], NULL, play_many, &work) == 0) count++;
        for (int i = 0; i < count; i++) pthread_join(thread[i], NULL);
        pthread_mutex_destroy(&work.lock);
        if (!count) {
            fprintf(stderr, "mestre tune: no thread could be started\n");
            status = 1;
        }
        if (atomic_load(&work.troubles)) fprintf(stderr, "mestre tune: %s: %lld games did not end and do not count\n", request->scenario[scenario], (long long)atomic_load(&work.troubles));
    }
    setting_close(&setting);
    return status;
}

/* The fit. */

struct fit {
    const struct samples *samples;
    int                   concerns, unknowns;            /* weights, and after them the leans of the scenarios */
    double                value[UNKNOWNS];
    bool                  fixed[UNKNOWNS];               /* it stays what it is: a weight does not go below nothing */
};

static double unit_of(const struct fit *fit, const struct sample *sample, int unknown)
{
    if (unknown < fit->concerns) return sample->lead[unknown];
    return unknown - fit->concerns == sample->scenario;
}

/* mind_value() as a chance, and how fast it rises with the lead. */
static double chance_of(const struct fit *fit, const struct sample *sample, double *slope)
{
    double lead = 0, chance;

    for (int i = 0; i < fit->unknowns; i++) lead += fit->value[i] * unit_of(fit, sample, i);
    chance = 0.5 + 0.5 * (sample->open * lead / (1 + fabs(lead)) + sample->sure);
    if (slope) *slope = 0.5 * sample->open / ((1 + fabs(lead)) * (1 + fabs(lead)));
    return fmin(0.999, fmax(0.001, chance));
}

/* How surprising the ends were, per game, in bits. */
static double surprise(const struct fit *fit, bool kept_out)
{
    double sum = 0, games = 0;

    for (size_t i = 0; i < fit->samples->count; i++) {
        const struct sample *sample = &fit->samples->list[i];
        double               chance;
        if (sample->kept_out != kept_out) continue;
        chance = chance_of(fit, sample, NULL);
        sum -= sample->share * (sample->end * log2(chance) + (1 - sample->end) * log2(1 - chance));
        games += sample->share;
    }
    return games > 0 ? sum / games : 0;
}

/* Solve a small symmetric system by elimination; unknowns that are fixed do not move. */
static void solve(const struct fit *fit, double matrix[UNKNOWNS][UNKNOWNS], double *right)
{
    int n = fit->unknowns;

    for (int i = 0; i < n; i++)
        if (fit->fixed[i]) {
            for (int k = 0; k < n; k++) matrix[i][k] = matrix[k][i] = 0;
            matrix[i][i] = 1;
            right[i] = 0;
        }
    for (int i = 0; i < n; i++)
        for (int row = 0; row < n; row++) {
            double factor = matrix[row][i] / matrix[i][i];
            if (row == i) continue;
            for (int k = i; k < n; k++) matrix[row][k] -= factor * matrix[i][k];
            right[row] -= factor * right[i];
        }
    for (int i = 0; i < n; i++) right[i] /= matrix[i][i];
}

/* One step towards the likeliest values: what is known counts a little as well, so that nothing runs away. */
static void direction(const struct fit *fit, const double *before, double *step)
{
    static double matrix[UNKNOWNS][UNKNOWNS];
    const double  caution = 0.5;

    memset(matrix, 0, sizeof matrix);
    for (int i = 0; i < fit->unknowns; i++) {
        matrix[i][i] = caution;
        step[i] = caution * (before[i] - fit->value[i]);
    }
    for (size_t k = 0; k < fit->samples->count; k++) {
        const struct sample *sample = &fit->samples->list[k];
        double               slope, chance = chance_of(fit, sample, &slope), spread = chance * (1 - chance);
        if (sample->kept_out) continue;
        for (int i = 0; i < fit->unknowns; i++) {
            double unit = unit_of(fit, sample, i) * slope * sample->share / spread;
            if (unit == 0) continue;
            step[i] += unit * (sample->end - chance);
            for (int j = 0; j < fit->unknowns; j++) matrix[i][j] += unit * slope * unit_of(fit, sample, j);
        }
    }
    solve(fit, matrix, step);
}

static void find_weights(struct fit *fit)
{
    double before[UNKNOWNS], step[UNKNOWNS], kept[UNKNOWNS], best = surprise(fit, false);

    memcpy(before, fit->value, sizeof before);
    for (int round = 0; round < ROUNDS; round++) {
        double length = 1;
        memcpy(kept, fit->value, sizeof kept);
        direction(fit, before, step);
        for (; length > 1e-3; length /= 2) {
            double now;
            for (int i = 0; i < fit->unknowns; i++) fit->value[i] = i < fit->concerns ? fmax(0, kept[i] + length * step[i]) : kept[i] + length * step[i];
            now = surprise(fit, false);
            if (now < best) {
                best = now;
                break;
            }
        }
        if (length <= 1e-3) {
            memcpy(fit->value, kept, sizeof kept);
            return;
        }
        for (int i = 0; i < fit->concerns; i++) fit->fixed[i] = fit->value[i] <= 0;
    }
}

/* What is printed. */

static void print_weights(const struct ruleset *ruleset, const struct fit *fit)
{
    printf("\"weights\": {");
    for (int c = 0; c < fit->concerns; c++) printf("%s\"%s\": %.0f", c ? ", " : "", ruleset->concerns[c], fmin(1000, fit->value[c] * 100));
    printf("}\n");
}

/* What was foretold and what came of it, in tenths, over the games that were kept out. */
static void print_calibration(const struct fit *fit)
{
    double foretold[10] = { 0 }, came[10] = { 0 }, count[10] = { 0 };

    for (size_t i = 0; i < fit->samples->count; i++) {
        const struct sample *sample = &fit->samples->list[i];
        double               chance = chance_of(fit, sample, NULL);
        int                  tenth = (int)fmin(9, chance * 10);
        if (!sample->kept_out) continue;
        foretold[tenth] += chance;
        came[tenth] += sample->end;
        count[tenth]++;
    }
    printf("%-10s %8s %8s\n", "foretold", "came", "positions");
    for (int i = 0; i < 10; i++)
        if (count[i] > 0) printf("%8.1f %% %6.1f %% %8.0f\n", 100 * foretold[i] / count[i], 100 * came[i] / count[i], count[i]);
}

static int tune(const struct request *request)
{
    const struct ruleset *ruleset = request->setting.ruleset;
    const struct mind    *mind = match_head(request->setting.match)->mind;
    struct samples        samples = { NULL, 0, 0 };
    struct fit            fit = { .samples = &samples, .concerns = ruleset->concern_count, .unknowns = ruleset->concern_count + request->scenarios };
    double                before, unseen;
    int                   status = 0;

    for (int i = 0; i < request->scenarios && !status; i++) status = play_scenario(request, i, &samples);
    if (!status) {
        for (int c = 0; c < fit.concerns; c++) {
            fit.value[c] = mind->weight[c] / 100.0;
            fit.fixed[c] = false;
        }
        printf("%s: %zu positions of %lld games in each of %d scenarios\n", ruleset->id, samples.count, (long long)request->games, request->scenarios);
        before = surprise(&fit, false);
        unseen = surprise(&fit, true);
        print_weights(ruleset, &fit);
        find_weights(&fit);
        printf("surprise %.4f -> %.4f bits a game; games not fitted to: %.4f -> %.4f\n", before, surprise(&fit, false), unseen, surprise(&fit, true));
        print_calibration(&fit);
        print_weights(ruleset, &fit);
    }
    free(samples.list);
    return status;
}

/* All scenarios of the game, or the one that was named. */
static void list_scenarios(struct request *request)
{
    const struct library *library = &request->setting.host.library;
    char                  prefix[64];
    size_t                length;

    if (request->setting.scenario_name) {
        request->scenario[request->scenarios++] = request->setting.scenario_name;
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/scenarios/", request->setting.ruleset->id);
    length = strlen(prefix);
    for (int32_t i = 0; i < library->count && request->scenarios < SCENARIOS_MAX; i++) {
        const char *name = library->list[i].name;
        char       *id;
        if (strncmp(name, prefix, length)) continue;
        id = arena_text(&request->setting.host.arena, name + length, strlen(name) - length - strlen(".json"));
        if (id) request->scenario[request->scenarios++] = id;
    }
}

int tune_command(int argc, char **argv)
{
    struct request request = { .player = "greedy", .games = 200, .seed = 1, .threads = sysconf(_SC_NPROCESSORS_ONLN) };
    const struct argument list[] = {
        SETTING_RULESET(&request.setting),
        TEXT_ARGUMENT("scenario", &request.setting.scenario_name, "S", "one scenario (default: all of the game)"),
        TEXT_ARGUMENT("player", &request.player, "PLAYER", "who plays both sides (default greedy)"),
        NUMBER_ARGUMENT("games", &request.games, "N", 10, 1000000, "games of each scenario (default 200)"),
        NUMBER_ARGUMENT("seed", &request.seed, "K", 0, INT64_MAX, "game i depends on K and i alone (default 1)"),
        { "threads", ARGUMENT_NUMBER, &request.threads, "T", "threads (default: every core)", 1, THREADS_MAX, 'j' },
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "tune", "--ruleset R [OPTIONS]",
        "Find what the concerns of a game should weigh: positions of games between computer players, and how\n"
        "the games ended. Prints the weights for the game's mind.json.", list, 0 };
    int first, status;

    if (request.threads < 1) request.threads = 1;
    if (request.threads > THREADS_MAX) request.threads = THREADS_MAX;
    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (!player_named(request.player)) return usage_error("tune", "--player: there is no player \"%s\"", request.player);
    status = setting_open(&request.setting, "tune", SETTING_MATCH);
    if (!status && !request.setting.ruleset->concern_count) status = usage_error("tune", "%s has no concerns to weigh", request.setting.ruleset->id);
    if (!status) {
        list_scenarios(&request);
        status = tune(&request);
    }
    setting_close(&request.setting);
    return status;
}
