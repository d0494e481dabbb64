/*
 * odds.c: see odds.h.
 *
 * Outcomes are worked out layer by layer: a layer holds distinct states with their weights; those where nobody is asked
 * are run one phase further into the next layer, the others are carried over. It ends when nothing is left to run.
 */
#include "odds.h"
#include "hash.h"
#include "must.h"
#include "state.h"

#include <string.h>

enum { LAYERS_MAX = 4096, OUTCOMES_FIRST = 128, OUTCOMES_MAX = 1 << 16, SAMPLE_SEED = 1, ASKS_BETWEEN = 64 };

/* One layer: outcomes, their states, and an index by hash (open addressing, entry = outcome + 1). */
struct layer {
    struct outcome *list;
    char           *states;
    uint32_t       *index;
    uint32_t        mask;
    int32_t         count, capacity;
    bool            full;
};

struct work {
    const struct match *m;
    uint32_t            state_size;
    seat_id             seat;
    seat_id             first;             /* who takes the decision that is enumerated: the seat, or who answers it */
    enum odds_policy    policy;
    uint8_t             depth;             /* of the frame where the decision was taken */
    struct state       *run;               /* where rule code works */
    struct state       *kept;              /* as it was before the step that is made there */
    struct offers       offers;
    int32_t             runs;
    bool                too_many;          /* draws for an enumeration */
};

static bool layer_make(struct layer *layer, struct arena *arena, int32_t capacity, uint32_t state_size)
{
    uint32_t slots = 16;

    while (slots < 2u * (uint32_t)capacity) slots *= 2;
    *layer = (struct layer){ .capacity = capacity, .mask = slots - 1 };
    layer->list = arena_take_unset(arena, (size_t)capacity * sizeof *layer->list);
    layer->states = arena_take_unset(arena, (size_t)capacity * state_size);
    layer->index = arena_take(arena, slots * sizeof *layer->index);
    return layer->list && layer->states && layer->index;
}

static void layer_clear(struct layer *layer)
{
    layer->count = 0;
    memset(layer->index, 0, (layer->mask + 1) * sizeof *layer->index);
}

/* Add a state of that hash, or its weight to the equal one that is there already. */
static void layer_add(struct layer *layer, const struct state *s, uint64_t hash, uint32_t state_size, struct weight weight, bool ends)
{
    uint32_t        slot = (uint32_t)hash & layer->mask;
    struct outcome *outcome;

    for (; layer->index[slot]; slot = (slot + 1) & layer->mask) {
        outcome = &layer->list[layer->index[slot] - 1];
        if (outcome->hash != hash || memcmp(layer->states + (size_t)outcome->state * state_size, s, state_size)) continue;
        outcome->weight = weight_plus(outcome->weight, weight);
        return;
    }
    if (layer->count == layer->capacity) {
        layer->full = true;
        return;
    }
    memcpy(layer->states + (size_t)layer->count * state_size, s, state_size);
    layer->list[layer->count] = (struct outcome){ weight, hash, (uint32_t)layer->count, ends };
    layer->index[slot] = (uint32_t)++layer->count;
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

static bool at_end(struct work *work, const struct state *s)
{
    seat_id         seat;
    struct decision d;

    if (!flow_of_const(s)->over && !play_asked(s))
        return work->policy != ODDS_STOP && ruleset_of(work->m)->phases[flow_top_const(flow_of_const(s))->phase]->aside;
    return !answer(work, s, &seat, &d);
}

/* Run one stretch of rule code from `from` for every path of the dice. */
static void spread(struct work *work, const struct state *from, struct weight weight, const struct decision *first,
                   struct layer *into)
{
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct play      play = { work->m, work->run, &dice, NULL, 0 };
    struct decision  d;
    seat_id          seat = work->first;
    bool             decide = first != NULL;

    if (first) d = *first;
    else if (play_asked(from)) decide = answer(work, from, &seat, &d);
    dice_first_path(&path);
    do {
        dice_rewind(&path);
        memcpy((void *)work->run, (const void *)from, work->state_size);
        if (decide) play_take(&play, seat, &d);
        else play_step(&play);
        work->runs++;
        if (path.too_many) {
            work->too_many = true;
            return;
        }
        if (!weight_is_zero(path.weight))
            layer_add(into, work->run, hash_bytes(work->run, work->state_size), work->state_size, weight_times(weight, path.weight), at_end(work, work->run));
    } while (dice_next_path(&path));
}

/* One layer further; false when every outcome had already ended. */
static bool advance(struct work *work, struct layer *from, struct layer *into)
{
    bool ran = false;

    layer_clear(into);
    for (int32_t i = 0; i < from->count; i++) {
        const struct state *s = (const struct state *)(const void *)(from->states + (size_t)i * work->state_size);
        if (from->list[i].ends) {
            layer_add(into, s, from->list[i].hash, work->state_size, from->list[i].weight, true);
        } else {
            ran = true;
            spread(work, s, from->list[i].weight, NULL, into);
        }
    }
    return ran;
}

/*
 * As far as nothing is thrown there is one outcome, which needs no layers: it is run on in place. *s and *d become the last state before dice,
 * and what is to be taken there; true when it comes to the end without any, which is then in work->run.
 */
static bool goes_straight(struct work *work, const struct state **s, const struct decision **d)
{
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct play      play = { work->m, work->run, &dice, NULL, 0 };
    struct decision  next;
    seat_id          seat = work->first;
    bool             decide = *d != NULL;

    if (*d) next = **d;
    else if (play_asked(*s)) decide = answer(work, *s, &seat, &next);
    memcpy((void *)work->run, (const void *)*s, work->state_size);
    for (int steps = 0;; steps++) {
        must(steps < LAYERS_MAX);
        memcpy((void *)work->kept, (const void *)work->run, work->state_size);
        dice_first_path(&path);
        if (decide) play_take(&play, seat, &next);
        else play_step(&play);
        if (path.used || path.too_many) break;
        work->runs++;
        *s = work->kept;
        *d = NULL;
        decide = flow_of_const(work->run)->over || play_asked(work->run);
        if (decide ? !answer(work, work->run, &seat, &next) : at_end(work, work->run)) return true;
    }
    return false;
}

/* Everything with room for `capacity` outcomes a layer. False when that was too few; *fits tells whether memory was the reason. */
static bool work_out(struct work *work, const struct state *s, const struct decision *d, int32_t capacity,
                     struct arena *arena, struct odds *odds, bool *fits)
{
    struct layer layer[2];
    int          now = 0;

    *fits = layer_make(&layer[0], arena, capacity, work->state_size) && layer_make(&layer[1], arena, capacity, work->state_size);
    if (!*fits) return false;
    spread(work, s, weight_of(1, 1), d, &layer[0]);
    for (int layers = 0; advance(work, &layer[now], &layer[!now]); layers++) {
        now = !now;
        if (layer[0].full || layer[1].full || work->too_many) return false;
        must(layers < LAYERS_MAX);
    }
    *odds = (struct odds){ work->m, layer[now].list, layer[now].count, layer[now].states, work->runs };
    return !layer[0].full && !layer[1].full && !work->too_many;
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
    *outcome = (struct outcome){ weight_of(1, 1), hash_bytes(work->run, work->state_size), 0, true };
    *odds = (struct odds){ work->m, outcome, 1, (char *)work->run, work->runs };
    return true;
}

/* Most odds are small, so the tables start small and are made anew, larger, when they do not suffice. */
static bool enumerate(struct work *work, const struct state *s, const struct decision *d, struct arena *arena, struct odds *odds,
                      struct fault *fault)
{
    size_t  mark;
    int32_t runs;
    bool    fits = true;

    if (goes_straight(work, &s, &d)) return certain(work, arena, odds, fault);
    mark = arena->used;
    runs = work->runs;
    for (int32_t capacity = OUTCOMES_FIRST; capacity <= OUTCOMES_MAX; capacity *= 8) {
        arena->used = mark;
        work->runs = runs;
        if (!work_out(work, s, d, capacity, arena, odds, &fits)) {
            if (!fits) return fault_say(fault, "odds", 0, too_little);
            if (work->too_many) return fault_say(fault, "odds", 0, "there are too many dice to count every outcome");
            continue;
        }
        return !any_lost(odds) || fault_say(fault, "odds", 0, "the fractions grew too large to be exact");
    }
    return fault_say(fault, "odds", 0, "there are more than %d distinct outcomes", OUTCOMES_MAX);
}

bool odds_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
             enum odds_policy policy, struct arena *arena, struct odds *odds, struct fault *fault)
{
    struct work            work;
    struct decision        decided = *d;
    const struct decision *left;
    struct state          *before;

    if (!work_make(&work, m, seat, policy, arena, &before, fault)) return false;
    left = go_to_dice(&work, before, &s, &decided);
    return enumerate(&work, s, left, arena, odds, fault);
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

const struct state *odds_state(const struct odds *odds, int32_t outcome)
{
    size_t size = ruleset_of(odds->match)->state_size;

    return (const struct state *)(const void *)(odds->states + odds->list[outcome].state * size);
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

int64_t odds_expected(const struct odds *odds, seat_id seat)
{
    const struct ruleset *ruleset = ruleset_of(odds->match);
    int64_t               sum = 0;

    for (int32_t i = 0; i < odds->count; i++) {
        int64_t share = (int64_t)weight_share(odds->list[i].weight, 1000000000);
        sum += share * ruleset->evaluate(odds->match, odds_state(odds, i), seat) / 1000000;
    }
    return sum;
}
