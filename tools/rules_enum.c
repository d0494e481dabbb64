/*
 * rules_enum RULES.json OUT.h OUT.c [FIRST.json]: a ruleset's rule ids as C enumerators, in ledger order. Those of a later edition
 * of a family count on from the rules of its first edition.
 *
 * "SA-TURN-01" becomes SA_TURN_01; a dot inside an id ("FR-4.1-04") becomes a low line.
 */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long  size;

    if (!file) return NULL;
    if (!fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0 && !fseek(file, 0, SEEK_SET)) {
        text = malloc((size_t)size + 1);
        if (text) *length = fread(text, 1, (size_t)size, file);
    }
    fclose(file);
    return text;
}

static void write_enumerator(FILE *file, const char *id)
{
    for (; *id; id++) fputc(*id == '-' || *id == '.' ? '_' : *id, file);
}

static bool count_rules(const struct json_document *document, int *count, struct fault *fault)
{
    const struct json *rules;

    if (!json_branch(document, document->root, "rules", JSON_ARRAY, &rules, fault)) return false;
    *count = (int)rules->count;
    return true;
}

static bool write_both(const struct json_document *document, int before, FILE *header, FILE *source, struct fault *fault)
{
    const struct json *rules;
    const char        *ruleset, *id;
    int                count = 0;

    if (!json_string(document, document->root, "ruleset", &ruleset, fault)) return false;
    if (!json_branch(document, document->root, "rules", JSON_ARRAY, &rules, fault)) return false;
    fprintf(header, "/* Made from rules.json by tools/rules_enum.c. */\n#ifndef MESTRE_RULES_%s_H\n#define MESTRE_RULES_%s_H\n\nenum {\n",
            ruleset, ruleset);
    fprintf(source, "/* Made from rules.json by tools/rules_enum.c. */\n#include \"%s_rules.h\"\n\nconst char *const %s_rules[] = {\n    \"\",\n",
            ruleset, ruleset);
    for (const struct json *rule = rules->as.child; rule; rule = rule->next) {
        if (!json_string(document, rule, "id", &id, fault)) return false;
        fprintf(header, "    ");
        write_enumerator(header, id);
        fprintf(header, " = %d,\n", before + ++count);
        fprintf(source, "    \"%s\",\n", id);
    }
    fprintf(header, "    %s_RULE_COUNT = %d\n};\n\nextern const char *const %s_rules[];\n\n#endif\n", ruleset, count, ruleset);
    fprintf(source, "};\n");
    return true;
}

/* The document points into *text, which the caller frees. */
static bool read_document(const char *path, char **text, struct json_document *document, struct arena *arena, struct fault *fault)
{
    size_t length = 0;

    *text = read_whole(path, &length);
    if (!*text) return fault_say(fault, path, 0, "cannot be read");
    return json_parse(document, path, *text, length, arena, fault);
}

int main(int argc, char **argv)
{
    static char          memory[64 << 20];
    struct arena         arena = arena_over(memory, sizeof memory);
    struct fault         fault = { 0 };
    struct json_document document, first;
    char                *text = NULL, *first_text = NULL;
    FILE                *header, *source;
    int                  before = 0;
    bool                 written;

    if (argc != 4 && argc != 5) {
        fprintf(stderr, "usage: rules_enum RULES.json OUT.h OUT.c [FIRST.json]\n");
        return 2;
    }
    header = fopen(argv[2], "w");
    source = fopen(argv[3], "w");
    written = header && source &&
              (argc == 4 || (read_document(argv[4], &first_text, &first, &arena, &fault) && count_rules(&first, &before, &fault))) &&
              read_document(argv[1], &text, &document, &arena, &fault) && write_both(&document, before, header, source, &fault);
    free(text);
    free(first_text);
    if (!written) {
        fprintf(stderr, "%s:%d: %s\n", fault.file, fault.line, fault.text);
        return 1;
    }
    return fclose(header) | fclose(source);
}
