/*
 * ways.c: how far it is by foot round walls and cliffs, for a computer player.
 *
 * The corners of a match are measured when it is loaded, doors as they are then; a way is then the straight leg, or the best of the
 * corners that the start and the end can be joined to.
 */
#include "wants.h"

enum { NO_WAY = INT32_MAX / 4 };

static bool joins(const struct match *m, const struct state *s, struct point a, struct point b)
{
    return !argad_leg_refused(m, s, &m->mover[0], (struct segment){ a, b }, NULL);
}

void argad_measure_corners(struct match *m)
{
    struct state begin = { .turn = 0 };

    for (int i = 0; i < m->doors; i++) begin.unit[m->first[KIND_DOOR] + i].door = m->door_state[i];
    for (int i = 0; i < m->corners; i++) {
        for (int k = 0; k < i; k++) m->between[i][k] = m->between[k][i] = joins(m, &begin, m->corner[i], m->corner[k]) ? mind_far(m->corner[i], m->corner[k]) : NO_WAY;
        m->between[i][i] = 0;
        for (int edge = 0; edge < 4; edge++) {
            struct point to = argad_to_edge(m, m->corner[i], (uint8_t)(1 << edge));
            m->off[i][edge] = joins(m, &begin, m->corner[i], to) ? mind_far(m->corner[i], to) : NO_WAY;
        }
    }
    for (int by = 0; by < m->corners; by++)
        for (int i = 0; i < m->corners; i++)
            for (int k = 0; k < m->corners; k++) m->between[i][k] = min32(m->between[i][k], m->between[i][by] + m->between[by][k]);
    for (int edge = 0; edge < 4; edge++)
        for (int i = 0; i < m->corners; i++)
            for (int k = 0; k < m->corners; k++) m->off[i][edge] = min32(m->off[i][edge], m->between[i][k] + m->off[k][edge]);
}

void mind_look_round(const struct match *m, const struct state *s, struct point from, struct around *around)
{
    *around = (struct around){ .from = from };
    for (int i = 0; i < m->corners; i++)
        if (joins(m, s, from, m->corner[i])) around->list[around->count++] = (uint8_t)i;
}

int32_t mind_way(const struct match *m, const struct state *s, const struct around *around, struct point to, struct point *first)
{
    int32_t best = NO_WAY;

    if (first) *first = to;
    if (!m->corners || joins(m, s, around->from, to)) return mind_far(around->from, to);
    for (int k = 0; k < m->corners; k++) {
        int32_t last;
        if (!joins(m, s, m->corner[k], to)) continue;
        last = mind_far(m->corner[k], to);
        for (int i = 0; i < around->count; i++) {
            int     corner = around->list[i];
            int32_t whole = mind_far(around->from, m->corner[corner]) + m->between[corner][k] + last;
            if (whole >= best) continue;
            best = whole;
            if (first) *first = m->corner[corner];
        }
    }
    return best < NO_WAY ? best : mind_far(around->from, to) + max32(m->size.x, m->size.y) / 2;
}

int32_t mind_way_off(const struct match *m, const struct state *s, const struct around *around, uint8_t edges, struct point *first)
{
    int32_t best = NO_WAY;

    *first = around->from;
    for (int edge = 0; edge < 4; edge++) {
        struct point to = argad_to_edge(m, around->from, (uint8_t)(1 << edge));
        if (!(edges >> edge & 1)) continue;
        if (mind_far(around->from, to) < best && (!m->corners || joins(m, s, around->from, to))) {
            best = mind_far(around->from, to);
            *first = to;
        }
        for (int i = 0; i < around->count; i++) {
            int32_t whole = mind_far(around->from, m->corner[around->list[i]]) + m->off[around->list[i]][edge];
            if (whole >= best) continue;
            best = whole;
            *first = m->corner[around->list[i]];
        }
    }
    return best < NO_WAY ? best : max32(m->size.x, m->size.y);
}
