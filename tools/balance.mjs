// balance.mjs [OPTIONS] MESTRE GAME...: lets greedy play itself in every battle and writes how even they are.
//
//   --games N      of each battle (default 100)
//   --seed K       (default 1)
//   --data DIR     where the list of scenarios is read (default data)
//   --output FILE  where the section of each game is put in place of the one before (default docs/balance.md)
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
    games: { type: "string", default: "100" }, seed: { type: "string", default: "1" }, data: { type: "string", default: "data" },
    output: { type: "string", default: "docs/balance.md" },
} });
const [mestre, ...games] = positionals;
if (!mestre || games.length === 0 || !(Number(values.games) >= 2)) {
    console.error("usage: balance.mjs [--games N] [--seed K] [--data DIR] [--output FILE] MESTRE GAME...");
    process.exit(2);
}

const head = `# How even the battles are

What came of games between two greedy computer players ([minds](minds.md)), who take what promises most at once. A battle that one side wins whatever the
dice is still a story; but in [mirrored games](strength.md), where each player has each side once, it ends even however strong one of them is. Each section is written by

    node tools/balance.mjs OPTIONS build/mestre GAME
`;

const percent = (count, games) => `${(100 * count / games).toFixed(0)} %`;

function row(game, scenario) {
    const result = JSON.parse(execFileSync(mestre, ["sim", "--ruleset", game, "--scenario", scenario, "--a", "greedy", "--b", "greedy",
        "--games", values.games, "--seed", values.seed, "--json"], { encoding: "utf8" }));
    const { games, seat_a_wins: a, draws } = result;
    return `| ${scenario} | ${games} | ${percent(a, games)} | ${percent(games - a - draws, games)} | ${percent(draws, games)} |`;
}

for (const game of games) {
    const scenarios = readdirSync(join(values.data, game, "scenarios")).filter((name) => name.endsWith(".json")).map((name) => basename(name, ".json")).sort();
    const options = [["games", "100"], ["seed", "1"]].filter(([name, usual]) => values[name] !== usual).map(([name]) => ` --${name} ${values[name]}`).join("");
    const section = [`## ${game}`, "", ...options ? [`Options: \`${options.trim()}\`.`, ""] : [], "| battle | games | side A won | side B won | drawn |", "| --- | --- | --- | --- | --- |",
        ...scenarios.map((scenario) => row(game, scenario))].join("\n");
    const parts = (existsSync(values.output) ? readFileSync(values.output, "utf8") : head).split(/^(?=## )/m), found = parts.findIndex((part) => part.startsWith(`## ${game}\n`));
    parts[found > 0 ? found : parts.length] = section;
    writeFileSync(`${values.output}.part`, parts.map((part) => part.trimEnd()).join("\n\n") + "\n");
    renameSync(`${values.output}.part`, values.output);
}
