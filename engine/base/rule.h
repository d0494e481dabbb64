/*
 * rule.h: the two small values that everything speaks of.
 *
 * A rule_id is a ruleset's generated enumerator (1, 2, 3 ... in ledger order; 0 is no rule). A seat_id says who
 * decides. Masks of seats are bit sets, with one more bit for those who only watch.
 */
#ifndef MESTRE_RULE_H
#define MESTRE_RULE_H

#include <stdint.h>

typedef uint16_t rule_id;
typedef int8_t   seat_id;

enum { SEAT_A = 0, SEAT_B = 1, SEATS_MAX = 4, SPECTATOR = 7, NO_SEAT = -1 };

#define SEAT_BIT(seat) ((uint8_t)(1u << (seat)))
enum { SEEN_BY_ALL = 0xff };

#endif
