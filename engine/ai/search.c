/* search.c: see search.h. */
#include "search.h"
#include "hash.h"
#include "maths.h"
#include "must.h"

#include <string.h>

/* A game must not hang on a position that comes no further. */
enum { STEPS_MOST = 400 };

static struct weigher weigher_of(const struct search *search, struct random *random, struct arena *arena)
{
    return (struct weigher){ search->match, search->temper, random, arena, .notice = search->level->notice };
}

static struct state *take_world(const struct search *search, struct random *random, struct arena *arena)
{
    const struct ruleset *ruleset = ruleset_of(search->match);
    struct state         *world = arena_take_unset(arena, ruleset->state_size);

    if (!world) return NULL;
    memcpy((void *)world, (const void *)search->view, ruleset->state_size);
    ruleset->guess(search->match, world, search->seat, random);
    return world;
}

static void swap(struct candidate *a, struct candidate *b)
{
    struct candidate kept = *a;

    *a = *b;
    *b = kept;
}

/* The few that promise most come first, in that order; of equals the earlier offer. */
static void put_best_first(struct candidate *list, int32_t count, int32_t wanted)
{
    for (int32_t i = 0; i < wanted; i++) {
        int32_t best = i + most_promising(list + i, count - i);
        for (; best > i; best--) swap(&list[best], &list[best - 1]);
    }
}

static int32_t halvings(int32_t count)
{
    int32_t rounds = 0;

    for (; count > 1; count = (count + 1) / 2) rounds++;
    return rounds;
}

/* Each round has the same share of the work: fewer are tried in more worlds. */
static void begin_round(struct search *search)
{
    int32_t all = search->level->worlds * search->count, rounds = max32(1, halvings(search->count));

    search->now = search->alive > 1 ? max32(1, all / rounds / search->alive) : 0;
    if (search->tries) memset(search->tries, 0, (size_t)(search->now * search->alive) * sizeof search->tries[0]);
}

bool search_open(struct search *search, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
                 const struct temper *temper, struct random *random, struct arena *arena)
{
    size_t            mark;
    struct candidate *list;
    struct state     *world;
    struct weigher    weigher;
    int32_t           count;

    *search = (struct search){ .match = m, .view = view, .seat = seat, .level = level, .temper = temper, .seed = random_next(random) };
    /* No round has more tries than one world for each, or its share of them all. */
    search->tries = arena_take(arena, (size_t)(level->worlds + 1) * SEARCH_WIDTH * sizeof search->tries[0]);
    mark = arena->used;
    list = arena_take_unset(arena, CANDIDATES_MOST * sizeof list[0]);
    world = take_world(search, random, arena);
    if (!search->tries || !list || !world) return false;
    weigher = weigher_of(search, random, arena);
    count = weigh(&weigher, world, seat, list, CANDIDATES_MOST);
    search->count = min32(count, min32(SEARCH_WIDTH, max32(1, level->width)));
    put_best_first(list, count, search->count);
    memcpy(search->list, list, (size_t)search->count * sizeof list[0]);
    arena->used = mark;
    search->alive = search->count;
    search->rounds = level->width > 1 ? halvings(search->count) : 0;
    begin_round(search);
    return search->count > 0;
}

bool search_open_among(struct search *search, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
                       uint64_t seed, const struct decision *list, int32_t count, int32_t first, int32_t worlds, struct arena *arena)
{
    *search = (struct search){ .match = m, .view = view, .seat = seat, .level = level, .seed = seed, .count = count, .alive = count, .rounds = 1,
                               .worlds = first, .now = worlds };
    must(count <= SEARCH_WIDTH);
    for (int32_t i = 0; i < count; i++) search->list[i].d = list[i];
    search->tries = arena_take(arena, (size_t)(count * worlds) * sizeof search->tries[0]);
    return search->tries != NULL;
}

int64_t search_mean(const struct search *search, int32_t i)
{
    int64_t sum = 0, count = 0;

    for (int32_t world = 0; world < search->now; world++) {
        const struct try *try = &search->tries[world * search->alive + i];
        if (!try->steps) continue;
        sum += try->value;
        count++;
    }
    return count ? sum / count : 0;
}

int32_t search_tasks(const struct search *search)
{
    return search->rounds > 0 ? search->now * search->alive : 0;
}

/* One step of playing on: whoever is asked takes the best of what he glances at. False: he finds nothing. */
static bool play_on(const struct search *search, struct play *play, struct random *random, struct candidate *list, struct arena *arena)
{
    seat_id        seat = play_first_asked(play->state);
    struct weigher weigher = { search->match, seat == search->seat ? search->temper : NULL, random, arena, .notice = 100, .glance = search->level->glance };
    int32_t        count = weigh(&weigher, play->state, seat, list, CANDIDATES_MOST);

    if (count == 0) return false;
    play_take(play, seat, &list[most_promising(list, count)].d);
    play_advance(play);
    return true;
}

/* World and dice depend on the number of the world alone, so that all decisions are tried in the same. */
void search_run(const struct search *search, int32_t task, struct arena *arena)
{
    const struct ruleset *ruleset = ruleset_of(search->match);
    uint64_t              world_number = (uint64_t)(search->worlds + task / search->alive), words[2] = { search->seed, world_number };
    struct try           *try = &search->tries[task];
    size_t                mark = arena->used;
    struct random         random = random_from(hash_bytes(words, sizeof words));
    struct dice           dice = dice_seeded(random_next(&random));
    struct candidate     *list = arena_take_unset(arena, CANDIDATES_MOST * sizeof list[0]);
    struct state         *world = take_world(search, &random, arena);
    struct play           play = { search->match, world, &dice, NULL, 0 };
    int32_t               goal;

    if (list && world) {
        goal = ruleset->tide(search->match, world) + search->level->tides;
        play_take(&play, search->seat, &search->list[task % search->alive].d);
        play_advance(&play);
        try->steps = 1;
        while (play_asked(world) && ruleset->tide(search->match, world) < goal && try->steps < STEPS_MOST &&
               play_on(search, &play, &random, list, arena))
            try->steps++;
        try->value = mind_value(search->match, world, search->seat, search->temper, NULL);
    }
    arena->used = mark;
}

int64_t search_value(const struct search *search, int32_t i)
{
    const struct candidate *candidate = &search->list[i];
    int32_t                 trust = candidate->count ? search->level->trust : 1;

    return (candidate->sum + trust * (candidate->promise / 1000)) / (candidate->count + trust);
}

void search_close_round(struct search *search, bool stop)
{
    for (int32_t task = 0; task < search->now * search->alive; task++) {
        struct candidate *candidate = &search->list[task % search->alive];
        if (!search->tries[task].steps) continue;
        candidate->sum += search->tries[task].value;
        candidate->count++;
        search->steps += search->tries[task].steps;
    }
    for (int32_t i = 1; i < search->alive; i++)
        for (int32_t k = i; k > 0 && search_value(search, k) > search_value(search, k - 1); k--) swap(&search->list[k], &search->list[k - 1]);
    search->worlds += search->now;
    search->alive = (search->alive + 1) / 2;
    search->rounds = stop ? 0 : search->rounds - 1;
    begin_round(search);
}

/* Does the other side not notice that it was done? */
static bool is_secret(const struct search *search, const struct decision *d, struct random *random, struct arena *arena)
{
    const struct match   *m = search->match;
    const struct ruleset *ruleset = ruleset_of(m);
    struct state         *before = take_world(search, random, arena), *after = arena_take_unset(arena, ruleset->state_size);
    struct dice           dice = dice_seeded(search->seed);
    struct play           play = { m, after, &dice, NULL, 0 };

    if (!before || !after) return false;
    memcpy((void *)after, (const void *)before, ruleset->state_size);
    play_take(&play, search->seat, d);
    if (flow_of(after)->depth != flow_of(before)->depth) return false;
    ruleset->mask(m, before, (seat_id)!search->seat);
    ruleset->mask(m, after, (seat_id)!search->seat);
    flow_top(flow_of(before))->asked = flow_top(flow_of(after))->asked = 0;
    return !memcmp((const void *)before, (const void *)after, ruleset->state_size);
}

/* Of what is about as good as the best, the better is the likelier. */
static int32_t draw(const struct search *search, struct random *random)
{
    enum { ALIKE = MIND_WON / 40 };
    int64_t best = search_value(search, 0), sum = 0, drawn;

    for (int32_t i = 0; i < search->count; i++) sum += max64(0, ALIKE - (best - search_value(search, i)));
    drawn = (int64_t)random_below(random, (uint32_t)sum);
    for (int32_t i = 0; i < search->count; i++) {
        drawn -= max64(0, ALIKE - (best - search_value(search, i)));
        if (drawn < 0) return i;
    }
    return 0;
}

void search_answer(struct search *search, struct random *random, struct arena *arena, struct decision *d)
{
    size_t mark = arena->used;

    *d = search->list[0].d;
    if (search->list[0].count && is_secret(search, d, random, arena)) *d = search->list[draw(search, random)].d;
    arena->used = mark;
}
