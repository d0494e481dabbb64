/* play.c: see play.h. */
#include "play.h"
#include "maths.h"
#include "must.h"

#include <string.h>

/* More phases than any rule chain can need between two decisions: beyond it, the rules go round in circles. */
enum { STEPS_BETWEEN_DECISIONS = 4096 };

static rule_id own(const struct play *p, rule_id cited)
{
    return rule_cited(ruleset_of(p->match), cited);
}

static uint8_t audience(const struct play *p)
{
    return (uint8_t)~p->hidden_from;
}

static void tell_roll(struct play *p, rule_id rule, const uint8_t *thrown, int count, int sides, int need)
{
    for (int from = 0; from < count; from += EVENT_FACES) {
        struct event *event = event_add(p->events, EVENT_ROLL, own(p, rule), audience(p));
        if (!event) return;
        event->count = (uint8_t)(count - from < EVENT_FACES ? count - from : EVENT_FACES);
        event->sides = (uint8_t)sides;
        event->need = (uint8_t)need;
        memcpy(event->as.face, thrown + from, event->count);
    }
}

int pool(struct play *p, rule_id rule, int count, int target)
{
    uint8_t thrown[DICE_AT_ONCE];
    int     hits = dice_pool(p->dice, own(p, rule), count, 6, target, thrown);

    if (p->events) tell_roll(p, rule, thrown, count, 6, target);
    return hits;
}

static int die(struct play *p, rule_id rule, int sides)
{
    uint8_t face;

    dice_faces(p->dice, own(p, rule), 1, sides, &face);
    if (p->events) tell_roll(p, rule, &face, 1, sides, 0);
    return face;
}

int d6(struct play *p, rule_id rule)
{
    return die(p, rule, 6);
}

int d10(struct play *p, rule_id rule)
{
    return die(p, rule, 10);
}

int d10_sorted(struct play *p, rule_id rule, const uint16_t sort[10])
{
    uint8_t face = (uint8_t)dice_sorted(p->dice, own(p, rule), 10, sort);

    if (p->events) tell_roll(p, rule, &face, 1, 10, 0);
    return face;
}

void faces(struct play *p, rule_id rule, int count, int sides, uint8_t *out)
{
    dice_faces(p->dice, own(p, rule), count, sides, out);
    if (p->events) tell_roll(p, rule, out, count, sides, 0);
}

int chain(struct play *p, rule_id rule, int most)
{
    uint8_t thrown[DICE_CHAIN_MOST];
    int     count, value = dice_chain(p->dice, own(p, rule), most, thrown, &count);

    if (p->events) tell_roll(p, rule, thrown, count, 6, 0);
    return value;
}

bool reach(struct play *p, rule_id rule, int needed, int most)
{
    uint8_t thrown[DICE_CHAIN_MOST];
    int     count;
    bool    reached = dice_reach(p->dice, own(p, rule), needed, most, thrown, &count);

    if (p->events) tell_roll(p, rule, thrown, count, 6, 0);
    return reached;
}

int contest(struct play *p, rule_id rule, int sides)
{
    uint8_t pair[2];
    int     winner;

    do {
        winner = dice_contest(p->dice, own(p, rule), sides, pair);
        if (p->events) tell_roll(p, rule, pair, 2, sides, 0);
    } while (winner < 0);
    return winner;
}

static int entry(struct play *p, uint16_t kind, rule_id rule, int unit, int amount)
{
    struct event *event = p->events ? event_add(p->events, kind, own(p, rule), audience(p)) : NULL;

    if (!event) return amount;
    event->unit = (int16_t)unit;
    event->as.value[0] = amount;
    return amount;
}

int account(struct play *p, rule_id rule, int base)
{
    return entry(p, EVENT_BASE, rule, NOBODY, base);
}

int because_of(struct play *p, rule_id rule, int unit, int amount)
{
    return amount ? entry(p, EVENT_REASON, rule, unit, amount) : 0;
}

int because(struct play *p, rule_id rule, int amount)
{
    return because_of(p, rule, NOBODY, amount);
}

int total(struct play *p, rule_id rule, int sum)
{
    return entry(p, EVENT_TOTAL, rule, NOBODY, sum);
}

void cite(struct play *p, rule_id rule)
{
    if (p->events) event_add(p->events, EVENT_CITE, own(p, rule), audience(p));
}

void tell_to(struct play *p, uint8_t seen, uint16_t kind, rule_id rule, int unit, int target, int32_t value0,
             int32_t value1, int32_t value2)
{
    struct event *event = p->events ? event_add(p->events, kind, own(p, rule), seen) : NULL;

    if (!event) return;
    event->unit = (int16_t)unit;
    event->target = (int16_t)target;
    event->as.value[0] = value0;
    event->as.value[1] = value1;
    event->as.value[2] = value2;
}

void tell(struct play *p, uint16_t kind, rule_id rule, int unit, int target, int32_t value0, int32_t value1, int32_t value2)
{
    tell_to(p, audience(p), kind, rule, unit, target, value0, value1, value2);
}

void tell_place(struct play *p, uint8_t seen, uint16_t kind, rule_id rule, int unit, struct pose pose, int32_t time)
{
    struct event *event;

    must(ruleset_of(p->match)->events[kind - EVENT_OWN].place && between(0, time, PLACE_TIMES));
    event = p->events ? event_add(p->events, kind, own(p, rule), seen) : NULL;
    if (!event) return;
    event->unit = (int16_t)unit;
    event->target = NOBODY;
    event->as.value[0] = pose.at.x;
    event->as.value[1] = pose.at.y;
    event->as.value[2] = pose.heading;
    event->as.value[3] = time;
}

struct frame *here(struct play *p)
{
    return flow_top(flow_of(p->state));
}

struct frame *go_into(struct play *p, uint8_t phase)
{
    flow_push(flow_of(p->state), phase);
    return here(p);
}

void leave(struct play *p)
{
    flow_pop(flow_of(p->state));
}

void ask(struct play *p, uint8_t seats)
{
    here(p)->asked |= seats;
}

void finish(struct play *p, seat_id winner)
{
    struct flow *flow = flow_of(p->state);

    memset(flow, 0, sizeof *flow);
    flow->over = 1;
    flow->winner = winner;
}

void play_step(struct play *p)
{
    ruleset_of(p->match)->phases[here(p)->phase]->enter(p);
}

void play_advance(struct play *p)
{
    const struct flow *flow = flow_of(p->state);
    int                steps = 0;

    while (!flow->over && !flow_top_const(flow)->asked && !p->dice->short_of && !p->dice->wrong) {
        must(++steps < STEPS_BETWEEN_DECISIONS);
        play_step(p);
    }
}

void play_take(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *frame = here(p);

    must(frame->asked & SEAT_BIT(seat));
    frame->asked &= (uint8_t)~SEAT_BIT(seat);
    ruleset_of(p->match)->phases[frame->phase]->take(p, seat, d);
}

void play_begin(struct play *p)
{
    const struct ruleset *ruleset = ruleset_of(p->match);

    memset((void *)p->state, 0, ruleset->state_size);
    ruleset->setup(p->match, p->state);
    play_advance(p);
}

uint8_t play_asked(const struct state *s)
{
    const struct flow *flow = flow_of_const(s);

    return flow->over ? 0 : flow_top_const(flow)->asked;
}

seat_id play_first_asked(const struct state *s)
{
    uint8_t asked = play_asked(s);
    seat_id seat = 0;

    must(asked);
    while (!(asked & SEAT_BIT(seat))) seat++;
    return seat;
}

void play_offer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    offers->count = 0;
    if (play_asked(s) & SEAT_BIT(seat))
        ruleset_of(m)->phases[flow_top_const(flow_of_const(s))->phase]->offer(m, s, seat, offers);
}

/* Members that the kind does not use must be zero, and those it uses must be within the tables. */
static bool well_formed(const struct match *m, const struct decision *d)
{
    const struct ruleset       *ruleset = ruleset_of(m);
    const struct match_head    *head = match_head(m);
    const struct decision_kind *kind;

    if (d->kind >= ruleset->kind_count) return false;
    kind = &ruleset->kinds[d->kind];
    if (kind->uses & USES_UNIT ? !between(0, d->unit, head->pieces - 1) : d->unit != 0) return false;
    if (kind->uses & USES_TARGET ? !between(0, d->target, head->pieces - 1) : d->target != 0) return false;
    if (kind->uses & USES_CHOICE ? !between(0, d->choice, kind->choices->count - 1) : d->choice != 0) return false;
    if (kind->uses & USES_AT) {
        if (!between(-TABLE_LIMIT, d->at.x, TABLE_LIMIT) || !between(-TABLE_LIMIT, d->at.y, TABLE_LIMIT)) return false;
    } else if (d->at.x || d->at.y) {
        return false;
    }
    if (kind->uses & USES_HEADING ? !between(0, d->heading, FULL_TURN - 1) : d->heading != 0) return false;
    return kind->uses & USES_VALUE || d->value == 0;
}

/* The rule as code cites it. */
static rule_id refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct ruleset *ruleset = ruleset_of(m);
    const struct flow    *flow = flow_of_const(s);
    const struct phase   *phase;

    if (flow->over) return refuse_with(why, ruleset->over_rule, 0, 0);
    phase = ruleset->phases[flow_top_const(flow)->phase];
    if (seat < 0 || seat >= match_head(m)->seats || !(flow_top_const(flow)->asked & SEAT_BIT(seat)))
        return refuse_with(why, phase->rule, 0, 0);
    if (!well_formed(m, d)) return refuse_with(why, phase->rule, 0, 0);
    return phase->refuse(m, s, seat, d, why);
}

rule_id play_refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                    struct refusal *why)
{
    rule_id rule;

    if (why) *why = (struct refusal){ .unit = NOBODY };
    rule = rule_cited(ruleset_of(m), refuse(m, s, seat, d, why));
    if (why) why->rule = rule_cited(ruleset_of(m), why->rule);
    return rule;
}
