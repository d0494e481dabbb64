// engine.ts: the engine's WebAssembly module in types. It knows no rules: it moves text and numbers.
//
// One Engine holds one match and one game: a practice game with its own dice, or the view that a server sent. A bug in the engine
// traps: the call throws a WebAssembly.RuntimeError and the instance must be made anew.

export type Seat = "A" | "B" | "C" | "D" | "spectator";
export type Language = "en" | "fr";
export type Policy = "stop" | "decline" | "react";
export type Member = "unit" | "target" | "choice" | "value" | "at" | "heading";

/** What is wrong with an input, and where. */
export interface Fault { file: string; line: number; text: string }

/** A fault of input as an exception: what was asked cannot be done, and nothing has changed. */
export class EngineFault extends Error {
    constructor(readonly fault: Fault) {
        super(fault.line ? `${fault.file}:${fault.line}: ${fault.text}` : `${fault.file}: ${fault.text}`);
    }
}

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

export interface Refusal {
    rule: string;
    unit?: string;
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

export interface View {
    n: number;
    seat: Seat;
    hash: string;
    may_undo: boolean;
    state: { phase: string; asked: Seat[]; winner?: Seat | "draw"; game: Fields; units: Record<string, Fields> };
    offers: Offer[];
}

export interface Kind { name: string; uses: Member[]; choices?: string[] }

/** What never changes in a game. The board is for the renderer of its kind. */
export interface Match {
    version: number;
    seats: number;
    scenario_hash: string;
    state_size: number;
    pieces: string[];
    kinds: Kind[];
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

export type Odds = { outcomes: number; runs: number; changes: Change[] } | { verdict: "refused"; refusal: Refusal };

export interface RuleText { rule: string; chapter: string; text: string; provenance: string; option?: string }

/** The functions of web/engine/exports.c. */
interface Exports {
    memory: WebAssembly.Memory;
    _initialize?: () => void;
    wasm_buffer(size: number): number;
    wasm_answer(): number;
    wasm_rulesets(): number;
    wasm_document(nameLength: number, textLength: number): number;
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
    wasm_explain(length: number): number;
    wasm_region(seat: number, offer: number): number;
    wasm_sample(seat: number, offer: number, seed: number): number;
    wasm_signature(games: number, seed: number): number;
}

const seatNumber: Record<Seat, number> = { A: 0, B: 1, C: 2, D: 3, spectator: 7 };
const languageNumber: Record<Language, number> = { en: 0, fr: 1 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isFault(answer: unknown): answer is { fault: Fault } {
    return typeof answer === "object" && answer !== null && "fault" in answer;
}

export class Engine {
    private constructor(private readonly exports: Exports) {}

    /** From the bytes of engine.wasm, or a module compiled once for several instances. */
    static async load(source: BufferSource | WebAssembly.Module): Promise<Engine> {
        const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
        const instance = await WebAssembly.instantiate(module, {});
        const exports = instance.exports as unknown as Exports;
        exports._initialize?.();
        return new Engine(exports);
    }

    /** Bytes into the message buffer. Its memory may have moved since the last call, so the array is made anew. */
    private send(bytes: Uint8Array): number {
        const at = this.exports.wasm_buffer(bytes.length);
        if (at === 0) throw new EngineFault({ file: "message", line: 0, text: "the message is too long" });
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        return bytes.length;
    }

    private sendJson(message: object): number {
        return this.send(encoder.encode(JSON.stringify(message)));
    }

    private answer<T>(length: number): T {
        const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.wasm_answer(), length);
        const answer: unknown = JSON.parse(decoder.decode(bytes));
        if (isFault(answer)) throw new EngineFault(answer.fault);
        return answer as T;
    }

    rulesets(): string[] {
        return this.answer(this.exports.wasm_rulesets());
    }

    /** Add a document ("sample/units.json"), or lay another text over it. */
    addDocument(name: string, text: string): void {
        const nameBytes = encoder.encode(name);
        const textBytes = encoder.encode(text);
        const both = new Uint8Array(nameBytes.length + textBytes.length);
        both.set(nameBytes);
        both.set(textBytes, nameBytes.length);
        this.send(both);
        this.answer(this.exports.wasm_document(nameBytes.length, textBytes.length));
    }

    loadMatch(ruleset: string, scenario: string, options: Record<string, number> = {}): Match {
        return this.answer(this.exports.wasm_match(this.sendJson({ ruleset, scenario, options })));
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
    stateBytes(seat: Seat | "all"): Uint8Array {
        const length = this.exports.wasm_state(seat === "all" ? -1 : seatNumber[seat]);
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

    view(seat: Seat, language: Language): View {
        return this.answer(this.exports.wasm_view(seatNumber[seat], languageNumber[language]));
    }

    offers(seat: Seat, language: Language): Offer[] {
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

    odds(seat: Seat, decision: Decision, policy: Policy, language: Language): Odds {
        return this.answer(this.exports.wasm_odds(this.sendJson({ ...decision, seat, policy, language })));
    }

    explain(rule: string, language: Language): RuleText {
        return this.answer(this.exports.wasm_explain(this.sendJson({ rule, language })));
    }

    /** The outline of the places that an offer with open members leaves. */
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
