/*
 * assets.h: the files that live inside the executable.
 *
 * The build runs tools/embed over the data files and the web client; what it writes is this table. Nothing here
 * knows of the network: the command line reads its data by the same lookup as the server serves its pages.
 *
 * A name is a path without a leading slash, for instance "data/sample/rules.json" or "web/index.html".
 */
#ifndef MESTRE_ASSETS_H
#define MESTRE_ASSETS_H

#include <stddef.h>

struct asset {
    const char          *path;
    const char          *type;           /* MIME type, with the character set where it is text */
    const char          *etag;           /* strong, quoted, made from the content */
    const char          *gzip_etag;      /* of the compressed bytes: a strong tag names one exact representation */
    const unsigned char *data;           /* data[length] is a NUL, so that text can be read as a string */
    size_t               length;
    const unsigned char *gzip;           /* the same content compressed, or NULL when that saves nothing */
    size_t               gzip_length;
};

/* Written by tools/embed, in ascending order of path (byte values). */
extern const struct asset asset_table[];
extern const size_t       asset_count;

/* The asset with exactly this path, or NULL. */
const struct asset *asset_find(const char *path);

/* The MIME type that goes with a path's ending; "application/octet-stream" when the ending is not known. */
const char *asset_type(const char *path);

#endif
