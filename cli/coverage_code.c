/* coverage_code.c: rules present in code, and rules shown by cases; see coverage.h. */
#include "case.h"
#include "coverage.h"
#include "registry.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool coverage_open(struct coverage *coverage, const struct ruleset *ruleset, struct arena *arena, struct fault *fault)
{
    *coverage = (struct coverage){ .ruleset = ruleset, .found = arena_take(arena, ruleset->rule_count + 1u) };
    return coverage->found || fault_say(fault, ruleset->id, 0, "there is not enough memory to count its rules");
}

int coverage_count(const struct coverage *coverage, unsigned bits)
{
    int count = 0;

    for (int i = 1; i <= coverage->ruleset->rule_count; i++) count += (coverage->found[i] & bits) == bits;
    return count;
}

/* SA_MOVE_03 is the enumerator of "SA-MOVE-03", FR_4_1_5_02 that of "FR-4.1.5-02" (tools/rules_enum.c). */
static bool is_enumerator(const char *word, size_t length, const char *id)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] != (id[i] == '-' || id[i] == '.' ? '_' : id[i])) return false;
    return !id[length];
}

/* Whose rules the code of an edition cites (ruleset.edition): the game of the family that cites its own. */
static const struct ruleset *first_edition(const struct ruleset *ruleset)
{
    for (int i = 0; ruleset->edition && rulesets[i]; i++)
        if (!rulesets[i]->edition && rulesets[i]->kinds == ruleset->kinds && rulesets[i]->rule_count == ruleset->edition_count)
            return rulesets[i];
    return NULL;
}

static void found_word(struct coverage *coverage, const char *word, size_t length)
{
    const struct ruleset *ruleset = coverage->ruleset, *first = first_edition(ruleset);

    for (int i = 1; i <= ruleset->rule_count; i++)
        if (is_enumerator(word, length, ruleset->rules[i])) coverage->found[i] |= IN_CODE;
    for (int i = 1; first && i <= first->rule_count; i++)
        if (is_enumerator(word, length, first->rules[i])) coverage->found[ruleset->edition[i]] |= IN_CODE;
}

/* The end of what begins here and is no code: a comment or a text in quotes; or the place itself. */
static const char *skip_other(const char *p)
{
    const char *end;
    char        quote = *p;

    if (p[0] == '/' && p[1] == '*') {
        end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
    if (quote != '"' && quote != '\'') return p;
    for (p++; *p && *p != quote && *p != '\n'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

static void scan_text(struct coverage *coverage, const char *p)
{
    while (*p) {
        const char *after = skip_other(p);
        if (after > p) {
            p = after;
        } else if (isalpha((unsigned char)*p) || *p == '_') {
            const char *word = p;
            while (isalnum((unsigned char)*p) || *p == '_') p++;
            found_word(coverage, word, (size_t)(p - word));
        } else if (isdigit((unsigned char)*p)) {
            while (isalnum((unsigned char)*p)) p++;
        } else {
            p++;
        }
    }
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);

    return length > end && !strcmp(name + length - end, ending);
}

/* The enumerators are declared in files that the build makes: being there is no use of them. */
static bool is_source(const char *name)
{
    return (ends_in(name, ".c") || ends_in(name, ".h")) && !ends_in(name, "_rules.c") && !ends_in(name, "_rules.h");
}

static void scan_directory(struct coverage *coverage, const char *path)
{
    DIR           *directory = opendir(path);
    struct dirent *entry;

    if (!directory) return;
    coverage->has_source = true;
    while ((entry = readdir(directory))) {
        char         inner[4096];
        struct fault fault = { .set = false };
        struct stat  what;
        size_t       length;
        char        *text;
        if (entry->d_name[0] == '.') continue;
        if (snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner || stat(inner, &what)) continue;
        if (S_ISDIR(what.st_mode)) {
            scan_directory(coverage, inner);
        } else if (is_source(inner) && (text = host_read(inner, &length, &fault))) {
            scan_text(coverage, text);
            free(text);
        }
    }
    closedir(directory);
}

/* Two editions may share a folder that bears neither's name: then every folder is looked through. */
void coverage_of_code(struct coverage *coverage, const char *root)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/engine/rulesets/%s", root, coverage->ruleset->id);
    scan_directory(coverage, path);
    if (coverage->has_source) return;
    snprintf(path, sizeof path, "%s/engine/rulesets", root);
    scan_directory(coverage, path);
}

bool coverage_find_root(char *path, size_t size)
{
    char  wanted[4200];
    char *slash;

    if (!getcwd(path, size)) return false;
    for (;;) {
        snprintf(wanted, sizeof wanted, "%s/engine/rulesets", path);
        if (!access(wanted, R_OK)) return true;
        slash = strrchr(path, '/');
        if (!slash || slash == path) return false;
        *slash = 0;
    }
}

struct listening {
    struct coverage *list;
    int              count;
};

static void hear_case(void *context, const struct case_result *result)
{
    struct listening *listening = context;

    if (result->failures)
        fprintf(stderr, "mestre rules: %s:%d: %s\n", result->file, result->failure[0].line, result->failure[0].text);
    for (int i = 0; i < listening->count; i++) {
        struct coverage *coverage = &listening->list[i];
        if (result->ruleset && coverage->ruleset != result->ruleset) continue;
        if (result->failures) {
            coverage->cases_failed++;
            continue;
        }
        for (int32_t k = 0; k < result->shown_count; k++) coverage->found[result->shown[k]] |= IN_CASE;
    }
}

void coverage_of_cases(struct coverage *list, int count, const struct host *host, const char *path)
{
    struct listening     listening = { list, count };
    struct case_listener listener = { .result = hear_case, .context = &listening };

    cases_run(host, &path, 1, &listener);
}
