/* brevis.c: Tercios: Brevis Editio, the short edition: the tables that tell the engine about it. */
#include "army.h"
#include "tercios.h"

#include <assert.h>

static_assert((int)OPTION_DISENGAGE_3IN == (int)CUSTOM_DISENGAGE_3IN && (int)OPTION_BREAKTHROUGH == (int)CUSTOM_BREAKTHROUGH,
              "the customs begin with the options of the short edition");

/* Its options are its customs; of those of the long edition it has none. */
static bool load(struct match *m, struct loading *loading)
{
    m->edition = EDITION_BREVIS;
    for (int i = 0; i < OPTIONS; i++) m->custom[i] = m->head.option[i] != 0;
    return tercios_load(m, loading);
}

static const char *const order_list[] = { "none", "ready", "attack", "run", "fire", "resist", "hidden" };
static const char *const seat_list[] = { "A", "B" };
static const char *const winner_list[] = { "draw", "A", "B" };
static const char *const status_list[] = { "waiting", "standing", "destroyed", "absent" };
static const char *const side_list[] = { "front", "right", "back", "left", "outline" };
static const char *const turn_list[] = { "front", "right", "rear", "left" };
static const char *const way_list[] = { "straight", "left", "right" };
static const char *const zone_list[] = { "none", "low", "high" };
static const char *const orientation_list[] = { "none", "width", "length" };
static const char *const current_list[] = { "none", "difficult", "very_difficult", "impassable" };
static const char *const trigger_list[] = { "charge", "near" };
static const char *const line_list[] = { "none", "move", "run", "approach", "charge" };
static const char *const level_list[] = { "none", "decisive", "clear", "narrow", "pyrrhic", "draw", "lesson" };
static const char *const asking_list[] = { "not_yet", "now", "done" };

static const struct names order_names = { "order", order_list, 7 };
static const struct names order_choices = { "order", order_list + ORDER_READY, 5 };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names winner_names = { "winner", winner_list, 3 };
static const struct names status_names = { "status", status_list, 4 };
static const struct names side_names = { "side", side_list, 5 };
static const struct names turn_names = { "turn", turn_list, 4 };
static const struct names turn_choices = { "turn", turn_list + SIDE_RIGHT, 3 };
static const struct names way_names = { "way", way_list, 3 };
static const struct names zone_names = { "zone", zone_list, 3 };
static const struct names zone_choices = { "zone", zone_list + 1, 2 };
static const struct names orientation_names = { "orientation", orientation_list, 3 };
static const struct names current_names = { "current", current_list, 4 };
static const struct names trigger_names = { "trigger", trigger_list, 2 };
static const struct names line_names = { "line", line_list, 5 };
static const struct names level_names = { "level", level_list, 7 };
static const struct names asking_names = { "asking", asking_list, 3 };

static const struct phase *const phases[BREVIS_PHASES] = {
    [PHASE_SETUP] = &tercios_setup_phase, [PHASE_ZONE] = &tercios_zone,     [PHASE_DEPLOY] = &tercios_deploy,
    [PHASE_TURN] = &tercios_turn,         [PHASE_PLAN] = &tercios_plan,     [PHASE_FIRST] = &tercios_first,
    [PHASE_ACTION] = &tercios_action,     [PHASE_GROUP] = &tercios_group,   [PHASE_UNIT] = &tercios_unit,
    [PHASE_READY] = &tercios_ready,       [PHASE_RUN] = &tercios_run,       [PHASE_FIRE] = &tercios_fire,
    [PHASE_ATTACK] = &tercios_attack,     [PHASE_MOVE] = &tercios_move,     [PHASE_CHARGE] = &tercios_charge,
    [PHASE_REACT] = &tercios_react,       [PHASE_ANSWER] = &tercios_answer, [PHASE_EVADE] = &tercios_evade,
    [PHASE_SHOT] = &tercios_shot,         [PHASE_CARACOLE] = &tercios_caracole,
    [PHASE_MELEE] = &tercios_melee,       [PHASE_GO_ON] = &tercios_go_on,
};

static const struct decision_kind kinds[BREVIS_DECISIONS] = {
    [DO_ZONE] = { .name = "zone", .uses = USES_CHOICE, .choices = &zone_choices },
    [DO_PLACE] = { .name = "place", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_GARRISON] = { .name = "garrison", .uses = USES_UNIT | USES_VALUE },
    [DO_ORDER] = { .name = "order", .uses = USES_UNIT | USES_CHOICE, .choices = &order_choices },
    [DO_JOIN] = { .name = "join", .uses = USES_UNIT | USES_TARGET },
    [DO_FIRST] = { .name = "first", .uses = USES_CHOICE, .choices = &seat_names },
    [DO_ACTIVATE] = { .name = "activate", .uses = USES_UNIT },
    [DO_WHEEL] = { .name = "wheel", .uses = USES_UNIT | USES_CHOICE, .choices = &turn_choices },
    [DO_FACE] = { .name = "face", .uses = USES_UNIT | USES_CHOICE, .choices = &turn_choices },
    [DO_REORGANISE] = { .name = "reorganise", .uses = USES_UNIT },
    [DO_MOVE] = { .name = "move", .uses = USES_UNIT | USES_AT },
    [DO_MOVE_TURNED] = { .name = "move_turned", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_ENTER] = { .name = "enter", .uses = USES_UNIT | USES_VALUE },
    [DO_LEAVE] = { .name = "leave", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_SHOOT] = { .name = "shoot", .uses = USES_UNIT | USES_TARGET },
    [DO_CHARGE] = { .name = "charge", .uses = USES_UNIT | USES_TARGET | USES_CHOICE, .choices = &side_names, .binding = true },
    [DO_APPROACH] = { .name = "approach", .uses = USES_UNIT | USES_TARGET },
    [DO_REACT] = { .name = "react", .uses = USES_UNIT },
    [DO_EVASION] = { .name = "evasion", .uses = USES_UNIT },
    [DO_DECLINE] = { .name = "decline", .uses = USES_UNIT, .declines = true },
    [DO_FLEE] = { .name = "flee", .uses = USES_UNIT | USES_VALUE | USES_CHOICE, .choices = &way_names },
    [DO_CARACOLE] = { .name = "caracole", .uses = USES_UNIT },
    [DO_GO_ON] = { .name = "go_on", .uses = USES_UNIT },
    [DO_STOP] = { .name = "stop", .uses = USES_UNIT, .declines = true },
};

#define EVENT(id, ...) [EVENT_##id - EVENT_OWN] = { __VA_ARGS__ }

static const struct event_kind events[BREVIS_EVENTS_END - EVENT_OWN] = {
    EVENT(BEGINS, .name = "begins"),
    EVENT(RIVER, "river", { NULL, &current_names }),
    EVENT(ORIENTATION, "orientation", { &orientation_names }),
    EVENT(ZONE_ROLL, "zone_roll", { &seat_names }),
    EVENT(ZONE, "zone", { &seat_names, &zone_names }),
    EVENT(PLACED, .name = "placed"),
    EVENT(GARRISONED, .name = "garrisoned"),
    EVENT(ABSENT, .name = "absent"),
    EVENT(TURN, .name = "turn"),
    EVENT(CARD, .name = "card"),
    EVENT(ORDER_GIVEN, "order_given", { &order_names }),
    EVENT(JOINED, .name = "joined"),
    EVENT(INITIATIVE, "initiative", { &seat_names }),
    EVENT(FIRST, "first", { &seat_names }),
    EVENT(ACTIVATED, "activated", { &order_names }),
    EVENT(TEST, .name = "test"),
    EVENT(ORDER_LOST, .name = "order_lost"),
    EVENT(NOTHING, "nothing", { &order_names }),
    EVENT(FACED, "faced", { &turn_names }),
    EVENT(REORGANISED, .name = "reorganised"),
    EVENT(RESISTED, .name = "resisted"),
    EVENT(MOVES, "moves", { NULL, NULL, &line_names }),
    EVENT(STOPS, .name = "stops"),
    EVENT(STAYS, .name = "stays"),
    EVENT(ENTERED, .name = "entered"),
    EVENT(LEFT, .name = "left"),
    EVENT(DISORDERED, .name = "disordered"),
    EVENT(CHARGES, "charges", { NULL, &side_names }),
    EVENT(APPROACHES, .name = "approaches"),
    EVENT(CONTACT, .name = "contact"),
    EVENT(ASKED, "asked", { &trigger_names }),
    EVENT(DECLINED, .name = "declined"),
    EVENT(REACTS, "reacts", { &order_names }),
    EVENT(REACTION_LOST, .name = "reaction_lost"),
    EVENT(CARD_SHOWN, "card_shown", { &order_names }),
    EVENT(EVASION, .name = "evasion"),
    EVENT(FLEES, .name = "flees"),
    EVENT(COUNTERCHARGES, .name = "countercharges"),
    EVENT(INTERCEPTS, .name = "intercepts"),
    EVENT(BRACED, .name = "braced"),
    EVENT(JOINT_BROKEN, "joint_broken", { &order_names }),
    EVENT(SHOOTS, .name = "shoots"),
    EVENT(HITS, .name = "hits"),
    EVENT(SAVES, .name = "saves"),
    EVENT(WORN, .name = "worn"),
    EVENT(BREAK_PASSED, .name = "break_passed"),
    EVENT(BREAK_FAILED, .name = "break_failed"),
    EVENT(DESTROYED, .name = "destroyed"),
    EVENT(CARACOLES, .name = "caracoles"),
    EVENT(STRIKES, .name = "strikes"),
    EVENT(MELEE_WON, .name = "melee_won"),
    EVENT(MELEE_DRAWN, .name = "melee_drawn"),
    EVENT(DISENGAGES, .name = "disengages"),
    EVENT(RETREATS, .name = "retreats"),
    EVENT(BLOCKED, .name = "blocked"),
    EVENT(STEPS_BACK, .name = "steps_back"),
    EVENT(PURSUES, .name = "pursues"),
    EVENT(TURN_ENDS, .name = "turn_ends"),
    EVENT(ENDS, "ends", { NULL, NULL, &winner_names }),
    EVENT(LEVEL, "level", { &level_names }),
    EVENT(WEAR_DECIDES, .name = "wear_decides"),
};

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

#define ACT_FIELD(name, member, names) \
    { name, offsetof(struct state, act.member), sizeof(((struct state *)0)->act.member), \
      FIELD_SIGNED(struct state, act.member), names, false }
#define LIST_FIELD(name, member, names) \
    { name, offsetof(struct state, member), sizeof(((struct state *)0)->member), FIELD_SIGNED(struct state, member), names, false }

static const struct field game_fields[] = {
    FIELD(struct state, turn, NULL),
    FIELD(struct state, active, &seat_names),
    FIELD(struct state, orientation, &orientation_names),
    FIELD(struct state, level, &level_names),
    LIST_FIELD("zone_A", zone[0], &zone_names),
    LIST_FIELD("zone_B", zone[1], &zone_names),
    LIST_FIELD("river_1", river[0], &current_names),
    LIST_FIELD("river_2", river[1], &current_names),
    LIST_FIELD("river_3", river[2], &current_names),
    LIST_FIELD("river_4", river[3], &current_names),
    ACT_FIELD("act_unit", unit, NULL),
    ACT_FIELD("act_target", target, NULL),
    ACT_FIELD("act_order", order, &order_names),
    ACT_FIELD("act_actions", actions, NULL),
    ACT_FIELD("act_wheeled", wheeled, NULL),
    ACT_FIELD("act_line", line, &line_names),
    ACT_FIELD("act_centre", centre, &side_names),
    ACT_FIELD("act_flank", flank, NULL),
    ACT_FIELD("act_behind", behind, NULL),
    ACT_FIELD("act_protects", protects, NULL),
    ACT_FIELD("act_counter", counter, NULL),
    ACT_FIELD("act_barrage", barrage, &order_names),
    ACT_FIELD("act_aftermath", aftermath, NULL),
    ACT_FIELD("act_enters", enters, NULL),
    ACT_FIELD("act_leaves", leaves, NULL),
    ACT_FIELD("act_heading_before", heading_before, NULL),
    ACT_FIELD("act_from_x", from_x, NULL),
    ACT_FIELD("act_from_y", from_y, NULL),
    ACT_FIELD("act_to_x", to_x, NULL),
    ACT_FIELD("act_to_y", to_y, NULL),
    ACT_FIELD("act_length", length, NULL),
    ACT_FIELD("act_covered", covered, NULL),
    ACT_FIELD("act_heading", heading, NULL),
    ACT_FIELD("act_end_heading", end_heading, NULL),
};

static const struct field unit_fields[] = {
    FIELD(struct unit, x, NULL),          FIELD(struct unit, y, NULL),
    FIELD(struct unit, heading, NULL),    FIELD(struct unit, status, &status_names),
    FIELD(struct unit, wear, NULL),       FLAG(struct unit, disordered),
    FIELD(struct unit, order, &order_names),
    FLAG(struct unit, shown),      FIELD(struct unit, joint, NULL),
    FIELD(struct unit, house, NULL),      FIELD(struct unit, asking, &asking_names),
    FLAG(struct unit, braced),
};

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
    .kinds = kinds,
    .events = events,
    .options = options,
    .game_fields = game_fields,
    .unit_fields = unit_fields,
    .phase_count = BREVIS_PHASES,
    .kind_count = BREVIS_DECISIONS,
    .event_count = COUNT(events),
    .option_count = OPTIONS,
    .game_field_count = COUNT(game_fields),
    .unit_field_count = COUNT(unit_fields),
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
    .evaluate = tercios_evaluate,
    .sound = tercios_sound,
    .write_board = tercios_write_board,
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
    .muster = &tercios_muster,
};
