/*
 * brevis_code.c: an army of the short edition as a short text to share, "B1-..."; see code.h and army.h.
 *
 * Packed: the belligerent; the limit in two bytes; the regiments in their order, each as its place in the tables.
 */
#include "army.h"
#include "code.h"

const char brevis_code_prefix[] = "B1-";

bool tercios_encode_army(const struct library *library, const struct document *army, struct out *text, struct arena *arena,
                         struct fault *fault)
{
    const struct army_tables *tables = tercios_open_tables(library, arena, fault);
    const struct roster      *roster = tables ? tercios_read_army(tables, army, arena, fault) : NULL;
    struct code               code = { .count = 0 };
    int                       side;

    if (!roster || !tercios_find_side(roster->side, &side, fault)) return false;
    code_put(&code, (uint32_t)side, 1);
    code_put(&code, (uint32_t)(roster->limit - LIMIT_READ_LOW), 2);
    for (int i = 0; i < roster->count; i++) {
        if (roster->row[i] == UNKNOWN)
            return fault_say(fault, army->name, roster->line[i], "an army with a regiment that is not in the lists has no code");
        code_put(&code, (uint32_t)roster->row[i], 1);
    }
    return code_write(&code, brevis_code_prefix, text, fault);
}

bool tercios_decode_army(const struct library *library, const char *text, struct out *army, struct arena *arena, struct fault *fault)
{
    const struct army_tables *tables = tercios_open_tables(library, arena, fault);
    struct roster             roster = { .name = NULL };
    struct json_writer        writer = json_writer_over(army);
    struct code               code;

    if (!tables || !code_read(&code, brevis_code_prefix, text, fault)) return false;
    roster.side = tercios_belligerents[code_below(&code, code_get(&code, 1), BELLIGERENTS)];
    roster.limit = (int32_t)code_get(&code, 2) + LIMIT_READ_LOW;
    code.bad |= !between(LIMIT_READ_LOW, roster.limit, LIMIT_READ_HIGH);
    while (code.at < code.count && !code.bad) {
        int row = code_below(&code, code_get(&code, 1), tables->tables.regiments);
        if (roster.count < ROSTER) roster.id[roster.count++] = tables->tables.regiment[row].id;
        else code.bad = true;
    }
    if (!code_end(&code, fault)) return false;
    tercios_write_army(&roster, &writer);
    return !army->full || fault_say(fault, "code", 0, "there is not enough memory for this army");
}
