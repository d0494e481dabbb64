/* hint.c: see hint.h. */
#include "hint.h"
#include "hash.h"
#include "maths.h"
#include "state.h"

#include <string.h>

enum odds_policy hint_policy(const struct match *m)
{
    return ruleset_of(m)->reactions_expected ? ODDS_REACT : ODDS_DECLINE;
}

/* What each of the list comes to, in so many worlds from number `first` on; the best first then. */
static bool put_in_order(struct advice *list, int32_t count, const struct search *opened, int32_t first, int32_t worlds, struct arena *arena)
{
    struct decision decisions[SEARCH_WIDTH];
    struct search   among;

    for (int32_t i = 0; i < count; i++) decisions[i] = list[i].d;
    if (!search_open_among(&among, opened->match, opened->view, opened->seat, opened->level, opened->seed, decisions, count, first, worlds, arena))
        return false;
    for (int32_t task = 0; task < search_tasks(&among); task++) search_run(&among, task, arena);
    for (int32_t i = 0; i < count; i++) list[i].value = search_mean(&among, i);
    for (int32_t i = 1; i < count; i++)
        for (int32_t k = i; k > 0 && list[k].value > list[k - 1].value; k--) {
            struct advice kept = list[k];
            list[k] = list[k - 1];
            list[k - 1] = kept;
        }
    return true;
}

/*
 * Of all that promises much a few worlds say which are the best. Those are tried in worlds that none of them was chosen by, so that the luckiest does
 * not look better than it is.
 */
static bool find_best(struct hint *hint, const struct search *opened, struct arena *arena)
{
    enum { LEAST_WORLDS = 8, LEAST_FEW = 2 };
    struct advice list[SEARCH_WIDTH] = { { .value = 0 } };
    int32_t       few = max32(LEAST_FEW, opened->level->worlds / 4);

    for (int32_t i = 0; i < opened->count; i++) list[i].d = opened->list[i].d;
    if (opened->count > HINTS && !put_in_order(list, opened->count, opened, 0, few, arena)) return false;
    hint->count = min32(HINTS, opened->count);
    memcpy(hint->list, list, (size_t)hint->count * sizeof list[0]);
    return put_in_order(hint->list, hint->count, opened, few, max32(LEAST_WORLDS, opened->level->worlds), arena);
}

static bool cite_rules(struct hint *hint, const struct match *m, const struct state *view, seat_id seat, struct random *random, struct arena *arena)
{
    struct state *world = arena_take_unset(arena, ruleset_of(m)->state_size);

    if (!world) return false;
    memcpy((void *)world, (const void *)view, ruleset_of(m)->state_size);
    ruleset_of(m)->guess(m, world, seat, random);
    for (int32_t i = 0; i < hint->count; i++) {
        struct advice *advice = &hint->list[i];
        advice->rules = odds_rules(m, world, seat, &advice->d, hint_policy(m), arena, advice->rule, HINT_RULES);
    }
    return true;
}

bool hint_give(struct hint *hint, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
               struct arena *arena)
{
    size_t        mark = arena->used;
    struct random random = random_from(hash_bytes(view, ruleset_of(m)->state_size));
    struct search search;
    bool          good = search_open(&search, m, view, seat, level, NULL, &random, arena);

    *hint = (struct hint){ .count = 0 };
    good = good && find_best(hint, &search, arena) && cite_rules(hint, m, view, seat, &random, arena);
    arena->used = mark;
    return good;
}

static void write_advice(const struct advice *advice, const struct match *m, const struct texts *texts, enum language language,
                         struct json_writer *writer)
{
    enum { SENTENCE = 512 };
    char       text[SENTENCE];
    struct out out = out_over(text, sizeof text);

    json_open(writer, '{');
    json_key(writer, "decision");
    json_open(writer, '{');
    decision_write(m, &advice->d, writer);
    json_close(writer, '}');
    if (texts) {
        explain_decision(texts, language, m, &advice->d, &out);
        json_key(writer, "text");
        json_write_string(writer, text);
    }
    json_key(writer, "chance");
    json_write_integer(writer, mind_chance(advice->value));
    json_key(writer, "rules");
    json_open(writer, '[');
    for (int32_t i = 0; i < advice->rules; i++) json_write_string(writer, ruleset_of(m)->rules[advice->rule[i]]);
    json_close(writer, ']');
    json_close(writer, '}');
}

void hint_write(const struct hint *hint, const struct match *m, const struct texts *texts, enum language language, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int32_t i = 0; i < hint->count; i++) write_advice(&hint->list[i], m, texts, language, writer);
    json_close(writer, ']');
}
