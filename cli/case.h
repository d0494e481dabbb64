/*
 * case.h: rule tests as data (docs/cases.md): run them, and learn what each of them shows.
 *
 * A case is a position, decisions, dice and what must be true after. It names in its title the rules that it shows, and
 * that claim is checked: a rule counts only when it occurred in the run (in an event, a refusal or a fault) or when one of
 * the case's own checks says that it is about that rule.
 */
#ifndef MESTRE_CASE_H
#define MESTRE_CASE_H

#include "game.h"
#include "host.h"

enum { CASE_FAILURES = 16, CASE_SHOWN = 64 };

/* What was expected and what was found, and where. */
struct case_failure {
    int32_t     line;                        /* of the case file; 0 when the file itself cannot be read */
    const char *where;                       /* "start", "step 3", "end", or "" for the case as a whole */
    const char *text;
};

/* A case that was run, or a file that could not be read (then without title and ruleset). Valid during the call only. */
struct case_result {
    const char                *file;
    int32_t                    line;
    const char                *title;        /* "" when it has none */
    const struct ruleset      *ruleset;      /* NULL when it is not known */
    rule_id                    shown[CASE_SHOWN];
    int32_t                    shown_count;  /* the rules that the title names; each is proved when there are no failures */
    const struct case_failure *failure;
    int32_t                    failures;     /* none: the case passed */
};

/* A moment of a case: what a seat decided (d), took back (neither) or was refused (why), and what followed. */
struct case_moment {
    const char            *file, *title, *where;
    const struct match    *match;
    seat_id                seat;             /* NO_SEAT at the start */
    const struct decision *d;
    const struct refusal  *why;
    const struct events   *events;
};

struct case_listener {
    void (*result)(void *context, const struct case_result *result);
    void (*moment)(void *context, const struct case_moment *moment);      /* may be NULL */
    void  *context;
};

struct case_count {
    int32_t passed, failed;
};

/*
 * Run every case of the files and, below directories, of all files whose name ends in ".json", in the order of their
 * names. Whatever cannot be read is a failed result. Whoever wants the coverage collects `shown` of the passed ones.
 */
struct case_count cases_run(const struct host *host, const char *const *paths, int count,
                            const struct case_listener *listener);

/* The failures of a result for people, one a line, to standard output. */
void case_print_failures(const struct case_result *result);

#endif
