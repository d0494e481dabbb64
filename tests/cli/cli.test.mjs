// cli.test.mjs MESTRE DATA: the commands as a person or a script uses them, good and bad input alike.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const [mestre, data] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const work = mkdtempSync(join(tmpdir(), "mestre-cli-"));
process.on("exit", () => rmSync(work, { recursive: true }));

const run = (args, input = "") => spawnSync(mestre, args, { input, encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
const good = (args, input) => {
    const { status, stdout, stderr } = run(args, input);
    assert.equal(status, 0, `mestre ${args.join(" ")}: ${stderr}`);
    return stdout;
};
const bad = (args, status, pattern, input) => {
    const done = run(args, input);
    assert.equal(done.status, status, `mestre ${args.join(" ")}: ${done.stdout}${done.stderr}`);
    assert.match(done.stderr + done.stdout, pattern);
};

test("every command helps, and refuses what it does not know", () => {
    const commands = [...good(["--help"]).matchAll(/^ {2}(\w+) /gm)].map((match) => match[1]);
    assert.ok(commands.length >= 8);
    for (const command of commands) {
        assert.match(good([command, "--help"]), /usage/i);
        bad([command, "--no-such-option"], 2, /no-such-option/);
    }
    bad(["dance"], 2, /there is no command "dance"/);
    bad([], 2, /usage/);
    assert.match(good(["--version"]), /^mestre \d/);
});

test("a player decides the same by however many threads it thinks", () => {
    const bench = (threads) => JSON.parse(good(["bench", "--ruleset", "reiters", "--scenario", "teach", "--player", "mestre", "--decisions", "2", "--threads", threads]));
    const one = bench("1"), two = bench("2");
    assert.equal(one.signature, two.signature);
    assert.equal(one.decisions, 2);
    assert.ok(one.decision_ms <= one.decision_p99_ms && one.decision_p99_ms <= one.decision_max_ms && one.steps_per_s > 0);
    bad(["bench", "--ruleset", "sample", "--player", "nobody"], 2, /there is no player "nobody"/);
    bad(["bench", "--ruleset", "sample", "--player", "mestre", "--threads", "0"], 2, /threads/);
});

test("three shards merged are the whole", () => {
    const sim = ["sim", "--ruleset", "sample", "--a", "random", "--b", "random", "--games", "90", "--seed", "5", "--json"];
    const whole = JSON.parse(good(sim));
    const shards = [1, 2, 3].map((shard) => join(work, `shard${shard}.json`));
    shards.forEach((file, index) => good([...sim, "--shard", `${index + 1}/3`, "--output", file]));
    const merged = JSON.parse(good(["sim", "merge", "--json", ...shards]));
    for (const key of ["games", "a_wins", "b_wins", "draws", "a_win_rate", "dead_ends", "steps", "signature"])
        assert.equal(merged[key], whole[key], key);
    assert.equal(whole.games, 90);
    assert.equal(whole.dead_ends, 0);
    bad(["sim", "merge", shards[0], shards[0]], 1, /shard1\.json/);
    bad(["sim", "--ruleset", "chess", "--a", "random", "--b", "random", "--games", "1"], 2, /chess/);
    bad(["sim", "--ruleset", "sample", "--a", "genius", "--b", "random", "--games", "1"], 2, /genius/);
});

const record = join(work, "record");
good(["sim", "--ruleset", "sample", "--a", "random", "--b", "random", "--games", "2", "--seed", "9", "--record", record]);
const journal = join(record, readdirSync(record)[0]);
const lines = readFileSync(journal, "utf8").trimEnd().split("\n");

test("a journal is replayed and explained in both languages", () => {
    assert.match(good(["replay", journal, "--lang", "en"]), /The table is 60 cm by 40 cm\./);
    assert.match(good(["replay", journal, "--lang", "fr"]), /La table mesure 60 cm sur 40 cm\./);
});

test("a seat's replay does not tell the other's orders", () => {
    const seen = good(["replay", journal, "--lang", "en", "--seat", "A"]);
    assert.match(seen, /A1 \(pike\) has the order/);
    assert.doesNotMatch(seen, /B\d \(\w+\) has the order/);
});

const damaged = (name, change) => {
    const file = join(work, name);
    writeFileSync(file, change(lines.slice()).join("\n") + "\n");
    return file;
};

test("a damaged journal names its line", () => {
    bad(["replay", damaged("hash", (all) => all.map((line, at) => (at === 3 ? line.replace(/"hash":"./, '"hash":"x') : line)))], 1, /hash:4: /);
    bad(["replay", damaged("json", (all) => all.map((line, at) => (at === 2 ? line.slice(0, 20) : line)))], 1, /json:3: /);
    bad(["replay", damaged("swap", (all) => [all[0], all[2], all[1], ...all.slice(3)])], 1, /swap:2: /);
    bad(["replay", damaged("version", (all) => [all[0].replace('"mestre":1', '"mestre":9'), ...all.slice(1)])], 1, /version:1: /);
    bad(["replay", damaged("extra", (all) => all.map((line, at) => (at === 1 ? line.replace("{", '{"cheat":1,') : line)))], 1, /extra:2: .*cheat/);
    bad(["replay", join(work, "nothing")], 1, /nothing: cannot be opened/);
});

test("a game is analysed, in both languages and as JSON that adds up", () => {
    assert.match(good(["analyse", journal, "--lang", "en"]), /Chance of side A to win, by turn:\n {2}start .*%.*\n(.*\n)*Turning points:\n/);
    assert.match(good(["analyse", journal, "--lang", "fr", "--level", "sergeant"]), /Chances du camp A de l’emporter, par tour :(.*\n)*Tournants :\n/);
    assert.match(good(["analyse", journal, "--lang", "en", "--seat", "B", "--level", "sergeant"]), /Chance of side B to win/);
    good(["analyse", journal, "--worlds", "2"]);
    const told = good(["analyse", journal, "--json", "--lang", "en"]);
    const { start, sides, curve, turning, costly, result } = JSON.parse(told);
    assert.equal(told, good(["analyse", "-", "--json", "--lang", "en"], readFileSync(journal)));
    assert.equal(curve.length, lines.length - 1);
    let chance = start;
    for (const { before, expected, after, luck, seat, text } of curve) {
        assert.equal(before, chance);
        assert.equal(luck ?? 0, seat === "A" ? after - expected : expected - after);
        assert.ok(text);
        chance = after;
    }
    assert.equal(chance, { A: 10000, B: 0, draw: 5000 }[result]);
    assert.ok(Math.abs(sides[0].luck + sides[0].play - (chance - start)) <= 2);
    assert.equal(sides[0].luck + sides[1].luck, 0);
    for (const { line, cause } of turning) assert.ok(curve.some((point) => point.line === line) && ["luck", "play", "end"].includes(cause));
    for (const line of costly) assert.ok(curve.find((point) => point.line === line).better);
});

test("a hint is given at any decision of a journal", () => {
    const { hint, seat } = JSON.parse(good(["analyse", journal, "--json", "--at", "5"]));
    assert.match(seat, /^[AB]$/);
    assert.ok(hint.length >= 1 && hint.length <= 3);
    for (const { chance, rules, decision } of hint) assert.ok(chance >= 0 && chance <= 1000 && rules.length && decision.do);
    assert.match(good(["analyse", journal, "--at", "5", "--lang", "fr"]), / % de l’emporter : /);
    bad(["analyse", journal, "--at", "9999"], 2, /there are only \d+ decisions/);
});

test("a damaged journal is not analysed", () => {
    const file = damaged("analysed", (all) => all.map((line, at) => (at === 3 ? line.replace(/"hash":"./, '"hash":"x') : line)));
    const [analysed, replayed] = ["analyse", "replay"].map((command) => run([command, file]));
    assert.equal(analysed.status, 1);
    assert.equal(analysed.stderr, replayed.stderr);
    assert.equal(analysed.stdout, "");
    bad(["analyse", journal, "--level", "genius"], 2, /genius/);
    bad(["analyse", journal, "--worlds", "0"], 2, /worlds/);
    bad(["analyse", journal, "--seat", "C"], 2, /"C"/);
    bad(["analyse"], 2, /FILE is needed/);
});

test("a journal played with other tables is not replayed with ours", () => {
    const own = join(work, "own", "sample");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "units.json"), readFileSync(join(data, "sample/units.json"), "utf8").replace('"speed": 16000', '"speed": 17000'));
    bad(["replay", "--data", join(work, "own"), journal], 1, /:1: the tables are not those/);
});

test("odds are exact", () => {
    const position = { phase: "action", by: "A", units: { A2: { order: "fire" }, B1: { x: 21000, y: 20000, order: "hold" } } };
    const said = JSON.parse(good(["odds", "--ruleset", "sample", "--position", JSON.stringify(position), "--json",
        "--do", '[{"do":"activate","unit":"A2"},{"do":"fire","unit":"A2","target":"B1"}]']));
    const wear = said.changes.find((change) => change.unit === "B1" && change.value === "wear");
    assert.equal(wear.after.reduce((sum, chance) => sum + chance.millionths, 0), 1000000);
    const removed = said.changes.find((change) => change.unit === "B1" && change.value === "removed");
    assert.equal(removed.after.at(-1).chance, "1/432");    // four hits, none saved by three dice, and no four on three dice
    bad(["odds", "--ruleset", "sample", "--do", '{"do":"fly"}'], 1, /fly/);
    bad(["odds", "--ruleset", "sample", "--do", '{"do":"activate","unit":"A1"}'], 1, /SA-TURN-02/);
});

test("what falls together with much else has odds of its own, in the words of the game", () => {
    const shot = ["odds", "--ruleset", "argad", "--position", '{"phase":"aim","units":{"B5":{"x":40000,"y":30000}}}', "--do", '{"do":"shoot","unit":"A1","target":"B5"}',
        "--scenario", "wayside_cross"];
    assert.match(good([...shot, "--lang", "en"]), /^B5 State \(active\) +active +66\.6667 % +2\/3\n +out of action +33\.3333 % +1\/3$/m);
    assert.match(good([...shot, "--lang", "fr"]), /^B5 État \(valide\)/m);
    assert.doesNotMatch(good([...shot, "--policy", "stop", "--lang", "en"]), /out of action|did/);
    assert.match(good([...shot, "--policy", "stop", "--json"]), /"value":"did"/);
});

test("blunders are counted, and a damaged file is told with its line", () => {
    const file = join(root, "tests/blunders/sample/practice.json");
    const text = readFileSync(file, "utf8");
    const damaged = (name, from, to) => {
        assert.ok(text.includes(from), from);
        writeFileSync(join(work, name), text.replace(from, to));
        return ["blunders", "--check", join(work, name)];
    };
    assert.match(good(["blunders", "--player", "sergeant", "--seeds", "2", file]), /^sample +sergeant +3 +6 +0 +100\.0 %$/m);
    assert.match(good(["blunders", "--check", file]), /^sample +3 positions$/m);
    bad(damaged("cut.json", '"rules": ["SA-SHOOT-03", "SA-WIN-02"]', '"rules": ['), 1, /cut\.json:1[3-5]: /);
    bad(damaged("kind.json", '{"do": "pass"}', '{"do": "dance"}'), 1, /kind\.json:11: .*sample has no decision "dance"/);
    bad(damaged("illegal.json", '{"do": "pass"}', '{"do": "fire", "target": "B2"}'), 1, /illegal\.json:11: .*cannot be decided by A in this position/);
    bad(damaged("rule.json", '"SA-WIN-02"', '"SA-WIN-99"'), 1, /rule\.json:13: .*SA-WIN-99/);
    bad(damaged("seat.json", '      "seat": "A",', '      "seat": "B",'), 1, /seat\.json:10: .*B is not asked/);
    bad(damaged("key.json", '"because"', '"wherefore"'), 1, /key\.json:12: .*wherefore/);
    bad(damaged("sound.json", '"x": 21000, "y": 15000', '"x": 11000, "y": 20000'), 1, /sound\.json:8: .*SA-GEO-04/);
    bad(damaged("nothing.json", '"wrong": [{"do": "pass"}],', ""), 1, /nothing\.json:6: .*what would be wrong\?/);
    bad(["blunders", "--player", "genius", file], 2, /genius/);
    bad(["blunders", join(work, "no-such-file")], 1, /no-such-file/);

    const reversed = damaged("reversed.json", '"wrong": [{"do": "pass"}]', '"except": [{"do": "pass"}]').at(-1);
    bad(["blunders", "--player", "sergeant", "--seeds", "1", reversed], 1, /Shot lets.*: sergeant, 1 of 1: \{"do":"fire","unit":"A2","target":"B1"\}/);
    good(["blunders", "--player", "recruit", "--seeds", "1", reversed]);
});

test("a rule is told in both languages, and an unknown one is not", () => {
    assert.match(good(["rules", "SA-MOVE-02", "--lang", "fr"]), /90 degrés/);
    assert.match(good(["rules", "SA-MOVE-02", "--lang", "en"]), /90 degrees/);
    bad(["rules", "SA-MOVE-99"], 1, /SA-MOVE-99/);
});

test("a program that talks nonsense gets answers, and the game goes on", () => {
    const nonsense = ["", "hello", "{", "[]", '{"do":"dance"}', '{"do":"order","unit":"Z9","choice":"march"}', '{"do":"order"}',
        `{"do":"${"x".repeat(70000)}"}`, '{"do":"order","unit":"B1","choice":"march"}', '{"undo":1}', '{"ask":"everything"}'];
    const last = '{"do":"order","unit":"A1","choice":"march"}';
    const said = good(["bot", "--ruleset", "sample", "--seed", "3"], [...nonsense, last, '{"quit":1}', ""].join("\n"))
        .trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.ok(said.filter((message) => message.error || message.refused).length >= nonsense.length);
    assert.ok(said.some((message) => message.refused?.rule === "SA-TURN-02"));
    assert.ok(said.some((message) => message.events?.some((event) => event.event === "order_given" && event.unit === "A1")));
    assert.deepEqual(said.at(-1), { bye: 1 });
});

test("the example program finishes a game", (context) => {
    if (spawnSync("python3", ["--version"]).status !== 0) return context.skip("there is no python3");
    const said = execFileSync("python3", [join(root, "docs/example_bot.py"), mestre, "--ruleset", "sample", "--seed", "3"], { encoding: "utf8" });
    assert.match(said, /wins|draw|over/i);
});

test("a scenario that cannot be is refused with line and rule", () => {
    const file = join(work, "bad.json");
    const scenario = JSON.parse(readFileSync(join(data, "sample/scenarios/meadow.json"), "utf8"));
    const broken = (change) => {
        const copy = structuredClone(scenario);
        change(copy);
        writeFileSync(file, JSON.stringify(copy, null, 1));
        return ["sim", "--ruleset", "sample", "--scenario", file, "--a", "random", "--b", "random", "--games", "1"];
    };
    bad(broken((copy) => { copy.units[1].at = copy.units[0].at; }), 1, /SA-GEO-04/);
    bad(broken((copy) => { copy.units.pop(); }), 1, /bad\.json:\d+: SA-UNIT-03/);
    bad(broken((copy) => { copy.units[2].type = "elephant"; }), 1, /bad\.json:\d+: SA-UNIT-01.*elephant/);
    bad(broken((copy) => { copy.units[2].id = "é".repeat(400); }), 1, /bad\.json/);
    bad(broken((copy) => { copy.unist = []; }), 1, /bad\.json:\d+: .*unist/);
});
