/* kept.h: the document of an army written into an arena, for the fixes of both editions. */
#ifndef MESTRE_TERCIOS_KEPT_H
#define MESTRE_TERCIOS_KEPT_H

#include "muster.h"

#include <string.h>

/* Room for a document; NULL as its text when the arena has none. */
static inline struct out kept_begin(struct arena *arena)
{
    char *text = arena_take_unset(arena, MUSTER_BYTES);

    return text ? out_over(text, MUSTER_BYTES) : (struct out){ .full = true };
}

/* What was written, or NULL if it did not fit. What it does not need of its room goes back. */
static inline const char *kept_end(const struct out *out, struct arena *arena)
{
    if (!out->text) return NULL;
    arena->used -= out->full ? MUSTER_BYTES : MUSTER_BYTES - (out->used + 16) / 16 * 16;
    return out->full ? NULL : out->text;
}

/* What a player calls something: a text that is not too long, or nothing. */
static inline bool kept_name(const struct json_document *document, const struct json *object, const char **name, struct fault *fault)
{
    if (!json_find_string(document, object, "name", name, fault)) return false;
    return !*name || strlen(*name) <= MUSTER_NAME ||
           json_fault(document, json_get(object, "name"), fault, "a name has at most %d bytes", MUSTER_NAME);
}

#endif
