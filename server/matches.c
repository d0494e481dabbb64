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
    bool                has_battle;
    struct battle       battle;          /* its texts are in the memory too */
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
    const struct battle        *battle;      /* or NULL */
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

/* A match may point into the text that it was read from. */
static bool keep_battle(struct held *held, struct asked *asked)
{
    const struct battle *from = asked->battle;
    struct battle       *to = &held->battle;

    if (!from) return true;
    held->has_battle = true;
    to->scenario = from->scenario;
    to->scenario.text = arena_text(asked->arena, from->scenario.text, from->scenario.length);
    to->title = arena_text(asked->arena, from->title, strlen(from->title));
    to->armies = arena_text(asked->arena, from->armies, strlen(from->armies));
    asked->scenario = &to->scenario;
    return to->scenario.text && to->title && to->armies;
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
    if (held->memory == MAP_FAILED || !keep_battle(held, asked) || !host_guard(load, asked, asked->fault) || !asked->match) {
        fault_say(asked->fault, "match", 0, "there is not enough memory for the match");
        drop(held);
        return NULL;
    }
    trim(held, arena.used);
    held->match = asked->match;
    held->battle.bytes = held->bytes;
    held->next = matches->first;
    matches->first = held;
    return held;
}

/* A battle is the same when all its documents are. */
static bool same_battle(const struct held *held, const struct battle *battle)
{
    if (!battle || !held->has_battle) return !battle && !held->has_battle;
    return !strcmp(held->battle.scenario.text, battle->scenario.text) && !strcmp(held->battle.title, battle->title) &&
           !strcmp(held->battle.armies, battle->armies);
}

/* The options are compared as they came out, so that the book's own values and none at all are the same match. */
static bool same(const struct held *held, const struct asked *asked)
{
    const struct match_head *one = match_head(held->match), *other = match_head(asked->match);

    return one->ruleset == other->ruleset && one->scenario_hash == other->scenario_hash && one->data_hash == other->data_hash &&
           !strcmp(one->scenario, other->scenario) && !memcmp(one->option, other->option, sizeof one->option) &&
           same_battle(held, asked->battle);
}

static const struct match *find_or_load(struct matches *matches, struct asked *asked)
{
    struct held *held;

    matches->scratch.used = 0;
    if (!host_guard(load, asked, asked->fault) || !asked->match) return NULL;
    for (held = matches->first; held && !same(held, asked);) held = held->next;
    if (!held) held = load_held(matches, asked);
    if (!held) return NULL;
    held->holders++;
    return held->match;
}

static const struct match *hold(struct matches *matches, struct asked *asked)
{
    const struct match *match;

    asked->library = matches->library;
    asked->arena = &matches->scratch;
    pthread_mutex_lock(&matches->lock);
    match = find_or_load(matches, asked);
    pthread_mutex_unlock(&matches->lock);
    return match;
}

static bool find_ruleset(struct asked *asked, const char *ruleset)
{
    asked->ruleset = ruleset_named(ruleset);
    return asked->ruleset || fault_say(asked->fault, "match", 0, "there is no ruleset \"%s\"", ruleset);
}

const struct match *matches_hold(struct matches *matches, const char *ruleset, const char *scenario,
                                 const struct json_document *options, struct fault *fault)
{
    struct asked asked = { .options = options, .fault = fault };
    char         name[256];

    if (!find_ruleset(&asked, ruleset)) return NULL;
    snprintf(name, sizeof name, "%s/scenarios/%s.json", ruleset, scenario);
    asked.scenario = library_find(matches->library, name);
    if (asked.scenario) return hold(matches, &asked);
    fault_say(fault, "match", 0, "there is no scenario \"%s\"", scenario);
    return NULL;
}

const struct match *matches_hold_battle(struct matches *matches, const char *ruleset, const struct battle *battle,
                                        const struct json_document *options, struct fault *fault)
{
    struct asked asked = { .scenario = &battle->scenario, .battle = battle, .options = options, .fault = fault };

    return find_ruleset(&asked, ruleset) ? hold(matches, &asked) : NULL;
}

static struct held **place_of(struct matches *matches, const struct match *match)
{
    struct held **place = &matches->first;

    while (*place && (*place)->match != match) place = &(*place)->next;
    return place;
}

const struct battle *matches_battle(struct matches *matches, const struct match *match)
{
    struct held *held;

    pthread_mutex_lock(&matches->lock);
    held = *place_of(matches, match);
    pthread_mutex_unlock(&matches->lock);
    return held && held->has_battle ? &held->battle : NULL;
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
