/* army.c: `mestre army`: what a side may take, whether an army is legal, and a battle between two armies. */
#include "armies.h"
#include "commands.h"
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

static struct army_reader reader_of(const struct request *request)
{
    return (struct army_reader){ request->setting.ruleset, catalogue_of(request), true };
}

/* The text of engine.army_<name> with its blanks. */
static void say(const struct request *request, struct out *out, const char *name, const struct blank *blanks, int count)
{
    struct army_reader reader = reader_of(request);

    army_say(&reader, name, blanks, count, out);
}

/* A word of the game in the reader's language, or as the data has it. */
static const char *word(const struct request *request, const char *set, const char *name)
{
    const char *text = text_find_in(catalogue_of(request), set, name);

    return text ? text : name;
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

static void say_fix(const struct request *request, const struct army_reader *reader, const struct muster_fix *fix, struct out *out)
{
    char       text[MUSTER_TEXT * 4];
    struct out inner = out_over(text, sizeof text);

    army_say_fix(reader, fix, &inner);
    out_trim(&inner);
    say(request, out, "fix", (const struct blank[]){ { "fix", text, 0 } }, 1);
    if (!fix->change || !fix->left) return;
    out_text(out, ", ");
    say(request, out, "left", (const struct blank[]){ { "left", NULL, fix->left } }, 1);
}

static void print_report(const struct request *request, const char *file, const struct muster_report *report,
                         struct out *out)
{
    const struct army_reader reader = reader_of(request);
    const struct blank       sums[] = {
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
        army_say_problem(&reader, report, problem, out);
        out_text(out, "; ");
        say_fix(request, &reader, &problem->fix, out);
        print_line(out);
    }
    if (!report->unlisted) return;
    say(request, out, "unlisted", sums, 5);
    print_line(out);
}

static void write_report(const struct request *request, const struct muster_report *report, struct out *out)
{
    const struct army_reader english = { request->setting.ruleset, NULL, true };
    struct json_writer       writer = json_writer_over(out);

    army_write_report(&english, report, &writer);
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

    good = army_write_list(request->setting.ruleset, &request->setting.host.library, request->belligerent, NULL, &writer, arena, &fault);
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

/* The limit that most people agree on, if none was asked for. */
static bool find_limit(struct request *request, struct fault *fault)
{
    struct arena        *arena = &request->setting.host.arena;
    struct out           text = print_begin(REPORT);
    struct json_writer   writer = json_writer_over(&text);
    struct json_document document = { .root = NULL };
    bool                 good;

    good = request->limit >= 0 || (army_write_list(request->setting.ruleset, &request->setting.host.library, request->belligerent, NULL, &writer, arena, fault) &&
                                   json_parse(&document, "list", text.text, text.used, arena, fault));
    if (good && document.root) request->limit = number_of(json_get(document.root, "limit"), "standard");
    print_free(&text);
    return good;
}

static int print_suggestion(struct request *request)
{
    struct out   out = print_begin(REPORT);
    struct fault fault = { .set = false };
    bool         good;

    good = find_limit(request, &fault) &&
           request->muster->suggest(&request->setting.host.library, request->belligerent, (int32_t)request->limit,
                                    (uint64_t)request->seed, &out, &request->setting.host.arena, &fault);
    if (good) good = print_line(&out);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

static int suggest(int argc, char **argv)
{
    struct request        request = { .limit = -1, .seed = 1 };
    const struct argument list[] = {
        TEXT_ARGUMENT("belligerent", &request.belligerent, "X", "whose army"),
        NUMBER_ARGUMENT("limit", &request.limit, "N", 0, 1000000, "the most points (default: what is usual)"),
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
        army_write_number(&writer, name, value);
        given = *end ? end + 1 : end;
    }
    json_close(&writer, '}');
    return true;
}

static bool read_options(struct request *request, struct json_document *options, struct fault *fault)
{
    char       text[1024];
    struct out out = out_over(text, sizeof text);
    char      *kept;

    if (!write_options(request->options ? request->options : "{}", &out, fault)) return false;
    kept = arena_text(&request->setting.host.arena, text, out.used);
    if (!kept || out.full) return fault_say(fault, "--option", 0, "the options are too long");
    return json_parse(options, "--option", kept, out.used, &request->setting.host.arena, fault) &&
           army_options_are_known(request->setting.ruleset, options, fault);
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

/* An army as a short code, and a code as an army. */

static int print_code(struct request *request, const char *file)
{
    struct fault    fault = { .set = false };
    struct document army;
    const char     *named = NULL;
    struct out      out;
    int             status;
    bool            good;

    if (!read_army(request, file, &army, &fault) || !read_ruleset(request, &army, &named, &fault)) return host_complain(&fault);
    if ((status = choose_muster(request, "army encode", named))) return status;
    if (!request->muster->encode) return usage_error("army encode", "%s has no codes for its armies", named);
    out = print_begin(REPORT);
    good = request->muster->encode(&request->setting.host.library, &army, &out, &request->setting.host.arena, &fault);
    if (good) good = print_line(&out);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

static int encode(int argc, char **argv)
{
    struct request        request = { .json = false };
    const struct argument list[] = {
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "army encode", "[OPTIONS] FILE",
        "Print an army (\"-\" reads standard input) as a short code, to share in a line of text. Names are not in it.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("army encode", "FILE is needed: an army");
    status = setting_open(&request.setting, "army encode", SETTING_ANY_RULESET);
    if (!status) status = print_code(&request, argv[first]);
    setting_close(&request.setting);
    return status;
}

static int print_army(struct request *request, const char *code)
{
    struct out   out = print_begin(REPORT);
    struct fault fault = { .set = false };
    bool         good = request->muster->decode(&request->setting.host.library, code, &out, &request->setting.host.arena, &fault);

    if (good) good = print_line(&out);
    print_free(&out);
    return good ? 0 : host_complain(&fault);
}

/* The game whose codes begin so; NULL: a code of none, which is left to the first that has lists, and it says what is wrong. */
static const char *ruleset_of_code(const char *code)
{
    for (int i = 0; rulesets[i]; i++) {
        const struct muster *muster = rulesets[i]->muster;
        if (muster && muster->decode && muster->prefix && !strncmp(code, muster->prefix, strlen(muster->prefix))) return rulesets[i]->id;
    }
    return NULL;
}

static int decode(int argc, char **argv)
{
    struct request        request = { .json = false };
    const struct argument list[] = {
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = { "army decode", "[OPTIONS] CODE", "Print the army of a code.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("army decode", "CODE is needed, as \"army encode\" prints it");
    status = setting_open(&request.setting, "army decode", SETTING_ANY_RULESET);
    if (!status) status = choose_muster(&request, "army decode", ruleset_of_code(argv[first]));
    if (!status) status = print_army(&request, argv[first]);
    setting_close(&request.setting);
    return status;
}

int army_command(int argc, char **argv)
{
    static const struct {
        const char *name;
        int       (*run)(int argc, char **argv);
    } parts[] = { { "check", check }, { "list", list_command }, { "suggest", suggest }, { "battle", battle },
                { "encode", encode }, { "decode", decode } };
    const struct argument none[] = { { .name = NULL } };
    const struct usage    usage = {
        "army", "check [OPTIONS] FILE\n"
        "       mestre army list --belligerent X [OPTIONS]\n"
        "       mestre army suggest --belligerent X [OPTIONS]\n"
        "       mestre army battle [OPTIONS] A.json B.json\n"
        "       mestre army encode [OPTIONS] FILE\n"
        "       mestre army decode [OPTIONS] CODE",
        "Army lists: check an army, list what a belligerent may take, suggest an army, make a battle of two; an army as\n"
        "a code to share, and back.", none,
        -1 };
    int first, status;

    for (size_t i = 0; argc > 1 && i < sizeof parts / sizeof parts[0]; i++)
        if (!strcmp(argv[1], parts[i].name)) return parts[i].run(argc - 1, argv + 1);
    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("army", "check, list, suggest, battle, encode or decode is needed");
    return usage_error("army", "there is no \"%s\"; there are check, list, suggest, battle, encode and decode", argv[first]);
}
