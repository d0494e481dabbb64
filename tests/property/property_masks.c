/*
 * property_masks.c: nothing that leaves the engine for a seat depends on what that seat may not know.
 *
 * For each position and each viewer another world is made that he could not tell from the true one. His view, his offers,
 * every refusal with its sentence in both languages, and all that he may ask about the pieces are the same bytes in both.
 * And when another seat could have done two things that look the same to him, what he hears of them is the same too; what he
 * hears of alike looks alike.
 */
#include "knowledge.h"
#include "property.h"
#include "state.h"
#include "view.h"

enum { DOCUMENT = 1 << 18, NONSENSE = 8, SOME_PIECE_EVERY = 4, ALL_PIECES_EVERY = 64 };

struct page {
    char  *text;
    size_t used;
};

/* Whatever leaves the engine is JSON. */
static struct page page_of(struct trial *trial, const struct out *out)
{
    struct json_document document;
    struct fault         fault = { 0 };
    size_t               mark = trial->arena.used;

    check(trial, !out->full, "a page is longer than %d bytes", DOCUMENT);
    check(trial, json_parse(&document, "page", out->text, out->used, &trial->arena, &fault), "%s in %s", fault.text,
          out->text);
    trial->arena.used = mark;
    return (struct page){ out->text, out->used };
}

static void check_same(struct trial *trial, struct page a, struct page b, const char *what, seat_id viewer,
                       const struct state *s)
{
    trial->steps++;
    check(trial, a.used == b.used && !memcmp(a.text, b.text, a.used),
          "%s of viewer %d in phase %s tells a secret:\n%s\n%s", what,
          viewer, phase_of(trial, s), a.text, b.text);
}

/* At most three pages are compared with each other, so three buffers taken in turn are enough. */
static struct out blank_page(void)
{
    static char buffer[3][DOCUMENT];
    static int  turn;

    turn = (turn + 1) % 3;
    return out_over(buffer[turn], DOCUMENT);
}

/* What the host would send, with undo left out: that is about the game's past, not about the position. */
static struct page write_view(struct trial *trial, const struct game *game, struct state *s, seat_id viewer,
                              enum language language)
{
    static union any_state scratch;
    struct game            shown = *game;
    struct out             out = blank_page();
    struct json_writer     writer = json_writer_over(&out);

    shown.state = s;
    shown.pasts = 0;
    view_write(&shown, viewer, trial->texts, language, as_state(&scratch), &trial->offers, &writer);
    return page_of(trial, &out);
}

/* Offers and refusals straight from a state: the authority itself must not look at secrets. */
static struct page write_offers(struct trial *trial, const struct state *s, seat_id viewer, enum language language)
{
    struct out         out = blank_page();
    struct json_writer writer = json_writer_over(&out);

    offers_write(trial->match, s, viewer, trial->texts, language, &trial->offers, &writer);
    return page_of(trial, &out);
}

static struct page write_refusal(struct trial *trial, const struct state *s, seat_id viewer, const struct decision *d,
                                 enum language language)
{
    struct out         out = blank_page();
    struct json_writer writer = json_writer_over(&out);
    struct refusal     why;

    if (play_refuse(trial->match, s, viewer, d, &why)) refusal_write(trial->match, &why, trial->texts, language, &writer);
    else json_write_null(&writer);
    return page_of(trial, &out);
}

static struct page write_events(struct trial *trial, const struct events *events, seat_id viewer, enum language language)
{
    struct out         out = blank_page();
    struct json_writer writer = json_writer_over(&out);

    events_write(trial->match, events, viewer, trial->texts, language, &writer);
    return page_of(trial, &out);
}

/* A blank shows that it is one: no true state has the value that stands for what is hidden. */
static void check_blank(struct trial *trial, const struct state *s, const void *view, const struct field *field, size_t base)
{
    static union any_state lie;
    struct fault           fault = { 0 };
    int32_t                masked = field_get(field, (const char *)view + base);

    if (masked == field_get(field, (const char *)s + base)) return;
    copy_state(trial, &lie, s);
    field_set(field, lie.bytes + base, masked);
    check(trial, !trial->ruleset->sound(trial->match, as_state(&lie), &fault),
          "what is hidden in \"%s\" is shown as %d, which a true state could have", field->name, masked);
    trial->steps++;
}

static void check_blanks(struct trial *trial, const struct state *s, const void *view)
{
    const struct ruleset *ruleset = trial->ruleset;

    for (int i = 0; i < ruleset->game_field_count; i++) check_blank(trial, s, view, &ruleset->game_fields[i], 0);
    for (int32_t piece = 0; piece < match_head(trial->match)->pieces; piece++)
        for (int i = 0; i < ruleset->unit_field_count; i++)
            check_blank(trial, s, view, &ruleset->unit_fields[i], ruleset->unit_offset + (size_t)piece * ruleset->unit_size);
}

/* mask is idempotent, and a guess is a sound state that looks the same from here. */
static void make_world(struct trial *trial, const struct state *s, seat_id viewer, union any_state *view,
                       union any_state *world)
{
    static union any_state again;
    const struct ruleset  *ruleset = trial->ruleset;
    struct fault           fault = { 0 };

    copy_state(trial, view, s);
    ruleset->mask(trial->match, as_state(view), viewer);
    check_blanks(trial, s, view);
    copy_state(trial, &again, view);
    ruleset->mask(trial->match, as_state(&again), viewer);
    check(trial, same_state(trial, view, &again), "masking twice for viewer %d is not masking once", viewer);
    copy_state(trial, world, view);
    ruleset->guess(trial->match, as_state(world), viewer, &trial->random);
    check(trial, ruleset->sound(trial->match, as_state(world), &fault), "the world guessed for viewer %d: %s", viewer,
          fault.text);
    copy_state(trial, &again, world);
    ruleset->mask(trial->match, as_state(&again), viewer);
    check(trial, same_state(trial, view, &again), "the world guessed for viewer %d looks otherwise in phase %s", viewer,
          phase_of(trial, s));
    trial->steps += 3;
}

static void compare_worlds(struct trial *trial, struct game *game, seat_id viewer, struct state *view, struct state *world)
{
    struct state *s = game->state;

    for (int language = 0; language < LANGUAGES; language++) {
        enum language in = (enum language)language;
        check_same(trial, write_view(trial, game, s, viewer, in), write_view(trial, game, world, viewer, in),
                   "the view", viewer, s);
        check_same(trial, write_offers(trial, s, viewer, in), write_offers(trial, world, viewer, in),
                   "the list of offers", viewer, s);
        check_same(trial, write_offers(trial, s, viewer, in), write_offers(trial, view, viewer, in),
                   "the list of offers from the view", viewer, s);
        for (int i = 0; i < NONSENSE; i++) {
            struct decision d = any_nonsense(trial, world, viewer == SPECTATOR ? SEAT_A : viewer);
            check_same(trial, write_refusal(trial, s, viewer, &d, in), write_refusal(trial, world, viewer, &d, in),
                       "a refusal", viewer, s);
            check_same(trial, write_refusal(trial, s, viewer, &d, in), write_refusal(trial, view, viewer, &d, in),
                       "a refusal from the view", viewer, s);
        }
    }
}

/* A piece, and where it looks. */
struct inquiry {
    int          piece, target;
    struct point at;
};

static struct inquiry any_inquiry(struct trial *trial, const struct state *s, int piece)
{
    int32_t         pieces = match_head(trial->match)->pieces;
    int             target = (int)random_below(&trial->random, (uint32_t)pieces + 1) - 1;
    struct decision d = any_nonsense(trial, s, SEAT_A);

    return (struct inquiry){ piece, target, d.at };
}

/*
 * Rings, points, sight and refusals rest on nothing secret at all; a profile knows the cards that its viewer knows. Where whole pieces are
 * concealed they rest on what the view holds, and are asked of views alone.
 */
static struct page write_knowledge(struct trial *trial, const struct state *s, seat_id viewer, const struct inquiry *about,
                                   bool profile, enum language language)
{
    struct out         out = blank_page();
    struct json_writer writer = json_writer_over(&out);

    json_open(&writer, '[');
    if (profile) profile_write(trial->match, s, about->piece, trial->texts, language, &writer);
    rings_write(trial->match, s, about->piece, &writer);
    score_write(trial->match, s, trial->texts, language, &writer);
    sight_write(trial->match, s, about->piece, about->target, about->at, trial->texts, language, &writer);
    refusals_write(trial->match, s, viewer, about->piece, trial->texts, language, &trial->offers, &writer);
    json_close(&writer, ']');
    return page_of(trial, &out);
}

static void compare_knowledge(struct trial *trial, const struct state *s, seat_id viewer, const struct state *view,
                              const struct state *world, const struct inquiry *about, enum language in)
{
    static union any_state other;
    bool                   own = match_head(trial->match)->piece[about->piece].seat == viewer;
    struct page            told;

    copy_state(trial, &other, world);
    trial->ruleset->mask(trial->match, as_state(&other), viewer);
    check_same(trial, write_knowledge(trial, view, viewer, about, true, in),
               write_knowledge(trial, as_state(&other), viewer, about, true, in), "what is known of a piece", viewer, s);
    check(trial, same_state(trial, view, &other), "to be asked has changed a view in phase %s", phase_of(trial, s));
    if (trial->ruleset->conceals) return;
    told = write_knowledge(trial, world, viewer, about, own, in);
    check_same(trial, told, write_knowledge(trial, s, viewer, about, own, in), "what is open to all, or of an own piece,", viewer, s);
    check_same(trial, told, write_knowledge(trial, view, viewer, about, own, in), "what is open to all, by the view,", viewer, s);
}

/* Not in every position, because outlines are long; one piece, and now and then all of them. */
static void compare_inquiries(struct trial *trial, const struct state *s, seat_id viewer, const struct state *view,
                              const struct state *world)
{
    int32_t       pieces = match_head(trial->match)->pieces;
    bool          all = random_below(&trial->random, ALL_PIECES_EVERY * trial->weight) == 0;
    enum language in = (enum language)random_below(&trial->random, LANGUAGES);

    if (!all && random_below(&trial->random, SOME_PIECE_EVERY)) return;
    for (int piece = 0; piece < (all ? pieces : 1); piece++) {
        struct inquiry about = any_inquiry(trial, s, all ? piece : (int)random_below(&trial->random, (uint32_t)pieces));
        compare_knowledge(trial, s, viewer, view, world, &about, in);
    }
}

/* One legal step from a state with seeded dice. */
static void step(struct trial *trial, const struct state *from, seat_id seat, const struct decision *d, uint64_t seed,
                 struct state *to, struct events *events)
{
    struct dice dice = dice_seeded(seed);
    struct play play = { trial->match, to, &dice, events, 0 };

    copy_state(trial, to, from);
    events->count = 0;
    play_take(&play, seat, d);
    play_advance(&play);
}

static bool looks_the_same(struct trial *trial, seat_id viewer, const struct state *a, const struct state *b)
{
    static union any_state seen[2];

    copy_state(trial, &seen[0], a);
    copy_state(trial, &seen[1], b);
    trial->ruleset->mask(trial->match, as_state(&seen[0]), viewer);
    trial->ruleset->mask(trial->match, as_state(&seen[1]), viewer);
    return same_state(trial, &seen[0], &seen[1]);
}

static bool same_news(struct trial *trial, const struct events *a, const struct events *b, seat_id viewer)
{
    struct page one = write_events(trial, a, viewer, ENGLISH), two = write_events(trial, b, viewer, ENGLISH);

    return one.used == two.used && !memcmp(one.text, two.text, one.used);
}

static void compare_events(struct trial *trial, const struct events *a, const struct events *b, seat_id viewer,
                           const struct state *s)
{
    for (int language = 0; language < LANGUAGES; language++)
        check_same(trial, write_events(trial, a, viewer, (enum language)language),
                   write_events(trial, b, viewer, (enum language)language), "the news", viewer, s);
}

static bool is_discrete(const struct trial *trial, const struct decision *d)
{
    return !(trial->ruleset->kinds[d->kind].uses & (USES_AT | USES_HEADING | USES_VALUE));
}

/*
 * Two decisions of another seat whose difference stays hidden are told in the same words. When they end in the very same
 * state nothing is hidden: two shots that miss are news of their own. And the other way round, what was told in the
 * same words looks the same: a view shows no difference that nobody told of. (Places differ by less than words.)
 */
static void compare_steps(struct trial *trial, const struct game *game, seat_id seat, seat_id viewer)
{
    static union any_state first, second;
    struct events          other = { trial_take(trial, EVENTS_MAX * sizeof(struct event)), 0, EVENTS_MAX, false };
    struct decision        d1 = any_decision(trial, game->state, seat), d2 = any_decision(trial, game->state, seat);
    uint64_t               seed = random_next(&trial->random);

    if (seat == viewer) return;
    step(trial, game->state, seat, &d1, seed, as_state(&first), &trial->events);
    step(trial, game->state, seat, &d2, seed, as_state(&second), &other);
    if (same_state(trial, &first, &second)) return;
    trial->steps++;
    if (looks_the_same(trial, viewer, as_state(&first), as_state(&second)))
        compare_events(trial, &trial->events, &other, viewer, game->state);
    else if (is_discrete(trial, &d1) && is_discrete(trial, &d2))
        check(trial, !same_news(trial, &trial->events, &other, viewer),
              "viewer %d sees a difference in phase %s that nobody told of",
              viewer, phase_of(trial, game->state));
}

static void visit(struct trial *trial, struct game *game, seat_id seat)
{
    static union any_state view, world;
    size_t                 mark = trial->arena.used;

    for (seat_id viewer = SEAT_A; viewer != NO_SEAT; viewer = next_viewer(trial, viewer)) {
        make_world(trial, game->state, viewer, &view, &world);
        compare_worlds(trial, game, viewer, as_state(&view), as_state(&world));
        compare_inquiries(trial, game->state, viewer, as_state(&view), as_state(&world));
        for (int i = 0; i < 4; i++) compare_steps(trial, game, seat, viewer);
        trial->arena.used = mark;
    }
}

static void play_one(struct trial *trial)
{
    walk(trial, visit);
}

int main(int argc, char **argv)
{
    return property_run(argc, argv, "property_masks", 25, play_one);
}
