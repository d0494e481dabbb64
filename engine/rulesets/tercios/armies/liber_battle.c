/*
 * liber_battle.c: a battle between two legal armies as a scenario: ground is bought, armies are deployed in play, and a die tells the type
 * of the battle (LM-ARMY-02, LM-DECOR-02, LM-DEPLOY, LM-BATTLE-07). See liber_army.h.
 */
#include "liber_army.h"
#include "meeting.h"
#include "state.h"

#include <string.h>

enum { WIDTH = 180 * CENTIMETRE, DEPTH = 120 * CENTIMETRE };         /* LM-BASE-09 */

struct encounter {
    const struct liber_tables *tables;
    const struct army_list    *army[2];
    struct catalogue           catalogue[LANGUAGES];
    uint64_t                   seed;
};

/* A player's own name in both languages, or what such a piece is called, with its number unless it is 0. */
static void write_name(struct json_writer *writer, const char *own, const char *const names[2], int number)
{
    json_key(writer, "name");
    json_open(writer, '{');
    for (int language = 0; language < LANGUAGES; language++) {
        char       text[64];
        struct out out = out_over(text, sizeof text);
        out_text(&out, own ? own : names[language]);
        if (!own && number) out_format(&out, " %d", number);
        out_trim(&out);
        write_text(writer, language_code[language], text);
    }
    json_close(writer, '}');
}

static void write_id(struct json_writer *writer, seat_id seat, const char *mark, int number)
{
    char       id[ID_LENGTH + 1];
    struct out out = out_over(id, sizeof id);

    out_format(&out, "%s%s", seat_name(seat), mark);
    if (number) out_format(&out, "%d", number);
    write_text(writer, "id", id);
}

static void write_gifts(struct json_writer *writer, const char *key, const char *const *names, const uint8_t *gift, int count)
{
    json_key(writer, key);
    json_open(writer, '[');
    for (int i = 0; i < count; i++) json_write_string(writer, names[gift[i]]);
    json_close(writer, ']');
}

static void write_commander(const struct encounter *e, struct json_writer *writer, seat_id seat, const struct listed_commander *who, int number)
{
    json_key(writer, number ? "commander" : "chief");
    json_open(writer, '{');
    write_id(writer, seat, "C", number);
    write_name(writer, who->name, number ? e->tables->commander_name : e->tables->chief_name, number);
    write_number(writer, "rank", who->rank);
    write_gifts(writer, "virtues", liber_virtue_names, who->virtue, who->virtues);
    write_gifts(writer, "traits", liber_trait_names, who->trait, who->traits);
    json_close(writer, '}');
}

static void write_unit(struct json_writer *writer, seat_id seat, const struct listed_unit *unit, int number)
{
    json_open(writer, '{');
    write_id(writer, seat, "", number);
    write_text(writer, "type", unit->row->id);
    json_key(writer, "options");
    json_open(writer, '[');
    for (int i = 0; i < unit->row->options; i++)
        if (unit->options >> i & 1) json_write_string(writer, unit->row->option[i].id);
    json_close(writer, ']');
    if (unit->drilled) {
        json_key(writer, "drilled");
        json_write_boolean(writer, true);
    }
    json_close(writer, '}');
}

static void write_regiments(const struct encounter *e, struct json_writer *writer, seat_id seat, int *units)
{
    const struct army_list *army = e->army[seat];
    int                     of_kind[FORMATIONS] = { 0 }, commanders = 0;

    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < army->regiments; i++) {
        const struct listed_regiment *regiment = &army->regiment[i];
        json_open(writer, '{');
        write_text(writer, "type", liber_formation_names[regiment->formation]);
        write_name(writer, regiment->name, e->tables->formation_name[regiment->formation], ++of_kind[regiment->formation]);
        if (regiment->ally != NO_NATION) write_text(writer, "ally", liber_nation_names[regiment->ally]);
        if (regiment->commander.present) write_commander(e, writer, seat, &regiment->commander, ++commanders);
        json_key(writer, "units");
        json_open(writer, '[');
        for (int k = 0; k < regiment->units; k++) write_unit(writer, seat, &regiment->unit[k], ++*units);
        json_close(writer, ']');
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_side(const struct encounter *e, struct json_writer *writer, seat_id seat)
{
    const struct army_list *army = e->army[seat];
    int                     units = 0;

    json_open(writer, '{');
    write_text(writer, "side", seat == SEAT_A ? "first" : "second");
    if (army->name) write_name(writer, army->name, NULL, 0);
    write_text(writer, "belligerent", liber_nation_names[army->nation]);
    write_text(writer, "structure", liber_structure_names[army->structure]);
    write_number(writer, "points", army->limit);
    write_commander(e, writer, seat, &army->chief, 0);
    write_regiments(e, writer, seat, &units);
    if (army->elite) {
        json_key(writer, "elite");
        write_unit(writer, seat, &army->elite_unit, units + 1);
    }
    json_close(writer, '}');
}

static void write_sentence(const struct encounter *e, const char *key, const char *text_key, struct json_writer *writer)
{
    struct meeting_names names;

    for (int language = 0; language < LANGUAGES; language++)
        for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) {
            const char *nation = liber_nation_names[e->army[seat]->nation];
            const char *called = text_find_in(&e->catalogue[language], "belligerent", nation);
            names.side[language][seat] = e->army[seat]->name ? e->army[seat]->name : called ? called : nation;
        }
    tercios_write_sentence(e->catalogue, key, text_key, &names, e->army[SEAT_A]->limit, writer);
}

static void write_scenario(const struct encounter *e, struct out *scenario)
{
    struct json_writer writer = json_writer_over(scenario);
    char               id[ID_LENGTH + 1];
    struct out         out = out_over(id, sizeof id);

    out_text(&out, "battle-");
    out_hex(&out, e->seed, 16);
    json_open(&writer, '{');
    write_number(&writer, "format", 1);
    write_text(&writer, "ruleset", "liber");
    write_text(&writer, "id", id);
    write_sentence(e, "title", "engine.army_battle_title", &writer);
    write_text(&writer, "provenance", "own");
    json_key(&writer, "year");
    json_write_null(&writer);
    write_number(&writer, "minutes", 30 + e->army[SEAT_A]->limit / 12);
    write_sentence(e, "intro", "engine.army_battle_bought", &writer);
    json_key(&writer, "table");
    json_open(&writer, '{');
    write_number(&writer, "width", WIDTH);
    write_number(&writer, "depth", DEPTH);
    json_close(&writer, '}');
    write_number(&writer, "turns", 8);
    write_text(&writer, "end", "book");
    write_text(&writer, "deployment", "rolled");
    write_text(&writer, "battle", "drawn");
    json_key(&writer, "buys_terrain");
    json_write_boolean(&writer, true);
    json_key(&writer, "sides");
    json_open(&writer, '[');
    write_side(e, &writer, SEAT_A);
    write_side(e, &writer, SEAT_B);
    json_close(&writer, ']');
    json_key(&writer, "terrain");
    json_open(&writer, '[');
    json_close(&writer, ']');
    json_close(&writer, '}');
}

static bool is_legal(const struct muster_tables *tables, const struct army_list *army, const char *file, struct fault *fault)
{
    struct findings findings = { 0 };
    char            text[MUSTER_TEXT];
    struct out      out = out_over(text, sizeof text);

    liber_find_problems(tables->match, &tables->tables, army, &findings);
    if (!findings.total) return true;
    liber_say_breach(&findings.list[0], &out);
    out_trim(&out);
    return fault_say(fault, file, findings.list[0].line, "%s: %s", liber_rules[rule_cited(&liber_ruleset, findings.list[0].rule)], text);
}

static int count_units(const struct army_list *army)
{
    int units = army->elite;

    for (int i = 0; i < army->regiments; i++) units += army->regiment[i].units;
    return units;
}

bool liber_battle(const struct library *library, const struct document *army_a, const struct document *army_b, uint64_t seed,
                  const struct json_document *options, struct out *scenario, struct arena *arena, struct fault *fault)
{
    const struct document *documents[2] = { army_a, army_b };
    struct muster_tables  *tables = NULL;
    struct json_document   none = { .root = NULL };
    struct encounter      *e = arena_take(arena, sizeof *e);

    if (!e) return fault_say(fault, army_a->name, 0, "there is not enough memory for this battle");
    e->seed = seed;
    /* Both are judged by the options of this battle, not by those that they were made for. */
    for (int i = 0; i < 2; i++) {
        e->army[i] = liber_read_army(library, documents[i], options ? options : &none, &tables, arena, fault);
        if (!e->army[i] || !is_legal(tables, e->army[i], documents[i]->name, fault)) return false;
    }
    if (e->army[0]->limit != e->army[1]->limit)
        return fault_say(fault, army_b->name, e->army[1]->limit_line, "%s: both armies have the same agreed limit; here are %d and %d",
                         liber_rules[rule_cited(&liber_ruleset, LM_ARMY_02)], e->army[0]->limit, e->army[1]->limit);
    if (count_units(e->army[0]) + count_units(e->army[1]) > PIECES - COMMANDERS)
        return fault_say(fault, "battle", 0, "these armies have %d units together; there is room for %d on a table",
                         count_units(e->army[0]) + count_units(e->army[1]), PIECES - COMMANDERS);
    e->tables = &tables->tables;
    if (!tercios_open_catalogues(e->catalogue, "liber", library, arena, fault)) return false;
    write_scenario(e, scenario);
    return !scenario->full || fault_say(fault, army_a->name, 0, "there is not enough room for the scenario");
}
