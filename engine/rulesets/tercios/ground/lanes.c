/*
 * lanes.c: the straight ways of charges, approaches, counter-charges, interceptions and flights (ledger chapters
 * BE-CHARGE, BE-FLANK, BE-COUNTER, BE-INTER, BE-EVADE).
 *
 * Only geometry: where a line runs, how long it may be, where the bases stand at its end. Nothing is rolled and no
 * state changes; move.c, charge.c and react.c carry out what is found here.
 *
 * Speeds are whole inches and an inch is ten STEPs: a length that is exactly a Speed is a multiple of STEP too.
 */
#include "tercios.h"

enum {
    CORRECTION_STEP  = 50,
    CORRECTION_LIMIT = 4500,
    WALL_CONTACT     = 254,        /* BE-TERR-11 */
    SLACK            = 4,          /* what the rounding of Centres and corners may hold a base short of contact */
    DEGREE           = 100
};

/* A unit that was tried outside its building stands on this ground, whatever the state says. */
static bool is_inside(const struct ground *g, int unit)
{
    if (!is_housed(g->s, unit)) return false;
    for (int i = 0; i < g->count; i++)
        if (g->list[i] == unit) return false;
    return true;
}

static int house_number(const struct ground *g, int unit)
{
    return is_inside(g, unit) ? g->s->unit[unit].house - 1 : -1;
}

static const struct element *house_of(const struct ground *g, int unit)
{
    return element_of(g, g->s->unit[unit].house - 1);
}

static bool pivots_too_far(int32_t from, int32_t to)
{
    return heading_apart(from, to) > RIGHT_ANGLE + ANGLE_TOLERANCE;
}

static bool is_within(struct distance distance, int32_t limit)
{
    return table_at_most(distance, limit + TOLERANCE, NULL);
}

/* A way to one Centre of a target, or to a point of the outline of its building. */
struct path {
    struct segment  line;
    struct distance apart;
    uint8_t         centre;
};

static struct path path_of(struct point from, struct point to, int centre)
{
    return (struct path){ { from, to }, table_distance(from, to), (uint8_t)centre };
}

/* The shortest line between two units; a charge may be longer, but never shorter. */
static struct path shortest_path(const struct ground *g, int unit, int target)
{
    struct path    least = { .centre = CENTRE_OUTLINE };
    enum base_side side;

    if (!is_inside(g, unit)) {
        struct point from = g->base[unit].pose.at;

        if (is_inside(g, target))
            return path_of(from, table_nearest_outline(&house_of(g, target)->area, from), CENTRE_OUTLINE);
        table_nearest_centre(from, &g->base[target], &side);
        return path_of(from, table_centre(&g->base[target], side), (int)side);
    }
    if (is_inside(g, target)) {
        table_joining(table_obstacle_area(&house_of(g, unit)->area), table_obstacle_area(&house_of(g, target)->area), 2,
                      &least.line);
        return path_of(least.line.from, least.line.to, CENTRE_OUTLINE);
    }
    for (int i = SIDE_FRONT; i <= SIDE_LEFT; i++) {
        struct point to   = table_centre(&g->base[target], (enum base_side)i);
        struct path  path = path_of(table_nearest_outline(&house_of(g, unit)->area, to), to, i);

        if (i == SIDE_FRONT || table_compare(path.apart, least.apart) < 0) least = path;
    }
    return least;
}

/* BE-TERR-23: out of the building on the shortest line that is open. */
static bool path_from_house(const struct ground *g, int unit, struct point to, int centre, struct path *path)
{
    struct point list[OUTLINE_POINTS];
    int32_t      count = tercios_outline(house_of(g, unit), to, list);
    bool         found = false;

    for (int32_t i = 0; i < count; i++) {
        struct path way = path_of(list[i], to, centre);

        if (found && table_compare(way.apart, path->apart) >= 0) continue;
        if (table_crosses_area(way.line, &house_of(g, unit)->area, TOLERANCE) ||
            tercios_line_refused(g, unit, way.line, NOBODY, house_number(g, unit), NOBODY, NULL))
            continue;
        *path = way;
        found = true;
    }
    return found;
}

/* The ways to the Centres of a target on the table, the shortest first; those from a building are open ones. */
static int paths_to_centres(const struct ground *g, int unit, int target, struct path *list)
{
    bool inside = is_inside(g, unit);
    int  count  = 0;

    for (int side = SIDE_FRONT; side <= SIDE_LEFT; side++) {
        struct point to = table_centre(&g->base[target], (enum base_side)side);
        struct path  path;
        int          place;

        if (!inside) path = path_of(g->base[unit].pose.at, to, side);
        else if (!path_from_house(g, unit, to, side, &path)) continue;
        for (place = count++; place > 0 && table_compare(path.apart, list[place - 1].apart) < 0; place--)
            list[place] = list[place - 1];
        list[place] = path;
    }
    return count;
}

/* BE-MOVE-04, -06, -07: the pivot and the line up to the Centre. A building that is left or charged does not count. */
static rule_id way_refused(const struct ground *g, int unit, int target, const struct path *path, struct refusal *why)
{
    int building = house_number(g, unit);

    if (building < 0) {
        struct pose pose = g->base[unit].pose;

        if (pivots_too_far(pose.heading, table_pivot(pose, path->line.to).heading))
            return refuse_for(why, BE_MOVE_07, unit);
        building = house_number(g, target);
    }
    return tercios_line_refused(g, unit, path->line, NOBODY, building, NOBODY, why);
}

/*
 * BE-CHARGE-06, -08: the first touch along the line, the base turned on its whole way by the least angle that makes it
 * stand free; a base that is in the target before it moves is not free. BE-CHARGE-14: a building is touched at its
 * outline.
 */
static bool find_contact(const struct ground *g, int unit, int target, struct segment line, int32_t *length,
                         struct pose *contact)
{
    struct shape    shape    = type_of(g->m, unit)->shape;
    struct obstacle obstacle = is_inside(g, target) ? table_obstacle_area(&house_of(g, target)->area)
                                                    : table_obstacle_base(&g->base[target]);
    int32_t         before   = is_inside(g, unit) ? 0 : g->base[unit].pose.heading;
    int32_t         heading  = table_pivot((struct pose){ line.from, before }, line.to).heading;
    int32_t         limit    = table_ceiling(table_distance(line.from, line.to)) + SLACK;

    for (int32_t turn = 0; turn <= CORRECTION_LIMIT; turn = turn > 0 ? -turn : CORRECTION_STEP - turn) {
        struct pose pose = { line.from, heading_normal((int64_t)heading + turn) };
        int32_t     s    = table_first_contact(shape, pose, line.to, limit, obstacle, 0);

        if (s < 0) continue;
        pose.at = table_along(line.from, line.to, s);
        if (tercios_overlap_refused(g, unit, pose, NULL)) continue;
        *length  = s;
        *contact = pose;
        return true;
    }
    return false;
}

/* BE-FLANK-01 without its exceptions: the point is behind the line of the target's front. A building has no front. */
static bool is_behind(const struct ground *g, int target, struct point from)
{
    return !is_inside(g, target) && !table_ahead(g->base[target].pose, from, TOLERANCE, NULL);
}

/* BE-FLANK-05: never a square. */
static bool flanks(const struct ground *g, int target, struct point from)
{
    return !has(g->m, g->s, target, SR_SQUARE) && is_behind(g, target, from);
}

/* BE-TERR-10: an area that its F is in. */
bool tercios_protected(const struct ground *g, int unit)
{
    if (is_inside(g, unit) || g->s->unit[unit].effects & EFFECT_UNDAUNTED) return true;
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);

        if (element->is_line || !(tercios_traits(g->m, g->s, i) & T_PROTECTED)) continue;
        if (table_inside(&element->area, g->base[unit].pose.at, TOLERANCE)) return true;
    }
    return false;
}

/* BE-TERR-11: a wall at the target's base that lies across the line. */
static bool wall_protects(const struct ground *g, int target, const struct polyline *wall, struct segment line)
{
    return is_within(table_segment_polyline(line, wall), 0) && is_within(table_gap_polyline(&g->base[target], wall), WALL_CONTACT);
}

/* BE-TERR-10, -11, -22: is the target protected against who comes along the line from F to a Centre? */
static bool protects(const struct ground *g, int target, struct segment line)
{
    if (tercios_protected(g, target)) return true;
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);

        if (!element->is_line || !(tercios_traits(g->m, g->s, i) & T_PROTECTED)) continue;
        if (wall_protects(g, target, &element->line, line)) return true;
    }
    return false;
}

/* BE-CHARGE-03: is the Centre accessible at all? Fills the charge. */
static rule_id access_refused(const struct ground *g, int unit, int target, const struct path *path,
                              struct charge *charge, struct refusal *why)
{
    if (way_refused(g, unit, target, path, why)) return refuse_as(why, BE_CHARGE_03);
    if (!find_contact(g, unit, target, path->line, &charge->length, &charge->contact))
        return refuse_for(why, BE_CHARGE_08, target);
    charge->centre = path->centre;
    charge->line = path->line;
    charge->hindrance = tercios_hindrance(g, (struct segment){ path->line.from, charge->contact.at });
    return 0;
}

/*
 * BE-CHARGE-02, -03: the nearest accessible Centre decides, and of equally near ones the charger's choice. BE-TERR-03,
 * BE-CHARGE-10: the ground up to contact is what hinders. When all are barred, what bars the nearest is reported.
 */
static rule_id nearest_refused(const struct ground *g, int unit, int target, int centre, int net, const struct path *list,
                               int count, struct charge *charge, struct refusal *why)
{
    rule_id rule    = 0;
    int     nearest = -1;

    for (int i = 0; i < count; i++) {
        int32_t reach;
        rule_id barred;

        if (nearest >= 0 && table_compare(list[i].apart, list[nearest].apart) > 0) break;
        barred = access_refused(g, unit, target, &list[i], charge, rule ? NULL : why);
        if (!rule) rule = barred;
        if (barred) continue;
        nearest = i;
        reach   = tercios_speed(g->m, g->s, unit, net, charge->hindrance);
        if (!is_within(list[i].apart, reach))
            rule = refuse_with(why, BE_CHARGE_02, why ? table_ceiling(list[i].apart) : 0, reach);
        else if (centre >= 0 && centre != list[i].centre)
            rule = refuse_with(why, BE_CHARGE_03, centre, list[i].centre);
        else
            return 0;
    }
    return rule;
}

/* The ways that a charge has to choose from: none when the target is not seen, or no line leaves the building. */
static rule_id paths_refused(const struct ground *g, int unit, int target, struct path *list, int *count,
                             struct refusal *why)
{
    rule_id rule;

    if (is_inside(g, target)) {
        struct point from, to;

        if (!tercios_nearest_seen(g, unit, target, &from, &to)) return refuse_for(why, BE_CHARGE_14, target);
        list[0] = path_of(from, to, CENTRE_OUTLINE);
        *count  = 1;
        return 0;
    }
    rule = tercios_sight_refused(g, unit, target, why);
    if (rule) return rule;
    *count = paths_to_centres(g, unit, target, list);
    return *count ? 0 : refuse_for(why, BE_TERR_23, unit);
}

/* With the Speed of that net. LM-TERR-06: a road may lend it more. */
static rule_id charge_refused(const struct ground *g, int unit, int target, int centre, int net, struct charge *charge,
                              struct refusal *why)
{
    int32_t     reach = tercios_speed(g->m, g->s, unit, net, is_liber(g->m) ? T_EASY : 0);
    struct path list[4], least;
    int         count = 0;
    rule_id     rule;

    if (is_commander(g->m, target)) return refuse_for(why, LM_CMD_07, target);
    if (!are_enemies(g->m, unit, target) || !is_standing(g->s, target)) return refuse_for(why, BE_ORDER_05, target);
    least = shortest_path(g, unit, target);
    if (!is_within(least.apart, reach))
        return refuse_with(why, BE_CHARGE_02, why ? table_ceiling(least.apart) : 0, reach);
    rule = tercios_order_refused(g->m, g->s, unit, ORDER_ATTACK, why);           /* LM-ADAPT-03, -06: some never charge */
    if (!rule) rule = paths_refused(g, unit, target, list, &count, why);
    if (!rule) rule = nearest_refused(g, unit, target, centre, net, list, count, charge, why);
    if (rule) return rule;
    charge->flank = flanks(g, target, charge->line.from);
    charge->from_behind = is_behind(g, target, charge->line.from);
    charge->protects = protects(g, target, charge->line);
    return 0;
}

rule_id tercios_charge_refused(const struct ground *g, int unit, int target, int centre, struct charge *charge,
                               struct refusal *why)
{
    return charge_refused(g, unit, target, centre, NET_ATTACK, charge, why);
}

bool tercios_is_flank(const struct ground *g, int charger, int target)
{
    struct charge charge;

    if (!is_inside(g, charger)) return flanks(g, target, g->base[charger].pose.at);
    return !tercios_charge_refused(g, charger, target, -1, &charge, NULL) && charge.flank;
}

/* A straight move whose length is still to be found. */
struct course {
    const struct ground *g;
    int                  unit;
    struct segment       line;       /* from F to a point that it goes towards */
    int32_t              heading;    /* of the base */
    int                  net;        /* of the Speed */
    int                  building;   /* that it leaves, or -1 */
    bool                 passes;     /* a flight through friends */
};

static struct segment part_of(const struct course *course, int32_t length)
{
    return (struct segment){ course->line.from, table_along(course->line.from, course->line.to, length) };
}

/* BE-TERR-03: the Speed for a line of that length. */
static int32_t speed_on(const struct course *course, struct segment line)
{
    return tercios_speed(course->g->m, course->g->s, course->unit, course->net, tercios_hindrance(course->g, line));
}

/* A tick more than the tolerance pays for the rounding of corners. */
static bool is_over_table(struct point point, struct point size)
{
    enum { ROOM = TOLERANCE + 1 };

    return between(-ROOM, point.x, size.x + ROOM) && between(-ROOM, point.y, size.y + ROOM);
}

/*
 * BE-GEO-14: the line takes F off the table, so that no base can end there at any angle: the reference point is in the
 * base. Cheap, and what most flights near an edge come to.
 */
static bool leaves_table(const struct match *m, struct segment line)
{
    struct point size = m->size;

    return is_over_table(line.from, size) && !is_over_table(line.to, size);
}

static bool is_open(const struct course *course, int32_t length)
{
    struct segment line = part_of(course, length);

    if (leaves_table(course->g->m, line)) return false;
    if (length > speed_on(course, line) + TOLERANCE) return false;
    if (course->passes) return !tercios_flight_line_refused(course->g, course->unit, line, true, NULL);
    return !tercios_line_refused(course->g, course->unit, line, NOBODY, course->building, NOBODY, NULL);
}

/*
 * The greatest number of steps from low to high on which the line is open and no longer than its Speed, or -1. What
 * stops a line stops every longer one too, so that halving finds it.
 */
static int32_t open_steps(const struct course *course, int32_t low, int32_t high)
{
    if (low > high || !is_open(course, low * STEP)) return -1;
    if (is_open(course, high * STEP)) return high;
    while (high - low > 1) {
        int32_t middle = (low + high) / 2;

        if (is_open(course, middle * STEP)) low = middle;
        else high = middle;
    }
    return low;
}

/* False only if the base is surely further from the point. */
static bool is_near(const struct base *base, struct point point, int32_t distance)
{
    int32_t reach = base->shape.radius + distance;

    return between(-reach, (int64_t)base->middle.x - point.x, reach) &&
           between(-reach, (int64_t)base->middle.y - point.y, reach);
}

/*
 * Of a length whose end is too near to an enemy at every angle: by how many steps it must change at least; else 0.
 * From F back as far as the base is deep, or 0.7 of its width, is under the base at every angle up to 45 degrees.
 */
static int32_t steps_too_near(const struct course *course, int32_t length)
{
    const struct ground *g = course->g;
    struct shape         shape = type_of(g->m, course->unit)->shape;
    struct pose          pose = { part_of(course, length).to, course->heading };
    int32_t              spine = min32(shape.depth, shape.width * 7 / 10) - SLACK, most = 0;
    struct segment       under = { pose.at, table_moved(pose, -spine, 0).at };

    for (int i = 0; i < g->count; i++) {
        int     enemy = g->list[i];
        int32_t gap;

        if (!are_enemies(g->m, course->unit, enemy) || !is_near(&g->base[enemy], pose.at, spine + INCH)) continue;
        gap  = table_ceiling(table_gap_segment(&g->base[enemy], under));
        most = max32(most, tercios_gap_wanted(g, course->unit, enemy) - gap - SLACK);
    }
    return (most + STEP - 1) / STEP;
}

/* BE-MOVE-11..13: the end of a move of that length, turned if it would overlap; the table edge is no reason to turn. */
static rule_id end_refused(const struct course *course, int32_t length, struct march *march, struct refusal *why)
{
    struct segment line = part_of(course, length);
    struct pose    pose = { line.to, course->heading };
    rule_id        rule = tercios_end_corrected(course->g, course->unit, &pose, why);

    if (rule) return rule;
    march->line = line;
    march->end = pose;
    march->length = length;
    march->hindrance = tercios_hindrance(course->g, line);
    return 0;
}

/* The greatest legal number of steps from low to high, or -1. */
static int32_t longest_steps(const struct course *course, int32_t low, int32_t high, struct march *march)
{
    int32_t steps = open_steps(course, low, high);

    while (steps >= low) {
        int32_t less = steps_too_near(course, steps * STEP);

        if (less == 0 && !end_refused(course, steps * STEP, march, NULL)) return steps;
        steps -= max32(1, less);
    }
    return -1;
}

bool tercios_approach(const struct ground *g, int unit, int target, bool unseen, struct march *march)
{
    struct course course = { .g = g, .unit = unit, .net = NET_ATTACK, .building = house_number(g, unit) };
    int32_t       length = tercios_speed(g->m, g->s, unit, NET_ATTACK, is_liber(g->m) ? T_EASY : 0);

    if (!tercios_nearest_seen(g, unit, target, &course.line.from, &course.line.to)) {
        if (!unseen) return false;
        course.line = shortest_path(g, unit, target).line;
    }
    length = min32(length, table_floor(table_distance(course.line.from, course.line.to)));
    if (length < STEP) return false;
    course.heading = table_bearing(course.line.from, course.line.to);
    if (!is_inside(g, unit) && pivots_too_far(g->base[unit].pose.heading, course.heading)) return false;
    return longest_steps(&course, 1, length / STEP, march) > 0;
}

/* Where a counter-charge meets, and how fast either goes on its own part of the line. */
struct split {
    struct point at;
    int32_t      charger, target;            /* lengths of the parts */
    int32_t      charger_speed, target_speed;
};

static struct split split_at(const struct ground *g, int charger, int target, struct segment line, int32_t apart,
                             int32_t x)
{
    struct split   split = { .at = table_along(line.from, line.to, apart - x), .charger = apart - x, .target = x };
    struct segment ours = { line.from, split.at }, theirs = { line.to, split.at };

    split.charger_speed = tercios_speed(g->m, g->s, charger, NET_ATTACK, tercios_hindrance(g, ours));
    split.target_speed  = tercios_speed(g->m, g->s, target, NET_ATTACK, tercios_hindrance(g, theirs));
    return split;
}

/* BE-COUNTER-02, -03: halfway, or as near to it as both Speeds allow. */
static bool find_split(const struct ground *g, int charger, int target, struct segment line, struct split *split)
{
    int32_t apart = table_floor(table_distance(line.from, line.to));
    int32_t x     = apart / 2;
    int32_t low, high;

    *split = split_at(g, charger, target, line, apart, x);
    low    = max32(0, apart - split->charger_speed);
    high   = split->target_speed;
    if (low > high + TOLERANCE) return false;
    if (between(low, x, high)) return true;
    *split = split_at(g, charger, target, line, apart, x < low ? low : high);
    return split->charger <= split->charger_speed + TOLERANCE && split->target <= split->target_speed + TOLERANCE;
}

/* BE-COUNTER-04: both turn about the point where they meet, by the same least angle, and stay front to front. */
static bool find_meeting(const struct ground *g, int charger, int target, struct counter *counter)
{
    struct ground others;

    tercios_copy_ground(&others, g);
    tercios_lift(&others, charger);
    tercios_lift(&others, target);
    for (int32_t turn = 0; turn <= CORRECTION_LIMIT; turn = turn > 0 ? -turn : CORRECTION_STEP - turn) {
        struct pose ours   = { counter->charger.at, heading_normal((int64_t)counter->charger.heading + turn) };
        struct pose theirs = { counter->target.at, heading_normal((int64_t)counter->target.heading + turn) };

        if (tercios_overlap_refused(&others, charger, ours, NULL) ||
            tercios_overlap_refused(&others, target, theirs, NULL))
            continue;
        counter->charger = ours;
        counter->target = theirs;
        return true;
    }
    return false;
}

/* BE-COUNTER-01: the one line is the way of both, so that neither's base bars it; it must be open to each of them. */
bool tercios_counter(const struct ground *g, int charger, int target, struct counter *counter)
{
    struct segment line;
    struct split   split;
    int32_t        bearing;

    if (is_inside(g, charger) || is_inside(g, target) || profile_of(g->m, g->s, target)->speed == 0) return false;
    if (tercios_order_refused(g->m, g->s, target, ORDER_ATTACK, NULL)) return false;
    line    = (struct segment){ g->base[charger].pose.at, g->base[target].pose.at };
    bearing = table_pivot(g->base[charger].pose, line.to).heading;
    if (pivots_too_far(g->base[charger].pose.heading, bearing)) return false;
    if (pivots_too_far(g->base[target].pose.heading, heading_normal((int64_t)bearing + 2 * RIGHT_ANGLE))) return false;
    if (!find_split(g, charger, target, line, &split)) return false;
    if (tercios_line_refused(g, charger, line, target, -1, NOBODY, NULL)) return false;
    if (tercios_line_refused(g, target, line, charger, -1, NOBODY, NULL)) return false;
    *counter = (struct counter){
        .charger = { split.at, bearing },
        .target = { split.at, heading_normal((int64_t)bearing + 2 * RIGHT_ANGLE) },
        .charger_line = { line.from, split.at },
        .target_line = { line.to, split.at },
        .charger_length = split.charger,
        .target_length = split.target
    };
    return find_meeting(g, charger, target, counter);
}

static bool mover_stands(const struct ground *others, int32_t s)
{
    const struct activation *act = &others->s->act;

    return !tercios_overlap_refused(others, act->unit, tercios_on_line(others->s, s), NULL);
}

/* BE-INTER-01: Q, or the last earlier point of the line where the mover can stand, or -1. */
static int32_t stopping_point(const struct ground *others, struct point interceptor)
{
    const struct activation *act  = &others->s->act;
    struct segment           line = { tercios_on_line(others->s, 0).at, tercios_on_line(others->s, act->length).at };
    int32_t                  s;

    table_nearest_on(line, interceptor, &s);
    s = max32(s, act->covered);
    while (s >= 0 && !mover_stands(others, s)) s -= STEP;
    return max32(s, -1);
}

/* BE-INTER-03: the mover runs up against the interceptor, and they fight where they touch. */
static bool find_collision(const struct ground *g, const struct ground *others, int unit, int32_t limit,
                           struct interception *interception)
{
    const struct activation *act = &g->s->act;
    struct shape             shape = type_of(g->m, act->unit)->shape;
    struct point             from = g->base[unit].pose.at, towards = { act->to_x, act->to_y };
    struct obstacle          obstacle = table_obstacle_base(&g->base[unit]);
    int32_t                  s = table_first_contact(shape, tercios_on_line(g->s, 0), towards, limit, obstacle, 0);
    struct ground            there = *g;
    enum base_side           side;

    if (s < 0 || !mover_stands(others, s)) return false;
    tercios_try(&there, act->unit, tercios_on_line(g->s, s));
    if (table_overlap(&there.base[act->unit], &g->base[unit], TOLERANCE)) return false;
    if (!tercios_sees(&there, unit, act->unit)) return false;
    table_nearest_centre(from, &there.base[act->unit], &side);
    *interception = (struct interception){
        .mover = tercios_on_line(g->s, s),
        .covered = s,
        .interceptor = g->base[unit].pose,
        .line = { from, from },
        .flank = flanks(&there, act->unit, from),
        .from_behind = is_behind(&there, act->unit, from),
        .protects = protects(&there, act->unit, (struct segment){ from, table_centre(&there.base[act->unit], side) })
    };
    return true;
}

/* BE-INTER-02: the interceptor charges the mover that has been put at s. */
static bool find_interception(const struct ground *g, int unit, int net, int32_t s, struct interception *interception)
{
    const struct activation *act = &g->s->act;
    struct ground            there = *g;
    struct charge            charge;

    tercios_try(&there, act->unit, tercios_on_line(g->s, s));
    if (charge_refused(&there, unit, act->unit, -1, net, &charge, NULL)) return false;
    *interception = (struct interception){
        .mover = tercios_on_line(g->s, s),
        .covered = s,
        .interceptor = charge.contact,
        .line = { charge.line.from, charge.contact.at },
        .flank = charge.flank,
        .from_behind = charge.from_behind,
        .protects = charge.protects
    };
    return true;
}

bool tercios_intercept(const struct ground *g, int unit, int net, struct interception *interception)
{
    struct ground others;
    struct base   mover;
    int32_t       s;

    if (is_inside(g, unit) || tercios_order_refused(g->m, g->s, unit, ORDER_ATTACK, NULL)) return false;
    tercios_copy_ground(&others, g);
    tercios_lift(&others, unit);
    s = stopping_point(&others, g->base[unit].pose.at);
    if (s < 0) return false;
    mover = table_base(type_of(g->m, g->s->act.unit)->shape, tercios_on_line(g->s, s));
    if (table_overlap(&mover, &g->base[unit], TOLERANCE)) return find_collision(g, &others, unit, s, interception);
    return find_interception(g, unit, net, s, interception);
}

/* BE-EVADE-02: the facing that looks most away from a point. */
static struct pose faced_away(const struct base *base, struct point from)
{
    static const enum base_side order[] = { SIDE_FRONT, SIDE_BACK, SIDE_LEFT, SIDE_RIGHT };
    int64_t        forward, right, away[4];
    enum base_side best = SIDE_FRONT;

    table_own((struct pose){ from, base->pose.heading }, base->middle, &forward, &right);
    away[SIDE_FRONT] = forward;
    away[SIDE_RIGHT] = right;
    away[SIDE_BACK]  = -forward;
    away[SIDE_LEFT]  = -right;
    for (int i = 1; i < 4; i++)
        if (away[order[i]] > away[best]) best = order[i];
    return table_faced(base->shape, base->pose, best);
}

static struct course flight_course(const struct ground *g, int unit, const struct flight *flight, int32_t bearing)
{
    struct pose away = { flight->faced.at, bearing };

    away = table_moved(away, tercios_speed(g->m, g->s, unit, NET_FLIGHT, 0), 0);
    return (struct course){
        .g = g, .unit = unit, .line = { flight->faced.at, away.at }, .heading = bearing, .net = NET_FLIGHT, .building = -1,
        .passes = flight->passes
    };
}

/* BE-EVADE-03, -04: the greatest legal length in that direction, or -1. */
static int32_t flight_length(const struct ground *g, int unit, const struct flight *flight, int32_t bearing)
{
    int32_t       high = tercios_speed(g->m, g->s, unit, NET_FLIGHT, is_liber(g->m) ? T_EASY : 0);
    struct course course;
    struct march  march;
    int32_t       steps;

    if (pivots_too_far(flight->faced.heading, bearing)) return -1;
    course = flight_course(g, unit, flight, bearing);
    steps  = longest_steps(&course, flight->low / STEP, high / STEP, &march);
    return steps < 0 ? -1 : steps * STEP;
}

/* BE-EVADE-04, -05: the least deviation to either side, in whole degrees. */
static bool find_detour(const struct ground *g, int unit, int32_t bearing, struct flight *flight)
{
    for (int32_t turn = DEGREE; turn <= 2 * RIGHT_ANGLE && flight->high < 0; turn += DEGREE) {
        int32_t left  = heading_normal((int64_t)bearing - turn);
        int32_t right = heading_normal((int64_t)bearing + turn);
        int32_t on_left = flight_length(g, unit, flight, left), on_right = flight_length(g, unit, flight, right);

        if (on_left >= 0) flight->bearing[1] = left;
        if (on_right >= 0) flight->bearing[2] = right;
        flight->high = max32(on_left, on_right);
    }
    return flight->high >= 0;
}

bool tercios_flight(const struct ground *g, int unit, struct point from, bool passes, struct flight *flight)
{
    int32_t bearing;

    if (arm_of(g->m, g->s, unit) == ARM_ARTILLERY || is_inside(g, unit) || profile_of(g->m, g->s, unit)->speed == 0) return false;
    bearing = table_bearing(from, g->base[unit].middle);
    *flight = (struct flight){
        .passes = passes,
        .faced = faced_away(&g->base[unit], from),
        .bearing = { -1, -1, -1 },
        .low = profile_of(g->m, g->s, unit)->speed * INCH
    };
    flight->high = flight_length(g, unit, flight, bearing);
    if (flight->high < 0) return find_detour(g, unit, bearing, flight);
    flight->bearing[0] = bearing;
    return true;
}

rule_id tercios_flight_refused(const struct ground *g, int unit, const struct flight *flight, int choice,
                               int32_t length, struct march *march, struct refusal *why)
{
    int32_t        limit = tercios_speed(g->m, g->s, unit, NET_FLIGHT, 0);
    struct course  course;
    struct segment line;

    if (!between(0, choice, 2) || flight->bearing[choice] < 0) return refuse_with(why, BE_EVADE_04, 0, 0);
    if (length < flight->low - TOLERANCE) return refuse_with(why, BE_EVADE_03, length, flight->low);
    if (length > limit + TOLERANCE) return refuse_with(why, BE_EVADE_03, length, limit);
    course = flight_course(g, unit, flight, flight->bearing[choice]);
    line   = part_of(&course, length);
    limit  = speed_on(&course, line);
    if (length > limit + TOLERANCE) return refuse_with(why, BE_EVADE_03, length, limit);
    if (tercios_flight_line_refused(g, unit, line, flight->passes, why)) return refuse_as(why, BE_EVADE_04);
    if (end_refused(&course, length, march, why)) return refuse_as(why, BE_EVADE_04);
    return 0;
}
