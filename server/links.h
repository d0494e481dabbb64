/*
 * links.h: the secrets by which games are found. A link's token is 32 random bytes as 43 characters of base64url; the store
 * gets a hash of it. A game's id is no secret; its hash is of another kind, so that an id is never taken for a token.
 */
#ifndef MESTRE_LINKS_H
#define MESTRE_LINKS_H

#include <stdbool.h>
#include <stdint.h>

enum { LINK_TEXT = 44, LINK_GAME_TEXT = 17, LINK_HASH = 32 };

void link_draw(char token[LINK_TEXT]);
void link_draw_game(char game[LINK_GAME_TEXT]);

/* Could this be a token, or an id? */
bool link_is_one(const char *text);
bool link_is_game(const char *text);

void link_hash(const char *token, uint8_t hash[LINK_HASH]);
void link_game_hash(const char *game, uint8_t hash[LINK_HASH]);

#endif
