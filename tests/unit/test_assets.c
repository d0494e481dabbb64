/* test_assets.c: lookup by path, on a small table of the test's own. */
#include "assets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define ROW(name) { .path = name }

const struct asset asset_table[] = { ROW("a"), ROW("data/sample/rules.json"), ROW("web/app.js"), ROW("web/index.html"), ROW("z") };
const size_t asset_count = sizeof asset_table / sizeof asset_table[0];

static void every_row_is_found(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < asset_count; i++) assert_ptr_equal(asset_find(asset_table[i].path), &asset_table[i]);
}

static void nothing_else_is_found(void **unused)
{
    static const char *const absent[] = { "", "0", "aa", "data", "data/", "web/app.jsx", "web/inde", "zz" };
    (void)unused;
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) assert_null(asset_find(absent[i]));
}

static void types_follow_the_ending(void **unused)
{
    (void)unused;
    assert_string_equal(asset_type("web/index.html"), "text/html; charset=utf-8");
    assert_string_equal(asset_type("engine.wasm"), "application/wasm");
    assert_string_equal(asset_type(".json"), "application/octet-stream");
    assert_string_equal(asset_type("LICENSE"), "application/octet-stream");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_found),
        cmocka_unit_test(nothing_else_is_found),
        cmocka_unit_test(types_follow_the_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
