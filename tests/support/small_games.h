/*
 * small_games.h: the smallest scenario of each game, for tests that ask the same of all of them.
 */
#ifndef MESTRE_SMALL_GAMES_H
#define MESTRE_SMALL_GAMES_H

#include "match.h"
#include "registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static const struct { const char *ruleset, *scenario; } small[] = { { "sample", "meadow" }, { "brevis", "two_colonels" }, { "liber", "first_blood" },
    { "reiters", "teach" }, { "iron", "teaching" }, { "argad", "wayside_cross" } };
enum { SMALL = sizeof small / sizeof small[0] };

/* A match in that memory, for as long as nothing else is put there. */
static inline const struct match *small_game(const char *ruleset, const char *scenario, const struct library *library, void *memory, size_t size)
{
    char                name[128];
    struct fault        fault = { .set = false };
    struct arena        arena = arena_over(memory, size);
    const struct match *m;

    snprintf(name, sizeof name, "%s/scenarios/%s.json", ruleset, scenario);
    m = match_load(ruleset_named(ruleset), library, library_find(library, name), NULL, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s", fault.file, fault.line, fault.text);
    return m;
}

#endif
