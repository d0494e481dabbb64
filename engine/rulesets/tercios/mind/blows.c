/* blows.c: what a shot or a charge is worth, with dice at their mean and spread. */
#include "scene.h"

enum { CENTI = 100 };                         /* wear is expected in hundredths */

/* Hundredths of wear to expect of hits on that many dice less saves on that many others. */
static int32_t expected_wear(int dice, int need, int saves, int save_need)
{
    int32_t hit = 7 - need, save = 7 - save_need;
    int32_t mean = dice * hit - saves * save;                                       /* in sixths */
    int32_t spread = dice * hit * (need - 1) + saves * save * (save_need - 1);      /* the variance in 36ths */
    int32_t root = (int32_t)root64((uint64_t)(256 * mean * mean + 163 * spread));   /* 16 (mean^2 + 0.637 spread)^0.5 */

    return 25 * (16 * mean + root) / 48;
}

/* What wear has cost a unit, in 256ths of its worth, by the wear that it could still take (BE-BREAK beyond). */
int32_t tercios_share_lost(const struct soldier *soldier, int wear)
{
    static const int32_t lost[8] = { 256, 240, 200, 140, 82, 46, 26, 18 };
    int                  left = soldier->endurance - wear;

    return wear <= 0 ? 0 : lost[left < -3 ? 0 : left > 4 ? 7 : left + 3];
}

/* What so many hundredths of wear more would cost it. */
static int32_t cost_of_wear(const struct soldier *soldier, int32_t wear)
{
    int     whole = wear / CENTI;
    int32_t now = tercios_share_lost(soldier, soldier->wear), low = tercios_share_lost(soldier, soldier->wear + whole);
    int32_t high = tercios_share_lost(soldier, soldier->wear + whole + 1);

    return soldier->worth * (low - now + (high - low) * (wear % CENTI) / CENTI) / SHARE;
}

int32_t tercios_life_left(const struct soldier *soldier)
{
    return soldier->worth * (SHARE - tercios_share_lost(soldier, soldier->wear)) / SHARE;
}

/* The chance that at least one of so many dice shows 5 or 6. */
int32_t tercios_chance_to_pass(int dice)
{
    static const int32_t chance[8] = { 0, 85, 142, 180, 205, 222, 234, 241 };

    return chance[dice > 7 ? 7 : dice];
}

/* Two thirds to that power: none of so many dice shows 5 or 6. */
static int32_t chance_of_none(int dice)
{
    return SHARE - tercios_chance_to_pass(dice);
}

static int dice_to_shoot(const struct soldier *soldier, int32_t apart, int net)
{
    const struct type *type = soldier->type;
    int                which = soldier->range[0] && apart <= soldier->range[0] + TOLERANCE ? 0 : 1;

    if (apart > soldier->range[which] + TOLERANCE || !soldier->range[which]) return 0;
    return tercios_modified(type->shoot[which], net - soldier->at_limit);
}

/* What a shot at that distance is worth. */
static int32_t value_of_shot(const struct scene *scene, const struct soldier *shooter, const struct soldier *target,
                             int dice)
{
    int32_t weapon = shooter->type->weapon[0];
    bool    gun = weapon >= 0 && scene->m->weapon[weapon].artillery;
    int     courage = tercios_modified(target->type->courage, target->covered - target->disordered);
    int     need = target->type->defence[gun ? DEFENCE_ARTILLERY : DEFENCE_SALVO];
    int32_t value = cost_of_wear(target, expected_wear(dice, need, courage, gun ? 6 : 4));

    return target->disordered ? value : value + target->worth * (gun ? 5 : 2) / SHARE;
}

static int defence_against(const struct soldier *struck, const struct soldier *striker)
{
    return struck->type->defence[is_horse(striker) ? DEFENCE_CAVALRY : DEFENCE_INFANTRY];
}

/* What defeat costs beyond wear: guns are lost (BE-ART-03), and so is infantry that retreats from horse (BE-CAV-07). */
static int32_t cost_of_defeat(const struct soldier *loser, const struct soldier *winner, int courage)
{
    int32_t left = tercios_life_left(loser), rout = chance_of_none(courage);

    if (loser->special & SR_NO_ESCAPE) return left;
    if (is_horse(winner) && !is_horse(loser)) return left * rout / SHARE;
    return loser->worth * rout / SHARE / 10;
}

/* A charge at its mean: what it does to the target less what it costs the charger. */
static int32_t value_of_charge(const struct soldier *charger, const struct soldier *target, bool flank)
{
    bool    pikes = is_horse(charger) && target->special & W_PIKE && !target->disordered;
    bool    halberds = charger->special & W_HALBERD && target->disordered;
    int     strikes = tercios_modified(charger->type->combat, 1 - charger->at_limit + halberds);
    int     answers = tercios_modified(target->type->combat, pikes - flank - target->at_limit);
    int     theirs = tercios_modified(target->type->courage, target->housed - flank - target->disordered);
    int     ours = tercios_modified(charger->type->courage, -charger->disordered);
    int32_t given = expected_wear(strikes, defence_against(target, charger), theirs, 5);
    int32_t taken = expected_wear(answers, defence_against(charger, target), ours, 5);
    int32_t won = 102 + (given - taken) * 90 / CENTI, lost = 77 - (given - taken) * 90 / CENTI;

    won = won < 5 ? 5 : won > 240 ? 240 : won;
    lost = lost < 5 ? 5 : lost > 240 ? 240 : lost;
    return cost_of_wear(target, given) + cost_of_defeat(target, charger, theirs) * won / SHARE -
           cost_of_wear(charger, taken) - cost_of_defeat(charger, target, ours) * lost / SHARE;
}

/* The shot that the target may fire at contact (BE-REACT-16), if it holds the card for it and passes its test. */
static int32_t cost_of_barrage(const struct scene *scene, const struct soldier *charger, const struct soldier *target)
{
    int dice = target->range[0] ? tercios_modified(target->type->shoot[0], 1 - target->at_limit) : 0;

    if (!dice || scene->s->unit[target->unit].order == ORDER_NONE) return 0;
    return value_of_shot(scene, target, charger, dice) * tercios_chance_to_pass(target->discipline) / SHARE / 3;
}

/* Now, or after a move straight ahead. */
static void consider_shot(const struct scene *scene, const struct soldier *shooter, const struct soldier *target, int32_t ahead,
                          struct prospect *prospect)
{
    int32_t nearer = max32(0, prospect->apart - shooter->type->speed * INCH);
    int     dice = dice_to_shoot(shooter, prospect->apart, 0), dice_then = dice_to_shoot(shooter, nearer, 0);

    if (ahead < (shooter->special & SR_EXTENDED_ARC ? -2 * shooter->half_depth : 0) && !shooter->housed) return;
    if (dice_then > dice) prospect->coming = max32(0, value_of_shot(scene, shooter, target, dice_then));
    if (dice) prospect->shot = max32(0, value_of_shot(scene, shooter, target, dice));
}

static void consider_charge(const struct scene *scene, const struct soldier *charger, const struct soldier *target, int32_t ahead,
                            struct prospect *prospect)
{
    int32_t before, beside, value;
    bool    flank;

    if (ahead < 0 || charger->type->arm == ARM_ARTILLERY) return;
    if (prospect->apart > charger->reach + charger->type->speed * INCH) return;
    own_place(target, target->front, charger->front, &before, &beside);
    flank = before < -TOLERANCE && !target->housed && !(target->special & SR_SQUARE);
    value = value_of_charge(charger, target, flank) - (before < 0 ? 0 : cost_of_barrage(scene, charger, target));
    if (prospect->apart > charger->reach) prospect->coming = max32(prospect->coming, value);
    else prospect->charge = value;
}

struct prospect tercios_prospect(const struct scene *scene, const struct soldier *soldier, const struct soldier *enemy, int32_t apart,
                                 int32_t ahead)
{
    struct prospect prospect = { .unit = soldier->unit, .target = enemy->unit, .apart = apart, .charge = NO_CHARGE };

    consider_shot(scene, soldier, enemy, ahead, &prospect);
    consider_charge(scene, soldier, enemy, ahead, &prospect);
    return prospect;
}
