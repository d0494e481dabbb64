/* database.h: the file in which `mestre play` keeps its games. */
#ifndef MESTRE_DATABASE_H
#define MESTRE_DATABASE_H

#include "hosting.h"

/*
 * The database at `path`, or without one the user's own, whose folder is made. When the user's own cannot be had, the reason
 * and a warning are printed and a temporary one is taken. NULL after having said why.
 */
struct store *database_open(struct hosting *hosting, const char *path);

/* Remove the temporary one, if there is any. */
void database_forget(void);

#endif
