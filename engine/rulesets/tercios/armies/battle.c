/*
 * battle.c: a pick-up battle: two legal armies and a table as a scenario, whose sides are deployed in play (BE-ARMY-01,
 * BE-SETUP-01, -02).
 */
#include "army.h"
#include "landscape.h"
#include "meeting.h"
#include "state.h"

#include <string.h>

static void write_feature(const struct layout *layout, int32_t index, struct json_writer *writer)
{
    const struct feature *feature = &layout->list[index];
    char                  id[ID_LENGTH + 1];
    struct out            out = out_over(id, sizeof id);
    int                   number = 1;

    for (int32_t i = 0; i < index; i++) number += !strcmp(layout->list[i].kind, feature->kind);
    out_format(&out, "%s-%d", feature->kind, number);
    json_open(writer, '{');
    write_text(writer, "id", id);
    write_text(writer, "kind", feature->kind);
    json_key(writer, feature->is_line ? "line" : "polygon");
    json_open(writer, '[');
    for (int32_t i = 0; i < feature->count; i++) {
        json_open(writer, '[');
        json_write_integer(writer, feature->vertex[i].x);
        json_write_integer(writer, feature->vertex[i].y);
        json_close(writer, ']');
    }
    json_close(writer, ']');
    if (feature->by != NO_SEAT) write_text(writer, "by", seat_name(feature->by));
    json_close(writer, '}');
}

static void write_units(const struct army_tables *tables, int row, char seat, int *number, struct json_writer *writer)
{
    json_key(writer, "units");
    json_open(writer, '[');
    for (int i = 0; i < tables->tables.regiment[row].units; i++) {
        char       id[ID_LENGTH + 1];
        struct out out = out_over(id, sizeof id);
        out_format(&out, "%c%d", seat, ++*number);
        json_open(writer, '{');
        write_text(writer, "id", id);
        write_text(writer, "type", tables->match->type[tables->tables.regiment[row].unit[i]].id);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

static void write_side(const struct army_tables *tables, const struct roster *army, seat_id seat,
                       struct json_writer *writer)
{
    int number = 0;

    json_open(writer, '{');
    write_text(writer, "side", seat == SEAT_A ? "first" : "second");
    write_text(writer, "belligerent", army->side);
    write_number(writer, "points", army->limit);
    json_key(writer, "regiments");
    json_open(writer, '[');
    for (int i = 0; i < army->count; i++) {
        json_open(writer, '{');
        write_text(writer, "type", army->id[i]);
        json_key(writer, "name");
        json_write(writer, json_get(tables->node[army->row[i]], "name"));
        write_units(tables, army->row[i], seat == SEAT_A ? 'A' : 'B', &number, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_close(writer, '}');
}

struct meeting {
    const struct army_tables *tables;
    const struct roster      *army[2];
    struct catalogue          catalogue[LANGUAGES];
    struct layout             layout;
    uint64_t                  seed;
};

/* The belligerent's name unless the army has one. */
static const char *army_name(const struct meeting *battle, seat_id seat, int language)
{
    const struct roster *army = battle->army[seat];
    const char          *name = army->name;

    if (!name) name = text_find_in(&battle->catalogue[language], "belligerent", army->side);
    return name ? name : army->side;
}

static void write_sentence(const struct meeting *battle, const char *key, const char *text_key, struct json_writer *writer)
{
    struct meeting_names names;

    for (int language = 0; language < LANGUAGES; language++)
        for (seat_id seat = SEAT_A; seat <= SEAT_B; seat++) names.side[language][seat] = army_name(battle, seat, language);
    tercios_write_sentence(battle->catalogue, key, text_key, &names, battle->army[SEAT_A]->limit, writer);
}

static void write_envelope(const struct meeting *battle, struct json_writer *writer)
{
    char       id[ID_LENGTH + 1];
    struct out out = out_over(id, sizeof id);

    out_text(&out, "battle-");
    out_hex(&out, battle->seed, 16);
    write_number(writer, "format", 1);
    write_text(writer, "ruleset", "brevis");
    write_text(writer, "id", id);
    write_sentence(battle, "title", "engine.army_battle_title", writer);
    write_text(writer, "provenance", "own");
    json_key(writer, "year");
    json_write_null(writer);
    write_number(writer, "minutes", 20 + 10 * battle->army[SEAT_A]->limit);
    write_sentence(battle, "intro", "engine.army_battle_intro", writer);
    json_key(writer, "table");
    json_open(writer, '{');
    write_number(writer, "width", WIDTH);
    write_number(writer, "depth", DEPTH);
    json_close(writer, '}');
    write_number(writer, "turns", 8);
    write_text(writer, "end", "book");
    write_text(writer, "deployment", "rolled");
}

static void write_scenario(const struct meeting *battle, struct out *out)
{
    struct json_writer writer = json_writer_over(out);

    json_open(&writer, '{');
    write_envelope(battle, &writer);
    json_key(&writer, "sides");
    json_open(&writer, '[');
    write_side(battle->tables, battle->army[SEAT_A], SEAT_A, &writer);
    write_side(battle->tables, battle->army[SEAT_B], SEAT_B, &writer);
    json_close(&writer, ']');
    json_key(&writer, "terrain");
    json_open(&writer, '[');
    for (int32_t i = 0; i < battle->layout.count; i++) write_feature(&battle->layout, i, &writer);
    json_close(&writer, ']');
    json_close(&writer, '}');
}

/* BE-ARMY-01: both armies are legal, and under the same agreed limit. */
static bool read_armies(struct meeting *battle, const struct document *const documents[2], struct arena *arena,
                        struct fault *fault)
{
    for (int seat = 0; seat < 2; seat++) {
        battle->army[seat] = tercios_read_army(battle->tables, documents[seat], arena, fault);
        if (!battle->army[seat] ||
            !tercios_army_legal(battle->tables, battle->army[seat], documents[seat]->name, fault))
            return false;
    }
    if (battle->army[0]->limit == battle->army[1]->limit) return true;
    return fault_say(fault, documents[1]->name, battle->army[1]->limit_line,
                     "%s: both armies have the same agreed limit; here are %d and %d", brevis_rules[BE_ARMY_01],
                     battle->army[0]->limit, battle->army[1]->limit);
}

static bool wants_points(const struct json_document *options, bool *wants, struct fault *fault)
{
    int64_t value = 0;

    if (options && !json_find_integer(options, options->root, "terrain_points", 0, 1, &value, fault)) return false;
    *wants = value != 0;
    return true;
}

bool tercios_battle(const struct library *library, const struct document *army_a, const struct document *army_b,
                    uint64_t seed, const struct json_document *options, struct out *scenario, struct arena *arena,
                    struct fault *fault)
{
    const struct document *documents[2] = { army_a, army_b };
    struct meeting         *battle = arena_take(arena, sizeof *battle);
    struct random          random = random_from(seed);
    bool                   bought;

    if (!battle) return fault_say(fault, army_a->name, 0, "there is not enough memory for this battle");
    battle->seed = seed;
    battle->tables = tercios_open_tables(library, arena, fault);
    if (!battle->tables || !read_armies(battle, documents, arena, fault) ||
        !tercios_open_catalogues(battle->catalogue, "brevis", library, arena, fault) || !wants_points(options, &bought, fault))
        return false;
    if (bought) tercios_lay_bought(&battle->layout, &battle->tables->tables, &random);
    else if (!tercios_lay_fair(&battle->layout, &random))
        return fault_say(fault, army_a->name, 0, "this seed makes no fair table; take another");
    write_scenario(battle, scenario);
    return !scenario->full || fault_say(fault, army_a->name, 0, "there is not enough room for the scenario");
}
