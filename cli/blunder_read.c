/* blunder_read.c: what would be wrong in a position, and that it can be done at all. */
#include "blunder.h"
#include "state.h"

#include <string.h>

enum { SAMPLES = 200 };

static bool read_corner(struct case_run *run, const struct json *node, struct point *corner)
{
    if (node->type != JSON_ARRAY || node->count != 2) return case_wrong(run, node, "a corner is two whole numbers");
    return case_value(run, node->as.child, NULL, "corner", &corner->x) && case_value(run, node->as.child->next, NULL, "corner", &corner->y);
}

static bool read_box(struct case_run *run, const struct json *node, struct pattern *pattern)
{
    if (!(run->ruleset->kinds[pattern->partial.decision.kind].uses & USES_AT))
        return case_wrong(run, node, "\"%s\" has no place", run->ruleset->kinds[pattern->partial.decision.kind].name);
    if (pattern->partial.said & USES_AT) return case_wrong(run, node, "\"at\" and \"%s\" do not go together", node->key);
    if (node->type != JSON_ARRAY || node->count != 2) return case_wrong(run, node, "\"%s\" is two opposite corners", node->key);
    if (!read_corner(run, node->as.child, &pattern->low) || !read_corner(run, node->as.child->next, &pattern->high)) return false;
    if (pattern->low.x > pattern->high.x || pattern->low.y > pattern->high.y)
        return case_wrong(run, node, "the lower corner of \"%s\" comes first", node->key);
    return true;
}

static bool read_pattern(struct case_run *run, const struct json *node, struct pattern *pattern)
{
    static const char *const allowed[] = { "do", "unit", "target", "choice", "value", "at", "heading", "within", "beyond", NULL };
    const struct json       *within = json_get(node, "within"), *beyond = json_get(node, "beyond");

    *pattern = (struct pattern){ .within = within != NULL, .beyond = beyond != NULL };
    if (!case_partial(run, node, allowed, &pattern->partial)) return false;
    if (within && beyond) return case_wrong(run, node, "\"within\" and \"beyond\" do not go together");
    return (!within || read_box(run, within, pattern)) && (!beyond || read_box(run, beyond, pattern));
}

static bool read_patterns(struct case_run *run, const char *key, struct patterns *patterns)
{
    const struct json *list = NULL;

    patterns->count = 0;
    if (!json_find_branch(&run->document, run->node, key, JSON_ARRAY, &list, &run->fault)) return false;
    if (!list) return true;
    if (!list->count || list->count > BLUNDER_PATTERNS)
        return case_wrong(run, list, "\"%s\" is a list of 1 to %d decisions", key, BLUNDER_PATTERNS);
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_pattern(run, node, &patterns->list[patterns->count++])) return false;
    return true;
}

static bool read_rules(struct case_run *run)
{
    const struct json *list = NULL;

    if (!json_branch(&run->document, run->node, "rules", JSON_ARRAY, &list, &run->fault)) return false;
    if (!list->count) return case_wrong(run, list, "\"rules\" names the rules that make it a blunder");
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!case_rule(run, node)) return false;
    return true;
}

/* Where answers make one plan all of it is decided, elsewhere one decision, unless the file says how many. */
static bool read_decisions(struct case_run *run, int32_t *decisions)
{
    bool    gathered = run->ruleset->phases[flow_top_const(flow_of_const(run->game.state))->phase]->gathered;
    int64_t most = gathered ? BLUNDER_DECISIONS : 1;

    if (!json_find_integer(&run->document, run->node, "decisions", 1, BLUNDER_DECISIONS, &most, &run->fault)) return false;
    *decisions = (int32_t)most;
    return true;
}

/* Whether it can be read at all: what the values are now does not matter. */
static bool read_after(struct case_run *run, const struct json *after)
{
    int32_t failures = run->result.failures;
    bool    read = case_check_expect(run, after);

    run->result.failures = failures;
    return read;
}

bool blunder_read(struct case_run *run, struct blunder *blunder)
{
    const char *seat = NULL;

    if (!json_string(&run->document, run->node, "seat", &seat, &run->fault) ||
        !json_string(&run->document, run->node, "because", &blunder->because, &run->fault))
        return false;
    blunder->seat = case_seat(run, json_get(run->node, "seat"), seat, false);
    if (blunder->seat == NO_SEAT) return false;
    if (!(play_asked(run->game.state) & SEAT_BIT(blunder->seat)))
        return case_fail(run, json_get(run->node, "seat"), "%s is not asked to decide anything here", seat);
    if (!read_rules(run) || !read_decisions(run, &blunder->decisions) || !read_patterns(run, "wrong", &blunder->wrong) ||
        !read_patterns(run, "except", &blunder->except) || !read_patterns(run, "missing", &blunder->missing))
        return false;
    blunder->after = json_get(run->node, "after");
    if (!blunder->wrong.count && !blunder->except.count && !blunder->missing.count && !blunder->after)
        return case_wrong(run, run->node, "what would be wrong? \"wrong\", \"except\", \"missing\" or \"after\" says so");
    return !blunder->after || read_after(run, blunder->after);
}

static bool in_box(const struct pattern *pattern, struct point at)
{
    return between(pattern->low.x, at.x, pattern->high.x) && between(pattern->low.y, at.y, pattern->high.y);
}

static bool matches(const struct pattern *pattern, const struct decision *d)
{
    struct offer    made = { *d, 0 };
    struct decision filled;

    if (!case_agrees(&pattern->partial, &made, &filled)) return false;
    if (pattern->within) return in_box(pattern, d->at);
    return !pattern->beyond || !in_box(pattern, d->at);
}

bool patterns_match(const struct patterns *patterns, const struct decision *d)
{
    for (int32_t i = 0; i < patterns->count; i++)
        if (matches(&patterns->list[i], d)) return true;
    return false;
}

bool blunder_is(const struct blunder *blunder, const struct decision *d)
{
    if (patterns_match(&blunder->except, d)) return false;
    return blunder->wrong.count ? patterns_match(&blunder->wrong, d) : blunder->except.count > 0;
}

/* Is anything like the pattern legal for this offer? Open members are the pattern's, or else whatever may be proposed or drawn. */
static bool offer_has(struct case_run *run, seat_id seat, const struct pattern *pattern, const struct offer *offer, struct random *random)
{
    const struct match *m = run->match;
    struct decision     list[PROPOSED_MOST], d;
    int32_t             count = 0;

    if (!case_agrees(&pattern->partial, offer, &d)) return false;
    if ((pattern->partial.said & offer->open) == offer->open)
        return matches(pattern, &d) && !play_refuse(m, run->game.state, seat, &d, NULL);
    if (run->ruleset->propose) count = run->ruleset->propose(m, run->game.state, seat, offer, list, PROPOSED_MOST);
    for (int32_t i = 0; i < count; i++)
        if (matches(pattern, &list[i]) && !play_refuse(m, run->game.state, seat, &list[i], NULL)) return true;
    for (int i = 0; i < SAMPLES; i++)
        if (run->ruleset->sample(m, run->game.state, seat, offer, random, &d) && matches(pattern, &d)) return true;
    return false;
}

static bool pattern_is_legal(struct case_run *run, seat_id seat, const struct pattern *pattern, struct random *random)
{
    for (int32_t i = 0; i < run->offers.count; i++)
        if (offer_has(run, seat, pattern, &run->offers.list[i], random)) return true;
    return false;
}

static bool patterns_are_legal(struct case_run *run, seat_id seat, const char *key, const struct patterns *patterns, struct random *random)
{
    const struct json *node = patterns->count ? json_get(run->node, key)->as.child : NULL;

    for (int32_t i = 0; i < patterns->count; i++, node = node->next) {
        char               text[256];
        struct out         out = out_over(text, sizeof text);
        struct json_writer writer = json_writer_over(&out);
        if (pattern_is_legal(run, seat, &patterns->list[i], random)) continue;
        json_write(&writer, node);
        return case_fail(run, node, "%s cannot be decided by %s in this position", text, seat_name(seat));
    }
    return true;
}

/* Some decision, of those that are offered, that is a blunder or is none, as is asked. */
static bool there_is(struct case_run *run, const struct blunder *blunder, bool wrong, struct random *random)
{
    for (int32_t i = 0; i < run->offers.count; i++) {
        const struct offer *offer = &run->offers.list[i];
        struct decision     d = offer->decision;
        for (int tries = 0; tries < (offer->open ? SAMPLES : 1); tries++) {
            if (offer->open && !run->ruleset->sample(run->match, run->game.state, blunder->seat, offer, random, &d)) continue;
            if (blunder_is(blunder, &d) == wrong) return true;
        }
    }
    return false;
}

bool blunder_is_possible(struct case_run *run, const struct blunder *blunder)
{
    struct random random = random_from(1);

    if (!patterns_are_legal(run, blunder->seat, "wrong", &blunder->wrong, &random) ||
        !patterns_are_legal(run, blunder->seat, "except", &blunder->except, &random) ||
        !patterns_are_legal(run, blunder->seat, "missing", &blunder->missing, &random))
        return false;
    if (!there_is(run, blunder, false, &random)) return case_fail(run, NULL, "all that %s may decide here is wrong", seat_name(blunder->seat));
    if (blunder->missing.count || blunder->after || there_is(run, blunder, true, &random) || blunder->wrong.count) return true;
    return case_fail(run, NULL, "nothing that %s may decide here is wrong", seat_name(blunder->seat));
}
