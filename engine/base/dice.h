/*
 * dice.h: chance, from one of three sources, asked for by what a rule means.
 *
 *   seeded       self-play, search, practice: a generator.
 *   listed       the faces are given, in order: by the host in play, by a journal or a case in tests. When the
 *                list is too short, `missing` says what was wanted and the run must be thrown away and done
 *                again with a longer list; what is left over shows in `used`.
 *   enumerated   exact odds: the same code is run again for every distinct outcome, each with its exact weight.
 *
 * One draw a statement: C does not say in which order two draws of one statement happen.
 */
#ifndef MESTRE_DICE_H
#define MESTRE_DICE_H

#include "random.h"
#include "rule.h"
#include "weight.h"

#include <stdbool.h>
#include <stdint.h>

enum { DICE_AT_ONCE = 48, DICE_DRAWS = 64 };

enum dice_source { DICE_SEEDED, DICE_LISTED, DICE_ENUMERATED };

/* What a rule wants to be rolled: count dice of so many sides. */
struct dice_request {
    rule_id  rule;
    uint16_t sides;
    uint16_t count;
};

/* The branch taken at each draw of the run under way; see dice_next_path(). */
struct dice_path {
    int           depth;                       /* draws that the next run is told */
    int           used;                        /* draws made so far in this run */
    uint32_t      branch[DICE_DRAWS];
    uint32_t      branches[DICE_DRAWS];
    struct weight weight;                      /* of this run */
    bool          too_many;                    /* more draws or branches than can be enumerated: give up */
};

struct dice {
    enum dice_source    source;
    struct random       random;
    const uint8_t      *list;                  /* listed: the faces */
    uint32_t            count, used;
    bool                short_of;              /* the list ran out: throw this run away */
    bool                wrong;                 /* a listed face is not on that die: `missing` says which die */
    struct dice_request missing;
    struct dice_path   *path;
    uint8_t            *record;                /* where thrown faces are kept for the journal, or NULL */
    uint32_t            recorded, record_capacity;
};

struct dice dice_seeded(uint64_t seed);
struct dice dice_listed(const uint8_t *faces, uint32_t count);
struct dice dice_enumerated(struct dice_path *path);

/* The lowest face: a ten-sided die is marked 0 to 9, every other die from 1. */
static inline int dice_low(int sides) { return sides == 10 ? 0 : 1; }

/* count faces, left to right. */
void dice_faces(struct dice *dice, rule_id rule, int count, int sides, uint8_t *faces);

/*
 * One face, of which the rule makes no more than its sort says (sort[0] is that of the lowest face): enumerated there is a branch a sort, with
 * the first face of it.
 */
enum { DICE_SORTS_MOST = 20 };
int dice_sorted(struct dice *dice, rule_id rule, int sides, const uint16_t *sort);

/* How many of count dice show target or more; faces[] may be NULL. Enumerated: count + 1 weighted branches, not sides^count. */
int dice_pool(struct dice *dice, rule_id rule, int count, int sides, int target, uint8_t *faces);

/*
 * Two parties roll one die each: 0 when the first is higher, 1 when the second is, -1 for a tie that is to be rolled
 * again. Enumerated there are no ties, but two branches of one half, which is what rolling again comes to.
 */
int dice_contest(struct dice *dice, rule_id rule, int sides, uint8_t faces[2]);

/*
 * A six-sided die that is thrown again for as long as it shows a 6. Its value is the first face, and 1 more for each 6 after a first 6,
 * at most `most` (6 to DICE_CHAIN_MOST), with which the throw ends; the face that closes it counts nothing. faces[] has room for
 * DICE_CHAIN_MOST, *count is how many were thrown. Enumerated: a branch a value.
 */
enum { DICE_CHAIN_MOST = 16 };
int dice_chain(struct dice *dice, rule_id rule, int most, uint8_t *faces, int *count);
/* Does such a throw come to `needed`? Enumerated there are two branches, or one where it must or cannot. */
bool dice_reach(struct dice *dice, rule_id rule, int needed, int most, uint8_t *faces, int *count);

/* Begin the enumeration; then run, use path.weight, and go on while dice_next_path() is true. */
void dice_first_path(struct dice_path *path);
bool dice_next_path(struct dice_path *path);
/* Before each run. */
void dice_rewind(struct dice_path *path);

#endif
