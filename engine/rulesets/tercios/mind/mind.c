/*
 * mind.c: what a seat may know and guess, and which positions are possible (the hidden information of the ledger's "Sequence and
 * decisions", BE-TURN-02, BE-BRIG-01; BE-STATE-08, BE-GEO-14, BE-TERR-20).
 *
 * Only the faces of unspent cards are secret; everything else lies on the table.
 */
#include "tercios.h"

#include <string.h>

/* LM-TRAIT-26, -27: a card that was changed by chance is known to nobody, one that was looked at to two. */
static bool is_known_to(const struct match *m, const struct state *s, int unit, seat_id seat)
{
    const struct unit *u = &s->unit[unit];

    if (u->shown || (seat >= 0 && seat < 2 && u->known & SEAT_BIT(seat))) return true;
    return side_of(m, unit) == seat && !u->blind;
}

/* B6: who marches is plain once all the others are deployed, and which way he comes when he does. */
static void hide_flank(const struct match *m, struct state *s, seat_id side)
{
    int  marches = s->flank[side] - 1;
    bool deploying = false;

    if (!s->flank[side] || s->flank[side] == HIDDEN_CHOICE) return;
    if (s->arrived & 1u << marches) return;
    s->flank_way[side] = HIDDEN_CHOICE;
    for (int unit = 0; unit < m->units; unit++)
        deploying |= side_of(m, unit) == side && s->unit[unit].status == STATUS_WAITING && m->regiment_of[unit] != marches;
    if (!deploying) return;
    s->flank[side] = HIDDEN_CHOICE;
    for (int unit = 0; unit < m->units; unit++)
        if (side_of(m, unit) == side && s->unit[unit].marches && !tercios_is_begun(m, s, m->regiment_of[unit])) s->unit[unit].marches = MARCHING_HIDDEN;
}

void tercios_mask(const struct match *m, struct state *s, seat_id seat)
{
    for (int unit = 0; unit < m->units; unit++) {
        struct unit *u = &s->unit[unit];
        if (u->order != ORDER_NONE && !is_known_to(m, s, unit, seat)) u->order = ORDER_HIDDEN;
    }
    if (!is_liber(m)) return;
    for (seat_id side = 0; side < 2; side++)
        if (side != seat) hide_flank(m, s, side);
}

/* Guessing. */

/* Ticks between front centres to the nearest enemy: near enough for a guess. */
static int32_t nearest_enemy(const struct match *m, const struct state *s, int unit)
{
    int64_t least = INT64_MAX;

    for (int enemy = 0; enemy < m->units; enemy++) {
        int64_t x, y;
        if (!are_enemies(m, unit, enemy) || !is_standing(s, enemy)) continue;
        x = s->unit[enemy].x - s->unit[unit].x;
        y = s->unit[enemy].y - s->unit[unit].y;
        least = min64(least, x * x + y * y);
    }
    return least == INT64_MAX ? INT32_MAX : (int32_t)root64((uint64_t)least);
}

static int32_t longest_range(const struct match *m, const struct state *s, int unit)
{
    const struct type *type = profile_of(m, s, unit);
    int32_t            range = 0;

    for (int i = 0; i < FIREARMS_MOST; i++)
        if (type->shoot[i] && type->weapon[i] >= 0) range = max32(range, m->weapon[type->weapon[i]].range);
    return range;
}

/* A card that a sensible player might have laid there: each order with a weight. */
static uint8_t likely_order(const struct match *m, const struct state *s, int unit, struct random *random)
{
    static const uint8_t far[ORDER_HIDDEN] = { [ORDER_READY] = 45, [ORDER_RUN] = 30, [ORDER_ATTACK] = 10, [ORDER_FIRE] = 5 };
    static const uint8_t in_range[ORDER_HIDDEN] = { [ORDER_READY] = 25, [ORDER_RUN] = 5, [ORDER_ATTACK] = 10, [ORDER_FIRE] = 55 };
    static const uint8_t in_reach[ORDER_HIDDEN] = { [ORDER_READY] = 15, [ORDER_RUN] = 5, [ORDER_ATTACK] = 40, [ORDER_FIRE] = 35 };
    const struct type   *type = profile_of(m, s, unit);
    int32_t              apart = nearest_enemy(m, s, unit), range = longest_range(m, s, unit);
    int32_t              reach = type->arm == ARM_ARTILLERY ? 0 : tercios_speed(m, s, unit, 1, 0) + INCH;
    const uint8_t       *table = apart <= reach ? in_reach : apart <= range ? in_range : far;
    uint32_t             weight[ORDER_HIDDEN], sum = 0, drawn;

    for (int order = ORDER_READY; order < ORDER_HIDDEN; order++) {
        weight[order] = table[order];
        if (order == ORDER_FIRE && range == 0) weight[order] = 0;
        if (order == ORDER_FIRE && type->arm == ARM_ARTILLERY) weight[order] += 60;
        if ((order == ORDER_RUN || order == ORDER_ATTACK) && type->arm == ARM_ARTILLERY) weight[order] = 0;
        if (tercios_order_refused(m, s, unit, order, NULL)) weight[order] = 0;
        if (order == ORDER_RESIST && s->unit[unit].wear) weight[order] = s->unit[unit].wear >= 2 ? 40 : 5;
        sum += weight[order];
    }
    drawn = random_below(random, sum);
    for (uint8_t order = ORDER_READY; order < ORDER_RESIST; order++) {
        if (drawn < weight[order]) return order;
        drawn -= weight[order];
    }
    return ORDER_RESIST;
}

/* BE-BRIG-01: those who share a card hold the same order. */
void tercios_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    if (is_liber(m)) tercios_guess_flank(m, s, seat, random);
    for (int unit = 0; unit < m->units; unit++) {
        const struct regiment *regiment = &m->regiment[m->regiment_of[unit]];
        struct unit           *u = &s->unit[unit];
        if (u->order != ORDER_HIDDEN) continue;
        u->order = likely_order(m, s, unit, random);
        for (int other = unit + 1; u->joint && other < regiment->first + regiment->count; other++)
            if (s->unit[other].joint == u->joint && s->unit[other].order == ORDER_HIDDEN) s->unit[other].order = u->order;
    }
}

/* Is a state possible? */

static const char *rule_text(const struct match *m, rule_id rule)
{
    return ruleset_of(m)->rules[rule_cited(ruleset_of(m), rule)];
}

static bool impossible(const struct match *m, int unit, rule_id rule, const char *what, struct fault *fault)
{
    return fault_say(fault, "position", 0, "%s %s (%s)", m->piece[unit].id, what, rule_text(m, rule));
}

static bool is_in_phase(const struct state *s, uint8_t phase)
{
    for (int i = 0; i < s->flow.depth; i++)
        if (s->flow.stack[i].phase == phase) return true;
    return false;
}

/* BE-STATE-08: more wear than Endurance lasts no longer than the shot or melee that gave it. */
static int most_wear(const struct match *m, const struct state *s, int unit)
{
    enum { EXCESS = 24 };
    bool about_to_test = is_in_phase(s, PHASE_SHOT) || is_in_phase(s, PHASE_MELEE) || is_in_phase(s, PHASE_SELFLESS);

    return tercios_endurance(m, s, unit) + (about_to_test ? EXCESS : 0);
}

/* BE-TERR-20: a building, a unit that may be in it, and nobody else. */
static bool house_is_sound(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    uint8_t  house = s->unit[unit].house, class = type_of(m, unit)->class;
    uint16_t traits;

    if (house > elements_in(m, s)) return impossible(m, unit, BE_TERR_20, "is in a building that does not exist", fault);
    traits = tercios_traits(m, s, house - 1);
    if (!(traits & T_BUILDING)) return impossible(m, unit, BE_TERR_20, "is in what is no building", fault);
    if (class != CLASS_COMPANY && !(class == CLASS_SQUADRON && traits & T_LARGE))
        return impossible(m, unit, BE_TERR_20, "may not be in that building", fault);
    for (int other = 0; other < unit; other++)
        if (is_standing(s, other) && s->unit[other].house == house)
            return impossible(m, unit, BE_TERR_20, "shares a building", fault);
    return true;
}

/* BE-BRIG-01 */
static bool joint_is_sound(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct regiment *regiment = &m->regiment[m->regiment_of[unit]];
    const struct unit     *u = &s->unit[unit];

    if (!has(m, s, unit, SR_BRIGADE)) return impossible(m, unit, BE_BRIG_01, "may not share a card", fault);
    for (int other = regiment->first; other < unit; other++)
        if (s->unit[other].joint == u->joint && holds_card(s, other) && s->unit[other].order != u->order &&
            !((s->unit[other].effects | u->effects) & EFFECT_ALONE))
            return impossible(m, unit, BE_BRIG_01, "shares a card but not its order", fault);
    return true;
}

/* The short edition has nothing of what the long one adds to a unit. */
static bool brevis_unit_is_sound(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    static const struct unit none;
    enum { ADDED = offsetof(struct unit, form) };

    return !memcmp((const char *)&s->unit[unit] + ADDED, (const char *)&none + ADDED, sizeof none - ADDED) ||
           impossible(m, unit, BE_UNIT_04, "has what only the long edition knows", fault);
}

/* What only the long edition has of a unit. */
static bool liber_unit_is_sound(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];

    if (u->form > 1 || (u->form && m->other_type[unit] == m->type_of[unit])) return impossible(m, unit, LM_ART_08, "has no such form", fault);
    if (u->blind && (!u->order || u->joint)) return impossible(m, unit, LM_TRAIT_26, "holds no card that could be unknown", fault);
    if (u->blind > 1 || u->reserve > 1 || (u->reserve && (!u->order || is_in_phase(s, PHASE_PLAN))))
        return impossible(m, unit, LM_TRAIT_07, "keeps no card for a reaction", fault);
    if (u->spent > ORDER_RESIST) return impossible(m, unit, LM_ACT_08, "has carried out no such order", fault);
    if (u->gun && (u->gun > m->units || s->unit[u->gun - 1].status != STATUS_BUILT_IN))
        return impossible(m, unit, LM_ART_13, "has a gun that is not built in", fault);
    if (u->leader && (!is_commander(m, u->leader - 1) || u->leader > m->head.pieces || s->unit[u->leader - 1].with != unit + 1))
        return impossible(m, unit, LM_ATT_01, "is led by nobody", fault);
    if (u->expert & ~u->lent) return impossible(m, unit, LM_TRAIT_36, "keeps a virtue that nobody has lent it", fault);
    if (u->marches > MARCHING_YES) return impossible(m, unit, LM_BATTLE_07, "marches nobody knows where", fault);
    if (u->with || u->exhausted || u->joined) return impossible(m, unit, LM_CMD_01, "is no commander", fault);
    return true;
}

/* LM-CMD, LM-ATT: a commander has nothing of a unit. */
static bool commander_is_sound(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *u = &s->unit[piece];

    if (u->status > STATUS_LEFT) return impossible(m, piece, LM_LOSS_01, "is neither here nor gone", fault);
    if (u->exhausted > 1 || u->joined > 1) return impossible(m, piece, LM_STATE_06, "is exhausted more than once", fault);
    if (u->order || u->wear || u->disordered || u->house || u->form || u->leader || u->reserve || u->blind || u->known || u->last ||
        u->spent || u->reach || u->lent || u->expert)
        return impossible(m, piece, LM_BASE_08, "is no unit", fault);
    if (u->with && (u->with > m->units || s->unit[u->with - 1].leader != piece + 1))
        return impossible(m, piece, LM_ATT_01, "is with nobody", fault);
    if (u->with && !is_standing(s, piece)) return impossible(m, piece, LM_LOSS_03, "is with a unit and gone", fault);
    if (is_standing(s, piece) && (!between(-TOLERANCE, u->x, m->size.x + TOLERANCE) ||
                                   !between(-TOLERANCE, u->y, m->size.y + TOLERANCE)))
        return impossible(m, piece, LM_CMD_08, "is not on the table", fault);
    return true;
}

static bool unit_is_sound(const struct match *m, const struct state *s, int unit, struct fault *fault)
{
    const struct unit *u = &s->unit[unit];

    /* first of all who leads it: what it can bear depends on that */
    if (is_liber(m) ? !liber_unit_is_sound(m, s, unit, fault) : !brevis_unit_is_sound(m, s, unit, fault)) return false;
    if (u->status > (is_liber(m) ? STATUS_LEFT : STATUS_ABSENT)) return impossible(m, unit, BE_BREAK_05, "is neither here nor gone", fault);
    if (u->disordered > 1) return impossible(m, unit, BE_STATE_05, "is disordered more than once", fault);
    if (u->heading >= FULL_TURN) return impossible(m, unit, BE_GEO_02, "faces nowhere", fault);
    if (u->shown > 1 || u->order > ORDER_HIDDEN) return impossible(m, unit, BE_TURN_02, "holds a card that does not exist", fault);
    if (u->order == ORDER_HIDDEN) return impossible(m, unit, BE_TURN_02, "holds a card that nobody knows", fault);
    if (u->asking > ASKING_DONE) return impossible(m, unit, BE_REACT_12, "is asked in no known way", fault);
    if (u->braced > 1) return impossible(m, unit, BE_REACT_19, "resists more than once", fault);
    if (u->wear > most_wear(m, s, unit)) return impossible(m, unit, BE_STATE_08, "has more wear than it can hold", fault);
    if (s->act.unit == NOBODY && (u->asking || u->braced))
        return impossible(m, unit, BE_REACT_12, "reacts to nobody", fault);
    if (u->joint && u->order == ORDER_NONE) return impossible(m, unit, BE_BRIG_01, "shares a card and holds none", fault);
    if (u->house && u->status != STATUS_STANDING) return impossible(m, unit, BE_TERR_20, "is in a building and not on the table", fault);
    if (u->status != STATUS_STANDING)
        return u->order == ORDER_NONE || impossible(m, unit, BE_TURN_02, "holds a card and is not on the table", fault);
    if (u->house && !house_is_sound(m, s, unit, fault)) return false;
    return !u->joint || joint_is_sound(m, s, unit, fault);
}

/* Nothing of an activation outlives it. */
static bool activation_is_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    static const struct activation none = { .unit = NOBODY, .target = NOBODY };

    if (!is_in_phase(s, PHASE_UNIT) && !is_in_phase(s, PHASE_FORCED) && !is_in_phase(s, PHASE_RELENT) && !is_in_phase(s, PHASE_VANGUARD))
        return !memcmp(&s->act, &none, sizeof none) ||
               fault_say(fault, "position", 0, "nobody is being activated (%s)", rule_text(m, BE_TURN_11));
    return between(NOBODY, s->act.unit, m->units - 1) || fault_say(fault, "position", 0, "nobody of that number is active");
}

static bool game_is_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (s->turn > m->turns) return fault_say(fault, "position", 0, "there are only %d turns (%s)", m->turns, rule_text(m, BE_SCORE_06));
    if (s->active > 1) return fault_say(fault, "position", 0, "there is no such side (%s)", rule_text(m, BE_TURN_06));
    if (s->orientation > (is_liber(m) ? 4 : 2))
        return fault_say(fault, "position", 0, "there is no such orientation (%s)", rule_text(m, BE_SETUP_03));
    if (s->level > LEVEL_LESSON) return fault_say(fault, "position", 0, "there is no such victory (%s)", rule_text(m, BE_SCORE_07));
    if (s->zone[0] > 2 || s->zone[1] > 2 || (s->zone[0] && s->zone[0] == s->zone[1]))
        return fault_say(fault, "position", 0, "the zones must be one low, one high (%s)", rule_text(m, BE_SETUP_04));
    for (int river = 0; river < RIVERS; river++)
        if (s->river[river] > (river < m->rivers ? 3 : 0))
            return fault_say(fault, "position", 0, "river %d has no such current (%s)", river + 1, rule_text(m, BE_TERR_17));
    return activation_is_sound(m, s, fault);
}

/* The short edition has none of what the long one keeps of a game; its state ends with its units. */
static bool brevis_game_is_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    bool nothing = !s->commanded && !s->idle && !s->winner && !s->type && !s->ground && !s->budget[0] && !s->budget[1] && !s->prize[0] &&
                   !s->prize[1] && !s->act.answered;

    return nothing || fault_say(fault, "position", 0, "only the long edition knows that (%s)", rule_text(m, BE_UNIT_04));
}

/* Those who fight, and the unit that is on its line, are in nobody's way until they stand again. */
static void lift_the_moving(struct ground *g)
{
    const struct state *s = g->s;

    if (s->act.unit != NOBODY && s->act.line != LINE_NONE && is_on_table(s, s->act.unit)) tercios_lift(g, s->act.unit);
    for (int i = 0; i < s->flow.depth; i++) {
        const struct frame *frame = &s->flow.stack[i];
        for (int value = VALUE_UNIT; frame->phase == PHASE_MELEE && value <= VALUE_TARGET; value++)
            if (is_on_table(s, frame->value[value])) tercios_lift(g, frame->value[value]);
    }
}

/* What turns a legal pose about may round it by a tick or two; that is no overlap yet. */
enum { NO_OVERLAP = TOLERANCE + 4 };

/* BE-TERR-05, with the fords of BE-TERR-18. */
static bool is_on_impassable(const struct ground *g, int unit)
{
    struct ground empty = { .m = g->m, .s = g->s };

    tercios_survey_ground(&empty);
    if (!tercios_overlap_refused(&empty, unit, g->base[unit].pose, NULL)) return false;
    for (int i = 0; i < elements_of(g); i++)
        if (tercios_traits(g->m, g->s, i) & (T_IMPASSABLE | T_BUILDING) &&
            (element_of(g, i)->is_line || table_overlap_area(&g->base[unit], &element_of(g, i)->area, NO_OVERLAP)))
            return true;
    return false;
}

/* BE-GEO-14 without the gap to enemies, which melees may leave smaller. */
static bool bases_are_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    struct ground g;

    tercios_survey(&g, m, s);
    lift_the_moving(&g);
    for (int i = 0; i < g.count; i++) {
        int unit = g.list[i];
        if (!table_on_table(&g.base[unit], m->size, NO_OVERLAP, NULL))
            return impossible(m, unit, BE_GEO_14, "is not wholly on the table", fault);
        for (int j = 0; j < i; j++)
            if (table_overlap(&g.base[unit], &g.base[g.list[j]], NO_OVERLAP))
                return fault_say(fault, "position", 0, "%s overlaps %s (%s)", m->piece[unit].id, m->piece[g.list[j]].id,
                                 rule_text(m, BE_GEO_14));
        if (is_on_impassable(&g, unit)) return impossible(m, unit, BE_GEO_14, "stands on impassable ground", fault);
    }
    return true;
}

bool tercios_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (!game_is_sound(m, s, fault) || !(is_liber(m) ? tercios_setup_sound(m, s, fault) : brevis_game_is_sound(m, s, fault))) return false;
    for (int piece = m->units; piece < m->head.pieces; piece++)
        if (!commander_is_sound(m, s, piece, fault)) return false;
    for (int unit = 0; unit < m->units; unit++)
        if (!unit_is_sound(m, s, unit, fault)) return false;
    for (int unit = 0; unit < m->units; unit++) {
        const struct unit *u = &s->unit[unit];
        bool on_table = between(-NO_OVERLAP, u->x, m->size.x + NO_OVERLAP) && between(-NO_OVERLAP, u->y, m->size.y + NO_OVERLAP);
        if (is_standing(s, unit) && !on_table) return impossible(m, unit, BE_GEO_14, "is not on the table", fault);
    }
    return bases_are_sound(m, s, fault);
}
