/*
 * sound.c: is a state possible at all? Every state that play can reach is, and whatever is must stay so to the end of any game.
 */
#include "iron.h"
#include "maths.h"

enum { FATES = HIT_DISORDER | HIT_RETREAT | HIT_RETIRE | HIT_UNHORSE | HIT_ELIMINATE | HIT_PURSUE | HIT_ON_ATTACKER };

/* Always false. */
static bool wrong(struct fault *fault, rule_id rule, const struct match *m, const struct state *s, int piece, const char *what)
{
    return fault_say(fault, m->head.scenario, 0, "%s: %s at (%d,%d) %s", iron_rules[rule], m->piece[piece].id, s->unit[piece].x,
                     s->unit[piece].y, what);
}

/* What a unit of the first type may have become: MI-RES-20 unhorsed, MI-HOB-02 on foot, MI-POIT-04 mounted again. */
static bool may_become(const struct match *m, int unit, int type)
{
    int  first = m->type_of[unit];
    bool remounts = m->special[SPECIAL_POIT_04] && first == TYPE_DM && m->concern[SPECIAL_POIT_04].commands & 1u << m->command_of[unit];

    if (type == first) return true;
    if (first == TYPE_HO) return type == (m->weapon_of[unit] == WEAPON_CROSSBOW ? TYPE_CB : TYPE_LB);
    if (first == TYPE_MM) return type == TYPE_UH;
    return remounts && (type == TYPE_MM || type == TYPE_UH);
}

/* MI-SW-01, MI-SCH-01, MI-RES-19 */
static bool check_formation(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];
    const struct side *side = &m->side[side_of(m, unit)];

    if (u->formation == FORM_NONE) return true;
    if (u->status == STATUS_RETIRED) return wrong(fault, MI_RES_19, m, s, unit, "is Retired and cannot be in formation");
    if (u->formation == FORM_SHIELD_WALL)
        return (side->shield_wall && m->tables.type[u->type].walls) || wrong(fault, MI_SW_01, m, s, unit, "may not form a shield wall");
    return (side->schiltron && u->type == TYPE_PK) || wrong(fault, MI_SCH_01, m, s, unit, "may not form a schiltron");
}

/* MI-TERR-01; a unit may have mounted where it came to on foot, and a leader may ride with one that walks. */
static bool may_stand(const struct match *m, const struct state *s, int piece, int cell)
{
    const int8_t *cost = m->tables.ground[m->ground[cell]].cost;
    bool          rides = !is_unit(m, piece) || is_mounted(m, s, piece);
    bool          walks = !is_unit(m, piece) || m->type_of[piece] == TYPE_HO || !m->tables.type[m->type_of[piece]].mounted;

    return cost[rides] != NOWHERE || (walks && cost[0] != NOWHERE);
}

/* MI-TERR-07; a leader may be set with any unit of his army, also with one of a castle's own command (MI-LDR-12). */
static bool check_ground(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    int cell = cell_of(m, s, piece);

    if (!may_stand(m, s, piece, cell)) return wrong(fault, MI_TERR_01, m, s, piece, "is on prohibited ground");
    if (m->only_side[cell] != NO_SEAT && m->only_side[cell] != side_of(m, piece))
        return wrong(fault, MI_TERR_07, m, s, piece, "is where only the other side may be");
    return !is_unit(m, piece) || m->only_command[cell] == NOWHERE || m->only_command[cell] == m->command_of[piece] ||
           wrong(fault, MI_TERR_07, m, s, piece, "is where only another command may be");
}

/* MI-STACK-01; but MI-STACK-02: a man-at-arms on his way through his own archers. */
static bool check_alone(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    for (int other = 0; other < unit; other++) {
        int rider = s->moving == other ? other : unit, archer = rider == unit ? other : unit;
        if (!on_map(s, other) || cell_of(m, s, other) != cell_of(m, s, unit)) continue;
        if (s->moving == rider && s->unit[rider].type == TYPE_MM && is_missile_foot(s, archer) && !are_enemies(m, rider, archer)) continue;
        return wrong(fault, MI_STACK_01, m, s, unit, "shares its hex with another unit");
    }
    return true;
}

/* Whom it attacks: an enemy unit, or nobody. */
static bool is_foe(const struct match *m, int unit, int foe)
{
    return foe == NOBODY || (between(0, foe, m->head.pieces - 1) && is_unit(m, foe) && are_enemies(m, unit, foe));
}

static bool check_attack(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];

    if (u->attack >= ATTACKS || u->goal_x >= m->map.cols || u->goal_y >= m->map.rows || u->goal_heading > 5 || u->battle > 3)
        return wrong(fault, MI_SHOCK_01, m, s, unit, "has no such attack");
    return (is_foe(m, unit, u->foe) && is_foe(m, unit, u->other)) ||
           wrong(fault, MI_SHOCK_03, m, s, unit, "attacks somebody who is no enemy unit");
}

static bool check_unit(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];

    if (u->type >= UNIT_TYPES || !may_become(m, unit, u->type)) return wrong(fault, MI_GEN_05, m, s, unit, "cannot be of that type");
    if (u->formation >= FORMATIONS || u->moved > MOVE_OVER || u->turned > 6 || u->fate & ~FATES)
        return wrong(fault, MI_GEN_14, m, s, unit, "has no such marker");
    if (!check_attack(m, s, unit, fault)) return false;
    return !on_map(s, unit) || (check_formation(m, s, unit, fault) && check_ground(m, s, unit, fault) && check_alone(m, s, unit, fault));
}

/* A leader is there or lost, or has left with his command; standards and bombards stand where they began, or are lost (MI-STD-05). */
static bool check_other(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];

    if (u->type != m->type_of[piece]) return wrong(fault, MI_GEN_04, m, s, piece, "cannot be of that type");
    if (between(STATUS_DISORDERED, u->status, STATUS_RETIRED) || u->formation != FORM_NONE || u->attack != ATTACK_NONE)
        return wrong(fault, MI_GEN_04, m, s, piece, "is no combat unit");
    /* A leader in danger remembers whom he was with. */
    if ((u->foe != NOBODY && (m->type_of[piece] != TYPE_LEADER || !u->fate)) || u->other != NOBODY)
        return wrong(fault, MI_GEN_04, m, s, piece, "attacks nobody");
    if (!on_map(s, piece)) return true;
    if (m->type_of[piece] == TYPE_LEADER) return check_ground(m, s, piece, fault);
    return (u->x == m->start[piece].x && u->y == m->start[piece].y) ||
           wrong(fault, m->type_of[piece] == TYPE_STANDARD ? MI_STD_05 : MI_CREC_02, m, s, piece, "never moves");
}

static bool check_piece(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];

    if (u->status >= STATUSES) return wrong(fault, MI_GEN_14, m, s, piece, "has no such state");
    if (u->x >= m->map.cols || u->y >= m->map.rows) return wrong(fault, MI_GEO_01, m, s, piece, "is not on the map");
    if (!on_map(s, piece) && (u->x || u->y)) return wrong(fault, MI_RES_22, m, s, piece, "is out of the battle and has no place");
    if (u->heading > 5) return wrong(fault, MI_FACE_01, m, s, piece, "faces no vertex");
    if (!between(0, u->left, m->cells) || !between(0, u->began, m->cells))
        return wrong(fault, MI_GEO_01, m, s, piece, "came from nowhere");
    return is_unit(m, piece) ? check_unit(m, s, piece, fault) : check_other(m, s, piece, fault);
}

static bool is_leader(const struct match *m, int piece)
{
    return between(0, piece, m->head.pieces - 1) && m->type_of[piece] == TYPE_LEADER;
}

static bool check_game(const struct match *m, const struct state *s, struct fault *fault)
{
    const int8_t commands[] = { s->command, s->last, s->announced };

    if (s->active > SEAT_B || s->kind >= ACTIVATIONS)
        return fault_say(fault, m->head.scenario, 0, "%s: there is no such activation", iron_rules[MI_ACT_18]);
    for (size_t i = 0; i < sizeof commands; i++)
        if (commands[i] != NOBODY && !is_leader(m, commands[i]))
            return fault_say(fault, m->head.scenario, 0, "%s: a command is known by its leader", iron_rules[MI_GEN_08]);
    if (s->moving != NOBODY && (!between(0, s->moving, m->head.pieces - 1) || m->type_of[s->moving] > TYPE_LEADER))
        return fault_say(fault, m->head.scenario, 0, "%s: only units and leaders move", iron_rules[MI_STD_05]);
    return between(-999, s->extra[SEAT_A], 999) && between(-999, s->extra[SEAT_B], 999) ? true :
           fault_say(fault, m->head.scenario, 0, "%s: there are not so many flight points", iron_rules[MI_VIC_02]);
}

bool iron_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (!check_game(m, s, fault)) return false;
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!check_piece(m, s, piece, fault)) return false;
    return true;
}
