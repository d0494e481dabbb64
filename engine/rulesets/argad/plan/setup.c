/*
 * setup.c: the first state, the secret placing of figures in their zones, and those who enter later (ledger row SETUP, AR-MOVE-16, AR-VIS-11).
 *
 * The scenario's places are a proposal: whoever is ready at once keeps them.
 */
#include "argad.h"

/* What holds from the beginning without anything to decide about it. */
static const rule_id holds_from_here[] = {
    AR_DICE_01, AR_DICE_10, AR_GEO_01, AR_GEO_02, AR_GEO_03, AR_GEO_04, AR_GEO_05, AR_GEO_06, AR_GEO_07, AR_GEO_08, AR_GEO_09, AR_GEO_10, AR_GEO_11,
    AR_GEO_12, AR_GEO_13, AR_GEO_15, AR_GEO_16, AR_GEO_17, AR_FIG_02, AR_FIG_03, AR_FIG_04, AR_FIG_06, AR_FIG_07, AR_FIG_11, AR_SEQ_03, AR_SEQ_07,
    AR_VIS_02, AR_VIS_07, AR_VIS_12, AR_LEN_01, AR_LEN_02, AR_LEN_03, AR_LEN_04, AR_LEN_05, AR_LEN_06, AR_FMOD_03, AR_CMD_01, AR_CMD_02, AR_MOR_01,
    AR_BLD_01, AR_BLD_02, AR_BLD_04, AR_OBJ_08, AR_FORM_01, AR_FORM_02, AR_FORM_04, AR_MOVE_06, AR_SLOW_15, AR_MOVE_10, AR_MOVE_11, AR_MOVE_12, AR_MOVE_14,
};

void argad_setup(const struct match *m, struct state *s)
{
    flow_push(&s->flow, PHASE_TURN);
    flow_push(&s->flow, PHASE_SETUP);
    for (int piece = 0; piece < m->head.pieces; piece++) {
        struct unit *unit = &s->unit[piece];
        unit->x = m->start[piece].at.x;
        unit->y = m->start[piece].at.y;
        unit->heading = (uint16_t)m->start[piece].heading;
        unit->face = UNKNOWN_HEADING;
        unit->status = STATUS_STANDING;
        unit->seen_x = unit->seen_y = 0;
    }
    for (int i = 0; i < m->figures; i++) {
        struct unit *unit = &s->unit[i];
        unit->loaded = m->figure[i].loaded;
        unit->stance = m->figure[i].stance;
        if (m->figure[i].entry) unit->status = STATUS_WAITING;
        if (m->start_with[i] && m->thing[m->start_with[i] - 1 - m->first[KIND_THING]].type != THING_CART) unit->carries = m->start_with[i];
    }
    for (int i = 0; i < m->doors; i++) s->unit[m->first[KIND_DOOR] + i].door = m->door_state[i];
    for (int i = 0; i < m->formeds; i++) {
        int piece = formed_piece(m, i);
        s->unit[piece].files = m->formed[i].files;
        for (int k = 0; k < m->formed[i].count; k++) {
            struct unit *unit = &s->unit[m->formed[i].member[k]];
            unit->formed = (uint8_t)(i + 1);
            unit->file = (uint8_t)(k % m->formed[i].files);
            unit->rank = (uint8_t)(k / m->formed[i].files);
            unit->heading = (uint16_t)m->formed[i].start.heading;
        }
    }
    for (int i = 0; i < m->things; i++) {
        struct unit *unit = &s->unit[thing_piece(m, i)];
        if (m->thing[i].type == THING_HORSE && m->thing[i].owner) unit->status = STATUS_CARRIED;
        if (m->start_with[thing_piece(m, i)] && m->thing[i].type != THING_CART) {      /* a cart is with him who drives it while he does */
            unit->with = m->start_with[thing_piece(m, i)];
            unit->status = m->thing[i].type == THING_ANIMAL || m->thing[i].type == THING_MULE ? STATUS_STANDING : STATUS_CARRIED;
        } else if (m->thing[i].in) {
            unit->with = (uint8_t)(thing_piece(m, m->thing[i].in - 1) + 1);
            unit->status = STATUS_CARRIED;
        }
    }
}

static bool in_zone(const struct match *m, seat_id seat, struct point at)
{
    for (int i = 0; i < m->zones[seat]; i++)
        if (table_covers(&m->zone[seat][i], at, 0)) return true;
    return false;
}

/* AR-GEO-08, AR-MOVE-13: nobody whom the seat knows stands there, and one can stand there at all. */
static rule_id stand_refused(const struct match *m, const struct state *s, int figure, struct pose pose, struct refusal *why)
{
    struct base base = table_base(argad_shape(m, s, figure), pose);
    struct spot spot = argad_spot(m, mover_of(m, s, figure), pose.at);

    if (spot.class == IMPASSABLE) return refuse_by(why, AR_MOVE_13, spot.element, m->terrain[m->element[spot.element].terrain].id);
    for (int i = 0; i < m->first[KIND_DOOR]; i++) {
        struct base other;
        if (i == figure || kind_of(m, i) == KIND_FORMED || !is_there(s, i) || !argad_knows(m, s, side_of(m, figure), i)) continue;
        if (s->unit[i].with == figure + 1) continue;
        if (is_figure(m, i) && in_ranks(s, i) && s->unit[i].formed == s->unit[figure].formed) continue;
        other = argad_base(m, s, i);
        if (argad_overlaps(&base, &other)) return refuse_for(why, AR_GEO_08, i);
    }
    return 0;
}

static rule_id figure_place_refused(const struct match *m, const struct state *s, int figure, struct pose pose, struct refusal *why)
{
    if (pose.at.x < 0 || pose.at.y < 0 || pose.at.x > m->size.x || pose.at.y > m->size.y || !in_zone(m, side_of(m, figure), pose.at))
        return refuse_with(why, AR_VIS_11, pose.at.x, pose.at.y);
    return stand_refused(m, s, figure, pose, why);
}

/* A formed unit with that front, so many files wide. */
static rule_id ranks_place_refused(const struct match *m, const struct state *s, int piece, struct pose pose, int files, struct refusal *why)
{
    struct pose place[FIGURES];
    uint8_t     member[FIGURES];
    int         formed = piece - m->first[KIND_FORMED], count = argad_members(m, s, formed, member);

    argad_places(m, &m->mover[m->formed[formed].mover], pose, count, files, place);
    for (int i = 0; i < count; i++) {
        rule_id rule = figure_place_refused(m, s, member[i], place[i], why);
        if (rule) return rule;
    }
    return 0;
}

rule_id argad_place_refused(const struct match *m, const struct state *s, int piece, struct pose pose, struct refusal *why)
{
    return is_figure(m, piece) ? figure_place_refused(m, s, piece, pose, why) : ranks_place_refused(m, s, piece, pose, s->unit[piece].files, why);
}

/* Ruling 94: any number of files, once, where the unit stands then. */
static rule_id formation_refused(const struct match *m, const struct state *s, seat_id seat, int piece, int32_t files, struct refusal *why)
{
    uint8_t member[FIGURES];
    int     count;

    if (kind_of(m, piece) != KIND_FORMED || side_of(m, piece) != seat || !is_formed(m, s, piece - m->first[KIND_FORMED])) return refuse_with(why, AR_FORM_02, 0, 0);
    if (s->unit[piece].number) return refuse_with(why, AR_SEQ_07, 0, 0);
    count = argad_members(m, s, piece - m->first[KIND_FORMED], member);
    if (files < 1 || files > count || files == s->unit[piece].files) return refuse_with(why, AR_FORM_13, files, count);
    return ranks_place_refused(m, s, piece, pose_of(s, piece), files, why);
}

rule_id argad_enter_refused(const struct match *m, const struct state *s, int figure, struct pose pose, struct refusal *why)
{
    enum { BESIDE = 5 };
    const struct entry *entry;

    if (!m->figure[figure].entry || s->unit[figure].status != STATUS_WAITING || !s->entry_due[m->figure[figure].entry - 1]) return refuse_with(why, AR_MOVE_16, 0, 0);
    entry = &m->entry[m->figure[figure].entry - 1];
    if (!between(0, pose.at.x, m->size.x) || !between(0, pose.at.y, m->size.y) || !table_at_most(table_point_segment(pose.at, (struct segment){ entry->from, entry->to }), BESIDE, NULL)) return refuse_with(why, AR_MOVE_16, pose.at.x, pose.at.y);
    if (!between(0, pose.heading, FULL_TURN - 1)) return refuse_with(why, AR_GEO_02, pose.heading, 0);
    return stand_refused(m, s, figure, pose, why);
}

/* The phase. */

void argad_confirm(struct play *p, seat_id seat)
{
    p->state->ready |= SEAT_BIT(seat);
    tell_to(p, SEAT_BIT(seat), EVENT_READY, AR_SEQ_07, NOBODY, NOBODY, seat, 0, 0);
}

static void begin(struct play *p)
{
    tell(p, EVENT_BEGINS, AR_SEQ_01, NOBODY, NOBODY, p->match->size.x, p->match->size.y, p->match->turns);
    for (size_t i = 0; i < sizeof holds_from_here / sizeof *holds_from_here; i++) cite(p, holds_from_here[i]);
    argad_look_for_things(p);                                /* one's own strongbox is there to be guarded; enemies are not placed yet */
}

static void enter_setup(struct play *p)
{
    enum { BEGINS, PLACED };

    if (here(p)->step == BEGINS) {
        begin(p);
        here(p)->step = PLACED;
        ask(p, SEAT_BIT(SEAT_A) | SEAT_BIT(SEAT_B));
        return;
    }
    p->state->ready = 0;
    argad_look(p);
    leave(p);
}

static bool may_place(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    if (side_of(m, piece) != seat || s->unit[piece].did & DID_CHOOSE) return false;
    if (kind_of(m, piece) == KIND_FORMED) return is_formed(m, s, piece - m->first[KIND_FORMED]);
    return is_figure(m, piece) && s->unit[piece].status == STATUS_STANDING && !in_ranks(s, piece);
}

static bool may_crouch(const struct match *m, const struct state *s, seat_id seat, int piece)
{
    return is_figure(m, piece) && side_of(m, piece) == seat && s->unit[piece].status == STATUS_STANDING && !in_ranks(s, piece) && !is_mounted(m, s, piece);
}

static void offer_setup(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    for (int16_t piece = 0; piece < m->first[KIND_THING]; piece++) {
        if (may_place(m, s, seat, piece)) offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = piece }, USES_AT | USES_HEADING);
        if (may_crouch(m, s, seat, piece))
            offer_add(offers, (struct decision){ .kind = DO_STANCE, .unit = piece, .choice = s->unit[piece].stance == UPRIGHT ? CROUCHED : UPRIGHT }, 0);
        for (int32_t files = 1; kind_of(m, piece) == KIND_FORMED && files <= m->formed[piece - m->first[KIND_FORMED]].count; files++)
            if (!formation_refused(m, s, seat, piece, files, NULL)) offer_add(offers, (struct decision){ .kind = DO_FORMATION, .unit = piece, .value = files }, 0);
    }
    offer_add(offers, (struct decision){ .kind = DO_READY }, 0);
}

static rule_id refuse_setup(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    switch (d->kind) {
    case DO_READY:
        return 0;
    case DO_STANCE:
        return may_crouch(m, s, seat, d->unit) && s->unit[d->unit].stance != d->choice ? 0 : refuse_with(why, AR_FIG_08, 0, 0);
    case DO_FORMATION:
        return formation_refused(m, s, seat, d->unit, d->value, why);
    case DO_PLACE:
        if (!may_place(m, s, seat, d->unit)) return refuse_for(why, AR_VIS_11, d->unit);
        return argad_place_refused(m, s, d->unit, (struct pose){ d->at, d->heading }, why);
    default:
        return refuse_with(why, AR_SEQ_01, 0, 0);
    }
}

static void take_setup(struct play *p, seat_id seat, const struct decision *d)
{
    struct unit *unit = &p->state->unit[d->unit];

    if (d->kind == DO_READY) {
        argad_confirm(p, seat);
        return;
    }
    if (d->kind == DO_STANCE) {
        unit->stance = (uint8_t)d->choice;
    } else if (d->kind == DO_FORMATION) {
        argad_form_ranks(p, d->unit - p->match->first[KIND_FORMED], pose_of(p->state, d->unit), d->value);
        unit->number = (int16_t)d->value;
        argad_cite(p, SEAT_BIT(seat), AR_FORM_04);
    } else if (is_figure(p->match, d->unit)) {
        struct point before = place_of(p->state, d->unit);
        unit->x = d->at.x;
        unit->y = d->at.y;
        unit->heading = (uint16_t)d->heading;
        unit->did |= DID_CHOOSE;
        argad_bring_along(p, d->unit, before);
    } else {
        argad_form_ranks(p, d->unit - p->match->first[KIND_FORMED], (struct pose){ d->at, d->heading }, unit->files);
        unit->did |= DID_CHOOSE;
    }
    tell_to(p, SEAT_BIT(seat), EVENT_PLACED, AR_VIS_11, d->unit, NOBODY, 0, 0, 0);
    ask(p, SEAT_BIT(seat));
}

const struct phase argad_setup_phase = { "setup", AR_VIS_11, enter_setup, offer_setup, refuse_setup, take_setup, .step = STEP_SET_UP, .gathered = true };
