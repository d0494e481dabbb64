/*
 * arguments.h: the command line of a subcommand, from one table that is also its help.
 *
 * Errors name the argument that is wrong. getopt_long does the reading; its `struct option` stays out of the headers,
 * because a match has options too.
 */
#ifndef MESTRE_ARGUMENTS_H
#define MESTRE_ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

enum argument_kind {
    ARGUMENT_FLAG,           /* value is a bool: set when the argument is there */
    ARGUMENT_TEXT,           /* value is a const char *: the text that follows */
    ARGUMENT_NUMBER          /* value is an int64_t: a whole number from low to high */
};

enum { ARGUMENTS_MAX = 24 };

struct argument {
    const char        *name;         /* "games" for --games */
    enum argument_kind kind;
    void              *value;        /* holds the default before, the given value after */
    const char        *stands_for;   /* "N" in the help; NULL for a flag */
    const char        *help;
    int64_t            low, high;
    char               letter;       /* 'j' for -j as well, or 0 */
};

/* The rows of a table. */
#define FLAG_ARGUMENT(row_name, row_value, row_help) \
    { .name = row_name, .kind = ARGUMENT_FLAG, .value = row_value, .help = row_help }
#define TEXT_ARGUMENT(row_name, row_value, row_stands_for, row_help) \
    { .name = row_name, .kind = ARGUMENT_TEXT, .value = row_value, .stands_for = row_stands_for, .help = row_help }
#define NUMBER_ARGUMENT(row_name, row_value, row_stands_for, row_low, row_high, row_help) \
    { .name = row_name, .kind = ARGUMENT_NUMBER, .value = row_value, .stands_for = row_stands_for, .help = row_help, \
      .low = row_low, .high = row_high }

struct usage {
    const char            *command;      /* "sim" */
    const char            *summary;      /* what stands behind "usage: mestre sim" */
    const char            *about;        /* a sentence or two */
    const struct argument *list;         /* ended by an entry without a name */
    int                    operands;     /* the most that may follow the options; -1 for any number */
};

/*
 * Read the arguments. True with the index of the first operand in *first; false when the command is to end with *status:
 * 0 after --help, 2 after an error.
 */
bool arguments_read(const struct usage *usage, int argc, char **argv, int *first, int *status);

/* Say what is wrong with the usage of a command, and where to find help. Always 2, the exit status. */
int usage_error(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
