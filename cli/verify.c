/*
 * verify.c: `mestre verify`: were the dice of a journal those that the host had pledged (docs/verifiable-dice.md)?
 *
 * The journal is replayed, which checks the rules and tells which dice each rule threw. The seed stands at its end, so the
 * rolls are kept until then and worked out again.
 */
#include "commands.h"
#include "fair_dice.h"
#include "journal.h"
#include "print.h"
#include "setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 4096, REPORT = 4096 };

_Static_assert((int)FAIR_AT_ONCE == (int)EVENT_FACES, "a roll of the scheme is a roll that is told");
_Static_assert((int)FAIR_HEX - 1 == (int)PLEDGE_DIGITS, "a journal has room for a seed");

struct roll {
    int32_t line;
    rule_id rule;
    uint8_t sides, count, face[FAIR_AT_ONCE];
};

struct request {
    struct setting setting;
    const char    *file;
    int32_t        line;
    struct roll   *list;
    size_t         rolls, capacity;
    struct fault   fault;            /* of the listener */
};

static bool keep_roll(struct request *request, const struct event *event)
{
    struct roll *roll;

    if (request->rolls == request->capacity) {
        size_t       capacity = request->capacity ? 2 * request->capacity : 256;
        struct roll *list = realloc(request->list, capacity * sizeof *list);
        if (!list) return fault_say(&request->fault, request->file, request->line, "there is not enough memory for the rolls");
        request->list = list;
        request->capacity = capacity;
    }
    roll = &request->list[request->rolls++];
    *roll = (struct roll){ .line = request->line, .rule = event->rule, .sides = event->sides, .count = event->count };
    memcpy(roll->face, event->as.face, event->count);
    return true;
}

/* What was told must be what was thrown, die for die: otherwise the numbers of the rolls would mean nothing. */
static bool hear(void *context, const struct game *game, seat_id seat, const struct decision *d, const struct events *events)
{
    struct request *request = context;
    int32_t         told = 0;

    (void)seat;
    (void)d;
    request->line++;
    for (int32_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind != EVENT_ROLL) continue;
        if (told + event->count > game->faces || memcmp(event->as.face, game->face + told, event->count)) break;
        told += event->count;
        if (!keep_roll(request, event)) return false;
    }
    if (told == game->faces && !events->full) return true;
    return fault_say(&request->fault, request->file, request->line, "the dice of this line cannot be told apart into rolls");
}

static void put_faces(struct out *out, const uint8_t *face, int count)
{
    for (int i = 0; i < count; i++) out_format(out, " %d", face[i]);
}

static bool roll_differs(const struct request *request, const struct game *game, size_t i, const uint8_t *ours,
                         struct fault *fault)
{
    const struct roll *roll = &request->list[i];
    char               text[256];
    struct out         out = out_over(text, sizeof text);

    put_faces(&out, roll->face, roll->count);
    out_text(&out, ", the seed gives");
    put_faces(&out, ours, roll->count);
    return fault_say(fault, request->file, roll->line, "roll %llu (%s) differs: the journal has%s", (unsigned long long)i + 1,
                     ruleset_of(game->match)->rules[roll->rule], text);
}

static bool rolls_are_kept(const struct request *request, const struct game *game, const struct pledge *pledge,
                           const uint8_t *seed, struct fault *fault)
{
    const struct fair_context context = { pledge->game, pledge->seed, (uint32_t)match_head(game->match)->seats };
    uint8_t                   ours[FAIR_AT_ONCE] = { 0 };

    for (size_t i = 0; i < request->rolls; i++) {
        const struct roll *roll = &request->list[i];
        if (!fair_dice_faces(seed, &context, i + 1, roll->sides, roll->count, ours) || memcmp(ours, roll->face, roll->count))
            return roll_differs(request, game, i, ours, fault);
    }
    return true;
}

/* Without a pledge, or before its seed is known, only the rules could be checked: that is no proof of the dice. */
static int say_unproven(const char *why, int32_t lines)
{
    printf("%d lines, all by the rules; the dice cannot be checked: %s\n", lines, why);
    return 1;
}

/* The players must compare what the header says with what they were told: nobody else can. */
static void print_pledge(const struct game *game, const struct pledge *pledge)
{
    struct out         out = print_begin(REPORT);
    struct json_writer writer = json_writer_over(&out);

    out_text(&out, "game ");
    json_write_string(&writer, pledge->game);
    out_format(&out, ", commitment %s, seeds ", pledge->commitment);
    writer = json_writer_over(&out);
    json_open(&writer, '[');
    for (seat_id seat = 0; seat < match_head(game->match)->seats; seat++) json_write_string(&writer, pledge->seed[seat]);
    json_close(&writer, ']');
    print_line(&out);
    print_free(&out);
}

static int check_dice(const struct request *request, const struct game *game, const struct pledge *pledge, int32_t lines)
{
    struct fault fault = { .set = false };
    uint8_t      seed[FAIR_BYTES];

    if (!pledge->scheme) return say_unproven("this journal has no commitment", lines);
    if (strcmp(pledge->scheme, FAIR_SCHEME)) {
        fault_say(&fault, request->file, 1, "the scheme \"%s\" is not known, only \"%s\"", pledge->scheme, FAIR_SCHEME);
        return host_complain(&fault);
    }
    print_pledge(game, pledge);
    if (!pledge->revealed[0]) return say_unproven("the seed is not revealed yet", lines);
    if (!fair_dice_read(pledge->revealed, seed) || !fair_dice_keeps(seed, pledge->commitment)) {
        fault_say(&fault, request->file, lines, "the revealed seed is not the one that was committed to");
        return host_complain(&fault);
    }
    if (!rolls_are_kept(request, game, pledge, seed, &fault)) return host_complain(&fault);
    printf("%zu rolls, all as committed\n", request->rolls);
    return 0;
}

static int verify(struct request *request)
{
    struct arena           *arena = &request->setting.host.arena;
    struct journal_listener listener = { .line = hear, .context = request };
    struct game             game;
    struct fault            fault = { .set = false };
    size_t                  length = 0;
    int32_t                 lines = 0;
    char                   *text = host_read(request->file, &length, &fault);
    bool                    good;

    if (!text) return host_complain(&fault);
    listener.events = (struct events){ arena_take(arena, EVENTS * sizeof(struct event)), 0, EVENTS, false };
    good = journal_replay(&game, &request->setting.host.library, request->file, text, length, &listener, arena, &lines,
                          &fault);
    free(text);
    if (!good) return host_complain(&fault);
    if (request->fault.set) return host_complain(&request->fault);
    return check_dice(request, &game, &listener.pledge, lines);
}

int verify_command(int argc, char **argv)
{
    struct request request = { .file = NULL };
    const struct argument list[] = {
        SETTING_DATA(&request.setting),
        { .name = NULL },
    };
    const struct usage usage = {
        "verify", "[OPTIONS] FILE",
        "Play a journal again (\"-\" reads standard input), and work out every roll from the seed that was\n"
        "committed to before the first and revealed at the end. The status is 0 only when all rolls are as\n"
        "committed; docs/verifiable-dice.md describes the scheme.", list, 1 };
    int first, status;

    if (!arguments_read(&usage, argc, argv, &first, &status)) return status;
    if (first == argc) return usage_error("verify", "FILE is needed: a journal");
    request.file = argv[first];
    status = setting_open(&request.setting, "verify", SETTING_ANY_RULESET);
    if (!status) status = verify(&request);
    free(request.list);
    setting_close(&request.setting);
    return status;
}
