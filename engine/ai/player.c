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

/* An offer that turns out to have no legal place is struck off, and another is drawn. */
bool choose_any(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct random *random,
                struct decision *d)
{
    play_offer(m, s, seat, offers);
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

/* The value to expect of one decision in a guessed world, by exact odds; reactions are declined, or made where the game has it so. */
static void weigh(struct thinking *thinking, const struct state *world, seat_id seat, const struct decision *d, struct best *best)
{
    struct odds   odds;
    struct fault  fault = { 0 };
    struct refusal why;
    size_t        mark = thinking->arena.used;
    int64_t       value;
    bool          reactions = ruleset_of(thinking->match)->reactions_expected;

    if (play_refuse(thinking->match, world, seat, d, &why)) return;
    if (odds_of(thinking->match, world, seat, d, reactions ? ODDS_REACT : ODDS_DECLINE, &thinking->arena, &odds, &fault)) {
        value = odds_expected(&odds, seat);
        if (!best->any || value > best->value) *best = (struct best){ *d, value, true };
    } else if (!best->any) {
        *best = (struct best){ *d, INT64_MIN, true };
    }
    thinking->arena.used = mark;
}

/* One step ahead: every offer, and a handful of places for each offer with open members. */
static bool choose_greedy(struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    enum { PLACES = 12 };
    const struct ruleset *ruleset = ruleset_of(thinking->match);
    struct state         *world;
    struct offers         offers;
    struct best           best = { .any = false };

    thinking->arena.used = 0;
    world = arena_take_unset(&thinking->arena, ruleset->state_size);
    if (!world || !take_offers(thinking, &offers)) return false;
    memcpy((void *)world, (const void *)view, ruleset->state_size);
    ruleset->guess(thinking->match, world, seat, &thinking->random);
    play_offer(thinking->match, world, seat, &offers);
    for (int32_t i = 0; i < offers.count; i++) {
        struct decision tried = offers.list[i].decision;
        if (!offers.list[i].open) {
            weigh(thinking, world, seat, &tried, &best);
            continue;
        }
        for (int place = 0; place < PLACES; place++)
            if (ruleset->sample(thinking->match, world, seat, &offers.list[i], &thinking->random, &tried))
                weigh(thinking, world, seat, &tried, &best);
    }
    *d = best.d;
    return best.any;
}

const struct player player_random = { "random", choose_random };
const struct player player_greedy = { "greedy", choose_greedy };
