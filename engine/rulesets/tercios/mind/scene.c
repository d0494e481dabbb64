/* scene.c: see scene.h. */
#include "scene.h"

#include <string.h>

/* With more prospects than that a battle is so great that its notes are of no use. */
enum { PROSPECTS = 1024 };

struct notes {
    struct scene    scene;
    int             count;                    /* of prospects, written down or not */
    struct prospect list[PROSPECTS];
};

_Static_assert(sizeof(struct notes) <= TERCIOS_NOTES, "room for notes");

/* A unit by itself. */

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

/* The foremost infantry of its side has no further to go than this. */
static void join_line(struct scene *scene, const struct soldier *soldier)
{
    int32_t *line = &scene->line[soldier->seat];

    if (soldier->type->class == CLASS_SQUADRON) *line = min32(*line, soldier->to_go);
}

/* Whatever of a unit counts here is compared in looks_alike(). */
static void enlist(struct scene *scene, int unit)
{
    enum { ABILITY = 60 };
    const struct match *m = scene->m;
    const struct unit  *u = &scene->s->unit[unit];
    const struct type  *type = profile_of(m, scene->s, unit);
    struct soldier     *soldier = &scene->list[scene->count++];
    int32_t             half = type->shape.depth / 2;

    *soldier = (struct soldier){
        .type = type, .front = { u->x, u->y },
        .half_width = type->shape.width / 2, .half_depth = half,
        .worth = POINT * (points_for(type) + tercios_pension(m, scene->s, unit)) + ABILITY * (type->combat + type->shoot[0] + type->courage / 2),
        .reach = tercios_speed(m, scene->s, unit, 1, 0), .range = { range_of(m, type, 0), range_of(m, type, 1) },
        .charge = NO_CHARGE, .special = u->form ? m->other_special[unit] : m->special[unit],
        .unit = (uint8_t)unit, .seat = (uint8_t)side_of(m, unit), .wear = u->wear, .disordered = u->disordered,
        .endurance = (uint8_t)tercios_endurance(m, scene->s, unit), .discipline = type->discipline, .housed = u->house != 0,
    };
    heading_sines(u->heading, &soldier->sine, &soldier->cosine);
    soldier->at_limit = u->wear >= soldier->endurance;
    soldier->to_go = out_of_box(&scene->goal[soldier->seat], soldier->front);
    soldier->middle = soldier->front;
    soldier->covered = soldier->housed || in_cover(m, scene->s, soldier->front);
    if (soldier->housed) return;
    soldier->middle.x -= (int32_t)((int64_t)soldier->sine * half / SINE_ONE);
    soldier->middle.y -= (int32_t)((int64_t)soldier->cosine * half / SINE_ONE);
}

int64_t tercios_square_to_centre(const struct soldier *target, struct point from)
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

/* How far a unit is from the nearest commander who could have it in command, less his radius (LM-TEST-05..07). Sight is not asked. */
static int32_t out_of_command(const struct scene *scene, const struct soldier *soldier)
{
    const struct match *m = scene->m;
    const struct state *s = scene->s;
    int32_t             least = INT32_MAX;

    if (s->unit[soldier->unit].leader || soldier->special & (SR_INTEGRAL_COMMAND | SR_ELITE)) return 0;
    for (int commander = m->units; commander < m->units + m->commanders; commander++) {
        int32_t reach = tercios_radius(m, commander);
        int64_t square;
        if (!is_standing(s, commander) || !tercios_interacts(m, commander, soldier->unit)) continue;
        if (!s->unit[commander].with) reach += COMMANDER_RADIUS;
        else reach += type_of(m, s->unit[commander].with - 1)->shape.depth / 2;
        square = tercios_square_to_centre(soldier, pose_of(s, commander).at);
        if (square < (int64_t)(reach + 1) * (reach + 1)) return 0;
        least = min32(least, (int32_t)root64((uint64_t)square) - reach);
    }
    return least;
}

/* Whoever is out of command has a malus to his tests (LM-TEST-05). */
static void set_command(const struct scene *scene, struct soldier *soldier)
{
    soldier->astray = out_of_command(scene, soldier);
    soldier->discipline = (uint8_t)tercios_modified(soldier->type->discipline, soldier->astray ? -1 : 0);
}

/* Where it stands to the others. */

/* The nearest enemy is at the root of that square, or there is none (NULL). */
static void meet(struct soldier *soldier, const struct soldier *foe, int64_t square)
{
    soldier->foe = foe ? foe->unit : NOBODY;
    soldier->square = square;
    soldier->nearest = foe ? (int32_t)root64((uint64_t)square) : INT32_MAX;
    soldier->nearest_ahead = soldier->nearest_right = 0;
    if (foe) own_place(soldier, soldier->front, foe->middle, &soldier->nearest_ahead, &soldier->nearest_right);
}

/* Surely no Centre of it is within that distance of a point: quickly told of most who are far off. */
static bool is_beyond(const struct soldier *target, struct point from, int64_t distance)
{
    enum { ROUNDED = 4 };
    int64_t apart = distance + max32(target->half_width, target->half_depth) + ROUNDED;

    return square_apart(from, target->middle) > apart * apart;
}

/* The nearest enemy, of those equally near the first; and the square of the distance to each in the list, of friends INT64_MAX. */
static void find_foe(const struct scene *scene, struct soldier *soldier, int64_t square[PIECES])
{
    const struct soldier *foe = NULL;
    int64_t               least = INT64_MAX;

    for (int i = 0; i < scene->count; i++) {
        const struct soldier *enemy = &scene->list[i];
        square[i] = enemy->seat == soldier->seat ? INT64_MAX : tercios_square_to_centre(enemy, soldier->front);
        if (square[i] >= least) continue;
        least = square[i];
        foe = enemy;
    }
    meet(soldier, foe, least);
}

/* On which side a friend carries on its front (enum flank_side), or 0. */
static unsigned side_held(const struct soldier *soldier, const struct soldier *friend)
{
    enum { ROUNDED = 4 };
    int32_t room = 6 * INCH + soldier->half_width + friend->half_width + ROUNDED, ahead, aside, space;
    int64_t facing;

    if (friend->unit == soldier->unit || friend->seat != soldier->seat || friend->housed) return 0;
    if (abs64(friend->front.x - soldier->front.x) > room || abs64(friend->front.y - soldier->front.y) > room) return 0;
    own_place(soldier, soldier->front, friend->front, &ahead, &aside);
    space = (int32_t)abs64(aside) - soldier->half_width - friend->half_width;
    if (abs64(ahead) > 3 * INCH || space > 3 * INCH || space < -INCH) return 0;
    facing = ((int64_t)soldier->sine * friend->sine + (int64_t)soldier->cosine * friend->cosine) / SINE_ONE;
    if (facing < (int64_t)SINE_ONE * 7 / 8) return 0;
    return aside > 0 ? RIGHT_FLANK : LEFT_FLANK;
}

static void find_friends(const struct scene *scene, struct soldier *soldier)
{
    soldier->beside = 0;
    for (int i = 0; i < scene->count; i++) soldier->beside |= (uint8_t)side_held(soldier, &scene->list[i]);
}

/* What each could do to whom. The best of each counts, in whatever order they come. */

static bool promises_more(const struct soldier *soldier, const struct soldier *enemy, const struct prospect *prospect)
{
    return prospect->shot > soldier->shot || prospect->charge > soldier->charge || prospect->charge > enemy->peril;
}

static enum way way_between(const struct scene *scene, const struct soldier *soldier, const struct soldier *enemy, int32_t apart)
{
    return tercios_is_barred(scene, soldier, enemy, apart) ? WAY_BARRED : WAY_OPEN;
}

/* What promises no more than is known already changes nothing, whatever the way is. */
static void take_up(struct soldier *soldier, struct soldier *enemy, const struct prospect *prospect, enum way way)
{
    soldier->coming = max32(soldier->coming, prospect->coming);
    if (way != WAY_OPEN) return;
    soldier->shot = max32(soldier->shot, prospect->shot);
    soldier->charge = max32(soldier->charge, prospect->charge);
    enemy->peril = max32(enemy->peril, prospect->charge);
}

static void forget_prospects(struct soldier *soldier)
{
    soldier->shot = soldier->coming = soldier->peril = 0;
    soldier->charge = NO_CHARGE;
}

static void write_down(struct notes *notes, const struct prospect *prospect)
{
    if (!prospect->shot && prospect->charge == NO_CHARGE && !prospect->coming) return;
    if (notes->count < PROSPECTS) notes->list[notes->count] = *prospect;
    notes->count++;
}

static void consider(const struct scene *scene, struct soldier *soldier, struct soldier *enemy, int64_t square, struct notes *notes)
{
    struct prospect prospect;
    int32_t         ahead, right;

    own_place(soldier, soldier->front, enemy->middle, &ahead, &right);
    prospect = tercios_prospect(scene, soldier, enemy, (int32_t)root64((uint64_t)square), ahead);
    if (promises_more(soldier, enemy, &prospect)) prospect.way = (uint8_t)way_between(scene, soldier, enemy, prospect.apart);
    take_up(soldier, enemy, &prospect, prospect.way);
    if (notes) write_down(notes, &prospect);
}

/* The distance within which a unit could do anything, now or after a move. */
static int64_t far_of(const struct soldier *soldier)
{
    return max32(soldier->reach, max32(soldier->range[0], soldier->range[1])) + soldier->type->speed * INCH + TOLERANCE;
}

static void look_round(struct scene *scene, struct soldier *soldier, struct notes *notes)
{
    int64_t square[PIECES], far = far_of(soldier);

    find_friends(scene, soldier);
    find_foe(scene, soldier, square);
    for (int i = 0; i < scene->count; i++)
        if (square[i] <= far * far) consider(scene, soldier, &scene->list[i], square[i], notes);
}

/* What has changed since notes were taken. */

struct changes {
    const struct scene   *before;
    bool                  changed[PIECES];    /* units: whatever counts of them; those that have come or are gone too */
    bool                  some;               /* any of them */
    bool                  moved[PIECES];      /* they stand elsewhere, or as something else */
    int                   left, come;
    const struct soldier *was[PIECES];        /* those that moved, as they stood before, */
    const struct soldier *is[PIECES];         /* and as they stand now */
    int                   place[PIECES];      /* by unit, in the list */
    int                   commanders;
    int                   commander[COMMANDERS];      /* those that are elsewhere */
};

static bool stands_alike(const struct unit *then, const struct unit *now)
{
    return then->x == now->x && then->y == now->y && then->heading == now->heading && then->status == now->status &&
           then->house == now->house && then->form == now->form;
}

/* All that a scene has of a unit standing there. */
static bool looks_alike(const struct unit *then, const struct unit *now)
{
    return then->wear == now->wear && then->disordered == now->disordered && then->leader == now->leader && then->lent == now->lent &&
           then->effects == now->effects && (then->order == ORDER_NONE) == (now->order == ORDER_NONE);
}

static void enlist_by_notes(struct scene *scene, struct changes *changes, int unit, const struct soldier *before)
{
    const struct unit *then = &changes->before->s->unit[unit], *now = &scene->s->unit[unit];
    bool               is_same = !memcmp(then, now, sizeof *now);

    changes->moved[unit] = !is_same && !stands_alike(then, now);
    changes->changed[unit] = changes->moved[unit] || (!is_same && !looks_alike(then, now));
    changes->some |= changes->changed[unit];
    if (before && changes->moved[unit]) changes->was[changes->left++] = before;
    if (!is_standing(scene->s, unit)) return;
    if (changes->moved[unit]) changes->is[changes->come++] = &scene->list[scene->count];
    changes->place[unit] = scene->count;
    if (changes->changed[unit]) enlist(scene, unit);
    else scene->list[scene->count++] = *before;
}

static void find_changes(struct scene *scene, struct changes *changes)
{
    const struct scene *before = changes->before;
    int                 next = 0;

    changes->some = false;
    changes->left = changes->come = 0;
    for (int unit = 0; unit < scene->m->units; unit++) {
        bool stood = next < before->count && before->list[next].unit == unit;
        enlist_by_notes(scene, changes, unit, stood ? &before->list[next] : NULL);
        next += stood;
    }
}

static void find_commanders(const struct scene *scene, struct changes *changes)
{
    const struct match *m = scene->m;

    changes->commanders = 0;
    for (int piece = m->units; piece < m->units + m->commanders; piece++) {
        const struct unit *then = &changes->before->s->unit[piece], *now = &scene->s->unit[piece];
        if (!stands_alike(then, now) || then->with != now->with) changes->commander[changes->commanders++] = piece;
    }
}

static void follow_command(struct scene *scene, struct changes *changes, struct soldier *soldier)
{
    uint8_t before = soldier->discipline;
    bool    asks = changes->changed[soldier->unit];

    for (int i = 0; i < changes->commanders && !asks; i++) asks = tercios_interacts(scene->m, changes->commander[i], soldier->unit);
    if (!asks) return;
    set_command(scene, soldier);
    if (soldier->discipline != before) changes->some = changes->changed[soldier->unit] = true;
}

static bool has_gone_farther(const struct scene *scene, const struct changes *changes, const struct soldier *soldier, int foe)
{
    if (!is_standing(scene->s, foe)) return true;
    return tercios_square_to_centre(&scene->list[changes->place[foe]], soldier->front) > soldier->square;
}

/* Only who has moved can have come nearer, unless the foe himself is no longer so near. */
static void follow_foe(const struct scene *scene, const struct changes *changes, struct soldier *soldier)
{
    const struct soldier *foe = NULL;
    int64_t               square[PIECES], least = soldier->square;
    int                   first = soldier->foe;

    if (first != NOBODY && changes->moved[first] && has_gone_farther(scene, changes, soldier, first)) {
        find_foe(scene, soldier, square);
        return;
    }
    for (int i = 0; i < changes->come; i++) {
        const struct soldier *enemy = changes->is[i];
        int64_t               apart;
        if (enemy->seat == soldier->seat || is_beyond(enemy, soldier->front, (int64_t)soldier->nearest + 1)) continue;
        apart = tercios_square_to_centre(enemy, soldier->front);
        if (apart > least || (apart == least && enemy->unit > first)) continue;
        least = apart;
        foe = enemy;
        first = enemy->unit;
    }
    if (foe) meet(soldier, foe, least);
}

static void follow_friends(const struct scene *scene, const struct changes *changes, struct soldier *soldier)
{
    for (int i = 0; i < changes->left; i++) {
        if (!side_held(soldier, changes->was[i])) continue;
        find_friends(scene, soldier);
        return;
    }
    for (int i = 0; i < changes->come; i++) soldier->beside |= (uint8_t)side_held(soldier, changes->is[i]);
}

static bool is_lane_touched(const struct changes *changes, const struct soldier *soldier, const struct soldier *enemy, int32_t apart)
{
    for (int i = 0; i < changes->left; i++)
        if (tercios_is_by_lane(soldier, enemy, apart, changes->was[i])) return true;
    for (int i = 0; i < changes->come; i++)
        if (tercios_is_by_lane(soldier, enemy, apart, changes->is[i])) return true;
    return false;
}

/* Of two that have not changed only the lane between them may have. */
static void follow_prospects(struct scene *scene, const struct changes *changes, const struct notes *notes)
{
    for (int i = 0; i < notes->count; i++) {
        const struct prospect *prospect = &notes->list[i];
        struct soldier        *soldier, *enemy;
        enum way               way = prospect->way;
        if (changes->changed[prospect->unit] || changes->changed[prospect->target]) continue;
        soldier = &scene->list[changes->place[prospect->unit]];
        enemy = &scene->list[changes->place[prospect->target]];
        if (promises_more(soldier, enemy, prospect) && (way == WAY_NOT_ASKED || is_lane_touched(changes, soldier, enemy, prospect->apart)))
            way = way_between(scene, soldier, enemy, prospect->apart);
        take_up(soldier, enemy, prospect, way);
    }
}

/* What those who have not changed could do to one who has. */
static void look_at_changed(struct scene *scene, const struct changes *changes, struct soldier *changed)
{
    for (int i = 0; i < scene->count; i++) {
        struct soldier *soldier = &scene->list[i];
        int64_t         square, far = far_of(soldier);
        if (soldier->seat == changed->seat || changes->changed[soldier->unit] || is_beyond(changed, soldier->front, far)) continue;
        square = tercios_square_to_centre(changed, soldier->front);
        if (square <= far * far) consider(scene, soldier, changed, square, NULL);
    }
}

static void follow(struct scene *scene, const struct changes *changes, const struct notes *notes)
{
    for (int i = 0; i < scene->count; i++) forget_prospects(&scene->list[i]);
    follow_prospects(scene, changes, notes);
    for (int i = 0; i < scene->count; i++) {
        struct soldier *soldier = &scene->list[i];
        if (changes->changed[soldier->unit]) {
            look_round(scene, soldier, NULL);
            look_at_changed(scene, changes, soldier);
        } else {
            follow_friends(scene, changes, soldier);
            follow_foe(scene, changes, soldier);
        }
    }
}

static void look_by_notes(struct scene *scene, const struct notes *notes)
{
    struct changes changes;

    changes.before = &notes->scene;
    find_changes(scene, &changes);
    for (int i = 0; i < scene->count; i++) join_line(scene, &scene->list[i]);
    if (custom(scene->m, CUSTOM_COMMAND)) {
        find_commanders(scene, &changes);
        for (int i = 0; i < scene->count; i++) follow_command(scene, &changes, &scene->list[i]);
    }
    if (changes.some) follow(scene, &changes, notes);
}

/* All of it anew. */

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

static void look(struct scene *scene, struct notes *notes)
{
    const struct match *m = scene->m;

    for (int unit = 0; unit < m->units; unit++)
        if (is_standing(scene->s, unit)) enlist(scene, unit);
    for (int i = 0; i < scene->count; i++) {
        join_line(scene, &scene->list[i]);
        if (custom(m, CUSTOM_COMMAND)) set_command(scene, &scene->list[i]);
    }
    for (int i = 0; i < scene->count; i++) look_round(scene, &scene->list[i], notes);
}

static void begin(struct scene *scene, const struct match *m, const struct state *s)
{
    scene->m = m;
    scene->s = s;
    scene->count = 0;
    scene->line[SEAT_A] = scene->line[SEAT_B] = INT32_MAX;
}

static void set_goals(struct scene *scene)
{
    for (seat_id seat = 0; seat < 2; seat++) scene->goal[seat] = origin_of(scene->m, scene->s, (seat_id)!seat);
}

static bool is_ground_same(const struct state *then, const struct state *now)
{
    if (then->ground != now->ground) return false;
    return !now->ground || (then->gone == now->gone && !memcmp(then->bought, now->bought, now->ground * sizeof now->bought[0]));
}

/* What counts beyond the units: the ground, where the sides came from, and in which turn it is. */
static bool holds(const struct notes *notes, const struct match *m, const struct state *now)
{
    const struct state *then = notes->scene.s;

    return notes->count <= PROSPECTS && then->turn == now->turn && then->type == now->type && then->orientation == now->orientation &&
           then->zone[0] == now->zone[0] && then->zone[1] == now->zone[1] && (!is_liber(m) || then->attacker == now->attacker) &&
           is_ground_same(then, now);
}

void tercios_take_notes(const struct match *m, const struct state *s, void *room)
{
    struct notes *notes = room;

    notes->count = 0;
    begin(&notes->scene, m, s);
    set_goals(&notes->scene);
    look(&notes->scene, notes);
}

void tercios_look_at(struct scene *scene, const struct match *m, const struct state *s, const void *known, const int32_t points[2])
{
    enum { LATE = 3 };
    const struct notes *notes = known;

    begin(scene, m, s);
    for (seat_id seat = 0; seat < 2; seat++) scene->eager[seat] = s->turn + LATE > m->turns && points[seat] <= points[!seat];
    if (notes && holds(notes, m, s)) {
        memcpy(scene->goal, notes->scene.goal, sizeof scene->goal);
        look_by_notes(scene, notes);
    } else {
        set_goals(scene);
        look(scene, NULL);
    }
}
