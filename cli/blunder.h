/*
 * blunder.h: positions in which something is clearly wrong (docs/minds.md), and how often a player does it.
 *
 * A blunder begins as a case does: ruleset, scenario, options, position, steps. Then a seat is to decide, and the file says what would be wrong.
 *
 *   blunders.c         the subcommand: arguments, counts and printing
 *   blunder_read.c     what would be wrong, and that it can be done at all
 *   blunder_play.c     players decide
 */
#ifndef MESTRE_BLUNDER_H
#define MESTRE_BLUNDER_H

#include "case_parts.h"
#include "player.h"

enum { BLUNDER_PATTERNS = 32, BLUNDER_PLAYERS = 8, BLUNDER_DECISIONS = 1000 };

/* Decisions that have the members that are said, at places within a rectangle or beyond it. */
struct pattern {
    struct partial partial;
    bool           within, beyond;
    struct point   low, high;
};

struct patterns {
    struct pattern list[BLUNDER_PATTERNS];
    int32_t        count;
};

/* One position. */
struct blunder {
    seat_id         seat;
    const char     *because;
    int32_t         decisions;       /* the most that the seat takes: one, or a whole plan */
    struct patterns wrong;           /* what must not be decided; without any: everything */
    struct patterns except;          /* but this may */
    struct patterns missing;         /* one of these must have been decided in the end; without any: nothing in particular */
    const struct json *after;        /* values that must not all hold when the seat has decided, as "expect" writes them; or NULL */
};

/* Read what would be wrong in the position that the game of the run has come to. False with run->fault or a failure. */
bool blunder_read(struct case_run *run, struct blunder *blunder);
/* Every pattern must be among run->offers, those of the seat, and something must be legal that is no blunder. False with a failure. */
bool blunder_is_possible(struct case_run *run, const struct blunder *blunder);

bool patterns_match(const struct patterns *patterns, const struct decision *d);
/* Is it wrong to decide that? */
bool blunder_is(const struct blunder *blunder, const struct decision *d);

/* How a player fared in a position. */
struct blunder_score {
    int32_t         seeds, committed;
    bool            omitted;         /* the last time nothing that was decided was wrong, but something was missing, or stood so in the end */
    struct decision last;            /* that was wrong */
};

/* What players think with. */
struct blunder_thought {
    struct arena arena;
    struct crew *crew;               /* or NULL */
    double      *since;              /* set to the clock when a decision is begun; or NULL */
    bool         verbose;            /* print what is decided */
};

/* Let the player decide there with that many seeds. False with a failure. */
bool blunder_play(struct case_run *run, const struct blunder *blunder, const struct player *player, int64_t seeds,
                  const struct blunder_thought *thought, struct blunder_score *score);

#endif
