/* host.c: see host.h. */
#include "host.h"
#include "assets.h"
#include "must.h"
#include "registry.h"
#include "ruleset.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where a bug in guarded code goes on; NULL outside of host_guard(). */
static _Thread_local struct guard {
    jmp_buf       place;
    struct fault *fault;
} *guard;

/* A bug in a tool ends the tool, or the guarded part of it. */
_Noreturn void must_failed(const char *what, const char *file, int line)
{
    if (guard) {
        fault_say(guard->fault, file, line, "must(%s) failed: this is a bug, please report it", what);
        longjmp(guard->place, 1);
    }
    fprintf(stderr, "mestre: %s:%d: must(%s) failed: this is a bug, please report it\n", file, line, what);
    abort();
}

bool host_guard(void (*run)(void *context), void *context, struct fault *fault)
{
    struct guard here = { .fault = fault };

    guard = &here;
    if (!setjmp(here.place)) run(context);
    guard = NULL;
    return !fault->set;
}

static void *memory(size_t size)
{
    void *block = calloc(1, size);

    if (block) return block;
    fprintf(stderr, "mestre: out of memory\n");
    exit(1);
}

struct arena host_arena(size_t size)
{
    return arena_over(memory(size), size);
}

char *host_read(const char *path, size_t *length, struct fault *fault)
{
    FILE  *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    size_t used = 0, room = 1 << 16, got;
    char  *text;

    if (!file) {
        fault_say(fault, path, 0, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    text = malloc(room);
    while (text && (got = fread(text + used, 1, room - used - 1, file)) > 0) {
        char *larger = text;
        used += got;
        if (room - used < 2) larger = used <= JSON_BYTES ? realloc(text, room *= 2) : NULL;
        if (!larger) free(text);
        text = larger;
    }
    if (ferror(file)) {
        free(text);
        text = NULL;
    }
    if (file != stdin) fclose(file);
    if (!text) {
        fault_say(fault, path, 0, "cannot be read: it is no plain file, or larger than %d bytes", JSON_BYTES);
        return NULL;
    }
    text[used] = 0;
    *length = used;
    return text;
}

static void add_document(struct host *host, const char *name, const char *text, size_t length)
{
    struct document *list = (struct document *)host->library.list;

    for (int32_t i = 0; i < host->library.count; i++)
        if (!strcmp(list[i].name, name)) {
            list[i].text = text;
            list[i].length = length;
            return;
        }
    list = realloc(list, (size_t)(host->library.count + 1) * sizeof *list);
    if (!list) exit(1);
    list[host->library.count++] = (struct document){ name, text, length };
    host->library.list = list;
}

/* A document of the player's own is kept in the arena, and goes with it. */
static bool add_copy(struct host *host, const char *name, const char *text, size_t length, struct fault *fault)
{
    const char *own_name = arena_text(&host->arena, name, strlen(name)), *own_text = arena_text(&host->arena, text, length);

    if (!own_name || !own_text) return fault_say(fault, name, 0, "there is not enough memory for this file");
    add_document(host, own_name, own_text, length);
    return true;
}

/* Every JSON file below a directory, by its path from there. */
static bool add_directory(struct host *host, const char *top, const char *relative, struct fault *fault)
{
    char           path[4096];
    DIR           *directory;
    struct dirent *entry;
    bool           good = true;

    snprintf(path, sizeof path, "%s/%s", top, relative);
    directory = opendir(path);
    if (!directory) return fault_say(fault, path, 0, "cannot be opened: %s", strerror(errno));
    while (good && (entry = readdir(directory))) {
        char        inner[2048];
        struct stat what;
        size_t      length, end = strlen(entry->d_name);
        char       *text;
        if (entry->d_name[0] == '.') continue;
        snprintf(inner, sizeof inner, "%s%s%s", relative, *relative ? "/" : "", entry->d_name);
        snprintf(path, sizeof path, "%s/%s", top, inner);
        if (stat(path, &what)) continue;
        if (S_ISDIR(what.st_mode)) {
            good = add_directory(host, top, inner, fault);
        } else if (end > 5 && !strcmp(entry->d_name + end - 5, ".json")) {
            text = host_read(path, &length, fault);
            good = text && add_copy(host, inner, text, length, fault);
            free(text);
        }
    }
    closedir(directory);
    return good;
}

bool host_open(struct host *host, const char *data_directory, struct fault *fault)
{
    static const char data[] = "data/";

    *host = (struct host){ .arena = host_arena((size_t)48 << 20) };
    for (size_t i = 0; i < asset_count; i++)
        if (!strncmp(asset_table[i].path, data, sizeof data - 1))
            add_document(host, asset_table[i].path + sizeof data - 1, (const char *)asset_table[i].data, asset_table[i].length);
    return !data_directory || add_directory(host, data_directory, "", fault);
}

void host_close(struct host *host)
{
    free((void *)host->library.list);
    free(host->arena.base);
    *host = (struct host){ .arena = { 0 } };
}

static const struct document *find_scenario(struct host *host, const struct ruleset *ruleset, const char *scenario)
{
    const struct document *first = NULL;
    char                   name[256];
    size_t                 prefix;

    snprintf(name, sizeof name, "%s/scenarios/%s.json", ruleset->id, scenario ? scenario : "");
    if (scenario) return library_find(&host->library, name);
    prefix = strlen(ruleset->id) + strlen("/scenarios/");
    for (int32_t i = 0; i < host->library.count; i++) {
        const struct document *document = &host->library.list[i];
        if (strncmp(document->name, name, prefix)) continue;
        if (!first || strcmp(document->name, first->name) < 0) first = document;
    }
    return first;
}

const struct match *host_match(struct host *host, const struct ruleset *ruleset, const char *scenario,
                               const char *options, struct arena *arena, struct fault *fault)
{
    const struct document *document = find_scenario(host, ruleset, scenario);
    struct document        own;
    struct json_document   parsed = { .root = NULL };
    const struct match    *match;
    char                  *text = NULL;

    if (!document) {
        if (!scenario || (!strchr(scenario, '/') && !strchr(scenario, '.'))) {
            fault_say(fault, ruleset->id, 0, "there is no scenario \"%s\"", scenario ? scenario : "");
            return NULL;
        }
        text = host_read(scenario, &own.length, fault);
        if (!text) return NULL;
        own.name = scenario;
        own.text = arena_text(arena, text, own.length);
        free(text);
        document = &own;
    }
    if (options && !json_parse(&parsed, "options", options, strlen(options), arena, fault)) return NULL;
    match = match_load(ruleset, &host->library, document, options ? &parsed : NULL, arena, fault);
    return match;
}

int host_complain(const struct fault *fault)
{
    if (fault->line) fprintf(stderr, "mestre: %s:%d: %s\n", fault->file, fault->line, fault->text);
    else fprintf(stderr, "mestre: %s: %s\n", fault->file, fault->text);
    return 1;
}

enum language host_language(const char *wanted)
{
    static const char *const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    enum language            language = wanted ? language_named(wanted) : LANGUAGES;

    if (language != LANGUAGES) return language;
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) return !strncmp(value, "fr", 2) ? FRENCH : ENGLISH;
    }
    return ENGLISH;
}
