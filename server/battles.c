/* battles.c: see battles.h. */
#include "battles.h"

#include "host.h"
#include "muster.h"
#include "net.h"
#include "registry.h"
#include "ruleset.h"
#include "state.h"

#include <sodium.h>
#include <string.h>

enum { SIDES = 2, TRIES = 8 };

/* A battle in the making. */
struct mustering {
    const struct library       *library;
    const struct ruleset       *ruleset;
    const struct json_document *options;             /* or NULL */
    struct bench               *bench;
    struct document             army[SIDES];         /* as they were given */
    struct document             judged[SIDES];       /* as they are checked: by the options of this game */
    struct muster_report       *report;
    int32_t                     limit[SIDES];
    struct army_refusal        *refusal;
};

static bool refuse(struct army_refusal *refusal, seat_id seat, const char *rule, const char *text, const char *fix)
{
    struct out said = out_over(refusal->text, sizeof refusal->text), mended = out_over(refusal->fix, sizeof refusal->fix);

    refusal->set = true;
    refusal->seat = seat;
    refusal->rule = rule;
    out_text(&said, text);
    out_trim(&said);
    out_text(&mended, fix);
    out_trim(&mended);
    return false;
}

/* A fault of the muster begins with the rule where there is one: "BE-ARMY-01: both armies..". */
static bool refuse_fault(struct mustering *m, seat_id seat, const struct fault *fault)
{
    for (int32_t i = 1; i <= m->ruleset->rule_count; i++) {
        const char *rule = m->ruleset->rules[i];
        size_t      length = strlen(rule);
        if (!strncmp(fault->text, rule, length) && !strncmp(fault->text + length, ": ", 2))
            return refuse(m->refusal, seat, rule, fault->text + length + 2, "");
    }
    return refuse(m->refusal, seat, NULL, fault->text, "");
}

/* A node as a text of its own, in the arena; NULL when it is longer than `room`. */
static const char *write_node(const struct json *node, size_t room, struct arena *arena)
{
    char              *text = arena_take_unset(arena, room + 1);
    struct out         out;
    struct json_writer writer = json_writer_over(&out);

    if (!text) return NULL;
    out = out_over(text, room + 1);
    json_write(&writer, node);
    return out.full ? NULL : text;
}

/* Where lists depend on the options of the game, they are those of this game, whatever the army was made for: both are judged alike. */
static const char *write_judged(const struct mustering *m, const struct json *node, struct arena *arena)
{
    char              *text = arena_take_unset(arena, 2 * ARMY_BYTES);
    struct out         out;
    struct json_writer writer = json_writer_over(&out);

    if (!text) return NULL;
    out = out_over(text, 2 * ARMY_BYTES);
    json_open(&writer, '{');
    for (const struct json *member = node->as.child; member; member = member->next) {
        if (!strcmp(member->key, "rules")) continue;
        json_key(&writer, member->key);
        json_write(&writer, member);
    }
    if (m->options) {
        json_key(&writer, "rules");
        json_write(&writer, m->options->root);
    }
    json_close(&writer, '}');
    return out.full ? NULL : text;
}

static struct document document_of(seat_id seat, const char *text)
{
    return (struct document){ seat_name(seat), text, strlen(text) };
}

static bool read_army(struct mustering *m, seat_id seat, const struct json *node)
{
    const char *text = write_node(node, ARMY_BYTES, &m->bench->arena), *judged = text;
    char        why[64];
    struct out  out = out_over(why, sizeof why);

    out_format(&out, "an army has at most %d bytes", ARMY_BYTES);
    if (!text) return refuse(m->refusal, seat, NULL, why, "");
    if (m->ruleset->muster->list_with) judged = write_judged(m, node, &m->bench->arena);
    m->army[seat] = document_of(seat, text);
    m->judged[seat] = document_of(seat, judged ? judged : text);
    return true;
}

static bool read_armies(struct mustering *m, const struct json_document *message, const struct json *armies, struct fault *fault)
{
    const struct json *node = armies->type == JSON_ARRAY && armies->count == SIDES ? armies->as.child : NULL;

    if (!node) return json_fault(message, armies, fault, "\"armies\" must be a list of two armies");
    for (seat_id seat = 0; seat < SIDES; seat++, node = node->next) {
        if (node->type != JSON_OBJECT) return json_fault(message, node, fault, "each of \"armies\" must be an object");
        if (!read_army(m, seat, node)) return false;
    }
    return true;
}

/* A call of the muster, for host_guard. */
struct call {
    struct mustering      *m;
    const struct document *army;
    uint64_t               seed;
    struct out            *scenario;
    struct arena           arena;        /* what is left of the bench's: a call leaves nothing behind but its report */
    struct fault           fault;
};

static void check(void *context)
{
    struct call *call = context;

    call->m->ruleset->muster->check(call->m->library, call->army, call->m->report, &call->arena, &call->fault);
}

static void draw(void *context)
{
    struct call *call = context;

    call->m->ruleset->muster->battle(call->m->library, &call->m->army[0], &call->m->army[1], call->seed, call->m->options, call->scenario,
                                     &call->arena, &call->fault);
}

static bool run_check(struct mustering *m, const struct document *army, struct call *call)
{
    *call = (struct call){ .m = m, .army = army, .arena = m->bench->arena };
    memset(m->report, 0, sizeof *m->report);
    return host_guard(check, call, &call->fault);
}

/* An option on which no list depends is none of an army's: then it is read as it was given, and battle() has the last word. */
static bool check_army(struct mustering *m, seat_id seat)
{
    const struct muster_problem *first = &m->report->problem[0];
    struct call                  call;

    if (!run_check(m, &m->judged[seat], &call) && !run_check(m, &m->army[seat], &call)) return refuse_fault(m, seat, &call.fault);
    if (m->report->count) return refuse(m->refusal, seat, m->ruleset->rules[first->rule], first->text, first->fix.text);
    m->limit[seat] = m->report->limit;
    return true;
}

/* Not every seed lays a fair table: then another one does. */
static bool draw_scenario(struct mustering *m, struct out *scenario)
{
    struct call call = { .m = m, .scenario = scenario };
    seat_id     seat = NO_SEAT;

    for (int tries = 0; tries < TRIES; tries++) {
        *scenario = out_over(scenario->text, scenario->capacity);
        call.arena = m->bench->arena;
        call.fault = (struct fault){ .set = false };
        randombytes_buf(&call.seed, sizeof call.seed);
        call.seed &= INT64_MAX;                         /* what `mestre army battle --seed` takes */
        if (host_guard(draw, &call, &call.fault)) return true;
    }
    if (m->limit[0] == m->limit[1]) seat = seat_named(call.fault.file);
    return refuse_fault(m, seat, &call.fault);
}

/* The title stands in the scenario; a game may give none. */
static bool find_title(struct mustering *m, struct battle *battle)
{
    struct json_document document;
    struct fault         fault = { .set = false };
    const struct json   *title;

    if (!json_parse(&document, "scenario", battle->scenario.text, battle->scenario.length, &m->bench->arena, &fault))
        return refuse_fault(m, NO_SEAT, &fault);
    title = json_get(document.root, "title");
    battle->title = title ? write_node(title, TITLE_BYTES, &m->bench->arena) : "null";
    return battle->title || refuse(m->refusal, NO_SEAT, NULL, "the names of these armies are too long for a title", "");
}

/* A quotation mark or a backslash is two bytes inside a string. */
static size_t quoted(const char *text)
{
    size_t length = 0;

    for (; *text; text++) length += *text == '"' || *text == '\\' ? 2 : 1;
    return length;
}

static bool fits(struct mustering *m, const struct battle *battle)
{
    if (quoted(battle->scenario.text) + strlen(battle->title) + strlen(battle->armies) <= BATTLE_BYTES) return true;
    return refuse(m->refusal, NO_SEAT, NULL, "the battle of these armies is too large to be kept; shorter names may help", "");
}

bool battle_make(const struct library *library, const char *ruleset, const struct json_document *message, const struct json *armies,
                 const struct json_document *options, struct bench *bench, struct battle *battle, struct army_refusal *refusal,
                 struct fault *fault)
{
    struct mustering m = { .library = library, .ruleset = ruleset_named(ruleset), .options = options, .bench = bench, .refusal = refusal };

    *battle = (struct battle){ .title = NULL };
    *refusal = (struct army_refusal){ .seat = NO_SEAT };
    bench_clear(bench);
    if (!m.ruleset) return fault_say(fault, "message", 0, "there is no ruleset \"%s\"", ruleset);
    if (!m.ruleset->muster) return fault_say(fault, "message", 0, "%s has no army lists: choose one of its scenarios", m.ruleset->id);
    m.report = arena_take(&bench->arena, sizeof *m.report);
    if (!m.report) return fault_say(fault, "message", 0, "there is not enough memory");
    if (!read_armies(&m, message, armies, fault)) return false;
    if (!check_army(&m, 0) || !check_army(&m, 1) || !draw_scenario(&m, &bench->text)) return false;
    battle->scenario = (struct document){ "scenario_text", bench->text.text, bench->text.used };
    battle->armies = write_node(armies, NET_MESSAGE_BYTES, &bench->arena);
    if (!battle->armies) return fault_say(fault, "message", 0, "there is not enough memory");
    return find_title(&m, battle) && fits(&m, battle);
}

bool battle_refuse(const struct battle *battle, const struct fault *fault, struct army_refusal *refusal)
{
    if (strcmp(fault->file, battle->scenario.name)) return false;
    refuse(refusal, NO_SEAT, NULL, fault->text, "");
    return true;
}

bool battle_read(const struct json_document *document, struct arena *arena, struct battle *battle, struct fault *fault)
{
    const struct json *root = document->root, *armies = NULL;
    const char        *text = NULL;

    *battle = (struct battle){ .title = NULL };
    if (!json_string(document, root, "scenario_text", &text, fault) || !json_branch(document, root, "armies", JSON_ARRAY, &armies, fault))
        return false;
    battle->scenario = (struct document){ "scenario_text", text, strlen(text) };
    battle->armies = write_node(armies, document->length, arena);
    battle->title = json_get(root, "title") ? write_node(json_get(root, "title"), document->length, arena) : "null";
    return (battle->armies && battle->title) || fault_say(fault, document->name, 0, "there is not enough memory");
}
