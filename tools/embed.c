/*
 * embed.c: build tool that puts files inside the executable.
 *
 *   embed OUT.S OUT.c [NAME=]FILE...
 *
 * OUT.S holds the bytes of every file (by .incbin) and a gzip of it; OUT.c holds the table of assets/assets.h.
 * NAME is the asset's path; without it the file's own name is used. The same files give the same output.
 * An asset's bytes are read twice, here and by the assembler, so the build must rerun both when a file changes.
 */
#include "assets.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct input {
    const char    *name;
    const char    *file;
    unsigned char *bytes;
    size_t         length;
    unsigned char *gzip;
    size_t         gzip_length;      /* 0 when compressing saves nothing */
};

static _Noreturn void give_up(const char *what, const char *why)
{
    fprintf(stderr, "embed: %s: %s\n", what, why);
    exit(1);
}

static void *take(size_t size)
{
    void *memory = malloc(size);
    if (!memory) give_up("memory", "exhausted");
    return memory;
}

static void read_input(struct input *input)
{
    FILE *file = fopen(input->file, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) give_up(input->file, "cannot be read");
    long size = ftell(file);
    if (size < 0 || size > 64 * 1024 * 1024) give_up(input->file, "has no usable size");
    rewind(file);
    input->length = (size_t)size;
    input->bytes = take(input->length + 1);
    if (fread(input->bytes, 1, input->length, file) != input->length) give_up(input->file, "cannot be read whole");
    fclose(file);
}

/* zlib's own gzip header carries no time and no name, which keeps the build reproducible. */
static void compress_input(struct input *input)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        give_up(input->file, "zlib cannot start");
    size_t room = deflateBound(&stream, (uLong)input->length);
    input->gzip = take(room);
    stream.next_in = input->bytes;
    stream.avail_in = (uInt)input->length;
    stream.next_out = input->gzip;
    stream.avail_out = (uInt)room;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) give_up(input->file, "cannot be compressed");
    input->gzip_length = stream.total_out + 64 < input->length ? stream.total_out : 0;
    deflateEnd(&stream);
}

/* FNV-1a: the tag only has to change when the content does. */
static uint64_t tag_of(const unsigned char *bytes, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct input *)a)->name, ((const struct input *)b)->name);
}

static void write_label(FILE *out, const char *kind, size_t index)
{
    fprintf(out, ".balign 16\n.global asset_%s_%zu\nasset_%s_%zu:\n", kind, index, kind, index);
}

static void write_bytes(FILE *out, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fprintf(out, "%s%u%s", i % 32 == 0 ? ".byte " : "", (unsigned)bytes[i], i % 32 == 31 || i + 1 == length ? "\n" : ",");
}

static void write_assembly(FILE *out, const struct input *inputs, size_t count)
{
    fprintf(out, ".section .rodata\n");
    for (size_t i = 0; i < count; i++) {
        char *real = realpath(inputs[i].file, NULL);
        if (!real || strpbrk(real, "\"\\\n")) give_up(inputs[i].file, "has a path that the assembler cannot quote");
        write_label(out, "data", i);
        fprintf(out, ".incbin \"%s\"\n.byte 0\n", real);
        free(real);
        if (!inputs[i].gzip_length) continue;
        write_label(out, "gzip", i);
        write_bytes(out, inputs[i].gzip, inputs[i].gzip_length);
    }
    fprintf(out, ".section .note.GNU-stack,\"\",@progbits\n");
}

static void write_row(FILE *out, const struct input *input, size_t index)
{
    unsigned long long tag = tag_of(input->bytes, input->length);

    fprintf(out, "    { \"%s\", \"%s\", \"\\\"%016llx\\\"\", \"\\\"%016llx-gzip\\\"\", asset_data_%zu, %zu, ",
            input->name, asset_type(input->name), tag, tag, index, input->length);
    if (input->gzip_length) fprintf(out, "asset_gzip_%zu, %zu },\n", index, input->gzip_length);
    else                    fprintf(out, "0, 0 },\n");
}

static void write_table(FILE *out, const struct input *inputs, size_t count)
{
    fprintf(out, "/* Written by tools/embed. */\n#include \"assets.h\"\n\n");
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "extern const unsigned char asset_data_%zu[];\n", i);
        if (inputs[i].gzip_length) fprintf(out, "extern const unsigned char asset_gzip_%zu[];\n", i);
    }
    fprintf(out, "\nconst struct asset asset_table[] = {\n");
    for (size_t i = 0; i < count; i++) write_row(out, &inputs[i], i);
    fprintf(out, "};\nconst size_t asset_count = %zu;\n", count);
}

static void write_file(const char *name, void (*write)(FILE *, const struct input *, size_t),
                       const struct input *inputs, size_t count)
{
    FILE *out = fopen(name, "w");
    if (!out) give_up(name, "cannot be written");
    write(out, inputs, count);
    int bad = ferror(out);
    if (fclose(out) != 0 || bad) give_up(name, "cannot be written whole");
}

/* "NAME=FILE" or "FILE". The name must be safe inside a C string and as a path. */
static struct input input_of(char *argument)
{
    struct input input = { .name = argument, .file = argument };
    char *equals = strchr(argument, '='), *slash = strrchr(argument, '/');

    if (equals) {
        *equals = '\0';
        input.file = equals + 1;
    } else if (slash) {
        input.name = slash + 1;
    }
    if (!*input.name || *input.name == '/' || strpbrk(input.name, "\"\\\n?%")) give_up(input.name, "is no usable asset name");
    return input;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: embed OUT.S OUT.c [NAME=]FILE...\n");
        return 2;
    }
    size_t count = (size_t)argc - 3;
    struct input *inputs = take(count * sizeof *inputs);
    for (size_t i = 0; i < count; i++) {
        inputs[i] = input_of(argv[i + 3]);
        read_input(&inputs[i]);
        compress_input(&inputs[i]);
    }
    qsort(inputs, count, sizeof *inputs, by_name);
    for (size_t i = 1; i < count; i++)
        if (strcmp(inputs[i - 1].name, inputs[i].name) == 0) give_up(inputs[i].name, "is named twice");
    write_file(argv[1], write_assembly, inputs, count);
    write_file(argv[2], write_table, inputs, count);
    for (size_t i = 0; i < count; i++) {
        free(inputs[i].bytes);
        free(inputs[i].gzip);
    }
    free(inputs);
    return 0;
}
