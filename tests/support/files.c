/* files.c: see files.h. */
#define _GNU_SOURCE
#include "files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct document list[512];
static int32_t         count;
static size_t          prefix;

static int add(const char *path, const struct stat *what, int kind, struct FTW *walk)
{
    size_t length = strlen(path);
    FILE  *file;
    char  *text;

    (void)walk;
    if (kind != FTW_F || length < 5 || strcmp(path + length - 5, ".json")) return 0;
    file = fopen(path, "rb");
    text = malloc((size_t)what->st_size + 1);
    if (!file || !text || count == 512) return 1;
    length = fread(text, 1, (size_t)what->st_size, file);
    text[length] = 0;
    fclose(file);
    list[count++] = (struct document){ strdup(path + prefix), text, length };
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct document *)a)->name, ((const struct document *)b)->name);
}

struct library files_library(const char *directory)
{
    count = 0;
    prefix = strlen(directory) + 1;
    if (nftw(directory, add, 16, 0)) {
        fprintf(stderr, "%s cannot be read\n", directory);
        exit(2);
    }
    qsort(list, (size_t)count, sizeof *list, by_name);
    return (struct library){ list, count };
}

struct arena files_arena(size_t size)
{
    void *memory = malloc(size);

    if (!memory) exit(2);
    return arena_over(memory, size);
}

void files_arena_free(struct arena *arena)
{
    free(arena->base);
    *arena = (struct arena){ 0 };
}
