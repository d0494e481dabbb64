/* army.c: `mestre army`: what a side may take, whether an army is legal, and a battle between two armies. */
#include "commands.h"
#include "muster.h"
#include "print.h"
#include "registry.h"
#include "setting.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT = 1 << 20, BLANKS = 6 };

struct request {
    struct setting       setting;
    const struct muster *muster;
    const char          *belligerent, *out_file, *options;
    int64_t              limit, seed;
    bool                 json;
};

static const struct catalogue *catalogue_of(const struct request *request)
{
    return &request->setting.texts.catalogue[request->setting.language];
}

/* The text of engine.army_<name> with its blanks. */
static void say(const struct request *request, struct out *out, const char *name, const struct blank *blanks, int count)
{
    char        key[128];
    const char *text;

    snprintf(key, sizeof key, "engine.army_%s", name);
    text = text_find(catalogue_of(request), key);
    text_fill(out, request->setting.language, text ? text : key, blanks, count);
}

/* A word of the game in the reader's language, or as the data has it. */
static const char *word(const struct request *request, const char *set, const char *name)
{
    const char *text = text_find_in(catalogue_of(request), set, name);

    return text ? text : name;
}

static bool is_in(const struct names *names, const char *name)
{
    for (int32_t i = 0; i < names->count; i++)
        if (!strcmp(names->list[i], name)) return true;
    return false;
}

/* Opening. */

/* The game that --ruleset names, or the document, or the first that has army lists. */
static int choose_muster(struct request *request, const char *command, const char *named)
{
    struct setting       *setting = &request->setting;
    const struct ruleset *ruleset = NULL;

    if (setting->ruleset_name) named = setting->ruleset_name;
    if (named && !(ruleset = setting_ruleset(command, named))) return 2;
    for (int i = 0; !ruleset && rulesets[i]; i++)
        if (rulesets[i]->muster) ruleset = rulesets[i];
    if (!ruleset || !ruleset->muster) return usage_error(command, "%s has no army lists", named ? named : "no game");
    setting->ruleset = ruleset;
    request->muster = ruleset->muster;
    return setting_texts(setting, ruleset);
}

/* An army's file, kept in the arena. */
static bool read_army(struct request *request, const char *path, struct document *army, struct fault *fault)
{
    char *text = host_read(path, &army->length, fault);

    if (!text) return false;
    army->name = path;
    army->text = arena_text(&request->setting.host.arena, text, army->length);
    free(text);
    return army->text || fault_say(fault, path, 0, "this file is too large");
}

/* The game that an army is for; the muster itself judges the rest of the document. */
static bool read_ruleset(struct request *request, const struct document *army, const char **ruleset,
                         struct fault *fault)
{
    struct json_document document;

    return json_parse(&document, army->name, army->text, army->length, &request->setting.host.arena, fault) &&
           json_string(&document, document.root, "ruleset", ruleset, fault);
}

/* check */

static void say_problem(const struct request *request, const struct muster_report *report,
                        const struct muster_problem *problem, struct out *out)
{
    const struct names *kinds = request->muster->kinds, *sides = request->muster->belligerents;
    const char         *what = problem->what ? problem->what : "";
    char                all[256];
    struct out          there = out_over(all, sizeof all);
    const struct blank  blanks[BLANKS] = {
        { "what", is_in(kinds, what) ? word(request, kinds->set, what) : what, 0 },
        { "side", word(request, sides->set, report->belligerent), 0 },
        { "all", all, 0 },
        { "found", NULL, problem->found },
        { "low", NULL, problem->low },
        { "high", NULL, problem->high },
    };

    for (int32_t i = 0; i < sides->count; i++) out_format(&there, "%s%s", i ? ", " : "", sides->list[i]);
    say(request, out, problem->name, blanks, BLANKS);
}

static void say_fix(const struct request *request, const struct muster_fix *fix, struct out *out)
{
    char               text[MUSTER_TEXT * 2], name[64];
    struct out         inner = out_over(text, sizeof text);
    const struct blank blanks[] = {
        { "what", fix->what ? fix->what : "", 0 },
        { "with", fix->with ? fix->with : "", 0 },
        { "value", NULL, fix->value },
    };
    bool               structured = fix->part && (fix->change == MUSTER_TAKE_AWAY || fix->change == MUSTER_ADD ||
                                                  fix->change == MUSTER_EXCHANGE || fix->change == MUSTER_SET);

    if (structured) snprintf(name, sizeof name, "fix_%s_%s", muster_change_name(fix->change), fix->part);
    else snprintf(name, sizeof name, "fix_%s", muster_change_name(fix->change));
    say(request, &inner, name, blanks, 3);
    say(request, out, "fix", (const struct blank[]){ { "fix", text, 0 } }, 1);
    if (!fix->change || !fix->left) return;
    out_text(out, ", ");
    say(request, out, "left", (const struct blank[]){ { "left", NULL, fix->left } }, 1);
}

static void print_report(const struct request *request, const char *file, const struct muster_report *report,
                         struct out *out)
{
    const struct blank sums[] = {
        { "points", NULL, report->points }, { "limit", NULL, report->limit }, { "entries", NULL, report->entries },
        { "units", NULL, report->units },   { "count", NULL, report->unlisted }
    };

    if (!report->count) {
        say(request, out, "legal", sums, 5);
        print_line(out);
    }
    for (int32_t i = 0; i < report->count; i++) {
        const struct muster_problem *problem = &report->problem[i];
        out_text(out, file);
        if (problem->line) out_format(out, ":%d", problem->line);
        out_format(out, ": %s: ", request->setting.ruleset->rules[problem->rule]);
        say_problem(request, report, problem, out);
        out_text(out, "; ");
        say_fix(request, &problem->fix, out);
        print_line(out);
    }
    if (!report->unlisted) return;
    say(request, out, "unlisted", sums, 5);
    print_line(out);
}

static void write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    if (text) json_write_string(writer, text);
    else json_write_null(writer);
}

/* Where in the document of a structured army. */
static void write_place(struct json_writer *writer, int32_t regiment, int32_t unit)
{
    write_number(writer, "regiment", regiment);
    write_number(writer, "unit", unit);
}

/* A document that the engine has written goes through as it is. */
static void write_army(const char *army, struct json_writer *writer)
{
    if (!army) json_write_null(writer);
    else out_text(writer->out, army);
    writer->first = false;
}

static void write_problem(const struct request *request, const struct muster_problem *problem,
                          struct json_writer *writer)
{
    json_open(writer, '{');
    write_text(writer, "rule", request->setting.ruleset->rules[problem->rule]);
    write_number(writer, "line", problem->line);
    write_text(writer, "problem", problem->name);
    write_text(writer, "what", problem->what);
    write_number(writer, "found", problem->found);
    write_number(writer, "low", problem->low);
    write_number(writer, "high", problem->high);
    write_text(writer, "text", problem->text);
    if (problem->code) {
        write_text(writer, "code", problem->code);
        write_place(writer, problem->regiment, problem->unit);
    }
    json_key(writer, "fix");
    json_open(writer, '{');
    write_text(writer, "change", muster_change_name(problem->fix.change));
    write_text(writer, "what", problem->fix.what);
    write_text(writer, "with", problem->fix.with);
    write_number(writer, "value", problem->fix.value);
    write_number(writer, "left", problem->fix.left);
    write_text(writer, "text", problem->fix.text);
    if (problem->code) {
        write_text(writer, "part", problem->fix.part);
        write_place(writer, problem->fix.regiment, problem->fix.unit);
        json_key(writer, "army");
        write_army(problem->fix.army, writer);
    }
    json_close(writer, '}');
    json_close(writer, '}');
}

/* What the parts of a structured army cost. */
static void write_parts(const struct muster_report *report, struct json_writer *writer)
{
    write_text(writer, "structure", report->structure);
    write_number(writer, "chief_points", report->chief_points);
    write_number(writer, "elite_points", report->elite_points);
    json_key(writer, "regiment_points");
    json_open(writer, '[');
    for (int32_t i = 0; i < report->entries && i < MUSTER_PARTS && report->regiment_points[i]; i++)
        json_write_integer(writer, report->regiment_points[i]);
    json_close(writer, ']');
}

static void write_report(const struct request *request, const struct muster_report *report, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    json_key(&writer, "legal");
    json_write_boolean(&writer, !report->count);
    write_text(&writer, "belligerent", report->belligerent);
    write_text(&writer, "name", report->name);
    write_number(&writer, "points", report->points);
    write_number(&writer, "limit", report->limit);
    write_number(&writer, "entries", report->entries);
    write_number(&writer, "units", report->units);
    write_number(&writer, "unlisted", report->unlisted);
    if (report->structure) write_parts(report, &writer);
    json_key(&writer, "problems");
    json_open(&writer, '[');
    for (int32_t i = 0; i < report->count; i++) write_problem(request, &report->problem[i], &writer);
    json_close(&writer, ']');
    json_close(&writer, '}');
}

static int check_army(struct request *request, const char *file)
{
    struct muster_report *report = arena_take(&request->setting.host.arena, sizeof *report);
    struct fault          fault = { .set = false };
    struct document       army;
    const char           *named = NULL;
    struct out            out;
    int                   status;

    if (!read_army(request, file, &army, &fault) || !read_ruleset(request, &army, &named, &fault))
        return host_complain(&fault);
    if ((status = choose_muster(request, "army check", named))) return status;
    if (!request->muster->check(&request->setting.host.library, &army, report, &request->setting.host.arena, &fault))
        return host_complain(&fault);
    out = print_begin(REPORT);
    if (request->json) {
        write_report(request, report, &out);
        print_line(&out);
    } else {
        print_report(request, file, report, &out);
    }
    print_free(&out);
    return report->count != 0;
}

static int check(int argc, char **argv)
{
    struct request        request = { .json = false };
    const struct argument list[] = {
        FLAG_ARGUMENT("json", &request.json, "print as JSON"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "army check", "[OPTIONS] FILE",
        "Say whether an army is legal (\"-\" reads standard input), and if not, each problem with its rule and\n"
        "the nearest change that mends it. The status is 1 when it is not legal.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("army check", "FILE is needed: an army");
    status = setting_open(&request.setting, "army check", SETTING_ANY_RULESET);
    if (!status) status = check_army(&request, argv[first]);
    setting_close(&request.setting);
    return status;
}

/* list */

/* A word of a profile: in the set that its member names, or in the first that has it. */
static const char *profile_word(const struct request *request, const char *member, const char *name)
{
    static const char *const sets[] = { "value", "weapon", "special" };
    const char              *text = text_find_in(catalogue_of(request), member, name);

    for (size_t i = 0; !text && i < sizeof sets / sizeof sets[0]; i++)
        text = text_find_in(catalogue_of(request), sets[i], name);
    return text ? text : name;
}

static void print_value(const struct request *request, const char *member, const struct json *node, struct out *out)
{
    const char *between = node->type == JSON_ARRAY && node->count && node->as.child->type == JSON_INTEGER ? "/" : ", ";

    if (node->type == JSON_INTEGER) out_integer(out, node->as.integer);
    if (node->type == JSON_STRING) out_text(out, profile_word(request, member, node->as.string));
    if (node->type != JSON_ARRAY && node->type != JSON_OBJECT) return;
    if (!node->count) out_char(out, '-');
    for (const struct json *child = node->as.child; child; child = child->next) {
        if (child != node->as.child) out_text(out, between);
        if (child->key) out_format(out, "%s ", profile_word(request, member, child->key));
        print_value(request, member, child, out);
    }
}

static void print_type(const struct request *request, const struct json *type, struct out *out)
{
    const struct json *id = json_get(type, "id");

    out_format(out, "  %s (%s)", word(request, "unit", id->as.string), id->as.string);
    for (const struct json *member = type->as.child; member; member = member->next) {
        if (member == id || (member->type == JSON_ARRAY && !member->count)) continue;
        out_text(out, member == id->next ? ": " : "; ");
        print_value(request, member->key, member, out);
    }
    print_line(out);
}

/* The units of an entry, those that follow each other and are the same counted. */
static void print_units(const struct request *request, const struct json *units, struct out *out)
{
    for (const struct json *unit = units->as.child, *next; unit; unit = next) {
        const char        *type = json_get(unit, "type")->as.string;
        const struct json *special = json_get(unit, "special");
        int                count = 1;
        for (next = unit->next; next && !special && !json_get(next, "special"); next = next->next, count++)
            if (strcmp(json_get(next, "type")->as.string, type)) break;
        out_format(out, "%s%d x %s", unit == units->as.child ? "" : ", ", count, word(request, "unit", type));
        if (!special) continue;
        out_text(out, " (");
        print_value(request, "special", special, out);
        out_char(out, ')');
    }
}

static int64_t number_of(const struct json *object, const char *key)
{
    const struct json *node = json_get(object, key);

    return node ? node->as.integer : 0;
}

static void print_entry(const struct request *request, const struct json *entry, struct out *out)
{
    char               text[1024];
    struct out         units = out_over(text, sizeof text);
    const struct json *name = json_get(json_get(entry, "name"), language_code[request->setting.language]);
    const struct blank blanks[BLANKS] = {
        { "id", json_get(entry, "id")->as.string, 0 },
        { "name", name->as.string, 0 },
        { "kind", word(request, request->muster->kinds->set, json_get(entry, "kind")->as.string), 0 },
        { "units", text, 0 },
        { "points", NULL, number_of(entry, "points") },
        { "high", NULL, number_of(entry, "maximum") },
    };

    print_units(request, json_get(entry, "units"), &units);
    out_text(out, "  ");
    say(request, out, "entry", blanks, BLANKS);
    print_line(out);
}

static void print_heading(const struct request *request, const struct json *root, struct out *out)
{
    const struct json *limit = json_get(root, "limit");
    char               text[512];
    struct out         kinds = out_over(text, sizeof text);
    const struct blank blanks[BLANKS] = {
        { "side", word(request, request->muster->belligerents->set, request->belligerent), 0 },
        { "kinds", text, 0 },
        { "low", NULL, number_of(limit, "low") },
        { "high", NULL, number_of(limit, "high") },
        { "standard", NULL, number_of(limit, "standard") },
    };

    say(request, out, "list", blanks, BLANKS - 1);
    print_line(out);
    say(request, out, json_get(root, "provenance")->as.string, NULL, 0);
    print_line(out);
    for (const struct json *kind = json_get(root, "kinds")->as.child; kind; kind = kind->next)
        out_format(&kinds, "%s%s %lld-%lld", kinds.used ? ", " : "",
                   word(request, request->muster->kinds->set, json_get(kind, "kind")->as.string),
                   (long long)number_of(kind, "low"), (long long)number_of(kind, "high"));
    say(request, out, "kinds", blanks, BLANKS - 1);
    print_line(out);
}

static int print_list(struct request *request)
{
    struct arena        *arena = &request->setting.host.arena;
    struct out           text = print_begin(REPORT), out = print_begin(REPORT);
    struct json_writer   writer = json_writer_over(&text);
    struct json_document document = { .root = NULL };
    struct fault         fault = { .set = false };
    bool                 good;

    good = request->muster->list(&request->setting.host.library, request->belligerent, &writer, arena, &fault);
    good = good && json_parse(&document, "list", text.text, text.used, arena, &fault);
    if (good && request->json) {
        print_line(&text);
    } else if (good) {
        print_heading(request, document.root, &out);
        for (const struct json *entry = json_get(document.root, "entries")->as.child; entry; entry = entry->next)
            print_entry(request, entry, &out);
        say(request, &out, "types", NULL, 0);
        print_line(&out);
        for (const struct json *type = json_get(document.root, "types")->as.child; type; type = type->next)
            print_type(request, type, &out);
    }
    print_free(&text);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

static int list_command(int argc, char **argv)
{
    struct request        request = { .json = false };
    const struct argument list[] = {
        TEXT_ARGUMENT("belligerent", &request.belligerent, "X", "whose list"),
        SETTING_RULESET(&request.setting),
        FLAG_ARGUMENT("json", &request.json, "print as JSON"),
        SETTING_LANGUAGE(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "army list", "--belligerent X [OPTIONS]",
        "Print what a belligerent may take, with points, maxima and the profiles of the units, and where\n"
        "these tables come from.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (!request.belligerent) return usage_error("army list", "--belligerent is needed");
    status = setting_open(&request.setting, "army list", SETTING_ANY_RULESET);
    if (!status) status = choose_muster(&request, "army list", NULL);
    if (!status) status = print_list(&request);
    setting_close(&request.setting);
    return status;
}

/* suggest */

static int print_suggestion(struct request *request)
{
    struct out   out = print_begin(REPORT);
    struct fault fault = { .set = false };
    bool         good;

    good = request->muster->suggest(&request->setting.host.library, request->belligerent, (int32_t)request->limit,
                                    (uint64_t)request->seed, &out, &request->setting.host.arena, &fault);
    if (good) good = print_line(&out);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

static int suggest(int argc, char **argv)
{
    struct request        request = { .limit = 7, .seed = 1 };
    const struct argument list[] = {
        TEXT_ARGUMENT("belligerent", &request.belligerent, "X", "whose army"),
        NUMBER_ARGUMENT("limit", &request.limit, "N", 0, 1000000, "the most points (default 7)"),
        NUMBER_ARGUMENT("seed", &request.seed, "S", 0, INT64_MAX, "another seed, another army (default 1)"),
        SETTING_RULESET(&request.setting),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "army suggest", "--belligerent X [OPTIONS]",
        "Print a legal army, as near to the limit as can be, as a file for `mestre army check` and battle.", list, 0 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (!request.belligerent) return usage_error("army suggest", "--belligerent is needed");
    status = setting_open(&request.setting, "army suggest", SETTING_ANY_RULESET);
    if (!status) status = choose_muster(&request, "army suggest", NULL);
    if (!status) status = print_suggestion(&request);
    setting_close(&request.setting);
    return status;
}

/* battle */

/* Options as JSON, or as NAME=VALUE with commas between them. */
static bool write_options(const char *given, struct out *out, struct fault *fault)
{
    struct json_writer writer = json_writer_over(out);

    if (given[strspn(given, " \t")] == '{') {
        out_text(out, given);
        return true;
    }
    json_open(&writer, '{');
    while (*given) {
        char   name[64];
        size_t length = strcspn(given, "=,");
        char  *end;
        long   value;
        if (given[length] != '=' || length >= sizeof name)
            return fault_say(fault, "--option", 0, "NAME=VALUE is expected, not \"%s\"", given);
        snprintf(name, sizeof name, "%.*s", (int)length, given);
        value = strtol(given + length + 1, &end, 10);
        if (end == given + length + 1 || (*end && *end != ','))
            return fault_say(fault, "--option", 0, "\"%s\" needs a whole number", name);
        write_number(&writer, name, value);
        given = *end ? end + 1 : end;
    }
    json_close(&writer, '}');
    return true;
}

/* A misspelt option must not be a silence. */
static bool read_options(struct request *request, struct json_document *options, struct fault *fault)
{
    char       text[1024];
    struct out out = out_over(text, sizeof text);
    char      *kept;

    if (!write_options(request->options ? request->options : "{}", &out, fault)) return false;
    kept = arena_text(&request->setting.host.arena, text, out.used);
    if (!kept || out.full) return fault_say(fault, "--option", 0, "the options are too long");
    if (!json_parse(options, "--option", kept, out.used, &request->setting.host.arena, fault)) return false;
    if (options->root->type != JSON_OBJECT)
        return json_fault(options, options->root, fault, "options must be an object");
    for (const struct json *node = options->root->as.child; node; node = node->next)
        if (match_option(request->setting.ruleset, node->key) < 0)
            return json_fault(options, node, fault, "%s has no option \"%s\"", request->setting.ruleset->id, node->key);
    return true;
}

static bool write_file(const char *path, const struct out *out, struct fault *fault)
{
    FILE *file = fopen(path, "wb");
    bool  good;

    if (!file) return fault_say(fault, path, 0, "cannot be written: %s", strerror(errno));
    good = fputs(out->text, file) >= 0 && fputc('\n', file) >= 0;
    good = fclose(file) == 0 && good;
    return good || fault_say(fault, path, 0, "could not be written whole");
}

static int make_battle(struct request *request, char **files)
{
    struct fault         fault = { .set = false };
    struct document      army[2];
    struct json_document options;
    const char          *named = NULL;
    struct out           out;
    bool                 good;
    int                  status;

    if (!read_army(request, files[0], &army[0], &fault) || !read_army(request, files[1], &army[1], &fault) ||
        !read_ruleset(request, &army[0], &named, &fault))
        return host_complain(&fault);
    if ((status = choose_muster(request, "army battle", named))) return status;
    if (!read_options(request, &options, &fault)) return host_complain(&fault);
    out = print_begin(REPORT);
    good = request->muster->battle(&request->setting.host.library, &army[0], &army[1], (uint64_t)request->seed,
                                   &options, &out, &request->setting.host.arena, &fault);
    if (good) good = request->out_file ? write_file(request->out_file, &out, &fault) : print_line(&out);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

static int battle(int argc, char **argv)
{
    struct request        request = { .seed = 1 };
    const struct argument list[] = {
        NUMBER_ARGUMENT("seed", &request.seed, "N", 0, INT64_MAX, "the seed of the terrain (default 1)"),
        TEXT_ARGUMENT("out", &request.out_file, "FILE", "write the scenario there (default: standard output)"),
        TEXT_ARGUMENT("option", &request.options, "O", "NAME=VALUE,.. or JSON; terrain_points=1: sides buy terrain"),
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "army battle", "[OPTIONS] A.json B.json",
        "Write the scenario of a battle between two legal armies, on terrain that the seed makes, for --scenario\n"
        "of the other commands.", list, 2 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (argc - first < 2) return usage_error("army battle", "two armies are needed");
    status = setting_open(&request.setting, "army battle", SETTING_ANY_RULESET);
    if (!status) status = make_battle(&request, argv + first);
    setting_close(&request.setting);
    return status;
}

int army_command(int argc, char **argv)
{
    static const struct {
        const char *name;
        int       (*run)(int argc, char **argv);
    } parts[] = { { "check", check }, { "list", list_command }, { "suggest", suggest }, { "battle", battle } };
    const struct argument none[] = { { .name = NULL } };
    const struct usage    usage = {
        "army", "check [OPTIONS] FILE\n"
        "       mestre army list --belligerent X [OPTIONS]\n"
        "       mestre army suggest --belligerent X [OPTIONS]\n"
        "       mestre army battle [OPTIONS] A.json B.json",
        "Army lists: check an army, list what a belligerent may take, suggest an army, make a battle of two.", none,
        -1 };
    int first, status;

    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof parts[0]; i++)
        if (!strcmp(argv[1], parts[i].name)) return parts[i].run(argc - 1, argv + 1);
    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("army", "check, list, suggest or battle is needed");
    return usage_error("army", "there is no \"%s\"; there are check, list, suggest and battle", argv[first]);
}
