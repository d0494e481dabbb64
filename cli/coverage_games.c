/* coverage_games.c: rules cited in random games, and by the refusals of wild decisions; see coverage.h. */
#include "coverage.h"
#include "game.h"
#include "maths.h"
#include "player.h"
#include "sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, VARIANTS = 5, SCENARIOS_MAX = 64, PLACES = 64, WILD = 6, YIELDS_EVERY = 512, DECISIONS_MAX = 100000, MEMORY = 8 << 20 };

struct touring {
    struct coverage    *coverage;
    const struct match *match;
    struct random       random;
    struct dice         dice;
    struct game         game;
    struct arena        arena;
    struct events       events;
    struct offers       offers;
    struct point        place[PLACES];     /* where decisions led lately: wild ones are aimed at and around them */
    uint32_t            places;
};

static void cite_rule(struct coverage *coverage, rule_id rule)
{
    if (rule > 0 && rule <= coverage->ruleset->rule_count) coverage->found[rule] |= IN_GAME;
}

static void hear_events(struct touring *touring)
{
    for (int32_t i = 0; i < touring->events.count; i++) cite_rule(touring->coverage, touring->events.list[i].rule);
    touring->events.count = 0;
    touring->events.full = false;
}

static void remember_place(struct touring *touring, const struct decision *d)
{
    if (ruleset_of(touring->match)->kinds[d->kind].uses & USES_AT) touring->place[touring->places++ % PLACES] = d->at;
}

/* A distance of any size: small ones as often as large ones. */
static int32_t any_offset(struct touring *touring)
{
    uint32_t size = 1u << random_below(&touring->random, 19);
    int32_t  offset = (int32_t)random_below(&touring->random, size);

    return random_below(&touring->random, 2) ? offset : -offset;
}

static struct point any_place(struct touring *touring, struct point near)
{
    uint32_t known = touring->places < PLACES ? touring->places : PLACES;
    int32_t  limit = TABLE_LIMIT;

    if (known && random_below(&touring->random, 2)) near = touring->place[random_below(&touring->random, known)];
    near.x += any_offset(touring);
    near.y += any_offset(touring);
    near.x = near.x < -limit ? -limit : near.x > limit ? limit : near.x;
    near.y = near.y < -limit ? -limit : near.y > limit ? limit : near.y;
    return near;
}

static int16_t any_piece(struct touring *touring)
{
    return (int16_t)random_below(&touring->random, (uint32_t)match_head(touring->match)->pieces);
}

/* Change some of the members that the kind uses to any value that is within the tables. */
static void disturb(struct touring *touring, struct decision *d)
{
    const struct decision_kind *kind = &ruleset_of(touring->match)->kinds[d->kind];
    struct random              *random = &touring->random;

    if (kind->uses & USES_UNIT && !random_below(random, 3)) d->unit = any_piece(touring);
    if (kind->uses & USES_TARGET && random_below(random, 3)) d->target = any_piece(touring);
    if (kind->uses & USES_CHOICE && random_below(random, 2))
        d->choice = (int16_t)random_below(random, (uint32_t)kind->choices->count);
    if (kind->uses & USES_VALUE && random_below(random, 2)) d->value = any_offset(touring);
    if (kind->uses & USES_AT && random_below(random, 4)) d->at = any_place(touring, d->at);
    if (kind->uses & USES_HEADING && random_below(random, 2)) d->heading = (int32_t)random_below(random, FULL_TURN);
}

/* An offer with something changed, or a decision of any kind that has nothing to do with the offers. */
static struct decision wild_decision(struct touring *touring, const struct decision *legal)
{
    const struct ruleset *ruleset = ruleset_of(touring->match);
    struct decision       d = *legal;

    if (touring->offers.count && random_below(&touring->random, 2))
        d = touring->offers.list[random_below(&touring->random, (uint32_t)touring->offers.count)].decision;
    if (!random_below(&touring->random, 3)) {
        uint8_t uses;
        d = (struct decision){ .kind = (uint16_t)random_below(&touring->random, ruleset->kind_count) };
        uses = ruleset->kinds[d.kind].uses;
        if (uses & USES_UNIT) d.unit = random_below(&touring->random, 2) ? legal->unit : any_piece(touring);
        if (uses & USES_TARGET) d.target = any_piece(touring);
    }
    disturb(touring, &d);
    return d;
}

/* What is refused must name a rule of the table; the seat is now and then one that is not asked. */
static void try_wild(struct touring *touring, seat_id seat, const struct decision *legal)
{
    uint32_t seats = (uint32_t)match_head(touring->match)->seats;

    for (int i = 0; i < WILD; i++) {
        struct decision d = wild_decision(touring, legal);
        seat_id         who = random_below(&touring->random, 8) ? seat : (seat_id)random_below(&touring->random, seats);
        struct refusal  why;
        rule_id         rule = play_refuse(touring->match, touring->game.state, who, &d, &why);
        touring->coverage->tried++;
        if (!rule) continue;
        if (rule > touring->coverage->ruleset->rule_count || why.rule != rule) touring->coverage->unnamed++;
        cite_rule(touring->coverage, rule);
    }
}

static void tour(void *context)
{
    struct touring *touring = context;
    struct decision d = { .kind = 0 };
    struct refusal  why;
    struct game    *game = &touring->game;
    struct fault    fault = { .set = false };
    seat_id         seat = SEAT_A;

    if (game_begin(game, touring->match, &touring->dice, &touring->events, &touring->arena, &fault) != DECIDED) return;
    hear_events(touring);
    while (play_asked(game->state) && game->number < DECISIONS_MAX) {
        seat = play_first_asked(game->state);
        if ((!choose_to_yield(touring->match, game->state, seat, &touring->offers, &d) || random_below(&touring->random, YIELDS_EVERY)) &&
            !choose_any(touring->match, game->state, seat, &touring->offers, &touring->random, &d))
            break;
        remember_place(touring, &d);
        try_wild(touring, seat, &d);
        if (game_decide(game, seat, &d, &touring->dice, &touring->events, &why) != DECIDED) break;
        hear_events(touring);
    }
    try_wild(touring, seat, &d);
    touring->coverage->games++;
    touring->coverage->decisions += game->number;
}

/* Variant 0 has the options of the book, 1 the very opposite, the others any. NULL when the options do not go together. */
static const struct match *load_variant(struct host *host, const struct ruleset *ruleset, const struct document *scenario,
                                        int variant, struct fault *fault)
{
    struct random        random = random_from((uint64_t)variant);
    struct json_document options = { .root = NULL };
    char                 text[2048];
    struct out           out = out_over(text, sizeof text);
    struct json_writer   writer = json_writer_over(&out);
    struct arena        *arena = &host->arena;
    char                *kept;

    json_open(&writer, '{');
    for (int i = 0; variant && i < ruleset->option_count; i++) {
        const struct option *option = &ruleset->options[i];
        uint32_t             span = (uint32_t)(option->high - option->low) + 1;
        json_key(&writer, option->name);
        if (variant == 1) json_write_integer(&writer, option->standard == option->low ? option->high : option->low);
        else json_write_integer(&writer, option->low + (int32_t)random_below(&random, span));
    }
    json_close(&writer, '}');
    kept = arena_text(arena, text, out.used);
    if (!kept || !json_parse(&options, "options", kept, out.used, arena, fault)) return NULL;
    return match_load(ruleset, &host->library, scenario, &options, arena, fault);
}

struct matches {
    const struct match *list[SCENARIOS_MAX * VARIANTS];
    int                 count;
};

static int by_name(const void *a, const void *b, const void *context)
{
    (void)context;
    return strcmp((*(const struct document *const *)a)->name, (*(const struct document *const *)b)->name);
}

/* Every scenario of the library, in the order of their names, in all variants that can be loaded. */
static bool load_matches(struct matches *matches, struct host *host, const struct ruleset *ruleset, struct fault *fault)
{
    const struct document *scenario[SCENARIOS_MAX];
    char                   prefix[128];
    int                    count = 0;

    snprintf(prefix, sizeof prefix, "%s/scenarios/", ruleset->id);
    for (int32_t i = 0; i < host->library.count && count < SCENARIOS_MAX; i++)
        if (!strncmp(host->library.list[i].name, prefix, strlen(prefix))) scenario[count++] = &host->library.list[i];
    sort_stable(scenario, (size_t)count, sizeof scenario[0], by_name, NULL);
    for (int variant = 0; variant < VARIANTS; variant++)
        for (int i = 0; i < count; i++) {
            struct fault        unused = { .set = false };
            const struct match *m = load_variant(host, ruleset, scenario[i], variant, variant ? &unused : fault);
            if (m) matches->list[matches->count++] = m;
            else if (!variant) return false;
        }
    return matches->count || fault_say(fault, ruleset->id, 0, "there is no scenario to play");
}

/* Until every rule has come up: some do so once in a thousand games. */
static bool goes_on(const struct coverage *coverage, int64_t game, int64_t most)
{
    return game < most && coverage_count(coverage, IN_GAME) < coverage->ruleset->rule_count;
}

bool coverage_of_games(struct coverage *coverage, struct host *host, int64_t most, struct fault *fault)
{
    struct touring touring = { .coverage = coverage, .arena = host_arena(MEMORY) };
    struct matches matches = { .count = 0 };
    size_t         mark;
    bool           good = load_matches(&matches, host, coverage->ruleset, fault);

    touring.events = (struct events){ arena_take(&touring.arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    touring.offers = (struct offers){ arena_take(&touring.arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    mark = touring.arena.used;
    for (int64_t game = 0; good && goes_on(coverage, game, most); game++) {
        touring.arena.used = mark;
        touring.match = matches.list[game % matches.count];
        touring.dice = dice_seeded((uint64_t)game);
        touring.random = random_from(~(uint64_t)game);
        touring.events.count = 0;
        good = host_guard(tour, &touring, fault);
    }
    free(touring.arena.base);
    return good;
}
