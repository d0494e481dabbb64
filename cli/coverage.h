/*
 * coverage.h: which rules of a ruleset are present in its code, shown by a passing case, and cited in recorded games.
 */
#ifndef MESTRE_COVERAGE_H
#define MESTRE_COVERAGE_H

#include "host.h"
#include "ruleset.h"

/* Where a rule was found, as bits. */
enum { IN_CODE = 1, IN_CASE = 2, IN_GAME = 4, COVERED = 7 };

struct coverage {
    const struct ruleset *ruleset;
    uint8_t              *found;           /* by rule_id */
    bool                  has_source;      /* the C sources were there to look at */
    int32_t               cases_failed;
    int64_t               games, decisions, tried, unnamed;   /* tried: decisions tried; unnamed: refused without a rule */
};

/* Memory for it; released with the arena. */
bool coverage_open(struct coverage *coverage, const struct ruleset *ruleset, struct arena *arena, struct fault *fault);

/*
 * Look for the enumerators of the rules in the C files of engine/rulesets/<ruleset> below `root`: in code, not in
 * comments, texts or generated files. When there is no such folder has_source stays false.
 */
void coverage_of_code(struct coverage *coverage, const char *root);

/* The directory at or above the current one that holds engine/rulesets, into path[0..size); false when there is none. */
bool coverage_find_root(char *path, size_t size);

/* Run the cases below `path` and count the rules that the passing ones show, for every ruleset of the list. */
void coverage_of_cases(struct coverage *list, int count, const struct host *host, const char *path);

/*
 * Play random games of every scenario, with the options of the book and with others, and gather every rule that an event
 * cites or that refuses one of the wild decisions that are tried beside the legal ones; until none is missing, or so many are played.
 */
bool coverage_of_games(struct coverage *coverage, struct host *host, int64_t most, struct fault *fault);

/* How many rules have all the bits. */
int coverage_count(const struct coverage *coverage, unsigned bits);

#endif
