/*
 * play_command.c: `mestre play`.
 *
 * The server listens on loopback only, but every user and every page on this machine can reach loopback. So the
 * address it prints holds a random token: the first request shows it in the query and gets it back as a cookie that
 * scripts cannot read and other sites cannot send; without either there is nothing to see.
 */
#define _GNU_SOURCE             /* close_range */
#include "play_command.h"

#include "arguments.h"
#include "database.h"
#include "hosting.h"
#include "http.h"
#include "links.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USUAL_PORT = 8642, CLIENTS = 256, MEMORY = 256 << 20 };

struct private_table {
    int64_t        port;             /* -1: the usual one, or any other when that is taken */
    bool           no_browser;
    const char    *database;         /* NULL: the user's own */
    char           token[LINK_TEXT];
    char           cookie_name[24];  /* with the port: cookies are shared by all ports of a host */
    struct hosting hosting;
};

static const char forbidden[] =
    "This table is private.\n"
    "Open it with the whole address that `mestre play` printed, token included; it changes at every start.\n"
    "\n"
    "Cette table est privée.\n"
    "Ouvrez-la avec l'adresse complète affichée par « mestre play », jeton compris ; elle change à chaque démarrage.\n";

static bool same_token(const char *given, const char *token)
{
    return strlen(given) == strlen(token) && sodium_memcmp(given, token, strlen(token)) == 0;
}

/* The gate of the pages and of the channel. */
static bool has_cookie(void *context, const struct net_request *request)
{
    const struct private_table *play = context;
    char given[LINK_TEXT];

    return http_cookie(request->cookie, play->cookie_name, given, sizeof given) && same_token(given, play->token);
}

static void on_page(void *context, const struct net_request *request, struct net_reply *reply)
{
    struct private_table *play = context;
    char given[LINK_TEXT];
    bool by_query = http_query(request->query, "token", given, sizeof given) && same_token(given, play->token);

    if (!by_query && !has_cookie(play, request)) {
        net_say(reply, 403, forbidden);
        return;
    }
    hosting_page(&play->hosting, request, reply);
    if (!by_query) return;
    reply->etag = NULL;          /* an answer that was addressed with the token must not stay in any cache */
    snprintf(reply->cookie, sizeof reply->cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", play->cookie_name, play->token);
}

static struct net *listen_on(int port)
{
    static const char *const names[] = { "127.0.0.1", "localhost", NULL };
    struct net_options options = { .host = "127.0.0.1", .port = port, .names = names, .connections = CLIENTS };
    return net_open(&options);
}

/* The browser belongs to the desktop, not to us: a second fork leaves it to init, so that there is nothing to wait for. */
static void open_browser(const char *address)
{
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
    pid_t child = fork();
    if (child > 0) waitpid(child, NULL, 0);
    if (child != 0) return;
    if (fork() == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        for (int fd = 0; nowhere >= 0 && fd < 3; fd++) dup2(nowhere, fd);
        close_range(3, ~0U, 0);
        execlp("xdg-open", "xdg-open", address, (char *)NULL);
    }
    _exit(0);
}

static struct net *listen_somewhere(const struct private_table *play)
{
    int         port = play->port < 0 ? USUAL_PORT : (int)play->port;
    struct net *net = listen_on(port);

    if (!net && play->port < 0) net = listen_on(0);
    if (!net) fprintf(stderr, "mestre play: cannot listen on 127.0.0.1 port %d\n", port);
    return net;
}

static int serve(struct private_table *play, struct net *net)
{
    char address[128];

    snprintf(play->cookie_name, sizeof play->cookie_name, "mestre_%d", net_port(net));
    snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", net_port(net), play->token);
    net_route(net, "/", on_page, play);
    printf("mestre: %s\n", address);
    fflush(stdout);
    if (!play->no_browser) open_browser(address);
    return hosting_run(&play->hosting) ? 0 : 1;
}

static int play_with(struct private_table *play)
{
    struct store *store = database_open(&play->hosting, play->database);
    struct net   *net = store ? listen_somewhere(play) : NULL;

    if (!net) store_close(store);
    return net && hosting_open(&play->hosting, net, store) ? serve(play, net) : 1;
}

int play_command(int argc, char **argv)
{
    struct private_table table = { .port = -1, .hosting = { .is_private = true, .games_max = INT64_MAX, .memory = MEMORY, .away = AWAY_SECONDS,
                                                            .admit = has_cookie } };
    const struct argument list[] = {
        NUMBER_ARGUMENT("port", &table.port, "N", 0, 65535, "listen on this port; 0 takes any free one"),
        FLAG_ARGUMENT("no-browser", &table.no_browser, "only print the address"),
        TEXT_ARGUMENT("db", &table.database, "FILE", "keep the games there (default: in the user's data folder)"),
        TEXT_ARGUMENT("data", &table.hosting.data_folder, "DIR", "lay your own data files over the built-in ones"),
        TEXT_ARGUMENT("web-dir", &table.hosting.web_folder, "DIR", "take the client's files from there where it has them"),
        { .name = NULL },
    };
    const struct usage usage = { "play", "[OPTIONS]", "Open a private table in the browser of this machine.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (sodium_init() < 0) {
        fprintf(stderr, "mestre play: no source of randomness\n");
        return 1;
    }
    table.hosting.admit_context = &table;
    link_draw(table.token);
    status = play_with(&table);
    database_forget();
    return status;
}
