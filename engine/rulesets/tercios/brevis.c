/* brevis.c: Tercios: Brevis Editio, the short edition: the tables that tell the engine about it. */
#include "armies/army.h"
#include "words.h"

_Static_assert((int)OPTION_DISENGAGE_3IN == (int)CUSTOM_DISENGAGE_3IN && (int)OPTION_BREAKTHROUGH == (int)CUSTOM_BREAKTHROUGH,
              "the customs begin with the options of the short edition");

/* Its options are its customs; of those of the long edition it has none. */
static bool load(struct match *m, struct loading *loading)
{
    m->edition = EDITION_BREVIS;
    for (int i = 0; i < OPTIONS; i++) m->custom[i] = m->head.option[i] != 0;
    return tercios_load(m, loading);
}

/* T-11; value 0 is the first of the ledger's two settings, or off. */
static const struct option options[OPTIONS] = {
    [OPTION_DISENGAGE_3IN] = { "disengage_distance", BE_OUT_04, 0, 1, 0 },
    [OPTION_ANY_CENTRE] = { "proximity_point", BE_REACT_03, 0, 1, 0 },
    [OPTION_SPLIT_SHOT] = { "split_shot", BE_SHOOT_13, 0, 1, 1 },
    [OPTION_SHOW_FAILED_CARD] = { "show_failed_card", BE_REACT_08, 0, 1, 0 },
    [OPTION_CARACOLE_ON_REACTION] = { "caracole_on_reaction", BE_CAV_10, 0, 1, 0 },
    [OPTION_OVERLAP_BACKSTEP] = { "overlap_backstep", BE_MOVE_14, 0, 1, 0 },
    [OPTION_FORD_DIFFICULT] = { "ford_difficult", BE_TERR_18, 0, 1, 0 },
    [OPTION_CANNON_FIRE_ONLY] = { "cannon_fire_only", BE_ART_06, 0, 1, 0 },
    [OPTION_PISTOL_NO_READY_MALUS] = { "pistol_no_ready_malus", BE_WEAP_04, 0, 1, 0 },
    [OPTION_ANNIHILATION_END] = { "annihilation_end", BE_SCORE_07, 0, 1, 1 },
    [OPTION_TERRAIN_POINTS] = { "terrain_points", BE_SETUP_02, 0, 1, 0 },
    [OPTION_CUSTOM_BASES] = { "custom_bases", BE_GEO_07, 0, 1, 0 },
    [OPTION_LARGE_BATTERY_4X4] = { "large_battery_base", BE_GEO_07, 0, 1, 0 },
    [OPTION_BREAKTHROUGH] = { "breakthrough", BE_SCORE_01, 0, 1, 0 },
};

static const struct phase *const phases[BREVIS_PHASES] = { SHARED_PHASES };

static const struct step sequence[] = {
    { "deployment", BE_SETUP_06, 0 }, { "plan", BE_TURN_02, 0 },      { "initiative", BE_TURN_04, 0 },
    { "activation", BE_TURN_06, 0 },  { "reaction", BE_REACT_01, 0 }, { "end", BE_TURN_10, 0 },
};

static const struct ring rings[RINGS] = {
    [FIREARM_PISTOL] = { "pistol", BE_SHOOT_04, true },
    [FIREARM_ARQUEBUS] = { "arquebus", BE_SHOOT_04, true },
    [FIREARM_MUSKET] = { "musket", BE_SHOOT_04, true },
    [FIREARM_LIGHT] = { "light_cannon", BE_SHOOT_04, true },
    [FIREARM_MEDIUM] = { "medium_cannon", BE_SHOOT_04, true },
    [FIREARM_HEAVY] = { "heavy_cannon", BE_SHOOT_04, true },
    [RING_CHARGE] = { "charge", BE_CHARGE_02, true },
    [RING_PROXIMITY] = { "proximity", BE_REACT_03, true },
    [RING_SPACE] = { "space", BE_GEO_14, false },
    [RING_COHERENCY] = { "coherency", BE_SETUP_07, false },
};

/* Dice to throw, what is left, and what an enemy's dice must show: more of any of them is better. */
static const struct value values[PROFILES] = {
    { "speed", BETTER_MORE },            { "combat", BETTER_MORE },          { "pistol", BETTER_MORE },
    { "arquebus", BETTER_MORE },         { "musket", BETTER_MORE },          { "light_cannon", BETTER_MORE },
    { "medium_cannon", BETTER_MORE },    { "heavy_cannon", BETTER_MORE },    { "discipline", BETTER_MORE },
    { "courage_shots", BETTER_MORE },    { "courage_melee", BETTER_MORE },   { "endurance_left", BETTER_MORE },
    { "defence_infantry", BETTER_MORE }, { "defence_cavalry", BETTER_MORE }, { "defence_salvo", BETTER_MORE },
    { "defence_artillery", BETTER_MORE },
};

static const struct harm harm[] = { { "wear", 0 }, { "disordered", 0 }, { "status", STATUS_STANDING } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

const struct ruleset brevis_ruleset = {
    .id = "brevis",
    .version = 1,
    .rules = brevis_rules,
    .rule_count = brevis_RULE_COUNT,
    .over_rule = BE_SCORE_06,
    .phases = phases,
    .kinds = tercios_kinds,
    .events = tercios_events,
    .options = options,
    .game_fields = tercios_game_fields,
    .unit_fields = tercios_unit_fields,
    .phase_count = BREVIS_PHASES,
    .kind_count = BREVIS_DECISIONS,
    .event_count = BREVIS_EVENTS_END - EVENT_OWN,
    .option_count = OPTIONS,
    .game_field_count = BREVIS_GAME_FIELDS,
    .unit_field_count = BREVIS_UNIT_FIELDS,
    .match_size = sizeof(struct match),
    .state_size = offsetof(struct state, unit) + BREVIS_UNITS * sizeof(struct unit),
    .unit_offset = offsetof(struct state, unit),
    .unit_size = sizeof(struct unit),
    .load = load,
    .setup = tercios_setup,
    .place = tercios_place,
    .mask = tercios_mask,
    .guess = tercios_guess,
    .sample = tercios_sample,
    .region = tercios_region,
    .turn_of = tercios_turn_of,
    .concerns = tercios_concerns, .concern_count = CONCERNS,
    .appraise = tercios_appraise,
    .notes_size = TERCIOS_NOTES, .take_notes = tercios_take_notes,
    .tide = tercios_tide,
    .sound = tercios_sound,
    .write_board = tercios_write_board,
    .plot = tercios_plot,
    .sequence = sequence,
    .rings = rings,
    .values = values,
    .harm = harm,
    .step_count = COUNT(sequence),
    .ring_count = RINGS,
    .value_count = PROFILES,
    .harm_count = COUNT(harm),
    .value = tercios_value,
    .score = tercios_tell_score,
    .score_better = BETTER_MORE,
    .ring = tercios_ring,
    .sees = tercios_sees_place,
    .muster = &brevis_muster,
};
