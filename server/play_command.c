/*
 * play_command.c: `mestre play`.
 *
 * The server listens on loopback only, but every user and every page on this machine can reach loopback. So the
 * address it prints holds a random token: the first request shows it in the query and gets it back as a cookie that
 * scripts cannot read and other sites cannot send; without either there is nothing to see.
 */
#define _GNU_SOURCE             /* close_range */
#include "play_command.h"

#include "log.h"
#include "net.h"
#include "http.h"
#include "site.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USUAL_PORT = 8642, TOKEN_BYTES = 32, TOKEN_TEXT = 44, CLIENTS = 256 };

struct play {
    int         port;            /* -1: the usual one, or any other when that is taken */
    bool        browser;
    const char *folder;
    char        token[TOKEN_TEXT];
    char        cookie_name[24]; /* with the port: cookies are shared by all ports of a host */
};

static struct net *running;

static void on_signal(int number)
{
    (void)number;
    net_stop(running);
}

static const char usage[] =
    "usage: mestre play [--port N] [--no-browser] [--web-dir DIR]\n"
    "  Opens a private table in the browser of this machine.\n"
    "  --port N        listen on this port; 0 takes any free one\n"
    "  --no-browser    only print the address\n"
    "  --web-dir DIR   take the client's files from DIR where it has them (for work on the client)\n";

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

static void on_page(void *context, const struct net_request *request, struct net_reply *reply)
{
    const struct play *play = context;
    char given[TOKEN_TEXT];
    bool by_query = http_query(request->query, "token", given, sizeof given) && same_token(given, play->token);
    bool by_cookie = http_cookie(request->cookie, play->cookie_name, given, sizeof given) && same_token(given, play->token);

    if (!by_query && !by_cookie) {
        net_say(reply, 403, forbidden);
        return;
    }
    site_answer(play->folder, request, reply);
    if (!by_query) return;
    reply->etag = NULL;          /* an answer that was addressed with the token must not stay in any cache */
    snprintf(reply->cookie, sizeof reply->cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict", play->cookie_name, play->token);
}

static bool read_port(const char *text, int *port)
{
    char *end;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 0 || value > 65535) return false;
    *port = (int)value;
    return true;
}

/* 0 to go on, 1 when help was wanted, 2 for wrong usage. */
static int read_options(struct play *play, int argc, char **argv)
{
    static const struct option known[] = {
        { "port", required_argument, NULL, 'p' },
        { "no-browser", no_argument, NULL, 'n' },
        { "web-dir", required_argument, NULL, 'w' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int choice;

    optind = 0;                  /* the main program may have used getopt before */
    while ((choice = getopt_long(argc, argv, "h", known, NULL)) != -1) {
        if (choice == 'n') play->browser = false;
        else if (choice == 'w') play->folder = optarg;
        else if (choice == 'h') return 1;
        else if (choice != 'p') return 2;
        else if (!read_port(optarg, &play->port)) {
            fprintf(stderr, "mestre play: --port wants a number from 0 to 65535, not '%s'\n", optarg);
            return 2;
        }
    }
    if (optind == argc) return 0;
    fprintf(stderr, "mestre play: '%s' is not understood\n", argv[optind]);
    return 2;
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

static void catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

static void make_token(struct play *play)
{
    unsigned char bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(play->token, sizeof play->token, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

static int serve(struct play *play)
{
    char address[128];

    snprintf(play->cookie_name, sizeof play->cookie_name, "mestre_%d", net_port(running));
    snprintf(address, sizeof address, "http://127.0.0.1:%d/?token=%s", net_port(running), play->token);
    net_route(running, "/", on_page, play);
    catch_signals();
    printf("mestre: %s\n", address);
    fflush(stdout);
    if (play->browser) open_browser(address);
    bool asked = net_run(running);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    net_close(running);
    running = NULL;
    return asked ? 0 : 1;
}

int play_command(int argc, char **argv)
{
    struct play play = { .port = -1, .browser = true };
    int trouble = read_options(&play, argc, argv);

    if (trouble) {
        fputs(usage, trouble == 1 ? stdout : stderr);
        return trouble == 1 ? 0 : 2;
    }
    if (sodium_init() < 0) {
        fprintf(stderr, "mestre play: no source of randomness\n");
        return 1;
    }
    make_token(&play);
    running = listen_on(play.port < 0 ? USUAL_PORT : play.port);
    if (!running && play.port < 0) running = listen_on(0);
    if (!running) {
        fprintf(stderr, "mestre play: cannot listen on 127.0.0.1 port %d\n", play.port < 0 ? USUAL_PORT : play.port);
        return 1;
    }
    return serve(&play);
}
