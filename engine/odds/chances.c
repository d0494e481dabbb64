/* chances.c: see chances.h. */
#include "chances.h"
#include "event.h"
#include "maths.h"
#include "must.h"
#include "sort.h"

#include <string.h>

/* What is being gathered, and the memory for it. */
struct gathering {
    const struct odds  *odds;
    const struct state *before;
    struct arena       *arena;
    struct change      *list;
    int32_t             count;
    int32_t            *value;        /* of each outcome */
};

static int by_value(const void *a, const void *b, const void *context)
{
    int32_t x = ((const struct chance *)a)->value, y = ((const struct chance *)b)->value;

    (void)context;
    return x < y ? -1 : x > y;
}

/* Turn the values of the outcomes into chances. False when the arena is exhausted. */
static bool add_change(struct gathering *gathering, int unit, const char *name, const struct names *names, int32_t before)
{
    const struct odds *odds = gathering->odds;
    struct chance     *list;
    bool               changes = false;
    int32_t            count = 0;

    for (int32_t i = 0; i < odds->count; i++) changes = changes || gathering->value[i] != before;
    if (!changes) return true;
    list = arena_take_unset(gathering->arena, (size_t)odds->count * sizeof *list);
    if (!list) return false;
    for (int32_t i = 0; i < odds->count; i++) list[i] = (struct chance){ gathering->value[i], odds->list[i].weight };
    sort_stable(list, (size_t)odds->count, sizeof *list, by_value, NULL);
    for (int32_t i = 0; i < odds->count; i++) {
        struct chance *last = count ? &list[count - 1] : NULL;
        if (last && last->value == list[i].value) last->weight = weight_plus(last->weight, list[i].weight);
        else list[count++] = list[i];
    }
    gathering->list[gathering->count++] = (struct change){ unit, name, names, before, list, count };
    return true;
}

static bool add_field(struct gathering *gathering, int unit, const struct field *field)
{
    const struct ruleset *ruleset = ruleset_of(gathering->odds->match);
    size_t                offset = unit == NOBODY ? 0 : ruleset->unit_offset + (size_t)unit * ruleset->unit_size;
    int32_t               before = field_get(field, (const char *)gathering->before + offset);

    for (int32_t i = 0; i < gathering->odds->count; i++)
        gathering->value[i] = field_get(field, (const char *)odds_state(gathering->odds, i) + offset);
    return add_change(gathering, unit, field->name, field->names, before);
}

/* The names of the phases, and "over" behind them. */
static const struct names *phase_names(const struct ruleset *ruleset, struct arena *arena)
{
    struct names *names = arena_take(arena, sizeof *names);
    const char  **list = arena_take(arena, (ruleset->phase_count + 1u) * sizeof *list);

    if (!names || !list) return NULL;
    for (int i = 0; i < ruleset->phase_count; i++) list[i] = ruleset->phases[i]->name;
    list[ruleset->phase_count] = "over";
    *names = (struct names){ "phase", list, ruleset->phase_count + 1 };
    return names;
}

static int32_t phase_of(const struct ruleset *ruleset, const struct state *s)
{
    const struct flow *flow = flow_of_const(s);

    return flow->over ? ruleset->phase_count : flow_top_const(flow)->phase;
}

/* 0 while the game goes on, 1 for a draw, then the seats. */
static int32_t winner_of(const struct state *s)
{
    const struct flow *flow = flow_of_const(s);

    return flow->over ? flow->winner + 2 : 0;
}

static bool add_flow(struct gathering *gathering)
{
    static const char *const  winner_list[] = { "none", "draw", "A", "B", "C", "D" };
    static const struct names winner_names = { "winner", winner_list, 6 };
    const struct odds        *odds = gathering->odds;
    const struct ruleset     *ruleset = ruleset_of(odds->match);
    const struct names       *phases = phase_names(ruleset, gathering->arena);

    if (!phases) return false;
    for (int32_t i = 0; i < odds->count; i++) gathering->value[i] = phase_of(ruleset, odds_state(odds, i));
    if (!add_change(gathering, NOBODY, "phase", phases, phase_of(ruleset, gathering->before))) return false;
    for (int32_t i = 0; i < odds->count; i++) gathering->value[i] = winner_of(odds_state(odds, i));
    return add_change(gathering, NOBODY, "winner", &winner_names, winner_of(gathering->before));
}

static bool gather(struct gathering *gathering)
{
    const struct match   *m = gathering->odds->match;
    const struct ruleset *ruleset = ruleset_of(m);

    if (!add_flow(gathering)) return false;
    for (int i = 0; i < ruleset->game_field_count; i++)
        if (!add_field(gathering, NOBODY, &ruleset->game_fields[i])) return false;
    for (int unit = 0; unit < match_head(m)->pieces; unit++)
        for (int i = 0; i < ruleset->unit_field_count; i++)
            if (!add_field(gathering, unit, &ruleset->unit_fields[i])) return false;
    return true;
}

static const struct field *unit_field(const struct ruleset *ruleset, const char *name)
{
    for (int i = 0; i < ruleset->unit_field_count; i++)
        if (!strcmp(ruleset->unit_fields[i].name, name)) return &ruleset->unit_fields[i];
    return NULL;
}

static bool is_worse(const struct ruleset *ruleset, const void *before, const void *after)
{
    for (int i = 0; i < ruleset->harm_count; i++) {
        const struct field *field = unit_field(ruleset, ruleset->harm[i].field);
        int32_t             now;
        must(field);
        now = field_get(field, after);
        if (now > field_get(field, before) && now > ruleset->harm[i].beyond) return true;
    }
    return false;
}

/* The chance that a piece comes out worse: harms that come together count once. */
static struct weight chance_of_harm(const struct odds *odds, const struct state *before, int32_t piece)
{
    const struct match *m = odds->match;
    struct weight       sum = weight_of(0, 1);

    for (int32_t i = 0; i < odds->count; i++)
        if (is_worse(ruleset_of(m), state_unit(m, before, piece), state_unit(m, odds_state(odds, i), piece)))
            sum = weight_plus(sum, odds->list[i].weight);
    return weight_reduced(sum);
}

static bool gather_worse(const struct odds *odds, const struct state *before, struct arena *arena, struct changes *changes)
{
    int32_t       pieces = match_head(odds->match)->pieces;
    struct worse *list = arena_take(arena, (size_t)pieces * sizeof *list);

    if (!list) return false;
    changes->worse = list;
    changes->worse_count = 0;
    for (int32_t piece = 0; piece < pieces; piece++) {
        struct weight weight = chance_of_harm(odds, before, piece);
        if (!weight_is_zero(weight)) list[changes->worse_count++] = (struct worse){ piece, weight };
    }
    return true;
}

bool chances_of(const struct odds *odds, const struct state *before, struct arena *arena, struct changes *changes,
                struct fault *fault)
{
    const struct ruleset *ruleset = ruleset_of(odds->match);
    size_t                pieces = (size_t)match_head(odds->match)->pieces;
    size_t                most = 2u + ruleset->game_field_count + pieces * ruleset->unit_field_count;
    struct gathering      gathering = { .odds = odds, .before = before, .arena = arena };

    gathering.list = arena_take(arena, most * sizeof *gathering.list);
    gathering.value = arena_take(arena, (size_t)odds->count * sizeof *gathering.value);
    if (!gathering.list || !gathering.value || !gather(&gathering) || !gather_worse(odds, before, arena, changes))
        return fault_say(fault, "odds", 0, "there is not enough memory to list the odds");
    changes->list = gathering.list;
    changes->count = gathering.count;
    return true;
}

static void write_value(const struct change *change, int32_t value, struct json_writer *writer)
{
    if (change->names && between(0, value, change->names->count - 1)) json_write_string(writer, change->names->list[value]);
    else json_write_integer(writer, value);
}

/* Members of an object that the caller opens. */
static void write_weight(struct weight weight, struct json_writer *writer)
{
    char       text[192];
    struct out out = out_over(text, sizeof text);

    weight_write(weight, &out);
    json_key(writer, "chance");
    json_write_string(writer, text);
    json_key(writer, "millionths");
    json_write_integer(writer, (int64_t)(weight_share(weight, 10000000) + 5) / 10);
}

static void write_chance(const struct change *change, const struct chance *chance, struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "is");
    write_value(change, chance->value, writer);
    write_weight(chance->weight, writer);
    json_close(writer, '}');
}

void chances_write(const struct odds *odds, const struct changes *changes, struct json_writer *writer)
{
    json_key(writer, "outcomes");
    json_write_integer(writer, odds->count);
    json_key(writer, "runs");
    json_write_integer(writer, odds->runs);
    json_key(writer, "changes");
    json_open(writer, '[');
    for (int32_t i = 0; i < changes->count; i++) {
        const struct change *change = &changes->list[i];
        json_open(writer, '{');
        if (change->unit != NOBODY) {
            json_key(writer, "unit");
            json_write_string(writer, match_head(odds->match)->piece[change->unit].id);
        }
        json_key(writer, "value");
        json_write_string(writer, change->name);
        json_key(writer, "before");
        write_value(change, change->before, writer);
        json_key(writer, "after");
        json_open(writer, '[');
        for (int32_t k = 0; k < change->count; k++) write_chance(change, &change->list[k], writer);
        json_close(writer, ']');
        json_close(writer, '}');
    }
    json_close(writer, ']');
    json_key(writer, "worse");
    json_open(writer, '[');
    for (int32_t i = 0; i < changes->worse_count; i++) {
        json_open(writer, '{');
        json_key(writer, "unit");
        json_write_string(writer, match_head(odds->match)->piece[changes->worse[i].unit].id);
        write_weight(changes->worse[i].weight, writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}
