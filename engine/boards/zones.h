/*
 * zones.h: a map cut into polygonal zones; geometry only.
 *
 * The canvas is a rectangle (y downwards). Zones are simple polygons over shared vertices that tile it exactly; the
 * sides of the polygons are edges, each between two zones (a border) or on the rim. An edge has a kind and a sight,
 * small numbers that mean nothing here except that a greater one is worse, and that a kind from `impassable` on cannot
 * be crossed. Vertices where three zones or more meet are junctions; they take the worst kind and the worst sight of
 * the borders that meet there.
 *
 * A zone is its index in the caller's list. Where the order of two zones matters the lower index counts as the lower
 * number, so list zones by ascending number. What a step costs and who may pass is the caller's business: he hands in
 * a function and a context. Nothing is allocated; a built map is read-only and may be copied with memcpy.
 */
#ifndef MESTRE_ZONES_H
#define MESTRE_ZONES_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ZONE_LIMIT        = 128,
    ZONE_VERTICES     = 512,
    ZONE_EDGES        = 1024,
    ZONE_CORNERS      = 2048,       /* of all polygons together: no more than two for each edge */
    ZONE_ROADS        = 32,
    ZONE_ROAD_ENTRIES = 512,        /* zones of all roads together */
    ZONE_EXTENT       = 4096,       /* longest side of the canvas, so that every comparison fits 128 bits */
    ZONE_TRACE        = 64,         /* zones of the longest line */
    ZONE_BUDGET       = 32767,
    ZONE_NONE         = -1
};

struct zone_point { int32_t x, y; };

/* Two zones share a border (an edge), or only junctions, or nothing. */
enum zone_link { ZONE_APART, ZONE_BY_BORDER, ZONE_BY_JUNCTION };

/* The four sides of the canvas; north is y = 0. */
enum zone_side { ZONE_NORTH, ZONE_EAST, ZONE_SOUTH, ZONE_WEST };

struct zone_edge {
    int16_t a, b;                   /* vertices */
    int16_t zone[2];                /* ascending, the second ZONE_NONE on the rim; if not stated, the first ZONE_NONE */
    uint8_t kind;
    uint8_t sight;
};

/* A set of zones. */
struct zone_set { uint64_t bits[ZONE_LIMIT / 64]; };

struct zone_map {
    /* Given by the caller, who zeroes the struct first. */
    int32_t           width, height;
    int32_t           impassable;                       /* the lowest kind that cannot be crossed */
    int32_t           vertex_count, zone_count, edge_count, road_count;
    struct zone_point vertex[ZONE_VERTICES];
    int16_t           first_corner[ZONE_LIMIT + 1];     /* of zone z: corner[first_corner[z] .. first_corner[z + 1]) */
    int16_t           corner[ZONE_CORNERS];             /* vertices in order round the zone, either way round */
    struct zone_point anchor[ZONE_LIMIT];               /* used where anchor_given, else the centroid is put here */
    bool              anchor_given[ZONE_LIMIT];
    bool              closed[ZONE_LIMIT];               /* nobody may enter: no crossing of the zone is passable */
    struct zone_edge  edge[ZONE_EDGES];
    int16_t           first_of_road[ZONE_ROADS + 1];
    int16_t           road[ZONE_ROAD_ENTRIES];          /* the zones of each road in order */

    /* Derived by zone_build(). Polygons now all run the same way round, their first corner kept. */
    int16_t           corner_edge[ZONE_CORNERS];        /* from this corner to the next */
    int16_t           first_at_vertex[ZONE_VERTICES + 1];
    int16_t           zone_at_vertex[ZONE_CORNERS];     /* the zones that meet at a vertex, ascending */
    int32_t           junction_count;
    int16_t           junction[ZONE_VERTICES];          /* vertices, ascending */
    uint8_t           junction_kind[ZONE_VERTICES];     /* by vertex */
    uint8_t           junction_sight[ZONE_VERTICES];
    struct zone_set   border[ZONE_LIMIT];               /* zones that share an edge, passable or not */
    struct zone_set   corner_only[ZONE_LIMIT];          /* zones that share a junction and no edge, passable or not */
    struct zone_set   adjacent[ZONE_LIMIT];             /* zones with a passable crossing */
};

/* What can be wrong with a map. The comment names the fields of the fault that are filled, others are ZONE_NONE. */
enum zone_trouble {
    ZONE_SOUND,
    ZONE_BAD_COUNT,                 /* a count or list is empty, out of order or beyond its limit */
    ZONE_BAD_CANVAS,                /* width or height below 1 or above ZONE_EXTENT */
    ZONE_VERTEX_OUTSIDE,            /* vertex */
    ZONE_VERTEX_TWICE,              /* vertex, other_vertex: the same point */
    ZONE_VERTEX_UNUSED,             /* vertex: of no polygon */
    ZONE_FEW_CORNERS,               /* zone: fewer than three */
    ZONE_BAD_CORNER,                /* zone, vertex: no such vertex */
    ZONE_CORNER_TWICE,              /* zone, vertex */
    ZONE_NO_AREA,                   /* zone */
    ZONE_BAD_EDGE,                  /* edge: its ends are no two different vertices */
    ZONE_EDGE_TWICE,                /* edge, other_edge: the same ends */
    ZONE_EDGE_MISSING,              /* zone, vertex, other_vertex: this side of the polygon is not among the edges */
    ZONE_EDGE_UNUSED,               /* edge: a side of no polygon */
    ZONE_EDGE_CROWDED,              /* edge, zone: a third zone with this edge */
    ZONE_SAME_SIDE,                 /* edge, zone, other_zone: both lie on one side of the edge, so they overlap */
    ZONE_EDGE_ZONES,                /* edge, zone, other_zone: the zones found, which the edge states otherwise */
    ZONE_EDGE_ALONE,                /* edge, zone: only one zone, but not on the rim of the canvas */
    ZONE_VERTEX_ON_EDGE,            /* vertex, edge: the vertex lies within the edge, which should be cut there */
    ZONE_EDGES_CROSS,               /* edge, other_edge; zone when both are sides of one polygon */
    ZONE_AREA,                      /* found, expected: twice the areas of all zones and of the canvas */
    ZONE_ANCHOR_OUTSIDE,            /* zone: the anchor, given or centroid, is not strictly inside its zone */
    ZONE_BAD_ROAD,                  /* found: the road; zone: the entry that is no zone or stands twice in a row */
    ZONE_LONG_LINE                  /* zone, other_zone: their line enters more than ZONE_TRACE zones */
};

struct zone_fault {
    enum zone_trouble trouble;
    int16_t           zone, other_zone;
    int16_t           edge, other_edge;
    int16_t           vertex, other_vertex;
    int64_t           found, expected;
};

/*
 * Checks what was given and derives the rest. False with the first fault, and then the map must not be used. A sound
 * map tiles the canvas: polygons are simple, share their vertices, do not overlap and leave no gap.
 */
bool zone_build(struct zone_map *map, struct zone_fault *fault);

/* Sets. */
bool    zone_in(const struct zone_set *set, int32_t zone);
void    zone_add(struct zone_set *set, int32_t zone);
int32_t zone_set_size(const struct zone_set *set);
/*
 * The lowest zone of the set above `after`, or ZONE_NONE:
 * for (z = zone_next(s, -1); z != ZONE_NONE; z = zone_next(s, z)).
 */
int32_t zone_next(const struct zone_set *set, int32_t after);

/* The zone that contains a point of the canvas, the lowest of several on a border; ZONE_NONE outside. */
int32_t zone_at(const struct zone_map *map, struct zone_point point);
enum zone_link zone_link(const struct zone_map *map, int32_t a, int32_t b);
/* Whether a passable crossing leads from one to the other; never for a zone and itself. */
bool    zone_adjacent(const struct zone_map *map, int32_t a, int32_t b);
/* Whether the zone has an edge on that side of the canvas. */
bool    zone_touches(const struct zone_map *map, int32_t zone, enum zone_side side);
/* Whether the two zones follow one another in some road, either way. */
bool    zone_road_step(const struct zone_map *map, int32_t a, int32_t b);

/* A way from a zone into another: a border (an edge) or a junction (a vertex). */
struct zone_crossing {
    enum zone_link by;
    int16_t        id;              /* edge or vertex */
    uint8_t        kind;
    uint8_t        sight;
    bool           passable;
};

/*
 * The crossings between two zones, by ascending id: their common borders, or, when they have none, their common
 * junctions. Stores the first `capacity` and returns how many there are.
 */
int32_t zone_crossings(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *list, int32_t capacity);
/* The passable crossing of the lowest kind, then the lowest id. False when there is none. */
bool    zone_easiest(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *crossing);
/* The passable crossing of the highest kind, then the lowest id. False when there is none. */
bool    zone_hardest(const struct zone_map *map, int32_t a, int32_t b, struct zone_crossing *crossing);

/*
 * A line of sight: the zones it runs through, ends included, and the crossing between each two of them
 * (crossing[i] leads from zone[i] to zone[i + 1]). A zone with a bay in it may stand in the list twice.
 */
struct zone_trace {
    int32_t              count;                  /* of zones; the range of the line is count - 1 */
    int16_t              zone[ZONE_TRACE];
    struct zone_crossing crossing[ZONE_TRACE];
};

/*
 * Zones with common borders see each other across the border that the line between their anchors cuts (the first of
 * several, else the longest border, then the lowest edge); zones with common junctions only, across the one of lowest
 * sight, then lowest vertex. Otherwise the line runs from anchor to anchor:
 * - a line exactly through a junction crosses that junction and enters none of the zones it only touches there;
 *   through a vertex of two zones it crosses the lower of their two borders;
 * - a line along a border enters neither zone of it; what it crosses is the junction of that stretch with the highest
 *   sight, then the highest kind, then the first, or the first border of the stretch when it has no junction;
 * - a zone it enters and leaves again after a length of less than `graze`, by crossings with a common vertex, is left
 *   out (not the zone the line goes to); the line then crosses that junction, or nothing if it comes back into the
 *   zone it left.
 * It is traced from the lower zone to the higher and reversed when asked the other way, so that both answers agree.
 * The two zones differ; graze is 0..ZONE_EXTENT.
 */
void zone_trace(const struct zone_map *map, int32_t from, int32_t to, int32_t graze, struct zone_trace *trace);

/* Whether a search may step from a zone into an adjacent one. */
typedef bool zone_may_enter(const void *context, int32_t from, int32_t to);

/*
 * Steps over adjacent zones from the nearest of the sources, -1 where there is no way. `enter` may be NULL: every
 * step is allowed. Sources are 0 whatever `enter` says.
 */
void zone_distances(const struct zone_map *map, const struct zone_set *sources, zone_may_enter *enter,
                    const void *context, int16_t distance[ZONE_LIMIT]);
/* The same from all zones that are not closed and touch that side of the canvas. */
void zone_side_distances(const struct zone_map *map, enum zone_side side, int16_t distance[ZONE_LIMIT]);

/*
 * The cheapest journeys from one zone over adjacent zones. A step costs what the caller says, 0 or more; -1 prohibits
 * it. With `stop` the journey must end in the zone entered. The answer may depend on both zones (and so on the start)
 * but not on the way taken so far.
 */
struct zone_entry { int32_t cost; bool stop; };

typedef struct zone_entry zone_step_cost(const void *context, int32_t from, int32_t to);

struct zone_reach {
    int32_t start;
    int32_t cost[2][ZONE_LIMIT];                 /* [0] of journeys that may go on, [1] that must stop; -1 none */
    int16_t steps[2][ZONE_LIMIT];
    int16_t previous[2][ZONE_LIMIT];
};

/*
 * Finds the cheapest journey to every zone that can be reached for at most `budget` (0..ZONE_BUDGET). Among equally
 * cheap ones the one with fewer steps is kept, then the one that may go on, then the one from the lowest zone before.
 */
void zone_reach(struct zone_reach *reach, const struct zone_map *map, int32_t start, int32_t budget,
                zone_step_cost *cost, const void *context);
/* The cost of the cheapest journey, 0 for the start itself, -1 when there is none. */
int32_t zone_reach_cost(const struct zone_reach *reach, int32_t to);
/* That journey as zones, start and end included, at most `capacity` stored. Returns their number, 0 when none. */
int32_t zone_reach_path(const struct zone_reach *reach, int32_t to, int16_t *path, int32_t capacity);

#endif
