/*
 * odds.c: see odds.h.
 *
 * Rule code is run phase by phase, and each of its steps takes one unit of time. A state is run on in place as long as nothing is thrown; then
 * it waits until all others have come to that time, those that are equal by then are one, and its dice are thrown: each distinct outcome
 * of them is run on in turn. It ends when nothing waits any more.
 *
 * How many distinct states there may be at a time is limited. States on their way from dice to dice are counted one by one, as if no two of
 * them were equal, and once there are many a census of those that differ is taken now and then. Only where the one is too many and the other
 * is not, it is all done once more with a census at every time.
 */
#include "odds.h"
#include "hash.h"
#include "maths.h"
#include "must.h"
#include "state.h"

#include <string.h>

enum { TIMES_MAX = 4096, OUTCOMES_FIRST = 128, OUTCOMES_MAX = 1 << 16, SAMPLE_SEED = 1, ASKS_BETWEEN = 64, POOL_BLOCK = 32, NODES_FIRST = 64 };

/* What comes next in a state: a decision is taken, or play goes on by itself. */
struct act {
    bool            decide;
    seat_id         seat;
    struct decision d;
};

struct node {
    struct state *state;             /* NULL when it is gone */
    struct weight weight;
    uint64_t      hash;
    int32_t       time;              /* of an end: when it was first come to */
    struct act    act;               /* what throws there */
};

/* Nodes, and an index by hash (open addressing, entry = node + 1). */
struct nodes {
    struct node *list;
    uint32_t    *index;
    uint32_t     mask;
    int32_t      count, capacity;
};

/* The hashes of states that were on their way, with their times; 0 is a free place. */
struct census {
    uint64_t *list;
    uint32_t  mask, count;
};

/* How many states there are at a time. */
struct moment {
    int32_t under_way;               /* equal ones or not, without those that have ended */
    int32_t differing;               /* of them by the census */
    int32_t endings;                 /* come to an end then */
};

/* Room for a state that is free again. */
struct spare { struct spare *next; };

enum trouble { TROUBLE_NONE, TROUBLE_MEMORY, TROUBLE_STATES, TROUBLE_DICE };

struct work {
    const struct match *m;
    uint32_t            state_size;
    seat_id             seat;
    seat_id             first;             /* who takes the decision that is enumerated: the seat, or who answers it */
    enum odds_policy    policy;
    uint8_t             depth;             /* of the frame where the decision was taken */
    struct state       *run;               /* where rule code works */
    struct state       *kept;              /* as it was some steps before */
    struct offers       offers;
    int32_t             runs;
    struct odds_seen   *seen;              /* or NULL */
    /* Of an enumeration. */
    struct arena       *arena;
    const struct state *origin;            /* hashes are of what differs from it */
    struct spare       *spare;
    char               *fresh;             /* a block of states that is not yet used up */
    int32_t             fresh_count;
    int32_t             room;              /* for so many distinct states at a time */
    int32_t             now;               /* the time that all have come to */
    int32_t             latest;            /* the time that any has come to */
    struct moment      *moment;            /* by time, up to the latest */
    int32_t             ended_before;      /* up to now */
    struct nodes        thrown;            /* what dice have just made */
    struct nodes        waiting;           /* for their time to throw */
    int32_t             waiting_count;     /* those that are not gone */
    struct nodes        ended;
    struct census       census;
    int32_t             census_every;      /* so many units of time */
    bool                crowded;           /* there may have been too many at a time without a census */
    enum trouble        trouble;
};

static struct state *take_state(struct work *work)
{
    struct spare *spare = work->spare;
    size_t        size = (work->state_size + 15u) & ~(size_t)15;
    char         *fresh;

    if (spare) {
        work->spare = spare->next;
        return (struct state *)(void *)spare;
    }
    if (work->fresh_count == 0) {
        work->fresh = arena_take_unset(work->arena, POOL_BLOCK * size);
        if (!work->fresh) return NULL;
        work->fresh_count = POOL_BLOCK;
    }
    fresh = work->fresh;
    work->fresh += size;
    work->fresh_count--;
    return (struct state *)(void *)fresh;
}

static void give_back(struct work *work, struct state *state)
{
    struct spare *spare = (struct spare *)(void *)state;

    spare->next = work->spare;
    work->spare = spare;
}

enum { BLOCK = 64 };

/* Two words at a time: most of an enumeration is looking for the little that differs. */
static bool block_differs(const char *a, const char *b)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    pair             differs = { 0, 0 };

    for (size_t i = 0; i < BLOCK; i += sizeof differs) {
        pair one, other;
        memcpy(&one, a + i, sizeof one);
        memcpy(&other, b + i, sizeof other);
        differs |= one ^ other;
    }
    return (differs[0] | differs[1]) != 0;
}

/* Equal states have equal hashes. Most states differ from the origin in a few places only. */
static uint64_t hash_of(const struct work *work, const struct state *s)
{
    const char *from = (const char *)work->origin, *to = (const char *)s;
    uint64_t    hash = 0;
    uint32_t    at = 0;

    for (; at + BLOCK <= work->state_size; at += BLOCK)
        if (block_differs(from + at, to + at)) hash = hash_more(hash + at, to + at, BLOCK);
    return hash_more(hash, to + at, work->state_size - at);
}

static void nodes_index(struct nodes *nodes)
{
    memset(nodes->index, 0, (nodes->mask + 1) * sizeof *nodes->index);
    for (int32_t i = 0; i < nodes->count; i++) {
        uint32_t slot = (uint32_t)nodes->list[i].hash & nodes->mask;
        while (nodes->index[slot]) slot = (slot + 1) & nodes->mask;
        nodes->index[slot] = (uint32_t)i + 1;
    }
}

static void nodes_clear(struct nodes *nodes)
{
    nodes->count = 0;
    if (nodes->capacity) memset(nodes->index, 0, (nodes->mask + 1) * sizeof *nodes->index);
}

/* Drop those that are gone. */
static void nodes_sift(struct nodes *nodes)
{
    int32_t kept = 0;

    for (int32_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].state) nodes->list[kept++] = nodes->list[i];
    nodes->count = kept;
    nodes_index(nodes);
}

static bool nodes_grow(struct nodes *nodes, struct arena *arena)
{
    int32_t      capacity = nodes->capacity ? 2 * nodes->capacity : NODES_FIRST;
    struct node *list = arena_take_unset(arena, (size_t)capacity * sizeof *list);
    uint32_t    *index = arena_take_unset(arena, 2u * (size_t)capacity * sizeof *index);

    if (!list || !index) return false;
    if (nodes->count) memcpy(list, nodes->list, (size_t)nodes->count * sizeof *list);
    *nodes = (struct nodes){ list, index, 2u * (uint32_t)capacity - 1, nodes->count, capacity };
    nodes_index(nodes);
    return true;
}

enum { ANY_TIME = -1 };

static struct node *nodes_find(const struct nodes *nodes, const struct state *s, uint64_t hash, int32_t time, uint32_t state_size)
{
    for (uint32_t slot = (uint32_t)hash & nodes->mask; nodes->count && nodes->index[slot]; slot = (slot + 1) & nodes->mask) {
        struct node *node = &nodes->list[nodes->index[slot] - 1];
        if (node->hash == hash && node->state && (time == ANY_TIME || node->time == time) && !memcmp(node->state, s, state_size)) return node;
    }
    return NULL;
}

/*
 * More weight for the node with that state, of that time or of ANY_TIME. Where there is none the state becomes a node, and *s is another one
 * then: true.
 */
static bool nodes_add(struct work *work, struct nodes *nodes, struct state **s, int32_t time, struct weight weight, struct node **found)
{
    uint64_t      hash = hash_of(work, *s);
    struct node  *node = nodes_find(nodes, *s, hash, time, work->state_size);
    struct state *other;
    uint32_t      slot;

    *found = node;
    if (node) {
        node->weight = weight_plus(node->weight, weight);
        return false;
    }
    other = take_state(work);
    if (!other || (nodes->count == nodes->capacity && !nodes_grow(nodes, work->arena))) {
        work->trouble = TROUBLE_MEMORY;
        return false;
    }
    slot = (uint32_t)hash & nodes->mask;
    while (nodes->index[slot]) slot = (slot + 1) & nodes->mask;
    *found = &nodes->list[nodes->count];
    **found = (struct node){ .state = *s, .weight = weight, .hash = hash, .time = time };
    nodes->index[slot] = (uint32_t)++nodes->count;
    *s = other;
    return true;
}

static seat_id first_seat(uint8_t seats)
{
    seat_id seat = 0;

    while (!(seats & SEAT_BIT(seat))) seat++;
    return seat;
}

/* The decision of an offer as it stands, or a sample, always the same, where that is refused for what is open. */
static bool fill_in(struct work *work, const struct state *s, seat_id seat, const struct offer *offer, struct decision *d)
{
    struct random random = random_from(SAMPLE_SEED);

    *d = offer->decision;
    if (!offer->open || !play_refuse(work->m, s, seat, d, NULL)) return true;
    return ruleset_of(work->m)->sample(work->m, s, seat, offer, &random, d);
}

/* What is left to somebody: the first offer, or the next where no place is found for it. */
static bool settle(struct work *work, const struct state *s, seat_id seat, struct decision *d)
{
    play_offer(work->m, s, seat, &work->offers);
    for (int32_t i = 0; i < work->offers.count; i++)
        if (fill_in(work, s, seat, &work->offers.list[i], d)) return true;
    return false;
}

/* What the policy answers to a question; false when the question ends the enumeration. */
static bool answer(struct work *work, const struct state *s, seat_id *seat, struct decision *d)
{
    const struct flow *flow = flow_of_const(s);
    const struct decision_kind *kinds = ruleset_of(work->m)->kinds;
    bool               declines = work->policy == ODDS_DECLINE;

    if (flow->over || work->policy == ODDS_STOP) return false;
    *seat = first_seat(play_asked(s));
    if (ruleset_of(work->m)->phases[flow_top_const(flow)->phase]->settles) return settle(work, s, *seat, d);
    if (flow->depth <= work->depth || *seat == work->seat) return false;
    play_offer(work->m, s, *seat, &work->offers);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < work->offers.count; i++) {
            const struct offer *offer = &work->offers.list[i];
            if (offer->open || (pass == 0 && kinds[offer->decision.kind].declines != declines)) continue;
            *d = offer->decision;
            return true;
        }
    return false;
}

/* What comes next there; false when it is an end. */
static bool find_act(struct work *work, const struct state *s, struct act *act)
{
    const struct flow *flow = flow_of_const(s);

    act->decide = flow->over || play_asked(s);
    if (act->decide) return answer(work, s, &act->seat, &act->d);
    return work->policy == ODDS_STOP || !ruleset_of(work->m)->phases[flow_top_const(flow)->phase]->aside;
}

/* By a decision or (NULL) by what comes of itself, or of what its policy answers. */
static struct act first_act(struct work *work, const struct state *s, const struct decision *d)
{
    struct act act = { d != NULL, work->first, d ? *d : (struct decision){ 0 } };

    if (!d && play_asked(s)) act.decide = answer(work, s, &act.seat, &act.d);
    return act;
}

static void do_act(struct play *play, const struct act *act)
{
    if (act->decide) play_take(play, act->seat, &act->d);
    else play_step(play);
}

static bool census_grow(struct census *census, struct arena *arena)
{
    enum { FIRST = 1 << 14 };
    struct census larger = { .mask = census->list ? 2 * census->mask + 1 : FIRST - 1, .count = census->count };

    larger.list = arena_take(arena, (larger.mask + 1) * sizeof *larger.list);
    if (!larger.list) return false;
    for (uint32_t i = 0; census->list && i <= census->mask; i++) {
        uint32_t slot = (uint32_t)census->list[i] & larger.mask;
        if (!census->list[i]) continue;
        while (larger.list[slot]) slot = (slot + 1) & larger.mask;
        larger.list[slot] = census->list[i];
    }
    *census = larger;
    return true;
}

/* Is it the first such state at that time? */
static bool is_new(struct work *work, const struct state *s, int32_t time)
{
    struct census *census = &work->census;
    uint64_t       hash = hash_of(work, s);
    uint32_t       slot;

    hash = hash_more(hash, &time, sizeof time);
    hash += !hash;
    if ((!census->list || 2 * census->count > census->mask) && !census_grow(census, work->arena)) {
        work->trouble = TROUBLE_MEMORY;
        return false;
    }
    for (slot = (uint32_t)hash & census->mask; census->list[slot]; slot = (slot + 1) & census->mask)
        if (census->list[slot] == hash) return false;
    census->list[slot] = hash;
    census->count++;
    return true;
}

/* The counts of that time; nothing was counted later than the latest before. */
static struct moment *moment_at(struct work *work, int32_t time)
{
    while (work->latest < time) work->moment[++work->latest] = (struct moment){ 0 };
    return &work->moment[time];
}

/* A state is on its way at that time. A census that leaves some out still finds too many where it does. */
static void count_state(struct work *work, const struct state *s, int32_t time)
{
    enum { MANY = 4 };
    struct moment *moment;

    if (!work->moment) return;
    moment = moment_at(work, time);
    moment->under_way++;
    if (time % work->census_every || (work->census_every > 1 && work->waiting_count + work->ended.count < work->room / MANY)) return;
    moment->differing += is_new(work, s, time);
    if (moment->differing > work->room) work->trouble = TROUBLE_STATES;
}

/*
 * Run on in place as far as nothing is thrown, from *time on. True when that comes to an end, which is then in work->run. Else *act throws,
 * and the state before it is in work->kept.
 */
static bool goes_straight(struct work *work, struct act *act, int32_t *time)
{
    enum { KEPT = 8 };                     /* to keep every state costs more than to run a few steps again */
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct play      play = { work->m, work->run, &dice, NULL, 0 };
    struct act       done[KEPT];
    int              count = 0;

    for (;; ++*time) {
        must(*time < TIMES_MAX - 1);
        count_state(work, work->run, *time);
        if (count % KEPT == 0) {
            memcpy((void *)work->kept, (const void *)work->run, work->state_size);
            count = 0;
        }
        done[count++] = *act;
        dice_first_path(&path);
        do_act(&play, act);
        if (path.used || path.too_many) break;
        work->runs++;
        if (!find_act(work, work->run, act)) {
            ++*time;
            return true;
        }
    }
    play.state = work->kept;
    for (int i = 0; i < count - 1; i++) {
        dice_first_path(&path);
        do_act(&play, &done[i]);
    }
    return false;
}

/* The end in *s is come to at that time. */
static void add_end(struct work *work, struct state **s, int32_t time, struct weight weight)
{
    struct node *node;

    if (nodes_add(work, &work->ended, s, ANY_TIME, weight, &node)) {
        node->time = time;
        moment_at(work, time)->endings++;
    } else if (node && time < node->time) {
        work->moment[node->time].endings--;
        moment_at(work, time)->endings++;
        node->time = time;
    }
}

/* From what dice have made to the next dice, or to an end. */
static void run_on(struct work *work, struct node *from)
{
    struct act   act;
    struct node *node;
    int32_t      time = work->now;

    give_back(work, work->run);
    work->run = from->state;
    if (!find_act(work, work->run, &act) || goes_straight(work, &act, &time)) {
        add_end(work, &work->run, time, from->weight);
    } else if (nodes_add(work, &work->waiting, &work->kept, time, from->weight, &node)) {
        node->act = act;
        work->waiting_count++;
    }
}

/* Every path of the dice of one step. */
static void throw_dice(struct work *work, const struct node *from)
{
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct node     *node;

    dice_first_path(&path);
    do {
        struct play play = { work->m, work->run, &dice, NULL, 0 };
        dice_rewind(&path);
        memcpy((void *)work->run, (const void *)from->state, work->state_size);
        do_act(&play, &from->act);
        work->runs++;
        if (path.too_many) work->trouble = TROUBLE_DICE;
        else if (!weight_is_zero(path.weight))
            nodes_add(work, &work->thrown, &work->run, work->now, weight_times(from->weight, path.weight), &node);
    } while (!work->trouble && dice_next_path(&path));
}

/* Time goes on; at none of it may there have been too many. */
static void pass_time(struct work *work, int32_t until)
{
    for (; work->now < until; work->now++) {
        const struct moment *moment = moment_at(work, work->now);
        work->ended_before += moment->endings;
        if (moment->differing + work->ended_before > work->room) work->trouble = TROUBLE_STATES;
        if (moment->under_way + work->ended_before > work->room) work->crowded = true;
    }
}

/* The next who wait throw, and what comes of it is run on. */
static void go_on(struct work *work)
{
    struct nodes *waiting = &work->waiting;
    int32_t       time = INT32_MAX;

    if (2 * work->waiting_count < waiting->count) nodes_sift(waiting);
    for (int32_t i = 0; i < waiting->count; i++)
        if (waiting->list[i].state && waiting->list[i].time < time) time = waiting->list[i].time;
    pass_time(work, time + 1);
    nodes_clear(&work->thrown);
    for (int32_t i = 0; i < waiting->count && !work->trouble; i++) {
        struct node *node = &waiting->list[i];
        if (!node->state || node->time != time) continue;
        throw_dice(work, node);
        give_back(work, node->state);
        node->state = NULL;
        work->waiting_count--;
    }
    for (int32_t i = 0; i < work->thrown.count && !work->trouble; i++) {
        run_on(work, &work->thrown.list[i]);
        /* Whoever waits, and whatever has ended, is or was a state of its own at this time. */
        if (work->waiting_count + work->ended.count > work->room) work->trouble = TROUBLE_STATES;
    }
}

static bool any_lost(const struct odds *odds)
{
    for (int32_t i = 0; i < odds->count; i++)
        if (odds->list[i].weight.lost) return true;
    return false;
}

/* Play a decision on work->run without dice until its seat is asked again. False when it is not, or dice are wanted before that. */
static bool comes_back(struct work *work, const struct decision *first)
{
    struct dice     none = dice_listed(NULL, 0);
    struct play     play = { work->m, work->run, &none, NULL, 0 };
    struct decision d = *first;
    seat_id         seat = work->seat;

    work->depth = flow_of_const(work->run)->depth;
    for (int asks = 0; asks < ASKS_BETWEEN; asks++) {
        play_take(&play, seat, &d);
        play_advance(&play);
        if (none.short_of || none.wrong || flow_of_const(work->run)->over) return false;
        if (!answer(work, work->run, &seat, &d)) return (play_asked(work->run) & SEAT_BIT(work->seat)) != 0;
    }
    return false;
}

/* What is thrown with much else, alone: *s becomes the state in which it is about to be. */
static bool set_apart(struct work *work, struct state *before, const struct state **s, const struct decision *d)
{
    const struct ruleset *ruleset = ruleset_of(work->m);

    if (!ruleset->alone || work->policy == ODDS_STOP) return false;
    memcpy((void *)work->run, (const void *)*s, work->state_size);
    if (!ruleset->alone(work->m, work->run, work->seat, d)) return false;
    must(!flow_of_const(work->run)->over && !play_asked(work->run));
    memcpy((void *)before, (const void *)work->run, work->state_size);
    *s = before;
    return true;
}

/*
 * From an announcement to the decision with its dice: *s and *d become the last that can be come to without any. What is left to be taken
 * there: d, or NULL where the dice come next.
 */
static const struct decision *go_to_dice(struct work *work, struct state *before, const struct state **s, struct decision *d)
{
    const struct ruleset *ruleset = ruleset_of(work->m);
    struct decision       list[FORETOLD_MOST];
    int32_t               count = 0;

    if (ruleset->foretell && work->policy != ODDS_STOP) count = ruleset->foretell(work->m, *s, work->seat, d, list, FORETOLD_MOST);
    for (int32_t i = 0; i < count; i++) {
        memcpy((void *)work->run, (const void *)*s, work->state_size);
        if (!comes_back(work, d)) break;
        if (play_refuse(work->m, work->run, work->seat, &list[i], NULL)) continue;
        memcpy((void *)before, (const void *)work->run, work->state_size);
        *s = before;
        *d = list[i];
    }
    work->depth = flow_of_const(*s)->depth;
    return set_apart(work, before, s, d) ? NULL : d;
}

static const char too_little[] = "there is not enough memory to work out the odds";

/* The work for the odds of a decision; *before is room for one state. */
static bool work_make(struct work *work, const struct match *m, seat_id seat, enum odds_policy policy, struct arena *arena,
                      struct state **before, struct fault *fault)
{
    *work = (struct work){ .m = m, .state_size = ruleset_of(m)->state_size, .seat = seat, .first = seat, .policy = policy };
    work->run = arena_take_unset(arena, work->state_size);
    work->kept = arena_take_unset(arena, work->state_size);
    *before = arena_take_unset(arena, work->state_size);
    work->offers = (struct offers){ arena_take_unset(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    return (work->run && work->kept && *before && work->offers.list) || fault_say(fault, "odds", 0, too_little);
}

/* The one outcome that work->run is. */
static bool certain(struct work *work, struct arena *arena, struct odds *odds, struct fault *fault)
{
    struct outcome *outcome = arena_take_unset(arena, sizeof *outcome);

    if (!outcome) return fault_say(fault, "odds", 0, too_little);
    *outcome = (struct outcome){ weight_of(1, 1), work->run, true };
    *odds = (struct odds){ work->m, outcome, 1, work->runs };
    return true;
}

static bool list_outcomes(struct work *work, struct odds *odds)
{
    const struct nodes *ended = &work->ended;
    struct outcome     *list = arena_take_unset(work->arena, (size_t)ended->count * sizeof *list);

    if (!list) return false;
    for (int32_t i = 0; i < ended->count; i++) {
        const struct node *node = &ended->list[i];
        list[i] = (struct outcome){ node->weight, node->state, true };
    }
    *odds = (struct odds){ work->m, list, ended->count, work->runs };
    return true;
}

/* How many distinct states at a time are too many: by a few sizes, so that it is no matter of a few bytes of memory. */
static int32_t room_in(const struct arena *arena, uint32_t state_size)
{
    size_t  each = 2u * (state_size + sizeof(struct outcome) + 2 * sizeof(uint32_t)), left = arena->capacity - arena->used;
    int32_t room = OUTCOMES_FIRST;

    while (room < OUTCOMES_MAX && (size_t)room * 8 * each <= left) room *= 8;
    return room;
}

/* From the state in `before` by an act that throws. */
static void work_out(struct work *work, const struct state *before, const struct act *act, int32_t census_every)
{
    struct state *root;
    struct node  *node;

    work->spare = NULL;
    work->fresh_count = 0;
    work->now = work->ended_before = work->waiting_count = 0;
    work->latest = -1;
    work->thrown = work->waiting = work->ended = (struct nodes){ 0 };
    work->census = (struct census){ 0 };
    work->census_every = census_every;
    work->crowded = false;
    work->trouble = TROUBLE_MEMORY;
    work->moment = arena_take_unset(work->arena, TIMES_MAX * sizeof *work->moment);
    work->run = take_state(work);
    work->kept = take_state(work);
    root = take_state(work);
    if (!work->moment || !root) return;
    work->trouble = TROUBLE_NONE;
    memcpy((void *)root, (const void *)before, work->state_size);
    if (!nodes_add(work, &work->waiting, &root, 0, weight_of(1, 1), &node)) return;
    node->act = *act;
    work->waiting_count++;
    while (work->waiting_count && !work->trouble) go_on(work);
    if (!work->trouble) pass_time(work, work->latest + 1);
}

/* Has another decision come to that before its dice? From now on one has. */
static bool was_seen(struct odds_seen *seen, const struct state *before, uint32_t state_size, const struct act *act)
{
    uint64_t hash = hash_bytes(before, state_size);

    hash = hash_more(hash, &act->seat, sizeof act->seat);
    if (act->decide) hash = hash_more(hash, &act->d, sizeof act->d);
    for (int32_t i = 0; i < seen->count; i++)
        if (seen->hash[i] == hash) return true;
    if (seen->count < ODDS_SEEN) seen->hash[seen->count++] = hash;
    return false;
}

static bool enumerate(struct work *work, const struct state *s, const struct decision *d, struct arena *arena, struct odds *odds,
                      struct fault *fault)
{
    enum { CENSUS_EVERY = 8 };
    struct act    act = first_act(work, s, d);
    struct state *before = work->kept;
    size_t        mark = arena->used;
    int32_t       time = 0, runs;

    memcpy((void *)work->run, (const void *)s, work->state_size);
    if (goes_straight(work, &act, &time)) return certain(work, arena, odds, fault);
    if (work->seen && was_seen(work->seen, before, work->state_size, &act)) {
        *odds = (struct odds){ .match = work->m };
        return true;
    }
    runs = work->runs;
    work->arena = arena;
    work->room = room_in(arena, work->state_size);
    work->origin = before;
    work_out(work, before, &act, CENSUS_EVERY);
    if (!work->trouble && work->crowded) {
        arena->used = mark;
        work->runs = runs;
        work_out(work, before, &act, 1);
    }
    if (work->trouble == TROUBLE_DICE) return fault_say(fault, "odds", 0, "there are too many dice to count every outcome");
    if (work->trouble == TROUBLE_STATES && work->room == OUTCOMES_MAX)
        return fault_say(fault, "odds", 0, "there are more than %d distinct outcomes", OUTCOMES_MAX);
    if (work->trouble || !list_outcomes(work, odds)) return fault_say(fault, "odds", 0, too_little);
    return !any_lost(odds) || fault_say(fault, "odds", 0, "the fractions grew too large to be exact");
}

bool odds_of_new(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                 struct odds_seen *seen, struct arena *arena, struct odds *odds, struct fault *fault)
{
    struct work            work;
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;

    if (!work_make(&work, m, seat, policy, arena, &before, fault)) return false;
    work.seen = seen;
    left = go_to_dice(&work, before, &s, &decided);
    return enumerate(&work, s, left, arena, odds, fault);
}

bool odds_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
             enum odds_policy policy, struct arena *arena, struct odds *odds, struct fault *fault)
{
    return odds_of_new(m, s, seat, d, policy, NULL, arena, odds, fault);
}

/* Play a decision (NULL: what comes of itself) on work->run without dice until another seat is left a question; NO_SEAT when it comes to none. */
static seat_id goes_to_question(struct work *work, const struct state *s, const struct decision *first)
{
    const struct phase *const *phases = ruleset_of(work->m)->phases;
    const struct flow         *flow = flow_of_const(work->run);
    struct dice                none = dice_listed(NULL, 0);
    struct play                play = { work->m, work->run, &none, NULL, 0 };
    struct decision            d;
    seat_id                    seat = work->seat;

    if (first) d = *first;
    memcpy((void *)work->run, (const void *)s, work->state_size);
    for (int asks = 0; asks < ASKS_BETWEEN; asks++) {
        if (asks || first) play_take(&play, seat, &d);
        play_advance(&play);
        if (none.short_of || none.wrong || flow->over || !play_asked(work->run)) return NO_SEAT;
        seat = first_seat(play_asked(work->run));
        if (seat != work->seat && phases[flow_top_const(flow)->phase]->settles) return seat;
        if (!answer(work, work->run, &seat, &d)) return NO_SEAT;
    }
    return NO_SEAT;
}

bool odds_question(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                   struct arena *arena, struct odds_question *question, struct fault *fault)
{
    struct work            work;
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;

    *question = (struct odds_question){ .seat = NO_SEAT };
    if (!work_make(&work, m, seat, policy, arena, &before, fault)) return false;
    left = go_to_dice(&work, before, &s, &decided);
    if (policy == ODDS_STOP || (question->seat = goes_to_question(&work, s, left)) == NO_SEAT) return true;
    play_offer(m, work.run, question->seat, &work.offers);
    for (int32_t i = 0; i < work.offers.count && question->count < ODDS_ANSWERS; i++)
        if (!work.offers.list[i].open) question->answer[question->count++] = work.offers.list[i].decision;
    return true;
}

bool odds_given(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                const struct decision *answered, struct arena *arena, struct odds *odds, struct fault *fault)
{
    struct work            work;
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;

    if (!work_make(&work, m, seat, policy, arena, &before, fault)) return false;
    left = go_to_dice(&work, before, &s, &decided);
    work.first = policy == ODDS_STOP ? NO_SEAT : goes_to_question(&work, s, left);
    if (work.first == NO_SEAT || play_refuse(m, work.run, work.first, answered, NULL))
        return fault_say(fault, "odds", 0, "nobody is asked what that would answer");
    memcpy((void *)before, (const void *)work.run, work.state_size);
    return enumerate(&work, before, answered, arena, odds, fault);
}

struct cited {
    rule_id *list;
    int32_t  count, capacity;
};

static void add_rule(struct cited *cited, rule_id rule)
{
    for (int32_t i = 0; i < cited->count; i++)
        if (cited->list[i] == rule) return;
    if (rule && cited->count < cited->capacity) cited->list[cited->count++] = rule;
}

/*
 * One throw of everything from `s` on, by a decision or (NULL) by what comes of itself, as far as odds would go; `shallow`: and no further than
 * the matter itself does, for when its frame is left, the turn goes on.
 */
static void throw_once(struct work *work, const struct state *s, const struct decision *d, bool shallow, struct dice *dice, struct events *events)
{
    struct play play = { work->m, work->run, dice, events, 0 };
    struct act  act = first_act(work, s, d);
    int32_t     time = 0;
    uint8_t     depth = flow_of_const(s)->depth;

    memcpy((void *)work->run, (const void *)s, work->state_size);
    do do_act(&play, &act);
    while (++time < TIMES_MAX && (!shallow || flow_of_const(work->run)->depth >= depth) && find_act(work, work->run, &act));
}

int32_t odds_rules(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy,
                   struct arena *arena, rule_id *list, int32_t capacity)
{
    enum { THROWS = 4, HEARD = 512 };
    const struct ruleset  *ruleset = ruleset_of(m);
    size_t                 mark = arena->used;
    struct cited           cited = { list, 0, capacity };
    struct fault           fault = { 0 };
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;
    struct work            work;
    struct event          *heard = arena_take_unset(arena, HEARD * sizeof *heard);

    add_rule(&cited, rule_cited(ruleset, ruleset->phases[flow_top_const(flow_of_const(s))->phase]->rule));
    if (heard && work_make(&work, m, seat, policy, arena, &before, &fault)) {
        left = go_to_dice(&work, before, &s, &decided);
        for (uint64_t seed = 1; seed <= THROWS; seed++) {
            struct dice   dice = dice_seeded(seed);
            struct events events = { heard, 0, HEARD, false };
            throw_once(&work, s, left, true, &dice, &events);
            for (int32_t i = 0; i < events.count; i++)
                if (heard[i].seen & SEAT_BIT(seat)) add_rule(&cited, heard[i].rule);
        }
    }
    arena->used = mark;
    return cited.count;
}

const struct state *odds_state(const struct odds *odds, int32_t outcome)
{
    return odds->list[outcome].state;
}

int odds_policy_named(const char *name)
{
    static const char *const names[] = { "stop", "decline", "react" };

    for (int i = 0; i < 3; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

struct weight odds_chance(const struct odds *odds, int unit, const struct field *field, int32_t value)
{
    const struct ruleset *ruleset = ruleset_of(odds->match);
    struct weight         sum = weight_of(0, 1);

    for (int32_t i = 0; i < odds->count; i++) {
        const char *base = (const char *)odds_state(odds, i);
        if (unit != NOBODY) base += ruleset->unit_offset + (size_t)unit * ruleset->unit_size;
        if (field_get(field, base) == value) sum = weight_plus(sum, odds->list[i].weight);
    }
    return weight_reduced(sum);
}

struct weight odds_of_winner(const struct odds *odds, seat_id winner)
{
    struct weight sum = weight_of(0, 1);

    for (int32_t i = 0; i < odds->count; i++) {
        const struct flow *flow = flow_of_const(odds_state(odds, i));
        if (flow->over && flow->winner == winner) sum = weight_plus(sum, odds->list[i].weight);
    }
    return weight_reduced(sum);
}

int64_t odds_expected(const struct odds *odds, seat_id seat, const struct temper *temper, const void *notes)
{
    int64_t sum = 0;

    for (int32_t i = 0; i < odds->count; i++) {
        int64_t share = (int64_t)weight_share(odds->list[i].weight, 1000000000);
        sum += share * mind_value(odds->match, odds_state(odds, i), seat, temper, notes) / 1000000;
    }
    return sum;
}

/* A decision that is thrown for again and again. */
struct thrower {
    struct work         *work;
    const struct state  *from;             /* where each throw begins: what comes before it is the same for all of them */
    struct act           act;              /* what is done there first */
    int32_t              steps;            /* from the decision to there */
    const struct temper *temper;
    const void          *notes;
};

/* One throw to its end, in work->run. How many of its first steps throw nothing; INT32_MAX: none does. */
static int32_t throw_on(const struct thrower *thrower, uint64_t seed)
{
    struct work  *work = thrower->work;
    struct dice   dice = dice_seeded(seed);
    struct random unused = dice.random;
    struct play   play = { work->m, work->run, &dice, NULL, 0 };
    struct act    act = thrower->act;
    int32_t       steps = thrower->steps, calm = INT32_MAX;

    memcpy((void *)work->run, (const void *)thrower->from, work->state_size);
    do {
        do_act(&play, &act);
        if (calm == INT32_MAX && memcmp(&unused, &dice.random, sizeof unused)) calm = steps;
    } while (++steps < TIMES_MAX && find_act(work, work->run, &act));
    return calm;
}

/* The steps before the first dice are taken once for all throws that are left, in the room of `start`. */
static void begin_at_dice(struct thrower *thrower, struct state *start, int32_t calm)
{
    struct dice none = dice_listed(NULL, 0);
    struct play play = { thrower->work->m, start, &none, NULL, 0 };

    memcpy((void *)start, (const void *)thrower->from, thrower->work->state_size);
    for (; thrower->steps < calm; thrower->steps++) {
        do_act(&play, &thrower->act);
        must(find_act(thrower->work, start, &thrower->act) && !none.short_of);
    }
    thrower->from = start;
}

/* The throws of a decision and what they came to: what comes out as it did before is not appraised again. */
enum { CAME_MOST = 8 };
struct came { struct state *state[CAME_MOST]; int32_t value[CAME_MOST], count; };

/* The value of what work->run has come to. A new one is kept, and another state is run in then, where there is room for it. */
static int32_t value_of_throw(const struct thrower *thrower, struct came *came, struct arena *arena)
{
    struct work  *work = thrower->work;
    struct state *other;
    int32_t       value;

    for (int32_t i = 0; i < came->count; i++)
        if (!memcmp((const void *)came->state[i], (const void *)work->run, work->state_size)) return came->value[i];
    value = mind_value(work->m, work->run, work->seat, thrower->temper, thrower->notes);
    other = came->count < CAME_MOST ? arena_take_unset(arena, work->state_size) : NULL;
    if (!other) return value;
    came->state[came->count] = work->run;
    came->value[came->count++] = value;
    work->run = other;
    return value;
}

bool odds_by_throws(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, enum odds_policy policy, uint64_t seed,
                    int32_t throws, const struct temper *temper, const void *notes, struct arena *arena, int64_t *expected)
{
    size_t                 mark = arena->used;
    struct fault           fault = { 0 };
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;
    struct work            work;
    struct random          seeds = random_from(seed);
    struct came            came;
    int64_t                sum = 0;
    int32_t                thrown = 0;
    bool                   made = work_make(&work, m, seat, policy, arena, &before, &fault), sure = false;

    if (made) {
        struct thrower thrower = { .work = &work, .temper = temper, .notes = notes };
        left = go_to_dice(&work, before, &s, &decided);
        thrower.from = s;
        thrower.act = first_act(&work, s, left);
        came.count = 0;
        while (!sure && thrown < throws) {
            int32_t calm = throw_on(&thrower, random_next(&seeds));
            sum += (int64_t)value_of_throw(&thrower, &came, arena) * 1000;
            thrown++;
            sure = calm == INT32_MAX;
            if (thrown == 1 && calm > 0 && !sure) begin_at_dice(&thrower, work.kept, calm);
        }
        *expected = sum / max32(1, thrown);
    }
    arena->used = mark;
    return made;
}
