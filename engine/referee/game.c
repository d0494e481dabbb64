/* game.c: see game.h. */
#include "game.h"
#include "hash.h"
#include "state.h"

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

static void record_into(struct dice *dice, uint8_t *face)
{
    dice->record = face;
    dice->record_capacity = GAME_FACES;
    dice->recorded = 0;
}

enum verdict game_begin(struct game *game, const struct match *match, struct dice *dice, struct events *events,
                        struct arena *arena, struct fault *fault)
{
    struct play play = { match, NULL, dice, events, 0 };

    *game = (struct game){ .match = match, .past_seat = NO_SEAT };
    if (!take_memory(game, arena)) {
        fault_say(fault, "game", 0, "there is not enough memory for a game");
        return REFUSED;
    }
    play.state = game->state;
    record_into(dice, game->face);
    play_begin(&play);
    game->faces = (int32_t)dice->recorded;
    return verdict_on(dice);
}

/* Is a field blanked in the view? mask() blanks with values that no true state has. */
static bool is_hidden(const struct field *field, const void *state, const void *view)
{
    return memcmp((const char *)state + field->offset, (const char *)view + field->offset, field->size) != 0;
}

/* Was one of these fields hidden before, and is it no longer? */
static bool opens(const struct field *fields, int count, const char *before, const char *seen_before, const char *after,
                  const char *seen_after)
{
    for (int i = 0; i < count; i++)
        if (is_hidden(&fields[i], before, seen_before) && !is_hidden(&fields[i], after, seen_after)) return true;
    return false;
}

/* Does the step from one state to the next show a viewer, whose views of both are in seen[], something hidden from him? */
static bool reveals(const struct game *game, const struct state *before, const struct state *after)
{
    const struct ruleset *ruleset = ruleset_of(game->match);
    const char           *was = (const char *)before, *is = (const char *)after;
    const char           *was_seen = (const char *)game->seen[0], *is_seen = (const char *)game->seen[1];

    if (opens(ruleset->game_fields, ruleset->game_field_count, was, was_seen, is, is_seen)) return true;
    for (int32_t unit = 0; unit < match_head(game->match)->pieces; unit++) {
        size_t at = ruleset->unit_offset + (size_t)unit * ruleset->unit_size;
        if (!memcmp(was + at, was_seen + at, ruleset->unit_size)) continue;             /* nothing of it was hidden */
        if (!memcmp(was + at, is + at, ruleset->unit_size) && !memcmp(was_seen + at, is_seen + at, ruleset->unit_size)) continue;
        if (opens(ruleset->unit_fields, ruleset->unit_field_count, was + at, was_seen + at, is + at, is_seen + at)) return true;
    }
    return false;
}

/* Compare what each viewer saw before with what he sees after: count his news, and tell whether anything was revealed. */
static bool look_around(struct game *game, const struct state *before, const struct state *after)
{
    const struct ruleset *ruleset = ruleset_of(game->match);
    seat_id               seats = (seat_id)match_head(game->match)->seats;
    bool                  revealed = false;

    for (seat_id seat = 0; seat <= seats; seat++) {
        seat_id viewer = seat == seats ? SPECTATOR : seat;
        copy(game, game->seen[0], before);
        copy(game, game->seen[1], after);
        ruleset->mask(game->match, game->seen[0], viewer);
        ruleset->mask(game->match, game->seen[1], viewer);
        if (memcmp(game->seen[0], game->seen[1], size_of(game))) game->news[viewer]++;
        revealed = revealed || (memcmp(before, game->seen[0], size_of(game)) && reveals(game, before, after));
    }
    return revealed;
}

/* What lies before a throw, a reveal, a binding decision, another seat's decision or the end cannot be gone back to. */
static void remember(struct game *game, seat_id seat, const struct decision *d)
{
    bool revealed = look_around(game, game->state, game->trial);

    if (game->faces || revealed || flow_of(game->trial)->over || ruleset_of(game->match)->kinds[d->kind].binding) {
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

rule_id game_refuse(struct game *game, seat_id seat, const struct decision *d, struct refusal *why)
{
    game_view(game, seat, game->seen[0]);
    return play_refuse(game->match, game->seen[0], seat, d, why);
}

enum verdict game_decide(struct game *game, seat_id seat, const struct decision *d, struct dice *dice,
                         struct events *events, struct refusal *why)
{
    struct play   play = { game->match, game->trial, dice, events, 0 };
    struct events told = events ? *events : (struct events){ 0 };
    enum verdict  verdict;

    if (game_refuse(game, seat, d, why)) return REFUSED;
    copy(game, game->trial, game->state);
    record_into(dice, game->trial_face);
    play_take(&play, seat, d);
    play_advance(&play);
    verdict = verdict_on(dice);
    if (verdict != DECIDED) {
        if (events) *events = told;
        return verdict;
    }
    game->faces = (int32_t)dice->recorded;
    memcpy(game->face, game->trial_face, dice->recorded);
    remember(game, seat, d);
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
    look_around(game, game->state, game->past[--game->pasts]);
    copy(game, game->state, game->past[game->pasts]);
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
