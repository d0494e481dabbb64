/* words.h: the tables that tell the engine what the games of the family have; see words.c. */
#ifndef MESTRE_TERCIOS_WORDS_H
#define MESTRE_TERCIOS_WORDS_H

#include "tercios.h"

/* The fields of the short edition, which come first. */
enum { BREVIS_GAME_FIELDS = 34, BREVIS_UNIT_FIELDS = 12, LIBER_GAME_FIELDS = 219, LIBER_UNIT_FIELDS = 29 };

extern const struct phase *const  tercios_phases[PHASES];
extern const struct decision_kind tercios_kinds[DECISIONS];
extern const struct event_kind    tercios_events[EVENTS_END - EVENT_OWN];
extern const struct field         tercios_game_fields[], tercios_unit_fields[];

#endif
