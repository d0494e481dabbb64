/*
 * fuzz_data.c: any bytes as one of the documents that a game is made from.
 *
 * The first line names the document that the rest replaces ("sample/units.json"); a name that is not known joins the library.
 * What is made from it is then loaded, a scenario alone, a table with every scenario of its game: that works or is a fault. What
 * loads is played for a while; of the large battles that share a table one in four, by the length of the input.
 */
#include "fuzz.h"
#include "player.h"
#include "registry.h"
#include "view.h"

enum { DECISIONS = 40, SHOWN_EVERY = 8, LARGE = 40, LARGE_EVERY = 4, EVENTS = 512, PAGE = 1 << 16 };

static struct document *own;
static int32_t          count;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    library = fuzz_library();
    count = library.count;
    own = malloc((size_t)(count + 1) * sizeof *own);
    return 0;
}

/* The library with the input in its place. */
static struct library laid_over(const char *name, const char *text, size_t length)
{
    struct library changed = { own, count };

    memcpy(own, library.list, (size_t)count * sizeof *own);
    for (int32_t i = 0; i < count; i++)
        if (!strcmp(own[i].name, name)) {
            own[i] = (struct document){ name, text, length };
            return changed;
        }
    own[changed.count++] = (struct document){ name, text, length };
    return changed;
}

/* Everything that a page would show, in both languages: it is JSON, whatever names and sentences are in it. */
static void show(const struct game *game, const struct texts *texts, const struct events *events, struct offers *offers,
                 struct arena arena)
{
    static char     page[PAGE];
    static uint64_t view[2048];

    for (int language = 0; language < LANGUAGES; language++) {
        struct out           out = out_over(page, sizeof page);
        struct json_writer   writer = json_writer_over(&out);
        struct json_document document;
        struct fault         fault = { 0 };

        json_open(&writer, '[');
        view_write(game, SEAT_A, texts, (enum language)language, (struct state *)(void *)view, offers, &writer);
        events_write(game->match, events, SEAT_A, texts, (enum language)language, &writer);
        json_close(&writer, ']');
        fuzz_check(out.full || json_parse(&document, "page", page, out.used, &arena, &fault), fault.text);
    }
}

static void play(const struct match *m, const struct texts *texts, struct arena *arena)
{
    static struct event list[EVENTS];
    struct events       events = { list, 0, EVENTS, false };
    struct offers       offers = { arena_take(arena, OFFERS_MAX * sizeof(struct offer)), 0, OFFERS_MAX };
    struct dice         dice = dice_seeded(1);
    struct random       random = random_from(1);
    struct fault        fault = { 0 };
    struct game         game;

    fuzz_check(offers.list && game_begin(&game, m, &dice, &events, arena, &fault) == DECIDED,
               "a match that loads does not begin");
    for (int i = 0; i < DECISIONS && play_asked(game.state); i++) {
        struct decision d = { .kind = 0 };
        seat_id         seat = 0;

        fuzz_sound(m, game.state);
        if (texts && i % SHOWN_EVERY == 0) show(&game, texts, &events, &offers, *arena);
        while (!(play_asked(game.state) & SEAT_BIT(seat))) seat++;
        fuzz_check(choose_any(m, game.state, seat, &offers, &random, &d), "a dead end");
        events.count = 0;
        fuzz_check(game_decide(&game, seat, &d, &dice, &events, NULL) == DECIDED, "an offer is refused");
    }
}

/* Does the document of that name have a part in this ruleset, and in that scenario? */
static bool concerns(const char *name, const struct ruleset *ruleset, const struct document *scenario)
{
    size_t length = strlen(ruleset->id);
    bool   of_ruleset = !strncmp(name, ruleset->id, length) && name[length] == '/';

    if (!scenario) return of_ruleset || !strncmp(name, "text/", 5);
    return !of_ruleset || strncmp(name + length, "/scenarios/", 11) || !strcmp(name, scenario->name);
}

static void try_ruleset(const struct ruleset *ruleset, const struct library *changed, const char *name, size_t length)
{
    struct arena arena = fuzz_arena();
    struct fault fault = { 0 };
    struct texts texts;
    bool         told = texts_load(&texts, ruleset, changed, &arena, &fault);
    size_t       mark = arena.used;

    fuzz_check(told == !fault.set, "a fault and a success, or neither");
    for (int32_t i = 0; i < changed->count; i++) {
        const struct match *m;
        if (!document_is_scenario(&changed->list[i], ruleset->id) || !concerns(name, ruleset, &changed->list[i])) continue;
        arena.used = mark;
        fault = (struct fault){ 0 };
        m = match_load(ruleset, changed, &changed->list[i], NULL, &arena, &fault);
        fuzz_check((m != NULL) == !fault.set, "a fault and a match, or neither");
        if (m && (match_head(m)->pieces < LARGE || !strcmp(name, changed->list[i].name) || ((size_t)i + length) % LARGE_EVERY == 0))
            play(m, told ? &texts : NULL, &arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *stop = size ? memchr(data, '\n', size) : NULL;
    char          *input, *name;
    struct library changed;

    if (!stop) return 0;
    input = malloc(size);
    memcpy(input, data, size);
    name = input;
    name[stop - data] = 0;
    changed = laid_over(name, input + (stop - data) + 1, size - (size_t)(stop - data) - 1);
    for (int i = 0; rulesets[i]; i++)
        if (concerns(name, rulesets[i], NULL)) try_ruleset(rulesets[i], &changed, name, size);
    free(input);
    return 0;
}
