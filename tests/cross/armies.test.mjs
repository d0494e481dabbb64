// armies.test.mjs DATA GAMES.json MESTRE MODULE...: web/engine/armies.ts and the module's army lists, beside `mestre army`, with a host in
// place of the network.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import test from "node:test";
import { load } from "./support.mjs";

const [data, gamesPath, mestre, ...modules] = process.argv.slice(2);
const fetched = [];
let broken = false;

globalThis.fetch = async (file) => {
    fetched.push(file);
    if (broken) throw new TypeError("no network");
    const path = modules.find((module) => basename(module) === file) ?? (file === "games.json" ? gamesPath : file.startsWith("data/") ? join(data, file.slice(5)) : "");
    if (!path || !existsSync(path)) return new Response("", { status: 404 });
    return new Response(readFileSync(path), { headers: { "content-type": file.endsWith(".wasm") ? "application/wasm" : "application/json" } });
};

const { CHIEF, WHOLE_ARMY, armyText, isStructured, loadArmies, rulesetOf } = await load("armies.ts");

const run = (args, input = "") => {
    const { status, stdout, stderr } = spawnSync(mestre, ["army", ...args, "--data", data], { input, encoding: "utf8", maxBuffer: 1 << 26, env: { ...process.env, LC_ALL: "C" } });
    return { status, stdout, stderr };
};
const good = ({ value, fault }) => {
    assert.equal(fault, undefined, JSON.stringify(fault));
    return value;
};
const bad = ({ value, fault }, pattern) => {
    assert.equal(value, undefined, JSON.stringify(value));
    assert.match(fault.text, pattern ?? /./);
    assert.equal(typeof fault.line, "number");
    return fault;
};

broken = true;
await assert.rejects(loadArmies("brevis"), { file: "games.json", status: 0 });
broken = false;
const brevis = await loadArmies("brevis"), liber = await loadArmies("liber");
const both = [brevis, liber];
const limits = { brevis: [3, 7, 20], liber: [500, 1000, 3000] };

test("only games with lists have them, and they are loaded once", async () => {
    for (const name of ["sample", "iron"]) assert.equal(await loadArmies(name), null);
    await assert.rejects(loadArmies("nothing"), { status: 404 });
    assert.equal(await loadArmies("brevis"), brevis);
    assert.equal(new Set(fetched).size, fetched.length - 1);            // games.json, which did not come the first time
    const games = JSON.parse(readFileSync(gamesPath, "utf8"));
    for (const armies of both) assert.deepEqual(games.find(({ id }) => id === armies.ruleset).armies, armies.belligerents);
    assert.deepEqual(games.filter((game) => game.armies).map(({ id }) => id), ["brevis", "liber"]);
});

test("the list of every belligerent is that of the command line", () => {
    for (const armies of both)
        for (const belligerent of armies.belligerents) {
            const { rules, ...list } = good(armies.list(belligerent));
            const { status, stdout, stderr } = run(["list", "--ruleset", armies.ruleset, "--belligerent", belligerent, "--json"]);
            assert.equal(status, 0, stderr);
            assert.deepEqual(list, JSON.parse(stdout));
            assert.equal(Boolean(list.structured), armies === liber);
        }
    bad(brevis.list("venice"), /BE-ARMY-05/);
    bad(liber.list("venice"), /LM-ARMY-03/);
});

test("the options of the game on which lists depend are named, and change them", () => {
    assert.deepEqual(good(brevis.list("spain")).rules, []);
    const { rules, types } = good(liber.list("hre"));
    assert.ok(rules.length > 3 && rules.every(({ name, rule, low, standard, high }) => name && /^LM-/.test(rule) && low <= standard && standard <= high));
    const lists = rules.map(({ name, low, high, standard }) => good(liber.list("hre", { [name]: standard === low ? high : low })));
    assert.ok(lists.some((list) => list.types.length !== types.length));
    bad(liber.list("hre", { no_such_rule: 1 }), /no_such_rule/);
    bad(brevis.list("spain", { no_such_rule: 1 }), /no_such_rule/);
    bad(liber.list("hre", { [rules[0].name]: 77 }));
});

test("a suggestion is legal, near its limit, and the same again", () => {
    for (const armies of both)
        for (const belligerent of armies.belligerents)
            for (const limit of limits[armies.ruleset]) {
                const army = good(armies.suggest(belligerent, limit, 5));
                const { army: same, report } = good(armies.check(army, "en"));
                assert.ok(report.legal && report.points <= limit && report.points >= limit * 0.9, `${belligerent} ${limit}: ${report.points}`);
                assert.deepEqual(same, army);
                assert.deepEqual(good(armies.suggest(belligerent, limit, 5)), army);
                assert.equal(rulesetOf(army), armies.ruleset);
                assert.equal(rulesetOf(armyText(army)), armies.ruleset);
                assert.equal(isStructured(army), armies === liber);
            }
    bad(brevis.suggest("spain", 2, 1), /BE-ARMY-02/);
    bad(liber.suggest("spain", 5001, 1), /LM-ARMY-02/);
    for (const [limit, seed] of [[1.5, 1], [NaN, 1], [1e30, 1], [1000, -1], [1000, 0.5]]) bad(liber.suggest("spain", limit, seed));
});

const flat = (regiments, more = {}) => ({ format: 1, ruleset: "brevis", belligerent: "spain", limit: 7, ...more, regiments });
const commander = (rank, virtues = [], traits = []) => ({ rank, virtues, traits });
const base = {
    format: 1, ruleset: "liber", belligerent: "spain", structure: "standard", limit: 1500, chief: commander(3, ["presence"], ["bold", "hero"]),
    regiments: [
        { type: "infantry_regiment", commander: commander(1, [], ["alert"]), units: [{ type: "tercio", options: ["viejo"] }, { type: "tercio" }, { type: "shot_company" }] },
        { type: "cavalry_regiment", commander: commander(0), units: [{ type: "cuirassiers" }, { type: "cuirassiers" }] },
        { type: "battery", units: [{ type: "field_gun" }] },
    ],
};
const changed = (change) => {
    const army = structuredClone(base);
    change(army);
    return army;
};

// Twenty-six armies that are illegal, and what is found first.
const illegal = [
    [flat(["I3"], { limit: 3 }), "over_limit"],
    [flat(["I2", "Z1"]), "unknown_entry"],
    [flat(["I2"], { limit: 2 }), "bad_limit"],
    [flat(["I1", "I1", "I1"], { limit: 12 }), "too_many"],
    [flat(["C1", "C1"]), "kind_too_few"],
    [flat(["I2"], { belligerent: "spian" }), "unknown_side"],
    [flat(["I4"]), "not_open"],
    [flat(["I2", "K1", "K2"]), "kind_too_many"],
    [flat(["I9", "Z1", "C1", "C1", "C1", "C1"], { name: "Änne\"s \u0001 {what} \\ <b>" }), "unknown_entry"],
    [flat([]), "kind_too_few"],
    [changed((army) => { delete army.chief; }), "no_chief"],
    [changed((army) => { army.chief.rank = 1; }), "chief_rank"],
    [changed((army) => { army.limit = 500; }), "over_limit"],
    [changed((army) => { army.structure = "battle_groups"; }), "formation_count"],
    [changed((army) => { delete army.regiments[1].commander; }), "commander"],
    [changed((army) => { army.regiments[1].commander.rank = 5; }), "commander_rank"],
    [changed((army) => { army.regiments[0].units.splice(1); }), "regiment_size"],
    [changed((army) => { army.regiments[1].units[1].type = "dragoons"; }), "mixed_horse"],
    [changed((army) => { army.regiments[1].units.push({ type: "pike_company" }); }), "wrong_place"],
    [changed((army) => { army.belligerent = "hre"; }), "option_nation"],
    [changed((army) => { army.regiments[0].units[1].options = ["halberds", "halberds"]; }), "option_twice"],
    [changed((army) => { army.chief.virtues = []; }), "virtue_count"],
    [changed((army) => { army.regiments[0].commander.traits = ["bold"]; }), "trait_twice"],
    [changed((army) => { army.elite = { type: "dragoons", drilled: true }; }), "elite"],
    [changed((army) => { army.rules = { kingdoms_rules: 0 }; army.regiments[0].ally = "hre"; }), "switched_off"],
    [changed((army) => { army.regiments.push({ type: "battery", units: [] }, { type: "infantry_regiment", units: [] }); }), "commander"],
];
const of = (army) => (army.ruleset === "liber" ? liber : brevis);

/* Without the sentences, which are in the reader's words here and in the engine's English there. */
const bare = (report) => ({ ...report, problems: report.problems.map(({ text, fix: { text: fixText, ...fix }, ...problem }) => ({ ...problem, fix })) });

test("a report is that of the command line", () => {
    for (const [army, problem] of illegal) {
        const text = armyText(army);
        const { report } = good(of(army).check(text, "en"));
        const { status, stdout, stderr } = run(["check", "--json", "-"], text);
        assert.equal(status, 1, stderr);
        assert.deepEqual(bare(report), bare(JSON.parse(stdout)));
        assert.ok(!report.legal && report.problems.some((one) => one.problem === problem), `${problem}: ${stdout}`);
        assert.deepEqual(report.regiment_points?.length, isStructured(army) ? army.regiments.length : undefined);
    }
});

test("sentences are in the reader's language and name things by their words", () => {
    const ids = /\b[a-z]+_[a-z_]+\b|\{|engine\./;
    for (const [army] of illegal)
        for (const language of ["en", "fr"]) {
            const { report } = good(of(army).check(army, language));
            for (const { text, fix, what, problem } of report.problems) {
                if (problem !== "unknown_entry" && problem !== "unknown_side") assert.doesNotMatch(text, ids);
                assert.doesNotMatch(fix.text, ids);
                assert.ok(text && fix.text, `${problem} of ${what}`);
            }
        }
    const problemOf = (army, language) => good(of(army).check(army, language)).report.problems[0];
    assert.equal(problemOf(flat(["I4"]), "en").text, "I4 (Imperial great regiment) is not open to Spain");
    assert.match(problemOf(flat(["I2", "Z1"]), "fr").text, /Z1/);
    assert.match(problemOf(flat(["I2"], { belligerent: "spian" }), "fr").text, /spian.*Espagne, Suède/);
    assert.match(problemOf(flat(["I2"], { belligerent: "spian" }), "fr").fix.text, /Espagne/);
    const twice = problemOf(changed((army) => { army.regiments[0].units[1].options = ["halberds", "halberds"]; }), "fr");
    assert.match(twice.text, /Hallebardes|hallebardes/);
    assert.match(problemOf(changed((army) => { army.regiments[1].units[1].type = "dragoons"; }), "en").fix.text, /shot company/);
});

test("a problem says where it is, and a fix makes the army that it promises", () => {
    for (const [army] of illegal) {
        const { report } = good(of(army).check(army, "en"));
        for (const { problem, regiment, unit, fix, what } of report.problems) {
            if (!isStructured(army) && regiment !== WHOLE_ARMY && problem !== "kind_too_many") assert.equal(army.regiments[regiment], what);
            if (unit >= 0 && regiment >= 0) assert.ok(army.regiments[regiment].units[unit]);
            assert.equal(fix.army === null, fix.change === "none");
            if (!fix.army) continue;
            const then = good(of(army).check(fix.army, "en"));
            assert.equal(then.report.problems.length + then.report.unlisted, fix.left, `${JSON.stringify(fix)}`);
            assert.equal(then.army.name, army.name);
        }
    }
    assert.equal(good(liber.check(changed((army) => { delete army.chief; }), "en")).report.problems[0].regiment, CHIEF);
    // What stays keeps its order.
    const fixed = good(brevis.check(flat(["A3", "I1", "C1", "I1", "I1", "A1"], { limit: 20 }), "en")).report.problems[0].fix;
    assert.deepEqual(fixed.army.regiments, ["A3", "C1", "I1", "I1", "A1"]);
    const exchanged = good(brevis.check(flat(["C1", "I4", "A3"]), "en")).report.problems[0].fix;
    assert.equal(exchanged.change, "exchange");
    assert.deepEqual(exchanged.army.regiments, ["C1", exchanged.with, "A3"]);
});

test("following the fixes makes an army legal", () => {
    for (const [army] of illegal) {
        let now = army, steps = 0;
        for (;; steps++) {
            const { report } = good(of(army).check(now, "en"));
            if (report.legal) break;
            const fix = report.problems.map((problem) => problem.fix).filter((one) => one.army).sort((a, b) => a.left - b.left)[0];
            assert.ok(fix && steps < 20, `stuck at ${JSON.stringify(now)}`);
            now = fix.army;
        }
    }
});

// What is no army: the same fault at the same line as the command line's.
const damaged = [
    "", "{", "[]", "null", "7", "\"army\"", "{}", '{"format":2,"ruleset":"liber"}', '{"format":1}', '\ufeff{}',
    armyText(base).replace('"limit"', '"limt"'), armyText(base).replace('"tercio"', '"terce"'), armyText(base).replace("1500", "1e3"),
    armyText(base).replace("1500", "99999999999999999999"), armyText(base).replace('"spain"', "7"), armyText(base).replace('"bold"', '"bald"'),
    armyText(base).slice(0, 300), armyText(base).replace('"units": [', '"units": {'), armyText(base).replace('"limit"', '"name": {},\n  "limit"'),
    armyText(flat(["I1"])).replace('"I1"', "1"), armyText(flat(["I1"])).replace('"regiments"', '"regiment"'),
    armyText(flat(Array(100).fill("I1"))), armyText(flat(["I1"], { name: "x".repeat(121) })), armyText(flat(["I1"])) + "{}",
    armyText(flat(["I1"])).replace('"limit": 7', '"limit": 7,\n"limit": 8'),
];

test("what is no army is the fault that the command line finds, at its line", () => {
    for (const text of damaged) {
        const fault = bad((rulesetOf(text) === "brevis" ? brevis : liber).check(text, "en"));
        const { status, stderr } = run(["check", "-"], text);
        assert.ok(status !== 0);
        if (rulesetOf(text)) assert.ok(stderr.includes(fault.text) && stderr.includes(fault.line ? `:${fault.line}:` : ""), `${fault.line}: ${fault.text} is not ${stderr}`);
    }
    bad(brevis.check(base, "en"), /"liber", not for "brevis"/);
    bad(liber.check(flat(["I1"]), "en"), /"brevis", not for "liber"/);
    const [, ...before] = damaged[11].split('"terce"')[0].split("\n");         // the unit begins a line above its type
    assert.equal(bad(liber.check(damaged[11], "en")).line, before.length);
    bad(brevis.read(null));
    assert.deepEqual(good(brevis.read(JSON.stringify(flat(["I1"])))), flat(["I1"]));
});

test("hostile documents are faults", () => {
    const circle = { ...flat([]) };
    circle.self = circle;
    let deep = [];
    for (let i = 0; i < 50000; i++) deep = [deep];
    const hostile = [
        circle, deep, undefined, () => 0, Symbol("army"), 1n, NaN, new Date(0), "[".repeat(200000), '{"a":'.repeat(5000), "x".repeat(1 << 20),
        armyText(flat(["I1"], { name: "é".repeat(1 << 19) })), JSON.stringify("x".repeat(17 << 20)), armyText(base).replace("1500", "9".repeat(100000)),
        flat([`I${"1".repeat(100000)}`, ...Array(63).fill("\u0000")], { belligerent: "\ud800" }), flat(["I1"], { toJSON: 7 }), "\0".repeat(5000),
        changed((army) => { army.regiments = Array(100000).fill(army.regiments[0]); }), changed((army) => { army.limit = -Infinity; }),
        changed((army) => { army.regiments[0].units[0].options = Array(20000).fill("viejo"); }),
    ];
    for (const armies of both)
        for (const document of hostile) {
            const { value, fault } = armies.check(document, "fr");
            assert.ok(fault ? fault.text : JSON.stringify(value.report).length < 1 << 21);
            armies.encode(document);
            armies.battle(document, document, 1);
            armies.decode(typeof document === "string" ? document : String(typeof document));
        }
    assert.ok(good(brevis.check(flat(["I2"]), "en")).report.legal);
});

test("two hundred suggestions survive as codes, and no damaged code is taken for another", () => {
    for (const armies of both) {
        const [low, middle, high] = limits[armies.ruleset];
        for (let seed = 0; seed < 100; seed++) {
            const limit = [low, middle, high][seed % 3];
            const army = good(armies.suggest(armies.belligerents[seed % armies.belligerents.length], limit, seed));
            const code = good(armies.encode(army));
            assert.match(code, /^[A-Za-z0-9_-]+$/);
            assert.ok(code.length < 400, `${code.length} characters`);
            assert.deepEqual(good(armies.decode(` ${code}\n`)), army);
            const named = { ...army, name: "Änne" };
            assert.equal(good(armies.encode(named)), code);
        }
    }
    for (const [army] of illegal) {
        const { value: code, fault } = of(army).encode(army);
        if (fault) assert.match(fault.text, /lists|belligerent/);
        else assert.equal(good(of(army).check(good(of(army).decode(code)), "en")).report.points, good(of(army).check(army, "en")).report.points);
    }
});

test("a code with any one letter changed, missing or too much is refused", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ é\0=+/";
    let taken = 0, tried = 0;
    for (const armies of both) {
        const army = good(armies.suggest(armies.belligerents[2], limits[armies.ruleset][1], 3)), code = good(armies.encode(army));
        for (let i = 0; i < code.length; i++) {
            for (const letter of letters) {
                if (letter === code[i]) continue;
                const { value, fault } = armies.decode(code.slice(0, i) + letter + code.slice(i + 1));
                tried++;
                if (fault) assert.match(fault.text, /code/);
                else taken++, good(armies.check(value, "en"));
            }
            bad(armies.decode(code.slice(0, i)), /code/);
            bad(armies.decode(code.slice(0, i) + code.slice(i + 1)), /code/);
            bad(armies.decode(`${code.slice(0, i)}A${code.slice(i)}A`), /code/);
        }
        for (const text of ["", "L1-", "B1-", "hello", "L1-" + "A".repeat(100000), "B1-" + "_".repeat(100000), "L1-AAA", "B1-AAA"]) bad(armies.decode(text), /code/);
        bad(armies.decode(good(both.find((other) => other !== armies).encode(armies === liber ? flat(["I2"]) : base))), /code/);
    }
    assert.ok(taken * 10000 < tried, `${taken} of ${tried}`);
});

test("a battle is the same for the same seed, and loads", async () => {
    const { Engine } = await load("engine.ts");
    for (const armies of both) {
        const [a, b] = [0, 1].map((i) => good(armies.suggest(armies.belligerents[i], limits[armies.ruleset][1], i)));
        const scenario = good(armies.battle(a, b, 42));
        assert.deepEqual(good(armies.battle(a, b, 42)), scenario);
        const engine = await Engine.load(readFileSync(modules.find((module) => basename(module) === `engine_${armies.ruleset}.wasm`)));
        const { documents } = JSON.parse(readFileSync(gamesPath, "utf8")).find(({ id }) => id === armies.ruleset);
        for (const name of documents) engine.addDocument(name, readFileSync(join(data, name), "utf8"));
        engine.addDocument(`${armies.ruleset}/scenarios/${scenario.id}.json`, JSON.stringify(scenario));
        assert.ok(engine.loadMatch(armies.ruleset, scenario.id).pieces.length > 4);
        bad(armies.battle(a, { ...b, limit: b.limit + 1 }, 42), /ARMY/);
        bad(armies.battle(a, { ...b, regiments: [] }, 42), /ARMY/);
        bad(armies.battle(a, b, 42, { no_such_rule: 1 }), /no_such_rule/);
    }
    assert.ok(good(brevis.battle(flat(["I2"]), flat(["I2"]), 3, { terrain_points: 1 })).terrain.some(({ by }) => by));
});

test("an engine that stops is replaced", async () => {
    const army = flat(["I2"]);
    for (let i = 0; i < 3; i++) {
        const { wire } = brevis;
        const exports = wire.exports;
        wire.exports = { ...exports, wasm_army_check: () => { throw new WebAssembly.RuntimeError("unreachable"); } };
        bad(brevis.check(army, "en"), /stopped/);
        if (i < 2) assert.ok(good(brevis.check(army, "en")).report.legal);
        if (i < 1) await new Promise((resolve) => setTimeout(resolve, 200));
    }
    bad(brevis.check(army, "en"), /loaded again/);                      // it stopped a third time before there was another
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.ok(good(brevis.check(army, "en")).report.legal);
});
