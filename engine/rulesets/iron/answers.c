/*
 * answers.c: what people want to know of a position: profiles, points, distances, ways and sight. Nothing is reckoned here: the
 * numbers are those that the rules use.
 */
#include "rules.h"

bool iron_value(struct play *p, int piece, int value) { (void)p, (void)piece, (void)value; return false; }
void iron_tell_score(struct play *p, seat_id seat)
{
    int sum = account(p, MI_VIC_02, p->state->extra[seat]);

    for (int piece = 0; piece < p->match->head.pieces; piece++)
        if (side_of(p->match, piece) == seat) sum += because_of(p, MI_VIC_05, piece, iron_points_for(p->match, p->state, piece));
    total(p, MI_VIC_02, sum);
}
int32_t iron_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points, int32_t capacity)
{ (void)m, (void)s, (void)piece, (void)ring, (void)distance, (void)points, (void)capacity; return 0; }
rule_id iron_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why)
{ (void)m, (void)s, (void)piece, (void)target, (void)at, (void)why; return 0; }
int32_t iron_way_of(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points,
                    int32_t capacity, int32_t *spent, int32_t *allowed)
{ (void)m, (void)s, (void)seat, (void)d, (void)points, (void)capacity, (void)spent, (void)allowed; return 0; }
int32_t iron_foretell(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct decision *list, int32_t capacity)
{ (void)m, (void)s, (void)seat, (void)d, (void)list, (void)capacity; return 0; }
