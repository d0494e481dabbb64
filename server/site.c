/* site.c: see site.h. */
#include "site.h"

#include "assets.h"
#include "http.h"
#include "json.h"

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

static void answer_with(const struct asset *asset, const struct net_request *request, struct net_reply *reply)
{
    reply->status = 200;
    reply->type = asset->type;
    reply->gzip = asset->gzip && http_accepts_gzip(request->accept_encoding);
    reply->body = reply->gzip ? asset->gzip : asset->data;
    reply->length = reply->gzip ? asset->gzip_length : asset->length;
    reply->etag = reply->gzip ? asset->gzip_etag : asset->etag;
}

static void answer_from_assets(const char *path, const struct net_request *request, struct net_reply *reply)
{
    char name[PATH_BYTES];

    if (snprintf(name, sizeof name, "web%s", path) >= (int)sizeof name) return;
    const struct asset *asset = asset_find(name);
    if (asset) answer_with(asset, request, reply);
}

void site_answer(const char *folder, const struct net_request *request, struct net_reply *reply)
{
    const char *path = strcmp(request->path, "/") == 0 ? "/index.html" : request->path;

    if (!http_path_clean(path)) return;
    if (folder && answer_from_folder(folder, path, reply)) return;
    answer_from_assets(path, request, reply);
}

/* The names of all documents, as a list in JSON. */
static void answer_index(const struct library *library, struct net_reply *reply)
{
    size_t room = 64;

    for (int32_t i = 0; i < library->count; i++) room += 6 * strlen(library->list[i].name) + 3;
    char *text = malloc(room);
    if (!text) return;
    struct out out = out_over(text, room);
    struct json_writer writer = json_writer_over(&out);
    json_open(&writer, '[');
    for (int32_t i = 0; i < library->count; i++) json_write_string(&writer, library->list[i].name);
    json_close(&writer, ']');
    reply->status = 200;
    reply->type = asset_type("index.json");
    reply->body = text;
    reply->length = out.used;
    reply->release = free;
}

void site_data(const struct library *library, const struct net_request *request, struct net_reply *reply)
{
    const char *path = request->path + strlen("/data/");

    if (!http_path_clean(request->path)) return;
    if (!strcmp(path, "index.json")) {
        answer_index(library, reply);
        return;
    }
    const struct document *document = library_find(library, path);
    const struct asset *asset = asset_find(request->path + 1);
    if (!document) return;
    if (asset && (const char *)asset->data == document->text) {
        answer_with(asset, request, reply);
        return;
    }
    reply->status = 200;                 /* a document of the host's own, laid over ours */
    reply->type = asset_type(path);
    reply->body = document->text;
    reply->length = document->length;
}
