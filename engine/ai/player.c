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

/* The decision under trial and the best so far. */
struct best {
    struct decision d;
    int64_t         value;
    bool            any;
};

/*
 * The value to expect of one legal decision in a guessed world, by exact odds; reactions are declined, or made where the game has it so.
 */
static void weigh(struct thinking *thinking, const struct state *world, seat_id seat, const struct decision *d, struct best *best)
{
    struct odds   odds;
    struct fault  fault = { 0 };
    size_t        mark = thinking->arena.used;
    int64_t       value;
    bool          reactions = ruleset_of(thinking->match)->reactions_expected;

    if (odds_of(thinking->match, world, seat, d, reactions ? ODDS_REACT : ODDS_DECLINE, &thinking->arena, &odds, &fault)) {
        value = odds_expected(&odds, seat);
        if (!best->any || value > best->value) *best = (struct best){ *d, value, true };
    } else if (!best->any) {
        *best = (struct best){ *d, INT64_MIN, true };
    }
    thinking->arena.used = mark;
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
    enum { PLACES = 12 };
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
    first = put_first(thinking->match, world, seat, &offers);
    for (int32_t i = 0; i < offers.count && (i < first || !best.any); i++) {
        struct decision tried = offers.list[i].decision;
        if (!offers.list[i].open) {
            weigh(thinking, world, seat, &tried, &best);
            continue;
        }
        for (int place = 0; place < PLACES; place++)
            if (ruleset->sample(thinking->match, world, seat, &offers.list[i], &thinking->random, &tried) &&
                !play_refuse(thinking->match, world, seat, &tried, NULL))
                weigh(thinking, world, seat, &tried, &best);
    }
    *d = best.d;
    return best.any;
}

const struct player player_random = { "random", choose_random };
const struct player player_greedy = { "greedy", choose_greedy };
