/*
 * cross_hash.c: `ruleset scenario signature milliseconds` for whole random games of every ruleset and scenario.
 *
 *     cross_hash DATA_DIRECTORY [GAMES [SEED]]
 *
 * The same program by gcc and by clang, and the same engine as WebAssembly (cross_hash.test.mjs), must print the same
 * signatures. The time is for comparison only.
 */
#include "documents.h"
#include "registry.h"
#include "signature.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int print_scenario(const struct ruleset *ruleset, const struct library *library, const struct document *scenario,
                          uint32_t games, uint64_t seed)
{
    static char         memory[32 << 20];
    struct arena        arena = arena_over(memory, sizeof memory);
    struct fault        fault = { 0 };
    const struct match *match = match_load(ruleset, library, scenario, NULL, &arena, &fault);
    double              start = now();
    uint64_t            signature;

    if (!match) {
        fprintf(stderr, "%s:%d: %s\n", fault.file, fault.line, fault.text);
        return 1;
    }
    signature = signature_of(match, games, seed, &arena);
    printf("%s %s %016" PRIx64 " %.1f\n", ruleset->id, match_head(match)->scenario, signature, now() - start);
    return 0;
}

int main(int argc, char **argv)
{
    uint32_t       games = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : SIGNATURE_GAMES;
    uint64_t       seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SIGNATURE_SEED;
    struct library library;
    int            failed = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: cross_hash DATA_DIRECTORY [GAMES [SEED]]\n");
        return 2;
    }
    library = documents_load(argv[1]);
    for (int i = 0; rulesets[i]; i++)
        for (int32_t k = 0; k < library.count; k++)
            if (document_is_scenario(&library.list[k], rulesets[i]->id))
                failed |= print_scenario(rulesets[i], &library, &library.list[k], games, seed);
    documents_free(&library);
    return failed;
}
