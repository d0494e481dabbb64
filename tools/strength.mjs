// strength.mjs [OPTIONS] MESTRE GAME...: plays the levels of games against each other and writes what came out.
//
//   --pairs a:b,..   which pairings (default: recruit:random, sergeant:recruit, captain:sergeant, mestre:captain, mestre:greedy)
//   --scenarios s,.. of the game, in turn (default: all that are shipped)
//   --most N         games of a pairing at most (default 400)
//   --minutes N      of a pairing at most: then it is told as far as it has come
//   --seed K         (default 1)
//   --data DIR       where the list of scenarios is read (default data)
//   --output FILE    where the row of each pairing is put in place of the one before (default docs/strength.md)
//
// Games are mirrored pairs, scenario after scenario. A sequential test decides when it is enough: that the first wins 70 % or more against
// that it wins 60 % or less, with a chance of one in twenty to err either way; against greedy 92 and 85 %. A draw is half a win. A pairing
// that is still open after 400 games is judged by its rate, with fewer it is undecided.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    pairs: { type: "string", default: "recruit:random,sergeant:recruit,captain:sergeant,mestre:captain,mestre:greedy" },
    scenarios: { type: "string" }, most: { type: "string", default: "400" }, seed: { type: "string", default: "1" }, minutes: { type: "string" },
    output: { type: "string", default: "docs/strength.md" }, data: { type: "string", default: "data" },
} });
const [mestre, ...games] = positionals;
const most = Number(values.most), seed = Number(values.seed);
if (!mestre || games.length === 0 || !(most >= 2) || !Number.isInteger(seed) || !(Number(values.minutes ?? 1) > 0)) {
    console.error("usage: strength.mjs [--pairs a:b,..] [--scenarios s,..] [--most N] [--minutes N] [--seed K] [--output FILE] MESTRE GAME...");
    process.exit(2);
}

/** After so many games a pairing that is still open is judged by its rate. */
const ENOUGH = 400;
const ERROR = 0.05, LIMIT = Math.log((1 - ERROR) / ERROR);
const goals = (rival) => rival === "greedy" ? { low: 0.85, high: 0.92, wanted: 0.9 } : { low: 0.6, high: 0.7, wanted: 0.65 };

/** Where the true rate lies with 95 %, after Wilson. */
function interval(rate, count) {
    const z = 1.96, middle = (rate + z * z / (2 * count)) / (1 + z * z / count);
    const half = z / (1 + z * z / count) * Math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count));
    return [middle - half, middle + half];
}

function play(game, scenario, [a, b], number) {
    const text = execFileSync(mestre, ["sim", "--ruleset", game, "--scenario", scenario, "--a", a, "--b", b, "--games", "2", "--mirror",
        "--seed", String(seed + number), "--json"], { encoding: "utf8" });
    return JSON.parse(text);
}

const told = (game, pair, { wins, losses, draws }) => `${game} ${pair.join(" against ")}: ${wins} won, ${losses} lost, ${draws} drawn`;

function meet(game, scenarios, pair) {
    const { low, high, wanted } = goals(pair[1]);
    const sum = { wins: 0, losses: 0, draws: 0, seconds: 0, decisions: 0 };
    const until = values.minutes ? Date.now() + Number(values.minutes) * 60000 : Infinity;
    let likelihood = 0, verdict = "open";

    for (let number = 0; verdict === "open" && 2 * number < most; number++) {
        const result = play(game, scenarios[number % scenarios.length], pair, number);
        sum.wins += result.a_wins;
        sum.losses += result.b_wins;
        sum.draws += result.draws;
        sum.seconds += result.seconds;
        sum.decisions += result.steps;
        const won = sum.wins + sum.draws / 2, lost = sum.losses + sum.draws / 2;
        likelihood = won * Math.log(high / low) + lost * Math.log((1 - high) / (1 - low));
        if (likelihood >= LIMIT) verdict = "stronger";
        if (likelihood <= -LIMIT) verdict = "not so much stronger";
        if (process.stderr.isTTY) process.stderr.write(`\r${told(game, pair, sum)} `);
        if (Date.now() > until) break;
    }
    console.error(`${process.stderr.isTTY ? "\r" : ""}${told(game, pair, sum)}: ${verdict}`);
    const count = sum.wins + sum.losses + sum.draws, rate = (sum.wins + sum.draws / 2) / count;
    if (verdict === "open") verdict = count < ENOUGH ? "undecided" : rate >= wanted ? "stronger" : "not so much stronger";
    return { pair, ...sum, count, rate, wanted, verdict };
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

const titles = ["player", "against", "games", "won", "lost", "drawn", "rate", "95 %", "wanted", "a decision, both cores", "options"];
const line = (cells) => `| ${cells.join(" | ")} |`;

function row({ pair, wins, losses, draws, count, rate, wanted, verdict, seconds, decisions }, options) {
    const [from, to] = interval(rate, count);
    return line([...pair, count, wins, losses, draws, percent(rate), `${percent(from)} to ${percent(to)}`, `${percent(wanted)}: ${verdict}`,
        `${(1000 * seconds / decisions).toFixed(1)} ms`, options]);
}

const head = `# How strong the levels are

Mirrored games between levels, each pair with the same dice and seats swapped. A sequential test says when it is enough: that the first
wins 70 % or more against that it wins 60 % or less (against greedy: 92 and 85 %), each with one chance in twenty to err; a pairing that is still
open after 400 games is judged by its rate, with fewer it is undecided. A draw counts half. Each row is written by

    node tools/strength.mjs --pairs PLAYER:AGAINST OPTIONS build/mestre GAME

with the options in its last column; where they name no scenarios, all that are shipped are played in turn.
`;

/** The rows of a section, by pairing: `| player | against |` begins each. */
function rowsOf(section) {
    const rows = section.split("\n").filter((text) => /^\| \S+ \| \S+ \| \d/.test(text));
    return new Map(rows.map((text) => [text.split(" | ").slice(0, 2).join(" | "), text]));
}

/** Put a row in place of the one of the same pairing in the section of the game, or at the end. */
function put(file, name, text) {
    const old = existsSync(file) ? readFileSync(file, "utf8") : head;
    const parts = old.split(/^(?=## )/m), found = parts.findIndex((part) => part.startsWith(`## ${name}\n`)), at = found > 0 ? found : parts.length;
    const rows = rowsOf(parts[at] ?? "");
    rows.set([...rowsOf(text).keys()][0], text);
    parts[at] = [`## ${name}`, "", line(titles), line(titles.map(() => "---")), ...rows.values()].join("\n");
    writeFileSync(`${file}.part`, parts.map((part) => part.trimEnd()).join("\n\n") + "\n");
    renameSync(`${file}.part`, file);
}

for (const game of games) {
    const scenarios = values.scenarios?.split(",") ?? readdirSync(join(values.data, game, "scenarios")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
    const given = Object.entries({ scenarios: values.scenarios, most: values.most, minutes: values.minutes, seed: values.seed })
        .filter(([name, value]) => value !== undefined && process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
        .map(([name, value]) => `--${name} ${value}`);
    for (const pair of values.pairs.split(",").map((text) => text.split(":")))
        put(values.output, game, row(meet(game, scenarios, pair), given.length ? `\`${given.join(" ")}\`` : ""));
}
