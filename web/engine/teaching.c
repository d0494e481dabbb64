/* teaching.c: hints and analysis; see module.h. Both may take seconds: a page has them done in a worker (teacher_worker.ts). */
#include "module.h"
#include "analysis.h"
#include "hint.h"
#include "maths.h"

enum { LIST_MEMORY = 4 << 20 };

static struct {
    struct arena    memory;
    uint32_t        journal;              /* the one that is analysed; 0: none */
    struct analysis analysis;
    struct state   *before;
    int32_t         line;                 /* the last that was looked at */
} teaching;

_Static_assert(WORK_MEMORY >= ANALYSIS_MEMORY + PAGE, "there is room to judge a decision");

static bool is_open(void)
{
    return journal_lines() >= 0 && teaching.journal == journal_number();
}

static const struct mind_level *level_of(int32_t level)
{
    return between(0, level, MIND_THINKERS - 1) ? &match_head(own.match)->mind->level[level] : NULL;
}

/* A hint for a seat that is asked, from its view: [{"decision":{..},"text":"..","chance":512,"rules":[..]}..] (hint.h). */
uint32_t EXPORT(wasm_hint)(int32_t seat, int32_t level, int32_t language)
{
    struct json_writer writer;
    struct hint        hint;

    if (!is_viewable(seat, language) || seat == EVERYBODY || !level_of(level)) return answer_wrong("there is no such seat, level or language");
    if (!(play_asked(look(seat)) & SEAT_BIT(seat))) return answer_wrong("this seat is not asked");
    if (!make_block(&own.work, WORK_MEMORY) || !hint_give(&hint, own.match, own.view, (seat_id)seat, level_of(level), &own.work))
        return answer_wrong("nothing was found");
    writer = begin_answer();
    hint_write(&hint, own.match, texts(), (enum language)language, &writer);
    return end_answer();
}

static uint32_t answer_line(void)
{
    struct json_writer writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "line");
    json_write_integer(&writer, teaching.line);
    json_key(&writer, "lines");
    json_write_integer(&writer, journal_lines());
    json_close(&writer, '}');
    return end_answer();
}

/* Begin the analysis of the open journal: {"line":0,"lines":57}. */
uint32_t EXPORT(wasm_analysis_begin)(int32_t level)
{
    teaching.journal = 0;
    if (journal_lines() < 0) return answer_wrong("no journal is open");
    if (!level_of(level)) return answer_wrong("there is no such level");
    if (!make_block(&teaching.memory, LIST_MEMORY)) return answer_wrong("there is no memory");
    teaching.before = arena_take(&teaching.memory, ruleset_of(own.match)->state_size);
    if (!teaching.before || !analysis_open(&teaching.analysis, own.match, level_of(level), max32(1, journal_lines()), &teaching.memory))
        return answer_wrong("this game is too long");
    teaching.journal = journal_number();
    teaching.line = 0;
    return answer_line();
}

/* Judge the next line: {"line":1,"lines":57}; the position of the journal is another afterwards. */
uint32_t EXPORT(wasm_analysis_next)(void)
{
    const struct decision *d;
    seat_id                seat;
    int32_t                faces;

    if (!is_open() || teaching.line >= journal_lines()) return answer_wrong("there is nothing to analyse");
    d = journal_step(teaching.line + 1, teaching.before, &seat, &faces);
    teaching.line++;
    if (!d) analysis_take_back(&teaching.analysis);
    else if (!make_block(&own.work, WORK_MEMORY) ||
             !analysis_judge(&teaching.analysis, teaching.line, teaching.before, seat, d, own.game.state, faces, &own.work))
        return answer_wrong("there is no memory");
    return answer_line();
}

/* What has been found so far (analysis_write). */
uint32_t EXPORT(wasm_analysis)(int32_t language)
{
    struct json_writer writer;

    if (!is_open() || !between(0, language, LANGUAGES - 1)) return answer_wrong("there is no analysis");
    writer = begin_answer();
    json_open(&writer, '{');
    analysis_write(&teaching.analysis, NO_SEAT, texts(), (enum language)language, &writer);
    json_close(&writer, '}');
    return end_answer();
}
