/* player.c: see player.h. */
#include "player.h"

#include <string.h>

bool choose_to_yield(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct decision *d)
{
    play_offer(m, s, seat, offers);
    for (int32_t i = 0; i < offers->count; i++)
        if (ruleset_of(m)->kinds[offers->list[i].decision.kind].yields && !offers->list[i].open) {
            *d = offers->list[i].decision;
            return true;
        }
    return false;
}

/* An offer that turns out to have no legal place is struck off, and another is drawn. */
bool choose_any(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, struct random *random,
                struct decision *d)
{
    play_offer(m, s, seat, offers);
    strike_off_yielding(m, offers);
    while (offers->count > 0) {
        uint32_t            drawn = random_below(random, (uint32_t)offers->count);
        const struct offer *offer = &offers->list[drawn];
        if (!offer->open) {
            *d = offer->decision;
            return true;
        }
        if (ruleset_of(m)->sample(m, s, seat, offer, random, d)) return true;
        offers->list[drawn] = offers->list[--offers->count];
    }
    return false;
}

static bool choose_random(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    struct offers offers;

    (void)player;
    thinking->arena.used = 0;
    return take_offers(&thinking->arena, &offers) && choose_any(thinking->match, view, seat, &offers, &thinking->random, d);
}

static void run_task(void *context, int32_t task, struct arena *arena)
{
    search_run(context, task, arena);
}

void search_through(struct search *search, struct crew *crew, struct arena *arena)
{
    while (search_tasks(search)) {
        int32_t count = search_tasks(search);
        if (crew) crew->run(crew, run_task, search, count);
        else
            for (int32_t task = 0; task < count; task++) search_run(search, task, arena);
        search_close_round(search, crew && crew->stop(crew));
    }
}

static bool choose_by(struct thinking *thinking, const struct mind_level *level, const struct temper *temper, const struct state *view, seat_id seat,
                      struct decision *d)
{
    struct search search;

    thinking->arena.used = 0;
    if (!search_open(&search, thinking->match, view, seat, level, temper, &thinking->random, &thinking->arena)) return false;
    search_through(&search, thinking->crew, &thinking->arena);
    thinking->steps += search.steps;
    search_answer(&search, &thinking->random, &thinking->arena, d);
    return true;
}

static bool choose_greedy(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    static const struct mind_level at_once = { .name = "greedy" };

    (void)player;
    return choose_by(thinking, &at_once, NULL, view, seat, d);
}

static bool choose_by_level(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    const struct mind_level *level = &match_head(thinking->match)->mind->level[player->level];

    return choose_by(thinking, level, &level->temper[player->temper], view, seat, d);
}

const struct player player_random = { .name = "random", .choose = choose_random };
const struct player player_greedy = { .name = "greedy", .choose = choose_greedy };

#define BY_LEVEL(name, number)                       \
    { name, choose_by_level, number, 0 },            \
    { name "-cautious", choose_by_level, number, 1 }, \
    { name "-bold", choose_by_level, number, 2 }

static const struct player by_level[MIND_LEVELS * MIND_TEMPERS] = { BY_LEVEL("recruit", 0), BY_LEVEL("sergeant", 1), BY_LEVEL("captain", 2), BY_LEVEL("mestre", 3) };

const struct player *const players[] = {
    &player_random, &player_greedy, &by_level[0], &by_level[3], &by_level[6], &by_level[9], &by_level[1], &by_level[2], &by_level[4],
    &by_level[5], &by_level[7], &by_level[8], &by_level[10], &by_level[11], NULL };

const struct player *player_named(const char *name)
{
    for (int i = 0; players[i]; i++)
        if (!strcmp(players[i]->name, name)) return players[i];
    return NULL;
}
