/* signature.c: see signature.h. */
#include "signature.h"
#include "hash.h"
#include "player.h"

enum { EVENTS = 512, DECISIONS_MAX = 20000 };

struct signing {
    const struct match *m;
    struct state       *state;
    struct offers       offers;
    struct events       events;
    uint64_t            hash;
    int64_t             work;           /* of all games so far: decisions, each times the pieces that it may have been about */
};

static void sign(struct signing *signing)
{
    signing->hash = hash_more(signing->hash, signing->state, ruleset_of(signing->m)->state_size);
    signing->hash = hash_more(signing->hash, signing->events.list, (size_t)signing->events.count * sizeof(struct event));
    signing->events.count = 0;
}

static void sign_game(struct signing *signing, uint64_t seed)
{
    struct dice     dice = dice_seeded(seed);
    struct random   random = random_from(~seed);
    struct play     play = { signing->m, signing->state, &dice, &signing->events, 0 };
    struct decision d;

    play_begin(&play);
    sign(signing);
    for (int32_t n = 0; n < DECISIONS_MAX && play_asked(signing->state); n++) {
        seat_id seat = play_first_asked(signing->state);
        if (!choose_any(signing->m, signing->state, seat, &signing->offers, &random, &d)) return;
        play_take(&play, seat, &d);
        play_advance(&play);
        sign(signing);
        signing->work += match_head(signing->m)->pieces;
    }
}

uint64_t signature_of(const struct match *m, uint32_t games, uint64_t seed, struct arena *arena)
{
    size_t         mark = arena->used;
    struct signing signing = { .m = m };

    signing.state = arena_take(arena, ruleset_of(m)->state_size);
    signing.offers = (struct offers){ arena_take(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    signing.events = (struct events){ arena_take(arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    if (signing.state && signing.offers.list && signing.events.list) {
        signing.hash = hash_bytes(NULL, 0);
        for (uint32_t game = 0; game < games && signing.work < SIGNATURE_WORK; game++)
            sign_game(&signing, seed * 1000003u + game);
    }
    arena->used = mark;
    return signing.hash;
}
