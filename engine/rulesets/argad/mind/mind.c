/*
 * mind.c: what a seat may know, what it may guess of the rest, which states are possible, and positions to begin from.
 *
 * A seat knows its own figures, what its active figures see, and what everybody knows: who has fallen or been taken, doors, contacts. It
 * does not know whether its own figures are seen, what the other side plans, nor what its guns hold. Spectators know what both sides know.
 */
#include "argad.h"

#include <string.h>

/* Masking. */

/* In `ready`: what the other side has done is not shown. */
enum { READY_HIDDEN = 4 };

static void hide_plans(struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->loaded = unit->target = unit->mark_on = unit->points = UNKNOWN;
    unit->shot_at = unit->shot_with = unit->strike_at = unit->strike_with = unit->strike_how = unit->primed = UNKNOWN;
    unit->order = ORDER_HIDDEN;
    unit->reaction = REACT_HIDDEN;
    unit->mark = MARK_HIDDEN;
    unit->did = (uint16_t)((unit->did & DID_PUBLIC) | DID_MASKED);
    unit->choice = unit->spent_charge = unit->hid = 0;
    unit->number = 0;
    unit->face = 0;
}

static void hide_piece(struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->x = unit->y = UNKNOWN_PLACE;
    unit->heading = UNKNOWN_HEADING;
    unit->status = STATUS_UNSEEN;
    unit->did = DID_MASKED;
    unit->form = unit->stance = unit->carries = unit->with = unit->formed = unit->file = unit->rank = unit->files = unit->wounds = UNKNOWN;
    unit->flash = unit->left_by = unit->hid = 0;
}

static void hide_whether_seen(struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->seen = 2;
    unit->seen_x = unit->seen_y = UNKNOWN_PLACE;
    unit->seen_turn = UNKNOWN;
    unit->hid = 0;
}

static void mask_thing(const struct match *m, struct state *s, seat_id seat, int piece)
{
    struct unit *unit = &s->unit[piece];

    if (!argad_knows(m, s, seat, piece)) {
        hide_piece(s, piece);
        unit->choice = 0;
        unit->seen_turn = UNKNOWN;
    }
    unit->seen = (uint8_t)(4 | (seat < 2 ? unit->seen & SEAT_BIT(seat) : (unit->seen & 3) == 3 ? 3 : 0));
}

void argad_mask(const struct match *m, struct state *s, seat_id seat)
{
    uint64_t unknown[2] = { 0 };

    if (seat < SEAT_A || seat > SEAT_B) seat = SPECTATOR;    /* whoever has no side knows what a spectator knows */
    for (int piece = 0; piece < m->first[KIND_DOOR]; piece++)
        if (!argad_knows(m, s, seat, piece)) unknown[piece >> 6] |= UINT64_C(1) << (piece & 63);
    for (int piece = 0; piece < m->first[KIND_THING]; piece++) {
        if (side_of(m, piece) == seat) {
            hide_whether_seen(s, piece);
            continue;
        }
        hide_plans(s, piece);
        s->plan[piece] = (struct plan){ { 0 }, { 0 } };
        if (is_figure(m, piece)) memset(s->glimpse[piece], 0, sizeof s->glimpse[piece]);
        if (unknown[piece >> 6] >> (piece & 63) & 1) hide_piece(s, piece);
        if (seat == SPECTATOR) {
            s->unit[piece].seen_x = s->unit[piece].seen_y = UNKNOWN_PLACE;
            s->unit[piece].seen_turn = UNKNOWN;
        }
    }
    for (int piece = m->first[KIND_THING]; piece < m->first[KIND_DOOR]; piece++) mask_thing(m, s, seat, piece);
    s->ready = (uint8_t)(READY_HIDDEN | (seat < 2 ? s->ready & SEAT_BIT(seat) : 0));
    for (int i = 0; i < s->flow.depth; i++) s->flow.stack[i].asked &= (uint8_t)(seat < 2 ? SEAT_BIT(seat) : 0);
    for (int i = 0; i < m->entries; i++)
        if (m->group[m->entry[i].group].seat != seat) s->entry_due[i] = 0;
    for (int i = 0; i < m->groups; i++)
        if (m->group[i].seat != seat) s->group[i] = 0;
}

/* Guessing. */

/* Who has left is a little beyond the edge, and nobody is farther. */
static bool is_near(const struct match *m, int32_t x, int32_t y)
{
    enum { BEYOND = 100 * CM };

    return between(-BEYOND, x, m->size.x + BEYOND) && between(-BEYOND, y, m->size.y + BEYOND);
}

/* What geometry must be able to rely on. A view may come from outside with anything in it: of one that cannot be nothing is guessed. */
static bool has_a_place(const struct match *m, const struct state *s, int piece)
{
    const struct unit *unit = &s->unit[piece];

    if (unit->status == STATUS_UNSEEN) return unit->seen_turn == UNKNOWN || is_near(m, unit->seen_x, unit->seen_y);
    if (!is_near(m, unit->x, unit->y) || unit->heading >= FULL_TURN || unit->form > FORM_OTHER) return false;
    return !is_figure(m, piece) || !unit->form || m->figure[piece].mover[1] != UNKNOWN;
}

struct standing { const struct match *m; const struct state *s; int figure; };

static bool has_room(const void *context, struct pose pose)
{
    const struct standing *standing = context;
    const struct match    *m = standing->m;
    const struct state    *s = standing->s;
    struct base            base;

    if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > m->size.x || pose.at.y > m->size.y) return false;
    if (argad_spot(m, mover_of(m, s, standing->figure), pose.at).class == IMPASSABLE) return false;
    base = table_base(argad_shape(m, s, standing->figure), pose);
    for (int i = 0; i < m->figures; i++) {
        struct base other;
        if (i == standing->figure || !is_there(s, i)) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return false;
    }
    return true;
}

static void guess_plans(const struct match *m, struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->loaded = (uint8_t)(is_figure(m, piece) ? (1 << m->figure[piece].firearms) - 1 : 0);
    if (unit->did & DID_FIRE && unit->loaded) unit->loaded &= (uint8_t)(unit->loaded - 1);
    unit->did &= DID_PUBLIC;
    argad_clear_order(s, piece);
    unit->did &= DID_PUBLIC;
    unit->shot_at = unit->shot_with = unit->strike_at = unit->strike_with = unit->strike_how = unit->primed = 0;
}

/* Where it was seen last, or where it begins, or near there; nowhere at all if there is no room. */
static void guess_figure(const struct match *m, struct state *s, int figure, struct random *random)
{
    enum { STEP = CM, BUDGET = 60 };
    struct unit    *unit = &s->unit[figure];
    bool            seen = unit->seen_turn != 0 && unit->seen_turn != UNKNOWN;
    struct pose     wanted = m->start[figure], found;
    struct standing standing = { m, s, figure };

    unit->form = FORM_OWN;
    unit->stance = m->figure[figure].stance;
    unit->carries = unit->with = unit->formed = unit->file = unit->rank = unit->files = unit->wounds = 0;
    unit->heading = (uint16_t)wanted.heading;
    unit->x = wanted.at.x;
    unit->y = wanted.at.y;
    unit->status = STATUS_WAITING;
    if (m->figure[figure].entry && !seen) return;
    if (seen) {
        int32_t     far = max32(0, s->turn - unit->seen_turn) * mover_of(m, s, figure)->rate / 2;
        struct pose last = { { unit->seen_x, unit->seen_y }, (int32_t)random_below(random, FULL_TURN) };
        wanted.at = table_moved(last, far ? (int32_t)random_below(random, (uint32_t)far) : 0, 0).at;
        wanted.at.x = max32(0, min32(m->size.x, wanted.at.x));
        wanted.at.y = max32(0, min32(m->size.y, wanted.at.y));
    }
    if (!table_nearest_legal(wanted.at, wanted, STEP, BUDGET, has_room, &standing, &found)) return;
    unit->x = found.at.x;
    unit->y = found.at.y;
    unit->status = STATUS_STANDING;
}

/* A figure of ranks that are seen stands in the first place of them that is free. */
static bool guess_rank(const struct match *m, struct state *s, int figure)
{
    int                 formed = m->figure[figure].formed - 1, piece;
    struct unit        *unit = &s->unit[figure];
    const struct mover *mover;

    if (formed < 0) return false;
    piece = formed_piece(m, formed);
    if (s->unit[piece].status != STATUS_STANDING || s->unit[piece].files == UNKNOWN || !s->unit[piece].files) return false;
    mover = &m->mover[m->formed[formed].mover];
    for (int slot = 0; slot < m->formed[formed].count; slot++) {
        struct pose     place[FIGURES];
        struct standing standing = { m, s, figure };
        bool            taken = false;
        int             files = s->unit[piece].files;
        for (int i = 0; i < m->figures && !taken; i++)
            taken = i != figure && s->unit[i].formed == formed + 1 && s->unit[i].file == slot % files && s->unit[i].rank == slot / files;
        if (taken) continue;
        argad_places(m, mover, pose_of(s, piece), slot + 1, files, place);
        unit->form = FORM_OWN;
        if (!has_room(&standing, place[slot])) continue;
        unit->stance = UPRIGHT;
        unit->carries = unit->with = unit->files = unit->wounds = 0;
        unit->x = place[slot].at.x;
        unit->y = place[slot].at.y;
        unit->heading = (uint16_t)place[slot].heading;
        unit->formed = (uint8_t)(formed + 1);
        unit->file = (uint8_t)(slot % files);
        unit->rank = (uint8_t)(slot / files);
        unit->status = STATUS_STANDING;
        return true;
    }
    return false;
}

/* What became of a thing that is out of sight: it is where it began. What its own figures carry a seat knows. */
static void guess_thing(const struct match *m, struct state *s, int piece, seat_id seat)
{
    struct unit *unit = &s->unit[piece];
    int          holder = m->start_with[piece] - 1, in = m->thing[piece - m->first[KIND_THING]].in - 1, owner = m->thing[piece - m->first[KIND_THING]].owner - 1;

    unit->x = m->start[piece].at.x;
    unit->y = m->start[piece].at.y;
    unit->heading = (uint16_t)m->start[piece].heading;
    unit->status = STATUS_STANDING;
    unit->did = 0;
    unit->seen_turn = 0;
    unit->form = unit->stance = unit->carries = unit->with = unit->formed = unit->file = unit->rank = unit->files = unit->wounds = 0;
    if (owner >= 0) {
        unit->status = STATUS_CARRIED;
    } else if (in >= 0) {
        unit->with = (uint8_t)(thing_piece(m, in) + 1);
        unit->status = STATUS_CARRIED;
    } else if (holder >= 0 && is_figure(m, holder) && side_of(m, holder) != seat && m->thing[piece - m->first[KIND_THING]].type != THING_CART && s->unit[holder].status == STATUS_STANDING && !s->unit[holder].carries && s->unit[holder].seen != 1) {
        s->unit[holder].carries = (uint8_t)(piece + 1);
        unit->with = (uint8_t)(holder + 1);
        unit->x = s->unit[holder].x;
        unit->y = s->unit[holder].y;
        if (m->thing[piece - m->first[KIND_THING]].type != THING_ANIMAL && m->thing[piece - m->first[KIND_THING]].type != THING_MULE) unit->status = STATUS_CARRIED;
    }
}

/* Somebody of whom the seat knows sees it. */
static void guess_whether_seen(const struct match *m, struct state *s, int piece)
{
    struct unit *unit = &s->unit[piece];

    unit->seen = 0;
    if (is_figure(m, piece) && is_there(s, piece)) {
        struct eye eye = argad_eye(m, s, piece);
        unit->seen = unit->did & (DID_FIRE | DID_TOUCH) || argad_sees_place(m, s, (seat_id)!side_of(m, piece), &eye);
    }
    unit->seen_x = unit->x;
    unit->seen_y = unit->y;
    unit->seen_turn = s->turn;
    unit->hid = is_figure(m, piece) && is_there(s, piece) && !unit->seen ? HID_SINCE | HID_AT_START : 0;
}

/* Where both sides plan at once, a seat that has finished waits for the other: else what they plan would be under way. */
static void ask_others(struct state *s, seat_id seat)
{
    struct frame *top = s->flow.depth ? flow_top(&s->flow) : NULL;

    if (!top || s->flow.over || !(top->phase == PHASE_SETUP || top->phase == PHASE_PLOT || top->phase == PHASE_AIM || top->phase == PHASE_DECLARE)) return;
    if (seat >= 2) top->asked |= SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B);
    else if (!(top->asked & SEAT_BIT(seat))) top->asked |= SEAT_BIT(!seat);
}

void argad_guess(const struct match *m, struct state *s, seat_id seat, struct random *random)
{
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!has_a_place(m, s, piece)) return;
    for (int piece = 0; piece < m->first[KIND_THING]; piece++) {
        struct unit *unit = &s->unit[piece];
        if (unit->order == ORDER_HIDDEN) guess_plans(m, s, piece);
        if (unit->status == STATUS_UNSEEN && !is_figure(m, piece)) {
            unit->status = STATUS_WAITING;
            unit->x = m->start[piece].at.x;
            unit->y = m->start[piece].at.y;
            unit->heading = (uint16_t)m->start[piece].heading;
            unit->form = unit->stance = unit->carries = unit->with = unit->formed = unit->file = unit->rank = unit->wounds = 0;
            unit->files = m->formed[piece - m->first[KIND_FORMED]].files;
        }
    }
    for (int figure = 0; figure < m->figures; figure++)
        if (s->unit[figure].status == STATUS_UNSEEN && !guess_rank(m, s, figure)) guess_figure(m, s, figure, random);
    for (int piece = m->first[KIND_THING]; piece < m->first[KIND_DOOR]; piece++) {
        if (s->unit[piece].status == STATUS_UNSEEN) guess_thing(m, s, piece, seat);
        s->unit[piece].seen &= 3;
    }
    for (int piece = 0; piece < m->first[KIND_THING]; piece++) {
        if (s->unit[piece].seen == 2) guess_whether_seen(m, s, piece);
        if (s->unit[piece].seen_turn == UNKNOWN) {
            s->unit[piece].seen_x = s->unit[piece].seen_y = 0;
            s->unit[piece].seen_turn = 0;
        }
    }
    s->ready &= 3;
    ask_others(s, seat);
}

/* Which states are possible. */

static bool wrong(const struct match *m, struct fault *fault, int piece, const char *what, const char *rule)
{
    return fault_say(fault, "position", 0, "%s: %s (%s)", m->piece[piece].id, what, rule);
}

static bool numbers_sound(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *unit = &s->unit[piece];
    enum kind          kind = kind_of(m, piece);
    int                most = kind == KIND_THING ? 3 : 1;

    if (unit->status >= STATUS_UNSEEN) return wrong(m, fault, piece, "there is no such status", "AR-FIG-09");
    if (unit->seen > most || unit->seen_turn > m->turns + 1) return wrong(m, fault, piece, "nobody sees so", "AR-VIS-09");
    if (unit->seen_x == UNKNOWN_PLACE || unit->seen_y == UNKNOWN_PLACE) return wrong(m, fault, piece, "it was seen nowhere", "AR-VIS-10");
    if (unit->x == UNKNOWN_PLACE || unit->y == UNKNOWN_PLACE || unit->heading >= FULL_TURN) return wrong(m, fault, piece, "its place is missing", "AR-GEO-01");
    if (!is_near(m, unit->x, unit->y) || !is_near(m, unit->seen_x, unit->seen_y)) return wrong(m, fault, piece, "it is nowhere near the table", "AR-GEO-01");
    if (is_there(s, piece) && (!between(-CM, unit->x, m->size.x + CM) || !between(-CM, unit->y, m->size.y + CM))) return wrong(m, fault, piece, "it stands beside the table", "AR-GEO-01");
    if (unit->form > FORM_OTHER || unit->stance > CROUCHED || unit->door > DOOR_BARRED || (unit->door == DOOR_NONE) != (kind != KIND_DOOR)) return wrong(m, fault, piece, "it cannot be so", "AR-FIG-08");
    if (unit->order >= ORDER_HIDDEN || unit->reaction >= REACT_HIDDEN || unit->mark >= MARK_HIDDEN || unit->points > POINTS) return wrong(m, fault, piece, "there is no such order", "AR-ORD-08");
    if (unit->target > m->head.pieces || unit->mark_on > m->head.pieces || unit->did & DID_MASKED) return wrong(m, fault, piece, "its order names nobody", "AR-ORD-08");
    if (unit->shot_at > m->figures || unit->shot_with >= FIREARMS_CARRIED) return wrong(m, fault, piece, "it aims at nobody", "AR-FIRE-29");
    if (unit->strike_at > m->figures || unit->strike_with >= WEAPONS_CARRIED || unit->strike_how > 15) return wrong(m, fault, piece, "it strikes at nobody", "AR-MEL-02");
    if (unit->carries > m->head.pieces || unit->with > m->head.pieces) return wrong(m, fault, piece, "nobody has it", "AR-OBJ-01");
    if (unit->formed > m->formeds || unit->file >= FIGURES || unit->rank >= FIGURES || unit->files > FIGURES) return wrong(m, fault, piece, "there is no such place in ranks", "AR-FORM-01");
    if (unit->wounds > (WOUNDED | UNARMED) || unit->primed > 1) return wrong(m, fault, piece, "it cannot be so", "AR-CAS-05");
    if (kind == KIND_FIGURE && unit->primed && !m->figure[piece].entry) return wrong(m, fault, piece, "it does not enter", "AR-MOVE-16");
    if (kind == KIND_FORMED && unit->loaded) return wrong(m, fault, piece, "ranks as such have no firearms", "AR-FIG-07");
    if (kind == KIND_FIGURE && unit->loaded >> m->figure[piece].firearms) return wrong(m, fault, piece, "it has not so many firearms", "AR-FIG-07");
    if (kind == KIND_FIGURE && unit->form && m->figure[piece].mover[1] == UNKNOWN) return wrong(m, fault, piece, "it has no other form", "AR-HORSE-01");
    return true;
}

/* Points of a path are near the table; those of a manoeuvre are what is done and how far, which is no more than a place would be. */
static bool plan_sound(const struct match *m, const struct state *s, int planner, struct fault *fault)
{
    const struct plan *plan = &s->plan[planner];

    for (int i = 0; i < POINTS; i++) {
        bool known = s->unit[planner].order != ORDER_MANOEUVRE || between(0, plan->x[i], ITEM_ABOUT);
        if (!known || !is_near(m, plan->x[i], plan->y[i])) return wrong(m, fault, planner, "its way leads nowhere", "AR-ORD-06");
    }
    for (int i = 0; i < GLIMPSES && is_figure(m, planner); i++)
        if (s->glimpse[planner][i].target > m->figures) return wrong(m, fault, planner, "it saw nobody in passing", "AR-FIRE-19");
    return true;
}

static bool links_sound(const struct match *m, const struct state *s, int piece, struct fault *fault)
{
    const struct unit *unit = &s->unit[piece];

    if (unit->carries && s->unit[unit->carries - 1].with != piece + 1) return wrong(m, fault, piece, "it has what another has", "AR-OBJ-01");
    if (unit->with && is_figure(m, unit->with - 1) && s->unit[unit->with - 1].carries != piece + 1) return wrong(m, fault, piece, "who has it does not have it", "AR-OBJ-01");
    if (is_figure(m, piece) && unit->formed && m->figure[piece].formed != unit->formed) return wrong(m, fault, piece, "it belongs to other ranks", "AR-FORM-02");
    return true;
}

static bool room_sound(const struct match *m, const struct state *s, int figure, struct fault *fault)
{
    struct base base;

    if (!is_there(s, figure)) return true;
    base = argad_base(m, s, figure);
    if (argad_spot(m, mover_of(m, s, figure), base.pose.at).class == IMPASSABLE) return wrong(m, fault, figure, "it cannot stand there", "AR-MOVE-13");
    for (int i = 0; i < figure; i++) {
        struct base other;
        /* One who enters finds room when the plot is closed. */
        if (!is_there(s, i) || ((s->unit[i].primed || s->unit[figure].primed) && are_enemies(m, i, figure))) continue;
        if (abs64((int64_t)s->unit[i].x - base.pose.at.x) > 8 * CM || abs64((int64_t)s->unit[i].y - base.pose.at.y) > 8 * CM) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return wrong(m, fault, figure, "it overlaps another figure", "AR-GEO-08");
    }
    return true;
}

static bool contacts_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    for (int i = 0; i < CONTACTS; i++) {
        const struct contact *contact = &s->contact[i];
        if (i >= s->contacts) {
            if (contact->a || contact->b || contact->flags) return fault_say(fault, "position", 0, "there is a contact too many (AR-CONT-03)");
            continue;
        }
        if (contact->a >= contact->b || contact->b >= m->figures || !are_enemies(m, contact->a, contact->b)) return fault_say(fault, "position", 0, "these two cannot be in contact (AR-CONT-03)");
        if (i && (s->contact[i - 1].a > contact->a || (s->contact[i - 1].a == contact->a && s->contact[i - 1].b >= contact->b))) return fault_say(fault, "position", 0, "contacts are not in order (AR-CONT-03)");
    }
    return true;
}

bool argad_sound(const struct match *m, const struct state *s, struct fault *fault)
{
    if (s->contacts > CONTACTS || s->ready > 3 || s->gave_up > 3 || s->turn > m->turns) return fault_say(fault, "position", 0, "the turn cannot be so (AR-SEQ-01)");
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!numbers_sound(m, s, piece, fault)) return false;
    for (int piece = 0; piece < m->head.pieces; piece++)
        if (!links_sound(m, s, piece, fault)) return false;
    for (int planner = 0; planner < m->first[KIND_THING]; planner++)
        if (!plan_sound(m, s, planner, fault)) return false;
    for (int figure = 0; figure < m->figures; figure++)
        if (!room_sound(m, s, figure, fault)) return false;
    return contacts_sound(m, s, fault);
}

/* Positions to begin from. */

bool argad_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault)
{
    enum { AFTER_PLOT = 1, AFTER_AIM = 4, AFTER_DECLARE = 6 };
    struct play silent = { .match = m, .state = s };

    (void)seat;
    if (phase != PHASE_SETUP && phase != PHASE_PLOT && phase != PHASE_AIM && phase != PHASE_DECLARE)
        return fault_say(fault, "position", 0, "a position begins with the set-up, the plot, the aim or the declaration (AR-SEQ-07)");
    while (s->flow.depth) flow_pop(&s->flow);
    flow_push(&s->flow, PHASE_TURN);
    if (phase == PHASE_SETUP) {
        flow_push(&s->flow, PHASE_SETUP);
        return true;
    }
    if (!s->turn) s->turn = 1;
    for (int a = 0; a < m->figures; a++)
        for (int b = a + 1; b < m->figures; b++) {
            uint8_t flags = 0;
            if (!are_enemies(m, a, b) || argad_contact(s, a, b) || !is_there(s, a) || !is_there(s, b) || !argad_in_contact(m, s, a, b)) continue;
            if (s->unit[a].status == STATUS_PRISONER || s->unit[b].status == STATUS_PRISONER) continue;
            if (s->unit[a].order == ORDER_ATTACK) flags |= A_ATTACKS;
            if (s->unit[b].order == ORDER_ATTACK) flags |= B_ATTACKS;
            if (s->unit[a].did & DID_CHARGE) flags |= A_CHARGES_B;
            if (s->unit[b].did & DID_CHARGE) flags |= B_CHARGES_A;
            if (phase == PHASE_PLOT || (s->unit[a].did & s->unit[b].did & DID_CONTACT_AT_START)) flags |= AT_START;
            argad_add_contact(s, a, b, flags, -1);
            s->unit[a].did |= DID_TOUCH;
            s->unit[b].did |= DID_TOUCH;
        }
    if (phase == PHASE_PLOT) {
        flow_top(&s->flow)->step = AFTER_PLOT;
        argad_begin_turn(&silent);
    } else {
        flow_top(&s->flow)->step = phase == PHASE_AIM ? AFTER_AIM : AFTER_DECLARE;
    }
    argad_look(&silent);
    argad_note_hidden(m, s);
    flow_push(&s->flow, phase);
    return true;
}
