/* asset_type.c: which MIME type a file name means. Apart from assets.c, because tools/embed needs it too. */
#include "assets.h"

#include <string.h>

const char *asset_type(const char *path)
{
    static const struct { const char *ending, *type; } known[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".css",  "text/css; charset=utf-8" },
        { ".js",   "text/javascript; charset=utf-8" },
        { ".json", "application/json" },
        { ".wasm", "application/wasm" },
        { ".svg",  "image/svg+xml" },
        { ".png",  "image/png" },
        { ".txt",  "text/plain; charset=utf-8" },
    };
    size_t length = strlen(path);

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t ending = strlen(known[i].ending);
        if (length > ending && strcmp(path + length - ending, known[i].ending) == 0) return known[i].type;
    }
    return "application/octet-stream";
}
