/*
 * words.c: the names of everything that the family's games have: phases, decisions, events, fields. What only the long edition has comes
 * last in each table, so that the short one has the first part of it (words.h).
 */
#include "words.h"

static const char *const order_list[] = { "none", "ready", "attack", "run", "fire", "resist", "hidden" };
static const char *const seat_list[] = { "A", "B" };
static const char *const winner_list[] = { "draw", "A", "B" };
static const char *const status_list[] = { "waiting", "standing", "destroyed", "absent", "built_in", "left" };
static const char *const side_list[] = { "front", "right", "back", "left", "outline" };
static const char *const turn_list[] = { "front", "right", "rear", "left" };
static const char *const way_list[] = { "straight", "left", "right" };
static const char *const zone_list[] = { "none", "low", "high" };
static const char *const orientation_list[] = { "none", "width", "length", "rising", "falling" };
static const char *const current_list[] = { "none", "difficult", "very_difficult", "impassable" };
static const char *const trigger_list[] = { "charge", "near" };
static const char *const line_list[] = { "none", "move", "run", "approach", "charge" };
static const char *const level_list[] = { "none", "decisive", "clear", "narrow", "pyrrhic", "draw", "lesson" };
static const char *const asking_list[] = { "not_yet", "now", "done" };

static const char *const favour_list[] = { "shooting", "melee" };
static const char *const loss_list[] = { "useless", "wrong_place", "hero", "coward", "sacrificed" };
static const char *const form_list[] = { "as_bought", "other" };
static const char *const battle_list[] = { "none", "B1", "B2", "B3", "B4", "B5", "B6" };
static const char *const chart_list[] = { "more", "fewer" };
/* Nothing, and the wares in their order (tercios_ware_kinds). */
static const char *const ground_list[1 + WARES] = {
    "none", "road", "hill_small", "hill_large", "hill_steep", "wood_small", "forest_large", "field", "hedge", "wall", "bridge", "ford",
    "building_small", "building_large", "marsh", "lake_small", "lake_large", "rocks", "river", "town", "earthwork", "hillock",
};
static const char *const flank_list[] = { "none", "left", "right" };

static const struct names order_names = { "order", order_list, 7 };
static const struct names order_choices = { "order", order_list + ORDER_READY, 5 };
static const struct names seat_names = { "seat", seat_list, 2 };
static const struct names winner_names = { "winner", winner_list, 3 };
static const struct names status_names = { "status", status_list, 6 };
static const struct names side_names = { "side", side_list, 5 };
static const struct names turn_names = { "turn", turn_list, 4 };
static const struct names turn_choices = { "turn", turn_list + SIDE_RIGHT, 3 };
static const struct names way_names = { "way", way_list, 3 };
static const struct names zone_names = { "zone", zone_list, 3 };
static const struct names zone_choices = { "zone", zone_list + 1, 2 };
static const struct names orientation_names = { "orientation", orientation_list, 5 };
static const struct names current_names = { "current", current_list, 4 };
static const struct names trigger_names = { "trigger", trigger_list, 2 };
static const struct names line_names = { "line", line_list, 5 };
static const struct names level_names = { "level", level_list, 7 };
static const struct names asking_names = { "asking", asking_list, 3 };
static const struct names favour_names = { "favour", favour_list, 2 };
static const struct names loss_names = { "loss", loss_list, 5 };
static const struct names form_names = { "form", form_list, 2 };
static const struct names battle_names = { "battle_type", battle_list, 7 };
static const struct names chart_names = { "chart", chart_list, 2 };
static const struct names ground_names = { "terrain", ground_list, 1 + WARES };
static const struct names ware_choices = { "terrain", ground_list + 1, WARES };
static const struct names flank_names = { "flank", flank_list, 3 };
static const struct names flank_choices = { "flank", flank_list + 1, 2 };
static const char *const marching_list[] = { "not_asked", "no", "yes", "hidden" };
static const struct names marching_names = { "marching", marching_list, 4 };
static const struct names trait_names = { "trait", liber_trait_names, TRAITS };
static const struct names virtue_names = { "virtue", liber_virtue_names, VIRTUES };
static const struct names virtue_choices = { "virtue", liber_virtue_names, VALUE_VIRTUES };

const struct decision_kind tercios_kinds[DECISIONS] = {
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
    [DO_COMMAND] = { .name = "command", .uses = USES_UNIT },
    [DO_PASS] = { .name = "pass", .declines = true },
    [DO_RIDE] = { .name = "ride", .uses = USES_UNIT | USES_AT },
    [DO_ATTACH] = { .name = "attach", .uses = USES_UNIT | USES_TARGET },
    [DO_ACT] = { .name = "act", .uses = USES_UNIT | USES_CHOICE, .choices = &trait_names },
    [DO_ACT_ON] = { .name = "act_on", .uses = USES_UNIT | USES_TARGET | USES_CHOICE, .choices = &trait_names },
    [DO_ACT_ON_TWO] = { .name = "act_on_two", .uses = USES_UNIT | USES_TARGET | USES_CHOICE | USES_VALUE, .choices = &trait_names },
    [DO_CHANGE] = { .name = "change", .uses = USES_UNIT | USES_CHOICE, .choices = &order_choices, .binding = true },
    [DO_KEEP] = { .name = "keep", .uses = USES_UNIT, .declines = true },
    [DO_LEND] = { .name = "lend", .uses = USES_UNIT | USES_CHOICE, .choices = &virtue_choices },
    [DO_FAVOUR] = { .name = "favour", .uses = USES_UNIT | USES_CHOICE, .choices = &favour_names },
    [DO_LIMBER] = { .name = "limber", .uses = USES_UNIT },
    [DO_UNLIMBER] = { .name = "unlimber", .uses = USES_UNIT },
    [DO_MOUNT] = { .name = "mount", .uses = USES_UNIT | USES_HEADING },
    [DO_DISMOUNT] = { .name = "dismount", .uses = USES_UNIT },
    [DO_DIRTY] = { .name = "dirty", .uses = USES_UNIT },
    [DO_ADVANCE] = { .name = "advance", .uses = USES_UNIT | USES_VALUE },
    [DO_FALL_BACK] = { .name = "fall_back", .uses = USES_UNIT | USES_VALUE },
    [DO_ASIDE] = { .name = "aside", .uses = USES_UNIT | USES_HEADING },
    [DO_HARASS] = { .name = "harass", .uses = USES_UNIT },
    [DO_SHELTER] = { .name = "shelter", .uses = USES_UNIT },
    [DO_FIRE_GUN] = { .name = "fire_gun", .uses = USES_UNIT | USES_TARGET },
    [DO_TEST] = { .name = "test", .uses = USES_UNIT },
    [DO_BUY] = { .name = "buy", .uses = USES_CHOICE | USES_AT | USES_HEADING, .choices = &ware_choices },
    [DO_BUILD_IN] = { .name = "build_in", .uses = USES_UNIT | USES_TARGET },
    [DO_EXIT] = { .name = "exit", .uses = USES_UNIT | USES_AT, .grave = true },
    [DO_CHART] = { .name = "chart", .uses = USES_CHOICE, .choices = &chart_names },
    [DO_FLANK] = { .name = "flank", .uses = USES_UNIT | USES_CHOICE, .choices = &flank_choices },
    [DO_FORTIFY] = { .name = "fortify", .uses = USES_UNIT },
};

#define EVENT(id, ...) [EVENT_##id - EVENT_OWN] = { __VA_ARGS__ }

const struct event_kind tercios_events[EVENTS_END - EVENT_OWN] = {
    EVENT(BEGINS, .name = "begins"),
    EVENT(RIVER, .name = "river", .names = { NULL, &current_names }),
    EVENT(ORIENTATION, .name = "orientation", .names = { &orientation_names }),
    EVENT(ZONE_ROLL, .name = "zone_roll", .names = { &seat_names }),
    EVENT(ZONE, .name = "zone", .names = { &seat_names, &zone_names }),
    EVENT(PLACED, .name = "placed"),
    EVENT(GARRISONED, .name = "garrisoned"),
    EVENT(ABSENT, .name = "absent"),
    EVENT(TURN, .name = "turn"),
    EVENT(CARD, .name = "card"),
    EVENT(ORDER_GIVEN, .name = "order_given", .names = { &order_names }),
    EVENT(JOINED, .name = "joined"),
    EVENT(INITIATIVE, .name = "initiative", .names = { &seat_names }),
    EVENT(FIRST, .name = "first", .names = { &seat_names }),
    EVENT(ACTIVATED, .name = "activated", .names = { &order_names }),
    EVENT(TEST, .name = "test"),
    EVENT(ORDER_LOST, .name = "order_lost"),
    EVENT(NOTHING, .name = "nothing", .names = { &order_names }),
    EVENT(FACED, .name = "faced", .names = { &turn_names }),
    EVENT(REORGANISED, .name = "reorganised"),
    EVENT(RESISTED, .name = "resisted"),
    EVENT(MOVES, .name = "moves", .names = { NULL, NULL, &line_names }),
    EVENT(STOPS, .name = "stops"),
    EVENT(STAYS, .name = "stays"),
    EVENT(ENTERED, .name = "entered"),
    EVENT(LEFT, .name = "left"),
    EVENT(DISORDERED, .name = "disordered"),
    EVENT(CHARGES, .name = "charges", .names = { NULL, &side_names }),
    EVENT(APPROACHES, .name = "approaches"),
    EVENT(CONTACT, .name = "contact"),
    EVENT(ASKED, .name = "asked", .names = { &trigger_names }),
    EVENT(DECLINED, .name = "declined"),
    EVENT(REACTS, .name = "reacts", .names = { &order_names }),
    EVENT(REACTION_LOST, .name = "reaction_lost"),
    EVENT(CARD_SHOWN, .name = "card_shown", .names = { &order_names }),
    EVENT(EVASION, .name = "evasion"),
    EVENT(FLEES, .name = "flees"),
    EVENT(COUNTERCHARGES, .name = "countercharges"),
    EVENT(INTERCEPTS, .name = "intercepts"),
    EVENT(BRACED, .name = "braced"),
    EVENT(JOINT_BROKEN, .name = "joint_broken", .names = { &order_names }),
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
    EVENT(ENDS, .name = "ends", .names = { NULL, NULL, &winner_names }),
    EVENT(LEVEL, .name = "level", .names = { &level_names }),
    EVENT(WEAR_DECIDES, .name = "wear_decides"),
    EVENT(COMMANDS, .name = "commands"),
    EVENT(PASSES, .name = "passes", .names = { &seat_names }),
    EVENT(RIDES, .name = "rides"),
    EVENT(ATTACHED, .name = "attached"),
    EVENT(LEAVES, .name = "leaves"),
    EVENT(ACTS, .name = "acts", .names = { &trait_names }),
    EVENT(COMMAND_TEST, .name = "command_test"),
    EVENT(ACT_FAILS, .name = "act_fails", .names = { &trait_names }),
    EVENT(ACT_WORKS, .name = "act_works", .names = { &trait_names }),
    EVENT(EXHAUSTED, .name = "exhausted"),
    EVENT(FRESH, .name = "fresh"),
    EVENT(COOL, .name = "cool"),
    EVENT(CARD_CHANGED, .name = "card_changed"),
    EVENT(LOOKED, .name = "looked", .names = { &order_names }),
    EVENT(ORDERED, .name = "ordered"),
    EVENT(RESTED, .name = "rested"),
    EVENT(LENT, .name = "lent", .names = { &virtue_names }),
    EVENT(PROVOKED, .name = "provoked"),
    EVENT(KILLED, .name = "killed", .names = { &loss_names }),
    EVENT(ESCAPES, .name = "escapes"),
    EVENT(LIMBERED, .name = "limbered"),
    EVENT(UNLIMBERED, .name = "unlimbered"),
    EVENT(MOUNTED, .name = "mounted"),
    EVENT(DISMOUNTED, .name = "dismounted"),
    EVENT(HORSES_LOST, .name = "horses_lost"),
    EVENT(DIRTY_WAR, .name = "dirty_war"),
    EVENT(ADVANCES, .name = "advances"),
    EVENT(FRENZY, .name = "frenzy"),
    EVENT(GREAT_SWORDS, .name = "great_swords"),
    EVENT(IMPETUOUS, .name = "impetuous"),
    EVENT(SHELTERED, .name = "sheltered"),
    EVENT(HARASSES, .name = "harasses"),
    EVENT(GUN_BURST, .name = "gun_burst"),
    EVENT(DISPLACED, .name = "displaced"),
    EVENT(TERRAIN_ROLL, .name = "terrain_roll", .names = { &seat_names }),
    EVENT(BOUGHT, .name = "bought", .names = { &seat_names, &ground_names }),
    EVENT(BATTLE_TYPE, .name = "battle_type", .names = { &battle_names }),
    EVENT(BUILT_IN, .name = "built_in"),
    EVENT(ARRIVES, .name = "arrives"),
    EVENT(NOT_YET, .name = "not_yet"),
    EVENT(PRIZE, .name = "prize", .names = { &seat_names }),
    EVENT(EXITS, .name = "exits"),
    EVENT(RESERVED, .name = "reserved"),
    EVENT(LASTLY, .name = "lastly"),
    EVENT(CHARTED, .name = "charted", .names = { &seat_names, &chart_names }),
    EVENT(STOPS_BUYING, .name = "stops_buying", .names = { &seat_names }),
    EVENT(ROLE, .name = "role", .names = { &seat_names }),
    EVENT(REMOVED, .name = "removed"),
    EVENT(FLANK_CHOSEN, .name = "flank_chosen", .names = { &seat_names }),
    EVENT(FLANK_IS, .name = "flank_is", .names = { &flank_names }),
    EVENT(FORTIFIED, .name = "fortified"),
    EVENT(FIELD, .name = "field"),
    EVENT(FALLS_BACK, .name = "falls_back"),
    EVENT(FAVOURS, .name = "favours", .names = { &favour_names }),
    EVENT(LAID, .name = "laid", .names = { &ground_names }),
};

#define ACT_FIELD(name, member, names) \
    { name, offsetof(struct state, act.member), sizeof(((struct state *)0)->act.member), \
      FIELD_SIGNED(struct state, act.member), names, false }
#define LIST_FIELD(name, member, names) \
    { name, offsetof(struct state, member), sizeof(((struct state *)0)->member), FIELD_SIGNED(struct state, member), names, false }

/* What was bought, by its number from 0. */
#define BOUGHT_FIELDS(n) \
    LIST_FIELD("bought_" #n, bought[n].kind, &ground_names), LIST_FIELD("bought_" #n "_x", bought[n].x, NULL), \
    LIST_FIELD("bought_" #n "_y", bought[n].y, NULL), LIST_FIELD("bought_" #n "_heading", bought[n].heading, NULL), \
    LIST_FIELD("bought_" #n "_die", bought[n].die, NULL), LIST_FIELD("bought_" #n "_buyer", bought[n].buyer, NULL),

const struct field tercios_game_fields[] = {
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

    /* of the long edition */
    ACT_FIELD("act_answered", answered, NULL),
    FLAG(struct state, commanded),
    FLAG(struct state, idle),
    LIST_FIELD("deployment_winner", winner, NULL),
    LIST_FIELD("battle_type", type, &battle_names),
    FIELD(struct state, ground, NULL),
    LIST_FIELD("budget_A", budget[0], NULL),
    LIST_FIELD("budget_B", budget[1], NULL),
    LIST_FIELD("prize_A", prize[0], NULL),
    LIST_FIELD("prize_B", prize[1], NULL),
    FIELD(struct state, gone, NULL),
    FIELD(struct state, arrived, NULL),
    FIELD(struct state, attacker, NULL),
    LIST_FIELD("flank_A", flank[0], NULL),
    LIST_FIELD("flank_B", flank[1], NULL),
    LIST_FIELD("flank_way_A", flank_way[0], NULL),
    LIST_FIELD("flank_way_B", flank_way[1], NULL),
    BOUGHT_FIELDS(0) BOUGHT_FIELDS(1) BOUGHT_FIELDS(2) BOUGHT_FIELDS(3) BOUGHT_FIELDS(4) BOUGHT_FIELDS(5) BOUGHT_FIELDS(6)
    BOUGHT_FIELDS(7) BOUGHT_FIELDS(8) BOUGHT_FIELDS(9) BOUGHT_FIELDS(10) BOUGHT_FIELDS(11) BOUGHT_FIELDS(12) BOUGHT_FIELDS(13)
    BOUGHT_FIELDS(14) BOUGHT_FIELDS(15) BOUGHT_FIELDS(16) BOUGHT_FIELDS(17) BOUGHT_FIELDS(18) BOUGHT_FIELDS(19) BOUGHT_FIELDS(20)
    BOUGHT_FIELDS(21) BOUGHT_FIELDS(22) BOUGHT_FIELDS(23) BOUGHT_FIELDS(24) BOUGHT_FIELDS(25) BOUGHT_FIELDS(26) BOUGHT_FIELDS(27)
};

const struct field tercios_unit_fields[] = {
    FIELD(struct unit, x, NULL),          FIELD(struct unit, y, NULL),
    FIELD(struct unit, heading, NULL),    FIELD(struct unit, status, &status_names),
    FIELD(struct unit, wear, NULL),       FLAG(struct unit, disordered),
    FIELD(struct unit, order, &order_names),
    FLAG(struct unit, shown),      FIELD(struct unit, joint, NULL),
    FIELD(struct unit, house, NULL),      FIELD(struct unit, asking, &asking_names),
    FLAG(struct unit, braced),

    /* of the long edition */
    FIELD(struct unit, form, &form_names), FLAG(struct unit, unhorsed),
    FLAG(struct unit, dug_in),            FIELD(struct unit, spent, &order_names),
    FLAG(struct unit, reserve),           FIELD(struct unit, last, NULL),
    FIELD(struct unit, gun, NULL),        FIELD(struct unit, known, NULL),
    FLAG(struct unit, blind),             FIELD(struct unit, reach, NULL),
    FIELD(struct unit, leader, NULL),     FIELD(struct unit, lent, NULL),
    FIELD(struct unit, expert, NULL),
    FLAG(struct unit, fortified),         FIELD(struct unit, effects, NULL),
    FIELD(struct unit, with, NULL),       FLAG(struct unit, exhausted),
    FLAG(struct unit, joined),            FIELD(struct unit, marches, &marching_names),
};

_Static_assert(sizeof tercios_game_fields / sizeof tercios_game_fields[0] == LIBER_GAME_FIELDS, "a field of the game is not counted");
_Static_assert(sizeof tercios_unit_fields / sizeof tercios_unit_fields[0] == LIBER_UNIT_FIELDS, "a field of a unit is not counted");
