/*
 * result.c: what combat and ground do to a unit (ledger chapter RES, MI-STD-06, MI-TERR-05).
 *
 * A result is kept as bits in the unit's `fate` until it is carried out. Carrying it out may leave its owner a choice: where to
 * fall back, where to gather at the standard, how to face there. The leaders that it concerns are marked and seen to afterwards.
 */
#include "rules.h"

enum { VALUE_UNIT, VALUE_CAUSE, VALUE_LEVEL, VALUE_FIRE, VALUE_DIRECTION, VALUE_HITS };

void iron_put(struct state *s, const struct match *m, int piece, int cell)
{
    struct point at = point_of(m, cell);

    s->unit[piece].x = (uint8_t)at.x;
    s->unit[piece].y = (uint8_t)at.y;
}

void iron_carry(struct state *s, const struct match *m, int unit, int cell)
{
    int leader = iron_stacked_leader(m, s, unit);

    iron_put(s, m, unit, cell);
    if (leader != NOBODY) iron_put(s, m, leader, cell);
}

void iron_carry_all(struct state *s, const struct match *m, int unit, int cell)
{
    int from = cell_of(m, s, unit);

    for (int i = 0; i < m->commands; i++) {
        int leader = m->command[i].leader;
        if (m->command[i].seat == side_of(m, unit) && on_map(s, leader) && cell_of(m, s, leader) == from) iron_put(s, m, leader, cell);
    }
    iron_put(s, m, unit, cell);
}

void iron_remove(struct play *p, int unit, enum status status)
{
    struct unit *u = &p->state->unit[unit];

    iron_mark_leaders(p, side_of(p->match, unit), cell_of(p->match, p->state, unit), unit, MARK_GONE);
    u->status = (uint8_t)status;
    u->formation = FORM_NONE;
    u->x = u->y = u->heading = 0;
    u->halted = 1;
}

/* MI-STD-06: with its standard gone a retired unit is lost. */
static void take_standard(struct play *p, int unit, int which)
{
    const struct match    *m = p->match;
    const struct standard *standard = &m->standard[which];

    p->state->unit[standard->piece].status = STATUS_LOST;
    p->state->unit[standard->piece].x = p->state->unit[standard->piece].y = 0;
    tell(p, EVENT_STANDARD_LOST, MI_STD_06, standard->piece, unit, 0, 0, 0);
    cite(p, MI_STD_07);
    for (int piece = 0; piece < m->units; piece++) {
        if (m->command[m->command_of[piece]].standard != which + 1 || !on_map(p->state, piece) || !is_retired(p->state, piece)) continue;
        tell(p, EVENT_ELIMINATED, MI_STD_06, piece, unit, 0, 0, 0);
        iron_remove(p, piece, STATUS_LOST);
    }
}

void iron_arrive(struct play *p, int unit)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 cell = cell_of(m, s, unit);
    seat_id             enemy = other_side(side_of(m, unit));

    for (int i = 0; i < m->standards; i++)
        if (m->standard[i].seat == enemy && on_map(s, m->standard[i].piece) && cell_of(m, s, m->standard[i].piece) == cell)
            take_standard(p, unit, i);
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (m->type_of[piece] == TYPE_BOMBARD && side_of(m, piece) == enemy && on_map(s, piece) && cell_of(m, s, piece) == cell) {
            s->unit[piece].status = STATUS_LOST;
            s->unit[piece].x = s->unit[piece].y = 0;
            tell(p, EVENT_BOMBARD_LOST, MI_CREC_02, piece, unit, 0, 0, 0);
        }
    iron_mark_leaders(p, enemy, cell, NOBODY, MARK_ALONE);
    if (iron_any_marked(m, s)) iron_sweep_leaders(p);
}

void iron_push_suffer(struct play *p, int unit, int cause, int level, bool fire)
{
    struct frame *frame = go_into(p, PHASE_SUFFER);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_CAUSE] = cause;
    frame->value[VALUE_LEVEL] = level;
    frame->value[VALUE_FIRE] = fire;
}

void iron_suffer(struct play *p, int unit, unsigned hits, int cause, int level)
{
    iron_sweep_leaders(p);
    iron_push_suffer(p, unit, cause, level, false);
    here(p)->value[VALUE_HITS] = (int32_t)hits;
}

/* One degree worse than it is. */
static unsigned next_harm(const struct state *s, int unit)
{
    static const uint8_t next[] = { HIT_DISORDER, HIT_RETIRE, HIT_ELIMINATE };

    return next[s->unit[unit].status];
}

/* MI-STACK-03, MI-TERR-05, MI-RES-11 */
void iron_shake(struct play *p, int unit)
{
    iron_suffer(p, unit, next_harm(p->state, unit), NOWHERE, 0);
}

/* Whence the unit is driven back: the shooter's cell, or those of the neighbours that it fought. They may have gone meanwhile. */
static int causes(const struct match *m, const struct state *s, int unit, int cause, int *cells)
{
    int count = 0;

    if (cause != NOWHERE) {
        cells[count++] = cause;
        return count;
    }
    for (int direction = 0; direction < 6; direction++)
        if (s->unit[unit].driven & 1 << direction) cells[count++] = m->next[cell_of(m, s, unit)][direction];
    return count;
}

/* MI-GEO-11, MI-RES-30: 2 farther from all of them, 1 farther from one and nearer to none, 0 otherwise. */
static int how_far_off(const struct match *m, const int *from, int count, int cell, int to)
{
    int farther = 0;

    for (int i = 0; i < count; i++) {
        int change = iron_distance(m, to, from[i]) - iron_distance(m, cell, from[i]);
        if (change < 0) return 0;
        farther += change > 0;
    }
    return farther == count ? 2 : farther > 0 ? 1 : 0;
}

/* MI-RES-09: the best kind there is. */
int iron_steps_back(const struct match *m, const struct state *s, const struct lay *lay, int unit, const int *from, int count, bool shuns, int *list)
{
    int cell = cell_of(m, s, unit), found = 0;

    for (int kind = 2; kind >= 1 && found == 0; kind--)
        for (int direction = 0; direction < 6; direction++) {
            int to = m->next[cell][direction];
            if (iron_entry(m, s, unit, cell, direction) == NOWHERE || lay->unit[to] != NOBODY) continue;
            if (how_far_off(m, from, count, cell, to) != kind) continue;
            if (!shuns || !iron_zones(m, s, lay, side_of(m, unit), to, NOBODY)) list[found++] = to;
        }
    return found;
}

/* What the retreat needs to know of its unit. */
struct falling { const struct match *m; const struct state *s; struct lay lay; int unit, cell, from[6], count; };

static struct falling falling_back(const struct match *m, const struct state *s, int unit, int cause)
{
    struct falling f = { .m = m, .s = s, .unit = unit, .cell = cell_of(m, s, unit) };

    iron_lay(m, s, &f.lay);
    f.count = causes(m, s, unit, cause, f.from);
    return f;
}

static bool may_give_way(const struct falling *f, int friend)
{
    return friend != NOBODY && side_of(f->m, friend) == side_of(f->m, f->unit) && is_missile_foot(f->s, friend);
}

/* MI-RES-11: through friendly archers into the hex beyond; through[] is whom it rides over for each. */
static int retreats_through(const struct falling *f, int *list, int *through)
{
    int count = 0;

    for (int direction = 0; direction < 6; direction++) {
        int step = f->m->next[f->cell][direction];
        if (iron_entry(f->m, f->s, f->unit, f->cell, direction) == NOWHERE || !may_give_way(f, f->lay.unit[step])) continue;
        if (how_far_off(f->m, f->from, f->count, f->cell, step) == 0) continue;
        for (int further = 0; further < 6; further++) {
            int to = f->m->next[step][further];
            if (iron_entry(f->m, f->s, f->unit, step, further) == NOWHERE || f->lay.unit[to] != NOBODY) continue;
            if (how_far_off(f->m, f->from, f->count, step, to) == 0 || count == PLACES) continue;
            through[count] = f->lay.unit[step];
            list[count++] = to;
        }
    }
    return count;
}

static int retreats(const struct match *m, const struct state *s, int unit, int cause, int *list, int *through)
{
    struct falling f = falling_back(m, s, unit, cause);
    int            count = iron_steps_back(m, s, &f.lay, unit, f.from, f.count, false, list);

    for (int i = 0; i < count; i++) through[i] = NOBODY;
    return count ? count : retreats_through(&f, list, through);
}

/* What it was doing is over, a move that it had begun too. */
static void halt(struct unit *u)
{
    u->halted = 1;
    if (u->moved == MOVE_OPEN) u->moved = MOVE_OVER;
}

/* The unit leaves its cell by a result: MI-SW-08. */
static void tear_away(struct play *p, int unit, int level)
{
    struct unit *u = &p->state->unit[unit];

    if (level) u->left = (int16_t)(1 + cell_of(p->match, p->state, unit));
    if (u->formation != FORM_NONE) cite(p, MI_SW_08);
    u->formation = FORM_NONE;
    halt(u);
}

static void eliminate(struct play *p, int unit, int level, rule_id rule)
{
    tell(p, EVENT_ELIMINATED, rule, unit, NOBODY, 0, 0, 0);
    cite(p, MI_RES_22);
    cite(p, type_now(p->match, p->state, unit)->man_at_arms ? MI_GEN_11 : MI_VIC_04);
    if (rule == MI_RES_15) cite(p, MI_GEO_12);
    if (p->match->command[p->match->command_of[unit]].levy) cite(p, MI_NAJ_04);
    if (level) iron_mark_leaders(p, side_of(p->match, unit), cell_of(p->match, p->state, unit), unit, MARK_SHOCK);
    tear_away(p, unit, level);
    iron_remove(p, unit, STATUS_LOST);
    if (!iron_has_units(p->match, p->state, leader_of(p->match, unit))) {            /* the last of its command */
        cite(p, MI_ACT_21);
        cite(p, MI_VIC_09);
    }
}

/* MI-RES-14, MI-RES-15, MI-STD-06 */
static void retire(struct play *p, int unit, int level)
{
    const struct match *m = p->match;
    struct lay          lay;

    iron_lay(m, p->state, &lay);
    if (iron_standard_cell(m, p->state, unit) == NOWHERE) {
        eliminate(p, unit, level, MI_STD_06);
    } else if (iron_surrounded(m, p->state, &lay, unit, cell_of(m, p->state, unit), NOBODY)) {
        eliminate(p, unit, level, MI_RES_15);
    } else {
        struct frame *frame = go_into(p, PHASE_RETIRE);
        frame->value[VALUE_UNIT] = unit;
        frame->value[VALUE_LEVEL] = level;
    }
}

/* MI-RES-20, MI-RES-21; MI-FIRE-28 */
static void unhorse(struct play *p, int unit, int level)
{
    struct unit *u = &p->state->unit[unit];

    if (u->type != TYPE_MM) {
        cite(p, MI_FIRE_28);
        retire(p, unit, level);
        return;
    }
    u->type = TYPE_UH;
    u->status = STATUS_DISORDERED;
    halt(u);
    tell(p, EVENT_UNHORSED, MI_RES_20, unit, NOBODY, 0, 0, 0);
    cite(p, MI_RES_21);
}

/* MI-RES-02, MI-RES-06: a unit that is Disordered already bears it. */
static void disorder(struct play *p, int unit, int level)
{
    struct unit *u = &p->state->unit[unit];

    if (u->status != STATUS_NORMAL) {
        tell(p, EVENT_UNMOVED, MI_RES_06, unit, NOBODY, 0, 0, 0);
        return;
    }
    u->status = STATUS_DISORDERED;
    u->shaken = level != 0;
    tell(p, EVENT_DISORDERED, MI_RES_02, unit, NOBODY, 0, 0, 0);
    cite(p, MI_RES_03);
    cite(p, MI_RES_04);
    cite(p, MI_RES_07);
    if (u->type == TYPE_MM) cite(p, MI_RES_05);
    if (level) iron_mark_leaders(p, side_of(p->match, unit), cell_of(p->match, p->state, unit), unit, MARK_SHOCK);
}

/* MI-RES-13 */
static void fall_back(struct play *p, int unit, int cause, int level)
{
    int list[PLACES], through[PLACES];
    struct frame *frame;

    if (retreats(p->match, p->state, unit, cause, list, through) == 0) {
        eliminate(p, unit, level, MI_RES_13);
        return;
    }
    frame = go_into(p, PHASE_RETREAT);
    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_CAUSE] = cause;
    frame->value[VALUE_LEVEL] = level;
}

/* MI-RES-17, MI-RES-29: the worst counts, and Disorder comes before the Retreat. */
static void enter_suffer(struct play *p)
{
    struct frame *frame = here(p);
    int           unit = frame->value[VALUE_UNIT], cause = frame->value[VALUE_CAUSE], level = frame->value[VALUE_LEVEL];
    bool          fire = frame->value[VALUE_FIRE] != 0;
    struct unit  *u = &p->state->unit[unit];
    unsigned      hits = (unsigned)frame->value[VALUE_HITS];

    leave(p);
    if (!hits) {                                     /* what a die has left to be carried out; a result of its own leaves that waiting */
        hits = u->fate & ALL_HITS;
        u->fate = (uint8_t)(u->fate & HIT_PURSUE);
    }
    if (!hits || !on_map(p->state, unit)) return;
    if (fire) iron_after_fire_result(p, unit);
    if (is_retired(p->state, unit)) eliminate(p, unit, level, MI_RES_17);
    else if (hits & HIT_ELIMINATE) eliminate(p, unit, level, MI_RES_22);
    else if (hits & HIT_RETIRE) retire(p, unit, level);
    else if (hits & HIT_UNHORSE) unhorse(p, unit, level);
    else {
        if (hits & HIT_DISORDER) disorder(p, unit, level);
        if (hits & HIT_RETREAT) fall_back(p, unit, cause, level);
    }
}

/* Placing questions: one offer, with the place for its owner to choose. */

/* The same hex may be reached through two friends. */
static int without_doubles(int *list, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++) {
        bool again = false;
        for (int k = 0; k < kept; k++) again |= list[k] == list[i];
        if (!again) list[kept++] = list[i];
    }
    return kept;
}

int iron_places(const struct match *m, const struct state *s, int *list, int capacity)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 through[PLACES];
    struct lay          lay;

    must(capacity >= PLACES);
    switch (frame->phase) {
    case PHASE_RETREAT:
        return without_doubles(list, retreats(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_CAUSE], list, through));
    case PHASE_RETIRE:
        iron_lay(m, s, &lay);
        return iron_nearest_free(m, s, &lay, frame->value[VALUE_UNIT], iron_standard_cell(m, s, frame->value[VALUE_UNIT]), list, capacity);
    case PHASE_EVADE:
        return iron_evade_places(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_LEVEL], list);
    case PHASE_RIDE:
        return iron_ride_places(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_CAUSE], list);
    default:
        return 0;
    }
}

void iron_offer_place(const struct match *m, const struct state *s, int kind, int unit, int target, struct offers *offers)
{
    int             list[PLACES];
    struct decision d = { .kind = (uint16_t)kind, .unit = (int16_t)unit, .target = (int16_t)target };

    if (iron_places(m, s, list, PLACES) == 0) return;
    d.at = point_of(m, list[0]);
    d.heading = s->unit[unit].heading;
    offer_add(offers, d, USES_AT | USES_HEADING);
}

rule_id iron_place_refused(const struct match *m, const struct state *s, int kind, const struct decision *d, rule_id rule, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 list[PLACES], count;

    if (d->kind != kind || d->unit != frame->value[VALUE_UNIT]) return refuse_with(why, rule, 0, 0);
    if (!between(0, d->heading, 5)) return refuse_with(why, MI_FACE_01, d->heading, 5);
    count = iron_places(m, s, list, PLACES);
    for (int i = 0; i < count; i++)
        if (point_of(m, list[i]).x == d->at.x && point_of(m, list[i]).y == d->at.y) return 0;
    return refuse_with(why, rule, d->at.x, d->at.y);
}

static void ask_owner(struct play *p)
{
    ask(p, SEAT_BIT(side_of(p->match, here(p)->value[VALUE_UNIT])));
}

/* A retreat: where to (step 0), and through whom if there are two ways (step 1). */
enum { VALUE_TO = VALUE_DIRECTION, VALUE_HEADING = VALUE_HITS };

/* Those through whom the unit may go to that hex; NOBODY alone where it goes straight. */
static int ways_through(const struct match *m, const struct state *s, const struct frame *frame, int to, int *friends)
{
    int list[PLACES], through[PLACES], count = retreats(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_CAUSE], list, through), found = 0;

    for (int i = 0; i < count; i++)
        if (list[i] == to) friends[found++] = through[i];
    return found;
}

static void offer_retreat(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 friends[PLACES], count = frame->step ? ways_through(m, s, frame, frame->value[VALUE_TO], friends) : 0;

    (void)seat;
    if (!frame->step) iron_offer_place(m, s, DO_RETREAT, frame->value[VALUE_UNIT], 0, offers);
    for (int i = 0; i < count; i++) offer_add(offers, (struct decision){ .kind = DO_SUFFER, .unit = (int16_t)friends[i] }, 0);
}

static rule_id refuse_retreat(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 friends[PLACES], count;

    (void)seat;
    if (!frame->step) return iron_place_refused(m, s, DO_RETREAT, d, MI_RES_08, why);
    if (d->kind != DO_SUFFER) return refuse_with(why, MI_RES_08, 0, 0);
    count = ways_through(m, s, frame, frame->value[VALUE_TO], friends);
    for (int i = 0; i < count; i++)
        if (friends[i] == d->unit) return 0;
    return refuse_for(why, MI_RES_12, d->unit);
}

static bool is_driven_by_many(const struct match *m, const struct state *s, int unit, int cause)
{
    int cells[6];

    return causes(m, s, unit, cause, cells) > 1;
}

/* MI-RES-11; of a result of the same battles that still waits for him and of this one the worse counts (MI-RES-29). */
static void give_way(struct play *p, int friend)
{
    cite(p, MI_RES_11);
    if (p->state->unit[friend].fate & ALL_HITS) p->state->unit[friend].fate |= (uint8_t)next_harm(p->state, friend);
    else iron_shake(p, friend);
}

/* MI-RES-10: into a zone of control too, without being shot at, and facing as its owner likes. */
static void step_back(struct play *p, int to, int heading, int friend)
{
    const struct match *m = p->match;
    int                 unit = here(p)->value[VALUE_UNIT], cause = here(p)->value[VALUE_CAUSE], level = here(p)->value[VALUE_LEVEL];
    int                 from = cell_of(m, p->state, unit), step = friend == NOBODY ? from : cell_of(m, p->state, friend);

    leave(p);
    tell(p, EVENT_RETREATED, MI_RES_08, unit, friend, point_of(m, to).x, point_of(m, to).y, 0);
    cite(p, MI_RES_12);
    cite(p, MI_GEO_11);
    cite(p, MI_RES_09);
    cite(p, MI_RES_10);
    cite(p, MI_STACK_04);
    if (is_driven_by_many(m, p->state, unit, cause)) cite(p, MI_RES_30);
    tear_away(p, unit, level);
    iron_carry_all(p->state, m, unit, to);
    for (int i = 0; i < m->commands; i++)
        if (m->command[i].seat == side_of(m, unit) && on_map(p->state, m->command[i].leader) && cell_of(m, p->state, m->command[i].leader) == to) cite(p, MI_LDR_09);
    p->state->unit[unit].heading = (uint8_t)heading;
    iron_arrive(p, unit);
    iron_test_ground(p, unit, to, iron_direction(m, step, to));
    if (friend != NOBODY) {
        iron_test_ground(p, unit, step, iron_direction(m, from, step));
        give_way(p, friend);
    }
}

/* MI-RES-12 */
static void take_retreat(struct play *p, seat_id seat, const struct decision *d)
{
    struct frame *frame = here(p);
    int           to = frame->step ? frame->value[VALUE_TO] : cell_at(p->match, d->at.x, d->at.y), friends[PLACES];

    (void)seat;
    if (frame->step) {
        step_back(p, to, frame->value[VALUE_HEADING], d->unit);
    } else if (ways_through(p->match, p->state, frame, to, friends) > 1) {
        frame->step = 1;
        frame->value[VALUE_TO] = to;
        frame->value[VALUE_HEADING] = d->heading;
    } else {
        step_back(p, to, d->heading, friends[0]);
    }
}

static void offer_retire(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    (void)seat;
    iron_offer_place(m, s, DO_PLACE, flow_top_const(&s->flow)->value[VALUE_UNIT], 0, offers);
}

static rule_id refuse_retire(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    return iron_place_refused(m, s, DO_PLACE, d, MI_RES_14, why);
}

static void take_retire(struct play *p, seat_id seat, const struct decision *d)
{
    const struct match *m = p->match;
    int                 unit = here(p)->value[VALUE_UNIT], level = here(p)->value[VALUE_LEVEL];
    seat_id             owner = side_of(m, unit);

    (void)seat;
    leave(p);
    if (level) iron_mark_leaders(p, owner, cell_of(m, p->state, unit), unit, MARK_SHOCK);
    iron_mark_leaders(p, owner, cell_of(m, p->state, unit), unit, MARK_RETIRED);
    tear_away(p, unit, level);
    p->state->unit[unit].status = STATUS_RETIRED;
    p->state->unit[unit].heading = (uint8_t)d->heading;
    iron_put(p->state, m, unit, cell_at(m, d->at.x, d->at.y));
    tell(p, EVENT_RETIRED, MI_RES_14, unit, NOBODY, d->at.x, d->at.y, 0);
    cite(p, MI_GEO_13);
    iron_arrive(p, unit);
}

/* Facing after a stop that was shot at, and after an advance. */

void iron_ask_facing(struct play *p, int unit, int direction)
{
    struct frame *frame = go_into(p, PHASE_FACE);

    frame->value[VALUE_UNIT] = unit;
    frame->value[VALUE_DIRECTION] = direction;
}

static bool may_face(const struct match *m, const struct state *s, int heading)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 unit = frame->value[VALUE_UNIT], direction = frame->value[VALUE_DIRECTION];
    struct lay          lay;
    struct mover        mover;

    if (direction == NOWHERE) return true;
    iron_lay(m, s, &lay);
    mover = iron_mover(m, s, &lay, unit, NOBODY);
    return iron_may_stop_facing(&mover, cell_of(m, s, unit), direction, heading);
}

static void offer_face(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    int unit = flow_top_const(&s->flow)->value[VALUE_UNIT];

    (void)seat;
    for (int turn = 0; turn < 6; turn++) {
        int heading = hex_turned(s->unit[unit].heading, turn);
        if (may_face(m, s, heading))
            offer_add(offers, (struct decision){ .kind = DO_FACE, .unit = (int16_t)unit, .heading = heading }, 0);
    }
}

static rule_id refuse_face(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)seat;
    if (d->kind != DO_FACE || d->unit != flow_top_const(&s->flow)->value[VALUE_UNIT]) return refuse_with(why, MI_FACE_02, 0, 0);
    if (!between(0, d->heading, 5)) return refuse_with(why, MI_FACE_01, d->heading, 5);
    return may_face(m, s, d->heading) ? 0 : refuse_with(why, MI_FACE_05, d->heading, 0);
}

static void take_face(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    leave(p);
    p->state->unit[d->unit].heading = (uint8_t)d->heading;
    tell(p, EVENT_TURNED, MI_FACE_02, d->unit, NOBODY, d->heading, 0, 0);
}

/* MI-TERR-05, MI-COUR-02, MI-BANN-03, MI-CREC-03: one die for pits, one for a ditch. */

void iron_test_ground(struct play *p, int unit, int cell, int direction)
{
    const struct match *m = p->match;
    int                 pits = m->tables.ground[m->ground[cell]].roll;
    int                 ditch = direction == NOWHERE ? NOWHERE : m->tables.edge[m->edge[cell][hex_opposite(direction)]].roll;

    if (!is_mounted(m, p->state, unit)) return;
    for (int i = 0; i < 2; i++) {
        struct frame *frame;
        if ((i ? ditch : pits) == NOWHERE) continue;
        frame = go_into(p, PHASE_GROUND);
        frame->value[VALUE_UNIT] = unit;
        frame->value[VALUE_CAUSE] = i ? ditch : pits;
        frame->value[VALUE_DIRECTION] = i;
        frame->value[VALUE_LEVEL] = cell_of(m, p->state, unit);
    }
}

static void enter_ground(struct play *p)
{
    int     unit = here(p)->value[VALUE_UNIT], most = here(p)->value[VALUE_CAUSE], ditch = here(p)->value[VALUE_DIRECTION], die;
    int     cell = here(p)->value[VALUE_LEVEL];
    int     special = ditch ? SPECIAL_COUR_02 : has_special(p->match, SPECIAL_CREC_03) ? SPECIAL_CREC_03 : SPECIAL_BANN_03;
    rule_id rule = ditch ? MI_COUR_02 : has_special(p->match, SPECIAL_CREC_03) ? MI_CREC_03 : MI_BANN_03;

    leave(p);
    if (!on_map(p->state, unit) || cell_of(p->match, p->state, unit) != cell || !is_mounted(p->match, p->state, unit)) return;
    die = d10_up_to(p, MI_TERR_05, most);
    tell(p, EVENT_GROUND, MI_TERR_05, unit, NOBODY, die, die <= most, ditch);
    if (p->match->special[special]) cite(p, rule);
    if (die <= most) iron_shake(p, unit);
}

const struct phase iron_suffer_phase = { .name = "suffer", .rule = MI_RES_01, .enter = enter_suffer };
const struct phase iron_retreat = { "retreat", MI_RES_08, ask_owner, offer_retreat, refuse_retreat, take_retreat, .settles = true };
const struct phase iron_retire = { "retire", MI_RES_14, ask_owner, offer_retire, refuse_retire, take_retire, .settles = true };
const struct phase iron_face = { "face", MI_FACE_02, ask_owner, offer_face, refuse_face, take_face, .settles = true };
const struct phase iron_ground = { .name = "ground", .rule = MI_TERR_05, .enter = enter_ground };
