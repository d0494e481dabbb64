/*
 * site.h: the web client as answers to requests: the files inside the executable, or, for those who work on the
 * client, files in a folder that are read anew for every request. And the documents of the games beside it.
 */
#ifndef MESTRE_SITE_H
#define MESTRE_SITE_H

#include "match.h"
#include "net.h"

/*
 * Answer a request for a file of the client: "/" is index.html, "/x" is the asset "web/x". When `folder` is not
 * NULL, a file of that name in it goes before the asset. What does not exist leaves the reply as it is.
 */
void site_answer(const char *folder, const struct net_request *request, struct net_reply *reply);

/*
 * Answer a request for a document of the library, for the engine in the page: "/data/x" is the document "x". "/data/index.json"
 * is the list of their names. What does not exist leaves the reply as it is.
 */
void site_data(const struct library *library, const struct net_request *request, struct net_reply *reply);

#endif
