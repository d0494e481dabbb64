/*
 * wants.h: what a computer player wants, by what it knows: inside mind/ alone.
 *
 * Values are hundredths of a point of victory, chances thousandths. Everything here is reckoned by distances, lines and tables, never by
 * throwing or playing on, and of the other side only what the figure's own side knows counts.
 */
#ifndef MESTRE_ARGAD_WANTS_H
#define MESTRE_ARGAD_WANTS_H

#include "argad.h"

enum { POINT = 100, CERTAIN = 1000 };

/* What a temper makes of men, in hundredths: of those whom its own side may lose, and of those whom the other side may. */
struct care { int32_t own, their; };
#define BALANCED ((struct care){ 100, 100 })

/* How much each thing weighs, found by playing: thousandths of what it is about, but for the first, which are values. */
enum {
    WEIGH_HUNT = 50,             /* to be where an enemy is */
    WEIGH_CROWD = 20,            /* to stand where a friend will stand */
    WEIGH_LOADING = 12,          /* a gun that has been fired costs a turn of loading */
    WEIGH_LOADED = 22,           /* to load it */
    WEIGH_FORCING = 15,          /* to force a door rather than wait before it */
    WEIGH_NERVE = 8,             /* a loss that the others of its group see */
    WEIGH_EXIT_SLOPE = 850,      /* of a prize: to be at the far side of the table rather than at its edge */
    WEIGH_HASTE = 2000,          /* the same while the other side awaits more men */
    WEIGH_PATIENCE = 150,        /* what counts at the end alone, while there is time */
    WEIGH_FETCHING = 1500,       /* to come to a prize */
    WEIGH_ESCORT = 83,           /* to be beside a friend who has it */
    WEIGH_DENY_BEARER = 250,     /* to come to an enemy who has it; to it where it lies */
    WEIGH_DENY_LOOSE = 400,
    WEIGH_PREY = 500,            /* to come to a man whom the scenario wants taken */
    WEIGH_APART = 500,           /* of a prize that is to be held: to have it far from the other side */
    WEIGH_BEARER = 400,          /* what is lost with the man who has the prize */
    WEIGH_FOLLOWING = 600,       /* what those are worth who run when it is lost: some rally */
    WEIGH_STAKES = 150,          /* of all prizes: what each side's men are worth for them */
    WEIGH_EARLY = 1850,          /* a shot before movement against one after it */
    WEIGH_SHOOTING = 700,        /* the enemy will not stand there any more */
    WEIGH_ESCAPES = 500,         /* who is attacked from as far as one can go gets away */
    WEIGH_FIRST_SHOT = 100,      /* an attack on a loaded gun */
    WEIGH_FIRE = 800,           /* danger: shots at it, and blows */
    WEIGH_BLOWS = 350,
    WEIGH_UNSEEN = 600,          /* danger for whom nobody sees */
    WEIGH_LITTLE_LEFT = 800,     /* in the last turn: what men count less to whoever has little to lose or to gain with them, */
    WEIGH_MUCH_LEFT = 400        /* and what they count more to whoever has much */
};

/* worth.c */

/* What its side loses with the figure when it comes to that status: points, what it still can do, and what it carries. */
int32_t mind_worth(const struct match *m, const struct state *s, int figure, enum status status);
/* The points alone that the goals give for it. */
int32_t mind_points(const struct match *m, int figure, enum status status);
/* The chance of a natural value of at least so much in fire. */
int mind_reaches(const struct match *m, int need);
/* The chance of the best shot from one place at a figure in another; `nearer`: how much closer it may come to shoot on the move. */
int mind_shot(const struct match *m, const struct state *s, int shooter, struct point from, bool moves, int32_t nearer, int target, struct point at);
/* What an attack on him promises, once they touch: what he loses less what it costs, `others` of the side having him by the sleeve already. */
int32_t mind_exchange(const struct match *m, const struct state *s, int attacker, int defender, bool charges, int others, struct care care);
/* What those who touch it do to it when it does not strike. */
int32_t mind_suffers(const struct match *m, const struct state *s, int figure);
/* The same of a declared blow: weapon, and whether to capture. */
int32_t mind_blow(const struct match *m, const struct state *s, int striker, int target, int weapon, bool to_capture, struct care care);
/* How far two bases are from each other when their middles are there; not below 0. */
int32_t mind_gap(const struct match *m, const struct state *s, int a, struct point at, int b, struct point other);
static inline int32_t mind_far(struct point a, struct point b) { return table_floor(table_distance(a, b)); }
static inline int64_t mind_square(struct point a, struct point b)
{
    int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;

    return dx * dx + dy * dy;
}
/* It is at most so far: mind_far() without a root. */
static inline bool mind_is_within(struct point a, struct point b, int32_t most) { return mind_square(a, b) < (int64_t)(most + 1) * (most + 1); }

/* ways.c */

/*
 * A place, and the corners that one can go to straight from there. Whoever leads an animal goes with it side by side: its ways are those of
 * the middle between the two, which is `half` of their distance from him, and have room on both sides.
 */
struct around {
    struct point from, half;
    bool         leads;
    bool         looked, measured;  /* the corners were looked for, and the ways to all of them measured */
    int16_t      figure;
    int          count;
    uint8_t      list[CORNERS];
    int32_t      far[CORNERS];      /* to each, */
    struct point by[CORNERS];       /* and where that way bends first */
    int32_t      whole[CORNERS];    /* to every corner of the match, */
    uint8_t      after[CORNERS];    /* and by which of those of the list */
};
void mind_look_round(const struct match *m, const struct state *s, int figure, struct point from, struct around *around);
/* A prisoner is there, who will not go away: there is no room for the figure. */
bool mind_is_taken(const struct match *m, const struct state *s, int figure, struct point at);
/* How far it is to a place, or off the table by one of the edges; *first: where that way bends first, or ends. */
int32_t mind_way(const struct match *m, const struct state *s, struct around *around, struct point to, struct point *first);
int32_t mind_way_off(const struct match *m, const struct state *s, struct around *around, uint8_t edges, struct point *first);

/* goals.c */

/* Who has the thing, in his hands or in the cart that he drives: a figure or NOBODY. */
int mind_holder(const struct match *m, const struct state *s, int thing);
/* Would the figure touch the thing, or the cart that it lies in, from there? */
bool mind_touches(const struct match *m, const struct state *s, int figure, struct point at, int thing);
/* What the goals of the scenario promise a figure that will stand at the end; and which way it would go for them from a place: false, none. */
int32_t mind_goals(const struct match *m, const struct state *s, int figure, struct point end);
bool    mind_wanted(const struct match *m, const struct state *s, int figure, struct point from, struct point *to);
/* A point just beyond an edge. */
struct point mind_beyond(const struct match *m, struct point from, uint8_t edge);
/* By which edges the figure would leave, with what it has. */
uint8_t mind_exits(const struct match *m, const struct state *s, int figure);
/* The side has nothing more to gain: if all its men leave the table, the game ends (AR-WIN-01), and it wins by the clear margin of the scenario. */
bool    mind_is_done(const struct match *m, const struct state *s, seat_id seat);
/* What the goals that count at the end alone are worth as they stand. */
int32_t mind_standing(const struct match *m, const struct state *s, seat_id seat);

/* promise.c */

struct point mind_end(const struct match *m, const struct state *s, int figure);

#endif
