/*
 * mailbox.h: how the other threads hand their results to the network thread: in order, many at a time.
 *
 * A result begins with a struct mail. Whoever has put it in no longer touches it; deliver() is called on the network thread and
 * owns it from then on.
 */
#ifndef MESTRE_MAILBOX_H
#define MESTRE_MAILBOX_H

#include "net.h"

#include <pthread.h>

struct mail {
    struct mail *next;
    void       (*deliver)(struct mail *mail);
};

struct mailbox {
    struct net      *net;
    pthread_mutex_t  lock;
    struct mail     *first, **end;
    bool             waking;         /* the network thread has been told and has not come yet */
};

void mailbox_open(struct mailbox *box, struct net *net);
/* From any thread. */
void mailbox_put(struct mailbox *box, struct mail *mail);
/* Deliver what is there: on the network thread, or in its place once it has ended. */
void mailbox_empty(struct mailbox *box);
void mailbox_close(struct mailbox *box);

#endif
