/* hint.c: see hint.h. */
#include "hint.h"
#include "hash.h"
#include "maths.h"
#include "player.h"
#include "state.h"

#include <string.h>

enum odds_policy hint_policy(const struct match *m)
{
    return ruleset_of(m)->reactions_expected ? ODDS_REACT : ODDS_DECLINE;
}

/* The best few are tried in worlds that none of them was chosen by, so that the luckiest does not look better than it is. */
static bool value_all(struct hint *hint, const struct search *found, struct arena *arena)
{
    enum { LEAST_WORLDS = 8 };
    struct decision list[HINTS];
    struct search   among;
    int32_t         worlds = max32(LEAST_WORLDS, found->level->worlds);

    for (int32_t i = 0; i < hint->count; i++) list[i] = hint->list[i].d;
    if (!search_open_among(&among, found->match, found->view, found->seat, found->level, found->seed, list, hint->count,
                           found->level->worlds * SEARCH_WIDTH, worlds, arena))
        return false;
    for (int32_t task = 0; task < search_tasks(&among); task++) search_run(&among, task, arena);
    for (int32_t i = 0; i < hint->count; i++) hint->list[i].value = search_mean(&among, i);
    return true;
}

static void put_best_first(struct hint *hint)
{
    for (int32_t i = 1; i < hint->count; i++)
        for (int32_t k = i; k > 0 && hint->list[k].value > hint->list[k - 1].value; k--) {
            struct advice kept = hint->list[k];
            hint->list[k] = hint->list[k - 1];
            hint->list[k - 1] = kept;
        }
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
    if (good) {
        search_through(&search, NULL, arena);
        hint->count = min32(HINTS, search.count);
        for (int32_t i = 0; i < hint->count; i++) hint->list[i].d = search.list[i].d;
        good = value_all(hint, &search, arena) && cite_rules(hint, m, view, seat, &random, arena);
        put_best_first(hint);
    }
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
