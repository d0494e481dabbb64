/*
 * documents.h: for tests: every JSON file below a directory as the library that the engine is handed.
 */
#ifndef MESTRE_TEST_DOCUMENTS_H
#define MESTRE_TEST_DOCUMENTS_H

#include "match.h"

/*
 * All documents of a directory, named by their path from there ("sample/units.json"), in order of their names. Ends the
 * program on trouble.
 */
struct library documents_load(const char *directory);
void documents_free(struct library *library);

/* Is it a scenario of that ruleset? */
bool document_is_scenario(const struct document *document, const char *ruleset);

#endif
