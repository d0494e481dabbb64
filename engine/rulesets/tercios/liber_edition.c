/*
 * liber_edition.c: which rule of the long edition (LM) each cited rule of the short one (BE) is, in the long edition's own numbering (see
 * ruleset.edition).
 *
 * Where the long edition has no row that says the same, the nearest that it follows from stands here, and a note says so. A rule
 * that may refuse a decision must have one: without it the decision would be allowed.
 */
#include "tercios.h"

/* The enumerators of the long edition count on from the rules of the short one. */
#define OWN(rule) ((rule) - brevis_RULE_COUNT)

const rule_id liber_edition[brevis_RULE_COUNT + 1] = {
    /* BE-GEO: geometry */
    [BE_GEO_01] = OWN(LM_BASE_09),
    [BE_GEO_02] = OWN(LM_GEO_03),
    [BE_GEO_03] = OWN(LM_GEO_03),
    [BE_GEO_04] = OWN(LM_GEO_01),
    [BE_GEO_05] = OWN(LM_BASE_06),
    [BE_GEO_06] = OWN(LM_GEO_06),
    [BE_GEO_07] = OWN(LM_BASE_02),
    [BE_GEO_08] = OWN(LM_BASE_07),
    [BE_GEO_09] = OWN(LM_GEO_05),
    [BE_GEO_10] = OWN(LM_GEO_04),
    [BE_GEO_11] = OWN(LM_GEO_09),
    [BE_GEO_12] = OWN(LM_GEO_05),
    [BE_GEO_13] = OWN(LM_GEO_08),
    [BE_GEO_14] = OWN(LM_GEO_11),
    [BE_GEO_15] = OWN(LM_MOVE_15),
    [BE_GEO_16] = OWN(LM_BASE_10),
    [BE_GEO_17] = OWN(LM_GEO_02),      /* Centres and corners follow from the pose */
    [BE_GEO_18] = OWN(LM_GEO_12),

    /* BE-UNIT: units */
    [BE_UNIT_01] = OWN(LM_BASE_01),
    [BE_UNIT_02] = OWN(LM_INF_16),
    [BE_UNIT_03] = OWN(LM_BASE_05),    /* a base is a base, however many figures stand on it */
    [BE_UNIT_04] = OWN(LM_BASE_08),    /* here there are commanders */

    /* BE-VAL: values */
    [BE_VAL_01] = OWN(LM_VAL_01),
    [BE_VAL_02] = OWN(LM_VAL_01),
    [BE_VAL_03] = OWN(LM_VAL_02),
    [BE_VAL_04] = OWN(LM_VAL_02),
    [BE_VAL_05] = OWN(LM_MOD_06),      /* follows from a Shoot of 0 staying 0 */

    /* BE-MOD: bonus and malus */
    [BE_MOD_01] = OWN(LM_MOD_01),
    [BE_MOD_02] = OWN(LM_MOD_02),
    [BE_MOD_03] = OWN(LM_MOD_03),
    [BE_MOD_04] = OWN(LM_MOD_04),
    [BE_MOD_05] = OWN(LM_MOD_05),
    [BE_MOD_06] = OWN(LM_MOD_06),
    [BE_MOD_07] = OWN(LM_MOD_01),      /* the table has no row of its own: the net decides */
    [BE_MOD_08] = OWN(LM_MOD_09),
    [BE_MOD_09] = OWN(LM_MOD_01),      /* follows from the net being that of one roll */
    [BE_MOD_10] = OWN(LM_MELEE_08),    /* cited of a melee: its part of the list */

    /* BE-STATE: wear and disorder */
    [BE_STATE_01] = OWN(LM_STATE_01),
    [BE_STATE_02] = OWN(LM_STATE_02),
    [BE_STATE_03] = OWN(LM_STATE_03),
    [BE_STATE_04] = OWN(LM_STATE_05),
    [BE_STATE_05] = OWN(LM_STATE_05),
    [BE_STATE_06] = OWN(LM_ORD_07),
    [BE_STATE_07] = OWN(LM_STATE_01),  /* commanders remove wear too: only what wear is holds */
    [BE_STATE_08] = OWN(LM_BREAK_05),

    /* BE-TURN: the turn */
    [BE_TURN_01] = OWN(LM_TURN_01),
    [BE_TURN_02] = OWN(LM_TURN_03),
    [BE_TURN_03] = OWN(LM_ORD_03),
    [BE_TURN_04] = OWN(LM_INIT_01),
    [BE_TURN_05] = OWN(LM_INIT_04),
    [BE_TURN_06] = OWN(LM_ACT_01),
    [BE_TURN_07] = OWN(LM_ACT_06),
    [BE_TURN_08] = OWN(LM_ACT_04),
    [BE_TURN_09] = OWN(LM_ACT_07),
    [BE_TURN_10] = OWN(LM_TURN_04),
    [BE_TURN_11] = OWN(LM_ACT_08),

    /* BE-ORDER: orders */
    [BE_ORDER_01] = OWN(LM_ORD_05),
    [BE_ORDER_02] = OWN(LM_ORD_06),
    [BE_ORDER_03] = OWN(LM_ORD_07),
    [BE_ORDER_04] = OWN(LM_ORD_05),
    [BE_ORDER_05] = OWN(LM_ORD_08),
    [BE_ORDER_06] = OWN(LM_ORD_09),
    [BE_ORDER_07] = OWN(LM_CHARGE_02),
    [BE_ORDER_08] = OWN(LM_ORD_10),
    [BE_ORDER_09] = OWN(LM_ORD_11),
    [BE_ORDER_10] = OWN(LM_ORD_11),
    [BE_ORDER_11] = OWN(LM_ORD_13),
    [BE_ORDER_12] = OWN(LM_ORD_13),    /* follows from Fire being one shot and nothing else */
    [BE_ORDER_13] = OWN(LM_ORD_14),
    [BE_ORDER_14] = OWN(LM_ORD_14),
    [BE_ORDER_15] = OWN(LM_ORD_04),

    /* BE-TEST: order test */
    [BE_TEST_01] = OWN(LM_TEST_01),
    [BE_TEST_02] = OWN(LM_TEST_02),
    [BE_TEST_03] = OWN(LM_TEST_03),
    [BE_TEST_04] = OWN(LM_TEST_04),
    [BE_TEST_05] = OWN(LM_ORD_14),     /* cited of Resist: the order test is its roll */
    [BE_TEST_06] = OWN(LM_TEST_08),    /* here there are modifiers, all before the dice */

    /* BE-REACT: reactions */
    [BE_REACT_01] = OWN(LM_REACT_01),
    [BE_REACT_02] = OWN(LM_REACT_01),
    [BE_REACT_03] = OWN(LM_REACT_02),
    [BE_REACT_04] = OWN(LM_REACT_02),
    [BE_REACT_05] = OWN(LM_REACT_26),
    [BE_REACT_06] = OWN(LM_REACT_03),
    [BE_REACT_07] = OWN(LM_REACT_04),
    [BE_REACT_08] = OWN(LM_REACT_05),
    [BE_REACT_09] = OWN(LM_REACT_06),
    [BE_REACT_10] = OWN(LM_REACT_24),
    [BE_REACT_11] = OWN(LM_REACT_22),
    [BE_REACT_12] = OWN(LM_REACT_22),
    [BE_REACT_13] = OWN(LM_REACT_07),
    [BE_REACT_14] = OWN(LM_REACT_17),
    [BE_REACT_15] = OWN(LM_REACT_17),
    [BE_REACT_16] = OWN(LM_REACT_19),
    [BE_REACT_17] = OWN(LM_REACT_19),
    [BE_REACT_18] = OWN(LM_REACT_23),
    [BE_REACT_19] = OWN(LM_REACT_20),
    [BE_REACT_20] = OWN(LM_REACT_08),
    [BE_REACT_21] = OWN(LM_REACT_10),
    [BE_REACT_22] = OWN(LM_REACT_13),
    [BE_REACT_23] = OWN(LM_FLANK_04),
    [BE_REACT_24] = OWN(LM_REACT_23),
    [BE_REACT_25] = OWN(LM_REACT_22),

    /* BE-COUNTER: counter-charge */
    [BE_COUNTER_01] = OWN(LM_REACT_09),
    [BE_COUNTER_02] = OWN(LM_REACT_09),
    [BE_COUNTER_03] = OWN(LM_TERR_09),
    [BE_COUNTER_04] = OWN(LM_REACT_09),
    [BE_COUNTER_05] = OWN(LM_REACT_08),
    [BE_COUNTER_06] = OWN(LM_CHARGE_09),
    [BE_COUNTER_07] = OWN(LM_REACT_22), /* follows from the order of the windows */

    /* BE-INTER: interception */
    [BE_INTER_01] = OWN(LM_REACT_10),
    [BE_INTER_02] = OWN(LM_REACT_10),
    [BE_INTER_03] = OWN(LM_REACT_10),
    [BE_INTER_04] = OWN(LM_REACT_28),
    [BE_INTER_05] = OWN(LM_REACT_11),
    [BE_INTER_06] = OWN(LM_REACT_28),

    /* BE-EVADE: evade */
    [BE_EVADE_01] = OWN(LM_REACT_14),
    [BE_EVADE_02] = OWN(LM_REACT_14),
    [BE_EVADE_03] = OWN(LM_REACT_13),
    [BE_EVADE_04] = OWN(LM_REACT_15),
    [BE_EVADE_05] = OWN(LM_REACT_15),
    [BE_EVADE_06] = OWN(LM_REACT_16),
    [BE_EVADE_07] = OWN(LM_REACT_16),
    [BE_EVADE_08] = OWN(LM_TERR_09),

    /* BE-MOVE: movement */
    [BE_MOVE_01] = OWN(LM_MOVE_01),
    [BE_MOVE_02] = OWN(LM_MOVE_01),
    [BE_MOVE_03] = OWN(LM_MOVE_03),
    [BE_MOVE_04] = OWN(LM_MOVE_03),
    [BE_MOVE_05] = OWN(LM_MOVE_07),
    [BE_MOVE_06] = OWN(LM_MOVE_08),
    [BE_MOVE_07] = OWN(LM_MOVE_04),
    [BE_MOVE_08] = OWN(LM_MOVE_06),
    [BE_MOVE_09] = OWN(LM_MOVE_05),
    [BE_MOVE_10] = OWN(LM_MOVE_02),
    [BE_MOVE_11] = OWN(LM_GEO_11),
    [BE_MOVE_12] = OWN(LM_MOVE_13),
    [BE_MOVE_13] = OWN(LM_MOVE_13),
    [BE_MOVE_14] = OWN(LM_MOVE_14),
    [BE_MOVE_15] = OWN(LM_ART_07),

    /* BE-FACE: facing change */
    [BE_FACE_01] = OWN(LM_FACE_01),
    [BE_FACE_02] = OWN(LM_FACE_02),
    [BE_FACE_03] = OWN(LM_FACE_03),
    [BE_FACE_04] = OWN(LM_FACE_03),

    /* BE-TERR: terrain */
    [BE_TERR_01] = OWN(LM_TERR_01),
    [BE_TERR_02] = OWN(LM_GEO_09),
    [BE_TERR_03] = OWN(LM_TERR_02),
    [BE_TERR_04] = OWN(LM_TERR_04),
    [BE_TERR_05] = OWN(LM_TERR_05),
    [BE_TERR_06] = OWN(LM_LOS_06),
    [BE_TERR_07] = OWN(LM_CTERR_04),
    [BE_TERR_08] = OWN(LM_SHOOT_10),
    [BE_TERR_09] = OWN(LM_SHOOT_10),
    [BE_TERR_10] = OWN(LM_CTERR_02),
    [BE_TERR_11] = OWN(LM_CTERR_02),
    [BE_TERR_12] = OWN(LM_CTERR_01),
    [BE_TERR_13] = OWN(LM_LOS_05),
    [BE_TERR_14] = OWN(LM_DECOR_29),
    [BE_TERR_15] = OWN(LM_DECOR_29),
    [BE_TERR_16] = OWN(LM_DECOR_15),
    [BE_TERR_17] = OWN(LM_DECOR_22),
    [BE_TERR_18] = OWN(LM_DECOR_09),
    [BE_TERR_19] = OWN(LM_DECOR_11),
    [BE_TERR_20] = OWN(LM_DECOR_10),
    [BE_TERR_21] = OWN(LM_DECOR_11),
    [BE_TERR_22] = OWN(LM_DECOR_12),
    [BE_TERR_23] = OWN(LM_DECOR_14),
    [BE_TERR_24] = OWN(LM_DECOR_14),
    [BE_TERR_25] = OWN(LM_DECOR_14),

    /* BE-LOS: line of sight */
    [BE_LOS_01] = OWN(LM_LOS_01),
    [BE_LOS_02] = OWN(LM_LOS_03),
    [BE_LOS_03] = OWN(LM_LOS_02),
    [BE_LOS_04] = OWN(LM_LOS_03),
    [BE_LOS_05] = OWN(LM_LOS_04),
    [BE_LOS_06] = OWN(LM_CAV_08),
    [BE_LOS_07] = OWN(LM_LOS_01),      /* follows from no distance being named */

    /* BE-SHOOT: shooting */
    [BE_SHOOT_01] = OWN(LM_SHOOT_01),
    [BE_SHOOT_02] = OWN(LM_SHOOT_02),
    [BE_SHOOT_03] = OWN(LM_RNG_01),
    [BE_SHOOT_04] = OWN(LM_RNG_03),
    [BE_SHOOT_05] = OWN(LM_SHOOT_03),
    [BE_SHOOT_06] = OWN(LM_SHOOT_03),
    [BE_SHOOT_07] = OWN(LM_SHOOT_05),
    [BE_SHOOT_08] = OWN(LM_SHOOT_06),
    [BE_SHOOT_09] = OWN(LM_SHOOT_06),
    [BE_SHOOT_10] = OWN(LM_SHOOT_07),
    [BE_SHOOT_11] = OWN(LM_SHOOT_08),
    [BE_SHOOT_12] = OWN(LM_BREAK_01),
    [BE_SHOOT_13] = OWN(LM_WPN_11),
    [BE_SHOOT_14] = OWN(LM_SHOOT_02),  /* follows from one shot having one target */

    /* BE-BREAK: break test */
    [BE_BREAK_01] = OWN(LM_BREAK_01),
    [BE_BREAK_02] = OWN(LM_BREAK_02),
    [BE_BREAK_03] = OWN(LM_BREAK_03),
    [BE_BREAK_04] = OWN(LM_BREAK_04),
    [BE_BREAK_05] = OWN(LM_BREAK_06),
    [BE_BREAK_06] = OWN(LM_BREAK_05),
    /* BE-BREAK-07: only the short edition cites it */

    /* BE-CHARGE: charge */
    [BE_CHARGE_01] = OWN(LM_CHARGE_01),
    [BE_CHARGE_02] = OWN(LM_CHARGE_05),
    [BE_CHARGE_03] = OWN(LM_CHARGE_04),
    [BE_CHARGE_04] = OWN(LM_CHARGE_06),
    [BE_CHARGE_05] = OWN(LM_CHARGE_03),
    [BE_CHARGE_06] = OWN(LM_CHARGE_07),
    [BE_CHARGE_07] = OWN(LM_CHARGE_07),
    [BE_CHARGE_08] = OWN(LM_CHARGE_07),
    [BE_CHARGE_09] = OWN(LM_CHARGE_08),
    [BE_CHARGE_10] = OWN(LM_TERR_09),
    [BE_CHARGE_11] = OWN(LM_CHARGE_05), /* follows from what reachable means */
    [BE_CHARGE_12] = OWN(LM_ORD_10),
    [BE_CHARGE_13] = OWN(LM_ORD_10),
    [BE_CHARGE_14] = OWN(LM_DECOR_13),

    /* BE-FLANK: flank charge */
    [BE_FLANK_01] = OWN(LM_FLANK_01),
    [BE_FLANK_02] = OWN(LM_FLANK_02),
    [BE_FLANK_03] = OWN(LM_FLANK_02),
    [BE_FLANK_04] = OWN(LM_FLANK_03),
    [BE_FLANK_05] = OWN(LM_FLANK_05),

    /* BE-MELEE: melee */
    [BE_MELEE_01] = OWN(LM_MELEE_01),
    [BE_MELEE_02] = OWN(LM_MELEE_01),  /* here a dirty war may follow: only the round holds */
    [BE_MELEE_03] = OWN(LM_MELEE_02),
    [BE_MELEE_04] = OWN(LM_MELEE_03),
    [BE_MELEE_05] = OWN(LM_MELEE_04),
    [BE_MELEE_06] = OWN(LM_MELEE_06),
    [BE_MELEE_07] = OWN(LM_MELEE_07),
    [BE_MELEE_08] = OWN(LM_OUT_01),
    [BE_MELEE_09] = OWN(LM_MELEE_10),
    [BE_MELEE_10] = OWN(LM_OUT_02),

    /* BE-OUT: outcome */
    [BE_OUT_01] = OWN(LM_OUT_03),
    [BE_OUT_02] = OWN(LM_OUT_03),
    [BE_OUT_03] = OWN(LM_OUT_11),
    [BE_OUT_04] = OWN(LM_OUT_04),
    [BE_OUT_05] = OWN(LM_OUT_05),
    [BE_OUT_06] = OWN(LM_OUT_05),
    [BE_OUT_07] = OWN(LM_MOVE_17),
    [BE_OUT_08] = OWN(LM_OUT_06),
    [BE_OUT_09] = OWN(LM_MOVE_17),
    [BE_OUT_10] = OWN(LM_OUT_08),
    [BE_OUT_11] = OWN(LM_OUT_09),
    [BE_OUT_12] = OWN(LM_OUT_07),
    [BE_OUT_13] = OWN(LM_OUT_13),      /* here a winner that charged may advance */

    /* BE-INF: infantry */
    [BE_INF_01] = OWN(LM_INF_02),
    [BE_INF_02] = OWN(LM_INF_03),
    [BE_INF_03] = OWN(LM_INF_05),

    /* BE-BRIG: brigades */
    [BE_BRIG_01] = OWN(LM_INF_08),
    [BE_BRIG_02] = OWN(LM_INF_09),
    [BE_BRIG_03] = OWN(LM_INF_09),
    [BE_BRIG_04] = OWN(LM_INF_10),
    [BE_BRIG_05] = OWN(LM_INF_10),
    [BE_BRIG_06] = OWN(LM_INF_09),
    [BE_BRIG_07] = OWN(LM_INF_17),

    /* BE-CAV: cavalry */
    [BE_CAV_01] = OWN(LM_CAV_01),
    [BE_CAV_02] = OWN(LM_CAV_02),
    [BE_CAV_03] = OWN(LM_CAV_03),
    [BE_CAV_04] = OWN(LM_CAV_05),
    [BE_CAV_05] = OWN(LM_CAV_04),
    [BE_CAV_06] = OWN(LM_CAV_05),
    [BE_CAV_07] = OWN(LM_CAV_06),
    [BE_CAV_08] = OWN(LM_CAV_07),
    [BE_CAV_09] = OWN(LM_OUT_10),
    [BE_CAV_10] = OWN(LM_CAV_09),
    [BE_CAV_11] = OWN(LM_CAV_09),
    [BE_CAV_12] = OWN(LM_CAV_10),
    [BE_CAV_13] = OWN(LM_ART_06),      /* follows from the gun not retreating */

    /* BE-ART: artillery */
    [BE_ART_01] = OWN(LM_ART_01),
    [BE_ART_02] = OWN(LM_ART_05),
    [BE_ART_03] = OWN(LM_ART_06),
    [BE_ART_04] = OWN(LM_REACT_25),
    [BE_ART_05] = OWN(LM_OUT_16),
    [BE_ART_06] = OWN(LM_WPN_15),

    /* BE-WEAP: weapons */
    [BE_WEAP_01] = OWN(LM_WPN_01),
    [BE_WEAP_02] = OWN(LM_WPN_04),
    [BE_WEAP_03] = OWN(LM_SHOOT_03),
    [BE_WEAP_04] = OWN(LM_WPN_19),

    /* BE-ARMY: armies */
    [BE_ARMY_01] = OWN(LM_ARMY_01),
    [BE_ARMY_02] = OWN(LM_ARMY_02),
    [BE_ARMY_03] = OWN(LM_ARMY_08),
    [BE_ARMY_04] = OWN(LM_ARMY_07),    /* what is compulsory depends on the structure */
    [BE_ARMY_05] = OWN(LM_ARMY_03),
    [BE_ARMY_06] = OWN(LM_ARMY_05),
    [BE_ARMY_07] = OWN(LM_ARMY_09),
    [BE_ARMY_08] = OWN(LM_ARMY_08),    /* a list is made of regiments */

    /* BE-SETUP: setting up */
    [BE_SETUP_01] = OWN(LM_DECOR_08),
    [BE_SETUP_02] = OWN(LM_DECOR_01),
    [BE_SETUP_03] = OWN(LM_DEPLOY_01),
    [BE_SETUP_04] = OWN(LM_DEPLOY_02),
    [BE_SETUP_05] = OWN(LM_DEPLOY_03),
    [BE_SETUP_06] = OWN(LM_DEPLOY_04),
    [BE_SETUP_07] = OWN(LM_DEPLOY_05),
    [BE_SETUP_08] = OWN(LM_DEPLOY_05),
    [BE_SETUP_09] = OWN(LM_DECOR_22),

    /* BE-SCORE: score and end */
    [BE_SCORE_01] = OWN(LM_BATTLE_05),
    [BE_SCORE_02] = OWN(LM_BATTLE_05),
    [BE_SCORE_03] = OWN(LM_BATTLE_01),
    [BE_SCORE_04] = OWN(LM_BATTLE_02),
    [BE_SCORE_05] = OWN(LM_BATTLE_03),
    [BE_SCORE_06] = OWN(LM_BATTLE_04),
    [BE_SCORE_07] = OWN(LM_BATTLE_06),
};
