/*
 * sample.h: the practice game, and the template for new rulesets (ledger: docs/ledger/sample.md).
 *
 *   sample.c    the tables that tell the engine about the game
 *   load.c      a match from its documents
 *   turn.c      turns, planning, activation (SA-TURN, SA-ORDER)
 *   move.c      standing and marching (SA-GEO, SA-MOVE)
 *   shoot.c     sight, shots, break tests (SA-SIGHT, SA-SHOOT, SA-BREAK)
 *   charge.c    charges, reactions, melee (SA-CHARGE, SA-REACT, SA-MELEE)
 *   mind.c      what a seat may know, guess and want
 *   answers.c   what people want to know of a position
 */
#ifndef MESTRE_SAMPLE_H
#define MESTRE_SAMPLE_H

#include "play.h"
#include "sample_rules.h"

enum { UNITS = 6, UNITS_A_SIDE = 3, TYPES = 4, TERRAINS = 8 };

/* SA-GEO-05: what overlaps, or enters, by no more than this is touching. */
enum { TOUCH = 25 };

enum type_id { TYPE_PIKE, TYPE_SHOT, TYPE_HORSE, TYPE_GUN };
enum terrain_kind { TERRAIN_WOOD, TERRAIN_WATER, TERRAIN_KINDS };
enum order { ORDER_NONE, ORDER_MARCH, ORDER_FIRE, ORDER_CHARGE, ORDER_HOLD, ORDER_HIDDEN };

enum phase_id {
    PHASE_TURN, PHASE_PLAN, PHASE_ACTION, PHASE_MARCH, PHASE_FIRE, PHASE_CHARGE, PHASE_REACT, PHASE_SHOT, PHASE_MELEE,
    PHASE_BREAK, PHASES
};

/* What is decided. DO_PASS lets the chance go by, whatever it was. */
enum decision_id { DO_ORDER, DO_ACTIVATE, DO_MARCH, DO_FIRE, DO_CHARGE, DO_REACT, DO_PASS, DECISIONS };

enum event_id {
    EVENT_BEGINS = EVENT_OWN, EVENT_TURN, EVENT_TURN_ENDS, EVENT_CARD_PLACED, EVENT_ORDER_GIVEN, EVENT_INITIATIVE, EVENT_ACTIVATED,
    EVENT_ORDER_LOST, EVENT_MARCHED, EVENT_PASSED, EVENT_RALLIED, EVENT_FIRES, EVENT_SHOT, EVENT_SAVED, EVENT_WORN, EVENT_CHARGES,
    EVENT_REACTS, EVENT_DECLINED, EVENT_CONTACT, EVENT_BLOW, EVENT_FALLS_BACK, EVENT_STUCK, EVENT_STEADY, EVENT_BROKEN,
    EVENT_ENDS, EVENTS_END
};

/* The sequence of play, from 1. */
enum step_id { STEP_BELOW, STEP_PLAN, STEP_INITIATIVE, STEP_ACTIVATION, STEP_REACTION, STEP_END };

enum ring_id { RING_RANGE, RING_HALF_RANGE, RING_CHARGE, RING_SPACE, RINGS };
enum value_id { PROFILE_SPEED, PROFILE_SHOOT, PROFILE_RANGE, PROFILE_FIGHT, PROFILE_NERVE, PROFILE_ENDURANCE, PROFILES };

/* Frame values: who acts and on whom; for a melee also the wear each took. */
enum { VALUE_UNIT, VALUE_TARGET, VALUE_BRACED, VALUE_UNIT_WEAR, VALUE_TARGET_WEAR };

enum option_id { OPTION_TURNS, OPTION_BRACE, OPTIONS };

struct type {
    const char  *id;
    struct shape shape;
    int32_t      speed, range;
    int32_t      shoot, fight, nerve, endurance;
};

struct terrain {
    const char  *id;
    uint8_t      kind;
    struct area  area;
};

struct match {
    struct match_head head;
    struct point      size;
    struct type       type[TYPES];
    struct terrain    terrain[TERRAINS];
    int32_t           terrains;
    struct piece      piece[UNITS];
    uint8_t           type_of[UNITS];
    struct pose       start[UNITS];
};

struct unit {
    int32_t  x, y;
    uint16_t heading;
    uint8_t  wear;
    uint8_t  order;           /* enum order; the card that the unit holds */
    uint8_t  shown;           /* the card lies face up */
    uint8_t  removed;
    uint8_t  spare[2];
};

/* What a computer player cares for. */
enum concern { CONCERN_POINTS, CONCERN_PLACE, CONCERN_ORDERS, CONCERNS };

struct state {
    struct flow flow;
    uint8_t     turn;
    uint8_t     active;       /* the seat that activates next */
    uint8_t     spare[2];
    struct unit unit[UNITS];
};

static inline const struct type *type_of(const struct match *m, int unit)
{
    return &m->type[m->type_of[unit]];
}

static inline seat_id side_of(const struct match *m, int unit)
{
    return m->piece[unit].seat;
}

/* The piece that the frame on top is about. */
static inline int16_t acting(const struct state *s)
{
    return (int16_t)flow_top_const(&s->flow)->value[VALUE_UNIT];
}

static inline bool are_enemies(const struct match *m, int a, int b)
{
    return side_of(m, a) != side_of(m, b);
}

static inline struct pose pose_of(const struct state *s, int unit)
{
    return (struct pose){ { s->unit[unit].x, s->unit[unit].y }, s->unit[unit].heading };
}

static inline struct base base_of(const struct match *m, const struct state *s, int unit)
{
    return table_base(type_of(m, unit)->shape, pose_of(s, unit));
}

/* The phases; each stands at the end of the file that plays it. */
extern const struct phase sample_turn, sample_plan, sample_action, sample_march, sample_fire, sample_charge, sample_react,
    sample_shot, sample_melee, sample_break;

/* load.c */
extern const char *const sample_terrain_kinds[TERRAIN_KINDS];
bool sample_load(struct match *m, struct loading *loading);
void sample_write_board(const struct match *m, struct json_writer *writer);

/* turn.c */
void sample_setup(const struct match *m, struct state *s);
bool sample_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
int32_t sample_score(const struct match *m, const struct state *s, seat_id seat);
/* SA-WIN-02: what the other side scores for the unit as it is. */
int32_t sample_points_for(const struct state *s, int unit);
/* Count the points and end the game. */
void sample_end(struct play *p);
/* 0, or why the unit may not be given that order. */
rule_id sample_order_refused(const struct match *m, int unit, int order);
void sample_spend_card(struct play *p, int unit);

/* Every *_refused function may be asked without `why` (NULL). */

/* move.c */
void sample_put(struct state *s, int unit, struct pose pose);
bool sample_sound(const struct match *m, const struct state *s, struct fault *fault);
/* 0, or SA-GEO-04 with the piece in the way: why the unit could not stand there. */
rule_id sample_stand_refused(const struct match *m, const struct state *s, int unit, struct pose pose, struct refusal *why);
/* 0, or why the unit's line is not open; `except` is a piece that does not count, or NOBODY. */
rule_id sample_line_refused(const struct match *m, const struct state *s, int unit, struct segment line, int except,
                            struct refusal *why);
bool sample_crosses_wood(const struct match *m, struct segment line);
/* SA-MOVE-03, -08: how long a march may be. */
int32_t sample_march_limit(const struct match *m, int unit, bool through_wood);
/* SA-MOVE-07 */
enum { ENEMY_GAP = 1000 };
rule_id sample_march_refused(const struct match *m, const struct state *s, int unit, struct point to, struct refusal *why);
int32_t sample_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                      struct point *points, int32_t capacity);

/* shoot.c */
bool sample_in_wood(const struct match *m, struct point point);
/* SA-SIGHT-03: how far off its heading a unit sees. */
int32_t sample_arc(const struct match *m, int unit);
/* 0, or why the unit does not see the place; `target` is the piece that stands there, or NOBODY. */
rule_id sample_view_refused(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why);
rule_id sample_sight_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why);
rule_id sample_shot_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why);
/* SA-SHOOT-03: up to where a shot is a near one. */
int32_t sample_half_range(const struct match *m, int unit);
/* The dice of a shot; with the target NOBODY those that no target adds to. */
int sample_shot_dice(struct play *p, int unit, int target);
/* The unit saves against hits and wears; returns the wear it took. */
int sample_suffer(struct play *p, int unit, int hits, rule_id save_rule, rule_id wear_rule);
/* Push a break test if the unit needs one. */
void sample_test_break(struct play *p, int unit);

/* charge.c */
/* 0, or why not; *pose is then the charger's place at contact. */
rule_id sample_charge_refused(const struct match *m, const struct state *s, int unit, int target, struct pose *pose,
                              struct refusal *why);
/* SA-CHARGE-02, -03: how far off its heading, and how far away. */
enum { CHARGE_ARC = 4500 };
int32_t sample_charge_reach(const struct match *m, int unit, bool through_wood);
int sample_blow_dice(struct play *p, int unit, bool charges, bool braced);

/* mind.c */
void sample_mask(const struct match *m, struct state *s, seat_id seat);
void sample_guess(const struct match *m, struct state *s, seat_id seat, struct random *random);
bool sample_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                   struct random *random, struct decision *d);
void sample_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
int32_t sample_tide(const struct match *m, const struct state *s);

/* answers.c */
bool sample_value(struct play *p, int unit, int value);
void sample_tell_score(struct play *p, seat_id seat);
int32_t sample_ring(const struct match *m, const struct state *s, int unit, int ring, int32_t *distance, struct point *points,
                    int32_t capacity);
rule_id sample_sees(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why);

#endif
