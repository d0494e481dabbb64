/* case_files.c: from paths to single cases. */
#include "case_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CASE_MEMORY = 192 << 20, CASE_DEPTH = 16 };

/* One call of case_files_run. */
struct walk {
    const struct host          *host;
    const struct case_listener *listener;
    const struct case_form     *form;
    struct arena                arena;
    struct case_count           count;
};

/* One case being played, for the guard. */
struct playing {
    struct case_run        *run;
    const struct case_form *form;
};

static void report(struct walk *walk, const struct case_result *result)
{
    if (result->failures) walk->count.failed++;
    else walk->count.passed++;
    walk->listener->result(walk->listener->context, result);
}

/* A file that is no case file counts as one failed case without a title. */
static void report_file(struct walk *walk, const char *path, int32_t line, const char *text)
{
    struct case_failure failure = { line, "", text };
    struct case_result  result = { .file = path, .line = line, .title = "", .failure = &failure, .failures = 1 };

    report(walk, &result);
}

static void play_guarded(void *context)
{
    const struct playing *playing = context;

    playing->form->play(playing->run, playing->form->context);
}

/* A bug ends its case and no other. The arena goes back to where it was, so that every case has the same memory. */
static void run_one(struct walk *walk, const struct json_document *document, const struct json *shared,
                    const struct json *node)
{
    size_t           mark = walk->arena.used;
    struct case_run *run = arena_take(&walk->arena, sizeof *run);
    struct playing   playing = { run, walk->form };
    struct fault     fault = { .set = false };

    if (!run) {
        report_file(walk, document->name, json_line(document, node), "there is not enough memory for this case");
        return;
    }
    run->listener = walk->listener;
    run->library = walk->host->library;
    run->document = *document;
    run->node = node;
    run->shared = shared;
    run->arena = &walk->arena;
    run->result = (struct case_result){ .file = document->name, .line = json_line(document, node), .title = "" };
    run->result.failure = run->failure;
    if (!host_guard(play_guarded, &playing, &fault)) {
        run->fault = fault;
        case_bad(run);
    }
    report(walk, &run->result);
    walk->arena.used = mark;
}

/* One case; or a list; or an object with a list of cases and keys that hold for all of them. */
static bool run_document(struct walk *walk, const struct json_document *document, struct fault *fault)
{
    const char *const  key = walk->form->list;
    const char *const  allowed[] = { "note", "ruleset", "scenario", "options", "position", "data", key, NULL };
    const struct json *list = document->root, *shared = NULL;

    if (document->root->type == JSON_OBJECT && !json_get(document->root, key)) {
        run_one(walk, document, NULL, document->root);
        return true;
    }
    if (document->root->type == JSON_OBJECT) {
        const char *note = NULL;
        shared = document->root;
        if (!json_keys(document, shared, allowed, fault) || !json_find_string(document, shared, "note", &note, fault) ||
            !json_branch(document, shared, key, JSON_ARRAY, &list, fault))
            return false;
    }
    if (list->type != JSON_ARRAY)
        return json_fault(document, list, fault, "a file of %s is one of them, a list, or an object with \"%s\"", key, key);
    if (!list->count) return json_fault(document, list, fault, "there are no %s in this list", key);
    for (const struct json *node = list->as.child; node; node = node->next) run_one(walk, document, shared, node);
    return true;
}

static void run_file(struct walk *walk, const char *path)
{
    struct json_document document;
    struct fault         fault = { .set = false };
    size_t               mark = walk->arena.used, length = 0;
    char                *text = host_read(path, &length, &fault);

    if (!text || !json_parse(&document, path, text, length, &walk->arena, &fault) || !run_document(walk, &document, &fault))
        report_file(walk, path, fault.line, fault.text);
    free(text);
    walk->arena.used = mark;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_case_file(const char *name)
{
    size_t end = strlen(name);

    return end > 5 && !strcmp(name + end - 5, ".json");
}

static void run_path(struct walk *walk, const char *path, int depth);

static void run_directory(struct walk *walk, const char *path, int depth)
{
    struct dirent **entry = NULL;
    int             entries = scandir(path, &entry, is_wanted, by_name);

    if (entries < 0) report_file(walk, path, 0, strerror(errno));
    for (int i = 0; i < entries; i++) {
        char        inner[4096];
        struct stat what;
        const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
        int         length = snprintf(inner, sizeof inner, "%s%s%s", path, slash, entry[i]->d_name);
        if (length < (int)sizeof inner && !stat(inner, &what) && (S_ISDIR(what.st_mode) || is_case_file(inner)))
            run_path(walk, inner, depth + 1);
        free(entry[i]);
    }
    free(entry);
}

static void run_path(struct walk *walk, const char *path, int depth)
{
    struct stat what;

    if (depth > CASE_DEPTH) report_file(walk, path, 0, "the directories are nested too deeply");
    else if (stat(path, &what)) report_file(walk, path, 0, strerror(errno));
    else if (S_ISDIR(what.st_mode)) run_directory(walk, path, depth);
    else run_file(walk, path);
}

struct case_count case_files_run(const struct host *host, const char *const *paths, int count, const struct case_listener *listener,
                                 const struct case_form *form)
{
    struct walk walk = { .host = host, .listener = listener, .form = form, .arena = host_arena(CASE_MEMORY) };

    for (int i = 0; i < count; i++) {
        int32_t before = walk.count.passed + walk.count.failed;
        if (*paths[i]) run_path(&walk, paths[i], 0);
        if (walk.count.passed + walk.count.failed == before) {
            char text[64];
            snprintf(text, sizeof text, "there are no %s here", form->list);
            report_file(&walk, paths[i], 0, text);
        }
    }
    free(walk.arena.base);
    return walk.count;
}

static void play_case(struct case_run *run, void *context)
{
    (void)context;
    case_play(run);
}

struct case_count cases_run(const struct host *host, const char *const *paths, int count,
                            const struct case_listener *listener)
{
    static const struct case_form form = { "cases", play_case, NULL };

    return case_files_run(host, paths, count, listener, &form);
}
