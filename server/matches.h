/*
 * matches.h: the matches that games are played on, shared by all games of one scenario with the same options.
 *
 * A match never changes, so that one serves every thread. It lives as long as somebody holds it. From any thread.
 */
#ifndef MESTRE_MATCHES_H
#define MESTRE_MATCHES_H

#include "match.h"

struct matches;

/* The library must outlive them. NULL when there is no memory. */
struct matches *matches_open(const struct library *library);
/* A match by ruleset, scenario and options (an object, or NULL for the book's), to be released; NULL with a fault. */
const struct match *matches_hold(struct matches *matches, const char *ruleset, const char *scenario,
                                 const struct json_document *options, struct fault *fault);
/* The same match once more. */
void matches_hold_again(struct matches *matches, const struct match *match);
/* NULL is allowed. */
void matches_release(struct matches *matches, const struct match *match);
void matches_close(struct matches *matches);

#endif
