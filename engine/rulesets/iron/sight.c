/* sight.c: lines from hex to hex (ledger chapters LOS, GEO). */
#include "ground.h"

struct view {
    const struct match *m;
    const struct state *s;
    const struct lay   *lay;
    int                 from, to;
    bool                flat;
};

/* MI-LOS-03, and by the option only what is higher than both ends. */
static bool is_crest(const struct view *view, int cell)
{
    const struct match *m = view->m;
    bool                over_from = m->level[cell] > m->level[view->from], over_to = m->level[cell] > m->level[view->to];

    return m->head.option[OPTION_LOS_HEIGHT] ? over_from && over_to : over_from || over_to;
}

/* 0, or the rule by which a hex between the ends blocks; MI-LOS-05: it fills its whole hex. */
static rule_id blocking_rule(const struct view *view, int cell)
{
    if (view->m->tables.ground[view->m->ground[cell]].blocks_sight) return MI_LOS_02;
    if (is_crest(view, cell)) return MI_LOS_03;
    if (view->flat && view->lay->unit[cell] != NOBODY) return MI_LOS_04;
    return 0;
}

static bool blocks(const void *context, hex at)
{
    const struct view *view = context;

    return hex_inside(&view->m->map, at) && blocking_rule(view, hex_index(&view->m->map, at)) != 0;
}

static rule_id refuse_sight(const struct view *view, const struct hex_obstacle *obstacle, struct refusal *why)
{
    int     cell = hex_index(&view->m->map, obstacle->at[0]);
    rule_id rule = blocking_rule(view, cell);

    if (rule == MI_LOS_04) return refuse_for(why, obstacle->count > 1 ? MI_LOS_08 : rule, view->lay->unit[cell]);
    if (obstacle->count > 1) rule = rule == MI_LOS_03 ? MI_LOS_08 : MI_LOS_06;
    return refuse_by(why, rule, cell, view->m->tables.ground[view->m->ground[cell]].id);
}

/* MI-LOS-01, MI-LOS-06 to MI-LOS-08: along a hexside both hexes must block; the end hexes never do. */
rule_id iron_sight_refused(const struct match *m, const struct state *s, const struct lay *lay, int from, int to, bool shoots_flat,
                           struct refusal *why)
{
    struct view         view = { m, s, lay, from, to, shoots_flat };
    struct hex_obstacle obstacle;

    if (hex_sight(hex_of(m, from), hex_of(m, to), HEX_BOTH_BLOCK, blocks, &view, &obstacle)) return 0;
    return refuse_sight(&view, &obstacle, why);
}

/* MI-GEO-07: where a line leaves by a vertex the better of the two sides counts. */
enum hex_arc iron_best_arc(const struct match *m, const struct state *s, int unit, int to)
{
    int32_t      side[2];
    int32_t      count = hex_exit_sides(hex_of(m, cell_of(m, s, unit)), hex_of(m, to), side);
    enum hex_arc best = ARC_REAR;

    for (int i = 0; i < count; i++)
        if (iron_arc(s, unit, side[i]) < best) best = iron_arc(s, unit, side[i]);
    return best;
}

int iron_sides_into(const struct match *m, int from, int to, int side[2])
{
    int32_t found[2];
    int32_t count = hex_exit_sides(hex_of(m, to), hex_of(m, from), found);

    for (int i = 0; i < count; i++) side[i] = found[i];
    return count;
}
