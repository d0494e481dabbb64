/* documents.c: see documents.h. */
#include "documents.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct collection {
    struct document *list;
    int32_t          count;
};

static _Noreturn void give_up(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long  size;

    if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) give_up(path, "cannot be read");
    text = malloc((size_t)size + 1);
    if (!text || fread(text, 1, (size_t)size, file) != (size_t)size) give_up(path, "cannot be read");
    fclose(file);
    text[size] = 0;
    *length = (size_t)size;
    return text;
}

static void add(struct collection *collection, const char *path, const char *name)
{
    struct document *document;

    collection->list = realloc(collection->list, (size_t)(collection->count + 1) * sizeof *collection->list);
    if (!collection->list) give_up(path, "there is no memory");
    document = &collection->list[collection->count++];
    document->name = strdup(name);
    document->text = read_whole(path, &document->length);
}

static void add_directory(struct collection *collection, const char *top, const char *relative)
{
    char           path[4096];
    DIR           *directory;
    struct dirent *entry;

    snprintf(path, sizeof path, "%s/%s", top, relative);
    directory = opendir(path);
    if (!directory) give_up(path, "cannot be opened");
    while ((entry = readdir(directory))) {
        char        inner[2048];
        struct stat what;
        size_t      end = strlen(entry->d_name);
        if (entry->d_name[0] == '.') continue;
        snprintf(inner, sizeof inner, "%s%s%s", relative, *relative ? "/" : "", entry->d_name);
        snprintf(path, sizeof path, "%s/%s", top, inner);
        if (stat(path, &what)) continue;
        if (S_ISDIR(what.st_mode)) add_directory(collection, top, inner);
        else if (end > 5 && !strcmp(entry->d_name + end - 5, ".json")) add(collection, path, inner);
    }
    closedir(directory);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct document *)a)->name, ((const struct document *)b)->name);
}

struct library documents_load(const char *directory)
{
    struct collection collection = { NULL, 0 };

    add_directory(&collection, directory, "");
    if (!collection.count) give_up(directory, "holds no documents");
    qsort(collection.list, (size_t)collection.count, sizeof *collection.list, by_name);
    return (struct library){ collection.list, collection.count };
}

void documents_free(struct library *library)
{
    for (int32_t i = 0; i < library->count; i++) {
        free((void *)library->list[i].name);
        free((void *)library->list[i].text);
    }
    free((void *)library->list);
    *library = (struct library){ NULL, 0 };
}

bool document_is_scenario(const struct document *document, const char *ruleset)
{
    char prefix[128];

    snprintf(prefix, sizeof prefix, "%s/scenarios/", ruleset);
    return !strncmp(document->name, prefix, strlen(prefix));
}
