/* test_fair_dice.c: the dice of docs/verifiable-dice.md: fixed vectors, what they depend on, and that they are even. */
#include "fair_dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

enum { FACES = 1000000 };

static const char *const         texts[] = { "\xc2\xa1Santiago!", "" };
static const struct fair_context breda = { "breda-1625", texts, 2 };

/* The seed 00 01 02 .. 1f. */
static const uint8_t *counting(void)
{
    static const uint8_t seed[FAIR_BYTES] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
    return seed;
}

static void assert_roll(uint64_t roll, int sides, int count, const uint8_t *expected)
{
    uint8_t out[FAIR_AT_ONCE];

    assert_true(fair_dice_faces(counting(), &breda, roll, sides, count, out));
    assert_memory_equal(out, expected, (size_t)count);
}

/* Worked out by another implementation of HMAC-SHA-256, from the document alone. */
static void rolls_are_those_of_the_document(void **unused)
{
    (void)unused;
    assert_roll(1, 6, 10, (const uint8_t[]){ 6, 3, 3, 5, 3, 3, 5, 2, 6, 5 });
    assert_roll(1, 10, 10, (const uint8_t[]){ 7, 2, 0, 6, 0, 4, 8, 1, 7, 6 });
    assert_roll(2, 6, 10, (const uint8_t[]){ 3, 2, 3, 3, 4, 2, 1, 6, 3, 1 });
    assert_roll(6, 2, 24, (const uint8_t[]){ 1, 2, 1, 2, 2, 1, 2, 1, 2, 1, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2 });
    assert_roll(7, 255, 6, (const uint8_t[]){ 214, 164, 213, 241, 115, 116 });
    assert_roll(4294967296, 20, 8, (const uint8_t[]){ 1, 20, 4, 1, 13, 16, 2, 17 });
}

/* Half of the bytes are passed over with 129 sides, so that one block does not last. */
static void a_roll_goes_on_into_further_blocks(void **unused)
{
    (void)unused;
    assert_roll(5, 129, 24, (const uint8_t[]){ 67, 109, 102, 78, 127, 58, 56, 18, 5, 74, 68, 58, 97, 54, 110, 103, 53, 51,
                                               15, 107, 60, 14, 99, 46 });
}

static void a_game_without_seats_and_names_has_dice_too(void **unused)
{
    const struct fair_context nothing = { "", NULL, 0 };
    const uint8_t             expected[] = { 3, 3, 5, 1, 6, 2, 2, 2, 4, 2 };
    uint8_t                   seed[FAIR_BYTES], out[10];
    (void)unused;

    memset(seed, 255, sizeof seed);
    assert_true(fair_dice_faces(seed, &nothing, 1, 6, 10, out));
    assert_memory_equal(out, expected, sizeof expected);
}

static void commitments_are_kept_by_their_seed_only(void **unused)
{
    uint8_t other[FAIR_BYTES];
    char    hex[FAIR_HEX];
    (void)unused;

    fair_dice_commitment(counting(), hex);
    assert_string_equal(hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    assert_true(fair_dice_keeps(counting(), hex));
    memcpy(other, counting(), sizeof other);
    other[31] ^= 1;
    assert_false(fair_dice_keeps(other, hex));
    hex[0] = '7';
    assert_false(fair_dice_keeps(counting(), hex));
    assert_false(fair_dice_keeps(counting(), ""));
}

static void seeds_are_revealed_and_read(void **unused)
{
    uint8_t seed[FAIR_BYTES];
    char    hex[FAIR_HEX];
    (void)unused;

    fair_dice_reveal(counting(), hex);
    assert_string_equal(hex, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    assert_true(fair_dice_read(hex, seed));
    assert_memory_equal(seed, counting(), FAIR_BYTES);
    hex[63] = 'F';
    assert_false(fair_dice_read(hex, seed));
    hex[63] = '\0';
    assert_false(fair_dice_read(hex, seed));
    assert_false(fair_dice_read("", seed));
    assert_false(fair_dice_read("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0", seed));
}

static void seeds_are_drawn_afresh(void **unused)
{
    uint8_t one[FAIR_BYTES] = { 0 }, two[FAIR_BYTES] = { 0 };
    (void)unused;

    assert_true(fair_dice_draw(one));
    assert_true(fair_dice_draw(two));
    assert_memory_not_equal(one, two, FAIR_BYTES);
}

static void bytes_that_would_favour_low_faces_are_passed_over(void **unused)
{
    (void)unused;
    assert_int_equal(fair_dice_face(0, 6), 1);
    assert_int_equal(fair_dice_face(251, 6), 6);
    assert_int_equal(fair_dice_face(252, 6), -1);
    assert_int_equal(fair_dice_face(255, 6), -1);
    assert_int_equal(fair_dice_face(0, 10), 0);
    assert_int_equal(fair_dice_face(249, 10), 9);
    assert_int_equal(fair_dice_face(250, 10), -1);
    assert_int_equal(fair_dice_face(199, 100), 100);
    assert_int_equal(fair_dice_face(200, 100), -1);
    assert_int_equal(fair_dice_face(254, 255), 255);
    assert_int_equal(fair_dice_face(255, 255), -1);
    assert_int_equal(fair_dice_face(255, 2), 2);
    assert_int_equal(fair_dice_face(255, 128), 128);
    assert_int_equal(fair_dice_face(128, 129), 129);
    assert_int_equal(fair_dice_face(129, 129), -1);
}

/* Of all 256 bytes, each face gets the same number. */
static void every_face_has_as_many_bytes(void **unused)
{
    (void)unused;
    for (int sides = 2; sides <= FAIR_SIDES; sides++) {
        int count[256] = { 0 }, low = sides == 10 ? 0 : 1;
        for (int byte = 0; byte < 256; byte++) {
            int face = fair_dice_face((uint8_t)byte, sides);
            assert_true(face == -1 || (face >= low && face < low + sides));
            if (face >= 0) count[face]++;
        }
        for (int face = low; face < low + sides; face++) assert_int_equal(count[face], 256 / sides);
    }
}

static void there_are_no_impossible_dice(void **unused)
{
    uint8_t out[FAIR_AT_ONCE + 1] = { 99 };
    (void)unused;

    assert_false(fair_dice_faces(counting(), &breda, 1, 1, 1, out));
    assert_false(fair_dice_faces(counting(), &breda, 1, 256, 1, out));
    assert_false(fair_dice_faces(counting(), &breda, 1, 6, -1, out));
    assert_false(fair_dice_faces(counting(), &breda, 1, 6, FAIR_AT_ONCE + 1, out));
    assert_true(fair_dice_faces(counting(), &breda, 1, 6, 0, out));
    assert_int_equal(out[0], 99);
}

static bool same_dice(const uint8_t *seed, const struct fair_context *context, uint64_t roll)
{
    uint8_t ours[FAIR_AT_ONCE], theirs[FAIR_AT_ONCE];

    assert_true(fair_dice_faces(counting(), &breda, 1, 6, FAIR_AT_ONCE, ours));
    assert_true(fair_dice_faces(seed, context, roll, 6, FAIR_AT_ONCE, theirs));
    return !memcmp(ours, theirs, sizeof ours);
}

/* Also where one text only takes over what another has lost. */
static void everything_in_the_context_counts(void **unused)
{
    const char *const         swapped[] = { "", texts[0] }, *const split[] = { "\xc2\xa1Santiago", "!" };
    const char *const         more[] = { texts[0], "", "" };
    const struct fair_context contexts[] = { { "breda-1626", texts, 2 }, { "breda-162", texts, 2 }, { "breda-1625", swapped, 2 },
                                             { "breda-1625", split, 2 }, { "breda-1625", texts, 1 }, { "breda-1625", more, 3 } };
    uint8_t                   other[FAIR_BYTES];
    (void)unused;

    assert_true(same_dice(counting(), &breda, 1));
    assert_false(same_dice(counting(), &breda, 2));
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++) assert_false(same_dice(counting(), &contexts[i], 1));
    memcpy(other, counting(), sizeof other);
    other[0] ^= 128;
    assert_false(same_dice(other, &breda, 1));
}

/* Chi-square over a million faces, against the value that even dice exceed once in a thousand times. */
static void assert_even(int sides, double limit)
{
    long    count[256] = { 0 };
    int     low = sides == 10 ? 0 : 1;
    double  expected = (double)FACES / sides, sum = 0;
    uint8_t out[20];

    for (uint64_t roll = 1; roll <= FACES / sizeof out; roll++) {
        assert_true(fair_dice_faces(counting(), &breda, roll, sides, sizeof out, out));
        for (size_t i = 0; i < sizeof out; i++) count[out[i]]++;
    }
    for (int face = low; face < low + sides; face++) {
        double off = (double)count[face] - expected;
        sum += off * off / expected;
        count[face] = 0;
    }
    for (int face = 0; face < 256; face++) assert_int_equal(count[face], 0);
    print_message("           %d faces of %d sides: chi-square %.2f, limit %.2f\n", FACES, sides, sum, limit);
    assert_true(sum < limit);
}

static void a_million_faces_are_even(void **unused)
{
    (void)unused;
    assert_even(6, 20.52);
    assert_even(10, 27.88);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rolls_are_those_of_the_document),
        cmocka_unit_test(a_roll_goes_on_into_further_blocks),
        cmocka_unit_test(a_game_without_seats_and_names_has_dice_too),
        cmocka_unit_test(commitments_are_kept_by_their_seed_only),
        cmocka_unit_test(seeds_are_revealed_and_read),
        cmocka_unit_test(seeds_are_drawn_afresh),
        cmocka_unit_test(bytes_that_would_favour_low_faces_are_passed_over),
        cmocka_unit_test(every_face_has_as_many_bytes),
        cmocka_unit_test(there_are_no_impossible_dice),
        cmocka_unit_test(everything_in_the_context_counts),
        cmocka_unit_test(a_million_faces_are_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
