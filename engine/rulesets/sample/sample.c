/* sample.c: the tables that tell the engine about the practice game. */
#include "sample.h"

static const char *const order_list[] = { "none", "march", "fire", "charge", "hold", "hidden" };
static const char *const seat_list[] = { "A", "B" };
static const char *const winner_list[] = { "draw", "A", "B" };

static const struct names order_names = { "order", order_list, 6 };
static const struct names order_choices = { "order", order_list + ORDER_MARCH, 4 };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names winner_names = { "winner", winner_list, 3 };

static const struct phase *const phases[PHASES] = {
    [PHASE_TURN] = &sample_turn,     [PHASE_PLAN] = &sample_plan,   [PHASE_ACTION] = &sample_action,
    [PHASE_MARCH] = &sample_march,   [PHASE_FIRE] = &sample_fire,   [PHASE_CHARGE] = &sample_charge,
    [PHASE_REACT] = &sample_react,   [PHASE_SHOT] = &sample_shot,   [PHASE_MELEE] = &sample_melee,
    [PHASE_BREAK] = &sample_break,
};

static const struct decision_kind kinds[DECISIONS] = {
    [DO_ORDER] = { .name = "order", .uses = USES_UNIT | USES_CHOICE, .choices = &order_choices },
    [DO_ACTIVATE] = { .name = "activate", .uses = USES_UNIT },
    [DO_MARCH] = { .name = "march", .uses = USES_UNIT | USES_AT },
    [DO_FIRE] = { .name = "fire", .uses = USES_UNIT | USES_TARGET },
    [DO_CHARGE] = { .name = "charge", .uses = USES_UNIT | USES_TARGET },
    [DO_REACT] = { .name = "react", .uses = USES_UNIT },
    [DO_PASS] = { .name = "pass", .declines = true },
};

static const struct event_kind events[EVENTS_END - EVENT_OWN] = {
    [EVENT_BEGINS - EVENT_OWN] = { .name = "begins" },
    [EVENT_TURN - EVENT_OWN] = { .name = "turn" },
    [EVENT_TURN_ENDS - EVENT_OWN] = { .name = "turn_ends" },
    [EVENT_CARD_PLACED - EVENT_OWN] = { .name = "card_placed" },
    [EVENT_ORDER_GIVEN - EVENT_OWN] = { .name = "order_given", .names = { &order_names } },
    [EVENT_INITIATIVE - EVENT_OWN] = { .name = "initiative", .names = { &seat_names } },
    [EVENT_ACTIVATED - EVENT_OWN] = { .name = "activated", .names = { &order_names } },
    [EVENT_ORDER_LOST - EVENT_OWN] = { .name = "order_lost" },
    [EVENT_MARCHED - EVENT_OWN] = { .name = "marched" },
    [EVENT_PASSED - EVENT_OWN] = { .name = "passed" },
    [EVENT_RALLIED - EVENT_OWN] = { .name = "rallied" },
    [EVENT_FIRES - EVENT_OWN] = { .name = "fires" },
    [EVENT_SHOT - EVENT_OWN] = { .name = "shot" },
    [EVENT_SAVED - EVENT_OWN] = { .name = "saved" },
    [EVENT_WORN - EVENT_OWN] = { .name = "worn" },
    [EVENT_CHARGES - EVENT_OWN] = { .name = "charges" },
    [EVENT_REACTS - EVENT_OWN] = { .name = "reacts", .names = { &order_names } },
    [EVENT_DECLINED - EVENT_OWN] = { .name = "declined" },
    [EVENT_CONTACT - EVENT_OWN] = { .name = "contact" },
    [EVENT_BLOW - EVENT_OWN] = { .name = "blow" },
    [EVENT_FALLS_BACK - EVENT_OWN] = { .name = "falls_back" },
    [EVENT_STUCK - EVENT_OWN] = { .name = "stuck" },
    [EVENT_STEADY - EVENT_OWN] = { .name = "steady" },
    [EVENT_BROKEN - EVENT_OWN] = { .name = "broken" },
    [EVENT_ENDS - EVENT_OWN] = { .name = "ends", .names = { NULL, NULL, &winner_names } },
};

static const struct option options[OPTIONS] = {
    [OPTION_TURNS] = { "turns", SA_TURN_01, 1, 12, 6 },
    [OPTION_BRACE] = { "brace", SA_REACT_04, 0, 1, 1 },
};

static const struct field game_fields[] = {
    FIELD(struct state, turn, NULL),
    FIELD(struct state, active, &seat_names),
};

static const struct field unit_fields[] = {
    FIELD(struct unit, x, NULL),          FIELD(struct unit, y, NULL),     FIELD(struct unit, heading, NULL),
    FIELD(struct unit, wear, NULL),       FIELD(struct unit, order, &order_names),
    FLAG(struct unit, shown),      FLAG(struct unit, removed),
};

static const struct step sequence[] = {
    { "plan", SA_TURN_02, 0 }, { "initiative", SA_TURN_04, 0 }, { "activation", SA_TURN_05, 0 }, { "reaction", SA_REACT_01, 0 }, { "end", SA_TURN_06, 0 },
};

static const struct ring rings[RINGS] = {
    [RING_RANGE] = { "range", SA_SHOOT_02, true },
    [RING_HALF_RANGE] = { "half_range", SA_SHOOT_03, true },
    [RING_CHARGE] = { "charge", SA_CHARGE_03, true },
    [RING_SPACE] = { "space", SA_MOVE_07, false },
};

static const struct value values[PROFILES] = {
    { "speed", BETTER_MORE }, { "shoot", BETTER_MORE }, { "range", BETTER_MORE },
    { "fight", BETTER_MORE }, { "nerve", BETTER_MORE }, { "endurance", BETTER_MORE },
};

static const struct harm harm[] = { { "wear", 0 }, { "removed", 0 } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

static const char *const concern_names[CONCERNS] = { "points", "place", "orders" };

const struct ruleset sample_ruleset = {
    .id = "sample",
    .version = 1,
    .rules = sample_rules,
    .rule_count = sample_RULE_COUNT,
    .over_rule = SA_WIN_03,
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
    .load = sample_load,
    .setup = sample_setup,
    .place = sample_place,
    .mask = sample_mask,
    .guess = sample_guess,
    .sample = sample_sample,
    .region = sample_region,
    .concerns = concern_names, .concern_count = CONCERNS,
    .appraise = sample_appraise,
    .tide = sample_tide,
    .sound = sample_sound,
    .write_board = sample_write_board,
    .sequence = sequence,
    .rings = rings,
    .values = values,
    .harm = harm,
    .step_count = COUNT(sequence),
    .ring_count = RINGS,
    .value_count = PROFILES,
    .harm_count = COUNT(harm),
    .value = sample_value,
    .score = sample_tell_score,
    .score_better = BETTER_MORE,
    .ring = sample_ring,
    .sees = sample_sees,
};
