/*
 * knowledge.h: what people want to know of a position, as JSON: profiles, distances, points, sight, and what a piece may not do.
 *
 * Everything is asked on a seat's view, never on the truth, and answered by the ruleset's own functions, so that it tells nothing
 * that the seat may not know and nothing that the rules would reckon otherwise. A view is not changed. `texts` may be NULL: then
 * there are no sentences. Every writer writes one whole value.
 */
#ifndef MESTRE_KNOWLEDGE_H
#define MESTRE_KNOWLEDGE_H

#include "chances.h"
#include "explain.h"

/* The steps of a turn in the order of play: [{"name":"plan","rule":"BE-TURN-02"}..]; the step of a state is in state_write(). */
void sequence_write(const struct match *m, struct json_writer *writer);

/*
 * {"unit":"A1","values":[{"name":"combat","better":"more","rule":"BE-MELEE-04","base":4,"total":2,
 *     "reasons":[{"rule":"BE-MOD-04","amount":-2,"text":".."}],
 *     "from":[{"rule":"BE-MELEE-04","base":0,"total":-1,"reasons":[{"rule":"BE-STATE-03","amount":-1,"text":".."}]}]}..]}
 * "better" says which way the number is good for the piece, "more" or "less"; it is missing where neither is.
 * base and the amounts of "reasons" add up to total. "from" is there only when those reasons rest on accounts of their own, in the
 * order in which they were reckoned, each adding up likewise: a count of bonus and malus that is then looked up in a table. The
 * text of a reason is that of its rule.
 */
void profile_write(const struct match *m, const struct state *view, int piece, const struct texts *texts, enum language language,
                   struct json_writer *writer);

/* [[x,y]..] */
void points_write(const struct point *points, int32_t count, struct json_writer *writer);

/* [{"name":"musket","rule":"BE-SHOOT-04","threat":true,"distance":30480,"outline":[[x,y]..]}..]: those that the piece has now. */
void rings_write(const struct match *m, const struct state *view, int piece, struct json_writer *writer);

/*
 * {"A":{"better":"less","level":40,"rule":"..","base":0,"total":3,"reasons":[{"rule":"..","unit":"B2","amount":2,"text":".."}..]},"B":{..}};
 * null for a game without points. "better" as above, for the side that has the points; "level" is what they are held against, where there
 * is such a number.
 */
void score_write(const struct match *m, const struct state *view, const struct texts *texts, enum language language,
                 struct json_writer *writer);

/*
 * null when the piece sees the place (with `target`, or NOBODY, as in ruleset.sees), else a refusal as refusal_write() has it. Of what it sees
 * although something covers it: {"covered":{..}}, the rule of the cover, what gives it and its numbers in the form of a refusal.
 */
void sight_write(const struct match *m, const struct state *view, int piece, int target, struct point at, const struct texts *texts,
                 enum language language, struct json_writer *writer);

/*
 * What the piece may not do now, and by which rule: [{"do":"shoot","target":"B1","rule":"BE-SHOOT-04","text":".."}..].
 *
 * Left out are things that are simply not asked for now: what the rule of the phase itself refuses, with no number or piece behind
 * it. "choice" is there when the choices are not all refused by one rule. Of the targets, each rule is given once, with the first
 * target as its example; a target counts when it is closed whatever the choice. Where a place, a heading or a number would have to
 * be chosen, the kind is listed only when the seat is offered no such decision for the piece at all. A seat that is not asked gets [].
 * `offers` is scratch with room for OFFERS_MAX.
 */
void refusals_write(const struct match *m, const struct state *view, seat_id seat, int piece, const struct texts *texts,
                    enum language language, struct offers *offers, struct json_writer *writer);

/*
 * "answers":[{"by":"B","do":"defend","unit":"B1","text":"..","outcomes":..,"runs":..,"changes":[..],"worse":[..]}..], a member of an object
 * that the caller opens: what the odds of a decision would be for each answer of another seat that it comes to before any dice (odds.h),
 * against `world` as chances_write() has them. [] where there is no such question, or only one answer to it; an answer whose
 * outcomes cannot be counted is left out. The arena is used from where it is, and is there again afterwards.
 */
void answers_write(const struct match *m, const struct state *world, seat_id seat, const struct decision *d, enum odds_policy policy,
                   const struct texts *texts, enum language language, struct arena *arena, struct json_writer *writer);

#endif
