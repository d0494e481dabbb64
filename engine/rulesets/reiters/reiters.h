/*
 * reiters.h: The Fate of Reiters (ledger: docs/ledger/reiters.md).
 *
 *   reiters.c    the tables that tell the engine about the game
 *   load.c       a match from its documents; map.c the zones and what follows from them; tables.c reads those that an owner of the
 *                game may replace
 *   sound.c      whether a state is possible
 *   board.c      the map for drawing
 *   ground.c     who stands where: zones of control, stacking, costs, sight, command (4, 5, MAP)
 *   turn.c       set-up, the turn and its closing (2, 3, 9, 10.3, SCN)
 *   orders.c     orders and their change (10)
 *   way.c        how far a piece comes and by which way
 *   move.c       the Movement step (4, 5.3, 11.4), caracoles declared, exits
 *   react.c      the Reaction step (6)
 *   attack.c     the Combat step: who attacks whom, roles and choices before the die (7.1, 7.3, 7.9, 11.1)
 *   totals.c     what attacker and defender bring to it (7.2, 7.4)
 *   fight.c      one combat: the die, and the results in their order (7.2, 7.5)
 *   yield.c      retreats instead of losses, and who goes along (7.5.2, 7.5.3)
 *   advance.c    the advance after combat (7.7)
 *   guns.c       artillery fire (7.8)
 *   result.c     quality tests, disorganisation, losses, retreats (1.3, 7.5)
 *   leaders.c    commanders in danger, their loss and their replacements (7.6)
 *   rally.c      the Reorganisation step (8)
 *   mind.c       where a seat would look for a place; eye.c sees a position, evaluate.c says how good it is
 *   answers.c    what people want to know of a position
 *
 * A zone is known to people by the number on the map, and by that number in states, decisions and events; inside the rules it is its
 * index, 0 to ZONES - 1, so that a set of zones is one word. Units, commanders and baggage are pieces; a column is known by its commander's
 * piece, which stays when a replacement takes his place. Seat A is the Catholic side, seat B the Protestant.
 */
#ifndef MESTRE_REITERS_H
#define MESTRE_REITERS_H

#include "play.h"
#include "reiters_rules.h"
#include "zones.h"

enum { PIECES = 96, ZONES = 64, NUMBERS = 128, COLUMNS = 16, BONUSES = 2, OBJECTIVES = 8, EXITS = 4, LEVELS = 6, PATHS = 8, PATH_ZONES = 64,
       NOWHERE = -1, STEPS_FAR = 12 };

/* FR-1.3.2: units first, in the order of the tables; an Argoulets unit on foot is another type of the same piece. */
enum type_id {
    TYPE_PIQUIERS, TYPE_SUISSES, TYPE_LANSQUENETS, TYPE_MILICE, TYPE_ARQUEBUSIERS, TYPE_ARGOULETS, TYPE_ARGOULETS_DISMOUNTED,
    TYPE_GENDARMES, TYPE_CHEVAU_LEGERS, TYPE_REITRES, TYPE_CUIRASSIERS, TYPE_CANON, TYPE_COULEUVRINE, TYPE_ENFANTS_PERDUS, UNIT_TYPES,
    TYPE_COMMANDER = UNIT_TYPES, TYPE_BAGGAGE, TYPES
};

enum arm { ARM_INFANTRY, ARM_CAVALRY, ARM_ARTILLERY, ARMS };
enum weapon { WEAPON_SHOCK, WEAPON_FIRE, WEAPONS };
enum ground { GROUND_OPEN, GROUND_DIFFICULT, GROUND_VERY_DIFFICULT, GROUND_FORBIDDEN, GROUNDS };          /* I, II, III, X */
enum border { BORDER_DOTTED, BORDER_SINGLE, BORDER_DOUBLE, BORDER_IMPASSABLE, BORDERS };
enum border_sight { SIGHT_YELLOW, SIGHT_BROWN };
/* STANDING on the map; WAITING: a reinforcement still to come, or a forlorn hope with its mother; LEFT by an exit. */
enum status { STATUS_STANDING, STATUS_WAITING, STATUS_LEFT, STATUS_LOST, STATUSES };
enum order { ORDER_ATTACK, ORDER_SKIRMISH, ORDER_HOLD, ORDER_RESERVE, ORDER_MARCH, ORDER_DISENGAGE, ORDER_WITHDRAW, ORDERS,
             ORDER_HIDDEN = ORDERS, ORDER_NONE, ORDER_NAMES };
/* What an order forbids of movement (Table 3). */
enum limit { LIMIT_NONE, LIMIT_NO_ZOC, LIMIT_ZOC_IF_NEARER, LIMIT_NEARER, LIMITS };
/* FR-7.5.3: what a retreat over that border or into that ground costs; the worse of the two counts. */
enum toll { TOLL_TEST, TOLL_DISORDER, TOLL_IMPOSSIBLE };

/* A cell of Table 2, for one side. */
enum { HIT_TEST = 1, HIT_DISORDER = 2, HIT_ONE = 4, HIT_TWO = 8, HIT_STAR = 16, HIT_FIRM = 32, HIT_STEPS = HIT_ONE | HIT_TWO };

enum phase_id {
    PHASE_SETUP,          /* S1 */
    PHASE_TURN,           /* S2, S3, S6, S14, S15: what happens of itself, and the order of the steps; asks nothing */
    PHASE_ORDERS,         /* S4 */
    PHASE_MOVEMENT,       /* S5 */
    PHASE_WALK,           /* one piece on its way, zone by zone; asks nothing */
    PHASE_GOLD,           /* FR-11.3-01: tests at the end of the movement; asks nothing */
    PHASE_REACTION,       /* S7 */
    PHASE_EVADE,          /* S7c: where to, after the test */
    PHASE_SLIP,           /* the same for a forlorn hope (FR-11.4-16) */
    PHASE_FOLLOW_UP,      /* S7d: advance after reaction */
    PHASE_COMBATS,        /* S8 */
    PHASE_DEFENDER,       /* S9: the passive side names the principal defender */
    PHASE_ROUNDS,         /* S9: one round or two (FR-7.9-04) */
    PHASE_CHARGE,         /* S9: the charge marker (FR-7.4.1-02) */
    PHASE_FIGHT,          /* S10, S11: one combat from its die to its end; asks nothing */
    PHASE_YIELD,          /* FR-7.5.2-01: a loss or a retreat */
    PHASE_FALL_BACK,      /* a unit retreats: its test, its way; asks nothing */
    PHASE_SUPPORTER,      /* FR-7.5.3-11: does a supporter retreat as well? */
    PHASE_ESCORT,         /* FR-7.5.3-12: does a commander go with a unit that retreated? */
    PHASE_ADVANCE,        /* FR-7.7 */
    PHASE_AGAIN,          /* FR-11.1-09: a second attack of the caracole */
    PHASE_TEST,           /* one quality test: whose quality, then its die */
    PHASE_MOURN,          /* FR-7.6.1-01, FR-7.6.2-01: the tests after a commander's loss; asks nothing */
    PHASE_REPLACE,        /* FR-7.6.1-02: where his replacement comes in */
    PHASE_RALLY,          /* S13 */
    PHASES
};

enum decision_id {
    DO_PLACE, DO_READY, DO_ORDER, DO_END_ORDERS,
    DO_MOVE, DO_MOVE_REMOUNT, DO_REJOIN, DO_REJOIN_REMOUNT, DO_ENTER, DO_ENTER_REMOUNT, DO_REMOUNT, DO_EXIT, DO_SEND_OUT, DO_TAKE_BACK,
    DO_CARACOLE, DO_END_MOVEMENT,
    DO_FIRE, DO_CHARGE, DO_EVADE, DO_SLIP, DO_WITHDRAW, DO_END_REACTION, DO_FOLLOW_UP,
    DO_ATTACK, DO_BOMBARD, DO_END_COMBAT, DO_DEFEND, DO_ONE_ROUND, DO_TWO_ROUNDS, DO_LANCES, DO_NO_LANCES,
    DO_LOSE, DO_RETREAT, DO_LEAVE_MAP, DO_STAND, DO_ESCORT, DO_ADVANCE, DO_STAY, DO_AGAIN, DO_ENOUGH,
    DO_OWN_QUALITY, DO_BORROW, DO_RALLY, DO_END_RALLY, DECISIONS
};

enum event_id {
    EVENT_BEGINS = EVENT_OWN, EVENT_PLACED, EVENT_READY, EVENT_TURN, EVENT_HALF, EVENT_ISOLATED, EVENT_COMMANDED, EVENT_ORDER_CHANGED,
    EVENT_ORDER_KEPT, EVENT_ORDER_WISHED, EVENT_ORDER_SHOWN, EVENT_ENTERED, EVENT_MOVED, EVENT_REMOUNTED, EVENT_EXITED, EVENT_SENT_OUT, EVENT_TAKEN_BACK,
    EVENT_TOO_FAR, EVENT_CARACOLE, EVENT_CARACOLE_OFF, EVENT_GOLD, EVENT_MOVEMENT_ENDS, EVENT_REACTION_ZONE, EVENT_TESTED,
    EVENT_DISORDERED, EVENT_STEP_LOST, EVENT_ELIMINATED, EVENT_RESTORED, EVENT_BAGGAGE_LOST, EVENT_POINTS,
    EVENT_FIRES, EVENT_CHARGES, EVENT_BALKS, EVENT_EVADES, EVENT_EVADED, EVENT_WITHDREW, EVENT_REACTION_ENDS, EVENT_FOLLOWED_UP,
    EVENT_ATTACKS, EVENT_DEFENDS, EVENT_ROUNDS, EVENT_LANCES, EVENT_STRUCK,
    EVENT_YIELDS, EVENT_BEARS, EVENT_RETREATED, EVENT_LEFT_MAP, EVENT_STANDS, EVENT_WAVERS, EVENT_COMMANDER_TESTED, EVENT_COMMANDER_LOST, EVENT_REPLACED,
    EVENT_ESCORTED, EVENT_ADVANCED, EVENT_AGAIN, EVENT_ENOUGH, EVENT_BOMBARDS, EVENT_SHOT, EVENT_COMBAT_ENDS,
    EVENT_RALLIED, EVENT_NOT_RALLIED, EVENT_INITIATIVE, EVENT_HELD, EVENT_STORM, EVENT_ENDS, EVENTS_END
};

/* The sequence of play, from 1. */
enum step_id { STEP_BELOW, STEP_SETUP, STEP_COMMAND, STEP_ORDERS, STEP_MOVEMENT, STEP_REACTION, STEP_COMBAT, STEP_RALLY, STEP_CLOSING };

enum ring_id { RING_ZONE, RING_RANGE, RING_COMMAND, RING_REACH, RINGS };
enum value_id { PROFILE_COMBAT, PROFILE_QUALITY, PROFILE_MOVE, PROFILE_CLASS, PROFILE_RANGE, PROFILES };

enum option_id {
    OPTION_ADVANCED_ORDERS, OPTION_OPT_CARACOLE, OPTION_OPT_WAVERING, OPTION_OPT_GOLD, OPTION_OPT_FORLORN, OPTION_SUPPORT_LIMIT,
    OPTION_MOVE_DS_AUTO, OPTION_LEADER_TEST, OPTION_STAR_NEEDS_LOSS, OPTION_CR_KEEPS_COVER, OPTION_ADVANCE_AFTER_TR,
    OPTION_COMMANDER_PAYS_ZOC, OPTION_COMMANDER_ADVANCES, OPTION_ARTILLERY_COUNTS_AS_ATTACK, OPTIONS
};

struct type {
    const char *id;                          /* "gendarmes"; its text is "unit.gendarmes" */
    uint8_t     arm, weapon, rank, steps;    /* rank: the class, 0 is A, the best */
    uint8_t     fc[2], move, fq, range;      /* [reduced] */
    uint8_t     row;                         /* of the terrain table */
    bool        pike, lances, caracole, gold, makes_ep;
};

struct order_line {
    int8_t  move[ARMS];                      /* added to the allowance */
    uint8_t limit;
    bool    attacks, fires, charges, evades, evades_untested, yields;
    int8_t  attacker[WEAPONS], defender;
    uint8_t steady_fire;                     /* added to the quality for reaction fire */
    int8_t  initiative;
};

enum { ROW_SHOCK_CAVALRY, ROW_FIRE_CAVALRY, ROW_SHOCK_INFANTRY, ROW_FIRE_INFANTRY, ROW_ARTILLERY, ROWS };
struct terrain_row { int8_t zone[GROUNDS], border[BORDERS]; };           /* FR-7.4.6-01; for artillery a penalty of its own factor */

enum { TABLE_DICE = 6, TABLE_COLUMNS = 16 };
/* How many faces of the die bring what. */
struct combat_chance { uint8_t test, disorder, one, two; };
struct combat_table {
    int8_t               low;
    uint8_t              columns;
    uint8_t              attacker[TABLE_DICE][TABLE_COLUMNS], defender[TABLE_DICE][TABLE_COLUMNS];
    struct combat_chance chance[2][TABLE_COLUMNS];       /* [attacker, defender] */
};

/* Table 4, order change. */
enum change {
    CHANGE_TWO_STEPS, CHANGE_FOUR_STEPS, CHANGE_COLUMN_ENGAGED, CHANGE_COMMANDER_ENGAGED, CHANGE_COLUMN_SHAKEN, CHANGE_REPLACEMENT,
    CHANGE_GENERAL_AT_HAND, CHANGE_NOT_ENGAGED, CHANGES
};

/* What an eliminated piece is worth: unit types and baggage by their number, then the two ranks of commanders. */
enum { WORTH_COLUMN_COMMANDER = TYPES, WORTH_GENERAL, WORTHS };

struct tables {
    struct type         type[UNIT_TYPES];
    struct order_line   order[ORDERS];
    struct terrain_row  terrain[ROWS];
    struct combat_table combat;
    int8_t              change[CHANGES];
    uint8_t             worth[WORTHS][2];                    /* [the seat that scores] */
    uint8_t             zone_cost[GROUNDS], border_cost[BORDERS], stacking[GROUNDS];
    uint8_t             zone_toll[GROUNDS], border_toll[BORDERS];
    uint8_t             zoc_cost, road[ARMS], road_commander, saddle_cost, forlorn_cost, test_at, automatic_from, commander_move;
    uint8_t             forlorn_above, forlorn_most;         /* FR-11.4-09 */
    uint8_t             reconstructed;                       /* bits of enum table_id: documents that say so of a value of theirs */
};

/* The documents, each replaceable by itself. */
enum table_id { TABLE_UNITS, TABLE_TERRAIN, TABLE_COMBAT, TABLE_ORDERS, TABLE_ORDER_CHANGE, TABLE_VICTORY, TABLES };

enum { AS_ATTACKER = 1, AS_DEFENDER = 2 };
struct bonus { uint16_t types; uint8_t roles; int8_t amount; };          /* FR-7.4.2-01 */

struct column {
    const char *id, *name, *french;
    seat_id     seat;
    int16_t     leader;                      /* its commander's piece */
    uint8_t     order;                       /* that of the scenario */
    uint8_t     turn;                        /* of its arrival; 1: on the map from the start */
    int8_t      change;                      /* FR-SCN-06 */
    uint64_t    zones;                       /* of its set-up or entry */
    int32_t     units;                       /* that it starts or enters with, forlorn hopes apart */
};

struct objective { uint8_t zone, points[2]; };                           /* zone: an index */
struct exit_rule { seat_id seat; uint64_t zones; uint8_t turn, points[ARMS], side; };       /* side: enum zone_side */
enum level_id { LEVEL_DRAW, LEVEL_MINOR, LEVEL_VICTORY, LEVEL_MAJOR, LEVEL_DECISIVE, LEVEL_IDS };
struct level { uint8_t from, id; };                                      /* by the difference of the points; its text is "level.<id>" */

/*
 * A line of sight between two zones, made once when the map is loaded (FR-4.1.5, FR-MAP-11 to FR-MAP-15): what the ground says of it, and
 * where units in between would stop it.
 */
struct sight {
    uint8_t  range;
    uint8_t  border;                         /* the one by which it enters the target's zone, as it counts for artillery (FR-7.8-07) */
    uint8_t  blocker;                        /* 1 + the zone in the way, where one is; 0 */
    uint8_t  bare;                           /* bits of the seats to whose units there that border is no cover (FR-7.4.6-05) */
    rule_id  rule;                           /* 0: clear as far as the ground goes */
    uint64_t between;                        /* where units would stop it (FR-4.1.5-10); 0 unless all is level */
};

struct match {
    struct match_head head;
    struct tables     tables;
    struct zone_map   map;
    int32_t           zones;
    uint8_t           number[ZONES];                     /* of a zone, as on the map */
    int8_t            index[NUMBERS];                    /* of a number; NOWHERE */
    uint8_t           ground[ZONES], altitude[ZONES];
    bool              brown[ZONES];
    const char       *zone_name[ZONES][2];               /* English, French */
    uint64_t          every;                             /* all zones that may be entered */
    uint64_t          adjacent[ZONES];                   /* FR-MAP-05 */
    uint8_t           steps[ZONES][ZONES];               /* from zone to zone, at most STEPS_FAR */
    uint64_t          road[ZONES];                       /* the zones that a road step leads to (FR-MAP-08) */
    uint8_t           easiest[ZONES][ZONES];             /* the kind of the cheapest passable crossing between adjacent zones */
    uint8_t           cover[2][ZONES][ZONES];            /* [the defender's seat]: the kind that protects him best (FR-7.4.6-03, FR-7.4.6-05) */
    uint8_t           hardest[ZONES][ZONES];             /* the same without FR-7.4.6-05: for charges and caracoles */
    uint8_t           entry[ZONES][ZONES];               /* zone and border cost of a step; 0: not adjacent */
    uint8_t           least[ZONES][ZONES];               /* [goal][from]: no way there costs less, by such steps; UINT8_MAX: there is none */
    struct sight      sight[ZONES][ZONES];
    uint8_t           supply[2][ZONES];                  /* FR-MAP-10; UINT8_MAX: no way */
    uint64_t          supply_edge[2];                    /* zones that touch it */
    uint8_t           supply_side[2];                    /* enum zone_side */
    int8_t            fort[ZONE_EDGES];                  /* of an edge: the side that it protects (FR-7.4.6-05); NO_SEAT */
    int32_t           paths;                             /* FR-4.1.1-07: for drawing */
    uint8_t           path_end[PATHS], path[PATH_ZONES]; /* zones; path i ends before path_end[i] */
    int32_t           columns, objectives, exits, levels;
    struct column     column[COLUMNS];
    struct objective  objective[OBJECTIVES];
    struct exit_rule  exit[EXITS];
    struct level      level[LEVELS];
    uint8_t           turns;
    seat_id           first;                             /* who has the initiative on turn 1 */
    uint8_t           no_reaction[2];                    /* the turn in which that side may not react; 0 */
    bool              night;
    uint8_t           storm_from, storm_on;              /* FR-SCN-04: bits 1 << face; storm_from 0: none */
    struct piece      piece[PIECES];
    /* By piece. */
    int8_t            seat_of[PIECES];                   /* as in piece[], close together: it is asked for most of all */
    uint8_t           type_of[PIECES];                   /* as the battle begins */
    uint8_t           column_of[PIECES];                 /* of baggage: COLUMNS */
    int16_t           mother_of[PIECES];                 /* of a forlorn hope; NOBODY */
    uint8_t           fq[PIECES], fc[PIECES][2];         /* of a commander: his quality, and in fc his replacement's */
    bool              general[PIECES];                   /* the lieutenant-general */
    uint8_t           bonuses[PIECES];
    struct bonus      bonus[PIECES][BONUSES];
    struct unit_start { uint8_t zone, disordered; } start[PIECES];       /* zone: a number; of a reinforcement where it would enter */
    int32_t           units;                             /* pieces below this number are units */
};

struct unit {
    uint8_t x;               /* the number of its zone; 0: off the map */
    uint8_t type;
    uint8_t status;
    uint8_t wear;            /* steps lost: 1 is the reduced face */
    uint8_t disordered;
    uint8_t isolated;
    uint8_t charge;          /* it still has its charge marker (FR-2.1-05) */
    uint8_t caracole;        /* declared (FR-11.1) */
    uint8_t done;            /* its movement is over, or it has done what it may do in this step: for the table */
    uint8_t spent;           /* movement points */
    uint8_t moved;           /* it has entered another zone in this Movement step (FR-11.4-14) */
    uint8_t reacted;         /* FR-6.1-06 */
    uint8_t fought;          /* as principal attacker or supporter (FR-7.1-10) */
    uint8_t supports;        /* a side in the combat under way; commanders: in danger there */
    uint8_t wavered;         /* FR-11.2-03 */
    uint8_t fallen;          /* it has retreated in the combat under way: the number of the zone it went to */
    uint8_t tried;           /* a reorganisation; commanders: an order change */
    uint8_t lent;            /* a mother reduced by her second forlorn hope (FR-11.4-03) */
    uint8_t order;           /* commanders: of the column; ORDER_HIDDEN in the other side's view; ORDER_NONE of all others, and without the option */
    uint8_t shown;           /* commanders: the other side has seen the order (FR-10.1-08) */
    uint8_t replaced;        /* commanders: he is a replacement (FR-7.6.3-01) */
    uint8_t entered;         /* commanders: the turn in which the first of the column came in; 0 */
    uint8_t engaged;         /* it has attacked or supported in the combat under way: at its end it has fought */
    uint8_t spare;
};

enum { SUPPORTS_ATTACKER = 1, SUPPORTS_DEFENDER = 2 };
enum mode { MODE_NONE, MODE_MELEE, MODE_FIRE, MODE_CHARGE, MODE_SHOT, MODES };       /* reaction fire and charge; SHOT: artillery */
enum { LOST_BY_ATTACKER = 1, LOST_BY_DEFENDER = 2 };

/* The combat under way; there is never more than one. */
struct combat {
    int8_t  attacker, defender;      /* AP and DP, NOBODY */
    uint8_t mode;
    uint8_t from, to;                /* the numbers of the zones of AP and DP when it began */
    uint8_t round, rounds;
    uint8_t lances;                  /* the charge marker is used */
    uint8_t hit[2];                  /* what the die has brought: AP, DP */
    uint8_t lost;                    /* LOST_ bits: who has lost a step by it */
    uint8_t firm;                    /* the DP may not retreat (FR-7.9-03) */
    uint8_t struck;                  /* the AP has been disorganised or has lost a step (FR-11.1-07, FR-11.1-12) */
    uint8_t yielded;                 /* the DP has retreated, be it off the map (FR-7.5.3-11) */
    uint8_t spare[2];
};

struct state {
    struct flow   flow;
    uint8_t       turn, active, initiative, half;        /* half: 0 the first player's phase, 1 the second's */
    uint64_t      held;              /* zones with active combat units when the Movement step began (FR-MAP-16) */
    uint64_t      reaction;          /* reaction zones */
    uint64_t      attacked;          /* zones from which an attack has been made (FR-7.1-11) */
    int16_t       points[2];
    int8_t        moving;            /* the piece whose movement is open; NOBODY */
    int8_t        rejoins;           /* the commander it must come nearer to (FR-5.3-03); NOBODY */
    uint8_t       far;               /* how far off he was when the movement began */
    uint8_t       road;              /* the whole movement has been along a road (FR-4.1.1-05) */
    uint8_t       last_cost;         /* of its last step */
    uint8_t       last_zone;         /* FR-7.4.5-01: the zone attacked last in this Combat step */
    int8_t        last_defender;
    uint8_t       spare[5];
    struct combat combat;
    struct unit   unit[PIECES];
};

static inline bool is_unit(const struct match *m, int piece) { return piece < m->units; }
static inline bool is_commander(const struct match *m, int piece) { return m->type_of[piece] == TYPE_COMMANDER; }
static inline bool is_forlorn(const struct match *m, int piece) { return m->type_of[piece] == TYPE_ENFANTS_PERDUS; }
static inline seat_id side_of(const struct match *m, int piece) { return m->seat_of[piece]; }
static inline seat_id other_side(seat_id seat) { return (seat_id)!seat; }
static inline bool on_map(const struct state *s, int piece) { return s->unit[piece].status == STATUS_STANDING; }
static inline int zone_of(const struct match *m, const struct state *s, int piece) { return m->index[s->unit[piece].x]; }
static inline const struct type *type_now(const struct match *m, const struct state *s, int unit) { return &m->tables.type[s->unit[unit].type]; }
static inline int leader_of(const struct match *m, int piece) { return m->column[m->column_of[piece]].leader; }
static inline bool has_option(const struct match *m, enum option_id option) { return m->head.option[option] != 0; }
static inline uint64_t zone_bit(int zone) { return (uint64_t)1 << zone; }
static inline bool in_set(uint64_t set, int zone) { return set >> zone & 1; }

/* The phases; each stands at the end of the file that plays it. */
extern const struct phase reiters_setup_phase, reiters_turn, reiters_orders, reiters_movement, reiters_walk, reiters_gold, reiters_reaction,
    reiters_evade, reiters_slip, reiters_follow_up_phase, reiters_combats, reiters_defender, reiters_rounds, reiters_charge, reiters_fight,
    reiters_yield, reiters_fall_back, reiters_supporter, reiters_escort, reiters_advance, reiters_again, reiters_test_frame, reiters_mourn,
    reiters_replace, reiters_rally;

/* load.c, map.c, tables.c, sound.c, board.c */
extern const char *const reiters_ground_ids[GROUNDS], *const reiters_border_ids[BORDERS];
extern const char *const reiters_level_ids[LEVEL_IDS];                      /* "draw", "minor", "victory", "major", "decisive" */
extern const char *const reiters_type_ids[TYPES], *const reiters_order_ids[ORDER_NAMES], *const reiters_table_ids[TABLES];
bool reiters_load(struct match *m, struct loading *loading);
bool reiters_read_map(struct match *m, struct loading *loading, const struct json *map);
/* Steps to the nearest zone of a set, at most STEPS_FAR. */
void reiters_steps_to(const struct match *m, uint64_t set, uint8_t distance[ZONES]);
bool reiters_read_tables(struct tables *tables, struct loading *loading);
bool reiters_sound(const struct match *m, const struct state *s, struct fault *fault);
void reiters_write_board(const struct match *m, struct json_writer *writer);

#endif
