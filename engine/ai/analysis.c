/* analysis.c: see analysis.h. */
#include "analysis.h"
#include "hash.h"
#include "maths.h"
#include "odds.h"
#include "state.h"

#include <string.h>

const char *const analysis_causes[CAUSES] = { "luck", "play", "end" };

bool analysis_open(struct analysis *analysis, const struct match *m, const struct mind_level *level, int32_t capacity, struct arena *arena)
{
    *analysis = (struct analysis){ m, level, arena_take(arena, (size_t)capacity * sizeof(struct judgement)), 0, capacity };
    return analysis->list != NULL;
}

void analysis_take_back(struct analysis *analysis)
{
    if (analysis->count > 0) analysis->count--;
}

static int32_t turn_of(const struct match *m, const struct state *s)
{
    const struct ruleset *ruleset = ruleset_of(m);

    for (int i = 0; i < ruleset->game_field_count; i++)
        if (!strcmp(ruleset->game_fields[i].name, "turn")) return field_get(&ruleset->game_fields[i], s);
    return 0;
}

static int32_t value_of(const struct match *m, const struct state *s)
{
    return mind_value(m, s, SEAT_A, NULL, NULL);
}

static struct state *take_copy(const struct match *m, const struct state *s, struct arena *arena)
{
    struct state *copy = arena_take_unset(arena, ruleset_of(m)->state_size);

    if (copy) memcpy((void *)copy, (const void *)s, ruleset_of(m)->state_size);
    return copy;
}

/* The average of a number of throws, which are the same each time. */
static bool expect_by_throws(const struct match *m, const struct state *before, const struct judgement *judged, struct arena *arena, int32_t *expected)
{
    enum { THROWS = 256 };
    int64_t       sum = 0;
    struct state *after = take_copy(m, before, arena);

    if (!after) return false;
    for (uint64_t seed = 1; seed <= THROWS; seed++) {
        struct dice dice = dice_seeded(seed);
        struct play play = { m, after, &dice, NULL, 0 };
        memcpy((void *)after, (const void *)before, ruleset_of(m)->state_size);
        play_take(&play, judged->seat, &judged->d);
        play_advance(&play);
        sum += value_of(m, after);
    }
    *expected = (int32_t)(sum / THROWS);
    return true;
}

/* Without dice nothing else could have come of it. */
static bool expect(const struct match *m, const struct state *before, struct judgement *judged, struct arena *arena)
{
    size_t       mark = arena->used;
    struct fault fault = { 0 };
    struct odds  odds;
    bool         good = true;

    judged->expected = judged->after;
    judged->exact = true;
    if (!judged->rolled) return true;
    judged->exact = odds_of(m, before, judged->seat, &judged->d, ODDS_STOP, arena, &odds, &fault);
    if (judged->exact) judged->expected = (int32_t)(odds_expected(&odds, SEAT_A, NULL, NULL) / 1000);
    arena->used = mark;
    if (!judged->exact) good = expect_by_throws(m, before, judged, arena, &judged->expected);
    arena->used = mark;
    return good;
}

/* What one is judged against: the decision that was taken, and the few that promise most beside it. */
struct choice {
    const struct state *view;
    uint64_t            seed;
    struct decision     list[SEARCH_WIDTH];      /* [0] was taken */
    int32_t             count;
};

static bool are_same(const struct decision *a, const struct decision *b)
{
    return !memcmp(a, b, sizeof *a);
}

static int16_t piece_of(const struct match *m, const struct decision *d)
{
    return ruleset_of(m)->kinds[d->kind].uses & USES_UNIT ? d->unit : NOBODY;
}

/* Of a plan that is made piece by piece what else that piece could be told counts. */
static bool gather(const struct analysis *analysis, const struct judgement *judged, struct choice *choice, struct arena *arena)
{
    const struct match   *m = analysis->match;
    const struct ruleset *ruleset = ruleset_of(m);
    struct random         random = random_from(choice->seed);
    struct weigher        weigher = { m, NULL, &random, arena, .notice = 0 };
    struct candidate     *list = arena_take_unset(arena, CANDIDATES_MOST * sizeof *list);
    struct state         *world = take_copy(m, choice->view, arena);
    int32_t               count;

    if (!list || !world) return false;
    ruleset->guess(m, world, judged->seat, &random);
    weigher.asked = ruleset->phases[flow_top_const(flow_of_const(world))->phase]->gathered;
    weigher.piece = piece_of(m, &judged->d);
    count = weigh(&weigher, world, judged->seat, list, CANDIDATES_MOST);
    choice->list[0] = judged->d;
    choice->count = 1;
    while (count > 0 && choice->count < analysis->level->width) {
        int32_t best = most_promising(list, count);
        bool    counts = !weigher.asked || piece_of(m, &list[best].d) == weigher.piece;
        if (counts && !are_same(&list[best].d, &judged->d)) choice->list[choice->count++] = list[best].d;
        list[best] = list[--count];
    }
    return true;
}

static bool try_all(const struct analysis *analysis, seat_id seat, const struct choice *choice, int32_t first, int32_t worlds, struct search *search,
                    struct arena *arena)
{
    if (!search_open_among(search, analysis->match, choice->view, seat, analysis->level, choice->seed, choice->list, choice->count, first, worlds, arena))
        return false;
    for (int32_t task = 0; task < search_tasks(search); task++) search_run(search, task, arena);
    return true;
}

/*
 * How much better the second of two has come out over all worlds, in which both were tried with the same dice; 0 where that is less than twice the
 * error that is to be expected of so few.
 */
static int32_t advantage(const struct search *duel)
{
    enum { UNIT = 1000 };                    /* thousandths, so that squares stay small */
    int64_t sum = 0, squares = 0, count = duel->now;

    for (int32_t world = 0; world < count; world++) {
        const struct try *first = &duel->tries[2 * world], *second = first + 1;
        int64_t           apart = (second->value - second->luck - first->value + first->luck) / UNIT;
        sum += apart;
        squares += apart * apart;
    }
    if (sum <= 0 || sum * sum * (count - 1) <= 4 * (count * squares - sum * sum)) return 0;
    return (int32_t)(sum * UNIT / count);
}

/* A few worlds say which of them may be better than what was taken; others then tell how much that one really is. */
static bool judge_choice(const struct analysis *analysis, const struct state *before, struct judgement *judged, struct arena *arena)
{
    enum { WORTH_A_LOOK = MIND_WON / 50, LEAST_WORLDS = 2 };
    const struct match *m = analysis->match;
    int32_t             worlds = analysis->level->worlds, few = max32(LEAST_WORLDS, worlds / 4), best = 0;
    struct state       *view = take_copy(m, before, arena);
    struct choice       choice = { .view = view };
    struct search       search;

    if (!view) return false;
    ruleset_of(m)->mask(m, view, judged->seat);
    choice.seed = hash_bytes(view, ruleset_of(m)->state_size);
    if (!gather(analysis, judged, &choice, arena)) return false;
    if (choice.count < 2) return true;
    if (!try_all(analysis, judged->seat, &choice, 0, few, &search, arena)) return false;
    for (int32_t i = 1; i < choice.count; i++)
        if (search_mean(&search, i) > search_mean(&search, best)) best = i;
    if (search_mean(&search, best) - search_mean(&search, 0) < WORTH_A_LOOK) return true;
    judged->better = choice.list[1] = choice.list[best];
    choice.count = 2;
    if (!try_all(analysis, judged->seat, &choice, few, worlds, &search, arena)) return false;
    judged->cost = advantage(&search);
    return true;
}

bool analysis_judge(struct analysis *analysis, int32_t line, const struct state *before, seat_id seat, const struct decision *d,
                    const struct state *after, int32_t faces, struct arena *arena)
{
    const struct match *m = analysis->match;
    size_t              mark = arena->used;
    struct judgement    judged = { .line = line, .seat = seat, .d = *d, .rolled = faces > 0 };
    struct arena        work = { .base = NULL };
    void               *room = arena_take_unset(arena, ANALYSIS_MEMORY);
    bool                good = room && analysis->count < analysis->capacity;

    if (good) {
        work = arena_over(room, ANALYSIS_MEMORY);
        judged.turn = turn_of(m, before);
        judged.before = value_of(m, before);
        judged.after = value_of(m, after);
        good = expect(m, before, &judged, &work) && (analysis->level->width < 2 || judge_choice(analysis, before, &judged, &work));
    }
    if (good) analysis->list[analysis->count++] = judged;
    arena->used = mark;
    return good;
}

static int64_t play_in(const struct judgement *judged) { return (int64_t)judged->expected - judged->before; }
static int64_t luck_in(const struct judgement *judged) { return (int64_t)judged->after - judged->expected; }
static int64_t change_in(const struct judgement *judged) { return (int64_t)judged->after - judged->before; }
static int64_t cost_in(const struct judgement *judged) { return judged->cost; }

enum cause analysis_cause(const struct analysis *analysis, const struct judgement *judged)
{
    bool is_last = judged == &analysis->list[analysis->count - 1], is_over = abs64(judged->after) == MIND_WON;
    bool falls = change_in(judged) < 0;
    int64_t luck = falls ? -luck_in(judged) : luck_in(judged), play = falls ? -play_in(judged) : play_in(judged);

    if (judged->rolled && luck >= play) return CAUSE_LUCK;
    return is_last && is_over && !judged->rolled ? CAUSE_END : CAUSE_PLAY;
}

/* The few with the most of something, the most first; of equals the earlier. Less than a hundredth of the game is not worth telling. */
static int32_t find_most(const struct analysis *analysis, seat_id seat, int64_t (*much)(const struct judgement *judged), int32_t *list)
{
    enum { WORTH_TELLING = MIND_WON / 50 };
    int32_t count = 0;

    for (int32_t i = 0; i < analysis->count; i++) {
        int64_t found = abs64(much(&analysis->list[i]));
        int32_t place = count;
        if (found < WORTH_TELLING || (seat != NO_SEAT && analysis->list[i].seat != seat)) continue;
        while (place > 0 && found > abs64(much(&analysis->list[list[place - 1]]))) place--;
        if (place == ANALYSIS_LISTED) continue;
        count = min32(count + 1, ANALYSIS_LISTED);
        for (int32_t k = count - 1; k > place; k--) list[k] = list[k - 1];
        list[place] = i;
    }
    return count;
}

static void put_in_order(int32_t *list, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
        for (int32_t k = i; k > 0 && list[k] < list[k - 1]; k--) {
            int32_t kept = list[k];
            list[k] = list[k - 1];
            list[k - 1] = kept;
        }
}

void analysis_sum(const struct analysis *analysis, seat_id seat, struct summary *summary)
{
    *summary = (struct summary){ .turnings = 0 };
    for (int32_t i = 0; i < analysis->count; i++) {
        const struct judgement *judged = &analysis->list[i];
        int                     own = judged->seat == SEAT_A ? 1 : -1, side = judged->seat != SEAT_A;
        summary->side[SEAT_A].luck += luck_in(judged);
        summary->side[SEAT_A].play += play_in(judged);
        summary->side[side].own_luck += own * luck_in(judged);
        summary->side[side].cost += judged->cost;
        summary->side[side].decisions++;
        summary->side[side].rolls += judged->rolled;
    }
    summary->side[SEAT_B].luck = -summary->side[SEAT_A].luck;
    summary->side[SEAT_B].play = -summary->side[SEAT_A].play;
    summary->turnings = find_most(analysis, NO_SEAT, change_in, summary->turning);
    put_in_order(summary->turning, summary->turnings);
    summary->costlies = find_most(analysis, seat, cost_in, summary->costly);
}

int32_t analysis_chance(int64_t value)
{
    enum { WHOLE = 10000 };

    return (int32_t)divide_round(value * WHOLE, 2 * MIND_WON);
}

/* The chance that a value stands for. */
static int32_t chance_at(int64_t value) { return analysis_chance(value + MIND_WON); }

static void write_number(struct json_writer *writer, const char *key, int64_t number)
{
    json_key(writer, key);
    json_write_integer(writer, number);
}

static void write_decision(struct json_writer *writer, const char *key, const char *text_key, const struct match *m, const struct decision *d,
                           const struct texts *texts, enum language language)
{
    enum { SENTENCE = 512 };
    char       text[SENTENCE];
    struct out out = out_over(text, sizeof text);

    json_key(writer, key);
    json_open(writer, '{');
    decision_write(m, d, writer);
    json_close(writer, '}');
    if (!texts) return;
    explain_decision(texts, language, m, d, &out);
    json_key(writer, text_key);
    json_write_string(writer, text);
}

/* Differences are those of the rounded chances, so that they add up as they are written. */
static void write_judgement(const struct analysis *analysis, const struct judgement *judged, const struct texts *texts, enum language language,
                            struct json_writer *writer)
{
    int own = judged->seat == SEAT_A ? 1 : -1;

    json_open(writer, '{');
    write_number(writer, "line", judged->line);
    write_number(writer, "turn", judged->turn);
    json_key(writer, "seat");
    json_write_string(writer, seat_name(judged->seat));
    write_decision(writer, "decision", "text", analysis->match, &judged->d, texts, language);
    write_number(writer, "before", chance_at(judged->before));
    write_number(writer, "expected", chance_at(judged->expected));
    write_number(writer, "after", chance_at(judged->after));
    if (judged->rolled) {
        write_number(writer, "luck", own * (chance_at(judged->after) - chance_at(judged->expected)));
        json_key(writer, "exact");
        json_write_boolean(writer, judged->exact);
    }
    if (judged->cost) {
        write_number(writer, "cost", analysis_chance(judged->cost));
        write_decision(writer, "better", "better_text", analysis->match, &judged->better, texts, language);
    }
    json_close(writer, '}');
}

static void write_sides(const struct summary *summary, struct json_writer *writer)
{
    json_key(writer, "sides");
    json_open(writer, '[');
    for (int side = 0; side < 2; side++) {
        json_open(writer, '{');
        json_key(writer, "seat");
        json_write_string(writer, seat_name((seat_id)side));
        write_number(writer, "luck", analysis_chance(summary->side[side].luck));
        write_number(writer, "play", analysis_chance(summary->side[side].play));
        write_number(writer, "own_luck", analysis_chance(summary->side[side].own_luck));
        write_number(writer, "cost", analysis_chance(summary->side[side].cost));
        write_number(writer, "decisions", summary->side[side].decisions);
        write_number(writer, "rolls", summary->side[side].rolls);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_lists(const struct analysis *analysis, const struct summary *summary, struct json_writer *writer)
{
    json_key(writer, "turning");
    json_open(writer, '[');
    for (int32_t i = 0; i < summary->turnings; i++) {
        const struct judgement *judged = &analysis->list[summary->turning[i]];
        json_open(writer, '{');
        write_number(writer, "line", judged->line);
        json_key(writer, "cause");
        json_write_string(writer, analysis_causes[analysis_cause(analysis, judged)]);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "costly");
    json_open(writer, '[');
    for (int32_t i = 0; i < summary->costlies; i++) json_write_integer(writer, analysis->list[summary->costly[i]].line);
    json_close(writer, ']');
}

void analysis_write(const struct analysis *analysis, seat_id seat, const struct texts *texts, enum language language, struct json_writer *writer)
{
    struct summary summary;

    analysis_sum(analysis, seat, &summary);
    write_number(writer, "start", analysis->count ? chance_at(analysis->list[0].before) : chance_at(0));
    write_sides(&summary, writer);
    json_key(writer, "curve");
    json_open(writer, '[');
    for (int32_t i = 0; i < analysis->count; i++) write_judgement(analysis, &analysis->list[i], texts, language, writer);
    json_close(writer, ']');
    write_lists(analysis, &summary, writer);
}
