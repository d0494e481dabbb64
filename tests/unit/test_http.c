/* test_http.c: reading header fields that strangers wrote. */
#include "http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

static void gzip_is_used_only_when_welcome(void **unused)
{
    static const char *const yes[] = { "gzip", "deflate, gzip, br", "GZIP", "x-gzip", "br;q=1.0, gzip;q=0.5", "*", "identity;q=0, *", "gzip ; q=0.001", "  gzip" };
    static const char *const no[] = { "", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *", "gzipped", "xgzip", ",,,", ";", "q=1" };
    (void)unused;
    assert_false(http_accepts_gzip(NULL));
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) assert_true(http_accepts_gzip(yes[i]));
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) assert_false(http_accepts_gzip(no[i]));
}

static void tags_are_found_in_lists(void **unused)
{
    (void)unused;
    assert_true(http_tag_listed("\"a\"", "\"a\""));
    assert_true(http_tag_listed("\"b\", W/\"a\"", "\"a\""));
    assert_true(http_tag_listed(" * ", "\"a\""));
    assert_false(http_tag_listed(NULL, "\"a\""));
    assert_false(http_tag_listed("", "\"a\""));
    assert_false(http_tag_listed("a", "\"a\""));
    assert_false(http_tag_listed("\"ab\",\"a", "\"a\""));
    assert_false(http_tag_listed("W/", "\"a\""));
}

static void cookies_are_found_whole(void **unused)
{
    char value[6];
    (void)unused;
    assert_true(http_cookie("x=1; token=abcde; y=2", "token", value, sizeof value));
    assert_string_equal(value, "abcde");
    assert_true(http_cookie("token=", "token", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(http_cookie("token=abcdef", "token", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(http_cookie("xtoken=1; tokenx=2; token", "token", value, sizeof value));
    assert_false(http_cookie(NULL, "token", value, sizeof value));
    assert_true(http_query("a=1&token=2&token=3", "token", value, sizeof value));
    assert_string_equal(value, "2");
    assert_false(http_query("a=1;token=2", "token", value, sizeof value));
}

static void only_our_own_name_is_our_host(void **unused)
{
    static const char *const names[] = { "127.0.0.1", "localhost", NULL };
    static const char *const bad[] = { "", "127.0.0.1", "127.0.0.1:", "127.0.0.1:80801", "127.0.0.1:808", "127.0.0.1:8080 ", "evil:8080", "127.0.0.1.evil:8080", "xlocalhost:8080" };
    (void)unused;
    assert_true(http_host_allowed("127.0.0.1:8080", names, 8080));
    assert_true(http_host_allowed("LocalHost:8080", names, 8080));
    assert_true(http_host_allowed("localhost", names, 80));
    assert_false(http_host_allowed(NULL, names, 8080));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(http_host_allowed(bad[i], names, 8080));
    assert_true(http_origin_allowed(NULL, names, 8080));
    assert_true(http_origin_allowed("http://localhost:8080", names, 8080));
    assert_false(http_origin_allowed("null", names, 8080));
    assert_false(http_origin_allowed("", names, 8080));
    assert_false(http_origin_allowed("https://localhost:8080", names, 8080));
    assert_false(http_origin_allowed("http://evil:8080", names, 8080));
}

static void behind_a_proxy_names_and_origins_have_any_port(void **unused)
{
    static const char *const names[] = { "play.example", NULL };
    static const char *const good[] = { "play.example", "Play.Example:80", "play.example:8443" };
    static const char *const bad[] = { "", "play.example.evil", "play.exampl", "xplay.example", "play.example:80x", "play.example :80", "play.example@evil" };
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(http_host_named(good[i], names));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(http_host_named(bad[i], names));
    assert_false(http_host_named(NULL, names));
    assert_true(http_origin_is_host(NULL, "a"));
    assert_true(http_origin_is_host("https://a.example", "A.example"));
    assert_true(http_origin_is_host("http://a.example:81", "a.example:81"));
    assert_false(http_origin_is_host("http://a.example", "a.example:80"));
    assert_false(http_origin_is_host("https://b.example", "a.example"));
    assert_false(http_origin_is_host("https://a.example", NULL));
    assert_false(http_origin_is_host("ftp://a.example", "a.example"));
    assert_false(http_origin_is_host("null", "null"));
    assert_false(http_origin_is_host("", ""));
}

static void words_are_found_whole(void **unused)
{
    (void)unused;
    assert_true(http_word_listed("mestre-1", "mestre-1"));
    assert_true(http_word_listed("a ,\tmestre-1 , b", "mestre-1"));
    assert_false(http_word_listed("mestre-12, mestre, Mestre-1", "mestre-1"));
    assert_false(http_word_listed("", "mestre-1"));
    assert_false(http_word_listed(NULL, "mestre-1"));
}

static void utf8_is_strict(void **unused)
{
    static const char *const good[] = { "", "plain", "\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
        "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "d\xc3\xa9j\xc3\xa0" };
    static const char *const bad[] = { "\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2 ", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe1\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "ok\xf0\x90\x80", "\xe1\x80\xc0" };
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(http_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(http_utf8(bad[i], strlen(bad[i])));
    assert_true(http_utf8("a\0b", 3));
    assert_true(http_utf8("\xc2\x80 and more", 2));
    assert_false(http_utf8("\xc2\x80 and more", 1));
}

static void paths_stay_inside(void **unused)
{
    static const char *const good[] = { "/index.html", "/text/en.json", "/a-b_c.d/e" };
    static const char *const bad[] = { "", "/", "x", "//x", "/x/", "/..", "/../x", "/x/../y", "/.git", "/x//y", "/a b", "/a\\b", "/a%2e", "/\xc3\xa9", "/a\nb" };
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(http_path_clean(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_false(http_path_clean(bad[i]));
}

/* No input may be read past its end: every prefix of awkward fields goes through every function (run under ASan). */
static void every_prefix_is_harmless(void **unused)
{
    static const char field[] = "gzip ;q=0.0 , W/\"a\";token=1;=,*,;&token=%&&http://localhost:8080/../x";
    static const char *const names[] = { "localhost", NULL };
    char copy[sizeof field], value[4];
    (void)unused;
    for (size_t start = 0; start < sizeof field; start++) {
        for (size_t length = 0; start + length < sizeof field; length++) {
            memcpy(copy, field + start, length);
            copy[length] = '\0';
            http_accepts_gzip(copy);
            http_tag_listed(copy, "\"a\"");
            http_cookie(copy, "token", value, sizeof value);
            http_query(copy, "token", value, sizeof value);
            http_host_allowed(copy, names, 8080);
            http_origin_allowed(copy, names, 8080);
            http_host_named(copy, names);
            http_origin_is_host(copy, "localhost:8080");
            http_word_listed(copy, "token");
            http_utf8(copy, length);
            http_path_clean(copy);
            assert_true(strlen(value) < sizeof value);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gzip_is_used_only_when_welcome),
        cmocka_unit_test(tags_are_found_in_lists),
        cmocka_unit_test(cookies_are_found_whole),
        cmocka_unit_test(only_our_own_name_is_our_host),
        cmocka_unit_test(behind_a_proxy_names_and_origins_have_any_port),
        cmocka_unit_test(words_are_found_whole),
        cmocka_unit_test(utf8_is_strict),
        cmocka_unit_test(paths_stay_inside),
        cmocka_unit_test(every_prefix_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
