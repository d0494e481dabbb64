/*
 * sines.c: the table of sines, unpacked when the module is loaded; see module.h.
 *
 * As it is the table does not compress and would be a fifth of what a page has to fetch; its second differences are a hundredth. The
 * engine reads it as a constant: nothing calls the engine before the module has been initialized.
 */
#include <stdint.h>

#include "sine_steps.h"

extern int32_t sine_quadrant[SINES];
int32_t sine_quadrant[SINES];

__attribute__((constructor)) static void unpack_sines(void)
{
    int32_t step = SINE_FIRST_STEP;

    for (int i = 1; i < SINES; i++) {
        sine_quadrant[i] = sine_quadrant[i - 1] + step;
        if (i < SINES - 1) step += sine_step_change[i - 1];
    }
}
