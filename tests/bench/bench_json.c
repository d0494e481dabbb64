/* bench_json.c: the speed of the JSON reader and writer on a document like a game's state: units, dice and a log. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UNITS = 270, DICE = 500, LINES = 180, TURNS = 400, ROUNDS = 5, ARENA = 1024 * 1024, TEXT = 128 * 1024 };

static char memory[ARENA], text[TEXT], again[TEXT];

static uint32_t draw(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * limit >> 32);
}

static void write_field(struct json_writer *w, const char *key, int64_t value)
{
    json_key(w, key);
    json_write_integer(w, value);
}

static void write_unit(struct json_writer *w, uint32_t *state, int i)
{
    static const char *const types[] = { "tercio", "reiter", "mousquetaire", "piquier" };
    static const char *const conditions[] = { "hidden", "tired" };
    char name[40];
    uint32_t tired = draw(state, 3);

    snprintf(name, sizeof name, "Unité n°%d d'Éléonore", i);
    json_open(w, '{');
    write_field(w, "id", i);
    json_key(w, "side");
    json_write_string(w, i % 2 ? "B" : "A");
    json_key(w, "type");
    json_write_string(w, types[draw(state, 4)]);
    json_key(w, "name");
    json_write_string(w, name);
    write_field(w, "x", draw(state, 1800000));
    write_field(w, "y", draw(state, 1200000));
    write_field(w, "a", draw(state, 65536));
    write_field(w, "str", 1 + draw(state, 12));
    write_field(w, "mor", draw(state, 1000000000));
    json_key(w, "st");
    json_open(w, '[');
    for (uint32_t n = 0; n < tired; n++) json_write_string(w, conditions[n]);
    json_close(w, ']');
    json_key(w, "ord");
    if (i % 3) {
        json_write_null(w);
    } else {
        json_open(w, '{');
        json_key(w, "k");
        json_write_string(w, "charge");
        write_field(w, "t", draw(state, UNITS));
        json_close(w, '}');
    }
    json_close(w, '}');
}

static void write_log(struct json_writer *w)
{
    for (int i = 0; i < LINES; i++) {
        char rule[24];

        snprintf(rule, sizeof rule, "BE-MELEE-%02d", i % 40);
        json_open(w, '{');
        write_field(w, "n", i);
        json_key(w, "rule");
        json_write_string(w, rule);
        json_key(w, "t");
        json_write_string(w, "Le tercio charge; dés 3,5,7");
        json_close(w, '}');
    }
}

static size_t write_document(void)
{
    struct out out = out_over(text, sizeof text);
    struct json_writer w = json_writer_over(&out);
    uint32_t state = 1;

    json_open(&w, '{');
    write_field(&w, "v", 1);
    json_key(&w, "ruleset");
    json_write_string(&w, "brevis");
    write_field(&w, "turn", 4);
    json_key(&w, "units");
    json_open(&w, '[');
    for (int i = 0; i < UNITS; i++) write_unit(&w, &state, i);
    json_close(&w, ']');
    json_key(&w, "dice");
    json_open(&w, '[');
    for (int i = 0; i < DICE; i++) json_write_integer(&w, 1 + draw(&state, 10));
    json_close(&w, ']');
    json_key(&w, "log");
    json_open(&w, '[');
    write_log(&w);
    json_close(&w, ']');
    json_close(&w, '}');
    return out.full ? 0 : out.used;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static size_t arena_used;

static bool parse(struct json_document *document, size_t length)
{
    struct arena arena = arena_over(memory, sizeof memory);
    struct fault fault = { 0 };
    bool good = json_parse(document, "bench", text, length, &arena, &fault);

    if (!good) fprintf(stderr, "line %d: %s\n", fault.line, fault.text);
    arena_used = arena.used;
    return good;
}

static bool write_again(const struct json_document *document, size_t length)
{
    struct out out = out_over(again, sizeof again);
    struct json_writer w = json_writer_over(&out);

    json_write(&w, document->root);
    return !out.full && out.used == length;
}

/* Megabytes a second of the best of a few rounds, since other work may share the machine. */
static double best_speed(size_t length, bool writing)
{
    double best = 0;

    for (int round = 0; round < ROUNDS; round++) {
        struct json_document document;
        double start = now();

        if (writing && !parse(&document, length)) exit(1);
        for (int i = 0; i < TURNS; i++)
            if (!(writing ? write_again(&document, length) : parse(&document, length))) exit(1);

        double speed = (double)length * TURNS / (now() - start) / 1e6;

        if (speed > best) best = speed;
    }
    return best;
}

int main(void)
{
    size_t length = write_document();

    if (length == 0) return 1;

    double reading = best_speed(length, false), writing = best_speed(length, true);

    if (memcmp(text, again, length) != 0) return 1;
    printf("document %zu bytes, arena %zu bytes, reader %.0f MB/s, writer %.0f MB/s\n", length, arena_used,
           reading, writing);
    return 0;
}
