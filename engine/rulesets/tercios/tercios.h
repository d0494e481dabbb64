/*
 * tercios.h: the Tercios family of games: two editions of one game (ledgers: docs/ledger/brevis.md, docs/ledger/liber.md).
 *
 * What both have is written once and cites the rules of the short edition (BE); liber_edition.c says which rules of the long one (LM)
 * they are. What only the long edition has cites its own. Where the two differ the code asks for a custom (enum custom).
 *
 *   brevis.c  the short edition: the tables that tell the engine about it; liber.c, liber_edition.c: the same for the long edition
 *   load      tables.c: units, weapons, terrain, regiments from their documents (BE-UNIT, BE-VAL, T-1..T-6); load.c, scenario_reading.c: a match
 *             from a scenario (BE-TERR-14..16, BE-ARMY-08); liber_tables.c, liber_load.c: the same for the long edition (LM-UNIT, LM-CMD-01..06)
 *   armies    army.c, lists.c: army lists, whether they are legal, suggestions (BE-ARMY); liber_*.c: those of the long edition (LM-ARMY, T9);
 *             landscape.c, battle.c: a pick-up battle with generated terrain (BE-SETUP-01, -02)
 *   set_up    setup.c: what happens before the first turn (BE-SETUP); zones.c, places.c, deploy.c: where and in which order units are placed;
 *             purchase.c: ground that is bought in play (LM-DECOR); battles.c: kinds of battle, arrivals, the vanguard, prizes (LM-BATTLE-07,
 *             LM-KING-10); liber_begin.c: the rules by which the armies of a match were made
 *   ground    ground.c: where a base may stand and a line may run (BE-GEO, BE-MOVE, BE-TERR); gaps.c: what a line comes near to, and narrow gaps
 *             (BE-GEO-13); sight.c: lines of sight and the aim of a shot (BE-LOS, BE-SHOOT-02..04); lanes.c: the geometry of charges,
 *             approaches, counter-charges, interceptions and flights
 *   command   command.c, rides.c, losses.c: commanders: whom they command, where they go, how they are lost (LM-CMD, LM-ATT, LM-LOSS, LM-VIRT);
 *             traits.c, trait_effects.c, trait_answers.c: their command actions (LM-TRAIT)
 *   turn      turn.c: turns, planning, initiative, activation, brigades, score (BE-TURN, BE-TEST, BE-BRIG, BE-SCORE); orders.c: Ready, Run, Fire,
 *             Resist as actions (BE-ORDER, BE-FACE); move.c: a declared line walked, with those who react to it (BE-REACT-03..05, -11, -24);
 *             react.c: the question to react, and what follows from it (BE-REACT, BE-EVADE, BE-INTER); shoot.c: shots and the caracole (BE-SHOOT,
 *             BE-CAV-10..12); charge.c: the Attack order from declaration to contact (BE-CHARGE, BE-COUNTER, BE-FLANK); melee.c: the exchange
 *             and its outcome (BE-MELEE, BE-OUT, BE-CAV-07..09, BE-ART); answers.c: what people want to know of a position
 *   mind      mind.c: what a seat may know and guess, and which states are possible; candidates.c, evaluate.c: what a computer player tries, and
 *             what it wants; scene.c, bars.c, blows.c: what it sees on the table (scene.h)
 *   values.c  bonus and malus, wear, disorder, tests (BE-MOD, BE-STATE, BE-BREAK); board.c: the match as a host draws it; words.c: names
 *
 * Lengths are ticks; an inch is INCH of them. Every *_refused function may be asked without `why` (NULL).
 */
#ifndef MESTRE_TERCIOS_H
#define MESTRE_TERCIOS_H

#include "brevis_rules.h"
#include "liber_rules.h"
#include "play.h"

/* Pieces are the units of both sides and, after them, their commanders. */
enum { BREVIS_UNITS = 64, PIECES = 112, COMMANDERS = 32, TYPES = 160, WEAPONS = 16, ELEMENTS = 32, RIVERS = 4, REGIMENTS = 32 };

enum edition { EDITION_BREVIS, EDITION_LIBER };

/* What the editions and their options decide each in its own way. */
enum custom {
    CUSTOM_DISENGAGE_3IN,            /* back by 3 in, not by the Speed */
    CUSTOM_ANY_CENTRE,               /* who comes near is measured at the nearest Centre */
    CUSTOM_SPLIT_SHOT,               /* a second number beyond the first range */
    CUSTOM_SHOW_FAILED_CARD,
    CUSTOM_CARACOLE_ON_REACTION,
    CUSTOM_OVERLAP_BACKSTEP,
    CUSTOM_FORD_DIFFICULT,
    CUSTOM_CANNON_FIRE_ONLY,
    CUSTOM_PISTOL_NO_READY_MALUS,
    CUSTOM_ANNIHILATION_END,
    CUSTOM_TERRAIN_POINTS,
    CUSTOM_BASES,                    /* a scenario may have bases of its own */
    CUSTOM_LARGE_BATTERY_4X4,
    CUSTOM_BREAKTHROUGH,
    /* of the long edition */
    CUSTOM_COMMAND,                  /* there are commanders, and who is out of command has a malus */
    CUSTOM_KINGDOMS,
    CUSTOM_WEARY_FROM_FIRST,
    CUSTOM_RUN_AN_INCH,
    CUSTOM_OPEN_ORDER_PASSES,
    CUSTOM_HIDDEN_STRICT,
    CUSTOM_OPEN_ORDER_MELEE,
    CUSTOM_TIE_CHARGED_YIELDS,
    CUSTOM_ANY_WINNER_ADVANCES,
    CUSTOM_FLANK_FIXED,
    CUSTOM_MOUNTED_ELAN,
    CUSTOM_TIE_STOPS_MOVER,          /* only an interceptor that loses lets the mover go on */
    CUSTOM_DIRTY_WAR,
    CUSTOM_ADVANCE,                  /* a winner that charged may follow up */
    CUSTOM_PIKES_ALWAYS,             /* pikes help against cavalry whoever charged */
    CUSTOM_WHEEL_WITH_MOVE,          /* the free facing belongs to the move, not to the activation */
    CUSTOMS
};

/* BE-GEO-14 the room an enemy asks for, BE-REACT-03 what comes near, BE-SETUP-07 what a regiment keeps together. */
enum { ENEMY_ROOM = INCH, NEAR = 3 * INCH, COHERENCY = 6 * INCH };

/* BE-GEO-03: "at most X" is d <= X + TOLERANCE; angles likewise with ANGLE_TOLERANCE. */
enum { TOLERANCE = 25, ANGLE_TOLERANCE = 1, STEP = 254, RIGHT_ANGLE = 9000 };

enum arm { ARM_INFANTRY, ARM_CAVALRY, ARM_ARTILLERY };
enum class { CLASS_SQUADRON, CLASS_COMPANY, CLASS_CAVALRY, CLASS_ARTILLERY, CLASS_COMMANDER };
enum defence { DEFENCE_INFANTRY, DEFENCE_CAVALRY, DEFENCE_SALVO, DEFENCE_ARTILLERY, DEFENCES };

/* Special rules and weapons of melee, as a set of bits; in the order of tercios_special_names[]. */
#define SPECIAL(bit)        (UINT64_C(1) << (bit))
#define SR_SQUARE           SPECIAL(0)
#define SR_LIGHT            SPECIAL(1)
#define SR_NUMEROUS         SPECIAL(2)           /* the long edition's Large */
#define SR_BRIGADE          SPECIAL(3)
#define SR_MOBILITY         SPECIAL(4)
#define SR_EVASION          SPECIAL(5)
#define SR_PURSUIT          SPECIAL(6)
#define SR_EXTENDED_ARC     SPECIAL(7)
#define SR_CARACOLE         SPECIAL(8)
#define SR_DRAGOON          SPECIAL(9)
#define SR_CREW             SPECIAL(10)
#define SR_NO_ESCAPE        SPECIAL(11)
#define W_PIKE              SPECIAL(12)
#define W_HALBERD           SPECIAL(13)
#define SR_SKIRMISHERS      SPECIAL(14)
#define SR_ELITE            SPECIAL(15)
#define SR_COMMANDED_SHOT   SPECIAL(16)
#define SR_MERCENARIES      SPECIAL(17)
#define SR_IMPETUOUS        SPECIAL(18)
#define SR_INTEGRAL_COMMAND SPECIAL(19)
#define SR_CARTHORSES       SPECIAL(20)
#define SR_EXPERIMENTAL     SPECIAL(21)
#define SR_FORTIFIED        SPECIAL(22)
#define SR_REGIMENTAL_GUN   SPECIAL(23)
#define SR_AMBUSH           SPECIAL(24)
#define SR_FRENZIED         SPECIAL(25)
#define SR_HEAVY_CAVALRY    SPECIAL(26)
#define SR_HARASSER         SPECIAL(27)
#define SR_HORDE            SPECIAL(28)
#define SR_OPEN_ORDER       SPECIAL(29)
#define SR_VANGUARD         SPECIAL(30)
#define SR_FORLORN_HOPE     SPECIAL(31)
#define SR_MOUNTED_DRAGOON  SPECIAL(32)
#define W_SWORDSMEN         SPECIAL(33)
#define W_GREAT_SWORDS      SPECIAL(34)
#define W_LANCES            SPECIAL(35)
#define W_HEAVY_LANCES      SPECIAL(36)
#define W_BARDICHES         SPECIAL(37)
#define W_GRENADES          SPECIAL(38)
#define W_MORTAR            SPECIAL(39)
enum { SPECIALS = 40 };
/* Those that commanders or works may lend to a unit for a time (LM-TRAIT-34, -38, -51, -56, -58, B3). */
#define SR_LENT (SR_FORTIFIED | SR_EXTENDED_ARC | SR_LIGHT | SR_SKIRMISHERS | SR_IMPETUOUS | SR_ELITE | SR_FRENZIED | SR_EVASION)

/* What ground is. */
enum terrain {
    T_DIFFICULT = 1, T_VERY_DIFFICULT = 2, T_IMPASSABLE = 4, T_CONCEAL = 8, T_COVER = 16, T_HEIGHT = 32, T_PROTECTED = 64,
    T_BUILDING = 128, T_LARGE = 256, T_RIVER = 512, T_CROSSING = 1024, T_FORD = 2048, T_EASY = 4096
};

/* T15 of the long edition. The first seven are of values, and act on the unit that their commander is with. */
enum virtue {
    VIRTUE_DEDICATION, VIRTUE_DEXTERITY, VIRTUE_DRILL, VIRTUE_LOYALTY, VIRTUE_ZEAL, VIRTUE_SACRIFICE, VIRTUE_WILL, VALUE_VIRTUES,
    VIRTUE_PRESENCE = VALUE_VIRTUES, VIRTUE_ELAN, VIRTUE_FAME, VIRTUE_INITIATIVE, VIRTUES, NO_VIRTUE = VIRTUES
};

/* T16, in its order: LM-TRAIT-01 is TRAIT_FAST. */
enum trait {
    TRAIT_FAST, TRAIT_INSPIRING, TRAIT_ALERT, TRAIT_AUTHORITARIAN, TRAIT_BOLD, TRAIT_CARTOGRAPHER, TRAIT_CAUTIOUS, TRAIT_COMRADE,
    TRAIT_COORDINATOR, TRAIT_DILIGENT, TRAIT_EAGLE_EYED, TRAIT_ENGINEER, TRAIT_ERUDITE, TRAIT_FEARLESS, TRAIT_HERO, TRAIT_HONOURABLE,
    TRAIT_INTRIGUER, TRAIT_LUCKY, TRAIT_MENTOR, TRAIT_METICULOUS, TRAIT_PATIENT, TRAIT_PERFECTIONIST, TRAIT_PIOUS, TRAIT_PROVOKER,
    TRAIT_RELENTLESS, TRAIT_SCHEMER, TRAIT_SMART, TRAIT_SWIFT, TRAIT_TERRIBLE, TRAIT_ACCOMPLICE, TRAIT_COLD, TRAIT_DETERMINED,
    TRAIT_ENERGETIC, TRAIT_ENTHUSIASTIC, TRAIT_EXPERIENCED, TRAIT_EXPERT, TRAIT_INDEFATIGABLE, TRAIT_INNOVATIVE, TRAIT_NIMBLE,
    TRAIT_NOTABLE, TRAIT_PREPARED_ARTILLERY, TRAIT_PROTECTOR, TRAIT_RUTHLESS, TRAIT_SHARP, TRAIT_SKILLED, TRAIT_STOIC, TRAIT_TENACIOUS,
    TRAIT_TRICKSTER, TRAIT_UNDAUNTED, TRAIT_AGGRESSIVE, TRAIT_BRAVE, TRAIT_CALM, TRAIT_DIPLOMATIC, TRAIT_GALLANT, TRAIT_IMPERTURBABLE,
    TRAIT_PASSIONATE, TRAIT_PHLEGMATIC, TRAIT_PREPARED_LIGHT, TRAIT_SELFLESS, TRAIT_WEALTHY, TRAIT_RESPECTABLE, TRAIT_ELEGANT,
    TRAIT_GUARDED, TRAIT_ENIGMATIC, TRAITS
};

enum order { ORDER_NONE, ORDER_READY, ORDER_ATTACK, ORDER_RUN, ORDER_FIRE, ORDER_RESIST, ORDER_HIDDEN };

/*
 * WAITING: not yet deployed, or not yet on the table. ABSENT: there was no room to deploy it, or it was lost with its battalion. BUILT_IN: a gun that is part of its
 * battalion (LM-ART-13). LEFT: it has gone off the table and is safe (B5).
 */
enum status { STATUS_WAITING, STATUS_STANDING, STATUS_DESTROYED, STATUS_ABSENT, STATUS_BUILT_IN, STATUS_LEFT };

enum phase_id {
    PHASE_SETUP, PHASE_ZONE, PHASE_DEPLOY, PHASE_TURN, PHASE_PLAN, PHASE_FIRST, PHASE_ACTION, PHASE_GROUP, PHASE_UNIT,
    PHASE_READY, PHASE_RUN, PHASE_FIRE, PHASE_ATTACK, PHASE_MOVE, PHASE_CHARGE, PHASE_REACT, PHASE_ANSWER, PHASE_EVADE,
    PHASE_SHOT, PHASE_CARACOLE, PHASE_MELEE, PHASE_GO_ON, BREVIS_PHASES,
    /* of the long edition */
    PHASE_TERRAIN = BREVIS_PHASES,   /* buying ground */
    PHASE_VANGUARD, PHASE_ARRIVE,    /* moves before the first turn; who comes onto the table later */
    PHASE_COMMAND,                   /* a commander's activation: where he goes, what he does */
    PHASE_TRAIT,                     /* a command action that has worked, and what its owner decides of it */
    PHASE_COLD,                      /* may the enemy undo it? */
    PHASE_PROVOKED,                  /* a charge that an enemy has brought about */
    PHASE_RELENT,                    /* a move outside an activation (Relentless) */
    PHASE_ESCAPE,                    /* a commander in the wrong place moves away; Lucky; an accomplice */
    PHASE_MET,                       /* a friendly commander met by a moving unit: join it, or stand aside */
    PHASE_LOSSES,                    /* what the end of a unit means for commanders near it */
    PHASE_DIRTY,                     /* another round? */
    PHASE_ADVANCE,                   /* how far does the winner follow? */
    PHASE_SHELTER,                   /* the horse of commanded shot is asked */
    PHASE_LAST_FACING,               /* Energetic */
    PHASE_SELFLESS,                  /* another break test, for a commander's life? */
    PHASE_ELEGANT,                   /* a retreat made into a disengagement? */
    PHASE_FORCED,                    /* a charge outside an activation of its own */
    PHASE_FLANK,                     /* who marches round which flank, in secret (B6) */
    PHASES
};

/* The sequence of play, from 1. */
enum step_id { STEP_BELOW, STEP_DEPLOYMENT, STEP_PLAN, STEP_INITIATIVE, STEP_ACTIVATION, STEP_REACTION, STEP_END };

/* The firearms of T-5 that a profile and the rings know by name. */
enum firearm_id {
    FIREARM_PISTOL, FIREARM_ARQUEBUS, FIREARM_MUSKET, FIREARM_LIGHT, FIREARM_MEDIUM, FIREARM_HEAVY, FIREARMS,
    FIREARM_CROSSBOW = FIREARMS, FIREARM_BOW, FIREARM_LONGBOW, ALL_FIREARMS      /* of the long edition too */
};
enum ring_id { RING_FIREARM, RING_CHARGE = FIREARMS, RING_PROXIMITY, RING_SPACE, RING_COHERENCY, RINGS, RING_CROSSBOW = RINGS, RING_BOW,
               RING_LONGBOW, RING_COMMAND, LIBER_RINGS };
enum value_id {
    PROFILE_SPEED, PROFILE_COMBAT, PROFILE_FIREARM, PROFILE_DISCIPLINE = PROFILE_FIREARM + FIREARMS, PROFILE_COURAGE_SHOT,
    PROFILE_COURAGE_MELEE, PROFILE_ENDURANCE, PROFILE_DEFENCE, PROFILES = PROFILE_DEFENCE + DEFENCES,
    PROFILE_CROSSBOW = PROFILES, PROFILE_BOW, PROFILE_LONGBOW, PROFILE_RANK, LIBER_PROFILES
};

enum decision_id {
    DO_ZONE,            /* choice: low, high (south or north; west or east) */
    DO_PLACE,           /* unit, at, heading */
    DO_GARRISON,        /* unit, value: the number of a building */
    DO_ORDER,           /* unit, choice: one of the five orders */
    DO_JOIN,            /* unit, target: share the target's card */
    DO_FIRST,           /* choice: seat A or B activates first */
    DO_ACTIVATE,        /* unit */
    DO_WHEEL,           /* unit, choice: the free facing of mobility */
    DO_FACE,            /* unit, choice: left, right, rear */
    DO_REORGANISE,      /* unit */
    DO_MOVE,            /* unit, at: correction of the angle, if it is needed, is the least */
    DO_MOVE_TURNED,     /* unit, at, heading: correction by the player */
    DO_ENTER,           /* unit, value: the number of a building */
    DO_LEAVE,           /* unit, at, heading: the line comes out of the building on that heading */
    DO_SHOOT,           /* unit, target */
    DO_CHARGE,          /* unit, target, choice: the Centre */
    DO_APPROACH,        /* unit, target */
    DO_REACT,           /* unit: by its card */
    DO_EVASION,         /* unit: cavalry, whatever its card */
    DO_DECLINE,         /* unit: does not react */
    DO_FLEE,            /* unit, value: the length, choice: straight, left, right */
    DO_CARACOLE,        /* unit */
    DO_GO_ON,           /* unit: after an interception */
    DO_STOP,            /* unit: no more of what it might do now */
    BREVIS_DECISIONS,

    /* of the long edition */
    DO_COMMAND = BREVIS_DECISIONS,   /* unit: the commander that is activated */
    DO_PASS,            /* no commander, or no unit where none must be activated */
    DO_RIDE,            /* unit: a commander, at: where he goes */
    DO_ATTACH,          /* unit: a commander, target: the unit that he joins; at: where he would touch it does not matter */
    DO_ACT,             /* unit: a commander, choice: a trait without target, or himself */
    DO_ACT_ON,          /* unit: a commander, choice: a trait, target: a unit or commander */
    DO_ACT_ON_TWO,      /* unit: a commander, choice: a trait, target: the first, value: the second piece */
    DO_CHANGE,          /* unit, choice: the order that it is given by a trait */
    DO_KEEP,            /* unit: the order stays as it is */
    DO_LEND,            /* unit: a commander, choice: the virtue that he lends */
    DO_FAVOUR,          /* unit, choice: shooting, melee (Trickster) */
    DO_LIMBER,          /* unit */
    DO_UNLIMBER,        /* unit */
    DO_MOUNT,           /* unit, heading */
    DO_DISMOUNT,        /* unit */
    DO_DIRTY,           /* unit: goes on with the fight */
    DO_ADVANCE,         /* unit, value: the length */
    DO_FALL_BACK,       /* unit, value: the length (Protector) */
    DO_ASIDE,           /* unit: a commander, heading: the side on which he stands aside */
    DO_HARASS,          /* unit: shoots and then evades */
    DO_SHELTER,         /* unit: horse of the same regiment that intercepts */
    DO_FIRE_GUN,        /* unit: a battalion, target: of the gun that is built into it */
    DO_TEST,            /* unit: a commander tries (Cold); a unit tries not to be provoked */
    DO_BUY,             /* choice: a ware, at, heading */
    DO_BUILD_IN,        /* unit: a gun, target: the battalion */
    DO_EXIT,            /* unit: off the table by the enemy's edge, at: where */
    DO_CHART,           /* choice: more points for oneself, fewer for the enemy (Cartographer) */
    DO_FLANK,           /* unit: any of the regiment that marches round the flank, choice: left, right */
    DO_FORTIFY,         /* unit: a gun that is dug in */
    DECISIONS
};

enum event_id {
    EVENT_BEGINS = EVENT_OWN,  /* values: width, depth, turns */
    EVENT_RIVER,               /* values: number of the element, current */
    EVENT_ORIENTATION,         /* values: orientation */
    EVENT_ZONE_ROLL,           /* values: seat that chooses */
    EVENT_ZONE,                /* values: seat, zone */
    EVENT_PLACED,              /* unit; values: x, y, heading */
    EVENT_GARRISONED,          /* unit; values: number of the building */
    EVENT_ABSENT,              /* unit */
    EVENT_TURN,                /* values: turn, last turn */
    EVENT_CARD,                /* unit */
    EVENT_ORDER_GIVEN,         /* unit; values: order; seen by its owner */
    EVENT_JOINED,              /* unit, target */
    EVENT_INITIATIVE,          /* values: seat */
    EVENT_FIRST,               /* values: seat that activates first */
    EVENT_ACTIVATED,           /* unit; values: order */
    EVENT_TEST,                /* unit; values: successes, dice, order test passed 0/1 */
    EVENT_ORDER_LOST,          /* unit */
    EVENT_NOTHING,             /* unit; values: order: it does nothing */
    EVENT_FACED,               /* unit; values: side, x, y */
    EVENT_REORGANISED,         /* unit */
    EVENT_RESISTED,            /* unit; values: wear removed, wear left */
    EVENT_MOVES,               /* unit; values: length, heading, kind of line */
    EVENT_STOPS,               /* unit; values: length it got, length it wanted */
    EVENT_STAYS,               /* unit */
    EVENT_ENTERED,             /* unit; values: number of the building */
    EVENT_LEFT,                /* unit; values: number of the building */
    EVENT_DISORDERED,          /* unit */
    EVENT_CHARGES,             /* unit, target; values: length to the Centre, Centre, flank 0/1 */
    EVENT_APPROACHES,          /* unit, target; values: length, heading */
    EVENT_CONTACT,             /* unit, target; values: length, heading */
    EVENT_ASKED,               /* unit, target (the trigger unit); values: trigger */
    EVENT_DECLINED,            /* unit, target */
    EVENT_REACTS,              /* unit, target; values: order */
    EVENT_REACTION_LOST,       /* unit, target */
    EVENT_CARD_SHOWN,          /* unit; values: order */
    EVENT_EVASION,             /* unit, target */
    EVENT_FLEES,               /* unit, target; values: length, heading */
    EVENT_COUNTERCHARGES,      /* unit, target; values: length of its part */
    EVENT_INTERCEPTS,          /* unit, target; values: x, y of the mover */
    EVENT_BRACED,              /* unit, target: resists */
    EVENT_JOINT_BROKEN,        /* unit: now holds a card of its own; values: order */
    EVENT_SHOOTS,              /* unit, target; values: distance, 1 at contact */
    EVENT_HITS,                /* unit, target; values: hits, dice, score needed */
    EVENT_SAVES,               /* unit; values: saved, hits, dice */
    EVENT_WORN,                /* unit; values: wear taken, wear now, endurance */
    EVENT_BREAK_PASSED,        /* unit; values: sixes, needed */
    EVENT_BREAK_FAILED,        /* unit; values: sixes, needed */
    EVENT_DESTROYED,           /* unit; values: points */
    EVENT_CARACOLES,           /* unit; values: length */
    EVENT_STRIKES,             /* unit, target; values: hits, dice, score needed */
    EVENT_MELEE_WON,           /* unit (winner), target; values: wear inflicted, wear taken */
    EVENT_MELEE_DRAWN,         /* unit (attacker), target; values: wear each */
    EVENT_DISENGAGES,          /* unit, target; values: length */
    EVENT_RETREATS,            /* unit, target; values: length */
    EVENT_BLOCKED,             /* unit; values: length it got, length it wanted */
    EVENT_STEPS_BACK,          /* unit, target; values: length */
    EVENT_PURSUES,             /* unit; values: length */
    EVENT_TURN_ENDS,           /* values: turn, points of A, points of B */
    EVENT_ENDS,                /* values: points of A, points of B, winner */
    EVENT_LEVEL,               /* values: level of the victory */
    EVENT_WEAR_DECIDES,        /* values: wear on the survivors of A, of B */
    BREVIS_EVENTS_END,

    /* of the long edition; units may be commanders */
    EVENT_COMMANDS = BREVIS_EVENTS_END, /* unit: a commander is activated */
    EVENT_PASSES,              /* values: seat */
    EVENT_RIDES,               /* unit; values: x, y */
    EVENT_ATTACHED,            /* unit, target (the unit that he is with) */
    EVENT_LEAVES,              /* unit, target */
    EVENT_ACTS,                /* unit, target or NOBODY; values: trait */
    EVENT_COMMAND_TEST,        /* unit; values: successes, dice, score needed */
    EVENT_ACT_FAILS,           /* unit; values: trait */
    EVENT_ACT_WORKS,           /* unit, target or NOBODY; values: trait, successes */
    EVENT_EXHAUSTED,           /* unit */
    EVENT_FRESH,               /* unit: no longer exhausted */
    EVENT_COOL,                /* unit: Cold undoes the action; values: successes */
    EVENT_CARD_CHANGED,        /* unit */
    EVENT_LOOKED,              /* unit; values: order; seen by who looked */
    EVENT_ORDERED,             /* unit: no longer disordered */
    EVENT_RESTED,              /* unit; values: wear removed, wear left */
    EVENT_LENT,                /* unit; values: virtue */
    EVENT_PROVOKED,            /* unit, target; values: successes to escape, needed */
    EVENT_KILLED,              /* unit: a commander is lost; values: how */
    EVENT_ESCAPES,             /* unit; values: x, y */
    EVENT_LIMBERED,            /* unit */
    EVENT_UNLIMBERED,          /* unit */
    EVENT_MOUNTED,             /* unit; values: x, y, heading */
    EVENT_DISMOUNTED,          /* unit */
    EVENT_HORSES_LOST,         /* unit */
    EVENT_DIRTY_WAR,           /* unit, target; values: round */
    EVENT_ADVANCES,            /* unit; values: length */
    EVENT_FRENZY,              /* unit; values: test passed 0/1 */
    EVENT_GREAT_SWORDS,        /* unit (beaten), target; values: sixes, dice */
    EVENT_IMPETUOUS,           /* unit; values: successes */
    EVENT_SHELTERED,           /* unit (the horse), target (the charger) */
    EVENT_HARASSES,            /* unit, target */
    EVENT_GUN_BURST,           /* unit: experimental */
    EVENT_DISPLACED,           /* unit: a gun or a commander set aside; values: x, y */
    EVENT_TERRAIN_ROLL,        /* values: seat, points */
    EVENT_BOUGHT,              /* values: seat, 1 + ware, points left */
    EVENT_BATTLE_TYPE,         /* values: type */
    EVENT_BUILT_IN,            /* unit, target */
    EVENT_ARRIVES,             /* values: regiment, turn */
    EVENT_NOT_YET,             /* values: regiment, score needed */
    EVENT_PRIZE,               /* values: seat, points, which */
    EVENT_EXITS,               /* unit; values: points */
    EVENT_RESERVED,            /* unit: holds an order for a reaction only */
    EVENT_LASTLY,              /* unit: acts last (Meticulous); values: place */
    EVENT_CHARTED,             /* values: seat, more 0 / fewer 1, points of the one it is about */
    EVENT_STOPS_BUYING,        /* values: seat */
    EVENT_ROLE,                /* values: seat that attacks */
    EVENT_REMOVED,             /* values: number of the element */
    EVENT_FLANK_CHOSEN,        /* values: seat */
    EVENT_FLANK_IS,            /* unit: one of the regiment; values: way; seen by its owner */
    EVENT_FORTIFIED,           /* unit */
    EVENT_FIELD,               /* values: number of the element, die */
    EVENT_FALLS_BACK,          /* unit; values: length (Protector) */
    EVENT_LAID,                /* values: 1 + ware, number of the element: the kind of battle has brought it */
    EVENT_FAVOURS,             /* unit; values: favour: shooting or melee (Trickster) */
    EVENTS_END
};

/* How a commander is lost: LM-LOSS. */
enum loss { LOSS_USELESS, LOSS_WRONG_PLACE, LOSS_HERO, LOSS_COWARD, LOSS_SACRIFICED };

enum option_id {
    OPTION_DISENGAGE_3IN, OPTION_ANY_CENTRE, OPTION_SPLIT_SHOT, OPTION_SHOW_FAILED_CARD, OPTION_CARACOLE_ON_REACTION,
    OPTION_OVERLAP_BACKSTEP, OPTION_FORD_DIFFICULT, OPTION_CANNON_FIRE_ONLY, OPTION_PISTOL_NO_READY_MALUS,
    OPTION_ANNIHILATION_END, OPTION_TERRAIN_POINTS, OPTION_CUSTOM_BASES, OPTION_LARGE_BATTERY_4X4, OPTION_BREAKTHROUGH, OPTIONS
};

/* T13 of the long edition. */
enum liber_option {
    LIBER_KINGDOMS, LIBER_FORLORN_HOPE, LIBER_HEAVY_UNIT, LIBER_HEAVY_RULE, LIBER_DRAGOONS, LIBER_WEARY_FROM_FIRST, LIBER_RUN_AN_INCH,
    LIBER_OPEN_ORDER_PASSES, LIBER_HIDDEN_STRICT, LIBER_OPEN_ORDER_MELEE, LIBER_TIE_CHARGED_YIELDS, LIBER_ANY_WINNER_ADVANCES,
    LIBER_FLANK_FIXED, LIBER_HOPE_PER_TWO_REGIMENTS, LIBER_SINGLE_EQUAL_RANK, LIBER_GROUP_LOWER_RANK, LIBER_MOUNTED_ELAN,
    LIBER_ORIGINAL_PROFILES, LIBER_NATION_LIMITS, LIBER_EXTRAS, LIBER_ANY_CENTRE, LIBER_PREMEASURE, LIBER_OPTIONS
};

/* Frame values: who acts and on whom; the others are named by each phase in its file. */
enum { VALUE_UNIT, VALUE_TARGET, VALUE_FLAGS };

/* What never changes. */

/* A profile's firearms: of those that reach, the one with the most dice is used (BE-SHOOT-13, LM-SHOOT-11). */
enum { FIREARMS_MOST = 4, UNIT_OPTIONS = 12 };

struct weapon {
    const char *id;
    int32_t     range;               /* ticks */
    bool        artillery;           /* fires artillery shots, not salvos */
    bool        firearm;             /* has the bonus of a reaction shot (BE-REACT-15) */
    bool        pistol;
    bool        bow;                 /* shoots over friends, and never in reaction (LM-WPN-12, -13) */
};

struct type {
    const char  *id;
    uint8_t      arm, class;
    struct shape shape;
    uint8_t      speed, combat, discipline, courage, endurance;    /* speed in inches */
    uint8_t      shoot[FIREARMS_MOST];   /* dice with each of its firearms; 0 if there are no more */
    int8_t       weapon[FIREARMS_MOST];  /* of shoot[]; -1 if none */
    uint8_t      defence[DEFENCES];
    uint64_t     special;            /* SR_*, W_* */

    /* of the long edition */
    uint16_t     options;            /* what was bought with it, as bits of its row, */
    const char  *option[UNIT_OPTIONS + 1];   /* and by id: NULL ends the list */
    int16_t      cost;               /* in points, with its options */
    uint8_t      form;               /* of which form it is the profile */
    uint8_t      elite;              /* bits: the elite unit (LM-ARMY-12), and its Discipline (LM-ARMY-13) */
};

struct box { struct point low, high; };

struct element {
    const char     *id, *kind;       /* "east wood", "forest" (a catalogue key: "terrain.forest") */
    uint16_t        traits;          /* enum terrain; of a river without what its die adds */
    bool            is_line;
    int8_t          river;           /* its place in state.river, or -1 */
    struct area     area;            /* unless is_line */
    struct polyline line;
    struct point    middle;          /* centroid of an area */
};

struct range { int32_t low, high; };

struct regiment {
    const char *type;                /* "I7", or NULL when the scenario made it up */
    const char *name, *french;       /* in English and in French */
    seat_id     seat;
    int16_t     first, count;        /* its units stand together in the list */
    int16_t     commander;           /* the piece that commands it, or NOBODY */
    bool        allied;              /* the commander in chief has no say over it (LM-KING-01) */
    bool        elite;               /* the elite unit, which is deployed with any other regiment (LM-DEPLOY-06) */
    int32_t     points;              /* what it costs with its commander; 0 when that is not known */
};

/* A commander of the long edition (LM-CMD): piece `units` + his number. */
struct commander {
    const char *name;
    uint8_t     rank;
    uint8_t     regiment;            /* his own; a commander in chief has REGIMENTS */
    uint16_t    virtues;             /* bits, by enum virtue */
    uint64_t    traits;              /* bits, by enum trait */
};

/* Points beside those for destroyed units. */
enum prize_kind {
    PRIZE_NEAR,                      /* at the end, to the side that alone has a front centre within `radius` of `at` */
    PRIZE_HOUSE,                     /* at the end, to the side that is in `element` */
    PRIZE_GROUND,                    /* at the end of each turn from `turn` on, to the side that alone has ordered units in `element` */
    PRIZE_CHIEF,                     /* to each side, for the enemy's commander in chief */
    PRIZE_COMMANDER,                 /* to each side, for every other enemy commander */
    PRIZE_TYPE,                      /* at the end of each turn from `turn` on, to `seat` for each of its units of the type `type` */
    PRIZE_ACROSS,                    /* at the end, to each side for each of its units beyond the line y = at.y */
    PRIZE_EXIT,                      /* to `seat`, 2 or 1 for each of its units that left by the enemy's edge */
    PRIZE_DENIED,                    /* at the end, to `seat` if the other side has nobody within `radius` of `at` */
    PRIZE_KINDS
};
extern const char *const liber_prize_kinds[PRIZE_KINDS];
struct prize {
    const char  *id;                 /* its text is "prize.<id>" */
    uint8_t      kind, points, turn, element;
    seat_id      seat;
    const char  *type;
    struct point at;
    int32_t      radius;
};

/* Regiments that come later: from `turn` on, on `need` or more (less by `eases` each turn after), surely in turn `sure`. */
struct arrival {
    uint8_t      regiment, turn, need, sure;
    uint8_t      eases;
    uint8_t      edge;               /* enum base_side of the table: front is north */
    int32_t      low, high;          /* along that edge */
    int32_t      room;               /* from enemies */
};

enum { PRIZES = 8, ARRIVALS = 16 };

/* What may be bought, with the outline that it has when it faces north (LM-DECOR-04..06, T11). */
enum { WARES = 21 };
struct ware {
    const char *kind;
    uint8_t     price;
    uint16_t    traits;
};

/* B1 to B6 of the ledger's battle types; DRAWN: by a die (LM-BATTLE-07). */
enum battle {
    BATTLE_PITCHED = 1, BATTLE_HILLS, BATTLE_POSITION, BATTLE_MEETING, BATTLE_THROUGH, BATTLE_FLANK, BATTLE_DRAWN
};
/* How the sides face each other; rising and falling are the table's diagonals from west to east (B4). */
enum orientation { ORIENTATION_WIDTH = 1, ORIENTATION_LENGTH, ORIENTATION_RISING, ORIENTATION_FALLING };
enum { HIDDEN_CHOICE = 255 };        /* what another seat has chosen in secret */

struct match {
    struct match_head head;
    uint8_t           edition;           /* enum edition */
    bool              custom[CUSTOMS];
    int32_t           units;             /* pieces that are units; commanders follow them */
    struct point      size;
    int32_t           turns;
    bool              deploys;           /* the armies are deployed in play (BE-SETUP-03..08) */
    bool              lesson;            /* after the last turn points, then less wear, decide (BE-S1) */
    seat_id           breakthrough;      /* whose units score at the far edge with that option (BE-S3), or NO_SEAT */
    const char       *belligerent[2];
    const char       *side[2];           /* what the scenario calls the side: "south" */
    uint8_t           structure[2];      /* of a side whose list was checked: 1 + enum structure_id (LM-ARMY-07), else 0 */
    struct box        zone[2];           /* fixed scenarios: where each side was deployed */
    struct weapon     weapon[WEAPONS];
    struct type       type[TYPES];
    struct element    element[ELEMENTS];
    struct regiment   regiment[REGIMENTS];
    int32_t           weapons, types, elements, regiments, rivers;
    struct piece      piece[PIECES];
    uint8_t           regiment_of[PIECES];
    uint8_t           type_of[PIECES];       /* as it is bought */
    uint8_t           other_type[PIECES];    /* in its other form: limbered, dismounted; else the same */
    uint64_t          special[PIECES];       /* its type's, and what its regiment adds */
    uint64_t          other_special[PIECES];
    struct pose       start[PIECES];
    uint8_t           start_house[PIECES];
    uint8_t           start_with[PIECES];    /* of a commander: 0, or 1 + the unit that he begins with */
    uint8_t           start_form[PIECES];
    uint8_t           start_gun[PIECES];     /* of a battalion: 0, or 1 + the gun that is built into it */
    uint8_t           battle_type;           /* B1..B6 of the long edition's ledger, 0 for a scenario, or BATTLE_DRAWN */
    bool              buys_terrain;          /* the ground is bought in play (LM-DECOR-02) */
    struct commander  commander[COMMANDERS];
    int32_t           commanders;
    uint8_t           holder[2][TRAITS];     /* by side: 0, or 1 + the commander who has that trait (LM-TRAITS-03) */
    struct prize      prize[PRIZES];
    struct arrival    arrival[ARRIVALS];
    int32_t           prizes, arrivals;
    struct ware       ware[WARES];           /* in the order of tercios_ware_kinds[]; without a kind where there is none */
};

/* What undo and replay restore. */

enum asking { ASKING_NOT_YET, ASKING_NOW, ASKING_DONE };

/* Does a unit march round the flank? */
enum flanking { MARCHING_NOT_ASKED, MARCHING_NO, MARCHING_YES, MARCHING_HIDDEN };

struct unit {
    int32_t  x, y;            /* the front centre; in a building its middle */
    uint16_t heading;
    uint8_t  status;          /* enum status */
    uint8_t  wear;
    uint8_t  disordered;
    uint8_t  order;           /* enum order: the card it holds, ORDER_NONE when it is spent */
    uint8_t  shown;           /* that card is known to all */
    uint8_t  joint;           /* 0, or the number of the card it shares within its regiment (BE-BRIG-01) */
    uint8_t  house;           /* 0, or 1 + the element it is inside */
    uint8_t  asking;          /* enum asking: this activation's question to react (BE-REACT-12) */
    uint8_t  braced;          /* reacted with Resist in this activation (BE-REACT-19) */

    /* of the long edition */
    uint8_t  form;            /* 0 as it was bought; 1: limbered, or dismounted */
    uint8_t  unhorsed;        /* it has lost its horses (LM-ADAPT-14) */
    uint8_t  dug_in;          /* it has not left the works in which it was deployed (LM-ART-12) */
    uint8_t  spent;           /* the order that it has carried out this turn, by activation or reaction (LM-TRAIT-07, -15) */
    uint8_t  reserve;         /* its card is for a reaction only (LM-TRAIT-07) */
    uint8_t  last;            /* 0, or its place among those that act last (LM-TRAIT-20) */
    uint8_t  gun;             /* 0, or 1 + the gun that is built into it (LM-ART-13) */
    uint8_t  known;           /* bits of the seats that have looked at its card (LM-TRAIT-27) */
    uint8_t  blind;           /* not even its owner knows its card (LM-TRAIT-26) */
    uint8_t  reach;           /* inches more of range (LM-TRAIT-12, -19) */
    uint8_t  leader;          /* 0, or 1 + the commander who is with it */
    uint8_t  lent;            /* virtues lent to it, as bits of the first eight (LM-TRAIT-02, -36) */
    uint8_t  expert;          /* those of them that last through the next activation of its brigade (LM-TRAIT-36) */
    uint8_t  fortified;       /* works were dug for it (B3) */
    uint8_t  spare[3];
    uint32_t effects;         /* enum effect */

    /* of a commander, whose x and y are his middle */
    uint8_t  with;            /* 0, or 1 + the unit that he is attached to */
    uint8_t  exhausted;
    uint8_t  joined;          /* he has joined a unit this turn (LM-ATT-07) */
    uint8_t  marches;         /* of a unit, B6: enum flanking, until it stands; a secret of its side for as long as its regiment has not begun */
};

/* What traits leave on a unit. */
enum effect {
    EFFECT_SWIFT = 1 << 0,               /* until the turn ends */
    EFFECT_INNOVATIVE = 1 << 1,          /* until the turn ends */
    EFFECT_RUTHLESS = 1 << 2,            /* until the turn ends */
    EFFECT_UNSEEN = 1 << 3,              /* Tenacious has worked: until the turn ends */
    EFFECT_NOTABLE = 1 << 4,             /* until its next order test */
    EFFECT_STOIC = 1 << 5,               /* until it acts or reacts */
    EFFECT_UNDAUNTED = 1 << 6,           /* until it acts or reacts */
    EFFECT_ALONE = 1 << 7,               /* it uses its part of a joint card alone, and shows it (LM-INF-17); of this step */
    EFFECT_EAGLE_EYED = 1 << 8,          /* the enemy's next step must activate it */
    EFFECT_ERUDITE = 1 << 9,             /* the enemy's next step may not */
    /* of this step and the activation in it */
    EFFECT_AUTHORITARIAN = 1 << 10, EFFECT_DETERMINED = 1 << 11, EFFECT_ENERGETIC = 1 << 12, EFFECT_ENTHUSIASTIC = 1 << 13,
    EFFECT_TENACIOUS = 1 << 14, EFFECT_TRICKSTER_SHOOT = 1 << 15, EFFECT_TRICKSTER_MELEE = 1 << 16, EFFECT_PERFECT = 1 << 17,
    EFFECT_PIOUS = 1 << 18, EFFECT_TERRIBLE = 1 << 19, EFFECT_MENTOR = 1 << 20, EFFECT_CHOSEN = 1 << 21,  /* must be activated in this step */
    EFFECT_EXCHANGED = 1 << 24,          /* its card was another's, which all have seen (LM-TRAIT-64): until the turn ends */
    EFFECT_RECKLESS = 1 << 23,           /* its commander falls if it loses (LM-TRAIT-14); of this step */
    EFFECT_SHARP = 1 << 22,              /* a commander: the enemy's next step must activate him, if any */
    EFFECTS_OF_STEP = EFFECT_AUTHORITARIAN | EFFECT_DETERMINED | EFFECT_ENERGETIC | EFFECT_ENTHUSIASTIC | EFFECT_TENACIOUS |
                      EFFECT_TRICKSTER_SHOOT | EFFECT_TRICKSTER_MELEE | EFFECT_PERFECT | EFFECT_PIOUS | EFFECT_TERRIBLE | EFFECT_MENTOR |
                      EFFECT_CHOSEN | EFFECT_RECKLESS | EFFECT_ALONE
};

enum line_kind { LINE_NONE, LINE_MOVE, LINE_RUN, LINE_APPROACH, LINE_CHARGE };
enum action {
    ACTION_MOVE = 1, ACTION_REORGANISE = 2, ACTION_FACE = 4, ACTION_SHOOT = 8, ACTION_HARNESS = 16 /* limber, unlimber */,
    ACTION_MOUNT = 32 /* or dismount */, ACTION_OVER = 128
};
/* What a melee did to an intercepted mover or a charger, for the frame below. */
enum aftermath { AFTERMATH_NONE, AFTERMATH_ATTACKER_REPULSED, AFTERMATH_DEFENDER_REPULSED };

/* The unit that is being activated and the line it has declared. Everything in it is public. */
struct activation {
    int16_t  unit;            /* NOBODY between activations */
    int16_t  target;          /* of a charge or an approach, else NOBODY */
    uint8_t  order;
    uint8_t  actions;         /* enum action: used under Ready; ACTION_OVER when there are no more */
    uint8_t  wheeled;         /* the free facing of mobility is used */
    uint8_t  line;            /* enum line_kind */
    uint8_t  centre;          /* of a charge: enum base_side, or CENTRE_OUTLINE */
    uint8_t  flank;           /* the charge is a flank charge (BE-FLANK-01) */
    uint8_t  behind;          /* it comes from behind the target's front, flank charge or not (BE-OUT-06) */
    uint8_t  protects;        /* the target is protected against this charge (BE-TERR-10, -11) */
    uint8_t  counter;         /* the target counter-charges */
    uint8_t  barrage;         /* the order by which the target will shoot at contact, or ORDER_NONE */
    uint8_t  aftermath;       /* enum aftermath */
    uint8_t  enters;          /* 0, or 1 + the building that the line leads into */
    uint8_t  leaves;          /* 0, or 1 + the building that the line comes out of */
    uint8_t  answered;        /* the target of the charge has reacted (LM-INF-12) */
    uint16_t heading_before;  /* of the base before the line was begun */
    uint16_t heading;         /* on the way */
    uint16_t end_heading;     /* at the end (angle correction) */
    uint16_t spare2;
    int32_t  from_x, from_y;  /* F at the start of the line */
    int32_t  to_x, to_y;      /* where the line points: its end, or beyond it (a charge: the Centre) */
    int32_t  length;          /* ticks along the line to its end: destination or contact */
    int32_t  covered;         /* ticks along it so far */
};

enum { CENTRE_OUTLINE = 4 };          /* of a unit in a building */

/* Ground bought in play (LM-DECOR-03): an element made from it points to these vertices. */
enum { BOUGHT = 28, BOUGHT_VERTICES = 8, GROUNDS = ELEMENTS + BOUGHT };
struct bought {
    int32_t      x, y;                  /* its outline is that of its ware, turned by the heading about this place */
    uint16_t     heading;
    uint8_t      kind;                  /* 1 + its place among the wares; 0: nothing is bought here */
    uint8_t      count;                 /* of vertices */
    uint8_t      die;                   /* of a field or river; 0 not rolled */
    uint8_t      buyer;                 /* 1 + seat; 0: the kind of battle has brought it */
    uint8_t      spare[2];
    struct point vertex[BOUGHT_VERTICES];
    struct point low, high;
};

struct state {
    struct flow       flow;
    uint8_t           turn;
    uint8_t           active;           /* the seat that activates next, or deploys next */
    uint8_t           orientation;      /* 0 not rolled, 1 across the width, 2 along the length */
    uint8_t           level;            /* enum level, when the game is over */
    uint8_t           zone[2];          /* by seat: 0 not chosen, 1 low (south, west), 2 high */
    uint8_t           commanded;        /* a commander has been activated in this step (LM-ACT-01) */
    uint8_t           idle;             /* no unit is activated in this step (LM-TRAIT-21) */
    uint8_t           river[RIVERS];    /* 0 not rolled, 1 difficult, 2 very difficult, 3 impassable */
    uint8_t           winner;           /* of the deployment roll (LM-KING-10) */
    uint8_t           type;             /* of the battle, 1 to 6, once it is known */
    uint8_t           ground;           /* elements of bought[] on the table, counted on from those of the match */
    uint8_t           budget[2];        /* terrain points left to each side */
    uint8_t           prize[2];         /* points from prizes so far */
    struct activation act;
    struct unit       unit[PIECES];     /* the last member that the short edition has, and it keeps only its own */
    struct bought     bought[BOUGHT];
    uint32_t          gone;             /* elements of the match that the kind of battle has removed, as bits (B2) */
    uint32_t          arrived;          /* regiments that were to come later and may now, as bits */
    uint8_t           attacker;         /* 0, or 1 + the seat that attacks (B3, B5) */
    uint8_t           flank[2];         /* by seat: 0, 1 + the regiment that marches round the flank, HIDDEN_CHOICE (B6) */
    uint8_t           flank_way[2];     /* 0, 1 left, 2 right, HIDDEN_CHOICE */
    uint8_t           spare[3];
};

enum level { LEVEL_NONE, LEVEL_DECISIVE, LEVEL_CLEAR, LEVEL_NARROW, LEVEL_PYRRHIC, LEVEL_DRAW, LEVEL_LESSON };

/* As it was bought: its name, shape and class, which no form changes. */
static inline const struct type *type_of(const struct match *m, int unit) { return &m->type[m->type_of[unit]]; }
/* As it is now: its values and arm. */
static inline const struct type *profile_of(const struct match *m, const struct state *s, int unit)
{
    return &m->type[s->unit[unit].form ? m->other_type[unit] : m->type_of[unit]];
}
static inline bool is_liber(const struct match *m) { return m->edition == EDITION_LIBER; }
static inline bool is_commander(const struct match *m, int piece) { return piece >= m->units; }
static inline seat_id side_of(const struct match *m, int unit) { return m->piece[unit].seat; }
/* Are any of those lent to the unit for a time? Only for what is in SR_LENT. */
bool tercios_is_lent(const struct match *m, const struct state *s, int unit, uint64_t special);
static inline bool has(const struct match *m, const struct state *s, int unit, uint64_t special)
{
    if ((s->unit[unit].form ? m->other_special[unit] : m->special[unit]) & special) return true;
    return special & SR_LENT && is_liber(m) && tercios_is_lent(m, s, unit, special);
}
static inline bool are_enemies(const struct match *m, int a, int b) { return side_of(m, a) != side_of(m, b); }
static inline bool is_standing(const struct state *s, int unit) { return s->unit[unit].status == STATUS_STANDING; }
/* Of a commander: on the table, still to come, or gone off it and safe (B5). */
static inline bool is_living(const struct state *s, int piece)
{
    return s->unit[piece].status != STATUS_DESTROYED && s->unit[piece].status != STATUS_ABSENT;
}
static inline bool is_housed(const struct state *s, int unit) { return s->unit[unit].house != 0; }
/* On the table as a base: neither gone nor inside a building. */
static inline bool is_on_table(const struct state *s, int unit) { return is_standing(s, unit) && !is_housed(s, unit); }
static inline bool holds_card(const struct state *s, int unit) { return is_standing(s, unit) && s->unit[unit].order != ORDER_NONE; }
static inline int arm_of(const struct match *m, const struct state *s, int unit) { return profile_of(m, s, unit)->arm; }
/* BE-ART-02: in melee, and for those who flee from it, a gun's crew is infantry. */
static inline int melee_arm(const struct match *m, const struct state *s, int unit)
{
    return has(m, s, unit, SR_CREW) ? ARM_INFANTRY : arm_of(m, s, unit);
}

/* BE-SCORE-01: what the enemy gains by its destruction. */
static inline int points_for(const struct type *type) { return type->class == CLASS_SQUADRON ? 2 : 1; }

/* The piece that the frame on top is about. */
static inline int16_t acting(const struct state *s) { return (int16_t)flow_top_const(&s->flow)->value[VALUE_UNIT]; }

static inline struct pose pose_of(const struct state *s, int unit)
{
    return (struct pose){ { s->unit[unit].x, s->unit[unit].y }, s->unit[unit].heading };
}

static inline struct base base_of(const struct match *m, const struct state *s, int unit)
{
    return table_base(type_of(m, unit)->shape, pose_of(s, unit));
}

static inline int64_t square_apart(struct point a, struct point b)
{
    int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;

    return dx * dx + dy * dy;
}

static inline bool custom(const struct match *m, enum custom custom) { return m->custom[custom]; }

/* BE-SHOOT-13: does the unit have that number of its profile to shoot with? Without the split only the first is used. */
static inline bool shoots_with(const struct match *m, const struct type *type, int number)
{
    return (number == 0 || custom(m, CUSTOM_SPLIT_SHOT)) && type->shoot[number] && type->weapon[number] >= 0;
}

/* The phases; each stands at the end of the file that plays it. */
extern const struct phase tercios_setup_phase, tercios_zone, tercios_deploy, tercios_turn, tercios_plan, tercios_first, tercios_action,
    tercios_group, tercios_unit, tercios_ready, tercios_run, tercios_fire, tercios_attack, tercios_move, tercios_charge,
    tercios_react, tercios_answer, tercios_evade, tercios_shot, tercios_caracole, tercios_melee, tercios_go_on,
    tercios_terrain, tercios_vanguard, tercios_arrive, tercios_command, tercios_trait, tercios_cold, tercios_provoked, tercios_relent,
    tercios_escape, tercios_met, tercios_losses, tercios_dirty, tercios_advance, tercios_shelter,
    tercios_last_facing, tercios_selfless, tercios_flank,
    tercios_elegant_phase, tercios_forced;

/* load.c, board.c */
bool tercios_load(struct match *m, struct loading *loading);
void tercios_write_board(const struct match *m, struct json_writer *writer);
bool tercios_plot(const struct match *m, int32_t number, struct plot *plot);
/* liber_load.c: the same for the long edition; its options become the customs of the match. */
bool liber_load(struct match *m, struct loading *loading);
/* liber_tables.c: as documents and catalogues name them. */
extern const char *const liber_virtue_names[VIRTUES], *const liber_trait_names[TRAITS];

enum belligerent { SPAIN, SWEDEN, FRANCE, EMPIRE, ENGLAND, PALATINE, BELLIGERENTS };
enum regiment_kind { REGIMENT_INFANTRY, REGIMENT_CAVALRY, REGIMENT_COMPANY, REGIMENT_ARTILLERY, REGIMENT_KINDS };
enum { REGIMENT_TYPES = 48, REGIMENT_UNITS = 4 };

/* A row of T-4. */
struct regiment_type {
    const char *id, *name;                   /* "I7", "Levied brigade" */
    uint8_t     kind;                        /* enum regiment_kind */
    uint8_t     belligerents;                /* bits, by enum belligerent */
    uint8_t     max, points, units;
    uint8_t     unit[REGIMENT_UNITS];        /* types, in order */
    uint64_t    extra[REGIMENT_UNITS];       /* special rules that the regiment adds to that unit */
};

/* T-4 from regiments.json; `list` has room for REGIMENT_TYPES, `kinds` for each kind's limits (BE-ARMY-07). False with a fault. */
bool tercios_read_regiments(struct loading *loading, const struct type *types, int32_t type_count, struct regiment_type *list,
                            int32_t *count, struct range kinds[REGIMENT_KINDS]);
extern const char *const tercios_regiment_kinds[REGIMENT_KINDS];
/* enum belligerent of a name such as "spain", or -1; and back. */
int tercios_belligerent(const char *name);
extern const char *const tercios_belligerents[BELLIGERENTS];

/* army.c */

/*
 * Is that list of regiments (ids of T-4) a legal army of the belligerent under the limit (BE-ARMY-01..07)? False with a fault
 * that names file, line and rule.
 */
bool tercios_check_side(const struct regiment_type *table, int count, const struct range *kinds, const char *belligerent,
                        int32_t limit, const char *const *regiments, int regiment_count, struct fault *fault, const char *file,
                        int32_t line);

/* ground.c: the table at one moment. */

/* The bases of all units that stand on the table; one of them may be put elsewhere to try a thing. */
struct ground {
    const struct match *m;
    const struct state *s;
    int                 count;
    uint8_t             list[PIECES];         /* the units on the table, in order */
    struct base         base[PIECES];         /* by unit; only of those in the list */
    struct element      own[BOUGHT];          /* what was bought in play, if anything was; their vertices are the state's */
};

/* The bought ground alone: for a ground in which no unit matters. tercios_survey() does it too. */
void tercios_survey_ground(struct ground *g);
/* A copy, without what a table has no use for. */
void tercios_copy_ground(struct ground *copy, const struct ground *g);
/* An element that was bought, or a nothing in the place of one that the kind of battle has removed; made in *own. */
const struct element *tercios_own_element(const struct match *m, const struct state *s, int element, struct element *own);
extern const struct element tercios_nothing;

/* The elements on the table: first those of the match, then what was bought in play. */
static inline int elements_in(const struct match *m, const struct state *s) { return m->elements + s->ground; }
static inline int elements_of(const struct ground *g) { return g->m->elements + g->s->ground; }
/* One of them; what was bought is made in *own. */
static inline const struct element *element_in(const struct match *m, const struct state *s, int element, struct element *own)
{
    return s->ground ? tercios_own_element(m, s, element, own) : &m->element[element];
}
static inline const struct element *element_of(const struct ground *g, int element)
{
    if (!g->s->ground) return &g->m->element[element];
    if (element >= g->m->elements) return &g->own[element - g->m->elements];
    return g->s->gone & 1u << element ? &tercios_nothing : &g->m->element[element];
}

void tercios_survey(struct ground *g, const struct match *m, const struct state *s);
/* Only the units of which any part may be so near to a place. */
void tercios_survey_about(struct ground *g, const struct match *m, const struct state *s, struct point at, int32_t reach);
/* Put a unit of the list, or one that comes out of a building (it joins the list), at a pose. */
void tercios_try(struct ground *g, int unit, struct pose pose);
/* Leave a unit out of the list. */
void tercios_lift(struct ground *g, int unit);

/* The traits of an element now: a river's include what its die gave. */
uint16_t tercios_traits(const struct match *m, const struct state *s, int element);

/*
 * 0, or why a movement line is not open to a unit: a base (BE-MOVE-04; `except` does not count, or NOBODY), impassable ground
 * (BE-TERR-05; not the building that it enters or leaves, `building`, or -1), a narrow gap (BE-MOVE-06; pairs with `apart`, or
 * NOBODY, are left out).
 */
rule_id tercios_line_refused(const struct ground *g, int unit, struct segment line, int except, int building, int apart,
                             struct refusal *why);
/* The same for a flight; `passes`: through friends, if it or they are in open order (LM-KING-08). */
rule_id tercios_flight_line_refused(const struct ground *g, int unit, struct segment line, bool passes, struct refusal *why);

/* Does impassable ground or a building bar that line, or the place of that base, whoever goes there? */
bool tercios_bars_line(const struct ground *g, struct segment line);
bool tercios_bars_base(const struct ground *g, const struct base *base);

/* What the ground under a line is: T_DIFFICULT, and T_VERY_DIFFICULT, which disorders all but the light (BE-TERR-01..04). */
uint16_t tercios_hindrance(const struct ground *g, struct segment line);

/* Why a pose is no legal end (BE-GEO-14). The unit's base in `g` is taken as where it began. */
enum end_kind {
    END_PLAIN,               /* an inch to every enemy */
    END_CONTACT,             /* a charge, counter-charge or interception: no gap is asked */
    END_FACING               /* BE-FACE-03: only the table, units and impassable ground count */
};
rule_id tercios_end_refused(const struct ground *g, int unit, struct pose pose, enum end_kind kind, int opponent, struct refusal *why);
/* Only the part of it that angle correction may mend (BE-MOVE-12): overlap with a unit or impassable ground, the table's edge. */
rule_id tercios_overlap_refused(const struct ground *g, int unit, struct pose pose, struct refusal *why);
/* A plain end, turned by the least angle that makes it legal if it would overlap (BE-MOVE-12, -13). */
rule_id tercios_end_corrected(const struct ground *g, int unit, struct pose *pose, struct refusal *why);
/* LM-MOVE-10: where a friendly gun is put when a unit ends on it; false when it cannot stand there. */
bool tercios_gun_behind(const struct ground *g, int unit, struct pose pose, int gun, struct pose *behind);
/* LM-GEO-10: is that a gun which its friends walk through? */
static inline bool is_friendly_gun(const struct match *m, int unit, int other)
{
    return is_liber(m) && type_of(m, other)->arm == ARM_ARTILLERY && !are_enemies(m, unit, other);
}
/* The gap in ticks, rounded down, that an enemy asks of a unit's end: an inch, or what it was before if that is less (BE-GEO-14). */
int32_t tercios_gap_wanted(const struct ground *g, int unit, int enemy);

/* A move worked out: the line, where the base ends, and how far that is. */
struct march {
    struct segment line;             /* from F to the end */
    struct pose    end;
    int32_t        length;           /* ticks from line.from to end.at, rounded down */
    uint16_t       hindrance;        /* of the line */
};

/* The Speed modifiers of the orders (BE-ORDER-04, -05, -09) and of a flight (BE-EVADE-03). */
enum { NET_READY = 0, NET_ATTACK = 1, NET_RUN = 2, NET_FLIGHT = 2 };

/* Ticks a unit may go with that net of bonus and malus (BE-MOD), over ground with that hindrance. */
int32_t tercios_speed(const struct match *m, const struct state *s, int unit, int net, uint16_t hindrance);

enum { HEADING_AUTOMATIC = -1 };
/* A move action to a place (BE-MOVE), with a net Speed modifier: 0 Ready, 2 Run. `heading` is the player's correction, or automatic. */
rule_id tercios_move_refused(const struct ground *g, int unit, struct point to, int32_t heading, int net, struct march *march,
                             struct refusal *why);
/* The same out of a building (BE-TERR-23): the line ends at `to` on that heading. */
rule_id tercios_leave_refused(const struct ground *g, int unit, struct point to, int32_t heading, int net, struct march *march,
                              struct refusal *why);
/* Into a building (BE-TERR-20, -21); march->end.at is the point of the outline. */
rule_id tercios_enter_refused(const struct ground *g, int unit, int element, struct march *march, struct refusal *why);
/* May a unit of that kind be in the building at all, and is it empty (BE-TERR-20)? */
rule_id tercios_garrison_refused(const struct match *m, const struct state *s, int unit, int element, struct refusal *why);
/* A facing change (BE-FACE); *pose is the new one. */
rule_id tercios_face_refused(const struct ground *g, int unit, enum base_side side, struct pose *pose, struct refusal *why);

/*
 * A move straight along `bearing` from the unit's pose in `g`, F leading, the base faced `heading` on the way, of at most `length`:
 * the full length (angle-corrected if `correct`), then multiples of STEP downward, 0 last. Returns the length, and the pose.
 * Where backward, the line checked is that of the rear centre (BE-OUT-07). `opponent`: see tercios_end_refused.
 */
struct straight {
    int32_t bearing, heading, length;
    bool    backward, correct;
    int     opponent;
};
int32_t tercios_go_straight(const struct ground *g, int unit, const struct straight *straight, struct pose *end);

/* purchase.c: ground that is bought in play (LM-DECOR). */

/* Kinds of T11, in the order of the wares; the last two are the earthworks of B3 and the hills of B2, which are not sold. */
extern const char *const tercios_ware_kinds[WARES];
enum ware_id {
    WARE_ROAD, WARE_HILL_SMALL, WARE_HILL_LARGE, WARE_HILL_STEEP, WARE_WOOD_SMALL, WARE_FOREST_LARGE, WARE_FIELD, WARE_HEDGE, WARE_WALL,
    WARE_BRIDGE, WARE_FORD, WARE_BUILDING_SMALL, WARE_BUILDING_LARGE, WARE_MARSH, WARE_LAKE_SMALL, WARE_LAKE_LARGE, WARE_ROCKS,
    WARE_RIVER, WARE_TOWN, WARE_EARTHWORK, WARE_HILLOCK
};
struct tables;
/* Prices and traits from the table of terrain; for every match that is deployed in play. */
void tercios_stock(struct match *m, const struct tables *tables);
/* The wares with their outlines, as the board shows them: a list. */
void tercios_write_wares(const struct match *m, struct json_writer *writer);
/* Lay a ware at a pose; returns the number of its (first) element. There must be room for it. */
int tercios_lay(const struct match *m, struct state *s, int ware, struct pose pose, seat_id buyer);
/* The outlines of all bought ground, from where it lies: a position gives no vertices. */
void tercios_outline_ground(const struct match *m, struct state *s);
/* A river of the bought ground that was not rolled for, by its number among the elements, or -1. */
int tercios_still_river(const struct match *m, const struct state *s);
/* The frame on top asks for that instead of purchases: the works of B3. */
enum terrain_step { TERRAIN_ROLLS, TERRAIN_CHARTS, TERRAIN_BUYS, TERRAIN_CROSSING, TERRAIN_DIGS };
bool tercios_sample_purchase(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d);
int32_t tercios_purchase_region(const struct match *m, const struct state *s, seat_id seat, struct point *points, int32_t capacity);

/* battles.c: kinds of battle, arrivals, prizes. */

/* Off the table by the enemy's edge (B5): may the unit at all; a line that ends there; and it is done. */
enum { EXITS = 255 };                /* of activation.enters */
bool tercios_may_exit(const struct match *m, const struct state *s, int unit);
rule_id tercios_exit_refused(const struct ground *g, int unit, struct point at, int net, struct march *march, struct refusal *why);
void tercios_exit(struct play *p, int unit);
/* Does somebody come, or may come, at the beginning of this turn? */
bool tercios_expects(const struct match *m, const struct state *s);
/* One die for a regiment that is to come later; false when all have been thrown that this turn asks for. */
bool tercios_roll_arrival(struct play *p);
/* Has the side regiments that are still to come? */
bool tercios_still_comes(const struct match *m, const struct state *s, seat_id seat);
/* Is the regiment kept back when its army is deployed (B4, B6, arrivals)? */
bool tercios_is_kept_back(const struct match *m, const struct state *s, int regiment);
/* The seat that has the initiative without a die (B3), or NO_SEAT. */
seat_id tercios_given_initiative(const struct match *m, const struct state *s);
/* The battle goes on whoever leads (B5). */
bool tercios_plays_on(const struct match *m, const struct state *s);
/* What a seat cannot know of the other's flank march, drawn. */
void tercios_mark_marchers(const struct match *m, struct state *s, seat_id seat);
void tercios_guess_flank(const struct match *m, struct state *s, seat_id seat, struct random *random);
/* The kind of battle and what it lays on the table, once the orientation is known. */
void tercios_name_battle(struct play *p);
void tercios_lay_battle(struct play *p);
/* LM-KING-10: where a vanguard may go before the first turn. */
rule_id tercios_vanguard_refused(const struct ground *g, int unit, struct point at, int32_t heading, struct march *march, struct refusal *why);
bool tercios_has_vanguard(const struct match *m, const struct state *s);
/* The stretches of the table's edges where a regiment that comes later may be put down: how many. */
enum { STRIPS = 2 };
int tercios_strips(const struct match *m, const struct state *s, int regiment, struct arrival list[STRIPS]);

/* Points beside those for destroyed units: what was given so far, and what the end gives, as if it were now. */
int32_t tercios_prizes(const struct match *m, const struct state *s, seat_id seat);
int tercios_tell_prizes(struct play *p, seat_id seat);
/* A place that is worth points to a side: a disc, or an element. */
struct objective {
    struct point at;
    int32_t      radius;             /* of an element: a disc that lies about in it */
    int          element;            /* or -1 */
    int32_t      points;
    int32_t      turns;              /* how often they are still given; 0: once, at the end */
};
enum { OBJECTIVES = PRIZES + BOUGHT + 1 };
/* What the side, by where its units stand, may still win or keep from the enemy: how many. */
int tercios_objectives(const struct match *m, const struct state *s, seat_id seat, struct objective list[OBJECTIVES]);
/* The points that its side would still be given for the unit, turn by turn, if it lasts to the end. */
int32_t tercios_pension(const struct match *m, const struct state *s, int unit);
/* The side to which an element's points would go now, if they are given turn by turn; or NO_SEAT. */
seat_id tercios_holder(const struct match *m, const struct state *s, int element);
/* A turn ends: points of this turn are given, and at the end of the battle those of its end. */
void tercios_award(struct play *p);

/* sight.c */

/* Is the unit in ground that hides (LM-TRAIT-47, -48)? */
bool tercios_in_hidden(const struct match *m, const struct state *s, int unit);

/* Does the unit see the enemy (BE-LOS), from F or, in a building, from its outline? */
bool tercios_sees(const struct ground *g, int unit, int target);
/* LM-CACT-04, LM-ATT-10: does a commander, all round from his middle or the Centres of his unit, see a unit or another commander? */
bool tercios_commander_sees(const struct ground *g, int commander, int piece);
/* 0, or what hides the target from the eyes of a charger. */
rule_id tercios_sight_refused(const struct ground *g, int unit, int target, struct refusal *why);
/* The same for any eyes and any place: `target` is the unit that stands there and must be seen, or NOBODY. */
rule_id tercios_view_refused(const struct ground *g, int unit, int target, struct point at, struct refusal *why);
/* The same for a shot at any range: an extended arc looks from the side centres too (BE-LOS-06). */
bool tercios_sees_to_shoot(const struct ground *g, int unit, int target);
/* The nearest Centre (or outline point) of the target that the unit sees; false when there is none. */
bool tercios_nearest_seen(const struct ground *g, int unit, int target, struct point *from, struct point *to);

/* The points of a building's outline that count (BE-TERR-22): the nearest to a point first, then vertices, then midpoints of edges. */
enum { OUTLINE_POINTS = 2 * TABLE_VERTICES + 1 };
int32_t tercios_outline(const struct element *element, struct point from, struct point *list);

/* How a shot is made: SHOT_GUN is that of the gun built into the unit (LM-ART-14), SHOT_HARASS is followed by an evade (LM-KING-05). */
enum shot_flag { SHOT_REACTION = 1, SHOT_AT_CONTACT = 2, SHOT_GUN = 4, SHOT_HARASS = 8 };

struct aim {
    struct point    from, to;
    struct distance apart;
    uint8_t         dice;            /* the printed Shoot for that distance */
    int8_t          weapon;
    rule_id         cover;           /* what gives the target cover (BE-TERR-02, -09, -22), or 0 */
};

/*
 * 0, or why the unit could not shoot at the target from where it stands, whatever its order. At contact (BE-REACT-16) range is
 * not asked, and a target that is not seen may still be shot at: the caller has judged sight.
 */
rule_id tercios_shot_refused(const struct ground *g, int unit, int target, unsigned how, struct aim *aim, struct refusal *why);

/* What gives the unit cover against every shot, wherever it comes from (BE-TERR-02, -22), or 0. */
rule_id tercios_cover(const struct ground *g, int unit);

/* command.c: commanders of the long edition (LM-CMD, LM-ATT, LM-VIRT). The short edition has none. */

/* Has the unit that virtue now: of the commander with it, or lent (LM-VIRT-02, LM-TRAIT-02)? */
bool tercios_virtue(const struct match *m, const struct state *s, int unit, enum virtue virtue);
/* Has the commander who is with the unit that trait? */
bool tercios_led_by(const struct match *m, const struct state *s, int unit, enum trait trait);
/* LM-TEST-05: does a commander who may have it in command, or no need of one. */
bool tercios_in_command(const struct match *m, const struct state *s, int unit);
/* LM-ART-03: a company of a battery beside the battery's gun. */
bool tercios_near_own_gun(const struct match *m, const struct state *s, int unit);
/* An order test has been told: by what rules a commander has the unit in command, if one has. */
void tercios_cite_command(struct play *p, int unit);
/* LM-TRAIT-60: mercenaries near a commander of theirs who pays them. */
bool tercios_paid(const struct match *m, const struct state *s, int unit);
/* May the commander be activated now, as far as he himself goes (LM-STATE-06, LM-ATT-03, -07)? */
rule_id tercios_commander_refused(const struct match *m, const struct state *s, int commander, struct refusal *why);
/* The rank of a side's commander in chief where an initiative tie is settled (LM-INIT-02, -05). */
int tercios_chief_rank(const struct match *m, const struct state *s, seat_id seat);
/* A turn begins: nobody is exhausted, and what lasted for a turn is over (LM-TURN-02, -05). */
void tercios_rest(struct play *p);
/* LM-LOSS-01: commanders without anybody to command leave. */
void tercios_dismiss(struct play *p);
/* LM-CMD-06, -11: may the commander deal with the unit at all: join it, have it in command, lend to it, act on it? */
bool tercios_interacts(const struct match *m, int commander, int unit);
/* His command radius in ticks (LM-TEST-07), and how far he moves (LM-CMD-08). */
int32_t tercios_radius(const struct match *m, int commander);
int32_t tercios_ride_length(const struct match *m, int commander);
/* LM-GEO-06: is the piece, a unit or commander of either side, at most so far from him (attached: from his unit)? */
bool tercios_within(const struct match *m, const struct state *s, int commander, int piece, int32_t limit);
/* LM-CACT-03: in his radius and in his sight (LM-TRAIT-61: who is respectable need not see his own); any piece of either side. */
bool tercios_reaches(const struct match *m, const struct state *s, int commander, int piece);
/* LM-TRAIT-61: that he need not. */
bool tercios_needs_no_sight(const struct match *m, int commander, int piece);
/* The same at any distance. */
bool tercios_reaches_anywhere(const struct match *m, const struct state *s, int commander, int piece);
/* tercios_interacts() and tercios_reaches(). */
bool tercios_may_command(const struct match *m, const struct state *s, int commander, int unit);
/* LM-TRAIT-55: is it one of the units that Imperturbable steadies? */
bool tercios_steadied(const struct match *m, const struct state *s, int unit);
/* LM-TRAIT-62: the commander who may let the unit disengage instead of retreating, or NOBODY. */
int tercios_elegant(const struct match *m, const struct state *s, int unit);
/* Once the match is loaded: who has which trait, and the free Elan of LM-CMD-14. */
void tercios_muster(struct match *m);

/* LM-CACT-05..08: as many dice as the rank; tells EVENT_COMMAND_TEST, exhausts with fewer than two successes, and returns them. */
int tercios_command_test(struct play *p, int commander, int need, rule_id rule);
/* He becomes exhausted, or fresh again; nothing if he is so already. */
void tercios_exhaust(struct play *p, int commander, rule_id rule);
void tercios_refresh(struct play *p, int commander, rule_id rule);
/* LM-ATT-01, -02: he is with the unit from now on, and exhausted. He may come from another unit, whose Zeal may end: may push a frame. */
void tercios_join(struct play *p, int commander, int unit, rule_id rule);
/* LM-VIRT-09: the unit has lost Zeal, and tests if it holds more wear than it can. May push a frame. */
void tercios_zeal_ends(struct play *p, int unit);

/* traits.c, for the activation of a commander: what he may try now, attached or not, and what happens when he does. */
void tercios_offer_traits(const struct match *m, const struct state *s, int commander, struct offers *offers);
/* The kind is DO_ACT, DO_ACT_ON or DO_ACT_ON_TWO, and its unit is the commander. */
rule_id tercios_trait_refused(const struct match *m, const struct state *s, int commander, const struct decision *d, struct refusal *why);
/* The frame on top is that of his activation, already at its last step: frames may be pushed. */
void tercios_begin_trait(struct play *p, const struct decision *d);

/* rides.c: where commanders go. */

enum { COMMANDER_RADIUS = 2 * CENTIMETRE };          /* LM-BASE-08 */

/* May his disc stand there (LM-CMD-09, -10): on the table, free of units and of impassable ground? */
rule_id tercios_stand_refused(const struct ground *g, int commander, struct point at, struct refusal *why);
/* The same with a way to it of at most `length` from where he is (LM-CMD-08; attached: from the edge of his unit, LM-ATT-08). */
rule_id tercios_ride_refused(const struct ground *g, int commander, struct point to, int32_t length, struct refusal *why);
/* Could he join the unit with a move of that length (LM-ATT-01, -09)? */
rule_id tercios_attach_refused(const struct ground *g, int commander, int unit, int32_t length, struct refusal *why);
/* LM-TRAIT-39: from the unit that he is with to another in one move: that, or only half of it. */
rule_id tercios_nimble_refused(const struct match *m, const struct state *s, int commander, int unit, struct refusal *why);
void tercios_nimble(struct play *p, int commander, int unit, bool works);
/* The legal place nearest to a point, by a fixed search from it outwards; false when there is none far and wide. */
bool tercios_nearest_stand(const struct ground *g, int commander, struct point wanted, struct point *found);
/* A place that he could ride to from where he is; with NULL the first of a fixed search. */
bool tercios_find_ride(const struct ground *g, int commander, int32_t length, struct random *random, struct point *at);
/* For offers of DO_RIDE: a place, and an outline. */
bool tercios_sample_ride(const struct match *m, const struct state *s, int commander, struct random *random, struct point *at);
int32_t tercios_ride_region(const struct match *m, const struct state *s, int commander, struct point *points, int32_t capacity);

/* losses.c */

/*
 * A unit has slid from a pose (already turned to its way) to where it now stands; equal poses for a mere facing. Commanders whom it met
 * are dealt with (LM-MOVE-12, LM-LOSS-02): true when that has put a frame on top.
 */
bool tercios_sweep(struct play *p, int unit, struct pose from, struct pose to);
/* He may move at once, up to that length, and join a unit with it (LM-TRAIT-01, -18, -30, LM-LOSS-05): pushes PHASE_ESCAPE. */
void tercios_free_ride(struct play *p, int commander, int32_t length, rule_id rule);

/* The commander is lost: he is no longer with his unit, which is not tested for it (see tercios_zeal_ends). */
void tercios_kill(struct play *p, int commander, enum loss loss, rule_id rule);
/* LM-LOSS-03, -04, -08: a unit is destroyed; what that means for commanders. `old` is what it was. May push PHASE_LOSSES. */
void tercios_mourn(struct play *p, int unit, const struct unit *old);

/* traits.c, for others: */

/* Could the commander take any command action now? One who is with a unit: could he leave it nimbly (LM-TRAIT-39)? */
bool tercios_may_act(const struct match *m, const struct state *s, int commander);
/* What was lent to the unit for a step is no longer, or what an expert lent; without the zeal it may break (LM-VIRT-09). May push a frame. */
void tercios_return_virtues(struct play *p, int unit);
void tercios_return_expert(struct play *p, int unit);

/* values.c */

/* T-2: a value after `net` bonuses and malus. */
int tercios_modified(int value, int net);
/* The modified value with its account in the events: begin, add reasons, end. */
int tercios_net(struct play *p, rule_id rule);                               /* opens the account of the net: returns 0 */
/* Closes it, and gives the dice; a virtue of the commander with the unit adds to them (LM-MOD-07), or NO_VIRTUE. */
int tercios_dice(struct play *p, rule_id rule, int value, int net, int unit, enum virtue virtue);
/* The most wear that a unit can hold (BE-VAL-02, LM-VIRT-09). */
int tercios_endurance(const struct match *m, const struct state *s, int unit);
bool tercios_at_limit(const struct match *m, const struct state *s, int unit);
/* The rule by which it then has its malus. */
rule_id tercios_weary_rule(const struct match *m);
void tercios_put(struct state *s, int unit, struct pose pose);
void tercios_disorder(struct play *p, int unit, rule_id rule);
/* The ground under a line disorders the unit if it is very difficult (BE-TERR-04). */
void tercios_suffer_ground(struct play *p, int unit, struct segment line);
/* Does the ground under its F hinder every line of the unit (BE-TERR-01)? */
bool tercios_hindered_at_start(const struct match *m, const struct state *s, int unit);
/* The account of the Speed in inches that the order under way and the ground under its F give the unit. */
void tercios_tell_speed(struct play *p, int unit);
/* The dice of an order test; as tercios_test_order(). */
int tercios_discipline_dice(struct play *p, int unit, int net, rule_id rule);
/* The account of how much more wear the unit can hold. */
void tercios_tell_endurance(struct play *p, int unit);
/* Opens the account of the net of an order test, with what bears on all of them. */
int tercios_test_net(struct play *p, int unit, rule_id rule);
/* BE-TEST-03: the number of successes; tells EVENT_TEST. The caller has opened the account of the net and added to it. */
int tercios_test_order(struct play *p, int unit, int net, rule_id rule);
/* The same with another score than 5 (LM-TEST-09). */
int tercios_test_discipline(struct play *p, int unit, int net, int need, rule_id rule);
void tercios_wear(struct play *p, int unit, int wear, rule_id rule);
/*
 * BE-BREAK: rolls if the wear exceeds the Endurance; the unit may be destroyed by it. Either may put a frame on top (a commander's
 * choice, or what the loss means to commanders): whoever calls them does no more with the frame on top.
 */
void tercios_test_break(struct play *p, int unit);
void tercios_destroy(struct play *p, int unit, rule_id rule);
/* Take the card away (BE-TURN-09). */
void tercios_spend(struct play *p, int unit);
/* The Courage dice of a unit against a shot or in a melee; flank and protection are the caller's to know. */
int tercios_courage_dice(struct play *p, int unit, rule_id rule, bool cover, bool protects, bool flank, enum virtue virtue);

/* turn.c */
void tercios_setup(const struct match *m, struct state *s);
bool tercios_place(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
int32_t tercios_score(const struct match *m, const struct state *s, seat_id seat);
/* The same as an account, with what the option `breakthrough` adds in the last turn. */
void tercios_tell_score(struct play *p, seat_id seat);
/* 0, or why the unit, which holds a card, may not be the one that is activated in this step (LM-TRAIT-07, -11, -13, -20, LM-CACT-09). */
rule_id tercios_turn_refused(const struct match *m, const struct state *s, int unit, struct refusal *why);
/* The activation of the unit in the frame on top is over: its card is spent, and who was asked may be asked again. */
void tercios_end_activation(struct play *p, int unit);
/* May the unit be given that order at all? */
rule_id tercios_order_refused(const struct match *m, const struct state *s, int unit, int order, struct refusal *why);
/* A joint card is broken: every other holder gets a card of its own, known to all (BE-BRIG-04). */
void tercios_break_joint(struct play *p, int unit);

/* set_up */
/* tercios_place() for the phases of the set-up. */
bool tercios_place_setup(const struct match *m, struct state *s, uint8_t phase, seat_id seat, struct fault *fault);
/* The zone of a seat, once it is known: the box about it. */
struct box tercios_zone_of(const struct match *m, const struct state *s, seat_id seat);
static inline bool is_diagonal(const struct state *s) { return s->orientation >= ORIENTATION_RISING; }
/* Does the point lie in it, but for the tolerance? It is not always a box (B4). */
bool tercios_in_zone(const struct match *m, const struct state *s, seat_id seat, struct point point, int32_t tolerance);
/* Its outline: at least 3 and at most ZONE_POINTS points. */
enum { ZONE_POINTS = 4 };
int32_t tercios_zone_outline(const struct match *m, const struct state *s, seat_id seat, struct point points[ZONE_POINTS]);
/* The heading that looks from a seat's zone to the enemy's. */
int32_t tercios_towards_enemy(const struct state *s, seat_id seat);
/* Does the piece begin off the table: deployed in play, or to come later? */
bool tercios_starts_waiting(const struct match *m, int piece);
/* Cite the rules by which the armies of the long edition were made and checked, those that bear on them. */
void tercios_cite_armies(struct play *p);
/* Cite LM-KING-08, or for what is no move of Ready or Run LM-KING-09, where the line led through friends. */
void tercios_cite_passage(struct play *p, int unit, struct segment line, rule_id rule);
/* Have units of the regiment been placed? */
bool tercios_is_begun(const struct match *m, const struct state *s, int regiment);
/* What to draw where a piece is to be placed. */
int32_t tercios_place_region(const struct match *m, const struct state *s, seat_id seat, int piece, struct point *points, int32_t capacity);
/* Is what stands in the state about ground, zones and kinds of battle possible? */
bool tercios_setup_sound(const struct match *m, const struct state *s, struct fault *fault);
rule_id tercios_place_refused(const struct match *m, const struct state *s, int unit, struct pose pose, struct refusal *why);
/* A place for a commander whom a computer deploys. */
bool tercios_sample_commander_place(const struct match *m, const struct state *s, seat_id seat, struct random *random, struct decision *d);
/* A legal place for a unit that is to be deployed, by a fixed search from a start that `random` (or 0) shifts. */
bool tercios_find_place(const struct match *m, const struct state *s, int unit, uint32_t shift, struct pose *pose);

/* charge.c */
/* Is any charge open to the unit? */
bool tercios_can_charge(const struct ground *g, int unit);
/* A charge outside an activation of its own: the unit's card is spent, and its order for the time is Attack (LM-TRAIT-14, -24). */
void tercios_force_charge(struct play *p, int unit, int target);

/* move.c */
/* The line of a march becomes that of the activation. */
void tercios_declare_line(struct state *s, const struct march *march, enum line_kind kind);
/* Begin to walk the declared line of the activation (act.line, from, to, length, heading...): pushes PHASE_MOVE. */
void tercios_walk(struct play *p);
/* BE-REACT-03, -04: does the line from `covered` on trigger the unit, and where along it? The bases in `g` do not matter. */
bool tercios_triggers(const struct ground *g, int unit, int32_t *s);
/* The frame on top, a move, has been stopped by an interception: it goes on after the melee that is about to be pushed. */
void tercios_intercepted(struct play *p);
/*
 * A unit has come to stand somewhere: guns that it has driven aside (LM-MOVE-10) and commanders that it has met (LM-MOVE-12, LM-LOSS-02).
 * `from` is where it set out, faced as on the way. It may put a frame on top: nothing but pushing more may follow.
 */
void tercios_settle(struct play *p, int unit, struct pose from, struct pose to);
/* The guns alone, for a unit that turns about where it stands before it settles. */
void tercios_drive_guns(struct play *p, int unit);
/* The base of the acting unit at a length along its line. */
struct pose tercios_on_line(const struct state *s, int32_t covered);

/* lanes.c */
struct charge {
    uint8_t        centre;           /* enum base_side, or CENTRE_OUTLINE */
    bool           flank;
    bool           from_behind;      /* as flank, but squares too (BE-OUT-06) */
    bool           protects;         /* the target is protected against it */
    struct segment line;             /* from F (or the outline of the building it leaves) to C */
    int32_t        length;           /* ticks to contact */
    struct pose    contact;
    uint16_t       hindrance;        /* of the line up to contact */
};

/* 0 and the charge, or why the unit cannot charge the target at that Centre (-1: the first of the equally near; BE-CHARGE-02..04). */
rule_id tercios_charge_refused(const struct ground *g, int unit, int target, int centre, struct charge *charge, struct refusal *why);
bool tercios_is_flank(const struct ground *g, int charger, int target);
/* Is the unit protected against every charge, wherever it comes from (BE-TERR-10, -22)? */
bool tercios_protected(const struct ground *g, int unit);
/* BE-CHARGE-12; false when it must stay. `unseen`: toward the nearest Centre, seen or not (BE-EVADE-06). */
bool tercios_approach(const struct ground *g, int unit, int target, bool unseen, struct march *march);

struct counter {
    struct pose    charger, target;  /* where they meet */
    struct segment charger_line, target_line;
    int32_t        charger_length, target_length;
};
bool tercios_counter(const struct ground *g, int charger, int target, struct counter *counter);

struct interception {
    struct pose mover;               /* where it is put, or stopped */
    int32_t     covered;             /* ticks along its line */
    struct pose interceptor;         /* at contact */
    struct segment line;             /* of the interceptor, to contact; of length 0 when it does not move */
    bool        flank;
    bool        from_behind;         /* as flank, but squares too (BE-OUT-06) */
    bool        protects;
};
/* With a net Speed modifier: that of Attack, but for horse that shelters shot (LM-INF-13). */
bool tercios_intercept(const struct ground *g, int unit, int net, struct interception *interception);

struct flight {
    bool        passes;              /* through friends, in open order (LM-KING-08) */
    struct pose faced;               /* after the facing it takes */
    int32_t     bearing[3];          /* by choice: straight, left, right; -1 when not open */
    int32_t     low, high;           /* lengths that may be legal */
};
/* Could the unit flee from a point at all (BE-EVADE-01..05)? `passes`: it is a move of Run (LM-KING-08). */
bool tercios_flight(const struct ground *g, int unit, struct point from, bool passes, struct flight *flight);
rule_id tercios_flight_refused(const struct ground *g, int unit, const struct flight *flight, int choice, int32_t length,
                               struct march *march, struct refusal *why);

/* orders.c */
/* A move, turned by hand or not, or out of a building, with that net Speed modifier. */
rule_id tercios_march_refused(const struct ground *g, const struct decision *d, int net, struct march *march, struct refusal *why);
/* The same for an answer to a player: with the nearest place that would do. */
rule_id tercios_place_to_go_refused(const struct ground *g, const struct decision *d, int net, struct refusal *why);
/* Dragoons that mount and dismount (LM-ADAPT-04); where they are when they mount (LM-ADAPT-08); and that they do. */
bool tercios_is_dragoon(const struct match *m, int unit);
/* LM-ADAPT-11..13: dragoons on foot test for their horses: true when they still have them, else they are lost. */
bool tercios_calls_horses(struct play *p, int unit, rule_id rule);
void tercios_lose_horses(struct play *p, int unit, rule_id rule);
struct pose tercios_mounted(const struct match *m, const struct state *s, int unit, int32_t heading);
void tercios_mount(struct play *p, int unit, struct pose pose, rule_id rule);

/* react.c */
/* Could the unit's card (or any card it might hold: ask with each) do something now (BE-REACT-10)? */
rule_id tercios_reaction_refused(const struct ground *g, int unit, int order, struct refusal *why);
/* The ways that the unit which is fleeing, in the frame on top, has; false when there is none. */
bool tercios_can_flee(const struct ground *g, int unit, struct flight *flight);
/* The net of a reaction test (BE-REACT-07) for its account; for a unit that is asked to react. */
int tercios_reaction_net(struct play *p, int unit, bool flees);
/* Ask the units marked ASKING_NOW: pushes PHASE_REACT. */
enum trigger { TRIGGER_CHARGE, TRIGGER_NEAR };
void tercios_ask_reaction(struct play *p, enum trigger trigger);
/* Might the unit evade without a card, by its nature (BE-CAV-03, LM-KING-02, -04, LM-TRAIT-58), when that enemy charges or comes near? */
bool tercios_may_evade(const struct match *m, const struct state *s, int unit, int enemy, enum trigger trigger);
/* The frame of the move under way is on top: the unit meets the mover on its line (BE-INTER). */
void tercios_meet_on_line(struct play *p, int unit, int net, unsigned flags);

/* shoot.c */
/* Pushes PHASE_SHOT; `order` is the card by which it shoots. */
void tercios_shoot(struct play *p, int unit, int target, int order, unsigned flags);
/* May it shoot at all under that order (BE-VAL-05, BE-CAV-12, BE-ART-06)? */
rule_id tercios_may_shoot(const struct match *m, const struct state *s, int unit, int order, struct refusal *why);

/* The dice of a shot with the profile's number 0 or 1, by that order, as far as no target matters; `reacts`: in reaction. */
int tercios_shot_dice(struct play *p, int unit, int number, int order, bool reacts);

/* melee.c */
/* The Combat dice of a unit, as far as no opponent matters; `attacks`: under the order Attack. */
int tercios_combat_dice(struct play *p, int unit, bool attacks);
enum melee_flag {
    MELEE_FLANK = 1, MELEE_COUNTER = 2, MELEE_INTERCEPTION = 4, MELEE_PROTECTED = 8,
    MELEE_DEFENDER_ATTACKS = 16,     /* the intercepted mover is carrying out Attack */
    MELEE_FROM_BEHIND = 32,          /* from behind the defender's front line, flanked by it or not (BE-OUT-06) */
    MELEE_EXTRA = 64,                /* a further round of a dirty war; how many there were stands above the flags (LM-DIRTY) */
    MELEE_ATTACKER_SHAKEN = 256, MELEE_DEFENDER_SHAKEN = 512,  /* dragoons on foot that it has disordered (LM-ADAPT-12) */
    MELEE_WITHOUT_BONUS = 128        /* the attacker is horse that shelters shot without the order to charge (LM-INF-13) */
};
/* Dragoons on foot have been disordered: LM-ADAPT-12, at once or when the melee is decided. */
void tercios_shaken(struct play *p, int unit);
/* Pushes PHASE_MELEE. act.aftermath tells the frame below who gave way. */
void tercios_fight(struct play *p, int attacker, int defender, unsigned flags);

/* mind.c, candidates.c, evaluate.c, scene.c */

/* What a computer player cares for. */
enum concern {
    CONCERN_POINTS, CONCERN_FOOT, CONCERN_HORSE, CONCERN_GUNS, CONCERN_WEAR, CONCERN_DISORDER, CONCERN_SHOTS, CONCERN_CHARGES, CONCERN_WAY, CONCERN_NEARNESS,
    CONCERN_FACING, CONCERN_COMPANY, CONCERN_TEMPO, CONCERN_ACTING, CONCERN_READY, CONCERN_ATTACK, CONCERN_RUN, CONCERN_FIRE, CONCERN_RESIST,
    CONCERN_REACTIONS, CONCERN_COMMAND, CONCERN_STRAYING, CONCERN_COMMANDERS, CONCERN_GROUND, CONCERNS
};
extern const char *const tercios_concerns[CONCERNS];

void tercios_mask(const struct match *m, struct state *s, seat_id seat);
void tercios_guess(const struct match *m, struct state *s, seat_id seat, struct random *random);
bool tercios_sample(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct random *random,
                    struct decision *d);
int32_t tercios_region(const struct match *m, const struct state *s, seat_id seat, const struct offer *offer, struct point *points,
                       int32_t capacity);
int16_t tercios_turn_of(const struct match *m, const struct state *s, seat_id seat, const struct temper *temper);
void tercios_appraise(const struct match *m, const struct state *s, const void *notes, struct appraisal *appraisal);
enum { TERCIOS_NOTES = 48 << 10 };               /* bytes */
void tercios_take_notes(const struct match *m, const struct state *s, void *notes);
int32_t tercios_tide(const struct match *m, const struct state *s);
bool tercios_sound(const struct match *m, const struct state *s, struct fault *fault);

/* answers.c */
extern const char *const tercios_firearms[ALL_FIREARMS];
bool tercios_value(struct play *p, int unit, int value);
int32_t tercios_ring(const struct match *m, const struct state *s, int unit, int ring, int32_t *distance, struct point *points,
                     int32_t capacity);
rule_id tercios_sees_place(const struct match *m, const struct state *s, int unit, int target, struct point at, struct refusal *why);

/* liber_rules.c: by cited rule of the short edition the long edition's own (ruleset.edition); 0: it is never cited there. */
extern const rule_id liber_edition[brevis_RULE_COUNT + 1];

#endif
