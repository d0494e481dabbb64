/*
 * load.c: how a host bears many players; one JSON object on standard output.
 *
 *     load [OPTIONS] --serve MESTRE DATA_DIRECTORY      starts `MESTRE serve` with a new database, and ends it
 *     load [OPTIONS] --port N [--pid P] DATA_DIRECTORY  asks one that runs on this machine
 *
 *     --connections N   clients, two for each game (1000); 0 for none
 *     --seconds N       of each stretch of play (20)
 *     --flat-out        after the measured pace, as fast as the host can
 *     --idle-games N    before that, N games with both seats open that have made a few moves: the memory that a live game takes
 *     --games-a-pair N  so many of them on each pair of connections (16); 1 for two connections a game
 *     --ruleset R, --scenario S
 *     --directory D     for the databases (a new temporary one): the file system that is measured
 *
 * The pace is one move a second in each game. A move's time is from sending the decision to the answer, which the host gives when
 * the move is on the disk. Beside it stands what SQLite alone commits in the same minute on the same file system.
 */
#include "baseline.h"
#include "crowd.h"
#include "documents.h"
#include "registry.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A game that nobody has moved in would be no live game: each makes a few moves before its memory is measured. */
enum { MATCH_BYTES = 16 << 20, IDLE_WARM_SECONDS = 20, IDLE_WARM_MOVES = 3 };

struct load {
    const char *serve, *data, *ruleset, *scenario, *directory;
    int         port, pid, connections, seconds, idle_games, games_a_pair;
    bool        flat_out, started;
    char        made[64];                      /* a directory of our own */
    const struct match *match;
    struct library      library;
    void               *memory;
};

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "load: %s\n", what);
    exit(2);
}

static int number(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end || value < 0 || value > 10000000) give_up("a number is wanted");
    return (int)value;
}

/* getopt_long is out of the question: its `struct option` is another than the engine's. */
static void read_options(struct load *load, int argc, char **argv)
{
    const struct { const char *name; const char **text; int *number; } known[] = {
        { "--serve", &load->serve, NULL }, { "--port", NULL, &load->port }, { "--pid", NULL, &load->pid },
        { "--connections", NULL, &load->connections }, { "--seconds", NULL, &load->seconds }, { "--idle-games", NULL, &load->idle_games },
        { "--games-a-pair", NULL, &load->games_a_pair },
        { "--ruleset", &load->ruleset, NULL }, { "--scenario", &load->scenario, NULL }, { "--directory", &load->directory, NULL },
    };
    size_t count = sizeof known / sizeof known[0];

    for (int i = 1; i < argc; i++) {
        size_t k = 0;
        if (strcmp(argv[i], "--flat-out") == 0) load->flat_out = true;
        else if (strncmp(argv[i], "--", 2) != 0 && !load->data) load->data = argv[i];
        else {
            while (k < count && strcmp(argv[i], known[k].name) != 0) k++;
            if (k == count || i + 1 == argc) give_up("an option is not understood");
            i++;
            if (known[k].text) *known[k].text = argv[i];
            else *known[k].number = number(argv[i]);
        }
    }
    if (load->games_a_pair < 1) give_up("a pair of connections has a game at least");
    if (!load->data || (!load->serve && !load->port)) give_up("usage: load [OPTIONS] (--serve MESTRE | --port N) DATA_DIRECTORY");
}

static void load_match(struct load *load)
{
    const struct ruleset  *ruleset = ruleset_named(load->ruleset);
    struct arena           arena = arena_over(load->memory = malloc(MATCH_BYTES), MATCH_BYTES);
    struct fault           fault = { .set = false };
    const struct document *document;
    char                   name[256];

    load->library = documents_load(load->data);
    snprintf(name, sizeof name, "%s/scenarios/%s.json", load->ruleset, load->scenario);
    document = library_find(&load->library, name);
    if (!ruleset || !document) give_up("there is no such game");
    load->match = match_load(ruleset, &load->library, document, NULL, &arena, &fault);
    if (!load->match) give_up("the scenario does not load");
}

/* One more descriptor for each client than usual limits allow. */
static void raise_limits(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void start_host(struct load *load)
{
    char database[4096], line[512], *place;
    int pipes[2];

    snprintf(database, sizeof database, "%s/load.db", load->directory);
    if (pipe(pipes) != 0 || (load->pid = fork()) < 0) give_up("no process can be started");
    if (load->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);                /* it must not outlive us, however we end */
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        close(pipes[1]);
        execl(load->serve, load->serve, "serve", "--listen", "127.0.0.1:0", "--db", database, "--data", load->data, (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    load->started = true;
    FILE *said = fdopen(pipes[0], "r");
    if (!said || !fgets(line, sizeof line, said) || !(place = strstr(line, "127.0.0.1:"))) give_up("the host does not say where it is");
    load->port = atoi(place + strlen("127.0.0.1:"));     /* the pipe stays open, so that the host may go on talking */
}

static void stop_host(const struct load *load)
{
    char path[4200];
    static const char *const endings[] = { "load.db", "load.db-wal", "load.db-shm" };

    if (load->started) {
        int status = 0;
        kill(load->pid, SIGTERM);
        waitpid(load->pid, &status, 0);
        if (status != 0) fprintf(stderr, "load: the host ended with status %d\n", status);
        for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
            snprintf(path, sizeof path, "%s/%s", load->directory, endings[i]);
            unlink(path);
        }
    }
    if (load->made[0]) rmdir(load->made);
}

/* Resident memory of the host in KiB, or 0. */
static long resident(int pid)
{
    char path[64], line[256];
    long size = 0;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %ld", &size) == 1) break;
    if (file) fclose(file);
    return size;
}

static struct crowd *gather(const struct load *load, int games, int games_a_pair)
{
    const struct crowd_options options = { load->port, load->ruleset, load->scenario, load->match, games, games_a_pair };
    return crowd_connect(&options);
}

static void print_figures(const char *name, const struct crowd_figures *figures)
{
    printf(",\"%s\":{\"seconds\":%.1f,\"moves\":%lld,\"moves_per_second\":%.0f,\"p50_us\":%lld,\"p90_us\":%lld,\"p99_us\":%lld,\"max_us\":%lld,"
           "\"games_finished\":%lld,\"stale\":%lld,\"refused\":%lld,\"errors\":%lld}", name, figures->seconds, (long long)figures->moves,
           (double)figures->moves / figures->seconds, (long long)figures->p50 / 1000, (long long)figures->p90 / 1000,
           (long long)figures->p99 / 1000, (long long)figures->most / 1000, (long long)figures->finished, (long long)figures->stale,
           (long long)figures->refused, (long long)figures->errors);
}

static void measure_play(const struct load *load)
{
    struct crowd *crowd = gather(load, load->connections / 2, 1);

    crowd_sit_down(crowd);
    struct crowd_figures paced = crowd_play(crowd, load->seconds, 1000000000);
    double before = baseline_commits(load->directory, 2);
    printf(",\"connections\":%d,\"games\":%d", crowd_connections(crowd), load->connections / 2);
    print_figures("one_a_second", &paced);
    if (load->flat_out) {
        struct crowd_figures flat = crowd_play(crowd, load->seconds, 0);
        double after = baseline_commits(load->directory, 2), best = after > before ? after : before;
        print_figures("flat_out", &flat);
        printf(",\"sqlite_commits_per_second\":[%.0f,%.0f],\"moves_per_commit\":%.2f", before, after, (double)flat.moves / flat.seconds / best);
    } else {
        printf(",\"sqlite_commits_per_second\":[%.0f]", before);
    }
    crowd_leave(crowd);
}

static void measure_idle(const struct load *load)
{
    long before = resident(load->pid);
    struct crowd *crowd = gather(load, load->idle_games, load->games_a_pair);

    crowd_sit_down(crowd);
    struct crowd_figures moved = crowd_play(crowd, IDLE_WARM_SECONDS, (int64_t)IDLE_WARM_SECONDS * 1000000000 / IDLE_WARM_MOVES);
    sleep(2);
    long after = resident(load->pid);
    printf(",\"idle\":{\"games\":%d,\"moves\":%lld,\"connections\":%d,\"resident_kib\":[%ld,%ld],\"kib_per_game\":%.2f,"
           "\"games_per_gib\":%.0f}", load->idle_games, (long long)moved.moves, crowd_connections(crowd), before, after,
           (double)(after - before) / load->idle_games,
           after > before ? 1048576.0 * load->idle_games / (double)(after - before) : 0.0);
    crowd_leave(crowd);
}

int main(int argc, char **argv)
{
    struct load load = { .ruleset = "sample", .scenario = "meadow", .connections = 1000, .seconds = 20, .games_a_pair = 16 };

    read_options(&load, argc, argv);
    load_match(&load);
    raise_limits();
    if (!load.directory) {
        strcpy(load.made, P_tmpdir "/mestre-load-XXXXXX");
        if (!mkdtemp(load.made)) give_up("no directory can be made");
        load.directory = load.made;
    }
    if (load.serve) start_host(&load);
    printf("{\"ruleset\":\"%s\",\"scenario\":\"%s\"", load.ruleset, load.scenario);
    if (load.idle_games) measure_idle(&load);
    if (load.connections >= 2) measure_play(&load);
    printf("}\n");
    stop_host(&load);
    documents_free(&load.library);
    free(load.memory);
    return 0;
}
