/*
 * player.h: computer players.
 *
 * A player gets a seat's view (a masked state) and answers with a decision that play_refuse() lets pass. It never sees the
 * true state, and its dice are the game's.
 *
 *   random                       anything that is legal
 *   greedy                       what promises most at once, by exact odds
 *   recruit .. mestre            the levels of a game (mind.h), also "-cautious" and "-bold": "captain-bold"
 */
#ifndef MESTRE_PLAYER_H
#define MESTRE_PLAYER_H

#include "search.h"

/*
 * A host's way to do many tasks at once, and to say that it has been long enough. Each task is called once, with memory of its thread's own;
 * run() returns when all are done, or as many as were begun when stop() became true.
 */
struct crew {
    void (*run)(struct crew *crew, void (*task)(void *context, int32_t task, struct arena *arena), void *context, int32_t count);
    bool (*stop)(struct crew *crew);
};

/* What a player works with; the arena is reset by each choice. */
struct thinking {
    const struct match *match;
    struct random       random;
    struct arena        arena;
    struct crew        *crew;        /* NULL: everything one after the other, to the end */
    int64_t             steps;       /* decisions that were played in its mind so far */
};

struct player {
    const char *name;
    /* False when nothing legal was found, which is a bug of the ruleset's offers. */
    bool (*choose)(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d);
    int8_t level, temper;            /* of the match's mind */
};

extern const struct player player_random, player_greedy;

/* A NULL-terminated list, and a player by name. */
extern const struct player *const players[];
const struct player *player_named(const char *name);

/* The player's choice. */
static inline bool player_choose(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat,
                                 struct decision *d)
{
    return player->choose(player, thinking, view, seat, d);
}

/* Let a search that is open come to its end, by the crew or without. */
void search_through(struct search *search, struct crew *crew, struct arena *arena);

/*
 * One uniformly chosen legal decision out of the offers, for playouts that see everything; one that gives the game up
 * (decision_kind.yields) only where there is no other.
 */
bool choose_any(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct random *random,
                struct decision *d);

/* The offered decision that gives the game up: for tests of all that may be decided. False when there is none. */
bool choose_to_yield(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct decision *d);

#endif
