/*
 * evaluate.c: what computer players want: the value of a position.
 *
 * The value is in thousandths of a victory point. A unit counts for the points it would give away (BE-SCORE-01) and for
 * what it can still do, less its wear and disorder; then for the best shot or charge it threatens, for the card it
 * still holds, and for where it stands. Commanders count for themselves and for the units that they have in command. It is
 * asked for thousands of times a decision, so sight and lanes are judged by rule of thumb, and dice are taken at their mean
 * and spread.
 */
#include "tercios.h"

const char *const tercios_concerns[CONCERNS] = { "points", "force", "threats", "place", "cards", "command", "ground" };

enum { POINT = 1000, SHARE = 256 };           /* a victory point; shares and chances are in 256ths */
enum { CENTI = 100 };                         /* wear is expected in hundredths */

/* The scene: every unit on the table with what is asked of it again and again. */

struct soldier {
    const struct type *type;
    struct point       front, middle;
    int32_t            sine, cosine;
    int32_t            half_width, half_depth;
    int32_t            worth;                 /* what the enemy would gain by its end */
    int32_t            reach;                 /* of a charge */
    int32_t            range[2];              /* of shoot[] */
    int32_t            to_go;                 /* ticks to where the enemy came from */
    int32_t            nearest;               /* ticks to the nearest enemy */
    int32_t            nearest_ahead;         /* that enemy's place, to the front and to the right of F */
    int32_t            nearest_right;
    int32_t            shot, charge;          /* the best it could do now; charge: NO_CHARGE when there is none */
    int32_t            coming;                /* the best it could do after a move straight ahead */
    int32_t            peril;                 /* the worst charge that an enemy could make on it */
    int32_t            astray;                /* ticks that it is out of command by; 0: in command */
    uint64_t           special;
    uint8_t            unit, seat, wear, endurance, discipline;
    bool               disordered, at_limit, covered, housed;
};

enum { NO_CHARGE = -1000000 };

struct scene {
    const struct match *m;
    const struct state *s;
    int                 count;
    bool                eager[2];             /* by seat: the end is near and it does not lead */
    struct box          goal[2];              /* by seat: where the enemy came from */
    int32_t             line[2];              /* by seat: ticks that its foremost infantry still has to go there */
    struct soldier      list[PIECES];
};

static bool in_cover(const struct match *m, const struct state *s, struct point at)
{
    struct element own;

    for (int i = 0; i < elements_in(m, s); i++) {
        const struct element *element = element_in(m, s, i, &own);
        if (element->is_line || !(element->traits & T_COVER)) continue;
        if (!between(element->area.low.x, at.x, element->area.high.x)) continue;
        if (!between(element->area.low.y, at.y, element->area.high.y)) continue;
        if (table_inside(&element->area, at, TOLERANCE)) return true;
    }
    return false;
}

static int32_t range_of(const struct match *m, const struct type *type, int which)
{
    if (!type->shoot[which] || type->weapon[which] < 0 || (which == 1 && !custom(m, CUSTOM_SPLIT_SHOT))) return 0;
    return m->weapon[type->weapon[which]].range;
}

/* How far a point is from a box, by rule of thumb. */
static int32_t out_of_box(const struct box *box, struct point at)
{
    int32_t x = max32(0, max32(box->low.x - at.x, at.x - box->high.x));
    int32_t y = max32(0, max32(box->low.y - at.y, at.y - box->high.y));

    return max32(x, y) + min32(x, y) / 3;
}

static void enlist(struct scene *scene, int unit)
{
    enum { ABILITY = 60 };
    const struct match *m = scene->m;
    const struct unit  *u = &scene->s->unit[unit];
    const struct type  *type = profile_of(m, scene->s, unit);
    struct soldier     *soldier = &scene->list[scene->count++];
    int32_t             half = type->shape.depth / 2;

    *soldier = (struct soldier){
        .type = type, .front = { u->x, u->y }, .sine = heading_sine(u->heading), .cosine = heading_cosine(u->heading),
        .half_width = type->shape.width / 2, .half_depth = half,
        .worth = POINT * (points_for(type) + tercios_pension(m, scene->s, unit)) + ABILITY * (type->combat + type->shoot[0] + type->courage / 2),
        .reach = tercios_speed(m, scene->s, unit, 1, 0), .range = { range_of(m, type, 0), range_of(m, type, 1) },
        .nearest = INT32_MAX, .charge = NO_CHARGE, .special = u->form ? m->other_special[unit] : m->special[unit],
        .unit = (uint8_t)unit, .seat = (uint8_t)side_of(m, unit), .wear = u->wear, .disordered = u->disordered,
        .endurance = (uint8_t)tercios_endurance(m, scene->s, unit), .discipline = type->discipline, .housed = u->house != 0,
    };
    soldier->at_limit = u->wear >= soldier->endurance;
    soldier->to_go = out_of_box(&scene->goal[soldier->seat], soldier->front);
    if (type->class == CLASS_SQUADRON) scene->line[soldier->seat] = min32(scene->line[soldier->seat], soldier->to_go);
    soldier->middle = soldier->front;
    soldier->covered = soldier->housed || in_cover(m, scene->s, soldier->front);
    if (soldier->housed) return;
    soldier->middle.x -= (int32_t)((int64_t)soldier->sine * half / SINE_ONE);
    soldier->middle.y -= (int32_t)((int64_t)soldier->cosine * half / SINE_ONE);
}

/* A point in a soldier's own coordinates: ahead of another point and to its right. */
static void own_place(const struct soldier *soldier, struct point from, struct point to, int32_t *ahead, int32_t *right)
{
    int64_t x = to.x - from.x, y = to.y - from.y;

    *ahead = (int32_t)((x * soldier->sine + y * soldier->cosine) / SINE_ONE);
    *right = (int32_t)((x * soldier->cosine - y * soldier->sine) / SINE_ONE);
}

/* The square of the distance from a point to the nearest Centre. */
static int64_t square_to_centre(const struct soldier *target, struct point from)
{
    int32_t ahead, right;
    int64_t a, r, front, side;

    own_place(target, target->middle, from, &ahead, &right);
    a = abs64(ahead);
    r = abs64(right);
    front = (a - target->half_depth) * (a - target->half_depth) + r * r;
    side = a * a + (r - target->half_width) * (r - target->half_width);
    return min64(front, side);
}

/* Commanders of the long edition. */

/* How far a unit is from the nearest commander who could have it in command, less his radius (LM-TEST-05..07). Sight is not asked. */
static int32_t out_of_command(const struct scene *scene, const struct soldier *soldier)
{
    const struct match *m = scene->m;
    const struct state *s = scene->s;
    int32_t             least = INT32_MAX;

    if (s->unit[soldier->unit].leader || soldier->special & (SR_INTEGRAL_COMMAND | SR_ELITE)) return 0;
    for (int commander = m->units; commander < m->units + m->commanders && least > 0; commander++) {
        int32_t reach = tercios_radius(m, commander), apart;
        if (!is_standing(s, commander) || !tercios_interacts(m, commander, soldier->unit)) continue;
        if (!s->unit[commander].with) reach += COMMANDER_RADIUS;
        else reach += type_of(m, s->unit[commander].with - 1)->shape.depth / 2;
        apart = (int32_t)root64((uint64_t)square_to_centre(soldier, pose_of(s, commander).at));
        least = min32(least, max32(0, apart - reach));
    }
    return least;
}

/* Is a disc in the way of a line of that length, short of its end? */
static bool is_in_way(struct point from, struct point to, int64_t length, struct point disc, int32_t radius)
{
    int64_t x = to.x - from.x, y = to.y - from.y, dx = disc.x - from.x, dy = disc.y - from.y;
    int64_t along = dx * x + dy * y;

    return along > 0 && along < (length - radius) * length && abs64(dx * y - dy * x) < radius * length;
}

static bool is_in_disc(struct point point, struct point disc, int32_t radius)
{
    return square_apart(point, disc) < (int64_t)radius * radius;
}

/* What stands to the left and to the right of a line, nearest to it. */
struct lane {
    struct point from, to;
    int64_t      length;
    int64_t      clear[2];                    /* ticks to the nearest base on either side */
    int64_t      along[2];                    /* and how far along the line it stands */
};

/* A base beside a line, or across it: its extent is that of its rectangle seen along the line. */
static bool is_across(struct lane *lane, const struct soldier *other)
{
    int64_t x = lane->to.x - lane->from.x, y = lane->to.y - lane->from.y;
    int64_t dx = other->middle.x - lane->from.x, dy = other->middle.y - lane->from.y;
    int64_t along = dx * x + dy * y, cross = dx * y - dy * x, extent;
    int     side = cross < 0;

    if (along <= 0 || along >= lane->length * lane->length) return false;
    extent = other->half_width * (abs64(x * other->sine + y * other->cosine) / SINE_ONE) +
             other->half_depth * (abs64(x * other->cosine - y * other->sine) / SINE_ONE);
    if (abs64(cross) < extent) return true;
    if ((abs64(cross) - extent) / lane->length < lane->clear[side]) {
        lane->clear[side] = (abs64(cross) - extent) / lane->length;
        lane->along[side] = along / lane->length;
    }
    return false;
}

/* Something hides the target or bars the lane to it: a unit, two that leave a narrow gap (BE-GEO-13), or ground. */
static bool is_barred(const struct scene *scene, const struct soldier *from, const struct soldier *target,
                      int32_t length)
{
    struct point   eye = from->front, aim = target->middle;
    struct element own;
    struct lane    lane = { eye, aim, length + target->half_depth, { INT32_MAX, INT32_MAX }, { 0, 0 } };

    for (int i = 0; i < scene->count; i++) {
        const struct soldier *other = &scene->list[i];
        if (other != from && other != target && !other->housed && is_across(&lane, other)) return true;
    }
    if (lane.clear[0] + lane.clear[1] < 3 * INCH && abs64(lane.along[0] - lane.along[1]) < 4 * INCH) return true;
    for (int i = 0; i < elements_in(scene->m, scene->s); i++) {
        const struct element *element = element_in(scene->m, scene->s, i, &own);
        const struct area    *area = &element->area;
        int32_t               radius;
        if (element->is_line || !(element->traits & (T_CONCEAL | T_IMPASSABLE | T_BUILDING))) continue;
        radius = min32(area->high.x - area->low.x, area->high.y - area->low.y) * 9 / 20;
        if (is_in_disc(eye, element->middle, radius) || is_in_disc(aim, element->middle, radius)) continue;
        if (is_in_way(eye, aim, lane.length, element->middle, radius)) return true;
    }
    return false;
}

/* Dice by their mean and spread. */

/* Hundredths of wear to expect of hits on that many dice less saves on that many others. */
static int32_t expected_wear(int dice, int need, int saves, int save_need)
{
    int32_t hit = 7 - need, save = 7 - save_need;
    int32_t mean = dice * hit - saves * save;                                       /* in sixths */
    int32_t spread = dice * hit * (need - 1) + saves * save * (save_need - 1);      /* the variance in 36ths */
    int32_t root = (int32_t)root64((uint64_t)(256 * mean * mean + 163 * spread));   /* 16 (mean^2 + 0.637 spread)^0.5 */

    return 25 * (16 * mean + root) / 48;
}

/* What wear has cost a unit, in 256ths of its worth, by the wear that it could still take (BE-BREAK beyond). */
static int32_t share_lost(const struct soldier *soldier, int wear)
{
    static const int32_t lost[8] = { 256, 240, 200, 140, 82, 46, 26, 18 };
    int                  left = soldier->endurance - wear;

    return wear <= 0 ? 0 : lost[left < -3 ? 0 : left > 4 ? 7 : left + 3];
}

/* What so many hundredths of wear more would cost it. */
static int32_t cost_of_wear(const struct soldier *soldier, int32_t wear)
{
    int     whole = wear / CENTI;
    int32_t now = share_lost(soldier, soldier->wear), low = share_lost(soldier, soldier->wear + whole);
    int32_t high = share_lost(soldier, soldier->wear + whole + 1);

    return soldier->worth * (low - now + (high - low) * (wear % CENTI) / CENTI) / SHARE;
}

static int32_t life_left(const struct soldier *soldier)
{
    return soldier->worth * (SHARE - share_lost(soldier, soldier->wear)) / SHARE;
}

/* The chance that at least one of so many dice shows 5 or 6. */
static int32_t chance_to_pass(int dice)
{
    static const int32_t chance[8] = { 0, 85, 142, 180, 205, 222, 234, 241 };

    return chance[dice > 7 ? 7 : dice];
}

/* Two thirds to that power: none of so many dice shows 5 or 6. */
static int32_t chance_of_none(int dice)
{
    return SHARE - chance_to_pass(dice);
}

static int dice_to_shoot(const struct soldier *soldier, int32_t apart, int net)
{
    const struct type *type = soldier->type;
    int                which = soldier->range[0] && apart <= soldier->range[0] + TOLERANCE ? 0 : 1;

    if (apart > soldier->range[which] + TOLERANCE || !soldier->range[which]) return 0;
    return tercios_modified(type->shoot[which], net - soldier->at_limit);
}

/* What a shot at that distance is worth. */
static int32_t value_of_shot(const struct scene *scene, const struct soldier *shooter, const struct soldier *target,
                             int dice)
{
    int32_t weapon = shooter->type->weapon[0];
    bool    gun = weapon >= 0 && scene->m->weapon[weapon].artillery;
    int     courage = tercios_modified(target->type->courage, target->covered - target->disordered);
    int     need = target->type->defence[gun ? DEFENCE_ARTILLERY : DEFENCE_SALVO];
    int32_t value = cost_of_wear(target, expected_wear(dice, need, courage, gun ? 6 : 4));

    return target->disordered ? value : value + target->worth * (gun ? 5 : 2) / SHARE;
}

static bool is_horse(const struct soldier *soldier) { return soldier->type->arm == ARM_CAVALRY; }

static int defence_against(const struct soldier *struck, const struct soldier *striker)
{
    return struck->type->defence[is_horse(striker) ? DEFENCE_CAVALRY : DEFENCE_INFANTRY];
}

/* What defeat costs beyond wear: guns are lost (BE-ART-03), and so is infantry that retreats from horse (BE-CAV-07). */
static int32_t cost_of_defeat(const struct soldier *loser, const struct soldier *winner, int courage)
{
    int32_t left = life_left(loser), rout = chance_of_none(courage);

    if (loser->special & SR_NO_ESCAPE) return left;
    if (is_horse(winner) && !is_horse(loser)) return left * rout / SHARE;
    return loser->worth * rout / SHARE / 10;
}

/* A charge at its mean: what it does to the target less what it costs the charger. */
static int32_t value_of_charge(const struct soldier *charger, const struct soldier *target, bool flank)
{
    bool    pikes = is_horse(charger) && target->special & W_PIKE && !target->disordered;
    bool    halberds = charger->special & W_HALBERD && target->disordered;
    int     strikes = tercios_modified(charger->type->combat, 1 - charger->at_limit + halberds);
    int     answers = tercios_modified(target->type->combat, pikes - flank - target->at_limit);
    int     theirs = tercios_modified(target->type->courage, target->housed - flank - target->disordered);
    int     ours = tercios_modified(charger->type->courage, -charger->disordered);
    int32_t given = expected_wear(strikes, defence_against(target, charger), theirs, 5);
    int32_t taken = expected_wear(answers, defence_against(charger, target), ours, 5);
    int32_t won = 102 + (given - taken) * 90 / CENTI, lost = 77 - (given - taken) * 90 / CENTI;

    won = won < 5 ? 5 : won > 240 ? 240 : won;
    lost = lost < 5 ? 5 : lost > 240 ? 240 : lost;
    return cost_of_wear(target, given) + cost_of_defeat(target, charger, theirs) * won / SHARE -
           cost_of_wear(charger, taken) - cost_of_defeat(charger, target, ours) * lost / SHARE;
}

/* The shot that the target may fire at contact (BE-REACT-16), if it holds the card for it and passes its test. */
static int32_t cost_of_barrage(const struct scene *scene, const struct soldier *charger, const struct soldier *target)
{
    int dice = target->range[0] ? tercios_modified(target->type->shoot[0], 1 - target->at_limit) : 0;

    if (!dice || scene->s->unit[target->unit].order == ORDER_NONE) return 0;
    return value_of_shot(scene, target, charger, dice) * chance_to_pass(target->discipline) / SHARE / 3;
}

/* Every unit against every enemy: what it could shoot or charge. */

static void consider_shot(const struct scene *scene, struct soldier *shooter, const struct soldier *target,
                          int32_t apart, int32_t ahead)
{
    int32_t nearer = max32(0, apart - shooter->type->speed * INCH), value;
    int     dice = dice_to_shoot(shooter, apart, 0), dice_then = dice_to_shoot(shooter, nearer, 0);

    if (ahead < (shooter->special & SR_EXTENDED_ARC ? -2 * shooter->half_depth : 0) && !shooter->housed) return;
    if (dice_then > dice) shooter->coming = max32(shooter->coming, value_of_shot(scene, shooter, target, dice_then));
    if (!dice) return;
    value = value_of_shot(scene, shooter, target, dice);
    if (value > shooter->shot && !is_barred(scene, shooter, target, apart)) shooter->shot = value;
}

static void consider_charge(const struct scene *scene, struct soldier *charger, struct soldier *target, int32_t apart,
                            int32_t ahead)
{
    int32_t before, beside, value;
    bool    flank;

    if (ahead < 0 || charger->type->arm == ARM_ARTILLERY) return;
    if (apart > charger->reach + charger->type->speed * INCH) return;
    own_place(target, target->front, charger->front, &before, &beside);
    flank = before < -TOLERANCE && !target->housed && !(target->special & SR_SQUARE);
    value = value_of_charge(charger, target, flank) - (before < 0 ? 0 : cost_of_barrage(scene, charger, target));
    if (apart > charger->reach) {
        charger->coming = max32(charger->coming, value);
        return;
    }
    if (value <= charger->charge && value <= target->peril) return;
    if (is_barred(scene, charger, target, apart)) return;
    charger->charge = max32(charger->charge, value);
    target->peril = max32(target->peril, value);
}

static void consider(struct scene *scene, struct soldier *soldier)
{
    int32_t far = max32(soldier->reach, max32(soldier->range[0], soldier->range[1]));
    int64_t far_square, least = INT64_MAX;

    far += soldier->type->speed * INCH + TOLERANCE;
    far_square = (int64_t)far * far;
    for (int i = 0; i < scene->count; i++) {
        struct soldier *enemy = &scene->list[i];
        int64_t         square;
        int32_t         ahead, right, apart;
        if (enemy->seat == soldier->seat) continue;
        square = square_to_centre(enemy, soldier->front);
        if (square >= least && square > far_square) continue;
        own_place(soldier, soldier->front, enemy->middle, &ahead, &right);
        if (square < least) {
            least = square;
            soldier->nearest_ahead = ahead;
            soldier->nearest_right = right;
        }
        if (square > far_square) continue;
        apart = (int32_t)root64((uint64_t)square);
        consider_shot(scene, soldier, enemy, apart, ahead);
        consider_charge(scene, soldier, enemy, apart, ahead);
    }
    if (least != INT64_MAX) soldier->nearest = (int32_t)root64((uint64_t)least);
}

/* Where a side came from: its zone, or in a scenario that names none the box about the places where it began. */
static struct box origin_of(const struct match *m, const struct state *s, seat_id seat)
{
    struct box box = tercios_zone_of(m, s, seat);

    if (box.high.x || m->deploys) return box;
    box = (struct box){ { INT32_MAX, INT32_MAX }, { 0, 0 } };
    for (int unit = 0; unit < m->units; unit++) {
        struct point at = m->start[unit].at;
        if (side_of(m, unit) != seat || tercios_starts_waiting(m, unit)) continue;
        box.low = (struct point){ min32(box.low.x, at.x), min32(box.low.y, at.y) };
        box.high = (struct point){ max32(box.high.x, at.x), max32(box.high.y, at.y) };
    }
    return box.low.x <= box.high.x ? box : (struct box){ { 0, 0 }, m->size };
}

static void look_at(struct scene *scene, const struct match *m, const struct state *s)
{
    enum { LATE = 3 };
    int32_t points[2] = { tercios_score(m, s, SEAT_A), tercios_score(m, s, SEAT_B) };

    scene->m = m;
    scene->s = s;
    scene->count = 0;
    for (seat_id seat = 0; seat < 2; seat++) {
        scene->goal[seat] = origin_of(m, s, (seat_id)!seat);
        scene->line[seat] = INT32_MAX;
        scene->eager[seat] = s->turn + LATE > m->turns && points[seat] <= points[!seat];
    }
    for (int unit = 0; unit < m->units; unit++)
        if (is_standing(s, unit)) enlist(scene, unit);
    for (int i = 0; i < scene->count && custom(m, CUSTOM_COMMAND); i++) {
        struct soldier *soldier = &scene->list[i];
        soldier->astray = out_of_command(scene, soldier);
        if (soldier->astray) soldier->discipline = (uint8_t)tercios_modified(soldier->discipline, -1);
    }
    for (int i = 0; i < scene->count; i++) consider(scene, &scene->list[i]);
}

/* Where a unit stands. */

enum { PER_INCH = 14, PROMISED_PER_INCH = 9, NEARER_PER_INCH = 3, COMING = 30 };
enum { FACING = 24, BESIDE = 14, DISORDER_SHARE = 16 };

/*
 * How far a unit still has to go. It is counted to where the enemy came from, not to where he stands: else every step
 * forward would be worth as much to those it is made against. Horse does not run ahead of the line of battle.
 */
static int32_t way_to_go(const struct scene *scene, const struct soldier *soldier)
{
    int32_t line = scene->line[soldier->seat];

    if (soldier->type->speed == 0) return 0;
    if (soldier->type->arm == ARM_ARTILLERY) return soldier->to_go / 2;
    return is_horse(soldier) && line != INT32_MAX ? max32(soldier->to_go, line - 6 * INCH) : soldier->to_go;
}

static bool faces_enemy(const struct soldier *soldier)
{
    return soldier->nearest == INT32_MAX || soldier->housed || soldier->nearest_ahead >= abs64(soldier->nearest_right);
}

/* Friends of the same kind that carry on its front to either side. */
static int friends_beside(const struct scene *scene, const struct soldier *soldier)
{
    int left = 0, right = 0;

    for (int i = 0; i < scene->count; i++) {
        const struct soldier *friend = &scene->list[i];
        int32_t               ahead, aside, space;
        int64_t               facing;
        if (friend == soldier || friend->seat != soldier->seat || friend->housed) continue;
        own_place(soldier, soldier->front, friend->front, &ahead, &aside);
        space = (int32_t)abs64(aside) - soldier->half_width - friend->half_width;
        if (abs64(ahead) > 3 * INCH || space > 3 * INCH || space < -INCH) continue;
        facing = ((int64_t)soldier->sine * friend->sine + (int64_t)soldier->cosine * friend->cosine) / SINE_ONE;
        if (facing < (int64_t)SINE_ONE * 7 / 8) continue;
        if (aside > 0) right = 1;
        else left = 1;
    }
    return left + right;
}

static int32_t value_of_place(const struct scene *scene, const struct soldier *soldier)
{
    int32_t value = -way_to_go(scene, soldier) / (INCH / PER_INCH);
    int32_t per_inch = scene->eager[soldier->seat] ? 5 * NEARER_PER_INCH : NEARER_PER_INCH;

    if (soldier->nearest != INT32_MAX && soldier->type->speed) value -= soldier->nearest / (INCH / per_inch);
    if (!faces_enemy(soldier)) value -= soldier->nearest_ahead < 0 ? 2 * FACING : FACING;
    if (soldier->housed || soldier->type->arm == ARM_ARTILLERY) return value;
    return value + friends_beside(scene, soldier) * (is_horse(soldier) ? BESIDE / 2 : BESIDE);
}

/* Cards. */

static int32_t gain_of_move(const struct scene *scene, const struct soldier *soldier, int32_t length)
{
    int32_t way = min32(max32(way_to_go(scene, soldier), 4 * INCH), max32(0, soldier->nearest - 2 * INCH));
    int32_t gain = min32(length, way) / (INCH / PROMISED_PER_INCH);
    int32_t coming = scene->eager[soldier->seat] ? 2 * COMING : COMING;

    gain += max32(0, soldier->coming - max32(soldier->shot, soldier->charge)) * coming / 100;
    return faces_enemy(soldier) || is_horse(soldier) ? gain : gain / 3;
}

/* Two different actions: the two that promise most. */
static int32_t promise_of_ready(const struct scene *scene, const struct soldier *soldier, unsigned used)
{
    int32_t gain[4], best = 0, second = 0;

    gain[0] = used & ACTION_MOVE ? 0 : gain_of_move(scene, soldier, soldier->type->speed * INCH) + 6;
    gain[1] = used & ACTION_REORGANISE || !soldier->disordered ? 0 : soldier->worth * DISORDER_SHARE / SHARE;
    gain[2] = used & ACTION_SHOOT || soldier->special & SR_DRAGOON ? 0 : soldier->shot * 55 / 100;
    gain[3] = used & ACTION_FACE || faces_enemy(soldier) ? 0 : FACING;
    for (int i = 0; i < 4; i++) {
        if (gain[i] > best) {
            second = best;
            best = gain[i];
        } else {
            second = max32(second, gain[i]);
        }
    }
    return best + second;
}

/* Running is for those who are far from everything. */
static int32_t promise_of_run(const struct scene *scene, const struct soldier *soldier)
{
    int32_t length = 2 * soldier->type->speed * INCH;

    if (soldier->type->speed == 0) return -10;
    return gain_of_move(scene, soldier, length) * 95 / 100 - (soldier->nearest < length + 4 * INCH ? 30 : 0);
}

/* Attack is compulsory: a bad charge is worse than none. Without one it is an approach that gives up any shot. */
static int32_t promise_of_attack(const struct scene *scene, const struct soldier *soldier)
{
    enum { BINDING = 60 };                    /* what it costs to be bound to charge, whatever has happened by then */
    int32_t near = soldier->reach + 3 * INCH, courage = scene->eager[soldier->seat] ? 2 : -1;

    if (soldier->charge != NO_CHARGE) return soldier->charge + soldier->worth * courage / 40 - BINDING;
    if (soldier->type->speed == 0) return -10;
    return gain_of_move(scene, soldier, soldier->reach) * 7 / 10 - (soldier->nearest < near ? 15 : 5);
}

static int32_t promise_of_resist(const struct soldier *soldier)
{
    int32_t now = share_lost(soldier, soldier->wear), once = share_lost(soldier, soldier->wear - 1);
    int32_t gain = soldier->worth * (now - once) / SHARE;

    if (soldier->wear < 2) return 0;
    return soldier->special & SR_NUMEROUS && soldier->wear > 2 ? gain * 3 / 2 : gain;
}

/* What the card would do as a reaction to the worst charge that threatens. */
static int32_t promise_of_reaction(const struct soldier *soldier, int order)
{
    static const int32_t part[ORDER_HIDDEN] = { 0, 20, 30, 12, 45, 40 };

    return max32(0, soldier->peril) * part[order] * chance_to_pass(soldier->discipline) / (SHARE * SHARE);
}

static int32_t promise_of(const struct scene *scene, const struct soldier *soldier, int order, unsigned used)
{
    switch (order) {
    case ORDER_READY:  return promise_of_ready(scene, soldier, used);
    case ORDER_ATTACK: return promise_of_attack(scene, soldier);
    case ORDER_RUN:    return promise_of_run(scene, soldier);
    case ORDER_FIRE:   return used & ACTION_SHOOT ? 0 : soldier->shot;
    case ORDER_RESIST: return promise_of_resist(soldier);
    default:           return 0;
    }
}

/*
 * The card that a unit holds, or carries out at this moment; a card that nobody has seen promises nothing. Moving and
 * facing promise no more once the unit may do it: now they must show what they are worth.
 */
static int32_t value_of_card(const struct scene *scene, const struct soldier *soldier)
{
    enum { LIKELY = 60 };                     /* in hundredths: much may come between a card and its turn */
    const struct state *s = scene->s;
    const struct unit  *u = &s->unit[soldier->unit];
    int32_t             promise;

    if (s->act.unit == soldier->unit) {
        unsigned used = s->act.actions;
        if (used & ACTION_OVER || s->act.order == ORDER_RUN) return 0;
        if (s->act.order == ORDER_READY) used |= ACTION_MOVE | ACTION_FACE;
        if (s->flow.depth && flow_top_const(&s->flow)->phase == PHASE_CARACOLE) used |= ACTION_SHOOT;
        promise = promise_of(scene, soldier, s->act.order, used);
        return s->act.order == ORDER_FIRE || s->act.order == ORDER_ATTACK ? promise * 11 / 10 : promise;
    }
    if (u->order == ORDER_NONE || u->order >= ORDER_HIDDEN) return 0;
    promise = u->reserve ? 0 : promise_of(scene, soldier, u->order, 0);
    if (u->wear) promise = promise * chance_to_pass(soldier->discipline) / SHARE;
    return (promise + promise_of_reaction(soldier, u->order)) * LIKELY / 100;
}

/* LM-TEST-05: whoever is out of command reacts and carries on badly. */
static int32_t cost_of_straying(const struct soldier *soldier)
{
    enum { ASTRAY = 15, ASTRAY_PER_INCH = 2, FAR = 15 * INCH };

    return soldier->astray ? ASTRAY + (soldier->wear ? ASTRAY : 0) + min32(soldier->astray, FAR) / (INCH / ASTRAY_PER_INCH) : 0;
}

/* What command actions have left on a unit (enum effect), and virtues that are lent to it: of use to who has still to act. */
static int32_t value_of_marks(const struct scene *scene, const struct soldier *soldier)
{
    enum { OF_USE = 15, LENT = 20, PER_INCH_OF_RANGE = 3 };
    enum { GOOD = EFFECT_SWIFT | EFFECT_INNOVATIVE | EFFECT_UNSEEN | EFFECT_NOTABLE | EFFECT_STOIC | EFFECT_UNDAUNTED | EFFECT_AUTHORITARIAN |
                  EFFECT_DETERMINED | EFFECT_ENERGETIC | EFFECT_ENTHUSIASTIC | EFFECT_TENACIOUS | EFFECT_TRICKSTER_SHOOT |
                  EFFECT_TRICKSTER_MELEE | EFFECT_PERFECT | EFFECT_PIOUS | EFFECT_MENTOR };
    const struct unit *u = &scene->s->unit[soldier->unit];
    int                acting = scene->s->act.unit;
    int32_t            value = 0;

    if (u->order == ORDER_NONE) return 0;
    if (acting != NOBODY && acting != soldier->unit && side_of(scene->m, acting) == soldier->seat) return 0;     /* too late in this step */
    for (unsigned effects = u->effects & GOOD; effects; effects &= effects - 1) value += OF_USE;
    for (unsigned lent = u->lent; lent; lent &= lent - 1) value += LENT;
    if (u->effects & (EFFECT_RUTHLESS | EFFECT_TERRIBLE)) value -= OF_USE;
    return value + (soldier->range[0] ? u->reach * PER_INCH_OF_RANGE : 0);
}

/* A commander himself, what he lends to the unit that he is with, and the danger that he is in alone (LM-LOSS-02). */
static int32_t value_of_commander(const struct scene *scene, int piece)
{
    enum { LIFE = 120, PER_RANK = 50, LENT = 12, DANGER = 6 * INCH, DANGER_PER_INCH = 14 };
    const struct unit      *u = &scene->s->unit[piece];
    const struct commander *commander = &scene->m->commander[piece - scene->m->units];
    int32_t                 value = LIFE + PER_RANK * commander->rank;
    int64_t                 least = INT64_MAX;

    if (u->with) {
        for (unsigned virtues = commander->virtues & ((1u << VALUE_VIRTUES) - 1); virtues; virtues &= virtues - 1) value += LENT;
        return value;
    }
    for (int i = 0; i < scene->count; i++)
        if (scene->list[i].seat != side_of(scene->m, piece)) least = min64(least, square_to_centre(&scene->list[i], (struct point){ u->x, u->y }));
    if (least >= (int64_t)DANGER * DANGER) return value;
    return value - (DANGER - (int32_t)root64((uint64_t)least)) / (INCH / DANGER_PER_INCH);
}

/* What a unit has of each concern: what it can still do, what it threatens, where it stands, the card that it holds. */
static void appraise_unit(const struct scene *scene, const struct soldier *soldier, int32_t part[CONCERNS_MAX])
{
    int32_t threat = max32(soldier->shot, soldier->charge);

    part[CONCERN_FORCE] += life_left(soldier) - POINT * points_for(soldier->type);
    if (soldier->disordered) part[CONCERN_FORCE] -= soldier->worth * DISORDER_SHARE / SHARE;
    if (custom(scene->m, CUSTOM_COMMAND)) part[CONCERN_COMMAND] += value_of_marks(scene, soldier) - cost_of_straying(soldier);
    if (soldier->wear) threat = threat * chance_to_pass(soldier->discipline) / SHARE;
    part[CONCERN_THREATS] += max32(0, threat) * 45 / 100;
    part[CONCERN_PLACE] += value_of_place(scene, soldier);
    part[CONCERN_CARDS] += value_of_card(scene, soldier);
}

/* Ground that is worth points: to hold it, and to be near it when it is not held yet. */
static int32_t value_of_objectives(const struct scene *scene, seat_id seat)
{
    enum { CERTAIN = 80, PER_INCH_AND_POINT = 14, FAR = 30 * INCH, MOST = 5 };
    struct objective list[OBJECTIVES];
    int              count = tercios_objectives(scene->m, scene->s, seat, list);
    int32_t          value = 0;

    for (int i = 0; i < count; i++) {
        const struct objective *objective = &list[i];
        int32_t                 points = objective->points * max32(1, objective->turns);
        int64_t                 least = (int64_t)FAR * FAR;
        if (objective->turns && tercios_holder(scene->m, scene->s, objective->element) == seat) value += POINT * points * CERTAIN / 100;
        for (int j = 0; j < scene->count; j++)
            if (scene->list[j].seat == seat && !scene->list[j].disordered && scene->list[j].type->speed)
                least = min64(least, square_apart(scene->list[j].front, objective->at));
        value -= min32(points, MOST) * (max32(0, (int32_t)root64((uint64_t)least) - objective->radius) / (INCH / PER_INCH_AND_POINT));
    }
    return value;
}

/* For A. A lesson is decided by points and then by wear (BE-S1): the nearer its end, the more the lead itself counts, however small it is. */
static int32_t value_of_lead(const struct scene *scene, int32_t points)
{
    enum { LEAD = 1500, PER_WEAR = 150, SLIGHT = 200 };
    const struct match *m = scene->m;
    int64_t             lead = (int64_t)POINT * points;

    if (!m->lesson) return 0;
    for (int i = 0; i < scene->count; i++) lead += scene->list[i].wear * (scene->list[i].seat == SEAT_A ? -PER_WEAR : PER_WEAR);
    return (int32_t)(LEAD * lead / (abs64(lead) + SLIGHT) / (1 << max32(0, m->turns - scene->s->turn)));
}

/* Who is about to command loses nothing by it, and may gain. */
static void appraise_commanders(const struct scene *scene, struct appraisal *appraisal)
{
    enum { ABOUT_TO = 60 };
    const struct frame *top = scene->s->flow.depth ? flow_top_const(&scene->s->flow) : NULL;

    for (int piece = scene->m->units; piece < scene->m->units + scene->m->commanders; piece++)
        if (is_standing(scene->s, piece)) appraisal->part[side_of(scene->m, piece)][CONCERN_COMMAND] += value_of_commander(scene, piece);
    if (top && top->phase == PHASE_COMMAND && top->step == 0) appraisal->part[side_of(scene->m, top->value[VALUE_UNIT])][CONCERN_COMMAND] += ABOUT_TO;
}

/* The same lead is worth more the nearer the end is: who leads is careful, who is behind must risk something. */
static int32_t scale_of(const struct match *m, const struct state *s)
{
    enum { LAST_TURN = 2 * POINT, PER_TURN = 2 * POINT };

    return LAST_TURN + PER_TURN * max32(0, m->turns - s->turn);
}

void tercios_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal)
{
    enum { TEMPO = 15 };
    struct scene scene;
    int32_t      points[2];

    (void)notes;
    appraisal->scale = scale_of(m, s);
    look_at(&scene, m, s);
    for (seat_id seat = 0; seat < 2; seat++) {
        points[seat] = tercios_score(m, s, seat);
        appraisal->part[seat][CONCERN_POINTS] = POINT * points[seat];
        if (is_liber(m)) appraisal->part[seat][CONCERN_GROUND] = value_of_objectives(&scene, seat);
    }
    appraisal->part[SEAT_A][CONCERN_POINTS] += value_of_lead(&scene, points[SEAT_A] - points[SEAT_B]);
    if (s->turn && s->active <= SEAT_B) appraisal->part[s->active][CONCERN_PLACE] += TEMPO;
    for (int i = 0; i < scene.count; i++) appraise_unit(&scene, &scene.list[i], appraisal->part[scene.list[i].seat]);
    if (custom(m, CUSTOM_COMMAND)) appraise_commanders(&scene, appraisal);
}

/* Every unit is activated once a turn; until the first one is, all of them are still to come. */
int32_t tercios_tide(const struct match *m, const struct state *s)
{
    int  done = m->units;
    bool acting = false;

    for (int i = 0; i < s->flow.depth; i++) acting = acting || s->flow.stack[i].phase == PHASE_ACTION;
    for (int unit = 0; unit < m->units; unit++) done -= is_standing(s, unit) && s->unit[unit].order != ORDER_NONE;
    return s->turn * (m->units + 1) + (acting ? done : 0);
}
