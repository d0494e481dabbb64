/* leaders.c: commanders in danger, their loss and their replacements (ledger chapter 7.6). */
#include "rules.h"

/* FR-7.6.1-02: a replacement is never the general. */
bool reiters_is_general(const struct match *m, const struct state *s, int commander)
{
    return m->general[commander] && !s->unit[commander].replaced;
}

int reiters_next_in_danger(const struct match *m, const struct state *s, unsigned side)
{
    for (int i = 0; i < m->columns; i++)
        if (s->unit[m->column[i].leader].supports == side && on_map(s, m->column[i].leader)) return m->column[i].leader;
    return NOBODY;
}

/* Infantry, cavalry and artillery of his side that are still with him. */
static int company(const struct match *m, const struct state *s, seat_id seat, int zone)
{
    int list[PIECES], count = reiters_units_in(m, s, seat, zone, list), company = 0;

    for (int i = 0; i < count; i++) company += !is_forlorn(m, list[i]);
    return company;
}

/* FR-7.6-01, FR-7.6-02 */
void reiters_test_commander(struct play *p, int commander, int zone)
{
    const struct match *m = p->match;
    int                 most = m->head.option[OPTION_LEADER_TEST] ? 4 : 5, die = d6(p, FR_7_6_01), sum = account(p, FR_7_6_01, die);
    bool                dies;

    sum += because(p, FR_7_6_01, company(m, p->state, side_of(m, commander), zone));
    sum = total(p, FR_7_6_01, sum);
    dies = sum <= most;
    tell(p, EVENT_COMMANDER_TESTED, FR_7_6_01, commander, NOBODY, sum, most, dies);
    cite(p, FR_7_6_02);
    cite(p, FR_7_6_04);
    if (dies) reiters_lose_commander(p, commander, FR_7_6_01);
}

/* The tests of his men come first, then his replacement is placed; a replacement only changes his place (FR-7.6.3-01). */
void reiters_lose_commander(struct play *p, int commander, rule_id rule)
{
    struct unit  *u = &p->state->unit[commander];
    int           zone = zone_of(p->match, p->state, commander), worth = reiters_worth(p->match, p->state, commander);
    bool          again = u->replaced != 0;
    struct frame *frame;

    u->status = STATUS_LOST;
    u->x = 0;
    u->supports = u->fallen = 0;
    if (p->state->moving == commander) p->state->moving = NOBODY;
    if (!again) {
        tell(p, EVENT_COMMANDER_LOST, rule, commander, NOBODY, worth, p->match->general[commander], 0);
        cite(p, p->match->general[commander] ? FR_7_6_1_01 : FR_7_6_2_01);
        reiters_score(p, other_side(side_of(p->match, commander)), worth, FR_9_0_05, commander);
    }
    frame = go_into(p, again ? PHASE_REPLACE : PHASE_MOURN);
    frame->value[VALUE_UNIT] = commander;
    frame->value[VALUE_ZONE] = zone;
}

/* By zone number, then by piece, so that a game repeats exactly. The key of the last one tested is kept in VALUE_NEXT. */
static int next_mourner(const struct match *m, const struct state *s, int commander, int after, int *key)
{
    int next = NOBODY;

    for (int unit = 0; unit < m->units; unit++) {
        int own = s->unit[unit].x << 8 | unit;
        if (!on_map(s, unit) || side_of(m, unit) != side_of(m, commander) || own < after) continue;
        if (!m->general[commander] && leader_of(m, unit) != commander) continue;
        if (next != NOBODY && own >= *key) continue;
        next = unit;
        *key = own;
    }
    return next;
}

static void enter_mourn(struct play *p)
{
    const struct match *m = p->match;
    struct frame       *frame = here(p);
    int                 commander = frame->value[VALUE_UNIT], zone = frame->value[VALUE_ZONE], key = 0;
    int                 unit = next_mourner(m, p->state, commander, frame->value[VALUE_NEXT], &key);

    if (unit != NOBODY) {
        frame->value[VALUE_NEXT] = key + 1;
        reiters_test(p, unit, m->general[commander] ? FR_7_6_1_01 : FR_7_6_2_01, TEST_SHAKES);
        return;
    }
    leave(p);
    p->state->unit[commander].replaced = 1;
    frame = go_into(p, PHASE_REPLACE);
    frame->value[VALUE_UNIT] = commander;
    frame->value[VALUE_ZONE] = zone;
}

uint64_t reiters_replacement_zones(const struct match *m, const struct state *s, int commander, int fell)
{
    uint8_t    distance[ZONES];
    struct lay lay;
    uint64_t   zones = 0;
    int        nearest = TOO_FAR;

    reiters_lay(m, s, &lay);
    reiters_distances(m, 0, fell, distance);
    for (uint64_t rest = lay.held[side_of(m, commander)]; rest; rest &= rest - 1) {
        int zone = lowest(rest);
        if (distance[zone] < nearest) {
            nearest = distance[zone];
            zones = 0;
        }
        if (distance[zone] == nearest && nearest != TOO_FAR) zones |= zone_bit(zone);
    }
    return zones;
}

static void replace(struct play *p, int commander, int zone)
{
    leave(p);
    p->state->unit[commander].status = STATUS_STANDING;
    reiters_put(p->match, p->state, commander, zone);
    tell(p, EVENT_REPLACED, p->match->general[commander] ? FR_7_6_1_02 : FR_7_6_2_02, commander, NOBODY, p->match->number[zone],
         reiters_quality(p->match, p->state, commander), 0);
    cite(p, FR_7_6_3_01);
    cite(p, FR_1_4_04);
}

static void enter_replace(struct play *p)
{
    int      commander = here(p)->value[VALUE_UNIT];
    uint64_t zones = reiters_replacement_zones(p->match, p->state, commander, here(p)->value[VALUE_ZONE]);

    if (!zones) leave(p);                                            /* nobody left to lead: he is out of the battle */
    else if (zones & (zones - 1)) ask(p, SEAT_BIT(side_of(p->match, commander)));
    else replace(p, commander, lowest(zones));
}

static void offer_replace(const struct match *m, const struct state *s, seat_id seat, struct offers *offers)
{
    const struct frame *frame = flow_top_const(&s->flow);
    uint64_t            zones = reiters_replacement_zones(m, s, frame->value[VALUE_UNIT], frame->value[VALUE_ZONE]);

    (void)seat;
    if (zones) offer_add(offers, (struct decision){ .kind = DO_PLACE, .unit = (int16_t)frame->value[VALUE_UNIT],
                                                    .at = point_of_zone(m, lowest(zones)) }, USES_AT);
}

static rule_id refuse_replace(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    const struct frame *frame = flow_top_const(&s->flow);
    int                 zone = zone_at_point(m, d->at);

    (void)seat;
    if (d->kind != DO_PLACE || d->unit != frame->value[VALUE_UNIT]) return refuse_with(why, FR_7_6_1_02, 0, 0);
    if (zone == NOWHERE || !in_set(reiters_replacement_zones(m, s, d->unit, frame->value[VALUE_ZONE]), zone))
        return refuse_with(why, FR_7_6_1_02, d->at.x, 1);
    return 0;
}

static void take_replace(struct play *p, seat_id seat, const struct decision *d)
{
    (void)seat;
    replace(p, d->unit, zone_at_point(p->match, d->at));
}

const struct phase reiters_mourn = { .name = "mourn", .rule = FR_7_6_2_01, .enter = enter_mourn, .aside = true };
const struct phase reiters_replace = { "replace", FR_7_6_1_02, enter_replace, offer_replace, refuse_replace, take_replace, .settles = true };
