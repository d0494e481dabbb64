/*
 * test_store_thread.c: the store's thread over a store that is only played: what shares a commit, who hears of its failure, and that reads come after
 * the writes before them.
 */
#include "store_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The store: it counts, and fails when it is told to. The thread waits in store_begin until the test lets it go on. */
struct store {
    pthread_mutex_t gate;
    atomic_bool     waits;
    int             begun, committed, appended;
    bool            fails;
    int64_t         conflict;            /* the game whose appends are refused */
    char            calls[256];
};

static struct store fake;

static void called(const char *what)
{
    strncat(fake.calls, what, sizeof fake.calls - strlen(fake.calls) - 1);
}

enum store_result store_begin(struct store *store, struct fault *fault)
{
    (void)fault;
    atomic_store(&store->waits, true);
    pthread_mutex_lock(&store->gate);
    pthread_mutex_unlock(&store->gate);
    store->begun++;
    called("b");
    return STORE_OK;
}

enum store_result store_commit(struct store *store, struct fault *fault)
{
    called("c");
    if (store->fails) return fault_say(fault, "fake", 0, "the disk is full"), STORE_FAILED;
    store->committed++;
    return STORE_OK;
}

void store_close(struct store *store)
{
    (void)store;
    called("x");
}

enum store_result store_create(struct store *store, struct store_line header, const struct store_link *links, int32_t count,
                               int64_t time, int64_t *game, struct fault *fault)
{
    (void)store, (void)header, (void)links, (void)count, (void)time, (void)fault;
    *game = 77;
    called("n");
    return STORE_OK;
}

enum store_result store_append(struct store *store, int64_t game, int64_t seq, const struct store_line *lines, int32_t count,
                               int64_t time, struct fault *fault)
{
    (void)seq, (void)time, (void)fault;
    called("a");
    if (game == store->conflict) return STORE_CONFLICT;
    for (int32_t i = 0; i < count; i++) assert_memory_equal(lines[i].text, "line", 4);
    store->appended += count;
    return STORE_OK;
}

enum store_result store_finish(struct store *store, int64_t game, int64_t time, struct fault *fault)
{
    (void)store, (void)game, (void)time, (void)fault;
    called("f");
    return STORE_OK;
}

enum store_result store_delete(struct store *store, int64_t game, struct fault *fault)
{
    (void)store, (void)game, (void)fault;
    called("d");
    return STORE_MISSING;
}

enum store_result store_load(struct store *store, int64_t game, int64_t from, store_on_record *on_record, void *context,
                             struct fault *fault)
{
    (void)store, (void)game, (void)from, (void)fault;
    called("l");
    on_record(context, 0, 0, (struct store_line){ "one", 3 });
    on_record(context, 1, 0, (struct store_line){ "two", 3 });
    return STORE_OK;
}

enum store_result store_look(struct store *store, int64_t game, struct store_game *found, struct fault *fault)
{
    (void)store, (void)fault;
    *found = (struct store_game){ .game = game, .created = 5 };
    return STORE_OK;
}

enum store_result store_find(struct store *store, const uint8_t hash[STORE_HASH_BYTES], int64_t *game, int32_t *seat,
                             struct fault *fault)
{
    (void)store, (void)hash, (void)fault;
    *game = 9;
    *seat = 1;
    called("?");
    return STORE_OK;
}

enum store_result store_list(struct store *store, store_on_game *on_game, void *context, struct fault *fault)
{
    struct store_game game = { .game = 1, .created = 10, .active = 20, .over = 0, .header = { "{}", 2 } };

    (void)store, (void)fault;
    on_game(context, &game);
    return STORE_OK;
}

/* The network thread is the test, which empties the box itself. */
void net_post(struct net *net, void (*task)(void *context), void *context)
{
    (void)net, (void)task, (void)context;
}

static int delivered;

static void deliver(struct mail *mail)
{
    (void)mail;
    delivered++;
}

struct scene {
    struct mailbox       box;
    struct store_thread *thread;
    struct store_job     job[8];
};

static void open_scene(struct scene *scene)
{
    memset(&fake, 0, sizeof fake);
    delivered = 0;
    pthread_mutex_init(&fake.gate, NULL);
    *scene = (struct scene){ .thread = NULL };
    mailbox_open(&scene->box, NULL);
    scene->thread = store_thread_open(&fake, &scene->box);
    assert_non_null(scene->thread);
    pthread_mutex_lock(&fake.gate);
}

static struct store_job *queue(struct scene *scene, int i, enum store_job_kind kind, int64_t game, const char *text)
{
    struct store_job *job = &scene->job[i];

    job->kind = kind;
    job->game = game;
    job->mail.deliver = deliver;
    if (text) assert_true(store_job_add(job, text, strlen(text)));
    store_thread_run(scene->thread, job);
    return job;
}

/* The first job alone: the thread stands in its begin, at the gate, while the others gather. */
static void gather(struct scene *scene)
{
    queue(scene, 0, JOB_APPEND, 1, "line 0\n");
    while (!atomic_load(&fake.waits)) usleep(1000);
}

static void close_scene(struct scene *scene)
{
    pthread_mutex_unlock(&fake.gate);
    store_thread_close(scene->thread);
    mailbox_empty(&scene->box);
    mailbox_close(&scene->box);
    pthread_mutex_destroy(&fake.gate);
}

static void clear(struct scene *scene)
{
    for (int i = 0; i < 8; i++) store_job_clear(&scene->job[i]);
}

static void test_many_writes_share_one_commit_and_reads_follow(void **state)
{
    struct scene scene;

    (void)state;
    open_scene(&scene);
    gather(&scene);
    queue(&scene, 1, JOB_LOAD, 1, NULL);
    queue(&scene, 2, JOB_APPEND, 2, "line 1\nline 2\n");
    queue(&scene, 3, JOB_CREATE, 0, "{}");
    scene.job[4].over = true;
    queue(&scene, 4, JOB_APPEND, 3, "line 3\n");
    queue(&scene, 5, JOB_FIND, 0, NULL);
    close_scene(&scene);
    assert_int_equal(delivered, 6);
    assert_string_equal(fake.calls, "bacbanafcl?x");
    assert_int_equal(fake.appended, 4);
    for (int i = 0; i < 6; i++) assert_int_equal(scene.job[i].result, STORE_OK);
    assert_int_equal(scene.job[3].game, 77);
    assert_memory_equal(scene.job[1].text, "one\ntwo\n", 8);
    assert_int_equal(scene.job[1].found.created, 5);
    assert_int_equal(scene.job[5].links[0].seat, 1);
    clear(&scene);
}

static void test_a_failed_commit_fails_every_write_of_it(void **state)
{
    struct scene scene;

    (void)state;
    open_scene(&scene);
    fake.fails = true;
    fake.conflict = 2;
    gather(&scene);
    queue(&scene, 1, JOB_APPEND, 2, "line 1\n");
    queue(&scene, 2, JOB_CREATE, 0, "{}");
    queue(&scene, 3, JOB_DELETE, 5, NULL);
    queue(&scene, 4, JOB_LIST, 0, NULL);
    close_scene(&scene);
    assert_int_equal(delivered, 5);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(scene.job[i].result, STORE_FAILED);
        assert_true(scene.job[i].fault.set);
    }
    assert_int_equal(scene.job[4].result, STORE_OK);
    clear(&scene);
}

static void test_a_conflict_spoils_only_its_own_append(void **state)
{
    struct scene scene;

    (void)state;
    open_scene(&scene);
    fake.conflict = 2;
    gather(&scene);
    queue(&scene, 1, JOB_APPEND, 2, "line 1\n");
    queue(&scene, 2, JOB_APPEND, 3, "line 2\n");
    queue(&scene, 3, JOB_DELETE, 5, NULL);
    close_scene(&scene);
    assert_int_equal(scene.job[1].result, STORE_CONFLICT);
    assert_int_equal(scene.job[2].result, STORE_OK);
    assert_int_equal(scene.job[3].result, STORE_MISSING);
    assert_int_equal(fake.committed, 2);
    clear(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_writes_share_one_commit_and_reads_follow),
        cmocka_unit_test(test_a_failed_commit_fails_every_write_of_it),
        cmocka_unit_test(test_a_conflict_spoils_only_its_own_append),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
