/* json_write.c: the writer; see json.h. */
#include "json.h"
#include "must.h"

struct json_writer json_writer_over(struct out *out)
{
    return (struct json_writer){ .out = out, .first = true };
}

static void before_value(struct json_writer *writer)
{
    if (!writer->first) out_char(writer->out, ',');
    writer->first = false;
}

void json_open(struct json_writer *writer, char bracket)
{
    must(bracket == '{' || bracket == '[');
    before_value(writer);
    out_char(writer->out, bracket);
    writer->first = true;
}

void json_close(struct json_writer *writer, char bracket)
{
    must(bracket == '}' || bracket == ']');
    out_char(writer->out, bracket);
    writer->first = false;
}

static void put_escape(struct out *out, char c)
{
    char letter = '\0';

    switch (c) {
    case '"':  letter = '"';  break;
    case '\\': letter = '\\'; break;
    case '\b': letter = 'b';  break;
    case '\f': letter = 'f';  break;
    case '\n': letter = 'n';  break;
    case '\r': letter = 'r';  break;
    case '\t': letter = 't';  break;
    default: break;
    }
    out_char(out, '\\');
    if (letter) {
        out_char(out, letter);
        return;
    }
    out_char(out, 'u');
    out_hex(out, (unsigned char)c, 4);
}

static void put_string(struct out *out, const char *text)
{
    out_char(out, '"');
    for (;;) {
        const char *run = text;

        while ((unsigned char)*text >= 0x20 && *text != '"' && *text != '\\') text++;
        out_bytes(out, run, (size_t)(text - run));
        if (!*text) break;
        put_escape(out, *text++);
    }
    out_char(out, '"');
}

void json_key(struct json_writer *writer, const char *key)
{
    before_value(writer);
    put_string(writer->out, key);
    out_char(writer->out, ':');
    writer->first = true;
}

void json_write_integer(struct json_writer *writer, int64_t value)
{
    before_value(writer);
    out_integer(writer->out, value);
}

void json_write_string(struct json_writer *writer, const char *text)
{
    must(text != NULL);
    before_value(writer);
    put_string(writer->out, text);
}

void json_write_boolean(struct json_writer *writer, bool value)
{
    before_value(writer);
    out_text(writer->out, value ? "true" : "false");
}

void json_write_null(struct json_writer *writer)
{
    before_value(writer);
    out_text(writer->out, "null");
}

/* Recursion is bounded by JSON_DEPTH, which every parsed node keeps. */
void json_write(struct json_writer *writer, const struct json *node)
{
    bool object = node->type == JSON_OBJECT;

    switch ((enum json_type)node->type) {
    case JSON_NULL:    json_write_null(writer); return;
    case JSON_FALSE:
    case JSON_TRUE:    json_write_boolean(writer, node->type == JSON_TRUE); return;
    case JSON_INTEGER: json_write_integer(writer, node->as.integer); return;
    case JSON_STRING:  json_write_string(writer, node->as.string); return;
    case JSON_ARRAY:
    case JSON_OBJECT:  break;
    }
    json_open(writer, object ? '{' : '[');
    for (const struct json *child = node->as.child; child; child = child->next) {
        if (object) json_key(writer, child->key);
        json_write(writer, child);
    }
    json_close(writer, object ? '}' : ']');
}

void json_write_hash(struct json_writer *writer, uint64_t hash)
{
    char       text[17];
    struct out out = out_over(text, sizeof text);

    out_hex(&out, hash, 16);
    json_write_string(writer, text);
}
