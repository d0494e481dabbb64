/*
 * test_knowledge.c: what people are told of a position: profiles with their reasons, rings, points, sight, refusals, and the chance
 * that a piece comes to harm. What is told is compared with what the rules then do.
 *
 *   test_knowledge DATA-DIRECTORY
 */
#include "chances.h"
#include "documents.h"
#include "knowledge.h"
#include "registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { PAGE = 1 << 17, STATE_BYTES = 16 * 1024 };

/* Of Lutzen: a company of shot, and a light gun. */
#define SHOOTER "B5"
#define VICTIM "A11"

static struct library      library;
static char                memory[24 << 20], odds_memory[16 << 20];
static struct arena        arena;
static const struct match *match;
static struct texts        texts;
static uint64_t            state_memory[3][STATE_BYTES / sizeof(uint64_t)];
static struct state       *state;
static struct offer        offer_list[OFFERS_MAX];
static struct offers       offers = { offer_list, 0, OFFERS_MAX };
static struct event        event_list[1024];
static struct events       events = { event_list, 0, 1024, false };
static char                page[PAGE];
static struct json_document read_page;

/* A scenario in its first position, with another laid over it. */
static void begin(const char *ruleset_id, const char *scenario, const char *position)
{
    char                   name[96];
    const struct ruleset  *ruleset = NULL;
    const struct document *document;
    struct json_document   parsed;
    struct fault           fault = { 0 };
    struct dice            dice = dice_seeded(1);
    struct play            play;

    arena = arena_over(memory, sizeof memory);
    for (int i = 0; rulesets[i]; i++)
        if (!strcmp(rulesets[i]->id, ruleset_id)) ruleset = rulesets[i];
    assert_non_null(ruleset);
    snprintf(name, sizeof name, "%s/scenarios/%s.json", ruleset_id, scenario);
    document = library_find(&library, name);
    assert_non_null(document);
    match = match_load(ruleset, &library, document, NULL, &arena, &fault);
    if (!match) fail_msg("%s", fault.text);
    if (!texts_load(&texts, ruleset, &library, &arena, &fault)) fail_msg("%s", fault.text);
    state = (struct state *)(void *)state_memory[0];
    play = (struct play){ match, state, &dice, NULL, 0 };
    play_begin(&play);
    if (!position) return;
    if (!json_parse(&parsed, "position", position, strlen(position), &arena, &fault) ||
        !state_read(match, state, &parsed, parsed.root, &fault))
        fail_msg("%s", fault.text);
    play_advance(&play);
}

/* A decision is taken, with these dice. */
static void take(seat_id seat, struct decision d, const char *faces)
{
    uint8_t        list[64];
    struct dice    dice;
    struct play    play = { match, state, &dice, &events, 0 };
    struct refusal why;

    for (size_t i = 0; faces[i]; i++) list[i] = (uint8_t)(faces[i] - '0');
    dice = dice_listed(list, (uint32_t)strlen(faces));
    events.count = 0;
    if (play_refuse(match, state, seat, &d, &why)) fail_msg("refused by %s", ruleset_of(match)->rules[why.rule]);
    play_take(&play, seat, &d);
    play_advance(&play);
    assert_false(dice.short_of);
    assert_int_equal(dice.used, strlen(faces));
}

static int16_t piece(const char *id)
{
    int16_t found = match_piece(match, id);

    assert_int_not_equal(found, NOBODY);
    return found;
}

static uint16_t kind(const char *name)
{
    return (uint16_t)kind_named(ruleset_of(match), name);
}

/* Pages. */

static struct out out;

static struct json_writer blank_page(void)
{
    out = out_over(page, sizeof page);
    return json_writer_over(&out);
}

static const struct json *page_root(void)
{
    struct fault fault = { 0 };

    assert_false(out.full);
    if (!json_parse(&read_page, "page", page, out.used, &arena, &fault)) fail_msg("%s in %s", fault.text, page);
    return read_page.root;
}

static int64_t number(const struct json *node, const char *key)
{
    const struct json *member = json_get(node, key);

    assert_non_null(member);
    assert_int_equal(member->type, JSON_INTEGER);
    return member->as.integer;
}

static const char *text(const struct json *node, const char *key)
{
    const struct json *member = json_get(node, key);

    assert_non_null(member);
    assert_int_equal(member->type, JSON_STRING);
    return member->as.string;
}

static const struct json *find(const struct json *list, const char *key, const char *value)
{
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!strcmp(text(node, key), value)) return node;
    return NULL;
}

static const struct json *profile(const char *id)
{
    struct json_writer writer = blank_page();

    profile_write(match, state, piece(id), &texts, ENGLISH, &writer);
    return json_get(page_root(), "values");
}

static const struct json *value(const char *id, const char *name)
{
    return find(profile(id), "name", name);
}

/* base, total, and the reasons as "RULE amount, RULE amount". */
static void expect_account(const struct json *account, int base, int total, const char *reasons)
{
    char       told[256];
    struct out line = out_over(told, sizeof told);

    assert_non_null(account);
    for (const struct json *node = json_get(account, "reasons")->as.child; node; node = node->next)
        out_format(&line, "%s%s %d", line.used ? ", " : "", text(node, "rule"), (int)number(node, "amount"));
    assert_int_equal(number(account, "base"), base);
    assert_int_equal(number(account, "total"), total);
    assert_string_equal(told, reasons);
}

/* The only account that the value's reasons come from. */
static void expect_from(const struct json *account, int total, const char *reasons)
{
    const struct json *from = json_get(account, "from");

    assert_non_null(from);
    assert_int_equal(from->count, 1);
    expect_account(from->as.child, 0, total, reasons);
}

static const struct json *sight(const char *from, const char *to, struct point at, enum language language)
{
    struct json_writer writer = blank_page();

    sight_write(match, state, piece(from), to ? piece(to) : NOBODY, at, &texts, language, &writer);
    return page_root();
}

static const struct json *rings(const char *id)
{
    struct json_writer writer = blank_page();

    rings_write(match, state, piece(id), &writer);
    return page_root();
}

static const struct json *refusals(seat_id seat, const char *id)
{
    struct json_writer writer = blank_page();

    refusals_write(match, state, seat, piece(id), &texts, ENGLISH, &offers, &writer);
    return page_root();
}

static int count_of(const struct json *list, const char *what)
{
    int count = 0;

    for (const struct json *node = list->as.child; node; node = node->next) count += !strcmp(text(node, "do"), what);
    return count;
}

/* The tables. */

static void tables_are_whole(void **unused)
{
    (void)unused;
    for (int i = 0; rulesets[i]; i++) {
        const struct ruleset *ruleset = rulesets[i];
        assert_true(ruleset->step_count > 0 && ruleset->ring_count > 0 && ruleset->value_count > 0 && ruleset->harm_count > 0);
        assert_true(ruleset->value && ruleset->ring && ruleset->sees);
        for (int k = 0; k < ruleset->value_count; k++) assert_true(ruleset->values[k].name && ruleset->values[k].better <= BETTER_LESS);
        for (int k = 0; k < ruleset->step_count; k++) assert_true(ruleset->sequence[k].rule > 0);
        for (int k = 0; k < ruleset->ring_count; k++) assert_true(ruleset->rings[k].rule > 0);
        for (int k = 0; k < ruleset->phase_count; k++) assert_true(ruleset->phases[k]->step <= ruleset->step_count);
        for (int k = 0; k < ruleset->harm_count; k++) {
            int found = 0;
            for (int f = 0; f < ruleset->unit_field_count; f++) found += !strcmp(ruleset->unit_fields[f].name, ruleset->harm[k].field);
            assert_int_equal(found, 1);
        }
    }
}

static const char *step_now(void)
{
    int32_t step = state_step(match, state);

    return step ? ruleset_of(match)->sequence[step - 1].name : "none";
}

/* A reaction lights its own step, and what it leads to keeps it; the plan is gathered. */
static void steps_follow_play(void **unused)
{
    struct json_writer writer;

    (void)unused;
    begin("sample", "meadow", NULL);
    assert_string_equal(step_now(), "plan");
    writer = blank_page();
    state_write(match, state, &writer);
    assert_string_equal(text(page_root(), "step"), "plan");
    assert_int_equal(json_get(page_root(), "gathered")->type, JSON_TRUE);
    begin("sample", "meadow",
          "{\"phase\":\"action\",\"units\":{\"A1\":{\"order\":\"charge\",\"y\":27000,\"x\":30000},\"B1\":{\"order\":\"hold\"}}}");
    assert_string_equal(step_now(), "activation");
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A1") }, "");
    assert_string_equal(step_now(), "activation");
    take(SEAT_A, (struct decision){ .kind = kind("charge"), .unit = piece("A1"), .target = piece("B1") }, "");
    assert_string_equal(step_now(), "reaction");
    writer = blank_page();
    state_write(match, state, &writer);
    assert_string_equal(text(page_root(), "step"), "reaction");
    assert_int_equal(json_get(page_root(), "gathered")->type, JSON_FALSE);
    writer = blank_page();
    sequence_write(match, &writer);
    assert_string_equal(text(page_root()->as.child, "name"), "plan");
    assert_string_equal(text(page_root()->as.child, "rule"), "SA-TURN-02");
}

/* Profiles. */

static void profile_of_a_fresh_unit(void **unused)
{
    (void)unused;
    begin("brevis", "two_colonels", NULL);
    expect_account(value("A1", "speed"), 4, 4, "");
    expect_account(value("A1", "combat"), 4, 4, "");
    expect_account(value("A1", "arquebus"), 3, 3, "");
    expect_account(value("A1", "musket"), 2, 2, "");
    expect_account(value("A1", "discipline"), 5, 5, "");
    expect_account(value("A1", "courage_shots"), 4, 4, "");
    expect_account(value("A1", "endurance_left"), 5, 5, "");
    expect_account(value("A1", "defence_cavalry"), 5, 5, "");
    assert_null(value("A1", "pistol"));
    assert_null(json_get(value("A1", "combat"), "from"));
    assert_string_equal(text(value("A2", "pistol"), "rule"), "BE-SHOOT-05");
}

/* BE-STATE-03, BE-STATE-04: 4 with one malus is 2 (T-2). */
static void profile_of_a_worn_unit(void **unused)
{
    const struct json *combat;

    (void)unused;
    begin("brevis", "two_colonels", "{\"units\":{\"A1\":{\"wear\":5,\"disordered\":1},\"B1\":{\"wear\":1}}}");
    combat = value("A1", "combat");
    expect_account(combat, 4, 2, "BE-MOD-04 -2");
    expect_from(combat, -1, "BE-STATE-03 -1");
    assert_string_equal(text(json_get(combat, "reasons")->as.child, "text"),
                        texts.rule[rule_named(ruleset_of(match), "BE-MOD-04")].text[ENGLISH]);
    expect_from(value("A1", "musket"), -1, "BE-STATE-03 -1");
    expect_from(value("A1", "courage_melee"), -1, "BE-STATE-04 -1");
    expect_account(value("A1", "endurance_left"), 5, 0, "BE-STATE-01 -5");
    expect_account(value("B1", "endurance_left"), 3, 2, "BE-STATE-01 -1");
    expect_account(value("B1", "combat"), 3, 3, "");
}

/* In the forest: difficult, and cover against shots, not in melee. */
static void profile_in_a_forest(void **unused)
{
    (void)unused;
    begin("brevis", "two_colonels", "{\"units\":{\"A2\":{\"x\":73660,\"y\":29972}}}");
    expect_account(value("A2", "speed"), 7, 4, "BE-MOD-04 -3");
    expect_from(value("A2", "speed"), -1, "BE-TERR-03 -1");
    expect_from(value("A2", "courage_shots"), 1, "BE-TERR-08 1");
    expect_account(value("A2", "courage_melee"), 4, 4, "");
}

/* The order under way counts, and what a profile says is what the rules then roll. */
static void profile_is_what_is_rolled(void **unused)
{
    const struct event *hits = NULL;
    int64_t             told;

    (void)unused;
    begin("brevis", "two_colonels",
          "{\"phase\":\"action\",\"by\":\"B\",\"units\":{\"A2\":{\"order\":\"attack\"},\"B1\":{\"order\":\"ready\"},"
          "\"A1\":{\"y\":25000}}}");
    expect_account(value("B1", "musket"), 4, 4, "");
    take(SEAT_B, (struct decision){ .kind = kind("activate"), .unit = piece("B1") }, "");
    expect_account(value("B1", "musket"), 4, 2, "BE-MOD-04 -2");
    expect_from(value("B1", "musket"), -1, "BE-ORDER-02 -1");
    told = number(value("B1", "musket"), "total");
    take(SEAT_B, (struct decision){ .kind = kind("shoot"), .unit = piece("B1"), .target = piece("A1") }, "11");
    for (int32_t i = 0; i < events.count; i++)
        if (event_list[i].kind >= EVENT_OWN && !strcmp(ruleset_of(match)->events[event_list[i].kind - EVENT_OWN].name, "hits"))
            hits = &event_list[i];
    assert_non_null(hits);
    assert_int_equal(hits->as.value[1], told);
    begin("brevis", "two_colonels", "{\"phase\":\"action\",\"units\":{\"A2\":{\"order\":\"attack\"}}}");
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A2") }, "");
    expect_account(value("A2", "speed"), 7, 10, "BE-MOD-02 3");
    expect_from(value("A2", "speed"), 1, "BE-ORDER-05 1");
    expect_from(value("A2", "combat"), 1, "BE-ORDER-05 1");
}

static void profile_of_the_practice_game(void **unused)
{
    (void)unused;
    begin("sample", "meadow",
          "{\"units\":{\"A2\":{\"wear\":1},\"A1\":{\"x\":30000,\"y\":19000},\"B3\":{\"removed\":1,\"x\":0,\"y\":0,\"heading\":0}}}");
    expect_account(value("A2", "shoot"), 4, 3, "SA-SHOOT-04 -1");
    expect_account(value("A2", "fight"), 2, 1, "SA-MELEE-02 -1");
    expect_account(value("A2", "endurance"), 2, 1, "SA-UNIT-02 -1");
    expect_account(value("A2", "range"), 160, 160, "");
    expect_account(value("A1", "speed"), 80, 40, "SA-MOVE-08 -40");
    assert_null(value("A1", "shoot"));
    assert_int_equal(profile("B3")->count, 0);
}

/* Points. */

static void score_names_the_lost(void **unused)
{
    struct json_writer writer;
    const struct json *a;

    (void)unused;
    begin("brevis", "two_colonels", "{\"units\":{\"B1\":{\"status\":\"destroyed\",\"x\":0,\"y\":0,\"heading\":0}}}");
    writer = blank_page();
    score_write(match, state, &texts, ENGLISH, &writer);
    a = json_get(page_root(), "A");
    expect_account(a, 0, 2, "BE-SCORE-01 2");
    assert_string_equal(text(json_get(a, "reasons")->as.child, "unit"), "B1");
    expect_account(json_get(page_root(), "B"), 0, 0, "");
    begin("sample", "meadow", "{\"units\":{\"A2\":{\"wear\":2},\"A3\":{\"removed\":1,\"x\":0,\"y\":0,\"heading\":0}}}");
    writer = blank_page();
    score_write(match, state, NULL, ENGLISH, &writer);
    expect_account(json_get(page_root(), "B"), 0, 5, "SA-WIN-02 2, SA-WIN-02 3");
}

/* More is not better everywhere, and flight points are held against a level. */
static void numbers_say_which_way_they_are_good(void **unused)
{
    struct json_writer writer;

    (void)unused;
    begin("iron", "teaching", "{\"units\":{\"E-DM1\":{\"status\":\"disordered\"}}}");
    assert_string_equal(text(value("E-DM1", "shock"), "better"), "less");
    assert_string_equal(text(value("E-DM1", "move"), "better"), "more");
    writer = blank_page();
    score_write(match, state, &texts, ENGLISH, &writer);
    assert_string_equal(text(json_get(page_root(), "A"), "better"), "less");
    assert_int_equal(number(json_get(page_root(), "A"), "level"), 14);
    begin("sample", "meadow", NULL);
    assert_string_equal(text(value("A1", "fight"), "better"), "more");
    writer = blank_page();
    score_write(match, state, &texts, ENGLISH, &writer);
    assert_string_equal(text(json_get(page_root(), "B"), "better"), "more");
    assert_null(json_get(json_get(page_root(), "B"), "level"));
}

/* Sides and pieces in sentences. */

static void expect_told(enum language language, bool brief, const char *name, int unit, int32_t first, int32_t second, int32_t third,
                        const char *wanted)
{
    const struct ruleset *ruleset = ruleset_of(match);
    struct event          event = { .unit = (int16_t)unit, .target = NOBODY };
    char                  sentence[256];
    struct out            line = out_over(sentence, sizeof sentence);

    while (strcmp(ruleset->events[event.kind].name, name)) event.kind++;
    event.kind = (uint16_t)(event.kind + EVENT_OWN);
    event.as.value[0] = first;
    event.as.value[1] = second;
    event.as.value[2] = third;
    (brief ? explain_brief : explain_event)(&texts, language, match, &event, &line);
    assert_string_equal(sentence, wanted);
}

/* The scenario's own words where it has some, the nation's where it names one, else the seat's; never "side A" of a side that has a name. */
static void sides_are_told_by_their_names(void **unused)
{
    (void)unused;
    begin("iron", "teaching", NULL);
    expect_told(ENGLISH, false, "flight", NOBODY, 0, 9, 14, "Flight check of the English: 9 against a level of 14.");
    expect_told(FRENCH, false, "flight", NOBODY, 1, 9, 14, "Test de fuite des Écossais : 9 pour un niveau de 14.");
    expect_told(FRENCH, false, "begins", NOBODY, 0, 14, 14,
                "La bataille commence : l’initiative est aux Anglais. Niveaux de fuite : Anglais 14, Écossais 14.");
    expect_told(ENGLISH, false, "ends", NOBODY, 3, 15, 1,
                "The battle is over. Flight points, of which fewer are better: English 3 of 14, Scots 15 of 14. Winner: the English.");
    expect_told(ENGLISH, false, "ends", NOBODY, 3, 3, 0,
                "The battle is over. Flight points, of which fewer are better: English 3 of 14, Scots 3 of 14. Winner: nobody.");
    begin("brevis", "two_colonels", NULL);
    expect_told(ENGLISH, false, "initiative", NOBODY, 0, 0, 0, "The initiative goes to the Empire.");
    expect_told(FRENCH, false, "initiative", NOBODY, 0, 0, 0, "L’initiative revient à l’Empire.");
    begin("sample", "meadow", NULL);
    expect_told(ENGLISH, false, "initiative", NOBODY, 1, 0, 0, "The initiative goes to side B.");
    expect_told(FRENCH, false, "initiative", NOBODY, 1, 0, 0, "L’initiative revient au camp B.");
}

/* A leader's name says enough; a letter wants its type beside it. What stands on the track has few words. */
static void leaders_are_called_by_name(void **unused)
{
    (void)unused;
    begin("iron", "teaching", NULL);
    expect_told(FRENCH, false, "turn", piece("L-umf"), 1, 1, 0, "Activation 1 (gratuite) des Anglais : le Command d’Umfraville.");
    expect_told(ENGLISH, true, "turn", piece("L-umf"), 3, 1, 0, "Umfraville: seized");
    expect_told(ENGLISH, false, "eliminated", piece("E-DM1"), 0, 0, 0, "X (dismounted men-at-arms) is no more.");
    expect_told(ENGLISH, true, "eliminated", piece("E-DM1"), 0, 0, 0, "");
}

/* A building is called by its name, or by its kind with a letter; one that was laid in play by a letter of its own. */
static void ground_is_told_by_its_name(void **unused)
{
    (void)unused;
    begin("brevis", "fleurus", NULL);
    expect_told(ENGLISH, false, "entered", piece("A3"), 2, 0, 0, "A3 (company of shot) enters the farm.");
    expect_told(FRENCH, false, "left", piece("A3"), 2, 0, 0, "A3 (compagnie de mousquetaires) sort de la ferme.");
    begin("liber", "lutzen", NULL);
    expect_told(FRENCH, false, "left", piece("A1"), 3, 0, 0, "A1 (bataillon moderne) sort du château.");
    expect_told(FRENCH, false, "entered", piece("A1"), 5, 0, 0, "A1 (bataillon moderne) entre dans le petit bâtiment B.");
    expect_told(ENGLISH, false, "garrisoned", piece("A1"), 8 + 27, 0, 0, "A1 (modern battalion) garrisons building AB.");
}

/* Rings. */

/* The farthest and the nearest point of the outline from a place, in ticks; points that are the place itself do not count. */
static void expect_reach(const struct json *ring, struct point from, int32_t low, int32_t high)
{
    const struct json *outline;

    assert_non_null(ring);
    outline = json_get(ring, "outline");
    assert_true(outline->count >= 24 && outline->count <= RING_POINTS);
    for (const struct json *node = outline->as.child; node; node = node->next) {
        struct point at = { (int32_t)node->as.child->as.integer, (int32_t)node->as.child->next->as.integer };
        int32_t      apart = table_floor(table_distance(from, at));
        if (apart == 0) continue;
        assert_true(low <= apart && apart <= high);
    }
}

static int64_t least_y(const struct json *ring)
{
    int64_t least = INT64_MAX;

    for (const struct json *node = json_get(ring, "outline")->as.child; node; node = node->next)
        if (node->as.child->next->as.integer < least) least = node->as.child->next->as.integer;
    return least;
}

static void rings_of_a_squadron(void **unused)
{
    const struct point front = { 40640, 19050 };
    const struct json *list;

    (void)unused;
    begin("brevis", "two_colonels", NULL);
    list = rings("A1");
    assert_int_equal(number(find(list, "name", "musket"), "distance"), 30480);
    expect_reach(find(list, "name", "musket"), front, 30479, 30481);
    assert_int_equal(least_y(find(list, "name", "musket")), front.y);
    expect_reach(find(list, "name", "arquebus"), front, 20319, 20321);
    assert_int_equal(number(find(list, "name", "charge"), "distance"), 6 * INCH);
    expect_reach(find(list, "name", "proximity"), front, 3 * INCH - 1, 3 * INCH + 1);
    assert_true(least_y(find(list, "name", "proximity")) < front.y - 7000);
    assert_int_equal(number(find(list, "name", "space"), "distance"), INCH);
    assert_int_equal(json_get(find(list, "name", "space"), "threat")->type, JSON_FALSE);
    assert_int_equal(least_y(find(list, "name", "space")), front.y - 6000 - INCH);
    assert_null(find(list, "name", "pistol"));
    assert_null(find(list, "name", "coherency"));
}

/* BE-LOS-06: a square shoots to its sides as well, from each side's Centre, and not behind it. */
static void rings_of_a_square(void **unused)
{
    const struct json *musket;
    int                beside = 0, reach = 30480;
    struct point       front;
    char               id[ID_LENGTH + 1] = "";

    (void)unused;
    begin("brevis", "fleurus", NULL);
    for (int32_t i = 0; i < match_head(match)->pieces; i++)
        if (!strcmp(match_head(match)->piece[i].type, "tercio_square") && !*id) strcpy(id, match_head(match)->piece[i].id);
    musket = find(rings(id), "name", "musket");
    front = (struct point){ 31 * INCH, (int32_t)(36.5 * INCH) };       /* it faces south; its sides are 6 cm behind its front */
    for (const struct json *node = json_get(musket, "outline")->as.child; node; node = node->next) {
        struct point at = { (int32_t)node->as.child->as.integer, (int32_t)node->as.child->next->as.integer };
        struct point left = { front.x + 6000, front.y + 6000 }, right = { front.x - 6000, front.y + 6000 };
        assert_true(table_at_most(table_distance(front, at), reach + 1, NULL) ||
                    table_at_most(table_distance(left, at), reach + 1, NULL) ||
                    table_at_most(table_distance(right, at), reach + 1, NULL));
        if (at.y > front.y + 12000) {
            beside++;
            assert_true(at.x <= right.x + 1 || at.x >= left.x - 1);
        }
    }
    assert_true(beside > 10);
}

static void rings_of_the_practice_game(void **unused)
{
    const struct json *list;

    (void)unused;
    begin("sample", "meadow", NULL);
    list = rings("A2");
    assert_int_equal(number(find(list, "name", "range"), "distance"), 16000);
    assert_int_equal(number(find(list, "name", "half_range"), "distance"), 8000);
    assert_int_equal(least_y(find(list, "name", "range")), 9000);
    expect_reach(find(list, "name", "range"), (struct point){ 21000, 9000 }, 16000, 18001);      /* from the base, half 4 cm wide */
    expect_reach(find(rings("A3"), "name", "charge"), (struct point){ 43000, 9000 }, 23999, 24001);
    assert_null(find(rings("A1"), "name", "range"));
}

/* Sight. */

static void sight_names_what_is_in_the_way(void **unused)
{
    const struct point beyond = { 73660, 45000 };
    const struct json *why;

    (void)unused;
    begin("brevis", "two_colonels", "{\"units\":{\"A2\":{\"x\":73660,\"y\":15000},\"B2\":{\"x\":73660,\"y\":45000}}}");
    why = sight("A2", "B2", beyond, ENGLISH);
    assert_string_equal(text(why, "rule"), "BE-TERR-06");
    assert_int_equal(number(why, "element"), 1);
    assert_non_null(strstr(text(why, "text"), "forest"));
    assert_non_null(strstr(text(sight("A2", NULL, beyond, FRENCH), "text"), "for\xc3\xaat"));
    assert_int_equal(sight("A2", NULL, (struct point){ 50000, 45000 }, ENGLISH)->type, JSON_NULL);
    assert_int_equal(sight("A2", NULL, (struct point){ 73660, 29972 }, ENGLISH)->type, JSON_NULL);      /* into the forest */
    assert_string_equal(text(sight("A2", NULL, (struct point){ 73660, 5000 }, ENGLISH), "rule"), "BE-LOS-03");
    assert_int_equal(sight("A1", "B1", beyond, ENGLISH)->type, JSON_NULL);
    begin("brevis", "two_colonels", "{\"units\":{\"A2\":{\"x\":38100,\"y\":30000}}}");
    why = sight("A1", NULL, (struct point){ 37000, 41910 }, ENGLISH);
    assert_string_equal(text(why, "rule"), "BE-LOS-02");
    assert_string_equal(text(why, "unit"), "A2");
    begin("sample", "meadow", "{\"units\":{\"A1\":{\"x\":30000,\"y\":9000}}}");
    why = sight("A1", "B1", beyond, ENGLISH);
    assert_string_equal(text(why, "rule"), "SA-SIGHT-02");
    assert_int_equal(number(why, "element"), 0);
    assert_non_null(strstr(text(why, "text"), "wood"));
    assert_string_equal(text(sight("A1", NULL, (struct point){ 30000, 1000 }, ENGLISH), "rule"), "SA-SIGHT-03");
}

/* Of places that a film is made of, those are told in words that have some. */
static void places_of_a_film_may_be_silent(void **unused)
{
    static const struct event_kind film[] = { { .name = "begins", .place = true }, { .name = "no_such_text", .place = true }, { .name = "no_such_text" } };
    const struct ruleset          *kept;
    struct ruleset                 filming;
    struct event                   event = { .unit = NOBODY, .target = NOBODY, .rule = 1 };
    char                           told[256];

    (void)unused;
    begin("sample", "meadow", "{\"units\":{\"A1\":{\"x\":30000,\"y\":9000}}}");
    kept = texts.ruleset;
    filming = *kept;
    filming.events = film;
    filming.event_count = 3;
    texts.ruleset = &filming;
    for (int i = 0; i < 3; i++) {
        struct out line = out_over(told, sizeof told);
        event.kind = (uint16_t)(EVENT_OWN + i);
        explain_event(&texts, ENGLISH, match, &event, &line);
        assert_int_equal(explain_is_silent(&texts, &event), i == 1);
        assert_int_equal(line.used == 0, i == 1);
    }
    event.kind = EVENT_CITE;
    assert_false(explain_is_silent(&texts, &event));
    texts.ruleset = kept;
}

/* Whoever looks at B2 sees it behind a hedge. */
static rule_id sees_covered(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why)
{
    (void)m, (void)s, (void)unit, (void)at;
    if (target == piece("B2") && why) {
        refuse_by(why, 1, 0, "forest");
        why->value[0] = -1;
    }
    return 0;
}

static void what_is_seen_may_be_covered(void **unused)
{
    const struct ruleset *kept;
    struct match_head    *head;
    struct ruleset        covering;
    const struct json    *cover;

    (void)unused;
    begin("brevis", "two_colonels", "{\"units\":{\"A2\":{\"x\":73660,\"y\":15000}}}");
    head = (struct match_head *)(void *)match;
    kept = head->ruleset;
    covering = *kept;
    covering.sees = sees_covered;
    head->ruleset = &covering;
    cover = json_get(sight("A2", "B2", (struct point){ 0, 0 }, ENGLISH), "covered");
    assert_non_null(cover);
    assert_string_equal(text(cover, "rule"), kept->rules[1]);
    assert_string_equal(text(cover, "terrain"), "forest");
    assert_int_equal(number(cover, "element"), 0);
    assert_int_equal(json_get(cover, "values")->as.child->as.integer, -1);
    assert_true(strlen(text(cover, "text")) > 5);
    assert_int_equal(sight("A2", "B1", (struct point){ 0, 0 }, ENGLISH)->type, JSON_NULL);
    head->ruleset = kept;
}

/* Refusals. */

static void refusals_of_the_moment(void **unused)
{
    const struct json *list;

    (void)unused;
    begin("brevis", "two_colonels",
          "{\"phase\":\"action\",\"units\":{\"A1\":{\"order\":\"ready\"},\"A2\":{\"order\":\"run\"},\"B1\":{\"order\":\"fire\"}}}");
    list = refusals(SEAT_A, "A1");
    assert_int_equal(count_of(list, "order"), 1);
    assert_string_equal(text(find(list, "do", "order"), "rule"), "BE-TURN-03");
    assert_null(json_get(find(list, "do", "order"), "choice"));
    assert_null(find(list, "do", "activate"));
    assert_null(find(list, "do", "move"));
    assert_int_equal(refusals(SEAT_B, "B1")->count, 0);
    assert_int_equal(refusals(SPECTATOR, "B1")->count, 0);
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A1") }, "");
    list = refusals(SEAT_A, "A1");
    assert_string_equal(text(find(list, "do", "charge"), "rule"), "BE-CHARGE-01");
    assert_string_equal(text(find(list, "do", "reorganise"), "rule"), "BE-ORDER-03");
    assert_null(find(list, "do", "move"));
    assert_non_null(find(list, "rule", "BE-SHOOT-14"));
    assert_string_equal(text(find(list, "rule", "BE-SHOOT-14"), "target"), "A2");
    assert_int_equal(refusals(SEAT_A, "A2")->count, 0);
    for (const struct json *node = refusals(SEAT_A, "A1")->as.child; node; node = node->next)
        assert_true(!strncmp(text(node, "text"), text(node, "rule"), strlen(text(node, "rule"))));
}

/* Under Ready a second facing change is closed by the phase's own rule, with a number behind it; so is a second move, which has no place. */
static void refusals_of_what_is_used_up(void **unused)
{
    (void)unused;
    begin("brevis", "two_colonels", "{\"phase\":\"action\",\"units\":{\"A1\":{\"order\":\"ready\"}}}");
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A1") }, "");
    take(SEAT_A, (struct decision){ .kind = kind("face"), .unit = piece("A1"), .choice = 0 }, "");
    assert_null(find(refusals(SEAT_A, "A1"), "do", "move"));
    assert_int_equal(count_of(refusals(SEAT_A, "A1"), "face"), 1);
    assert_string_equal(text(find(refusals(SEAT_A, "A1"), "do", "face"), "rule"), "BE-ORDER-01");
    assert_null(find(refusals(SEAT_A, "A1"), "do", "activate"));
    begin("brevis", "two_colonels", "{\"phase\":\"action\",\"units\":{\"A1\":{\"order\":\"ready\"}}}");
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A1") }, "");
    take(SEAT_A, (struct decision){ .kind = kind("move"), .unit = piece("A1"), .at = { 40640, 21050 } }, "");
    assert_string_equal(text(find(refusals(SEAT_A, "A1"), "do", "move"), "rule"), "BE-ORDER-01");
}

/* The list is for a hand that hovers: it must come within 2 ms, in the largest battle too. */
static void refusals_are_quick(void **unused)
{
    enum { ROUNDS = 20 };
    struct timespec from, to;
    double          best = 1e9;

    (void)unused;
    begin("brevis", "lutzen", "{\"phase\":\"action\",\"units\":{\"A1\":{\"order\":\"attack\"}}}");
    take(SEAT_A, (struct decision){ .kind = kind("activate"), .unit = piece("A1") }, "");
    for (int i = 0; i < ROUNDS; i++) {
        struct json_writer writer = blank_page();
        double             took;
        clock_gettime(CLOCK_MONOTONIC, &from);
        refusals_write(match, state, SEAT_A, piece("A1"), &texts, ENGLISH, &offers, &writer);
        clock_gettime(CLOCK_MONOTONIC, &to);
        took = (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
        if (took < best) best = took;
    }
    printf("refusals of one of %d pieces: %.3f ms\n", match_head(match)->pieces, best);
    assert_true(best < 20);          /* a sanitized build on a busy machine is ten times slower */
}

/* Harm. */

/* Every throw of so many dice, by the rules, with the piece looked at by hand. */
static int64_t throws_that_harm(const struct decision *d, seat_id seat, int dice_count, int16_t victim, int64_t *destroyed,
                                int64_t *disordered)
{
    const struct ruleset *ruleset = ruleset_of(match);
    struct state         *run = (struct state *)(void *)state_memory[1];
    const struct field   *field[3];
    static const char *const names[3] = { "wear", "disordered", "status" };
    int32_t               before[3];
    int64_t               all = 1, harmed = 0;

    for (int k = 0; k < 3; k++)
        for (int i = 0; i < ruleset->unit_field_count; i++)
            if (!strcmp(ruleset->unit_fields[i].name, names[k])) field[k] = &ruleset->unit_fields[i];
    for (int k = 0; k < 3; k++) before[k] = field_get(field[k], state_unit(match, state, victim));
    for (int i = 0; i < dice_count; i++) all *= 6;
    *destroyed = *disordered = 0;
    for (int64_t throw = 0; throw < all; throw++) {
        uint8_t     face[16];
        struct dice dice;
        struct play play = { match, run, &dice, NULL, 0 };
        int64_t     rest = throw;
        bool        worse = false;
        for (int i = 0; i < dice_count; i++, rest /= 6) face[i] = (uint8_t)(1 + rest % 6);
        dice = dice_listed(face, (uint32_t)dice_count);
        memcpy((void *)run, (const void *)state, ruleset->state_size);
        play_take(&play, seat, d);
        play_advance(&play);
        assert_false(dice.short_of);
        for (int k = 0; k < 3; k++) worse |= field_get(field[k], state_unit(match, run, victim)) > before[k];
        harmed += worse;
        *disordered += field_get(field[1], state_unit(match, run, victim)) > before[1];
        *destroyed += field_get(field[2], state_unit(match, run, victim)) > before[2];
    }
    return harmed;
}

/*
 * A gun at its limit that is shot at: it may be disordered and stand, or be destroyed, or hold though it was hit. The chance of
 * harm is neither that of the one nor that of the other.
 */
static void harm_is_a_joint_chance(void **unused)
{
    enum { DICE = 7 };
    struct arena     scratch = arena_over(odds_memory, sizeof odds_memory);
    struct fault     fault = { 0 };
    struct odds      odds;
    struct changes   changes;
    struct decision  d;
    struct weight    brute, worse = weight_of(0, 1);
    int64_t          harmed, destroyed, disordered;
    int16_t          victim;
    char             line[4096];
    struct out       list = out_over(line, sizeof line);
    struct json_writer writer = blank_page();

    (void)unused;
    begin("brevis", "lutzen", NULL);
    victim = piece(VICTIM);
    out_format(&list,
               "{\"phase\":\"action\",\"by\":\"B\",\"units\":{\"%s\":{\"wear\":1},\"%s\":{\"order\":\"ready\",\"x\":%d,\"y\":%d}}}",
               VICTIM, SHOOTER, 39 * INCH, 20 * INCH);
    begin("brevis", "lutzen", line);
    take(SEAT_B, (struct decision){ .kind = kind("activate"), .unit = piece(SHOOTER) }, "");
    d = (struct decision){ .kind = kind("shoot"), .unit = piece(SHOOTER), .target = victim };
    harmed = throws_that_harm(&d, SEAT_B, DICE, victim, &destroyed, &disordered);
    assert_true(harmed > destroyed && harmed > disordered && destroyed > 0 && disordered > 0);
    if (!odds_of(match, state, SEAT_B, &d, ODDS_STOP, &scratch, &odds, &fault) ||
        !chances_of(&odds, state, &scratch, &changes, &fault))
        fail_msg("%s", fault.text);
    assert_int_equal(changes.worse_count, 1);
    assert_int_equal(changes.worse[0].unit, victim);
    worse = changes.worse[0].weight;
    brute = weight_of((uint64_t)harmed, 279936);
    assert_true(weight_equal(worse, weight_reduced(brute)));
    json_open(&writer, '{');
    chances_write(&odds, &changes, &writer);
    json_close(&writer, '}');
    assert_string_equal(text(json_get(page_root(), "worse")->as.child, "unit"), VICTIM);
    assert_int_equal(number(json_get(page_root(), "worse")->as.child, "millionths"), (harmed * 10000000 / 279936 + 5) / 10);
}

/* To be deployed is no harm, though the status grows. */
static void deploying_harms_nobody(void **unused)
{
    struct arena   scratch = arena_over(odds_memory, sizeof odds_memory);
    struct random  random = random_from(1);
    struct fault   fault = { 0 };
    struct odds    odds;
    struct changes changes;
    struct decision d;
    seat_id        seat = SEAT_A;

    (void)unused;
    begin("brevis", "pickup", NULL);
    while (strcmp(ruleset_of(match)->phases[flow_top_const(flow_of_const(state))->phase]->name, "deploy")) {
        while (!(play_asked(state) & SEAT_BIT(seat))) seat = (seat_id)!seat;
        play_offer(match, state, seat, &offers);
        take(seat, offers.list[0].decision, "");
    }
    while (!(play_asked(state) & SEAT_BIT(seat))) seat = (seat_id)!seat;
    assert_string_equal(step_now(), "deployment");
    play_offer(match, state, seat, &offers);
    assert_true(ruleset_of(match)->sample(match, state, seat, &offers.list[0], &random, &d));
    if (!odds_of(match, state, seat, &d, ODDS_STOP, &scratch, &odds, &fault) || !chances_of(&odds, state, &scratch, &changes, &fault))
        fail_msg("%s", fault.text);
    assert_true(changes.count > 0);
    assert_int_equal(changes.worse_count, 0);
    take(seat, d, "");
    assert_non_null(find(rings(match_head(match)->piece[d.unit].id), "name", "coherency"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_whole),
        cmocka_unit_test(steps_follow_play),
        cmocka_unit_test(profile_of_a_fresh_unit),
        cmocka_unit_test(profile_of_a_worn_unit),
        cmocka_unit_test(profile_in_a_forest),
        cmocka_unit_test(profile_is_what_is_rolled),
        cmocka_unit_test(profile_of_the_practice_game),
        cmocka_unit_test(score_names_the_lost),
        cmocka_unit_test(numbers_say_which_way_they_are_good),
        cmocka_unit_test(sides_are_told_by_their_names),
        cmocka_unit_test(leaders_are_called_by_name),
        cmocka_unit_test(ground_is_told_by_its_name),
        cmocka_unit_test(rings_of_a_squadron),
        cmocka_unit_test(rings_of_a_square),
        cmocka_unit_test(rings_of_the_practice_game),
        cmocka_unit_test(sight_names_what_is_in_the_way),
        cmocka_unit_test(places_of_a_film_may_be_silent),
        cmocka_unit_test(what_is_seen_may_be_covered),
        cmocka_unit_test(refusals_of_the_moment),
        cmocka_unit_test(refusals_of_what_is_used_up),
        cmocka_unit_test(refusals_are_quick),
        cmocka_unit_test(harm_is_a_joint_chance),
        cmocka_unit_test(deploying_harms_nobody),
    };

    library = documents_load(argc > 1 ? argv[1] : "data");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
