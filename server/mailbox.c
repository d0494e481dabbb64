/* mailbox.c: see mailbox.h. */
#include "mailbox.h"

void mailbox_open(struct mailbox *box, struct net *net)
{
    *box = (struct mailbox){ .net = net };
    box->end = &box->first;
    pthread_mutex_init(&box->lock, NULL);
}

static void on_wake(void *context)
{
    mailbox_empty(context);
}

void mailbox_put(struct mailbox *box, struct mail *mail)
{
    bool wake;

    mail->next = NULL;
    pthread_mutex_lock(&box->lock);
    *box->end = mail;
    box->end = &mail->next;
    wake = !box->waking;
    box->waking = true;
    pthread_mutex_unlock(&box->lock);
    if (wake) net_post(box->net, on_wake, box);
}

void mailbox_empty(struct mailbox *box)
{
    struct mail *mail;

    pthread_mutex_lock(&box->lock);
    mail = box->first;
    box->first = NULL;
    box->end = &box->first;
    box->waking = false;
    pthread_mutex_unlock(&box->lock);
    while (mail) {
        struct mail *next = mail->next;
        mail->deliver(mail);
        mail = next;
    }
}

void mailbox_close(struct mailbox *box)
{
    pthread_mutex_destroy(&box->lock);
}
