/* search.c: see search.h. */
#include "search.h"
#include "hash.h"
#include "maths.h"
#include "must.h"

#include <string.h>

/* A game must not hang on a position that comes no further. */
enum { STEPS_MOST = 400 };

/* Squares are summed in thousandths of a sure victory. */
enum { UNIT = MIND_WON / 1000 };

/* So many tides are played to feel what they cost; no effort is so small that it ends before them. */
enum { FELT = 2 };

static struct weigher weigher_of(const struct search *search, struct random *random, struct arena *arena)
{
    const struct mind_level *level = search->level;

    return (struct weigher){ search->match, search->temper, random, arena, .notice = level->notice, .error = level->error, .throws = level->width > 1 ? 0 : level->throws };
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

/* Of those that are measured against the first choice half are left after each round, at last one. */
static int32_t rounds_of(int32_t count)
{
    return count > 1 ? halvings(count - 1) + 1 : 0;
}

/* No round has more tries: there is room for one world for each, or for all. */
static int32_t tries_most(const struct mind_level *level)
{
    return (level->worlds + 1) * SEARCH_WIDTH;
}

/* Each round has the same share of the work: fewer are tried in more worlds. */
static void begin_round(struct search *search)
{
    enum { FEELERS = 2 };
    int64_t all = (int64_t)search->level->worlds * search->count / max32(1, rounds_of(search->count));

    if (search->rounds > 0 && search->level->effort) all = max64(0, search->effort) / search->rounds / max64(1, search->cost);
    if (search->feeling) all = FEELERS * search->alive;
    search->now = search->rounds > 0 ? (int32_t)max64(1, min64(all, tries_most(search->level)) / search->alive) : 0;
    if (search->tries) memset(search->tries, 0, (size_t)(search->now * search->alive) * sizeof search->tries[0]);
}

/* A decision takes the longer to weigh the more pieces there are: beyond a few fewer of them make the same effort. */
static int64_t effort_of(const struct match *m, const struct mind_level *level)
{
    enum { FEW = 16 };

    return level->effort * INT64_C(1000) * FEW / max32(FEW, match_head(m)->pieces);
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
    search->tries = arena_take(arena, (size_t)tries_most(level) * sizeof search->tries[0]);
    world = take_world(search, random, arena);
    if (ruleset_of(m)->take_notes) search->notes = arena_take_unset(arena, ruleset_of(m)->notes_size);
    mark = arena->used;
    list = arena_take_unset(arena, CANDIDATES_MOST * sizeof list[0]);
    if (!search->tries || !list || !world) return false;
    search->world = world;
    weigher = weigher_of(search, random, arena);
    weigher.notes = search->notes;
    count = weigh(&weigher, world, seat, list, CANDIDATES_MOST);
    search->count = min32(count, min32(SEARCH_WIDTH, max32(1, level->width)));
    put_best_first(list, count, search->count);
    memcpy(search->list, list, (size_t)search->count * sizeof list[0]);
    arena->used = mark;
    search->list[0].is_first = true;
    search->first_value = search->first_promise = search->list[0].promise / 1000;
    search->alive = search->count;
    search->rounds = level->width > 1 ? rounds_of(search->count) : 0;
    search->effort = effort_of(m, level);
    search->feeling = level->effort > 0;
    search->tides = search->feeling ? max32(1, min32(FELT, level->tides)) : level->tides;
    begin_round(search);
    return search->count > 0;
}

bool search_open_among(struct search *search, const struct match *m, const struct state *view, seat_id seat, const struct mind_level *level,
                       uint64_t seed, const struct decision *list, int32_t count, int32_t first, int32_t worlds, struct arena *arena)
{
    *search = (struct search){ .match = m, .view = view, .seat = seat, .level = level, .seed = seed, .count = count, .alive = count, .rounds = 1,
                               .worlds = first, .now = worlds, .tides = level->tides };
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
        sum += try->value - try->luck;
        count++;
    }
    return count ? max64(-MIND_WON, min64(MIND_WON, sum / count)) : 0;         /* less luck it may seem more than sure */
}

int32_t search_tasks(const struct search *search)
{
    return search->rounds > 0 ? search->now * search->alive : 0;
}

/* In one course the same may be done again by the same piece: how often, of which sort (by hash). */
enum { SORTS = 256 };

/* One world in which play goes on. */
struct course {
    const struct search *search;
    struct play          play;
    struct random       *random;
    struct arena        *arena;
    struct state        *known;          /* for what the seat that is asked knows of the world */
    struct candidate    *list;
    void                *notes;          /* of what is known, where the game takes any */
    uint64_t             seed;           /* of the world's chance */
    int64_t              luck;           /* that dice have brought the search's seat so far */
    int32_t              weighed;        /* decisions */
    uint8_t              done[SORTS];
};

static const struct temper *temper_of(const struct search *search, seat_id seat)
{
    return seat == search->seat ? search->temper : NULL;
}

/*
 * Chance depends on what is done, by whom and when, not on all that was thrown before it. So two decisions that are tried in one world
 * have the same dice for whatever is done after both of them, and differ by what they change alone.
 */
static uint64_t chance_for(struct course *course, seat_id seat, uint64_t kind, uint64_t unit, uint64_t target)
{
    const struct match *m = course->search->match;
    uint64_t            words[] = { course->seed, (uint64_t)ruleset_of(m)->tide(m, course->play.state), (uint64_t)seat, kind, unit, target };
    uint64_t            hash = hash_bytes(words, sizeof words);
    uint8_t            *done = &course->done[hash % SORTS];

    (*done)++;
    return hash_more(hash, done, sizeof *done);
}

static uint64_t chance_of_decision(struct course *course, seat_id seat, const struct decision *d)
{
    return chance_for(course, seat, 1 + (uint64_t)d->kind, (uint64_t)d->unit, (uint64_t)d->target);
}

static uint64_t chance_of_thought(struct course *course, seat_id seat)
{
    return chance_for(course, seat, 0, flow_top_const(flow_of_const(course->play.state))->phase, 0);
}

/* Is somebody asked how he reacts to what was done in a frame of that depth? What a decision promises reckons with no answer, or with any. */
static bool is_reacting(const struct state *world, seat_id seat, int depth)
{
    return play_asked(world) && flow_of_const(world)->depth > depth && play_first_asked(world) != seat;
}

/*
 * Take a decision. What came of it beyond what was to be expected is luck, which says nothing about the decisions before: counted and taken away
 * at the end, it leaves far less to chance. `known` is where the promise was weighed, `notes` are of that; what both are worth before lets it
 * stand for the world.
 */
static void take(struct course *course, seat_id seat, const struct candidate *candidate, const struct state *known, const void *notes)
{
    const struct search *search = course->search;
    struct state        *world = course->play.state;
    const struct temper *temper = temper_of(search, seat);
    int                  depth = flow_of_const(world)->depth;
    int64_t              luck = 0;

    if (candidate->by_odds) {
        luck = -candidate->promise / 1000;
        if (memcmp((const void *)known, (const void *)world, ruleset_of(search->match)->state_size))
            luck += mind_value(search->match, known, seat, temper, notes) - mind_value(search->match, world, seat, temper, notes);
    }
    *course->play.dice = dice_seeded(chance_of_decision(course, seat, &candidate->d));
    play_take(&course->play, seat, &candidate->d);
    play_advance(&course->play);
    if (!candidate->by_odds || is_reacting(world, seat, depth)) return;
    luck += mind_value(search->match, world, seat, temper, notes);
    course->luck += seat == search->seat ? luck : -luck;
}

/*
 * One step of playing on: whoever is asked takes the best of what he glances at, knowing no more than his seat does in that world. False: he
 * finds nothing.
 */
static bool play_on(struct course *course)
{
    const struct match   *m = course->search->match;
    const struct ruleset *ruleset = ruleset_of(m);
    seat_id               seat = play_first_asked(course->play.state);
    struct weigher        weigher = { m, temper_of(course->search, seat), course->random, course->arena, .notes = course->notes,
                                      .notice = course->search->level->glance, .throws = course->search->level->throws };
    int32_t               count;

    *course->random = random_from(chance_of_thought(course, seat));
    memcpy((void *)course->known, (const void *)course->play.state, ruleset->state_size);
    ruleset->mask(m, course->known, seat);
    ruleset->guess(m, course->known, seat, course->random);
    count = weigh(&weigher, course->known, seat, course->list, CANDIDATES_MOST);
    course->weighed += count;
    if (count == 0) return false;
    take(course, seat, &course->list[most_promising(course->list, count)], course->known, course->notes);
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
    uint64_t              seed = random_next(&random);
    struct dice           dice = dice_seeded(seed);
    struct state         *world = take_world(search, &random, arena);
    struct course         course = { search, { search->match, world, &dice, NULL, 0 }, &random, arena, arena_take_unset(arena, ruleset->state_size),
                                     arena_take_unset(arena, CANDIDATES_MOST * sizeof(struct candidate)), .seed = seed };
    int32_t               goal;

    if (ruleset->take_notes) course.notes = arena_take_unset(arena, ruleset->notes_size);
    if (course.list && world && course.known) {
        goal = ruleset->tide(search->match, world) + search->tides;
        take(&course, search->seat, &search->list[task % search->alive], search->world, search->notes);
        try->steps = 1;
        while (play_asked(world) && ruleset->tide(search->match, world) < goal && try->steps < STEPS_MOST && play_on(&course)) try->steps++;
        try->value = mind_value(search->match, world, search->seat, search->temper, NULL);
        try->luck = course.luck;
        try->weighed = course.weighed;
    }
    arena->used = mark;
}

/* The standard error of what a decision gains on the first choice; a few tries alone say little of how much they differ. */
static int64_t error_of_gain(const struct search *search, const struct candidate *candidate)
{
    enum { SUPPOSED = 4, SUPPOSED_SQUARE = 40000 };
    int64_t share = search->share;
    int64_t squares = candidate->squares - (2 * share * candidate->products - share * share / 1000 * candidate->luck_squares) / 1000;
    int64_t square = (max64(0, squares) + SUPPOSED * SUPPOSED_SQUARE) / (candidate->count + SUPPOSED);

    return (int64_t)root64((uint64_t)square * UNIT * UNIT / (uint64_t)max32(1, candidate->count));
}

/* What it gains on the first choice on the average of the tries, less the luck of them. */
static int64_t mean_gain(const struct search *search, const struct candidate *candidate)
{
    return (candidate->gain - search->share * candidate->luck / 1000) / candidate->count;
}

static bool is_surely_worse(const struct search *search, const struct candidate *candidate)
{
    enum { SURELY = 2 };

    return candidate->count && mean_gain(search, candidate) + SURELY * error_of_gain(search, candidate) < 0;
}

/* What it gains on the first choice, less what may be chance, as far as the level doubts it. */
static int64_t gain_of(const struct search *search, int32_t i)
{
    const struct candidate *candidate = &search->list[i];

    if (candidate->is_first) return 0;
    if (!candidate->count) return candidate->promise / 1000 - search->first_promise;
    return mean_gain(search, candidate) - search->level->doubt * error_of_gain(search, candidate) / 100;
}

int64_t search_value(const struct search *search, int32_t i)
{
    return search->first_value + gain_of(search, i);
}

/*
 * The dice of a try show in what it comes to, but only in part where the way is long or promises mislead: by the share of their luck with which
 * the tries so far differ least from each other.
 */
static void find_share_of_luck(struct search *search)
{
    int64_t products = 0, squares = 0;

    for (int32_t i = 0; i < search->count; i++) {
        products += search->list[i].products;
        squares += search->list[i].luck_squares;
    }
    search->share = max64(0, min64(1000, products * 1000 / (squares + 1)));
}

static void count_tries(struct search *search)
{
    for (int32_t world = 0; world < search->now; world++) {
        const struct try *tries = &search->tries[world * search->alive];
        for (int32_t i = 0; i < search->alive; i++) {
            struct candidate *candidate = &search->list[i];
            int64_t           gain = (tries[i].value - tries[0].value) / UNIT, luck = (tries[i].luck - tries[0].luck) / UNIT;
            if (!tries[i].steps || !tries[0].steps) continue;
            candidate->sum += tries[i].value - tries[i].luck;
            candidate->gain += tries[i].value - tries[0].value;
            candidate->luck += tries[i].luck - tries[0].luck;
            candidate->squares += gain * gain;
            candidate->products += gain * luck;
            candidate->luck_squares += luck * luck;
            candidate->count++;
        }
    }
    find_share_of_luck(search);
}

static void sort(struct search *search, int32_t from)
{
    for (int32_t i = from + 1; i < search->alive; i++)
        for (int32_t k = i; k > from && gain_of(search, k) > gain_of(search, k - 1); k--) swap(&search->list[k], &search->list[k - 1]);
}

/* What the tries of the round cost is taken from the effort, and tells what the next will. */
static void pay(struct search *search)
{
    int64_t weighed = 0, made = 0;

    for (int32_t i = 0; i < search->now * search->alive; i++) {
        weighed += search->tries[i].weighed;
        search->steps += search->tries[i].steps;
        made += search->tries[i].steps > 0;
    }
    search->effort -= weighed;
    search->cost = max64(1, weighed / max64(1, made));
}

/* How far the effort leads if each is tried in as many worlds as the level wants, by what the first tides have cost. */
static void choose_horizon(struct search *search)
{
    int64_t tide = max64(1, search->cost / search->tides), tries = (int64_t)search->level->worlds * search->count;

    search->tides = (int32_t)max64(search->tides, min64(search->level->tides, max64(0, search->effort) / max64(1, tries * tide)));
    search->cost = tide * search->tides;
    search->feeling = false;
}

/* The first choice stays to be measured against until the end. Who is surely no better than it goes at once. */
void search_close_round(struct search *search, bool stop)
{
    pay(search);
    if (search->feeling && !stop) {
        choose_horizon(search);
        begin_round(search);
        return;
    }
    count_tries(search);
    sort(search, 1);
    search->worlds += search->now;
    search->alive = 1 + search->alive / 2;
    while (search->alive > 1 && is_surely_worse(search, &search->list[search->alive - 1])) search->alive--;
    search->rounds = stop || search->alive < 2 ? 0 : search->rounds - 1;
    if (search->rounds == 0) {
        search->first_value = search->list[0].count ? search->list[0].sum / search->list[0].count : search->first_promise;
        search->alive = search->count;
        sort(search, 0);
    }
    begin_round(search);
}

/* Does the other side not learn what was done: is it part of a plan that both make at once, or is nothing of it to be seen? */
static bool is_secret(const struct search *search, const struct decision *d, struct random *random, struct arena *arena)
{
    const struct match   *m = search->match;
    const struct ruleset *ruleset = ruleset_of(m);
    struct state         *before = take_world(search, random, arena), *after = arena_take_unset(arena, ruleset->state_size);
    struct dice           dice = dice_seeded(search->seed);
    struct play           play = { m, after, &dice, NULL, 0 };

    if (!before || !after) return false;
    if (ruleset->phases[flow_top_const(flow_of_const(before))->phase]->gathered) return true;
    memcpy((void *)after, (const void *)before, ruleset->state_size);
    play_take(&play, search->seat, d);
    if (flow_of(after)->depth != flow_of(before)->depth) return false;
    ruleset->mask(m, before, (seat_id)!search->seat);
    ruleset->mask(m, after, (seat_id)!search->seat);
    flow_top(flow_of(before))->asked = flow_top(flow_of(after))->asked = 0;
    return !memcmp((const void *)before, (const void *)after, ruleset->state_size);
}

/*
 * By how much a decision falls short of the best: by what it promised, or by what it came to when it was tried, whichever is more. Where
 * promises are no values, by what the search takes for sure.
 */
static int64_t shortfall(const struct search *search, int32_t i)
{
    const struct candidate *best = &search->list[0], *other = &search->list[i];

    if (i == 0) return 0;
    if (!best->by_odds || !other->by_odds || !other->count) return search_value(search, 0) - search_value(search, i);
    return max64(0, max64((best->promise - other->promise) / 1000, mean_gain(search, best) - mean_gain(search, other)));
}

/*
 * What is about as good as the best: within a small part of a sure victory, and of what there is to choose between. Where nothing is near, early
 * in a large battle, all is within the first, and yet a card that comes to nothing is a bad one.
 */
static int64_t alike(const struct search *search)
{
    enum { ALIKE = MIND_WON / 80, PARTS = 4 };
    int64_t worst = 0;

    for (int32_t i = 1; i < search->count; i++) worst = max64(worst, shortfall(search, i));
    return min64(ALIKE, worst / PARTS) + 1;
}

/* How much speaks for a decision beside the best: the nearer it comes, the more; nothing where it was dropped before the best was found. */
static int64_t lots_of(const struct search *search, int32_t i, int64_t near)
{
    return search->list[i].count < search->list[0].count ? 0 : max64(0, near - shortfall(search, i));
}

/* Of what is about as good as the best, the better is the likelier. */
static int32_t draw(const struct search *search, struct random *random)
{
    int64_t near = alike(search), sum = 0, drawn;

    for (int32_t i = 0; i < search->count; i++) sum += lots_of(search, i, near);
    drawn = (int64_t)random_below(random, (uint32_t)sum);
    for (int32_t i = 0; i < search->count; i++) {
        drawn -= lots_of(search, i, near);
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
