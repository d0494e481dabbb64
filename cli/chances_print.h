/*
 * chances_print.h: exact odds for people, to standard output.
 */
#ifndef MESTRE_CHANCES_PRINT_H
#define MESTRE_CHANCES_PRINT_H

#include "chances.h"

void chances_print(const struct odds *odds, const struct changes *changes);

#endif
