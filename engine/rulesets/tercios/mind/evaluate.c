/*
 * evaluate.c: what computer players want: the value of a position.
 *
 * The value is in thousandths of a victory point. A unit counts for the points it would give away (BE-SCORE-01) and for
 * what it can still do, less its wear and disorder; then for the best shot or charge it threatens, for the card it
 * still holds, and for where it stands. Commanders count for themselves and for the units that they have in command. It is
 * asked for thousands of times a decision, so what it looks at is judged by rule of thumb (scene.h).
 */
#include "scene.h"

const char *const tercios_concerns[CONCERNS] = {
    "points", "foot", "horse", "guns", "wear", "disorder", "shots", "charges", "way", "nearness", "facing", "company", "tempo",
    "acting", "ready", "attack", "run", "fire", "resist", "reactions", "command", "straying", "commanders", "ground"
};

/* Where a unit stands. */

enum { PER_INCH = 14, PROMISED_PER_INCH = 9, NEARER_PER_INCH = 3, COMING = 30 };
enum { FACING = 24, BESIDE = 14, DISORDER_SHARE = 16 };

/*
 * How far a unit still has to go. It is counted to where the enemy came from, not to where he stands: else every step
 * forward would be worth as much to those it is made against. Horse does not run ahead of the line of battle.
 */
static int32_t way_to_go(const struct scene *scene, const struct soldier *soldier)
{
    int32_t line = scene->line[soldier->seat];

    if (soldier->type->speed == 0) return 0;
    if (soldier->type->arm == ARM_ARTILLERY) return soldier->to_go / 2;
    return is_horse(soldier) && line != INT32_MAX ? max32(soldier->to_go, line - 6 * INCH) : soldier->to_go;
}

static bool faces_enemy(const struct soldier *soldier)
{
    return soldier->nearest == INT32_MAX || soldier->housed || soldier->nearest_ahead >= abs64(soldier->nearest_right);
}

static int friends_beside(const struct soldier *soldier)
{
    return !!(soldier->beside & LEFT_FLANK) + !!(soldier->beside & RIGHT_FLANK);
}

static void appraise_place(const struct scene *scene, const struct soldier *soldier, int32_t part[CONCERNS_MAX])
{
    int32_t per_inch = scene->eager[soldier->seat] ? 5 * NEARER_PER_INCH : NEARER_PER_INCH;

    part[CONCERN_WAY] -= way_to_go(scene, soldier) / (INCH / PER_INCH);
    if (soldier->nearest != INT32_MAX && soldier->type->speed) part[CONCERN_NEARNESS] -= soldier->nearest / (INCH / per_inch);
    if (!faces_enemy(soldier)) part[CONCERN_FACING] -= soldier->nearest_ahead < 0 ? 2 * FACING : FACING;
    if (!soldier->housed && soldier->type->arm != ARM_ARTILLERY)
        part[CONCERN_COMPANY] += friends_beside(soldier) * (is_horse(soldier) ? BESIDE / 2 : BESIDE);
}

/* Cards. */

static int32_t gain_of_move(const struct scene *scene, const struct soldier *soldier, int32_t length)
{
    int32_t way = min32(max32(way_to_go(scene, soldier), 4 * INCH), max32(0, soldier->nearest - 2 * INCH));
    int32_t gain = min32(length, way) / (INCH / PROMISED_PER_INCH);
    int32_t coming = scene->eager[soldier->seat] ? 2 * COMING : COMING;

    gain += max32(0, soldier->coming - max32(soldier->shot, soldier->charge)) * coming / 100;
    return faces_enemy(soldier) || is_horse(soldier) ? gain : gain / 3;
}

/* Two different actions: the two that promise most. */
static int32_t promise_of_ready(const struct scene *scene, const struct soldier *soldier, unsigned used)
{
    int32_t gain[4], best = 0, second = 0;

    gain[0] = used & ACTION_MOVE ? 0 : gain_of_move(scene, soldier, soldier->type->speed * INCH) + 6;
    gain[1] = used & ACTION_REORGANISE || !soldier->disordered ? 0 : soldier->worth * DISORDER_SHARE / SHARE;
    gain[2] = used & ACTION_SHOOT || soldier->special & SR_DRAGOON ? 0 : soldier->shot * 55 / 100;
    gain[3] = used & ACTION_FACE || faces_enemy(soldier) ? 0 : FACING;
    for (int i = 0; i < 4; i++) {
        if (gain[i] > best) {
            second = best;
            best = gain[i];
        } else {
            second = max32(second, gain[i]);
        }
    }
    return best + second;
}

/* Running is for those who are far from everything. */
static int32_t promise_of_run(const struct scene *scene, const struct soldier *soldier)
{
    int32_t length = 2 * soldier->type->speed * INCH;

    if (soldier->type->speed == 0) return -10;
    return gain_of_move(scene, soldier, length) * 95 / 100 - (soldier->nearest < length + 4 * INCH ? 30 : 0);
}

/* Attack is compulsory: a bad charge is worse than none. Without one it is an approach that gives up any shot. */
static int32_t promise_of_attack(const struct scene *scene, const struct soldier *soldier)
{
    enum { BINDING = 60 };                    /* what it costs to be bound to charge, whatever has happened by then */
    int32_t near = soldier->reach + 3 * INCH, courage = scene->eager[soldier->seat] ? 2 : -1;

    if (soldier->charge != NO_CHARGE) return soldier->charge + soldier->worth * courage / 40 - BINDING;
    if (soldier->type->speed == 0) return -10;
    return gain_of_move(scene, soldier, soldier->reach) * 7 / 10 - (soldier->nearest < near ? 15 : 5);
}

static int32_t promise_of_resist(const struct soldier *soldier)
{
    int32_t now = tercios_share_lost(soldier, soldier->wear), once = tercios_share_lost(soldier, soldier->wear - 1);
    int32_t gain = soldier->worth * (now - once) / SHARE;

    if (soldier->wear < 2) return 0;
    return soldier->special & SR_NUMEROUS && soldier->wear > 2 ? gain * 3 / 2 : gain;
}

/* What the card would do as a reaction to the worst charge that threatens. */
static int32_t promise_of_reaction(const struct soldier *soldier, int order)
{
    static const int32_t part[ORDER_HIDDEN] = { 0, 20, 30, 12, 45, 40 };

    return max32(0, soldier->peril) * part[order] * tercios_chance_to_pass(soldier->discipline) / (SHARE * SHARE);
}

static int32_t promise_of(const struct scene *scene, const struct soldier *soldier, int order, unsigned used)
{
    switch (order) {
    case ORDER_READY:  return promise_of_ready(scene, soldier, used);
    case ORDER_ATTACK: return promise_of_attack(scene, soldier);
    case ORDER_RUN:    return promise_of_run(scene, soldier);
    case ORDER_FIRE:   return used & ACTION_SHOOT ? 0 : soldier->shot;
    case ORDER_RESIST: return promise_of_resist(soldier);
    default:           return 0;
    }
}

/*
 * What it carries out at this moment still promises. Moving and facing promise no more once the unit may do it: now they must show what they
 * are worth.
 */
static int32_t value_of_act(const struct scene *scene, const struct soldier *soldier)
{
    const struct activation *act = &scene->s->act;
    unsigned                 used = act->actions;
    int32_t                  promise;

    if (used & ACTION_OVER || act->order == ORDER_RUN) return 0;
    if (act->order == ORDER_READY) used |= ACTION_MOVE | ACTION_FACE;
    if (scene->s->flow.depth && flow_top_const(&scene->s->flow)->phase == PHASE_CARACOLE) used |= ACTION_SHOOT;
    promise = promise_of(scene, soldier, act->order, used);
    return act->order == ORDER_FIRE || act->order == ORDER_ATTACK ? promise * 11 / 10 : promise;
}

/* The card that a unit holds, or carries out; a card that nobody has seen promises nothing. */
static void appraise_card(const struct scene *scene, const struct soldier *soldier, int32_t part[CONCERNS_MAX])
{
    enum { LIKELY = 60 };                     /* in hundredths: much may come between a card and its turn */
    static const enum concern concern_of[ORDER_HIDDEN] = {
        [ORDER_READY] = CONCERN_READY, [ORDER_ATTACK] = CONCERN_ATTACK, [ORDER_RUN] = CONCERN_RUN, [ORDER_FIRE] = CONCERN_FIRE, [ORDER_RESIST] = CONCERN_RESIST
    };
    const struct unit *u = &scene->s->unit[soldier->unit];
    int32_t            promise, all;

    if (scene->s->act.unit == soldier->unit) {
        part[CONCERN_ACTING] += value_of_act(scene, soldier);
        return;
    }
    if (u->order == ORDER_NONE || u->order >= ORDER_HIDDEN) return;
    promise = u->reserve ? 0 : promise_of(scene, soldier, u->order, 0);
    if (u->wear) promise = promise * tercios_chance_to_pass(soldier->discipline) / SHARE;
    all = (promise + promise_of_reaction(soldier, u->order)) * LIKELY / 100;
    part[concern_of[u->order]] += promise * LIKELY / 100;
    part[CONCERN_REACTIONS] += all - promise * LIKELY / 100;
}

/* LM-TEST-05: whoever is out of command reacts and carries on badly. */
static int32_t cost_of_straying(const struct soldier *soldier)
{
    enum { ASTRAY = 15, ASTRAY_PER_INCH = 2, FAR = 15 * INCH };

    return soldier->astray ? ASTRAY + (soldier->wear ? ASTRAY : 0) + min32(soldier->astray, FAR) / (INCH / ASTRAY_PER_INCH) : 0;
}

/* What command actions have left on a unit (enum effect), and virtues that are lent to it: of use to who has still to act. */
static int32_t value_of_marks(const struct scene *scene, const struct soldier *soldier)
{
    enum { OF_USE = 15, LENT = 20, PER_INCH_OF_RANGE = 3 };
    enum { GOOD = EFFECT_SWIFT | EFFECT_INNOVATIVE | EFFECT_UNSEEN | EFFECT_NOTABLE | EFFECT_STOIC | EFFECT_UNDAUNTED | EFFECT_AUTHORITARIAN |
                  EFFECT_DETERMINED | EFFECT_ENERGETIC | EFFECT_ENTHUSIASTIC | EFFECT_TENACIOUS | EFFECT_TRICKSTER_SHOOT |
                  EFFECT_TRICKSTER_MELEE | EFFECT_PERFECT | EFFECT_PIOUS | EFFECT_MENTOR };
    const struct unit *u = &scene->s->unit[soldier->unit];
    int                acting = scene->s->act.unit;
    int32_t            value = 0;

    if (u->order == ORDER_NONE) return 0;
    if (acting != NOBODY && acting != soldier->unit && side_of(scene->m, acting) == soldier->seat) return 0;     /* too late in this step */
    for (unsigned effects = u->effects & GOOD; effects; effects &= effects - 1) value += OF_USE;
    for (unsigned lent = u->lent; lent; lent &= lent - 1) value += LENT;
    if (u->effects & (EFFECT_RUTHLESS | EFFECT_TERRIBLE)) value -= OF_USE;
    return value + (soldier->range[0] ? u->reach * PER_INCH_OF_RANGE : 0);
}

/* A commander himself, what he lends to the unit that he is with, and the danger that he is in alone (LM-LOSS-02). */
static int32_t value_of_commander(const struct scene *scene, int piece)
{
    enum { LIFE = 120, PER_RANK = 50, LENT = 12, DANGER = 6 * INCH, DANGER_PER_INCH = 14 };
    const struct unit      *u = &scene->s->unit[piece];
    const struct commander *commander = &scene->m->commander[piece - scene->m->units];
    int32_t                 value = LIFE + PER_RANK * commander->rank;
    int64_t                 least = INT64_MAX;

    if (u->with) {
        for (unsigned virtues = commander->virtues & ((1u << VALUE_VIRTUES) - 1); virtues; virtues &= virtues - 1) value += LENT;
        return value;
    }
    for (int i = 0; i < scene->count; i++)
        if (scene->list[i].seat != side_of(scene->m, piece)) least = min64(least, tercios_square_to_centre(&scene->list[i], (struct point){ u->x, u->y }));
    if (least >= (int64_t)DANGER * DANGER) return value;
    return value - (DANGER - (int32_t)root64((uint64_t)least)) / (INCH / DANGER_PER_INCH);
}

static enum concern force_of(const struct soldier *soldier)
{
    switch (soldier->type->arm) {
    case ARM_CAVALRY:   return CONCERN_HORSE;
    case ARM_ARTILLERY: return CONCERN_GUNS;
    default:            return CONCERN_FOOT;
    }
}

/* What a unit has of each concern: what it can still do, what it threatens, where it stands, the card that it holds. */
static void appraise_unit(const struct scene *scene, const struct soldier *soldier, int32_t part[CONCERNS_MAX])
{
    int32_t threat = max32(soldier->shot, soldier->charge);

    part[force_of(soldier)] += soldier->worth - POINT * points_for(soldier->type);
    part[CONCERN_WEAR] -= soldier->worth - tercios_life_left(soldier);
    if (soldier->disordered) part[CONCERN_DISORDER] -= soldier->worth * DISORDER_SHARE / SHARE;
    if (custom(scene->m, CUSTOM_COMMAND)) {
        part[CONCERN_COMMAND] += value_of_marks(scene, soldier);
        part[CONCERN_STRAYING] -= cost_of_straying(soldier);
    }
    if (soldier->wear) threat = threat * tercios_chance_to_pass(soldier->discipline) / SHARE;
    part[soldier->charge > soldier->shot ? CONCERN_CHARGES : CONCERN_SHOTS] += max32(0, threat) * 45 / 100;
    appraise_place(scene, soldier, part);
    appraise_card(scene, soldier, part);
}

/* Ground that is worth points: to hold it, and to be near it when it is not held yet. */
static int32_t value_of_objectives(const struct scene *scene, seat_id seat)
{
    enum { CERTAIN = 80, PER_INCH_AND_POINT = 14, FAR = 30 * INCH, MOST = 5 };
    struct objective list[OBJECTIVES];
    int              count = tercios_objectives(scene->m, scene->s, seat, list);
    int32_t          value = 0;

    for (int i = 0; i < count; i++) {
        const struct objective *objective = &list[i];
        int32_t                 points = objective->points * max32(1, objective->turns);
        int64_t                 least = (int64_t)FAR * FAR;
        if (objective->turns && tercios_holder(scene->m, scene->s, objective->element) == seat) value += POINT * points * CERTAIN / 100;
        for (int j = 0; j < scene->count; j++)
            if (scene->list[j].seat == seat && !scene->list[j].disordered && scene->list[j].type->speed)
                least = min64(least, square_apart(scene->list[j].front, objective->at));
        value -= min32(points, MOST) * (max32(0, (int32_t)root64((uint64_t)least) - objective->radius) / (INCH / PER_INCH_AND_POINT));
    }
    return value;
}

/* For A. A lesson is decided by points and then by wear (BE-S1): the nearer its end, the more the lead itself counts, however small it is. */
static int32_t value_of_lead(const struct scene *scene, int32_t points)
{
    enum { LEAD = 1500, PER_WEAR = 150, SLIGHT = 200 };
    const struct match *m = scene->m;
    int64_t             lead = (int64_t)POINT * points;

    if (!m->lesson) return 0;
    for (int i = 0; i < scene->count; i++) lead += scene->list[i].wear * (scene->list[i].seat == SEAT_A ? -PER_WEAR : PER_WEAR);
    return (int32_t)(LEAD * lead / (abs64(lead) + SLIGHT) / (1 << max32(0, m->turns - scene->s->turn)));
}

/* Who is about to command loses nothing by it, and may gain. */
static void appraise_commanders(const struct scene *scene, struct appraisal *appraisal)
{
    enum { ABOUT_TO = 60 };
    const struct frame *top = scene->s->flow.depth ? flow_top_const(&scene->s->flow) : NULL;

    for (int piece = scene->m->units; piece < scene->m->units + scene->m->commanders; piece++)
        if (is_standing(scene->s, piece)) appraisal->part[side_of(scene->m, piece)][CONCERN_COMMANDERS] += value_of_commander(scene, piece);
    if (top && top->phase == PHASE_COMMAND && top->step == 0) appraisal->part[side_of(scene->m, top->value[VALUE_UNIT])][CONCERN_COMMAND] += ABOUT_TO;
}

/* The same lead is worth more the nearer the end is: who leads is careful, who is behind must risk something. */
static int32_t scale_of(const struct match *m, const struct state *s)
{
    enum { LAST_TURN = 2 * POINT, PER_TURN = 2 * POINT };

    return LAST_TURN + PER_TURN * max32(0, m->turns - s->turn);
}

void tercios_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    enum { TEMPO = 15 };
    struct scene scene;
    int32_t      points[2] = { tercios_score(m, s, SEAT_A), tercios_score(m, s, SEAT_B) };

    appraisal->scale = scale_of(m, s);
    tercios_look_at(&scene, m, s, notes, points);
    for (seat_id seat = 0; seat < 2; seat++) {
        appraisal->part[seat][CONCERN_POINTS] = POINT * points[seat];
        if (is_liber(m)) appraisal->part[seat][CONCERN_GROUND] = value_of_objectives(&scene, seat);
    }
    appraisal->part[SEAT_A][CONCERN_POINTS] += value_of_lead(&scene, points[SEAT_A] - points[SEAT_B]);
    if (s->turn && s->active <= SEAT_B) appraisal->part[s->active][CONCERN_TEMPO] += TEMPO;
    for (int i = 0; i < scene.count; i++) appraise_unit(&scene, &scene.list[i], appraisal->part[scene.list[i].seat]);
    if (custom(m, CUSTOM_COMMAND)) appraise_commanders(&scene, appraisal);
}

/* Every unit is activated once a turn; until the first one is, all of them are still to come. */
int32_t tercios_tide(const struct match *m, const struct state *s)
{
    int  done = m->units;
    bool acting = false;

    for (int i = 0; i < s->flow.depth; i++) acting = acting || s->flow.stack[i].phase == PHASE_ACTION;
    for (int unit = 0; unit < m->units; unit++) done -= is_standing(s, unit) && s->unit[unit].order != ORDER_NONE;
    return s->turn * (m->units + 1) + (acting ? done : 0);
}
