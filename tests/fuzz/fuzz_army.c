/*
 * fuzz_army.c: any bytes as an army's document (what begins with a brace), as choices that make up a structured army of what the lists have
 * (what begins with a "!"), or as the code of an army.
 *
 * A document is a report or a fault. The report is JSON in both languages, and what a fix makes of the army has as many problems as
 * the fix says. A code is an army or a fault. An army that has a code comes back from it as it is, but for its names, and two legal
 * armies meet in a battle that loads.
 */
#include "fuzz.h"
#include "armies.h"
#include "registry.h"

enum { TEXT = 1 << 18, PAGE = 4 << 20, FIXES = 2 };

static struct texts         texts[16];
static struct muster_report report, again;
static struct json_document list;            /* of a nation, with everything that options of the game bring */

/* The list that made-up armies are taken from: of the game whose lists depend on options. */
static void read_list(const struct ruleset *ruleset, struct arena *arena)
{
    static const char    rules[] = "{\"nation_limits\":0,\"kingdoms_extras\":1}";
    static char          text[TEXT];
    struct out           out = out_over(text, sizeof text);
    struct json_writer   writer = json_writer_over(&out);
    struct json_document options;
    struct fault         fault = { 0 };

    fuzz_check(json_parse(&options, "options", rules, sizeof rules - 1, arena, &fault) &&
               army_write_list(ruleset, &library, ruleset->muster->belligerents->list[0], &options, &writer, arena, &fault) &&
               json_parse(&list, "list", text, out.used, arena, &fault), fault.text);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char  memory[24 << 20];
    struct arena arena = arena_over(memory, sizeof memory);

    (void)argc, (void)argv;
    library = fuzz_library();
    for (int i = 0; rulesets[i]; i++) {
        struct fault fault = { 0 };
        if (!rulesets[i]->muster) continue;
        fuzz_check(texts_load(&texts[i], rulesets[i], &library, &arena, &fault), fault.text);
        if (rulesets[i]->muster->list_with) read_list(rulesets[i], &arena);
    }
    return 0;
}

static bool check(const struct muster *muster, const char *army, size_t length, struct muster_report *into, struct arena *arena)
{
    struct document document = { "army", army, length };
    struct fault    fault = { 0 };
    bool            good = muster->check(&library, &document, into, arena, &fault);

    fuzz_check(good == !fault.set, "a fault and a report, or neither");
    return good;
}

static void show(const struct ruleset *ruleset, const struct texts *words, struct arena arena)
{
    static char page[PAGE];

    for (int language = 0; language < LANGUAGES; language++) {
        struct army_reader   reader = { ruleset, &words->catalogue[language], language == ENGLISH };
        struct out           out = out_over(page, sizeof page);
        struct json_writer   writer = json_writer_over(&out);
        struct json_document document;
        struct fault         fault = { 0 };

        army_write_report(&reader, &report, &writer);
        fuzz_check(!out.full && json_parse(&document, "report", page, out.used, &arena, &fault), "a report that is no JSON");
    }
}

static void mend(const struct muster *muster, struct arena arena)
{
    for (int i = 0; i < report.count && i < FIXES; i++) {
        const struct muster_fix *fix = &report.problem[i].fix;
        struct arena             own = arena;

        if (!fix->army) continue;
        fuzz_check(check(muster, fix->army, strlen(fix->army), &again, &own), "a fix makes no army of it");
        fuzz_check(again.count + again.unlisted == fix->left, "a fix leaves another number of problems than it says");
    }
}

/* The text of the army's code, or false where it has none. */
static bool encode(const struct muster *muster, const char *army, size_t length, struct out *code, struct arena *arena)
{
    struct document document = { "army", army, length };
    struct fault    fault = { 0 };
    bool            good = muster->encode(&library, &document, code, arena, &fault);

    fuzz_check(good == !fault.set, "a fault and a code, or neither");
    return good;
}

static bool decode(const struct muster *muster, const char *code, struct out *army, struct arena *arena)
{
    struct fault fault = { 0 };
    bool         good = muster->decode(&library, code, army, arena, &fault);

    fuzz_check(good == !fault.set, "a fault and an army, or neither");
    return good;
}

static void meet(const struct ruleset *ruleset, const char *army, size_t length, struct arena arena)
{
    static char     text[TEXT];
    struct out      out = out_over(text, sizeof text);
    struct document one = { "army", army, length }, battle = { "battle", text, 0 };
    struct fault    fault = { 0 };

    if (!ruleset->muster->battle(&library, &one, &one, length, NULL, &out, &arena, &fault)) return;
    battle.length = out.used;
    fuzz_check(match_load(ruleset, &library, &battle, NULL, &arena, &fault) != NULL, fault.text);
}

static void try_document(const struct ruleset *ruleset, const struct texts *words, const char *army, size_t length)
{
    static char  text[TEXT], other[TEXT];
    struct arena arena = fuzz_arena();
    struct out   code = out_over(text, sizeof text), back = out_over(other, sizeof other);
    int32_t      points, problems;

    if (!check(ruleset->muster, army, length, &report, &arena)) return;
    show(ruleset, words, arena);
    mend(ruleset->muster, arena);
    points = report.points;
    problems = report.count + report.unlisted;
    if (!problems) meet(ruleset, army, length, arena);
    if (!encode(ruleset->muster, army, length, &code, &arena)) return;
    fuzz_check(decode(ruleset->muster, text, &back, &arena), "a code that cannot be read");
    fuzz_check(check(ruleset->muster, other, back.used, &again, &arena), "a code that is no army");
    fuzz_check(again.points == points && again.limit == report.limit && again.units == report.units, "a code is of another army");
    fuzz_check(again.count + again.unlisted <= problems, "a code has more problems than its army");      /* what is taken twice is in it once */
}

static void try_code(const struct ruleset *ruleset, const char *given)
{
    static char  text[TEXT], first[TEXT], second[TEXT];
    struct arena arena = fuzz_arena();
    struct out   code = out_over(text, sizeof text), one = out_over(first, sizeof first), two = out_over(second, sizeof second);

    if (!decode(ruleset->muster, given, &one, &arena)) return;
    fuzz_check(check(ruleset->muster, first, one.used, &report, &arena), "a code that is no army");
    fuzz_check(encode(ruleset->muster, first, one.used, &code, &arena), "an army from a code has none");
    fuzz_check(decode(ruleset->muster, text, &two, &arena) && !strcmp(first, second), "a code that does not come back");
}

/* A structured army made up of what the list has: each byte chooses one thing. */

struct choices {
    const uint8_t *at;
    size_t         left;
};

static uint32_t below(struct choices *choices, uint32_t most)
{
    if (!choices->left) return 0;
    choices->left--;
    return *choices->at++ % most;
}

static const struct json *one_of(struct choices *choices, const struct json *array)
{
    const struct json *node = array->as.child;

    for (uint32_t i = below(choices, array->count); i; i--) node = node->next;
    return node;
}

/* A member whose value is the id of one of them, or one of them itself. */
static void make_id(struct choices *choices, const char *key, const struct json *array, struct json_writer *writer)
{
    const struct json *node = one_of(choices, array), *id = json_get(node, "id");

    if (key) json_key(writer, key);
    json_write_string(writer, (id ? id : node)->as.string);
}

static void make_gifts(struct choices *choices, const char *key, struct json_writer *writer)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (uint32_t i = below(choices, 4); i; i--) make_id(choices, NULL, json_get(list.root, key), writer);
    json_close(writer, ']');
}

static void make_commander(struct choices *choices, const char *key, struct json_writer *writer)
{
    if (!below(choices, 8)) return;
    json_key(writer, key);
    json_open(writer, '{');
    army_write_number(writer, "rank", below(choices, 7));
    make_gifts(choices, "virtues", writer);
    make_gifts(choices, "traits", writer);
    json_close(writer, '}');
}

static void make_unit(struct choices *choices, struct json_writer *writer)
{
    const struct json *type = one_of(choices, json_get(list.root, "types")), *options = json_get(type, "options");

    json_open(writer, '{');
    army_write_text(writer, "type", json_get(type, "id")->as.string);
    json_key(writer, "options");
    json_open(writer, '[');
    for (uint32_t i = options->count ? below(choices, 4) : 0; i; i--) make_id(choices, NULL, options, writer);
    json_close(writer, ']');
    json_key(writer, "drilled");
    json_write_boolean(writer, !below(choices, 8));
    json_close(writer, '}');
}

static void make_regiment(struct choices *choices, struct json_writer *writer)
{
    json_open(writer, '{');
    make_id(choices, "type", json_get(list.root, "regiments"), writer);
    if (!below(choices, 6) && json_get(list.root, "allies")->count) make_id(choices, "ally", json_get(list.root, "allies"), writer);
    make_commander(choices, "commander", writer);
    json_key(writer, "units");
    json_open(writer, '[');
    for (uint32_t i = below(choices, 8); i; i--) make_unit(choices, writer);
    json_close(writer, ']');
    json_close(writer, '}');
}

static size_t make_army(struct choices choices, const struct ruleset *ruleset, char *text)
{
    struct out         out = out_over(text, TEXT);
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '{');
    army_write_number(&writer, "format", 1);
    army_write_text(&writer, "ruleset", ruleset->id);
    army_write_text(&writer, "belligerent", ruleset->muster->belligerents->list[below(&choices, (uint32_t)ruleset->muster->belligerents->count)]);
    make_id(&choices, "structure", json_get(list.root, "structures"), &writer);
    army_write_number(&writer, "limit", 100 + 19 * below(&choices, 250));
    json_key(&writer, "rules");
    json_open(&writer, '{');
    for (int32_t i = 0; i < ruleset->muster->option_count; i++)
        if (!below(&choices, 8)) army_write_number(&writer, ruleset->options[ruleset->muster->options[i]].name, below(&choices, 2));
    json_close(&writer, '}');
    make_commander(&choices, "chief", &writer);
    json_key(&writer, "regiments");
    json_open(&writer, '[');
    for (uint32_t i = below(&choices, 9); i; i--) make_regiment(&choices, &writer);
    json_close(&writer, ']');
    if (!below(&choices, 3)) {
        json_key(&writer, "elite");
        make_unit(&choices, &writer);
    }
    json_close(&writer, '}');
    return out.used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char made[TEXT];
    char *input = malloc(size + 1);

    memcpy(input, data, size);
    input[size] = 0;
    for (int i = 0; rulesets[i]; i++) {
        if (!rulesets[i]->muster) continue;
        if (size && *input == '!') {
            if (rulesets[i]->muster->list_with)
                try_document(rulesets[i], &texts[i], made, make_army((struct choices){ data + 1, size - 1 }, rulesets[i], made));
        } else if (size && *input == '{') {
            try_document(rulesets[i], &texts[i], input, size);
        } else {
            try_code(rulesets[i], input);
        }
    }
    free(input);
    return 0;
}
