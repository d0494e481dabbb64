/* armies.c: what a muster says, as sentences and as JSON; see armies.h. */
#include "armies.h"

#include <string.h>

enum { WORD = 128, SENTENCE = 768 };

/* Sentences. */

/* The text of engine.army_<name>, or of engine.army_<name>_<part>, or NULL. */
static const char *template_of(const struct army_reader *reader, const char *name, const char *part)
{
    char       key[WORD];
    struct out out = out_over(key, sizeof key);

    out_format(&out, "engine.army_%s%s%s", name, part ? "_" : "", part ? part : "");
    return out.full ? NULL : text_find(reader->catalogue, key);
}

void army_say(const struct army_reader *reader, const char *name, const struct blank *blanks, int32_t count, struct out *out)
{
    const char *text = template_of(reader, name, NULL);

    if (text) text_fill(out, reader->catalogue->language, text, blanks, count);
    else out_format(out, "engine.army_%s", name);
}

/* The word of the catalogues, or NULL. */
static const char *find_word(const struct army_reader *reader, const char *id, const struct muster_word *word)
{
    char       key[WORD];
    struct out out = out_over(key, sizeof key);

    if (!word->set) return NULL;
    out_format(&out, "%s%s%s", word->of ? word->of : "", word->of ? "." : "", id);
    return out.full ? NULL : text_find_in(reader->catalogue, word->set, key);
}

/*
 * What the reader calls it; `room` has WORD bytes. What only the tables of the player name has its id before it, which is no inflected
 * word and may stand in any sentence.
 */
static const char *call(const struct army_reader *reader, const char *id, const struct muster_word *word, char *room)
{
    const char *found = id ? find_word(reader, id, word) : "";
    const char *name = word->name[reader->catalogue->language];
    struct out  out = out_over(room, WORD);

    if (found) return found;
    if (!name || reader->writes) return id;
    out_format(&out, "%s (%s)", id, name);
    out_trim(&out);
    return room;
}

/* Every belligerent there is. */
static void say_all(const struct army_reader *reader, struct out *out)
{
    const struct names *sides = reader->ruleset->muster->belligerents;

    for (int32_t i = 0; i < sides->count; i++) {
        const char *text = reader->writes ? NULL : text_find_in(reader->catalogue, sides->set, sides->list[i]);
        out_format(out, "%s%s", i ? ", " : "", text ? text : sides->list[i]);
    }
}

void army_say_problem(const struct army_reader *reader, const struct muster_report *report, const struct muster_problem *problem,
                      struct out *out)
{
    const struct muster_word side = { .set = reader->ruleset->muster->belligerents->set };
    char                     what[WORD], whose[WORD], all[SENTENCE];
    struct out               there = out_over(all, sizeof all);
    const char              *text = reader->catalogue ? template_of(reader, problem->name, NULL) : NULL;

    if (!text) {
        out_text(out, problem->text);
        return;
    }
    say_all(reader, &there);
    text_fill(out, reader->catalogue->language, text,
              (const struct blank[]){ { "what", call(reader, problem->what, &problem->what_word, what), 0 },
                                      { "side", call(reader, report->belligerent, &side, whose), 0 },
                                      { "all", all, 0 },
                                      { "found", NULL, problem->found },
                                      { "low", NULL, problem->low },
                                      { "high", NULL, problem->high } }, 6);
}

void army_say_fix(const struct army_reader *reader, const struct muster_fix *fix, struct out *out)
{
    char               name[WORD], what[WORD], with[WORD];
    struct out         key = out_over(name, sizeof name);
    const char        *text = NULL;
    struct muster_word then = fix->with_word;

    out_format(&key, "fix_%s", muster_change_name(fix->change));
    if (reader->catalogue && fix->part) text = template_of(reader, name, fix->part);
    if (reader->catalogue && !text) text = template_of(reader, name, NULL);
    if (!text) {
        out_text(out, fix->text);
        return;
    }
    if (reader->writes && fix->change == MUSTER_BELLIGERENT) then.set = NULL;
    text_fill(out, reader->catalogue->language, text,
              (const struct blank[]){ { "what", call(reader, fix->what, &fix->what_word, what), 0 },
                                      { "with", call(reader, fix->with, &then, with), 0 },
                                      { "value", NULL, fix->value } }, 3);
}

/* JSON. */

void army_write_number(struct json_writer *writer, const char *key, int64_t value)
{
    json_key(writer, key);
    json_write_integer(writer, value);
}

void army_write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    if (text) json_write_string(writer, text);
    else json_write_null(writer);
}

static void write_names(struct json_writer *writer, const char *key, const char *set, const struct names *names)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int32_t i = 0; i < names->count; i++) json_write_string(writer, names->list[i]);
    json_close(writer, ']');
    army_write_text(writer, set, names->set);
}

void army_write_muster(const struct ruleset *ruleset, struct json_writer *writer)
{
    const struct muster *muster = ruleset->muster;

    json_open(writer, '{');
    write_names(writer, "belligerents", "belligerent_set", muster->belligerents);
    write_names(writer, "kinds", "kind_set", muster->kinds);
    json_key(writer, "rules");
    json_open(writer, '[');
    for (int32_t i = 0; i < muster->option_count; i++) {
        const struct option *option = &ruleset->options[muster->options[i]];
        json_open(writer, '{');
        army_write_text(writer, "name", option->name);
        army_write_text(writer, "rule", ruleset->rules[rule_cited(ruleset, option->rule)]);
        army_write_number(writer, "low", option->low);
        army_write_number(writer, "high", option->high);
        army_write_number(writer, "standard", option->standard);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    army_write_number(writer, "name_bytes", MUSTER_NAME);
    json_key(writer, "codes");
    json_write_boolean(writer, muster->encode && muster->decode);
    json_close(writer, '}');
}

bool army_options_are_known(const struct ruleset *ruleset, const struct json_document *options, struct fault *fault)
{
    if (options->root->type != JSON_OBJECT) return json_fault(options, options->root, fault, "options must be an object");
    for (const struct json *node = options->root->as.child; node; node = node->next)
        if (match_option(ruleset, node->key) < 0)
            return json_fault(options, node, fault, "%s has no option \"%s\"", ruleset->id, node->key);
    return true;
}

bool army_write_list(const struct ruleset *ruleset, const struct library *library, const char *belligerent,
                     const struct json_document *options, struct json_writer *writer, struct arena *arena, struct fault *fault)
{
    const struct muster *muster = ruleset->muster;

    if (options && !army_options_are_known(ruleset, options, fault)) return false;
    if (options && muster->list_with) return muster->list_with(library, belligerent, options, writer, arena, fault);
    return muster->list(library, belligerent, writer, arena, fault);
}

/* Where in the document. */
static void write_place(struct json_writer *writer, int32_t regiment, int32_t unit)
{
    army_write_number(writer, "regiment", regiment);
    army_write_number(writer, "unit", unit);
}

static void write_fix(const struct army_reader *reader, const struct muster_fix *fix, struct json_writer *writer)
{
    char       text[SENTENCE];
    struct out out = out_over(text, sizeof text);

    army_say_fix(reader, fix, &out);
    out_trim(&out);
    json_key(writer, "fix");
    json_open(writer, '{');
    army_write_text(writer, "change", muster_change_name(fix->change));
    army_write_text(writer, "what", fix->what);
    army_write_text(writer, "with", fix->with);
    army_write_number(writer, "value", fix->value);
    army_write_number(writer, "left", fix->left);
    army_write_text(writer, "text", text);
    army_write_text(writer, "part", fix->part);
    write_place(writer, fix->regiment, fix->unit);
    json_key(writer, "army");
    if (fix->army) out_text(writer->out, fix->army);         /* the engine has written it, as JSON */
    else json_write_null(writer);
    writer->first = false;
    json_close(writer, '}');
}

static void write_problem(const struct army_reader *reader, const struct muster_report *report, const struct muster_problem *problem,
                          struct json_writer *writer)
{
    char       text[SENTENCE];
    struct out out = out_over(text, sizeof text);

    army_say_problem(reader, report, problem, &out);
    out_trim(&out);
    json_open(writer, '{');
    army_write_text(writer, "rule", reader->ruleset->rules[problem->rule]);
    army_write_number(writer, "line", problem->line);
    army_write_text(writer, "problem", problem->name);
    army_write_text(writer, "what", problem->what);
    army_write_number(writer, "found", problem->found);
    army_write_number(writer, "low", problem->low);
    army_write_number(writer, "high", problem->high);
    army_write_text(writer, "text", text);
    if (problem->code) army_write_text(writer, "code", problem->code);
    write_place(writer, problem->regiment, problem->unit);
    write_fix(reader, &problem->fix, writer);
    json_close(writer, '}');
}

/* What the parts of a structured army cost. */
static void write_parts(const struct muster_report *report, struct json_writer *writer)
{
    army_write_text(writer, "structure", report->structure);
    army_write_number(writer, "chief_points", report->chief_points);
    army_write_number(writer, "elite_points", report->elite_points);
    json_key(writer, "regiment_points");
    json_open(writer, '[');
    for (int32_t i = 0; i < report->regiments; i++) json_write_integer(writer, report->regiment_points[i]);
    json_close(writer, ']');
}

void army_write_report(const struct army_reader *reader, const struct muster_report *report, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "legal");
    json_write_boolean(writer, !report->count);
    army_write_text(writer, "belligerent", report->belligerent);
    army_write_text(writer, "name", report->name);
    army_write_number(writer, "points", report->points);
    army_write_number(writer, "limit", report->limit);
    army_write_number(writer, "entries", report->entries);
    army_write_number(writer, "units", report->units);
    army_write_number(writer, "unlisted", report->unlisted);
    if (report->structure) write_parts(report, writer);
    json_key(writer, "problems");
    json_open(writer, '[');
    for (int32_t i = 0; i < report->count; i++) write_problem(reader, report, &report->problem[i], writer);
    json_close(writer, ']');
    json_close(writer, '}');
}
