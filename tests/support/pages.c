/* pages.c: see pages.h. */
#include "pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct table_host *host;
int                number;

int say(struct net_client *client, const char *format, ...)
{
    char    text[2048];
    int     length = snprintf(text, sizeof text, "{\"id\":%d,", ++number);
    va_list arguments;

    va_start(arguments, format);
    length += vsnprintf(text + length, sizeof text - (size_t)length, format, arguments);
    va_end(arguments);
    table_host_say(host, client, text, (size_t)length);
    return number;
}

const char *await(struct net_client *client, const char *part)
{
    int at = table_host_await(host, client, 0, part);

    if (at < 0) {
        for (int i = 0; i < client_count(client); i++) fprintf(stderr, "%.300s\n", client_text(client, i));
        fail_msg("%s never came", part);
    }
    return client_text(client, at);
}

const char *answer(struct net_client *client, int id)
{
    char part[32];

    snprintf(part, sizeof part, "{\"id\":%d,", id);
    return await(client, part);
}

static void copy_behind(const char *text, const char *key, char *into, size_t length)
{
    const char *at = strstr(text, key);

    if (!at) return;
    memcpy(into, at + strlen(key), length);
    into[length] = '\0';
}

struct net_client *sit(const char *link)
{
    struct net_client *page = table_host_connect(host);
    int                id = say(page, "\"open\":{\"link\":\"%s\",\"from\":0}}", link);

    assert_has(answer(page, id), "\"opened\"");
    return page;
}

struct game_table make_game(const char *dice, const char *opponent)
{
    static const char *const keys[] = { "\"A\":\"", "\"B\":\"", "\"spectator\":\"" };
    struct game_table        table = { .game = "" };
    struct net_client       *maker = table_host_connect(host);
    int id = say(maker, "\"create\":{\"ruleset\":\"sample\",\"scenario\":\"meadow\",\"players\":{\"A\":\"person\",\"B\":\"%s\"},\"dice\":\"%s\","
                        "\"mode\":\"link\"}}", opponent, dice);
    const char *created = answer(maker, id);

    copy_behind(created, "\"game\":\"", table.game, 16);
    for (int i = 0; i < 3; i++) {
        copy_behind(created, keys[i], table.link[i], 43);
        if (table.link[i][0]) table.page[i] = sit(table.link[i]);
        if (i < 2 && table.page[i] && !strcmp(dice, "fair")) say(table.page[i], "\"seed\":{\"channel\":1,\"text\":\"\"}}");
    }
    table_host_leave(host, maker);
    for (int i = 0; i < 3; i++)
        if (table.page[i]) await(table.page[i], "\"n\":0");
    return table;
}

void leave_all(struct game_table *table)
{
    for (int i = 0; i < 3; i++)
        if (table->page[i]) table_host_leave(host, table->page[i]);
}

struct room *newest_room(void)
{
    const struct rooms *rooms = &host->hosting.rooms;
    struct room        *newest = NULL;

    for (size_t i = 0; i < rooms->bucket_count; i++)
        for (struct room *room = rooms->buckets[i]; room; room = room->next)
            if (!newest || room->id > newest->id) newest = room;
    return newest;
}
