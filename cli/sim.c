/*
 * sim.c: `mestre sim`: masses of games between computer players, on all cores, and the merging of parts that were played
 * on other machines.
 */
#include "commands.h"
#include "print.h"
#include "setting.h"
#include "signature.h"
#include "tally.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 256, TROUBLES_SHOWN = 10, WHAT_GAMES = 8, MERGE_MEMORY = 64 << 20, REPORT = 1 << 20 };

/* What the arguments say. */
struct request {
    struct setting setting, rival;           /* the second: where b has a mind of its own */
    const char    *a, *b, *record, *shard, *output;
    int64_t        games, seed, threads, limit;
    bool           mirror, json, check;
    struct span    span;
};

/* A game in trouble, for the list that is shown at the end. */
struct report {
    int64_t      index;
    enum trouble trouble;
    struct fault fault;
};

/* What the threads share. */
struct work {
    const struct request  *request;
    const struct player   *player[2];
    atomic_llong           next;             /* the game that nobody has taken yet */
    atomic_llong           done;
    atomic_int             running;
    atomic_bool            stop;             /* a journal could not be written */
    pthread_mutex_t        lock;             /* for the members below */
    struct tally           tally;
    struct report          report[TROUBLES_SHOWN];
    int                    reports;
    struct fault           fault;
};

/* The list keeps the lowest game numbers, so that it does not depend on which thread was first. */
static void report_trouble(struct work *work, int64_t index, const struct played *played)
{
    int i = 0;

    while (i < work->reports && work->report[i].index < index) i++;
    if (i == TROUBLES_SHOWN) return;
    if (work->reports < TROUBLES_SHOWN) work->reports++;
    memmove(&work->report[i + 1], &work->report[i], (size_t)(work->reports - i - 1) * sizeof work->report[0]);
    work->report[i] = (struct report){ index, played->trouble, played->fault };
}

static FILE *open_journal(struct work *work, int64_t index)
{
    char  path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/game-%08lld.jsonl", work->request->record, (long long)index);
    file = fopen(path, "w");
    if (file) return file;
    pthread_mutex_lock(&work->lock);
    fault_say(&work->fault, path, 0, "cannot be written: %s", strerror(errno));
    pthread_mutex_unlock(&work->lock);
    atomic_store(&work->stop, true);
    return NULL;
}

static void close_journal(struct work *work, FILE *file, bool unwritten)
{
    if (fclose(file) == 0 && !unwritten) return;
    pthread_mutex_lock(&work->lock);
    fault_say(&work->fault, work->request->record, 0, "a journal could not be written whole");
    pthread_mutex_unlock(&work->lock);
    atomic_store(&work->stop, true);
}

static void play_one(struct work *work, struct self_play *self, int64_t index, struct tally *tally)
{
    struct played played;
    FILE         *journal = work->request->record ? open_journal(work, index) : NULL;

    if (work->request->record && !journal) return;
    self_play_game(self, index, journal, &played);
    if (journal) close_journal(work, journal, played.unwritten);
    tally_game(tally, index, &played);
    if (played.trouble) {
        pthread_mutex_lock(&work->lock);
        report_trouble(work, index, &played);
        pthread_mutex_unlock(&work->lock);
    }
    atomic_fetch_add(&work->done, 1);
}

static void *play_many(void *context)
{
    struct work          *work = context;
    const struct request *request = work->request;
    struct self_play      self = { .match = request->setting.match, .player = { work->player[0], work->player[1] },
                                   .seed = (uint64_t)request->seed, .mirror = request->mirror, .check = request->check,
                                   .limit = request->limit, .inlined = request->setting.inlined,
                                   .mind_of = { NULL, request->rival.match } };
    struct tally          tally = { .games = 0 };
    double                began = seconds_now();
    int64_t               index;

    self_play_open(&self);
    while (!atomic_load(&work->stop) && (index = atomic_fetch_add(&work->next, 1)) < request->span.to)
        play_one(work, &self, index, &tally);
    self_play_close(&self);
    tally.milliseconds = (int64_t)((seconds_now() - began) * 1000);
    pthread_mutex_lock(&work->lock);
    tally_add(&work->tally, &tally);
    pthread_mutex_unlock(&work->lock);
    atomic_fetch_sub(&work->running, 1);
    return NULL;
}

static void show_progress(const struct work *work, double began, bool last)
{
    enum { WIDTH = 30 };
    int64_t all = work->request->span.to - work->request->span.from, done = atomic_load(&work->done);
    int     filled = all ? (int)(done * WIDTH / all) : WIDTH;
    double  passed = seconds_now() - began;

    fprintf(stderr, "\r[%.*s%*s] %lld/%lld  %.0f games/s ", filled, "##############################", WIDTH - filled, "",
            (long long)done, (long long)all, passed > 0 ? (double)done / passed : 0);
    if (last) fprintf(stderr, "\r%79s\r", "");
}

static bool run_threads(struct work *work)
{
    pthread_t thread[THREADS_MAX];
    int       wanted = (int)work->request->threads, count = 0;
    bool      progress = isatty(STDERR_FILENO);
    double    began = seconds_now();

    atomic_store(&work->running, wanted);
    while (count < wanted && pthread_create(&thread[count], NULL, play_many, work) == 0) count++;
    atomic_fetch_sub(&work->running, wanted - count);
    while (progress && atomic_load(&work->running) > 0) {
        nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
        show_progress(work, began, false);
    }
    for (int i = 0; i < count; i++) pthread_join(thread[i], NULL);
    if (progress) show_progress(work, began, true);
    return count > 0;
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

struct signing {
    struct request *request;
    uint64_t        signature;
};

static void sign(void *context)
{
    struct signing *signing = context;
    struct setting *setting = &signing->request->setting;

    signing->signature = signature_of(setting->match, WHAT_GAMES, SIGNATURE_SEED, &setting->host.arena);
}

/* A few games tell engines and data apart that call themselves by the same version. A bug in them shows soon enough. */
static uint64_t engine_signature(struct request *request)
{
    struct signing signing = { .request = request };
    struct fault   bug = { .set = false };

    host_guard(sign, &signing, &bug);
    return signing.signature;
}

/* What this simulation is: parts are added up only when all of this is equal. */
static void write_what(struct request *request, struct json_writer *writer)
{
    const struct match *m = request->setting.match;

    json_open(writer, '{');
    write_text(writer, "engine", MESTRE_VERSION);
    json_key(writer, "engine_signature");
    json_write_hash(writer, engine_signature(request));
    write_text(writer, "ruleset", ruleset_of(m)->id);
    json_key(writer, "version");
    json_write_integer(writer, ruleset_of(m)->version);
    write_text(writer, "scenario", match_head(m)->scenario);
    json_key(writer, "scenario_hash");
    json_write_hash(writer, match_head(m)->scenario_hash);
    json_key(writer, "options");
    match_write_options(m, writer);
    json_key(writer, "seed");
    json_write_integer(writer, request->seed);
    write_text(writer, "a", request->a);
    write_text(writer, "b", request->b);
    if (request->rival.data) write_text(writer, "mind_of_b", request->rival.data);
    json_key(writer, "mirror");
    json_write_boolean(writer, request->mirror);
    json_key(writer, "limit");
    json_write_integer(writer, request->limit);
    json_key(writer, "total");
    json_write_integer(writer, request->games);
    json_close(writer, '}');
}

static bool make_what(struct request *request, struct tally *tally, struct fault *fault)
{
    enum { ROOM = 16 << 10 };
    struct arena      *arena = &request->setting.host.arena;
    struct out         out = out_over(arena_take(arena, ROOM), ROOM);
    struct json_writer writer = json_writer_over(&out);

    write_what(request, &writer);
    return json_parse(&tally->what, "sim", out.text, out.used, arena, fault);
}

/* A part is written beside its place and then moved there, so that a broken run leaves no half file behind. */
static bool write_file(const struct tally *tally, const char *path, struct out *out, struct fault *fault)
{
    char               beside[4096];
    struct json_writer writer = json_writer_over(out);
    FILE              *file;
    bool               good;

    tally_write(tally, &writer);
    out_char(out, '\n');
    snprintf(beside, sizeof beside, "%s.part", path);
    file = fopen(beside, "w");
    if (!file) return fault_say(fault, path, 0, "cannot be written: %s", strerror(errno));
    good = !out->full && fputs(out->text, file) >= 0;
    good = fclose(file) == 0 && good && rename(beside, path) == 0;
    *out = out_over(out->text, out->capacity);
    return good || fault_say(fault, path, 0, "cannot be written: %s", strerror(errno));
}

enum printing { PRINT_REPORT, PRINT_JSON, PRINT_SHARD };

static int print_result(const struct tally *tally, double seconds, enum printing printing, const char *output)
{
    struct out         out = print_begin(REPORT);
    struct json_writer writer = json_writer_over(&out);
    struct fault       fault = { .set = false };

    if (output && !write_file(tally, output, &out, &fault)) return host_complain(&fault);
    writer = json_writer_over(&out);
    if (printing == PRINT_REPORT) {
        tally_print_report(tally, seconds);
    } else {
        if (printing == PRINT_JSON) tally_write_report(tally, seconds, &writer);
        else tally_write(tally, &writer);
        if (!print_line(&out)) fprintf(stderr, "mestre sim: the result could not be printed\n");
    }
    print_free(&out);
    return tally_troubles(tally) ? 1 : 0;
}

static void print_troubles(const struct work *work)
{
    for (int i = 0; i < work->reports; i++) {
        const struct report *report = &work->report[i];
        fprintf(stderr, "mestre sim: game %lld: %s: ", (long long)report->index, trouble_name[report->trouble]);
        fprintf(stderr, "%s", report->fault.text);
        if (report->fault.line) fprintf(stderr, " (%s:%d)", report->fault.file, report->fault.line);
        fprintf(stderr, "\n");
    }
}

static int simulate(struct request *request)
{
    struct work  work = { .request = request, .player = { player_named(request->a), player_named(request->b) } };
    struct span  span = request->span;
    double       began;
    int          status;

    if (request->record && mkdir(request->record, 0777) && errno != EEXIST) {
        fault_say(&work.fault, request->record, 0, "cannot be made: %s", strerror(errno));
        return host_complain(&work.fault);
    }
    if (!make_what(request, &work.tally, &work.fault)) return host_complain(&work.fault);
    work.tally.span = &span;
    work.tally.spans = span.to > span.from;
    atomic_store(&work.next, span.from);
    pthread_mutex_init(&work.lock, NULL);
    began = seconds_now();
    if (!run_threads(&work)) fault_say(&work.fault, "sim", 0, "no thread could be started");
    pthread_mutex_destroy(&work.lock);
    if (work.fault.set) return host_complain(&work.fault);
    print_troubles(&work);
    status = print_result(&work.tally, seconds_now() - began,
                          request->shard && !request->output ? PRINT_SHARD : request->json ? PRINT_JSON : PRINT_REPORT,
                          request->output);
    return status;
}

static int read_shard(struct request *request)
{
    long long part = 1, parts = 1;
    int       end = 0;

    if (request->shard && (sscanf(request->shard, "%lld/%lld%n", &part, &parts, &end) != 2 || request->shard[end] ||
                           parts < 1 || parts > 1000000 || part < 1 || part > parts))
        return usage_error("sim", "--shard must be I/N with I from 1 to N, not \"%s\"", request->shard);
    request->span.from = request->games * (part - 1) / parts;
    request->span.to = request->games * part / parts;
    return 0;
}

static int check_player(const char *argument, const char *name)
{
    char list[256] = "";

    if (name && player_named(name)) return 0;
    for (int i = 0; players[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", players[i]->name);
    }
    if (!name) return usage_error("sim", "--%s is needed: a player; there are: %s", argument, list);
    return usage_error("sim", "--%s: there is no player \"%s\"; there are: %s", argument, name, list);
}

static bool merge_file(struct tally *tally, const char *path, struct arena *arena, struct fault *fault)
{
    struct tally part;
    size_t       length = 0;
    char        *text = host_read(path, &length, fault), *kept;

    if (!text) return false;
    kept = arena_text(arena, text, length);
    free(text);
    if (!kept) return fault_say(fault, path, 0, "there is not enough memory for all these files");
    return tally_read(&part, path, kept, length, arena, fault) && tally_merge(tally, &part, arena, fault);
}

static int merge(int argc, char **argv)
{
    const char           *output = NULL;
    bool                  json = false;
    const struct argument list[] = {
        FLAG_ARGUMENT("json", &json, "print the result as JSON"),
        TEXT_ARGUMENT("output", &output, "FILE", "also write the sum as a file that can be merged again"),
        { .name = NULL },
    };
    const struct usage usage = {
        "sim merge", "[OPTIONS] FILE...",
        "Add up the parts of one simulation. Parts of different simulations, and games that are in two\n"
        "of the files, are refused.", list, -1 };
    struct tally       tally = { .games = 0 };
    struct arena       arena;
    struct fault       fault = { .set = false };
    int                first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("sim merge", "FILE is needed: the parts to add up");
    arena = host_arena(MERGE_MEMORY);
    for (int i = first; i < argc && !fault.set; i++) merge_file(&tally, argv[i], &arena, &fault);
    if (fault.set) status = host_complain(&fault);
    else status = print_result(&tally, (double)tally.milliseconds * 1e-3, json ? PRINT_JSON : PRINT_REPORT, output);
    free(arena.base);
    return status;
}

/* Both must be the same match in all but what players think of it. */
static int open_rival(struct request *request)
{
    int status;

    request->rival.ruleset_name = request->setting.ruleset_name;
    request->rival.scenario_name = request->setting.scenario_name;
    request->rival.option_text = request->setting.option_text;
    status = setting_open(&request->rival, "sim", SETTING_MATCH);
    if (status) return status;
    if (match_head(request->rival.match)->scenario_hash == match_head(request->setting.match)->scenario_hash) return 0;
    return usage_error("sim", "--mind-of-b: the data files change the scenario too");
}

int sim_command(int argc, char **argv)
{
    struct request request = { .seed = 1, .limit = 100000, .threads = sysconf(_SC_NPROCESSORS_ONLN) };
    const struct argument list[] = {
        SETTING_RULESET(&request.setting),
        SETTING_SCENARIO(&request.setting),
        SETTING_OPTIONS(&request.setting),
        TEXT_ARGUMENT("a", &request.a, "PLAYER", "the first player; it has seat A"),
        TEXT_ARGUMENT("b", &request.b, "PLAYER", "the second player"),
        NUMBER_ARGUMENT("games", &request.games, "N", 1, 1000000000000, "how many games in all"),
        FLAG_ARGUMENT("mirror", &request.mirror, "play each pairing twice, seats swapped, same dice; N is even"),
        NUMBER_ARGUMENT("seed", &request.seed, "K", 0, INT64_MAX, "game i depends on K and i alone (default 1)"),
        { "threads", ARGUMENT_NUMBER, &request.threads, "T", "threads (default: every core)", 1, THREADS_MAX, 'j' },
        FLAG_ARGUMENT("check", &request.check, "check every state, offer and account as well"),
        NUMBER_ARGUMENT("limit", &request.limit, "D", 1, 10000000, "decisions after which a game counts as endless (default 100000)"),
        TEXT_ARGUMENT("record", &request.record, "DIR", "write the journal of each game there"),
        TEXT_ARGUMENT("shard", &request.shard, "I/N", "play only part I of N, I from 1 to N, and print it as a file for merge"),
        TEXT_ARGUMENT("output", &request.output, "FILE", "write the counts to a file for `mestre sim merge`"),
        FLAG_ARGUMENT("json", &request.json, "print the result as JSON"),
        TEXT_ARGUMENT("mind-of-b", &request.rival.data, "DIR", "b thinks by the mind.json of these data files"),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "sim", "--ruleset R --a PLAYER --b PLAYER --games N [OPTIONS]\n       mestre sim merge [OPTIONS] FILE...",
        "Play games between computer players. The status is 1 when a game ran into trouble: a dead end, a\n"
        "refused offer, an impossible state.", list, 0 };
    int first, status;

    if (argc > 1 && !strcmp(argv[1], "merge")) return merge(argc - 1, argv + 1);
    if (request.threads < 1) request.threads = 1;
    if (request.threads > THREADS_MAX) request.threads = THREADS_MAX;
    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if ((status = check_player("a", request.a)) || (status = check_player("b", request.b))) return status;
    if (!request.games) return usage_error("sim", "--games is needed");
    if (request.mirror && request.games % 2)
        return usage_error("sim", "--games must be even with --mirror, not %lld", (long long)request.games);
    if ((status = read_shard(&request))) return status;
    status = setting_open(&request.setting, "sim", SETTING_MATCH);
    if (!status && request.rival.data) status = open_rival(&request);
    if (!status) status = simulate(&request);
    if (request.rival.data) setting_close(&request.rival);
    setting_close(&request.setting);
    return status;
}
