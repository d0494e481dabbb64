/*
 * worth.c: what figures are worth, and what shots and blows promise, for a computer player.
 */
#include "wants.h"

/* What the two sides fight for, other than each other's men. */
static int32_t stakes(const struct match *m)
{
    int32_t sum = 0;

    for (int i = 0; i < m->goals; i++)
        if (m->goal[i].kind != GOAL_FIGURE_STATE && m->goal[i].points > 0) sum += m->goal[i].points * POINT;
    return sum;
}

static int32_t fighters(const struct match *m, const struct state *s, seat_id seat)
{
    int32_t count = 1;

    for (int i = 0; i < m->figures; i++)
        if (side_of(m, i) == seat && (s->unit[i].status == STATUS_STANDING || s->unit[i].status == STATUS_WAITING) && m->figure[i].class > 1) count++;
    return count;
}

/* What it can still do for its side, by class. */
static int32_t fighting_worth(const struct match *m, const struct state *s, int figure)
{
    static const int32_t by_class[8] = { 0, 6, 18, 32, 44, 56, 68, 68 };
    const struct figure *it = &m->figure[figure];
    int32_t              left = m->turns - s->turn, worth = by_class[it->class & 7];

    if (it->traits & TRAIT_LEADER) worth += 12;
    if (it->firearms) worth += 8;
    if (option(m, OPTION_MORALE)) worth += WEIGH_NERVE;
    worth += stakes(m) * WEIGH_STAKES / 1000 / fighters(m, s, side_of(m, figure));
    return worth * (left + 1) / (left + 3);
}

/* How many more of its side there are, on the table or still to come. */
static int32_t others_of(const struct match *m, const struct state *s, int figure)
{
    int32_t count = 0;

    for (int i = 0; i < m->figures; i++)
        if (i != figure && !are_enemies(m, i, figure) && (s->unit[i].status == STATUS_STANDING || s->unit[i].status == STATUS_WAITING)) count++;
    return count;
}

/*
 * With a side's last man the game ends: that is well for the other if it is ahead then, and bad if it still has something to bring off and time
 * to do so. `gained`: what it wins with him.
 */
static int32_t last_worth(const struct match *m, const struct state *s, seat_id seat, int32_t gained)
{
    int32_t lead = (argad_sum(m, s, (seat_id)!seat) - argad_sum(m, s, seat)) * POINT + gained, left = m->turns - s->turn;

    if (lead > 0) return 2 * POINT;
    return lead == 0 && left < 2 ? 0 : -min32(4, left) * POINT;
}

static int32_t size_of(const struct match *m, seat_id seat)
{
    int32_t count = 0;

    for (int i = 0; i < m->figures; i++) count += side_of(m, i) == seat;
    return count;
}

/* The same of the last few of many, who may run when one of them is lost. */
static int32_t ending_worth(const struct match *m, const struct state *s, int figure, int32_t gained)
{
    enum { FEW = 4 };                                        /* that part of them */
    int32_t others = others_of(m, s, figure), worth;

    if (!is_active(s, figure) && s->unit[figure].status != STATUS_WAITING) return 0;         /* he is lost to his side already */
    if (argad_awaits(m, s, side_of(m, figure))) return 0;                                    /* nor does it end before they have come */
    if (others * FEW > size_of(m, side_of(m, figure))) return 0;
    worth = last_worth(m, s, side_of(m, figure), gained);
    return others ? min32(0, worth) / (1 + others) : worth;
}

int32_t mind_points(const struct match *m, int figure, enum status status)
{
    int32_t sum = 0;

    for (int i = 0; i < m->goals; i++)
        if (m->goal[i].kind == GOAL_FIGURE_STATE && m->goal[i].figures >> figure & 1 && m->goal[i].states >> status & 1)
            sum += (m->goal[i].seat == side_of(m, figure) ? -1 : 1) * m->goal[i].points * POINT;
    return sum;
}

/* What it may bring off: itself, and what it has. */
static int32_t prize_worth(const struct match *m, const struct state *s, int figure)
{
    seat_id seat = side_of(m, figure);
    int32_t worth = 0;

    for (int i = 0; i < m->goals; i++) {
        const struct goal *goal = &m->goal[i];
        if (goal->kind == GOAL_FIGURE_EXIT && goal->seat == seat && goal->figures >> figure & 1) worth += goal->points * POINT / 2;
        if (!s->unit[figure].carries && s->unit[figure].order != ORDER_DRIVE) continue;
        for (int k = 0; k < m->things && goal->things && goal->kind == GOAL_OBJECT_EXIT && goal->seat == seat; k++)
            if (goal->things >> k & 1 && mind_holder(m, s, thing_piece(m, k)) == figure) worth += goal->points * POINT * WEIGH_BEARER / 1000;
    }
    return worth;
}

/* The others of its group, or those whom it leads, may run when it is lost (AR-MOR-02), and what they have with them is left behind. */
static int32_t following_worth(const struct match *m, const struct state *s, int figure)
{
    int32_t worth = 0;

    if (!option(m, OPTION_MORALE) || !is_active(s, figure)) return 0;
    for (int i = 0; i < m->groups; i++) {
        int32_t followers = 0;
        int     chance;
        if (m->figure[figure].group != i && m->group[i].leader != figure) continue;
        chance = argad_break_chance(m, s, i, figure);
        for (int k = 0; k < m->group[i].count && chance; k++) {
            int member = m->group[i].member[k];
            if (member != figure && member != m->group[i].leader && is_active(s, member)) followers += fighting_worth(m, s, member) + prize_worth(m, s, member);
        }
        worth += followers * chance / 1000;
    }
    return worth * WEIGH_FOLLOWING / 1000;
}

int32_t mind_worth(const struct match *m, const struct state *s, int figure, enum status status)
{
    int32_t worth = fighting_worth(m, s, figure) + mind_points(m, figure, status) + prize_worth(m, s, figure) + following_worth(m, s, figure);

    return status == STATUS_OUT || status == STATUS_PRISONER ? worth + ending_worth(m, s, figure, mind_points(m, figure, status)) : worth;
}

int mind_reaches(const struct match *m, int need)
{
    static const int16_t chance[11] = { 1000, 1000, 833, 667, 500, 333, 167, 28, 5, 1, 0 };

    if (need > 7 && option(m, OPTION_FIRE_CHAIN) == CHAIN_SEVEN_MAX) return 0;
    return need < 0 ? CERTAIN : need > 10 ? 0 : chance[need];
}

int32_t mind_gap(const struct match *m, const struct state *s, int a, struct point at, int b, struct point other)
{
    return max32(0, mind_far(at, other) - mover_of(m, s, a)->shape.depth / 2 - mover_of(m, s, b)->shape.depth / 2);
}

/* The least natural value that any of its guns needs at that gap, the target's cover aside; 99: none reaches. */
static int least_need(const struct match *m, const struct state *s, int shooter, bool moves, int32_t gap, bool armoured)
{
    bool mounted = is_mounted(m, s, shooter);
    int  least = 99;

    for (int i = 0; i < m->figure[shooter].firearms; i++) {
        const struct firearm *firearm = argad_firearm(m, shooter, i);
        int                   need, band = 0;
        if (!(s->unit[shooter].loaded >> i & 1) || (mounted && !(firearm->flags & MAY_FIRE_MOUNTED)) || (moves && !(firearm->flags & MAY_FIRE_MOVING))) continue;
        while (band < firearm->bands && gap > firearm->band[band].to) band++;
        if (band == firearm->bands) continue;
        need = firearm->band[band].need + (m->figure[shooter].class <= 2) + (moves || mounted) - (armoured ? firearm->band[band].cuirass : 0) + (s->unit[shooter].wounds & WOUNDED ? 1 : 0);
        if (need < least) least = need;
    }
    return least;
}

static int32_t sight_limit(const struct match *m, const struct state *s)
{
    for (int i = 0; i < m->sights; i++)
        if (between(m->sight[i].from, s->turn, m->sight[i].to)) return m->sight[i].limit;
    return INT32_MAX;
}

static struct eye eye_at(const struct match *m, const struct state *s, int figure, struct point at)
{
    struct pose pose = { at, s->unit[figure].heading };

    return (struct eye){ at, mover_of(m, s, figure), table_base(mover_of(m, s, figure)->shape, pose), UPRIGHT, false, (int16_t)figure };
}

int mind_shot(const struct match *m, const struct state *s, int shooter, struct point from, bool moves, int32_t nearer, int target, struct point at)
{
    int32_t     gap = mind_gap(m, s, shooter, from, target, at);
    bool        armoured = m->figure[target].armour;
    int         need = least_need(m, s, shooter, moves, gap, armoured), other;
    struct eye  one, two;
    struct line line;

    if (nearer) {
        other = least_need(m, s, shooter, true, max32(0, gap - nearer), armoured);
        if (other < need) need = other;
    }
    if (need >= 10 || gap - nearer > sight_limit(m, s)) return 0;
    one = eye_at(m, s, shooter, from);
    two = eye_at(m, s, target, at);
    line = argad_line(m, s, &one, &two);
    if (line.wall || line.forest > FOREST_HIDES) return nearer ? mind_reaches(m, need + 1) / 3 : 0;
    return mind_reaches(m, need - line.cover);
}

/* Blows. */

static int blow_modifiers(const struct match *m, const struct state *s, int striker, int target, const struct weapon *weapon, bool charges)
{
    bool rides = is_cavalry(m, s, striker), meets = is_cavalry(m, s, target);
    int  sum = weapon->flags & WEAPON_POOR || m->figure[striker].class <= 2 ? -1 : 0;

    if (!is_mounted(m, s, striker) && weapon->flags & WEAPON_HEAVY_TOOL) sum++;
    if (rides && !meets) sum++;
    if (!rides && meets) sum--;
    if (charges) sum++;
    return sum - (s->unit[striker].wounds & WOUNDED ? 1 : 0);
}

/* One side's blow: chances in 36ths, the length of its weapon, and what a hit brings. */
struct stroke { int hit, push, length; int32_t gain; };

static struct stroke stroke_with(const struct match *m, const struct state *s, int striker, int target, int number, bool to_capture, bool charges)
{
    const struct weapon *weapon = argad_weapon(m, striker, number);
    struct stroke        stroke = { .length = weapon->length, .gain = mind_worth(m, s, target, to_capture ? STATUS_PRISONER : STATUS_OUT) };

    argad_chances(m, target, blow_modifiers(m, s, striker, target, weapon, charges), &stroke.hit, &stroke.push);
    return stroke;
}

static int32_t of_exchange(struct stroke own, struct stroke back, int lead, struct care care)
{
    int64_t hit, hurt;           /* chances in 1296ths */

    if (own.length < back.length) {
        hit = own.hit * 36;
        hurt = (36 - own.hit - own.push) * back.hit;
    } else if (own.length > back.length) {
        hit = (36 - back.hit - back.push) * own.hit;
        hurt = back.hit * 36;
    } else {
        int both = own.hit * back.hit;
        hit = own.hit * 36 - (lead < 0 ? both : lead ? 0 : both / 2);
        hurt = back.hit * 36 - (lead > 0 ? both : lead ? 0 : both / 2);
    }
    return (int32_t)((hit * own.gain * care.their - hurt * back.gain * care.own) / (1296 * 100));
}

static bool may_use(const struct match *m, const struct state *s, int striker, int number)
{
    return !(s->unit[striker].wounds & UNARMED) || argad_weapon(m, striker, number)->length == BARE;
}

/* The blow that he will most likely strike back: of the weapons that he may use the first. */
static struct stroke answer_of(const struct match *m, const struct state *s, int striker, int target, int others)
{
    struct stroke stroke = { .length = LENGTHS };

    if (m->figure[striker].traits & TRAIT_CIVILIAN) return stroke;
    for (int i = 0; i < m->figure[striker].weapons; i++) {
        if (!may_use(m, s, striker, i)) continue;
        stroke = stroke_with(m, s, striker, target, i, false, false);
        stroke.hit /= others + 1;
        stroke.push /= others + 1;
        break;
    }
    return stroke;
}

static int32_t best_exchange(const struct match *m, const struct state *s, int attacker, int defender, bool charges, int others, int only, bool capture, struct care care)
{
    struct stroke back = answer_of(m, s, defender, attacker, others);
    int32_t       best = INT32_MIN;

    for (int i = 0; i < m->figure[attacker].weapons; i++)
        for (int stuns = 0; stuns < 2; stuns++) {
            bool    bare = argad_weapon(m, attacker, i)->length == BARE;
            int32_t value;
            if ((only >= 0 && (i != only || stuns != capture)) || !may_use(m, s, attacker, i)) continue;
            if (stuns ? !option(m, OPTION_NON_LETHAL) || !(argad_weapon(m, attacker, i)->flags & WEAPON_MAY_STUN) : bare && option(m, OPTION_NON_LETHAL)) continue;
            value = of_exchange(stroke_with(m, s, attacker, defender, i, stuns, charges), back, m->figure[attacker].class - m->figure[defender].class, care);
            if (value > best) best = value;
        }
    return best == INT32_MIN ? 0 : best;
}

int32_t mind_exchange(const struct match *m, const struct state *s, int attacker, int defender, bool charges, int others, struct care care)
{
    if (m->figure[attacker].traits & TRAIT_CIVILIAN) return -mind_worth(m, s, attacker, STATUS_OUT);
    return best_exchange(m, s, attacker, defender, charges, others, -1, false, care);
}

int32_t mind_suffers(const struct match *m, const struct state *s, int figure)
{
    int32_t chance = 0;

    for (int i = 0; i < m->figures; i++)
        if (are_enemies(m, i, figure) && is_active(s, i) && argad_contact(s, figure, i)) chance += answer_of(m, s, i, figure, 0).hit;
    return min32(chance, 36) * max32(0, mind_worth(m, s, figure, STATUS_OUT)) / 36;
}

int32_t mind_blow(const struct match *m, const struct state *s, int striker, int target, int weapon, bool to_capture, struct care care)
{
    int others = 0;

    for (int i = 0; i < m->figures; i++)
        if (i != striker && !are_enemies(m, i, striker) && is_active(s, i) && argad_contact(s, i, target)) others++;
    return best_exchange(m, s, striker, target, s->unit[striker].did & DID_CHARGE, others, weapon, to_capture, care);
}
