/*
 * blows.c: the blows of a melee by length of weapon, who is hit or pushed back, and who follows up (AR-MEL, AR-MMOD, AR-MULTI, AR-PUSH).
 */
#include "argad.h"

/* What modifies a blow. */

static bool is_foot(const struct match *m, const struct state *s, int figure) { return !is_mounted(m, s, figure); }

static enum ground_class ground_of(const struct match *m, const struct state *s, int figure)
{
    return (enum ground_class)argad_spot(m, mover_of(m, s, figure), place_of(s, figure)).class;
}

/* Does he attack the other across a linear obstacle (AR-MMOD-15 for horses)? Over a shoulder the comrade's contact counts (ruling 57). */
static bool attacks_across(const struct match *m, const struct state *s, int attacker, int other)
{
    int one = argad_touching(m, s, attacker, other), two = argad_touching(m, s, other, attacker), obstacle;

    if (one == NOBODY) one = attacker;
    if (two == NOBODY || one != attacker) two = other;
    return argad_attacks(s, one, two) && argad_across(m, s, one, two, &obstacle);
}

static int horse_and_foot(struct play *p, int striker, int target)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    bool                rides = is_cavalry(m, s, striker), meets = is_cavalry(m, s, target);
    int                 sum = 0;

    if (rides && !meets && !attacks_across(m, s, striker, target) && ground_of(m, s, striker) == EASY) sum += because_of(p, AR_MMOD_09, target, 1);
    if (!rides && meets && is_foot(m, s, striker) && !attacks_across(m, s, target, striker) && ground_of(m, s, target) < VERY_DIFFICULT)
        sum += because_of(p, AR_MMOD_10, target, -1);
    if (!rides && meets && is_mounted(m, s, striker)) sum += because_of(p, AR_MMOD_11, target, -1);
    return sum;
}

static int charge_bonus(struct play *p, int striker, int target, const struct weapon *weapon)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    int                 sum = 0;

    if (s->unit[striker].did & DID_CHARGE && !attacks_across(m, s, striker, target)) {         /* AR-MMOD-15 */
        sum += because_of(p, AR_MMOD_13, target, 1);
        if (s->unit[striker].did & DID_FORMED_CHARGE && mover_of(m, s, striker)->flags & MOVER_HEAVY && option(m, OPTION_HEAVY_CLOSE_CHARGE))
            sum += because(p, AR_CHG_07, 1);
    }
    if (is_foot(m, s, striker) && is_immobile(s, striker) && weapon->flags & WEAPON_AGAINST_HORSE && argad_charges(s, target, striker))
        sum += because_of(p, AR_MMOD_14, target, 1);
    return sum;
}

int argad_blow_total(struct play *p, int striker, int target, int number)
{
    const struct match  *m = p->match;
    const struct state  *s = p->state;
    const struct weapon *weapon = argad_weapon(m, striker, number);
    bool                 foot = is_foot(m, s, striker);
    int                  sum = account(p, AR_DICE_05, 0);

    if (weapon->flags & WEAPON_POOR) sum += because(p, AR_MMOD_01, -1);
    else if (m->figure[striker].class <= 2) sum += because(p, AR_MMOD_02, -1);
    if (foot && weapon->flags & WEAPON_HEAVY_TOOL && !argad_spot(m, mover_of(m, s, striker), place_of(s, striker)).indoors && !argad_in_close_order(m, s, striker))
        sum += because(p, AR_MMOD_03, 1);
    if (foot && !argad_attacks(s, striker, target) && attacks_across(m, s, target, striker)) sum += because_of(p, AR_MMOD_04, target, 1);
    if (argad_higher(m, s, target, striker) > 0) sum += because_of(p, AR_MMOD_07, target, -1);
    sum += horse_and_foot(p, striker, target);
    sum += charge_bonus(p, striker, target, weapon);
    if (s->unit[striker].wounds & WOUNDED) sum += because(p, AR_CAS_05, -1);
    return total(p, AR_MMOD_17, sum);
}

/* What a blow does. */

enum outcome argad_outcome(const struct match *m, int target, int natural, int modifiers)
{
    int class = m->figure[target].class, armour = m->figure[target].armour, result = natural + modifiers;

    if (natural == 1) return MISSES;
    if (natural == 7) return HITS;
    if (result < class) return MISSES;
    return result == class || result <= armour ? PUSHES : HITS;
}

void argad_chances(const struct match *m, int target, int modifiers, int *hit, int *push)
{
    static const int parts[8] = { 0, 6, 6, 6, 6, 6, 5, 1 };

    *hit = *push = 0;
    for (int natural = 1; natural <= 7; natural++) {
        enum outcome outcome = argad_outcome(m, target, natural, modifiers);
        if (outcome == HITS) *hit += parts[natural];
        if (outcome == PUSHES) *push += parts[natural];
    }
}

/* A step: all blows of one length (AR-MEL-12). */

struct blow {
    int16_t      striker, target;
    uint8_t      natural;
    enum outcome outcome;
    bool         stands;             /* it takes effect */
};

static bool strikes_now(struct play *p, int striker, enum length length)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    const struct unit  *unit = &s->unit[striker];
    int                 target = unit->strike_at - 1;

    if (target < 0 || unit->strike_how & STRIKE_SEIZES || argad_length(m, s, striker, target, unit->strike_with) != length) return false;
    /* AR-MEL-13: hit or pushed back before its own step. */
    if (!is_active(s, striker) || unit->did & DID_RECOIL) {
        if (is_there(s, striker)) tell(p, EVENT_NO_BLOW, AR_MEL_13, striker, target, 0, 0, 0);
        return false;
    }
    /* AR-MEL-20: its target has gone. */
    if (!is_there(s, target) || s->unit[target].status == STATUS_PRISONER ||
        (!argad_contact(s, striker, target) && !argad_over_shoulder(m, s, striker, target, unit->strike_with))) {
        tell(p, EVENT_NO_BLOW, AR_MEL_20, striker, target, 0, 0, 0);
        return false;
    }
    return true;
}

static void cite_modifiers(struct play *p, int striker, int target)
{
    const struct match *m = p->match;
    const struct state *s = p->state;

    if (attacks_across(m, s, target, striker)) {
        cite(p, AR_MMOD_05);
        if (is_foot(m, s, striker)) cite(p, AR_MMOD_06);
        cite(p, AR_MMOD_08);
    }
    if (is_mounted(m, s, striker) && attacks_across(m, s, striker, target)) cite(p, AR_MMOD_15);
    cite(p, is_cavalry(m, s, striker) == is_cavalry(m, s, target) ? AR_MMOD_12 : AR_MMOD_16);
    if (m->figure[striker].class == 1) cite(p, AR_FIG_10);
    if (is_mounted(m, s, striker) && !is_cavalry(m, s, striker)) cite(p, AR_MMOD_11);
    if (argad_weapon(m, striker, s->unit[striker].strike_with)->length == LONG) cite(p, AR_LEN_07);
    if (!argad_contact(s, striker, target)) cite(p, AR_FORM_19);
}

static void throw_blow(struct play *p, struct blow *blow)
{
    const struct match *m = p->match;
    struct unit        *unit = &p->state->unit[blow->striker];
    int                 modifiers = argad_blow_total(p, blow->striker, blow->target, unit->strike_with);

    blow->natural = (uint8_t)chain(p, AR_DICE_02, 7);
    blow->outcome = argad_outcome(m, blow->target, blow->natural, modifiers);
    unit->did |= DID_STRIKE;
    tell(p, EVENT_BLOW,
         blow->natural == 1 ? AR_MEL_10 : blow->natural == 7 ? AR_MEL_11 : blow->outcome == HITS ? AR_MEL_05 : blow->outcome == MISSES ? AR_MEL_07
         : blow->natural + modifiers == m->figure[blow->target].class ? AR_MEL_06 : AR_MEL_08,
         blow->striker, blow->target, blow->outcome, blow->natural, modifiers);
    if (m->figure[blow->target].armour) {                    /* compared with his class; what comes of it is said by both */
        cite(p, AR_MEL_08);
        cite(p, AR_MEL_09);
    }
    cite(p, AR_DICE_08);
    cite(p, AR_MEL_12);
    cite(p, AR_MULTI_01);
    cite_modifiers(p, blow->striker, blow->target);
    argad_rise(p, blow->striker);
}

/* AR-MEL-15 to -18, -21: two who strike each other. Which of the two blows stands. */
static void settle_pair(struct play *p, struct blow *a, struct blow *b)
{
    const struct match  *m = p->match;
    const struct figure *one = &m->figure[a->striker], *other = &m->figure[b->striker];
    rule_id              rule;
    int                  lead;

    if (a->outcome == MISSES && b->outcome == MISSES) return;
    if (a->outcome != b->outcome) {
        rule = AR_MEL_18;
        lead = (int)a->outcome - (int)b->outcome;
    } else if (one->class != other->class) {
        rule = AR_MEL_15;
        lead = one->class - other->class;
    } else if (!one->armour != !other->armour) {
        rule = AR_MEL_16;
        lead = one->armour - other->armour;
    } else {
        rule = AR_MEL_16;
        lead = a->natural - b->natural;
    }
    a->stands = lead > 0;
    b->stands = lead < 0;
    if (!lead) {
        rule = AR_MEL_17;
        a->stands = b->stands = option(m, OPTION_TIE_EQUAL) == TIE_MUTUAL;
    }
    tell(p, EVENT_TIE, rule, a->striker, b->striker, a->stands, b->stands, 0);
    if (a->natural == 7 || b->natural == 7) cite(p, AR_MEL_21);
    cite(p, AR_MULTI_04);
}

static void settle(struct play *p, struct blow *blow, int count)
{
    for (int i = 0; i < count; i++) blow[i].stands = blow[i].outcome != MISSES;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (blow[i].striker == blow[k].target && blow[k].striker == blow[i].target) settle_pair(p, &blow[i], &blow[k]);
}

/* AR-PUSH-07: a winner remembers where his target was. */
static void remember_place(struct state *s, const struct blow *blow)
{
    s->unit[blow->striker].strike_how |= STRIKE_WON;
    s->plan[blow->striker].x[0] = s->unit[blow->target].x;
    s->plan[blow->striker].y[0] = s->unit[blow->target].y;
}

static struct point mean_of_pushers(const struct state *s, const struct blow *blow, int count, int target)
{
    int64_t x = 0, y = 0;
    int     pushers = 0;

    for (int i = 0; i < count; i++) {
        if (blow[i].target != target || !blow[i].stands || blow[i].outcome != PUSHES) continue;
        x += s->unit[blow[i].striker].x;
        y += s->unit[blow[i].striker].y;
        pushers++;
    }
    return (struct point){ (int32_t)divide_round(x, pushers), (int32_t)divide_round(y, pushers) };
}

/* AR-PUSH-05: those behind him in his file, nearest first. */
static int file_behind(const struct match *m, const struct state *s, int figure, uint8_t *list)
{
    int count = 0;

    if (!in_ranks(s, figure)) return 0;
    for (int rank = s->unit[figure].rank + 1; rank < FIGURES; rank++)
        for (int i = 0; i < m->figures; i++)
            if (s->unit[i].formed == s->unit[figure].formed && s->unit[i].file == s->unit[figure].file && s->unit[i].rank == rank && is_there(s, i)) list[count++] = (uint8_t)i;
    return count;
}

static void push_back(struct play *p, int figure, struct point from, int by)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint8_t             behind[FIGURES];
    int                 count = file_behind(m, s, figure, behind);
    struct pose         pose;
    int32_t             dx, dy;

    s->unit[figure].did |= DID_RECOIL;
    argad_drop(p, figure, AR_OBJ_04);
    pose = argad_recoil(m, s, figure, from, behind, count);
    dx = pose.at.x - s->unit[figure].x;
    dy = pose.at.y - s->unit[figure].y;
    for (int i = 0; i < count; i++) {
        s->unit[behind[i]].x += dx;
        s->unit[behind[i]].y += dy;
    }
    s->unit[figure].x = pose.at.x;
    s->unit[figure].y = pose.at.y;
    tell(p, EVENT_PUSHED, AR_PUSH_01, figure, by, dx, dy, table_floor(table_distance((struct point){ 0, 0 }, (struct point){ dx, dy })));
    cite(p, AR_PUSH_03);
    cite(p, AR_PUSH_06);
    cite(p, AR_PUSH_10);
    if (count) cite(p, AR_PUSH_05);
}

/* AR-MULTI-05: hits first; a hit outweighs any push, several are one. Pushes by id. */
static void apply(struct play *p, const struct blow *blow, int count)
{
    struct state *s = p->state;
    uint64_t      hit = 0, killed = 0, pushed = 0;
    struct point  from[FIGURES];                             /* where the pushers stood before any of them was pushed himself */
    int16_t       by[FIGURES];

    for (int i = 0; i < count; i++) {
        if (!blow[i].stands) continue;
        remember_place(s, &blow[i]);
        if (blow[i].outcome == HITS || !(hit >> blow[i].target & 1)) by[blow[i].target] = blow[i].striker;
        if (blow[i].outcome == PUSHES) {
            pushed |= UINT64_C(1) << blow[i].target;
            continue;
        }
        hit |= UINT64_C(1) << blow[i].target;
        if (!(s->unit[blow[i].striker].strike_how & STRIKE_TO_CAPTURE)) killed |= UINT64_C(1) << blow[i].target;
    }
    for (int figure = 0; figure < p->match->figures; figure++) {
        bool dead = killed >> figure & 1;
        if (!(hit >> figure & 1)) continue;
        argad_casualty(p, figure, by[figure], dead ? AR_CAS_01 : AR_CAPT_01, !dead);
        cite(p, AR_MULTI_05);
        if (is_active(s, figure)) s->unit[figure].did |= DID_RECOIL;         /* only wounded, he does not strike any more either (AR-MEL-13) */
    }
    for (int figure = 0; figure < p->match->figures; figure++)
        if (pushed >> figure & 1) from[figure] = mean_of_pushers(s, blow, count, figure);
    for (int figure = 0; figure < p->match->figures; figure++)
        if (pushed >> figure & 1 && !(hit >> figure & 1)) push_back(p, figure, from[figure], by[figure]);
    argad_break_up_remnants(p);
    if (hit | pushed) argad_refresh_contacts(p, NOBODY, AR_PUSH_02);
}

void argad_step_of_melee(struct play *p, enum length length)
{
    struct blow blow[FIGURES];
    int         count = 0;

    for (int i = 0; i < p->match->figures; i++)
        if (strikes_now(p, i, length)) blow[count++] = (struct blow){ .striker = (int16_t)i, .target = (int16_t)(p->state->unit[i].strike_at - 1) };
    if (!count) return;
    for (int i = 0; i < count; i++) throw_blow(p, &blow[i]);
    cite(p, AR_MEL_14);
    cite(p, AR_MEL_19);
    settle(p, blow, count);
    apply(p, blow, count);
}

/* AR-CAPT-02: before the first step, all at once; two who seize each other hold each other, and neither is taken (ruling 131). */
static void seize(struct play *p)
{
    struct state *s = p->state;
    uint64_t      seizing = 0;

    for (int i = 0; i < p->match->figures; i++) {
        int target = s->unit[i].strike_at - 1;
        if (s->unit[i].strike_how & STRIKE_SEIZES && target >= 0 && !argad_seize_refused(p->match, s, i, target, NULL)) seizing |= UINT64_C(1) << i;
    }
    for (int i = 0; i < p->match->figures; i++) {
        int target = s->unit[i].strike_at - 1;
        if (!(seizing >> i & 1)) continue;
        s->unit[i].did |= DID_STRIKE;
        if (seizing >> target & 1 && s->unit[target].strike_at - 1 == i) cite(p, AR_CAPT_02);
        else if (s->unit[target].status != STATUS_PRISONER) argad_casualty(p, target, i, AR_CAPT_02, true);
    }
    argad_break_up_remnants(p);
}

static void enter_melee(struct play *p)
{
    struct frame *frame = here(p);

    if (frame->step == LONG) {
        cite(p, AR_MEL_01);
        cite(p, AR_SEQ_05);
        seize(p);
    }
    if (frame->step < LENGTHS) {
        argad_step_of_melee(p, (enum length)frame->step);
        frame->step++;
        return;
    }
    argad_look(p);
    leave(p);
}

/* AR-PUSH-07 to -09. */

/* A prisoner whom it leads goes with it, and has room there too (AR-CAPT-03). */
static bool has_prisoner_room(const struct match *m, const struct state *s, int figure, struct point at)
{
    int         led = s->unit[figure].carries - 1;
    struct pose pose;
    struct base base;

    if (led < 0 || !is_figure(m, led)) return true;
    pose = pose_of(s, led);
    pose.at.x += at.x - s->unit[figure].x;
    pose.at.y += at.y - s->unit[figure].y;
    if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > m->size.x || pose.at.y > m->size.y) return false;
    base = table_base(argad_shape(m, s, led), pose);
    return argad_overlapped_by(m, s, led, &base, UINT64_MAX) == NOBODY && !argad_leg_barred(m, s, mover_of(m, s, led), (struct segment){ place_of(s, led), pose.at });
}

/* Nobody is where it would stand: no friend is overlapped, no enemy touched. */
static bool may_follow_to(const struct match *m, const struct state *s, int figure, struct pose pose)
{
    struct base base = table_base(argad_shape(m, s, figure), pose);

    for (int i = 0; i < m->figures; i++) {
        struct base other;
        if (i == figure || !is_there(s, i) || !are_enemies(m, i, figure) || s->unit[i].status == STATUS_PRISONER) continue;
        if (abs64((int64_t)s->unit[i].x - pose.at.x) > 8 * CM || abs64((int64_t)s->unit[i].y - pose.at.y) > 8 * CM) continue;
        other = argad_base(m, s, i);
        if (!table_at_least(table_gap(&base, &other), 1, NULL)) return false;
    }
    return argad_overlapped_by(m, s, figure, &base, UINT64_MAX) == NOBODY && has_prisoner_room(m, s, figure, pose.at);
}

/* How far it may go towards the place: up to an enemy, and not onto a friend. */
static int32_t follow_length(const struct match *m, const struct state *s, int figure, struct point to)
{
    enum { STEP = 50 };
    struct point from = place_of(s, figure);
    int32_t      length = min32(argad_shape(m, s, figure).depth, table_floor(table_distance(from, to)));

    length = min32(length, argad_leg_free(m, s, mover_of(m, s, figure), (struct segment){ from, table_along(from, to, length) }));
    for (int32_t gone = 0; gone < length;) {
        int32_t     next = min32(length, gone + STEP);
        struct base touching;
        if (may_follow_to(m, s, figure, (struct pose){ table_along(from, to, next), s->unit[figure].heading })) {
            gone = next;
            continue;
        }
        while (gone < next && may_follow_to(m, s, figure, (struct pose){ table_along(from, to, gone + 1), s->unit[figure].heading })) gone++;
        /* Up to the contact itself: the tick at which an enemy is touched is the last. */
        touching = table_base(argad_shape(m, s, figure), (struct pose){ table_along(from, to, gone + 1), s->unit[figure].heading });
        return argad_overlapped_by(m, s, figure, &touching, UINT64_MAX) == NOBODY && has_prisoner_room(m, s, figure, touching.pose.at) ? gone + 1 : gone;
    }
    return length;
}

static void follow_up(struct play *p, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[figure];
    struct point        to = { s->plan[figure].x[0], s->plan[figure].y[0] }, before;
    int32_t             length;

    if (!is_active(s, figure) || (unit->strike_how & (STRIKE_FOLLOWS | STRIKE_WON)) != (STRIKE_FOLLOWS | STRIKE_WON)) return;
    if (in_ranks(s, figure) || argad_touches_enemy(m, s, figure)) return;
    length = follow_length(m, s, figure, to);
    if (length <= 0) return;
    before = place_of(s, figure);
    to = table_along(before, to, length);
    unit->x = to.x;
    unit->y = to.y;
    argad_bring_along(p, figure, before);
    tell_to(p, argad_audience(m, s, figure), EVENT_FOLLOWS, AR_PUSH_07, figure, unit->strike_at - 1, length, 0, 0);
    cite(p, AR_PUSH_08);
    cite(p, AR_PUSH_09);
    argad_refresh_contacts(p, figure, AR_CONT_10);
}

static void enter_follow(struct play *p)
{
    for (int i = 0; i < p->match->figures; i++) follow_up(p, i);
    argad_look(p);
    leave(p);
}

/* One exchange alone, for its odds: argad_alone() has left nobody else a blow. */
static void enter_exchange(struct play *p)
{
    leave(p);
    for (int length = LONG; length < LENGTHS; length++) argad_step_of_melee(p, (enum length)length);
}

const struct phase argad_melee = { .name = "melee", .rule = AR_MEL_12, .enter = enter_melee, .step = STEP_MELEE };
const struct phase argad_follow = { .name = "follow", .rule = AR_PUSH_07, .enter = enter_follow, .step = STEP_FOLLOW };
const struct phase argad_exchange = { .name = "exchange", .rule = AR_MEL_02, .enter = enter_exchange, .step = STEP_MELEE };
