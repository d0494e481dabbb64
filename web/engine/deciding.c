/* deciding.c: what a seat may do, does, and plans; see module.h. */
#include "module.h"
#include "hash.h"
#include "knowledge.h"
#include "maths.h"
#include "state.h"

#include <string.h>

enum { OUTLINE = 1024 };
_Static_assert(OUTLINE >= RING_POINTS, "a region may have as many points as a ring");

static int16_t narrow(int32_t id)
{
    return between(INT16_MIN, id, INT16_MAX) ? (int16_t)id : INT16_MIN;
}

/* A decision out of the numbers of the fast paths; what is out of range becomes what no ruleset has. */
static struct decision decision_of(int32_t kind, int32_t unit, int32_t target, int32_t choice, int32_t value, struct point at,
                                   int32_t heading)
{
    return (struct decision){ .kind = between(0, kind, UINT16_MAX) ? (uint16_t)kind : UINT16_MAX, .unit = narrow(unit),
                              .target = narrow(target), .choice = narrow(choice), .value = value, .at = at, .heading = heading };
}

/* 0, or the number of the rule that forbids it; members that the kind does not use are 0. -1 without a game. */
int32_t EXPORT(wasm_refuse)(int32_t seat, int32_t kind, int32_t unit, int32_t target, int32_t choice, int32_t value,
                            int32_t x, int32_t y, int32_t heading)
{
    if (!own.has_game) return -1;
    own.asker = (seat_id)narrow(between(0, seat, SPECTATOR) ? seat : SPECTATOR);
    own.asked = decision_of(kind, unit, target, choice, value, (struct point){ x, y }, heading);
    return game_refuse(&own.game, own.asker, &own.asked, NULL);
}

/* Why the last wasm_refuse() said no, with the nearest legal place; null when it said yes. */
uint32_t EXPORT(wasm_refusal)(int32_t language)
{
    struct json_writer writer;
    struct refusal     why;

    if (!own.has_game || !between(0, language, LANGUAGES - 1)) return answer_wrong("nothing was refused");
    writer = begin_answer();
    if (game_refuse(&own.game, own.asker, &own.asked, &why))
        refusal_write(own.match, &why, texts(), (enum language)language, &writer);
    else
        json_write_null(&writer);
    return end_answer();
}

/* view_write() for one who sees everything: he is offered nothing. */
static void write_whole(struct json_writer *writer)
{
    json_open(writer, '{');
    json_key(writer, "n");
    json_write_integer(writer, own.game.number);
    json_key(writer, "seat");
    json_write_string(writer, "all");
    json_key(writer, "hash");
    json_write_hash(writer, game_hash(&own.game));
    json_key(writer, "may_undo");
    json_write_boolean(writer, false);
    json_key(writer, "state");
    state_write(own.match, own.game.state, writer);
    json_key(writer, "offers");
    json_open(writer, '[');
    json_close(writer, ']');
    json_close(writer, '}');
}

uint32_t EXPORT(wasm_view)(int32_t viewer, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(viewer, language)) return answer_wrong("there is no such view");
    writer = begin_answer();
    if (viewer == EVERYBODY) write_whole(&writer);
    else view_write(&own.game, (seat_id)viewer, texts(), (enum language)language, own.view, &own.offers, &writer);
    return end_answer();
}

uint32_t EXPORT(wasm_offers)(int32_t viewer, int32_t language)
{
    struct json_writer writer;

    if (!is_viewable(viewer, language)) return answer_wrong("there are no such offers");
    writer = begin_answer();
    offers_write(own.match, look(viewer), (seat_id)viewer, texts(), (enum language)language, &own.offers, &writer);
    return end_answer();
}

/* "dice":[..] of a message as listed dice; without it they are the practice game's own. */
static bool read_dice(const struct json_document *message, uint8_t *face, struct dice *listed, bool *has,
                      struct fault *fault)
{
    const struct json *list = NULL;
    uint32_t           count = 0;

    if (!json_find_branch(message, message->root, "dice", JSON_ARRAY, &list, fault)) return false;
    *has = list != NULL;
    if (!list) return true;
    if (list->count > GAME_FACES) return fault_say(fault, "message", 1, "there are too many dice");
    for (const struct json *node = list->as.child; node; node = node->next) {
        if (node->type != JSON_INTEGER || !between(0, node->as.integer, 100))
            return fault_say(fault, "message", 1, "that is no die");
        face[count++] = (uint8_t)node->as.integer;
    }
    *listed = dice_listed(face, count);
    return true;
}

static void write_missing(struct json_writer *writer, const struct dice_request *missing)
{
    json_key(writer, "missing");
    json_open(writer, '{');
    json_key(writer, "rule");
    json_write_string(writer, ruleset_of(own.match)->rules[missing->rule]);
    json_key(writer, "sides");
    json_write_integer(writer, missing->sides);
    json_key(writer, "count");
    json_write_integer(writer, missing->count);
    json_close(writer, '}');
}

static uint32_t answer_verdict(enum verdict verdict, seat_id seat, enum language language, const struct refusal *why,
                               const struct dice *dice)
{
    static const char *const name[] = { [DECIDED] = "decided", [REFUSED] = "refused", [NEEDS_DICE] = "needs_dice",
                                        [WRONG_DICE] = "wrong_dice" };
    struct json_writer       writer = begin_answer();

    json_open(&writer, '{');
    json_key(&writer, "verdict");
    json_write_string(&writer, name[verdict]);
    if (verdict == DECIDED) write_news(&writer, seat, language);
    if (verdict == REFUSED) {
        json_key(&writer, "refusal");
        refusal_write(own.match, why, texts(), language, &writer);
    }
    if (verdict == NEEDS_DICE) write_missing(&writer, &dice->missing);
    json_close(&writer, '}');
    return end_answer();
}

/* {"seat":"A","do":"march",..,"dice":[..],"language":"fr"}: {"verdict":"decided","n":..,"hash":..,"events":[..]} or why not. */
uint32_t EXPORT(wasm_decide)(uint32_t length)
{
    static uint8_t       face[GAME_FACES];
    struct json_document message;
    struct fault         fault = { 0 };
    struct decision      d;
    struct dice          listed;
    struct refusal       why;
    enum language        language;
    enum verdict         verdict;
    seat_id              seat;
    bool                 has_dice = false;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !read_language(&message, &language, &fault) ||
        !decision_read(own.match, &message, message.root, &d, &fault) ||
        !read_dice(&message, face, &listed, &has_dice, &fault))
        return answer_fault(&fault);
    forget_draft();
    own.events.count = 0;
    verdict = game_decide(&own.game, seat, &d, has_dice ? &listed : &own.dice, &own.events, &why);
    return answer_verdict(verdict, seat, language, &why, &listed);
}

/* 1 when the seat's last decision was taken back, else 0. */
int32_t EXPORT(wasm_undo)(int32_t seat)
{
    forget_draft();
    return own.has_game && between(0, seat, SEATS_MAX - 1) && game_undo(&own.game, (seat_id)seat);
}

/* Plans. */

void forget_draft(void)
{
    if (!own.is_drafting) return;
    memcpy((void *)own.game.state, (const void *)own.undrafted, ruleset_of(own.match)->state_size);
    own.is_drafting = false;
}

uint32_t EXPORT(wasm_reset_draft)(void)
{
    forget_draft();
    return 0;
}

static void keep_draft(const struct state *plan)
{
    size_t size = ruleset_of(own.match)->state_size;

    if (!own.is_drafting) memcpy((void *)own.undrafted, (const void *)own.game.state, size);
    own.is_drafting = true;
    memcpy((void *)own.game.state, (const void *)plan, size);
    own.game.pasts = 0;
}

/*
 * Try a decision of the seat in a world as it may guess it, without dice. True when the seat is then asked for more of the same plan:
 * the view of it is in own.game.trial.
 */
static bool goes_on(seat_id seat, const struct decision *d)
{
    const struct ruleset *ruleset = ruleset_of(own.match);
    struct state         *trial = own.game.trial;
    struct random         random = random_from(1);
    struct dice           none = dice_listed(NULL, 0);
    struct play           play = { own.match, trial, &none, NULL, 0 };
    const struct flow    *flow = flow_of_const(trial);
    struct frame          before;

    game_view(&own.game, seat, trial);
    before = *flow_top_const(flow);
    int depth = flow->depth;
    ruleset->guess(own.match, trial, seat, &random);
    play_take(&play, seat, d);
    play_advance(&play);
    if (none.short_of || none.wrong || flow->over || flow->depth != depth) return false;
    if (flow_top_const(flow)->phase != before.phase || !(flow_top_const(flow)->asked & SEAT_BIT(seat))) return false;
    ruleset->mask(own.match, trial, seat);
    return true;
}

static uint32_t answer_draft(const struct refusal *why, const char *word, enum language language)
{
    struct json_writer writer = begin_answer();

    if (word) {
        json_write_string(&writer, word);
        return end_answer();
    }
    json_open(&writer, '{');
    json_key(&writer, "refusal");
    refusal_write(own.match, why, texts(), language, &writer);
    json_close(&writer, '}');
    return end_answer();
}

/*
 * {"seat":"A","do":..,"language":"fr"}: the next decision of a plan that is not given yet. "kept": the state is now the seat's view with
 * it. "last": legal, but dice, another seat or another phase come after it, so that only the host can go on; nothing has changed.
 */
uint32_t EXPORT(wasm_draft)(uint32_t length)
{
    struct json_document message;
    struct fault         fault = { 0 };
    struct decision      d;
    struct refusal       why;
    enum language        language;
    seat_id              seat;

    if (!own.has_game) return answer_wrong("there is no game");
    if (!read_message(length, &message, &fault) || !read_seat(&message, &seat, &fault) ||
        !read_language(&message, &language, &fault) || !decision_read(own.match, &message, message.root, &d, &fault))
        return answer_fault(&fault);
    if (game_refuse(&own.game, seat, &d, &why)) return answer_draft(&why, NULL, language);
    if (!goes_on(seat, &d)) return answer_draft(NULL, "last", language);
    keep_draft(own.game.trial);
    return answer_draft(NULL, "kept", language);
}

/* The offer of that number in the seat's view, or NULL. */
static const struct offer *offer_of(int32_t seat, int32_t number)
{
    if (!own.has_game || !between(0, seat, match_head(own.match)->seats - 1)) return NULL;
    game_view(&own.game, (seat_id)seat, own.view);
    play_offer(own.match, own.view, (seat_id)seat, &own.offers);
    return between(0, number, own.offers.count - 1) ? &own.offers.list[number] : NULL;
}

/* What to draw for an offer with open members, an outline or the places themselves: [[x,y]..]. */
uint32_t EXPORT(wasm_region)(int32_t seat, int32_t number)
{
    static struct point  outline[OUTLINE];
    const struct offer  *offer = offer_of(seat, number);
    struct json_writer   writer;
    int32_t              count;

    if (!offer || !offer->open) return answer_wrong("there is no such place to choose");
    count = ruleset_of(own.match)->region(own.match, own.view, (seat_id)seat, offer, outline, OUTLINE);
    writer = begin_answer();
    points_write(outline, count, &writer);
    return end_answer();
}

/* Can the ruleset be asked about it, whether or not it is legal? */
static bool is_askable(int32_t seat, const struct decision *d)
{
    const struct match_head *head = match_head(own.match);
    const struct ruleset    *ruleset = ruleset_of(own.match);
    uint8_t                  uses = d->kind < ruleset->kind_count ? ruleset->kinds[d->kind].uses : 0;

    return between(0, seat, head->seats - 1) && uses & USES_AT && uses & USES_UNIT && between(0, d->unit, head->pieces - 1) &&
           between(0, d->target, head->pieces - 1) && between(-TABLE_LIMIT, d->at.x, TABLE_LIMIT) &&
           between(-TABLE_LIMIT, d->at.y, TABLE_LIMIT) && between(0, d->heading, FULL_TURN - 1) &&
           between(0, d->choice, uses & USES_CHOICE ? ruleset->kinds[d->kind].choices->count - 1 : 0);
}

/*
 * The way that a decision of the seat takes: {"points":[[x,y]..],"spent":3,"allowed":5}; null when there is none. It is
 * asked for while a piece is dragged, also where the decision is refused.
 */
uint32_t EXPORT(wasm_way)(int32_t seat, int32_t kind, int32_t unit, int32_t target, int32_t choice, int32_t value, int32_t x,
                          int32_t y, int32_t heading)
{
    static struct point points[RING_POINTS];
    struct decision     d = decision_of(kind, unit, target, choice, value, (struct point){ x, y }, heading);
    struct json_writer  writer;
    int32_t             count = 0, spent = 0, allowed = 0;

    if (!own.has_game) return answer_wrong("there is no game");
    if (ruleset_of(own.match)->way && is_askable(seat, &d))
        count = ruleset_of(own.match)->way(own.match, look(seat), (seat_id)seat, &d, points, RING_POINTS, &spent, &allowed);
    writer = begin_answer();
    if (count == 0) {
        json_write_null(&writer);
        return end_answer();
    }
    json_open(&writer, '{');
    json_key(&writer, "points");
    points_write(points, count, &writer);
    json_key(&writer, "spent");
    json_write_integer(&writer, spent);
    json_key(&writer, "allowed");
    json_write_integer(&writer, allowed);
    json_close(&writer, '}');
    return end_answer();
}

/* A decision for an offer: its own, or a sensible one where members are open; null when none was found. */
uint32_t EXPORT(wasm_sample)(int32_t seat, int32_t number, uint32_t seed)
{
    const struct offer *offer = offer_of(seat, number);
    struct random       random = random_from(seed);
    struct json_writer  writer;
    struct decision     d;

    if (!offer) return answer_wrong("there is no such offer");
    d = offer->decision;
    writer = begin_answer();
    if (offer->open && !ruleset_of(own.match)->sample(own.match, own.view, (seat_id)seat, offer, &random, &d)) {
        json_write_null(&writer);
        return end_answer();
    }
    json_open(&writer, '{');
    decision_write(own.match, &d, &writer);
    json_close(&writer, '}');
    return end_answer();
}
