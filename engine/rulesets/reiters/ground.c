/* ground.c: who stands where: stacking, zones of control, allowances, sight, command (ledger chapters 4, 5, MAP). */
#include "rules.h"

#include <string.h>

/* FR-4.2-01, FR-1.3.7-07, FR-11.4-11 */
bool reiters_controls(const struct match *m, const struct state *s, int unit)
{
    return type_now(m, s, unit)->arm != ARM_ARTILLERY && !s->unit[unit].disordered && !is_forlorn(m, unit);
}

static void add_load(const struct match *m, struct lay *lay, seat_id seat, int zone)
{
    if (++lay->load[seat][zone] >= m->tables.stacking[m->ground[zone]]) lay->full[seat] |= zone_bit(zone);
}

void reiters_lay(const struct match *m, const struct state *s, struct lay *lay)
{
    memset(lay, 0, sizeof *lay);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        seat_id seat = side_of(m, piece);
        int     zone;
        if (!on_map(s, piece)) continue;
        zone = zone_of(m, s, piece);
        if (is_unit(m, piece)) {
            lay->held[seat] |= zone_bit(zone);
            if (reiters_controls(m, s, piece)) lay->zoc[seat] |= m->adjacent[zone];                    /* FR-4.2-02 */
            if (!is_forlorn(m, piece)) add_load(m, lay, seat, zone);
        } else if (!is_commander(m, piece)) {
            add_load(m, lay, seat, zone);
            lay->things |= zone_bit(zone);
        }
    }
    lay->things |= lay->held[0] | lay->held[1];
}

/* FR-4.3-01 */
bool reiters_has_room(const struct match *m, const struct lay *lay, seat_id seat, int zone)
{
    return lay->load[seat][zone] < m->tables.stacking[m->ground[zone]];
}

bool reiters_is_isolated(const struct match *m, const struct state *s, int unit)
{
    return s->unit[is_forlorn(m, unit) ? m->mother_of[unit] : unit].isolated != 0;
}

/* An order that this seat has not seen is still that of the scenario: a change is always shown (FR-10.1-08). */
static int column_order(const struct match *m, const struct state *s, int column)
{
    int order = s->unit[m->column[column].leader].order;

    return order == ORDER_HIDDEN ? m->column[column].order : order;
}

/* FR-10.1-02, FR-10.1-03, FR-10.1-04: its own column's order whoever commands it; isolated it stands in reserve. */
int reiters_order_id(const struct match *m, const struct state *s, int unit)
{
    return reiters_is_isolated(m, s, unit) ? ORDER_RESERVE : column_order(m, s, m->column_of[unit]);
}

const struct order_line *reiters_order_of(const struct match *m, const struct state *s, int unit)
{
    return has_option(m, OPTION_ADVANCED_ORDERS) && is_unit(m, unit) ? &m->tables.order[reiters_order_id(m, s, unit)] : NULL;
}

/* FR-1.3.7-06, FR-1.4-02, FR-10.1-06, FR-10.1-07 */
int reiters_allowance(const struct match *m, const struct state *s, int piece)
{
    const struct order_line *order = reiters_order_of(m, s, piece);
    const struct type       *type;
    int                      points;

    if (is_commander(m, piece)) return m->tables.commander_move;
    if (!is_unit(m, piece)) return 0;
    type = type_now(m, s, piece);
    if (type->arm == ARM_ARTILLERY) return 0;                                                  /* FR-4.1-05 */
    points = type->move;
    if (s->unit[piece].disordered) points -= type->arm == ARM_CAVALRY ? 2 : 1;
    if (order) points += order->move[type->arm];
    return points > 0 ? points : 0;
}

/* FR-4.1.1-05 */
int reiters_road_bonus(const struct match *m, const struct state *s, int piece)
{
    return is_commander(m, piece) ? m->tables.road_commander : m->tables.road[type_now(m, s, piece)->arm];
}

/* The zone in the way, for sentences by its number and for boards by its place in their list; NOWHERE: it is a border, or the heights. */
static rule_id hidden_by(const struct match *m, struct refusal *why, rule_id rule, int zone)
{
    refuse_with(why, rule, zone == NOWHERE ? 0 : m->number[zone], 0);
    if (why) why->element = (int16_t)(1 + zone);
    return rule;
}

rule_id reiters_sight_refused(const struct match *m, const struct lay *lay, int from, int to, struct refusal *why)
{
    const struct sight *sight = &m->sight[from][to];
    uint64_t            stopped = sight->between & lay->things;

    if (sight->rule) return hidden_by(m, why, sight->rule, sight->blocker - 1);
    if (stopped) return hidden_by(m, why, FR_4_1_5_10, lowest(stopped));
    return 0;
}

void reiters_cite_sight(struct play *p, int from, int to)
{
    static const rule_id far[] = { FR_MAP_13, FR_MAP_14, FR_4_1_5_04, FR_4_1_5_06, FR_4_1_5_09, FR_4_1_5_10, FR_4_1_5_11 };
    const struct match  *m = p->match;
    bool                 near = m->sight[from][to].range == 1, border = zone_link(&m->map, from, to) == ZONE_BY_BORDER;

    cite(p, FR_4_1_5_01);
    cite(p, FR_MAP_15);
    if (near) cite(p, border ? FR_MAP_11 : FR_MAP_12);
    for (size_t i = 0; i < sizeof far / sizeof far[0] && !near; i++) cite(p, far[i]);
    cite(p, near && !border ? FR_4_1_5_03 : FR_4_1_5_02);
    if (m->brown[from] || m->brown[to]) cite(p, FR_4_1_5_05);
    cite(p, FR_4_1_5_07);
    if (near) cite(p, FR_4_1_5_08);
}

void reiters_distances(const struct match *m, uint64_t blocked, int from, uint8_t distance[ZONES])
{
    uint64_t seen = zone_bit(from), edge = seen;

    memset(distance, TOO_FAR, ZONES);
    for (int steps = 0; edge; steps++) {
        uint64_t next = 0;
        for (uint64_t rest = edge; rest; rest &= rest - 1) {
            distance[lowest(rest)] = (uint8_t)steps;
            next |= m->adjacent[lowest(rest)];
        }
        edge = next & ~seen & ~blocked;
        seen |= edge;
    }
}

uint64_t reiters_within(const struct match *m, uint64_t blocked, int from, int steps)
{
    uint64_t seen = zone_bit(from), edge = seen;

    while (steps-- > 0 && edge) {
        uint64_t next = 0;
        for (uint64_t rest = edge; rest; rest &= rest - 1) next |= m->adjacent[lowest(rest)];
        edge = next & ~seen & ~blocked;
        seen |= edge;
    }
    return seen;
}

/* FR-5.2-01 to FR-5.2-04 */
uint64_t reiters_command_area(const struct match *m, const struct state *s, const struct lay *lay, int commander)
{
    return reiters_within(m, lay->held[other_side(side_of(m, commander))], zone_of(m, s, commander), COMMAND_RADIUS);
}

/* FR-5.1-02, FR-5.1-03, FR-5.1-05 */
bool reiters_in_radius(const struct match *m, const struct state *s, const struct lay *lay, int unit)
{
    int zone = zone_of(m, s, unit);

    for (int i = 0; i < m->columns; i++) {
        int commander = m->column[i].leader;
        if (m->column[i].seat != side_of(m, unit) || !on_map(s, commander)) continue;
        if (i != m->column_of[unit] && !reiters_is_general(m, s, commander)) continue;
        if (in_set(reiters_command_area(m, s, lay, commander), zone)) return true;
    }
    return false;
}

int reiters_units_in(const struct match *m, const struct state *s, seat_id seat, int zone, int *list)
{
    int count = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) == seat && s->unit[unit].x == m->number[zone]) list[count++] = unit;
    return count;
}
