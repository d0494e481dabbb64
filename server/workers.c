/* workers.c: see workers.h. */
#include "workers.h"

#include "bench.h"

#include <pthread.h>
#include <stdlib.h>

enum { THREADS_MAX = 64 };

struct workers {
    struct mailbox *box;
    size_t          arena;
    pthread_mutex_t lock;
    pthread_cond_t  wanted;
    struct work    *first, **end;
    bool            closing;
    int             threads;
    pthread_t       thread[THREADS_MAX];
};

static struct work *next_work(struct workers *workers)
{
    struct work *work;

    pthread_mutex_lock(&workers->lock);
    while (!workers->first && !workers->closing) pthread_cond_wait(&workers->wanted, &workers->lock);
    work = workers->closing ? NULL : workers->first;
    if (work) {
        workers->first = work->next;
        if (!workers->first) workers->end = &workers->first;
    }
    pthread_mutex_unlock(&workers->lock);
    return work;
}

static void *run_thread(void *context)
{
    struct workers *workers = context;
    struct bench    bench;
    struct work    *work;
    bool            good = bench_open(&bench, workers->arena);

    while ((work = next_work(workers))) {
        if (good) work->run(work, &bench);
        else work->dropped = true;
        mailbox_put(workers->box, &work->mail);
    }
    bench_close(&bench);
    return NULL;
}

struct workers *workers_open(struct mailbox *box, int threads, size_t arena)
{
    struct workers *workers = calloc(1, sizeof *workers);

    if (!workers) return NULL;
    workers->box = box;
    workers->arena = arena;
    workers->end = &workers->first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->wanted, NULL);
    while (workers->threads < threads && workers->threads < THREADS_MAX &&
           !pthread_create(&workers->thread[workers->threads], NULL, run_thread, workers))
        workers->threads++;
    if (workers->threads > 0) return workers;
    workers_close(workers);
    return NULL;
}

void workers_run(struct workers *workers, struct work *work)
{
    work->next = NULL;
    pthread_mutex_lock(&workers->lock);
    *workers->end = work;
    workers->end = &work->next;
    pthread_cond_signal(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
}

void workers_close(struct workers *workers)
{
    if (!workers) return;
    pthread_mutex_lock(&workers->lock);
    workers->closing = true;
    pthread_cond_broadcast(&workers->wanted);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->threads; i++) pthread_join(workers->thread[i], NULL);
    while (workers->first) {
        struct work *work = workers->first;
        workers->first = work->next;
        work->dropped = true;
        mailbox_put(workers->box, &work->mail);
    }
    pthread_cond_destroy(&workers->wanted);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}
