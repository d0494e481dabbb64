/*
 * aim.c: who may shoot whom, the shots that are proposed, and the secret choice of both sides (AR-FIRE, AR-VOL-01, -02, -06, AR-SEQ-07).
 */
#include "argad.h"

enum { ARC = 4500, VOLLEY_LEAST = 4, ZONE = 5 * CM };

rule_id argad_able_refused(const struct match *m, const struct state *s, int shooter, int number, enum when when, struct refusal *why)
{
    const struct unit    *unit = &s->unit[shooter];
    const struct firearm *firearm;

    if (!is_active(s, shooter)) return refuse_with(why, AR_FIG_09, 0, 0);
    if (number >= m->figure[shooter].firearms || !(unit->loaded >> number & 1) || unit->did & DID_FIRE) return refuse_with(why, AR_FIRE_06, 0, 0);
    if (is_busy(s, shooter)) return refuse_with(why, AR_FIRE_26, 0, 0);
    firearm = argad_firearm(m, shooter, number);
    if (unit->did & DID_CONTACT_AT_START && !(firearm->flags & MAY_FIRE_IN_CONTACT))
        return refuse_with(why, when == WHEN_EARLY ? AR_FIRE_21 : AR_FIRE_11, 0, 0);
    if (is_mounted(m, s, shooter) && !(firearm->flags & MAY_FIRE_MOUNTED)) return refuse_with(why, AR_FIRE_07, 0, 0);
    if (!is_immobile(s, shooter) && !(firearm->flags & MAY_FIRE_MOVING)) return refuse_with(why, AR_FIRE_07, 0, 0);
    if (in_ranks(s, shooter) && unit->rank >= 2) return refuse_with(why, AR_FIRE_25, unit->rank, 0);
    return 0;
}

/* AR-FIRE-13, -16: whom contact forbids. */
static rule_id contact_refused(const struct match *m, const struct state *s, int shooter, int target, struct refusal *why)
{
    if (argad_contact(s, shooter, target)) return 0;
    if (argad_touches_enemy(m, s, shooter)) return refuse_for(why, AR_FIRE_13, target);
    if (argad_touches_enemy(m, s, target)) return refuse_for(why, AR_FIRE_16, target);
    return 0;
}

int argad_shielded_by(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to)
{
    struct segment line = { from->at, to->at };
    seat_id        seat = side_of(m, from->figure);
    int64_t        along_x = (int64_t)to->at.x - from->at.x, along_y = (int64_t)to->at.y - from->at.y, length = table_ceiling(table_distance(from->at, to->at));

    for (int i = 0; i < m->figures; i++) {
        struct base base;
        int32_t     wide;
        if (!is_there(s, i)) continue;
        wide = mover_of(m, s, i)->shape.radius;
        if (!between(min32(line.from.x, line.to.x) - wide, s->unit[i].x, max32(line.from.x, line.to.x) + wide) ||
            !between(min32(line.from.y, line.to.y) - wide, s->unit[i].y, max32(line.from.y, line.to.y) + wide))
            continue;
        /* Beside the line, as far as its base goes. */
        if (abs64(along_x * ((int64_t)s->unit[i].y - from->at.y) - along_y * ((int64_t)s->unit[i].x - from->at.x)) > (wide + 1) * length) continue;
        if (i == from->figure || i == to->figure || !argad_knows(m, s, seat, i) || s->unit[i].stance == CROUCHED) continue;
        if (in_ranks(s, i) && s->unit[i].formed == s->unit[from->figure].formed) continue;
        base = argad_base(m, s, i);
        if (!table_crosses_base(line, &base, 0)) continue;
        if (argad_above(m, from->mover, &from->base, mover_of(m, s, i), &base) <= 0 || argad_above(m, to->mover, &to->base, mover_of(m, s, i), &base) <= 0) return i;
    }
    return NOBODY;
}

bool argad_in_arc(const struct match *m, const struct state *s, int shooter, int target)
{
    return !argad_in_close_order(m, s, shooter) ||
           heading_apart(s->unit[shooter].heading, table_bearing(place_of(s, shooter), place_of(s, target))) <= ARC;
}

static const struct glimpse *glimpse_of(const struct state *s, int shooter, int target)
{
    for (int i = 0; i < GLIMPSES; i++)
        if (s->glimpse[shooter][i].target == target + 1) return &s->glimpse[shooter][i];
    return NULL;
}

static rule_id range_refused(const struct firearm *firearm, struct shot *shot, struct refusal *why)
{
    for (shot->band = 0; shot->band < firearm->bands; shot->band++)
        if (shot->gap <= firearm->band[shot->band].to) return 0;
    return refuse_with(why, firearm->rule, shot->gap, firearm->band[firearm->bands - 1].to);
}

/* As they stand now. */
static rule_id standing_shot_refused(const struct match *m, const struct state *s, struct shot *shot, const struct firearm *firearm, bool with_cover, struct refusal *why)
{
    struct eye   from, to;
    struct line  line;
    struct point one = place_of(s, shot->shooter), other = place_of(s, shot->target);
    int32_t      range = firearm->band[firearm->bands - 1].to + 8 * CM;
    rule_id      rule;
    int          shield;

    /* Too far, whatever else. */
    if (abs64((int64_t)one.x - other.x) > range || abs64((int64_t)one.y - other.y) > range)
        return refuse_with(why, firearm->rule, why ? argad_gap(m, s, shot->shooter, shot->target) : 0, range - 8 * CM);
    rule = contact_refused(m, s, shot->shooter, shot->target, why);
    if (rule) return rule;
    from = argad_eye(m, s, shot->shooter);
    to = argad_eye(m, s, shot->target);
    shot->gap = table_floor(table_gap(&from.base, &to.base));
    shot->at_contact = argad_contact(s, shot->shooter, shot->target) != NULL;
    rule = range_refused(firearm, shot, why);
    if (rule) return rule;
    rule = argad_hidden_from(m, s, &from, &to, why);         /* AR-VIS-08, with what hides him */
    if (rule) return rule;
    if (!argad_in_arc(m, s, shot->shooter, shot->target)) return refuse_for(why, AR_FORM_20, shot->target);
    shield = shot->at_contact ? NOBODY : argad_shielded_by(m, s, &from, &to);
    if (shield != NOBODY) return refuse_for(why, AR_FIRE_24, shield);
    if (!with_cover) return 0;
    line = argad_line(m, s, &from, &to);
    shot->cover = line.cover;
    shot->cover_rule = line.cover_rule;
    return 0;
}

/* AR-FIRE-19. */
static bool passing_shot(const struct match *m, const struct state *s, struct shot *shot, const struct firearm *firearm)
{
    const struct glimpse *glimpse = glimpse_of(s, shot->shooter, shot->target);

    if (!glimpse || argad_touches_enemy(m, s, shot->shooter)) return false;
    shot->gap = glimpse->gap;
    shot->moment = glimpse->moment;
    shot->cover = glimpse->cover;
    shot->cover_rule = AR_FMOD_07;
    shot->at_contact = false;
    shot->isolated = glimpse->flags & GLIMPSE_ISOLATED;
    shot->target_furtive = glimpse->flags & GLIMPSE_TARGET_FURTIVE;
    shot->shooter_furtive = glimpse->flags & GLIMPSE_SHOOTER_FURTIVE && !is_immobile(s, shot->shooter);
    return !range_refused(firearm, shot, NULL);
}

/* AR-FIRE-10: mounted foot under way only fire at whom they run into. */
static bool may_shoot_under_way(const struct match *m, const struct state *s, int shooter)
{
    return !is_mounted(m, s, shooter) || is_cavalry(m, s, shooter) || is_immobile(s, shooter);
}

rule_id argad_shot_refused(const struct match *m, const struct state *s, int shooter, int target, int number, enum when when, struct shot *shot,
                           struct refusal *why)
{
    struct shot           own;
    const struct firearm *firearm;
    seat_id               seat = side_of(m, shooter);
    rule_id               rule = argad_able_refused(m, s, shooter, number, when, why);

    if (rule) return rule;
    if (!is_figure(m, target) || !are_enemies(m, shooter, target)) return refuse_for(why, AR_FIRE_29, target);
    if (!shot) shot = &own;
    *shot = (struct shot){ .shooter = (int16_t)shooter, .target = (int16_t)target, .firearm = (uint8_t)number, .early = when == WHEN_EARLY };
    firearm = argad_firearm(m, shooter, number);
    /* Whom it no longer sees it may have seen in passing; nothing else of him is looked at, for his side alone knows it. */
    if (!argad_knows(m, s, seat, target)) {
        if (when == WHEN_FIRE && may_shoot_under_way(m, s, shooter) && passing_shot(m, s, shot, firearm)) return 0;
        return refuse_for(why, AR_VIS_08, target);
    }
    if (s->unit[target].status != STATUS_STANDING && s->unit[target].status != STATUS_ROUTED) return refuse_for(why, AR_FIRE_29, target);
    if (when == WHEN_FIRE && option(m, OPTION_SURPRISE) && s->unit[target].did & DID_SURPRISE) return refuse_for(why, AR_FMOD_17, target);
    if (!may_shoot_under_way(m, s, shooter) && !argad_arrives(s, shooter, target)) return refuse_for(why, AR_FIRE_10, target);
    rule = standing_shot_refused(m, s, shot, firearm, shot != &own, why);
    if (!rule || when == WHEN_EARLY) return rule;
    return passing_shot(m, s, shot, firearm) ? 0 : rule;
}

int argad_needed(const struct match *m, const struct state *s, const struct shot *shot)
{
    struct state *state = (struct state *)(uintptr_t)s;      /* an account leaves it as it is */
    struct play   silent = { .match = m, .state = state };

    return argad_firearm(m, shot->shooter, shot->firearm)->band[shot->band].need - argad_shot_total(&silent, shot);
}

bool argad_best_shot(const struct match *m, const struct state *s, int shooter, int target, enum when when, struct shot *best, rule_id *rule, struct refusal *why)
{
    bool found = false, told = false;
    int  least = 0;

    *rule = refuse_with(why, AR_FIRE_06, 0, 0);
    for (int i = 0; i < m->figure[shooter].firearms; i++) {
        struct shot shot;
        rule_id     refused = argad_shot_refused(m, s, shooter, target, i, when, &shot, found || told ? NULL : why);
        int         needed;
        if (refused) {
            if (found || told) continue;
            *rule = refused;
            told = refused != AR_FIRE_06;                    /* an empty one says less than what forbids a loaded one */
            continue;
        }
        needed = argad_needed(m, s, &shot);
        if (found && needed >= least) continue;
        found = true;
        least = needed;
        *best = shot;
        *rule = 0;
    }
    return found;
}

bool argad_may_shoot(const struct match *m, const struct state *s, int shooter, int target, enum when when)
{
    uint32_t tried = 0;

    for (int i = 0; i < m->figure[shooter].firearms; i++) {
        uint32_t kind = UINT32_C(1) << m->figure[shooter].firearm[i];
        if (tried & kind || argad_able_refused(m, s, shooter, i, when, NULL)) continue;
        if (!argad_shot_refused(m, s, shooter, target, i, when, NULL, NULL)) return true;
        tried |= kind;                                       /* what forbids one that he may use forbids another of its kind */
    }
    return false;
}

/* AR-SEQ-07: for each able shooter the best chance, then the smallest gap, then the lowest id; nothing below 1/36. */
static void propose_shot(struct play *p, int shooter)
{
    enum { HARDEST = 7 };
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[shooter];
    int                 least = HARDEST + 1;
    int32_t             nearest = 0;

    unit->shot_at = unit->shot_with = 0;
    for (int target = 0; target < m->figures; target++) {
        struct shot shot;
        rule_id     rule;
        int         needed;
        if (!are_enemies(m, shooter, target) || !argad_best_shot(m, s, shooter, target, WHEN_FIRE, &shot, &rule, NULL)) continue;
        needed = argad_needed(m, s, &shot);
        if (needed > least || (needed == least && shot.gap >= nearest) || needed > HARDEST) continue;
        least = needed;
        nearest = shot.gap;
        unit->shot_at = (uint8_t)(target + 1);
        unit->shot_with = shot.firearm;
    }
}

static bool may_fire_at_all(const struct match *m, const struct state *s, int shooter)
{
    if (!is_active(s, shooter)) return false;
    for (int i = 0; i < m->figure[shooter].firearms; i++)
        if (!argad_able_refused(m, s, shooter, i, WHEN_FIRE, NULL)) return true;
    return false;
}

void argad_propose_shots(struct play *p, seat_id seat)
{
    for (int i = 0; i < p->match->figures; i++)
        if (side_of(p->match, i) == seat && may_fire_at_all(p->match, p->state, i)) propose_shot(p, i);
}

static bool has_target(const struct match *m, const struct state *s, int shooter)
{
    int aimed_at = s->unit[shooter].shot_at - 1;

    if (aimed_at >= 0 && argad_may_shoot(m, s, shooter, aimed_at, WHEN_FIRE)) return true;
    for (int target = 0; target < m->figures; target++)
        if (are_enemies(m, shooter, target) && argad_may_shoot(m, s, shooter, target, WHEN_FIRE)) return true;
    return false;
}

static bool is_able(const struct match *m, const struct state *s, seat_id seat, int shooter)
{
    return is_figure(m, shooter) && side_of(m, shooter) == seat && may_fire_at_all(m, s, shooter) && has_target(m, s, shooter);
}

/* Volleys. */

/* May the figure fire in a volley with the first: same weapon, band and total, and loose figures only where all may (AR-VOL-01)? */
static bool joins(const struct match *m, const struct state *s, const struct shot *first, int figure, enum when when, uint8_t *with)
{
    struct shot shot;

    /* AR-VOL-06: before movement only the unit's own. */
    if ((option(m, OPTION_GROUPED_SIXES) == SIXES_VOLLEY || when == WHEN_EARLY) && (!in_ranks(s, figure) || s->unit[figure].formed != s->unit[first->shooter].formed)) return false;
    if (!is_immobile(s, figure) || s->unit[figure].did & DID_FIRE) return false;
    /* Whoever has been told otherwise keeps to that. */
    if (when == WHEN_FIRE && s->unit[figure].did & DID_CHOOSE && !(s->unit[figure].did & DID_VOLLEY && s->unit[figure].shot_at == first->target + 1)) return false;
    for (int i = 0; i < m->figure[figure].firearms; i++) {
        if (m->figure[figure].firearm[i] != m->figure[first->shooter].firearm[first->firearm]) continue;
        if (argad_shot_refused(m, s, figure, first->target, i, when, &shot, NULL)) continue;
        if (shot.band != first->band || argad_needed(m, s, &shot) != argad_needed(m, s, first)) continue;
        *with = (uint8_t)i;
        return true;
    }
    return false;
}

bool argad_volley_shot(const struct match *m, const struct state *s, int figure, int target, enum when when, struct shot *shot, rule_id *refused)
{
    const struct unit *unit = &s->unit[figure];

    if (!(unit->did & DID_VOLLEY) || (when == WHEN_FIRE ? unit->shot_at : unit->target) != target + 1) return argad_best_shot(m, s, figure, target, when, shot, refused, NULL);
    *refused = argad_shot_refused(m, s, figure, target, unit->shot_with, when, shot, NULL);
    return !*refused;
}

uint64_t argad_volley(const struct match *m, const struct state *s, int shooter, int target, enum when when, uint8_t *with, rule_id *refused)
{
    struct shot first;
    uint64_t    list = 0;
    int         count = 0;
    uint8_t     own;

    *refused = AR_VOL_01;
    if (!option(m, OPTION_GROUPED_SIXES)) return 0;
    if (option(m, OPTION_GROUPED_SIXES) == SIXES_VOLLEY && !argad_in_close_order(m, s, shooter)) return 0;
    if (when == WHEN_EARLY && !(in_ranks(s, shooter) && s->unit[formed_piece(m, s->unit[shooter].formed - 1)].primed == 1)) {
        *refused = AR_VOL_06;
        return 0;
    }
    if (!argad_volley_shot(m, s, shooter, target, when, &first, refused)) return 0;
    for (int i = 0; i < m->figures; i++) {
        if (side_of(m, i) != side_of(m, shooter) || !joins(m, s, &first, i, when, with ? &with[i] : &own)) continue;
        list |= UINT64_C(1) << i;
        count++;
    }
    /* Who names the target is one of them. */
    *refused = count < VOLLEY_LEAST || !(list >> shooter & 1) ? AR_VOL_01 : 0;
    return *refused ? 0 : list;
}

/* The phase. */

static bool any_able(const struct match *m, const struct state *s, seat_id seat)
{
    for (int i = 0; i < m->figures; i++)
        if (is_able(m, s, seat, i)) return true;
    return false;
}

static void enter_aim(struct play *p)
{
    enum { BEGINS, ASKED };
    uint8_t asked = 0;

    if (here(p)->step == ASKED) {
        p->state->ready = 0;
        leave(p);
        return;
    }
    here(p)->step = ASKED;
    p->state->ready = 0;
    /* What was chosen in the plot is done. */
    for (int i = 0; i < p->match->first[KIND_THING]; i++) p->state->unit[i].did &= (uint16_t)~(DID_CHOOSE | DID_VOLLEY);
    for (seat_id seat = 0; seat < 2; seat++) {
        argad_propose_shots(p, seat);
        if (any_able(p->match, p->state, seat)) asked |= SEAT_BIT(seat);
    }
    if (asked) ask(p, asked);
}

static void offer_figure(const struct match *m, const struct state *s, int16_t shooter, struct offers *offers)
{
    int     usable = 0;
    int32_t before = offers->count;

    if (s->unit[shooter].did & DID_CHOOSE) {
        if (has_target(m, s, shooter)) offer_add(offers, (struct decision){ .kind = DO_RECALL, .unit = shooter }, 0);
        return;
    }
    for (int16_t target = 0; target < m->figures; target++) {
        rule_id rule;
        if (!are_enemies(m, shooter, target) || !argad_may_shoot(m, s, shooter, target, WHEN_FIRE)) continue;
        offer_add(offers, (struct decision){ .kind = DO_SHOOT, .unit = shooter, .target = target }, 0);
        if (argad_volley(m, s, shooter, target, WHEN_FIRE, NULL, &rule)) offer_add(offers, (struct decision){ .kind = DO_VOLLEY, .unit = shooter, .target = target }, 0);
    }
    if (offers->count == before) return;                     /* it has nobody to shoot at */
    offer_add(offers, (struct decision){ .kind = DO_KEEP, .unit = shooter }, 0);
    for (int i = 0; i < m->figure[shooter].firearms; i++) usable += !argad_able_refused(m, s, shooter, i, WHEN_FIRE, NULL);
    for (int16_t i = 0; i < m->figure[shooter].firearms && usable > 1; i++) {
        struct shot shot;
        int         target = s->unit[shooter].shot_at - 1;
        if (target < 0 || i == s->unit[shooter].shot_with || argad_shot_refused(m, s, shooter, target, i, WHEN_FIRE, &shot, NULL)) continue;
        offer_add(offers, (struct decision){ .kind = DO_ARM, .unit = shooter, .choice = i }, 0);
    }
}

static void offer_aim(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && may_fire_at_all(m, s, i)) offer_figure(m, s, i, offers);
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
}

static rule_id refuse_shot(const struct match *m, const struct state *s, const struct decision *d, struct refusal *why)
{
    struct shot shot;
    rule_id     rule;

    if (!is_figure(m, d->target) || !are_enemies(m, d->unit, d->target)) return refuse_for(why, AR_FIRE_29, d->target);
    if (!argad_best_shot(m, s, d->unit, d->target, WHEN_FIRE, &shot, &rule, why)) return rule;
    if (d->kind == DO_VOLLEY && !argad_volley(m, s, d->unit, d->target, WHEN_FIRE, NULL, &rule)) return refuse_with(why, rule, 0, 0);
    return 0;
}

static rule_id refuse_aim(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct unit *unit;
    rule_id            rule;

    if (d->kind == DO_READY) return 0;
    if (d->kind != DO_SHOOT && d->kind != DO_VOLLEY && d->kind != DO_KEEP && d->kind != DO_ARM && d->kind != DO_RECALL) return refuse_with(why, AR_FIRE_22, 0, 0);
    if (!is_figure(m, d->unit) || side_of(m, d->unit) != seat) return refuse_for(why, AR_SEQ_07, d->unit);
    if (!is_able(m, s, seat, d->unit)) {
        rule = d->kind == DO_SHOOT || d->kind == DO_VOLLEY ? refuse_shot(m, s, d, why) : argad_able_refused(m, s, d->unit, 0, WHEN_FIRE, why);
        return rule ? rule : refuse_for(why, AR_FIRE_29, d->unit);
    }
    unit = &s->unit[d->unit];
    if ((d->kind == DO_RECALL) != ((unit->did & DID_CHOOSE) != 0)) return refuse_with(why, AR_SEQ_07, 0, 0);
    switch (d->kind) {
    case DO_SHOOT: case DO_VOLLEY: return refuse_shot(m, s, d, why);
    case DO_ARM:
        if (!unit->shot_at || d->choice >= m->figure[d->unit].firearms || d->choice == unit->shot_with) return refuse_with(why, AR_FIRE_06, 0, 0);
        return argad_shot_refused(m, s, d->unit, unit->shot_at - 1, d->choice, WHEN_FIRE, NULL, why);
    default: return 0;
    }
}

/* Everybody of a volley has the same target, and no other wish of its own. */
static void take_volley(struct play *p, const struct decision *d)
{
    rule_id  rule;
    uint8_t  with[FIGURES];
    uint64_t list = argad_volley(p->match, p->state, d->unit, d->target, WHEN_FIRE, with, &rule);

    for (int i = 0; i < p->match->figures; i++) {
        if (!(list >> i & 1)) continue;
        p->state->unit[i].shot_at = (uint8_t)(d->target + 1);
        p->state->unit[i].shot_with = with[i];
        p->state->unit[i].did |= DID_CHOOSE | DID_VOLLEY;
    }
}

static void take_aim(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *unit = &p->state->unit[d->unit];
    struct shot  shot;
    rule_id      rule;

    switch (d->kind) {
    case DO_READY:
        argad_confirm(p, seat);
        return;
    case DO_SHOOT:
        argad_best_shot(p->match, p->state, d->unit, d->target, WHEN_FIRE, &shot, &rule, NULL);
        unit->shot_at = (uint8_t)(d->target + 1);
        unit->shot_with = shot.firearm;
        unit->did |= DID_CHOOSE;
        break;
    case DO_VOLLEY:
        take_volley(p, d);
        break;
    case DO_KEEP:
        unit->shot_at = unit->shot_with = 0;
        unit->did |= DID_CHOOSE;
        break;
    case DO_ARM:
        unit->shot_with = (uint8_t)d->choice;
        unit->did |= DID_CHOOSE;
        break;
    default:
        unit->did &= (uint16_t)~(DID_CHOOSE | DID_VOLLEY);
        propose_shot(p, d->unit);
    }
    tell_to(p, SEAT_BIT(seat), EVENT_AIMS, AR_FIRE_22, d->unit, unit->shot_at - 1, 0, 0, 0);
    ask(p, SEAT_BIT(seat));
}

const struct phase argad_aim = { "aim", AR_FIRE_22, enter_aim, offer_aim, refuse_aim, take_aim, .step = STEP_FIRE, .gathered = true };
