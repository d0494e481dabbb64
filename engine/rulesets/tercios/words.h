/* words.h: the tables that tell the engine what the games of the family have; see words.c. */
#ifndef MESTRE_TERCIOS_WORDS_H
#define MESTRE_TERCIOS_WORDS_H

#include "tercios.h"

/* The fields of the short edition, which come first. */
enum { BREVIS_GAME_FIELDS = 34, BREVIS_UNIT_FIELDS = 12, LIBER_GAME_FIELDS = 219, LIBER_UNIT_FIELDS = 31 };

/*
 * The phases that both editions have. Each has a table of its own, so that a module with the short edition alone carries nothing of
 * the long one.
 */
#define SHARED_PHASES \
    [PHASE_SETUP] = &tercios_setup_phase, [PHASE_ZONE] = &tercios_zone, [PHASE_DEPLOY] = &tercios_deploy, \
    [PHASE_TURN] = &tercios_turn, [PHASE_PLAN] = &tercios_plan, [PHASE_FIRST] = &tercios_first, \
    [PHASE_ACTION] = &tercios_action, [PHASE_GROUP] = &tercios_group, [PHASE_UNIT] = &tercios_unit, \
    [PHASE_READY] = &tercios_ready, [PHASE_RUN] = &tercios_run, [PHASE_FIRE] = &tercios_fire, \
    [PHASE_ATTACK] = &tercios_attack, [PHASE_MOVE] = &tercios_move, [PHASE_CHARGE] = &tercios_charge, \
    [PHASE_REACT] = &tercios_react, [PHASE_ANSWER] = &tercios_answer, [PHASE_EVADE] = &tercios_evade, \
    [PHASE_SHOT] = &tercios_shot, [PHASE_CARACOLE] = &tercios_caracole, [PHASE_MELEE] = &tercios_melee, \
    [PHASE_GO_ON] = &tercios_go_on

extern const struct decision_kind tercios_kinds[DECISIONS];
extern const struct event_kind    tercios_events[EVENTS_END - EVENT_OWN];
extern const struct field         tercios_game_fields[], tercios_unit_fields[];

#endif
