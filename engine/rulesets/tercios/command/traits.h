/*
 * traits.h: command actions: what their table (traits.c), their effects (trait_effects.c) and the answers of their owners
 * (trait_answers.c) have in common. See tercios.h for what others may ask.
 */
#ifndef MESTRE_TRAITS_H
#define MESTRE_TRAITS_H

#include "tercios.h"

/* The table as a commander sees it. It is surveyed when first asked for, and serves for all that is asked of his deeds. */
struct outlook {
    const struct match *m;
    const struct state *s;
    int                 commander;
    bool                surveyed;
    uint8_t             sees[PIECES];         /* enum seen, by piece */
    struct ground       g;
};
enum seen { SEEN_NOT_ASKED, SEEN_NO, SEEN_YES };

/* A command action with those it is aimed at: pieces, or NOBODY. */
struct deed {
    int             trait, commander, target, other;
    struct outlook *outlook;                  /* while it is judged; else NULL */
};

enum trait_origin { FROM_ALL, FROM_BASE, FROM_KINGDOMS, FROM_EXTRAS };
enum trait_aim {
    AIM_NOBODY,              /* nobody, or himself */
    AIM_OWN,                 /* a unit that he may interact with, but no gun (LM-ART-04) */
    AIM_OWN_GUN,
    AIM_OWN_ANY,             /* a unit that he may interact with, guns too */
    AIM_OWN_COMMANDER,       /* another commander of his side */
    AIM_ENEMY,               /* an enemy unit, but no gun (LM-TRAITS-06) */
    AIM_ENEMY_COMMANDER
};
enum trait_range { RANGE_ANY, RANGE_SIGHT, RANGE_RADIUS };

/* 0, or why the deed is not open, beyond what its row says of its targets. */
typedef rule_id trait_condition(const struct match *m, const struct state *s, const struct deed *deed, struct refusal *why);
/*
 * The action has worked, or had no success and acts all the same. The frame of PHASE_TRAIT is on top, and goes when it is on top again
 * unless trait_ask() has been called; an effect may push frames, or leave that frame and then push.
 */
typedef void trait_effect(struct play *p, const struct deed *deed, int successes);

/* A row of T16. */
struct trait_row {
    rule_id          rule;
    uint8_t          origin;                   /* enum trait_origin */
    uint8_t          need;                     /* the score of its command test; 0: it is no command action */
    uint8_t          aim, range;               /* enum trait_aim, enum trait_range */
    uint8_t          other_aim, other_range;   /* of the second target */
    bool             regardless;               /* it does something even without a success */
    uint32_t         mark;                     /* enum effect: what trait_mark() leaves on the target */
    trait_condition *refused;
    trait_effect    *works;
};

extern const struct trait_row trait_table[TRAITS];

/* The frame of PHASE_TRAIT: VALUE_UNIT is the commander, VALUE_TARGET the target. */
enum { VALUE_TRAIT = VALUE_FLAGS, VALUE_OTHER, VALUE_SUCCESSES };
enum { TRAIT_TESTED, TRAIT_WORKS, TRAIT_ASKS, TRAIT_AGAIN, TRAIT_OVER };

struct deed trait_deed(const struct state *s);
static inline const struct commander *commander_of(const struct match *m, int piece) { return &m->commander[piece - m->units]; }
/* The virtues that a commander could lend, as bits (LM-TRAIT-02). */
static inline unsigned value_virtues(const struct match *m, int commander)
{
    return commander_of(m, commander)->virtues & ((1u << VALUE_VIRTUES) - 1);
}
/* An order of its own that it has not carried out yet: not one that is kept for a reaction (LM-TRAIT-07). */
static inline bool holds_order(const struct state *s, int unit) { return holds_card(s, unit) && !s->unit[unit].reserve; }
/* May the unit face that side, right, rear or left? */
rule_id trait_face_refused(const struct match *m, const struct state *s, int unit, int side, struct refusal *why);

/* trait_effects.c */

extern trait_effect trait_mark, trait_fast, trait_inspiring, trait_comrade, trait_coordinator, trait_diligent, trait_eagle_eyed,
    trait_engineer, trait_erudite, trait_fearless, trait_hero, trait_honourable, trait_intriguer, trait_mentor, trait_meticulous,
    trait_patient, trait_perfectionist, trait_pious, trait_provoker, trait_relentless, trait_schemer, trait_smart, trait_accomplice,
    trait_experienced, trait_indefatigable, trait_innovative, trait_nimble, trait_prepared, trait_ruthless, trait_skilled, trait_enigmatic;
/* The owner of the commander decides what comes of it. */
extern trait_effect trait_ask;
/* TRAIT_AGAIN: the wear that the hero's unit took for it has been settled. */
void trait_hero_again(struct play *p, const struct deed *deed);
/* The unit must be the one that is activated in this step (LM-CACT-09), by its own card and no joint one (LM-INF-17). */
void trait_choose(struct play *p, int unit);
/* The unit holds another card, face down, and alone (LM-INF-17). */
void trait_lay(struct play *p, int unit, int order, rule_id rule);
/* Virtue to the unit, or to its whole brigade, as the trait has it. */
void trait_lend(struct play *p, const struct deed *deed, enum virtue virtue);
/* The order is gone, unseen. */
void trait_lose_order(struct play *p, int unit, rule_id rule);

/* trait_answers.c: offer, refuse and take of PHASE_TRAIT. */

void trait_offer(const struct match *m, const struct state *s, seat_id seat, struct offers *offers);
rule_id trait_refuse(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why);
void trait_take(struct play *p, seat_id seat, const struct decision *d);

#endif
