/* setting.c: see setting.h. */
#include "setting.h"
#include "registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct ruleset *setting_ruleset(const char *command, const char *name)
{
    const struct ruleset *ruleset = name ? ruleset_named(name) : NULL;
    char                  list[256] = "";

    if (ruleset) return ruleset;
    for (int i = 0; rulesets[i]; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", rulesets[i]->id);
    }
    if (name) usage_error(command, "--ruleset: there is no ruleset \"%s\"; there are: %s", name, list);
    else usage_error(command, "--ruleset is needed; there are: %s", list);
    return NULL;
}

/* A scenario that the library does not hold must travel inside the journals. */
static bool find_inlined(struct setting *setting, struct fault *fault)
{
    char name[256];

    if (!setting->scenario_name) return true;
    snprintf(name, sizeof name, "%s/scenarios/%s.json", setting->ruleset->id, setting->scenario_name);
    if (library_find(&setting->host.library, name)) return true;
    setting->own.name = setting->scenario_name;
    setting->own.text = host_read(setting->scenario_name, &setting->own.length, fault);
    setting->inlined = setting->own.text ? &setting->own : NULL;
    return setting->own.text != NULL;
}

int setting_texts(struct setting *setting, const struct ruleset *ruleset)
{
    struct fault fault = { .set = false };

    if (setting->texts.ruleset == ruleset) return 0;
    if (texts_load(&setting->texts, ruleset, &setting->host.library, &setting->host.arena, &fault)) return 0;
    return host_complain(&fault);
}

int setting_open(struct setting *setting, const char *command, unsigned parts)
{
    struct fault fault = { .set = false };
    int          status;

    if (setting->language_name && language_named(setting->language_name) == LANGUAGES)
        return usage_error(command, "--lang must be en or fr, not \"%s\"", setting->language_name);
    setting->language = host_language(setting->language_name);
    if (setting->ruleset_name || !(parts & SETTING_ANY_RULESET)) {
        setting->ruleset = setting_ruleset(command, setting->ruleset_name);
        if (!setting->ruleset) return 2;
    }
    if (!host_open(&setting->host, setting->data, &fault)) return host_complain(&fault);
    if (!setting->ruleset) return 0;
    status = parts & SETTING_TEXTS ? setting_texts(setting, setting->ruleset) : 0;
    if (status || !(parts & SETTING_MATCH)) return status;
    setting->match = host_match(&setting->host, setting->ruleset, setting->scenario_name, setting->option_text,
                                &setting->host.arena, &fault);
    return setting->match && find_inlined(setting, &fault) ? 0 : host_complain(&fault);
}

void setting_close(struct setting *setting)
{
    free((void *)setting->own.text);
    host_close(&setting->host);
}
