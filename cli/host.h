/*
 * host.h: what every subcommand needs from the world: memory, files, and the data inside the executable.
 */
#ifndef MESTRE_HOST_H
#define MESTRE_HOST_H

#include "match.h"
#include "text.h"

struct host {
    struct library library;          /* the embedded data, with a player's own laid over it */
    struct arena   arena;            /* for matches, texts and games; grows by being made larger, never moves */
};

/*
 * Open the embedded data; with data_directory (may be NULL) every file in it replaces the embedded file of the same
 * relative name ("sample/units.json") or joins them. False with a fault.
 */
bool host_open(struct host *host, const char *data_directory, struct fault *fault);
void host_close(struct host *host);

/* A block of memory as an arena; on exhaustion the program says so and ends. */
struct arena host_arena(size_t size);

/* A whole file, NUL-terminated, to be freed; NULL with a fault. "-" is standard input. */
char *host_read(const char *path, size_t *length, struct fault *fault);

/* A match from a scenario: an id of the library ("meadow", NULL for the ruleset's first) or a file's path. */
const struct match *host_match(struct host *host, const struct ruleset *ruleset, const char *scenario,
                               const char *options, struct arena *arena, struct fault *fault);

/* Print a fault as "file:line: text" to standard error; returns 1, an exit status. */
int host_complain(const struct fault *fault);

/*
 * Run something so that a bug in it, a failed must(), ends only that: false with a fault that says where. The memory it
 * worked on may be in any condition. Calls do not nest; each thread has its own.
 */
bool host_guard(void (*run)(void *context), void *context, struct fault *fault);

/* The language of --lang, or of the environment (LC_ALL, LC_MESSAGES, LANG), or English. */
enum language host_language(const char *wanted);

#endif
