/* tables.h: requests about whole games: one is made, looked for by a link, listed, deleted. */
#ifndef MESTRE_TABLES_H
#define MESTRE_TABLES_H

#include "connection.h"

/* Each answers the request, now or when the store has answered. */
void tables_create(struct hosting *hosting, const struct request *request);
void tables_find(struct hosting *hosting, const struct request *request);
void tables_list(struct hosting *hosting, const struct request *request);
void tables_delete(struct hosting *hosting, const struct request *request);

#endif
