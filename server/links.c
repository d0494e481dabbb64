/* links.c: see links.h. */
#include "links.h"

#include <sodium.h>
#include <string.h>

static void draw(char *text, size_t room, size_t bytes)
{
    unsigned char drawn[32];

    randombytes_buf(drawn, bytes);
    sodium_bin2base64(text, room, drawn, bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(drawn, sizeof drawn);
}

void link_draw(char token[LINK_TEXT])
{
    draw(token, LINK_TEXT, 32);
}

void link_draw_game(char game[LINK_GAME_TEXT])
{
    draw(game, LINK_GAME_TEXT, 12);
}

static bool is_base64url(const char *text, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    return strlen(text) == length && strspn(text, letters) == length;
}

bool link_is_one(const char *text)
{
    return is_base64url(text, LINK_TEXT - 1);
}

bool link_is_game(const char *text)
{
    return is_base64url(text, LINK_GAME_TEXT - 1);
}

static void hash_of(const char *kind, const char *text, uint8_t hash[LINK_HASH])
{
    crypto_generichash(hash, LINK_HASH, (const unsigned char *)text, strlen(text), (const unsigned char *)kind, strlen(kind));
}

/* The key tells the kinds apart; it need not be secret. */
void link_hash(const char *token, uint8_t hash[LINK_HASH])
{
    hash_of("mestre: link of a seat", token, hash);
}

void link_game_hash(const char *game, uint8_t hash[LINK_HASH])
{
    hash_of("mestre: id of a game", game, hash);
}
