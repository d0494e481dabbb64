/* property.c: see property.h. */
#include "property.h"
#include "documents.h"
#include "must.h"
#include "player.h"
#include "registry.h"
#include "state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MATCH_MEMORY = 16 << 20, TRIAL_MEMORY = 64 << 20, LARGE = 150 /* weight */ };

/* What a failure has to say about the run; must_failed() needs it too. */
static const char         *program, *data;
static const struct trial *running;

static void print_repeat(void)
{
    if (!running) return;
    fprintf(stderr, "  in %s; repeat with: %s %s %" PRIu64 " 1 %" PRIu32 "\n", running->scenario->name, program, data, running->seed,
            running->share);
}

/* A bug found by the engine itself is repeated the same way. */
_Noreturn void must_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: must(%s) failed\n", file, line, what);
    print_repeat();
    abort();
}

_Noreturn void property_fail(struct trial *trial, const char *file, int line, const char *format, ...)
{
    va_list arguments;

    (void)trial;
    fprintf(stderr, "%s:%d: ", file, line);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    print_repeat();
    exit(1);
}

void *trial_take(struct trial *trial, size_t size)
{
    void *piece = arena_take(&trial->arena, size);

    check(trial, piece, "the trial needs more memory than it has");
    return piece;
}

static void take_lists(struct trial *trial)
{
    trial->offers = (struct offers){ trial_take(trial, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    trial->events = (struct events){ trial_take(trial, EVENTS_MAX * sizeof(struct event)), 0, EVENTS_MAX, false };
}

/* {"turns":3,"brace":0}: every option somewhere in its range. */
static void write_options(const struct ruleset *ruleset, struct random *random, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    for (int i = 0; i < ruleset->option_count; i++) {
        const struct option *option = &ruleset->options[i];
        json_key(&writer, option->name);
        json_write_integer(&writer, option->low + (int32_t)random_below(random, (uint32_t)(option->high - option->low + 1)));
    }
    json_close(&writer, '}');
}

/* Even seeds play by the book, odd ones with random options. */
static const struct match *load(struct trial *trial, struct arena *arena)
{
    struct json_document parsed = { .root = NULL };
    struct random        random = random_from(trial->seed);
    struct fault         fault = { 0 };
    char                 text[4096];
    struct out           out = out_over(text, sizeof text);
    const struct match  *match = NULL;

    write_options(trial->ruleset, &random, &out);
    if (trial->seed % 2 == 0 || json_parse(&parsed, "options", text, out.used, arena, &fault))
        match = match_load(trial->ruleset, trial->library, trial->scenario, parsed.root ? &parsed : NULL, arena, &fault);
    check(trial, match, "%s:%d: %s", fault.file, fault.line, fault.text);
    return match;
}

static void load_texts(struct texts *texts, const struct ruleset *ruleset, const struct library *library,
                       struct arena *arena)
{
    struct fault fault = { 0 };

    if (texts_load(texts, ruleset, library, arena, &fault)) return;
    fprintf(stderr, "%s:%d: %s\n", fault.file, fault.line, fault.text);
    exit(1);
}

struct memory {
    struct arena texts, match, trial;
};

static struct arena block(size_t size)
{
    char *memory = malloc(size);

    if (!memory) exit(2);
    return arena_over(memory, size);
}

/* The pieces of a small game are six; what there is to ask grows with their square, and on a real table with what stands there. */
static uint32_t weight_of_match(const struct match *match)
{
    uint32_t pieces = (uint32_t)match_head(match)->pieces;

    return pieces <= 6 ? 1 : pieces * pieces / 18;
}

static uint64_t run_scenario(struct trial *trial, struct memory *memory, uint64_t seed, uint64_t count, bool even_large,
                             void (*run)(struct trial *))
{
    uint64_t steps = 0;

    trial->weight = 1;
    for (uint64_t i = 0; i < (count + trial->weight - 1) / trial->weight; i++) {
        memory->match.used = 0;
        memory->trial.used = 0;
        trial->seed = seed + i;
        trial->random = random_from(seed + i);
        trial->arena = memory->trial;
        trial->steps = 0;
        running = trial;
        trial->match = load(trial, &memory->match);
        trial->weight = weight_of_match(trial->match);
        if (trial->weight > LARGE && !even_large) break;
        take_lists(trial);
        run(trial);
        steps += trial->steps;
    }
    running = NULL;
    return steps;
}

static int scenarios_of(struct trial *trial, struct memory *memory, uint64_t seed, uint64_t count,
                        void (*run)(struct trial *), uint64_t *steps)
{
    int scenarios = 0;

    for (int32_t i = 0; i < trial->library->count; i++) {
        if (!document_is_scenario(&trial->library->list[i], trial->ruleset->id)) continue;
        trial->scenario = &trial->library->list[i];
        *steps += run_scenario(trial, memory, seed, count, (uint32_t)scenarios % trial->share == 0, run);
        scenarios++;
    }
    return scenarios;
}

int property_run(int argc, char **argv, const char *name, int count, void (*run)(struct trial *trial))
{
    struct memory  memory = { block(MATCH_MEMORY), block(MATCH_MEMORY), block(TRIAL_MEMORY) };
    uint64_t       seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    uint64_t       wanted = argc > 3 ? strtoull(argv[3], NULL, 10) : (uint64_t)count, steps = 0;
    uint32_t       share = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 1;
    struct library library;
    int            scenarios = 0;

    if (argc < 2 || share == 0) {
        fprintf(stderr, "usage: %s DATA_DIRECTORY [SEED [COUNT [SHARE]]]\n", name);
        return 2;
    }
    program = argv[0];
    data = argv[1];
    library = documents_load(argv[1]);
    for (int i = 0; rulesets[i]; i++) {
        struct texts texts;
        struct trial trial = { .ruleset = rulesets[i], .library = &library, .texts = &texts, .share = share };
        int          found;
        memory.texts.used = 0;
        load_texts(&texts, rulesets[i], &library, &memory.texts);
        found = scenarios_of(&trial, &memory, seed, wanted, run, &steps);
        if (!found) fprintf(stderr, "%s: %s has no scenario\n", name, rulesets[i]->id);
        if (!found) return 1;
        scenarios += found;
    }
    printf("%s: %d scenarios, up to %" PRIu64 " trials each from seed %" PRIu64 ", %" PRIu64 " checks\n", name, scenarios, wanted,
           seed, steps);
    documents_free(&library);
    free(memory.texts.base);
    free(memory.match.base);
    free(memory.trial.base);
    return 0;
}

const char *phase_of(const struct trial *trial, const struct state *s)
{
    const struct flow *flow = flow_of_const(s);

    return flow->over ? "over" : trial->ruleset->phases[flow_top_const(flow)->phase]->name;
}

seat_id next_viewer(const struct trial *trial, seat_id viewer)
{
    if (viewer == SPECTATOR) return NO_SEAT;
    return viewer + 1 == match_head(trial->match)->seats ? SPECTATOR : (seat_id)(viewer + 1);
}

void begin_game(struct trial *trial, struct game *game, uint64_t dice_seed)
{
    struct dice  dice = dice_seeded(dice_seed);
    struct fault fault = { 0 };

    trial->events.count = 0;
    check(trial, game_begin(game, trial->match, &dice, &trial->events, &trial->arena, &fault) == DECIDED,
          "the game does not begin");
    check(trial, !fault.set, "%s", fault.text);
}

seat_id any_asked(struct trial *trial, const struct state *s)
{
    seat_id seats = (seat_id)match_head(trial->match)->seats, seat;

    check(trial, play_asked(s), "nobody is asked");
    do seat = (seat_id)random_below(&trial->random, (uint32_t)seats);
    while (!(play_asked(s) & SEAT_BIT(seat)));
    return seat;
}

/* Chosen as a player would: from the seat's view. */
struct decision any_decision(struct trial *trial, const struct state *s, seat_id seat)
{
    enum { TRIES = 8, YIELDS_EVERY = 512 };
    static union any_state view;
    struct decision        d;
    struct refusal         why;

    copy_state(trial, &view, s);
    trial->ruleset->mask(trial->match, as_state(&view), seat);
    for (int i = 0; i < TRIES; i++) {
        memset(&d, 0, sizeof d);
        if ((!choose_to_yield(trial->match, as_state(&view), seat, &trial->offers, &d) || random_below(&trial->random, YIELDS_EVERY)) &&
            !choose_any(trial->match, as_state(&view), seat, &trial->offers, &trial->random, &d))
            continue;
        check(trial, !play_refuse(trial->match, as_state(&view), seat, &d, &why),
              "what was offered in phase %s is refused by %s",
              phase_of(trial, s), trial->ruleset->rules[why.rule]);
        return d;
    }
    property_fail(trial, __FILE__, __LINE__, "a dead end: seat %s has no legal decision in phase %s", seat_name(seat),
                  phase_of(trial, s));
}

void decide(struct trial *trial, struct game *game, seat_id seat, const struct decision *d, struct dice *dice)
{
    struct refusal why;
    enum verdict   verdict;

    trial->events.count = 0;
    trial->events.full = false;
    verdict = game_decide(game, seat, d, dice, &trial->events, &why);
    check(trial, verdict == DECIDED, "a legal decision got verdict %d", (int)verdict);
    check(trial, !trial->events.full, "one decision made more than %d events", EVENTS_MAX);
}

static int32_t any_number(struct random *random)
{
    static const int32_t edge[] = { 0, 1, -1, INT16_MIN, INT16_MAX, INT32_MIN, INT32_MAX, 36000, 35999, TABLE_LIMIT,
                                    -TABLE_LIMIT - 1 };

    if (random_below(random, 2)) return edge[random_below(random, sizeof edge / sizeof edge[0])];
    if (random_below(random, 2)) return (int32_t)random_below(random, 200000) - 20000;
    return (int32_t)(uint32_t)random_next(random);
}

/* One member changed to something else. */
static void spoil(struct trial *trial, struct decision *d)
{
    struct random *random = &trial->random;
    uint32_t       pieces = (uint32_t)match_head(trial->match)->pieces;

    switch (random_below(random, 9)) {
    case 0: d->kind = (uint16_t)random_below(random, trial->ruleset->kind_count + 2u); break;
    case 1: d->unit = (int16_t)random_below(random, pieces); break;
    case 2: d->target = (int16_t)random_below(random, pieces); break;
    case 3: d->choice = (int16_t)((int32_t)random_below(random, 12) - 2); break;
    case 4: d->value = any_number(random); break;
    case 5: d->at.x = any_number(random); break;
    case 6: d->at.y = any_number(random); break;
    case 7: d->heading = any_number(random); break;
    default:
        d->unit = (int16_t)any_number(random);
        d->target = (int16_t)any_number(random);
        d->kind = (uint16_t)any_number(random);
    }
}

struct decision any_nonsense(struct trial *trial, const struct state *s, seat_id seat)
{
    struct decision d;

    memset(&d, 0, sizeof d);
    play_offer(trial->match, s, seat, &trial->offers);
    if (trial->offers.count && random_below(&trial->random, 4)) {
        const struct offer *offer = &trial->offers.list[random_below(&trial->random, (uint32_t)trial->offers.count)];
        d = offer->decision;
        if (offer->open && random_below(&trial->random, 2)) trial->ruleset->sample(trial->match, s, seat, offer,
                                                                                   &trial->random, &d);
    } else {
        d.kind = (uint16_t)random_below(&trial->random, trial->ruleset->kind_count);
        d.unit = (int16_t)random_below(&trial->random, (uint32_t)match_head(trial->match)->pieces);
    }
    for (uint32_t times = random_below(&trial->random, 4); times; times--) spoil(trial, &d);
    return d;
}

void walk(struct trial *trial, void (*visit)(struct trial *trial, struct game *game, seat_id seat))
{
    struct dice dice = dice_seeded(random_next(&trial->random));
    struct game game;

    begin_game(trial, &game, random_next(&trial->random));
    while (play_asked(game.state)) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d;
        if (random_below(&trial->random, game.number < LATE ? (trial->share + EARLIER - 1) / EARLIER : LATER * trial->share) == 0) visit(trial, &game, seat);
        d = any_decision(trial, game.state, seat);
        decide(trial, &game, seat, &d, &dice);
        check(trial, game.number < STEPS_MAX, "the game does not end");
    }
}
