/*
 * replay.c: journals; see module.h.
 *
 * A journal is replayed and checked as a whole when it is opened. What is kept of it is each line's decision with its dice, its rolls, and
 * a state every STRIDE lines, so that any position is at most STRIDE decisions away. The state after an undo is always kept,
 * because what was taken back is not known any more when a replay begins in the middle.
 */
#include "module.h"
#include "journal.h"
#include "must.h"
#include "state.h"

#include <string.h>

enum { REPLAY_MEMORY = 48 << 20, STRIDE = 16 };

/* One line of the journal; the first is the header. */
struct entry {
    seat_id             seat;            /* NO_SEAT for the header */
    bool                is_undo;
    struct decision     d;
    const uint8_t      *face;
    int32_t             faces;
    const struct event *roll;            /* the EVENT_ROLLs among its events */
    int32_t             rolls;
    struct state       *state;           /* after it; NULL where none is kept */
};

static struct {
    struct arena  memory;
    bool          is_open;
    struct entry *entry;
    int32_t       count, room;
    struct event *opening;               /* the events of the header */
    int32_t       openings;
    struct pledge pledge;
    struct fault  damage;
    uint32_t      number;                /* of the journals that were opened */
} journal;

void close_journal(void)
{
    journal.is_open = false;
}

int32_t journal_lines(void)
{
    return journal.is_open ? journal.count - 1 : -1;
}

uint32_t journal_number(void)
{
    return journal.number;
}

static bool keep_rolls(struct entry *entry, const struct events *events)
{
    struct event *roll;

    for (int32_t i = 0; i < events->count; i++) entry->rolls += events->list[i].kind == EVENT_ROLL;
    roll = arena_take_unset(&journal.memory, (size_t)entry->rolls * sizeof *roll);
    if (!roll) return false;
    entry->roll = roll;
    for (int32_t i = 0; i < events->count; i++)
        if (events->list[i].kind == EVENT_ROLL) *roll++ = events->list[i];
    return true;
}

static bool keep_faces(struct entry *entry, const struct game *game)
{
    uint8_t *face = arena_take_unset(&journal.memory, (size_t)game->faces);

    if (!face) return false;
    memcpy(face, game->face, (size_t)game->faces);
    entry->face = face;
    entry->faces = game->faces;
    return true;
}

static bool keep_state(struct entry *entry, const struct game *game)
{
    size_t size = ruleset_of(game->match)->state_size;

    if (!entry->is_undo && (journal.count - 1) % STRIDE) return true;
    entry->state = arena_take_unset(&journal.memory, size);
    if (entry->state) memcpy((void *)entry->state, (const void *)game->state, size);
    return entry->state;
}

static bool keep_opening(const struct events *events)
{
    size_t size = (size_t)events->count * sizeof *events->list;

    journal.opening = arena_take_unset(&journal.memory, size);
    if (!journal.opening) return false;
    memcpy(journal.opening, events->list, size);
    journal.openings = events->count;
    return true;
}

static bool hear(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    struct entry *entry = &journal.entry[journal.count++];
    bool          kept;

    (void)context;
    must(journal.count <= journal.room);
    *entry = (struct entry){ .seat = seat, .is_undo = seat != NO_SEAT && !d };
    if (d) entry->d = *d;
    kept = keep_faces(entry, game) && keep_rolls(entry, events) && keep_state(entry, game) && (seat != NO_SEAT || keep_opening(events));
    if (!kept || events->full) {
        journal.count--;
        return fault_say(&journal.damage, "journal", journal.count + 1, kept ? "too much happens in this line" : "there is no memory for this line");
    }
    return true;
}

static bool open_journal(uint32_t length, struct fault *fault)
{
    struct journal_listener listener = { .line = hear };
    int32_t                 lines = 0;

    if (!make_block(&own.memory, MATCH_MEMORY) || !make_block(&own.work, WORK_MEMORY) || !make_block(&journal.memory, REPLAY_MEMORY))
        return fault_say(fault, "journal", 0, "there is no memory");
    if (!own.message || length > own.message_room) return fault_say(fault, "journal", 0, "there is no such message");
    journal.count = journal.openings = 0;
    journal.damage = (struct fault){ 0 };
    journal.room = 1;
    for (uint32_t i = 0; i < length; i++) journal.room += own.message[i] == '\n';
    journal.entry = arena_take_unset(&journal.memory, (size_t)journal.room * sizeof *journal.entry);
    listener.events = (struct events){ arena_take_unset(&own.work, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    if (!journal.entry || !listener.events.list) return fault_say(fault, "journal", 0, "there is no memory");
    journal_replay(&own.game, &own.library, "journal", own.message, length, &listener, &own.memory, &lines, fault);
    if (journal.count == 0) return fault->set || !journal.damage.set ? false : fault_say(fault, "journal", 1, "%s", journal.damage.text);
    /* The header was good: what is wrong later is damage, and the game stands at the last good line. */
    if (fault->set) journal.damage = *fault;
    *fault = (struct fault){ 0 };
    journal.pledge = listener.pledge;
    own.match = own.game.match;
    return furnish(fault);
}

static void stand_at(int32_t line)
{
    own.is_drafting = false;
    own.game.number = line;
    own.game.pasts = 0;
    for (int i = 0; i <= SPECTATOR; i++) own.game.news[i] = line;
}

static void write_pledge(struct json_writer *writer)
{
    const struct pledge *pledge = &journal.pledge;

    json_key(writer, "fair_dice");
    json_open(writer, '{');
    json_key(writer, "scheme");
    json_write_string(writer, pledge->scheme);
    json_key(writer, "game");
    json_write_string(writer, pledge->game);
    json_key(writer, "commitment");
    json_write_string(writer, pledge->commitment);
    json_key(writer, "seeds");
    json_open(writer, '[');
    for (seat_id seat = 0; seat < match_head(own.match)->seats; seat++) json_write_string(writer, pledge->seed[seat]);
    json_close(writer, ']');
    json_close(writer, '}');
    if (!pledge->revealed[0]) return;
    json_key(writer, "reveal");
    json_write_string(writer, pledge->revealed);
}

static void write_end(struct json_writer *writer)
{
    const struct flow *flow = flow_of_const(own.game.state);

    if (flow->over) {
        json_key(writer, "winner");
        json_write_string(writer, flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner));
    }
    if (journal.damage.set) {
        json_key(writer, "damage");
        fault_write(&journal.damage, writer);
    }
}

/*
 * The buffer holds a journal: it is checked and becomes the game, at its last good line. {"lines":57,"ruleset":..,"scenario":..,
 * "options":{..},"match":{..},"fair_dice":{..},"reveal":"..","winner":"A","damage":{"file":..,"line":..,"text":..}}
 */
uint32_t EXPORT(wasm_journal)(uint32_t length)
{
    struct fault       fault = { 0 };
    struct json_writer writer;

    clear_match();
    if (!open_journal(length, &fault)) {
        clear_match();
        return answer_fault(&fault);
    }
    own.has_game = journal.is_open = true;
    journal.number++;
    stand_at(journal.count - 1);
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "lines");
    json_write_integer(&writer, journal.count - 1);
    json_key(&writer, "ruleset");
    json_write_string(&writer, ruleset_of(own.match)->id);
    json_key(&writer, "scenario");
    json_write_string(&writer, match_head(own.match)->scenario);
    json_key(&writer, "options");
    match_write_options(own.match, &writer);
    json_key(&writer, "match");
    write_match(&writer);
    if (journal.pledge.scheme) write_pledge(&writer);
    write_end(&writer);
    json_close(&writer, '}');
    return end_answer();
}

static void set_state(const struct state *state)
{
    memcpy((void *)own.game.state, (const void *)state, ruleset_of(own.match)->state_size);
}

/* From the position before a line to the position after it; what happens goes into `events`. */
static void replay_entry(const struct entry *entry, struct events *events)
{
    struct dice    dice = dice_listed(entry->face, (uint32_t)entry->faces);
    struct refusal why;

    if (entry->is_undo) {
        set_state(entry->state);
        return;
    }
    enum verdict verdict = game_decide(&own.game, entry->seat, &entry->d, &dice, events, &why);
    must(verdict == DECIDED);
}

/* The position after a line, from the nearest state that was kept. */
static void go_to(int32_t line)
{
    int32_t from = line;

    while (!journal.entry[from].state) from--;
    set_state(journal.entry[from].state);
    while (from < line) replay_entry(&journal.entry[++from], NULL);
}

const struct decision *journal_step(int32_t line, struct state *before, seat_id *seat, int32_t *faces)
{
    const struct entry *entry = &journal.entry[line];

    must(journal.is_open && line > 0 && line < journal.count);
    go_to(line - 1);
    memcpy((void *)before, (const void *)own.game.state, ruleset_of(own.match)->state_size);
    replay_entry(entry, NULL);
    stand_at(line);
    *seat = entry->seat;
    *faces = entry->faces;
    return entry->is_undo ? NULL : &entry->d;
}

/* Go to the position after a line and fill own.events. True when the viewer noticed anything of it. */
static bool step_to(int32_t line, int32_t viewer)
{
    struct state *before = own.undrafted;
    size_t        size = ruleset_of(own.match)->state_size;

    own.events.count = 0;
    own.events.full = false;
    if (line == 0) {
        go_to(0);
        own.events.count = journal.openings;
        memcpy(own.events.list, journal.opening, (size_t)journal.openings * sizeof *journal.opening);
        return true;
    }
    go_to(line - 1);
    memcpy((void *)before, (const void *)look(viewer), size);
    replay_entry(&journal.entry[line], &own.events);
    if (memcmp(before, look(viewer), size)) return true;
    for (int32_t i = 0; i < own.events.count; i++)
        if (viewer == EVERYBODY || own.events.list[i].seen & SEAT_BIT(viewer)) return true;
    return false;
}

/* Who decided what, as far as the viewer noticed: what he decided himself he knows in full, as does who sees everything. */
static void write_doer(const struct entry *entry, int32_t viewer, bool noticed, struct json_writer *writer)
{
    bool knows = viewer == EVERYBODY || viewer == entry->seat;

    json_key(writer, "by");
    if (entry->seat != NO_SEAT && (knows || noticed)) json_write_string(writer, seat_name(entry->seat));
    else json_write_null(writer);
    json_key(writer, "noticed");
    json_write_boolean(writer, noticed || knows);
    if (entry->is_undo && (knows || noticed)) {
        json_key(writer, "undo");
        json_write_boolean(writer, true);
    }
    if (entry->is_undo || entry->seat == NO_SEAT || !knows) return;
    json_key(writer, "decision");
    json_open(writer, '{');
    decision_write(own.match, &entry->d, writer);
    json_close(writer, '}');
}

/* The game is now after that line (0: the header). {"line":..,"by":"A","noticed":true,"undo":true,"decision":{..},"n":..,"hash":..,"events":[..]} */
uint32_t EXPORT(wasm_journal_go)(int32_t line, int32_t viewer, int32_t language)
{
    struct json_writer writer;
    bool               noticed;

    if (!journal.is_open) return answer_wrong("no journal is open");
    if (!is_viewable(viewer, language)) return answer_wrong("there is no such view");
    if (line < 0 || line >= journal.count) return answer_wrong("the journal has no such line");
    noticed = step_to(line, viewer);
    stand_at(line);
    if (viewer == EVERYBODY)
        for (int32_t i = 0; i < own.events.count; i++) own.events.list[i].seen = SEEN_BY_ALL;
    writer = begin_answer();
    json_open(&writer, '{');
    json_key(&writer, "line");
    json_write_integer(&writer, line);
    write_doer(&journal.entry[line], viewer, noticed, &writer);
    write_news(&writer, viewer == EVERYBODY ? SPECTATOR : (seat_id)viewer, (enum language)language);
    json_close(&writer, '}');
    return end_answer();
}

static void write_roll(struct json_writer *writer, int32_t line, const struct event *roll)
{
    json_open(writer, '{');
    json_key(writer, "line");
    json_write_integer(writer, line);
    json_key(writer, "rule");
    json_write_string(writer, ruleset_of(own.match)->rules[roll->rule]);
    json_key(writer, "sides");
    json_write_integer(writer, roll->sides);
    json_key(writer, "faces");
    json_open(writer, '[');
    for (int i = 0; i < roll->count; i++) json_write_integer(writer, roll->as.face[i]);
    json_close(writer, ']');
    json_close(writer, '}');
}

/* Are the faces of a line's rolls, one after the other, the dice of the line? Else the numbers of the rolls would mean nothing. */
static bool rolls_are_dice(const struct entry *entry)
{
    int32_t told = 0;

    for (int32_t i = 0; i < entry->rolls; i++) {
        const struct event *roll = &entry->roll[i];
        if (told + roll->count > entry->faces || memcmp(roll->as.face, entry->face + told, roll->count)) return false;
        told += roll->count;
    }
    return told == entry->faces;
}

/* Every roll of the journal in order: [{"line":3,"rule":"SA-SHOOT-01","sides":6,"faces":[..]}..]; line 0 is the header. */
uint32_t EXPORT(wasm_journal_rolls)(void)
{
    struct json_writer writer;

    if (!journal.is_open) return answer_wrong("no journal is open");
    for (int32_t line = 0; line < journal.count; line++)
        if (!rolls_are_dice(&journal.entry[line])) return answer_wrong("the dice of a line cannot be told apart into rolls");
    writer = begin_answer();
    json_open(&writer, '[');
    for (int32_t line = 0; line < journal.count; line++)
        for (int32_t i = 0; i < journal.entry[line].rolls; i++) write_roll(&writer, line, &journal.entry[line].roll[i]);
    json_close(&writer, ']');
    return end_answer();
}
