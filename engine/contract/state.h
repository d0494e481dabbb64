/*
 * state.h: a state as named values, through the ruleset's tables of fields.
 *
 * Views for players, positions of cases and the outcomes of odds all speak of the same names.
 */
#ifndef MESTRE_STATE_H
#define MESTRE_STATE_H

#include "json.h"
#include "ruleset.h"

int32_t field_get(const struct field *field, const void *base);
void field_set(const struct field *field, void *base, int32_t value);
/* The smallest and largest value that fits the member. */
int32_t field_low(const struct field *field);
int32_t field_high(const struct field *field);

/* The bytes of one piece in a state. */
const void *state_unit(const struct match *m, const struct state *s, int32_t piece);

/* The number of the step of play that is under way, from 1; 0 when the game is over. */
int32_t state_step(const struct match *m, const struct state *s);

/* {"phase":..,"step":..,"gathered":..,"asked":[..],"game":{..},"units":{..}}: a masked state as JSON, canonical. */
void state_write(const struct match *m, const struct state *s, struct json_writer *writer);

/*
 * Lay a position over a state: {"game":{"turn":2},"units":{"A1":{"wear":1}}}. Every name and value is checked; the result
 * must be sound, and is to be advanced (play_advance), because nobody is asked yet. On a fault the state is as it was.
 */
bool state_read(const struct match *m, struct state *s, const struct json_document *document,
                const struct json *position, struct fault *fault);

/* A decision as members of an object that the caller opens, and back: "do":"march","unit":"A1","at":[120,340]. */
void decision_write(const struct match *m, const struct decision *d, struct json_writer *writer);
bool decision_read(const struct match *m, const struct json_document *document, const struct json *node,
                   struct decision *d, struct fault *fault);

/* The index of a phase, a decision kind or a name in a set; -1 when unknown. */
int32_t phase_named(const struct ruleset *ruleset, const char *name);
int32_t kind_named(const struct ruleset *ruleset, const char *name);
int32_t name_index(const struct names *names, const char *name);
/* The rule of that id ("SA-MOVE-03"), or 0. */
rule_id rule_named(const struct ruleset *ruleset, const char *id);
/* "A", "B", "C", "D" and back; NO_SEAT for anything else. */
const char *seat_name(seat_id seat);
seat_id seat_named(const char *name);

#endif
