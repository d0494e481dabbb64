/*
 * json_parts.h: what the files of the JSON module share, and nobody else sees.
 */
#ifndef MESTRE_JSON_PARTS_H
#define MESTRE_JSON_PARTS_H

#include "json.h"

/* What a fault quotes of the input is kept short, so that the rest of the sentence has room. */
struct quote {
    char text[64];
};

struct quote json_quote_bytes(const char *text, size_t length);
struct quote json_quote(const char *text);
/* Words of our own, without quotation marks. */
struct quote json_quote_plain(const char *text);

/* The 1-based line of a byte. */
int32_t json_line_at(const struct json_document *document, size_t offset);

#endif
