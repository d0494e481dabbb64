/* tally.c: see tally.h. */
#include "tally.h"
#include "hash.h"
#include "maths.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

enum { TALLY_FORMAT = 1, SPANS_MAX = 4096 };

/* The counts by the names they have in files and reports. */
static const struct count {
    const char *name;
    size_t      offset;
} counts[] = {
    { "games", offsetof(struct tally, games) },
    { "a_wins", offsetof(struct tally, a_wins) },
    { "b_wins", offsetof(struct tally, b_wins) },
    { "draws", offsetof(struct tally, draws) },
    { "seat_a_wins", offsetof(struct tally, seat_a_wins) },
    { "steps", offsetof(struct tally, steps) },
    { "dead_ends", offsetof(struct tally, trouble[DEAD_END]) },
    { "refused", offsetof(struct tally, trouble[OFFER_REFUSED]) },
    { "unsound", offsetof(struct tally, trouble[UNSOUND]) },
    { "unbalanced", offsetof(struct tally, trouble[UNBALANCED]) },
    { "endless", offsetof(struct tally, trouble[ENDLESS]) },
    { "bugs", offsetof(struct tally, trouble[BUG]) },
};

enum { COUNTS = sizeof counts / sizeof counts[0] };

static int64_t *count_in(struct tally *tally, int i)
{
    return (int64_t *)(void *)((char *)tally + counts[i].offset);
}

static int64_t count_of(const struct tally *tally, int i)
{
    return *(const int64_t *)(const void *)((const char *)tally + counts[i].offset);
}

void tally_game(struct tally *tally, int64_t index, const struct played *played)
{
    uint64_t words[3] = { (uint64_t)index, played->hash, (uint64_t)played->trouble };

    tally->games++;
    tally->steps += played->steps;
    tally->checksum += hash_bytes(words, sizeof words);
    if (played->trouble) {
        tally->trouble[played->trouble]++;
        return;
    }
    tally->seat_a_wins += played->winner == SEAT_A;
    if (played->winner_player < 0) tally->draws++;
    else if (played->winner_player == 0) tally->a_wins++;
    else tally->b_wins++;
}

void tally_add(struct tally *tally, const struct tally *part)
{
    for (int i = 0; i < COUNTS; i++) *count_in(tally, i) += count_of(part, i);
    tally->checksum += part->checksum;
    tally->milliseconds += part->milliseconds;
}

static bool same_json(const struct json *a, const struct json *b)
{
    if (a->type != b->type || a->count != b->count) return false;
    if (a->type == JSON_INTEGER) return a->as.integer == b->as.integer;
    if (a->type == JSON_STRING) return !strcmp(a->as.string, b->as.string);
    if (a->type != JSON_ARRAY && a->type != JSON_OBJECT) return true;
    a = a->as.child;
    b = b->as.child;
    for (; a && b; a = a->next, b = b->next)
        if ((a->key && strcmp(a->key, b->key)) || !same_json(a, b)) return false;
    return !a && !b;
}

static bool belongs(const struct tally *tally, const struct tally *part, struct fault *fault)
{
    const struct json *theirs;

    for (const struct json *ours = tally->what.root->as.child; ours; ours = ours->next) {
        char               text[2][96];
        struct out         out[2] = { out_over(text[0], sizeof text[0]), out_over(text[1], sizeof text[1]) };
        struct json_writer writer[2] = { json_writer_over(&out[0]), json_writer_over(&out[1]) };
        theirs = json_get(part->what.root, ours->key);
        if (theirs && same_json(ours, theirs)) continue;
        json_write(&writer[0], ours);
        if (theirs) json_write(&writer[1], theirs);
        else out_text(&out[1], "nothing");
        return fault_say(fault, part->what.name, 0,
                         "this is no part of the same simulation as %s: \"%s\" is %s there and %s here",
                         tally->what.name, ours->key, text[0], text[1]);
    }
    return true;
}

/* Put a span where it belongs in the ascending list, and join it to its neighbours. */
static bool add_span(struct tally *tally, struct span span, const char *name, struct fault *fault)
{
    int32_t i = 0;

    while (i < tally->spans && tally->span[i].to <= span.from) i++;
    if (i < tally->spans && tally->span[i].from < span.to)
        return fault_say(fault, name, 0, "the games %lld to %lld are counted already",
                         (long long)(span.from > tally->span[i].from ? span.from : tally->span[i].from),
                         (long long)(span.to < tally->span[i].to ? span.to : tally->span[i].to) - 1);
    if (i > 0 && tally->span[i - 1].to == span.from) {
        tally->span[--i].to = span.to;
    } else {
        if (tally->spans == SPANS_MAX) return fault_say(fault, name, 0, "there are more than %d separate ranges", SPANS_MAX);
        memmove(&tally->span[i + 1], &tally->span[i], (size_t)(tally->spans++ - i) * sizeof span);
        tally->span[i] = span;
    }
    if (i + 1 < tally->spans && tally->span[i].to == tally->span[i + 1].from) {
        tally->span[i].to = tally->span[i + 1].to;
        memmove(&tally->span[i + 1], &tally->span[i + 2], (size_t)(--tally->spans - i - 1) * sizeof span);
    }
    return true;
}

bool tally_merge(struct tally *tally, const struct tally *part, struct arena *arena, struct fault *fault)
{
    if (!tally->what.root) {
        *tally = (struct tally){ .what = part->what, .span = arena_take(arena, SPANS_MAX * sizeof *tally->span) };
        if (!tally->span) return fault_say(fault, part->what.name, 0, "there is not enough memory");
    }
    if (!belongs(tally, part, fault)) return false;
    for (int32_t i = 0; i < part->spans; i++)
        if (!add_span(tally, part->span[i], part->what.name, fault)) return false;
    tally_add(tally, part);
    return true;
}

void tally_write(const struct tally *tally, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "mestre_shard");
    json_write_integer(writer, TALLY_FORMAT);
    json_key(writer, "what");
    json_write(writer, tally->what.root);
    json_key(writer, "ranges");
    json_open(writer, '[');
    for (int32_t i = 0; i < tally->spans; i++) {
        json_open(writer, '[');
        json_write_integer(writer, tally->span[i].from);
        json_write_integer(writer, tally->span[i].to);
        json_close(writer, ']');
    }
    json_close(writer, ']');
    for (int i = 0; i < COUNTS; i++) {
        json_key(writer, counts[i].name);
        json_write_integer(writer, count_of(tally, i));
    }
    json_key(writer, "signature");
    json_write_hash(writer, tally->checksum);
    json_key(writer, "milliseconds");
    json_write_integer(writer, tally->milliseconds);
    json_close(writer, '}');
}

static bool read_spans(struct tally *tally, const struct json_document *document, struct arena *arena, struct fault *fault)
{
    const struct json *list = NULL;
    int64_t            games = 0;

    if (!json_branch(document, document->root, "ranges", JSON_ARRAY, &list, fault)) return false;
    tally->span = arena_take(arena, (list->count + 1) * sizeof *tally->span);
    if (!tally->span) return json_fault(document, list, fault, "there are too many ranges");
    for (const struct json *node = list->as.child; node; node = node->next) {
        const struct json *from = node->type == JSON_ARRAY && node->count == 2 ? node->as.child : NULL;
        struct span        span;
        if (!from || from->type != JSON_INTEGER || from->next->type != JSON_INTEGER)
            return json_fault(document, node, fault, "a range must be two whole numbers");
        span = (struct span){ from->as.integer, from->next->as.integer };
        if (span.from < 0 || span.to < span.from || span.to > tally_total(tally))
            return json_fault(document, node, fault, "this range is not within the %lld games",
                              (long long)tally_total(tally));
        games += span.to - span.from;
        tally->span[tally->spans++] = span;
    }
    return games == tally->games || json_fault(document, list, fault, "the ranges hold %lld games and \"games\" says %lld",
                                               (long long)games, (long long)tally->games);
}

static bool read_checksum(struct tally *tally, const struct json_document *document, struct fault *fault)
{
    const char *text = NULL;
    char       *end;

    if (!json_string(document, document->root, "signature", &text, fault)) return false;
    tally->checksum = strtoull(text, &end, 16);
    return (strlen(text) == 16 && !*end) || json_fault(document, json_get(document->root, "signature"), fault,
                                                       "\"signature\" must be sixteen hexadecimal digits");
}

bool tally_read(struct tally *tally, const char *name, const char *text, size_t length, struct arena *arena,
                struct fault *fault)
{
    struct json_document document;
    int64_t              format = 0, total = 0;

    *tally = (struct tally){ .games = 0 };
    if (!json_parse(&document, name, text, length, arena, fault)) return false;
    if (!json_integer(&document, document.root, "mestre_shard", TALLY_FORMAT, TALLY_FORMAT, &format, fault)) return false;
    tally->what = document;
    if (!json_branch(&document, document.root, "what", JSON_OBJECT, &tally->what.root, fault)) return false;
    if (!json_integer(&document, tally->what.root, "total", 1, INT64_MAX, &total, fault)) return false;
    for (int i = 0; i < COUNTS; i++)
        if (!json_integer(&document, document.root, counts[i].name, 0, INT64_MAX, count_in(tally, i), fault)) return false;
    return json_integer(&document, document.root, "milliseconds", 0, INT64_MAX, &tally->milliseconds, fault) &&
           read_checksum(tally, &document, fault) && read_spans(tally, &document, arena, fault);
}

int64_t tally_total(const struct tally *tally)
{
    const struct json *total = json_get(tally->what.root, "total");

    return total && total->type == JSON_INTEGER ? total->as.integer : 0;
}

int64_t tally_troubles(const struct tally *tally)
{
    int64_t sum = 0;

    for (int i = 1; i < TROUBLES; i++) sum += tally->trouble[i];
    return sum;
}

/* The square root of 0..1 to nine digits, by the engine's whole-number root: the program needs no libm for it. */
static double root(double x)
{
    return (double)root64((uint64_t)(x * 1e18)) * 1e-9;
}

/* Wilson's interval for a share of n, at 95 %. */
static void wilson(int64_t wins, int64_t n, double *rate, double *low, double *high)
{
    const double z = 1.959963985, z2 = z * z;
    double       p, middle, spread;

    *rate = *low = 0;
    *high = 1;
    if (n == 0) return;
    p = (double)wins / (double)n;
    middle = (p + z2 / (2 * (double)n)) / (1 + z2 / (double)n);
    spread = z * root(p * (1 - p) / (double)n + z2 / (4 * (double)n * (double)n)) / (1 + z2 / (double)n);
    *rate = p;
    *low = middle - spread < 0 ? 0 : middle - spread;
    *high = middle + spread > 1 ? 1 : middle + spread;
}

static int64_t finished(const struct tally *tally)
{
    return tally->a_wins + tally->b_wins + tally->draws;
}

static void write_rate(struct json_writer *writer, const char *name, int64_t wins, int64_t n)
{
    double rate, low, high;

    wilson(wins, n, &rate, &low, &high);
    json_key(writer, name);
    json_write_decimal(writer, rate, 6);
}

static void write_interval(struct json_writer *writer, const char *name, int64_t wins, int64_t n)
{
    double rate, low, high;

    wilson(wins, n, &rate, &low, &high);
    json_key(writer, name);
    json_open(writer, '[');
    json_write_decimal(writer, low, 6);
    json_write_decimal(writer, high, 6);
    json_close(writer, ']');
}

void tally_write_report(const struct tally *tally, double seconds, struct json_writer *writer)
{
    json_open(writer, '{');
    for (const struct json *node = tally->what.root->as.child; node; node = node->next) {
        json_key(writer, node->key);
        json_write(writer, node);
    }
    for (int i = 0; i < COUNTS; i++) {
        json_key(writer, counts[i].name);
        json_write_integer(writer, count_of(tally, i));
    }
    write_rate(writer, "a_win_rate", tally->a_wins, finished(tally));
    write_interval(writer, "a_win_rate_95", tally->a_wins, finished(tally));
    write_rate(writer, "b_win_rate", tally->b_wins, finished(tally));
    write_interval(writer, "b_win_rate_95", tally->b_wins, finished(tally));
    write_rate(writer, "draw_rate", tally->draws, finished(tally));
    write_interval(writer, "draw_rate_95", tally->draws, finished(tally));
    json_key(writer, "complete");
    json_write_boolean(writer, tally->games == tally_total(tally));
    json_key(writer, "seconds");
    json_write_decimal(writer, seconds, 3);
    json_key(writer, "signature");
    json_write_hash(writer, tally->checksum);
    json_close(writer, '}');
}

static const char *what_text(const struct tally *tally, const char *key)
{
    const struct json *node = json_get(tally->what.root, key);

    return node && node->type == JSON_STRING ? node->as.string : "?";
}

static void print_rate(const char *who, const char *name, int64_t wins, int64_t n)
{
    double rate, low, high;

    wilson(wins, n, &rate, &low, &high);
    printf("%-6s %-12s %10lld  %6.2f %%", who, name, (long long)wins, 100 * rate);
    printf("  (95 %%: %.2f to %.2f %%)\n", 100 * low, 100 * high);
}

void tally_print_report(const struct tally *tally, double seconds)
{
    printf("%s, %s: %lld games, %lld decisions", what_text(tally, "ruleset"), what_text(tally, "scenario"),
           (long long)tally->games, (long long)tally->steps);
    if (seconds > 0)
        printf(", %.2f s, %.1f games/s, %.0f decisions/s", seconds, (double)tally->games / seconds,
               (double)tally->steps / seconds);
    printf("\n");
    print_rate("a", what_text(tally, "a"), tally->a_wins, finished(tally));
    print_rate("b", what_text(tally, "b"), tally->b_wins, finished(tally));
    print_rate("draw", "", tally->draws, finished(tally));
    print_rate("seat A", "", tally->seat_a_wins, finished(tally));
    for (int i = 1; i < TROUBLES; i++)
        if (tally->trouble[i]) printf("%s: %lld\n", trouble_name[i], (long long)tally->trouble[i]);
    if (tally->games < tally_total(tally))
        printf("incomplete: %lld of %lld games\n", (long long)tally->games, (long long)tally_total(tally));
    printf("signature %016llx\n", (unsigned long long)tally->checksum);
}
