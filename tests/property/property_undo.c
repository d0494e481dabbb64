/*
 * property_undo.c: an undo gives back the very bytes, and never crosses dice, a reveal or another seat.
 *
 * The referee computes what may be undone by comparing masked bytes. Here it is asked in another way: a decision has revealed
 * something when, for some viewer, a world that he could not tell from the true one before would now look different
 * to him (or could not have gone that way at all).
 */
#include "property.h"

enum { WORLDS = 4, HISTORY = 64 };

/* One decision that may perhaps be taken back: the state before it, and whose it was. */
struct past {
    union any_state before;
    seat_id         seat;
};

struct history {
    struct past list[HISTORY];
    int         count;
};

static void mask_for(struct trial *trial, const struct state *s, seat_id viewer, union any_state *view)
{
    copy_state(trial, view, s);
    trial->ruleset->mask(trial->match, as_state(view), viewer);
}

/* Would the viewer, had it been this other world, now see something else? No dice were thrown. */
static bool tells_apart(struct trial *trial, const union any_state *world, seat_id seat, const struct decision *d,
                        seat_id viewer,
                        const union any_state *seen_after)
{
    static union any_state other, view;
    struct dice            dice = dice_listed(NULL, 0);
    struct play            play = { trial->match, as_state(&other), &dice, NULL, 0 };

    copy_state(trial, &other, world);
    if (play_refuse(trial->match, as_state(&other), seat, d, NULL)) return true;
    play_take(&play, seat, d);
    play_advance(&play);
    if (dice.short_of) return true;
    mask_for(trial, as_state(&other), viewer, &view);
    return !same_state(trial, &view, seen_after);
}

static bool reveals(struct trial *trial, const union any_state *before, const struct state *after, seat_id seat,
                    const struct decision *d)
{
    static union any_state seen, world;

    for (seat_id viewer = SEAT_A; viewer != NO_SEAT; viewer = next_viewer(trial, viewer)) {
        mask_for(trial, after, viewer, &seen);
        mask_for(trial, (const struct state *)(const void *)before, viewer, &world);
        if (same_state(trial, &world, &seen)) continue;
        for (int i = 0; i < WORLDS; i++) {
            mask_for(trial, (const struct state *)(const void *)before, viewer, &world);
            trial->ruleset->guess(trial->match, as_state(&world), viewer, &trial->random);
            if (tells_apart(trial, &world, seat, d, viewer, &seen)) return true;
        }
    }
    return false;
}

static void remember(struct history *history, const union any_state *before, seat_id seat)
{
    if (history->count && history->list[history->count - 1].seat != seat) history->count = 0;
    if (history->count == HISTORY) memmove(history->list, history->list + 1, sizeof history->list[0] * --history->count);
    history->list[history->count++] = (struct past){ *before, seat };
}

/* An undo that the referee allows must be of the last decision, and bring back its bytes. */
static void undo(struct trial *trial, struct game *game, struct history *history, seat_id seat)
{
    static union any_state before;
    int32_t                number = game->number;

    copy_state(trial, &before, game->state);
    if (!game_may_undo(game, seat)) {
        check(trial, !game_undo(game, seat), "an undo happens that may not");
        check(trial, same_state(trial, &before, game->state) && game->number == number, "a refused undo changed something");
        return;
    }
    check(trial, history->count > 0, "an undo crosses dice, a reveal or another seat");
    check(trial, history->list[history->count - 1].seat == seat, "a seat undoes what another decided");
    check(trial, game_undo(game, seat), "an undo that may happen does not");
    check(trial, same_state(trial, game->state, &history->list[--history->count].before),
          "an undo does not bring the bytes back");
    check(trial, game->number == number + 1, "an undo is not counted");
    trial->steps++;
}

static void play_one(struct trial *trial)
{
    static struct history  history;
    static union any_state before;
    struct dice            dice = dice_seeded(random_next(&trial->random));
    struct game            game;

    history.count = 0;
    begin_game(trial, &game, trial->seed);
    for (int step = 0; play_asked(game.state) && step < STEPS_MAX; step++) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d = any_decision(trial, game.state, seat);
        copy_state(trial, &before, game.state);
        decide(trial, &game, seat, &d, &dice);
        if (game.faces || reveals(trial, &before, game.state, seat, &d)) history.count = 0;
        else remember(&history, &before, seat);
        for (seat_id other = -1; other <= SPECTATOR; other++)
            check(trial, !game_may_undo(&game, other) || other == seat, "seat %d may undo what %d decided", other, seat);
        while (random_below(&trial->random, 4) == 0) undo(trial, &game, &history, (seat_id)random_below(&trial->random, 3));
        trial->steps++;
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_undo", 150, play_one);
}
