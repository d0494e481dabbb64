/*
 * signature.h: one number for what the engine does.
 *
 * Whole random games are played from fixed seeds, and every state and every event of them goes into one hash. Builds by
 * different compilers, native or WebAssembly, must give the same number; a change of rules or of the order of draws
 * gives another.
 */
#ifndef MESTRE_SIGNATURE_H
#define MESTRE_SIGNATURE_H

#include "play.h"

enum { SIGNATURE_GAMES = 64, SIGNATURE_SEED = 1, SIGNATURE_WORK = 4000000 };

/*
 * The signature of so many games of a match; game i depends on the seed and i alone. Of a match with long games and many pieces they are
 * fewer: when decisions times pieces have come to SIGNATURE_WORK, no further game is begun. A game that comes to a dead end, or goes on
 * for longer than any game should, is cut off there, which shows in the number too. Scratch is taken from the arena and given back; 0 when
 * there is too little of it (128 KiB and a state suffice).
 */
uint64_t signature_of(const struct match *m, uint32_t games, uint64_t seed, struct arena *arena);

#endif
