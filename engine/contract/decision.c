/* decision.c: see decision.h. */
#include "decision.h"
#include "event.h"

rule_id refuse_with(struct refusal *why, rule_id rule, int32_t value0, int32_t value1)
{
    if (!why) return rule;
    why->rule = rule;
    why->element = 0;
    why->terrain = NULL;
    why->value[0] = value0;
    why->value[1] = value1;
    return rule;
}

rule_id refuse_for(struct refusal *why, rule_id rule, int unit)
{
    if (why) why->unit = (int16_t)unit;
    return refuse_with(why, rule, 0, 0);
}

rule_id refuse_by(struct refusal *why, rule_id rule, int element, const char *kind)
{
    refuse_for(why, rule, NOBODY);
    if (why) {
        why->element = (int16_t)(element + 1);
        why->terrain = kind;
    }
    return rule;
}

rule_id refuse_as(struct refusal *why, rule_id rule)
{
    if (why) why->rule = rule;
    return rule;
}
