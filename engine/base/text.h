/*
 * text.h: catalogues of texts for people, and the filling in of their blanks.
 *
 * A catalogue is one language: flat objects of key and template, from the host's documents. The engine speaks in keys,
 * numbers and names; only here do they become sentences.
 *
 *   {unit}               a value by name
 *   {0:cm} {0:in} {0:deg}  ticks as centimetres or inches, hundredths of a degree, with the language's decimal mark
 *   {0:sign}             +2, -1
 *   {0|hit|hits}         one of two words by the language's plural (French: fewer than two is one)
 *
 * In French a name joins the little word before its blank: "de {unit}" gives "d’Umfraville", "des Anglais" and "du camp A".
 */
#ifndef MESTRE_TEXT_H
#define MESTRE_TEXT_H

#include "json.h"

enum language { ENGLISH, FRENCH, LANGUAGES };

extern const char *const language_code[LANGUAGES];        /* "en", "fr" */
/* The language of a code, or LANGUAGES when there is none. */
enum language language_named(const char *code);

struct text {
    const char *key;
    const char *text;
};

struct catalogue {
    enum language language;
    struct text  *list;              /* sorted by key */
    int32_t       count;
};

/* A value for a blank: a text, or a number when text is NULL. */
struct blank {
    const char *name;
    const char *text;
    int64_t     number;
};

/* Merge documents (parsed flat objects of strings) into a catalogue. A key given twice is a fault. */
bool catalogue_make(struct catalogue *catalogue, enum language language, const struct json_document *documents,
                    int32_t count, struct arena *arena, struct fault *fault);

/* The text of a key, or NULL. */
const char *text_find(const struct catalogue *catalogue, const char *key);

/* The same for a key of two halves: "order" + "fire" is "order.fire". */
const char *text_find_in(const struct catalogue *catalogue, const char *set, const char *name);

/* Write a template with its blanks filled. An unknown blank is written as it stands, so that a mistake is seen. */
void text_fill(struct out *out, enum language language, const char *text, const struct blank *blanks, int32_t count);

#endif
