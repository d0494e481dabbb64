// lean.mjs [OPTIONS] MESTRE GAME: looks for a judgement of its own by which a level beats greedy, and prints its "own" and "their".
//
//   --scenarios s,..  of the game (default: all that are shipped)
//   --pairs N         mirrored pairs of each scenario by which a judgement is tried (default 10)
//   --rounds N        (default 10)
//   --concerns c,..   that may weigh more or less (default: all that the game's mind.json names)
//   --seed K          (default 1)
//   --threads T       (default: every core)
//   --data DIR        where the game's mind.json and scenarios are read (default data)
//
// In each round some judgements are drawn around the middle of the best of the round before, and all are tried in the same games, other games than
// those of any other round. A player with such a judgement takes what promises most at once, as greedy does, so that nothing but the judgement
// decides. In the end the middle is tried once more in fresh games: that rate is the one to believe.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    scenarios: { type: "string" }, pairs: { type: "string", default: "10" }, rounds: { type: "string", default: "10" }, concerns: { type: "string" },
    seed: { type: "string", default: "1" }, threads: { type: "string" }, data: { type: "string", default: "data" },
} });
const [mestre, game] = positionals;
const pairs = Number(values.pairs), rounds = Number(values.rounds), seed = Number(values.seed);
if (!mestre || !game || !(pairs >= 1) || !(rounds >= 0) || !Number.isInteger(seed)) {
    console.error("usage: lean.mjs [--scenarios s,..] [--pairs N] [--rounds N] [--concerns c,..] [--seed K] [--threads T] [--data DIR] MESTRE GAME");
    process.exit(2);
}
const mind = JSON.parse(readFileSync(join(values.data, game, "mind.json"), "utf8"));
const scenarios = values.scenarios?.split(",") ??
    readdirSync(join(values.data, game, "scenarios")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
const leaning = [...Object.values(mind.tempers), ...Object.values(mind.levels)].flatMap(({ own, their }) => [own ?? {}, their ?? {}]);
const concerns = values.concerns?.split(",") ?? [...new Set([mind.weights, ...leaning].flatMap(Object.keys))];
const folder = mkdtempSync(join(tmpdir(), "lean-"));
mkdirSync(join(folder, game));

/** Chance that can be repeated: xorshift, and from it a number as of many small causes. */
let drawn = seed * 2654435761 >>> 0 || 1;
function chance() {
    drawn ^= drawn << 13; drawn >>>= 0; drawn ^= drawn >>> 17; drawn ^= drawn << 5; drawn >>>= 0;
    return drawn / 2 ** 32;
}
const spread = () => Array.from({ length: 12 }, chance).reduce((sum, part) => sum + part) - 6;

/** A judgement is a list of logarithms: first of the own concerns, then of theirs. */
const weight = (logarithm) => Math.max(5, Math.min(1000, Math.round(100 * Math.exp(logarithm))));
const told = (judgement) => Object.fromEntries(["own", "their"].map((side, i) =>
    [side, Object.fromEntries(concerns.map((name, k) => [name, weight(judgement[i * concerns.length + k])]))]));

/** What share of the games against greedy a judgement wins, a draw half; each scenario counts the same. */
function rate(judgement, first, count) {
    writeFileSync(join(folder, game, "mind.json"), JSON.stringify({ ...mind, levels: { ...mind.levels, mestre: { width: 0, throws: 0, ...told(judgement) } } }));
    const rates = scenarios.map((scenario) => {
        const result = JSON.parse(execFileSync(mestre, ["sim", "--ruleset", game, "--scenario", scenario, "--a", "greedy", "--b", "mestre", "--mind-of-b", folder,
            "--games", String(2 * count), "--mirror", "--seed", String(first), "--json", ...values.threads ? ["--threads", values.threads] : []], { encoding: "utf8" }));
        return result.b_win_rate + result.draw_rate / 2;
    });
    return rates.reduce((sum, part) => sum + part) / rates.length;
}

const MANY = 14, BEST = 4;
let middle = new Array(2 * concerns.length).fill(0), width = 0.5;
try {
    for (let round = 0; round < rounds; round++) {
        const tried = Array.from({ length: MANY }, (_, i) => i === 0 ? middle : middle.map((value) => value + width * spread()))
            .map((judgement) => ({ judgement, rate: rate(judgement, seed * 1000 + round, pairs) })).sort((a, b) => b.rate - a.rate);
        middle = middle.map((_, k) => tried.slice(0, BEST).reduce((sum, { judgement }) => sum + judgement[k], 0) / BEST);
        width *= 0.9;
        console.error(`round ${round + 1}: ${tried.slice(0, BEST).map((one) => (100 * one.rate).toFixed(1)).join(", ")} % ${JSON.stringify(told(middle))}`);
    }
    console.log(JSON.stringify({ ...told(middle), rate: rate(middle, seed * 1000 + rounds, 4 * pairs) }));
} finally {
    rmSync(folder, { recursive: true });
}
