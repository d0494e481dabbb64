/*
 * reading.h: how a ruleset reads its documents, so that each fault names its document, its line and its rule.
 *
 * A source carries the rule that it is read for. Every reader answers false after saying the fault.
 */
#ifndef MESTRE_READING_H
#define MESTRE_READING_H

#include "match.h"

struct source {
    const struct json_document *document;
    struct fault               *fault;
    rule_id                     rule;
    const char *const          *rules;       /* the ruleset's ids, by rule */
};

/* The same document, read for another rule. */
static inline struct source reading(struct source from, rule_id rule)
{
    from.rule = rule;
    return from;
}

/* A fault that names the source's rule. Always false. */
bool source_wrong(struct source from, const struct json *node, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Members that must be there; the `find` forms leave *value as it is when the member is absent. */
bool source_keys(struct source from, const struct json *object, const char *const *allowed);
bool source_word(struct source from, const struct json *object, const char *key, const char **value);
bool source_find_word(struct source from, const struct json *object, const char *key, const char **value);
bool source_whole(struct source from, const struct json *object, const char *key, int32_t low, int32_t high, int32_t *value);
bool source_flag(struct source from, const struct json *object, const char *key, bool *value);
bool source_find_flag(struct source from, const struct json *object, const char *key, bool *value);
bool source_branch(struct source from, const struct json *object, const char *key, enum json_type type, const struct json **value);
bool source_find_branch(struct source from, const struct json *object, const char *key, enum json_type type, const struct json **value);
/* A word that must be in the list; *index is its place there. */
bool source_choice(struct source from, const struct json *object, const char *key, const char *const *list, int count, int *index);
/* {"en":..,"fr":..} */
bool source_text(struct source from, const struct json *object, const char *key, const char **english, const char **french);
/* A list of exactly `count` whole numbers. */
bool source_numbers(struct source from, const struct json *list, int count, int32_t low, int32_t high, int32_t *number);

/* A member that is a list of at least one and at most `capacity` whole numbers; *count is how many. */
bool source_list(struct source from, const struct json *object, const char *key, int32_t low, int32_t high, int capacity, int32_t *number,
                  int *count);

/* The place of a word in a list, or -1. */
int source_index(const char *const *list, int count, const char *word);

#endif
