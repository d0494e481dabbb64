/*
 * files.h: the data directory as a library, for test programs.
 */
#ifndef MESTRE_TEST_FILES_H
#define MESTRE_TEST_FILES_H

#include "match.h"

/* Every JSON file below the directory by its relative name; ends the program when it cannot be read. */
struct library files_library(const char *directory);

struct arena files_arena(size_t size);
void files_arena_free(struct arena *arena);

#endif
