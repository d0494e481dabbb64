/* registry.c: see registry.h. */
#include "registry.h"

#include <string.h>

extern const struct ruleset brevis_ruleset, iron_ruleset, sample_ruleset;

const struct ruleset *const rulesets[] = {
    &sample_ruleset,
    &brevis_ruleset,
    &iron_ruleset,
    NULL,
};

const struct ruleset *ruleset_named(const char *id)
{
    for (int i = 0; rulesets[i]; i++)
        if (!strcmp(rulesets[i]->id, id)) return rulesets[i];
    return NULL;
}
