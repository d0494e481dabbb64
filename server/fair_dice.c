/* fair_dice.c: see fair_dice.h. */
#include "fair_dice.h"
#include "dice.h"

#include <sodium.h>
#include <string.h>

_Static_assert(FAIR_BYTES == crypto_hash_sha256_BYTES && FAIR_BYTES == crypto_auth_hmacsha256_BYTES, "SHA-256 throughout");

bool fair_dice_draw(uint8_t seed[FAIR_BYTES])
{
    if (sodium_init() < 0) return false;
    randombytes_buf(seed, FAIR_BYTES);
    return true;
}

void fair_dice_reveal(const uint8_t seed[FAIR_BYTES], char hex[FAIR_HEX])
{
    sodium_bin2hex(hex, FAIR_HEX, seed, FAIR_BYTES);
}

void fair_dice_commitment(const uint8_t seed[FAIR_BYTES], char hex[FAIR_HEX])
{
    uint8_t hash[FAIR_BYTES];

    crypto_hash_sha256(hash, seed, FAIR_BYTES);
    sodium_bin2hex(hex, FAIR_HEX, hash, sizeof hash);
}

bool fair_dice_keeps(const uint8_t seed[FAIR_BYTES], const char *commitment)
{
    char ours[FAIR_HEX];

    fair_dice_commitment(seed, ours);
    return !strcmp(ours, commitment);
}

bool fair_dice_read(const char *hex, uint8_t seed[FAIR_BYTES])
{
    size_t read = 0;

    if (strlen(hex) != FAIR_HEX - 1 || strspn(hex, "0123456789abcdef") != FAIR_HEX - 1) return false;
    return !sodium_hex2bin(seed, FAIR_BYTES, hex, FAIR_HEX - 1, NULL, &read, NULL) && read == FAIR_BYTES;
}

/* A message is put together number by number; every text has its length before it, so that no two contexts look alike. */
static void add_number(crypto_auth_hmacsha256_state *state, uint64_t number, int bytes)
{
    uint8_t big_endian[8];

    for (int i = 0; i < bytes; i++) big_endian[i] = (uint8_t)(number >> 8 * (bytes - 1 - i));
    crypto_auth_hmacsha256_update(state, big_endian, (size_t)bytes);
}

static void add_text(crypto_auth_hmacsha256_state *state, const char *text)
{
    size_t length = strlen(text);

    add_number(state, length, 4);
    crypto_auth_hmacsha256_update(state, (const uint8_t *)text, length);
}

static void make_block(const uint8_t seed[FAIR_BYTES], const struct fair_context *context, uint64_t roll, uint32_t number,
                       uint8_t block[FAIR_BYTES])
{
    crypto_auth_hmacsha256_state state;

    crypto_auth_hmacsha256_init(&state, seed, FAIR_BYTES);
    add_text(&state, FAIR_SCHEME);
    add_text(&state, context->game);
    add_number(&state, context->seats, 4);
    for (uint32_t seat = 0; seat < context->seats; seat++) add_text(&state, context->seeds[seat]);
    add_number(&state, roll, 8);
    add_number(&state, number, 4);
    crypto_auth_hmacsha256_final(&state, block);
    sodium_memzero(&state, sizeof state);
}

int fair_dice_face(uint8_t byte, int sides)
{
    return byte < 256 - 256 % sides ? dice_low(sides) + byte % sides : -1;
}

bool fair_dice_faces(const uint8_t seed[FAIR_BYTES], const struct fair_context *context, uint64_t roll, int sides,
                     int count, uint8_t *out)
{
    uint8_t  block[FAIR_BYTES];
    uint32_t blocks = 0;
    size_t   at = sizeof block;

    if (sides < 2 || sides > FAIR_SIDES || count < 0 || count > FAIR_AT_ONCE) return false;
    for (int i = 0; i < count;) {
        if (at == sizeof block) {
            make_block(seed, context, roll, blocks++, block);
            at = 0;
        }
        int face = fair_dice_face(block[at++], sides);
        if (face >= 0) out[i++] = (uint8_t)face;
    }
    sodium_memzero(block, sizeof block);
    return true;
}
