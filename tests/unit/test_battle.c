/*
 * test_battle.c: armies and generated battles of every game whose lists are made of whole regiments; structured armies have a test of
 * their own (test_liber_army.c).
 *
 * Suggested armies are legal and at their limit; every fix that a report names is made, and does what the report
 * says. For 300 seeds and as many pairs of armies a battle loads (its first state is then sound), is the same text
 * again, keeps 3 in between elements, and is fair: both halves and both zones have the same of each property of
 * terrain, whichever way the armies will face. The areas are measured here anew, not as the generator does.
 *
 *   test_battle DATA-DIRECTORY
 */
#include "documents.h"
#include "muster.h"
#include "random.h"
#include "registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 300, LISTS = 400, TEXT = 1 << 16, ELEMENTS = 32, CORNERS = 16, SPACE = 3 * INCH, ZONE_AWAY = 12 * INCH };

static const struct ruleset *ruleset;
static struct library        library;
static char                  memory[16 << 20], battle_memory[16 << 20];
static int                   failures;

static bool need(bool good, const char *what, uint64_t seed, const char *detail)
{
    if (good) return true;
    if (failures++ < 20) printf("%s (seed %llu): %s\n", what, (unsigned long long)seed, detail);
    return false;
}

/* Armies. */

struct list {
    char        text[4096];
    const char *belligerent;
    const char *entry[64];
    int         count, limit;
};

static struct document list_document(struct list *list)
{
    struct out out = out_over(list->text, sizeof list->text);

    out_format(&out, "{\"format\":1,\"ruleset\":\"%s\",\"belligerent\":\"%s\",\"limit\":%d,\"regiments\":[",
               ruleset->id, list->belligerent, list->limit);
    for (int i = 0; i < list->count; i++) out_format(&out, "%s\"%s\"", i ? "," : "", list->entry[i]);
    out_text(&out, "]}");
    return (struct document){ "army", list->text, out.used };
}

static bool check(struct list *list, struct muster_report *report)
{
    struct arena    arena = arena_over(memory, sizeof memory);
    struct fault    fault = { .set = false };
    struct document document = list_document(list);
    bool            good = ruleset->muster->check(&library, &document, report, &arena, &fault);

    return need(good, "an army is not read", 0, fault.text);
}

static void apply(struct list *list, const struct muster_fix *fix, const char *what, const char *with)
{
    bool takes = fix->change == MUSTER_TAKE_AWAY || fix->change == MUSTER_EXCHANGE;

    for (int i = 0; takes && i < list->count; i++)
        if (!strcmp(list->entry[i], what)) {
            list->entry[i] = list->entry[--list->count];
            takes = false;
        }
    if (fix->change == MUSTER_ADD || fix->change == MUSTER_EXCHANGE) list->entry[list->count++] = with;
    if (fix->change == MUSTER_RAISE_LIMIT || fix->change == MUSTER_LOWER_LIMIT) list->limit = fix->value;
    if (fix->change == MUSTER_BELLIGERENT) list->belligerent = with;
}

/* A random list, most often illegal: each problem has a fix, which leaves as many problems as it says. */
static void check_fixes(uint64_t seed)
{
    static const char *const    entries[] = { "I1", "I2", "I4", "I8", "C1", "C5", "C7", "K1", "A1", "A3", "Z9" };
    static struct muster_report report, after;
    struct random               random = random_from(seed);
    const struct names         *sides = ruleset->muster->belligerents;
    uint32_t                    side = random_below(&random, (uint32_t)sides->count + 1);
    struct list                 list = { .belligerent = side < (uint32_t)sides->count ? sides->list[side] : "swiden" };

    list.limit = (int)random_below(&random, 26);
    list.count = (int)random_below(&random, 9);
    for (int i = 0; i < list.count; i++)
        list.entry[i] = entries[random_below(&random, sizeof entries / sizeof entries[0])];
    if (!check(&list, &report)) return;
    for (int i = 0; i < report.count; i++) {
        const struct muster_fix *fix = &report.problem[i].fix;
        struct list              fixed = list;
        char                     what[32], with[32];
        if (!need(fix->change != MUSTER_NO_CHANGE, "a problem has no fix", seed, report.problem[i].text)) continue;
        snprintf(what, sizeof what, "%s", fix->what ? fix->what : "");
        snprintf(with, sizeof with, "%s", fix->with ? fix->with : "");
        apply(&fixed, fix, what, with);
        if (!check(&fixed, &after)) return;
        need(after.count == fix->left, "a fix does not what it says", seed, fix->text);
        check(&list, &report);
    }
}

static void suggest(const char *side, int32_t limit, uint64_t seed, char *text)
{
    static struct muster_report report;
    struct arena                arena = arena_over(memory, sizeof memory);
    struct fault                fault = { .set = false };
    struct out                  out = out_over(text, TEXT);
    struct document             document;
    bool                        good = ruleset->muster->suggest(&library, side, limit, seed, &out, &arena, &fault);

    if (!need(good, "no army is suggested", seed, fault.text)) return;
    document = (struct document){ "suggested", text, out.used };
    good = ruleset->muster->check(&library, &document, &report, &arena, &fault);
    need(good && !report.count, "a suggested army is illegal", seed, text);
    need(report.points == limit, "a suggested army is not at its limit", seed, text);
}

/* Battles. */

struct element {
    const char     *kind;
    int             count;
    bool            is_line;
    struct point    corner[CORNERS];
    struct area     area;
    struct polyline line;
};

struct board {
    struct point   size;
    struct element list[ELEMENTS];
    int            count;
};

static void read_element(const struct json *node, struct element *element)
{
    const struct json *line = json_get(node, "line"), *outline = line ? line : json_get(node, "polygon");
    struct fault       fault = { .set = false };

    *element = (struct element){ .kind = json_get(node, "kind")->as.string, .is_line = line != NULL };
    for (const struct json *corner = outline->as.child; corner; corner = corner->next)
        element->corner[element->count++] =
            (struct point){ (int32_t)corner->as.child->as.integer, (int32_t)corner->as.child->next->as.integer };
    if (line) table_polyline(&element->line, element->corner, element->count, "line", 0, &fault);
    else table_area(&element->area, element->corner, element->count, "area", 0, &fault);
}

static void read_board(const struct json *root, struct board *board)
{
    const struct json *table = json_get(root, "table");

    board->size.x = (int32_t)json_get(table, "width")->as.integer;
    board->size.y = (int32_t)json_get(table, "depth")->as.integer;
    board->count = 0;
    for (const struct json *node = json_get(root, "terrain")->as.child; node; node = node->next)
        read_element(node, &board->list[board->count++]);
}

/* The area west (or south) of a line, as an integral over the edges. */
static double area_before(const struct element *element, bool south, double cut)
{
    double sum = 0;

    for (int i = 0; i < element->count; i++) {
        struct point a = element->corner[i], b = element->corner[(i + 1) % element->count];
        double       from = south ? a.y : a.x, to = south ? b.y : b.x;
        double       left = south ? a.x : a.y, right = south ? b.x : b.y;
        double       low = fmin(from, cut), high = fmin(to, cut);
        double       slope = to > from || to < from ? (right - left) / (to - from) : 0;
        sum += (high - low) * (left + slope * ((low + high) / 2 - from));
    }
    return fabs(sum);
}

static bool has_trait(const struct json *kinds, const char *kind, const char *trait)
{
    for (const struct json *node = kinds->as.child; node; node = node->next)
        if (!strcmp(json_get(node, "id")->as.string, kind))
            for (const struct json *name = json_get(node, "traits")->as.child; name; name = name->next)
                if (!strcmp(name->as.string, trait)) return true;
    return false;
}

static void check_fair(const struct board *board, const struct json *kinds, uint64_t seed)
{
    static const char *const traits[] = {
        "difficult", "very_difficult", "impassable", "conceal", "cover", "height", "river"
    };

    for (size_t t = 0; t < sizeof traits / sizeof traits[0]; t++)
        for (int turn = 0; turn < 4; turn++) {
            bool   south = turn & 1;
            double size = south ? board->size.y : board->size.x, cut = turn & 2 ? size / 2 : size / 2 - ZONE_AWAY;
            double wide = south ? board->size.x : board->size.y, low = 0, high = 0, all = 0;
            for (int i = 0; i < board->count; i++) {
                const struct element *element = &board->list[i];
                if (element->is_line || !has_trait(kinds, element->kind, traits[t])) continue;
                low += area_before(element, south, cut);
                high += area_before(element, south, size) - area_before(element, south, size - cut);
                all += area_before(element, south, size);
            }
            need(fabs(low - high) <= all / 100, "a table is unfair", seed, traits[t]);
            need(strcmp(traits[t], "impassable") || turn & 2 || low <= 0.11 * cut * wide, "no room", seed, traits[t]);
        }
}

static struct obstacle obstacle_of(const struct element *element)
{
    return element->is_line ? table_obstacle_polyline(&element->line) : table_obstacle_area(&element->area);
}

static bool is_crossing(const char *kind) { return !strcmp(kind, "ford") || !strcmp(kind, "bridge"); }

static bool are_joined(const struct element *a, const struct element *b)
{
    return (is_crossing(a->kind) && !strcmp(b->kind, "river")) || (is_crossing(b->kind) && !strcmp(a->kind, "river"));
}

static void check_spacing(const struct board *board, uint64_t seed)
{
    int rivers = 0, crossings = 0;

    for (int i = 0; i < board->count; i++) {
        const struct element *a = &board->list[i];
        rivers += !strcmp(a->kind, "river");
        crossings += is_crossing(a->kind);
        for (int k = 0; k < i; k++) {
            const struct element *b = &board->list[k];
            struct segment        joining;
            struct distance       gap = table_joining(obstacle_of(a), obstacle_of(b), 0, &joining);
            if (are_joined(a, b)) continue;
            need(table_at_least(gap, SPACE, NULL), "too near", seed, a->kind);
            need(a->is_line || !table_covers(&a->area, b->corner[0], 0), "one in another", seed, a->kind);
            need(b->is_line || !table_covers(&b->area, a->corner[0], 0), "one in another", seed, b->kind);
        }
    }
    need(!rivers || crossings, "a river without a crossing", seed, "");
}

static bool generate(const struct document army[2], uint64_t seed, const char *options, char *text, size_t *length)
{
    struct arena         arena = arena_over(battle_memory, sizeof battle_memory);
    struct json_document given;
    struct fault         fault = { .set = false };
    struct out           out = out_over(text, TEXT);
    bool                 good = json_parse(&given, "options", options, strlen(options), &arena, &fault);

    good = good && ruleset->muster->battle(&library, &army[0], &army[1], seed, &given, &out, &arena, &fault);
    *length = out.used;
    return need(good, "no battle", seed, fault.text);
}

static void check_battle(const struct document army[2], uint64_t seed, const struct json *kinds)
{
    static char          text[TEXT], again[TEXT];
    static struct board  board;
    struct arena         arena = arena_over(memory, sizeof memory);
    struct json_document document, given;
    struct fault         fault = { .set = false };
    struct document      scenario = { "battle", text, 0 };
    bool                 bought = seed % 4 == 3;
    const char          *options = bought ? "{\"terrain_points\":1}" : "{}";
    const struct match  *match;
    size_t               length;

    if (!generate(army, seed, options, text, &scenario.length) || !generate(army, seed, options, again, &length))
        return;
    need(!strcmp(text, again), "the same seed gives another battle", seed, "");
    json_parse(&given, "options", options, strlen(options), &arena, &fault);
    match = match_load(ruleset, &library, &scenario, &given, &arena, &fault);
    if (!need(match, "a battle does not load", seed, fault.text)) return;
    json_parse(&document, "battle", text, scenario.length, &arena, &fault);
    read_board(document.root, &board);
    check_spacing(&board, seed);
    if (bought) return;
    need(board.count >= 5 && board.count <= 9, "there are not 5 to 9 elements", seed, "");
    check_fair(&board, kinds, seed);
}

static void check_ruleset(void)
{
    static char             army[2][TEXT], kinds_memory[1 << 20];
    const struct names     *sides = ruleset->muster->belligerents;
    struct arena            arena = arena_over(kinds_memory, sizeof kinds_memory);
    struct fault            fault = { .set = false };
    struct json_document    terrain;
    char                    name[64];
    const struct document  *found;

    snprintf(name, sizeof name, "%s/terrain.json", ruleset->id);
    found = library_find(&library, name);
    if (!need(found != NULL, "there is no terrain", 0, name)) return;
    json_parse(&terrain, found->name, found->text, found->length, &arena, &fault);
    for (uint64_t seed = 0; seed < LISTS; seed++) check_fixes(seed);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        int32_t         limit = 3 + (int32_t)(seed % 18);
        struct document pair[2];
        for (unsigned i = 0; i < 2; i++) {
            suggest(sides->list[(seed + 5 * i) % (unsigned)sides->count], limit, seed + i, army[i]);
            pair[i] = (struct document){ i ? "b" : "a", army[i], strlen(army[i]) };
        }
        check_battle(pair, seed, json_get(terrain.root, "kinds"));
    }
}

int main(int argc, char **argv)
{
    library = documents_load(argc > 1 ? argv[1] : "data");
    for (int i = 0; rulesets[i]; i++) {
        ruleset = rulesets[i];
        if (ruleset->muster && !ruleset->muster->list_with) check_ruleset();
    }
    documents_free(&library);
    printf("%d armies or battles are wrong\n", failures);
    return failures != 0;
}
