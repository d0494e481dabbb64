/* assets.c: lookup in the table that tools/embed wrote. */
#include "assets.h"

#include <string.h>

const struct asset *asset_find(const char *path)
{
    size_t low = 0, high = asset_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(path, asset_table[middle].path);
        if (order == 0) return &asset_table[middle];
        if (order < 0) high = middle; else low = middle + 1;
    }
    return NULL;
}
