/*
 * fuzz_request.c: any messages of three pages to a host of games, which is the real one but for its network.
 *
 * A line of the input is a message; its first byte says by whom (A, B or anything else for the spectator), and that the answers are waited for first
 * ('a' and 'b' as well as any small letter). In a message @A, @B, @S and @G stand for the links and the id of the game, which has
 * begun; the seats and the spectator have it open as channel 1. The first byte of the input chooses ruleset, dice and opponent.
 *
 * Whatever is sent, every message to a page is one JSON object, every request is answered once, with its own id, and nothing waits for ever.
 */
#include "fuzz.h"
#include "table_host.h"

#include "clock.h"
#include "http.h"
#include "log.h"

enum { PAGES = 3, LINES = 64, MESSAGE = 65536 };

static struct table_host *host;
static struct arena       reading;

bool host_guard(void (*run)(void *context), void *context, struct fault *fault)
{
    run(context);
    return !fault->set;
}

static void close_host(void)
{
    table_host_close(host);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *directory = getenv("MESTRE_DATA");

    (void)argc, (void)argv;
    atexit(close_host);
    host = table_host_open(directory ? directory : "data", true);
    log_keep(LEVEL_ERROR);
    return 0;
}

/* One page: what it has asked, and how much of what it was told has been looked at. */
struct page {
    struct net_client *client;
    int                asked, answered, seen;
};

struct course {
    struct page page[PAGES];
    char        game[17], link[PAGES][44];
};

/* Every message is an object of one or two members; an answer has an id. */
static void look_at(struct page *page, const char *text)
{
    struct json_document document;
    struct fault         fault = { .set = false };

    reading.used = 0;
    fuzz_check(json_parse(&document, "told", text, strlen(text), &reading, &fault), "what a page is told is no JSON");
    fuzz_check(document.root->type == JSON_OBJECT && document.root->count >= 1 && document.root->count <= 2, "a message of another shape");
    if (json_get(document.root, "id")) page->answered++;
    else if (json_get(document.root, "error")) page->answered++;
}

static void look(struct page *page)
{
    for (; page->seen < client_count(page->client); page->seen++) look_at(page, client_text(page->client, page->seen));
}

/* Wait until everything that a page has asked is answered, unless it has been closed. */
static void settle(struct page *page)
{
    int64_t until = clock_steady() + HOST_WAIT;

    for (look(page); page->answered < page->asked && !client_code(page->client); look(page)) {
        fuzz_check(clock_steady() < until, "a request is never answered");
        table_host_pump(host, 100);
    }
    fuzz_check(page->answered <= page->asked, "a request is answered twice");
}

static void say(struct page *page, const char *text, size_t length)
{
    if (client_code(page->client)) return;
    page->asked++;
    table_host_say(host, page->client, text, length);
}

static void say_text(struct page *page, const char *text)
{
    say(page, text, strlen(text));
    settle(page);
}

static void copy_behind(const char *text, const char *key, char *into, size_t length)
{
    const char *at = strstr(text, key);

    if (!at) return;
    memcpy(into, at + strlen(key), length);
    into[length] = '\0';
}

static void begin(struct course *course, uint8_t choice)
{
    static const char *const keys[PAGES] = { "\"A\":\"", "\"B\":\"", "\"spectator\":\"" };
    struct page             *maker = &course->page[PAGES - 1];
    char                     text[512];

    for (int i = 0; i < PAGES; i++) course->page[i].client = table_host_connect(host);
    snprintf(text, sizeof text, "{\"id\":1,\"create\":{\"ruleset\":\"%s\",\"scenario\":\"%s\",\"players\":{\"A\":\"person\",\"B\":\"%s\"},\"dice\":\"%s\","
             "\"mode\":\"link\"}}", choice & 8 ? "iron" : choice & 1 ? "brevis" : "sample",
             choice & 8 ? "teaching" : choice & 1 ? "two_colonels" : "meadow", choice & 2 ? "random" : "person",
             choice & 4 ? "typed" : "fair");
    say_text(maker, text);
    copy_behind(client_text(maker->client, maker->seen - 1), "\"game\":\"", course->game, 16);
    for (int i = 0; i < PAGES; i++) {
        copy_behind(client_text(maker->client, 1), keys[i], course->link[i], 43);
        snprintf(text, sizeof text, "{\"id\":2,\"open\":{\"link\":\"%s\",\"from\":0}}", course->link[i]);
        if (course->link[i][0]) say_text(&course->page[i], text);
        if (course->link[i][0] && i < 2 && !(choice & 4)) say_text(&course->page[i], "{\"id\":3,\"seed\":{\"channel\":1,\"text\":\"\"}}");
    }
}

/* The message of a line, with the marks filled in. */
static size_t fill(const struct course *course, const char *line, size_t length, char *message)
{
    size_t used = 0;

    for (size_t i = 0; i < length && used + 64 < MESSAGE; i++) {
        const char *text = NULL;
        if (line[i] == '@' && i + 1 < length)
            text = line[i + 1] == 'A' ? course->link[0] : line[i + 1] == 'B' ? course->link[1] : line[i + 1] == 'S' ? course->link[2]
                 : line[i + 1] == 'G' ? course->game : NULL;
        if (text) {
            used += (size_t)snprintf(message + used, 64, "%s", text);
            i++;
        } else {
            message[used++] = line[i];
        }
    }
    return used;
}

static void play_line(struct course *course, const char *line, size_t length)
{
    static char  message[MESSAGE];
    char         who = length ? line[0] : 'S';
    struct page *page = &course->page[(who | 0x20) == 'a' ? 0 : (who | 0x20) == 'b' ? 1 : 2];
    size_t       used = length ? fill(course, line + 1, length - 1, message) : 0;

    if (!http_utf8(message, used)) return;       /* the network lets nothing else through */
    say(page, message, used);
    if (who >= 'a' && who <= 'z') settle(page);
}

static void end(struct course *course)
{
    struct page owner = { .client = table_host_connect(host) };
    char        text[128];

    for (int i = 0; i < PAGES; i++) settle(&course->page[i]);
    for (int i = 0; i < PAGES; i++) table_host_leave(host, course->page[i].client);
    snprintf(text, sizeof text, "{\"id\":1,\"delete\":{\"game\":\"%s\"}}", course->game);
    say_text(&owner, text);
    table_host_leave(host, owner.client);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char   memory[16 << 20];
    struct course course = { .game = "" };
    const char   *at = (const char *)bytes + 1, *stop = (const char *)bytes + size;

    if (size < 2) return 0;
    reading = arena_over(memory, sizeof memory);
    begin(&course, bytes[0]);
    for (int lines = 0; at < stop && lines < LINES; lines++) {
        const char *line_end = memchr(at, '\n', (size_t)(stop - at));
        if (!line_end) line_end = stop;
        play_line(&course, at, (size_t)(line_end - at));
        at = line_end + 1;
    }
    end(&course);
    return 0;
}
