// module.test.mjs DATA ENGINE.wasm: what people want to know of a position, sentences, plans, and inputs that are no good.
import assert from "node:assert/strict";
import test from "node:test";
import { anyDecision, askedSeats, generator, load, numbers, openers } from "./support.mjs";

/** How far places go on a board: numbers of zones, columns and rows, or units of length. */
function extent({ board, width, depth, cols, rows, zones }) {
    if (board === "zones") return { width: Math.max(...zones.map(({ number }) => number)) + 1, depth: 1 };
    return board === "hexes" ? { width: cols, depth: rows } : { width, depth };
}

/** A hex of the map, or a zone by its number. */
function isPlace(board, x, y) {
    if (board.board === "zones") return y === 0 && board.zones.some(({ number }) => number === x);
    return x >= 0 && y >= 0 && x < board.cols && y < board.rows;
}

const [data, modulePath] = process.argv.slice(2);
const { Engine, EngineFault } = await load("engine.ts");
const { open, scenarios } = await openers(Engine, data, modulePath);
const rulesets = [...new Map(scenarios.map((pair) => [pair[0], pair])).values()];

/** A game played so many decisions far, with everything that was told. */
async function played(ruleset, scenario, decisions, seed, hear = () => {}) {
    const engine = await open();
    const match = engine.loadMatch(ruleset, scenario);
    const random = generator(seed);
    hear(engine.begin(seed, "spectator", "en").events, engine, "spectator");
    for (let i = 0; i < decisions; i++) {
        const next = anyDecision(engine, random, match);
        if (!next) break;
        const verdict = engine.decide(next[0], next[1], "en");
        assert.equal(verdict.verdict, "decided");
        hear(verdict.events, engine, next[0]);
    }
    return { engine, match, random };
}

for (const [ruleset, scenario] of scenarios)
    test(`${ruleset} ${scenario}: events without text are told as the engine told them`, async () => {
        let told = 0;
        await played(ruleset, scenario, 400, 11, (events, engine) => {
            const bare = events.map(({ text, ...event }) => event);
            assert.deepEqual(engine.tell(bare, "en"), events.map(({ text }) => text));
            assert.deepEqual(engine.tell(events, "en"), events.map(({ text }) => text));
            assert.equal(engine.tell(bare, "fr").length, events.length);
            told += events.length;
        });
        assert.ok(told > 100, `only ${told} events`);
    });

for (const [ruleset, scenario] of rulesets) {
    test(`${ruleset}: a refusal without text is explained as the engine explained it`, async () => {
        const { engine, match, random } = await played(ruleset, scenario, 30, 5);
        const rules = new Set();
        for (let i = 0; i < 3000; i++) {
            const next = anyDecision(engine, random, match);
            if (!next) break;
            const wrong = { ...numbers(match, next[1]), unit: random(match.pieces.length), target: random(match.pieces.length), x: random(90000), y: random(90000) };
            if (engine.refuse(next[0], wrong) > 0) {
                for (const language of ["en", "fr"]) {
                    const { text, ...refusal } = engine.refusal(language);
                    assert.equal(engine.explainRefusal(refusal, language), text);
                    rules.add(refusal.rule);
                }
            }
            if (i % 40 === 39) engine.decide(next[0], next[1], "en");
        }
        assert.ok(rules.size >= 3, [...rules].join(" "));
    });

    test(`${ruleset}: profiles, rings, points, sight and refusals of every piece`, async () => {
        const { engine, match } = await played(ruleset, scenario, 25, 3);
        const owned = new Set(match.roster.filter(({ seat }) => seat !== "nobody").map(({ id }) => id));
        for (const seat of ["A", "B", "spectator", "all"]) {
            const score = engine.score(seat, "en");
            let described = 0;
            for (const account of Object.values(score ?? {}))
                assert.equal(account.reasons.reduce((sum, { amount }) => sum + amount, account.base), account.total);
            for (const unit of match.pieces) {
                const profile = engine.profile(seat, unit, "fr");
                assert.equal(profile.unit, unit);
                described += owned.has(unit) && profile.values.length > 0;
                for (const { base, reasons, total } of profile.values)
                    assert.equal(reasons.reduce((sum, { amount }) => sum + amount, base), total);
                for (const ring of engine.rings(seat, unit)) {
                    if (match.board.board === "table") assert.ok(ring.distance > 0 && ring.outline.length > 2);
                    else assert.ok(ring.distance >= 0 && ring.outline.length > 0 && ring.outline.every(([x, y]) => isPlace(match.board, x, y)));
                    assert.ok(engine.rules().some(({ rule }) => rule === ring.rule));
                }
                for (const { rule, text } of engine.refusals(seat, unit, "en")) assert.ok(text.startsWith(rule));
            }
            // A piece that is no more than a marker has no numbers, on a table none of a side's is.
            assert.ok(match.board.board === "table" ? described === owned.size : described * 4 > owned.size * 3, `${described} profiles`);
        }
        assert.deepEqual(engine.refusals("spectator", match.pieces[0], "en"), []);
    });

    test(`${ruleset}: the quick answer about sight is the full one`, async () => {
        const { engine, match, random } = await played(ruleset, scenario, 12, 3);
        const rules = engine.rules();
        const { width, depth } = extent(match.board);
        let hidden = 0, seen = 0;
        for (let i = 0; i < 400; i++) {
            const unit = random(match.pieces.length), x = random(width), y = random(depth);
            const quick = engine.seesAt("A", unit, x, y);
            const full = engine.sees("A", match.pieces[unit], null, [x, y], "en");
            assert.equal(quick === 0 ? null : rules[quick - 1].rule, full?.rule ?? null);
            if (full?.rule) assert.ok(full.text.startsWith(full.rule));
            quick ? hidden++ : seen++;
        }
        assert.ok(hidden > 0 && seen > 0, `${hidden} hidden, ${seen} seen`);
        const start = performance.now();
        const calls = 4000;
        for (let i = 0; i < calls; i++) engine.seesAt("A", i % match.pieces.length, (i * 7919) % width, (i * 104729) % depth);
        console.log(`${ruleset}: ${(((performance.now() - start) / calls) * 1000).toFixed(1)} µs a seesAt()`);
    });

    test(`${ruleset}: every rule by its number`, async () => {
        const engine = await open();
        engine.loadMatch(ruleset, scenario);
        const names = engine.rules();
        for (const language of ["en", "fr"]) {
            const all = engine.allRules(language);
            assert.deepEqual(all.map(({ rule, chapter }) => ({ rule, chapter })), names);
            for (const text of all) assert.deepEqual(engine.explain(text.rule, language), text);
        }
    });

    test(`${ruleset}: the match names its pieces, phases, steps and fields`, async () => {
        const { engine, match } = await played(ruleset, scenario, 8, 2);
        const { state } = engine.view("A", "en");
        assert.deepEqual(match.roster.map(({ id }) => id), match.pieces);
        assert.equal(match.ruleset, ruleset);
        assert.equal(match.scenario, scenario);
        assert.ok(match.sequence.some(({ name }) => name === state.step));
        assert.equal(match.phases.find(({ name }) => name === state.phase).gathered, state.gathered);
        assert.deepEqual(Object.keys(Object.values(state.units)[0]), match.fields.unit.map(({ name }) => name));
        assert.deepEqual(Object.keys(state.game), match.fields.game.map(({ name }) => name));
        assert.ok(match.kinds.every(({ choices, set }) => (choices === undefined) === (set === undefined)));
    });
}

/** Play a practice game until a seat is asked for a plan; the plan is gathered by another engine from the view alone. */
async function planned(ruleset, scenario, seed) {
    const { engine, match, random } = await played(ruleset, scenario, 0, seed);
    const desk = await open();
    desk.loadMatch(ruleset, scenario);
    let plans = 0, gathered = 0;
    for (let turn = 0; turn < 4; turn++) {
        for (let i = 0; i < 3000 && !engine.view("A", "en").state.gathered; i++) {
            const next = anyDecision(engine, random, match);
            if (!next) return { plans, gathered };
            engine.decide(next[0], next[1], "en");
        }
        for (const seat of askedSeats(engine)) {
            const bytes = engine.stateBytes(seat);
            const { phase, game } = engine.view(seat, "en").state;
            const plan = [];
            desk.install(bytes, seat);
            for (;;) {
                const before = desk.view(seat, "en");
                const decision = desk.sample(seat, random(before.offers.length), random(1 << 30));
                if (decision === null || match.kinds.find(({ name }) => name === decision.do).yields) continue;
                const kept = desk.draft(seat, decision, "en");
                plan.push(decision);
                if (kept === "last") {
                    assert.equal(desk.view(seat, "en").hash, before.hash);
                    break;
                }
                assert.equal(kept, "kept");
                assert.notEqual(desk.view(seat, "en").hash, before.hash);
                gathered++;
            }
            desk.resetDraft();
            assert.deepEqual(desk.stateBytes(seat), bytes);
            for (const decision of plan) assert.equal(engine.decide(seat, decision, "en").verdict, "decided");
            const after = engine.view(seat, "en").state;                    // another plan may be asked for at once
            assert.ok(after.phase !== phase || after.game.turn !== game.turn || !after.asked.includes(seat));
            plans++;
        }
    }
    return { plans, gathered };
}

for (const [ruleset, scenario] of rulesets)
    test(`${ruleset}: a plan is gathered on a view and then given as a whole`, async () => {
        const { match } = await played(ruleset, scenario, 0, 4);
        if (!match.phases.some(({ gathered: asksForPlans }) => asksForPlans)) return;         // a game without plans
        const { plans, gathered } = await planned(ruleset, scenario, 4);
        assert.ok(plans >= 4 && gathered >= 4, `${plans} plans, ${gathered} kept`);
    });

test("a draft in a practice game never touches the truth", async () => {
    const [ruleset, scenario] = rulesets[0];
    const { engine, random } = await played(ruleset, scenario, 0, 9);
    const before = engine.stateBytes("all");
    const [seat, decision] = anyDecision(engine, random);
    assert.deepEqual(Object.keys(engine.draft("spectator", decision, "en")), ["refusal"]);
    assert.equal(engine.draft(seat, decision, "en"), "kept");
    assert.notDeepEqual(engine.stateBytes("all"), before);
    engine.resetDraft();
    assert.deepEqual(engine.stateBytes("all"), before);
    engine.draft(seat, decision, "en");
    const verdict = engine.decide(seat, decision, "en");
    assert.equal(verdict.verdict, "decided");
    engine.draft(seat, decision, "en");
    assert.ok(engine.undo(seat));
    assert.deepEqual(engine.stateBytes("all"), before);
});

test("inputs that are no good are faults and change nothing", async () => {
    const [ruleset, scenario] = rulesets[0];
    const engine = await open();
    for (const ask of [() => engine.tell([], "en"), () => engine.rules(), () => engine.draft("A", { do: "x" }, "en"), () => engine.rolls(),
        () => engine.journalGo(0, "A", "en"), () => engine.score("A", "en"), () => engine.profile("A", "A1", "en")])
        assert.throws(ask, EngineFault);
    assert.equal(engine.seesAt("A", 0, 0, 0), -1);
    const match = engine.loadMatch(ruleset, scenario);
    const [piece] = match.pieces;
    const { events } = engine.begin(1, "A", "en");
    engine.resetDraft();
    const hash = engine.view("A", "en").hash;
    const rule = engine.rules()[0].rule;
    const own = { event: "roll", rule, sides: 6, need: 4, dice: [1, 6] };
    assert.equal(engine.tell([own], "en").length, 1);
    const bad = [7, null, {}, { ...own, event: "nothing" }, { ...own, rule: "XX-00" }, { ...own, rule: "" }, { ...own, unit: "Z9" }, { ...own, target: 3 },
        { ...own, sides: 1 }, { ...own, sides: 256 }, { ...own, need: -1 }, { ...own, dice: [0] }, { ...own, dice: [7] }, { ...own, dice: 3 }, { ...own, dice: new Array(25).fill(1) },
        { ...own, more: 1 }, { event: "base", rule, values: [] }, { event: "base", rule, values: [1, 2] }, { event: "base", rule, values: [2 ** 40] },
        { event: "base", rule, values: ["1"] }, { event: "base", rule }, { event: "reason", rule, values: [null] }];
    for (const event of bad) assert.throws(() => engine.tell([event], "en"), EngineFault, JSON.stringify(event));
    assert.throws(() => engine.tell({}, "en"), EngineFault);
    assert.throws(() => engine.tell(new Array(5000).fill(own), "en"), EngineFault);
    assert.throws(() => engine.tell([], "de"), EngineFault);
    const refusal = { rule, values: [1, 2, 3, 4] };
    assert.ok(engine.explainRefusal({ ...refusal, unit: piece, nearest: [1, 2, 3], element: 2, terrain: "wood" }, "en").startsWith(rule));
    for (const wrong of [{}, { ...refusal, values: [1] }, { ...refusal, rule: "no" }, { ...refusal, nearest: [1] }, { ...refusal, unit: "Z9" }, { ...refusal, element: -1 }, { ...refusal, terrain: 4 }])
        assert.throws(() => engine.explainRefusal(wrong, "en"), EngineFault, JSON.stringify(wrong));
    for (const unit of ["Z9", "", undefined])
        for (const ask of [() => engine.profile("A", unit, "en"), () => engine.rings("A", unit), () => engine.refusals("A", unit, "en"), () => engine.sees("A", unit, null, [0, 0], "en")])
            assert.throws(ask, EngineFault);
    assert.throws(() => engine.sees("A", piece, "Z9", [0, 0], "en"), EngineFault);
    for (const at of [[2 ** 31 - 1, 0], [0, -(2 ** 31)], [NaN, 2 ** 30]]) assert.throws(() => engine.sees("A", piece, null, at, "en"), EngineFault);
    for (const [unit, x, y] of [[-1, 0, 0], [999, 0, 0], [0, 2 ** 31 - 1, 0], [0, 0, -(2 ** 31)]]) assert.equal(engine.seesAt("A", unit, x, y), -1);
    for (const seat of ["C", "D"]) {
        assert.throws(() => engine.view(seat, "en"), EngineFault);
        assert.throws(() => engine.profile(seat, piece, "en"), EngineFault);
        assert.throws(() => engine.install(engine.stateBytes("A"), seat), EngineFault);
    }
    assert.throws(() => engine.draft("A", { do: "nonsense" }, "en"), EngineFault);
    assert.equal(engine.view("A", "en").hash, hash);
    assert.ok(Array.isArray(events));
});

for (const [ruleset, scenario] of rulesets)
    test(`${ruleset}: numbers out of all bounds never trap`, async () => {
        const { engine, match } = await played(ruleset, scenario, 20, 6);
        const odd = [0, -1, 1, 7, 8, 255, 65536, 2 ** 31 - 1, -(2 ** 31)];
        const random = generator(8);
        const pick = () => odd[random(odd.length)];
        for (let i = 0; i < 4000; i++) {
            engine.refuse("A", { kind: random(match.kinds.length), unit: pick(), target: pick(), choice: pick(), value: pick(), x: pick(), y: pick(), heading: pick() });
            engine.seesAt("B", pick(), pick(), pick());
        }
        // Bytes of a state with some that are wrong: refused, or a state like another.
        const bytes = engine.stateBytes("A");
        let installed = 0;
        for (let i = 0; i < 1500; i++) {
            const wrong = bytes.slice();
            for (let k = random(3); k >= 0; k--) wrong[random(wrong.length)] = random(256);
            try {
                engine.install(wrong, "A");
            } catch (error) {
                assert.ok(error instanceof EngineFault, String(error));
                continue;
            }
            installed++;
            engine.view("A", "en");
            engine.score("A", "en");
            for (const unit of match.pieces) {
                engine.profile("A", unit, "en");
                engine.rings("A", unit);
                engine.refusals("A", unit, "en");
            }
        }
        assert.ok(installed > 0);
    });

test("a drag is answered at once", async () => {
    for (const [ruleset, scenario] of rulesets) {
        const { engine, match, random } = await played(ruleset, scenario, 10, 6);
        let slowest = 0, calls = 0, total = 0;
        for (let i = 0; i < 40; i++) {
            const next = anyDecision(engine, random, match);
            if (!next) break;
            const d = numbers(match, next[1]);
            for (let k = 0; k < 60; k++) {
                const start = performance.now();
                engine.refuse(next[0], { ...d, x: d.x + (k - 30) * 150, y: d.y + k * 90 });
                const time = performance.now() - start;
                total += time;
                calls++;
                if (k > 5) slowest = Math.max(slowest, time);
            }
            engine.decide(next[0], next[1], "en");
        }
        console.log(`${ruleset}: refuse() ${((total / calls) * 1000).toFixed(1)} µs, slowest ${slowest.toFixed(2)} ms`);
        assert.ok(total / calls < 1, "refuse() takes a millisecond and more");
    }
});
