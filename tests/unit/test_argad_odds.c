/*
 * test_argad_odds.c: the probabilities of Argad!'s ledger, row by row, out of the odds of the very decisions.
 *
 * docs/ledger/argad/probabilities.json and the ledger's table of exchanges say how likely shots, blows, slow ground and volleys are. For
 * each row a small field is set up and played as far as the decision, men running and riders charging where the row means that; then the odds
 * of shooting, striking or moving must be the row's, as exact fractions or to the last digit that is printed.
 *
 *   test_argad_odds DATA-DIRECTORY LEDGER-DIRECTORY
 */
#include "documents.h"
#include "odds.h"
#include "registry.h"
#include "state.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Of the ruleset: the chances of a blow in 36ths without a throw, which proposals and computer players use. */
void argad_chances(const struct match *m, int target, int modifiers, int *hit, int *push);

enum { MEMORY = 8 << 20, ODDS_MEMORY = 64 << 20, TEXT = 32 << 10, DOCUMENTS = 1024, CM = 1000, MIDDLE = 50 * CM };
enum { FOOT_RADIUS = CM, HALF_HORSE = 2500 };

static struct library       library;
static struct json_document ledger;
static const char          *ledger_directory;

/* The field that is being asked about. */
static const struct match *m;
static struct state       *s;
static char                memory[MEMORY], odds_memory[ODDS_MEMORY], state_memory[1 << 18];
static struct odds         odds;

/* Texts that grow. */

struct text { char bytes[TEXT]; size_t length; };

static void add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *text, const char *format, ...)
{
    va_list list;
    int     written;

    va_start(list, format);
    written = vsnprintf(text->bytes + text->length, sizeof text->bytes - text->length, format, list);
    va_end(list);
    assert_true(written >= 0 && text->length + (size_t)written < sizeof text->bytes);
    text->length += (size_t)written;
}

static struct json_document parse(const char *name, const char *text, struct arena *arena)
{
    struct json_document document;
    struct fault         fault = { .set = false };

    if (!json_parse(&document, name, text, strlen(text), arena, &fault)) fail_msg("%s:%d: %s\n%s", fault.file, fault.line, fault.text, text);
    return document;
}

/* A field. */

struct field_set { struct text terrain, figures, profiles, units; const char *options; };

static struct field_set f;

static void clear(const char *options)
{
    f.terrain.length = f.figures.length = f.profiles.length = f.units.length = 0;
    f.terrain.bytes[0] = f.figures.bytes[0] = f.profiles.bytes[0] = f.units.bytes[0] = 0;
    f.options = options;
}

static void profile(const char *id, int class, int armour, const char *mover, const char *firearm, const char *weapon)
{
    bool rides = strncmp(mover, "foot", 4) != 0;

    add(&f.profiles, "%s{\"id\":\"%s\",\"class\":%d,\"armour\":%d,\"move\":\"%s\"%s,\"firearms\":[%s],\"weapons\":[%s],\"traits\":[]}",
        f.profiles.length ? "," : "", id, class, armour, mover, rides ? ",\"dismounted\":\"foot_light\"" : "", firearm, weapon);
}

static void figure(const char *id, const char *type, int32_t x, int32_t y, int32_t heading, bool crouched)
{
    add(&f.figures, "%s{\"id\":\"%s\",\"group\":\"G%c\",\"profile\":\"%s\",\"at\":[%d,%d],\"heading\":%d%s}", f.figures.length ? "," : "", id, id[0], type, x,
        y, heading, crouched ? ",\"stance\":\"crouched\"" : "");
}

static void ground(const char *id, const char *kind, int32_t left, int32_t low, int32_t right, int32_t high, const char *more)
{
    add(&f.terrain, "%s{\"id\":\"%s\",\"kind\":\"%s\",\"points\":[[%d,%d],[%d,%d],[%d,%d],[%d,%d]]%s}", f.terrain.length ? "," : "", id, kind, left, low,
        right, low, right, high, left, high, more);
}

static void across(const char *id, const char *kind, int32_t x, int32_t low, int32_t high)
{
    add(&f.terrain, "%s{\"id\":\"%s\",\"kind\":\"%s\",\"points\":[[%d,%d],[%d,%d]]}", f.terrain.length ? "," : "", id, kind, x, low, x, high);
}

/* The field becomes a match, and the state that of the first decision of that phase. */
static void begin(const char *phase)
{
    static struct document documents[DOCUMENTS];
    static struct text     scenario, profiles, position;
    struct arena           arena = arena_over(memory, sizeof memory);
    struct library         own = { documents, library.count };
    struct document        field = { "argad/scenarios/field.json", scenario.bytes, 0 };
    struct fault           fault = { .set = false };
    struct dice            none = dice_listed(NULL, 0);
    struct json_document   options, laid;
    struct play            p;

    scenario.length = profiles.length = position.length = 0;
    add(&scenario,
        "{\"format\":1,\"ruleset\":\"argad\",\"id\":\"field\",\"title\":{\"en\":\"Field\",\"fr\":\"Champ\"},\"turns\":9,"
        "\"table\":{\"width\":120000,\"depth\":100000},\"sides\":[{\"seat\":\"A\",\"name\":{\"en\":\"A\",\"fr\":\"A\"},\"exit\":\"west\",\"zones\":[]},"
        "{\"seat\":\"B\",\"name\":{\"en\":\"B\",\"fr\":\"B\"},\"exit\":\"east\",\"zones\":[]}],\"groups\":[{\"id\":\"GA\",\"seat\":\"A\"},{\"id\":\"GB\","
        "\"seat\":\"B\"}],\"goals\":[],\"terrain\":[%s],\"figures\":[%s],\"units\":[%s]}", f.terrain.bytes, f.figures.bytes, f.units.bytes);
    add(&profiles, "{\"format\":1,\"provenance\":\"reconstructed\",\"profiles\":[%s]}", f.profiles.bytes);
    add(&position, "{\"phase\":\"%s\"}", phase);
    assert_true(library.count <= DOCUMENTS);
    for (int32_t i = 0; i < library.count; i++) {
        documents[i] = library.list[i];
        if (!strcmp(documents[i].name, "argad/profiles.json")) documents[i] = (struct document){ documents[i].name, profiles.bytes, profiles.length };
    }
    field.length = scenario.length;
    options = parse("options", f.options, &arena);
    m = match_load(ruleset_named("argad"), &own, &field, &options, &arena, &fault);
    if (!m) fail_msg("%s:%d: %s\n%s", fault.file, fault.line, fault.text, scenario.bytes);
    assert_true(ruleset_of(m)->state_size <= sizeof state_memory);
    s = (struct state *)(void *)state_memory;
    p = (struct play){ .match = m, .state = s, .dice = &none };
    play_begin(&p);
    laid = parse("position", position.bytes, &arena);
    if (!state_read(m, s, &laid, laid.root, &fault)) fail_msg("%s", fault.text);
    play_advance(&p);
    assert_false(none.short_of);
}

static struct decision decide(const char *text)
{
    char                 scratch[4096];
    struct arena         arena = arena_over(scratch, sizeof scratch);
    struct json_document document = parse("decision", text, &arena);
    struct fault         fault = { .set = false };
    struct decision      d;

    if (!decision_read(m, &document, document.root, &d, &fault)) fail_msg("%s: %s", text, fault.text);
    return d;
}

static void allowed(seat_id seat, const struct decision *d, const char *text)
{
    struct refusal why = { 0 };
    rule_id        rule = play_refuse(m, s, seat, d, &why);

    if (rule) fail_msg("%s is refused by %s\n%s\n%s", text, ruleset_of(m)->rules[rule], f.terrain.bytes, f.figures.bytes);
}

/* Something that needs no dice. */
static void play_out(seat_id seat, const char *text)
{
    struct dice     none = dice_listed(NULL, 0);
    struct play     p = { .match = m, .state = s, .dice = &none };
    struct decision d = decide(text);

    allowed(seat, &d, text);
    play_take(&p, seat, &d);
    play_advance(&p);
    assert_false(none.short_of);
}

static void both_ready(void)
{
    play_out(SEAT_A, "{\"do\":\"ready\"}");
    play_out(SEAT_B, "{\"do\":\"ready\"}");
}

static void ask_odds(const char *text)
{
    struct arena    arena = arena_over(odds_memory, sizeof odds_memory);
    struct fault    fault = { .set = false };
    struct decision d = decide(text);
    struct weight   sum = weight_of(0, 1);

    allowed(SEAT_A, &d, text);
    if (!odds_of(m, s, SEAT_A, &d, ODDS_DECLINE, &arena, &odds, &fault)) fail_msg("%s", fault.text);
    for (int32_t i = 0; i < odds.count; i++) sum = weight_plus(sum, odds.list[i].weight);
    assert_true(weight_equal(sum, weight_of(1, 1)));
}

static const struct field *field_named(const char *name)
{
    const struct ruleset *ruleset = ruleset_of(m);

    for (int32_t i = 0; i < ruleset->unit_field_count; i++)
        if (!strcmp(ruleset->unit_fields[i].name, name)) return &ruleset->unit_fields[i];
    fail_msg("there is no field %s", name);
    return NULL;
}

static int32_t value_of(const struct state *state, int piece, const char *field)
{
    return field_get(field_named(field), state_unit(m, state, piece));
}

static bool is_out(const struct state *state, int piece)
{
    return value_of(state, piece, "status") == name_index(field_named("status")->names, "out");
}

static bool is_elsewhere(const struct state *state, int piece)
{
    return value_of(state, piece, "x") != value_of(s, piece, "x") || value_of(state, piece, "y") != value_of(s, piece, "y");
}

/* The chance that such an outcome holds. */
static struct weight chance_that(bool (*holds)(const struct state *state, const int *context), const int *context)
{
    struct weight sum = weight_of(0, 1);

    for (int32_t i = 0; i < odds.count; i++)
        if (holds(odds_state(&odds, i), context)) sum = weight_plus(sum, odds.list[i].weight);
    return sum;
}

static const char *written(struct weight weight)
{
    static char text[2][160];
    static int  next;
    struct out  out;

    next = !next;
    out = out_over(text[next], sizeof text[next]);
    weight_write(weight, &out);
    return text[next];
}

static double number_of(struct weight weight)
{
    const char *text = written(weight), *line = strchr(text, '/');

    return line ? strtod(text, NULL) / strtod(line + 1, NULL) : strtod(text, NULL);
}

/* The rows. */

static const struct json *rows(const char *name, int count)
{
    const struct json *list = json_get(ledger.root, name);
    int                found = 0;

    assert_true(list && list->type == JSON_ARRAY);
    for (const struct json *row = list->as.child; row; row = row->next) found++;
    assert_int_equal(found, count);
    return list->as.child;
}

static int whole(const struct json *row, const char *key)
{
    const struct json *value = json_get(row, key);

    assert_true(value && value->type == JSON_INTEGER);
    return (int)value->as.integer;
}

static const char *word(const struct json *row, const char *key)
{
    const struct json *value = json_get(row, key);

    assert_true(value && value->type == JSON_STRING);
    return value->as.string;
}

static double decimal(const struct json *row, const char *key)
{
    const struct json *value = json_get(row, key);

    return value && value->type == JSON_INTEGER ? (double)value->as.integer : strtod(word(row, key), NULL);
}

static bool falls(const struct state *state, const int *piece) { return is_out(state, *piece); }

/* Fire. */

enum motion { STANDS, RIDES, WALKS };

struct shot_row { const char *weapon; int terrain, class; bool furtive, cuirass; int32_t gap; enum motion motion; };

/*
 * A shoots along the middle at B, who stands, or runs across behind a gap in a wall of houses, hidden at the start and at the end. Before him is
 * nothing, a hedge, or the wall of a hut with a loophole.
 */
static void aim_at(const struct shot_row *row, const char *options)
{
    int32_t x = 10 * CM, target = x + (row->motion == RIDES ? HALF_HORSE : FOOT_RADIUS) + row->gap + FOOT_RADIUS;
    char    firearm[32], move[96];

    clear(options);
    snprintf(firearm, sizeof firearm, "\"%s\"", row->weapon);
    profile("shooter", row->class, 0, row->motion == RIDES ? "cav_light" : "foot_light", firearm, "\"sabre\"");
    profile("target", 3, row->cuirass ? 4 : 0, "foot_equipped", "", "");
    figure("A1", "shooter", row->motion == WALKS ? x - CM : x, MIDDLE, 9000, false);
    figure("B1", "target", target, row->furtive ? MIDDLE - 8 * CM : MIDDLE, 27000, false);
    if (row->terrain == -2)
        ground("hut", "building", target - 2 * CM, MIDDLE - 12 * CM, target + 6 * CM, MIDDLE + 12 * CM, "");
    else if (row->furtive) {
        ground("left", "building", target - 2500, MIDDLE - 20 * CM, target - 1500, MIDDLE - CM, "");
        ground("right", "building", target - 2500, MIDDLE + CM, target - 1500, MIDDLE + 20 * CM, "");
    }
    if (row->terrain == -2) {
        f.terrain.bytes[--f.terrain.length] = 0;
        add(&f.terrain, ",\"openings\":[{\"id\":\"slit\",\"kind\":\"loophole\",\"from\":[%d,%d],\"to\":[%d,%d]}]}", target - 2 * CM, MIDDLE - 500, target - 2 * CM,
            MIDDLE + 500);
    }
    if (row->terrain == -1) across("hedge", "hedge", target - 1200, MIDDLE - 3 * CM, MIDDLE + 3 * CM);
    begin("plot");
    if (row->furtive) {
        snprintf(move, sizeof move, "{\"do\":\"move\",\"unit\":\"B1\",\"at\":[%d,%d]}", target, MIDDLE + 8 * CM);
        play_out(SEAT_B, move);
    }
    if (row->motion == WALKS) {
        snprintf(move, sizeof move, "{\"do\":\"move\",\"unit\":\"A1\",\"at\":[%d,%d]}", x, MIDDLE);
        play_out(SEAT_A, move);
    }
    both_ready();
    ask_odds("{\"do\":\"shoot\",\"unit\":\"A1\",\"target\":\"B1\"}");
}

static void check_shot(const struct shot_row *row, const char *fraction, int needed, int number)
{
    static const int target = 1;
    const char      *found;

    aim_at(row, "{\"morale\":0,\"surprise\":0}");
    found = written(chance_that(falls, &target));
    if (strcmp(found, fraction)) fail_msg("fire row %d at %d, motion %d: %s, not %s", number, row->gap, row->motion, found, fraction);
    /* With a chain that ends at 7 nothing above it is ever reached. */
    aim_at(row, "{\"morale\":0,\"surprise\":0,\"fire_chain\":1}");
    assert_string_equal(written(chance_that(falls, &target)), needed > 7 ? "0" : fraction);
}

static int32_t lower_end(const char *weapon, int to)
{
    static const struct { const char *weapon; int from, to; } bands[] = {
        { "pistol", 0, 10 }, { "pistol", 10, 20 }, { "carbine", 0, 20 }, { "carbine", 20, 30 }, { "carbine", 30, 40 },
        { "musket", 0, 20 }, { "musket", 20, 40 }, { "musket", 40, 60 },
    };

    for (size_t i = 0; i < sizeof bands / sizeof bands[0]; i++)
        if (!strcmp(bands[i].weapon, weapon) && bands[i].to == to) return bands[i].from ? bands[i].from * CM + 1 : 4 * CM;
    fail_msg("%s has no band to %d", weapon, to);
    return 0;
}

static void every_shot(void **state)
{
    const struct json *row = rows("fire", 312);
    int i = 0;

    (void)state;
    for (; row; row = row->next, i++) {
        const char     *fraction = word(row, "fraction");
        int             needed = whole(row, "needed_natural"), to = whole(row, "to_cm");
        bool            moves = whole(row, "motion_box") != 0;
        struct shot_row shot = { word(row, "weapon"), whole(row, "terrain"), whole(row, "class_box") ? 2 : 3, whole(row, "furtive_target") != 0,
                                 json_get(row, "cuirass")->type == JSON_TRUE, to * CM, moves ? RIDES : STANDS };
        char            key[16];
        struct weight   weight;

        assert_int_equal(needed, whole(row, "hit_on") - whole(row, "total"));
        snprintf(key, sizeof key, "%d", needed);
        assert_string_equal(fraction, word(json_get(json_get(ledger.root, "fire_needed_natural"), key), "fraction"));
        assert_true(weight_read(fraction, &weight) && fabs(number_of(weight) - decimal(row, "p")) <= 0.5e-8);
        check_shot(&shot, fraction, needed, i);
        if (moves && !shot.furtive) {
            shot.motion = WALKS;
            check_shot(&shot, fraction, needed, i);
            shot.motion = RIDES;
        }
        shot.gap = lower_end(shot.weapon, to);
        check_shot(&shot, fraction, needed, i);
    }
}

/* Melee. */

static bool is_pushed(const struct state *state, const int *piece) { return !is_out(state, *piece) && is_elsewhere(state, *piece); }
static bool is_missed(const struct state *state, const int *piece) { return !is_out(state, *piece) && !is_elsewhere(state, *piece); }

/*
 * A strikes first, so that what B would do changes nothing for B. By foot with a poor weapon, from below and at a rider A has up to -3, on horseback
 * at a man on foot +1, charging +2, and heavy horse in close order +3; no position of the rules gives +4.
 */
static int strike(int class, int armour, int modifier)
{
    int32_t x = 40 * CM;

    clear("{\"morale\":0,\"surprise\":0}");
    profile("target", class, armour, modifier == -3 ? "cav_light" : "foot_equipped", "", "");
    profile("footman", 3, 0, "foot_light", "", modifier < 0 ? "\"pitchfork\"" : "\"halberd\"");
    profile("rider", 3, 0, modifier == 3 ? "cav_heavy" : "cav_light", "", "\"lance\"");
    if (modifier <= -2) ground("knoll", "hill", x + CM, MIDDLE - 10 * CM, x + 30 * CM, MIDDLE + 10 * CM, ",\"level\":1");
    if (modifier <= 0) {
        figure("A1", "footman", x, MIDDLE, 9000, false);
        figure("B1", "target", x + FOOT_RADIUS + (modifier == -3 ? HALF_HORSE : FOOT_RADIUS), MIDDLE, 27000, false);
        begin("declare");
        ask_odds("{\"do\":\"strike\",\"unit\":\"A1\",\"target\":\"B1\",\"choice\":\"first\"}");
        return 1;
    }
    if (modifier == 3) {
        for (int i = 0; i < 4; i++) add(&f.figures, "%s{\"id\":\"A%d\",\"group\":\"GA\",\"profile\":\"rider\"}", i ? "," : "", i + 1);
        add(&f.units, "{\"id\":\"AU\",\"seat\":\"A\",\"files\":4,\"at\":[%d,%d],\"heading\":9000,\"figures\":[\"A1\",\"A2\",\"A3\",\"A4\"]}", x, MIDDLE);
        figure("B1", "target", x + 22 * CM, MIDDLE + 1250, 27000, false);
    } else {
        figure("A1", "rider", x, MIDDLE, 9000, false);
        figure("B1", "target", x + HALF_HORSE + FOOT_RADIUS + (modifier == 2 ? 20 * CM : 0), MIDDLE, 27000, false);
    }
    begin(modifier == 1 ? "declare" : "plot");
    if (modifier > 1) {
        play_out(SEAT_A, modifier == 3 ? "{\"do\":\"attack\",\"unit\":\"AU\",\"target\":\"B1\"}" : "{\"do\":\"attack\",\"unit\":\"A1\",\"target\":\"B1\"}");
        both_ready();
    }
    if (modifier < 3) {
        ask_odds("{\"do\":\"strike\",\"unit\":\"A1\",\"target\":\"B1\",\"choice\":\"first\"}");
        return 1;
    }
    for (int i = 1; i <= 4; i++) {
        char            text[96];
        struct decision d;
        snprintf(text, sizeof text, "{\"do\":\"strike\",\"unit\":\"A%d\",\"target\":\"B1\",\"choice\":\"first\"}", i);
        d = decide(text);
        if (play_refuse(m, s, SEAT_A, &d, NULL)) continue;
        ask_odds(text);
        return 4;
    }
    fail_msg("nobody of the charge has come to B1");
    return NOBODY;
}

static void every_blow(void **state)
{
    const struct json *row = rows("melee_36ths", 96);
    int i = 0;

    (void)state;
    for (; row; row = row->next, i++) {
        int class = whole(row, "class"), armour = whole(row, "armour"), modifier = whole(row, "modifier"), target, hit, push;
        int wanted[3] = { whole(row, "hit"), whole(row, "push"), whole(row, "miss") };

        target = strike(class, armour, modifier > 3 ? 3 : modifier);
        if (modifier <= 3) {
            struct weight found[3] = { chance_that(falls, &target), chance_that(is_pushed, &target), chance_that(is_missed, &target) };
            for (int k = 0; k < 3; k++)
                if (!weight_equal(found[k], weight_of((uint64_t)wanted[k], 36)))
                    fail_msg("melee row %d (class %d, armour %d, %+d), outcome %d: %s, not %d/36", i, class, armour, modifier, k, written(found[k]), wanted[k]);
        }
        argad_chances(m, target, modifier, &hit, &push);
        assert_int_equal(hit, wanted[0]);
        assert_int_equal(push, wanted[1]);
        assert_int_equal(36 - hit - push, wanted[2]);
    }
}

/* Two who strike each other in the same step: rows of the ledger's own table, in 1296ths. */

enum { B_FALLS, A_FALLS, BOTH_FALL, B_PUSHED, A_PUSHED, BOTH_PUSHED, NOTHING, WAYS };

static int what_came(const struct state *state)
{
    bool out[2] = { is_out(state, 0), is_out(state, 1) }, pushed[2] = { !out[0] && is_elsewhere(state, 0), !out[1] && is_elsewhere(state, 1) };

    assert_false((out[0] && pushed[1]) || (out[1] && pushed[0]));
    if (out[0] || out[1]) return out[0] && out[1] ? BOTH_FALL : out[0] ? A_FALLS : B_FALLS;
    if (pushed[0] || pushed[1]) return pushed[0] && pushed[1] ? BOTH_PUSHED : pushed[0] ? A_PUSHED : B_PUSHED;
    return NOTHING;
}

static void check_exchange(const char *one, const char *other, const int *wanted)
{
    struct weight found[WAYS];

    clear("{\"morale\":0}");
    profile("one", atoi(one), strstr(one, "cuirass") ? 4 : 0, "foot_equipped", "", "\"sabre\"");
    profile("other", atoi(other), strstr(other, "cuirass") ? 4 : 0, "foot_equipped", "", "\"sabre\"");
    figure("A1", "one", MIDDLE, MIDDLE, 9000, false);
    figure("B1", "other", MIDDLE + 2 * CM, MIDDLE, 27000, false);
    begin("declare");
    ask_odds("{\"do\":\"strike\",\"unit\":\"A1\",\"target\":\"B1\",\"choice\":\"first\"}");
    for (int i = 0; i < WAYS; i++) found[i] = weight_of(0, 1);
    for (int32_t i = 0; i < odds.count; i++) {
        int way = what_came(odds_state(&odds, i));
        found[way] = weight_plus(found[way], odds.list[i].weight);
    }
    for (int i = 0; i < WAYS; i++)
        if (!weight_equal(found[i], weight_of((uint64_t)wanted[i], 1296)))
            fail_msg("exchange of %s and %s, column %d: %s, not %d/1296", one, other, i, written(found[i]), wanted[i]);
}

static void every_exchange(void **state)
{
    char  path[1024], line[1024], one[32], other[32];
    bool  here = false;
    int   count = 0, wanted[WAYS];
    FILE *file;

    (void)state;
    snprintf(path, sizeof path, "%s/argad.md", ledger_directory);
    file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') here = strstr(line, "One exchange at equal weapon length") != NULL;
        if (!here || sscanf(line, "| %31[^|] | %31[^|] | %d | %d | %d | %d | %d | %d | %d |", one, other, &wanted[0], &wanted[1], &wanted[2], &wanted[3],
                            &wanted[4], &wanted[5], &wanted[6]) != 9)
            continue;
        check_exchange(one, other, wanted);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 10);
}

/* Slow ground. */

static void check_slowness(const char *mover, bool very, const struct json *row)
{
    bool          rides = strncmp(mover, "foot", 4) != 0;
    int32_t       x = 10 * CM, rate = strcmp(mover, "foot_light") ? strcmp(mover, "foot_equipped") ? 0 : 16 * CM : 20 * CM;
    struct weight blocked = weight_of(0, 1);
    double        sum = 0, going;
    char          text[96];

    if (rides) rate = !strcmp(mover, "cav_light") ? 40 * CM : !strcmp(mover, "mounted_foot_farm") ? 32 * CM : 36 * CM;
    clear("{\"morale\":0}");
    profile("walker", 3, 0, mover, "", "\"sabre\"");
    figure("A1", "walker", x, MIDDLE, 9000, false);
    figure("B1", "walker", 110 * CM, 10 * CM, 27000, false);
    ground("slow", very ? "marsh" : "brush", CM, 30 * CM, 100 * CM, 70 * CM, "");
    begin("plot");
    snprintf(text, sizeof text, "{\"do\":\"move\",\"unit\":\"A1\",\"at\":[%d,%d]}", x + rate, MIDDLE);
    ask_odds(text);
    for (int32_t i = 0; i < odds.count; i++) {
        const struct state *after = odds_state(&odds, i);
        int32_t             moved = value_of(after, 0, "x") - x;
        assert_int_equal(value_of(after, 0, "y"), MIDDLE);
        if (!moved) blocked = weight_plus(blocked, odds.list[i].weight);
        sum += number_of(odds.list[i].weight) * moved / CM;
    }
    if (strcmp(written(blocked), word(row, "p_blocked"))) fail_msg("%s in %s ground is blocked by %s, not %s", mover, very ? "very slow" : "slow", written(blocked), word(row, "p_blocked"));
    going = 1 - number_of(blocked);
    if (fabs(sum - decimal(row, "mean_move_cm_incl_blocked")) > 0.00051 || fabs(sum / going - decimal(row, "mean_move_cm_if_not_blocked")) > 0.00051)
        fail_msg("%s in %s ground goes %.4f cm, %.4f when it is not blocked", mover, very ? "very slow" : "slow", sum, sum / going);
}

static void every_slow_ground(void **state)
{
    const struct json *row = rows("slowness", 10);
    int i = 0;
    int     count = 0;

    (void)state;
    for (; row; row = row->next, i++) {
        char        types[96];
        const char *terrain = word(row, "terrain");
        assert_true(!strcmp(terrain, "difficult") || !strcmp(terrain, "very_difficult"));
        snprintf(types, sizeof types, "%s", word(row, "type"));
        for (char *type = strtok(types, " /"); type; type = strtok(NULL, " /"), count++) check_slowness(type, !strcmp(terrain, "very_difficult"), row);
    }
    assert_int_equal(count, 12);
}

/* Volleys. */

/* The needed value of each kind of volley: distance, class of the shooters, cuirass of the man who is named. */
static const struct { int32_t gap; int class, armour; } volleys[] = { [5] = { 14, 3, 0 }, [6] = { 14, 2, 0 }, [7] = { 45, 3, 0 }, [8] = { 45, 2, 0 }, [9] = { 45, 2, 4 } };

/*
 * Shooters on an arc round the man who is named, none in another's way; with him as many men as there are shooters, so that no hit is lost, and
 * all but him crouched, so that no man is in the way of another.
 */
static void check_volley(int shooters, int needed, const struct json *row)
{
    int32_t radius = (volleys[needed].gap + 2) * CM, x = 60 * CM, apart = 2300;
    int     first = shooters, men = 1;
    double  sum = 0;
    char    id[16];

    clear("{\"morale\":0,\"surprise\":0,\"grouped_sixes\":2}");
    profile("shooter", volleys[needed].class, 0, "foot_equipped", "\"musket\"", "\"sabre\"");
    profile("named", 3, volleys[needed].armour, "foot_equipped", "", "");
    profile("crowd", 3, 0, "foot_equipped", "", "");
    for (int i = 0; i < shooters; i++) {
        double angle = (i - (shooters - 1) / 2.0) * apart / radius;
        snprintf(id, sizeof id, "A%d", i + 1);
        figure(id, "shooter", x - (int32_t)lround(radius * cos(angle)), MIDDLE + (int32_t)lround(radius * sin(angle)), 9000, false);
    }
    figure("B1", "named", x, MIDDLE, 27000, false);
    for (int rank = 0; rank < 3; rank++)
        for (int i = -3; i <= 3 && men < shooters; i++) {
            int32_t right = -rank * 2200, up = i * 2200;
            if ((!right && !up) || (int64_t)right * right + (int64_t)up * up > (int64_t)6900 * 6900) continue;
            snprintf(id, sizeof id, "B%d", ++men);
            figure(id, "crowd", x + right, MIDDLE + up, 27000, true);
        }
    assert_int_equal(men, shooters);
    begin("aim");
    ask_odds("{\"do\":\"volley\",\"unit\":\"A1\",\"target\":\"B1\"}");
    for (int32_t i = 0; i < odds.count; i++) {
        int hits = 0;
        for (int k = 0; k < men; k++) hits += is_out(odds_state(&odds, i), first + k);
        sum += hits * number_of(odds.list[i].weight);
    }
    if (fabs(sum - decimal(row, "mean_hits")) > 0.51e-6 || fabs(number_of(chance_that(falls, &first)) - decimal(row, "p_at_least_one")) > 0.51e-6)
        fail_msg("%d shooters that need %d: %.7f hits, one at least %s", shooters, needed, sum, written(chance_that(falls, &first)));
}

static void every_volley(void **state)
{
    const struct json *row = rows("volley", 30);
    int i = 0;

    (void)state;
    for (; row; row = row->next, i++) {
        assert_in_range(whole(row, "needed_natural"), 5, 9);
        check_volley(whole(row, "shooters"), whole(row, "needed_natural"), row);
    }
}

/* The engine's JSON has whole numbers only: the ledger's decimals become texts. */
static void read_ledger(void)
{
    static char  text[1 << 20], quoted[1 << 20], tree[8 << 20];
    struct arena arena = arena_over(tree, sizeof tree);
    char         path[1024];
    size_t       length = 0, number;
    FILE        *file;
    bool         in_text = false;

    snprintf(path, sizeof path, "%s/argad/probabilities.json", ledger_directory);
    file = fopen(path, "r");
    if (!file || !fread(text, 1, sizeof text - 1, file)) {
        perror(path);
        exit(1);
    }
    fclose(file);
    for (const char *at = text; *at; at++) {
        if (*at == '"') in_text = !in_text;
        number = in_text || !strchr("-0123456789", *at) ? 0 : strspn(at, "0123456789.e-");
        if (number && strcspn(at, ".e") < number) {
            length += (size_t)snprintf(quoted + length, sizeof quoted - length, "\"%.*s\"", (int)number, at);
            at += number - 1;
        } else quoted[length++] = *at;
    }
    ledger = parse(path, quoted, &arena);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shot),        cmocka_unit_test(every_blow),   cmocka_unit_test(every_exchange),
        cmocka_unit_test(every_slow_ground), cmocka_unit_test(every_volley),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    ledger_directory = argc > 2 ? argv[2] : "docs/ledger";
    read_ledger();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
