/*
 * scene.h: the scene that a position is judged by: every unit on the table with what is asked of it again and again, and what each
 * could do to which enemy.
 *
 * Sight and lanes are judged by rule of thumb (bars.c), and dice are taken at their mean and spread (blows.c). Of a position from which
 * many others come the scene is kept in notes: then only what has changed since is looked at again, and comes to the same.
 */
#ifndef MESTRE_TERCIOS_SCENE_H
#define MESTRE_TERCIOS_SCENE_H

#include "tercios.h"

enum { POINT = 1000, SHARE = 256 };           /* a victory point; shares and chances are in 256ths */
enum { NO_CHARGE = -1000000 };

struct soldier {
    /* what it is by itself and by who commands it */
    const struct type *type;
    struct point       front, middle;
    int32_t            sine, cosine;
    int32_t            half_width, half_depth;
    int32_t            worth;                 /* what the enemy would gain by its end */
    int32_t            reach;                 /* of a charge */
    int32_t            range[2];              /* of shoot[] */
    int32_t            to_go;                 /* ticks to where the enemy came from */
    int32_t            astray;                /* ticks that it is out of command by; 0: in command */
    uint64_t           special;
    uint8_t            unit, seat, wear, endurance, discipline;
    bool               disordered, at_limit, covered, housed;

    /* where it stands to its friends and to the nearest enemy */
    uint8_t            beside;                /* where friends carry on its front: a set of enum flank_side */
    int16_t            foe;                   /* who the nearest enemy is, or NOBODY */
    int64_t            square;                /* of the distance to him */
    int32_t            nearest;               /* ticks to him */
    int32_t            nearest_ahead;         /* his place, to the front and to the right of F */
    int32_t            nearest_right;

    /* what it could do, and what could be done to it */
    int32_t            shot, charge;          /* the best it could do now; charge: NO_CHARGE when there is none */
    int32_t            coming;                /* the best it could do after a move straight ahead */
    int32_t            peril;                 /* the worst charge that an enemy could make on it */
};

enum flank_side { LEFT_FLANK = 1, RIGHT_FLANK = 2 };

struct scene {
    const struct match *m;
    const struct state *s;
    int                 count;
    bool                eager[2];             /* by seat: the end is near and it does not lead */
    struct box          goal[2];              /* by seat: where the enemy came from */
    int32_t             line[2];              /* by seat: ticks that its foremost infantry still has to go there */
    struct soldier      list[PIECES];         /* in the order of the units */
};

/* The way of a shot or a charge, which is asked only where it counts. */
enum way { WAY_NOT_ASKED, WAY_OPEN, WAY_BARRED };

/* What a unit could do to an enemy. */
struct prospect {
    uint8_t unit, target;
    uint8_t way;                              /* enum way */
    int32_t apart;
    int32_t shot, charge;                     /* 0 and NO_CHARGE when there are none */
    int32_t coming;                           /* after a move straight ahead */
};

/* scene.c */

/* The scene of a state, by notes of another (tercios_take_notes) or NULL; points: the score of each seat. */
void tercios_look_at(struct scene *scene, const struct match *m, const struct state *s, const void *notes, const int32_t points[2]);
/* The square of the distance from a point to the nearest Centre. */
int64_t tercios_square_to_centre(const struct soldier *target, struct point from);

/* A point in a soldier's own coordinates: ahead of another point and to its right. */
static inline void own_place(const struct soldier *soldier, struct point from, struct point to, int32_t *ahead, int32_t *right)
{
    int64_t x = to.x - from.x, y = to.y - from.y;

    *ahead = (int32_t)((x * soldier->sine + y * soldier->cosine) / SINE_ONE);
    *right = (int32_t)((x * soldier->cosine - y * soldier->sine) / SINE_ONE);
}

static inline bool is_horse(const struct soldier *soldier) { return soldier->type->arm == ARM_CAVALRY; }

/* bars.c */

/* Something hides the target or bars the lane to it, which is so long. */
bool tercios_is_barred(const struct scene *scene, const struct soldier *from, const struct soldier *target, int32_t apart);
/* Whether a third one stands so that it may count for that; it need not be in the scene. */
bool tercios_is_by_lane(const struct soldier *from, const struct soldier *target, int32_t apart, const struct soldier *third);

/* blows.c */

/* What a unit could do to an enemy at that distance, `ahead` of its front or behind it; bars are not asked for. */
struct prospect tercios_prospect(const struct scene *scene, const struct soldier *soldier, const struct soldier *enemy, int32_t apart,
                                 int32_t ahead);
/* What so much wear has cost a unit, in 256ths of its worth; what is left of its worth. */
int32_t tercios_share_lost(const struct soldier *soldier, int wear);
int32_t tercios_life_left(const struct soldier *soldier);
/* The chance that at least one of so many dice shows 5 or 6. */
int32_t tercios_chance_to_pass(int dice);

#endif
