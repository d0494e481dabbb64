/*
 * code.h: an army as a short text to share: a prefix that tells the game, and the letters, digits, "-" and "_" of packed bytes, the last
 * three of them a check sum. liber_code.c and brevis_code.c say what the bytes are. Names are not among them.
 */
#ifndef MESTRE_TERCIOS_CODE_H
#define MESTRE_TERCIOS_CODE_H

#include "fault.h"
#include "out.h"

enum { CODE_BYTES = 2048 };

struct code {
    uint8_t list[CODE_BYTES];
    int     count, at;
    bool    bad;                 /* too many to write, or none left to read, or not what there can be */
};

/* A number in so many bytes, the least of them first. */
void code_put(struct code *code, uint32_t value, int size);
uint32_t code_get(struct code *code, int size);
/* The value, if it is below `most`; anything else is a bad code. */
uint8_t code_below(struct code *code, uint32_t value, int most);

/* The text. False with a fault when it is bad or does not fit. */
bool code_write(const struct code *code, const char *prefix, struct out *out, struct fault *fault);
/* The bytes of a text. False with a fault when it is none with that prefix, or damaged. */
bool code_read(struct code *code, const char *prefix, const char *text, struct fault *fault);
/* All was read, and all of it made sense to these tables; or a fault. */
bool code_end(const struct code *code, struct fault *fault);

#endif
