/*
 * evaluate.c: how good a position is for a seat: points as they stand, what the pieces are still worth, and what each side could do next
 * from where it stands.
 *
 * The unit is a hundredth of a victory point. But for the last turn, when what may still come of it counts little, nothing depends on the turn,
 * so that ending a step does not look like a gain or a loss in itself.
 */
#include "eye.h"

#include "maths.h"

#include <string.h>

const char *const reiters_concerns[CONCERNS] = {
    "points", "zones", "victory", "baggage", "foot", "horse", "guns", "cut_off", "enemy", "goals", "ground", "tempo", "blows", "reactions", "commanders", "orders"
};

enum { POINT = 100 };

/* Units. */

static int factor_of(const struct eye *eye, int unit, int wear)
{
    const struct unit *u = &eye->s->unit[unit];

    return u->type == eye->m->type_of[unit] ? eye->m->fc[unit][wear] : eye->m->tables.type[u->type].fc[wear];
}

/* What a unit is good for with so many steps lost, apart from the points that its loss would give away. */
static int power(const struct eye *eye, int unit, int wear)
{
    enum { FACTOR = 22, WHOLE = 30 };
    int worth = reiters_worth(eye->m, eye->s, unit), steps = type_now(eye->m, eye->s, unit)->steps;

    return (FACTOR * factor_of(eye, unit, wear) + (wear == 0 && steps > 1 ? worth * WHOLE : 0)) * eye->care[side_of(eye->m, unit)] / 100;
}

static bool is_in_command(const struct eye *eye, int unit)
{
    return in_set(eye->area[eye->m->column_of[unit]] | eye->general[side_of(eye->m, unit)], zone_of(eye->m, eye->s, unit));
}

/* Disorder passes where the unit may rally; under the enemy's eyes it stays. */
static int disorder_cost(const struct eye *eye, int unit)
{
    enum { PASSING = 28, STAYING = 55 };
    bool stays = in_set(eye->lay.zoc[other_side(side_of(eye->m, unit))], zone_of(eye->m, eye->s, unit)) || !is_in_command(eye, unit);

    return ((stays ? STAYING : PASSING) + 4 * reiters_worth(eye->m, eye->s, unit)) * eye->care[side_of(eye->m, unit)] / 100;
}

static void weigh_stake(struct eye *eye, int unit)
{
    const struct unit *u = &eye->s->unit[unit];
    struct stake      *stake = &eye->stake[unit];
    bool               last = u->wear || type_now(eye->m, eye->s, unit)->steps == 1;
    bool               alone = eye->other[zone_of(eye->m, eye->s, unit)] == NOBODY;
    int                list[COLUMNS], lenders = alone ? 0 : reiters_lenders(eye->m, eye->s, unit, list), quality = reiters_quality(eye->m, eye->s, unit);
    int                end = power(eye, unit, last ? u->wear : 1) + reiters_worth(eye->m, eye->s, unit) * POINT;

    for (int i = 0; i < lenders; i++) quality = max32(quality, reiters_quality(eye->m, eye->s, list[i]));
    stake->one = last ? end : power(eye, unit, 0) - power(eye, unit, 1);
    stake->two = last ? end : stake->one + end;
    stake->disorder = u->disordered ? max32(0, stake->one - disorder_cost(eye, unit)) : disorder_cost(eye, unit);
    stake->quality = min32(6, quality);
}

/* Blows that could be struck from where units stand. */

static int expected(const struct combat_chance *chance, const struct stake *stake, bool yields)
{
    int one = yields ? min32(stake->one, stake->disorder + 25) : stake->one, two = yields ? min32(stake->two, stake->one + stake->disorder + 25) : stake->two;

    return (chance->test * (6 - stake->quality) * stake->disorder / 6 + chance->disorder * stake->disorder + chance->one * one + chance->two * two) / 6;
}

static int support_for(const struct eye *eye, int unit, int zone)
{
    const struct match *m = eye->m;
    int                 weapon = type_now(m, eye->s, unit)->weapon, count = 0;

    if (is_forlorn(m, unit)) return 0;
    for (int other = eye->first[zone]; other != NOBODY; other = eye->next[other])
        if (other != unit && !is_forlorn(m, other) && !eye->s->unit[other].disordered && !eye->s->unit[other].isolated
            && type_now(m, eye->s, other)->weapon != weapon) count++;
    return m->head.option[OPTION_SUPPORT_LIMIT] ? min32(count, 1) : count;
}

static int commanders_for(const struct eye *eye, int unit, unsigned role)
{
    const struct match *m = eye->m;
    int                 sum = 0;

    if (eye->other[zone_of(m, eye->s, unit)] == NOBODY) return 0;
    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        if (!m->bonuses[commander] || side_of(m, commander) != side_of(m, unit) || !on_map(eye->s, commander) || eye->s->unit[commander].replaced) continue;
        if (eye->s->unit[commander].x != eye->s->unit[unit].x) continue;
        for (int k = 0; k < m->bonuses[commander]; k++)
            if (m->bonus[commander][k].roles & role && m->bonus[commander][k].types >> eye->s->unit[unit].type & 1) sum += m->bonus[commander][k].amount;
    }
    return sum;
}

/* FR-7.2-02, FR-7.2-03 as far as they do not depend on the opponent; `alone`: reaction fire and charge have no support. */
static int attack_of(const struct eye *eye, int unit, int zone, bool alone)
{
    const struct order_line *order = reiters_order_of(eye->m, eye->s, unit);
    int                      sum = reiters_factor(eye->m, eye->s, unit) - eye->s->unit[unit].disordered + commanders_for(eye, unit, AS_ATTACKER);

    if (order) sum += order->attacker[type_now(eye->m, eye->s, unit)->weapon];
    return alone ? sum : sum + support_for(eye, unit, zone);
}

static int defence_of(const struct eye *eye, int unit, int zone, bool alone)
{
    const struct order_line *order = reiters_order_of(eye->m, eye->s, unit);
    int                      sum = reiters_factor(eye->m, eye->s, unit) - eye->s->unit[unit].disordered + commanders_for(eye, unit, AS_DEFENDER);

    if (order) sum += order->defender;
    return alone ? sum : sum + support_for(eye, unit, zone);
}

/* What the attacker would gain by that combat, against what it would cost him. */
static int exchange(const struct eye *eye, int attacker, int defender, int difference)
{
    const struct combat_table *table = &eye->m->tables.combat;
    int                        a = type_now(eye->m, eye->s, attacker)->rank, d = type_now(eye->m, eye->s, defender)->rank;
    int                        column = difference + (a < d) - (a > d) - table->low;
    bool                       yields = reiters_may_retreat(eye->m, eye->s, defender, NULL);

    column = column < 0 ? 0 : column >= table->columns ? table->columns - 1 : column;
    return expected(&table->chance[1][column], &eye->stake[defender], yields) - expected(&table->chance[0][column], &eye->stake[attacker], false);
}

/* The best that the unit can do against a zone where its enemies choose who stands up to it. */
static int blow_at(const struct eye *eye, int unit, int from, int to, int strength)
{
    const struct match *m = eye->m;
    int                 least = INT32_MAX;

    if (reiters_may_charge(m, eye->s, unit, from, to)) strength += 2;
    for (int defender = eye->first[to]; defender != NOBODY; defender = eye->next[defender]) {
        int defence = defence_of(eye, defender, to, false) + reiters_terrain(m, eye->s->unit[unit].type, side_of(m, defender), from, to);
        least = min32(least, exchange(eye, unit, defender, strength - defence));
    }
    return least;
}

static int shot_at(const struct eye *eye, int gun, int target)
{
    const struct match       *m = eye->m;
    const struct terrain_row *row = &m->tables.terrain[type_now(m, eye->s, gun)->row];
    int                       from = zone_of(m, eye->s, gun), to = zone_of(m, eye->s, target), sum = reiters_factor(m, eye->s, gun);
    const struct sight       *sight = &m->sight[from][to];

    if (m->night || sight->range > type_now(m, eye->s, gun)->range || reiters_sight_refused(m, &eye->lay, from, to, NULL)) return 0;
    sum += row->zone[m->ground[to]] + row->border[sight->border] - (sight->range >= 3) - eye->s->unit[gun].disordered;
    for (int other = eye->first[from]; other != NOBODY; other = eye->next[other])
        sum += other != gun && type_now(m, eye->s, other)->arm == ARM_ARTILLERY && !eye->s->unit[other].disordered;
    if (sum <= 0) return 0;
    return (min32(6, sum - 1) * eye->stake[target].one + (sum <= 6) * eye->stake[target].disorder) / 6;
}

static int best_shot(const struct eye *eye, int gun)
{
    int best = 0;

    for (int target = 0; target < eye->m->units; target++)
        if (on_map(eye->s, target) && side_of(eye->m, target) != side_of(eye->m, gun)) best = max32(best, shot_at(eye, gun, target));
    return best;
}

/* The best single attack from a zone (FR-7.1-11). A declared caracole has to be made, and has a second chance. */
static int best_blow(const struct eye *eye, int zone, uint64_t enemies)
{
    const struct match *m = eye->m;
    int                 best = 0, marked = NOBODY;

    if (!(m->adjacent[zone] & enemies) && !in_set(eye->guns, zone)) return 0;
    for (int unit = eye->first[zone]; unit != NOBODY; unit = eye->next[unit])
        if (eye->s->unit[unit].caracole) marked = unit;
    for (int unit = marked != NOBODY ? marked : eye->first[zone]; unit != NOBODY; unit = marked != NOBODY ? NOBODY : eye->next[unit]) {
        const struct order_line *order = reiters_order_of(m, eye->s, unit);
        int                      strength, most = INT32_MIN;
        if (reiters_is_isolated(m, eye->s, unit) || (order && !order->attacks)) continue;
        if (type_now(m, eye->s, unit)->arm == ARM_ARTILLERY) {
            best = max32(best, best_shot(eye, unit));
            continue;
        }
        strength = attack_of(eye, unit, zone, false);
        for (uint64_t rest = m->adjacent[zone] & enemies; rest; rest &= rest - 1) most = max32(most, blow_at(eye, unit, zone, lowest(rest), strength));
        if (marked != NOBODY) return most == INT32_MIN ? 0 : most * 3 / 2;
        best = max32(best, most);
    }
    return best;
}

/* Reactions that those who have just come near would bring upon themselves (chapter 6). */

static int reaction_of(const struct eye *eye, int unit, uint64_t zones)
{
    const struct match *m = eye->m;
    const struct type  *type = type_now(m, eye->s, unit);
    int                 from = zone_of(m, eye->s, unit), best = 0;
    bool                fires = type->weapon == WEAPON_FIRE, charges = !fires && type->arm == ARM_CAVALRY;

    if (type->arm == ARM_ARTILLERY || eye->s->unit[unit].disordered || (!fires && !charges)) return 0;
    for (uint64_t rest = m->adjacent[from] & zones; rest; rest &= rest - 1) {
        int  zone = lowest(rest);
        bool may = !reiters_sight_refused(m, &eye->lay, from, zone, NULL);
        if (charges) may = may && m->ground[zone] == GROUND_OPEN && m->hardest[from][zone] == BORDER_DOTTED;
        if (!may) continue;
        for (int target = eye->first[zone]; target != NOBODY; target = eye->next[target]) {
            int defence = defence_of(eye, unit, from, true) + reiters_terrain(m, eye->s->unit[target].type, side_of(m, unit), zone, from);
            if (charges && reiters_allowance(m, eye->s, target) >= reiters_allowance(m, eye->s, unit)) break;
            best = max32(best, -exchange(eye, target, unit, attack_of(eye, target, zone, true) - defence));
        }
    }
    return best * eye->stake[unit].quality / 6;
}

/* For the passive side. Once somebody has reacted each reaction is judged by itself. */
static int reactions(const struct eye *eye)
{
    const struct state *s = eye->s;
    seat_id             passive = other_side((seat_id)s->active);
    int                 sum = 0, phase = s->flow.depth > 1 ? s->flow.stack[1].phase : PHASE_TURN;
    uint64_t            zones, near = 0;

    if ((phase != PHASE_MOVEMENT && phase != PHASE_REACTION) || eye->m->no_reaction[passive] == s->turn || eye->reacted[passive]) return 0;
    zones = phase == PHASE_MOVEMENT ? eye->lay.held[s->active] & ~s->held : s->reaction & eye->lay.held[s->active];
    for (uint64_t rest = zones; rest; rest &= rest - 1) near |= eye->m->adjacent[lowest(rest)];
    for (uint64_t rest = near & eye->lay.held[passive]; rest; rest &= rest - 1)
        for (int unit = eye->first[lowest(rest)]; unit != NOBODY; unit = eye->next[unit])
            if (side_of(eye->m, unit) == passive) sum += reaction_of(eye, unit, zones);
    return sum;
}

/* Places. */

/* What draws units on: the best of what is to be won, nearer is better. */
enum { SHARE = 18 };

static int pull_of_goals(const struct eye *eye, int unit)
{
    seat_id seat = side_of(eye->m, unit);
    int     zone = zone_of(eye->m, eye->s, unit), best = 0;

    for (int i = 0; i < eye->goals; i++) {
        const struct goal *goal = &eye->goal[i];
        int                steps = max32(0, goal->distance[zone] - 1), weight = goal->points[seat];
        if (in_set(eye->crowd[seat], goal->zone)) weight = weight * 2 / 3;
        best = max32(best, weight * SHARE * (FAR - steps) / FAR);
    }
    return best;
}

static int pull_of_enemy(const struct eye *eye, int unit, bool ahead)
{
    enum { ENEMY = 4 };
    int apart = max32(0, eye->away[other_side(side_of(eye->m, unit))][zone_of(eye->m, eye->s, unit)] - 1);

    return (ahead ? ENEMY - 2 : ENEMY) * SHARE * (FAR - apart) / FAR;
}

/* Who could still leave by an exit, and how sure that is. */
static int way_out(const struct eye *eye, int unit)
{
    const struct match *m = eye->m;
    int                 zone = zone_of(m, eye->s, unit), best = 0;

    for (int i = 0; i < m->exits; i++) {
        const struct exit_rule *exit = &m->exit[i];
        int                     points = exit->points[type_now(m, eye->s, unit)->arm] * POINT, pace = max32(1, reiters_allowance(m, eye->s, unit) * 2 / 3);
        if (exit->seat != side_of(m, unit) || is_forlorn(m, unit)) continue;
        for (uint64_t rest = exit->zones; rest; rest &= rest - 1) {
            int steps = m->steps[lowest(rest)][zone], turns = (steps + pace - 1) / pace;
            if (eye->s->turn + turns <= m->turns) best = max32(best, points * (steps ? max32(1, 72 - 5 * steps) : 95) / 100);
        }
    }
    return best;
}

/* Cover for those who shoot, open ground for those who charge, and others of the other weapon beside them. */
static int post(const struct eye *eye, int unit)
{
    enum { COVER = 6, NO_ROOM = 10, COMPANY = 6 };
    const struct type *type = type_now(eye->m, eye->s, unit);
    int                zone = zone_of(eye->m, eye->s, unit), value = 0;

    if (eye->away[other_side(side_of(eye->m, unit))][zone] > 3) return 0;
    if (type->arm == ARM_INFANTRY && type->weapon == WEAPON_FIRE) value += COVER * eye->m->tables.terrain[ROW_SHOCK_CAVALRY].zone[eye->m->ground[zone]];
    if (type->arm == ARM_CAVALRY && eye->m->ground[zone] != GROUND_OPEN) value -= NO_ROOM;
    return value + COMPANY * min32(2, support_for(eye, unit, zone));
}

/* Mounted arquebusiers ride when nobody is near, and fight on foot. */
static int saddle(const struct eye *eye, int unit)
{
    enum { RIDE = 45, WALK = 15 };
    int apart = eye->away[other_side(side_of(eye->m, unit))][zone_of(eye->m, eye->s, unit)];

    if (eye->s->unit[unit].type == TYPE_ARGOULETS) return apart > 2 ? RIDE : 0;
    return eye->s->unit[unit].type == TYPE_ARGOULETS_DISMOUNTED && apart <= 2 ? WALK : 0;
}

/* Fighting power counts by what is lost of it, so that minding it less is no loss in itself. */
static int force_of(const struct eye *eye, int unit)
{
    enum { LANCES = 18, ISOLATED = 15, FORLORN = 20 };
    const struct match *m = eye->m;
    const struct unit  *u = &eye->s->unit[unit];
    int                 value = -(u->charge ? 0 : LANCES) * m->tables.type[u->type].lances;

    if (is_forlorn(m, unit)) return u->status == STATUS_STANDING ? FORLORN : u->status == STATUS_WAITING ? FORLORN - 4 : 0;
    if (u->status == STATUS_LOST) return value - power(eye, unit, 0);
    value += power(eye, unit, u->wear) - power(eye, unit, 0);
    if (u->status != STATUS_STANDING) return value;
    if (u->disordered) value -= disorder_cost(eye, unit);
    return value - (u->isolated ? ISOLATED : 0);
}

/* What is drawn on is drawn by one thing, the strongest. */
static void see_place(const struct eye *eye, int unit, bool ahead, int32_t place[POSTS])
{
    enum { CUT_OFF = 45 };
    int pull = pull_of_enemy(eye, unit, ahead);

    if (!is_in_command(eye, unit)) place[CONCERN_CUT_OFF - CONCERN_CUT_OFF] = -CUT_OFF;
    if (type_now(eye->m, eye->s, unit)->arm == ARM_ARTILLERY) return;
    if (pull > eye->lure[unit]) place[CONCERN_ENEMY - CONCERN_CUT_OFF] = pull;
    else place[CONCERN_GOALS - CONCERN_CUT_OFF] = eye->lure[unit];
    place[CONCERN_GROUND - CONCERN_CUT_OFF] = post(eye, unit) + saddle(eye, unit);
}

/* Commanders want to be with troops, and not where they fall. */
static int commander_value(const struct eye *eye, int commander)
{
    enum { ALONE = 12, SERVES = 4 };
    const struct match *m = eye->m;
    seat_id             seat = side_of(m, commander);
    int                 zone = zone_of(m, eye->s, commander), company = 0, own = 0, worth = reiters_worth(m, eye->s, commander) * POINT;
    int                 apart = eye->away[other_side(seat)][zone];

    for (int unit = eye->first[zone]; unit != NOBODY; unit = eye->next[unit]) {
        if (side_of(m, unit) != seat || is_forlorn(m, unit)) continue;
        company++;
        own += m->column_of[unit] == m->column_of[commander] || reiters_is_general(m, eye->s, commander);
    }
    if (company == 0) return -ALONE - (apart <= 3 ? worth / 2 : apart <= 6 ? worth / 4 : 0);
    return SERVES * min32(3, own) - (apart == 1 ? worth * max32(0, 5 - company) / 50 : 0);
}

/* Baggage that nobody guards. */
static int baggage_value(const struct eye *eye, int piece)
{
    seat_id seat = side_of(eye->m, piece);
    int     zone = zone_of(eye->m, eye->s, piece), apart = eye->away[other_side(seat)][zone];

    if (apart > 4 || in_set(eye->lay.held[seat], zone)) return 0;
    return -reiters_worth(eye->m, eye->s, piece) * POINT * (5 - apart) / 10;
}

/* The zones that count at the end: sure for who holds them, half for who is nearer. */
static int zones_value(const struct eye *eye, seat_id seat)
{
    enum { SURE = 85, EMPTY = 40 };
    const struct match *m = eye->m;
    int                 sum = 0;

    for (int i = 0; i < m->objectives; i++) {
        int zone = m->objective[i].zone, points = m->objective[i].points[seat] * POINT;
        if (in_set(eye->firm[seat], zone)) sum += points * SURE / 100;
        else if (in_set(eye->lay.held[seat], zone)) sum += points * EMPTY / 100;
        else if (!in_set(eye->lay.held[other_side(seat)], zone) && eye->away[seat][zone] < eye->away[other_side(seat)][zone]) sum += points * EMPTY / 100;
    }
    return sum;
}

/* Orders (chapter 10): what fits the column where it stands. */

struct plight { int units, shooters, shaken, near; bool holds, leaves; };

static struct plight look_at_column(const struct eye *eye, int column)
{
    const struct match *m = eye->m;
    seat_id             seat = m->column[column].seat;
    struct plight       plight = { .near = FAR };

    for (int unit = 0; unit < m->units; unit++) {
        int zone;
        if (!on_map(eye->s, unit) || m->column_of[unit] != column || is_forlorn(m, unit)) continue;
        zone = zone_of(m, eye->s, unit);
        plight.units++;
        plight.shooters += type_now(m, eye->s, unit)->weapon == WEAPON_FIRE;
        plight.shaken += eye->s->unit[unit].disordered;
        plight.near = min32(plight.near, eye->away[other_side(seat)][zone]);
        plight.leaves = plight.leaves || way_out(eye, unit) > 0;
        for (int i = 0; i < m->objectives; i++) plight.holds = plight.holds || (m->objective[i].zone == zone && m->objective[i].points[seat]);
    }
    return plight;
}

static int order_value(const struct eye *eye, int column)
{
    const struct plight plight = look_at_column(eye, column);
    bool                near = plight.near <= 3, on = eye->m->column[column].seat == eye->needy;
    int                 order = eye->s->unit[eye->m->column[column].leader].order, value;

    if (!plight.units || order >= ORDERS) return 0;
    switch (order) {
    case ORDER_ATTACK:    value = near ? (on ? 24 : 12) : 8; break;
    case ORDER_SKIRMISH:  value = near ? (plight.shooters * 2 > plight.units ? 20 : 4) : 8; break;
    case ORDER_HOLD:      value = plight.holds ? (near ? 26 : 14) : near && !on ? 16 : -6; break;
    case ORDER_RESERVE:   value = near ? -12 : 4; break;
    case ORDER_MARCH:     value = plight.near > 4 ? 18 : near ? -24 : 6; break;
    case ORDER_DISENGAGE: value = near && plight.shaken * 2 > plight.units ? 22 : -16; break;
    default:              value = plight.leaves && plight.near > 1 ? 14 : -24;
    }
    return value * min32(4, plight.units) / 2;
}

/* The whole. */

/* Needless steps cost a little, so that what is well where it is stays there. */
static int tempo(const struct eye *eye, seat_id seat)
{
    int phase = eye->s->flow.depth ? eye->s->flow.stack[eye->s->flow.depth > 1].phase : PHASE_TURN;

    if (phase == PHASE_SETUP) return 2 * eye->placed[seat];
    return phase == PHASE_MOVEMENT || phase == PHASE_REACTION ? 2 * eye->stirred[seat] : 0;
}

/*
 * What a blow that could be struck is worth, in hundredths: more to the side whose Combat step comes next, nothing to one that has none any
 * more. From the first attack of a step on the other side's is the next, whether the step is ended or not.
 */
static int blow_share(const struct eye *eye, seat_id seat)
{
    enum { NEXT = 60, LATER = 35 };
    const struct state *s = eye->s;
    int                 phase = s->flow.depth > 1 ? s->flow.stack[1].phase : PHASE_TURN;
    bool                before = phase == PHASE_ORDERS || phase == PHASE_MOVEMENT || phase == PHASE_REACTION || (phase == PHASE_COMBATS && !s->attacked);
    bool                last = s->turn >= eye->m->turns, mine = (seat_id)s->active == seat;

    if (s->turn == 0) return (seat_id)s->initiative == seat ? NEXT : LATER;
    if (last && (s->half ? !before || !mine : !before && mine)) return 0;
    return mine == before ? NEXT : LATER;
}

/* Pieces and zones are judged one by one: by notes only those that may be worth something else than before. */

/* The first of what a piece has of its place; of others than units it is the only one. */
static enum concern concern_of_place(const struct match *m, int piece)
{
    return is_unit(m, piece) ? CONCERN_CUT_OFF : is_commander(m, piece) ? CONCERN_COMMANDERS : CONCERN_BAGGAGE;
}

/* By what it began as: an arquebusier who dismounts is still of the horse. */
static enum concern concern_of_force(const struct match *m, int unit)
{
    int arm = m->tables.type[m->type_of[unit]].arm;

    return arm == ARM_CAVALRY ? CONCERN_HORSE : arm == ARM_ARTILLERY ? CONCERN_GUNS : CONCERN_FOOT;
}

static void value_place(const struct eye *eye, int piece, int32_t place[POSTS])
{
    if (!on_map(eye->s, piece)) return;
    if (is_commander(eye->m, piece)) place[0] = commander_value(eye, piece);
    else if (!is_unit(eye->m, piece)) place[0] = baggage_value(eye, piece);
    else if (!is_forlorn(eye->m, piece)) see_place(eye, piece, side_of(eye->m, piece) != eye->needy, place);
}

/* What there is to judge anew beyond the pieces themselves. */
struct stale { uint64_t columns, blows; };

static void judge_place(struct eye *eye, int piece, bool drawn, struct stale *stale)
{
    const struct match *m = eye->m;
    int32_t             place[POSTS] = { 0 }, *sum = &eye->sum[side_of(m, piece)][concern_of_place(m, piece)];

    if (drawn && is_unit(m, piece) && on_map(eye->s, piece)) eye->lure[piece] = max32(pull_of_goals(eye, piece), way_out(eye, piece));
    value_place(eye, piece, place);
    for (int i = 0; i < (is_unit(m, piece) ? POSTS : 1); i++) sum[i] += place[i] - eye->post[piece][i];
    memcpy(eye->post[piece], place, sizeof place);
    if (m->column_of[piece] < COLUMNS) stale->columns |= (uint64_t)1 << m->column_of[piece];
}

static void judge_unit(struct eye *eye, int unit, struct stale *stale)
{
    int32_t      force = force_of(eye, unit);
    struct stake before = eye->stake[unit];

    eye->sum[side_of(eye->m, unit)][concern_of_force(eye->m, unit)] += force - eye->force[unit];
    eye->force[unit] = force;
    if (!on_map(eye->s, unit)) return;
    weigh_stake(eye, unit);
    if (memcmp(&before, &eye->stake[unit], sizeof before)) stale->blows |= zone_bit(zone_of(eye->m, eye->s, unit));
}

static void judge_list(struct eye *eye, int piece, const struct changes *changes, int zone, struct stale *stale)
{
    for (; piece != NOBODY; piece = eye->next[piece]) {
        seat_id seat = side_of(eye->m, piece);
        if (!in_set(changes->stale[seat], zone)) continue;
        judge_place(eye, piece, changes->goals[seat] || among(&changes->pieces, piece), stale);
        if (is_unit(eye->m, piece) && in_set(changes->shaken[seat], zone)) judge_unit(eye, piece, stale);
    }
}

/* Those that are not on the map are in no zone's list. */
static void judge_gone(struct eye *eye, const struct pieces *pieces, struct stale *stale)
{
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = pieces->word[word]; rest; rest &= rest - 1) {
            int piece = 64 * word + lowest(rest);
            if (on_map(eye->s, piece)) continue;
            judge_place(eye, piece, false, stale);
            if (is_unit(eye->m, piece)) judge_unit(eye, piece, stale);
        }
}

/* A blow depends on who stands in the zone, and on enemies next to it, that stood or stand there; a shot goes farther. */
static void judge_blows(struct eye *eye, uint64_t zones, const uint64_t held[2])
{
    for (seat_id seat = 0; seat < 2 && zones; seat++) {
        uint64_t enemies = eye->lay.held[other_side(seat)], near = zones | eye->guns;
        for (uint64_t rest = zones & held[other_side(seat)]; rest; rest &= rest - 1) near |= eye->m->adjacent[lowest(rest)];
        for (uint64_t rest = near & eye->lay.held[seat]; rest; rest &= rest - 1) eye->blow[lowest(rest)] = best_blow(eye, lowest(rest), enemies);
    }
}

static void judge(struct eye *eye, const struct changes *changes)
{
    const struct match *m = eye->m;
    struct stale        stale = { 0, changes->touched };

    for (uint64_t rest = changes->stale[0] | changes->stale[1]; rest; rest &= rest - 1) {
        int zone = lowest(rest);
        judge_list(eye, eye->first[zone], changes, zone, &stale);
        judge_list(eye, eye->other[zone], changes, zone, &stale);
    }
    judge_gone(eye, &changes->pieces, &stale);
    judge_blows(eye, stale.blows, changes->held);
    for (int i = 0; i < m->columns && has_option(m, OPTION_ADVANCED_ORDERS); i++)
        if (stale.columns >> i & 1) eye->order[i] = order_value(eye, i);
}

static void judge_all(struct eye *eye)
{
    const struct match *m = eye->m;
    struct stale        stale = { 0, 0 };

    memset(eye->stake, 0, sizeof eye->stake);
    memset(eye->force, 0, sizeof eye->force);
    memset(eye->post, 0, sizeof eye->post);
    memset(eye->sum, 0, sizeof eye->sum);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        judge_place(eye, piece, true, &stale);
        if (is_unit(m, piece)) judge_unit(eye, piece, &stale);
    }
    judge_blows(eye, ~(uint64_t)0 >> (ZONES - m->zones), eye->lay.held);
    for (int i = 0; i < m->columns && has_option(m, OPTION_ADVANCED_ORDERS); i++) eye->order[i] = order_value(eye, i);
}

static void appraise_side(const struct eye *eye, seat_id seat, int32_t part[CONCERNS_MAX])
{
    enum { LATE = 4 };
    static const enum concern fading[] = { CONCERN_FOOT, CONCERN_HORSE, CONCERN_GUNS, CONCERN_CUT_OFF, CONCERN_ENEMY, CONCERN_GOALS, CONCERN_GROUND,
                                           CONCERN_TEMPO, CONCERN_COMMANDERS, CONCERN_ORDERS };
    const struct match *m = eye->m;
    const struct state *s = eye->s;
    int                 blows = 0;

    for (int concern = 0; concern < CONCERNS; concern++) part[concern] += eye->sum[seat][concern];
    part[CONCERN_POINTS] += s->points[seat] * POINT;
    part[CONCERN_ZONES] += zones_value(eye, seat);
    part[CONCERN_TEMPO] -= tempo(eye, seat);
    for (uint64_t rest = eye->lay.held[seat]; rest; rest &= rest - 1) blows += eye->blow[lowest(rest)];
    for (int i = 0; i < m->columns && has_option(m, OPTION_ADVANCED_ORDERS); i++)
        if (m->column[i].seat == seat && on_map(s, m->column[i].leader)) part[CONCERN_ORDERS] += eye->order[i];
    part[CONCERN_BLOWS] += blows * blow_share(eye, seat) / 100;
    if (s->turn < m->turns) return;
    for (int i = 0; i < (int)(sizeof fading / sizeof fading[0]); i++) part[fading[i]] /= LATE;
}

/* The lead that makes a victory (FR-9.0-03). */
static int enough(const struct match *m)
{
    int least = 1;

    for (int i = m->levels - 1; i >= 0; i--)
        if (m->level[i].id != LEVEL_DRAW) least = max32(1, m->level[i].from);
    return least;
}

/* A lead that is not enough is worth less than its points. */
static int victory(const struct eye *eye, int lead)
{
    enum { NEAR = 150 };
    int wanted = enough(eye->m);

    return NEAR * max32(-wanted, min32(wanted, lead)) / wanted;
}

/* Whoever would not win has to come on, and minds his losses less; where nobody would, it is the side that began with the initiative. */
static void find_needy(struct eye *eye, int lead)
{
    enum { CARELESS = 60 };

    eye->needy = lead >= enough(eye->m) ? SEAT_B : lead <= -enough(eye->m) ? SEAT_A : eye->m->first;
    eye->care[eye->needy] = CARELESS;
    eye->care[other_side(eye->needy)] = 100;
}

/* The lead of seat A as it would count now (FR-9.0-02). */
static int lead_of(const struct eye *eye)
{
    const struct match *m = eye->m;
    int                 lead = eye->s->points[SEAT_A] - eye->s->points[SEAT_B];

    for (int i = 0; i < m->objectives && !eye->s->flow.over; i++)
        for (seat_id seat = 0; seat < 2; seat++)
            if (in_set(eye->firm[seat], m->objective[i].zone)) lead += m->objective[i].points[seat] * (seat == SEAT_A ? 1 : -1);
    return lead;
}

/* Look and judge; the lead of seat A. */
static int open_eye(struct eye *eye, const struct match *m, const struct state *s, const struct eye *before)
{
    struct changes changes;
    int            lead;

    reiters_look(eye, m, s, before, &changes);
    lead = lead_of(eye);
    find_needy(eye, lead);
    if (changes.all || eye->needy != before->needy) judge_all(eye);
    else judge(eye, &changes);
    return lead;
}

void reiters_take_notes(const struct match *m, const struct state *s, void *notes)
{
    open_eye(notes, m, s, NULL);
}

void reiters_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    enum { REACTION = 60, SCALE = 4 * POINT };
    struct eye eye;
    int        lead = open_eye(&eye, m, s, notes);

    appraisal->scale = SCALE;
    for (seat_id side = 0; side < 2; side++) appraise_side(&eye, side, appraisal->part[side]);
    appraisal->part[SEAT_A][CONCERN_VICTORY] += victory(&eye, lead);
    appraisal->part[other_side((seat_id)s->active)][CONCERN_REACTIONS] += reactions(&eye) * REACTION / 100;
}

int32_t reiters_tide(const struct match *m, const struct state *s)
{
    (void)m;
    return 2 * s->turn + s->half;
}
