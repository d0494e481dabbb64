/* weighing.c: see weighing.h. */
#include "weighing.h"
#include "maths.h"
#include "odds.h"

#include <string.h>

bool take_offers(struct arena *arena, struct offers *offers)
{
    *offers = (struct offers){ arena_take_unset(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    return offers->list != NULL;
}

/* The others are struck off, unless nothing would be left. */
static void keep(const struct match *m, struct offers *offers, bool (*wanted)(const struct decision_kind *kind))
{
    int32_t kept = 0;

    for (int32_t i = 0; i < offers->count; i++) {
        struct offer offer = offers->list[i];
        if (!wanted(&ruleset_of(m)->kinds[offer.decision.kind])) continue;
        offers->list[i] = offers->list[kept];
        offers->list[kept++] = offer;
    }
    if (kept > 0) offers->count = kept;
}

static bool plays_on(const struct decision_kind *kind) { return !kind->yields; }
static bool tells_anew(const struct decision_kind *kind) { return !kind->recalls; }

void strike_off_yielding(const struct match *m, struct offers *offers)
{
    keep(m, offers, plays_on);
}

/*
 * Where a plan is made piece by piece, the offers of the piece whose turn it is, or those of no piece, come first: how many they are. All
 * of them count where there are none of those.
 */
static int32_t put_first(const struct weigher *weigher, const struct state *world, seat_id seat, struct offers *offers)
{
    const struct ruleset *ruleset = ruleset_of(weigher->match);
    int32_t               first = 0;
    int16_t               piece;

    if (!ruleset->turn_of) return offers->count;
    piece = weigher->asked ? weigher->piece : ruleset->turn_of(weigher->match, world, seat, weigher->temper);
    if (piece == ANYBODY) return offers->count;
    for (int32_t i = 0; i < offers->count; i++) {
        struct offer offer = offers->list[i];
        bool         has_unit = ruleset->kinds[offer.decision.kind].uses & USES_UNIT;
        if (has_unit ? offer.decision.unit != piece : piece != NOBODY) continue;
        offers->list[i] = offers->list[first];
        offers->list[first++] = offer;
    }
    return first ? first : offers->count;
}

/* To let things be always comes to mind: what is about no piece, and what lets a chance pass. Those come first: how many they are. */
static int32_t put_plain_first(const struct weigher *weigher, struct offers *offers, int32_t first)
{
    const struct decision_kind *kinds = ruleset_of(weigher->match)->kinds;
    int32_t                     plain = 0;

    for (int32_t i = 0; i < first; i++) {
        struct offer                offer = offers->list[i];
        const struct decision_kind *kind = &kinds[offer.decision.kind];
        if (offer.open || (kind->uses & USES_UNIT && !kind->declines)) continue;
        offers->list[i] = offers->list[plain];
        offers->list[plain++] = offer;
    }
    return plain;
}

/* What does not come to mind: some of the first offers, drawn by lot, are left behind the others; how many are looked at. */
static int32_t overlook(const struct weigher *weigher, struct offers *offers, int32_t first)
{
    int32_t plain, seen;

    if (!weigher->notice || weigher->notice >= first) return first;
    plain = put_plain_first(weigher, offers, first);
    seen = min32(first, plain + weigher->notice);
    for (int32_t i = plain; i < seen; i++) {
        int32_t      drawn = i + (int32_t)random_below(weigher->random, (uint32_t)(first - i));
        struct offer offer = offers->list[i];
        offers->list[i] = offers->list[drawn];
        offers->list[drawn] = offer;
    }
    return seen;
}

static bool is_among(const struct decision *list, int32_t count, const struct decision *d)
{
    for (int32_t i = 0; i < count; i++)
        if (!memcmp(&list[i], d, sizeof *d)) return true;
    return false;
}

/* The decisions to weigh for an offer with open members; legal ones alone, and each once. */
static int32_t fill_in(const struct weigher *weigher, const struct state *world, seat_id seat, const struct offer *offer, struct decision *list)
{
    enum { PLACES = 12, PLACES_IN_HASTE = 4 };
    const struct ruleset *ruleset = ruleset_of(weigher->match);
    int32_t               count = weigher->throws ? PLACES_IN_HASTE : PLACES, kept = 0;
    struct decision       tried = offer->decision;

    if (ruleset->propose) count = ruleset->propose(weigher->match, world, seat, offer, list, PROPOSED_MOST);
    else if (ruleset->samples) count = ruleset->samples(weigher->match, world, seat, offer, weigher->random, list, count);
    for (int32_t i = 0; i < count; i++) {
        if (ruleset->propose || ruleset->samples) tried = list[i];
        else if (!ruleset->sample(weigher->match, world, seat, offer, weigher->random, &tried)) continue;
        if (is_among(list, kept, &tried)) continue;
        if ((ruleset->samples && !ruleset->propose) || !play_refuse(weigher->match, world, seat, &tried, NULL)) list[kept++] = tried;
    }
    return kept;
}

/* Below anything that odds can promise, in thousandths. */
#define LEAST (-2 * (int64_t)MIND_WON * 1000)

/* One position that is being looked at. */
struct look {
    const struct weigher *weigher;
    const struct state   *world;
    seat_id               seat;
    struct odds_seen      seen;
    void                 *notes;         /* of the world, or NULL */
    uint64_t              seed;          /* of throws */
};

/* What a plan promises after the decision, where the game says so: no dice. False: it is to be weighed by its odds. */
static bool promise_of_plan(const struct look *look, const struct decision *d, int64_t *promise)
{
    const struct match   *m = look->weigher->match;
    const struct ruleset *ruleset = ruleset_of(m);
    struct arena         *arena = look->weigher->arena;
    size_t                mark = arena->used;
    struct dice           none = dice_listed(NULL, 0);
    struct state         *after;
    struct play           play;

    if (!ruleset->promise || !ruleset->phases[flow_top_const(flow_of_const(look->world))->phase]->gathered) return false;
    after = arena_take_unset(arena, ruleset->state_size);
    if (!after) return false;
    memcpy((void *)after, (const void *)look->world, ruleset->state_size);
    play = (struct play){ m, after, &none, NULL, 0 };
    play_take(&play, look->seat, d);
    *promise = ruleset->kinds[d->kind].uses & USES_UNIT ? ruleset->promise(m, after, look->seat, d->unit, look->weigher->temper) : 0;
    arena->used = mark;
    return true;
}

static enum odds_policy policy_of(const struct weigher *weigher)
{
    return ruleset_of(weigher->match)->reactions_expected ? ODDS_REACT : ODDS_DECLINE;
}

/*
 * By exact odds; reactions are declined, or made where the game has it so. False: it comes to the same as another before it. What cannot be
 * worked out promises least of all.
 */
static bool promise_by_odds(struct look *look, const struct decision *d, int64_t *promise)
{
    const struct weigher *weigher = look->weigher;
    struct odds           odds;
    struct fault          fault = { 0 };
    size_t                mark = weigher->arena->used;
    bool                  known = odds_of_new(weigher->match, look->world, look->seat, d, policy_of(weigher), &look->seen, weigher->arena, &odds, &fault);
    bool                  is_new = !known || odds.count > 0;

    *promise = known && is_new ? odds_expected(&odds, look->seat, weigher->temper, look->notes) : LEAST;
    weigher->arena->used = mark;
    return is_new;
}

/* By a few throws, the same for all decisions of the position. */
static void promise_by_throws(const struct look *look, const struct decision *d, int64_t *promise)
{
    const struct weigher *weigher = look->weigher;

    if (!odds_by_throws(weigher->match, look->world, look->seat, d, policy_of(weigher), look->seed, weigher->throws, weigher->temper, look->notes,
                        weigher->arena, promise))
        *promise = LEAST;
}

/* False: it comes to the same as another before it. */
static bool promise_of(struct look *look, const struct decision *d, int64_t *promise)
{
    if (!look->weigher->throws) return promise_by_odds(look, d, promise);
    promise_by_throws(look, d, promise);
    return true;
}

static int32_t weigh_offer(struct look *look, const struct offer *offer, struct candidate *list, int32_t capacity)
{
    struct decision tried[PROPOSED_MOST] = { offer->decision };
    int32_t         count = offer->open ? fill_in(look->weigher, look->world, look->seat, offer, tried) : 1, kept = 0;

    for (int32_t i = 0; i < count && kept < capacity; i++) {
        struct candidate *candidate = &list[kept];
        *candidate = (struct candidate){ .d = tried[i] };
        if (promise_of_plan(look, &tried[i], &candidate->promise)) kept++;
        else if (promise_of(look, &tried[i], &candidate->promise)) {
            candidate->by_odds = candidate->promise != LEAST;
            kept++;
        }
    }
    return kept;
}

/*
 * Nobody sees quite what a thing is worth. Each seems less than it is by some part of what the best is above the mean, so that what is about as
 * good as the best is taken for it, and what is far worse is not.
 */
static void misjudge(const struct weigher *weigher, struct candidate *list, int32_t count)
{
    int64_t best = LEAST, sum = 0, known = 0, spread;

    for (int32_t i = 0; i < count; i++) {
        if (list[i].promise == LEAST) continue;
        best = max64(best, list[i].promise);
        sum += list[i].promise;
        known++;
    }
    if (!known) return;
    spread = (best - sum / known) * weigher->error / 100;
    for (int32_t i = 0; i < count; i++) list[i].promise -= spread * random_below(weigher->random, 1000) / 1000;
}

int32_t weigh(const struct weigher *weigher, const struct state *world, seat_id seat, struct candidate *list, int32_t capacity)
{
    const struct match   *m = weigher->match;
    const struct ruleset *ruleset = ruleset_of(m);
    size_t                mark = weigher->arena->used;
    struct look           look = { .weigher = weigher, .world = world, .seat = seat };
    struct offers         offers;
    int32_t               first, count = 0;

    if (!take_offers(weigher->arena, &offers)) return 0;
    if (weigher->throws) look.seed = random_next(weigher->random);
    play_offer(m, world, seat, &offers);
    keep(m, &offers, plays_on);
    keep(m, &offers, tells_anew);
    first = overlook(weigher, &offers, put_first(weigher, world, seat, &offers));
    if (ruleset->take_notes) look.notes = weigher->notes ? weigher->notes : arena_take_unset(weigher->arena, ruleset->notes_size);
    if (look.notes) ruleset->take_notes(m, world, look.notes);
    for (int32_t i = 0; i < offers.count && (i < first || count == 0); i++)
        count += weigh_offer(&look, &offers.list[i], list + count, capacity - count);
    if (weigher->error) misjudge(weigher, list, count);
    weigher->arena->used = mark;
    return count;
}

int32_t most_promising(const struct candidate *list, int32_t count)
{
    int32_t best = 0;

    for (int32_t i = 1; i < count; i++)
        if (list[i].promise > list[best].promise) best = i;
    return best;
}
