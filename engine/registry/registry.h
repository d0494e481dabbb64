/*
 * registry.h: every ruleset that is built in. A new one is one more line in registry.c.
 */
#ifndef MESTRE_REGISTRY_H
#define MESTRE_REGISTRY_H

#include "ruleset.h"

/* A NULL-terminated list. */
extern const struct ruleset *const rulesets[];

const struct ruleset *ruleset_named(const char *id);

#endif
