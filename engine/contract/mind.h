/*
 * mind.h: how good a position is, for computer players, hints and analysis.
 *
 * A ruleset appraises a position by a few concerns of its own ("force", "ground", "blows"): what each side has of each, in the game's own
 * unit. What a concern weighs is data (<ruleset>/mind.json), and a temper shifts it: a cautious player minds its own
 * losses more. The lead becomes an expectation between a sure defeat and a sure victory, so that all games speak one language, and a win
 * probability can be told.
 */
#ifndef MESTRE_MIND_H
#define MESTRE_MIND_H

#include "ruleset.h"

/* The value of a game that is won; lost it is -MIND_WON, drawn 0. */
enum { MIND_WON = 1000000, MIND_TEMPERS = 3 };

/*
 * How a player leans: in hundredths, what each concern of its own side and of the other's weighs against what the game's data say. Tempers
 * are data too; the first of every game is "balanced", and the others shift what that one has.
 */
struct temper {
    const char *name;
    int16_t     own[CONCERNS_MAX], their[CONCERNS_MAX];
};

extern const char *const mind_temper_names[MIND_TEMPERS];          /* "balanced", "cautious", "bold" */

/*
 * How hard a computer player thinks: a budget, and an honest weakness. What it takes is weighed by exact odds first; what promises most is
 * then played on from, in guessed worlds and with dice of its own, until play has come so far (ruleset.tide), and judged there.
 */
struct mind_level {
    const char *name;
    int16_t     notice;              /* how much of what it may do comes to its mind: so many offers, beside those that let things be; 0: all */
    int16_t     error;               /* how far it misjudges: hundredths of what the best promises beyond the mean of all; 0: not at all */
    int16_t     width;               /* how many decisions it plays on from; below 2: none, it takes what promises most at once */
    int16_t     worlds;              /* how often it does so from each, on the average; with an effort as often as that reaches */
    int16_t     tides;               /* how far at most */
    int16_t     effort;              /* how many decisions it weighs there in all, in thousands, fewer of many pieces: it plays on less far, or more often, to spend that; 0: no matter */
    int16_t     glance;              /* how many decisions either side weighs there at each step; 0: all */
    int16_t     throws;              /* by how many throws of the dice it weighs them, or, if it plays on from none, everything; 0: by exact odds */
    int16_t     doubt;               /* in hundredths of its standard error: how much another decision must gain to be taken in place of the most promising */
    struct temper temper[MIND_TEMPERS];          /* the tempers as this level has them: it may judge otherwise than others do */
};

/* Those of players, and after them that of hints and analyses, which must judge many decisions in the time of one. */
enum { MIND_LEVELS = 4, MIND_THINKERS };
extern const char *const mind_level_names[MIND_THINKERS];               /* "recruit", "sergeant", "captain", "mestre"; "teacher" */

/* What a match's players are told by <ruleset>/mind.json. */
struct mind {
    int16_t           weight[CONCERNS_MAX];                   /* in hundredths */
    struct temper     temper[MIND_TEMPERS];
    struct mind_level level[MIND_THINKERS];
};

/* Read by match_load(). Without the document every concern weighs 100, all tempers are one, and levels are as for a small game. False with a fault. */
bool mind_read(const struct ruleset *ruleset, const struct library *library, struct arena *arena, struct mind *mind, struct fault *fault);

/* What a position is worth to a seat by that temper (NULL: the balanced one), and by notes or NULL (ruleset.take_notes). */
int32_t mind_value(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, const void *notes);

/* The value as a win probability in thousandths, a draw counting half. */
int32_t mind_chance(int64_t value);

#endif
