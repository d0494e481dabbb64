/*
 * test_texts.c: French and English are complete for every ruleset: every event, decision, name and unit type has its text in
 * both, no text is unused, and a text and its translation fill in the same blanks.
 *
 *   test_texts DATA-DIRECTORY
 */
#include "explain.h"
#include "muster.h"
#include "registry.h"
#include "documents.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void complain(const char *ruleset, const char *what, const char *key)
{
    printf("%s: %s: %s\n", ruleset, what, key);
    failures++;
}

/* The keys that the engine will look for. */
struct wanted {
    char key[1024][96];
    int  count;
};

static void want(struct wanted *wanted, const char *set, const char *name)
{
    char key[96];

    snprintf(key, sizeof key, "%s.%s", set, name);
    for (int i = 0; i < wanted->count; i++)
        if (!strcmp(wanted->key[i], key)) return;
    strcpy(wanted->key[wanted->count++], key);
}

static void want_names(struct wanted *wanted, const struct names *names)
{
    for (int i = 0; names && i < names->count; i++) want(wanted, names->set, names->list[i]);
}

/* The types of the pieces are known to the scenarios only. */
static void want_types(struct wanted *wanted, const struct ruleset *ruleset, const struct library *library)
{
    static char memory[32 << 20];

    for (int32_t i = 0; i < library->count; i++) {
        struct arena        arena = arena_over(memory, sizeof memory);
        struct fault        fault = { 0 };
        const struct match *match;
        if (!document_is_scenario(&library->list[i], ruleset->id)) continue;
        match = match_load(ruleset, library, &library->list[i], NULL, &arena, &fault);
        if (!match) complain(ruleset->id, fault.file, fault.text);
        for (int32_t k = 0; match && k < match_head(match)->pieces; k++) {
            want(wanted, "unit", match_head(match)->piece[k].type);
            if (match_head(match)->piece[k].seat == NO_SEAT) want(wanted, "seat", "nobody");
        }
    }
}

static void want_ruleset(struct wanted *wanted, const struct ruleset *ruleset)
{
    want(wanted, "game", "title");
    for (int i = 0; i < ruleset->event_count; i++) {
        if (!ruleset->events[i].place) want(wanted, "event", ruleset->events[i].name);
        for (int value = 0; value < 3; value++) want_names(wanted, ruleset->events[i].names[value]);
    }
    for (int i = 0; i < ruleset->kind_count; i++) {
        want(wanted, "do", ruleset->kinds[i].name);
        want_names(wanted, ruleset->kinds[i].choices);
    }
    for (int i = 0; i < ruleset->phase_count; i++)
        if (ruleset->phases[i]->offer) want(wanted, "phase", ruleset->phases[i]->name);
    for (int i = 0; i < ruleset->option_count; i++) {
        const struct option *option = &ruleset->options[i];
        want(wanted, "option", option->name);
        for (int32_t value = option->low; value <= option->high && option->high - option->low < 4; value++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%d", option->name, value);
            want(wanted, "option", name);
        }
    }
    if (ruleset->muster) {
        want_names(wanted, ruleset->muster->belligerents);
        want_names(wanted, ruleset->muster->kinds);
    }
    for (int i = 0; i < ruleset->game_field_count; i++) want_names(wanted, ruleset->game_fields[i].names);
    for (int i = 0; i < ruleset->unit_field_count; i++) want_names(wanted, ruleset->unit_fields[i].names);
    for (int i = 0; i < ruleset->harm_count; i++) want(wanted, "field", ruleset->harm[i].field);
    for (int i = 0; i < ruleset->step_count; i++) want(wanted, "step", ruleset->sequence[i].name);
    for (int i = 0; i < ruleset->ring_count; i++) want(wanted, "ring", ruleset->rings[i].name);
    for (int i = 0; i < ruleset->value_count; i++) want(wanted, "value", ruleset->values[i].name);
}

/* The name of a field, or "<name>.value" or "<name>.2", the words for its number. */
static bool is_about(const struct field *field, const char *name)
{
    size_t      length = strlen(field->name);
    const char *rest = name + length;

    if (strncmp(name, field->name, length)) return false;
    if (!*rest) return true;
    if (field->names || field->flag || *rest != '.' || !rest[1]) return false;
    return !strcmp(rest, ".value") || !rest[1 + strspn(rest + 1, "0123456789")];
}

/* A field may have a text: those that only the rules know have none. */
static bool is_field(const struct ruleset *ruleset, const char *key)
{
    static const char field[] = "field.";

    if (strncmp(key, field, sizeof field - 1)) return false;
    for (int i = 0; i < ruleset->game_field_count; i++)
        if (is_about(&ruleset->game_fields[i], key + sizeof field - 1)) return true;
    for (int i = 0; i < ruleset->unit_field_count; i++)
        if (is_about(&ruleset->unit_fields[i], key + sizeof field - 1)) return true;
    return false;
}

/* The words for what the documents and the board name; which of them there are is up to the data. */
static bool is_vocabulary(const char *key)
{
    static const char *const sets[] = {
        "unit.", "phase.", "class.", "arm.", "value.", "defence.", "special.", "weapon.", "terrain.", "regiment.", "called.", "score.",
        "side.", "group.", "source.", "trait.", "virtue.", "structure.", "upgrade.", "kind.", "horse.", "place.", "rank.", "role.",
        "budget.", "camp.", "prize.", "battle_type.", "form.", "ground.", NULL
    };

    for (int i = 0; sets[i]; i++)
        if (!strncmp(key, sets[i], strlen(sets[i]))) return true;
    return false;
}

/* A noun may have its form with an article too: "belligerent.spain.the" beside "belligerent.spain". */
static bool is_with_article(const struct wanted *wanted, const char *key)
{
    static const char the[] = ".the";
    size_t            length = strlen(key), stem = length - (sizeof the - 1);

    if (length < sizeof the || strcmp(key + stem, the)) return false;
    for (int i = 0; i < wanted->count; i++)
        if (strlen(wanted->key[i]) == stem && !strncmp(wanted->key[i], key, stem)) return true;
    return false;
}

/* An event without a target may have a sentence of its own: "event.acts.alone" beside "event.acts". */
static bool is_alone(const struct wanted *wanted, const char *key)
{
    static const char event[] = "event.", alone[] = ".alone";
    size_t            length = strlen(key), stem = length - (sizeof alone - 1);

    if (strncmp(key, event, sizeof event - 1) || length < sizeof alone || strcmp(key + stem, alone)) return false;
    for (int i = 0; i < wanted->count; i++)
        if (strlen(wanted->key[i]) == stem && !strncmp(wanted->key[i], key, stem)) return true;
    return false;
}

/* An event may have few words as well as a sentence. */
static bool is_brief(const struct ruleset *ruleset, const char *key)
{
    static const char brief[] = "brief.";

    if (strncmp(key, brief, sizeof brief - 1)) return false;
    for (int i = 0; i < ruleset->event_count; i++)
        if (!strcmp(ruleset->events[i].name, key + sizeof brief - 1)) return true;
    return false;
}

/* A place of a film needs no sentence. */
static bool is_place(const struct ruleset *ruleset, const char *key)
{
    static const char event[] = "event.";

    if (strncmp(key, event, sizeof event - 1)) return false;
    for (int i = 0; i < ruleset->event_count; i++)
        if (ruleset->events[i].place && !strcmp(ruleset->events[i].name, key + sizeof event - 1)) return true;
    return false;
}

/* Texts that may stand in the catalogue though no table asks for them: refusals of real rules, the vocabulary. */
static bool may_stand(const struct ruleset *ruleset, const struct wanted *wanted, const char *key)
{
    static const char refusal[] = "refusal.";

    if (!strncmp(key, "engine.", 7) || is_vocabulary(key) || is_field(ruleset, key)) return true;
    if (is_with_article(wanted, key) || is_alone(wanted, key) || is_brief(ruleset, key) || is_place(ruleset, key)) return true;
    if (!strncmp(key, refusal, sizeof refusal - 1)) {
        for (int i = 1; i <= ruleset->rule_count; i++)
            if (!strcmp(ruleset->rules[i], key + sizeof refusal - 1)) return true;
        return false;
    }
    for (int i = 0; i < wanted->count; i++)
        if (!strcmp(wanted->key[i], key)) return true;
    return false;
}

/* The blanks of a text as a sorted set of their names, so that word order may differ between languages. */
static unsigned blanks_of(const char *text)
{
    unsigned set = 0;

    for (const char *p = text; (p = strchr(p, '{')); p++) {
        size_t length = strcspn(p + 1, ":|}");
        unsigned hash = 0;
        for (size_t i = 0; i < length; i++) hash = hash * 31 + (unsigned char)p[1 + i];
        set |= 1u << hash % 32;
    }
    return set;
}

static bool is_one_of(const char *const *list, const char *word)
{
    while (*list && strcmp(*list, word)) list++;
    return *list != NULL;
}

/* A rule has both texts, a known provenance, the chapter that its id names ("4.1" for a rule of 4.1.5 too), and an option that exists. */
static void check_rule(const struct ruleset *ruleset, const struct rule_text *rule)
{
    static const char *const provenances[] = { "own", "seed", "public", "reconstructed", "ruling", NULL };
    size_t                   chapter = strlen(rule->chapter);
    const char              *dash = strchr(rule->id, '-');

    if (!*rule->text[ENGLISH] || !*rule->text[FRENCH]) complain(ruleset->id, "has no text", rule->id);
    if (!is_one_of(provenances, rule->provenance)) complain(ruleset->id, "has an unknown provenance", rule->id);
    if (!dash || strncmp(dash + 1, rule->chapter, chapter) || (dash[1 + chapter] != '-' && dash[1 + chapter] != '.'))
        complain(ruleset->id, "is not of its chapter", rule->id);
    if (rule->option && match_option(ruleset, rule->option) < 0) complain(ruleset->id, "names an unknown option", rule->id);
}

static void check_ruleset(const struct ruleset *ruleset, const struct library *library)
{
    static struct wanted wanted;
    static char          memory[8 << 20];
    struct arena         arena = arena_over(memory, sizeof memory);
    struct fault         fault = { 0 };
    struct texts         texts;

    wanted.count = 0;
    want_ruleset(&wanted, ruleset);
    want_types(&wanted, ruleset, library);
    if (!texts_load(&texts, ruleset, library, &arena, &fault)) {
        complain(ruleset->id, fault.file, fault.text);
        return;
    }
    for (int i = 0; i < wanted.count; i++)
        for (int language = 0; language < LANGUAGES; language++)
            if (!text_find(&texts.catalogue[language], wanted.key[i]))
                complain(ruleset->id, language ? "is missing in fr" : "is missing in en", wanted.key[i]);
    for (int language = 0; language < LANGUAGES; language++) {
        const struct catalogue *own = &texts.catalogue[language], *other = &texts.catalogue[!language];
        for (int32_t i = 0; i < own->count; i++) {
            const char *translated = text_find(other, own->list[i].key);
            if (!translated) complain(ruleset->id, language ? "stands in fr alone" : "stands in en alone", own->list[i].key);
            else if (blanks_of(translated) != blanks_of(own->list[i].text)) complain(ruleset->id, "other blanks", own->list[i].key);
            if (!may_stand(ruleset, &wanted, own->list[i].key)) complain(ruleset->id, "is unused", own->list[i].key);
        }
    }
    for (int i = 1; i <= ruleset->rule_count; i++) check_rule(ruleset, &texts.rule[i]);
}

int main(int argc, char **argv)
{
    struct library library = documents_load(argc > 1 ? argv[1] : "data");

    for (int i = 0; rulesets[i]; i++) check_ruleset(rulesets[i], &library);
    documents_free(&library);
    printf("%d texts missing, unused or unlike\n", failures);
    return failures != 0;
}
