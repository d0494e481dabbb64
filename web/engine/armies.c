/*
 * armies.c: army lists, for a page that builds armies; see module.h. An army is the text of its document, as a file has it. No match is
 * needed, and none is touched.
 */
#include "module.h"
#include "armies.h"
#include "registry.h"

#include <string.h>

enum { ARMY_FILE = 256 * 1024 };         /* what is longer is no army, whatever else it is */

/* The lists that are asked about. */
static struct {
    const struct ruleset *ruleset;       /* one that has lists, or NULL */
    struct arena          memory;
    struct texts          texts;
    size_t                loaded;        /* how much of documents there was when the texts were made of them; 0: there are no texts */
} lists;

static bool begin(struct fault *fault)
{
    if (!lists.ruleset) return fault_say(fault, "message", 0, "no game with army lists is chosen");
    return make_block(&own.work, WORK_MEMORY) || fault_say(fault, "message", 0, "there is no memory");
}

/* The message {"ruleset"} chooses the game of all that is asked here; the answer is army_write_muster()'s, or null for a game without lists. */
uint32_t EXPORT(wasm_armies)(uint32_t length)
{
    struct json_document  message;
    struct json_writer    writer;
    struct fault          fault = { 0 };
    const char           *id = NULL;
    const struct ruleset *ruleset;

    if (!read_message(length, &message, &fault) || !json_string(&message, message.root, "ruleset", &id, &fault)) return answer_fault(&fault);
    ruleset = ruleset_named(id);
    if (!ruleset) return answer_wrong("there is no such ruleset");
    lists.ruleset = ruleset->muster ? ruleset : NULL;
    lists.loaded = 0;
    writer = begin_answer();
    if (lists.ruleset) army_write_muster(ruleset, &writer);
    else json_write_null(&writer);
    return end_answer();
}

/* {"belligerent","options":{..}}: muster.list. */
uint32_t EXPORT(wasm_army_list)(uint32_t length)
{
    struct json_document message, options;
    struct json_writer   writer;
    struct fault         fault = { 0 };
    const char          *belligerent = NULL;

    if (!begin(&fault) || !read_message(length, &message, &fault) ||
        !json_string(&message, message.root, "belligerent", &belligerent, &fault))
        return answer_fault(&fault);
    options = message;
    options.root = json_get(message.root, "options");
    writer = begin_answer();
    if (!army_write_list(lists.ruleset, &own.library, belligerent, options.root ? &options : NULL, &writer, &own.work, &fault))
        return answer_fault(&fault);
    return end_answer();
}

static bool load_texts(struct fault *fault)
{
    if (lists.loaded && lists.loaded == own.documents.used) return true;
    lists.loaded = 0;
    if (!make_block(&lists.memory, MATCH_MEMORY)) return fault_say(fault, "message", 0, "there is no memory");
    if (!texts_load(&lists.texts, lists.ruleset, &own.library, &lists.memory, fault)) return false;
    lists.loaded = own.documents.used;
    return true;
}

/* The army from `start` of the buffer on, so many bytes of it. */
static bool read_army(const char *name, uint32_t start, uint32_t length, struct document *army, struct fault *fault)
{
    if (!own.message || start > own.message_room || length > own.message_room - start)
        return fault_say(fault, "message", 0, "there is no such message");
    if (length > ARMY_FILE) return fault_say(fault, name, 0, "this is too long for an army");
    *army = (struct document){ name, own.message + start, length };
    return true;
}

/* The buffer holds an army: its report, in the reader's language. */
uint32_t EXPORT(wasm_army_check)(uint32_t length, int32_t language)
{
    struct document       army;
    struct muster_report *report;
    struct army_reader    reader;
    struct json_writer    writer;
    struct fault          fault = { 0 };

    if (language < 0 || language >= LANGUAGES) return answer_wrong("there is no such language");
    if (!begin(&fault) || !read_army("army", 0, length, &army, &fault) || !load_texts(&fault)) return answer_fault(&fault);
    reader = (struct army_reader){ lists.ruleset, &lists.texts.catalogue[language], false };
    report = arena_take(&own.work, sizeof *report);
    if (!report) return answer_wrong("there is no memory");
    if (!lists.ruleset->muster->check(&own.library, &army, report, &own.work, &fault)) return answer_fault(&fault);
    writer = begin_answer();
    army_write_report(&reader, report, &writer);
    return end_answer();
}

/* {"belligerent","limit","seed"}: a legal army. */
uint32_t EXPORT(wasm_army_suggest)(uint32_t length)
{
    struct json_document message;
    struct fault         fault = { 0 };
    const char          *belligerent = NULL;
    int64_t              limit = 0, seed = 0;

    if (!begin(&fault) || !read_message(length, &message, &fault) ||
        !json_string(&message, message.root, "belligerent", &belligerent, &fault) ||
        !json_integer(&message, message.root, "limit", INT32_MIN, INT32_MAX, &limit, &fault) ||
        !json_integer(&message, message.root, "seed", 0, INT64_MAX, &seed, &fault))
        return answer_fault(&fault);
    begin_answer();
    if (!lists.ruleset->muster->suggest(&own.library, belligerent, (int32_t)limit, (uint64_t)seed, &own.out, &own.work, &fault))
        return answer_fault(&fault);
    return end_answer();
}

/* The buffer holds an army: its code, as a JSON string. */
uint32_t EXPORT(wasm_army_encode)(uint32_t length)
{
    struct document    army;
    struct json_writer writer;
    struct fault       fault = { 0 };
    char              *code;
    struct out         out;

    if (!begin(&fault) || !read_army("army", 0, length, &army, &fault)) return answer_fault(&fault);
    if (!lists.ruleset->muster->encode) return answer_wrong("armies of this game have no codes");
    code = arena_take(&own.work, PAGE);
    if (!code) return answer_wrong("there is no memory");
    out = out_over(code, PAGE);
    if (!lists.ruleset->muster->encode(&own.library, &army, &out, &own.work, &fault)) return answer_fault(&fault);
    writer = begin_answer();
    json_write_string(&writer, code);
    return end_answer();
}

/* The buffer holds a code: the army's document. */
uint32_t EXPORT(wasm_army_decode)(uint32_t length)
{
    struct document text;
    struct fault    fault = { 0 };
    const char     *code;

    if (!begin(&fault) || !read_army("code", 0, length, &text, &fault)) return answer_fault(&fault);
    if (!lists.ruleset->muster->decode) return answer_wrong("armies of this game have no codes");
    code = arena_text(&own.work, text.text, text.length);
    if (!code) return answer_wrong("there is no memory");
    if (strlen(code) != length) return answer_wrong("this is no code of an army");
    begin_answer();
    if (!lists.ruleset->muster->decode(&own.library, code, &own.out, &own.work, &fault)) return answer_fault(&fault);
    return end_answer();
}

/* The buffer holds two armies and directly behind them {"seed","options":{..}}: the scenario of their battle. */
uint32_t EXPORT(wasm_army_battle)(uint32_t a_length, uint32_t b_length, uint32_t length)
{
    struct document      a, b;
    struct json_document message, options;
    struct fault         fault = { 0 };
    int64_t              seed = 0;

    if (!begin(&fault) || !read_army("army A", 0, a_length, &a, &fault) || !read_army("army B", a_length, b_length, &b, &fault))
        return answer_fault(&fault);
    if (length > own.message_room - a_length - b_length) return answer_wrong("there is no such message");
    if (!json_parse(&message, "message", b.text + b_length, length, &own.work, &fault) ||
        !json_integer(&message, message.root, "seed", 0, INT64_MAX, &seed, &fault))
        return answer_fault(&fault);
    options = message;
    options.root = json_get(message.root, "options");
    if (options.root && !army_options_are_known(lists.ruleset, &options, &fault)) return answer_fault(&fault);
    begin_answer();
    if (!lists.ruleset->muster->battle(&own.library, &a, &b, (uint64_t)seed, options.root ? &options : NULL, &own.out, &own.work, &fault))
        return answer_fault(&fault);
    return end_answer();
}
