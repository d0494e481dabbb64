/*
 * sight.c: lines of sight and the aim of a shot (ledger chapters BE-LOS, BE-SHOOT-02..04, -13, -14, BE-TERR-06..09).
 *
 * A look goes from an origin (the front centre; for a shot with an extended arc a side centre too; any point of the
 * outline of the building that the unit is in) to a mark (a Centre of the target, or a point of the outline of its
 * building). Of the marks that an origin sees the nearest counts (BE-SHOOT-03): farther ones are not even looked at.
 */
#include "gaps.h"

enum { WALL_REACH = INCH / 10, CENTRES = 4 };

/* BE-TERR-22: the building a unit is inside, or -1. A unit that has been tried on the table is outside. */
static int house_of(const struct ground *g, int unit)
{
    int house = g->s->unit[unit].house - 1;

    for (int i = 0; house >= 0 && i < g->count; i++)
        if (g->list[i] == unit) house = -1;
    return house;
}

static bool is_there(const struct ground *g, int unit)
{
    if (is_housed(g->s, unit)) return is_standing(g->s, unit);
    for (int i = 0; i < g->count; i++)
        if (g->list[i] == unit) return true;
    return false;
}

/* A unit in the sight of another: where it is and what it is measured at. */
struct party {
    int                unit;
    int                house;         /* the element it is inside, or -1 */
    const struct base *base;          /* NULL when inside */
    struct point       front;         /* F, or the middle of its building */
};

static struct party party_of(const struct ground *g, int unit)
{
    struct party party = { unit, house_of(g, unit), NULL, { 0, 0 } };

    if (party.house < 0) party.base = &g->base[unit];
    party.front = party.base ? party.base->pose.at : pose_of(g->s, unit).at;
    return party;
}

static bool is_in(const struct party *party, const struct ground *g, int element)
{
    if (party->house == element) return true;
    return !element_of(g, element)->is_line && table_inside(&element_of(g, element)->area, party->front, TOLERANCE);
}

/* BE-TERR-06: it goes in and out again. */
static bool passes_right_through(struct segment line, const struct element *element)
{
    if (!tercios_crosses(line, element)) return false;
    if (element->is_line) return true;
    return !table_inside(&element->area, line.from, TOLERANCE) && !table_inside(&element->area, line.to, TOLERANCE);
}

/* What a weapon shoots over: nothing; friends near the shooter (LM-WPN-12); everybody (LM-WPN-17). */
enum over { OVER_NOBODY, OVER_FRIENDS, OVER_ALL };

static bool is_overshot(const struct ground *g, const struct party *eye, int other, struct segment line, enum over over)
{
    struct point front = g->base[other].pose.at;

    if (over != OVER_FRIENDS || are_enemies(g->m, eye->unit, other)) return over == OVER_ALL;
    return square_apart(front, line.from) < square_apart(front, line.to);
}

/* BE-TERR-06: ground hides what lies right behind it; LM-LOS-07, strictly: also what is in it. */
static bool is_hidden_by(const struct ground *g, const struct party *eye, const struct party *target, struct segment line, int element,
                         bool *exempt)
{
    bool ours = is_in(eye, g, element), theirs = is_in(target, g, element);

    if (custom(g->m, CUSTOM_HIDDEN_STRICT)) {
        *exempt = ours && theirs;
        return !*exempt && (ours || theirs || tercios_crosses(line, element_of(g, element)));
    }
    *exempt = ours || theirs;
    return !*exempt && passes_right_through(line, element_of(g, element));
}

/* LM-LOS-02: what lies behind the line of the side that is looked from, the front or with an extended arc a flank, is not seen. */
static bool is_before(const struct base *base, struct segment line)
{
    enum base_side side = SIDE_FRONT;
    bool           front = line.from.x == base->pose.at.x && line.from.y == base->pose.at.y;

    for (int i = SIDE_RIGHT; i <= SIDE_LEFT && !front; i++) {
        struct point centre = table_centre(base, (enum base_side)i);
        if (centre.x == line.from.x && centre.y == line.from.y) side = (enum base_side)i;
    }
    return table_ahead((struct pose){ line.from, heading_normal((int64_t)base->pose.heading + side * (FULL_TURN / 4)) }, line.to, TOLERANCE, NULL);
}

/* 0, or what hides the end of the line: bases (BE-LOS-02..04), ground (BE-TERR-06), a narrow gap (BE-LOS-05). */
static rule_id view_refused(const struct ground *g, const struct party *eye, const struct party *target,
                            struct segment line, enum over over, struct refusal *why)
{
    struct lane   lane;
    struct things things;
    bool          exempt = false;

    if (eye->base && (is_liber(g->m) ? !is_before(eye->base, line) : table_crosses_base(line, eye->base, TOLERANCE)))
        return refuse_for(why, BE_LOS_03, eye->unit);
    if (target->base && table_crosses_base(line, target->base, TOLERANCE))
        return refuse_for(why, BE_LOS_04, target->unit);
    lane = tercios_lane(line);
    things.count = 0;
    for (int i = 0; i < g->count; i++) {
        int                other = g->list[i];
        const struct base *base = &g->base[other];
        if (other == eye->unit || !tercios_lane_near_base(&lane, base, GAP_WIDTH)) continue;
        if (over && base != target->base && is_overshot(g, eye, other, line, over)) continue;
        if (base != target->base && table_crosses_base(line, base, TOLERANCE)) return refuse_for(why, BE_LOS_02, other);
        tercios_add_base(&things, &lane, other, base);
    }
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (!(element->traits & T_CONCEAL) || !tercios_lane_near_element(&lane, element, GAP_WIDTH)) continue;
        if (is_hidden_by(g, eye, target, line, i, &exempt))
            return refuse_by(why, custom(g->m, CUSTOM_HIDDEN_STRICT) ? LM_LOS_07 : BE_TERR_06, i, element->kind);
        if (exempt) continue;
        tercios_add_element(&things, &lane, element);
    }
    return tercios_gap_refused(g, &lane, &things, BE_LOS_05, why);
}

int32_t tercios_outline(const struct element *element, struct point from, struct point *list)
{
    const struct point *vertex = element->area.vertex;
    int32_t             count = element->area.count;

    list[0] = table_nearest_outline(&element->area, from);
    for (int32_t i = 0, j = count - 1; i < count; j = i++) {
        list[1 + i] = vertex[i];
        list[1 + count + i] = (struct point){ (int32_t)divide_round((int64_t)vertex[j].x + vertex[i].x, 2),
                                              (int32_t)divide_round((int64_t)vertex[j].y + vertex[i].y, 2) };
    }
    return 1 + 2 * count;
}

/* The points at which a unit is seen from somewhere: its Centres, or its building's outline; a bare place is its own mark. */
static int32_t marks_of(const struct ground *g, const struct party *target, struct point from, struct point *list)
{
    if (target->unit == NOBODY) {
        list[0] = target->front;
        return 1;
    }
    if (!target->base) return tercios_outline(element_of(g, target->house), from, list);
    for (int side = 0; side < CENTRES; side++) list[side] = table_centre(target->base, (enum base_side)side);
    return CENTRES;
}

/* What has been seen so far: the nearest mark, or why there is none. */
struct look {
    const struct ground *g;
    struct party         eye, target;
    enum over            over;
    bool                 any;          /* the first mark that is seen will do */
    bool                 found;
    struct segment       line;
    struct distance      apart;
    rule_id              hidden;       /* the reason all marks share, BE_LOS_01 if they differ */
    int                  hider;        /* the unit that hides them all, or NOBODY */
    int                  element;      /* what ground does, or the first of it when it is not the same for all; or -1 */
};

static struct look look_at(const struct ground *g, int unit, int target)
{
    return (struct look){ .g = g, .eye = party_of(g, unit), .target = party_of(g, target), .hider = NOBODY, .element = -1 };
}

/* A base hides its own far Centres and what is behind it in any case: that tells least. */
static bool is_weak(rule_id rule) { return rule == 0 || rule == BE_LOS_03 || rule == BE_LOS_04; }

static void note_hidden(struct look *look, rule_id rule, const struct refusal *hidden)
{
    if (is_weak(look->hidden)) {
        if (is_weak(rule) && look->hidden == BE_LOS_03) return;
        look->hidden = rule;
        look->hider = hidden->unit;
        look->element = hidden->element - 1;
    } else if (!is_weak(rule) && (rule != look->hidden || hidden->unit != look->hider)) {
        look->hidden = BE_LOS_01;
        look->hider = NOBODY;
        look->element = -1;
    }
}

static rule_id refuse_look(const struct look *look, rule_id rule, struct refusal *why)
{
    if (look->element >= 0) return refuse_by(why, rule, look->element, element_of(look->g, look->element)->kind);
    return refuse_for(why, rule, look->hider);
}

/* True when there is nothing more to look for. */
static bool consider(struct look *look, struct segment line)
{
    struct distance apart = table_distance(line.from, line.to);
    struct refusal  hidden = { .unit = NOBODY };
    rule_id         rule;

    if (look->found && table_compare(apart, look->apart) >= 0) return false;
    rule = view_refused(look->g, &look->eye, &look->target, line, look->over, look->any ? NULL : &hidden);
    if (rule) {
        note_hidden(look, rule, &hidden);
        return false;
    }
    look->found = true;
    look->line = line;
    look->apart = apart;
    return look->any;
}

/* All marks from one origin. */
static void look_from(struct look *look, struct point origin)
{
    struct point mark[OUTLINE_POINTS];
    int32_t      count = marks_of(look->g, &look->target, origin, mark);

    for (int32_t i = 0; i < count; i++)
        if (consider(look, (struct segment){ origin, mark[i] })) return;
}

/* BE-TERR-22: a unit inside sees all round, from the points of its outline that count for each mark. */
static void look_out(struct look *look)
{
    struct point mark[OUTLINE_POINTS], origin[OUTLINE_POINTS];
    int32_t      marks = marks_of(look->g, &look->target, look->eye.front, mark);

    for (int32_t i = 0; i < marks; i++) {
        int32_t origins = tercios_outline(element_of(look->g, look->eye.house), mark[i], origin);
        for (int32_t j = 0; j < origins; j++)
            if (consider(look, (struct segment){ origin[j], mark[i] })) return;
    }
}

static void look(struct look *look)
{
    if (look->eye.base) look_from(look, look->eye.front);
    else look_out(look);
}

bool tercios_sees(const struct ground *g, int unit, int target)
{
    struct look seen;

    if (!is_there(g, unit) || !is_there(g, target)) return false;
    seen = look_at(g, unit, target);
    seen.any = true;
    look(&seen);
    return seen.found;
}

/*
 * A commander as one who looks or is looked at: the middle of his disc, or the unit that he is with. His eye has no base that could
 * be in its own way, and that unit hides nothing from him.
 */
static struct party commander_party(const struct ground *g, int commander)
{
    const struct unit *u = &g->s->unit[commander];

    if (u->with) return party_of(g, u->with - 1);
    return (struct party){ NOBODY, -1, NULL, { u->x, u->y } };
}

bool tercios_commander_sees(const struct ground *g, int commander, int piece)
{
    const struct base *base;
    struct look        seen = { .g = g, .hider = NOBODY, .element = -1, .any = true };

    seen.eye = commander_party(g, commander);
    seen.target = is_commander(g->m, piece) ? commander_party(g, piece) : party_of(g, piece);
    if (seen.eye.unit != NOBODY && seen.eye.unit == seen.target.unit) return true;
    base = seen.eye.base;
    seen.eye.base = NULL;
    if (seen.eye.house >= 0) {
        look_out(&seen);
    } else if (!base) {
        look_from(&seen, seen.eye.front);                               /* LM-CACT-04 */
    } else {
        for (int side = 0; side < CENTRES && !seen.found; side++)
            look_from(&seen, table_centre(base, (enum base_side)side)); /* LM-ATT-10 */
    }
    return seen.found;
}

rule_id tercios_sight_refused(const struct ground *g, int unit, int target, struct refusal *why)
{
    struct look seen;

    if (tercios_sees(g, unit, target)) return 0;
    if (!is_there(g, unit) || !is_there(g, target)) return refuse_for(why, BE_LOS_01, target);
    seen = look_at(g, unit, target);
    look(&seen);
    return refuse_look(&seen, seen.hidden == BE_TERR_06 ? BE_TERR_07 : seen.hidden, why);
}

rule_id tercios_view_refused(const struct ground *g, int unit, int target, struct point at, struct refusal *why)
{
    struct look seen = { .g = g, .hider = NOBODY, .element = -1 };

    if (!is_there(g, unit) || (target != NOBODY && !is_there(g, target))) return refuse_for(why, BE_LOS_01, target);
    seen.eye = party_of(g, unit);
    seen.target = target == NOBODY ? (struct party){ NOBODY, -1, NULL, at } : party_of(g, target);
    look(&seen);
    return seen.found ? 0 : refuse_look(&seen, seen.hidden, why);
}

/* LM-WPN-17 */
static enum over over_of(const struct ground *g, int unit)
{
    return is_liber(g->m) && has(g->m, g->s, unit, W_MORTAR) ? OVER_ALL : OVER_NOBODY;
}

bool tercios_in_hidden(const struct match *m, const struct state *s, int unit)
{
    struct point at = pose_of(s, unit).at;

    for (int i = 0; i < elements_in(m, s); i++) {
        struct element        own;
        const struct element *element = element_in(m, s, i, &own);
        if (tercios_traits(m, s, i) & T_CONCEAL && !element->is_line && table_inside(&element->area, at, TOLERANCE)) return true;
    }
    return false;
}

bool tercios_sees_to_shoot(const struct ground *g, int unit, int target)
{
    struct look seen;

    if (tercios_sees(g, unit, target)) return true;
    if (!has(g->m, g->s, unit, SR_EXTENDED_ARC) || !is_there(g, unit) || !is_there(g, target) || is_housed(g->s, unit)) return false;
    seen = look_at(g, unit, target);
    seen.any = true;
    seen.over = over_of(g, unit);
    look_from(&seen, table_centre(seen.eye.base, SIDE_LEFT));
    if (!seen.found) look_from(&seen, table_centre(seen.eye.base, SIDE_RIGHT));
    return seen.found;
}

bool tercios_nearest_seen(const struct ground *g, int unit, int target, struct point *from, struct point *to)
{
    struct look seen;

    if (!is_there(g, unit) || !is_there(g, target)) return false;
    seen = look_at(g, unit, target);
    look(&seen);
    if (!seen.found) return false;
    *from = seen.line.from;
    *to = seen.line.to;
    return true;
}

/* Shots. */

/* BE-TERR-09: the target stands at a wall or fence that the line of sight meets. */
static bool is_behind(const struct base *base, struct segment line, const struct polyline *wall)
{
    return table_at_most(table_segment_polyline(line, wall), TOLERANCE, NULL) &&
           table_at_most(table_gap_polyline(base, wall), WALL_REACH + TOLERANCE, NULL);
}

/* In a building BE-TERR-22, in an area BE-TERR-08. */
static rule_id cover_at(const struct ground *g, const struct party *target)
{
    if (!target->base) return BE_TERR_22;
    if (target->unit != NOBODY && g->s->unit[target->unit].effects & EFFECT_STOIC) return LM_TRAIT_46;
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (element->traits & T_COVER && !element->is_line && is_in(target, g, i)) return BE_TERR_02;
    }
    return 0;
}

rule_id tercios_cover(const struct ground *g, int unit)
{
    struct party party = party_of(g, unit);

    return cover_at(g, &party);
}

/* BE-TERR-08, -09 and, in a building, -22. */
static rule_id cover_of(const struct ground *g, const struct party *target, struct segment line)
{
    rule_id     rule = cover_at(g, target);
    struct lane lane;

    if (rule) return rule;
    lane = tercios_lane(line);
    for (int i = 0; i < elements_of(g); i++) {
        const struct element *element = element_of(g, i);
        if (!(element->traits & T_COVER) || !element->is_line) continue;
        if (!tercios_lane_near_element(&lane, element, TOLERANCE)) continue;
        if (is_behind(target->base, line, &element->line)) return BE_TERR_09;
    }
    return 0;
}


/* A shot being looked for: the best aim so far, and why there is none. */
struct aiming {
    const struct ground *g;
    const struct type   *type;
    struct look          look;
    unsigned             how;          /* enum shot_flag */
    int32_t              farther;      /* what a commander adds to every range (LM-TRAIT-12, -19) */
    bool                 at_contact;
    bool                 found;
    bool                 in_reach;     /* some mark is near enough, seen or not */
    bool                 seen;
    struct distance      nearest;      /* of the marks, seen or not; once one is seen, of those seen */
    struct aim           aim;
};

/* LM-WPN-13: a bow does not answer. Only bows shoot over friends. */
static bool may_use(const struct aiming *aiming, int number)
{
    const struct match *m = aiming->g->m;
    bool                bow;

    if (!shoots_with(m, aiming->type, number)) return false;
    bow = m->weapon[aiming->type->weapon[number]].bow;
    return bow ? !(aiming->how & SHOT_REACTION) : aiming->look.over != OVER_FRIENDS;
}

/*
 * BE-SHOOT-13, LM-SHOOT-11: which number of the profile to shoot with at that distance, or -1: of those that reach, the most dice; of
 * equals a pistol, which no order hinders.
 */
static int profile_at(const struct aiming *aiming, struct distance apart)
{
    const struct match *m = aiming->g->m;
    const struct type  *type = aiming->type;
    int                 best = -1;

    for (int i = 0; i < FIREARMS_MOST; i++) {
        if (!may_use(aiming, i)) continue;
        if (!aiming->at_contact && !table_at_most(apart, m->weapon[type->weapon[i]].range + aiming->farther + TOLERANCE, NULL)) continue;
        if (best < 0 || type->shoot[i] > type->shoot[best] ||
            (type->shoot[i] == type->shoot[best] && m->weapon[type->weapon[i]].pistol))
            best = i;
    }
    return best;
}

static int32_t longest_range(const struct aiming *aiming)
{
    int32_t range = 0;

    for (int i = 0; i < FIREARMS_MOST; i++)
        if (may_use(aiming, i)) range = max32(range, aiming->g->m->weapon[aiming->type->weapon[i]].range + aiming->farther);
    return range;
}

static bool is_better(const struct aim *a, const struct aim *b)
{
    if (a->dice != b->dice) return a->dice > b->dice;
    if (!a->cover != !b->cover) return !a->cover;
    return table_compare(a->apart, b->apart) < 0;
}

static void note_distance(struct aiming *aiming, struct distance apart, bool first)
{
    if (first || table_compare(apart, aiming->nearest) < 0) aiming->nearest = apart;
}

/* LM-WPN-17: a mortar takes the cover away. */
static bool uncovers(const struct aiming *aiming)
{
    return is_liber(aiming->g->m) && has(aiming->g->m, aiming->g->s, aiming->look.eye.unit, W_MORTAR);
}

static void take_aim(struct aiming *aiming, struct segment line, struct distance apart)
{
    int        number = profile_at(aiming, apart);
    struct aim aim = { .from = line.from, .to = line.to, .apart = apart };

    note_distance(aiming, apart, !aiming->seen);
    aiming->seen = true;
    if (number < 0) return;
    aim.dice = aiming->type->shoot[number];
    aim.weapon = aiming->type->weapon[number];
    aim.cover = uncovers(aiming) ? 0 : cover_of(aiming->g, &aiming->look.target, line);
    if (aiming->found && !is_better(&aim, &aiming->aim)) return;
    aiming->found = true;
    aiming->aim = aim;
}

/* The shortest line from an origin to a mark, seen or not. */
static struct segment shortest_from(const struct aiming *aiming, struct point origin)
{
    const struct party *target = &aiming->look.target;
    enum base_side      side;

    if (!target->base) {
        const struct area *area = &element_of(aiming->g, target->house)->area;
        return (struct segment){ origin, table_nearest_outline(area, origin) };
    }
    table_nearest_centre(origin, target->base, &side);
    return (struct segment){ origin, table_centre(target->base, side) };
}

static void aim_by_sight(struct aiming *aiming, struct point origin)
{
    aiming->look.found = false;
    look_from(&aiming->look, origin);
    if (aiming->look.found) take_aim(aiming, aiming->look.line, aiming->look.apart);
}

/* The range of the nearest mark is asked before sight, which is dearer; at contact it is not asked at all (BE-REACT-16). */
static void aim_from(struct aiming *aiming, struct point origin, bool first)
{
    struct segment  line = shortest_from(aiming, origin);
    struct distance apart = table_distance(line.from, line.to);

    if (aiming->at_contact) {
        aim_by_sight(aiming, origin);
        return;
    }
    if (!aiming->seen) note_distance(aiming, apart, first);
    if (profile_at(aiming, apart) < 0) return;
    aiming->in_reach = true;
    aim_by_sight(aiming, origin);
}

/* BE-LOS-06: an extended arc has the side centres for origins too. */
static void aim_from_base(struct aiming *aiming)
{
    const struct party *eye = &aiming->look.eye;

    aim_from(aiming, eye->front, true);
    if (has(aiming->g->m, aiming->g->s, eye->unit, SR_EXTENDED_ARC) && !(aiming->how & SHOT_GUN)) {
        aim_from(aiming, table_centre(eye->base, SIDE_LEFT), false);
        aim_from(aiming, table_centre(eye->base, SIDE_RIGHT), false);
    }
    if (aiming->at_contact && !aiming->found) {         /* it was seen when it set out */
        struct segment line = shortest_from(aiming, eye->front);
        take_aim(aiming, line, table_distance(line.from, line.to));
    }
}

/* BE-TERR-22: from the outline of a building. */
static void aim_from_house(struct aiming *aiming)
{
    const struct area *area = &element_of(aiming->g, aiming->look.eye.house)->area;
    struct point       mark[OUTLINE_POINTS];
    int32_t            marks = marks_of(aiming->g, &aiming->look.target, aiming->look.eye.front, mark);
    struct segment     line = { table_nearest_outline(area, mark[0]), mark[0] };

    for (int32_t i = 1; i < marks; i++) {
        struct segment next = { table_nearest_outline(area, mark[i]), mark[i] };
        if (table_compare(table_distance(next.from, next.to), table_distance(line.from, line.to)) < 0) line = next;
    }
    if (aiming->at_contact) {
        take_aim(aiming, line, table_distance(line.from, line.to));
        return;
    }
    note_distance(aiming, table_distance(line.from, line.to), true);
    if (profile_at(aiming, aiming->nearest) < 0) return;
    aiming->in_reach = true;
    look_out(&aiming->look);
    if (aiming->look.found) take_aim(aiming, aiming->look.line, aiming->look.apart);
}

static rule_id no_aim(const struct aiming *aiming, struct refusal *why)
{
    if (aiming->in_reach && !aiming->seen) return refuse_look(&aiming->look, aiming->look.hidden, why);
    return refuse_with(why, aiming->seen ? BE_SHOOT_03 : BE_SHOOT_04, why ? table_ceiling(aiming->nearest) : 0,
                       longest_range(aiming));
}

static void look_for_aim(struct aiming *aiming)
{
    if (aiming->look.eye.base) aim_from_base(aiming);
    else aim_from_house(aiming);
}

static bool has_bow(const struct match *m, const struct type *type)
{
    for (int i = 0; i < FIREARMS_MOST; i++)
        if (shoots_with(m, type, i) && m->weapon[type->weapon[i]].bow) return true;
    return false;
}

rule_id tercios_shot_refused(const struct ground *g, int unit, int target, unsigned how, struct aim *aim, struct refusal *why)
{
    int                gun = how & SHOT_GUN ? g->s->unit[unit].gun - 1 : unit;
    const struct type *type = gun == unit ? profile_of(g->m, g->s, unit) : type_of(g->m, gun);
    struct aiming      aiming = { .g = g, .type = type, .how = how, .at_contact = (how & SHOT_AT_CONTACT) != 0,
                                  .farther = gun == unit ? g->s->unit[unit].reach * INCH : 0 };

    if (!are_enemies(g->m, unit, target)) return refuse_for(why, BE_SHOOT_14, target);
    if (is_commander(g->m, target)) return refuse_for(why, LM_CMD_07, target);
    if (!is_there(g, unit) || !is_there(g, target)) return refuse_for(why, BE_SHOOT_02, target);
    if (type->shoot[0] == 0 || type->weapon[0] < 0) return refuse_with(why, BE_VAL_05, 0, 0);
    if (longest_range(&aiming) == 0) return refuse_for(why, LM_WPN_13, unit);
    if (g->s->unit[target].effects & EFFECT_UNSEEN) return refuse_for(why, LM_TRAIT_47, target);
    aiming.look = look_at(g, unit, target);
    aiming.look.over = how & SHOT_GUN ? OVER_NOBODY : over_of(g, unit);
    look_for_aim(&aiming);
    if (!aiming.found && custom(g->m, CUSTOM_KINGDOMS) && has_bow(g->m, type)) {      /* LM-WPN-12 */
        aiming.look.over = OVER_FRIENDS;
        look_for_aim(&aiming);
    }
    if (!aiming.found) return no_aim(&aiming, why);
    *aim = aiming.aim;
    return 0;
}
