/*
 * module.h: the engine as a WebAssembly module for the browser, a worker or node. It imports nothing.
 *
 * One module holds one match and one game: a practice game of its own, the view that a server sent, or a position of a journal.
 * Messages go in through wasm_buffer() and answers come out at wasm_answer(); every call that returns a length has written so
 * many bytes of JSON there, {"fault":{"file":..,"line":..,"text":..}} when something was wrong. What is asked a hundred times a
 * second while a piece is dragged, wasm_refuse() and wasm_sees_at(), takes numbers and returns a number. Seats are 0, 1 ..., or 7 for
 * a spectator; where a viewer is asked for, -1 sees everything. Languages are 0 (English) and 1 (French). Growing memory
 * detaches the page's typed arrays: make them anew after each call.
 *
 *   module.c      memory, messages, answers, documents
 *   match.c       the match and the state: load, begin, install
 *   deciding.c    what a seat may do, does, and plans
 *   knowing.c     odds, sentences, rules, and what people want to know of a position
 *   replay.c      journals
 *   teaching.c    hints, and the analysis of a journal: in the module of all games only, which a page fetches when it is asked for one
 *   armies.c      army lists; they need no match
 *   sines.c       the engine's table of sines, which comes packed
 *
 * web/engine/engine.ts wraps all of it in types, web/engine/armies.ts the army lists.
 */
#ifndef MESTRE_MODULE_H
#define MESTRE_MODULE_H

#include "view.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum {
    PAGE = 65536, DOCUMENT_MEMORY = 8 << 20, MATCH_MEMORY = 8 << 20, WORK_MEMORY = 24 << 20, ANSWER = 2 << 20,
    DOCUMENTS = 512, EVENTS = 4096, EVERYBODY = -1
};

/* Everything the module remembers between two calls. */
struct module {
    struct arena        documents, memory, work;
    struct document     document[DOCUMENTS];
    struct library      library;
    char               *message;
    uint32_t            message_room;
    char               *answer;
    struct out          out;
    const struct match *match;
    struct texts        texts;
    bool                has_texts, has_game, is_drafting;
    size_t              after_match;          /* what of `memory` the match and its texts take */
    struct game         game;
    struct dice         dice;
    struct state       *view;                 /* scratch: what the last viewer sees */
    struct state       *undrafted;            /* the state without the plan, while is_drafting */
    struct offers       offers;
    struct events       events;
    seat_id             asker;                /* of the last wasm_refuse() */
    struct decision     asked;
};

extern struct module own;

/* Room for so many bytes; what the block held before is gone. False without memory. */
bool make_block(struct arena *arena, size_t size);

/* The answer begins anew; a call writes it through the writer and returns end_answer(), or one of the faults. */
struct json_writer begin_answer(void);
uint32_t end_answer(void);
uint32_t answer_fault(const struct fault *fault);
uint32_t answer_wrong(const char *what);
/* {"file":..,"line":..,"text":..} */
void fault_write(const struct fault *fault, struct json_writer *writer);

/* A parsed message; work memory is free again at each one. */
bool read_message(uint32_t length, struct json_document *message, struct fault *fault);
/* "seat" of a message, a spectator when there is none; "language", English when there is none. */
bool read_seat(const struct json_document *message, seat_id *seat, struct fault *fault);
bool read_language(const struct json_document *message, enum language *language, struct fault *fault);

/* The texts of the match, or NULL when the library has none. */
const struct texts *texts(void);

/* After match_load() or journal_replay(): texts and scratch for own.match. */
bool furnish(struct fault *fault);
/* Forget match, game and all that hangs on them. */
void clear_match(void);
/* What never changes, as an object. */
void write_match(struct json_writer *writer);
/* "n", "hash" and "events", which are own.events as the seat heard them. The hash is of the true state. */
void write_news(struct json_writer *writer, seat_id seat, enum language language);

/* Is there a game, and may there be such a viewer, language, piece? */
bool is_viewable(int32_t viewer, int32_t language);
bool is_piece(int32_t piece);
/* The state as the viewer sees it, in own.view. */
const struct state *look(int32_t viewer);

/* Back to the state without the plan. */
void forget_draft(void);
/* The open journal is closed. */
void close_journal(void);
/* The lines behind the header of the open journal; -1: none is open. */
int32_t journal_lines(void);
/* Another for each journal that is opened. */
uint32_t journal_number(void);
/*
 * Go to the position after a line, from 1 on, and tell the one before it in `before`: who decided what, and how many dice were thrown for it. NULL: the
 * line is an undo.
 */
const struct decision *journal_step(int32_t line, struct state *before, seat_id *seat, int32_t *faces);

#endif
