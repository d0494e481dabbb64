/*
 * net_lws.c: net.h over libwebsockets: its life, the loop, and tasks from other threads.
 *
 * Only lws_cancel_service may be called from another thread. So a task goes into a locked list, the loop is woken, and runs
 * the list on its own thread.
 */
#include "net_lws.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    IDLE_SECONDS = 10,
    PING_SECONDS = 25,           /* silence after which a WebSocket is asked whether it is there, */
    HANGUP_SECONDS = 50,         /* and after which it is given up */
    RECEIVE_BYTES = 1024,        /* kept for every WebSocket: a usual message fits, and a long one comes in pieces */
};

static struct log_brake library_brake = { .most = 10, .seconds = 10 };

/* The library reports every malformed request as an error: strangers must not be able to fill the disk with that. */
static void on_library_log(int level, const char *text)
{
    uint32_t dropped = 0;
    if (!log_allowed(&library_brake, log_clock(), &dropped)) return;
    struct log_line line = log_begin(level == LLL_ERR ? LEVEL_ERROR : LEVEL_WARNING, "network");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') length--;
    log_bytes(&line, "says", text, length);
    if (dropped) log_number(&line, "dropped", dropped);
    log_end(&line);
}

static const lws_retry_bo_t keep_alive = { .secs_since_valid_ping = PING_SECONDS, .secs_since_valid_hangup = HANGUP_SECONDS };

/* The channel's name is not known yet: the library compares with what is in the buffer when a client asks. */
static void fill_protocols(struct net *net)
{
    net->protocols[0] = (struct lws_protocols){
        .name = "http",
        .callback = net_page_event,
        .per_session_data_size = sizeof(struct net_sending),
    };
    net->protocols[1] = (struct lws_protocols){
        .name = net->channel_name,
        .callback = net_channel_event,
        .per_session_data_size = net_client_size(),
        .rx_buffer_size = RECEIVE_BYTES,
        .tx_packet_size = LWS_PRE + NET_FRAGMENT,
    };
}

static void fill_info(struct lws_context_creation_info *info, struct net *net, const struct net_options *options)
{
    memset(info, 0, sizeof *info);
    info->port = options->port;
    info->iface = options->host;
    info->protocols = net->protocols;
    info->user = net;
    info->server_string = "mestre";
    info->fd_limit_per_thread = options->connections + 16;          /* the library's own few descriptors */
    info->max_http_header_data2 = NET_HEADER_BYTES;
    info->timeout_secs = IDLE_SECONDS;
    info->keepalive_timeout = IDLE_SECONDS;
    info->retry_and_idle_policy = &keep_alive;
    info->options = LWS_SERVER_OPTION_DISABLE_IPV6;
}

static void log_closed_door(const struct net_options *options)
{
    struct log_line line = log_begin(LEVEL_WARNING, "cannot_listen");
    log_text(&line, "host", options->host);
    log_number(&line, "port", options->port);
    log_end(&line);
}

struct net *net_open(const struct net_options *options)
{
    struct lws_context_creation_info info;
    struct net *net = calloc(1, sizeof *net);

    if (!net) return NULL;
    net->names = options->names;
    net->any_name = options->any_name;
    net->any_port = options->any_port;
    net->backlog_limit = options->backlog ? options->backlog : NET_BACKLOG_ALL;
    net->last_task = &net->first_task;
    pthread_mutex_init(&net->lock, NULL);
    net->refusals = (struct log_brake){ .most = 10, .seconds = 10 };
    fill_protocols(net);
    fill_info(&info, net, options);
    lws_set_log_level(0, on_library_log);                           /* one line of ours says it better than three of its */
    net->context = lws_create_context(&info);
    lws_set_log_level(LLL_ERR | LLL_WARN, on_library_log);
    struct lws_vhost *vhost = net->context ? lws_get_vhost_by_name(net->context, "default") : NULL;
    net->port = vhost ? lws_get_vhost_listen_port(vhost) : 0;
    if (net->port > 0) return net;
    log_closed_door(options);
    net_close(net);
    return NULL;
}

int net_port(const struct net *net)
{
    return net->port;
}

void net_route(struct net *net, const char *prefix, net_handler *handler, void *context)
{
    if (net->route_count == NET_ROUTES) abort();
    net->routes[net->route_count++] = (struct net_route_entry){ prefix, handler, context };
}

void net_post(struct net *net, void (*task)(void *context), void *context)
{
    struct net_task *fresh = malloc(sizeof *fresh);
    if (!fresh) abort();         /* a task that is not run would be waited for for ever */
    *fresh = (struct net_task){ task, context, NULL };

    pthread_mutex_lock(&net->lock);
    bool wake = !net->first_task;
    *net->last_task = fresh;
    net->last_task = &fresh->next;
    pthread_mutex_unlock(&net->lock);
    if (wake) lws_cancel_service(net->context);
}

void net_run_tasks(struct net *net)
{
    pthread_mutex_lock(&net->lock);
    struct net_task *task = net->first_task;
    net->first_task = NULL;
    net->last_task = &net->first_task;
    pthread_mutex_unlock(&net->lock);

    net->at_work = true;
    while (task) {
        struct net_task *next = task->next;
        task->task(task->context);
        free(task);
        task = next;
    }
    net->at_work = false;
}

static void on_timer(lws_sorted_usec_list_t *timer)
{
    struct net *net = lws_container_of(timer, struct net, timer);
    lws_sul_schedule(net->context, 0, &net->timer, on_timer, net->every);
    net->timer_task(net->timer_context);
}

void net_every(struct net *net, int milliseconds, void (*task)(void *context), void *context)
{
    net->every = (lws_usec_t)milliseconds * 1000;
    net->timer_task = task;
    net->timer_context = context;
    lws_sul_schedule(net->context, 0, &net->timer, on_timer, net->every);
}

bool net_run(struct net *net)
{
    while (!net->stopping) {
        if (lws_service(net->context, 0) < 0) break;
        net_flush(net);
    }
    return net->stopping;
}

void net_stop(struct net *net)
{
    int saved = errno;
    net->stopping = true;
    lws_cancel_service(net->context);
    errno = saved;
}

static bool tasks_wait(struct net *net)
{
    pthread_mutex_lock(&net->lock);
    bool any = net->first_task != NULL;
    pthread_mutex_unlock(&net->lock);
    return any;
}

void net_close(struct net *net)
{
    if (!net) return;
    while (tasks_wait(net)) net_run_tasks(net);
    if (net->context) lws_context_destroy(net->context);
    pthread_mutex_destroy(&net->lock);
    free(net);
}
