/* meeting.h: what is said about every generated battle, in the languages of the catalogues, for both editions. */
#ifndef MESTRE_TERCIOS_MEETING_H
#define MESTRE_TERCIOS_MEETING_H

#include "match.h"
#include "text.h"

/* What the two sides are called in each language. */
struct meeting_names { const char *side[LANGUAGES][2]; };

/* The common catalogues and those of the game in that folder. False with a fault. */
bool tercios_open_catalogues(struct catalogue catalogue[LANGUAGES], const char *folder, const struct library *library, struct arena *arena,
                             struct fault *fault);
/* A member with the text of that key in each language; its blanks are {a}, {b} and {points}. */
void tercios_write_sentence(const struct catalogue catalogue[LANGUAGES], const char *key, const char *text_key, const struct meeting_names *names,
                            int32_t points, struct json_writer *writer);

#endif
