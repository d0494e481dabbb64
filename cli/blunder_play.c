/* blunder_play.c: players decide in a position where something is clearly wrong. */
#include "blunder.h"
#include "hash.h"
#include "print.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

static void print_decision(const struct case_run *run, const struct player *player, int64_t seed, const struct decision *d, bool wrong)
{
    char               text[256];
    struct out         out = out_over(text, sizeof text);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    decision_write(run->match, d, &writer);
    json_close(&writer, '}');
    printf("  %s, seed %d: %s%s\n", player->name, (int)seed, text, wrong ? " (wrong)" : "");
}

/* Do all the values hold that must not? */
static bool holds(struct case_run *run, const struct json *after, struct state *now)
{
    struct state *start = run->game.state;
    int32_t       failures = run->result.failures;
    bool          all;

    run->game.state = now;
    all = case_check_expect(run, after) && run->result.failures == failures;
    run->game.state = start;
    run->result.failures = failures;
    return all;
}

static uint8_t phase_of(const struct state *s)
{
    const struct flow *flow = flow_of_const(s);

    return flow->over ? UINT8_MAX : flow_top_const(flow)->phase;
}

/* One try on a copy of the position: the decisions of the seat until it has taken as many as it may, or another phase is reached. */
static bool decide_once(struct case_run *run, const struct blunder *blunder, const struct player *player, int64_t seed,
                        const struct blunder_thought *thought, struct blunder_score *score)
{
    const struct state *start = run->game.state;
    uint8_t             phase = phase_of(start);
    uint64_t            word = (uint64_t)seed;
    struct dice         dice = dice_seeded(hash_bytes(&word, sizeof word));
    struct thinking     thinking = { run->match, random_from((uint64_t)seed), thought->arena, .crew = thought->crew };
    struct state       *now = arena_take(run->arena, run->ruleset->state_size);
    struct play         play = { run->match, now, &dice, NULL, 0 };
    bool                wrong = false, so = false, missing = blunder->missing.count > 0;

    if (!now) return case_fail(run, NULL, "there is not enough memory for this position");
    memcpy((void *)now, start, run->ruleset->state_size);
    for (int32_t i = 0; i < blunder->decisions && !wrong; i++) {
        struct decision d = { .kind = 0 };
        if (!(play_asked(now) & SEAT_BIT(blunder->seat))) break;
        if (blunder->decisions == BLUNDER_DECISIONS && phase_of(now) != phase) break;
        memcpy((void *)run->view, now, run->ruleset->state_size);
        run->ruleset->mask(run->match, run->view, blunder->seat);
        if (thought->since) *thought->since = seconds_now();
        if (!player_choose(player, &thinking, run->view, blunder->seat, &d)) return case_fail(run, NULL, "%s finds nothing to decide", player->name);
        wrong = blunder_is(blunder, &d);
        if (patterns_match(&blunder->missing, &d)) missing = false;
        if (thought->verbose) print_decision(run, player, seed, &d, wrong);
        if (wrong) score->last = d;
        so = blunder->after && holds(run, blunder->after, now);
        play_take(&play, blunder->seat, &d);
        play_advance(&play);
    }
    /* What a last word has set off is no longer how things stood when it was spoken. */
    if (blunder->after && phase_of(now) == phase) so = holds(run, blunder->after, now);
    score->seeds++;
    if (wrong || missing || so) {
        score->committed++;
        score->omitted = !wrong;
    }
    return true;
}

bool blunder_play(struct case_run *run, const struct blunder *blunder, const struct player *player, int64_t seeds,
                  const struct blunder_thought *thought, struct blunder_score *score)
{
    *score = (struct blunder_score){ .seeds = 0 };
    for (int64_t seed = 1; seed <= seeds; seed++) {
        size_t mark = run->arena->used;
        bool   good = decide_once(run, blunder, player, seed, thought, score);
        run->arena->used = mark;
        if (!good) return false;
    }
    return true;
}
