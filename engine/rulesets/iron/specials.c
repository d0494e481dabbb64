/* specials.c: the rules of single battles (ledger chapters TEACH, FALK, COUR, BANN, CREC, POIT, NAJ). */
#include "rules.h"

/* MI-FALK-02 */
bool iron_is_static(const struct match *m, const struct state *s, int unit)
{
    return has_special(m, SPECIAL_FALK_02) && m->head.option[OPTION_FALKIRK_STATIC_SCOTS] && s->unit[unit].type == TYPE_PK &&
           m->command[m->command_of[unit]].static_pikes;
}

/* MI-CREC-05: the Genoese go first. */
rule_id iron_activation_refused(const struct match *m, const struct state *s, int leader, struct refusal *why)
{
    if (!has_special(m, SPECIAL_CREC_05) || !m->head.option[OPTION_CRECY_GENOESE_FIRST]) return 0;
    if (s->begun[side_of(m, leader)] || (m->type_of[leader] == TYPE_LEADER && m->command[m->command_of[leader]].genoese)) return 0;
    for (int i = 0; i < m->commands; i++)
        if (m->command[i].genoese && m->command[i].seat == side_of(m, leader) && iron_has_units(m, s, m->command[i].leader))
            return refuse_for(why, MI_CREC_05, leader);
    return 0;
}

/* MI-POIT-03 */
rule_id iron_continuity_refused(const struct match *m, const struct state *s, int leader, struct refusal *why)
{
    enum { FRESH_AFTER = 5 };

    if (!has_special(m, SPECIAL_POIT_03) || !m->command[m->command_of[leader]].tired) return 0;
    return s->begun[side_of(m, leader)] < FRESH_AFTER ? refuse_with(why, MI_POIT_03, s->begun[side_of(m, leader)], FRESH_AFTER) : 0;
}

/* MI-POIT-04: before anything else is done in a free activation, and in one such activation only. */
rule_id iron_remount_refused(const struct match *m, const struct state *s, int unit, struct refusal *why)
{
    enum { HORSES = 3 };
    struct lay lay;

    if (!has_special(m, SPECIAL_POIT_04) || !(m->concern[SPECIAL_POIT_04].commands & 1u << m->command_of[unit])) return refuse_with(why, MI_POIT_04, 0, 0);
    if (s->kind != ACT_FREE || s->remounts >= HORSES || (s->remounts && s->untouched != ONLY_REMOUNTED) || s->untouched == TOUCHED)
        return refuse_with(why, MI_POIT_04, s->remounts, HORSES);
    if (s->unit[unit].type != TYPE_DM || s->unit[unit].status != STATUS_NORMAL) return refuse_for(why, MI_POIT_04, unit);
    iron_lay(m, s, &lay);
    return iron_beside_enemy(m, &lay, side_of(m, unit), cell_of(m, s, unit)) ? refuse_for(why, MI_POIT_04, unit) : 0;
}

void iron_remount(struct play *p, int unit)
{
    struct state *s = p->state;

    s->remounts++;
    s->untouched = ONLY_REMOUNTED;
    s->unit[unit].type = TYPE_MM;
    s->unit[unit].formation = FORM_NONE;
    s->unit[unit].moved = MOVE_OVER;
    s->unit[unit].mounted = 2;
    s->unit[unit].acted = 1;
    tell(p, EVENT_REMOUNTED, MI_POIT_04, unit, NOBODY, s->remounts, 0, 0);
}

/* MI-BANN-04 */
rule_id iron_folk_refused(const struct match *m, const struct state *s, seat_id seat, struct refusal *why)
{
    enum { SHAKEN_ENOUGH = 15 };

    if (!has_special(m, SPECIAL_BANN_04) || m->concern[SPECIAL_BANN_04].seat != seat || s->folk) return refuse_with(why, MI_BANN_04, 0, 0);
    if (iron_flight_points(m, s, other_side(seat)) < SHAKEN_ENOUGH)
        return refuse_with(why, MI_BANN_04, iron_flight_points(m, s, other_side(seat)), SHAKEN_ENOUGH);
    return 0;
}

void iron_call_folk(struct play *p, seat_id seat)
{
    enum { FRIGHT = 3 };

    p->state->folk = FOLK_COMING;                        /* an activation must follow */
    p->state->extra[other_side(seat)] = (int16_t)(p->state->extra[other_side(seat)] + FRIGHT);
    tell(p, EVENT_FOLK, MI_BANN_04, NOBODY, NOBODY, FRIGHT, iron_flight_points(p->match, p->state, other_side(seat)), 0);
}

/* MI-CREC-01 */
int iron_special_fire(const struct match *m, int shooter, rule_id *rule)
{
    if (!has_special(m, SPECIAL_CREC_01) || !is_unit(m, shooter) || !m->command[m->command_of[shooter]].wet) return 0;
    *rule = MI_CREC_01;
    return -1;
}

/* MI-COUR-03: the goedendag is good against horse, and horse that does not charge home is poor against it. */
int iron_special_shock(const struct match *m, const struct state *s, int attacker, int defender, bool charge_table)
{
    seat_id flemish = m->concern[SPECIAL_COUR_03].seat;
    int     with = s->unit[attacker].type, against = s->unit[defender].type;

    if (!has_special(m, SPECIAL_COUR_03)) return 0;
    if (side_of(m, attacker) == flemish) return with == TYPE_PK && against == TYPE_MM ? 1 : 0;
    return with == TYPE_MM && against == TYPE_PK && !charge_table ? -1 : 0;
}

/* MI-BANN-05: packed between the burns the archers have no room to shoot over their own. */
bool iron_is_cramped(const struct match *m, const struct state *s, int shooter)
{
    const struct unit    *u = &s->unit[shooter];
    const struct concern *area = &m->concern[SPECIAL_BANN_05];

    return has_special(m, SPECIAL_BANN_05) && area->seat == side_of(m, shooter) && u->type == TYPE_LB &&
           between(area->low_x, u->x, area->high_x) && between(area->low_y, u->y, area->high_y);
}

/* MI-COUR-04 */
int iron_leader_points(const struct match *m, int leader)
{
    int points = fixed_value(m, m->king[leader] ? FIXED_FLIGHT_KING : FIXED_FLIGHT_LEADER);

    return has_special(m, SPECIAL_COUR_04) && m->concern[SPECIAL_COUR_04].seat == side_of(m, leader) ? points + 1 : points;
}

static int nearest_enemy(const struct match *m, const struct state *s, seat_id seat, int cell)
{
    int best = INT32_MAX;

    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && side_of(m, unit) != seat) best = min32(best, iron_distance(m, cell, cell_of(m, s, unit)));
    return best;
}

/* MI-CREC-06: is the unit bound to ride at the enemy in this activation? */
static bool is_impetuous(const struct match *m, const struct state *s, int unit)
{
    const struct unit *u = &s->unit[unit];

    return has_special(m, SPECIAL_CREC_06) && m->head.option[OPTION_CRECY_IMPETUOUS] && s->kind == ACT_FREE && u->type == TYPE_MM &&
           u->commanded && !is_retired(s, unit) && m->concern[SPECIAL_CREC_06].seat == side_of(m, unit) && s->unit[leader_of(m, unit)].provoked & RIDES_AT_THEM;
}

static bool is_headlong(const struct mover *mover, int to, int cost)
{
    const struct match *m = mover->m;
    seat_id             seat = side_of(m, mover->piece);
    int                 allowance = iron_allowance(m, mover->s, mover->piece);

    if (2 * cost < allowance && !iron_must_stop(mover, to)) return false;
    return nearest_enemy(m, mover->s, seat, to) < nearest_enemy(m, mover->s, seat, mover->start);
}

/* Is there any cell at all that would do? */
static bool may_ride_on(const struct match *m, const struct state *s, int unit)
{
    struct journeys journeys;
    struct lay      lay;
    struct mover    mover;

    iron_lay(m, s, &lay);
    if (iron_moving_refused(m, s, &lay, unit, NULL)) return false;
    mover = iron_mover(m, s, &lay, unit, NOBODY);
    iron_journeys(&mover, NOWHERE, &journeys);
    for (int cell = 0; cell < m->cells; cell++)
        if (journeys.cost[cell] != TOO_FAR && cell != mover.start && iron_may_end(&mover, cell) && is_headlong(&mover, cell, journeys.cost[cell]))
            return true;
    return false;
}

rule_id iron_impetuous_refused(const struct mover *mover, int to, const struct way *way, struct refusal *why)
{
    int unit = mover->piece;

    if (!is_unit(mover->m, unit) || !is_impetuous(mover->m, mover->s, unit) || mover->s->unit[unit].moved != MOVE_NONE) return 0;
    if (is_headlong(mover, to, way->cost) || !may_ride_on(mover->m, mover->s, unit)) return 0;
    return refuse_for(why, MI_CREC_06, unit);
}

int iron_laggard(const struct match *m, const struct state *s)
{
    for (int unit = 0; unit < m->units; unit++)
        if (on_map(s, unit) && leader_of(m, unit) == s->command && is_impetuous(m, s, unit) && s->unit[unit].moved == MOVE_NONE &&
            may_ride_on(m, s, unit))
            return unit;
    return NOBODY;
}

/* A whole command goes: its units one by one, in the special frame. */

enum { VALUE_WHAT, VALUE_COMMAND, VALUE_NEXT };
enum { GOES_TELLO, GOES_ORLEANS, GOES_COMYN };

static void push_special(struct play *p, int what, int command)
{
    struct frame *frame = go_into(p, PHASE_SPECIAL);

    frame->value[VALUE_WHAT] = what;
    frame->value[VALUE_COMMAND] = command;
}

static int first_command(unsigned commands)
{
    for (int i = 0; i < COMMANDS; i++)
        if (commands & 1u << i) return i;
    return NOWHERE;
}

static int special_command(const struct match *m, enum special which)
{
    return first_command(m->concern[which].commands);
}

/* MI-NAJ-03 */
void iron_after_fire_result(struct play *p, int unit)
{
    int command = special_command(p->match, SPECIAL_NAJ_03);

    if (!has_special(p->match, SPECIAL_NAJ_03) || p->state->tello || p->match->command_of[unit] != command) return;
    p->state->tello = 1;
    push_special(p, GOES_TELLO, command);
}

static bool any_broken(const struct match *m, const struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == seat && s->unit[unit].status >= STATUS_RETIRED) return true;
    return false;
}

/* MI-FALK-03 */
bool iron_comyn_due(const struct match *m, const struct state *s)
{
    int command = special_command(m, SPECIAL_FALK_03);

    return has_special(m, SPECIAL_FALK_03) && !s->comyn && command != NOWHERE && any_broken(m, s, m->command[command].seat);
}

void iron_before_flight(struct play *p)
{
    if (!iron_comyn_due(p->match, p->state)) return;
    p->state->comyn = 1;
    push_special(p, GOES_COMYN, special_command(p->match, SPECIAL_FALK_03));
}

/* MI-POIT-05 */
bool iron_orleans_due(const struct match *m, const struct state *s)
{
    enum { BROKEN_ENOUGH = 4 };
    int dauphin = first_command(m->concern[SPECIAL_POIT_05].watched), broken = 0;

    if (!has_special(m, SPECIAL_POIT_05) || s->orleans || dauphin == NOWHERE) return false;
    for (int unit = 0; unit < m->units; unit++)
        broken += m->command_of[unit] == dauphin && s->unit[unit].status >= STATUS_RETIRED;
    return broken >= BROKEN_ENOUGH;
}

void iron_test_orleans(struct play *p)
{
    p->state->orleans = 1;
    push_special(p, GOES_ORLEANS, special_command(p->match, SPECIAL_POIT_05));
}

/* A leader who was lost before stays lost, and counts (MI-VIC-04). */
static void leave_with_command(struct state *s, int leader)
{
    struct unit *u = &s->unit[leader];

    if (u->status == STATUS_LOST) return;
    *u = (struct unit){ .status = STATUS_AWAY, .type = TYPE_LEADER, .foe = NOBODY, .other = NOBODY, .successor = u->successor };
}

/* They ride off the field: with flight points for Orleans, without for Comyn. */
static void go_away(struct play *p, int command, bool counts)
{
    const struct match *m = p->match;

    for (int unit = 0; unit < m->units; unit++) {
        if (m->command_of[unit] != command || !on_map(p->state, unit)) continue;
        tell(p, EVENT_LEFT_MAP, counts ? MI_POIT_05 : MI_FALK_03, unit, NOBODY, 0, 0, 0);
        iron_remove(p, unit, STATUS_AWAY);
        if (counts) p->state->extra[m->command[command].seat]++;
    }
    leave_with_command(p->state, m->command[command].leader);
    if (iron_any_marked(m, p->state)) iron_sweep_leaders(p);
}

/* The next of Tello's units that has no enemy beside it and has not been retired yet. */
static int next_waverer(const struct match *m, const struct state *s, int command, int from)
{
    struct lay lay;

    iron_lay(m, s, &lay);
    for (int unit = from; unit < m->units; unit++)
        if (m->command_of[unit] == command && on_map(s, unit) && !is_retired(s, unit) &&
            !iron_beside_enemy(m, &lay, side_of(m, unit), cell_of(m, s, unit)))
            return unit;
    return NOBODY;
}

static void enter_special(struct play *p)
{
    enum { STEADY_FROM = 5 };
    static const rule_id rules[] = { [GOES_TELLO] = MI_NAJ_03, [GOES_ORLEANS] = MI_POIT_05, [GOES_COMYN] = MI_FALK_03 };
    struct frame *frame = here(p);
    int           what = frame->value[VALUE_WHAT], command = frame->value[VALUE_COMMAND], unit, die;

    if (frame->step == 0) {
        frame->step = 1;
        die = d10(p, rules[what]);
        tell(p, EVENT_SPECIAL, rules[what], p->match->command[command].leader, NOBODY, die, die < STEADY_FROM, 0);
        if (die < STEADY_FROM && what == GOES_TELLO) return;
        leave(p);
        if (die < STEADY_FROM) go_away(p, command, what == GOES_ORLEANS);
        return;
    }
    unit = next_waverer(p->match, p->state, command, frame->value[VALUE_NEXT]);
    if (unit == NOBODY) {
        leave(p);
        return;
    }
    frame->value[VALUE_NEXT] = unit + 1;
    iron_suffer(p, unit, HIT_RETIRE, NOWHERE, 0);
}

const struct phase iron_special = { .name = "special", .rule = MI_VIC_06, .enter = enter_special };
