/*
 * chances_print.h: exact odds for people, to standard output.
 */
#ifndef MESTRE_CHANCES_PRINT_H
#define MESTRE_CHANCES_PRINT_H

#include "chances.h"
#include "text.h"

/* In the words of the catalogue. What it has no word for ("field.<name>") is the rules' own bookkeeping, and left to the JSON form. */
void chances_print(const struct odds *odds, const struct changes *changes, const struct catalogue *catalogue);

#endif
