/* hosting.c: see hosting.h. */
#include "hosting.h"

#include "connection.h"
#include "site.h"
#include "thinkers.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PARSE_BYTES = 8 << 20, READERS = 2, SWEEP_MILLISECONDS = 1000 };

static struct net *running;

static void on_signal(int number)
{
    (void)number;
    net_stop(running);
}

static void catch_signals(bool caught)
{
    struct sigaction action = { .sa_handler = caught ? on_signal : SIG_DFL };

    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

static bool count_game(void *context, const struct store_game *game)
{
    struct hosting *hosting = context;

    if (!game->over) hosting->rooms.unfinished++;
    return true;
}

struct store *hosting_store(struct hosting *hosting, const char *path, struct fault *fault)
{
    struct store *store = store_open(path, false, fault);

    hosting->rooms.unfinished = 0;
    if (store && store_migrate(store, fault) == STORE_OK && store_list(store, count_game, hosting, fault) == STORE_OK) return store;
    store_close(store);
    return NULL;
}

static void sweep(void *context)
{
    rooms_sweep(context);
}

static int think_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 2 ? (int)cores - 1 : 1;
}

static bool open_rooms(struct hosting *hosting, struct store *store)
{
    struct rooms *rooms = &hosting->rooms;
    void         *parse = malloc(PARSE_BYTES);

    if (parse) hosting->parse = arena_over(parse, PARSE_BYTES);
    hosting->matches = matches_open(&hosting->library.library);
    rooms->box = &hosting->box;
    rooms->matches = hosting->matches;
    rooms->bench = &hosting->bench;
    rooms->budget = hosting->memory;
    rooms->patience = 1000 * hosting->away;
    rooms->store = store_thread_open(store, &hosting->box);
    if (!rooms->store) store_close(store);
    rooms->readers = workers_open(&hosting->box, READERS, BENCH_ARENA);
    rooms->thinkers = workers_open(&hosting->box, think_threads(), THINKING_ARENA);
    return bench_open(&hosting->bench, BENCH_ARENA) && parse && hosting->matches && rooms_open(rooms) && rooms->store && rooms->readers &&
           rooms->thinkers;
}

/* First those who work, so that nothing new comes; then what they have left; then the clients; then what they looked at. */
static void end(struct hosting *hosting)
{
    hosting->rooms.closing = true;
    workers_close(hosting->rooms.thinkers);
    workers_close(hosting->rooms.readers);
    store_thread_close(hosting->rooms.store);
    while (hosting->box.first) mailbox_empty(&hosting->box);
    net_close(hosting->net);
    rooms_close(&hosting->rooms);
    matches_close(hosting->matches);
    mailbox_close(&hosting->box);
    bench_close(&hosting->bench);
    free(hosting->parse.base);
    host_close(&hosting->library);
}

bool hosting_open(struct hosting *hosting, struct net *net, struct store *store)
{
    struct fault fault = { .set = false };

    hosting->net = running = net;
    hosting->refusals = (struct log_brake){ .most = 10, .seconds = 10 };
    mailbox_open(&hosting->box, net);
    if (!host_open(&hosting->library, hosting->data_folder, &fault)) {
        host_complain(&fault);
        store_close(store);
        end(hosting);
        return false;
    }
    if (!open_rooms(hosting, store)) {
        fprintf(stderr, "mestre: there is not enough memory, or too few threads, for a host\n");
        end(hosting);
        return false;
    }
    net_channel(net, "/socket", "mestre-1", &connection_handlers, hosting);
    net_every(net, SWEEP_MILLISECONDS, sweep, &hosting->rooms);
    catch_signals(true);
    return true;
}

bool hosting_run(struct hosting *hosting)
{
    bool asked = net_run(hosting->net);

    catch_signals(false);
    end(hosting);
    return asked;
}

void hosting_page(struct hosting *hosting, const struct net_request *request, struct net_reply *reply)
{
    if (!strncmp(request->path, "/data/", 6)) site_data(&hosting->library.library, request, reply);
    else site_answer(hosting->web_folder, request, reply);
}
