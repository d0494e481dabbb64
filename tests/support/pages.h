/*
 * pages.h: pages at the games of a table_host: they send requests, wait for answers, and sit at the practice game. What never comes fails the test.
 */
#ifndef MESTRE_TEST_PAGES_H
#define MESTRE_TEST_PAGES_H

#include "table_host.h"

extern struct table_host *host;              /* the test's own, one at a time */
extern int                number;            /* of the last request */

#define assert_has(text, part) assert_non_null(strstr(text, part))

#define ORDERS(seat) "{\"do\":\"order\",\"unit\":\"" seat "1\",\"choice\":\"march\"},{\"do\":\"order\",\"unit\":\"" seat "2\",\"choice\":\"march\"}," \
                     "{\"do\":\"order\",\"unit\":\"" seat "3\",\"choice\":\"march\"}"

/* A game with its links, and pages for A, B and a spectator, on channel 1 of each. */
struct game_table {
    char               game[17], link[3][44];
    struct net_client *page[3];
};

/* Send a request, and give back its id: {"id":%d, stands before the rest. */
int say(struct net_client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The first message with that part, and the answer of that id. */
const char *await(struct net_client *client, const char *part);
const char *answer(struct net_client *client, int id);

/* A new page at the link's seat. */
struct net_client *sit(const char *link);
/* A practice game that has begun, with pages for all people. */
struct game_table make_game(const char *dice, const char *opponent);
void leave_all(struct game_table *table);
struct room *newest_room(void);

#endif
