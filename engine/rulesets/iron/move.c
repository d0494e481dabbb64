/*
 * move.c: moves on their way, facing, riding through, mounting (ledger chapters MOVE, FACE, STACK, HOB, GNT).
 *
 * A move frame carries the way that was found when the move was decided and takes it hex by hex; whatever happens in a hex happens
 * in frames above it, and the move goes on when they are gone.
 */
#include "move.h"
#include "rules.h"

#include <string.h>

struct mover iron_mover(const struct match *m, const struct state *s, const struct lay *lay, int piece, int leader)
{
    const struct unit *u = &s->unit[piece];
    struct mover       mover = { .m = m, .s = s, .lay = lay, .piece = piece, .leader = leader };

    mover.start = cell_of(m, s, piece);
    mover.began = u->began ? u->began - 1 : mover.start;
    mover.mounted = !is_unit(m, piece) || is_mounted(m, s, piece);
    mover.left = max32(0, iron_allowance(m, s, piece) - u->spent);
    if (is_unit(m, piece)) mover.leaving = iron_zones(m, s, lay, side_of(m, piece), mover.start, NOBODY);
    return mover;
}

/* MI-ZOC-04, MI-GNT-02, MI-GNT-05 */
bool iron_must_stop(const struct mover *mover, int cell)
{
    unsigned zones;

    if (!is_unit(mover->m, mover->piece)) return false;
    zones = iron_zones(mover->m, mover->s, mover->lay, side_of(mover->m, mover->piece), cell, NOBODY);
    switch (mover->s->unit[mover->piece].type) {
    case TYPE_G:  return (zones & (ZONE_HORSE | ZONE_GENITOR)) != 0;
    case TYPE_MM: return (zones & (ZONE_HORSE | ZONE_FOOT)) != 0;
    default:      return zones != 0;
    }
}

bool iron_may_end(const struct mover *mover, int cell)
{
    return !is_unit(mover->m, mover->piece) || mover->lay->unit[cell] == NOBODY || mover->lay->unit[cell] == mover->piece;
}

/* The rule that closes a hex: the battle's own where it has one. */
static rule_id closed_ground(const struct mover *mover, int cell, struct refusal *why)
{
    const struct match *m = mover->m;
    int                 ground = m->ground[cell];
    rule_id             rule = MI_TERR_01;

    if (m->only_side[cell] != NO_SEAT) rule = MI_TERR_07;
    if (ground == GROUND_WAGONS && has_special(m, SPECIAL_CREC_07)) rule = MI_CREC_07;
    if (ground == GROUND_WAGONS && has_special(m, SPECIAL_POIT_02)) rule = MI_POIT_02;
    if (ground == GROUND_CASTLE && has_special(m, SPECIAL_COUR_05)) rule = MI_COUR_05;
    if (ground == GROUND_BOG && has_special(m, SPECIAL_FALK_04)) rule = MI_FALK_04;
    if (ground == GROUND_WATER && has_special(m, SPECIAL_NAJ_05)) rule = MI_NAJ_05;
    return refuse_by(why, rule, cell, m->tables.ground[ground].id);
}

/* A hexside that may not be crossed, or a climb of two levels. */
static rule_id closed_step(const struct mover *mover, int from, int direction, struct refusal *why)
{
    const struct match *m = mover->m;
    int                 to = m->next[from][direction], edge = m->edge[from][direction];

    if (!iron_may_stand(m, mover->s, mover->piece, to)) return closed_ground(mover, to, why);
    if (m->tables.edge[edge].cost[mover->mounted] == NOWHERE) return refuse_by(why, MI_TERR_08, to, m->tables.edge[edge].id);
    return refuse_with(why, MI_TERR_01, m->level[from], m->level[to]);
}

static bool calls_for_die(const struct mover *mover, int from, int direction)
{
    const struct match *m = mover->m;

    return is_unit(m, mover->piece) && mover->mounted &&
           (m->tables.ground[m->ground[m->next[from][direction]]].roll != NOWHERE ||
            m->tables.edge[m->edge[from][direction]].roll != NOWHERE);
}

/* MI-STACK-02, MI-STACK-05, MI-STACK-06: may men-at-arms ride through the friends who stand there? */
static rule_id riding_refused(const struct mover *mover, int from, int direction, int friend, struct refusal *why)
{
    int      to = mover->m->next[from][direction];
    seat_id  seat = side_of(mover->m, mover->piece);

    if (!is_missile_foot(mover->s, friend)) return refuse_for(why, MI_STACK_01, friend);
    if (mover->s->unit[mover->piece].type != TYPE_MM)
        return refuse_for(why, is_mounted(mover->m, mover->s, mover->piece) ? MI_STACK_05 : MI_STACK_01, friend);
    if (iron_zones(mover->m, mover->s, mover->lay, seat, to, NOBODY) || calls_for_die(mover, from, direction) ||
        iron_under_bows(mover->m, mover->s, mover->lay, seat, to))
        return refuse_for(why, MI_STACK_06, friend);
    return 0;
}

static rule_id occupied_refused(const struct mover *mover, int from, int direction, struct refusal *why)
{
    int there = mover->lay->unit[mover->m->next[from][direction]];

    if (there == NOBODY || there == mover->piece) return 0;
    if (are_enemies(mover->m, mover->piece, there)) return refuse_for(why, MI_MOVE_05, there);
    if (mover->careful) return refuse_for(why, MI_STACK_03, there);
    return riding_refused(mover, from, direction, there, why);
}

/* The n-th genitor's bit; theirs are the only zones that others ride through (MI-GNT-05). */
static unsigned genitor_bit(const struct match *m, int unit)
{
    unsigned bit = 1;

    if (m->type_of[unit] != TYPE_G) return 0;
    for (int other = 0; other < unit; other++)
        if (m->type_of[other] == TYPE_G) bit <<= 1;
    return bit & UINT16_MAX;
}

/* The genitors in whose zones the cell lies. */
static unsigned genitors_at(const struct mover *mover, int cell)
{
    unsigned bits = 0;

    for (int direction = 0; direction < 6; direction++) {
        int next = mover->m->next[cell][direction], enemy = next == NOWHERE ? NOBODY : mover->lay->unit[next];
        if (enemy != NOBODY && are_enemies(mover->m, mover->piece, enemy) && iron_exerts(mover->m, mover->s, enemy, cell))
            bits |= genitor_bit(mover->m, enemy);
    }
    return bits;
}

/* MI-ZOC-08: back into the zone of an enemy whose zone it has left, or is in; MI-GNT-03 frees genitors of it. */
static rule_id zone_refused(const struct mover *mover, int from, int to, struct refusal *why)
{
    const struct match *m = mover->m;

    if (mover->s->unit[mover->piece].type == TYPE_G) return 0;
    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[to][direction], enemy = next == NOWHERE ? NOBODY : mover->lay->unit[next];
        if (enemy == NOBODY || !are_enemies(m, mover->piece, enemy) || !iron_exerts(m, mover->s, enemy, to)) continue;
        if (iron_exerts(m, mover->s, enemy, mover->began) || iron_exerts(m, mover->s, enemy, from) ||
            mover->s->unit[mover->piece].passed & genitor_bit(m, enemy))
            return refuse_for(why, MI_ZOC_08, enemy);
    }
    return 0;
}

/* MI-COUR-05: the garrison stays within its walls while the besiegers stand before them. */
static bool is_shut_in(const struct mover *mover, int from, int to)
{
    const struct match *m = mover->m;

    return has_special(m, SPECIAL_COUR_05) && m->ground[from] == GROUND_CASTLE && m->ground[to] != GROUND_CASTLE &&
           iron_beside_enemy(m, mover->lay, side_of(m, mover->piece), from);
}

/* MI-LDR-08 */
static rule_id leader_refused(const struct mover *mover, int to, struct refusal *why)
{
    seat_id seat = side_of(mover->m, mover->piece);
    int     there = mover->lay->unit[to];

    if (there != NOBODY) return side_of(mover->m, there) != seat ? refuse_for(why, MI_LDR_08, there) : 0;
    return iron_zones(mover->m, mover->s, mover->lay, seat, to, NOBODY) ? refuse_with(why, MI_LDR_08, 0, 0) : 0;
}

/* MI-ZOC-06, MI-ZOC-07: foot pay for leaving horsemen, once, as their move begins. */
static int exit_cost(const struct mover *mover, int from, int entry)
{
    int price = fixed_value(mover->m, FIXED_ZOC_EXIT_MP);

    if (mover->mounted || from != mover->began || !(mover->leaving & (ZONE_HORSE | ZONE_GENITOR))) return entry;
    return mover->m->head.option[OPTION_ZOC_EXIT_COST] ? max32(price, entry) : price + entry;
}

rule_id iron_step_refused(const struct mover *mover, int from, int direction, int *cost, struct refusal *why)
{
    const struct match *m = mover->m;
    int                 to = m->next[from][direction], entry;
    rule_id             rule;

    if (to == NOWHERE) return refuse_with(why, MI_MOVE_04, 0, 0);
    entry = iron_entry(m, mover->s, mover->piece, from, direction);
    if (entry == NOWHERE) return closed_step(mover, from, direction, why);
    if (mover->leader != NOBODY && iron_entry(m, mover->s, mover->leader, from, direction) == NOWHERE) return refuse_for(why, MI_MOVE_09, mover->leader);
    if (mover->careful && calls_for_die(mover, from, direction)) return refuse_with(why, MI_TERR_05, 0, 0);
    if (!is_unit(m, mover->piece)) {
        *cost = entry;
        return leader_refused(mover, to, why);
    }
    if (is_shut_in(mover, from, to)) return refuse_for(why, MI_COUR_05, mover->piece);
    rule = occupied_refused(mover, from, direction, why);
    if (rule) return rule;
    if (!mover->s->unit[mover->piece].commanded && iron_beside_enemy(m, mover->lay, side_of(m, mover->piece), to))
        return refuse_with(why, MI_MOVE_06, 0, 0);
    rule = zone_refused(mover, from, to, why);
    if (rule) return rule;
    *cost = exit_cost(mover, from, entry);
    if (mover->lay->unit[to] != NOBODY && to != mover->start) *cost += fixed_value(m, FIXED_RIDE_THROUGH_MP);
    return 0;
}

/* Cells in order of their cost: what a cell costs is settled before anything is reached through it. */
void iron_journeys(const struct mover *mover, int goal, struct journeys *journeys)
{
    int16_t list[CELLS];
    uint8_t led[CELLS];
    int     count = 0, escort = mover->leader == NOBODY ? 0 : iron_allowance(mover->m, mover->s, mover->leader) - mover->s->unit[mover->leader].spent;

    led[mover->start] = 0;
    memset(journeys->cost, TOO_FAR, (size_t)mover->m->cells);
    journeys->cost[mover->start] = 0;
    journeys->via[mover->start] = NOWHERE;
    list[count++] = (int16_t)mover->start;
    for (int spent = 0; spent < mover->left; spent++)
        for (int i = 0; i < count; i++) {
            int from = list[i];
            if (journeys->cost[from] != spent || (from != mover->start && iron_must_stop(mover, from))) continue;
            for (int direction = 0; direction < 6; direction++) {
                int to = mover->m->next[from][direction], cost = 0;
                if (to == NOWHERE || journeys->cost[to] <= spent) continue;
                if (iron_step_refused(mover, from, direction, &cost, NULL)) continue;
                if (spent + cost > mover->left || spent + cost >= journeys->cost[to]) continue;
                /* No step costs less than 1: from there the goal is out of reach. */
                if (goal != NOWHERE && spent + cost + iron_distance(mover->m, to, goal) > mover->left) continue;
                if (mover->leader != NOBODY) {                /* MI-MOVE-09: he pays as a horseman, whoever he rides with */
                    int price = led[from] + iron_entry(mover->m, mover->s, mover->leader, from, direction);
                    if (price > escort) continue;
                    led[to] = (uint8_t)price;
                }
                if (journeys->cost[to] == TOO_FAR) list[count++] = (int16_t)to;
                journeys->cost[to] = (uint8_t)(spent + cost);
                journeys->via[to] = (int8_t)direction;
            }
            if (goal != NOWHERE && journeys->cost[goal] <= spent + 1) return;
        }
}

static bool trace(const struct mover *mover, int goal, const struct journeys *journeys, struct way *way)
{
    *way = (struct way){ .cost = journeys->cost[goal] };
    if (journeys->cost[goal] == TOO_FAR || goal == mover->start) return false;
    for (int cell = goal; cell != mover->start; ) {
        int direction = journeys->via[cell];
        if (way->steps == WAY_STEPS) return false;
        way->code = way->code << 3 | direction;
        way->steps++;
        cell = mover->m->next[cell][hex_opposite(direction)];
    }
    return true;
}

/* MI-ZOC-08 over the whole way: out of a genitor's zone and back into it. */
static bool doubles_back(const struct mover *mover, const struct way *way)
{
    unsigned left = 0, in;
    int      cell = mover->start, code = way->code;

    if (mover->s->unit[mover->piece].type != TYPE_MM) return false;
    in = genitors_at(mover, cell);
    for (int i = 0; i < way->steps; i++, code >>= 3) {
        unsigned now;
        cell = mover->m->next[cell][code & 7];
        now = genitors_at(mover, cell);
        left |= in & ~now;
        if (now & left) return true;
        in = now;
    }
    return false;
}

/*
 * Where the cheapest journey to each cell is not enough, because what may follow depends on how a cell was reached: a trail is one way
 * there, with what it has cost, what it has cost the leader who rides along, and the genitors whose zones it has left.
 */
struct trail { int16_t cell, before; uint16_t left; uint8_t spent, led, steps; int8_t via; };
enum { TRAILS = 1024 };

/* Is there another trail to the same cell that is no worse in anything? */
static bool is_outdone(const struct trail *list, int count, const struct trail *trail)
{
    for (int i = 0; i < count; i++)
        if (list[i].cell == trail->cell && list[i].spent <= trail->spent && list[i].led <= trail->led && !(list[i].left & ~trail->left)) return true;
    return false;
}

/* The trail by one step further; false where there is none. Only men-at-arms pass through zones (MI-GNT-05). */
static bool extend(const struct mover *mover, int goal, const struct trail *from, int direction, struct trail *trail)
{
    const struct match *m = mover->m;
    int                 to = m->next[from->cell][direction], cost = 0, led = from->led;
    unsigned            in = 0, now = 0;

    if (to == NOWHERE || from->steps == WAY_STEPS || iron_step_refused(mover, from->cell, direction, &cost, NULL)) return false;
    if (from->spent + cost + iron_distance(m, to, goal) > mover->left) return false;
    if (mover->leader != NOBODY) {                                /* MI-MOVE-09 */
        led += iron_entry(m, mover->s, mover->leader, from->cell, direction);
        if (led > iron_allowance(m, mover->s, mover->leader) - mover->s->unit[mover->leader].spent) return false;
    }
    if (is_unit(m, mover->piece) && mover->s->unit[mover->piece].type == TYPE_MM) {
        in = genitors_at(mover, from->cell);
        now = genitors_at(mover, to);
        if (now & from->left) return false;
    }
    *trail = (struct trail){ .cell = (int16_t)to, .left = (uint16_t)(from->left | (in & ~now)), .spent = (uint8_t)(from->spent + cost),
                             .led = (uint8_t)led, .steps = (uint8_t)(from->steps + 1), .via = (int8_t)direction };
    return true;
}

static bool search(const struct mover *mover, int goal, struct way *way)
{
    struct trail list[TRAILS];
    int          count = 1, best = NOWHERE;

    list[0] = (struct trail){ .cell = (int16_t)mover->start, .before = NOWHERE };
    for (int spent = 0; spent < mover->left && (best == NOWHERE || list[best].spent > spent); spent++)
        for (int i = 0; i < count; i++) {
            if (list[i].spent != spent || (i > 0 && iron_must_stop(mover, list[i].cell))) continue;
            for (int direction = 0; direction < 6; direction++) {
                struct trail trail;
                if (count == TRAILS || !extend(mover, goal, &list[i], direction, &trail) || is_outdone(list, count, &trail)) continue;
                trail.before = (int16_t)i;
                if (trail.cell == goal && (best == NOWHERE || trail.spent < list[best].spent)) best = count;
                list[count++] = trail;
            }
        }
    if (best == NOWHERE) return false;
    *way = (struct way){ .cost = list[best].spent };
    for (int i = best; i > 0; i = list[i].before, way->steps++) way->code = way->code << 3 | list[i].via;
    return true;
}

/* First without needless dice, then as it must; a search that remembers its way only where the plain one is not enough. */
bool iron_way(struct mover *mover, int goal, struct way *way)
{
    struct journeys journeys;

    for (int pass = 0; pass < 2; pass++) {
        bool found;
        mover->careful = pass == 0;
        iron_journeys(mover, goal, &journeys);
        found = trace(mover, goal, &journeys, way);
        if (found && !doubles_back(mover, way)) return true;
        if ((found || mover->leader != NOBODY) && search(mover, goal, way)) return true;
    }
    return false;
}

/* MI-FACE-05: the side it came by at its back, and one vertex more; MI-GNT-03 */
bool iron_may_stop_facing(const struct mover *mover, int cell, int direction, int heading)
{
    int turned = hex_turned(heading, -direction);

    if (mover->s->unit[mover->piece].type == TYPE_G) return true;
    if (!iron_zones(mover->m, mover->s, mover->lay, side_of(mover->m, mover->piece), cell, NOBODY)) return true;
    return turned == 5 || turned <= 2;
}

/* MI-MOVE-07 */
static bool is_pinned(const struct match *m, const struct state *s, const struct lay *lay, int unit)
{
    if (s->unit[unit].commanded || is_mounted(m, s, unit) || s->unit[unit].moved != MOVE_NONE) return false;
    return iron_zones(m, s, lay, side_of(m, unit), cell_of(m, s, unit), NOBODY) != 0;
}

static rule_id formation_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    if (s->unit[unit].formation == FORM_SHIELD_WALL) return refuse_for(why, MI_SW_03, unit);
    if (s->unit[unit].formation == FORM_SCHILTRON && !has_special(m, SPECIAL_BANN_02)) return refuse_for(why, MI_SCH_03, unit);
    return 0;
}

/* What has ended its move. */
static rule_id over_refused(const struct match *m, const struct state *s, const struct lay *lay, int piece, struct refusal *why)
{
    struct mover mover = iron_mover(m, s, lay, piece, NOBODY);

    if (s->unit[piece].fixed || (s->unit[piece].type == TYPE_G && s->unit[piece].began && iron_must_stop(&mover, mover.start)))
        return refuse_for(why, MI_ZOC_04, piece);
    return refuse_for(why, s->unit[piece].mounted == 2 ? MI_POIT_04 : MI_ACT_23, piece);
}

rule_id iron_moving_refused(const struct match *m, const struct state *s, const struct lay *lay, int piece, struct refusal *why)
{
    const struct unit *u = &s->unit[piece];
    rule_id            rule;

    if (u->moved == MOVE_OVER) return over_refused(m, s, lay, piece, why);
    if (!is_unit(m, piece)) return u->spent < iron_allowance(m, s, piece) ? 0 : refuse_with(why, MI_MOVE_09, u->spent, u->spent);
    if (u->fired && is_missile_foot(s, piece)) return refuse_for(why, MI_FIRE_07, piece);
    rule = formation_refused(m, s, piece, why);
    if (rule) return rule;
    if (iron_is_static(m, s, piece)) return refuse_for(why, MI_FALK_02, piece);
    if (is_pinned(m, s, lay, piece)) return refuse_for(why, MI_MOVE_07, piece);
    if (!is_retired(s, piece) && u->spent >= iron_allowance(m, s, piece))
        return refuse_with(why, MI_MOVE_01, u->spent, iron_allowance(m, s, piece));
    return 0;
}

/* MI-RES-16: one hex, whatever it costs, nearer to the standard. */
static rule_id retired_refused(const struct mover *mover, int to, struct way *way, struct refusal *why)
{
    const struct match *m = mover->m;
    int                 direction = iron_direction(m, mover->start, to), standard = iron_standard_cell(m, mover->s, mover->piece), cost;
    rule_id             rule;

    if (direction == NOWHERE || standard == NOWHERE || iron_distance(m, to, standard) >= iron_distance(m, mover->start, standard))
        return refuse_with(why, MI_RES_16, 0, 0);
    if (mover->lay->unit[to] != NOBODY) return refuse_for(why, MI_STACK_01, mover->lay->unit[to]);
    rule = iron_step_refused(mover, mover->start, direction, &cost, why);
    if (rule) return rule;
    if (mover->leader != NOBODY && iron_entry(m, mover->s, mover->leader, mover->start, direction) >
                                       iron_allowance(m, mover->s, mover->leader) - mover->s->unit[mover->leader].spent)
        return refuse_for(why, MI_MOVE_09, mover->leader);
    *way = (struct way){ 1, direction, 0 };
    return 0;
}

/* Why a cell cannot be reached: the cell itself where that is enough, else the points. */
static rule_id unreached(struct mover *mover, int to, struct refusal *why)
{
    int     direction = iron_direction(mover->m, mover->start, to), cost = 0;
    rule_id rule;

    if (!iron_may_end(mover, to)) {
        int there = mover->lay->unit[to];
        return refuse_for(why, are_enemies(mover->m, mover->piece, there) ? MI_MOVE_05 : MI_STACK_01, there);
    }
    if (!iron_may_stand(mover->m, mover->s, mover->piece, to)) return closed_ground(mover, to, why);
    mover->careful = false;
    if (direction != NOWHERE) {
        rule = iron_step_refused(mover, mover->start, direction, &cost, why);
        return rule ? rule : refuse_with(why, MI_MOVE_03, cost, mover->left);
    }
    if (is_unit(mover->m, mover->piece) && !mover->s->unit[mover->piece].commanded &&
        iron_beside_enemy(mover->m, mover->lay, side_of(mover->m, mover->piece), to))
        return refuse_with(why, MI_MOVE_06, 0, 0);
    return refuse_with(why, is_unit(mover->m, mover->piece) ? MI_MOVE_01 : MI_MOVE_09, mover->left,
                       iron_allowance(mover->m, mover->s, mover->piece));
}

rule_id iron_move_refused(const struct match *m, const struct state *s, int piece, int leader, struct point at, int heading,
                          struct way *way, struct refusal *why)
{
    struct way   found;
    struct lay   lay;
    struct mover mover;
    int          to;
    rule_id      rule;

    iron_lay(m, s, &lay);
    rule = iron_moving_refused(m, s, &lay, piece, why);
    if (rule) return rule;
    if (!between(0, at.x, m->map.cols - 1) || !between(0, at.y, m->map.rows - 1)) return refuse_with(why, MI_MOVE_04, 0, 0);
    if (!between(0, heading, 5)) return refuse_with(why, MI_FACE_01, heading, 5);
    to = cell_at(m, at.x, at.y);
    mover = iron_mover(m, s, &lay, piece, leader);
    if (!way) way = &found;
    if (is_unit(m, piece) && is_retired(s, piece)) {
        rule = retired_refused(&mover, to, way, why);
        if (rule) return rule;
    } else if (!iron_may_end(&mover, to) || !iron_way(&mover, to, way)) return unreached(&mover, to, why);
    if (is_unit(m, piece) && !iron_may_stop_facing(&mover, to, way->code >> 3 * (way->steps - 1) & 7, heading))
        return refuse_with(why, MI_FACE_05, heading, 0);
    return iron_impetuous_refused(&mover, to, way, why);
}

/* MI-FACE-03, MI-FACE-04, MI-FACE-08, MI-SW-04, MI-SCH-03, MI-GNT-03 */
rule_id iron_turn_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, int heading, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];
    int                turn;

    if (!between(0, heading, 5)) return refuse_with(why, MI_FACE_01, heading, 5);
    if (is_retired(s, unit)) return refuse_for(why, MI_RES_19, unit);
    if (heading == u->heading) return refuse_with(why, MI_FACE_01, heading, heading);
    turn = hex_turn(u->heading, heading) + u->turned;
    if (u->formation == FORM_SCHILTRON || u->type == TYPE_G) return 0;
    if (u->formation == FORM_SHIELD_WALL) return turn > 1 ? refuse_with(why, MI_SW_04, turn, 1) : 0;
    if (u->fixed) return refuse_with(why, MI_FACE_05, turn, 0);
    if (!iron_zones(m, s, lay, side_of(m, unit), cell_of(m, s, unit), NOBODY)) return 0;
    return turn > fixed_value(m, FIXED_ZOC_TURN) ? refuse_with(why, MI_FACE_04, turn, fixed_value(m, FIXED_ZOC_TURN)) : 0;
}

/* MI-HOB-04: neither beside an enemy nor within the reach of his weapons. */
static rule_id danger_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    for (int enemy = 0; enemy < m->units; enemy++) {
        int reach, apart;
        if (!on_map(s, enemy) || !are_enemies(m, unit, enemy)) continue;
        reach = max32(1, m->tables.weapon[iron_weapon(m, s, enemy)].range);
        apart = iron_distance(m, cell_of(m, s, unit), cell_of(m, s, enemy));
        if (apart <= reach) return refuse_for(why, MI_HOB_04, enemy);
    }
    return 0;
}

/* MI-HOB-03 */
rule_id iron_mount_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why)
{
    const struct unit *u = &s->unit[unit];
    int                price = fixed_value(m, FIXED_HOBELAR_MOUNT_MP);
    rule_id            rule;

    if (m->type_of[unit] != TYPE_HO || is_retired(s, unit)) return refuse_with(why, MI_HOB_03, 0, 0);
    rule = iron_moving_refused(m, s, lay, unit, why);
    if (rule) return rule;
    if (iron_allowance(m, s, unit) - u->spent < price) return refuse_with(why, MI_HOB_03, iron_allowance(m, s, unit) - u->spent, price);
    return danger_refused(m, s, unit, why);
}

/* MI-MOVE-04 */
rule_id iron_leave_refused(const struct match *m, const struct state *s, const struct lay *lay, int unit, struct refusal *why)
{
    int cell = cell_of(m, s, unit);

    if (is_retired(s, unit)) return refuse_for(why, MI_RES_16, unit);
    if (!iron_on_edge(m, cell)) return refuse_with(why, MI_MOVE_04, 0, 0);
    return iron_moving_refused(m, s, lay, unit, why);
}

void iron_touch(struct play *p, int piece)
{
    struct state *s = p->state;

    if (s->moving != NOBODY && s->moving != piece) s->unit[s->moving].moved = MOVE_OVER;
    if (s->moving != piece) s->moving = NOBODY;
    s->unit[piece].acted = 1;
    s->untouched = TOUCHED;
}

enum { VALUE_UNIT, VALUE_CODE, VALUE_STEPS, VALUE_HEADING, VALUE_LEADER, VALUE_CELL };
/* Kept above the directions of a way in VALUE_HEADING. */
enum { HEADING_BITS = 7, SHOT_AT = 8, DIRECTION_SHIFT = 4 };

/* Which zones of control let it go, and at what price. */
static void cite_leaving(struct play *p, int unit, int cell)
{
    const struct match *m = p->match;
    struct lay          lay;
    unsigned            zones;

    cite(p, MI_MOVE_08);
    if (cell_of(m, p->state, unit) != cell) return;
    iron_lay(m, p->state, &lay);
    zones = iron_zones(m, p->state, &lay, side_of(m, unit), cell, NOBODY);
    if (!zones) return;
    cite(p, MI_ZOC_05);
    cite(p, !is_mounted(m, p->state, unit) && zones & (ZONE_HORSE | ZONE_GENITOR) ? MI_ZOC_06 : MI_ZOC_07);
    if (p->state->unit[unit].type == TYPE_G) cite(p, MI_GNT_03);
}

/* Whose zones the unit has come into, and whose neighbours have none. */
static void cite_arrival(struct play *p, int unit, int cell)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    struct lay          lay;

    iron_lay(m, s, &lay);
    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[cell][direction], enemy = next == NOWHERE ? NOBODY : lay.unit[next];
        if (enemy == NOBODY || !are_enemies(m, unit, enemy)) continue;
        if (iron_exerts(m, s, enemy, cell)) {
            cite(p, MI_ZOC_03);
            cite(p, is_disordered(s, enemy) ? MI_ZOC_11 : MI_ZOC_01);
            if (s->unit[unit].type == TYPE_G && !is_mounted(m, s, enemy)) cite(p, MI_GNT_02);
            if (s->unit[unit].type == TYPE_MM && s->unit[enemy].type == TYPE_G) cite(p, MI_GNT_05);
        } else if (!iron_has_zone(m, s, enemy)) {
            cite(p, is_retired(s, enemy) ? MI_ZOC_11 : MI_ZOC_02);
        } else if (iron_in_front(m, s, enemy, cell)) {
            cite(p, MI_ZOC_10);
        }
    }
    if (m->only_side[cell] != NO_SEAT) cite(p, MI_TERR_07);
    for (int i = 0; i < m->standards; i++)
        if (m->standard[i].seat == side_of(m, unit) && on_map(s, m->standard[i].piece) && cell_of(m, s, m->standard[i].piece) == cell) {
            cite(p, MI_STACK_08);
            cite(p, MI_STD_08);
        }
}

void iron_begin_move(struct play *p, int piece, int leader, const struct decision *d)
{
    struct state *s = p->state;
    struct unit  *u = &s->unit[piece];
    struct frame *frame;
    struct way    way;
    int           heading = is_unit(p->match, piece) ? d->heading : 0;
    rule_id       refused = iron_move_refused(p->match, s, piece, leader, d->at, heading, &way, NULL);

    must(!refused);
    iron_touch(p, piece);
    s->moving = (int8_t)piece;
    u->moved = MOVE_OPEN;
    u->halted = 0;
    if (!u->began) u->began = (int16_t)(1 + cell_of(p->match, s, piece));
    tell(p, is_unit(p->match, piece) ? EVENT_MOVED : EVENT_LED, is_unit(p->match, piece) ? MI_MOVE_02 : MI_MOVE_09, piece, leader, d->at.x,
         d->at.y, way.cost);
    if (p->events && is_unit(p->match, piece)) cite_leaving(p, piece, u->began - 1);
    frame = go_into(p, PHASE_MOVE);
    frame->value[VALUE_UNIT] = piece;
    frame->value[VALUE_CODE] = way.code;
    frame->value[VALUE_STEPS] = way.steps;
    frame->value[VALUE_HEADING] = heading;
    frame->value[VALUE_LEADER] = leader;
    frame->value[VALUE_CELL] = cell_of(p->match, s, piece);
}

bool iron_rides_with_another(const struct state *s, int leader, int unit)
{
    for (int i = 0; i < s->flow.depth; i++) {
        const struct frame *frame = &s->flow.stack[i];
        if (frame->phase == PHASE_MOVE && frame->value[VALUE_LEADER] == leader && frame->value[VALUE_UNIT] != unit) return true;
    }
    return false;
}

static void end_move(struct play *p, bool over);

/* MI-STACK-06: the next step, and while it leads among friends those that follow, since it must come out again. */
static int crossing_cost(const struct mover *mover, int from, int code, int steps)
{
    int sum = 0;

    for (int i = 0; i < steps; i++, code >>= 3) {
        int to = mover->m->next[from][code & 7], cost = 0;
        if (iron_step_refused(mover, from, code & 7, &cost, NULL)) return TOO_FAR;
        sum += cost;
        if (iron_may_end(mover, to)) return sum;
        from = to;
    }
    return TOO_FAR;
}

/* MI-MOVE-10, MI-MOVE-03: what has happened on the way may have left too few points, or closed it. */
static bool take_step(struct play *p)
{
    struct frame *frame = here(p);
    struct state *s = p->state;
    int           unit = frame->value[VALUE_UNIT], leader = frame->value[VALUE_LEADER], direction = frame->value[VALUE_CODE] & 7, cost = 0;
    struct lay    lay;
    struct mover  mover;
    int           from = cell_of(p->match, s, unit), to = p->match->next[from][direction];

    if (leader != NOBODY && (!on_map(s, leader) || cell_of(p->match, s, leader) != from)) leader = frame->value[VALUE_LEADER] = NOBODY;
    iron_lay(p->match, s, &lay);
    mover = iron_mover(p->match, s, &lay, unit, leader);
    if (iron_step_refused(&mover, from, direction, &cost, NULL)) return false;
    if (is_unit(p->match, unit) && is_retired(s, unit)) cost = 0;
    else if (crossing_cost(&mover, from, frame->value[VALUE_CODE], frame->value[VALUE_STEPS]) > mover.left) return false;
    s->unit[unit].passed |= (uint16_t)(is_unit(p->match, unit) ? genitors_at(&mover, from) & ~genitors_at(&mover, to) : 0);
    if (leader != NOBODY) s->unit[leader].spent = (uint8_t)(s->unit[leader].spent + iron_entry(p->match, s, leader, from, direction));
    frame->value[VALUE_CODE] >>= 3;
    frame->value[VALUE_STEPS]--;
    frame->value[VALUE_HEADING] = (frame->value[VALUE_HEADING] & HEADING_BITS) | direction << DIRECTION_SHIFT;
    frame->value[VALUE_CELL] = to;
    frame->step = 1;
    s->unit[unit].spent = (uint8_t)(s->unit[unit].spent + cost);
    iron_put(s, p->match, unit, to);
    if (leader != NOBODY) iron_put(s, p->match, leader, to);
    return true;
}

/* MI-FIRE-15, MI-FIRE-21: whoever has the hex before him may shoot, before anything else. */
static void draw_fire(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], to = frame->value[VALUE_CELL];

    frame->step = 2;
    if (!is_unit(p->match, unit)) return;
    if (p->match->edge[to][hex_opposite(frame->value[VALUE_HEADING] >> DIRECTION_SHIFT & 7)] >= EDGE_FORD) cite(p, MI_TERR_06);
    iron_arrive(p, unit);
    iron_draw_reaction(p, unit, to, false);
}

/* MI-STACK-03; then pits and ditches (MI-TERR-05), and whether it goes on. */
static void ride_through(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], cell = frame->value[VALUE_CELL], other = NOBODY;

    frame->step = 3;
    if (!is_unit(p->match, unit) || p->state->unit[unit].halted) return;
    for (int piece = 0; piece < p->match->units; piece++)
        if (piece != unit && on_map(p->state, piece) && cell_of(p->match, p->state, piece) == cell) other = piece;
    if (other != NOBODY) {
        int die = d10_up_to(p, MI_STACK_03, fixed_value(p->match, FIXED_RIDE_THROUGH_MAX));
        bool hit = die <= fixed_value(p->match, FIXED_RIDE_THROUGH_MAX);
        tell(p, EVENT_RIDDEN_THROUGH, MI_STACK_03, other, unit, die, hit, 0);
        cite(p, MI_STACK_02);
        cite(p, MI_STACK_05);
        cite(p, MI_STACK_06);
        if (hit) iron_shake(p, other);
    }
}

static void test_ground(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], direction = frame->value[VALUE_HEADING] >> DIRECTION_SHIFT & 7;

    frame->step = 4;
    if (is_unit(p->match, unit) && !p->state->unit[unit].halted) iron_test_ground(p, unit, cell_of(p->match, p->state, unit), direction);
}

static void go_on(struct play *p)
{
    struct frame *frame = here(p);
    struct state *s = p->state;
    int           unit = frame->value[VALUE_UNIT];
    struct lay    lay;
    struct mover  mover;

    if (is_unit(p->match, unit)) {
        if (s->unit[unit].halted || !on_map(s, unit)) {
            end_move(p, true);
            return;
        }
        iron_lay(p->match, s, &lay);
        mover = iron_mover(p->match, s, &lay, unit, NOBODY);
        if (iron_must_stop(&mover, frame->value[VALUE_CELL]) || is_retired(s, unit)) {
            end_move(p, true);
            return;
        }
    }
    if (frame->value[VALUE_STEPS] == 0) end_move(p, false);
    else frame->step = 0;
}

static int legal_heading(const struct mover *mover, int cell, int direction, int wanted)
{
    static const int8_t turns[6] = { 0, -1, 1, -2, 2, 3 };

    for (int i = 0; i < 6; i++) {
        int heading = hex_turned(wanted, turns[i]);
        if (iron_may_stop_facing(mover, cell, direction, heading)) return heading;
    }
    return wanted;
}

/* It stops: MI-FACE-02, and MI-FACE-05 in a zone of control. Whoever was shot at meanwhile chooses anew how to stand. */
static void end_move(struct play *p, bool over)
{
    struct frame       *frame = here(p);
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 unit = frame->value[VALUE_UNIT], cell = frame->value[VALUE_CELL], early = frame->value[VALUE_STEPS];
    int                 heading = frame->value[VALUE_HEADING] & HEADING_BITS, direction = frame->value[VALUE_HEADING] >> DIRECTION_SHIFT & 7;
    struct unit        *u = &s->unit[unit];
    struct lay          lay;
    struct mover        mover;

    leave(p);
    if (over) u->moved = MOVE_OVER;
    if (!is_unit(m, unit) || u->halted || !on_map(s, unit)) return;
    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, unit, NOBODY);
    u->heading = (uint8_t)legal_heading(&mover, cell, direction, heading);
    u->turned = 0;
    u->fixed = u->type != TYPE_G && iron_zones(m, s, &lay, side_of(m, unit), cell, NOBODY) != 0;
    if (is_retired(s, unit)) u->moved = MOVE_OVER;
    if (over || early)
        tell(p, EVENT_STOPPED, u->fixed ? MI_ZOC_04 : is_disordered(s, unit) ? MI_MOVE_10 : MI_MOVE_03, unit, NOBODY, u->x, u->y, u->heading);
    if (p->events) cite_arrival(p, unit, cell);
    if (u->fixed) cite(p, MI_ZOC_09);
    if (u->asked & ASKED_DIE) iron_ask_facing(p, unit, direction);
    u->asked = 0;
}

static void enter_move(struct play *p)
{
    switch (here(p)->step) {
    case 0:
        if (!take_step(p)) end_move(p, true);
        break;
    case 1: draw_fire(p); break;
    case 2: ride_through(p); break;
    case 3: test_ground(p); break;
    default: go_on(p);
    }
}

void iron_turn(struct play *p, int unit, int heading)
{
    struct unit *u = &p->state->unit[unit];
    struct lay   lay;

    iron_touch(p, unit);
    iron_lay(p->match, p->state, &lay);
    if (u->formation == FORM_SHIELD_WALL || iron_zones(p->match, p->state, &lay, side_of(p->match, unit), cell_of(p->match, p->state, unit), NOBODY))
        u->turned = (uint8_t)min32(6, u->turned + hex_turn(u->heading, heading));
    u->heading = (uint8_t)heading;
    tell(p, EVENT_TURNED, MI_FACE_06, unit, NOBODY, heading, 0, 0);
    cite(p, MI_GEO_04);
    cite(p, MI_GEO_08);
    cite(p, MI_FACE_07);
    if (!u->turned) cite(p, MI_FACE_08);
}

/* MI-HOB-03, MI-HOB-05: the other side of the counter at once, with what has been spent. */
void iron_mount(struct play *p, int unit)
{
    struct unit *u = &p->state->unit[unit];

    iron_touch(p, unit);
    p->state->moving = (int8_t)unit;
    if (!u->began) u->began = (int16_t)(1 + cell_of(p->match, p->state, unit));
    u->moved = MOVE_OPEN;
    u->mounted = 1;
    u->spent = (uint8_t)(u->spent + fixed_value(p->match, FIXED_HOBELAR_MOUNT_MP));
    u->type = u->type != TYPE_HO ? TYPE_HO : p->match->weapon_of[unit] == WEAPON_CROSSBOW ? TYPE_CB : TYPE_LB;
    tell(p, EVENT_MOUNTED, MI_HOB_03, unit, NOBODY, u->type == TYPE_HO, 0, 0);
    cite(p, MI_HOB_05);
}

/* MI-MOVE-04; MI-NAJ-05: out by the town is a retirement. */
void iron_leave_map(struct play *p, int unit)
{
    bool town = has_special(p->match, SPECIAL_NAJ_05) && side_of(p->match, unit) == p->match->concern[SPECIAL_NAJ_05].seat &&
                p->match->ground[cell_of(p->match, p->state, unit)] == GROUND_TOWN;

    iron_touch(p, unit);
    tell(p, EVENT_LEFT_MAP, town ? MI_NAJ_05 : MI_MOVE_04, unit, NOBODY, 0, 0, 0);
    iron_remove(p, unit, town ? STATUS_AWAY : STATUS_LOST);
}

const struct phase iron_move = { .name = "move", .rule = MI_MOVE_01, .enter = enter_move };
