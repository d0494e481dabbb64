/*
 * touch.c: contacts as they happen in the parts of a moment, the room that is made for those who arrive, charges, and recoil (AR-CONT,
 * AR-FORM-17, AR-MOVE-17, AR-CHG, AR-PUSH-01 to -06).
 *
 * Most pairs of enemies are too far apart to touch in a moment. Only those who could are moved part by part.
 */
#include "argad.h"

#include <string.h>

enum { FREED = 500, STEP_UP = 2 * CM };                      /* AR-CONT-05, AR-FORM-17 */

/* The list of contacts, in ascending order. */

static int find_contact(const struct state *s, int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;

    for (int i = 0; i < s->contacts; i++)
        if (s->contact[i].a == low && s->contact[i].b == high) return i;
    return -1;
}

const struct contact *argad_contact(const struct state *s, int a, int b)
{
    int i = find_contact(s, a, b);

    return i < 0 ? NULL : &s->contact[i];
}

bool argad_attacks(const struct state *s, int attacker, int other)
{
    const struct contact *contact = argad_contact(s, attacker, other);

    return contact && contact->flags & (attacker < other ? A_ATTACKS : B_ATTACKS);
}

bool argad_arrives(const struct state *s, int attacker, int other)
{
    const struct contact *contact = argad_contact(s, attacker, other);

    return argad_attacks(s, attacker, other) && (!(contact->flags & AT_START) || contact->flags & PARTED);
}

bool argad_charges(const struct state *s, int charger, int other)
{
    const struct contact *contact = argad_contact(s, charger, other);

    return contact && contact->flags & (charger < other ? A_CHARGES_B : B_CHARGES_A);
}

bool argad_touches_enemy(const struct match *m, const struct state *s, int figure)
{
    (void)m;
    for (int i = 0; i < s->contacts; i++)
        if (s->contact[i].a == figure || s->contact[i].b == figure) return true;
    return false;
}

void argad_add_contact(struct state *s, int a, int b, uint8_t flags, int element)
{
    struct contact contact = { (uint8_t)(a < b ? a : b), (uint8_t)(a < b ? b : a), flags, (uint8_t)(element < 0 ? 0 : element + 1) };
    int            at = s->contacts;

    must(s->contacts < CONTACTS);
    while (at > 0 && (s->contact[at - 1].a > contact.a || (s->contact[at - 1].a == contact.a && s->contact[at - 1].b > contact.b))) {
        s->contact[at] = s->contact[at - 1];
        at--;
    }
    s->contact[at] = contact;
    s->contacts++;
}

static void remove_contact(struct state *s, int i)
{
    s->contacts--;
    memmove(&s->contact[i], &s->contact[i + 1], (size_t)(s->contacts - i) * sizeof s->contact[0]);
    s->contact[s->contacts] = (struct contact){ 0, 0, 0, 0 };
}

void argad_drop_contacts(struct state *s, int figure)
{
    for (int i = s->contacts - 1; i >= 0; i--)
        if (s->contact[i].a == figure || s->contact[i].b == figure) remove_contact(s, i);
}

/* Prisoners touch nobody (AR-CAPT-03). */
static bool may_touch(const struct state *s, int figure) { return s->unit[figure].status == STATUS_STANDING || s->unit[figure].status == STATUS_ROUTED; }

static void meet(struct play *p, int a, int b, uint8_t attackers, rule_id rule)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 obstacle = -1;
    bool                across = argad_across(m, s, a, b, &obstacle);

    argad_add_contact(s, a, b, (uint8_t)(attackers | (across ? ACROSS : 0)), obstacle);
    s->unit[a].did |= DID_TOUCH;
    s->unit[b].did |= DID_TOUCH;
    argad_reveal(p, a, AR_CONT_09);
    argad_reveal(p, b, AR_CONT_09);
    tell(p, EVENT_CONTACT, rule, a, b, attackers & A_ATTACKS ? 1 : 0, attackers & B_ATTACKS ? 1 : 0, across);
    cite(p, AR_CONT_10);
    if (across) cite(p, AR_CONT_11);
    argad_drop(p, a, AR_OBJ_04);
    argad_drop(p, b, AR_OBJ_04);
}

/* Near enough for two bases to touch at all. */
static bool is_close(const struct state *s, int a, int b)
{
    return abs64((int64_t)s->unit[a].x - s->unit[b].x) <= 8 * CM && abs64((int64_t)s->unit[a].y - s->unit[b].y) <= 8 * CM;
}

static uint8_t who_came(const struct match *m, const struct state *s, const struct walk *walk, int a, int b);

/* Those who touched, and do so no longer. */
static void drop_lapsed(const struct match *m, struct state *s)
{
    for (int i = s->contacts - 1; i >= 0; i--) {
        int a = s->contact[i].a, b = s->contact[i].b;
        if (!may_touch(s, a) || !may_touch(s, b) || !argad_in_contact(m, s, a, b)) remove_contact(s, i);
    }
}

/* `walk`: the movement that has brought them so near, or NULL; `follower`: whose follow-up has, or NOBODY. */
static void refresh(struct play *p, const struct walk *walk, int follower, rule_id rule)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    drop_lapsed(m, s);
    /* Who comes into contact now by somebody's motion: the one who followed up attacks, the one who was pushed does not. */
    for (int a = 0; a < m->figures; a++)
        for (int b = a + 1; b < m->figures; b++) {
            uint8_t attackers = 0;
            if (!are_enemies(m, a, b) || !may_touch(s, a) || !may_touch(s, b) || !is_close(s, a, b) || find_contact(s, a, b) >= 0 || !argad_in_contact(m, s, a, b)) continue;
            if (a == follower) attackers |= A_ATTACKS;
            if (b == follower) attackers |= B_ATTACKS;
            if (walk) attackers |= who_came(m, s, walk, a, b);
            meet(p, a, b, attackers, rule);
        }
}

void argad_refresh_contacts(struct play *p, int follower, rule_id rule) { refresh(p, NULL, follower, rule); }

/* One moment. */

static struct base base_at(const struct match *m, const struct state *s, int figure, struct pose pose)
{
    struct shape shape = argad_shape(m, s, figure);

    if (shape.kind == SHAPE_DISC) pose.heading = 0;
    return table_base(shape, pose);
}

/* A rear corner of a wheel goes farther than the front corner that its cost is reckoned by. */
static int32_t reach_of(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    const struct walker *walker = &walk->walker[figure];
    const struct mover  *mover;
    int32_t              front, deep = 0;

    if (walker->formed < 0) return walker->advance;
    if (!walk->formed_advance[walker->formed]) return 0;
    mover = &m->mover[m->formed[walker->formed].mover];
    front = max32(1, s->unit[formed_piece(m, walker->formed)].files) * mover->shape.width;
    for (int i = 0; i < m->formed[walker->formed].count; i++) deep = max32(deep, (1 + s->unit[m->formed[walker->formed].member[i]].rank) * mover->shape.depth);
    return walk->formed_advance[walker->formed] * (1 + (deep + front - 1) / front);
}

static bool could_touch(const struct match *m, const struct state *s, int a, int b, int32_t far)
{
    struct base one, other;

    if (is_beyond(m, s, a, place_of(s, b), radius_of(m, s, b) + far + 1)) return false;
    if (!may_touch(s, a) || !may_touch(s, b)) return false;
    one = argad_base(m, s, a);
    other = argad_base(m, s, b);
    return table_near(&one, &other, far + 1, NULL);
}

static void stop(struct walk *walk, int figure, int part)
{
    struct walker *walker = &walk->walker[figure];

    walker->stopped = true;
    if (!walker->touched_at) {
        walker->touched_at = walk->moment;
        walker->touched_part = (uint8_t)part;
    }
    if (walker->formed >= 0) walk->formed_stopped[walker->formed] = true;
}

static void put(struct state *s, int figure, struct pose pose)
{
    s->unit[figure].x = pose.at.x;
    s->unit[figure].y = pose.at.y;
    s->unit[figure].heading = (uint16_t)pose.heading;
}

/* It has stopped for the rest of the movement. */
static bool is_held(const struct walk *walk, int figure)
{
    const struct walker *walker = &walk->walker[figure];

    return walker->stopped || (walker->formed >= 0 && walk->formed_stopped[walker->formed]);
}

/* Did the figure's own motion of this part bring it nearer to where the other was (AR-CONT-10)? */
static bool comes_nearer(const struct match *m, const struct state *s, int figure, struct pose before, struct pose after, int other, struct pose there)
{
    struct base from = base_at(m, s, figure, before), to = base_at(m, s, figure, after), base = base_at(m, s, other, there);

    return table_floor(table_gap(&to, &base)) < table_floor(table_gap(&from, &base));
}

static bool were_near(const struct match *m, const struct state *s, const struct walk *walk, int a, int b, int moment)
{
    const struct walker *one = &walk->walker[a], *other = &walk->walker[b];
    struct base          first = base_at(m, s, a, (struct pose){ one->at[moment], one->heading[moment] });
    struct base          second = base_at(m, s, b, (struct pose){ other->at[moment], other->heading[moment] });

    return table_floor(table_gap(&first, &second)) <= CONTACT;
}

/* AR-GEO-07, AR-CONT-10: their bases have not met, but came within contact: by whose motion, in the moment in which they did. */
static uint8_t who_came(const struct match *m, const struct state *s, const struct walk *walk, int a, int b)
{
    const struct walker *one = &walk->walker[a], *other = &walk->walker[b];
    int                  moment = MOMENTS;
    struct pose          was[2], is[2];

    if (!one->there || !other->there || !were_near(m, s, walk, a, b, MOMENTS)) return 0;
    while (moment >= 0 && were_near(m, s, walk, a, b, moment)) moment--;
    if (moment < 0) return 0;
    was[0] = (struct pose){ one->at[moment], one->heading[moment] };
    was[1] = (struct pose){ other->at[moment], other->heading[moment] };
    is[0] = (struct pose){ one->at[moment + 1], one->heading[moment + 1] };
    is[1] = (struct pose){ other->at[moment + 1], other->heading[moment + 1] };
    return (uint8_t)((comes_nearer(m, s, a, was[0], is[0], b, was[1]) ? A_ATTACKS : 0) | (comes_nearer(m, s, b, was[1], is[1], a, was[0]) ? B_ATTACKS : 0));
}

/* Two enemies who may meet in this moment, and the part at which they are looked at next: before it they cannot touch. */
struct pair {
    uint8_t a, b, wake;
    bool    overlapped, mine, yours;                         /* looked at and found to overlap, and who lost a part by it */
    uint8_t made[4];                                         /* where both were then, and in the part before */
    int32_t far;
};

/* What moves as one: a loose figure, or a formed unit. How many parts of this moment it has lost, and after how many it stands still. */
struct parts { uint8_t lost[PLANNERS], until[PLANNERS]; };

static int body_of(const struct walk *walk, int figure) { return walk->walker[figure].formed >= 0 ? FIGURES + walk->walker[figure].formed : figure; }

static int made(const struct parts *parts, int body, int part) { return min32(max32(0, part - parts->lost[body]), parts->until[body]); }

/* It does not stir any more in this moment. */
static bool is_done(const struct parts *parts, int body, int part) { return made(parts, body, part - 1) >= parts->until[body]; }

/* Who helps a carrier goes as far as both may. */
static int made_by(const struct state *s, const struct walk *walk, const struct parts *parts, int figure, int part)
{
    int own = made(parts, body_of(walk, figure), part);

    return walk->walker[figure].order == ORDER_HELP ? min32(own, made(parts, body_of(walk, s->unit[figure].target - 1), part)) : own;
}

static struct pose pose_after(const struct match *m, const struct state *s, const struct walk *walk, const struct parts *parts, int figure, int part)
{
    return argad_part(m, s, walk, figure, made_by(s, walk, parts, figure, part));
}

/* Told once: the two know of each other. */
static void keep_apart(struct play *p, struct walk *walk)
{
    if (!walk->kept_apart) cite(p, AR_CONT_05);
    walk->kept_apart = true;
}

/* Its base does not turn in this moment. */
static bool keeps_heading(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    const struct walker *walker = &walk->walker[figure];

    if (argad_shape(m, s, figure).kind == SHAPE_DISC) return true;
    if (walker->formed >= 0) return !walk->formed_advance[walker->formed];
    return !walker->advance || walker->leg >= walker->legs || walker->along + walker->advance < walker->length[walker->leg];
}

/* In how many parts two who come up to `far` nearer in a moment, or farther apart, cannot have gone so much of it; places are rounded. */
static int parts_for(int32_t room, int32_t far)
{
    enum { ROUNDING = 12 };

    return room > ROUNDING ? (int)((int64_t)(room - ROUNDING) * PARTS / far) : 0;
}

/* They neither overlap nor are apart yet: in how many parts both cannot change. */
static int parts_together(const struct base *one, const struct base *other, int32_t far)
{
    int32_t gap = table_floor(table_gap(one, other)), room = gap;

    if (one->shape.kind == SHAPE_DISC && other->shape.kind == SHAPE_DISC)
        room = table_floor(table_distance(one->pose.at, other->pose.at)) - (one->shape.radius + other->shape.radius - 2 * SHRINK);
    return parts_for(min32(room, FREED - gap), far);
}

/* They overlap as they would stand after this part: by whose motion, so that it loses the part. */
static void find_who_comes(const struct match *m, const struct state *s, const struct walk *walk, const struct parts *parts, struct pair *pair, int part)
{
    int         a = pair->a, b = pair->b;
    struct pose was[2] = { pose_after(m, s, walk, parts, a, part - 1), pose_after(m, s, walk, parts, b, part - 1) };
    struct pose is[2] = { pose_after(m, s, walk, parts, a, part), pose_after(m, s, walk, parts, b, part) };

    pair->mine = comes_nearer(m, s, a, was[0], is[0], b, was[1]);
    pair->yours = comes_nearer(m, s, b, was[1], is[1], a, was[0]);
    if (!pair->mine && !pair->yours) pair->mine = pair->yours = true;
}

/* Would they overlap after this part? Where both press on, one part is like the one before, and need not be worked out again. */
static bool would_overlap(const struct match *m, const struct state *s, const struct walk *walk, const struct parts *parts, struct pair *pair, int part, struct base *one,
                          struct base *other)
{
    int     a = pair->a, b = pair->b;
    uint8_t made_now[4] = { (uint8_t)made_by(s, walk, parts, a, part), (uint8_t)made_by(s, walk, parts, b, part), (uint8_t)made_by(s, walk, parts, a, part - 1),
                            (uint8_t)made_by(s, walk, parts, b, part - 1) };

    if (pair->overlapped && !memcmp(made_now, pair->made, sizeof made_now)) return true;
    *one = base_at(m, s, a, pose_after(m, s, walk, parts, a, part));
    *other = base_at(m, s, b, pose_after(m, s, walk, parts, b, part));
    pair->overlapped = argad_overlaps(one, other);
    if (!pair->overlapped) return false;
    memcpy(pair->made, made_now, sizeof made_now);
    find_who_comes(m, s, walk, parts, pair, part);
    return true;
}

/* AR-CONT-05: those who touched at the start only must not overlap, until they have been apart. */
static void part_company(struct play *p, struct walk *walk, struct parts *parts, struct contact *contact, struct pair *pair, int part)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 a = pair->a, b = pair->b, one_body = body_of(walk, a), other_body = body_of(walk, b);
    struct base         one, other;

    if (!would_overlap(m, s, walk, parts, pair, part, &one, &other)) {
        if (!argad_within(&one, &other, FREED)) {
            contact->flags |= PARTED;
            keep_apart(p, walk);
        } else if (keeps_heading(m, s, walk, a) && keeps_heading(m, s, walk, b)) {
            pair->wake = (uint8_t)min32(PARTS + 1, part + max32(1, parts_together(&one, &other, pair->far)));
        }
        return;
    }
    keep_apart(p, walk);
    if (pair->mine) parts->lost[one_body]++;
    if (pair->yours) parts->lost[other_body]++;
    /* Against one who does not stir the same part would be lost again and again. */
    if (pair->mine && !reach_of(m, s, walk, b)) parts->until[one_body] = (uint8_t)made(parts, one_body, part);
    if (pair->yours && !reach_of(m, s, walk, a)) parts->until[other_body] = (uint8_t)made(parts, other_body, part);
}

static void touch(struct play *p, struct walk *walk, struct parts *parts, int a, int b, int part, struct pose one, struct pose other)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct pose         was[2] = { pose_after(m, s, walk, parts, a, part - 1), pose_after(m, s, walk, parts, b, part - 1) };
    int                 known = find_contact(s, a, b);
    uint8_t             attackers = (uint8_t)((comes_nearer(m, s, a, was[0], one, b, was[1]) ? A_ATTACKS : 0) |
                                              (comes_nearer(m, s, b, was[1], other, a, was[0]) ? B_ATTACKS : 0));

    parts->until[body_of(walk, a)] = (uint8_t)made(parts, body_of(walk, a), part);
    parts->until[body_of(walk, b)] = (uint8_t)made(parts, body_of(walk, b), part);
    put(s, a, one);
    put(s, b, other);
    if (known >= 0) remove_contact(s, known);
    meet(p, a, b, attackers, AR_CONT_03);
    cite(p, AR_CONT_02);
    if (!(attackers & A_ATTACKS) || !(attackers & B_ATTACKS)) cite(p, AR_CONT_06);
    stop(walk, a, part);
    stop(walk, b, part);
}

static void look_at_pair(struct play *p, struct walk *walk, struct parts *parts, struct pair *pair, int part)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 a = pair->a, b = pair->b, known = find_contact(s, a, b);
    struct pose         one, other;
    struct base         first, second;
    int32_t             gap;

    pair->wake = (uint8_t)(part + 1);
    if (is_done(parts, body_of(walk, a), part) && is_done(parts, body_of(walk, b), part)) {
        pair->wake = PARTS + 1;
        return;
    }
    if (known >= 0 && s->contact[known].flags & AT_START && !(s->contact[known].flags & PARTED)) {
        part_company(p, walk, parts, &s->contact[known], pair, part);
        return;
    }
    if (known >= 0 && is_held(walk, a) && is_held(walk, b)) {
        pair->wake = PARTS + 1;
        return;
    }
    one = pose_after(m, s, walk, parts, a, part);
    other = pose_after(m, s, walk, parts, b, part);
    first = base_at(m, s, a, one);
    second = base_at(m, s, b, other);
    gap = table_floor(table_gap(&first, &second));
    if (gap > 4) {
        /* Each place is rounded, so a tick or two more than its share is gone by either. */
        pair->wake = (uint8_t)min32(PARTS + 1, part + max32(1, (gap - 4) * PARTS / pair->far));
        return;
    }
    if (gap > 0 || argad_parted(m, s, one.at, other.at)) return;
    touch(p, walk, parts, a, b, part, one, other);
}

/* It does not enter without dice, whatever becomes of the enemy whom it was to meet before. */
static int parts_before_edge(const struct walker *walker)
{
    return walker->formed < 0 && walker->short_of ? (int)((int64_t)(walker->short_of - SHORT_OF) * PARTS / walker->advance) : PARTS;
}

bool argad_meets_before(const struct match *m, const struct state *s, const struct walk *walk, int figure, int32_t distance)
{
    struct walker stopped = walk->walker[figure];
    int           parts;

    stopped.short_of = distance;
    parts = parts_before_edge(&stopped);
    for (int enemy = 0; enemy < m->figures; enemy++) {
        const struct contact *known;
        int32_t               far;
        bool                  steady;
        if (!are_enemies(m, figure, enemy) || !walk->walker[enemy].there) continue;
        far = reach_of(m, s, walk, figure) + (is_held(walk, enemy) ? 0 : reach_of(m, s, walk, enemy));
        if (!could_touch(m, s, figure, enemy, far)) continue;
        steady = far > 0 && keeps_heading(m, s, walk, figure) && keeps_heading(m, s, walk, enemy);
        known = argad_contact(s, figure, enemy);
        if (known && known->flags & AT_START && !(known->flags & PARTED)) continue;
        for (int part = 1; part <= parts; part++) {
            struct pose one = argad_part(m, s, walk, figure, part), other = is_held(walk, enemy) ? pose_of(s, enemy) : argad_part(m, s, walk, enemy, part);
            struct base first = base_at(m, s, figure, one), second = base_at(m, s, enemy, other);
            int32_t     gap = table_floor(table_gap(&first, &second));
            if (!gap && !argad_parted(m, s, one.at, other.at)) return true;
            if (steady) part += max32(0, parts_for(gap, far) - 1);
        }
    }
    return false;
}

static void move_in_parts(struct play *p, struct walk *walk, struct pair *pair, int pairs, uint64_t moving)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct parts        parts;

    memset(parts.lost, 0, sizeof parts.lost);
    memset(parts.until, 0, sizeof parts.until);
    for (int i = 0; i < m->figures; i++)
        if (moving >> i & 1) parts.until[body_of(walk, i)] = (uint8_t)parts_before_edge(&walk->walker[i]);
    for (int part = 1; part <= PARTS; part++)
        for (int k = 0; k < pairs; k++)
            if (pair[k].wake <= part) look_at_pair(p, walk, &parts, &pair[k], part);
    for (int i = 0; i < m->figures; i++)
        if (moving >> i & 1) put(s, i, pose_after(m, s, walk, &parts, i, PARTS));
    for (int i = 0; i < m->figures; i++) {
        struct walker *walker = &walk->walker[i];
        if (moving >> i & 1 && walker->formed < 0) walker->advance = (int32_t)divide_round((int64_t)walker->advance * made_by(s, walk, &parts, i, PARTS), PARTS);
    }
    for (int i = 0; i < m->formeds; i++)
        walk->formed_advance[i] = (int32_t)divide_round((int64_t)walk->formed_advance[i] * made(&parts, FIGURES + i, PARTS), PARTS);
}

void argad_moment(struct play *p, struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct pair         pair[FIGURES * FIGURES / 4];
    int32_t             reach[FIGURES];
    int                 pairs = 0;
    uint64_t            moving = 0, near = 0;

    for (int i = 0; i < m->figures; i++) {
        reach[i] = walk->walker[i].there ? reach_of(m, s, walk, i) : 0;
        if (reach[i] && !is_held(walk, i)) moving |= UINT64_C(1) << i;
    }
    if (!moving) return;
    for (int a = 0; a < m->figures; a++)
        for (int b = a + 1; b < m->figures; b++)
            if ((moving >> a | moving >> b) & 1 && are_enemies(m, a, b) && could_touch(m, s, a, b, reach[a] + reach[b])) {
                pair[pairs++] = (struct pair){ .a = (uint8_t)a, .b = (uint8_t)b, .wake = 1, .far = reach[a] + reach[b] };
                near |= UINT64_C(1) << a | UINT64_C(1) << b;
            }
    /* A formed unit goes as one body, so all of it goes part by part if one of it does. */
    for (int i = 0; i < m->figures; i++)
        for (int k = 0; k < m->figures && walk->walker[i].formed >= 0 && near >> i & 1; k++)
            if (walk->walker[k].formed == walk->walker[i].formed) near |= UINT64_C(1) << k;
    /* So do a carrier and who helps him. */
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->figures; i++) {
            int carrier = walk->walker[i].order == ORDER_HELP && walk->walker[i].advance ? s->unit[i].target - 1 : i;
            if ((near >> i | near >> carrier) & 1) near |= UINT64_C(1) << i | UINT64_C(1) << carrier;
        }
    for (int i = 0; i < m->figures; i++)
        if (moving & ~near & UINT64_C(1) << i) put(s, i, argad_part(m, s, walk, i, PARTS));
    if (pairs) move_in_parts(p, walk, pair, pairs, moving & near);
}

/* When movement ends. */

static bool is_in_the_way(const struct match *m, const struct state *s, int piece, int of)
{
    if (piece == of || !is_there(s, piece)) return false;
    return is_figure(m, piece) || (kind_of(m, piece) == KIND_THING && m->thing[piece - m->first[KIND_THING]].type == THING_CART);
}

int argad_overlapped_by(const struct match *m, const struct state *s, int figure, const struct base *base, uint64_t among)
{
    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        struct base other;
        if (!is_in_the_way(m, s, i, figure) || (i < m->figures && !(among >> i & 1))) continue;
        if (s->unit[i].with == figure + 1 || s->unit[figure].with == i + 1) continue;
        if (is_beyond(m, s, i, base->pose.at, base->shape.radius)) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(base, &other)) return i;
    }
    return NOBODY;
}

/* With what it leads or drives. */
static void put_along(struct play *p, int figure, struct pose pose)
{
    struct point before = place_of(p->state, figure);

    put(p->state, figure, pose);
    argad_bring_along(p, figure, before);
}

/* AR-FORM-17: by id, each with an enemy within 2 cm straight ahead steps forward into contact. */
static void step_up(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct shape        shape = argad_shape(m, s, figure);
    struct pose         pose = pose_of(s, figure), end;
    struct base         stepped;
    int                 found = NOBODY;
    int32_t             least = STEP_UP + 1;

    if (argad_touches_enemy(m, s, figure)) return;
    for (int enemy = 0; enemy < m->figures; enemy++) {
        struct base base;
        int32_t     length;
        if (!are_enemies(m, figure, enemy) || !may_touch(s, enemy) || !is_close(s, figure, enemy)) continue;
        base = argad_base(m, s, enemy);
        length = table_first_contact(shape, pose, table_moved(pose, STEP_UP, 0).at, STEP_UP, table_obstacle_base(&base), 0);
        if (length < 0 || length >= least) continue;
        least = length;
        found = enemy;
    }
    if (found == NOBODY || least <= 0) return;
    end = (struct pose){ table_moved(pose, least, 0).at, pose.heading };
    stepped = base_at(m, s, figure, end);
    if (argad_parted(m, s, end.at, place_of(s, found)) || argad_overlapped_by(m, s, figure, &stepped, UINT64_MAX) != NOBODY) return;
    if (argad_leg_barred(m, s, mover_of(m, s, figure), (struct segment){ pose.at, end.at })) return;
    put(s, figure, end);
    walk->walker[figure].touched_at = walk->moment;
    walk->walker[figure].touched_part = PARTS;
    meet(p, figure, found, figure < found ? A_ATTACKS : B_ATTACKS, AR_FORM_17);
}

/* AR-CONT-14: a place on the ray at that angle, as near as its gap to the enemy is more than 0. */
static bool find_room(const struct match *m, const struct state *s, int figure, int enemy, struct pose *found)
{
    enum { DEGREES_5 = 500, MOST = 9000, NEAR = 2 };
    struct base  there = argad_base(m, s, enemy);
    struct point middle = place_of(s, enemy), old = place_of(s, figure);
    int32_t      bearing = table_bearing(middle, old);
    struct shape shape = argad_shape(m, s, figure);

    for (int32_t turn = DEGREES_5; turn <= MOST; turn += DEGREES_5)
        for (int way = 0; way < 2; way++) {
            int32_t     heading = heading_normal(bearing + (way ? turn : -turn));
            struct pose ray = { middle, heading }, pose = { middle, s->unit[figure].heading };
            int32_t     low = 0, high = shape.radius + there.shape.radius + NEAR;
            struct base base;
            int         obstacle;
            while (low < high) {                             /* the least distance with a gap */
                int32_t half = (low + high) / 2;
                pose.at = table_moved(ray, half, 0).at;
                base = base_at(m, s, figure, pose);
                if (table_at_least(table_gap(&base, &there), 1, NULL)) high = half;
                else low = half + 1;
            }
            pose.at = table_moved(ray, low, 0).at;
            base = base_at(m, s, figure, pose);
            if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > m->size.x || pose.at.y > m->size.y) continue;
            if (argad_overlapped_by(m, s, figure, &base, UINT64_MAX) != NOBODY || argad_parted(m, s, old, pose.at)) continue;
            if (argad_leg_barred(m, s, mover_of(m, s, figure), (struct segment){ old, pose.at })) continue;
            obstacle = -1;
            for (int i = 0; i < m->elements; i++)
                if (!m->element[i].area.count && table_passes_polyline((struct segment){ old, pose.at }, &m->element[i].crossed)) obstacle = i;
            if (obstacle >= 0) continue;
            *found = pose;
            return true;
        }
    return false;
}

/* Whom it has come into contact with in this movement, or else touched before. */
static int touched_enemy(const struct state *s, int figure)
{
    int found = NOBODY;

    for (int i = s->contacts - 1; i >= 0; i--) {
        const struct contact *contact = &s->contact[i];
        if ((contact->a != figure && contact->b != figure) || (found != NOBODY && contact->flags & AT_START)) continue;
        found = contact->a == figure ? contact->b : contact->a;
    }
    return found;
}

/* Foot that arrived in contact, in order of arrival. `taken` are those who stand where they will stay. */
static void make_room(struct play *p, struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint64_t            taken = 0, waiting = 0;

    for (int i = 0; i < m->figures; i++) {
        const struct walker *walker = &walk->walker[i];
        if (!walker->there) continue;
        if (walker->touched_at && s->unit[i].did & DID_MOVE && !is_mounted(m, s, i) && walker->formed < 0 && touched_enemy(s, i) != NOBODY) waiting |= UINT64_C(1) << i;
        else if (!(s->unit[i].did & DID_MOVE)) taken |= UINT64_C(1) << i;
    }
    while (waiting) {
        int         next = NOBODY;
        struct base base;
        struct pose room;
        for (int i = 0; i < m->figures; i++) {
            const struct walker *walker = &walk->walker[i], *first = next == NOBODY ? NULL : &walk->walker[next];
            if (!(waiting >> i & 1)) continue;
            if (!first || walker->touched_at < first->touched_at || (walker->touched_at == first->touched_at && walker->touched_part < first->touched_part)) next = i;
        }
        waiting &= ~(UINT64_C(1) << next);
        taken |= UINT64_C(1) << next;
        base = argad_base(m, s, next);
        if (argad_overlapped_by(m, s, next, &base, taken & ~(UINT64_C(1) << next)) == NOBODY) continue;
        if (!find_room(m, s, next, touched_enemy(s, next), &room)) continue;
        put_along(p, next, room);
        tell_to(p, argad_witnesses(m, s, next), EVENT_MAKES_ROOM, AR_CONT_14, next, touched_enemy(s, next), 0, 0, 0);
    }
}

/* Ruling 98: who lends a hand goes back with the carrier, unless he was stopped by himself. */
static int goes_with(const struct state *s, const struct walk *walk, int figure)
{
    const struct walker *walker = &walk->walker[figure];
    int                  carrier = s->unit[figure].target - 1;

    return walker->there && walker->order == ORDER_HELP && !walker->touched_at && walk->walker[carrier].there ? carrier : figure;
}

/* What is taken back together: a figure with the prisoner whom it leads and those who help it, or a formed unit (ruling 60). */
static uint64_t body_with(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    uint64_t body = UINT64_C(1) << figure;
    int      led = s->unit[figure].carries - 1;

    if (led >= 0 && is_figure(m, led)) body |= UINT64_C(1) << led;
    for (int i = 0; i < m->figures; i++)
        if (goes_with(s, walk, i) == figure) body |= UINT64_C(1) << i;
    for (int i = 0; i < m->figures && in_ranks(s, figure); i++)
        if (s->unit[i].formed == s->unit[figure].formed && walk->walker[i].there && is_there(s, i)) body |= UINT64_C(1) << i;
    return body;
}

static bool body_overlaps(const struct match *m, const struct state *s, uint64_t body)
{
    for (int i = 0; i < m->figures; i++) {
        struct base base;
        if (!(body >> i & 1)) continue;
        base = argad_base(m, s, i);
        if (argad_overlapped_by(m, s, i, &base, ~body) != NOBODY) return true;
    }
    return false;
}

static void put_at_moment(struct play *p, const struct walk *walk, int figure, uint64_t body, int moment)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 formed = s->unit[figure].formed - 1;

    if (formed < 0) {
        for (int i = 0; i < m->figures; i++)
            if (i == figure || goes_with(s, walk, i) == figure) put_along(p, i, (struct pose){ walk->walker[i].at[moment], walk->walker[i].heading[moment] });
        return;
    }
    for (int i = 0; i < m->figures; i++) {
        if (!(body >> i & 1)) continue;
        put(s, i, (struct pose){ walk->walker[i].at[moment], walk->walker[i].heading[moment] });
        s->unit[i].file = walk->walker[i].file[moment];
        s->unit[i].rank = walk->walker[i].rank[moment];
    }
    s->unit[formed_piece(m, formed)].x = walk->formed_at[formed][moment].at.x;
    s->unit[formed_piece(m, formed)].y = walk->formed_at[formed][moment].at.y;
    s->unit[formed_piece(m, formed)].heading = (uint16_t)walk->formed_at[formed][moment].heading;
    s->unit[formed_piece(m, formed)].files = walk->files_at[formed][moment];
}

/* Also by a step forward, or by room that was made for it. */
static bool has_moved(const struct match *m, const struct state *s, const struct walk *walk, uint64_t body)
{
    for (int i = 0; i < m->figures; i++)
        if (body >> i & 1 && (s->unit[i].x != walk->walker[i].at[0].x || s->unit[i].y != walk->walker[i].at[0].y || s->unit[i].heading != walk->walker[i].heading[0])) return true;
    return false;
}

/* AR-MOVE-17; ruling 86: lowest id first, until nobody who moved overlaps anybody; at worst all stand as at the start. */
static void take_back(struct play *p, struct walk *walk)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint8_t             at[FIGURES];
    bool                again = true, any = false;

    for (int i = 0; i < m->figures; i++) at[i] = (uint8_t)(walk->moment + 1);      /* as they stand */
    while (again) {
        again = false;
        for (int i = 0; i < m->figures && !again; i++) {
            struct walker *walker = &walk->walker[i];
            uint64_t       body;
            if (!walker->there || !is_there(s, i) || s->unit[i].with || at[i] <= walker->earliest || goes_with(s, walk, i) != i) continue;
            body = body_with(m, s, walk, i);
            if (body & ((UINT64_C(1) << i) - 1) && in_ranks(s, i)) continue;           /* its lowest figure stands for a formed unit */
            if (!has_moved(m, s, walk, body) || !body_overlaps(m, s, body)) continue;
            do put_at_moment(p, walk, i, body, --at[i]);
            while (at[i] > walker->earliest && body_overlaps(m, s, body));
            tell_to(p, argad_witnesses(m, s, i), EVENT_TAKEN_BACK, AR_MOVE_17, i, NOBODY, at[i], 0, 0);
            again = any = true;
        }
    }
    if (any) refresh(p, walk, NOBODY, AR_MOVE_17);
}

/* Charges. */

static bool is_bad_or_crossed(const struct match *m, const struct state *s, int figure, struct segment leg)
{
    enum { BEYOND = 2 };                                     /* a line on which the leg ends is crossed by it */
    struct spot into;

    leg.to = table_along(leg.from, leg.to, table_ceiling(table_distance(leg.from, leg.to)) + BEYOND);
    return argad_edge(m, mover_of(m, s, figure), leg, EASY, &into) >= 0;
}

/* The heading of one in ranks so far back on the way of a moment, which has that length, or where it began: a wheel turns him evenly. */
static int32_t heading_back(const struct walker *walker, int moment, int32_t back, int32_t length)
{
    int32_t after = walker->heading[moment], turn = heading_normal(walker->heading[moment - 1] - after);

    if (turn > FULL_TURN / 2) turn -= FULL_TURN;
    return back < length ? heading_normal(after + divide_round((int64_t)turn * back, length)) : walker->heading[moment - 1];
}

/* AR-CHG-03, -04: the last 10 cm straight, over easy ground. A loose man heads where he goes; one in ranks where the ranks do. */
static rule_id charge_refused(const struct match *m, const struct state *s, const struct walk *walk, int figure)
{
    enum { RUN = 10 * CM, STRAIGHT = 1000 };
    const struct walker *walker = &walk->walker[figure];
    bool                 loose = walker->formed < 0;
    int32_t              run = 0;
    int                  moment = walker->touched_at ? walker->touched_at : MOMENTS, bends = loose ? walker->passed[moment] : 0;
    struct point         to = place_of(s, figure);

    if (loose && walker->moved < RUN) return AR_CHG_03;
    while (moment > 0 && run < RUN) {
        bool         bend = loose && bends > walker->passed[moment - 1];       /* back to it first, so that both legs are looked at as they were */
        struct point before = bend ? (struct point){ s->plan[figure].x[bends - 1], s->plan[figure].y[bends - 1] } : walker->at[moment - 1], from = before;
        int32_t      length = table_ceiling(table_distance(from, to));
        if (!loose && heading_apart(heading_back(walker, moment, RUN - run, length), s->unit[figure].heading) > STRAIGHT) return AR_CHG_03;
        if (run + length > RUN) from = table_along(to, from, RUN - run);
        run += length;
        if (loose && (from.x != to.x || from.y != to.y) && heading_apart(table_bearing(from, to), s->unit[figure].heading) > STRAIGHT) return AR_CHG_03;
        if ((from.x != to.x || from.y != to.y) && is_bad_or_crossed(m, s, figure, (struct segment){ from, to })) return AR_CHG_04;
        to = before;
        if (bend) bends--;
        else moment--;
    }
    return !loose && run < RUN ? AR_CHG_03 : 0;
}

/* AR-CHG-05: with the front edge, its corners included. */
static bool front_touches(const struct match *m, const struct state *s, int figure, int other)
{
    struct base    base = argad_base(m, s, figure), target = argad_base(m, s, other);
    struct segment front = { base.corner[0], base.corner[1] };

    return table_floor(table_gap_segment(&target, front)) <= CONTACT;
}

static void judge_charge(struct play *p, struct walk *walk, int figure)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    struct unit        *unit = &s->unit[figure];
    bool                direct = false;

    if (!argad_touches_enemy(m, s, figure) || !is_cavalry(m, s, figure) || unit->status != STATUS_STANDING || charge_refused(m, s, walk, figure)) return;
    if (option(m, OPTION_REFORM_AFTER_CHARGE) && unit->spent_charge) return;
    for (int i = 0; i < s->contacts; i++) {
        struct contact *contact = &s->contact[i];
        bool            first = contact->a == figure;
        int             other = first ? contact->b : contact->a, obstacle;
        if ((contact->a != figure && contact->b != figure) || contact->flags & AT_START || !(contact->flags & (first ? A_ATTACKS : B_ATTACKS))) continue;
        if (!front_touches(m, s, figure, other) || argad_across(m, s, figure, other, &obstacle)) continue;
        contact->flags |= first ? A_CHARGES_B : B_CHARGES_A;
        direct = true;
        tell(p, EVENT_CHARGES, AR_CHG_02, figure, other, 0, 0, 0);
        cite(p, AR_CHG_01);
        cite(p, AR_CHG_03);
        cite(p, AR_CHG_04);
        cite(p, AR_CHG_05);
        cite(p, AR_CHG_06);
        cite(p, in_ranks(s, figure) ? AR_CHG_10 : AR_CHG_08);
        if (option(m, OPTION_REFORM_AFTER_CHARGE)) cite(p, AR_CHG_09);
    }
    if (!direct) return;
    unit->did |= DID_CHARGE;
    if (argad_in_close_order(m, s, figure)) unit->did |= DID_FORMED_CHARGE;
}

void argad_after_movement(struct play *p, struct walk *walk)
{
    drop_lapsed(p->match, p->state);                         /* whom one has left counts no more for a step forward, nor for room */
    for (int i = 0; i < p->match->figures; i++)
        if (argad_in_close_order(p->match, p->state, i) && walk->walker[i].there && walk->formed_stopped[p->state->unit[i].formed - 1]) step_up(p, walk, i);
    make_room(p, walk);
    take_back(p, walk);
    refresh(p, walk, NOBODY, AR_CONT_03);
    for (int i = 0; i < p->match->figures; i++)
        if (walk->walker[i].there) judge_charge(p, walk, i);
}

/* Recoil. */

/* It touches that base already, and would press into it on that way. */
static bool presses(const struct match *m, const struct state *s, int figure, struct point to, int32_t length, const struct base *touched)
{
    enum { STEP = 100 };
    struct pose pose = pose_of(s, figure);

    for (int32_t gone = STEP; gone < length + STEP; gone += STEP) {
        struct base base = base_at(m, s, figure, (struct pose){ table_along(pose.at, to, min32(gone, length)), pose.heading });
        if (argad_overlaps(&base, touched)) return true;
    }
    return false;
}

/* AR-PUSH-03: its base passes no enemy, formed friend or cart on the way. */
static int32_t free_to_recoil(const struct match *m, const struct state *s, int figure, struct point to, int32_t length)
{
    struct pose  pose = pose_of(s, figure);
    struct shape shape = argad_shape(m, s, figure);

    length = min32(length, argad_leg_free(m, s, mover_of(m, s, figure), (struct segment){ pose.at, table_along(pose.at, to, length) }));
    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        struct base base;
        int32_t     at;
        bool        friend_in_ranks = is_figure(m, i) && !are_enemies(m, i, figure) && in_ranks(s, i);
        if (!is_in_the_way(m, s, i, figure) || (is_figure(m, i) && !are_enemies(m, i, figure) && !friend_in_ranks)) continue;
        if (friend_in_ranks && s->unit[i].formed == s->unit[figure].formed) continue;
        base = argad_base(m, s, i);
        at = table_first_contact(shape, pose, to, length, table_obstacle_base(&base), 0);
        if (at > 0) length = min32(length, at);
        else if (!at && presses(m, s, figure, to, length, &base)) length = 0;
    }
    return length;
}

/* In ranks it keeps a little more room, so that the rounding of a later wheel does not bring it onto its neighbour. */
static struct shape roomy(struct shape shape)
{
    enum { MORE = 8 };

    return shape.kind == SHAPE_DISC ? table_disc(shape.width + MORE) : table_rectangle(shape.width + MORE, shape.depth + MORE, (enum shape_reference)shape.reference);
}

/* Everybody of the file stands free when it is shifted so far (AR-PUSH-05). */
static bool may_shift(const struct match *m, const struct state *s, const uint8_t *list, int count, uint64_t body, int32_t dx, int32_t dy)
{
    for (int i = 0; i < count; i++) {
        struct pose pose = pose_of(s, list[i]);
        struct base base;
        struct point from = pose.at;
        pose.at.x += dx;
        pose.at.y += dy;
        if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > m->size.x || pose.at.y > m->size.y) return false;
        /* Nobody comes to stand in impassable ground, however far the way seemed free. */
        if (argad_spot(m, mover_of(m, s, list[i]), pose.at).class == IMPASSABLE) return false;
        base = table_base(in_ranks(s, list[i]) ? roomy(argad_shape(m, s, list[i])) : argad_shape(m, s, list[i]), pose);
        if (argad_overlapped_by(m, s, list[i], &base, ~body) != NOBODY) return false;
        if (i && argad_leg_barred(m, s, mover_of(m, s, list[i]), (struct segment){ from, pose.at })) return false;
    }
    return true;
}

struct pose argad_recoil(const struct match *m, const struct state *s, int figure, struct point from, const uint8_t *behind, int count)
{
    enum { STEP = 50 };
    struct pose  pose = pose_of(s, figure);
    int32_t      length = argad_shape(m, s, figure).depth;
    struct point to = { 2 * pose.at.x - from.x, 2 * pose.at.y - from.y };
    uint8_t      list[FIGURES];
    uint64_t     body = UINT64_C(1) << figure;

    if (to.x == pose.at.x && to.y == pose.at.y) return pose;
    list[0] = (uint8_t)figure;
    for (int i = 0; i < count && i + 1 < FIGURES; i++) {
        list[i + 1] = behind[i];
        body |= UINT64_C(1) << behind[i];
    }
    length = free_to_recoil(m, s, figure, to, length);
    for (int32_t most = length; length > 0; length -= STEP) {
        struct point back = table_along(pose.at, to, length);
        if (!may_shift(m, s, list, count + 1, body, back.x - pose.at.x, back.y - pose.at.y)) continue;
        for (int32_t farther = min32(most, length + STEP - 1); farther > length; farther--) {
            struct point there = table_along(pose.at, to, farther);
            if (may_shift(m, s, list, count + 1, body, there.x - pose.at.x, there.y - pose.at.y)) return (struct pose){ there, pose.heading };
        }
        return (struct pose){ back, pose.heading };
    }
    return pose;
}
