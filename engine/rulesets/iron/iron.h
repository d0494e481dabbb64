/*
 * iron.h: Men of Iron (ledger: docs/ledger/iron.md).
 *
 *   iron.c        the tables that tell the engine about the game
 *   load.c        a match from its documents; tables.c reads those that an owner of the game may replace
 *   sound.c       whether a state is possible
 *   board.c       the map for drawing
 *   ground.c      who stands where: arcs, zones of control, what a step costs (GEO, ZOC, TERR)
 *   sight.c       lines of sight (LOS)
 *   activation.c  whose command acts, continuity and seizure, the end of an activation (ACT, RALLY, STD, VIC)
 *   specials.c    the rules of single battles (FALK, COUR, BANN, CREC, POIT, NAJ)
 *   march.c       the move and fire segment: what is offered there and why something is refused
 *   move.c        moves on their way, facing, riding through, mounting (MOVE, FACE, STACK, HOB, GNT)
 *   leaders.c     command range, leaders in danger and their successors (LDR)
 *   fire.c        active, return and reaction fire (FIRE)
 *   result.c      what combat does to a unit (RES)
 *   designate.c   the shock segment: who attacks whom (SHOCK, CHG)
 *   fight.c       one combat from contact to its dice (SHOCK, CHG)
 *   counter.c     counter-charges (CC)
 *   pursue.c      advances and continued attacks (SHOCK, RES)
 *   mind.c        where a seat would look for a place; evaluate.c says how good a position is
 *   answers.c     what people want to know of a position
 *
 * A hex is a cell: its number row by row from the top left. Units, leaders, standards and bombards are pieces; a command is known
 * by its leader's piece, which stays when a successor takes his place. Nothing is hidden (MI-GEN-16).
 */
#ifndef MESTRE_IRON_H
#define MESTRE_IRON_H

#include "hexes.h"
#include "iron_rules.h"
#include "play.h"

enum { PIECES = 120, CELLS = 1600, COMMANDS = 16, STANDARDS = 8, TABLE_ROWS = 24, NOWHERE = -1 };

/* The first ten are units; MI-GEN-05. A hobelar on foot is a bow or a crossbow unit (MI-HOB-02). */
enum type_id {
    TYPE_LB, TYPE_CB, TYPE_SL, TYPE_PK, TYPE_AX, TYPE_MM, TYPE_DM, TYPE_UH, TYPE_HO, TYPE_G, UNIT_TYPES,
    TYPE_LEADER = UNIT_TYPES, TYPE_STANDARD, TYPE_BOMBARD, TYPES
};

/* The order is that of harm. AWAY: out of the battle without being lost. A leader is NORMAL or LOST; a successor is NORMAL too. */
enum status { STATUS_NORMAL, STATUS_DISORDERED, STATUS_RETIRED, STATUS_AWAY, STATUS_LOST, STATUSES };
enum formation { FORM_NONE, FORM_SHIELD_WALL, FORM_SCHILTRON, FORMATIONS };
enum weapon { WEAPON_NONE, WEAPON_LONGBOW, WEAPON_CROSSBOW, WEAPON_SLING, WEAPON_JAVELIN, WEAPON_BOMBARD, WEAPONS };
enum ground { GROUND_CLEAR, GROUND_WOODS, GROUND_VILLAGE, GROUND_TOWN, GROUND_CASTLE, GROUND_BUILDING, GROUND_MARSH, GROUND_BOG,
              GROUND_WATER, GROUND_ORCHARD, GROUND_PITS, GROUND_WAGONS, GROUNDS };
enum edge { EDGE_NONE, EDGE_STREAM, EDGE_DITCH, EDGE_HEDGE, EDGE_STEEP, EDGE_RIVER, EDGE_FORD, EDGE_BRIDGE, EDGE_WALL, EDGES };
enum activation { ACT_NONE, ACT_FREE, ACT_CONTINUED, ACT_SEIZED, ACTIVATIONS };

/*
 * How a unit attacks: declared as shock or charge; a charge that has come to contact is made good or refused. COUNTER: its try to
 * counter-charge has succeeded, the ride is still to come.
 */
enum attack { ATTACK_NONE, ATTACK_SHOCK, ATTACK_CHARGE, ATTACK_CHARGED, ATTACK_REFUSED, ATTACK_COUNTER, ATTACKS };

/* A result: what falls on a unit, as bits; PURSUE is the attackers' continued attack. */
enum { HIT_DISORDER = 1, HIT_RETREAT = 2, HIT_RETIRE = 4, HIT_UNHORSE = 8, HIT_ELIMINATE = 16, HIT_PURSUE = 32, HIT_ON_ATTACKER = 64 };

enum phase_id {
    PHASE_SETUP,          /* MI-SW-02: formations before the battle */
    PHASE_FREE,           /* S1: a command or a standard without a die, or a pass */
    PHASE_ACTIVATION,     /* S3 to S8: one activation from its beginning to its end; asks nothing */
    PHASE_MARCH,          /* S5: move and fire */
    PHASE_MOVE,           /* one move on its way, hex by hex */
    PHASE_REACT,          /* S5a: reaction fire at a unit that has entered */
    PHASE_SHOOT,          /* S5b: one active shot with its answer */
    PHASE_ANSWER,         /* MI-FIRE-10: answer or not */
    PHASE_PLEDGE,         /* MI-FIRE-09: will the target counter-charge? */
    PHASE_FINISH_MOVE,    /* MI-FIRE-09: the shooter completes its move before the shot */
    PHASE_SUFFER,         /* a unit's result is carried out: it retreats, retires, ... */
    PHASE_RETREAT, PHASE_RETIRE, PHASE_FACE,                   /* where to, and how to stand there */
    PHASE_LEADER,         /* a leader in danger, or set with another unit */
    PHASE_GROUND,         /* MI-TERR-05: pits and ditches */
    PHASE_DESIGNATE,      /* S6 */
    PHASE_COMBATS,        /* S7: which combat next */
    PHASE_FIGHT,          /* S7a: one linked group of battles; asks nothing */
    PHASE_EVADE,          /* MI-SHOCK-26: retreat before shock */
    PHASE_FOLLOW,         /* MI-SHOCK-29: into the hex left before shock */
    PHASE_CONTACT,        /* a charger comes to contact */
    PHASE_COUNTER,        /* MI-CC-01: try to counter-charge? */
    PHASE_RIDE,           /* MI-CC-11: the counter-charger's way and facing */
    PHASE_BATTLE,         /* S7b: dice, results, advance, continued attack; asks nothing */
    PHASE_PICK,           /* MI-SHOCK-40, option: which attacker takes the result */
    PHASE_ADVANCE,        /* MI-SHOCK-31, MI-RES-23 */
    PHASE_NEXT,           /* S9: go on with another command? */
    PHASE_SEIZE,          /* S10 */
    PHASE_SPECIAL,        /* a battle's own rule moves a whole command */
    PHASES
};

enum decision_id {
    DO_FORM, DO_READY, DO_ACTIVATE, DO_RAISE, DO_PASS, DO_FOLK, DO_REMOUNT, DO_MOVE, DO_LEAD, DO_TURN, DO_FIRE, DO_MOUNT, DO_LEAVE,
    DO_END_MARCH, DO_SHOOT, DO_HOLD, DO_PLEDGE, DO_RETREAT, DO_PLACE, DO_FACE, DO_ESCORT, DO_SHOCK, DO_CHARGE, DO_SPARE, DO_CLOSE,
    DO_FIGHT, DO_EVADE, DO_STAND, DO_FOLLOW, DO_STAY, DO_COUNTER, DO_RIDE, DO_SUFFER, DO_ADVANCE, DO_CONTINUE, DO_SEIZE, DO_LET,
    DECISIONS
};

enum event_id {
    EVENT_BEGINS = EVENT_OWN, EVENT_FIRST, EVENT_TURN, EVENT_FORMED, EVENT_PASSED, EVENT_ANNOUNCED, EVENT_CONTINUED, EVENT_FAILED,
    EVENT_SEIZED, EVENT_NOT_SEIZED, EVENT_RAISED, EVENT_RALLIED, EVENT_REPLACED, EVENT_FOLK, EVENT_REMOUNTED, EVENT_MOVED, EVENT_TURNED,
    EVENT_STOPPED, EVENT_LED, EVENT_MOUNTED, EVENT_LEFT_MAP, EVENT_RIDDEN_THROUGH, EVENT_GROUND, EVENT_MARCH_ENDS, EVENT_FIRES,
    EVENT_SHOT, EVENT_NO_EFFECT, EVENT_HELD, EVENT_PLEDGED, EVENT_DISORDERED, EVENT_UNMOVED, EVENT_RETREATED, EVENT_RETIRED, EVENT_UNHORSED,
    EVENT_ELIMINATED, EVENT_LEADER_SAFE, EVENT_LEADER_LOST, EVENT_LEADER_SET, EVENT_STANDARD_LOST, EVENT_BOMBARD_LOST, EVENT_DECLARED,
    EVENT_SPARED, EVENT_CLOSED, EVENT_COMBAT, EVENT_EVADED, EVENT_STOOD, EVENT_FOLLOWED, EVENT_DROPPED, EVENT_CHARGES, EVENT_REFUSES, EVENT_HOLDS,
    EVENT_COUNTERS, EVENT_NO_COUNTER, EVENT_COUNTER_RIDES, EVENT_STRUCK, EVENT_ADVANCED, EVENT_PURSUES, EVENT_ACTIVATION_ENDS,
    EVENT_FLIGHT, EVENT_SPECIAL, EVENT_ENDS, EVENTS_END
};

/* The sequence of play, from 1. */
enum step_id { STEP_BELOW, STEP_SETUP, STEP_INITIATIVE, STEP_MARCH, STEP_DESIGNATE, STEP_COMBAT, STEP_REACTION, STEP_END };

enum ring_id { RING_FRONT, RING_ZONE, RING_FIRE, RING_CHARGE, RING_COMMAND, RINGS };
enum value_id { PROFILE_SHOCK, PROFILE_MOVE, PROFILE_FIRE, PROFILE_RANGE, PROFILE_ACTIVATION, PROFILE_COMMAND, PROFILE_FLIGHT, PROFILES };

enum option_id {
    OPTION_LOS_HEIGHT, OPTION_CROSSBOW_REACTION, OPTION_CROSSBOW_FIRE_OR_MOVE, OPTION_REFUSAL_ROLLS, OPTION_CHARGE_PATH,
    OPTION_ATTACKER_RESULT_SCOPE, OPTION_MISSILE_MAY_SHOCK, OPTION_GENITOR_EVADE, OPTION_ZOC_EXIT_COST, OPTION_PASS_DRAW,
    OPTION_STANDARD_FLIGHT_CHECK, OPTION_FALKIRK_STATIC_SCOTS, OPTION_CRECY_GENOESE_FIRST, OPTION_CRECY_IMPETUOUS, OPTIONS
};

/* The special rules that a scenario lists; each is switched on by its id there. */
enum special {
    SPECIAL_TEACH_01, SPECIAL_FALK_01, SPECIAL_FALK_02, SPECIAL_FALK_03, SPECIAL_FALK_04, SPECIAL_COUR_01, SPECIAL_COUR_02,
    SPECIAL_COUR_03, SPECIAL_COUR_04, SPECIAL_COUR_05, SPECIAL_BANN_01, SPECIAL_BANN_02, SPECIAL_BANN_03, SPECIAL_BANN_04,
    SPECIAL_BANN_05, SPECIAL_CREC_01, SPECIAL_CREC_02, SPECIAL_CREC_03, SPECIAL_CREC_04, SPECIAL_CREC_05, SPECIAL_CREC_06,
    SPECIAL_CREC_07, SPECIAL_POIT_01, SPECIAL_POIT_02, SPECIAL_POIT_03, SPECIAL_POIT_04, SPECIAL_POIT_05, SPECIAL_POIT_06,
    SPECIAL_NAJ_01, SPECIAL_NAJ_02, SPECIAL_NAJ_03, SPECIAL_NAJ_04, SPECIAL_NAJ_05, SPECIALS
};

/* Two sides of a counter: [0] Normal, [1] Disordered. */
struct profile { int8_t shock[2]; uint8_t move[2]; };

struct type {
    const char    *id;                       /* "LB" */
    struct profile profile;
    bool           mounted, zone, shocks, charges, man_at_arms, daunts, walls;   /* daunts: a charge at its front may be refused */
    uint8_t        weapon, flight;
};

struct weapon_line {
    uint8_t range;
    int8_t  drm[3], drm_disordered[3];       /* [range - 1] */
    bool    answers, reacts, reacts_to_counter, blocked_by_units;
};

struct ground_line {
    const char *id;                          /* "woods"; its text is "terrain.woods" */
    int8_t      cost[2];                     /* [mounted]; NOWHERE: prohibited */
    bool        blocks_sight, no_charge;
    int8_t      shock, fire;
    int8_t      roll;                        /* a mounted unit that enters is Disordered by so much or less; NOWHERE: no roll */
};

struct edge_line {
    const char *id;
    int8_t      cost[2];
    bool        no_charge;
    int8_t      shock, fire, refusal;
    int8_t      roll;
};

/* The row for a total is the last whose `from` is not above it; the first counts for everything below (MI-GEN-02). */
struct result_row { int8_t from; uint8_t hit[4]; };
struct result_table { int32_t rows; struct result_row row[TABLE_ROWS]; };
enum { COLUMN_FOOT, COLUMN_FOOT_DISORDERED, COLUMN_MOUNTED, COLUMN_MOUNTED_DISORDERED };   /* of the fire table; the others have two */

/* fixed_values: every number of the rules that is not in a table of its own. */
enum fixed {
    FIXED_FLANK_SHOCK, FIXED_REAR_SHOCK, FIXED_MIXED_SHOCK, FIXED_HEIGHT_SHOCK, FIXED_CHARGE_UNMOVED, FIXED_CHARGE_MOVED,
    FIXED_LEADER_CHARGE, FIXED_ATTACKER_DISORDERED, FIXED_DEFENDER_RETIRED, FIXED_MOUNTED_FLANK_FIRE, FIXED_SHIELD_WALL,
    FIXED_SCHILTRON_SHOCK, FIXED_SCHILTRON_FIRE, FIXED_SCHILTRON_REFUSAL, FIXED_RIDE_THROUGH_MAX, FIXED_RIDE_THROUGH_MP,
    FIXED_REFUSAL_SUCCESS_MAX, FIXED_COUNTERCHARGE_SUCCESS_MAX, FIXED_COUNTERCHARGE_FLANK, FIXED_CHARGE_MIN_DISTANCE,
    FIXED_CHARGE_MAX_DISTANCE, FIXED_CHARGE_TURNS, FIXED_ZOC_EXIT_MP, FIXED_ZOC_TURN, FIXED_HOBELAR_MOUNT_MP,
    FIXED_STANDARD_RALLY_RADIUS, FIXED_LEADER_FIRE_TOTAL, FIXED_LEADER_FIRE_KILL_MIN, FIXED_LEADER_SHOCK_KILL_MIN, FIXED_FLIGHT_KING,
    FIXED_FLIGHT_LEADER, FIXED_FLIGHT_RETIRED, FIXED_REPLACEMENT_ACTIVATION, FIXED_REPLACEMENT_RANGE, FIXED_REPLACEMENT_MOVE,
    FIXED_CLIMB_MP, FIXED_VALUES
};

struct tables {
    struct type         type[UNIT_TYPES];
    struct weapon_line  weapon[WEAPONS];
    struct ground_line  ground[GROUNDS];
    struct edge_line    edge[EDGES];
    struct result_table fire, shock, charge;
    int8_t              matrix[UNIT_TYPES][UNIT_TYPES];      /* [attacker][defender]; rows of types that never attack are 0 */
    int8_t              fixed[FIXED_VALUES];
    uint8_t             reconstructed;                       /* bits of enum table_id: documents that say so of a value of theirs */
};

/* The documents, each replaceable by itself (MI-GEN-17). */
enum table_id { TABLE_UNITS, TABLE_FIRE, TABLE_SHOCK, TABLE_CHARGE, TABLE_MATRIX, TABLE_TERRAIN, TABLE_VALUES, TABLES };

struct command {
    const char *id, *name, *french;
    seat_id     seat;
    int16_t     leader;                      /* its piece */
    uint8_t     standard;                    /* 1 + its standard among the standards; 0: none */
    bool        static_pikes, wet, tired, levy, genoese;     /* what the battle's rules say of it; see specials.c */
};

struct standard { int16_t piece; seat_id seat; bool army; };

struct side {
    const char *id, *name, *french;
    int16_t     flight_level;
    bool        shield_wall, schiltron;
};

/* Whom and what a special rule is about, as its scenario says; what it does not name is 0, or NO_SEAT. */
struct concern {
    seat_id  seat;
    uint16_t commands;                       /* bits */
    uint16_t watched;                        /* those whose fate is waited for (MI-POIT-05) */
    uint8_t  low_x, low_y, high_x, high_y;   /* the hexes where it counts (MI-BANN-05) */
};

struct match {
    struct match_head head;
    struct tables     tables;
    struct hex_map    map;
    int32_t           cells;
    uint8_t           ground[CELLS], level[CELLS];
    uint8_t           edge[CELLS][6];        /* the hexside in each direction */
    int16_t           next[CELLS][6];        /* the neighbour, or NOWHERE */
    hex               at[CELLS];             /* its axial coordinates */
    int8_t            entry[2][CELLS][6];    /* [mounted][from][direction]: ground, hexside and climb; NOWHERE: prohibited (MI-TERR-01) */
    /* MI-TERR-07: cells that only one side, or one command of it, may enter. */
    int8_t            only_side[CELLS];      /* a seat, or NO_SEAT */
    int8_t            only_command[CELLS];   /* a command, or NOWHERE */
    struct side       side[2];
    seat_id           first;                 /* NO_SEAT: a die (MI-BANN-01) */
    bool              special[SPECIALS];
    struct concern    concern[SPECIALS];
    int32_t           commands, standards;
    struct command    command[COMMANDS];
    struct standard   standard[STANDARDS];
    struct piece      piece[PIECES];
    int32_t           units;                 /* the first so many pieces */
    /* By piece. */
    uint8_t           type_of[PIECES];       /* as the battle begins */
    uint8_t           command_of[PIECES];
    struct profile    profile[PIECES];       /* of its first type */
    uint8_t           weapon_of[PIECES];     /* what it carries, also while it rides (MI-FIRE-01) */
    uint8_t           rating[PIECES], range[PIECES], allowance[PIECES];   /* leaders */
    bool              king[PIECES];
    struct unit_start { uint8_t x, y, heading, formation, status; } start[PIECES];
};

struct unit {
    uint8_t x, y;            /* column and row; of a piece that is not on the map both 0 */
    uint8_t heading;         /* a vertex */
    uint8_t type;
    uint8_t status;
    uint8_t formation;
    /* In this activation; cleared when the next one begins. */
    uint8_t commanded;       /* judged at the start (MI-LDR-05) */
    uint8_t weary;           /* it was Disordered at the start (MI-RALLY-01) */
    uint8_t acted;           /* it has done anything at all (MI-RALLY-04) */
    uint8_t done;            /* it will do no more in this segment: for the table */
    uint8_t spent;           /* movement points */
    uint8_t moved;           /* enum move_made */
    uint8_t fixed;           /* stopped in a zone of control: its facing stays (MI-FACE-05) */
    uint8_t turned;          /* vertices turned while it stays in a zone of control (MI-FACE-04) */
    uint8_t fired;
    uint8_t mounted;         /* it has mounted or dismounted (MI-HOB-03) */
    uint8_t reacted;         /* reaction shots (MI-FIRE-18, option) */
    uint8_t countered;       /* it has made a successful counter-charge (MI-CC-07) */
    uint8_t fate;            /* HIT_ bits that are still to be carried out */
    uint8_t driven;          /* from which neighbours they come, a bit a direction (MI-RES-08) */
    uint8_t halted;          /* thrown back, unhorsed or gone: what it was doing is over */
    uint8_t shaken;          /* Disordered by the battle under way (MI-SHOCK-34) */
    uint8_t asked;           /* ASKED_ bits: what its owner has already been asked in the combat under way */
    /* The shock segment. */
    uint8_t attack;          /* enum attack */
    uint8_t goal_x, goal_y, goal_heading;     /* the last hex of a charge, and its facing there */
    int8_t  foe, other;      /* whom it attacks; NOBODY */
    uint8_t battle;          /* the battle it attacks in: 1, 2 for a continued attack on top of it, 3 for a counter-charge */
    uint8_t defends;         /* the battle it is attacked in, likewise; it may have an attack of its own still to come */
    uint8_t parried;         /* attacked by horse, it counter-charges them (MI-CC-09) */
    uint8_t provoked;        /* leaders: PROVOKED by fire at a unit of the command, and now it RIDES_AT_THEM (MI-CREC-06) */
    uint8_t successor;       /* leaders: he is a replacement (MI-LDR-16) */
    int16_t left;            /* 1 + the cell that it has left by a result, for an advance; 0 */
    int16_t began;           /* 1 + the cell where its move began; 0 */
    uint16_t passed;         /* genitors whose zone of control it has left, the n-th one's bit (MI-ZOC-08) */
};

enum { ASKED_EVADE = 1, ASKED_COUNTER = 2, ASKED_CONTACT = 4, ASKED_REFUSAL = 8, ASKED_DIE = 16, ASKED_HEDGE = 32, ASKED_STEADY = 64,
       ASKED_PURSUIT = 128 };
enum { PROVOKED = 1, RIDES_AT_THEM = 2 };
enum folk { FOLK_NONE, FOLK_COMING, FOLK_GONE };      /* MI-BANN-04: coming while the activation that they begin is still to be chosen */
enum touched { TOUCHED, UNTOUCHED, ONLY_REMOUNTED };
enum move_made { MOVE_NONE, MOVE_OPEN, MOVE_OVER };

struct state {
    struct flow flow;
    uint16_t    turn;                /* activations begun, of either side; there are no turns (MI-GEN-03) */
    uint8_t     active;              /* the seat that holds the initiative */
    uint8_t     kind;                /* enum activation */
    int8_t      command;             /* the leader's piece of the active command; NOBODY */
    int8_t      last;                /* that of the command just finished; NOBODY (MI-ACT-06) */
    int8_t      announced;           /* that of the command for which a die is about to be thrown; NOBODY */
    int8_t      moving;              /* the piece whose move is open; NOBODY */
    uint8_t     passes;              /* in a row */
    uint8_t     untouched;           /* enum touched: whether anything has been done yet in this activation (MI-SW-02) */
    uint8_t     begun[2];            /* activations of each side (MI-POIT-03) */
    int16_t     extra[2];            /* flight points that no piece on the table shows */
    uint8_t     comyn, orleans, tello, folk, remounts;       /* rules of single battles that have been used up */
    uint8_t     spare[3];
    struct unit unit[PIECES];
};

static inline bool is_unit(const struct match *m, int piece) { return m->type_of[piece] < UNIT_TYPES; }
static inline seat_id side_of(const struct match *m, int piece) { return m->piece[piece].seat; }
static inline seat_id other_side(seat_id seat) { return (seat_id)!seat; }
static inline bool are_enemies(const struct match *m, int a, int b) { return side_of(m, a) != side_of(m, b); }
static inline bool on_map(const struct state *s, int piece) { return s->unit[piece].status < STATUS_AWAY; }
static inline int leader_of(const struct match *m, int piece) { return m->command[m->command_of[piece]].leader; }
static inline const struct type *type_now(const struct match *m, const struct state *s, int unit) { return &m->tables.type[s->unit[unit].type]; }
static inline bool is_mounted(const struct match *m, const struct state *s, int unit) { return type_now(m, s, unit)->mounted; }
static inline bool is_disordered(const struct state *s, int unit) { return s->unit[unit].status >= STATUS_DISORDERED; }
static inline bool is_retired(const struct state *s, int unit) { return s->unit[unit].status == STATUS_RETIRED; }
static inline int cell_at(const struct match *m, int x, int y) { return y * m->map.cols + x; }
static inline int cell_of(const struct match *m, const struct state *s, int piece) { return cell_at(m, s->unit[piece].x, s->unit[piece].y); }
static inline struct point point_of(const struct match *m, int cell) { return (struct point){ cell % m->map.cols, cell / m->map.cols }; }
static inline hex hex_of(const struct match *m, int cell) { return m->at[cell]; }
/* MI-GEN-10 */
static inline bool is_missile_foot(const struct state *s, int unit) { return s->unit[unit].type <= TYPE_SL; }
static inline int fixed_value(const struct match *m, enum fixed which) { return m->tables.fixed[which]; }
static inline bool has_special(const struct match *m, enum special which) { return m->special[which]; }

/* The phases; each stands at the end of the file that plays it. */
extern const struct phase iron_setup_phase, iron_free, iron_activation, iron_march, iron_move, iron_react, iron_shoot, iron_answer,
    iron_pledge, iron_finish_move, iron_suffer_phase, iron_retreat, iron_retire, iron_face, iron_leader, iron_ground, iron_designate,
    iron_combats, iron_fight, iron_evade, iron_follow, iron_contact, iron_counter, iron_ride, iron_battle, iron_pick, iron_advance,
    iron_next, iron_seize, iron_special;

/* load.c, tables.c, board.c */
extern const char *const iron_type_ids[TYPES], *const iron_special_ids[SPECIALS];
extern const char *const iron_weapon_ids[WEAPONS], *const iron_table_ids[TABLES];
extern const char iron_ground_codes[GROUNDS + 1];           /* the letter of each ground in the rows of a map */
bool iron_load(struct match *m, struct loading *loading);
bool iron_read_tables(struct tables *tables, struct loading *loading);
bool iron_sound(const struct match *m, const struct state *s, struct fault *fault);
void iron_write_board(const struct match *m, struct json_writer *writer);

#endif
