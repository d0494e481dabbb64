/*
 * property_dice.c: the sources of dice agree.
 *
 * A game recorded with seeded dice plays the same with its faces listed. With too few of them, or with one too many or an
 * impossible one, nothing changes and the verdict says so; completing the list then succeeds. And a host that answers each
 * request with the faces of the same generator gets the same game.
 */
#include "property.h"

struct hand {
    uint8_t  face[GAME_FACES + 1];
    uint32_t count;
};

/* A decision that must fail for its dice, and leave everything as it was. */
static struct dice_request fail(struct trial *trial, struct game *game, seat_id seat, const struct decision *d,
                                const struct hand *hand,
                                enum verdict expected)
{
    static union any_state before;
    static uint8_t         face[GAME_FACES];
    struct dice            dice = dice_listed(hand->face, hand->count);
    struct refusal         why;
    int32_t                number = game->number, pasts = game->pasts, faces = game->faces;
    enum verdict           verdict;

    copy_state(trial, &before, game->state);
    memcpy(face, game->face, sizeof face);
    trial->events.count = 0;
    verdict = game_decide(game, seat, d, &dice, &trial->events, &why);
    check(trial, verdict == expected, "with %u dice the verdict is %d, not %d", hand->count, (int)verdict, (int)expected);
    check(trial, same_state(trial, &before, game->state), "a decision without the right dice changed the state");
    check(trial, game->number == number && game->pasts == pasts && !trial->events.count && !trial->events.full,
          "a decision without the right dice left traces");
    check(trial, game->faces == faces && !memcmp(face, game->face, sizeof face), "the dice of the last decision are gone");
    trial->steps++;
    return dice.missing;
}

/* What is asked for is a die of the rules, and never more than what the decision then takes. */
static void check_request(struct trial *trial, struct dice_request missing, const struct hand *hand, uint32_t have)
{
    check(trial, missing.rule >= 1 && missing.rule <= trial->ruleset->rule_count, "dice are wanted by rule %d",
          missing.rule);
    check(trial, missing.sides >= 2 && missing.sides <= 100, "a die with %d sides is wanted", missing.sides);
    check(trial, missing.count >= 1 && have + missing.count <= hand->count, "%d dice are wanted after %u of %u",
          missing.count, have, hand->count);
    check(trial, hand->face[have] >= dice_low(missing.sides) && hand->face[have] < dice_low(missing.sides) + missing.sides,
          "a die with %d sides is wanted where %d was thrown", missing.sides, hand->face[have]);
}

static void try_wrong_hands(struct trial *trial, struct game *game, seat_id seat, const struct decision *d,
                            const struct hand *hand)
{
    struct hand wrong = *hand;

    for (wrong.count = 0; wrong.count < hand->count; wrong.count++)
        check_request(trial, fail(trial, game, seat, d, &wrong, NEEDS_DICE), hand, wrong.count);
    wrong.face[wrong.count++] = 1;
    fail(trial, game, seat, d, &wrong, WRONG_DICE);
    for (uint32_t i = 0; i < hand->count; i++) {
        wrong = *hand;
        wrong.face[i] = 101;
        fail(trial, game, seat, d, &wrong, WRONG_DICE);
    }
}

/* Ask, throw what is missing, ask again: as a host does. The generator is the one of the seeded dice. */
static void answer_requests(struct trial *trial, struct game *game, seat_id seat, const struct decision *d,
                            struct random *random)
{
    struct hand    hand = { .count = 0 };
    struct refusal why;

    for (;;) {
        struct dice  dice = dice_listed(hand.face, hand.count);
        enum verdict verdict = game_decide(game, seat, d, &dice, NULL, &why);
        if (verdict == DECIDED) return;
        check(trial, verdict == NEEDS_DICE && hand.count + dice.missing.count <= GAME_FACES, "the verdict is %d",
              (int)verdict);
        for (int i = 0; i < dice.missing.count; i++)
            hand.face[hand.count++] = (uint8_t)(dice_low(dice.missing.sides) + (int)random_below(random, dice.missing.sides));
    }
}

static void play_one(struct trial *trial)
{
    struct dice   seeded = dice_seeded(trial->seed + 7);
    struct random same = random_from(trial->seed + 7);
    struct game   game, listed, asked;

    begin_game(trial, &game, trial->seed);
    begin_game(trial, &listed, trial->seed);
    begin_game(trial, &asked, trial->seed);
    while (play_asked(game.state)) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d = any_decision(trial, game.state, seat);
        struct hand     hand = { .count = 0 };
        struct dice     dice;
        decide(trial, &game, seat, &d, &seeded);
        hand.count = (uint32_t)game.faces;
        memcpy(hand.face, game.face, hand.count);
        try_wrong_hands(trial, &listed, seat, &d, &hand);
        dice = dice_listed(hand.face, hand.count);
        decide(trial, &listed, seat, &d, &dice);
        check(trial, dice.used == dice.count, "%u of %u dice were used", dice.used, dice.count);
        check(trial, listed.faces == game.faces && !memcmp(listed.face, game.face, hand.count),
              "the dice are kept otherwise");
        answer_requests(trial, &asked, seat, &d, &same);
        check(trial, same_state(trial, game.state, listed.state), "listed dice make another game");
        check(trial, same_state(trial, game.state, asked.state), "dice thrown on request make another game");
        trial->steps++;
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_dice", 80, play_one);
}
