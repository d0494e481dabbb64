/* case_check.c: checks of values and views. */
#include "case_parts.h"
#include "state.h"

#include <stdio.h>
#include <string.h>

seat_id case_seat(struct case_run *run, const struct json *node, const char *name, bool watching)
{
    seat_id seat = seat_named(name);

    if (watching && !strcmp(name, seat_name(SPECTATOR))) return SPECTATOR;
    if (seat != NO_SEAT && seat < match_head(run->match)->seats) return seat;
    case_wrong(run, node, "there is no seat \"%s\"", name);
    return NO_SEAT;
}

bool case_value(struct case_run *run, const struct json *node, const struct names *names, const char *what, int32_t *value)
{
    if (names && node->type == JSON_STRING) {
        *value = name_index(names, node->as.string);
        return *value >= 0 || case_wrong(run, node, "\"%s\" is no %s", node->as.string, what);
    }
    if (node->type != JSON_INTEGER || !between(INT32_MIN, node->as.integer, INT32_MAX))
        return case_wrong(run, node, "\"%s\" must be a whole number%s", what, names ? " or a name" : "");
    *value = (int32_t)node->as.integer;
    return true;
}

const struct field *case_field(const struct field *fields, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(fields[i].name, name)) return &fields[i];
    return NULL;
}

/* What is being compared: the values of one piece or of the game, wanted or unwanted. */
struct comparison {
    const struct field *fields;
    int                 count;
    const void         *base;
    const char         *place;          /* "units.A1", "game" */
    const char         *viewer;         /* "" or ", seen by B" */
    bool                unwanted;
};

static void write_value(const struct field *field, int32_t value, char *text, size_t size)
{
    if (field->names && between(0, value, field->names->count - 1)) snprintf(text, size, "%s", field->names->list[value]);
    else snprintf(text, size, "%d", value);
}

/* A wanted value is a number, a name, or a range as a list of its two ends. */
static bool read_range(struct case_run *run, const struct json *node, const struct field *field, int32_t *low, int32_t *high)
{
    if (node->type == JSON_ARRAY) {
        if (node->count != 2) return case_wrong(run, node, "a range has two ends");
        return case_value(run, node->as.child, NULL, field->name, low) &&
               case_value(run, node->as.child->next, NULL, field->name, high);
    }
    if (!case_value(run, node, field->names, field->name, low)) return false;
    *high = *low;
    return true;
}

static bool compare_fields(struct case_run *run, const struct json *object, const struct comparison *c)
{
    if (object->type != JSON_OBJECT) return case_wrong(run, object, "an object of values is expected here");
    for (const struct json *node = object->as.child; node; node = node->next) {
        const struct field *field = case_field(c->fields, c->count, node->key);
        int32_t             low = 0, high = 0, found;
        char                text[2][32];
        if (!field) return case_wrong(run, node, "there is no value \"%s\"", node->key);
        if (!read_range(run, node, field, &low, &high)) return false;
        found = field_get(field, c->base);
        if (between(low, found, high) != c->unwanted) continue;
        write_value(field, low, text[0], sizeof text[0]);
        write_value(field, found, text[1], sizeof text[1]);
        if (c->unwanted)
            case_fail(run, node, "expected %s.%s%s not to be %s", c->place, field->name, c->viewer, text[1]);
        else if (low == high)
            case_fail(run, node, "expected %s.%s%s to be %s, found %s", c->place, field->name, c->viewer, text[0], text[1]);
        else
            case_fail(run, node, "expected %s.%s%s from %d to %d, found %s", c->place, field->name, c->viewer, low, high, text[1]);
    }
    return true;
}

/* {"game": {..}, "units": {"A1": {..}}} against a state or a view. */
static bool compare_state(struct case_run *run, const struct json *object, const struct state *s, const char *viewer,
                          bool unwanted)
{
    const struct ruleset *ruleset = run->ruleset;
    const struct json    *game = NULL, *units = NULL;
    struct comparison     c = { ruleset->game_fields, ruleset->game_field_count, s, "game", viewer, unwanted };

    if (!json_find_branch(&run->document, object, "game", JSON_OBJECT, &game, &run->fault) ||
        !json_find_branch(&run->document, object, "units", JSON_OBJECT, &units, &run->fault))
        return false;
    if (game && !compare_fields(run, game, &c)) return false;
    c.fields = ruleset->unit_fields;
    c.count = ruleset->unit_field_count;
    for (const struct json *node = units ? units->as.child : NULL; node; node = node->next) {
        int16_t piece = match_piece(run->match, node->key);
        char    place[64];
        if (piece == NOBODY) return case_wrong(run, node, "there is no unit \"%s\"", node->key);
        snprintf(place, sizeof place, "units.%s", node->key);
        c.place = place;
        c.base = state_unit(run->match, s, piece);
        if (!compare_fields(run, node, &c)) return false;
    }
    return true;
}

static bool check_phase(struct case_run *run, const struct json *phase)
{
    const struct flow *flow = flow_of_const(run->game.state);
    const char        *found = flow->over ? "over" : run->ruleset->phases[flow_top_const(flow)->phase]->name;

    if (phase->type != JSON_STRING || (strcmp(phase->as.string, "over") && phase_named(run->ruleset, phase->as.string) < 0))
        return case_wrong(run, phase, "this is no phase of %s, nor \"over\"", run->ruleset->id);
    if (strcmp(phase->as.string, found)) case_fail(run, phase, "expected the phase %s, found %s", phase->as.string, found);
    return true;
}

static void write_seats(uint8_t seats, char *text, size_t size)
{
    struct out out = out_over(text, size);

    for (seat_id seat = 0; seat < SEATS_MAX; seat++)
        if (seats & SEAT_BIT(seat)) out_format(&out, "%s%s", out.used ? " and " : "", seat_name(seat));
    if (!out.used) out_text(&out, "nobody");
}

static bool check_asked(struct case_run *run, const struct json *asked)
{
    uint8_t found = play_asked(run->game.state), wanted = 0;
    char    text[2][32];

    if (asked->type != JSON_ARRAY) return case_wrong(run, asked, "\"asked\" must be a list of seats");
    for (const struct json *node = asked->as.child; node; node = node->next) {
        seat_id seat = case_seat(run, node, node->type == JSON_STRING ? node->as.string : "", false);
        if (seat == NO_SEAT) return false;
        wanted |= SEAT_BIT(seat);
    }
    write_seats(wanted, text[0], sizeof text[0]);
    write_seats(found, text[1], sizeof text[1]);
    if (wanted != found) case_fail(run, asked, "expected %s to be asked, found %s", text[0], text[1]);
    return true;
}

static bool check_winner(struct case_run *run, const struct json *winner)
{
    const struct flow *flow = flow_of_const(run->game.state);
    const char        *wanted = winner->type == JSON_STRING ? winner->as.string : "";
    const char        *found = flow->winner == NO_SEAT ? "draw" : seat_name(flow->winner);

    if (!flow->over) found = "that the game goes on";
    if (strcmp(wanted, "draw") && case_seat(run, winner, wanted, false) == NO_SEAT) return false;
    if (strcmp(wanted, found)) case_fail(run, winner, "expected the winner %s, found %s", wanted, found);
    return true;
}

bool case_check_expect(struct case_run *run, const struct json *expect)
{
    static const char *const allowed[] = { "units", "game", "phase", "asked", "winner", "rule", NULL };
    int32_t                  failures = run->result.failures;
    const struct json       *phase = json_get(expect, "phase"), *asked = json_get(expect, "asked");
    const struct json       *winner = json_get(expect, "winner");

    if (!json_keys(&run->document, expect, allowed, &run->fault)) return false;
    if (phase && !check_phase(run, phase)) return false;
    if (asked && !check_asked(run, asked)) return false;
    if (winner && !check_winner(run, winner)) return false;
    return compare_state(run, expect, run->game.state, "", false) && case_claim(run, expect, failures);
}

static bool check_view(struct case_run *run, const struct json *node)
{
    static const char *const allowed[] = { "must", "must_not", "rule", NULL }, *const inner[] = { "units", "game", NULL };
    int32_t                  failures = run->result.failures;
    const struct json       *part[2] = { NULL, NULL };
    seat_id                  seat = case_seat(run, node, node->key, true);
    char                     viewer[32];

    if (seat == NO_SEAT) return false;
    if (!json_keys(&run->document, node, allowed, &run->fault) ||
        !json_find_branch(&run->document, node, "must", JSON_OBJECT, &part[0], &run->fault) ||
        !json_find_branch(&run->document, node, "must_not", JSON_OBJECT, &part[1], &run->fault))
        return false;
    snprintf(viewer, sizeof viewer, ", seen by %s,", node->key);
    game_view(&run->game, seat, run->view);
    for (int i = 0; i < 2; i++)
        if (part[i] && (!json_keys(&run->document, part[i], inner, &run->fault) ||
                        !compare_state(run, part[i], run->view, viewer, i == 1)))
            return false;
    return case_claim(run, node, failures);
}

bool case_check_seen(struct case_run *run, const struct json *seen_by)
{
    if (seen_by->type != JSON_OBJECT) return case_wrong(run, seen_by, "\"seen_by\" must be an object of seats");
    for (const struct json *node = seen_by->as.child; node; node = node->next)
        if (!check_view(run, node)) return false;
    return true;
}
