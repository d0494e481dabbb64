/* explain.c: see explain.h. */
#include "explain.h"
#include "must.h"
#include "state.h"

#include <string.h>

static bool read_rule(const struct json_document *document, const struct json *node, const struct ruleset *ruleset,
                      struct texts *texts, struct fault *fault)
{
    const char       *id = NULL;
    struct rule_text *rule;
    rule_id           index;

    if (!json_string(document, node, "id", &id, fault)) return false;
    index = rule_named(ruleset, id);
    if (!index) return json_fault(document, node, fault, "%s has no rule \"%s\"", ruleset->id, id);
    rule = &texts->rule[index];
    if (rule->id) return json_fault(document, node, fault, "rule \"%s\" is given twice", id);
    rule->id = id;
    return json_string(document, node, "chapter", &rule->chapter, fault) &&
           json_string(document, node, "en", &rule->text[ENGLISH], fault) &&
           json_string(document, node, "fr", &rule->text[FRENCH], fault) &&
           json_find_string(document, node, "option", &rule->option, fault) &&
           json_string(document, node, "provenance", &rule->provenance, fault);
}

static bool open_document(struct json_document *document, const struct library *library, const char *folder,
                          const char *file, struct arena *arena, struct fault *fault)
{
    char                   name[128];
    struct out             out = out_over(name, sizeof name);
    const struct document *found;

    out_format(&out, "%s/%s.json", folder, file);
    found = library_find(library, name);
    if (!found) return fault_say(fault, name, 0, "this document is missing");
    return json_parse(document, found->name, found->text, found->length, arena, fault);
}

static bool load_rules(struct texts *texts, const struct ruleset *ruleset, const struct library *library,
                       struct arena *arena, struct fault *fault)
{
    struct json_document document;
    const struct json   *rules = NULL;

    texts->rule = arena_take(arena, (ruleset->rule_count + 1u) * sizeof *texts->rule);
    if (!texts->rule) return fault_say(fault, ruleset->id, 0, "there is not enough memory for the rules");
    if (!open_document(&document, library, ruleset->id, "rules", arena, fault)) return false;
    if (!json_branch(&document, document.root, "rules", JSON_ARRAY, &rules, fault)) return false;
    for (const struct json *node = rules->as.child; node; node = node->next)
        if (!read_rule(&document, node, ruleset, texts, fault)) return false;
    for (int i = 1; i <= ruleset->rule_count; i++)
        if (!texts->rule[i].id) return json_fault(&document, rules, fault, "rule \"%s\" is missing", ruleset->rules[i]);
    return true;
}

bool texts_load(struct texts *texts, const struct ruleset *ruleset, const struct library *library, struct arena *arena,
                struct fault *fault)
{
    *texts = (struct texts){ .ruleset = ruleset };
    if (!load_rules(texts, ruleset, library, arena, fault)) return false;
    for (int language = 0; language < LANGUAGES; language++) {
        struct json_document documents[2];
        if (!open_document(&documents[0], library, "text", language_code[language], arena, fault) ||
            !open_document(&documents[1], library, ruleset->id, language_code[language], arena, fault) ||
            !catalogue_make(&texts->catalogue[language], (enum language)language, documents, 2, arena, fault))
            return false;
    }
    return true;
}

enum { NAME = 64 };

/* The values of a sentence: two pieces, the numbers, the names that numbers stand for, ground, and the sides. */
struct filling {
    struct blank blank[4 + EVENT_VALUES + 2 * SEATS_MAX];
    int32_t      count;
    char         name[3][NAME];
    char         ground[NAME];
    char         value[EVENT_VALUES][NAME];
    char         side[SEATS_MAX][NAME];
};

static void fill_text(struct filling *filling, const char *name, const char *text)
{
    filling->blank[filling->count++] = (struct blank){ name, text, 0 };
}

static void fill_number(struct filling *filling, const char *name, int64_t number)
{
    filling->blank[filling->count++] = (struct blank){ name, NULL, number };
}

/* The text of "<set>.<name>.the" for `the`, and where there is none, or for a bare name, that of "<set>.<name>"; NULL without either. */
static const char *find_noun(const struct catalogue *catalogue, const char *set, const char *name, bool the)
{
    char        with[NAME];
    struct out  out = out_over(with, sizeof with);
    const char *text;

    out_format(&out, "%s.the", name);
    text = the && !out.full ? text_find_in(catalogue, set, with) : NULL;
    return text ? text : text_find_in(catalogue, set, name);
}

/* Two of one name are told apart by their seats. */
static bool has_namesake(const struct match *m, seat_id seat)
{
    const struct match_head *head = match_head(m);
    const struct side_name  *own = &head->side[seat];

    for (seat_id other = 0; other < head->seats; other++) {
        const struct side_name *side = &head->side[other];
        if (other == seat) continue;
        if (own->nation && side->nation && !strcmp(own->nation, side->nation)) return true;
        if (own->name[0] && side->name[0] && !strcmp(own->name[0], side->name[0])) return true;
    }
    return false;
}

void explain_side(const struct texts *texts, enum language language, const struct match *m, seat_id seat, bool the, struct out *out)
{
    const struct catalogue *catalogue = &texts->catalogue[language];
    const struct side_name *side = &match_head(m)->side[seat];
    const char             *given = side->name[language], *text = NULL, *frame = the ? text_find(catalogue, "side.the") : NULL;

    if (side->nation) text = find_noun(catalogue, "belligerent", side->nation, the);
    if (!text && given && frame) {
        text_fill(out, language, frame, &(struct blank){ "name", given, 0 }, 1);
    } else {
        if (!text) text = given ? given : find_noun(catalogue, "seat", seat_name(seat), the);
        out_text(out, text ? text : seat_name(seat));
    }
    if (has_namesake(m, seat)) out_format(out, " (%s)", seat_name(seat));
}

/*
 * A piece is called by its name, or its id, and its type: "A1 (pike)"; one that has a name and is of a type with words for it
 * ("called.leader") by those.
 */
static void fill_piece(struct filling *filling, const struct texts *texts, enum language language, const struct match *m, const char *name,
                       int piece, int slot)
{
    const struct match_head *head = match_head(m);
    struct out               out = out_over(filling->name[slot], sizeof filling->name[slot]);
    const char              *type, *given, *called;

    if (piece < 0 || piece >= head->pieces) return;
    type = text_find_in(&texts->catalogue[language], "unit", head->piece[piece].type);
    given = head->piece[piece].name[language];
    called = given ? text_find_in(&texts->catalogue[language], "called", head->piece[piece].type) : NULL;
    if (called) {
        text_fill(&out, language, called, &(struct blank){ "name", given, 0 }, 1);
    } else {
        out_text(&out, given ? given : head->piece[piece].id);
        if (type) out_format(&out, " (%s)", type);
    }
    if (out.full) out_trim(&out);
    fill_text(filling, name, filling->name[slot]);
}

/* Which of its kind a plot is, from 0, with how many there are of that kind; of one beyond the match, which of those it is. */
static int32_t place_among(const struct match *m, int32_t number, const struct plot *plot, int32_t *of_kind)
{
    struct plot other;
    int32_t     before = 0, all = 0, i = 0;

    for (; ruleset_of(m)->plot(m, i, &other); i++) {
        if (!plot || strcmp(other.kind, plot->kind)) continue;
        before += i < number;
        all++;
    }
    *of_kind = all;
    return plot ? before : number - i;
}

static void write_letter(struct out *out, int32_t place)
{
    if (place >= 26) write_letter(out, place / 26 - 1);
    out_char(out, (char)('A' + place % 26));
}

/* {ground}: "the farm", or "the small building B" of one without a name; of what was laid in play "building C", as the map has it. */
static void fill_ground(struct filling *filling, const struct texts *texts, enum language language, const struct match *m, int32_t number)
{
    const struct catalogue *catalogue = &texts->catalogue[language];
    struct out              out = out_over(filling->ground, sizeof filling->ground);
    struct plot             plot = { 0 };
    const char             *text;
    int32_t                 place, of_kind;
    bool                    own;

    if (!texts->ruleset->plot || number < 0) return;
    own = texts->ruleset->plot(m, number, &plot);
    place = place_among(m, number, own ? &plot : NULL, &of_kind);
    text = own ? find_noun(catalogue, "ground", plot.id, true) : NULL;
    if (text) {
        out_text(&out, text);
    } else {
        text = own ? find_noun(catalogue, "terrain", plot.kind, true) : find_noun(catalogue, "ground", "laid", true);
        out_text(&out, text ? text : own ? plot.kind : "");
        if (!own || of_kind > 1) {
            if (out.used) out_char(&out, ' ');
            write_letter(&out, place);
        }
    }
    if (out.full) out_trim(&out);
    fill_text(filling, "ground", filling->ground);
}

/* The seat that a name of a set stands for, or NO_SEAT: see names in decision.h. */
static seat_id seat_among(const struct match *m, const struct names *names, int32_t value)
{
    seat_id seat = !strcmp(names->set, "seat") || !strcmp(names->set, "winner") ? seat_named(names->list[value]) : NO_SEAT;

    return between(0, seat, match_head(m)->seats - 1) ? seat : NO_SEAT;
}

/* What a number stands for in words; a side's own are written to `room`. */
static const char *name_of(const struct texts *texts, enum language language, const struct match *m, const struct names *names,
                           int32_t value, char room[NAME])
{
    seat_id     seat = seat_among(m, names, value);
    struct out  out = out_over(room, NAME);
    const char *text;

    if (seat == NO_SEAT) {
        text = text_find_in(&texts->catalogue[language], names->set, names->list[value]);
        return text ? text : names->list[value];
    }
    explain_side(texts, language, m, seat, true, &out);
    if (out.full) out_trim(&out);
    return room;
}

/* A number that stands for a name is written as that name in the language. */
static void fill_value(struct filling *filling, const struct texts *texts, enum language language, const struct match *m,
                       const struct names *names, int i, int32_t value)
{
    static const char *const name[EVENT_VALUES] = { "0", "1", "2", "3", "4", "5" };

    if (names && between(0, value, names->count - 1))
        fill_text(filling, name[i], name_of(texts, language, m, names, value, filling->value[i]));
    else fill_number(filling, name[i], value);
}

/* {A} is the side of that seat by its bare name, {A_level} what its points are held against. */
static void fill_sides(struct filling *filling, const struct texts *texts, enum language language, const struct match *m)
{
    static const char *const level[SEATS_MAX] = { "A_level", "B_level", "C_level", "D_level" };
    const struct ruleset    *ruleset = texts->ruleset;

    for (seat_id seat = 0; seat < match_head(m)->seats; seat++) {
        struct out out = out_over(filling->side[seat], NAME);
        explain_side(texts, language, m, seat, false, &out);
        if (out.full) out_trim(&out);
        fill_text(filling, seat_name(seat), filling->side[seat]);
        if (ruleset->score_level) fill_number(filling, level[seat], ruleset->score_level(m, seat));
    }
}

static void write_roll(const struct catalogue *catalogue, const struct event *event, struct out *out)
{
    struct blank blank[] = { { "count", NULL, event->count }, { "sides", NULL, event->sides }, { "need", NULL, event->need } };
    const char  *text = text_find(catalogue, event->need ? "engine.roll_need" : "engine.roll");

    if (text) text_fill(out, catalogue->language, text, blank, 3);
    for (int i = 0; i < event->count; i++) {
        out_char(out, ' ');
        out_integer(out, event->as.face[i]);
    }
}

/* An engine record: dice, or a line of an account. */
static void write_record(const struct catalogue *catalogue, const struct texts *texts, const struct event *event, struct out *out)
{
    static const char *const key[] = { [EVENT_BASE] = "engine.base", [EVENT_REASON] = "engine.reason",
                                       [EVENT_TOTAL] = "engine.total", [EVENT_CITE] = "engine.cite" };
    struct blank blank[] = { { "0", NULL, event->as.value[0] }, { "rule", texts->ruleset->rules[event->rule], 0 } };
    const char  *text;

    if (event->kind == EVENT_ROLL) {
        write_roll(catalogue, event, out);
        return;
    }
    must(event->kind <= EVENT_CITE);
    text = text_find(catalogue, key[event->kind]);
    if (text) text_fill(out, catalogue->language, text, blank, 2);
}

static void write_event(const struct texts *texts, enum language language, const struct match *m, const struct event *event,
                        const char *text, struct out *out)
{
    const struct event_kind *kind = &texts->ruleset->events[event->kind - EVENT_OWN];
    struct filling           filling = { .count = 0 };

    fill_piece(&filling, texts, language, m, "unit", event->unit, 0);
    fill_piece(&filling, texts, language, m, "target", event->target, 1);
    for (int i = 0; i < EVENT_VALUES; i++)
        fill_value(&filling, texts, language, m, i < 3 ? kind->names[i] : NULL, i, event->as.value[i]);
    fill_ground(&filling, texts, language, m, event->as.value[0]);
    fill_sides(&filling, texts, language, m);
    text_fill(out, language, text, filling.blank, filling.count);
}

/* The sentence of an event; one without a target may have words of its own, "event.<name>.alone". */
static const char *find_sentence(const struct catalogue *catalogue, const struct event *event, const char *name)
{
    char        alone[NAME];
    struct out  out = out_over(alone, sizeof alone);
    const char *text = NULL;

    out_format(&out, "%s.alone", name);
    if (event->target < 0 && !out.full) text = text_find_in(catalogue, "event", alone);
    return text ? text : text_find_in(catalogue, "event", name);
}

bool explain_is_silent(const struct texts *texts, const struct event *event)
{
    const struct event_kind *kind;

    if (event->kind < EVENT_OWN) return false;
    must(event->kind - EVENT_OWN < texts->ruleset->event_count);
    kind = &texts->ruleset->events[event->kind - EVENT_OWN];
    return kind->place && !text_find_in(&texts->catalogue[ENGLISH], "event", kind->name);
}

void explain_event(const struct texts *texts, enum language language, const struct match *m, const struct event *event,
                   struct out *out)
{
    const struct catalogue *catalogue = &texts->catalogue[language];
    const char             *name, *text;

    if (event->kind < EVENT_OWN) {
        write_record(catalogue, texts, event, out);
        return;
    }
    must(event->kind - EVENT_OWN < texts->ruleset->event_count);
    name = texts->ruleset->events[event->kind - EVENT_OWN].name;
    if (explain_is_silent(texts, event)) return;
    text = find_sentence(catalogue, event, name);
    write_event(texts, language, m, event, text ? text : name, out);
}

void explain_brief(const struct texts *texts, enum language language, const struct match *m, const struct event *event, struct out *out)
{
    const char *text;

    if (event->kind < EVENT_OWN) return;
    must(event->kind - EVENT_OWN < texts->ruleset->event_count);
    text = text_find_in(&texts->catalogue[language], "brief", texts->ruleset->events[event->kind - EVENT_OWN].name);
    if (text) write_event(texts, language, m, event, text, out);
}

void explain_refusal(const struct texts *texts, enum language language, const struct match *m, const struct refusal *refusal,
                     struct out *out)
{
    const struct catalogue *catalogue = &texts->catalogue[language];
    struct filling          filling = { .count = 0 };
    const char             *id = texts->ruleset->rules[refusal->rule];
    const char             *text = text_find_in(catalogue, "refusal", id);

    out_format(out, "%s: ", id);
    if (!text) {
        out_text(out, texts->rule[refusal->rule].text[language]);
        return;
    }
    fill_piece(&filling, texts, language, m, "unit", refusal->unit, 0);
    if (refusal->terrain) {
        const char *terrain = text_find_in(catalogue, "terrain", refusal->terrain);
        fill_text(&filling, "terrain", terrain ? terrain : refusal->terrain);
    }
    for (int i = 0; i < REFUSAL_VALUES; i++) fill_value(&filling, texts, language, m, NULL, i, refusal->value[i]);
    text_fill(out, language, text, filling.blank, filling.count);
}

void explain_decision(const struct texts *texts, enum language language, const struct match *m, const struct decision *d,
                      struct out *out)
{
    const struct catalogue     *catalogue = &texts->catalogue[language];
    const struct decision_kind *kind = &texts->ruleset->kinds[d->kind];
    struct filling              filling = { .count = 0 };
    const char                 *text = text_find_in(catalogue, "do", kind->name);

    if (kind->uses & USES_UNIT) fill_piece(&filling, texts, language, m, "unit", d->unit, 0);
    if (kind->uses & USES_TARGET) fill_piece(&filling, texts, language, m, "target", d->target, 1);
    if (kind->uses & USES_CHOICE)
        fill_text(&filling, "choice", name_of(texts, language, m, kind->choices, d->choice, filling.value[0]));
    /* {other}: the value of a kind that names one more piece by it. */
    if (kind->uses & USES_VALUE) {
        fill_number(&filling, "value", d->value);
        fill_piece(&filling, texts, language, m, "other", d->value, 2);
        fill_ground(&filling, texts, language, m, d->value);
    }
    if (kind->uses & USES_AT) {
        fill_number(&filling, "x", d->at.x);
        fill_number(&filling, "y", d->at.y);
    }
    text_fill(out, language, text ? text : kind->name, filling.blank, filling.count);
}
