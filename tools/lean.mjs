// lean.mjs [OPTIONS] MESTRE GAME: looks for a judgement of its own by which a level beats others, and prints its "own" and "their".
//
//   --scenarios s:n,..  of the game, and how many mirrored pairs of each try a judgement (default: all that are shipped, 10 of each)
//   --rivals p,..       whom it is to beat (default greedy)
//   --rounds N          (default 10)
//   --many N            judgements that are tried in each round (default 24)
//   --width W           how far from the middle they are drawn, in logarithms of weights (default 0.4)
//   --concerns c,..     that may weigh more or less (default: all of the game)
//   --from LEVEL        begin with the judgement of that level of the game's mind.json (default: what everybody leans to)
//   --seed K            (default 1)
//   --threads T         games at a time (default 2)
//   --data DIR          where the game's mind.json and scenarios are read (default data)
//
// In each round judgements are drawn around the middle, each with its opposite, and all are tried in the same games, other games than those of any
// other round. The middle goes to the mean of the better half of them, the best counting most. A player with such a judgement takes what promises
// most at once, as greedy does, so that nothing but the judgement decides. In the end the middle is tried once more in fresh games: those rates are
// the ones to believe.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    scenarios: { type: "string" }, rivals: { type: "string", default: "greedy" }, rounds: { type: "string", default: "10" }, many: { type: "string", default: "24" },
    width: { type: "string", default: "0.4" }, concerns: { type: "string" }, from: { type: "string" }, seed: { type: "string", default: "1" },
    threads: { type: "string", default: "2" }, data: { type: "string", default: "data" },
} });
const [mestre, game] = positionals;
const rounds = Number(values.rounds), many = 2 * Math.ceil(Number(values.many) / 2), seed = Number(values.seed), threads = Number(values.threads);
if (!mestre || !game || !(rounds >= 0) || !(many >= 2) || !Number.isInteger(seed) || !(threads >= 1) || !(Number(values.width) > 0)) {
    console.error("usage: lean.mjs [--scenarios s:n,..] [--rivals p,..] [--rounds N] [--many N] [--width W] [--concerns c,..] [--from LEVEL] [--seed K] [--threads T] [--data DIR] MESTRE GAME");
    process.exit(2);
}
const PAIRS = 10;
const mind = JSON.parse(readFileSync(join(values.data, game, "mind.json"), "utf8"));
const shipped = () => readdirSync(join(values.data, game, "scenarios")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
const scenarios = (values.scenarios?.split(",") ?? shipped()).map((text) => text.split(":")).map(([name, pairs]) => ({ name, pairs: Number(pairs ?? PAIRS) }));
const rivals = values.rivals.split(",");
const leaning = [...Object.values(mind.tempers), ...Object.values(mind.levels)].flatMap(({ own, their }) => [own ?? {}, their ?? {}]);
const concerns = values.concerns?.split(",") ?? [...new Set([mind.weights, ...leaning].flatMap(Object.keys))];
const folder = mkdtempSync(join(tmpdir(), "lean-"));

/** Chance that can be repeated: xorshift, and from it a number as of many small causes. */
let drawn = seed * 2654435761 >>> 0 || 1;
function chance() {
    drawn ^= drawn << 13; drawn >>>= 0; drawn ^= drawn >>> 17; drawn ^= drawn << 5; drawn >>>= 0;
    return drawn / 2 ** 32;
}
const spread = () => Array.from({ length: 12 }, chance).reduce((sum, part) => sum + part) - 6;

/** A judgement is a list of logarithms: first of the own concerns, then of theirs. */
const weight = (logarithm) => Math.max(2, Math.min(1000, Math.round(100 * Math.exp(logarithm))));
const told = (judgement) => Object.fromEntries(["own", "their"].map((side, i) =>
    [side, Object.fromEntries(concerns.map((name, k) => [name, weight(judgement[i * concerns.length + k])]))]));
const begun = ["own", "their"].flatMap((side) => concerns.map((name) => {
    const balanced = mind.tempers.balanced?.[side]?.[name] ?? 100, given = values.from ? mind.levels[values.from][side]?.[name] ?? balanced : balanced;
    return Math.log(Math.max(2, given) / 100);
}));

const play = promisify(execFile);

/** What share of the games of a scenario against a rival a judgement wins, a draw half. */
async function share(data, scenario, rival, first, times) {
    const { stdout } = await play(mestre, ["sim", "--ruleset", game, "--scenario", scenario.name, "--a", rival, "--b", "mestre", "--mind-of-b", data,
        "--games", String(2 * scenario.pairs * times), "--mirror", "--seed", String(first), "--json", "--threads", "1"]);
    const { b_win_rate, draw_rate } = JSON.parse(stdout);
    return b_win_rate + draw_rate / 2;
}

/** As many at a time as there are threads. */
async function each(list, work) {
    const waiting = [...list.entries()], results = [];
    await Promise.all(Array.from({ length: threads }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0]);
    }));
    return results;
}

/** The rates of some judgements by scenario and rival; each counts the same in their mean. */
async function rates(judgements, first, times = 1) {
    const folders = judgements.map((judgement, i) => {
        const data = join(folder, String(i));
        mkdirSync(join(data, game), { recursive: true });
        writeFileSync(join(data, game, "mind.json"), JSON.stringify({ ...mind, levels: { ...mind.levels, mestre: { width: 0, throws: 0, ...told(judgement) } } }));
        return data;
    });
    const tasks = folders.flatMap((data) => scenarios.flatMap((scenario) => rivals.map((rival) => ({ data, scenario, rival }))));
    const shares = await each(tasks, ({ data, scenario, rival }) => share(data, scenario, rival, first, times));
    const kinds = tasks.length / judgements.length;
    return judgements.map((_, i) => shares.slice(i * kinds, (i + 1) * kinds));
}

const mean = (list) => list.reduce((sum, part) => sum + part, 0) / list.length;
const percent = (list) => list.map((rate) => (100 * rate).toFixed(1)).join(" ");

const HALF = many / 2, parts = Array.from({ length: HALF }, (_, i) => Math.log(HALF + 1) - Math.log(i + 1)), all = parts.reduce((sum, part) => sum + part);
let middle = begun, width = Number(values.width);
try {
    for (let round = 0; round < rounds; round++) {
        const steps = Array.from({ length: HALF }, () => middle.map(() => width * spread())).flatMap((step) => [step, step.map((value) => -value)]);
        const judgements = steps.map((step) => middle.map((value, k) => value + step[k]));
        const tried = (await rates(judgements, seed * 1000 + round)).map((list, i) => ({ judgement: judgements[i], rate: mean(list) })).sort((a, b) => b.rate - a.rate);
        middle = middle.map((_, k) => parts.reduce((sum, part, i) => sum + part * tried[i].judgement[k], 0) / all);
        width *= 0.96;
        console.error(`round ${round + 1}: best ${percent(tried.slice(0, 3).map(({ rate }) => rate))}, mean ${percent([mean(tried.map(({ rate }) => rate))])} % ${JSON.stringify(told(middle))}`);
    }
    const [last] = await rates([middle], seed * 1000 + rounds, 4);
    console.log(JSON.stringify({ ...told(middle), rate: mean(last), rates: last }));
} finally {
    rmSync(folder, { recursive: true });
}
