/* decision.c: see decision.h. */
#include "decision.h"
#include "must.h"

void offer_add(struct offers *offers, struct decision decision, uint8_t open)
{
    must(offers->count < offers->capacity);
    offers->list[offers->count++] = (struct offer){ decision, open };
}

rule_id refuse_with(struct refusal *why, rule_id rule, int32_t value0, int32_t value1)
{
    why->rule = rule;
    why->value[0] = value0;
    why->value[1] = value1;
    return rule;
}
