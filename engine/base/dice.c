/* dice.c: see dice.h. */
#include "dice.h"
#include "must.h"

#include <stddef.h>
#include <string.h>

struct dice dice_seeded(uint64_t seed)
{
    return (struct dice){ .source = DICE_SEEDED, .random = random_from(seed) };
}

struct dice dice_listed(const uint8_t *faces, uint32_t count)
{
    return (struct dice){ .source = DICE_LISTED, .list = faces, .count = count, .random = random_from(1) };
}

struct dice dice_enumerated(struct dice_path *path)
{
    return (struct dice){ .source = DICE_ENUMERATED, .path = path };
}

void dice_first_path(struct dice_path *path)
{
    path->depth = 0;
    path->too_many = false;
    dice_rewind(path);
}

void dice_rewind(struct dice_path *path)
{
    path->used = 0;
    path->weight = (struct weight){ .limb = { 1 } };
}

bool dice_next_path(struct dice_path *path)
{
    int last = path->used - 1;

    while (last >= 0 && path->branch[last] + 1 == path->branches[last]) last--;
    if (last < 0) return false;
    path->branch[last]++;
    path->depth = last + 1;
    return true;
}

/* The branch of this draw: told by the path, or the first one when the path has not been here yet. */
static uint32_t take_branch(struct dice_path *path, uint32_t branches)
{
    int i = path->used;

    if (i == DICE_DRAWS) {
        path->too_many = true;
        return 0;
    }
    path->used++;
    if (i >= path->depth) path->branch[i] = 0;
    path->branches[i] = branches;
    return path->branch[i];
}

/* What is thrown after the list has run out is not kept: a list of nothing but ties would fill the record with it. */
static void keep(struct dice *dice, int face)
{
    if (!dice->record || dice->short_of || dice->wrong) return;
    must(dice->recorded < dice->record_capacity);
    dice->record[dice->recorded++] = (uint8_t)face;
}

/*
 * After the list has run out the faces are still dice-like (seeded), so that a rule that rolls ties again comes
 * to an end; the run is thrown away all the same.
 */
static int one_face(struct dice *dice, rule_id rule, int sides, int wanted)
{
    if (dice->source == DICE_LISTED && !dice->short_of && !dice->wrong) {
        if (dice->used < dice->count) {
            int face = dice->list[dice->used++];
            if (face >= dice_low(sides) && face < dice_low(sides) + sides) return face;
            dice->wrong = true;
        } else {
            dice->short_of = true;
        }
        dice->missing = (struct dice_request){ rule, (uint16_t)sides, (uint16_t)wanted };
    }
    return dice_low(sides) + (int)random_below(&dice->random, (uint32_t)sides);
}

void dice_faces(struct dice *dice, rule_id rule, int count, int sides, uint8_t *faces)
{
    must(count >= 0 && count <= DICE_AT_ONCE && sides >= 2 && sides <= 100);
    if (dice->source == DICE_ENUMERATED) {
        uint64_t branches = 1;
        for (int i = 0; i < count && branches < UINT32_MAX; i++) branches *= (uint64_t)sides;
        if (branches >= UINT32_MAX) {
            dice->path->too_many = true;
            memset(faces, dice_low(sides), (size_t)count);
            return;
        }
        uint32_t branch = take_branch(dice->path, (uint32_t)branches);
        dice->path->weight = weight_times(dice->path->weight, weight_of(1, branches));
        for (int i = 0; i < count; i++) {
            faces[i] = (uint8_t)((uint32_t)dice_low(sides) + branch % (uint32_t)sides);
            branch /= (uint32_t)sides;
        }
        return;
    }
    for (int i = 0; i < count; i++) {
        faces[i] = (uint8_t)one_face(dice, rule, sides, count - i);
        keep(dice, faces[i]);
    }
}

int dice_sorted(struct dice *dice, rule_id rule, int sides, const uint16_t *sort)
{
    uint8_t  face;
    uint16_t sorts[DICE_SORTS_MOST];
    uint8_t  first[DICE_SORTS_MOST], count[DICE_SORTS_MOST];
    int      found = 0, branch;

    must(sides >= 2 && sides <= DICE_SORTS_MOST);
    if (dice->source != DICE_ENUMERATED) {
        dice_faces(dice, rule, 1, sides, &face);
        return face;
    }
    for (int i = 0; i < sides; i++) {
        int k = 0;
        while (k < found && sorts[k] != sort[i]) k++;
        if (k == found) {
            sorts[found] = sort[i];
            first[found] = (uint8_t)i;
            count[found++] = 0;
        }
        count[k]++;
    }
    branch = (int)take_branch(dice->path, (uint32_t)found);
    dice->path->weight = weight_times(dice->path->weight, weight_of(count[branch], (uint64_t)sides));
    return dice_low(sides) + first[branch];
}

/* C(count, hits) * good^hits * (sides - good)^(count - hits) / sides^count, factor by factor so that it stays exact. */
static struct weight binomial(int count, int hits, int good, int sides)
{
    struct weight w = weight_of(1, 1);
    int           misses = count - hits;
    uint64_t      row[DICE_AT_ONCE + 1] = { 1 };

    for (int n = 1; n <= count; n++)
        for (int k = n; k > 0; k--) row[k] += row[k - 1];
    w = weight_times(w, weight_of(row[hits], 1));
    for (int i = 0; i < hits; i++) w = weight_times(w, weight_of((uint64_t)good, (uint64_t)sides));
    for (int i = 0; i < misses; i++) w = weight_times(w, weight_of((uint64_t)(sides - good), (uint64_t)sides));
    return w;
}

int dice_pool(struct dice *dice, rule_id rule, int count, int sides, int target, uint8_t *faces)
{
    uint8_t thrown[DICE_AT_ONCE];
    int     good = dice_low(sides) + sides - target, hits = 0;

    must(count >= 0 && count <= DICE_AT_ONCE && sides >= 2 && sides <= 100);
    if (!faces) faces = thrown;
    if (good < 0) good = 0;
    if (good > sides) good = sides;
    if (dice->source == DICE_ENUMERATED) {
        /* With no way to hit, or no way to miss, there is one outcome only. */
        if (good == 0 || good == sides || count == 0) {
            hits = good == 0 ? 0 : count;
        } else {
            hits = (int)take_branch(dice->path, (uint32_t)count + 1);
            dice->path->weight = weight_times(dice->path->weight, binomial(count, hits, good, sides));
        }
        for (int i = 0; i < count; i++) faces[i] = (uint8_t)(i < hits ? sides - 1 + dice_low(sides) : dice_low(sides));
        return hits;
    }
    for (int i = 0; i < count; i++) {
        int face = one_face(dice, rule, sides, count - i);
        keep(dice, face);
        faces[i] = (uint8_t)face;
        hits += face >= target;
    }
    return hits;
}

int dice_contest(struct dice *dice, rule_id rule, int sides, uint8_t faces[2])
{
    if (dice->source == DICE_ENUMERATED) {
        int winner = (int)take_branch(dice->path, 2);
        dice->path->weight = weight_times(dice->path->weight, weight_of(1, 2));
        faces[winner] = (uint8_t)(sides - 1 + dice_low(sides));
        faces[!winner] = (uint8_t)dice_low(sides);
        return winner;
    }
    dice_faces(dice, rule, 2, sides, faces);
    return faces[0] == faces[1] ? -1 : faces[1] > faces[0];
}

/* The chance that a chain comes to `value` or more, in parts of *whole: a face less for each up to 6, a sixth for each step beyond. */
static uint64_t chain_share(int value, uint64_t *whole)
{
    *whole = 6;
    for (int at = 7; at <= value; at++) *whole *= 6;
    return value < 6 ? (uint64_t)(7 - value) : 1;
}

/* Faces that make the value, for those who look at them in an enumerated run. */
static int chain_faces(int value, int most, uint8_t *faces)
{
    int count = 0;

    for (int at = 6; at <= value; at++) faces[count++] = 6;
    if (value < 6) faces[count++] = (uint8_t)value;
    else if (value < most) faces[count++] = 1;
    return count;
}

int dice_chain(struct dice *dice, rule_id rule, int most, uint8_t *faces, int *count)
{
    int value;

    must(most >= 6 && most <= DICE_CHAIN_MOST);
    if (dice->source == DICE_ENUMERATED) {
        uint64_t whole, share;
        value = 1 + (int)take_branch(dice->path, (uint32_t)most);
        share = chain_share(value, &whole);
        if (value < 6) {
            share = 1;
        } else if (value < most) {
            share *= 5;
            whole *= 6;
        }
        dice->path->weight = weight_times(dice->path->weight, weight_of(share, whole));
        *count = chain_faces(value, most, faces);
        return value;
    }
    *count = 0;
    for (value = 6; ; value++) {
        int face = one_face(dice, rule, 6, 1);
        keep(dice, face);
        faces[(*count)++] = (uint8_t)face;
        if (face != 6) return *count == 1 ? face : value - 1;
        if (value == most) return most;
    }
}

bool dice_reach(struct dice *dice, rule_id rule, int needed, int most, uint8_t *faces, int *count)
{
    bool certain = needed <= 1, hopeless = needed > most, reached;

    if (dice->source != DICE_ENUMERATED) return dice_chain(dice, rule, most, faces, count) >= needed;
    if (certain || hopeless) {
        reached = certain;
    } else {
        uint64_t whole, share = chain_share(needed, &whole);
        reached = take_branch(dice->path, 2) == 0;
        dice->path->weight = weight_times(dice->path->weight, weight_of(reached ? share : whole - share, whole));
    }
    *count = chain_faces(reached && !certain ? needed : 1, most, faces);
    return reached;
}
