/*
 * updates.h: what each seat notices of a game, as the messages of docs/table-protocol.md. The same writer serves live play and
 * the history that is repeated from the records, so that both are the same bytes.
 *
 * A step of the game (its beginning, a decision, an undo) is an update for a viewer only when his view has changed or he
 * saw an event of it, and only such steps count in his numbers. Whatever is in an update follows from his views and events.
 */
#ifndef MESTRE_UPDATES_H
#define MESTRE_UPDATES_H

#include "bench.h"
#include "player.h"

/* Of many updates at once the last so many have their state: those of the past that are repeated, and those of a long list. */
enum { VIEWERS = SPECTATOR + 1, WHOLE_UPDATES = 64 };

/* What has been noticed so far, by each viewer. */
struct witness {
    int32_t n[VIEWERS];              /* the number of the newest update; -1 before the beginning */
    int32_t news[VIEWERS];           /* of the game, at that time */
    uint8_t asked[VIEWERS];          /* the seats that are asked, as far as the viewer knows */
    const struct player *sitting[SEATS_MAX];     /* the stand-in that plays for a person now; NULL: none. Everybody knows it */
};

enum update_wanted { UPDATE_UNWANTED, UPDATE_SHORT, UPDATE_WHOLE };

/* Who wants an update (nobody when `wanted` is NULL); and its text, which begins behind the channel: "n":58,..}} It lives until the call returns. */
struct update_reader {
    enum update_wanted (*wanted)(void *context, seat_id viewer, int32_t n);
    void               (*take)(void *context, seat_id viewer, int32_t n, const char *text, size_t length);
    void                *context;
};

void witness_clear(struct witness *witness);

/*
 * A step has been made on the bench, where its events are. `by` is NO_SEAT for the beginning. Fails with must() when a message
 * does not fit, which the limits of events and states exclude.
 */
void witness_step(struct witness *witness, struct bench *bench, seat_id by, bool undo, const struct update_reader *reader);

#endif
