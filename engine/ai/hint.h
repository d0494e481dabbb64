/*
 * hint.h: what a good player would think of in a seat's place, and why.
 *
 * A hint comes of the seat's view alone, as a computer player's choice does (search.h): the few decisions that come out best, with what the
 * game is worth after each in the same worlds, and the rules that bear on it. The same view gives the same hint.
 */
#ifndef MESTRE_HINT_H
#define MESTRE_HINT_H

#include "explain.h"
#include "odds.h"
#include "search.h"

enum { HINTS = 3, HINT_RULES = 8 };

struct advice {
    struct decision d;
    int64_t         value;               /* of the game to the seat after it (mind.h) */
    rule_id         rule[HINT_RULES];
    int32_t         rules;
};

struct hint {
    struct advice list[HINTS];           /* the best first */
    int32_t       count;
};

/* How decisions are weighed where reactions are to be reckoned with, and where not (odds.h). */
enum odds_policy hint_policy(const struct match *m);

/*
 * A hint for a seat that is asked, by a level that thinks ahead (mind.h) and by the balanced temper; the arena is given back as it was. False:
 * nothing legal was found, or there is no room.
 */
bool hint_give(struct hint *hint, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
               struct arena *arena);

/*
 * [{"decision":{"do":..},"text":"..","chance":512,"rules":["BE-SHOOT-04"..]}..]: the chance of the seat to win, in thousandths, a draw counting
 * half.
 */
void hint_write(const struct hint *hint, const struct match *m, const struct texts *texts, enum language language, struct json_writer *writer);

#endif
