/* site.c: see site.h. */
#include "site.h"

#include "assets.h"
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 1024, FILE_BYTES = 32 * 1024 * 1024 };

/* A whole file in memory of its own, or NULL. */
static void *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    void *bytes = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size >= 0 && size <= FILE_BYTES) {
        rewind(file);
        bytes = malloc((size_t)size + 1);
        if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
            free(bytes);
            bytes = NULL;
        }
        *length = (size_t)size;
    }
    fclose(file);
    return bytes;
}

static bool answer_from_folder(const char *folder, const char *path, struct net_reply *reply)
{
    char name[PATH_BYTES];
    size_t length = 0;

    if (snprintf(name, sizeof name, "%s%s", folder, path) >= (int)sizeof name) return false;
    void *bytes = read_file(name, &length);
    if (!bytes) return false;
    reply->status = 200;
    reply->type = asset_type(path);
    reply->body = bytes;
    reply->length = length;
    reply->release = free;
    return true;
}

static void answer_from_assets(const char *path, const struct net_request *request, struct net_reply *reply)
{
    char name[PATH_BYTES];

    if (snprintf(name, sizeof name, "web%s", path) >= (int)sizeof name) return;
    const struct asset *asset = asset_find(name);
    if (!asset) return;
    reply->status = 200;
    reply->type = asset->type;
    reply->gzip = asset->gzip && http_accepts_gzip(request->accept_encoding);
    reply->body = reply->gzip ? asset->gzip : asset->data;
    reply->length = reply->gzip ? asset->gzip_length : asset->length;
    reply->etag = reply->gzip ? asset->gzip_etag : asset->etag;
}

void site_answer(const char *folder, const struct net_request *request, struct net_reply *reply)
{
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;

    if (!http_path_clean(path)) return;
    if (folder && answer_from_folder(folder, path, reply)) return;
    answer_from_assets(path, request, reply);
}
