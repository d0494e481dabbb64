/*
 * play.h: what rule code works with: a match, a state, dice and a list of events, and the words to use them.
 *
 * Rule code is straight-line: it asks dice for chance and seats for decisions, and moves between frames. The same code
 * plays, enumerates, replays and searches: only the dice differ.
 */
#ifndef MESTRE_PLAY_H
#define MESTRE_PLAY_H

#include "dice.h"
#include "event.h"
#include "ruleset.h"

struct play {
    const struct match *match;
    struct state       *state;
    struct dice        *dice;
    struct events      *events;      /* NULL when nobody listens */
    uint8_t             hidden_from; /* seats that do not see what is rolled, reckoned and told now; 0 for an open table */
};

/* Chance. Each is one draw, tagged with the rule that asks; never two in one statement. */
int  pool(struct play *p, rule_id rule, int count, int target);              /* six-sided dice that show target or more */
int  d6(struct play *p, rule_id rule);
int  d10(struct play *p, rule_id rule);                                      /* 0..9 */
int  d10_sorted(struct play *p, rule_id rule, const uint16_t sort[10]);      /* faces of one sort lead to the same: dice_sorted() */
void faces(struct play *p, rule_id rule, int count, int sides, uint8_t *out);
int  chain(struct play *p, rule_id rule, int most);                          /* a d6 thrown again for as long as it shows a 6: dice_chain() */
bool reach(struct play *p, rule_id rule, int needed, int most);              /* does such a throw come to `needed`? */
int  contest(struct play *p, rule_id rule, int sides);                       /* 0 or 1: the higher, ties rolled again */

/*
 * The account of a number: base, reasons, total. `because` returns its amount, and writes nothing for an amount of 0.
 *     int net = account(p, SA_SHOOT_02, 0);
 *     net += because(p, SA_TERR_03, -1);
 *     net = total(p, SA_SHOOT_02, net);
 */
int account(struct play *p, rule_id rule, int base);
int because(struct play *p, rule_id rule, int amount);
/* The same, naming the piece that it comes from. */
int because_of(struct play *p, rule_id rule, int unit, int amount);
int total(struct play *p, rule_id rule, int sum);

/* Say what happened, to all or to those who may know. Pieces that do not matter are NOBODY. */
void tell(struct play *p, uint16_t kind, rule_id rule, int unit, int target, int32_t value0, int32_t value1, int32_t value2);
void tell_to(struct play *p, uint8_t seen, uint16_t kind, rule_id rule, int unit, int target, int32_t value0,
             int32_t value1, int32_t value2);
/*
 * Where a piece is at a time of the step that is under way, for a film: an event of a kind with `place`, whose values are x, y, heading and
 * the time, from 0 to PLACE_TIMES. Times never go back within a step. Pieces go straight from one place told to the next; what else is
 * told belongs to the last time that was told before it to the same seat.
 */
enum { PLACE_TIMES = 1000 };
void tell_place(struct play *p, uint8_t seen, uint16_t kind, rule_id rule, int unit, struct pose pose, int32_t time);

/* A further rule that bears on what was just told. */
void cite(struct play *p, rule_id rule);

/* The flow. */
struct frame *here(struct play *p);                    /* the frame on top */
struct frame *go_into(struct play *p, uint8_t phase);  /* push; `enter` of that phase follows */
void leave(struct play *p);                            /* pop; the frame below goes on where its step says */
void ask(struct play *p, uint8_t seats);               /* wait for these seats' decisions in the frame on top */
void finish(struct play *p, seat_id winner);           /* the game is over */

/* For the layers above: one call of enter; everything that happens of itself; a seat's decision and what follows. */
void play_step(struct play *p);
void play_advance(struct play *p);
void play_take(struct play *p, seat_id seat, const struct decision *d);

/* The first state of a match, advanced to its first decision. */
void play_begin(struct play *p);

/* The offers of a seat: none when it is not asked. */
void play_offer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers);

/* The one authority on what is legal: 0, or the rule that forbids, for anything at all that a seat may send. Asked without
 * `why` (NULL) it answers quicker. */
rule_id play_refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d,
                    struct refusal *why);

/* The seats that are asked now, as bits; 0 when the game is over. */
uint8_t play_asked(const struct state *s);
/* The first of them; there must be one. */
seat_id play_first_asked(const struct state *s);

#endif
