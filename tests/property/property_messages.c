/*
 * property_messages.c: events and refusals that were written are read back as they were, for every viewer; what was damaged on the
 * way is a fault or means something, and never more than there is room for.
 */
#include "property.h"
#include "view.h"

enum { TEXT = 1 << 20, DAMAGES = 3 };

static char written[TEXT], again[TEXT];

static struct out write_events(struct trial *trial, const struct events *events, seat_id viewer, char *text)
{
    struct out         out = out_over(text, TEXT);
    struct json_writer writer = json_writer_over(&out);

    events_write(trial->match, events, viewer, NULL, ENGLISH, &writer);
    check(trial, !out.full, "there is no room for the events");
    return out;
}

/* The events that are read back; memory is the trial's until its arena is reset. */
static bool read_events(struct trial *trial, const char *text, size_t length, struct events *events, struct fault *fault)
{
    struct json_document document;

    *events = (struct events){ trial_take(trial, EVENTS_MAX * sizeof(struct event)), 0, EVENTS_MAX, false };
    return json_parse(&document, "events", text, length, &trial->arena, fault) &&
           events_read(trial->match, &document, document.root, events, fault);
}

static void check_events(struct trial *trial, seat_id viewer)
{
    struct fault  fault = { 0 };
    struct events events;
    struct out    first = write_events(trial, &trial->events, viewer, written), second;
    size_t        mark = trial->arena.used;

    check(trial, read_events(trial, written, first.used, &events, &fault), "%s: %s", fault.text, written);
    second = write_events(trial, &events, viewer, again);
    check(trial, first.used == second.used && !memcmp(written, again, first.used), "%s became %s", written, again);
    for (int32_t i = 0, k = 0; i < trial->events.count; i++) {
        const struct event *event = &trial->events.list[i];
        if (!(event->seen & SEAT_BIT(viewer))) continue;
        check(trial, k < events.count && events.list[k].kind == event->kind && events.list[k].rule == event->rule, "event %d is another", i);
        k++;
    }
    trial->arena.used = mark;
}

/* Some bytes are others: whatever comes of it stays within the tables. */
static void check_damaged(struct trial *trial, size_t length)
{
    static const char digits[] = "0123456789-,:[]{}\"eabtrosu";

    for (int damage = 0; damage < DAMAGES && length; damage++) {
        size_t        mark = trial->arena.used;
        struct fault  fault = { 0 };
        struct events events;
        memcpy(again, written, length);
        for (uint32_t changes = random_below(&trial->random, 3); changes < 3; changes++) {
            uint32_t at = random_below(&trial->random, (uint32_t)length);
            again[at] = digits[random_below(&trial->random, sizeof digits - 1)];
        }
        if (read_events(trial, again, length, &events, &fault))
            for (int32_t i = 0; i < events.count; i++) {
                struct out out = out_over(written + TEXT / 2, TEXT / 2);
                explain_event(trial->texts, FRENCH, trial->match, &events.list[i], &out);
            }
        else
            check(trial, fault.set && fault.text[0], "a fault without a word");
        trial->arena.used = mark;
    }
}

static void check_refusal(struct trial *trial, const struct refusal *why)
{
    struct out           out = out_over(written, TEXT), other = out_over(again, TEXT);
    struct json_writer   writer = json_writer_over(&out), rewriter = json_writer_over(&other);
    struct json_document document;
    struct refusal       read;
    struct fault         fault = { 0 };
    size_t               mark = trial->arena.used;

    refusal_write(trial->match, why, NULL, ENGLISH, &writer);
    check(trial, json_parse(&document, "refusal", written, out.used, &trial->arena, &fault) &&
                     refusal_read(trial->match, &document, document.root, &read, &fault),
          "%s: %s", fault.text, written);
    refusal_write(trial->match, &read, NULL, ENGLISH, &rewriter);
    check(trial, !strcmp(written, again), "%s became %s", written, again);
    out = out_over(written, TEXT);
    other = out_over(again, TEXT);
    explain_refusal(trial->texts, ENGLISH, trial->match, why, &out);
    explain_refusal(trial->texts, ENGLISH, trial->match, &read, &other);
    check(trial, !strcmp(written, again), "%s became %s", written, again);
    trial->arena.used = mark;
}

static void play_one(struct trial *trial)
{
    struct dice dice = dice_seeded(random_next(&trial->random));
    struct game game;

    begin_game(trial, &game, trial->seed);
    for (int step = 0; play_asked(game.state) && step < STEPS_MAX; step++) {
        seat_id         seat = any_asked(trial, game.state);
        struct decision d = any_decision(trial, game.state, seat), nonsense = any_nonsense(trial, game.state, seat);
        struct refusal  why;
        if (game_refuse(&game, seat, &nonsense, &why)) check_refusal(trial, &why);
        decide(trial, &game, seat, &d, &dice);
        for (seat_id viewer = SEAT_A; viewer != NO_SEAT; viewer = next_viewer(trial, viewer)) check_events(trial, viewer);
        check_damaged(trial, strlen(written));
        trial->steps++;
    }
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_messages", 40, play_one);
}
