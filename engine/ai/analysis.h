/*
 * analysis.h: a game that has been played, judged decision by decision.
 *
 * The value of a position (mind.h) is that of the true one, for side A: after the game there are no secrets. A decision has a value before it, one
 * that was to be expected of it over its dice, and one after what was really thrown:
 *
 *     play = expected - before        luck = after - expected
 *
 * What follows one decision is what comes before the next, so that play and luck of a whole game add up to its result less the value of its
 * first position. The expectation is exact (odds.h) where the outcomes can be counted, else the average of throws that are always the same.
 *
 * What a decision cost is judged without hindsight, by what the seat knew: what promises most in its view and what it took are played on from in the
 * same guessed worlds with the same dice (search.h). A cost is told only where more than chance speaks for it.
 */
#ifndef MESTRE_ANALYSIS_H
#define MESTRE_ANALYSIS_H

#include "explain.h"
#include "search.h"

/* One decision. Values are those of side A, the cost is the seat's own. */
struct judgement {
    int32_t         line;                    /* of the journal, the header being 0 */
    int32_t         turn;                    /* of the game before it; 0 where the game counts none */
    seat_id         seat;
    struct decision d;
    int32_t         before, expected, after;
    bool            rolled;                  /* dice were thrown */
    bool            exact;                   /* the expectation is */
    int32_t         cost;                    /* what was lost by it to the better one; 0: nothing that can be told from chance */
    struct decision better;                  /* where there is a cost */
};

struct analysis {
    const struct match      *match;
    const struct mind_level *level;
    struct judgement        *list;
    int32_t                  count, capacity;
};

/*
 * Memory for the judgement of one decision beyond the list: always the same, so that whether outcomes can be counted does not depend on the
 * machine.
 */
enum { ANALYSIS_MEMORY = 16 << 20 };

/* Begin; the list takes its memory from the arena. A level that does not think ahead tells no costs. False: there is no room. */
bool analysis_open(struct analysis *analysis, const struct match *m, const struct mind_level *level, int32_t capacity, struct arena *arena);

/*
 * Judge a decision between two positions: the next of the list. `faces`: how many dice were thrown for it. The arena, of which there must be
 * ANALYSIS_MEMORY left, is given back as it was. False: there is no room.
 */
bool analysis_judge(struct analysis *analysis, int32_t line, const struct state *before, seat_id seat, const struct decision *d,
                    const struct state *after, int32_t faces, struct arena *arena);

/* The last decision was undone: it does not count. */
void analysis_take_back(struct analysis *analysis);

/* How a change of the curve came about. */
enum cause { CAUSE_LUCK, CAUSE_PLAY, CAUSE_END, CAUSES };
extern const char *const analysis_causes[CAUSES];          /* "luck", "play", "end" */

/* The larger share in the change that a decision brought: the dice, the decision itself, or that the game was over by it without dice. */
enum cause analysis_cause(const struct analysis *analysis, const struct judgement *judgement);

enum { ANALYSIS_LISTED = 5 };

/*
 * What of the whole is worth telling. The luck of a side is that of all dice in its favour, and so the other's with its sign turned; of it, that of
 * the dice which its own decisions brought is its own. Dice of all come with the decision of whoever is the last to be ready.
 */
struct summary {
    struct { int64_t luck, play, own_luck, cost; int32_t decisions, rolls; } side[2];
    int32_t turning[ANALYSIS_LISTED], turnings;        /* the largest changes, by index, in the order of play */
    int32_t costly[ANALYSIS_LISTED], costlies;         /* the dearest decisions, by index, the dearest first */
};

/* Of one seat's costs, or of all (NO_SEAT). */
void analysis_sum(const struct analysis *analysis, seat_id seat, struct summary *summary);

/* A value, or the difference of two as differ by them, as the chance of side A in hundredths of a percent. */
int32_t analysis_chance(int64_t value);

/*
 * Members of an object that the caller opens; chances in hundredths of a percent, those of positions side A's, all else the side's own:
 *   "start":5120,
 *   "sides":[{"seat":"A","luck":310,"play":-120,"own_luck":200,"cost":800,"decisions":40,"rolls":12}..],
 *   "curve":[{"line":1,"turn":1,"seat":"A","decision":{..},"text":"..","before":..,"expected":..,"after":..,"luck":..,"rolled":true,"exact":true,
 *             "cost":..,"better":{..},"better_text":".."}..],
 *   "turning":[{"line":12,"cause":"luck"}..],"costly":[12..]
 */
void analysis_write(const struct analysis *analysis, seat_id seat, const struct texts *texts, enum language language, struct json_writer *writer);

#endif
