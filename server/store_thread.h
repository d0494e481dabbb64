/*
 * store_thread.h: the one thread that owns the store. Others queue jobs and find the results in the mailbox.
 *
 * Everything that waits is taken at once: the writes share one commit, then the reads are done, which therefore see at least
 * what was queued before them. When the commit fails, every write of it has failed.
 */
#ifndef MESTRE_STORE_THREAD_H
#define MESTRE_STORE_THREAD_H

#include "mailbox.h"
#include "store.h"

enum store_job_kind {
    JOB_CREATE,          /* links and the header as `text`; gives `game` */
    JOB_APPEND,          /* the lines of `text` as records from `seq` on; `over` marks the game as over as well */
    JOB_DELETE,
    JOB_LOAD,            /* gives `text`, every record a line that ends with a line feed, and `found` */
    JOB_FIND,            /* by `links[0].hash`: gives `game` and links[0].seat */
    JOB_LIST             /* gives `text`: lines of a number for created, active and over each, and the header */
};

struct store_job {
    struct mail         mail;
    struct store_job   *next;
    enum store_job_kind kind;
    int64_t             game, seq, time;
    bool                over;
    int32_t             link_count;
    struct store_link   links[STORE_LINKS];
    char               *text;            /* the job's own, freed by store_job_clear */
    size_t              length, capacity;
    enum store_result   result;
    struct fault        fault;
    struct store_game   found;
};

struct store_thread;

/* The store then belongs to the thread, which closes it. NULL, with the store as it was, when there is no thread to be had. */
struct store_thread *store_thread_open(struct store *store, struct mailbox *box);
/* From any thread, in the order of the calls. */
void store_thread_run(struct store_thread *thread, struct store_job *job);
/* Do all that was queued, then end. NULL is allowed. */
void store_thread_close(struct store_thread *thread);

/* Add to a job's text. False when there is no memory. */
bool store_job_add(struct store_job *job, const char *text, size_t length);
void store_job_clear(struct store_job *job);

#endif
