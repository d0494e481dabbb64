// engine.test.mjs DATA ENGINE.wasm: the module through web/engine/engine.ts: whole games from outside, with every call.
import assert from "node:assert/strict";
import test from "node:test";
import { generator, load, numbers, openers } from "./support.mjs";

const [data, modulePath] = process.argv.slice(2);
const { Engine, EngineFault } = await load("engine.ts");
const { open, scenarios } = await openers(Engine, data, modulePath);

const STEPS = 1000;               // a game that is longer is left there

/** The odds of a decision; null where they are too many to count, which is a fault like another. */
function oddsOf(engine, seat, decision) {
    try {
        return engine.odds(seat, decision, "decline", "en");
    } catch (error) {
        assert.ok(error instanceof EngineFault && /odds/.test(error.message), String(error));
        return null;
    }
}

function checkOdds(odds) {
    assert.ok(odds.outcomes >= 1);
    for (const change of odds.changes) {
        const sum = change.after.reduce((total, value) => total + value.millionths, 0);
        assert.ok(Math.abs(sum - 1e6) <= change.after.length, `${change.value}: ${sum} millionths`);
    }
    for (const { unit, millionths } of odds.worse) {
        assert.ok(millionths >= 0 && millionths <= 1e6, `${unit}: ${millionths} millionths`);      // less than a millionth is told as 0
        assert.ok(odds.changes.some((change) => change.unit === unit));
    }
}

/** The way of a decision, of any decision: on a table there is none. */
function checkWays(engine, match, seat, random) {
    const isTable = match.board.board === "table";
    for (const kind of [-1, 0, random(match.kinds.length), 70000]) {
        const way = engine.way(seat, { kind, unit: random(9) - 1, x: random(isTable ? 90000 : 30), y: random(30) - 5, heading: random(8) - 1 });
        if (way === null) continue;
        assert.ok(!isTable && kind >= 0 && kind < match.kinds.length, "a table has no ways");
        assert.ok(way.points.length > 0 && Number.isInteger(way.spent) && Number.isInteger(way.allowed));
        for (const [x, y] of way.points) assert.ok(x >= 0 && y >= 0 && x < match.board.cols && y < match.board.rows, `${x}, ${y}`);
    }
}

/** A random game, at most STEPS of it: how many steps, whether it came to its end, and how many odds were worked out or too many to count. */
function playOne(engine, match, seed) {
    const random = generator(seed);
    const played = { steps: 0, ended: false, counted: 0, uncounted: 0 };
    let undone = 0;
    engine.begin(seed, "A", "fr");
    for (; played.steps < STEPS; played.steps++) {
        const seat = engine.view("spectator", "en").state.asked[0];
        played.ended = seat === undefined;
        if (played.ended) break;
        const view = engine.view(seat, "en");
        const number = random(view.offers.length);
        assert.deepEqual(engine.offers(seat, "en"), view.offers);
        if (view.offers[number].open)
            assert.ok(engine.region(seat, number).every(([x, y]) => Number.isInteger(x) && Number.isInteger(y)));
        checkWays(engine, match, seat, random);
        const decision = engine.sample(seat, number, random(1 << 30));
        if (decision === null) continue;
        assert.ok(engine.foretell(seat, decision).every(({ do: name }) => typeof name === "string"));
        assert.equal(engine.refuse(seat, numbers(match, decision)), 0);
        assert.equal(engine.refusal("en"), null);
        if (random(8) === 0) {
            const odds = oddsOf(engine, seat, decision);
            if (odds) checkOdds(odds);
            odds ? played.counted++ : played.uncounted++;
        }
        const verdict = engine.decide(seat, decision, "en");
        assert.equal(verdict.verdict, "decided");
        if (undone < 3 && engine.view(seat, "en").may_undo) {
            undone++;
            assert.ok(engine.undo(seat));
            assert.equal(engine.view(seat, "en").hash, view.hash);
            assert.equal(engine.decide(seat, decision, "en").hash, verdict.hash);
        }
    }
    return played;
}

const ended = new Map();          // games, by ruleset

for (const [ruleset, scenario] of scenarios)
    test(`${ruleset} ${scenario}: whole games, or as much of one as takes no longer`, async () => {
        const engine = await open();
        const match = engine.loadMatch(ruleset, scenario);
        const games = [];
        const most = match.board.pieces.length > 24 ? 1 : 3;          // every call of a large game tells much
        for (let seed = 1; seed <= most && games.every(({ ended }) => ended); seed++) games.push(playOne(engine, match, seed));
        const sum = (name) => games.reduce((total, game) => total + Number(game[name]), 0);
        ended.set(ruleset, (ended.get(ruleset) ?? 0) + sum("ended"));
        assert.ok(sum("uncounted") * 20 <= sum("counted"), `${sum("uncounted")} of ${sum("counted") + sum("uncounted")} odds are too many to count`);
    });

test("games of every ruleset came to their end", () => {
    for (const [ruleset] of scenarios) assert.ok(ended.get(ruleset) >= 3, `${ended.get(ruleset)} of ${ruleset}`);
});

test("a seat's view goes from one engine to another", async () => {
    const [ruleset, scenario] = scenarios[0];
    const one = await open(), two = await open();
    const match = one.loadMatch(ruleset, scenario);
    two.loadMatch(ruleset, scenario);
    one.begin(3, "A", "en");
    for (let i = 0; i < 4; i++) {
        const seat = one.view("spectator", "en").state.asked[0];
        one.decide(seat, one.sample(seat, 0, i), "en");
    }
    for (const seat of ["A", "B", "spectator"]) {
        const bytes = one.stateBytes(seat);
        assert.equal(bytes.length, match.state_size);
        two.install(bytes, seat);
        assert.deepEqual(two.view(seat, "fr").state, one.view(seat, "fr").state);
        assert.deepEqual(two.offers(seat, "fr"), one.offers(seat, "fr"));
    }
    assert.throws(() => two.install(new Uint8Array(3), "A"), EngineFault);
    assert.throws(() => two.install(new Uint8Array(match.state_size), "A"), EngineFault);
    assert.throws(() => two.install(new Uint8Array(match.state_size).fill(255), "A"), EngineFault);
});

test("dice that are typed in, too few and too many", async () => {
    const [ruleset, scenario] = scenarios[0];
    const engine = await open();
    let wanted = 0;
    engine.loadMatch(ruleset, scenario);
    engine.begin(5, "A", "en");
    for (let step = 0; step < 5000; step++) {
        const seat = engine.view("spectator", "en").state.asked[0];
        if (seat === undefined) break;
        const hash = engine.view(seat, "en").hash;
        const decision = engine.sample(seat, 0, step) ?? engine.sample(seat, engine.offers(seat, "en").length - 1, step);
        const dice = [];
        let verdict = engine.decide(seat, decision, "en", dice);
        while (verdict.verdict === "needs_dice") {
            assert.equal(engine.view(seat, "en").hash, hash);
            wanted += verdict.missing.count;
            const { count, sides } = verdict.missing;
            for (let i = 0; i < count; i++) dice.push((dice.length * 5 + step) % sides + (sides === 10 ? 0 : 1));
            if (dice.length > 200) break;
            const before = verdict;
            verdict = engine.decide(seat, decision, "en", dice);
            if (verdict.verdict === "decided") continue;
            assert.equal(verdict.verdict, "needs_dice", JSON.stringify(before));
        }
        assert.equal(verdict.verdict, "decided");
    }
    assert.ok(wanted > 0);
});

test("refusals and faults", async () => {
    const [ruleset, scenario] = scenarios[0];
    const engine = await open();
    assert.throws(() => engine.view("A", "en"), EngineFault);
    assert.throws(() => engine.loadMatch(ruleset, "nowhere"), EngineFault);
    assert.throws(() => engine.loadMatch("nothing", scenario), EngineFault);
    assert.throws(() => engine.loadMatch(ruleset, scenario, { nonsense: 1 }), EngineFault);
    assert.throws(() => engine.begin(1, "A", "en"), EngineFault);
    const match = engine.loadMatch(ruleset, scenario);
    assert.throws(() => engine.begin(-1, "A", "en"), EngineFault);
    engine.begin(1, "A", "en");
    assert.throws(() => engine.decide("A", { do: "nonsense" }, "en"), EngineFault);
    assert.throws(() => engine.explain("XX-00", "en"), EngineFault);
    const offer = engine.offers("A", "en")[0];
    for (const kind of [-1, match.kinds.length, 65536, 2 ** 31 - 1]) assert.ok(engine.refuse("A", { kind }) > 0);
    assert.ok(engine.refuse("spectator", numbers(match, offer)) > 0);
    const refusal = engine.refusal("fr");
    assert.ok(refusal.text.startsWith(refusal.rule));
    assert.ok(engine.explain(refusal.rule, "fr").text.length > 0);
    assert.notEqual(engine.explain(refusal.rule, "fr").text, engine.explain(refusal.rule, "en").text);
    const before = engine.view("A", "en").hash;
    const verdict = engine.decide("spectator", offer, "en");
    assert.equal(verdict.verdict, "refused");
    assert.equal(engine.view("A", "en").hash, before);
    assert.match(engine.signature(2, 1), /^[0-9a-f]{16}$/);
});
