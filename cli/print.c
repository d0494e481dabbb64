/* print.c: see print.h. */
#include "print.h"
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct out print_begin(size_t room)
{
    struct arena arena = host_arena(room);

    return out_over(arena.base, room);
}

void print_free(struct out *out)
{
    free(out->text);
    out->text = NULL;
}

bool print_line(struct out *out)
{
    bool good = !out->full && fputs(out->text, stdout) >= 0 && putchar('\n') >= 0 && fflush(stdout) == 0;

    *out = out_over(out->text, out->capacity);
    return good;
}

void json_write_game(struct json_writer *writer, const struct match *m)
{
    json_key(writer, "ruleset");
    json_write_string(writer, ruleset_of(m)->id);
    json_key(writer, "scenario");
    json_write_string(writer, match_head(m)->scenario);
}

void json_write_decimal(struct json_writer *writer, double value, int decimals)
{
    char text[64];

    snprintf(text, sizeof text, "%.*f", decimals, value);
    if (!writer->first) out_char(writer->out, ',');
    out_text(writer->out, text);
    writer->first = false;
}

double seconds_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
