/*
 * way.c: how far a piece comes and by which way (FR-4.1, FR-4.1.1 to FR-4.1.4, FR-5.3, FR-10.1-06).
 *
 * Of all ways within its points a piece takes the one with the fewest tests, and of those the cheapest; to the next zone it takes none
 * that costs more than the step itself, so that step by step its owner may go any way at all. A step that is sure to disorganise ends
 * the way: what is left of the points is reckoned anew there. The search goes by the points spent, because the road gives points only to
 * a way that never leaves it.
 */
#include "rules.h"
#include "maths.h"

#include <string.h>

bool reiters_is_ruin(const struct match *m, int cost)
{
    return cost >= m->tables.automatic_from + (m->head.option[OPTION_MOVE_DS_AUTO] ? 1 : 0);              /* FR-4.1.4-02 */
}

bool reiters_is_test(const struct match *m, int cost) { return cost == m->tables.test_at; }               /* FR-4.1.4-01 */

struct mover reiters_mover(const struct match *m, const struct state *s, const struct lay *lay, int piece, int leader)
{
    const struct order_line *order = reiters_order_of(m, s, piece);
    bool                     open = s->moving == piece;
    struct mover mover = {
        .m = m, .s = s, .lay = lay, .piece = piece, .from = on_map(s, piece) ? zone_of(m, s, piece) : NOWHERE, .seat = side_of(m, piece),
        .allowance = reiters_allowance(m, s, piece), .bonus = reiters_road_bonus(m, s, piece), .spent = s->unit[piece].spent,
        .road = open ? s->road : true, .commander = is_commander(m, piece), .counts = is_unit(m, piece) && !is_forlorn(m, piece),
        .limit = order ? order->limit : LIMIT_NONE,
    };

    if (leader == NOBODY || mover.from == NOWHERE) return mover;
    mover.approaches = true;
    reiters_distances(m, lay->held[other_side(mover.seat)], zone_of(m, s, leader), mover.distance);
    if (mover.distance[mover.from] == TOO_FAR) reiters_distances(m, 0, zone_of(m, s, leader), mover.distance);   /* FR-5.3-05 */
    mover.far = open && s->rejoins != NOBODY ? s->far : mover.distance[mover.from];
    return mover;
}

/* FR-4.2-03, FR-4.2-04: what the enemy's zone of control adds to a step. */
static int zoc_toll(const struct mover *mover)
{
    return mover->commander && !has_option(mover->m, OPTION_COMMANDER_PAYS_ZOC) ? 0 : mover->m->tables.zoc_cost;
}

static int zoc_cost(const struct mover *mover, int zone)
{
    return in_set(mover->lay->zoc[other_side(mover->seat)], zone) ? zoc_toll(mover) : 0;
}

/* Table 3: what the order says of entering that zone; from NOWHERE it is the entry of a reinforcement. */
static bool is_against_order(const struct mover *mover, int from, int to)
{
    bool nearer = from == NOWHERE || mover->m->supply[mover->seat][to] < mover->m->supply[mover->seat][from];
    bool zoc = in_set(mover->lay->zoc[other_side(mover->seat)], to);

    switch (mover->limit) {
    case LIMIT_NO_ZOC:        return zoc;
    case LIMIT_ZOC_IF_NEARER: return zoc && !nearer;
    case LIMIT_NEARER:        return !nearer;
    default:                  return false;
    }
}

/* FR-5.3-03, FR-5.3-04: never farther off; once within the radius it stays there. */
static bool strays(const struct mover *mover, int from, int to)
{
    if (!mover->approaches) return false;
    return mover->distance[from] <= COMMAND_RADIUS ? mover->distance[to] > COMMAND_RADIUS : mover->distance[to] > mover->distance[from];
}

static rule_id entry_refused(const struct mover *mover, int from, int to)
{
    const struct match *m = mover->m;

    if (in_set(mover->lay->held[other_side(mover->seat)], to)) return from == NOWHERE ? FR_4_5_03 : FR_4_1_07;
    if (mover->counts && !reiters_has_room(m, mover->lay, mover->seat, to)) return from == NOWHERE ? FR_4_5_04 : FR_4_3_03;
    return is_against_order(mover, from, to) ? FR_10_1_06 : 0;
}

/* Why there is no passable crossing between two zones. */
static rule_id apart(const struct match *m, int from, int to)
{
    if (m->ground[to] == GROUND_FORBIDDEN) return FR_4_1_1_04;
    switch (zone_link(&m->map, from, to)) {
    case ZONE_BY_BORDER:   return FR_4_1_2_04;
    case ZONE_BY_JUNCTION: return FR_4_1_3_02;
    default:               return FR_4_1_10;
    }
}

/* FR-4.1-11, FR-4.1-12, FR-4.1.1-06 */
int reiters_step(const struct mover *mover, int from, int to, int spent, bool road, rule_id *rule)
{
    const struct match *m = mover->m;
    int                 cost = m->entry[from][to], points = mover->allowance;
    rule_id             refused = 0;

    if (!cost) refused = apart(m, from, to);
    if (!refused) refused = entry_refused(mover, from, to);
    if (!refused && strays(mover, from, to)) refused = mover->distance[from] <= COMMAND_RADIUS ? FR_5_3_04 : FR_5_3_03;
    if (!refused) {
        cost += zoc_cost(mover, to);
        if (road && in_set(m->road[from], to)) points += mover->bonus;
        if (spent + cost > points) refused = road && points == mover->allowance && spent > points ? FR_4_1_1_06 : FR_4_1_12;
    }
    if (rule) *rule = refused;
    return refused ? NOWHERE : cost;
}

int reiters_entry_cost(const struct mover *mover, int zone, rule_id *rule)
{
    rule_id refused = entry_refused(mover, NOWHERE, zone);
    int     cost = mover->m->tables.zone_cost[mover->m->ground[zone]] + zoc_cost(mover, zone);            /* FR-4.5-02 */

    if (!refused && cost > mover->allowance) refused = FR_4_1_12;
    if (rule) *rule = refused;
    return refused ? NOWHERE : cost;
}

/* The search: of every zone, for each sum of points spent beyond the start's, the fewest tests, on the road all along or not. */

enum { POINTS = 24, NO_WAY = 255 };

struct search {
    uint64_t open[POINTS][2];                /* [points][has kept to the road] */
    uint8_t  tests[POINTS][2][ZONES];
    struct { uint8_t zone, points, road; } before[POINTS][2][ZONES];
};

static void reach_by(struct search *search, int points, bool road, int zone, int tests, int from, int spent, bool kept)
{
    bool known = in_set(search->open[points][road], zone);

    if (known && search->tests[points][road][zone] <= tests) return;
    search->open[points][road] |= zone_bit(zone);
    search->tests[points][road][zone] = (uint8_t)tests;
    search->before[points][road][zone].zone = (uint8_t)from;
    search->before[points][road][zone].points = (uint8_t)spent;
    search->before[points][road][zone].road = kept;
}

/* The most that any way may cost beyond what is spent. */
static int budget(const struct mover *mover)
{
    int points = mover->allowance + (mover->road ? mover->bonus : 0) - mover->spent;

    return points < 0 ? 0 : points < POINTS ? points : POINTS - 1;
}

/* A weight that no number of tests outweighs. */
enum { RUIN = 32 };

static int risk_of(const struct mover *mover, int cost)
{
    if (mover->commander) return 0;                                                                      /* FR-1.4-02 */
    return reiters_is_ruin(mover->m, cost) ? RUIN : reiters_is_test(mover->m, cost) ? 1 : 0;
}

/* The zones that the piece may enter at all, as far as that does not depend on where it comes from. */
static uint64_t enterable(const struct mover *mover)
{
    const struct lay *lay = mover->lay;
    uint64_t          zones = ~lay->held[other_side(mover->seat)];

    if (mover->counts) zones &= ~lay->full[mover->seat];
    return mover->limit == LIMIT_NO_ZOC ? zones & ~lay->zoc[other_side(mover->seat)] : zones;
}

/*
 * What has been gone on from, for fewer points: a way that comes there later with as many tests, and no road that the first had not, leads
 * nowhere better. clean[]: without a test; tests[] of the others.
 */
struct past { uint64_t clean[2], known[2]; uint8_t tests[2][ZONES]; };

static bool is_idle(struct past *past, int road, int zone, int tests)
{
    if (in_set(past->known[road], zone) && past->tests[road][zone] <= tests) return true;
    for (int r = 0; r <= road; r++) {
        if (tests == 0) past->clean[r] |= zone_bit(zone);
        if (in_set(past->known[r], zone) && past->tests[r][zone] <= tests) continue;
        past->known[r] |= zone_bit(zone);
        past->tests[r][zone] = (uint8_t)tests;
    }
    return false;
}

/* Whether a step depends on where it comes from by more than its cost. */
static bool is_bound(const struct mover *mover)
{
    return mover->approaches || mover->limit == LIMIT_ZOC_IF_NEARER || mover->limit == LIMIT_NEARER;
}

/*
 * All ways to the goal for no more than `most` points beyond what is spent, and by no more tests than `tests_most`: no step is made from which
 * even the cheapest way on would cost more. Whatever leads to a step that is made is made too, so that a narrower search finds a way as a wider
 * one does. It may stop when a way without tests is found: all others cost more. `idle`: with the ways that lead nowhere better, and to the end: a
 * change of face may still want them.
 */
static void spread(const struct mover *mover, int goal, bool idle, int most, int tests_most, struct search *search)
{
    const struct match *m = mover->m;
    uint64_t            free = enterable(mover), zoc = mover->lay->zoc[other_side(mover->seat)];
    int                 left = mover->allowance - mover->spent, costly = zoc_toll(mover);
    bool                bound = is_bound(mover);
    uint8_t             risk[POINTS];
    struct past         past;

    for (int cost = 0; cost <= most; cost++) risk[cost] = (uint8_t)risk_of(mover, cost);
    memset(search->open, 0, (size_t)(most + 1) * sizeof search->open[0]);
    memset(past.clean, 0, sizeof past.clean);
    memset(past.known, 0, sizeof past.known);
    search->open[0][mover->road] = zone_bit(mover->from);
    search->tests[0][mover->road][mover->from] = 0;
    for (int points = 0; points < most; points++)
        for (int road = 0; road < 2; road++) {
            if (!idle && in_set(search->open[points][road], goal) && search->tests[points][road][goal] == 0) return;
            for (uint64_t rest = search->open[points][road] & ~past.clean[road]; rest; rest &= rest - 1) {
                int from = lowest(rest), tests = search->tests[points][road][from];
                if (tests >= RUIN || (!idle && is_idle(&past, road, from, tests))) continue;
                for (uint64_t near = m->adjacent[from] & free & ~past.clean[road]; near; near &= near - 1) {
                    int  to = lowest(near), cost = m->entry[from][to] + (in_set(zoc, to) ? costly : 0);
                    bool kept = road && in_set(m->road[from], to);
                    if (points + cost + m->least[goal][to] > most || points + cost > left + (kept ? mover->bonus : 0)) continue;
                    if (bound && (is_against_order(mover, from, to) || strays(mover, from, to))) continue;
                    if (tests + risk[cost] <= tests_most) reach_by(search, points + cost, kept, to, tests + risk[cost], from, points, road);
                }
            }
        }
}

/* FR-5.3-03: the last zone must be nearer than the first, or within the radius. */
static bool may_end(const struct mover *mover, int zone)
{
    return !mover->approaches || mover->distance[zone] <= COMMAND_RADIUS || mover->distance[zone] < mover->far;
}

/* The points that it has for changing face at the end of that way (FR-4.6-03). */
static bool may_remount(const struct mover *mover, int spent, bool road)
{
    int points = mover->allowance + (road ? mover->bonus : 0);

    return mover->spent + spent + mover->m->tables.saddle_cost <= points;
}

/* With a change of face the last step counts two points more (FR-4.6-05). */
static int risk_at_end(const struct mover *mover, const struct search *search, int points, int road, int zone)
{
    int before = search->before[points][road][zone].points, cost = points - before;
    int tests = search->tests[points][road][zone] - risk_of(mover, cost);

    return tests >= RUIN ? tests : tests + risk_of(mover, cost + mover->m->tables.saddle_cost);
}

/* The most that a way to that zone may cost: what the step there costs, where it is the next zone. */
static int dearest(const struct mover *mover, int goal, bool remounts)
{
    int cost = mover->on_way ? NOWHERE : reiters_step(mover, mover->from, goal, mover->spent, mover->road, NULL);

    if (cost == NOWHERE || (remounts && !may_remount(mover, cost, mover->road && in_set(mover->m->road[mover->from], goal)))) return POINTS - 1;
    return cost;
}

/* Where a way ends best, and how many tests it has; NO_WAY: nowhere. */
struct end { int tests, points, road; };

/* By what has been found. */
static struct end best_end(const struct mover *mover, const struct search *search, int goal, bool remounts, int most)
{
    struct end end = { NO_WAY, 0, 0 };

    for (int p = 1; p <= most; p++)
        for (int r = 1; r >= 0; r--) {
            int risk;
            if (!in_set(search->open[p][r], goal) || (remounts && !may_remount(mover, p, r))) continue;
            risk = remounts ? risk_at_end(mover, search, p, r, goal) : search->tests[p][r][goal];
            if (risk < end.tests) end = (struct end){ risk, p, r };
        }
    return end;
}

static struct end find_ways(const struct mover *mover, int goal, bool remounts, int most, int tests_most, struct search *search)
{
    spread(mover, goal, remounts, most, tests_most, search);
    return best_end(mover, search, goal, remounts, most);
}

/*
 * First for little more than the least that it can cost: most goals are come to so, and the search goes nowhere else. Then dearer ways matter
 * only if they have fewer tests; with a change of face the last step may have one that is none together with it. *found: the search with that end.
 */
static struct end find_way(const struct mover *mover, int goal, bool remounts, struct search search[2], struct search **found)
{
    enum { LITTLE = 1, ANY = UINT8_MAX };
    int        most = min32(budget(mover), dearest(mover, goal, remounts)), least = mover->m->least[goal][mover->from], near = min32(most, least + LITTLE);
    struct end end = { NO_WAY, 0, 0 }, other;

    *found = &search[0];
    if (least > most) return end;
    end = find_ways(mover, goal, remounts, near, ANY, &search[0]);
    if (end.tests == 0 || near == most) return end;
    other = find_ways(mover, goal, remounts, most, end.tests == NO_WAY ? ANY : remounts ? end.tests : end.tests - 1, &search[1]);
    if (other.tests >= end.tests) return end;
    *found = &search[1];
    return other;
}

bool reiters_way(const struct mover *mover, int goal, bool remounts, struct way *way)
{
    static const struct way none = { .steps = 0 };
    struct search           searches[2], *search;
    struct end              end;
    int                     points, road, zone = goal, steps = 0;
    int                     back[POINTS + 1];

    *way = none;
    if (mover->from == NOWHERE || goal == mover->from || !may_end(mover, goal)) return false;
    end = find_way(mover, goal, remounts, searches, &search);
    if (end.tests == NO_WAY) return false;
    way->cost = points = end.points;
    way->risk = end.tests > 0;
    road = end.road;
    while (points > 0) {
        int p = search->before[points][road][zone].points, r = search->before[points][road][zone].road, from = search->before[points][road][zone].zone;
        back[steps++] = zone;
        points = p;
        road = r;
        zone = from;
    }
    way->steps = steps;
    for (int i = 0; i < steps; i++) way->zone[i] = back[steps - 1 - i];
    return true;
}

int reiters_next_zone(const struct mover *mover, bool remounts)
{
    if (budget(mover) == 0) return NOWHERE;
    for (uint64_t rest = mover->m->adjacent[mover->from] & enterable(mover); rest; rest &= rest - 1) {
        int to = lowest(rest), cost = reiters_step(mover, mover->from, to, mover->spent, mover->road, NULL);
        if (cost == NOWHERE || !may_end(mover, to)) continue;
        if (!remounts || may_remount(mover, cost, mover->road && in_set(mover->m->road[mover->from], to))) return to;
    }
    return NOWHERE;
}

/*
 * The search without its ways: what is left to know of a zone is the fewest points that lead there, with the road and without. Each is
 * gone on from once, done[]; the road serves whoever has left it as well.
 */
static uint64_t expanse(const struct mover *mover, bool remounts)
{
    const struct match *m = mover->m;
    uint64_t            free = enterable(mover), zoc = mover->lay->zoc[other_side(mover->seat)], open[POINTS][2], done[2] = { 0, 0 }, reach = 0;
    int                 most = budget(mover), left = mover->allowance - mover->spent, costly = zoc_toll(mover);
    bool                bound = is_bound(mover);

    memset(open, 0, sizeof open);
    open[0][mover->road] = zone_bit(mover->from);
    for (int points = 0; points < most; points++)
        for (int road = 0; road < 2; road++) {
            uint64_t fresh = open[points][road] & ~done[road];
            for (int r = 0; r <= road; r++) done[r] |= fresh;
            for (; fresh; fresh &= fresh - 1) {
                int from = lowest(fresh);
                for (uint64_t near = m->adjacent[from] & free & ~done[road]; near; near &= near - 1) {
                    int  to = lowest(near), cost = m->entry[from][to] + (in_set(zoc, to) ? costly : 0);
                    bool kept = road && in_set(m->road[from], to);
                    if (points + cost > most || points + cost > left + (kept ? mover->bonus : 0)) continue;
                    if (bound && (is_against_order(mover, from, to) || strays(mover, from, to))) continue;
                    if (!remounts || may_remount(mover, points + cost, kept)) reach |= zone_bit(to);
                    if (mover->commander || !reiters_is_ruin(m, cost)) open[points + cost][kept] |= zone_bit(to);
                }
            }
        }
    return reach & ~zone_bit(mover->from);
}

uint64_t reiters_reach(const struct mover *mover, bool remounts)
{
    uint64_t reach;

    if (mover->from == NOWHERE) return 0;
    reach = expanse(mover, remounts);
    if (!mover->approaches) return reach;
    for (uint64_t rest = reach; rest; rest &= rest - 1)
        if (!may_end(mover, lowest(rest))) reach &= ~zone_bit(lowest(rest));
    return reach;
}
