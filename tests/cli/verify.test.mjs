// verify.test.mjs MESTRE DATA FAIR_GAME: `mestre verify`, and every roll worked out a second time, with WebCrypto, from nothing
// but docs/verifiable-dice.md.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const [mestre, data, fairGame] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const work = mkdtempSync(join(tmpdir(), "mestre-verify-"));
process.on("exit", () => rmSync(work, { recursive: true }));
const { subtle } = globalThis.crypto;

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytesOf = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));

// The document's message: lengths and numbers are big-endian, texts are UTF-8 with their length before them.
const number = (value, size) => Array.from({ length: size }, (_, at) => Number((BigInt(value) >> BigInt(8 * (size - 1 - at))) & 255n));
const text = (value) => {
    const bytes = new TextEncoder().encode(value);
    return [...number(bytes.length, 4), ...bytes];
};
const message = (game, seeds, roll, block) =>
    Uint8Array.from([...text("hmac-sha256/1"), ...text(game), ...number(seeds.length, 4), ...seeds.flatMap(text), ...number(roll, 8), ...number(block, 4)]);

const blockOf = async (seed, game, seeds, roll, block) => {
    const key = await subtle.importKey("raw", bytesOf(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", key, message(game, seeds, roll, block)));
};

const facesOf = async (seed, game, seeds, roll, sides, count) => {
    const faces = [];
    for (let block = 0; faces.length < count; block++)
        for (const byte of await blockOf(seed, game, seeds, roll, block))
            if (faces.length < count && byte < 256 - (256 % sides)) faces.push((sides === 10 ? 0 : 1) + (byte % sides));
    return faces;
};

const run = (args, input = "") => spawnSync(mestre, args, { input, encoding: "utf8", env: { ...process.env, LC_ALL: "C" }, maxBuffer: 1 << 28 });
const secret = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const play = (ruleset, scenario, ...cheat) =>
    execFileSync(fairGame, [data, ruleset, scenario, "game-1", secret, "Tilly \u{1f3b2}", 'a "b"', ...cheat], { encoding: "utf8" });
const verified = (journal, status, pattern) => {
    const file = join(work, "journal.jsonl");
    writeFileSync(file, journal);
    const done = run(["verify", file]);
    assert.equal(done.status, status, done.stdout + done.stderr);
    assert.match(done.stdout + done.stderr, pattern);
    return done;
};
const games = [["sample", "meadow"], ["brevis", "pickup"]].map(([ruleset, scenario]) => ({ ruleset, scenario, journal: play(ruleset, scenario) }));
const lines = games[0].journal.trimEnd().split("\n");
const changed = (at, change) => lines.map((line, index) => (index === at ? change(line) : line)).join("\n") + "\n";
const last = lines.length - 1;

test("the examples of the document are right", async () => {
    const page = readFileSync(join(root, "docs/verifiable-dice.md"), "utf8");
    const example = JSON.parse(page.match(/```json\n(\{"seed"[^`]*)```/)[1]);
    assert.equal(hex(await subtle.digest("SHA-256", bytesOf(example.seed))), example.commitment);
    assert.equal(hex(message(example.game, example.seeds, 1, 0)), example.message);
    assert.equal(hex(await blockOf(example.seed, example.game, example.seeds, 1, 0)), example.block);
    for (const { roll, sides, faces } of example.rolls)
        assert.deepEqual(await facesOf(example.seed, example.game, example.seeds, roll, sides, faces.length), faces);
});

for (const { ruleset, scenario, journal } of games)
    test(`every roll of a game of ${ruleset} is as committed, by both implementations`, async () => {
        const { fair_dice: pledge } = JSON.parse(journal.slice(0, journal.indexOf("\n")));
        const { reveal } = JSON.parse(journal.trimEnd().split("\n").at(-1));
        assert.equal(pledge.scheme, "hmac-sha256/1");
        assert.equal(hex(await subtle.digest("SHA-256", bytesOf(reveal))), pledge.commitment);

        const told = run(["replay", "--json", "-"], journal);
        assert.equal(told.status, 0, told.stderr);
        const rolls = told.stdout.trimEnd().split("\n").flatMap((line) => JSON.parse(line).events ?? []).filter((event) => event.event === "roll");
        assert.ok(rolls.length > 20, `${scenario} has only ${rolls.length} rolls`);
        for (const [at, { sides, dice }] of rolls.entries())
            assert.deepEqual(dice, await facesOf(reveal, pledge.game, pledge.seeds, at + 1, sides, dice.length), `roll ${at + 1}`);

        const { stdout } = verified(journal, 0, new RegExp(`^${rolls.length} rolls, all as committed$`, "m"));
        assert.ok(stdout.includes(`game "game-1", commitment ${pledge.commitment}, seeds ["Tilly \u{1f3b2}","a \\"b\\""]`), stdout);
    });

test("a roll that is not as committed is named with its line and rule", () => {
    const journal = play("sample", "meadow", "3");
    const { stderr } = verified(journal, 1, /journal\.jsonl:\d+: roll 3 \(SA-[A-Z]+-\d+\) differs: the journal has( \d)+, the seed gives( \d)+$/m);
    const [line, has] = [Number(stderr.match(/:(\d+): roll/)[1]), stderr.match(/has(( \d)+)/)[1].trim().split(" ").map(Number)];
    assert.ok(JSON.stringify(JSON.parse(journal.split("\n")[line - 1]).dice).includes(has.join(",")));
});

test("a pledge that was changed afterwards is found", () => {
    verified(changed(0, (line) => line.replace("Tilly", "Tolly")), 1, /roll 1 .*differs/);
    verified(changed(0, (line) => line.replace('"game-1"', '"game-2"')), 1, /roll 1 .*differs/);
    verified(changed(0, (line) => line.replace(/"commitment":"../, '"commitment":"00')), 1, new RegExp(`:${last + 1}: the revealed seed is not the one`));
    verified(changed(last, (line) => line.replace("9f86", "9f87")), 1, new RegExp(`:${last + 1}: the revealed seed is not the one`));
    verified(changed(0, (line) => line.replace("hmac-sha256/1", "hmac-sha256/2")), 1, /:1: the scheme "hmac-sha256\/2" is not known/);
});

test("what cannot be checked is not called checked", () => {
    const rules = new RegExp(`${last} lines, all by the rules; the dice cannot be checked: `);
    assert.doesNotMatch(verified(lines.slice(0, last).join("\n") + "\n", 1, /the seed is not revealed yet/).stdout, /as committed/);
    verified(lines.slice(0, last).join("\n"), 1, rules);
    const bare = changed(0, (line) => line.replace(/"fair_dice":\{.*?\},/, "")).split("\n").slice(0, last).join("\n");
    verified(bare, 1, rules);
    verified(bare, 1, /this journal has no commitment/);
});

test("a journal with a damaged pledge or reveal names the line", () => {
    const header = (from, to) => changed(0, (line) => {
        assert.ok(line.match(from));
        return line.replace(from, to);
    });
    verified(header(/"scheme":"[^"]*",/, ""), 1, /:1: .*scheme/);
    verified(header(/"game":"[^"]*"/, '"game":""'), 1, /:1: "game" must be a text of 1 to 128 bytes/);
    verified(header(/"game":"[^"]*"/, `"game":"${"x".repeat(129)}"`), 1, /:1: "game" must be/);
    verified(header(/"commitment":"./, '"commitment":"'), 1, /:1: "commitment" must be 64 lower-case hexadecimal digits/);
    verified(header(/"commitment":"./, '"commitment":"G'), 1, /:1: "commitment" must be/);
    verified(header(/"seeds":\[/, '"seeds":["",'), 1, /:1: "seeds" must have one text for each seat/);
    verified(header(/"seeds":\[.*?\]/, '"seeds":["",7]'), 1, /:1: each of "seeds" must be a text/);
    verified(header(/"seeds":\[.*?\]/, `"seeds":["","${"é".repeat(65)}"]`), 1, /:1: each of "seeds" must be a text/);
    verified(header(/"seeds":\[.*?\]/, '"seeds":{}'), 1, /:1: .*seeds/);
    verified(header(/"scheme"/, '"luck":1,"scheme"'), 1, /:1: .*luck/);
    verified(header(/"fair_dice":\{.*?\}/, '"fair_dice":7'), 1, /:1: .*fair_dice/);
    verified(header(/"fair_dice":\{.*?\},/, ""), 1, new RegExp(`:${last + 1}: the header has no commitment`));
    const closing = (to) => changed(last, () => to);
    verified(closing('{"reveal":"12"}'), 1, new RegExp(`:${last + 1}: "reveal" must be 64`));
    verified(closing('{"reveal":7}'), 1, new RegExp(`:${last + 1}: .*reveal`));
    verified(closing(`{"reveal":"${secret}","n":1}`), 1, new RegExp(`:${last + 1}: .*"n"`));
    verified(lines.join("\n") + "\n" + lines[last] + "\n", 1, new RegExp(`:${last + 2}: nothing may follow the revealed seed`));
    verified([...lines.slice(0, 3), lines[last], ...lines.slice(3)].join("\n"), 1, /:5: nothing may follow the revealed seed/);
    verified(changed(3, (line) => line.replace(/"hash":"./, '"hash":"x')), 1, /:4: the state differs/);
    verified("", 1, /the journal is empty/);
});

test("a journal with a pledge is replayed like any other", () => {
    const done = run(["replay", "--quiet", "-"], games[0].journal);
    assert.equal(done.status, 0, done.stderr);
    assert.match(done.stdout, new RegExp(`^${lines.length} lines, hash `));
});

test("wrong usage is told", () => {
    assert.equal(run(["verify"]).status, 2);
    assert.equal(run(["verify", "a", "b"]).status, 2);
    assert.match(run(["verify", "--help"]).stdout, /docs\/verifiable-dice\.md/);
    assert.equal(run(["verify", join(work, "nothing")]).status, 1);
});
