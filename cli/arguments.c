/* arguments.c: see arguments.h. */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELP = 1000, FIRST = 1001 };

int usage_error(const char *command, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "mestre %s: ", command);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\ntry `mestre %s --help`\n", command);
    return 2;
}

static void print_help(const struct usage *usage)
{
    printf("usage: mestre %s %s\n\n%s\n\n", usage->command, usage->summary, usage->about);
    for (const struct argument *argument = usage->list; argument->name; argument++) {
        char left[64], letter[8] = "";
        if (argument->letter) snprintf(letter, sizeof letter, "-%c, ", argument->letter);
        snprintf(left, sizeof left, "%s--%s %s", letter, argument->name, argument->stands_for ? argument->stands_for : "");
        printf("  %-24s %s\n", left, argument->help);
    }
    printf("  %-24s %s\n", "--help", "print this");
}

static bool read_number(const struct usage *usage, const struct argument *argument, const char *text)
{
    char     *end;
    long long value;

    errno = 0;
    value = strtoll(text, &end, 10);
    if (!errno && end != text && !*end && value >= argument->low && value <= argument->high) {
        *(int64_t *)argument->value = value;
        return true;
    }
    usage_error(usage->command, "--%s must be a whole number from %lld to %lld, not \"%s\"", argument->name,
                (long long)argument->low, (long long)argument->high, text);
    return false;
}

static bool take(const struct usage *usage, const struct argument *argument, const char *text)
{
    switch (argument->kind) {
    case ARGUMENT_FLAG: *(bool *)argument->value = true; return true;
    case ARGUMENT_TEXT: *(const char **)argument->value = text; return true;
    default:            return read_number(usage, argument, text);
    }
}

static const struct argument *by_letter(const struct usage *usage, int letter)
{
    const struct argument *argument = usage->list;

    while (argument->name && argument->letter != letter) argument++;
    return argument->name ? argument : NULL;
}

static int complain(const struct usage *usage, int problem, char **argv)
{
    char        letter[3] = { '-', (char)optopt, 0 };
    const char *given = optopt && optopt < HELP ? letter : argv[optind - 1];

    if (problem == ':') return usage_error(usage->command, "%s needs a value", given);
    if (optopt >= HELP) return usage_error(usage->command, "%s: this option takes no value", given);
    return usage_error(usage->command, "there is no option \"%s\", or it is not unique", given);
}

/* The tables of getopt: each long option returns its place in ours. */
static void make_tables(const struct usage *usage, struct option *options, char *letters)
{
    int count = 0;

    *letters++ = ':';
    for (const struct argument *argument = usage->list; argument->name && count < ARGUMENTS_MAX; argument++, count++) {
        bool value = argument->kind != ARGUMENT_FLAG;
        options[count] = (struct option){ argument->name, value ? required_argument : no_argument, NULL, FIRST + count };
        if (argument->letter) *letters++ = argument->letter;
        if (argument->letter && value) *letters++ = ':';
    }
    options[count] = (struct option){ "help", no_argument, NULL, HELP };
    options[count + 1] = (struct option){ NULL, 0, NULL, 0 };
    *letters = 0;
}

bool arguments_read(const struct usage *usage, int argc, char **argv, int *first, int *status)
{
    struct option options[ARGUMENTS_MAX + 2];
    char          letters[2 * ARGUMENTS_MAX + 2];
    int           found;

    make_tables(usage, options, letters);
    opterr = 0;
    optind = 0;
    *status = 2;
    while ((found = getopt_long(argc, argv, letters, options, NULL)) != -1) {
        const struct argument *argument = found >= FIRST ? &usage->list[found - FIRST] : by_letter(usage, found);
        if (found == HELP) {
            print_help(usage);
            *status = 0;
            return false;
        }
        if (!argument) {
            complain(usage, found, argv);
            return false;
        }
        if (!take(usage, argument, optarg)) return false;
    }
    *first = optind;
    if (usage->operands >= 0 && argc - optind > usage->operands) {
        usage_error(usage->command, "\"%s\" is one argument too many", argv[optind + usage->operands]);
        return false;
    }
    return true;
}
