/*
 * rules_enum RULES.json OUT.h OUT.c: a ruleset's rule ids as C enumerators, in ledger order.
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

static bool write_both(const struct json_document *document, FILE *header, FILE *source, struct fault *fault)
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
        fprintf(header, " = %d,\n", ++count);
        fprintf(source, "    \"%s\",\n", id);
    }
    fprintf(header, "    %s_RULE_COUNT = %d\n};\n\nextern const char *const %s_rules[];\n\n#endif\n", ruleset, count, ruleset);
    fprintf(source, "};\n");
    return true;
}

int main(int argc, char **argv)
{
    static char          memory[64 << 20];
    struct arena         arena = arena_over(memory, sizeof memory);
    struct fault         fault = { 0 };
    struct json_document document;
    size_t               length = 0;
    char                *text;
    FILE                *header, *source;

    if (argc != 4 || !(text = read_whole(argv[1], &length))) {
        fprintf(stderr, "usage: rules_enum RULES.json OUT.h OUT.c\n");
        return 2;
    }
    header = fopen(argv[2], "w");
    source = fopen(argv[3], "w");
    if (!header || !source || !json_parse(&document, argv[1], text, length, &arena, &fault) ||
        !write_both(&document, header, source, &fault)) {
        fprintf(stderr, "%s:%d: %s\n", fault.file, fault.line, fault.text);
        return 1;
    }
    free(text);
    return fclose(header) | fclose(source);
}
