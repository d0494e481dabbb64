/* mind.c: see mind.h. */
#include "mind.h"
#include "maths.h"
#include "out.h"

#include <string.h>

const char *const mind_temper_names[MIND_TEMPERS] = { "balanced", "cautious", "bold" };
const char *const mind_level_names[MIND_THINKERS] = { "recruit", "sergeant", "captain", "mestre", "teacher" };

/* What weighs as much as the document says, in hundredths. */
enum { AS_IT_IS = 100 };

static bool read_weights(const struct json_document *document, const struct json *node, const struct ruleset *ruleset, int16_t *list,
                         struct fault *fault)
{
    enum { MOST = 1000 };

    for (int i = 0; i < ruleset->concern_count; i++) {
        int64_t value;
        if (!json_get(node, ruleset->concerns[i])) continue;
        if (!json_integer(document, node, ruleset->concerns[i], 0, MOST, &value, fault)) return false;
        list[i] = (int16_t)value;
    }
    return true;
}

/* Whatever is no concern of the game is a mistake in the document. */
static bool knows_all(const struct json_document *document, const struct json *node, const struct ruleset *ruleset, struct fault *fault)
{
    const char *keys[CONCERNS_MAX + 1] = { NULL };

    for (int i = 0; i < ruleset->concern_count; i++) keys[i] = ruleset->concerns[i];
    return json_keys(document, node, keys, fault);
}

/* How somebody leans: what is not named stays as it is. */
static bool read_lean(const struct json_document *document, const struct json *own, const struct json *their, const struct ruleset *ruleset,
                      struct temper *temper, struct fault *fault)
{
    return (!own || (knows_all(document, own, ruleset, fault) && read_weights(document, own, ruleset, temper->own, fault))) &&
           (!their || (knows_all(document, their, ruleset, fault) && read_weights(document, their, ruleset, temper->their, fault)));
}

static bool read_temper(const struct json_document *document, const struct json *list, const struct ruleset *ruleset, struct temper *temper,
                        struct fault *fault)
{
    static const char *const keys[] = { "own", "their", NULL };
    const struct json       *node = json_get(list, temper->name), *own, *their;

    if (!node) return true;
    return json_keys(document, node, keys, fault) && json_branch(document, node, "own", JSON_OBJECT, &own, fault) &&
           json_branch(document, node, "their", JSON_OBJECT, &their, fault) && read_lean(document, own, their, ruleset, temper, fault);
}

/* A temper shifts what somebody leans to anyway. */
static void shift(struct temper *temper, const struct temper *lean)
{
    for (int c = 0; c < CONCERNS_MAX; c++) {
        temper->own[c] = (int16_t)(temper->own[c] * lean->own[c] / AS_IT_IS);
        temper->their[c] = (int16_t)(temper->their[c] * lean->their[c] / AS_IT_IS);
    }
}

/* A level that judges in a way of its own does so instead of the balanced one, and has each temper on top of that. */
static bool read_tempers_of_level(const struct json_document *document, const struct json *node, const struct ruleset *ruleset, const struct mind *mind,
                                  struct mind_level *level, struct fault *fault)
{
    const struct json *own = NULL, *their = NULL;

    memcpy(level->temper, mind->temper, sizeof mind->temper);
    if (!json_find_branch(document, node, "own", JSON_OBJECT, &own, fault) || !json_find_branch(document, node, "their", JSON_OBJECT, &their, fault) ||
        !read_lean(document, own, their, ruleset, &level->temper[0], fault))
        return false;
    for (int i = 1; i < MIND_TEMPERS; i++) shift(&level->temper[i], &level->temper[0]);
    return true;
}

static bool read_level(const struct json_document *document, const struct json *list, const struct ruleset *ruleset, const struct mind *mind,
                       struct mind_level *level, struct fault *fault)
{
    static const struct { const char *key; int16_t low, high; } limits[] =
        { { "notice", 0, 1000 }, { "error", 0, 1000 }, { "width", 0, 32 }, { "worlds", 0, 1000 }, { "tides", 0, 1000 }, { "effort", 0, 30000 },
          { "glance", 0, 1000 }, { "throws", 0, 100 }, { "doubt", 0, 1000 } };
    enum { LIMITS = sizeof limits / sizeof limits[0] };
    static const char *const keys[] = { "notice", "error", "width", "worlds", "tides", "effort", "glance", "throws", "doubt", "own", "their", NULL };
    int16_t                 *members[LIMITS] = { &level->notice, &level->error, &level->width, &level->worlds, &level->tides, &level->effort,
                                                 &level->glance, &level->throws, &level->doubt };
    const struct json       *node;

    if (!json_branch(document, list, level->name, JSON_OBJECT, &node, fault) || !json_keys(document, node, keys, fault)) return false;
    for (int i = 0; i < LIMITS; i++) {
        int64_t value;
        if (!json_get(node, limits[i].key)) continue;
        if (!json_integer(document, node, limits[i].key, limits[i].low, limits[i].high, &value, fault)) return false;
        *members[i] = (int16_t)value;
    }
    return read_tempers_of_level(document, node, ruleset, mind, level, fault);
}

static bool read_levels(const struct json_document *document, const struct ruleset *ruleset, struct mind *mind, struct fault *fault)
{
    const char        *keys[MIND_THINKERS + 1] = { NULL };
    const struct json *list;

    for (int i = 0; i < MIND_THINKERS; i++) keys[i] = mind_level_names[i];
    if (!json_branch(document, document->root, "levels", JSON_OBJECT, &list, fault) || !json_keys(document, list, keys, fault)) return false;
    for (int i = 0; i < MIND_THINKERS; i++)
        if (!read_level(document, list, ruleset, mind, &mind->level[i], fault)) return false;
    return true;
}

static bool read_document(const struct json_document *document, const struct ruleset *ruleset, struct mind *mind, struct fault *fault)
{
    static const char *const keys[] = { "format", "ruleset", "provenance", "weights", "tempers", "levels", NULL };
    static const char *const tempers[] = { "balanced", "cautious", "bold", NULL };
    const struct json       *weights, *list;
    int64_t                  format;
    const char              *name;

    if (!json_keys(document, document->root, keys, fault) || !json_integer(document, document->root, "format", 1, 1, &format, fault) ||
        !json_string(document, document->root, "ruleset", &name, fault))
        return false;
    if (strcmp(name, ruleset->id)) return json_fault(document, document->root, fault, "this is the mind of \"%s\", not of \"%s\"", name, ruleset->id);
    if (!json_branch(document, document->root, "weights", JSON_OBJECT, &weights, fault) || !knows_all(document, weights, ruleset, fault) ||
        !read_weights(document, weights, ruleset, mind->weight, fault) ||
        !json_branch(document, document->root, "tempers", JSON_OBJECT, &list, fault) || !json_keys(document, list, tempers, fault))
        return false;
    for (int i = 0; i < MIND_TEMPERS; i++)
        if (!read_temper(document, list, ruleset, &mind->temper[i], fault)) return false;
    if (!read_levels(document, ruleset, mind, fault)) return false;
    for (int i = 1; i < MIND_TEMPERS; i++) shift(&mind->temper[i], &mind->temper[0]);
    return true;
}

bool mind_read(const struct ruleset *ruleset, const struct library *library, struct arena *arena, struct mind *mind, struct fault *fault)
{
    static const struct mind_level usual[MIND_THINKERS] = {
        { .notice = 1 }, { .notice = 3 }, { .notice = 10 }, { .width = 8, .worlds = 32, .tides = 3, .glance = 4, .throws = 4, .doubt = 150 },
        { .width = 8, .worlds = 32, .tides = 3, .glance = 4, .throws = 4, .doubt = 150 } };
    char                   name[64];
    struct out             out = out_over(name, sizeof name);
    const struct document *found;
    struct json_document   document;

    for (int c = 0; c < CONCERNS_MAX; c++) {
        mind->weight[c] = AS_IT_IS;
        for (int i = 0; i < MIND_TEMPERS; i++) mind->temper[i].own[c] = mind->temper[i].their[c] = AS_IT_IS;
    }
    for (int i = 0; i < MIND_TEMPERS; i++) mind->temper[i].name = mind_temper_names[i];
    for (int i = 0; i < MIND_THINKERS; i++) {
        mind->level[i] = usual[i];
        mind->level[i].name = mind_level_names[i];
        memcpy(mind->level[i].temper, mind->temper, sizeof mind->temper);
    }
    out_format(&out, "%s/mind.json", ruleset->id);
    found = ruleset->concern_count ? library_find(library, name) : NULL;          /* who cares for nothing has no mind */
    return !found || (json_parse(&document, found->name, found->text, found->length, arena, fault) &&
                      read_document(&document, ruleset, mind, fault));
}

/* A lead as large as the scale makes victory as likely as three to one. */
static int64_t expectation(int64_t lead, int32_t scale)
{
    return MIND_WON * lead / (scale + abs64(lead));
}

int32_t mind_value(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper, const void *notes)
{
    enum { WEIGHED = 10000, CERTAIN = 100 };
    const struct ruleset *ruleset = ruleset_of(m);
    const struct mind    *mind = match_head(m)->mind;
    const struct flow    *flow = flow_of_const(s);
    struct appraisal      appraisal;
    seat_id               other = (seat_id)!seat;
    int64_t               lead = 0;
    int                   won, lost;

    if (flow->over) return flow->winner == NO_SEAT ? 0 : flow->winner == seat ? MIND_WON : -MIND_WON;
    memset(&appraisal, 0, sizeof appraisal);
    ruleset->appraise(m, s, notes, &appraisal);
    if (!temper) temper = &mind->temper[0];
    for (int c = 0; c < ruleset->concern_count; c++)
        lead += (int64_t)mind->weight[c] * (temper->own[c] * appraisal.part[seat][c] - temper->their[c] * appraisal.part[other][c]);
    won = appraisal.decided[seat];
    lost = appraisal.decided[other];
    return (int32_t)(((CERTAIN - won - lost) * expectation(lead / WEIGHED, appraisal.scale) + (won - lost) * (int64_t)MIND_WON) / CERTAIN);
}

int32_t mind_chance(int64_t value)
{
    return (int32_t)((value + MIND_WON) / (2 * MIND_WON / 1000));
}
