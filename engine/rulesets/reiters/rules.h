/* rules.h: what the files of the rules ask of one another. */
#ifndef MESTRE_REITERS_RULES_H
#define MESTRE_REITERS_RULES_H

#include "ground.h"

/* What every frame of this game keeps where: a test tells the frame below it how it ended. */
enum { VALUE_UNIT, VALUE_ZONE, VALUE_RULE, VALUE_FLAGS, VALUE_NEXT, VALUE_PASSED };

/* turn.c */
void reiters_setup(const struct match *m, struct state *s);
bool reiters_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
/* The side's points as they would count now: those scored, and the zones it holds (FR-9.0-02). */
int  reiters_points(const struct match *m, const struct state *s, seat_id seat);
bool reiters_holds(const struct match *m, const struct state *s, seat_id seat, int zone);
void reiters_score(struct play *p, seat_id seat, int points, rule_id rule, int piece);
/* Step of PHASE_TURN at which play goes on after the step that is under way. */
/* The same at set-up and in the Movement step: a forlorn hope leaves its mother (FR-11.4-03). */
void reiters_bring_out(struct play *p, int child, int zone);
uint64_t reiters_setup_zones(const struct match *m, const struct state *s, int piece);
void reiters_tell_score(struct play *p, seat_id seat);

/* orders.c */
/* 0, or why that commander may not try that order now. */
rule_id reiters_order_refused(const struct match *m, const struct state *s, seat_id seat, int commander, int order, struct refusal *why);
/* The die with its modifiers: below his quality the change succeeds (FR-10.2-02). */
int  reiters_change_total(struct play *p, int die, int commander, int order);
/* The other side sees the order of that unit's column, because a modifier from it is applied (FR-10.1-08). */
void reiters_show_order(struct play *p, int unit);
void reiters_mask(const struct match *m, struct state *s, seat_id seat);
void reiters_guess(const struct match *m, struct state *s, seat_id seat, struct random *random);

/* way.c */
/* A piece that may move: what it has, and whom it must come nearer to. */
struct mover {
    const struct match *m;
    const struct state *s;
    const struct lay   *lay;
    int                 piece, from;         /* from: NOWHERE for a reinforcement that is still to come in */
    seat_id             seat;
    int                 allowance, bonus, spent;
    bool                road, commander, counts, approaches;     /* counts: for stacking; approaches: FR-5.3-03 */
    bool                on_way;              /* it has set out for its goal already: it keeps to the way that it began */
    uint8_t             limit, far;
    uint8_t             distance[ZONES];     /* to the commander it rejoins; only when it approaches */
};
enum { WAY_STEPS = 24 };
struct way { int steps, cost, zone[WAY_STEPS]; bool risk; };             /* zone[]: the zones entered, in order */
/* `leader` is the commander that an isolated unit comes nearer to; NOBODY for every other piece. */
struct mover reiters_mover(const struct match *m, const struct state *s, const struct lay *lay, int piece, int leader);
/* What one step costs, NOWHERE when it cannot be made; `rule` says why, and may be NULL. */
int  reiters_step(const struct mover *mover, int from, int to, int spent, bool road, rule_id *rule);
/* The best way to the goal: without needless tests, then cheapest; to the next zone never dearer than the step. `remounts`: with two points more at its end. False: there is none. */
bool reiters_way(const struct mover *mover, int goal, bool remounts, struct way *way);
/* The lowest zone next to it where a movement may end; NOWHERE. Quicker than all of them. */
int  reiters_next_zone(const struct mover *mover, bool remounts);
/* Every zone where a movement may end. */
uint64_t reiters_reach(const struct mover *mover, bool remounts);
/* The cost of coming in by that zone; NOWHERE when it cannot be done. */
int  reiters_entry_cost(const struct mover *mover, int zone, rule_id *rule);
bool reiters_is_test(const struct match *m, int cost);
bool reiters_is_ruin(const struct match *m, int cost);

/* move.c */
rule_id reiters_move_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why);
uint64_t reiters_move_zones(const struct match *m, const struct state *s, const struct decision *d);
/* FR-11.1-02: a zone that a caracole from `from` may be directed at. */
bool reiters_caracole_zone(const struct match *m, const struct lay *lay, seat_id seat, int from, int to);
void reiters_end_caracole(struct play *p, int unit, rule_id rule);
rule_id reiters_caracole_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why);

/* react.c */
rule_id reiters_react_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why);
uint64_t reiters_react_zones(const struct match *m, const struct state *s, const struct decision *d);
/* Those of the zone may go on into the zone just left empty (FR-6.5). */
void reiters_follow_up(struct play *p, int from, int to);

/* attack.c */
rule_id reiters_attack_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int zone, struct refusal *why);
rule_id reiters_bombard_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int target, struct refusal *why);
void reiters_begin_combat(struct play *p, enum mode mode, int attacker, int defender, int from, int to);
/* FR-7.9: may the combat have two rounds, and must it? */
enum { PIKES_NONE, PIKES_MAY, PIKES_MUST };
int  reiters_pike_push(const struct match *m, const struct state *s, int attacker, int defender);
bool reiters_may_charge(const struct match *m, const struct state *s, int attacker, int from, int to);
/* Who may be the principal defender, the likeliest first. */
int  reiters_defenders(const struct match *m, const struct state *s, int zone, seat_id seat, int *list);

/* fight.c */
void reiters_harm(struct play *p, int unit, unsigned hits);
void reiters_end_combat(struct play *p);

/* yield.c */
void reiters_harm_defender(struct play *p);
int  reiters_next_supporter(const struct match *m, const struct state *s);
int  reiters_next_escort(const struct match *m, const struct state *s);

/* advance.c */
bool reiters_is_vacated(const struct match *m, const struct state *s);
void reiters_open_advance(struct play *p);

/* totals.c */
void reiters_mark_supporters(const struct match *m, struct state *s);
int  reiters_attacker_total(struct play *p);
int  reiters_defender_total(struct play *p);
int  reiters_factor(const struct match *m, const struct state *s, int unit);
bool reiters_is_successive(const struct state *s);
void reiters_show_orders(struct play *p);
void reiters_cite_combat(struct play *p);
int  reiters_terrain(const struct match *m, int attacker_type, seat_id defender, int from, int to);

/* guns.c */
int  reiters_shot_total(struct play *p, int unit, int target);
void reiters_shoot(struct play *p);

/* result.c */
enum { TEST_SHAKES = 1, TEST_STEADY = 2 };           /* failing disorganises; STEADY: an order makes it easier (Table 3) */
void reiters_test(struct play *p, int unit, rule_id rule, unsigned flags);
/* Quality by commanders in the zone: the commander who would lend the best, or NOBODY for the unit's own. */
int  reiters_quality(const struct match *m, const struct state *s, int unit);
int  reiters_lenders(const struct match *m, const struct state *s, int unit, int *list);
void reiters_disorder(struct play *p, int unit, rule_id rule);
void reiters_lose(struct play *p, int unit, int steps, rule_id rule);
void reiters_eliminate(struct play *p, int unit, rule_id rule);
void reiters_put(const struct match *m, struct state *s, int piece, int zone);
/* A combat unit stands in a new zone: baggage and commanders that it finds alone there are lost. May put frames on top. */
void reiters_arrive(struct play *p, int unit);
/* Where a unit may retreat to after combat (FR-7.5.3), and what it costs it there. */
uint64_t reiters_retreats(const struct match *m, const struct lay *lay, const struct state *s, int unit);
enum toll reiters_toll(const struct match *m, int from, int to);
/* FR-7.5.3-02: of the legal zones, those of the best group. */
uint64_t reiters_homeward(const struct match *m, seat_id seat, int from, uint64_t legal);
bool reiters_may_retreat(const struct match *m, const struct state *s, int unit, rule_id *rule);
void reiters_fall_back_to(struct play *p, int unit, int zone);
/* A mother whose forlorn hopes have all come home or are lost (FR-11.4-06, FR-11.4-07). */
void reiters_settle_mother(struct play *p, int mother);
int  reiters_worth(const struct match *m, const struct state *s, int piece);

/* leaders.c */
void reiters_lose_commander(struct play *p, int commander, rule_id rule);
bool reiters_is_general(const struct match *m, const struct state *s, int commander);
/* The next commander of the side who was in the combat and is still to be tested; NOBODY. */
int  reiters_next_in_danger(const struct match *m, const struct state *s, unsigned side);
void reiters_test_commander(struct play *p, int commander, int zone);
uint64_t reiters_replacement_zones(const struct match *m, const struct state *s, int commander, int fell);

/* rally.c */
rule_id reiters_rally_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why);

/* mind.c, evaluate.c, answers.c */
bool reiters_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                    struct decision *d);
int32_t reiters_samples(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                        struct decision *list, int32_t count);
int32_t reiters_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points,
                       int32_t capacity);
enum concern {                                       /* of a computer player */
    CONCERN_POINTS, CONCERN_ZONES, CONCERN_VICTORY, CONCERN_BAGGAGE, CONCERN_FOOT, CONCERN_HORSE, CONCERN_GUNS, CONCERN_CUT_OFF, CONCERN_ENEMY,
    CONCERN_GOALS, CONCERN_GROUND, CONCERN_TEMPO, CONCERN_BLOWS, CONCERN_REACTIONS, CONCERN_COMMANDERS, CONCERN_ORDERS, CONCERNS
};
enum { POSTS = CONCERN_GROUND - CONCERN_CUT_OFF + 1 };           /* what a unit has of its place; they stand together */
extern const char *const reiters_concerns[CONCERNS];
enum { REITERS_NOTES = 6400 };                       /* bytes */
void reiters_take_notes(const struct match *m, const struct state *s, void *notes);
void reiters_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
int32_t reiters_tide(const struct match *m, const struct state *s);
bool reiters_value(struct play *p, int piece, int value);
int32_t reiters_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points,
                     int32_t capacity);
rule_id reiters_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why);
int32_t reiters_way_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points,
                       int32_t capacity, int32_t *spent, int32_t *allowed);

/* The zones that a decision with an open place may name now: for offers, samples and drawing. */
uint64_t reiters_zones_for(const struct match *m, const struct state *s, const struct decision *d);
/* The zone of a decision's place, or NOWHERE when the map has none of that number. */
static inline int zone_at_point(const struct match *m, struct point at)
{
    return at.y == 0 && at.x >= 0 && at.x < NUMBERS ? m->index[at.x] : NOWHERE;
}
static inline struct point point_of_zone(const struct match *m, int zone) { return (struct point){ m->number[zone], 0 }; }

#endif
