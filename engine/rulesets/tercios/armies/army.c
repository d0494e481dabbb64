/*
 * army.c: whether an army is legal, and the nearest change that would make it so (ledger chapter BE-ARMY).
 *
 * There is one checker, find_problems(): a scenario that is loaded, a report for a person and the search for a fix all
 * ask it.
 */
#include "army.h"
#include "kept.h"

#include <string.h>

static const struct names kind_names = { "regiment_kind", tercios_regiment_kinds, REGIMENT_KINDS };
static const struct names belligerent_names = { "belligerent", tercios_belligerents, BELLIGERENTS };

/* What a list is checked against. */
struct law {
    const struct regiment_type *table;
    int                         count;
    const struct range         *kind;
};

static struct law law_of(const struct army_tables *tables)
{
    return (struct law){ tables->tables.regiment, tables->tables.regiments, tables->tables.limits };
}

enum problem {
    UNKNOWN_SIDE, BAD_LIMIT, UNKNOWN_ENTRY, NOT_OPEN, TOO_MANY, KIND_TOO_FEW, KIND_TOO_MANY, OVER_LIMIT, PROBLEMS
};

/* The sentences are those of the English catalogue ("engine.army_<name>"). */
static const struct {
    const char *name, *text;
} problems[PROBLEMS] = {
    [UNKNOWN_SIDE] = { "unknown_side", "\"{what}\" is no belligerent; there are {all}" },
    [BAD_LIMIT] = { "bad_limit", "the limit is {found}; it may be {low} to {high}" },
    [UNKNOWN_ENTRY] = { "unknown_entry", "\"{what}\" is not in the lists" },
    [NOT_OPEN] = { "not_open", "{what} is not open to {side}" },
    [TOO_MANY] = { "too_many", "{found} times {what}; at most {high}" },
    [KIND_TOO_FEW] = { "kind_too_few", "{found} of the kind {what}; at least {low}" },
    [KIND_TOO_MANY] = { "kind_too_many", "{found} of the kind {what}; at most {high}" },
    [OVER_LIMIT] = { "over_limit", "{found} points; the limit is {high}" },
};

static const char *const fix_text[MUSTER_CHANGES] = {
    [MUSTER_NO_CHANGE] = "no single change helps",
    [MUSTER_TAKE_AWAY] = "take away one {what}",
    [MUSTER_ADD] = "add {with} ({value} {value|point|points})",
    [MUSTER_EXCHANGE] = "exchange one {what} for {with} ({value} {value|point|points})",
    [MUSTER_RAISE_LIMIT] = "raise the limit to {value}",
    [MUSTER_LOWER_LIMIT] = "lower the limit to {value}",
    [MUSTER_BELLIGERENT] = "make it an army of {with}",
};

struct finding {
    uint8_t     problem;
    rule_id     rule;
    const char *what;
    int32_t     found, low, high;
    int32_t     excess;          /* how far from legal: tells which of two illegal lists is nearer */
    int         entry;           /* the place in the list that shows it, or UNKNOWN */
};

struct findings {
    struct finding list[MUSTER_PROBLEMS];
    int            listed, total;
    int32_t        excess;
};

static void add_finding(struct findings *findings, struct finding finding)
{
    findings->total++;
    findings->excess += finding.excess;
    if (findings->listed < MUSTER_PROBLEMS) findings->list[findings->listed++] = finding;
}

int tercios_row(const struct regiment_type *table, int count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(table[i].id, id)) return i;
    return UNKNOWN;
}

static int32_t points_of(const struct law *law, const struct roster *roster)
{
    int32_t points = 0;

    for (int i = 0; i < roster->count; i++)
        if (roster->row[i] != UNKNOWN) points += law->table[roster->row[i]].points;
    return points;
}

static bool same_entry(const struct roster *roster, int a, int b)
{
    return roster->row[a] == roster->row[b] && (roster->row[a] != UNKNOWN || !strcmp(roster->id[a], roster->id[b]));
}

/* How often entry i stands in the list, and where the one beyond `allowed` is. 0 when an earlier entry is the same. */
static int count_entry(const struct roster *roster, int i, int allowed, int *beyond)
{
    int times = 0;

    for (int k = 0; k < i; k++)
        if (same_entry(roster, k, i)) return 0;
    for (int k = i; k < roster->count; k++)
        if (same_entry(roster, k, i) && ++times == allowed + 1) *beyond = k;
    return times;
}

/* BE-ARMY-01, -03, -06: every regiment is in the lists, open to the belligerent, and not taken too often. */
static void check_entries(const struct law *law, const struct roster *roster, struct findings *findings)
{
    for (int i = 0; i < roster->count; i++) {
        int row = roster->row[i], beyond = i;
        int allowed = row == UNKNOWN ? 0 : law->table[row].max;
        int times = count_entry(roster, i, allowed, &beyond);
        if (!times) continue;
        if (row == UNKNOWN)
            add_finding(findings, (struct finding){ UNKNOWN_ENTRY, BE_ARMY_01, roster->id[i], times, 0, 0, times, i });
        else if (!is_open_to(&law->table[row], roster->belligerent))
            add_finding(findings, (struct finding){ NOT_OPEN, BE_ARMY_06, law->table[row].id, times, 0, 0, times, i });
        if (row != UNKNOWN && times > allowed)
            add_finding(findings, (struct finding){ TOO_MANY, BE_ARMY_03, law->table[row].id, times, 0, allowed,
                                                    times - allowed, beyond });
    }
}

/* BE-ARMY-04, -07: so many regiments of each kind. */
static void check_kinds(const struct law *law, const struct roster *roster, struct findings *findings)
{
    for (int kind = 0; kind < REGIMENT_KINDS; kind++) {
        struct range range = law->kind[kind];
        int          times = 0, beyond = UNKNOWN;
        rule_id      least = kind == REGIMENT_INFANTRY ? BE_ARMY_04 : BE_ARMY_07;
        for (int i = 0; i < roster->count; i++) {
            if (roster->row[i] == UNKNOWN || law->table[roster->row[i]].kind != kind) continue;
            if (++times == range.high + 1) beyond = i;
        }
        if (times < range.low)
            add_finding(findings, (struct finding){ KIND_TOO_FEW, least, tercios_regiment_kinds[kind], times, range.low, range.high,
                                                    range.low - times, UNKNOWN });
        if (times > range.high)
            add_finding(findings, (struct finding){ KIND_TOO_MANY, BE_ARMY_07, tercios_regiment_kinds[kind], times, range.low,
                                                    range.high, times - range.high, beyond });
    }
}

static void find_problems(const struct law *law, const struct roster *roster, struct findings *findings)
{
    int32_t points = points_of(law, roster), limit = roster->limit;

    findings->listed = findings->total = 0;
    findings->excess = 0;
    if (roster->belligerent == UNKNOWN)
        add_finding(findings, (struct finding){ UNKNOWN_SIDE, BE_ARMY_05, roster->side, 0, 0, 0, 1, UNKNOWN });
    if (!between(LIMIT_LOW, limit, LIMIT_HIGH))
        add_finding(findings, (struct finding){ BAD_LIMIT, BE_ARMY_02, NULL, limit, LIMIT_LOW, LIMIT_HIGH,
                                                limit < LIMIT_LOW ? LIMIT_LOW - limit : limit - LIMIT_HIGH, UNKNOWN });
    check_entries(law, roster, findings);
    check_kinds(law, roster, findings);
    if (points > limit)
        add_finding(findings, (struct finding){ OVER_LIMIT, BE_ARMY_01, NULL, points, 0, limit, points - limit,
                                                UNKNOWN });
}

static void write_problem(struct out *out, const struct finding *finding, const char *side)
{
    char               all[128];
    struct out         there = out_over(all, sizeof all);
    const struct blank blanks[] = {
        { "what", finding->what ? finding->what : "", 0 },
        { "side", side, 0 },
        { "all", all, 0 },
        { "found", NULL, finding->found },
        { "low", NULL, finding->low },
        { "high", NULL, finding->high },
    };

    for (int i = 0; i < BELLIGERENTS; i++) out_format(&there, "%s%s", i ? ", " : "", tercios_belligerents[i]);
    text_fill(out, ENGLISH, problems[finding->problem].text, blanks, sizeof blanks / sizeof blanks[0]);
}

static int32_t line_of(const struct roster *roster, const struct finding *finding)
{
    if (finding->entry != UNKNOWN) return roster->line[finding->entry];
    if (finding->problem == UNKNOWN_SIDE) return roster->side_line;
    return finding->problem == BAD_LIMIT ? roster->limit_line : roster->list_line;
}

bool tercios_find_side(const char *belligerent, int *side, struct fault *fault)
{
    struct finding finding = { UNKNOWN_SIDE, BE_ARMY_05, belligerent, 0, 0, 0, 1, UNKNOWN };
    char           text[MUSTER_TEXT];
    struct out     out = out_over(text, sizeof text);

    *side = tercios_belligerent(belligerent);
    if (*side != UNKNOWN) return true;
    write_problem(&out, &finding, belligerent);
    return fault_say(fault, "army", 0, "%s: %s", brevis_rules[finding.rule], text);
}

static bool is_legal(const struct law *law, const struct roster *roster, const char *file, struct fault *fault)
{
    struct findings       findings;
    const struct finding *first = &findings.list[0];
    char                  text[MUSTER_TEXT];
    struct out            out = out_over(text, sizeof text);

    find_problems(law, roster, &findings);
    if (!findings.total) return true;
    write_problem(&out, first, roster->side);
    return fault_say(fault, file, line_of(roster, first), "%s: %s", brevis_rules[first->rule], text);
}

bool tercios_army_legal(const struct army_tables *tables, const struct roster *roster, const char *file,
                        struct fault *fault)
{
    struct law law = law_of(tables);

    return is_legal(&law, roster, file, fault);
}

bool tercios_check_side(const struct regiment_type *table, int count, const struct range *kinds, const char *belligerent,
                        int32_t limit, const char *const *regiments, int regiment_count, struct fault *fault,
                        const char *file, int32_t line)
{
    struct law    law = { table, count, kinds };
    struct roster roster = { .side = belligerent, .belligerent = tercios_belligerent(belligerent), .limit = limit,
                             .side_line = line, .limit_line = line, .list_line = line };

    if (regiment_count > ROSTER) return fault_say(fault, file, line, "an army has at most %d regiments", ROSTER);
    for (int i = 0; i < regiment_count; i++) {
        roster.id[i] = regiments[i];
        roster.line[i] = line;
        roster.row[i] = (int16_t)tercios_row(table, count, regiments[i]);
    }
    roster.count = regiment_count;
    return is_legal(&law, &roster, file, fault);
}

/* Fixes: every single change is made on a copy, and the copy is checked. */

struct change {
    enum muster_change kind;
    int                entry;        /* goes out, or UNKNOWN */
    int                row;          /* comes in: a regiment, or a belligerent; or UNKNOWN */
    int32_t            value;        /* the new limit */
};

/*
 * Which of two changes is nearer: the one that leaves fewer problems, then smaller ones; then a regiment taken away
 * or added, another limit, an exchange (which is two changes), another belligerent; then the one that changes fewer
 * points, or letters of a misspelt name.
 */
struct rank { int32_t part[4]; };

static bool is_nearer(const struct rank *a, const struct rank *b)
{
    for (int i = 0; i < 4; i++)
        if (a->part[i] != b->part[i]) return a->part[i] < b->part[i];
    return false;
}

struct fixing {
    const struct law      *law;
    const struct json *const *node;              /* the regiments of the law in their document */
    struct arena          *arena;
    const struct roster   *roster;
    const struct findings *before;
    struct roster          trial;
    struct findings        after;
    struct change          best[MUSTER_PROBLEMS];
    struct rank            rank[MUSTER_PROBLEMS];
    int32_t                left[MUSTER_PROBLEMS];
};

static void apply(struct fixing *f, const struct change *change)
{
    struct roster *trial = &f->trial;

    *trial = *f->roster;
    if (change->entry != UNKNOWN) {
        trial->count--;
        trial->row[change->entry] = trial->row[trial->count];
        trial->id[change->entry] = trial->id[trial->count];
    }
    if (change->kind == MUSTER_BELLIGERENT) {
        trial->belligerent = change->row;
    } else if (change->row != UNKNOWN) {
        trial->row[trial->count] = (int16_t)change->row;
        trial->id[trial->count++] = f->law->table[change->row].id;
    }
    if (change->value) trial->limit = change->value;
}

/* How many letters from the start a misspelt name shares with the right one. */
static int32_t shared_letters(const char *a, const char *b)
{
    int32_t count = 0;

    while (a[count] && a[count] == b[count]) count++;
    return count;
}

static struct rank rank_of(const struct fixing *f, const struct change *change)
{
    static const uint8_t order[MUSTER_CHANGES] = {
        [MUSTER_RAISE_LIMIT] = 1, [MUSTER_LOWER_LIMIT] = 1, [MUSTER_EXCHANGE] = 2, [MUSTER_BELLIGERENT] = 3
    };
    int64_t distance = abs64(points_of(f->law, &f->trial) - points_of(f->law, f->roster));

    if (change->kind == MUSTER_BELLIGERENT)
        distance = -shared_letters(f->roster->side, tercios_belligerents[change->row]);
    return (struct rank){ { f->after.total, f->after.excess, order[change->kind], (int32_t)distance } };
}

static bool is_same(const struct finding *a, const struct finding *b)
{
    return a->problem == b->problem && (a->what == b->what || (a->what && b->what && !strcmp(a->what, b->what)));
}

static bool is_better_off(const struct findings *after, const struct finding *problem)
{
    for (int i = 0; i < after->listed; i++)
        if (is_same(&after->list[i], problem)) return after->list[i].excess < problem->excess;
    return true;
}

static void try_change(struct fixing *f, struct change change)
{
    struct rank rank;

    apply(f, &change);
    find_problems(f->law, &f->trial, &f->after);
    rank = rank_of(f, &change);
    for (int i = 0; i < f->before->listed; i++) {
        if (!is_better_off(&f->after, &f->before->list[i])) continue;
        if (f->best[i].kind && !is_nearer(&rank, &f->rank[i])) continue;
        f->best[i] = change;
        f->rank[i] = rank;
        f->left[i] = f->after.total;
    }
}

/* The limit that would do: the army's cost, or the nearest that may be agreed (BE-ARMY-02). */
static void try_limit(struct fixing *f)
{
    int32_t now = f->roster->limit;
    int32_t limit = max32(LIMIT_LOW, min32(LIMIT_HIGH, max32(now, points_of(f->law, f->roster))));

    if (limit == now) return;
    try_change(f, (struct change){ limit > now ? MUSTER_RAISE_LIMIT : MUSTER_LOWER_LIMIT, UNKNOWN, UNKNOWN, limit });
}

static void find_fixes(struct fixing *f)
{
    for (int out = 0; out < f->roster->count; out++) {
        int beyond = out;
        if (!count_entry(f->roster, out, ROSTER, &beyond)) continue;
        try_change(f, (struct change){ MUSTER_TAKE_AWAY, out, UNKNOWN, 0 });
        for (int in = 0; in < f->law->count; in++)
            if (in != f->roster->row[out]) try_change(f, (struct change){ MUSTER_EXCHANGE, out, in, 0 });
    }
    for (int in = 0; in < f->law->count && f->roster->count < ROSTER; in++)
        try_change(f, (struct change){ MUSTER_ADD, UNKNOWN, in, 0 });
    try_limit(f);
    for (int side = 0; side < BELLIGERENTS; side++)
        if (side != f->roster->belligerent) try_change(f, (struct change){ MUSTER_BELLIGERENT, UNKNOWN, side, 0 });
}

/* What the tables call a regiment of theirs. */
static struct muster_word word_of(const struct fixing *f, int row)
{
    struct muster_word word = { .set = NULL };
    const struct json *names = row == UNKNOWN ? NULL : json_get(f->node[row], "name");

    for (int language = 0; names && language < LANGUAGES; language++) {
        const struct json *name = json_get(names, language_code[language]);
        if (name && name->type == JSON_STRING) word.name[language] = name->as.string;
    }
    return word;
}

/* The document after a change: what stays keeps its order, and what is exchanged its place. */
static const char *document_after(const struct fixing *f, const struct change *change)
{
    struct out         out = kept_begin(f->arena);
    struct json_writer writer = json_writer_over(&out);
    struct roster      then = *f->roster;

    if (!out.text) return NULL;
    if (change->value) then.limit = change->value;
    if (change->kind == MUSTER_BELLIGERENT) then.side = tercios_belligerents[change->row];
    if (change->kind == MUSTER_EXCHANGE) then.id[change->entry] = f->law->table[change->row].id;
    if (change->kind == MUSTER_ADD) then.id[then.count++] = f->law->table[change->row].id;
    if (change->kind == MUSTER_TAKE_AWAY) {
        then.count--;
        memmove(&then.id[change->entry], &then.id[change->entry + 1], (size_t)(then.count - change->entry) * sizeof then.id[0]);
    }
    tercios_write_army(&then, &writer);
    return kept_end(&out, f->arena);
}

static void report_fix(const struct fixing *f, int problem, struct muster_fix *fix)
{
    const struct change *change = &f->best[problem];
    struct out           out = out_over(fix->text, sizeof fix->text);
    bool                 is_side = change->kind == MUSTER_BELLIGERENT;

    fix->change = change->kind;
    fix->value = change->value;
    fix->left = change->kind ? f->left[problem] : f->before->total;
    fix->regiment = fix->unit = MUSTER_ARMY;
    if (change->kind) {
        fix->part = is_side ? "belligerent" : change->value ? "limit" : "regiment";
        fix->army = document_after(f, change);
    }
    if (change->kind && change->entry != UNKNOWN) {
        fix->what = f->roster->id[change->entry];
        fix->what_word = word_of(f, f->roster->row[change->entry]);
        fix->regiment = change->entry;
    }
    if (change->kind && change->row != UNKNOWN) {
        fix->with = is_side ? tercios_belligerents[change->row] : f->law->table[change->row].id;
        fix->with_word = is_side ? (struct muster_word){ .set = belligerent_names.set } : word_of(f, change->row);
        if (!is_side) fix->value = f->law->table[change->row].points;
    }
    text_fill(&out, ENGLISH, fix_text[fix->change],
              (const struct blank[]){ { "what", fix->what ? fix->what : "", 0 },
                                      { "with", fix->with ? fix->with : "", 0 },
                                      { "value", NULL, fix->value } }, 3);
}

static void write_report(const struct fixing *f, struct muster_report *report)
{
    const struct roster *roster = f->roster;

    *report = (struct muster_report){ .belligerent = roster->side, .name = roster->name, .limit = roster->limit,
                                      .points = points_of(f->law, roster), .entries = roster->count,
                                      .count = f->before->listed, .unlisted = f->before->total - f->before->listed };
    for (int i = 0; i < roster->count; i++)
        if (roster->row[i] != UNKNOWN) report->units += f->law->table[roster->row[i]].units;
    for (int i = 0; i < report->count; i++) {
        const struct finding  *finding = &f->before->list[i];
        struct muster_problem *problem = &report->problem[i];
        struct out             out = out_over(problem->text, sizeof problem->text);
        problem->rule = finding->rule;
        problem->name = problems[finding->problem].name;
        problem->what = finding->what;
        problem->found = finding->found;
        problem->low = finding->low;
        problem->high = finding->high;
        problem->line = line_of(roster, finding);
        problem->regiment = finding->entry == UNKNOWN ? MUSTER_ARMY : finding->entry;
        problem->unit = MUSTER_ARMY;
        if (finding->problem == KIND_TOO_FEW || finding->problem == KIND_TOO_MANY) problem->what_word.set = kind_names.set;
        else if (finding->entry != UNKNOWN) problem->what_word = word_of(f, roster->row[finding->entry]);
        write_problem(&out, finding, roster->side);
        report_fix(f, i, &problem->fix);
    }
}

static bool check(const struct library *library, const struct document *army, struct muster_report *report,
                  struct arena *arena, struct fault *fault)
{
    const struct army_tables *tables = tercios_open_tables(library, arena, fault);
    const struct roster      *roster = tables ? tercios_read_army(tables, army, arena, fault) : NULL;
    struct fixing            *f = roster ? arena_take(arena, sizeof *f) : NULL;
    struct findings           before;
    struct law                law;

    if (!roster) return false;
    if (!f) return fault_say(fault, army->name, 0, "there is not enough memory to check this army");
    law = law_of(tables);
    find_problems(&law, roster, &before);
    f->law = &law;
    f->node = tables->node;
    f->arena = arena;
    f->roster = roster;
    f->before = &before;
    if (before.total) find_fixes(f);
    write_report(f, report);
    return true;
}

const struct muster brevis_muster = {
    .belligerents = &belligerent_names,
    .kinds = &kind_names,
    .list = tercios_list_army,
    .check = check,
    .suggest = tercios_suggest_army,
    .battle = tercios_battle,
    .prefix = brevis_code_prefix,
    .encode = tercios_encode_army,
    .decode = tercios_decode_army,
};
