/* test_dice.c: the three sources of dice. */
#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const int all_sides[] = { 2, 3, 4, 5, 6, 8, 10, 12, 20, 100 };
enum { SIDES = sizeof all_sides / sizeof all_sides[0] };

static bool on_the_die(int face, int sides)
{
    return face >= dice_low(sides) && face < dice_low(sides) + sides;
}

static void seeded_faces_are_on_the_die_and_repeat(void **unused)
{
    (void)unused;
    for (int i = 0; i < SIDES; i++) {
        struct dice one = dice_seeded(7), two = dice_seeded(7);
        uint32_t    seen[101] = { 0 };

        for (int n = 0; n < 400; n++) {
            uint8_t a[48], b[48];
            dice_faces(&one, 1, 48, all_sides[i], a);
            dice_faces(&two, 2, 48, all_sides[i], b);
            assert_memory_equal(a, b, 48);
            for (int k = 0; k < 48; k++) assert_true(on_the_die(a[k], all_sides[i]));
            for (int k = 0; k < 48; k++) seen[a[k]]++;
        }
        for (int face = dice_low(all_sides[i]); face < dice_low(all_sides[i]) + all_sides[i]; face++) {
            uint32_t expected = 400u * 48u / (uint32_t)all_sides[i];
            assert_in_range(seen[face], expected / 2, expected * 2);
        }
    }
}

static void other_seeds_give_other_faces(void **unused)
{
    (void)unused;
    struct dice one = dice_seeded(1), two = dice_seeded(2);
    uint8_t     a[48], b[48];

    dice_faces(&one, 1, 48, 6, a);
    dice_faces(&two, 1, 48, 6, b);
    assert_memory_not_equal(a, b, 48);
}

static void a_die_of_ten_starts_at_zero(void **unused)
{
    (void)unused;
    assert_int_equal(dice_low(10), 0);
    for (int i = 0; i < SIDES; i++) assert_int_equal(dice_low(all_sides[i]), all_sides[i] == 10 ? 0 : 1);
}

static void listed_faces_come_in_order(void **unused)
{
    (void)unused;
    static const uint8_t list[] = { 3, 6, 0, 9, 1 };
    struct dice          dice = dice_listed(list, 5);
    uint8_t              faces[2];

    dice_faces(&dice, 1, 2, 6, faces);
    assert_memory_equal(faces, list, 2);
    dice_faces(&dice, 1, 2, 10, faces);
    assert_memory_equal(faces, list + 2, 2);
    assert_int_equal(dice.used, 4);
    assert_false(dice.short_of || dice.wrong);
    dice_faces(&dice, 1, 1, 6, faces);
    assert_int_equal(dice.used, dice.count);
}

static void a_short_list_says_what_is_missing(void **unused)
{
    (void)unused;
    static const uint8_t list[] = { 3, 4 };
    struct dice          dice = dice_listed(list, 2);
    uint8_t              record[8], faces[5];

    dice.record = record;
    dice.record_capacity = sizeof record;
    dice_faces(&dice, 42, 5, 6, faces);
    assert_true(dice.short_of);
    assert_int_equal(dice.missing.rule, 42);
    assert_int_equal(dice.missing.sides, 6);
    assert_int_equal(dice.missing.count, 3);
    for (int i = 0; i < 5; i++) assert_true(on_the_die(faces[i], 6));
    /* Later draws do not change what was missing first, and what was not in the list is not kept. */
    dice_pool(&dice, 43, 4, 8, 5, NULL);
    assert_int_equal(dice.missing.rule, 42);
    assert_int_equal(dice.recorded, 2);
}

static void an_impossible_face_is_wrong(void **unused)
{
    (void)unused;
    static const uint8_t impossible[][2] = { { 0, 6 }, { 7, 6 }, { 10, 10 }, { 101, 100 }, { 255, 2 } };

    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        struct dice dice = dice_listed(impossible[i], 1);
        uint8_t     face;

        dice_faces(&dice, 9, 1, impossible[i][1], &face);
        assert_true(dice.wrong);
        assert_false(dice.short_of);
        assert_int_equal(dice.missing.sides, impossible[i][1]);
        assert_true(on_the_die(face, impossible[i][1]));
    }
}

static void a_pool_counts_its_faces(void **unused)
{
    (void)unused;
    struct dice dice = dice_seeded(3);

    for (int n = 0; n < 2000; n++) {
        int     sides = all_sides[n % SIDES], count = n % 49, target = n % 13 - 1, expected = 0;
        uint8_t faces[48];
        int     hits = dice_pool(&dice, 1, count, sides, target, faces);

        for (int i = 0; i < count; i++) expected += faces[i] >= target;
        assert_int_equal(hits, expected);
    }
}

/* How many of the sides^count throws have so many successes, by throwing them all. */
static void throw_all(int count, int sides, int target, uint64_t *ways)
{
    uint64_t throws = 1;

    for (int i = 0; i < count; i++) throws *= (uint64_t)sides;
    for (uint64_t n = 0; n < throws; n++) {
        uint64_t rest = n;
        int      hits = 0;
        for (int i = 0; i < count; i++,
             rest /= (uint64_t)sides) hits += dice_low(sides) + (int)(rest % (uint64_t)sides) >= target;
        ways[hits]++;
    }
}

static void an_enumerated_pool_has_the_weights_of_all_its_throws(void **unused)
{
    (void)unused;
    for (int i = 0; i < SIDES; i++)
        for (int count = 0; count <= (all_sides[i] <= 6 ? 5 : 2); count++)
            for (int target = -1; target <= all_sides[i] + 2; target++) {
                uint64_t         ways[8] = { 0 }, throws = 1;
                struct dice_path path;
                struct dice      dice = dice_enumerated(&path);
                struct weight    weight[8], sum = weight_of(0, 1);
                int              paths = 0;

                throw_all(count, all_sides[i], target, ways);
                for (int k = 0; k < count; k++) throws *= (uint64_t)all_sides[i];
                for (int k = 0; k < 8; k++) weight[k] = weight_of(0, 1);
                dice_first_path(&path);
                do {
                    uint8_t faces[8];
                    int     hits, shown = 0;
                    dice_rewind(&path);
                    hits = dice_pool(&dice, 1, count, all_sides[i], target, faces);
                    for (int k = 0; k < count; k++) shown += faces[k] >= target;
                    assert_int_equal(shown, hits);
                    weight[hits] = weight_plus(weight[hits], path.weight);
                    sum = weight_plus(sum, path.weight);
                    paths++;
                } while (dice_next_path(&path));
                assert_true(paths <= count + 1);
                assert_true(weight_equal(sum, weight_of(1, 1)));
                for (int k = 0; k <= count; k++) assert_true(weight_equal(weight[k], weight_of(ways[k], throws)));
            }
}

static void enumerated_faces_are_every_throw_once(void **unused)
{
    (void)unused;
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    bool             seen[10][10][10] = { { { false } } };
    int              paths = 0;

    dice_first_path(&path);
    do {
        uint8_t faces[3];
        dice_rewind(&path);
        dice_faces(&dice, 1, 3, 10, faces);
        assert_false(seen[faces[0]][faces[1]][faces[2]]);
        seen[faces[0]][faces[1]][faces[2]] = true;
        assert_true(weight_equal(path.weight, weight_of(1, 1000)));
        paths++;
    } while (dice_next_path(&path));
    assert_int_equal(paths, 1000);
}

/* A die, and then as many dice as it shows: the paths differ in length and still weigh 1. */
static void draws_that_depend_on_draws_are_enumerated(void **unused)
{
    (void)unused;
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    struct weight    sum = weight_of(0, 1), sixes = weight_of(0, 1);
    int              paths = 0;

    dice_first_path(&path);
    do {
        uint8_t face;
        int     hits;
        dice_rewind(&path);
        dice_faces(&dice, 1, 1, 6, &face);
        hits = dice_pool(&dice, 1, face, 6, 6, NULL);
        sum = weight_plus(sum, path.weight);
        if (hits == 6) sixes = weight_plus(sixes, path.weight);
        paths++;
    } while (dice_next_path(&path));
    assert_int_equal(paths, 2 + 3 + 4 + 5 + 6 + 7);
    assert_true(weight_equal(sum, weight_of(1, 1)));
    assert_true(weight_equal(sixes, weight_of(1, 6 * 46656)));
}

static void a_tie_in_a_contest_is_to_be_rolled_again(void **unused)
{
    (void)unused;
    static const uint8_t list[] = { 2, 2, 5, 5, 1, 4, 6, 3 };
    struct dice          dice = dice_listed(list, 8);
    uint8_t              record[8], faces[2];

    dice.record = record;
    dice.record_capacity = sizeof record;
    assert_int_equal(dice_contest(&dice, 1, 6, faces), -1);
    assert_int_equal(dice_contest(&dice, 1, 6, faces), -1);
    assert_int_equal(dice_contest(&dice, 1, 6, faces), 1);
    assert_int_equal(faces[0], 1);
    assert_int_equal(faces[1], 4);
    assert_int_equal(dice.recorded, 6);
    assert_memory_equal(record, list, 6);
    assert_int_equal(dice_contest(&dice, 1, 6, faces), 0);
    assert_int_equal(dice.used, 8);
}

static void an_enumerated_contest_is_even(void **unused)
{
    (void)unused;
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);

    dice_first_path(&path);
    for (int winner = 0; winner < 2; winner++) {
        uint8_t faces[2];
        dice_rewind(&path);
        assert_int_equal(dice_contest(&dice, 1, 6, faces), winner);
        assert_int_equal(faces[1] > faces[0], winner);
        assert_true(weight_equal(path.weight, weight_of(1, 2)));
        assert_int_equal(dice_next_path(&path), winner == 0);
    }
}

static void a_six_is_thrown_again(void **unused)
{
    (void)unused;
    static const struct { uint8_t face[4]; int most, value, used; } throws[] = {
        { { 1, 6, 6, 6 }, 7, 1, 1 },  { { 5, 6, 6, 6 }, 16, 5, 1 }, { { 6, 4, 6, 6 }, 7, 6, 2 },  { { 6, 6, 6, 2 }, 7, 7, 2 },
        { { 6, 6, 2, 6 }, 16, 7, 3 }, { { 6, 6, 6, 2 }, 16, 8, 4 }, { { 6, 6, 6, 2 }, 8, 8, 3 },  { { 6, 5, 1, 1 }, 6, 6, 1 },
    };

    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
        struct dice dice = dice_listed(throws[i].face, 4);
        uint8_t     faces[DICE_CHAIN_MOST];
        int         count;

        assert_int_equal(dice_chain(&dice, 1, throws[i].most, faces, &count), throws[i].value);
        assert_int_equal(count, throws[i].used);
        assert_int_equal(dice.used, throws[i].used);
        assert_memory_equal(faces, throws[i].face, (size_t)count);
        for (int needed = 1; needed <= 9; needed++) {
            dice = dice_listed(throws[i].face, 4);
            assert_int_equal(dice_reach(&dice, 1, needed, throws[i].most, faces, &count), throws[i].value >= needed);
        }
    }
}

/* Each value once, together certain; and what reaches a value is the sum of those that do. */
static void an_enumerated_chain_has_its_exact_weights(void **unused)
{
    (void)unused;
    for (int most = 6; most <= DICE_CHAIN_MOST; most++) {
        struct dice_path path;
        struct dice      dice = dice_enumerated(&path);
        struct weight    sum = weight_of(0, 1), from[DICE_CHAIN_MOST + 2] = { { .limb = { 0 } } };
        uint8_t          faces[DICE_CHAIN_MOST];
        int              count;

        dice_first_path(&path);
        do {
            int         value;
            struct dice again;
            dice_rewind(&path);
            value = dice_chain(&dice, 1, most, faces, &count);
            sum = weight_plus(sum, path.weight);
            for (int needed = 1; needed <= value; needed++) from[needed] = weight_plus(from[needed], path.weight);
            again = dice_listed(faces, (uint32_t)count);
            assert_int_equal(dice_chain(&again, 1, most, faces, &count), value);
            assert_false(again.short_of);
        } while (dice_next_path(&path));
        assert_true(weight_equal(sum, weight_of(1, 1)));
        for (int needed = 1; needed <= most + 1; needed++) {
            struct weight hit = weight_of(0, 1);
            dice_first_path(&path);
            do {
                dice_rewind(&path);
                if (dice_reach(&dice, 1, needed, most, faces, &count)) hit = weight_plus(hit, path.weight);
            } while (dice_next_path(&path));
            assert_true(weight_equal(hit, from[needed]));
        }
    }
}

/* More draws or branches than can be counted: the path says so and comes to an end. */
/* Faces of one sort are one branch, by the first of them. */
static void an_enumerated_die_has_a_branch_a_sort(void **unused)
{
    static const uint16_t  sort[10] = { 7, 7, 3, 7, 3, 9, 9, 9, 9, 3 };
    static const int       face[] = { 0, 2, 5 };
    static const uint64_t  share[] = { 3, 3, 4 };
    struct dice_path       path;
    struct dice            dice = dice_enumerated(&path);
    static const uint8_t   shown[] = { 4 };
    struct dice            listed = dice_listed(shown, 1);
    int                    branch = 0;

    (void)unused;
    dice_first_path(&path);
    do {
        dice_rewind(&path);
        assert_in_range(branch, 0, 2);
        assert_int_equal(dice_sorted(&dice, 1, 10, sort), face[branch]);
        assert_true(weight_equal(path.weight, weight_of(share[branch], 10)));
        branch++;
    } while (dice_next_path(&path));
    assert_int_equal(branch, 3);
    assert_int_equal(dice_sorted(&listed, 1, 10, sort), 4);
}

static void too_many_draws_are_given_up(void **unused)
{
    (void)unused;
    struct dice_path path;
    struct dice      dice = dice_enumerated(&path);
    uint8_t          faces[48];

    dice_first_path(&path);
    for (int i = 0; i < DICE_DRAWS; i++) dice_faces(&dice, 1, 1, 6, faces);
    assert_false(path.too_many);
    dice_faces(&dice, 1, 1, 6, faces);
    assert_true(path.too_many);
    dice_first_path(&path);
    assert_false(path.too_many);
    dice_faces(&dice, 1, 48, 100, faces);
    assert_true(path.too_many);
    for (int i = 0; i < 48; i++) assert_true(on_the_die(faces[i], 100));
}

/* A hostile list: it fills the record to the last place with ties, and the contest still has to come to an end. */
static void a_list_of_nothing_but_ties_runs_out_quietly(void **unused)
{
    (void)unused;
    uint8_t     list[1024], record[1024], faces[2];
    struct dice dice;

    memset(list, 3, sizeof list);
    dice = dice_listed(list, sizeof list);
    dice.record = record;
    dice.record_capacity = sizeof record;
    while (dice_contest(&dice, 5, 6, faces) < 0) continue;
    assert_true(dice.short_of);
    assert_int_not_equal(faces[0], faces[1]);
    assert_int_equal(dice.recorded, 1024);
    assert_int_equal(dice.missing.count, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeded_faces_are_on_the_die_and_repeat),
        cmocka_unit_test(other_seeds_give_other_faces),
        cmocka_unit_test(a_die_of_ten_starts_at_zero),
        cmocka_unit_test(listed_faces_come_in_order),
        cmocka_unit_test(a_short_list_says_what_is_missing),
        cmocka_unit_test(an_impossible_face_is_wrong),
        cmocka_unit_test(a_pool_counts_its_faces),
        cmocka_unit_test(an_enumerated_pool_has_the_weights_of_all_its_throws),
        cmocka_unit_test(enumerated_faces_are_every_throw_once),
        cmocka_unit_test(draws_that_depend_on_draws_are_enumerated),
        cmocka_unit_test(a_tie_in_a_contest_is_to_be_rolled_again),
        cmocka_unit_test(an_enumerated_contest_is_even),
        cmocka_unit_test(a_six_is_thrown_again),
        cmocka_unit_test(an_enumerated_chain_has_its_exact_weights),
        cmocka_unit_test(an_enumerated_die_has_a_branch_a_sort),
        cmocka_unit_test(too_many_draws_are_given_up),
        cmocka_unit_test(a_list_of_nothing_but_ties_runs_out_quietly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
