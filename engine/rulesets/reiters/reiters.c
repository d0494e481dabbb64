/* reiters.c: the tables that tell the engine about The Fate of Reiters. */
#include "rules.h"

static const char *const status_list[STATUSES] = { "standing", "waiting", "left", "lost" };
static const char *const seat_list[] = { "A", "B" };
static const char *const face_list[] = { "dismounts", "mounts" };
static const char *const outcome_list[] = { "fails", "passes" };
static const char *const rank_list[] = { "column", "general" };
static const char *const result_list[] = {
    "none", "test", "disorder", "one", "one_star", "one_firm", "one_firm_star", "two", "two_star", "two_firm", "two_firm_star",
};
static const char *const shot_list[] = { "miss", "disorder", "step" };
static const char *const fate_list[] = { "survives", "falls" };
static const char *const lances_list[] = { "keep", "use" };
static const char *const storm_list[] = { "holds_off", "breaks" };
static const char *const mother_list[] = { "whole", "reduced" };

static const struct names status_names = { "status", status_list, STATUSES };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names type_names = { "unit", reiters_type_ids, TYPES };
static const struct names order_names = { "order", reiters_order_ids, ORDERS };
static const struct names order_or_none = { "order", reiters_order_ids, ORDER_NAMES };
static const struct names face_names = { "face", face_list, 2 };
static const struct names outcome_names = { "outcome", outcome_list, 2 };
static const struct names rank_names = { "rank", rank_list, 2 };
static const struct names result_names = { "result", result_list, 11 };
static const struct names shot_names = { "shot", shot_list, 3 };
static const struct names fate_names = { "fate", fate_list, 2 };
static const struct names lances_names = { "lances", lances_list, 2 };
static const struct names storm_names = { "storm", storm_list, 2 };
static const struct names mother_names = { "mother", mother_list, 2 };
static const struct names level_names = { "level", reiters_level_ids, LEVEL_IDS };

static const struct phase *const phases[PHASES] = {
    [PHASE_SETUP] = &reiters_setup_phase, [PHASE_TURN] = &reiters_turn,           [PHASE_ORDERS] = &reiters_orders,
    [PHASE_MOVEMENT] = &reiters_movement, [PHASE_WALK] = &reiters_walk,           [PHASE_GOLD] = &reiters_gold,
    [PHASE_REACTION] = &reiters_reaction, [PHASE_EVADE] = &reiters_evade,         [PHASE_SLIP] = &reiters_slip,
    [PHASE_FOLLOW_UP] = &reiters_follow_up_phase, [PHASE_COMBATS] = &reiters_combats, [PHASE_DEFENDER] = &reiters_defender,
    [PHASE_ROUNDS] = &reiters_rounds,     [PHASE_CHARGE] = &reiters_charge,       [PHASE_FIGHT] = &reiters_fight,
    [PHASE_YIELD] = &reiters_yield,       [PHASE_FALL_BACK] = &reiters_fall_back, [PHASE_SUPPORTER] = &reiters_supporter,
    [PHASE_ESCORT] = &reiters_escort,     [PHASE_ADVANCE] = &reiters_advance,     [PHASE_AGAIN] = &reiters_again,
    [PHASE_TEST] = &reiters_test_frame,   [PHASE_MOURN] = &reiters_mourn,         [PHASE_REPLACE] = &reiters_replace,
    [PHASE_RALLY] = &reiters_rally,
};

static const struct decision_kind kinds[DECISIONS] = {
    [DO_PLACE] = { .name = "place", .uses = USES_UNIT | USES_AT },
    [DO_READY] = { .name = "ready" },
    [DO_ORDER] = { .name = "order", .uses = USES_UNIT | USES_CHOICE, .choices = &order_names },
    [DO_END_ORDERS] = { .name = "end_orders" },
    [DO_MOVE] = { .name = "move", .uses = USES_UNIT | USES_AT },
    [DO_MOVE_REMOUNT] = { .name = "move_remount", .uses = USES_UNIT | USES_AT },
    [DO_REJOIN] = { .name = "rejoin", .uses = USES_UNIT | USES_TARGET | USES_AT },
    [DO_REJOIN_REMOUNT] = { .name = "rejoin_remount", .uses = USES_UNIT | USES_TARGET | USES_AT },
    [DO_ENTER] = { .name = "enter", .uses = USES_UNIT | USES_AT },
    [DO_ENTER_REMOUNT] = { .name = "enter_remount", .uses = USES_UNIT | USES_AT },
    [DO_REMOUNT] = { .name = "remount", .uses = USES_UNIT },
    [DO_EXIT] = { .name = "exit", .uses = USES_UNIT, .grave = true },
    [DO_SEND_OUT] = { .name = "send_out", .uses = USES_UNIT },
    [DO_TAKE_BACK] = { .name = "take_back", .uses = USES_UNIT | USES_TARGET },
    [DO_CARACOLE] = { .name = "caracole", .uses = USES_UNIT },
    [DO_END_MOVEMENT] = { .name = "end_movement" },
    [DO_FIRE] = { .name = "fire", .uses = USES_UNIT | USES_TARGET },
    [DO_CHARGE] = { .name = "charge", .uses = USES_UNIT | USES_TARGET },
    [DO_EVADE] = { .name = "evade", .uses = USES_UNIT | USES_AT },
    [DO_SLIP] = { .name = "slip", .uses = USES_UNIT | USES_AT },
    [DO_WITHDRAW] = { .name = "withdraw", .uses = USES_UNIT | USES_AT },
    [DO_END_REACTION] = { .name = "end_reaction", .declines = true },
    [DO_FOLLOW_UP] = { .name = "follow_up", .uses = USES_UNIT },
    [DO_ATTACK] = { .name = "attack", .uses = USES_UNIT | USES_AT },
    [DO_BOMBARD] = { .name = "bombard", .uses = USES_UNIT | USES_TARGET },
    [DO_END_COMBAT] = { .name = "end_combat" },
    [DO_DEFEND] = { .name = "defend", .uses = USES_UNIT },
    [DO_ONE_ROUND] = { .name = "one_round" },
    [DO_TWO_ROUNDS] = { .name = "two_rounds" },
    [DO_LANCES] = { .name = "lances" },
    [DO_NO_LANCES] = { .name = "no_lances" },
    [DO_LOSE] = { .name = "lose" },
    [DO_RETREAT] = { .name = "retreat", .uses = USES_UNIT | USES_AT },
    [DO_LEAVE_MAP] = { .name = "leave_map", .uses = USES_UNIT, .grave = true },
    [DO_STAND] = { .name = "stand", .declines = true },
    [DO_ESCORT] = { .name = "escort", .uses = USES_UNIT | USES_AT },
    [DO_ADVANCE] = { .name = "advance", .uses = USES_UNIT },
    [DO_STAY] = { .name = "stay", .declines = true },
    [DO_AGAIN] = { .name = "again" },
    [DO_ENOUGH] = { .name = "enough", .declines = true },
    [DO_OWN_QUALITY] = { .name = "own_quality" },
    [DO_BORROW] = { .name = "borrow", .uses = USES_UNIT },
    [DO_RALLY] = { .name = "rally", .uses = USES_UNIT },
    [DO_END_RALLY] = { .name = "end_rally" },
};

#define EVENT(id, ...) [EVENT_##id - EVENT_OWN] = { __VA_ARGS__ }

static const struct event_kind events[EVENTS_END - EVENT_OWN] = {
    EVENT(BEGINS, .name = "begins", .names = { &seat_names }),
    EVENT(PLACED, .name = "placed"),
    EVENT(READY, .name = "ready", .names = { &seat_names }),
    EVENT(TURN, .name = "turn", .names = { NULL, NULL, &seat_names }),
    EVENT(HALF, .name = "half", .names = { &seat_names }),
    EVENT(ISOLATED, .name = "isolated"),
    EVENT(COMMANDED, .name = "commanded"),
    EVENT(ORDER_CHANGED, .name = "order_changed", .names = { &order_names }),
    EVENT(ORDER_KEPT, .name = "order_kept"),
    EVENT(ORDER_WISHED, .name = "order_wished", .names = { &order_names }),
    EVENT(ORDER_SHOWN, .name = "order_shown", .names = { &order_names }),
    EVENT(ENTERED, .name = "entered"),
    EVENT(MOVED, .name = "moved"),
    EVENT(REMOUNTED, .name = "remounted", .names = { &face_names }),
    EVENT(EXITED, .name = "exited"),
    EVENT(SENT_OUT, .name = "sent_out", .names = { &mother_names }),
    EVENT(TAKEN_BACK, .name = "taken_back"),
    EVENT(TOO_FAR, .name = "too_far"),
    EVENT(CARACOLE, .name = "caracole"),
    EVENT(CARACOLE_OFF, .name = "caracole_off"),
    EVENT(GOLD, .name = "gold"),
    EVENT(MOVEMENT_ENDS, .name = "movement_ends", .names = { &seat_names }),
    EVENT(REACTION_ZONE, .name = "reaction_zone"),
    EVENT(TESTED, .name = "tested", .names = { NULL, NULL, &outcome_names }),
    EVENT(DISORDERED, .name = "disordered"),
    EVENT(STEP_LOST, .name = "step_lost"),
    EVENT(ELIMINATED, .name = "eliminated"),
    EVENT(RESTORED, .name = "restored"),
    EVENT(BAGGAGE_LOST, .name = "baggage_lost"),
    EVENT(POINTS, .name = "points", .names = { &seat_names }),
    EVENT(FIRES, .name = "fires"),
    EVENT(CHARGES, .name = "charges"),
    EVENT(BALKS, .name = "balks"),
    EVENT(EVADES, .name = "evades"),
    EVENT(EVADED, .name = "evaded"),
    EVENT(WITHDREW, .name = "withdrew"),
    EVENT(REACTION_ENDS, .name = "reaction_ends", .names = { &seat_names }),
    EVENT(FOLLOWED_UP, .name = "followed_up"),
    EVENT(ATTACKS, .name = "attacks"),
    EVENT(DEFENDS, .name = "defends"),
    EVENT(ROUNDS, .name = "rounds"),
    EVENT(LANCES, .name = "lances", .names = { &lances_names }),
    EVENT(STRUCK, .name = "struck", .names = { NULL, &result_names, &result_names }),
    EVENT(YIELDS, .name = "yields"),
    EVENT(BEARS, .name = "bears"),
    EVENT(RETREATED, .name = "retreated"),
    EVENT(LEFT_MAP, .name = "left_map"),
    EVENT(STANDS, .name = "stands"),
    EVENT(WAVERS, .name = "wavers"),
    EVENT(COMMANDER_TESTED, .name = "commander_tested", .names = { NULL, NULL, &fate_names }),
    EVENT(COMMANDER_LOST, .name = "commander_lost", .names = { NULL, &rank_names }),
    EVENT(REPLACED, .name = "replaced"),
    EVENT(ESCORTED, .name = "escorted"),
    EVENT(ADVANCED, .name = "advanced"),
    EVENT(AGAIN, .name = "again"),
    EVENT(ENOUGH, .name = "enough"),
    EVENT(BOMBARDS, .name = "bombards"),
    EVENT(SHOT, .name = "shot", .names = { NULL, NULL, &shot_names }),
    EVENT(COMBAT_ENDS, .name = "combat_ends", .names = { &seat_names }),
    EVENT(RALLIED, .name = "rallied"),
    EVENT(NOT_RALLIED, .name = "not_rallied"),
    EVENT(INITIATIVE, .name = "initiative", .names = { &seat_names }),
    EVENT(HELD, .name = "held", .names = { &seat_names }),
    EVENT(STORM, .name = "storm", .names = { NULL, &storm_names }),
    EVENT(ENDS, .name = "ends", .names = { NULL, NULL, &level_names }),
};

static const struct option options[OPTIONS] = {
    [OPTION_ADVANCED_ORDERS] = { "advanced_orders", FR_10_1_01, 0, 1, 0 },
    [OPTION_OPT_CARACOLE] = { "opt_caracole", FR_11_1_01, 0, 1, 0 },
    [OPTION_OPT_WAVERING] = { "opt_wavering", FR_11_2_01, 0, 1, 0 },
    [OPTION_OPT_GOLD] = { "opt_gold", FR_11_3_01, 0, 1, 0 },
    [OPTION_OPT_FORLORN] = { "opt_forlorn", FR_11_4_01, 0, 1, 0 },
    [OPTION_SUPPORT_LIMIT] = { "support_limit", FR_7_4_4_02, 0, 1, 0 },
    [OPTION_MOVE_DS_AUTO] = { "move_ds_auto", FR_4_1_4_02, 0, 1, 0 },
    [OPTION_LEADER_TEST] = { "leader_test", FR_7_6_01, 0, 1, 0 },
    [OPTION_STAR_NEEDS_LOSS] = { "star_needs_loss", FR_7_6_03, 0, 1, 1 },
    [OPTION_CR_KEEPS_COVER] = { "cr_keeps_cover", FR_6_3_10, 0, 1, 1 },
    [OPTION_ADVANCE_AFTER_TR] = { "advance_after_tr", FR_6_5_03, 0, 1, 0 },
    [OPTION_COMMANDER_PAYS_ZOC] = { "commander_pays_zoc", FR_4_2_04, 0, 1, 1 },
    [OPTION_COMMANDER_ADVANCES] = { "commander_advances", FR_7_7_06, 0, 1, 1 },
    [OPTION_ARTILLERY_COUNTS_AS_ATTACK] = { "artillery_counts_as_attack", FR_7_4_5_04, 0, 1, 1 },
};

static const struct field game_fields[] = {
    FIELD(struct state, turn, NULL), FIELD(struct state, active, &seat_names), FIELD(struct state, initiative, &seat_names), FIELD(struct state, half, NULL),
    FIELD(struct state, moving, NULL), FIELD(struct state, last_zone, NULL), FIELD(struct state, last_defender, NULL),
    { "points_a", offsetof(struct state, points[0]), 2, true, NULL, false },
    { "points_b", offsetof(struct state, points[1]), 2, true, NULL, false },
    { "attacker", offsetof(struct state, combat.attacker), 1, true, NULL, false },
    { "defender", offsetof(struct state, combat.defender), 1, true, NULL, false },
};

static const struct field unit_fields[] = {
    FIELD(struct unit, x, NULL),          FIELD(struct unit, type, &type_names), FIELD(struct unit, status, &status_names), FIELD(struct unit, wear, NULL),
    FLAG(struct unit, disordered), FLAG(struct unit, isolated),    FLAG(struct unit, charge),          FLAG(struct unit, caracole),
    FLAG(struct unit, done),       FIELD(struct unit, spent, NULL),       FLAG(struct unit, moved),           FLAG(struct unit, reacted),
    FLAG(struct unit, fought),     FLAG(struct unit, wavered),     FLAG(struct unit, tried),           FLAG(struct unit, lent),
    FIELD(struct unit, order, &order_or_none), FLAG(struct unit, shown), FLAG(struct unit, replaced),       FIELD(struct unit, entered, NULL),
};

static const struct step sequence[] = {
    { "setup", FR_2_1_01, 0 },  { "command", FR_5_3_01, 0 }, { "orders", FR_10_2_01, 1 + OPTION_ADVANCED_ORDERS }, { "movement", FR_4_1_01, 0 },
    { "reaction", FR_6_1_01, 0 }, { "combat", FR_7_1_01, 0 }, { "rally", FR_8_0_01, 0 },   { "closing", FR_3_0_04, 0 },
};

static const struct ring rings[RINGS] = {
    [RING_ZONE] = { "zone", FR_4_2_02, true },
    [RING_RANGE] = { "range", FR_1_3_6_01, true },
    [RING_COMMAND] = { "command", FR_5_2_01, false },
    [RING_REACH] = { "reach", FR_4_1_02, false },
};

static const struct value values[PROFILES] = {
    [PROFILE_COMBAT] = { "combat", BETTER_MORE }, [PROFILE_QUALITY] = { "quality", BETTER_MORE }, [PROFILE_MOVE] = { "move", BETTER_MORE },
    [PROFILE_CLASS] = { "class", BETTER_LESS },   [PROFILE_RANGE] = { "range", BETTER_MORE },
};

static const struct harm harm[] = { { "wear", 0 }, { "disordered", 0 }, { "status", STATUS_LEFT } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

const struct ruleset reiters_ruleset = {
    .id = "reiters",
    .version = 1,
    .rules = reiters_rules,
    .rule_count = reiters_RULE_COUNT,
    .over_rule = FR_9_0_03,
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
    .load = reiters_load,
    .setup = reiters_setup,
    .place = reiters_place,
    .mask = reiters_mask,
    .guess = reiters_guess,
    .sample = reiters_sample,
    .samples = reiters_samples,
    .region = reiters_region,
    .concerns = reiters_concerns, .concern_count = CONCERNS,
    .appraise = reiters_appraise,
    .notes_size = REITERS_NOTES,
    .take_notes = reiters_take_notes,
    .tide = reiters_tide,
    .sound = reiters_sound,
    .write_board = reiters_write_board,
    .sequence = sequence,
    .rings = rings,
    .values = values,
    .value_count = PROFILES,
    .score_better = BETTER_MORE,
    .harm = harm,
    .step_count = COUNT(sequence),
    .ring_count = RINGS,
    .harm_count = COUNT(harm),
    .value = reiters_value,
    .score = reiters_tell_score,
    .ring = reiters_ring,
    .sees = reiters_sees,
    .way = reiters_way_of,
};
