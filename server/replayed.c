/* replayed.c: records_replay of records.h: all records of a game, read again. */
#include "host.h"
#include "records.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* A stand-in sits down, or with NULL rises, before that line of the journal. */
struct sitting {
    int32_t              line;
    seat_id              seat;
    const struct player *player;
};

/* One reading under way. The journal's lines are gathered to one text first. */
struct reading {
    struct matches             *matches;
    struct bench               *bench;
    const struct record_reader *reader;
    struct replayed            *replayed;
    char                       *journal;
    size_t                      used;
    int32_t                     lines, told;         /* gathered; and those that were replayed */
    struct sitting             *sittings;
    int32_t                     sitting_count, sitting_capacity, seated;     /* so many of them have taken effect */
    struct fault               *fault;
    bool                        ended;       /* the replay came to its end, good or not: there was no bug */
};

static bool damaged(struct reading *reading, const char *what)
{
    return fault_say(reading->fault, "records", (int32_t)reading->replayed->records, "%s", what);
}

static bool read_seed(struct reading *reading, const struct json_document *document)
{
    const char *name = NULL, *text = NULL;
    seat_id     seat;

    if (!json_string(document, document->root, "seed", &name, reading->fault) ||
        !json_string(document, document->root, "text", &text, reading->fault))
        return false;
    seat = seat_named(name);
    if (seat == NO_SEAT || reading->replayed->seeds[seat]) return damaged(reading, "this is no seed");
    reading->replayed->seeds[seat] = strdup(text);
    return reading->replayed->seeds[seat] || damaged(reading, "there is not enough memory");
}

static bool read_chat(struct reading *reading, const struct json_document *document)
{
    const char *from = NULL, *text = NULL;
    int64_t     time = 0;
    char        message[2048];
    struct out  out = out_over(message, sizeof message);

    if (!json_string(document, document->root, "chat", &from, reading->fault) ||
        !json_string(document, document->root, "text", &text, reading->fault) ||
        !json_integer(document, document->root, "time", 0, INT64_MAX, &time, reading->fault))
        return false;
    reading->replayed->chats++;
    if (!reading->reader || !reading->reader->chat) return true;
    chat_write(reading->replayed->chats, strcmp(from, "spectator") ? seat_named(from) : SPECTATOR, text, time, &out);
    reading->reader->chat(reading->reader->updates.context, reading->replayed->chats, out.text, out.used);
    return true;
}

static bool add_sitting(struct reading *reading, seat_id seat, const struct player *player)
{
    if (reading->sitting_count == reading->sitting_capacity) {
        int32_t         capacity = reading->sitting_capacity ? 2 * reading->sitting_capacity : 8;
        struct sitting *larger = realloc(reading->sittings, (size_t)capacity * sizeof *larger);
        if (!larger) return damaged(reading, "there is not enough memory");
        reading->sittings = larger;
        reading->sitting_capacity = capacity;
    }
    reading->sittings[reading->sitting_count++] = (struct sitting){ reading->lines, seat, player };
    return true;
}

static bool read_stand_in(struct reading *reading, const struct json_document *document)
{
    const struct table  *table = &reading->replayed->table;
    const struct player *player;
    const char          *name = NULL, *allowed = NULL;
    bool                 sits = false;
    seat_id              seat;

    if (!json_string(document, document->root, "stand_in", &name, reading->fault) ||
        !json_string(document, document->root, "player", &allowed, reading->fault) ||
        !json_boolean(document, document->root, "sits", &sits, reading->fault))
        return false;
    seat = seat_named(name);
    player = player_named(allowed);
    if (seat == NO_SEAT || seat >= table_seats(table) || table->player[seat] || (!player && (sits || strcmp(allowed, "person"))))
        return damaged(reading, "this is no stand-in");
    reading->replayed->allowed[seat] = player;
    return add_sitting(reading, seat, sits ? player : NULL);
}

/* Those who sat down or rose before this line of the journal. */
static void seat_stand_ins(struct reading *reading, int32_t line)
{
    for (; reading->seated < reading->sitting_count && reading->sittings[reading->seated].line <= line; reading->seated++) {
        const struct sitting *sitting = &reading->sittings[reading->seated];
        reading->replayed->witness.sitting[sitting->seat] = sitting->player;
    }
}

static bool read_record(struct reading *reading, const char *line, size_t length)
{
    struct json_document document;

    if (reading->replayed->records == 0)
        return record_read_table(reading->matches, line, length, &reading->bench->arena, &reading->replayed->table, reading->fault);
    if (record_is_journal(line, length)) {
        memcpy(reading->journal + reading->used, line, length);
        reading->journal[reading->used + length] = '\n';
        reading->used += length + 1;
        reading->lines++;
        return true;
    }
    reading->bench->arena.used = 0;
    if (!json_parse(&document, "record", line, length, &reading->bench->arena, reading->fault)) return false;
    if (json_get(document.root, "chat")) return read_chat(reading, &document);
    return json_get(document.root, "stand_in") ? read_stand_in(reading, &document) : read_seed(reading, &document);
}

static void count_rolls(struct replayed *replayed, const struct events *events)
{
    for (int32_t i = 0; i < events->count; i++)
        if (events->list[i].kind == EVENT_ROLL) replayed->rolls++;
}

static bool on_line(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    static const struct update_reader nobody = { 0 };
    struct reading                   *reading = context;
    const struct update_reader       *updates = reading->reader ? &reading->reader->updates : &nobody;

    (void)game;
    reading->bench->events = *events;
    seat_stand_ins(reading, reading->told++);
    count_rolls(reading->replayed, events);
    witness_step(&reading->replayed->witness, reading->bench, seat, seat != NO_SEAT && !d, updates);
    return true;
}

/* Guarded: a bug in the rules ends this reading only. */
static void replay_journal(void *context)
{
    struct reading         *reading = context;
    struct bench           *bench = reading->bench;
    struct journal_listener listener = { .line = on_line, .context = reading, .events = bench->events };
    const struct flow      *flow;
    int32_t                 lines = 0;
    bool good = journal_replay_onto(&bench->game, reading->replayed->table.match, "journal", reading->journal, reading->used, &listener,
                                    &bench->arena, &lines, reading->fault);

    reading->ended = true;
    if (!good) return;
    flow = flow_of_const(bench->game.state);
    reading->replayed->over = flow->over != 0;
    reading->replayed->winner = flow->winner;
}

static bool read_all(struct reading *reading, const char *text, size_t length, bool *bug)
{
    const char *end = text + length;

    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) return damaged(reading, "a record has no end");
        if (!read_record(reading, text, (size_t)(stop - text))) return false;
        reading->replayed->records++;
        text = stop + 1;
    }
    if (reading->replayed->records == 0) return damaged(reading, "there is no record");
    if (reading->used == 0) return true;
    bench_clear(reading->bench);
    if (!host_guard(replay_journal, reading, reading->fault)) {
        *bug = !reading->ended;
        return false;
    }
    reading->replayed->rest = bench_keep(reading->bench);
    return reading->replayed->rest || damaged(reading, "there is not enough memory");
}

bool records_replay(struct matches *matches, struct bench *bench, const char *text, size_t length, const struct record_reader *reader,
                    struct replayed *replayed, struct fault *fault, bool *bug)
{
    struct reading reading = { .matches = matches, .bench = bench, .reader = reader, .replayed = replayed, .fault = fault };
    bool           good;

    *replayed = (struct replayed){ .winner = NO_SEAT };
    *bug = false;
    witness_clear(&replayed->witness);
    bench_clear(bench);
    reading.journal = malloc(length + 1);
    good = reading.journal ? read_all(&reading, text, length, bug) : damaged(&reading, "there is not enough memory");
    seat_stand_ins(&reading, INT32_MAX);
    free(reading.journal);
    free(reading.sittings);
    if (!good) replayed_free(matches, replayed);
    return good;
}

void replayed_free(struct matches *matches, struct replayed *replayed)
{
    for (int i = 0; i < SEATS_MAX; i++) free(replayed->seeds[i]);
    free(replayed->rest);
    matches_release(matches, replayed->table.match);
    *replayed = (struct replayed){ .rest = NULL };
}
