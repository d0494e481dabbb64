/* argad.c: the tables that tell the engine about the game, and its words. */
#include "argad.h"

static const char *const status_list[STATUSES] = { "waiting", "standing", "routed", "prisoner", "out", "left", "carried", "unseen" };
static const char *const form_list[] = { "own", "other" };
static const char *const stance_list[] = { "upright", "crouched" };
static const char *const door_list[] = { "none", "open", "half_open", "shut", "barred" };
static const char *const order_list[ORDERS] = {
    "hold", "crouch", "early", "move", "attack", "mount", "dismount", "force", "drive", "help", "form_up", "manoeuvre", "files", "hidden"
};
static const char *const reaction_list[] = { "none", "halt", "evade", "engage", "hidden" };
static const char *const mark_list[] = { "none", "take", "drop_now", "drop_later", "open", "shut", "bar", "unbar", "hidden" };
static const char *const seat_list[] = { "A", "B" };
static const char *const winner_list[] = { "draw", "A", "B" };
static const char *const when_list[] = { "now", "later" };
static const char *const way_list[] = { "left", "right" };
static const char *const aside_list[] = { "left", "right", "back" };
static const char *const turn_list[] = { "left", "right", "about" };
static const char *const number_list[] = { "first", "second", "third", "fourth" };
static const char *const outcome_list[] = { "miss", "push", "hit" };
static const char *const cause_list[] = { "none", "losses", "leader" };
static const char *const shot_list[] = { "miss", "hit" };
static const char *const contact_list[] = { "plain", "across" };
static const char *const stands_list[] = { "lost", "counts" };
static const char *const rally_list[] = { "runs", "rallies" };
static const char *const entry_list[] = { "waits", "comes" };
static const char *const edge_list[] = { "north", "east", "south", "west" };
static const char *const firearm_list[] = { "pistol", "carbine", "musket" };       /* as weapons.json has them */

static const struct names status_names = { "status", status_list, STATUSES };
static const struct names form_names = { "form", form_list, 2 };
static const struct names stance_names = { "stance", stance_list, 2 };
static const struct names door_names = { "door", door_list, 5 };
static const struct names order_names = { "order", order_list, ORDERS };
static const struct names order_choices = { "order", order_list, 2 };
static const struct names reaction_names = { "reaction", reaction_list, 5 };
static const struct names reaction_choices = { "reaction", reaction_list + REACT_HALT, 3 };
static const struct names mark_names = { "mark", mark_list, 9 };
static const struct names door_choices = { "mark", mark_list + MARK_OPEN, 4 };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names winner_names = { "winner", winner_list, 3 };
static const struct names when_choices = { "when", when_list, 2 };
static const struct names way_choices = { "way", way_list, 2 };
static const struct names aside_choices = { "way", aside_list, 3 };
static const struct names turn_choices = { "way", turn_list, 3 };
static const struct names number_choices = { "number", number_list, 4 };
static const struct names outcome_names = { "outcome", outcome_list, 3 };
static const struct names cause_names = { "cause", cause_list, 3 };
static const struct names shot_names = { "shot", shot_list, 2 };
static const struct names contact_names = { "contact", contact_list, 2 };
static const struct names stands_names = { "stands", stands_list, 2 };
static const struct names rally_names = { "rally", rally_list, 2 };
static const struct names entry_names = { "entry", entry_list, 2 };
static const struct names edge_names = { "edge", edge_list, 4 };
static const struct names firearm_names = { "firearm", firearm_list, 3 };

static const struct phase *const phases[PHASES] = {
    [PHASE_SETUP] = &argad_setup_phase, [PHASE_TURN] = &argad_turn,       [PHASE_PLOT] = &argad_plot,         [PHASE_EARLY] = &argad_early,
    [PHASE_MOVE] = &argad_move,         [PHASE_AIM] = &argad_aim,         [PHASE_FIRE] = &argad_fire_phase,   [PHASE_DECLARE] = &argad_declare,
    [PHASE_MELEE] = &argad_melee,       [PHASE_FOLLOW] = &argad_follow,   [PHASE_MORALE] = &argad_morale,     [PHASE_END] = &argad_end,
    [PHASE_SHOT] = &argad_shot,         [PHASE_EXCHANGE] = &argad_exchange, [PHASE_WALK] = &argad_walk,
};

/* What adds to an order stands beside what replaces it: a host that gathers a plan keeps both. */
static const struct decision_kind kinds[DECISIONS] = {
    [DO_PLACE] = { .name = "place", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_STANCE] = { .name = "stance", .uses = USES_UNIT | USES_CHOICE, .choices = &stance_names, .adds = true },
    [DO_FORMATION] = { .name = "formation", .uses = USES_UNIT | USES_VALUE, .adds = true },
    [DO_FILES] = { .name = "files", .uses = USES_UNIT | USES_VALUE },
    [DO_READY] = { .name = "ready", .declines = true, .binding = true },
    [DO_RESIGN] = { .name = "resign", .binding = true, .grave = true, .yields = true },
    [DO_RECALL] = { .name = "recall", .uses = USES_UNIT, .recalls = true },

    [DO_ORDER] = { .name = "order", .uses = USES_UNIT | USES_CHOICE, .choices = &order_choices },
    [DO_MOVE] = { .name = "move", .uses = USES_UNIT | USES_AT },
    [DO_WAY] = { .name = "way", .uses = USES_UNIT | USES_AT, .adds = true },
    [DO_LEAVE] = { .name = "leave", .uses = USES_UNIT | USES_AT, .grave = true, .adds = true },
    [DO_ATTACK] = { .name = "attack", .uses = USES_UNIT | USES_TARGET },
    [DO_PURSUE] = { .name = "pursue", .uses = USES_UNIT | USES_TARGET, .adds = true },
    [DO_EARLY] = { .name = "early", .uses = USES_UNIT | USES_TARGET },
    [DO_FACE] = { .name = "face", .uses = USES_UNIT | USES_HEADING, .adds = true },
    [DO_REACT] = { .name = "react", .uses = USES_UNIT | USES_CHOICE, .choices = &reaction_choices, .adds = true },
    [DO_MOUNT] = { .name = "mount", .uses = USES_UNIT },
    [DO_DISMOUNT] = { .name = "dismount", .uses = USES_UNIT | USES_AT },
    [DO_ENTER] = { .name = "enter", .uses = USES_UNIT | USES_AT | USES_HEADING },
    [DO_LIKEWISE] = { .name = "likewise", .uses = USES_UNIT | USES_TARGET },

    [DO_TAKE] = { .name = "take", .uses = USES_UNIT | USES_TARGET, .adds = true },
    [DO_DROP] = { .name = "drop", .uses = USES_UNIT | USES_CHOICE, .choices = &when_choices, .adds = true },
    [DO_DOOR] = { .name = "door", .uses = USES_UNIT | USES_TARGET | USES_CHOICE, .choices = &door_choices, .adds = true },
    [DO_FORCE] = { .name = "force", .uses = USES_UNIT | USES_TARGET },
    [DO_HELP] = { .name = "help", .uses = USES_UNIT | USES_TARGET },
    [DO_DRIVE] = { .name = "drive", .uses = USES_UNIT | USES_TARGET },
    [DO_RELOAD] = { .name = "reload", .uses = USES_UNIT | USES_CHOICE, .choices = &number_choices, .adds = true },

    [DO_ADVANCE] = { .name = "advance", .uses = USES_UNIT | USES_VALUE, .adds = true },
    [DO_WHEEL] = { .name = "wheel", .uses = USES_UNIT | USES_CHOICE | USES_VALUE, .choices = &way_choices, .adds = true },
    [DO_STEP] = { .name = "step", .uses = USES_UNIT | USES_CHOICE | USES_VALUE, .choices = &aside_choices },
    [DO_TURN] = { .name = "turn", .uses = USES_UNIT | USES_CHOICE, .choices = &turn_choices, .adds = true },
    [DO_FORM_UP] = { .name = "form_up", .uses = USES_UNIT | USES_VALUE | USES_AT | USES_HEADING },
    [DO_BREAK_UP] = { .name = "break_up", .uses = USES_UNIT },

    [DO_SHOOT] = { .name = "shoot", .uses = USES_UNIT | USES_TARGET },
    [DO_VOLLEY] = { .name = "volley", .uses = USES_UNIT | USES_TARGET },
    [DO_KEEP] = { .name = "keep", .uses = USES_UNIT, .declines = true },
    [DO_ARM] = { .name = "arm", .uses = USES_UNIT | USES_CHOICE, .choices = &number_choices },

    [DO_STRIKE] = { .name = "strike", .uses = USES_UNIT | USES_TARGET | USES_CHOICE, .choices = &number_choices },
    [DO_STUN] = { .name = "stun", .uses = USES_UNIT | USES_TARGET | USES_CHOICE, .choices = &number_choices },
    [DO_SEIZE] = { .name = "seize", .uses = USES_UNIT | USES_TARGET },
    [DO_FOLLOW] = { .name = "follow", .uses = USES_UNIT, .adds = true },
    [DO_SPARE] = { .name = "spare", .uses = USES_UNIT, .declines = true },
};

static const struct event_kind events[EVENTS_END - EVENT_OWN] = {
    [EVENT_BEGINS - EVENT_OWN] = { .name = "begins" },
    [EVENT_TURN - EVENT_OWN] = { .name = "turn" },
    [EVENT_READY - EVENT_OWN] = { .name = "ready", .names = { &seat_names } },
    [EVENT_PLACED - EVENT_OWN] = { .name = "placed" },
    [EVENT_ORDERED - EVENT_OWN] = { .name = "ordered", .names = { &order_names } },
    [EVENT_ENTERS - EVENT_OWN] = { .name = "enters" },
    [EVENT_RESIGNS - EVENT_OWN] = { .name = "resigns", .names = { &seat_names } },
    [EVENT_STANDS - EVENT_OWN] = { .name = "stands", .place = true },
    [EVENT_TURNS - EVENT_OWN] = { .name = "turns" },
    [EVENT_SPOTTED - EVENT_OWN] = { .name = "spotted" },
    [EVENT_LOST_SIGHT - EVENT_OWN] = { .name = "lost_sight" },
    [EVENT_REVEALED - EVENT_OWN] = { .name = "revealed" },
    [EVENT_CROUCHES - EVENT_OWN] = { .name = "crouches" },
    [EVENT_RISES - EVENT_OWN] = { .name = "rises" },
    [EVENT_SLOW - EVENT_OWN] = { .name = "slow" },
    [EVENT_BLOCKED - EVENT_OWN] = { .name = "blocked" },
    [EVENT_CONTACT - EVENT_OWN] = { .name = "contact", .names = { NULL, NULL, &contact_names } },
    [EVENT_REACTS - EVENT_OWN] = { .name = "reacts", .names = { &reaction_names } },
    [EVENT_STOPS - EVENT_OWN] = { .name = "stops" },
    [EVENT_MAKES_ROOM - EVENT_OWN] = { .name = "makes_room" },
    [EVENT_TAKEN_BACK - EVENT_OWN] = { .name = "taken_back" },
    [EVENT_LEAVES - EVENT_OWN] = { .name = "leaves", .names = { &edge_names } },
    [EVENT_CHARGES - EVENT_OWN] = { .name = "charges" },
    [EVENT_MOUNTS - EVENT_OWN] = { .name = "mounts" },
    [EVENT_DISMOUNTS - EVENT_OWN] = { .name = "dismounts" },
    [EVENT_TAKES - EVENT_OWN] = { .name = "takes" },
    [EVENT_DROPS - EVENT_OWN] = { .name = "drops" },
    [EVENT_DOOR - EVENT_OWN] = { .name = "door", .names = { &door_names } },
    [EVENT_FORCED - EVENT_OWN] = { .name = "forced" },
    [EVENT_FORMED - EVENT_OWN] = { .name = "formed" },
    [EVENT_BROKEN_UP - EVENT_OWN] = { .name = "broken_up" },
    [EVENT_CLOSES_UP - EVENT_OWN] = { .name = "closes_up" },
    [EVENT_AIMS - EVENT_OWN] = { .name = "aims" },
    [EVENT_FIRES - EVENT_OWN] = { .name = "fires" },
    [EVENT_SHOT - EVENT_OWN] = { .name = "shot", .names = { &shot_names } },
    [EVENT_VOLLEY - EVENT_OWN] = { .name = "volley" },
    [EVENT_HIT - EVENT_OWN] = { .name = "hit" },
    [EVENT_WOUNDED - EVENT_OWN] = { .name = "wounded" },
    [EVENT_OUT - EVENT_OWN] = { .name = "out" },
    [EVENT_CAPTURED - EVENT_OWN] = { .name = "captured" },
    [EVENT_FREED - EVENT_OWN] = { .name = "freed" },
    [EVENT_STRIKES - EVENT_OWN] = { .name = "strikes" },
    [EVENT_BLOW - EVENT_OWN] = { .name = "blow", .names = { &outcome_names } },
    [EVENT_NO_BLOW - EVENT_OWN] = { .name = "no_blow" },
    [EVENT_TIE - EVENT_OWN] = { .name = "tie", .names = { &stands_names, &stands_names } },
    [EVENT_PUSHED - EVENT_OWN] = { .name = "pushed" },
    [EVENT_FOLLOWS - EVENT_OWN] = { .name = "follows" },
    [EVENT_MORALE - EVENT_OWN] = { .name = "morale", .names = { &cause_names } },
    [EVENT_ROUTS - EVENT_OWN] = { .name = "routs" },
    [EVENT_RALLIES - EVENT_OWN] = { .name = "rallies", .names = { NULL, NULL, &rally_names } },
    [EVENT_RELOADS - EVENT_OWN] = { .name = "reloads", .names = { NULL, &firearm_names } },
    [EVENT_ENTRY - EVENT_OWN] = { .name = "entry", .names = { &entry_names } },
    [EVENT_POINTS - EVENT_OWN] = { .name = "points", .names = { &seat_names } },
    [EVENT_ENDS - EVENT_OWN] = { .name = "ends", .names = { NULL, NULL, &winner_names } },
};

static const struct option options[OPTIONS] = {
    [OPTION_FIRE_CHAIN] = { "fire_chain", AR_DICE_03, 0, 1, CHAIN_OPEN },
    [OPTION_GROUPED_SIXES] = { "grouped_sixes", AR_VOL_01, 0, 2, SIXES_OFF },
    [OPTION_EARLY_FIRE] = { "early_fire", AR_FIRE_20, 0, 1, 1 },
    [OPTION_SURPRISE] = { "surprise", AR_FMOD_16, 0, 1, 1 },
    [OPTION_CROUCH_IN_FOREST] = { "crouch_in_forest", AR_VIS_05, 0, 1, 1 },
    [OPTION_LINE_AIM] = { "line_aim", AR_FMOD_18, 0, 1, 0 },
    [OPTION_LOCAL_KNOWLEDGE] = { "local_knowledge", AR_SLOW_14, 0, 1, 1 },
    [OPTION_HEAVY_CLOSE_CHARGE] = { "heavy_close_charge", AR_CHG_07, 0, 1, 1 },
    [OPTION_REFORM_AFTER_CHARGE] = { "reform_after_charge", AR_CHG_09, 0, 1, 0 },
    [OPTION_TIE_EQUAL] = { "tie_equal", AR_MEL_17, 0, 1, TIE_MUTUAL },
    [OPTION_MORALE] = { "morale", AR_MOR_01, 0, 1, 1 },
    [OPTION_HERO_WOUNDS] = { "hero_wounds", AR_CAS_05, 0, 1, 0 },
    [OPTION_NON_LETHAL] = { "non_lethal", AR_CAPT_01, 0, 1, 1 },
};

static const struct field game_fields[] = {
    FIELD(struct state, turn, NULL),
    FIELD(struct state, ready, NULL),
    FIELD(struct state, gave_up, NULL),
};

static const struct field unit_fields[] = {
    FIELD(struct unit, x, NULL),               FIELD(struct unit, y, NULL),                 FIELD(struct unit, heading, NULL),
    FIELD(struct unit, status, &status_names), FIELD(struct unit, seen, NULL),
    FIELD(struct unit, seen_x, NULL),          FIELD(struct unit, seen_y, NULL),            FIELD(struct unit, seen_turn, NULL),
    FIELD(struct unit, form, &form_names),     FIELD(struct unit, stance, &stance_names),   FIELD(struct unit, door, &door_names),
    FIELD(struct unit, loaded, NULL),          FIELD(struct unit, order, &order_names),     FIELD(struct unit, target, NULL),
    FIELD(struct unit, reaction, &reaction_names), FIELD(struct unit, mark, &mark_names),   FIELD(struct unit, mark_on, NULL),
    FIELD(struct unit, points, NULL),          FIELD(struct unit, did, NULL),
    FIELD(struct unit, shot_at, NULL),         FIELD(struct unit, shot_with, NULL),
    FIELD(struct unit, strike_at, NULL),       FIELD(struct unit, strike_with, NULL),       FIELD(struct unit, strike_how, NULL),
    FIELD(struct unit, carries, NULL),         FIELD(struct unit, with, NULL),
    FIELD(struct unit, formed, NULL),          FIELD(struct unit, file, NULL),              FIELD(struct unit, rank, NULL),
    FIELD(struct unit, files, NULL),           FIELD(struct unit, wounds, NULL),            FIELD(struct unit, primed, NULL),
};

static const struct step sequence[] = {
    { "set_up", AR_VIS_11, 0 },
    { "plot", AR_SEQ_03, 0 },
    { "early_fire", AR_FIRE_20, 1 + OPTION_EARLY_FIRE },
    { "movement", AR_CONT_01, 0 },
    { "fire", AR_FIRE_22, 0 },
    { "melee", AR_MEL_01, 0 },
    { "follow_up", AR_PUSH_07, 0 },
    { "morale", AR_MOR_02, 1 + OPTION_MORALE },
    { "end", AR_SEQ_06, 0 },
};

static const struct ring rings[RINGS] = {
    [RING_MOVE] = { "move", AR_MOVE_10, false },
    [RING_PISTOL_NEAR] = { "pistol_near", AR_FIRE_01, true },       [RING_PISTOL] = { "pistol", AR_FIRE_01, true },
    [RING_CARBINE_NEAR] = { "carbine_near", AR_FIRE_02, true },     [RING_CARBINE_MIDDLE] = { "carbine_middle", AR_FIRE_02, true },
    [RING_CARBINE] = { "carbine", AR_FIRE_02, true },               [RING_MUSKET_NEAR] = { "musket_near", AR_FIRE_03, true },
    [RING_MUSKET_MIDDLE] = { "musket_middle", AR_FIRE_03, true },   [RING_MUSKET] = { "musket", AR_FIRE_03, true },
    [RING_REACTION] = { "reaction", AR_ORD_09, false },             [RING_LEADER] = { "leader", AR_MOR_04, false },
};

static const struct value values[PROFILES] = {
    [PROFILE_CLASS] = { "class", BETTER_MORE },  [PROFILE_ARMOUR] = { "armour", BETTER_MORE }, [PROFILE_RATE] = { "rate", BETTER_MORE },
    [PROFILE_FIRE] = { "fire", BETTER_MORE },    [PROFILE_MELEE] = { "melee", BETTER_MORE },   [PROFILE_NERVE] = { "nerve", BETTER_MORE },
};

static const struct harm harm[] = { { "status", STATUS_STANDING }, { "wounds", 0 } };

#define COUNT(list) (sizeof (list) / sizeof (list)[0])

const struct ruleset argad_ruleset = {
    .id = "argad",
    .version = 2,
    .rules = argad_rules,
    .rule_count = argad_RULE_COUNT,
    .over_rule = AR_WIN_01,
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
    .load = argad_load,
    .setup = argad_setup,
    .place = argad_place,
    .mask = argad_mask,
    .guess = argad_guess,
    .sample = argad_sample,
    .region = argad_region,
    .way = argad_way,
    .alone = argad_alone,
    .turn_of = argad_turn_of,
    .propose = argad_propose,
    .promise = argad_promise,
    .conceals = true,
    .concerns = argad_concerns, .concern_count = CONCERNS,
    .appraise = argad_appraise,
    .tide = argad_tide,
    .sound = argad_sound,
    .write_board = argad_write_board,
    .sequence = sequence,
    .rings = rings,
    .values = values,
    .harm = harm,
    .step_count = COUNT(sequence),
    .ring_count = RINGS,
    .value_count = PROFILES,
    .harm_count = COUNT(harm),
    .value = argad_value,
    .score = argad_score,
    .score_better = BETTER_MORE,
    .ring = argad_ring,
    .sees = argad_sees,
};

const struct firearm *argad_firearm(const struct match *m, int figure, int number) { return &m->firearm[m->figure[figure].firearm[number]]; }
const struct weapon *argad_weapon(const struct match *m, int figure, int number) { return &m->weapon[m->figure[figure].weapon[number]]; }
