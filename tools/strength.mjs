// strength.mjs [OPTIONS] MESTRE GAME...: plays the levels of games against each other and writes what came out.
//
//   --pairs a:b,..   which pairings (default: recruit:random, sergeant:recruit, captain:sergeant, mestre:captain, mestre:greedy)
//   --scenarios s,.. of the game, in turn (default: all that are shipped)
//   --most N         games of a pairing at most (default 400)
//   --minutes N      of a pairing at most: then it is told as far as it has come
//   --go-on          from the row of a pairing as it stands, where neither the game nor its players have changed since
//   --seed K         (default 1)
//   --data DIR       where the list of scenarios is read (default data)
//   --output FILE    where the row of each pairing is put in place of the one before in the same scenarios (default docs/strength.md)
//
// Games are mirrored pairs, scenario after scenario. A sequential test decides when it is enough: that the first wins 70 % or more against
// that it wins 60 % or less, with a chance of one in twenty to err either way; against greedy 92 and 85 %. A draw is half a win. A pairing
// that is still open after 400 games is judged by its rate, with fewer it is undecided. A game depends on the seed and its number alone, so that a
// row that time has cut short can be played again (--most), and gone on from.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    pairs: { type: "string", default: "recruit:random,sergeant:recruit,captain:sergeant,mestre:captain,mestre:greedy" },
    "go-on": { type: "boolean", default: false }, scenarios: { type: "string" }, most: { type: "string", default: "400" }, seed: { type: "string", default: "1" }, minutes: { type: "string" },
    output: { type: "string", default: "docs/strength.md" }, data: { type: "string", default: "data" },
} });
const [mestre, ...games] = positionals;
const most = Number(values.most), seed = Number(values.seed);
if (!mestre || games.length === 0 || !(most >= 2) || !Number.isInteger(seed) || !(Number(values.minutes ?? 1) > 0)) {
    console.error("usage: strength.mjs [--pairs a:b,..] [--scenarios s,..] [--most N] [--minutes N] [--go-on] [--seed K] [--output FILE] MESTRE GAME...");
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

/** The counts of a row, or of none. */
function countsOf(text) {
    const [wins, losses, draws] = text?.split(" | ").slice(3, 6).map(Number) ?? [0, 0, 0];
    return { wins, losses, draws };
}

/** What the sequential test says of the counts so far. */
function verdictOf({ wins, losses, draws }, { low, high }) {
    const likelihood = (wins + draws / 2) * Math.log(high / low) + (losses + draws / 2) * Math.log((1 - high) / (1 - low));
    return likelihood >= LIMIT ? "stronger" : likelihood <= -LIMIT ? "not so much stronger" : "open";
}

function meet(game, scenarios, pair, begun) {
    const goal = goals(pair[1]), until = values.minutes ? Date.now() + Number(values.minutes) * 60000 : Infinity;
    const sum = { ...countsOf(begun), seconds: 0, decisions: 0 }, games = () => sum.wins + sum.losses + sum.draws;

    while (verdictOf(sum, goal) === "open" && games() < most && Date.now() < until) {
        const number = games() / 2, result = play(game, scenarios[number % scenarios.length], pair, number);
        sum.wins += result.a_wins;
        sum.losses += result.b_wins;
        sum.draws += result.draws;
        sum.seconds += result.seconds;
        sum.decisions += result.steps;
        if (process.stderr.isTTY) process.stderr.write(`\r${told(game, pair, sum)} `);
    }
    const count = games(), rate = (sum.wins + sum.draws / 2) / count;
    let verdict = verdictOf(sum, goal);
    console.error(`${process.stderr.isTTY ? "\r" : ""}${told(game, pair, sum)}: ${verdict}`);
    if (verdict === "open") verdict = count < ENOUGH ? "undecided" : rate >= goal.wanted ? "stronger" : "not so much stronger";
    return { pair, ...sum, count, rate, wanted: goal.wanted, verdict };
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
Where one side of a battle wins whatever is done ([how even the battles are](balance.md)) mirrored games end even, and the rate stays below what the player is worth.
`;

/** What tells a row from others: who plays whom, and in which scenarios. */
const keyOf = (pair, scenarios = "all") => [...pair, scenarios].join(" ");
const keyOfRow = (text) => keyOf(text.split(" | ").slice(0, 2).map((cell) => cell.replace("| ", "")), /--scenarios ([^\s`]+)/.exec(text)?.[1]);

/** The rows of a section: `| player | against |` begins each. */
function rowsOf(section) {
    const rows = section.split("\n").filter((text) => /^\| \S+ \| \S+ \| \d/.test(text));
    return new Map(rows.map((text) => [keyOfRow(text), text]));
}

/** The file in its sections, and which of them is the game's. */
function sections(file, name) {
    const parts = (existsSync(file) ? readFileSync(file, "utf8") : head).split(/^(?=## )/m), found = parts.findIndex((part) => part.startsWith(`## ${name}\n`));
    return { parts, at: found > 0 ? found : parts.length };
}

function rowOf(file, name, pair) {
    const { parts, at } = sections(file, name);
    return rowsOf(parts[at] ?? "").get(keyOf(pair, values.scenarios));
}

/** Put a row in place of the one of the same pairing and scenarios in the section of the game, or at the end. */
function put(file, name, text) {
    const { parts, at } = sections(file, name), rows = rowsOf(parts[at] ?? "");
    rows.set(keyOfRow(text), text);
    parts[at] = [`## ${name}`, "", line(titles), line(titles.map(() => "---")), ...rows.values()].join("\n");
    writeFileSync(`${file}.part`, parts.map((part) => part.trimEnd()).join("\n\n") + "\n");
    renameSync(`${file}.part`, file);
}

/** What plays the games of a row again, but for how many they are. */
const same = Object.entries({ scenarios: values.scenarios, seed: seed === 1 ? undefined : seed })
    .filter(([, value]) => value !== undefined).map(([name, value]) => `--${name} ${value}`);

/** Where time has cut a row short it says how many. */
function optionsOf({ verdict, count }) {
    const given = verdict === "undecided" ? [...same, `--most ${count}`] : same;
    return given.length ? `\`${given.join(" ")}\`` : "";
}

/** The row to go on from: one of another seed cannot be. */
function begunOf(game, pair) {
    const found = values["go-on"] ? rowOf(values.output, game, pair) : undefined;
    const options = found?.match(/`(.*)`/)?.[1].replace(/ ?--(most|minutes) \S+/g, "") ?? "";
    if (found && options !== same.join(" ")) {
        console.error(`${values.output}: ${game}, ${pair.join(" against ")}: its games were played with other options: ${options || "none"}`);
        process.exit(1);
    }
    return found;
}

for (const game of games) {
    const scenarios = values.scenarios?.split(",") ?? readdirSync(join(values.data, game, "scenarios")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
    for (const pair of values.pairs.split(",").map((text) => text.split(":"))) {
        const result = meet(game, scenarios, pair, begunOf(game, pair));
        if (result.decisions > 0) put(values.output, game, row(result, optionsOf(result)));
    }
}
