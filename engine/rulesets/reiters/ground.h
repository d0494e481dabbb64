/* ground.h: who stands where, and what follows from it at once. */
#ifndef MESTRE_REITERS_GROUND_H
#define MESTRE_REITERS_GROUND_H

#include "reiters.h"

/* A position as sets of zones, made once for a question or a decision. */
struct lay {
    uint64_t held[2];                /* combat units of the side, artillery and forlorn hopes included */
    uint64_t zoc[2];                 /* zones in the side's zones of control (FR-4.2) */
    uint64_t things;                 /* combat units or baggage of anybody: what stops sight (FR-4.1.5-10) */
    uint64_t full[2];                /* zones without room for another of the side (FR-4.3-01) */
    uint8_t  load[2][ZONES];         /* what counts for stacking (FR-4.3-02) */
};

enum { COMMAND_RADIUS = 3, TOO_FAR = 255 };

void reiters_lay(const struct match *m, const struct state *s, struct lay *lay);
bool reiters_has_room(const struct match *m, const struct lay *lay, seat_id seat, int zone);
/* Has the unit a zone of control (FR-4.2)? */
bool reiters_controls(const struct match *m, const struct state *s, int unit);
/* FR-11.4-10: a forlorn hope shares its mother's state. */
bool reiters_is_isolated(const struct match *m, const struct state *s, int unit);
/* The order that governs a unit; NULL without orders (FR-10.1). */
const struct order_line *reiters_order_of(const struct match *m, const struct state *s, int unit);
int  reiters_order_id(const struct match *m, const struct state *s, int unit);
/* Movement points as the piece is now, without a road (FR-4.1-02). */
int  reiters_allowance(const struct match *m, const struct state *s, int piece);
int  reiters_road_bonus(const struct match *m, const struct state *s, int piece);
/* 0, or what stops the sight from one zone to another. */
rule_id reiters_sight_refused(const struct match *m, const struct lay *lay, int from, int to, struct refusal *why);
/* The rules that let the sight pass that something just told needed. */
void reiters_cite_sight(struct play *p, int from, int to);
/* FR-MAP-09: steps from a zone; TOO_FAR. `blocked`: zones that the path may not enter. */
void reiters_distances(const struct match *m, uint64_t blocked, int from, uint8_t distance[ZONES]);
/* The zones within a number of steps. */
uint64_t reiters_within(const struct match *m, uint64_t blocked, int from, int steps);
/* FR-5.2: the zones within that commander's radius. */
uint64_t reiters_command_area(const struct match *m, const struct state *s, const struct lay *lay, int commander);
/* FR-5.3-01: would the unit be in command if it were judged now? */
bool reiters_in_radius(const struct match *m, const struct state *s, const struct lay *lay, int unit);
/* Units of the side in a zone. */
int  reiters_units_in(const struct match *m, const struct state *s, seat_id seat, int zone, int *list);

#endif
