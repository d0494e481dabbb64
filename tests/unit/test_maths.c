/* test_maths.c: whole-number roots, rounding, headings, and the stable sort. */
#include "maths.h"
#include "sort.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const long double PI = 3.14159265358979323846264338327950288L;

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static void check_root64(uint64_t n)
{
    uint64_t r = root64(n);

    assert_true((uint128)r * r <= n);
    assert_true((uint128)(r + 1) * (r + 1) > n);
}

static void roots_are_floors(void **unused)
{
    (void)unused;
    for (uint64_t n = 0; n < 5000; n++) check_root64(n);
    for (uint64_t r = 1; r < 0xffffffffu; r = r * 3 / 2 + 1) {
        check_root64(r * r - 1);
        check_root64(r * r);
        check_root64(r * r + 1);
    }
    check_root64(UINT64_MAX);
    check_root64((uint64_t)0xffffffffu * 0xffffffffu);
    for (int i = 0; i < 100000; i++) check_root64(random_bits() >> (i % 64));
}

static void long_roots_are_floors(void **unused)
{
    (void)unused;
    assert_int_equal(root128(0), 0);
    assert_true(root128(~(uint128)0) == UINT64_MAX);
    for (int i = 0; i < 100000; i++) {
        uint64_t r      = (random_bits() >> (i % 64)) | 1;
        uint128  square = (uint128)r * r;
        uint128  n      = (((uint128)random_bits() << 64) | random_bits()) >> (i % 128);
        uint128  root   = root128(n);

        assert_true(root128(square) == r);
        assert_true(root128(square - 1) == r - 1);
        assert_true(root * root <= n);
        assert_true(root == UINT64_MAX || (root + 1) * (root + 1) > n);
    }
}

static void halves_round_away_from_zero(void **unused)
{
    (void)unused;
    assert_int_equal(divide_round(5, 2), 3);
    assert_int_equal(divide_round(-5, 2), -3);
    assert_int_equal(divide_round(4, 3), 1);
    assert_int_equal(divide_round(-4, 3), -1);
    assert_int_equal(divide_round(5, 3), 2);
    assert_int_equal(divide_round(0, 7), 0);
    assert_true(divide_round(INT64_MIN, 2) == INT64_MIN / 2);
    assert_true(divide_round(INT64_MAX, 1) == INT64_MAX);
    assert_true(divide_round128((int128)INT64_MAX * 5, 10) == INT64_MAX / 2 + 1);
    assert_true(divide_round128(-(int128)INT64_MAX * 5, 10) == -(INT64_MAX / 2 + 1));
    assert_true(divide_round128((int128)1 << 100, (int64_t)1 << 60) == (int64_t)1 << 40);
    assert_int_equal(divide_floor(7, 2), 3);
    assert_int_equal(divide_floor(-7, 2), -4);
    assert_int_equal(divide_floor(-8, 2), -4);
}

static void headings_stay_in_the_circle(void **unused)
{
    (void)unused;
    assert_int_equal(heading_normal(0), 0);
    assert_int_equal(heading_normal(36000), 0);
    assert_int_equal(heading_normal(-1), 35999);
    assert_int_equal(heading_normal(-36000), 0);
    assert_int_equal(heading_normal((int64_t)36000 * 1000000 + 5), 5);
    assert_int_equal(heading_apart(100, 35900), 200);
    assert_int_equal(heading_apart(0, 18000), 18000);
    assert_int_equal(heading_apart(27000, 9000), 18000);
    assert_int_equal(heading_apart(9001, 0), 9001);
}

static void sines_are_rounded_rightly(void **unused)
{
    (void)unused;
    assert_int_equal(heading_sine(0), 0);
    assert_int_equal(heading_sine(3000), SINE_ONE / 2);
    assert_int_equal(heading_sine(9000), SINE_ONE);
    assert_int_equal(heading_sine(27000), -SINE_ONE);
    assert_int_equal(heading_cosine(0), SINE_ONE);
    assert_int_equal(heading_cosine(9000), 0);
    assert_int_equal(heading_cosine(18000), -SINE_ONE);
    for (int32_t h = 0; h < FULL_TURN; h++) {
        long double angle = h * (PI / 18000);
        int32_t     sine, cosine;

        heading_sines(h, &sine, &cosine);
        assert_int_equal(sine, heading_sine(h));
        assert_int_equal(cosine, heading_cosine(h));
        assert_true(fabsl(heading_sine(h) - sinl(angle) * SINE_ONE) <= 0.5000001L);
        assert_true(fabsl(heading_cosine(h) - cosl(angle) * SINE_ONE) <= 0.5000001L);
        assert_int_equal(heading_sine(h), -heading_sine(heading_normal(h + 18000)));
    }
}

static void headings_of_axes_and_diagonals(void **unused)
{
    (void)unused;
    assert_int_equal(heading_of(0, 0), 0);
    assert_int_equal(heading_of(0, 5), 0);
    assert_int_equal(heading_of(5, 5), 4500);
    assert_int_equal(heading_of(5, 0), 9000);
    assert_int_equal(heading_of(5, -5), 13500);
    assert_int_equal(heading_of(0, -1), 18000);
    assert_int_equal(heading_of(-7, -7), 22500);
    assert_int_equal(heading_of(-1, 0), 27000);
    assert_int_equal(heading_of(-3, 3), 31500);
    assert_int_equal(heading_of(-1, HEADING_EXACT), 0);       /* less than half a hundredth west of north */
    assert_int_equal(heading_of(2 * 2540, 3 * 2540), 3369);
    assert_int_equal(heading_of(INT64_MAX, INT64_MAX), 4500);
    assert_int_equal(heading_of(INT64_MIN, INT64_MIN), 22500);
}

static void headings_agree_with_the_arc_tangent(void **unused)
{
    int unsure = 0;

    (void)unused;
    for (int i = 0; i < 400000; i++) {
        uint64_t    bits  = random_bits();
        int         shift = i % 24;
        int64_t     x     = (int32_t)(bits & 0x1ffffff) - HEADING_EXACT;
        int64_t     y     = (int32_t)(bits >> 32 & 0x1ffffff) - HEADING_EXACT;
        long double exact;

        x = shift ? x >> shift : x;
        y = i % 3 ? y >> shift : y;
        if (x == 0 && y == 0) continue;
        exact = atan2l(x, y) * (18000 / PI);
        if (exact < 0) exact += 36000;
        if (fabsl(exact - floorl(exact) - 0.5L) < 1e-12L) {
            unsure++;
            continue;
        }
        assert_int_equal(heading_of(x, y), (int32_t)floorl(exact + 0.5L) % 36000);
    }
    assert_true(unsure < 10);
}

struct card { int32_t key, place; };

static int by_key(const void *a, const void *b, const void *context)
{
    const struct card *one = a;
    const struct card *two = b;
    int                sign = *(const int *)context;

    return sign * ((one->key > two->key) - (one->key < two->key));
}

static void sorting_is_stable(void **unused)
{
    static struct card card[3000];

    (void)unused;
    for (int count = 0; count <= 3000; count = count < 70 ? count + 1 : count * 3 / 2) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 0; i < count; i++) {
                card[i] = (struct card){ (int32_t)(random_bits() % (1 + (uint64_t)count / 3)), i };
            }
            sort_stable(card, (size_t)count, sizeof card[0], by_key, &sign);
            for (int i = 1; i < count; i++) {
                assert_true(sign * card[i - 1].key <= sign * card[i].key);
                if (card[i - 1].key == card[i].key) assert_true(card[i - 1].place < card[i].place);
            }
        }
    }
}

struct wide { int32_t key; char rest[252]; };

static void large_items_sort_too(void **unused)
{
    static struct wide wide[100];
    int                sign = 1;

    (void)unused;
    for (int i = 0; i < 100; i++) {
        wide[i].key = (i * 37) % 100;
        memset(wide[i].rest, wide[i].key, sizeof wide[i].rest);
    }
    sort_stable(wide, 100, sizeof wide[0], by_key, &sign);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(wide[i].key, i);
        assert_int_equal(wide[i].rest[251], i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_floors),
        cmocka_unit_test(long_roots_are_floors),
        cmocka_unit_test(halves_round_away_from_zero),
        cmocka_unit_test(headings_stay_in_the_circle),
        cmocka_unit_test(sines_are_rounded_rightly),
        cmocka_unit_test(headings_of_axes_and_diagonals),
        cmocka_unit_test(headings_agree_with_the_arc_tangent),
        cmocka_unit_test(sorting_is_stable),
        cmocka_unit_test(large_items_sort_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
