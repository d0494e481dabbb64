/* liber.c: Liber Militum: Tercios, the long edition: the tables that tell the engine about it. */
#include "armies/liber_army.h"
#include "words.h"

/* T13; value 0 is off, or the first of two. */
static const struct option options[LIBER_OPTIONS] = {
    [LIBER_KINGDOMS] = { "kingdoms_rules", LM_UNIT_08, 0, 1, 1 },
    [LIBER_FORLORN_HOPE] = { "forlorn_hope", LM_ADAPT_01, 0, 1, 1 },
    [LIBER_HEAVY_UNIT] = { "heavy_cavalry_unit", LM_UNIT_07, 0, 1, 1 },
    [LIBER_HEAVY_RULE] = { "heavy_cavalry_rule_on_unit", LM_UNIT_07, 0, 1, 1 },
    [LIBER_DRAGOONS] = { "dragoon_adaptation", LM_ADAPT_04, 0, 1, 0 },
    [LIBER_WEARY_FROM_FIRST] = { "weary_from_first_wear", LM_STATE_04, 0, 1, 0 },
    [LIBER_RUN_AN_INCH] = { "run_min_one_inch", LM_ORD_12, 0, 1, 0 },
    [LIBER_OPEN_ORDER_PASSES] = { "open_order_passes_always", LM_KING_09, 0, 1, 0 },
    [LIBER_HIDDEN_STRICT] = { "hidden_strict", LM_LOS_07, 0, 1, 0 },
    [LIBER_OPEN_ORDER_MELEE] = { "open_order_disorder_melee", LM_KING_11, 0, 1, 0 },
    [LIBER_TIE_CHARGED_YIELDS] = { "tie_charged_disengages", LM_OUT_12, 0, 1, 0 },
    [LIBER_ANY_WINNER_ADVANCES] = { "advance_any_winner", LM_OUT_14, 0, 1, 0 },
    [LIBER_FLANK_FIXED] = { "flank_fixed_at_declaration", LM_FLANK_04, 0, 1, 0 },
    [LIBER_HOPE_PER_TWO_REGIMENTS] = { "forlorn_hope_per_two_regiments", LM_ADAPT_01, 0, 1, 0 },
    [LIBER_SINGLE_EQUAL_RANK] = { "single_equal_rank", LM_CMD_05, 0, 1, 0 },
    [LIBER_GROUP_LOWER_RANK] = { "battle_group_lower_rank", LM_CMD_13, 0, 1, 0 },
    [LIBER_MOUNTED_ELAN] = { "mounted_elan", LM_CMD_14, 0, 1, 0 },
    [LIBER_ORIGINAL_PROFILES] = { "original_profiles", LM_UNIT_06, 0, 1, 0 },
    [LIBER_NATION_LIMITS] = { "nation_limits", LM_ARMY_05, 0, 1, 1 },
    [LIBER_EXTRAS] = { "kingdoms_extras", LM_UNIT_09, 0, 1, 0 },
    [LIBER_ANY_CENTRE] = { "proximity_point", LM_REACT_02, 0, 1, 0 },
    [LIBER_PREMEASURE] = { "premeasure", LM_BASE_10, 0, 1, 1 },
};

static const struct phase *const phases[PHASES] = {
    SHARED_PHASES,
    [PHASE_TERRAIN] = &tercios_terrain, [PHASE_VANGUARD] = &tercios_vanguard, [PHASE_ARRIVE] = &tercios_arrive,
    [PHASE_COMMAND] = &tercios_command, [PHASE_TRAIT] = &tercios_trait, [PHASE_COLD] = &tercios_cold,
    [PHASE_PROVOKED] = &tercios_provoked, [PHASE_RELENT] = &tercios_relent, [PHASE_ESCAPE] = &tercios_escape,
    [PHASE_MET] = &tercios_met, [PHASE_LOSSES] = &tercios_losses, [PHASE_DIRTY] = &tercios_dirty,
    [PHASE_ADVANCE] = &tercios_advance, [PHASE_SHELTER] = &tercios_shelter, [PHASE_LAST_FACING] = &tercios_last_facing,
    [PHASE_SELFLESS] = &tercios_selfless, [PHASE_ELEGANT] = &tercios_elegant_phase, [PHASE_FORCED] = &tercios_forced,
    [PHASE_FLANK] = &tercios_flank,
};

static const struct step sequence[] = {
    { "deployment", LM_DEPLOY_04, 0 }, { "plan", LM_TURN_03, 0 },      { "initiative", LM_INIT_01, 0 },
    { "activation", LM_ACT_01, 0 },    { "reaction", LM_REACT_01, 0 }, { "end", LM_TURN_05, 0 },
};

static const struct ring rings[LIBER_RINGS] = {
    [FIREARM_PISTOL] = { "pistol", LM_WPN_19, true },
    [FIREARM_ARQUEBUS] = { "arquebus", LM_WPN_10, true },
    [FIREARM_MUSKET] = { "musket", LM_WPN_18, true },
    [FIREARM_LIGHT] = { "light_cannon", LM_WPN_16, true },
    [FIREARM_MEDIUM] = { "medium_cannon", LM_WPN_16, true },
    [FIREARM_HEAVY] = { "heavy_cannon", LM_WPN_16, true },
    [RING_CHARGE] = { "charge", LM_CHARGE_05, true },
    [RING_PROXIMITY] = { "proximity", LM_REACT_02, true },
    [RING_SPACE] = { "space", LM_MOVE_15, false },
    [RING_COHERENCY] = { "coherency", LM_DEPLOY_05, false },
    [RING_CROSSBOW] = { "crossbow", LM_WPN_14, true },
    [RING_BOW] = { "bow", LM_WPN_12, true },
    [RING_LONGBOW] = { "longbow", LM_WPN_12, true },
    [RING_COMMAND] = { "command", LM_TEST_07, false },
};

static const struct value values[LIBER_PROFILES] = {
    { "speed", BETTER_MORE },            { "combat", BETTER_MORE },          { "pistol", BETTER_MORE },
    { "arquebus", BETTER_MORE },         { "musket", BETTER_MORE },          { "light_cannon", BETTER_MORE },
    { "medium_cannon", BETTER_MORE },    { "heavy_cannon", BETTER_MORE },    { "discipline", BETTER_MORE },
    { "courage_shots", BETTER_MORE },    { "courage_melee", BETTER_MORE },   { "endurance_left", BETTER_MORE },
    { "defence_infantry", BETTER_MORE }, { "defence_cavalry", BETTER_MORE }, { "defence_salvo", BETTER_MORE },
    { "defence_artillery", BETTER_MORE },{ "crossbow", BETTER_MORE },        { "bow", BETTER_MORE },
    { "longbow", BETTER_MORE },          { "rank", BETTER_MORE },
};

static const struct harm harm[] = { { "wear", 0 }, { "disordered", 0 }, { "status", STATUS_STANDING }, { "unhorsed", 0 } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

const struct ruleset liber_ruleset = {
    .id = "liber",
    .version = 1,
    .rules = liber_rules,
    .rule_count = liber_RULE_COUNT,
    .over_rule = LM_BATTLE_04,
    .edition = liber_edition,
    .edition_count = brevis_RULE_COUNT,
    .phases = phases,
    .kinds = tercios_kinds,
    .events = tercios_events,
    .options = options,
    .game_fields = tercios_game_fields,
    .unit_fields = tercios_unit_fields,
    .phase_count = PHASES,
    .kind_count = DECISIONS,
    .event_count = EVENTS_END - EVENT_OWN,
    .option_count = LIBER_OPTIONS,
    .game_field_count = LIBER_GAME_FIELDS,
    .unit_field_count = LIBER_UNIT_FIELDS,
    .match_size = sizeof(struct match),
    .state_size = sizeof(struct state),
    .unit_offset = offsetof(struct state, unit),
    .unit_size = sizeof(struct unit),
    .load = liber_load,
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
    .ring_count = LIBER_RINGS,
    .value_count = LIBER_PROFILES,
    .harm_count = COUNT(harm),
    .value = tercios_value,
    .score = tercios_tell_score,
    .score_better = BETTER_MORE,
    .ring = tercios_ring,
    .sees = tercios_sees_place,
    .muster = &liber_muster,
};
