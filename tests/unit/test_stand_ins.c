/*
 * test_stand_ins.c DATA: a computer player plays for a person who is away: only by his leave, only while he is away or when he says so himself, and he
 * has his seat back at once. Whatever was acknowledged is in the records.
 */
#include "pages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *data;

bool host_guard(void (*run)(void *context), void *context, struct fault *fault)
{
    run(context);
    return !fault->set;
}

/* Requests of a page on its channel 1, with their answers. */
static const char *allow(struct net_client *page, const char *player)
{
    return answer(page, say(page, "\"stand_in\":{\"channel\":1,\"player\":\"%s\"}}", player));
}

static const char *call(struct net_client *page, const char *seat)
{
    return answer(page, say(page, "\"take_over\":{\"channel\":1,\"seat\":\"%s\"}}", seat));
}

static const char *take_back(struct net_client *page)
{
    return answer(page, say(page, "\"take_back\":{\"channel\":1}}"));
}

static void settle(void)
{
    while (table_host_pump(host, 100)) continue;
}

/* The second seat has laid all its orders: its thoughts take a while where the machine is busy. */
static void await_orders(const struct room *room)
{
    enum { TRIES = 600 };

    for (int i = 0; i < TRIES && room->is.witness.asked[SEAT_B] != SEAT_BIT(SEAT_A); i++) table_host_pump(host, 100);
    settle();
    assert_int_equal(room->is.witness.asked[SEAT_B], SEAT_BIT(SEAT_A));
}

static void go_away(struct game_table *table, int which)
{
    table_host_leave(host, table->page[which]);
    table->page[which] = NULL;
}

static void only_the_person_allows_it(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();
    int64_t           records;

    (void)unused;
    settle();
    records = room->is.records;
    assert_has(allow(table.page[2], "greedy"), "\"not_yours\"");
    assert_has(allow(table.page[1], "nobody"), "\"malformed\"");
    assert_has(answer(table.page[1], say(table.page[1], "\"stand_in\":{\"channel\":1}}")), "\"malformed\"");
    assert_has(answer(table.page[1], say(table.page[1], "\"stand_in\":{\"channel\":1,\"player\":\"greedy\",\"seat\":\"A\"}}")), "\"malformed\"");
    assert_has(allow(table.page[1], "person"), "\"done\"");          /* as it was: no record of it */
    assert_int_equal(room->is.records, records);
    assert_has(allow(table.page[1], "random"), "\"done\"");
    assert_int_equal(room->is.records, records + 1);
    for (int i = 0; i < 3; i++) await(table.page[i], "{\"stand_ins\":{\"channel\":1,\"seats\":{\"B\":{\"player\":\"random\",\"sits\":false}}}}");
    assert_null(room->is.allowed[SEAT_A]);
    assert_has(allow(table.page[1], "person"), "\"done\"");
    for (int i = 0; i < 3; i++) await(table.page[i], "{\"stand_ins\":{\"channel\":1,\"seats\":{}}}");
    leave_all(&table);
}

static void nobody_is_replaced_without_leave_or_while_he_is_here(void **unused)
{
    struct game_table  table = make_game("fair", "person");
    struct room       *room = newest_room();
    struct net_client *second;
    int64_t            records;

    (void)unused;
    assert_has(call(table.page[0], "B"), "\"no_stand_in\"");
    assert_has(allow(table.page[1], "random"), "\"done\"");
    records = room->is.records;
    assert_has(call(table.page[0], "B"), "\"not_away\"");
    second = sit(table.link[1]);
    host->hosting.rooms.patience = 0;
    go_away(&table, 1);
    assert_has(call(table.page[0], "B"), "\"not_away\"");            /* another of his pages is open */
    host->hosting.rooms.patience = 60000;
    table_host_leave(host, second);
    await(table.page[0], "\"sits\":false,\"wait\":");
    assert_has(call(table.page[0], "B"), "\"not_away\"");            /* he has just gone */
    host->hosting.rooms.patience = 0;
    assert_has(call(table.page[2], "B"), "\"not_yours\"");
    assert_has(call(table.page[0], "C"), "\"malformed\"");
    assert_has(call(table.page[0], "spectator"), "\"malformed\"");
    assert_has(take_back(table.page[2]), "\"not_yours\"");
    assert_has(take_back(table.page[0]), "\"stale\"");
    assert_has(call(table.page[0], "A"), "\"no_stand_in\"");
    assert_int_equal(room->is.records, records);
    assert_null(room->is.witness.sitting[SEAT_B]);
    leave_all(&table);
}

static void the_stand_in_of_one_who_is_away_plays_until_he_is_back(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();

    (void)unused;
    host->hosting.rooms.patience = 0;
    assert_has(allow(table.page[1], "random"), "\"done\"");
    go_away(&table, 1);
    assert_has(call(table.page[0], "B"), "\"done\"");
    await(table.page[2], "{\"stand_ins\":{\"channel\":1,\"seats\":{\"B\":{\"player\":\"random\",\"sits\":true,\"wait\":0}}}}");
    await(table.page[0], "{\"thinking\":{\"channel\":1,\"seat\":\"B\"}}");
    await(table.page[0], "\"by\":\"B\",\"stand_ins\":{\"B\":\"random\"}");
    assert_has(call(table.page[0], "B"), "\"stale\"");
    await_orders(room);

    table.page[1] = sit(table.link[1]);
    await(table.page[1], "\"stand_ins\":{\"B\":{\"player\":\"random\",\"sits\":true}}");
    assert_has(answer(table.page[1], say(table.page[1], "\"decide\":{\"channel\":1,\"n\":%d,\"decisions\":[" ORDERS("B") "]}}", room->is.witness.n[SEAT_B])),
               "\"not_yours\"");
    assert_has(answer(table.page[1], say(table.page[1], "\"undo\":{\"channel\":1,\"n\":%d}}", room->is.witness.n[SEAT_B])), "\"not_yours\"");
    assert_has(take_back(table.page[1]), "\"done\"");
    assert_null(room->is.witness.sitting[SEAT_B]);
    assert_ptr_equal(room->is.allowed[SEAT_B], player_named("random"));
    assert_has(answer(table.page[0], say(table.page[0], "\"decide\":{\"channel\":1,\"n\":%d,\"decisions\":[" ORDERS("A") "]}}", room->is.witness.n[SEAT_A])),
               "\"decided\"");
    leave_all(&table);
}

/* Keeps the thinker busy for as long as the test wants. */
struct stopper {
    struct work work;
    atomic_bool ended;
    bool        gone;                /* it has come back by the mailbox, which knows where it lies until then */
};

static void wait_for_test(struct work *work, struct bench *bench)
{
    (void)bench;
    while (!((struct stopper *)work)->ended) usleep(1000);
}

static void on_stopped(struct mail *mail) { ((struct stopper *)(void *)mail)->gone = true; }

static void see_off(struct stopper *stopper)
{
    stopper->ended = true;
    while (!stopper->gone) table_host_pump(host, 100);
    settle();
}

static void a_seat_taken_back_drops_the_thought(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();
    struct stopper    stopper = { .work = { .run = wait_for_test, .mail = { .deliver = on_stopped } } };
    int               n;

    (void)unused;
    workers_run(host->hosting.rooms.thinkers, &stopper.work);
    assert_has(allow(table.page[1], "random"), "\"done\"");
    assert_has(call(table.page[1], "B"), "\"done\"");
    assert_non_null(room->thought);
    n = room->is.witness.n[SEAT_B];
    assert_has(take_back(table.page[1]), "\"done\"");
    assert_null(room->thought);
    see_off(&stopper);
    assert_int_equal(room->is.witness.n[SEAT_B], n);                         /* what it thought has decided nothing */
    assert_has(answer(table.page[1], say(table.page[1], "\"decide\":{\"channel\":1,\"n\":%d,\"decisions\":[" ORDERS("B") "]}}", n)), "\"decided\"");
    assert_int_equal(room->is.witness.n[SEAT_B], n + 3);
    leave_all(&table);
}

/* The thought has come, but something is being written, and he asks for his seat: his word goes before the computer's. */
static void a_thought_that_has_come_does_not_go_before_him(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();
    struct stopper    stopper = { .work = { .run = wait_for_test, .mail = { .deliver = on_stopped } } };
    int               n, id;

    (void)unused;
    workers_run(host->hosting.rooms.thinkers, &stopper.work);
    allow(table.page[1], "random");
    call(table.page[1], "B");
    n = room->is.witness.n[SEAT_B];
    say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"are you back?\"}}");
    assert_non_null(room->writing);
    stopper.ended = true;
    usleep(200000);                                                          /* the thought lies in the mailbox now */
    id = say(table.page[1], "\"take_back\":{\"channel\":1}}");
    assert_null(room->thought);
    assert_has(answer(table.page[1], id), "\"done\"");
    see_off(&stopper);
    assert_int_equal(room->is.witness.n[SEAT_B], n);
    assert_null(room->is.witness.sitting[SEAT_B]);
    leave_all(&table);
}

/* As after kill -9: all that is known comes from the store. */
static void it_sits_through_sleep_and_restart(void **unused)
{
    struct game_table  table = make_game("fair", "person");
    struct room       *room = newest_room();
    struct net_client *again;
    char               live[8192];
    int                at;

    (void)unused;
    host->hosting.rooms.patience = 0;
    allow(table.page[1], "random");
    go_away(&table, 1);
    assert_has(call(table.page[0], "B"), "\"done\"");
    at = table_host_await(host, table.page[0], 0, "\"by\":\"B\",\"stand_ins\":{\"B\":\"random\"}");
    assert_true(at >= 0);
    assert_true(strlen(client_text(table.page[0], at)) < sizeof live);
    strcpy(live, client_text(table.page[0], at));
    await_orders(room);
    room_sleep(room);
    rooms_used(room);
    assert_has(answer(table.page[0], say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"awake?\"}}")), "\"done\"");
    assert_ptr_equal(room->is.witness.sitting[SEAT_B], player_named("random"));

    leave_all(&table);
    room_sleep(room);
    rooms_used(room);
    settle();
    assert_null(newest_room());
    again = sit(table.link[0]);
    await(again, "\"stand_ins\":{\"B\":{\"player\":\"random\",\"sits\":true,\"wait\":0}}");
    await(again, live);                                                      /* the past is told in the same bytes */
    room = newest_room();
    assert_has(answer(again, say(again, "\"decide\":{\"channel\":1,\"n\":%d,\"decisions\":[" ORDERS("A") "]}}", room->is.witness.n[SEAT_A])), "\"decided\"");
    for (int i = 0; i < 100 && !(room->is.witness.asked[SEAT_A] & SEAT_BIT(SEAT_A)); i++) table_host_pump(host, 100);
    assert_true(room->is.witness.asked[SEAT_A] & SEAT_BIT(SEAT_A));          /* it has played on until A is asked again */
    table_host_leave(host, again);
}

static void it_sits_through_sleep_before_it_has_decided_anything(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();
    struct stopper    stopper = { .work = { .run = wait_for_test, .mail = { .deliver = on_stopped } } };

    (void)unused;
    workers_run(host->hosting.rooms.thinkers, &stopper.work);
    allow(table.page[1], "random");
    assert_has(call(table.page[1], "B"), "\"done\"");
    room_sleep(room);
    rooms_used(room);
    assert_has(answer(table.page[0], say(table.page[0], "\"chat\":{\"channel\":1,\"text\":\"awake?\"}}")), "\"done\"");
    assert_ptr_equal(room->is.witness.sitting[SEAT_B], player_named("random"));
    stopper.ended = true;
    await(table.page[0], "\"by\":\"B\",\"stand_ins\":{\"B\":\"random\"}");
    see_off(&stopper);
    leave_all(&table);
}

static void what_is_not_written_is_not_so(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();

    (void)unused;
    settle();
    host->no_writes = true;
    assert_has(allow(table.page[1], "random"), "\"failed\"");
    host->no_writes = false;
    settle();
    assert_null(room->is.allowed[SEAT_B]);
    assert_has(call(table.page[1], "B"), "\"no_stand_in\"");
    assert_has(allow(table.page[1], "random"), "\"done\"");
    host->no_writes = true;
    assert_has(call(table.page[1], "B"), "\"failed\"");
    host->no_writes = false;
    settle();
    assert_null(room->is.witness.sitting[SEAT_B]);
    assert_ptr_equal(room->is.allowed[SEAT_B], player_named("random"));
    leave_all(&table);
}

/* With real dice a person throws for it, one who is here; its decision without dice is forgotten when the seat is taken back, but not one with. */
static void its_dice_are_thrown_by_a_person_who_is_here(void **unused)
{
    struct game_table table = make_game("typed", "person");
    struct room      *room = newest_room();

    (void)unused;
    answer(table.page[0], say(table.page[0], "\"decide\":{\"channel\":1,\"n\":0,\"decisions\":[" ORDERS("A") "]}}"));
    allow(table.page[1], "random");
    go_away(&table, 0);
    assert_has(call(table.page[1], "B"), "\"done\"");
    await(table.page[1], "\"count\":2,\"you\":true");                        /* the other is away */
    assert_has(call(table.page[1], "B"), "\"stale\"");
    assert_has(take_back(table.page[1]), "\"done\"");
    await(table.page[1], "{\"needs\":{\"channel\":1,\"count\":0}}");
    assert_null(room->pending);

    table.page[0] = sit(table.link[0]);
    assert_has(call(table.page[1], "B"), "\"done\"");
    await(table.page[0], "\"count\":2,\"you\":true");
    assert_has(answer(table.page[1], say(table.page[1], "\"dice\":{\"channel\":1,\"faces\":[4,4]}}")), "\"not_yours\"");
    assert_has(answer(table.page[0], say(table.page[0], "\"dice\":{\"channel\":1,\"faces\":[4,4]}}")), "\"done\"");
    assert_has(take_back(table.page[1]), "\"done\"");
    assert_ptr_equal(room->pending->stand_in, player_named("random"));      /* it was its decision, whoever plays now */
    assert_has(answer(table.page[0], say(table.page[0], "\"dice\":{\"channel\":1,\"faces\":[6,2]}}")), "\"decided\"");
    leave_all(&table);
}

static void leave_taken_away_raises_it_and_another_may_follow(void **unused)
{
    struct game_table table = make_game("fair", "person");
    struct room      *room = newest_room();
    struct stopper    stopper = { .work = { .run = wait_for_test, .mail = { .deliver = on_stopped } } };

    (void)unused;
    workers_run(host->hosting.rooms.thinkers, &stopper.work);
    allow(table.page[1], "random");
    call(table.page[1], "B");
    assert_has(allow(table.page[1], "greedy"), "\"done\"");
    assert_ptr_equal(room->is.witness.sitting[SEAT_B], player_named("greedy"));
    assert_ptr_equal(room->thought->player, player_named("greedy"));
    assert_has(allow(table.page[1], "person"), "\"done\"");
    assert_null(room->is.witness.sitting[SEAT_B]);
    assert_null(room->thought);
    see_off(&stopper);
    assert_int_equal(room->is.witness.n[SEAT_B], 0);
    leave_all(&table);
}

static void before_and_after_the_game_there_is_nothing_to_take_over(void **unused)
{
    struct game_table  table = make_game("fair", "greedy");
    struct net_client *maker = table_host_connect(host);
    const char        *created;
    char               link[44];

    (void)unused;
    assert_has(call(table.page[0], "B"), "\"not_yours\"");
    created = answer(maker, say(maker, "\"create\":{\"ruleset\":\"sample\",\"scenario\":\"meadow\",\"players\":{\"A\":\"person\",\"B\":\"person\"},"
                                       "\"mode\":\"link\"}}"));
    memcpy(link, strstr(created, "\"A\":\"") + 5, 43);
    link[43] = '\0';
    assert_has(answer(maker, say(maker, "\"open\":{\"link\":\"%s\",\"from\":0}}", link)), "\"stand_ins\":{}");
    assert_has(allow(maker, "greedy"), "\"done\"");
    assert_has(call(maker, "A"), "\"not_begun\"");
    newest_room()->is.over = true;
    assert_has(allow(maker, "person"), "\"over\"");
    assert_has(call(maker, "A"), "\"over\"");
    newest_room()->is.over = false;
    newest_room()->is.records = 20000;
    assert_has(allow(maker, "person"), "\"too_many\"");
    table_host_leave(host, maker);
    leave_all(&table);
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
        cmocka_unit_test_setup_teardown(only_the_person_allows_it, open_host, close_host),
        cmocka_unit_test_setup_teardown(nobody_is_replaced_without_leave_or_while_he_is_here, open_host, close_host),
        cmocka_unit_test_setup_teardown(the_stand_in_of_one_who_is_away_plays_until_he_is_back, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_seat_taken_back_drops_the_thought, open_host, close_host),
        cmocka_unit_test_setup_teardown(a_thought_that_has_come_does_not_go_before_him, open_host, close_host),
        cmocka_unit_test_setup_teardown(it_sits_through_sleep_and_restart, open_host, close_host),
        cmocka_unit_test_setup_teardown(it_sits_through_sleep_before_it_has_decided_anything, open_host, close_host),
        cmocka_unit_test_setup_teardown(what_is_not_written_is_not_so, open_host, close_host),
        cmocka_unit_test_setup_teardown(its_dice_are_thrown_by_a_person_who_is_here, open_host, close_host),
        cmocka_unit_test_setup_teardown(leave_taken_away_raises_it_and_another_may_follow, open_host, close_host),
        cmocka_unit_test_setup_teardown(before_and_after_the_game_there_is_nothing_to_take_over, open_host, close_host),
    };

    data = argc > 1 ? argv[1] : "data";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
