/*
 * case_parts.h: what the files of the case runner share.
 *
 *   case.c           the subcommand: arguments and printing
 *   case_files.c     from paths to single cases
 *   case_play.c      one case from its match to its last check
 *   case_load.c      the match and the position that a case starts from
 *   case_check.c     checks of values and views
 *   case_offers.c    checks of offers, and truths that hold in every case
 *   case_events.c    checks of events
 *   case_odds.c      checks of exact odds
 *   case_title.c     the rules that a title names, and whether they occurred
 */
#ifndef MESTRE_CASE_PARTS_H
#define MESTRE_CASE_PARTS_H

#include "case.h"

enum { CASE_EVENTS = 4096, CASE_DICE = 4096, CASE_TEXT = 1024 };

/* One case being run. Everything in it comes from the arena, which is reset after the case. */
struct case_run {
    const struct case_listener *listener;
    struct library              library;           /* the host's, with the case's own documents laid over it */
    struct json_document        document;          /* the case file */
    const struct json          *node;              /* the case in it */
    const struct json          *shared;            /* the file's object with keys for all its cases, or NULL */
    struct arena               *arena;
    struct fault                fault;             /* of whatever is being read just now */
    const char                 *where;

    const struct ruleset       *ruleset;
    const struct match         *match;
    struct game                 game;
    struct state               *view;
    struct offers               offers, other_offers;
    struct events               events;
    uint8_t                     dice[CASE_DICE];   /* of the whole case */
    uint32_t                    dice_count, dice_used;
    bool                       *occurred;          /* by rule_id */

    struct case_result          result;
    struct case_failure         failure[CASE_FAILURES];
};

/* Record a failure at the line of a node (the case's own line when it is NULL). Always false. */
bool case_fail(struct case_run *run, const struct json *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The case file itself is wrong at a node: a fault, with out_format's conversions. Always false. */
bool case_wrong(struct case_run *run, const struct json *node, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Turn the fault that reading has left into a failure. Always false. */
bool case_bad(struct case_run *run);
/* The case's own member, or the one that the file gives for all its cases; NULL when neither has it. */
const struct json *case_member(const struct case_run *run, const char *key);

/* case_files.c */
/* What the files hold: cases, or something else that begins as a case does. */
struct case_form {
    const char *list;                                        /* the key of the list in a file: "cases" */
    void      (*play)(struct case_run *run, void *context);  /* run->node, filling run->result */
    void       *context;
};
/* As cases_run(), for whatever the files hold. */
struct case_count case_files_run(const struct host *host, const char *const *paths, int count, const struct case_listener *listener,
                                 const struct case_form *form);

/* case_play.c */
/* The ruleset, the title and the memory of run->node, whose keys must be among those allowed. False with run->fault or a failure. */
bool case_open(struct case_run *run, const char *const *allowed);
/* The decisions in the list "steps", one after the other. False with run->fault or a failure. */
bool case_play_steps(struct case_run *run);
/* Run run->node, filling run->result. */
void case_play(struct case_run *run);
/* Reading or playing went wrong: turn the fault, if there is one, into a failure. Afterwards there is at least one. */
void case_close(struct case_run *run);

/* case_load.c */
/* The match. False with run->fault. */
bool case_load_match(struct case_run *run);
/* The game at its start, with everything that happens of itself; `start` may be NULL. False with run->fault or a failure. */
bool case_begin(struct case_run *run, const struct json *start);
/* The dice of a step: its own (then *own is true) or what is left of the case's. False with run->fault. */
bool case_dice(struct case_run *run, const struct json *step, uint8_t face[CASE_DICE], struct dice *dice, bool *own);
/* A failure that says which rule wanted which dice. Always false. */
bool case_dice_fault(struct case_run *run, const struct json *step, const struct dice *dice);

/* case_check.c: each reads its node, fails for what does not hold, and is false with run->fault for a node that is no check. */
bool case_check_expect(struct case_run *run, const struct json *expect);
bool case_check_seen(struct case_run *run, const struct json *seen_by);
/* A seat by name; with `watching` also "spectator". NO_SEAT with run->fault. */
seat_id case_seat(struct case_run *run, const struct json *node, const char *name, bool watching);
/* A value as people write it: a number or one of the field's names. False with run->fault. */
bool case_value(struct case_run *run, const struct json *node, const struct names *names, const char *what, int32_t *value);
const struct field *case_field(const struct field *fields, int count, const char *name);

/* case_offers.c */
/* A decision of which only some members are said. */
struct partial {
    struct decision decision;
    uint8_t         said;            /* USES_ bits */
};
/* Read one; `allowed` are the keys of the object: those of a decision, and others that the caller reads. False with run->fault. */
bool case_partial(struct case_run *run, const struct json *object, const char *const *allowed, struct partial *partial);
/* Does the offer have the members that are said? Those that it leaves open are put into *filled instead. */
bool case_agrees(const struct partial *partial, const struct offer *offer, struct decision *filled);
bool case_check_offers(struct case_run *run, seat_id seat, const struct json *offers);
/* Truths that no case needs to ask for: sound states, sums that add up, offers that are legal and the same in the view. */
void case_check_always(struct case_run *run, const struct json *step);
/* A piece by its id. False with run->fault. */
bool case_piece(struct case_run *run, const struct json *node, int16_t *piece);

/* case_events.c */
/* What cases call an event: "roll", "shot". */
const char *case_event_name(const struct ruleset *ruleset, const struct event *event);
bool case_check_events(struct case_run *run, const struct json *wanted);
bool case_check_never(struct case_run *run, const struct json *unwanted);

/* case_odds.c */
bool case_check_odds(struct case_run *run, seat_id seat, const struct decision *d, const struct json *odds);

/* case_title.c */
/* Fill result.shown from the title. False when it names what is no rule. */
bool case_read_title(struct case_run *run);
/* These rules occurred. */
void case_occurred_in_text(struct case_run *run, const char *text);
void case_occurred_in_events(struct case_run *run);
/* A rule by id; 0 with run->fault. */
rule_id case_rule(struct case_run *run, const struct json *node);
/*
 * The member "rule" of a check (one id or a list) says which rules the check is about: they occurred when nothing failed
 * since there were `failures`.
 */
bool case_claim(struct case_run *run, const struct json *check, int32_t failures);
/* Every rule of the title must have occurred. */
void case_check_title(struct case_run *run);

#endif
