/*
 * setup.c: what happens before the first turn, in its order: ground, rivers, kind of battle, orientation, zones, deployment, vanguard
 * (ledger chapters BE-SETUP, BE-TERR-17, BE-GEO-01, LM-DEPLOY; decisions D-03 to D-10).
 *
 * Scenarios with fixed armies only roll for their rivers. Kinds of battle (battles.c) say where the zones are and who is kept back.
 */
#include "tercios.h"

enum {
    SETUP_BEGINS, SETUP_RIVERS, SETUP_ORIENTATION, SETUP_ROLL, SETUP_DEPLOYS, SETUP_ENDS,
    /* of the long edition */
    SETUP_TYPE, SETUP_FLANK, SETUP_DIGS, SETUP_VANGUARD
};

/* What holds from here on without anything to decide about it. */
static const rule_id holds_from_here[] = {
    BE_GEO_02, BE_GEO_03, BE_GEO_04, BE_GEO_05, BE_GEO_06, BE_GEO_07, BE_GEO_08, BE_GEO_09, BE_GEO_10, BE_GEO_11, BE_GEO_12,
    BE_GEO_13, BE_GEO_15, BE_GEO_16, BE_TERR_14, BE_TERR_15, BE_TERR_16, BE_CAV_01, BE_ART_01, BE_UNIT_01, BE_UNIT_02, BE_UNIT_03,
    BE_UNIT_04, BE_ARMY_03, BE_ARMY_04,
    BE_VAL_01, BE_VAL_02, BE_VAL_03, BE_VAL_04, BE_MOD_01, BE_MOD_07, BE_MOD_09, BE_MOD_10, BE_ARMY_01, BE_ARMY_02,
    BE_ARMY_05, BE_ARMY_06, BE_ARMY_07, BE_ARMY_08, BE_SETUP_01, BE_SETUP_02,
};

static const rule_id holds_from_here_too[] = {
    LM_BASE_01, LM_BASE_02, LM_BASE_03, LM_BASE_04, LM_BASE_05, LM_BASE_06, LM_BASE_07, LM_BASE_08, LM_BASE_10, LM_GEO_01, LM_GEO_02,
    LM_GEO_03, LM_GEO_04, LM_GEO_05, LM_GEO_06, LM_GEO_07, LM_GEO_08, LM_GEO_09, LM_GEO_10, LM_GEO_12, LM_VAL_01, LM_VAL_02, LM_VAL_03,
    LM_MOD_01, LM_MOD_06, LM_MOD_08, LM_MOD_09, LM_STATE_01, LM_STATE_02, LM_INF_16, LM_CAV_01, LM_ART_01, LM_CMD_01, LM_CMD_12,
    LM_TRAITS_01, LM_TRAITS_05, LM_LOSS_07, LM_DECOR_29,
};

static void begin(struct play *p)
{
    bool           liber = is_liber(p->match);
    const rule_id *list = liber ? holds_from_here_too : holds_from_here;
    size_t         count = liber ? sizeof holds_from_here_too / sizeof *list : sizeof holds_from_here / sizeof *list;

    tell(p, EVENT_BEGINS, BE_GEO_01, NOBODY, NOBODY, p->match->size.x, p->match->size.y, p->match->turns);
    for (size_t i = 0; i < count; i++) cite(p, list[i]);
    if (liber) tercios_cite_armies(p);
    if (liber && !p->match->buys_terrain) cite(p, LM_DECOR_01);
}

bool tercios_starts_waiting(const struct match *m, int piece)
{
    int regiment = is_commander(m, piece) ? m->commander[piece - m->units].regiment : m->regiment_of[piece];

    for (int i = 0; i < m->arrivals; i++)
        if (m->arrival[i].regiment == regiment) return true;
    return m->deploys;
}

/* The first river of the map whose die has not been thrown, or -1. */
static int river_to_roll(const struct match *m, const struct state *s)
{
    for (int element = 0; element < m->elements; element++)
        if (m->element[element].river >= 0 && !s->river[m->element[element].river]) return element;
    return tercios_still_river(m, s);
}

/* BE-TERR-17: 1 difficult, 2 to 4 very difficult, 5 and 6 impassable. */
static void roll_river(struct play *p, int element)
{
    int     die = d6(p, BE_TERR_17);
    uint8_t current = die == 1 ? 1 : die <= 4 ? 2 : 3;

    if (element < p->match->elements) p->state->river[p->match->element[element].river] = current;
    else p->state->bought[element - p->match->elements].die = (uint8_t)die;
    tell(p, EVENT_RIVER, BE_TERR_17, NOBODY, NOBODY, element, current, 0);
    cite(p, BE_SETUP_09);
}

static void roll_orientation(struct play *p)
{
    struct state *s = p->state;

    if (s->type == BATTLE_MEETING) s->orientation = d6(p, LM_BATTLE_07) <= 3 ? ORIENTATION_RISING : ORIENTATION_FALLING;
    else if (s->type == BATTLE_THROUGH) s->orientation = ORIENTATION_WIDTH;
    else s->orientation = d6(p, BE_SETUP_03) <= 4 ? ORIENTATION_WIDTH : ORIENTATION_LENGTH;
    tell(p, EVENT_ORIENTATION, s->type == BATTLE_MEETING || s->type == BATTLE_THROUGH ? LM_BATTLE_07 : BE_SETUP_03, NOBODY, NOBODY,
         s->orientation, 0, 0);
    cite(p, BE_SETUP_01);
}

/* BE-SETUP-04. Where one side defends a position it is the one that wins this roll (B3). */
static void roll_zone(struct play *p)
{
    struct state *s = p->state;

    s->active = (uint8_t)contest(p, BE_SETUP_04, 6);
    if (is_liber(p->match)) s->winner = s->active;
    tell(p, EVENT_ZONE_ROLL, BE_SETUP_04, NOBODY, NOBODY, s->active, 0, 0);
    if (s->type != BATTLE_POSITION) return;
    s->attacker = (uint8_t)(1 + !s->active);
    tell(p, EVENT_ROLE, LM_BATTLE_07, NOBODY, NOBODY, !s->active, 0, 0);
}

static void enter_setup(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 element;

    switch (here(p)->step) {
    case SETUP_BEGINS:
        begin(p);
        here(p)->step = SETUP_RIVERS;
        if (m->buys_terrain) go_into(p, PHASE_TERRAIN);
        break;
    case SETUP_RIVERS:
        element = river_to_roll(m, s);
        if (element >= 0) roll_river(p, element);
        else if (is_liber(m)) here(p)->step = m->deploys ? SETUP_TYPE : SETUP_VANGUARD;
        else here(p)->step = m->deploys ? SETUP_ORIENTATION : SETUP_ENDS;
        break;
    case SETUP_TYPE:
        tercios_name_battle(p);
        here(p)->step = SETUP_ORIENTATION;
        break;
    case SETUP_ORIENTATION:
        roll_orientation(p);
        if (is_liber(m)) tercios_lay_battle(p);
        here(p)->step = s->type == BATTLE_FLANK ? SETUP_FLANK : SETUP_ROLL;
        break;
    case SETUP_FLANK:
        here(p)->step = SETUP_ROLL;
        go_into(p, PHASE_FLANK);
        break;
    case SETUP_ROLL:
        roll_zone(p);
        here(p)->step = s->type == BATTLE_POSITION ? SETUP_DIGS : SETUP_DEPLOYS;
        go_into(p, PHASE_ZONE);
        break;
    case SETUP_DIGS:
        s->active = s->winner;
        here(p)->step = SETUP_DEPLOYS;
        go_into(p, PHASE_TERRAIN)->step = TERRAIN_DIGS;
        break;
    case SETUP_DEPLOYS:
        if (is_liber(m)) s->active = s->winner;
        here(p)->step = is_liber(m) ? SETUP_VANGUARD : SETUP_ENDS;
        go_into(p, PHASE_DEPLOY);
        break;
    case SETUP_VANGUARD:
        here(p)->step = SETUP_ENDS;
        if (tercios_has_vanguard(m, s)) go_into(p, PHASE_VANGUARD);
        break;
    default:
        leave(p);
        go_into(p, PHASE_TURN);
    }
}

/* Where the frame below goes on after that phase. */
static int step_after(const struct match *m, uint8_t phase)
{
    switch (phase) {
    case PHASE_TERRAIN: return SETUP_RIVERS;
    case PHASE_FLANK:   return SETUP_ROLL;
    case PHASE_ZONE:    return SETUP_DEPLOYS;
    case PHASE_DEPLOY:  return is_liber(m) ? SETUP_VANGUARD : SETUP_ENDS;
    default:            return SETUP_ENDS;
    }
}

bool tercios_place_setup(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    bool early = phase == PHASE_SETUP || phase == PHASE_TERRAIN;

    if (!early && phase != PHASE_VANGUARD && !m->deploys)
        return fault_say(fault, "position", 0, "the armies of this scenario are not deployed in play");
    if (phase == PHASE_TERRAIN && !m->buys_terrain)
        return fault_say(fault, "position", 0, "the ground of this scenario is not bought in play");
    if (!early && m->deploys && !s->orientation)
        return fault_say(fault, "position", 0, "the orientation must be given");
    if (phase == PHASE_DEPLOY && (!s->zone[0] || !s->zone[1]))
        return fault_say(fault, "position", 0, "the zones must be given");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_SETUP);
    s->active = (uint8_t)seat;
    if (phase == PHASE_SETUP) return true;
    flow_top(&s->flow)->step = (uint8_t)step_after(m, phase);
    flow_push(&s->flow, phase);
    return true;
}

bool tercios_setup_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (s->ground > BOUGHT) return fault_say(fault, "position", 0, "there is more ground than can be bought (LM-DECOR-03)");
    for (int i = 0; i < BOUGHT; i++) {
        if (s->bought[i].kind > WARES || s->bought[i].die > 6 || s->bought[i].buyer > 2 || s->bought[i].count > BOUGHT_VERTICES)
            return fault_say(fault, "position", 0, "there is no such ground (LM-DECOR-03)");
        if ((s->bought[i].kind != 0) != (i < s->ground)) return fault_say(fault, "position", 0, "the bought ground is not in order (LM-DECOR-03)");
    }
    if (s->type > BATTLE_FLANK) return fault_say(fault, "position", 0, "there is no such kind of battle (LM-BATTLE-07)");
    if (s->winner > 1 || s->attacker > 2) return fault_say(fault, "position", 0, "there is no such side (LM-DEPLOY-02)");
    for (seat_id seat = 0; seat < 2; seat++)
        if (s->flank[seat] > m->regiments || s->flank_way[seat] > 2)
            return fault_say(fault, "position", 0, "nobody marches there (LM-BATTLE-07)");
    return true;
}

const struct phase tercios_setup_phase = { .name = "setup", .rule = BE_SETUP_09, .enter = enter_setup, .step = STEP_DEPLOYMENT };
