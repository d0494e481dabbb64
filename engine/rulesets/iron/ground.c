/* ground.c: who stands where, and what the ground between them allows (ledger chapters GEO, ZOC, TERR). */
#include "ground.h"

#include <string.h>

void iron_lay(const struct match *m, const struct state *s, struct lay *lay)
{
    memset(lay->unit, NOBODY, (size_t)m->cells);
    for (int piece = 0; piece < m->units; piece++)
        if (on_map(s, piece)) lay->unit[cell_of(m, s, piece)] = (int8_t)piece;
}

int iron_distance(const struct match *m, int a, int b)
{
    return hex_distance(hex_of(m, a), hex_of(m, b));
}

int iron_direction(const struct match *m, int from, int to)
{
    for (int direction = 0; direction < 6; direction++)
        if (m->next[from][direction] == to) return direction;
    return NOWHERE;
}

/* MI-SCH-02: a schiltron has no flank and no rear. */
enum hex_arc iron_arc(const struct state *s, int unit, int direction)
{
    if (s->unit[unit].formation == FORM_SCHILTRON) return ARC_FRONT;
    return hex_arc(s->unit[unit].heading, direction);
}

/* MI-GEO-04, MI-FACE-07: before it, as it stands. */
bool iron_in_front(const struct match *m, const struct state *s, int unit, int cell)
{
    int direction = iron_direction(m, cell_of(m, s, unit), cell);

    return direction != NOWHERE && hex_arc(s->unit[unit].heading, direction) == ARC_FRONT;
}

int iron_front(const struct match *m, const struct state *s, const struct lay *lay, int unit, int cell, int heading, int foes[2])
{
    int count = 0;

    for (int i = -1; i <= 0; i++) {
        int next = m->next[cell][hex_turned(heading, i)], there = next == NOWHERE ? NOBODY : lay->unit[next];
        if (there != NOBODY && are_enemies(m, unit, there)) foes[count++] = there;
    }
    (void)s;
    return count;
}

/* MI-TERR-07: castles and wagons are open to their own. */
static bool is_closed(const struct match *m, int piece, int cell)
{
    if (m->only_side[cell] != NO_SEAT && m->only_side[cell] != side_of(m, piece)) return true;
    return m->only_command[cell] != NOWHERE && m->only_command[cell] != m->command_of[piece];
}

int iron_entry(const struct match *m, const struct state *s, int piece, int from, int direction)
{
    int  to = m->next[from][direction];
    bool mounted = !is_unit(m, piece) || is_mounted(m, s, piece);

    if (to == NOWHERE || is_closed(m, piece, to)) return NOWHERE;
    return m->entry[mounted][from][direction];
}

bool iron_may_stand(const struct match *m, const struct state *s, int piece, int cell)
{
    bool mounted = !is_unit(m, piece) || is_mounted(m, s, piece);

    return !is_closed(m, piece, cell) && (m->tables.ground[m->ground[cell]].cost[mounted] != NOWHERE);
}

/* MI-ZOC-01, MI-ZOC-02, MI-ZOC-11: who has a zone of control at all. */
bool iron_has_zone(const struct match *m, const struct state *s, int unit)
{
    return type_now(m, s, unit)->zone && on_map(s, unit) && !is_retired(s, unit);
}

/* MI-ZOC-03, MI-ZOC-10 */
bool iron_exerts(const struct match *m, const struct state *s, int unit, int cell)
{
    int direction;

    if (!iron_has_zone(m, s, unit) || !iron_in_front(m, s, unit, cell)) return false;
    direction = iron_direction(m, cell_of(m, s, unit), cell);
    return iron_entry(m, s, unit, cell_of(m, s, unit), direction) != NOWHERE;
}

/* The enemy of `seat` beside the cell in that direction, or NOBODY. */
static int enemy_beside(const struct match *m, const struct lay *lay, seat_id seat, int cell, int direction)
{
    int next = m->next[cell][direction], unit = next == NOWHERE ? NOBODY : lay->unit[next];

    return unit != NOBODY && side_of(m, unit) != seat ? unit : NOBODY;
}

/* The cell is quickly ruled out for a unit that faces elsewhere. */
static bool reaches(const struct match *m, const struct state *s, int unit, int direction)
{
    int back = hex_opposite(direction);

    return type_now(m, s, unit)->zone && s->unit[unit].status < STATUS_RETIRED && hex_arc(s->unit[unit].heading, back) == ARC_FRONT &&
           iron_entry(m, s, unit, cell_of(m, s, unit), back) != NOWHERE;
}

unsigned iron_zones(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int cell, int except)
{
    unsigned zones = 0;

    for (int direction = 0; direction < 6; direction++) {
        int enemy = enemy_beside(m, lay, seat, cell, direction);
        if (enemy == NOBODY || enemy == except || !reaches(m, s, enemy, direction)) continue;
        zones |= s->unit[enemy].type == TYPE_G ? ZONE_GENITOR : is_mounted(m, s, enemy) ? ZONE_HORSE : ZONE_FOOT;
    }
    return zones;
}

bool iron_under_bows(const struct match *m, const struct state *s, const struct lay *lay, seat_id seat, int cell)
{
    for (int direction = 0; direction < 6; direction++) {
        int enemy = enemy_beside(m, lay, seat, cell, direction);
        if (enemy != NOBODY && !is_retired(s, enemy) && m->tables.weapon[type_now(m, s, enemy)->weapon].reacts &&
            hex_arc(s->unit[enemy].heading, hex_opposite(direction)) == ARC_FRONT)
            return true;
    }
    return false;
}

bool iron_beside_enemy(const struct match *m, const struct lay *lay, seat_id seat, int cell)
{
    for (int direction = 0; direction < 6; direction++)
        if (enemy_beside(m, lay, seat, cell, direction) != NOBODY) return true;
    return false;
}

/* MI-GEO-12 */
bool iron_surrounded(const struct match *m, const struct state *s, const struct lay *lay, int piece, int cell, int except)
{
    seat_id seat = side_of(m, piece);

    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[cell][direction], there;
        if (iron_entry(m, s, piece, cell, direction) == NOWHERE) continue;
        there = lay->unit[next];
        if (there != NOBODY && there != except) {
            if (side_of(m, there) == seat) return false;
            continue;
        }
        if (!iron_zones(m, s, lay, seat, next, except)) return false;
    }
    return true;
}

/* MI-GEO-13; by row and then column, so that the first is the computer's. */
int iron_nearest_free(const struct match *m, const struct state *s, const struct lay *lay, int unit, int goal, int *list, int capacity)
{
    int at_x = goal % m->map.cols, at_y = goal / m->map.cols, farthest = m->map.cols + m->map.rows, count = 0;

    for (int apart = 0; apart <= farthest && count == 0; apart++)
        for (int y = max32(0, at_y - apart); y <= min32(m->map.rows - 1, at_y + apart); y++)
            for (int x = max32(0, at_x - apart); x <= min32(m->map.cols - 1, at_x + apart); x++) {
                int cell = cell_at(m, x, y);
                if (iron_distance(m, cell, goal) != apart || (lay->unit[cell] != NOBODY && lay->unit[cell] != unit)) continue;
                if (iron_may_stand(m, s, unit, cell) && count < capacity) list[count++] = cell;
            }
    return count;
}

bool iron_on_edge(const struct match *m, int cell)
{
    for (int direction = 0; direction < 6; direction++)
        if (m->next[cell][direction] == NOWHERE) return true;
    return false;
}

/* MI-RES-16, MI-GEO-13: where a command's retired units gather; NOWHERE when the standard has been taken. */
int iron_standard_cell(const struct match *m, const struct state *s, int unit)
{
    int which = m->command[m->command_of[unit]].standard;
    int piece = which ? m->standard[which - 1].piece : NOBODY;

    return piece == NOBODY || !on_map(s, piece) ? NOWHERE : cell_of(m, s, piece);
}

/* MI-GEN-06: the counter's present side; a unit that has become another has that type's values. */
struct profile iron_profile(const struct match *m, const struct state *s, int unit)
{
    struct profile profile = type_now(m, s, unit)->profile;

    if (s->unit[unit].type == m->type_of[unit]) return m->profile[unit];
    if (s->unit[unit].type == TYPE_MM) {                          /* MI-POIT-04: the Prince's men remount as picked horse */
        profile.shock[0]--;
        profile.shock[1]--;
    }
    return profile;
}

/* MI-RES-04 */
int iron_shock(const struct match *m, const struct state *s, int unit)
{
    return iron_profile(m, s, unit).shock[is_disordered(s, unit)];
}

/* MI-RES-03, MI-BANN-02, MI-SW-03 */
int iron_allowance(const struct match *m, const struct state *s, int piece)
{
    const struct unit *u = &s->unit[piece];
    int                move;

    if (!is_unit(m, piece)) return u->successor ? fixed_value(m, FIXED_REPLACEMENT_MOVE) : m->allowance[piece];
    move = iron_profile(m, s, piece).move[is_disordered(s, piece)];
    if (u->formation == FORM_SHIELD_WALL) return 0;
    if (u->formation == FORM_SCHILTRON) return has_special(m, SPECIAL_BANN_02) ? min32(2, move) : 0;
    return move;
}
