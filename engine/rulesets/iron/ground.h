/*
 * ground.h: who stands where, and what the ground between them allows.
 *
 * A lay is the map seen from above, made anew from the state wherever it is needed: so the state keeps every fact once.
 */
#ifndef MESTRE_IRON_GROUND_H
#define MESTRE_IRON_GROUND_H

#include "iron.h"
#include "maths.h"

struct lay { int8_t unit[CELLS]; };            /* the unit there, or NOBODY */

/* What kinds of unit reach a cell with their zones of control. */
enum { ZONE_FOOT = 1, ZONE_HORSE = 2, ZONE_GENITOR = 4 };

void iron_lay(const struct match *m, const struct state *s, struct lay *lay);

int  iron_distance(const struct match *m, int a, int b);
/* From a cell to its neighbour; NOWHERE for any other cell. */
int  iron_direction(const struct match *m, int from, int to);
bool iron_on_edge(const struct match *m, int cell);

/* By which of its arcs something in that direction comes at the unit. */
enum hex_arc iron_arc(const struct state *s, int unit, int direction);
bool iron_in_front(const struct match *m, const struct state *s, int unit, int cell);
/* The enemies in the two hexes before a unit that stood in `cell` so facing; their number. */
int  iron_front(const struct match *m, const struct state *s, const struct lay *lay, int unit, int cell, int heading, int foes[2]);

/* What a step costs by ground, hexside and height; NOWHERE: prohibited to that piece. Leaders ride. */
int  iron_entry(const struct match *m, const struct state *s, int piece, int from, int direction);
bool iron_may_stand(const struct match *m, const struct state *s, int piece, int cell);

bool iron_has_zone(const struct match *m, const struct state *s, int unit);
bool iron_exerts(const struct match *m, const struct state *s, int unit, int cell);
/* ZONE_ bits of the zones that enemies of the seat have there; `except` does not count, or NOBODY. */
unsigned iron_zones(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int cell, int except);
/* Does an enemy with a weapon that reacts have the cell before him? */
bool iron_under_bows(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int cell);
bool iron_beside_enemy(const struct match *m, const struct lay *lay, seat_id seat, int cell);
bool iron_surrounded(const struct match *m, const struct state *s, const struct lay *lay, int piece, int cell, int except);
/* The free cells as near as possible to the goal; their number, at most `capacity`. */
int  iron_nearest_free(const struct match *m, const struct state *s, const struct lay *lay, int unit, int goal, int *list, int capacity);
int  iron_standard_cell(const struct match *m, const struct state *s, int unit);

struct profile iron_profile(const struct match *m, const struct state *s, int unit);
int  iron_shock(const struct match *m, const struct state *s, int unit);
int  iron_allowance(const struct match *m, const struct state *s, int piece);

/*
 * sight.c: 0, or why the one cell is not seen from the other; `shoots_flat` is for weapons that units block (MI-LOS-04).
 */
rule_id iron_sight_refused(const struct match *m, const struct state *s, const struct lay *lay, int from, int to, bool shoots_flat,
                           struct refusal *why);
/* MI-GEO-06, MI-GEO-07: the best or the worst arc of the unit by which a line to `to` leaves it. */
enum hex_arc iron_best_arc(const struct match *m, const struct state *s, int unit, int to);
/* The sides by which a line from `from` comes into `to`, as directions seen from `to`; their number. */
int iron_sides_into(const struct match *m, int from, int to, int side[2]);

#endif
