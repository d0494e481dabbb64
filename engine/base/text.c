/* text.c: see text.h. */
#include "text.h"
#include "maths.h"
#include "sort.h"

#include <string.h>

const char *const language_code[LANGUAGES] = { "en", "fr" };

enum language language_named(const char *code)
{
    int language = 0;

    while (language < LANGUAGES && strcmp(language_code[language], code)) language++;
    return (enum language)language;
}

static int by_key(const void *a, const void *b, const void *context)
{
    (void)context;
    return strcmp(((const struct text *)a)->key, ((const struct text *)b)->key);
}

bool catalogue_make(struct catalogue *catalogue, enum language language, const struct json_document *documents,
                    int32_t count, struct arena *arena, struct fault *fault)
{
    size_t total = 0;

    for (int32_t i = 0; i < count; i++) {
        if (documents[i].root->type != JSON_OBJECT)
            return json_fault(&documents[i], documents[i].root, fault, "a catalogue must be an object of texts");
        total += documents[i].root->count;
    }
    *catalogue = (struct catalogue){ .language = language, .list = arena_take(arena, (total + 1) * sizeof *catalogue->list) };
    if (!catalogue->list) return fault_say(fault, "catalogue", 0, "there is not enough memory for the texts");
    for (int32_t i = 0; i < count; i++)
        for (const struct json *node = documents[i].root->as.child; node; node = node->next) {
            if (node->type != JSON_STRING) return json_fault(&documents[i], node, fault, "\"%s\" must be a text", node->key);
            catalogue->list[catalogue->count++] = (struct text){ node->key, node->as.string };
        }
    sort_stable(catalogue->list, (size_t)catalogue->count, sizeof *catalogue->list, by_key, NULL);
    for (int32_t i = 1; i < catalogue->count; i++)
        if (!strcmp(catalogue->list[i].key, catalogue->list[i - 1].key))
            return fault_say(fault, "catalogue", 0, "the text \"%s\" is given twice", catalogue->list[i].key);
    return true;
}

/* strcmp of a key with set "." name, without building the joined key. */
static int compare_halves(const char *key, const char *set, const char *name)
{
    while (*set && *key == *set) {
        key++;
        set++;
    }
    if (*set) return (unsigned char)*key - (unsigned char)*set;
    if (*key != '.') return (unsigned char)*key - '.';
    return strcmp(key + 1, name);
}

const char *text_find_in(const struct catalogue *catalogue, const char *set, const char *name)
{
    int32_t low = 0, high = catalogue->count;

    while (low < high) {
        int32_t middle = (low + high) / 2;
        int     order = name ? compare_halves(catalogue->list[middle].key, set, name)
                             : strcmp(catalogue->list[middle].key, set);
        if (order == 0) return catalogue->list[middle].text;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return NULL;
}

const char *text_find(const struct catalogue *catalogue, const char *key)
{
    return text_find_in(catalogue, key, NULL);
}

/* number / unit rounded to two decimals, without noughts at the end: 8, 8.5, 8.04. */
static void write_decimal(struct out *out, enum language language, int64_t number, int64_t unit)
{
    int64_t hundredths = divide_round(number * 100, unit);

    if (hundredths < 0) {
        out_char(out, '-');
        hundredths = -hundredths;
    }
    out_integer(out, hundredths / 100);
    if (hundredths % 100 == 0) return;
    out_char(out, language == FRENCH ? ',' : '.');
    out_integer(out, hundredths / 10 % 10);
    if (hundredths % 10) out_integer(out, hundredths % 10);
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(text, word, length);
}

static void write_number(struct out *out, enum language language, int64_t number, const char *format, size_t length)
{
    if (is_word(format, length, "cm")) {
        write_decimal(out, language, number, CENTIMETRE);
        out_text(out, " cm");
    } else if (is_word(format, length, "in")) {
        write_decimal(out, language, number, INCH);
        out_text(out, language == FRENCH ? " po" : " in");
    } else if (is_word(format, length, "deg")) {
        write_decimal(out, language, number, 100);
        out_text(out, "\302\260");
    } else {
        if (is_word(format, length, "sign") && number > 0) out_char(out, '+');
        out_integer(out, number);
    }
}

static void write_plural(struct out *out, enum language language, int64_t number, const char *words, size_t length)
{
    const char *bar = memchr(words, '|', length);
    bool        one = language == FRENCH ? abs64(number) < 2 : abs64(number) == 1;

    if (!bar) out_bytes(out, words, length);
    else if (one) out_bytes(out, words, (size_t)(bar - words));
    else out_bytes(out, bar + 1, length - (size_t)(bar - words) - 1);
}

/* Does the text end with that word and a space after it? */
static bool ends_with_word(const struct out *out, const char *word)
{
    size_t length = strlen(word), start = out->used - length - 1;

    if (out->used < length + 1 || out->text[out->used - 1] != ' ' || memcmp(out->text + start, word, length)) return false;
    return start == 0 || out->text[start - 1] == ' ';
}

static void take_back(struct out *out, size_t length)
{
    out->used -= length;
    out->text[out->used] = '\0';
}

/* A name that is a word, as opposed to "A1", and begins with a vowel. */
static bool is_elided(const char *name)
{
    static const char *const accented[] = { "É", "È", "Ê", "À", "Â", "Î", "Ô", "é", "è", "ê", "à", "â", "î", "ô", NULL };
    size_t                   first = strchr("AEIOUYaeiouy", name[0]) && name[0] ? 1 : 0;

    for (int i = 0; !first && accented[i]; i++)
        if (!strncmp(name, accented[i], strlen(accented[i]))) first = strlen(accented[i]);
    return first && (between('a', name[first], 'z') || (unsigned char)name[first] >= 0x80);
}

/* What is left of the name to write, when the word before it and its article have become one. */
static const char *join_french(struct out *out, const char *name)
{
    static const struct { const char *word, *article, *both; } contracted[] = {
        { "de", "les ", "des " }, { "de", "le ", "du " }, { "à", "les ", "aux " }, { "à", "le ", "au " },
    };

    if (out->full) return name;
    for (size_t i = 0; i < sizeof contracted / sizeof contracted[0]; i++) {
        if (strncmp(name, contracted[i].article, strlen(contracted[i].article)) || !ends_with_word(out, contracted[i].word)) continue;
        take_back(out, strlen(contracted[i].word) + 1);
        out_text(out, contracted[i].both);
        return name + strlen(contracted[i].article);
    }
    if ((ends_with_word(out, "de") || ends_with_word(out, "que")) && is_elided(name)) {
        take_back(out, 2);
        out_text(out, "’");
    }
    return name;
}

/* The inside of one pair of braces. False when its name is unknown. */
static bool write_blank(struct out *out, enum language language, const char *inside, size_t length,
                        const struct blank *blanks, int32_t count)
{
    size_t name = 0;

    while (name < length && inside[name] != ':' && inside[name] != '|') name++;
    for (int32_t i = 0; i < count; i++) {
        if (!is_word(inside, name, blanks[i].name)) continue;
        if (blanks[i].text) out_text(out, language == FRENCH ? join_french(out, blanks[i].text) : blanks[i].text);
        else if (name == length) out_integer(out, blanks[i].number);
        else if (inside[name] == ':') write_number(out, language, blanks[i].number, inside + name + 1, length - name - 1);
        else write_plural(out, language, blanks[i].number, inside + name + 1, length - name - 1);
        return true;
    }
    return false;
}

void text_fill(struct out *out, enum language language, const char *text, const struct blank *blanks, int32_t count)
{
    while (*text) {
        const char *close = *text == '{' ? strchr(text, '}') : NULL;
        if (close && write_blank(out, language, text + 1, (size_t)(close - text - 1), blanks, count)) text = close + 1;
        else out_char(out, *text++);
    }
}
