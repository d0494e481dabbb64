/* move.c: see move.h. */
#include "move.h"

#include "host.h"
#include "log.h"
#include "must.h"
#include "state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* The dice of the step under way: those typed, or those that the host has pledged. */
struct cup {
    struct move        *move;
    struct fair_context context;
    const char         *seeds[SEATS_MAX];
    uint64_t            rolls;               /* of this step */
    uint8_t             face[GAME_FACES];
    uint32_t            faces;
};

/* A move on its bench, for the guarded call. */
struct making {
    struct move  *move;
    struct bench *bench;
    struct cup    cup;
    struct fault  fault;
};

static void fill_cup(struct cup *cup, struct move *move)
{
    *cup = (struct cup){ .move = move };
    for (seat_id seat = 0; seat < table_seats(move->table); seat++) cup->seeds[seat] = move->seeds[seat] ? move->seeds[seat] : "";
    cup->context = (struct fair_context){ move->table->game, cup->seeds, (uint32_t)table_seats(move->table) };
}

/*
 * The next roll, as far as one roll goes: what is still missing then is asked for again, and is the roll after it. Typed dice
 * are all put in at the first question, since one decision of a list throws at most. False when it is for the players to throw.
 */
static bool throw_missing(struct cup *cup, const struct dice_request *missing)
{
    struct move *move = cup->move;
    int          count = missing->count < FAIR_AT_ONCE ? missing->count : FAIR_AT_ONCE;

    must(cup->faces + missing->count <= GAME_FACES);
    if (!move->table->fair) {
        move->missing = *missing;
        if (cup->faces || !move->faces) return false;
        memcpy(cup->face, move->face, cup->faces = move->faces);
        return true;
    }
    must(fair_dice_faces(move->table->seed, &cup->context, move->rolls + ++cup->rolls, missing->sides, count, cup->face + cup->faces));
    cup->faces += (uint32_t)count;
    return true;
}

/* Play on until the dice suffice. */
static enum verdict run(struct making *making, const struct decision *d)
{
    struct bench *bench = making->bench;
    struct move  *move = making->move;
    struct cup   *cup = &making->cup;

    for (;;) {
        struct dice  dice = dice_listed(cup->face, cup->faces);
        enum verdict verdict;
        bench->events.count = 0;
        bench->events.full = false;
        if (d) verdict = game_decide(&bench->game, move->seat, d, &dice, &bench->events, &move->why);
        else {
            bench->arena.used = 0;
            verdict = game_begin(&bench->game, move->table->match, &dice, &bench->events, &bench->arena, &making->fault);
            must(!making->fault.set);
        }
        if (verdict != NEEDS_DICE || !throw_missing(cup, &dice.missing)) return verdict;
    }
}

static enum update_wanted wanted(void *context, seat_id viewer, int32_t n)
{
    const struct move *move = context;

    (void)n;
    if (!(move->viewers & SEAT_BIT(viewer))) return UPDATE_UNWANTED;
    return move->amidst && viewer == move->seat ? UPDATE_SHORT : UPDATE_WHOLE;
}

static void take_note(void *context, seat_id viewer, int32_t n, const char *text, size_t length)
{
    struct move *move = context;
    struct note *note = malloc(sizeof *note + length);

    must(note);
    *note = (struct note){ .viewer = viewer, .n = n, .length = length };
    memcpy(note->text, text, length);
    *move->notes_end = note;
    move->notes_end = &note->next;
}

static void notice(struct making *making, seat_id by, bool undo)
{
    const struct update_reader reader = { wanted, take_note, making->move };

    witness_step(&making->move->witness, making->bench, by, undo, &reader);
}

static enum move_end end_of(enum verdict verdict)
{
    if (verdict == DECIDED) return MOVE_MADE;
    if (verdict == REFUSED) return MOVE_REFUSED;
    return verdict == NEEDS_DICE ? MOVE_NEEDS_DICE : MOVE_WRONG_DICE;
}

static enum move_end begin(struct making *making)
{
    const struct table    *table = making->move->table;
    struct game           *game = &making->bench->game;
    enum verdict           verdict = run(making, NULL);
    char                   commitment[FAIR_HEX];
    struct pledge          pledge = { FAIR_SCHEME, table->game, commitment, { 0 }, "" };
    const struct document *inlined = table->battle ? &table->battle->scenario : NULL;

    if (verdict != DECIDED) return end_of(verdict);
    for (seat_id seat = 0; seat < table_seats(table); seat++) pledge.seed[seat] = making->cup.seeds[seat];
    fair_dice_commitment(table->seed, commitment);
    if (table->fair) journal_pledged_header(game, inlined, &pledge, &making->bench->lines);
    else journal_header(game, inlined, &making->bench->lines);
    notice(making, NO_SEAT, false);
    return MOVE_MADE;
}

static enum move_end decide(struct making *making)
{
    struct move *move = making->move;
    struct game *game = &making->bench->game;

    for (move->at = 0; move->at < move->count; move->at++) {
        const struct decision *d = &move->list[move->at];
        enum verdict           verdict = run(making, d);
        if (verdict != DECIDED) return end_of(verdict);
        journal_decision_for(game, move->seat, move->stand_in ? move->stand_in->name : NULL, d, &making->bench->lines);
        move->amidst = game->pasts > 0 && move->count - move->at > WHOLE_UPDATES;
        notice(making, move->seat, false);
        move->taken++;
        if (game->pasts == 0) break;
    }
    return MOVE_MADE;
}

static enum move_end undo(struct making *making)
{
    struct move *move = making->move;

    if (!game_undo(&making->bench->game, move->seat)) return MOVE_NO_UNDO;
    making->bench->events.count = 0;
    journal_undo(&making->bench->game, move->seat, &making->bench->lines);
    notice(making, move->seat, true);
    return MOVE_MADE;
}

/* The seed is no secret any more when the last die has been thrown. */
static void reveal(struct making *making)
{
    char digits[FAIR_HEX];

    if (!making->move->table->fair) return;
    fair_dice_reveal(making->move->table->seed, digits);
    journal_reveal(digits, &making->bench->lines);
}

static void make(void *context)
{
    struct making     *making = context;
    struct move       *move = making->move;
    const struct flow *flow;

    bench_clear(making->bench);
    if (move->before) bench_lay(making->bench, move->table->match, move->before);
    if (move->kind == MOVE_BEGIN) move->end = begin(making);
    else move->end = move->kind == MOVE_UNDO ? undo(making) : decide(making);
    if (move->end != MOVE_MADE) return;
    flow = flow_of_const(making->bench->game.state);
    move->over = flow->over != 0;
    move->winner = flow->winner;
    if (move->over) reveal(making);
    move->rolls += making->cup.rolls;
    must(!making->bench->lines.full);
}

static void log_bug(const struct move *move, const struct fault *fault)
{
    struct log_line line = log_begin(LEVEL_ERROR, "broken");

    log_text(&line, "game", move->table->game);
    log_text(&line, "file", fault->file);
    log_number(&line, "line", fault->line);
    log_text(&line, "why", fault->text);
    log_end(&line);
}

enum move_end move_make(struct move *move, struct bench *bench)
{
    struct making making = { .move = move, .bench = bench };
    struct fault  fault = { .set = false };

    move->notes_end = &move->notes;
    fill_cup(&making.cup, move);
    if (!host_guard(make, &making, &fault)) {
        log_bug(move, &fault);
        move->end = MOVE_BUG;
    }
    if (move->end == MOVE_MADE && !(move->after = bench_keep(bench))) move->end = MOVE_NO_MEMORY;
    if (move->end != MOVE_MADE) move_free(move);
    return move->end;
}

void move_free(struct move *move)
{
    while (move->notes) {
        struct note *note = move->notes;
        move->notes = note->next;
        free(note);
    }
    free(move->after);
    move->after = NULL;
}
