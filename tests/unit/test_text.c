/* test_text.c: catalogues, and the filling in of blanks in two languages. */
#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static char memory[1 << 16];

static void assert_filled(enum language language, const char *text, const struct blank *blanks, int32_t count,
                          const char *expected)
{
    char       buffer[256];
    struct out out = out_over(buffer, sizeof buffer);

    text_fill(&out, language, text, blanks, count);
    assert_string_equal(buffer, expected);
}

static void assert_number(enum language language, const char *text, int64_t number, const char *expected)
{
    struct blank blank = { "0", NULL, number };

    assert_filled(language, text, &blank, 1, expected);
}

static void languages_have_codes(void **unused)
{
    (void)unused;
    assert_int_equal(language_named("en"), ENGLISH);
    assert_int_equal(language_named("fr"), FRENCH);
    assert_int_equal(language_named("de"), LANGUAGES);
    assert_int_equal(language_named(""), LANGUAGES);
}

static void values_are_filled_in_by_name(void **unused)
{
    (void)unused;
    struct blank blanks[] = { { "unit", "A1", 0 }, { "0", NULL, -12 }, { "und", "x", 0 } };

    assert_filled(ENGLISH, "{unit} has {0}.", blanks, 3, "A1 has -12.");
    assert_filled(ENGLISH, "{und}{unit}", blanks, 3, "xA1");
    assert_filled(ENGLISH, "", blanks, 3, "");
    assert_filled(ENGLISH, "no blank", blanks, 0, "no blank");
    assert_filled(ENGLISH, "{unit:cm}{unit|a|b}", blanks, 3, "A1A1");
}

static void what_is_unknown_is_written_as_it_stands(void **unused)
{
    (void)unused;
    struct blank blank = { "0", NULL, 1 };

    assert_filled(ENGLISH, "{nothing} {0}", &blank, 1, "{nothing} 1");
    assert_filled(ENGLISH, "{", &blank, 1, "{");
    assert_filled(ENGLISH, "{0", &blank, 1, "{0");
    assert_filled(ENGLISH, "}{}{{0}}", &blank, 1, "}{}{1}");
    assert_filled(ENGLISH, "{0:unknown}", &blank, 1, "1");
}

static void lengths_and_angles_have_two_decimals_at_most(void **unused)
{
    (void)unused;
    assert_number(ENGLISH, "{0:cm}", 8000, "8 cm");
    assert_number(ENGLISH, "{0:cm}", 8500, "8.5 cm");
    assert_number(ENGLISH, "{0:cm}", 8040, "8.04 cm");
    assert_number(ENGLISH, "{0:cm}", 9240, "9.24 cm");
    assert_number(FRENCH, "{0:cm}", 9240, "9,24 cm");
    assert_number(ENGLISH, "{0:cm}", 9245, "9.25 cm");
    assert_number(ENGLISH, "{0:cm}", -9245, "-9.25 cm");
    assert_number(ENGLISH, "{0:cm}", 4, "0 cm");
    assert_number(ENGLISH, "{0:cm}", -4, "0 cm");
    assert_number(ENGLISH, "{0:cm}", 5, "0.01 cm");
    assert_number(ENGLISH, "{0:in}", 2540, "1 in");
    assert_number(FRENCH, "{0:in}", 3810, "1,5 po");
    assert_number(ENGLISH, "{0:deg}", 9000, "90\302\260");
    assert_number(FRENCH, "{0:deg}", 4525, "45,25\302\260");
    assert_number(ENGLISH, "{0:cm}", INT32_MAX, "2147483.65 cm");
    assert_number(ENGLISH, "{0:cm}", INT32_MIN, "-2147483.65 cm");
}

static void signs_are_shown_where_asked(void **unused)
{
    (void)unused;
    assert_number(ENGLISH, "{0:sign}", 2, "+2");
    assert_number(ENGLISH, "{0:sign}", 0, "0");
    assert_number(FRENCH, "{0:sign}", -1, "-1");
    assert_number(ENGLISH, "{0}", 2, "2");
}

static void plurals_follow_the_language(void **unused)
{
    (void)unused;
    static const struct { int64_t number; const char *english, *french; } rows[] = {
        { 0, "0 hits", "0 coup" }, { 1, "1 hit", "1 coup" }, { 2, "2 hits", "2 coups" }, { -1, "-1 hit", "-1 coup" },
        { -2, "-2 hits", "-2 coups" }, { 21, "21 hits", "21 coups" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_number(ENGLISH, "{0} {0|hit|hits}", rows[i].number, rows[i].english);
        assert_number(FRENCH, "{0} {0|coup|coups}", rows[i].number, rows[i].french);
    }
    assert_number(ENGLISH, "{0|only}", 5, "only");
    assert_number(ENGLISH, "{0||s}", 1, "");
    assert_number(ENGLISH, "{0||s}", 2, "s");
}

static void assert_joined(const char *text, const char *name, const char *expected)
{
    struct blank blank = { "who", name, 0 };

    assert_filled(FRENCH, text, &blank, 1, expected);
}

static void french_names_join_the_word_before_them(void **unused)
{
    struct blank english = { "who", "les Anglais", 0 };

    (void)unused;
    assert_joined("le Command de {who}.", "Umfraville", "le Command d’Umfraville.");
    assert_joined("de {who}", "Édouard", "d’Édouard");
    assert_joined("de {who}", "Ross", "de Ross");
    assert_joined("de {who}", "Henri", "de Henri");
    assert_joined("de {who}", "A1 (archers)", "de A1 (archers)");
    assert_joined("de {who}", "E-LB1", "de E-LB1");
    assert_joined("le monde {who}", "Umfraville", "le monde Umfraville");
    assert_joined("Test de {who} :", "les Anglais", "Test des Anglais :");
    assert_joined("revient à {who}", "les Anglais", "revient aux Anglais");
    assert_joined("revient à {who}", "le camp A", "revient au camp A");
    assert_joined("de {who}", "le camp A", "du camp A");
    assert_joined("de {who}", "l’Espagne", "de l’Espagne");
    assert_joined("à {who}", "la Suède", "à la Suède");
    assert_joined("{who}", "les Anglais", "les Anglais");
    assert_joined("de {who}", "", "de ");
    assert_filled(ENGLISH, "de {who}", &english, 1, "de les Anglais");
}

static void what_does_not_fit_is_cut(void **unused)
{
    (void)unused;
    char         buffer[8];
    struct out   out = out_over(buffer, sizeof buffer);
    struct blank blank = { "unit", "a long name", 0 };

    text_fill(&out, ENGLISH, "of {unit}", &blank, 1);
    assert_true(out.full);
    assert_string_equal(buffer, "of a lo");
}

static bool make(struct catalogue *catalogue, const char *const *texts, int count, struct fault *fault)
{
    static struct json_document documents[4];
    struct arena                arena = arena_over(memory, sizeof memory);

    for (int i = 0; i < count; i++) assert_true(json_parse(&documents[i], "doc.json", texts[i], strlen(texts[i]),
                                                           &arena, fault));
    return catalogue_make(catalogue, FRENCH, documents, count, &arena, fault);
}

static void documents_are_merged(void **unused)
{
    (void)unused;
    static const char *const texts[] = { "{\"b\":\"2\",\"a.z\":\"3\"}", "{}",
                                         "{\"a\":\"1\",\"a.b\":\"4\",\"a.b.c\":\"5\",\"a-b\":\"6\"}" };
    struct catalogue         catalogue;
    struct fault             fault = { 0 };

    assert_true(make(&catalogue, texts, 3, &fault));
    assert_int_equal(catalogue.count, 6);
    assert_int_equal(catalogue.language, FRENCH);
    assert_string_equal(text_find(&catalogue, "a"), "1");
    assert_string_equal(text_find(&catalogue, "b"), "2");
    assert_string_equal(text_find(&catalogue, "a.z"), "3");
    assert_string_equal(text_find_in(&catalogue, "a", "z"), "3");
    assert_string_equal(text_find_in(&catalogue, "a", "b"), "4");
    assert_string_equal(text_find_in(&catalogue, "a", "b.c"), "5");
    assert_string_equal(text_find_in(&catalogue, "a.b", "c"), "5");
    assert_string_equal(text_find(&catalogue, "a-b"), "6");
    assert_null(text_find(&catalogue, "c"));
    assert_null(text_find(&catalogue, ""));
    assert_null(text_find_in(&catalogue, "a", ""));
    assert_null(text_find_in(&catalogue, "", "a"));
    assert_null(text_find_in(&catalogue, "a", "zz"));
}

static void an_empty_catalogue_finds_nothing(void **unused)
{
    (void)unused;
    struct catalogue catalogue;
    struct fault     fault = { 0 };

    assert_true(make(&catalogue, NULL, 0, &fault));
    assert_null(text_find(&catalogue, "a"));
}

static void faults_are_said(void **unused)
{
    (void)unused;
    static const struct { const char *text[2]; const char *fault; } rows[] = {
        { { "{\"a\":\"1\"}", "{\"a\":\"2\"}" }, "the text \"a\" is given twice" },
        { { "[]", "{}" }, "a catalogue must be an object of texts" },
        { { "{}", "{\"a\":1}" }, "\"a\" must be a text" },
        { { "{\"a\":{}}", "{}" }, "\"a\" must be a text" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct catalogue catalogue;
        struct fault     fault = { 0 };

        assert_false(make(&catalogue, rows[i].text, 2, &fault));
        assert_true(fault.set);
        assert_string_equal(fault.text, rows[i].fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_have_codes),
        cmocka_unit_test(values_are_filled_in_by_name),
        cmocka_unit_test(what_is_unknown_is_written_as_it_stands),
        cmocka_unit_test(lengths_and_angles_have_two_decimals_at_most),
        cmocka_unit_test(signs_are_shown_where_asked),
        cmocka_unit_test(plurals_follow_the_language),
        cmocka_unit_test(french_names_join_the_word_before_them),
        cmocka_unit_test(what_does_not_fit_is_cut),
        cmocka_unit_test(documents_are_merged),
        cmocka_unit_test(an_empty_catalogue_finds_nothing),
        cmocka_unit_test(faults_are_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
