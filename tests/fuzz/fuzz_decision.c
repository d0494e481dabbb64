/*
 * fuzz_decision.c: any bytes as what the seats of a game send.
 *
 * The bytes choose a scenario and its dice, and are then read as a sequence of acts: an offer taken,
     a decision of raw numbers, a
 * decision or a position as JSON, an undo. What is let in leaves a sound state, what is not changes nothing.
 */
#include "fuzz.h"
#include "player.h"
#include "registry.h"
#include "state.h"

enum { STATE_BYTES = 16 * 1024, ACTS = 400 };

struct input {
    const uint8_t *at;
    size_t         left;
};

/* A match for each scenario, loaded once. */
static const struct match *matches[64];
static uint32_t            match_count;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char  memory[16 << 20];
    struct arena arena = arena_over(memory, sizeof memory);

    (void)argc, (void)argv;
    library = fuzz_library();
    for (int i = 0; rulesets[i]; i++)
        for (int32_t k = 0; k < library.count && match_count < 64; k++) {
            struct fault fault = { 0 };
            if (!document_is_scenario(&library.list[k], rulesets[i]->id)) continue;
            matches[match_count] = match_load(rulesets[i], &library, &library.list[k], NULL, &arena, &fault);
            fuzz_check(matches[match_count++], fault.text);
        }
    return 0;
}

static uint8_t next_byte(struct input *input)
{
    if (!input->left) return 0;
    input->left--;
    return *input->at++;
}

static uint32_t next_word(struct input *input)
{
    uint32_t word = 0;

    for (int i = 0; i < 4; i++) word = word << 8 | next_byte(input);
    return word;
}

/* A byte of length and so much text. */
static const char *next_text(struct input *input, size_t *length)
{
    const char *text = (const char *)input->at;

    *length = next_byte(input);
    if (!input->left) *length = 0;
    text = (const char *)input->at;
    if (*length > input->left) *length = input->left;
    input->at += *length;
    input->left -= *length;
    return text;
}

static bool read_numbers(struct input *input, struct decision *d)
{
    d->kind = (uint16_t)next_byte(input);
    d->unit = (int8_t)next_byte(input);
    d->target = (int8_t)next_byte(input);
    d->choice = (int8_t)next_byte(input);
    d->value = (int32_t)next_word(input);
    d->at.x = (int32_t)next_word(input);
    d->at.y = (int32_t)next_word(input);
    d->heading = (int32_t)next_word(input);
    return true;
}

static bool read_json(struct input *input, const struct match *m, struct arena arena, struct decision *d)
{
    struct json_document document;
    struct fault         fault = { 0 };
    size_t               length;
    const char          *text = next_text(input, &length);
    bool                 good = json_parse(&document, "message", text, length, &arena, &fault) &&
                decision_read(m, &document, document.root, d, &fault);

    fuzz_check(good == !fault.set, "a fault and a decision, or neither");
    return good;
}

static bool read_offer(struct input *input, const struct game *game, seat_id seat, struct offers *offers, struct decision *d)
{
    struct random random = random_from(input->left);
    uint32_t      wanted = next_byte(input);

    if (seat < 0 || seat >= match_head(game->match)->seats) return false;
    play_offer(game->match, game->state, seat, offers);
    if (!offers->count) return false;
    wanted %= (uint32_t)offers->count;
    *d = offers->list[wanted].decision;
    return !offers->list[wanted].open || ruleset_of(game->match)->sample(game->match, game->state, seat,
                                                                         &offers->list[wanted], &random, d);
}

static void decide(struct game *game, seat_id seat, const struct decision *d, struct dice *dice)
{
    static uint64_t before[STATE_BYTES / 8];
    size_t          size = ruleset_of(game->match)->state_size;
    int32_t         number = game->number;
    struct refusal  why;
    enum verdict    verdict;

    memcpy(before, game->state, size);
    verdict = game_decide(game, seat, d, dice, NULL, &why);
    if (verdict == DECIDED) {
        fuzz_sound(game->match, game->state);
        fuzz_check(game->number == number + 1, "a decision is not counted");
    } else {
        fuzz_check(verdict == REFUSED, "seeded dice ran out");
        fuzz_check(why.rule >= 1 && why.rule <= ruleset_of(game->match)->rule_count, "a refusal names no rule");
        fuzz_check(!memcmp(before, game->state, size) && game->number == number, "a refused decision changed something");
    }
}

/* A position laid over the state: from there the game goes on. */
static void lay_over(struct input *input, struct game *game, struct arena arena, struct dice *dice)
{
    static uint64_t      before[STATE_BYTES / 8];
    struct json_document document;
    struct fault         fault = { 0 };
    size_t               length, size = ruleset_of(game->match)->state_size;
    const char          *text = next_text(input, &length);
    struct play          play = { game->match, game->state, dice, NULL, 0 };

    if (!json_parse(&document, "position", text, length, &arena, &fault)) return;
    memcpy(before, game->state, size);
    if (state_read(game->match, game->state, &document, document.root, &fault)) {
        fuzz_sound(game->match, game->state);
        play_advance(&play);
        game->pasts = 0;
    } else {
        fuzz_check(fault.set && !memcmp(before, game->state, size), "a refused position changed something");
    }
}

static void act(struct input *input, struct game *game, struct offers *offers, struct arena arena, struct dice *dice)
{
    struct decision d;
    uint8_t         byte = next_byte(input);
    seat_id         seat = (seat_id)(byte >> 3 & 1);
    bool            read = false;

    memset(&d, 0, sizeof d);
    if (byte >= 0xf0) seat = (seat_id)(byte - 0xf8);
    else if (byte & 0x40 && play_asked(game->state) &&
             play_asked(game->state) < 4) seat = (seat_id)(play_asked(game->state) >> 1);
    if (seat >= match_head(game->match)->seats) seat = SPECTATOR;
    switch (byte % 8) {
    case 0: case 1: case 2: case 3: read = read_offer(input, game, seat, offers, &d); break;
    case 4: read = read_numbers(input, &d); break;
    case 5: read = read_json(input, game->match, arena, &d); break;
    case 6: game_undo(game, seat); break;
    default: if (!flow_of(game->state)->over) lay_over(input, game, arena, dice);
    }
    if (read) decide(game, seat, &d, dice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input  input = { data, size };
    struct arena  arena = fuzz_arena();
    struct fault  fault = { 0 };
    struct offers offers = { arena_take(&arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    struct dice   dice;
    struct game   game;

    if (size < 2) return 0;
    dice = dice_seeded(data[1]);
    fuzz_check(game_begin(&game, matches[next_byte(&input) % match_count], &dice, NULL, &arena, &fault) == DECIDED,
               "a game does not begin");
    next_byte(&input);
    for (int acts = 0; acts < ACTS && input.left; acts++) act(&input, &game, &offers, arena, &dice);
    return 0;
}
