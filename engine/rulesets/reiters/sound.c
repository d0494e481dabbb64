/*
 * sound.c: is a state possible at all? Every state that play can reach is, and whatever is must stay so to the end of any game.
 */
#include "reiters.h"
#include "maths.h"

enum { HITS = HIT_TEST | HIT_DISORDER | HIT_STEPS | HIT_STAR | HIT_FIRM, LOSERS = LOST_BY_ATTACKER | LOST_BY_DEFENDER, POINTS = 9999 };

/* Always false. */
static bool wrong(struct fault *fault, rule_id rule, const struct match *m, const struct state *s, int piece, const char *what)
{
    if (!s->unit[piece].x) return fault_say(fault, m->head.scenario, 0, "%s: %s %s", reiters_rules[rule], m->piece[piece].id, what);
    return fault_say(fault, m->head.scenario, 0, "%s: %s in zone %d %s", reiters_rules[rule], m->piece[piece].id, s->unit[piece].x, what);
}

static bool wrong_game(struct fault *fault, rule_id rule, const struct match *m, const char *what)
{
    return fault_say(fault, m->head.scenario, 0, "%s: %s", reiters_rules[rule], what);
}

/* The number of a zone of the map. */
static bool is_zone(const struct match *m, int number)
{
    return number < NUMBERS && m->index[number] != NOWHERE;
}

/* FR-4.6-01: only an Argoulets unit has another face. */
static bool may_be(const struct match *m, int unit, int type)
{
    int first = m->type_of[unit];

    if (first == TYPE_ARGOULETS || first == TYPE_ARGOULETS_DISMOUNTED) return type == TYPE_ARGOULETS || type == TYPE_ARGOULETS_DISMOUNTED;
    return type == first;
}

/* Where it is. */

/* FR-4.3-01, FR-4.3-02: what counts, up to this piece, so that the first one too many is named. */
static bool check_stacking(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    int limit = m->tables.stacking[m->ground[zone_of(m, s, piece)]], count = 0;

    if (is_commander(m, piece) || is_forlorn(m, piece)) return true;
    for (int other = 0; other <= piece; other++)
        count += !is_commander(m, other) && !is_forlorn(m, other) && on_map(s, other) && s->unit[other].x == s->unit[piece].x;
    return count <= limit || wrong(fault, FR_4_3_01, m, s, piece, "is one too many");
}

/* FR-4.3-05; FR-4.1-08 and FR-4.1-09: baggage and commanders do not outlive the entry of an enemy unit. */
static bool check_enemies(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    rule_id rule = is_unit(m, piece) ? FR_4_3_05 : is_commander(m, piece) ? FR_4_1_09 : FR_4_1_08;

    for (int other = 0; other < m->units; other++)
        if (on_map(s, other) && side_of(m, other) != side_of(m, piece) && s->unit[other].x == s->unit[piece].x)
            return wrong(fault, rule, m, s, piece, "is together with an enemy unit");
    return true;
}

static bool check_place(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];

    if (!on_map(s, piece)) return !u->x || wrong(fault, FR_4_5_01, m, s, piece, "is not on the map and has no place");
    if (!is_zone(m, u->x)) return wrong(fault, FR_MAP_02, m, s, piece, "is in no zone of the map");
    if (!in_set(m->every, zone_of(m, s, piece))) return wrong(fault, FR_4_1_1_04, m, s, piece, "is where nobody may be");
    return check_stacking(m, s, piece, fault) && check_enemies(m, s, piece, fault);
}

/* FR-4.5-01, FR-11.4-02: a reinforcement waits for its turn and a forlorn hope with its mother; nobody else does. */
static bool check_status(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];
    int                column = m->column_of[piece];

    if (u->status >= STATUSES) return wrong(fault, FR_1_6_01, m, s, piece, "has no such state");
    if (column == COLUMNS)
        return u->status == STATUS_STANDING || u->status == STATUS_LOST || wrong(fault, FR_1_5_01, m, s, piece, "never moves: it stands or is lost");
    return u->status != STATUS_WAITING || is_forlorn(m, piece) || m->column[column].turn > 1 ||
           wrong(fault, FR_4_5_01, m, s, piece, "is no reinforcement that could wait");
}

/* What it is. */

static bool check_flags(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];
    const uint8_t      flags[] = { u->disordered, u->isolated, u->charge, u->caracole, u->done, u->moved, u->reacted, u->fought, u->wavered,
                                   u->tried, u->lent, u->shown, u->replaced };

    for (size_t i = 0; i < sizeof flags; i++)
        if (flags[i] > 1) return wrong(fault, FR_1_6_01, m, s, piece, "has a marker twice");
    if (u->supports > SUPPORTS_DEFENDER) return wrong(fault, FR_7_4_4_01, m, s, piece, "supports no side of the combat");
    if (u->fallen && !is_zone(m, u->fallen)) return wrong(fault, FR_MAP_02, m, s, piece, "has retreated to no zone of the map");
    return u->entered <= m->turns || wrong(fault, FR_4_5_01, m, s, piece, "came after the last turn");
}

static const struct unit *child_of(const struct match *m, const struct state *s, int mother, int count)
{
    for (int child = 0; child < m->units; child++)
        if (m->mother_of[child] == mother && count-- == 0) return &s->unit[child];
    return NULL;
}

/* FR-11.4-03, FR-11.4-08: what she has lent, and nobody out of a mother who is lost. */
static bool check_mother(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit], *first = child_of(m, s, unit, 0), *second = child_of(m, s, unit, 1);
    bool               both;

    if (!first || !second) return !u->lent || wrong(fault, FR_11_4_01, m, s, unit, "sends out no forlorn hopes");
    if (u->lent && !u->wear) return wrong(fault, FR_11_4_03, m, s, unit, "has two forlorn hopes out and is not reduced");
    both = first->status == STATUS_STANDING && second->status == STATUS_STANDING;
    if (both && on_map(s, unit) && !u->lent) return wrong(fault, FR_11_4_03, m, s, unit, "has two forlorn hopes out that have not reduced it");
    return u->status != STATUS_LOST || (first->status != STATUS_STANDING && second->status != STATUS_STANDING) ||
           wrong(fault, FR_11_4_08, m, s, unit, "is lost, and its forlorn hopes are not");
}

static bool check_unit(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];

    if (u->type >= UNIT_TYPES || !may_be(m, unit, u->type)) return wrong(fault, FR_4_6_01, m, s, unit, "cannot be of that type");
    if (u->wear >= m->tables.type[u->type].steps)
        return wrong(fault, m->tables.type[u->type].steps == 1 ? FR_1_3_7_02 : FR_1_3_7_01, m, s, unit, "has not so many steps to lose");
    if (u->charge && !m->tables.type[u->type].lances) return wrong(fault, FR_2_1_05, m, s, unit, "has no charge marker");
    if (u->caracole && (!m->tables.type[u->type].caracole || !has_option(m, OPTION_OPT_CARACOLE)))
        return wrong(fault, FR_11_1_01, m, s, unit, "cannot make a caracole");
    if (u->order != ORDER_NONE || u->shown || u->replaced || u->entered) return wrong(fault, FR_10_1_01, m, s, unit, "has no order of its own");
    return check_mother(m, s, unit, fault);
}

/* FR-1.4-02, FR-1.5-01, FR-10.1-08. An order that is hidden is known to its own side. */
static bool check_other(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];
    bool               commander = is_commander(m, piece);

    if (u->type != m->type_of[piece]) return wrong(fault, FR_1_4_01, m, s, piece, "cannot be of that type");
    if (u->wear || u->disordered || u->isolated || u->charge || u->caracole || u->lent)
        return wrong(fault, commander ? FR_1_4_02 : FR_1_5_01, m, s, piece, "is no combat unit");
    if (commander && (has_option(m, OPTION_ADVANCED_ORDERS) ? u->order >= ORDERS : u->order != ORDER_NONE))
        return wrong(fault, u->order == ORDER_HIDDEN ? FR_10_1_08 : FR_10_1_01, m, s, piece, "has no such order");
    if (commander) return true;
    if (u->order != ORDER_NONE || u->shown || u->replaced || u->entered) return wrong(fault, FR_1_5_01, m, s, piece, "has no order");
    return !on_map(s, piece) || u->x == m->start[piece].zone || wrong(fault, FR_1_5_01, m, s, piece, "never moves");
}

static bool check_piece(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    return check_status(m, s, piece, fault) && check_flags(m, s, piece, fault) &&
           (is_unit(m, piece) ? check_unit(m, s, piece, fault) : check_other(m, s, piece, fault)) && check_place(m, s, piece, fault);
}

/* The game. */

static bool is_nobody_or_unit(const struct match *m, int piece)
{
    return piece == NOBODY || (between(0, piece, m->head.pieces - 1) && is_unit(m, piece));
}

/* FR-4.1-01: the piece whose movement is open is one of the active side, and can move. */
static bool check_moving(const struct match *m, const struct state *s, struct fault *fault)
{
    int piece = s->moving, leader = s->rejoins;

    if (piece != NOBODY) {
        if (!between(0, piece, m->head.pieces - 1) || !on_map(s, piece) || side_of(m, piece) != (seat_id)s->active)
            return wrong_game(fault, FR_4_1_01, m, "the piece that is moving must be one of the active side on the map");
        if (m->type_of[piece] == TYPE_BAGGAGE || (is_unit(m, piece) && m->tables.type[m->type_of[piece]].arm == ARM_ARTILLERY))
            return wrong_game(fault, FR_4_1_05, m, "artillery and baggage never move");
    }
    return leader == NOBODY || (between(0, leader, m->head.pieces - 1) && is_commander(m, leader)) ||
           wrong_game(fault, FR_5_3_03, m, "an isolated unit comes nearer to a commander");
}

static bool check_combat(const struct match *m, const struct state *s, struct fault *fault)
{
    const struct combat *combat = &s->combat;

    if (!is_nobody_or_unit(m, combat->attacker) || !is_nobody_or_unit(m, combat->defender) || !is_nobody_or_unit(m, s->last_defender))
        return wrong_game(fault, FR_7_1_01, m, "only combat units fight");
    if (combat->attacker != NOBODY && combat->defender != NOBODY && side_of(m, combat->attacker) == side_of(m, combat->defender))
        return wrong_game(fault, FR_7_1_01, m, "both in the combat are of one side");
    if (combat->mode >= MODES || combat->round > 2 || combat->rounds > 2 || combat->lances > 1 || combat->firm > 1 || combat->struck > 1 ||
        combat->yielded > 1 || combat->lost & ~LOSERS || combat->hit[0] & ~HITS || combat->hit[1] & ~HITS)
        return wrong_game(fault, FR_7_1_13, m, "there is no such combat");
    return ((!combat->from || is_zone(m, combat->from)) && (!combat->to || is_zone(m, combat->to)) &&
            (!s->last_zone || is_zone(m, s->last_zone))) || wrong_game(fault, FR_7_1_01, m, "a combat is from zone to zone");
}

static bool check_game(const struct match *m, const struct state *s, struct fault *fault)
{
    if (s->turn > m->turns || s->active > SEAT_B || s->initiative > SEAT_B || s->half > 1)
        return wrong_game(fault, FR_3_0_01, m, "there is no such turn");
    if ((s->held | s->reaction | s->attacked) & ~m->every) return wrong_game(fault, FR_4_1_1_04, m, "nobody can have been in that zone");
    if (!between(0, s->points[SEAT_A], POINTS) || !between(0, s->points[SEAT_B], POINTS))
        return wrong_game(fault, FR_9_0_01, m, "there are not so many points");
    if (s->road > 1) return wrong_game(fault, FR_4_1_1_05, m, "a movement is along a road or is not");
    return check_moving(m, s, fault) && check_combat(m, s, fault);
}

bool reiters_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!check_piece(m, s, piece, fault)) return false;
    return check_game(m, s, fault);
}
