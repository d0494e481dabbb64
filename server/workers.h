/*
 * workers.h: threads for what takes longer than the network thread may wait: computer players, and replays of stored games.
 *
 * A piece of work begins with a struct work. run() is called on some thread with memory of that thread; then the work goes to
 * the mailbox. run() must touch nothing that another thread changes.
 */
#ifndef MESTRE_WORKERS_H
#define MESTRE_WORKERS_H

#include "mailbox.h"

struct bench;
struct workers;

struct work {
    struct mail  mail;               /* delivered when it has been run, or was dropped by workers_close */
    struct work *next;
    void       (*run)(struct work *work, struct bench *bench);
    bool         dropped;
};

/* So many threads, each with a bench of its own with an arena of `arena` bytes. NULL when the machine has none to give. */
struct workers *workers_open(struct mailbox *box, int threads, size_t arena);
/* In the order of the calls, as threads become free. */
void workers_run(struct workers *workers, struct work *work);
/* Wait for what is being run; what still waits is put into the mailbox as dropped. NULL is allowed. */
void workers_close(struct workers *workers);

#endif
