/* serve_command.c: `mestre serve`. */
#include "serve_command.h"

#include "arguments.h"
#include "hosting.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { NAMES_MAX = 16, HOST_BYTES = 256, NAMES_BYTES = 1024, FILES_KEPT = 64, CLIENTS_MAX = 100000 };

struct public_host {
    const char    *address, *database, *name_list;       /* as given */
    char           host[HOST_BYTES];
    int            port;
    char           name_text[NAMES_BYTES];
    const char    *names[NAMES_MAX + 1];
    int            name_count;
    int64_t        memory;
    struct hosting hosting;
};

/* "0.0.0.0:80" or "[::1]:80". */
static bool read_address(struct public_host *serve)
{
    const char *text = serve->address, *colon = strrchr(text, ':');
    size_t      length = colon ? (size_t)(colon - text) : 0;
    char       *end = NULL;
    long        port = colon ? strtol(colon + 1, &end, 10) : -1;

    if (!colon || end == colon + 1 || *end || port < 0 || port > 65535) return false;
    if (length > 2 && text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length == 0 || length >= HOST_BYTES) return false;
    memcpy(serve->host, text, length);
    serve->host[length] = '\0';
    serve->port = (int)port;
    return true;
}

/* "a.example,b.example" */
static bool read_names(struct public_host *serve)
{
    if (!serve->name_list) return true;
    if (strlen(serve->name_list) >= NAMES_BYTES) return false;
    strcpy(serve->name_text, serve->name_list);
    for (char *rest = serve->name_text, *name; (name = strsep(&rest, ","));) {
        if (!*name || serve->name_count == NAMES_MAX) return false;
        serve->names[serve->name_count++] = name;
    }
    return true;
}

/* 0, or the exit status after having said what is wrong. */
static int check(struct public_host *serve)
{
    if (!serve->address) return usage_error("serve", "--listen HOST:PORT is needed");
    if (!serve->database) return usage_error("serve", "--db FILE is needed");
    if (!read_address(serve)) return usage_error("serve", "--listen must be HOST:PORT, not \"%s\"", serve->address);
    if (!read_names(serve)) return usage_error("serve", "--name must be names with commas between them, at most %d", NAMES_MAX);
    serve->hosting.memory = (size_t)serve->memory << 20;
    return 0;
}

/* As many clients as the system lets us have open files, less some for the database and ourselves. */
static unsigned most_clients(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit)) return 256;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur < 2 * FILES_KEPT) return FILES_KEPT;
    return limit.rlim_cur - FILES_KEPT > CLIENTS_MAX ? CLIENTS_MAX : (unsigned)(limit.rlim_cur - FILES_KEPT);
}

static void on_page(void *context, const struct net_request *request, struct net_reply *reply)
{
    hosting_page(context, request, reply);
}

static int serve_with(struct public_host *serve)
{
    struct net_options options = { .host = serve->host, .port = serve->port, .names = serve->names, .connections = most_clients(),
                                   .any_name = serve->name_count == 0, .any_port = serve->name_count > 0 };
    struct fault       fault = { .set = false };
    struct store      *store = hosting_store(&serve->hosting, serve->database, &fault);
    struct net        *net;

    if (!store) return host_complain(&fault);
    net = net_open(&options);
    if (!net) {
        fprintf(stderr, "mestre serve: cannot listen on %s port %d\n", serve->host, serve->port);
        store_close(store);
        return 1;
    }
    if (!hosting_open(&serve->hosting, net, store)) return 1;
    net_route(net, "/", on_page, &serve->hosting);
    printf("mestre: http://%s:%d/\n", serve->host, net_port(net));
    fflush(stdout);
    return hosting_run(&serve->hosting) ? 0 : 1;
}

int serve_command(int argc, char **argv)
{
    struct public_host serve = { .memory = 512, .hosting = { .games_max = 100000, .away = AWAY_SECONDS } };
    const struct argument list[] = {
        TEXT_ARGUMENT("listen", &serve.address, "HOST:PORT", "the address to listen on; port 0 takes any free one"),
        TEXT_ARGUMENT("db", &serve.database, "FILE", "the database of the games"),
        TEXT_ARGUMENT("name", &serve.name_list, "HOST,..", "answer to these names only (default: to any)"),
        NUMBER_ARGUMENT("games", &serve.hosting.games_max, "MAX", 1, 1000000000, "take no more games that are not over (default 100000)"),
        NUMBER_ARGUMENT("memory", &serve.memory, "MB", 1, 1 << 20, "for games that are being played (default 512)"),
        NUMBER_ARGUMENT("away", &serve.hosting.away, "SECONDS", 0, 86400,
                        "how long a player must be away before another may call his stand-in (default 60)"),
        TEXT_ARGUMENT("data", &serve.hosting.data_folder, "DIR", "lay your own data files over the built-in ones"),
        TEXT_ARGUMENT("web-dir", &serve.hosting.web_folder, "DIR", "take the client's files from there where it has them"),
        { .name = NULL },
    };
    const struct usage usage = {
        "serve", "--listen HOST:PORT --db FILE [OPTIONS]",
        "Host games for everybody who has a link to one. Encryption (TLS) is left to a proxy before it.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status) || (status = check(&serve))) return status;
    if (sodium_init() < 0) {
        fprintf(stderr, "mestre serve: no source of randomness\n");
        return 1;
    }
    return serve_with(&serve);
}
