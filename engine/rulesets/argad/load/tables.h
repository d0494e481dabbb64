/*
 * tables.h: what a scenario is read with.
 */
#ifndef MESTRE_ARGAD_TABLES_H
#define MESTRE_ARGAD_TABLES_H

#include "argad.h"
#include "reading.h"

/* The first two of figures, then of things in the order of enum thing_type. */
enum { BASE_FOOT, BASE_MOUNTED, BASE_THINGS, BASES = BASE_THINGS + THING_TYPES };

struct profile { const char *id; struct figure figure; };
struct profiles { int32_t count; struct profile list[PROFILES_OF_TROOPS]; };
struct tables { struct shape base[BASES]; struct profiles profiles; };

bool argad_read_tables(struct match *m, struct loading *loading, struct tables *tables);
int  argad_mover_named(const struct match *m, const char *id);
int  argad_terrain_named(const struct match *m, const char *id);
/* Traits that are added to those a figure has already. */
bool argad_read_traits(const struct match *m, struct source from, const struct json *list, struct figure *figure);
/* A piece by its id, or NOBODY. */
int  argad_piece_named(const struct match *m, const char *id);
/* What the scenario says is possible on the table; a fault names figure or thing, place and rule. */
bool argad_check(const struct match *m, struct source from);
const struct json *argad_figure_node(struct source from, int figure);         /* where it is written */

#endif
