/*
 * answers.c: what people want to know of a position: profiles, points, distances, ways and sight. Nothing is reckoned here: the
 * numbers are those that the rules use.
 */
#include "rules.h"

/* Profiles. */

/* A number that nothing changes, or one thing: what it is now differs from the first for that rule. */
static void tell_changed(struct play *p, rule_id rule, int first, rule_id reason, int now)
{
    int sum = account(p, rule, first);

    sum += because(p, reason, now - first);
    total(p, rule, sum);
}

static bool tell_shock(struct play *p, int unit)
{
    if (!is_unit(p->match, unit)) return false;
    tell_changed(p, MI_GEN_06, iron_profile(p->match, p->state, unit).shock[0], MI_RES_04, iron_shock(p->match, p->state, unit));
    return true;
}

/* What takes points from a unit before it has spent any. */
static rule_id formation_rule(const struct match *m, const struct state *s, int unit)
{
    if (s->unit[unit].formation == FORM_SHIELD_WALL) return MI_SW_03;
    return has_special(m, SPECIAL_BANN_02) ? MI_BANN_02 : MI_SCH_03;
}

/* Only in its own command's move segment may a piece be kept from moving by what it has done, or where it stands. */
static rule_id held_back_by(const struct match *m, const struct state *s, int piece)
{
    struct lay lay;

    if (s->flow.over || flow_top_const(&s->flow)->phase != PHASE_MARCH || leader_of(m, piece) != s->command) return 0;
    iron_lay(m, s, &lay);
    return iron_moving_refused(m, s, &lay, piece, NULL);
}

/* MI-RES-16: a Retired unit has no points, but one hex. */
static bool tell_move(struct play *p, int piece)
{
    const struct match *m = p->match;
    const struct state *s = p->state;
    bool                unit = is_unit(m, piece);
    int                 allowance = iron_allowance(m, s, piece), sum;
    rule_id             held = held_back_by(m, s, piece);

    if (!unit && m->type_of[piece] != TYPE_LEADER) return false;
    if (unit && is_retired(s, piece)) return false;
    if (unit) {
        struct profile profile = iron_profile(m, s, piece);
        int            move = profile.move[is_disordered(s, piece)];
        sum = account(p, MI_MOVE_01, profile.move[0]);
        sum += because(p, MI_RES_03, move - profile.move[0]);
        sum += because(p, formation_rule(m, s, piece), allowance - move);
    } else {
        sum = account(p, MI_MOVE_09, m->allowance[piece]);
        sum += because(p, MI_LDR_16, allowance - m->allowance[piece]);
    }
    sum += because(p, MI_MOVE_02, -min32(sum, s->unit[piece].spent));
    if (held) sum += because(p, held, -sum);
    total(p, unit ? MI_MOVE_01 : MI_MOVE_09, sum);
    return true;
}

/* The best of all its ranges. */
static int best_drm(const struct weapon_line *weapon, bool disordered)
{
    int best = INT32_MIN;

    for (int i = 0; i < weapon->range; i++) best = max32(best, disordered ? weapon->drm_disordered[i] : weapon->drm[i]);
    return best;
}

static bool tell_fire(struct play *p, int piece)
{
    const struct match       *m = p->match;
    const struct state       *s = p->state;
    const struct weapon_line *weapon = &m->tables.weapon[iron_weapon(m, s, piece)];
    rule_id                   rule = 0;
    int                       normal, special, sum;

    if (iron_weapon(m, s, piece) == WEAPON_NONE || is_retired(s, piece)) return false;
    normal = best_drm(weapon, false);
    sum = account(p, MI_FIRE_23, normal);
    if (is_unit(m, piece) && is_disordered(s, piece)) sum += because(p, MI_FIRE_24, best_drm(weapon, true) - normal);
    special = iron_special_fire(m, piece, &rule);
    if (special) sum += because(p, rule, special);
    total(p, MI_FIRE_23, sum);
    return true;
}

static bool tell_range(struct play *p, int piece)
{
    int weapon = iron_weapon(p->match, p->state, piece);

    if (weapon == WEAPON_NONE || is_retired(p->state, piece)) return false;
    total(p, MI_FIRE_02, account(p, MI_FIRE_02, p->match->tables.weapon[weapon].range));
    return true;
}

/* The rule by which a piece counts for flight as it is. */
static rule_id points_rule(const struct match *m, const struct state *s, int piece)
{
    bool    levy = m->command[m->command_of[piece]].levy;
    rule_id battle = has_special(m, SPECIAL_COUR_04) && m->concern[SPECIAL_COUR_04].seat == side_of(m, piece) ? MI_COUR_04 : 0;

    if (m->type_of[piece] == TYPE_LEADER) return battle ? battle : m->king[piece] ? MI_VIC_03 : MI_VIC_04;
    if (levy) return MI_NAJ_04;
    if (s->unit[piece].status == STATUS_RETIRED) return MI_VIC_05;
    if (s->unit[piece].status == STATUS_AWAY) return MI_NAJ_05;
    return is_unit(m, piece) && type_now(m, s, piece)->man_at_arms ? MI_VIC_03 : MI_VIC_04;
}

/* What it would count for flight if it were lost now: asked of a state in which it is. */
static bool tell_flight(struct play *p, int piece)
{
    struct state lost = *p->state;
    bool         leader = p->match->type_of[piece] == TYPE_LEADER;
    rule_id      rule;

    if (!is_unit(p->match, piece) && !leader) return false;
    lost.unit[piece].status = STATUS_LOST;
    if (leader && p->state->unit[piece].successor) {                       /* his predecessor counts already */
        total(p, MI_LDR_17, account(p, MI_LDR_17, 0));
        return true;
    }
    rule = points_rule(p->match, &lost, piece);
    total(p, rule, account(p, rule, iron_points_for(p->match, &lost, piece)));
    return true;
}

bool iron_value(struct play *p, int piece, int value)
{
    const struct match *m = p->match;
    bool                leader = m->type_of[piece] == TYPE_LEADER;

    if (!on_map(p->state, piece)) return false;
    switch (value) {
    case PROFILE_SHOCK:  return tell_shock(p, piece);
    case PROFILE_MOVE:   return tell_move(p, piece);
    case PROFILE_FIRE:   return tell_fire(p, piece);
    case PROFILE_RANGE:  return tell_range(p, piece);
    case PROFILE_FLIGHT: return tell_flight(p, piece);
    case PROFILE_ACTIVATION:
        if (leader) tell_changed(p, MI_GEN_07, m->rating[piece], MI_LDR_16, iron_rating(m, p->state, piece));
        return leader;
    default:
        if (leader) tell_changed(p, MI_LDR_02, m->range[piece], MI_LDR_16, iron_command_range(m, p->state, piece));
        return leader;
    }
}

/* MI-VIC-06: what no piece shows comes from the battle's own rules. */
void iron_tell_score(struct play *p, seat_id seat)
{
    int sum = account(p, MI_VIC_02, 0);

    sum += because(p, MI_VIC_06, p->state->extra[seat]);
    for (int piece = 0; piece < p->match->head.pieces; piece++)
        if (side_of(p->match, piece) == seat)
            sum += because_of(p, points_rule(p->match, p->state, piece), piece, iron_points_for(p->match, p->state, piece));
    total(p, MI_VIC_02, sum);
}

/* MI-VIC-02 */
int32_t iron_flight_level(const struct match *m, seat_id seat)
{
    return m->side[seat].flight_level;
}

/* Rings: the hexes themselves, by row and column where no other order is given. */

static int32_t front_ring(const struct match *m, const struct state *s, int unit, struct point *points)
{
    int32_t count = 0;

    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[cell_of(m, s, unit)][direction];
        if (next != NOWHERE && iron_arc(s, unit, direction) == ARC_FRONT) points[count++] = point_of(m, next);
    }
    return count;
}

static int32_t zone_ring(const struct match *m, const struct state *s, int unit, struct point *points)
{
    int32_t count = 0;

    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[cell_of(m, s, unit)][direction];
        if (next != NOWHERE && iron_exerts(m, s, unit, next)) points[count++] = point_of(m, next);
    }
    return count;
}

static int32_t fire_ring(const struct match *m, const struct state *s, int piece, int32_t *distance, struct point *points)
{
    int        weapon = iron_weapon(m, s, piece);
    hex        disc[3 * 3 * 4 + 1];
    int32_t    count = 0, hexes;
    struct lay lay;

    if (weapon == WEAPON_NONE || is_retired(s, piece)) return 0;
    iron_lay(m, s, &lay);
    *distance = m->tables.weapon[weapon].range;
    hexes = hex_disc(&m->map, hex_of(m, cell_of(m, s, piece)), *distance, disc);
    for (int32_t i = 1; i < hexes; i++) {
        int to = hex_index(&m->map, disc[i]);
        if (!iron_aim_refused(m, s, &lay, piece, to, NULL)) points[count++] = point_of(m, to);
    }
    return count;
}

/* The enemies it could charge from where it stands. Whether a unit is commanded is only known while its command acts (MI-LDR-05). */
static int32_t charge_ring(const struct match *m, const struct state *s, int unit, int32_t *distance, struct point *points)
{
    struct state  now = *s;
    struct lay    lay;
    struct charge list[CHARGES];
    bool          seen[PIECES] = { false };
    int           charges;
    int32_t       count = 0;

    if (!type_now(m, s, unit)->charges || is_disordered(s, unit)) return 0;
    if (leader_of(m, unit) != s->command) now.unit[unit].commanded = 1;
    iron_lay(m, &now, &lay);
    charges = iron_charges(m, &now, &lay, unit, false, list);
    *distance = fixed_value(m, FIXED_CHARGE_MAX_DISTANCE);
    for (int i = 0; i < charges; i++)
        for (int k = 0; k < list[i].foes; k++) {
            if (!seen[list[i].foe[k]]) points[count++] = point_of(m, cell_of(m, s, list[i].foe[k]));
            seen[list[i].foe[k]] = true;
        }
    return count;
}

static int32_t command_ring(const struct match *m, const struct state *s, int leader, int32_t *distance, struct point *points)
{
    uint8_t cost[CELLS];
    int32_t count = 0;

    *distance = iron_command_range(m, s, leader);
    iron_command_cells(m, s, leader, cost);
    for (int cell = 0; cell < m->cells && count < RING_POINTS; cell++)
        if (cost[cell] != TOO_FAR) points[count++] = point_of(m, cell);
    return count;
}

int32_t iron_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points,
                  int32_t capacity)
{
    bool unit = is_unit(m, piece);

    *distance = 0;
    if (!on_map(s, piece) || capacity < RING_POINTS) return 0;
    switch (ring) {
    case RING_FRONT:  return unit && !is_retired(s, piece) ? front_ring(m, s, piece, points) : 0;
    case RING_ZONE:   return unit ? zone_ring(m, s, piece, points) : 0;
    case RING_FIRE:   return fire_ring(m, s, piece, distance, points);
    case RING_CHARGE: return unit ? charge_ring(m, s, piece, distance, points) : 0;
    default:          return m->type_of[piece] == TYPE_LEADER ? command_ring(m, s, piece, distance, points) : 0;
    }
}

/* As the piece would shoot, or charge: units are in the way of crossbows alone (MI-LOS-04, MI-LOS-09). */
rule_id iron_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why)
{
    bool       flat = m->tables.weapon[iron_weapon(m, s, piece)].blocked_by_units || iron_is_cramped(m, s, piece);
    struct lay lay;

    if (!on_map(s, piece)) return refuse_for(why, MI_LOS_01, piece);
    if (target != NOBODY && !on_map(s, target)) return refuse_for(why, MI_LOS_01, target);
    if (!between(0, at.x, m->map.cols - 1) || !between(0, at.y, m->map.rows - 1)) return refuse_with(why, MI_LOS_01, at.x, at.y);
    iron_lay(m, s, &lay);
    return iron_sight_refused(m, s, &lay, cell_of(m, s, piece), cell_at(m, at.x, at.y), flat, why);
}

/* Ways. */

struct track { const struct match *m; struct point *points; int32_t count, capacity; int cell; };

static struct track track_from(const struct match *m, int cell, struct point *points, int32_t capacity)
{
    struct track track = { m, points, 0, capacity, cell };

    if (capacity > 0) points[track.count++] = point_of(m, cell);
    return track;
}

static void track_step(struct track *track, int direction)
{
    track->cell = track->m->next[track->cell][direction];
    if (track->count < track->capacity) track->points[track->count++] = point_of(track->m, track->cell);
}

/* Backwards from the goal; the steps come out in order. */
static int32_t track_journey(struct track *track, const struct mover *mover, int goal, const struct journeys *journeys)
{
    int8_t steps[CELLS];
    int    count = 0;

    for (int cell = goal; cell != mover->start; cell = track->m->next[cell][hex_opposite(journeys->via[cell])])
        steps[count++] = journeys->via[cell];
    while (count > 0) track_step(track, steps[--count]);
    return track->count;
}

/* A way that is too long is shown too, with what it would cost. */
static int32_t move_way(const struct match *m, const struct state *s, const struct decision *d, int leader, struct track *track,
                        int32_t *spent, int32_t *allowed)
{
    enum { FAR_ENOUGH = 200 };
    int             goal = cell_at(m, d->at.x, d->at.y);
    struct lay      lay;
    struct mover    mover;
    struct journeys journeys;
    struct way      way;

    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, d->unit, leader);
    *allowed = mover.left;
    if (goal == mover.start) return 0;
    if (is_unit(m, d->unit) && is_retired(s, d->unit)) {                   /* MI-RES-16: whatever it costs */
        *allowed = 0;
        if (iron_direction(m, mover.start, goal) == NOWHERE) return 0;
        track_step(track, iron_direction(m, mover.start, goal));
        return track->count;
    }
    if (iron_way(&mover, goal, &way)) {
        *spent = way.cost;
        for (int i = 0; i < way.steps; i++) track_step(track, way.code >> 3 * i & 7);
        return track->count;
    }
    mover.left = FAR_ENOUGH;
    mover.careful = false;
    iron_journeys(&mover, goal, &journeys);
    if (journeys.cost[goal] == TOO_FAR) return 0;
    *spent = journeys.cost[goal];
    return track_journey(track, &mover, goal, &journeys);
}

/* MI-CHG-02: a charge spends no points. */
static int32_t charge_way(const struct match *m, const struct state *s, const struct decision *d, struct track *track)
{
    bool          declared = s->unit[d->unit].attack != ATTACK_NONE;
    struct charge list[CHARGES];
    struct lay    lay;
    int           count;

    iron_lay(m, s, &lay);
    count = iron_charges(m, s, &lay, d->unit, declared, list);
    for (int i = 0; i < count; i++) {
        if (list[i].cell != cell_at(m, d->at.x, d->at.y) || list[i].heading != d->heading) continue;
        for (int k = 0; k < list[i].length; k++) track_step(track, list[i].code >> 6 * k & 7);
        return track->count;
    }
    return 0;
}

static int32_t ride_way(const struct match *m, const struct state *s, const struct decision *d, struct track *track, int32_t *spent,
                        int32_t *allowed)
{
    int        list[PLACES], goal = cell_at(m, d->at.x, d->at.y), count;
    struct way way;

    if (!is_unit(m, d->target) || !on_map(s, d->target)) return 0;
    count = iron_ride_places(m, s, d->unit, d->target, list);
    *allowed = iron_profile(m, s, d->unit).move[is_disordered(s, d->unit)];
    for (int i = 0; i < count; i++) {
        if (list[i] != goal) continue;
        way = iron_ride_way(m, s, d->unit, d->target, goal);
        *spent = way.cost;
        for (int k = 0; k < way.steps; k++) track_step(track, way.code >> 3 * k & 7);
        return track->count;
    }
    return 0;
}

/* One hex that costs nothing. */
static int32_t step_way(const struct match *m, const struct decision *d, struct track *track)
{
    int direction = iron_direction(m, track->cell, cell_at(m, d->at.x, d->at.y));

    if (direction == NOWHERE) return 0;
    track_step(track, direction);
    return track->count;
}

int32_t iron_way_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points,
                    int32_t capacity, int32_t *spent, int32_t *allowed)
{
    bool         unit;
    struct track track;

    (void)seat;
    *spent = *allowed = 0;
    if (!between(0, d->unit, m->head.pieces - 1) || !on_map(s, d->unit)) return 0;
    if (!between(0, d->at.x, m->map.cols - 1) || !between(0, d->at.y, m->map.rows - 1)) return 0;
    unit = is_unit(m, d->unit);
    track = track_from(m, cell_of(m, s, d->unit), points, capacity);
    switch (d->kind) {
    case DO_MOVE:
        if (!unit && m->type_of[d->unit] != TYPE_LEADER) return 0;
        return move_way(m, s, d, NOBODY, &track, spent, allowed);
    case DO_LEAD:   return unit ? move_way(m, s, d, iron_stacked_leader(m, s, d->unit), &track, spent, allowed) : 0;
    case DO_CHARGE: return unit ? charge_way(m, s, d, &track) : 0;
    case DO_RIDE:   return unit ? ride_way(m, s, d, &track, spent, allowed) : 0;
    case DO_RETREAT: case DO_EVADE: case DO_FOLLOW: case DO_ADVANCE: return unit ? step_way(m, d, &track) : 0;
    default:        return 0;
    }
}

/* An attack is declared, the declarations are closed, and where there is more than one combat this one is chosen. */
int32_t iron_foretell(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct decision *list,
                      int32_t capacity)
{
    int16_t target = d->target;

    (void)m, (void)seat;
    if (d->kind != DO_SHOCK && d->kind != DO_CHARGE && d->kind != DO_SPARE) return 0;
    if (s->flow.over || flow_top_const(&s->flow)->phase != PHASE_DESIGNATE || capacity < 2) return 0;
    if (d->kind == DO_SPARE) target = s->unit[d->unit].foe == d->target ? s->unit[d->unit].other : s->unit[d->unit].foe;
    list[0] = (struct decision){ .kind = DO_CLOSE };
    list[1] = (struct decision){ .kind = DO_FIGHT, .target = target };
    return 2;
}
