/*
 * deploy.c: the sides place their regiments in turn, unit by unit (BE-SETUP-06 to -08, LM-DEPLOY); and who comes onto the table later.
 *
 * A unit for which there is no place at all stays away, or waits for the next turn if it was to come later. In the long edition a
 * regiment is complete with its commander; the commander in chief and the elite unit are placed with any regiment, when that is complete.
 */
#include "places.h"

/* Of the frame of the deployment: a regiment has been completed, and what may be placed with any may be placed now. */
enum { COMPLETED = 0 };

/* Who is to be placed. */

/* Before the first turn all but those that are kept back, later those whose time has come. */
static bool may_come(const struct match *m, const struct state *s, int piece)
{
    int regiment = tercios_regiment_of(m, piece);

    if (!is_liber(m) || regiment >= m->regiments) return true;
    return s->turn ? (s->arrived >> regiment & 1) != 0 : !tercios_is_kept_back(m, s, regiment);
}

static bool is_waiting(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    return side_of(m, piece) == seat && s->unit[piece].status == STATUS_WAITING && may_come(m, s, piece);
}

static bool waits(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (is_waiting(m, s, seat, piece)) return true;
    return false;
}

/* Of those only the loose ones, or only the others. */
static bool some_wait(const struct match *m, const struct state *s, seat_id seat, bool loose)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (is_waiting(m, s, seat, piece) && tercios_is_loose(m, piece) == loose) return true;
    return false;
}

/* Does a regiment have units in that status? */
static bool any_in(const struct match *m, const struct state *s, int regiment, uint8_t status)
{
    const struct regiment *r = &m->regiment[regiment];

    for (int unit = r->first; unit < r->first + r->count; unit++)
        if (s->unit[unit].status == status) return true;
    return false;
}

static bool commander_waits(const struct match *m, const struct state *s, int regiment)
{
    int commander = m->regiment[regiment].commander;

    return is_liber(m) && commander != NOBODY && s->unit[commander].status == STATUS_WAITING;
}

static bool is_begun(const struct match *m, const struct state *s, int regiment)
{
    return any_in(m, s, regiment, STATUS_STANDING) ||
           (is_liber(m) && (any_in(m, s, regiment, STATUS_BUILT_IN) || any_in(m, s, regiment, STATUS_ABSENT)));
}

bool tercios_is_begun(const struct match *m, const struct state *s, int regiment) { return is_begun(m, s, regiment); }

/* The regiment of which some are placed and some are not, or -1: it must be completed first (BE-SETUP-06, LM-DEPLOY-04). */
static int regiment_in_hand(const struct match *m, const struct state *s, seat_id seat)
{
    for (int regiment = 0; regiment < m->regiments; regiment++)
        if (m->regiment[regiment].seat == seat && !m->regiment[regiment].elite && is_begun(m, s, regiment) &&
            (any_in(m, s, regiment, STATUS_WAITING) || commander_waits(m, s, regiment)))
            return regiment;
    return -1;
}

static bool is_completed(const struct state *s) { return flow_top_const(&s->flow)->value[COMPLETED] != 0; }

static bool is_next(const struct match *m, const struct state *s, seat_id seat, int in_hand, int piece)
{
    int regiment;

    if (!is_waiting(m, s, seat, piece)) return false;
    if (!is_liber(m)) return in_hand < 0 || m->regiment_of[piece] == in_hand;
    if (tercios_is_loose(m, piece)) return is_completed(s);
    regiment = tercios_regiment_of(m, piece);
    if (is_completed(s) || (is_commander(m, piece) && !any_in(m, s, regiment, STATUS_STANDING))) return false;
    return in_hand == regiment || (in_hand < 0 && (s->turn || !is_commander(m, piece)));
}

static bool has_room(const struct match *m, const struct state *s, int piece)
{
    struct site site;
    struct pose pose;

    if (is_commander(m, piece)) {
        for (int unit = 0; unit < m->units; unit++)
            if (!tercios_place_with_refused(m, s, piece, unit, NULL)) return true;
        return tercios_find_commander_place(m, s, piece, 0, &pose);
    }
    tercios_open_site(&site, m, s, piece);
    if (tercios_search_site(&site, 0, &pose)) return true;
    for (int32_t element = 0; element < elements_of(&site.g); element++)
        if (element_of(&site.g, element)->traits & T_BUILDING && !tercios_place_in_refused(&site, element, NULL)) return true;
    return false;
}

/* Deployment. */

/* BE-SETUP-06: the other side's turn, if it has any left. Who defends a position places everything first (B3). */
static void change_sides(struct play *p, seat_id seat)
{
    here(p)->value[COMPLETED] = 0;
    if (p->state->type == BATTLE_POSITION && waits(p->match, p->state, seat)) return;
    if (waits(p->match, p->state, (seat_id)!seat)) p->state->active = (uint8_t)!seat;
}

/* When a regiment is complete it is the other side's turn, after those that are placed with any regiment. */
static void pass_on(struct play *p, int piece)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat = side_of(m, piece);
    bool                loose = is_liber(m) && tercios_is_loose(m, piece);

    if (!loose && (any_in(m, s, tercios_regiment_of(m, piece), STATUS_WAITING) || commander_waits(m, s, tercios_regiment_of(m, piece)))) return;
    if (is_liber(m) && some_wait(m, s, seat, true)) here(p)->value[COMPLETED] = 1;
    else change_sides(p, seat);
}

static void stay_away(struct play *p, int piece)
{
    p->state->unit[piece].status = STATUS_ABSENT;
    tell(p, EVENT_ABSENT, is_commander(p->match, piece) ? LM_DEPLOY_06 : BE_SETUP_08, piece, NOBODY, 0, 0, 0);
    pass_on(p, piece);
}

/* There is room for the first that may be placed, or it stays away and the frame is entered again. */
static void enter_deploy(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    seat_id             seat = (seat_id)s->active;
    int                 in_hand;

    if (!waits(m, s, seat)) {
        if (!waits(m, s, (seat_id)!seat)) {
            leave(p);
        } else {
            here(p)->value[COMPLETED] = 0;
            s->active = (uint8_t)!seat;
        }
        return;
    }
    if (is_liber(m) && !some_wait(m, s, seat, false)) here(p)->value[COMPLETED] = 1;
    in_hand = regiment_in_hand(m, s, seat);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        if (!is_next(m, s, seat, in_hand, piece)) continue;
        if (has_room(m, s, piece)) ask(p, SEAT_BIT(seat));
        else stay_away(p, piece);
        return;
    }
    must(in_hand >= 0);
    stay_away(p, m->regiment[in_hand].commander);          /* there is no unit that he could be placed with */
}

static void offer_garrisons(const struct match *m, const struct state *s, int16_t unit, struct offers *offers)
{
    struct site    site;
    struct element own;
    bool           opened = false;

    for (int32_t element = 0; element < elements_in(m, s); element++) {
        if (!(element_in(m, s, element, &own)->traits & T_BUILDING) || tercios_garrison_refused(m, s, unit, element, NULL)) continue;
        if (!opened) tercios_open_site(&site, m, s, unit);
        opened = true;
        if (!tercios_place_in_refused(&site, element, NULL))
            offer_add(offers, (struct decision){ .kind = DO_GARRISON, .unit = unit, .value = element }, 0);
    }
}

/* LM-ART-10, LM-ADAPT-04: the form in which a unit begins. Who has taken the other form keeps it. */
static rule_id form_refused(const struct match *m, const struct state *s, int kind, int unit, struct refusal *why)
{
    rule_id rule = kind == DO_LIMBER ? LM_ART_10 : LM_ADAPT_04;
    bool    has_other = kind == DO_LIMBER ? (m->special[unit] & SR_CARTHORSES) != 0 : tercios_is_dragoon(m, unit);

    return !is_commander(m, unit) && has_other && !s->unit[unit].form ? 0 : refuse_for(why, rule, unit);
}

/* LM-ART-13: one gun a battalion; a corps of musketeers is none. */
static rule_id build_in_refused(const struct match *m, const struct state *s, int gun, int unit, struct refusal *why)
{
    if (is_commander(m, gun) || is_commander(m, unit) || !(m->special[gun] & SR_REGIMENTAL_GUN) || are_enemies(m, gun, unit) ||
        !is_standing(s, unit) || type_of(m, unit)->class != CLASS_SQUADRON || !(m->special[unit] & W_PIKE) || s->unit[unit].gun)
        return refuse_for(why, LM_ART_13, unit);
    return 0;
}

/* What only the long edition offers with a piece. */
static void offer_more(const struct match *m, const struct state *s, int16_t piece, struct offers *offers)
{
    for (int16_t unit = 0; unit < m->units; unit++) {
        if (is_commander(m, piece) && !tercios_place_with_refused(m, s, piece, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_ATTACH, .unit = piece, .target = unit }, 0);
        if (!s->turn && !build_in_refused(m, s, piece, unit, NULL))
            offer_add(offers, (struct decision){ .kind = DO_BUILD_IN, .unit = piece, .target = unit }, 0);
    }
    if (!form_refused(m, s, DO_LIMBER, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_LIMBER, .unit = piece }, 0);
    if (!form_refused(m, s, DO_DISMOUNT, piece, NULL)) offer_add(offers, (struct decision){ .kind = DO_DISMOUNT, .unit = piece }, 0);
}

static void offer_piece(const struct match *m, const struct state *s, int16_t piece, struct offers *offers)
{
    struct pose pose;
    bool        commander = is_commander(m, piece);

    /* With the strips of an arrival, and about a unit that is hemmed in, there may be no place at all. */
    if ((!commander && !s->turn) || tercios_find_place(m, s, piece, 0, &pose))
        offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = piece }, commander ? USES_AT : USES_AT | USES_HEADING);
    if (!commander && !s->turn) offer_garrisons(m, s, piece, offers);
    if (is_liber(m)) offer_more(m, s, piece, offers);
}

/* LM-DEPLOY-06: who is placed with any regiment may wait for another. */
static rule_id pass_refused(const struct match *m, const struct state *s, seat_id seat, struct refusal *why)
{
    return !s->turn && is_completed(s) && some_wait(m, s, seat, false) ? 0 : refuse_with(why, LM_DEPLOY_06, 0, 0);
}

static void offer_deploy(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int in_hand = s->turn ? -1 : regiment_in_hand(m, s, seat);

    for (int16_t piece = 0; piece < m->head.pieces; piece++)
        if (is_next(m, s, seat, in_hand, piece)) offer_piece(m, s, piece, offers);
    if (is_liber(m) && !pass_refused(m, s, seat, NULL)) offer_add(offers, (struct decision){ .kind = DO_PASS }, 0);
}

/* A commander has no front (LM-BASE-08). Where no place is found for a piece, none is offered, and none is taken. */
static rule_id refuse_spot(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    bool        commander = is_commander(m, d->unit);
    struct pose pose;
    rule_id     rule;

    if (commander && d->heading) return refuse_for(why, LM_BASE_08, d->unit);
    rule = tercios_place_refused(m, s, d->unit, (struct pose){ d->at, d->heading }, why);
    if (rule || (!commander && !s->turn) || tercios_find_place(m, s, d->unit, 0, &pose)) return rule;
    return refuse_for(why, BE_SETUP_07, d->unit);
}

static rule_id refuse_deploy(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                             struct refusal *why)
{
    struct site site;
    int         in_hand = s->turn ? -1 : regiment_in_hand(m, s, seat);

    if (d->kind == DO_PASS && is_liber(m)) return pass_refused(m, s, seat, why);
    if (d->kind != DO_PLACE && d->kind != DO_GARRISON && d->kind != DO_ATTACH && d->kind != DO_BUILD_IN && d->kind != DO_LIMBER &&
        d->kind != DO_DISMOUNT)
        return refuse_with(why, BE_SETUP_06, 0, 0);
    if (!is_next(m, s, seat, in_hand, d->unit)) return refuse_for(why, BE_SETUP_06, d->unit);
    switch (d->kind) {
    case DO_PLACE:    return refuse_spot(m, s, d, why);
    case DO_ATTACH:   return tercios_place_with_refused(m, s, d->unit, d->target, why);
    case DO_BUILD_IN: return s->turn ? refuse_for(why, LM_ART_13, d->target) : build_in_refused(m, s, d->unit, d->target, why);
    case DO_GARRISON: break;
    default:          return form_refused(m, s, d->kind, d->unit, why);
    }
    if (is_commander(m, d->unit)) return refuse_for(why, BE_SETUP_06, d->unit);
    tercios_open_site(&site, m, s, d->unit);
    return tercios_place_in_refused(&site, d->value, why);
}

/* LM-DEPLOY-08 */
static void tell_rough(struct play *p, int unit)
{
    struct ground g;
    struct point  front = pose_of(p->state, unit).at;

    tercios_survey(&g, p->match, p->state);
    if (tercios_hindrance(&g, (struct segment){ front, front }) & T_VERY_DIFFICULT) cite(p, LM_DEPLOY_08);
}

static void take_form(struct play *p, const struct decision *d)
{
    bool limbers = d->kind == DO_LIMBER;

    p->state->unit[d->unit].form = 1;
    tell(p, limbers ? EVENT_LIMBERED : EVENT_DISMOUNTED, limbers ? LM_ART_10 : LM_ADAPT_04, d->unit, NOBODY, 0, 0, 0);
    cite(p, LM_DEPLOY_07);
}

static void place_commander(struct play *p, const struct decision *d)
{
    struct unit *u = &p->state->unit[d->unit];

    u->status = STATUS_STANDING;
    if (d->kind == DO_ATTACH) {
        u->with = (uint8_t)(d->target + 1);
        p->state->unit[d->target].leader = (uint8_t)(d->unit + 1);
        tercios_put(p->state, d->unit, (struct pose){ pose_of(p->state, d->target).at, 0 });
        tell(p, EVENT_ATTACHED, LM_DEPLOY_06, d->unit, d->target, 0, 0, 0);
    } else {
        tercios_put(p->state, d->unit, (struct pose){ d->at, 0 });
        tell(p, EVENT_PLACED, LM_DEPLOY_06, d->unit, NOBODY, d->at.x, d->at.y, 0);
    }
}

static void place_unit(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit   *u = &p->state->unit[d->unit];
    struct element own;

    u->status = STATUS_STANDING;
    if (d->kind == DO_PLACE) {
        tercios_put(p->state, d->unit, (struct pose){ d->at, d->heading });
        tell(p, EVENT_PLACED, p->state->turn ? LM_BATTLE_07 : BE_SETUP_08, d->unit, NOBODY, d->at.x, d->at.y, d->heading);
        if (is_liber(p->match)) tell_rough(p, d->unit);
        u->dug_in = is_liber(p->match) && has(p->match, p->state, d->unit, SR_FORTIFIED);
    } else {
        const struct element *house = element_in(p->match, p->state, d->value, &own);
        tercios_put(p->state, d->unit, (struct pose){ house->middle, tercios_towards_enemy(p->state, seat) });
        u->house = (uint8_t)(d->value + 1);
        tell(p, EVENT_GARRISONED, BE_SETUP_08, d->unit, NOBODY, d->value, 0, 0);
        cite(p, BE_TERR_20);
    }
    cite(p, BE_SETUP_06);
    if (p->match->regiment[p->match->regiment_of[d->unit]].count > 1) cite(p, BE_SETUP_07);
}

static void build_in(struct play *p, const struct decision *d)
{
    p->state->unit[d->unit] = (struct unit){ .status = STATUS_BUILT_IN };
    p->state->unit[d->target].gun = (uint8_t)(d->unit + 1);
    tell(p, EVENT_BUILT_IN, LM_ART_13, d->unit, d->target, 0, 0, 0);
    cite(p, LM_DEPLOY_07);
}

static void place_piece(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_BUILD_IN) build_in(p, d);
    else if (is_commander(p->match, d->unit)) place_commander(p, d);
    else place_unit(p, seat, d);
}

static void take_deploy(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_PASS) {
        change_sides(p, seat);
    } else if (d->kind == DO_LIMBER || d->kind == DO_DISMOUNT) {
        take_form(p, d);
    } else {
        place_piece(p, seat, d);
        pass_on(p, d->unit);
    }
}

/* Who comes later: LM-BATTLE-07, and what a scenario says. The dice first, then those for whom there is room now. */

static void enter_arrive(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    if (tercios_roll_arrival(p)) return;
    for (int i = 0; i < 2; i++) {
        seat_id seat = (seat_id)(i ? !s->winner : s->winner);
        for (int piece = 0; piece < m->head.pieces; piece++) {
            if (!is_next(m, s, seat, -1, piece) || !has_room(m, s, piece)) continue;
            s->active = (uint8_t)seat;
            ask(p, SEAT_BIT(seat));
            return;
        }
    }
    leave(p);
}

static rule_id refuse_arrive(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_PASS || d->kind == DO_GARRISON) return refuse_with(why, LM_BATTLE_07, 0, 0);
    return refuse_deploy(m, s, seat, d, why);
}

static void take_arrive(struct play *p, seat_id seat, const struct decision *d)
{
    if (d->kind == DO_LIMBER || d->kind == DO_DISMOUNT) take_form(p, d);
    else place_piece(p, seat, d);
}

int32_t tercios_place_region(const struct match *m, const struct state *s, seat_id seat, int piece, struct point *points, int32_t capacity)
{
    enum { DEEP = 4 * INCH };
    struct arrival strip[STRIPS];
    struct box     box = { { 0, 0 }, m->size };
    int            regiment = tercios_regiment_of(m, piece);

    if (capacity < ZONE_POINTS) return 0;
    if (!s->turn) return tercios_zone_outline(m, s, seat, points);
    if (is_commander(m, piece) || !tercios_strips(m, s, regiment, strip)) return 0;
    if (strip->edge == SIDE_FRONT) box.low.y = m->size.y - DEEP;
    if (strip->edge == SIDE_BACK) box.high.y = DEEP;
    if (strip->edge == SIDE_RIGHT) box.low.x = m->size.x - DEEP;
    if (strip->edge == SIDE_LEFT) box.high.x = DEEP;
    if (strip->edge == SIDE_FRONT || strip->edge == SIDE_BACK) {
        box.low.x = strip->low;
        box.high.x = strip->high;
    } else {
        box.low.y = strip->low;
        box.high.y = strip->high;
    }
    points[0] = box.low;
    points[1] = (struct point){ box.high.x, box.low.y };
    points[2] = box.high;
    points[3] = (struct point){ box.low.x, box.high.y };
    return 4;
}

const struct phase tercios_deploy = { "deploy", BE_SETUP_06, enter_deploy, offer_deploy, refuse_deploy, take_deploy,
                                      .step = STEP_DEPLOYMENT };
const struct phase tercios_arrive = { "arrive", LM_BATTLE_07, enter_arrive, offer_deploy, refuse_arrive, take_arrive,
                                      .step = STEP_DEPLOYMENT };
