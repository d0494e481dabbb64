/* table_host.c: see table_host.h. */
#include "table_host.h"

#include "clock.h"
#include "documents.h"
#include "store_backend.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PARSE_BYTES = 8 << 20, ARENA = 32 << 20 };

struct task {
    struct task *next;
    void       (*run)(void *context);
    void        *context;
};

struct net {
    pthread_mutex_t lock;
    pthread_cond_t  posted;
    struct task    *first, **last;
};

struct net_text {
    atomic_uint holds;
    size_t      length;
    char        bytes[];
};

struct net_client {
    void             *data;
    struct net_text **texts;
    int               count, capacity, code;
};

static struct net         the_net;
static struct table_host *the_host;          /* of the store's failing operations; there is one at a time */
static const struct store_ops *real;

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "table_host: %s\n", what);
    abort();
}

/* net.h */

struct net_text *net_text_make(const char *text, size_t length)
{
    struct net_text *made = malloc(sizeof *made + length + 1);

    if (!made) give_up("no memory");
    atomic_init(&made->holds, 1);
    made->length = length;
    memcpy(made->bytes, text, length);
    made->bytes[length] = '\0';
    return made;
}

void net_text_release(struct net_text *text)
{
    if (text && atomic_fetch_sub(&text->holds, 1) == 1) free(text);
}

void *net_client_data(const struct net_client *client) { return client->data; }
void net_client_keep(struct net_client *client, void *data) { client->data = data; }

void net_send(struct net_client *client, struct net_text *text)
{
    if (client->code) return;
    if (client->count == client->capacity) {
        client->capacity = client->capacity ? 2 * client->capacity : 64;
        client->texts = realloc(client->texts, (size_t)client->capacity * sizeof(struct net_text *));
        if (!client->texts) give_up("no memory");
    }
    atomic_fetch_add(&text->holds, 1);
    client->texts[client->count++] = text;
}

void net_drop(struct net_client *client, int code)
{
    if (!client->code) client->code = code;
}

void net_post(struct net *net, void (*run)(void *context), void *context)
{
    struct task *task = malloc(sizeof *task);

    if (!task) give_up("no memory");
    *task = (struct task){ NULL, run, context };
    pthread_mutex_lock(&net->lock);
    *net->last = task;
    net->last = &task->next;
    pthread_cond_signal(&net->posted);
    pthread_mutex_unlock(&net->lock);
}

static struct task *take_tasks(struct net *net, int milliseconds)
{
    struct timespec until;
    struct task    *first;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&net->lock);
    while (!net->first && milliseconds > 0 && pthread_cond_timedwait(&net->posted, &net->lock, &until) != ETIMEDOUT) continue;
    first = net->first;
    net->first = NULL;
    net->last = &net->first;
    pthread_mutex_unlock(&net->lock);
    return first;
}

bool table_host_pump(struct table_host *host, int milliseconds)
{
    struct task *task = take_tasks(&the_net, milliseconds);
    bool         any = task != NULL;

    while (task) {
        struct task *next = task->next;
        task->run(task->context);
        free(task);
        task = next;
    }
    rooms_sweep(&host->hosting.rooms);
    return any;
}

/* A store that can be made to fail. */

static enum store_result fail(struct fault *fault)
{
    fault_say(fault, "store", 0, "the test wants it so");
    return STORE_FAILED;
}

static enum store_result commit(struct store *store, struct fault *fault)
{
    if (!the_host->no_writes) return real->commit(store, fault);
    real->cancel(store);
    return fail(fault);
}

static enum store_result look(struct store *store, int64_t game, struct store_game *found, struct fault *fault)
{
    the_host->loads++;
    return the_host->no_reads ? fail(fault) : real->look(store, game, found, fault);
}

static struct store *open_store(struct table_host *host)
{
    static struct store_ops ops;
    struct fault            fault = { .set = false };
    char                    path[128];
    struct store           *store;

    snprintf(host->folder, sizeof host->folder, "%s/mestre-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : P_tmpdir);
    if (!mkdtemp(host->folder)) give_up("no folder");
    snprintf(path, sizeof path, "%s/games.db", host->folder);
    store = store_open(path, false, &fault);
    if (!store || store_migrate(store, &fault) != STORE_OK) give_up(fault.text);
    real = store->ops;
    ops = *real;
    ops.commit = commit;
    ops.look = look;
    store->ops = &ops;
    return store;
}

static void remove_store(const struct table_host *host)
{
    static const char *const files[] = { "games.db", "games.db-wal", "games.db-shm" };

    for (int i = 0; i < 3; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", host->folder, files[i]);
        unlink(path);
    }
    rmdir(host->folder);
}

/* The host. */

struct table_host *table_host_open(const char *data, bool is_private)
{
    struct table_host *host = calloc(1, sizeof *host);
    struct hosting    *hosting;
    struct rooms      *rooms;

    if (!host || sodium_init() < 0) give_up("it cannot begin");
    the_host = host;
    hosting = &host->hosting;
    rooms = &hosting->rooms;
    pthread_mutex_init(&the_net.lock, NULL);
    pthread_cond_init(&the_net.posted, NULL);
    the_net.last = &the_net.first;
    hosting->is_private = is_private;
    hosting->games_max = INT64_MAX;
    hosting->library.library = documents_load(data);
    hosting->parse = arena_over(malloc(PARSE_BYTES), PARSE_BYTES);
    hosting->matches = matches_open(&hosting->library.library);
    mailbox_open(&hosting->box, &the_net);
    *rooms = (struct rooms){ .box = &hosting->box, .matches = hosting->matches, .bench = &hosting->bench, .budget = 64 << 20, .patience = 60000 };
    rooms->store = store_thread_open(open_store(host), &hosting->box);
    rooms->readers = workers_open(&hosting->box, 1, ARENA);
    rooms->thinkers = workers_open(&hosting->box, 1, ARENA);
    if (!bench_open(&hosting->bench, ARENA) || !hosting->parse.base || !hosting->matches || !rooms_open(rooms) || !rooms->store ||
        !rooms->readers || !rooms->thinkers)
        give_up("no memory");
    return host;
}

/* As hosting.c does it. The clients have left. */
void table_host_close(struct table_host *host)
{
    struct hosting *hosting = &host->hosting;

    hosting->rooms.closing = true;
    workers_close(hosting->rooms.thinkers);
    workers_close(hosting->rooms.readers);
    store_thread_close(hosting->rooms.store);
    while (table_host_pump(host, 0)) continue;
    rooms_close(&hosting->rooms);
    matches_close(hosting->matches);
    mailbox_close(&hosting->box);
    bench_close(&hosting->bench);
    free(hosting->parse.base);
    documents_free(&hosting->library.library);
    remove_store(host);
    pthread_cond_destroy(&the_net.posted);
    pthread_mutex_destroy(&the_net.lock);
    free(host);
}

struct net_client *table_host_connect(struct table_host *host)
{
    struct net_client *client = calloc(1, sizeof *client);

    if (!client) give_up("no memory");
    connection_handlers.opened(&host->hosting, client);
    return client;
}

void table_host_leave(struct table_host *host, struct net_client *client)
{
    if (!client->code) client->code = 1000;
    connection_handlers.closed(&host->hosting, client);
    for (int i = 0; i < client->count; i++) net_text_release(client->texts[i]);
    free(client->texts);
    free(client);
}

void table_host_say(struct table_host *host, struct net_client *client, const char *text, size_t length)
{
    if (!client->code) connection_handlers.message(&host->hosting, client, text, length);
}

int client_count(const struct net_client *client) { return client->count; }
const char *client_text(const struct net_client *client, int which) { return client->texts[which]->bytes; }
int client_code(const struct net_client *client) { return client->code; }

int table_host_await(struct table_host *host, const struct net_client *client, int from, const char *part)
{
    int64_t until = clock_steady() + HOST_WAIT;

    for (int at = from; clock_steady() < until;) {
        for (; at < client->count; at++)
            if (strstr(client->texts[at]->bytes, part)) return at;
        table_host_pump(host, 100);
    }
    return -1;
}
