/*
 * fuzz_journal.c: any bytes as a journal.
 *
 * A replay succeeds or has a fault, and what it leaves is sound either way. Since a mutated line nearly always has the wrong
 * hash, the hash that the fault names is put in and the journal tried again: so the fuzzer gets to lines far down.
 */
#include "fuzz.h"
#include "journal.h"

enum { REPAIRS = 64 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    library = fuzz_library();
    return 0;
}

/* The fault ends with "the journal says X, this replay Y": write Y over X in the line of the fault. */
static bool repair(char *text, size_t length, const struct fault *fault)
{
    static const char says[] = "the journal says ", ours[] = ", this replay ";
    const char       *x = strstr(fault->text, says), *y = strstr(fault->text, ours);
    char             *line = text, *end = text + length;

    if (!x || !y || y - x != (ptrdiff_t)(sizeof says - 1 + 16)) return false;
    x += sizeof says - 1;
    y += sizeof ours - 1;
    for (int32_t n = 1; n < fault->line && line < end; n++) {
        line = memchr(line, '\n', (size_t)(end - line));
        if (!line) return false;
        line++;
    }
    for (; line + 16 <= end && *line != '\n'; line++)
        if (!memcmp(line, x, 16)) {
            memcpy(line, y, 16);
            return true;
        }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    memcpy(text, data, size);
    text[size] = 0;
    for (int i = 0; i < REPAIRS; i++) {
        struct arena            arena = fuzz_arena();
        struct journal_listener listener = { .line = NULL };
        struct fault            fault = { 0 };
        struct game             game;
        int32_t                 lines = -1;
        bool                    good = journal_replay(&game, &library, "fuzz", text, size, &listener, &arena, &lines,
                                                      &fault);

        fuzz_check(good == !fault.set && lines >= 0, "a fault and a success, or neither");
        fuzz_check(good || fault.text[0], "a fault without a word");
        if (lines > 0) fuzz_sound(game.match, game.state);
        if (good || !repair(text, size, &fault)) break;
    }
    free(text);
    return 0;
}
