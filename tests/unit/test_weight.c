/* test_weight.c: exact fractions, against 128-bit arithmetic and against what is known in closed form. */
#include "maths.h"
#include "random.h"
#include "weight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { CASES = 20000 };

/* A fraction that 128 bits hold, its denominator of twos, threes and fives. */
struct fraction {
    uint64_t over, under;
};

static struct fraction any_fraction(struct random *random)
{
    struct fraction f = { 0, 1 };

    for (uint32_t i = random_below(random, 10); i; i--) {
        static const uint64_t prime[] = { 2, 3, 5 };
        f.under *= prime[random_below(random, 3)];
    }
    f.over = random_next(random) % (f.under + 1);
    return f;
}

static struct weight weight_of_fraction(struct fraction f)
{
    return weight_of(f.over, f.under);
}

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* over/under in lowest terms, as text, by other means. */
static void write_fraction(struct out *out, uint64_t over, uint64_t under)
{
    uint64_t common = over ? divisor(over, under) : under;

    out_unsigned(out, over / common);
    if (under / common == 1) return;
    out_char(out, '/');
    out_unsigned(out, under / common);
}

static void assert_is(struct weight weight, uint64_t over, uint64_t under)
{
    char       ours[200], theirs[200];
    struct out one = out_over(ours, sizeof ours), two = out_over(theirs, sizeof theirs);

    weight_write(weight, &one);
    write_fraction(&two, over, under);
    assert_string_equal(ours, theirs);
    assert_true(weight_equal(weight, weight_of(over, under)));
}

static void sums_and_products_are_exact(void **unused)
{
    (void)unused;
    struct random random = random_from(1);

    for (int i = 0; i < CASES; i++) {
        struct fraction a = any_fraction(&random), b = any_fraction(&random);
        struct weight   sum = weight_plus(weight_of_fraction(a), weight_of_fraction(b));
        struct weight   product = weight_times(weight_of_fraction(a), weight_of_fraction(b));
        uint128         under = (uint128)a.under * b.under;

        assert_true(under < UINT64_MAX / 2);
        assert_is(sum, a.over * b.under + b.over * a.under, (uint64_t)under);
        assert_is(product, a.over * b.over, (uint64_t)under);
    }
}

static void equality_is_of_values(void **unused)
{
    (void)unused;
    struct random random = random_from(2);

    for (int i = 0; i < CASES; i++) {
        struct fraction a = any_fraction(&random), b = any_fraction(&random);
        bool            equal = (uint128)a.over * b.under == (uint128)b.over * a.under;

        assert_int_equal(weight_equal(weight_of_fraction(a), weight_of_fraction(b)), equal);
        assert_true(weight_equal(weight_of(a.over * 6, a.under * 6), weight_of_fraction(a)));
        assert_int_equal(weight_is_zero(weight_of_fraction(a)), a.over == 0);
    }
}

static void a_share_is_rounded_down(void **unused)
{
    (void)unused;
    struct random random = random_from(3);

    for (int i = 0; i < CASES; i++) {
        struct fraction a = any_fraction(&random);
        uint64_t        parts = random_next(&random) >> (2 + random_below(&random, 60));

        assert_true(weight_share(weight_of_fraction(a), parts) == (uint64_t)((uint128)a.over * parts / a.under));
    }
    assert_true(weight_share(weight_of(1, 1), (uint64_t)1 << 62) == (uint64_t)1 << 62);
    assert_int_equal(weight_share(weight_of(0, 1), (uint64_t)1 << 62), 0);
}

static void what_is_written_is_read(void **unused)
{
    (void)unused;
    struct random random = random_from(4);
    char          text[200];

    for (int i = 0; i < CASES; i++) {
        struct weight a = weight_of_fraction(any_fraction(&random)), b;
        struct out    out = out_over(text, sizeof text);

        weight_write(a, &out);
        assert_true(weight_read(text, &b));
        assert_true(weight_equal(a, b));
    }
}

static void only_fractions_are_read(void **unused)
{
    (void)unused;
    static const char *const no[] = { "", "/", "1/", "/2", "-1/2", "1/0", "1/7", "1/14", "1/2 ", " 1/2", "1/2/3", "a",
                                      "0x1", "1.5", "1/2a", "+1",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936" };
    struct weight a;

    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++) assert_false(weight_read(no[i], &a));
    assert_true(weight_read("115792089237316195423570985008687907853269984665640564039457584007913129639935", &a));
    assert_true(weight_read("0/36", &a) && weight_is_zero(a));
}

/* (1/6)^n has 2.58 n bits below: exact as long as that fits, and known in closed form. */
static void long_products_stay_exact(void **unused)
{
    (void)unused;
    struct weight w = weight_of(1, 1), sum = weight_of(0, 1);

    for (int n = 0; n < 90; n++) {
        sum = weight_plus(sum, weight_times(w, weight_of(5, 6)));
        w = weight_times(w, weight_of(1, 6));
    }
    assert_false(w.lost || sum.lost);
    assert_true(weight_equal(weight_plus(sum, w), weight_of(1, 1)));
}

/* Far too many dice: not wrong, but lost, and lost for good. */
static void what_does_not_fit_is_lost(void **unused)
{
    (void)unused;
    struct weight w = weight_of(5, 6);
    char          text[20];
    struct out    out = out_over(text, sizeof text);

    for (int n = 0; n < 200; n++) w = weight_times(w, weight_of(5, 6));
    assert_true(w.lost);
    assert_true(weight_times(w, weight_of(0, 1)).lost);
    assert_true(weight_plus(weight_of(0, 1), w).lost);
    assert_false(weight_equal(w, w));
    assert_false(weight_is_zero(w));
    weight_write(w, &out);
    assert_string_equal(text, "lost");
}

/* Numbers that overflow only because they are not in lowest terms are brought there, and are not lost. */
static void lowest_terms_are_tried_before_giving_up(void **unused)
{
    (void)unused;
    struct weight half = weight_of((uint64_t)1 << 40, (uint64_t)1 << 41), w = half;

    for (int n = 0; n < 20; n++) w = weight_times(w, half);
    assert_is(w, 1, 1 << 21);
    for (int n = 0; n < 5; n++) half = weight_plus(half, weight_times(weight_of((uint64_t)1 << 62, (uint64_t)1 << 62),
                                                                      weight_of(0, 1)));
    assert_is(half, 1, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_are_exact),
        cmocka_unit_test(equality_is_of_values),
        cmocka_unit_test(a_share_is_rounded_down),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(only_fractions_are_read),
        cmocka_unit_test(long_products_stay_exact),
        cmocka_unit_test(what_does_not_fit_is_lost),
        cmocka_unit_test(lowest_terms_are_tried_before_giving_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
