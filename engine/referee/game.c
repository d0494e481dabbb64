/* game.c: see game.h. */
#include "game.h"
#include "hash.h"
#include "must.h"

#include <string.h>

static size_t size_of(const struct game *game)
{
    return ruleset_of(game->match)->state_size;
}

static void copy(const struct game *game, struct state *to, const struct state *from)
{
    memcpy((void *)to, (const void *)from, size_of(game));
}

static bool take_memory(struct game *game, struct arena *arena)
{
    struct state **wanted[4 + UNDO_DEPTH] = { &game->state, &game->trial, &game->seen[0], &game->seen[1] };

    for (int i = 0; i < UNDO_DEPTH; i++) wanted[4 + i] = &game->past[i];
    for (int i = 0; i < 4 + UNDO_DEPTH; i++)
        if (!(*wanted[i] = arena_take(arena, size_of(game)))) return false;
    return true;
}

static enum verdict verdict_on(const struct dice *dice)
{
    if (dice->wrong) return WRONG_DICE;
    if (dice->short_of) return NEEDS_DICE;
    return dice->source == DICE_LISTED && dice->used < dice->count ? WRONG_DICE : DECIDED;
}

static void record_into(struct dice *dice, struct game *game)
{
    dice->record = game->face;
    dice->record_capacity = GAME_FACES;
    dice->recorded = 0;
}

enum verdict game_begin(struct game *game, const struct match *match, struct dice *dice, struct events *events,
                        struct arena *arena, struct fault *fault)
{
    struct play play = { match, NULL, dice, events };

    *game = (struct game){ .match = match, .past_seat = NO_SEAT };
    if (!take_memory(game, arena)) {
        fault_say(fault, "game", 0, "there is not enough memory for a game");
        return REFUSED;
    }
    play.state = game->state;
    record_into(dice, game);
    play_begin(&play);
    game->faces = (int32_t)dice->recorded;
    return verdict_on(dice);
}

/*
 * Did the step from one state to the next show anybody something that was hidden from him? mask() blanks with values that
 * no true state has, so a byte is hidden exactly when masking changes it.
 */
static bool reveals(struct game *game, const struct state *before, const struct state *after)
{
    const struct ruleset *ruleset = ruleset_of(game->match);
    seat_id               seats = (seat_id)match_head(game->match)->seats;

    for (seat_id seat = 0; seat <= seats; seat++) {
        seat_id viewer = seat == seats ? SPECTATOR : seat;
        const unsigned char *was = (const unsigned char *)before, *is = (const unsigned char *)after;
        const unsigned char *was_seen = (const unsigned char *)game->seen[0], *is_seen = (const unsigned char *)game->seen[1];
        copy(game, game->seen[0], before);
        copy(game, game->seen[1], after);
        ruleset->mask(game->match, game->seen[0], viewer);
        if (!memcmp(was, was_seen, size_of(game))) continue;
        ruleset->mask(game->match, game->seen[1], viewer);
        for (size_t i = 0; i < size_of(game); i++)
            if (was[i] != was_seen[i] && is[i] == is_seen[i]) return true;
    }
    return false;
}

/* What lies before a throw, a reveal or another seat's decision cannot be gone back to. */
static void remember(struct game *game, seat_id seat)
{
    if (game->faces || reveals(game, game->state, game->trial)) {
        game->pasts = 0;
        return;
    }
    if (seat != game->past_seat) game->pasts = 0;
    game->past_seat = seat;
    if (game->pasts == UNDO_DEPTH) {
        struct state *oldest = game->past[0];
        memmove(game->past, game->past + 1, (UNDO_DEPTH - 1) * sizeof *game->past);
        game->past[UNDO_DEPTH - 1] = oldest;
        game->pasts--;
    }
    copy(game, game->past[game->pasts++], game->state);
}

enum verdict game_decide(struct game *game, seat_id seat, const struct decision *d, struct dice *dice,
                         struct events *events, struct refusal *why)
{
    struct play  play = { game->match, game->trial, dice, events };
    enum verdict verdict;
    int32_t      told = events ? events->count : 0;

    if (play_refuse(game->match, game->state, seat, d, why)) return REFUSED;
    copy(game, game->trial, game->state);
    record_into(dice, game);
    play_take(&play, seat, d);
    play_advance(&play);
    verdict = verdict_on(dice);
    if (verdict != DECIDED) {
        if (events) events->count = told;
        return verdict;
    }
    game->faces = (int32_t)dice->recorded;
    remember(game, seat);
    copy(game, game->state, game->trial);
    game->number++;
    return DECIDED;
}

bool game_may_undo(const struct game *game, seat_id seat)
{
    return game->pasts > 0 && game->past_seat == seat;
}

bool game_undo(struct game *game, seat_id seat)
{
    if (!game_may_undo(game, seat)) return false;
    copy(game, game->state, game->past[--game->pasts]);
    game->faces = 0;
    game->number++;
    return true;
}

void game_view(const struct game *game, seat_id seat, struct state *view)
{
    copy(game, view, game->state);
    ruleset_of(game->match)->mask(game->match, view, seat);
}

uint64_t game_hash(const struct game *game)
{
    return hash_bytes(game->state, size_of(game));
}
