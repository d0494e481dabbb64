/*
 * print.h: what the subcommands print: lines that are put together in memory first, and decimals, which the engine's JSON
 * does not know.
 */
#ifndef MESTRE_PRINT_H
#define MESTRE_PRINT_H

#include "json.h"
#include "ruleset.h"

/* An empty text with so much room, to be freed by print_free(). */
struct out print_begin(size_t room);
void print_free(struct out *out);

/* Print the text and a line end to standard output and empty it. False when it did not fit or could not be written. */
bool print_line(struct out *out);

/* A number with so many decimals as a JSON value. */
void json_write_decimal(struct json_writer *writer, double value, int decimals);

/* The members "ruleset" and "scenario" of a report on a match. */
void json_write_game(struct json_writer *writer, const struct match *m);

/* Seconds on a clock that only goes forward. */
double seconds_now(void);

#endif
