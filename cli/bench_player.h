/* bench_player.h: how long computer players think. */
#ifndef MESTRE_BENCH_PLAYER_H
#define MESTRE_BENCH_PLAYER_H

#include "player.h"

struct thoughts {
    const struct player *player;
    int                  threads, wanted;        /* decisions */
    int                  count;                  /* of those that were thought about */
    double              *ms;                     /* that each took */
    int64_t              steps;                  /* decisions played in its mind */
    uint64_t             hash;                   /* of what was decided */
};

/* The share p of the list lies below the result; the list is sorted for it. */
double quantile(double *list, int count, double p);

/* Think as wanted, and print what it took as one line of JSON; an exit status. */
int bench_player(struct thoughts *thoughts, const struct match *m);

#endif
