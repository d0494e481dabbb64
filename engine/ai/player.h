/*
 * player.h: computer players.
 *
 * A player gets a seat's view (a masked state) and answers with a decision that play_refuse() lets pass. It never sees the
 * true state, and its dice are the game's.
 */
#ifndef MESTRE_PLAYER_H
#define MESTRE_PLAYER_H

#include "play.h"

/* What a player works with; the arena is reset by each choice. */
struct thinking {
    const struct match *match;
    struct random       random;
    struct arena        arena;
};

struct player {
    const char *name;
    /* False when nothing legal was found, which is a bug of the ruleset's offers. */
    bool (*choose)(struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d);
};

extern const struct player player_random, player_greedy;

/* A NULL-terminated list, and a player by name. */
extern const struct player *const players[];
const struct player *player_named(const char *name);

/*
 * One uniformly chosen legal decision out of the offers, for playouts that see everything; one that gives the game up
 * (decision_kind.yields) only where there is no other.
 */
bool choose_any(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct random *random,
                struct decision *d);

/* The offered decision that gives the game up: for tests of all that may be decided. False when there is none. */
bool choose_to_yield(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct decision *d);

#endif
