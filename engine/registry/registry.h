/*
 * registry.h: every ruleset that is built in. A new one is one more line in registry.c.
 *
 * Compiled with -DMESTRE_ONLY=<id>_ruleset there is that one alone: a page fetches an engine for the game that is played.
 */
#ifndef MESTRE_REGISTRY_H
#define MESTRE_REGISTRY_H

#include "ruleset.h"

/* A NULL-terminated list. */
extern const struct ruleset *const rulesets[];

const struct ruleset *ruleset_named(const char *id);

#endif
