/*
 * fire.c: shots and volleys, what modifies them, and what a hit does (AR-DICE, AR-FMOD, AR-VOL-03 to -05, AR-CAS).
 */
#include "argad.h"

enum { ISOLATED = 5 * CM, ZONE = 5 * CM, VOLLEY_LEAST = 4 };

int argad_most(const struct match *m)
{
    return option(m, OPTION_FIRE_CHAIN) == CHAIN_SEVEN_MAX ? 7 : DICE_CHAIN_MOST;
}

/* AR-FMOD-18: no other enemy of the shooter within 5 cm of the target. Only those that the shooter's side knows of count. */
bool argad_is_isolated(const struct match *m, const struct state *s, int shooter, int target)
{
    if (!argad_knows(m, s, side_of(m, shooter), target)) return true;
    for (int i = 0; i < m->figures; i++)
        if (i != target && are_enemies(m, shooter, i) && is_there(s, i) && s->unit[i].status != STATUS_PRISONER && argad_knows(m, s, side_of(m, shooter), i) && argad_gap(m, s, target, i) <= ISOLATED)
            return false;
    return true;
}

/* AR-FMOD-11, AR-FIRE-15: the motion box. */
static int motion_box(struct play *p, const struct shot *shot)
{
    const struct match *m = p->match;
    const struct state *s = p->state;

    if (is_mounted(m, s, shot->shooter)) {
        if (!(m->figure[shot->shooter].traits & TRAIT_STEADY_SEAT)) return because(p, AR_FMOD_11, -1);
        return shot->shooter_furtive ? because(p, AR_FMOD_14, -1) : because(p, AR_FMOD_15, 0);
    }
    if (is_immobile(s, shot->shooter)) return 0;
    if (shot->at_contact && argad_arrives(s, shot->shooter, shot->target)) return 0;
    return because(p, shot->shooter_furtive ? AR_FMOD_14 : AR_FMOD_11, -1);
}

int argad_shot_total(struct play *p, const struct shot *shot)
{
    const struct match   *m = p->match;
    const struct state   *s = p->state;
    const struct figure  *shooter = &m->figure[shot->shooter];
    const struct firearm *firearm = argad_firearm(m, shot->shooter, shot->firearm);
    int                   sum = account(p, AR_DICE_05, 0), target = 0;

    if (shot->cover) target += because(p, shot->cover_rule ? shot->cover_rule : AR_FMOD_01, shot->cover);
    if (m->figure[shot->target].armour) target += because(p, AR_FMOD_08, firearm->band[shot->band].cuirass);
    if (shot->target_furtive) target += because(p, AR_FMOD_09, -1);
    if (target < -2) target += because(p, AR_FMOD_10, -2 - target);
    sum += target + motion_box(p, shot);
    if (shooter->class <= 2) sum += because(p, AR_FMOD_12, -1);
    if (option(m, OPTION_LINE_AIM) && shooter->traits & TRAIT_LINE && !argad_in_close_order(m, s, shot->shooter) && (shot->moment ? shot->isolated : argad_is_isolated(m, s, shot->shooter, shot->target)))
        sum += because(p, AR_FMOD_18, -1);
    if (s->unit[shot->shooter].wounds & WOUNDED) sum += because(p, AR_CAS_05, -1);
    if (shot->surprise) sum += because(p, AR_FMOD_16, 1);
    return total(p, AR_FMOD_13, sum);
}

void argad_rise(struct play *p, int figure)
{
    struct unit *unit = &p->state->unit[figure];

    if (unit->stance != CROUCHED) return;
    unit->stance = UPRIGHT;
    unit->did |= DID_RISE;
    tell_to(p, argad_witnesses(p->match, p->state, figure), EVENT_RISES, AR_FIG_08, figure, NOBODY, 0, 0, 0);
}

void argad_has_fired(struct play *p, const struct shot *shot)
{
    struct unit *unit = &p->state->unit[shot->shooter];

    unit->loaded &= (uint8_t)~(1 << shot->firearm);
    unit->did |= DID_FIRE;
    if (shot->surprise) unit->did |= DID_SURPRISE;
    if (shot->at_contact) unit->did |= DID_FIRE_AT_CONTACT;
    if (p->match->flash_turns) unit->flash = p->match->flash_turns;
    argad_reveal(p, shot->shooter, AR_VIS_11);
    argad_rise(p, shot->shooter);
}

/* AR-FMOD-16: hidden from every enemy from the start of the turn until now; not in passing. */
static bool surprises(const struct match *m, const struct state *s, const struct shot *shot)
{
    return option(m, OPTION_SURPRISE) && s->unit[shot->shooter].hid & HID_SINCE && !shot->moment;
}

/* What allows him to fire so: riding, under way, run into, arriving. */
static void cite_shooter(struct play *p, const struct shot *shot)
{
    const struct state   *s = p->state;
    const struct contact *contact = shot->at_contact ? argad_contact(s, shot->shooter, shot->target) : NULL;

    if (is_mounted(p->match, s, shot->shooter)) {
        cite(p, AR_FIRE_09);
        cite(p, AR_FMOD_15);
    } else if (!is_immobile(s, shot->shooter)) {
        cite(p, AR_FIRE_08);
    }
    if (shot->surprise) cite(p, AR_FMOD_17);                 /* and nobody answers it this turn */
    if (!contact) return;
    cite(p, AR_FIRE_14);
    if (shot->early) cite(p, AR_FIRE_21);
    if (argad_arrives(s, shot->shooter, shot->target)) cite(p, AR_FIRE_15);
    if (!(contact->flags & AT_START)) cite(p, AR_FIRE_12);
}

bool argad_fire(struct play *p, const struct shot *shot)
{
    const struct match   *m = p->match;
    const struct firearm *firearm = argad_firearm(m, shot->shooter, shot->firearm);
    int                   need = firearm->band[shot->band].need, modifiers;
    bool                  hit;

    tell(p, EVENT_FIRES, shot->early ? AR_FIRE_20 : shot->moment ? AR_FIRE_19 : AR_FIRE_17, shot->shooter, shot->target, shot->gap, need, shot->moment);
    cite(p, firearm->rule);
    cite(p, AR_FIRE_04);
    cite(p, AR_GEO_14);
    cite_shooter(p, shot);
    modifiers = argad_shot_total(p, shot);
    hit = reach(p, AR_DICE_03, need - modifiers, argad_most(m));
    tell(p, EVENT_SHOT, AR_DICE_06, shot->shooter, shot->target, hit, need - modifiers, modifiers);
    cite(p, AR_FIRE_05);
    cite(p, AR_DICE_04);
    cite(p, AR_DICE_07);
    cite(p, AR_FIRE_27);
    cite(p, AR_FIG_05);
    cite(p, AR_FMOD_19);
    return hit;
}

/*
 * AR-VOL-02, -05: the named man first, then those near him whom one of the volley can shoot, by gap from him. Where one stands whom the side
 * has lost from sight nobody asks: he is alone in the zone, or not in it.
 */
static int zone_of(const struct match *m, const struct state *s, uint64_t shooters, int target, enum when when, uint8_t *zone)
{
    int32_t gap[FIGURES];
    int     count = 0;

    zone[count] = (uint8_t)target;
    gap[count++] = -1;
    if (!argad_knows(m, s, (seat_id)!side_of(m, target), target)) return count;
    for (int i = 0; i < m->figures; i++) {
        bool    shootable = false;
        int32_t apart;
        int     at;
        if (i == target || are_enemies(m, i, target) || !is_there(s, i) || !argad_knows(m, s, (seat_id)!side_of(m, target), i)) continue;
        apart = argad_gap(m, s, i, target);
        if (apart > ZONE) continue;
        for (int k = 0; k < m->figures && !shootable; k++) {
            struct shot shot;
            rule_id     rule;
            shootable = shooters >> k & 1 && argad_best_shot(m, s, k, i, when, &shot, &rule, NULL);
        }
        if (!shootable) continue;
        for (at = count++; at > 1 && gap[at - 1] > apart; at--) {
            gap[at] = gap[at - 1];
            zone[at] = zone[at - 1];
        }
        gap[at] = apart;
        zone[at] = (uint8_t)i;
    }
    return count;
}

int argad_fire_volley(struct play *p, uint64_t shooters, int target, enum when when, struct shot *shot, uint64_t *hit)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint8_t             zone[FIGURES];
    int                 count = 0, named = zone_of(m, s, shooters, target, when, zone), needed, modifiers, hits;
    rule_id             rule;

    for (int i = 0; i < m->figures; i++)
        if (shooters >> i & 1 && argad_volley_shot(m, s, i, target, when, &shot[count], &rule)) count++;
    if (!count) return 0;
    shot[0].surprise = true;
    for (int i = 0; i < count; i++) shot[0].surprise = shot[0].surprise && surprises(m, s, &shot[i]);
    tell(p, EVENT_VOLLEY, AR_VOL_03, shot[0].shooter, target, count, named, 0);
    cite(p, AR_VOL_01);
    cite(p, AR_VOL_02);
    modifiers = argad_shot_total(p, &shot[0]);
    needed = argad_firearm(m, shot[0].shooter, shot[0].firearm)->band[shot[0].band].need - modifiers;
    /* The first 6 counts 6, the second 7, and so on: of those that need more than a 6 the first few are not enough. */
    hits = pool(p, AR_VOL_03, count, needed < 6 ? needed : 6);
    if (needed > 6) hits = hits > needed - 6 ? hits - (needed - 6) : 0;
    for (int i = 1; i < count; i++) shot[i].surprise = shot[0].surprise;
    tell(p, EVENT_HIT, AR_VOL_04, NOBODY, target, hits, named, 0);
    cite(p, AR_VOL_05);
    for (int i = 0; i < hits && i < named; i++) *hit |= UINT64_C(1) << zone[i];
    return count;
}

/* AR-CAS-05: a leader may be only wounded. */
static bool is_only_wounded(struct play *p, int figure)
{
    struct unit *unit = &p->state->unit[figure];

    if (!option(p->match, OPTION_HERO_WOUNDS) || !(p->match->figure[figure].traits & TRAIT_LEADER) || unit->wounds & WOUNDED) return false;
    if (d6(p, AR_CAS_05) <= 3) return false;
    unit->wounds |= WOUNDED;
    tell(p, EVENT_WOUNDED, AR_CAS_05, figure, NOBODY, 0, 0, 0);
    return true;
}

void argad_casualty(struct play *p, int figure, int by, rule_id rule, bool captured)
{
    struct unit *unit = &p->state->unit[figure];

    if (!captured && is_only_wounded(p, figure)) return;
    argad_drop(p, figure, captured ? AR_OBJ_04 : AR_CAS_02);
    argad_drop_contacts(p->state, figure);
    unit->status = captured ? STATUS_PRISONER : STATUS_OUT;
    unit->stance = UPRIGHT;
    if (in_ranks(p->state, figure)) unit->formed = unit->file = unit->rank = 0;
    tell(p, captured ? EVENT_CAPTURED : EVENT_OUT, rule, figure, by, 0, 0, 0);
    if (!captured) cite(p, AR_FIG_01);
}

static void remove_hit(struct play *p, uint64_t hit)
{
    for (int i = 0; i < p->match->figures; i++)
        if (hit >> i & 1 && is_there(p->state, i)) argad_casualty(p, i, NOBODY, AR_CAS_01, false);
}

/* Those who are to fire that volley: whoever has been told otherwise since is not among them (AR-VOL-01). */
static uint64_t volley_of(const struct match *m, const struct state *s, int shooter, int target, enum when when)
{
    rule_id  rule;
    uint64_t list = argad_volley(m, s, shooter, target, when, NULL, &rule);
    int      count = 0;

    for (int i = 0; i < m->figures; i++) {
        const struct unit *unit = &s->unit[i];
        if (!(list >> i & 1)) continue;
        if (unit->did & DID_VOLLEY && (when == WHEN_FIRE ? unit->shot_at : unit->target) == target + 1) count++;
        else list &= ~(UINT64_C(1) << i);
    }
    return count < VOLLEY_LEAST ? 0 : list;
}

/*
 * All shots of a phase fall together (AR-FIRE-20, -22): what a shooter may do is judged by the state before the first of them, and nobody is
 * marked as having fired, or seen by his flash, until all are thrown; so whoever is hit still fires. They are thrown by shooter (AR-DICE-10),
 * a volley at its first.
 */
static void fire_all(struct play *p, enum when when)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct shot         list[FIGURES], done[FIGURES];
    uint64_t            together[FIGURES], hit = 0, volleyed = 0;
    int                 count = 0, shots = 0;

    for (int i = 0; i < m->figures; i++) {
        const struct unit *unit = &s->unit[i];
        struct shot       *shot = &list[count];
        int                target = (when == WHEN_FIRE ? unit->shot_at : unit->order == ORDER_EARLY ? unit->target : 0) - 1;
        rule_id            rule;
        if (target < 0 || volleyed >> i & 1) continue;
        together[count] = unit->did & DID_VOLLEY ? volley_of(m, s, i, target, when) : 0;
        if (together[count]) {
            *shot = (struct shot){ .shooter = (int16_t)i, .target = (int16_t)target };
            volleyed |= together[count++];
        } else if (when == WHEN_EARLY ? argad_best_shot(m, s, i, target, when, shot, &rule, NULL)
                                      : !argad_shot_refused(m, s, i, target, unit->shot_with, when, shot, NULL)) {
            shot->surprise = surprises(m, s, shot);
            count++;
        }
    }
    for (int i = 0; i < count; i++) {
        if (together[i]) {
            shots += argad_fire_volley(p, together[i], list[i].target, when, done + shots, &hit);
            continue;
        }
        if (argad_fire(p, &list[i])) hit |= UINT64_C(1) << list[i].target;
        done[shots++] = list[i];
    }
    for (int i = 0; i < shots; i++) argad_has_fired(p, &done[i]);
    remove_hit(p, hit);
    argad_break_up_remnants(p);
    if (count) argad_look(p);
}

/* AR-FIRE-20: casualties are removed before anybody moves. */
static void enter_early(struct play *p)
{
    fire_all(p, WHEN_EARLY);
    leave(p);
}

/* AR-FIRE-22, -23. */
static void enter_fire(struct play *p)
{
    cite(p, AR_FIRE_23);                                     /* so that everybody hears that the aiming is over */
    fire_all(p, WHEN_FIRE);
    leave(p);
}

/* One shot alone, for its odds: the frame says whose and at whom. */
static void enter_shot(struct play *p)
{
    enum { SHOOTER, TARGET, EARLY, VOLLEY };
    struct frame *frame = here(p);
    int           shooter = frame->value[SHOOTER], target = frame->value[TARGET];
    enum when     when = frame->value[EARLY] ? WHEN_EARLY : WHEN_FIRE;
    bool          together = frame->value[VOLLEY];
    uint64_t      hit = 0, shooters;
    rule_id       rule;
    struct shot   shot, volley[FIGURES];

    leave(p);
    shooters = together ? argad_volley(p->match, p->state, shooter, target, when, NULL, &rule) : 0;
    if (shooters) {
        argad_fire_volley(p, shooters, target, when, volley, &hit);
    } else if (argad_best_shot(p->match, p->state, shooter, target, when, &shot, &rule, NULL)) {
        shot.surprise = surprises(p->match, p->state, &shot);
        if (argad_fire(p, &shot)) hit = UINT64_C(1) << target;
    }
    remove_hit(p, hit);
}

const struct phase argad_early = { .name = "early", .rule = AR_FIRE_20, .enter = enter_early, .step = STEP_EARLY };
const struct phase argad_fire_phase = { .name = "fire", .rule = AR_FIRE_23, .enter = enter_fire, .step = STEP_FIRE };
const struct phase argad_shot = { .name = "shot", .rule = AR_FIRE_05, .enter = enter_shot, .step = STEP_FIRE };
