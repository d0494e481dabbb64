// cross_hash.test.mjs DATA (PROGRAM | MODULE.wasm)...: whole random games give the same signature everywhere.
//
// Each PROGRAM is a build of cross_hash.c (gcc, clang); the modules are the same engine as WebAssembly, one for each game. All signatures
// of a scenario must be equal. Prints the table, and how much longer the modules took than each program.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const [data, ...paths] = process.argv.slice(2);
const modules = paths.filter((path) => path.endsWith(".wasm")), programs = paths.filter((path) => !path.endsWith(".wasm"));
const GAMES = 50;                 // a scenario; of large battles fewer, as signature.h says
const SEED = 1;

if (!data || modules.length === 0 || programs.length === 0) {
    console.error("usage: cross_hash.test.mjs DATA (PROGRAM | MODULE.wasm)...");
    process.exit(2);
}

/** Every JSON file below a directory, by its path from there, in order of the names' bytes. */
function documents(top, relative = "") {
    return readdirSync(join(top, relative), { withFileTypes: true }).flatMap((entry) => {
        const path = relative ? `${relative}/${entry.name}` : entry.name;
        if (entry.isDirectory()) return documents(top, path);
        return entry.name.endsWith(".json") ? [path] : [];
    });
}

/** The module's calls with text in and JSON out, without the types of web/engine/engine.ts. */
async function open(path) {
    const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
    const wasm = instance.exports;
    wasm._initialize?.();
    const send = (bytes) => {
        const at = wasm.wasm_buffer(bytes.length);
        new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    };
    const answer = (length) => {
        const said = JSON.parse(Buffer.from(wasm.memory.buffer, wasm.wasm_answer(), length).toString());
        if (said?.fault) throw new Error(`${said.fault.file}:${said.fault.line}: ${said.fault.text}`);
        return said;
    };
    return { wasm, send, answer };
}

async function fromModule(path) {
    const { wasm, send, answer } = await open(path);
    const names = documents(data);
    const rows = new Map();

    for (const name of names) {
        const text = readFileSync(join(data, name));
        send(Buffer.concat([Buffer.from(name), text]));
        answer(wasm.wasm_document(Buffer.byteLength(name), text.length));
    }
    for (const ruleset of answer(wasm.wasm_rulesets()))
        for (const name of names.filter((name) => name.startsWith(`${ruleset}/scenarios/`))) {
            const scenario = basename(name, ".json");
            const message = Buffer.from(JSON.stringify({ ruleset, scenario }));
            send(message);
            answer(wasm.wasm_match(message.length));
            const start = process.cpuUsage();
            const { signature } = answer(wasm.wasm_signature(GAMES, SEED));
            const { user, system } = process.cpuUsage(start);       // as the programs count, whatever else the machine does
            const row = { signature, time: (user + system) / 1000 };
            rows.set(`${ruleset} ${scenario}`, row);
        }
    return rows;
}

function fromProgram(path) {
    const text = execFileSync(path, [data, String(GAMES), String(SEED)], { encoding: "utf8" });
    return new Map(text.trim().split("\n").map((line) => line.split(" ")).map(([ruleset, scenario, signature, time]) =>
        [`${ruleset} ${scenario}`, { signature, time: Number(time) }]));
}

const builds = [["wasm", new Map((await Promise.all(modules.map(fromModule))).flatMap((rows) => [...rows]))], ...programs.map((path) => [path, fromProgram(path)])];
const scenarios = [...new Set(builds.flatMap(([, rows]) => [...rows.keys()]))].sort();
const total = ([, rows]) => [...rows.values()].reduce((sum, row) => sum + row.time, 0);
let differences = 0;

for (const scenario of scenarios) {
    const found = builds.map(([, rows]) => rows.get(scenario) ?? { signature: "missing" });
    const same = found.every(({ signature }) => signature === found[0].signature && signature !== "missing");
    if (!same) differences++;
    console.log(`${scenario} ${same ? found[0].signature : "DIFFERS"} ${found.map(({ time }) => `${time?.toFixed(0)} ms`).join(", ")}`);
    if (!same) builds.forEach(([name], i) => console.log(`  ${found[i].signature} ${name}`));
}
for (const build of builds) console.log(`${total(build).toFixed(0)} ms for up to ${GAMES} games a scenario: ${build[0]}`);
for (const build of builds.slice(1)) console.log(`wasm takes ${(total(builds[0]) / total(build)).toFixed(2)} times as long as ${basename(build[0])}`);
if (scenarios.length === 0) console.log("there is no scenario");
process.exit(differences || scenarios.length === 0 ? 1 : 0);
