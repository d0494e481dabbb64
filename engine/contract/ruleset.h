/*
 * ruleset.h: the contract between the engine and a game.
 *
 * A ruleset is one const struct of tables and functions. Its flow is a table of phases, each with enter (what happens of
 * itself), offer (what a seat may do now), refuse (why not), take (do it). Nothing else of the engine knows a game.
 *
 * `struct match` and `struct state` are completed by each ruleset's own header: here they are only names.
 */
#ifndef MESTRE_RULESET_H
#define MESTRE_RULESET_H

#include "decision.h"
#include "frame.h"
#include "match.h"
#include "random.h"

#include <stddef.h>

struct muster;
struct play;
struct state;
struct temper;

struct phase {
    const char *name;
    rule_id     rule;     /* the rule that says what is decided here; it names the refusal of anything else */

    /* Called while the frame is on top and nobody is asked: move on, ask, push a frame or leave. */
    void (*enter)(struct play *p);
    /* Everything `seat` may do, in a fixed order. Only called for a seat that is asked. */
    void (*offer)(const struct match *m, const struct state *s, seat_id seat, struct offers *offers);
    /*
     * 0, or the rule that forbids; `why` may be NULL. The kind, the choice and the ids are already known to be within the
     * tables. It is asked on the seat's own view, so its answer cannot depend on what the seat may not know.
     */
    rule_id (*refuse)(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                      struct refusal *why);
    /* Do it. The seat's bit in `asked` is already cleared; ask() again for more. */
    void (*take)(struct play *p, seat_id seat, const struct decision *d);

    /*
     * The step of the ruleset's sequence of play that is under way while this phase is on top of the stack, from 1; 0: that of the
     * frame below.
     */
    uint8_t step;
    /* The answers here make one plan: a host lets a seat gather them all, and change them, before any is given. */
    bool    gathered;
    /*
     * What is under way leaves this to somebody: where to fall back, who advances, how to face. The odds of what led here go on through it
     * by the first offer, whoever is asked, so the first offer is the one that is usually right, and taking it must come to an end.
     */
    bool    settles;
    /*
     * What happens here is a matter of its own: dice for many who had no part in what led to it, such as an army that hears of its
     * general's fall. The odds of what led here end where it begins.
     */
    bool    aside;
};

/* One step of the sequence of play as people know it; its text is "step.<name>". */
struct step {
    const char *name;
    rule_id     rule;
    uint8_t     option;      /* 1 + the option that it belongs to: without it there is no such step; 0: always */
};

/*
 * Room that is enough for any ring, region or way. On a table a ring and a region are outlines. On hexes and zones they are the places
 * themselves, each once and in a fixed order: a point is a column and a row, or a zone and 0.
 */
enum { RING_POINTS = 512 };

/* Room for the decisions between an announcement and its dice. */
enum { FORETOLD_MOST = 8 };

/* Room for what a computer player weighs for one offer. */
enum { PROPOSED_MOST = 64 };

/* A position by the concerns of a game (mind.h). */
enum { CONCERNS_MAX = 32 };

struct appraisal {
    int32_t part[2][CONCERNS_MAX];   /* by seat: what it has of each concern, in the game's own unit; more is better for it */
    int32_t scale;                   /* a lead so large makes victory as likely as three to one; above 0 */
    int16_t decided[2];              /* by seat, in hundredths: the chance that the game is won for it before anybody is asked again */
};

/* Which way a number is good for whoever has it. Not every number is good or bad. */
enum better { BETTER_NEITHER, BETTER_MORE, BETTER_LESS };

/* A number of a piece's profile; its text is "value.<name>". */
struct value {
    const char *name;
    enum better better;
};

/* A distance that matters around a piece; its text is "ring.<name>". */
struct ring {
    const char *name;
    rule_id     rule;
    bool        threat;      /* what it can do to others from there, as opposed to what it needs itself */
};

/*
 * A unit field by which a piece is worse off when it has grown to more than `beyond`: wear by any growth, a status only by one past
 * "standing", because to be deployed is no harm.
 */
struct harm {
    const char *field;
    int32_t     beyond;
};

/*
 * A member of the state as people and tools see it: in views, cases and odds. Offsets are from the piece's struct for
 * unit fields, from the state for game fields.
 */
struct field {
    const char         *name;
    uint16_t            offset;
    uint8_t             size;         /* 1, 2 or 4 bytes */
    bool                is_signed;
    const struct names *names;        /* when the number stands for a name; name i is value i */
    bool                flag;         /* it is 1 or 0: so, or not so */
};

#define FIELD_SIGNED(type, member) _Generic(((type *)0)->member, int8_t: true, int16_t: true, int32_t: true, default: false)
#define FIELD(type, member, names_or_null) \
    { #member, offsetof(type, member), sizeof(((type *)0)->member), FIELD_SIGNED(type, member), names_or_null, false }
#define FLAG(type, member) { #member, offsetof(type, member), sizeof(((type *)0)->member), false, NULL, true }

/*
 * An event's catalogue key is "event.<name>"; names[] translates values that stand for a name. One that has a text "brief.<name>" too
 * stands on the track of the game: who has been activated, and how. One that is a place of a film needs no text: without it no log tells of
 * it.
 */
struct event_kind {
    const char         *name;
    const struct names *names[3];
    bool                place;           /* told by tell_place(): where the piece is at a time of the step */
};

/* Beside NOBODY, for turn_of. */
enum { ANYBODY = -2 };

struct ruleset {
    const char                 *id;
    uint16_t                    version;         /* a game keeps the version it began with */
    const char *const          *rules;           /* "SA-TURN-01" by rule_id; [0] is "" */
    uint16_t                    rule_count;      /* without [0] */
    rule_id                     over_rule;       /* forbids decisions after the end */
    /*
     * The code of a family of games cites the rules of its first edition. Another edition says here which of its own rules each of them
     * is, by cited id, and what only it has is cited from `edition_count` + 1 on. NULL: the ids that are cited are the ruleset's own.
     */
    const rule_id              *edition;
    uint16_t                    edition_count;

    const struct phase *const  *phases;
    const struct decision_kind *kinds;
    const struct event_kind    *events;          /* [kind - EVENT_OWN] */
    const struct option        *options;
    const struct field         *game_fields;
    const struct field         *unit_fields;
    uint8_t                     phase_count, kind_count, event_count, option_count, game_field_count, unit_field_count;

    uint32_t                    match_size, state_size;
    uint32_t                    unit_offset, unit_size;      /* the array of pieces inside the state */

    /* Build the match from the scenario: its own members, and head.pieces and head.piece. False with a fault. */
    bool (*load)(struct match *m, struct loading *loading);
    /* The first state, zeroed before; push the first phase. */
    void (*setup)(const struct match *m, struct state *s);
    /* For cases: set the flow so that `phase` is about to be decided, by `seat` where that matters. */
    bool (*place)(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);

    /*
     * Blank what the seat (or the SPECTATOR) may not know: fields of the tables, each with a value that no true state has
     * there, and, where even a question is secret, the other seats' bits in the flow's `asked`. A secret is never kept
     * in a frame.
     */
    void (*mask)(const struct match *m, struct state *s, seat_id seat);
    /* Fill a masked state with one world that the seat could not tell from the true one. */
    void (*guess)(const struct match *m, struct state *s, seat_id seat, struct random *random);
    /*
     * A seat may not know of pieces at all: where they are, or that they are there. What people ask of a position (rings, sight, points,
     * profiles) is then answered by what the view holds, and asked of views alone. Offers and refusals are alike all the same in the true
     * state, the view and a guess, because computer players ask the last.
     */
    bool conceals;

    /* A concrete decision for an offer with open members. False when none was found. */
    bool (*sample)(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                   struct random *random, struct decision *d);
    /*
     * `count` samples of one offer, what as many calls of sample() would draw, and every one legal: how many were found. May be NULL: then
     * they are drawn one by one, and those that are refused are left out.
     */
    int32_t (*samples)(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                       struct decision *list, int32_t count);
    /*
     * What to draw for such an offer, an outline or the places themselves (RING_POINTS): the number of points written, at most
     * `capacity`.
     */
    int32_t (*region)(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer,
                      struct point *points, int32_t capacity);

    /*
     * The way that a decision with a place takes, the start first: place by place on hexes and zones, by its bends on a table, where what
     * the piece was told to do before it counts. The number of points written, at most `capacity`; 0: there is none, or it is no matter of
     * steps. *spent is what the whole way costs in points of movement, on a table in ticks, *allowed what the piece has for it. Asked on
     * the seat's view, also for a decision that is refused: then it is the way as far as one can be found. May be NULL.
     */
    int32_t (*way)(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points,
                   int32_t capacity, int32_t *spent, int32_t *allowed);
    /*
     * The decisions of the same seat that, after `d`, bring what d only announces to its dice, in order: an attack is declared, the
     * declarations are closed, that combat is resolved. The number written, at most `capacity` (FORETOLD_MOST); 0: d announces nothing.
     * The odds of d are those of the last of them; one that is not legal when its time comes, because the rules have gone on by
     * themselves, is passed over. None before the last may throw dice. May be NULL.
     */
    int32_t (*foretell)(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct decision *list,
                        int32_t capacity);
    /*
     * What `d` declares is thrown later, together with much else. Turn `s`, a copy of the state before d, into one in which it alone is
     * about to be thrown: a frame on top of the stack, nobody asked. The odds of d are those of that frame, by the functions that the game
     * itself will call. False, and `s` as it was: d is not of that kind. May be NULL.
     */
    bool (*alone)(const struct match *m, struct state *s, seat_id seat, const struct decision *d);

    /*
     * The piece of its own that a computer player thinks of next, so that a long plan is made piece by piece: of the offers that name a
     * unit it weighs that piece's alone. NOBODY: none in particular, and it weighs the offers without a unit. ANYBODY: it weighs all of them.
     * `temper` as for promise. May be NULL: always anybody.
     */
    int16_t (*turn_of)(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper);
    /*
     * Decisions worth weighing for an offer with open members, in a fixed order, for a computer player; some may be refused. The number
     * written, at most `capacity` (PROPOSED_MOST); 0: the offer is not worth a thought. May be NULL: a handful of samples is weighed.
     */
    int32_t (*propose)(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct decision *list,
                       int32_t capacity);
    /*
     * Where answers make one plan (phase.gathered): what the piece of the seat promises by what it has been told so far. Of two plans that
     * differ in that piece alone the one that promises more is the better. A computer player then weighs what it tells a piece by this, as
     * the plan stands, and throws no dice for it. `temper`: what the player makes of its own concerns and of the other's; NULL: the balanced one.
     * May be NULL: plans are weighed by the odds of each decision.
     */
    int32_t (*promise)(const struct match *m, const struct state *s, seat_id seat, int piece, const struct temper *temper);
    /* A computer player reckons with every reaction that the others may make, rather than with none: they cost nothing here. */
    bool    reactions_expected;
    /*
     * What computer players care for: the names of the concerns, at most CONCERNS_MAX, and a position by them; the appraisal is all zero
     * before. Asked of states in which the game goes on, and of guesses, never of views.
     */
    const char *const *concerns;
    uint8_t            concern_count;
    void (*appraise)(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
    /*
     * Whoever appraises many states that come of one may take notes of that one, in `notes_size` bytes, which stand for as long as it stays
     * where it is. With notes appraise() says what it says without (NULL), only quicker. May be NULL.
     */
    uint32_t notes_size;
    void (*take_notes)(const struct match *m, const struct state *s, void *notes);
    /*
     * How far play has come: a number that rises by 1 with each thing of the size of an activation (a unit carries out its order, a command its
     * orders, a side its phase, all figures their turn), and falls only where a rule gives one of them back. Whoever looks ahead compares
     * positions that are equally far.
     */
    int32_t (*tide)(const struct match *m, const struct state *s);
    /*
     * The piece of ground that decisions and events call by this number, from 0, among those of the match: false beyond them, where what
     * is laid in play counts on. NULL for a game without such numbers.
     */
    bool (*plot)(const struct match *m, int32_t number, struct plot *plot);
    /* Is the state possible at all? False with a fault that names piece and rule. */
    bool (*sound)(const struct match *m, const struct state *s, struct fault *fault);
    /* The board for drawing: an object with what the client's board of that kind needs. */
    void (*write_board)(const struct match *m, struct json_writer *writer);

    /*
     * What people want to know of a position, for tables and tools. All of it is asked on a seat's view and answered by the
     * functions that the rules themselves use.
     */
    const struct step          *sequence;        /* in the order of play */
    const struct ring          *rings;
    const struct value         *values;          /* of a piece's profile */
    const struct harm          *harm;            /* what makes a piece worse off */
    uint8_t                     step_count, ring_count, value_count, harm_count;
    /*
     * The piece's value of that number as it is now: an account (base, reasons, total). Where its reasons are accounts of their own,
     * those come first and the last one is the value. False, and nothing told: it has none. No dice, and the state stays as it is.
     */
    bool (*value)(struct play *p, int piece, int value);
    /* The side's points as they stand now, as one account. NULL for a game without points. No dice, and the state stays. */
    void (*score)(struct play *p, seat_id seat);
    enum better                 score_better;    /* for the side whose points they are */
    /* What its points are held against ("6 of 40"); NULL, or 0 for a side without: nothing. */
    int32_t (*score_level)(const struct match *m, seat_id seat);
    /*
     * A ring around a piece where it stands, an outline or the places themselves (RING_POINTS): the points written, at most `capacity`;
     * 0: it has none. *distance is its length, measured as the rule measures it, in the board's unit; 0 where there is no such length.
     */
    int32_t (*ring)(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points,
                    int32_t capacity);
    /*
     * Does the piece see the place? 0, or the rule that forbids with what is in the way in `why`. When a piece stands at the place
     * `target` names it, and it is that piece which must be seen; else NOBODY. The place may lie beside the board: nobody sees that.
     * What is seen may still be covered: then 0, with the rule, what covers it and its numbers in `why`, which is empty otherwise.
     */
    rule_id (*sees)(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why);

    /* Armies by list (muster.h); NULL for a game without lists. */
    const struct muster *muster;
};

static inline const struct ruleset *ruleset_of(const struct match *match)
{
    return match_head(match)->ruleset;
}

/* The ruleset's own number of a rule that code has cited. */
static inline rule_id rule_cited(const struct ruleset *ruleset, rule_id cited)
{
    if (!ruleset->edition) return cited;
    return cited > ruleset->edition_count ? (rule_id)(cited - ruleset->edition_count) : ruleset->edition[cited];
}

static inline struct flow *flow_of(struct state *state)
{
    return (struct flow *)(void *)state;
}

static inline const struct flow *flow_of_const(const struct state *state)
{
    return (const struct flow *)(const void *)state;
}

#endif
