/*
 * morale.c: what losses do to a group, rout and rally, and prisoners who get away (AR-MOR, AR-CMD, AR-CAPT-04).
 */
#include "argad.h"

/* Stages of loss that a group has passed; the last bit: its leader is lost. */
enum { STAGES = 3, LEADER_LOST = 1 << STAGES };
enum { FREE_FROM = 10 * CM };

/* AR-MOR-02: out, prisoner, fled or routed. Ruling 61: to leave the table is flight unless the scenario counts it as saved. */
bool argad_is_loss(const struct match *m, const struct state *s, int figure)
{
    const struct unit *unit = &s->unit[figure];

    switch (unit->status) {
    case STATUS_OUT: case STATUS_PRISONER: case STATUS_ROUTED: return true;
    case STATUS_LEFT:
        if (unit->left_by & LED_OFF) return true;
        for (int i = 0; i < m->goals; i++)
            if (m->goal[i].kind == GOAL_FIGURE_EXIT && m->goal[i].figures >> figure & 1 && m->goal[i].edges & unit->left_by) return false;
        return true;
    default: return false;
    }
}

/* A group without one of its figures, who counts as lost; NOBODY: as it is. */
struct band { const struct match *m; const struct state *s; const struct group *group; int without; };

static bool is_with(const struct band *band, int figure) { return figure != band->without && is_active(band->s, figure); }

static int losses_of(const struct band *band)
{
    int lost = 0;

    for (int i = 0; i < band->group->count; i++) {
        int figure = band->group->member[i];
        lost += figure == band->without || argad_is_loss(band->m, band->s, figure);
    }
    return lost;
}

static int actives_of(const struct match *m, const struct state *s, int group)
{
    int active = 0;

    for (int i = 0; i < m->group[group].count; i++) active += is_active(s, m->group[group].member[i]);
    return active;
}

/* Thirds, halves: 1/3, 1/2 and 2/3 of the starting number, as bits. */
static uint8_t stages_of(int lost, int count)
{
    return (uint8_t)((3 * lost >= count) | (2 * lost >= count) << 1 | (3 * lost >= 2 * count) << 2);
}

/* AR-MOR-04: is the leader active, and within reach of at least half of the other active figures? */
static bool leads(const struct band *band)
{
    int leader = band->group->leader, near = 0, others = 0;

    if (leader == NOBODY || !is_with(band, leader)) return false;
    for (int i = 0; i < band->group->count; i++) {
        int figure = band->group->member[i];
        if (figure == leader || !is_with(band, figure)) continue;
        others++;
        near += argad_gap(band->m, band->s, leader, figure) <= LEADER_REACH;
    }
    return 2 * near >= others;
}

/* The commonest class of its active figures, the lower if equal. */
static int commonest_class(const struct band *band)
{
    int count[8] = { 0 }, best = 1;

    for (int i = 0; i < band->group->count; i++) {
        int figure = band->group->member[i];
        if (is_with(band, figure)) count[band->m->figure[figure].class & 7]++;
    }
    for (int class = 2; class < 8; class++)
        if (count[class] > count[best]) best = class;
    return best;
}

static bool stands_in_ranks(const struct band *band)
{
    int active = 0;

    for (int i = 0; i < band->group->count; i++) {
        int figure = band->group->member[i];
        if (!is_with(band, figure) || figure == band->group->leader) continue;
        if (!argad_in_close_order(band->m, band->s, figure)) return false;
        active++;
    }
    return active > 0;
}

/* AR-MOR-04, -05: the class that counts, and what changes it. */
struct nerve { int class, ranks, losses; };

static struct nerve nerve_of(const struct band *band)
{
    struct nerve nerve = { leads(band) ? band->m->figure[band->group->leader].class : commonest_class(band), 0, 0 };

    if (stands_in_ranks(band)) nerve.ranks = 1;
    if (2 * losses_of(band) >= band->group->count) nerve.losses = -1;
    return nerve;
}

static int bounded(int nerve) { return nerve < 1 ? 1 : nerve > 5 ? 5 : nerve; }

int argad_nerve(struct play *p, int group)
{
    struct nerve parts = nerve_of(&(struct band){ p->match, p->state, &p->match->group[group], NOBODY });
    int          nerve = account(p, AR_MOR_04, parts.class);

    if (parts.ranks) nerve += because(p, AR_MOR_05, parts.ranks);
    if (parts.losses) nerve += because(p, AR_MOR_05, parts.losses);
    nerve += because(p, AR_MOR_05, bounded(nerve) - nerve);
    return total(p, AR_MOR_03, nerve);
}

/* AR-MOR-03: equal to or below; 1 always passes, 6 always fails. */
static bool passes(int die, int nerve) { return die == 1 || (die != 6 && die <= nerve); }

/* By the losses that everybody knows of; a leader is lost once. */
int argad_break_chance(const struct match *m, const struct state *s, int group, int figure)
{
    struct band  before = { m, s, &m->group[group], NOBODY }, after = { m, s, &m->group[group], figure };
    int          count = m->group[group].count, failing = 0;
    struct nerve nerve;

    if (m->group[group].leader != figure && !(stages_of(losses_of(&after), count) & ~stages_of(losses_of(&before), count))) return 0;
    nerve = nerve_of(&after);
    for (int die = 1; die <= 6; die++) failing += !passes(die, bounded(nerve.class + nerve.ranks + nerve.losses));
    return 1000 * failing / 6;
}

/* Everybody who sees one of the group learns of its test; its owner always (ruling 82). */
static uint8_t witnesses(const struct match *m, const struct state *s, int group)
{
    uint8_t witnesses = SEAT_BIT(m->group[group].seat);

    for (int i = 0; i < m->group[group].count; i++) {
        int figure = m->group[group].member[i];
        if (is_there(s, figure)) witnesses |= argad_audience(m, s, figure);
    }
    return witnesses;
}

static void rout_figure(struct play *p, int figure)
{
    struct unit *unit = &p->state->unit[figure];

    unit->status = STATUS_ROUTED;
    argad_drop(p, figure, AR_MOR_08);
    tell_to(p, argad_audience(p->match, p->state, figure), EVENT_ROUTS, AR_MOR_06, figure, NOBODY, 0, 0, 0);
    argad_cite(p, argad_audience(p->match, p->state, figure), AR_MOR_08);
}

void argad_rout(struct play *p, int group)
{
    const struct match *m = p->match;
    struct state       *s = p->state;

    for (int i = 0; i < m->formeds; i++) {
        bool ours = false;
        for (int k = 0; k < m->formed[i].count; k++) {
            int figure = m->formed[i].member[k];
            ours = ours || (m->figure[figure].group == group && in_ranks(s, figure));
        }
        if (ours && is_formed(m, s, i)) argad_break_up(p, i, AR_MOR_06);
    }
    for (int i = 0; i < m->group[group].count; i++) {
        int figure = m->group[group].member[i];
        if (is_active(s, figure) && figure != m->group[group].leader) rout_figure(p, figure);
    }
}

/* AR-MOR-02: one test a turn, whatever the number of causes; a stage is passed once. */
static void test_group(struct play *p, int group)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    int                 leader = m->group[group].leader;
    bool                lost_leader = leader != NOBODY && argad_is_loss(m, s, leader) && !(s->group[group] & LEADER_LOST);
    uint8_t             stages = stages_of(losses_of(&(struct band){ m, s, &m->group[group], NOBODY }), m->group[group].count), fresh = (uint8_t)(stages & ~s->group[group]), seen;
    int                 nerve, die;

    s->group[group] |= stages;
    if (lost_leader) s->group[group] |= LEADER_LOST;
    if ((!fresh && !lost_leader) || !actives_of(m, s, group)) return;
    seen = witnesses(m, s, group);
    p->hidden_from = (uint8_t)~seen;
    nerve = argad_nerve(p, group);
    die = d6(p, AR_MOR_03);
    p->hidden_from = 0;
    tell_to(p, seen, EVENT_MORALE, AR_MOR_02, m->group[group].member[0], NOBODY, fresh ? 1 : 2, die, nerve);
    if (passes(die, nerve)) argad_cite(p, seen, AR_CMD_03);
    else argad_rout(p, group);
}

/* AR-MOR-09: an active leader of its side near, and no visible enemy near. */
static int rallied_by(const struct match *m, const struct state *s, int figure)
{
    int leader = NOBODY;

    for (int i = 0; i < m->figures; i++) {
        bool near;
        if (!is_there(s, i) || s->unit[i].status == STATUS_PRISONER) continue;
        near = argad_gap(m, s, i, figure) <= LEADER_REACH;
        if (near && are_enemies(m, i, figure) && !argad_hidden(m, s, figure, i, NULL)) return NOBODY;
        if (!near || are_enemies(m, i, figure) || !is_active(s, i) || !(m->figure[i].traits & TRAIT_LEADER)) continue;
        if (leader == NOBODY || m->figure[i].class > m->figure[leader].class) leader = i;
    }
    return leader;
}

/* It is active again; a leader who has come back may be lost once more (AR-MOR-02). */
static void come_back(const struct match *m, struct state *s, int figure)
{
    s->unit[figure].status = STATUS_STANDING;
    for (int i = 0; i < m->groups; i++)
        if (m->group[i].leader == figure) s->group[i] &= (uint8_t)~LEADER_LOST;
}

static void rally(struct play *p, int figure)
{
    const struct match *m = p->match;
    int                 leader = rallied_by(m, p->state, figure), die;
    bool                holds;

    if (leader == NOBODY) return;
    argad_privately(p, figure);
    die = d6(p, AR_MOR_09);
    argad_openly(p);
    holds = passes(die, m->figure[leader].class);
    if (holds) come_back(m, p->state, figure);
    tell_to(p, argad_audience(m, p->state, figure), EVENT_RALLIES, AR_MOR_09, figure, leader, die, m->figure[leader].class, holds);
    argad_cite(p, argad_audience(m, p->state, figure), AR_CMD_02);
}

static void enter_morale(struct play *p)
{
    const struct match *m = p->match;

    if (option(m, OPTION_MORALE)) {
        uint64_t running = 0;
        for (int i = 0; i < m->figures; i++)
            if (p->state->unit[i].status == STATUS_ROUTED) running |= UINT64_C(1) << i;
        for (int i = 0; i < m->groups; i++) test_group(p, i);
        /* Those who broke just now run first. */
        for (int i = 0; i < m->figures; i++)
            if (running >> i & 1 && p->state->unit[i].status == STATUS_ROUTED) rally(p, i);
        argad_look(p);
    }
    leave(p);
}

static bool is_unguarded(const struct match *m, const struct state *s, int figure)
{
    if (s->unit[figure].status != STATUS_PRISONER) return false;
    for (int i = 0; i < m->figures; i++)
        if (is_active(s, i) && are_enemies(m, i, figure) && argad_gap(m, s, i, figure) <= FREE_FROM) return false;
    return true;
}

/* AR-CAPT-04: without an active enemy near he is free again, and has nothing but his hands. All at once: who is set free guards nobody yet. */
void argad_free_prisoners(struct play *p)
{
    const struct match *m = p->match;
    struct state       *s = p->state;
    uint64_t            unguarded = 0;

    for (int figure = 0; figure < m->figures; figure++)
        if (is_unguarded(m, s, figure)) unguarded |= UINT64_C(1) << figure;
    for (int figure = 0; figure < m->figures; figure++) {
        if (!(unguarded >> figure & 1)) continue;
        if (s->unit[figure].with) s->unit[s->unit[figure].with - 1].carries = 0;
        s->unit[figure].with = 0;
        come_back(m, s, figure);
        s->unit[figure].loaded = 0;
        s->unit[figure].wounds |= UNARMED;
        tell(p, EVENT_FREED, AR_CAPT_04, figure, NOBODY, 0, 0, 0);
    }
}

const struct phase argad_morale = { .name = "morale", .rule = AR_MOR_02, .enter = enter_morale, .step = STEP_MORALE };
