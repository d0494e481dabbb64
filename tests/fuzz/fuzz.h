/*
 * fuzz.h: what the targets that play games share: the documents, memory, and a way to say that something is wrong.
 *
 * The documents are read from the directory of the environment variable MESTRE_DATA, or from "data".
 */
#ifndef MESTRE_FUZZ_H
#define MESTRE_FUZZ_H

#include "documents.h"
#include "explain.h"
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { FUZZ_MEMORY = 48 << 20 };

static struct library library;

static inline void fuzz_check(bool condition, const char *what)
{
    if (condition) return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

static inline struct library fuzz_library(void)
{
    const char *directory = getenv("MESTRE_DATA");

    return documents_load(directory ? directory : "data");
}

/* All of the block again, as it was left: arenas zero what they give. */
static inline struct arena fuzz_arena(void)
{
    static char memory[FUZZ_MEMORY];

    return arena_over(memory, sizeof memory);
}

static inline void fuzz_sound(const struct match *m, const struct state *s)
{
    struct fault fault = { 0 };

    fuzz_check(ruleset_of(m)->sound(m, s, &fault), fault.text);
}

#endif
