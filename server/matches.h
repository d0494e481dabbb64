/*
 * matches.h: the matches that games are played on, shared by all games of one scenario with the same options.
 *
 * A scenario is one of the library, or that of a battle between two armies (battles.h), whose documents are kept with the match.
 *
 * A match never changes, so that one serves every thread. It lives as long as somebody holds it. From any thread.
 */
#ifndef MESTRE_MATCHES_H
#define MESTRE_MATCHES_H

#include "match.h"

struct matches;

/* What the library does not have. Everybody at the table may know all of it, as everybody loads the match. */
struct battle {
    struct document scenario;            /* terminated */
    const char     *title;               /* {"en":"Spain against Sweden","fr":..}, or null */
    const char     *armies;              /* [{..},{..}], as they were given */
    size_t          bytes;               /* of memory that the match takes; set by the matches */
};

/* The library must outlive them. NULL when there is no memory. */
struct matches *matches_open(const struct library *library);
/* A match by ruleset, scenario and options (an object, or NULL for the book's), to be released; NULL with a fault. */
const struct match *matches_hold(struct matches *matches, const char *ruleset, const char *scenario,
                                 const struct json_document *options, struct fault *fault);
/* The match of a battle, whose texts are copied. */
const struct match *matches_hold_battle(struct matches *matches, const char *ruleset, const struct battle *battle,
                                        const struct json_document *options, struct fault *fault);
/* The battle of a match, as long as that is held; NULL when its scenario is the library's. */
const struct battle *matches_battle(struct matches *matches, const struct match *match);
/* The same match once more. */
void matches_hold_again(struct matches *matches, const struct match *match);
/* NULL is allowed. */
void matches_release(struct matches *matches, const struct match *match);
void matches_close(struct matches *matches);

#endif
