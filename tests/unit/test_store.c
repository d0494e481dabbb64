/*
 * test_store.c: what every store must do, written against store.h alone and run for each kind of database; then what is
 * asked of a file in particular.
 *
 * Processes are killed and raced here for real. A child tells its results through a pipe or its status, and never asserts.
 */
#include "store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME = 512, NOW = 1000 };

/* A kind of database: where a new and empty one is to be had, and how it goes away. */
struct kind {
    const char *name;
    void      (*make)(char name[NAME]);
    void      (*drop)(const char *name);
};

struct fixture {
    const struct kind *kind;
    char               name[NAME];
    struct store      *store;
    struct fault       fault;
};

static struct store_line line_of(const char *text)
{
    return (struct store_line){ text, strlen(text) };
}

static struct store *open_migrated(const char *name, struct fault *fault)
{
    struct store *store = store_open(name, true, fault);

    if (store != NULL && store_migrate(store, fault) == STORE_OK) return store;
    fprintf(stderr, "%s: %s\n", fault->file, fault->text);
    store_close(store);
    return NULL;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);

    f->kind = *state;
    f->kind->make(f->name);
    f->store = open_migrated(f->name, &f->fault);
    *state = f;
    return f->store == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    store_close(f->store);
    f->kind->drop(f->name);
    free(f);
    return 0;
}

static void reopen(struct fixture *f)
{
    store_close(f->store);
    f->store = open_migrated(f->name, &f->fault);
    assert_non_null(f->store);
}

/* The result was this one, and it said why; then the fault is cleared. */
static void said(struct fixture *f, enum store_result result, enum store_result expected, const char *part)
{
    assert_int_equal(result, expected);
    assert_true(f->fault.set);
    if (strstr(f->fault.text, part) == NULL) fail_msg("'%s' does not say '%s'", f->fault.text, part);
    f->fault = (struct fault){ 0 };
}

static int64_t new_game(struct fixture *f, const char *header, int64_t time)
{
    int64_t game = 0;
    assert_int_equal(store_create(f->store, line_of(header), NULL, 0, time, &game, &f->fault), STORE_OK);
    assert_true(game > 0);
    return game;
}

static enum store_result append(struct fixture *f, int64_t game, int64_t seq, const char *text)
{
    struct store_line line = line_of(text);
    return store_append(f->store, game, seq, &line, 1, NOW + seq, &f->fault);
}

/* What a load gave, as one text: "0:header|1:text|". */
struct heard {
    char    text[4096];
    size_t  used;
    int64_t last_time;
    int     stop_after;          /* 0: never */
    int     count;
};

static bool hear(void *context, int64_t seq, int64_t time, struct store_line line)
{
    struct heard *heard = context;

    assert_int_equal(line.text[line.length], '\0');
    size_t room = sizeof heard->text - heard->used;
    heard->used += (size_t)snprintf(heard->text + heard->used, room, "%lld:%s|", (long long)seq, line.text);
    heard->last_time = time;
    return ++heard->count != heard->stop_after;
}

static void loads_as(struct fixture *f, int64_t game, int64_t from, const char *expected)
{
    struct heard heard = { 0 };
    assert_int_equal(store_load(f->store, game, from, hear, &heard, &f->fault), STORE_OK);
    assert_string_equal(heard.text, expected);
}

static void a_game_is_created_appended_to_and_loaded(void **state)
{
    struct fixture *f = *state;
    int64_t game = new_game(f, "{\"mestre\":1}", 900);
    struct store_line lines[] = { line_of("{\"n\":2}"), line_of("{\"n\":3}") };

    loads_as(f, game, 0, "0:{\"mestre\":1}|");
    assert_int_equal(append(f, game, 1, "{\"n\":1}"), STORE_OK);
    assert_int_equal(store_append(f->store, game, 2, lines, 2, 1234, &f->fault), STORE_OK);
    reopen(f);
    loads_as(f, game, 0, "0:{\"mestre\":1}|1:{\"n\":1}|2:{\"n\":2}|3:{\"n\":3}|");

    struct store_game found;
    assert_int_equal(store_look(f->store, game, &found, &f->fault), STORE_OK);
    assert_int_equal(found.game, game);
    assert_int_equal(found.created, 900);
    assert_int_equal(found.active, 1234);
    assert_int_equal(found.records, 4);
    assert_int_equal(found.over, 0);
    assert_false(f->fault.set);
}

static void a_load_begins_and_stops_where_it_is_told(void **state)
{
    struct fixture *f = *state;
    int64_t game = new_game(f, "h", NOW);
    struct heard heard = { .stop_after = 2 };

    for (int i = 1; i < 5; i++) assert_int_equal(append(f, game, i, "r"), STORE_OK);
    loads_as(f, game, 3, "3:r|4:r|");
    loads_as(f, game, 5, "");
    loads_as(f, game, INT64_MAX, "");
    assert_int_equal(store_load(f->store, game, 1, hear, &heard, &f->fault), STORE_OK);
    assert_string_equal(heard.text, "1:r|2:r|");
    assert_int_equal(heard.last_time, NOW + 2);
    said(f, store_load(f->store, game, -1, hear, &heard, &f->fault), STORE_REFUSED, "-1 is no number");
}

static void a_conflict_says_so_and_changes_nothing(void **state)
{
    struct fixture *f = *state;
    int64_t game = new_game(f, "h", NOW);
    struct store_line two[] = { line_of("x"), line_of("y") };

    assert_int_equal(append(f, game, 1, "first"), STORE_OK);
    said(f, append(f, game, 1, "second"), STORE_CONFLICT, "is number 2, not 1");
    said(f, append(f, game, 3, "with a gap"), STORE_CONFLICT, "is number 2, not 3");
    said(f, store_append(f->store, game, 1, two, 2, NOW, &f->fault), STORE_CONFLICT, "is number 2, not 1");
    said(f, append(f, game, 0, "a second header"), STORE_REFUSED, "0 is no number");
    said(f, store_append(f->store, game, 2, two, 0, NOW, &f->fault), STORE_REFUSED, "must have a line");
    loads_as(f, game, 0, "0:h|1:first|");
    assert_int_equal(append(f, game, 2, "second"), STORE_OK);
}

static void two_stores_see_each_other(void **state)
{
    struct fixture *f = *state;
    struct fixture other = { .kind = f->kind, .store = open_migrated(f->name, &f->fault) };
    int64_t game = new_game(f, "h", NOW);

    assert_non_null(other.store);
    assert_int_equal(append(&other, game, 1, "theirs"), STORE_OK);
    said(f, append(f, game, 1, "ours"), STORE_CONFLICT, "is number 2");
    assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
    assert_int_equal(append(f, game, 2, "ours"), STORE_OK);
    loads_as(f, game, 2, "2:ours|");
    loads_as(&other, game, 2, "");
    assert_int_equal(store_commit(f->store, &f->fault), STORE_OK);
    loads_as(&other, game, 2, "2:ours|");
    store_close(other.store);
}

static void what_is_not_there_is_missing(void **state)
{
    struct fixture *f = *state;
    struct heard heard = { 0 };
    struct store_game found;
    uint8_t hash[STORE_HASH_BYTES] = { 0 };
    int64_t game;
    int32_t seat;

    said(f, append(f, 77, 1, "r"), STORE_MISSING, "no game 77");
    said(f, store_load(f->store, 77, 0, hear, &heard, &f->fault), STORE_MISSING, "no game 77");
    said(f, store_look(f->store, 77, &found, &f->fault), STORE_MISSING, "no game 77");
    said(f, store_finish(f->store, 77, NOW, &f->fault), STORE_MISSING, "no game 77");
    said(f, store_delete(f->store, 77, &f->fault), STORE_MISSING, "no game 77");
    said(f, store_find(f->store, hash, &game, &seat, &f->fault), STORE_MISSING, "no game has this link");
}

static struct store_link link_of(uint8_t byte, int32_t seat)
{
    struct store_link link = { .seat = seat };

    memset(link.hash, byte, sizeof link.hash);
    return link;
}

static void links_open_their_seat(void **state)
{
    struct fixture *f = *state;
    struct store_link links[] = { link_of(0, 0), link_of(0xff, 1), link_of('s', STORE_SPECTATOR) };
    struct store_link taken[] = { link_of('n', 0), link_of('s', 1) };
    struct store_link twice[] = { link_of('n', 0), link_of('n', 1) };
    struct store_link wrong = link_of('n', -2);
    int64_t game = 0;
    int64_t found = 0;
    int32_t seat = 99;

    new_game(f, "another", NOW);
    assert_int_equal(store_create(f->store, line_of("h"), links, 3, NOW, &game, &f->fault), STORE_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(store_find(f->store, links[i].hash, &found, &seat, &f->fault), STORE_OK);
        assert_int_equal(found, game);
        assert_int_equal(seat, links[i].seat);
    }
    said(f, store_create(f->store, line_of("h"), taken, 2, NOW, &found, &f->fault), STORE_CONFLICT, "has one of these links");
    said(f, store_create(f->store, line_of("h"), twice, 2, NOW, &found, &f->fault), STORE_REFUSED, "must not be the same");
    said(f, store_create(f->store, line_of("h"), &wrong, 1, NOW, &found, &f->fault), STORE_REFUSED, "-2 is no seat");
    said(f, store_create(f->store, line_of("h"), links, STORE_LINKS + 1, NOW, &found, &f->fault), STORE_REFUSED,
         "at most 16 links");
    said(f, store_find(f->store, taken[0].hash, &found, &seat, &f->fault), STORE_MISSING, "no game");
}

static void a_game_that_is_over_stays_as_it_is(void **state)
{
    struct fixture *f = *state;
    int64_t game = new_game(f, "h", NOW);
    struct store_game found;

    said(f, store_finish(f->store, game, 0, &f->fault), STORE_REFUSED, "time 0");
    assert_int_equal(store_finish(f->store, game, 5000, &f->fault), STORE_OK);
    said(f, append(f, game, 1, "too late"), STORE_OVER, "is over");
    said(f, store_finish(f->store, game, 6000, &f->fault), STORE_OVER, "is over");
    assert_int_equal(store_look(f->store, game, &found, &f->fault), STORE_OK);
    assert_int_equal(found.over, 5000);
    loads_as(f, game, 0, "0:h|");
}

static void a_deleted_game_leaves_nothing_and_its_number_is_not_used_again(void **state)
{
    struct fixture *f = *state;
    struct store_link link = link_of('d', 0);
    struct store_game found;
    int64_t game = 0;

    assert_int_equal(store_create(f->store, line_of("h"), &link, 1, NOW, &game, &f->fault), STORE_OK);
    assert_int_equal(append(f, game, 1, "r"), STORE_OK);
    assert_int_equal(store_delete(f->store, game, &f->fault), STORE_OK);
    said(f, store_look(f->store, game, &found, &f->fault), STORE_MISSING, "no game");
    said(f, append(f, game, 2, "r"), STORE_MISSING, "no game");
    int64_t before = game;
    assert_int_equal(store_create(f->store, line_of("h"), &link, 1, NOW, &game, &f->fault), STORE_OK);
    assert_true(game > before);
    loads_as(f, game, 0, "0:h|");
}

static void a_batch_holds_many_games_and_a_conflict_spoils_only_its_own(void **state)
{
    struct fixture *f = *state;
    int64_t first = new_game(f, "h", NOW);
    int64_t second = new_game(f, "h", NOW);
    int64_t third = 0;
    struct store_link link = link_of('b', 0);

    assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
    assert_int_equal(append(f, first, 1, "a"), STORE_OK);
    said(f, append(f, second, 2, "b"), STORE_CONFLICT, "is number 1");
    said(f, append(f, first, 2, "\n"), STORE_REFUSED, "control character 10");
    said(f, append(f, 9999, 1, "c"), STORE_MISSING, "no game");
    assert_int_equal(append(f, first, 2, "d"), STORE_OK);
    assert_int_equal(store_create(f->store, line_of("new"), &link, 1, NOW, &third, &f->fault), STORE_OK);
    said(f, store_create(f->store, line_of("new"), &link, 1, NOW, &second, &f->fault), STORE_CONFLICT, "links");
    assert_int_equal(append(f, third, 1, "e"), STORE_OK);
    assert_int_equal(store_finish(f->store, third, NOW, &f->fault), STORE_OK);
    assert_int_equal(store_commit(f->store, &f->fault), STORE_OK);
    reopen(f);
    loads_as(f, first, 0, "0:h|1:a|2:d|");
    loads_as(f, second, 0, "0:h|");
    loads_as(f, third, 0, "0:new|1:e|");
}

static void a_batch_that_is_not_committed_never_was(void **state)
{
    struct fixture *f = *state;
    int64_t game = new_game(f, "h", NOW);

    assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
    assert_int_equal(append(f, game, 1, "a"), STORE_OK);
    store_cancel(f->store);
    loads_as(f, game, 0, "0:h|");
    assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
    assert_int_equal(append(f, game, 1, "b"), STORE_OK);
    reopen(f);
    loads_as(f, game, 0, "0:h|");
    assert_int_equal(append(f, game, 1, "c"), STORE_OK);
    loads_as(f, game, 0, "0:h|1:c|");
}

static bool same_text(void *context, int64_t seq, int64_t time, struct store_line line)
{
    const struct store_line *expected = context;
    (void)time;
    assert_int_equal(line.length, expected[seq].length);
    assert_memory_equal(line.text, expected[seq].text, line.length);
    return true;
}

static void long_and_odd_texts_come_back_as_they_were(void **state)
{
    struct fixture *f = *state;
    char *longest = malloc(STORE_LINE_BYTES);
    const struct store_line lines[] = {
        line_of("\"'; DROP TABLE game; -- %s %n ?1 $1 :a \\ \\u0000"),
        line_of("H\xc3\xa9risson \xe6\xbc\xa2 \xf0\x9f\x8e\xb2 e\xcc\x81"),
        line_of("\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
        { longest, STORE_LINE_BYTES }, line_of("12"), line_of(" "),
    };
    int64_t game = 0;

    memset(longest, 'l', STORE_LINE_BYTES);
    assert_int_equal(store_create(f->store, lines[0], NULL, 0, NOW, &game, &f->fault), STORE_OK);
    assert_int_equal(store_append(f->store, game, 1, lines + 1, 5, NOW, &f->fault), STORE_OK);
    reopen(f);
    assert_int_equal(store_load(f->store, game, 0, same_text, (void *)(uintptr_t)lines, &f->fault), STORE_OK);
    free(longest);
}

static void texts_that_are_no_line_are_refused(void **state)
{
    static const char *const not_utf8[] = {
        "\x80", "\xc3", "a\xe2\x82", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
        "\xff", "\xc3(",
    };
    struct fixture *f = *state;
    int64_t game = new_game(f, "h", NOW);
    char *too_long = malloc(STORE_LINE_BYTES + 1);
    struct store_line nul = { "a\0b", 3 };
    struct store_line over = { too_long, STORE_LINE_BYTES + 1 };

    memset(too_long, 'l', STORE_LINE_BYTES + 1);
    said(f, append(f, game, 1, ""), STORE_REFUSED, "must not be empty");
    said(f, append(f, game, 1, "a\nb"), STORE_REFUSED, "control character 10");
    said(f, store_append(f->store, game, 1, &nul, 1, NOW, &f->fault), STORE_REFUSED, "control character 0");
    said(f, store_append(f->store, game, 1, &over, 1, NOW, &f->fault), STORE_REFUSED, "at most 65536 bytes, not 65537");
    said(f, store_create(f->store, nul, NULL, 0, NOW, &game, &f->fault), STORE_REFUSED, "control character 0");
    for (size_t i = 0; i < sizeof not_utf8 / sizeof *not_utf8; i++) {
        said(f, append(f, game, 1, not_utf8[i]), STORE_REFUSED, "UTF-8");
    }
    loads_as(f, game, 0, "0:h|");
    free(too_long);
}

struct listing {
    int64_t games;
    int64_t last_active;
    bool    good;
};

/* Game g was made at time g, and got a second record at time 100000 + g when g is a multiple of three. */
static bool in_order(void *context, const struct store_game *game)
{
    struct listing *listing = context;
    bool third = game->created % 3 == 0;
    char header[32];
    int length = snprintf(header, sizeof header, "{\"game\":%lld}", (long long)game->created);

    listing->good = listing->good && (listing->games == 0 || game->active < listing->last_active) &&
                    game->active == game->created + (third ? 100000 : 0) && game->records == (third ? 2 : 1) &&
                    game->header.length == (size_t)length && memcmp(header, game->header.text, game->header.length) == 0;
    listing->last_active = game->active;
    listing->games++;
    return true;
}

static void ten_thousand_games_are_listed(void **state)
{
    struct fixture *f = *state;
    struct listing listing = { .good = true };

    for (int64_t i = 1; i <= 10000; i++) {
        struct store_line line = line_of("{}");
        char header[32];
        int64_t game = 0;
        if (i % 1000 == 1) assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
        snprintf(header, sizeof header, "{\"game\":%lld}", (long long)i);
        game = new_game(f, header, i);
        if (i % 3 == 0) assert_int_equal(store_append(f->store, game, 1, &line, 1, 100000 + i, &f->fault), STORE_OK);
        if (i % 1000 == 0) assert_int_equal(store_commit(f->store, &f->fault), STORE_OK);
    }
    assert_int_equal(store_list(f->store, in_order, &listing, &f->fault), STORE_OK);
    assert_int_equal(listing.games, 10000);
    assert_true(listing.good);
}

/* Children. */

struct child {
    pid_t process;
    int   from;                  /* what it tells, as numbers */
};

/* Run work(name, argument, pipe) in a child, whose status it gives. The parent must hold no store then. */
static struct child start(int (*work)(const char *, int64_t, int), const char *name, int64_t argument)
{
    struct child child;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    child.process = fork();
    assert_true(child.process >= 0);
    if (child.process == 0) {
        close(ends[0]);
        _exit(work(name, argument, ends[1]));
    }
    close(ends[1]);
    child.from = ends[0];
    return child;
}

static bool tell_number(int to, int64_t number)
{
    return write(to, &number, sizeof number) == sizeof number;
}

static bool hear_number(struct child *child, int64_t *number)
{
    return read(child->from, number, sizeof *number) == sizeof *number;
}

static int end(struct child *child)
{
    int status;
    close(child->from);
    assert_int_equal(waitpid(child->process, &status, 0), child->process);
    return status;
}

static void text_for(char *text, size_t capacity, int64_t game, int64_t seq)
{
    snprintf(text, capacity, "{\"game\":%lld,\"n\":%lld,\"filling\":\"%0*d\"}", (long long)game, (long long)seq,
             (int)(seq * 37 % 900) + 1, 0);
}

/* Records for the games 1 to 3 in one batch, then one for game 4 alone; each is acknowledged when it is durable. */
static int append_until_killed(const char *name, int64_t unused, int to)
{
    struct fixture f = { .store = open_migrated(name, &f.fault) };
    struct store_game look;
    char text[1024];

    (void)unused;
    if (f.store == NULL || store_look(f.store, 1, &look, &f.fault) != STORE_OK) return 1;
    for (int64_t seq = look.records;; seq++) {
        if (store_begin(f.store, &f.fault) != STORE_OK) return 2;
        for (int64_t game = 1; game <= 3; game++) {
            text_for(text, sizeof text, game, seq);
            if (append(&f, game, seq, text) != STORE_OK) return 3;
        }
        if (store_commit(f.store, &f.fault) != STORE_OK || !tell_number(to, seq)) return 4;
        if (store_look(f.store, 4, &look, &f.fault) != STORE_OK) return 5;
        text_for(text, sizeof text, 4, look.records);
        if (append(&f, 4, look.records, text) != STORE_OK || !tell_number(to, -look.records)) return 6;
    }
}

static bool as_written(void *context, int64_t seq, int64_t time, struct store_line line)
{
    int64_t *game_and_next = context;
    char text[1024] = "h";

    assert_int_equal(seq, game_and_next[1]);
    if (seq > 0) {
        text_for(text, sizeof text, game_and_next[0], seq);
        assert_int_equal(time, NOW + seq);
    }
    assert_string_equal(line.text, text);
    game_and_next[1]++;
    return true;
}

/* How many records a game has, each of them checked. */
static int64_t checked_records(struct fixture *f, int64_t game)
{
    int64_t game_and_next[] = { game, 0 };
    assert_int_equal(store_load(f->store, game, 0, as_written, game_and_next, &f->fault), STORE_OK);
    return game_and_next[1];
}

static void nothing_acknowledged_is_lost_by_kill(void **state)
{
    struct fixture *f = *state;
    int64_t in_batch = 0;
    int64_t alone = 0;

    for (int i = 1; i <= 4; i++) assert_int_equal(new_game(f, "h", NOW), i);
    for (int round = 0; round < 20; round++) {
        store_close(f->store);
        f->store = NULL;
        struct child child = start(append_until_killed, f->name, 0);
        int64_t number;
        for (int i = 0; i < 1 + round * 5; i++) {
            assert_true(hear_number(&child, &number));
            if (number > 0) in_batch = number;
            else alone = -number;
        }
        kill(child.process, SIGKILL);
        while (hear_number(&child, &number)) {
            if (number > 0) in_batch = number;
            else alone = -number;
        }
        assert_true(WIFSIGNALED(end(&child)));
        f->store = open_migrated(f->name, &f->fault);
        assert_non_null(f->store);
        int64_t records = checked_records(f, 1);
        assert_in_range(records, in_batch + 1, in_batch + 2);
        for (int64_t game = 2; game <= 3; game++) assert_int_equal(checked_records(f, game), records);
        assert_in_range(checked_records(f, 4), alone + 1, alone + 2);
    }
    assert_true(in_batch > 20 && alone > 20);
}

enum { RACERS = 3, RACE_LENGTH = 200 };

/* Try to be the first for each number of game 1; tell how many were won. */
static int race(const char *name, int64_t racer, int to)
{
    struct fixture f = { .store = open_migrated(name, &f.fault) };
    char text[32];
    int64_t won = 0;

    if (f.store == NULL) return 1;
    snprintf(text, sizeof text, "racer %lld", (long long)racer);
    for (int64_t seq = 1; seq <= RACE_LENGTH; seq++) {
        enum store_result result = append(&f, 1, seq, text);
        if (result != STORE_OK && result != STORE_CONFLICT) return 2;
        if (result == STORE_OK && !tell_number(to, seq)) return 3;
        won += result == STORE_OK;
    }
    store_close(f.store);
    return tell_number(to, -won) ? 0 : 4;
}

static bool note_winner(void *context, int64_t seq, int64_t time, struct store_line line)
{
    int *winner = context;
    (void)time;
    if (seq > 0) winner[seq] = line.text[strlen("racer ")] - '0';
    return true;
}

static void exactly_one_process_wins_each_number(void **state)
{
    struct fixture *f = *state;
    struct child racers[RACERS];
    int winner[RACE_LENGTH + 1];
    int64_t claims = 0;

    assert_int_equal(new_game(f, "h", NOW), 1);
    store_close(f->store);
    for (int i = 0; i < RACERS; i++) racers[i] = start(race, f->name, i);
    f->store = open_migrated(f->name, &f->fault);
    memset(winner, -1, sizeof winner);
    int64_t claimed[RACERS][RACE_LENGTH + 1] = { 0 };
    for (int i = 0; i < RACERS; i++) {
        int64_t number;
        while (hear_number(&racers[i], &number) && number > 0) claimed[i][number] = ++claims;
        assert_int_equal(end(&racers[i]), 0);
    }
    assert_int_equal(claims, RACE_LENGTH);
    assert_int_equal(store_load(f->store, 1, 0, note_winner, winner, &f->fault), STORE_OK);
    for (int seq = 1; seq <= RACE_LENGTH; seq++) {
        for (int i = 0; i < RACERS; i++) assert_int_equal(claimed[i][seq] != 0, winner[seq] == i);
    }
}

static void a_new_store_wants_to_be_migrated_first(void **state)
{
    struct fixture *f = *state;
    struct heard heard = { 0 };
    int64_t game = 0;

    store_close(f->store);
    f->kind->drop(f->name);
    f->kind->make(f->name);
    f->store = store_open(f->name, true, &f->fault);
    assert_non_null(f->store);
    assert_int_equal(store_format(f->store), 0);
    said(f, store_create(f->store, line_of("h"), NULL, 0, NOW, &game, &f->fault), STORE_REFUSED, "has format 0");
    said(f, store_load(f->store, 1, 0, hear, &heard, &f->fault), STORE_REFUSED, "has format 0");
    said(f, store_begin(f->store, &f->fault), STORE_REFUSED, "has format 0");
    assert_int_equal(store_migrate(f->store, &f->fault), STORE_OK);
    assert_int_equal(store_migrate(f->store, &f->fault), STORE_OK);
    assert_int_equal(store_format(f->store), STORE_FORMAT);
    new_game(f, "h", NOW);
}

/* Files. */

static void make_folder(char name[NAME])
{
    const char *place = getenv("TMPDIR");

    snprintf(name, NAME, "%.400s/mestre-store-XXXXXX", place != NULL ? place : P_tmpdir);
    assert_non_null(mkdtemp(name));
    strcat(name, "/games.db");
}

static void drop_folder(const char *name)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-journal" };
    char path[NAME + 16];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s%s", name, endings[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s", name);
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

struct bytes {
    unsigned char *at;
    size_t         length;
};

static struct bytes read_all(const char *path)
{
    struct stat about;
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &about), 0);
    struct bytes bytes = { malloc((size_t)about.st_size + 1), (size_t)about.st_size };
    assert_int_equal(fread(bytes.at, 1, bytes.length, file), bytes.length);
    fclose(file);
    return bytes;
}

static void write_all(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* A file with these bytes is refused with these words, and has the same bytes afterwards. */
static void refused_as_it_is(struct fixture *f, const void *bytes, size_t length, const char *part)
{
    write_all(f->name, bytes, length);
    assert_null(store_open(f->name, true, &f->fault));
    said(f, STORE_FAILED, STORE_FAILED, part);
    struct bytes after = read_all(f->name);
    assert_int_equal(after.length, length);
    assert_memory_equal(after.at, bytes, length);
    free(after.at);
}

/* A closed store of some pages, in memory. */
static struct bytes stored_games(struct fixture *f)
{
    char text[1024];
    int64_t game = new_game(f, "h", NOW);

    assert_int_equal(store_begin(f->store, &f->fault), STORE_OK);
    for (int64_t seq = 1; seq <= 200; seq++) {
        text_for(text, sizeof text, game, seq);
        assert_int_equal(append(f, game, seq, text), STORE_OK);
    }
    assert_int_equal(store_commit(f->store, &f->fault), STORE_OK);
    store_close(f->store);
    f->store = NULL;
    return read_all(f->name);
}

static void foreign_files_are_refused_and_left_alone(void **state)
{
    struct fixture *f = *state;
    struct bytes good = stored_games(f);

    refused_as_it_is(f, "not", 3, "no store of games");
    char text[5000];
    memset(text, 'x', sizeof text);
    refused_as_it_is(f, text, sizeof text, "no store of games");
    memset(good.at + 68, 0, 4);                              /* SQLite's application_id */
    refused_as_it_is(f, good.at, good.length, "of another program");
    free(good.at);
}

static void damaged_files_are_refused_and_left_alone(void **state)
{
    struct fixture *f = *state;
    struct bytes good = stored_games(f);
    unsigned char *copy = malloc(good.length);

    assert_true(good.length > 20 * 4096);
    refused_as_it_is(f, good.at, good.length / 2 / 4096 * 4096, "damaged");
    refused_as_it_is(f, good.at, good.length / 2 + 1000, "damaged");
    memcpy(copy, good.at, good.length);
    memset(copy + 100, 0xa5, 3000);                          /* the list of tables */
    refused_as_it_is(f, copy, good.length, "damaged");
    memcpy(copy, good.at, good.length);
    memset(copy + good.length / 2, 0xa5, 8192);              /* records */
    refused_as_it_is(f, copy, good.length, "damaged");
    write_all(f->name, good.at, good.length);
    f->store = open_migrated(f->name, &f->fault);
    assert_int_equal(checked_records(f, 1), 201);
    free(copy);
    free(good.at);
}

static void a_newer_format_is_refused_and_left_alone(void **state)
{
    struct fixture *f = *state;
    struct bytes good = stored_games(f);

    good.at[63] = STORE_FORMAT + 1;                          /* SQLite's user_version */
    refused_as_it_is(f, good.at, good.length, "has format 2; this program knows no more than 1");
    free(good.at);
}

static void what_is_no_file_is_refused(void **state)
{
    struct fixture *f = *state;
    char path[NAME + 32];

    assert_null(store_open("", true, &f->fault));
    said(f, STORE_FAILED, STORE_FAILED, "must be a file");
    assert_null(store_open(":memory:", true, &f->fault));
    said(f, STORE_FAILED, STORE_FAILED, "must be a file");
    snprintf(path, sizeof path, "%s", f->name);
    *strrchr(path, '/') = '\0';
    assert_null(store_open(path, true, &f->fault));
    said(f, STORE_FAILED, STORE_FAILED, "must be a file");
    strcat(path, "/absent/games.db");
    assert_null(store_open(path, true, &f->fault));
    said(f, STORE_FAILED, STORE_FAILED, "No such file");
    assert_null(store_open("postgresql://user:secret@host/games", true, &f->fault));
    assert_null(strstr(f->fault.file, "secret"));
    said(f, STORE_FAILED, STORE_FAILED, "no database by address");
}

static void only_its_owner_may_read_it(void **state)
{
    static const char *const endings[] = { "", "-wal", "-shm" };
    struct fixture *f = *state;
    char path[NAME + 8];
    struct stat about;

    new_game(f, "h", NOW);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", f->name, endings[i]);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode & 0777, 0600);
    }
}

/* Append until the disk takes no more, tell the next number, see that it is a failure and not a conflict, and go on with room. */
static int fill_the_disk(const char *name, int64_t unused, int to)
{
    struct fixture f = { .store = open_migrated(name, &f.fault) };
    struct rlimit limit;
    char text[1024];
    int64_t seq = 1;
    enum store_result result;

    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    if (f.store == NULL || getrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
    struct rlimit small = { .rlim_cur = 400000, .rlim_max = limit.rlim_max };
    if (setrlimit(RLIMIT_FSIZE, &small) != 0) return 2;
    do {
        text_for(text, sizeof text, 1, seq);
        if (store_begin(f.store, &f.fault) != STORE_OK) return 3;
        result = append(&f, 1, seq, text);
        enum store_result committed = store_commit(f.store, &f.fault);
        if (result == STORE_OK) result = committed;
    } while (result == STORE_OK && ++seq < 100000);
    if (result != STORE_FAILED || !f.fault.set || !tell_number(to, seq)) return 4;
    f.fault = (struct fault){ 0 };
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 5;
    if (append(&f, 1, seq, text) != STORE_OK) return 6;
    store_close(f.store);
    return 0;
}

static void a_full_disk_is_a_failure_and_not_the_end(void **state)
{
    struct fixture *f = *state;
    int64_t full = 0;

    assert_int_equal(new_game(f, "h", NOW), 1);
    store_close(f->store);
    struct child child = start(fill_the_disk, f->name, 0);
    assert_true(hear_number(&child, &full));
    assert_int_equal(end(&child), 0);
    f->store = open_migrated(f->name, &f->fault);
    assert_non_null(f->store);
    assert_true(full > 10);
    assert_int_equal(checked_records(f, 1), full + 1);
}

#define CASE(function) { #function, function, set_up, tear_down, NULL }

static int run_conformance(const struct kind *kind)
{
    struct CMUnitTest tests[] = {
        CASE(a_game_is_created_appended_to_and_loaded),
        CASE(a_load_begins_and_stops_where_it_is_told),
        CASE(a_conflict_says_so_and_changes_nothing),
        CASE(two_stores_see_each_other),
        CASE(what_is_not_there_is_missing),
        CASE(links_open_their_seat),
        CASE(a_game_that_is_over_stays_as_it_is),
        CASE(a_deleted_game_leaves_nothing_and_its_number_is_not_used_again),
        CASE(a_batch_holds_many_games_and_a_conflict_spoils_only_its_own),
        CASE(a_batch_that_is_not_committed_never_was),
        CASE(long_and_odd_texts_come_back_as_they_were),
        CASE(texts_that_are_no_line_are_refused),
        CASE(ten_thousand_games_are_listed),
        CASE(nothing_acknowledged_is_lost_by_kill),
        CASE(exactly_one_process_wins_each_number),
        CASE(a_new_store_wants_to_be_migrated_first),
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tests[i].initial_state = (void *)(uintptr_t)kind;
    return cmocka_run_group_tests_name(kind->name, tests, NULL, NULL);
}

static int run_files(const struct kind *kind)
{
    struct CMUnitTest tests[] = {
        CASE(foreign_files_are_refused_and_left_alone),
        CASE(damaged_files_are_refused_and_left_alone),
        CASE(a_newer_format_is_refused_and_left_alone),
        CASE(what_is_no_file_is_refused),
        CASE(only_its_owner_may_read_it),
        CASE(a_full_disk_is_a_failure_and_not_the_end),
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) tests[i].initial_state = (void *)(uintptr_t)kind;
    return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}

int main(void)
{
    static const struct kind kinds[] = {
        { "SQLite", make_folder, drop_folder },
    };
    int failures = run_files(&kinds[0]);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) failures += run_conformance(&kinds[i]);
    return failures;
}
