/*
 * marks.c: horses, loads, carts, doors and prisoners: what is added to an order, and what it comes to (AR-HORSE, AR-OBJ, AR-CAPT-03).
 *
 * Who has something (`carries`) and what somebody has (`with`) always name each other.
 */
#include "argad.h"

static const struct thing *thing_at(const struct match *m, int piece) { return &m->thing[piece - m->first[KIND_THING]]; }
static bool is_thing(const struct match *m, int piece) { return kind_of(m, piece) == KIND_THING; }

/* In a hand, on a shoulder or in a cart, rather than beside somebody. */
static bool is_carried_kind(const struct match *m, int piece)
{
    if (!is_thing(m, piece)) return false;
    switch (thing_at(m, piece)->type) {
    case THING_BARREL: case THING_SACK: case THING_CHEST: case THING_PURSE: return true;
    default: return false;
    }
}

/* What lies in a cart is touched by whoever touches the cart. */
static bool touches(const struct match *m, const struct state *s, int figure, int piece)
{
    struct base one, other;

    if (s->unit[piece].with && is_thing(m, s->unit[piece].with - 1)) piece = s->unit[piece].with - 1;
    if (is_beyond(m, s, piece, place_of(s, figure), radius_of(m, s, figure) + CONTACT + 1)) return false;
    one = argad_base(m, s, figure);
    other = argad_base(m, s, piece);
    return table_floor(table_gap(&one, &other)) <= CONTACT && !argad_parted(m, s, place_of(s, figure), place_of(s, piece));
}

static int opening_of(const struct match *m, int door)
{
    for (int i = 0; i < m->openings; i++)
        if (m->opening[i].door == door) return i;
    return -1;
}

static bool at_door(const struct match *m, const struct state *s, int figure, int door)
{
    const struct opening *opening = &m->opening[opening_of(m, door)];
    const struct unit    *unit = &s->unit[figure];
    struct base           base;

    if (!between(opening->line.low.x - 4 * CM, unit->x, opening->line.high.x + 4 * CM) || !between(opening->line.low.y - 4 * CM, unit->y, opening->line.high.y + 4 * CM)) return false;
    base = argad_base(m, s, figure);
    return argad_lines_opening(m, &base, opening_of(m, door));
}

static bool is_inside(const struct match *m, const struct state *s, int figure, int door)
{
    return table_covers(&m->element[m->opening[opening_of(m, door)].element].area, place_of(s, figure), 0);
}

/* Refusals. */

bool argad_takes_at_once(const struct match *m, const struct state *s, int figure)
{
    int what = s->unit[figure].mark_on - 1;

    return s->unit[figure].mark == MARK_TAKE && what >= 0 && (!s->unit[what].with || !is_figure(m, s->unit[what].with - 1)) && touches(m, s, figure, what);
}

/* Near enough to be taken in this turn at all. */
static bool is_within_rate(const struct state *s, int figure, int what, int32_t rate)
{
    return abs64((int64_t)s->unit[what].x - s->unit[figure].x) <= rate + 8 * CM && abs64((int64_t)s->unit[what].y - s->unit[figure].y) <= rate + 8 * CM;
}

static rule_id take_refused(const struct match *m, const struct state *s, seat_id seat, int figure, int what, struct refusal *why)
{
    const struct unit *unit = &s->unit[figure], *load = &s->unit[what];
    int32_t            rate;

    if (unit->mark || unit->carries || (unit->order != ORDER_HOLD && unit->order != ORDER_CROUCH && unit->order != ORDER_MOVE)) return refuse_with(why, AR_OBJ_01, 0, 0);
    if (m->figure[figure].traits & TRAIT_CIVILIAN) return refuse_with(why, AR_FIG_02, 0, 0);
    if (!argad_knows(m, s, seat, what)) return refuse_for(why, AR_OBJ_01, what);
    if (is_figure(m, what)) {
        if (load->status != STATUS_PRISONER || side_of(m, what) == seat || load->with) return refuse_for(why, AR_CAPT_03, what);
    } else if (!is_thing(m, what) || thing_at(m, what)->type == THING_CART || thing_at(m, what)->type == THING_BOAT) {
        return refuse_for(why, AR_OBJ_01, what);
    } else if (load->status == STATUS_LEFT || (load->with && is_figure(m, load->with - 1)) || (thing_at(m, what)->type == THING_HORSE && load->status != STATUS_STANDING)) {
        return refuse_for(why, AR_OBJ_01, what);
    } else if (is_mounted(m, s, figure) && (thing_at(m, what)->type == THING_CHEST || thing_at(m, what)->type == THING_SACK)) {
        return refuse_for(why, AR_OBJ_05, what);
    }
    rate = argad_rate(m, s, figure, NULL);
    if (!is_within_rate(s, figure, what, rate) || argad_gap(m, s, figure, what) > rate)
        return refuse_for(why, AR_OBJ_01, what);
    if (unit->order == ORDER_MOVE && !is_figure(m, what) && !touches(m, s, figure, what) && argad_rate_left(m, s, figure) < TAKING) return refuse_for(why, AR_OBJ_01, what);
    return 0;
}

static rule_id door_refused(const struct match *m, const struct state *s, int figure, int door, int act, struct refusal *why)
{
    const struct unit *unit = &s->unit[figure];
    uint8_t            state;
    bool               inside;

    if (kind_of(m, door) != KIND_DOOR || unit->mark || is_mounted(m, s, figure) || (unit->order != ORDER_HOLD && unit->order != ORDER_CROUCH && unit->order != ORDER_MOVE) ||
        !at_door(m, s, figure, door))
        return refuse_for(why, AR_OBJ_10, door);
    state = s->unit[door].door;
    inside = is_inside(m, s, figure, door);
    switch (act) {
    case MARK_OPEN:  return state == DOOR_SHUT || state == DOOR_HALF_OPEN ? 0 : refuse_for(why, AR_OBJ_10, door);
    case MARK_SHUT:  return inside && state <= DOOR_HALF_OPEN ? 0 : refuse_for(why, AR_OBJ_10, door);
    case MARK_BAR:   return inside && state == DOOR_SHUT ? 0 : refuse_for(why, AR_OBJ_10, door);
    default:         return inside && state == DOOR_BARRED ? 0 : refuse_for(why, AR_OBJ_10, door);
    }
}

static rule_id force_refused(const struct match *m, const struct state *s, int figure, int door, struct refusal *why)
{
    if (kind_of(m, door) != KIND_DOOR || s->unit[door].door != DOOR_BARRED || is_mounted(m, s, figure) || is_carrying(s, figure) || !at_door(m, s, figure, door))
        return refuse_for(why, AR_OBJ_09, door);
    return 0;
}

static rule_id help_refused(const struct match *m, const struct state *s, int figure, int carrier, struct refusal *why)
{
    int load;

    if (!is_figure(m, carrier) || carrier == figure || are_enemies(m, figure, carrier) || is_mounted(m, s, figure) || is_carrying(s, figure) || !is_active(s, carrier))
        return refuse_for(why, AR_OBJ_03, carrier);
    load = s->unit[carrier].carries - 1;
    if (load < 0 || !is_thing(m, load) || thing_at(m, load)->type != THING_CHEST || !touches(m, s, figure, carrier)) return refuse_for(why, AR_OBJ_03, carrier);
    return 0;
}

static rule_id cart_refused(const struct match *m, const struct state *s, int figure, int cart, struct refusal *why)
{
    if (!is_thing(m, cart) || thing_at(m, cart)->type != THING_CART || thing_at(m, cart)->immobile || s->unit[cart].status != STATUS_STANDING || is_mounted(m, s, figure) || is_carrying(s, figure) ||
        (s->unit[cart].with && s->unit[cart].with != figure + 1) || !touches(m, s, figure, cart))
        return refuse_for(why, AR_OBJ_07, cart);
    for (int i = 0; i < m->figures; i++)
        if (i != figure && s->unit[i].order == ORDER_DRIVE && s->unit[i].mark_on == cart + 1 && side_of(m, i) == side_of(m, figure)) return refuse_for(why, AR_OBJ_07, i);
    return 0;
}

/* How far the cart goes on its path with that leg; *on_road: on the road all the way. */
static int32_t driven_with(const struct match *m, const struct state *s, int figure, struct point shift, struct segment leg, bool *on_road)
{
    struct point from = place_of(s, figure);
    int32_t      driven = 0;

    *on_road = true;
    for (int i = 0; i <= s->unit[figure].points; i++) {
        struct point   to = i < s->unit[figure].points ? (struct point){ s->plan[figure].x[i], s->plan[figure].y[i] } : leg.to;
        struct segment way = { { from.x + shift.x, from.y + shift.y }, { max32(0, min32(m->size.x, to.x + shift.x)), max32(0, min32(m->size.y, to.y + shift.y)) } };
        *on_road = *on_road && argad_on_road(m, way);
        driven += table_floor(table_distance(from, to));
        from = to;
    }
    return driven;
}

rule_id argad_drive_refused(const struct match *m, const struct state *s, int figure, struct segment leg, struct refusal *why)
{
    int                 cart = s->unit[figure].mark_on - 1;
    struct point        shift = { s->unit[cart].x - s->unit[figure].x, s->unit[cart].y - s->unit[figure].y };
    struct segment      way = { { leg.from.x + shift.x, leg.from.y + shift.y }, { leg.to.x + shift.x, leg.to.y + shift.y } };
    const struct thing *thing = thing_at(m, cart);
    struct spot         into;
    bool                on_road;
    int32_t             driven = driven_with(m, s, figure, shift, leg, &on_road);

    if (driven > CART_OFF_ROAD && !on_road) return refuse_with(why, AR_OBJ_07, driven, CART_OFF_ROAD);
    if (argad_edge(m, &m->mover[0], way, EASY, &into) >= 0) return refuse_for(why, AR_OBJ_07, cart);
    if (argad_leg_barred(m, s, &m->mover[0], way)) return refuse_for(why, AR_OBJ_07, cart);
    /* Where it leaves the table its way ends. */
    way.to = (struct point){ max32(0, min32(m->size.x, way.to.x)), max32(0, min32(m->size.y, way.to.y)) };
    if (thing->path && !table_covers(&m->element[thing->path - 1].area, way.to, 0)) return refuse_by(why, AR_OBJ_07, thing->path - 1, m->terrain[m->element[thing->path - 1].terrain].id);
    return 0;
}

static int own_horse(const struct match *m, int figure) { return m->figure[figure].horse ? thing_piece(m, m->figure[figure].horse - 1) : NOBODY; }

/* AR-OBJ-05: a rider has a barrel or a purse, and nothing else; his own horse he need not lead any more. */
static bool may_ride_with(const struct match *m, const struct state *s, int figure, int horse)
{
    int load = s->unit[figure].carries - 1;

    return load < 0 || load == horse || (is_thing(m, load) && (thing_at(m, load)->type == THING_BARREL || thing_at(m, load)->type == THING_PURSE));
}

/* AR-BLD-01, AR-MOVE-13: nobody sits in the saddle where no rider may be, indoors or among rocks, wherever the horse was led. */
static rule_id saddle_refused(const struct match *m, const struct state *s, int figure, int horse, struct refusal *why)
{
    struct spot spot = argad_spot(m, &m->mover[m->figure[figure].mover[!s->unit[figure].form]], place_of(s, horse));

    if (spot.class != IMPASSABLE) return 0;
    return refuse_by(why, spot.indoors ? AR_BLD_01 : AR_MOVE_13, spot.element, m->terrain[m->element[spot.element].terrain].id);
}

static rule_id mount_refused(const struct match *m, const struct state *s, int figure, struct refusal *why)
{
    int horse = own_horse(m, figure);

    if (horse == NOBODY || is_mounted(m, s, figure) || s->unit[horse].status != STATUS_STANDING || (s->unit[horse].with && s->unit[horse].with != figure + 1) ||
        !touches(m, s, figure, horse) || argad_touches_enemy(m, s, figure))
        return refuse_with(why, AR_HORSE_03, 0, 0);
    if (!may_ride_with(m, s, figure, horse)) return refuse_with(why, AR_OBJ_05, 0, 0);
    return saddle_refused(m, s, figure, horse, why);
}

static rule_id dismount_refused(const struct match *m, const struct state *s, int figure, struct point at, struct refusal *why)
{
    struct base horse, man;

    if (!is_mounted(m, s, figure) || own_horse(m, figure) == NOBODY || m->figure[figure].mover[!s->unit[figure].form] == UNKNOWN) return refuse_with(why, AR_HORSE_01, 0, 0);
    if (at.x < 0 || at.y < 0 || at.x > m->size.x || at.y > m->size.y) return refuse_with(why, AR_HORSE_02, at.x, at.y);
    horse = argad_base(m, s, figure);
    man = table_base(m->mover[m->figure[figure].mover[!s->unit[figure].form]].shape, (struct pose){ at, 0 });
    if (table_floor(table_gap(&horse, &man)) > CONTACT || argad_overlaps(&horse, &man)) return refuse_with(why, AR_HORSE_02, at.x, at.y);
    if (argad_leg_barred(m, s, &m->mover[m->figure[figure].mover[!s->unit[figure].form]], (struct segment){ place_of(s, figure), at }))
        return refuse_with(why, AR_HORSE_02, at.x, at.y);
    return 0;
}

rule_id argad_mark_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct unit *unit = &s->unit[d->unit];
    bool               told = unit->did & DID_CHOOSE;

    switch (d->kind) {
    case DO_TAKE: return take_refused(m, s, seat, d->unit, d->target, why);
    case DO_DROP:
        if (unit->order == ORDER_ATTACK || unit->order == ORDER_MOUNT || unit->order == ORDER_DISMOUNT) return refuse_with(why, AR_ORD_08, 0, 0);
        return unit->carries && !unit->mark && unit->order != ORDER_DRIVE ? 0 : refuse_with(why, AR_OBJ_01, 0, 0);
    case DO_DOOR: return door_refused(m, s, d->unit, d->target, d->choice + MARK_OPEN, why);
    default:      break;
    }
    if (told) return refuse_with(why, AR_ORD_01, 0, 0);
    switch (d->kind) {
    case DO_FORCE: return force_refused(m, s, d->unit, d->target, why);
    case DO_HELP:  return help_refused(m, s, d->unit, d->target, why);
    case DO_DRIVE: return cart_refused(m, s, d->unit, d->target, why);
    case DO_MOUNT: return mount_refused(m, s, d->unit, why);
    default:       return dismount_refused(m, s, d->unit, d->at, why);
    }
}

static void offer_if(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, const struct decision *d)
{
    if (!argad_mark_refused(m, s, seat, d, NULL)) offer_add(offers, *d, 0);
}

void argad_offer_marks(const struct match *m, const struct state *s, seat_id seat, int figure, const struct company *company, struct offers *offers)
{
    int16_t unit = (int16_t)figure;
    bool    told = s->unit[figure].did & DID_CHOOSE, may_take = !s->unit[figure].mark && !s->unit[figure].carries;
    int32_t reach = may_take ? argad_rate(m, s, figure, NULL) : 0;

    for (uint64_t rest = (may_take ? company->prisoners : 0) | (told ? 0 : company->carriers); rest; rest &= rest - 1) {
        int16_t i = (int16_t)lowest(rest);
        if (may_take && company->prisoners >> i & 1) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_TAKE, .unit = unit, .target = i });
        if (!told && company->carriers >> i & 1) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_HELP, .unit = unit, .target = i });
    }
    may_take = may_take && !(m->figure[figure].traits & TRAIT_CIVILIAN);
    for (int16_t i = (int16_t)m->first[KIND_THING]; i < m->first[KIND_DOOR]; i++) {
        if (may_take && is_within_rate(s, figure, i, reach)) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_TAKE, .unit = unit, .target = i });
        if (!told && thing_at(m, i)->type == THING_CART) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_DRIVE, .unit = unit, .target = i });
    }
    for (int16_t i = (int16_t)m->first[KIND_DOOR]; i < m->head.pieces && !is_mounted(m, s, figure); i++) {
        if (!at_door(m, s, figure, i)) continue;
        for (int16_t act = 0; act < 4; act++) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_DOOR, .unit = unit, .target = i, .choice = act });
        offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_FORCE, .unit = unit, .target = i });
    }
    for (int16_t when = 0; when < 2 && s->unit[figure].carries; when++) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_DROP, .unit = unit, .choice = when });
    offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_MOUNT, .unit = unit });
    if (is_mounted(m, s, figure) && own_horse(m, figure) != NOBODY && !(s->unit[figure].did & DID_CHOOSE) && m->figure[figure].mover[!s->unit[figure].form] != UNKNOWN)
        offer_add(offers, (struct decision){ .kind = DO_DISMOUNT, .unit = unit }, USES_AT);
}

void argad_take_mark(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *unit = &p->state->unit[d->unit];

    (void)seat;
    switch (d->kind) {
    case DO_TAKE:  unit->mark = MARK_TAKE; unit->mark_on = (uint8_t)(d->target + 1); break;
    case DO_DROP:  unit->mark = d->choice ? MARK_DROP_LATER : MARK_DROP_NOW; break;
    case DO_DOOR:  unit->mark = (uint8_t)(d->choice + MARK_OPEN); unit->mark_on = (uint8_t)(d->target + 1); break;
    case DO_FORCE: unit->order = ORDER_FORCE; unit->target = (uint8_t)(d->target + 1); break;
    case DO_HELP:  unit->order = ORDER_HELP; unit->target = (uint8_t)(d->target + 1); break;
    case DO_DRIVE: unit->order = ORDER_DRIVE; unit->mark_on = (uint8_t)(d->target + 1); break;
    case DO_MOUNT: unit->order = ORDER_MOUNT; break;
    default:
        unit->order = ORDER_DISMOUNT;
        p->state->plan[d->unit].x[POINTS - 1] = d->at.x;
        p->state->plan[d->unit].y[POINTS - 1] = d->at.y;
    }
}

/* What they come to. */

static void have(struct play *p, int figure, int what, rule_id rule)
{
    struct state *s = p->state;

    if (s->unit[what].with && !is_figure(p->match, s->unit[what].with - 1)) s->unit[what].with = 0;
    s->unit[figure].carries = (uint8_t)(what + 1);
    s->unit[what].with = (uint8_t)(figure + 1);
    if (is_carried_kind(p->match, what)) {
        s->unit[what].status = STATUS_CARRIED;
        s->unit[what].x = s->unit[figure].x;
        s->unit[what].y = s->unit[figure].y;
    }
    argad_rise(p, figure);
    tell_to(p, argad_witnesses(p->match, s, figure), EVENT_TAKES, rule, figure, what, 0, 0, 0);
}

void argad_drop(struct play *p, int figure, rule_id rule)
{
    struct state *s = p->state;
    int           what = s->unit[figure].carries - 1;
    uint8_t       witnesses;

    if (what < 0) return;
    witnesses = argad_witnesses(p->match, s, figure);
    s->unit[figure].carries = 0;
    s->unit[what].with = 0;
    if (is_carried_kind(p->match, what)) {
        s->unit[what].status = STATUS_STANDING;
        s->unit[what].x = s->unit[figure].x;
        s->unit[what].y = s->unit[figure].y;
    }
    tell_to(p, witnesses, EVENT_DROPS, rule, figure, what, 0, 0, 0);
    if (!is_figure(p->match, what) && !is_carried_kind(p->match, what)) argad_cite(p, witnesses, AR_CAS_03);
}

void argad_bring_along(struct play *p, int figure, struct point before)
{
    struct state *s = p->state;
    int           what = s->unit[figure].carries - 1;
    int32_t       dx = s->unit[figure].x - before.x, dy = s->unit[figure].y - before.y;

    if (what < 0) return;
    if (is_carried_kind(p->match, what)) {
        s->unit[what].x = s->unit[figure].x;
        s->unit[what].y = s->unit[figure].y;
        return;
    }
    s->unit[what].x += dx;
    s->unit[what].y += dy;
    if (!is_figure(p->match, what)) {                        /* an animal or a cart does not go over the edge alone */
        s->unit[what].x = max32(0, min32(p->match->size.x, s->unit[what].x));
        s->unit[what].y = max32(0, min32(p->match->size.y, s->unit[what].y));
    }
    for (int i = 0; i < p->match->things; i++) {             /* what lies in a cart */
        struct unit *cargo = &s->unit[thing_piece(p->match, i)];
        if (cargo->with != what + 1) continue;
        cargo->x = s->unit[what].x;
        cargo->y = s->unit[what].y;
    }
}

static void work_door(struct play *p, int figure)
{
    static const uint8_t becomes[] = { [MARK_OPEN] = DOOR_OPEN, [MARK_SHUT] = DOOR_SHUT, [MARK_BAR] = DOOR_BARRED, [MARK_UNBAR] = DOOR_SHUT };
    struct unit *unit = &p->state->unit[figure];
    int          door = unit->mark_on - 1;

    if (unit->mark < MARK_OPEN || unit->mark > MARK_UNBAR || door < 0 || !is_active(p->state, figure)) return;
    p->state->unit[door].door = becomes[unit->mark];
    argad_rise(p, figure);                                   /* ruling 67 */
    tell(p, EVENT_DOOR, AR_OBJ_10, NOBODY, door, p->state->unit[door].door, 0, 0);
    unit->mark = MARK_NONE;
}

static bool works_from_inside(const struct match *m, const struct state *s, int door)
{
    for (int i = 0; i < m->figures; i++)
        if (is_active(s, i) && s->unit[i].mark >= MARK_OPEN && s->unit[i].mark <= MARK_UNBAR && s->unit[i].mark_on == door + 1 && is_inside(m, s, i, door)) return true;
    return false;
}

void argad_marks_begin(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int i = 0; i < m->figures; i++) {
        struct unit *unit = &s->unit[i];
        int          what = unit->mark_on - 1;
        if (!is_active(s, i)) continue;
        if (unit->mark == MARK_DROP_NOW || unit->mark == MARK_DROP_LATER) argad_rise(p, i);      /* ruling 67 */
        if (unit->mark == MARK_DROP_NOW) argad_drop(p, i, AR_OBJ_01);
        if (unit->mark == MARK_TAKE && what >= 0 && !s->unit[what].with && touches(m, s, i, what)) have(p, i, what, is_figure(m, what) ? AR_CAPT_03 : AR_OBJ_01);
        else if (unit->mark == MARK_TAKE && what >= 0 && s->unit[what].with && !is_figure(m, s->unit[what].with - 1) && touches(m, s, i, what)) have(p, i, what, AR_OBJ_01);
        /* A cart is his while he drives it; one that has been taken from him meanwhile he cannot drive (AR-ORD-13). */
        if (unit->order != ORDER_DRIVE || what < 0) continue;
        if (s->unit[what].with || s->unit[what].status != STATUS_STANDING || unit->carries) {
            argad_clear_order(s, i);
            continue;
        }
        unit->carries = (uint8_t)(what + 1);
        s->unit[what].with = (uint8_t)(i + 1);
    }
    /* Ruling 64: of both sides' the one inside acts. */
    for (int inside = 0; inside < 2; inside++)
        for (int i = 0; i < m->figures; i++) {
            int door = s->unit[i].mark_on - 1;
            if (door < 0 || kind_of(m, door) != KIND_DOOR || is_inside(m, s, i, door) != (inside != 0)) continue;
            if (inside || !works_from_inside(m, s, door)) work_door(p, i);
        }
}

void argad_marks_end(struct play *p, const int32_t *left)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int i = 0; i < m->figures; i++) {
        struct unit *unit = &s->unit[i];
        int          what = unit->mark_on - 1;
        if (unit->carries && is_thing(m, unit->carries - 1) && thing_at(m, unit->carries - 1)->type == THING_CART) {
            s->unit[unit->carries - 1].with = 0;             /* it stands */
            unit->carries = 0;
        }
        if (!is_active(s, i)) continue;
        if (unit->mark == MARK_DROP_LATER) argad_drop(p, i, AR_OBJ_01);
        /* AR-OBJ-01: at the end of a move it needs 4 cm of the rate left; a prisoner is no load. */
        if (unit->mark == MARK_TAKE && !unit->carries && what >= 0 && (!s->unit[what].with || !is_figure(m, s->unit[what].with - 1)) &&
            (is_figure(m, what) || left[i] >= TAKING) && touches(m, s, i, what) && !argad_touches_enemy(m, s, i))
            have(p, i, what, is_figure(m, what) ? AR_CAPT_03 : AR_OBJ_01);
    }
}

/* The prisoner whom he leads stands there. */
static bool is_on_prisoner(const struct match *m, const struct state *s, int figure, const struct base *base)
{
    int         led = s->unit[figure].carries - 1;
    struct base other;

    if (led < 0 || !is_figure(m, led)) return false;
    other = argad_base(m, s, led);
    return argad_overlaps(base, &other);
}

/* AR-HORSE-01, -02; ruling 79: somebody stands where he would dismount: he stays as he is. AR-HORSE-03: an enemy keeps him from mounting. */
void argad_change_form(struct play *p, int figure, bool is_taken)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[figure];
    int                 horse = own_horse(m, figure);

    unit->did |= DID_CHANGE_FORM;
    argad_rise(p, figure);
    if (is_taken || horse == NOBODY || !is_active(s, figure) || (unit->order == ORDER_MOUNT && argad_touches_enemy(m, s, figure))) return;
    if (unit->order == ORDER_MOUNT) {
        struct base rider = table_base(m->mover[m->figure[figure].mover[!unit->form]].shape, pose_of(s, horse));
        if (s->unit[horse].status != STATUS_STANDING || (s->unit[horse].with && s->unit[horse].with != figure + 1) || !touches(m, s, figure, horse)) return;
        if (!may_ride_with(m, s, figure, horse) || saddle_refused(m, s, figure, horse, NULL) || argad_overlapped_by(m, s, figure, &rider, UINT64_MAX) != NOBODY) return;
        if (unit->carries == horse + 1) unit->carries = s->unit[horse].with = 0;
        unit->form = !unit->form;
        unit->x = s->unit[horse].x;
        unit->y = s->unit[horse].y;
        unit->heading = s->unit[horse].heading;
        unit->stance = UPRIGHT;
        s->unit[horse].status = STATUS_CARRIED;
    } else {
        struct point at = { s->plan[figure].x[POINTS - 1], s->plan[figure].y[POINTS - 1] };
        struct base  man = table_base(m->mover[m->figure[figure].mover[!unit->form]].shape, (struct pose){ at, unit->heading });
        if (argad_overlapped_by(m, s, figure, &man, UINT64_MAX) != NOBODY || is_on_prisoner(m, s, figure, &man)) return;
        s->unit[horse].status = STATUS_STANDING;
        s->unit[horse].x = unit->x;
        s->unit[horse].y = unit->y;
        s->unit[horse].heading = unit->heading;
        unit->form = !unit->form;
        unit->x = at.x;
        unit->y = at.y;
    }
    tell_to(p, argad_witnesses(m, s, figure), is_mounted(m, s, figure) ? EVENT_MOUNTS : EVENT_DISMOUNTS, AR_HORSE_01, figure, horse, 0, 0, 0);
    argad_cite(p, argad_witnesses(m, s, figure), AR_HORSE_04);
    argad_cite(p, argad_witnesses(m, s, figure), AR_HORSE_05);
}

/* AR-OBJ-09. */
static int needed_to_force(const struct match *m, const struct state *s, int figure)
{
    int needed = 6;

    for (int i = 0; i < m->figure[figure].weapons && !(s->unit[figure].wounds & UNARMED); i++) {
        uint8_t flags = argad_weapon(m, figure, i)->flags;
        if (flags & WEAPON_HEAVY_TOOL) return 4;
        if (flags & WEAPON_HATCHET) needed = 5;
    }
    return needed;
}

void argad_force_doors(struct play *p)
{
    enum { AT_ONCE = 3 };
    const struct match *m = p->match;
    struct state       *s = p->state;

    uint8_t             forcing[DOORS] = { 0 };
    bool                opens[DOORS] = { false };

    for (int i = 0; i < m->figures; i++) {                   /* AR-DICE-10: by figure */
        int door = s->unit[i].target - 1, die, needed;
        if (s->unit[i].order != ORDER_FORCE || door < m->first[KIND_DOOR] || !is_active(s, i) || !is_immobile(s, i) || s->unit[i].did & (DID_FIRE | DID_STRIKE | DID_TOUCH)) continue;
        if (s->unit[door].door != DOOR_BARRED || !at_door(m, s, i, door) || forcing[door - m->first[KIND_DOOR]] == AT_ONCE) continue;
        forcing[door - m->first[KIND_DOOR]]++;
        needed = needed_to_force(m, s, i);
        argad_privately(p, i);
        die = d6(p, AR_OBJ_09);
        argad_openly(p);
        if (die >= needed) opens[door - m->first[KIND_DOOR]] = true;
        tell_to(p, argad_audience(m, s, i), EVENT_FORCED, AR_OBJ_09, i, door, die, needed, 0);
    }
    for (int i = 0; i < m->doors; i++) {
        if (!opens[i]) continue;
        s->unit[m->first[KIND_DOOR] + i].door = DOOR_OPEN;
        tell(p, EVENT_DOOR, AR_OBJ_09, NOBODY, m->first[KIND_DOOR] + i, DOOR_OPEN, 0, 0);
    }
}
