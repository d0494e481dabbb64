/*
 * argad.h: Argad!, a skirmish of single figures in the age of the flintlock (ledger: docs/ledger/argad.md).
 *
 * Both sides plan in secret; then everything moves at once, in 40 ticks; then both aim, and all shots fall together; then both declare
 * their blows, and the blows fall by length of weapon.
 *
 *   argad.c   the tables that tell the engine about the game, and its words
 *   load      tables.c: weapons, movers, ground, profiles from their documents (AR-LEN, AR-FIRE-01..04, AR-MOVE-08); load.c: a match from a
 *             scenario (AR-FIG, AR-GEO-01..05, AR-MOR-01); check.c: whether it is possible on the table; board.c: the match as a host draws it
 *   ground    ground.c: what a place is, what a step may cross, contact and overlap (AR-GEO, AR-BLD); sight.c: who sees whom, what a side
 *             knows, what covers (AR-VIS, AR-FMOD-01..07); routes.c: the shortest way round (AR-MOR-07)
 *   plan      setup.c: the figures are placed; plot.c: the orders (AR-ORD, AR-MOVE-10..16); marks.c: horses, loads, carts, doors, prisoners
 *             (AR-HORSE, AR-OBJ, AR-CAPT-03); ranks.c: close order (AR-FORM)
 *   unfold    walk.c: the 40 ticks (AR-CONT, AR-ORD-10, -12, -13); pace.c: rates and slowness dice (AR-MOVE, AR-SLOW); touch.c: contacts,
 *             room round an enemy, charges, recoil (AR-CONT, AR-CHG, AR-PUSH-01..06)
 *   fight     aim.c: who may shoot whom (AR-FIRE); fire.c: shots and volleys (AR-DICE, AR-FMOD, AR-VOL, AR-CAS); declare.c: who strikes whom
 *             (AR-MEL-01..04); blows.c: the blows and what follows (AR-MEL, AR-MMOD, AR-MULTI, AR-PUSH-07..10)
 *   mind      turn.c: the turn and its end, points (AR-SEQ, AR-LOAD, AR-WIN); morale.c (AR-MOR, AR-CAPT-04); mind.c: what a seat may know and
 *             guess, and which states are possible; think.c: what a computer player tries; promise.c, goals.c, worth.c, ways.c: what it wants;
 *             answers.c: what people ask of a position
 *
 * Lengths are ticks of the table, a thousandth of a centimetre: CM of them. The 40 parts of a movement are called ticks by the rules, and
 * "moments" here. Every *_refused function may be asked without `why` (NULL). Whatever answers a seat about a position asks argad_knows()
 * before it looks where a piece of the other side is: on the true state and on the seat's view it must answer alike.
 */
#ifndef MESTRE_ARGAD_H
#define MESTRE_ARGAD_H

#include "argad_rules.h"
#include "play.h"

enum { CM = 1000, MOMENTS = 40, PARTS = 100 };

enum {
    FIGURES = 48, FORMED = 6, THINGS = 40, DOORS = 12, PIECES = FIGURES + FORMED + THINGS + DOORS, PLANNERS = FIGURES + FORMED,
    GROUPS = 12, ELEMENTS = 40, OPENINGS = 24, WALLS = 64, ENTRIES = 4, GOALS = 16, ZONES = 4, SIGHTS = 4, CORNERS = 96,
    POINTS = 8, FIREARMS_CARRIED = 4, WEAPONS_CARRIED = 4, CONTACTS = 144, GLIMPSES = 6, NAMED_AT_MOST = FIGURES
};

/* AR-GEO-07, -08, -12, AR-SLOW-11: what touches, what overlaps, what lines an obstacle, where a bank begins; in ticks of the table. */
enum { CONTACT = 50, SHRINK = 50, FOREST_HIDES = 10 * CM, BRUSH_HIDES = 2 * CM, LINING = 500, BANK_FOOT = 400, SHORT_OF = 10 };

/* How far a leader is felt (AR-FORM-03, AR-MOR-04, -09), what it costs to take a load (AR-OBJ-01), how far a cart goes (AR-OBJ-07). */
enum { LEADER_REACH = 20 * CM, TAKING = 4 * CM, CART_ON_ROAD = 16 * CM, CART_OFF_ROAD = 8 * CM };

/* Nothing, in the bytes that name a piece; pieces are kept there as 1 + their number, so that 0 is nobody. */
enum { UNKNOWN = 255, UNKNOWN_HEADING = 0xffff };
#define UNKNOWN_PLACE INT32_MIN

enum kind { KIND_FIGURE, KIND_FORMED, KIND_THING, KIND_DOOR, KINDS };
enum ground_class { EASY, DIFFICULT, VERY_DIFFICULT, IMPASSABLE };
enum length { LONG, SEMI_LONG, SHORT, VERY_SHORT, BARE, LENGTHS };
enum form { FORM_OWN, FORM_OTHER };                          /* as the scenario has it; mounted instead of on foot, or the reverse */
enum stance { UPRIGHT, CROUCHED };
enum door { DOOR_NONE, DOOR_OPEN, DOOR_HALF_OPEN, DOOR_SHUT, DOOR_BARRED };        /* none: it is no door */
enum status {
    STATUS_WAITING, STATUS_STANDING, STATUS_ROUTED, STATUS_PRISONER, STATUS_OUT, STATUS_LEFT, STATUS_CARRIED, STATUS_UNSEEN, STATUSES
};
enum order {
    ORDER_HOLD, ORDER_CROUCH, ORDER_EARLY, ORDER_MOVE, ORDER_ATTACK, ORDER_MOUNT, ORDER_DISMOUNT, ORDER_FORCE, ORDER_DRIVE, ORDER_HELP,
    ORDER_FORM_UP, ORDER_MANOEUVRE, ORDER_FILES, ORDER_HIDDEN, ORDERS
};
enum reaction { REACT_NONE, REACT_HALT, REACT_EVADE, REACT_ENGAGE, REACT_HIDDEN };
/* A mark that is added to hold or move, and the piece that it is about (`mark_on`). */
enum mark { MARK_NONE, MARK_TAKE, MARK_DROP_NOW, MARK_DROP_LATER, MARK_OPEN, MARK_SHUT, MARK_BAR, MARK_UNBAR, MARK_HIDDEN };
/* Items of a manoeuvre: plan.x is the item, plan.y how far, in ticks of the table or hundredths of a degree. */
enum item { ITEM_ADVANCE, ITEM_WHEEL_LEFT, ITEM_WHEEL_RIGHT, ITEM_LEFT, ITEM_RIGHT, ITEM_BACK, ITEM_QUARTER_LEFT, ITEM_QUARTER_RIGHT, ITEM_ABOUT };

/* What a figure did this turn. What the other side cannot have seen is masked, with DID_MASKED set instead. */
enum {
    DID_FIRE = 1 << 0, DID_SURPRISE = 1 << 1, DID_STRIKE = 1 << 2, DID_CHARGE = 1 << 3,                                /* public */
    DID_MOVE = 1 << 4, DID_BLOCKED = 1 << 5, DID_TOUCH = 1 << 6, DID_RECOIL = 1 << 7, DID_CONTACT_AT_START = 1 << 8,
    DID_RISE = 1 << 9,                                       /* it was crouched until it fired */
    DID_CHANGE_FORM = 1 << 10, DID_CHOOSE = 1 << 11,         /* its aim or blow is its owner's own choice, no proposal */
    DID_VOLLEY = 1 << 12, DID_FIRE_AT_CONTACT = 1 << 13, DID_FORMED_CHARGE = 1 << 14, DID_MASKED = 1 << 15
};
enum { DID_PUBLIC = DID_FIRE | DID_SURPRISE | DID_STRIKE | DID_CHARGE };

enum phase_id {
    PHASE_SETUP, PHASE_TURN, PHASE_PLOT, PHASE_EARLY, PHASE_MOVE, PHASE_AIM, PHASE_FIRE, PHASE_DECLARE, PHASE_MELEE, PHASE_FOLLOW,
    PHASE_MORALE, PHASE_END,
    PHASE_SHOT, PHASE_EXCHANGE, PHASE_WALK,                  /* one shot, exchange or walk alone, for its odds: never in a game */
    PHASES
};

enum decision_id {
    DO_PLACE, DO_STANCE, DO_FORMATION, DO_FILES, DO_READY, DO_RESIGN, DO_RECALL,
    DO_ORDER, DO_MOVE, DO_WAY, DO_LEAVE, DO_ATTACK, DO_PURSUE, DO_EARLY, DO_FACE, DO_REACT, DO_MOUNT, DO_DISMOUNT, DO_ENTER, DO_LIKEWISE,
    DO_TAKE, DO_DROP, DO_DOOR, DO_FORCE, DO_HELP, DO_DRIVE, DO_RELOAD,
    DO_ADVANCE, DO_WHEEL, DO_STEP, DO_TURN, DO_FORM_UP, DO_BREAK_UP,
    DO_SHOOT, DO_VOLLEY, DO_KEEP, DO_ARM,
    DO_STRIKE, DO_STUN, DO_SEIZE, DO_FOLLOW, DO_SPARE,
    DECISIONS
};

enum event_id {
    EVENT_BEGINS = EVENT_OWN, EVENT_TURN, EVENT_READY, EVENT_PLACED, EVENT_ORDERED, EVENT_ENTERS, EVENT_RESIGNS,
    EVENT_STANDS, EVENT_TURNS, EVENT_SPOTTED, EVENT_LOST_SIGHT, EVENT_REVEALED, EVENT_CROUCHES, EVENT_RISES,         /* EVENT_STANDS has a place */
    EVENT_SLOW, EVENT_BLOCKED, EVENT_CONTACT, EVENT_REACTS, EVENT_STOPS, EVENT_MAKES_ROOM, EVENT_TAKEN_BACK, EVENT_LEAVES, EVENT_CHARGES,
    EVENT_MOUNTS, EVENT_DISMOUNTS, EVENT_TAKES, EVENT_DROPS, EVENT_DOOR, EVENT_FORCED, EVENT_FORMED, EVENT_BROKEN_UP, EVENT_CLOSES_UP,
    EVENT_AIMS, EVENT_FIRES, EVENT_SHOT, EVENT_VOLLEY, EVENT_HIT, EVENT_WOUNDED, EVENT_OUT, EVENT_CAPTURED, EVENT_FREED,
    EVENT_STRIKES, EVENT_BLOW, EVENT_NO_BLOW, EVENT_TIE, EVENT_PUSHED, EVENT_FOLLOWS,
    EVENT_MORALE, EVENT_ROUTS, EVENT_RALLIES, EVENT_RELOADS, EVENT_ENTRY, EVENT_POINTS, EVENT_ENDS, EVENTS_END
};

/* The sequence of play, from 1. */
enum step_id { STEP_BELOW, STEP_SET_UP, STEP_PLOT, STEP_EARLY, STEP_MOVE, STEP_FIRE, STEP_MELEE, STEP_FOLLOW, STEP_MORALE, STEP_END };

enum ring_id {
    RING_MOVE, RING_PISTOL_NEAR, RING_PISTOL, RING_CARBINE_NEAR, RING_CARBINE_MIDDLE, RING_CARBINE, RING_MUSKET_NEAR, RING_MUSKET_MIDDLE,
    RING_MUSKET, RING_REACTION, RING_LEADER, RINGS
};
enum value_id { PROFILE_CLASS, PROFILE_ARMOUR, PROFILE_RATE, PROFILE_FIRE, PROFILE_MELEE, PROFILE_NERVE, PROFILES };

/* In the order of the ledger's table of options. */
enum option_id {
    OPTION_FIRE_CHAIN, OPTION_GROUPED_SIXES, OPTION_EARLY_FIRE, OPTION_SURPRISE, OPTION_CROUCH_IN_FOREST, OPTION_LINE_AIM,
    OPTION_LOCAL_KNOWLEDGE, OPTION_HEAVY_CLOSE_CHARGE, OPTION_REFORM_AFTER_CHARGE, OPTION_TIE_EQUAL, OPTION_MORALE, OPTION_HERO_WOUNDS,
    OPTION_NON_LETHAL, OPTIONS
};
enum { CHAIN_OPEN, CHAIN_SEVEN_MAX };
enum { SIXES_OFF, SIXES_VOLLEY, SIXES_ALL };
enum { TIE_MUTUAL, TIE_NONE };

/* What never changes. */

enum { FIREARMS = 8, WEAPONS = 24, MOVERS = 12, TERRAINS = 32, PROFILES_OF_TROOPS = 48, BANDS = 3 };

enum { MAY_FIRE_MOVING = 1, MAY_FIRE_MOUNTED = 2, MAY_FIRE_IN_CONTACT = 4, RELOADS_ON_FOOT_ONLY = 8 };

struct firearm {
    const char *id;
    rule_id     rule;                        /* its row of the sheet: AR-FIRE-01 to -03 */
    int32_t     bands;
    struct { int32_t to; int8_t need, cuirass; } band[BANDS];        /* up to that gap, the result wanted, the malus on a cuirass */
    uint8_t     flags;
};

enum { WEAPON_POOR = 1, WEAPON_HEAVY_TOOL = 2, WEAPON_AGAINST_HORSE = 4, WEAPON_MAY_STUN = 8, WEAPON_HATCHET = 16 };

struct weapon {
    const char *id;
    uint8_t     length;                      /* enum length */
    uint8_t     flags;
};

enum { MOVER_MOUNTED = 1, MOVER_CAVALRY = 2, MOVER_HEAVY = 4, MOVER_LIGHT_DRESS = 8, MOVER_MAY_FORM = 16 };

struct mover {
    const char  *id;
    int32_t      rate, rout, column, line, attack, aside;            /* ticks of the table a turn; 0: it never goes so */
    uint8_t      dice, flags;
    struct shape shape;
    uint8_t      dismounted;                 /* the mover that it is on foot */
};

enum terrain_flag {
    TERRAIN_LINE = 1 << 0, TERRAIN_ROAD = 1 << 1, TERRAIN_BRUSH = 1 << 2, TERRAIN_FOREST = 1 << 3, TERRAIN_OPAQUE = 1 << 4,   /* cliff, building */
    TERRAIN_HILL = 1 << 5, TERRAIN_BANK = 1 << 6, TERRAIN_RAMPART = 1 << 7, TERRAIN_SLOPE = 1 << 8, TERRAIN_BUILDING = 1 << 9,
    TERRAIN_WATER = 1 << 10, TERRAIN_COVERS_FOOT = 1 << 11, TERRAIN_HIDES_CROUCHED = 1 << 12, TERRAIN_LIGHT_FOOT_ONLY = 1 << 13
};

struct terrain {
    const char *id;
    uint8_t     class[2];                    /* enum ground_class, on foot and mounted */
    int8_t      cover;
    uint16_t    flags;
};

struct element {
    const char     *id;
    uint8_t         terrain;
    uint8_t         level;
    struct area     area;                    /* of an area, else of no vertices */
    struct polyline line;                    /* of a line */
    struct polyline crossed;                 /* the same with a hair along, or into, what its ends meet, so that nobody passes between the two */
    int32_t         uphill;                  /* heading; of a steep slope */
    bool            inner_right;             /* of a rampart: its walk is to the right of the line as it is drawn */
    uint8_t         class[2];                /* as the scenario has it, or the terrain's own */
};

enum opening_kind { OPENING_DOOR, OPENING_GATE, OPENING_WINDOW, OPENING_LOOPHOLE };

struct opening {
    const char     *id;
    uint8_t         kind;
    uint8_t         element;                 /* the building */
    int16_t         door;                    /* the piece that shuts it, or NOBODY */
    struct point    end[2];
    struct polyline line;
};

enum { TRAIT_LEADER = 1, TRAIT_LINE = 2, TRAIT_STEADY_SEAT = 4, TRAIT_CIVILIAN = 8 };

struct figure {
    uint8_t  class, armour;
    uint8_t  mover[2];                       /* by form; 0xff: it has only one */
    uint8_t  firearms, weapons;
    uint8_t  firearm[FIREARMS_CARRIED], weapon[WEAPONS_CARRIED];     /* in order of the list; every figure has bare hands last */
    uint8_t  traits;
    uint8_t  loaded;                         /* at the start, a bit a firearm */
    uint8_t  group;
    uint8_t  formed;                         /* 1 + its formed unit, from 0; 0: none */
    uint8_t  horse;                          /* 1 + the thing that its horse is when it dismounts; 0: none */
    uint8_t  entry;                          /* 1 + its entry; 0: it begins on the table */
    uint8_t  stance;                         /* at the start */
    uint32_t local;                          /* kinds of terrain it is at home in, a bit each */
};

struct formed {
    const char *id;
    uint8_t     count, files;                /* at the start */
    uint8_t     member[FIGURES];
    uint8_t     mover;
    struct pose start;                       /* middle of the front edge */
};

enum thing_type { THING_BARREL, THING_SACK, THING_CHEST, THING_PURSE, THING_CART, THING_ANIMAL, THING_BOAT, THING_HORSE, THING_MULE, THING_TYPES };

struct thing {
    uint8_t      type;
    struct shape shape;
    uint8_t      in;                         /* 1 + the thing that it lies in at the start */
    uint8_t      owner;                      /* of a horse: 1 + its rider */
    uint8_t      path;                       /* 1 + the element that a cart may not leave */
    bool         immobile;                   /* of a cart: nobody drives it */
};

struct group { const char *id, *name[2]; int16_t leader; uint8_t count; seat_id seat; uint8_t member[FIGURES]; };
struct entry { uint8_t group, turn, die; struct point from, to; };
struct sight { uint8_t from, to; int32_t limit; };          /* turns, and a gap */

enum goal_kind { GOAL_OBJECT_EXIT, GOAL_OBJECT_HELD, GOAL_OBJECT_NOT_HELD, GOAL_OBJECT_IN_AREA, GOAL_FIGURE_STATE, GOAL_FIGURE_EXIT, GOAL_AREA_HELD, GOAL_KINDS };

struct goal {
    uint8_t     kind;
    seat_id     seat;                        /* whose points they are */
    int8_t      points;
    bool        each;
    uint8_t     edges;                       /* bits of N, E, S, W */
    uint8_t     states;                      /* bits of STATUS_OUT, STATUS_PRISONER, STATUS_LEFT: fled */
    uint64_t    figures, things;             /* bits */
    int16_t     element;                     /* the area, or -1 */
    int32_t     within;                      /* no enemy so near to the thing; so near to the area counts as in it */
    seat_id     by;                          /* who must carry it off or hold it */
    const char *text[2];
};

/* How points become a result, tried in order: `seat` has at least `low`, and more than the other if `ahead`; then `winner` wins, or nobody. */
struct verdict { seat_id seat, winner; bool ahead; int16_t low; };
enum { VERDICTS = 8 };

enum { EDGE_NORTH = 1, EDGE_EAST = 2, EDGE_SOUTH = 4, EDGE_WEST = 8 };

/*
 * The elements that matter to a question, in ascending order, so that it need not look at all of them: what raises who stands there, roads, slopes,
 * what slows or bars a step, what cuts or thickens a line of sight, areas and lines that cover, lines behind which one lies hidden.
 */
enum look { RAISING, ROADS, SLOPES, SLOWING, BARRING, OPAQUE, WOODS, COVERS, SCREENS, HIDES, LOOKS };
struct chosen { uint8_t count, list[ELEMENTS]; };

struct ways { int32_t between[CORNERS][CORNERS], off[CORNERS][4]; };

struct match {
    struct match_head head;
    struct point      size;
    uint8_t           turns;
    int32_t           first[KINDS + 1];      /* pieces of each kind: figures, formed units, things, doors */
    int32_t           figures, formeds, things, doors;

    struct firearm    firearm[FIREARMS];
    struct weapon     weapon[WEAPONS];
    struct mover      mover[MOVERS];
    struct terrain    terrain[TERRAINS];
    int32_t           firearms, weapons, movers, terrains;
    uint8_t           bare_hands;            /* among the weapons */

    struct element    element[ELEMENTS];
    struct opening    opening[OPENINGS];
    struct polyline   wall[WALLS];           /* outlines of buildings without their openings */
    uint8_t           wall_of[WALLS];        /* the building of each */
    int32_t           elements, openings, walls;
    struct chosen     chosen[LOOKS];

    struct figure     figure[FIGURES];
    struct formed     formed[FORMED];
    struct thing      thing[THINGS];
    struct group      group[GROUPS];
    struct entry      entry[ENTRIES];
    struct goal       goal[GOALS];
    struct verdict    verdict[VERDICTS];
    struct sight      sight[SIGHTS];
    int32_t           groups, entries, goals, verdicts, sights;
    int16_t           clear_margin;          /* a lead that makes a win a clear one */
    int32_t           flash_limit;           /* a figure that has fired is seen so far, for `flash_turns`; 0: no such thing */
    uint8_t           flash_turns;

    uint8_t           exit_edge[2];
    struct area       zone[2][ZONES];
    int32_t           zones[2];
    struct pose       start[PIECES];
    uint8_t           door_state[DOORS];     /* at the start */
    uint8_t           start_with[PIECES];    /* 1 + who carries, leads or drives it; of a figure its load */
    struct piece      piece[PIECES];

    /* Corners of what cannot be walked through, a little outside, for ways round. */
    struct point      corner[CORNERS], clear[CORNERS];         /* the second for who leads an animal */
    int32_t           corners;
    /* How far it is from corner to corner, and from each off the table by each edge, doors as they are at the start, for one on foot and for
       one who leads an animal (ways.c). */
    struct ways       ways[2];
};

/* What changes. */

struct unit {
    int32_t  x, y;                           /* the centre; of a formed unit the middle of its front edge */
    int32_t  seen_x, seen_y;                 /* where the other side saw it last (AR-VIS-10) */
    uint16_t heading, face;                  /* face: as it is to stand at the end; UNKNOWN_HEADING: as it comes */
    uint16_t did;
    int16_t  number;                         /* of an order: files */
    uint8_t  status, seen, seen_turn;        /* seen: by the other side, now; of a thing: bits of the seats that see it */
    uint8_t  form, stance, door, loaded;
    uint8_t  order, target, reaction, mark, mark_on, points;
    uint8_t  choice;                         /* 1 + the firearm that it is to reload first; of a thing that has left: 1 + the seat that took it off */
    uint8_t  shot_at, shot_with;             /* 1 + the target; the firearm of its list */
    uint8_t  strike_at, strike_with, strike_how;
    uint8_t  carries, with;                  /* 1 + the load, animal, prisoner or cart; 1 + who carries, leads or drives it */
    uint8_t  formed, file, rank, files;      /* of a figure: 1 + its formed unit while it is in ranks, and its place; of a formed unit: files */
    uint8_t  wounds;                         /* WOUNDED, UNARMED */
    uint8_t  spent_charge, flash;
    uint8_t  primed;                         /* of a formed unit: it may fire a volley early; of a figure: it has entered in this plot */
    uint8_t  left_by;                        /* the edge by which it left, as a bit; LED_OFF */
    uint8_t  hid;                            /* from every enemy: HID_SINCE, HID_AT_START; its owner cannot know */
};

/* From the start of the turn until now (AR-FMOD-16); when the turn began, whatever has shown it since (AR-ORD-09). */
enum { HID_SINCE = 1, HID_AT_START = 2 };

/* In left_by: a prisoner whom his guard led off the table. Everybody knows of prisoners. */
enum { LED_OFF = 16 };

/* Wounded: -1 on all its throws (AR-CAS-05). Unarmed: it has its bare hands and nothing else (AR-CAPT-04). */
enum { WOUNDED = 1, UNARMED = 2 };

enum { STRIKE_TO_CAPTURE = 1, STRIKE_FOLLOWS = 2, STRIKE_SEIZES = 4, STRIKE_WON = 8 };      /* won: it hit or pushed; its plan says where its target was */

struct plan { int32_t x[POINTS], y[POINTS]; };

/* Two enemies who touch, a before b, in ascending order. Which of them attacks is remembered as long as the contact lasts (AR-CONT-10). */
enum { A_ATTACKS = 1, B_ATTACKS = 2, AT_START = 4, PARTED = 8, A_CHARGES_B = 16, B_CHARGES_A = 32, ACROSS = 64 };
struct contact { uint8_t a, b, flags, element; };

/* An enemy whom a figure could have shot while both moved, and can no longer (AR-FIRE-19). */
enum { GLIMPSE_TARGET_FURTIVE = 1, GLIMPSE_SHOOTER_FURTIVE = 2, GLIMPSE_ISOLATED = 4 };
struct glimpse { uint8_t target, moment, flags; int8_t cover; int32_t gap; };

struct state {
    struct flow    flow;
    uint8_t        turn, ready, gave_up, level;
    uint8_t        entry_due[ENTRIES];       /* its dice have called it for the next turn */
    uint8_t        group[GROUPS];            /* stages of loss that it has passed, and the loss of its leader: bits */
    struct unit    unit[PIECES];
    struct plan    plan[PLANNERS];
    struct contact contact[CONTACTS];
    struct glimpse glimpse[FIGURES][GLIMPSES];
    uint8_t        contacts, spare[3];
};

/* Small questions. */

static inline enum kind kind_of(const struct match *m, int piece)
{
    if (piece < m->first[KIND_THING]) return piece < m->first[KIND_FORMED] ? KIND_FIGURE : KIND_FORMED;
    return piece < m->first[KIND_DOOR] ? KIND_THING : KIND_DOOR;
}

static inline bool is_figure(const struct match *m, int piece) { return piece < m->figures; }
static inline int  formed_piece(const struct match *m, int formed) { return m->first[KIND_FORMED] + formed; }
static inline int  thing_piece(const struct match *m, int thing) { return m->first[KIND_THING] + thing; }
static inline seat_id side_of(const struct match *m, int piece) { return m->piece[piece].seat; }
static inline bool are_enemies(const struct match *m, int a, int b) { return side_of(m, a) != side_of(m, b); }
static inline int32_t option(const struct match *m, enum option_id which) { return m->head.option[which]; }
static inline struct point place_of(const struct state *s, int piece) { return (struct point){ s->unit[piece].x, s->unit[piece].y }; }
static inline struct pose pose_of(const struct state *s, int piece) { return (struct pose){ place_of(s, piece), s->unit[piece].heading }; }

/* AR-FIG-09: only active figures fire, reload or strike. */
static inline bool is_active(const struct state *s, int figure) { return s->unit[figure].status == STATUS_STANDING; }
/* On the table with a base of its own. */
static inline bool is_there(const struct state *s, int piece)
{
    uint8_t status = s->unit[piece].status;

    return status == STATUS_STANDING || status == STATUS_ROUTED || status == STATUS_PRISONER;
}

static inline const struct mover *mover_of(const struct match *m, const struct state *s, int figure)
{
    return &m->mover[m->figure[figure].mover[s->unit[figure].form]];
}
static inline bool is_mounted(const struct match *m, const struct state *s, int figure) { return mover_of(m, s, figure)->flags & MOVER_MOUNTED; }
static inline bool is_cavalry(const struct match *m, const struct state *s, int figure) { return mover_of(m, s, figure)->flags & MOVER_CAVALRY; }
/* AR-ORD-12: it did not leave its place by its own movement, and no dice blocked it. */
static inline bool is_immobile(const struct state *s, int figure) { return !(s->unit[figure].did & (DID_MOVE | DID_BLOCKED | DID_CHANGE_FORM)); }
/* AR-FIRE-26: hands or time for nothing else: it does not fire and does not reload. */
static inline bool is_busy(const struct state *s, int figure)
{
    uint8_t order = s->unit[figure].order;

    return s->unit[figure].carries || order == ORDER_HELP || order == ORDER_DRIVE || order == ORDER_MOUNT || order == ORDER_DISMOUNT || order == ORDER_FORCE;
}
static inline bool is_carrying(const struct state *s, int figure) { return s->unit[figure].carries != 0; }
/* In ranks, as a formed unit that is formed. */
static inline bool in_ranks(const struct state *s, int figure) { return s->unit[figure].formed != 0; }
static inline bool is_formed(const struct match *m, const struct state *s, int formed) { return s->unit[formed_piece(m, formed)].status == STATUS_STANDING; }

const struct firearm *argad_firearm(const struct match *m, int figure, int number);       /* of its list */
const struct weapon  *argad_weapon(const struct match *m, int figure, int number);

/* ground.c: places. What is asked takes places, not pieces, wherever it may be asked of another moment. */

struct spot {
    uint8_t  class;                          /* enum ground_class for that mover */
    uint16_t kinds;                          /* flags of all terrain there */
    uint32_t terrains;                       /* their kinds, a bit each */
    uint8_t  level;
    bool     indoors;
    int16_t  element;                        /* the one that gives the class, or -1 */
};

struct spot argad_spot(const struct match *m, const struct mover *mover, struct point at);
void argad_choose_elements(struct match *m);                                  /* at load, when all of them are read */

/* Bases stand about the middle, within this. */
static inline int32_t radius_of(const struct match *m, const struct state *s, int piece)
{
    if (is_figure(m, piece)) return mover_of(m, s, piece)->shape.radius;
    return kind_of(m, piece) == KIND_THING ? m->thing[piece - m->first[KIND_THING]].shape.radius : CM;
}

/* The piece is farther than `reach` from the place: told without working its base out. */
static inline bool is_beyond(const struct match *m, const struct state *s, int piece, struct point at, int32_t reach)
{
    int64_t dx = (int64_t)s->unit[piece].x - at.x, dy = (int64_t)s->unit[piece].y - at.y, sum = (int64_t)reach + radius_of(m, s, piece);

    return dx * dx + dy * dy > sum * sum;
}

/* The base of a piece as it stands, or as it would stand. */
struct shape argad_shape(const struct match *m, const struct state *s, int piece);
struct base  argad_base(const struct match *m, const struct state *s, int piece);

/* Whether a leg comes near a box at all: asked before anything that is dear to work out. */
static inline bool boxes_meet(struct segment leg, struct point low, struct point high, int32_t margin)
{
    return min32(leg.from.x, leg.to.x) <= high.x + margin && max32(leg.from.x, leg.to.x) >= low.x - margin &&
           min32(leg.from.y, leg.to.y) <= high.y + margin && max32(leg.from.y, leg.to.y) >= low.y - margin;
}

/* Parts of a segment, in ticks along it, in order and apart from each other. */
enum { SPANS = 32 };
struct span { int32_t from, to; };
struct spans { int32_t count; struct span list[SPANS]; };

/* Does the segment run along a side of the area? */
bool argad_runs_along(struct segment segment, const struct area *area);
/* Adds the parts of the segment in the area, those along its edge too (AR-GEO-10); returns how long those within are in all. */
int32_t argad_add_inside(struct spans *spans, struct segment segment, const struct area *area);

/* AR-GEO-06 to -08. */
int32_t argad_gap(const struct match *m, const struct state *s, int a, int b);                    /* rounded down */
bool    argad_overlaps(const struct base *a, const struct base *b);
bool    argad_in_contact(const struct match *m, const struct state *s, int a, int b);             /* near enough, and no wall between */
bool    argad_within(const struct base *a, const struct base *b, int32_t limit);                  /* the gap, rounded down, is at most that */

/* AR-BLD-06: a wall or a shut door parts two places. AR-CONT-11: an obstacle lies between them, and which. */
bool argad_parted(const struct match *m, const struct state *s, struct point a, struct point b);
/* *obstacle: the number of the element; ACROSS_OPENING, ACROSS_CART: and the number of the opening or the thing. */
enum { ACROSS_OPENING = 64, ACROSS_CART = 128 };
bool argad_across(const struct match *m, const struct state *s, int a, int b, int *obstacle);
/* AR-GEO-13, AR-SLOW-11: on a bank, within 0.4 cm of its line. */
bool argad_on_bank(const struct match *m, int element, struct point at);
/* AR-GEO-12. */
bool argad_lines_element(const struct match *m, const struct base *base, int element);
bool argad_lines_opening(const struct match *m, const struct base *base, int opening);
/* AR-GEO-13: negative, 0 or positive as a stands lower than, level with or higher than b. */
int  argad_higher(const struct match *m, const struct state *s, int a, int b);
int  argad_above(const struct match *m, const struct mover *mover, const struct base *a, const struct mover *other, const struct base *b);
int  argad_level(const struct match *m, const struct mover *mover, const struct base *base);

/*
 * The first place along a leg where the ground becomes worse than `now` for the mover, or where it crosses an obstacle that is (AR-SLOW-07, -11):
 * ticks of the table from the start of the leg, rounded down, or -1. What it comes into is in *into.
 */
int32_t argad_edge(const struct match *m, const struct mover *mover, struct segment leg, enum ground_class now, struct spot *into);
/* All of the leg lies on roads. */
bool argad_on_road(const struct match *m, struct segment leg);
/* AR-MOVE-13, AR-BLD-01, -05: whether the centre may go along the leg: walls, shut doors, impassable ground, openings. */
rule_id argad_leg_refused(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg, struct refusal *why);
bool argad_leg_barred(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg);       /* the same, by whatever rule */
/* How far along the leg the centre may go, in ticks of the table, up to its length. */
int32_t argad_leg_free(const struct match *m, const struct state *s, const struct mover *mover, struct segment leg);

/* routes.c: the shortest way round, corners only, without the start; the number written, at most `capacity`; 0: straight on is all there is. */
int argad_route(const struct match *m, const struct state *s, const struct mover *mover, struct point from, struct point to, struct point *points, int capacity);
bool argad_make_corners(struct match *m, struct fault *fault);                            /* at load */
void argad_measure_corners(struct match *m);                                              /* then; ways.c */
/* The nearest point of an edge of the table. */
struct point argad_to_edge(const struct match *m, struct point from, uint8_t edge);

/* sight.c */

/* What lies on a line. */
struct line {
    int32_t forest;                          /* so much of it between the centres, rounded down */
    int16_t wall;                            /* 1 + the element that cuts it; 0: none */
    int8_t  cover;                           /* the worst malus of the ground, 0 to -2, for a target on foot or mounted as asked */
    int16_t cover_by;                        /* 1 + the element, -1 - the opening; 0: none */
    rule_id cover_rule;
};

/* One end of a line: a figure where it stands, or where it was. */
struct eye {
    struct point at;
    const struct mover *mover;
    struct base  base;
    uint8_t      stance;
    bool         immobile;
    int16_t      figure;                     /* or NOBODY */
};

struct eye  argad_eye(const struct match *m, const struct state *s, int figure);
struct line argad_line(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to);
/* AR-VIS-01 to -07: 0, or the rule by which `to` is hidden from `from`. */
rule_id argad_hidden_from(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to, struct refusal *why);
rule_id argad_hidden(const struct match *m, const struct state *s, int viewer, int target, struct refusal *why);
/* Would any active figure of the seat see a figure there? */
bool argad_sees_place(const struct match *m, const struct state *s, seat_id seat, const struct eye *there);
/* The same of those figures alone. */
bool argad_seen_by(const struct match *m, const struct state *s, seat_id seat, const struct eye *there, uint64_t among);

/* Does the seat know where the piece is? Its own, what it sees, and what everybody knows. Works alike on the true state and on its view. */
bool argad_knows(const struct match *m, const struct state *s, seat_id seat, int piece);
/* The other side sees what it sees now: bits of `seen`, last places, with EVENT_SPOTTED and EVENT_LOST_SIGHT (AR-VIS-09, -10). */
void argad_look(struct play *p);
void argad_look_for_things(struct play *p);                                   /* no more than that, before the figures are placed */
/* AR-VIS-11, AR-CONT-09: it has fired, or is in contact: seen for the rest of the turn. */
void argad_reveal(struct play *p, int figure, rule_id rule);
/* The seats, and the SPECTATOR, that learn what happens to a piece now. */
uint8_t argad_audience(const struct match *m, const struct state *s, int piece);
/* The same of a figure or formed unit in the middle of a movement and until all look anew, when `seen` is not of this moment. */
uint8_t argad_witnesses(const struct match *m, const struct state *s, int piece);
/* Rules that go with something that only they learn. */
void argad_cite(struct play *p, uint8_t audience, rule_id rule);
/* The same for dice and accounts: whoever is left out does not see them until argad_openly(). */
void argad_privately(struct play *p, int piece);
void argad_openly(struct play *p);

/* pace.c */

/* The rate of this turn, as an account when p is not NULL: base, load, formation, rout (AR-MOVE-01 to -09, AR-FORM-05 to -09, AR-OBJ-01 to -07). */
int32_t argad_rate(const struct match *m, const struct state *s, int piece, struct play *p);
int32_t argad_rate_otherwise(const struct match *m, const struct state *s, int figure);        /* of one who mounts or dismounts: in his new form, with what he has */

/*
 * A figure under way: scratch of the 40 moments. While they run the state has everybody where he is at the present moment; `at` and `heading`
 * keep where he was at the end of each, the start first.
 */
struct walker {
    bool         there;                      /* on the table: else all the rest is empty */
    uint8_t      order, reaction;            /* as they have become */
    bool         stopped, reacted, pursues;
    uint8_t      leaves;                     /* the edges that its path leads over, as bits: by no other does it leave (AR-MOVE-15) */
    bool         hunts;                      /* its path is behind it, and it heads for its target anew each moment (AR-ORD-07) */
    uint8_t      die[2], dice;               /* slowness dice that count, 0 to 2 of them */
    bool         blocked, hindered;          /* hindered: it has lost a moment to what stands in its way (AR-CONT-07) */
    uint8_t      class;                      /* the worst ground that its dice have been reckoned with */
    int32_t      rate, pace, moved, limit;   /* of the turn; a moment; so far; in all (R of AR-SLOW-08). Ticks of the table */
    int32_t      reduced;                    /* R of AR-SLOW-08, of a whole turn, once it has thrown dice */
    int32_t      advance;                    /* in the present moment */
    int32_t      short_of;                   /* it meets an enemy in this moment before an edge so far ahead, and throws no dice for it; 0: no such thing */
    int32_t      along;                      /* on the present leg */
    uint8_t      leg, legs;
    int16_t      target;                     /* whom it pursues, or NOBODY */
    int16_t      formed;                     /* it goes with this formed unit, from 0; -1: by itself */
    struct point point[POINTS + 2];          /* its path, the start first */
    int32_t      length[POINTS + 1];         /* of its legs, and where they lead */
    uint16_t     bearing[POINTS + 1];
    struct point at[MOMENTS + 1];
    uint16_t     heading[MOMENTS + 1];
    uint8_t      file[MOMENTS + 1], rank[MOMENTS + 1];
    uint8_t      passed[MOMENTS + 1];        /* how many points of its plotted path it has passed by the end of each */
    int32_t      dent_forward, dent_right;   /* in ranks: how far it stands from its place there, pushed back or having stepped forward */
    uint8_t      status;                     /* as it set out */
    int8_t       low_until;                  /* the last moment at which it lay crouched and immobile; -1: it did not */
    uint8_t      left_at;                    /* the moment at which it left the table; 0: it has not */
    uint8_t      earliest;                   /* it is taken back no farther than to this moment: it has changed its form */
    uint8_t      touched_at, touched_part;   /* its first contact of this movement; 0: none */
    uint8_t      free_from;                  /* it may move from that moment on (mounting: 21) */
};

struct walk {
    uint8_t       moment;
    struct walker walker[FIGURES];
    uint64_t      known_at_start[2];         /* enemies that each side saw when the turn began */
    uint64_t      near_at_start[FIGURES];    /* enemies that each who reacts saw within 10 cm then (AR-ORD-09) */
    struct pose   front[FORMED];             /* of formed units, where what is left of their manoeuvre begins */
    int32_t       rate[FORMED], used[FORMED];                /* of the turn, and so far */
    int32_t       spent[FORMED], formed_advance[FORMED];     /* on what is left of the manoeuvre: so far, and in the present moment */
    bool          formed_stopped[FORMED], formed_hindered[FORMED];
    bool          kept_apart;                /* AR-CONT-05 has come into play */
    uint8_t       window[OPENINGS];          /* 1 + who passes it this turn (AR-BLD-05) */
    struct pose   formed_at[FORMED][MOMENTS + 1];
    uint8_t       files_at[FORMED][MOMENTS + 1];
    int32_t       told[MOMENTS + 1];         /* how many events were told by the end of each moment */
};

/* Where a walker is after the first `part` of 100 parts of the present moment (AR-CONT-02; ruling 53: along its path). */
struct pose argad_part(const struct match *m, const struct state *s, const struct walk *walk, int figure, int part);

/* AR-SLOW: the walker comes into that ground in this moment: dice once a turn, then what is left of its rate. False: it is blocked. */
bool argad_slow(struct play *p, int figure, struct walker *walker, const struct spot *into);

/* touch.c */

const struct contact *argad_contact(const struct state *s, int a, int b);
/* AR-CONT-10. */
bool argad_attacks(const struct state *s, int attacker, int other);
/* The same of a contact that came about in this turn. */
bool argad_arrives(const struct state *s, int attacker, int other);
/* AR-CHG-06: does the cavalryman charge him directly? */
bool argad_charges(const struct state *s, int charger, int other);
bool argad_touches_enemy(const struct match *m, const struct state *s, int figure);
void argad_add_contact(struct state *s, int a, int b, uint8_t flags, int element);
void argad_drop_contacts(struct state *s, int figure);
/* Contacts that no longer are, after somebody was moved or removed; and new ones, of which `follower` is the attacker (NOBODY: nobody is). */
void argad_refresh_contacts(struct play *p, int follower, rule_id rule);
/* The present moment of everybody, in parts where enemies come near each other, contacts as they happen (AR-CONT-02 to -06, -09, -10). */
void argad_moment(struct play *p, struct walk *walk);
/* AR-SLOW-07 with AR-CONT-03: would it touch an enemy in this moment before it has gone so far, nobody else being stopped on the way? */
bool argad_meets_before(const struct match *m, const struct state *s, const struct walk *walk, int figure, int32_t distance);
void argad_after_movement(struct play *p, struct walk *walk);                 /* AR-FORM-17, AR-CONT-14, AR-MOVE-17, AR-CHG */
/* AR-PUSH-01 to -03, -05: where it comes to stand when it recoils from a place, with those behind it in its file. */
struct pose argad_recoil(const struct match *m, const struct state *s, int figure, struct point from, const uint8_t *behind, int count);
/* Its base would overlap one of those figures, or a cart that is not its own: which, or NOBODY. */
int argad_overlapped_by(const struct match *m, const struct state *s, int figure, const struct base *base, uint64_t among);

/* aim.c */

struct shot {
    int16_t shooter, target;
    uint8_t firearm;                         /* among those of its list */
    uint8_t band;
    int32_t gap;
    int8_t  cover;
    rule_id cover_rule;
    uint8_t moment;                          /* of a shot in passing; 0: where they stand */
    bool    early, target_furtive, shooter_furtive, at_contact;
    bool    isolated;                        /* of a shot in passing (AR-FMOD-18) */
    bool    surprise;                        /* AR-FMOD-16; its owner cannot know of it before the shot */
};
enum when { WHEN_EARLY, WHEN_FIRE };

/* AR-FIRE-29 and what it gathers: whether the shooter, as the rules of that moment have it, may shoot the target with that firearm. */
rule_id argad_shot_refused(const struct match *m, const struct state *s, int shooter, int target, int firearm, enum when when, struct shot *shot,
                           struct refusal *why);
/* Whether it may shoot at all with that firearm (AR-FIRE-06 to -11, -25, -26), whatever the target. */
rule_id argad_able_refused(const struct match *m, const struct state *s, int shooter, int firearm, enum when when, struct refusal *why);
/* The natural value that the shot needs, surprise aside (AR-SEQ-07; ruling 49). */
int  argad_needed(const struct match *m, const struct state *s, const struct shot *shot);
/* Of the firearms that may, the one with the best chance; false with the first one's rule when none may. */
bool argad_best_shot(const struct match *m, const struct state *s, int shooter, int target, enum when when, struct shot *best, rule_id *rule, struct refusal *why);
/* May it, with any of them? */
bool argad_may_shoot(const struct match *m, const struct state *s, int shooter, int target, enum when when);
/* AR-FIRE-24: a figure known to the shooter's side that stands in the line of fire, or NOBODY. */
int  argad_shielded_by(const struct match *m, const struct state *s, const struct eye *from, const struct eye *to);
void argad_propose_shots(struct play *p, seat_id seat);
/*
 * AR-VOL-01, -02, -06: the figures that would fire the volley of that figure at that target, as bits, and the firearm of each if `with` is not
 * NULL; 0 with the rule.
 */
uint64_t argad_volley(const struct match *m, const struct state *s, int shooter, int target, enum when when, uint8_t *with, rule_id *refused);
/* The shot of one of a volley: with the firearm that it has been told, else with its best. */
bool argad_volley_shot(const struct match *m, const struct state *s, int figure, int target, enum when when, struct shot *shot, rule_id *refused);
/* AR-FORM-20. */
bool argad_in_arc(const struct match *m, const struct state *s, int shooter, int target);
/* AR-FMOD-18. */
bool argad_is_isolated(const struct match *m, const struct state *s, int shooter, int target);

/* fire.c */

/* The total of the modifiers of a shot, as an account (AR-FMOD). */
int  argad_shot_total(struct play *p, const struct shot *shot);
/* Throw it, tell it. True: it hits. Nobody is removed yet. */
bool argad_fire(struct play *p, const struct shot *shot);
/* The same for a volley: whom it hits, as bits, and the shots of which it was made; how many. */
int  argad_fire_volley(struct play *p, uint64_t shooters, int target, enum when when, struct shot *shots, uint64_t *hit);
/* It has fired: empty, upright, seen. */
void argad_has_fired(struct play *p, const struct shot *shot);
/* It stands up, if it did not stand (AR-FIG-08). */
void argad_rise(struct play *p, int figure);
/* A hit takes effect (AR-CAS, AR-CAPT-01). */
void argad_casualty(struct play *p, int figure, int by, rule_id rule, bool captured);
int  argad_most(const struct match *m);                                       /* where a chain of sixes ends in fire */

/* declare.c, blows.c */

rule_id argad_strike_refused(const struct match *m, const struct state *s, int striker, int target, int weapon, bool to_capture, struct refusal *why);
rule_id argad_seize_refused(const struct match *m, const struct state *s, int captor, int target, struct refusal *why);
void argad_propose_strikes(struct play *p, seat_id seat);
/* Whose contact with that enemy counts for a blow at him: the striker's own, or that of the man before him in close order; or NOBODY. */
int argad_touching(const struct match *m, const struct state *s, int striker, int target);
/* AR-FORM-19: it stands behind a comrade who touches that enemy, and its weapon reaches over his shoulder. */
bool argad_over_shoulder(const struct match *m, const struct state *s, int striker, int target, int weapon);
/* The step in which that weapon strikes there. */
enum length argad_length(const struct match *m, const struct state *s, int striker, int target, int weapon);
enum outcome { MISSES, PUSHES, HITS };
/* The total of the modifiers of a blow, as an account (AR-MMOD). */
int  argad_blow_total(struct play *p, int striker, int target, int weapon);
/* What a natural value with those modifiers does to the target (AR-MEL-05 to -11). */
enum outcome argad_outcome(const struct match *m, int target, int natural, int modifiers);
void argad_step_of_melee(struct play *p, enum length length);
/* The chance of a hit and of a push, in 36ths, without a throw: for proposals and computer players. */
void argad_chances(const struct match *m, int target, int modifiers, int *hit, int *push);

/* ranks.c */

bool argad_in_close_order(const struct match *m, const struct state *s, int figure);       /* AR-FORM-15 */
/* The places of `count` figures in `files` files behind the middle of a front edge, full ranks from the front (AR-GEO-17). */
void argad_places(const struct match *m, const struct mover *mover, struct pose front, int count, int files, struct pose *place);
/* The place of a figure in its ranks, from their front (AR-GEO-17). */
struct pose argad_rank_place(const struct match *m, const struct state *s, int figure, struct pose front);
int32_t argad_wheel_cost(const struct mover *mover, int files, int32_t angle);             /* AR-FORM-11 */
rule_id argad_leader_refused(const struct match *m, const struct state *s, int formed, struct refusal *why);
/* The item may be added to its manoeuvre (AR-FORM-07 to -14). */
rule_id argad_manoeuvre_refused(const struct match *m, const struct state *s, int formed, enum item item, int32_t value, struct refusal *why);
/* Its figures are loose, enough of them, and somewhere they might form up. */
bool argad_may_form_up(const struct match *m, const struct state *s, int formed);
rule_id argad_form_up_refused(const struct match *m, const struct state *s, int formed, struct pose front, int files, struct refusal *why);
/* The front of a unit that began at `base` after so much of its manoeuvre; turns of every man on the spot come when they are paid for. */
struct pose argad_front_at(const struct match *m, const struct state *s, int formed, struct pose base, int32_t spent);
int32_t argad_manoeuvre_cost(const struct match *m, const struct state *s, int formed);    /* of all its items */
/* The first items of its manoeuvre that are paid for are made: the unit stands in its ranks as they leave it. What they cost. */
int32_t argad_turn_ranks(struct play *p, int formed, struct pose base, int32_t spent);
/* Its manoeuvre against an enemy: one wheel, and straight on; and whether the ground allows it (AR-FORM-14). */
rule_id argad_onset_refused(const struct match *m, const struct state *s, int formed, int target, struct refusal *why);
void argad_take_attack(struct play *p, int formed, int target);
bool argad_change_files(struct play *p, int formed);                                        /* at the end of moment 40; true: they stand anew */
void argad_form_up(struct play *p, int formed);                                             /* in the end phase */
void argad_close_up(struct play *p, int formed);                                            /* AR-FORM-18 */
void argad_break_up(struct play *p, int formed, rule_id rule);
void argad_break_up_remnants(struct play *p);                                               /* AR-FORM-15, -18: units of fewer than 4, as soon as that is so */
int  argad_members(const struct match *m, const struct state *s, int formed, uint8_t *member);        /* in its ranks now */

/* marks.c */

void argad_marks_begin(struct play *p);                                       /* at moment 1: take, drop, doors */
void argad_marks_end(struct play *p, const int32_t *left);                    /* when movement ends; what each figure has left of its rate */
void argad_force_doors(struct play *p);                                       /* AR-OBJ-09 */
void argad_drop(struct play *p, int figure, rule_id rule);
/* What it is to take is in contact with it now, and in nobody's hands. */
bool argad_takes_at_once(const struct match *m, const struct state *s, int figure);
rule_id argad_mark_refused(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct refusal *why);
/* Sets of figures that the plan of a side may be about, found once for all who are to plan. */
struct company {
    uint64_t foes;                           /* whom it may attack, and the only ones whom it may shoot before movement */
    uint64_t told;                           /* of its own, who have an order already */
    uint64_t carriers;                       /* of its own, who may want a hand */
    uint64_t prisoners;                      /* of either side */
};
void argad_offer_marks(const struct match *m, const struct state *s, seat_id seat, int figure, const struct company *company, struct offers *offers);
void argad_take_mark(struct play *p, seat_id seat, const struct decision *d);
/* What is carried, led or driven goes where he has gone from `before`; what is led or driven keeps its place beside him. */
void argad_bring_along(struct play *p, int figure, struct point before);
/* AR-OBJ-07: the cart's own way: its road, easy ground, no obstacle. */
rule_id argad_drive_refused(const struct match *m, const struct state *s, int figure, struct segment leg, struct refusal *why);
void argad_change_form(struct play *p, int figure, bool is_taken);            /* at the end of moment 20 (AR-HORSE), if the place is free */

/* plot.c, setup.c */

void argad_confirm(struct play *p, seat_id seat);                             /* the seat has finished; the other does not learn it (AR-SEQ-07) */
void argad_clear_order(struct state *s, int piece);
/* The places of a formed unit's figures, from its front and files, as they stand in order of id (AR-GEO-17). */
void argad_form_ranks(struct play *p, int formed, struct pose front, int files);
/* Where its path begins: who mounts or dismounts sets out from elsewhere than he stands. */
struct point argad_sets_out_from(const struct match *m, const struct state *s, int figure);
/* What is left of its rate behind the path that it has. */
int32_t argad_rate_left(const struct match *m, const struct state *s, int figure);
rule_id argad_place_refused(const struct match *m, const struct state *s, int piece, struct pose pose, struct refusal *why);       /* in the set-up */
rule_id argad_enter_refused(const struct match *m, const struct state *s, int figure, struct pose pose, struct refusal *why);       /* AR-MOVE-16 */
/* The order may be carried out as it stands (AR-ORD-13). */
bool argad_still_lawful(const struct match *m, const struct state *s, int piece);
void argad_tell_order(struct play *p, seat_id seat, int piece);

/* turn.c, morale.c */

int32_t argad_points(const struct match *m, const struct state *s, int goal);               /* of a goal, as it stands now */
int32_t argad_sum(const struct match *m, const struct state *s, seat_id seat);
seat_id argad_winner(const struct match *m, const int32_t sum[2]);                            /* AR-WIN-02; NO_SEAT: nobody */
bool    argad_awaits(const struct match *m, const struct state *s, seat_id seat);           /* figures still to enter */
bool    argad_is_loss(const struct match *m, const struct state *s, int figure);
int     argad_nerve(struct play *p, int group);                               /* an account (AR-MOR-04, -05) */
/* The chance, in thousandths, that the group runs when it loses the figure, of its own or its leader (AR-MOR-02, -03). */
int     argad_break_chance(const struct match *m, const struct state *s, int group, int figure);
void    argad_rout(struct play *p, int group);
void    argad_free_prisoners(struct play *p);                                 /* AR-CAPT-04 */
void    argad_begin_turn(struct play *p);                                     /* clears what belongs to a turn */
void    argad_note_hidden(const struct match *m, struct state *s);            /* who is hidden as it begins */

/* The contract's functions. */
bool argad_load(struct match *m, struct loading *loading);
void argad_write_board(const struct match *m, struct json_writer *writer);
void argad_setup(const struct match *m, struct state *s);
bool argad_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
void argad_mask(const struct match *m, struct state *s, seat_id seat);
void argad_guess(const struct match *m, struct state *s, seat_id seat, struct random *random);
bool argad_sound(const struct match *m, const struct state *s, struct fault *fault);
bool argad_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random, struct decision *d);
enum concern { CONCERN_GOALS, CONCERN_FORCE, CONCERN_PLANS, CONCERNS };      /* of a computer player */
extern const char *const argad_concerns[CONCERNS];
void argad_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
int32_t argad_tide(const struct match *m, const struct state *s);
int16_t argad_turn_of(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper);
int32_t argad_promise(const struct match *m, const struct state *s, seat_id seat, int piece, const struct temper *temper);
int32_t argad_propose(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct decision *list, int32_t capacity);
int32_t argad_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points, int32_t capacity);
int32_t argad_way(const struct match *m, const struct state *s, seat_id seat, const struct decision *d, struct point *points, int32_t capacity,
                  int32_t *spent, int32_t *allowed);
bool argad_alone(const struct match *m, struct state *s, seat_id seat, const struct decision *d);
bool argad_value(struct play *p, int piece, int value);
void argad_score(struct play *p, seat_id seat);
int32_t argad_ring(const struct match *m, const struct state *s, int piece, int ring, int32_t *distance, struct point *points, int32_t capacity);
rule_id argad_sees(const struct match *m, const struct state *s, int piece, int target, struct point at, struct refusal *why);

extern const struct phase argad_setup_phase, argad_turn, argad_plot, argad_early, argad_move, argad_aim, argad_fire_phase, argad_declare, argad_melee,
    argad_follow, argad_morale, argad_end, argad_shot, argad_exchange, argad_walk;
extern const struct ruleset argad_ruleset;

#endif
