/*
 * promise.c: what the order of a piece promises, and how good a position is, for a computer player.
 *
 * An order is judged where it leads, as if the other side stood still: what the goals are worth from there, whom the figure may shoot and
 * strike, and who may shoot and strike it.
 */
#include "wants.h"

#include "mind.h"

/* What bad ground takes of a way, on the whole. */
enum { SHORTENED = 4 * CM };

static enum phase_id phase_of(const struct state *s)
{
    return s->flow.depth ? (enum phase_id)flow_top_const(&s->flow)->phase : PHASE_TURN;
}

static bool is_enemy_known(const struct match *m, const struct state *s, int figure, int other)
{
    return are_enemies(m, figure, other) && is_active(s, other) && argad_knows(m, s, side_of(m, figure), other) && s->unit[other].x != UNKNOWN_PLACE;
}

static struct point towards(struct point from, struct point to, int32_t most)
{
    int32_t far = mind_far(from, to);

    if (most <= 0) return from;
    return far <= 1 || far <= most ? to : table_along(from, to, most);
}

/* Bad ground on its last leg takes some of it. */
static struct point cut_short(const struct match *m, const struct state *s, int figure, struct point from, struct point to)
{
    struct spot  into;
    int32_t      length = mind_far(from, to);
    struct spot  now = argad_spot(m, mover_of(m, s, figure), from);

    if (length < 2 || argad_edge(m, mover_of(m, s, figure), (struct segment){ from, to }, EASY, &into) < 0) {
        if (now.class == EASY) return to;
    }
    return table_along(from, to, min32(length, max32(1, argad_rate_left(m, s, figure) + length - SHORTENED)));
}

struct point mind_end(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];
    struct point       from = place_of(s, figure), to = from;

    if (unit->order == ORDER_HIDDEN) return from;
    if (unit->points && unit->points <= POINTS) {
        to = (struct point){ s->plan[figure].x[unit->points - 1], s->plan[figure].y[unit->points - 1] };
        if (unit->points > 1) from = (struct point){ s->plan[figure].x[unit->points - 2], s->plan[figure].y[unit->points - 2] };
        to = cut_short(m, s, figure, from, to);
    }
    if (unit->order == ORDER_ATTACK && unit->target && unit->target <= m->figures && s->unit[unit->target - 1].x != UNKNOWN_PLACE) {
        int32_t gap = mind_gap(m, s, figure, to, unit->target - 1, place_of(s, unit->target - 1));
        struct segment leg = { to, towards(to, place_of(s, unit->target - 1), min32(gap, argad_rate_left(m, s, figure))) };
        to = argad_leg_barred(m, s, mover_of(m, s, figure), leg) ? towards(leg.from, leg.to, argad_leg_free(m, s, mover_of(m, s, figure), leg)) : leg.to;
    }
    return to;
}

static int32_t turns_left(const struct match *m, const struct state *s) { return m->turns - s->turn; }
/* In the last turn nothing is loaded for another. */
static int32_t cost_of_loading(const struct match *m, const struct state *s) { return turns_left(m, s) > 0 ? WEIGH_LOADING : 0; }

/* What it may expect from its guns where it will stand: in this turn if it may fire there, and in the next. */
static int32_t promise_of_fire(const struct match *m, const struct state *s, int figure, struct point end, bool moves, bool next)
{
    int32_t best = 0;
    bool    hid = !moves && !s->unit[figure].seen && option(m, OPTION_SURPRISE);

    if (!s->unit[figure].loaded || s->unit[figure].carries) return 0;
    for (int i = 0; i < m->figures; i++) {
        int32_t worth, value;
        if (!is_enemy_known(m, s, figure, i)) continue;
        worth = mind_worth(m, s, i, STATUS_OUT);
        if (worth <= 0) continue;
        value = mind_shot(m, s, figure, end, moves && !next, 0, i, place_of(s, i)) * worth / CERTAIN - cost_of_loading(m, s);
        if (hid) value = value * 3 / 2;
        if (value > best) best = value;
    }
    return best;
}

/* Early, it is a shot like the one that will be fired. */
static int32_t promise_of_early(const struct match *m, const struct state *s, int figure, int target)
{
    struct shot shot;
    rule_id     rule;
    int         need;
    int32_t     left = CERTAIN;

    if (!argad_best_shot(m, s, figure, target, WHEN_EARLY, &shot, &rule, NULL)) return 0;
    need = argad_needed(m, s, &shot) - (s->unit[figure].hid & HID_SINCE && option(m, OPTION_SURPRISE) ? 1 : 0);
    for (int i = 0; i < m->figures; i++) {
        struct shot other;
        if (i == figure || are_enemies(m, i, figure) || s->unit[i].order != ORDER_EARLY || s->unit[i].target != target + 1) continue;
        if (argad_best_shot(m, s, i, target, WHEN_EARLY, &other, &rule, NULL)) left = left * (CERTAIN - mind_reaches(m, argad_needed(m, s, &other))) / CERTAIN;
    }
    return mind_reaches(m, need) * mind_worth(m, s, target, STATUS_OUT) / CERTAIN * left / CERTAIN * WEIGH_EARLY / 1000 - cost_of_loading(m, s);
}

static int others_at(const struct match *m, const struct state *s, int figure, int target)
{
    int others = 0, may_come = 0;

    for (int i = 0; i < m->figures; i++) {
        if (i == figure || are_enemies(m, i, figure) || !is_active(s, i)) continue;
        if ((s->unit[i].order == ORDER_ATTACK && s->unit[i].target == target + 1) || argad_contact(s, i, target)) others++;
        else if (!(s->unit[i].did & DID_CHOOSE) && !s->unit[i].carries && mind_gap(m, s, i, place_of(s, i), target, place_of(s, target)) < mover_of(m, s, i)->rate * 3 / 4) may_come++;
    }
    return min32(3, others + may_come / 2);
}

/* From how far it comes decides whether a rider charges. */
static bool would_charge(const struct match *m, const struct state *s, int figure, int32_t gap)
{
    return is_cavalry(m, s, figure) && !s->unit[figure].spent_charge && gap >= 10 * CM;
}

/* The chance to get at him, who may go away meanwhile. */
static int reach_of(const struct match *m, const struct state *s, int figure, int target)
{
    struct point from = place_of(s, figure), to = place_of(s, target);
    int32_t      gap = mind_gap(m, s, figure, from, target, to), rate = argad_rate_left(m, s, figure);
    struct spot  into;

    if (argad_contact(s, figure, target)) return CERTAIN;
    if (gap > 0 && (argad_spot(m, mover_of(m, s, figure), from).class != EASY || argad_edge(m, mover_of(m, s, figure), (struct segment){ from, to }, EASY, &into) >= 0)) rate -= SHORTENED;
    if (gap > rate || rate <= 0) return 0;
    if (argad_leg_barred(m, s, mover_of(m, s, figure), (struct segment){ from, to })) return 0;
    return CERTAIN - (int)((int64_t)gap * WEIGH_ESCAPES / rate);
}

static int32_t promise_of_attack(const struct match *m, const struct state *s, int figure, int target, struct care care)
{
    int     reach = reach_of(m, s, figure, target);
    int32_t gap = mind_gap(m, s, figure, place_of(s, figure), target, place_of(s, target)), value;

    if (mind_worth(m, s, target, STATUS_OUT) <= 0 && mind_worth(m, s, target, STATUS_PRISONER) <= 20) return -POINT;
    if (!reach) return 0;
    value = mind_exchange(m, s, figure, target, would_charge(m, s, figure, gap), others_at(m, s, figure, target), care);
    /* He may shoot first. */
    if (s->unit[target].loaded && !argad_contact(s, figure, target)) value -= mind_worth(m, s, figure, STATUS_OUT) * WEIGH_FIRST_SHOT / 1000 * care.own / 100;
    return value * reach / CERTAIN;
}

/* An enemy shoots and strikes but once: the more men he has to choose from, the less likely it is this one. Thousandths. */
static int32_t attention_of(const struct match *m, const struct state *s, int enemy, int figure)
{
    enum { AT_HAND = 30 * CM };
    int32_t others = 0;

    for (int i = 0; i < m->figures; i++)
        if (i != figure && !are_enemies(m, i, figure) && is_active(s, i) && mind_is_within(place_of(s, i), place_of(s, enemy), AT_HAND)) others++;
    return 2 * CERTAIN / (2 + others);
}

/* What those whom it knows of may do to it there. One who comes into contact can be shot on his way (AR-FIRE-19), and nobody need come nearer for that. */
static int32_t danger_at(const struct match *m, const struct state *s, int figure, struct point end, bool held, struct care care)
{
    int32_t worth = max32(0, mind_worth(m, s, figure, STATUS_OUT)), fire = 0, blows = 0;

    for (int i = 0; i < m->figures; i++) {
        int32_t gap, attention;
        if (!is_enemy_known(m, s, figure, i)) continue;
        gap = mind_gap(m, s, i, place_of(s, i), figure, end);
        attention = attention_of(m, s, i, figure);
        fire += mind_shot(m, s, i, place_of(s, i), false, held ? 0 : argad_rate(m, s, i, NULL), figure, end) * attention / CERTAIN;
        if (gap <= mover_of(m, s, i)->rate)
            blows += max32(0, mind_exchange(m, s, i, figure, would_charge(m, s, i, gap), 0, BALANCED) * attention / CERTAIN * WEIGH_BLOWS / 1000);
    }
    return (min32(fire, CERTAIN) * worth / CERTAIN * WEIGH_FIRE / 1000 + blows) * care.own / 100;
}

static bool in_contact_now(const struct match *m, const struct state *s, int figure) { return argad_touches_enemy(m, s, figure); }

/* Whoever stays in contact fights on. */
static int32_t promise_of_contact(const struct match *m, const struct state *s, int figure, struct care care)
{
    int32_t best = INT32_MIN;

    for (int i = 0; i < m->figures; i++) {
        int32_t value;
        if (!is_enemy_known(m, s, figure, i) || !argad_contact(s, figure, i)) continue;
        value = mind_exchange(m, s, figure, i, false, others_at(m, s, figure, i), care);
        if (value > best) best = value;
    }
    return best == INT32_MIN ? 0 : best;
}

static bool is_empty(const struct match *m, const struct state *s, int figure)
{
    return s->unit[figure].loaded != (1 << m->figure[figure].firearms) - 1 && !(s->unit[figure].wounds & UNARMED) && !s->unit[figure].carries;
}

static int32_t promise_of_figure(const struct match *m, const struct state *s, int figure, struct care care)
{
    const struct unit *unit = &s->unit[figure];
    struct point       end = mind_end(m, s, figure);
    bool               attacks = unit->order == ORDER_ATTACK, early = unit->order == ORDER_EARLY;
    bool               moves = end.x != unit->x || end.y != unit->y || attacks || unit->order == ORDER_DISMOUNT || unit->order == ORDER_MOUNT;
    bool               touches = in_contact_now(m, s, figure), hidden = !unit->seen && !moves && !mind_exits(m, s, figure);
    int                target = unit->target - 1;
    int32_t            value = mind_goals(m, s, figure, end), fight = 0;

    if (end.x < 0 || end.y < 0 || end.x > m->size.x || end.y > m->size.y) return value;
    if (attacks && target >= 0 && target < m->figures) {
        int32_t attack = promise_of_attack(m, s, figure, target, care);
        int     reach = reach_of(m, s, figure, target);
        if (mind_exits(m, s, figure)) value -= 2 * POINT;      /* who bears the prize does not fight with it */
        return value - (reach ? 0 : 8) + attack + promise_of_fire(m, s, figure, end, true, false) * (CERTAIN - reach) / CERTAIN / 2 * care.their / 100 - danger_at(m, s, figure, end, reach > 0, care);
    }
    if (touches && !moves) return value + promise_of_contact(m, s, figure, care);
    if (early && target >= 0 && target < m->figures) fight = promise_of_early(m, s, figure, target);
    else if (!is_busy(s, figure)) fight = promise_of_fire(m, s, figure, end, moves, false) * WEIGH_SHOOTING / 1000;
    if (turns_left(m, s) > 0) fight += promise_of_fire(m, s, figure, end, false, true);      /* a good place to shoot from stays one */
    fight = fight * care.their / 100;
    if (!moves && !early && !touches && fight <= 0 && turns_left(m, s) > 0 && is_empty(m, s, figure) && !is_busy(s, figure)) fight += WEIGH_LOADED;
    if (unit->order == ORDER_CROUCH) value += hidden && fight <= 0 ? 4 : -2;
    if (unit->order == ORDER_FORCE) value += WEIGH_FORCING;
    return value + fight - danger_at(m, s, figure, end, false, care) * (hidden && !early ? WEIGH_UNSEEN : 1000) / 1000;
}

/* Ranks. */

static int32_t promise_of_ranks(const struct match *m, const struct state *s, int piece, struct care care)
{
    int         formed = piece - m->first[KIND_FORMED], count;
    struct pose front = argad_front_at(m, s, formed, pose_of(s, piece), argad_manoeuvre_cost(m, s, formed)), place[FIGURES];
    uint8_t     member[FIGURES];
    bool        moves = s->unit[piece].points > 0;
    int32_t     sum = 0;

    count = argad_members(m, s, formed, member);
    argad_places(m, &m->mover[m->formed[formed].mover], front, count, max32(1, s->unit[piece].files), place);
    for (int i = 0; i < count; i++) {
        int     figure = member[i];
        int32_t best = 0, near = 0;
        bool    shoots = s->unit[figure].rank < 2 && s->unit[figure].loaded;
        for (int k = 0; k < m->figures; k++) {
            int32_t gap, value;
            if (!is_enemy_known(m, s, figure, k)) continue;
            gap = mind_gap(m, s, figure, place[i].at, k, place_of(s, k));
            near = max32(near, 30 * (int32_t)(CERTAIN - min32(CERTAIN, gap / 150)) / CERTAIN);
            if (!shoots || heading_apart(place[i].heading, table_bearing(place[i].at, place_of(s, k))) > 4500) continue;
            value = mind_shot(m, s, figure, place[i].at, false, 0, k, place_of(s, k)) * mind_worth(m, s, k, STATUS_OUT) / CERTAIN;
            best = max32(best, value);
        }
        sum += near + (moves ? best / 2 : best * 8 / 10);
        if (!moves && !best && is_empty(m, s, figure)) sum += WEIGH_LOADED;
        if (s->unit[piece].order == ORDER_ATTACK && s->unit[piece].target && s->unit[piece].target <= m->figures && s->unit[figure].rank == 0)
            sum += mind_exchange(m, s, figure, s->unit[piece].target - 1, is_cavalry(m, s, figure), i ? 1 : 0, care) / (i ? 4 : 1);
        if (s->unit[piece].order == ORDER_EARLY && s->unit[figure].order == ORDER_EARLY) sum += promise_of_early(m, s, figure, s->unit[figure].target - 1);
    }
    return sum - (s->unit[piece].status != STATUS_STANDING ? count * 20 : 0);
}

/* The aim and the blows. */

static int32_t promise_of_shot(const struct match *m, const struct state *s, int figure, struct care care)
{
    const struct unit *unit = &s->unit[figure];
    int                target = unit->shot_at - 1;
    struct shot        shot;
    rule_id            rule;
    int32_t            left = CERTAIN, value, chance, kept = in_contact_now(m, s, figure) ? promise_of_contact(m, s, figure, care) : 0;

    if (target < 0 || target >= m->figures) return kept;
    if (argad_shot_refused(m, s, figure, target, unit->shot_with, WHEN_FIRE, &shot, NULL)) return kept;
    for (int i = 0; i < m->figures; i++) {
        struct shot other;
        if (i == figure || are_enemies(m, i, figure) || s->unit[i].shot_at != target + 1 || !is_active(s, i) || !(s->unit[i].did & DID_CHOOSE || i < figure)) continue;
        if (argad_best_shot(m, s, i, target, WHEN_FIRE, &other, &rule, NULL)) left = left * (CERTAIN - mind_reaches(m, argad_needed(m, s, &other))) / CERTAIN;
    }
    chance = mind_reaches(m, argad_needed(m, s, &shot) - (unit->hid & HID_SINCE && option(m, OPTION_SURPRISE) ? 1 : 0)) * left / CERTAIN;
    value = chance * mind_worth(m, s, target, STATUS_OUT) / CERTAIN * care.their / 100;
    /* Whoever fires at one who touches him does not strike. */
    if (shot.at_contact) return value - (CERTAIN - chance) * mind_suffers(m, s, figure) / CERTAIN * care.own / 100;
    return value - cost_of_loading(m, s) / (m->figure[figure].firearms > 1 ? 2 : 1) - (unit->seen ? 0 : 3) + kept;
}

static int32_t promise_of_blow(const struct match *m, const struct state *s, int figure, struct care care)
{
    const struct unit *unit = &s->unit[figure];
    int                target = unit->strike_at - 1;

    if (target < 0 || target >= m->figures) return -mind_suffers(m, s, figure) * care.own / 100;
    if (unit->strike_how & STRIKE_SEIZES) return mind_worth(m, s, target, STATUS_PRISONER);
    return mind_blow(m, s, figure, target, unit->strike_with, unit->strike_how & STRIKE_TO_CAPTURE, care) + (unit->strike_how & STRIKE_FOLLOWS ? -1 : 0);
}

/* Towards the end whoever is behind has little to lose, and whoever is ahead little to gain. */
static struct care at_last(const struct match *m, const struct state *s, seat_id seat, struct care care)
{
    enum { LATE = 3 };                                       /* so many turns, the last one most */
    int32_t late = max32(0, LATE - turns_left(m, s)), less = 1000 - WEIGH_LITTLE_LEFT * late / LATE, more = 1000 + WEIGH_MUCH_LEFT * late / LATE, lead;

    if (!late) return care;
    lead = argad_sum(m, s, seat) - argad_sum(m, s, (seat_id)!seat);
    if (!lead) return care;
    return (struct care){ care.own * (lead < 0 ? less : more) / 1000, care.their * (lead < 0 ? more : less) / 1000 };
}

int32_t argad_promise(const struct match *m, const struct state *s, seat_id seat, int piece, const struct temper *temper)
{
    struct care care = at_last(m, s, seat, temper ? (struct care){ temper->own[CONCERN_FORCE], temper->their[CONCERN_FORCE] } : BALANCED);

    if (!is_figure(m, piece)) return kind_of(m, piece) == KIND_FORMED ? promise_of_ranks(m, s, piece, care) : 0;
    switch (phase_of(s)) {
    case PHASE_AIM:     return promise_of_shot(m, s, piece, care);
    case PHASE_DECLARE: return promise_of_blow(m, s, piece, care);
    default:            return is_active(s, piece) ? promise_of_figure(m, s, piece, care) : 0;
    }
}

const char *const argad_concerns[CONCERNS] = { "goals", "force", "plans" };

void argad_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    enum { SCALE = 3 * POINT };

    (void)notes;
    appraisal->scale = SCALE;
    for (seat_id seat = 0; seat < 2; seat++) appraisal->part[seat][CONCERN_GOALS] = mind_standing(m, s, seat);
    for (int i = 0; i < m->first[KIND_THING]; i++) {
        int32_t *part = appraisal->part[side_of(m, i)];
        bool     known = s->unit[i].x != UNKNOWN_PLACE && s->unit[i].order != ORDER_HIDDEN;
        if (is_figure(m, i)) {
            if (s->unit[i].status == STATUS_STANDING || s->unit[i].status == STATUS_WAITING) part[CONCERN_FORCE] += mind_worth(m, s, i, STATUS_ROUTED);
            else if (s->unit[i].status == STATUS_ROUTED) part[CONCERN_FORCE] += mind_worth(m, s, i, STATUS_ROUTED) / 4;
            if (is_active(s, i) && !in_ranks(s, i) && known) part[CONCERN_PLANS] += promise_of_figure(m, s, i, BALANCED);
        } else if (known && s->unit[i].status == STATUS_STANDING) {
            part[CONCERN_PLANS] += promise_of_ranks(m, s, i, BALANCED);
        }
    }
}

int32_t argad_tide(const struct match *m, const struct state *s)
{
    (void)m;
    return s->turn;
}
