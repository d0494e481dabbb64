/*
 * property_journal.c: a journal replays to the same state, or says at which line it does not.
 *
 * A random game with random undos is recorded and replayed. Cut anywhere, the journal is a clean beginning or has a fault at
 * the line that was cut. With any one byte changed it never crashes and never ends in another state, or under other
 * options, without a word.
 */
#include "property.h"
#include "hash.h"
#include "journal.h"

#include <stdlib.h>

/* REPLAYED: about so many lines are replayed for each kind of damage. A short journal is cut after every line, a long one after some. */
enum { JOURNAL_BYTES = 8 << 20, LINES_MAX = STEPS_MAX + 1, CUTS = 60, CORRUPTIONS = 250, REPLAYED = 60000 };

struct record {
    char     *text;
    size_t    length;
    int32_t   lines;
    size_t    start[LINES_MAX + 1];          /* where each line begins; [lines] is the end */
    uint64_t  hash[LINES_MAX];               /* of the state after it */
};

static void end_of_line(struct trial *trial, struct record *record, const struct game *game, const struct out *out)
{
    check(trial, !out->full && record->lines < LINES_MAX, "the journal is too long");
    record->hash[record->lines++] = game_hash(game);
    record->start[record->lines] = record->length = out->used;
}

/* A game, not always to its end, with an undo now and then, and sometimes with a pledge of its dice, which changes nothing. */
static void record_game(struct trial *trial, struct record *record, bool inlined)
{
    static const struct pledge pledge = { "scheme/1", "game", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                                          { "one", "", "\"three\"", "4" }, "" };
    struct out  out = out_over(trial_take(trial, JOURNAL_BYTES), JOURNAL_BYTES);
    struct dice dice = dice_seeded(random_next(&trial->random));
    uint32_t    steps = random_below(&trial->random, 3) ? STEPS_MAX : random_below(&trial->random, 60);
    struct game game;

    *record = (struct record){ .text = out.text };
    begin_game(trial, &game, random_next(&trial->random));
    journal_pledged_header(&game, inlined ? trial->scenario : NULL, trial->seed % 2 ? &pledge : NULL, &out);
    end_of_line(trial, record, &game, &out);
    for (uint32_t i = 0; i < steps && play_asked(game.state); i++) {
        seat_id seat = any_asked(trial, game.state);
        if (random_below(&trial->random, 5) == 0 && game_undo(&game, seat)) {
            journal_undo(&game, seat, &out);
        } else {
            struct decision d = any_decision(trial, game.state, seat);
            decide(trial, &game, seat, &d, &dice);
            journal_decision(&game, seat, &d, &out);
        }
        end_of_line(trial, record, &game, &out);
    }
}

/* The listener hears of every line. */
struct hearing {
    struct trial        *trial;
    const struct record *record;
    int32_t              heard;
};

static bool hear(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    struct hearing *hearing = context;
    int32_t         where;

    check(hearing->trial, (hearing->heard == 0) == (seat == NO_SEAT), "line %d is heard as of seat %d",
          hearing->heard + 1, seat);
    check(hearing->trial, hearing->heard || !d, "the header is heard as a decision");
    check(hearing->trial, events_add_up(events, &where), "the events of line %d do not add up", hearing->heard + 1);
    if (hearing->record)
        check(hearing->trial, game_hash(game) == hearing->record->hash[hearing->heard], "line %d gives another state",
              hearing->heard + 1);
    hearing->heard++;
    return true;
}

struct result {
    struct game  game;
    struct fault fault;
    int32_t      lines;
    bool         good;
};

static struct result replay(struct trial *trial, const char *text, size_t length, const struct record *expected)
{
    struct result           result = { .lines = -1 };
    struct hearing          hearing = { trial, expected, 0 };
    struct journal_listener listener = { .line = hear, .context = &hearing, .events = trial->events };
    /* A copy of exactly that length, so that a sanitizer sees a read beyond it. */
    char                   *copy = malloc(length ? length : 1);

    memcpy(copy, text, length);
    listener.events.count = 0;
    result.good = journal_replay(&result.game, trial->library, "journal", copy, length, &listener, &trial->arena,
                                 &result.lines, &result.fault);
    check(trial, result.good == !result.fault.set, "a fault and a success, or neither");
    check(trial, result.good || result.fault.text[0], "a fault without a word");
    check(trial, result.lines == hearing.heard, "%d lines are good and %d were heard", result.lines, hearing.heard);
    free(copy);
    trial->steps++;
    return result;
}

static bool same_match(const struct match *a, const struct match *b)
{
    return match_head(a)->ruleset == match_head(b)->ruleset &&
        match_head(a)->scenario_hash == match_head(b)->scenario_hash &&
           match_head(a)->data_hash == match_head(b)->data_hash &&
           !memcmp(match_head(a)->option, match_head(b)->option, sizeof match_head(a)->option);
}

static void check_whole(struct trial *trial, const struct record *record)
{
    struct result result = replay(trial, record->text, record->length, record);

    check(trial, result.good, "%s:%d: %s", result.fault.file, result.fault.line, result.fault.text);
    check(trial, result.lines == record->lines, "%d of %d lines were replayed", result.lines, record->lines);
    check(trial, game_hash(&result.game) == record->hash[record->lines - 1], "the replay ends in another state");
    check(trial, same_match(result.game.match, trial->match), "the replay is of another match");
}

/* After a fault the game is as it was after the last good line. */
static void check_rest(struct trial *trial, const struct record *record, const struct result *result)
{
    check(trial, result->lines >= 0 && result->lines <= record->lines, "%d lines of %d are good", result->lines,
          record->lines);
    if (result->lines == 0) return;
    check(trial, game_hash(&result->game) == record->hash[result->lines - 1], "after line %d the state is another",
          result->lines);
    check(trial, result->game.number == result->lines - 1, "after line %d the number is %d", result->lines,
          result->game.number);
}

static void check_cut(struct trial *trial, const struct record *record, size_t length)
{
    struct result result = replay(trial, record->text, length, record);
    int32_t       whole = 0;

    while (whole < record->lines && record->start[whole + 1] <= length) whole++;
    if (length == 0) {
        check(trial, !result.good, "an empty journal is good");
        return;
    }
    /* Without its line feed a line is still whole. */
    if (whole < record->lines && length + 1 == record->start[whole + 1]) whole++;
    if (record->start[whole] == length || record->start[whole] == length + 1) {
        check(trial, result.good && result.lines == whole, "cut after line %d: %s", whole, result.fault.text);
    } else {
        check(trial, !result.good && result.fault.line == whole + 1, "cut inside line %d, the fault is at %d: %s", whole + 1,
              result.fault.line, result.fault.text);
        check(trial, result.lines == whole, "cut inside line %d, %d are good", whole + 1, result.lines);
    }
    check_rest(trial, record, &result);
}

/* The journal with one byte changed. */
static void check_byte(struct trial *trial, struct record *record, size_t where, char now)
{
    char          was = record->text[where];
    struct result result;
    int32_t       line = 0;

    if (now == was) return;
    while (record->start[line + 1] <= where) line++;
    record->text[where] = now;
    result = replay(trial, record->text, record->length, NULL);
    if (result.good) {
        check(trial, result.lines == record->lines && game_hash(&result.game) == record->hash[record->lines - 1] &&
                         same_match(result.game.match, trial->match),
              "byte %zu of line %d changed from '%c' to '%c' without a word", where - record->start[line], line + 1,
                  was, now);
    } else {
        check(trial, result.lines >= line, "a change in line %d is found in line %d: %s", line + 1, result.lines + 1,
              result.fault.text);
        check_rest(trial, record, &result);
    }
    record->text[where] = was;
}

/* Anywhere: a bit turned over, any byte, or another digit. */
static void check_corruption(struct trial *trial, struct record *record)
{
    size_t where = (size_t)(random_next(&trial->random) % record->length);
    char   now = (char)('0' + random_below(&trial->random, 10));

    switch (random_below(&trial->random, 3)) {
    case 0: now = (char)(record->text[where] ^ 1 << random_below(&trial->random, 8)); break;
    case 1: now = (char)random_below(&trial->random, 256); break;
    default: break;
    }
    check_byte(trial, record, where, now);
}

/* How many of the damages that are wanted are tried, each of which replays half the journal; at least a few. */
static int affordable(const struct trial *trial, const struct record *record, int wanted)
{
    int most = REPLAYED * 2 / (int)trial->share / record->lines;

    return most < 4 ? 4 : most < wanted ? most : wanted;
}

/* Every digit of the header: options, versions and hashes. */
static void check_header(struct trial *trial, struct record *record)
{
    size_t mark = trial->arena.used;

    for (size_t where = 0; where < record->start[1]; where++) {
        char was = record->text[where];
        if (was < '0' || was > '9') continue;
        check_byte(trial, record, where, was == '9' ? '0' : (char)(was + 1));
        trial->arena.used = mark;
    }
}

static void check_all_cuts(struct trial *trial, const struct record *record)
{
    size_t  mark = trial->arena.used;
    int32_t stride = 1 + record->lines / affordable(trial, record, record->lines + 1);

    for (int32_t line = 0; line <= record->lines; line += 1 + (int32_t)random_below(&trial->random, (uint32_t)(2 * stride - 1))) {
        check_cut(trial, record, record->start[line]);
        trial->arena.used = mark;
    }
    check_cut(trial, record, record->start[record->lines]);
    trial->arena.used = mark;
    for (int i = 0; i < affordable(trial, record, CUTS); i++) {
        check_cut(trial, record, (size_t)(random_next(&trial->random) % (record->length + 1)));
        trial->arena.used = mark;
    }
}

static void play_one(struct trial *trial)
{
    static struct record record;
    size_t               mark;

    record_game(trial, &record, trial->seed % 4 >= 2);
    mark = trial->arena.used;
    check_whole(trial, &record);
    trial->arena.used = mark;
    check_all_cuts(trial, &record);
    check_header(trial, &record);
    for (int i = 0; i < affordable(trial, &record, CORRUPTIONS); i++) {
        trial->arena.used = mark;
        check_corruption(trial, &record);
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_journal", 12, play_one);
}
