/*
 * property_refusals.c: anything at all may be sent, and the referee is right about it.
 *
 * It never crashes, a refusal names a rule of the ledger and changes nothing,
     and what it lets pass is an offer (with its open
 * members filled in) that leaves a sound state behind. Every decision of a small shape is tried, not only random ones.
 */
#include "property.h"

enum { NONSENSE = 40, EXHAUSTIVE = 4096, OPENABLE = USES_AT | USES_HEADING | USES_VALUE };

/* Is there an offer for it? Members that an offer leaves open may be anything. */
static bool is_offered(const struct trial *trial, const struct offers *offers, const struct decision *d)
{
    (void)trial;
    for (int32_t i = 0; i < offers->count; i++) {
        struct decision wanted = offers->list[i].decision;
        if (offers->list[i].open & USES_AT) wanted.at = d->at;
        if (offers->list[i].open & USES_HEADING) wanted.heading = d->heading;
        if (offers->list[i].open & USES_VALUE) wanted.value = d->value;
        if (same_decision(&wanted, d)) return true;
    }
    return false;
}

static void check_refusal(struct trial *trial, rule_id rule, const struct refusal *why)
{
    check(trial, rule >= 1 && rule <= trial->ruleset->rule_count, "the refusal names rule %d of %d", rule,
          trial->ruleset->rule_count);
    check(trial, rule == why->rule, "the refusal returns rule %d and says %d", rule, why->rule);
    check(trial, why->unit >= NOBODY && why->unit < match_head(trial->match)->pieces, "piece %d is in the way", why->unit);
}

/* A nearest legal place that is offered with a refusal is legal. */
static void check_nearest(struct trial *trial, const struct state *s, seat_id seat, struct decision d,
                          const struct refusal *why)
{
    struct refusal again;
    uint8_t        uses = d.kind < trial->ruleset->kind_count ? trial->ruleset->kinds[d.kind].uses : 0;

    if (!why->has_nearest || !(uses & USES_AT)) return;
    d.at = why->nearest.at;
    if (uses & USES_HEADING) d.heading = why->nearest.heading;
    check(trial, !play_refuse(trial->match, s, seat, &d, &again), "the nearest legal place is refused by %s",
          trial->ruleset->rules[again.rule]);
}

/* One decision of one seat, legal or not, on a copy of the game. */
static void try_one(struct trial *trial, struct game *game, seat_id seat, const struct decision *d)
{
    static union any_state before;
    struct dice            dice = dice_seeded(random_next(&trial->random));
    struct refusal         why = { .rule = 0xffff }, again;
    struct fault           fault = { 0 };
    rule_id                rule = game_refuse(game, seat, d, &why);
    int32_t                number = game->number, pasts = game->pasts;
    enum verdict           verdict;

    trial->steps++;
    copy_state(trial, &before, game->state);
    trial->events.count = 0;
    check(trial, game_refuse(game, seat, d, NULL) == rule, "the refusal depends on who asks why");
    verdict = game_decide(game, seat, d, &dice, &trial->events, &again);
    check(trial, (verdict == REFUSED) == (rule != 0), "game_refuse() and game_decide() differ");
    if (rule) {
        check_refusal(trial, rule, &why);
        check_nearest(trial, game->state, seat, *d, &why);
        check(trial, same_state(trial, &before, game->state), "a refused decision changed the state");
        check(trial, game->number == number && game->pasts == pasts && !trial->events.count,
              "a refused decision left traces");
        return;
    }
    check(trial, seat >= 0 && seat < match_head(trial->match)->seats, "seat %d may decide", seat);
    play_offer(trial->match, as_state(&before), seat, &trial->offers);
    check(trial, is_offered(trial, &trial->offers, d), "%s lets kind %s pass that is not offered",
          phase_of(trial, as_state(&before)), trial->ruleset->kinds[d->kind].name);
    check(trial, trial->ruleset->sound(trial->match, game->state, &fault), "a decision that passed left: %s", fault.text);
}

static struct state *spare_state(struct trial *trial)
{
    return trial_take(trial, state_size(trial));
}

/* The game goes on from where it was, so trials are made on a copy with memory of its own. */
static struct game twin_of(struct trial *trial, const struct game *game)
{
    struct game twin = *game;

    twin.state = spare_state(trial);
    twin.trial = spare_state(trial);
    twin.seen[0] = spare_state(trial);
    twin.seen[1] = spare_state(trial);
    for (int i = 0; i < UNDO_DEPTH; i++) twin.past[i] = spare_state(trial);
    copy_state(trial, twin.state, game->state);
    return twin;
}

static void try_on_copy(struct trial *trial, const struct game *game, struct game *twin, seat_id seat,
                        const struct decision *d)
{
    copy_state(trial, twin->state, game->state);
    twin->number = game->number;
    twin->pasts = 0;
    try_one(trial, twin, seat, d);
}

/* Every decision of a kind without open members: those that pass are the offers, no more and no fewer. */
static void try_kind(struct trial *trial, const struct game *game, seat_id seat, uint16_t kind)
{
    const struct decision_kind *k = &trial->ruleset->kinds[kind];
    uint32_t                    pieces = (uint32_t)match_head(trial->match)->pieces;
    uint32_t units = k->uses & USES_UNIT ? pieces : 1, targets = k->uses & USES_TARGET ? pieces : 1;
    uint32_t choices = k->uses & USES_CHOICE ? (uint32_t)k->choices->count : 1;
    uint64_t shapes = (uint64_t)units * targets * choices;
    int32_t  passed = 0, offered = 0;

    if (k->uses & OPENABLE) return;
    play_offer(trial->match, game->state, seat, &trial->offers);
    for (int32_t i = 0; i < trial->offers.count; i++) offered += trial->offers.list[i].decision.kind == kind;
    for (uint64_t i = 0; i < shapes && i < EXHAUSTIVE; i++) {
        uint64_t        n = shapes <= EXHAUSTIVE ? i : random_next(&trial->random) % shapes;
        struct decision d = { .kind = kind };
        d.unit = (int16_t)(n % units);
        d.target = (int16_t)(n / units % targets);
        d.choice = (int16_t)(n / units / targets);
        trial->steps++;
        if (play_refuse(trial->match, game->state, seat, &d, NULL)) continue;
        passed++;
        check(trial, is_offered(trial, &trial->offers, &d), "%s lets %s pass that is not offered",
              phase_of(trial, game->state), k->name);
    }
    if (shapes <= EXHAUSTIVE)
        check(trial, passed == offered, "%s: %d decisions %s pass and %d are offered", phase_of(trial, game->state),
              passed, k->name, offered);
}

static void visit(struct trial *trial, struct game *game, seat_id seat)
{
    size_t      mark = trial->arena.used;
    struct game twin = twin_of(trial, game);

    for (int i = 0; i < NONSENSE; i++) {
        seat_id         by = random_below(&trial->random, 4) ? seat : (seat_id)((int)random_below(&trial->random, 10) - 1);
        struct decision d = any_nonsense(trial, game->state, seat);
        try_on_copy(trial, game, &twin, by, &d);
    }
    for (uint16_t kind = 0; kind < trial->ruleset->kind_count; kind++) try_kind(trial, game, seat, kind);
    trial->arena.used = mark;
}

/* After the end everything is refused by the rule that says so. */
static void check_end(struct trial *trial)
{
    struct dice    dice = dice_seeded(trial->seed);
    struct game    game;
    struct refusal why;

    begin_game(trial, &game, trial->seed);
    while (play_asked(game.state)) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d = any_decision(trial, game.state, seat);
        decide(trial, &game, seat, &d, &dice);
    }
    for (int i = 0; i < NONSENSE; i++) {
        struct decision d = any_nonsense(trial, game.state, SEAT_A);
        check(trial, play_refuse(trial->match, game.state, SEAT_A, &d, &why) == rule_cited(trial->ruleset, trial->ruleset->over_rule),
              "something is decided after the end");
        try_one(trial, &game, SEAT_A, &d);
    }
}

static void play_one(struct trial *trial)
{
    walk(trial, visit);
    check_end(trial);
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_refusals", 25, play_one);
}
