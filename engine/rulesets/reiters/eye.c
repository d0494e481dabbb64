/* eye.c: see eye.h. */
#include "eye.h"

#include <string.h>

/* The lists of the zones: lower pieces come first. */

static int8_t *list_of(struct eye *eye, int piece, int zone)
{
    return is_unit(eye->m, piece) ? &eye->first[zone] : &eye->other[zone];
}

static void link_piece(struct eye *eye, int piece, int zone)
{
    int8_t *link = list_of(eye, piece, zone);

    while (*link != NOBODY && *link < piece) link = &eye->next[*link];
    eye->next[piece] = *link;
    *link = (int8_t)piece;
}

static void unlink_piece(struct eye *eye, int piece, int zone)
{
    int8_t *link = list_of(eye, piece, zone);

    while (*link != piece) link = &eye->next[*link];
    *link = eye->next[piece];
}

/* Zones. */

static void survey_units(struct eye *eye, int zone)
{
    const struct match *m = eye->m;
    uint64_t            bit = zone_bit(zone);

    for (int unit = eye->first[zone]; unit != NOBODY; unit = eye->next[unit]) {
        seat_id seat = side_of(m, unit);
        eye->lay.held[seat] |= bit;
        eye->lay.things |= bit;
        if (reiters_controls(m, eye->s, unit)) eye->control[seat] |= bit;
        if (!reiters_is_isolated(m, eye->s, unit)) eye->firm[seat] |= bit;
        if (!is_forlorn(m, unit)) eye->lay.load[seat][zone]++;
        if (type_now(m, eye->s, unit)->arm == ARM_ARTILLERY) eye->guns |= bit;
    }
}

/* Who stands in that zone, and what follows from it there. */
static void survey(struct eye *eye, int zone)
{
    enum { CROWD = 2 };
    const struct match *m = eye->m;
    struct lay         *lay = &eye->lay;
    uint64_t            bit = zone_bit(zone);

    lay->things &= ~bit;
    eye->guns &= ~bit;
    for (seat_id seat = 0; seat < 2; seat++) {
        lay->held[seat] &= ~bit;
        lay->full[seat] &= ~bit;
        lay->load[seat][zone] = 0;
        eye->control[seat] &= ~bit;
        eye->firm[seat] &= ~bit;
        eye->crowd[seat] &= ~bit;
    }
    survey_units(eye, zone);
    for (int piece = eye->other[zone]; piece != NOBODY; piece = eye->next[piece]) {
        if (is_commander(m, piece)) continue;
        lay->load[side_of(m, piece)][zone]++;
        lay->things |= bit;
    }
    for (seat_id seat = 0; seat < 2; seat++) {
        int load = lay->load[seat][zone];
        if (load && load >= m->tables.stacking[m->ground[zone]]) lay->full[seat] |= bit;
        if (load >= CROWD && in_set(lay->held[seat], zone)) eye->crowd[seat] |= bit;
    }
}

static void spread_control(struct eye *eye)
{
    for (seat_id seat = 0; seat < 2; seat++) {
        eye->lay.zoc[seat] = 0;
        for (uint64_t rest = eye->control[seat]; rest; rest &= rest - 1) eye->lay.zoc[seat] |= eye->m->adjacent[lowest(rest)];
    }
}

/* Commanders. */

static void look_for_commander(struct eye *eye, int column)
{
    int leader = eye->m->column[column].leader;

    eye->area[column] = on_map(eye->s, leader) ? reiters_command_area(eye->m, eye->s, &eye->lay, leader) : 0;
}

static void look_for_generals(struct eye *eye)
{
    eye->general[0] = eye->general[1] = 0;
    for (int i = 0; i < eye->m->columns; i++)
        if (reiters_is_general(eye->m, eye->s, eye->m->column[i].leader)) eye->general[eye->m->column[i].seat] = eye->area[i];
}

/* Goals. */

static void add_goal(struct eye *eye, int zone, int first, int second)
{
    int i = 0;

    while (i < eye->goals && eye->goal[i].zone != zone) i++;
    if (i == GOALS) return;
    if (i == eye->goals) {
        eye->goals++;
        eye->goal_zones |= zone_bit(zone);
        eye->goal[i].zone = zone;
        eye->goal[i].points[0] = eye->goal[i].points[1] = 0;
        eye->goal[i].distance = eye->m->steps[zone];
    }
    eye->goal[i].points[0] += first;
    eye->goal[i].points[1] += second;
}

/* What lies on the map to be won: zones that count, for one side or against the other, and the enemy's baggage. */
static void list_goals(struct eye *eye)
{
    const struct match *m = eye->m;

    eye->goals = 0;
    eye->goal_zones = 0;
    for (int i = 0; i < m->objectives; i++) {
        int points = m->objective[i].points[0] + m->objective[i].points[1];
        add_goal(eye, m->objective[i].zone, points, points);
    }
    for (int piece = m->units; piece < m->head.pieces; piece++) {
        int worth = is_commander(m, piece) || !on_map(eye->s, piece) ? 0 : reiters_worth(m, eye->s, piece);
        if (worth) add_goal(eye, zone_of(m, eye->s, piece), side_of(m, piece) ? worth : 0, side_of(m, piece) ? 0 : worth);
    }
}

/* The whole map. */

static bool is_stirred(const struct unit *u) { return u->moved || u->spent; }
static bool has_reacted(const struct unit *u) { return u->reacted && u->status == STATUS_STANDING; }

static void look_anew(struct eye *eye, struct changes *changes)
{
    const struct match *m = eye->m;

    changes->all = true;
    memset(&eye->lay, 0, sizeof eye->lay);
    eye->guns = 0;
    memset(eye->first, NOBODY, sizeof eye->first);
    memset(eye->other, NOBODY, sizeof eye->other);
    for (seat_id seat = 0; seat < 2; seat++) {
        eye->firm[seat] = eye->control[seat] = eye->crowd[seat] = 0;
        eye->placed[seat] = eye->stirred[seat] = eye->reacted[seat] = 0;
    }
    for (int piece = m->head.pieces - 1; piece >= 0; piece--) {
        const struct unit *u = &eye->s->unit[piece];
        eye->placed[side_of(m, piece)] += u->done;
        eye->stirred[side_of(m, piece)] += is_stirred(u);
        if (is_unit(m, piece)) eye->reacted[side_of(m, piece)] += has_reacted(u);
        if (on_map(eye->s, piece)) link_piece(eye, piece, zone_of(m, eye->s, piece));
    }
    for (int zone = 0; zone < m->zones; zone++)
        if (eye->first[zone] != NOBODY || eye->other[zone] != NOBODY) survey(eye, zone);
    spread_control(eye);
    for (int i = 0; i < m->columns; i++) look_for_commander(eye, i);
    look_for_generals(eye);
    list_goals(eye);
    for (seat_id seat = 0; seat < 2; seat++) reiters_steps_to(m, eye->lay.held[seat], eye->away[seat]);
}

/* By what differs. */

static void add_piece(struct pieces *set, int piece) { set->word[piece / 64] |= (uint64_t)1 << piece % 64; }

/* What is told of a unit in a step passes; what counts beyond it comes first in the unit, but for commanders. */
static bool is_changed(const struct unit *now, const struct unit *then)
{
    _Static_assert(offsetof(struct unit, done) == 8, "what a unit is comes first");

    return memcmp(now, then, offsetof(struct unit, done)) || now->order != then->order || now->replaced != then->replaced;
}

/* A column's order is that of its units, and a forlorn hope shares the state of its mother. */
static void add_followers(const struct match *m, int piece, struct pieces *set)
{
    for (int unit = 0; unit < m->units; unit++)
        if (m->mother_of[unit] == piece || (is_commander(m, piece) && leader_of(m, unit) == piece)) add_piece(set, unit);
}

static void find_differing(struct eye *eye, const struct state *then, struct pieces *set)
{
    const struct match *m = eye->m;

    for (int piece = 0; piece < m->head.pieces; piece++) {
        const struct unit *a = &eye->s->unit[piece], *b = &then->unit[piece];
        seat_id            seat = side_of(m, piece);
        if (!memcmp(a, b, sizeof *a)) continue;
        eye->placed[seat] += a->done - b->done;
        eye->stirred[seat] += is_stirred(a) - is_stirred(b);
        if (is_unit(m, piece)) eye->reacted[seat] += has_reacted(a) - has_reacted(b);
        if (!is_changed(a, b)) continue;
        add_piece(set, piece);
        if (a->order != b->order || a->isolated != b->isolated) add_followers(m, piece, set);
    }
}

static void touch(struct eye *eye, const struct state *then, int piece, struct changes *changes)
{
    const struct match *m = eye->m;
    int                 from = on_map(then, piece) ? zone_of(m, then, piece) : NOWHERE, to = on_map(eye->s, piece) ? zone_of(m, eye->s, piece) : NOWHERE;

    if (from != NOWHERE) changes->touched |= zone_bit(from);
    if (to != NOWHERE) changes->touched |= zone_bit(to);
    if (from == to) return;
    if (from != NOWHERE) unlink_piece(eye, piece, from);
    if (to != NOWHERE) link_piece(eye, piece, to);
}

/* The way to the nearest unit is another where those of that side stand in other zones. */
static void follow_distances(struct eye *eye, const struct eye *before, seat_id seat, struct changes *changes)
{
    reiters_steps_to(eye->m, eye->lay.held[seat], eye->away[seat]);
    for (int zone = 0; zone < ZONES; zone++)
        if (eye->away[seat][zone] != before->away[seat][zone]) changes->stale[other_side(seat)] |= zone_bit(zone);
}

static void follow_commanders(struct eye *eye, const struct eye *before, struct changes *changes)
{
    const struct match *m = eye->m;

    for (int i = 0; i < m->columns; i++) {
        int     leader = m->column[i].leader;
        seat_id seat = m->column[i].seat, enemy = other_side(seat);
        if (eye->lay.held[enemy] == before->lay.held[enemy] && !among(&changes->pieces, leader)) continue;
        look_for_commander(eye, i);
        changes->shaken[seat] |= eye->area[i] ^ before->area[i];
    }
    look_for_generals(eye);
    for (seat_id seat = 0; seat < 2; seat++) changes->shaken[seat] |= eye->general[seat] ^ before->general[seat];
}

/* What draws units on draws them wherever they are. */
static void follow_goals(struct eye *eye, const struct eye *before, struct changes *changes)
{
    const struct match *m = eye->m;
    bool                all = false;

    for (int piece = m->units; piece < m->head.pieces; piece++)
        all = all || (!is_commander(m, piece) && among(&changes->pieces, piece));
    if (all) list_goals(eye);
    for (seat_id seat = 0; seat < 2; seat++) {
        changes->goals[seat] = all || (eye->crowd[seat] ^ before->crowd[seat]) & eye->goal_zones;
        if (changes->goals[seat]) changes->stale[seat] = ~(uint64_t)0;
    }
}

static void look_by(struct eye *eye, const struct eye *before, struct changes *changes)
{
    const struct pieces *set = &changes->pieces;

    find_differing(eye, before->s, &changes->pieces);
    if (!(set->word[0] | set->word[1])) return;
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = set->word[word]; rest; rest &= rest - 1) touch(eye, before->s, 64 * word + lowest(rest), changes);
    for (uint64_t rest = changes->touched; rest; rest &= rest - 1) survey(eye, lowest(rest));
    spread_control(eye);
    for (seat_id seat = 0; seat < 2; seat++) {
        changes->held[seat] = eye->lay.held[seat] | before->lay.held[seat];
        changes->shaken[seat] |= changes->touched | (eye->lay.zoc[other_side(seat)] ^ before->lay.zoc[other_side(seat)]);
        if (eye->lay.held[seat] != before->lay.held[seat]) follow_distances(eye, before, seat, changes);
    }
    follow_commanders(eye, before, changes);
    follow_goals(eye, before, changes);
    for (seat_id seat = 0; seat < 2; seat++) changes->stale[seat] |= changes->shaken[seat];
}

void reiters_look(struct eye *eye, const struct match *m, const struct state *s, const struct eye *before, struct changes *changes)
{
    static const struct changes none = { .all = false };

    if (before) *eye = *before;
    eye->m = m;
    eye->s = s;
    *changes = none;
    if (before && before->s->turn == s->turn) look_by(eye, before, changes);
    else look_anew(eye, changes);
}
