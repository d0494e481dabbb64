/*
 * search.h: thinking ahead over what a seat cannot see and over the dice.
 *
 * Of what a seat may do, what promises most (weighing.h) is played on from: in worlds that fit what the seat knows (ruleset.guess), with dice
 * of the search's own, either side taking what promises most to it among a few decisions, by what it may know in that world, until play has
 * come as far as the level says, or its effort leads (ruleset.tide). What the position there is worth, less what luck the dice have brought on the way, is what the try
 * was worth: for each decision that was taken its odds, or a few throws, say what was to be expected, and what came beyond it is no merit of the decision
 * that is being judged. How much of that luck shows at the end is told by the tries themselves.
 *
 * All decisions of a round are tried in the same worlds, with the same dice for whatever they leave as it is, and measured against the first
 * choice, the one that promised most; after each round the worse half is dropped, and whoever is surely worse, so that most of the work goes to what is hard to tell apart.
 * Another is taken in its place only where it gains more than may be chance.
 *
 * The tries of a round are tasks without an order: a host may share them among threads, and the answer is the same however it does. It may
 * also stop at any time: then what has been seen so far decides. What others do not learn of is drawn by lot among what is about as good,
 * so that nobody can tell it beforehand.
 */
#ifndef MESTRE_SEARCH_H
#define MESTRE_SEARCH_H

#include "weighing.h"

enum { SEARCH_WIDTH = 32 };

struct try {
    int64_t value;                   /* of the position that it came to, for the seat */
    int64_t luck;                    /* that dice have brought the seat on the way */
    int32_t steps;                   /* decisions that were played; 0: it has not been made */
    int32_t weighed;                 /* decisions that were weighed on the way */
};

struct search {
    const struct match  *match;
    const struct state  *view;
    const struct state  *world;                  /* the guess in which promises were weighed */
    void                *notes;                  /* of that, where the game takes any */
    seat_id              seat;
    const struct mind_level  *level;
    const struct temper *temper;
    uint64_t             seed;
    int32_t              count;                  /* of list */
    struct candidate     list[SEARCH_WIDTH];     /* the best first, as far as it is known */
    int32_t              alive;                  /* how many of them are still tried */
    int32_t              rounds;                 /* that are still to come */
    int32_t              worlds;                 /* tried so far with each that is alive */
    int32_t              now;                    /* to be tried in this round */
    int32_t              tides;                  /* how far is played on in it */
    bool                 feeling;                /* it is only to feel the way: what a tide costs, where the level has an effort */
    int64_t              effort;                 /* that is left */
    int64_t              cost;                   /* of a try, as far as is known */
    struct try          *tries;                  /* [now][alive] */
    int64_t              first_promise;          /* of what promised most */
    int64_t              first_value;            /* and what it was worth when it was tried */
    int64_t              share;                  /* in thousandths: how much of the luck of a try shows in what it came to */
    int64_t              steps;                  /* decisions played in all */
};

/*
 * Weigh what the seat may do and begin. The view must stay, and the arena's remainder be left alone, until the search is over. False: nothing
 * legal was found. `random` is drawn from once, or a few times.
 */
bool search_open(struct search *search, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
                 const struct temper *temper, struct random *random, struct arena *arena);

/* The tasks of the round under way; 0: the search is over. */
int32_t search_tasks(const struct search *search);
/* Do one of them, in any order; each once. The arena is this thread's own, and given back as it was. */
void search_run(const struct search *search, int32_t task, struct arena *arena);
/* Count what the tasks have found, and go on to the next round. Tasks that were not done do not count; `stop` ends the search. */
void search_close_round(struct search *search, bool stop);

/* What to do. */
void search_answer(struct search *search, struct random *random, struct arena *arena, struct decision *d);

/*
 * Among these decisions alone, at most SEARCH_WIDTH, none of which is dropped: each is tried in the same worlds, from number `first` on. Do the
 * tasks of its one round and ask for search_mean(); the round is not to be closed. False: there is no room.
 */
bool search_open_among(struct search *search, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
                       uint64_t seed, const struct decision *list, int32_t count, int32_t first, int32_t worlds, struct arena *arena);

/* What the i-th of them came to on the average of the tries of the round, promises apart. */
int64_t search_mean(const struct search *search, int32_t i);

/* What the i-th of the list is surely worth, by what was tried, or by what it promises where nothing was. */
int64_t search_value(const struct search *search, int32_t i);

#endif
