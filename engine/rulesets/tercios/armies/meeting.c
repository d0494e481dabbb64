/* meeting.c: see meeting.h. */
#include "meeting.h"

bool tercios_open_catalogues(struct catalogue catalogue[LANGUAGES], const char *folder, const struct library *library, struct arena *arena,
                             struct fault *fault)
{
    const char *const folders[2] = { "text", folder };

    for (int language = 0; language < LANGUAGES; language++) {
        struct json_document parsed[2];
        for (int i = 0; i < 2; i++) {
            char                   name[32];
            struct out             out = out_over(name, sizeof name);
            const struct document *found;
            out_format(&out, "%s/%s.json", folders[i], language_code[language]);
            found = library_find(library, name);
            if (!found) return fault_say(fault, name, 0, "this document is missing");
            if (!json_parse(&parsed[i], found->name, found->text, found->length, arena, fault)) return false;
        }
        if (!catalogue_make(&catalogue[language], (enum language)language, parsed, 2, arena, fault)) return false;
    }
    return true;
}

void tercios_write_sentence(const struct catalogue catalogue[LANGUAGES], const char *key, const char *text_key, const struct meeting_names *names,
                            int32_t points, struct json_writer *writer)
{
    json_key(writer, key);
    json_open(writer, '{');
    for (int language = 0; language < LANGUAGES; language++) {
        char               text[512];
        struct out         out = out_over(text, sizeof text);
        const char        *pattern = text_find(&catalogue[language], text_key);
        const struct blank blanks[] = {
            { "a", names->side[language][0], 0 }, { "b", names->side[language][1], 0 }, { "points", NULL, points },
        };
        text_fill(&out, (enum language)language, pattern ? pattern : "{a}, {b}", blanks, 3);
        out_trim(&out);
        json_key(writer, language_code[language]);
        json_write_string(writer, text);
    }
    json_close(writer, '}');
}
