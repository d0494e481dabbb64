/*
 * test_rooms.c DATA: what a room does when things go wrong that no page can bring about: bugs of the rules and of computer players, a store that neither
 * writes nor reads, damaged records, and moments between two messages.
 */
#include "pages.h"

#include "must.h"
#include "state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* As the program guards itself. */
static _Thread_local struct guard {
    jmp_buf       place;
    struct fault *fault;
} *guard;

_Noreturn void must_failed(const char *what, const char *file, int line)
{
    if (guard) {
        fault_say(guard->fault, file, line, "must(%s) failed", what);
        longjmp(guard->place, 1);
    }
    fprintf(stderr, "%s:%d: must(%s) failed\n", file, line, what);
    abort();
}

bool host_guard(void (*run)(void *context), void *context, struct fault *fault)
{
    struct guard here = { .fault = fault };

    guard = &here;
    if (!setjmp(here.place)) run(context);
    guard = NULL;
    return !fault->set;
}

static const char *data;

static void assert_plays(struct game_table *table)
{
    assert_has(answer(table->page[0], say(table->page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[{\"do\":\"order\",\"unit\":\"A1\","
                                                          "\"choice\":\"march\"}]}}")), "\"decided\"");
}

/* A match of our own whose rules fail. */
static struct ruleset buggy;

static void fail_to_mask(const struct match *match, struct state *state, seat_id seat)
{
    (void)match, (void)seat;
    must(!state);
}

static struct match *buggy_match(const struct match *match)
{
    size_t        size = ruleset_of(match)->match_size;
    struct match *copy = malloc(size);

    assert_non_null(copy);
    memcpy((void *)copy, (const void *)match, size);
    buggy = *ruleset_of(match);
    buggy.mask = fail_to_mask;
    ((struct match_head *)(void *)copy)->ruleset = &buggy;
    return copy;
}

static void a_bug_of_the_rules_ends_one_game_and_tells_its_pages(void **unused)
{
    struct game_table   other = make_game("fair", "person"), table = make_game("fair", "person");
    struct room        *room = newest_room();
    const struct match *match = room->is.table.match;
    struct match       *broken = buggy_match(match);
    struct net_client  *again;
    int                 id;

    (void)unused;
    room->is.table.match = broken;
    id = say(table.page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[{\"do\":\"order\",\"unit\":\"A1\",\"choice\":\"march\"}]}}");
    assert_has(answer(table.page[0], id), "\"error\":{\"code\":\"broken\"");
    for (int i = 0; i < 3; i++) await(table.page[i], "{\"trouble\":{\"channel\":1,\"code\":\"broken\"");
    assert_has(answer(table.page[1], say(table.page[1], "\"chat\":{\"channel\":1,\"text\":\"?\"}}")), "\"error\":{\"code\":\"broken\"");
    room->is.table.match = match;
    assert_plays(&other);

    /* Nothing of the broken step was kept: once everybody has gone, the game is where it was. */
    leave_all(&table);
    again = sit(table.link[0]);
    await(again, "\"n\":0");
    table_host_leave(host, again);
    leave_all(&other);
    free(broken);
}

static bool fail_to_choose(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    (void)player, (void)thinking, (void)seat, (void)d;
    must(!view);
    return false;
}

static bool choose_nonsense(const struct player *player, struct thinking *thinking, const struct state *view, seat_id seat, struct decision *d)
{
    (void)player, (void)thinking, (void)view, (void)seat;
    *d = (struct decision){ .kind = 0 };
    return true;
}

static void a_bug_of_a_computer_player_ends_one_game(void **unused)
{
    static const struct player silly[] = { { .name = "silly", .choose = fail_to_choose }, { .name = "sillier", .choose = choose_nonsense } };

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct game_table table = make_game("fair", "person");
        struct room      *room = newest_room();
        room->is.table.player[1] = &silly[i];
        say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"your turn\"}}");
        for (int page = 0; page < 3; page++) await(table.page[page], "{\"trouble\":{\"channel\":1,\"code\":\"broken\"");
        leave_all(&table);
    }
}

/* After a failed write the room reads again. When that fails too it must neither try for ever nor leave its pages in the dark. */
static void a_store_that_neither_writes_nor_reads(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct net_client *again;
    int               before, id;

    (void)unused;
    while (table_host_pump(host, 100)) continue;
    before = host->loads;
    host->no_writes = host->no_reads = true;
    id = say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"lost\"}}");
    assert_has(answer(table.page[0], id), "\"error\":{\"code\":\"failed\"");
    for (int i = 0; i < 50 && !client_code(table.page[1]); i++) table_host_pump(host, 100);
    for (int i = 0; i < 3; i++) assert_int_equal(client_code(table.page[i]), 1011);
    assert_int_equal(host->loads - before, 1);
    leave_all(&table);
    again = table_host_connect(host);
    id = say(again, "\"open\":{\"link\":\"%s\",\"from\":0}}", table.link[0]);
    assert_has(answer(again, id), "\"error\":{\"code\":\"failed\"");
    host->no_writes = host->no_reads = false;
    table_host_leave(host, again);
    again = sit(table.link[0]);
    await(again, "\"n\":0");
    table_host_leave(host, again);
}

/* A record as another program might have left it, behind those that are there. */
struct scribble {
    struct store_job job;
    bool             done;
};

static void on_scribbled(struct mail *mail)
{
    struct scribble *scribble = (struct scribble *)mail;

    assert_int_equal(scribble->job.result, STORE_OK);
    scribble->done = true;
}

static void append(int64_t game, int64_t seq, const char *line)
{
    struct scribble scribble = { .job = { .mail = { .deliver = on_scribbled }, .kind = JOB_APPEND, .game = game, .seq = seq, .time = 1 } };

    assert_true(store_job_add(&scribble.job, line, strlen(line)));
    store_thread_run(host->hosting.rooms.store, &scribble.job);
    while (!scribble.done) assert_true(table_host_pump(host, HOST_WAIT));
    store_job_clear(&scribble.job);
}

static void damaged_records_and_those_of_other_versions(void **unused)
{
    static const char *const lines[] = {
        "nonsense", "{\"chat\":\"A\"}", "{\"seed\":\"Q\",\"text\":\"x\"}", "{\"n\":7,\"seat\":\"A\",\"do\":\"order\",\"unit\":\"A1\",\"choice\":\"march\",\"hash\":\"0000000000000000\"}",
        "{\"mestre\":1,\"ruleset\":\"sample\",\"version\":99,\"scenario\":\"meadow\",\"options\":{\"turns\":6,\"brace\":1},\"hash\":\"0000000000000000\"}",
        "{\"mestre\":2}", "{\"stand_in\":\"Q\",\"player\":\"greedy\",\"sits\":false}", "{\"stand_in\":\"A\",\"player\":\"nobody\",\"sits\":false}",
        "{\"stand_in\":\"A\",\"player\":\"person\",\"sits\":true}", "{\"stand_in\":\"A\",\"player\":\"greedy\"}",
    };

    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct game_table  other = make_game("fair", "person"), table = make_game("typed", "person");
        struct room       *room = newest_room();
        struct net_client *again = table_host_connect(host);
        int                id;

        append(room->id, room->is.records, lines[i]);
        room_sleep(room);
        rooms_used(room);
        id = say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"awake?\"}}");
        assert_has(answer(table.page[0], id), "\"error\":{\"code\":\"broken\",\"text\":\"the records of this game cannot be read");
        await(table.page[1], "{\"trouble\":{\"channel\":1,\"code\":\"broken\"");
        leave_all(&table);
        id = say(again, "\"open\":{\"link\":\"%s\",\"from\":0}}", table.link[1]);
        assert_has(answer(again, id), "\"error\":{\"code\":\"broken\"");
        table_host_leave(host, again);
        assert_plays(&other);
        leave_all(&other);
    }
}

/* The player who is to throw leaves while somebody's chat is being written. */
static void the_thrower_leaves_while_something_is_written(void **unused)
{
    struct game_table table = make_game("typed", "person");
    int               id = say(table.page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[" ORDERS("A") "]}}");

    (void)unused;
    assert_has(answer(table.page[0], id), "\"decided\"");
    id = say(table.page[1], "\"decide\":{\"channel\":1,\"n\":3,\"decisions\":[" ORDERS("B") "]}}");
    assert_has(answer(table.page[1], id), "\"done\"");
    await(table.page[0], "\"you\":false");
    say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"throw!\"}}");
    table_host_leave(host, table.page[1]);
    await(table.page[0], "{\"needs\":{\"channel\":1,\"count\":0}}");
    table.page[1] = sit(table.link[1]);
    await(table.page[1], "\"n\":3");
    id = say(table.page[1], "\"decide\":{\"channel\":1,\"n\":3,\"decisions\":[" ORDERS("B") "]}}");
    assert_has(answer(table.page[1], id), "\"done\"");
    leave_all(&table);
}

/* A computer player's dice are a person's to throw; the answer must count in the person's numbers, not in those of the seat that decides. */
static void an_answer_counts_in_the_numbers_of_whoever_asked(void **unused)
{
    struct game_table table = make_game("typed", "person");
    struct room      *room = newest_room();

    (void)unused;
    answer(table.page[0], say(table.page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[" ORDERS("A") "]}}"));
    answer(table.page[1], say(table.page[1], "\"decide\":{\"channel\":1,\"n\":3,\"decisions\":[" ORDERS("B") "]}}"));
    room->pending->thrower = 0;
    room->is.witness.n[1] = 700;
    assert_has(answer(table.page[0], say(table.page[0], "\"dice\":{\"channel\":1,\"faces\":[4,4]}}")), "\"done\"");
    assert_has(answer(table.page[0], say(table.page[0], "\"dice\":{\"channel\":1,\"faces\":[6,2]}}")), "\"decided\":{\"channel\":1,\"n\":6,");
    await(table.page[1], "\"n\":703");
    leave_all(&table);
}

static void a_game_has_an_end_of_records(void **unused)
{
    struct game_table table = make_game("fair", "person");

    (void)unused;
    newest_room()->is.records = 20000;
    assert_has(answer(table.page[0], say(table.page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[" ORDERS("A") "]}}")), "\"too_many\"");
    assert_has(answer(table.page[0], say(table.page[0], "\"undo\":{\"channel\":1,\"n\":0}}")), "\"too_many\"");
    assert_has(answer(table.page[0], say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"x\"}}")), "\"too_many\"");
    leave_all(&table);
}

/* The practice game, but a plan may be changed at will and is given by "pass", which nobody else notices. */
static struct ruleset      planner;
static struct phase        planning;
static const struct phase *planner_phases[16];

static bool is_pass(const struct decision *d)
{
    return !strcmp(planner.kinds[d->kind].name, "pass");
}

static rule_id refuse_planning(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why)
{
    (void)s;
    if (is_pass(d)) return 0;
    return strcmp(planner.kinds[d->kind].name, "order") || match_head(m)->piece[d->unit].seat != seat ? refuse_with(why, planning.rule, 0, 0) : 0;
}

static void take_planning(struct play *p, seat_id seat, const struct decision *d)
{
    char *unit = (char *)p->state + planner.unit_offset + (size_t)d->unit * planner.unit_size;

    if (is_pass(d)) return;
    for (int i = 0; i < planner.unit_field_count; i++)
        if (!strcmp(planner.unit_fields[i].name, "order")) field_set(&planner.unit_fields[i], unit, 1 + d->choice);
    ask(p, SEAT_BIT(seat));
}

/* Whether the other still plans is his own affair. */
static void (*mask_cards)(const struct match *m, struct state *s, seat_id seat);

static void mask_planning(const struct match *m, struct state *s, seat_id seat)
{
    struct flow *flow = flow_of(s);

    mask_cards(m, s, seat);
    if (!flow->over) flow_top(flow)->asked &= seat == SPECTATOR ? 0 : SEAT_BIT(seat);
}

static struct match *planner_match(const struct match *match)
{
    size_t        size = ruleset_of(match)->match_size;
    struct match *copy = malloc(size);

    assert_non_null(copy);
    memcpy((void *)copy, (const void *)match, size);
    planner = *ruleset_of(match);
    for (int i = 0; i < planner.phase_count; i++) {
        planner_phases[i] = planner.phases[i];
        if (strcmp(planner.phases[i]->name, "plan")) continue;
        planning = *planner.phases[i];
        planning.refuse = refuse_planning;
        planning.take = take_planning;
        planner_phases[i] = &planning;
    }
    planner.phases = planner_phases;
    mask_cards = planner.mask;
    planner.mask = mask_planning;
    ((struct match_head *)(void *)copy)->ruleset = &planner;
    return copy;
}

/* A list of `count` decisions: the same piece is told one thing and then the other; `behind` ends it. */
static int give_plan(struct net_client *client, int count, const char *behind)
{
    static char text[NET_MESSAGE_BYTES];
    struct out  out = out_over(text, sizeof text);

    out_format(&out, "{\"id\":%d,\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[", ++number);
    for (int i = 1; i < count; i++)
        out_format(&out, "{\"do\":\"order\",\"unit\":\"A1\",\"choice\":\"%s\"},", i % 2 ? "march" : "hold");
    out_format(&out, "%s]}}", behind);
    assert_false(out.full);
    table_host_say(host, client, text, out.used);
    return number;
}

/* The update of that number among what a page was told. */
static const char *update_of(struct net_client *client, int n)
{
    char part[48];

    snprintf(part, sizeof part, "{\"update\":{\"channel\":1,\"n\":%d,", n);
    return await(client, part);
}

static void a_long_plan_is_taken_as_a_whole(void **unused)
{
    struct game_table   table = make_game("fair", "person");
    struct room        *room = newest_room();
    const struct match *match = room->is.table.match;
    struct match       *plans = planner_match(match);
    struct net_client  *page = table.page[0];
    int64_t             records = room->is.records;

    (void)unused;
    room->is.table.match = plans;
    assert_has(answer(page, give_plan(page, MOVE_DECISIONS + 1, "{\"do\":\"pass\"}")), "\"malformed\"");
    assert_has(answer(page, give_plan(page, MOVE_DECISIONS, "{\"do\":\"order\",\"unit\":\"B1\",\"choice\":\"hold\"}")), "\"at\":511");
    assert_int_equal(room->is.records, records);
    assert_has(answer(page, give_plan(page, MOVE_DECISIONS, "{\"do\":\"pass\"}")), "\"n\":512,\"taken\":512");
    assert_int_equal(room->is.records, records + MOVE_DECISIONS);
    for (int n = 1; n <= MOVE_DECISIONS; n++)                /* the planner needs the states of the last ones alone */
        assert_int_equal(strstr(update_of(page, n), "\"state\":\"") != NULL, n > MOVE_DECISIONS - WHOLE_UPDATES);
    assert_has(update_of(table.page[1], 1), "\"state\":\"");  /* the card of A1; that the plan was given nobody else notices */
    assert_int_equal(room->is.witness.n[SEAT_B], 1);
    assert_int_equal(room->is.witness.n[SPECTATOR], 1);
    assert_int_equal(room->is.witness.asked[SEAT_A], 0);
    assert_int_equal(room->is.witness.asked[SEAT_B], SEAT_BIT(SEAT_B));
    assert_int_equal(room->is.witness.asked[SPECTATOR], 0);
    room->is.table.match = match;
    leave_all(&table);
    free(plans);
}

/* Somebody with many pages keeps out only pages of the same seat. */
static void a_seat_has_an_end_of_pages(void **unused)
{
    struct game_table  table = make_game("fair", "person");
    struct net_client *many[3];
    int                id = 0;

    (void)unused;
    for (int i = 0; i < 3; i++) {
        many[i] = table_host_connect(host);
        for (int j = 0; j < 16 && i * 16 + j < 32; j++) {
            id = say(many[i], "\"open\":{\"link\":\"%s\",\"from\":0}}", table.link[0]);
            answer(many[i], id);
            while (table_host_pump(host, 20)) continue;
        }
    }
    assert_has(answer(many[1], id), "\"too_many\"");
    table_host_leave(host, table.page[1]);
    table.page[1] = sit(table.link[1]);
    for (int i = 0; i < 3; i++) table_host_leave(host, many[i]);
    leave_all(&table);
}

/* Keeps the readers busy for as long as the test wants. */
struct stopper {
    struct work work;
    atomic_bool ended;
};

static void wait_for_test(struct work *work, struct bench *bench)
{
    (void)bench;
    while (!((struct stopper *)work)->ended) usleep(1000);
}

static void on_stopped(struct mail *mail) { (void)mail; }

/* A channel that is closed at once must not leave an endless queue of histories behind. */
static void histories_of_closed_channels_count(void **unused)
{
    struct game_table  table = make_game("fair", "person");
    struct net_client *page = table_host_connect(host);
    struct stopper     stopper = { .work = { .run = wait_for_test, .mail = { .deliver = on_stopped } } };
    int                opened = 0;

    (void)unused;
    while (table_host_pump(host, 100)) continue;
    workers_run(host->hosting.rooms.readers, &stopper.work);
    for (int i = 1; i <= 30; i++) {
        if (!strstr(answer(page, say(page, "\"open\":{\"link\":\"%s\",\"from\":0}}", table.link[0])), "\"opened\"")) break;
        opened++;
        while (table_host_pump(host, 20)) continue;
        answer(page, say(page, "\"close\":{\"channel\":%d}}", i));
    }
    assert_int_equal(opened, 16);
    stopper.ended = true;
    while (table_host_pump(host, 200)) continue;
    assert_has(answer(page, say(page, "\"open\":{\"link\":\"%s\",\"from\":0}}", table.link[0])), "\"opened\"");
    table_host_leave(host, page);
    leave_all(&table);
}

static void a_deleted_game_is_told(void **unused)
{
    struct game_table table = make_game("fair", "greedy");
    int               id = say(table.page[0], "\"delete\":{\"game\":\"%s\"}}", table.game);

    (void)unused;
    assert_has(answer(table.page[0], id), "\"done\"");
    for (int i = 0; i < 3; i += 2) await(table.page[i], "{\"trouble\":{\"channel\":1,\"code\":\"unknown_link\"");
    leave_all(&table);
    while (table_host_pump(host, 200)) continue;
    assert_null(newest_room());
}

/* Whatever is under way when the host ends, nothing is touched that is gone. */
static void an_end_with_work_in_flight(void **unused)
{
    struct game_table tables[8];

    (void)unused;
    for (int i = 0; i < 8; i++) {
        tables[i] = make_game("fair", i % 2 ? "greedy" : "person");
        if (i > 5) room_sleep(newest_room());
        host->no_writes = i == 3;
        say(tables[i].page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[" ORDERS("A") "]}}");
        say(tables[i].page[2], "\"open\":{\"link\":\"%s\",\"from\":0}}", tables[i].link[2]);
        say(tables[i].page[2], "\"chat\":{\"channel\":1,\"text\":\"x\"}}");
        if (i == 3) table_host_pump(host, 100);
        host->no_writes = false;
    }
    say(tables[0].page[0], "\"delete\":{\"game\":\"%s\"}}", tables[1].game);
    say(tables[0].page[0], "\"list\":{}}");
    say(tables[0].page[0], "\"create\":{\"ruleset\":\"sample\",\"scenario\":\"meadow\",\"players\":{\"A\":\"person\",\"B\":\"person\"},\"mode\":\"link\"}}");
    host->hosting.rooms.closing = true;
    for (int i = 0; i < 8; i++) leave_all(&tables[i]);
    table_host_close(host);
    host = table_host_open(data, true);
}

static int open_host(void **unused)
{
    (void)unused;
    host = table_host_open(data, true);
    return 0;
}

static int close_host(void **unused)
{
    (void)unused;
    table_host_close(host);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_bug_of_the_rules_ends_one_game_and_tells_its_pages, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_bug_of_a_computer_player_ends_one_game, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_store_that_neither_writes_nor_reads, open_host, close_host),
        cmocka_unit_test_setup_teardown(damaged_records_and_those_of_other_versions, open_host, close_host),
        cmocka_unit_test_setup_teardown(the_thrower_leaves_while_something_is_written, open_host, close_host),
        cmocka_unit_test_setup_teardown(an_answer_counts_in_the_numbers_of_whoever_asked, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_game_has_an_end_of_records, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_long_plan_is_taken_as_a_whole, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_seat_has_an_end_of_pages, open_host, close_host),
        cmocka_unit_test_setup_teardown(histories_of_closed_channels_count, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_deleted_game_is_told, open_host, close_host),
        cmocka_unit_test_setup_teardown(an_end_with_work_in_flight, open_host, close_host),
    };

    data = argc > 1 ? argv[1] : "data";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
