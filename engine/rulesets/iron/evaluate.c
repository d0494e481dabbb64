/*
 * evaluate.c: how good a position is. What the pieces are worth as they are, what each could do from where it stands, how it stands
 * to the enemy, and how near each army is to flight.
 *
 * What a blow or a shot promises is worked out by the rules themselves: an attack is laid into a copy of the state, and the ten
 * faces of the die are looked up in the tables. So whatever changes a number of the rules changes what is wanted.
 *
 * Between the questions of one activation the value must not depend on which of them is asked, apart from what is gained or lost
 * by the answer: else going on, which ends every segment, would look better or worse than it is.
 */
#include "rules.h"

#include <string.h>

const char *const iron_concerns[CONCERNS] = {
    "points", "missiles", "foot", "horse", "disorder", "retired", "shots", "shots_later", "blows", "blows_later", "declared", "stance", "approach",
    "formation", "command", "initiative", "leaders", "flight", "chance"
};

enum { POINT = 100, HARDLY_EVER = 20 };

/* What a unit is worth beside the points that its loss gives; in hundredths of it by status. */
static const int16_t unit_worth[UNIT_TYPES] = {
    [TYPE_LB] = 100, [TYPE_CB] = 80, [TYPE_SL] = 40, [TYPE_PK] = 80, [TYPE_AX] = 80, [TYPE_MM] = 140, [TYPE_DM] = 110, [TYPE_UH] = 50,
    [TYPE_HO] = 80, [TYPE_G] = 70
};
static const int8_t status_share[STATUSES] = { [STATUS_NORMAL] = 100, [STATUS_DISORDERED] = 60, [STATUS_RETIRED] = 25 };

/* Everything that is looked at more than once. */
struct eye {
    const struct match *m;
    const struct state *s;
    struct state        trial;                   /* the state without any attack, to lay one into */
    struct lay          lay;
    int                 units;
    int16_t             unit[PIECES];            /* those on the map, without the Retired */
    int16_t             cell[PIECES];            /* by piece */
    hex                 at[PIECES];
    int16_t             apart[PIECES];           /* from the nearest enemy */
    int16_t             foe[PIECES];             /* who that is, or NOBODY */
    int16_t             shot[PIECES], blow[PIECES];      /* what it could do from where it stands, at its best */
    bool                near[PIECES];            /* it has changed since the notes were taken, or something near it has */
};

/*
 * What was found out about a state, for others that come of it: what a unit can do depends on what is within REACH of it, so most of it
 * stays as it is.
 */
enum { REACH = 3 };

struct notes {
    const struct state *s;
    int16_t             apart[PIECES], foe[PIECES], shot[PIECES], blow[PIECES];
};

_Static_assert(sizeof(struct notes) <= IRON_NOTES, "room for notes");

/* What is lost. */

static int worth(const struct match *m, int unit, int type, int status)
{
    int  value = unit_worth[m->type_of[unit] == TYPE_HO ? TYPE_HO : type] * status_share[status] / 100;
    bool levy = m->command[m->command_of[unit]].levy;

    if (status == STATUS_RETIRED && !levy) value -= POINT * fixed_value(m, FIXED_FLIGHT_RETIRED);
    if (status == STATUS_LOST) value -= POINT * (levy ? 1 : m->tables.type[type].flight);
    return value;
}

/* What a result takes from a unit. */
int iron_cost_of(const struct match *m, const struct state *s, int unit, unsigned hits)
{
    enum { THROWN_BACK = 14 };
    int status = s->unit[unit].status, type = s->unit[unit].type, now = worth(m, unit, type, status);

    if (!(hits & (HIT_DISORDER | HIT_RETREAT | HIT_RETIRE | HIT_UNHORSE | HIT_ELIMINATE))) return 0;
    if (status == STATUS_RETIRED || hits & HIT_ELIMINATE) return now - worth(m, unit, type, STATUS_LOST);
    if (hits & HIT_RETIRE) return now - worth(m, unit, type, STATUS_RETIRED);
    if (hits & HIT_UNHORSE)
        return now - (type == TYPE_MM ? worth(m, unit, TYPE_UH, STATUS_DISORDERED) : worth(m, unit, type, STATUS_RETIRED));
    return (hits & HIT_DISORDER ? now - worth(m, unit, type, STATUS_DISORDERED) : 0) + (hits & HIT_RETREAT ? THROWN_BACK : 0);
}

/* A battle that drags on. */

enum { PATIENCE = 60, LATE = 120, LATEST = 240, HOPELESS = 500 };

/* In hundredths, what the losses of the side that acts no longer count: in the end somebody must dare something. */
static int daring(const struct state *s)
{
    enum { MOST = 60 };

    return s->turn <= LATE ? 0 : min32(MOST, (s->turn - LATE) * MOST / (LATEST - LATE));
}

/* What could be done. */

static struct play silent(const struct match *m, struct state *s)
{
    return (struct play){ .match = m, .state = s };
}

/* What a shot takes from its target, on the average of the ten faces. */
static int shot_promise(struct eye *eye, int unit, int target)
{
    struct play p = silent(eye->m, &eye->trial);
    int         base = iron_shot_drm(&p, 0, unit, target, false), sum = 0;

    for (int die = 0; die < 10; die++) sum += iron_cost_of(eye->m, eye->s, target, iron_fire_hits(eye->m, eye->s, target, base + die));
    return sum / 10;
}

/* What the attack that lies in the state takes from the defender, less what it takes from the attackers. */
static int blow_promise(const struct match *m, struct state *s, int defender)
{
    enum { PURSUIT = 15 };
    struct play p = silent(m, s);
    bool        charge;
    int         list[PIECES], count = iron_attackers(m, s, defender, 0, list), base, sum = 0;

    if (count == 0) return 0;
    base = iron_blow(&p, 0, defender, 0, &charge);
    for (int die = 0; die < 10; die++) {
        unsigned hits = iron_blow_hits(m, s, defender, charge, base + die);
        if (hits & HIT_PURSUE) sum += PURSUIT;
        if (!(hits & HIT_ON_ATTACKER)) sum += iron_cost_of(m, s, defender, hits);
        else
            for (int i = 0; i < count; i++) sum -= iron_cost_of(m, s, list[i], hits) * (100 - daring(s)) / 100;
    }
    return sum / 10;
}

/* The chance in tenths that a charge goes home. */
static int home_chance(const struct match *m, struct state *s, int unit, int target, bool hedge)
{
    struct play p = silent(m, s);

    if (!hedge && !iron_daunts(m, s, unit, target)) return 10;
    return min32(10, max32(0, fixed_value(m, FIXED_REFUSAL_SUCCESS_MAX) + 1 - iron_refusal_total(&p, 0, unit, target, hedge)));
}

/* A charge that lies in the state, with its refusal and with the arrows of whoever it rides at. */
static int charge_promise(const struct match *m, struct state *s, int unit, int target, int last, bool hedge)
{
    int home = home_chance(m, s, unit, target, hedge), sum = home ? home * blow_promise(m, s, target) : 0, cost = 0, unhurt = 0;
    const struct weapon_line *weapon = &m->tables.weapon[iron_weapon(m, s, target)];

    if (home < 10) {                                     /* a charge that is refused strikes from its last hex as well, as plain shock */
        struct unit before = s->unit[unit];
        s->unit[unit].attack = ATTACK_REFUSED;
        iron_put(s, m, unit, last);
        sum += (10 - home) * blow_promise(m, s, target);
        s->unit[unit] = before;
    }
    sum /= 10;
    if (!weapon->reacts || is_retired(s, target) || !iron_in_front(m, s, target, last)) return sum;
    for (int die = 0; die < 10; die++) {
        unsigned hits = iron_fire_hits(m, s, unit, die + (is_disordered(s, target) ? weapon->drm_disordered[0] : weapon->drm[0]));
        cost += iron_cost_of(m, s, unit, hits);
        unhurt += hits == 0;
    }
    return sum * unhurt / 10 - cost / 10;
}

/* Who stands where. */

/* The nearest enemy; of those equally near the first. */
static void find_foe(struct eye *eye, int unit)
{
    seat_id seat = side_of(eye->m, unit);
    int     best = HARDLY_EVER * 4, foe = NOBODY;

    for (int i = 0; i < eye->units; i++) {
        int other = eye->unit[i], apart;
        if (side_of(eye->m, other) == seat) continue;
        apart = hex_distance(eye->at[unit], eye->at[other]);
        if (apart < best) best = apart, foe = other;
    }
    eye->apart[unit] = (int16_t)best;
    eye->foe[unit] = (int16_t)foe;
}

/* What has changed since the notes were taken. */
struct changes {
    int     units;
    int16_t unit[PIECES];                        /* those that stand elsewhere, have come or are gone */
    bool    moved[PIECES];                       /* the same, by piece */
};

/* The same by the notes: only what has moved can have come nearer, unless it is the foe himself. */
static void follow_foe(struct eye *eye, const struct notes *notes, int unit, const struct changes *changes)
{
    seat_id seat = side_of(eye->m, unit);
    int     best = notes->apart[unit], foe = notes->foe[unit];

    if (changes->moved[unit] || foe == NOBODY || changes->moved[foe]) {
        find_foe(eye, unit);
        return;
    }
    for (int i = 0; i < changes->units; i++) {
        int other = changes->unit[i], apart;
        if (side_of(eye->m, other) == seat || !on_map(eye->s, other)) continue;
        apart = hex_distance(eye->at[unit], eye->at[other]);
        if (apart < best || (apart == best && other < foe)) best = apart, foe = other;
    }
    eye->apart[unit] = (int16_t)best;
    eye->foe[unit] = (int16_t)foe;
}

static void mark_near(struct eye *eye, int x, int y)
{
    hex at = hex_at(x, y);

    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        if (!eye->near[unit] && hex_distance(eye->at[unit], at) <= REACH) eye->near[unit] = true;
    }
}

/* And who is near it. */
static void find_changes(struct eye *eye, const struct state *before, struct changes *changes)
{
    const struct state *s = eye->s;

    changes->units = 0;
    for (int piece = 0; piece < eye->m->head.pieces; piece++) {
        const struct unit *now = &s->unit[piece], *then = &before->unit[piece];
        bool               elsewhere = now->x != then->x || now->y != then->y || on_map(s, piece) != on_map(before, piece);
        changes->moved[piece] = elsewhere;
        if (!memcmp(now, then, sizeof *now)) continue;
        if (elsewhere && piece < eye->m->units) changes->unit[changes->units++] = (int16_t)piece;
        if (on_map(before, piece) && elsewhere) mark_near(eye, then->x, then->y);
        if (on_map(s, piece)) mark_near(eye, now->x, now->y);
    }
}

static void look_round_by_notes(struct eye *eye, const struct notes *notes)
{
    struct changes changes;

    find_changes(eye, notes->s, &changes);
    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        follow_foe(eye, notes, unit, &changes);
        if (eye->near[unit]) continue;
        eye->shot[unit] = notes->shot[unit];
        eye->blow[unit] = notes->blow[unit];
    }
}

static void look_round(struct eye *eye, const struct notes *notes)
{
    const struct match *m = eye->m;

    for (int unit = 0; unit < m->units; unit++) {
        iron_clear_attack(&eye->trial, unit);
        eye->trial.unit[unit].battle = eye->trial.unit[unit].parried = 0;
        eye->shot[unit] = eye->blow[unit] = 0;
        eye->apart[unit] = HARDLY_EVER * 4;
        eye->foe[unit] = NOBODY;
        eye->near[unit] = !notes;
        if (!on_map(eye->s, unit)) continue;
        eye->cell[unit] = (int16_t)cell_of(m, eye->s, unit);
        eye->at[unit] = hex_of(m, eye->cell[unit]);
        eye->unit[eye->units++] = (int16_t)unit;
    }
    if (notes) look_round_by_notes(eye, notes);
    else
        for (int i = 0; i < eye->units; i++) find_foe(eye, eye->unit[i]);
}

static void look_at_shot(struct eye *eye, int unit, int target, int apart)
{
    int weapon = iron_weapon(eye->m, eye->s, unit);

    if (weapon == WEAPON_NONE || is_retired(eye->s, unit) || apart > eye->m->tables.weapon[weapon].range) return;
    if (iron_shot_refused(eye->m, eye->s, &eye->lay, unit, target, NULL)) return;
    eye->shot[unit] = (int16_t)max32(eye->shot[unit], shot_promise(eye, unit, target));
}

/* MI-SHOCK-02, MI-SW-03: the types that can, in whichever activation. */
static bool may_strike(const struct match *m, const struct state *s, int unit)
{
    return type_now(m, s, unit)->shocks && !is_retired(s, unit) && s->unit[unit].formation == FORM_NONE;
}

/* All who have the unit before them together; each has its share of what that promises. */
static void look_at_blow(struct eye *eye, int defender)
{
    const struct match *m = eye->m;
    struct state       *trial = &eye->trial;
    int                 list[6], count = 0, promise;
    bool                near = false;

    for (int direction = 0; direction < 6; direction++) {
        int next = m->next[eye->cell[defender]][direction], unit = next == NOWHERE ? NOBODY : eye->lay.unit[next], foes[2];
        if (unit == NOBODY || !are_enemies(m, unit, defender) || !may_strike(m, eye->s, unit)) continue;
        if (hex_arc(eye->s->unit[unit].heading, hex_opposite(direction)) != ARC_FRONT) continue;
        if (iron_entry(m, eye->s, unit, next, hex_opposite(direction)) == NOWHERE) continue;
        trial->unit[unit].attack = ATTACK_SHOCK;
        trial->unit[unit].foe = (int8_t)defender;
        if (iron_front(m, eye->s, &eye->lay, unit, next, eye->s->unit[unit].heading, foes) == 2)
            trial->unit[unit].other = (int8_t)(foes[0] == defender ? foes[1] : foes[0]);
        list[count++] = unit;
    }
    for (int i = 0; i < count; i++) near |= eye->near[list[i]];
    promise = near ? blow_promise(m, trial, defender) / count : 0;
    for (int i = 0; i < count; i++) {
        if (near) eye->blow[list[i]] = (int16_t)max32(eye->blow[list[i]], promise);
        iron_clear_attack(trial, list[i]);
    }
}

/* Every charge that is open to it, as if it were commanded and its turn; its best counts. */
static void look_at_charges(struct eye *eye, int unit)
{
    const struct match *m = eye->m;
    struct state       *trial = &eye->trial;
    struct unit        *u = &trial->unit[unit];
    struct charge       list[CHARGES];
    uint8_t             commanded = u->commanded;
    int                 count, best = 0;

    u->commanded = 1;
    count = iron_charges(m, trial, &eye->lay, unit, false, list);
    u->commanded = commanded;
    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < i && !again; k++)
            again = list[k].cell == list[i].cell && list[k].foes == list[i].foes && list[k].foe[0] == list[i].foe[0];
        if (again) continue;
        u->attack = ATTACK_CHARGE;
        u->foe = (int8_t)list[i].foe[0];
        if (list[i].foes == 2) u->other = (int8_t)list[i].foe[1];
        u->goal_x = (uint8_t)point_of(m, list[i].cell).x;
        u->goal_y = (uint8_t)point_of(m, list[i].cell).y;
        best = max32(best, charge_promise(m, trial, unit, list[i].foe[0], list[i].cell, list[i].hedge) +
                           (list[i].foes == 2 ? charge_promise(m, trial, unit, list[i].foe[1], list[i].cell, list[i].hedge) : 0));
        iron_clear_attack(trial, unit);
    }
    eye->blow[unit] = (int16_t)max32(eye->blow[unit], best);
}

/* Only whoever is steady and has an enemy before it at the right distance. */
static bool has_lane(const struct eye *eye, int unit, int target, int apart)
{
    return type_now(eye->m, eye->s, unit)->charges && eye->s->unit[unit].status == STATUS_NORMAL &&
           between(fixed_value(eye->m, FIXED_CHARGE_MIN_DISTANCE), apart, fixed_value(eye->m, FIXED_CHARGE_MAX_DISTANCE)) &&
           iron_best_arc(eye->m, eye->s, unit, eye->cell[target]) == ARC_FRONT;
}

/* What a unit could do to the enemies within three hexes of it. */
static void look_at_enemies(struct eye *eye, int unit)
{
    seat_id seat = side_of(eye->m, unit);
    bool    charges = false;

    for (int i = 0; i < eye->units; i++) {
        int other = eye->unit[i], apart;
        if (side_of(eye->m, other) == seat) continue;
        apart = hex_distance(eye->at[unit], eye->at[other]);
        if (apart > REACH) continue;
        look_at_shot(eye, unit, other, apart);
        charges = charges || has_lane(eye, unit, other, apart);
    }
    if (charges) look_at_charges(eye, unit);
}

static void look_ahead(struct eye *eye)
{
    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        if (eye->apart[unit] == 1) look_at_blow(eye, unit);
        if (eye->near[unit] && eye->apart[unit] <= REACH) look_at_enemies(eye, unit);
    }
}

/* How a unit stands. */

/* Whoever begins the battle comes on; the others wait until he is there, or until it is clear that he does not come. */
static bool comes_on(const struct match *m, const struct state *s, seat_id seat)
{
    return m->first == NO_SEAT || m->first == seat || s->turn > PATIENCE;
}

/* How far from the nearest enemy it would like to be. */
static int wanted_distance(const struct eye *eye, int unit)
{
    const struct state *s = eye->s;
    int                 foe = eye->foe[unit];

    switch (s->unit[unit].type) {
    case TYPE_LB: case TYPE_CB: return 2;
    case TYPE_MM:               return 3;
    case TYPE_G: case TYPE_HO:  return 3;
    case TYPE_PK:               return is_mounted(eye->m, s, foe) && s->turn <= LATE ? 2 : 1;
    default:                    return 1;
    }
}

/* What a hex nearer to the enemy is worth: more and more as the battle drags on, so that it does not go on for ever. */
static int urge(const struct state *s)
{
    enum { STEP = 4, STEP_MOST = 24, TURNS_A_STEP = 25 };

    return min32(STEP_MOST, STEP + s->turn / TURNS_A_STEP);
}

enum { CLOSE = 5 };

static int wish_of(const struct eye *eye, int unit)
{
    return eye->s->unit[unit].status == STATUS_NORMAL ? wanted_distance(eye, unit) : CLOSE;
}

/*
 * The way that a unit has made towards the enemy in this activation, as far as it wants to come to him. How far the armies are apart
 * counts for neither: whoever comes nearer brings the enemy nearer too.
 */
static int progress(const struct eye *eye, int unit)
{
    const struct unit *u = &eye->s->unit[unit];
    seat_id            seat = side_of(eye->m, unit);
    int                before = HARDLY_EVER, wish;
    hex                began;

    if (!u->began || is_retired(eye->s, unit) || eye->foe[unit] == NOBODY) return 0;
    if (leader_of(eye->m, unit) != (eye->s->command == NOBODY ? eye->s->last : eye->s->command)) return 0;
    began = hex_of(eye->m, u->began - 1);
    for (int i = 0; i < eye->units; i++)
        if (side_of(eye->m, eye->unit[i]) != seat) before = min32(before, hex_distance(began, eye->at[eye->unit[i]]));
    if (!comes_on(eye->m, eye->s, seat) && before > CLOSE) return 0;
    wish = wish_of(eye, unit);
    return urge(eye->s) * (max32(0, before - wish) - max32(0, min32(HARDLY_EVER, eye->apart[unit]) - wish));
}

static int stance(const struct eye *eye, int unit)
{
    enum { NEAR_STEP = 2, FLANK = 5, REAR = 9 };
    const struct match *m = eye->m;
    const struct state *s = eye->s;
    int                 apart = eye->apart[unit], foe = eye->foe[unit], sum = 0, wish;

    if (foe == NOBODY) return 0;
    wish = wish_of(eye, unit);
    if (apart < wish && s->unit[unit].type != TYPE_MM) sum -= NEAR_STEP * (wish - apart);
    if (apart <= CLOSE && s->unit[unit].formation != FORM_SCHILTRON) {
        enum hex_arc arc = iron_best_arc(m, s, unit, eye->cell[foe]);
        sum -= arc == ARC_FLANK ? FLANK : arc == ARC_REAR ? REAR : 0;
    }
    return sum;
}

/* A wall is good for those who wait, and before horse that charges; to those who want to come to the enemy it is a hindrance. */
static int formation_value(const struct eye *eye, int unit)
{
    enum { WALL = 6, HINDRANCE = 8, RIDE = 7 };
    int  foe = eye->foe[unit];
    bool ridden_at;

    if (eye->s->unit[unit].formation == FORM_NONE || foe == NOBODY) return 0;
    ridden_at = type_now(eye->m, eye->s, foe)->charges && !is_retired(eye->s, foe) && eye->apart[unit] <= RIDE;
    return comes_on(eye->m, eye->s, side_of(eye->m, unit)) && !ridden_at ? -HINDRANCE : WALL;
}

/* Its leader should be near enough: hexes stand here for what command costs. */
static int command_value(const struct eye *eye, int unit)
{
    enum { OUT_OF_COMMAND = 8 };
    int leader = leader_of(eye->m, unit), apart;

    if (!on_map(eye->s, leader)) return 0;
    apart = hex_distance(eye->at[unit], hex_at(eye->s->unit[leader].x, eye->s->unit[leader].y));
    apart -= iron_command_range(eye->m, eye->s, leader);
    return apart > 0 ? -OUT_OF_COMMAND - 2 * apart : 0;
}

/* Alone he is taken by whoever comes; with a unit that fights he may fall. */
static int leader_value(const struct eye *eye, int leader)
{
    enum { ALONE = 12, EXPOSED = 40, IN_THE_PRESS = 8 };
    const struct match *m = eye->m;
    int                 cell = cell_of(m, eye->s, leader), with = eye->lay.unit[cell];

    if (with == NOBODY || are_enemies(m, with, leader))
        return iron_beside_enemy(m, &eye->lay, side_of(m, leader), cell) ? -EXPOSED : -ALONE;
    return eye->apart[with] == 1 ? -IN_THE_PRESS * (1 + m->king[leader]) : 0;
}

/* The enemy at the standard threatens all who gather there. */
static int standard_value(const struct eye *eye, const struct standard *standard)
{
    enum { DANGER = 6, STEP = 4, BROKEN = 12 };
    const struct match *m = eye->m;
    hex                 at = hex_at(eye->s->unit[standard->piece].x, eye->s->unit[standard->piece].y);
    int                 nearest = DANGER, broken = 0, there;

    if (!on_map(eye->s, standard->piece)) return 0;
    there = eye->lay.unit[cell_of(m, eye->s, standard->piece)];
    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        if (side_of(m, unit) == standard->seat) broken += is_retired(eye->s, unit);
        else if (!is_retired(eye->s, unit)) nearest = min32(nearest, hex_distance(at, eye->at[unit]));
    }
    if (there != NOBODY && side_of(m, there) == standard->seat && !is_retired(eye->s, there)) return 0;
    return -(DANGER - nearest) * (STEP + BROKEN * broken / 2);
}

/* The flow of play. */

static bool is_acting(const struct state *s)
{
    return s->flow.depth > 0 && s->flow.stack[0].phase == PHASE_ACTIVATION;
}

/* The steps of an activation after which units have rallied, and armies have been tested. */
enum { BEFORE_RALLY = 4, BEFORE_ORLEANS = 5, BEFORE_COMYN = 6, BEFORE_FLIGHT = 7 };

/* MI-RALLY-01: whoever has done nothing so far will be steady again when the activation ends. */
static bool will_rally(const struct eye *eye, int unit)
{
    const struct state *s = eye->s;
    const struct unit  *u = &s->unit[unit];

    if (u->status != STATUS_DISORDERED || !u->weary || u->acted || eye->apart[unit] == 1) return false;
    return is_acting(s) && s->flow.stack[0].step <= BEFORE_RALLY && leader_of(eye->m, unit) == s->command;
}

/* The concern that a unit is of. */
static int arm_of(int type)
{
    switch (type) {
    case TYPE_LB: case TYPE_CB: case TYPE_SL:             return CONCERN_MISSILES;
    case TYPE_MM: case TYPE_DM: case TYPE_HO: case TYPE_G: return CONCERN_HORSE;
    default:                                              return CONCERN_FOOT;
    }
}

/* What it is worth in good order, and what it lacks of that; as a battle drags on the losses of the side that acts count less and less. */
static void appraise_force(const struct eye *eye, int unit, int32_t part[CONCERNS_MAX])
{
    const struct match *m = eye->m;
    const struct unit  *u = &eye->s->unit[unit];
    int                 status = will_rally(eye, unit) ? STATUS_NORMAL : u->status, value = worth(m, unit, u->type, status);
    int                 whole = status == STATUS_DISORDERED || status == STATUS_RETIRED ? worth(m, unit, u->type, STATUS_NORMAL) : value;
    int                 arm = arm_of(u->type);

    part[arm] += whole;
    part[status == STATUS_RETIRED ? CONCERN_RETIRED : CONCERN_DISORDER] += value - whole;
    if (eye->s->turn > LATE && side_of(m, unit) == eye->s->active)
        part[arm] += (worth(m, unit, m->type_of[unit], STATUS_NORMAL) - value) * daring(eye->s) / 100;
}

static void appraise_place(const struct eye *eye, int unit, int32_t part[CONCERNS_MAX])
{
    const struct unit *u = &eye->s->unit[unit];

    if (u->status == STATUS_AWAY || u->status == STATUS_LOST || u->status == STATUS_RETIRED) return;
    part[CONCERN_STANCE] += stance(eye, unit);
    part[CONCERN_APPROACH] += progress(eye, unit);
    part[CONCERN_FORMATION] += formation_value(eye, unit);
    part[CONCERN_COMMAND] += command_value(eye, unit);
}

/* What it could gain by a march, as long as there is hope that it gets anywhere. */
static int march_promise(const struct eye *eye, int unit)
{
    enum { HEX = 2, HEXES = 4 };
    int apart = eye->apart[unit], wish = wish_of(eye, unit);

    if (eye->foe[unit] == NOBODY || eye->s->unit[unit].formation != FORM_NONE || eye->s->turn > HOPELESS) return 0;
    return comes_on(eye->m, eye->s, side_of(eye->m, unit)) && apart > wish + 1 ? HEX * min32(HEXES, apart - wish) : 0;
}

/* What a command could do if it were its turn. */
static int promise_of(const struct eye *eye, int leader)
{
    enum { RALLY = 30 };
    const struct state *s = eye->s;
    int                 sum = 1;

    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        if (leader_of(eye->m, unit) != leader || is_retired(s, unit)) continue;
        if (s->unit[unit].status == STATUS_DISORDERED && eye->apart[unit] > 1) sum += RALLY;
        else sum += eye->shot[unit] + eye->blow[unit] + march_promise(eye, unit);
    }
    return sum;
}

static int best_promise(const struct eye *eye, seat_id seat)
{
    int best = 0;

    for (int i = 0; i < eye->m->commands; i++)
        if (eye->m->command[i].seat == seat) best = max32(best, promise_of(eye, eye->m->command[i].leader));
    return best;
}

/*
 * Neither side can do anything to the other, or has dared to for longer than any battle lasts: then a turn is worth nothing, and both may as
 * well let it pass (MI-ACT-24).
 */
static bool is_hopeless(const struct eye *eye)
{
    enum { NOTHING = 10 };

    if (eye->s->turn > 2 * HOPELESS) return true;
    return eye->s->turn > HOPELESS && best_promise(eye, SEAT_A) <= NOTHING && best_promise(eye, SEAT_B) <= NOTHING;
}

/* For the seat whose turn it is: what that is worth to it. */
static int initiative(const struct eye *eye)
{
    const struct state *s = eye->s;
    seat_id             active = (seat_id)s->active;
    int                 rating, mine;

    if (is_hopeless(eye)) return 0;
    switch (flow_top_const(&s->flow)->phase) {
    case PHASE_SETUP:
        mine = best_promise(eye, active);
        return eye->m->first == NO_SEAT ? (mine - best_promise(eye, other_side(active))) / 2 : mine;
    case PHASE_FREE:  return best_promise(eye, active);
    case PHASE_MARCH: return s->untouched ? promise_of(eye, s->command) : 0;
    case PHASE_SEIZE:
        rating = iron_rating(eye->m, s, s->announced);
        return (promise_of(eye, s->announced) * (rating + 1) - best_promise(eye, other_side(active)) * (9 - rating)) / 10;
    default: return 0;
    }
}

static int best_reach(const struct eye *eye, seat_id seat)
{
    int best = 0;

    for (int i = 0; i < eye->m->commands; i++)
        if (eye->m->command[i].seat == seat) best = max32(best, iron_command_reach(eye->m, eye->s, &eye->lay, eye->m->command[i].leader));
    return best;
}

/* Is it being decided whom to activate, or whether to let the other side do so? */
static bool is_choosing(const struct state *s)
{
    int phase = flow_top_const(&s->flow)->phase;

    return phase == PHASE_FREE || phase == PHASE_NEXT || phase == PHASE_SEIZE;
}

/*
 * The same by all that a command could come to with its march: horse that is still six hexes away promises nothing from where it stands, and
 * is the command to activate all the same. It counts only for that choice: what ends an activation must not be put off because of
 * what the other side can do in the next.
 */
static int chance(const struct eye *eye, const struct notes *notes)
{
    const struct state *s = eye->s;
    seat_id             active = (seat_id)s->active;
    int                 rating;

    if (!notes || !is_choosing(notes->s) || is_hopeless(eye)) return 0;
    switch (flow_top_const(&s->flow)->phase) {
    case PHASE_FREE:  return best_reach(eye, active);
    case PHASE_MARCH: return s->untouched ? iron_command_reach(eye->m, s, &eye->lay, s->command) : 0;
    case PHASE_SEIZE:
        rating = iron_rating(eye->m, s, s->announced);
        return (iron_command_reach(eye->m, s, &eye->lay, s->announced) * (rating + 1) - best_reach(eye, other_side(active)) * (9 - rating)) / 10;
    default: return 0;
    }
}

/* A charge that has lost a target from before its last hex: what it may do instead (MI-CHG-25) is not looked for. */
static void forget_lost_targets(const struct match *m, struct state *s, int unit)
{
    int foes[2] = { s->unit[unit].foe, s->unit[unit].other };

    if (s->unit[unit].attack != ATTACK_CHARGE) return;
    for (int i = 0; i < 2; i++)
        if (foes[i] != NOBODY && iron_distance(m, iron_attack_cell(m, s, unit), cell_of(m, s, foes[i])) != 1) iron_drop_attack(s, unit, foes[i]);
}

/* Attacks that are declared and not yet fought. */
static int declared_promise(struct eye *eye)
{
    const struct match *m = eye->m;
    struct state       *trial = &eye->trial;
    bool                attacked[PIECES] = { false };
    int                 sum = 0;

    for (int unit = 0; unit < m->units; unit++) {
        trial->unit[unit] = eye->s->unit[unit];
        forget_lost_targets(m, trial, unit);
    }
    for (int unit = 0; unit < m->units; unit++) {
        if (trial->unit[unit].attack == ATTACK_NONE) continue;
        if (trial->unit[unit].foe != NOBODY) attacked[trial->unit[unit].foe] = true;
        if (trial->unit[unit].other != NOBODY) attacked[trial->unit[unit].other] = true;
    }
    for (int i = 0; i < eye->units; i++) {
        int list[PIECES], defender = eye->unit[i], count = attacked[defender] ? iron_attackers(m, trial, defender, 0, list) : 0, charger = NOBODY;
        if (count == 0) continue;
        for (int k = 0; k < count; k++)
            if (trial->unit[list[k]].attack == ATTACK_CHARGE) charger = list[k];
        if (charger == NOBODY) sum += blow_promise(m, trial, defender);
        else sum += charge_promise(m, trial, charger, defender, iron_attack_cell(m, trial, charger), false);
    }
    return sum;
}

/* The chance in tenths that a side flees at the next test. */
static int flight_chance(const struct match *m, const struct state *s, seat_id seat)
{
    return min32(10, max32(0, iron_flight_points(m, s, seat) + 10 - m->side[seat].flight_level));
}

/* MI-FALK-03, MI-POIT-05: a command that may go home before this activation ends; half of what it is worth. */
static int doubtful(const struct eye *eye, enum special which, seat_id *seat)
{
    const struct match *m = eye->m;
    int                 sum = 0;

    for (int i = 0; i < eye->units; i++) {
        int unit = eye->unit[i];
        if (!(m->concern[which].commands & 1u << m->command_of[unit])) continue;
        *seat = side_of(m, unit);
        sum += worth(m, unit, eye->s->unit[unit].type, eye->s->unit[unit].status) + (which == SPECIAL_POIT_05 ? POINT : 0);
    }
    return sum / 2;
}

static void appraise_desertions(const struct eye *eye, struct appraisal *appraisal)
{
    const struct state *s = eye->s;
    seat_id             whose = SEAT_A;
    int                 sum = 0, step;

    if (!is_acting(s)) return;
    step = s->flow.stack[0].step;
    if (step <= BEFORE_ORLEANS && iron_orleans_due(eye->m, s)) sum = doubtful(eye, SPECIAL_POIT_05, &whose);
    if (step <= BEFORE_COMYN && s->kind == ACT_FREE && iron_comyn_due(eye->m, s)) sum += doubtful(eye, SPECIAL_FALK_03, &whose);
    appraisal->part[whose][CONCERN_POINTS] -= sum;
}

/* A test that is still to come in this activation counts as if it had been made; later ones cast their shadow. */
static void appraise_flight(const struct eye *eye, struct appraisal *appraisal)
{
    enum { SHADOW = 60 };
    const struct state *s = eye->s;
    int                 chance[2];

    for (seat_id seat = 0; seat < 2; seat++) {
        chance[seat] = flight_chance(eye->m, s, seat);
        appraisal->part[seat][CONCERN_FLIGHT] -= SHADOW * chance[seat];
    }
    if (!is_acting(s) || s->kind != ACT_FREE || s->flow.stack[0].step > BEFORE_FLIGHT) return;
    for (seat_id seat = 0; seat < 2; seat++) appraisal->decided[seat] = (int16_t)(chance[other_side(seat)] * (10 - chance[seat]));
}

static void open_eye(struct eye *eye, const struct match *m, const struct state *s, const struct notes *notes)
{
    eye->m = m;
    eye->s = s;
    eye->trial = *s;
    eye->units = 0;
    iron_lay(m, s, &eye->lay);
    look_round(eye, notes);
    look_ahead(eye);
}

void iron_take_notes(const struct match *m, const struct state *s, void *room)
{
    struct notes *notes = room;
    struct eye    eye;

    open_eye(&eye, m, s, NULL);
    notes->s = s;
    memcpy(notes->apart, eye.apart, sizeof eye.apart);
    memcpy(notes->foe, eye.foe, sizeof eye.foe);
    memcpy(notes->shot, eye.shot, sizeof eye.shot);
    memcpy(notes->blow, eye.blow, sizeof eye.blow);
}

/* What counts beyond the battlefield: how much is dared. */
static bool holds(const struct notes *notes, const struct state *s)
{
    return daring(notes->s) == daring(s);
}

/* What a unit can do counts for more on the side whose turn it is. */
static void appraise_unit(const struct eye *eye, int unit, int32_t part[CONCERNS_MAX])
{
    bool now = side_of(eye->m, unit) == eye->s->active;

    appraise_force(eye, unit, part);
    appraise_place(eye, unit, part);
    part[now ? CONCERN_SHOTS : CONCERN_SHOTS_LATER] += eye->shot[unit];
    part[now ? CONCERN_BLOWS : CONCERN_BLOWS_LATER] += eye->blow[unit];
}

/* As far as it is likely to come to that. */
static void discount(int32_t part[CONCERNS_MAX])
{
    enum { NOW = 60, LATER = 40, SHOT_NOW = 35, SHOT_LATER = 20, SHARES = 100 };

    part[CONCERN_SHOTS] = part[CONCERN_SHOTS] * SHOT_NOW / SHARES;
    part[CONCERN_SHOTS_LATER] = part[CONCERN_SHOTS_LATER] * SHOT_LATER / SHARES;
    part[CONCERN_BLOWS] = part[CONCERN_BLOWS] * NOW / SHARES;
    part[CONCERN_BLOWS_LATER] = part[CONCERN_BLOWS_LATER] * LATER / SHARES;
}

/* Points that no unit stands for are lost like units. */
static void appraise_leaders(const struct eye *eye, struct appraisal *appraisal)
{
    const struct match *m = eye->m;

    for (seat_id side = SEAT_A; side <= SEAT_B; side++) appraisal->part[side][CONCERN_POINTS] -= POINT * eye->s->extra[side];
    for (int i = 0; i < m->commands; i++) {
        int32_t *part = appraisal->part[m->command[i].seat];
        int      leader = m->command[i].leader;
        if (on_map(eye->s, leader)) part[CONCERN_LEADERS] += leader_value(eye, leader);
        part[CONCERN_POINTS] -= POINT * iron_points_for(m, eye->s, leader);
    }
    for (int i = 0; i < m->standards; i++) appraisal->part[m->standard[i].seat][CONCERN_LEADERS] += standard_value(eye, &m->standard[i]);
}

static void appraise_flow(struct eye *eye, const struct notes *notes, struct appraisal *appraisal)
{
    enum { TEMPO = 3 };
    const struct state *s = eye->s;
    const struct frame *top = flow_top_const(&s->flow);
    int32_t            *part;

    if (s->active > SEAT_B) return;
    part = appraisal->part[s->active];
    part[CONCERN_INITIATIVE] += initiative(eye);
    part[CONCERN_CHANCE] += chance(eye, notes);
    if (top->phase == PHASE_MARCH && !s->untouched) part[CONCERN_APPROACH] -= TEMPO;
    if (top->phase == PHASE_SETUP && top->step <= SEAT_B) appraisal->part[top->step][CONCERN_APPROACH] -= TEMPO;
    if (top->phase == PHASE_DESIGNATE || top->phase == PHASE_COMBATS) part[CONCERN_DECLARED] += declared_promise(eye);
}

void iron_appraise(const struct match *m, const struct state *s, const void *known, struct appraisal *appraisal)
{
    enum { SCALE = 10 * POINT };
    struct eye eye;

    appraisal->scale = SCALE;
    open_eye(&eye, m, s, known && holds(known, s) ? known : NULL);
    for (int unit = 0; unit < m->units; unit++) appraise_unit(&eye, unit, appraisal->part[side_of(m, unit)]);
    for (seat_id side = SEAT_A; side <= SEAT_B; side++) discount(appraisal->part[side]);
    appraise_leaders(&eye, appraisal);
    appraise_flow(&eye, known, appraisal);
    appraise_desertions(&eye, appraisal);
    appraise_flight(&eye, appraisal);
}

int32_t iron_tide(const struct match *m, const struct state *s)
{
    (void)m;
    return s->turn;
}
