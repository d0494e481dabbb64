/*
 * property_games.c: whole random games, with every invariant after every step.
 *
 * The state is sound, accounts add up, offers are in a fixed order without a duplicate and are never refused, no asked seat
 * is at a dead end, the game ends, unused frames are zero, the value of a position is one seat's gain and the other's
 * loss, each viewer's count goes up when his view changes, and the same decisions with the same dice give the same bytes
 * whatever lies about in memory.
 */
#include "property.h"

/* What a struct assignment leaves in padding comes from the stack: fill it before the twin of a step is played. */
static void __attribute__((noinline)) dirty_stack(int byte)
{
    volatile char garbage[64 * 1024];

    memset((char *)garbage, byte, sizeof garbage);
}

static void check_flow(struct trial *trial, const struct state *s)
{
    static const struct frame empty;
    const struct flow        *flow = flow_of_const(s);
    uint8_t                   seats = (uint8_t)((1u << match_head(trial->match)->seats) - 1);

    check(trial, flow->over || flow->depth > 0, "no frame is left and the game is not over");
    check(trial, flow->depth <= FRAME_DEPTH, "there are %d frames", flow->depth);
    for (int i = 0; i < FRAME_DEPTH; i++) {
        const struct frame *frame = &flow->stack[i];
        if (i >= flow->depth) check(trial, !memcmp(frame, &empty, sizeof empty), "frame %d of %d is not zero", i,
                                    flow->depth);
        check(trial, frame->phase < trial->ruleset->phase_count, "frame %d has phase %d", i, frame->phase);
        check(trial, !(frame->asked & ~seats), "a seat that does not exist is asked");
    }
    if (flow->over) {
        check(trial, flow->depth == 0, "the game is over and frames are left");
        check(trial, flow->winner >= NO_SEAT && flow->winner < match_head(trial->match)->seats, "seat %d has won",
              flow->winner);
    } else {
        check(trial, flow_top_const(flow)->asked, "phase %s waits for nobody", phase_of(trial, s));
    }
}

static void check_events(struct trial *trial)
{
    const struct ruleset *ruleset = trial->ruleset;
    int32_t               where = -1, pieces = match_head(trial->match)->pieces;

    check(trial, events_add_up(&trial->events, &where), "the account that ends at event %d does not add up", where);
    for (int32_t i = 0; i < trial->events.count; i++) {
        const struct event *event = &trial->events.list[i];
        bool                own = event->kind >= EVENT_OWN;
        check(trial, own ? event->kind - EVENT_OWN < ruleset->event_count : event->kind >= EVENT_ROLL &&
              event->kind <= EVENT_CITE,
              "event %d is of kind %d", i, event->kind);
        check(trial, event->rule >= 1 && event->rule <= ruleset->rule_count, "event %d names rule %d", i, event->rule);
        check(trial, event->unit >= NOBODY && event->unit < pieces && event->target >= NOBODY && event->target < pieces,
              "event %d is about a piece that does not exist", i);
        check(trial, event->seen, "event %d is for nobody", i);
    }
}

static void check_value(struct trial *trial, const struct state *s)
{
    if (match_head(trial->match)->seats != 2) return;
    check(trial, mind_value(trial->match, s, SEAT_A, NULL, NULL) == -mind_value(trial->match, s, SEAT_B, NULL, NULL),
          "in phase %s what one seat gains the other does not lose", phase_of(trial, s));
}

/* Play goes on; a rule may give an activation back, or two. */
static void check_tide(struct trial *trial, const struct state *before, const struct state *s)
{
    int32_t was = trial->ruleset->tide(trial->match, before), is = trial->ruleset->tide(trial->match, s);

    check(trial, was <= is + 2 || !play_asked(s), "the tide falls from %d to %d in phase %s", was, is, phase_of(trial, before));
}

static void check_offers(struct trial *trial, const struct state *s, seat_id seat)
{
    struct offers         first = { trial_take(trial, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    const struct ruleset *ruleset = trial->ruleset;
    struct refusal        why;
    struct decision       d;

    play_offer(trial->match, s, seat, &first);
    dirty_stack(0x77);
    play_offer(trial->match, s, seat, &trial->offers);
    check(trial, first.count == trial->offers.count, "the offers of %s change", phase_of(trial, s));
    check(trial, (first.count > 0) == !!(play_asked(s) & SEAT_BIT(seat)), "seat %d has %d offers", seat, first.count);
    for (int32_t i = 0; i < first.count; i++) {
        const struct offer *offer = &first.list[i];
        check(trial, same_decision(&offer->decision, &trial->offers.list[i].decision) &&
              offer->open == trial->offers.list[i].open,
              "the offers of %s are in no fixed order", phase_of(trial, s));
        check(trial, offer->decision.kind < ruleset->kind_count, "offer %d is of no kind", i);
        check(trial, !(offer->open & ~(USES_AT | USES_HEADING | USES_VALUE)), "offer %d leaves open what cannot be", i);
        check(trial, !(offer->open & ~ruleset->kinds[offer->decision.kind].uses),
              "offer %d opens a member that its kind does not use", i);
        for (int32_t j = 0; j < i; j++)
            check(trial, !same_decision(&offer->decision, &first.list[j].decision), "offers %d and %d of %s are equal",
                  j, i, phase_of(trial, s));
        if (!offer->open) {
            check(trial, !play_refuse(trial->match, s, seat, &offer->decision, &why), "offer %d of %s is refused by %s", i,
                  phase_of(trial, s), ruleset->rules[why.rule]);
        } else if (memset(&d, 0, sizeof d), ruleset->sample(trial->match, s, seat, offer, &trial->random, &d)) {
            check(trial, !play_refuse(trial->match, s, seat, &d, &why), "a sample for offer %d of %s is refused by %s", i,
                  phase_of(trial, s), ruleset->rules[why.rule]);
        }
        trial->steps++;
    }
}

static void check_state(struct trial *trial, const struct game *game)
{
    struct fault fault = { 0 };
    size_t       mark = trial->arena.used;

    check(trial, trial->ruleset->sound(trial->match, game->state, &fault), "decision %d: %s", game->number, fault.text);
    check_flow(trial, game->state);
    check_value(trial, game->state);
    for (seat_id seat = 0; seat < match_head(trial->match)->seats; seat++) {
        check_offers(trial, game->state, seat);
        trial->arena.used = mark;
    }
    trial->steps++;
}

/* A seat's count goes up exactly when what it sees has changed: it tells nothing of secret decisions. */
static void check_news(struct trial *trial, const struct game *game, const union any_state *before, const int32_t *news)
{
    static union any_state was, is;

    for (seat_id viewer = SEAT_A; viewer != NO_SEAT; viewer = next_viewer(trial, viewer)) {
        was = *before;
        copy_state(trial, &is, game->state);
        trial->ruleset->mask(trial->match, as_state(&was), viewer);
        trial->ruleset->mask(trial->match, as_state(&is), viewer);
        check(trial, game->news[viewer] == news[viewer] + !same_state(trial, &was, &is),
              "the count of viewer %d is wrong", viewer);
    }
}

/* The twin hears the same decisions and listed dice, listens to nothing, and works on a dirty stack. */
static void follow(struct trial *trial, const struct game *game, struct game *twin, seat_id seat, const struct decision *d)
{
    struct dice    dice = dice_listed(game->face, (uint32_t)game->faces);
    struct refusal why;

    dirty_stack(0xa5);
    check(trial, game_decide(twin, seat, d, &dice, NULL, &why) == DECIDED, "the twin of a decision is not decided");
    check(trial, same_state(trial, game->state, twin->state), "the same decision and dice gave other bytes in phase %s",
          phase_of(trial, game->state));
}

static void play_one(struct trial *trial)
{
    static union any_state before;
    struct dice            dice = dice_seeded(random_next(&trial->random)), again;
    struct fault           fault = { 0 };
    struct game            game, twin;
    int32_t                news[SPECTATOR + 1];

    begin_game(trial, &game, trial->seed);
    check_events(trial);
    again = dice_listed(game.face, (uint32_t)game.faces);
    dirty_stack(0x5a);
    check(trial, game_begin(&twin, trial->match, &again, NULL, &trial->arena, &fault) == DECIDED, "the twin does not begin");
    check(trial, same_state(trial, game.state, twin.state), "two games begin differently");
    check_state(trial, &game);
    while (play_asked(game.state)) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d = any_decision(trial, game.state, seat);
        copy_state(trial, &before, game.state);
        memcpy(news, game.news, sizeof news);
        decide(trial, &game, seat, &d, &dice);
        check_events(trial);
        check_state(trial, &game);
        check_tide(trial, as_state(&before), game.state);
        check_news(trial, &game, &before, news);
        follow(trial, &game, &twin, seat, &d);
        check(trial, game.number < STEPS_MAX, "the game does not end");
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_games", 150, play_one);
}
