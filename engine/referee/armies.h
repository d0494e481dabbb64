/*
 * armies.h: what a muster (muster.h) says, in one form for the command line and the page: problems and fixes as sentences, lists and
 * reports as JSON.
 */
#ifndef MESTRE_ARMIES_H
#define MESTRE_ARMIES_H

#include "muster.h"
#include "ruleset.h"

/* Whom it is said to. */
struct army_reader {
    const struct ruleset   *ruleset;         /* one that has a muster */
    const struct catalogue *catalogue;       /* his language; NULL: the English of the engine, with ids */
    bool                    writes;          /* he writes documents by hand: belligerents and entries are called by their ids */
};

/* The text of engine.army_<name> with its blanks; the key itself where there is none, so that it is missed. */
void army_say(const struct army_reader *reader, const char *name, const struct blank *blanks, int32_t count, struct out *out);
/* What is wrong. */
void army_say_problem(const struct army_reader *reader, const struct muster_report *report, const struct muster_problem *problem,
                      struct out *out);
/* What would mend it: the deed alone, not what is left after it. */
void army_say_fix(const struct army_reader *reader, const struct muster_fix *fix, struct out *out);

/* Members of an object: a number; a text or null. */
void army_write_number(struct json_writer *writer, const char *key, int64_t value);
void army_write_text(struct json_writer *writer, const char *key, const char *text);

/*
 * Who may have an army, and on which options of the game lists depend: {"belligerents":[..],"belligerent_set":"belligerent","kinds":[..],
 * "kind_set":"..","rules":[{"name","rule","low","high","standard"}],"name_bytes":120,"codes":true}.
 */
void army_write_muster(const struct ruleset *ruleset, struct json_writer *writer);
/* muster.list, under options of the game as in match_load(), or (NULL) those of the book. */
bool army_write_list(const struct ruleset *ruleset, const struct library *library, const char *belligerent,
                     const struct json_document *options, struct json_writer *writer, struct arena *arena, struct fault *fault);
/*
 * {"legal","belligerent","name","points","limit","entries","units","unlisted","problems":[{"rule","line","problem","what","found","low",
 * "high","text","code","regiment","unit","fix":{"change","what","with","value","left","text","part","regiment","unit","army"}}]}, and of
 * a structured army "structure","chief_points","elite_points","regiment_points":[..]. The texts are sentences for the reader.
 */
void army_write_report(const struct army_reader *reader, const struct muster_report *report, struct json_writer *writer);

/* A misspelt option must not be a silence: an object of names that the game has, or a fault. */
bool army_options_are_known(const struct ruleset *ruleset, const struct json_document *options, struct fault *fault);

#endif
