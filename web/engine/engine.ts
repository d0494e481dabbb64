// engine.ts: the engine's WebAssembly module in types. It knows no rules: it moves text and numbers.
//
// One Engine holds one match and one game: a practice game with its own dice, or the view that a server sent. A bug in the engine
// traps: see wire.ts.

import { EngineFault, Wire, type Fault, type WireExports } from "./wire";

export { EngineFault, type Fault } from "./wire";

export type Seat = "A" | "B" | "C" | "D" | "spectator";
/** Whose a piece is: a side's, or nobody's, such as a chest that either may carry off. */
export type Owner = Seat | "nobody";
/** Whose eyes: a seat's, a spectator's, or everybody's at once, which is for practice games and games that are over. */
export type Viewer = Seat | "all";
export type Language = "en" | "fr";
export type Policy = "stop" | "decline" | "react";
export type Member = "unit" | "target" | "choice" | "value" | "at" | "heading";

export interface Decision {
    do: string;
    unit?: string;
    target?: string;
    choice?: string;
    value?: number;
    at?: [number, number];
    heading?: number;
}

export interface Offer extends Decision { open?: Member[]; text?: string }

/** A decision in numbers, for the fast path; members that its kind does not use are left out. */
export interface NumericDecision {
    kind: number;
    unit?: number;
    target?: number;
    choice?: number;
    value?: number;
    x?: number;
    y?: number;
    heading?: number;
}

/** The rule that forbids, with the piece (`unit`) or the element of the board's terrain (from 0) that is in the way. */
export interface Refusal {
    rule: string;
    unit?: string;
    element?: number;
    terrain?: string;
    values: number[];
    nearest?: [number, number, number];
    text?: string;
}

export interface EngineEvent {
    event: string;
    rule: string;
    unit?: string;
    target?: string;
    values?: number[];
    sides?: number;
    need?: number;
    dice?: number[];
    text?: string;
}

export type Fields = Record<string, number | string>;

export interface StateView {
    phase: string;
    step: string | null;              // of the sequence of play: its text is "step.<name>"; null when the game is over
    gathered: boolean;                // the answers make one plan: gather them with draft() and give them together
    asked: Seat[];
    winner?: Seat | "draw";
    game: Fields;
    units: Record<string, Fields>;
}

export interface View {
    n: number;
    seat: Viewer;
    hash: string;
    may_undo: boolean;
    state: StateView;
    offers: Offer[];
}

/** A kind of decision. `set` is the first half of its choices' catalogue keys ("order" of "order.fire"); a binding one is never taken
 *  back, a grave one is asked about again before it is given, one that declines lets a chance pass, one that yields gives the game up. In a
 *  plan an answer that adds goes behind what its piece was told before, any other replaces that, and one that recalls takes it back. */
export interface Kind {
    name: string; uses: Member[]; choices?: string[]; set?: string;
    binding?: true; grave?: true; declines?: true; adds?: true; recalls?: true; yields?: true;
}

/** A value of a view; where it is a name, its text is "<set>.<name>". The field's own text is "field.<name>". A flag is 1 or 0: so, or not
 *  so; by growth of one that is harm a piece is worse off. */
export interface FieldKind { name: string; set?: string; flag?: true; harm?: true }

/** The text of a type is "unit.<type>". `names`: what people call it, where its id will not do. */
export interface Piece { id: string; seat: Owner; type: string; names?: Record<Language, string> }

/** What never changes in a game. The board is for the renderer of its kind. */
export interface Match {
    ruleset: string;
    scenario: string;
    version: number;
    seats: number;
    scenario_hash: string;
    state_size: number;
    conceals?: true;                                             // a seat may not know of pieces: answers rest on what its view holds
    options: Record<string, number>;
    pieces: string[];                                            // ids by number, as the fast paths count them
    roster: Piece[];                                             // the same pieces
    kinds: Kind[];
    phases: { name: string; rule: string; step?: string; gathered: boolean; settles?: true }[];
    places?: string[];                                           // events of a film: values x, y, heading, thousandth of the step
    sequence: { name: string; rule: string }[];                  // the steps in the order of play
    fields: { game: FieldKind[]; unit: FieldKind[] };
    board: { board: string } & Record<string, unknown>;
}

export interface News { n: number; hash: string; events: EngineEvent[] }

export type Verdict =
    | ({ verdict: "decided" } & News)
    | { verdict: "refused"; refusal: Refusal }
    | { verdict: "needs_dice"; missing: { rule: string; sides: number; count: number } }
    | { verdict: "wrong_dice" };

export interface Change {
    unit?: string;
    value: string;
    before: number | string;          // a name where the number stands for one
    after: { is: number | string; chance: string; millionths: number }[];
}

/** The chance that a piece is worse off afterwards in any way that its game knows. */
export interface Worse { unit: string; chance: string; millionths: number }

export interface OddsTable { outcomes: number; runs: number; changes: Change[]; worse: Worse[]; answers?: AnswerOdds[] }
/** The odds of a decision when another seat, whom it leaves a question, gives this answer. */
export interface AnswerOdds extends OddsTable, Decision { by: Seat; text?: string }
export type Odds = OddsTable | { verdict: "refused"; refusal: Refusal };

export interface RuleText { rule: string; chapter: string; text: string; provenance: string; option?: string }
export interface RuleName { rule: string; chapter: string }

/** A number with everything that made it what it is. */
export interface Reason { rule: string; unit?: string; amount: number; text?: string }
export interface Account { rule: string; base: number; total: number; reasons: Reason[] }

/** Which way a number is good for whoever has it; missing where neither is. */
export type Better = "more" | "less";

/** A value as it is now; the text of its name is "value.<name>". `from`: accounts of their own on which the reasons rest. */
export interface Value extends Account { name: string; better?: Better; from?: Account[] }
export interface Profile { unit: string; values: Value[] }

/** A way, the start first, with what it spends and what the piece has for it: over hexes or zones place by place, in points of movement; on a
 *  table by its bends, in ticks. */
export interface Way { points: [number, number][]; spent: number; allowed: number }

/** A distance that matters around a piece; its text is "ring.<name>". On hexes and zones the outline is the places themselves. */
export interface Ring { name: string; rule: string; threat: boolean; distance: number; outline: [number, number][] }

/** The points of a seat; `level` is what they are held against, where there is such a number. */
export interface Points extends Account { better?: Better; level?: number }

/** The points of each seat as they stand; null for a game without points. */
export type Score = Partial<Record<Seat, Points>> | null;

/** What a piece may not do now, and by which rule. */
export interface Forbidden { do: string; choice?: string; target?: string; rule: string; text?: string }

/**
 * What became of a decision that was added to a plan. "kept": the view has gone on and the seat is asked for more. "last": it is legal, and
 * with it the plan is complete: nothing has changed here, the host must be told.
 */
export type Draft = "kept" | "last" | { refusal: Refusal };

export interface FairDice { scheme: string; game: string; commitment: string; seeds: string[] }

/** A journal that was opened. Position 0 is the beginning, position n is after the line with "n":n, which is line n + 1 of the text. */
export interface Journal {
    lines: number;                    // the last position
    ruleset: string;
    scenario: string;
    options: Record<string, number>;
    match: Match;
    fair_dice?: FairDice;
    reveal?: string;
    winner?: Seat | "draw";
    damage?: Fault;                   // the line that was wrong; what came before it is good
}

/** One position of a journal, as a viewer heard of it. */
export interface JournalStep extends News {
    line: number;
    by: Seat | null;                  // null at the beginning, and when the viewer noticed nothing
    noticed: boolean;                 // the viewer saw something of it, or did it himself
    undo?: boolean;
    decision?: Decision;              // his own, or whosoever's for "all"
}

/** Dice that were thrown at one time: number i of the list is roll i + 1 of the game. */
export interface Roll { line: number; rule: string; sides: number; faces: number[] }

/** How hard is thought: the levels of the computer players that think ahead, and those that do not. */
export type Level = "recruit" | "sergeant" | "captain" | "mestre" | "teacher";

/** A decision worth thinking of: the chance to win after it, in thousandths, and the rules that bear on it. */
export interface Advice { decision: Decision; text?: string; chance: number; rules: string[] }

/** A decision that was taken. Chances are hundredths of a percent: those of positions are side A's, luck and cost the side's own. */
export interface Judgement {
    line: number;
    turn: number;
    seat: Seat;
    decision: Decision;
    text?: string;
    before: number;
    expected: number;
    after: number;
    luck?: number;                    // of the dice that were thrown for it
    exact?: boolean;                  // whether what they promised was counted, or only tried
    cost?: number;
    better?: Decision;                // there where there is a cost
    better_text?: string;
}

export interface SideSum { seat: Seat; luck: number; play: number; own_luck: number; cost: number; decisions: number; rolls: number }

/** A game that was played, as it was judged. */
export interface Analysis {
    start: number;
    sides: SideSum[];
    curve: Judgement[];
    turning: { line: number; cause: "luck" | "play" | "end" }[];
    costly: number[];                 // lines, the dearest first
}

/** How far an analysis has come. */
export interface Progress { line: number; lines: number }

/** The functions of web/engine/*.c. */
interface Exports extends WireExports {
    wasm_rulesets(): number;
    wasm_match(length: number): number;
    wasm_begin(length: number): number;
    wasm_install(length: number, seat: number): number;
    wasm_state(seat: number): number;
    wasm_refuse(seat: number, kind: number, unit: number, target: number, choice: number, value: number,
                x: number, y: number, heading: number): number;
    wasm_refusal(language: number): number;
    wasm_view(seat: number, language: number): number;
    wasm_offers(seat: number, language: number): number;
    wasm_decide(length: number): number;
    wasm_undo(seat: number): number;
    wasm_odds(length: number): number;
    wasm_foretell(length: number): number;
    wasm_explain(length: number): number;
    wasm_region(seat: number, offer: number): number;
    wasm_way(seat: number, kind: number, unit: number, target: number, choice: number, value: number,
             x: number, y: number, heading: number): number;
    wasm_sample(seat: number, offer: number, seed: number): number;
    wasm_signature(games: number, seed: number): number;
    wasm_tell(length: number): number;
    wasm_explain_refusal(length: number): number;
    wasm_rules(language: number): number;
    wasm_profile(viewer: number, unit: number, language: number): number;
    wasm_rings(viewer: number, unit: number): number;
    wasm_score(viewer: number, language: number): number;
    wasm_sees(viewer: number, unit: number, target: number, x: number, y: number, language: number): number;
    wasm_sees_at(viewer: number, unit: number, x: number, y: number): number;
    wasm_refusals(viewer: number, unit: number, language: number): number;
    wasm_draft(length: number): number;
    wasm_reset_draft(): number;
    wasm_journal(length: number): number;
    wasm_journal_go(line: number, viewer: number, language: number): number;
    wasm_journal_rolls(): number;
    wasm_hint(seat: number, level: number, language: number): number;
    wasm_analysis_begin(level: number): number;
    wasm_analysis_next(): number;
    wasm_analysis(language: number): number;
}

const seatNumber: Record<Viewer, number> = { A: 0, B: 1, C: 2, D: 3, spectator: 7, all: -1 };
const languageNumber: Record<Language, number> = { en: 0, fr: 1 };
const levelNumber: Record<Level, number> = { recruit: 0, sergeant: 1, captain: 2, mestre: 3, teacher: 4 };
const encoder = new TextEncoder();

export class Engine {
    private pieces: readonly string[] = [];

    private readonly exports: Exports;

    private constructor(private readonly wire: Wire<Exports>) {
        this.exports = wire.exports;
    }

    /** From the bytes of engine.wasm, or a module compiled once for several instances. */
    static async load(source: BufferSource | WebAssembly.Module): Promise<Engine> {
        return new Engine(await Wire.load(source));
    }

    private send(bytes: Uint8Array): number {
        return this.wire.send(bytes);
    }

    private sendJson(message: object): number {
        return this.wire.sendJson(message);
    }

    private answer<T>(length: number): T {
        return this.wire.answer(length);
    }

    rulesets(): string[] {
        return this.answer(this.exports.wasm_rulesets());
    }

    /** Add a document ("sample/units.json"), or lay another text over it. */
    addDocument(name: string, text: string): void {
        this.wire.addDocument(name, text);
    }

    loadMatch(ruleset: string, scenario: string, options: Record<string, number> = {}): Match {
        this.pieces = [];
        const match = this.answer<Match>(this.exports.wasm_match(this.sendJson({ ruleset, scenario, options })));
        this.pieces = match.pieces;
        return match;
    }

    /** The number of a piece for the fast paths. */
    pieceNumber(unit: string): number {
        const number = this.pieces.indexOf(unit);
        if (number < 0) throw new EngineFault({ file: "message", line: 0, text: `there is no piece "${unit}"` });
        return number;
    }

    /** A practice game: the dice come from the seed. */
    begin(seed: number, seat: Seat, language: Language): News {
        return this.answer(this.exports.wasm_begin(this.sendJson({ seed, seat, language })));
    }

    /** A state that another engine gave (stateBytes), as that seat sees it. */
    install(bytes: Uint8Array, seat: Seat): { hash: string } {
        return this.answer(this.exports.wasm_install(this.send(bytes), seatNumber[seat]));
    }

    /** The state as bytes: as a seat sees it, or all of it. */
    stateBytes(seat: Viewer): Uint8Array {
        const length = this.exports.wasm_state(seatNumber[seat]);
        return new Uint8Array(this.exports.memory.buffer, this.exports.wasm_answer(), length).slice();
    }

    /** 0, or the number of the rule that forbids it: fast enough to ask for every move of the pointer. */
    refuse(seat: Seat, d: NumericDecision): number {
        return this.exports.wasm_refuse(seatNumber[seat], d.kind, d.unit ?? 0, d.target ?? 0, d.choice ?? 0, d.value ?? 0,
                                        d.x ?? 0, d.y ?? 0, d.heading ?? 0);
    }

    /** Why the last refuse() said no, and the nearest place that would do. */
    refusal(language: Language): Refusal | null {
        return this.answer(this.exports.wasm_refusal(languageNumber[language]));
    }

    /** "all" sees everything and is offered nothing. */
    view(seat: Viewer, language: Language): View {
        return this.answer(this.exports.wasm_view(seatNumber[seat], languageNumber[language]));
    }

    offers(seat: Viewer, language: Language): Offer[] {
        return this.answer(this.exports.wasm_offers(seatNumber[seat], languageNumber[language]));
    }

    /** A decision with the practice game's dice, or with the faces that are given. */
    decide(seat: Seat, decision: Decision, language: Language, dice?: number[]): Verdict {
        const message = dice === undefined ? { ...decision, seat, language } : { ...decision, seat, language, dice };
        return this.answer(this.exports.wasm_decide(this.sendJson(message)));
    }

    undo(seat: Seat): boolean {
        return this.exports.wasm_undo(seatNumber[seat]) === 1;
    }

    /** With answers: also what each answer of another seat would make of it; none where it leaves him no question before the dice. */
    odds(seat: Seat, decision: Decision, policy: Policy, language: Language, answers = false): Odds {
        return this.answer(this.exports.wasm_odds(this.sendJson({ ...decision, seat, policy, language, answers })));
    }

    /** The decisions that bring what this one only announces to its dice; none for one that announces nothing. */
    foretell(seat: Seat, decision: Decision): Decision[] {
        return this.answer(this.exports.wasm_foretell(this.sendJson({ ...decision, seat })));
    }

    explain(rule: string, language: Language): RuleText {
        return this.answer(this.exports.wasm_explain(this.sendJson({ rule, language })));
    }

    /** Every rule of the game, in the order of their numbers: refuse() and seesAt() mean number i + 1 of the list. */
    rules(): RuleName[] {
        return this.answer(this.exports.wasm_rules(-1));
    }

    allRules(language: Language): RuleText[] {
        return this.answer(this.exports.wasm_rules(languageNumber[language]));
    }

    /** The sentences of events that came without: one for each. */
    tell(events: EngineEvent[], language: Language): string[] {
        return this.answer(this.exports.wasm_tell(this.sendJson({ events, language })));
    }

    /** The same in a few words, for the events that stand on the game's track; "" for all others. */
    tellBriefly(events: EngineEvent[], language: Language): string[] {
        return this.answer(this.exports.wasm_tell(this.sendJson({ events, language, brief: true })));
    }

    /** The sentence of a refusal that came without. */
    explainRefusal(refusal: Refusal, language: Language): string {
        return this.answer(this.exports.wasm_explain_refusal(this.sendJson({ refusal, language })));
    }

    profile(seat: Viewer, unit: string, language: Language): Profile {
        return this.answer(this.exports.wasm_profile(seatNumber[seat], this.pieceNumber(unit), languageNumber[language]));
    }

    rings(seat: Viewer, unit: string): Ring[] {
        return this.answer(this.exports.wasm_rings(seatNumber[seat], this.pieceNumber(unit)));
    }

    score(seat: Viewer, language: Language): Score {
        return this.answer(this.exports.wasm_score(seatNumber[seat], languageNumber[language]));
    }

    /** null when the piece sees the place (and the target that stands there); else the rule, with what is in the way. What is seen may be
     *  covered all the same: then by which rule, and by what. */
    sees(seat: Viewer, unit: string, target: string | null, at: [number, number], language: Language): Refusal | { covered: Refusal } | null {
        const number = target === null ? -1 : this.pieceNumber(target);
        return this.answer(this.exports.wasm_sees(seatNumber[seat], this.pieceNumber(unit), number, at[0], at[1],
                                                  languageNumber[language]));
    }

    /** 0 when the piece of that number sees the bare place, else the number of a rule: for shading, thousands of times a second. */
    seesAt(seat: Viewer, unit: number, x: number, y: number): number {
        return this.exports.wasm_sees_at(seatNumber[seat], unit, x, y);
    }

    refusals(seat: Viewer, unit: string, language: Language): Forbidden[] {
        return this.answer(this.exports.wasm_refusals(seatNumber[seat], this.pieceNumber(unit), languageNumber[language]));
    }

    /** Add a decision to the seat's plan: see Draft. view(), offers(), refuse() and the rest then speak of the plan so far. */
    draft(seat: Seat, decision: Decision, language: Language): Draft {
        return this.answer(this.exports.wasm_draft(this.sendJson({ ...decision, seat, language })));
    }

    /** Forget the plan: back to the view as it was installed. Installing, beginning and deciding forget it too. */
    resetDraft(): void {
        this.exports.wasm_reset_draft();
    }

    /** Replay and check a whole journal; it loads its own match. A journal without a good first line is a fault, and nothing is loaded then. */
    openJournal(text: string): Journal {
        this.pieces = [];
        const journal = this.answer<Journal>(this.exports.wasm_journal(this.send(encoder.encode(text))));
        this.pieces = journal.match.pieces;
        return journal;
    }

    /** Go to a position of the journal; view(), stateBytes() and all the rest then speak of it. */
    journalGo(line: number, seat: Viewer, language: Language): JournalStep {
        return this.answer(this.exports.wasm_journal_go(line, seatNumber[seat], languageNumber[language]));
    }

    /** Every roll of the open journal, also of the set-up. */
    rolls(): Roll[] {
        return this.answer(this.exports.wasm_journal_rolls());
    }

    /** The few best things that a seat which is asked could do, from its view. It takes a while: see teacher.ts. */
    hint(seat: Seat, level: Level, language: Language): Advice[] {
        return this.answer(this.exports.wasm_hint(seatNumber[seat], levelNumber[level], languageNumber[language]));
    }

    /** Analyse the open journal, line by line. */
    beginAnalysis(level: Level): Progress {
        return this.answer(this.exports.wasm_analysis_begin(levelNumber[level]));
    }

    analyseNext(): Progress {
        return this.answer(this.exports.wasm_analysis_next());
    }

    /** What the lines so far have shown. */
    analysis(language: Language): Analysis {
        return this.answer(this.exports.wasm_analysis(languageNumber[language]));
    }

    /** The way that such a decision takes, also where it is refused; null when there is none. */
    way(seat: Seat, d: NumericDecision): Way | null {
        return this.answer(this.exports.wasm_way(seatNumber[seat], d.kind, d.unit ?? 0, d.target ?? 0, d.choice ?? 0, d.value ?? 0,
                                                 d.x ?? 0, d.y ?? 0, d.heading ?? 0));
    }

    /** The places that an offer with open members leaves: their outline on a table, else the hexes or zones themselves. */
    region(seat: Seat, offer: number): [number, number][] {
        return this.answer(this.exports.wasm_region(seatNumber[seat], offer));
    }

    /** A ready decision for an offer, with sensible values where members are open. */
    sample(seat: Seat, offer: number, seed: number): Decision | null {
        return this.answer(this.exports.wasm_sample(seatNumber[seat], offer, seed));
    }

    /** One number for whole random games: the same in every build of the same engine. */
    signature(games: number, seed: number): string {
        return this.answer<{ signature: string }>(this.exports.wasm_signature(games, seed)).signature;
    }
}
