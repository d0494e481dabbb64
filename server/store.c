/* store.c: see store.h. What is the same for every database: checks of what is given, batches, and the choice by name. */
#include "store_backend.h"

#include "must.h"

#include <string.h>

enum store_result store_say(const struct store *store, enum store_result result, struct fault *fault, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fault_vsay(fault, store->name, 0, format, arguments);
    va_end(arguments);
    return result;
}

/* How many bytes follow the first byte of a UTF-8 character, and the lowest code that needs as many; -1 for none. */
static int following(unsigned char first, uint32_t *lowest)
{
    if (first < 0x80) return *lowest = 0, 0;
    if (first < 0xc0) return -1;
    if (first < 0xe0) return *lowest = 0x80, 1;
    if (first < 0xf0) return *lowest = 0x800, 2;
    if (first < 0xf8) return *lowest = 0x10000, 3;
    return -1;
}

/* One character at *at, which moves on. False when it is no UTF-8: overlong, a surrogate, beyond Unicode, or cut off. */
static bool whole_character(const unsigned char *text, size_t length, size_t *at)
{
    uint32_t lowest;
    unsigned char first = text[(*at)++];
    int more = following(first, &lowest);
    uint32_t code = more <= 0 ? first : first & (0x3fu >> more);

    if (more < 0 || length - *at < (size_t)more) return false;
    for (int i = 0; i < more; i++) {
        unsigned char next = text[(*at)++];
        if ((next & 0xc0) != 0x80) return false;
        code = code << 6 | (next & 0x3f);
    }
    return code >= lowest && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

static bool line_is_good(const struct store *store, struct store_line line, struct fault *fault)
{
    const unsigned char *text = (const unsigned char *)line.text;

    if (line.length == 0) return fault_say(fault, store->name, 0, "a record must not be empty");
    if (line.length > STORE_LINE_BYTES) {
        return fault_say(fault, store->name, 0, "a record has at most %d bytes, not %llu", STORE_LINE_BYTES,
                         (unsigned long long)line.length);
    }
    for (size_t at = 0; at < line.length;) {
        if (text[at] < 0x20) return fault_say(fault, store->name, 0, "a record must not hold the control character %d", text[at]);
        if (!whole_character(text, line.length, &at)) return fault_say(fault, store->name, 0, "a record must be UTF-8");
    }
    return true;
}

static bool links_are_good(const struct store *store, const struct store_link *links, int32_t count, struct fault *fault)
{
    if (count < 0 || count > STORE_LINKS) {
        return fault_say(fault, store->name, 0, "a game has at most %d links, not %d", STORE_LINKS, count);
    }
    for (int32_t i = 0; i < count; i++) {
        if (links[i].seat < STORE_SPECTATOR) return fault_say(fault, store->name, 0, "%d is no seat", links[i].seat);
        for (int32_t j = 0; j < i; j++) {
            if (memcmp(links[i].hash, links[j].hash, STORE_HASH_BYTES) == 0) {
                return fault_say(fault, store->name, 0, "two links of one game must not be the same");
            }
        }
    }
    return true;
}

static bool ready(const struct store *store, struct fault *fault)
{
    if (store->format == STORE_FORMAT) return true;
    return fault_say(fault, store->name, 0, "the store has format %d and must first be brought to %d", store->format,
                     STORE_FORMAT);
}

/* A write outside a batch is a batch of its own. */
static enum store_result enter(struct store *store, struct fault *fault)
{
    if (!ready(store, fault)) return STORE_REFUSED;
    if (!store->batch) return store->ops->begin(store, fault);
    if (store->lost) return store_say(store, STORE_FAILED, fault, "an earlier write of this batch has failed");
    return STORE_OK;
}

static enum store_result leave(struct store *store, enum store_result result, struct fault *fault)
{
    if (store->batch) {
        if (result != STORE_FAILED) return result;
        store->ops->cancel(store);
        store->lost = true;
        return result;
    }
    if (result == STORE_OK) return store->ops->commit(store, fault);
    store->ops->cancel(store);
    return result;
}

struct store *store_open(const char *name, bool thorough, struct fault *fault)
{
    /* An address may hold a password, so that a fault must not repeat it. */
    if (strstr(name, "://") != NULL) {
        fault_say(fault, "store", 0, "this program keeps games in a file; it knows no database by address");
        return NULL;
    }
    return store_sqlite_open(name, thorough, fault);
}

int32_t store_format(const struct store *store)
{
    return store->format;
}

enum store_result store_migrate(struct store *store, struct fault *fault)
{
    must(!store->batch);
    return store->format == STORE_FORMAT ? STORE_OK : store->ops->migrate(store, fault);
}

void store_close(struct store *store)
{
    if (store == NULL) return;
    if (store->batch) store_cancel(store);
    store->ops->close(store);
}

enum store_result store_begin(struct store *store, struct fault *fault)
{
    must(!store->batch);
    if (!ready(store, fault)) return STORE_REFUSED;
    enum store_result result = store->ops->begin(store, fault);
    store->batch = result == STORE_OK;
    store->lost = false;
    return result;
}

enum store_result store_commit(struct store *store, struct fault *fault)
{
    must(store->batch);
    store->batch = false;
    if (store->lost) return store_say(store, STORE_FAILED, fault, "a write of this batch has failed, so none of it is stored");
    return store->ops->commit(store, fault);
}

void store_cancel(struct store *store)
{
    must(store->batch);
    store->batch = false;
    if (!store->lost) store->ops->cancel(store);
}

enum store_result store_create(struct store *store, struct store_line header, const struct store_link *links, int32_t count,
                               int64_t time, int64_t *game, struct fault *fault)
{
    if (!line_is_good(store, header, fault) || !links_are_good(store, links, count, fault)) return STORE_REFUSED;
    enum store_result result = enter(store, fault);
    if (result != STORE_OK) return result;
    return leave(store, store->ops->create(store, header, links, count, time, game, fault), fault);
}

enum store_result store_append(struct store *store, int64_t game, int64_t seq, const struct store_line *lines, int32_t count,
                               int64_t time, struct fault *fault)
{
    if (count < 1) return store_say(store, STORE_REFUSED, fault, "an append must have a line");
    if (seq < 1) return store_say(store, STORE_REFUSED, fault, "%lld is no number for a further record", (long long)seq);
    for (int32_t i = 0; i < count; i++) {
        if (!line_is_good(store, lines[i], fault)) return STORE_REFUSED;
    }
    enum store_result result = enter(store, fault);
    if (result != STORE_OK) return result;
    return leave(store, store->ops->append(store, game, seq, lines, count, time, fault), fault);
}

enum store_result store_finish(struct store *store, int64_t game, int64_t time, struct fault *fault)
{
    if (time == 0) return store_say(store, STORE_REFUSED, fault, "a game cannot be over at time 0");
    enum store_result result = enter(store, fault);
    if (result != STORE_OK) return result;
    return leave(store, store->ops->finish(store, game, time, fault), fault);
}

enum store_result store_delete(struct store *store, int64_t game, struct fault *fault)
{
    enum store_result result = enter(store, fault);
    if (result != STORE_OK) return result;
    return leave(store, store->ops->remove(store, game, fault), fault);
}

enum store_result store_load(struct store *store, int64_t game, int64_t from, store_on_record *on_record, void *context,
                             struct fault *fault)
{
    if (!ready(store, fault)) return STORE_REFUSED;
    if (from < 0) return store_say(store, STORE_REFUSED, fault, "%lld is no number of a record", (long long)from);
    return store->ops->load(store, game, from, on_record, context, fault);
}

enum store_result store_look(struct store *store, int64_t game, struct store_game *found, struct fault *fault)
{
    return ready(store, fault) ? store->ops->look(store, game, found, fault) : STORE_REFUSED;
}

enum store_result store_find(struct store *store, const uint8_t hash[STORE_HASH_BYTES], int64_t *game, int32_t *seat,
                             struct fault *fault)
{
    return ready(store, fault) ? store->ops->find(store, hash, game, seat, fault) : STORE_REFUSED;
}

enum store_result store_list(struct store *store, store_on_game *on_game, void *context, struct fault *fault)
{
    return ready(store, fault) ? store->ops->list(store, on_game, context, fault) : STORE_REFUSED;
}
