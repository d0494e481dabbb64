/* registry.c: see registry.h. */
#include "registry.h"

#include <string.h>

#ifdef MESTRE_ONLY
extern const struct ruleset MESTRE_ONLY;

const struct ruleset *const rulesets[] = { &MESTRE_ONLY, NULL };
#else
extern const struct ruleset argad_ruleset, brevis_ruleset, iron_ruleset, liber_ruleset, reiters_ruleset, sample_ruleset;

const struct ruleset *const rulesets[] = {
    &sample_ruleset,
    &brevis_ruleset,
    &liber_ruleset,
    &iron_ruleset,
    &reiters_ruleset,
    &argad_ruleset,
    NULL,
};
#endif

const struct ruleset *ruleset_named(const char *id)
{
    for (int i = 0; rulesets[i]; i++)
        if (!strcmp(rulesets[i]->id, id)) return rulesets[i];
    return NULL;
}
