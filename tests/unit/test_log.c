/* test_log.c: a value from outside can forge neither a field nor a line, and strangers cannot fill the log. */
#include "log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

/* The line after its time, terminated. */
static const char *said(struct log_line *line)
{
    line->text[line->used] = '\0';
    return strchr(line->text, ' ') + 1;
}

static void plain_values_stand_bare_and_others_are_quoted(void **unused)
{
    struct log_line line = log_begin(LEVEL_WARNING, "refused");
    (void)unused;
    log_text(&line, "path", "/index.html");
    log_number(&line, "status", -403);
    log_text(&line, "empty", "");
    log_text(&line, "odd", "a b\n=\"\\\xc3");
    assert_string_equal(said(&line), "warning refused path=/index.html status=-403 empty=\"\" odd=\"a b\\x0a=\\x22\\x5c\\xc3\"");
}

static void a_long_line_is_cut(void **unused)
{
    char value[5000];
    struct log_line line = log_begin(LEVEL_ERROR, "long");
    (void)unused;
    memset(value, '\n', sizeof value);
    log_bytes(&line, "value", value, sizeof value);
    log_text(&line, "more", "lost");
    assert_int_equal(line.used, sizeof line.text - 1);
    assert_null(memchr(line.text, '\n', line.used));
}

static void unwanted_levels_are_dropped(void **unused)
{
    (void)unused;
    struct log_line line = log_begin(LEVEL_DEBUG, "detail");
    log_text(&line, "key", "value");
    assert_false(line.wanted);
    assert_int_equal(line.used, 0);
    log_keep(LEVEL_DEBUG);
    line = log_begin(LEVEL_DEBUG, "detail");
    assert_true(line.wanted);
    log_keep(LEVEL_INFO);
}

static void the_brake_counts_what_it_held_back(void **unused)
{
    struct log_brake brake = { .most = 2, .seconds = 10 };
    uint32_t dropped = 99;
    (void)unused;
    assert_true(log_allowed(&brake, 100, &dropped));
    assert_int_equal(dropped, 0);
    assert_true(log_allowed(&brake, 101, &dropped));
    assert_false(log_allowed(&brake, 102, &dropped));
    assert_false(log_allowed(&brake, 109, &dropped));
    assert_true(log_allowed(&brake, 110, &dropped));
    assert_int_equal(dropped, 2);
    assert_true(log_allowed(&brake, 111, &dropped));
    assert_int_equal(dropped, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_values_stand_bare_and_others_are_quoted),
        cmocka_unit_test(a_long_line_is_cut),
        cmocka_unit_test(unwanted_levels_are_dropped),
        cmocka_unit_test(the_brake_counts_what_it_held_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
