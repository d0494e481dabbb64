// replay.test.mjs DATA ENGINE.wasm FAIR_GAME: journals in the module, and their dice worked out again by web/engine/verify.ts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { generator, load, openers } from "./support.mjs";

const [data, modulePath, fairGame] = process.argv.slice(2);
const { Engine, EngineFault } = await load("engine.ts");
const { facesOf, messageOf, verifyJournal } = await load("verify.ts");
const { open } = await openers(Engine, data, modulePath);
const secret = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const play = (ruleset, scenario, ...cheat) =>
    execFileSync(fairGame, [data, ruleset, scenario, "game-1", secret, "Tilly \u{1f3b2}", 'a "b"', ...cheat], { encoding: "utf8", maxBuffer: 1 << 28 });
const games = [["sample", "meadow"], ["brevis", "pickup"]].map(([ruleset, scenario]) => ({ ruleset, scenario, text: play(ruleset, scenario) }));
const linesOf = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));

for (const { ruleset, scenario, text } of games) {
    const lines = linesOf(text);
    const last = lines.length - 2;         // the header is position 0, the reveal none

    test(`${ruleset}: a journal is opened with all that its header says`, async () => {
        const engine = await open();
        const journal = engine.openJournal(text);
        assert.equal(journal.lines, last);
        assert.equal(journal.ruleset, ruleset);
        assert.equal(journal.scenario, scenario);
        assert.deepEqual(journal.options, lines[0].options);
        assert.deepEqual(journal.fair_dice, lines[0].fair_dice);
        assert.equal(journal.reveal, secret);
        assert.equal(journal.damage, undefined);
        assert.deepEqual(journal.match, engine.loadMatch(ruleset, scenario, lines[0].options));
        assert.throws(() => engine.journalGo(0, "A", "en"), EngineFault);
        const again = engine.openJournal(text);
        assert.deepEqual(again, journal);
        assert.equal(again.winner, engine.view("all", "en").state.winner);
        assert.ok(again.winner !== undefined);
    });

    test(`${ruleset}: every position, forwards, backwards and anywhere, is that of the journal`, async () => {
        const engine = await open();
        engine.openJournal(text);
        const random = generator(3);
        const orders = [lines.slice(0, -1).map((_, i) => i), lines.slice(0, -1).map((_, i) => last - i), Array.from({ length: 300 }, () => random(last + 1))];
        for (const order of orders)
            for (const line of order) {
                const step = engine.journalGo(line, "all", "en");
                const { n, seat, undo, dice, hash, ...decision } = lines[line];
                assert.equal(step.line, line);
                if (line === 0) continue;
                assert.equal(step.hash, hash);
                assert.equal(step.by, seat);
                assert.equal(step.undo ?? false, undo === 1);
                if (undo === undefined) assert.deepEqual(step.decision, decision);
                const thrown = step.events.filter(({ event }) => event === "roll").flatMap((event) => event.dice);
                assert.deepEqual(thrown, dice ?? []);
                assert.equal(engine.view("all", "en").n, line);
            }
        const start = performance.now();
        for (let line = last; line >= 0; line--) engine.journalGo(line, "A", "fr");
        console.log(`${ruleset}: ${((performance.now() - start) / (last + 1)).toFixed(2)} ms a step back`);
    });

    test(`${ruleset}: a seat's replay is what that seat saw`, async () => {
        const engine = await open();
        const match = engine.openJournal(text).match;
        const live = await open();
        live.loadMatch(ruleset, scenario);
        let others = 0;
        for (let line = 0; line <= last; line += 1) {
            for (const seat of ["A", "B", "spectator"]) {
                const step = engine.journalGo(line, seat, "fr");
                if (!step.noticed) assert.deepEqual([step.by, step.decision, step.events], [null, undefined, []]);
                if (lines[line].seat !== seat) {
                    assert.equal(step.decision, undefined);
                    others++;
                }
                const view = engine.view(seat, "fr");
                assert.equal(view.may_undo, false);
                live.install(engine.stateBytes(seat), seat);
                assert.deepEqual(live.view(seat, "fr").state, view.state);
                assert.deepEqual(live.offers(seat, "fr"), view.offers);
                assert.equal(engine.stateBytes("all").length, match.state_size);
            }
        }
        assert.ok(others > last);
    });

    test(`${ruleset}: a position is a game like another`, async () => {
        const engine = await open();
        engine.openJournal(text);
        const at = lines.findIndex((line, i) => i > 0 && line.do && !line.dice);
        engine.journalGo(at - 1, "all", "en");
        const { n, seat, hash, ...decision } = lines[at];
        assert.equal(engine.decide(seat, decision, "en", []).hash, hash);
        assert.equal(engine.journalGo(at, "all", "en").hash, hash);
        engine.journalGo(at - 1, "all", "en");
        engine.draft(seat, decision, "en");
        assert.equal(engine.journalGo(at, "all", "en").hash, hash);
    });

    test(`${ruleset}: a damaged journal is good up to the damage`, async () => {
        const engine = await open();
        const rows = text.trimEnd().split("\n");
        const damaged = (at, change) => rows.map((row, i) => (i === at ? change(row) : row)).join("\n");
        const at = 37;
        for (const change of [() => "{", () => "", (row) => row.replace(/"hash":"./, '"hash":"x'), (row) => row.replace(/"n":\d+/, '"n":9999'), (row) => row.slice(0, 20)]) {
            const journal = engine.openJournal(damaged(at, change));
            assert.equal(journal.damage.line, at + 1);
            assert.equal(journal.lines, at - 1);
            assert.equal(engine.journalGo(at - 1, "all", "en").hash, lines[at - 1].hash);
            assert.throws(() => engine.journalGo(at, "all", "en"), EngineFault);
            assert.ok(engine.rolls().every(({ line }) => line < at));
            const found = await verifyJournal(engine, damaged(at, change));
            assert.deepEqual([found.ok, found.doubt, found.damage.line], [false, "damaged", at + 1]);
        }
        for (const wrong of ["", "\n", "{}", "[]", "nonsense", damaged(0, (row) => row.replace('"mestre":1', '"mestre":2')), damaged(0, (row) => row.replace(/"scenario":"\w+"/, '"scenario":"none"'))]) {
            assert.throws(() => engine.openJournal(wrong), EngineFault);
            assert.throws(() => engine.view("A", "en"), EngineFault);
            assert.throws(() => engine.rolls(), EngineFault);
        }
        assert.equal(engine.openJournal(text).lines, last);
        for (const line of [-1, last + 1, 2 ** 31 - 1, -(2 ** 31)]) assert.throws(() => engine.journalGo(line, "A", "en"), EngineFault);
        assert.throws(() => engine.journalGo(0, "C", "en"), EngineFault);
    });

    test(`${ruleset}: the dice are as committed`, async () => {
        const found = await verifyJournal(await open(), text);
        assert.deepEqual([found.ok, found.doubt, found.firstWrong], [true, undefined, undefined]);
        assert.ok(found.rolls > 20, `${found.rolls} rolls`);
        assert.deepEqual(found.pledge, lines[0].fair_dice);
    });
}

test("journals of random damage are faults or good up to it", async () => {
    const engine = await open();
    const random = generator(17);
    const { text } = games[0];
    let opened = 0;
    for (let i = 0; i < 300; i++) {
        const bytes = Buffer.from(text);
        for (let k = random(3); k >= 0; k--) bytes[random(Math.min(bytes.length, 6000))] = 32 + random(95);
        try {
            const journal = engine.openJournal(bytes.toString());
            opened++;
            for (const line of [0, journal.lines, random(journal.lines + 1)]) engine.journalGo(line, "A", "en");
            engine.rolls();
        } catch (error) {
            assert.ok(error instanceof EngineFault, String(error));
        }
    }
    assert.ok(opened > 20, `${opened} opened`);
});

test("a roll that is not as committed is named", async () => {
    const text = play("sample", "meadow", "3");
    const { ok, doubt, firstWrong } = await verifyJournal(await open(), text);
    assert.deepEqual([ok, doubt, firstWrong.roll], [false, "wrong_roll", 3]);
    assert.notDeepEqual(firstWrong.faces, firstWrong.derived);
    assert.ok(JSON.stringify(linesOf(text)[firstWrong.line].dice).includes(firstWrong.faces.join(",")));
});

test("what cannot be checked, or was changed afterwards, is not called right", async () => {
    const engine = await open();
    const rows = games[0].text.trimEnd().split("\n");
    const doubt = async (change) => {
        const found = await verifyJournal(engine, change([...rows]).join("\n"));
        assert.equal(found.ok, false);
        return found.doubt;
    };
    const header = (from, to) => ([first, ...rest]) => [first.replace(from, to), ...rest];
    assert.equal(await doubt((all) => all.slice(0, -1)), "not_revealed");
    assert.equal(await doubt((all) => header(/"fair_dice":\{.*?\},/, "")(all.slice(0, -1))), "no_commitment");
    assert.equal(await doubt(header("hmac-sha256/1", "hmac-sha256/2")), "unknown_scheme");
    assert.equal(await doubt(header(/"commitment":"../, '"commitment":"00')), "wrong_seed");
    assert.equal(await doubt((all) => [...all.slice(0, -1), all.at(-1).replace("9f86", "9f87")]), "wrong_seed");
    assert.equal(await doubt(header("Tilly", "Tolly")), "wrong_roll");
    assert.equal(await doubt(header('"game-1"', '"game-2"')), "wrong_roll");
});

test("the examples of the document are right", async () => {
    const page = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../docs/verifiable-dice.md"), "utf8");
    const example = JSON.parse(page.match(/```json\n(\{"seed"[^`]*)```/)[1]);
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey("raw", Buffer.from(example.seed, "hex"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const hex = (bytes) => Buffer.from(bytes).toString("hex");
    assert.equal(hex(messageOf(example, 1, 0)), example.message);
    for (const { roll, sides, faces } of example.rolls) {
        const block = async (number) => new Uint8Array(await subtle.sign("HMAC", key, messageOf(example, roll, number)));
        assert.deepEqual(await facesOf(block, sides, faces.length), faces);
    }
    assert.equal(hex(await subtle.sign("HMAC", key, messageOf(example, 1, 0))), example.block);
});
