/* rules.h: what the files of the rules ask of one another. */
#ifndef MESTRE_IRON_RULES_H
#define MESTRE_IRON_RULES_H

#include "ground.h"
#include "move.h"

/* A place that a unit may be set in: as an offer with the place open, the first one filled in. */
enum { PLACES = 64 };

/* A die of which only matters whether it shows so much or less. */
static inline int d10_up_to(struct play *p, rule_id rule, int most)
{
    uint16_t sort[10];

    for (int die = 0; die < 10; die++) sort[die] = die <= most;
    return d10_sorted(p, rule, sort);
}

/* activation.c */
void iron_setup(const struct match *m, struct state *s);
bool iron_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
/* MI-VIC-03 to MI-VIC-06: what a piece counts for flight as it is. */
int  iron_points_for(const struct match *m, const struct state *s, int piece);
int  iron_flight_points(const struct match *m, const struct state *s, seat_id seat);
bool iron_has_units(const struct match *m, const struct state *s, int leader);
bool iron_side_gone(const struct match *m, const struct state *s, seat_id seat);
/* 0, or why the seat may not name that command for a die (S9, S10); `seizes` without the limit of MI-ACT-06. */
rule_id iron_command_refused(const struct match *m, const struct state *s, seat_id seat, int leader, bool rolls, bool seizes,
                             struct refusal *why);
int  iron_rating(const struct match *m, const struct state *s, int leader);
/* End the game where a side has no unit left (MI-VIC-09). True when it is over. */
bool iron_end_if_gone(struct play *p);
/* 0, or why the command may not take up that formation (MI-SW-01, MI-SCH-01). */
rule_id iron_form_refused(const struct match *m, const struct state *s, int leader, int formation, struct refusal *why);
void iron_form(struct play *p, int leader, int formation);

/* specials.c */
bool iron_is_static(const struct match *m, const struct state *s, int unit);
rule_id iron_impetuous_refused(const struct mover *mover, int to, const struct way *way, struct refusal *why);
/* MI-CREC-06: a unit of the active command that must still advance, or NOBODY. */
int  iron_laggard(const struct match *m, const struct state *s);
rule_id iron_activation_refused(const struct match *m, const struct state *s, int leader, struct refusal *why);
rule_id iron_continuity_refused(const struct match *m, const struct state *s, int leader, struct refusal *why);
rule_id iron_remount_refused(const struct match *m, const struct state *s, int unit, struct refusal *why);
void iron_remount(struct play *p, int unit);
rule_id iron_folk_refused(const struct match *m, const struct state *s, seat_id seat, struct refusal *why);
void iron_call_folk(struct play *p, seat_id seat);
/* The modifier of a battle's own rule, with its id. */
int  iron_special_fire(const struct match *m, int shooter, rule_id *rule);
int  iron_special_shock(const struct match *m, const struct state *s, int attacker, int defender, bool charge_table);
bool iron_is_cramped(const struct match *m, const struct state *s, int shooter);
void iron_after_fire_result(struct play *p, int unit);
void iron_before_flight(struct play *p);
bool iron_comyn_due(const struct match *m, const struct state *s);
bool iron_orleans_due(const struct match *m, const struct state *s);
void iron_test_orleans(struct play *p);
int  iron_leader_points(const struct match *m, int leader);

/* leaders.c */
enum { MARK_FIRE = 1, MARK_SHOCK = 2, MARK_RETIRED = 4, MARK_GONE = 8, MARK_ALONE = 16, MARK_NEW = 32 };
void iron_judge_command(const struct match *m, struct state *s, int leader);
/* Mark the side's leaders in a cell, and with whom they were. */
void iron_mark_leaders(struct play *p, seat_id seat, int cell, int unit, unsigned mark);
/* What becomes of all leaders that are marked: a frame on top. */
bool iron_any_marked(const struct match *m, const struct state *s);
void iron_sweep_leaders(struct play *p);
void iron_raise_successors(struct play *p);
/* The leader of the unit's own command when he is with it, or NOBODY. */
int  iron_stacked_leader(const struct match *m, const struct state *s, int unit);
int  iron_command_range(const struct match *m, const struct state *s, int leader);
/* What command costs to reach each cell from the leader; TOO_FAR beyond his range. */
void iron_command_cells(const struct match *m, const struct state *s, int leader, uint8_t *cost);

/* fire.c */
int  iron_weapon(const struct match *m, const struct state *s, int unit);
/* What keeps the shooter itself from active fire now. */
rule_id iron_shooter_refused(const struct match *m, const struct state *s, int unit, struct refusal *why);
rule_id iron_fire_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why);
/* Range, arc and sight alone: could it hit the cell, or the target, from where it stands? */
rule_id iron_aim_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int to, struct refusal *why);
rule_id iron_shot_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int target, struct refusal *why);
void iron_open_fire(struct play *p, int unit, int target);
/* Whoever may react to the unit's entry into the cell is asked, in a frame on top. */
void iron_draw_reaction(struct play *p, int unit, int cell, bool counter);
/* The modifiers of a shot without its die. */
int  iron_shot_drm(struct play *p, int die, int unit, int target, bool reaction);
unsigned iron_read_table(const struct result_table *table, int total, int column);
unsigned iron_fire_hits(const struct match *m, const struct state *s, int target, int total);

/* result.c */
/* The results that fall on a unit itself. */
enum { ALL_HITS = HIT_DISORDER | HIT_RETREAT | HIT_RETIRE | HIT_UNHORSE | HIT_ELIMINATE };
void iron_put(struct state *s, const struct match *m, int piece, int cell);
/* The unit stands in a new cell: what it finds there falls to it (MI-STD-06, MI-LDR-14, MI-CREC-02). */
void iron_arrive(struct play *p, int unit);
/* The unit, and the leader of its command who is with it (MI-LDR-09); driven back it takes whoever stands there along. */
void iron_carry(struct state *s, const struct match *m, int unit, int cell);
void iron_carry_all(struct state *s, const struct match *m, int unit, int cell);
/* Carry out a result in a frame on top; `cause` is the cell it came from, or NOWHERE in a battle, where `driven` says it. */
void iron_suffer(struct play *p, int unit, unsigned hits, int cause, int level);
void iron_push_suffer(struct play *p, int unit, int cause, int level, bool fire);
/* One degree worse: Disordered, Retired, eliminated. */
void iron_shake(struct play *p, int unit);
/*
 * The free hexes beside the unit that lie farther from all those cells, or, where there is none, farther from one and nearer to none
 * (MI-RES-30); their number. `shuns` leaves out those in a zone of control.
 */
int  iron_steps_back(const struct match *m, const struct state *s, const struct lay *lay, int unit, const int *from, int count, bool shuns, int *list);
/* The dice of the ground for a unit that has come into the cell by a step in that direction. */
void iron_test_ground(struct play *p, int unit, int cell, int direction);
void iron_ask_facing(struct play *p, int unit, int direction);
void iron_remove(struct play *p, int unit, enum status status);
/* The cells that the placing question on top allows. */
int  iron_places(const struct match *m, const struct state *s, int *list, int capacity);
rule_id iron_place_refused(const struct match *m, const struct state *s, int kind, const struct decision *d, rule_id rule, struct refusal *why);
void iron_offer_place(const struct match *m, const struct state *s, int kind, int unit, int target, struct offers *offers);

/* designate.c */
struct charge { int cell, heading, code, length, foes, foe[2]; bool hedge, square; };
enum { CHARGES = 96 };
int  iron_charges(const struct match *m, const struct state *s, const struct lay *lay, int unit, bool declared, struct charge *list);
bool iron_may_attack(const struct match *m, const struct state *s, int unit);
rule_id iron_attack_refused(const struct match *m, const struct state *s, int unit, int target, struct refusal *why);
rule_id iron_charge_refused(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why);
bool iron_charge_ground(const struct match *m, int from, int direction);

/* fight.c */
bool iron_attacks(const struct state *s, int unit, int target, int level);
int  iron_attackers(const struct match *m, const struct state *s, int target, int level, int *list);
/* The total of a shock die with every reason; *charge says which table it is read in. */
int  iron_blow(struct play *p, int die, int defender, int level, bool *charge);
/* The further rules that bear on a blow that was told. */
void iron_cite_blow(struct play *p, int defender, int level);
unsigned iron_blow_hits(const struct match *m, const struct state *s, int defender, bool charge, int total);
void iron_drop_attack(struct state *s, int unit, int target);
void iron_clear_attack(struct state *s, int unit);
/* MI-CHG-17: must whoever charges the target from its attack cell roll for it? The total of that die; then the die itself. */
bool iron_daunts(const struct match *m, const struct state *s, int unit, int target);
int  iron_refusal_total(struct play *p, int die, int unit, int target, bool hedge);
/* MI-CHG-17 to MI-CHG-21: the refusal die of a charger in contact. */
void iron_test_refusal(struct play *p, int unit, bool hedge);
/* Where the attacker strikes from: a charge that is still to come, from its last hex. */
int  iron_attack_cell(const struct match *m, const struct state *s, int unit);
int  iron_evade_places(const struct match *m, const struct state *s, int unit, int level, int *list);
bool iron_may_evade(const struct match *m, const struct state *s, int unit, int level);
void iron_ask_evade(struct play *p, int unit, int level);
/* MI-GEN-18: of the two the one in the lower row, then in the lower column; `best` may be NOBODY. */
int  iron_lowest(const struct match *m, const struct state *s, int best, int unit);
/* The next of a battle's defenders, by row and column, that has not been asked this yet; NOBODY. */
int  iron_next_defender(const struct match *m, const struct state *s, int level, unsigned asked);

/* counter.c */
rule_id iron_counter_refused(const struct match *m, const struct state *s, int unit, int target, bool fired, struct refusal *why);
bool iron_may_counter(const struct match *m, const struct state *s, int unit, int shooter);
void iron_ask_counter(struct play *p, int unit, int shooter, bool pledged);
void iron_ride_counter(struct play *p, int unit);
int  iron_ride_places(const struct match *m, const struct state *s, int unit, int target, int *list);
/* The way of a ride to one of those places. */
struct way iron_ride_way(const struct match *m, const struct state *s, int unit, int target, int goal);
bool iron_is_unable(const struct state *s, int unit);

/* pursue.c */
enum { BATTLE_NORMAL = 1, BATTLE_CONTINUED = 2, BATTLE_COUNTER = 3 };
void iron_begin_battle(struct play *p, int level);
/* Whose units defend in the battle under way; without one, those who do not act. */
seat_id iron_defending_side(const struct match *m, const struct state *s);
/* Nobody attacks or is attacked in that battle any more; a counter-charge that is still to come stays. */
void iron_end_level(struct state *s, const struct match *m, int level);

/* mind.c, answers.c */
void iron_mask(const struct match *m, struct state *s, seat_id seat);
void iron_guess(const struct match *m, struct state *s, seat_id seat, struct random *random);
bool iron_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                 struct decision *d);
int32_t iron_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points,
                    int32_t capacity);
enum { IRON_NOTES = 1024 };                      /* bytes */
enum { CONCERN_POINTS, CONCERN_MISSILES, CONCERN_FOOT, CONCERN_HORSE, CONCERN_DISORDER, CONCERN_RETIRED, CONCERN_SHOTS, CONCERN_SHOTS_LATER,
       CONCERN_BLOWS, CONCERN_BLOWS_LATER, CONCERN_DECLARED, CONCERN_STANCE, CONCERN_APPROACH, CONCERN_FORMATION, CONCERN_COMMAND,
       CONCERN_INITIATIVE, CONCERN_LEADERS, CONCERN_FLIGHT, CONCERN_CHANCE, CONCERNS };
extern const char *const iron_concerns[CONCERNS];                /* what a computer player cares for */
void iron_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
int32_t iron_tide(const struct match *m, const struct state *s);
void iron_take_notes(const struct match *m, const struct state *s, void *notes);
/* What a result takes from a unit, in the unit of the appraisal. */
int  iron_cost_of(const struct match *m, const struct state *s, int unit, unsigned hits);

/* reach.c: what a command could do to the enemy if it were activated now, its march included, in the unit of the appraisal. */
int  iron_command_reach(const struct match *m, const struct state *s, const struct lay *lay, int leader);

bool iron_value(struct play *p, int piece, int value);
void iron_tell_score(struct play *p, seat_id seat);
int32_t iron_flight_level(const struct match *m, seat_id seat);
int32_t iron_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points,
                  int32_t capacity);
rule_id iron_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why);
int32_t iron_way_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points,
                    int32_t capacity, int32_t *spent, int32_t *allowed);
int32_t iron_foretell(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct decision *list,
                      int32_t capacity);

#endif
