/* self_play.c: see self_play.h. */
#include "self_play.h"
#include "hash.h"
#include "host.h"
#include "journal.h"
#include "print.h"
#include "state.h"

#include <stdlib.h>

enum { EVENTS = 4096, GAME_MEMORY = 4 << 20, THOUGHTS = 64 << 20, LINE = 64 << 10 };

const char *const trouble_name[TROUBLES] = { "", "dead_ends", "refused", "unsound", "unbalanced", "endless", "bugs" };

/* One game under way. */
struct run {
    struct self_play *self;
    struct played    *played;
    FILE             *journal;
    struct game       game;
    struct thinking   thinking[SEATS_MAX];
    struct random     random;             /* for checks: the players' own must not depend on them */
    struct dice       dice;
    struct state     *view;
    uint64_t          pairing;
    int               swapped;
};

void self_play_open(struct self_play *self)
{
    struct arena list = host_arena(EVENTS * sizeof(struct event) + OFFERS_MAX * sizeof(struct offer) + 64);

    self->memory = host_arena(GAME_MEMORY);
    self->thoughts = host_arena(THOUGHTS);
    self->offers = (struct offers){ (struct offer *)(void *)list.base, 0, OFFERS_MAX };
    list.used = OFFERS_MAX * sizeof(struct offer);
    self->events = (struct events){ arena_take(&list, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    self->line = print_begin(LINE + (self->inlined ? 2 * self->inlined->length : 0));
}

void self_play_close(struct self_play *self)
{
    free(self->memory.base);
    free(self->thoughts.base);
    free(self->offers.list);
    print_free(&self->line);
}

/* Every stream of chance has its own seed. */
static uint64_t stream(const struct run *run, uint64_t which)
{
    uint64_t words[3] = { run->self->seed, run->pairing, which };

    return hash_bytes(words, sizeof words);
}

static bool say(struct run *run, enum trouble trouble, const char *what)
{
    run->played->trouble = trouble;
    return fault_say(&run->played->fault, "game", 0, "after %d decisions: %s", run->game.number, what);
}

static bool say_refused(struct run *run, const struct decision *d, rule_id rule)
{
    char               text[256];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    decision_write(run->self->match, d, &writer);
    json_close(&writer, '}');
    out_format(&out, " is refused by %s", ruleset_of(run->self->match)->rules[rule]);
    return say(run, OFFER_REFUSED, text);
}

/* Everything that is offered to a seat, in its view, must be let in by the true state. */
static bool offers_are_legal(struct run *run, seat_id seat)
{
    const struct match *m = run->self->match;
    struct offers      *offers = &run->self->offers;
    struct refusal      why;

    play_offer(m, run->view, seat, offers);
    for (int32_t i = 0; i < offers->count; i++) {
        struct decision d = offers->list[i].decision;
        if (offers->list[i].open && !ruleset_of(m)->sample(m, run->view, seat, &offers->list[i], &run->random, &d)) continue;
        if (play_refuse(m, run->game.state, seat, &d, &why)) return say_refused(run, &d, why.rule);
    }
    return true;
}

static bool state_is_good(struct run *run)
{
    const struct events *events = &run->self->events;
    struct fault         fault = { .set = false };
    int32_t              where = 0;

    if (events->full) return say(run, UNBALANCED, "there are too many events to check");
    if (!events_add_up(events, &where)) return say(run, UNBALANCED, "the account of a number does not add up");
    return ruleset_of(run->self->match)->sound(run->self->match, run->game.state, &fault) || say(run, UNSOUND, fault.text);
}

static void write_line(struct run *run)
{
    struct out *line = &run->self->line;

    if (line->full || fwrite(line->text, 1, line->used, run->journal) != line->used) run->played->unwritten = true;
    *line = out_over(line->text, line->capacity);
}

/* Seats A and C are one side of the pairing, B and D the other. */
static int player_of(const struct run *run, seat_id seat)
{
    return (seat & 1) ^ run->swapped;
}

static const struct match *thought_by(const struct run *run, seat_id seat)
{
    const struct match *own = run->self->mind_of[player_of(run, seat)];

    return own ? own : run->self->match;
}

static bool begin(struct run *run)
{
    struct self_play   *self = run->self;
    struct events      *events = self->check ? &self->events : NULL;
    struct fault        fault = { .set = false };

    self->memory.used = 0;
    self->events.count = 0;
    self->events.full = false;
    run->dice = dice_seeded(stream(run, 0));
    run->random = random_from(stream(run, 1));
    run->view = arena_take(&self->memory, ruleset_of(self->match)->state_size);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        run->thinking[seat] = (struct thinking){ thought_by(run, (seat_id)seat), random_from(stream(run, 2 + (uint64_t)seat)), self->thoughts, .crew = NULL };
    if (game_begin(&run->game, self->match, &run->dice, events, &self->memory, &fault) != DECIDED)
        return say(run, BUG, fault.text);
    if (run->journal) {
        journal_header(&run->game, self->inlined, &self->line);
        write_line(run);
    }
    return !self->check || state_is_good(run);
}

static bool step(struct run *run)
{
    struct self_play *self = run->self;
    seat_id           seat = play_first_asked(run->game.state);
    struct decision   d = { .kind = 0 };
    struct refusal    why;

    self->events.count = 0;
    game_view(&run->game, seat, run->view);
    if (self->check && !offers_are_legal(run, seat)) return false;
    if (!player_choose(self->player[player_of(run, seat)], &run->thinking[seat], run->view, seat, &d))
        return say(run, DEAD_END, "a seat is asked and finds no legal decision");
    if (game_decide(&run->game, seat, &d, &run->dice, self->check ? &self->events : NULL, &why) != DECIDED)
        return say_refused(run, &d, why.rule);
    if (run->journal) {
        journal_decision(&run->game, seat, &d, &self->line);
        write_line(run);
    }
    return !self->check || state_is_good(run);
}

static void play_out(void *context)
{
    struct run *run = context;
    bool        good = begin(run);

    while (good && play_asked(run->game.state)) {
        if (run->self->watch) run->self->watch(run->self->watcher, run->game.state);
        good = run->game.number < run->self->limit ? step(run) : say(run, ENDLESS, "the game does not end");
    }
    run->played->steps = (uint32_t)run->game.number;
    if (!good) return;
    run->played->hash = game_hash(&run->game);
    run->played->winner = flow_of(run->game.state)->winner;
    run->played->winner_player = run->played->winner == NO_SEAT ? -1 : player_of(run, run->played->winner);
}

void self_play_game(struct self_play *self, int64_t index, FILE *journal, struct played *played)
{
    struct run   run = { .self = self, .played = played, .journal = journal };
    struct fault bug = { .set = false };

    *played = (struct played){ .trouble = NO_TROUBLE };
    run.pairing = (uint64_t)(self->mirror ? index / 2 : index);
    run.swapped = self->mirror && index % 2;
    if (host_guard(play_out, &run, &bug)) return;
    played->trouble = BUG;
    played->steps = (uint32_t)run.game.number;
    played->fault = bug;
}
