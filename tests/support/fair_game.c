/*
 * fair_game.c: for tests: a random game whose dice come from fair_dice, as a host plays it; its journal on standard output.
 *
 *     fair_game DATA_DIRECTORY RULESET SCENARIO GAME SEED_DIGITS TEXT_A TEXT_B [CHEATED_ROLL]
 *
 * With CHEATED_ROLL the host puts down another face for the first die of that roll.
 */
#include "documents.h"
#include "fair_dice.h"
#include "journal.h"
#include "player.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, JOURNAL = 4 << 20, STEPS = 20000 };

/* The dice of the line under way, and the number of the last roll that counts. */
struct cup {
    uint8_t             seed[FAIR_BYTES];
    struct fair_context context;
    uint64_t            rolls, tried, cheated;
    uint8_t             face[GAME_FACES];
    uint32_t            faces;
};

static void check(bool good, const char *what)
{
    if (good) return;
    fprintf(stderr, "fair_game: %s\n", what);
    exit(1);
}

/* The next roll, as far as one roll goes: what is still missing then is asked for again, and is the roll after it. */
static void throw_missing(struct cup *cup, const struct dice_request *missing)
{
    int      count = missing->count < FAIR_AT_ONCE ? missing->count : FAIR_AT_ONCE;
    uint8_t *face = cup->face + cup->faces;
    uint64_t roll = cup->rolls + ++cup->tried;

    check(cup->faces + (uint32_t)count <= GAME_FACES, "too many dice");
    check(fair_dice_faces(cup->seed, &cup->context, roll, missing->sides, count, face), "no such dice");
    if (roll == cup->cheated) face[0] = (uint8_t)(face[0] == dice_low(missing->sides) ? face[0] + 1 : face[0] - 1);
    cup->faces += (uint32_t)count;
}

/* Only when the line counts do its rolls. */
static void line_counts(struct cup *cup)
{
    cup->rolls += cup->tried;
    cup->tried = cup->faces = 0;
}

static void begin(struct game *game, const struct match *match, struct cup *cup, struct arena *arena)
{
    size_t       mark = arena->used;
    struct fault fault = { .set = false };

    for (;;) {
        struct dice  dice = dice_listed(cup->face, cup->faces);
        enum verdict verdict = game_begin(game, match, &dice, NULL, arena, &fault);
        if (verdict == DECIDED) break;
        check(verdict == NEEDS_DICE, "the game does not begin");
        throw_missing(cup, &dice.missing);
        arena->used = mark;
    }
    line_counts(cup);
}

static void decide(struct game *game, seat_id seat, const struct decision *d, struct cup *cup)
{
    for (;;) {
        struct dice    dice = dice_listed(cup->face, cup->faces);
        struct refusal why;
        enum verdict   verdict = game_decide(game, seat, d, &dice, NULL, &why);
        if (verdict == DECIDED) break;
        check(verdict == NEEDS_DICE, "a decision is refused");
        throw_missing(cup, &dice.missing);
    }
    line_counts(cup);
}

static void play(struct game *game, const struct match *match, struct cup *cup, struct arena *arena, struct out *out)
{
    struct offers offers = { arena_take(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    struct random random = random_from(7);

    for (int i = 0; i < STEPS && play_asked(game->state); i++) {
        struct decision d = { .kind = 0 };
        seat_id         seat = 0;
        while (!(play_asked(game->state) & SEAT_BIT(seat))) seat++;
        if (game_may_undo(game, seat) && random_below(&random, 8) == 0) {
            game_undo(game, seat);
            journal_undo(game, seat, out);
            continue;
        }
        check(choose_any(match, game->state, seat, &offers, &random, &d), "nothing can be decided");
        decide(game, seat, &d, cup);
        journal_decision(game, seat, &d, out);
    }
}

static const struct match *load(const struct library *library, char **argv, struct arena *arena)
{
    const struct ruleset  *ruleset = ruleset_named(argv[2]);
    const struct document *scenario;
    const struct match    *match;
    struct fault           fault = { .set = false };
    char                   name[256];

    check(ruleset != NULL, "there is no such ruleset");
    snprintf(name, sizeof name, "%s/scenarios/%s.json", argv[2], argv[3]);
    scenario = library_find(library, name);
    check(scenario != NULL, "there is no such scenario");
    match = match_load(ruleset, library, scenario, NULL, arena, &fault);
    check(match && match_head(match)->seats == 2, "this is no match for two");
    return match;
}

int main(int argc, char **argv)
{
    struct arena        arena = arena_over(malloc(MEMORY), MEMORY);
    struct out          out = out_over(malloc(JOURNAL), JOURNAL);
    struct library      library;
    const struct match *match;
    struct game         game;
    char                digits[FAIR_HEX];
    struct cup          cup = { .rolls = 0 };

    check(argc >= 8, "usage: DATA_DIRECTORY RULESET SCENARIO GAME SEED_DIGITS TEXT_A TEXT_B [CHEATED_ROLL]");
    check(fair_dice_read(argv[5], cup.seed), "the seed is no seed");
    cup.context = (struct fair_context){ argv[4], (const char *const *)&argv[6], 2 };
    cup.cheated = argc > 8 ? strtoull(argv[8], NULL, 10) : 0;
    fair_dice_commitment(cup.seed, digits);
    library = documents_load(argv[1]);
    match = load(&library, argv, &arena);
    begin(&game, match, &cup, &arena);
    const struct pledge pledge = { FAIR_SCHEME, argv[4], digits, { argv[6], argv[7] }, "" };
    journal_pledged_header(&game, NULL, &pledge, &out);
    play(&game, match, &cup, &arena, &out);
    journal_reveal(argv[5], &out);
    check(!out.full && fwrite(out.text, 1, out.used, stdout) == out.used, "the journal cannot be written");
    documents_free(&library);
    free(arena.base);
    free(out.text);
    return 0;
}
