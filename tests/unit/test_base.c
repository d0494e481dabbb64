/* test_base.c: arena, out, fault and hash. */
#include "arena.h"
#include "fault.h"
#include "hash.h"
#include "out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void arena_pieces_are_zeroed_aligned_and_apart(void **unused)
{
    (void)unused;
    static char memory[1024];

    for (size_t shift = 0; shift < 16; shift++) {
        struct arena arena = arena_over(memory + shift, 512);
        char *last = NULL;

        memset(memory, 0x55, sizeof memory);
        for (size_t size = 1; size < 24; size++) {
            char *piece = arena_take(&arena, size);

            assert_non_null(piece);
            assert_int_equal((uintptr_t)piece % 16, 0);
            for (size_t i = 0; i < size; i++) assert_int_equal(piece[i], 0);
            if (last) assert_true(piece >= last + size - 1);
            memset(piece, 0xaa, size);
            last = piece;
        }
        assert_true(arena.used <= arena.capacity);
    }
}

static void arena_zeroes_again_after_a_release(void **unused)
{
    (void)unused;
    char memory[64];
    struct arena arena = arena_over(memory, sizeof memory);
    char *piece = arena_take(&arena, 8);

    memset(piece, 1, 8);
    arena.used = 0;
    piece = arena_take(&arena, 8);
    for (int i = 0; i < 8; i++) assert_int_equal(piece[i], 0);
}

static void arena_exhausted_gives_null_and_stays_usable(void **unused)
{
    (void)unused;
    _Alignas(16) char memory[64];
    struct arena arena = arena_over(memory, sizeof memory);

    assert_null(arena_take(&arena, 65));
    assert_null(arena_take(&arena, SIZE_MAX));
    assert_null(arena_take(&arena, SIZE_MAX - 8));
    assert_int_equal(arena.used, 0);
    assert_non_null(arena_take(&arena, 60));
    assert_null(arena_take(&arena, 1));
    assert_int_equal(arena.used, 60);

    struct arena nothing = arena_over(NULL, 0);

    assert_null(arena_take(&nothing, 1));
}

static void arena_takes_its_whole_capacity(void **unused)
{
    (void)unused;
    _Alignas(16) char memory[64];
    struct arena arena = arena_over(memory, sizeof memory);

    assert_non_null(arena_take(&arena, 64));
    assert_null(arena_take(&arena, 1));
}

static void arena_fails_where_a_test_says(void **unused)
{
    (void)unused;
    char memory[256];
    struct arena arena = arena_over(memory, sizeof memory);

    arena.fail_at = 3;
    assert_non_null(arena_take(&arena, 1));
    assert_non_null(arena_take(&arena, 1));
    assert_null(arena_take(&arena, 1));
    assert_null(arena_take(&arena, 1));
    arena.fail_at = 0;
    assert_non_null(arena_take(&arena, 1));
}

static void arena_text_is_terminated(void **unused)
{
    (void)unused;
    char memory[32];
    struct arena arena = arena_over(memory, sizeof memory);

    assert_string_equal(arena_text(&arena, "pikemen", 4), "pike");
    arena.used = 0;
    assert_string_equal(arena_text(&arena, NULL, 0), "");
    assert_null(arena_text(&arena, "x", SIZE_MAX));
    assert_null(arena_text(&arena, "x", 100));
}

static void out_keeps_a_beginning_that_is_terminated(void **unused)
{
    (void)unused;
    const char *whole = "12-9223372036854775808abc00ff";

    for (size_t capacity = 1; capacity < 40; capacity++) {
        char *buffer = malloc(capacity);
        struct out out = out_over(buffer, capacity);
        size_t length = strlen(whole);

        out_char(&out, '1');
        out_text(&out, "2");
        out_integer(&out, INT64_MIN);
        out_bytes(&out, "abcdef", 3);
        out_hex(&out, 255, 4);
        if (length > capacity - 1) length = capacity - 1;
        assert_int_equal(out.full, length < strlen(whole));
        assert_int_equal(out.used, length);
        assert_int_equal(strlen(buffer), length);
        assert_memory_equal(buffer, whole, length);
        free(buffer);
    }
}

static void out_writes_numbers(void **unused)
{
    (void)unused;
    static const int64_t values[] = { 0, 1, -1, 9, 10, -10, 99, 100, 12345, INT32_MIN, INT64_MAX, INT64_MIN };
    char buffer[64], expected[64];

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct out out = out_over(buffer, sizeof buffer);

        out_integer(&out, values[i]);
        snprintf(expected, sizeof expected, "%lld", (long long)values[i]);
        assert_string_equal(buffer, expected);
        for (int digits = 1; digits <= 16; digits++) {
            out = out_over(buffer, sizeof buffer);
            out_hex(&out, (uint64_t)values[i], digits);
            snprintf(expected, sizeof expected, "%0*llx", digits, (unsigned long long)values[i]);
            assert_string_equal(buffer, expected);
        }
        out = out_over(buffer, sizeof buffer);
        out_unsigned(&out, (uint64_t)values[i]);
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)values[i]);
        assert_string_equal(buffer, expected);
    }
}

static void out_formats_as_printf(void **unused)
{
    (void)unused;
    char buffer[200], expected[200];
    struct out out = out_over(buffer, sizeof buffer);
    const char *format = "%s|%d|%u|%ld|%lu|%lld|%llu|%c|%%|%s";

    out_format(&out, format, "", -7, 4000000000u, -8L, 8UL, INT64_MIN + 0LL, UINT64_MAX + 0ULL, 'x', "end");
    snprintf(expected, sizeof expected, format, "", -7, 4000000000u, -8L, 8UL, INT64_MIN + 0LL, UINT64_MAX + 0ULL, 'x', "end");
    assert_string_equal(buffer, expected);
    assert_false(out.full);
}

static void out_trim_drops_half_a_character(void **unused)
{
    (void)unused;
    static const char *const texts[] = { "aé", "a€", "a😀", "é€" };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        for (size_t capacity = 1; capacity < strlen(texts[i]) + 2; capacity++) {
            char buffer[16];
            struct out out = out_over(buffer, capacity);

            out_text(&out, texts[i]);
            out_trim(&out);
            assert_int_equal(strlen(buffer), out.used);
            /* What is kept ends where a character of the text begins or ends. */
            assert_memory_equal(buffer, texts[i], out.used);
            assert_true(((unsigned char)texts[i][out.used] & 0xc0) != 0x80);
            if (!out.full) assert_string_equal(buffer, texts[i]);
        }
    }
}

static void fault_keeps_the_first(void **unused)
{
    (void)unused;
    struct fault fault = { 0 };

    assert_false(fault_say(&fault, "map.json", 12, "expected %d, found %s", 3, "four"));
    assert_false(fault_say(&fault, "other.json", 13, "later"));
    assert_true(fault.set);
    assert_string_equal(fault.file, "map.json");
    assert_int_equal(fault.line, 12);
    assert_string_equal(fault.text, "expected 3, found four");
}

static void fault_is_one_whole_line(void **unused)
{
    (void)unused;
    struct fault fault = { 0 };
    char text[1000], name[200];

    for (size_t i = 0; i + 2 < sizeof text; i += 2) memcpy(text + i, "é", 3);
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    name[1] = '\n';
    fault_say(&fault, name, 1, "a\tb\nc\x7f%s", text);
    assert_int_equal(strlen(fault.file), sizeof fault.file - 1);
    assert_int_equal(fault.file[1], '?');
    assert_memory_equal(fault.text, "a?b?c?\xc3\xa9", 8);
    assert_true(strlen(fault.text) >= sizeof fault.text - 2);
    assert_int_equal((unsigned char)fault.text[strlen(fault.text) - 1], 0xa9);
}

static void hash_has_the_published_values(void **unused)
{
    (void)unused;
    const char *sentence = "Call me Ishmael. Some years ago--never mind how long precisely-";

    assert_true(hash_bytes(NULL, 0) == 0xef46db3751d8e999u);
    assert_true(hash_bytes("a", 1) == 0xd24ec4f1a98c6e5bu);
    assert_true(hash_bytes("abc", 3) == 0x44bc2cf5ad770999u);
    assert_true(hash_bytes(sentence, strlen(sentence)) == 0x02a2e85470d6fd96u);
}

static void hash_does_not_care_about_alignment(void **unused)
{
    (void)unused;
    unsigned char bytes[128], moved[160];

    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37 + 11);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        uint64_t hash = hash_bytes(bytes, length);

        for (size_t shift = 0; shift < 9; shift++) {
            memcpy(moved + shift, bytes, length);
            assert_true(hash_bytes(moved + shift, length) == hash);
        }
    }
}

static int bits_of(uint64_t x)
{
    int bits = 0;

    for (; x; x &= x - 1) bits++;
    return bits;
}

/* Each flipped input bit must change about half of the result: between a quarter and three quarters on the average. */
static void hash_mixes_every_bit(void **unused)
{
    (void)unused;
    static const size_t lengths[] = { 1, 3, 4, 7, 8, 15, 31, 32, 33, 63, 100, 200 };
    unsigned char bytes[200];

    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        for (size_t bit = 0; bit < lengths[n] * 8; bit++) {
            int changed = 0;

            for (int trial = 0; trial < 32; trial++) {
                for (size_t i = 0; i < lengths[n]; i++) bytes[i] = (unsigned char)(i * 7 + trial * 41);

                uint64_t before = hash_bytes(bytes, lengths[n]);

                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
                changed += bits_of(before ^ hash_bytes(bytes, lengths[n]));
            }
            assert_in_range(changed, 32 * 16, 32 * 48);
        }
    }
}

static void hash_more_depends_on_both_and_on_their_order(void **unused)
{
    (void)unused;
    uint64_t ab = hash_more(hash_bytes("a", 1), "b", 1);
    uint64_t ba = hash_more(hash_bytes("b", 1), "a", 1);

    assert_true(ab != ba);
    assert_true(ab != hash_bytes("ab", 2));
    assert_true(hash_more(hash_bytes("a", 1), "", 0) != hash_bytes("a", 1));
    assert_true(hash_more(hash_bytes("a", 1), "b", 1) == ab);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(arena_zeroes_again_after_a_release),
        cmocka_unit_test(arena_exhausted_gives_null_and_stays_usable),
        cmocka_unit_test(arena_takes_its_whole_capacity),
        cmocka_unit_test(arena_fails_where_a_test_says),
        cmocka_unit_test(arena_text_is_terminated),
        cmocka_unit_test(out_keeps_a_beginning_that_is_terminated),
        cmocka_unit_test(out_writes_numbers),
        cmocka_unit_test(out_formats_as_printf),
        cmocka_unit_test(out_trim_drops_half_a_character),
        cmocka_unit_test(fault_keeps_the_first),
        cmocka_unit_test(fault_is_one_whole_line),
        cmocka_unit_test(hash_has_the_published_values),
        cmocka_unit_test(hash_does_not_care_about_alignment),
        cmocka_unit_test(hash_mixes_every_bit),
        cmocka_unit_test(hash_more_depends_on_both_and_on_their_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
