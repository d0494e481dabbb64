/* store_thread.c: see store_thread.h. */
#include "store_thread.h"

#include "log.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step writes a line for each decision of the longest list (MOVE_DECISIONS), and a few more. */
enum { LINES_AT_ONCE = 600, LISTED = 1000 };

struct store_thread {
    struct store     *store;
    struct mailbox   *box;
    pthread_t         thread;
    pthread_mutex_t   lock;
    pthread_cond_t    wanted;
    struct store_job *first, **end;
    bool              closing;
};

bool store_job_add(struct store_job *job, const char *text, size_t length)
{
    if (length > job->capacity - job->length) {
        size_t capacity = job->capacity ? 2 * job->capacity : 1024;
        char  *larger;
        while (capacity - job->length < length) capacity *= 2;
        larger = realloc(job->text, capacity);
        if (!larger) return false;
        job->text = larger;
        job->capacity = capacity;
    }
    if (length > 0) memcpy(job->text + job->length, text, length);
    job->length += length;
    return true;
}

void store_job_clear(struct store_job *job)
{
    free(job->text);
    job->text = NULL;
    job->length = job->capacity = 0;
}

static bool is_write(const struct store_job *job)
{
    return job->kind == JOB_CREATE || job->kind == JOB_APPEND || job->kind == JOB_DELETE;
}

static enum store_result fail(struct store_job *job, const char *what)
{
    fault_say(&job->fault, "store", 0, "%s", what);
    return STORE_FAILED;
}

static enum store_result append(struct store *store, struct store_job *job)
{
    struct store_line lines[LINES_AT_ONCE];
    int32_t           count = 0;
    enum store_result result;

    for (const char *at = job->text, *end = job->text + job->length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (count == LINES_AT_ONCE) return fail(job, "too many lines at once");
        lines[count++] = (struct store_line){ at, (size_t)(stop - at) };
        at = stop + 1;
    }
    result = store_append(store, job->game, job->seq, lines, count, job->time, &job->fault);
    return result == STORE_OK && job->over ? store_finish(store, job->game, job->time, &job->fault) : result;
}

static void write_one(struct store *store, struct store_job *job)
{
    struct store_line header = { job->text, job->length };

    if (job->kind == JOB_CREATE)
        job->result = store_create(store, header, job->links, job->link_count, job->time, &job->game, &job->fault);
    else if (job->kind == JOB_APPEND) job->result = append(store, job);
    else job->result = store_delete(store, job->game, &job->fault);
}

/* All of them with one wait for the disk. What failed as a whole has failed for each. */
static void write_all(struct store *store, struct store_job *first)
{
    struct fault      fault = { .set = false };
    enum store_result result = store_begin(store, &fault);

    for (struct store_job *job = first; job && result == STORE_OK; job = job->next)
        if (is_write(job)) write_one(store, job);
    if (result == STORE_OK) result = store_commit(store, &fault);
    if (result == STORE_OK) return;
    log_event(LEVEL_ERROR, "store", "says", fault.text);
    for (struct store_job *job = first; job; job = job->next)
        if (is_write(job)) {
            job->result = STORE_FAILED;
            fault_say(&job->fault, "store", 0, "%s", fault.text);
        }
}

static bool keep_record(void *context, int64_t seq, int64_t time, struct store_line line)
{
    struct store_job *job = context;

    (void)seq, (void)time;
    if (store_job_add(job, line.text, line.length) && store_job_add(job, "\n", 1)) return true;
    job->result = fail(job, "there is not enough memory");
    return false;
}

static bool keep_game(void *context, const struct store_game *game)
{
    struct store_job *job = context;
    char              numbers[80];
    int length = snprintf(numbers, sizeof numbers, "%" PRId64 " %" PRId64 " %" PRId64 " ", game->created, game->active, game->over);

    if (job->seq++ == LISTED) return false;
    if (!store_job_add(job, numbers, (size_t)length)) job->result = fail(job, "there is not enough memory");
    return job->result == STORE_OK && keep_record(job, 0, 0, game->header);
}

static void read_one(struct store *store, struct store_job *job)
{
    enum store_result result = STORE_OK;

    job->result = STORE_OK;
    if (job->kind == JOB_FIND) {
        result = store_find(store, job->links[0].hash, &job->game, &job->links[0].seat, &job->fault);
    } else if (job->kind == JOB_LIST) {
        job->seq = 0;
        result = store_list(store, keep_game, job, &job->fault);
    } else {
        result = store_look(store, job->game, &job->found, &job->fault);
        if (result == STORE_OK) result = store_load(store, job->game, 0, keep_record, job, &job->fault);
    }
    if (job->result == STORE_OK) job->result = result;
}

static void run_all(struct store_thread *thread, struct store_job *first)
{
    bool writes = false;

    for (struct store_job *job = first; job; job = job->next) writes = writes || is_write(job);
    if (writes) write_all(thread->store, first);
    for (struct store_job *job = first, *next; job; job = next) {
        next = job->next;
        if (!is_write(job)) read_one(thread->store, job);
        mailbox_put(thread->box, &job->mail);
    }
}

static void *run_thread(void *context)
{
    struct store_thread *thread = context;
    struct store_job    *first;

    for (;;) {
        pthread_mutex_lock(&thread->lock);
        while (!thread->first && !thread->closing) pthread_cond_wait(&thread->wanted, &thread->lock);
        first = thread->first;
        thread->first = NULL;
        thread->end = &thread->first;
        pthread_mutex_unlock(&thread->lock);
        if (!first) break;
        run_all(thread, first);
    }
    store_close(thread->store);
    return NULL;
}

struct store_thread *store_thread_open(struct store *store, struct mailbox *box)
{
    struct store_thread *thread = calloc(1, sizeof *thread);

    if (!thread) return NULL;
    thread->store = store;
    thread->box = box;
    thread->end = &thread->first;
    pthread_mutex_init(&thread->lock, NULL);
    pthread_cond_init(&thread->wanted, NULL);
    if (!pthread_create(&thread->thread, NULL, run_thread, thread)) return thread;
    free(thread);
    return NULL;
}

void store_thread_run(struct store_thread *thread, struct store_job *job)
{
    job->next = NULL;
    pthread_mutex_lock(&thread->lock);
    *thread->end = job;
    thread->end = &job->next;
    pthread_cond_signal(&thread->wanted);
    pthread_mutex_unlock(&thread->lock);
}

void store_thread_close(struct store_thread *thread)
{
    if (!thread) return;
    pthread_mutex_lock(&thread->lock);
    thread->closing = true;
    pthread_cond_signal(&thread->wanted);
    pthread_mutex_unlock(&thread->lock);
    pthread_join(thread->thread, NULL);
    pthread_cond_destroy(&thread->wanted);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}
