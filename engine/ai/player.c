/* player.c: see player.h. */
#include "player.h"
#include "odds.h"

#include <string.h>

const struct player *const players[] = { &player_random, &player_greedy, NULL };

const struct player *player_named(const char *name)
{
    for (int i = 0; players[i]; i++)
        if (!strcmp(players[i]->name, name)) return players[i];
    return NULL;
}

static bool yields(const struct match *m, const struct offer *offer)
{
    return ruleset_of(m)->kinds[offer->decision.kind].yields;
}

/* Nobody gives the game up while there is anything else to do. */
static void strike_off_yielding(const struct match *m, struct offers *offers)
{
    int32_t kept = 0;

    for (int32_t i = 0; i < offers->count; i++)
        if (!yields(m, &offers->list[i])) {
            if (kept < i) offers->list[kept] = offers->list[i];
            kept++;
        }
    if (kept > 0) offers->count = kept;
}

bool choose_to_yield(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct decision *d)
{
    play_offer(m, s, seat, offers);
    for (int32_t i = 0; i < offers->count; i++)
        if (yields(m, &offers->list[i]) && !offers->list[i].open) {
            *d = offers->list[i].decision;
            return true;
        }
    return false;
}

/* An offer that turns out to have no legal place is struck off, and another is drawn. */
bool choose_any(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct random *random,
                struct decision *d)
{
    play_offer(m, s, seat, offers);
    strike_off_yielding(m, offers);
    while (offers->count > 0) {
        uint32_t            drawn = random_below(random, (uint32_t)offers->count);
        const struct offer *offer = &offers->list[drawn];
        if (!offer->open) {
            *d = offer->decision;
            return true;
        }
        if (ruleset_of(m)->sample(m, s, seat, offer, random, d)) return true;
        offers->list[drawn] = offers->list[--offers->count];
    }
    return false;
}

static bool take_offers(struct thinking *thinking, struct offers *offers)
{
    *offers = (struct offers){ arena_take_unset(&thinking->arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    return offers->list != NULL;
}

static bool choose_random(struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    struct offers offers;

    thinking->arena.used = 0;
    return take_offers(thinking, &offers) && choose_any(thinking->match, view, seat, &offers, &thinking->random, d);
}

/* The best decision so far, and what is kept while one world is looked at. */
struct best {
    struct decision  d;
    int64_t          value;
    bool             any;
    struct odds_seen seen;
    void            *notes;          /* of the world, or NULL */
};

static void compare(struct best *best, const struct decision *d, int64_t value)
{
    if (best->any && value <= best->value) return;
    best->d = *d;
    best->value = value;
    best->any = true;
}

/*
 * The value to expect of one legal decision in a guessed world, by exact odds; reactions are declined, or made where the game has it so. One
 * that comes to the same as another before it is no better.
 */
static void weigh(struct thinking *thinking, const struct state *world, seat_id seat, const struct decision *d, struct best *best)
{
    struct odds      odds;
    struct fault     fault = { 0 };
    size_t           mark = thinking->arena.used;
    enum odds_policy policy = ruleset_of(thinking->match)->reactions_expected ? ODDS_REACT : ODDS_DECLINE;
    bool             known = odds_of_new(thinking->match, world, seat, d, policy, &best->seen, &thinking->arena, &odds, &fault);

    compare(best, d, known && odds.count ? odds_expected_by(&odds, seat, best->notes) : INT64_MIN);
    thinking->arena.used = mark;
}

/* What a plan promises after the decision, where the game says so: no dice. False: it is to be weighed by its odds. */
static bool weigh_plan(struct thinking *thinking, const struct state *world, seat_id seat, const struct decision *d, struct best *best)
{
    const struct ruleset *ruleset = ruleset_of(thinking->match);
    size_t                mark = thinking->arena.used;
    struct dice           none = dice_listed(NULL, 0);
    struct state         *after;
    struct play           play;
    int64_t               value;

    if (!ruleset->promise || !ruleset->phases[flow_top_const(flow_of_const(world))->phase]->gathered) return false;
    after = arena_take_unset(&thinking->arena, ruleset->state_size);
    if (!after) return false;
    memcpy((void *)after, (const void *)world, ruleset->state_size);
    play = (struct play){ thinking->match, after, &none, NULL, 0 };
    play_take(&play, seat, d);
    value = ruleset->kinds[d->kind].uses & USES_UNIT ? ruleset->promise(thinking->match, after, seat, d->unit) : 0;
    compare(best, d, value);
    thinking->arena.used = mark;
    return true;
}

/* What it has told a piece it has weighed: it takes nothing back. */
static void strike_off_recalls(const struct match *m, struct offers *offers)
{
    int32_t kept = 0;

    for (int32_t i = 0; i < offers->count; i++)
        if (!ruleset_of(m)->kinds[offers->list[i].decision.kind].recalls) offers->list[kept++] = offers->list[i];
    if (kept > 0) offers->count = kept;
}

static bool is_among(const struct decision *list, int32_t count, const struct decision *d)
{
    for (int32_t i = 0; i < count; i++)
        if (!memcmp(&list[i], d, sizeof *d)) return true;
    return false;
}

/* The decisions to weigh for an offer with open members; legal ones alone, and each once. */
static int32_t to_weigh(struct thinking *thinking, const struct state *world, seat_id seat, const struct offer *offer, struct decision *list)
{
    enum { PLACES = 12 };
    const struct ruleset *ruleset = ruleset_of(thinking->match);
    int32_t               count = PLACES, kept = 0;
    struct decision       tried = offer->decision;

    if (ruleset->propose) count = ruleset->propose(thinking->match, world, seat, offer, list, PROPOSED_MOST);
    for (int32_t i = 0; i < count; i++) {
        if (ruleset->propose) tried = list[i];
        else if (!ruleset->sample(thinking->match, world, seat, offer, &thinking->random, &tried)) continue;
        if (!is_among(list, kept, &tried) && !play_refuse(thinking->match, world, seat, &tried, NULL)) list[kept++] = tried;
    }
    return kept;
}

/*
 * Where a plan is made piece by piece, the offers of the piece whose turn it is, or those of no piece, come first: how many they are. All
 * of them count where there are none of those.
 */
static int32_t put_first(const struct match *m, const struct state *world, seat_id seat, struct offers *offers)
{
    const struct ruleset *ruleset = ruleset_of(m);
    int32_t               first = 0;
    int16_t               piece;

    if (!ruleset->turn_of) return offers->count;
    piece = ruleset->turn_of(m, world, seat);
    for (int32_t i = 0; i < offers->count; i++) {
        struct offer offer = offers->list[i];
        bool         has_unit = ruleset->kinds[offer.decision.kind].uses & USES_UNIT;
        if (has_unit ? offer.decision.unit != piece : piece != NOBODY) continue;
        offers->list[i] = offers->list[first];
        offers->list[first++] = offer;
    }
    return first ? first : offers->count;
}

/* One step ahead: every offer, and a handful of places for each offer with open members. */
static bool choose_greedy(struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    const struct ruleset *ruleset = ruleset_of(thinking->match);
    struct state         *world;
    struct offers         offers;
    struct best           best = { .any = false };
    int32_t               first;

    thinking->arena.used = 0;
    world = arena_take_unset(&thinking->arena, ruleset->state_size);
    if (!world || !take_offers(thinking, &offers)) return false;
    memcpy((void *)world, (const void *)view, ruleset->state_size);
    ruleset->guess(thinking->match, world, seat, &thinking->random);
    play_offer(thinking->match, world, seat, &offers);
    strike_off_yielding(thinking->match, &offers);
    strike_off_recalls(thinking->match, &offers);
    first = put_first(thinking->match, world, seat, &offers);
    if (ruleset->take_notes && (best.notes = arena_take_unset(&thinking->arena, ruleset->notes_size)))
        ruleset->take_notes(thinking->match, world, best.notes);
    for (int32_t i = 0; i < offers.count && (i < first || !best.any); i++) {
        struct decision list[PROPOSED_MOST] = { offers.list[i].decision };
        int32_t         count = offers.list[i].open ? to_weigh(thinking, world, seat, &offers.list[i], list) : 1;
        for (int32_t k = 0; k < count; k++)
            if (!weigh_plan(thinking, world, seat, &list[k], &best)) weigh(thinking, world, seat, &list[k], &best);
    }
    *d = best.d;
    return best.any;
}

const struct player player_random = { "random", choose_random };
const struct player player_greedy = { "greedy", choose_greedy };
