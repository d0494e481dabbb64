// army.test.mjs MESTRE: `mestre army` as a person or a script uses it: check, list, suggest and battle.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const [mestre] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), "mestre-army-"));
process.on("exit", () => rmSync(work, { recursive: true }));

const run = (args, input = "") => spawnSync(mestre, args, { input, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
const good = (args, input) => {
    const { status, stdout, stderr } = run(args, input);
    assert.equal(status, 0, `mestre ${args.join(" ")}: ${stderr}${stdout}`);
    return stdout;
};
const bad = (args, status, pattern, input) => {
    const done = run(args, input);
    assert.equal(done.status, status, `mestre ${args.join(" ")}: ${done.stdout}${done.stderr}`);
    assert.match(done.stderr + done.stdout, pattern);
};

const sides = ["spain", "sweden", "france", "empire", "england", "palatine"];
const army = (belligerent, regiments, limit = 7) => JSON.stringify({ format: 1, ruleset: "brevis", belligerent, limit, regiments });
const file = (name, text) => {
    writeFileSync(join(work, name), text);
    return join(work, name);
};
const report = (text) => JSON.parse(run(["army", "check", "--json", "-"], text).stdout);

// The sample armies of T-4.
const samples = {
    spain: [["I2", "C1", "K1", "A3"]],
    sweden: [["I8", "C4", "C1"], ["I9", "C4", "A1"]],
    france: [["I6", "C5", "C5"]],
    empire: [["I4", "C2", "C6"]],
    england: [["I5", "C1", "C8"]],
    palatine: [["I1", "C2", "C1"]],
};

test("the sample armies are legal", () => {
    for (const side of sides)
        for (const regiments of samples[side])
            assert.match(good(["army", "check", "-"], army(side, regiments)), /^legal: 7 of 7 points, \d regiments, \d+ units\n$/);
    assert.match(good(["army", "check", "--lang", "fr", "-"], army("spain", samples.spain[0])), /^légale : 7 points sur 7, 4 régiments, 8 unités\n$/);
});

test("every rule has its problem, at its line, and the nearest fix", () => {
    const cases = [
        [army("france", ["I6", "I5", "C5", "C5", "A3"], 10), "BE-ARMY-01", "over_limit", { change: "take_away", what: "A3", left: 0 }],
        [army("spain", ["I3"], 3), "BE-ARMY-01", "over_limit", { change: "raise_limit", value: 4, left: 0 }],
        [army("spain", ["I2", "Z1"]), "BE-ARMY-01", "unknown_entry", { change: "take_away", what: "Z1", left: 0 }],
        [army("spain", ["I2"], 2), "BE-ARMY-02", "bad_limit", { change: "raise_limit", value: 3, left: 0 }],
        [army("spain", ["I2"], 21), "BE-ARMY-02", "bad_limit", { change: "lower_limit", value: 20, left: 0 }],
        [army("spain", ["I1", "I1", "I1"], 12), "BE-ARMY-03", "too_many", { change: "take_away", what: "I1", left: 0 }],
        [army("sweden", ["C4", "C4"]), "BE-ARMY-04", "kind_too_few", { change: "add", with: "I1", value: 3, left: 0 }],
        [army("spian", ["I2"]), "BE-ARMY-05", "unknown_side", { change: "belligerent", with: "spain", left: 0 }],
        [army("spain", ["I4"]), "BE-ARMY-06", "not_open", { change: "exchange", what: "I4", with: "I1", left: 0 }],
        [army("spain", ["I2", "K1", "K2"]), "BE-ARMY-07", "kind_too_many", { change: "take_away", left: 0 }],
    ];
    for (const [text, rule, problem, fix] of cases) {
        const found = report(text).problems.find((one) => one.problem === problem);
        assert.ok(found, text);
        assert.equal(found.rule, rule);
        for (const [key, value] of Object.entries(fix)) assert.equal(found.fix[key], value, `${text}: ${JSON.stringify(found.fix)}`);
        bad(["army", "check", "-"], 1, new RegExp(`^-:1: ${rule}: `, "m"), text);
    }
    const lines = file("lines.json", '{"format": 1, "ruleset": "brevis", "belligerent": "france",\n"limit": 10,\n"regiments": ["I6", "C5", "C5",\n"C5",\n"C5"]}\n');
    bad(["army", "check", lines], 1, /lines\.json:5: BE-ARMY-03: 4 times C5; at most 3; fix: take away one C5\n/);
    bad(["army", "check", lines, "--lang", "fr"], 1, /lines\.json:5: BE-ARMY-07: 4 de la catégorie cavalerie ; au plus 3; correction : retirer un C5\n/);
    bad(["army", "check", "-"], 1, /problems remain after it/, army("spain", ["I9", "Z1", "C1", "C1", "C1", "C1"]));
});

test("what is no army at all names its fault", () => {
    bad(["army", "check", "-"], 1, /-:1: .*limt/, '{"format":1,"ruleset":"brevis","belligerent":"spain","limt":7,"regiments":[]}');
    bad(["army", "check", "-"], 1, /regiments/, '{"format":1,"ruleset":"brevis","belligerent":"spain"}');
    bad(["army", "check", "-"], 1, /-:1: /, "{");
    bad(["army", "check", "-"], 2, /chess/, '{"format":1,"ruleset":"chess"}');
    bad(["army", "check", "-"], 2, /sample has no army lists/, '{"format":1,"ruleset":"sample"}');
    bad(["army", "check"], 2, /FILE/);
    bad(["army", "check", join(work, "nowhere.json")], 1, /nowhere/);
    bad(["army"], 2, /check, list, suggest, battle, encode or decode/);
    bad(["army", "dance"], 2, /dance/);
});

test("a list tells what is open, the profiles, and where it comes from", () => {
    const spain = JSON.parse(good(["army", "list", "--belligerent", "spain", "--json"]));
    assert.equal(spain.provenance, "reconstructed");
    assert.deepEqual(spain.limit, { low: 3, high: 20, standard: 7 });
    assert.ok(spain.entries.some((entry) => entry.id === "I2" && entry.points === 3 && entry.maximum === 3));
    assert.ok(!spain.entries.some((entry) => entry.id === "I4"));
    for (const entry of spain.entries)
        for (const unit of entry.units) assert.ok(spain.types.some((type) => type.id === unit.type), unit.type);
    const horse = spain.types.find((type) => type.id === "harquebusiers");
    assert.deepEqual(horse.values, { speed: 8, combat: 3, shoot: [3], courage: 3, discipline: 3, endurance: 3 });
    assert.deepEqual(horse.defence, { infantry: 4, cavalry: 3, salvo: 3, artillery: 3 });
    assert.ok(horse.special.includes("caracole") && horse.special.includes("mobility"));
    assert.match(good(["army", "list", "--belligerent", "spain"]), /reconstructed[\s\S]*I2 Tercio: infantry, 3 points, at most 3; 2 x /);
    assert.match(good(["army", "list", "--belligerent", "spain", "--lang", "fr"]), /reconstituées[\s\S]*I2 Tercio : infanterie, 3 points, au plus 3 ; 2 x /);
    bad(["army", "list"], 2, /--belligerent/);
    bad(["army", "list", "--belligerent", "venice"], 1, /BE-ARMY-05/);
});

test("a suggested army is legal and at its limit", () => {
    for (const side of sides)
        for (const limit of [3, 7, 12, 20]) {
            const text = good(["army", "suggest", "--belligerent", side, "--limit", String(limit), "--seed", "4"]);
            assert.equal(text, good(["army", "suggest", "--belligerent", side, "--limit", String(limit), "--seed", "4"]));
            assert.match(good(["army", "check", "-"], text), new RegExp(`legal: ${limit} of ${limit} points`));
        }
    bad(["army", "suggest", "--belligerent", "spain", "--limit", "2"], 1, /BE-ARMY-02/);
});

test("an army is shared as a code, and a damaged code is refused", () => {
    for (const [ruleset, belligerent] of [["brevis", "spain"], ["liber", "sweden"]]) {
        const suggested = good(["army", "suggest", "--ruleset", ruleset, "--belligerent", belligerent]);
        const code = good(["army", "encode", "-"], suggested).trim();
        assert.match(code, /^[BL]1-[\w-]+$/);
        const shared = good(["army", "decode", code]);
        assert.equal(JSON.parse(shared).belligerent, belligerent);
        assert.equal(good(["army", "encode", "-"], shared).trim(), code);
        bad(["army", "decode", code.slice(0, -1)], 1, /no code of an army/);
    }
    bad(["army", "decode", "nonsense"], 1, /no code of an army/);
    bad(["army", "decode"], 2, /CODE/);
    bad(["army", "encode"], 2, /FILE/);
});

test("a battle of two armies is played", () => {
    const a = file("a.json", army("spain", samples.spain[0])), b = file("b.json", army("sweden", samples.sweden[0]));
    const scenario = join(work, "battle.json");
    for (const [seed, option] of [["1", []], ["2", []], ["3", ["--option", "terrain_points=1"]]]) {
        good(["army", "battle", a, b, "--seed", seed, "--out", scenario, ...option]);
        assert.equal(readFileSync(scenario, "utf8"), good(["army", "battle", a, b, "--seed", seed, ...option]));
        good(["sim", "--ruleset", "brevis", "--scenario", scenario, "--a", "random", "--b", "random", "--games", "2", "--check",
            ...(option.length ? ["--options", '{"terrain_points":1}'] : [])]);
    }
    assert.ok(JSON.parse(readFileSync(scenario, "utf8")).terrain.some((element) => element.by === "A" || element.by === "B"));
    const title = JSON.parse(good(["army", "battle", a, b])).title;
    assert.deepEqual(title, { en: "Spain against Sweden", fr: "Espagne contre Suède" });
    bad(["army", "battle", a], 2, /two armies/);
    bad(["army", "battle", a, file("eight.json", army("sweden", samples.sweden[0], 8))], 1, /BE-ARMY-01: .* 7 and 8/);
    bad(["army", "battle", a, file("horse.json", army("sweden", ["C4"]))], 1, /horse\.json:1: BE-ARMY-04/);
    bad(["army", "battle", a, b, "--option", "terrain_pints=1"], 1, /terrain_pints/);
    bad(["army", "battle", a, b, "--option", "terrain_points"], 1, /NAME=VALUE/);
});
