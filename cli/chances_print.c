/* chances_print.c: see chances_print.h. */
#include "chances_print.h"
#include "event.h"
#include "maths.h"

#include <stdio.h>

/* A number, or the name it stands for. */
static void chance_value(const struct change *change, int32_t value, struct out *out)
{
    if (change->names && between(0, value, change->names->count - 1)) out_text(out, change->names->list[value]);
    else out_integer(out, value);
}

static void print_chance(const struct change *change, const struct chance *chance, const char *label)
{
    char       value[64], fraction[192];
    struct out out[2] = { out_over(value, sizeof value), out_over(fraction, sizeof fraction) };
    uint64_t   share = (weight_share(chance->weight, 100000000) + 50) / 100;

    chance_value(change, chance->value, &out[0]);
    weight_write(chance->weight, &out[1]);
    printf("%-26s %8s  %3u.%04u %%  %s\n", label, value, (unsigned)(share / 10000), (unsigned)(share % 10000), fraction);
}

void chances_print(const struct odds *odds, const struct changes *changes)
{
    printf("outcomes: %d, runs: %d\n", odds->count, odds->runs);
    for (int32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        char                 label[128];
        struct out           out = out_over(label, sizeof label);
        if (change->unit != NOBODY) out_format(&out, "%s ", match_head(odds->match)->piece[change->unit].id);
        out_format(&out, "%s (now ", change->name);
        chance_value(change, change->before, &out);
        out_char(&out, ')');
        for (int32_t k = 0; k < change->count; k++) print_chance(change, &change->list[k], k ? "" : label);
    }
}
