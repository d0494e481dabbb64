/*
 * game.h: the referee: a game from outside.
 *
 * It owns the true state, lets decisions in through the one authority (play_refuse), keeps the dice, knows what may be
 * undone, and shows each seat only its view. Memory is the caller's.
 */
#ifndef MESTRE_GAME_H
#define MESTRE_GAME_H

#include "play.h"

enum { UNDO_DEPTH = 32, GAME_FACES = 1024 };

struct game {
    const struct match *match;
    struct state       *state;
    int32_t             number;                  /* decisions and undos so far */
    int32_t             news[SPECTATOR + 1];     /* how often each seat's view has changed: the only count that a seat may see */
    uint8_t             face[GAME_FACES];        /* the dice of the last decision, in order */
    int32_t             faces;
    uint8_t             trial_face[GAME_FACES];
    struct state       *trial;                   /* where a decision is tried before it counts */
    struct state       *seen[2];                 /* masked copies: before and after */
    struct state       *past[UNDO_DEPTH];        /* states that may be gone back to, oldest first */
    int32_t             pasts;
    seat_id             past_seat;               /* whose decisions they are */
};

enum verdict {
    DECIDED,
    REFUSED,           /* a rule forbids it: see the refusal */
    NEEDS_DICE,        /* the listed dice ran out: see dice->missing; ask again with more */
    WRONG_DICE         /* a listed face is impossible, or some were left over */
};

/* A new game, advanced to its first decision. A verdict other than DECIDED is about the dice; the game is then not begun. */
enum verdict game_begin(struct game *game, const struct match *match, struct dice *dice, struct events *events,
                        struct arena *arena, struct fault *fault);

/* 0, or the rule that forbids: asked on the seat's view, so that no refusal can tell what the seat may not know. */
rule_id game_refuse(struct game *game, seat_id seat, const struct decision *d, struct refusal *why);

/* A decision and everything that follows of itself. Unless DECIDED, nothing has changed. */
enum verdict game_decide(struct game *game, seat_id seat, const struct decision *d, struct dice *dice,
                         struct events *events, struct refusal *why);

/*
 * Take back the seat's last decision: only while no die has been thrown, nothing hidden has been shown and no other seat
 * has decided since, and the game goes on. All of it is computed, nothing is marked by hand.
 */
bool game_may_undo(const struct game *game, seat_id seat);
bool game_undo(struct game *game, seat_id seat);

/* The state as a seat (or the SPECTATOR) may know it, into `view` (of the ruleset's state size). */
void game_view(const struct game *game, seat_id seat, struct state *view);

uint64_t game_hash(const struct game *game);

#endif
