/*
 * plot.c: the orders that both sides give in secret (AR-ORD, AR-MOVE-10 to -16, AR-WIN-03).
 *
 * Every piece holds until it is told otherwise. A piece that has an order (DID_CHOOSE) is offered only what may be added to it, and to take
 * it back; what the order is made of is in its unit and its plan.
 */
#include "argad.h"

void argad_clear_order(struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->order = ORDER_HOLD;
    unit->target = unit->reaction = unit->mark = unit->mark_on = unit->points = unit->choice = 0;
    unit->number = 0;
    unit->face = UNKNOWN_HEADING;
    unit->did &= (uint16_t)~(DID_CHOOSE | DID_VOLLEY);
    s->plan[piece] = (struct plan){ { 0 }, { 0 } };
}

bool argad_still_lawful(const struct match *m, const struct state *s, int piece)
{
    const struct unit *unit = &s->unit[piece];
    int                target = unit->target - 1;

    (void)m;
    switch (unit->order) {
    case ORDER_ATTACK: return target >= 0 && (s->unit[target].status == STATUS_STANDING || s->unit[target].status == STATUS_ROUTED);
    case ORDER_HELP:   return target >= 0 && is_active(s, target) && is_carrying(s, target);
    default:           return true;
    }
}

void argad_tell_order(struct play *p, seat_id seat, int piece)
{
    const struct unit *unit = &p->state->unit[piece];

    tell_to(p, SEAT_BIT(seat), EVENT_ORDERED, AR_ORD_01, piece, unit->target - 1, unit->order, unit->reaction, unit->points);
}

/* Paths. */

static bool makes_a_path(const struct unit *unit)
{
    return unit->order == ORDER_MOVE || unit->order == ORDER_DRIVE || unit->order == ORDER_MOUNT || unit->order == ORDER_DISMOUNT;
}

/* A path as it stands: where its next leg begins, how many points it has of how many, and what is left of the rate. */
struct path {
    struct point last;
    int32_t      left;
    int          points, most;
};

/* AR-HORSE-01, -02: who mounts sets out from his horse, who dismounts from where he has chosen to stand. */
struct point argad_sets_out_from(const struct match *m, const struct state *s, int figure)
{
    if (s->unit[figure].order == ORDER_DISMOUNT) return (struct point){ s->plan[figure].x[POINTS - 1], s->plan[figure].y[POINTS - 1] };
    if (s->unit[figure].order == ORDER_MOUNT && m->figure[figure].horse) return place_of(s, thing_piece(m, m->figure[figure].horse - 1));
    return place_of(s, figure);
}

/* AR-HORSE-01: after mounting or dismounting half a turn of the new form is left. AR-OBJ-01: who takes a load in the end keeps 4 cm for it. */
static int32_t whole_rate(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];

    if (unit->order != ORDER_MOUNT && unit->order != ORDER_DISMOUNT)
        return max32(0, argad_rate(m, s, figure, NULL) - (unit->mark == MARK_TAKE && !argad_takes_at_once(m, s, figure) && !is_figure(m, unit->mark_on - 1) ? TAKING : 0));
    return argad_rate_otherwise(m, s, figure) / 2;
}

static void go_on(struct path *path, struct point to)
{
    path->left = max32(0, path->left - table_floor(table_distance(path->last, to)));
    path->last = to;
    path->points++;
}

static struct path path_of(const struct match *m, const struct state *s, int figure)
{
    struct path path = { argad_sets_out_from(m, s, figure), whole_rate(m, s, figure), 0, s->unit[figure].order == ORDER_DISMOUNT ? POINTS - 1 : POINTS };

    for (int i = 0; i < s->unit[figure].points; i++) go_on(&path, (struct point){ s->plan[figure].x[i], s->plan[figure].y[i] });
    return path;
}

int32_t argad_rate_left(const struct match *m, const struct state *s, int figure)
{
    return path_of(m, s, figure).left;
}

static bool is_outside(const struct match *m, struct point at) { return at.x < 0 || at.y < 0 || at.x > m->size.x || at.y > m->size.y; }

/* Another point may be added: there is rate left, and it has not left the table. */
static bool goes_on(const struct match *m, const struct path *path) { return path->points < path->most && path->left > 0 && !is_outside(m, path->last); }

static const struct mover *mover_under_way(const struct match *m, const struct state *s, int figure)
{
    uint8_t order = s->unit[figure].order, form = s->unit[figure].form;

    return &m->mover[m->figure[figure].mover[order == ORDER_MOUNT || order == ORDER_DISMOUNT ? !form : form]];
}

/* AR-ORD-06, AR-MOVE-10, -13: the next point of a path. *farthest: as far on that line as it may go, or 0. */
static rule_id leg_refused(const struct match *m, const struct state *s, int figure, const struct path *path, struct point at, bool leaves, int32_t *farthest, struct refusal *why)
{
    struct segment leg = { path->last, at };
    int32_t        length;
    rule_id        rule;

    *farthest = 0;
    if (is_outside(m, path->last) || abs64(at.x) > TABLE_LIMIT / 2 || abs64(at.y) > TABLE_LIMIT / 2) return refuse_with(why, AR_MOVE_15, at.x, at.y);
    length = table_floor(table_distance(path->last, at));
    if (length < 1 || path->points >= path->most) return refuse_with(why, AR_ORD_06, length, path->left);
    if (length > path->left) {
        *farthest = path->left;
        return refuse_with(why, AR_ORD_06, length, path->left);
    }
    if (is_outside(m, at) != leaves) return refuse_with(why, AR_MOVE_15, at.x, at.y);
    if (s->unit[figure].order == ORDER_DRIVE) {
        rule = argad_drive_refused(m, s, figure, leg, why);
        if (rule) return rule;
    }
    rule = argad_leg_refused(m, s, mover_under_way(m, s, figure), leg, why);
    if (rule && why) *farthest = argad_leg_free(m, s, mover_under_way(m, s, figure), leg);
    return rule;
}

static rule_id point_refused(const struct match *m, const struct state *s, int figure, const struct path *path, struct point at, bool leaves, struct refusal *why)
{
    int32_t      farthest, no_more;
    rule_id      rule = leg_refused(m, s, figure, path, at, leaves, &farthest, why);
    struct point nearest;

    if (!rule || !why || farthest <= 0) return rule;
    nearest = table_along(path->last, at, farthest);
    if (leg_refused(m, s, figure, path, nearest, leaves, &no_more, NULL)) return rule;
    why->has_nearest = true;
    why->nearest = (struct pose){ nearest, 0 };
    return rule;
}

/* Could it leave the table in this turn at all? */
static bool is_near_edge(const struct match *m, const struct path *path)
{
    return goes_on(m, path) && (path->last.x < path->left || path->last.y < path->left || m->size.x - path->last.x < path->left || m->size.y - path->last.y < path->left);
}

/* Who may be told what. */

static bool may_order(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    if (side_of(m, piece) != seat) return false;
    if (is_figure(m, piece)) return is_active(s, piece) && !in_ranks(s, piece);
    return kind_of(m, piece) == KIND_FORMED && is_formed(m, s, piece - m->first[KIND_FORMED]);
}

static bool is_told(const struct state *s, int piece) { return s->unit[piece].did & DID_CHOOSE; }

static rule_id attack_refused(const struct match *m, const struct state *s, seat_id seat, int target, struct refusal *why)
{
    if (!is_figure(m, target) || side_of(m, target) == seat || !argad_knows(m, s, seat, target)) return refuse_for(why, AR_ORD_07, target);
    if (s->unit[target].status != STATUS_STANDING && s->unit[target].status != STATUS_ROUTED) return refuse_for(why, AR_ORD_07, target);
    return 0;
}

/* AR-ORD-08, -09: an attack has neither a reaction nor anything to take or to do at a door; what is dropped does not matter to it. */
static rule_id pursuit_refused(const struct match *m, const struct state *s, int figure, const struct path *path, struct refusal *why)
{
    const struct unit *unit = &s->unit[figure];

    if (!is_told(s, figure) || unit->order != ORDER_MOVE || unit->points >= POINTS || is_outside(m, path->last)) return refuse_with(why, AR_ORD_07, unit->points, POINTS - 1);
    if (unit->reaction) return refuse_with(why, AR_ORD_09, 0, 0);
    return unit->mark_on ? refuse_with(why, AR_ORD_08, 0, 0) : 0;
}

static rule_id early_refused(const struct match *m, const struct state *s, int figure, int target, struct refusal *why)
{
    struct shot shot;
    rule_id     rule;

    if (!option(m, OPTION_EARLY_FIRE)) return refuse_with(why, AR_FIRE_20, 0, 0);
    if (!is_figure(m, target) || !are_enemies(m, figure, target)) return refuse_for(why, AR_ORD_03, target);
    return argad_best_shot(m, s, figure, target, WHEN_EARLY, &shot, &rule, why) ? 0 : rule;
}

/* A formed unit fires early by volley, the first of its figures that may (AR-VOL-06). */
static int first_shooter(const struct match *m, const struct state *s, int piece, int target, rule_id *rule)
{
    uint8_t member[FIGURES];
    int     count = argad_members(m, s, piece - m->first[KIND_FORMED], member);

    *rule = AR_VOL_06;
    for (int i = 0; i < count; i++)
        if (argad_volley(m, s, member[i], target, WHEN_EARLY, NULL, rule)) return member[i];
    return NOBODY;
}

static rule_id volley_refused(const struct match *m, const struct state *s, int piece, int target, struct refusal *why)
{
    rule_id rule;

    if (!option(m, OPTION_EARLY_FIRE)) return refuse_with(why, AR_FIRE_20, 0, 0);
    if (!is_figure(m, target) || !are_enemies(m, piece, target)) return refuse_for(why, AR_ORD_03, target);
    return first_shooter(m, s, piece, target, &rule) == NOBODY ? refuse_with(why, rule ? rule : AR_VOL_01, 0, 0) : 0;
}

static rule_id react_refused(const struct state *s, int figure, int reaction, struct refusal *why)
{
    const struct unit *unit = &s->unit[figure];

    if (unit->reaction) return refuse_with(why, AR_ORD_10, 0, 0);
    if (unit->order != ORDER_HOLD && unit->order != ORDER_CROUCH && unit->order != ORDER_MOVE) return refuse_with(why, AR_ORD_09, 0, 0);
    if (reaction == REACT_HALT && unit->order != ORDER_MOVE) return refuse_with(why, AR_ORD_09, 0, 0);
    return 0;
}

/* AR-ORD-14: the other's move from one's own place, or his attack. */
static rule_id likewise_refused(const struct match *m, const struct state *s, seat_id seat, int figure, int model, struct refusal *why)
{
    const struct unit *other;
    struct path        path;
    int32_t            dx, dy;

    if (!is_figure(m, model) || model == figure || !may_order(m, s, seat, model) || !is_told(s, model)) return refuse_for(why, AR_ORD_14, model);
    other = &s->unit[model];
    if (other->order == ORDER_ATTACK && !other->points) return attack_refused(m, s, seat, other->target - 1, why);
    if (other->order != ORDER_MOVE || !other->points) return refuse_for(why, AR_ORD_14, model);
    dx = s->unit[figure].x - other->x;
    dy = s->unit[figure].y - other->y;
    path = path_of(m, s, figure);
    for (int i = 0; i < other->points; i++) {
        struct point at = { s->plan[model].x[i] + dx, s->plan[model].y[i] + dy };
        bool         off = at.x < 0 || at.y < 0 || at.x > m->size.x || at.y > m->size.y;
        rule_id      rule = point_refused(m, s, figure, &path, at, off && i + 1 == other->points, why);
        if (rule) return rule;
        go_on(&path, at);
    }
    return 0;
}

static bool may_reload_another(const struct match *m, const struct state *s, int figure, int firearm)
{
    int empty = 0;

    for (int i = 0; i < m->figure[figure].firearms; i++) empty += !(s->unit[figure].loaded >> i & 1);
    return empty > 1 && !(s->unit[figure].wounds & UNARMED) && firearm < m->figure[figure].firearms && !(s->unit[figure].loaded >> firearm & 1) && s->unit[figure].choice != firearm + 1;
}

/* Of a figure `primed` says that it has entered in this plot. */
static rule_id recall_refused(const struct match *m, const struct state *s, int piece, struct refusal *why)
{
    return is_told(s, piece) || (is_figure(m, piece) && s->unit[piece].primed == 1) ? 0 : refuse_with(why, AR_ORD_01, 0, 0);
}

static bool is_mark(int kind)
{
    return kind == DO_TAKE || kind == DO_DROP || kind == DO_DOOR || kind == DO_FORCE || kind == DO_HELP || kind == DO_DRIVE || kind == DO_MOUNT || kind == DO_DISMOUNT;
}

static rule_id refuse_figure(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct unit *unit = &s->unit[d->unit];
    bool               told = is_told(s, d->unit);
    struct path        path;
    rule_id            rule;

    if (is_mark(d->kind)) return argad_mark_refused(m, s, seat, d, why);
    switch (d->kind) {
    case DO_RECALL: return recall_refused(m, s, d->unit, why);
    case DO_WAY:
    case DO_LEAVE:
        if (d->kind == DO_WAY ? !told || !makes_a_path(unit) : told && !makes_a_path(unit)) return refuse_with(why, AR_ORD_08, 0, 0);
        path = path_of(m, s, d->unit);
        return point_refused(m, s, d->unit, &path, d->at, d->kind == DO_LEAVE, why);
    case DO_PURSUE:
        path = path_of(m, s, d->unit);
        rule = pursuit_refused(m, s, d->unit, &path, why);
        return rule ? rule : attack_refused(m, s, seat, d->target, why);
    case DO_FACE:
        if (unit->face != UNKNOWN_HEADING) return refuse_with(why, AR_MOVE_12, 0, 0);
        return between(0, d->heading, FULL_TURN - 1) ? 0 : refuse_with(why, AR_GEO_02, d->heading, 0);
    case DO_REACT:  return react_refused(s, d->unit, d->choice + REACT_HALT, why);
    case DO_RELOAD: return may_reload_another(m, s, d->unit, d->choice) ? 0 : refuse_with(why, AR_LOAD_06, 0, 0);
    default:        break;
    }
    if (told) return refuse_with(why, AR_ORD_01, 0, 0);
    switch (d->kind) {
    case DO_ORDER:
        if (d->choice == ORDER_CROUCH && (is_mounted(m, s, d->unit) || unit->stance == CROUCHED)) return refuse_with(why, AR_ORD_05, 0, 0);
        return 0;
    case DO_MOVE:
        path = path_of(m, s, d->unit);
        return point_refused(m, s, d->unit, &path, d->at, false, why);
    case DO_ATTACK:   return attack_refused(m, s, seat, d->target, why);
    case DO_EARLY:    return early_refused(m, s, d->unit, d->target, why);
    case DO_LIKEWISE: return likewise_refused(m, s, seat, d->unit, d->target, why);
    default:          return refuse_with(why, AR_ORD_08, 0, 0);
    }
}

static enum item item_of(const struct decision *d)
{
    switch (d->kind) {
    case DO_ADVANCE: return ITEM_ADVANCE;
    case DO_WHEEL:   return d->choice ? ITEM_WHEEL_RIGHT : ITEM_WHEEL_LEFT;
    case DO_STEP:    return d->choice == 0 ? ITEM_LEFT : d->choice == 1 ? ITEM_RIGHT : ITEM_BACK;
    default:         return d->choice == 0 ? ITEM_QUARTER_LEFT : d->choice == 1 ? ITEM_QUARTER_RIGHT : ITEM_ABOUT;
    }
}

static rule_id files_refused(const struct match *m, const struct state *s, int formed, int32_t files, struct refusal *why)
{
    uint8_t member[FIGURES];
    int     count = argad_members(m, s, formed, member);
    rule_id rule = argad_leader_refused(m, s, formed, why);

    if (rule) return rule;
    if (files < 1 || files > count || files == s->unit[formed_piece(m, formed)].files) return refuse_with(why, AR_FORM_13, files, count);
    for (int i = 0; i < count; i++)
        if (argad_touches_enemy(m, s, member[i])) return refuse_for(why, AR_FORM_13, member[i]);
    return 0;
}

static rule_id refuse_formed(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    int                formed = d->unit - m->first[KIND_FORMED];
    const struct unit *unit = &s->unit[d->unit];
    bool               told = is_told(s, d->unit);
    rule_id            rule;

    switch (d->kind) {
    case DO_RECALL: return recall_refused(m, s, d->unit, why);
    case DO_ADVANCE: case DO_WHEEL: case DO_STEP: case DO_TURN:
        if (told && unit->order != ORDER_MANOEUVRE) return refuse_with(why, AR_ORD_01, 0, 0);
        return argad_manoeuvre_refused(m, s, formed, item_of(d), d->value, why);
    default: break;
    }
    if (told) return refuse_with(why, AR_ORD_01, 0, 0);
    switch (d->kind) {
    case DO_ORDER:    return d->choice == ORDER_HOLD ? 0 : refuse_with(why, AR_ORD_05, 0, 0);
    case DO_ATTACK:
        rule = attack_refused(m, s, seat, d->target, why);
        return rule ? rule : argad_onset_refused(m, s, formed, d->target, why);
    case DO_EARLY:    return volley_refused(m, s, d->unit, d->target, why);
    case DO_FILES:    return files_refused(m, s, formed, d->value, why);
    case DO_BREAK_UP: return 0;
    default:          return refuse_with(why, AR_FORM_10, 0, 0);
    }
}

/* The phase. */

static bool has_something_to_do(const struct match *m, const struct state *s, seat_id seat)
{
    for (int piece = 0; piece < m->first[KIND_THING]; piece++)
        if (may_order(m, s, seat, piece)) return true;
    return argad_awaits(m, s, seat);
}

/* Ruling 52: whoever enters where an enemy stands of whom he does not know enters beside him; without any room he does not enter this turn. */
static void find_room_to_enter(struct play *p, int figure)
{
    enum { STEP = 100 };
    const struct match *m = p->match;
    struct state       *s = p->state;
    const struct entry *entry = &m->entry[m->figure[figure].entry - 1];
    struct pose         pose = pose_of(s, figure);
    int32_t             length = table_floor(table_distance(entry->from, entry->to)), here_now = table_floor(table_distance(entry->from, pose.at));
    struct shape        shape = argad_shape(m, s, figure);
    struct base         base = table_base(shape, pose);

    if (argad_overlapped_by(m, s, figure, &base, UINT64_MAX) == NOBODY) return;
    for (int32_t aside = STEP; aside <= length; aside += STEP)
        for (int way = -1; way <= 1; way += 2) {
            int32_t at = here_now + way * aside;
            if (at < 0 || at > length) continue;
            pose.at = table_along(entry->from, entry->to, at);
            base = table_base(shape, pose);
            if (argad_spot(m, mover_of(m, s, figure), pose.at).class == IMPASSABLE || argad_overlapped_by(m, s, figure, &base, UINT64_MAX) != NOBODY) continue;
            s->unit[figure].x = pose.at.x;
            s->unit[figure].y = pose.at.y;
            return;
        }
    argad_clear_order(s, figure);
    s->unit[figure].status = STATUS_WAITING;
    s->unit[figure].x = m->start[figure].at.x;
    s->unit[figure].y = m->start[figure].at.y;
}

static void enter_plot(struct play *p)
{
    enum { BEGINS, ASKED };
    uint8_t asked = 0;

    p->state->ready = 0;
    if (here(p)->step == ASKED) {
        for (int i = 0; i < p->match->figures; i++) {
            if (!p->state->unit[i].primed) continue;
            find_room_to_enter(p, i);
            p->state->unit[i].primed = 0;
            if (is_active(p->state, i)) tell_to(p, argad_witnesses(p->match, p->state, i), EVENT_ENTERS, AR_MOVE_16, i, NOBODY, 0, 0, 0);
        }
        leave(p);
        return;
    }
    here(p)->step = ASKED;
    for (seat_id seat = 0; seat < 2; seat++)
        if (has_something_to_do(p->match, p->state, seat)) asked |= SEAT_BIT(seat);
    if (asked) ask(p, asked);
}

static void offer_if(const struct match *m, const struct state *s, seat_id seat, struct offers *offers, const struct decision *d)
{
    rule_id rule = is_figure(m, d->unit) ? refuse_figure(m, s, seat, d, NULL) : refuse_formed(m, s, seat, d, NULL);

    if (!rule) offer_add(offers, *d, 0);
}

static struct company company_of(const struct match *m, const struct state *s, seat_id seat)
{
    struct company company = { 0 };

    for (int i = 0; i < m->figures; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if (s->unit[i].status == STATUS_PRISONER) company.prisoners |= bit;
        if (side_of(m, i) != seat) {
            if (!attack_refused(m, s, seat, i, NULL)) company.foes |= bit;
            continue;
        }
        if (is_told(s, i)) company.told |= bit;
        if (s->unit[i].carries) company.carriers |= bit;
    }
    return company;
}

/* The offers of one figure are made for every decision of a plan: nothing is asked twice, and nothing of an enemy who is no foe. */
static void offer_figure(const struct match *m, const struct state *s, seat_id seat, int16_t figure, const struct company *company, struct offers *offers)
{
    const struct unit *unit = &s->unit[figure];
    bool               told = is_told(s, figure);
    struct path        path = path_of(m, s, figure);
    bool               further = goes_on(m, &path);

    if (!told) {
        offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_ORDER, .unit = figure, .choice = ORDER_HOLD });
        for (uint64_t rest = company->foes; rest; rest &= rest - 1) offer_add(offers, (struct decision){ .kind = DO_ATTACK, .unit = figure, .target = (int16_t)lowest(rest) }, 0);
        if (further) offer_add(offers, (struct decision){ .kind = DO_MOVE, .unit = figure }, USES_AT);
        for (uint64_t rest = option(m, OPTION_EARLY_FIRE) ? company->foes : 0; rest; rest &= rest - 1)
            if (argad_may_shoot(m, s, figure, lowest(rest), WHEN_EARLY)) offer_add(offers, (struct decision){ .kind = DO_EARLY, .unit = figure, .target = (int16_t)lowest(rest) }, 0);
        offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_ORDER, .unit = figure, .choice = ORDER_CROUCH });
        for (uint64_t rest = company->told; rest; rest &= rest - 1) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_LIKEWISE, .unit = figure, .target = (int16_t)lowest(rest) });
    }
    if (told && makes_a_path(unit) && further) offer_add(offers, (struct decision){ .kind = DO_WAY, .unit = figure }, USES_AT);
    if ((!told || makes_a_path(unit)) && is_near_edge(m, &path)) offer_add(offers, (struct decision){ .kind = DO_LEAVE, .unit = figure }, USES_AT);
    for (uint64_t rest = pursuit_refused(m, s, figure, &path, NULL) ? 0 : company->foes; rest; rest &= rest - 1)
        offer_add(offers, (struct decision){ .kind = DO_PURSUE, .unit = figure, .target = (int16_t)lowest(rest) }, 0);
    for (int16_t i = 0; i < 3; i++)
        if (!react_refused(s, figure, i + REACT_HALT, NULL)) offer_add(offers, (struct decision){ .kind = DO_REACT, .unit = figure, .choice = i }, 0);
    if (unit->face == UNKNOWN_HEADING) offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = figure }, USES_HEADING);
    for (int16_t i = 0; i < m->figure[figure].firearms; i++)
        if (may_reload_another(m, s, figure, i)) offer_add(offers, (struct decision){ .kind = DO_RELOAD, .unit = figure, .choice = i }, 0);
    argad_offer_marks(m, s, seat, figure, company, offers);
    offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_RECALL, .unit = figure });
}

static void offer_formed(const struct match *m, const struct state *s, seat_id seat, int16_t piece, const struct company *company, struct offers *offers)
{
    int  formed = piece - m->first[KIND_FORMED];
    bool told = is_told(s, piece);

    if (!told) {
        offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_ORDER, .unit = piece, .choice = ORDER_HOLD });
        for (uint64_t rest = company->foes; rest; rest &= rest - 1) {
            int16_t foe = (int16_t)lowest(rest);
            offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_ATTACK, .unit = piece, .target = foe });
            offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_EARLY, .unit = piece, .target = foe });
        }
        for (int32_t files = 1; files <= m->formed[formed].count; files++) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_FILES, .unit = piece, .value = files });
        offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_BREAK_UP, .unit = piece });
    }
    if (!told || s->unit[piece].order == ORDER_MANOEUVRE) {
        if (!argad_manoeuvre_refused(m, s, formed, ITEM_ADVANCE, 1, NULL)) offer_add(offers, (struct decision){ .kind = DO_ADVANCE, .unit = piece }, USES_VALUE);
        for (int16_t i = 0; i < 2; i++)
            if (!argad_manoeuvre_refused(m, s, formed, i ? ITEM_WHEEL_RIGHT : ITEM_WHEEL_LEFT, 1, NULL))
                offer_add(offers, (struct decision){ .kind = DO_WHEEL, .unit = piece, .choice = i }, USES_VALUE);
        for (int16_t i = 0; i < 3; i++)
            if (!argad_manoeuvre_refused(m, s, formed, i == 0 ? ITEM_LEFT : i == 1 ? ITEM_RIGHT : ITEM_BACK, 1, NULL))
                offer_add(offers, (struct decision){ .kind = DO_STEP, .unit = piece, .choice = i }, USES_VALUE);
        for (int16_t i = 0; i < 3; i++) offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_TURN, .unit = piece, .choice = i });
    }
    offer_if(m, s, seat, offers, &(struct decision){ .kind = DO_RECALL, .unit = piece });
}

static void offer_plot(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    struct company company = company_of(m, s, seat);

    for (int16_t piece = 0; piece < m->first[KIND_THING]; piece++) {
        int formed = piece - m->first[KIND_FORMED];
        if (may_order(m, s, seat, piece)) {
            if (is_figure(m, piece)) offer_figure(m, s, seat, piece, &company, offers);
            else offer_formed(m, s, seat, piece, &company, offers);
        } else if (side_of(m, piece) != seat) {
            continue;
        } else if (is_figure(m, piece) && s->unit[piece].status == STATUS_WAITING && m->figure[piece].entry && s->entry_due[m->figure[piece].entry - 1]) {
            offer_add(offers, (struct decision){ .kind = DO_ENTER, .unit = piece }, USES_AT | USES_HEADING);
        } else if (!is_figure(m, piece) && !is_told(s, piece) && argad_may_form_up(m, s, formed)) {
            offer_add(offers, (struct decision){ .kind = DO_FORM_UP, .unit = piece }, USES_VALUE | USES_AT | USES_HEADING);
        } else if (!is_figure(m, piece) && is_told(s, piece)) {
            offer_add(offers, (struct decision){ .kind = DO_RECALL, .unit = piece }, 0);
        }
    }
    offer_add(offers, (struct decision){ .kind = DO_RESIGN }, 0);
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
}

static rule_id refuse_plot(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    if (d->kind == DO_READY || d->kind == DO_RESIGN) return 0;
    if (!(d->kind == DO_RECALL || between(DO_ORDER, d->kind, DO_BREAK_UP) || d->kind == DO_FILES)) return refuse_with(why, AR_SEQ_03, 0, 0);
    if (side_of(m, d->unit) != seat || d->unit >= m->first[KIND_THING]) return refuse_for(why, AR_ORD_01, d->unit);
    if (may_order(m, s, seat, d->unit)) return is_figure(m, d->unit) ? refuse_figure(m, s, seat, d, why) : refuse_formed(m, s, seat, d, why);
    if (is_figure(m, d->unit)) {
        if (d->kind == DO_ENTER) return argad_enter_refused(m, s, d->unit, (struct pose){ d->at, d->heading }, why);
        return refuse_with(why, in_ranks(s, d->unit) ? AR_FORM_10 : AR_FIG_09, 0, 0);
    }
    if (d->kind == DO_RECALL) return recall_refused(m, s, d->unit, why);
    if (d->kind != DO_FORM_UP || is_told(s, d->unit)) return refuse_with(why, AR_FORM_15, 0, 0);
    return argad_form_up_refused(m, s, d->unit - m->first[KIND_FORMED], (struct pose){ d->at, d->heading }, d->value, why);
}

static void add_point(struct state *s, int piece, struct point at)
{
    struct unit *unit = &s->unit[piece];

    s->plan[piece].x[unit->points] = at.x;
    s->plan[piece].y[unit->points] = at.y;
    unit->points++;
}

/* AR-OBJ-01: with what he takes he does not go so far any more. */
static void shorten_path(const struct match *m, struct state *s, int figure)
{
    struct unit *unit = &s->unit[figure];
    struct path  path = { argad_sets_out_from(m, s, figure), whole_rate(m, s, figure), 0, POINTS };

    for (int i = 0; i < unit->points; i++) {
        struct point at = { s->plan[figure].x[i], s->plan[figure].y[i] };
        if (table_floor(table_distance(path.last, at)) > path.left) at = table_along(path.last, at, path.left);
        if (path.left) {
            s->plan[figure].x[i] = at.x;
            s->plan[figure].y[i] = at.y;
            go_on(&path, at);
        } else {
            s->plan[figure].x[i] = s->plan[figure].y[i] = 0;
        }
    }
    unit->points = (uint8_t)path.points;
    if (!unit->points && unit->order == ORDER_MOVE) unit->order = ORDER_HOLD;
}

static void take_likewise(struct state *s, int figure, int model)
{
    const struct unit *other = &s->unit[model];
    int32_t            dx = s->unit[figure].x - other->x, dy = s->unit[figure].y - other->y;

    s->unit[figure].order = other->order;
    s->unit[figure].target = other->target;
    for (int i = 0; i < other->points; i++) add_point(s, figure, (struct point){ s->plan[model].x[i] + dx, s->plan[model].y[i] + dy });
}

/* AR-WIN-03: all its figures on the table count as captured. */
static void take_resign(struct play *p, seat_id seat)
{
    p->state->gave_up |= SEAT_BIT(seat);
    for (int i = 0; i < p->match->figures; i++)
        if (side_of(p->match, i) == seat && is_there(p->state, i)) {
            argad_drop(p, i, AR_WIN_03);
            argad_drop_contacts(p->state, i);
            p->state->unit[i].status = STATUS_PRISONER;
        }
    tell(p, EVENT_RESIGNS, AR_WIN_03, NOBODY, NOBODY, seat, 0, 0);
    here(p)->asked = 0;
}

static void take_recall(struct play *p, int piece)
{
    struct unit *unit = &p->state->unit[piece];
    bool         entered = is_figure(p->match, piece) && unit->primed == 1 && !(unit->did & DID_CHOOSE);

    argad_clear_order(p->state, piece);
    /* An early volley is the order of each who was to fire it. */
    for (int i = 0; i < p->match->figures && !is_figure(p->match, piece); i++)
        if (p->state->unit[i].formed == piece - p->match->first[KIND_FORMED] + 1 && side_of(p->match, i) == side_of(p->match, piece)) argad_clear_order(p->state, i);
    if (!entered) return;
    unit->primed = 0;
    unit->status = STATUS_WAITING;
    unit->x = p->match->start[piece].at.x;
    unit->y = p->match->start[piece].at.y;
}

static void take_early_volley(struct play *p, const struct decision *d)
{
    struct state *s = p->state;
    rule_id       rule;
    uint8_t       with[FIGURES];
    int           first = first_shooter(p->match, s, d->unit, d->target, &rule);
    uint64_t      list = first == NOBODY ? 0 : argad_volley(p->match, s, first, d->target, WHEN_EARLY, with, &rule);

    s->unit[d->unit].order = ORDER_EARLY;
    s->unit[d->unit].target = (uint8_t)(d->target + 1);
    for (int i = 0; i < p->match->figures; i++) {
        if (!(list >> i & 1)) continue;
        s->unit[i].order = ORDER_EARLY;
        s->unit[i].target = (uint8_t)(d->target + 1);
        s->unit[i].shot_with = with[i];
        s->unit[i].did |= DID_VOLLEY;
    }
}

/* The rule by which a piece is told so. */
static rule_id rule_of_order(const struct decision *d)
{
    switch (d->kind) {
    case DO_ORDER:                 return d->choice == ORDER_CROUCH ? AR_ORD_05 : AR_ORD_02;
    case DO_EARLY:                 return AR_ORD_03;
    case DO_MOVE: case DO_WAY:     return AR_ORD_06;
    case DO_ATTACK: case DO_PURSUE: return AR_ORD_07;
    case DO_REACT:                 return AR_ORD_09;
    case DO_LIKEWISE:              return AR_ORD_14;
    case DO_RECALL:                return AR_ORD_01;
    case DO_LEAVE:                 return AR_MOVE_15;
    case DO_ENTER:                 return AR_MOVE_16;
    case DO_FACE:                  return AR_MOVE_12;
    case DO_RELOAD:                return AR_LOAD_06;
    default:                       return AR_ORD_08;
    }
}

/* What is told to ranks alone; false: it is no such thing. */
static bool take_ranks(struct play *p, const struct decision *d)
{
    struct unit *unit = &p->state->unit[d->unit];

    switch (d->kind) {
    case DO_FILES:
        unit->order = ORDER_FILES;
        unit->number = (int16_t)d->value;
        return true;
    case DO_FORM_UP:
        unit->order = ORDER_FORM_UP;
        unit->number = (int16_t)d->value;
        unit->face = (uint16_t)d->heading;
        add_point(p->state, d->unit, d->at);
        return true;
    case DO_BREAK_UP:
        argad_break_up(p, d->unit - p->match->first[KIND_FORMED], AR_FORM_14);
        return true;
    case DO_ADVANCE: case DO_WHEEL: case DO_STEP: case DO_TURN:
        unit->order = ORDER_MANOEUVRE;
        add_point(p->state, d->unit, (struct point){ item_of(d), d->kind == DO_TURN ? 0 : d->value });
        return true;
    default:
        return false;
    }
}

static void take_plot(struct play *p, seat_id seat, const struct decision *d)
{
    struct state *s = p->state;
    struct unit  *unit = &s->unit[d->unit];

    if (d->kind == DO_READY) {
        argad_confirm(p, seat);
        return;
    }
    if (d->kind == DO_RESIGN) {
        take_resign(p, seat);
        return;
    }
    switch (d->kind) {
    case DO_RECALL:   take_recall(p, d->unit); break;
    case DO_ORDER:    unit->order = (uint8_t)d->choice; break;
    case DO_MOVE:     unit->order = ORDER_MOVE; add_point(s, d->unit, d->at); break;
    case DO_WAY:      add_point(s, d->unit, d->at); break;
    case DO_LEAVE:    if (unit->order == ORDER_HOLD) unit->order = ORDER_MOVE; add_point(s, d->unit, d->at); break;
    case DO_ATTACK: case DO_PURSUE:
        if (!is_figure(p->match, d->unit)) argad_take_attack(p, d->unit - p->match->first[KIND_FORMED], d->target);
        unit->order = ORDER_ATTACK;
        unit->target = (uint8_t)(d->target + 1);
        break;
    case DO_EARLY:
        if (!is_figure(p->match, d->unit)) {
            take_early_volley(p, d);
            break;
        }
        unit->order = ORDER_EARLY;
        unit->target = (uint8_t)(d->target + 1);
        break;
    case DO_FACE:     unit->face = (uint16_t)d->heading; break;
    case DO_REACT:    unit->reaction = (uint8_t)(d->choice + REACT_HALT); break;
    case DO_RELOAD:   unit->choice = (uint8_t)(d->choice + 1); break;
    case DO_LIKEWISE: take_likewise(s, d->unit, d->target); break;
    case DO_ENTER:
        unit->x = d->at.x;
        unit->y = d->at.y;
        unit->heading = (uint16_t)d->heading;
        unit->status = STATUS_STANDING;
        unit->primed = 1;
        break;
    default:
        if (take_ranks(p, d)) break;
        argad_take_mark(p, seat, d);
        if (d->kind == DO_TAKE) shorten_path(p->match, s, d->unit);
    }
    if (d->kind != DO_RECALL && d->kind != DO_ENTER && d->kind != DO_BREAK_UP) unit->did |= DID_CHOOSE;
    argad_tell_order(p, seat, d->unit);
    argad_cite(p, SEAT_BIT(seat), rule_of_order(d));
    ask(p, SEAT_BIT(seat));
}

const struct phase argad_plot = { "plot", AR_SEQ_03, enter_plot, offer_plot, refuse_plot, take_plot, .step = STEP_PLOT, .gathered = true };
