/* iron.c: the tables that tell the engine about Men of Iron. */
#include "rules.h"

static const char *const formation_list[FORMATIONS] = { "none", "shield_wall", "schiltron" };
static const char *const status_list[STATUSES] = { "normal", "disordered", "retired", "away", "lost" };
static const char *const activation_list[ACTIVATIONS] = { "none", "free", "continued", "seized" };
static const char *const attack_list[ATTACKS] = { "none", "shock", "charge", "charged", "refused", "counter" };
static const char *const move_list[] = { "none", "open", "over" };
static const char *const seat_list[] = { "A", "B" };
static const char *const winner_list[] = { "draw", "A", "B" };

/* What the values of events stand for. */
static const char *const vertex_list[] = { "north", "upper_right", "lower_right", "south", "lower_left", "upper_left" };
static const char *const saddle_list[] = { "dismounts", "mounts" };
static const char *const ranks_list[] = { "hold", "shaken" };
static const char *const hazard_list[] = { "pits", "ditch" };
static const char *const shot_list[] = { "active", "answer", "reaction" };
static const char *const pledge_list[] = { "stands", "rides" };
static const char *const loss_list[] = { "killed", "taken" };
static const char *const assault_list[] = { "shock", "charge" };
static const char *const stand_list[] = { "shock", "counter" };
static const char *const resolve_list[] = { "stay", "go" };

static const struct names formation_names = { "formation", formation_list, FORMATIONS };
static const struct names status_names = { "status", status_list, STATUSES };
static const struct names activation_names = { "activation", activation_list, ACTIVATIONS };
static const struct names attack_names = { "attack", attack_list, ATTACKS };
static const struct names move_names = { "moved", move_list, 3 };
static const struct names type_names = { "unit", iron_type_ids, TYPES };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names winner_names = { "winner", winner_list, 3 };
static const struct names vertex_names = { "vertex", vertex_list, 6 };
static const struct names saddle_names = { "saddle", saddle_list, 2 };
static const struct names ranks_names = { "ranks", ranks_list, 2 };
static const struct names hazard_names = { "terrain", hazard_list, 2 };
static const struct names shot_names = { "shot", shot_list, 3 };
static const struct names pledge_names = { "pledge", pledge_list, 2 };
static const struct names loss_names = { "loss", loss_list, 2 };
static const struct names assault_names = { "assault", assault_list, 2 };
static const struct names table_names = { "table", assault_list, 2 };
static const struct names stand_names = { "stand", stand_list, 2 };
static const struct names resolve_names = { "resolve", resolve_list, 2 };

static const struct phase *const phases[PHASES] = {
    [PHASE_SETUP] = &iron_setup_phase,  [PHASE_FREE] = &iron_free,          [PHASE_ACTIVATION] = &iron_activation,
    [PHASE_MARCH] = &iron_march,        [PHASE_MOVE] = &iron_move,          [PHASE_REACT] = &iron_react,
    [PHASE_SHOOT] = &iron_shoot,        [PHASE_ANSWER] = &iron_answer,      [PHASE_PLEDGE] = &iron_pledge,
    [PHASE_FINISH_MOVE] = &iron_finish_move, [PHASE_SUFFER] = &iron_suffer_phase, [PHASE_RETREAT] = &iron_retreat,
    [PHASE_RETIRE] = &iron_retire,      [PHASE_FACE] = &iron_face,          [PHASE_LEADER] = &iron_leader,
    [PHASE_GROUND] = &iron_ground,      [PHASE_DESIGNATE] = &iron_designate, [PHASE_COMBATS] = &iron_combats,
    [PHASE_FIGHT] = &iron_fight,        [PHASE_EVADE] = &iron_evade,        [PHASE_FOLLOW] = &iron_follow,
    [PHASE_CONTACT] = &iron_contact,    [PHASE_COUNTER] = &iron_counter,    [PHASE_RIDE] = &iron_ride,
    [PHASE_BATTLE] = &iron_battle,      [PHASE_PICK] = &iron_pick,          [PHASE_ADVANCE] = &iron_advance,
    [PHASE_NEXT] = &iron_next,          [PHASE_SEIZE] = &iron_seize,        [PHASE_SPECIAL] = &iron_special,
};

static const struct decision_kind kinds[DECISIONS] = {
    [DO_FORM] = { .name = "form", .uses = USES_UNIT | USES_CHOICE, .choices = &formation_names },
    [DO_READY] = { .name = "ready" },
    [DO_ACTIVATE] = { .name = "activate", .uses = USES_UNIT },
    [DO_RAISE] = { .name = "raise", .uses = USES_UNIT },
    [DO_PASS] = { .name = "pass", .declines = true },
    [DO_FOLK] = { .name = "folk" },
    [DO_REMOUNT] = { .name = "remount", .uses = USES_UNIT },
    [DO_MOVE] = { .name = "move", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_LEAD] = { .name = "lead", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_TURN] = { .name = "turn", .uses = USES_UNIT | USES_HEADING },
    [DO_FIRE] = { .name = "fire", .uses = USES_UNIT | USES_TARGET },
    [DO_MOUNT] = { .name = "mount", .uses = USES_UNIT },
    [DO_LEAVE] = { .name = "leave", .uses = USES_UNIT, .grave = true },
    [DO_END_MARCH] = { .name = "end_march" },
    [DO_SHOOT] = { .name = "shoot", .uses = USES_UNIT | USES_TARGET },
    [DO_HOLD] = { .name = "hold", .declines = true },
    [DO_PLEDGE] = { .name = "pledge", .uses = USES_UNIT },
    [DO_RETREAT] = { .name = "retreat", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_PLACE] = { .name = "place", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_FACE] = { .name = "face", .uses = USES_UNIT | USES_HEADING },
    [DO_ESCORT] = { .name = "escort", .uses = USES_UNIT | USES_TARGET },
    [DO_SHOCK] = { .name = "shock", .uses = USES_UNIT | USES_TARGET },
    [DO_CHARGE] = { .name = "charge", .uses = USES_UNIT | USES_TARGET | USES_AT | USES_HEADING },
    [DO_SPARE] = { .name = "spare", .uses = USES_UNIT | USES_TARGET },
    [DO_CLOSE] = { .name = "close" },
    [DO_FIGHT] = { .name = "fight", .uses = USES_TARGET },
    [DO_EVADE] = { .name = "evade", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_STAND] = { .name = "stand", .declines = true },
    [DO_FOLLOW] = { .name = "follow", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_STAY] = { .name = "stay", .declines = true },
    [DO_COUNTER] = { .name = "counter", .uses = USES_UNIT | USES_TARGET },
    [DO_RIDE] = { .name = "ride", .uses = USES_UNIT | USES_TARGET | USES_AT | USES_HEADING },
    [DO_SUFFER] = { .name = "suffer", .uses = USES_UNIT },
    [DO_ADVANCE] = { .name = "advance", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_CONTINUE] = { .name = "continue", .uses = USES_UNIT },
    [DO_SEIZE] = { .name = "seize", .uses = USES_UNIT },
    [DO_LET] = { .name = "let", .declines = true },
};

#define EVENT(id, ...) [EVENT_##id - EVENT_OWN] = { __VA_ARGS__ }

static const struct event_kind events[EVENTS_END - EVENT_OWN] = {
    EVENT(BEGINS, .name = "begins", .names = { &seat_names }),
    EVENT(FIRST, .name = "first", .names = { &seat_names }),
    EVENT(TURN, .name = "turn", .names = { &activation_names, NULL, &seat_names }),
    EVENT(FORMED, .name = "formed", .names = { &formation_names }),
    EVENT(PASSED, .name = "passed", .names = { &seat_names }),
    EVENT(ANNOUNCED, .name = "announced"),
    EVENT(CONTINUED, .name = "continued"),
    EVENT(FAILED, .name = "failed"),
    EVENT(SEIZED, .name = "seized"),
    EVENT(NOT_SEIZED, .name = "not_seized"),
    EVENT(RAISED, .name = "raised"),
    EVENT(RALLIED, .name = "rallied", .names = { &status_names }),
    EVENT(REPLACED, .name = "replaced"),
    EVENT(FOLK, .name = "folk"),
    EVENT(REMOUNTED, .name = "remounted"),
    EVENT(MOVED, .name = "moved"),
    EVENT(TURNED, .name = "turned", .names = { &vertex_names }),
    EVENT(STOPPED, .name = "stopped"),
    EVENT(LED, .name = "led"),
    EVENT(MOUNTED, .name = "mounted", .names = { &saddle_names }),
    EVENT(LEFT_MAP, .name = "left_map"),
    EVENT(RIDDEN_THROUGH, .name = "ridden_through", .names = { NULL, &ranks_names }),
    EVENT(GROUND, .name = "ground", .names = { NULL, &ranks_names, &hazard_names }),
    EVENT(MARCH_ENDS, .name = "march_ends"),
    EVENT(FIRES, .name = "fires", .names = { &shot_names }),
    EVENT(SHOT, .name = "shot"),
    EVENT(NO_EFFECT, .name = "no_effect"),
    EVENT(HELD, .name = "held"),
    EVENT(PLEDGED, .name = "pledged", .names = { &pledge_names }),
    EVENT(DISORDERED, .name = "disordered"),
    EVENT(UNMOVED, .name = "unmoved"),
    EVENT(RETREATED, .name = "retreated"),
    EVENT(RETIRED, .name = "retired"),
    EVENT(UNHORSED, .name = "unhorsed"),
    EVENT(ELIMINATED, .name = "eliminated"),
    EVENT(LEADER_SAFE, .name = "leader_safe"),
    EVENT(LEADER_LOST, .name = "leader_lost", .names = { &loss_names }),
    EVENT(LEADER_SET, .name = "leader_set"),
    EVENT(STANDARD_LOST, .name = "standard_lost"),
    EVENT(BOMBARD_LOST, .name = "bombard_lost"),
    EVENT(DECLARED, .name = "declared", .names = { &assault_names }),
    EVENT(SPARED, .name = "spared"),
    EVENT(CLOSED, .name = "closed"),
    EVENT(COMBAT, .name = "combat"),
    EVENT(EVADED, .name = "evaded"),
    EVENT(STOOD, .name = "stood", .names = { &stand_names }),
    EVENT(FOLLOWED, .name = "followed"),
    EVENT(DROPPED, .name = "dropped"),
    EVENT(CHARGES, .name = "charges"),
    EVENT(REFUSES, .name = "refuses"),
    EVENT(HOLDS, .name = "holds"),
    EVENT(COUNTERS, .name = "counters"),
    EVENT(NO_COUNTER, .name = "no_counter"),
    EVENT(COUNTER_RIDES, .name = "counter_rides"),
    EVENT(STRUCK, .name = "struck", .names = { NULL, NULL, &table_names }),
    EVENT(ADVANCED, .name = "advanced"),
    EVENT(PURSUES, .name = "pursues"),
    EVENT(ACTIVATION_ENDS, .name = "activation_ends", .names = { &activation_names }),
    EVENT(FLIGHT, .name = "flight", .names = { &seat_names }),
    EVENT(SPECIAL, .name = "special", .names = { NULL, &resolve_names }),
    EVENT(ENDS, .name = "ends", .names = { NULL, NULL, &winner_names }),
};

static const struct option options[OPTIONS] = {
    [OPTION_LOS_HEIGHT] = { "los_height", MI_LOS_03, 0, 1, 0 },
    [OPTION_CROSSBOW_REACTION] = { "crossbow_reaction", MI_FIRE_18, 0, 1, 0 },
    [OPTION_CROSSBOW_FIRE_OR_MOVE] = { "crossbow_fire_or_move", MI_FIRE_36, 0, 1, 0 },
    [OPTION_REFUSAL_ROLLS] = { "refusal_rolls", MI_CHG_20, 0, 1, 0 },
    [OPTION_CHARGE_PATH] = { "charge_path", MI_CHG_11, 0, 1, 0 },
    [OPTION_ATTACKER_RESULT_SCOPE] = { "attacker_result_scope", MI_SHOCK_40, 0, 1, 0 },
    [OPTION_MISSILE_MAY_SHOCK] = { "missile_may_shock", MI_SHOCK_02, 0, 1, 0 },
    [OPTION_GENITOR_EVADE] = { "genitor_evade", MI_GNT_06, 0, 1, 0 },
    [OPTION_ZOC_EXIT_COST] = { "zoc_exit_cost", MI_ZOC_06, 0, 1, 0 },
    [OPTION_PASS_DRAW] = { "pass_draw", MI_ACT_24, 0, 20, 4 },
    [OPTION_STANDARD_FLIGHT_CHECK] = { "standard_flight_check", MI_STD_10, 0, 1, 1 },
    [OPTION_FALKIRK_STATIC_SCOTS] = { "falkirk_static_scots", MI_FALK_02, 0, 1, 0 },
    [OPTION_CRECY_GENOESE_FIRST] = { "crecy_genoese_first", MI_CREC_05, 0, 1, 1 },
    [OPTION_CRECY_IMPETUOUS] = { "crecy_impetuous", MI_CREC_06, 0, 1, 0 },
};

static const struct field game_fields[] = {
    FIELD(struct state, turn, NULL),      FIELD(struct state, active, &seat_names),  FIELD(struct state, kind, &activation_names),
    FIELD(struct state, command, NULL),   FIELD(struct state, last, NULL),           FIELD(struct state, announced, NULL),
    FIELD(struct state, passes, NULL),    FIELD(struct state, untouched, NULL),      FIELD(struct state, folk, NULL),
    FIELD(struct state, remounts, NULL),  FIELD(struct state, comyn, NULL),          FIELD(struct state, orleans, NULL),
    FIELD(struct state, tello, NULL),
    { "begun_a", offsetof(struct state, begun[0]), 1, false, NULL, false },
    { "begun_b", offsetof(struct state, begun[1]), 1, false, NULL, false },
    { "extra_a", offsetof(struct state, extra[0]), 2, true, NULL, false },
    { "extra_b", offsetof(struct state, extra[1]), 2, true, NULL, false },
};

static const struct field unit_fields[] = {
    FIELD(struct unit, x, NULL),         FIELD(struct unit, y, NULL),         FIELD(struct unit, heading, NULL),
    FIELD(struct unit, type, &type_names), FIELD(struct unit, status, &status_names), FIELD(struct unit, formation, &formation_names),
    FLAG(struct unit, commanded), FLAG(struct unit, acted),     FLAG(struct unit, done),
    FIELD(struct unit, spent, NULL),     FIELD(struct unit, moved, &move_names), FLAG(struct unit, fixed),
    FLAG(struct unit, fired),     FLAG(struct unit, countered), FIELD(struct unit, attack, &attack_names),
    FIELD(struct unit, foe, NULL),       FIELD(struct unit, other, NULL),     FIELD(struct unit, goal_x, NULL),
    FIELD(struct unit, goal_y, NULL),    FIELD(struct unit, goal_heading, NULL), FIELD(struct unit, provoked, NULL),
    FLAG(struct unit, successor),
};

static const struct step sequence[] = {
    { "setup", MI_SW_02, 0 },       { "initiative", MI_ACT_18, 0 }, { "march", MI_ACT_03, 0 }, { "designate", MI_SHOCK_05, 0 },
    { "combat", MI_SHOCK_06, 0 },   { "reaction", MI_FIRE_15, 0 },  { "end", MI_VIC_01, 0 },
};

static const struct ring rings[RINGS] = {
    [RING_FRONT] = { "front", MI_GEO_04, false },
    [RING_ZONE] = { "zone", MI_ZOC_03, true },
    [RING_FIRE] = { "fire", MI_FIRE_02, true },
    [RING_CHARGE] = { "charge", MI_CHG_06, true },
    [RING_COMMAND] = { "command", MI_LDR_02, false },
};

/* MI-SHOCK-18: the shock modifier is added to the die of whoever attacks the unit, so that less of it is better. */
static const struct value values[PROFILES] = {
    [PROFILE_SHOCK] = { "shock", BETTER_LESS },           [PROFILE_MOVE] = { "move", BETTER_MORE },
    [PROFILE_FIRE] = { "fire", BETTER_MORE },             [PROFILE_RANGE] = { "range", BETTER_MORE },
    [PROFILE_ACTIVATION] = { "activation", BETTER_MORE }, [PROFILE_COMMAND] = { "command", BETTER_MORE },
    [PROFILE_FLIGHT] = { "flight", BETTER_LESS },
};

static const struct harm harm[] = { { "status", STATUS_NORMAL } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

const struct ruleset iron_ruleset = {
    .id = "iron",
    .version = 1,
    .rules = iron_rules,
    .rule_count = iron_RULE_COUNT,
    .over_rule = MI_VIC_02,
    .phases = phases,
    .kinds = kinds,
    .events = events,
    .options = options,
    .game_fields = game_fields,
    .unit_fields = unit_fields,
    .phase_count = PHASES,
    .kind_count = DECISIONS,
    .event_count = COUNT(events),
    .option_count = OPTIONS,
    .game_field_count = COUNT(game_fields),
    .unit_field_count = COUNT(unit_fields),
    .match_size = sizeof(struct match),
    .state_size = sizeof(struct state),
    .unit_offset = offsetof(struct state, unit),
    .unit_size = sizeof(struct unit),
    .load = iron_load,
    .setup = iron_setup,
    .place = iron_place,
    .mask = iron_mask,
    .guess = iron_guess,
    .sample = iron_sample,
    .region = iron_region,
    .reactions_expected = true,
    .concerns = iron_concerns, .concern_count = CONCERNS,
    .appraise = iron_appraise,
    .tide = iron_tide,
    .notes_size = IRON_NOTES,
    .take_notes = iron_take_notes,
    .sound = iron_sound,
    .write_board = iron_write_board,
    .sequence = sequence,
    .rings = rings,
    .values = values,
    .harm = harm,
    .step_count = COUNT(sequence),
    .ring_count = RINGS,
    .value_count = PROFILES,
    .harm_count = COUNT(harm),
    .value = iron_value,
    .score = iron_tell_score,
    .score_better = BETTER_LESS,
    .score_level = iron_flight_level,
    .ring = iron_ring,
    .sees = iron_sees,
    .way = iron_way_of,
    .foretell = iron_foretell,
};
