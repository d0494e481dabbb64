/* module.c: memory, messages, answers and documents; see module.h. */
#include "module.h"
#include "must.h"
#include "registry.h"
#include "state.h"

#include <string.h>

struct module own;

/* A bug stops the module; the page loads it again. */
_Noreturn void must_failed(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}

/* Memory comes in whole pages and is never given back. */
static char *take_pages(size_t size)
{
    size_t pages = (size + PAGE - 1) / PAGE, before = __builtin_wasm_memory_grow(0, pages);

    return before == SIZE_MAX ? NULL : (char *)(before * PAGE);
}

bool make_block(struct arena *arena, size_t size)
{
    char *memory = arena->base ? arena->base : take_pages(size);

    if (!memory) return false;
    *arena = arena_over(memory, size);
    return true;
}

struct json_writer begin_answer(void)
{
    if (!own.answer) own.answer = take_pages(ANSWER);
    must(own.answer);
    own.out = out_over(own.answer, ANSWER);
    return json_writer_over(&own.out);
}

void fault_write(const struct fault *fault, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "file");
    json_write_string(writer, fault->file);
    json_key(writer, "line");
    json_write_integer(writer, fault->line);
    json_key(writer, "text");
    json_write_string(writer, fault->text);
    json_close(writer, '}');
}

uint32_t answer_fault(const struct fault *fault)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "fault");
    fault_write(fault, &writer);
    json_close(&writer, '}');
    return (uint32_t)own.out.used;
}

uint32_t answer_wrong(const char *what)
{
    struct fault fault = { 0 };

    fault_say(&fault, "message", 0, "%s", what);
    return answer_fault(&fault);
}

uint32_t end_answer(void)
{
    return own.out.full ? answer_wrong("the answer is too long") : (uint32_t)own.out.used;
}

/* Room for a message of that size, or 0. It stays where it is until a larger one is asked for. */
void *EXPORT(wasm_buffer)(uint32_t size)
{
    if (size > JSON_BYTES) return NULL;
    if (size >= own.message_room || !own.message) {
        own.message = take_pages((size_t)size + 1);
        own.message_room = own.message ? (size / PAGE + 1) * PAGE : 0;
    }
    return own.message;
}

const char *EXPORT(wasm_answer)(void)
{
    return own.answer;
}

/* The ids of the rulesets: ["sample"]. */
uint32_t EXPORT(wasm_rulesets)(void)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '[');
    for (int i = 0; rulesets[i]; i++) json_write_string(&writer, rulesets[i]->id);
    json_close(&writer, ']');
    return end_answer();
}

/* The buffer holds a name and directly behind it a text: a document of the library, or another text for one. */
uint32_t EXPORT(wasm_document)(uint32_t name_length, uint32_t text_length)
{
    struct json_writer writer;
    struct document   *place = own.document;
    char              *name, *text;

    if (name_length > own.message_room ||
        text_length > own.message_room - name_length) return answer_wrong("there is no such message");
    if (!own.documents.base && !make_block(&own.documents, DOCUMENT_MEMORY)) return answer_wrong("there is no memory");
    name = arena_text(&own.documents, own.message, name_length);
    text = arena_text(&own.documents, own.message + name_length, text_length);
    if (!name || !text) return answer_wrong("there is no memory for more documents");
    while (place < own.document + own.library.count && strcmp(place->name, name)) place++;
    if (place == own.document + DOCUMENTS) return answer_wrong("there are too many documents");
    if (place == own.document + own.library.count) own.library.count++;
    own.library.list = own.document;
    *place = (struct document){ name, text, text_length };
    writer = begin_answer();
    json_write_integer(&writer, own.library.count);
    return end_answer();
}

bool read_message(uint32_t length, struct json_document *message, struct fault *fault)
{
    if (!make_block(&own.work, WORK_MEMORY)) return fault_say(fault, "message", 0, "there is no memory");
    if (!own.message || length > own.message_room) return fault_say(fault, "message", 0, "there is no such message");
    return json_parse(message, "message", own.message, length, &own.work, fault) &&
           (message->root->type == JSON_OBJECT || fault_say(fault, "message", 1, "an object is expected"));
}

bool read_seat(const struct json_document *message, seat_id *seat, struct fault *fault)
{
    const char *name = NULL;

    *seat = SPECTATOR;
    if (!json_find_string(message, message->root, "seat", &name, fault)) return false;
    if (!name || !strcmp(name, "spectator")) return true;
    *seat = seat_named(name);
    return (*seat != NO_SEAT && *seat < match_head(own.match)->seats) || fault_say(fault, "message", 1,
                                                                                   "there is no seat \"%s\"", name);
}

bool read_language(const struct json_document *message, enum language *language, struct fault *fault)
{
    const char *code = "en";

    if (!json_find_string(message, message->root, "language", &code, fault)) return false;
    *language = language_named(code);
    return *language != LANGUAGES || fault_say(fault, "message", 1, "there is no language \"%s\"", code);
}

const struct texts *texts(void)
{
    return own.has_texts ? &own.texts : NULL;
}
