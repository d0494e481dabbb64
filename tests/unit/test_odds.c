/*
 * test_odds.c: odds that go on through what a fight leaves to somebody, and odds of what is only announced, with a toy ruleset.
 *
 * The toy: A declares attacks of A1 on B1, closes the declarations, and then fights what was declared. On a 1 to 4 of one die B1 must
 * fall back to a place that B chooses, and A1 may then follow, which A chooses; both are settled by the first offer. On a 6 B may first
 * parry, which is a reaction. Declaring throws a die by itself when the state says so.
 */
#include "chances.h"
#include "odds.h"
#include "player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct unit { int8_t x; uint8_t hurt, foe, spare; };

struct state {
    struct flow flow;
    uint8_t     dicey;           /* a declaration throws a die of its own */
    uint8_t     parried, omen, waits, guarded, guard;      /* guarded: the other says how he stands before the die */
    struct unit unit[2];
};

struct match { struct match_head head; };

enum { RULE_PLAY = 1, RULE_OVER, RULE_DICE };
enum { PHASE_DECLARE, PHASE_COMBATS, PHASE_FIGHT, PHASE_PARRY, PHASE_RETREAT, PHASE_FOLLOW, PHASE_GUARD, PHASES };
enum { DO_DECLARE, DO_CLOSE, DO_FIGHT, DO_REST, DO_PARRY, DO_LET, DO_RETREAT, DO_FOLLOW, DO_STAY, DO_HIGH, DO_LOW, DO_SHIFT, KINDS };

static const char *const   rules[] = { "", "TO-PLAY-01", "TO-OVER-01", "TO-DICE-01" };
static const struct piece  pieces[] = {
    { .id = "A1", .type = "pawn", .seat = SEAT_A }, { .id = "B1", .type = "pawn", .seat = SEAT_B },
};
static const struct field  game_fields[] = { FIELD(struct state, dicey, NULL), FIELD(struct state, parried, NULL) };
static const struct field  unit_fields[] = { FIELD(struct unit, x, NULL), FIELD(struct unit, hurt, NULL), FIELD(struct unit, foe, NULL) };
static const struct decision_kind kinds[KINDS] = {
    [DO_DECLARE] = { .name = "declare", .uses = USES_UNIT | USES_TARGET }, [DO_CLOSE] = { .name = "close" },
    [DO_FIGHT] = { .name = "fight", .uses = USES_UNIT }, [DO_REST] = { .name = "rest" }, [DO_PARRY] = { .name = "parry" },
    [DO_LET] = { .name = "let", .declines = true }, [DO_RETREAT] = { .name = "retreat", .uses = USES_UNIT | USES_AT },
    [DO_FOLLOW] = { .name = "follow", .uses = USES_UNIT }, [DO_STAY] = { .name = "stay", .declines = true },
    [DO_HIGH] = { .name = "high" }, [DO_LOW] = { .name = "low" }, [DO_SHIFT] = { .name = "shift", .uses = USES_AT },
};

static void ask_a(struct play *p) { ask(p, SEAT_BIT(SEAT_A)); }
static void ask_b(struct play *p) { ask(p, SEAT_BIT(SEAT_B)); }

static rule_id refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    static const uint16_t kind_from[PHASES] = { DO_DECLARE, DO_FIGHT, 0, DO_PARRY, DO_RETREAT, DO_FOLLOW, DO_HIGH };
    static const uint16_t kind_to[PHASES] = { DO_CLOSE, DO_REST, 0, DO_LET, DO_RETREAT, DO_STAY, DO_SHIFT };
    int                   phase = flow_top_const(&s->flow)->phase;

    (void)m, (void)seat;
    if (d->kind < kind_from[phase] || d->kind > kind_to[phase]) return refuse_with(why, RULE_PLAY, 0, 0);
    if (d->kind == DO_FIGHT && !s->unit[d->unit].foe) return refuse_with(why, RULE_PLAY, 1, 0);
    if (d->kind == DO_RETREAT && (d->at.y || d->at.x <= s->unit[1].x || d->at.x > s->unit[1].x + 3)) return refuse_with(why, RULE_PLAY, d->at.x, 0);
    return 0;
}

static void offer_declare(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat, (void)s;
    offer_add(offers, (struct decision){ .kind = DO_CLOSE }, 0);
    offer_add(offers, (struct decision){ .kind = DO_DECLARE, .unit = 0, .target = 1 }, 0);
}

static void take_declare(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_DECLARE) {
        p->state->unit[d->unit].foe = (uint8_t)(1 + d->target);
        if (p->state->dicey) p->state->omen = (uint8_t)d6(p, RULE_DICE);
        return;
    }
    leave(p);
    go_into(p, PHASE_COMBATS);
}

static void offer_combats(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat;
    if (s->unit[0].foe) offer_add(offers, (struct decision){ .kind = DO_FIGHT, .unit = 0 }, 0);
    offer_add(offers, (struct decision){ .kind = DO_REST }, 0);
}

static void take_combats(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_REST) finish(p, NO_SEAT);
    else go_into(p, PHASE_FIGHT);
}

/* Dice, then what they leave to somebody. */
static void enter_fight(struct play *p)
{
    int die;

    if (here(p)->step == 1) {
        here(p)->step = 2;
        if (p->state->unit[1].hurt) go_into(p, PHASE_FOLLOW);
        return;
    }
    if (here(p)->step == 2) {
        leave(p);
        return;
    }
    if (p->state->guarded && !p->state->guard) {
        go_into(p, PHASE_GUARD);
        return;
    }
    die = d6(p, RULE_DICE);
    p->state->unit[0].foe = 0;
    here(p)->step = 1;
    if (die == 6) go_into(p, PHASE_PARRY);
    else if (die <= (p->state->guard == DO_LOW ? 2 : 4)) {
        p->state->unit[1].hurt = 1;
        go_into(p, PHASE_RETREAT);
    }
}

static void offer_parry(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat, (void)s;
    offer_add(offers, (struct decision){ .kind = DO_PARRY }, 0);
    offer_add(offers, (struct decision){ .kind = DO_LET }, 0);
}

static void take_parry(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    p->state->parried = d->kind == DO_PARRY;
    leave(p);
}

static void offer_retreat(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat, (void)s;
    offer_add(offers, (struct decision){ .kind = DO_RETREAT, .unit = 1 }, USES_AT);
}

static void take_retreat(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    p->state->unit[1].x = (int8_t)d->at.x;
    leave(p);
}

static void offer_follow(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat, (void)s;
    offer_add(offers, (struct decision){ .kind = DO_FOLLOW, .unit = 0 }, 0);
    offer_add(offers, (struct decision){ .kind = DO_STAY }, 0);
}

static void take_follow(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    if (d->kind == DO_FOLLOW) p->state->unit[0].x++;
    leave(p);
}

static void offer_guard(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)m, (void)seat, (void)s;
    offer_add(offers, (struct decision){ .kind = DO_HIGH }, 0);
    offer_add(offers, (struct decision){ .kind = DO_LOW }, 0);
    offer_add(offers, (struct decision){ .kind = DO_SHIFT }, USES_AT);
}

static void take_guard(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    p->state->guard = (uint8_t)d->kind;
    leave(p);
}

static const struct phase declare = { "declare", RULE_PLAY, ask_a, offer_declare, refuse, take_declare, .step = 0 };
static const struct phase combats = { "combats", RULE_PLAY, ask_a, offer_combats, refuse, take_combats, .step = 0 };
static const struct phase fight = { "fight", RULE_PLAY, .enter = enter_fight };
static const struct phase parry = { "parry", RULE_PLAY, ask_b, offer_parry, refuse, take_parry, .step = 0 };
static const struct phase retreat = { "retreat", RULE_PLAY, ask_b, offer_retreat, refuse, take_retreat, .settles = true };
static const struct phase follow = { "follow", RULE_PLAY, ask_a, offer_follow, refuse, take_follow, .settles = true };
static const struct phase guard = { "guard", RULE_PLAY, ask_b, offer_guard, refuse, take_guard, .settles = true };
static const struct phase *const phases[PHASES] = { &declare, &combats, &fight, &parry, &retreat, &follow, &guard };

static void setup(const struct match *m, struct state *s)
{
    (void)m;
    flow_push(&s->flow, PHASE_DECLARE);
}

static void guess(const struct match *m, struct state *s, seat_id seat, struct random *random) { (void)m, (void)s, (void)seat, (void)random; }

static bool sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                   struct decision *d)
{
    (void)m, (void)seat;
    *d = offer->decision;
    d->at.x = s->unit[1].x + 1 + (int32_t)random_below(random, 3);
    return true;
}

static void appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    (void)m, (void)notes;
    appraisal->scale = 10;
    appraisal->part[SEAT_A][0] = 10 * s->unit[1].hurt;
}

static int32_t tide(const struct match *m, const struct state *s)
{
    (void)m, (void)s;
    return 0;
}

static const char *const concerns[] = { "harm" };

static int32_t foretell(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct decision *list,
                        int32_t capacity)
{
    (void)m, (void)s, (void)seat;
    if (d->kind != DO_DECLARE || capacity < 2) return 0;
    list[0] = (struct decision){ .kind = DO_CLOSE };
    list[1] = (struct decision){ .kind = DO_FIGHT, .unit = d->unit };
    return 2;
}

static const struct harm harm[] = { { "hurt", 0 } };

static const struct ruleset toy = {
    .id = "toy", .version = 1, .rules = rules, .rule_count = 3, .over_rule = RULE_OVER, .phases = phases, .kinds = kinds,
    .game_fields = game_fields, .unit_fields = unit_fields, .phase_count = PHASES, .kind_count = KINDS, .game_field_count = 2,
    .unit_field_count = 3, .match_size = sizeof(struct match), .state_size = sizeof(struct state),
    .unit_offset = offsetof(struct state, unit), .unit_size = sizeof(struct unit), .setup = setup, .guess = guess, .sample = sample,
    .concerns = concerns, .concern_count = 1, .appraise = appraise, .tide = tide, .foretell = foretell, .harm = harm, .harm_count = 1,
};

static const struct mind mind = { .weight = { 100 }, .temper = { { "balanced", { 100 }, { 100 } } } };
static struct match      match = { .head = { .ruleset = &toy, .seats = 2, .pieces = 2, .piece = pieces, .mind = &mind } };
static char              memory[8 << 20];

static struct state first_state(bool dicey)
{
    struct state s;
    struct dice  dice = dice_listed(NULL, 0);
    struct play  play = { &match, &s, &dice, NULL, 0 };

    play_begin(&play);
    s.dicey = dicey;
    return s;
}

static struct odds odds_now(const struct state *s, struct decision d, enum odds_policy policy)
{
    struct arena arena = arena_over(memory, sizeof memory);
    struct odds  odds = { .count = 0 };
    struct fault fault = { 0 };

    if (play_refuse(&match, s, SEAT_A, &d, NULL) || !odds_of(&match, s, SEAT_A, &d, policy, &arena, &odds, &fault))
        fail_msg("%s", fault.text);
    return odds;
}

/* What has been come to before its dice is worked out once. */
static void the_same_again_has_no_odds(void **unused)
{
    struct state     s = first_state(false);
    struct arena     arena = arena_over(memory, sizeof memory);
    struct odds_seen seen = { .count = 0 };
    struct odds      odds;
    struct fault     fault = { 0 };
    struct decision  d = { .kind = DO_DECLARE, .unit = 0, .target = 1 };

    (void)unused;
    assert_true(odds_of_new(&match, &s, SEAT_A, &d, ODDS_DECLINE, &seen, &arena, &odds, &fault));
    assert_true(odds.count > 1);
    assert_int_equal(seen.count, 1);
    assert_true(odds_of_new(&match, &s, SEAT_A, &d, ODDS_DECLINE, &seen, &arena, &odds, &fault));
    assert_int_equal(odds.count, 0);
    assert_int_equal(seen.count, 1);
    s.unit[1].x++;
    assert_true(odds_of_new(&match, &s, SEAT_A, &d, ODDS_DECLINE, &seen, &arena, &odds, &fault));
    assert_true(odds.count > 1);
    assert_int_equal(seen.count, 2);
}

/* Many throws come near the odds, the same seed to the same, and where nothing is thrown one look is exact. */
static void throws_come_near_the_odds(void **unused)
{
    enum { THROWS = 4000, NEAR = MIND_WON * 1000 / 20 };
    struct state    s = first_state(false);
    struct arena    arena = arena_over(memory, sizeof memory);
    struct decision attack = { .kind = DO_DECLARE, .unit = 0, .target = 1 };
    struct odds     odds = odds_now(&s, attack, ODDS_DECLINE);
    int64_t         exact = odds_expected(&odds, SEAT_A, NULL, NULL), many, again, sure;

    (void)unused;
    assert_true(odds.count > 1 && exact > 2 * NEAR);
    assert_true(odds_by_throws(&match, &s, SEAT_A, &attack, ODDS_DECLINE, 1, THROWS, NULL, NULL, &arena, &many));
    assert_true(odds_by_throws(&match, &s, SEAT_A, &attack, ODDS_DECLINE, 1, THROWS, NULL, NULL, &arena, &again));
    assert_in_range(many, exact - NEAR, exact + NEAR);
    assert_int_equal(many, again);
    odds = odds_now(&s, attack, ODDS_STOP);
    assert_int_equal(odds.count, 1);
    assert_true(odds_by_throws(&match, &s, SEAT_A, &attack, ODDS_STOP, 1, 1, NULL, NULL, &arena, &sure));
    assert_int_equal(sure, odds_expected(&odds, SEAT_A, NULL, NULL));
    assert_int_equal(arena.used, 0);
    arena.capacity = 16;
    assert_false(odds_by_throws(&match, &s, SEAT_A, &attack, ODDS_STOP, 1, 1, NULL, NULL, &arena, &sure));
}

static void assert_chance(const struct odds *odds, int unit, int field, int32_t value, uint32_t over, uint32_t under)
{
    const struct field *list = unit == NOBODY ? game_fields : unit_fields;
    struct weight       chance = odds_chance(odds, unit, &list[field], value);

    if (!weight_equal(chance, weight_of(over, under)))
        fail_msg("%s of %d is %d with %u in 1000, not %u/%u", list[field].name, unit, value, (unsigned)weight_share(chance, 1000), over,
                 under);
}

/* The seat that would be asked in an outcome's phase. */
static int phase_after(const struct odds *odds, int32_t outcome)
{
    return flow_top_const(flow_of_const(odds_state(odds, outcome)))->phase;
}

static const struct decision declaration = { .kind = DO_DECLARE, .unit = 0, .target = 1 };

static void announcement_has_the_odds_of_its_fight(void **unused)
{
    struct state s = first_state(false);
    struct odds  odds = odds_now(&s, declaration, ODDS_DECLINE);

    (void)unused;
    assert_chance(&odds, 1, 1, 1, 4, 6);
    assert_chance(&odds, NOBODY, 1, 1, 0, 1);
    for (int32_t i = 0; i < odds.count; i++) assert_int_equal(phase_after(&odds, i), PHASE_COMBATS);
}

static void fight_is_settled_to_its_end(void **unused)
{
    struct state s = first_state(false);
    struct odds  odds = odds_now(&s, declaration, ODDS_DECLINE);

    (void)unused;
    /* A1 has followed exactly when B1 was hurt, and B1 stands at one place alone: the sample is always the same. */
    assert_chance(&odds, 0, 0, 1, 4, 6);
    assert_chance(&odds, 1, 0, 0, 2, 6);
    for (int32_t x = 1; x <= 3; x++) {
        struct weight chance = odds_chance(&odds, 1, &unit_fields[0], x);
        assert_true(weight_is_zero(chance) || weight_equal(chance, weight_of(4, 6)));
    }
}

static void policy_still_answers_reactions(void **unused)
{
    struct state s = first_state(false);
    struct odds  odds = odds_now(&s, declaration, ODDS_REACT);

    (void)unused;
    assert_chance(&odds, NOBODY, 1, 1, 1, 6);
    assert_chance(&odds, 1, 1, 1, 4, 6);
}

static void stop_foretells_and_settles_nothing(void **unused)
{
    struct state s = first_state(false);
    struct odds  odds = odds_now(&s, declaration, ODDS_STOP);

    (void)unused;
    assert_int_equal(odds.count, 1);
    assert_int_equal(phase_after(&odds, 0), PHASE_DECLARE);
    s.unit[0].foe = 2;
    flow_top(flow_of(&s))->phase = PHASE_COMBATS;
    odds = odds_now(&s, (struct decision){ .kind = DO_FIGHT }, ODDS_STOP);
    assert_int_equal(odds.count, 3);
}

static void dice_before_the_last_end_the_chain(void **unused)
{
    struct state s = first_state(true);
    struct odds  odds = odds_now(&s, declaration, ODDS_DECLINE);

    (void)unused;
    assert_int_equal(odds.count, 6);
    for (int32_t i = 0; i < odds.count; i++) assert_int_equal(phase_after(&odds, i), PHASE_DECLARE);
    assert_chance(&odds, 1, 1, 1, 0, 1);
}

static int32_t foretell_nonsense(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                                 struct decision *list, int32_t capacity)
{
    int32_t count = foretell(m, s, seat, d, list, capacity);

    if (count) list[1].unit = 1;
    return count;
}

/* The first link is not wanted, the others are. */
static int32_t foretell_too_much(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                                 struct decision *list, int32_t capacity)
{
    if (!foretell(m, s, seat, d, list + 1, capacity - 1)) return 0;
    list[0] = (struct decision){ .kind = DO_REST };
    return 3;
}

static void unwanted_link_is_passed_over(void **unused)
{
    struct ruleset other = toy;
    struct state   s = first_state(false);
    struct odds    odds;

    (void)unused;
    other.foretell = foretell_too_much;
    match.head.ruleset = &other;
    odds = odds_now(&s, declaration, ODDS_DECLINE);
    assert_chance(&odds, 1, 1, 1, 4, 6);
    match.head.ruleset = &toy;
}

static void refused_end_leaves_the_way_to_it(void **unused)
{
    struct ruleset other = toy;
    struct state   s = first_state(false);
    struct odds    odds;

    (void)unused;
    other.foretell = foretell_nonsense;
    match.head.ruleset = &other;
    odds = odds_now(&s, declaration, ODDS_DECLINE);
    assert_int_equal(odds.count, 1);
    assert_int_equal(phase_after(&odds, 0), PHASE_COMBATS);
    match.head.ruleset = &toy;
}

static void chances_are_told_from_before_the_announcement(void **unused)
{
    struct state   s = first_state(false);
    struct odds    odds = odds_now(&s, declaration, ODDS_DECLINE);
    struct arena   arena = arena_over(memory + (4 << 20), 4 << 20);
    struct changes changes;
    struct fault   fault = { 0 };

    (void)unused;
    assert_true(chances_of(&odds, &s, &arena, &changes, &fault));
    assert_int_equal(changes.worse_count, 1);
    assert_int_equal(changes.worse[0].unit, 1);
    assert_true(weight_equal(changes.worse[0].weight, weight_of(4, 6)));
}

static struct odds_question question_of(const struct state *s, enum odds_policy policy)
{
    struct arena         arena = arena_over(memory, sizeof memory);
    struct odds_question question;
    struct fault         fault = { 0 };

    assert_true(odds_question(&match, s, SEAT_A, &declaration, policy, &arena, &question, &fault));
    return question;
}

static void answers_of_another_have_odds_of_their_own(void **unused)
{
    struct state         s = first_state(false);
    struct odds_question question;
    struct arena         arena;
    struct odds          odds = { .count = 0 };
    struct fault         fault = { 0 };

    (void)unused;
    s.guarded = 1;
    question = question_of(&s, ODDS_DECLINE);
    assert_int_equal(question.seat, SEAT_B);
    assert_int_equal(question.count, 2);                                                 /* what is open is no answer yet */
    for (int i = 0; i < 2; i++) {
        arena = arena_over(memory, sizeof memory);
        assert_true(odds_given(&match, &s, SEAT_A, &declaration, ODDS_DECLINE, &question.answer[i], &arena, &odds, &fault));
        assert_chance(&odds, 1, 1, 1, i ? 2 : 4, 6);
    }
    odds = odds_now(&s, declaration, ODDS_DECLINE);
    assert_chance(&odds, 1, 1, 1, 4, 6);
}

static void no_question_no_answers(void **unused)
{
    struct state    s = first_state(false);
    struct arena    arena = arena_over(memory, sizeof memory);
    struct decision low = { .kind = DO_LOW };
    struct odds     odds;
    struct fault    fault = { 0 };

    (void)unused;
    assert_int_equal(question_of(&s, ODDS_DECLINE).seat, NO_SEAT);                       /* what comes after dice is another matter */
    assert_false(odds_given(&match, &s, SEAT_A, &declaration, ODDS_DECLINE, &low, &arena, &odds, &fault));
    assert_true(fault.set);
    s.guarded = 1;
    assert_int_equal(question_of(&s, ODDS_STOP).seat, NO_SEAT);
    low.kind = DO_FOLLOW;
    fault = (struct fault){ 0 };
    arena = arena_over(memory, sizeof memory);
    assert_false(odds_given(&match, &s, SEAT_A, &declaration, ODDS_DECLINE, &low, &arena, &odds, &fault));
}

static void greedy_declares_for_what_it_leads_to(void **unused)
{
    struct state    s = first_state(false);
    struct thinking thinking = { &match, random_from(1), arena_over(memory, sizeof memory), .crew = NULL };
    struct decision d;

    (void)unused;
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_DECLARE);
}

/* What is declared is fought together with whatever else is, when all is closed: here it is fought alone. */
static bool alone(const struct match *m, struct state *s, seat_id seat, const struct decision *d)
{
    (void)m, (void)seat;
    if (d->kind != DO_DECLARE) return false;
    s->unit[d->unit].foe = (uint8_t)(1 + d->target);
    flow_push(&s->flow, PHASE_FIGHT);
    return true;
}

static struct ruleset together(void)
{
    struct ruleset other = toy;

    other.foretell = NULL;
    other.alone = alone;
    return other;
}

static void what_falls_with_others_has_the_odds_of_its_own_dice(void **unused)
{
    struct ruleset other = together();
    struct state   s = first_state(true), kept = s;
    struct odds    odds;

    (void)unused;
    match.head.ruleset = &other;
    odds = odds_now(&s, declaration, ODDS_REACT);
    assert_memory_equal(&s, &kept, sizeof s);
    assert_chance(&odds, 1, 1, 1, 4, 6);
    assert_chance(&odds, NOBODY, 1, 1, 1, 6);                                            /* a parry is a reaction: it is above the declaration */
    for (int32_t i = 0; i < odds.count; i++) {
        assert_int_equal(phase_after(&odds, i), PHASE_DECLARE);
        assert_int_equal(play_asked(odds_state(&odds, i)), SEAT_BIT(SEAT_A));
        assert_int_equal(odds_state(&odds, i)->omen, 0);                                 /* the decision itself is not taken */
    }
    odds = odds_now(&s, declaration, ODDS_STOP);
    assert_int_equal(odds.count, 6);                                                     /* its own die alone */
    odds = odds_now(&s, (struct decision){ .kind = DO_CLOSE }, ODDS_DECLINE);
    assert_int_equal(odds.count, 1);
    assert_int_equal(phase_after(&odds, 0), PHASE_COMBATS);
    match.head.ruleset = &toy;
}

static void answers_before_dice_that_fall_with_others(void **unused)
{
    struct ruleset       other = together();
    struct state         s = first_state(false);
    struct odds_question question;
    struct arena         arena;
    struct odds          odds = { .count = 0 };
    struct fault         fault = { 0 };

    (void)unused;
    match.head.ruleset = &other;
    assert_int_equal(question_of(&s, ODDS_DECLINE).seat, NO_SEAT);
    s.guarded = 1;
    question = question_of(&s, ODDS_DECLINE);
    assert_int_equal(question.seat, SEAT_B);
    for (int i = 0; i < 2; i++) {
        arena = arena_over(memory, sizeof memory);
        assert_true(odds_given(&match, &s, SEAT_A, &declaration, ODDS_DECLINE, &question.answer[i], &arena, &odds, &fault));
        assert_chance(&odds, 1, 1, 1, i ? 2 : 4, 6);
    }
    match.head.ruleset = &toy;
}

static int16_t turn;
static int16_t turn_of(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper)
{
    (void)temper, (void)m, (void)s, (void)seat;
    return turn;
}

static void greedy_thinks_of_one_piece_at_a_time(void **unused)
{
    struct ruleset  other = toy;
    struct state    s = first_state(false);
    struct thinking thinking = { &match, random_from(1), arena_over(memory, sizeof memory), .crew = NULL };
    struct decision d;

    (void)unused;
    other.foretell = NULL;
    other.turn_of = turn_of;
    match.head.ruleset = &other;
    turn = 0;                                                /* A1, although closing comes first among equals */
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_DECLARE);
    turn = NOBODY;
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_CLOSE);
    other.foretell = foretell;                               /* a declaration is worth more, but it is nobody's turn */
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_CLOSE);
    turn = 1;                                                /* one that is offered nothing: the offers are weighed as ever */
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_DECLARE);
    match.head.ruleset = &toy;
}

static void nobody_gives_the_game_up(void **unused)
{
    struct decision_kind giving_up[KINDS];
    struct ruleset       other = toy;
    struct state         s = first_state(false);
    struct thinking      thinking = { &match, random_from(1), arena_over(memory, sizeof memory), .crew = NULL };
    struct offer         list[8];
    struct offers        offers = { list, 0, 8 };
    struct decision      d;

    (void)unused;
    memcpy(giving_up, kinds, sizeof giving_up);
    giving_up[DO_DECLARE].yields = true;
    other.kinds = giving_up;
    match.head.ruleset = &other;
    for (int i = 0; i < 32; i++) {
        assert_true(player_choose(&player_random, &thinking, &s, SEAT_A, &d));
        assert_int_equal(d.kind, DO_CLOSE);
    }
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    assert_int_equal(d.kind, DO_CLOSE);
    assert_true(choose_to_yield(&match, &s, SEAT_A, &offers, &d));
    assert_int_equal(d.kind, DO_DECLARE);
    giving_up[DO_CLOSE].yields = true;                       /* there is nothing else to do */
    assert_true(player_choose(&player_random, &thinking, &s, SEAT_A, &d));
    assert_true(player_choose(&player_greedy, &thinking, &s, SEAT_A, &d));
    match.head.ruleset = &toy;
    assert_false(choose_to_yield(&match, &s, SEAT_A, &offers, &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_falls_with_others_has_the_odds_of_its_own_dice),
        cmocka_unit_test(answers_before_dice_that_fall_with_others),
        cmocka_unit_test(greedy_thinks_of_one_piece_at_a_time),
        cmocka_unit_test(nobody_gives_the_game_up),
        cmocka_unit_test(the_same_again_has_no_odds),
        cmocka_unit_test(throws_come_near_the_odds),
        cmocka_unit_test(announcement_has_the_odds_of_its_fight),
        cmocka_unit_test(fight_is_settled_to_its_end),
        cmocka_unit_test(policy_still_answers_reactions),
        cmocka_unit_test(stop_foretells_and_settles_nothing),
        cmocka_unit_test(dice_before_the_last_end_the_chain),
        cmocka_unit_test(unwanted_link_is_passed_over),
        cmocka_unit_test(refused_end_leaves_the_way_to_it),
        cmocka_unit_test(chances_are_told_from_before_the_announcement),
        cmocka_unit_test(answers_of_another_have_odds_of_their_own),
        cmocka_unit_test(no_question_no_answers),
        cmocka_unit_test(greedy_declares_for_what_it_leads_to),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
