/*
 * weight.h: exact probabilities.
 *
 * A weight is a 256-bit numerator over a product of powers of 2, 3 and 5, which is every denominator that dice with
 * 2, 3, 4, 5, 6, 8, 10, 12, 20 or 100 sides can make. Sums and products are exact; when a number would not fit
 * even in lowest terms, the weight turns into `lost` and stays so, and the caller reports it.
 */
#ifndef MESTRE_WEIGHT_H
#define MESTRE_WEIGHT_H

#include "out.h"

#include <stdbool.h>
#include <stdint.h>

struct weight {
    uint64_t limb[4];          /* least significant first */
    uint16_t power[3];         /* of 2, 3 and 5 in the denominator */
    bool     lost;
};

struct weight weight_of(uint64_t numerator, uint64_t denominator);   /* the denominator has no prime above 5 */
struct weight weight_times(struct weight a, struct weight b);
struct weight weight_plus(struct weight a, struct weight b);
struct weight weight_reduced(struct weight a);
bool weight_is_zero(struct weight a);
bool weight_equal(struct weight a, struct weight b);

/* floor(a * parts): a share of a whole number of parts; a <= 1 and parts <= 2^62. */
uint64_t weight_share(struct weight a, uint64_t parts);

/* "5/36" in lowest terms, "0", "1". */
void weight_write(struct weight a, struct out *out);

/* Read what weight_write writes. False when the text is no fraction, or its denominator has a prime above 5. */
bool weight_read(const char *text, struct weight *a);

#endif
