/* knowledge.c: see knowledge.h. */
#include "knowledge.h"
#include "must.h"
#include "state.h"
#include "view.h"

#include <string.h>

enum { SENTENCE = 2048, ACCOUNT_EVENTS = 160, DISTINCT_RULES = 16 };

static bool is_piece(const struct match *m, int piece)
{
    return piece >= 0 && piece < match_head(m)->pieces;
}

static void write_text(struct json_writer *writer, const char *key, const char *text)
{
    json_key(writer, key);
    json_write_string(writer, text);
}

static void write_number(struct json_writer *writer, const char *key, int64_t number)
{
    json_key(writer, key);
    json_write_integer(writer, number);
}

static void write_rule(const struct ruleset *ruleset, rule_id rule, struct json_writer *writer)
{
    write_text(writer, "rule", ruleset->rules[rule]);
}

void sequence_write(const struct match *m, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);

    json_open(writer, '[');
    for (int i = 0; i < ruleset->step_count; i++) {
        int option = ruleset->sequence[i].option;
        if (option && !match_head(m)->option[option - 1]) continue;
        json_open(writer, '{');
        write_text(writer, "name", ruleset->sequence[i].name);
        write_rule(ruleset, rule_cited(ruleset, ruleset->sequence[i].rule), writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

/* Accounts. */

/* Rule code that only reckons: it has somebody who listens and no dice. */
struct reckoning {
    struct event  list[ACCOUNT_EVENTS];
    struct events events;
    struct dice   dice;
    struct play   play;
};

/* A play holds a state that may change; the functions that are asked here change none (ruleset.h). */
static void reckon_on(struct reckoning *reckoning, const struct match *m, const struct state *view)
{
    reckoning->events = (struct events){ reckoning->list, 0, ACCOUNT_EVENTS, false };
    reckoning->dice = dice_listed(NULL, 0);
    reckoning->play = (struct play){ m, (struct state *)view, &reckoning->dice, &reckoning->events, 0 };
}

static void check_reckoning(const struct reckoning *reckoning)
{
    int32_t where;

    must(!reckoning->dice.short_of && !reckoning->events.full && events_add_up(&reckoning->events, &where));
}

/* The account that begins at `first` ends at the next total; they do not nest. */
static int32_t end_of_account(const struct events *events, int32_t first)
{
    int32_t last = first + 1;

    must(first < events->count && events->list[first].kind == EVENT_BASE);
    while (events->list[last].kind != EVENT_TOTAL) must(++last < events->count);
    return last;
}

static int32_t last_account(const struct events *events)
{
    int32_t first = events->count - 1;

    while (first > 0 && events->list[first].kind != EVENT_BASE) first--;
    return first;
}

static void write_reason(const struct match *m, const struct event *event, const struct texts *texts, enum language language,
                         struct json_writer *writer)
{
    json_open(writer, '{');
    write_rule(ruleset_of(m), event->rule, writer);
    if (is_piece(m, event->unit)) write_text(writer, "unit", match_head(m)->piece[event->unit].id);
    write_number(writer, "amount", event->as.value[0]);
    if (texts) write_text(writer, "text", texts->rule[event->rule].text[language]);
    json_close(writer, '}');
}

/* The members of an account, in an object that the caller opens. */
static void write_account(const struct match *m, const struct events *events, int32_t first, const struct texts *texts,
                          enum language language, struct json_writer *writer)
{
    int32_t last = end_of_account(events, first);

    write_rule(ruleset_of(m), events->list[first].rule, writer);
    write_number(writer, "base", events->list[first].as.value[0]);
    write_number(writer, "total", events->list[last].as.value[0]);
    json_key(writer, "reasons");
    json_open(writer, '[');
    for (int32_t i = first + 1; i < last; i++)
        if (events->list[i].kind == EVENT_REASON) write_reason(m, &events->list[i], texts, language, writer);
    json_close(writer, ']');
}

/* The accounts before the last one that have anything to say. */
static void write_from(const struct match *m, const struct events *events, const struct texts *texts, enum language language,
                       struct json_writer *writer)
{
    int32_t value = last_account(events);
    bool    any = false;

    for (int32_t first = 0; first < value; first = end_of_account(events, first) + 1) {
        if (end_of_account(events, first) == first + 1) continue;
        if (!any) {
            json_key(writer, "from");
            json_open(writer, '[');
        }
        any = true;
        json_open(writer, '{');
        write_account(m, events, first, texts, language, writer);
        json_close(writer, '}');
    }
    if (any) json_close(writer, ']');
}

static void write_better(enum better better, struct json_writer *writer)
{
    if (better != BETTER_NEITHER) write_text(writer, "better", better == BETTER_MORE ? "more" : "less");
}

void profile_write(const struct match *m, const struct state *view, int piece, const struct texts *texts, enum language language,
                   struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    struct reckoning      reckoning;

    must(is_piece(m, piece));
    json_open(writer, '{');
    write_text(writer, "unit", match_head(m)->piece[piece].id);
    json_key(writer, "values");
    json_open(writer, '[');
    for (int value = 0; value < ruleset->value_count; value++) {
        reckon_on(&reckoning, m, view);
        if (!ruleset->value(&reckoning.play, piece, value)) continue;
        check_reckoning(&reckoning);
        json_open(writer, '{');
        write_text(writer, "name", ruleset->values[value].name);
        write_better(ruleset->values[value].better, writer);
        write_account(m, &reckoning.events, last_account(&reckoning.events), texts, language, writer);
        write_from(m, &reckoning.events, texts, language, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_close(writer, '}');
}

void score_write(const struct match *m, const struct state *view, const struct texts *texts, enum language language,
                 struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    struct reckoning      reckoning;

    if (!ruleset->score) {
        json_write_null(writer);
        return;
    }
    json_open(writer, '{');
    for (seat_id seat = 0; seat < match_head(m)->seats; seat++) {
        reckon_on(&reckoning, m, view);
        ruleset->score(&reckoning.play, seat);
        check_reckoning(&reckoning);
        json_key(writer, seat_name(seat));
        json_open(writer, '{');
        write_better(ruleset->score_better, writer);
        if (ruleset->score_level && ruleset->score_level(m, seat)) write_number(writer, "level", ruleset->score_level(m, seat));
        write_account(m, &reckoning.events, last_account(&reckoning.events), texts, language, writer);
        json_close(writer, '}');
    }
    json_close(writer, '}');
}

/* Distances and sight. */

void points_write(const struct point *points, int32_t count, struct json_writer *writer)
{
    json_open(writer, '[');
    for (int32_t i = 0; i < count; i++) {
        json_open(writer, '[');
        json_write_integer(writer, points[i].x);
        json_write_integer(writer, points[i].y);
        json_close(writer, ']');
    }
    json_close(writer, ']');
}

void rings_write(const struct match *m, const struct state *view, int piece, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    struct point          outline[RING_POINTS];

    must(is_piece(m, piece));
    json_open(writer, '[');
    for (int i = 0; i < ruleset->ring_count; i++) {
        int32_t distance = 0, count = ruleset->ring(m, view, piece, i, &distance, outline, RING_POINTS);
        if (count == 0) continue;
        json_open(writer, '{');
        write_text(writer, "name", ruleset->rings[i].name);
        write_rule(ruleset, rule_cited(ruleset, ruleset->rings[i].rule), writer);
        json_key(writer, "threat");
        json_write_boolean(writer, ruleset->rings[i].threat);
        write_number(writer, "distance", distance);
        json_key(writer, "outline");
        points_write(outline, count, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void sight_write(const struct match *m, const struct state *view, int piece, int target, struct point at, const struct texts *texts,
                 enum language language, struct json_writer *writer)
{
    struct refusal why = { .unit = NOBODY };
    bool           seen;

    must(is_piece(m, piece) && (target == NOBODY || is_piece(m, target)));
    seen = !ruleset_of(m)->sees(m, view, piece, target, at, &why);
    if (seen && !why.rule) {
        json_write_null(writer);
        return;
    }
    why.rule = rule_cited(ruleset_of(m), why.rule);
    if (seen) {
        json_open(writer, '{');
        json_key(writer, "covered");
    }
    refusal_write(m, &why, texts, language, writer);
    if (seen) json_close(writer, '}');
}

/* What may not be done. */

/* Who asks about what. */
struct question {
    const struct match  *m;
    const struct state  *view;
    seat_id              seat;
    const struct texts  *texts;
    enum language        language;
    const struct offers *offers;
    struct json_writer  *writer;
};

/* A refusal with nothing behind it. */
static bool is_bare(const struct refusal *why)
{
    for (int i = 0; i < REFUSAL_VALUES; i++)
        if (why->value[i]) return false;
    return why->unit == NOBODY && !why->element;
}

/*
 * The rule that forbids it, or 0: also when it is just not what is asked for now, which is the phase's own rule without a number or a
 * piece behind it. What explains a refusal is only worked out where it matters.
 */
static rule_id forbidden(const struct question *q, const struct decision *d)
{
    const struct phase *phase = ruleset_of(q->m)->phases[flow_top_const(flow_of_const(q->view))->phase];
    rule_id             rule = play_refuse(q->m, q->view, q->seat, d, NULL);
    struct refusal      why;

    if (rule != rule_cited(ruleset_of(q->m), phase->rule)) return rule;
    play_refuse(q->m, q->view, q->seat, d, &why);
    return is_bare(&why) ? 0 : rule;
}

/* `whole`: whatever is chosen. */
static void write_forbidden(const struct question *q, const struct decision *d, bool whole)
{
    const struct decision_kind *kind = &ruleset_of(q->m)->kinds[d->kind];
    struct refusal              why;
    char                        sentence[SENTENCE];
    struct out                  out = out_over(sentence, sizeof sentence);

    play_refuse(q->m, q->view, q->seat, d, &why);
    json_open(q->writer, '{');
    write_text(q->writer, "do", kind->name);
    if (kind->uses & USES_CHOICE && !whole) write_text(q->writer, "choice", kind->choices->list[d->choice]);
    if (kind->uses & USES_TARGET) write_text(q->writer, "target", match_head(q->m)->piece[d->target].id);
    write_rule(ruleset_of(q->m), why.rule, q->writer);
    if (q->texts) {
        explain_refusal(q->texts, q->language, q->m, &why, &out);
        if (out.full) out_trim(&out);
        write_text(q->writer, "text", sentence);
    }
    json_close(q->writer, '}');
}

static int choices_of(const struct decision_kind *kind)
{
    return kind->uses & USES_CHOICE ? kind->choices->count : 1;
}

/* The rule that forbids every choice, as for the first of them, or 0 when one is open or they are forbidden by several rules. */
static rule_id forbidden_wholly(const struct question *q, struct decision d)
{
    int     choices = choices_of(&ruleset_of(q->m)->kinds[d.kind]);
    rule_id rule = forbidden(q, &d);

    for (d.choice = 1; rule && d.choice < choices; d.choice++)
        if (forbidden(q, &d) != rule) return 0;
    return rule;
}

/* A choice of its own for each that is forbidden, unless one rule forbids them all. */
static void list_choices(const struct question *q, struct decision d)
{
    int choices = choices_of(&ruleset_of(q->m)->kinds[d.kind]);

    if (forbidden_wholly(q, d)) {
        write_forbidden(q, &d, true);
        return;
    }
    for (d.choice = 0; d.choice < choices; d.choice++)
        if (forbidden(q, &d)) write_forbidden(q, &d, false);
}

static bool is_forbidden_whatever(const struct question *q, struct decision d, rule_id *rule)
{
    int choices = choices_of(&ruleset_of(q->m)->kinds[d.kind]);

    *rule = forbidden(q, &d);
    for (d.choice = 1; *rule && d.choice < choices; d.choice++)
        if (!forbidden(q, &d)) return false;
    return *rule != 0;
}

/* Each rule once, with the first target that it keeps from the piece. */
static void list_targets(const struct question *q, struct decision d)
{
    rule_id told[DISTINCT_RULES], rule;
    int     count = 0;

    for (d.target = 0; d.target < match_head(q->m)->pieces; d.target++) {
        bool known = false;
        if (d.target == d.unit || !is_forbidden_whatever(q, d, &rule)) continue;
        for (int i = 0; i < count; i++) known |= told[i] == rule;
        if (known || count == DISTINCT_RULES) continue;
        told[count++] = rule;
        write_forbidden(q, &d, true);
    }
}

static bool is_offered(const struct question *q, const struct decision *d)
{
    for (int32_t i = 0; i < q->offers->count; i++) {
        const struct decision *offered = &q->offers->list[i].decision;
        if (offered->kind == d->kind && offered->unit == d->unit) return true;
    }
    return false;
}

/* A unit field by name, or 0 when pieces have none: where pieces have a place it is x, y, heading. */
static int32_t field_named(const struct question *q, int piece, const char *name)
{
    const struct ruleset *ruleset = ruleset_of(q->m);

    for (int i = 0; i < ruleset->unit_field_count; i++)
        if (!strcmp(ruleset->unit_fields[i].name, name)) return field_get(&ruleset->unit_fields[i], state_unit(q->m, q->view, piece));
    return 0;
}

/* Nothing is open to it at all, so that any values will do to learn why: the piece's own place, and a number that is none. */
static void list_open(const struct question *q, struct decision d, uint8_t uses)
{
    if (is_offered(q, &d)) return;
    if (uses & USES_AT) d.at = (struct point){ field_named(q, d.unit, "x"), field_named(q, d.unit, "y") };
    if (uses & USES_HEADING) d.heading = field_named(q, d.unit, "heading");
    if (uses & USES_VALUE) d.value = -1;
    if (forbidden(q, &d)) write_forbidden(q, &d, true);
}

void refusals_write(const struct match *m, const struct state *view, seat_id seat, int piece, const struct texts *texts,
                    enum language language, struct offers *offers, struct json_writer *writer)
{
    const struct ruleset *ruleset = ruleset_of(m);
    struct question       q = { m, view, seat, texts, language, offers, writer };
    bool                  asked = seat >= 0 && seat < match_head(m)->seats && play_asked(view) & SEAT_BIT(seat);

    must(is_piece(m, piece));
    json_open(writer, '[');
    if (asked) play_offer(m, view, seat, offers);
    for (uint16_t kind = 0; asked && kind < ruleset->kind_count; kind++) {
        struct decision d = { .kind = kind, .unit = (int16_t)piece };
        uint8_t         uses = ruleset->kinds[kind].uses;
        if (!(uses & USES_UNIT)) continue;
        if (uses & (USES_AT | USES_HEADING | USES_VALUE)) list_open(&q, d, uses);
        else if (uses & USES_TARGET) list_targets(&q, d);
        else list_choices(&q, d);
    }
    json_close(writer, ']');
}

static void write_answer(const struct match *m, seat_id by, const struct decision *d, const struct texts *texts, enum language language,
                         struct json_writer *writer)
{
    char       text[SENTENCE];
    struct out out = out_over(text, sizeof text);

    json_key(writer, "by");
    json_write_string(writer, seat_name(by));
    decision_write(m, d, writer);
    if (!texts) return;
    explain_decision(texts, language, m, d, &out);
    if (out.full) out_trim(&out);
    json_key(writer, "text");
    json_write_string(writer, text);
}

void answers_write(const struct match *m, const struct state *world, seat_id seat, const struct decision *d, enum odds_policy policy,
                   const struct texts *texts, enum language language, struct arena *arena, struct json_writer *writer)
{
    size_t               mark = arena->used;
    struct odds_question question;
    struct odds          odds;
    struct changes       changes;
    struct fault         fault = { 0 };

    json_key(writer, "answers");
    json_open(writer, '[');
    if (!odds_question(m, world, seat, d, policy, arena, &question, &fault)) question.count = 0;
    for (int32_t i = 0; question.count > 1 && i < question.count; i++) {
        arena->used = mark;
        if (!odds_given(m, world, seat, d, policy, &question.answer[i], arena, &odds, &fault) ||
            !chances_of(&odds, world, arena, &changes, &fault))
            continue;
        json_open(writer, '{');
        write_answer(m, question.seat, &question.answer[i], texts, language, writer);
        chances_write(&odds, &changes, writer);
        json_close(writer, '}');
    }
    arena->used = mark;
    json_close(writer, ']');
}
