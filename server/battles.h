/*
 * battles.h: two armies of a request become a battle: both are checked by the ruleset's own muster (muster.h), and its scenario is made with
 * a seed of the host's. That seed lays the ground, which everybody sees; the dice of the game come from another.
 */
#ifndef MESTRE_BATTLES_H
#define MESTRE_BATTLES_H

#include "bench.h"
#include "matches.h"

enum {
    ARMY_BYTES = 32 * 1024,              /* of an army's document, written without spaces */
    TITLE_BYTES = 2048,
    BATTLE_BYTES = 48 * 1024,            /* of scenario, title and armies as they stand in a record: the journal's header has more beside them */
};

/* Why there is no battle: a sentence in English, and what is known of its place. */
struct army_refusal {
    bool        set;
    seat_id     seat;                    /* NO_SEAT: both together */
    const char *rule;                    /* "BE-ARMY-01", or NULL */
    char        text[320], fix[256];     /* the nearest change that mends it, or nothing */
};

/*
 * Make the battle of `armies`, a node of the message; options as in match_load(). Its texts are on the bench, which is cleared first. False
 * with a refusal of the armies, or with a fault: then it is the message that is wrong.
 */
bool battle_make(const struct library *library, const char *ruleset, const struct json_document *message, const struct json *armies,
                 const struct json_document *options, struct bench *bench, struct battle *battle, struct army_refusal *refusal,
                 struct fault *fault);

/* Two legal armies may come to more than a match can hold: when it is the scenario that `fault` is about, it is taken as a refusal. */
bool battle_refuse(const struct battle *battle, const struct fault *fault, struct army_refusal *refusal);

/* The battle that a record keeps, of a JSON object; its texts are in the arena. False with a fault. */
bool battle_read(const struct json_document *document, struct arena *arena, struct battle *battle, struct fault *fault);

#endif
