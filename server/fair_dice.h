/*
 * fair_dice.h: dice that nobody at the table has to trust (docs/verifiable-dice.md has the scheme byte for byte).
 *
 * The host draws a secret seed and publishes its hash, the commitment, before the first roll; each player may add a
 * text of his own. Every face follows from the seed, the texts and the number of the roll, so that once the seed is
 * revealed anybody can work out every roll again. The primitives are libsodium's.
 *
 * The seed is a secret until the end: whoever has it knows every roll to come. Wipe copies with sodium_memzero().
 */
#ifndef MESTRE_FAIR_DICE_H
#define MESTRE_FAIR_DICE_H

#include <stdbool.h>
#include <stdint.h>

/* What a journal's header says of this scheme. A change of one byte of it would be another scheme. */
#define FAIR_SCHEME "hmac-sha256/1"

enum {
    FAIR_BYTES = 32,                 /* of a seed and of a commitment */
    FAIR_HEX = 2 * FAIR_BYTES + 1,   /* either of them as lower-case hexadecimal digits, terminated */
    FAIR_AT_ONCE = 24,               /* the most dice of one roll: more at a time are several rolls */
    FAIR_SIDES = 255                 /* the most that a die can have */
};

/* What is fixed and public before the first roll. Texts are UTF-8 and are taken byte for byte. */
struct fair_context {
    const char        *game;         /* the id of the game, published together with the commitment */
    const char *const *seeds;        /* the players' texts, in the order of the seats; "" for a player without one */
    uint32_t           seats;
};

/* A new secret seed. False when the machine has no randomness to give. */
bool fair_dice_draw(uint8_t seed[FAIR_BYTES]);

/* The commitment: SHA-256 of the seed. */
void fair_dice_commitment(const uint8_t seed[FAIR_BYTES], char hex[FAIR_HEX]);

/* Is this the seed of that commitment? */
bool fair_dice_keeps(const uint8_t seed[FAIR_BYTES], const char *commitment);

/* A seed as it is revealed, and back: false unless it is exactly 64 lower-case hexadecimal digits. */
void fair_dice_reveal(const uint8_t seed[FAIR_BYTES], char hex[FAIR_HEX]);
bool fair_dice_read(const char *hex, uint8_t seed[FAIR_BYTES]);

/*
 * The face that a byte gives on a die with so many sides (2 to FAIR_SIDES), marked from 1, or from 0 if there are ten;
 * -1 when the byte is passed over, because the highest 256 mod sides values would favour the low faces.
 */
int fair_dice_face(uint8_t byte, int sides);

/*
 * The faces of roll number `roll`, which counts the rolls of the game from 1. False, with nothing written, when there
 * are no such dice: sides beyond 2 to FAIR_SIDES, or a count beyond 0 to FAIR_AT_ONCE.
 */
bool fair_dice_faces(const uint8_t seed[FAIR_BYTES], const struct fair_context *context, uint64_t roll, int sides,
                     int count, uint8_t *out);

#endif
