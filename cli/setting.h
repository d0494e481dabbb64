/*
 * setting.h: the beginning that most subcommands share: from --ruleset, --scenario, --options, --data and --lang to an open
 * host, a ruleset, its texts and a match.
 */
#ifndef MESTRE_SETTING_H
#define MESTRE_SETTING_H

#include "arguments.h"
#include "explain.h"
#include "host.h"
#include "ruleset.h"

struct setting {
    const char           *ruleset_name, *scenario_name, *option_text, *data, *language_name;      /* as given, or NULL */
    struct host           host;
    enum language         language;
    const struct ruleset *ruleset;
    struct texts          texts;
    const struct match   *match;
    const struct document *inlined;        /* the scenario when it is no part of the library, for journals; or NULL */
    struct document       own;
};

/* The shared rows of a table of arguments. */
#define SETTING_DATA(setting) \
    TEXT_ARGUMENT("data", &(setting)->data, "DIR", "lay your own data files over the built-in ones")
#define SETTING_LANGUAGE(setting) \
    TEXT_ARGUMENT("lang", &(setting)->language_name, "en|fr", "language of the texts (default: the environment's)")
#define SETTING_RULESET(setting) \
    TEXT_ARGUMENT("ruleset", &(setting)->ruleset_name, "R", "the game")
#define SETTING_SCENARIO(setting) \
    TEXT_ARGUMENT("scenario", &(setting)->scenario_name, "S", "its scenario: an id or a file (default: the first)")
#define SETTING_OPTIONS(setting) \
    TEXT_ARGUMENT("options", &(setting)->option_text, "JSON", "options of the game: {\"name\":value,..}")

enum { SETTING_TEXTS = 1, SETTING_MATCH = 2, SETTING_ANY_RULESET = 4 };

/*
 * Open what the arguments name; parts says what is wanted beyond the host. Without SETTING_ANY_RULESET a ruleset must be
 * named. Returns 0, or the exit status after having said what is wrong.
 */
int setting_open(struct setting *setting, const char *command, unsigned parts);
void setting_close(struct setting *setting);

/* The texts of a ruleset other than the setting's own; 0 or an exit status. */
int setting_texts(struct setting *setting, const struct ruleset *ruleset);

/* The ruleset of a name; NULL after a usage error that lists them. */
const struct ruleset *setting_ruleset(const char *command, const char *name);

#endif
