/*
 * view.h: what leaves the engine for a player, spectator, bot, log or page, as JSON, always from that seat's view.
 */
#ifndef MESTRE_VIEW_H
#define MESTRE_VIEW_H

#include "explain.h"
#include "game.h"

/*
 * {"n":7,"seat":"A","hash":"..","may_undo":false,"state":{..},"offers":[{"do":..,"open":["at"],"text":".."}..]}
 * "n" counts the changes of this view, so that it tells nothing of what others decide in secret. The hash is of the view.
 * `view` is scratch of the ruleset's state size. texts may be NULL: then there are no sentences.
 */
void view_write(const struct game *game, seat_id seat, const struct texts *texts, enum language language, struct state *view,
                struct offers *offers, struct json_writer *writer);

/* The offers of a seat in a view, as a JSON array. */
void offers_write(const struct match *m, const struct state *view, seat_id seat, const struct texts *texts,
                  enum language language, struct offers *offers, struct json_writer *writer);

/* The events that the seat may see, as a JSON array: [{"event":"shot","rule":"SA-SHOOT-01","unit":"A2",..,"text":".."}..] */
void events_write(const struct match *m, const struct events *events, seat_id seat, const struct texts *texts,
                  enum language language, struct json_writer *writer);

/*
 * {"rule":"SA-MOVE-03","unit":"B1","element":2,"terrain":"wood","values":[..],"nearest":[x,y,heading],"text":".."}; an element of
 * the board, from 0, and what it is.
 */
void refusal_write(const struct match *m, const struct refusal *refusal, const struct texts *texts, enum language language,
                   struct json_writer *writer);

/*
 * Back from what the two above have written, by whomever: a list of events, which all may see (`events` is emptied first), and
 * a refusal, whose texts live as long as the document. Every name, number and count is checked and a "text" is passed over. False with
 * a fault; also when `events` has too little room.
 */
bool events_read(const struct match *m, const struct json_document *document, const struct json *list, struct events *events,
                 struct fault *fault);
bool refusal_read(const struct match *m, const struct json_document *document, const struct json *node, struct refusal *refusal,
                  struct fault *fault);

#endif
