/*
 * chances.h: exact odds as people and programs read them: for every value that a decision can change, the chance of each
 * value it may have afterwards.
 */
#ifndef MESTRE_CHANCES_H
#define MESTRE_CHANCES_H

#include "odds.h"
#include "state.h"

/* One value after the decision, and its chance. */
struct chance {
    int32_t       value;
    struct weight weight;
};

/* A value that can change. The phase in which play stops and the winner are told as if they were values of the game. */
struct change {
    int                  unit;           /* or NOBODY for a value of the game */
    const char          *name;
    const struct names  *names;          /* what the numbers stand for, or NULL */
    int32_t              before;
    const struct chance *list;           /* in ascending order of value */
    int32_t              count;
};

/* A piece that may come out of it worse off: with one of the ruleset's harms, whichever (ruleset.h). */
struct worse {
    int           unit;
    struct weight weight;
};

struct changes {
    const struct change *list;
    int32_t              count;
    const struct worse  *worse;          /* in the order of the pieces */
    int32_t              worse_count;
};

/* Everything that differs from `before` in some outcome. False with a fault when the arena is too small. */
bool chances_of(const struct odds *odds, const struct state *before, struct arena *arena, struct changes *changes,
                struct fault *fault);

/*
 * Members of an object that the caller opens: "outcomes", "runs", "changes", and "worse" with the chance that at least one harm comes
 * to a piece: [{"unit":"B1","chance":"5/9","millionths":555556}..].
 */
void chances_write(const struct odds *odds, const struct changes *changes, struct json_writer *writer);

#endif
