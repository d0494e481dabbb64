/* matches.c: see matches.h. */
#include "matches.h"

#include "host.h"
#include "registry.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LOADING_BYTES = 48 << 20 };

struct held {
    struct held        *next;
    const struct match *match;
    void               *memory;
    size_t              bytes;
    uint32_t            holders;
};

struct matches {
    const struct library *library;
    pthread_mutex_t       lock;
    struct arena          scratch;       /* where a match is loaded first, to see whether it is there already */
    struct held          *first;
};

/* What a loading needs, for the guarded call. */
struct asked {
    const struct ruleset       *ruleset;
    const struct library       *library;
    const struct document      *scenario;
    const struct json_document *options;
    struct arena               *arena;
    const struct match         *match;
    struct fault               *fault;
};

struct matches *matches_open(const struct library *library)
{
    struct matches *matches = calloc(1, sizeof *matches);
    void           *memory = malloc(LOADING_BYTES);

    if (!matches || !memory) {
        free(matches);
        free(memory);
        return NULL;
    }
    matches->library = library;
    matches->scratch = arena_over(memory, LOADING_BYTES);
    pthread_mutex_init(&matches->lock, NULL);
    return matches;
}

static void load(void *context)
{
    struct asked *asked = context;

    asked->match = match_load(asked->ruleset, asked->library, asked->scenario, asked->options, asked->arena, asked->fault);
}

/* Loading takes more memory than the match in the end: what it did not keep goes back. */
static void trim(struct held *held, size_t used)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), kept = (used + page - 1) / page * page;

    if (kept < held->bytes && !munmap((char *)held->memory + kept, held->bytes - kept)) held->bytes = kept;
}

static void drop(struct held *held)
{
    if (held->memory != MAP_FAILED) munmap(held->memory, held->bytes);
    free(held);
}

/* Once more, into memory of its own. */
static struct held *load_held(struct matches *matches, struct asked *asked)
{
    struct held *held = calloc(1, sizeof *held);
    struct arena arena;

    if (!held) return NULL;
    held->bytes = LOADING_BYTES;
    held->memory = mmap(NULL, held->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    arena = arena_over(held->memory, held->bytes);
    asked->arena = &arena;
    if (held->memory == MAP_FAILED || !host_guard(load, asked, asked->fault) || !asked->match) {
        fault_say(asked->fault, "match", 0, "there is not enough memory for the match");
        drop(held);
        return NULL;
    }
    trim(held, arena.used);
    held->match = asked->match;
    held->next = matches->first;
    matches->first = held;
    return held;
}

/* The options are compared as they came out, so that the book's own values and none at all are the same match. */
static bool same(const struct match *a, const struct match *b)
{
    const struct match_head *one = match_head(a), *other = match_head(b);

    return one->ruleset == other->ruleset && one->scenario_hash == other->scenario_hash && one->data_hash == other->data_hash &&
           !strcmp(one->scenario, other->scenario) && !memcmp(one->option, other->option, sizeof one->option);
}

static const struct match *find_or_load(struct matches *matches, struct asked *asked)
{
    struct held *held;

    matches->scratch.used = 0;
    if (!host_guard(load, asked, asked->fault) || !asked->match) return NULL;
    for (held = matches->first; held && !same(held->match, asked->match);) held = held->next;
    if (!held) held = load_held(matches, asked);
    if (!held) return NULL;
    held->holders++;
    return held->match;
}

const struct match *matches_hold(struct matches *matches, const char *ruleset, const char *scenario,
                                 const struct json_document *options, struct fault *fault)
{
    struct asked        asked = { .ruleset = ruleset_named(ruleset), .library = matches->library, .options = options,
                                  .arena = &matches->scratch, .fault = fault };
    const struct match *match;
    char                name[256];

    if (!asked.ruleset) {
        fault_say(fault, "match", 0, "there is no ruleset \"%s\"", ruleset);
        return NULL;
    }
    snprintf(name, sizeof name, "%s/scenarios/%s.json", ruleset, scenario);
    asked.scenario = library_find(matches->library, name);
    if (!asked.scenario) {
        fault_say(fault, "match", 0, "there is no scenario \"%s\"", scenario);
        return NULL;
    }
    pthread_mutex_lock(&matches->lock);
    match = find_or_load(matches, &asked);
    pthread_mutex_unlock(&matches->lock);
    return match;
}

static struct held **place_of(struct matches *matches, const struct match *match)
{
    struct held **place = &matches->first;

    while (*place && (*place)->match != match) place = &(*place)->next;
    return place;
}

void matches_hold_again(struct matches *matches, const struct match *match)
{
    pthread_mutex_lock(&matches->lock);
    (*place_of(matches, match))->holders++;
    pthread_mutex_unlock(&matches->lock);
}

static void take_out(struct held **place)
{
    struct held *held = *place;

    *place = held->next;
    drop(held);
}

void matches_release(struct matches *matches, const struct match *match)
{
    struct held **place;

    if (!match) return;
    pthread_mutex_lock(&matches->lock);
    place = place_of(matches, match);
    if (*place && --(*place)->holders == 0) take_out(place);
    pthread_mutex_unlock(&matches->lock);
}

void matches_close(struct matches *matches)
{
    if (!matches) return;
    while (matches->first) take_out(&matches->first);
    pthread_mutex_destroy(&matches->lock);
    free(matches->scratch.base);
    free(matches);
}
