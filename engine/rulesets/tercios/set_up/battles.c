/*
 * battles.c: kinds of battle (B1 to B6 of the ledger, LM-BATTLE-07), who comes later, who leaves the table, moves of the vanguard
 * before the first turn (LM-KING-10), and points beside those for destroyed units.
 *
 * Prizes of the end of a battle are always counted as if it ended now, so that the lead that ends it is the lead that it ends with.
 */
#include "tercios.h"

#include <string.h>

static int32_t chief_of(const struct match *m, seat_id seat)
{
    for (int i = 0; i < m->commanders; i++)
        if (side_of(m, m->units + i) == seat && m->commander[i].regiment >= m->regiments) return m->units + i;
    return NOBODY;
}

/* The kind of battle. */

void tercios_name_battle(struct play *p)
{
    struct state *s = p->state;

    s->type = p->match->battle_type;
    if (s->type == BATTLE_DRAWN) s->type = (uint8_t)d6(p, LM_BATTLE_07);
    if (!s->type) return;
    tell(p, EVENT_BATTLE_TYPE, LM_BATTLE_07, NOBODY, NOBODY, s->type, 0, 0);
    if (s->type != BATTLE_THROUGH) return;
    s->attacker = (uint8_t)(1 + contest(p, LM_BATTLE_07, 6));
    tell(p, EVENT_ROLE, LM_BATTLE_07, NOBODY, NOBODY, s->attacker - 1, 0, 0);
}

static struct obstacle obstacle_of(const struct element *element)
{
    return element->is_line ? table_obstacle_polyline(&element->line) : table_obstacle_area(&element->area);
}

/* B2: nothing lies within 3 in of the hills but roads and rivers, which keep no distance. */
static void clear_about(struct play *p, int hill)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct element      own, other_own;
    struct element      centre = *element_in(m, s, hill, &own);

    for (int i = 0; i < hill; i++) {
        const struct element *other = element_in(m, s, i, &other_own);
        if (other == &tercios_nothing || other->traits & (T_EASY | T_RIVER | T_CROSSING)) continue;
        if (i >= m->elements && s->bought[i - m->elements].kind == WARE_HILLOCK + 1) continue;
        if (table_at_least(table_gap_obstacles(obstacle_of(&centre), obstacle_of(other)), 3 * INCH - TOLERANCE, NULL)) continue;
        if (i < m->elements) s->gone |= 1u << i;
        else s->bought[i - m->elements].kind = 0;                 /* struck out; the list is closed up when all is done */
        tell(p, EVENT_REMOVED, LM_BATTLE_07, NOBODY, NOBODY, i, 0, 0);
    }
}

static void close_up(struct state *s)
{
    int kept = 0;

    for (int i = 0; i < s->ground; i++)
        if (s->bought[i].kind) s->bought[kept++] = s->bought[i];
    memset(&s->bought[kept], 0, (size_t)(s->ground - kept) * sizeof s->bought[0]);
    s->ground = (uint8_t)kept;
}

/* B2: three hills on the line between the sides, the one in the middle first. */
void tercios_lay_battle(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    bool                length = s->orientation == ORIENTATION_LENGTH;
    int32_t             aside = (length ? 11 : 16) * INCH;

    if (s->type != BATTLE_HILLS || s->ground + 3 > BOUGHT) return;
    for (int i = 0; i < 3; i++) {
        int32_t      off = i == 0 ? 0 : i == 1 ? -aside : aside;
        struct point at = { m->size.x / 2 + (length ? 0 : off), m->size.y / 2 + (length ? off : 0) };
        int          hill = tercios_lay(m, s, WARE_HILLOCK, (struct pose){ at, 0 }, NO_SEAT);
        tell(p, EVENT_LAID, LM_BATTLE_07, NOBODY, NOBODY, WARE_HILLOCK + 1, hill, 0);
        clear_about(p, hill);
    }
    close_up(s);
}

seat_id tercios_given_initiative(const struct match *m, const struct state *s)
{
    (void)m;
    return s->type == BATTLE_POSITION && s->turn == 1 && s->attacker ? (seat_id)(s->attacker - 1) : NO_SEAT;
}

bool tercios_plays_on(const struct match *m, const struct state *s)
{
    (void)m;
    return s->type == BATTLE_THROUGH;
}

/* B6: a march round the flank. */

/* LM-CMD-02 */
static int32_t price_of_chief(const struct match *m, seat_id seat)
{
    static const uint8_t price[] = { 5, 10, 25, 50, 100, 250 };
    int                  chief = chief_of(m, seat);

    return chief == NOBODY ? 0 : price[min32(m->commander[chief - m->units].rank, 5)];
}

/* Its points, or, where they are not known, its units. */
static int32_t size_of_regiment(const struct match *m, int regiment)
{
    return m->regiment[regiment].points ? m->regiment[regiment].points : m->regiment[regiment].count;
}

/* At most a third of the army's points; the elite unit is with others. */
static bool may_march(const struct match *m, seat_id seat, int regiment)
{
    int32_t sum = 0;

    if (m->regiment[regiment].seat != seat || m->regiment[regiment].elite) return false;
    for (int i = 0; i < m->regiments; i++)
        if (m->regiment[i].seat == seat) sum += size_of_regiment(m, i);
    if (m->regiment[regiment].points) sum += price_of_chief(m, seat);
    return size_of_regiment(m, regiment) * 3 <= sum;
}

static bool has_marchers(const struct match *m, seat_id seat)
{
    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (may_march(m, seat, regiment)) return true;
    return false;
}

static void enter_flank(struct play *p)
{
    uint8_t seats = 0;

    for (seat_id seat = 0; seat < 2; seat++)
        if (!p->state->flank[seat] && has_marchers(p->match, seat)) seats |= SEAT_BIT(seat);
    if (seats) ask(p, seats);
    else leave(p);
}

static void offer_flank(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)s;
    for (int regiment = 0; regiment < m->regiments; regiment++)
        for (int16_t way = 0; may_march(m, seat, regiment) && way < 2; way++)
            offer_add(offers, (struct decision){ .kind = DO_FLANK, .unit = m->regiment[regiment].first, .choice = way }, 0);
}

static rule_id refuse_flank(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)s;
    if (d->kind != DO_FLANK) return refuse_with(why, LM_BATTLE_07, 0, 0);
    if (is_commander(m, d->unit) || m->regiment[m->regiment_of[d->unit]].first != d->unit) return refuse_for(why, LM_BATTLE_07, d->unit);
    return may_march(m, seat, m->regiment_of[d->unit]) ? 0 : refuse_for(why, LM_BATTLE_07, d->unit);
}

/* Of each unit that is still to come whether it marches. */
void tercios_mark_marchers(const struct match *m, struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && s->unit[unit].status == STATUS_WAITING)
            s->unit[unit].marches = m->regiment_of[unit] == s->flank[seat] - 1 ? MARCHING_YES : MARCHING_NO;
}

static void take_flank(struct play *p, seat_id seat, const struct decision *d)
{
    p->state->flank[seat] = (uint8_t)(1 + p->match->regiment_of[d->unit]);
    p->state->flank_way[seat] = (uint8_t)(1 + d->choice);
    tercios_mark_marchers(p->match, p->state, seat);
    tell(p, EVENT_FLANK_CHOSEN, LM_BATTLE_07, NOBODY, NOBODY, seat, 0, 0);
    tell_to(p, SEAT_BIT(seat), EVENT_FLANK_IS, LM_BATTLE_07, d->unit, NOBODY, 1 + d->choice, 0, 0);
}

/* Any regiment that could march and of which nothing stands yet. */
void tercios_guess_flank(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    (void)seat;
    for (seat_id other = 0; other < 2; other++) {
        uint32_t count = 0, drawn;
        if (s->flank_way[other] == HIDDEN_CHOICE) s->flank_way[other] = (uint8_t)(1 + random_below(random, 2));
        if (s->flank[other] != HIDDEN_CHOICE) continue;
        for (int i = 0; i < m->regiments; i++) count += may_march(m, other, i) && !tercios_is_begun(m, s, i);
        s->flank[other] = 0;
        if (!count) continue;
        drawn = random_below(random, count);
        for (int i = 0; i < m->regiments && !s->flank[other]; i++)
            if (may_march(m, other, i) && !tercios_is_begun(m, s, i) && drawn-- == 0) s->flank[other] = (uint8_t)(i + 1);
        tercios_mark_marchers(m, s, other);
    }
}

/* Who comes later. */

/* The arrival that the scenario has for a regiment, or NULL. */
static const struct arrival *arrival_of(const struct match *m, int regiment)
{
    for (int i = 0; i < m->arrivals; i++)
        if (m->arrival[i].regiment == regiment) return &m->arrival[i];
    return NULL;
}

static bool some_waiting(const struct match *m, const struct state *s, int regiment)
{
    const struct regiment *r = &m->regiment[regiment];

    for (int unit = r->first; unit < r->first + r->count; unit++)
        if (s->unit[unit].status == STATUS_WAITING) return true;
    return is_liber(m) && r->commander != NOBODY && s->unit[r->commander].status == STATUS_WAITING && tercios_is_begun(m, s, regiment);
}

/* B4: half of the regiments, rounded up, are deployed. */
static bool is_second_half(const struct match *m, const struct state *s, int regiment)
{
    seat_id seat = m->regiment[regiment].seat;
    int     all = 0, begun = 0;

    for (int i = 0; i < m->regiments; i++) {
        if (m->regiment[i].seat != seat || m->regiment[i].elite) continue;
        all++;
        begun += tercios_is_begun(m, s, i);
    }
    return !m->regiment[regiment].elite && begun >= (all + 1) / 2 && !tercios_is_begun(m, s, regiment);
}

bool tercios_is_kept_back(const struct match *m, const struct state *s, int regiment)
{
    if (arrival_of(m, regiment)) return true;
    if (s->type == BATTLE_FLANK) return s->flank[m->regiment[regiment].seat] == regiment + 1;
    return s->type == BATTLE_MEETING && is_second_half(m, s, regiment);
}

/* The edge of the table that lies in that direction. */
static uint8_t edge_at(int32_t heading) { return (uint8_t)(heading_normal(heading) / RIGHT_ANGLE); }

/* B6: along the edge on that side, within 12 in of the line between the sides. */
static void flank_strip(const struct match *m, const struct state *s, seat_id seat, struct arrival *strip)
{
    int32_t turn = s->flank_way[seat] == 2 ? RIGHT_ANGLE : 3 * RIGHT_ANGLE;
    int32_t middle = (s->orientation == ORIENTATION_LENGTH ? m->size.x : m->size.y) / 2;

    strip->edge = edge_at(tercios_towards_enemy(s, seat) + turn);
    strip->low = middle - 12 * INCH;
    strip->high = middle + 12 * INCH;
    strip->room = 6 * INCH;
}

/* B4: along both edges of the own corner. */
static void corner_strips(const struct match *m, const struct state *s, seat_id seat, struct arrival list[STRIPS])
{
    struct point points[ZONE_POINTS];

    tercios_zone_outline(m, s, seat, points);
    list[0].edge = points[1].y ? SIDE_FRONT : SIDE_BACK;
    list[0].low = min32(points[0].x, points[1].x);
    list[0].high = max32(points[0].x, points[1].x);
    list[1].edge = points[1].x ? SIDE_RIGHT : SIDE_LEFT;
    list[1].low = min32(points[1].y, points[2].y);
    list[1].high = max32(points[1].y, points[2].y);
    list[0].room = list[1].room = 12 * INCH;
}

int tercios_strips(const struct match *m, const struct state *s, int regiment, struct arrival list[STRIPS])
{
    const struct arrival *arrival;

    if (!between(0, regiment, m->regiments - 1) || !(s->arrived >> regiment & 1)) return 0;
    arrival = arrival_of(m, regiment);
    memset(list, 0, STRIPS * sizeof list[0]);
    if (arrival) {
        list[0] = *arrival;
        return 1;
    }
    if (s->type == BATTLE_MEETING) {
        corner_strips(m, s, m->regiment[regiment].seat, list);
        return STRIPS;
    }
    flank_strip(m, s, m->regiment[regiment].seat, &list[0]);
    return 1;
}

/* When a regiment comes: by the scenario, or by the kind of battle. False when it does not come later. */
static bool comes_by(const struct match *m, const struct state *s, int regiment, struct arrival *arrival)
{
    const struct arrival *own = arrival_of(m, regiment);

    if (!some_waiting(m, s, regiment)) return false;
    if (own) *arrival = *own;
    else if (s->type == BATTLE_MEETING) *arrival = (struct arrival){ .turn = 2, .need = 1, .sure = 2 };
    else if (s->type == BATTLE_FLANK && s->flank[m->regiment[regiment].seat] == regiment + 1)
        *arrival = (struct arrival){ .turn = 2, .need = 5, .sure = 5, .eases = 1 };
    else return false;
    return true;
}

bool tercios_expects(const struct match *m, const struct state *s)
{
    struct arrival arrival;

    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (comes_by(m, s, regiment, &arrival) && s->turn >= arrival.turn) return true;
    return false;
}

bool tercios_still_comes(const struct match *m, const struct state *s, seat_id seat)
{
    struct arrival arrival;

    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (m->regiment[regiment].seat == seat && comes_by(m, s, regiment, &arrival)) return true;
    return false;
}

/* The frame keeps which regiments have had their die in this turn. */
bool tercios_roll_arrival(struct play *p)
{
    enum { ROLLED = 1 };
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int regiment = 0; regiment < m->regiments; regiment++) {
        uint32_t       bit = 1u << regiment;
        struct arrival arrival;
        int            need;
        if ((uint32_t)here(p)->value[ROLLED] & bit || s->arrived & bit || !comes_by(m, s, regiment, &arrival) || s->turn < arrival.turn)
            continue;
        here(p)->value[ROLLED] = (int32_t)((uint32_t)here(p)->value[ROLLED] | bit);
        need = arrival.need - arrival.eases * (s->turn - arrival.turn);
        if (s->turn >= arrival.sure || d6(p, LM_BATTLE_07) >= need) {
            s->arrived |= bit;
            tell(p, EVENT_ARRIVES, LM_BATTLE_07, m->regiment[regiment].first, NOBODY, regiment, s->turn, 0);
        } else {
            tell(p, EVENT_NOT_YET, LM_BATTLE_07, m->regiment[regiment].first, NOBODY, regiment, need, 0);
        }
        return true;
    }
    return false;
}

/* B5: who leaves by the enemy's edge. */

static bool has_exit_prize(const struct match *m, seat_id seat)
{
    for (int i = 0; i < m->prizes; i++)
        if (m->prize[i].kind == PRIZE_EXIT && m->prize[i].seat == seat) return true;
    return false;
}

bool tercios_may_exit(const struct match *m, const struct state *s, int unit)
{
    seat_id seat = side_of(m, unit);

    if (!is_liber(m) || is_commander(m, unit) || !is_on_table(s, unit)) return false;
    return (s->type == BATTLE_THROUGH && s->attacker == seat + 1) || has_exit_prize(m, seat);
}

/* Where a side came from, where the zones were not chosen in play. */
static int32_t heading_ahead(const struct match *m, const struct state *s, seat_id seat)
{
    if (m->deploys) return tercios_towards_enemy(s, seat);
    return m->zone[seat].low.y + m->zone[seat].high.y < m->size.y ? 0 : 2 * RIGHT_ANGLE;
}

static bool is_on_edge(const struct match *m, uint8_t edge, struct point at)
{
    int32_t off = edge == SIDE_FRONT ? m->size.y - at.y : edge == SIDE_BACK ? at.y : edge == SIDE_RIGHT ? m->size.x - at.x : at.x;

    return off >= -TOLERANCE && off <= TOLERANCE && between(-TOLERANCE, at.x, m->size.x + TOLERANCE) &&
           between(-TOLERANCE, at.y, m->size.y + TOLERANCE);
}

rule_id tercios_exit_refused(const struct ground *g, int unit, struct point at, int net, struct march *march, struct refusal *why)
{
    const struct match *m = g->m;
    struct pose         from = pose_of(g->s, unit);
    struct distance     length;
    int32_t             limit;

    if (!tercios_may_exit(m, g->s, unit) || !is_on_edge(m, edge_at(heading_ahead(m, g->s, side_of(m, unit))), at))
        return refuse_with(why, LM_BATTLE_07, 0, 0);
    length = table_distance(from.at, at);
    *march = (struct march){ .line = { from.at, at }, .end = table_pivot(from, at), .length = table_floor(length) };
    march->end.at = at;
    if (heading_apart(from.heading, march->end.heading) > RIGHT_ANGLE + ANGLE_TOLERANCE)
        return refuse_with(why, BE_MOVE_07, heading_apart(from.heading, march->end.heading), RIGHT_ANGLE);
    march->hindrance = tercios_hindrance(g, march->line);
    limit = tercios_speed(m, g->s, unit, net, march->hindrance);
    if (!limit) return refuse_with(why, BE_MOVE_15, 0, 0);
    if (!table_at_most(length, limit + TOLERANCE, NULL)) return refuse_with(why, BE_MOVE_08, table_ceiling(length), limit);
    return tercios_line_refused(g, unit, march->line, NOBODY, -1, NOBODY, why);
}

void tercios_exit(struct play *p, int unit)
{
    struct state *s = p->state;
    int           leader = s->unit[unit].leader - 1;
    int           points = points_for(type_of(p->match, unit));

    s->unit[unit] = (struct unit){ .status = STATUS_LEFT };
    if (leader >= 0) s->unit[leader] = (struct unit){ .status = STATUS_LEFT };
    tell(p, EVENT_EXITS, LM_BATTLE_07, unit, NOBODY, points, 0, 0);
}

/* LM-KING-10: the vanguard. */

enum { STAGE = 0, MOVED = 1, WORD = 32 };

static bool has_moved(const struct frame *frame, int unit)
{
    return ((uint32_t)frame->value[MOVED + unit / WORD] >> unit % WORD & 1) != 0;
}

static bool may_go_ahead(const struct match *m, const struct state *s, seat_id seat, int unit)
{
    const struct frame *frame = flow_top_const(&s->flow);

    return side_of(m, unit) == seat && is_on_table(s, unit) && has(m, s, unit, SR_VANGUARD) && profile_of(m, s, unit)->speed &&
           (frame->phase != PHASE_VANGUARD || !has_moved(frame, unit));
}

static bool has_more(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (may_go_ahead(m, s, seat, unit)) return true;
    return false;
}

bool tercios_has_vanguard(const struct match *m, const struct state *s)
{
    return has_more(m, s, SEAT_A) || has_more(m, s, SEAT_B);
}

/* LM-TRAIT-63: from the edge of his disc to a Centre; with a unit, from the unit's Centres. */
static bool is_guarded(const struct ground *g, int commander, const struct base *end)
{
    const struct unit *u = &g->s->unit[commander];
    int                unit = u->with - 1;

    if (!(g->m->commander[commander - g->m->units].traits & UINT64_C(1) << TRAIT_GUARDED) || u->status != STATUS_STANDING) return false;
    if (unit >= 0 && is_housed(g->s, unit))
        return table_at_most(table_gap_area(end, &element_of(g, g->s->unit[unit].house - 1)->area), 12 * INCH + TOLERANCE, NULL);
    if (unit >= 0) return table_at_most(table_centres_apart(end, &g->base[unit]), 12 * INCH + TOLERANCE, NULL);
    return table_at_most(table_nearest_centre((struct point){ u->x, u->y }, end, NULL), 12 * INCH + COMMANDER_RADIUS + TOLERANCE, NULL);
}

rule_id tercios_vanguard_refused(const struct ground *g, int unit, struct point at, int32_t heading, struct march *march, struct refusal *why)
{
    rule_id     rule = tercios_move_refused(g, unit, at, heading, NET_READY, march, why);
    struct base end;

    if (rule) return rule;
    end = table_base(type_of(g->m, unit)->shape, march->end);
    for (int enemy = 0; enemy < g->m->units; enemy++) {
        struct distance apart;
        if (!are_enemies(g->m, unit, enemy) || !is_standing(g->s, enemy)) continue;
        if (is_housed(g->s, enemy)) apart = table_gap_area(&end, &element_of(g, g->s->unit[enemy].house - 1)->area);
        else apart = table_centres_apart(&end, &g->base[enemy]);
        if (table_at_most(apart, 3 * INCH + TOLERANCE, NULL)) return refuse_for(why, LM_KING_10, enemy);
    }
    for (int piece = g->m->units; piece < g->m->head.pieces; piece++)
        if (side_of(g->m, piece) != side_of(g->m, unit) && is_guarded(g, piece, &end)) return refuse_for(why, LM_TRAIT_63, piece);
    return 0;
}

/* The winner of the deployment roll moves first; where there was none both roll. */
static void enter_vanguard(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat;

    if (here(p)->step == 0) {
        here(p)->step = 1;
        if (!m->deploys && has_more(m, s, SEAT_A) && has_more(m, s, SEAT_B)) s->winner = (uint8_t)contest(p, LM_KING_10, 6);
        return;
    }
    if (here(p)->value[STAGE] > 1) {
        leave(p);
        return;
    }
    seat = (seat_id)(here(p)->value[STAGE] ? !s->winner : s->winner);
    s->active = (uint8_t)seat;
    if (has_more(m, s, seat)) ask(p, SEAT_BIT(seat));
    else here(p)->value[STAGE]++;
}

static void offer_vanguard(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++) {
        if (!may_go_ahead(m, s, seat, unit)) continue;
        offer_add(offers, (struct decision){ .kind = DO_MOVE, .unit = unit }, USES_AT);
        offer_add(offers, (struct decision){ .kind = DO_MOVE_TURNED, .unit = unit }, USES_AT | USES_HEADING);
    }
    offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

static rule_id refuse_vanguard(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    struct ground g;
    struct march  march;

    if (d->kind == DO_PASS) return 0;
    if ((d->kind != DO_MOVE && d->kind != DO_MOVE_TURNED) || is_commander(m, d->unit) || !may_go_ahead(m, s, seat, d->unit))
        return refuse_for(why, LM_KING_10, d->kind == DO_MOVE || d->kind == DO_MOVE_TURNED ? d->unit : NOBODY);
    tercios_survey(&g, m, s);
    return tercios_vanguard_refused(&g, d->unit, d->at, d->kind == DO_MOVE ? HEADING_AUTOMATIC : d->heading, &march, why);
}

static void take_vanguard(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    struct ground g;
    struct march  march;
    struct pose   from;

    if (d->kind == DO_PASS) {
        tell(p, EVENT_PASSES, LM_KING_10, NOBODY, NOBODY, seat, 0, 0);
        here(p)->value[STAGE]++;
        return;
    }
    tercios_survey(&g, p->match, s);
    tercios_vanguard_refused(&g, d->unit, d->at, d->kind == DO_MOVE ? HEADING_AUTOMATIC : d->heading, &march, NULL);
    from = table_pivot(pose_of(s, d->unit), march.line.to);
    here(p)->value[MOVED + d->unit / WORD] = (int32_t)((uint32_t)here(p)->value[MOVED + d->unit / WORD] | 1u << d->unit % WORD);
    tell(p, EVENT_MOVES, LM_KING_10, d->unit, NOBODY, march.length, from.heading, LINE_MOVE);
    tercios_put(s, d->unit, march.end);
    tercios_suffer_ground(p, d->unit, march.line);
    tercios_settle(p, d->unit, from, march.end);
}

/* Points. */

static bool stands_near(const struct state *s, int unit, struct point at, int32_t radius)
{
    return is_standing(s, unit) && table_at_most(table_distance(pose_of(s, unit).at, at), radius + TOLERANCE, NULL);
}

/* Has a side a front centre within that distance? */
static bool is_near(const struct match *m, const struct state *s, seat_id seat, struct point at, int32_t radius)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && stands_near(s, unit, at, radius)) return true;
    return false;
}

struct holders { int units[2], disordered[2]; };

/* Who has front centres in an element. */
static struct holders holders_of(const struct match *m, const struct state *s, int element)
{
    struct holders        holders = { { 0, 0 }, { 0, 0 } };
    struct element        own;
    const struct element *ground = element_in(m, s, element, &own);

    for (int unit = 0; unit < m->units && !ground->is_line; unit++) {
        seat_id seat = side_of(m, unit);
        if (!is_on_table(s, unit) || !table_inside(&ground->area, pose_of(s, unit).at, TOLERANCE)) continue;
        holders.units[seat]++;
        holders.disordered[seat] += s->unit[unit].disordered;
    }
    return holders;
}

static bool is_in_house(const struct match *m, const struct state *s, seat_id seat, int element)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && is_standing(s, unit) && s->unit[unit].house == element + 1) return true;
    return false;
}

static int lost_commanders(const struct match *m, const struct state *s, seat_id seat, bool chief)
{
    int lost = 0;

    for (int piece = m->units; piece < m->head.pieces; piece++)
        lost += side_of(m, piece) != seat && s->unit[piece].status == STATUS_DESTROYED && (piece == chief_of(m, side_of(m, piece))) == chief;
    return lost;
}

static int points_of_left(const struct match *m, const struct state *s, seat_id seat)
{
    int points = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && s->unit[unit].status == STATUS_LEFT) points += points_for(type_of(m, unit));
    return points;
}

/* Who is still in the river has not crossed it. */
static bool is_in_water(const struct match *m, const struct state *s, int unit)
{
    for (int i = 0; i < m->elements; i++)
        if (m->element[i].traits & T_RIVER && table_inside(&m->element[i].area, pose_of(s, unit).at, TOLERANCE)) return true;
    return false;
}

/* Units beyond a line across the table, seen from where their side began. */
static int units_across(const struct match *m, const struct state *s, seat_id seat, int32_t y)
{
    int64_t began = 0;
    int     across = 0;

    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat) began += m->start[unit].at.y - y;
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && is_standing(s, unit) && !is_in_water(m, s, unit))
            across += began < 0 ? s->unit[unit].y > y : s->unit[unit].y < y;
    return across;
}

/* B3: 9 in from the line between the sides, in the middle of the defender's half. */
static struct point marker_of(const struct match *m, const struct state *s)
{
    struct pose middle = { { m->size.x / 2, m->size.y / 2 }, tercios_towards_enemy(s, (seat_id)(s->attacker - 1)) };

    return table_moved(middle, 9 * INCH, 0).at;
}

static int prize_now(const struct match *m, const struct state *s, seat_id seat, const struct prize *prize)
{
    seat_id other = (seat_id)!seat;

    switch (prize->kind) {
    case PRIZE_NEAR:      return is_near(m, s, seat, prize->at, prize->radius) && !is_near(m, s, other, prize->at, prize->radius) ? prize->points : 0;
    case PRIZE_HOUSE:     return is_in_house(m, s, seat, prize->element) ? prize->points : 0;
    case PRIZE_CHIEF:     return lost_commanders(m, s, seat, true) * prize->points;
    case PRIZE_COMMANDER: return lost_commanders(m, s, seat, false) * prize->points;
    case PRIZE_ACROSS:    return units_across(m, s, seat, prize->at.y) * prize->points;
    case PRIZE_EXIT:      return prize->seat == seat ? points_of_left(m, s, seat) : 0;
    case PRIZE_DENIED:    return prize->seat == seat && !is_near(m, s, other, prize->at, prize->radius) ? prize->points : 0;
    default:              return 0;                     /* given turn by turn */
    }
}

/* B2, or a scenario's own ground. */
static bool holds(const struct state *s, const struct holders *holders, seat_id seat)
{
    if (s->type == BATTLE_HILLS) return holders->units[seat] && !holders->units[!seat] && !holders->disordered[seat];
    return holders->units[seat] > holders->disordered[seat] && holders->units[!seat] == holders->disordered[!seat];
}

seat_id tercios_holder(const struct match *m, const struct state *s, int element)
{
    struct holders holders = holders_of(m, s, element);

    return holds(s, &holders, SEAT_A) ? SEAT_A : holds(s, &holders, SEAT_B) ? SEAT_B : NO_SEAT;
}

static struct objective objective_in(const struct match *m, const struct state *s, int element, int points, int turns)
{
    struct element        own;
    const struct element *ground = element_in(m, s, element, &own);
    struct point          low = ground->area.low, high = ground->area.high;

    return (struct objective){ ground->middle, min32(high.x - low.x, high.y - low.y) / 3, element, points, turns };
}

enum { MARKER = 5, MARKER_RADIUS = 6 * INCH, HILLS_FROM = 3 };

int tercios_objectives(const struct match *m, const struct state *s, seat_id seat, struct objective list[OBJECTIVES])
{
    int count = 0, first = 1;

    for (int i = 0; i < m->prizes; i++) {
        const struct prize *prize = &m->prize[i];
        bool                disc = prize->kind == PRIZE_NEAR || (prize->kind == PRIZE_DENIED && prize->seat != seat);
        int                 left = m->turns - max32(s->turn, prize->turn) + 1;
        if (disc) list[count++] = (struct objective){ prize->at, prize->radius, -1, prize->points, 0 };
        if (prize->kind == PRIZE_HOUSE) list[count++] = objective_in(m, s, prize->element, prize->points, 0);
        if (prize->kind == PRIZE_GROUND && left > 0) list[count++] = objective_in(m, s, prize->element, prize->points, left);
    }
    if (s->type == BATTLE_POSITION && s->attacker) list[count++] = (struct objective){ marker_of(m, s), MARKER_RADIUS, -1, MARKER, 0 };
    for (int i = 0; i < s->ground && s->type == BATTLE_HILLS && s->turn <= m->turns; i++) {
        if (s->bought[i].kind != WARE_HILLOCK + 1) continue;
        list[count++] = objective_in(m, s, m->elements + i, 1 + first, m->turns - max32(s->turn, HILLS_FROM) + 1);
        first = 0;
    }
    return count;
}

/* What the kind of battle gives besides. */
static int battle_prize(const struct match *m, const struct state *s, seat_id seat)
{
    struct point marker;
    seat_id      attacker = (seat_id)(s->attacker - 1);
    bool         there;

    if (s->type == BATTLE_THROUGH) return s->attacker == seat + 1 ? points_of_left(m, s, seat) : 0;
    if (s->type == BATTLE_FLANK) return lost_commanders(m, s, seat, false) + 2 * lost_commanders(m, s, seat, true);
    if (s->type != BATTLE_POSITION || !s->attacker || !s->turn) return 0;
    marker = marker_of(m, s);
    there = is_near(m, s, attacker, marker, MARKER_RADIUS);
    if (seat != attacker) return there ? 0 : MARKER;
    return there && !is_near(m, s, (seat_id)!attacker, marker, MARKER_RADIUS) ? MARKER : 0;
}

int32_t tercios_prizes(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t points = s->prize[seat] + battle_prize(m, s, seat);

    for (int i = 0; i < m->prizes; i++) points += prize_now(m, s, seat, &m->prize[i]);
    return points;
}

/* LM-LOSS-07: commanders count only where the scenario says so. */
static rule_id rule_of(const struct prize *prize)
{
    return prize->kind == PRIZE_CHIEF || prize->kind == PRIZE_COMMANDER ? LM_LOSS_07 : LM_BATTLE_05;
}

int tercios_tell_prizes(struct play *p, seat_id seat)
{
    const struct match *m = p->match;
    int                 points = because(p, LM_BATTLE_05, p->state->prize[seat]);

    points += because(p, LM_BATTLE_07, battle_prize(m, p->state, seat));
    for (int i = 0; i < m->prizes; i++) points += because(p, rule_of(&m->prize[i]), prize_now(m, p->state, seat, &m->prize[i]));
    return points;
}

static void give(struct play *p, seat_id seat, int points, int which, rule_id rule)
{
    if (!points) return;
    p->state->prize[seat] = (uint8_t)min32(UINT8_MAX, p->state->prize[seat] + points);
    tell(p, EVENT_PRIZE, rule, NOBODY, NOBODY, seat, points, which);
}

/* B2: the side that alone is on a hill, and none of it in disorder; two points for the one in the middle, which was laid first. */
static void award_hills(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    bool                first = true;

    for (int i = 0; i < s->ground; i++) {
        struct holders holders;
        if (s->bought[i].kind != WARE_HILLOCK + 1) continue;
        holders = holders_of(m, s, m->elements + i);
        for (seat_id seat = 0; seat < 2; seat++)
            if (holds(s, &holders, seat)) give(p, seat, first ? 2 : 1, 0, LM_BATTLE_07);
        first = false;
    }
}

int32_t tercios_pension(const struct match *m, const struct state *s, int unit)
{
    int32_t points = 0;

    for (int i = 0; i < m->prizes; i++) {
        const struct prize *prize = &m->prize[i];
        if (prize->kind != PRIZE_TYPE || prize->seat != side_of(m, unit) || strcmp(m->piece[unit].type, prize->type)) continue;
        points += prize->points * max32(0, m->turns - max32(s->turn, prize->turn) + 1);
    }
    return points;
}

static int units_of_type(const struct match *m, const struct state *s, seat_id seat, const char *type)
{
    int units = 0;

    for (int unit = 0; unit < m->units; unit++)
        units += side_of(m, unit) == seat && is_standing(s, unit) && !strcmp(m->piece[unit].type, type);
    return units;
}

void tercios_award(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (s->type) cite(p, LM_BATTLE_07);
    if (s->type == BATTLE_FLANK) cite(p, LM_LOSS_07);
    if (s->type == BATTLE_HILLS && s->turn >= HILLS_FROM) award_hills(p);
    for (int i = 0; i < m->prizes; i++) {
        const struct prize *prize = &m->prize[i];
        struct holders      holders;
        if (rule_of(prize) == LM_LOSS_07) cite(p, LM_LOSS_07);
        if (s->turn < prize->turn) continue;
        if (prize->kind == PRIZE_TYPE) give(p, prize->seat, prize->points * units_of_type(m, s, prize->seat, prize->type), i + 1, LM_BATTLE_05);
        if (prize->kind != PRIZE_GROUND) continue;
        holders = holders_of(m, s, prize->element);
        for (seat_id seat = 0; seat < 2; seat++)
            if (holds(s, &holders, seat))
                give(p, seat, prize->points, i + 1, LM_BATTLE_05);
    }
}

const struct phase tercios_flank = { "flank", LM_BATTLE_07, enter_flank, offer_flank, refuse_flank, take_flank,
                                     .step = STEP_DEPLOYMENT };
const struct phase tercios_vanguard = { "vanguard", LM_KING_10, enter_vanguard, offer_vanguard, refuse_vanguard, take_vanguard,
                                        .step = STEP_DEPLOYMENT };
