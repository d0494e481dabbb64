/*
 * pace.c: how far a figure goes in a turn, and what bad ground takes off it (AR-MOVE-01 to -09, AR-FORM-05 to -09, AR-OBJ, AR-SLOW).
 */
#include "argad.h"

static rule_id rule_of_mover(const struct match *m, const struct state *s, int figure)
{
    const struct mover *mover = mover_of(m, s, figure);

    if (m->mover[m->figure[figure].mover[FORM_OWN]].flags & MOVER_CAVALRY) mover = &m->mover[m->figure[figure].mover[FORM_OWN]];      /* dismounted, too */
    if (!(mover->flags & MOVER_MOUNTED)) return mover->flags & MOVER_LIGHT_DRESS ? AR_MOVE_01 : AR_MOVE_02;
    if (mover->flags & MOVER_CAVALRY) return mover->flags & MOVER_HEAVY ? AR_MOVE_05 : AR_MOVE_04;
    return mover->rate >= 36 * CM ? AR_MOVE_06 : AR_MOVE_07;
}

static bool has_helper(const struct match *m, const struct state *s, int carrier)
{
    for (int i = 0; i < m->figures; i++)
        if (s->unit[i].order == ORDER_HELP && s->unit[i].target == carrier + 1 && is_active(s, i) && !are_enemies(m, i, carrier)) return true;
    return false;
}

/* People think in centimetres, and so does the ledger: the numbers of an account are whole ones. */
static int told(int32_t length) { return length / CM; }

static int32_t less(struct play *p, rule_id rule, int32_t amount)
{
    if (p) because(p, rule, -told(amount));
    return -amount;
}

/* To at most so much. */
static int32_t at_most(struct play *p, rule_id rule, int32_t rate, int32_t most)
{
    return rate > most ? rate + less(p, rule, rate - most) : rate;
}

/* AR-OBJ-02, -03, -05 to -07, AR-CAPT-03. */
static int32_t with_load(const struct match *m, const struct state *s, int figure, int load, bool mounted, int32_t rate, struct play *p)
{
    enum { LED = 12 * CM, GUARDING = 16 * CM };

    if (load < 0) return rate;
    if (is_figure(m, load)) return at_most(p, AR_CAPT_03, rate, GUARDING);
    switch (m->thing[load - m->first[KIND_THING]].type) {
    case THING_BARREL: case THING_SACK:
        return mounted ? rate : rate + less(p, AR_OBJ_02, 4 * CM);
    case THING_CHEST:
        return rate + less(p, AR_OBJ_03, has_helper(m, s, figure) ? 4 * CM : 8 * CM);
    case THING_ANIMAL: case THING_HORSE: case THING_MULE:
        return at_most(p, AR_OBJ_06, rate, LED);
    case THING_CART:
        return at_most(p, AR_OBJ_07, rate, argad_spot(m, &m->mover[0], place_of(s, load)).kinds & TERRAIN_ROAD ? CART_ON_ROAD : CART_OFF_ROAD);
    default:
        return rate;
    }
}

/* AR-FORM-05 to -09. */
static int32_t formed_rate(const struct match *m, const struct state *s, int formed, struct play *p)
{
    const struct unit  *unit = &s->unit[formed_piece(m, formed)];
    const struct mover *mover = &m->mover[m->formed[formed].mover];
    bool                foot = !(mover->flags & MOVER_MOUNTED), aside = unit->order == ORDER_MANOEUVRE && unit->points &&
                               (s->plan[m->figures + formed].x[0] == ITEM_LEFT || s->plan[m->figures + formed].x[0] == ITEM_RIGHT || s->plan[m->figures + formed].x[0] == ITEM_BACK);
    bool                attacks = unit->order == ORDER_ATTACK && unit->number;      /* near enough when it was ordered (AR-FORM-08) */
    int32_t             rate = attacks ? mover->attack : aside ? mover->aside : unit->files <= 2 ? mover->column : mover->line;

    if (!p) return rate;
    account(p, !foot ? AR_FORM_09 : attacks ? AR_FORM_08 : aside ? AR_FORM_07 : unit->files <= 2 ? AR_FORM_05 : AR_FORM_06, told(rate));
    total(p, AR_MOVE_09, told(rate));
    return rate;
}

/* What it goes with this turn: in the plot also what it is about to take. */
static int load_of(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];

    if (unit->order == ORDER_DRIVE || (!unit->carries && argad_takes_at_once(m, s, figure))) return unit->mark_on - 1;
    return unit->mark == MARK_DROP_NOW ? -1 : unit->carries - 1;     /* dropping is free (AR-OBJ-01) */
}

int32_t argad_rate(const struct match *m, const struct state *s, int piece, struct play *p)
{
    const struct unit *unit = &s->unit[piece];
    int32_t            rate;
    int                load;

    if (kind_of(m, piece) == KIND_FORMED) return formed_rate(m, s, piece - m->first[KIND_FORMED], p);
    if (!is_figure(m, piece)) return 0;
    rate = unit->status == STATUS_ROUTED ? mover_of(m, s, piece)->rout : mover_of(m, s, piece)->rate;
    if (p) account(p, unit->status == STATUS_ROUTED && !is_mounted(m, s, piece) ? AR_MOVE_03 : rule_of_mover(m, s, piece), told(rate));
    load = load_of(m, s, piece);
    if (unit->mark == MARK_TAKE && load >= 0 && !is_figure(m, load)) rate += less(p, AR_OBJ_01, TAKING);
    rate = max32(0, with_load(m, s, piece, load, is_mounted(m, s, piece), rate, p));
    if (p) {
        if (is_mounted(m, s, piece)) cite(p, AR_MOVE_08);
        total(p, AR_MOVE_10, told(rate));
    }
    return rate;
}

int32_t argad_rate_otherwise(const struct match *m, const struct state *s, int figure)
{
    const struct mover *mover = &m->mover[m->figure[figure].mover[!s->unit[figure].form]];

    return max32(0, with_load(m, s, figure, load_of(m, s, figure), mover->flags & MOVER_MOUNTED, mover->rate, NULL));
}

/* Bad ground. */

/* AR-SLOW-01, -14: how many dice, and which of them count. */
static void throw_dice(struct play *p, int figure, struct walker *walker, const struct spot *into)
{
    const struct match *m = p->match;
    bool                mounted = is_mounted(m, p->state, figure);
    bool                local = !mounted && option(m, OPTION_LOCAL_KNOWLEDGE) && m->figure[figure].local & into->terrains;
    uint8_t             face[2];

    p->hidden_from = (uint8_t)~argad_witnesses(m, p->state, figure);
    if (mounted) {
        faces(p, AR_SLOW_01, 2, 6, walker->die);
        walker->dice = 2;
    } else if (local) {
        faces(p, AR_SLOW_14, 2, 6, face);
        walker->die[0] = face[0] < face[1] ? face[0] : face[1];
        walker->dice = 1;
    } else {
        walker->die[0] = (uint8_t)d6(p, AR_SLOW_01);
        walker->dice = 1;
    }
    argad_openly(p);
}

/* AR-SLOW-04 to -06. */
static rule_id blocks(const struct walker *walker, bool mounted)
{
    bool six = walker->die[0] == 6, other = walker->dice == 2 && walker->die[1] == 6;

    if (!mounted) return six ? AR_SLOW_04 : 0;
    if (walker->class == VERY_DIFFICULT) return six || other ? AR_SLOW_06 : 0;
    return six && other ? AR_SLOW_05 : 0;
}

static rule_id rule_of_ground(const struct match *m, const struct spot *into)
{
    uint16_t flags = into->element >= 0 ? m->terrain[m->element[into->element].terrain].flags : TERRAIN_LINE;

    if (flags & TERRAIN_LINE) return AR_SLOW_11;
    if (flags & TERRAIN_BRUSH) return AR_SLOW_12;
    if (flags & TERRAIN_FOREST) return AR_SLOW_13;
    return AR_SLOW_07;
}

bool argad_slow(struct play *p, int figure, struct walker *walker, const struct spot *into)
{
    bool    mounted = is_mounted(p->match, p->state, figure), first = walker->dice == 0;
    int32_t left;
    rule_id rule;
    uint8_t seen = argad_witnesses(p->match, p->state, figure);

    if (first) throw_dice(p, figure, walker, into);
    if (into->class > walker->class) walker->class = into->class;
    rule = blocks(walker, mounted);
    left = (walker->class == VERY_DIFFICULT ? walker->rate / 2 : walker->rate) - (walker->die[0] + (walker->dice == 2 ? walker->die[1] : 0)) * CM;
    if (rule) {
        walker->blocked = true;
        p->state->unit[figure].did |= DID_BLOCKED;
        argad_rise(p, figure);                               /* he has tried: who is crouched is immobile */
        tell_to(p, seen, EVENT_BLOCKED, rule, figure, NOBODY, walker->die[0], walker->dice == 2 ? walker->die[1] : 0, 0);
        argad_cite(p, seen, AR_SLOW_09);
        argad_cite(p, seen, AR_ORD_12);
    } else {
        if (first || left < walker->reduced) walker->reduced = left < 0 ? 0 : left;
        if (walker->reduced < walker->limit) walker->limit = walker->reduced;
        tell_to(p, seen, EVENT_SLOW, walker->class == VERY_DIFFICULT ? AR_SLOW_03 : AR_SLOW_02, figure, NOBODY, walker->die[0],
                walker->dice == 2 ? walker->die[1] : 0, walker->limit);
        argad_cite(p, seen, AR_SLOW_08);
        if (left < 0) argad_cite(p, seen, AR_SLOW_15);
        if (mounted && walker->class == DIFFICULT && (walker->die[0] == 6 || walker->die[1] == 6)) argad_cite(p, seen, AR_SLOW_05);     /* one 6 is just a 6 */
    }
    argad_cite(p, seen, rule_of_ground(p->match, into));
    argad_cite(p, seen, AR_SLOW_07);
    argad_cite(p, seen, first ? AR_DICE_09 : AR_SLOW_10);
    return !rule;
}
