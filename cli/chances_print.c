/* chances_print.c: see chances_print.h. */
#include "chances_print.h"
#include "event.h"
#include "maths.h"

#include <stdio.h>

enum { LABEL = 34, VALUE = 16, ROOM = 160 };

/* Columns count letters, not bytes. */
static void print_column(const char *text, int width, bool to_the_right)
{
    int letters = 0;

    for (const char *at = text; *at; at++) letters += ((unsigned char)*at & 0xc0) != 0x80;
    if (to_the_right) printf("%*s", letters < width ? width - letters : 0, "");
    fputs(text, stdout);
    if (!to_the_right) printf("%*s", letters < width ? width - letters : 0, "");
}

/* A number, or what it stands for. */
static void chance_value(const struct change *change, int32_t value, const struct catalogue *catalogue, struct out *out)
{
    char        set[ROOM], number[16];
    struct out  key[2] = { out_over(set, sizeof set), out_over(number, sizeof number) };
    bool        named = change->names && between(0, value, change->names->count - 1);
    const char *word = NULL;

    out_format(&key[0], "field.%s", change->name);
    out_integer(&key[1], value);
    if (change->unit != NOBODY) word = named ? text_find_in(catalogue, change->names->set, change->names->list[value]) : text_find_in(catalogue, set, number);
    if (word) out_text(out, word);
    else if (named) out_text(out, change->names->list[value]);
    else out_integer(out, value);
}

static void print_chance(const struct change *change, const struct chance *chance, const struct catalogue *catalogue, const char *label)
{
    char       value[ROOM], fraction[192];
    struct out out[2] = { out_over(value, sizeof value), out_over(fraction, sizeof fraction) };
    uint64_t   share = (weight_share(chance->weight, 100000000) + 50) / 100;

    chance_value(change, chance->value, catalogue, &out[0]);
    weight_write(chance->weight, &out[1]);
    print_column(label, LABEL, false);
    print_column(value, VALUE, true);
    printf("  %3u.%04u %%  %s\n", (unsigned)(share / 10000), (unsigned)(share % 10000), fraction);
}

void chances_print(const struct odds *odds, const struct changes *changes, const struct catalogue *catalogue)
{
    printf("outcomes: %d, runs: %d\n", odds->count, odds->runs);
    for (int32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        const char          *word = text_find_in(catalogue, "field", change->name);
        char                 label[ROOM];
        struct out           out = out_over(label, sizeof label);
        if (!word && change->unit != NOBODY) continue;
        if (change->unit != NOBODY) out_format(&out, "%s ", match_head(odds->match)->piece[change->unit].id);
        out_format(&out, "%s (", word ? word : change->name);
        chance_value(change, change->before, catalogue, &out);
        out_char(&out, ')');
        for (int32_t k = 0; k < change->count; k++) print_chance(change, &change->list[k], catalogue, k ? "" : label);
    }
}
