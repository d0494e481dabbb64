/*
 * liber_code.c: an army of the long edition as a short text to share: "L1-" and the letters, digits, "-" and "_" of a packed list,
 * the last three of them a check sum. Names are not in it. See liber_army.h.
 *
 * Packed: nation and structure; the limit in two bytes; the number of regiments, with bits for an elite unit and for options of the
 * game that are not the book's (four bytes, a bit an option); the chief; each regiment with formation and ally, its number of units,
 * its commander and its units; the elite unit. Units and options count as their tables do.
 */
#include "liber_army.h"
#include "hash.h"

#include <string.h>

enum { BYTES = 2048, CHECK = 3, SIX_BITS = 64 };
enum { FLAG_ELITE = 128, FLAG_RULES = 64, FLAG_COMMANDER = 128, FLAG_DRILLED = 1 << 15 };

static const char prefix[] = "L1-";
static const char letters[SIX_BITS + 1] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct bytes {
    uint8_t list[BYTES];
    int     count, at;
    bool    bad;                 /* too many to write, or none left to read */
};

static void put(struct bytes *bytes, uint32_t value, int size)
{
    for (int i = 0; i < size; i++) {
        if (bytes->count < BYTES) bytes->list[bytes->count++] = (uint8_t)(value >> 8 * i);
        else bytes->bad = true;
    }
}

static uint32_t get(struct bytes *bytes, int size)
{
    uint32_t value = 0;

    for (int i = 0; i < size; i++) {
        if (bytes->at < bytes->count) value |= (uint32_t)bytes->list[bytes->at++] << 8 * i;
        else bytes->bad = true;
    }
    return value;
}

/* A number below `most`; anything else is a bad code. */
static uint8_t below(struct bytes *bytes, uint32_t value, int most)
{
    if (value < (uint32_t)most) return (uint8_t)value;
    bytes->bad = true;
    return 0;
}

static void put_commander(struct bytes *bytes, const struct listed_commander *who)
{
    put(bytes, (uint32_t)(who->rank | who->virtues << 4), 1);
    put(bytes, who->traits, 1);
    for (int i = 0; i < who->virtues; i++) put(bytes, who->virtue[i], 1);
    for (int i = 0; i < who->traits; i++) put(bytes, who->trait[i], 1);
}

static void get_commander(struct bytes *bytes, struct listed_commander *who)
{
    uint32_t first = get(bytes, 1);

    who->present = true;
    who->rank = (int16_t)(first & 15);
    who->virtues = below(bytes, first >> 4, LIST_GIFTS + 1);
    who->traits = below(bytes, get(bytes, 1), LIST_GIFTS + 1);
    for (int i = 0; i < who->virtues; i++) who->virtue[i] = below(bytes, get(bytes, 1), VIRTUES);
    for (int i = 0; i < who->traits; i++) who->trait[i] = below(bytes, get(bytes, 1), TRAITS);
}

static void put_unit(struct bytes *bytes, const struct liber_tables *tables, const struct listed_unit *unit)
{
    put(bytes, (uint32_t)(unit->row - tables->unit), 1);
    put(bytes, unit->options | (unit->drilled ? FLAG_DRILLED : 0), 2);
}

static void get_unit(struct bytes *bytes, const struct liber_tables *tables, struct listed_unit *unit)
{
    uint32_t options;

    unit->row = &tables->unit[below(bytes, get(bytes, 1), tables->units)];
    options = get(bytes, 2);
    unit->drilled = options & FLAG_DRILLED;
    unit->options = options & ~(uint32_t)FLAG_DRILLED;
    if (unit->options >> unit->row->options) bytes->bad = true;
}

static uint32_t rules_of(const struct match *m)
{
    uint32_t bits = 0;

    for (int i = 0; i < LIBER_OPTIONS; i++) bits |= (uint32_t)(m->head.option[i] != 0) << i;
    return bits;
}

static uint32_t rules_of_the_book(void)
{
    uint32_t bits = 0;

    for (int i = 0; i < LIBER_OPTIONS; i++) bits |= (uint32_t)(liber_ruleset.options[i].standard != 0) << i;
    return bits;
}

static void pack(struct bytes *bytes, const struct match *m, const struct liber_tables *tables, const struct army_list *army)
{
    bool rules = rules_of(m) != rules_of_the_book();

    put(bytes, (uint32_t)(army->nation | army->structure << 4), 1);
    put(bytes, (uint32_t)army->limit, 2);
    put(bytes, army->regiments | (army->elite ? FLAG_ELITE : 0u) | (rules ? FLAG_RULES : 0u), 1);
    if (rules) put(bytes, rules_of(m), 4);
    put(bytes, army->chief.present, 1);
    if (army->chief.present) put_commander(bytes, &army->chief);
    for (int i = 0; i < army->regiments; i++) {
        const struct listed_regiment *regiment = &army->regiment[i];
        put(bytes, (uint32_t)(regiment->formation | (regiment->ally - NO_NATION) << 4), 1);
        put(bytes, regiment->units | (regiment->commander.present ? FLAG_COMMANDER : 0u), 1);
        if (regiment->commander.present) put_commander(bytes, &regiment->commander);
        for (int k = 0; k < regiment->units; k++) put_unit(bytes, tables, &regiment->unit[k]);
    }
    if (army->elite) put_unit(bytes, tables, &army->elite_unit);
}

static void unpack(struct bytes *bytes, const struct liber_tables *tables, struct army_list *army, uint32_t *rules)
{
    uint32_t first = get(bytes, 1), count;

    army->nation = below(bytes, first & 15, NATIONS);
    army->structure = below(bytes, first >> 4, STRUCTURES);
    army->limit = (int32_t)get(bytes, 2);
    bytes->bad |= !between(BUDGET_LOW, army->limit, BUDGET_HIGH);
    count = get(bytes, 1);
    army->elite = count & FLAG_ELITE;
    *rules = count & FLAG_RULES ? get(bytes, 4) : rules_of_the_book();
    army->regiments = below(bytes, count & (FLAG_RULES - 1), LIST_REGIMENTS + 1);
    if (below(bytes, get(bytes, 1), 2)) get_commander(bytes, &army->chief);
    for (int i = 0; i < army->regiments && !bytes->bad; i++) {
        struct listed_regiment *regiment = &army->regiment[i];
        uint32_t                kind = get(bytes, 1), units = get(bytes, 1);
        regiment->formation = below(bytes, kind & 15, ELITE_UNIT);
        regiment->ally = (int8_t)(below(bytes, kind >> 4, NATIONS + 1) + NO_NATION);
        regiment->units = below(bytes, units & (FLAG_COMMANDER - 1), LIST_UNITS + 1);
        if (units & FLAG_COMMANDER) get_commander(bytes, &regiment->commander);
        for (int k = 0; k < regiment->units && !bytes->bad; k++) get_unit(bytes, tables, &regiment->unit[k]);
    }
    if (army->elite) get_unit(bytes, tables, &army->elite_unit);
    bytes->bad |= bytes->at != bytes->count;
}

static uint32_t check_sum(const struct bytes *bytes)
{
    return (uint32_t)(hash_more(0, bytes->list, (size_t)bytes->count) & 0x3ffff);
}

bool liber_encode(const struct library *library, const struct document *army, struct out *code, struct arena *arena, struct fault *fault)
{
    struct muster_tables   *tables = NULL;
    const struct army_list *list = liber_read_army(library, army, NULL, &tables, arena, fault);
    struct bytes            bytes = { .count = 0 };

    if (!list) return false;
    pack(&bytes, tables->match, &tables->tables, list);
    out_text(code, prefix);
    for (int bit = 0; bit < 8 * bytes.count; bit += 6) {
        uint32_t pair = (uint32_t)bytes.list[bit / 8] << 8 | (bit / 8 + 1 < bytes.count ? bytes.list[bit / 8 + 1] : 0u);
        out_char(code, letters[pair >> (10 - bit % 8) & (SIX_BITS - 1)]);
    }
    for (int i = 0; i < CHECK; i++) out_char(code, letters[check_sum(&bytes) >> 6 * i & (SIX_BITS - 1)]);
    return (!code->full && !bytes.bad) || fault_say(fault, army->name, 0, "this army is too large for a code");
}

/* The letters as bytes; what is left over of the last letter must be nothing. */
static bool read_letters(const char *code, struct bytes *bytes)
{
    size_t   length = strlen(code), start = sizeof prefix - 1;
    uint32_t held = 0, sum = 0;
    int      bits = 0;

    if (strncmp(code, prefix, start) || length < start + CHECK || (length - start) * 6 / 8 > BYTES) return false;
    for (size_t i = start; i < length; i++) {
        const char *letter = strchr(letters, code[i]);
        uint32_t    value = letter ? (uint32_t)(letter - letters) : 0;
        if (!letter) return false;
        if (i >= length - CHECK) {
            sum |= value << 6 * (i - (length - CHECK));
            continue;
        }
        held = held << 6 | value;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes->list[bytes->count++] = (uint8_t)(held >> bits);
        held &= (1u << bits) - 1;
    }
    return !held && sum == check_sum(bytes);
}

/* The document names only those options that are not the book's. */
static bool name_rules(struct army_list *army, uint32_t rules, struct arena *arena, struct fault *fault)
{
    enum { ROOM = 1024 };
    char                *text = arena_take(arena, ROOM);
    struct json_document *document = arena_take(arena, sizeof *document);
    struct out           out = out_over(text, text ? ROOM : 0);
    struct json_writer   writer = json_writer_over(&out);

    if (rules == rules_of_the_book()) return true;
    if (!text || !document) return fault_say(fault, "code", 0, "there is not enough memory for this army");
    json_open(&writer, '{');
    for (int i = 0; i < LIBER_OPTIONS; i++) {
        if ((rules >> i & 1) == (uint32_t)(liber_ruleset.options[i].standard != 0)) continue;
        json_key(&writer, liber_ruleset.options[i].name);
        json_write_integer(&writer, rules >> i & 1);
    }
    json_close(&writer, '}');
    if (!json_parse(document, "code", text, out.used, arena, fault)) return false;
    army->rules = document->root;
    return true;
}

bool liber_decode(const struct library *library, const char *code, struct out *army, struct arena *arena, struct fault *fault)
{
    struct muster_tables *tables = liber_open_tables(library, NULL, NULL, arena, fault);
    struct army_list     *list = arena_take(arena, sizeof *list);
    struct bytes          bytes = { .count = 0 };
    struct json_writer    writer;
    uint32_t              rules = 0;

    if (!tables) return false;
    if (!list) return fault_say(fault, "code", 0, "there is not enough memory for this army");
    if (!read_letters(code, &bytes)) return fault_say(fault, "code", 0, "this is no code of an army, or a part of it is missing or wrong");
    unpack(&bytes, &tables->tables, list, &rules);
    if (bytes.bad) return fault_say(fault, "code", 0, "this code is of an army that these tables do not know");
    if (!name_rules(list, rules, arena, fault)) return false;
    writer = json_writer_over(army);
    liber_write_army(list, &writer);
    return !army->full || fault_say(fault, "code", 0, "there is not enough memory for this army");
}
