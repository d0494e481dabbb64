// load.test.mjs DATA GAMES.json FAIR_GAME MODULE...: web/engine/load.ts with a host in place of the network, and the odds worker in a thread.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { anyDecision, bundle, documents, generator, load } from "./support.mjs";

const [data, gamesPath, fairGame, ...modules] = process.argv.slice(2);
const fetched = [];
let broken = false;

/** The files of a host: games.json, scenes.json, a module for each game, data/... */
globalThis.fetch = async (file) => {
    fetched.push(file);
    if (broken) throw new TypeError("no network");
    const path = modules.find((module) => basename(module) === file) ?? (file === "games.json" ? gamesPath : file === "scenes.json" ? join(dirname(gamesPath), file) : file.startsWith("data/") ? join(data, file.slice(5)) : "");
    if (!path || !existsSync(path)) return new Response("", { status: 404 });
    return new Response(readFileSync(path), { headers: { "content-type": file.endsWith(".wasm") ? "application/wasm" : "application/json" } });
};

const { LoadError, loadEngine, loadGames, loadJournal, loadRuleset, loadScenes, words } = await load("load.ts");
const { OddsDesk } = await load("odds.ts");

test("what fails is asked for again", async () => {
    broken = true;
    await assert.rejects(loadGames(), LoadError);
    broken = false;
    assert.ok((await loadGames()).length > 0);
});

const onBoard = new Set(["standing", "normal", "disordered", "retired"]);

test("the list of the games is the data's", async () => {
    const games = await loadGames();
    for (const game of games) {
        const found = documents(data).filter((name) => name.startsWith(`${game.id}/scenarios/`)).map((name) => name.slice(game.id.length + 11, -5));
        assert.deepEqual(game.scenarios.map(({ id }) => id).sort(), found.sort());
        for (const name of game.documents) assert.ok(existsSync(join(data, name)), name);
        assert.ok(game.players.includes("greedy") && game.seats === 2 && game.title.en && game.title.fr);
        for (const { low, high, standard } of game.options) assert.ok(low <= standard && standard <= high);
        for (const scenario of game.scenarios) {
            const engine = await loadEngine(game.id, scenario.id);
            const match = engine.loadMatch(game.id, scenario.id);
            engine.begin(1, "A", "en");
            // Of the board what a small drawing wants: neither armies nor profiles, and the pieces where they stand.
            const { pieces, sides, regiments, standards, reconstructed, prizes, entries, arrivals, wares, ...board } = match.board;
            const scene = (await loadScenes(game.id))[scenario.id], { pieces: drawn, sides: zones, ...same } = scene.board;
            assert.deepEqual(same, board);
            assert.deepEqual(zones, sides?.[0]?.zones && sides.map(({ seat, zones: own }) => ({ seat, zones: own })));
            assert.deepEqual(drawn, pieces.filter(({ id }) => id in scene.units).map(({ id, seat, base }) => (base ? { id, seat, base } : { id, seat })));
            const standing = Object.entries(engine.view("spectator", "en").state.units).filter(([, { status }]) => typeof status !== "string" || onBoard.has(status));
            assert.deepEqual(scene.units, JSON.parse(JSON.stringify(Object.fromEntries(standing.map(([id, { x, y, heading }]) => [id, { x, y, heading }])))));
            assert.deepEqual(scenario.sides.map(({ seat }) => seat), ["A", "B"]);
            for (const { name } of scenario.sides) assert.ok(name.en && name.fr);
            for (const { seat, names } of sides ?? []) if (names) assert.deepEqual(scenario.sides.find((side) => side.seat === seat).name, names);
            assert.ok(scenario.title.en && scenario.title.fr);
        }
    }
});

test("a game has a module of its own, with that game alone", async () => {
    const games = await loadGames();
    assert.deepEqual(modules.map((module) => basename(module)).sort(), games.map(({ id }) => `engine_${id}.wasm`).sort());
    for (const { id, scenarios } of games) assert.deepEqual((await loadEngine(id, scenarios[0].id)).rulesets(), [id]);
});

test("nothing is fetched twice, and only what is needed", async () => {
    fetched.length = 0;
    const [game] = await loadGames();
    await loadEngine(game.id, game.scenarios[0].id);
    assert.deepEqual(fetched, []);
    assert.ok(words(game.id, "fr")["game.title"] && words(game.id, "fr")["engine.total"]);
    assert.notEqual(words(game.id, "fr")["game.title"], words(game.id, "en")["game.title"]);
    assert.deepEqual(words("nothing", "en"), {});
    await assert.rejects(loadRuleset("nothing"), LoadError);
});

test("a journal brings its own match", async () => {
    const [game] = await loadGames();
    const text = execFileSync(fairGame, [data, game.id, game.scenarios[0].id, "g", "00".repeat(32), "", ""], { encoding: "utf8" });
    const { engine, journal } = await loadJournal(text);
    assert.equal(journal.damage, undefined);
    assert.equal(engine.view("all", "en").n, journal.lines);
    for (const bad of ["", "nonsense", "{}", '{"ruleset":"nothing"}', "null", text.replace('"ruleset":', '"rule":')])
        await assert.rejects(loadJournal(bad), (error) => error.constructor.name === "EngineFault");
});

test("a scenario that the library does not have comes with its text, alone or in a journal", async () => {
    const [game] = await loadGames();
    const [{ id }] = game.scenarios;
    const own = readFileSync(join(data, `${game.id}/scenarios/${id}.json`), "utf8").replace(`"${id}"`, '"battle-1"');
    fetched.length = 0;
    const match = (await loadEngine(game.id, "battle-1", own)).loadMatch(game.id, "battle-1");
    assert.equal(match.scenario, "battle-1");
    assert.deepEqual(fetched, []);
    await assert.rejects(loadEngine(game.id, "battle-1").then((engine) => engine.loadMatch(game.id, "battle-1")), (error) => error.constructor.name === "EngineFault");
    assert.deepEqual((await loadRuleset(game.id, "battle-1", own)).documents.at(-1), [`${game.id}/scenarios/battle-1.json`, own]);
    // Two battles of the same id in one page do not meet.
    const other = (await loadEngine(game.id, "battle-1", own.replace('"format"', ' "format"').replace('"en": "', '"en": "Other '))).loadMatch(game.id, "battle-1");
    assert.notEqual(other.scenario_hash, match.scenario_hash);

    const text = execFileSync(fairGame, [data, game.id, id, "g", "00".repeat(32), "", ""], { encoding: "utf8" });
    assert.equal("scenarioText" in (await loadJournal(text)), false);
    const whole = readFileSync(join(data, `${game.id}/scenarios/${id}.json`), "utf8");
    const { journal, scenarioText } = await loadJournal(text.replace('"options":', `"scenario_text":${JSON.stringify(whole)},"options":`));
    assert.equal(journal.damage, undefined);
    assert.equal(scenarioText, whole);
    await assert.rejects(loadJournal(text.replace('"options":', `"scenario_text":${JSON.stringify(own)},"options":`)), (error) => error.constructor.name === "EngineFault");
});

/** web/engine/odds_worker.ts in a thread: node's worker has another face than the browser's. */
const workerPath = bundle("odds_worker.ts");
let workers = 0;
function threadPort(hear, fail) {
    const source = `const { parentPort } = require("node:worker_threads");
        globalThis.postMessage = (message) => parentPort.postMessage(message);
        import(${JSON.stringify(`file://${workerPath}`)}).then(() => parentPort.on("message", (data) => globalThis.onmessage({ data })));`;
    const worker = new Worker(source, { eval: true });
    workers++;
    worker.on("message", hear);
    worker.on("error", fail);
    return { send: (message) => worker.postMessage(message), end: () => void worker.terminate() };
}

async function position(seed) {
    const [game] = await loadGames();
    const scenario = game.scenarios[0].id;
    const parts = await loadRuleset(game.id, scenario);
    const engine = await loadEngine(game.id, scenario);
    const random = generator(seed);
    engine.loadMatch(game.id, scenario);
    engine.begin(seed, "A", "en");
    for (let i = 0; i < 14; i++) engine.decide(...anyDecision(engine, random), "en");
    const [seat, decision] = anyDecision(engine, random);
    return { parts, name: { ruleset: game.id, scenario, options: {} }, engine, seat, decision, state: engine.stateBytes(seat) };
}

test("odds from the worker are the engine's own", async () => {
    const { parts, name, engine, seat, decision, state } = await position(5);
    const desk = new OddsDesk(parts, name, threadPort);
    engine.install(state, seat);
    const first = desk.odds(state, seat, decision, "stop", "en");
    assert.equal(desk.odds(state, seat, decision, "stop", "en"), first);
    assert.deepEqual(await first, engine.odds(seat, decision, "stop", "en"));
    const refused = await desk.odds(state, seat, { ...decision, ...(decision.at && { at: [-5, -5] }), unit: "B1" }, "stop", "en");
    assert.ok(refused.verdict === "refused" || refused.outcomes);
    assert.equal(await desk.odds(state, seat, { do: "nonsense" }, "stop", "en"), null);
    assert.deepEqual(await desk.odds(state, seat, decision, "react", "fr"), engine.odds(seat, decision, "react", "fr"));
    desk.close();
    assert.equal(await desk.odds(state, seat, decision, "stop", "en"), null);
});

/** A port that answers only when it is told to. */
function slowPort(log) {
    return (hear) => {
        const port = { asked: [], ended: false };
        log.push(port);
        port.answer = () => hear({ id: port.asked.shift().id, odds: { outcomes: 1, runs: 1, changes: [] } });
        return { send: (message) => message.ask && port.asked.push(message.ask), end: () => { port.ended = true; } };
    };
}

test("the newest question comes first; a new state drops the old ones", async () => {
    const ports = [];
    const desk = new OddsDesk({ documents: [] }, { ruleset: "", scenario: "", options: {} }, slowPort(ports));
    const one = new Uint8Array(1), two = new Uint8Array(1);
    const ask = (state, name) => desk.odds(state, "A", { do: name }, "stop", "en");
    const a = ask(one, "a"), b = ask(one, "b"), c = ask(one, "c");
    assert.deepEqual(ports[0].asked.map(({ decision }) => decision.do), ["a"]);
    assert.equal(ports[0].asked[0].state, one);
    ports[0].answer();
    assert.equal((await a).outcomes, 1);
    assert.equal(ports[0].asked[0].decision.do, "c");
    assert.equal(ports[0].asked[0].state, null);
    const d = ask(two, "d");
    assert.deepEqual(await Promise.all([b, c]), [null, null]);
    ports[0].answer();
    assert.equal(ports[0].asked[0].decision.do, "d");
    assert.equal(ports[0].asked[0].state, two);
    ports[0].answer();
    assert.equal((await d).outcomes, 1);
    assert.equal(ports.length, 1);
    const old = ask(two, "e");
    const next = ask(one, "f");
    assert.equal(await old, null);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(ports[0].ended, true);
    assert.equal(ports[1].asked[0].decision.do, "f");
    assert.equal(ports[1].asked[0].state, one);
    ports[1].answer();
    assert.equal((await next).outcomes, 1);
    desk.close();
    assert.equal(ports[1].ended, true);
});

test("a worker is made when it is needed, and one is enough", () => assert.equal(workers, 1));
