/*
 * sine_steps.c: the table of sines as second differences, which compress to a twentieth of it: for a module that is sent over
 * a network and unpacks the table itself (web/engine/sines.c).
 *
 *     sine_steps OUTPUT.h
 */
#include "sine_table.h"

#include <stdio.h>

enum { SINES = sizeof sine_quadrant / sizeof sine_quadrant[0] };

static int fail(const char *what)
{
    fprintf(stderr, "sine_steps: %s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;

    (void)sine_degree;
    (void)sine_half_hundredth;
    if (!file) return fail("usage: sine_steps OUTPUT.h");
    fprintf(file, "/* Written by tools/sine_steps. */\nenum { SINES = %d, SINE_FIRST_STEP = %d };\n\n", SINES, sine_quadrant[1]);
    fprintf(file, "static const int8_t sine_step_change[SINES - 2] = {");
    for (int i = 2; i < SINES; i++) {
        int change = sine_quadrant[i] - 2 * sine_quadrant[i - 1] + sine_quadrant[i - 2];
        if (change < INT8_MIN || change > INT8_MAX) return fail("a step is too long");
        fprintf(file, "%s%d,", i % 20 == 2 ? "\n    " : " ", change);
    }
    fprintf(file, "\n};\n");
    return fclose(file) ? fail("the file cannot be written") : 0;
}
