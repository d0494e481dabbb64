/*
 * explain.h: events, refusals and rules as sentences, in French and English.
 *
 * The sentences are the catalogues': "event.<name>" and "refusal.<rule id>" of data/<ruleset>/<language>.json, and the rule
 * texts of data/<ruleset>/rules.json. The engine adds what it knows: names, numbers, dice, reasons.
 */
#ifndef MESTRE_EXPLAIN_H
#define MESTRE_EXPLAIN_H

#include "play.h"
#include "text.h"

/* One rule as people read it. */
struct rule_text {
    const char *id;
    const char *chapter;
    const char *text[LANGUAGES];
    const char *option;              /* the option that switches it, or NULL */
    const char *provenance;
};

/* Everything that can be said about one ruleset. */
struct texts {
    const struct ruleset *ruleset;
    struct rule_text     *rule;                  /* by rule_id; [0] is empty */
    struct catalogue      catalogue[LANGUAGES];
};

/* From the library: <ruleset>/rules.json, <ruleset>/en.json, <ruleset>/fr.json, text/en.json, text/fr.json. */
bool texts_load(struct texts *texts, const struct ruleset *ruleset, const struct library *library, struct arena *arena,
                struct fault *fault);

/*
 * The sentence of events->list[index] alone; engine records (dice, reasons) give their own short line. An event without a target is
 * told by "event.<name>.alone" where there is such a text. Nothing for one that is silent.
 */
void explain_event(const struct texts *texts, enum language language, const struct match *m, const struct event *event,
                   struct out *out);

/* A place of a film (event_kind.place) without a text is for the eye alone: no log lists it. */
bool explain_is_silent(const struct texts *texts, const struct event *event);

/* The event in a few words, for the track of what has been activated: "brief.<name>". Nothing for an event that has no such text. */
void explain_brief(const struct texts *texts, enum language language, const struct match *m, const struct event *event, struct out *out);

/*
 * A side as its scenario calls it: bare ("English", "Spain") or, with `the`, as a sentence has it ("the English", "les Anglais"): the text
 * of "belligerent.<nation>.the", "side.the" about the scenario's own name, or "seat.A.the"; without such a text it is bare too.
 * Two sides of one name have their seats after it.
 */
void explain_side(const struct texts *texts, enum language language, const struct match *m, seat_id seat, bool the, struct out *out);

/* "SA-MOVE-03: the line is 9.2 cm long; 8 cm are allowed." and, when there is no special sentence, the rule's own text. */
void explain_refusal(const struct texts *texts, enum language language, const struct match *m, const struct refusal *refusal,
                     struct out *out);

/*
 * A decision in words, for lists of offers: "march A1". Beside {unit}, {target}, {choice} and {value} a text may have its place, {x} and {y}
 * in the board's own numbers, when offers of that kind never leave it open. Where its value is the number of a plot (match.h) that is {ground},
 * "the farm"; of an event it is the first of the values.
 */
void explain_decision(const struct texts *texts, enum language language, const struct match *m, const struct decision *d,
                      struct out *out);

#endif
