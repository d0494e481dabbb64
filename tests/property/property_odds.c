/*
 * property_odds.c: exact odds against two things that know nothing of them.
 *
 * The weights sum to exactly 1. A slow recursion throws every face of every die of a decision, one after another,
     through listed
 * dice: what it finds within its depth is never more than the odds say, and exactly what they say when the depth was
 * enough. And on some decisions a million seeded throws fall as the odds say (chi-square, fixed seeds, a threshold
 * so far out that it is never met by chance).
 */
#include "property.h"
#include "hash.h"
#include "maths.h"
#include "odds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS_MAX = 60000, FOUND_MAX = 1 << 16, THROWS = 1000000, CELLS_EXPECT = 25, ODDS_MEMORY = 16 << 20 };

/* Of a large game fewer decisions are tried, but no fewer than one in 3 * RAREST, so that there are some in every game. */
enum { RAREST = 32 };

static char odds_memory[ODDS_MEMORY];

/* One state that the recursion ended in, with its share of WHOLE. */
struct found {
    uint64_t hash;
    uint128  share;
};

struct brute {
    struct trial          *trial;
    const struct state    *from;
    seat_id                seat;
    const struct decision *d;                   /* NULL: the dice come next, by themselves */
    uint8_t                depth;               /* of the frame where the decision is taken */
    enum odds_policy       policy;
    uint8_t                face[GAME_FACES];
    uint32_t               deepest;             /* dice that are thrown one by one */
    uint32_t               runs;
    struct found          *list;
    int32_t                count;
    uint128                beyond;              /* what lies deeper */
};

/* 2^40 * 3^20 * 5^12: a dozen dice of any kind divide it. */
static uint128 whole(void)
{
    uint128 share = (uint128)1 << 40;

    for (int i = 0; i < 20; i++) share *= 3;
    for (int i = 0; i < 12; i++) share *= 5;
    return share;
}

/* What is left to somebody, from its description in odds.h. */
static bool settled(struct trial *trial, const struct state *s, seat_id seat, struct decision *d)
{
    play_offer(trial->match, s, seat, &trial->offers);
    for (int32_t i = 0; i < trial->offers.count; i++) {
        const struct offer *offer = &trial->offers.list[i];
        struct random       random = random_from(1);
        *d = offer->decision;
        if (!offer->open || !play_refuse(trial->match, s, seat, d, NULL)) return true;
        if (trial->ruleset->sample(trial->match, s, seat, offer, &random, d)) return true;
    }
    return false;
}

/* A matter of its own has begun, which the odds leave out. */
static bool is_aside(struct trial *trial, const struct state *s)
{
    return trial->ruleset->phases[flow_top_const(flow_of_const(s))->phase]->aside;
}

/* What a policy answers, from its description in odds.h. False when the question ends the matter. */
static bool reaction(struct brute *brute, const struct state *s, seat_id *seat, struct decision *d)
{
    struct trial      *trial = brute->trial;
    const struct flow *flow = flow_of_const(s);
    int32_t            taken = -1;

    if (brute->policy == ODDS_STOP || flow->over || !play_asked(s)) return false;
    for (*seat = 0; !(play_asked(s) & SEAT_BIT(*seat));) ++*seat;
    if (trial->ruleset->phases[flow_top_const(flow)->phase]->settles) return settled(trial, s, *seat, d);
    if (flow->depth <= brute->depth || *seat == brute->seat) return false;
    play_offer(trial->match, s, *seat, &trial->offers);
    for (int32_t i = trial->offers.count - 1; i >= 0; i--) {
        const struct offer *offer = &trial->offers.list[i];
        bool                declines = trial->ruleset->kinds[offer->decision.kind].declines;
        bool                liked = declines == (brute->policy == ODDS_DECLINE);
        bool                held = taken >= 0 && trial->ruleset->kinds[trial->offers.list[taken].decision.kind].declines ==
                                                     (brute->policy == ODDS_DECLINE);
        if (!offer->open && (liked || !held)) taken = i;
    }
    if (taken < 0) return false;
    *d = trial->offers.list[taken].decision;
    return true;
}

/* The decision, and the reactions of the policy, with these dice. */
static void run(struct brute *brute, struct dice *dice, struct state *end)
{
    struct trial   *trial = brute->trial;
    struct play     play = { trial->match, end, dice, NULL, 0 };
    struct decision d;
    seat_id         seat = brute->seat;
    bool            takes = brute->d != NULL;

    if (takes) d = *brute->d;
    copy_state(trial, end, brute->from);
    do {
        if (takes) play_take(&play, seat, &d);
        takes = true;
        while (!flow_of_const(end)->over && !play_asked(end) && (brute->policy == ODDS_STOP || !is_aside(trial, end))) play_step(&play);
    } while (!dice->short_of && !dice->wrong && reaction(brute, end, &seat, &d));
    brute->runs++;
}

/* An announcement is followed to the decision with its dice: the matter then begins there. */
static void follow(struct brute *brute, struct state *at, struct decision *d)
{
    static union any_state end;
    struct decision        list[FORETOLD_MOST];
    struct trial          *trial = brute->trial;
    int32_t                count = 0;

    if (trial->ruleset->foretell && brute->policy != ODDS_STOP)
        count = trial->ruleset->foretell(trial->match, brute->from, brute->seat, brute->d, list, FORETOLD_MOST);
    check(trial, count >= 0 && count <= FORETOLD_MOST, "%d decisions are foretold", count);
    for (int32_t i = 0; i < count; i++) {
        struct dice none = dice_listed(NULL, 0);
        run(brute, &none, as_state(&end));
        if (none.short_of || !(play_asked(as_state(&end)) & SEAT_BIT(brute->seat))) return;
        if (play_refuse(trial->match, as_state(&end), brute->seat, &list[i], NULL)) continue;
        copy_state(trial, at, as_state(&end));
        *d = list[i];
        brute->from = at;
        brute->d = d;
        brute->depth = flow_of_const(at)->depth;
    }
}

/* What falls together with much else is thrown alone, in a frame of its own, and what is asked there is as it was. */
static void set_apart(struct brute *brute, struct state *at)
{
    static union any_state before;
    struct trial          *trial = brute->trial;
    bool                   apart;

    if (!trial->ruleset->alone || brute->policy == ODDS_STOP) return;
    copy_state(trial, &before, brute->from);
    copy_state(trial, at, &before);
    apart = trial->ruleset->alone(trial->match, at, brute->seat, brute->d);
    trial->steps++;
    if (!apart) {
        check(trial, same_state(trial, at, &before), "what is not thrown with others has changed the state in phase %s", phase_of(trial, at));
        return;
    }
    check(trial, !flow_of_const(at)->over && !play_asked(at) && flow_of_const(at)->depth > brute->depth,
          "what is thrown alone is no frame of its own in phase %s", phase_of(trial, at));
    brute->from = at;
    brute->d = NULL;
}

static void found(struct brute *brute, const struct state *s, uint128 share)
{
    uint64_t hash = hash_bytes(s, state_size(brute->trial));

    for (int32_t i = 0; i < brute->count; i++)
        if (brute->list[i].hash == hash) {
            brute->list[i].share += share;
            return;
        }
    check(brute->trial, brute->count < FOUND_MAX, "there are too many outcomes");
    brute->list[brute->count++] = (struct found){ hash, share };
}

static void throw_all(struct brute *brute, uint32_t thrown, uint128 share)
{
    static union any_state end;
    struct dice            dice = dice_listed(brute->face, thrown);
    int                    sides;

    run(brute, &dice, as_state(&end));
    if (!dice.short_of) {
        found(brute, as_state(&end), share);
        return;
    }
    sides = dice.missing.sides;
    if (thrown == brute->deepest || brute->runs > RUNS_MAX || share % (unsigned)sides) {
        brute->beyond += share;
        return;
    }
    for (int i = 0; i < sides; i++) {
        brute->face[thrown] = (uint8_t)(dice_low(sides) + i);
        throw_all(brute, thrown + 1, share / (unsigned)sides);
    }
}

static void write_digits(struct out *out, uint128 n)
{
    if (n >= 10) write_digits(out, n / 10);
    out_char(out, (char)('0' + (int)(n % 10)));
}

/* share / WHOLE as weight_write() would write it. */
static void write_share(struct out *out, uint128 share)
{
    uint128 under = whole();

    for (int p = 2; p <= 5; p++)
        while (share && share % (unsigned)p == 0 && under % (unsigned)p == 0) {
            share /= (unsigned)p;
            under /= (unsigned)p;
        }
    if (!share) under = 1;
    write_digits(out, share);
    if (under == 1) return;
    out_char(out, '/');
    write_digits(out, under);
}

/* The hash of each outcome's state. */
static const uint64_t *hashes_of(struct trial *trial, const struct odds *odds)
{
    uint64_t *hashes = trial_take(trial, (size_t)odds->count * sizeof *hashes);

    for (int32_t i = 0; i < odds->count; i++) hashes[i] = hash_bytes(odds_state(odds, i), state_size(trial));
    return hashes;
}

static const struct outcome *outcome_of(const struct odds *odds, const uint64_t *hashes, uint64_t hash)
{
    for (int32_t i = 0; i < odds->count; i++)
        if (hashes[i] == hash) return &odds->list[i];
    return NULL;
}

/* Millionths of a millionth, rounded down. */
static uint64_t part_of(uint128 share)
{
    return (uint64_t)(share / (whole() / 1000000000000u));
}

static void compare(struct trial *trial, const struct brute *brute, const struct odds *odds)
{
    char            exact[200], thrown[200];
    const uint64_t *hashes = hashes_of(trial, odds);

    for (int32_t i = 0; i < brute->count; i++) {
        const struct outcome *outcome = outcome_of(odds, hashes, brute->list[i].hash);
        struct out            ours = out_over(exact, sizeof exact), theirs = out_over(thrown, sizeof thrown);
        check(trial, outcome, "the odds miss an outcome that can be thrown in phase %s", phase_of(trial, brute->from));
        weight_write(outcome->weight, &ours);
        write_share(&theirs, brute->list[i].share);
        check(trial, part_of(brute->list[i].share) <= weight_share(outcome->weight, 1000000000000u),
              "the odds say %s and the dice at least %s", exact, thrown);
        if (!brute->beyond) check(trial, !strcmp(exact, thrown), "the odds say %s and the dice %s", exact, thrown);
        trial->steps++;
    }
    if (!brute->beyond) check(trial, brute->count == odds->count, "the odds have %d outcomes, the dice %d", odds->count,
                              brute->count);
}

static void check_sum(struct trial *trial, const struct odds *odds)
{
    struct weight sum = weight_of(0, 1);

    for (int32_t i = 0; i < odds->count; i++) {
        const struct state *s = odds_state(odds, i);
        check(trial, odds->list[i].ends && (flow_of_const(s)->over || play_asked(s) || is_aside(trial, s)),
              "an outcome is in the middle of something");
        check(trial, !weight_is_zero(odds->list[i].weight), "an outcome is impossible");
        sum = weight_plus(sum, odds->list[i].weight);
    }
    check(trial, weight_equal(sum, weight_of(1, 1)), "the weights do not sum to 1");
    trial->steps++;
}

/* What notes of the state before say is what is found without them. */
static void check_notes(struct trial *trial, const struct state *s, seat_id seat, const struct odds *odds, struct arena *arena)
{
    const struct ruleset *ruleset = ruleset_of(trial->match);
    void                 *notes = ruleset->take_notes ? arena_take(arena, ruleset->notes_size) : NULL;

    if (!notes) return;
    ruleset->take_notes(trial->match, s, notes);
    for (int32_t i = 0; i < odds->count; i++) {
        int32_t noted = mind_value(trial->match, odds_state(odds, i), seat, NULL, notes);
        int32_t found = mind_value(trial->match, odds_state(odds, i), seat, NULL, NULL);
        check(trial, noted == found, "an outcome in phase %s is worth %d by notes, and %d without", phase_of(trial, s), noted, found);
    }
}

/* Decisions with more outcomes than can be counted are allowed, a game of nothing else is not. */
static int worked_out, asked_for;

static void check_decision(struct trial *trial, const struct state *s, seat_id seat, const struct decision *d,
                           enum odds_policy policy)
{
    static struct found    list[FOUND_MAX];
    static union any_state announced, apart;
    struct decision        last;
    struct brute        brute = { .trial = trial, .from = s, .seat = seat, .d = d, .depth = flow_of_const(s)->depth, .policy = policy,
                                  .list = list, .deepest = 6 };
    struct arena        arena = arena_over(odds_memory, ODDS_MEMORY);
    struct odds         odds;
    struct fault        fault = { 0 };

    asked_for++;
    if (!odds_of(trial->match, s, seat, d, policy, &arena, &odds, &fault)) {
        check(trial, fault.set && fault.text[0], "no odds in phase %s, and no word why", phase_of(trial, s));
        return;
    }
    worked_out++;
    check_sum(trial, &odds);
    check_notes(trial, s, seat, &odds, &arena);
    if (odds.count == 1 && random_below(&trial->random, 4)) return;
    brute.deepest = trial->weight > 1 ? 4 : 6;
    follow(&brute, as_state(&announced), &last);
    set_apart(&brute, as_state(&apart));
    throw_all(&brute, 0, whole());
    compare(trial, &brute, &odds);
}

/* Seeded throws of one decision against its odds: the statistic is far below the threshold, or the odds are wrong. */
static bool throw_many(struct trial *trial, const struct state *s, seat_id seat, const struct decision *d)
{
    static union any_state end;
    struct arena           arena = arena_over(odds_memory, ODDS_MEMORY);
    struct dice            dice = dice_seeded(trial->seed);
    struct play            play = { trial->match, as_state(&end), &dice, NULL, 0 };
    struct fault           fault = { 0 };
    struct odds            odds;
    uint32_t              *seen;
    const uint64_t        *hashes;
    double                 square = 0, rare = THROWS;
    int                    cells = 0, rest = THROWS;

    if (!odds_of(trial->match, s, seat, d, ODDS_STOP, &arena, &odds, &fault) || odds.count < 3) return false;
    seen = trial_take(trial, (size_t)odds.count * sizeof *seen);
    hashes = hashes_of(trial, &odds);
    for (int i = 0; i < THROWS; i++) {
        const struct outcome *outcome;
        copy_state(trial, &end, s);
        play_take(&play, seat, d);
        play_advance(&play);
        outcome = outcome_of(&odds, hashes, hash_bytes(&end, state_size(trial)));
        check(trial, outcome, "a throw has an outcome that the odds do not know");
        seen[outcome - odds.list]++;
    }
    for (int32_t i = 0; i < odds.count; i++) {
        double expected = (double)weight_share(odds.list[i].weight,
                                               (uint64_t)1 << 52) / (double)((uint64_t)1 << 52) * THROWS;
        if (expected < CELLS_EXPECT) continue;
        square += (seen[i] - expected) * (seen[i] - expected) / expected;
        rare -= expected;
        rest -= (int)seen[i];
        cells++;
    }
    if (rare >= CELLS_EXPECT) square += (rest - rare) * (rest - rare) / rare;
    check(trial, square < cells + 10 * sqrt(2.0 * cells) + 50, "%d throws against %d outcomes: chi-square %.1f", THROWS,
          cells, square);
    trial->steps++;
    return true;
}

static int millions_left;

static void visit(struct trial *trial, struct game *game, seat_id seat)
{
    size_t          mark = trial->arena.used;
    struct decision d = any_decision(trial, game->state, seat);

    if (random_below(&trial->random, 3 * (trial->weight < RAREST ? trial->weight : RAREST)) == 0)
        check_decision(trial, game->state, seat, &d, (enum odds_policy)random_below(&trial->random, 3));
    trial->arena.used = mark;
    if (millions_left && trial->weight == 1 && random_below(&trial->random, 4) == 0) millions_left -= throw_many(trial, game->state, seat, &d);
    trial->arena.used = mark;
}

/* A million throws take a second: one such decision in the first trial of each scenario. */
static void play_one(struct trial *trial)
{
    millions_left = trial->seed % 16 == 1;
    worked_out = asked_for = 0;
    walk(trial, visit);
    check(trial, worked_out || asked_for < 8, "there were no odds in the whole game");
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_odds", 10, play_one);
}
