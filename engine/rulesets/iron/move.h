/* move.h: where a piece may go, and its way there; for the files that offer, play and weigh moves. */
#ifndef MESTRE_IRON_MOVE_H
#define MESTRE_IRON_MOVE_H

#include "ground.h"

enum { TOO_FAR = 255, WAY_STEPS = 10 };

/* Everything that bears on the steps of one piece. */
struct mover {
    const struct match *m;
    const struct state *s;
    const struct lay   *lay;
    int                 piece, start, began;     /* where it stands, and where its move began */
    int                 leader;                  /* who rides along, or NOBODY */
    int                 left;                    /* movement points */
    bool                mounted, careful;        /* careful: no step that calls for a die */
    unsigned            leaving;                 /* the zones it stands in as its move begins */
};

/* The cheapest journeys from where a piece stands: what each cell costs, and by which direction it is entered. */
struct journeys {
    uint8_t cost[CELLS];
    int8_t  via[CELLS];
};

/* A way: so many steps, three bits a direction, the first one lowest. */
struct way { int32_t steps, code, cost; };

struct mover iron_mover(const struct match *m, const struct state *s, const struct lay *lay, int piece, int leader);
/* 0 and the cost, or why this step may not be taken. Points are not looked at. */
rule_id iron_step_refused(const struct mover *mover, int from, int direction, int *cost, struct refusal *why);
/* Must the piece stop in that cell? */
bool iron_must_stop(const struct mover *mover, int cell);
bool iron_may_end(const struct mover *mover, int cell);
/* All journeys within the points left; up to `goal`, or all of them for NOWHERE. */
void iron_journeys(const struct mover *mover, int goal, struct journeys *journeys);
/* The way to a cell: without needless dice where there is one. False: it cannot be reached. */
bool iron_way(struct mover *mover, int goal, struct way *way);

/* 0, or why the piece may not move now at all. */
rule_id iron_moving_refused(const struct match *m, const struct state *s, const struct lay *lay, int piece, struct refusal *why);
/* 0, or why not there, so facing; `leader` rides along, or NOBODY. *way may be NULL. */
rule_id iron_move_refused(const struct match *m, const struct state *s, int piece, int leader, struct point at, int heading,
                          struct way *way, struct refusal *why);
/* 0, or why it may not turn so. */
rule_id iron_turn_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int heading, struct refusal *why);
rule_id iron_mount_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why);
rule_id iron_leave_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why);
/* MI-FACE-05: may a unit that has come into the cell by a step in that direction face so? */
bool iron_may_stop_facing(const struct mover *mover, int cell, int direction, int heading);

/* The acts themselves. */
void iron_begin_move(struct play *p, int piece, int leader, const struct decision *d);
void iron_turn(struct play *p, int unit, int heading);
void iron_mount(struct play *p, int unit);
void iron_leave_map(struct play *p, int unit);
/* Is the leader on his way with another unit than that one? Then he only passes where it stands. */
bool iron_rides_with_another(const struct state *s, int leader, int unit);
/* Another piece acts: a move that was open is over (MI-ACT-23). */
void iron_touch(struct play *p, int piece);

#endif
